"""Words that never say anything, wherever they stand: hesitations, oaths, how sure one is of the facts.

They are the `idle` words of `data/lexicon/light.yaml`. Unlike light words they go before anything is read, so that
what they stand between is side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ..paths import DATA
from ..yaml_files import read_yaml
from .fold import fold
from .lexer import Token

#: What an idle word may be besides.
_WEIGHTLESS = frozenset({"light", "filler"})


@cache
def _openings() -> frozenset[str]:
    words: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "interjections.yaml")
    return frozenset(fold(str(word)) for word in words["openings"])


def without_idle(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without the idle ones; all of them where nothing would be left."""
    kept = [token for token in tokens if not _is_idle(token)]
    if len(kept) > 1 and fold(kept[0].text) in _openings() and (kept[1].has("wh") or kept[1].has("aux")):
        kept = kept[1:]  # "cool what does it do"
    return kept or list(tokens)


def _is_idle(token: Token) -> bool:
    return token.has("light", "idle") and _WEIGHTLESS.issuperset(token.readings)
