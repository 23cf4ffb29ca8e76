"""A value of a form that is taken on: 海豚侠变成全能形态后攻击是多少, "its Attack after it becomes Hero form"."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: What puts the value behind the change, and not before it.
_AFTER = frozenset(word_list("into-its-form/after"))
#: What asks for the change itself, or for more than one form.
_OTHERS = ("cmp", "hist", "contrast", "bymuch", "neg", "move", "bool")
_FILLER = {"filler": ("filler",)}


def in_its_form(tokens: list[Token]) -> list[Token]:
    """The tokens without the verb for taking on the form that the name was read with, where a value is asked."""
    if not any(t.how == "form" for t in tokens):
        return tokens
    form = next((i for i, t in enumerate(tokens) if t.how == "form" and t.has("filler")), None)
    if form is None and len(tokens) > 1 and tokens[1].text in _AFTER and any(t.has("attr") for t in tokens[2:]):
        own = tokens[0].how == "form" and not any(t.has(tag) for t in tokens for tag in (*_OTHERS, "ev"))
        return [tokens[0], replace(tokens[1], readings=_FILLER), *tokens[2:]] if own else tokens  # 全能形态后攻击
    if form is None or not any(t.has("attr") for t in tokens) or sum(t.has("mon") for t in tokens) != 1:
        return tokens
    verb = next((i for i in range(max(form - 3, 0), form) if tokens[i].has("ev", "into")), None)
    if verb is None or any(t.has(tag) for t in tokens for tag in _OTHERS) or sum(t.has("ev") for t in tokens) > 1:
        return tokens
    if tokens[verb].text.isascii() and not any(t.text.casefold() in _AFTER for t in tokens[:verb]):
        return tokens  # "What Attack does Palafin become"
    behind = tokens[form + 1] if form + 1 < len(tokens) else None
    if not tokens[verb].text.isascii() and not (behind and (behind.text in _AFTER or behind.has("attr"))):
        return tokens  # 变成全能形态前的攻击
    idle = [i for i, t in enumerate(tokens) if i == verb or t.text.casefold() in _AFTER]
    return [replace(t, readings=_FILLER) if i in idle else t for i, t in enumerate(tokens)]
