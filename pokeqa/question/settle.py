"""Which reading of a token is meant, where its neighbours say so; and which names stay ambiguous."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .amounts import amounts
from .counted_sets import with_counted_sets
from .lexer import Token
from .measure_readings import (
    with_at_least,
    with_bulk_of_a_stat,
    with_ease,
    with_experience,
    with_growth,
    with_how_high,
    with_length,
    with_pairs,
    with_places,
    with_plain_numbers,
    with_superlatives,
)
from .phrasings import phrased
from .set_phrases import with_set_phrases
from .spoken_habits import with_final_question, with_spoken
from .still import without_still
from .sums import with_sums
from .word_lists import word_list

_NAMES = ("mon", "type", "move", "ability", "item", "nature", "egg_group", "region", "vg")


def _carried(tokens: list[Token]) -> list[Token]:
    """The tokens with a name that an item shares with a game read as the item where something carries it, else as
    the game: "hold a Pearl", "hold in Pearl".
    """
    for i, token in enumerate(tokens):
        if not (token.has("item") and token.has("vg")):
            continue
        verb = i - 1
        while verb > 0 and tokens[verb].has("list", "one"):
            verb -= 1
        item = verb >= 0 and tokens[verb].has("carry")
        kept = {tag: values for tag, values in token.readings.items() if (tag == "item") is item}
        tokens[i] = replace(token, readings=kept)
    return tokens


def _twin_games(tokens: list[Token]) -> list[Token]:
    """The tokens with "in Sun" beside "and Moon" read as the game and not as the weather."""
    for i in range(len(tokens) - 2):
        twin = tokens[i + 2]
        if tokens[i].has("weather", "sun") and tokens[i + 1].has("bool", "and") and twin.has("vg"):
            tokens[i] = replace(tokens[i], readings={"vg": twin.readings["vg"]})
    return tokens


def _is_any(before: Token | None) -> bool:
    """Does "a" or "any" stand in front, or a superlative?"""
    return before is not None and (before.has("sup") or before.text.casefold() in ("a", "any", "another", "some"))


#: What ranks attacks in front of a type, without a measure.
_BEST = frozenset(word_list("best-of-kind"))


#: Who starts a journey.
_PLAYERS = word_list("players")


def _starts(tokens: list[Token]) -> list[Token]:
    """The tokens with "start with" of the player read as the starters: "Which Pokémon can you start with in Hoenn?"."""
    for i, token in enumerate(tokens):
        said = " ".join(t.text.casefold() for t in tokens[i : i + 2])
        if not said.startswith(("start with", "starts with", "started with")):
            continue
        played = any(word in _PLAYERS for t in tokens[:i] for word in t.text.casefold().split())
        behind = tokens[i + 1 : i + 3]
        placed = (
            len(behind) > 1 and behind[0].has("prep", "in") and any(behind[1].has(t) for t in ("region", "gen", "vg"))
        )
        if played and (placed or not behind):
            tokens[i] = replace(token, readings={"cls": ("starter",)})
    return tokens


def settle(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with readings dropped that their neighbours rule out.

    "Ghost type" is the type and not the Japanese name of Haunter; "the move Psychic" is the move.
    """
    tokens = without_still(with_how_high(_twin_games(_carried(list(tokens)))))
    tokens = phrased(with_set_phrases(with_counted_sets(with_plain_numbers(with_sums(_starts(amounts(tokens)))))))
    result = with_pairs(with_at_least(with_bulk_of_a_stat(with_length(tokens))))
    result = with_final_question(with_spoken(with_superlatives(_type_names(result))))
    result = with_growth(with_experience(with_places(with_ease(result))))
    for i, token in enumerate(result):
        if _attacks(result, i):
            result[i] = replace(token, readings={"noun": ("move",)})
            continue
        names = [n for n in _NAMES if token.has(n)]
        if not names:
            continue
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        before = tokens[i - 1] if i > 0 else None
        kept: str | None = None
        if "type" in names and after is not None and after.has("noun", "type") and _touches(token, after):
            kept = "type"
        elif {"type", "mon"} <= set(names) and after is not None and after.text in ("技", "わざ", "ワザ"):
            kept = "type"  # ゴースト技: what a Pokémon has is ゴーストの技
        elif {"type", "mon"} <= set(names) and _pairs_types(tokens, i):
            kept = "type"  # ゴーストとフェアリー
        elif {"type", "move"} <= set(names) and after is not None and after.text.casefold() in ("moves", "attacks"):
            kept = "type"  # "physical Psychic moves"
        elif {"type", "move"} <= set(names) and after is not None and after.has("noun", "move") and _is_any(before):
            kept = "type"  # "is there a Psychic move that is physical?", "the strongest Psychic move"
        elif {"type", "move"} <= set(names) and i > 1 and _says_of_type(tokens, i):
            kept = "type"  # "status moves of type Psychic"
        elif "move" in names and (
            (before is not None and before.has("noun", "move") and not before.has("noun", "type")
            and token.start >= before.end) or (after is not None and after.has("noun", "move") and "type" not in names)
        ):  # fmt: skip
            kept = "move"
        elif (
            "ability" in names
            and (
                (before is not None and before.has("noun", "ability") and not _is_asked_for(tokens, i - 1))
                or (after is not None and after.has("noun", "ability"))
            )
            and not (
                token.has("mu")
                and after is not None
                and (after.has("type") or after.has("wh") or after.has("attr", "type"))
            )
        ):  # 用特性免疫电系
            kept = "ability"
        elif "ability" in names and token.has("neg") and (before is None or not before.has("aux", "have")):
            kept = "neg"  # "minus the legendaries" takes them away
        elif "nature" in names and after is not None and after.has("noun", "nature"):
            kept = "nature"
        elif "move" in names and token.has("breed") and not _speaks_of_moves(tokens, i):
            kept = "breed"  # 能生蛋: what Pokémon do, and the name of a move
        elif "mon" in names and "move" in names and _about_a_move(tokens, i):
            kept = "move"  # 怪力的PP: a Pokémon has no PP
        if (
            kept is None
            and "ability" in names
            and token.has("mu")
            and before is not None
            and before.has("noun", "type")
        ):
            # 飞行系免疫什么: what the type does, and no ability's name
            result[i] = replace(token, readings={t: v for t, v in token.readings.items() if t != "ability"})
            continue
        if kept is None and "move" in names and names[0] != "mon" and _only_a_move_has(tokens, i):
            kept = "move"  # "the power of Counter": the word for an effect is the move's name here
        if kept is not None:
            readings = {t: v for t, v in token.readings.items() if t == kept}
            result[i] = replace(token, readings=readings)
        elif "mon" in names and len(names) > 1:
            # Two names of equal right: a Pokémon in most questions; the frames still see the type.
            readings = {t: v for t, v in token.readings.items() if t not in ("move", "ability", "item", "nature")}
            result[i] = replace(token, readings=readings)
    return result


