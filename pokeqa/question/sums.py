"""Stats that are added up before they are ranked or compared: "the highest Attack + Speed", 攻击加速度更高."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.model import STATS
from .lexer import Token
from .word_lists import word_list

#: Words that add what stands on both sides of them; elsewhere each means something else.
_ADDING = frozenset(word_list("adding"))
#: What tells that a number is ranked or compared.
_RANKING = ("sup", "cmp", "sort", "rank", "winning", "ord")
#: What is raised or trained, and not added up: "+Speed nature", "252 HP + 4 Def".
_TRAINING = ("number", "nature", "iv", "evs", "invest")
#: A ranking in one word with its stat.
_HIGH = re.compile("(最高|最低|最大|最小|更高|更低|更大|更小|较高|较低|比较高|比较低)$")


def with_sums(tokens: list[Token]) -> list[Token]:
    """The tokens with the joint of two stats read as a sum, where their sum is ranked or compared."""
    if not any(t.text.casefold() in _ADDING for t in tokens) or any(t.has(tag) for t in tokens for tag in _TRAINING):
        return tokens
    if not any(t.has(tag) for t in tokens for tag in _RANKING):
        return tokens
    result = list(tokens)
    i = 1
    while i + 1 < len(result):
        if result[i].text.casefold() in _ADDING and _stat(result[i - 1]):
            result[i + 1 : i + 2] = _apart(result[i + 1])
            if _stat(result[i + 1]):
                result[i] = replace(result[i], readings={"sumword": ("sum",)})
                for k in (i - 1, i + 1):
                    result[k] = replace(result[k], readings={"attr": result[k].readings["attr"]})
        i += 1
    return result


def _stat(token: Token) -> bool:
    return any(name in STATS for name in token.readings.get("attr", ()))


def _apart(token: Token) -> Sequence[Token]:
    """速度最高 as the stat and the word that ranks it."""
    said = _HIGH.search(token.text)
    tag = "sup" if token.has("sup") else "cmp"
    own, _, way = str(token.readings.get(tag, ("",))[0]).partition(":")
    if said is None or not said.start() or own not in STATS:
        return (token,)
    cut, end = token.end - len(said.group()), token.origin[0] + said.start()
    stat = replace(token, end=cut, text=token.text[: said.start()], origin=(token.origin[0], end))
    rank = replace(token, start=cut, text=said.group(), origin=(end, token.origin[1]))
    return replace(stat, readings={"attr": (own,)}), replace(rank, readings={tag: (f":{way}",)})
