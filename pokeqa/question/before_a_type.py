"""The time before a type existed, as its last generation: "before Fairy was introduced", 还没有妖精系那会儿."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .clause import is_free
from .lexer import Token
from .word_lists import word_list

#: Words in front of the type that say that a time is meant: the time before it, or one that is denied to have had it.
_BEFORE = frozenset(word_list("before-a-type/before"))
_WHEN = frozenset(word_list("when"))
#: Words between those and the type, and words that lead up to them.
_BETWEEN = frozenset(word_list("before-a-type/between"))
_LEADS = frozenset(word_list("before-a-type/leads"))
#: What is said of the type: that it came, or was not there.
_SAID = frozenset(word_list("said"))
_ENDS_A_CLAUSE = frozenset(word_list("ends-a-clause"))
#: Behind the type, in Chinese and Japanese: a time, and the time before.
_TIMES = frozenset(word_list("before-a-type/times"))
_BEFORE_IT = frozenset(word_list("before-it"))
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


_COMES = frozenset(word_list("comes"))
_LINKS = frozenset(word_list("links"))
