"""Questions made from every row of the source, asked in English and Chinese, and their answers checked against it.

    python -m bench.generated SOURCE_DIR [--sample N] [--engine N] [--json] [--misses FILE]

SOURCE_DIR holds `pokeapi/*.csv` and `pokemon_moves_full.csv.xz`. The facts are read from there by
`bench.generated_facts`, which shares no code with the engine's dataset and queries; the wordings are in
`bench/cases/generated.yaml`. The questions go through the parser and the answers of the shortcut, as its layer runs
them; `--engine` of them (500) go through `Engine.ask` as well.

An answer is judged by its headline: the expected names and numbers must stand there as whole words, and none other of
their kind. A question that is passed on or asked back is a miss; one that is answered otherwise than the source says is
wrong. Exit code 1 when an answer is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

from pokeqa.engine import Engine, Understander, build_engine
from pokeqa.events import Delta, Failed, Finished
from pokeqa.pokedex.answers import answer
from pokeqa.pokedex.answers.capability import can_answer
from pokeqa.pokedex.dataset import Dataset
from pokeqa.request import ChatBody
from pokeqa.settings import load_settings
from pokeqa.yaml_files import read_yaml

from .generated_checks import (
    Check,
    Told,
    assigned,
    both,
    named_first,
    names,
    number,
    numbers_in,
    one_word,
    pattern,
    polarity,
    repeated,
    says,
    without,
    words,
)
from .generated_facts import STATS, Kind, Monster, Names, SourceFacts, plain
from .generated_sets import SetMaker
from .generated_wild import WildMaker

LANGUAGES = ("en", "zh-hans")
WORDINGS = Path(__file__).parent / "cases" / "generated.yaml"
SET_WORDINGS = Path(__file__).parent / "cases" / "generated_sets.yaml"
PROJECT_LISTS = Path(__file__).parents[1] / "data" / "pokedex"
#: How many misses of an attribute in a language are printed.
SHOWN = 3
_MARK = re.compile(r"\[\d+\]")
_ABILITY_REMARK = re.compile(r"(?<=[.;。；]) ?(?:With |特性为).*$", re.DOTALL)

State = Literal["passed", "wrong", "unanswered"]
#: Attributes, each with the factors that it is about.
Holding = tuple[tuple[str, Callable[[float], bool]], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A question and the check of its answer. `about` is the name that the headline must hold."""

    id: str
    attribute: str
    language: str
    question: str
    expected: str
    check: Check
    about: str = ""

    @property
    def rank(self) -> int:
        """Its place in a sample: the same in every run."""
        return _hash(f"sample/{self.id}")


@dataclass(frozen=True, slots=True)
class Result:
    """How one case did."""

    case: Case
    state: State
    said: str
    problem: str


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


# --------------------------------------------------------------------------- making


