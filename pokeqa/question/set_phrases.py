"""Phrases beside the description of a set that say less than their words: "if any", "only have one", "does the Pokédex
put it in".
"""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_FILLER = {"filler": ("filler",)}
#: How a Pokédex is said to hold what it lists.
_FILED = frozenset(word_list("filed"))
#: Words that leave out what stands behind them.
_BESIDES = frozenset(word_list("matchup/besides"))
#: What a Pokédex sorts Pokémon by.
_LOOKS = ("color", "shape", "habitat", "genus")


def with_set_phrases(tokens: list[Token]) -> list[Token]:
    """The tokens with such phrases read as nothing, or as the little that they say."""
    counted = _weak_to_so_many(_weak_to_more(_can_do(_only_have(_if_any(_of_a_factor(_types_in_a_pair(tokens)))))))
    return _put_in_order(tokens) or _weak_to_nothing(_learnt_by_level(_health_of_one(_filed_in_a_dex(counted))))


def _of_a_factor(tokens: list[Token]) -> list[Token]:
    return _has_a_fourfold_weakness(_beaten_by_a_factor(tokens))


def _put_in_order(tokens: list[Token]) -> list[Token] | None:
    """The tokens of "put the starters in order of speed" with the verb left out."""
    verb = tokens[0].text.casefold() if tokens else ""
    if verb not in ("put", "place", "arrange", "line up") or not any(t.has("sort") for t in tokens[1:]):
        return None
    return [replace(tokens[0], readings=_FILLER), *tokens[1:]]


#: What is counted of the types that somebody is weak to, resists or is not hurt by.
_COUNTED = {"weak:def": "weakness", "resist:def": "resistance", "immune:def": "immunity"}


def _weak_to_so_many(tokens: list[Token]) -> list[Token]:
    """The tokens with the Pokémon that are "weak to exactly one type" read as those with one weakness."""
    if any(t.has("mon") for t in tokens):
        return tokens
    for i in range(1, len(tokens) - 1):
        verb, count = tokens[i], tokens[i + 1]
        counted = next((attr for value, attr in _COUNTED.items() if verb.has("mu", value)), None)
        if counted is not None and count.has("typecount") and "type" in count.text.casefold():
            number = replace(verb, readings={"number": (float(count.value("typecount")),)})
            return [*tokens[:i], number, replace(count, readings={"attr": (counted,)}), *tokens[i + 2 :]]
    return tokens


def _weak_to_more(tokens: list[Token]) -> list[Token]:
    """The tokens with the one of two that "resists more types" read as the one with more resistances."""
    for i in range(len(tokens) - 2):
        verb, more, types = tokens[i : i + 3]
        counted = next((attr for value, attr in _COUNTED.items() if verb.has("mu", value)), None)
        if counted is not None and more.has("cmp") and types.has("noun", "type") and not types.has("type"):
            have = replace(verb, text="has", readings={"aux": ("have",)})
            return [*tokens[:i], have, more, replace(types, readings={"attr": (counted,)}), *tokens[i + 3 :]]
    return tokens


def _can_do(tokens: list[Token]) -> list[Token]:
    """The tokens with the "can" of "which Ground types can Fly" read as what can be learnt."""
    if any(t.has("mon") or t.has("learn") or t.has("mu") for t in tokens) or not any(t.has("type") for t in tokens):
        return tokens
    for i in range(1, len(tokens) - 1):
        ends = i + 2 == len(tokens) or tokens[i + 2].has("bool") or tokens[i + 2].has("prep", "in")
        if tokens[i].text.casefold() == "can" and tokens[i + 1].has("move") and ends:
            return [*tokens[:i], replace(tokens[i], readings={"learn": ("learn",)}), *tokens[i + 1 :]]
    return tokens


#: What says that something has no type but those that follow.
_PURE = frozenset(word_list("pure"))


def _types_in_a_pair(tokens: list[Token]) -> list[Token]:
    """The tokens with the "Psychic" of "Poison/Psychic" read as a type, and not as the move of that name."""
    for i in range(len(tokens) - 2):
        first, sign, second = tokens[i : i + 3]
        if sign.text.casefold() == "plus" and first.has("type") and second.has("type"):
            tokens[i + 1] = replace(sign, readings={"bool": ("and",)})  # no ability of that name
        if sign.text == "/" and first.has("type") and second.has("type"):
            if i and tokens[i - 1].has("typecount", "1") and tokens[i - 1].text.casefold() in _PURE:
                tokens[i - 1] = replace(tokens[i - 1], readings={"typecount": ("2",)})  # "pure Normal/Flying"
            for k in (i, i + 2):
                kept = {tag: values for tag, values in tokens[k].readings.items() if tag != "move"}
                tokens[k] = replace(tokens[k], readings=kept)
    return tokens


