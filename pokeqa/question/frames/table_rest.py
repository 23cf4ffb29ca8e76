"""What else a side is weak to, resists or is immune to, beside the types that are told: "anything other than Bug?",
沙奈朵怕毒、钢，还有别的吗.
"""

from __future__ import annotations

from ..algebra import NOW, Matchup, Mon, Query, Types
from ..clause import Clause
from ..word_lists import word_list

_NOUNS = {"weakness": "weak", "resistance": "resist", "immunity": "immune"}
_VERBS = {"weak:def": "weak", "weakby:def": "weak", "resist:def": "resist", "immune:def": "immune"}
#: Words that leave out what stands behind them, and (in Chinese and Japanese) what stands in front of them.
_BESIDES = frozenset(word_list("table-rest/besides"))
_OUTSIDE = frozenset(word_list("table-rest/outside"))
#: What stands in front of the word that asks for more.
_STILL = frozenset(word_list("asks-for-more"))
#: What makes a question one of a set, of a choice, or of another kind.
_FOREIGN = ("move", "ability", "item", "cls", "region", "ev", "learn", "cmp", "sup", "factor", "suppose", "share",
            "gen", "hist", "times", "contrast", "color", "number", "op")  # fmt: skip
#: Readings of a word among the types that are told.
_LISTED = (("type",), ("noun", "type"), ("bool", "and"), ("filler",))


def table_rest(clause: Clause) -> Query | None:
    """The list of what hits (or does not hit) a side, without the types that are told, or whether there is any."""
    words = [i for i in clause.find("attr") if any(v in _NOUNS for v in clause.tokens[i].readings["attr"])]
    words += [i for i in clause.find("mu") if i not in words]
    types = clause.find("type")
    if not words or not types or len(clause.mons()) > 1 or clause.has("noun", "pokemon") or clause.has("wh", "who"):
        return None
    besides = _left_out(clause)
    more = [] if besides else _asks_for_more(clause, types[-1])
    if not (besides or more) or _is_foreign(clause, (*words, *types)):
        return None
    relation = _relation(clause, words)
    owner = _owner(clause, words[0], besides)
    if relation is None or owner is None:
        return None
    at, defender = owner
    told = [i for i in types if i != at and not clause.at(i, "mon")]
    if not told or (besides and any(i not in besides for i in told)) or (more and told[0] < words[0]):
        return None
    asks = clause.has("wh", "what", "which")
    if any(_denies(clause, i) for i in clause.find("neg")) or not (asks or more or clause.is_yes_no()):
        return None
    clause.take(at, *words, *types, *besides, *more, *clause.find("signature", "else"), *clause.find("noun", "type"))
    clause.take(*clause.find("attr", "type"), *clause.find("bool", "and"), *clause.find("pron"), *clause.find("exist"))
    clause.take(*clause.find("wh", "what", "which"), *clause.find("neg", "negyn"), *clause.find("passive"))
    if clause.scope() != NOW:
        return None
    left_out = tuple(dict.fromkeys(clause.value(i, "type") for i in told))
    return Matchup(None, defender, relation, yes_no=not asks, besides=left_out)  # type: ignore[arg-type]


def _is_foreign(clause: Clause, own: tuple[int, ...]) -> bool:
    if any(not clause.at(i, "bool", "and") for i in clause.find("bool", "or")):
        return True
    return any(i not in own for tag in _FOREIGN for i in clause.find(tag) if not clause.at(i, "bool", "and"))


def _relation(clause: Clause, words: list[int]) -> str | None:
    """The one relation that all these words name."""
    said: set[str | None] = set()
    for i in words:
        readings = clause.tokens[i].readings
        named = [_NOUNS[v] for v in readings.get("attr", ()) if v in _NOUNS]
        named += [_VERBS[v] for v in readings.get("mu", ()) if v in _VERBS]
        said.add(named[0] if named else None)
    return said.pop() if len(said) == 1 else None


def _left_out(clause: Clause) -> list[int]:
    """The words that leave some types out, with those types: "other than Bug and Ghost", 除了虫和幽灵以外."""
    for i, token in enumerate(clause.tokens):
        said = token.text.casefold()
        step = 1 if said in _BESIDES else -1 if said in _OUTSIDE else 0
        if not step:
            continue
        k, last = i + step, i
        while any(clause.at(k, *one) for one in _LISTED):
            last = k if clause.at(k, "type") else last
            k += step
        if last == i:
            continue
        while step > 0 and clause.at(last + 1, "noun", "type"):
            last += 1
        if clause.language == "en" or step < 0:
            return list(range(min(i, last), max(i, last) + 1))
        closing = next((k for k in range(i, len(clause.tokens)) if clause.tokens[k].text in _OUTSIDE), None)
        if closing is not None:
            return list(range(i, closing + 1))
        types = [k for k in range(i, last + 1) if clause.at(k, "type")]
        if not clause.mons() and len(types) > 1 and not clause.at(types[-1] - 1, "bool", "and"):
            return list(range(i, types[-1]))  # 除了格斗,一般系还怕什么: the last one is whose they are
        return list(range(i, last + 1))
    return []


def _asks_for_more(clause: Clause, last: int) -> list[int]:
    """ "…, anything else?", 还有别的吗: what asks behind the last type for more of them."""
    found = [i for i in clause.find("signature", "else") if i > last]
    asked = [i for i in clause.find("wh", "what", "which") if i > last]
    still = any(clause.tokens[i - 1].text in _STILL for i in asked)
    return [*found, *asked] if found or still else []


def _owner(clause: Clause, word: int, besides: list[int]) -> tuple[int, Mon | Types] | None:
    """Whose weaknesses they are, and where that stands: the Pokémon, or the type in front of the word."""
    mons = clause.mons()
    if mons:
        return mons[0], clause.mon(mons[0])
    before = [i for i in clause.find("type") if i not in besides and i < word]
    return (before[0], Types((clause.value(before[0], "type"),))) if len(before) == 1 else None


def _denies(clause: Clause, i: int) -> bool:
    """Is it denied that there is anything else: "has no weakness except", 没有别的弱点?"""
    said = clause.tokens[i].text.casefold()
    return not clause.at(i, "neg", "negyn") and said not in _BESIDES and said not in _OUTSIDE
