"""Any one of a set, and a question to the reader."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...paths import DATA
from ...yaml_files import read_yaml
from ..algebra import ALL, And, Condition, FromGeneration, HasType, IsA, Query
from ..calculations import Quiz, RandomPick
from ..clause import Clause
from ..describe import conditions
from ..fold import fold
from ..slots import whole
from ..word_lists import word_list

#: More than this many at once is a list, and not a pick.
MOST = 6

#: A greater number is no amount.
_MOST_SAID = 20

#: Words for answers to choose from, and how many there are unless it is said.
_CHOOSING = word_list("quiz-choices")
_USUAL, _FEWEST = 4, 2

_TOPICS = {"type": "type", "evolution": "evolution", "ability": "ability", "generation": "generation",
           "weakness": "weakness", "matchup": "weakness"}  # fmt: skip
#: Particles that soften what is wished for.
_SOFT = frozenset(word_list("soft"))


@cache
def _manner() -> frozenset[str]:
    words: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "quiz_manner.yaml")["words"]
    return frozenset(fold(str(word)) for some in words.values() for word in some)


def _is_manner(text: str) -> bool:
    folded = fold(text)
    return folded in _manner() or all(fold(word) in _manner() for word in text.split()) or _runs_on(folded)


#: The longest run of Chinese words without a space, and the longest of its words.
_LONGEST_RUN, _LONGEST_WORD = 12, 4


def _runs_on(folded: str) -> bool:
    """给儿子画: does a run of Chinese characters fall into such words?"""
    if folded.isascii() or len(folded) > _LONGEST_RUN:
        return False
    reached = {0}
    for end in range(1, len(folded) + 1):
        if any(end - n in reached and folded[end - n : end] in _manner() for n in range(1, _LONGEST_WORD + 1)):
            reached.add(end)
    return len(folded) in reached


def _take_manner(clause: Clause) -> None:
    """How it is wanted and for whom, explained: "an easy one", "for my eight-year-olds", "for a challenge run"."""
    clause.take(*(i for i, token in enumerate(clause.tokens) if i not in clause.used and _is_manner(token.text)))


def _doubts(clause: Clause) -> bool:
    """Is it a yes/no question? A particle that only softens (来一只吧) makes none."""
    asked = {clause.tokens[i].text for i in clause.find("yn", again=True)}
    return clause.is_yes_no() and not (asked and asked <= _SOFT)


def random_pick(clause: Clause) -> Query | None:
    """ "Give me a random Water type", 随机一只水系宝可梦."""
    words = clause.find("random", "random") or _picks(clause)
    if not words or clause.mons() or _doubts(clause) or clause.has("quiz"):
        return None
    clause.take(*words, *clause.find("random", "pick"), *clause.find("list"), *clause.find("prep", "getv"))
    clause.take(*clause.find("attr", "profile"))  # 随便介绍一只: the answer tells of it
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
        if clause.value(i, "number") > _MOST_SAID:
            continue  # "a Pokémon numbered between 494 and 649"
        amount = whole(clause, i) or 1
        clause.take(i, *((i + 1,) if clause.at(i + 1, "adv", "only") else ()))  # 三只: the counter
    if clause.take_all("team", "team"):
        amount, said = MOST, True
    counted = clause.language != "en" and any(t.text.endswith(("只", "隻", "匹")) for t in clause.tokens)  # 抽一只火系
    said = counted or bool(clause.take_all("noun", "pokemon")) or amount == MOST
    said = said or _ends_in_one(clause)
    if what == "pokemon" and clause.has("attr", "type") and not clause.has("type"):
        clause.take(*clause.find("attr", "type"), *clause.find("noun", "type"))
        return RandomPick(ALL, "type", amount) if amount <= MOST else None
    condition = conditions(clause, moves=what == "move") if what in ("pokemon", "move") else None
    clause.take(*clause.find("noun", "type"), *clause.find("wh", "howmany"), *clause.find("noun", "pokemon"))
    if condition is None and not said and what == "pokemon":
        return None
    if amount > MOST or clause.is_negated():
        return None
    _take_manner(clause)
    return RandomPick(condition or ALL, what, amount)


#: Words that wish something to be chosen, where they begin a sentence; 推荐 and "recommend" ask for advice.
_PICKING = word_list("picking")


def _picks(clause: Clause) -> list[int]:
    """ "Pick a Pokémon for me from Gen 3", 帮我挑一只水系: the wish for one, best for nothing."""
    first = min(clause.content(), default=-1)
    if not clause.at(first, "random", "pick") or clause.has("wh") or clause.has("sup") or clause.has("cmp"):
        return []
    if not clause.tokens[first].text.casefold().startswith(_PICKING) or clause.has("bool", "or"):
        return []
    counted = clause.has("list", "one") or clause.has("number") or clause.tokens[first].text.endswith(("只", "隻"))
    return [first] if counted else []


def _ends_in_one(clause: Clause) -> bool:
    """随便来只, "surprise me": the words for picking say by themselves that one Pokémon is wanted."""
    alone = all(clause.at(i, "random") or clause.at(i, "noun", "pokemon") for i in clause.content())
    return alone and clause.has("random", "one")


def quiz(clause: Clause) -> Query | None:
    """ "Quiz me about types", 考考我, "ask me something easy about gen 1", "give me a riddle"."""
    riddle = clause.find("quiz", "riddle")
    words = clause.find("quiz", "quiz") + riddle
    mons = clause.mons()
    if not words or len(mons) > 1 or clause.has("move") or clause.is_negated() or clause.has("wh", "howmany", "why"):
        return None
    topics = {_TOPICS[v] for i in clause.find("attr") for v in clause.tokens[i].readings["attr"] if v in _TOPICS}
    if clause.take_all("ev", "post", "bare"):
        topics.add("evolution")
    if clause.has("attr", "type") and (chart := clause.find("mu", "weak:att")):
        clause.take(*chart)  # 出道题考考我，属性克制的
        topics = topics - {"type"} | {"weakness"}
    clause.take(*clause.find("quiz", "knowledge"))
    clause.take(*words, *clause.find("noun", "pokemon", "dex"), *clause.find("list"), *clause.find("random"))
    clause.take(*clause.find("whoami"))
    about = clause.has("type") or clause.has("gen") or clause.has("region") or clause.has("cls")
    condition: Condition | None = None
    if len(mons) == 1:
        condition = IsA(clause.mon(mons[0]))
        clause.take(mons[0])
    elif about:
        condition = conditions(clause)
        if condition is None or _tells_a_riddle(clause, words, condition):
            return None
        topics -= _told_by(condition)
    if "evolution" in topics:
        clause.take(*clause.find("wh", "level"), *clause.find("evolveby"))
    clause.take(*clause.find("attr", *_TOPICS, "profile"), *clause.find("noun", "ability", "generation", "type"))
    if len(topics) > 1 or (riddle and topics):
        return None
    choices = _choices(clause)
    clause.take(*clause.find("number"))
    _take_manner(clause)
    topic: Any = "riddle" if riddle else topics.pop() if topics else "any"
    return Quiz(topic, condition or ALL, choices)


def _choices(clause: Clause) -> int:
    """How many answers to choose from are wanted: "a multiple-choice question", 四选一, "with three options"."""
    space = " " if clause.language == "en" else ""
    text = fold(space.join(token.text for token in clause.tokens))
    if not any(word in text for word in _CHOOSING):
        return 0
    said = (whole(clause, i) or 0 for i in clause.find("number"))
    return next((n for n in said if _FEWEST <= n <= MOST), _USUAL)


def _tells_a_riddle(clause: Clause, words: list[int], condition: Condition) -> bool:
    """猜谜：冰和飞行，传说宝可梦，第一世代 is a riddle of its own, and asks for none."""
    several = isinstance(condition, And) and len(condition.conditions) > 1
    return several and any(clause.tokens[i].text.casefold() in ("猜谜", "谜语", "猜一猜", "riddle") for i in words)


def _told_by(condition: Condition) -> set[str]:
    """The topic whose word only belongs to what the question is to be about: "Fire types", "generation 1"."""
    if isinstance(condition, HasType):
        return {"type"}
    return {"generation"} if isinstance(condition, FromGeneration) else set()
