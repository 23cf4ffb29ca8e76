"""Places and games as descriptions: "found in Viridian Forest", "on Route 102 in Ruby", 在一号道路遇到."""

from __future__ import annotations

from ...pokedex.dataset import Dataset
from ..algebra import MetAt
from ..clause import Clause
from ..word_lists import word_list
from .piece import Piece

#: Words that point at the place that is named.
_HERE = frozenset(word_list("here"))


def place_pieces(clause: Clause) -> list[Piece]:
    """Where something is met: a place, the games of it, or games alone beside a word for meeting."""
    places = clause.find("place")
    meets = [*clause.find("meet"), *clause.find("home"), *clause.find("catch", "catch"), *clause.find("wild")]
    games, generations = clause.find("vg"), clause.find("gen")
    if not places and not (
        games and (clause.has("meet", "meet") or clause.has("wild") or clause.has("catch", "catch"))
    ):
        return []
    regions = clause.find("region") if places else []
    located = _locations(clause, places, regions)
    if located is None:
        return []
    versions = encounter_versions(clause, games, generations if places else [])
    if versions is None:
        return []
    if located and versions:
        # Many places go by one name; those are meant where the games have something to meet.
        found = clause.dataset.encounters.with_encounters(located, versions)
        located = found or located
    taken = [*places, *regions, *games, *(generations if places else [])]
    clause.take(*taken, *meets, *clause.find("noun", "game", "region"), *clause.find("attr", "region", "locations"))
    clause.take(*clause.find("exist"), *clause.find("intro"), *clause.find("mu", "effect:att"))
    if places:  # "I'm in Granite Cave: what can I meet here?"
        clause.take(*(i for i, t in enumerate(clause.tokens) if t.text.casefold() in _HERE))
    return [Piece(min(taken), max(taken) + 1, MetAt(located, versions))]


def _locations(clause: Clause, places: list[int], regions: list[int]) -> tuple[int, ...] | None:
    """The locations that the names stand for, in the region that is named; None where there is none."""
    if not places:
        return ()
    if len(places) > 1 or len(regions) > 1:
        return None
    found: tuple[int, ...] = clause.tokens[places[0]].readings["place"]
    for i in regions:
        region_id = clause.value(i, "region")
        found = tuple(one for one in found if clause.dataset.locations[one].region_id == region_id)
    return found or None


def encounter_versions(clause: Clause, games: list[int], generations: list[int]) -> tuple[int, ...] | None:
    """The games that are named, as versions; None where the dataset knows no encounters of any of them."""
    dataset = clause.dataset
    wanted: list[int] = []
    for i in games:
        own = clause.tokens[i].readings.get("version")
        groups = clause.value(i, "vg")
        wanted += own or (v for group in groups for v in dataset.version_groups[group].version_ids)
    for i in generations:
        number = int(clause.value(i, "gen"))
        wanted += (v for group in dataset.version_groups_of_generation(number) for v in group.version_ids)
    if not wanted:
        return ()
    known = with_expansions(dataset, wanted)
    return known or None


def with_expansions(dataset: Dataset, versions: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """The versions with encounters among these, and the expansions of each ("the-isle-of-armor-sword")."""
    known = dataset.encounters.versions()
    names = {one.identifier: key for key, one in dataset.versions.items() if key in known}
    wanted = [dataset.versions[one].identifier for one in versions]
    return tuple(
        key for name, key in names.items()
        if any(name == one or (name.startswith("the-") and name.endswith(f"-{one}")) for one in wanted)
    )  # fmt: skip
