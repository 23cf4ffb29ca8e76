"""Match-ups: what a Pokémon is weak to, what a type beats, whether an attack gets through.

This module answers questions that leave one side open; `matchup_pair` those that name both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...question.algebra import Matchup, Mon, Side, Thing, Types
from ..answer import Answer
from ..dataset import LAST_CHART_TYPE, UNKNOWN_TYPE
from ..effectiveness import Attack
from ..varieties import index_of
from . import matchup_pair
from .cards import TABLE_ROWS, Card, table_card
from .context import Context
from .marks import spaced
from .matchup_words import FACTORS, RELATIONS, Defender, Words, wanted

#: How many Pokémon a sentence names before it says how many more there are.
NAMED = 12

#: The template key of each relation.
KEYS = {
    "weak": "weak", "resist": "resist", "not-very-effective": "resist", "immune": "immune", "neutral": "neutral",
    "not-immune": "hits", "effect": "weak", "all": "all",
}  # fmt: skip


def answer(query: Matchup, context: Context) -> Answer:
    """The answer to a match-up question."""
    words = Words(context, query)
    problem = _impossible(query, words)
    if problem is not None:
        return problem
    if query.attacker is not None and query.defender is not None:
        return matchup_pair.answer(query, words)
    if query.defender is not None:
        if isinstance(query.defender, Thing) and query.defender.kind == "ability":
            return _ability(query.defender.id, words)
        if query.asked == "both-ways":
            return _both_ways(query, query.defender, words)
        return _defence(query, query.defender, words)
    if query.attacker is not None:
        return _offence(query, query.attacker, words)
    raise ValueError("A match-up needs an attacker or a defender.")


# --------------------------------------------------------------------------- what cannot be asked


def _impossible(query: Matchup, words: Words) -> Answer | None:
    """An answer that says so where a side did not exist in the generation asked for, or has no place in the chart."""
    for side in (query.attacker, query.defender):
        sentence = _not_there(side, words) if side is not None else ""
        if sentence:
            return words.context.answer(words.say("matchup.gone.lead", text=sentence) if query.yes_no else sentence)
    return None


def _not_there(side: Side, words: Words) -> str:
    context, generation = words.context, words.generation
    for type_id in _types_named(side, words):
        record = context.dataset.types[type_id]
        row = context.thing_row(Thing("type", type_id), "generation", str(record.generation))
        if type_id > LAST_CHART_TYPE and type_id != UNKNOWN_TYPE:
            name = context.type_name(type_id)
            return words.say("matchup.gone.no_chart", type=name, mark=spaced(context, context.cite(row)))
        if generation is not None and record.generation > generation:
            return words.say(
                "matchup.gone.type", type=context.type_name(type_id), generation=generation,
                since=record.generation, mark=spaced(context, context.cite(row)),
            )  # fmt: skip
    if generation is None:
        return ""
    if isinstance(side, Mon) and context.pokemon(side).generation > generation:
        since = context.pokemon(side).generation
        row = context.pokemon_row(context.pokemon(side), "generation", str(since))
        return words.say("matchup.gone.pokemon", name=context.mon_name(side), generation=generation, since=since,
                         mark=spaced(context, context.cite(row)))  # fmt: skip
    if isinstance(side, Thing) and side.kind == "move" and context.dataset.moves[side.id].generation > generation:
        since = context.dataset.moves[side.id].generation
        row = context.thing_row(side, "generation", str(since))
        return words.say("matchup.gone.move", move=context.move_name(side.id), generation=generation, since=since,
                         mark=spaced(context, context.cite(row)))  # fmt: skip
    return ""


def _types_named(side: Side, words: Words) -> tuple[int, ...]:
    """The types of a side that may lack a place in the chart: those named, and a move's."""
    if isinstance(side, Types):
        return side.type_ids
    if isinstance(side, Thing) and side.kind == "move":
        return tuple(t for t in (words.context.dataset.moves[side.id].type_id,) if t > LAST_CHART_TYPE)
    return (side.id,) if isinstance(side, Thing) and side.kind == "type" else ()


def _both_ways(query: Matchup, side: Side, words: Words) -> Answer:
    """What a side hits hard, then what hits it hard."""
    strong = _offence(replace(query, attacker=side, defender=None, asked="types"), side, words)
    weak = _defence(replace(query, asked="types"), side, words)
    return words.context.answer(
        words.context.sentences((strong.headline, weak.headline)),
        details=(*strong.details, *weak.details),
        cards=(*strong.cards, *weak.cards),
        follow_ups=weak.follow_ups,
    )


