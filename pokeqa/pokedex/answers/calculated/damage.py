"""What a move of one Pokémon takes from another's HP."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from ....question.algebra import Thing
from ....question.calculations import Damage, Spread
from ...answer import Answer
from ...effectiveness import Attack, Chart
from ...formulas.damage import Blow, always_critical, damage_rule, rolls
from ...formulas.stats import MAX_EV, MAX_IV, NEUTRAL, RAISED
from ...model import Move, Pokemon
from ..cards import facts_card
from ..context import Context
from .training import Trained, trained, value, words

#: The level that both have where none is named: that of official battles.
LEVEL = 50

_CLASSES = {"physical": ("attack", "defense"), "special": ("special-attack", "special-defense")}

#: Weights in hectograms from which a move gains power, and the power from there on.
_BY_WEIGHT = ((2000, 120), (1000, 100), (500, 80), (250, 60), (100, 40), (0, 20))
_BY_RATIO = ((5, 120), (4, 100), (3, 80), (2, 60), (0, 40))


@dataclass(frozen=True, slots=True)
class Result:
    """The least and the most damage of a whole move, the single rolls of one hit, and the numbers that entered."""

    low: int
    high: int
    single: tuple[int, ...]
    hits: tuple[int, int]
    blow: Blow
    attack_stat: str
    defence_stat: str


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
    chart = Chart(context.dataset)
    attack = Attack(move.type_id, move)
    factor = chart.factor(attack, defender.types)
    rule = chart.move_rule(attack)
    type_varies = rule is not None and rule.kind == "varies"
    hp = _hp(query, defender, context)
    if factor == 0 and not type_varies:
        return _no_effect(query, move, names, context)
    certain = _certain_ability(chart, attack, defender)
    if certain is not None and not type_varies:
        factor = certain[1]
        if factor == 0:
            return _shielded(query, move, certain[0], names, context)
    fixed = _fixed(query, move, hp)
    if fixed is not None:
        mark = context.mark(context.thing_row(Thing("move", move.id), "damage", str(fixed)))
        return context.answer(context.say("damage.fixed", points=fixed, hp=hp, share=_share(fixed, hp), mark=mark,
                                          level=query.attacker_level or LEVEL, **names))  # fmt: skip
    if move.meta is not None and move.meta.category == "ohko":
        mark = context.mark(context.thing_row(Thing("move", move.id), "accuracy", str(move.accuracy)))
        return context.answer(context.say("damage.ohko", accuracy=move.accuracy, mark=mark, **names))
    power = _power(move, attacker, defender)
    if power is None or type_varies:
        mark = context.mark(context.thing_row(Thing("move", move.id), "power", context.say("answer.unknown")))
        return context.answer(context.say("damage.varies", mark=mark, **names))
    result = _result(query, move, power, factor, context)
    return _told(query, move, result, hp, names, certain[0] if certain is not None else None, context)


def _certain_ability(chart: Chart, attack: Attack, defender: Pokemon) -> tuple[int, float] | None:
    """The ability (and the factor with it) that changes the damage whichever ability the target has."""
    abilities = defender.abilities.all()
    hits = [chart.hit(attack, defender.types, one) for one in abilities]
    if not hits or len({hit.factor for hit in hits}) > 1 or hits[0].factor == hits[0].by_types:
        return None
    return abilities[0], hits[0].factor


# --------------------------------------------------------------------------- numbers


def _hp(query: Damage, defender: Pokemon, context: Context) -> int:
    return value(defender, "hp", query.defender_level or LEVEL, trained(query.defence, "hp", context))


def _fixed(query: Damage, move: Move, hp: int) -> int | None:
    """The damage of a move that always does the same; None for all others."""
    rule = damage_rule(move)
    if rule is None:
        return None
    match rule.kind:
        case "level":
            return query.attacker_level or LEVEL
        case "constant":
            return int(rule.value)
        case "share":
            return max(1, hp * int(rule.value) // 100)
    return None


def _power(move: Move, attacker: Pokemon, defender: Pokemon) -> int | None:
    """The power of a move against this target; None where it depends on more than the two Pokémon."""
    rule = damage_rule(move)
    if rule is not None:
        match rule.kind:
            case "power":
                return int(rule.value)
            case "weight":
                weight = defender.weight_hg
                return None if weight is None else next(p for least, p in _BY_WEIGHT if weight >= least)
            case "weight-ratio":
                if not attacker.weight_hg or not defender.weight_hg:
                    return None
                ratio = attacker.weight_hg / defender.weight_hg
                return next(p for least, p in _BY_RATIO if ratio >= least)
    return move.power


def _stats_used(query: Damage, move: Move) -> tuple[str, str, bool]:
    """(attacking stat, defending stat, whether the target's own attacking stat is used)."""
    attack, defence = _CLASSES[move.damage_class]
    rule = damage_rule(move)
    if rule is not None:
        match rule.kind:
            case "strikes":
                defence = rule.value
            case "uses":
                attack = rule.value
            case "uses-target":
                return rule.value, defence, True
    return attack, defence, False


def _hits(move: Move) -> tuple[int, int]:
    rule = damage_rule(move)
    if rule is not None and rule.kind == "hits":
        least, _, most = rule.value.partition("-")
        return int(least), int(most or least)
    if move.meta is None or move.meta.max_hits is None:
        return 1, 1
    return move.meta.min_hits or 1, move.meta.max_hits


def _result(query: Damage, move: Move, power: int, factor: float, context: Context) -> Result:
    attacker, defender = context.pokemon(query.attacker), context.pokemon(query.defender)
    attack_stat, defence_stat, of_target = _stats_used(query, move)
    rule = damage_rule(move)
    own_level, foe_level = query.attacker_level or LEVEL, query.defender_level or LEVEL
    if of_target:
        attack = value(defender, attack_stat, foe_level, trained(query.defence, attack_stat, context))
    else:
        attack = value(attacker, attack_stat, own_level, trained(query.attack, attack_stat, context))
    blow = Blow(
        level=own_level,
        power=power,
        attack=attack,
        defence=value(defender, defence_stat, foe_level, trained(query.defence, defence_stat, context)),
        same_type=move.type_id in attacker.types,
        factor=factor,
        critical=query.critical or always_critical(move) or (rule is not None and rule.kind == "critical"),
    )
    low, high, single = _spanned(move, blow)
    return Result(low, high, single, _hits(move), blow, attack_stat, defence_stat)


def _spanned(move: Move, blow: Blow) -> tuple[int, int, tuple[int, ...]]:
    """The least and the most damage of all hits, and the rolls of a single one."""
    single = rolls(blow)
    least, most = _hits(move)
    rule = damage_rule(move)
    if rule is not None and rule.kind == "rising":
        every = [rolls(replace(blow, power=blow.power * (n + 1))) for n in range(most)]
        return sum(one[0] for one in every), sum(one[-1] for one in every), single
    return single[0] * least, single[-1] * most, single


def _share(points: int, hp: int) -> str:
    return f"{points / hp * 100:.1f}"


# --------------------------------------------------------------------------- words


def _no_effect(query: Damage, move: Move, names: dict[str, str], context: Context) -> Answer:
    types = context.pokemon(query.defender).types
    mark = context.mark(
        context.thing_row(Thing("move", move.id), "type", context.type_name(move.type_id)),
        context.pokemon_row(context.pokemon(query.defender), "types", context.type_names(types)),
    )
    return context.answer(context.say("damage.no-effect", type=context.type_name(move.type_id),
                                      types=context.type_names(types), mark=mark, **names))  # fmt: skip


def _shielded(query: Damage, move: Move, ability_id: int, names: dict[str, str], context: Context) -> Answer:
    mark = context.mark(
        context.thing_row(Thing("move", move.id), "type", context.type_name(move.type_id)),
        context.pokemon_row(context.pokemon(query.defender), "abilities", context.ability_name(ability_id)),
    )
    ability = context.ability_name(ability_id)
    return context.answer(context.say("damage.shielded", ability=ability, mark=mark, **names))


def _told(
    query: Damage, move: Move, found: Result, hp: int, names: dict[str, str], certain: int | None, context: Context
) -> Answer:
    attacker, defender = context.pokemon(query.attacker), context.pokemon(query.defender)
    mark = context.mark(
        context.thing_row(Thing("move", move.id), "power", str(found.blow.power)),
        context.pokemon_row(attacker, f"stats.{found.attack_stat}", str(context.stats(attacker)[found.attack_stat])),
        context.pokemon_row(defender, f"stats.{found.defence_stat}", str(context.stats(defender)[found.defence_stat])),
        context.pokemon_row(defender, "stats.hp", str(context.stats(defender)["hp"])),
    )
    span = str(found.low) if found.low == found.high else f"{found.low}–{found.high}"
    low, high = _share(found.low, hp), _share(found.high, hp)
    text = context.say(
        "damage.deals", points=span, share=low if low == high else f"{low}–{high}", hp=hp, mark=mark,
        when=_levels(query, context), critical=context.say("damage.critical") if found.blow.critical else "", **names,
    )  # fmt: skip
    knock = _knockout(found, hp, context)
    if query.knockout is not None or query.survives:
        text = _asked(query, found, hp, context) + text
    headline = context.sentences((text, knock))
    blow = found.blow
    counted = context.say(
        "damage.counted", power=blow.power, attack_stat=context.stat_name(found.attack_stat), attack=blow.attack,
        defence_stat=context.stat_name(found.defence_stat), defence=blow.defence,
        stab=context.say("damage.stab" if blow.same_type else "damage.no-stab"), factor=f"{blow.factor:g}",
        own=words(trained(query.attack, found.attack_stat, context), found.attack_stat, query.attack, context),
        foe=words(trained(query.defence, found.defence_stat, context), found.defence_stat, query.defence, context),
        critical=context.say("damage.counted-critical") if blow.critical else "",
    )  # fmt: skip
    facts = (
        {"label": context.say("damage.points"), "value": span, "highlight": True},
        {"label": context.say("damage.share"), "value": f"{low}–{high}%", "highlight": True},
        {"label": context.say("damage.target-hp"), "value": str(hp), "highlight": False},
        {"label": context.say("damage.effectiveness"), "value": f"×{blow.factor:g}", "highlight": False},
    )
    card = facts_card(context.say("damage.card", **names), facts)
    notes = [
        counted,
        _several(move, found, context),
        _special(move, found, context),
        _full(query, move, found, hp, context),
    ]
    if certain is not None:
        ability = context.ability_name(certain)
        notes.append(context.say("damage.own-ability", ability=ability, factor=f"{found.blow.factor:g}", **names))
    else:
        # What may undo the damage altogether belongs beside it.
        said, shields = _abilities(query, move, names, context)
        headline = context.sentences((headline, said)) if shields else headline
        notes.append("" if shields else said)
    notes.append(context.say("damage.not-counted"))
    return context.answer(headline, details=notes, cards=(card,))


def _levels(query: Damage, context: Context) -> str:
    own, foe = query.attacker_level or LEVEL, query.defender_level or LEVEL
    return context.say("damage.level" if own == foe else "damage.levels", own=own, foe=foe)


def _chance(found: Result, hp: int) -> int:
    """How many of the sixteen rolls knock the target out at once."""
    return sum(one >= hp for one in found.single)


def _knockout(found: Result, hp: int, context: Context) -> str:
    """What it takes to knock the target out."""
    if found.hits == (1, 1) and found.low < hp <= found.high:
        return context.say("damage.ko-chance", n=_chance(found, hp), chance=f"{_chance(found, hp) / 16 * 100:g}")
    fast, slow = ceil(hp / found.high), ceil(hp / found.low)
    if slow == 1:
        return context.say("damage.ko-sure")
    key = "damage.ko-hits" if fast == slow else "damage.ko-between"
    return context.say(key, fast=fast, slow=slow)


def _asked(query: Damage, found: Result, hp: int, context: Context) -> str:
    """The answer to "does it knock out in so many hits?", "does it stand one?": yes, no, or perhaps."""
    times = query.knockout or 1
    if found.low * times < hp <= found.high * times:
        return context.say("damage.perhaps")
    falls = found.low * times >= hp
    return context.say("damage.yes" if falls != query.survives else "damage.no")


def rule_rises(move: Move) -> bool:
    """Whether each hit of a move is stronger than the one before."""
    rule = damage_rule(move)
    return rule is not None and rule.kind == "rising"


def _several(move: Move, found: Result, context: Context) -> str:
    least, most = found.hits
    if most == 1 or rule_rises(move):
        return ""
    each = f"{found.single[0]}–{found.single[-1]}"
    return context.say("damage.hits" if least != most else "damage.hits-exactly", least=least, most=most, each=each)


def _special(move: Move, found: Result, context: Context) -> str:
    """What is unusual about the move."""
    rule = damage_rule(move)
    if rule is None:
        return ""
    key = f"damage.rule.{rule.kind}"
    if key not in context.phrases:
        return ""
    stat = context.stat_name(rule.value) if rule.kind in ("strikes", "uses", "uses-target") else rule.value
    return context.say(key, move=context.move_name(move.id), stat=stat, power=found.blow.power)


def _full(query: Damage, move: Move, found: Result, hp: int, context: Context) -> str:
    """The same with the attacker trained for it, where the question says nothing of training."""
    if query.attack != Spread() or query.defence != Spread() or _stats_used(query, move)[2]:
        return ""
    full = Trained(MAX_IV, MAX_EV, RAISED if found.attack_stat != "hp" else NEUTRAL)
    attack = value(context.pokemon(query.attacker), found.attack_stat, query.attacker_level or LEVEL, full)
    low, high, _ = _spanned(move, replace(found.blow, attack=attack))
    return context.say("damage.full", points=f"{low}–{high}", share=f"{_share(low, hp)}–{_share(high, hp)}",
                       stat=context.stat_name(found.attack_stat))  # fmt: skip


def _abilities(query: Damage, move: Move, names: dict[str, str], context: Context) -> tuple[str, bool]:
    """The target's abilities that would change the damage, and whether one of them undoes it."""
    defender = context.pokemon(query.defender)
    chart, attack = Chart(context.dataset), Attack(move.type_id, move)
    said = []
    shields = False
    for ability in defender.abilities.all():
        hit = chart.hit(attack, defender.types, ability)
        if hit.factor != hit.by_types:
            shields = shields or hit.factor == 0
            said.append(context.say("damage.with-ability", ability=context.ability_name(ability),
                                    factor=f"{hit.factor:g}"))  # fmt: skip
    if not said:
        return "", False
    return context.say("damage.abilities", list=context.say("list.comma").join(said), **names), shields
