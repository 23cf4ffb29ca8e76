"""What each of a small set is or has: "What type are the Kanto starters?", 关都御三家的身高. Also such a set alone."""

from __future__ import annotations

from typing import Any, get_args

from ..algebra import And, Condition, IsClass, Query, Search, Stage
from ..clause import Clause
from ..conditions import PokemonClass
from ..describe import conditions
from ..set_queries import Every
from .attributes import attributes, measure_words

#: What can be shown of each of a set.
SHOWN = frozenset({
    "type", "ability", "hidden-ability", "stats", "total", "hp", "attack", "defense", "special-attack",
    "special-defense", "speed", "height", "weight", "generation", "region", "dex-number", "egg-group", "gender-ratio",
    "capture-rate", "color", "shape", "habitat", "genus", "growth-rate", "base-experience", "happiness", "ev-yield",
    "hatch",
})  # fmt: skip
#: Classes of many; the others are groups that their names stand for.
_LARGE = frozenset({"legendary", "mythical", "baby", "starter", "special", "fossil", "paradox"})
_GROUPS = frozenset(get_args(PokemonClass)) - _LARGE
#: A class, and the one that it may belong to.
_TWO = 2
#: Words that make another question of it.
_OTHERWISE = ("sup", "cmp", "agg", "share", "shares", "similar", "contrast", "move", "mu", "sumword", "random", "quiz",
              "beyond", "learn", "breed", "type")  # fmt: skip


def set_facts(clause: Clause) -> Query | None:
    """The members of a class with what is asked of each."""
    if clause.mons() or not (clause.has("cls") or clause.has("brood")) or any(map(clause.has, _OTHERWISE)):
        return None
    if clause.is_yes_no() or clause.is_negated() or clause.has("wh", "howmany", "why", "when", "where"):
        return None
    clause.take(*clause.find("sort", ":"))
    placed = clause.has("region") or clause.has("gen")  # 关都地区的御三家: the word belongs to the name
    show: list[Any] = attributes(clause, SHOWN - {"region", "generation"} if placed else SHOWN)
    measure_words(clause, show)
    if not show and not _by_itself(clause):
        return None
    condition = _set(clause)
    if condition is None:
        return None
    clause.take(*clause.find("attr", "name"))  # "gen 5 starters names"
    if show:
        clause.take(*clause.find("pron", "them", "it"), *clause.find("noun", "type", "stat", "ability", "dex"))
        clause.take(*clause.find("each"), *clause.find("bool"), *clause.find("name"), *clause.find("contrast"))
        clause.take(*clause.find("number"), *clause.find("adv", "only"))
    # 三神鸟的伽勒尔形态属性: what those forms are, and not the ordinary ones
    of_forms = bool(show) and bool(clause.find("formkind", again=True))
    if of_forms and placed:
        return None  # 关都御三家的超级进化属性: the forms are of another generation than their species
    return Search("pokemon", condition, forms="all" if of_forms else "species", show=tuple(show))


def _set(clause: Clause) -> Condition | None:
    """The condition of the set; "final forms" are those of its members that evolve no further."""
    finals = clause.find("ev", "final") if not clause.has("stage") else []
    clause.take(*finals)
    condition = conditions(clause)
    if condition is None or not finals:
        return condition
    return And((condition, Stage("final")))


def _by_itself(clause: Clause) -> bool:
    """A group's name alone, as in "the legendary birds": there is nothing to ask but who belongs to it."""
    if clause.has("ell"):
        return False
    content = clause.content()
    named = [i for i in content if clause.at(i, "brood") or clause.at(i, "cls", *_GROUPS)]
    return len(named) == 1 and all(
        i in named or clause.at(i, "region") or clause.at(i, "gen") or clause.at(i, "noun") for i in content
    )


def class_check(clause: Clause) -> Query | None:
    """ "Are the pseudo-legendaries legendary?", 卡璞算不算神兽: does one class belong to another?"""
    classes = clause.find("cls")
    if len(classes) != _TWO or clause.mons() or not clause.is_yes_no() or clause.has("exist") or clause.is_negated():
        return None
    a, b = classes
    linked = clause.language == "en" or any(
        clause.at(k, "aux", "be") or clause.at(k, "neg", "negyn") for k in range(a + 1, b)
    )
    articles = {token.text.casefold() for token in clause.tokens[:a]}
    each = clause.at(0, "aux", "be") and clause.tokens[b - 1].text.casefold() in ("a", "an")  # "Is a … a …?"
    if not linked or articles & {"any", "all", "every"} or (not each and articles & {"a", "an"}):
        return None
    clause.take(a, b, *clause.find("neg", "negyn"), *clause.find("noun", "pokemon"), *clause.find("catch"))
    return Every(IsClass(clause.value(a, "cls")), IsClass(clause.value(b, "cls")))
