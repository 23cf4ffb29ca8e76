"""What a question asks, as one comparable value.

Two questions may share an answer only if their signatures are equal. A question that is understood whole is its
queries, in a normal form, and its language. One that is not has the features of its words instead: every name, number,
attribute, operator, direction, negation and generation in order; the words that nothing explains are its remainder,
and only those may be compared by likeness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..pokedex.dataset import Dataset
from .algebra import Compare, Evolve, Facts, Query, Question
from .clause import is_free
from .fold import fold
from .lexer import Token

#: Rises whenever equal questions could get other signatures than before; part of every stored key.
VERSION = 1

#: Readings that name things; their ids stand in the signature.
_NAMES = ("mon", "move", "ability", "item", "type", "nature", "egg_group", "vg", "gen", "region", "number")


@dataclass(frozen=True, slots=True)
class Signature:
    """`text` is compared; `complete` is True when it holds the whole meaning; `remainder` are the words left over."""

    text: str
    complete: bool
    intent: str
    remainder: str = ""


def signature_of_questions(questions: Sequence[Question], language: str, dataset: Dataset) -> Signature:
    """The signature of a text that is understood whole."""
    parts = []
    language = language.split("-")[0]  # the two Chinese scripts are one language
    for question in questions:
        query = normal_form(question.query, dataset)
        premises = "".join(sorted(repr(p) for p in question.premises))
        parts.append(f"{query!r}{premises}")
    intent = "+".join(type(q.query).__name__ for q in questions)
    return Signature(f"v{VERSION}|{language}|{'|'.join(parts)}", True, intent)


def games_named(tokens: Sequence[Token]) -> str:
    """The games that a text names, for its signature: two of one version group do not share their places."""
    games = sorted({fold(token.text) for token in tokens if "vg" in token.readings and not token.has("gen")})
    return f"|games={','.join(games)}" if games else ""


def signature_of_tokens(tokens: Sequence[Token], language: str) -> Signature:
    """The signature of a text that is not understood whole, by the features of its words."""
    language = language.split("-")[0]
    features: list[str] = []
    rest: list[str] = []
    for token in tokens:
        names = [f"{tag}={token.readings[tag]!r}" for tag in _NAMES if tag in token.readings]
        if names:
            if "vg" in token.readings:
                # Two games of one version group share their facts, not everything that can be said about them.
                names.append(f"game={fold(token.text)!r}")
            features.append("&".join(names))
        elif token.has("unknown"):
            rest.append(fold(token.text))
        elif not is_free(token):
            features.append("&".join(f"{tag}:{values!r}" for tag, values in sorted(token.readings.items())))
        elif token.has("neg") or token.has("bool", "or") or token.has("prep"):
            features.append(fold(token.text))
        else:
            rest.append(fold(token.text))
    return Signature(f"v{VERSION}|{language}|open|{'|'.join(features)}", False, "open", " ".join(rest))


def normal_form(query: Query, dataset: Dataset) -> Query:
    """The query with what does not change its answer put in one order."""
    if isinstance(query, Compare) and query.claim in ("none", "equal"):
        ordered = sorted(query.subjects, key=lambda mon: (mon.species_id, mon.pokemon_id, mon.cosmetic_form_id or 0))
        return replace(query, subjects=tuple(ordered))
    if isinstance(query, Facts) and query.unit == "kg" and query.attributes == ("weight",):
        return replace(query, unit=None)
    if isinstance(query, Facts) and query.unit == "m" and query.attributes == ("height",):
        return replace(query, unit=None)
    if isinstance(query, Evolve) and query.target is not None and not query.yes_no and query.direction == "into":
        ways = {way.to_pokemon_id for way in dataset.evolutions_from(query.subject.pokemon_id)}
        if ways == {query.target.pokemon_id}:
            # The only thing it evolves into need not be named.
            return replace(query, target=None)
    return query
