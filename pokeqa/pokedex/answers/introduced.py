"""What the generations brought: new Pokémon, types, moves, abilities, starters, regions and games."""

from __future__ import annotations

from collections.abc import Sequence

from ...question.algebra import Introduced, Mon, Thing
from ..answer import Answer, Row
from ..varieties import index_of
from .cards import Card, pokemon_card, table_card
from .context import JAPAN_ONLY, Context
from .search_things import is_ordinary
from .units import plain

NAMED = 12
MARKED = 6

#: How many Pokémon are shown as cards instead of a table.
CARDS = 3

#: Spin-offs and expansions: version groups that are no games of the main series by themselves.
NOT_GAMES = frozenset({
    "colosseum", "xd", "champions", "the-isle-of-armor", "the-crown-tundra", "the-teal-mask", "the-indigo-disk",
    "mega-dimension",
})  # fmt: skip

#: The generation that brought Eggs.
BREEDING_SINCE = 2

#: Hisui is the past of a region that another generation opened with.
HISUI = "hisui"


class Kind:
    """What was introduced, by generation: things with a name and a row."""

    def __init__(self, what: str, context: Context) -> None:
        self.what = what
        self.context = context
        self.by_generation: dict[int, list[int]] = {one: [] for one in sorted(context.dataset.generations)}
        for generation, row_id in self._all():
            self.by_generation[generation].append(row_id)

    def _all(self) -> list[tuple[int, int]]:
        dataset = self.context.dataset
        match self.what:
            case "type":
                return [(dataset.types[one].generation, one) for one in dataset.chart_types()]
            case "move":
                return [(one.generation, one.id) for one in dataset.moves.values() if is_ordinary(one)]
            case "ability":
                return [(one.generation, one.id) for one in dataset.abilities.values()]
            case "generation":
                return [(one, one) for one in sorted(dataset.generations)]
            case "egg-group":
                return [(BREEDING_SINCE, one) for one in sorted(dataset.egg_groups)]
            case "region":
                return [(one.id, one.region_id) for one in dataset.generations.values()]
            case "game":
                return [
                    (group.generation, version)
                    for group in sorted(dataset.version_groups.values(), key=lambda group: group.order)
                    if group.identifier not in NOT_GAMES and not group.identifier.endswith(JAPAN_ONLY)
                    for version in group.version_ids
                ]
        species = sorted(dataset.species.values(), key=lambda one: one.id)
        name = "first-starter" if self.what == "starter" else self.what
        members = None if self.what == "pokemon" else index_of(dataset).classes[name]
        return [(one.generation, one.id) for one in species if members is None or one.id in members]

    @property
    def is_species(self) -> bool:
        """Whether the things are species."""
        return self.what in ("pokemon", "starter", "legendary", "mythical")

    def ids(self, generation: int | None) -> list[int]:
        """The ids of a generation, or of all."""
        if generation is not None:
            return self.by_generation[generation]
        return [one for ids in self.by_generation.values() for one in ids]

    def name(self, row_id: int) -> str:
        """The name of one thing."""
        dataset = self.context.dataset
        if self.is_species:
            return self.context.species_name(row_id)
        match self.what:
            case "generation":
                return self.context.generation_region(row_id)
            case "game":
                return self.context.name(dataset.versions[row_id].names)
            case "region":
                return self.context.name(dataset.regions[row_id].names)
            case "egg-group":
                return self.context.name(dataset.egg_groups[row_id].names)
        return self.context.thing_name(Thing("type" if self.what == "type" else
                                             "move" if self.what == "move" else "ability", row_id))  # fmt: skip

    def row(self, row_id: int, generation: int) -> Row:
        """The dataset row that says which generation it is from."""
        if self.is_species:
            return self.context.species_row(row_id, "generation", str(generation))
        table = {"type": "types", "move": "moves", "ability": "abilities", "game": "versions", "region": "generations",
                 "generation": "generations", "egg-group": "egg_groups"}[self.what]  # fmt: skip
        return self.context.table_row(table, str(row_id), "generation", str(generation), self.name(row_id))

    def count_row(self, generation: int | None, count: int) -> Row:
        """A row for a number of things."""
        when = "all" if generation is None else str(generation)
        title = self.context.say(f"introduced.things.{self.what}", n=count)
        return self.context.table_row("generations", when, f"{self.what}.count", str(count), title)

    def things_in_all(self, count: int) -> str:
        """What all of them are called: "Pokémon", "types"."""
        key = f"introduced.in-all.{self.what}"
        return self.context.say(key, n=count) if key in self.context.phrases else self.things(count)

    def things(self, count: int) -> str:
        """What they are called: "new Pokémon", "types"."""
        return self.context.say(f"introduced.things.{self.what}", n=count)


