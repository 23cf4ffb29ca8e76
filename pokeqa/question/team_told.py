"""A team that is told in front of the question about it: "My team: Charizard and Gyarados. What's our weakness?"."""

from __future__ import annotations

from collections.abc import Sequence

from .clause import is_free
from .lexer import Token

#: So many names are a team by themselves.
_TEAM = 3
#: Words around the names that say nothing more.
_AROUND = ("team", "owning", "pron", "light", "format", "itemuse", "ell", "carry", "catch")
#: What can be asked of a team without naming anybody.
_ASKED = ("mu", "team", "coverage", "attr")


def with_their_team(pieces: list[list[Token]]) -> list[list[Token]]:
    """The sentences, that which only names a team joined with the one behind it that asks of it."""
    if len(pieces) != 2 or not pieces[0] or not _only_names(pieces[0]):
        return pieces
    team, asked = pieces
    names = sum(token.has("mon") for token in team)
    said = any(token.has("team", "team") for token in (*team, *asked))
    of_them = any(token.has(tag) for token in asked for tag in _ASKED) and not any(t.has("mon") for t in asked)
    return [[*team, *asked]] if of_them and names > 1 and (said or names >= _TEAM) else pieces


def _only_names(piece: Sequence[Token]) -> bool:
    """Is nothing said but the names?"""
    return piece[-1].mark != "?" and all(
        token.has("mon") or is_free(token) or any(token.has(tag) for tag in _AROUND) for token in piece
    )
