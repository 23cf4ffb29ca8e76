"""Conditions from tokens: "Kanto Ghost types that cannot evolve and weigh over 20 kg".

`conditions` reads every token that describes a set of Pokémon, with negation, "and", "or", bounds and ranges, and
marks them as explained. What one description means stands in one reader; the order of the question's words decides
only what a negation or an "or" belongs to.
"""

from __future__ import annotations

from ..algebra import And, Condition, FromGeneration, HasType, IsClass, Not, Or, Stage
from ..clause import Clause
from ..word_lists import word_list
from .comparisons import against_pieces, excluded_pieces, own_pieces
from .denied import denied_list, each_of, goes_on, runs_on
from .denied_behind import denied_in_japanese
from .evolving import item_pieces, stage_pieces, way_of
from .features import generation_at, region_generation, simple_pieces
from .gender_ratio import gender_pieces
from .kinship import breeding_pieces, egg_group_pieces, family_pieces, relative_pieces, shared_pieces
from .looks import genus_pieces, look_pieces
from .matchups import defends_pieces
from .move_effects import effect_pieces
from .moves import example_of_moves, excluded_move_pieces, learn_pieces, learned_by_pieces
from .names import name_pieces
from .numbers import number_pieces
from .piece import BEHIND, NUMERIC, Piece, numeric_attribute, ordered
from .places import place_pieces
from .ranking import ranking_words
from .yields import effort_pieces


def conditions(clause: Clause, *, moves: bool = False, asked_of_one: bool = False) -> Condition | None:
    """What the clause says of a set of Pokémon (or moves), as one condition; None when it says nothing.

    `asked_of_one`: it is asked whether it holds for a single move.
    """
    before = frozenset(clause.used)
    condition = _read(clause, moves=moves, asked_of_one=asked_of_one)
    if condition is None:
        clause.used.intersection_update(before)  # what is not understood explains nothing
    return condition


def _read(clause: Clause, *, moves: bool, asked_of_one: bool) -> Condition | None:
    pieces = _pieces(clause, moves=moves, asked_of_one=asked_of_one)
    if not pieces:
        return None
    pieces.sort(key=lambda piece: piece.start)
    told: dict[int, int] | None = None
    if clause.language == "ja" and len(pieces) > 1 and clause.is_negated():
        told = denied_in_japanese(clause, pieces)
        if told is None:
            return None  # what ない covers at the end of a Japanese list is not told by the order of its words
    if not _agree(pieces):
        return None
    groups: list[list[Condition]] = []
    previous: Piece | None = None
    negated_by: int | None = None
    for piece in pieces:
        joined_by_or = previous is not None and _between(clause, previous.end, piece.start, "bool", "or")
        joined_by_and = previous is not None and _between(clause, previous.end, piece.start, "bool", "and")
        if previous is not None and joined_by_and and clause.has("formkind"):
            joined_by_and = not any(
                clause.at(k, "formkind") for k in range(previous.end, piece.start)
            )  # 不算传说和mega，龙系里
        negation = _negation(clause, previous.end if previous else 0, piece) if told is None else told.get(piece.start)
        condition = piece.condition
        if negation is not None:
            clause.take(negation)
            negated_by = negation if told is None else None
            denied = denied_list(clause, piece, negation, excluded=_excludes(clause, negation))
            if denied is None:
                return None
            condition = _negate(denied)
            if _excludes(clause, negation) and (end := _closing(clause, piece)) is not None:
                clause.take(end)  # 除了…以外 is one exclusion
            elif (again := _negation(clause, previous.end if previous else 0, piece)) is not None:
                clause.take(again)  # "aren't not Fire type"
                condition = _negate(condition)
        elif negated_by is not None and previous is not None and goes_on(clause, previous, piece):
            # "not Rock, Ground or Poison", 不是火、水、草系: the comma lists what the negation covers.
            listed = each_of(clause, piece)
            if listed is None:
                return None
            condition = _negate(listed)
            joined_by_or = False
        elif negated_by is not None and previous is not None and runs_on(clause, negated_by, previous, piece):
            return None  # "not Flying Dragon or Fire": how far the negation reaches is not told
        elif negated_by is not None and (
            joined_by_or
            or (joined_by_and and (_same_kind(previous, piece) or _excludes(clause, negated_by)))
            or (_same_kind(previous, piece) and _side_by_side(previous, piece))
        ):
            # "neither Fire nor Flying", "except legendaries and mythicals": the negation covers the whole list.
            condition = _negate(condition)
            joined_by_or = False
        else:
            negated_by = None
        if joined_by_or and len(pieces) > 2 and not _same_kind(previous, piece):
            return (
                None  # "Fire types over 100 Speed or Water types over 100 Attack": which "and" goes first is not told
            )
        if joined_by_and and previous is not None and _two_sets(clause, previous, piece):
            return None
        if joined_by_or and groups:
            for i in clause.find("bool", "or"):
                if previous is not None and previous.end <= i < piece.start:
                    clause.take(i)
            groups[-1].append(condition)
        else:
            groups.append([condition])
        previous = piece
    clause_or = clause.find("bool", "or")
    for i in clause_or:  # "either Fire or Flying": the word in front of the first.
        if clause.tokens[i].text.casefold() == "either":
            clause.take(i)
    parts: list[Condition] = [g[0] if len(g) == 1 else Or(ordered(g)) for g in groups]
    both = _not_both(clause)
    if both:
        choices = [p for p in parts if isinstance(p, Or) and len(p.conditions) == 2]
        if len(choices) != 1 or pieces[-1].start > both[0]:
            return None
        clause.take(*both)
        parts.append(Not(And(choices[0].conditions)))
    if IsClass("legendary") in parts and IsClass("mythical") in parts:
        # Nothing is both; "legendary and mythical Pokémon" are all of either class.
        parts = [p for p in parts if p not in (IsClass("legendary"), IsClass("mythical"))] + [IsClass("special")]
    return parts[0] if len(parts) == 1 else And(ordered(parts))


