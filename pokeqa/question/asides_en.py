"""English asides in everyday words in front of a question, or behind its last sign: who asks, why, how they feel.

A phrase that says nothing is a word of the lexicon. Here a run of words goes whose every word is one of those that
people use for it (`data/lexicon/asides_en.yaml`), however they are put together: "a kid in my class keeps asking me".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ..paths import DATA
from ..yaml_files import read_yaml
from .lexer import Token

#: A question begins with one of these.
_BEGINNING = ("wh", "aux")
#: The longest aside, in tokens.
_LONGEST = 14
#: A shorter text is no question with an aside.
_FEWEST = 3
_SPACE, _POSSESSIVE = 1, 3


@cache
def _words() -> Mapping[str, frozenset[str]]:
    lists: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "asides_en.yaml")
    return {key: frozenset(w for one in some for w in str(one).split()) for key, some in lists.items()}


def without_english_asides(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without an aside in front, and without one at the end."""
    if len(tokens) < _FEWEST:
        return list(tokens)
    kept = list(tokens[_behind_the_first(tokens) :])
    return kept[: _before_the_last(kept)]


def _behind_the_first(tokens: Sequence[Token]) -> int:
    best, tells = 0, False
    itself_asks = any(tokens[0].has(tag) for tag in _BEGINNING)  # "Do people like it? What type is it?"
    for k, token in enumerate(tokens[: _LONGEST + 1]):
        asks = any(token.has(tag) for tag in _BEGINNING)
        parted = k > 0 and _is_parted(tokens[k - 1], token)
        if itself_asks and parted:
            return 0
        if k and tells and k + 1 < len(tokens) and (asks or (parted and best == 0)):
            best = k
        if not _is_said_aside(token):
            break
        tells = tells or _tells(token)
    return best


def _before_the_last(tokens: Sequence[Token]) -> int:
    tells = False
    for k in range(len(tokens) - 1, max(0, len(tokens) - _LONGEST), -1):
        if not _is_said_aside(tokens[k]):
            break
        tells = tells or _tells(tokens[k])
        if _is_parted(tokens[k - 1], tokens[k]):
            # A single word may be what is asked: "Charizard with Dragon Dance, possible?".
            return k if tells and k + 1 < len(tokens) else len(tokens)
    return len(tokens)


def _is_said_aside(token: Token) -> bool:
    lists = _words()
    return all(word in lists["between"] or word in lists["telling"] for word in _said(token))


def _tells(token: Token) -> bool:
    return any(word in _words()["telling"] for word in _said(token))


def _said(token: Token) -> list[str]:
    return token.text.casefold().replace("’", "'").split()


def _is_parted(before: Token, token: Token) -> bool:
    """Does a sign stand between two neighbours?"""
    gap = token.origin[0] - before.origin[1]
    return gap > _SPACE and not (gap == _POSSESSIVE and before.mark.endswith("s"))
