"""The chance of a catch."""

from __future__ import annotations

from ....question.calculations import Catch
from ...answer import Answer
from ...formulas.catching import Throw, ball_in, first_with, throw
from ...formulas.stats import SHEDINJA, stat_at
from ..cards import facts_card
from ..context import Context

#: What is assumed of a wild Pokémon whose level and IVs are not known; it matters only when it is hurt.
LEVEL, IV = 50, 15

PER_CENT = 100


def answer(query: Catch, context: Context) -> Answer:
    """The chance of one throw, the numbers behind it, and what was left out of account."""
    pokemon = context.pokemon(query.pokemon)
    generation = query.generation if query.generation is not None else max(context.dataset.generations)
    name, ball_name = context.mon_name(query.pokemon), context.say(f"ball.{query.ball}")
    ball = ball_in(query.ball, generation)
    if ball is None:
        since = context.generation_name(first_with(query.ball))
        when = context.generation_name(generation)
        key = "catch.no-ball" if first_with(query.ball) > generation else "catch.no-ball-any-more"
        row = context.table_row("balls", query.ball, "from_generation", since, ball_name)
        return context.answer(context.say(key, ball=ball_name, when=when, since=since, mark=context.mark(row)))
    max_hp, hp = _hit_points(query, context)
    found = throw(pokemon, ball, context.dataset, generation=generation, max_hp=max_hp, hp=hp,
                  ailment=query.ailment, level=query.level, turns=query.turns)  # fmt: skip
    rate = context.dataset.species[pokemon.species_id].capture_rate
    mark = context.mark(
        context.species_row(pokemon.species_id, "capture_rate", str(rate)),
        context.table_row("balls", query.ball, "factor", _factor(found.factor), ball_name),
    )
    state = context.say("catch.state", hp=_hp_words(query, context), ailment=_ailment_words(query, context))
    key = "catch.sure" if found.chance >= 1 else "catch.chance"
    headline = context.say(key, ball=ball_name, name=name, state=state, chance=percent(found.chance),
                           when=context.generation_name(generation), mark=mark)  # fmt: skip
    if query.claimed_sure:
        headline = context.say("catch.always" if found.chance >= 1 else "catch.not-always", text=headline)
    details = [
        _assumptions(query, found, context),
        _formula(found, rate, generation, context) if found.rule != "sure" else "",
        context.say("catch.not-counted"),
    ]
    facts = (
        {"label": context.label("capture-rate"), "value": str(rate), "highlight": False},
        {"label": ball_name, "value": f"×{_factor(found.factor)}", "highlight": False},
        {"label": context.say("catch.per-throw"), "value": f"{percent(found.chance)}%", "highlight": True},
        {"label": context.say("catch.balls"), "value": _balls(found.chance), "highlight": False},
    )
    return context.answer(headline, details=details, cards=(facts_card(name, facts),))


def percent(share: float) -> str:
    """A share as per cent, with as many places as it is worth."""
    value = share * PER_CENT
    if value >= PER_CENT:
        return "100"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _balls(chance: float) -> str:
    return f"{1 / chance:.1f}".removesuffix(".0")


def _factor(value: float) -> str:
    return f"{value:.4g}"


def _hit_points(query: Catch, context: Context) -> tuple[int, int]:
    """(maximum HP, HP left) of the wild Pokémon."""
    base = context.pokemon(query.pokemon).stats
    species_id = query.pokemon.species_id
    most = 1 if species_id == SHEDINJA or not base else stat_at("hp", base[0], query.level or LEVEL, iv=IV)
    left = 1 if query.hp == 0 else max(1, round(most * query.hp / PER_CENT))
    return most, left


def _hp_words(query: Catch, context: Context) -> str:
    key = {0.0: "one", 100.0: "full"}.get(query.hp, "share")
    return context.say(f"catch.hp-{key}", share=f"{query.hp:g}")


def _ailment_words(query: Catch, context: Context) -> str:
    return context.say(f"catch.ailment.{query.ailment or 'none'}")


def _assumptions(query: Catch, found: Throw, context: Context) -> str:
    said = []
    if not query.ball_named:
        said.append(context.say("catch.assumed-ball"))
    if found.beast:
        said.append(context.say("catch.beast"))
    elif query.turns is not None and found.rule in ("turns", "first-turn"):
        said.append(context.say("catch.turns", n=query.turns, count=query.turns, factor=_factor(found.factor)))
    else:
        key = f"catch.rule.{found.rule}" if found.met else f"catch.rule-not.{found.rule}"
        if key in context.phrases:
            said.append(context.say(key, factor=_factor(found.factor)))
    if 0 <= query.hp < PER_CENT and query.level is None:
        said.append(context.say("catch.assumed-level", level=LEVEL, iv=IV))
    if found.easy > 1:
        said.append(context.say("catch.easy-level", factor=_factor(found.easy)))
    if found.chance < 1:
        said.append(context.say("catch.average", balls=_balls(found.chance)))
    return context.sentences(said)


def _formula(found: Throw, rate: int, generation: int, context: Context) -> str:
    key = "old" if generation <= 4 else "five" if generation == 5 else "new"
    return context.say(f"catch.formula.{key}", rate=found.rate, ball=_factor(found.factor),
                       status=_factor(found.status), a=f"{found.modified:.2f}")  # fmt: skip
