"""What a question takes for granted: "since Charizard is a Dragon type", "why is Gyarados a Dragon type?".

The dataset has no reasons, but it knows a false premise: a question for the reason, or the time, of what is not so
becomes the fact with that premise corrected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.conditions import compile_condition
from ..pokedex.dataset import Dataset
from .algebra import (
    And,
    Check,
    Condition,
    Defends,
    Evolve,
    Facts,
    HasAbility,
    HasType,
    History,
    Learns,
    Matchup,
    Mon,
    Query,
    RelativeOf,
    Search,
    Thing,
    Types,
)
from .asked import Premise, Question
from .chains import relatives
from .clause import Clause
from .describe import conditions
from .frames.evolve import evolve
from .frames.evolve_needs import evolve_needs
from .frames.matchup import matchup
from .lexer import Token
from .word_lists import word_list

#: Denials of what can be.
_CANNOT = frozenset(word_list("cannot"))


def premise_of(tokens: Sequence[Token], dataset: Dataset, language: str, *, concluded: bool = False) -> Premise | None:
    """ "Since Charizard is a Dragon type": a statement that the question takes for granted.

    `concluded`: what stands behind it is said to follow ("…, so it resists Fire").
    """
    if not (any(t.has("since") for t in tokens[:2]) or (concluded and not any(t.has("yn") for t in tokens))):
        return None
    inner = _claim(tokens)
    clause = Clause(inner, dataset, language)
    said = _said_of_one(clause)
    if said is None or said[1] is None or clause.leftover():
        return None
    return Premise(said[0], said[1])


def _claim(tokens: Sequence[Token]) -> list[Token]:
    """What is claimed, without the word that says so."""
    return [t for i, t in enumerate(tokens) if not (i < 2 and t.has("since"))]


def claimed_evolution(tokens: Sequence[Token], dataset: Dataset, language: str) -> Evolve | None:
    """ "Since Eevee evolves into Lucario": asked back where it is not so, else what the question behind it is about."""
    if not any(t.has("since") for t in tokens[:2]):
        return None
    claim = Clause(_claim(tokens), dataset, language, claimed=True)
    query = evolve(claim)
    if not isinstance(query, Evolve) or claim.leftover() or query.negated or query.direction != "into":
        return None
    if query.target is None:  # "Since Onix evolves with a Fire Stone, where do I use it?"
        told = query.item_id is not None or query.level is not None
        return replace(query, aspect="can", yes_no=True) if told and _is_no_such_step(query, dataset) else None
    so = query.target.species_id in {m.species_id for m in relatives(query.subject, "post", dataset)}
    return replace(query, aspect="how", yes_no=False) if so else replace(query, aspect="what", yes_no=True)


def premises_first(pieces: list[list[Token]]) -> list[list[Token]]:
    """The pieces with a premise that stands behind the question ("…, since it is a Fire type") in front of it."""
    last = pieces[-1]
    if len(pieces) != 2 or not last or not last[0].has("since"):
        return pieces
    named = [t for t in pieces[0] if t.has("mon")]
    if len(named) == 1 and not any(t.has("mon") for t in last):
        last = [named[0] if t.has("pron") else t for t in last]
    return [last, pieces[0]]


def _said_of_one(clause: Clause) -> tuple[Mon, Condition | None] | None:
    """The only Pokémon that a clause names, and what it says of it; both explained."""
    mons = clause.mons()
    if len(mons) != 1:
        return None
    clause.take(*mons)
    return clause.mon(mons[0]), conditions(clause)


def asked_of_what_is_not(tokens: Sequence[Token], dataset: Dataset, language: str) -> Question | None:
    """ "Why is Gyarados a Dragon type?", "When did Pikachu become a Fairy type?"; None where what is said is so.

    When a Pokémon came to a type that it has is the history of its types.
    """
    becomes = [i for i, t in enumerate(tokens) if t.has("ev", "into")]
    times = ("when", "level") if becomes else ()
    whys = [i for i, t in enumerate(tokens) if t.has("wh", "why")] or _what_makes(tokens)
    asking = whys or [i for i, t in enumerate(tokens) if any(t.has("wh", word) for word in times)]
    if not asking:
        return None
    when = not whys
    never = None if when else _never_becomes(tokens, asking, dataset, language)
    if never is not None:
        return never
    rest = [t for i, t in enumerate(tokens) if i not in asking and i not in becomes]
    clause = Clause(rest, dataset, language)
    said = _said_of_one(clause)
    if said is None:
        return None
    subject, condition = said
    told = any(t.text.casefold() == "did" for t in tokens)  # "when did Pikachu become a Fairy type": of the games
    if when and not told and isinstance(condition, HasType) and not clause.leftover():
        later = _evolving_to(condition, subject, dataset, by_level=any(t.has("wh", "level") for t in tokens))
        if later is not None:
            return Question(later)
    if isinstance(condition, HasType) and not clause.leftover() and not clause.has("cmp"):
        if _is_false(condition, subject, dataset):
            return Question(Facts((subject,), ("type",)), (Premise(subject, condition),))
        return Question(History(subject, "type")) if when else None
    if when:
        return None
    if isinstance(condition, HasAbility | Learns) and not clause.leftover():
        return Question(Check(subject, condition)) if _is_false(condition, subject, dataset) else None
    return _false_matchup(rest, subject, dataset, language) or _false_evolution(rest, subject, dataset, language)


def _what_makes(tokens: Sequence[Token]) -> list[int]:
    """ "What makes Gardevoir a Fighting type?" asks why it is one."""
    makes = len(tokens) > 3 and tokens[0].has("wh", "what") and tokens[1].text.casefold() in ("makes", "made")
    said = makes and (tokens[3].text.casefold() in ("a", "an") or tokens[3].has("mu"))
    return [0, 1] if said and tokens[2].has("mon") else []


def _evolving_to(condition: HasType, subject: Mon, dataset: Dataset, *, by_level: bool) -> Query | None:
    """ "When does Charmander become a Flying type?": by the evolution that first has the type; None where it has it
    itself, or none has. `by_level`: the level is asked for, so that it is evolution that is meant.
    """
    stage: tuple[Mon, ...] = (subject,)
    if not _is_false(condition, subject, dataset):
        return None
    while stage:
        following = [(one, later) for one in stage for later in relatives(one, "post", dataset)]
        found = next(((one, later) for one, later in following if not _is_false(condition, later, dataset)), None)
        if found is not None:
            return Evolve(found[0], "into", "how", target=found[1])
        stage = tuple(later for _, later in following)
    if not by_level or not relatives(subject, "post", dataset):
        return None
    return Search("pokemon", And((condition, RelativeOf("below", subject))), output="exists")


def _never_becomes(tokens: Sequence[Token], asking: Sequence[int], dataset: Dataset, language: str) -> Question | None:
    """ "Why does Snorlax evolve into Munchlax?", "... at level 40?": what it evolves into, where that is not so."""
    told = [t for i, t in enumerate(tokens) if i not in asking]
    needed = evolve_needs(needs := Clause(told, dataset, language, claimed=True))
    if isinstance(needed, Evolve) and needed.needed is not None and not needs.leftover() and not needed.negated:
        item = replace(needed, item_id=needed.needed.item_id)  # "Why does Haunter need a Dusk Stone?"
        false = item.item_id is not None and item.target is None and _is_no_such_step(item, dataset)
        return Question(replace(needed, yes_no=True)) if false else None
    claim = Clause(told, dataset, language, claimed=True)
    query = evolve(claim)
    if not isinstance(query, Evolve) or claim.leftover() or query.negated:
        return None
    if query.direction == "from" and query.target is not None:  # 超梦是梦幻进化来的
        query = replace(query, subject=query.target, target=query.subject, direction="into")
    if query.direction != "into":
        return None
    if query.aspect not in ("what", "can", "how", "level", "item") or not _is_no_such_step(query, dataset):
        return None  # it is so, and why is a story
    return Question(replace(query, aspect="can" if query.target is None else "what", yes_no=True))


def _is_no_such_step(query: Evolve, dataset: Dataset) -> bool:
    """Does a claim say something of an evolution, its end or its level or its item, that is not so?"""
    following = relatives(query.subject, "post", dataset)
    later = {mon.species_id for one in (query.subject, *following) for mon in relatives(one, "post", dataset)}
    if query.target is not None and query.target.species_id not in later:
        return True
    ways = [way for mon in (query.subject, *following) for way in dataset.evolutions_from(mon.pokemon_id)]
    if query.level is not None:
        return all(way.level != query.level for way in ways)
    return query.item_id is not None and all(query.item_id not in (way.item_id, way.held_item_id) for way in ways)


def _false_evolution(tokens: Sequence[Token], subject: Mon, dataset: Dataset, language: str) -> Question | None:
    """ "Why can't Magikarp evolve?": how it does."""
    if not any(t.has("aux", "can") or t.text.casefold().replace("’", "'") in _CANNOT for t in tokens):
        return None  # why one does not evolve is a story
    claim = Clause(tokens, dataset, language, claimed=True)
    query = evolve(claim)
    if not isinstance(query, Evolve) or claim.leftover() or query.aspect != "can" or query.subject != subject:
        return None
    can = bool(dataset.evolutions_from(subject.pokemon_id))
    return Question(Evolve(subject, "into", "how" if can else "can")) if can == query.negated else None


def _false_matchup(tokens: Sequence[Token], subject: Mon, dataset: Dataset, language: str) -> Question | None:
    """ "Why is Charizard immune to Fire?": the match-up as it is."""
    claim = Clause(tokens, dataset, language, claimed=True)
    query = matchup(claim)
    if not isinstance(query, Matchup) or claim.leftover() or query.defender != subject:
        return None
    if isinstance(query.attacker, Types) and query.relation == "effect" and query.factor is not None:
        return Question(query)  # "how come Electric hits Quagsire for double damage": what it does, and by which types
    if isinstance(query.attacker, Thing) or (isinstance(query.attacker, Types) and query.relation == "effect"):
        # "why does Thunderbolt not hurt Sandslash": what it does, and by which types
        return Question(replace(query, relation="effect", yes_no=False, negated=False))
    if not isinstance(query.attacker, Types):
        return None
    if query.relation not in ("weak", "resist", "immune"):
        return None
    if not all(_is_false(Defends(t, query.relation), subject, dataset) for t in query.attacker.type_ids):
        # Its own types are the reason: "why is Quagsire 4x weak to Grass", "why does Psychic do nothing to Umbreon".
        return Question(replace(query, relation="effect", yes_no=False))
    return Question(query)


def _is_false(condition: Condition, subject: Mon, dataset: Dataset) -> bool:
    return compile_condition(condition, dataset)(dataset.pokemon[subject.pokemon_id]) is False
