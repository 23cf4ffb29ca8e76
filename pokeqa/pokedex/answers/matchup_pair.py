"""Match-ups with both sides named: how hard one hits the other, whether it does at all, which of two has it better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...question.algebra import Matchup, Mon, Side, Thing, Types
from ..answer import Answer
from ..effectiveness import AbilityRule, Attack, Chart
from .cards import Card
from .chart_over_time import over_time
from .marks import spaced
from .matchup_words import FACTORS, RELATIONS, Defender, Words


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one attack does to a defender, for every ability that is weighed (None: no ability weighed)."""

    attack: Attack
    defender: Defender
    factors: Mapping[int | None, float]
    rules: Mapping[int | None, AbilityRule | None]
    by_types: float

    @property
    def usual(self) -> float:
        """The factor that is stated first: what every ordinary ability gives, else what the types give."""
        hidden = self.defender.hidden
        ordinary = {f for a, f in self.factors.items() if a != hidden or len(self.factors) == 1}
        return ordinary.pop() if len(ordinary) == 1 else self.by_types

    @property
    def depends(self) -> bool:
        """Whether the ability decides."""
        return len(set(self.factors.values())) > 1

    def deciding(self) -> list[AbilityRule]:
        """The rules that changed the factor, each once."""
        return list(dict.fromkeys(rule for rule in self.rules.values() if rule is not None))


def answer(query: Matchup, words: Words) -> Answer:
    """The answer where attacker and defender are both named."""
    assert query.attacker is not None and query.defender is not None
    attacks = words.attacks(query.attacker)
    if len(attacks) == 1 and attacks[0].move is not None and attacks[0].move.damage_class == "status":
        rule = words.chart.move_rule(attacks[0])
        if rule is None:
            return _status(query, words, attacks[0])
    defender = words.defender(query.defender)
    outcomes = [_outcome(words, attack, defender) for attack in attacks]
    if query.mutual and isinstance(query.attacker, Mon) and isinstance(query.defender, Mon):
        return _mutual(query, words, query.attacker, query.defender, outcomes)
    text = _together(words, query.attacker, query.defender, outcomes)
    by_type = not isinstance(query.defender, Mon)
    headline = _with_lead(query, words, text, outcomes, by_type=by_type)
    return words.context.answer(
        headline,
        details=(words.context.sentences(_details(words, outcomes)), words.ability_premise(defender)),
        cards=_cards(words, defender, query.attacker, attacks),
        follow_ups=_follow_ups(words, query.attacker, query.defender),
    )


def _outcome(words: Words, attack: Attack, defender: Defender) -> Outcome:
    weighed: Sequence[int | None] = defender.abilities or (None,)
    hits = {ability: words.chart.hit(attack, defender.types, ability) for ability in weighed}
    return Outcome(
        attack,
        defender,
        {ability: hit.factor for ability, hit in hits.items()},
        {ability: hit.rule for ability, hit in hits.items()},
        words.chart.factor(attack, defender.types),
    )


# --------------------------------------------------------------------------- sentences


def effect_key(factor: float) -> str:
    """The template of a factor."""
    if factor == 0:
        return "none"
    return "super" if factor > 1 else "weak" if factor < 1 else "neutral"


def _together(words: Words, attacker: Side, defender: Side, outcomes: Sequence[Outcome]) -> str:
    """The clauses of all attacks, the strongest first, with the marks of what they rest on."""
    mons = dict.fromkeys(side for side in (attacker, defender) if isinstance(side, Mon))
    type_marks = "".join(words.types_mark(mon) for mon in mons)
    clauses = []
    for place, outcome in enumerate(sorted(outcomes, key=lambda one: one.usual, reverse=True)):
        marks = type_marks if place == 0 else ""
        clauses.append(_clause(words, outcome, _attack_name(words, attacker, outcome.attack), marks))
    return words.in_time(words.say("matchup.effect.plural").join(clauses))


