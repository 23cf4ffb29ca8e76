"""Generated questions about sets: counts, places, averages, shares, sums, kinship and chains, per type and per species.

The values are worked out here from the rows of the source: a species counts once, by its default row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from statistics import fmean, median
from typing import TYPE_CHECKING

from .generated_cases import Case
from .generated_checks import Check, Told, names, number, numbers_in, pattern, without
from .generated_facts import STATS, Kind, Monster

if TYPE_CHECKING:
    from .generated_maker import Maker

#: The bounds that counts are asked for.
BOUNDS = (60, 100)
#: The places that are asked for.
PLACES = (2, 3)


class SetMaker:
    """Makes the cases about sets of one language."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.facts = maker.facts
        self.language = maker.language
        words = maker.set_words
        self._stats = words["stats"]
        self._ordinals = words["ordinals"]
        self._count = re.compile(words["count"])
        self._none = words["none"]
        self.default = {kind.id: self.facts.monsters[kind.default] for kind in self.facts.species.values()}
        self._any_species = pattern(maker.species_names.values())

    def all(self) -> Iterator[Case]:
        """Every case."""
        yield from self._of_types()
        yield from self._of_pairs()
        for monster, name in self.facts.unambiguous(list(self.default.values()), self.language):
            yield from self._of_species(monster, self.facts.species[monster.species], name)

    # ------------------------------------------------------------------ checks

    def counted(self, expected: int) -> Check:
        """The headline must give this count, or say that there is none."""

        def check(told: Told) -> str | None:
            found = self._count.search(told.headline)
            if found is None:
                return None if expected == 0 and re.search(self._none, told.headline) else "gives no count"
            said = int(found[1].replace(",", ""))
            return None if said == expected else f"counts {said}"

        return check

    def leading(self, expected: set[str], value: float) -> Check:
        """The first names of the headline must be these, with the value."""

        def check(told: Told) -> str | None:
            head = re.split(r"(?<!Sp)\. |。", told.headline)[0]  # not at "Sp. Atk"
            found = set(self._any_species.findall(head))
            if found != expected:
                return f"says {sorted(found)}"
            return None if value in numbers_in(without(head, sorted(expected))) else f"lacks {value:g}"

        return check

    # ------------------------------------------------------------------ types

    def _of_types(self) -> Iterator[Case]:
        case = self.maker.case
        for type_id, type_name in self.maker.types.items():
            members = [m for m in self.default.values() if type_id in m.types]
            if not members:
                continue
            special = sum(self._is_legendary(m) for m in members)
            percent = round(100 * special / len(members), 1)
            yield from case("set-share", str(type_id), percent, number(percent, "", "", (special, len(members))),
                            type=type_name)  # fmt: skip
            for generation in sorted({kind.generation for kind in self.facts.species.values()}):
                amount = sum(self.facts.species[m.species].generation == generation for m in members)
                if amount:
                    yield from case("set-generation", f"{type_id}/{generation}", amount, self.counted(amount),
                                    type=type_name, generation=str(generation))  # fmt: skip
            yield from self._of_stats(type_id, type_name, members)

    def _of_stats(self, type_id: int, type_name: str, members: list[Monster]) -> Iterator[Case]:
        case = self.maker.case
        for slot, stat in enumerate(STATS):
            key, slots = f"{type_id}/{stat}", {"type": type_name, "stat": self._stats[stat]}
            values = [m.stats[slot] for m in members if m.stats]
            for bound in BOUNDS:
                over, under = sum(v > bound for v in values), sum(v < bound for v in values)
                if over:
                    yield from case("set-over", f"{key}/{bound}", over, self.counted(over), bound=str(bound), **slots)
                if under:
                    yield from case("set-under", f"{key}/{bound}", under, self.counted(under), bound=str(bound),
                                    **slots)  # fmt: skip
            inside = sum(BOUNDS[0] <= v <= BOUNDS[1] for v in values)
            if inside:
                yield from case("set-between", key, inside, self.counted(inside), low=str(BOUNDS[0]),
                                high=str(BOUNDS[1]), **slots)  # fmt: skip
            average, middle = round(fmean(values), 2), float(median(values))
            yield from case("set-average", key, average, number(average, "", "", (len(values),)), **slots)
            yield from case("set-median", key, middle, number(middle, "", "", (len(values),)), **slots)
            for place in PLACES:
                yield from self._place(key, slot, place, members, slots)
            other = (slot + 1) % len(STATS)
            ahead = sum(m.stats[slot] > m.stats[other] for m in members if m.stats)
            if ahead:
                yield from case("set-own", key, ahead, self.counted(ahead), other=self._stats[STATS[other]], **slots)
            best = max(m.stats[slot] + m.stats[other] for m in members if m.stats)
            leaders = {
                self.maker.species_names[m.species]
                for m in members
                if m.stats and m.stats[slot] + m.stats[other] == best
            }
            yield from case("set-sum", key, sorted(leaders), self.leading(leaders, best),
                            other=self._stats[STATS[other]], **slots)  # fmt: skip

    def _place(self, key: str, slot: int, place: int, members: list[Monster], slots: dict[str, str]) -> Iterator[Case]:
        ranked = sorted((m.stats[slot] for m in members if m.stats), reverse=True)
        value = ranked[place - 1]
        holders = {self.maker.species_names[m.species] for m in members if m.stats and m.stats[slot] == value}
        if len(holders) <= 12:
            yield from self.maker.case("set-place", f"{key}/{place}", sorted(holders), self.leading(holders, value),
                                       place=self._ordinals[place], **slots)  # fmt: skip

    def _is_legendary(self, monster: Monster) -> bool:
        return self.facts.species[monster.species].is_legendary

    def _of_pairs(self) -> Iterator[Case]:
        ids = sorted(self.maker.types)
        for i, first in enumerate(ids):
            for second in ids[i + 1 :]:
                amount = sum({first, second} == set(m.types) for m in self.default.values())
                if amount:
                    slots = {"first": self.maker.types[first], "second": self.maker.types[second]}
                    yield from self.maker.case("set-pair", f"{first}/{second}", amount, self.counted(amount), **slots)

    # ------------------------------------------------------------------ one Pokémon against all

    def _of_species(self, monster: Monster, kind: Kind, name: str) -> Iterator[Case]:
        case, key = self.maker.case, str(kind.id)
        speed, attack = STATS.index("speed"), STATS.index("attack")
        if monster.stats:
            sums = monster.stats[speed] + monster.stats[attack]
            parts = (monster.stats[speed], monster.stats[attack])
            yield from case("set-own-sum", key, sums, number(sums, name, "", parts), name=name)
            type_id = sorted(self.maker.types)[kind.id % len(self.maker.types)]
            faster = sum(
                m.stats[speed] > monster.stats[speed] for m in self.default.values() if m.stats and type_id in m.types
            )
            if faster:
                yield from case("set-faster", key, faster, self.counted(faster), name=name,
                                type=self.maker.types[type_id])  # fmt: skip
            more = sum(m.stats[attack] >= monster.stats[attack] + 20 for m in self.default.values() if m.stats)
            if more:
                yield from case("set-margin", key, more, self.counted(more), name=name)
        weight = monster.weight_kg
        if weight is not None:
            lighter = self._others(monster, lambda m: m.weight_kg is not None and m.weight_kg < weight)
            if lighter:
                yield from case("set-lighter", key, lighter, self.counted(lighter), name=name)
        groups = set(kind.egg_groups)
        shared = self._others(monster, lambda m: bool(groups & set(self.facts.species[m.species].egg_groups)))
        if shared:
            yield from case("set-egg-group", key, shared, self.counted(shared), name=name)
        yield from self._of_parent(monster, kind, name)

    def _others(self, monster: Monster, holds: Callable[[Monster], bool]) -> int:
        return sum(m.species != monster.species and holds(m) for m in self.default.values())

    def _of_parent(self, monster: Monster, kind: Kind, name: str) -> Iterator[Case]:
        """What the Pokémon evolved from: its types by a chain, itself by a riddle."""
        if kind.parent is None:
            return
        # A default row that evolves from a regional form has another parent than its species.
        ways = [way for way in self.facts.ways.get(self.facts.species[kind.parent].default, ())
                if way.to_species == kind.id and not way.is_regional]  # fmt: skip
        parent_name = self.maker.species_names.get(kind.parent)
        if not ways or parent_name is None:
            return
        types = [self.maker.types[t] for t in self.default[kind.parent].types]
        any_type = pattern(self.maker.types.values())
        yield from self.maker.case("set-chain", str(kind.id), types, names(types, any_type, [name, parent_name]),
                                   name=name)  # fmt: skip
        same = {
            self.maker.species_names[other.id]
            for other in self.facts.species.values()
            if other.parent == kind.parent and set(monster.types) <= set(self.default[other.id].types)
        }

        def solved(told: Told) -> str | None:
            found = set(self._any_species.findall(told.headline)) - {parent_name}
            return None if found == same else f"says {sorted(found)}"

        typing = self.maker.set_words["slash"].join(self.maker.types[t] for t in monster.types)
        yield from self.maker.case("set-riddle", str(kind.id), sorted(same), solved, parent=parent_name, types=typing)
