"""Whether two Pokémon have something in common, and what each of them has of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from ..algebra import Attribute, Check, Facts, Mon, Not, Query, SharesWith
from ..clause import Clause
from ..describe.kinship import shared_what
from ..joint_queries import Contrast

#: What two can share that is no measure; measures are compared.
Kept = Literal["egg-group", "type", "typing", "ability", "color", "shape", "habitat", "generation", "growth-rate"]
_KEPT: dict[str, Kept] = {one: one for one in get_args(Kept)}


def shared(clause: Clause) -> Query | None:
    """ "Are Charizard and Dragonite in the same egg group?", "which ability do Gengar and Haunter share?"."""
    mons = clause.mons()
    if (query := _apart(clause)) is not None:
        return query
    same = clause.find("shares", "same") or clause.find("cmp", ":eq")
    common = clause.find("contrast", "common")
    subjects = list(dict.fromkeys(clause.mon(i) for i in mons))
    if len(subjects) != 2 or not (same or common) or clause.has("mu") or clause.has("sup"):
        return None
    if clause.has("breed", "breed") and not clause.has("attr", "egg-group"):
        return None
    found = shared_what(clause, (same or common)[0])
    what = _KEPT.get(found[0]) if found is not None else None
    if found is None or what is None:
        return None
    yes_no = clause.is_yes_no()
    negated = clause.is_negated()
    clause.take(*mons, *same, *common, *found[1], *clause.find("noun", "egg", "type", "ability", "generation"))
    clause.take(*clause.find("cmp", ":eq"), *clause.find("each"), *clause.find("adv", "tie"), *clause.find("intro"))
    clause.take(*clause.find("breed", "itself"), *clause.find("pron", "them"))
    first, second = subjects
    if yes_no and not negated and what == "ability" and _all_of_them(clause, found[1], same):
        return Contrast((first, second), "differences", (what,), "same")
    if yes_no and not negated:
        return Check(first, SharesWith(what, second))
    if negated or not clause.has("wh"):
        return None
    return Facts((first, second), (_attribute(what),))


def _all_of_them(clause: Clause, words: Sequence[int], same: list[int]) -> bool:
    """ "the same abilities", 特性一样: all of them are the same; "share an ability" asks for one."""
    if clause.language == "en":
        plural = any(clause.tokens[i].text.casefold().endswith("ies") for i in words)
        return plural and any(clause.at(i, "cmp", ":eq") for i in same)
    return bool(same) and any(i < same[0] and clause.at(i, "attr") for i in words)


def _apart(clause: Clause) -> Query | None:
    """ "Does Alolan Ninetales have another type than the usual one?", 属性一样不一样: weighed against each other."""
    mons = clause.mons()
    apart = clause.find("contrast", "differences")
    subjects = list(dict.fromkeys(clause.mon(i) for i in mons))
    same = [i - 1 for i in apart if clause.at(i - 1, "shares", "same") or clause.at(i - 1, "cmp", ":eq")]
    if len(subjects) == 1 and subjects[0].form_named and not clause.has("prep", "than"):
        default = clause.dataset.species[subjects[0].species_id].default_pokemon_id
        subjects += [] if subjects[0].pokemon_id == default else [Mon(subjects[0].species_id, default)]
    if len(subjects) != 2 or len(apart) != 1 or not (same or clause.is_yes_no()) or clause.has("neg", "neg"):
        return None
    if any(map(clause.has, ("mu", "sup", "gen", "vg", "number", "type", "move", "ability"))):
        return None
    found = shared_what(clause, apart[0])
    what = _KEPT.get(found[0]) if found is not None else None
    if found is None or what is None:
        return None
    clause.take(*mons, *apart, *same, *found[1], *clause.find("noun", "egg", "type", "ability", "generation"))
    clause.take(*clause.find("hist", "change"), *clause.find("neg", "negyn"), *clause.find("prep"))
    clause.take(*clause.find("each"), *clause.find("pron", "it", "them"), *clause.find("noun", "form"))
    if what in ("ability", "egg-group"):  # to share one is not to have the same ones
        return Contrast(tuple(subjects), "differences", (what,), "same" if same else "differ")
    shares = SharesWith("typing" if what == "type" else what, subjects[1])
    return Check(subjects[0], shares if same else Not(shares))


def _attribute(what: Kept) -> Attribute:
    return "type" if what == "typing" else what
