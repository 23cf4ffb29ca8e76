""" "电·龙": two types joined by a dot, which without it are a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from .lexer import Token

_DOT = re.compile("[·・‧•]")


def with_joined_types(tokens: Sequence[Token], read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """The tokens with such a name as the types that its dot parts; `read` gives the tokens of a text."""
    result: list[Token] = []
    for token in tokens:
        parts = _DOT.split(token.text) if token.has("mon") else []
        types = [read(part) for part in parts] if len(parts) == 2 else []
        if len(types) == 2 and all(len(one) == 1 and one[0].has("type") for one in types):
            result += [replace(one[0], start=token.start, end=token.end, origin=token.origin) for one in types]
        else:
            result.append(token)
    return result
