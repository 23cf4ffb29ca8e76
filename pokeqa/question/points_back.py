"""Words of a follow-up that point at what was told, as what they mean: "with it" behind an ability, "in that game",
"the rest" of a set, "either" of two, "easier" behind a catch rate, "the one before" behind a generation.
"""

from __future__ import annotations

from dataclasses import replace

from .algebra import Check, Compare, Facts, Matchup
from .asked_again import number_asked
from .clause import is_free
from .context import Context, is_set
from .lexer import Token
from .said_shortly import asks_of_those_compared
from .which_of_these import one_of
from .word_lists import word_list

_WITH_IT = frozenset(word_list("points-back/with-it"))
_WITH_ONE = frozenset(word_list("points-back/with-one"))
_WITH_ONE_BEHIND = frozenset(word_list("points-back/with-one-behind"))
_REST = frozenset(word_list("points-back/rest"))
_OF_THEM = frozenset(word_list("points-back/of-them"))
_LEFT = frozenset(word_list("points-back/left"))
_EITHER = frozenset(word_list("points-back/either"))
_EASIER = frozenset(word_list("points-back/easier"))
_HARDER = frozenset(word_list("points-back/harder"))
_GAMES = frozenset(word_list("points-back/games"))
_POINTING = frozenset(word_list("points-back/pointing"))
#: So many that were told of are remembered.
_MOST = 6
_BEFORE = {"previous": -1, "next": 1}


def with_what_is_meant(tokens: list[Token], context: Context) -> list[Token]:
    """The clause with what such words mean; the same tokens where there are none."""
    if context.lost or context.query is None:
        return tokens
    chosen = _of_those_told(tokens, context)
    if chosen is not None:
        return chosen
    for step in (
        _with_the_parent,
        _with_the_ability,
        _with_the_rest,
        _with_both,
        _with_the_ease,
        _with_the_game,
        _with_the_generation,
    ):
        tokens = step(tokens, context)
    return tokens


def _with_the_parent(tokens: list[Token], context: Context) -> list[Token]:
    """能不能跟皮卡丘生蛋, "able to breed with Pikachu?" behind one Pokémon: that one and the one that is named."""
    at = [i for i, t in enumerate(tokens) if t.has("mon")]
    if len(at) != 1 or len(context.mons) != 1 or context.mons[0].readings["mon"] == tokens[at[0]].readings["mon"]:
        return tokens
    if not any(t.has("breed", "breed") for t in tokens) or any(t.has("pron") or t.has("wh") for t in tokens):
        return tokens
    joints = [k for k in (at[0] - 1, at[0] + 1) if 0 <= k < len(tokens) and _joins(tokens[k], before=k < at[0])]
    if not joints:
        return tokens
    first = 0 if tokens[joints[0]].has("breed") or joints[0] > at[0] else joints[0]
    place = tokens[first]
    name = replace(context.mons[0], start=place.start, end=place.end, origin=place.origin)
    return [*tokens[:first], name, *tokens[first:]]


def _joins(token: Token, *, before: bool) -> bool:
    """Does a word say that something is done with somebody: 跟 in front of the name, と behind it?"""
    return token.text.casefold() in (_WITH_ONE if before else _WITH_ONE_BEHIND)


def _of_those_told(tokens: list[Token], context: Context) -> list[Token] | None:
    """ "Which of the two is Ghost type?" behind questions about one Pokémon each, or about several."""
    told = [*context.before, *context.mons] if len(context.mons) == 1 else list(context.mons)
    if is_set(context.query) or not 1 < len(told) <= _MOST or any(len(t.readings["mon"]) > 1 for t in told):
        return None
    if asks_of_those_compared(tokens, context) or not isinstance(context.query, (Compare, Facts, Check, Matchup)):
        return None
    return one_of(told, tokens)