def _attack_name(words: Words, attacker: Side, attack: Attack) -> str:
    if isinstance(attacker, Mon):
        type_name = words.context.type_name(attack.type_id)
        return words.say("matchup.attack.stab", name=words.context.mon_name(attacker), type=type_name)
    return words.attack_name(attack)


def _clause(words: Words, outcome: Outcome, attack_name: str, marks: str) -> str:
    """What one attack does, with the abilities where they decide."""
    defender = outcome.defender
    marks += words.pair_mark(outcome.attack, defender.types)
    marks += "".join(words.ability_mark(defender, rule) for rule in outcome.deciding())
    mark = spaced(words.context, marks)
    if outcome.depends:
        return words.say(
            "matchup.effect.by_ability",
            attack=attack_name,
            defender=defender.label,
            groups=_ability_groups(words, outcome),
            mark=mark,
        )
    if not defender.types and not outcome.deciding():
        name = words.context.ability_name(defender.abilities[0])
        mark = spaced(words.context, words.no_rule_mark(defender.abilities[0]))
        return words.say("matchup.effect.unchanged", ability=name, attack=attack_name, mark=mark)
    factor = next(iter(outcome.factors.values()))
    text = words.say(
        f"matchup.effect.{effect_key(factor)}",
        attack=attack_name,
        defender=defender.label,
        factor=words.factor(factor),
        mark=mark,
    )
    if outcome.deciding() and defender.pokemon is not None:
        return words.say("matchup.effect.because", text=text, ability=words.ability_role(defender))
    return text


def _ability_groups(words: Words, outcome: Outcome) -> str:
    """ "2× with Neutralizing Gas or Stench (hidden), but no effect (0×) with Levitate"."""
    by_factor: dict[float, list[int]] = {}
    for ability, factor in outcome.factors.items():
        if ability is not None:
            by_factor.setdefault(factor, []).append(ability)
    parts = []
    for factor in sorted(by_factor, key=lambda one: (one != outcome.usual, -one)):
        key = "ability_group" if factor else "ability_group_none"
        names = words.ability_names(outcome.defender, by_factor[factor])
        parts.append(words.say(f"matchup.effect.{key}", factor=words.factor(factor), abilities=names))
    return words.say("matchup.effect.ability_groups").join(parts)


def _with_lead(query: Matchup, words: Words, text: str, outcomes: Sequence[Outcome], *, by_type: bool) -> str:
    """The sentence with "Yes" or "No" in front where the question wants one."""
    if not query.yes_no:
        return words.sentence(text)
    relation = "not-immune" if query.relation in ("effect", "all") else query.relation
    holds = _holds(query, relation, outcomes)
    kind = ""
    if relation == "not-immune":
        kind = "effect_" if by_type else "hit_"
    lead = words.say(f"matchup.lead.{kind}{'yes' if holds else 'no'}")
    exceptions = _exceptions(query, relation, outcomes, holds)
    if exceptions:
        names = words.ability_names(outcomes[0].defender, exceptions)
        lead = words.say(f"matchup.lead.{'except' if holds else 'only'}", lead=lead, abilities=names)
    return words.say("matchup.lead.sentence", lead=lead, text=text)


def _exceptions(query: Matchup, relation: str, outcomes: Sequence[Outcome], holds: bool) -> list[int]:
    """The abilities with which the verdict would be the other one."""
    if len(outcomes) != 1 or not outcomes[0].depends:
        return []
    factors = outcomes[0].factors.items()
    return [
        ability for ability, factor in factors if ability is not None and _true_of(query, relation, factor) != holds
    ]


def _holds(query: Matchup, relation: str, outcomes: Sequence[Outcome]) -> bool:
    """Whether the claim is true. Of several attacks the best one counts, except for "resists" and "is immune"."""
    every = relation in ("resist", "immune", "not-very-effective")
    results = []
    for outcome in outcomes:
        factors = set(outcome.factors.values()) if query.always else {outcome.usual}
        results.append(all(_true_of(query, relation, factor) for factor in factors))
    return all(results) if every else any(results)