# --------------------------------------------------------------------------- what hits a defender


def _defence(query: Matchup, side: Side, words: Words) -> Answer:
    context, defender = words.context, words.defender(side)
    relation = "weak" if query.relation == "effect" else query.relation
    table = words.defence_table(defender)
    by_types = {t: words.chart.factor(Attack(t), defender.types) for t in words.chart.types}
    mark = spaced(context, words.types_mark(side)) if isinstance(side, Mon) else ""
    notes = words.ability_notes(defender)

    taken_away, lead = "", ""
    if relation == "all":
        text = _whole_table(words, "defence", words.groups(table), defender.types, subject=defender.label, mark=mark)
    else:
        chosen = {t: f for t, f in table.items() if wanted(query, relation, f) and t not in query.besides}
        text = _listed(
            words, query, "defence", KEYS[relation], chosen, defender.types, subject=defender.label, mark=mark
        )
        if not chosen and query.factor is not None:
            rest = {t: f for t, f in table.items() if RELATIONS[relation](f) and t not in query.besides}
            at_all = replace(query, factor=None)
            more = _listed(
                words, at_all, "defence", KEYS[relation], rest, defender.types, subject=defender.label, mark=""
            )
            text = f"{text}{words.say('matchup.effect.plural')}{more}"
        taken_away = _taken_away(words, query, relation, defender, table, by_types)
        text += taken_away
        lead = _whether_any(words, query, _as_claimed(query, chosen))
    headline = lead + _besides(words, query, words.finish(text))

    details: list[str] = []
    if relation == "immune" and notes and len(defender.abilities) > 1:
        headline = context.sentences((headline, *notes))
    elif taken_away:
        pass  # the headline has said what the ability does
    elif query.factor is None or relation != "weak":
        details.append(context.sentences(notes))
    else:
        details.append(context.sentences(_notes_on(words, query, defender, notes)))
    if relation in ("resist", "not-very-effective"):
        immune = {t: f for t, f in table.items() if f == 0 and t not in query.besides}
        if immune and query.factor is None:
            groups = words.group_text(words.groups(immune), "defence", defender.types)
            details.insert(0, words.say("matchup.defence.also_immune", groups=groups))
    details.append(_about_abilities(words, defender))
    return context.answer(
        headline,
        details=details,
        cards=(words.defence_card(defender, notes),),
        follow_ups=_follow_ups(words, side, relation),
    )


def _besides(words: Words, query: Matchup, text: str) -> str:
    """The sentence with what the question leaves out said in front of it."""
    if not query.besides:
        return text
    types = words.context.phrases.join(words.context.type_name(t) for t in query.besides)
    return words.say("matchup.besides", types=types, text=text)


def _listed(
    words: Words,
    query: Matchup,
    direction: str,
    key: str,
    chosen: Mapping[int, float],
    of: Sequence[int],
    **fields: str,
) -> str:
    """ "Garchomp (Dragon/Ground) is weak to Ice (4×) ..." or that there is none. `of`: the types of the side named."""
    if not chosen:
        fields["mark"] = fields["mark"] or spaced(words.context, words.group_mark(None, (), direction, of))
        if query.factor is not None:
            factor = words.factor(FACTORS[query.factor])
            return words.say(f"matchup.{direction}.factor_none", factor=factor, **fields)
        return words.say(f"matchup.{direction}.{key}_none", **fields)
    groups = words.group_text(words.groups(chosen), direction, of)
    counted = "_count" if query.asked == "count" else ""
    return words.say(f"matchup.{direction}.{key}{counted}", n=len(chosen), groups=groups, **fields)


def _whole_table(
    words: Words,
    direction: str,
    groups: Sequence[tuple[float, tuple[int, ...]]],
    of: Sequence[int],
    **fields: str,
) -> str:
    parts = [
        words.say(
            f"matchup.{direction}.all_group",
            factor=words.factor(value),
            types=words.context.phrases.join(words.context.type_name(t) for t in types),
        )
        + spaced(words.context, words.group_mark(value, types, direction, of))
        for value, types in groups
    ]
    return words.say(
        f"matchup.{direction}.all", groups=words.say(f"matchup.{direction}.all_groups").join(parts), **fields
    )


