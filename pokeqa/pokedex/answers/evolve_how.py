"""Evolutions in words: the trigger, its conditions, the games they hold in, the tree, and the rows they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..model import Evolution
from ..phrases import FALLBACK
from .cards import Card
from .context import Context
from .evolve_line import Lines, Node, Step
from .marks import spaced

#: First letters of names that take "an".
VOWELS = frozenset("AEIOU")

#: Triggers that need a level-up, so that a `level` is the level itself.
LEVEL_UP = "level-up"

#: Final stages of the level-up in a special magnetic field (other places in each game).
MAGNETIC = ("magnezone", "probopass", "vikavolt")


class How:
    """Words for evolutions, in one context."""

    def __init__(self, context: Context, lines: Lines) -> None:
        self.context = context
        self.lines = lines
        self.say = context.say

    # ------------------------------------------------------------------ one way

    def way(self, row: Evolution) -> str:
        """How one way goes: "at level 16", "by levelling up at night with high friendship (at least 160)"."""
        conditions = [text for text in self._conditions(row) if text]
        text = ""
        for place, condition in enumerate(conditions):
            text += self.say("evolve.condition_first" if place == 0 else "evolve.condition_next") + condition
        return self.say("evolve.way", trigger=self._trigger(row), conditions=text)

    def _trigger(self, row: Evolution) -> str:
        key = row.trigger
        if row.note in ("meltan-candy", "shed"):
            key = row.note
        elif row.level is not None and (row.trigger == LEVEL_UP or (row.trigger == "other" and row.note is not None)):
            key = "level"
        if f"evolve.trigger.{key}" not in self.context.phrases:
            key = "special"
        item = self.context.item_name(row.item_id) if row.item_id is not None else ""
        move = self.context.move_name(row.used_move_id) if row.used_move_id is not None else ""
        return self.say(
            f"evolve.trigger.{key}",
            level=row.level,
            item=item,
            article=self.article(item),
            move=move,
            count=row.move_count,
            damage=row.damage_taken,
        )

    def _conditions(self, row: Evolution) -> Iterable[str]:
        context, say = self.context, self.say
        if row.trade_species_id is not None:
            yield say("evolve.condition.trade_species", name=context.species_name(row.trade_species_id))
        if row.held_item_id is not None:
            item = context.item_name(row.held_item_id)
            yield say("evolve.condition.held", item=item, article=self.article(item))
        if row.level is not None and row.trigger not in (LEVEL_UP, "other", "shed"):
            yield say("evolve.condition.level", level=row.level)
        if row.gender is not None:
            yield say(f"evolve.condition.gender.{row.gender}")
        yield self._form(row)
        if row.region_id is not None:
            yield say("evolve.condition.region", region=context.name(context.dataset.regions[row.region_id].names))
        yield self._place(row)
        if row.time_of_day is not None:
            yield say(f"evolve.condition.time.{row.time_of_day}")
        for field in ("happiness", "beauty", "affection", "steps"):
            value: int | None = getattr(row, field)
            if value is not None:
                yield say(f"evolve.condition.{field}", value=value)
        if row.known_move_id is not None:
            yield say("evolve.condition.known_move", move=context.move_name(row.known_move_id))
        if row.known_move_type_id is not None:
            yield say("evolve.condition.known_move_type", type=context.type_name(row.known_move_type_id))
        if row.relative_physical_stats is not None:
            yield say(f"evolve.condition.stats.{('equal', 'higher', 'lower')[row.relative_physical_stats]}")
        if row.party_species_id is not None:
            yield say("evolve.condition.party_species", name=context.species_name(row.party_species_id))
        if row.party_type_id is not None:
            yield say("evolve.condition.party_type", type=context.type_name(row.party_type_id))
        for flag in ("rain", "upside_down", "multiplayer"):
            if getattr(row, flag):
                yield say(f"evolve.condition.{flag}")
        if row.note is not None and f"evolve.condition.note.{row.note}" in context.phrases:
            yield say(f"evolve.condition.note.{row.note}")

    def _form(self, row: Evolution) -> str:
        """The form that the way is open to, where the language has a name for it."""
        form = self.context.dataset.cosmetic_forms.get(row.from_form_id or 0)
        languages = (self.context.language, FALLBACK.get(self.context.language, ""))
        name = next((form.form_names[one] for one in languages if one in form.form_names), "") if form else ""
        return self.say("evolve.condition.form", form=name) if name else ""

    def _place(self, row: Evolution) -> str:
        """Where it must happen. A magnetic field or a special rock is named even where the place is left out."""
        target = self.context.dataset.species[self.context.dataset.pokemon[row.to_pokemon_id].species_id].identifier
        key = ""
        if row.special_rock and f"evolve.condition.rock.{target}" in self.context.phrases:
            key = f"evolve.condition.rock.{target}"
        elif target in MAGNETIC and row.trigger == LEVEL_UP:
            key = "evolve.condition.magnetic"
        if row.location_id is None:
            return self.say(key) if key else ""
        place = self._location(row.location_id)
        if key:
            return self.say("evolve.condition.place", what=self.say(key), location=place)
        return self.say("evolve.condition.location", location=place)

    def _location(self, location_id: int) -> str:
        """A place's name; the templates know those that the source has no name for."""
        location = self.context.dataset.locations[location_id]
        key = f"evolve.location.{location.identifier}"
        return self.say(key) if key in self.context.phrases else self.context.name(location.names)

    def article(self, item: str) -> str:
        """The indefinite article of an item's name, where the language has one."""
        return self.say("evolve.article.an" if item[:1].upper() in VOWELS else "evolve.article.a")

    # ------------------------------------------------------------------ a step

    def step(self, step: Step) -> str:
        """How a step goes: its ways joined by "or"; one that replaced another names the games it came with."""
        texts = []
        for row in step.ways:
            text = self.way(row)
            if step.older and row.version_group_id is not None and self._newer(row, step.older):
                text = self.say(
                    "evolve.game.since", how=text, games=self.context.version_group_name(row.version_group_id)
                )
            if text not in texts:
                texts.append(text)
        return self.say("evolve.ways").join(texts)

    def short(self, step: Step) -> str:
        """A step for a card: without games and marks."""
        return self.say("evolve.ways").join(dict.fromkeys(self.way(row) for row in step.ways))

    def _newer(self, row: Evolution, older: Sequence[Evolution]) -> bool:
        return all(row.version_group_id != other.version_group_id for other in older)

    def older(self, step: Step) -> str:
        """The ways of earlier games in a sentence, or nothing. Ways that differ by the place alone are one."""
        places: dict[Evolution, list[Evolution]] = {}
        for row in step.older:
            places.setdefault(replace(row, location_id=None, version_group_id=None, is_default=False), []).append(row)
        texts = []
        for row, rows in places.items():
            where = []
            for one in rows:
                games = (
                    self.context.version_group_name(one.version_group_id) if one.version_group_id is not None else ""
                )
                key = "game" if one.location_id is None else "place"
                place = self._location(one.location_id) if one.location_id is not None else ""
                where.append(self.say(f"evolve.older.{key}", place=place, games=games))
            listed = self.say("evolve.older.places").join(where)
            texts.append(self.say("evolve.older.way", how=self.way(row), places=listed))
        if not texts:
            return ""
        return self.say(
            "evolve.older.sentence",
            name=self.name(step.source),
            target=self.name(step.target),
            ways=self.say("evolve.ways").join(texts),
        )

    def mark(self, *steps: Step) -> str:
        """The marks of the rows behind steps, set off from the word before."""
        return spaced(self.context, *(self._marks(step) for step in steps))

    def _marks(self, step: Step) -> str:
        dataset = self.context.dataset
        source, target = dataset.pokemon[step.source], dataset.pokemon[step.target]
        title = self.say("evolve.row.title", source=self.name(step.source), target=self.name(step.target))
        rows = [
            self.context.table_row(
                "evolution",
                f"{source.identifier}-{target.identifier}-{place}",
                self.say("evolve.row.how"),
                self.way(row),
                title,
            )
            for place, row in enumerate(step.ways, 1)
        ]
        return self.context.cite(*rows)

    def none_mark(self, pokemon_id: int, field: str) -> str:
        """The mark of a species that has no row of evolution."""
        species = self.context.dataset.pokemon[pokemon_id].species_id
        return spaced(
            self.context, self.context.cite(self.context.species_row(species, self.say(f"evolve.row.{field}"), "0"))
        )

    # ------------------------------------------------------------------ names and trees

    def name(self, pokemon_id: int) -> str:
        """The name of a variety."""
        return self.context.mon_name(self.context.dataset.pokemon[pokemon_id])

    def names(self, ids: Iterable[int], word: str = "and") -> str:
        """Names in a list, each once."""
        return self.context.phrases.join(dict.fromkeys(self.name(one) for one in ids), word)

    def line(self, node: Node, *, how: bool = True) -> str:
        """A tree in one line: "Gible → Gabite (at level 24) → ..."; without `how` the names alone."""
        text = self.name(node.pokemon_id)
        if node.step is not None and how:
            text = self.say("evolve.family.node", name=text, how=self.short(node.step))
            text += self.mark(node.step)
        if len(node.children) == 1:
            return text + self.say("evolve.family.arrow") + self.line(node.children[0], how=how)
        branches = []
        for child in node.children:
            branch = self.line(child, how=how)
            branches.append(self.say("evolve.family.nested", text=branch) if child.children else branch)
        if branches:
            text += self.say("evolve.family.arrow") + self.say("evolve.family.branch").join(branches)
        return text

    def card(self, node: Node, current: int) -> Card:
        """The evolution card of a tree."""
        return {"kind": "evolution", "root": self._card_node(node, current)}

    def _card_node(self, node: Node, current: int) -> Card:
        pokemon = self.context.dataset.pokemon[node.pokemon_id]
        return {
            "id": pokemon.id,
            "name": self.name(pokemon.id),
            "types": self.context.type_chips(self.context.types(pokemon)),
            "current": pokemon.id == current,
            "how": self.short(node.step) if node.step is not None else None,
            "children": [self._card_node(child, current) for child in node.children],
        }
