"""Who is faster, told by who is slower: "what is Garchomp outsped by?", 烈咬陆鲨会被哪些宝可梦先手."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: So far behind the passive word may the verb stand.
_REACH = 5
#: Words that ask who acts first, in one.
_WHO_FIRST = frozenset(word_list("who-first"))


def with_outsped(tokens: list[Token]) -> list[Token]:
    """The tokens with 被…先手 behind a Pokémon read as being slower than what stands between."""
    for i, token in enumerate(tokens):
        if not token.has("passive", "by") or not any(t.has("mon") for t in tokens[:i]):
            continue
        for k in range(i + 1, min(i + _REACH, len(tokens))):
            told = tokens[k].has("cmp", "speed:gt") or tokens[k].text in _WHO_FIRST
            if not told or any(t.has("mon") for t in tokens[i:k]):
                continue
            asks = {"wh": ("who",)} if tokens[k].text.startswith("谁") else {}
            return [
                *tokens[:i], replace(token, readings={"filler": ("filler",)}), *tokens[i + 1 : k],
                replace(tokens[k], readings={"cmp": ("speed:lt",), **asks}), *tokens[k + 1 :],
            ]  # fmt: skip
    return tokens