def answer(query: Introduced, context: Context) -> Answer:
    """What a generation brought, how many, or which one brought the most."""
    kind = Kind(query.what, context)
    if query.sense is not None or query.aspect == "rank":
        return _rank(query, kind, context)
    if query.generation is None:
        return _altogether(query, kind, context)
    if query.aspect == "existing" and query.generation in kind.by_generation:
        return _existing(query.generation, kind, context)
    return _of_generation(query, query.generation, kind, context)


def _existing(generation: int, kind: Kind, context: Context) -> Answer:
    """All there were in a generation, those of earlier ones included."""
    ids = [one for own in range(1, generation + 1) for one in kind.by_generation[own]]
    mark = context.mark(kind.count_row(generation, len(ids)))
    named = context.phrases.join(kind.name(one) for one in ids) if len(ids) <= 2 * NAMED else ""
    key = "introduced.existing-list" if named else "introduced.existing"
    headline = context.say(
        key, when=context.generation_name(generation), count=len(ids), n=len(ids),
        things=kind.things_in_all(len(ids)), names=named, mark=mark,
    )  # fmt: skip
    return context.answer(headline)


def _of_generation(query: Introduced, generation: int, kind: Kind, context: Context) -> Answer:
    if generation not in kind.by_generation:
        last = max(kind.by_generation)
        return context.answer(context.say("introduced.no-generation", number=generation, last=last))
    ids = kind.by_generation[generation]
    when = context.generation_region(generation)
    count = len(ids)
    details = _notes(query, generation, context)
    if not ids:
        mark = context.mark(kind.count_row(generation, 0))
        headline = context.say("introduced.none", when=when, things=kind.things(2), mark=mark)
        return context.answer(headline, details=details)
    if kind.what == "region":
        mark = context.mark(kind.row(ids[0], generation))
        return context.answer(
            context.say(
                "introduced.region", when=context.generation_name(generation), name=kind.name(ids[0]), mark=mark
            ),
            details=details,
        )
    headline = _sentence(query, kind, ids, generation, when, context)
    if query.expected is not None and query.expected != count:
        headline = context.sentences(
            (context.say("introduced.not-expected", expected=query.expected, count=count), headline)
        )
    return context.answer(
        headline, details=details, cards=_cards(kind, ids, context), follow_ups=_follow_ups(kind, ids, context)
    )


def _sentence(query: Introduced, kind: Kind, ids: Sequence[int], generation: int, when: str, context: Context) -> str:
    count = len(ids)
    if count > NAMED:
        key = "introduced.numbers" if kind.what == "pokemon" else "introduced.first"
        names = context.phrases.join(kind.name(one) for one in ids[:NAMED])
        return context.say(
            key, when=when, count=count, n=count, things=kind.things(count), names=names, first=ids[0], last=ids[-1],
            first_name=kind.name(ids[0]), last_name=kind.name(ids[-1]), named=NAMED,
            mark=context.mark(kind.count_row(generation, count)),
        )  # fmt: skip
    few = count <= MARKED
    names = context.phrases.join(
        kind.name(one) + (context.mark(kind.row(one, generation)) if few else "") for one in ids
    )
    mark = "" if few else context.mark(kind.count_row(generation, count))
    return context.say(
        "introduced.list", when=when, count=count, n=count, things=kind.things(count), names=names, mark=mark
    )


