"""An attack and whom it is used on, where only a factor is said of them: "is Stone Edge 4x on Talonflame?"."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: Who uses a move, where the move is the verb: "could I Thunder Wave a Ground type".
_WHO = frozenset(word_list("hits-on/who"))
#: What leads to the one that is hit.
_ON = frozenset(word_list("hits-on/on"))
#: To take an attack.
_TAKES = frozenset(word_list("hits-on/takes"))
#: The types of the one that is spoken of.
_OWN = frozenset(word_list("hits-on/own"))
_TIMES = tuple(word_list("hits-on/times"))
#: Words for the factor that is asked for.
_FACTOR = tuple(word_list("hits-on/factor"))


def with_hits_on(tokens: list[Token]) -> list[Token]:
    """The tokens with the factor, or the preposition behind the attack, read as what the attack does."""
    factor = next((i for i, t in enumerate(tokens) if t.has("factor")), None)
    number = next((i for i, t in enumerate(tokens) if t.text.casefold().startswith(_FACTOR)), None)
    if sum(t.has("factor") for t in tokens) > 1:
        return tokens  # "2x or 4x?" asks which
    if not any(t.has("mu") for t in tokens) and any(t.text.startswith(_TIMES) for t in tokens):
        taken = _taken(tokens)
        if taken is not None:
            return taken
    if (factor is None and number is None) or any(t.has("mu") or t.has("attr", "weakness") for t in tokens):
        return tokens
    if not any(t.has("mon") or t.has("type") for t in tokens):
        return tokens
    if factor is not None and _stands_between(tokens, factor):
        word = tokens[factor]
        does = replace(word, readings={"mu": ("effect:att",), "factor": word.readings["factor"]})
        return [*tokens[:factor], does, *tokens[factor + 1 :]]
    for i in range(1, len(tokens) - 1):
        attack = tokens[i - 1].has("move") or tokens[i - 1].has("type") or tokens[i - 1].has("noun", "move")
        hit = tokens[i + 1].has("mon") or (
            i + 2 < len(tokens) and tokens[i + 1].has("filler") and tokens[i + 2].has("mon")
        )
        if attack and hit and tokens[i].text.casefold() in _ON:
            return [*tokens[:i], replace(tokens[i], readings={"mu": ("effect:att",)}), *tokens[i + 1 :]]
    return tokens


def _taken(tokens: list[Token]) -> list[Token] | None:
    """天蝎王受冰系招式几倍伤害: the verb for taking the attack, where it stands between the two."""
    for i in range(1, len(tokens) - 1):
        behind = tokens[i + 1].has("type") or tokens[i + 1].has("move")
        if tokens[i].text in _TAKES and tokens[i - 1].has("mon") and behind:
            return [*tokens[:i], replace(tokens[i], readings={"mu": ("effect:def",)}), *tokens[i + 1 :]]
    return None


def _stands_between(tokens: list[Token], i: int) -> bool:
    """Does the factor stand in front of "on" and a name, or behind the に of one?"""
    if i + 2 < len(tokens) and tokens[i + 1].text.casefold() in _ON:
        behind = tokens[i + 2 : i + 4]
        return any(t.has("mon") or t.has("type") for t in behind)
    return i > 1 and tokens[i - 1].text == "に" and (tokens[i - 2].has("mon") or tokens[i - 2].has("type"))


def with_damage_kept_off(tokens: list[Token]) -> list[Token]:
    """The tokens with an ability by which one "does not take Ground damage" read as one that makes it immune."""
    if not any(t.has("noun", "ability") for t in tokens) or any(t.has("mu", "immune:def") for t in tokens):
        return tokens
    for i in range(1, len(tokens) - 2):
        if not tokens[i].has("mu", "effect:def") or tokens[i].has("type"):
            continue
        k = i + 1 + (tokens[i + 1].has("neg", "neg") or tokens[i + 1].text.casefold() in ("any", "zero"))
        if k + 1 >= len(tokens) or not tokens[k].has("type") or not tokens[k + 1].has("harms"):
            continue
        denied = next((j for j in (i - 1, i + 1) if tokens[j].has("neg", "neg")), None)
        kept = tokens[i - 1].has("prep", "from") and any(t.has("usedoes", "prevent") for t in tokens[:i])
        if denied is None and not kept:
            continue
        front = tokens[: i - 1] if kept or denied == i - 1 else tokens[:i]
        immune = replace(tokens[i], readings={"mu": ("immune:def",)})
        plain = [replace(t, readings={"filler": ("filler",)}) if t.has("usedoes", "prevent") else t for t in front]
        return [*plain, immune, tokens[k], *tokens[k + 2 :]]
    return tokens


def with_moves_done(tokens: list[Token]) -> list[Token]:
    """The tokens with a move that somebody does to a Pokémon or a type read as used on it."""
    for i in range(1, len(tokens) - 1):
        asked, _, who = tokens[i - 1].text.casefold().rpartition(" ")
        if not tokens[i].has("move") or tokens[i].has("mu") or who not in _WHO:
            continue
        k = i + 1
        while k < len(tokens) and (tokens[k].has("filler") or tokens[k].has("list", "one")):
            k += 1
        if (
            not (asked or (i > 1 and tokens[i - 2].has("aux")))
            or k == len(tokens)
            or not (tokens[k].has("type") or tokens[k].has("mon"))
        ):
            continue
        use = replace(tokens[i], text="use", readings={"itemuse": ("use",)}, end=tokens[i].start)
        on = replace(tokens[i], text="on", readings={"prep": ("of",)}, start=tokens[i].end)
        front = [*tokens[: i - 1], replace(tokens[i - 1], readings={"aux": ("can",)})] if asked else tokens[:i]
        return [*front, use, tokens[i], on, *tokens[i + 1 :]]
    return tokens


def with_own_types(tokens: list[Token]) -> list[Token]:
    """The tokens with "its own type" behind what one is weak to, 怕自己的属性, read as the Pokémon's own attacks."""
    mons = [t for t in tokens if t.has("mon") or t.has("type")]
    if len(mons) != 1:
        return tokens
    for i in range(2, len(tokens)):
        if tokens[i].text.casefold() not in _OWN or not any(
            str(v).endswith(":def") for v in tokens[i - 1].readings.get("mu", ())
        ):
            continue
        end = i + 1
        while end < len(tokens) and (tokens[end].has("attr", "type") or tokens[end].has("noun", "type")):
            end += 1
        own = tokens[i].has("attr") or tokens[i].has("breed") or end > i + 1
        return (
            [*tokens[:i], replace(mons[0], start=tokens[i].start, end=tokens[i].end), *tokens[end:]] if own else tokens
        )
    return tokens
