"""Whether a Pokémon gives effort values in a stat when it is beaten."""

from __future__ import annotations

from ..algebra import Check, Facts, GivesEffort, Query
from ..clause import Clause
from ..describe.yields import MOST_POINTS, effort_words
from ..slots import stat_at
from ..word_lists import word_list

#: Verbs that a number of points in a stat makes those of effort values.
_GIVES = frozenset(word_list("giving"))


def gives_effort(clause: Clause) -> Query | None:
    """ "Does beating a Blissey give 3 HP EVs?", 打鲤鱼王给速度努力值吗; what it gives where the amount is asked."""
    mons, words = clause.mons(), effort_words(clause)
    stats = [i for i in range(len(clause.tokens)) if stat_at(clause, i) is not None and i not in mons]
    if len({stat_at(clause, i) for i in stats}) == 1:  # "I wanna train Speed, does it give Speed EVs"
        clause.take(*stats[:-1])
        stats = stats[-1:]
    choice = clause.find("bool", "or") if len(stats) == 2 else []  # "Attack or Defense EVs"
    gives = clause.find("effort", "give")
    if not words and len(stats) == 1 and clause.find("number") and clause.is_yes_no():
        words = [i for i in gives if clause.tokens[i].text.casefold() in _GIVES]  # "does Chansey give 2 HP"
    if (
        len(mons) != 1
        or len(words) != 1 - bool(choice and gives and not words)
        or (len(stats) != 1 and not choice)
        or clause.is_negated()
    ):
        return None
    if any(map(clause.has, ("cmp", "sup", "evs", "iv", "nature", "learn", "noun", "move", "item"))):
        return None
    numbers = [i for i in clause.find("number") if clause.value(i, "number") in range(MOST_POINTS + 1)]
    how_much = clause.find("wh", "howmuch", "howmany")
    yes_no = clause.is_yes_no()
    if len(numbers) > 1 or not (yes_no or how_much or choice):
        return None
    clause.take(*choice)
    clause.take(*mons, *words, *stats, *numbers, *how_much, *clause.find("neg", "negyn"))
    clause.take(*clause.find("effort"), *clause.find("beaten"), *clause.find("exp", "gives"), *clause.find("bend"))
    clause.take(*clause.find("mu", "effect:att"), *clause.find("beaten", "get"))
    clause.take(*clause.find("unit", "point"), *clause.find("wh", "when"), *clause.find("wild"))
    if not yes_no or choice:
        return Facts((clause.mon(mons[0]),), ("ev-yield",))
    stat = stat_at(clause, stats[0])
    if stat is None:
        return None
    return Check(clause.mon(mons[0]), GivesEffort(stat, int(clause.value(numbers[0], "number")) if numbers else None))
