"""The words of questions, by folded spelling: the files of `data/lexicon` that `FILES` names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from ..errors import LexiconError
from ..paths import DATA
from ..yaml_files import read_yaml
from .fold import fold, fold_text, normalise
from .word_lists import word_list

#: The files of words; a spelling in several of them has all their senses.
FILES = ("words.yaml", "calculations.yaml", "sets.yaml", "evolution.yaml", "spoken.yaml", "battle.yaml",
         "battle_spoken.yaml", "moves.yaml", "lookup.yaml", "uses.yaml", "raising.yaml", "breeding.yaml",
         "wrappers.yaml", "light.yaml",
         "synonyms.yaml", "play.yaml", "described.yaml", "listed.yaml", "degrees.yaml", "cantonese.yaml",
         "turns.yaml", "comparing.yaml", "form_change.yaml", "chatty.yaml", "counting.yaml",
         "companions.yaml", "judged.yaml", "sets_spoken.yaml")  # fmt: skip
#: In a file with slots, `{slot}` in a spelling stands for each of the slot's words.
_SLOT = re.compile(r"\{(\w+)\}")

#: Question words that are written together with "is".
_ASKING = word_list("lexicon/asking")

#: One thing a word can contribute: a tag and a value, ("attr", "speed") or ("sup", "speed:max").
Sense = tuple[str, str | float]


class Lexicon:
    """Folded spelling -> what it can contribute."""

    def __init__(self) -> None:
        senses: dict[str, dict[Sense, None]] = defaultdict(dict)
        spaced: dict[str, bool] = {}
        for name in FILES:
            file = read_yaml(DATA / "lexicon" / name)
            slots = file.pop("slots", {})
            for tag, values in file.items():
                if not isinstance(values, dict):
                    raise LexiconError(f"{name}: {tag} must map values to spellings.")
                for value, languages in values.items():
                    self._add(senses, spaced, name, tag, value, languages, slots)
        self.senses: dict[str, tuple[Sense, ...]] = {key: tuple(found) for key, found in senses.items()}
        #: Words that are written as one: "forme" is not what "for me" says.
        self.unbroken = frozenset(key for key, parted in spaced.items() if not parted and key.isascii())
        lengths: dict[str, set[int]] = defaultdict(set)
        for key in self.senses:
            lengths[key[0]].add(len(key))
        self.lengths = {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}

    @staticmethod
    def _add(
        senses: dict[str, dict[Sense, None]], spaced: dict[str, bool], name: str, tag: str, value: str,
        languages: Mapping[str, list[object]], slots: Mapping[str, Sequence[str]],
    ) -> None:  # fmt: skip
        for spelling in (one for spellings in languages.values() for one in spellings):
            if isinstance(spelling, bool):
                raise LexiconError(f"{name}: quote the word for {spelling} under {tag}.{value}.")
            for filled in _filled(str(spelling), slots):
                # In a question the 's of "when it's dark" looks like any possessive, which is dropped; the word in
                # front of it must ask by itself in "what's the difference".
                inside = "'s " in filled and not filled.startswith(_ASKING)
                dropped = fold_text(normalise(filled)).chars if inside else ""
                for key in filter(None, dict.fromkeys((fold(filled), dropped))):
                    spaced[key] = spaced.get(key, False) or not filled.strip().isalnum()
                    senses[key][(tag, float(value) if tag == "number" else str(value))] = None


def _filled(spelling: str, slots: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A spelling with each word for its slots."""
    named = _SLOT.findall(spelling)
    try:
        choices = [slots[one] for one in named]
    except KeyError as error:
        raise LexiconError(f"{spelling!r} names {error}, which is no slot.") from error
    for words in product(*choices):
        yield _SLOT.sub("{}", spelling).format(*words) if named else spelling


@cache
def lexicon() -> Lexicon:
    """The lexicon, read once."""
    return Lexicon()
