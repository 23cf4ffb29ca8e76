"""What a question asks, as one comparable value.

Two questions may share an answer only if their signatures are equal. A question that is understood whole is its
queries, in a normal form, and its language. One that is not has the features of its words instead: every name, number,
attribute, operator, direction, negation and generation in order; the words that nothing explains are its remainder,
and only those may be compared by likeness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from ..paths import DATA
from ..pokedex.dataset import Dataset
from ..yaml_files import read_yaml
from .algebra import And, Check, Compare, Condition, Evolve, Facts, IsClass, Learn, Not, Or, Query, Search
from .asked import Question
from .clause import is_free
from .fold import fold
from .lexer import Token

#: Rises whenever equal questions could get other signatures than before; part of every stored key.
VERSION = 2

#: Stands in a layout for whatever is in the signature's text.
FEATURE = "§"

#: Readings that name things; their ids stand in the signature.
_NAMES = ("mon", "move", "ability", "item", "type", "nature", "egg_group", "vg", "gen", "region", "number")


@dataclass(frozen=True, slots=True)
class Signature:
    """`text` is compared; `complete` is True when it holds the whole meaning; `remainder` are the words left over.

    Of a text that is not understood whole, `layout` is the remainder with a mark wherever the text holds something
    that the signature holds, `refers` says whether a word points at something said before, `asks` whether there is a
    question word.
    """

    text: str
    complete: bool
    intent: str
    remainder: str = ""
    layout: str = ""
    refers: bool = False
    asks: bool = False


def signature_of_questions(questions: Sequence[Question], language: str, dataset: Dataset) -> Signature:
    """The signature of a text that is understood whole."""
    parts = []
    language = language.split("-")[0]  # the two Chinese scripts are one language
    for question in questions:
        query = normal_form(question.query, dataset)
        premises = "".join((*sorted(repr(p) for p in question.premises), *map(repr, question.steps)))
        parts.append(f"{query!r}{premises}")
    intent = "+".join(type(q.query).__name__ for q in questions)
    return Signature(f"v{VERSION}|{language}|{'|'.join(parts)}", True, intent)


def games_named(tokens: Sequence[Token]) -> str:
    """The games that a text names, for its signature: two of one version group do not share their places."""
    games = sorted({fold(token.text) for token in tokens if "vg" in token.readings and not token.has("gen")})
    return f"|games={','.join(games)}" if games else ""


def emphases(tokens: Sequence[Token], questions: Sequence[Question]) -> str:
    """What a text says beside its queries and what can still tell it from another with the same queries.

    The queries leave out words that change no answer of the dataset ("in the end", "defensively"); an answer from
    elsewhere may hang on them. "How much faster" is the same comparison as "who is faster", and not the same question.
    """
    said = {fold(token.text) for token in tokens} & _emphases()
    if any(isinstance(question.query, Compare) for question in questions):
        said |= {"howmuch" for token in tokens if token.has("wh", "howmuch") or token.has("wh", "howmany")}
    return f"|said={','.join(sorted(said))}" if said else ""


#: Tags under which words of different meanings stand: such a word counts by itself, like one that is not known.
_OWN_WORDS = frozenset({"unknown", "light", "beyond", "realm", "meaning", "suits", "effecttalk", "use", "usedoes",
                        "carry-from", "handdown", "role", "vague", "wish", "occurs"})  # fmt: skip


@cache
def _emphases() -> frozenset[str]:
    listed = read_yaml(DATA / "lexicon" / "emphases.yaml")
    return frozenset(fold(str(word)) for spellings in listed.values() for word in spellings)


def signature_of_tokens(tokens: Sequence[Token], language: str) -> Signature:
    """The signature of a text that is not understood whole, by the features of its words."""
    language = language.split("-")[0]
    features: list[str] = []
    rest: list[str] = []
    layout: list[str] = []
    for token in tokens:
        known, left = len(features), len(rest)
        names = [f"{tag}={token.readings[tag]!r}" for tag in _NAMES if tag in token.readings]
        if names:
            if "vg" in token.readings:
                # Two games of one version group share their facts, not everything that can be said about them.
                names.append(f"game={fold(token.text)!r}")
            features.append("&".join(names))
        elif _OWN_WORDS.issuperset(token.readings):
            rest.append(fold(token.text))
        elif not is_free(token):
            features.append("&".join(f"{tag}:{values!r}" for tag, values in sorted(token.readings.items())))
        elif token.has("neg") or token.has("bool", "or") or token.has("prep"):
            features.append(fold(token.text))
        else:
            rest.append(fold(token.text))
        layout += [FEATURE] * (len(features) > known and layout[-1:] != [FEATURE]) + rest[left:]
    return Signature(
        f"v{VERSION}|{language}|open|{'|'.join(features)}", False, "open", " ".join(rest), " ".join(layout),
        refers=any(token.has("pron") for token in tokens),
        asks=any(token.has("wh") or token.has("aux") or token.has("yn") for token in tokens),
    )  # fmt: skip


def normal_form(query: Query, dataset: Dataset) -> Query:
    """The query with what does not change its answer put in one order."""
    if isinstance(query, Search | Check | Learn):
        return replace(query, condition=_ordered(query.condition))
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


def _ordered(condition: Condition) -> Condition:
    """The condition with its parts in one order: "Water or Ground" is "Ground or Water"."""
    match condition:
        case Or((IsClass("legendary"), IsClass("mythical")) | (IsClass("mythical"), IsClass("legendary"))):
            return IsClass("special")
        case And(parts) | Or(parts):
            return replace(condition, conditions=tuple(sorted(map(_ordered, parts), key=repr)))
        case Not(inner):
            return Not(_ordered(inner))
    return condition
