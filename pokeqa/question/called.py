"""A Pokémon described by what it is called: 以前叫太阳精灵的那只, "the one called Glurak"; the name says it all."""

from __future__ import annotations

from collections.abc import Sequence

from .lexer import Token
from .word_lists import word_list

#: What stands behind 叫… and points at the Pokémon.
_POINTS = word_list("points")
#: Words for a name of other times or places.
_NAMED = frozenset(word_list("called/named"))


def without_callings(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a description by a name replaced by that name."""
    result = _without_other_name(list(tokens))
    for i in range(1, len(result)):
        if i >= len(result) or not result[i].has("mon"):
            continue
        start, end = _called_before(result, i), _pointed_behind(result, i)
        if start is not None and end is not None:
            result = [*result[:start], result[i], *result[end:]]
            break
        start = _the_one_called(result, i)
        if start is not None:
            result = [*result[:start], *result[i:]]
            break
    return result


def _without_other_name(tokens: list[Token]) -> list[Token]:
    """快龙以前的旧译叫启暴龙，它是几号: a sentence that tells another name of the one that it names first."""
    named = [i for i, t in enumerate(tokens) if t.has("mon")]
    if len(named) != 2 or tokens[named[0]].readings["mon"] != tokens[named[1]].readings["mon"]:
        return tokens
    between = tokens[named[0] + 1 : named[1]]
    told = any(t.has("attr", "name") or t.has("listed") or t.text in _NAMED for t in between)
    around = all(t.has("attr", "name") or t.has("hist", "past") or t.text in _NAMED or any(map(t.has, _AROUND))
                 for t in between)  # fmt: skip
    asks = any(t.has("pron") for t in tokens[named[1] + 1 :])
    return [*tokens[: named[0]], *tokens[named[1] :]] if told and around and asks else tokens


#: What else stands between the two names.
_AROUND = ("listed", "edition", "filler", "aux", "lang", "prep")


def _called_before(tokens: Sequence[Token], i: int) -> int | None:
    """Where 港版以前叫 begins in front of a name."""
    k = i - 1
    if not (tokens[k].has("attr", "name") or tokens[k].has("listed")) or tokens[k].text.isascii():
        return None
    while k > 0 and (tokens[k - 1].has("hist", "past") or tokens[k - 1].has("edition") or tokens[k - 1].has("pron")):
        k -= 1
    return k


def _pointed_behind(tokens: Sequence[Token], i: int) -> int | None:
    """Where 的那只 ends behind a name."""
    k = i + 1
    if k < len(tokens) and tokens[k].text in ("的", "嘅"):
        k += 1
    return k + 1 if k < len(tokens) and tokens[k].text in _POINTS else None


def _the_one_called(tokens: Sequence[Token], i: int) -> int | None:
    """Where "the Pokémon that is called" begins in front of a name."""
    k = i - 1
    if not (tokens[k].has("listed") or tokens[k].has("attr", "name")) or not tokens[k].text.isascii():
        return None
    k -= 1
    while k > 0 and (tokens[k].has("aux", "be") or tokens[k].text.casefold() in ("that", "that's", "which", "who")):
        k -= 1
    if k < 0 or tokens[k].text.casefold() not in ("one", "the one", "pokemon", "pokémon", "the pokemon"):
        return None
    return k - 1 if k and tokens[k - 1].text.casefold() == "the" else k
