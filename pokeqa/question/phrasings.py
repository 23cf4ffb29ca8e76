"""Words that their phrase reads otherwise: "more red or more blue ones", "come from Sinnoh", 没有不怕岩石的……吗."""

from __future__ import annotations

from dataclasses import replace

from .clause import VERSUS
from .lexer import Token
from .word_lists import word_list


def phrased(tokens: list[Token]) -> list[Token]:
    """The tokens with such words read as their phrase means them."""
    tokens = _friendship_at_first(_odds_of_a_sex(_neither_evolves(_become_of(tokens))))
    tokens = _grown_into_a_type(_starters_grown(_comes_from_somewhere(_or_more_of(_values_of(tokens)))))
    tokens = _asked_at_the_end(_of_them(_said_of_each(_poisons(_kept_off(_not_as(_saved(tokens)))))))
    return _alone_a_riddle(_denied_twice(_where_it_holds(_who_can(_first_with(tokens)))))


def _said_of_each(tokens: list[Token]) -> list[Token]:
    """The tokens with the first "types" of "Vulpix types vs Ninetales types" left out."""
    for i in range(1, len(tokens) - 1):
        attributes = tokens[i].readings.get("attr")
        if not attributes or tokens[i + 1].text.casefold() not in VERSUS:
            continue
        if tokens[-1].readings.get("attr") == attributes and tokens[i - 1].has("mon"):
            return [*tokens[:i], *tokens[i + 1 :]]
    return tokens


def _poisons(tokens: list[Token]) -> list[Token]:
    """The tokens with the "poison" of "can Toxic poison Steelix" read as what is done to it, and not as a type."""
    for i in range(1, len(tokens) - 1):
        if tokens[i].text.casefold() != "poison":
            continue
        does = tokens[i - 1].has("move") and tokens[0].has("aux")
        if not does and tokens[i - 1].text.casefold() not in _CAN_YOU:  # "Can you poison a Steel type?"
            continue
        whom = tokens[i + 1] if not tokens[i + 1].has("filler") or i + 2 == len(tokens) else tokens[i + 2]
        if whom.has("mon") or whom.has("type"):
            tokens[i] = replace(tokens[i], readings={"ailment": ("poison",), "statusword": ("poison",)})
    return tokens


#: What stands in front of a verb for what one does oneself.
_CAN_YOU = frozenset(word_list("phrasings/can-you"))


def _become_of(tokens: list[Token]) -> list[Token]:
    """The tokens with the 变 of 美纳斯是丑丑鱼变的, 电击兽是什么变的 read as coming from what stands before it."""
    for i in range(3, len(tokens)):
        said = tokens[i].text == "的" and tokens[i - 1].has("ev", "into")
        origin = tokens[i - 2].has("mon") or tokens[i - 2].has("wh")
        if said and origin and tokens[i - 3].text in ("是", "由"):
            tokens[i - 1] = replace(tokens[i - 1], readings={"ev": ("from",)})
    return tokens


def _neither_evolves(tokens: list[Token]) -> list[Token]:
    """The tokens with "Neither Heracross nor Pinsir evolves" read as "Heracross and Pinsir don't evolve"."""
    nor = next((i for i, t in enumerate(tokens) if t.text.casefold() == "nor"), None)
    if nor is None or not tokens[0].has("neg") or tokens[0].text.casefold() != "neither":
        return tokens
    verb = next((i for i in range(nor, len(tokens)) if tokens[i].has("ev", "bare")), None)
    if verb is None or not all(t.has("mon") or t.has("aux") for t in (*tokens[1:nor], *tokens[nor + 1 : verb])):
        return tokens
    both = replace(tokens[nor], text="and", readings={"bool": ("and",)})
    kept = [t for t in tokens[nor + 1 : verb] if t.has("mon")]
    denied = replace(tokens[0], text="don't", readings={"neg": ("neg",)})
    return [*tokens[1:nor], both, *kept, denied, *tokens[verb:]]


