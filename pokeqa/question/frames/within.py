"""Where in a place a Pokémon is, and at which level it is met there."""

from __future__ import annotations

from ..algebra import Check, MetAt, Query
from ..clause import Clause
from ..describe.places import encounter_versions
from ..within import Within


def within(clause: Clause) -> Query | None:
    """ "Where in Mt. Moon is Clefairy?", "which floor of Pokémon Tower has Gastly", 无人发电厂里霹雳电球几级."""
    mons, places = clause.mons(), clause.find("place")
    if len(mons) != 1 or len(places) != 1 or clause.is_negated():
        return None
    can_one = clause.tokens[0].text.casefold() in ("can you", "could you") and clause.has("meet", "meet")
    claimed = clause.is_yes_no() or (can_one and not clause.has("wh"))
    parts, level = clause.find("placepart"), clause.find("wh", "level")
    where = [*clause.find("wh", "where"), *clause.find("attr", "locations")]
    met = any(map(clause.has, ("meet", "home", "wild", "exist"))) or clause.has("catch", "catch")
    if not (parts or level or where) and not (claimed and met):
        return None
    if clause.language == "en" and clause.at(mons[0] - 1, "vg"):
        return None  # "Red's Pikachu" is a trainer's
    if clause.has("ev") or clause.has("learn") or clause.has("number") or clause.has("ball"):
        return None
    located: tuple[int, ...] = clause.tokens[places[0]].readings["place"]
    regions = clause.find("region")
    for i in regions:
        region_id = clause.value(i, "region")
        located = tuple(one for one in located if clause.dataset.locations[one].region_id == region_id)
    versions = encounter_versions(clause, clause.find("vg"), clause.find("gen"))
    if not located or versions is None:
        return None
    located = clause.dataset.encounters.with_encounters(located, versions) or located
    clause.take(*mons, *places, *parts, *level, *where, *regions, *clause.find("vg"), *clause.find("gen"))
    clause.take(*clause.find("meet"), *clause.find("home"), *clause.find("catch", "catch"), *clause.find("wild"))
    clause.take(*clause.find("exist"), *clause.find("list"), *clause.find("prep", "getv"), *clause.find("noun", "game"))
    clause.take(*clause.find("beaten", "get"), *clause.find("wh", "which", "what"), *clause.find("pron", "it"))
    if claimed:  # "are there Pikachu in the Power Plant in Red?"
        clause.take(*clause.find("neg", "negyn"))
        return Check(clause.mon(mons[0]), MetAt(located, versions))
    return Within(clause.mon(mons[0]), located, versions, bool(parts) or bool(where and not level))
