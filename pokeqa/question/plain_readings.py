"""Everyday words that a neighbour gives another reading: a normal (non-Mega) Pokémon, 48 "in everything"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..pokedex.numbers import POKEMON_NUMBERS
from .describe.piece import UNITS
from .lexer import Token
from .word_lists import word_list

_Readings = dict[str, tuple[Any, ...]]
_FILLER: _Readings = {"filler": ("filler",)}
_ORDINARY = frozenset(word_list("ordinary"))
_ONLY = frozenset(word_list("plain-readings/only"))
#: To fly, what stands in front of it where it describes a set, and the type of those who do.
_FLIES = frozenset(word_list("plain-readings/flies"))
_OF_FLYERS = frozenset(word_list("plain-readings/of-flyers"))
_ABLE = frozenset(word_list("plain-readings/able"))
_FLYING = 3
#: Attack, and what sets the stat of two beside each other behind it.
_STRIKES = frozenset(word_list("plain-readings/strikes"))
_AGAINST = frozenset(word_list("plain-readings/against"))
#: What is coloured of a Pokémon.
_BODIES = frozenset(word_list("plain-readings/bodies"))
#: What asks whose a move is, and elsewhere whose a combination of types is.
_BELONGS = frozenset(word_list("plain-readings/belongs"))
_MEAN = frozenset(word_list("plain-readings/mean"))
_COUNTED = frozenset(word_list("plain-readings/counted"))
_GAIN = frozenset(word_list("plain-readings/gain"))
_TAKE = frozenset(word_list("plain-readings/take"))
_BEATS = frozenset(word_list("plain-readings/beats"))
_WHAT_NUMBER = frozenset(word_list("plain-readings/what-number"))
_MINUS = frozenset(word_list("plain-readings/minus"))
#: What is done to numbers; what is gained of those beaten; and the last stage, in front of starters.
_CHANGE = frozenset(word_list("plain-readings/change"))
_EFFORT = frozenset(word_list("plain-readings/effort"))
_STRONGER = frozenset(word_list("plain-readings/stronger"))
_FINAL = frozenset(word_list("plain-readings/final"))
#: Words for a total, in front of what is added up.
_TOTAL = frozenset(word_list("plain-readings/total"))
#: What compares attacks, in front of a power.
_OVER = frozenset(word_list("plain-readings/over"))
#: A word for a place inside, which a move makes a verb.
_HIT = frozenset(word_list("plain-readings/hit"))
_COUNTER = frozenset(word_list("plain-readings/counter"))
#: Kinds of one Pokémon, where nobody breeds it.
_BREEDS = frozenset(word_list("plain-readings/breeds"))
#: A condition that is a type elsewhere, and who brings somebody into it.
_POISONS = frozenset(word_list("plain-readings/poisons"))
_WHO = tuple(word_list("hits-on/who"))
#: How many of a match-up's types there are: "zero weaknesses", 两个弱点.
_NONE = frozenset(word_list("plain-readings/none"))
#: A condition that is short for a move, too.
_AILING = frozenset(word_list("plain-readings/ailing"))
#: Words for a form that are words for a game elsewhere.
_VERSIONS = frozenset(word_list("plain-readings/versions"))
_TWO = frozenset(word_list("plain-readings/two"))
#: Up to a level, where a number follows.
_BY_LEVEL = frozenset(word_list("plain-readings/by-level"))
#: What Pokémon do to a move that they learn.
_GET = frozenset(word_list("plain-readings/get"))
#: What asks for the use of a thing that is named.
_DO_WITH = frozenset(word_list("plain-readings/do-with"))
#: 都会 behind a set and in front of a move: all of it know how to use it.
_ALL_CAN = frozenset(word_list("all-can"))
_ALL_THE_WAY = frozenset(word_list("all-the-way"))
#: What else may be said of Pokémon, so that "only" may belong to it.
_SAID_OF_THEM = ("mon", "move", "learn", "ability", "mu", "ev", "item", "bool", "number", "neg")
#: Words for all base stats, where a number stands in front of them.
_EVERYTHING = frozenset(word_list("everything"))


def with_plain_readings(tokens: list[Token]) -> list[Token]:
    """The tokens with such words read as their neighbours have it."""
    result: list[Token] | None = None
    for i, token in enumerate(tokens):
        read = _BY_WORD.get(token.text.casefold()) or (_measures if "factor" in token.readings else None)
        readings = read(tokens, i) if read is not None else None
        if readings is not None:
            result = result or list(tokens)
            result[i] = replace(token, readings=readings)
    return result or tokens


def _attacks(tokens: list[Token], i: int) -> _Readings | None:
    against = i + 1 == len(tokens) - 1 and tokens[i + 1].text.casefold() in _AGAINST
    return {"attr": ("attack",)} if against and sum(t.has("mon") for t in tokens) > 1 else None


def _set_against(tokens: list[Token], i: int) -> _Readings | None:
    both = i == len(tokens) - 1 and i > 0 and _is_number(tokens[i - 1])
    return {"contrast": ("differences",)} if both and sum(t.has("mon") for t in tokens) > 1 else None


def _measures(tokens: list[Token], i: int) -> _Readings | None:
    """ "exactly 2 m tall": a number, and no factor."""
    measured = tokens[i].has("number") and i + 1 < len(tokens) and tokens[i + 1].has("unit")
    return {"number": tokens[i].readings["number"]} if measured else None


def _is_form(tokens: list[Token], i: int) -> _Readings | None:
    """ "Which version of Lycanroc is fastest?": of its forms, as games have no Speed."""
    near = [t for t in tokens[max(0, i - 2) : i + 3] if t.has("mon") or t.has("wh")]
    asked = any(t.has("wh", "which") or t.has("wh", "what") for t in near) and any(t.has("mon") for t in near)
    ranked = any(t.has("sup") or t.has("cmp") for t in tokens)
    return {"noun": ("form",)} if asked and ranked else None


def _is_ailment(tokens: list[Token], i: int) -> _Readings | None:
    """哪些招式可以催眠, 防止催眠: what a move or an ability does or keeps off, and no move by that name."""
    asked = any(t.has("noun", "move") or t.has("noun", "ability") or t.has("usedoes") or t.has("passive")
                for t in tokens)  # fmt: skip
    return {tag: values for tag, values in tokens[i].readings.items() if tag != "move"} if asked else None


def _of_a_body(tokens: list[Token], i: int) -> _Readings | None:
    return _FILLER if i and tokens[i - 1].has("color") else None


def _whose(tokens: list[Token], i: int) -> _Readings | None:
    return None if any(t.has("move") or t.has("ability") for t in tokens) else {"wh": ("which",)}


def _averaged(tokens: list[Token], i: int) -> _Readings | None:
    return {"agg": ("average",)} if i + 1 < len(tokens) and _is_number(tokens[i + 1]) else None


def _is_learnt(tokens: list[Token], i: int) -> _Readings | None:
    """ "Which Pokémon get Rage Fist", "who can get Surf": learn it."""
    asked = [t for t in tokens[max(0, i - 2) : i] if t.has("noun", "pokemon") or t.has("wh", "who")]
    k = i + 1
    while k < len(tokens) and tokens[k].has("filler") and not tokens[k].has("move"):
        k += 1
    named = k < len(tokens) and tokens[k].has("move") and not tokens[k].has("ability")
    return {"learn": ("learn",)} if asked and named else None


def _used_for(tokens: list[Token], i: int) -> _Readings | None:
    """ "What do I do with a Peat Block?": what it is for."""
    others = any(t.has(tag) for t in tokens for tag in ("mon", "move", "ability", "ev", "type"))
    return {"attr": ("effect",)} if not others and any(t.has("item") for t in tokens[i:]) else None


def _all_learn(tokens: list[Token], i: int) -> _Readings | None:
    """所有电系都会十万伏特吗: learn it; of the move, 十万伏特一直都是电系, the type stands behind it."""
    told = i + 1 < len(tokens) and tokens[i + 1].has("move") and not tokens[i + 1].has("type")
    named = tokens[i - 1] if i else tokens[0]
    return {"learn": ("learn",)} if told and any(map(named.has, ("type", "noun", "cls", "mon"))) else None


def _learns(tokens: list[Token], i: int) -> _Readings | None:
    """水系会十万伏特吗, 有岩石系会冲浪吗: a type that can do a move has learnt it."""
    of_type = i > 1 and tokens[i - 1].has("noun", "type") and tokens[i - 2].has("type")
    named = i + 1 < len(tokens) and tokens[i + 1].has("move") and not tokens[i + 1].has("ability")
    return {**tokens[i].readings, "learn": ("learn",)} if of_type and named else None


def _ordinary(tokens: list[Token], i: int) -> _Readings | None:
    """ "normal (non-mega) Pokémon": explained by what it is not, it is no type."""
    split = tokens[i].text == "普" and i + 1 < len(tokens) and tokens[i + 1].text == "通"
    k = i + 1 + split
    if not split and tokens[i].text in ("普", "通"):
        k = i + 1 if i and tokens[i - 1].text == "普" else len(tokens)
    denied = k + 1 < len(tokens) and tokens[k].has("neg", "neg") and tokens[k].text.casefold() in ("non", "非")
    return _FILLER if denied and (tokens[k + 1].has("formkind") or tokens[k + 1].has("cls")) else None


def _is_of_flyers(tokens: list[Token], i: int) -> _Readings | None:
    """ "Which ones fly?", "anything heavy that flies", 会飞的宝可梦: those of the type, where nobody uses the move."""
    if not i or any(t.has("mon") or t.has("learn") or t.has("noun", "move") or t.has("noun", "game") for t in tokens):
        return None
    before = tokens[i - 1]
    if not tokens[i].text.isascii():
        behind = i + 1 < len(tokens) and tokens[i + 1].text.startswith("的")
        return {"type": (_FLYING,)} if behind and before.text in _ABLE else None
    said = before.has("noun", "pokemon") or before.has("wh", "which") or before.text.casefold() in _OF_FLYERS
    return {"type": (_FLYING,)} if said else None


def _by_a_level(tokens: list[Token], i: int) -> _Readings | None:
    """ "The moves it knows by level 20": up to the level, and not a way to evolve."""
    numbered = i + 1 < len(tokens) and tokens[i + 1].has("number")
    return {"wh": ("level",), "op": ("le",)} if numbered and any(t.has("learn") for t in tokens) else None


def _is_number(token: Token) -> bool:
    return any(value in POKEMON_NUMBERS for value in token.readings.get("attr", ()))


def _dex_number(tokens: list[Token], i: int) -> _Readings | None:
    """ "The number of Milotic in the Hoenn dex": the one that it has there, and not how many there are."""
    named = i + 1 < len(tokens) and tokens[i + 1].has("mon")
    return {"attr": ("dex-number",)} if named and any(t.has("noun", "dex") for t in tokens) else None


def _gained(tokens: list[Token], i: int) -> _Readings | None:
    """ "What does a Hasty Infernape gain and what does it lose?": what its nature raises, and no moves."""
    lost = any(t.has("bend", "lowers") for t in tokens[i:]) and any(t.has("nature") for t in tokens)
    return {"bend": ("raises",)} if lost else None


def _named_first(tokens: list[Token], i: int) -> _Readings | None:
    """ "Take Alakazam and Espeon. How far apart are they?": only names the two."""
    k = i + 1
    while k < len(tokens) and (tokens[k].has("mon") or tokens[k].has("bool")):
        k += 1
    several = sum(t.has("mon") for t in tokens[i + 1 : k]) > 1
    ends = k == len(tokens) or tokens[k].origin[0] > tokens[k - 1].origin[1] + 1  # a sign stands behind them
    return {"unknown": ()} if i == 0 and several and ends else None


def _over(tokens: list[Token], i: int) -> _Readings | None:
    """ "Stronger than 150 power": in front of a number it is a bound."""
    numbered = i + 2 < len(tokens) and tokens[i + 1].has("number")
    return {"op": ("gt",)} if numbered and tokens[i + 2].has("attr", "power") else None


def _exceeds(tokens: list[Token], i: int) -> _Readings | None:
    """ "Whose base Attack beats 100", "Melmetal beats Meltan by how many kilos?": has more of it."""
    if i == 0 or i + 1 >= len(tokens):
        return None
    if tokens[i + 1].has("number") and _is_number(tokens[i - 1]):
        return {"op": ("gt",)}
    if tokens[i + 1].has("op") and any(map(_is_number, tokens[i + 2 : i + 5])):
        return _FILLER  # "that hit at least 110 Special Attack"
    of_two = tokens[i - 1].has("mon") and tokens[i + 1].has("mon") and any(t.has("bymuch") for t in tokens[i:])
    unit = next((str(t.readings["unit"][0]) for t in tokens[i:] if t.has("unit")), "") if of_two else ""
    return {"cmp": (f"{UNITS[unit][0]}:gt",)} if unit in UNITS else None


def _how_much(tokens: list[Token], i: int) -> _Readings | None:
    """ "Its Defense is what number?": that of the stat, and not of the Pokédex."""
    return {"wh": ("howmuch",)} if any(_is_number(t) for k, t in enumerate(tokens) if k != i) else None


def _apart(tokens: list[Token], i: int) -> _Readings | None:
    """ "Talonflame's Speed minus Braviary's Speed": how far the two are apart."""
    sides = tokens[:i], tokens[i + 1 :]
    both = all(sum(t.has("mon") for t in side) == 1 and any(map(_is_number, side)) for side in sides)
    return {"contrast": ("differences",)} if both else None


def _of_sizes(tokens: list[Token], i: int) -> _Readings | None:
    """ "Total weight of the three birds": what stands in front of a size adds it up, and is no base stat total."""
    if i + 1 == len(tokens) or not (tokens[i + 1].has("attr", "height") or tokens[i + 1].has("attr", "weight")):
        return None
    return _FILLER if sum(token.has("mon") for token in tokens) == 1 else {"sumword": ("sum",)}


def _is_hit(tokens: list[Token], i: int) -> _Readings | None:
    """鬼斯通会中地震吗, 地震会中鬼斯通吗: whether the move hits."""
    before, after = (tokens[i - 1] if i else None), (tokens[i + 1] if i + 1 < len(tokens) else None)
    if before is None or after is None or not (before.has("aux", "can") or before.has("mon") or before.has("neg")):
        return None
    if after.has("move") and any(t.has("mon") for t in tokens[:i]):
        return {"mu": ("effect:def",)}
    struck = after.has("mon") and before.has("aux", "can") and any(t.has("move") for t in tokens[:i])
    return {"mu": ("effect:att",)} if struck else None


def _of_one_type(tokens: list[Token], i: int) -> _Readings | None:
    """只有飞行属性的宝可梦, 只是飞行系的有谁: those of one type, where nothing else is said of them."""
    k = i + 1
    if k < len(tokens) and tokens[i].text in ("只", "仅") and tokens[k].text in ("是", "有"):
        k += 1
    elif tokens[i].text in ("只", "仅"):
        return None
    if k >= len(tokens) or not tokens[k].has("type") or any(t.has(tag) for t in tokens for tag in _SAID_OF_THEM):
        return None
    k += 1
    while k < len(tokens) and tokens[k].has("noun", "type"):
        k += 1
    return {"typecount": ("1",)} if k < len(tokens) and tokens[k].text.startswith("的") else None


def _counts(tokens: list[Token], i: int) -> _Readings | None:
    """3つ: the counter behind a number."""
    return _FILLER if i and tokens[i - 1].has("number") else None


def _is_a_form(tokens: list[Token], i: int) -> _Readings | None:
    """ "Which Tauros breed resists Water?": which of its forms."""
    named = bool(i) and tokens[i - 1].has("mon")
    return {"noun": ("form",)} if named and any(t.has("mu") or t.has("attr", "type") for t in tokens) else None


def _is_a_condition(tokens: list[Token], i: int) -> _Readings | None:
    """ "Can I poison Steelix?": to bring it into the condition."""
    behind = tokens[i + 1 : i + 3]
    who = i > 0 and tokens[i - 1].text.casefold().split()[-1] in _WHO
    return {"ailment": ("poison",)} if who and any(t.has("mon") or t.has("type") for t in behind) else None


def _counts_types(tokens: list[Token], i: int) -> bool:
    return any(t.has("attr", noun) for t in tokens[i + 1 : i + 2] for noun in ("weakness", "resistance", "immunity"))


def _none_of(tokens: list[Token], i: int) -> _Readings | None:
    return {"neg": ("neg",)} if _counts_types(tokens, i) else None


def _two_of(tokens: list[Token], i: int) -> _Readings | None:
    return {"number": (2.0,)} if _counts_types(tokens, i) else None


def _of_all_stats(tokens: list[Token], i: int) -> _Readings | None:
    """ "48 in everything", "100 everywhere": a number in front and no stat named."""
    if tokens[i].text.casefold() not in _EVERYTHING or not any(t.has("mon") for t in tokens[:i]):
        return None
    number = i - 1
    while number > 0 and (tokens[number].has("prep") or tokens[number].has("filler")):
        number -= 1
    if number < 0 or not tokens[number].has("number") or any(t.has("everystat") for t in tokens):
        return None
    before = tokens[number - 1] if number else None
    if before is None or not (
        before.has("aux", "have") or before.has("aux", "be") or before.has("filler") or before.has("mon")
    ):
        return None
    return {"attr": ("stats",), "everystat": ("all",)}


def _changed(tokens: list[Token], i: int) -> _Readings | None:
    """ "Did Alakazam get a Special Defense buff?": whether it was changed; a move gives other buffs."""
    others = any(t.has(tag) for t in tokens for tag in ("move", "ability", "item", "nature", "weather"))
    before = tokens[i - 1] if i else None
    stat = before is not None and (before.has("meet") or (_is_number(before) and not before.has("cmp")))
    stat = stat and sum(_is_number(t) for t in tokens) == 1
    asks = tokens[0].has("aux") or any(t.has("hist", "past") for t in tokens)
    return {"hist": ("change",)} if stat and asks and not others and any(t.has("mon") for t in tokens) else None


def _effort_given(tokens: list[Token], i: int) -> _Readings | None:
    """ "Which stat does Shuckle give effort in?": the effort values that it gives."""
    given = any(t.has("effort", "give") or t.has("beaten", "get") for t in tokens)
    return {"attr": ("ev-yield",)} if given and any(t.has("mon") for t in tokens) else None


def _fully_evolved(tokens: list[Token], i: int) -> _Readings | None:
    """ "The final Sinnoh starters": those that starters become in the end."""
    behind = tokens[i + 1 : i + 4]
    starters = next((k for k, t in enumerate(behind) if t.has("cls", "starter")), None)
    if starters is None or not all(t.has("region") or t.has("gen") or t.has("type") for t in behind[:starters]):
        return None
    return {"ev": ("final",), "stage": ("final",)}


def _by_a_stat(tokens: list[Token], i: int) -> _Readings | None:
    """ "On base Attack, who is stronger?": by the stat that is named."""
    named = sum(_is_number(t) and not t.has("cmp") for t in tokens)
    return {"cmp": (":gt",)} if named == 1 and sum(t.has("mon") for t in tokens) > 1 else None


def _steps(tokens: list[Token], i: int) -> _Readings | None:
    """由波加曼一路进化而来: through more stages than one."""
    return {"light": ("light",)} if i + 1 < len(tokens) and tokens[i + 1].has("ev", "from") else None


#: How each such word is read; most words are none of them.
_BY_WORD: dict[str, Callable[[list[Token], int], _Readings | None]] = {
    word: read
    for words, read in reversed((
        (_ALL_THE_WAY, _steps),
        (_BREEDS, _is_a_form), (_POISONS, _is_a_condition), (_VERSIONS, _is_form), (_AILING, _is_ailment),
        (_ORDINARY, _ordinary), (_EVERYTHING, _of_all_stats), (_ONLY, _of_one_type), (_STRIKES, _attacks),
        (_AGAINST, _set_against), (_FLIES, _is_of_flyers), (_BODIES, _of_a_body), (_BELONGS, _whose),
        (_MEAN, _averaged), (_COUNTED, _dex_number), (_MINUS, _apart), (_TOTAL, _of_sizes), (_HIT, _is_hit),
        (_GET, _is_learnt), (_NONE, _none_of), (_TWO, _two_of),
        (_COUNTER, _counts), (_ALL_CAN, _all_learn), (_ABLE, _learns),
        (_WHAT_NUMBER, _how_much), (_DO_WITH, _used_for), (_BEATS, _exceeds), (_TAKE, _named_first),
        (_GAIN, _gained), (_BY_LEVEL, _by_a_level), (_CHANGE, _changed), (_EFFORT, _effort_given),
        (_FINAL, _fully_evolved), (_STRONGER, _by_a_stat),
        (_OVER, _over),
    ))
    for word in words
}  # fmt: skip
