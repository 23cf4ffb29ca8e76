"""The numbers of one use of a move: both sides, the field, and everything between them that counts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....question.calculations import Damage
from ...effectiveness import Attack, Chart
from ...formulas.damage import STAB, Blow, always_critical, damage_rule, rolls
from ...formulas.modifiers import ONE, Modifier, Situation, chained, holds, is_known, modifiers, scaled, staged
from ...model import Move
from ..context import Context
from .sides import (
    Side,
    abilities_of,
    factor_of,
    goes_past,
    is_grounded,
    placed,
    stages_of,
    stat_of,
)
from .training import trained, value

_CLASSES = {"physical": ("attack", "defense"), "special": ("special-attack", "special-defense")}

#: Weights in hectograms from which a move gains power, and the power from there on.
_BY_WEIGHT = ((2000, 120), (1000, 100), (500, 80), (250, 60), (100, 40), (0, 20))
_BY_RATIO = ((5, 120), (4, 100), (3, 80), (2, 60), (0, 40))

#: The bonus of a Tera type that is one of the own types, and with the ability that strengthens it.
_TERA, _TERA_MORE = 8192, 9216

#: Screens in a double battle keep more of the damage.
_SCREEN_IN_DOUBLES = 2732

#: A move of the Tera type has at least this power.
_LEAST_TERA_POWER = 60

_SEVERAL_TARGETS = ("all-opponents", "all-other-pokemon")


@dataclass(frozen=True, slots=True)
class Counted:
    """One thing that was counted: its kind and name as in the data file, and its factor (0: none)."""

    kind: str
    name: str
    factor: float = 0.0


@dataclass(frozen=True, slots=True)
class Strike:
    """A move that deals damage. `counted` is what entered beside the stats, `idle` what was said and does nothing."""

    low: int
    high: int
    single: tuple[int, ...]
    hits: tuple[int, int]
    blow: Blow
    attack_stat: str
    defence_stat: str
    power: int
    counted: tuple[Counted, ...]
    idle: tuple[Counted, ...]


# --------------------------------------------------------------------------- power and stats


def base_power(move: Move, query: Damage, own: Side, foe: Side) -> int | None:
    """The power of a move against this target; None where it depends on more than what is known."""
    rule = damage_rule(move)
    if rule is None:
        return move.power
    match rule.kind:
        case "power":
            return move.power if own.said.item is not None else int(rule.value)
        case "weight":
            weight = foe.pokemon.weight_hg
            return None if weight is None else next(p for least, p in _BY_WEIGHT if weight >= least)
        case "weight-ratio":
            if not own.pokemon.weight_hg or not foe.pokemon.weight_hg:
                return None
            ratio = own.pokemon.weight_hg / foe.pokemon.weight_hg
            return next(p for least, p in _BY_RATIO if ratio >= least)
        case "depends":
            return _special_power(move, query, own, foe)
    return move.power


def _special_power(move: Move, query: Damage, own: Side, foe: Side) -> int | None:
    """The power of a move that has another in a case that the question names."""
    power = move.power
    if power is None:
        return None
    weather, terrain = query.field.weather, query.field.terrain
    ill = own.said.ailment is not None
    match move.identifier:
        case "facade" if ill:
            return power * 2
        case "hex" | "infernal-parade" if foe.said.ailment is not None:
            return power * 2
        case "venoshock" | "barb-barrage" if foe.said.ailment == "poison":
            return power * 2
        case "brine" if foe.hp <= 50:
            return power * 2
        case "knock-off" if foe.said.item is not None:
            return power * 3 // 2
        case "solar-beam" | "solar-blade" if weather in ("rain", "sand", "snow"):
            return power // 2
        case "weather-ball" if weather is not None:
            return power * 2
        case "rising-voltage" if terrain == "electric":
            return power * 2
        case "expanding-force" if terrain == "psychic":
            return power * 3 // 2
        case "psyblade" if terrain == "electric":
            return power * 3 // 2
        case "misty-explosion" if terrain == "misty":
            return power * 3 // 2
        case "hydro-steam" if weather == "sun":
            return power
        case "eruption" | "water-spout" | "dragon-energy":
            return max(1, int(power * own.hp // 100))
    return power


def stats_used(query: Damage, move: Move, own: Side, context: Context) -> tuple[str, str, bool]:
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
    if move.identifier in ("tera-blast", "photon-geyser") and (own.said.tera or move.identifier != "tera-blast"):
        physical = stat_of(own, "attack", context) > stat_of(own, "special-attack", context)
        return (*_CLASSES["physical" if physical else "special"], False)
    return attack, defence, False


def hits_of(move: Move, own: Side) -> tuple[int, int]:
    """The least and the most hits of one use."""
    rule = damage_rule(move)
    if rule is not None and rule.kind == "hits":
        least, _, most = rule.value.partition("-")
        found = int(least), int(most or least)
    elif move.meta is None or move.meta.max_hits is None:
        return 1, 1
    else:
        found = move.meta.min_hits or 1, move.meta.max_hits
    if placed(own.ability, "attacker", "most-hits"):
        return found[1], found[1]
    if own.said.item == "loaded-dice" and found[1] > 3:
        return min(4, found[1]), found[1]
    return found


# --------------------------------------------------------------------------- the whole


def strike(query: Damage, move: Move, power: int, attack: Attack, own: Side, foe: Side, context: Context) -> Strike:
    """The damage of a move that has a power and hits."""
    factor = factor_of(attack, own, foe, context)
    attack_stat, defence_stat, of_target = stats_used(query, move, own, context)
    rule = damage_rule(move)
    critical = query.critical or always_critical(move) or (rule is not None and rule.kind == "critical")
    if not goes_past(own, foe) and placed(foe.ability, "defender", "no-critical"):
        critical = False
    type_name, own_type = (context.dataset.types[t].identifier for t in (attack.type_id, move.type_id))
    now = Situation(
        move=move,
        move_type=type_name,
        own_type=own_type,
        power=power,
        factor=factor,
        critical=critical,
        weather=query.field.weather,
        terrain=query.field.terrain,
        damage_class="physical" if attack_stat == "attack" else move.damage_class,
    )
    attacking = replace(now, species=_species(own, context), types=_types(own, context), ailment=own.said.ailment,
                        hp=own.hp, stat=attack_stat, grounded=is_grounded(own, context),
                        other_ability=foe.ability)  # fmt: skip
    defending = replace(now, species=_species(foe, context), types=_types(foe, context), ailment=foe.said.ailment,
                        hp=foe.hp, stat=defence_stat, grounded=is_grounded(foe, context), other_ability=own.ability,
                        evolves=bool(context.dataset.evolutions_from(foe.pokemon)))  # fmt: skip
    rows, idle = _rows(query, own, foe, attacking, defending)
    by_place: dict[str, list[int]] = {}
    for row in rows:
        found = _SCREEN_IN_DOUBLES if row.place == "screen" and query.field.doubles else row.factor
        by_place.setdefault({"screen": "damage", "retype": "power"}.get(row.place, row.place), []).append(found)
    spread = query.field.doubles and move.target in _SEVERAL_TARGETS
    strengthened = max(1, scaled(power, chained(by_place.get("power", []))))
    if own.said.tera == attack.type_id and strengthened < _LEAST_TERA_POWER and hits_of(move, own)[1] == 1:
        strengthened = strengthened if move.priority > 0 else _LEAST_TERA_POWER
    attack_value = _attack(query, own, foe, attack_stat, of_target, critical, context)
    defence_value = _defence(own, foe, defence_stat, critical, by_place.get("step", []), context)
    weather = _steam(query) if move.identifier == "hydro-steam" else chained(by_place.get("weather", []))
    burned = own.said.ailment == "burn" and move.damage_class == "physical"
    blow = Blow(
        level=own.level,
        power=strengthened,
        attack=max(1, scaled(attack_value, chained(by_place.get("attack", [])))),
        defence=max(1, scaled(defence_value, chained(by_place.get("defence", [])))),
        factor=_with_chart_rules(factor, attack, own, foe, context),
        bonus=_bonus(attack.type_id, own, by_place.get("stab", [])),
        critical=critical,
        spread=spread,
        weather=weather,
        burned=burned and own.ability != "guts" and move.identifier != "facade",
        final=chained(by_place.get("damage", [])),
    )
    low, high, single = spanned(move, blow, hits_of(move, own))
    counted = [Counted(row.kind, row.name, _shown(row, query)) for row in rows if row.factor]
    if blow.burned:
        counted.append(Counted("ailment", "burn", 0.5))
    if spread:
        counted.append(Counted("format", "doubles", 0.75))
    return Strike(low, high, single, hits_of(move, own), blow, attack_stat, defence_stat, power, tuple(counted),
                  tuple(idle))  # fmt: skip


def _steam(query: Damage) -> int:
    return STAB if query.field.weather == "sun" else chained([STAB] if query.field.weather == "rain" else [])


def _shown(row: Modifier, query: Damage) -> float:
    factor = _SCREEN_IN_DOUBLES if row.place == "screen" and query.field.doubles else row.factor
    return round(factor / ONE, 2)


def _rows(
    query: Damage, own: Side, foe: Side, attacking: Situation, defending: Situation
) -> tuple[list[Modifier], list[Counted]]:
    """The modifiers that hold, and the things that were said and do nothing here."""
    said = [("item", own.said.item, attacking, "attacker", True), ("item", foe.said.item, defending, "defender", True),
            ("ability", own.ability, attacking, "attacker", bool(own.said.ability))]  # fmt: skip
    if not goes_past(own, foe):
        said.append(("ability", foe.ability, defending, "defender", bool(foe.said.ability)))
    for kind, name in (("weather", query.field.weather), ("terrain", query.field.terrain)):
        said += [(kind, name, attacking, "attacker", False), (kind, name, defending, "defender", False)]
    screens = () if placed(own.ability, "attacker", "ignores-screens") else query.field.screens
    said += [("screen", name, defending, "defender", True) for name in screens]
    for name in query.field.helps:
        said += [("help", name, attacking, "attacker", False), ("help", name, defending, "defender", False)]
    rows: list[Modifier] = []
    idle: list[Counted] = []
    for kind, name, now, of, told in said:
        if not name:
            continue
        # What weakens the target's defence is about the stat that is struck.
        struck = replace(now, stat=defending.stat)
        found = [
            row for row in modifiers(kind, name, of)
            if row.place in _PLACES and holds(row, struck if row.place == "defence" else now)
        ]  # fmt: skip
        rows += found
        if not found and told and not _acts_otherwise(kind, name, of):
            idle.append(Counted(kind, name))
    return rows, idle


#: The numbers of a blow that a row of the data file can change.
_PLACES = frozenset({"power", "attack", "defence", "damage", "screen", "stab", "weather", "step", "retype"})


def _acts_otherwise(kind: str, name: str, of: str) -> bool:
    """Whether a thing acts otherwise than by a factor, so that "it changes nothing" would be wrong."""
    rows = modifiers(kind, name, of)
    return bool(rows) and not any(row.place in _PLACES for row in rows) and any(row.place != "none" for row in rows)


def _attack(query: Damage, own: Side, foe: Side, stat: str, of_target: bool, critical: bool, context: Context) -> int:
    holder = foe if of_target else own
    found = value(holder.pokemon, stat, holder.level, trained(holder.said.spread, stat, context))
    stages = stages_of(holder.said, stat, stat)
    if (critical and stages < 0) or (placed(foe.ability, "defender", "ignores-attack-stages") and not of_target):
        stages = 0
    return staged(found, stages)


def _defence(own: Side, foe: Side, stat: str, critical: bool, steps: list[int], context: Context) -> int:
    found = value(foe.pokemon, stat, foe.level, trained(foe.said.spread, stat, context))
    stages = stages_of(foe.said, stat, stat)
    if (critical and stages > 0) or placed(own.ability, "attacker", "ignores-defence-stages"):
        stages = 0
    found = staged(found, stages)
    for one in steps:
        found = scaled(found, one)
    return found


def _bonus(type_id: int, own: Side, better: list[int]) -> int:
    natural = type_id in own.pokemon.types
    if own.said.tera == type_id:
        more = any(one > STAB for one in better)
        if natural:
            return _TERA_MORE if more else _TERA
        return _TERA if more else STAB
    if natural:
        return max([STAB, *better])
    return STAB if STAB in better else ONE


def _with_chart_rules(factor: float, attack: Attack, own: Side, foe: Side, context: Context) -> float:
    """The factor with an ability that is in the type chart's rules alone (strong winds, Tera Shell)."""
    if goes_past(own, foe):
        return factor
    if foe.ability and not is_known("ability", foe.ability):
        ids = abilities_of(foe, context)
        return Chart(context.dataset).hit(attack, foe.types, ids[0]).factor if ids else factor
    return factor


def spanned(move: Move, blow: Blow, hits: tuple[int, int]) -> tuple[int, int, tuple[int, ...]]:
    """The least and the most damage of all hits, and the rolls of a single one."""
    single = rolls(blow)
    least, most = hits
    rule = damage_rule(move)
    if rule is not None and rule.kind == "rising":
        every = [rolls(replace(blow, power=blow.power * (n + 1))) for n in range(most)]
        return sum(one[0] for one in every), sum(one[-1] for one in every), single
    return single[0] * least, single[-1] * most, single


def _species(one: Side, context: Context) -> str:
    return context.dataset.species[one.pokemon.species_id].identifier


def _types(one: Side, context: Context) -> tuple[str, ...]:
    return tuple(context.dataset.types[t].identifier for t in one.types)
