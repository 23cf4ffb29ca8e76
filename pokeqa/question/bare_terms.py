""" "No items, weather or abilities", 无道具天气: what a calculation is told to leave out, and leaves out anyway."""

from __future__ import annotations

from .clause import Clause

#: Words that leave out what they stand beside.
_NONE = frozenset(
    {"no", "without", "without any", "ignoring", "ignore", "excluding", "not counting", "zero", "无", "無", "没有",
     "没", "不带", "不计", "都不", "不考虑", "不算", "无任何", "都没有", "都不带", "都没", "都无", "なし"}
)  # fmt: skip
#: What can be left out besides items, abilities, critical hits and stages, and words that close such a list.
_LEFT_OUT = frozenset(
    {"weather", "terrain", "terrains", "modifiers", "modifier", "boosts", "boost", "buffs", "effects", "involved",
     "considered", "screens", "held", "hazards", "stat", "changes", "stages", "any", "other", "天气", "场地", "能力",
     "变化", "能力变化", "影响", "加成", "带道具", "道具", "墙", "技能"}
)  # fmt: skip


def leave_out_the_rest(clause: Clause) -> list[int]:
    """Explain the words that say that nothing else is counted ("no items", 不考虑道具和特性); where they are."""
    words: list[int] = []
    for i in clause.find("neg"):
        if clause.tokens[i].text.casefold() not in _NONE:
            continue
        ahead = _run(clause, i + 1, 1)
        found = ahead if any(_is_left_out(clause, k) for k in ahead) else _run(clause, i - 1, -1)
        if any(_is_left_out(clause, k) for k in found):
            words += [i, *found]
    clause.take(*words)
    return words


def _run(clause: Clause, k: int, step: int) -> list[int]:
    """The names of conditions that stand in a row."""
    found: list[int] = []
    while 0 <= k < len(clause.tokens) and (_is_left_out(clause, k) or _joins(clause, k)):
        found.append(k)
        k += step
    while found and not _is_left_out(clause, found[-1]):
        found.pop()
    return found


def _is_left_out(clause: Clause, k: int) -> bool:
    named = any(clause.at(k, tag) for tag in ("mon", "move", "item", "battleitem", "type", "number"))
    words = clause.at(k, "noun", "item", "ability") or clause.at(k, "critical") or clause.at(k, "stages", "boosted")
    return not named and (words or clause.tokens[k].text.casefold() in _LEFT_OUT)


def _joins(clause: Clause, k: int) -> bool:
    return clause.at(k, "bool") or clause.at(k, "filler") or clause.at(k, "list", "all")
