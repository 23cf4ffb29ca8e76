""" "I've got a Kirlia in my box, how does it evolve?", 我抓了一只鬼斯通，怎么进化: a Pokémon that the speaker
says to have is the one that is asked about; the having itself says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from .lexer import Token

#: So many words stand between the having and the name at most: "caught me a shiny".
_MOST_BETWEEN = 3


def without_having(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without the words for having in front of the first name, where a question stands behind it."""
    name = next((i for i, t in enumerate(tokens) if t.has("mon")), None)
    if name is None or not any(t.has("owning") for t in tokens[:name]) or not _asks(tokens[name + 1 :]):
        return list(tokens)
    front = tokens[:name]
    last = max(i for i, t in enumerate(front) if t.has("owning"))
    if name - last - 1 > _MOST_BETWEEN or not all(t.has("owning") or _says_nothing(t) for t in front):
        return list(tokens)
    kept = [t for t in front if not t.has("owning") and not t.has("aux")]
    behind = list(tokens[name + 1 :])
    while behind and behind[0].has("ownplace"):
        behind = behind[1:]
    if not behind or any(t.has("catch") or t.has("ball") for t in behind):
        return list(tokens)
    subject = tokens[name]  # the full stop between it and the question parts nothing
    return [*kept, replace(subject, origin=(subject.origin[0], behind[0].origin[0])), *behind]


def _says_nothing(token: Token) -> bool:
    return token.has("filler") or token.has("aux") or token.has("list", "one") or token.has("adv") or token.has("sex")


def _asks(tokens: Sequence[Token]) -> bool:
    """Does a question of its own stand there, and not only a particle (我抓了一只皮卡丘吗)?"""
    asked = any(t.has("wh") or t.has("yn") or t.has("neg", "negyn") for t in tokens)
    asked = asked or any(a.has("aux", "can") and b.has("pron", "it") for a, b in pairwise(tokens))
    return asked and any(t.has(tag) for t in tokens for tag in ("ev", "attr", "mu", "learn", "wh", "require", "pron"))
