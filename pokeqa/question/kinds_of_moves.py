"""Which of the moves that were told of are of a kind: "status moves only", 只看物理的, "which are special?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import Learn, Search
from .clause import is_free
from .context import Context
from .lexer import Token
from .narrowing import limited_words

#: What picks some of the moves of a Pokémon.
_KINDS = ("moveclass", "movekind", "moveflag", "type", "movedoes")
#: What points at the moves that were told of, or asks which.
_POINTING = ("pron", "wh", "aux", "adv", "ell", "bool", "exist", "list", "yn", "among")


def kinds_of_moves(tokens: Sequence[Token], context: Context) -> list[Token] | None:
    """The description of the moves that are wanted, behind those of a Pokémon; None where the clause is none."""
    query = context.query
    listed = isinstance(query, Learn) and query.pokemon is not None and query.move_id is None
    listed = listed or (isinstance(query, Search) and query.what == "move")
    if context.lost or not listed or any(t.has("mon") or (t.has("move") and not _is_kind(t)) for t in tokens):
        return None
    words = limited_words(tokens)
    which = any(t.has("wh", "which") or t.has("wh", "what") or t.has("adv", "only") or t.has("pron", "them") or
                t.has("among") or t.has("exist") for t in tokens)  # fmt: skip
    if words is None and not which:
        return None
    said = [t for t in (words if words is not None else tokens) if not t.has("noun", "move") or _is_kind(t)]
    said = [t for t in said if t.has("neg", "neg") or not (is_free(t) or any(t.has(tag) for tag in _POINTING)) or
            _is_kind(t)]  # fmt: skip
    kinds = [t for t in said if _is_kind(t)]
    if not kinds or not all(t in kinds or t.has("noun", "type") or t.has("neg") or t.has("bool") for t in said):
        return None
    said = [_as_type(t) for t in said]
    return [*said, replace(tokens[-1], readings={"noun": ("move",)}, text="moves", mark="")]


def _is_kind(token: Token) -> bool:
    return any(token.has(tag) for tag in _KINDS)


def _as_type(token: Token) -> Token:
    """ "Psychic" in front of moves is the type."""
    return replace(token, readings={"type": token.readings["type"]}) if token.has("type") else token
