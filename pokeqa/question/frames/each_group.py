"""The number of each group: "how many Pokémon does each generation have?", 各属性分别有多少只."""

from __future__ import annotations

from ..algebra import ALL, Query
from ..clause import Clause
from ..describe import conditions
from ..set_queries import Groups
from ..word_lists import word_list
from .sets import GroupKind

#: What a word for an attribute divides Pokémon by.
_KINDS: dict[str, GroupKind] = {"type": "type", "generation": "generation", "region": "generation",
                                "egg-group": "egg-group", "color": "color", "shape": "shape",
                                "habitat": "habitat"}  # fmt: skip
#: Words in front of a group's noun that part a set by it.
_APART = frozenset(word_list("each-group/apart"))
#: What may stand between the two: "each of the types", "every single type".
_BETWEEN = ("prep", "filler")


def each_group(clause: Clause) -> Query | None:
    """A number for every group of a kind; the words for the count are asked for by themselves."""
    if clause.mons() or not clause.has("wh", "howmany") or clause.is_negated():
        return None
    if clause.has("sup") or clause.has("cmp") or clause.has("agg") or clause.has("share", "share") or clause.has("mu"):
        return None
    found = _parted_by(clause)
    if found is None:
        return None
    kind, tokens = found
    what = "move" if clause.has("noun", "move") and not clause.has("noun", "pokemon") else "pokemon"
    if what == "move" and kind not in ("type", "generation"):
        return None
    clause.take(*tokens)
    condition = conditions(clause, moves=what == "move")
    counted = clause.find("noun", what) or clause.find("cls", again=True)
    if condition is None and not counted and not _counts_animals(clause) and not clause.at(tokens[0] - 1, "prep", "of"):
        return None  # "How many of each type" are Pokémon
    clause.take(*counted, *clause.find("wh", "howmany", "howmuch"), *clause.find("intro"), *clause.find("exist"))
    clause.take(*clause.find("each"), *clause.find("adding"), *clause.find("noun", "dex"))
    return Groups(kind, condition or ALL, what="move" if what == "move" else "pokemon", each=True)


def _counts_animals(clause: Clause) -> bool:
    return any(clause.tokens[i].text.endswith(("只", "隻", "匹")) for i in clause.find("wh", "howmany", again=True))


def _parted_by(clause: Clause) -> tuple[GroupKind, list[int]] | None:
    """The kind of group that a set is parted by, with its words."""
    whole = clause.find("eachof")
    if len(whole) == 1:
        return clause.value(whole[0], "eachof"), whole
    for i, token in enumerate(clause.tokens):
        if token.text.casefold() not in _APART:
            continue
        k = i + 1
        while any(clause.at(k, tag) for tag in _BETWEEN):
            k += 1
        for name in clause.tokens[k].readings.get("attr", ()) if k < len(clause.tokens) else ():
            if name in _KINDS:
                return _KINDS[str(name)], [*range(i, k + 1)]
    return None
