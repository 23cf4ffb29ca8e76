"""Words for a form of several tokens, away from the name: "Dawn Wings and Dusk Mane Necrozma", 一击流和连击流武道熊师.

`joined_forms` reads a form of one word beside the name; here the words of a form may be many, and may by themselves
mean something else (a Pokémon's name in other letters, a stat, a time of day).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

Read = Callable[[str], Sequence[Token]]

_VERSUS = frozenset(word_list("joined-forms/versus"))
#: What tells that two forms are held against each other.
_HELD_AGAINST = ("contrast", "cmp", "bymuch", "mu", "renew")
#: The words that tell it by themselves.
_AGAINST = frozenset(word_list("lone-forms/against"))
#: "Mega Charizard X and Y": both of a name that has the two.
_BOTH = {word: joint for joint in ("and", "or") for word in (f"x {joint} y", f"y {joint} x")}
#: How the words for forms end that are mostly said without it, and words for both sexes at once.
_TAILS = word_list("lone-forms/tails")
_SEXES = frozenset(word_list("lone-forms/sexes"))
#: A word for a form is no longer than this.
_LONGEST = 5
#: What ends a word for a form.
_ENDS = ("wh", "contrast", "neg")


def with_lone_forms(tokens: Sequence[Token], read: Read) -> list[Token]:
    """The tokens with a form's words of the one Pokémon that is named read as that form of it."""
    result = list(tokens)
    formed = [i for i, t in enumerate(result) if t.how == "form" and t.has("mon")]
    named = formed or [i for i, t in enumerate(result) if t.has("mon")]
    if not named or len(named) > 2:
        return result
    if len(named) == 2:
        return _stats_of_forms(result, named, read)
    m = named[0]
    both = result[m + 1].text.casefold() if m + 1 < len(result) else ""
    if both in _BOTH and result[m].how == "form":
        return _x_and_y(result, m, read)
    if len(result[m].readings["mon"]) != 1 or not any(_holds_against(t) for t in result):
        return result
    return _both_sexes(result, m, read) or _other(result, m, read)


def _both_sexes(tokens: list[Token], m: int, read: Read) -> list[Token] | None:
    """公母爱管侍有什么不一样: the female and the male of a name whose sexes are forms."""
    at = next((k for k in (m - 1, m + 1, m + 2) if 0 <= k < len(tokens) and tokens[k].text in _SEXES), None)
    if at is None or tokens[m].how == "form":
        return None
    female, male = (read(f"{sex}{tokens[m].name}") for sex in ("雌性", "雄性"))
    joint = read("和")
    if any(len(one) != 1 or one[0].how != "form" for one in (female, male)) or len(joint) != 1:
        return None
    pair = [replace(tokens[m], readings={"mon": one[0].readings["mon"]}, how="form") for one in (male, female)]
    low, high = min(at, m), max(at, m)
    return [*tokens[:low], pair[0], joint[0], pair[1], *tokens[high + 1 :]]


def _holds_against(token: Token) -> bool:
    return any(token.has(tag) for tag in _HELD_AGAINST) or token.text.casefold() in _AGAINST


def _x_and_y(tokens: list[Token], m: int, read: Read) -> list[Token]:
    """ "Mega Charizard X and Y": each of the two."""
    own, pair = tokens[m], tokens[m + 1]
    spelled = own.text.rstrip("XYxy ")
    forms = [read(f"{spelled} {letter}") for letter in "XY"]
    joint = read(_BOTH[pair.text.casefold()])
    if any(len(one) != 1 or one[0].how != "form" for one in forms) or len(joint) != 1:
        return tokens
    x, y = (replace(own, readings={"mon": one[0].readings["mon"]}, text=one[0].text) for one in forms)
    return [*tokens[:m], x, replace(joint[0], start=pair.start, end=pair.end, origin=pair.origin), y, *tokens[m + 2 :]]