def _beaten_by_a_factor(tokens: list[Token]) -> list[Token]:
    """The tokens of those that are 被冰四倍克制的 read as 怕冰四倍: what a type does to a set that is asked for."""
    asked = any(t.has("wh", "who") or t.has("wh", "which") or t.has("noun", "pokemon") for t in tokens)
    if not asked or any(t.has("mon") for t in tokens):
        return tokens
    for i in range(len(tokens) - 3):
        if not tokens[i].has("passive", "by") or not tokens[i + 1].has("type"):
            continue
        k = i + 2 + tokens[i + 2].has("noun", "type")
        pair = tokens[k : k + 2]
        factor = next((t for t in pair if t.has("factor")), None)
        beats = next((t for t in pair if t.has("mu", "weak:att")), None)
        if factor is not None and beats is not None:
            afraid = replace(tokens[i], readings={"mu": ("weak:def",)})
            return [
                *tokens[:i],
                afraid,
                *tokens[i + 1 : k],
                replace(factor, readings={"factor": factor.readings["factor"]}),
                *tokens[k + 2 :],
            ]
    return tokens


#: What stands between a factor and the Pokémon that it is said of in Japanese.
_OF_THEM = frozenset(word_list("fourfold/of"))


#: What leads to a weakness that somebody has.
_HAVING = frozenset(word_list("fourfold/having"))


def _has_a_fourfold_weakness(tokens: list[Token]) -> list[Token]:
    """The tokens of those that 对格斗有四倍弱点 read as 怕格斗四倍; こおり4倍のポケモン are those as well."""
    asked = any(t.has("wh") or t.has("noun", "pokemon") or t.has("list", "list") for t in tokens)
    if not asked or any(t.has("mon") for t in tokens):
        return tokens
    of_some = any(t.has("noun", "pokemon") for t in tokens) and not any(t.has("attr", "type") for t in tokens)
    for i in range(len(tokens) - 3):
        first, second, third = tokens[i : i + 3]
        if first.text in ("对", "對") and second.has("type"):
            behind = tokens[i + 2 : i + 6]
            factor = next((k for k, t in enumerate(behind) if t.has("factor")), None)
            weak = next((k for k, t in enumerate(behind) if t.has("attr", "weakness")), None)
            if factor is None and weak is not None and of_some and all(t.text in _HAVING for t in behind[:weak]):
                afraid = replace(first, readings={"mu": ("weak:def",)})  # 对冰有弱点的宝可梦
                return [*tokens[:i], afraid, second, *tokens[i + 3 + weak :]]
            if factor is not None and weak == factor + 1:
                afraid = replace(first, readings={"mu": ("weak:def",)})
                return [*tokens[:i], afraid, second, behind[factor], *tokens[i + 3 + weak :]]
        if first.has("type") and (second.has("factor") or third.has("factor")):
            # こおり4倍のポケモン, こおりが4倍弱点のポケモン, こおりに4倍弱いポケモン
            k = i + 1 + (second.text in ("に", "が", "は"))
            end = next((j for j in range(k + 1, min(k + 4, len(tokens))) if tokens[j].has("noun", "pokemon")), None)
            between = tokens[k + 1 : end]
            if end is not None and tokens[k].has("factor") and all(t.text in _OF_THEM for t in between):
                afraid = replace(tokens[k], readings={"mu": ("weak:def",)})
                own = replace(first, readings={"type": first.readings["type"]})
                to = replace(first, text="に", readings={"prep": ("of",), **_FILLER})
                return [*tokens[:i], own, to, tokens[k], afraid, *tokens[end:]]
    return tokens


def _if_any(tokens: list[Token]) -> list[Token]:
    """The tokens with "which legendaries, if any, are pure Fire" asking the same without the two words."""
    for i in range(1, len(tokens) - 1):
        any_, after = tokens[i + 1], tokens[i + 2] if i + 2 < len(tokens) else None
        ends = after is None or after.has("aux") or after.has("learn") or after.has("mu") or after.has("exist")
        if tokens[i].has("suppose", "if") and any_.text.casefold() in ("any", "there are any") and ends:
            tokens[i : i + 2] = [replace(tokens[i], readings=_FILLER), replace(any_, readings=_FILLER)]
    return tokens


