"""Any one of a set, and a question to the reader."""

from __future__ import annotations

from typing import Any

from ..algebra import ALL, Query
from ..calculations import Quiz, RandomPick
from ..clause import Clause
from ..describe import conditions
from ..slots import whole

#: More than this many at once is a list, and not a pick.
MOST = 6

_TOPICS = {"type": "type", "evolution": "evolution", "ability": "ability", "generation": "generation",
           "weakness": "weakness", "matchup": "weakness"}  # fmt: skip


def random_pick(clause: Clause) -> Query | None:
    """ "Give me a random Water type", 随机一只水系宝可梦."""
    words = clause.find("random", "random")
    if not words or clause.mons() or clause.is_yes_no():
        return None
    clause.take(*words, *clause.find("random", "pick"), *clause.find("list"), *clause.find("prep", "getv"))
    clause.take(*clause.find("noun", "form"))  # "for me" looks like the word for a form
    what: Any = "pokemon"
    for noun in ("move", "nature", "ability"):
        if clause.has("noun", noun) and not clause.has("noun", "pokemon"):
            what = noun
            clause.take(*clause.find("noun", noun), *clause.find("attr", noun))
    amount = 1
    for i in clause.find("pron", "them"):
        if clause.tokens[i].text in ("两只", "兩隻", "两个"):
            amount = 2
            clause.take(i)
    for i in clause.find("number"):
        if clause.at(i + 1, "unit") or clause.at(i - 1, "op") or clause.at(i - 1, "attr"):
            continue
        amount = whole(clause, i) or 1
        clause.take(i)
    if clause.take_all("team", "team"):
        amount, said = MOST, True
    counted = clause.language != "en" and any(t.text.endswith(("只", "隻")) for t in clause.tokens)  # 抽一只火系
    said = counted or bool(clause.take_all("noun", "pokemon")) or amount == MOST
    if what == "pokemon" and clause.has("attr", "type") and not clause.has("type"):
        clause.take(*clause.find("attr", "type"), *clause.find("noun", "type"))
        return RandomPick(ALL, "type", amount) if amount <= MOST else None
    condition = conditions(clause, moves=what == "move") if what in ("pokemon", "move") else None
    clause.take(*clause.find("noun", "type"), *clause.find("wh", "howmany"), *clause.find("noun", "pokemon"))
    if condition is None and not said and what == "pokemon":
        return None
    if amount > MOST or clause.is_negated():
        return None
    return RandomPick(condition or ALL, what, amount)


def quiz(clause: Clause) -> Query | None:
    """ "Quiz me about types", 考考我."""
    words = clause.find("quiz", "quiz")
    if not words or clause.mons() or clause.has("move") or clause.has("type"):
        return None
    topics = {_TOPICS[v] for i in clause.find("attr") for v in clause.tokens[i].readings["attr"] if v in _TOPICS}
    if clause.take_all("ev", "post", "bare"):
        topics.add("evolution")
    clause.take(*clause.find("quiz", "knowledge"))
    clause.take(*words, *clause.find("noun", "pokemon", "type", "dex"), *clause.find("list"), *clause.find("random"))
    clause.take(*clause.find("attr", *_TOPICS, "profile"), *clause.find("noun", "ability", "generation"))
    if len(topics) > 1:
        return None
    topic: Any = topics.pop() if topics else "any"
    return Quiz(topic)
