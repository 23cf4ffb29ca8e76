"""Everyday English words that are names in another language only: endurance, herbivore, bodyguard.

In an English question they are what they say, unless they are the only thing that it names ("what is Bodyguard in
English") or stand as a name, with a capital letter within the text or in quotation marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .fold import fold
from .name_table import LATIN_LANGUAGES
from .word_lists import word_list

if TYPE_CHECKING:
    from .lexer import Token
    from .names import NameIndex

#: What such a word may name. Pokémon of other languages are asked after by any name.
_KINDS = frozenset({"move", "ability", "item"})
#: What else a question may name.
_NAMES = ("mon", "type", "move", "ability", "item", "nature", "egg_group")
#: Words that no other Latin-script language has.
_ENGLISH = frozenset(word_list("everyday-names/english"))
#: What asks for a name.
_ASKS_OF_NAMES = ("lang", "meaning", "edition", "listed")


def without_everyday_names(
    tokens: Sequence[Token], index: NameIndex, is_plain: Callable[[str], bool]
) -> Sequence[Token]:
    """The tokens with such words as unknown ones."""
    found = [i for i, token in enumerate(tokens) if _is_everyday(token, index, is_plain)]
    if not found or not any(word in _ENGLISH for t in tokens for word in t.text.casefold().split()):
        return tokens
    others = [t for i, t in enumerate(tokens) if i not in found and any(t.has(tag) for tag in _NAMES)]
    if not others or any(t.has(tag) for tag in _ASKS_OF_NAMES for t in tokens):
        return tokens
    return [replace(t, readings={"unknown": ()}, how="unknown") if i in found else t for i, t in enumerate(tokens)]


def _is_everyday(token: Token, index: NameIndex, is_plain: Callable[[str], bool]) -> bool:
    if not token.text.islower() or not token.text.isascii() or _KINDS.isdisjoint(token.readings):
        return False
    if not _KINDS.issuperset(token.readings):
        return False
    key = fold(token.text)
    return is_plain(key) and all(name.language in LATIN_LANGUAGES for name in index.names(key))
