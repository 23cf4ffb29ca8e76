"""Yes or no about sets: does something hold for all of one, is one Pokémon the only one of it?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from ..algebra import ALL, And, Condition, FromGeneration, IsA, Not, NumberAgainst, Query, Search, Thing, Top
from ..clause import UNIVERSALS, VERSUS, Clause, is_negative_auxiliary
from ..describe import conditions
from ..describe.measures import measure_named, measure_words
from ..describe.piece import ordered
from ..lexer import Token
from ..set_queries import CompareSets, Every, Only
from ..word_lists import word_list
from .moves import moves_named
from .search import search

#: A sentence with more words than this is not cut at each of them.
_MOST_TOKENS = 24
#: What a predicate begins with.
_VERBS = ("aux", "neg", "mu", "learn", "stage")
#: Chinese words behind a set that a predicate follows.
_DISTRIBUTORS = frozenset(word_list("distributors"))

#: "The only one" in Chinese and Japanese.
_ONLY = frozenset(word_list("every/only"))


def every(clause: Clause) -> Query | None:
    """ "Are all starters pure types?", "does every Ghost type resist Poison?", 所有的幽灵系都免疫格斗吗."""
    if not clause.is_universal() or clause.mons() or len(clause.tokens) > _MOST_TOKENS:
        return None
    marks = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in UNIVERSALS]
    if clause.has("sup") or clause.has("agg") or clause.has("share", "share"):
        return None
    if clause.language != "en" and any(clause.at(i - 1, "neg", "neg") for i in marks):
        return None  # 并非所有: the "all" is denied, not the set
    for whole_span, part_span in _cuts(clause, marks):
        whole, part = read_span(clause, whole_span), read_span(clause, part_span)
        if part is None or part == ALL or whole is None:
            continue
        clause.take(*range(len(clause.tokens)))
        return Every(whole, part, clause.scope())
    return None


def _cuts(clause: Clause, marks: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Ways to part the sentence in the set and what is said of all of it, the likeliest first."""
    size = len(clause.tokens)
    first = marks[0]
    if clause.language != "en":
        behind = [i for i, token in enumerate(clause.tokens) if token.text in _DISTRIBUTORS and i > 0]
        for k in reversed(behind):
            said = k if clause.at(k, "learn") else k + 1  # 都能学会 says what holds, too
            yield [i for i in range(k) if i not in marks], list(range(said, size))
        return
    before = [i for i in range(first) if i not in marks]
    after = [i for i in range(first + 1, size) if i not in marks]
    if any(clause.tokens[i].has(tag) for i in before for tag in ("type", "cls", "brood", "gen", "region")):
        yield before, after  # "are the starters all Grass types?"
    verbs = [k for k in after[1:] if any(clause.at(k, tag) for tag in _VERBS)]
    nouns = [k for k in after[1:] if _ends_a_set(clause, k - 1)]
    for k in (*verbs, *nouns):
        yield [i for i in after if i < k], [i for i in after if i >= k]


def _ends_a_set(clause: Clause, i: int) -> bool:
    """Can a description of a set end with this word: "types", "Pokémon", "starters", "dragons"?"""
    plural = clause.at(i, "type") and clause.tokens[i].text.casefold().endswith("s")
    return plural or clause.at(i, "noun", "pokemon", "type") or clause.at(i, "cls") or clause.at(i, "brood")


def read_span(clause: Clause, span: list[int]) -> Condition | None:
    """What a run of tokens says of a set: ALL where it only names Pokémon, None where it is not understood whole."""
    inner = Clause([clause.tokens[k] for k in span], clause.dataset, clause.language)
    found = conditions(inner)
    inner.take(*inner.find("noun", "pokemon", "type", "stat"), *inner.find("each"), *inner.find("exist"))
    inner.take(*inner.find("neg", "negyn"))
    if inner.leftover():
        return None
    if found is None:
        return ALL if inner.has("noun", "pokemon") else None
    return found


