"""Learnsets in words: games, methods, machines, and the rows an answer rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...question.algebra import Learn, Scope
from ..answer import Answer
from ..dataset import SIDE_GAMES, Dataset
from ..model import LearnRow, Machine, Pokemon
from .cards import Card
from .context import Context
from .marks import spaced

#: Expansions share the learnsets of the game they belong to.
BASE_GAMES = {
    "the-isle-of-armor": "sword-shield", "the-crown-tundra": "sword-shield",
    "the-teal-mask": "scarlet-violet", "the-indigo-disk": "scarlet-violet",
}  # fmt: skip

#: The Japanese first editions repeat what Red and Blue have.
REPEATED = ("red-green-japan", "blue-japan")

#: Machines are numbered with three digits where a game has a hundred or more.
THREE_DIGITS = 100

LEVEL_UP = "level-up"


@dataclass(frozen=True, slots=True)
class MachineIndex:
    """The machines of each move, and the highest number of each kind in each game."""

    by_move: Mapping[int, tuple[Machine, ...]]
    highest: Mapping[tuple[int, str], int]


_INDEXES: dict[str, MachineIndex] = {}


def _index(dataset: Dataset) -> MachineIndex:
    """The index of a dataset, made on first use and kept as long as the process."""
    found = _INDEXES.get(dataset.version)
    if found is None:
        by_move: dict[int, tuple[Machine, ...]] = {}
        highest: dict[tuple[int, str], int] = {}
        for machine in dataset.machines:
            by_move[machine.move_id] = (*by_move.get(machine.move_id, ()), machine)
            key = (machine.version_group_id, machine.kind)
            highest[key] = max(highest.get(key, 0), machine.number)
        found = _INDEXES[dataset.version] = MachineIndex(by_move, highest)
    return found


def machines_of(dataset: Dataset, move_id: int) -> tuple[Machine, ...]:
    """The machines that hold a move, in any game."""
    return _index(dataset).by_move.get(move_id, ())


def machine_name(context: Context, machine: Machine) -> str:
    """A machine as its game writes it: "TM24", "TM126", "HM03"."""
    highest = _index(context.dataset).highest[(machine.version_group_id, machine.kind)]
    width = 3 if highest > THREE_DIGITS else 2
    return context.say(f"learn.machine.{machine.kind}", number=f"{machine.number:0{width}d}")


class Words:
    """Words for one question about learnsets. `groups` are the version groups asked for, None for all."""

    def __init__(self, context: Context, query: Learn) -> None:
        self.context = context
        self.say = context.say
        self.named = query.scope
        self.groups = self._groups(query.scope)
        self.scope = query.scope if self.groups is None else Scope(query.scope.generation, tuple(sorted(self.groups)))

    def _groups(self, scope: Scope) -> frozenset[int] | None:
        dataset = self.context.dataset
        if not scope.version_groups:
            if scope.generation is None:
                return None
            every = dataset.version_groups_of_generation(scope.generation)
            return frozenset(g.id for g in every if g.identifier not in REPEATED)
        ids = {g.identifier: g.id for g in dataset.version_groups.values()}
        names = (dataset.version_groups[g].identifier for g in scope.version_groups)
        return frozenset(ids[BASE_GAMES.get(name, name)] for name in names)

    # ------------------------------------------------------------------ games

    def is_in_scope(self, group: int) -> bool:
        """Whether a version group is among those asked for."""
        return self.groups is None or group in self.groups

    def in_scope(self, groups: Iterable[int]) -> list[int]:
        """Those version groups that are asked for."""
        return [group for group in groups if self.is_in_scope(group)]

    def known(self, pokemon: Pokemon) -> list[int]:
        """The version groups with a learnset for a Pokémon."""
        groups = self.context.dataset.learnsets.version_groups_of(pokemon.id)
        return [g for g in groups if self.context.dataset.version_groups[g].identifier not in REPEATED]

    def groups_with(self, move_id: int) -> list[int]:
        """The version groups in which anybody learns a move."""
        return sorted({row.version_group_id for row in self.context.dataset.learnsets.learners(move_id)})

    def newest_group(self, groups: Collection[int]) -> int:
        """The newest main game among version groups, or the newest of all where none is a main game."""
        records = self.context.dataset.version_groups
        return max(groups, key=lambda g: (records[g].identifier not in SIDE_GAMES, records[g].order))

    def game(self, group: int) -> str:
        """A version group in a list: "Sword/Shield"."""
        versions = self.context.dataset.version_groups[group].version_ids
        return self.say("learn.games").join(self.context.name(self.context.dataset.versions[v].names) for v in versions)

    def game_name(self, group: int) -> str:
        """A version group in a sentence: "Sword and Shield"."""
        return self.context.version_group_name(group)

    def scope_name(self) -> str:
        """The games that the question named, or that all are meant."""
        if self.named.generation is None and not self.named.version_groups:
            return self.say("learn.any_game")
        return self.context.scope_name(self.named)

    def type_in(self, move_id: int, group: int) -> int:
        """A move's type in a game."""
        return self.context.dataset.move_in(move_id, version_group_id=group).type_id

    # ------------------------------------------------------------------ rows

    def rows(self, pokemon_id: int, move_id: int) -> list[LearnRow]:
        """How a Pokémon learns a move, newest game first."""
        groups = self.context.dataset.version_groups
        rows = self.context.dataset.learnsets.find(pokemon_id, move_id)
        kept = [row for row in rows if groups[row.version_group_id].identifier not in REPEATED]
        return sorted(kept, key=lambda row: groups[row.version_group_id].order, reverse=True)

    def by_group(self, rows: Iterable[LearnRow]) -> list[tuple[int, list[LearnRow]]]:
        """Rows by version group, in their order."""
        return [(group, list(found)) for group, found in groupby(rows, key=lambda row: row.version_group_id)]

    def newest(self, pokemon: Pokemon, rows: Sequence[LearnRow]) -> dict[str, str]:
        """The newest game of some rows, how it goes there, and the mark, as the fields of a sentence."""
        group = self.newest_group({row.version_group_id for row in rows})
        found = [row for row in rows if row.version_group_id == group]
        how = self.ways(found)
        mark = spaced(self.context, self.row_mark(pokemon, found[0].move_id, group, how))
        return {"games": self.game_name(group), "how": how, "mark": mark}

    def ways(self, rows: Sequence[LearnRow]) -> str:
        """How a move is learnt in one game: "at level 36 and with TM126"."""
        texts = []
        levels = sorted({row.level for row in rows if row.method == LEVEL_UP and row.level})
        if len(levels) > 1:
            texts.append(self.say("learn.how.levels", levels=self.context.phrases.join(str(one) for one in levels)))
        elif levels:
            texts.append(self.say("learn.how.level", level=levels[0]))
        if any(row.method == LEVEL_UP and not row.level for row in rows):
            texts.append(self.say("learn.how.evolution"))
        texts += [self.how(row) for row in rows if row.method != LEVEL_UP]
        return self.say("learn.ways").join(dict.fromkeys(texts))

    def how(self, row: LearnRow) -> str:
        """How one row goes."""
        if row.method == LEVEL_UP:
            return self.say("learn.how.level" if row.level else "learn.how.evolution", level=row.level)
        if row.method == "machine":
            machine = self.machine(row.move_id, row.version_group_id)
            return self.say("learn.how.machine", machine=machine) if machine else self.say("learn.how.machine_any")
        return self.say(f"learn.how.{row.method}")

    def machine(self, move_id: int, group: int) -> str:
        """The machine of a move in a game: "TM126"; empty where the dataset does not know its number."""
        found = machines_of(self.context.dataset, move_id)
        records = self.context.dataset.version_groups
        own = [one for one in found if one.version_group_id == group]
        base = records[group].identifier
        later = [one for one in found if BASE_GAMES.get(records[one.version_group_id].identifier) == base]
        return machine_name(self.context, (*own, *later)[0]) if own or later else ""

    def lines(self, rows: Sequence[LearnRow]) -> list[str]:
        """The games by how the move is learnt in them, a Markdown line each: "- at level 36: Scarlet/Violet, ..."."""
        found: dict[str, list[str]] = {}
        for group, own in self.by_group(rows):
            for way in dict.fromkeys(self._way_of(row) for row in own):
                found.setdefault(way, []).append(self.game(group))
        comma = self.say("list.comma")
        return [self.say("learn.line", how=way, games=comma.join(games)) for way, games in found.items()]

    def _way_of(self, row: LearnRow) -> str:
        """How a row goes, without the number of a machine."""
        return self.say("learn.how.machine_any") if row.method == "machine" else self.how(row)

    # ------------------------------------------------------------------ marks

    def row_mark(self, pokemon: Pokemon, move_id: int, group: int, value: str) -> str:
        """The mark of the learnset row of one move in one game."""
        dataset = self.context.dataset
        game, move = dataset.version_groups[group].identifier, dataset.moves[move_id].identifier
        title = self.say("learn.row.title", name=self.context.mon_name(pokemon), move=self.context.move_name(move_id))
        return self.context.cite(
            self.context.table_row("learnset", f"{pokemon.identifier}/{game}/{move}", self.game(group), value, title)
        )

    def none_mark(self, pokemon: Pokemon, move_id: int | None = None) -> str:
        """The mark of the fact that there is no such row."""
        key, title = pokemon.identifier, self.context.mon_name(pokemon)
        if move_id is not None:
            key += f"/{self.context.dataset.moves[move_id].identifier}"
            title = self.say("learn.row.title", name=title, move=self.context.move_name(move_id))
        field, value = self.say("learn.row.learnset"), self.say("learn.row.none")
        return self.context.cite(self.context.table_row("learnset", key, field, value, title))

    def set_mark(self, pokemon: Pokemon, group: int, count: int) -> str:
        """The mark of a whole learnset."""
        key = f"{pokemon.identifier}/{self.context.dataset.version_groups[group].identifier}"
        field, title = self.game(group), self.context.mon_name(pokemon)
        return self.context.cite(self.context.table_row("learnset", key, field, str(count), title))

    def move_mark(self, move_id: int, count: int) -> str:
        """The mark of all rows of a move."""
        key = self.context.dataset.moves[move_id].identifier
        field, title = self.say("learn.row.learners"), self.context.move_name(move_id)
        return self.context.cite(self.context.table_row("learnset", key, field, str(count), title))

    # ------------------------------------------------------------------ sentences

    def some(self, names: Sequence[str], most: int) -> str:
        """Names in a sentence; of a long list the first, and how many more."""
        if len(names) <= most:
            return self.context.phrases.join(names)
        listed = self.say("list.comma").join(names[:most])
        return self.say("learn.list.more", list=listed, rest=len(names) - most)

    def finish(
        self,
        text: str,
        *,
        details: Iterable[str] = (),
        cards: Iterable[Card] = (),
        follow_ups: Iterable[str] = (),
    ) -> Answer:
        """The answer with the clause as a sentence."""
        headline = self.say("learn.sentence", text=text[:1].upper() + text[1:])
        return self.context.answer(headline, details=details, cards=cards, follow_ups=follow_ups)