def _odds_of_a_sex(tokens: list[Token]) -> list[Token]:
    """The tokens with "the odds of a starter being female", 御三家是雌性的概率 read as its gender ratio."""
    often = [i for i, t in enumerate(tokens) if t.has("sex", "often") and t.has("attr", "chance")]
    sexes = [i for i, t in enumerate(tokens) if t.has("sex", "male") or t.has("sex", "female")]
    if len(often) != 1 or len(sexes) != 1 or not any(t.has("cls") for t in tokens) or any(t.has("mon") for t in tokens):
        return tokens
    asked = replace(tokens[often[0]], readings={"attr": ("gender-ratio",)})
    return [asked if i == often[0] else t for i, t in enumerate(tokens) if i != sexes[0]]


def _friendship_at_first(tokens: list[Token]) -> list[Token]:
    """The tokens with "start with 140 friendship" read as "have": the base value is the first one."""
    if not any(t.has("attr", "happiness") for t in tokens):
        return tokens
    begins = [i for i, t in enumerate(tokens[:-1]) if t.has("namepart", "begins") and tokens[i + 1].has("number")]
    for i in begins:
        tokens[i] = replace(tokens[i], readings={"aux": ("have",)})
    return tokens


def _values_of(tokens: list[Token]) -> list[Token]:
    """The tokens with the 数值 of 捕获率数值 left out: it is the value of what stands before it."""
    for i in range(1, len(tokens)):
        if tokens[i].text in ("数值", "數值") and tokens[i - 1].has("attr"):
            tokens[i] = replace(tokens[i], readings={"filler": ("filler",)})
    return tokens


def _or_more_of(tokens: list[Token]) -> list[Token]:
    """The tokens with the "or more" of "more red or more blue ones" read as a choice, and not as a bound."""
    for i, token in enumerate(tokens):
        if token.text.casefold() not in ("or more", "or fewer") or i == 0 or i + 1 == len(tokens):
            continue
        bounded = tokens[i - 1].has("number") or tokens[i - 1].has("unit") or tokens[i - 1].has("attr")
        if not bounded and any(tokens[i + 1].has(tag) for tag in ("type", "color", "cls", "gender", "look")):
            tokens[i] = replace(token, readings={"bool": ("or",)})
    return tokens


#: What an ability does for a Pokémon that it keeps an attack from.
_SAVES = frozenset(word_list("saves"))


def _saved(tokens: list[Token]) -> list[Token]:
    """The tokens with "does Levitate save Hydreigon from Earthquake" read as whether it makes it immune to that."""
    for i in range(1, len(tokens) - 3):
        saves = tokens[i].text.casefold() in _SAVES and tokens[i - 1].has("ability") and tokens[i + 1].has("mon")
        attack = tokens[i + 3].has("move") or tokens[i + 3].has("type")
        if saves and attack and tokens[i + 2].text.casefold() in ("from", "against"):
            tokens[i] = replace(tokens[i], readings={"filler": ("filler",)})
            tokens[i + 2] = replace(tokens[i + 2], readings={"mu": ("immune:def",)})
    return tokens


#: What leads to whoever an attack is kept off from.
_WHOM = frozenset(word_list("keeps-off/whom"))


#: Words for keeping a type off.
_KEEPING = frozenset(word_list("keeping-off"))


def _kept_off(tokens: list[Token]) -> list[Token]:
    """The tokens with "does Soundproof block Boomburst on Exploud" read as whether it is immune to that by it."""
    for i in range(1, len(tokens) - 4):
        ability, verb, attack = tokens[i : i + 3]
        keeps = verb.has("mu", "immune:def") or verb.text.casefold() in _KEEPING
        if not (ability.has("ability") and keeps and (attack.has("move") or attack.has("type"))):
            continue
        k = i + 3 + tokens[i + 3].has("noun", "move")
        if k + 1 < len(tokens) and tokens[k].text.casefold() in _WHOM and tokens[k + 1].has("mon"):
            if not tokens[0].has("aux"):
                return tokens
            own = replace(ability, readings={"ability": ability.readings["ability"]})
            immune = replace(verb, readings={"mu": ("immune:def",)})
            return [*tokens[:i], tokens[k + 1], immune, *tokens[i + 2 : k], own, *tokens[k + 2 :]]
    return tokens


