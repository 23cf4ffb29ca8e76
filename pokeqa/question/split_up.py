"""Phrases that hold words of their own elsewhere: "the lowest Speed of all", "Fire types whose Attack is 120"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: Phrases for a way to raise a Pokémon, which are a superlative and a number where none is raised.
_RAISED = {phrase.replace("|", ""): phrase.split("|") for phrase in word_list("split-up/raised")}
#: Phrases that ask for an owner, and describe one where a bound follows.
_OWNED = {phrase.replace("|", ""): phrase.split("|") for phrase in word_list("split-up/owned")}
#: What a Japanese denial of a noun begins with.
_DENIED = frozenset(word_list("split-up/denied"))
#: Words for two attributes in one.
_BOTH = {one.partition("=")[0]: one.partition("=")[2].split("|") for one in word_list("split-up/both")}
#: Phrases for the first type of one, and for a type where its weaknesses are counted behind them.
_COUNTING = {phrase.replace("|", ""): phrase.split("|") for phrase in word_list("split-up/counting")}
_COUNTED = ("weakness", "resistance", "immunity")
#: The same of what was once.
_BOTH_ONCE = {one.partition("=")[0]: one.partition("=")[2].split("|") for one in word_list("split-up/both-once")}
#: Every phrase that may be split.
_SPLIT = frozenset({*_RAISED, *_OWNED, *_BOTH, *_BOTH_ONCE, *_COUNTING, "ないポケモン"})
#: What is raised: one Pokémon at a level, with a nature or with effort values.
_RAISING = ("level", "nature", "iv", "evs", "invest", "move")


def with_phrases_split(tokens: Sequence[Token], read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """The tokens with each such phrase as the words that it is made of."""
    if not any(token.text.casefold() in _SPLIT or token.has("instead") for token in tokens):
        return list(tokens)
    result: list[Token] = []
    for i, token in enumerate(tokens):
        text = token.text.casefold()
        parts = _RAISED.get(text)
        if parts is not None and _is_raised(tokens, i):
            parts = None
        if text == "ないポケモン" and result and result[-1].text in _DENIED:  # どくタイプではないポケモン
            denial, noun = _pieces(token, ["ない", "ポケモン"], read)
            whole = result[-1].text + denial.text
            origin = (result[-1].origin[0], denial.origin[1])
            result[-1] = replace(result[-1], text=whole, end=denial.end, origin=origin, readings={"neg": ("neg",)})
            result.append(noun)
            continue
        if token.has("instead"):  # "have nothing to fear from": not weak to
            result.extend(_instead(token, str(token.value("instead")).split("|"), read))
            continue
        if text in _BOTH and any(t.has("mon") for t in tokens):
            result.extend(_instead(token, _BOTH[text], read))
            continue
        if text in _BOTH_ONCE and any(t.has("mon") for t in tokens) and any(t.has("hist", "past") for t in tokens):
            result.extend(_instead(token, _BOTH_ONCE[text], read))
            continue
        if parts is None and text in _OWNED and i + 1 < len(tokens):
            bounded = tokens[i + 1].has("op") or tokens[i + 1].has("number") or tokens[i + 1].has("cmp")
            parts = _OWNED[text] if bounded else None
        if parts is None and text in _COUNTING and i + 1 < len(tokens):
            parts = _COUNTING[text] if any(tokens[i + 1].has("attr", one) for one in _COUNTED) else None
        result.extend([token] if parts is None else _pieces(token, parts, read))
    return result


def _is_raised(tokens: Sequence[Token], i: int) -> bool:
    if sum(token.has("mon") for token in tokens) == 1:
        return True
    others = [token for k, token in enumerate(tokens) if k != i]
    return any(token.has(tag) for token in others for tag in _RAISING) or any(t.has("wh", "level") for t in others)


def _instead(token: Token, words: Sequence[str], read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """The token as the words that it stands for ("measurements": height and weight)."""
    return [replace(token, text=word, readings=read(word)[0].readings) for word in words]


def _pieces(token: Token, parts: Sequence[str], read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """A token for each part of its text, with the readings that the part has by itself."""
    pieces: list[Token] = []
    start, origin = token.start, token.origin[0]
    for part in parts:
        word = part.strip()
        found = read(word)
        readings = found[0].readings if len(found) == 1 else {"unknown": ()}
        end = min(start + len(word), token.end)
        pieces.append(replace(token, start=start, end=end, text=word, readings=readings,
                              origin=(origin, origin + len(word))))  # fmt: skip
        start, origin = start + len(part), origin + len(part)
    return pieces
