"""The sides of a match-up in words: attacks, defenders, factors, abilities, and the rows and cards they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...question.algebra import Matchup, Mon, Side, Thing, Types
from ..answer import Row
from ..dataset import FIRST_WITH_ABILITIES
from ..effectiveness import AbilityRule, Attack, Chart
from ..model import Pokemon
from .cards import Card
from .context import Context
from .marks import spaced

#: How cards write the factors below one.
FRACTIONS = {0.5: "½", 0.25: "¼", 0.125: "⅛"}

#: The abilities with which an attacker ignores the defender's, and the generation they came in.
BREAKERS = (("mold-breaker", 4), ("turboblaze", 5), ("teravolt", 5))

#: What a relation says about a factor.
RELATIONS: Mapping[str, Callable[[float], bool]] = {
    "weak": lambda factor: factor > 1,
    "resist": lambda factor: 0 < factor < 1,
    "not-very-effective": lambda factor: 0 < factor < 1,
    "immune": lambda factor: factor == 0,
    "neutral": lambda factor: factor == 1,
    "not-immune": lambda factor: factor > 0,
    "all": lambda _: True,
}
FACTORS: Mapping[str, float] = {"4x": 4.0, "2x": 2.0, "0.5x": 0.5, "0.25x": 0.25, "0x": 0.0}

Groups = Sequence[tuple[float, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class Defender:
    """What is attacked: its types, and the abilities that are weighed (empty: none known, or types alone).

    `hidden` is the one of them that is a Hidden Ability; `every` all that it can have in this generation.
    """

    types: tuple[int, ...]
    pokemon: Pokemon | None = None
    mon: Mon | None = None
    abilities: tuple[int, ...] = ()
    hidden: int | None = None
    every: tuple[int, ...] = ()
    label: str = ""


def wanted(query: Matchup, relation: str, factor: float) -> bool:
    """Whether a factor is what the question asks for."""
    return factor == FACTORS[query.factor] if query.factor is not None else RELATIONS[relation](factor)


class Words:
    """Wording for one match-up: a context and the chart of the question's generation."""

    def __init__(self, context: Context, query: Matchup) -> None:
        self.context = context
        self.query = query
        self.generation = query.scope.generation
        self.chart = Chart(context.dataset, self.generation)
        self.say = context.say

    # ------------------------------------------------------------------ the two sides

    def attacks(self, side: Side) -> tuple[Attack, ...]:
        """The attacks of a side: a Pokémon's own types, the types named, or the move."""
        if isinstance(side, Mon):
            return tuple(Attack(t) for t in self.context.types(side, self.query.scope))
        if isinstance(side, Types):
            return tuple(Attack(t) for t in side.type_ids)
        if side.kind == "move":
            values = self.context.dataset.move_in(side.id, self.generation)
            return (Attack(values.type_id, self.context.dataset.moves[side.id]),)
        return (Attack(side.id),) if side.kind == "type" else ()

    def attack_name(self, attack: Attack) -> str:
        """An attack in words: "Earthquake (Ground)", "Ground"."""
        name = self.context.type_name(attack.type_id)
        if attack.move is not None:
            return self.say("matchup.attack.move", move=self.context.name(attack.move.names), type=name)
        return self.say("matchup.attack.type", type=name)

    def defender(self, side: Side) -> Defender:
        """The defending side: types, and the abilities that the question lets count."""
        if isinstance(side, Mon):
            return self._pokemon(side)
        if isinstance(side, Types):
            return Defender(side.type_ids, label=self.types_name(side.type_ids))
        if side.kind == "ability":
            name = self.say("matchup.defender.ability", ability=self.context.ability_name(side.id))
            return Defender((), abilities=(side.id,), every=(side.id,), label=name)
        type_id = self.context.dataset.moves[side.id].type_id if side.kind == "move" else side.id
        return Defender((type_id,), label=self.types_name((type_id,)))

    def types_name(self, types: Sequence[int]) -> str:
        """Types as a defender: "Fire", "a Water/Ground Pokémon"."""
        key = "type" if len(types) == 1 else "pair"
        return self.say(f"matchup.defender.{key}", types=self.context.type_names(types))

    def _pokemon(self, mon: Mon) -> Defender:
        pokemon = self.context.pokemon(mon)
        types = self.context.types(mon, self.query.scope)
        slots = self.context.abilities(mon, self.query.scope)
        every = slots.all() if self.generation is None or self.generation >= FIRST_WITH_ABILITIES else ()
        asked = self.query.ability
        if isinstance(asked, Thing):
            chosen: tuple[int, ...] = (asked.id,)
        elif asked == "ordinary":
            chosen = tuple(a for a in every if a in slots.ordinary())
        elif asked == "hidden":
            chosen = tuple(a for a in every if a == slots.hidden)
        else:
            chosen = every
        hidden = slots.hidden if slots.hidden not in slots.ordinary() else None
        name = self.say("matchup.defender.mon", name=self.context.mon_name(mon), types=self.context.type_names(types))
        return Defender(types, pokemon, mon, chosen, hidden, every, name)

    # ------------------------------------------------------------------ factors

    def factor(self, value: float) -> str:
        """A factor in a sentence: "4×", "0.5×"."""
        return self.say("matchup.factor", value=f"{value:g}")

    def chips(self, groups: Groups) -> list[Card]:
        """The groups of a match-up card, strongest first."""
        return [
            {
                "factor": f"{FRACTIONS.get(value, f'{value:g}')}×",
                "types": self.context.type_chips(types),
            }
            for value, types in groups
        ]

    def groups(self, factors: Mapping[int, float]) -> list[tuple[float, tuple[int, ...]]]:
        """Types by factor, the highest factor first."""
        return [
            (value, tuple(t for t in factors if factors[t] == value))
            for value in sorted(set(factors.values()), reverse=True)
        ]

    def group_text(self, groups: Groups, side: str = "", of: Sequence[int] = ()) -> str:
        """Groups in words: "Ice (4×), Dragon and Fairy (2×)"; a mark each where the `side` and its types are given."""
        parts = []
        for value, types in groups:
            names = self.context.phrases.join(self.context.type_name(t) for t in types)
            mark = spaced(self.context, self.group_mark(value, types, side, of)) if side else ""
            parts.append(self.say("matchup.group", types=names, factor=self.factor(value), mark=mark))
        return self.say("matchup.groups").join(parts)

    # ------------------------------------------------------------------ rows

    def key(self, text: str) -> str:
        """A row's key, with the generation where one is named."""
        return text if self.generation is None else f"gen{self.generation}-{text}"

    def slug(self, types: Iterable[int]) -> str:
        """Types as part of a row's key: "dragon-ground"."""
        return "-".join(self.context.dataset.types[t].identifier for t in types)

    def group_mark(self, value: float | None, types: Sequence[int], side: str, of: Sequence[int]) -> str:
        """The mark of the chart's rows behind one factor. `side` is "defence" or "offence" of the types `of`.

        Without a value it is the mark of the whole line of the chart, in which nothing fits.
        """
        title = self.say(f"matchup.row.{side}", name=self.context.type_names(of))
        text = self.context.phrases.join(self.context.type_name(t) for t in types) or self.say("matchup.row.none")
        key = self.slug(of)
        field = self.say("matchup.row.factor") if value is None else self.factor(value)
        end = "line" if value is None else f"{value:g}"
        return self.context.cite(
            Row(f"type_efficacy/{self.key(key)}/{side}-{end}", title, field, text, f"type_efficacy {key}")
        )

    def pair_mark(self, attack: Attack, types: Sequence[int]) -> str:
        """The mark of the type chart's row of one attack against each of the defender's types."""
        rows = []
        parts = self.chart.parts(attack, tuple(types))
        for defending, value in zip(types, parts, strict=True):
            key = f"{self.slug((attack.type_id,))}-{self.slug((defending,))}"
            title = self.say(
                "matchup.row.pair",
                attack=self.context.type_name(attack.type_id),
                defender=self.context.type_name(defending),
            )
            rows.append(
                self.context.table_row(
                    "type_efficacy", self.key(key), self.say("matchup.row.factor"), f"{value:g}", title
                )
            )
        return self.context.cite(*rows)

    def types_mark(self, mon: Mon) -> str:
        """The mark of a Pokémon's types."""
        types = self.context.type_names(self.context.types(mon, self.query.scope))
        return self.context.cite(self.context.pokemon_row(self.context.pokemon(mon), "types", types))

    def ability_mark(self, defender: Defender, rule: AbilityRule | None) -> str:
        """The marks of the ability a defender has and of what it does."""
        if rule is None:
            return ""
        ability = self.context.ability_name(rule.ability_id)
        rows = []
        if defender.pokemon is not None:
            abilities = self.context.phrases.join(self.context.ability_name(a) for a in defender.every)
            rows.append(self.context.pokemon_row(defender.pokemon, "abilities", abilities))
        identifier = self.context.dataset.abilities[rule.ability_id].identifier
        about = () if rule.type_id is None else (rule.type_id,)
        kind = self.context.type_names(about) or self.say("matchup.row.any")
        title = self.say("matchup.row.ability", ability=ability, type=kind)
        rows.append(
            self.context.table_row(
                "ability_matchups",
                "-".join((identifier, rule.kind, self.slug(about))),
                self.say("matchup.row.factor"),
                f"{rule.factor:g}",
                title,
            )
        )
        return self.context.cite(*rows)

    def no_rule_mark(self, ability_id: int) -> str:
        """The mark of the fact that no rule of the match-ups concerns an ability."""
        identifier = self.context.dataset.abilities[ability_id].identifier
        title, value = self.context.ability_name(ability_id), self.say("matchup.row.none")
        row = self.context.table_row("ability_matchups", identifier, self.say("matchup.row.factor"), value, title)
        return self.context.cite(row)

    # ------------------------------------------------------------------ abilities

    def ability_names(self, defender: Defender, abilities: Iterable[int], word: str = "or") -> str:
        """Abilities in words, the hidden one marked: "Neutralizing Gas or Stench (hidden)"."""
        return self.context.phrases.join((self.ability_name(defender, a) for a in abilities), word)

    def ability_name(self, defender: Defender, ability_id: int) -> str:
        """One ability, marked where it is the hidden one of several."""
        name = self.context.ability_name(ability_id)
        if ability_id == defender.hidden and len(defender.every) > 1:
            return self.say("matchup.ability.mark_hidden", ability=name)
        return name

    def ability_role(self, defender: Defender) -> str:
        """The abilities that decide, with their role: "its only ability, Levitate"."""
        names = self.context.phrases.join((self.context.ability_name(a) for a in defender.abilities), "or")
        if isinstance(self.query.ability, Thing) or defender.pokemon is None:
            key = "named"
        elif len(defender.abilities) > 1:
            key = "each"
        elif len(defender.every) == 1:
            key = "sole"
        else:
            key = "hidden" if defender.abilities[0] == defender.hidden else "ordinary"
        return self.say(f"matchup.ability.{key}", ability=names)

    def with_ability(self, defender: Defender, ability_id: int) -> str:
        """How a note on one ability starts: "With Levitate, one of its abilities (the others: ...)"."""
        name = self.context.ability_name(ability_id)
        others = [a for a in defender.every if a != ability_id]
        if isinstance(self.query.ability, Thing) or defender.pokemon is None or ability_id not in defender.every:
            return self.say("matchup.note.with_named", ability=name)
        if not others:
            return self.say("matchup.note.with_sole", ability=name)
        if ability_id == defender.hidden:
            return self.say("matchup.note.with_hidden", ability=name)
        return self.say("matchup.note.with_one", ability=name, others=self.ability_names(defender, others, "and"))

    def ability_notes(self, defender: Defender) -> list[str]:
        """What each ability that counts changes in the defender's table, a sentence each."""
        notes = []
        for ability_id in defender.abilities:
            rules = self.chart.ability_rules(ability_id)
            if not rules:
                continue
            start = self.with_ability(defender, ability_id)
            changed = self.changes(defender, ability_id) if rules[0].kind in ("type", "airborne") else {}
            if changed:
                marks = "".join(self.ability_mark(defender, rule) for rule in rules)
                groups = self.group_text(self.groups(changed))
                groups += spaced(self.context, marks)
                notes.append(self.say("matchup.note.changes", groups=groups, **{"with": start}))
            elif rules[0].kind not in ("type", "airborne"):
                name = self.context.ability_name(ability_id)
                notes.append(self.say(f"matchup.note.{rules[0].kind}", ability=name, **{"with": start}))
        return notes

    def changes(self, defender: Defender, ability_id: int) -> dict[int, float]:
        """The types whose factor this ability changes, with the new factor."""
        changed = {}
        for attacking in self.chart.types:
            hit = self.chart.hit(Attack(attacking), defender.types, ability_id)
            if hit.factor != hit.by_types:
                changed[attacking] = hit.factor
        return changed

    def breaker_note(self, rules: Iterable[AbilityRule | None]) -> str:
        """Who ignores the abilities that decided, or nothing."""
        decided = list(dict.fromkeys(r.ability_id for r in rules if r is not None and r.ignorable))
        now = self.generation or max(self.context.dataset.generations)
        names = {a.identifier: a.id for a in self.context.dataset.abilities.values()}
        breakers = [names[name] for name, since in BREAKERS if since <= now and name in names]
        if not decided or not breakers:
            return ""
        return self.say(
            "matchup.note.mold-breaker",
            breakers=self.context.phrases.join((self.context.ability_name(a) for a in breakers), "or"),
            ability=self.context.phrases.join(self.context.ability_name(a) for a in decided),
        )

    # ------------------------------------------------------------------ sentences

    def finish(self, text: str) -> str:
        """A clause as a sentence: the generation in front where one was named, a capital, a full stop."""
        return self.sentence(self.in_time(text))

    def in_time(self, text: str) -> str:
        """A clause with the generation in front where one was named."""
        if self.generation is None:
            return text
        return self.say("matchup.then", time=self.context.scope_name(self.query.scope), text=text)

    def sentence(self, text: str) -> str:
        """A clause with a capital and a full stop."""
        return self.say("matchup.sentence", text=text[:1].upper() + text[1:])

    def move_note(self, attack: Attack) -> str:
        """What is special about the attack's move, if anything is."""
        rule = self.chart.move_rule(attack)
        if rule is None or attack.move is None or rule.kind == "status-immunity":
            return ""
        name = self.context.name(attack.move.names)
        return self.say(f"matchup.note.{rule.kind}", move=name, type=self.context.type_name(attack.type_id))

    def status_sentence(self, attack: Attack) -> str:
        """That a status move does no damage."""
        assert attack.move is not None
        move = Thing("move", attack.move.id)
        mark = self.context.cite(self.context.thing_row(move, "damage_class", attack.move.damage_class))
        return self.say("matchup.effect.status", move=self.context.move_name(move.id), mark=spaced(self.context, mark))

    def ability_premise(self, defender: Defender) -> str:
        """What is to be said about the ability that is asked about: that the Pokémon cannot have it, or has none."""
        if defender.mon is None:
            return ""
        name, asked = self.context.mon_name(defender.mon), self.query.ability
        if isinstance(asked, Thing):
            if not defender.every or asked.id in defender.every:
                return ""
            return self.say(
                "matchup.ability.not_its_own",
                name=name,
                ability=self.context.ability_name(asked.id),
                abilities=self.ability_names(defender, defender.every, "and"),
            )
        if not defender.every and (self.generation is None or self.generation >= FIRST_WITH_ABILITIES):
            return self.say("matchup.ability.unknown", name=name)
        return self.say("matchup.ability.lacks", name=name) if asked == "hidden" and not defender.abilities else ""

    # ------------------------------------------------------------------ cards

    def defence_table(self, defender: Defender) -> dict[int, float]:
        """The factor of every attacking type; an ability counts where every one that is weighed gives the same."""
        return {t: self.certain(Attack(t), defender) for t in self.chart.types}

    def certain(self, attack: Attack, defender: Defender) -> float:
        """The factor that holds whatever the ability; by types alone where it depends."""
        return self.chart.certain(attack, defender.types, defender.abilities)

    def defence_card(self, defender: Defender, notes: Sequence[str] = ()) -> Card:
        """The defender's table, drawn."""
        groups = self.groups(self.defence_table(defender))
        name = self.context.mon_name(defender.mon) if defender.mon is not None else defender.label
        return {
            "kind": "matchup",
            "title": self.say("matchup.card.defence", name=name),
            "direction": "defence",
            "types": self.context.type_chips(defender.types),
            "groups": self.chips([g for g in groups if g[0] != 1]),
            "notes": list(notes),
        }

    def offence_card(self, attack: Attack) -> Card:
        """The attack's table against single types, drawn."""
        factors = {t: self.chart.factor(attack, (t,)) for t in self.chart.types}
        return {
            "kind": "matchup",
            "title": self.say("matchup.card.offence", name=self.attack_name(attack)),
            "direction": "offence",
            "types": self.context.type_chips((attack.type_id,)),
            "groups": self.chips([g for g in self.groups(factors) if g[0] != 1]),
            "notes": [],
        }
