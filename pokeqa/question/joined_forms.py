""" "Male and female Nidoran", "Alolan and Kantonian Raichu": a word for a form that shares the name of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .lexer import Token

#: What may part the two.
_APART = ("bool", "prep", "mu")
_VERSUS = frozenset(
    {
        "vs",
        "versus",
        "vs.",
        "and",
        "or",
        "from",
        "和",
        "与",
        "跟",
        "同",
        "还是",
        "と",
        "to",
        "compared to",
        "compared with",
        "in comparison to",
        "than",
        "or in",
        "比",
    }
)
#: Readings of words for a form.
_FORM_WORDS = ("sex", "formkind", "region", "ordinaryform", "unknown", "type", "attr", "hist")


def with_joined_forms(tokens: Sequence[Token], read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """The tokens with a lone word for a form read with the name beside it; `read` gives the tokens of a text."""
    result = list(tokens)
    named = [i for i, t in enumerate(result) if t.has("mon")]
    if len(named) != 1 or result[named[0]].how != "form" or len(result[named[0]].readings["mon"]) != 1:
        return result
    m = named[0]
    for step in (-1, 1):
        joint = m + step
        while step > 0 and joint < len(result) and (result[joint].has("prep", "in") or result[joint].how == "form"):
            joint += 1  # "Deoxys in Attack Forme compared to"
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


def _space(word: str) -> str:
    return " " if word.isascii() else ""
