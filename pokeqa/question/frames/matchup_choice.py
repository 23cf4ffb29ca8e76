"""Which of several does more, or takes more: "what is better against Steel, Fire or Fighting?"."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra import Mon, Query, Sense, Side, Subject, Thing, Types
from ..clause import Clause
from ..type_calculations import MatchupChoice
from ..word_lists import word_list
from .matchup_sides import Entity, entities_of, main_verb, relation_of


def matchup_choice(clause: Clause) -> Query | None:
    """ "Is Rock or Electric better against Charizard?", 超能力和妖精哪个更怕毒, 快龙更怕冰还是岩石."""
    met = _met(clause) if all(clause.at(i, "facing") for i in clause.find("mu")) else []
    verbs = met or clause.find("mu")
    if not verbs or clause.has("ability") or clause.has("ev") or clause.has("noun", "pokemon") or clause.has("number"):
        return None
    entities = entities_of(clause)
    options, rest = _options(clause, entities)
    if len(options) < 2 or len(rest) != 1:
        return None
    senses = {i: ("weak:att",) if i in met else tuple(clause.tokens[i].readings["mu"]) for i in verbs}
    main = main_verb(clause, verbs, senses)
    relation, left = relation_of(senses, verbs, main)
    if relation is None or relation == "neutral":
        return None
    behind = min((e for e in (*options, *rest) if e.start > main), key=lambda e: e.start, default=None)
    acted_on = behind in options if behind is not None else False
    attacking = acted_on is (left == "def")
    chosen = subjects([e.side for e in options])
    other = subjects([rest[0].side])
    attackers, defenders = (chosen, other) if attacking else (other, chosen)
    if len(attackers) > 1 and not attacking:
        return None
    if any(isinstance(one, Mon) for one in attackers) or any(is_move(one) for one in defenders):
        return None
    if any(is_move(one) and clause.dataset.moves[one.id].damage_class == "status" for one in attackers):  # type: ignore[union-attr]
        return None
    sense: Sense = "min" if relation in ("resist", "immune", "not-very-effective") else "max"
    if clause.find("cmp", ":lt") or clause.find("sup", ":min"):
        sense = "min" if sense == "max" else "max"
    for entity in (*options, *rest):
        clause.take(*range(entity.start, entity.end))
    clause.take(*verbs, *clause.find("bool"), *clause.find("cmp", ":gt", ":lt", "total:gt", "total:lt"))
    clause.take(*clause.find("sup", ":max", ":min"), *clause.find("noun", "type", "move"), *clause.find("prep"))
    clause.take(*clause.find("attr", "type", "power"), *clause.find("damagecalc"), *clause.find("itemuse"))
    clause.take(*clause.find("facing"), *clause.find("suits"), *clause.find("list", "one"), *clause.find("strongly"))
    clause.take(*clause.find("each"), *clause.find("wh", "how", "howmuch"), *clause.find("passive"))
    return MatchupChoice(chosen, other, attacking, sense, clause.scope())


def _met(clause: Clause) -> list[int]:
    """对手是炽焰咆哮虎，我该用水还是格斗: what one meets, where a choice of attacks to use stands behind it."""
    met = [i for i in clause.find("facing") if clause.has("suits") and clause.has("bool", "or")]
    behind = [i for i in clause.mons() if met and i > met[0]]
    return met[:1] if behind and len(behind) == len(clause.mons()) else []


#: What makes another question of it.
_OTHERWISE = ("ability", "ev", "number", "learn", "nature", "item", "cls", "gen", "attr:speed", "cmp", "sup")


def attack_to_choose(clause: Clause) -> Query | None:
    """遇到钢铠鸦该派火系还是电系, "which of my moves (Surf, Ice Beam) is best on Rhyperior?"."""
    met = clause.find("facing")
    words = [*clause.find("suits"), *met, *clause.find("moveset")]
    if len(clause.mons()) != 1 or not words or any(clause.has(*tag.split(":")) for tag in _OTHERWISE):
        return None
    if any(i not in met for i in clause.find("mu")) or not (clause.has("bool", "or") or clause.has("wh", "which")):
        return None
    entities = entities_of(clause)
    options = [part for e in entities if not isinstance(e.side, Mon) for part in single(clause, e)]
    if len(options) < 2 or any(
        isinstance(e.side, Thing) and clause.dataset.moves[e.side.id].damage_class == "status" for e in options
    ):
        return None
    for entity in entities:
        clause.take(*range(entity.start, entity.end))
    clause.take(*words, *clause.find("bool"), *clause.find("wh", "which"), *clause.find("itemuse"), *clause.find("foe"))
    clause.take(*clause.find("noun", "type", "move"), *clause.find("attr", "type"), *clause.find("prep"))
    other = [e.side for e in entities if isinstance(e.side, Mon)]
    return MatchupChoice(subjects([e.side for e in options]), subjects(other), True, "max", clause.scope())


def _options(clause: Clause, entities: Sequence[Entity]) -> tuple[list[Entity], list[Entity]]:
    """The entities to choose from, and the others."""
    ors = [i for i in clause.find("bool", "or") if not clause.at(i, "bool", "and")]
    if ors:
        before = [k for k, e in enumerate(entities) if e.end <= ors[0]]
        after = [k for k, e in enumerate(entities) if e.start > ors[0]]
        if not before or not after:
            return [], []
        last = after[0]
        for mark in ors[1:]:
            last = max(last, next((k for k in after if entities[k].start > mark), last))
        chosen = range(before[-1], last + 1)
        rest = [e for k, e in enumerate(entities) if k not in chosen]
        if any(clause.tokens[i].text == "/" for k in chosen for i in range(entities[k].start, entities[k].end)):
            return [], []  # each option is a pair of types
        parts = [part for k in chosen for part in single(clause, entities[k])]
        if not rest and len(parts) > len(chosen):
            return parts[1:], parts[:1]  # "against Steel, Fire or Fighting": the comma ends what is hit
        return parts, rest
    asked = next((i for i in range(len(clause.tokens)) if clause.at(i, "prep", "between") or clause.at(i, "wh")), None)
    if asked and clause.tokens[0].text.casefold() in _AMONG and clause.at(asked, "wh", "which", "what", "who"):
        first = [part for e in entities if e.end <= asked for part in single(clause, e)]
        return first, [e for e in entities if e.start > asked]
    more = any(clause.tokens[i].text.startswith("更") for i in clause.find("mu", again=True))
    compares = clause.has("prep", "between") or clause.has("cmp") or clause.has("sup") or more
    if asked is None or not compares:
        return [], []
    pairs = [e for e in entities if isinstance(e.side, Types) and len(e.side.type_ids) == 2]
    if len(pairs) == 1 and not any(clause.tokens[k].text == "/" for k in range(pairs[0].start, pairs[0].end)):
        return single(clause, pairs[0]), [e for e in entities if e is not pairs[0]]
    if len(entities) == 3 and clause.has("bool", "and"):
        joined = [k for k in (0, 1) if all(clause.at(i, "bool", "and") or clause.at(i, "filler")
                                           for i in range(entities[k].end, entities[k + 1].start))]  # fmt: skip
        if len(joined) == 1:
            pair = entities[joined[0] : joined[0] + 2]
            return list(pair), [e for e in entities if e not in pair]
    return [], []


#: What stands in front of a list to choose from: "of Ice, Rock and Electric, which hits Dragonite hardest?".
_AMONG = frozenset(word_list("among"))


def single(clause: Clause, entity: Entity) -> list[Entity]:
    """Each of two types by itself, where it stands."""
    if not isinstance(entity.side, Types) or len(entity.side.type_ids) < 2:
        return [entity]
    at = [k for k in range(entity.start, entity.end) if clause.at(k, "type")]
    return [Entity(k, k + 1, Types((clause.value(k, "type"),)), entity.is_move) for k in at]


def is_move(subject: Side) -> bool:
    """Is that a move, and no type or Pokémon?"""
    return isinstance(subject, Thing) and subject.kind == "move"


def subjects(sides: Sequence[Side]) -> tuple[Subject, ...]:
    """Sides as subjects; a type is a thing of its own."""
    found: list[Subject] = []
    for side in sides:
        if isinstance(side, Types):
            found += [Thing("type", t) for t in side.type_ids]
        else:
            found.append(side)
    return tuple(found)
