"""The time before a type existed, as its last generation: "before Fairy was introduced", 还没有妖精系那会儿."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .clause import is_free
from .lexer import Token

#: Words in front of the type that say that a time is meant: the time before it, or one that is denied to have had it.
_BEFORE = frozenset({"before", "prior to", "pre", "predating", "until", "till", "up until"})
_WHEN = frozenset({"when", "back when", "while", "without", "with no", "in which", "where"})
#: Words between those and the type, and words that lead up to them.
_BETWEEN = frozenset({"the", "a", "there", "was", "were", "is", "any", "no", "such", "we", "they", "had", "got", "ever",
                      "even", "yet", "still"})  # fmt: skip
_LEADS = frozenset({"back", "in", "the", "days", "day", "old days", "era", "time", "times", "age", "from", "during",
                    "at", "at the time", "generations", "in the days", "in the time", "right", "just", "olden",
                    "of"})  # fmt: skip
#: What is said of the type: that it came, or was not there.
_SAID = frozenset({"came", "along", "arrived", "appeared", "showed", "showed up", "around", "thing", "a thing", "out",
                   "available", "invented", "created", "existed", "became", "type", "types", "typing", "to", "be",
                   "been", "being", "added", "introduced", "exist", "yet", "a", "was", "were", "wasn't", "wasnt",
                   "didn't", "didnt", "had", "got", "in the game", "in the games", "existence", "even",
                   "really"})  # fmt: skip
_ENDS_A_CLAUSE = frozenset({"was", "were", "had", "a", "be", "to", "wasn't", "wasnt", "didn't", "didnt", "even"})
#: Behind the type, in Chinese and Japanese: a time, and the time before.
_TIMES = frozenset({"那会儿", "的那会儿", "那会", "的时候", "时候", "年代", "的年代", "时代", "的时代", "时期",
                    "那时候", "那时", "那阵子", "那阵", "时", "的时期", "的那时候", "头", "頃", "ころ", "った頃",
                    "ごろ", "時代", "时间", "那几代", "那个时代", "那个年代"})  # fmt: skip
_BEFORE_IT = frozenset({"之前", "以前", "之前的", "以前的", "前", "前的", "的前", "前に", "前は", "以前は"})
_LONGEST = 7


def with_days_before_a_type(tokens: list[Token], dataset: Dataset) -> list[Token]:
    """The tokens with the time before a type read as a generation."""
    for i, token in enumerate(tokens):
        if not token.has("type") or token.has("mon") or len(token.readings["type"]) != 1:
            continue
        since = int(dataset.types[token.value("type")].generation)
        if since < 2:
            continue
        span = _english(tokens, i) if token.text.isascii() else _eastern(tokens, i)
        if span is None:
            continue
        start, end = span
        others = [t for k, t in enumerate(tokens) if not start <= k < end and (t.has("gen") or t.has("vg"))]
        readings = {"filler": ("filler",)} if others else {"gen": (str(since - 1),)}
        merged = replace(
            tokens[start], end=tokens[end - 1].end, origin=(tokens[start].origin[0], tokens[end - 1].origin[1]),
            text=f"gen {since - 1}", readings=readings, name="",
        )  # fmt: skip
        rest = tokens[end:]
        while rest and rest[0].has("noun", "generation"):
            rest = rest[1:]
        return [*_asking_types(tokens[:start]), merged, *_asking_types(rest)]
    return tokens


def _asking_types(tokens: list[Token]) -> list[Token]:
    """ "What was Togekiss" and no more: what types it had, where the time is told by a type."""
    asks = [k for k, t in enumerate(tokens) if t.has("wh", "what")]
    named = [t for t in tokens if t.has("mon")]
    if len(asks) != 1 or len(named) != 1 or not all(is_free(t) or t.has("mon") for t in tokens):
        return tokens
    return [replace(t, readings={"attr": ("type",)}) if k == asks[0] else t for k, t in enumerate(tokens)]


def _text(token: Token) -> str:
    return token.text.casefold().replace("’", "'")


def _english(tokens: Sequence[Token], i: int) -> tuple[int, int] | None:
    start = i - 1
    while start >= 0 and i - start < _LONGEST and _text(tokens[start]) in _BETWEEN:
        start -= 1
    if start < 0:
        return None
    lead = _text(tokens[start])
    if lead not in _BEFORE and lead not in _WHEN:
        return None
    end = i + 1
    while end < len(tokens) and end - i < _LONGEST and (
        _text(tokens[end]) in _SAID or tokens[end].has("intro") or tokens[end].has("unused")
        or (tokens[end].has("neg") and tokens[end].text.isascii()) or tokens[end].has("noun", "type")
        or (_text(tokens[end]) in ("did", "do", "does") and end + 1 < len(tokens)
            and (tokens[end + 1].has("unused") or tokens[end + 1].has("neg")))
    ):  # fmt: skip
        end += 1
    while end > i + 1 and _text(tokens[end - 1]) in _ENDS_A_CLAUSE:
        end -= 1  # "before Fairy, was Granbull Normal": the verb of the question
    if lead in _WHEN:
        inside = [*tokens[start:i], *tokens[i + 1 : end]]
        denied = any(t.has("neg") or t.has("unused") for t in inside) or lead in ("without", "with no")
        times = lead not in ("without", "with no") or (start > 0 and _text(tokens[start - 1]) in _LEADS)
        if not denied or not times:
            return None
    while start > 0 and _text(tokens[start - 1]) in _LEADS:
        start -= 1
    return start, end


def _eastern(tokens: Sequence[Token], i: int) -> tuple[int, int] | None:
    start = i
    denied = False
    if start and (tokens[start - 1].has("neg", "neg") or tokens[start - 1].text in ("没", "还没有", "尚无", "无")):
        start, denied = start - 1, True
    if start and tokens[start - 1].text in ("在", "还", "当", "当时", "以前", "还在"):
        start -= 1
    end = i + 1
    come = False
    while end < len(tokens) and end - i < _LONGEST:
        token = tokens[end]
        if token.has("neg", "neg") or token.has("unused") or token.text in ("な", "か"):
            denied = True
        elif token.has("intro") or token.has("exist") or token.text in _COMES:
            come = True
        elif not (token.has("noun", "type") or token.text in _LINKS):
            break
        end += 1
    if end == len(tokens):
        return None
    if tokens[end].text in _BEFORE_IT and (come or denied or tokens[end].text in ("之前", "以前")):
        return (start, end + 1) if come or denied else None
    if denied and tokens[end].text in _TIMES:
        return start, end + 1
    return None


_COMES = frozenset({"出", "来", "出来", "出现", "加入", "诞生", "登场", "推出", "实装", "有", "追加", "追加される",
                    "登場", "登場する", "出る", "できる"})  # fmt: skip
_LINKS = frozenset({"的", "还", "都", "被", "这个", "が", "は", "も", "这", "尚", "了", "属性", "这种"})