def _pairs_types(tokens: Sequence[Token], i: int) -> bool:
    """Is a name that a Pokémon shares with a type joined to a type that is nothing else?"""
    joined = ((i + 1, i + 2), (i - 1, i - 2), (i + 1, i + 1), (i - 1, i - 1))
    return any(
        0 <= other < len(tokens)
        and tokens[other].has("type")
        and not tokens[other].has("mon")
        and (joint == other or tokens[joint].has("bool", "and"))
        and not (joint == other and not _touches(*sorted((tokens[i], tokens[other]), key=lambda t: t.start)))
        for joint, other in joined
    )


def _says_of_type(tokens: Sequence[Token], i: int) -> bool:
    return tokens[i - 1].has("noun", "type") and tokens[i - 2].text.casefold() in ("of", "of the")


#: What stands behind a type's short name in one word with it (恶系, 鬼属性).
_TYPE_NOUN = re.compile("(系|属性|屬性|タイプ)$")


def _type_names(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a type's short name and its noun apart (恶系), and with 虫飞 in 虫飞双系 read as two types."""
    apart: list[Token] = []
    for token in tokens:
        noun = _TYPE_NOUN.search(token.text) if token.has("type") and not token.has("mon") else None
        if noun is None or not noun.start():
            apart.append(token)
            continue
        cut, end = token.end - len(noun.group()), token.origin[0] + noun.start()
        apart.append(replace(token, end=cut, text=token.text[: noun.start()], origin=(token.origin[0], end)))
        readings: dict[str, tuple[object, ...]] = {"attr": ("type",), "noun": ("type",), "group": ("type",)}
        apart.append(replace(token, start=cut, text=noun.group(), readings=readings, origin=(end, token.origin[1])))
    apart = _with_added_shorts(apart)
    for i in range(1, len(apart)):
        pair = (apart[i - 1], apart[i])
        shorts = [t for t in pair if not t.has("type")]
        behind = apart[i + 1] if i + 1 < len(apart) else None
        named = behind is not None and (behind.has("noun", "type") or behind.has("typecount", "2"))
        # 钢飞的宝可梦, 钢飞有几个
        named = named or (behind is not None and pair[0].has("type") and _asks_for_those(apart, i + 1))
        if not named or not shorts or not all(t.has("type") or t.has("shorttype") for t in pair):
            continue
        if pair[0].origin[1] != pair[1].origin[0]:
            continue
        for k, token in zip((i - 1, i), pair, strict=True):
            if token in shorts:
                apart[k] = replace(token, readings={"type": (int(token.value("shorttype")),)})
    return apart


def _with_added_shorts(tokens: list[Token]) -> list[Token]:
    """钢加飞: the short name of a type behind a plus sign and another type."""
    for i in range(2, len(tokens)):
        plus = tokens[i - 1].has("bool", "and") and tokens[i - 1].text in _PLUS and tokens[i - 2].has("type")
        if plus and tokens[i].has("shorttype") and not tokens[i].has("type"):
            tokens[i] = replace(tokens[i], readings={"type": (int(tokens[i].value("shorttype")),)})
    return tokens


#: What adds one type to another.
_PLUS = frozenset(word_list("adding"))


def _asks_for_those(tokens: Sequence[Token], i: int) -> bool:
    """Does a word for Pokémon stand here, or what asks which or how many there are?"""
    k = i + 1 if tokens[i].text == "的" and i + 1 < len(tokens) else i
    return tokens[k].has("noun", "pokemon") or tokens[k].has("wh", "howmany") or tokens[k].has("wh", "which")


def _attacks(tokens: Sequence[Token], i: int) -> bool:
    """ "The strongest Dark-type attack": a move, where what stands before it is a type and strength is asked about."""
    if i == 0 or tokens[i].text.casefold() not in ("attack", "attacks"):
        return False
    before = tokens[i - 1]
    if tokens[i].text.casefold() == "attacks":
        # "resist Ghost and Dark attacks"
        endured = any(str(sense).endswith(":def") for t in tokens[:i] for sense in t.readings.get("mu", ()))
        return endured and before.has("type")
    if _is_asked_of_moves(tokens, i):
        return True
    if not any(_is_strength(t) for t in tokens) and not _is_best_of_type(tokens, i):
        return False
    return before.has("type") or before.has("noun", "type") or before.has("moveclass")


def _is_best_of_type(tokens: Sequence[Token], i: int) -> bool:
    """ "The best Ice attack": the word in front of the type ranks attacks; "the best attack" may be a stat."""
    k = i - 1
    while k > 0 and (tokens[k].has("type") or tokens[k].has("noun", "type")):
        k -= 1
    return k < i - 1 and tokens[k].text.casefold() in _BEST


def _is_asked_of_moves(tokens: Sequence[Token], i: int) -> bool:
    """ "Which attack never misses?", "what Fire attack does Pikachu learn": the word is asked for, and no stat is."""
    k = i - 1
    while k > 0 and (tokens[k].has("type") or tokens[k].has("moveclass")):
        k -= 1
    if not (tokens[k].has("wh", "which") or tokens[k].has("wh", "what")):
        return False
    rest = tokens[i + 1 :]
    if any(t.has("cmp") or t.has("noun", "stat") or t.has("noun", "pokemon") for t in rest):
        return False
    if tokens[k].has("wh", "which") and any(_is_strength(t) for t in rest):
        return True
    return any(_says_of_moves(t) for t in rest)


def _says_of_moves(token: Token) -> bool:
    """Is that said of moves alone: to be learned, to miss, to have power, to be somebody's own?"""
    of_moves = token.has("learn") or token.has("movedoes") or token.has("signature") or token.has("adv", "only")
    return of_moves or any(token.has("attr", name) for name in _MOVE_ONLY)


def _is_strength(token: Token) -> bool:
    return token.has("sup", "total:max") or token.has("sup", "total:min")


#: What a move has and a Pokémon has not.
_MOVE_ONLY = frozenset({"power", "accuracy", "pp", "priority", "damage-class", "contact"})


def _is_asked_for(tokens: Sequence[Token], i: int) -> bool:
    """Is the noun what a which-word asks for? 哪个特性免疫地面 names no ability behind it."""
    which = i > 0 and (tokens[i - 1].has("wh", "which") or tokens[i - 1].has("wh", "what"))
    return which and len(tokens[i + 1].readings) > 1


def _only_a_move_has(tokens: Sequence[Token], i: int) -> bool:
    """Is something asked of the sentence's subject that only moves have, and is this its only name?"""
    others = [t for k, t in enumerate(tokens) if k != i]
    asked = any(_MOVE_ONLY.intersection(t.readings.get("attr", ())) and not t.has("move") for t in others)
    # "Is Counter a physical or a special move?"
    asked = asked or (i > 0 and tokens[i - 1].has("aux", "be") and any(t.has("moveclass") for t in others))
    alone = not any(t.has("mon") or t.has("move") for t in others)
    # "How much damage does Flying do to Psychic?" is about two types.
    between_types = tokens[i].has("type") and any(t.has("type") for t in others)
    return asked and alone and not between_types


def _about_a_move(tokens: Sequence[Token], i: int) -> bool:
    """Is the move meant by a name that a Pokémon has, too: with a move's attribute, or as what is learnt?"""
    if _only_a_move_has(tokens, i) or _is_called_a_move(tokens, i):
        return True
    before = tokens[i - 1] if i else None
    learnt = before is not None and (before.has("learn", "learn") or before.has("aux", "can"))
    return learnt and any(k < i and t.has("mon") for k, t in enumerate(tokens))


def _speaks_of_moves(tokens: Sequence[Token], i: int) -> bool:
    """Is something said that only moves have or that is done with moves, or nothing but this name?"""
    others = [t for k, t in enumerate(tokens) if k != i]
    learnt = any(t.has("learn") or t.has("noun", "move") or t.has("move") for t in others)
    plain = not any(t.has("mon") or t.has("cls") or t.has("noun", "pokemon") or t.has("type") or t.has("wh", "who")
                    for t in others)  # fmt: skip
    return learnt or plain or _only_a_move_has(tokens, i)


def _is_called_a_move(tokens: Sequence[Token], i: int) -> bool:
    """怪力是什么属性的招式: what the name is said to be is a move."""
    is_something = i + 1 < len(tokens) and tokens[i + 1].has("aux", "be")
    asked = [t for t in tokens[i + 2 :] if not t.has("filler") and not t.has("yn")]
    return is_something and bool(asked) and asked[-1].has("noun", "move") and not any(t.has("learn") for t in asked)


def _touches(token: Token, after: Token) -> bool:
    return after.origin[0] - token.origin[1] <= 1


def ambiguous(tokens: Sequence[Token]) -> Token | None:
    """The first name that means more than one Pokémon (Nidoran, "mega Charizard", 水龟)."""
    for token in tokens:
        if token.has("mon") and len(token.readings["mon"]) > 1:
            return token
    return None


def as_one(tokens: Sequence[Token], which: Token, index: int) -> list[Token]:
    """The tokens with one reading of an ambiguous name chosen."""
    result = []
    for token in tokens:
        if token is which:
            readings = {t: v for t, v in token.readings.items() if t != "mon"}
            readings = {"mon": (token.readings["mon"][index],)}
            result.append(replace(token, readings=readings))
        else:
            result.append(token)
    return result
