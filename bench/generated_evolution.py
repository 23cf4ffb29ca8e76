"""Generated questions about evolution: what a species comes from and becomes, at which level, by which item."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .generated_cases import Case
from .generated_checks import Check, Told, names, numbers_in, pattern, without
from .generated_facts import Kind

if TYPE_CHECKING:
    from .generated_maker import Maker


class EvolutionMaker:
    """Makes the cases about evolution of one language."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.facts = maker.facts
        self._species = maker.species_names
        self._any_species = pattern(self._species.values())
        self._items = maker.named(maker.facts.item_names)
        evolution_items = {way.item for ways in maker.facts.ways.values() for way in ways if way.item}
        self._any_item = pattern(self._items[item] for item in evolution_items if item in self._items)

    def of_species(self, species: Kind, name: str) -> Iterator[Case]:
        """What one species comes from and becomes."""
        key, ways = str(species.id), self.facts.ways.get(species.id, [])
        children = {self._species[child] for child in self.facts.children.get(species.id, ())}
        needed = {self._species[way.to_species] for way in ways} or children
        parent = self._species[species.parent] if species.parent else None
        partners = {self._species[partner] for way in ways for partner in way.partners}
        check = self._species_named(needed, children | partners, name)
        yield from self.maker.case("evolves-into", key, sorted(needed) or "nothing", check, name=name)
        origin = {parent} if parent else set()
        own_ways = self.facts.ways.get(species.parent, []) if species.parent else []
        partners = {self._species[p] for way in own_ways if way.to_species == species.id for p in way.partners}
        check = self._species_named(origin, origin | partners, name, self.maker.says["no-origin"])
        yield from self.maker.case("evolves-from", key, parent or "nothing", check, name=name)

        plain_ways = [way for way in ways if not way.is_regional]
        if plain_ways and all(way.by_level for way in plain_ways):
            levels = {way.level for way in plain_ways if way.level}
            check = self._levels(levels, self.facts.evolution_numbers[species.id], name)
            yield from self.maker.case("evolution-level", key, sorted(levels), check, name=name)
        items = {self._items[way.item] for way in plain_ways if way.item}
        if items:
            # The items of its other forms may be told as well.
            others = {self._items[way.item] for way in ways if way.item} - items
            check = names(items, self._any_item, [name, *others])
            yield from self.maker.case("evolution-item", key, sorted(items), check, name=name)

    def _species_named(self, needed: set[str], allowed: set[str], name: str, none: str = "") -> Check:
        """The species of the headline beside the one that is asked about."""
        without = none or self.maker.says["no-evolution"]

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
