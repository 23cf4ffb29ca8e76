"""What a move of one Pokémon takes from another's HP."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from ....question.algebra import Thing
from ....question.calculations import EMPTY_FIELD, Battler, Damage
from ...answer import Answer
from ...effectiveness import Attack, Chart
from ...formulas.damage import damage_rule
from ...formulas.modifiers import modifiers
from ...formulas.stats import MAX_EV, MAX_IV, NEUTRAL, RAISED
from ...model import Move
from ..cards import facts_card
from ..context import Context
from .battle_words import also_counted, not_counted, sides_said
from .blows import Strike, base_power, spanned, strike
from .sides import LEVEL, Side, factor_of, goes_past, shield, side, stages_of, type_of
from .training import Trained, trained, value, words


def answer(query: Damage, context: Context) -> Answer:
    """The damage in points and per cent, what it takes to knock the target out, and everything that was assumed."""
    move = context.dataset.moves[query.move_id]
    attacker, defender = context.pokemon(query.attacker), context.pokemon(query.defender)
    names = {
        "move": context.move_name(move.id), "attacker": context.mon_name(query.attacker),
        "defender": context.mon_name(query.defender),
    }  # fmt: skip
    if not attacker.stats or not defender.stats:
        return context.answer(context.say("damage.unknown-stats", **names))
    if move.damage_class == "status":
        mark = context.mark(
            context.thing_row(Thing("move", move.id), "damage_class", context.say("damage-class.status"))
        )
        return context.answer(context.say("damage.status", mark=mark, **names))
    own, foe = side(attacker, query.own, context), side(defender, query.foe, context)
    attack = Attack(type_of(query, move, own, context), move)
    rule = Chart(context.dataset).move_rule(attack)
    type_varies = rule is not None and rule.kind == "varies" and not _type_is_said(query, move)
    hp = _hp(query, foe, context)
    if factor_of(attack, own, foe, context) == 0 and not type_varies:
        return _no_effect(query, attack, foe, names, context)
    shielded = shield(attack, own, foe, context)
    if shielded is not None and not type_varies:
        return _shielded(query, attack, shielded, names, context)
    balloon = [row for row in modifiers("item", query.foe.item or "", "defender") if row.place == "immune"]
    if any(context.dataset.types[attack.type_id].identifier in row.wanted("type") for row in balloon):
        item = also_counted((("item", query.foe.item or "", 0.0),), context)
        return context.answer(context.say("damage.lifted", item=item, **names))
    fixed = _fixed(query, move, hp)
    if fixed is not None:
        mark = context.mark(context.thing_row(Thing("move", move.id), "damage", str(fixed)))
        return context.answer(context.say("damage.fixed", points=fixed, hp=hp, share=_share(fixed, hp), mark=mark,
                                          level=own.level, **names))  # fmt: skip
    if move.meta is not None and move.meta.category == "ohko":
        mark = context.mark(context.thing_row(Thing("move", move.id), "accuracy", str(move.accuracy)))
        return context.answer(context.say("damage.ohko", accuracy=move.accuracy, mark=mark, **names))
    power = base_power(move, query, own, foe)
    if power is None or type_varies:
        mark = context.mark(context.thing_row(Thing("move", move.id), "power", context.say("answer.unknown")))
        return context.answer(context.say("damage.varies", mark=mark, **names))
    result = strike(query, move, power, attack, own, foe, context)
    return _told(query, move, attack, result, own, foe, hp, names, context)


def _type_is_said(query: Damage, move: Move) -> bool:
    """Is what the move's type hangs on part of the question?"""
    if move.identifier == "tera-blast":
        return query.own.tera is not None
    return move.identifier == "weather-ball" and query.field.weather is not None


# --------------------------------------------------------------------------- numbers


def _hp(query: Damage, foe: Side, context: Context) -> int:
    return value(foe.pokemon, "hp", foe.level, trained(query.foe.spread, "hp", context))


