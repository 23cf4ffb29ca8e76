"""What a question has in common with others of its kind: its words, with a typed slot for each name and number.

    "Which Gen 4 Water types outspeed Garchomp?"
    → which {generation_1} {type_1} types outspeed {pokemon_1}

Keys are made of it, from strict to loose. `words` holds every word, with the types of the slots in place of their
values. `meaning` holds what the lexicon makes of the words: "outspeed" and "are faster than" are one, fillers are left
out. The words that nothing explains are the `remainder`: they are part of `meaning`, and only where they are taken out
(`intent`) may likeness compare them. `exact_key` is that of a question as it stands.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...agent.plan import Json
from ...agent.values import Names
from ...question.algebra import Mon
from ...question.clause import is_free
from ...question.fold import fold
from ...question.lexer import Token

#: Rises whenever equal keys could mean something else than before; part of every key.
VERSION = 1

#: Readings that become slots, and what such a slot is called.
_SLOT_TYPES = {
    "mon": "pokemon", "move": "move", "ability": "ability", "item": "item", "type": "type", "nature": "nature",
    "egg_group": "egg_group", "region": "region", "gen": "generation", "vg": "game", "number": "number",
}  # fmt: skip
_SENTENCE_END = re.compile(r"[?.!;。？！；]\s*")
_LETTER_BESIDE_DIGIT = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_BETWEEN_WORDS = re.compile(r"[\s_\-]+")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value: `name` is its type with a number, "pokemon_2"."""

    name: str
    type: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot with the value that one question gives it: `value` as plans hold it, `text` as the question has it."""

    slot: Slot
    value: Json
    text: str


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A question without its values. `text` is the question with `{slot}` in the place of each value."""

    text: str
    filled: tuple[Filled, ...]
    words: str
    meaning: str
    intent: str
    remainder: tuple[str, ...]

    @property
    def values(self) -> dict[str, Filled]:
        """The filled slots by their names."""
        return {one.slot.name: one for one in self.filled}

    @property
    def slot_types(self) -> tuple[str, ...]:
        """The types of the slots, sorted: a paraphrase may name things in another order."""
        return tuple(sorted(one.slot.type for one in self.filled))


class NoSkeletonError(Exception):
    """The question has no skeleton; the message says why, in a sentence."""


def skeleton_of(text: str, tokens: Sequence[Token], language: str, scope: Iterable[str], names: Names) -> Skeleton:
    """The skeleton of a normalised text. `scope` are the workers that a plan may use and the base that they ask: with
    others, it is another plan.

    Raises `NoSkeletonError` where a name has several readings, is only a likely typo, or the text holds braces.
    """
    if "{" in text or "}" in text:
        raise NoSkeletonError("The question holds braces, which mark the slots of a template.")
    common: list[Json] = [VERSION, language.partition("-")[0], sorted(scope)]
    counts: Counter[str] = Counter()
    filled: list[Filled] = []
    pieces: list[str] = []
    features: list[Json] = []
    remainder: list[str] = []
    end = 0
    for token in tokens:
        begin, stop = token.origin
        between = text[end:begin]
        pieces.append(between)
        if _SENTENCE_END.search(between):
            features.append("|")
        end = stop
        found = _slot_of(token, filled, counts, names)
        if found is not None:
            if found not in filled:
                filled.append(found)
            pieces.append("{" + found.slot.name + "}")
            features.append(["slot", found.slot.name, *_other_readings(token)])
            continue
        pieces.append(text[begin:stop])
        if token.has("unknown"):
            remainder.append(fold(token.text))
            features.append("?")
        elif not is_free(token):
            features.append(sorted([tag, *map(repr, values)] for tag, values in token.readings.items()))
        elif token.has("neg") or token.has("bool", "or") or token.has("prep"):
            features.append(fold(token.text))
    pieces.append(text[end:])
    worded = "".join(pieces)
    return Skeleton(
        worded,
        tuple(filled),
        words=_key(["words", *common, _plain(worded)]),
        meaning=_key(["meaning", *common, features, list(remainder)]),
        intent=_key(["intent", *common, features]),
        remainder=tuple(remainder),
    )


def exact_key(text: str, language: str, scope: Iterable[str]) -> str:
    """The key of a question as it stands, for one that has no skeleton, too."""
    return _key(["text", VERSION, language.partition("-")[0], sorted(scope), _plain(text)])


def _slot_of(token: Token, filled: Sequence[Filled], counts: Counter[str], names: Names) -> Filled | None:
    tags = [tag for tag in _SLOT_TYPES if tag in token.readings]
    if not tags:
        return None
    if token.how == "fuzzy":
        raise NoSkeletonError(f"“{token.text}” is only likely to be a name.")
    if len(tags) > 1 or len(token.readings[tags[0]]) > 1:
        raise NoSkeletonError(f"“{token.text}” can name more than one thing.")
    reading = token.readings[tags[0]][0]
    slot_type = "form" if isinstance(reading, Mon) and reading.form_named else _SLOT_TYPES[tags[0]]
    value = _leaf(tags[0], reading, names)
    for one in filled:
        if one.slot.type == slot_type and one.value == value:
            return one  # named again: the same slot
    counts[slot_type] += 1
    return Filled(Slot(f"{slot_type}_{counts[slot_type]}", slot_type), value, token.text)


def _leaf(tag: str, reading: Any, names: Names) -> Json:
    """The value of a reading in the form in which plans hold it."""
    if isinstance(reading, Mon):
        return names.of(reading)
    if tag == "number":
        return normalised(float(reading))
    if tag == "gen":
        return names.of_id("generation", int(reading))
    if tag == "vg":
        return [names.of_id("version_group", one) for one in reading]
    return names.of_id(tag, reading)


def _other_readings(token: Token) -> list[str]:
    """What else the word of a slot can be: "Flying" beside a word of that sound is another kind of question."""
    return sorted(tag for tag in token.readings if tag not in _SLOT_TYPES)


# --------------------------------------------------------------------------- values


def normalised(value: Json) -> Json:
    """The one form of a value that can be written in several: "-1" and -1, "iPhone15" and "iPhone 15", 100 and 100.0.

    Texts lose case, width and the way their parts are joined; whole numbers are integers.
    """
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return int(value) if float(value).is_integer() else float(value)
    if isinstance(value, str):
        text = unicodedata.normalize("NFKC", value).strip()
        if _NUMBER.fullmatch(text):
            return normalised(float(text))
        return _BETWEEN_WORDS.sub(" ", _LETTER_BESIDE_DIGIT.sub(" ", text.casefold()))
    if isinstance(value, Mapping):
        return {key: normalised(inner) for key, inner in value.items()}
    return [normalised(one) for one in value]


def _plain(text: str) -> str:
    """A text for comparison: case, width, spaces and closing marks do not count."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return plain.rstrip("?.!。？！ ").replace("’", "'")


def _key(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def names_something(tokens: Iterable[Token]) -> bool:
    """Whether a text, given by its tokens, holds a name or a number."""
    return any(tag in token.readings for token in tokens for tag in _SLOT_TYPES)