class Maker:
    """Makes the cases of one language."""

    def __init__(self, facts: SourceFacts, wordings: Mapping[str, Any], language: str) -> None:
        self.facts = facts
        self.language = language
        self._wordings = wordings
        self._says: Mapping[str, str] = wordings["says"]
        self.types = self._named(facts.type_names)
        self._abilities = self._named(facts.ability_names)
        self._any_type = pattern(self.types.values())
        self._any_ability = pattern(self._abilities.values())
        self._any_egg_group = pattern(self._named(facts.egg_group_names).values())
        self._any_color = pattern(self._named(facts.color_names).values())
        self._any_class = pattern(self._named(facts.class_names).values())
        self._species = {s.id: s.names[language] for s in facts.species.values()}
        self._any_species = pattern(self._species.values())
        self.species_names: Mapping[int, str] = self._species
        self.set_words: Mapping[str, Any] = wordings["sets"][language]
        # A form may be called otherwise in the answer, but by its species' name.
        self._ordinary_name = {
            m.names[language]: self._species[m.species] for m in facts.monsters.values() if language in m.names
        }
        self._items = self._named(facts.item_names)
        evolution_items = {way.item for ways in facts.ways.values() for way in ways if way.item}
        self._any_item = pattern(self._items[item] for item in evolution_items if item in self._items)
        identifiers = {int(r["id"]): r["identifier"] for r in facts.rows("types")}
        by_identifier = {identifier: type_id for type_id, identifier in identifiers.items()}
        chart = sorted({attack for attack, _ in facts.chart})
        self._touched = {
            ability: chart if kinds == ["all"] else [by_identifier[kind] for kind in kinds]
            for ability, kinds in wordings["ability-types"].items()
        }

    def _named(self, table: Mapping[int, Names]) -> dict[int, str]:
        return {key: known[self.language] for key, known in table.items() if self.language in known}

    def case(self, attribute: str, key: str, expected: object, check: Check, **slots: str) -> Iterator[Case]:
        """The case, unless the attribute is not asked in this language."""
        phrasings = self._wordings["questions"][attribute].get(self.language)
        if phrasings:
            name = f"{attribute}/{self.language}/{key}"
            chosen = phrasings[_hash(name) % len(phrasings)]
            asked = slots.get("name", "")
            about = self._ordinary_name.get(asked, asked)
            yield Case(name, attribute, self.language, chosen.format(**slots), str(expected), check, about)

    def _yes_no(self, expected: bool) -> Check:
        return polarity(expected, self._says["affirms"], self._says["denies"])

    def all(self) -> Iterator[Case]:
        """Every case of the language."""
        ordinary = [self.facts.monsters[species.default] for species in self.facts.species.values()]
        for monster, name in self.facts.unambiguous([*ordinary, *self.facts.lasting_forms], self.language):
            yield from self._of_monster(monster, name)
            yield from self._of_match_up(monster, name)
        for monster, name in self.facts.unambiguous(ordinary, self.language):
            species = self.facts.species[monster.species]
            yield from self._of_species(species, name)
            yield from self._of_names(species, name)
            yield from self._of_evolution(species, name)
            yield from self._of_learning(monster, name)
            yield from self._of_comparison(monster, name)
        yield from self._of_moves()
        yield from self._of_chart()
        yield from SetMaker(self).all()
        yield from WildMaker(self, self._says["no-item"]).all()

    # ------------------------------------------------------------------ a Pokémon's own row

    def _of_monster(self, monster: Monster, name: str) -> Iterator[Case]:
        key, unknown = str(monster.id), self._says["unknown"]
        own = [name, self._species[monster.species]]
        types = [self.types[t] for t in monster.types]
        yield from self.case("types", key, types, names(types, self._any_type, own), name=name)
        for stat, value in zip(STATS, monster.stats, strict=True):
            yield from self.case(stat, key, value, number(value, name, unknown), name=name)
        total = sum(monster.stats)
        yield from self.case("total", key, total, number(total, name, unknown), name=name)
        height, weight = monster.height_m, monster.weight_kg
        yield from self.case("height", key, height, number(height, name, unknown), name=name)
        yield from self.case("weight", key, weight, number(weight, name, unknown), name=name)
        experience = monster.base_experience
        yield from self.case("base-experience", key, experience, number(experience, name, unknown), name=name)
        yield from self._of_effort(monster, name)
        yield from self._of_abilities(monster, name, own)

    def _of_abilities(self, monster: Monster, name: str, own: Sequence[str]) -> Iterator[Case]:
        key, unknown = str(monster.id), self._says["unknown"]
        every = dict.fromkeys([*monster.abilities, *([monster.hidden] if monster.hidden else [])])
        if any(ability not in self._abilities for ability in every):
            return
        expected = [self._abilities[ability] for ability in every]
        yield from self.case(
            "abilities", key, expected, names(expected, self._any_ability, own, unknown), name=name
        )  # fmt: skip
        hidden = [self._abilities[monster.hidden]] if monster.hidden else []
        none = self._says["no-hidden"] if monster.abilities else unknown
        yield from self.case("hidden-ability", key, hidden, names(hidden, self._any_ability, own, none), name=name)

    def _of_effort(self, monster: Monster, name: str) -> Iterator[Case]:
        given = [(value, self._wordings["effort"][self.language][i]) for i, value in enumerate(monster.effort) if value]
        if not given:
            return
        every = self._wordings["effort"][self.language]
        wrong = [word for i, word in enumerate(every) if not monster.effort[i]]

        def check(told: Told) -> str | None:
            text = without(told.headline, [name])
            for value, stat in given:
                near = rf"(?:{stat.replace('.', '[.]')})"
                if not re.search(rf"(?<!\d){value}\s?{near}|{near}\s?[+:：]?\s?{value}(?!\d)", text):
                    return f"lacks {value} {stat}"
            stray = [word for word in wrong if one_word(word).search(text)]
            return f"says {stray}" if stray else None

        yield from self.case("ev-yield", str(monster.id), given, check, name=name)

    # ------------------------------------------------------------------ match-ups

    def _touched_types(self, monster: Monster) -> tuple[set[int], bool]:
        """The attack types that one of its abilities changes, and whether all of its abilities do so."""
        every = [*monster.abilities, *([monster.hidden] if monster.hidden else [])]
        touching = [
            self._touched[identifier]
            for ability in every
            if (identifier := self.facts.ability_identifiers[ability]) in self._touched
        ]
        return {t for kinds in touching for t in kinds}, bool(touching) and len(touching) == len(every)

    def _of_match_up(self, monster: Monster, name: str) -> Iterator[Case]:
        attacks = sorted({attack for attack, _ in self.facts.chart})
        factors = {attack: self.facts.factor(attack, monster.types) for attack in attacks}
        touched, always = self._touched_types(monster)
        lists: Holding = (
            ("weaknesses", lambda f: f > 1),
            ("double-weaknesses", lambda f: f >= 4),
            ("resistances", lambda f: 0 < f < 1),
            ("immunities", lambda f: f == 0),
        )
        for attribute, holds in lists:
            expected = {t: f for t, f in factors.items() if holds(f)}
            beside = {t: f for t, f in factors.items() if f > 1} if attribute == "double-weaknesses" else {}
            check = self._factors(monster, name, expected, touched, beside)
            shown = {self.types[t]: f for t, f in expected.items()}
            yield from self.case(attribute, str(monster.id), shown, check, name=name)
        claims: Holding = (
            ("is-weak", lambda f: f > 1),
            ("is-resistant", lambda f: 0 < f < 1),
            ("is-immune", lambda f: f == 0),
        )
        for attribute, relation in claims:
            free = [t for t in attacks if t not in touched or (attribute == "is-weak" and not always)]
            for wanted in (True, False):
                # Whether an immunity is a resistance is a matter of taste.
                asked = [t for t in free if attribute != "is-resistant" or factors[t] > 0]
                fitting = [t for t in asked if relation(factors[t]) is wanted]
                if not fitting:
                    continue
                attack = fitting[_hash(f"{attribute}/{monster.id}/{wanted}") % len(fitting)]
                yield from self.case(
                    attribute,
                    f"{monster.id}/{wanted}",
                    wanted,
                    self._yes_no(wanted),
                    name=name,
                    type=self.types[attack],
                )

    def _factors(
        self, monster: Monster, name: str, expected: Mapping[int, float], touched: set[int], beside: Mapping[int, float]
    ) -> Check:
        """Each expected type with its factor and no other; a type that an ability changes must be spoken of.

        Where none is expected, those `beside` may be told.
        """
        own_types = {self.types[t] for t in monster.types}
        own = [name, self._species[monster.species]]
        fixed = {self.types[t]: f for t, f in expected.items() if t not in touched}
        changed = {self.types[t] for t in touched}
        allowed = fixed or {self.types[t]: f for t, f in beside.items()}

        def check(told: Told) -> str | None:
            text = _ABILITY_REMARK.sub("", told.headline)
            text = without(text, own)
            for bracket in re.findall(r"□\s?[(（]([^()（）]*)[)）]", text):
                if set(self._any_type.findall(bracket)) != own_types:
                    return f"takes it for {bracket}"
            text = re.sub(r"□\s?[(（][^()（）]*[)）]", "□", text)
            found = assigned(text, self._any_type)
            known = {k: v for k, v in found.items() if k not in changed}
            if missing := {k: v for k, v in fixed.items() if known.get(k) != v}:
                return f"lacks {missing}"
            if wrong := {k: v for k, v in known.items() if allowed.get(k) != v}:
                return f"says {wrong}"
            unsaid = [self.types[t] for t in expected if t in touched and len(touched) < 18]
            if silent := [t for t in unsaid if not one_word(t).search(told.whole)]:
                return f"says nothing of {silent}"
            if not fixed and not touched and not re.search(self._says["none"], text):
                return "does not say that there is none"
            return None

        return check

    # ------------------------------------------------------------------ a species

    def _of_species(self, species: Kind, name: str) -> Iterator[Case]:
        key, unknown = str(species.id), self._says["unknown"]
        facts = self.facts
        yield from self.case(
            "generation", key, species.generation, number(species.generation, name, unknown), name=name
        )
        dex = facts.national_numbers[species.id]
        yield from self.case("dex-number", key, dex, number(dex, name, unknown), name=name)
        yield from self.case(
            "capture-rate", key, species.capture_rate, number(species.capture_rate, name, unknown), name=name
        )
        cycles = species.hatch_cycles
        steps = (cycles * 256, cycles * 128, (cycles + 1) * 255, cycles * 255)
        yield from self.case("hatch-cycles", key, cycles, number(cycles, name, unknown, steps), name=name)
        groups = [facts.egg_group_names[g][self.language] for g in species.egg_groups]
        yield from self.case("egg-groups", key, groups, names(groups, self._any_egg_group, [name]), name=name)
        color = [facts.color_names[species.color][self.language]]
        yield from self.case("color", key, color, names(color, self._any_color, [name]), name=name)
        rate, experience = facts.growth_rates[species.growth_rate]
        rate_name = self._wordings["growth-rates"][rate][self.language]
        every_rate = pattern(rate[self.language] for rate in self._wordings["growth-rates"].values())
        yield from self.case(
            "growth-rate",
            key,
            (rate_name, experience),
            both(names([rate_name], every_rate, [name]), number(experience, name, unknown, [100])),
            name=name,
        )
        yield from self._of_gender(species, name)
        for attribute, value in (("is-legendary", species.is_legendary), ("is-mythical", species.is_mythical)):
            yield from self.case(attribute, key, value, self._yes_no(value), name=name)

    def _of_gender(self, species: Kind, name: str) -> Iterator[Case]:
        female = species.gender_rate / 8 * 100
        if species.gender_rate < 0:
            check: Check = says(self._says["genderless"])
        elif female in (0, 100):
            sign = "♀" if female else "♂"
            check = both(number(100, name, ""), says(f"{sign} ?100%"))
        else:
            check = says(rf"♂ ?{100 - female:g}%.*♀ ?{female:g}%")
        yield from self.case("gender-ratio", str(species.id), female, check, name=name)

    def _of_names(self, species: Kind, name: str) -> Iterator[Case]:
        for language in ("en", "zh-hans", "ja"):
            wanted = species.names[language]
            if language == self.language:
                continue
            yield from self.case(f"name-{language}", str(species.id), wanted, words(wanted), name=name)

    def _of_evolution(self, species: Kind, name: str) -> Iterator[Case]:
        key, ways = str(species.id), self.facts.ways.get(species.id, [])
        children = {self._species[child] for child in self.facts.children.get(species.id, ())}
        needed = {self._species[way.to_species] for way in ways} or children
        parent = self._species[species.parent] if species.parent else None
        partners = {self._species[partner] for way in ways for partner in way.partners}
        check = self._species_named(needed, children | partners, name)
        yield from self.case("evolves-into", key, sorted(needed) or "nothing", check, name=name)
        origin = {parent} if parent else set()
        own_ways = self.facts.ways.get(species.parent, []) if species.parent else []
        partners = {self._species[p] for way in own_ways if way.to_species == species.id for p in way.partners}
        check = self._species_named(origin, origin | partners, name, self._says["no-origin"])
        yield from self.case("evolves-from", key, parent or "nothing", check, name=name)

        plain_ways = [way for way in ways if not way.is_regional]
        if plain_ways and all(way.by_level for way in plain_ways):
            levels = {way.level for way in plain_ways if way.level}
            check = self._levels(levels, self.facts.evolution_numbers[species.id], name)
            yield from self.case("evolution-level", key, sorted(levels), check, name=name)
        items = {self._items[way.item] for way in plain_ways if way.item}
        if items:
            # The items of its other forms may be told as well.
            others = {self._items[way.item] for way in ways if way.item} - items
            check = names(items, self._any_item, [name, *others])
            yield from self.case("evolution-item", key, sorted(items), check, name=name)

    def _species_named(self, needed: set[str], allowed: set[str], name: str, none: str = "") -> Check:
        """The species of the headline beside the one that is asked about."""
        without = none or self._says["no-evolution"]

        def check(told: Told) -> str | None:
            found = set(self._any_species.findall(told.headline)) - {name}
            if missing := needed - found - {name}:
                return f"lacks {sorted(missing)}"
            if needed:
                return f"says {sorted(found - allowed)}" if found - allowed else None
            return None if re.search(without, told.headline) else "does not say that there is none"

        return check

    def _levels(self, needed: set[int], allowed: set[int], name: str) -> Check:
        """The levels of the headline; numbers of the ways of other forms may be told."""

        def check(told: Told) -> str | None:
            found = numbers_in(without(told.headline, [name, *self._species.values()]))
            if missing := needed - found:
                return f"lacks the level {sorted(missing)}"
            return f"says {found}" if found - allowed else None

        return check

    def _of_learning(self, monster: Monster, name: str) -> Iterator[Case]:
        learns = self.facts.learnsets.get(monster.id)
        if not learns:
            return
        possible = self.facts.could_ever_learn(monster.species)
        shadow = {move.id for move in self.facts.moves.values() if self.facts.type_names[move.type]["en"] == "Shadow"}
        sketch = next(m.id for m in self.facts.moves.values() if m.names["en"] == "Sketch")
        never = [] if sketch in possible else sorted(self.facts.moves.keys() - possible - shadow)
        for wanted, moves in ((True, sorted(learns)), (False, never)):
            named = [m for m in moves if self.language in self.facts.moves[m].names]
            if named:
                move = self.facts.moves[named[_hash(f"learn/{monster.id}/{wanted}") % len(named)]]
                yield from self.case(
                    "can-learn",
                    f"{monster.id}/{wanted}",
                    wanted,
                    self._yes_no(wanted),
                    name=name,
                    move=move.names[self.language],
                )

    def _of_comparison(self, monster: Monster, name: str) -> Iterator[Case]:
        everyone = list(self.facts.unambiguous((m for m in self.facts.monsters.values() if m.is_default), "en"))
        for attribute in ("compare", "is-higher"):
            other = everyone[_hash(f"{attribute}/{monster.id}") % len(everyone)][0]
            if other.id == monster.id:
                continue
            stat = _hash(f"stat/{attribute}/{monster.id}") % len(STATS)
            mine, theirs = monster.stats[stat], other.stats[stat]
            other_name = other.names[self.language]
            numbers = self._compared(mine, theirs, [name, other_name])
            if attribute == "is-higher":
                check = both(self._yes_no(mine > theirs), numbers)
            elif mine == theirs:
                check = both(says(self._says["equal"]), numbers)
            else:
                check = both(named_first(name if mine > theirs else other_name, name, other_name), numbers)
            yield from self.case(
                attribute,
                f"{monster.id}/{other.id}",
                (mine, theirs),
                check,
                name=name,
                other=other_name,
                stat=self._wordings["stats"][self.language][stat],
            )

    @staticmethod
    def _compared(mine: int, theirs: int, both_names: Sequence[str]) -> Check:
        def check(told: Told) -> str | None:
            found = numbers_in(without(told.headline, both_names))
            if missing := {mine, theirs} - found:
                return f"lacks {missing}"
            return f"says {found}" if found - {mine, theirs, abs(mine - theirs)} else None

        return check

    # ------------------------------------------------------------------ moves and types

    def _of_moves(self) -> Iterator[Case]:
        shared = Counter(move.names.get(self.language) for move in self.facts.moves.values())
        for move in self.facts.moves.values():
            name = move.names.get(self.language)
            if not name or shared[name] > 1:
                continue
            key = str(move.id)
            kind = [self.types[move.type]]
            yield from self.case("move-type", key, kind, names(kind, self._any_type, [name]), name=name)
            power, accuracy = move.power, move.accuracy
            yield from self.case("move-power", key, power, number(power, name, self._says["no-power"]), name=name)
            yield from self.case(
                "move-accuracy", key, accuracy, number(accuracy, name, self._says["no-accuracy"]), name=name
            )
            yield from self.case("move-pp", key, move.pp, number(move.pp, name, self._says["unknown"]), name=name)
            damage = [self.facts.class_names[move.damage_class][self.language]]
            yield from self.case("move-class", key, damage, names(damage, self._any_class, [name]), name=name)

    def _of_chart(self) -> Iterator[Case]:
        for (attack, defence), factor in self.facts.chart.items():
            slots = {"attack": self.types[attack], "defence": self.types[defence]}
            key = f"{attack}/{defence}"
            for attribute, value in (
                ("chart-strong", factor > 1),
                ("chart-weak", 0 < factor < 1),
                ("chart-none", factor == 0),
            ):
                if factor > 0 or attribute != "chart-weak":
                    yield from self.case(attribute, key, value, self._yes_no(value), **slots)
            yield from self.case("chart-factor", key, factor, number(factor, "", ""), **slots)


