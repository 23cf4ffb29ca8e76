"""Words of measures and rankings, read by what stands beside them.

一番素早さが高い is the fastest, "number 6 in Speed" a place in a ranking, "130+ Attack" a bound.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..pokedex.model import STATS
from .lexer import Token
from .word_lists import word_list


def _first(token: Token, tag: str) -> str:
    """The first value of a tag, or nothing."""
    return str(token.readings.get(tag, ("",))[0])


def with_ease(tokens: list[Token]) -> list[Token]:
    """The tokens with "easiest ... to catch" read as a ranking by catch rate, "hatches the fastest" as one of eggs."""
    caught = next((i for i, token in enumerate(tokens) if token.has("catch", "catch")), None)
    if sum(token.has("mon") for token in tokens) > 1:
        ways = {"easier": "capture-rate:gt", "harder": "capture-rate:lt"}
        tokens = [
            replace(token, readings={"cmp": (ways[way],)}) if (way := _first(token, "ease")) in ways else token
            for token in tokens
        ]  # 超梦和梦幻哪个好抓
    for i, token in enumerate(tokens):
        if not token.has("ease") or caught is None or caught <= i:
            continue
        sense = "capture-rate:max" if token.has("ease", "easy") else "capture-rate:min"
        tokens[i] = replace(token, readings={"sup": (sense,)})
        tokens[caught] = replace(tokens[caught], readings={"filler": ("filler",)})
        break
    hatches = next((i for i, token in enumerate(tokens) if token.has("egg", "hatch")), None)
    fast = next(
        (i for i, token in enumerate(tokens) if token.has("sup", "speed:max") or token.has("sup", "speed:min")), None
    )
    if hatches is not None and fast is not None and not any(token.has("mon") for token in tokens):
        sense = "hatch:min" if tokens[fast].has("sup", "speed:max") else "hatch:max"
        tokens[fast] = replace(tokens[fast], readings={"sup": (sense,)})
        tokens[hatches] = replace(tokens[hatches], readings={"filler": ("filler",)})
    return tokens


#: What Pokémon have a place in, "number 6 in Speed".
_RANKED = frozenset({*STATS, "total", "height", "weight"})


def with_places(tokens: list[Token]) -> list[Token]:
    """The tokens with "number 6 in Speed" read as the sixth place in it, and not as a number of the Pokédex."""
    for i in range(1, len(tokens)):
        for word, place in (("second", "2"), ("third", "3")):
            if tokens[i - 1].has("dexstep") and tokens[i].has("pron", word):
                tokens[i] = replace(tokens[i], readings={"rank": (place,)})  # 皮卡丘后面第二只
    for i in range(1, len(tokens) - 2):
        number, measure = tokens[i], next((t for t in tokens[i + 2 :] if not t.has("filler") or t.has("attr")), None)
        if not (number.has("number") and tokens[i - 1].has("noun", "number") and measure is not None):
            continue
        value = number.readings["number"][0]
        ranked = any(name in _RANKED for name in measure.readings.get("attr", ()))
        if ranked and tokens[i + 1].text.casefold() in ("in", "for", "by") and value == int(value) and value > 0:
            tokens[i - 1] = replace(tokens[i - 1], readings={"filler": ("filler",)})
            tokens[i] = replace(number, readings={"rank": (str(int(value)),)})
    return tokens


def with_growth(tokens: list[Token]) -> list[Token]:
    """The tokens with the name of a growth rate read as nothing else, where growth is spoken of: 经验类型是最慢."""
    if not any(token.has("attr", "growth-rate") for token in tokens):
        return tokens
    return [
        replace(token, readings={"look": token.readings["look"]})
        if any(str(one).startswith("growth_rate:") for one in token.readings.get("look", ())) else token
        for token in tokens
    ]  # fmt: skip


def with_how_high(tokens: list[Token]) -> list[Token]:
    """The tokens with "how high" read of the stat that is named, and not as the height: "how high can its HP get"."""
    for i, token in enumerate(tokens):
        if not (token.text.casefold() in ("how high", "how big") and token.has("attr", "height")):
            continue
        if not any(t.has("attr", stat) for t in tokens[i + 1 :] for stat in STATS):
            continue
        can = i + 1 < len(tokens) and tokens[i + 1].has("aux", "can")
        tokens[i] = replace(token, readings={"extreme": ("max",)} if can else {"wh": ("howmuch",)})
    return tokens


def with_at_least(tokens: Sequence[Token]) -> Sequence[Token]:
    """ "130+ Special Attack" is 130 or more; beside a Pokémon's name, "252+" is said of its training."""
    result = list(tokens)
    if any(token.has("mon") for token in tokens):
        return result
    for i in range(1, len(tokens)):
        number, sign = tokens[i - 1], tokens[i]
        joined = sign.text == "+" and number.has("number") and number.origin[1] == sign.origin[0]
        before_a_number = i + 1 < len(tokens) and tokens[i + 1].has("number")
        if joined and not before_a_number:
            result[i] = replace(sign, readings={"op": ("ge",)})
    return result


