"""Makes the generated questions of a language from the source; the larger subjects have makers of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .generated_cases import Case, steady_hash
from .generated_checks import (
    Check,
    Told,
    both,
    named_first,
    names,
    number,
    numbers_in,
    one_word,
    pattern,
    polarity,
    says,
    without,
    words,
)
from .generated_evolution import EvolutionMaker
from .generated_facts import STATS, Kind, Monster, SourceFacts
from .generated_matchups import MatchUpMaker
from .generated_sets import SetMaker
from .generated_tables import Names
from .generated_wild import WildMaker


class Maker:
    """Makes the cases of one language."""

    def __init__(self, facts: SourceFacts, wordings: Mapping[str, Any], language: str) -> None:
        self.facts = facts
        self.language = language
        self.wordings = wordings
        self.says: Mapping[str, str] = wordings["says"]
        self.types = self.named(facts.type_names)
        self._abilities = self.named(facts.ability_names)
        self.any_type = pattern(self.types.values())
        self._any_ability = pattern(self._abilities.values())
        self._any_egg_group = pattern(self.named(facts.egg_group_names).values())
        self._any_color = pattern(self.named(facts.color_names).values())
        self._any_class = pattern(self.named(facts.class_names).values())
        self._species = {s.id: s.names[language] for s in facts.species.values()}
        self._any_species = pattern(self._species.values())
        self.species_names: Mapping[int, str] = self._species
        self.set_words: Mapping[str, Any] = wordings["sets"][language]
        # A form may be called otherwise in the answer, but by its species' name.
        self._ordinary_name = {
            m.names[language]: self._species[m.species] for m in facts.monsters.values() if language in m.names
        }

    def named(self, table: Mapping[int, Names]) -> dict[int, str]:
        """What each is called in this language."""
        return {key: known[self.language] for key, known in table.items() if self.language in known}

    def case(self, attribute: str, key: str, expected: object, check: Check, **slots: str) -> Iterator[Case]:
        """The case, unless the attribute is not asked in this language."""
        phrasings = self.wordings["questions"][attribute].get(self.language)
        if phrasings:
            name = f"{attribute}/{self.language}/{key}"
            chosen = phrasings[steady_hash(name) % len(phrasings)]
            asked = slots.get("name", "")
            about = self._ordinary_name.get(asked, asked)
            yield Case(name, attribute, self.language, chosen.format(**slots), str(expected), check, about)

    def yes_no(self, expected: bool) -> Check:
        """That the answer affirms or denies, as expected."""
        return polarity(expected, self.says["affirms"], self.says["denies"])

    def all(self) -> Iterator[Case]:
        """Every case of the language."""
        ordinary = [self.facts.monsters[species.default] for species in self.facts.species.values()]
        match_ups, evolution = MatchUpMaker(self), EvolutionMaker(self)
        for monster, name in self.facts.unambiguous([*ordinary, *self.facts.lasting_forms], self.language):
            yield from self._of_monster(monster, name)
            yield from match_ups.of_monster(monster, name)
        for monster, name in self.facts.unambiguous(ordinary, self.language):
            species = self.facts.species[monster.species]
            yield from self._of_species(species, name)
            yield from self._of_names(species, name)
            yield from evolution.of_species(species, name)
            yield from self._of_learning(monster, name)
            yield from self._of_comparison(monster, name)
        yield from self._of_moves()
        yield from match_ups.of_chart()
        yield from SetMaker(self).all()
        yield from WildMaker(self, self.says["no-item"]).all()

    # ------------------------------------------------------------------ a Pokémon's own row

    def _of_monster(self, monster: Monster, name: str) -> Iterator[Case]:
        key, unknown = str(monster.id), self.says["unknown"]
        own = [name, self._species[monster.species]]
        types = [self.types[t] for t in monster.types]
        yield from self.case("types", key, types, names(types, self.any_type, own), name=name)
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
        key, unknown = str(monster.id), self.says["unknown"]
        every = dict.fromkeys([*monster.abilities, *([monster.hidden] if monster.hidden else [])])
        if any(ability not in self._abilities for ability in every):
            return
        expected = [self._abilities[ability] for ability in every]
        yield from self.case(
            "abilities", key, expected, names(expected, self._any_ability, own, unknown), name=name
        )  # fmt: skip
        hidden = [self._abilities[monster.hidden]] if monster.hidden else []
        none = self.says["no-hidden"] if monster.abilities else unknown
        yield from self.case("hidden-ability", key, hidden, names(hidden, self._any_ability, own, none), name=name)

    def _of_effort(self, monster: Monster, name: str) -> Iterator[Case]:
        given = [(value, self.wordings["effort"][self.language][i]) for i, value in enumerate(monster.effort) if value]
        if not given:
            return
        every = self.wordings["effort"][self.language]
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

    # ------------------------------------------------------------------ a species

    def _of_species(self, species: Kind, name: str) -> Iterator[Case]:
        key, unknown = str(species.id), self.says["unknown"]
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
        steps = (cycles * 256, cycles * 128, (cycles + 1) * 255, cycles * 255, cycles * 64)  # the last with Flame Body
        yield from self.case("hatch-cycles", key, cycles, number(cycles, name, unknown, steps), name=name)
        groups = [facts.egg_group_names[g][self.language] for g in species.egg_groups]
        yield from self.case("egg-groups", key, groups, names(groups, self._any_egg_group, [name]), name=name)
        color = [facts.color_names[species.color][self.language]]
        yield from self.case("color", key, color, names(color, self._any_color, [name]), name=name)
        rate, experience = facts.growth_rates[species.growth_rate]
        rate_name = self.wordings["growth-rates"][rate][self.language]
        every_rate = pattern(rate[self.language] for rate in self.wordings["growth-rates"].values())
        yield from self.case(
            "growth-rate",
            key,
            (rate_name, experience),
            both(names([rate_name], every_rate, [name]), number(experience, name, unknown, [100])),
            name=name,
        )
        yield from self._of_gender(species, name)
        for attribute, value in (("is-legendary", species.is_legendary), ("is-mythical", species.is_mythical)):
            yield from self.case(attribute, key, value, self.yes_no(value), name=name)

    def _of_gender(self, species: Kind, name: str) -> Iterator[Case]:
        female = species.gender_rate / 8 * 100
        if species.gender_rate < 0:
            check: Check = says(self.says["genderless"])
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
                move = self.facts.moves[named[steady_hash(f"learn/{monster.id}/{wanted}") % len(named)]]
                yield from self.case(
                    "can-learn",
                    f"{monster.id}/{wanted}",
                    wanted,
                    self.yes_no(wanted),
                    name=name,
                    move=move.names[self.language],
                )

    def _of_comparison(self, monster: Monster, name: str) -> Iterator[Case]:
        everyone = list(self.facts.unambiguous((m for m in self.facts.monsters.values() if m.is_default), "en"))
        for attribute in ("compare", "is-higher"):
            other = everyone[steady_hash(f"{attribute}/{monster.id}") % len(everyone)][0]
            if other.id == monster.id:
                continue
            stat = steady_hash(f"stat/{attribute}/{monster.id}") % len(STATS)
            mine, theirs = monster.stats[stat], other.stats[stat]
            other_name = other.names[self.language]
            numbers = self._compared(mine, theirs, [name, other_name])
            if attribute == "is-higher":
                check = both(self.yes_no(mine > theirs), numbers)
            elif mine == theirs:
                check = both(says(self.says["equal"]), numbers)
            else:
                check = both(named_first(name if mine > theirs else other_name, name, other_name), numbers)
            yield from self.case(
                attribute,
                f"{monster.id}/{other.id}",
                (mine, theirs),
                check,
                name=name,
                other=other_name,
                stat=self.wordings["stats"][self.language][stat],
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
            yield from self.case("move-type", key, kind, names(kind, self.any_type, [name]), name=name)
            power, accuracy = move.power, move.accuracy
            yield from self.case("move-power", key, power, number(power, name, self.says["no-power"]), name=name)
            yield from self.case(
                "move-accuracy", key, accuracy, number(accuracy, name, self.says["no-accuracy"]), name=name
            )
            yield from self.case("move-pp", key, move.pp, number(move.pp, name, self.says["unknown"]), name=name)
            damage = [self.facts.class_names[move.damage_class][self.language]]
            yield from self.case("move-class", key, damage, names(damage, self._any_class, [name]), name=name)
