"""The words of questions: `data/lexicon/words.yaml`, by folded spelling."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from ..errors import LexiconError
from ..paths import DATA
from ..yaml_files import read_yaml
from .fold import fold

#: One thing a word can contribute: a tag and a value, ("attr", "speed") or ("sup", "speed:max").
Sense = tuple[str, str | float]


class Lexicon:
    """Folded spelling -> what it can contribute."""

    def __init__(self) -> None:
        senses: dict[str, dict[Sense, None]] = defaultdict(dict)
        for tag, values in read_yaml(DATA / "lexicon" / "words.yaml").items():
            if not isinstance(values, dict):
                raise LexiconError(f"words.yaml: {tag} must map values to spellings.")
            for value, languages in values.items():
                for spellings in languages.values():
                    for spelling in spellings:
                        if isinstance(spelling, bool):
                            raise LexiconError(f"words.yaml: quote the word for {spelling} under {tag}.{value}.")
                        key = fold(str(spelling))
                        if key:
                            senses[key][(tag, float(value) if tag == "number" else str(value))] = None
        self.senses: dict[str, tuple[Sense, ...]] = {key: tuple(found) for key, found in senses.items()}
        lengths: dict[str, set[int]] = defaultdict(set)
        for key in self.senses:
            lengths[key[0]].add(len(key))
        self.lengths = {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}


@cache
def lexicon() -> Lexicon:
    """The lexicon, read once."""
    return Lexicon()