def _not_as(tokens: list[Token]) -> list[Token]:
    """The tokens with 化石翼龙没有叉字蝠快 read as being slower than it."""
    for i in range(1, len(tokens) - 2):
        first, denied, second = tokens[i - 1 : i + 2]
        if denied.text in ("没有", "没", "沒有", "不如", "不及") and first.has("mon") and second.has("mon"):
            k = i + 2 + (tokens[i + 2].text in ("那么", "那麼", "这么", "速度", "高"))
            word = tokens[k] if k < len(tokens) else None
            if word is None or not word.has("cmp"):
                continue
            turned = [f"{s[:-2]}lt" for s in word.readings["cmp"] if s.endswith("gt")]
            if turned:
                less = replace(word, readings={"cmp": tuple(turned)})
                than = replace(denied, readings={"prep": ("than",)})
                return [*tokens[:i], than, second, *tokens[i + 2 : k], less, *tokens[k + 1 :]]
    return tokens


def _comes_from_somewhere(tokens: list[Token]) -> list[Token]:
    """The tokens with the "come from" of a region or a generation read as where they were introduced."""
    for i in range(len(tokens) - 1):
        came = tokens[i].has("ev", "from") and tokens[i].text.casefold().partition(" ")[0] in _COMING
        place = tokens[i + 1] if not tokens[i + 1].has("filler") or i + 2 == len(tokens) else tokens[i + 2]
        if came and (place.has("region") or place.has("gen")):
            tokens[i] = replace(tokens[i], readings={"intro": ("intro",)})
    return tokens


#: "Comes from" in all its forms.
_COMING = frozenset(word_list("coming"))


#: The types of the starters, that each of them has from the beginning.
_STARTING = (10, 11, 12)


def _grown_into_a_type(tokens: list[Token]) -> list[Token]:
    """The tokens with "which starters become part Fighting" read as those that are so when they are grown.

    No starter begins with a type beside its first one.
    """
    if not any(t.has("cls", "starter") for t in tokens) or any(t.has("mon") or t.has("neg") for t in tokens):
        return tokens
    types = [i for i, t in enumerate(tokens) if t.has("type")]
    if len(types) != 1 or tokens[types[0]].readings["type"][0] in _STARTING:
        return tokens
    become = types[0] - 1
    while become > 0 and (tokens[become].has("filler") and not tokens[become].has("ev")):
        become -= 1
    if become < 0 or not tokens[become].has("ev", "into"):
        return tokens
    tokens[become] = replace(tokens[become], readings={"stage": ("evolved",)})
    for i, token in enumerate(tokens):
        grows = i + 2 < len(tokens) and token.has("wh", "when") and tokens[i + 2].has("ev", "bare")
        if grows and tokens[i + 1].has("pron"):  # "when they evolve"
            tokens[i : i + 3] = [replace(one, readings={"filler": ("filler",)}) for one in tokens[i : i + 3]]
    return tokens


#: When something has grown up.
_IN_THE_END = frozenset(word_list("in-the-end"))


def _starters_grown(tokens: list[Token]) -> list[Token]:
    """The tokens with what starters become, or have "in the end", read as of their last stage.

    "What do the Johto starters evolve into?", "which starters have two types in the end?", 御三家最后进化成什么.
    """
    starters = [i for i, t in enumerate(tokens) if t.has("cls", "starter")]
    if not starters or any(t.has("mon") or t.has("neg") for t in tokens):
        return tokens
    typed = any(t.has("type") or t.has("typecount") for t in tokens[starters[-1] :])
    becoming = [i for i, t in enumerate(tokens) if t.has("ev", "into") and i > starters[-1]]
    asked = any(t.has("wh", "what") or t.has("wh", "which") or t.has("wh", "who") for t in tokens)
    for i, token in enumerate(tokens):
        if typed and not becoming and i > starters[-1] and token.text.casefold() in _IN_THE_END:
            tokens[i] = replace(token, readings={"stage": ("final",)})
    if not typed and len(becoming) == 1 and asked:
        behind = tokens[becoming[0] + 1 :]
        if all(t.has("wh") or t.has("filler") or t.has("yn") for t in behind):
            tokens[becoming[0]] = replace(tokens[becoming[0]], readings={"ev": ("final",)})
    return tokens


