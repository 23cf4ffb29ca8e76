"""Whose it is: which of two Pokémon in a battle the pieces of a question belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from .battle import FULL_IV, Battle, Kind, Piece
from .calculations import Battler, Spread
from .clause import Clause
from .word_lists import word_list


def owner(
    at: int, clause: Clause, mons: Sequence[int], parts: Iterable[int], pieces: Sequence[Piece]
) -> tuple[int, bool]:
    """(index in `mons` of the Pokémon that a piece belongs to, whether it stands right in front of its name).

    `parts` are the tokens that part the two sides.
    """
    walls = set(parts)
    own = {piece.at for piece in pieces}
    k = at + 1
    while k < len(clause.tokens) and k not in walls:
        if k in mons:
            return mons.index(k), True
        small = clause.at(k, "filler") or clause.at(k, "bool") or clause.at(k, "battlewords") or clause.at(k, "list")
        if not (k in own or small or (k in clause.used and not clause.at(k, "move"))):
            break
        k += 1
    early, late = mons
    inner = [w for w in walls if early < w < late]
    wall = max(inner) if inner else late - 1
    return (0 if at <= wall else 1), False


def _named_again(at: int, clause: Clause, again: Mapping[int, int]) -> tuple[int, bool] | None:
    """ "..., 252 Attack EVs, Heatran no Defense EVs": whose it is when a name is said again right in front."""
    before = [i for i in again if i < at]
    if not before:
        return None
    for k in range(before[-1], at):
        token, following = clause.tokens[k], clause.tokens[k + 1]
        if following.origin[0] - token.origin[1] > (token.text[-1].isascii() and following.text[0].isascii()):
            return None
    return again[before[-1]], True


def _is_of_both(clause: Clause, at: int) -> bool:
    """ "both max speed", 同样极速: what is said so is said of each side; the word is explained."""
    words = [k for k in range(max(at - 2, 0), at) if clause.tokens[k].text.casefold() in _BOTH]
    if clause.language == "en":  # "with max Speed on both", "31 IVs each"
        ahead = range(at + 1, min(at + 3, len(clause.tokens)))
        words += [k for k in ahead if clause.tokens[k].text.casefold() in _BEHIND and _goes_back(clause, k)]
    clause.take(*words)
    return bool(words)


def _goes_back(clause: Clause, both: int) -> bool:
    """Is the word said of what stands in front of it, and not of what follows ("both level 50")?"""
    if clause.at(both + 1, "number"):
        return False
    return clause.at(both - 1, "prep") or not clause.at(both + 1, "wh", "level")


def _is_plain(piece: Piece) -> bool:
    """Is it training of no stat in particular that favours nobody?"""
    return piece.stat is None and (piece.kind, piece.value) in (("ev", 0), ("iv", FULL_IV), ("bent", "neutral"))


def _is_fronted(clause: Clause, piece: Piece, first: int, pieces: Sequence[Piece]) -> bool:
    """Is that the training of both: "who is faster with no EVs, Gengar or Starmie", 0努力的耿鬼和宝石海星谁快?"""
    training = piece.kind in ("ev", "iv", "bent", "nature") and piece.at < first and piece.stat in (None, "speed")
    if not training or clause.is_yes_no() or any(piece.at != one.at > first for one in pieces):
        return False
    led = any(clause.tokens[k].text.casefold() in ("with", "given", "assuming") for k in range(piece.at))
    return clause.has("cmp") and (led or _is_plain(piece))


def _is_like(piece: Piece, other: Piece) -> bool:
    """Is the other one of the same kind, so that each side may have its own?"""
    return other is not piece and other.kind == piece.kind


#: The same behind it.
_BEHIND = frozenset(word_list("battle/behind"))


_BOTH = frozenset(word_list("battle/both"))


def share_out(
    found: Battle,
    clause: Clause,
    mons: Sequence[int],
    parts: Sequence[int],
    counts: Callable[[Piece, int], bool],
    stats: tuple[frozenset[str], frozenset[str]],
    again: Mapping[int, int] = MappingProxyType({}),
) -> tuple[Battler, Battler] | None:
    """What is said of the first and of the second Pokémon; None where one thing is said twice of the same.

    `counts` tells whether a piece can matter for a side, `stats` which stats of a side the question is about, `again`
    where a Pokémon is named once more, and which one.
    """
    sides: tuple[list[Piece], list[Piece]] = ([], [])
    loose: list[tuple[int, Piece]] = []
    at_levels = [piece for piece in found.pieces if piece.kind == "level"]
    for piece in found.pieces:
        if piece.kind == "level" and len(at_levels) == 1:
            for side in sides:
                side.append(piece)
            continue
        index, bound = owner(piece.at, clause, mons, parts, found.pieces)
        index, bound = _named_again(piece.at, clause, again) or (index, bound)
        if _is_of_both(clause, piece.at) or _is_fronted(clause, piece, mons[0], found.pieces):
            sides[0].append(piece)
            sides[1].append(piece)
        elif bound:
            sides[index].append(piece)
        elif piece.at > mons[1] and _is_plain(piece) and not any(_is_like(piece, one) for one in found.pieces):
            sides[0].append(piece)  # "..., 31 IVs, no EVs": the terms of the whole calculation
            sides[1].append(piece)
        else:
            loose.append((index, piece))
    for index, piece in loose:
        other = 1 - index
        taken = any(one.kind == piece.kind and one.stat == piece.stat for one in sides[other])
        if piece.move_id is not None:
            # Who used a move that raises its user's stats is one that can know it.
            own, foe = (clause.dataset.learnsets.ever(clause.mon(mons[k]).pokemon_id) for k in (index, other))
            goes = piece.move_id not in own and piece.move_id in foe
        else:
            goes = not counts(piece, index) and counts(piece, other) and not taken
        sides[other if goes else index].append(piece)
    built = [battler(side, about) for side, about in zip(sides, stats, strict=True)]
    if built[0] is None or built[1] is None:
        return None
    return built[0], built[1]


def battler(pieces: Sequence[Piece], stats: frozenset[str]) -> Battler | None:
    """One side from its pieces; None where they contradict one another. A raised stat that is not in question is not
    kept: which one it is cannot be told from a `Spread`.
    """
    kinds = [piece.kind for piece in pieces]
    single: tuple[Kind, ...] = ("level", "item", "ability", "tera", "ailment", "hp")
    if any(kinds.count(kind) > 1 for kind in single) or kinds.count("nature") > 1:
        return None
    values = {piece.kind: piece.value for piece in pieces}
    said = [piece for piece in pieces if piece.kind == "bent" and piece.stat is None]
    implied = [piece for piece in pieces if piece.kind == "bent" and piece.stat in stats]
    bents = list(dict.fromkeys(str(piece.value) for piece in said or implied))
    nature = values.get("nature")
    if nature is not None:
        bents = []
    if len(bents) > 1:
        return None
    bent: Literal["raises", "lowers", "neutral"] | None = None
    if bents:
        bent = "raises" if bents[0] == "raises" else "lowers" if bents[0] == "lowers" else "neutral"
    spread = Spread(
        int(nature) if nature is not None else None, bent,
        tuple(dict.fromkeys((p.stat, int(p.value)) for p in pieces if p.kind == "ev")),
        tuple(dict.fromkeys((p.stat, int(p.value)) for p in pieces if p.kind == "iv")),
    )  # fmt: skip
    for values_of in (spread.evs, spread.ivs):
        if len({stat for stat, _ in values_of}) < len(values_of):
            return None  # two values of one stat
    level, hp = values.get("level"), values.get("hp")
    tera = values.get("tera")
    return Battler(
        int(level) if level is not None else None, spread,
        _text(values.get("item")), _text(values.get("ability")),
        tuple((p.stat, int(p.value)) for p in pieces if p.kind == "stage"),
        int(tera) if tera is not None else None, _text(values.get("ailment")),
        float(hp) if hp is not None else None,
    )  # fmt: skip


def _text(value: int | str | float | None) -> str | None:
    return None if value is None else str(value)
