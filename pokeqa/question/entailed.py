"""Words that a query says already: who asks what effort values Pikachu gives may add that one beats it.

They are data (`data/lexicon/entailed.yaml`), each with the queries that say as much without them. A clause of which
nothing else is left over is understood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..paths import DATA
from ..yaml_files import read_yaml
from .algebra import Query
from .lexer import Token

#: With more words left over something else is meant.
_MOST = 3


class _Entry(NamedTuple):
    """The readings that queries of one kind say already."""

    query: str
    attributes: frozenset[str]
    fields: Mapping[str, object]
    scoped: bool
    words: tuple[tuple[str, str], ...]
    texts: frozenset[str]
    unless: tuple[str, ...]

    def speaks_of(self, query: Query) -> bool:
        """Is that one of the queries?"""
        if self.query not in ("any", type(query).__name__):
            return False
        if self.attributes and self.attributes.isdisjoint(getattr(query, "attributes", ())):
            return False
        scope = getattr(query, "scope", None)
        if self.scoped and not (scope is not None and (scope.generation or scope.version_groups or scope.versions)):
            return False
        return all(_is(getattr(query, name, None), value) for name, value in self.fields.items())

    def stands_beside(self, clause: Sequence[Token]) -> bool:
        """Does the clause hold nothing that gives the words another meaning?"""
        return not any(t.has("wh", "how") or t.text.casefold().startswith(self.unless) for t in clause if self.unless)

    def says(self, word: Token) -> bool:
        """Is a word among those that such a query says already?"""
        if word.text.casefold() in self.texts:
            return True
        # A word for an attribute asks for it, whatever else it may say: "its ability and what it evolves into".
        said = [(tag, value) for tag, value in self.words if tag == "attr" or not word.has("attr")]
        return any(word.has(tag, value) if value else word.has(tag) for tag, value in said)


def _is(value: object, wanted: object) -> bool:
    """Has a field the value that an entry names ("any": whatever it is, but there)?"""
    return value is not None if wanted == "any" else value == wanted


@cache
def _entries() -> tuple[_Entry, ...]:
    rows: list[dict[str, Any]] = read_yaml(DATA / "lexicon" / "entailed.yaml")
    return tuple(
        _Entry(
            row["query"], frozenset(row.get("attributes", ())), row.get("field", {}), bool(row.get("scoped")),
            tuple((tag, value) for tag, _, value in (word.partition(":") for word in row.get("words", ()))),
            frozenset(row.get("texts", ())), tuple(row.get("unless", ())),
        )
        for row in rows
    )  # fmt: skip


def says_already(query: Query, words: Sequence[Token], clause: Sequence[Token]) -> bool:
    """Does a query say all that the words left over of a clause say?"""
    if not 0 < len(words) <= _MOST or any("neg" in word.readings for word in words):
        return False
    entries = [entry for entry in _entries() if entry.speaks_of(query) and entry.stands_beside(clause)]
    return all(any(entry.says(word) for entry in entries) for word in words)