#: Units of length, behind which "long" and "high" say how tall something is.
_LENGTHS = ("m", "cm", "ft", "in")
_LONG = frozenset(word_list("long"))


def with_length(tokens: Sequence[Token]) -> Sequence[Token]:
    """ "Wailord is 14.5 metres long": the data has one size of each, its height."""
    result = list(tokens)
    for i in range(1, len(tokens)):
        if tokens[i].text.casefold() in _LONG and any(tokens[i - 1].has("unit", unit) for unit in _LENGTHS):
            result[i] = replace(tokens[i], readings={"attr": ("height",), "vague": ("height",)}, how="exact")
    return result


#: The stats that one may be bulkier in.
_BULK = ("hp", "defense", "special-defense")


def with_bulk_of_a_stat(tokens: Sequence[Token]) -> Sequence[Token]:
    """ "Bulkier in Special Defense" compares that stat, and not the bulk as a whole."""
    if not any(token.has("attr", stat) for token in tokens for stat in _BULK):
        return tokens
    plain = {f"bulk:{sense}": f":{sense}" for sense in ("gt", "lt")}
    return [
        replace(token, readings={**token.readings, "cmp": tuple(plain.get(s, s) for s in token.readings["cmp"])})
        if any(sense in plain for sense in token.readings.get("cmp", ()))
        else token
        for token in tokens
    ]


#: "Most" and the comparative that it makes a superlative may stand this far apart (一番 素早さ が 高い).
_MOST_REACH = 4


def with_superlatives(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with "most" and the comparative behind it read as one superlative: 一番素早さが高い is the fastest."""
    result = list(tokens)
    for i, token in enumerate(tokens):
        if not token.has("most"):
            continue
        for k in range(i + 1, min(i + 1 + _MOST_REACH, len(tokens))):
            senses = [sense.partition(":") for sense in tokens[k].readings.get("cmp", ())]
            named = any(t.has("attr") for t in tokens[i + 1 : k])
            found = tuple(
                f"{'' if named else attribute}:{'max' if direction == 'gt' else 'min'}"
                for attribute, _, direction in senses
                if direction in ("gt", "lt")
            )
            if found:
                result[i] = replace(token, readings={"filler": ("filler",)})
                result[k] = replace(tokens[k], readings={"sup": tuple(dict.fromkeys(found))})
                break
    return result


def with_pairs(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with one word for two attributes read as the two: 双防 is Defense and Special Defense."""
    result: list[Token] = []
    for token in tokens:
        names = str(token.value("pair")).split("+") if token.has("pair") else []
        result += [replace(token, readings={"attr": (name,)}) for name in names] or [token]
    return result


#: "Number 1" as a place in the National Dex.
_FIRST = frozenset(word_list("first"))
#: Words in which a single hit point is named.
_ONE_POINT = re.compile("(?:1|one|一)", re.IGNORECASE)


def with_plain_numbers(tokens: list[Token]) -> list[Token]:
    """The tokens with two numbers read as such: "Which Pokémon is number 1?", and the base HP of "with only 1 HP"."""
    last = next((i for i in range(len(tokens) - 1, -1, -1) if not tokens[i].has("noun", "dex")), 0)
    described = any(t.has("whoami") or t.has("noun", "pokemon") for t in tokens) and not any(
        t.has("mon") for t in tokens
    )
    result: list[Token] = []
    for i, token in enumerate(tokens):
        first = i == last and i > 0 and token.text.casefold() in _FIRST and _is(tokens[i - 1])
        if first and not any(t.has("attr") or t.has("type") for t in tokens):
            result += _halves(token, {"noun": ("number",)}, {"number": (1.0,)})
        elif described and token.has("hpstate", "0") and _ONE_POINT.search(token.text):
            result += _halves(token, {"number": (1.0,)}, {"attr": ("hp",)})
        else:
            result.append(token)
    return result


def _is(token: Token) -> bool:
    return token.has("aux", "be") or (token.has("wh") and token.text.casefold().endswith(("is", "'s", "’s")))


def with_experience(tokens: list[Token]) -> list[Token]:
    """The tokens with "gives the most experience" read as a ranking of what each gives when it is beaten."""
    ranked = any(t.has("sup", ":max") or t.has("sup", ":min") for t in tokens)
    given = any(t.has("exp", "gives") for t in tokens)
    if not (ranked and given) or any(t.has("mon") or t.has("number") or t.has("item") for t in tokens):
        return tokens
    return [replace(t, readings={"attr": ("base-experience",)}) if t.has("exp", "exp") else t for t in tokens]


def _halves(token: Token, first: dict[str, tuple[Any, ...]], second: dict[str, tuple[Any, ...]]) -> list[Token]:
    """One token as two, which share its letters."""
    cut, at = token.start + 1, token.origin[0] + 1
    return [
        replace(token, end=cut, text=token.text[:1], origin=(token.origin[0], at), readings=first),
        replace(token, start=cut, text=token.text[1:].strip(), origin=(at, token.origin[1]), readings=second),
    ]
