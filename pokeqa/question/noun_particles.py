"""HPの種族値, ほのおのタイプを持つ: a noun that only says what the word in front of it is, joined by a particle."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.model import STATS
from .lexer import Token
from .word_lists import word_list

#: The particles, and the nouns for a stat.
_OF = frozenset(word_list("noun-particles/of"))
_STAT_NOUNS = frozenset(word_list("stat-nouns"))


def without_noun_particles(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without "of" and the noun behind a stat, and without "of" between a type and the word for types."""
    result = list(tokens)
    i = 1
    while i < len(result) - 1:
        before, behind = result[i - 1], result[i + 1]
        if result[i].text not in _OF:
            i += 1
        elif any(s in before.readings.get("attr", ()) for s in STATS) and behind.text in _STAT_NOUNS:
            del result[i : i + 2]
        elif result[i].text == "の" and before.has("type") and behind.text == "タイプ":
            del result[i]
        else:
            i += 1
    return result
