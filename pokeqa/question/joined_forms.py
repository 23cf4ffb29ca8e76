""" "Male and female Nidoran", "Alolan and Kantonian Raichu": a word for a form that shares the name of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_VERSUS = frozenset(word_list("joined-forms/versus"))
#: Readings of words for a form.
_FORM_WORDS = ("sex", "formkind", "region", "ordinaryform", "unknown", "type", "attr", "hist", "vg", "role")
#: What may stand beside the words for two forms of a pair.
_BESIDE = ("noun", "filler", "pron")
#: What tells that two forms are held against each other.
_HELD_AGAINST = ("contrast", "cmp", "bymuch")


def with_joined_forms(tokens: Sequence[Token], read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """The tokens with a lone word for a form read with the name beside it; `read` gives the tokens of a text."""
    result = list(tokens)
    named = [i for i, t in enumerate(result) if t.has("mon")]
    if len(named) != 1 or len(result[named[0]].readings["mon"]) != 1:
        return result
    if result[named[0]].how != "form":
        return _pair(result, named[0], read)
    m = named[0]
    if (joined := _listed(result, m, read) or _its_other(result, m, read)) is not None:
        return joined
    if m + 3 < len(result) and result[m + 3].how == "form" and result[m + 2].text.casefold() in _VERSUS:
        other = _formed(result[m + 1], result[m], read)  # "Deoxys' Attack and Speed forms"
        if other is not None and other.readings["mon"] != result[m].readings["mon"]:
            return [*result[:m], other, result[m + 2], result[m], *result[m + 4 :]]
    for step in (-1, 1):
        joint = m + step
        while step > 0 and joint < len(result) and (result[joint].has("prep", "in") or result[joint].how == "form"):
            joint += 1  # "Deoxys in Attack Forme compared to"
        while step > 0 and joint + 1 < len(result) and result[joint].has("aux"):
            joint += 1  # "does Blade Aegislash have than Shield"
        i = joint + step
        while step > 0 and i < len(result) and (result[i].has("prep", "in") or result[i].has("pron")):
            i += 1
        if not (0 <= i < len(result)) or joint == m or result[joint].text.casefold() not in _VERSUS:
            continue
        word, own = result[i], result[m]
        if not any(word.has(tag) for tag in _FORM_WORDS) or not own.name:
            continue
        name = own.name.rstrip("♀♂")
        found = read(f"{word.text}{_space(word.text)}{name}")
        if len(found) != 1 or not found[0].has("mon") or found[0].how != "form":
            continue
        mon = found[0].readings["mon"]
        if len(mon) == 1 and mon != own.readings["mon"]:
            result[i] = replace(word, readings={"mon": mon}, how="form", name=own.name)
            behind = i + 1 < len(result) and result[i + 1].has("noun", "form")
            return [*result[: i + 1], *result[i + 2 :]] if behind else result
    return result


def _listed(tokens: list[Token], m: int, read: Callable[[str], Sequence[Token]]) -> list[Token] | None:
    """ "Palafin in its Zero and Hero forms": the second form was read with the name, the first stands alone."""
    last = next((k for k in range(m + 2, len(tokens)) if tokens[k].how == "form"), 0)
    first = last - 2
    if first <= m or tokens[last - 1].text.casefold() not in _VERSUS:
        return None
    if any(not (t.has("prep") or t.has("pron") or t.has("filler")) for t in tokens[m + 1 : first]):
        return None
    other = _formed(tokens[first], tokens[m], read)
    if other is None or other.readings["mon"] == tokens[m].readings["mon"]:
        return None
    return [*tokens[:m], other, tokens[last - 1], tokens[m], *tokens[last + 1 :]]


def _its_other(tokens: list[Token], m: int, read: Callable[[str], Sequence[Token]]) -> list[Token] | None:
    """ "Zero Form Palafin's Attack and that of its Hero Form": a form of the Pokémon that was named with another."""
    for p in range(m + 1, len(tokens) - 2):
        if not (tokens[p].has("pron") and tokens[p + 1].has("unknown") and tokens[p + 2].has("noun", "form")):
            continue
        other = _formed(tokens[p + 1], tokens[m], read)
        if other is not None and other.readings["mon"] != tokens[m].readings["mon"]:
            return [*tokens[:p], other, *tokens[p + 3 :]]
    return None


def _pair(tokens: list[Token], m: int, read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """ "How does Aegislash's Attack differ between Blade and Shield?": two forms away from the name of both."""
    if not any(t.has(tag) for t in tokens for tag in _HELD_AGAINST) or not tokens[m].name:
        return tokens
    for joint in range(m + 2, len(tokens) - 1):
        if tokens[joint].text.casefold() not in _VERSUS:
            continue
        a, b = joint - 1, joint + 1
        while a > m + 1 and tokens[a].has("noun", "form"):
            a -= 1
        while b < len(tokens) - 1 and any(tokens[b].has(tag) for tag in _BESIDE) and not tokens[b].has("unknown"):
            b += 1
        formed = any(t.has("noun", "form") for t in tokens[a + 1 : b + 2])
        pair = [_formed(tokens[k], tokens[m], read) for k in (a, b)]
        if None in pair or (not formed and any(tokens[k].has("attr") for k in (a, b))):
            continue
        first, second = (one for one in pair if one is not None)
        if first.readings["mon"] == second.readings["mon"]:
            continue
        behind = b + 1 < len(tokens) and tokens[b + 1].has("noun", "form")
        return [*tokens[:m], *tokens[m + 1 : a], first, tokens[joint], second, *tokens[b + 1 + behind :]]
    return tokens


def _formed(word: Token, own: Token, read: Callable[[str], Sequence[Token]]) -> Token | None:
    """The word for a form as that form of a Pokémon. A type's name alone is none."""
    if word.has("type") or not any(word.has(tag) for tag in _FORM_WORDS):
        return None
    found = read(f"{word.text}{_space(word.text)}{own.name.rstrip('♀♂')}")
    if len(found) != 1 or found[0].how != "form" or len(found[0].readings.get("mon", ())) != 1:
        return None
    return replace(word, readings={"mon": found[0].readings["mon"]}, how="form", name=own.name)


def _space(word: str) -> str:
    return " " if word.isascii() else ""
