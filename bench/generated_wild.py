"""Generated questions about what wild Pokémon carry, by `wild_items.csv` alone.

The file is expanded here by its own reading: a range of games is every game of the source from the first to the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from .generated_cases import Case
from .generated_checks import Check, Told, both, pattern, without
from .generated_facts import Monster, SourceFacts
from .generated_tables import read_rows

if TYPE_CHECKING:
    from .generated_maker import Maker

_PERCENT = re.compile(r"(\d+)%")

#: A game's name of one character is an everyday word in Chinese (白, 黑).
_SHORTEST = {"en": 1, "zh-hans": 2}
#: So many games of each Pokémon are asked for, others for the next one.
_GAMES_ASKED = 4


class WildFacts:
    """The lines of the file: for each Pokémon the chance (None: not given) by item and game."""

    def __init__(self, facts: SourceFacts) -> None:
        self.facts = facts

    @cached_property
    def _items(self) -> dict[str, tuple[int, dict[str, str]]]:
        known = {row["identifier"]: int(row["id"]) for row in self.facts.rows("items")}
        found = {name: (key, dict(self.facts.item_names[key])) for name, key in known.items()}
        for row in read_rows(self.facts.project / "items_added.csv"):
            found[row["identifier"]] = (int(row["id"]), {"en": row["en"], "zh-hans": row["zh-hans"]})
        return found

    @cached_property
    def item_names(self) -> dict[int, dict[str, str]]:
        """Names per language of every item: the source leaves some out, which `items_added.csv` names."""
        return dict(self._items.values())

    @cached_property
    def carried(self) -> dict[int, dict[int, dict[int, int | None]]]:
        """Chance by Pokémon, item and game."""
        pokemon = {row["identifier"]: int(row["id"]) for row in self.facts.rows("pokemon")}
        games = {row["identifier"]: int(row["id"]) for row in self.facts.rows("versions")}
        found: dict[int, dict[int, dict[int, int | None]]] = {}
        for row in read_rows(self.facts.project / "wild_items.csv"):
            by_game = found.setdefault(pokemon[row["pokemon"]], {}).setdefault(self._items[row["item"]][0], {})
            for part in row["games"].split():
                ends = [games[name] for name in part.split("..")]
                for game in range(ends[0], ends[-1] + 1):
                    by_game[game] = int(row["chance"]) if row["chance"] else None
        return found

    @cached_property
    def games(self) -> list[int]:
        """The games that any line names."""
        return sorted({game for items in self.carried.values() for games in items.values() for game in games})

    def in_game(self, pokemon: int, game: int) -> dict[int, int | None]:
        """Chance by item in one game."""
        items = self.carried.get(pokemon, {})
        return {item: by_game[game] for item, by_game in items.items() if game in by_game}


def chances(expected: set[int]) -> Check:
    """The headline must give these per cent and no others."""

    def check(told: Told) -> str | None:
        found = {int(value) for value in _PERCENT.findall(told.headline)}
        return None if found == expected else f"says {sorted(found)} per cent"

    return check


class WildMaker:
    """Makes the cases about wild Pokémon of one language."""

    def __init__(self, maker: Maker, none: str) -> None:
        self.maker, self.none = maker, none
        self.facts = maker.facts
        self.wild = WildFacts(maker.facts)
        language = maker.language
        self._items = {key: known[language] for key, known in self.wild.item_names.items() if language in known}
        self._in_battle_only = {
            int(row["pokemon_id"]) for row in maker.facts.rows("pokemon_forms") if row["is_battle_only"] == "1"
        }
        self._games = {
            game: known[language]
            for game, known in maker.facts.version_names.items()
            if game in self.wild.games and len(known.get(language, "")) >= _SHORTEST[language]
        }

        # The games stand in the pattern for their own sake: "Moon Stone" is not the game Moon.
        self._any_name = pattern([*self._items.values(), *self._games.values()])

    def _items_named(self, expected: list[str], name: str, none: str = "") -> Check:
        games = set(self._games.values()) - set(expected)

        def check(told: Told) -> str | None:
            found = set(self._any_name.findall(without(told.headline, [name]))) - games
            if found != set(expected):
                return f"says {sorted(found)}"
            return None if expected or re.search(none, told.headline) else "does not say that there is none"

        return check

    def all(self) -> Iterator[Case]:
        """Every case."""
        ordinary = [self.facts.monsters[kind.default] for kind in self.facts.species.values()]
        for monster, name in self.facts.unambiguous([*ordinary, *self.facts.lasting_forms], self.maker.language):
            if monster.id in self.wild.carried and monster.id not in self._in_battle_only:
                yield from self._of_carrier(monster, name)

    def _of_carrier(self, monster: Monster, name: str) -> Iterator[Case]:
        carried = self.wild.carried[monster.id]
        expected = [self._items[item] for item in carried]
        said = {chance for by_game in carried.values() for chance in by_game.values() if chance is not None}
        check = both(self._items_named(expected, name), chances(said))
        yield from self.maker.case("wild-items", str(monster.id), expected, check, name=name)
        asked = self._asked_games(monster.id)
        for game, game_name in asked.items():
            there = self.wild.in_game(monster.id, game)
            key, slots = f"{monster.id}-{game}", {"name": name, "game": game_name}
            found = [self._items[item] for item in there]
            given = {chance for chance in there.values() if chance is not None}
            check = both(self._items_named(found, name, self.none), chances(given))
            yield from self.maker.case("wild-items-in", key, found, check, **slots)
        item, by_game = next(iter(carried.items()))
        for game, chance in by_game.items():
            if chance is not None and game in asked:
                key, slots = f"{monster.id}-{game}", {"name": name, "game": asked[game]}
                slots["item"] = self._items[item]
                yield from self.maker.case("wild-chance", key, chance, chances({chance}), **slots)

    def _asked_games(self, pokemon: int) -> dict[int, str]:
        every = list(self._games.items())
        return dict(every[(pokemon * _GAMES_ASKED + i) % len(every)] for i in range(_GAMES_ASKED))
