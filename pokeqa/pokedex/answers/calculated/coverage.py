"""What several attacks hit together, and what hits a team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from ....question.type_calculations import Coverage, TeamMatchup
from ...answer import Answer
from ...effectiveness import Attack, Chart
from ...model import Pokemon
from ...varieties import index_of
from ..cards import table_card
from ..context import Context
from ..facts import shortened

#: How many Pokémon the details name.
NAMED = 12


def answer(query: Coverage | TeamMatchup, context: Context) -> Answer:
    """The best factor of the attacks against each type, or the factors of each type against the team."""
    return _coverage(query, context) if isinstance(query, Coverage) else _team(query, context)


# --------------------------------------------------------------------------- coverage


def _attacks(query: Coverage, context: Context) -> list[Attack]:
    moves = [context.dataset.moves[m] for m in query.move_ids]
    own = {move.type_id for move in moves}
    return [Attack(t) for t in query.type_ids if t not in own] + [Attack(move.type_id, move) for move in moves]


def _best(attacks: Sequence[Attack], types: tuple[int, ...], chart: Chart) -> float:
    return max(chart.factor(attack, types) for attack in attacks)


def _coverage(query: Coverage, context: Context) -> Answer:
    chart = Chart(context.dataset)
    attacks = _attacks(query, context)
    single = {t: _best(attacks, (t,), chart) for t in chart.types}
    strong = [t for t, f in single.items() if f > 1]
    plain = [t for t, f in single.items() if f == 1]
    weak = [t for t, f in single.items() if f < 1]
    name = _name(query, context)
    marks = context.mark(*(
        context.table_row("type_efficacy", context.dataset.types[a.type_id].identifier, "factor",
                          context.type_name(a.type_id), context.type_name(a.type_id)) for a in attacks
    ))  # fmt: skip
    none = context.say("things.none")
    headline = context.say(
        "coverage.types", name=name, n=len(strong), strong=_types(strong, context) or none,
        plain=_types(plain, context) or none, weak=_types(weak, context) or none, mark=marks,
    )  # fmt: skip
    hit, walls = _pokemon_hit(attacks, name, marks if query.asked == "walls" else "", chart, context)
    if query.asked == "types":
        key = "coverage.resisted" if weak else "coverage.not-resisted"
        resisted = context.say(key, name=name, weak=_types(weak, context), n=len(weak), mark=marks)
        headline = context.sentences((resisted, headline))
    elif query.asked == "walls":
        headline, walls = walls, headline
    return context.answer(headline, details=(hit, walls), cards=(_card(name, single, context),))


def _name(query: Coverage, context: Context) -> str:
    moves = [context.move_name(m) for m in query.move_ids]
    own = {context.dataset.moves[m].type_id for m in query.move_ids}
    return context.phrases.join([*(context.type_name(t) for t in query.type_ids if t not in own), *moves])


def _types(types: Sequence[int], context: Context) -> str:
    return context.phrases.join(context.type_name(t) for t in types)


def _pokemon_hit(attacks: Sequence[Attack], name: str, mark: str, chart: Chart, context: Context) -> tuple[str, str]:
    """How many species are hit hard, and which withstand all of the attacks."""
    ordinary = [one for one in index_of(context.dataset).ordinary if one.types]
    known: dict[tuple[int, ...], float] = {}
    for one in ordinary:
        if one.types not in known:
            known[one.types] = _best(attacks, one.types, chart)
    strong = [one for one in ordinary if known[one.types] > 1]
    walls = [one for one in ordinary if known[one.types] < 1]
    said = context.say("coverage.pokemon", n=len(strong), total=len(ordinary))
    already = {one.species_id for one in walls}
    forms = [
        form for species, found in index_of(context.dataset).lasting.items() for form in found
        if species not in already and form.types and _best(attacks, form.types, chart) < 1
    ]  # fmt: skip
    also = ""
    if walls and forms:
        also = context.say("coverage.walls-forms", names=shortened(_names(forms, context), NAMED, context))
    walls = walls or forms
    key = "coverage.walls" if walls else "coverage.no-walls"
    names = shortened(_names(walls, context), NAMED, context)
    count = len({one.species_id for one in walls})
    text = context.say(key, n=count, names=names, name=name, mark=mark)
    return said, context.sentences((text, also)) if also else text


def _names(pokemon: Sequence[Pokemon], context: Context) -> list[str]:
    return [context.mon_name(one) for one in pokemon]


def _card(name: str, single: Mapping[int, float], context: Context) -> Mapping[str, object]:
    groups = [
        {"factor": chip, "types": context.type_chips([t for t, f in single.items() if f == factor])}
        for factor, chip in ((2.0, "2×"), (1.0, "1×"), (0.5, "½×"), (0.0, "0×"))
    ]
    return {
        "kind": "matchup", "title": context.say("coverage.card", name=name), "direction": "offence",
        "types": [], "groups": [one for one in groups if one["types"]],
    }  # fmt: skip


# --------------------------------------------------------------------------- teams


def _team(query: TeamMatchup, context: Context) -> Answer:
    chart = Chart(context.dataset)
    team = [context.pokemon(mon) for mon in query.team]
    names = {pokemon.id: context.mon_name(mon) for pokemon, mon in zip(team, query.team, strict=True)}
    factors = {t: [chart.factor(Attack(t), one.types) for one in team] for t in chart.types}
    relation = "weak" if query.relation == "all" else query.relation
    four = {(t, one.id) for t, fs in factors.items() for one, f in zip(team, fs, strict=True) if f == 4}
    hit = {t: [one for one, f in zip(team, fs, strict=True) if _is(f, relation)] for t, fs in factors.items()}
    ordered = sorted((t for t, members in hit.items() if members), key=lambda t: (-len(hit[t]), t))
    mark = context.mark(*(
        context.pokemon_row(one, "types", context.type_names(context.types(one))) for one in team
    ))  # fmt: skip
    members = context.phrases.join(names.values())
    if not ordered:
        headline = context.say(f"team.{relation}-none", team=members, mark=mark)
    else:
        most = len(hit[ordered[0]])
        top = [t for t in ordered if len(hit[t]) == most]
        parts = [_part(t, hit[t], four, names, context) for t in top]
        headline = context.say(f"team.{relation}", team=members, parts=context.say("list.semicolon").join(parts),
                               most=most, n=most, size=len(team), mark=mark)  # fmt: skip
        rest = [t for t in ordered if t not in top]
        if rest:
            others = context.say("list.semicolon").join(_part(t, hit[t], four, names, context) for t in rest)
            headline = context.sentences((headline, context.say("team.others", parts=others)))
    if query.yes_no:
        shared = any(len(members) == len(team) for members in hit.values())
        headline = context.say("team.yes" if shared else "team.no") + headline
    return context.answer(
        headline,
        details=(_unanswered(factors, context), context.say("team.assumed")),
        cards=(_team_card(team, factors, names, context),),
    )


def _is(factor: float, relation: str) -> bool:
    if relation == "weak":
        return factor > 1
    return factor == 0 if relation == "immune" else 0 < factor < 1


def _part(
    type_id: int, members: Sequence[Pokemon], four: Set[tuple[int, int]], names: Mapping[int, str], context: Context
) -> str:
    """A type and the members that it concerns, a fourfold weakness marked."""
    said = [
        context.say("team.four", name=names[one.id]) if (type_id, one.id) in four else names[one.id] for one in members
    ]
    return context.say("team.part", type=context.type_name(type_id), n=len(said), names=context.phrases.join(said))


def _unanswered(factors: Mapping[int, Sequence[float]], context: Context) -> str:
    """The types that some member is weak to and none withstands."""
    found = [t for t, fs in factors.items() if max(fs) > 1 and min(fs) >= 1]
    return context.say("team.unanswered", types=_types(found, context)) if found else ""


def _team_card(
    team: Sequence[Pokemon], factors: Mapping[int, Sequence[float]], names: Mapping[int, str], context: Context
) -> Mapping[str, object]:
    columns = [(context.label("type"), "left"), *((names[one.id], "right") for one in team)]
    rows = [(context.type_name(t), *(f"{f:g}×" for f in fs)) for t, fs in factors.items()]
    return table_card(context.say("team.card"), columns, rows)