#: What is counted of one Pokémon.
_TYPE_COUNTS = ("weakness", "resistance", "immunity")


def only(clause: Clause) -> Query | None:
    """ "Is Charizard the only Fire/Flying type?", 喷火龙是唯一的火加飞行吗, 只有喷火龙是火加飞行吗."""
    mons = clause.mons()
    marks = _only_words(clause)
    if len(mons) != 1 or not marks or not clause.is_yes_no() or clause.has("ev") or clause.has("cmp"):
        return None
    behind = [i + 1 + clause.at(i + 1, "prep", "of") for i in marks]
    if any(clause.at(k, "noun", "ability") or clause.at(k, "attr", "ability") for k in behind):
        return None  # "Is Levitate the only ability of Gengar?" limits its abilities
    if clause.has("ability") and any(clause.tokens[i].text == "只有" and i > mons[0] for i in marks):
        return None  # 耿鬼只有飘浮特性吗
    if any(clause.tokens[i].text in ("只有", "仅有", "僅有") and i > mons[0] and clause.has("attr", *_TYPE_COUNTS)
           for i in marks):  # fmt: skip
        return None  # 巨钳螳螂只有一个弱点吗 counts its weaknesses
    subject = clause.mon(mons[0])
    clause.take(*mons, *marks)
    if clause.language != "en":
        clause.take(*clause.find("neg", "negyn"))
    scope = clause.scope()
    condition = conditions(clause)
    clause.take(*clause.find("noun", "pokemon", "type", "ability"), *clause.find("exist"))
    if condition is None or clause.is_negated():
        return None
    return Only(subject, condition, scope)


def _only_words(clause: Clause) -> list[int]:
    """The words that say "the only one"; "only" in "only Fire type" counts types instead."""
    if clause.language != "en":
        words = clause.find("signature", "only") + clause.find("adv", "only")
        mons = clause.mons(again=True)
        return [
            i for i in words if clause.tokens[i].text in _ONLY
            and not (clause.tokens[i].text == "只有" and clause.at(i + 1, "type") and min(mons, default=i) < i)
        ]  # fmt: skip  # 多边兽只有一般系吗 asks for its types
    words = clause.find("signature", "only")
    the_only = [i for i in clause.find("adv", "only") if i and clause.tokens[i - 1].text.casefold() == "the"]
    return [*words, *the_only]


def compare_sets(clause: Clause) -> Query | None:
    """ "Are there more Fire types than Ice types?", "which are there more of, Bug or Grass?", 火系多还是冰系多."""
    if clause.mons() or clause.has("number") or clause.has("sup") or clause.has("attr", "hp", "speed", "power"):
        return None
    spans: Sequence[Sequence[int]]
    words = [i for i in clause.find("cmp") if clause.at(i, "cmp", ":gt", ":lt")]
    than = clause.find("prep", "than")
    equal = [i for i in clause.find("cmp") if clause.tokens[i].text.casefold() == "as many"]
    if equal:
        words, than = equal, [k for k in clause.find("prep", "in") if clause.tokens[k].text.casefold() == "as"]
    size = len(clause.tokens)
    if clause.language == "en":
        has_more = clause.has("wh", "which") and clause.has("noun", "pokemon")  # "Which has more Pokémon, …"
        has_more = has_more or (words[:1] == [0] and clause.has("noun", "type", "pokemon"))
        sides = _counted_sides(clause) if not words else _sides_in_front(clause, words, than)
        if sides:
            spans = sides
        elif len(words) != 1 or not (clause.has("exist") or clause.has("wh", "howmany") or has_more):
            return None
        w = words[0] if words else 0
        than = [k for k in than if k > w]
        if sides:
            pass
        elif len(than) == 1:
            spans = [range(w + 1, than[0]), range(than[0] + 1, size)]
        else:
            joints = [k for k in clause.find("bool", "or") if k > w]
            if len(joints) != 1:
                return None
            spans = [range(w + 1, joints[0]), range(joints[0] + 1, size)]
    else:
        found = _chinese_sets(clause, words, than)
        if found is None:
            return None
        spans = found
    sets = [one for span in spans if (one := _set_in(clause, span)) is not None]
    if len(sets) < len(spans):
        return None
    timed = [any(isinstance(part, FromGeneration) for part in _parts(one)) for one in sets[:2]]
    if timed == [False, True]:
        # "more Fire or Water types in Gen 1": the generation behind both is meant of both.
        time = next(part for part in _parts(sets[1]) if isinstance(part, FromGeneration))
        sets[0] = And((*_parts(sets[0]), time))
    elif timed == [True, False] and than:
        return None  # "more Fire types in Gen 1 than Water types": of which generation is not told
    if not than:
        sets[1] = _completed(sets[1], sets[0])
    claim: Literal["none", "max", "min", "equal"] = "none"
    if equal:
        claim = "equal"
    elif clause.is_yes_no() and not clause.has("wh", "howmany") and not clause.has("bool", "or"):
        claim = "min" if words and clause.at(words[0], "cmp", ":lt") else "max"
    clause.take(*range(size))
    return CompareSets(tuple(sets), claim, clause.scope())