def make_cases(source: Path) -> list[Case]:
    """Every case, English first. Raises FileNotFoundError where the source lacks a table."""
    facts = SourceFacts(source, PROJECT_LISTS)
    wordings, of_sets = read_yaml(WORDINGS), read_yaml(SET_WORDINGS)
    wordings["questions"].update(of_sets["questions"])
    wordings["sets"] = of_sets["sets"]
    return [case for language in LANGUAGES for case in Maker(facts, wordings, language).all()]


def sampled(cases: Sequence[Case], amount: int) -> list[Case]:
    """The same `amount` of cases in every run, spread over all attributes."""
    return sorted(cases, key=lambda case: case.rank)[:amount]


# --------------------------------------------------------------------------- asking


class Shortcut:
    """Asks the parser and the answers of the shortcut, by the same rules as its layer."""

    def __init__(self, dataset: Dataset, parser: Understander, confidence: float) -> None:
        self._dataset, self._parser, self._confidence = dataset, parser, confidence

    def ask(self, case: Case) -> Result:
        """Ask one question and judge the answer; one that breaks the engine counts as wrong."""
        try:
            return self._ask(case)
        except Exception as error:  # noqa: BLE001 - whatever breaks is a finding
            return Result(case, "wrong", "", f"breaks with {type(error).__name__}: {error}")

    def _ask(self, case: Case) -> Result:
        understanding = self._parser.understand(case.question, (), "auto")
        answers = []
        for part in understanding.parts:
            if part.options:
                return Result(case, "unanswered", "", f"asks back: {part.why}")
            if part.question is None or part.confidence < self._confidence:
                return Result(case, "unanswered", "", part.why)
            if not can_answer(part.question.query, self._dataset):
                return Result(case, "unanswered", "", f"holds no answer to {part.question.query}")
            answers.append(answer(part.question, self._dataset, understanding.language))
        headline = " ".join(one.headline for one in answers)
        return judge(case, headline, " ".join(one.text for one in answers), understanding.language)


