"""Reads single clauses for the planner: by the parser's own grammar, with earlier results standing in for names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache

from ..paths import DATA
from ..question.algebra import ALL, And, Compare, DexLookup, Evolve, Learn, Matchup, Mon, Query, Search
from ..question.clause import is_free
from ..question.fold import fold
from ..question.lexer import Token
from ..question.parser import Parser
from ..yaml_files import read_yaml
from .outputs import condition_learns, defended
from .plan import Reference

#: A Pokémon that stands for the result of an earlier step has one of these numbers as its form of looks; no form has.
_STAND_IN = -1
_POKEMON: Mapping[str, tuple[str, ...]] = {"noun": ("pokemon",)}


@dataclass(frozen=True, slots=True)
class Focus:
    """What the talk is about: the names that a step gives, or Pokémon that the question names."""

    reference: Reference | None
    many: bool
    mons: tuple[Token, ...] = ()


class Reader:
    """Reads the clauses of one question. `language` is that of its answer."""

    def __init__(self, parser: Parser, language: str) -> None:
        self._parser = parser
        self._language = language
        self._known: dict[tuple[object, ...], Query | None] = {}
        self.stand_ins: dict[Mon, Reference] = {}

    def query(self, tokens: Sequence[Token]) -> Query | None:
        """The query of a clause of which every word is understood; None for any other."""
        key = tuple((token.text, tuple((tag, values) for tag, values in token.readings.items())) for token in tokens)
        if key not in self._known:
            reading = self._parser.read(tokens, self._language)
            self._known[key] = reading.query if reading.understood else None
        return self._known[key]

    # ------------------------------------------------------------------ stand-ins

    def stand_in(self, reference: Reference) -> Token:
        """A token that a clause can name in place of what a step will find."""
        for mon, known in self.stand_ins.items():
            if known == reference:
                return naming(mon)
        number = len(self.stand_ins) + 1
        species = self._parser.dataset.species[number]
        mon = Mon(number, species.default_pokemon_id, False, _STAND_IN * number)
        self.stand_ins[mon] = reference
        return naming(mon)

    def tokens_for(self, focus: Focus) -> list[Token]:
        """The tokens that name what the talk is about, as a clause can hold them."""
        return list(focus.mons) if focus.reference is None else [self.stand_in(focus.reference)]

    # ------------------------------------------------------------------ sets

    def as_search(self, query: Query | None) -> Search | None:
        """A query for a set of Pokémon as a search; None for any other query."""
        if isinstance(query, Search) and query.what == "pokemon":
            return query
        if isinstance(query, Learn) and query.pokemon is None and query.move_id is not None and not query.negated:
            learns = condition_learns(query)
            condition = learns if query.condition == ALL else And((query.condition, learns))
            return Search(condition=condition, output="count" if query.aspect == "count" else "list")
        if isinstance(query, Matchup):
            defends = defended(query)
            return None if defends is None else Search(condition=defends, scope=query.scope)
        return None

    def set_of(self, tokens: Sequence[Token]) -> Search | None:
        """The set that a noun phrase describes ("Fire types in Gen 1"), as a search."""
        phrase = [t for t in tokens if not (t.has("filler") and len(t.readings) == 1)]
        if not any(not is_free(t) for t in phrase) and not any(t.has("noun", "pokemon") for t in phrase):
            return None
        if not any(t.has("noun", "pokemon") for t in phrase):
            phrase = [*phrase, _noun(phrase[-1])]
        counted = self.query([_word(phrase[0], {"wh": ("howmany",)}), *phrase])
        found = self.as_search(counted)
        if found is None or found.order is not None:
            return None
        return replace(found, output="count")


def refers(token: Token) -> bool:
    """Whether a token speaks of what was before: "it", "of them", 其中; not "that" in "Pokémon that learn Fly"."""
    return token.has("pron") and (not is_free(token) or token.has("pron", "them"))


def mons_of(value: object) -> Iterator[Mon]:
    """Every Pokémon in a query."""
    if isinstance(value, Mon):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from mons_of(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from mons_of(getattr(value, one.name))


def gives_names(query: Query | None) -> bool:
    """Whether a query's answer is Pokémon."""
    match query:
        case Search(what="pokemon") | DexLookup() | Compare(claim="none"):
            return True
        case Evolve(yes_no=False, aspect="what" | "final" | "first"):
            return True
        case Learn(pokemon=None):
            return True
    return False


def gives_one(query: Query) -> bool:
    """Whether a query's answer is a single Pokémon, ties aside."""
    if isinstance(query, Search):
        return query.order is not None and query.order.limit == 1
    return isinstance(query, Compare | DexLookup) or (isinstance(query, Evolve) and query.direction == "from")


def with_noun(tokens: Sequence[Token]) -> list[Token]:
    """The clause with the word Pokémon where it says "of them" or 其中, or behind its question word."""
    if any(refers(t) for t in tokens):
        kept: list[Token] = []
        done = any(t.has("noun", "pokemon") for t in tokens)
        for token in tokens:
            if not refers(token):
                kept.append(token)
            elif not done:
                kept.append(replace(token, readings=dict(_POKEMON)))
                done = True
        return kept
    if any(t.has("noun", "pokemon") for t in tokens):
        return list(tokens)
    at = next((i for i, t in enumerate(tokens) if t.has("wh")), None)
    if at is None:
        return [*tokens, _noun(tokens[-1])] if tokens else []
    return [*tokens[: at + 1], _noun(tokens[at]), *tokens[at + 1 :]]


def says_set(tokens: Iterable[Token]) -> bool:
    """Whether a clause describes a set of its own, and does not only speak of one of those before."""
    return any(
        (t.has("noun", "pokemon") and "one" not in t.text.casefold()) or t.has("cls") or (t.has("type")) for t in tokens
    )


def _noun(near: Token) -> Token:
    return _word(near, _POKEMON)


def _word(near: Token, readings: Mapping[str, tuple[str, ...]]) -> Token:
    return replace(near, text="", readings=dict(readings), how="exact", name="")


def naming(mon: Mon) -> Token:
    """A token that names a Pokémon."""
    return Token(0, 0, f"#{-(mon.cosmetic_form_id or 0)}", {"mon": (mon,)})


# --------------------------------------------------------------------------- words


@cache
def words(kind: str) -> frozenset[str]:
    """The planner's words of one kind, in every language, folded."""
    return frozenset(fold(word) for spellings in read_yaml(DATA / "agent" / "words.yaml")[kind].values()
                     for word in spellings)  # fmt: skip


def says(tokens: Sequence[Token], kind: str) -> bool:
    """Whether words of a kind stand in a clause: as a token, or as a run of tokens."""
    listed = words(kind)
    texts = [fold(token.text) for token in tokens]
    return any("".join(texts[i:j]) in {w.replace(" ", "") for w in listed} or " ".join(texts[i:j]) in listed
               for i in range(len(texts)) for j in range(i + 1, min(i + 5, len(texts)) + 1))  # fmt: skip
