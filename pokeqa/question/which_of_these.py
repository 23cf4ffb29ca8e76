""" "Lunala and Solgaleo, which one is Ghost type?": the names in front as those of which one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: How the question goes on behind the names, and those of them that say "is" as well.
_WHICH = frozenset(word_list("which-of-these/which"))
_WHICH_IS = frozenset(word_list("which-of-these/which-is"))
#: Where one is asked for by a word in front of the names already.
_DESCRIBES = ("type", "ability", "move", "egg_group", "cls", "gen", "region", "ev", "mu", "stage", "evolveby", "learn")
_OTHERWISE = ("cmp", "sup", "mon", "number", "attr")
#: So many at most are set side by side.
_MOST = 6


def with_names_behind_which(tokens: Sequence[Token]) -> list[Token]:
    """The tokens as "which of Lunala and Solgaleo is Ghost type", where that is what they ask."""
    result = list(tokens)
    if len(result) < 4 or not result[0].has("mon"):
        return result
    end = 0
    while end < len(result) and (result[end].has("mon") or (result[end].has("bool") and not result[end].has("wh"))):
        end += 1
    names = [t for t in result[:end] if t.has("mon")]
    return (one_of(names, result[end:]) if 1 < len(names) <= _MOST else None) or result


def one_of(names: Sequence[Token], asked: Sequence[Token]) -> list[Token] | None:
    """The question which of these is so; None where the clause does not ask that."""
    width, text = 0, ""
    for k, token in enumerate(asked[:4]):
        text = f"{text} {token.text.casefold()}".strip()
        if text in _WHICH or text in _WHICH_IS:
            width = k + 1
            said = text
    if not width:
        return None
    rest = [t for t in asked[width:] if not (t.has("pron", "them") or (t.has("list", "one") and t.text == "one"))]
    if not any(t.has(tag) for t in rest for tag in _DESCRIBES):
        return None
    if any(t.has(tag) and not t.has("noun", "type") for t in rest for tag in _OTHERWISE) or any(
        t.has("wh") for t in rest
    ):
        return None
    word = asked[0]
    which = replace(word, text="which", readings={"wh": ("which",)})
    joined: list[Token] = [replace(word, text="of", readings={"prep": ("of",)})]
    for name in names:
        joined += [name, replace(word, text="and", readings={"bool": ("and",)})]
    be = [replace(word, text="is", readings={"aux": ("be",)})] if said in _WHICH_IS else []
    return [which, *joined[:-1], *be, *rest]