def judge(case: Case, headline: str, whole: str, language: str) -> Result:
    """Judge an answer."""
    told = Told(plain(_MARK.sub("", headline)).replace(" ,", ",").replace(" .", "."), whole)
    problem = case.check(told) or repeated(told.headline)
    if problem is None and case.about and not one_word(case.about).search(told.headline):
        problem = f"does not name {case.about}"
    if problem is None and language != case.language:
        problem = f"answers in {language}"
    return Result(case, "passed" if problem is None else "wrong", headline, problem or "")


async def ask_engine(engine: Engine, cases: Iterable[Case]) -> list[Result]:
    """Ask through the whole engine; an answer that did not come from the dataset counts as none."""
    results = []
    for case in cases:
        text, route = "", ""
        async for event in engine.ask(ChatBody(query=case.question)):
            match event:
                case Delta():
                    text += event.text
                case Finished():
                    route = event.route
                case Failed():
                    route = event.code
        first, _, _ = text.partition("\n\n")
        if route == "local_dataset" and text:
            results.append(judge(case, first, text, case.language))
        else:
            results.append(Result(case, "unanswered", text, f"route {route}"))
    return results


# --------------------------------------------------------------------------- telling


def figures(results: Sequence[Result]) -> dict[str, int]:
    """The flat object of `--json`."""
    states = Counter(result.state for result in results)
    flat = {"total": len(results), **{state: states[state] for state in ("passed", "wrong", "unanswered")}}
    for (attribute, language), counts in sorted(_by_kind(results).items()):
        flat[f"{attribute}_{language}_passed"] = counts["passed"]
        flat[f"{attribute}_{language}_total"] = counts.total()
    return flat