def _with_the_ability(tokens: list[Token], context: Context) -> list[Token]:
    """ "List three Pokémon with it" behind one ability."""
    meant = context.things if len(context.things) == 1 and context.things[0].has("ability") else ()
    at = next((i for i, t in enumerate(tokens) if t.text.casefold() in _WITH_IT), None)
    asks = any(t.has("noun", "pokemon") or t.has("wh", "who") or t.has("list") for t in tokens)
    if at is None or not meant or not asks or any(t.has("mon") for t in tokens):
        return tokens
    place = tokens[at]
    name = replace(meant[0], start=place.start, end=place.end, origin=place.origin)
    word = replace(place, text="with", readings={"aux": ("have",), "carry-from": ("carry-from",)})
    noun = replace(place, text="pokemon", readings={"noun": ("pokemon",)})
    named = any(t.has("noun", "pokemon") or t.has("wh", "who") for t in tokens)  # "name some with it"
    return [*tokens[:at], *([] if named else [noun]), word, name, *tokens[at + 1 :]]


def _with_the_rest(tokens: list[Token], context: Context) -> list[Token]:
    """ "Heaviest of what's left?" behind a set that was made smaller."""
    if not (is_set(context.query) or context.group()):
        return tokens
    for i, token in enumerate(tokens):
        width = 1 if token.text.casefold() in _REST else 0
        if token.has("filler") and token.text.casefold() in _OF_THEM:
            width = 1  # "any of them legendary?"
        width = width or _spelt(tokens, i, _LEFT)
        if width:
            return [*tokens[:i], replace(token, readings={"pron": ("them",)}), *tokens[i + width :]]
    return tokens


def _with_both(tokens: list[Token], context: Context) -> list[Token]:
    """ "Does either have a hidden ability?" behind two."""
    several = len(context.mons) > 1 or bool(context.before)
    if not several or any(t.has("mon") for t in tokens):
        return tokens
    for i, token in enumerate(tokens[:6]):
        asks = i > 0 and tokens[i - 1].has("aux")
        if asks and token.text.casefold() in _EITHER:
            return [*tokens[:i], replace(token, readings={"pron": ("them",)}), *tokens[i + 1 :]]
    return tokens


def _with_the_ease(tokens: list[Token], context: Context) -> list[Token]:
    """ "So the first one is easier?" behind catch rates."""
    if number_asked(context) != "capture-rate" or any(t.has("cmp") for t in tokens):
        return tokens
    for i, token in enumerate(tokens):
        way = "gt" if token.text.casefold() in _EASIER else "lt" if token.text.casefold() in _HARDER else ""
        if way:
            return [*tokens[:i], replace(token, readings={"cmp": (f"capture-rate:{way}",)}), *tokens[i + 1 :]]
    return tokens


def _with_the_game(tokens: list[Token], context: Context) -> list[Token]:
    """ "And Thunderbolt in that game?": the game that the last question named."""
    named = [t for t in context.tokens if t.has("vg")]
    if len(named) != 1:
        return tokens
    for i in range(1, len(tokens)):
        if tokens[i].text.casefold() in _GAMES and tokens[i - 1].text.casefold() in _POINTING:
            name = replace(named[0], start=tokens[i].start, end=tokens[i].end, origin=tokens[i].origin)
            return [*tokens[: i - 1], name, *tokens[i + 1 :]]
    return tokens


def _with_the_generation(tokens: list[Token], context: Context) -> list[Token]:
    """ "And in the one before that?" behind a question of one generation."""
    named = [t for t in context.tokens if t.has("gen")]
    steps = [t for t in tokens if t.has("step")]
    rest = [t for t in tokens if t not in steps and not (is_free(t) or t.has("ell") or t.has("noun", "generation"))]
    rest = [t for t in rest if not t.has("pron")]
    if len(named) != 1 or len(steps) != 1 or rest or any(t.has("mon") for t in context.tokens):
        return tokens
    value = str(named[0].readings["gen"][0])
    way = _BEFORE.get(str(steps[0].readings["step"][0]), 0)
    if not value.isdigit() or not way or not 1 <= int(value) + way <= 9:
        return tokens
    number = str(int(value) + way)
    name = replace(steps[0], readings={"gen": (number,)}, text=f"gen {number}", how="context")
    return [*(t for t in tokens if t not in steps and not t.has("noun") and not t.has("pron")), name]


def _spelt(tokens: list[Token], i: int, phrases: frozenset[str]) -> int:
    """How many tokens from the i-th on spell one of these phrases, at most four."""
    text = ""
    for k, token in enumerate(tokens[i : i + 4]):
        text += token.text.casefold().replace("’", "'").replace(" ", "")
        if text in phrases:
            return k + 1
    return 0