def _not_both(clause: Clause) -> list[int]:
    """ "Water or Ice types, but not both": the words that rule out that one is both."""
    for i in range(len(clause.tokens) - 1):
        if clause.at(i, "neg", "neg") and clause.tokens[i + 1].text.casefold() in ("both", "都是", "两者都是", "兼具"):
            return [i, i + 1]
    return []


#: Words that take something out of a set, and cover all of a list behind them.
_EXCLUSIONS = frozenset(word_list("exclusions"))


def _excludes(clause: Clause, negation: int) -> bool:
    return clause.tokens[negation].text.casefold() in _EXCLUSIONS


def _closing(clause: Clause, piece: Piece) -> int | None:
    """The 以外 that closes an exclusion begun by 除了."""
    for i in range(piece.end, len(clause.tokens)):
        if clause.tokens[i].text.casefold() in BEHIND and i not in clause.used:
            return i
    return None


def _agree(pieces: list[Piece]) -> bool:
    """Do the pieces describe one set? "Fire types from Gen 4 and Water types from Gen 5" are two."""
    generations = {p.condition for p in pieces if isinstance(p.condition, FromGeneration) and p.condition.op == "eq"}
    return len(generations) < 2


def _negate(condition: Condition) -> Condition:
    if isinstance(condition, Stage) and condition.name == "can-evolve":
        return Stage("final")
    return condition.condition if isinstance(condition, Not) else Not(condition)


def _same_kind(a: Piece | None, b: Piece) -> bool:
    return a is not None and type(a.condition) is type(b.condition)


def _side_by_side(previous: Piece | None, piece: Piece) -> bool:
    """不是神兽幻兽: two classes with nothing between them."""
    return previous is not None and previous.end == piece.start and isinstance(piece.condition, IsClass)


def _two_sets(clause: Clause, previous: Piece, piece: Piece) -> bool:
    """ "Dragon types and legendaries" are two sets, not what is both."""
    pair = (previous.condition, piece.condition)
    return (
        clause.at(previous.end - 1, "noun", "type") and isinstance(pair[0], HasType) and isinstance(pair[1], IsClass)
        and all(clause.at(k, "bool", "and") and clause.tokens[k].text in ("and", "和", "与", "以及")
                for k in range(previous.end, piece.start))
        and piece.start > previous.end
    )  # fmt: skip


def _between(clause: Clause, start: int, end: int, tag: str, value: str) -> bool:
    return any(clause.at(i, tag, value) for i in range(start, end))


#: Words that leave out what stands behind them, or in front where nothing stands right behind.
_UNCOUNTED = frozenset(word_list("uncounted"))


def _negation(clause: Clause, floor: int, piece: Piece) -> int | None:
    """The unused negation in front of a piece (or right behind it, in Japanese and in 以外)."""
    for i in range(piece.start - 1, floor - 1, -1):
        aside = clause.tokens[i].text in _UNCOUNTED and i == floor > 0
        if aside and i + 1 < piece.start and clause.at(i + 1, "sup"):
            continue  # 神兽不算，最快的火系是谁: what stands in front is left out
        if clause.at(i, "neg", "neg") and i not in clause.used and clause.tokens[i].text.casefold() not in BEHIND:
            asked = any(clause.at(k, "wh", "which") or clause.at(k, "sup") for k in range(i + 1, piece.start))
            return None if asked else i  # 学不会哪些电系招式, 不是最快的电系: what is denied is not the type
    after = piece.end
    while after < len(clause.tokens) and clause.at(after, "noun", "type", "pokemon"):
        after += 1
    for i in range(after, min(after + 3, len(clause.tokens))):
        behind = clause.tokens[i].text.casefold() in BEHIND or clause.language == "ja"
        if behind and clause.at(i, "neg", "neg") and i not in clause.used:
            return i
        if i >= after and not (clause.at(i, "filler") or clause.at(i, "prep") or clause.at(i, "aux")):
            break
    return None


def _pieces(clause: Clause, *, moves: bool, asked_of_one: bool) -> list[Piece]:
    ranking = ranking_words(clause, "move" if moves else "pokemon").tokens
    pieces: list[Piece] = excluded_pieces(clause)
    if not moves:
        pieces += name_pieces(clause)
        pieces += genus_pieces(clause)
        pieces += place_pieces(clause)
        pieces += egg_group_pieces(clause)
        pieces += breeding_pieces(clause)
        pieces += gender_pieces(clause)
        pieces += effort_pieces(clause)
        pieces += shared_pieces(clause)
        pieces += family_pieces(clause)
        pieces += look_pieces(clause)
        pieces += relative_pieces(clause)
        pieces += defends_pieces(clause)
        pieces += learn_pieces(clause)
        pieces += item_pieces(clause)
        pieces += stage_pieces(clause, ranking)
        pieces += own_pieces(clause, ranking)
        pieces += against_pieces(clause, ranking)
    else:
        pieces += learned_by_pieces(clause)
        pieces += [] if asked_of_one else excluded_move_pieces(clause)
        pieces += effect_pieces(clause, asked_of_one=asked_of_one)
        if pieces and not asked_of_one:
            clause.take(*example_of_moves(clause))
    pieces += number_pieces(clause, ranking)
    pieces += simple_pieces(clause, ranking, moves=moves)
    return pieces


__all__ = [
    "NUMERIC",
    "conditions",
    "generation_at",
    "numeric_attribute",
    "ranking_words",
    "region_generation",
    "way_of",
]