def _counted_sides(clause: Clause) -> list[Sequence[int]]:
    """ "Number of Fire types vs Ice types": what stands at both sides of the word, behind the one for a count."""
    many = [i for i in clause.find("wh", "howmany") if clause.tokens[i].text.casefold() != "count"]
    versus = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in VERSUS]
    if len(many) != 1 or len(versus) != 1 or many[0] > versus[0]:
        return []
    return [range(many[0] + 1, versus[0]), range(versus[0] + 1, len(clause.tokens))]


def _sides_in_front(clause: Clause, words: list[int], than: list[int]) -> list[Sequence[int]]:
    """ "Gen 8 or gen 9, which added more Pokémon?", "did gen 8 add more than gen 9": a set stands before "more"."""
    if len(words) != 1 or not (clause.has("intro") or clause.has("aux", "have")):
        return []
    w, size = words[0], len(clause.tokens)
    if not clause.has("noun", "pokemon") or not any(clause.has(tag) for tag in ("gen", "region", "type")):
        return []
    idle = {w, *clause.find("attr", "generation"), *clause.find("aux"), *clause.find("intro")}
    idle |= {i for i in clause.find("noun", "pokemon", "type") if not clause.at(i, "type")}
    joints = clause.find("bool", "or")
    if len(than) == 1 and not joints and than[0] > w:
        sides = [range(than[0]), range(than[0] + 1, size)]
    elif len(joints) == 1 and not than:
        sides = [range(joints[0]), range(joints[0] + 1, size)]
    else:
        return []
    found = [[i for i in side if i not in idle] for side in sides]
    named = all(any(clause.at(i, tag) for i in side for tag in ("gen", "region", "type")) for side in found)
    return list(found) if named else []


def _completed(second: Condition, first: Condition) -> Condition:
    """ "More legendaries in gen 4 or gen 5": what only the first says is meant of the second, too."""
    of_first, of_second = _parts(first), _parts(second)
    kinds = {type(part) for part in of_second}
    shared = [part for part in of_first if type(part) not in kinds]
    if not shared or not kinds <= {type(part) for part in of_first}:
        return second
    return And(ordered([*of_second, *shared]))


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, And) else (condition,)


def _chinese_sets(clause: Clause, words: list[int], than: list[int]) -> list[range] | None:
    """Where the sets stand: 火系比冰系多吗, 火系多还是冰系多, 火系和冰系哪个多."""
    if len(words) > 1 and clause.at(words[-1] + 1, "wh", "howmany"):
        words = words[:-1]  # 哪个多，多几只: the answer tells the difference
    if not words or any(clause.tokens[i].text not in _MORE for i in words):
        return None
    if len(than) == 1 and len(words) == 1 and than[0] < words[0]:
        return [range(than[0]), range(than[0] + 1, words[0])]
    joints = [k for k in clause.find("bool") if clause.tokens[k].text in ("还是", "和", "与", "跟")]
    if len(joints) != 1 or (not clause.has("wh") and clause.tokens[joints[0]].text != "还是"):
        return None
    k = joints[0]
    first, last = words[0], words[-1]
    if first < k < last:
        return [range(first), range(k + 1, last)]
    return [range(k), range(k + 1, last)]