def _taken_away(
    words: Words,
    query: Matchup,
    relation: str,
    defender: Defender,
    table: Mapping[int, float],
    by_types: Mapping[int, float],
) -> str:
    """Weaknesses by type that an ability it always has takes away: they belong to the answer."""
    if relation != "weak":
        return ""
    lost = {t: f for t, f in by_types.items() if wanted(query, relation, f) and not wanted(query, relation, table[t])}
    text = ""
    for value, types in words.groups(lost):
        for new in sorted({table[t] for t in types}, reverse=True):
            rule = next((r for a in defender.abilities for r in words.chart.ability_rules(a)), None)
            text += words.say("matchup.effect.plural") + words.say(
                "matchup.defence.by_ability",
                types=words.context.phrases.join(words.context.type_name(t) for t in types if table[t] == new),
                factor=words.factor(value),
                ability=words.ability_role(defender),
                new=words.factor(new),
            )
            text += spaced(words.context, words.ability_mark(defender, rule))
    return text


def _notes_on(words: Words, query: Matchup, defender: Defender, notes: Sequence[str]) -> list[str]:
    """The notes, where an ability touches a type that the narrowed question is about."""
    about = {
        t for t in words.chart.types if wanted(query, query.relation, words.chart.factor(Attack(t), defender.types))
    }
    touched = any(about & set(words.changes(defender, a)) for a in defender.abilities)
    return list(notes) if touched else []


def _about_abilities(words: Words, defender: Defender) -> str:
    """What has to be said about the abilities that were weighed."""
    if defender.pokemon is None or defender.mon is None:
        return ""
    return words.ability_premise(defender)


# --------------------------------------------------------------------------- what an attack hits


def _offence(query: Matchup, side: Side, words: Words) -> Answer:
    context = words.context
    attacks = words.attacks(side)
    relation = "weak" if query.relation == "effect" else query.relation
    mark = spaced(context, words.types_mark(side)) if isinstance(side, Mon) else ""
    status = _status_move(words, attacks)
    if status is not None:
        return status
    if query.asked == "pokemon":
        return _pokemon_hit(query, relation, attacks, words)
    sentences = []
    unhurt: list[str] = []
    for attack in attacks:
        table = {t: words.chart.factor(attack, (t,)) for t in words.chart.types}
        name = _attack_name(words, side, attack)
        of = (attack.type_id,)
        if relation == "all":
            sentences.append(_whole_table(words, "offence", words.groups(table), of, attack=name, mark=mark))
            continue
        chosen = {t: f for t, f in table.items() if wanted(query, relation, f) and t not in query.besides}
        listed = _listed(words, query, "offence", KEYS[relation], chosen, of, attack=name, mark=mark)
        sentences.append(_whether_any(words, query, _as_claimed(query, chosen)) + listed)
        immune = {t: f for t, f in table.items() if f == 0 and t not in query.besides}
        if immune and relation == "resist" and query.factor is None:
            unhurt.append(
                words.say("matchup.offence.also_immune", groups=words.group_text(words.groups(immune), "offence", of))
            )
    notes = [*unhurt, *(words.move_note(attack) for attack in attacks)]
    return context.answer(
        _besides(words, query, words.finish(words.say("matchup.effect.plural").join(sentences))),
        details=notes,
        cards=[words.offence_card(attack) for attack in attacks],
        follow_ups=_follow_ups(words, side, "strong"),
    )


def _whether_any(words: Words, query: Matchup, found: bool) -> str:
    """ "Yes" or "No" in front of a list, where it is asked whether there is anything at all, or as is claimed."""
    if not query.yes_no and query.exactly is None and query.number is None:
        return ""
    claimed = query.exactly is not None or query.number is not None
    lead = words.say(f"matchup.lead.{'' if claimed else 'effect_'}{'yes' if found else 'no'}")
    return words.say("matchup.lead.sentence", lead=lead, text="\0").partition("\0")[0]


def _as_claimed(query: Matchup, chosen: Mapping[int, float]) -> bool:
    """Are those all that the question claims; else, is there anything at all?"""
    if query.number is not None:
        return len(chosen) == query.number
    return bool(chosen) if query.exactly is None else set(chosen) == set(query.exactly)


def _attack_name(words: Words, side: Side, attack: Attack) -> str:
    if isinstance(side, Mon):
        type_name = words.context.type_name(attack.type_id)
        return words.say("matchup.attack.stab", name=words.context.mon_name(side), type=type_name)
    return words.attack_name(attack)


