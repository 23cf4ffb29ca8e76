"""Yes or no about sets: does something hold for all of one, is one Pokémon the only one of it?"""

from __future__ import annotations

from collections.abc import Iterator

from ..algebra import ALL, Condition, Every, Only, Query
from ..clause import UNIVERSALS, Clause
from ..describe import conditions

#: A sentence with more words than this is not cut at each of them.
_MOST_TOKENS = 24
#: What a predicate begins with.
_VERBS = ("aux", "neg", "mu", "learn", "stage")
#: Chinese words behind a set that a predicate follows.
_DISTRIBUTORS = frozenset({"都", "全都", "全部", "都是", "全是", "均", "也都"})

#: "The only one" in Chinese and Japanese.
_ONLY = frozenset({"唯一", "唯一的", "只有", "唯一一只", "唯一一个", "だけ", "唯一の"})


def every(clause: Clause) -> Query | None:
    """ "Are all starters pure types?", "does every Ghost type resist Poison?", 所有的幽灵系都免疫格斗吗."""
    if not clause.is_universal() or clause.mons() or len(clause.tokens) > _MOST_TOKENS:
        return None
    marks = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in UNIVERSALS]
    if clause.has("sup") or clause.has("agg") or clause.has("share", "share"):
        return None
    for whole_span, part_span in _cuts(clause, marks):
        whole, part = _read(clause, whole_span), _read(clause, part_span)
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
            yield [i for i in range(k) if i not in marks], list(range(k + 1, size))
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


def _read(clause: Clause, span: list[int]) -> Condition | None:
    """What a run of tokens says of a set: ALL where it only names Pokémon, None where it is not understood whole."""
    inner = Clause([clause.tokens[k] for k in span], clause.dataset, clause.language)
    found = conditions(inner)
    inner.take(*inner.find("noun", "pokemon", "type", "stat"), *inner.find("each"), *inner.find("exist"))
    if inner.leftover():
        return None
    if found is None:
        return ALL if inner.has("noun", "pokemon") else None
    return found


def only(clause: Clause) -> Query | None:
    """ "Is Charizard the only Fire/Flying type?", 喷火龙是唯一的火加飞行吗, 只有喷火龙是火加飞行吗."""
    mons = clause.mons()
    marks = _only_words(clause)
    if len(mons) != 1 or not marks or not clause.is_yes_no() or clause.has("ev") or clause.has("cmp"):
        return None
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
        return [i for i in words if clause.tokens[i].text in _ONLY]
    words = clause.find("signature", "only")
    the_only = [i for i in clause.find("adv", "only") if i and clause.tokens[i - 1].text.casefold() == "the"]
    return [*words, *the_only]