def _by_kind(results: Iterable[Result]) -> dict[tuple[str, str], Counter[str]]:
    counted: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for result in results:
        counted[result.case.attribute, result.case.language][result.state] += 1
    return counted


def print_report(results: Sequence[Result], title: str) -> None:
    """The table by attribute and language, then the first misses of each kind."""
    counted = _by_kind(results)
    print(f"{title:<22}" + "".join(f"{language:>28}" for language in LANGUAGES))
    print(f"{'':<22}" + f"{'passed':>10}{'of':>6}{'wrong':>6}{'none':>6}" * len(LANGUAGES))
    rows = [*dict.fromkeys(attribute for attribute, _ in counted)]
    for attribute in rows:
        print(f"{attribute:<22}" + "".join(_cells(counted.get((attribute, language))) for language in LANGUAGES))
    totals = [sum((c for (_, lang), c in counted.items() if lang == language), Counter()) for language in LANGUAGES]
    print(f"{'all':<22}" + "".join(_cells(total) for total in totals))
    states = Counter(result.state for result in results)
    counts = f"{states['passed']} of {len(results)} passed, {states['wrong']} wrong"
    print(f"\n{counts}, {states['unanswered']} not answered")
    for state, heading in (("wrong", "Wrong"), ("unanswered", "Not answered")):
        _print_misses(heading, [result for result in results if result.state == state])


