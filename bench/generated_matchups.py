"""Generated questions about match-ups: each Pokémon's weaknesses and resistances, and the chart of types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from .generated_cases import Case, steady_hash
from .generated_checks import Check, Told, assigned, number, one_word, without
from .generated_facts import Monster

if TYPE_CHECKING:
    from .generated_maker import Maker

_ABILITY_REMARK = re.compile(r"(?<=[.;。；]) ?(?:With |特性为).*$", re.DOTALL)
#: Attributes, each with the factors that it is about.
Holding = tuple[tuple[str, Callable[[float], bool]], ...]


class MatchUpMaker:
    """Makes the cases about match-ups of one language."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.facts = maker.facts
        identifiers = {int(r["id"]): r["identifier"] for r in maker.facts.rows("types")}
        by_identifier = {identifier: type_id for type_id, identifier in identifiers.items()}
        chart = sorted({attack for attack, _ in maker.facts.chart})
        self._touched = {
            ability: chart if kinds == ["all"] else [by_identifier[kind] for kind in kinds]
            for ability, kinds in maker.wordings["ability-types"].items()
        }

    def _touched_types(self, monster: Monster) -> tuple[set[int], bool]:
        """The attack types that one of its abilities changes, and whether all of its abilities do so."""
        every = [*monster.abilities, *([monster.hidden] if monster.hidden else [])]
        touching = [
            self._touched[identifier]
            for ability in every
            if (identifier := self.facts.ability_identifiers[ability]) in self._touched
        ]
        return {t for kinds in touching for t in kinds}, bool(touching) and len(touching) == len(every)

    def of_monster(self, monster: Monster, name: str) -> Iterator[Case]:
        """What touches one Pokémon."""
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
            shown = {self.maker.types[t]: f for t, f in expected.items()}
            yield from self.maker.case(attribute, str(monster.id), shown, check, name=name)
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
                attack = fitting[steady_hash(f"{attribute}/{monster.id}/{wanted}") % len(fitting)]
                yield from self.maker.case(
                    attribute,
                    f"{monster.id}/{wanted}",
                    wanted,
                    self.maker.yes_no(wanted),
                    name=name,
                    type=self.maker.types[attack],
                )

    def _factors(
        self, monster: Monster, name: str, expected: Mapping[int, float], touched: set[int], beside: Mapping[int, float]
    ) -> Check:
        """Each expected type with its factor and no other; a type that an ability changes must be spoken of.

        Where none is expected, those `beside` may be told.
        """
        own_types = {self.maker.types[t] for t in monster.types}
        own = [name, self.maker.species_names[monster.species]]
        fixed = {self.maker.types[t]: f for t, f in expected.items() if t not in touched}
        changed = {self.maker.types[t] for t in touched}
        allowed = fixed or {self.maker.types[t]: f for t, f in beside.items()}

        def check(told: Told) -> str | None:
            text = _ABILITY_REMARK.sub("", told.headline)
            text = without(text, own)
            for bracket in re.findall(r"□\s?[(（]([^()（）]*)[)）]", text):
                if set(self.maker.any_type.findall(bracket)) != own_types:
                    return f"takes it for {bracket}"
            text = re.sub(r"□\s?[(（][^()（）]*[)）]", "□", text)
            found = assigned(text, self.maker.any_type)
            known = {k: v for k, v in found.items() if k not in changed}
            if missing := {k: v for k, v in fixed.items() if known.get(k) != v}:
                return f"lacks {missing}"
            if wrong := {k: v for k, v in known.items() if allowed.get(k) != v}:
                return f"says {wrong}"
            unsaid = [self.maker.types[t] for t in expected if t in touched and len(touched) < 18]
            if silent := [t for t in unsaid if not one_word(t).search(told.whole)]:
                return f"says nothing of {silent}"
            if not fixed and not touched and not re.search(self.maker.says["none"], text):
                return "does not say that there is none"
            return None

        return check

    def of_chart(self) -> Iterator[Case]:
        """Every pair of types."""
        for (attack, defence), factor in self.facts.chart.items():
            slots = {"attack": self.maker.types[attack], "defence": self.maker.types[defence]}
            key = f"{attack}/{defence}"
            for attribute, value in (
                ("chart-strong", factor > 1),
                ("chart-weak", 0 < factor < 1),
                ("chart-none", factor == 0),
            ):
                if factor > 0 or attribute != "chart-weak":
                    yield from self.maker.case(attribute, key, value, self.maker.yes_no(value), **slots)
            yield from self.maker.case("chart-factor", key, factor, number(factor, "", ""), **slots)