def _left(hp: int, foe: Side) -> int:
    """The HP that the target has left."""
    return max(1, int(hp * foe.hp // 100))


def _fixed(query: Damage, move: Move, hp: int) -> int | None:
    """The damage of a move that always does the same; None for all others."""
    rule = damage_rule(move)
    if rule is None:
        return None
    match rule.kind:
        case "level":
            return query.own.level or LEVEL
        case "constant":
            return int(rule.value)
        case "share":
            return max(1, hp * int(rule.value) // 100)
    return None


def _share(points: int, hp: int) -> str:
    return f"{points / hp * 100:.1f}"


# --------------------------------------------------------------------------- words


def _no_effect(query: Damage, attack: Attack, foe: Side, names: dict[str, str], context: Context) -> Answer:
    mark = context.mark(
        context.thing_row(Thing("move", query.move_id), "type", context.type_name(attack.type_id)),
        context.pokemon_row(foe.pokemon, "types", context.type_names(foe.types)),
    )
    no = context.say("damage.no") if query.lands else ""
    return context.answer(no + context.say("damage.no-effect", type=context.type_name(attack.type_id),
                                      types=context.type_names(foe.types), mark=mark, **names))  # fmt: skip


def _shielded(query: Damage, attack: Attack, ability_id: int, names: dict[str, str], context: Context) -> Answer:
    mark = context.mark(
        context.thing_row(Thing("move", query.move_id), "type", context.type_name(attack.type_id)),
        context.pokemon_row(context.pokemon(query.defender), "abilities", context.ability_name(ability_id)),
    )
    ability = context.ability_name(ability_id)
    no = context.say("damage.no") if query.lands else ""
    return context.answer(no + context.say("damage.shielded", ability=ability, mark=mark, **names))


def _told(
    query: Damage, move: Move, attack: Attack, found: Strike, own: Side, foe: Side, hp: int, names: dict[str, str],
    context: Context,
) -> Answer:  # fmt: skip
    attacker, defender = own.pokemon, foe.pokemon
    mark = context.mark(
        context.thing_row(Thing("move", move.id), "power", str(found.power)),
        context.pokemon_row(attacker, f"stats.{found.attack_stat}", str(context.stats(attacker)[found.attack_stat])),
        context.pokemon_row(defender, f"stats.{found.defence_stat}", str(context.stats(defender)[found.defence_stat])),
        context.pokemon_row(defender, "stats.hp", str(context.stats(defender)["hp"])),
    )
    span = str(found.low) if found.low == found.high else f"{found.low}–{found.high}"
    low, high = _share(found.low, hp), _share(found.high, hp)
    text = context.say(
        "damage.deals", points=span, share=low if low == high else f"{low}–{high}", hp=hp, mark=mark,
        when=_levels(own, foe, context), critical=context.say("damage.critical") if found.blow.critical else "",
        **names,
    )  # fmt: skip
    left = _left(hp, foe)
    endures = _endures(own, foe, found)
    knock = _knockout(found, left, context)
    if endures and found.high >= left:
        knock = context.say("damage.endures", thing=also_counted([(*endures, 0.0)], context), **names)
    if left < hp:
        knock = context.sentences((context.say("damage.left", left=left, **names), knock))
    if query.knockout is not None or query.survives:
        text = _asked(query, found, left, endures is not None, context) + text
    elif query.lands:
        text = context.say("damage.yes") + text
    headline = context.sentences((text, knock))
    blow = found.blow
    counted = context.say(
        "damage.counted", power=blow.power, attack_stat=context.stat_name(found.attack_stat), attack=blow.attack,
        defence_stat=context.stat_name(found.defence_stat), defence=blow.defence,
        stab=context.say("damage.stab", factor=f"{round(blow.bonus / 4096, 2):g}") if blow.same_type
        else context.say("damage.no-stab"), factor=f"{blow.factor:g}",
        own=words(trained(query.own.spread, found.attack_stat, context), found.attack_stat, query.own.spread, context),
        foe=words(trained(query.foe.spread, found.defence_stat, context), found.defence_stat, query.foe.spread,
                  context),
        critical=context.say("damage.counted-critical") if blow.critical else "",
    )  # fmt: skip
    facts = (
        {"label": context.say("damage.points"), "value": span, "highlight": True},
        {"label": context.say("damage.share"), "value": f"{low}–{high}%", "highlight": True},
        {"label": context.say("damage.target-hp"), "value": str(hp), "highlight": False},
        {"label": context.say("damage.effectiveness"), "value": f"×{blow.factor:g}", "highlight": False},
    )
    card = facts_card(context.say("damage.card", **names), facts)
    extra = also_counted(((one.kind, one.name, one.factor) for one in found.counted), context)
    idle = also_counted(((one.kind, one.name, 0.0) for one in found.idle), context)
    notes = [
        counted,
        sides_said(own, foe, stages_of(own.said, found.attack_stat, found.attack_stat),
                   stages_of(foe.said, found.defence_stat, found.defence_stat), names, context),
        context.say("damage.also", list=extra) if extra else "",
        context.say("damage.idle", list=idle) if idle else "",
        _several(move, found, context),
        _special(move, found, context),
        _full(query, move, found, hp, context),
    ]  # fmt: skip
    # What may undo the damage altogether belongs beside it.
    said, shields = _abilities(attack, own, foe, names, context)
    headline = context.sentences((headline, said)) if shields else headline
    notes.append("" if shields else said)
    notes.append(not_counted(query.own, query.foe, query.field, context))
    return context.answer(headline, details=notes, cards=(card,))


def _levels(own: Side, foe: Side, context: Context) -> str:
    key = "damage.level" if own.level == foe.level else "damage.levels"
    return context.say(key, own=own.level, foe=foe.level)


def _chance(found: Strike, hp: int) -> int:
    """How many of the sixteen rolls knock the target out at once."""
    return sum(one >= hp for one in found.single)


def _knockout(found: Strike, hp: int, context: Context) -> str:
    """What it takes to knock the target out."""
    if found.hits == (1, 1) and found.low < hp <= found.high:
        return context.say("damage.ko-chance", n=_chance(found, hp), chance=f"{_chance(found, hp) / 16 * 100:g}")
    fast, slow = ceil(hp / found.high), ceil(hp / found.low)
    if slow == 1:
        return context.say("damage.ko-sure")
    key = "damage.ko-hits" if fast == slow else "damage.ko-between"
    return context.say(key, fast=fast, slow=slow)


def _endures(own: Side, foe: Side, found: Strike) -> tuple[str, str] | None:
    """The item or ability (kind and name) that leaves the target 1 HP after a single hit from full HP."""
    for kind, name in (("item", foe.said.item), ("ability", "" if goes_past(own, foe) else foe.ability)):
        for row in modifiers(kind, name or "", "defender"):
            if row.place == "endure" and foe.hp >= 100 and found.hits[1] == 1:
                return kind, str(name)
    return None


def _asked(query: Damage, found: Strike, hp: int, endures: bool, context: Context) -> str:
    """The answer to "does it knock out in so many hits?", "does it stand one?": yes, no, or perhaps."""
    times = query.knockout or 1
    if endures and times == 1:
        return context.say("damage.yes" if query.survives else "damage.no")
    if found.low * times < hp <= found.high * times:
        return context.say("damage.perhaps")
    falls = found.low * times >= hp
    return context.say("damage.yes" if falls != query.survives else "damage.no")


def rule_rises(move: Move) -> bool:
    """Whether each hit of a move is stronger than the one before."""
    rule = damage_rule(move)
    return rule is not None and rule.kind == "rising"


def _several(move: Move, found: Strike, context: Context) -> str:
    least, most = found.hits
    if most == 1 or rule_rises(move):
        return ""
    each = f"{found.single[0]}–{found.single[-1]}"
    return context.say("damage.hits" if least != most else "damage.hits-exactly", least=least, most=most, each=each)


def _special(move: Move, found: Strike, context: Context) -> str:
    """What is unusual about the move."""
    rule = damage_rule(move)
    if rule is None:
        return ""
    key = f"damage.rule.{rule.kind}"
    if key not in context.phrases or (rule.kind in ("depends", "power") and found.power != (
        int(rule.value) if rule.kind == "power" else move.power
    )):  # fmt: skip
        return ""
    stat = context.stat_name(rule.value) if rule.kind in ("strikes", "uses", "uses-target") else rule.value
    return context.say(key, move=context.move_name(move.id), stat=stat, power=found.power)


def _full(query: Damage, move: Move, found: Strike, hp: int, context: Context) -> str:
    """The same with the attacker trained for it, where the question says nothing else."""
    plain = Battler(level=query.own.level), Battler(level=query.foe.level)
    rule = damage_rule(move)
    if (query.own, query.foe) != plain or query.field != EMPTY_FIELD or found.counted:
        return ""
    if rule is not None and rule.kind == "uses-target":
        return ""
    full = Trained(MAX_IV, MAX_EV, RAISED if found.attack_stat != "hp" else NEUTRAL)
    attack = value(context.pokemon(query.attacker), found.attack_stat, query.own.level or LEVEL, full)
    low, high, _ = spanned(move, replace(found.blow, attack=attack), found.hits)
    return context.say("damage.full", points=f"{low}–{high}", share=f"{_share(low, hp)}–{_share(high, hp)}",
                       stat=context.stat_name(found.attack_stat))  # fmt: skip


def _abilities(attack: Attack, own: Side, foe: Side, names: dict[str, str], context: Context) -> tuple[str, bool]:
    """The target's possible abilities that would change the damage, and whether one of them undoes it."""
    if foe.ability or goes_past(own, foe):
        return "", False
    chart = Chart(context.dataset)
    said = []
    shields = False
    for ability in foe.pokemon.abilities.all():
        hit = chart.hit(attack, foe.types, ability)
        if hit.factor != hit.by_types:
            shields = shields or hit.factor == 0
            said.append(context.say("damage.with-ability", ability=context.ability_name(ability),
                                    factor=f"{hit.factor:g}"))  # fmt: skip
    if not said:
        return "", False
    return context.say("damage.abilities", list=context.say("list.comma").join(said), **names), shields