#: "More" and "fewer" of things that are counted.
_MORE = frozenset(word_list("more"))


def _set_in(clause: Clause, span: Sequence[int]) -> Condition | None:
    inner = Clause([clause.tokens[k] for k in span], clause.dataset, clause.language)
    found = conditions(inner)
    inner.take(*inner.find("noun", "pokemon", "type"), *inner.find("exist"), *inner.find("wh"), *inner.find("intro"))
    return found if not inner.leftover() else None


def ahead_of_all(clause: Clause) -> Query | None:
    """ "Is Garchomp faster than every other pseudo-legendary?": the whole set against one Pokémon."""
    mons = clause.mons()
    words = clause.find("cmp")
    marks = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in UNIVERSALS]
    if clause.language != "en" or len(mons) != 1 or len(words) != 1 or len(marks) != 1 or not clause.is_universal():
        return None
    m, w, a = mons[0], words[0], marks[0]
    senses = [str(s).partition(":") for s in clause.tokens[w].readings["cmp"] if not str(s).endswith(":eq")]
    if not m < w < a or len(senses) != 1 or clause.has("number"):
        return None
    own, _, way = senses[0]
    between = measure_words(Clause([clause.tokens[k] for k in range(w + 1, a)], clause.dataset, clause.language))
    measure = measure_named(own) if own else between[0].measure if len(between) == 1 else None
    rest = [k for k in range(a + 1, len(clause.tokens)) if clause.tokens[k].text.casefold() not in ("other", "others")]
    whole = read_span(clause, rest)
    if measure is None or measure == "total" or whole is None:
        return None
    subject = clause.mon(m)
    clause.take(*range(len(clause.tokens)))
    others = And(ordered([*_parts(whole), Not(IsA(subject))]))
    return Every(others, NumberAgainst(measure, "lt" if way == "gt" else "gt", subject), clause.scope())


def top(clause: Clause) -> Query | None:
    """ "Is Garchomp the fastest Dragon type?", 幸福蛋是HP最高的宝可梦吗: a place in a ranking that is claimed."""
    mons = clause.mons()
    moves = [] if mons else moves_named(clause)[:1]  # the one in front: "Is Psychic the strongest Psychic move?"
    if len(mons) + len(moves) != 1 or not clause.is_yes_no() or clause.has("cmp") or clause.has("learn", "learn"):
        return None
    if not (clause.has("sup") or clause.has("rank")):
        return None
    m = (mons or moves)[0]
    rest = [k for k in range(len(clause.tokens)) if k != m]
    inner = Clause([clause.tokens[k] for k in rest], clause.dataset, clause.language)
    if not (inner.has("sup") or inner.has("rank")):
        return None
    asked = [replace(t, readings={"filler": ("filler",)}) if _only_asks(t) else t for t in inner.tokens]
    inner = Clause([replace(asked[0], readings={"wh": ("which",)}), *asked], clause.dataset, clause.language)
    query = search(inner)
    if not isinstance(query, Search) or query.order is None or inner.leftover():
        return None
    if query.what != ("pokemon" if mons else "move"):
        return None
    if query.order.limit != 1:
        return None
    clause.take(*range(len(clause.tokens)))
    subject = clause.mon(m) if mons else Thing("move", clause.value(m, "move"))
    return Top(subject, replace(query, output="list"))


def _only_asks(token: Token) -> bool:
    """Does a word make a yes/no question and say nothing else?"""
    return token.has("aux", "be") or token.has("neg", "negyn") or is_negative_auxiliary(token.text)