def _stats_of_forms(tokens: list[Token], named: list[int], read: Read) -> list[Token]:
    """ "Deoxys Speed or Deoxys Attack": the same name twice, each time with the form behind it."""
    a, b = named
    same = tokens[a].readings["mon"] == tokens[b].readings["mon"] and len(tokens[a].readings["mon"]) == 1
    if not same or a + 3 != b or b + 1 >= len(tokens) or tokens[a + 2].text.casefold() not in _VERSUS:
        return tokens
    forms = [_formed(tokens[i + 1 : i + 2], tokens[i], read) for i in named]
    if None in forms or not all(tokens[i + 1].has("attr") for i in named):
        return tokens
    first, second = (one for one in forms if one is not None)
    if first.readings["mon"] == second.readings["mon"]:
        return tokens
    return [*tokens[:a], first, tokens[a + 2], second, *tokens[b + 2 :]]


def _other(tokens: list[Token], m: int, read: Read) -> list[Token]:
    """The form on the other side of the word that joins it to the name."""
    own = tokens[m]
    for joint in (k for k in (m - 1, m + 1, m + 2, m + 3) if 0 < k < len(tokens) - 1):
        if not _joins(tokens[joint]):
            continue
        before, after = tokens[max(0, joint - _LONGEST) : joint], tokens[joint + 1 : joint + 1 + _LONGEST]
        stat = before[-1].has("attr") and not before[-1].has("noun", "form")
        if joint < m and stat and tokens[joint].has("prep", "than"):
            return tokens  # 攻击比代欧奇希斯高: the stat
        if joint < m:
            for size in range(len(before), 0, -1):
                found = _formed(before[-size:], own, read)
                if found is not None and found.readings["mon"] != own.readings["mon"]:
                    return [*tokens[: joint - size], found, *tokens[joint:]]
            return tokens
        for size in range(len(after), 0, -1):
            found = _formed(after[:size], own, read)
            between = tokens[m + 1 : joint]
            if found is None or found.readings["mon"] == own.readings["mon"]:
                continue
            if between and own.how != "form" and _are_stats(_without_of(between), after[:size], tokens):
                return tokens  # 代欧奇希斯的攻击和速度之和
            if between and own.how != "form":  # 骑拉帝纳的别种形态和起源形态
                first = _formed(_without_of(between), own, read)
                if first is None or first.readings["mon"] == found.readings["mon"]:
                    return tokens
                return [*tokens[:m], first, tokens[joint], found, *tokens[joint + 1 + size :]]
            return [*tokens[: m + 1], *between, tokens[joint], found, *tokens[joint + 1 + size :]]
        return tokens
    return tokens


def _are_stats(first: Sequence[Token], second: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """Are two words for forms, which are words for stats, too, meant as these?"""
    return all(t.has("attr") for t in (*first, *second)) and not any(t.has("noun", "form") for t in tokens)


def _joins(token: Token) -> bool:
    text = token.text.casefold()
    return text in _VERSUS or text in _AGAINST or text.endswith(" than")


def _without_of(tokens: Sequence[Token]) -> Sequence[Token]:
    return tokens[1:] if tokens and tokens[0].text in ("的", "の") else tokens


def _formed(words: Sequence[Token], own: Token, read: Read) -> Token | None:
    """These words with the name as one of its forms, None where they are none."""
    if not words or any(t.how == "form" or any(t.has(tag) for tag in _ENDS) for t in words):
        return None
    if all(t.has("filler") or t.has("noun") for t in words):
        return None
    space = " " if words[0].text.isascii() else ""
    spelled = space.join(t.text for t in words)
    name = own.name.rstrip("♀♂")
    tails = ("", *(() if space or len(words) > 1 else _TAILS))
    found = next((one for tail in tails if _is_one_form(one := read(f"{spelled}{tail}{space}{name}"))), None)
    if found is None:
        return None
    first, last = words[0], words[-1]
    return replace(first, end=last.end, text=spelled, readings={"mon": found[0].readings["mon"]}, how="form",
                   name=own.name, origin=(first.origin[0], last.origin[1]))  # fmt: skip


def _is_one_form(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 1 and tokens[0].how == "form" and len(tokens[0].readings.get("mon", ())) == 1
