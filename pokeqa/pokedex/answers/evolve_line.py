"""The evolution line of a Pokémon as data: the ways that hold, the steps between two, the whole tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...question.algebra import NOW, Mon, Scope
from ..dataset import Dataset
from ..model import Evolution, Pokemon

#: Forms that last for a battle: what Mega Evolution is called although it is no evolution.
BATTLE_KINDS = ("mega", "primal", "gigantamax")

#: Forms that stand beside the ordinary one for good.
OWN_LINE_KINDS = ("regional", "other")


@dataclass(frozen=True, slots=True)
class Step:
    """One evolution: `ways` hold in the time asked for, `older` only in earlier games, the oldest first."""

    source: int
    target: int
    ways: tuple[Evolution, ...]
    older: tuple[Evolution, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A Pokémon in its family: how it came about, and what it becomes."""

    pokemon_id: int
    step: Step | None
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """The node and all below it, a parent before its children."""
        yield self
        for child in self.children:
            yield from child.walk()

    def leaves(self) -> Iterator[Node]:
        """The ends of the family."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def depth(self) -> int:
        """How many stages it has, itself included."""
        return 1 + max((child.depth() for child in self.children), default=0)


@dataclass(slots=True)
class Lines:
    """Evolutions as they are in one time."""

    dataset: Dataset
    scope: Scope = NOW
    _into: dict[int, tuple[Step, ...]] = field(default_factory=dict)

    def into(self, pokemon_id: int, cosmetic_form_id: int | None = None) -> tuple[Step, ...]:
        """What a variety evolves into: one step for each target."""
        if cosmetic_form_id is None and pokemon_id in self._into:
            return self._into[pokemon_id]
        rows: dict[int, list[Evolution]] = {}
        for row in self.dataset.evolutions_from(pokemon_id):
            if self._exists(row) and cosmetic_form_id in (None, row.from_form_id or cosmetic_form_id):
                rows.setdefault(row.to_pokemon_id, []).append(row)
        steps = tuple(self._step(found) for found in rows.values())
        if cosmetic_form_id is None:
            self._into[pokemon_id] = steps
        return steps

    def out_of(self, pokemon_id: int) -> tuple[Step, ...]:
        """What a variety evolves from: one step for each source."""
        rows: dict[int, list[Evolution]] = {}
        for row in self.dataset.evolutions_to(pokemon_id):
            if self._exists(row):
                rows.setdefault(row.from_pokemon_id, []).append(row)
        return tuple(self._step(found) for found in rows.values())

    def _exists(self, row: Evolution) -> bool:
        generation = self.scope.generation
        if generation is None:
            return True
        mons = self.dataset.pokemon
        if max(mons[row.from_pokemon_id].generation, mons[row.to_pokemon_id].generation) > generation:
            return False
        return row.version_group_id is None or self._order(row) <= self._latest()

    def _latest(self) -> int:
        groups = self.dataset.version_groups
        if self.scope.version_groups:
            return max(groups[g].order for g in self.scope.version_groups)
        return max((g.order for g in groups.values() if g.generation == self.scope.generation), default=0)

    def _order(self, row: Evolution) -> int:
        group = row.version_group_id
        return 0 if group is None else self.dataset.version_groups[group].order

    def _step(self, rows: Sequence[Evolution]) -> Step:
        standing = [row for row in rows if row.is_default]
        if not standing or (self.scope.generation is not None and len(standing) < len(rows)):
            newest = max(self._order(row) for row in rows)
            standing = [row for row in rows if row.is_default or self._order(row) == newest]
        older = sorted((row for row in rows if row not in standing), key=self._order)
        return Step(rows[0].from_pokemon_id, rows[0].to_pokemon_id, tuple(dict.fromkeys(standing)), tuple(older))

    # ------------------------------------------------------------------ lines

    def roots(self, pokemon_id: int) -> tuple[int, ...]:
        """The first stages that lead to a variety."""
        before = self.out_of(pokemon_id)
        if not before:
            return (pokemon_id,)
        return tuple(dict.fromkeys(root for step in before for root in self.roots(step.source)))

    def tree(self, pokemon_id: int, step: Step | None = None) -> Node:
        """A variety with all that it becomes."""
        children = tuple(self.tree(one.target, one) for one in self.into(pokemon_id))
        return Node(pokemon_id, step, children)

    def path(self, source: int, target: Mon) -> tuple[Step, ...]:
        """The shortest row of steps from a variety to a Pokémon, empty where there is none.

        A target named without a form is any variety of its species; the ordinary one is preferred.
        """
        found: list[tuple[Step, ...]] = []
        queue: list[tuple[Step, ...]] = [(step,) for step in self.into(source)]
        while queue:
            steps = queue.pop(0)
            end = steps[-1].target
            if end == target.pokemon_id:
                return steps
            if not target.form_named and self.dataset.pokemon[end].species_id == target.species_id:
                found.append(steps)
            queue += [(*steps, step) for step in self.into(end)]
        return found[0] if found else ()

    def stage(self, pokemon_id: int) -> tuple[int, int]:
        """The place of a variety in its line and how many stages the line through it has."""
        before = self.out_of(pokemon_id)
        place = 1
        while before:
            place += 1
            before = self.out_of(before[0].source)
        return place, place - 1 + self.tree(pokemon_id).depth()

    # ------------------------------------------------------------------ forms

    def own_forms(self, species_id: int) -> list[Pokemon]:
        """The lasting forms of a species beside the ordinary one."""
        species = self.dataset.species[species_id]
        varieties = (self.dataset.pokemon[one] for one in species.pokemon_ids)
        return [p for p in varieties if not p.is_default and not p.is_battle_only and p.form_kind in OWN_LINE_KINDS]

    def battle_forms(self, species_id: int) -> list[Pokemon]:
        """The Mega, primal and Gigantamax forms of a species."""
        species = self.dataset.species[species_id]
        varieties = (self.dataset.pokemon[one] for one in species.pokemon_ids)
        return [p for p in varieties if p.form_kind in BATTLE_KINDS]
