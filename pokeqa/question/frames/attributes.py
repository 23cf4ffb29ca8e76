"""The attributes that a clause names, and the words that stand around a question for them."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

from ..algebra import PokemonAttribute
from ..clause import Clause
from ..word_lists import word_list

#: Attributes that a Pokémon can be asked for.
OF_POKEMON = frozenset(get_args(PokemonAttribute)) | {"weakness", "resistance", "immunity"}
STATS = ("hp", "attack", "defense", "special-attack", "special-defense", "speed", "total")
#: What is told by a name, and has no degree.
_NAMED = frozenset({"type", "ability", "hidden-ability", "ordinary-ability", "egg-group", "color", "shape", "habitat",
                    "generation", "region", "name", "genus", "evolution", "growth-rate"})  # fmt: skip
#: A question of one Pokémon and another of the next.
_PAIR = 2
#: What is got by beating a Pokémon.
_YIELDS = frozenset({"ev-yield", "base-experience"})
#: A word for a stat that is asked for, where effort values are given in one.
_ONE_STAT = frozenset(word_list("any-stat"))
#: The games whose Pokédex tells habitats.
_OF_HABITATS = (7,)
#: Of a region or a generation, these do not speak of evolution.
_COMES_FROM = frozenset(word_list("comes-from"))


def attributes(clause: Clause, allowed: frozenset[str]) -> list[str]:
    """The attributes that the clause names, in its order, explained; the stat "of the base stats" is that stat."""
    found: list[str] = []
    for i in clause.find("attr"):
        if clause.at(i, "wh", "howmuch") and _degree_of_another(clause, i):
            clause.take(i)  # 威力多大, 攻击有多高: how much of what was just named
            continue
        value = next((v for v in clause.tokens[i].readings["attr"] if v in allowed), None)
        if value is None:
            continue
        clause.take(i, *_said_again(clause, i, value))
        if value not in found:
            found.append(value)
    if any(a in STATS for a in found):
        found = [a for a in found if not _of_a_stat(clause, a)]
        if not _asks_twice(clause):
            found = [a for a in found if a != "stats"]
        for i in clause.find("noun", "stat"):
            clause.take(i)
    if "ev-yield" in found and any(
        clause.tokens[i].text.casefold() in _ONE_STAT for i in clause.find("noun", "stat", again=True)
    ):
        found = [a for a in found if a != "stats"]  # "for which stat does Tentacool give effort points"
    return found


def _of_a_stat(clause: Clause, attribute: str) -> bool:
    """ "How high is its Attack?", "how big is Blissey's HP": a size that is only asked of the stat."""
    if attribute not in ("height", "weight"):
        return False
    words = [i for i in clause.find("attr", again=True) if clause.at(i, "attr", *STATS, "height", "weight")]
    sizes = [i for i in words if clause.at(i, "attr", attribute)]
    if len(sizes) != 1 or words[0] != sizes[0] or not clause.at(sizes[0], "wh", "howmuch"):
        return False
    between = range(sizes[0] + 1, words[1])
    return not any(clause.at(k, tag) for k in between for tag in ("bool", "wh"))


def _asks_twice(clause: Clause) -> bool:
    """种族值多少总和多少: are the stats asked for, and then another number?"""
    words = clause.find("attr", "stats", again=True)
    asked = clause.find("wh", again=True)
    return len(asked) > 1 and any(w < asked[0] < asked[-1] for w in words) and clause.language != "en"


def _degree_of_another(clause: Clause, i: int) -> bool:
    """Does a word for a degree stand right behind an attribute that is a number, but no degree itself?"""
    k = i - 1
    while clause.at(k, "filler") or clause.at(k, "aux", "be", "have"):
        k -= 1
    if not clause.at(k, "attr") or clause.at(k, "wh", "howmuch"):
        return False
    return _NAMED.isdisjoint(clause.tokens[k].readings["attr"])  # 属性多重 asks two things


def _said_again(clause: Clause, i: int, attribute: str) -> list[int]:
    """The adjective of an attribute right behind the question for it: 几公斤重, 几米高."""
    again = attribute in ("height", "weight") and clause.language != "en" and clause.at(i + 1, "cmp", f"{attribute}:gt")
    return [i + 1] if again else []


def asks_another_of_each(clause: Clause, mons: list[int]) -> bool:
    """ "Pikachu's height and Raichu's weight", 梦幻的编号和洛奇亚的身高: two questions, of one Pokémon each."""
    if len({clause.mon(i) for i in mons}) < _PAIR:
        return False
    named = {i: next((v for v in clause.tokens[i].readings["attr"] if v in OF_POKEMON), None) for i in
             clause.find("attr", again=True) if i not in mons}  # fmt: skip
    if len({value for value in named.values() if value}) < _PAIR:
        return False
    kinds = [i in mons for i in range(len(clause.tokens)) if i in mons or named.get(i)]
    turns = 1 + sum(a != b for a, b in pairwise(kinds))
    return turns >= _PAIR * 2


def where_from(clause: Clause, found: list[str]) -> list[str]:
    """ "Where is Lucario from", "when did it debut", "which generation introduced it": the generation."""
    intro = clause.find("intro")
    if found == ["generation"] and clause.language != "en":
        clause.take(*clause.find("cls", "starter"))  # 新叶喵是第几世代的御三家
    where = clause.find("wh", "where", "when")
    if "generation" in found or "region" in found:
        clause.take(*(i for i in clause.find("ev", "from") if clause.tokens[i].text.casefold() in _COMES_FROM))
    if ("generation" in found or "region" in found) and intro:
        clause.take(*intro)
    elif where and intro and not found:
        clause.take(*intro, *where)
        found = ["generation"]
    if (("generation" in found or "region" in found) and clause.has("adv", "first")) or clause.has("list", "first"):
        clause.take(*clause.find("adv", "first"), *clause.find("list", "first"))
    game = clause.find("noun", "game")
    if game and (intro or "generation" in found) and not found:
        clause.take(*game, *intro)
        found = ["generation"]
    return found


def measure_words(clause: Clause, found: list[str]) -> None:
    """How much, how many, 多少: explained by an attribute that is a number or a list."""
    if found:
        clause.take(*clause.find("wh", "howmuch", "howmany", "how"))
    if found and _YIELDS.issuperset(found):
        # "when defeated": that is how they are got
        clause.take(*clause.find("beaten"), *clause.find("exp", "gives"), *clause.find("wh", "when"))
        clause.take(*clause.find("knockout"), *clause.find("effort"))
    if "gender-ratio" in found:
        clause.take(*clause.find("percent"))  # "in percent": so it is told
    if "habitat" in found:
        clause.take(*clause.find("home"), *clause.find("meet", "meet"), *clause.find("wh", "where"))
    if "genus" in found or "color" in found or "shape" in found or "habitat" in found:
        clause.take(*clause.find("listed"))
        last = max(clause.content(), default=-1)  # "What shape does the dex file Arbok under?"
        clause.take(*(i for i in clause.find("op", "lt") if i == last and clause.tokens[i].text.casefold() == "under"))
    if "habitat" in found:
        clause.take(*(i for i in clause.find("vg") if clause.value(i, "vg") == _OF_HABITATS))
    if "happiness" in found:
        clause.take(*clause.find("namepart", "begins"))  # "what friendship does it start with"
    if "hatch" in found:
        clause.take(*clause.find("mu", "effect:def"), *clause.find("require"), *clause.find("egg"))
