"""Which stat a move works its damage out with."""

from __future__ import annotations

from ...pokedex.effects import effect_of
from ...pokedex.model import STATS
from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from .move_questions import only_move

#: Words that say that a stat is used, or that damage is worked out or done.
_USING = ("damagecalc", "itemuse")
#: What shows that something else is asked: what changes a stat, who learns the move, which one is higher.
_OTHERS = (
    "bend", "bentstat", "stages", "stageword", "evs", "number", "ev", "cmp", "sup", "egg", "breed", "machine", "meet",
    "cls", "region", "vg", "gen", "hist", "type", "ability", "item", "nature", "knockout", "survive", "role",
)  # fmt: skip


def move_stat(clause: Clause) -> Query | None:
    """ "Which stat does Body Press use?", "is Foul Play calculated with the target's Attack?", 扑击用什么能力计算伤害.

    Of a move with a rule of its own its sentence tells the stat; any other one uses those of its class.
    """
    move = only_move(clause)
    if move is None or clause.mons() or any(clause.has(tag) for tag in _OTHERS) or clause.scope() != NOW:
        return None
    if (
        clause.has("wh", "who")
        or clause.has("learn", "level-up")
        or clause.has("noun", "pokemon")
        or clause.has("neg", "neg")
    ):
        return None
    using = [i for tag in _USING for i in clause.find(tag) if i != move]
    hits = [i for i in clause.find("mu", "effect:att") if not clause.at(i, "attr")]  # "Attack" is a stat
    using += hits if clause.has("aux", "do") or clause.language != "en" else []
    stats = [i for i in clause.find("attr", *STATS) if i != move and i not in using]
    nouns = [*clause.find("noun", "stat"), *clause.find("attr", "stats")]
    asked = clause.has("wh", "which") or clause.has("wh", "what")
    if not using or not (stats or nouns or (asked and len(clause.find("damagecalc", "calc")) > 0)):
        return None
    own = _has_own_rule(clause, move)
    both = {str(clause.tokens[i].readings["attr"][0]) for i in stats} == {"attack", "special-attack"}
    if stats and not own and not (both and clause.find("bool", "or", again=True)):
        return None  # "does Leaf Blade use Attack or Special Attack" asks for its class
    if not stats and not (asked and (nouns or own)):
        return None
    clause.take(move, *using, *stats, *nouns, *clause.find("damagecalc"), *clause.find("mu", "effect:att"))
    clause.take(
        *clause.find("foe"), *clause.find("ownside"), *clause.find("attr", "target", "power"), *clause.find("wh")
    )
    clause.take(*clause.find("bool", "or"), *clause.find("learn", "learn"), *clause.find("pron"), *clause.find("adv"))
    clause.take(*clause.find("noun", "move"), *clause.find("catch", "calculator"), *clause.find("passive"))
    clause.take(*clause.find("aux", "do"), *clause.find("moveclass") if own else ())
    return Facts((Thing("move", clause.value(move, "move")),), ("effect",) if own else ("damage-class",))


def _has_own_rule(clause: Clause, move: int) -> bool:
    """Does the sentence of the move tell of a stat in place of another one?"""
    effect = effect_of(clause.dataset, Thing("move", clause.value(move, "move")))
    sentence = effect.sentences.get("en", "") if effect is not None else ""
    return any(words in sentence for words in ("in place of", "instead of", ", not its")) and (
        "Defense" in sentence or "Attack" in sentence
    )
