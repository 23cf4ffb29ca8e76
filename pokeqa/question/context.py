"""What a conversation is about: its last question, the Pokémon and the moves, abilities and items that were named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..pokedex.dataset import Dataset
from .algebra import (
    ALL,
    And,
    Check,
    Compare,
    Condition,
    DexLookup,
    Evolve,
    Facts,
    HasForm,
    Introduced,
    IsA,
    Learn,
    Learns,
    Mon,
    Or,
    Query,
    RelativeOf,
    Search,
    SharesWith,
    Thing,
)
from .calculations import MachineLookup, RandomPick
from .lexer import Token

#: A list of this many or more may be cut short, so what it names is not all there is.
LISTED = 12
#: So many Pokémon that were each asked about are remembered beside the last one.
_REMEMBERED = 6

#: So many are meant at most by "it" behind a question for the end of a line.
_FEW = 3

#: What a question can be about beside Pokémon and types.
THINGS = ("move", "ability", "item", "nature")


def is_set(query: Query | None) -> bool:
    """Whether a query describes a set of Pokémon."""
    return isinstance(query, Search) and query.what == "pokemon"


def as_set(query: Query | None) -> Query | None:
    """The learners of a move as the set that they are, so that "how many of them?" can narrow it."""
    if isinstance(query, Learn) and query.pokemon is None and query.move_id is not None and not query.negated:
        learns = Learns(query.move_id, query.scope, query.method)
        return Search("pokemon", learns if query.condition == ALL else And((query.condition, learns)))
    return query


def leader(query: Compare, dataset: Dataset) -> Mon | None:
    """The Pokémon that comes out ahead in a comparison, or of which it was claimed; None where none does."""
    from ..pokedex.numbers import number_of

    if query.claim != "none":
        return query.subjects[0] if query.claim == "first" else None
    number = number_of(query.attribute, dataset, query.scope)
    values = [number(dataset.pokemon[mon.pokemon_id]) for mon in query.subjects]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    best = max(known) if query.sense == "max" else min(known)
    ahead = [mon for mon, value in zip(query.subjects, values, strict=True) if value == best]
    return ahead[0] if len(ahead) == 1 else None


@dataclass(slots=True)
class Context:
    """The last clause that was understood, and the Pokémon the talk is about (latest clause's, in order)."""

    query: Query | None
    tokens: tuple[Token, ...]
    text: str
    mons: tuple[Token, ...]
    types: tuple[Token, ...] = ()
    #: The last clause was not understood, so the answer to it says nothing about `query`.
    lost: bool = False
    #: What was not understood named others than the talk was about, so that what it is about now is not known.
    unclear: bool = False
    #: `mons` are several that an answer named: "it" is none of them, but for `lead`.
    several: bool = False
    #: The Pokémon of the clauses before, each asked about by itself: "which one is faster?" is about the last of them
    #: too.
    before: tuple[Token, ...] = ()
    #: Of several, the one that came out ahead.
    lead: Token | None = None
    #: The moves, abilities and items that the talk named last, whether they are what the last clause was about, and
    #: the one of the clause before, where it was about another.
    things: tuple[Token, ...] = ()
    about_things: bool = False
    thing_before: tuple[Token, ...] = ()
    #: What an answer named beside what was asked about: the evolutions of a Pokémon.
    heard: tuple[Token, ...] = ()
    #: All that an answer about evolution named, in its order: the stages of a line, the evolutions of one.
    told: tuple[Token, ...] = ()
    #: What was asked for by an answer's name: the one that it evolves into or from, the ends of its line. "It" is that
    #: now.
    introduced: tuple[Token, ...] = ()
    #: `heard` and `told` are what the answer will name, as far as the data says.
    foretold: bool = False
    #: What a clause of the same sentence asked for by name: "that one" is that, while "it" is what was asked about.
    pointed: tuple[Token, ...] = ()
    #: The several that an earlier answer named, while the talk is about one of them: "and the ice one?".
    offered: tuple[Token, ...] = ()

    @classmethod
    def after(cls, query: Query | None, tokens: Sequence[Token], text: str, before: Context | None) -> Context:
        """The context behind a clause; one without names keeps the talk's subject."""
        query = as_set(query)
        # "Which of Eevee's evolutions is the fastest?" speaks of the one that the answer names, and not of Eevee.
        mons = () if _is_ranking(query) else tuple(t for t in tokens if t.has("mon"))
        types = tuple(t for t in tokens if t.has("type") and not t.has("mon"))
        things = things_of(tokens)
        about_things = bool(things) and not mons and isinstance(query, Facts) and isinstance(query.subjects[0], Thing)
        thing_before: tuple[Token, ...] = ()
        if not things and before is not None:
            things, thing_before = before.things, before.thing_before
        elif before is not None and len(things) == len(before.things) == 1:
            same = things[0].readings == before.things[0].readings
            thing_before = before.thing_before if same else before.things
        if mons or isinstance(query, Search):
            types = ()
        elif not types and before is not None:
            types = before.types
        several = False
        lead: Token | None = None
        if not mons and before is not None and not is_set(query):
            mons, several, lead = before.mons, before.several, before.lead
        elif isinstance(query, Compare):
            several = len(mons) > 1  # "it" may be the first or the last; who came out ahead is said by `leads`
        if query is None and before is not None and not any(t.has("mon") for t in tokens):
            # What was asked before that clause is not what "and Superpower?" means now.
            return cls(None, before.tokens, before.text, mons, types, lost=True, several=several,
                       lead=lead, before=before.before, things=things, thing_before=thing_before)  # fmt: skip
        run = _run_of_targets(query, before)
        mons = run or mons
        earlier: tuple[Token, ...] = ()
        if before is not None and len(mons) == 1:
            own = mons[0].readings["mon"]
            told = [t for t in (*before.before, *before.mons) if t.readings["mon"] != own]
            earlier = tuple(told[-_REMEMBERED:])
        offered = (before.group() or before.offered) if before is not None else ()
        if any(mon.readings["mon"] not in [t.readings["mon"] for t in offered] for mon in mons):
            offered = ()
        return cls(query, tuple(tokens), text, mons, types, lost=query is None, several=several, before=earlier,
                   lead=lead, things=things, about_things=about_things, thing_before=thing_before,
                   offered=offered, told=run)  # fmt: skip

    def leads(self, dataset: Dataset) -> None:
        """Note who came out ahead, where the last clause compared."""
        if self.lost or not isinstance(self.query, Compare):
            return
        ahead = leader(self.query, dataset)
        self.lead = next((m for m in self.mons if ahead is not None and ahead in m.readings["mon"]), None)

    def foretell(self, dataset: Dataset) -> None:
        """Note what an answer about evolution names, for a question behind it in the same text."""
        from .chains import relatives

        query = self.query
        if isinstance(query, DexLookup) and query.region_id is None and query.number in dataset.species:
            # "Who is number 25, and what does it evolve into?"
            place = next((t for t in self.tokens if t.has("number")), None)
            mon = Mon(query.number, dataset.species[query.number].default_pokemon_id)
            self.mons = (replace(place, readings={"mon": (mon,)}, how="context"),) if place is not None else self.mons
            return
        if self.lost or not isinstance(query, Evolve) or query.direction != "into" or query.target is not None:
            return
        subject = next((t for t in self.tokens if query.subject in t.readings.get("mon", ())), None)
        whole = not (query.yes_no or query.ways or query.item_id) and query.aspect in ("what", "final", "how")
        if subject is None or not whole:
            return
        reached = relatives(query.subject, "final" if query.aspect == "final" else "post", dataset)
        self.heard = self.told = tuple(replace(subject, readings={"mon": (mon,)}, how="context") for mon in reached)
        self.foretold = True
        if query.aspect != "how":
            self.introduced = _meant_by_it(self.heard, ends=query.aspect == "final")

    def hear(self, tokens: Sequence[Token]) -> None:
        """An answer named what the question did not: it is what the talk is about now."""
        if self.lost:
            several = _distinct(t for t in tokens if t.has("mon"))
            if self.query is None and not self.mons and 1 < len(several) < LISTED:
                self.told, self.mons, self.several = several, several, True  # "the second one": of those it named
            return
        query = self.query
        if self.foretold:
            self.heard, self.told, self.introduced, self.foretold = (), (), (), False
        if isinstance(query, Facts) and not things_of(self.tokens):
            asked = {one.id for one in query.subjects if isinstance(one, Thing) and one.kind == "ability"}
            named = tuple(t for t in tokens if t.has("ability") and not t.has("mon"))
            # the sentence about an ability may name others in passing (飘浮的宝可梦)
            self.things = (
                tuple(t for t in named if not asked or asked.intersection(t.readings["ability"])) or self.things
            )
        if isinstance(query, MachineLookup):
            self.things = tuple(t for t in tokens if t.has("move"))[:1]
            self.about_things = bool(self.things)
        named = tuple(t for t in tokens if t.has("mon"))
        if isinstance(query, Check) and isinstance(query.condition, HasForm):
            forms = _distinct(t for t in named if query.subject not in t.readings["mon"])
            self.told = forms if len(forms) > 1 else self.told  # "what are their types?"
        if isinstance(query, Evolve):
            asked = {mon for token in self.tokens for mon in token.readings.get("mon", ())}
            self.heard = _distinct(t for t in named if not asked.intersection(t.readings["mon"]))
            reached = tuple(t for t in self.heard if query.subject not in t.readings["mon"])
            if not self.told:  # of several that were each asked about, the first sentence names one only
                self.told = _distinct(named) if query.direction == "family" else self.heard
            names_it = query.aspect in ("what", "final", "first") and query.target is None and not query.yes_no
            if names_it and query.direction != "family":
                self.introduced = _meant_by_it(reached, ends=query.aspect != "what")
        if isinstance(query, Search) and query.what == "move":
            moves = tuple(t for t in tokens if t.has("move") and not t.has("mon"))
            self.things = moves if moves and len(moves) < LISTED else ()
            self.about_things = bool(self.things)
            return
        kin = isinstance(query, Search) and query.what == "pokemon" and bool(_origins(query.condition))
        if any(t.has("mon") for t in self.tokens) and not _is_ranking(query) and not kin:
            return
        described = {mon for token in self.tokens for mon in token.readings.get("mon", ())}
        if isinstance(query, Search):
            described |= _origins(query.condition)  # "eeveelution" describes by Eevee, without its name
        apart = tuple(t for t in named if not described.intersection(t.readings["mon"]))
        # Of those that the question named itself, the answer names first the one that is ahead.
        named = apart if apart or not _is_ranking(query) else named[:1]
        if isinstance(query, MachineLookup):
            moves = tuple(t for t in tokens if t.has("move"))
            self.things = moves if len(moves) < LISTED else ()
            self.about_things = bool(self.things)
        elif isinstance(query, (Search, Introduced, DexLookup, RandomPick)) and named and len(named) < LISTED:
            counted = next((t.readings["number"][0] for t in tokens if t.has("number")), 0)
            if isinstance(query, Search) and query.output == "count" and counted > len(named):
                return  # behind a large number the answer names other forms only
            self.mons, self.several = named, len(named) > 1
            if isinstance(query, Search) and query.order is not None and query.order.start > 1:
                self.lead = named[0]  # behind the one in that place the answer names those ahead of it

    def group(self) -> tuple[Token, ...]:
        """The several Pokémon that "which of them" asks of, where they were named."""
        if len(self.told) > 1:
            return self.told
        return self.mons if len(self.mons) > 1 and (self.several or not is_set(self.query)) else ()

    def peers(self) -> Condition | None:
        """Those that share the egg group that was asked for, as a condition."""
        query = self.query
        if self.lost or not isinstance(query, Facts) or query.attributes != ("egg-group",) or len(query.subjects) != 1:
            return None
        subject = query.subjects[0]
        return SharesWith("egg-group", subject) if isinstance(subject, Mon) else None

    def named_set(self) -> Condition | None:
        """The set that the last clause was about, as a condition: its description, or the names that were heard."""
        query = self.query
        whole = isinstance(query, Search) and query.order is None and query.then == "none" and query.amount is None
        if isinstance(query, Search) and whole and query.what == "pokemon":
            return query.condition
        group = self.group()
        plain = isinstance(query, Evolve) and query.target is None and not (query.ways or query.item_id)
        if isinstance(query, Evolve) and plain and query.direction == "into" and group == self.told and group:
            return RelativeOf("from", query.subject)
        return Or(tuple(IsA(mon) for token in group for mon in token.readings["mon"])) if group else None


def _meant_by_it(heard: tuple[Token, ...], *, ends: bool) -> tuple[Token, ...]:
    """What "it" is behind the name that was asked for: of several ends of a line, each; of forms, the ordinary one."""
    if len({mon.species_id for t in heard for mon in t.readings["mon"]}) == 1:
        return heard[:1]
    return heard if ends and len(heard) <= _FEW else ()


def _run_of_targets(query: Query | None, before: Context | None) -> tuple[Token, ...]:
    """What one Pokémon was asked to become, from question to question: "... Umbreon", "and Espeon?"."""
    if not isinstance(query, Evolve) or query.target is None or before is None or not isinstance(before.query, Evolve):
        return ()
    earlier = before.query.target
    if earlier is None or earlier == query.target or before.query.subject != query.subject:
        return ()
    run = before.told or tuple(t for t in before.mons if earlier in t.readings["mon"])
    return _distinct((*run, replace(run[0], readings={"mon": (query.target,)}, how="context"))) if run else ()


def _origins(condition: Condition) -> set[Mon]:
    """The Pokémon by whose relatives a condition describes."""
    if isinstance(condition, And):
        return {mon for one in condition.conditions for mon in _origins(one)}
    return {condition.other} if isinstance(condition, RelativeOf) else set()


def _is_ranking(query: Query | None) -> bool:
    """Does the query ask which one of a set of Pokémon is ahead?"""
    return isinstance(query, Search) and query.what == "pokemon" and query.order is not None


def _distinct(tokens: Iterable[Token]) -> tuple[Token, ...]:
    """The tokens, each Pokémon once."""
    return tuple({token.readings["mon"]: token for token in tokens}.values())


def things_of(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The moves, abilities and items that are named, by a word that is nothing else."""
    return tuple(
        t for t in tokens
        if any(t.has(tag) for tag in THINGS)
        and not any(t.has(tag) for tag in ("mon", "filler", "attr", "wh", "mu", "learn", "type"))
    )  # fmt: skip


def text_of(tokens: Sequence[Token]) -> str:
    """The tokens as a text."""
    result = ""
    for token in tokens:
        spaced = result and result[-1:].isascii() and token.text[:1].isascii()
        result += (" " if spaced else "") + token.text
    return result


def also_in(token: Token, context: Context) -> bool:
    """Does the earlier clause say this too? 火恐龙又是几级 repeats the level that was asked for."""
    return any(
        tag in other.readings and set(values) & set(other.readings[tag])
        for other in context.tokens
        for tag, values in token.readings.items()
        if tag not in ("filler", "unknown")
    )
