"""Sentences that deny something of a whole set: no query says so, and they describe no set."""

from __future__ import annotations

from collections.abc import Sequence

from .clause import UNIVERSALS, is_negative_auxiliary
from .lexer import Token
from .word_lists import word_list

#: Words in front of a claim that say nothing of it.
_LEADS = ("yn", "filler", "bool", "hist")
#: What a verb of a claim can be.
_VERBS = ("aux", "mu", "learn", "ev", "cmp")
_NO = frozenset(word_list("denials/no"))
_HAS_NO = frozenset(word_list("has-no"))
_ANY = frozenset(word_list("denials/any"))
_RELATIVES = frozenset(word_list("relatives"))


def denies_of_a_set(tokens: Sequence[Token], language: str) -> bool:
    """ "Not all Ghost types are weak to Dark.", "No Steel type is weak to Poison.", 没有钢系怕毒."""
    if not tokens:
        return False
    if _not_all(tokens):
        return True
    asked = any(token.has("yn", "yn") and not token.has("filler") for token in tokens)
    return not asked and (_english(tokens) if language == "en" else _chinese(tokens))


def _at(tokens: Sequence[Token], i: int, tag: str, *values: str) -> bool:
    if not 0 <= i < len(tokens):
        return False
    return any(tokens[i].has(tag, value) for value in values) if values else tokens[i].has(tag)


def _not_all(tokens: Sequence[Token]) -> bool:
    """ "Not all", 并非所有: what is denied is that all are so."""
    return any(
        token.has("neg", "neg")
        and _at(tokens, i + 1, "list", "all")
        and tokens[i + 1].text.casefold() in UNIVERSALS
        and not is_negative_auxiliary(token.text)
        for i, token in enumerate(tokens)
    )


def _start(tokens: Sequence[Token]) -> int:
    """Where the claim begins."""
    i = 0
    while i < len(tokens) and any(tokens[i].has(tag) for tag in _LEADS) and not tokens[i].has("neg", "neg"):
        i += 1
    return i


def _english(tokens: Sequence[Token]) -> bool:
    """ "No Dragon type is Fairy.", "Neither Charizard nor Gyarados is a Dragon type."."""
    if any(token.has("wh") for token in tokens):
        return False
    if is_negative_auxiliary(tokens[0].text):
        return any(token.text.casefold() in _ANY for token in tokens)
    i = _start(tokens)
    if not _at(tokens, i, "neg", "neg") or tokens[i].text.casefold() not in _NO:
        return False
    for k in range(i + 2, len(tokens)):
        if tokens[k].text.casefold().partition(" ")[0] in _RELATIVES:
            return False  # "No legendaries that …" narrows a list
        behind_set = any(_at(tokens, k - 1, tag) for tag in ("type", "cls", "brood", "mon", "gen"))
        behind_set = behind_set or _at(tokens, k - 1, "noun", "pokemon", "type")
        if behind_set and any(tokens[k].has(tag) for tag in _VERBS):
            return True
    return False


def _chinese(tokens: Sequence[Token]) -> bool:
    """没有钢系怕毒, 没有谁比雷吉艾勒奇快, 是不是没有火和草的双属性: not 没有弱点的宝可梦, which describes."""
    i = _start(tokens)
    if not _at(tokens, i, "neg", "neg") or tokens[i].text not in _HAS_NO:
        return False
    if _at(tokens, i + 1, "wh") or (i > 0 and _at(tokens, i - 1, "neg", "negyn")):
        return True
    k = i + 1
    while _at(tokens, k, "list", "one", "all"):
        k += 1
    named = k
    while _at(tokens, k, "type") or _at(tokens, k, "cls") or _at(tokens, k, "noun", "type", "pokemon"):
        k += 1
    ends_open = any(token.text.startswith("的") for token in tokens[k:])
    can = _at(tokens, k, "aux", "can")
    verb = can or (any(_at(tokens, k, tag) for tag in _VERBS) and not _at(tokens, k, "filler"))
    return k > named and not ends_open and verb
