"""Several attacks set against one defender, and why one does so little: "how do Ice and Fire do to Steel?"."""

from __future__ import annotations

from ..algebra import NOW, Matchup, Mon, Query, Types
from ..clause import Clause
from ..type_calculations import MatchupChoice
from .matchup_choice import is_move, single, subjects
from .matchup_sides import entities_of, main_verb, relation_of, sides_of

#: A Pokémon knows so many moves.
_MOST = 4


def several_attacks(clause: Clause) -> Query | None:
    """ "Fire and Ground moves against Steel, how effective?", 火和格斗打钢分别是几倍: the factor of each."""
    verbs = [i for i in clause.find("mu") if any(v == "effect:att" for v in clause.tokens[i].readings["mu"])]
    if len(verbs) != len(clause.find("mu")) or not verbs or not _asks_how(clause, verbs) or clause.is_yes_no():
        return None
    if len(clause.find("times", "ratio")) > 1:
        return None  # 钢系打水系多少倍、打电系多少倍 asks twice
    if any(clause.has(tag) for tag in ("ability", "ev", "cmp", "sup", "suppose")) or clause.find("bool", "or"):
        return None
    entities = entities_of(clause)
    main = next((i for i in reversed(verbs) if any(e.start > i for e in entities)), None)
    if main is None:
        return None
    attacks = [part for e in entities if e.end <= main for part in single(clause, e)]
    behind = [e for e in entities if e.start > main]
    if any(v < e.start for v in verbs for e in entities if v != main and e.end <= main and v > entities[0].start):
        return None  # 钢系打水系多少倍、打电系多少倍: two questions
    if not 1 < len(attacks) <= _MOST or len(behind) != 1 or is_move(behind[0].side):
        return None
    if any(isinstance(e.side, Mon) for e in attacks):
        return None
    if any(is_move(e.side) and clause.dataset.moves[e.side.id].damage_class == "status" for e in attacks):  # type: ignore[union-attr]
        return None
    for entity in (*attacks, *behind):
        clause.take(*range(entity.start, entity.end))
    counts = [i for i in clause.find("number") if clause.value(i, "number") == len(attacks)]
    clause.take(
        *verbs, *counts, *clause.find("bool", "and"), *clause.find("noun", "type", "move"), *clause.find("each")
    )
    clause.take(*clause.find("wh", "how", "howmany", "howmuch"), *clause.find("attr", "effect", "type"))
    clause.take(*clause.find("aux"), *clause.find("carry"), *clause.find("adv", "only"), *clause.find("typecount"))
    clause.take(
        *clause.find("pron", "them"), *clause.find("moveset"), *clause.find("list", "all"), *clause.find("prep")
    )
    clause.take(
        *clause.find("battlewords"), *clause.find("attr", "attack"), *clause.find("times"), *clause.find("owning")
    )
    if clause.is_negated() or clause.scope() != NOW:
        return None
    return MatchupChoice(subjects([e.side for e in attacks]), subjects([behind[0].side]), True, "max", NOW)


def _asks_how(clause: Clause, verbs: list[int]) -> bool:
    """Is the effect of each asked for?"""
    return (
        clause.has("wh", "how", "howmany", "howmuch")
        or clause.has("attr", "effect")
        or any(clause.tokens[i].text.casefold().startswith("how ") for i in verbs)
    )


def why_so_little(clause: Clause) -> Query | None:
    """拖拖蚓为什么不怕地面招式, "why is Psychic weak to Bug": the effect with what makes it so."""
    why = clause.find("wh", "why")
    verbs = clause.find("mu")
    if len(why) != 1 or not verbs or clause.has("ev") or clause.has("learn"):
        return None
    if not clause.language.startswith("zh") and (clause.language != "en" or clause.mons()):
        return None  # of a Pokémon, what is taken for granted is looked at
    clause.take(*why)
    senses = {i: tuple(clause.tokens[i].readings["mu"]) for i in verbs}
    main = main_verb(clause, verbs, senses)
    relation, left = relation_of(senses, verbs, main)
    entities = entities_of(clause)
    sides = sides_of(entities, clause, main, left)
    if relation is None or sides is None or sides[0] is None or sides[1] is None:
        return None
    attacker, defender = sides[0].side, sides[1].side
    if isinstance(attacker, Mon) or not isinstance(defender, Types if clause.language == "en" else Mon | Types):
        return None
    if isinstance(attacker, Types) and len(attacker.type_ids) > 1:
        return None
    if clause.language == "en" and not (isinstance(attacker, Types) and isinstance(defender, Types)):
        return None
    for entity in entities:
        clause.take(*range(entity.start, entity.end))
    clause.take(
        *verbs, *clause.find("neg"), *clause.find("noun", "type", "move"), *clause.find("attr", "type", "effect")
    )
    clause.take(*clause.find("passive"), *clause.find("moveset"))
    if clause.scope() != NOW or clause.find("bool", "or"):
        return None
    return Matchup(attacker, defender, "effect")
