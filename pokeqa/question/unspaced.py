"""Words written without spaces: where a run of letters falls apart ("whattypeispikachu")."""

from __future__ import annotations

from .lexicon import Lexicon
from .names import NameIndex

#: Letters that may be several words without spaces, and the longest word looked for in them.
_SHORTEST_RUN, _LONGEST_RUN, _LONGEST_PIECE = 8, 60, 24


def cuts(word: str, index: NameIndex, words: Lexicon) -> tuple[int, ...]:
    """Where a run of letters falls into words of the lexicon with a Pokémon's name among them; empty elsewhere."""
    if not _SHORTEST_RUN <= len(word) <= _LONGEST_RUN:
        return ()
    best: list[tuple[int, tuple[int, ...], bool] | None] = [(0, (), False), *([None] * len(word))]
    for end in range(2, len(word) + 1):
        for start in range(max(0, end - _LONGEST_PIECE), end - 1):
            so_far = best[start]
            if so_far is None:
                continue
            piece = word[start:end]
            named = any(n.kind == "pokemon" for n in index.names(piece)) if end - start >= 4 else False
            if not named and piece not in words.senses and not index.is_form_tag(piece):
                continue
            found = (so_far[0] + 1, (*so_far[1], start), so_far[2] or named)
            known = best[end]
            if known is None or (not found[2], found[0]) < (not known[2], known[0]):
                best[end] = found
    whole = best[-1]
    return whole[1][1:] if whole is not None and whole[2] else ()