def _status_move(words: Words, attacks: Sequence[Attack]) -> Answer | None:
    for attack in attacks:
        rule = words.chart.move_rule(attack)
        if attack.move is not None and attack.move.damage_class == "status" and rule is None:
            return words.context.answer(words.finish(words.status_sentence(attack)))
    return None


def _pokemon_hit(query: Matchup, relation: str, attacks: Sequence[Attack], words: Words) -> Answer:
    """The Pokémon whose types give the wanted result against all of the attacks."""
    context = words.context
    attack_name = context.phrases.join(words.attack_name(a) for a in attacks)
    found: list[tuple[str, str, str]] = []
    for pokemon in index_of(context.dataset).ordinary:
        if words.generation is not None and pokemon.generation > words.generation:
            continue
        types = context.types(pokemon, query.scope)
        factors = [words.chart.factor(attack, types) for attack in attacks]
        if all(wanted(query, relation, factor) for factor in factors):
            factor = " / ".join(words.factor(f) for f in dict.fromkeys(factors))
            found.append((context.mon_name(pokemon), context.type_names(types), factor))
    if not found:
        mark = spaced(context, *(words.group_mark(None, (), "offence", (attack.type_id,)) for attack in attacks))
        return context.answer(words.finish(words.say("matchup.offence.pokemon.none", attack=attack_name) + mark))
    names = context.phrases.join(row[0] for row in found[:NAMED])
    if len(found) > NAMED:
        listed = words.say("list.comma").join(row[0] for row in found[:NAMED])
        names = words.say("matchup.offence.pokemon.more", names=listed, rest=len(found) - NAMED)
    marks = "".join(
        words.group_mark(value, types, "offence", (attack.type_id,))
        for attack in attacks
        for value, types in words.groups({t: words.chart.factor(attack, (t,)) for t in words.chart.types})
        if value != 1
    )
    fields = {"n": len(found), "attack": attack_name, "names": names + spaced(context, marks)}
    if query.factor is not None:
        text = words.say("matchup.offence.pokemon.factor", factor=words.factor(FACTORS[query.factor]), **fields)
    else:
        text = words.say(f"matchup.offence.pokemon.{KEYS[relation]}", **fields)
    columns = (
        (context.label("pokemon"), "left"),
        (context.label("type"), "left"),
        (words.say("matchup.row.factor"), "right"),
    )
    title = words.say("matchup.offence.pokemon.table", attack=attack_name)
    card: Card = table_card(title, columns, found[:TABLE_ROWS], len(found))
    return context.answer(words.finish(text), details=words.say("matchup.offence.pokemon.note"), cards=(card,))


# --------------------------------------------------------------------------- what an ability does


def _ability(ability_id: int, words: Words) -> Answer:
    """What an ability does to the attacks that hit its owner."""
    context = words.context
    name = context.ability_name(ability_id)
    rules = words.chart.ability_rules(ability_id)
    changed = {r.type_id: r.factor for r in rules if r.kind in ("type", "airborne") and r.type_id is not None}
    defender = Defender((), abilities=(ability_id,))
    marks = "".join(words.ability_mark(defender, rule) for rule in rules)
    if changed:
        groups = words.group_text(words.groups(changed)) + spaced(context, marks)
        headline = words.finish(words.say("matchup.ability.only", ability=name, groups=groups))
    elif rules:
        start = words.with_ability(defender, ability_id)
        note = words.say(f"matchup.note.{rules[0].kind}", ability=name, **{"with": start})
        headline = note + spaced(context, marks)
    else:
        mark = spaced(context, words.no_rule_mark(ability_id))
        headline = words.finish(words.say("matchup.ability.only_none", ability=name) + mark)
    return context.answer(headline, details=words.breaker_note(rules))


# --------------------------------------------------------------------------- endings


def _follow_ups(words: Words, side: Side, relation: str) -> list[str]:
    if not isinstance(side, Mon):
        if isinstance(side, Types):
            name = words.types_name(side.type_ids)
            return [
                words.say("matchup.follow_up.weak" if relation == "strong" else "matchup.follow_up.strong", name=name)
            ]
        return []
    name = words.context.mon_name(side)
    other = "weak" if relation in ("strong", "resist", "immune") else "resist"
    return [words.say(f"matchup.follow_up.{other}", name=name), *words.context.follow_ups(side, "ability", "evolution")]
