"""Which of two numbers a Pokémon or a move has: "does Rock Slide have 90 or 100 accuracy?", 小火龙16级还是18级进化.

Also "does Steelix have more Attack or more Defense?", "is Tangela heavier or lighter than 50 kg?": the answer is the
value, which says which of the two it is.
"""

from __future__ import annotations

from typing import Any

from ..algebra import Evolve, Facts, Query, Thing
from ..clause import Clause
from ..describe import numeric_attribute
from ..describe.piece import UNITS
from .moves import moves_named

#: Words that make another question of it.
_OTHERWISE = ("ability", "item", "type", "vg", "gen", "learn", "nature", "quiz", "random", "whoami", "agg",
              "share", "similar", "breed", "neg", "rule", "calc", "strike")  # fmt: skip
_OF_MOVES = ("power", "accuracy", "pp", "priority")
_PAIR = 2


def offered_values(clause: Clause) -> Query | None:
    """A value that is asked for with two to choose from."""
    either = clause.find("bool", "or")
    judged = any(not clause.at(i, "attr") for i in clause.find("mu"))  # Attack is also a word for attacking
    if len(either) != 1 or judged or any(map(clause.has, _OTHERWISE)):
        return None
    mons, moves, numbers = clause.mons(), moves_named(clause), clause.find("number")
    if len(mons) + len(moves) != 1 or clause.has("wh", "howmany", "who", "why", "where"):
        return None
    between = len(numbers) == _PAIR and numbers[0] < either[0] < numbers[1]
    query: Query | None
    if clause.has("ev"):
        query = _level(clause, mons, numbers) if between else None
    elif moves:
        query = _of_a_move(clause, moves, numbers) if between else None
    else:
        query = _of_a_pokemon(clause, mons, numbers, either[0])
    if query is None:
        return None
    clause.take(*mons, *moves, *numbers, *either, *clause.find("aux"), *clause.find("prep"), *clause.find("pron", "it"))
    clause.take(*clause.find("catch", "hypothetical"), *clause.find("wh", "which", "what"))
    return query


def _level(clause: Clause, mons: list[int], numbers: list[int]) -> Query | None:
    verbs = clause.find("ev", "bare")
    if not mons or len(verbs) != 1 or len(clause.find("ev")) != 1 or clause.has("cmp"):
        return None
    clause.take(*verbs, *clause.find("wh", "level"), *clause.find("wh", "when"))
    return Evolve(clause.mon(mons[0]), "into", "level")


def _of_a_move(clause: Clause, moves: list[int], numbers: list[int]) -> Query | None:
    words = clause.find("attr", *_OF_MOVES)
    named = {v for i in words for v in clause.tokens[i].readings["attr"] if v in _OF_MOVES}
    if len(named) != 1:
        return None
    clause.take(*words, *clause.find("percent"), *clause.find("unit"))
    attribute: Any = named.pop()
    return Facts((Thing("move", clause.value(moves[0], "move")),), (attribute,))


def _of_a_pokemon(clause: Clause, mons: list[int], numbers: list[int], either: int) -> Query | None:
    words = clause.find("attr")
    named = list(dict.fromkeys(name for i in words if (name := numeric_attribute(clause, i))))
    ways = clause.find("cmp")
    if len(numbers) == _PAIR and numbers[0] < either < numbers[1]:
        units = {UNITS[unit][0] for i in clause.find("unit") if (unit := str(clause.value(i, "unit"))) in UNITS}
        told: set[str] = set(named) | units
        numbered = clause.find("noun", "number")  # "Is Rhydon #112 or #111?"
        if numbered and not words and not units:
            clause.take(*numbered)
            told = {"dex-number"}
        if len(told) != 1 or ways or len(words) > 1:
            return None
        clause.take(*words, *clause.find("unit"))
        return Facts((clause.mon(mons[0]),), (told.pop(),))  # type: ignore[arg-type]
    if not numbers and len(named) == len(words) == _PAIR and words[0] < either < words[1]:
        tops = clause.find("sup")
        if not ways + tops or any(clause.tokens[i].text.casefold().endswith("than") for i in ways):
            return None
        clause.take(*words, *ways, *tops, *clause.find("noun", "stat"), *clause.find("adv", "more"))
        return Facts((clause.mon(mons[0]),), (named[0], named[1]))  # type: ignore[arg-type]
    return _above_or_below(clause, mons, numbers, ways, words)


def _above_or_below(
    clause: Clause, mons: list[int], numbers: list[int], ways: list[int], words: list[int]
) -> Query | None:
    """Heavier or lighter than so much."""
    bounds = clause.find("op", "gt", "lt", "ge", "le")
    senses = {str(s).partition(":") for i in ways for s in clause.tokens[i].readings["cmp"]}
    named = {own for own, _, _ in senses if own and own != "total"}
    named |= {name for i in words if (name := numeric_attribute(clause, i))}
    both = {way for _, _, way in senses} >= {"gt", "lt"} or len(bounds) == _PAIR
    if len(numbers) != 1 or len(named) != 1 or not both:
        return None
    units = clause.find("unit")
    usual = all(clause.at(i, "unit", "kg", "m") for i in units)
    clause.take(*ways, *bounds, *words, *units)
    against = float(clause.value(numbers[0], "number")) if usual else None
    return Facts((clause.mon(mons[0]),), (named.pop(),), against=against)  # type: ignore[arg-type]
