"""Why two questions share a kept answer or not: by the very functions that decide it when a question is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import zip_longest
from typing import Literal

from ..pokedex.dataset import Dataset
from ..question.algebra import Mon, Thing
from ..question.signature import normal_form
from ..question.understanding import Understanding
from ..request import Meta
from .answers import alike, comparable, same
from .kept import Asked, Kept, asked
from .likeness import decisive_difference, likeness, pack, threshold
from .namespace import Namespace, space_of

Reason = Literal[
    "same_text", "same_meaning", "same_words", "alike", "language", "other_meaning", "one_open", "other_features",
    "other_order", "other_word", "no_words", "no_embedder", "too_different",
]  # fmt: skip

_QUOTED = re.compile(r"'([^']*)'")
_WORD = re.compile(r"[=:]")
_OPERATORS = {"gt": ">", "ge": "≥", "lt": "<", "le": "≤", "eq": "=", "ne": "≠"}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of two signatures; an empty text where a signature has no such part."""

    name: str
    a: str
    b: str

    @property
    def differs(self) -> bool:
        """Whether the two are told apart by it."""
        return self.a != self.b


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the answer of `a` is served for `b`, the reason with its values, and what was compared.

    `whole` is the likeness of the two questions as they are, which decides nothing; `remainder` that of the words that
    nothing explains, where those were compared.
    """

    a: Asked
    b: Asked
    shared: bool
    reason: Reason
    values: Mapping[str, str]
    parts: tuple[Part, ...]
    whole: float | None
    remainder: float | None


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of a question and of its unexplained words; None without an embedder."""

    whole: Sequence[float] | None = None
    words: Sequence[float] | None = None


def as_asked(understanding: Understanding) -> Asked:
    """A question as the cache sees it, in a name space where everything but the language is equal."""
    return asked(understanding, space_of(Namespace("any"), understanding, Meta(), {}))


def explain(
    a: Understanding, b: Understanding, dataset: Dataset, vectors: tuple[Vectors, Vectors] = (Vectors(), Vectors())
) -> Verdict:
    """The verdict on two questions that are asked without earlier turns."""
    one, other = as_asked(a), as_asked(b)
    parts = tuple(_parts(a, b, dataset))
    whole, words = _likeness(vectors[0].whole, vectors[1].whole), _likeness(vectors[0].words, vectors[1].words)
    shared, reason, values = _decide(one, other, parts, vectors)
    return Verdict(one, other, shared, reason, values, parts, whole, words)


def _decide(
    a: Asked, b: Asked, parts: Sequence[Part], vectors: tuple[Vectors, Vectors]
) -> tuple[bool, Reason, dict[str, str]]:
    if a.language != b.language:
        return False, "language", {}
    if a.complete != b.complete:
        return False, "one_open", {"open": b.text if a.complete else a.text}
    if a.key != b.key:
        return False, "other_meaning" if a.complete else "other_features", {}
    kept = [_kept(a, vectors[0].words)]
    found = same(kept, b)
    if found is not None:
        reason: Reason = "same_meaning" if b.complete else "same_words"
        return True, "same_text" if found.kind == "exact" else reason, {}
    if sorted(a.words) == sorted(b.words):
        return False, "other_order", {}
    if not comparable(a.words, b.words, b.language):
        word = decisive_difference(a.words, b.words, b.language)
        return (False, "other_word", {"word": word}) if word is not None and a.words and b.words else (
            False, "no_words", {}
        )  # fmt: skip
    if vectors[0].words is None or vectors[1].words is None:
        return False, "no_embedder", {}
    limit = {"limit": f"{threshold(b.intent):.2f}"}
    return (True, "alike", limit) if alike(kept, b, vectors[1].words) else (False, "too_different", limit)


def _kept(question: Asked, vector: Sequence[float] | None) -> Kept:
    """The answer that would be kept for a question, without its content."""
    packed = None if vector is None else pack(vector)
    return Kept(question.text, (question.text,), question.words, question.shape, packed, 0.0, None, 0.0, "retrieval",
                None, ())  # fmt: skip


def _likeness(a: Sequence[float] | None, b: Sequence[float] | None) -> float | None:
    return None if a is None or b is None else likeness(a, b)