def _only_have(tokens: list[Token]) -> list[Token]:
    """The tokens with "only have one weakness" read as "have only one weakness"."""
    for i in range(1, len(tokens) - 2):
        one = tokens[i + 1]
        counts = tokens[i - 1].has("mon") and one.has("list", "one") and tokens[i + 2].has("attr", "weakness")
        if counts and tokens[i].text in ("只有", "仅有", "僅有"):  # 巨钳螳螂只有一个弱点吗
            tokens[i] = replace(tokens[i], readings=_FILLER)
            tokens[i + 1] = replace(one, readings={"number": (1.0,)})
    for i in range(len(tokens) - 2):
        only, have, one = tokens[i : i + 3]
        counted = one.has("list", "one") or one.has("number") or one.has("typecount") or one.has("abilitycount")
        if only.text.casefold() in ("only", "just") and have.has("aux", "have") and counted:
            tokens[i] = replace(only, readings=_FILLER)
            if one.has("list", "one") and i + 3 < len(tokens) and tokens[i + 3].has("noun", "ability"):
                tokens[i + 2 : i + 4] = [replace(one, readings={"abilitycount": ("1",)})]
                break
    return tokens


def _filed_in_a_dex(tokens: list[Token]) -> list[Token]:
    """The tokens with the verb of "what color does the Pokédex file Gyarados under" left out."""
    asked = any(t.has("attr", look) for t in tokens for look in _LOOKS)
    if not asked or not any(t.has("noun", "dex") for t in tokens) or not any(t.has("mon") for t in tokens):
        return tokens
    return [replace(t, readings=_FILLER) if t.text.casefold() in _FILED else t for t in tokens]


def _weak_to_nothing(tokens: list[Token]) -> list[Token]:
    """The tokens with the Pokémon that are "not weak to anything" read as those without a weakness."""
    tokens = _weak_to_nothing_else(tokens)
    if any(t.has("mon") for t in tokens) or not any(t.has("wh") for t in tokens):
        return tokens
    for i in range(1, len(tokens) - 1):
        if not tokens[i].has("mu", "weak:def"):
            continue
        said = tokens[i + 1].text.casefold()
        denied = said == "anything" and tokens[i - 1].has("neg", "neg")
        if said == "nothing" or denied:
            none = replace(tokens[i], readings={"neg": ("neg",)})
            weakness = replace(tokens[i + 1], readings={"attr": ("weakness",)})
            return [*tokens[: i - denied], none, weakness, *tokens[i + 2 :]]
    return tokens


def _weak_to_nothing_else(tokens: list[Token]) -> list[Token]:
    """The tokens with "isn't weak to anything except Ground", "weak to nothing but Ground" read as "only weak to"."""
    for i in range(1, len(tokens) - 3):
        if tokens[i + 2].text.casefold() not in _BESIDES or not any(tokens[i].has("mu", one) for one in _COUNTED):
            continue
        said = tokens[i + 1].text.casefold()
        denied = [k for k in range(i) if tokens[k].has("neg", "neg")]
        if not tokens[i + 3].has("type") or not (said == "nothing" or (said == "anything" and denied)):
            continue
        only = replace(tokens[i + 2], text="only", readings={"adv": ("only",)})
        front = [replace(t, text="is", readings={"aux": ("be",)}) if denied and k == denied[-1] else t
                 for k, t in enumerate(tokens[:i])]  # fmt: skip
        return [*(front if said == "anything" else tokens[:i]), tokens[i], only, *tokens[i + 3 :]]
    return tokens


def _learnt_by_level(tokens: list[Token]) -> list[Token]:
    """The tokens with the "by levelling up" of a move read as how it is learnt, and not as a way to evolve."""
    if not any(t.has("move") for t in tokens) or any(t.has("ev") for t in tokens):
        return tokens
    return [replace(t, readings={"learn": ("level-up",)}) if t.has("evolveby", "level") else t for t in tokens]


def _health_of_one(tokens: list[Token]) -> list[Token]:
    """The tokens with the "1 HP" of a Pokémon that is described read as its base stat, and not as what is left."""
    if any(t.has("mon") or t.has("ball") or t.has("catch") for t in tokens):
        return tokens
    if not any(t.has("type") or t.has("whoami") for t in tokens):
        return tokens
    for i, token in enumerate(tokens):
        if token.has("hpstate") and token.text[:1] == "1":
            stat = replace(token, readings={"attr": ("hp",)})
            tokens[i : i + 1] = [stat, replace(token, readings={"number": (1.0,)})]
            break
    return tokens