def _of_them(tokens: list[Token]) -> list[Token]:
    """The tokens with the "one of them" of "which one of them is Fire?" read as those that were told."""
    for i in range(1, len(tokens)):
        if tokens[i].has("among") and tokens[i - 1].has("wh", "which"):
            tokens[i] = replace(tokens[i], readings={"pron": ("them",)})
    return tokens


#: What asks at the end whether the sentence in front is so.
_SO = frozenset(word_list("so"))


def _asked_at_the_end(tokens: list[Token]) -> list[Token]:
    """The tokens with the "yes" of "Swalot is purple, yes?" read as a question."""
    last = len(tokens) - 1
    if last > 1 and tokens[last].text.casefold() in _SO and not any(t.has("wh") or t.has("yn") for t in tokens):
        tokens[last] = replace(tokens[last], readings={"yn": ("yn",)})
    return tokens


def _first_with(tokens: list[Token]) -> list[Token]:
    """The tokens with "what was the first generation with Dark types" read as the one that introduced them."""
    asked = False
    for i, token in enumerate(tokens[:-2]):
        if asked and token.has("gen", "1") and token.text.casefold().startswith(("first ", "1st ")):
            behind = " ".join(t.text.casefold() for t in tokens[i + 1 : i + 3])
            if behind.startswith(("with", "to have", "that had", "to feature", "to include", "where")):
                tokens[i] = replace(token, readings={"attr": ("generation",)})
                tokens[i + 1] = replace(tokens[i + 1], readings={"intro": ("intro",)})
        asked = asked or token.has("wh", "what") or token.has("wh", "which")
    return tokens


def _who_can(tokens: list[Token]) -> list[Token]:
    """The tokens with the 会 of 变身有谁会, 除了皮卡丘谁还会伏特攻击 read as learning the move that is named."""
    moves = [i for i, t in enumerate(tokens) if t.has("move")]
    asked = [i for i, t in enumerate(tokens) if t.has("wh", "who")]
    if len(moves) != 1 or not asked or any(t.has("learn") for t in tokens):
        return tokens
    for i in range(asked[0] + 1, len(tokens)):
        ends = i + 1 == len(tokens) or (i + 2 == len(tokens) and tokens[-1].has("filler"))
        if tokens[i].text in ("会", "还会", "也会", "都会") and (i + 1 == moves[0] or ends):
            tokens[i] = replace(tokens[i], readings={"learn": ("learn",)})
            break
    return tokens


def _where_it_holds(tokens: list[Token]) -> list[Token]:
    """The tokens with the "where" of "anything where every stat is 100" read as what leads to a condition."""
    for i in range(1, len(tokens)):
        said = tokens[i - 1].has("noun", "pokemon") or tokens[i - 1].text.casefold() in _SOME
        if said and tokens[i].text.casefold() == "where" and any(t.has("number") for t in tokens[i + 1 :]):
            tokens[i] = replace(tokens[i], readings={"filler": ("filler",)})
    return tokens


#: Words for some Pokémon or other.
_SOME = frozenset(word_list("some"))


def _denied_twice(tokens: list[Token]) -> list[Token]:
    """The tokens with 没有不怕岩石的飞行系吗 read as the question whether there is one."""
    if not tokens or not tokens[-1].has("yn"):
        return tokens
    for i, token in enumerate(tokens[:-2]):
        if i and not any(tokens[i - 1].has(tag) for tag in ("light", "filler", "gen", "prep")):
            break  # nothing but such words may stand in front
        again = tokens[i + 1].has("neg", "neg") and not tokens[i + 1].text.startswith("没")
        if token.text == "没有" and again and any(t.text == "的" for t in tokens):
            tokens[i] = replace(token, readings={"neg": ("negyn",), "exist": ("exist",)})
    return tokens


#: What asks for a riddle where nothing is told of who is meant.
_WHOSE_SHADOW = word_list("whose-shadow")


def _alone_a_riddle(tokens: list[Token]) -> list[Token]:
    """The tokens with nothing but "Who's that Pokémon?" read as the wish for a riddle."""
    alone = len(tokens) == 1 and tokens[0].has("whoami")
    if alone and tokens[0].text.casefold().startswith(_WHOSE_SHADOW):
        return [replace(tokens[0], readings={"quiz": ("riddle",)})]
    return tokens
