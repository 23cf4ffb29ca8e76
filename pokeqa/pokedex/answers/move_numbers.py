"""What is said of a move's effect: its numbers, a clause each, and conditions about it."""

from __future__ import annotations

from ...question.algebra import MoveIs
from ..effects import effects
from ..model import Move
from ..move_conditions import stat_change_of
from ..move_facts import changes_own_stats
from .context import Context

#: The critical-hit stage from which a hit is always critical.
ALWAYS_CRITICAL = 6

#: Ailments that the templates have no words for.
NO_AILMENT = ("none", "unknown", "no-type-immunity")


def has_numbers(move: Move) -> bool:
    """Whether the numbers of a move say anything of its effect."""
    meta = move.meta
    if meta is None or meta.category == "unique":
        return False
    return bool(
        meta.ailment not in NO_AILMENT or meta.stat_changes or meta.drain or meta.healing or meta.flinch_chance
        or meta.max_hits or meta.crit_rate or meta.category in ("ohko", "force-switch")
        or {"charge", "recharge"} & move.flags
    )  # fmt: skip


def effect_parts(move: Move, context: Context) -> list[str]:
    """What the numbers of a move's effect say, a clause each."""
    meta = move.meta
    own = effects("move").get(move.identifier)
    if meta is None or meta.category == "unique" or (own is not None and own.alone):
        return []
    parts = [*_hits(move, context), *_ailment(move, context), *_stat_changes(move, context)]

    def add(key: str, value: int) -> None:
        if value:
            parts.append(context.say(f"things.effect.{key}", n=abs(value)))

    add("flinch", meta.flinch_chance)
    add("drain" if meta.drain > 0 else "recoil", meta.drain)
    add("heal" if meta.healing > 0 else "costs", meta.healing)
    if meta.crit_rate:
        parts.append(context.say(f"things.effect.critical{'_always' if meta.crit_rate >= ALWAYS_CRITICAL else ''}"))
    if meta.category in ("ohko", "force-switch"):
        parts.append(context.say(f"things.effect.{meta.category}"))
    parts += [context.say(f"things.effect.{flag}") for flag in ("charge", "recharge") if flag in move.flags]
    return parts


def _hits(move: Move, context: Context) -> list[str]:
    meta = move.meta
    if meta is None or meta.min_hits is None or meta.max_hits is None:
        return []
    if meta.min_hits == meta.max_hits:
        return [context.say("things.effect.hits_exactly", n=meta.max_hits)]
    return [context.say("things.effect.hits", min=meta.min_hits, max=meta.max_hits)]


def _ailment(move: Move, context: Context) -> list[str]:
    meta = move.meta
    if meta is None or meta.ailment in NO_AILMENT:
        return []
    ailment = context.say(f"things.effect.ailments.{meta.ailment}")
    if 0 < meta.ailment_chance < 100:
        return [context.say("things.effect.ailment_chance", chance=meta.ailment_chance, ailment=ailment)]
    return [context.say("things.effect.ailment", ailment=ailment)]


def _stat_changes(move: Move, context: Context) -> list[str]:
    """Stat changes, those of the same size together."""
    meta = move.meta
    if meta is None or not meta.stat_changes:
        return []
    own = changes_own_stats(move, meta)
    by_size: dict[int, list[str]] = {}
    for stat, size in meta.stat_changes.items():
        by_size.setdefault(size, []).append(stat)
    parts = []
    for size, stats in by_size.items():
        text = context.say(
            "things.effect.raises" if size > 0 else "things.effect.lowers",
            who=context.say("things.effect.own" if own else "things.effect.foe"),
            stats=context.phrases.join(battle_stat_name(stat, context) for stat in stats),
            n=abs(size),
        )
        if 0 < meta.stat_chance < 100:
            text = context.say("things.effect.chance", chance=meta.stat_chance, text=text)
        parts.append(text)
    return parts


def battle_stat_name(stat: str, context: Context) -> str:
    """A stat's name, accuracy and evasiveness included."""
    key = f"things.effect.stats.{stat}"
    return context.say(key) if key in context.phrases else context.stat_name(stat)


def move_clause(condition: MoveIs, context: Context) -> tuple[str, dict[str, str | int]]:
    """The template of a condition about what a move does, and what fills it."""
    value = condition.value
    match condition.field:
        case "damage-class":
            return "move.damage-class", {"value": context.say(f"damage-class.{value}")}
        case "generation":
            return "from-generation.eq", {"generation": context.generation_region(int(value))}
        case "flag":
            return "move.flag", {"value": context.say(f"flag.{value}")}
        case "ailment":
            return "move.ailment", {"value": context.say(f"ailment.{value}")}
        case "target":
            return "move.target", {"value": context.say(f"things.target.{value}")}
        case "named":
            move = next(one for one in context.dataset.moves.values() if one.identifier == value)
            return "is-a", {"other": context.name(move.names)}
        case "does":
            return f"move.{value}", {}
        case "raises" | "lowers":
            whose, stat, size = stat_change_of(value)
            key = f"move.{condition.field}-{whose}" if whose else f"move.{condition.field}"
            name = battle_stat_name(stat, context)
            return key, {"stat": name if size is None else context.say("things.effect.by-stages", stat=name, n=size)}
