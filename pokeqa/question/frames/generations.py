"""Games and generations themselves: "What generation is Platinum?", "Is Emerald a Gen 3 game?", 最新的世代是哪个."""

from __future__ import annotations

from ..algebra import Check, Facts, FromGeneration, Query, Subject, Thing
from ..clause import Clause
from ..describe import region_generation

#: What a clause about games or generations themselves never speaks of.
_OTHERWISE = ("mon", "move", "ability", "type", "cls", "item", "sup", "cmp", "learn", "ev", "ell", "quiz", "random",
              "nature", "egg_group", "agg", "neg")  # fmt: skip


def game_facts(clause: Clause) -> Query | None:
    """The generation of a game, or of several: "pokemon scarlet and violet, what generation is that"."""
    named = clause.find("vg")
    if not named or _is_about_else(clause, named):
        return None
    groups = tuple(dict.fromkeys(group for i in named for group in clause.value(i, "vg")))
    games: tuple[Subject, ...] = tuple(Thing("version_group", group) for group in groups)
    generations = clause.find("gen")
    clause.take(*named, *clause.find("noun", "game"), *clause.find("pron"), *clause.find("intro"))
    if len(generations) == 1 and len(games) == 1 and clause.is_yes_no():
        clause.take(*generations, *clause.find("noun", "generation"), *clause.find("attr", "generation"))
        return Check(games[0], FromGeneration(int(clause.value(generations[0], "gen"))))
    asked = clause.find("attr", "generation") or clause.find("noun", "generation")
    if not asked or generations or clause.is_yes_no():
        return None
    clause.take(*asked, *clause.find("noun", "generation", "pokemon"), *clause.find("contrast"))
    return Facts(games, ("generation",))


def generation_facts(clause: Clause) -> Query | None:
    """A generation with its games and its region: "What's the newest generation, and its region?"."""
    named = clause.find("gen")
    if not named and clause.has("attr", "generation"):
        return _of_region(clause)
    if len(named) != 1 or _is_about_else(clause, named) or clause.has("vg") or clause.is_yes_no():
        return None
    asked = clause.find("attr", "profile", "region", "generation") + clause.find("noun", "region")
    if clause.has("noun", "pokemon") or not (asked or (clause.has("wh", "what", "which") and clause.has("aux", "be"))):
        return None  # "Which Gen 1 ones fit?"
    clause.take(*named, *asked, *clause.find("noun", "generation", "game"), *clause.find("pron", "it"))
    clause.take(*clause.find("bool", "and"), *clause.find("sumword"))
    return Facts((Thing("generation", int(clause.value(named[0], "gen"))),), ("profile",))


def _of_region(clause: Clause) -> Query | None:
    """ "Which generation is Hoenn?": the generation that a region opened."""
    named = clause.find("region")
    if len(named) != 1 or _is_about_else(clause, named) or clause.has("vg") or clause.has("noun", "pokemon"):
        return None
    number = region_generation(clause, clause.value(named[0], "region"))
    if number is None or clause.is_yes_no():
        return None
    clause.take(*named, *clause.find("attr", "generation"), *clause.find("noun", "region", "generation"))
    clause.take(*clause.find("intro"))
    return Facts((Thing("generation", number),), ("profile",))


def _is_about_else(clause: Clause, named: list[int]) -> bool:
    """Does the clause name anything beside its games or generations?"""
    return any(i not in named and not clause.at(i, "sumword") for tag in _OTHERWISE for i in clause.find(tag))