# --------------------------------------------------------------------------- the parts of a signature


def _parts(a: Understanding, b: Understanding, dataset: Dataset) -> list[Part]:
    one, other = as_asked(a), as_asked(b)
    rows = [Part("language", one.language, other.language)]
    if one.complete and other.complete:
        left, right = _queries(a, dataset), _queries(b, dataset)
        names = list(dict.fromkeys([*left, *right]))
        return rows + [Part(name, left.get(name, ""), right.get(name, "")) for name in names]
    left_features, right_features = _features(a, dataset), _features(b, dataset)
    rows += [Part("feature", x, y) for x, y in zip_longest(left_features, right_features, fillvalue="")]
    return [*rows, Part("words", one.shape, other.shape)]


def _queries(understanding: Understanding, dataset: Dataset) -> dict[str, str]:
    """The fields of the typed queries that hold more than their default, by name."""
    found: dict[str, str] = {}
    for number, part in enumerate(understanding.parts, start=1):
        if part.question is None:
            continue
        mark = f" {number}" if len(understanding.parts) > 1 else ""
        query = normal_form(part.question.query, dataset)
        found[f"asks{mark}"] = type(query).__name__
        for one in fields(query):
            value = getattr(query, one.name)
            if value != one.default:
                found[f"{one.name}{mark}"] = _field(one.name, value, dataset)
        for premise in part.question.premises:
            found[f"premise{mark}"] = _shown(premise.condition, dataset)
    for said in understanding.signature.text.split("|")[2:]:
        name, equals, value = said.partition("=")
        if equals and name in ("games", "said"):
            found[name] = value.replace(",", ", ")
    return found


def _features(understanding: Understanding, dataset: Dataset) -> list[str]:
    """What the signature of a text holds that is not understood whole; the queries of one that is."""
    if understanding.signature.complete:
        return [f"{name}: {value}" for name, value in _queries(understanding, dataset).items()]
    return [_feature(text, understanding) for text in understanding.signature.text.split("|")[3:] if text]


def _feature(text: str, understanding: Understanding) -> str:
    """A feature for people: the name that it holds, else its kind and values."""
    for mention in understanding.mentions:
        if any(repr(subject) in text for subject in mention.subjects):
            return mention.name
    values = ", ".join(_QUOTED.findall(text))
    return f"{_WORD.split(text)[0]}: {values}" if values and not text.startswith("(") else text


def _shown(value: object, dataset: Dataset) -> str:
    """A value of a query for people: names instead of ids."""
    if isinstance(value, Mon):
        name = _name(dataset.species.get(value.species_id)) or f"Pokémon {value.species_id}"
        return f"{name} ({dataset.pokemon[value.pokemon_id].identifier})" if value.form_named else name
    if isinstance(value, Thing):
        return _of_table(f"{value.kind}_id", value.id, dataset)
    if is_dataclass(value) and not isinstance(value, type):
        inside = [
            _field(one.name, getattr(value, one.name), dataset)
            for one in fields(value)
            if getattr(value, one.name) != one.default
        ]
        return f"{type(value).__name__}({', '.join(inside)})"
    if isinstance(value, tuple):
        return ", ".join(_shown(one, dataset) for one in value)
    if isinstance(value, float):
        return f"{value:g}"
    return _OPERATORS.get(value, value) if isinstance(value, str) else str(value)


def _field(name: str, value: object, dataset: Dataset) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and name.endswith("_id"):
        return _of_table(name, value, dataset)
    return _shown(value, dataset)


def _of_table(field: str, number: int, dataset: Dataset) -> str:
    """The name of a row by the field that refers to it; the number where the table has no names."""
    tables: Mapping[str, Mapping[int, object]] = {
        "type_id": dataset.types, "move_id": dataset.moves, "ability_id": dataset.abilities, "item_id": dataset.items,
        "nature_id": dataset.natures, "egg_group_id": dataset.egg_groups,
    }  # fmt: skip
    return _name(tables.get(field, {}).get(number)) or f"{field.removesuffix('_id')} {number}"


def _name(record: object) -> str | None:
    names = getattr(record, "names", None)
    return names.get("en") if names is not None else None