def _altogether(query: Introduced, kind: Kind, context: Context) -> Answer:
    """All generations together."""
    ids = kind.ids(None)
    count = len(ids)
    mark = context.mark(kind.count_row(None, count))
    names = context.phrases.join(kind.name(one) for one in ids[:NAMED])
    listed = query.aspect == "list" and count > NAMED
    key = "introduced.all-first" if listed else "introduced.all" if count > NAMED else "introduced.all-list"
    headline = context.say(
        key, count=count, n=count, things=kind.things_in_all(count), names=names, named=NAMED, mark=mark,
        last=max(kind.by_generation),
    )  # fmt: skip
    if query.expected is not None and query.expected != count:
        headline = context.sentences(
            (context.say("introduced.not-expected", expected=query.expected, count=count), headline)
        )
    elif query.expected is not None:
        headline = context.say("search.yes", sentence=headline)
    details = [*_notes(query, None, context)]
    if kind.what in ("type", "egg-group"):
        details.append(context.phrases.join(kind.name(one) for one in ids))
    cards = _cards(kind, ids, context) if kind.what == "egg-group" else [_table(kind, context)]
    return context.answer(headline, details=details, cards=cards)


def _rank(query: Introduced, kind: Kind, context: Context) -> Answer:
    """Which generation brought the most, or the fewest."""
    counts = {generation: len(ids) for generation, ids in kind.by_generation.items()}
    best = min(counts.values()) if query.sense == "min" else max(counts.values())
    ahead = [generation for generation, count in counts.items() if count == best]
    names = context.phrases.join(
        context.generation_region(one) + context.mark(kind.count_row(one, best)) for one in ahead
    )
    key = "introduced.fewest" if query.sense == "min" else "introduced.most"
    headline = context.say(key, names=names, count=best, n=len(ahead), things=kind.things(best))
    return context.answer(headline, details=_notes(query, None, context), cards=[_table(kind, context)])


# --------------------------------------------------------------------------- notes and cards


def _notes(query: Introduced, generation: int | None, context: Context) -> list[str]:
    if query.what == "move":
        return [context.say("search.moves-counted")]
    if query.what == "type" and generation == max(context.dataset.generations):
        return [context.say("introduced.stellar")]
    if query.what == "region" and generation in (None, _hisui_generation(context)):
        hisui = next(one for one in context.dataset.regions.values() if one.identifier == HISUI)
        return [context.say("introduced.hisui", name=context.name(hisui.names))]
    return []


def _hisui_generation(context: Context) -> int | None:
    groups = context.dataset.version_groups.values()
    return next((group.generation for group in groups if group.identifier == "legends-arceus"), None)


def _table(kind: Kind, context: Context) -> Card:
    """The number of things by generation."""
    labels = [(context.label("generation"), "left"), (kind.things(2), "right")]
    rows = [[context.generation_region(one), plain(len(ids))] for one, ids in kind.by_generation.items()]
    return table_card(kind.things(2), labels, rows)


def _cards(kind: Kind, ids: Sequence[int], context: Context) -> list[Card]:
    if kind.is_species and len(ids) <= CARDS:
        return [pokemon_card(context, context.dataset.default_pokemon(one)) for one in ids]
    if kind.is_species:
        labels = [
            (context.label("dex-number"), "right"),
            (context.label("pokemon"), "left"),
            (context.label("type"), "left"),
        ]
        rows = [[str(one), kind.name(one), context.type_names(context.types(context.dataset.default_pokemon(one)))]
                for one in ids]  # fmt: skip
        return [table_card(kind.things(2), labels, rows)]
    return [table_card(kind.things(2), [(kind.things(1), "left")], [[kind.name(one)] for one in ids])]


def _follow_ups(kind: Kind, ids: Sequence[int], context: Context) -> list[str]:
    if not kind.is_species:
        return []
    pokemon = context.dataset.default_pokemon(ids[0])
    return context.follow_ups(Mon(pokemon.species_id, pokemon.id), "profile", "evolution", "weakness")
