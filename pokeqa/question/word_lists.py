"""Words as they are written, by what they stand for: `data/lexicon/word_lists.yaml`.

Most words are read by their tags. These lists are for the places where the word itself decides, such as the "of" of
"which of them" or the 都 of 都有.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..errors import LexiconError
from ..paths import DATA
from ..yaml_files import read_yaml


def word_list(name: str) -> tuple[str, ...]:
    """The words of a list, in the file's order. Raises `LexiconError` where the file has no such list."""
    try:
        return _lists()[name]
    except KeyError:
        raise LexiconError(f"data/lexicon/word_lists.yaml has no list “{name}”. Add it.") from None


@cache
def _lists() -> Mapping[str, tuple[str, ...]]:
    lists = {}
    for name, words in read_yaml(DATA / "lexicon" / "word_lists.yaml").items():
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise LexiconError(f"data/lexicon/word_lists.yaml: “{name}” is not a list of words.")
        lists[str(name)] = tuple(words)
    return lists
