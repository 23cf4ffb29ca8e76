"""A form that is said once of several: "in its mega form, Metagross or Salamence?", 超级进化后巨金怪和暴飞龙谁更快."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from .lexer import Token
from .word_lists import word_list

Read = Callable[[str], Sequence[Token]]

#: What joins the names; "than" sets the form of one against the other.
_JOINS = frozenset(word_list("shared-form/joins"))
#: Words for becoming a Mega form, in front of the names or behind the last one.
_AFTER = word_list("shared-form/after")
#: What stands in front of a form that is said of all: "in their", "when", "as".
_IN_FRONT = ("prep", "pron", "wh", "battlewords")
#: What makes another question of it.
_OTHERWISE = ("neg", "ev", "number", "move", "item", "ability", "learn", "than", "contrast")
_FILLER = {"filler": ("filler",)}
_MOST = 6


def with_shared_form(tokens: Sequence[Token], read: Read) -> list[Token]:
    """The tokens with each of the names that are compared read in its Mega form, where that is said once of all."""
    result = list(tokens)
    if not any(t.has("cmp") or t.has("sup") for t in result) or any(t.has(tag) for t in result for tag in _OTHERWISE):
        return result
    if any(t.has("prep", "than") or t.text.casefold().endswith(" than") for t in result):
        return result
    named = [i for i, t in enumerate(result) if t.has("mon")]
    if not 1 < len(named) <= _MOST or any(len(result[i].readings["mon"]) != 1 for i in named):
        return result
    if not all(any(t.text.casefold() in _JOINS for t in result[a + 1 : b]) or b == a + 1
               for a, b in pairwise(named)):  # fmt: skip
        return result
    plain = [i for i in named if result[i].how != "form"]
    said = next((i for i, t in enumerate(result) if t.has("formkind", "mega") and not t.has("mon")), None)
    if said is not None and len(plain) == len(named):
        before = result[said - 1] if said else None
        shared = before is None or any(before.has(tag) for tag in _IN_FRONT)
    else:
        formed = [i for i in named if i not in plain]
        shared = len(formed) == 1 and _is_said_of_all(result, formed[0], named)
        said = None
    if not shared:
        return result
    for i in plain:
        found = read(f"Mega {result[i].name}" if result[i].name.isascii() else f"超级{result[i].name}")
        if len(found) != 1 or found[0].how != "form" or len(found[0].readings.get("mon", ())) != 1:
            return list(tokens)
        result[i] = replace(result[i], readings={"mon": found[0].readings["mon"]}, how="form")
    if said is not None:
        result[said] = replace(result[said], readings=_FILLER)
        if said and result[said - 1].has("wh", "when"):
            result[said - 1] = replace(result[said - 1], readings=_FILLER)
    return [t for i, t in enumerate(result) if not (t.has("pron") and not t.has("mon") and _is_of_form(result, i))]


def _is_of_form(tokens: Sequence[Token], i: int) -> bool:
    """Does a pronoun stand in front of the form, as in "in its mega form"?"""
    behind = tokens[i + 1] if i + 1 < len(tokens) else None
    return behind is not None and (behind.how == "form" or behind.readings == _FILLER)


def _is_said_of_all(tokens: Sequence[Token], formed: int, named: Sequence[int]) -> bool:
    """Is the form said "in its mega form", or by a word in front of the first or behind the last of the names?"""
    if formed and (tokens[formed - 1].has("pron") or tokens[formed - 1].has("wh", "when")):
        return True
    text = tokens[formed].text.casefold()
    if formed == named[0]:
        return text.startswith(_AFTER)
    return formed == named[-1] and text.endswith(_AFTER)