def _cells(counts: Counter[str] | None) -> str:
    if not counts:
        return f"{'-':>10}{'':>18}"
    return f"{counts['passed']:>10}{counts.total():>6}{counts['wrong']:>6}{counts['unanswered']:>6}"


def _print_misses(heading: str, misses: Sequence[Result]) -> None:
    if not misses:
        return
    print(f"\n{heading}: {len(misses)}")
    shown: Counter[tuple[str, str]] = Counter()
    for miss in misses:
        kind = (miss.case.attribute, miss.case.language)
        shown[kind] += 1
        if shown[kind] <= SHOWN:
            print(f"\n  {miss.case.id}  {miss.case.question}")
            print(f"    expected {miss.case.expected}; {miss.problem}")
            if miss.said:
                print(f"    {miss.said}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement and give its exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.generated", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("source", type=Path, metavar="SOURCE_DIR", help="holds pokeapi/*.csv and the learnsets")
    parser.add_argument("--sample", type=int, metavar="N", help="ask only N of the questions, the same every time")
    parser.add_argument("--engine", type=int, default=500, metavar="N", help="how many also go through Engine.ask")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    parser.add_argument("--misses", type=Path, metavar="FILE", help="write every miss to a JSONL file")
    options = parser.parse_args(arguments)

    cases = make_cases(options.source)
    if options.sample is not None:
        cases = sampled(cases, options.sample)
    settings = load_settings()
    engine = build_engine(settings)
    shortcut = Shortcut(engine.dataset, engine.warm().parser, settings.shortcut_confidence)
    results = [shortcut.ask(case) for case in cases]
    through_engine = asyncio.run(ask_engine(engine, sampled(cases, options.engine)))
    if options.misses:
        write_misses(options.misses, [*results, *through_engine])
    if options.json:
        flat = figures(results)
        states = Counter(result.state for result in through_engine)
        print(json.dumps(flat | {f"engine_{state}": states[state] for state in ("passed", "wrong", "unanswered")}))
    else:
        print_report(results, "shortcut")
        print()
        print_report(through_engine, "Engine.ask")
    return int(any(result.state == "wrong" for result in (*results, *through_engine)))


def write_misses(path: Path, results: Iterable[Result]) -> None:
    """Every case that did not pass, one JSON object a line."""
    with path.open("w", encoding="utf-8") as text:
        for result in results:
            if result.state != "passed":
                case = result.case
                row = {"id": case.id, "state": result.state, "question": case.question, "expected": case.expected,
                       "problem": result.problem, "said": result.said}  # fmt: skip
                text.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