def _true_of(query: Matchup, relation: str, factor: float) -> bool:
    if query.factor is not None:
        return factor == FACTORS[query.factor]
    if relation == "resist":
        return factor < 1
    return RELATIONS[relation](factor)


def _status(query: Matchup, words: Words, attack: Attack) -> Answer:
    text = words.status_sentence(attack)
    if query.yes_no:
        holds = query.relation == "immune"
        key = "yes" if holds else "hit_no" if query.relation in ("effect", "not-immune", "all") else "no"
        return words.context.answer(
            words.say("matchup.lead.sentence", lead=words.say(f"matchup.lead.{key}"), text=text)
        )
    return words.context.answer(words.finish(text))


# --------------------------------------------------------------------------- two Pokémon


def _mutual(query: Matchup, words: Words, first: Mon, second: Mon, outcomes: Sequence[Outcome]) -> Answer:
    """Both directions: what each one's own types do to the other."""
    back = [_outcome(words, attack, words.defender(first)) for attack in words.attacks(second)]
    text = words.say("matchup.effect.plural").join(
        (_together(words, first, second, outcomes), _together(words, second, first, back))
    )
    best, worst = max(one.usual for one in outcomes), max(one.usual for one in back)
    headline = _with_lead(query, words, text, outcomes, by_type=False)
    if query.yes_no:  # an advantage is claimed of the first
        lead = words.say(f"matchup.lead.{'yes' if best > worst else 'no'}")
        headline = words.say("matchup.lead.sentence", lead=lead, text=text)
    if best == worst:
        verdict = words.say("matchup.effect.even")
    else:
        ahead = first if best > worst else second
        verdict = words.say("matchup.effect.advantage", name=words.context.mon_name(ahead))
    both = [*outcomes, *back]
    return words.context.answer(
        headline,
        details=(verdict, words.context.sentences(_details(words, both))),
        cards=[words.defence_card(one, words.ability_notes(one)) for one in map(words.defender, (first, second))],
        follow_ups=[
            words.say(
                "matchup.follow_up.faster", name=words.context.mon_name(first), other=words.context.mon_name(second)
            ),
            words.say("matchup.follow_up.weak", name=words.context.mon_name(first)),
        ],
    )


# --------------------------------------------------------------------------- details


def _share_of_hp(words: Words, outcome: Outcome) -> str:
    """What an entry hazard takes from the Pokémon, in per cent of its HP."""
    rule = words.chart.move_rule(outcome.attack)
    mon = outcome.defender.mon
    if rule is None or rule.kind != "hazard" or mon is None:
        return ""
    percent = f"{_HAZARD_PERCENT * outcome.by_types:g}"
    return words.say("matchup.note.hazard-share", name=words.context.mon_name(mon), percent=percent)


#: What a hazard takes where its type is neutral.
_HAZARD_PERCENT = 12.5


def _details(words: Words, outcomes: Sequence[Outcome]) -> list[str]:
    """How the factor comes about, what is special about the move, and who ignores the ability."""
    details = []
    for outcome in outcomes:
        details.append(words.move_note(outcome.attack))
        details.append(_share_of_hp(words, outcome))
        details.append(_breakdown(words, outcome))
        details += _other_notes(words, outcome)
        details.append(_today(words, outcome))
        details.append(_over_time(words, outcome))
        details.append(_earlier(words, outcome))
    details.append(words.breaker_note(rule for outcome in outcomes for rule in outcome.deciding()))
    return [one for one in dict.fromkeys(details) if one]


def _breakdown(words: Words, outcome: Outcome) -> str:
    types = outcome.defender.types
    parts = words.chart.parts(outcome.attack, types)
    rule = words.chart.move_rule(outcome.attack)
    if len(types) < 2 or (rule is not None and rule.kind in ("typeless", "fixed", "ohko", "grounds-flying")):
        return ""
    texts = [
        words.say("matchup.effect.part", factor=words.factor(part), type=words.context.type_name(own))
        for part, own in zip(parts, types, strict=True)
    ]
    attack = words.context.type_name(outcome.attack.type_id)
    joined = words.say("matchup.effect.parts").join(texts)
    return words.say("matchup.effect.breakdown", parts=joined, attack=attack, factor=words.factor(outcome.by_types))


