""" "Which of these three is the fastest: Jolteon, Electrode, Crobat?": words that point at names beside them."""

from __future__ import annotations

from collections.abc import Sequence

from .lexer import Token
from .word_lists import word_list

#: How many a counting word points at.
_COUNTED = {"three": 3, "four": 4}
#: So many names are set side by side at most.
_MOST_NAMED = 8
#: Words for those spoken of that may point at names in the same question.
_THOSE = frozenset(word_list("those"))
#: What makes a question of a sentence with such words.
_ASKING = ("wh", "sup", "cmp", "listedgroup")
#: What may stand between names of a list.
_JOINING = ("bool", "filler", "prep")


def with_named_group(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the names in the place of the words that point at them; as they are where nothing does."""
    result = list(tokens)
    names = [i for i, t in enumerate(result) if t.has("mon")]
    if not 1 < len(names) <= _MOST_NAMED or not any(t.has(tag) for tag in _ASKING for t in tokens):
        return result
    first, last = names[0], names[-1]
    if any(not t.has("mon") and not any(t.has(tag) for tag in _JOINING) for t in result[first : last + 1]):
        return result
    found = next(((i, k) for i in range(len(result)) if (k := _end_of_pointer(result, i, len(names)))), None)
    if found is None:
        return result
    start, end = found
    if end <= first and all(t.has("filler") for t in result[last + 1 :]):
        between, run = result[end:first], result[first : last + 1]
        if not result[start].text.isascii():
            return [*run, *result[:start], *between, *result[last + 1 :]]
        of = [t for t in result[start:end] if t.text.casefold().startswith("of ")]
        prep = [Token(t.start, t.start, "of", {"prep": ("of",)}, origin=(t.origin[0], t.origin[0])) for t in of[:1]]
        return [*result[:start], *prep, *run, *between, *result[last + 1 :]]
    if start > last:
        behind = start - 1 > last and result[start - 1].has("prep")  # "of the bunch"
        return [*result[: start - behind], *result[end:]]
    return result


def _end_of_pointer(tokens: Sequence[Token], i: int, named: int) -> int:
    """Where the words that point at so many names end that begin at i; 0 where none begin there."""
    token = tokens[i]
    behind_number = i > 0 and tokens[i - 1].has("number")  # 50以下
    listed = token.has("listedgroup") and not behind_number
    counted = next((n for value, n in _COUNTED.items() if token.has("pron", value)), 0)
    if counted == named:
        return i + 1
    if counted or not (listed or (token.has("pron", "them") and token.text.casefold() in _THOSE)):
        return 0
    k = i + 1
    if k < len(tokens) and (tokens[k].has("number") or tokens[k].has("pron")):
        number = int(tokens[k].value("number")) if tokens[k].has("number") else _counted(tokens[k])
        if number not in (named, 0):
            return 0
        k += 1
    while k < len(tokens) and (tokens[k].has("noun", "pokemon") and tokens[k].has("noun")):
        k += 1
    return k


def _counted(token: Token) -> int:
    return next((n for value, n in _COUNTED.items() if token.has("pron", value)), 0)