def _other_notes(words: Words, outcome: Outcome) -> list[str]:
    """Abilities that may change the result in a way that is no fixed factor, and those left out by the question."""
    notes = []
    defender = outcome.defender
    for ability_id in defender.abilities:
        for rule in words.chart.ability_rules(ability_id):
            if rule.kind in ("full-hp", "unknown") and rule.type_id in (None, outcome.attack.type_id):
                start = words.with_ability(defender, ability_id)
                name = words.context.ability_name(ability_id)
                notes.append(words.say(f"matchup.note.{rule.kind}", ability=name, **{"with": start}))
    if isinstance(words.query.ability, Thing):
        return notes
    for ability_id in defender.every:
        if ability_id in defender.abilities:
            continue
        hit = words.chart.hit(outcome.attack, defender.types, ability_id)
        if hit.factor != outcome.usual:
            start = words.with_ability(defender, ability_id)
            name, factor = words.attack_name(outcome.attack), words.factor(hit.factor)
            group = words.say("matchup.group", types=name, factor=factor, mark="")
            notes.append(words.say("matchup.note.changes", groups=group, **{"with": start}))
    return notes


def _today(words: Words, outcome: Outcome) -> str:
    """The factor in the current games where it differs from the generation asked for."""
    if words.generation is None:
        return ""
    types = outcome.defender.types
    if outcome.defender.pokemon is not None:
        types = outcome.defender.pokemon.types
    move = outcome.attack.move
    now = (
        Attack(words.context.dataset.moves[move.id].type_id, words.context.dataset.moves[move.id])
        if move
        else outcome.attack
    )
    factor = Chart(words.context.dataset).factor(now, types)
    return "" if factor == outcome.by_types else words.say("matchup.note.today", factor=words.factor(factor))


def _over_time(words: Words, outcome: Outcome) -> str:
    """The chart of all generations for two types of which one is asked about in an older game."""
    defender = outcome.defender
    if words.generation is None or outcome.attack.move or defender.pokemon is not None or len(defender.types) != 1:
        return ""
    return over_time(words, outcome.attack.type_id, defender.types[0])


def _earlier(words: Words, outcome: Outcome) -> str:
    """An ability the Pokémon used to have that would have decided differently."""
    pokemon = outcome.defender.pokemon
    if pokemon is None or words.generation is not None:
        return ""
    for generation, slots in sorted(pokemon.abilities_past.items(), reverse=True):
        if words.context.dataset.types[outcome.attack.type_id].generation > generation:
            continue  # nothing was hit by a type that was not there
        chart = Chart(words.context.dataset, generation)
        for ability_id in slots.all():
            if ability_id in outcome.defender.every:
                continue
            hit = chart.hit(outcome.attack, outcome.defender.types, ability_id)
            if hit.rule is not None:
                return words.say(
                    "matchup.ability.earlier",
                    generation=generation,
                    ability=words.context.ability_name(ability_id),
                    types=words.attack_name(outcome.attack),
                    factor=words.factor(hit.factor),
                )
    return ""


def _cards(words: Words, defender: Defender, attacker: Side, attacks: Sequence[Attack]) -> list[Card]:
    if defender.types:
        return [words.defence_card(defender, words.ability_notes(defender))]
    return [words.offence_card(attack) for attack in attacks]


def _follow_ups(words: Words, attacker: Side, defender: Side) -> list[str]:
    questions = []
    for side, key in ((defender, "weak"), (attacker, "strong")):
        if isinstance(side, Mon):
            questions.append(words.say(f"matchup.follow_up.{key}", name=words.context.mon_name(side)))
        elif isinstance(side, Types):
            questions.append(words.say(f"matchup.follow_up.{key}", name=words.types_name(side.type_ids)))
    return questions
