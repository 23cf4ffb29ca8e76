"""What a question for a set asks for: Pokémon or moves, and whether it asks for a set at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...pokedex.model import STATS
from ..algebra import (
    And,
    Condition,
    EvolvesBy,
    GivesEffort,
    HasAbility,
    HasType,
    IsClass,
    MetAt,
    Not,
    Number,
    NumberAgainst,
    Or,
    RelativeOf,
    SharesWith,
    TypeCount,
)
from ..clause import Clause
from ..describe.moves import example_of_moves, moves_left_out
from ..word_lists import word_list
from .introduced import counts_animals
from .set_forms import counts_forms

#: Numbers that only moves have.
OF_MOVES = ("power", "accuracy", "pp", "priority")
#: Words that leave open which one of a set is meant.
_ANY = frozenset(word_list("set-asked/any"))
#: Where the first sentence begins behind the words of a second one that were put in front of it.
_LED = 2
#: Words for kinds of moves that can hold the word for a move: "sleep moves", 声音类招式.
_MOVE_TAGS = ("moveclass", "moveflag", "movedoes", "movekind", "moveail", "attacking")


def names_a_set(clause: Clause, condition: Condition | None, what: str, *, ranked: bool, counted: bool) -> bool:
    """Does the clause say that it asks for a set, and for which?"""
    nameless = clause.mons() and not _set_word(clause) and not clause.find("noun", "type", again=True)
    if what != "move" and nameless and not _tells_kin(condition):
        return False
    if condition is None and not ranked and clause.has("noun", "move"):
        return False  # "How many moves can a Pokémon know?" counts no Pokémon
    if condition is None:
        # "Shortest and lightest Pokémon" does not fall into two rankings.
        return (
            _set_word(clause) or _names_base_stats(clause) or clause.has("sumword") or _only_pokemon_have(clause)
            if ranked
            else counted and clause.has("noun", "pokemon")
        )
    if ranked or what == "move":
        return True
    if not counted:
        return _asks_for_a_set(clause, condition)
    counts = clause.has("noun", "pokemon") or clause.has("type") or clause.has("cls") or counts_animals(clause)
    counts = counts or isinstance(condition, HasAbility)  # "how many have Intimidate": only Pokémon do
    counts = counts or (clause.language != "en" and clause.tokens[0].text.startswith("能"))  # 能超级进化的有多少
    kinds = (clause.tokens[i].text.casefold() for i in clause.find("typecount", again=True))
    counts = counts or any(text.endswith("types") for text in kinds)  # "How many dual types are there?"
    counts = counts or (clause.has("intro") and (clause.has("region") or clause.has("gen")))  # 帕底亚地区新增了多少种
    return counts or clause.has("brood") or counts_forms(clause)  # "how many with Mega forms" of what?


def _only_pokemon_have(clause: Clause) -> bool:
    """ "Lowest level evolution of all?", "quickest hatching egg": ranked by what nothing else has."""
    ranked = clause.find("sup", again=True)
    if any(clause.at(i, "sup", "evolution-level:min", "evolution-level:max") for i in ranked):
        return True
    eggs = [i for i in ranked if clause.at(i, "sup", "hatch:min", "hatch:max")]
    return bool(eggs) and (clause.has("egg") or "egg" in clause.tokens[eggs[0]].text.casefold())


#: More conditions than these describe a set without a word for it.
_FEW = 2


def asks_whether_any(clause: Clause) -> bool:
    """ "Is there a Normal/Ghost type?", "does any Ice type resist Fire?", 有没有不会进化的一般系, 有...吗."""
    if not clause.is_yes_no():
        return _then_wants_some(clause)
    if any(clause.tokens[i].text.casefold() == "real" for i in clause.find("exist", again=True)):
        return False  # "Are dragons real?"
    if clause.has("exist") or any(token.text.casefold() in _ANY for token in clause.tokens):
        return True
    return clause.language != "en" and any(token.text.startswith("有") for token in clause.tokens)


def _then_wants_some(clause: Clause) -> bool:
    """ "Is there a Fire type with Levitate? Which?": what the second sentence asks has been put in front, twice."""
    led = len(clause.tokens) > _LED and clause.tokens[0].origin == clause.tokens[1].origin
    return led and (clause.at(_LED, "exist") or (clause.at(_LED, "aux") and clause.at(_LED + 1, "list", "all")))


def about_reality(clause: Clause) -> bool:
    """ "Are ghosts real?" is about no Pokémon."""
    real = any(token.text.casefold() == "real" for token in clause.tokens)
    return real and not clause.has("noun", "pokemon", "type")


def what_is_searched(clause: Clause) -> Any:
    """Whether Pokémon or moves are asked for."""
    learnt = clause.has("learn", "learn") and not clause.mons(again=True)
    types = clause.find("type", again=True)
    if len(types) > 1 and not takes_attacks(clause, types[0]) and takes_attacks(clause, types[-1]):
        return "pokemon"  # "Which Steel types resist Fire moves?"
    others = [i for i in clause.find("move", again=True) if i not in _set_aside(clause)]
    if clause.has("noun", "move") and not learnt and not clause.has("noun", "pokemon") and not others:
        return "move"
    if clause.has("moveclass") and clause.has("attr", "power", "accuracy"):
        return "move"
    if _names_what_moves_have(clause) and not clause.has("noun", "pokemon") and not clause.mons(again=True):
        return "move"  # "power over 150": only moves have it
    if any(clause.has(tag) and _ends_in_moves(clause, tag) for tag in _MOVE_TAGS):
        return "move"
    return "pokemon"


def is_of_one_told(clause: Clause) -> bool:
    """ "What's its max power?" asks about the move that was told of, and for no record of all moves."""
    return any(token.text.casefold() in _ITS for token in clause.tokens)


_ITS = frozenset(word_list("its"))


def _set_aside(clause: Clause) -> list[int]:
    """The moves that are left out of a set, or are an example of it."""
    return [*(i for i, _ in moves_left_out(clause)), *example_of_moves(clause)]


def takes_attacks(clause: Clause, i: int) -> bool:
    """Is the type at i one whose attacks are taken: right behind "weak to", "resist", 免疫, or in a list there?"""
    k = i - 1
    while k >= 0 and (clause.at(k, "type") or clause.at(k, "bool") or clause.at(k, "filler") or clause.at(k, "prep")):
        if clause.at(k, "mu", *_TAKEN):
            break
        k -= 1
    return clause.at(k, "mu", *_TAKEN)


#: How attacks are taken.
_TAKEN = ("weak:def", "resist:def", "immune:def")


def _names_what_moves_have(clause: Clause) -> bool:
    """Is there a word for power or accuracy that means nothing else?"""
    words = clause.find("attr", "power", "accuracy", "pp", again=True)
    return any(set(clause.tokens[i].readings) == {"attr"} for i in words) and not clause.has("learn")


def measures_moves(condition: Condition) -> bool:
    """Does a condition hold a number that only moves have?"""
    if isinstance(condition, Number):
        return condition.attribute in OF_MOVES
    if isinstance(condition, Not):
        return measures_moves(condition.condition)
    return isinstance(condition, And | Or) and any(map(measures_moves, condition.conditions))


def _ends_in_moves(clause: Clause, tag: str) -> bool:
    """Does a word of this tag say "moves" itself: "physical move", 声音类招式?"""
    endings = ("move", "moves", "attacks", "招式", "技", "技能")
    return any(clause.tokens[i].text.casefold().endswith(endings) for i in clause.find(tag, again=True))


def _set_word(clause: Clause) -> bool:
    return (
        clause.has("nonzero") or
        clause.has("noun", "pokemon", "type", "move")
        or any(_ends_in_moves(clause, tag) for tag in _MOVE_TAGS)
        or clause.has("ord")
        or clause.has("wh", "which", "what", "who", "howmany")
        or clause.has("list", "list", "all")
        or clause.has("ev", "post", "family")
        or counts_animals(clause)
    )  # fmt: skip


def _names_base_stats(clause: Clause) -> bool:
    """ "Highest base Defense?", 种族值总和最高: only Pokémon have base stats."""
    if clause.find("attr", *STATS, again=True) and clause.find("sup", ":max", ":min", again=True):
        return True  # "highest HP overall?"
    words = (clause.tokens[i].text.casefold() for i in clause.find("attr", again=True))
    return any(word.startswith("base ") or "种族值" in word or "種族値" in word for word in words)


def _ends_in_de(clause: Clause) -> bool:
    """A Chinese description that ends in 的 leaves its noun out."""
    return clause.language.startswith("zh") and clause.tokens[-1].text == "的" and not clause.is_yes_no()


def _bounds(number: Number) -> bool:
    """Is it a number that Pokémon alone have, with a bound?"""
    return number.attribute not in OF_MOVES and number.op not in ("eq", "ne")


def _tells_kin(condition: Condition | None) -> bool:
    """Is one described by its types and by what it evolves from or into: "psychic fairy evolves from kirlia"?"""
    parts = condition.conditions if isinstance(condition, And) else ()
    types = [one for c in parts for one in (c.conditions if isinstance(c, And) else (c,)) if isinstance(one, HasType)]
    return bool(types) and any(isinstance(c, RelativeOf) for c in parts)


def pairing(clause: Clause, condition: Condition | None) -> list[int]:
    """The word for two types on one Pokémon, where two are named: 有没有一般加虫的组合."""
    parts = condition.conditions if isinstance(condition, And) else ()
    both = sum(isinstance(part, HasType) for part in parts) > 1
    return clause.find("pairing") + clause.find("sumword", "sum") if both else []


def _plural_pairs(clause: Clause) -> bool:
    """ "Dragon and Flying combos" are those that are both."""
    return any(clause.tokens[i].text.casefold().endswith("s") for i in clause.find("pairing"))


def _asks_for_a_set(clause: Clause, condition: Condition) -> bool:
    """A description asks for a set only with a word that says so: which, list, Pokémon, "types" — not a lone type."""
    if clause.has("attr", "members"):
        return True  # "human-like egg group members from Hoenn"
    if (
        clause.has("wh", "which", "who")
        or clause.has("list", "list", "all")
        or any(token.text.casefold() == "all of them" for token in clause.tokens)
        or clause.has("noun", "pokemon", "form", "move")
    ):
        return True
    if clause.language == "ja" and clause.tokens[-1].text == "のは":
        return True  # つきのいしで進化するのは
    if isinstance(condition, EvolvesBy) and clause.tokens[-1].text.casefold() == "evolutions":
        return True  # "moon stone evolutions"
    if len(getattr(condition, "conditions", ())) > 1 and _ends_in_de(clause):
        return True  # 既是钢系又免疫地面的
    if pairing(clause, condition) and (asks_whether_any(clause) or _plural_pairs(clause)):
        return True
    if clause.has("brood") or clause.has("lang") or asks_whether_any(clause):
        return True
    numbers = [c for c in (condition.conditions if isinstance(condition, And) else ()) if isinstance(c, Number)]
    if len(numbers) > 1 and not clause.is_yes_no() and not clause.has("wh"):
        return True  # "at least 3 m tall and at most 100 kg"
    if clause.has("wh", "what") and clause.has("noun", "type"):
        return True
    if clause.language != "en" and clause.has("exist") and clause.has("noun", "type"):
        return True  # 有没有速度超过100的水系
    both = condition.conditions if isinstance(condition, And) else ()
    parts = tuple(one for c in both for one in (c.conditions if isinstance(c, And) else (c,)))
    if clause.has("wh", "what") and any(isinstance(c, MetAt) for c in parts or (condition,)):
        return True  # "what can you catch on Route 1": only Pokémon are met
    types = [c.condition if isinstance(c, Not) else c for c in parts if isinstance(c, Not | HasType)]
    denied = any(isinstance(c, Not) for c in parts) and any(isinstance(c, HasType) for c in parts)
    if denied and all(isinstance(c, HasType) for c in types) and _says_but(clause):
        return True  # "Fairy but no Psychic or Normal, Gen 6"
    anything = any(token.text.casefold() in _ANY for token in clause.tokens)
    if (clause.has("wh", "what") or anything) and any(
        isinstance(c, NumberAgainst | SharesWith) for c in parts or (condition,)
    ):
        return True  # "what's faster than Dragapult": only Pokémon are measured against one
    if any(isinstance(c, Number) and _bounds(c) for c in parts or (condition,)) and (
        anything or (not parts and not clause.is_yes_no())
    ):
        return True  # "anything heavier than 2000 pounds?", "base HP at least 170?"
    told = any(token.text.casefold() == "weighs" for token in clause.tokens)
    if told and clause.has("wh", "what") and any(isinstance(c, Number) for c in parts or (condition,)):
        return True  # "what weighs exactly 6 kg"
    if clause.has("wh", "what") and any(isinstance(c, GivesEffort) for c in parts or (condition,)):
        return True  # "what gives Speed EVs": only Pokémon do
    if clause.has("wh", "what") and (
        clause.has("ev", "bare") or any(isinstance(c, EvolvesBy) for c in parts or (condition,))
    ):
        return True  # "what evolves with a Moon Stone": only Pokémon evolve
    against = [c for c in parts or (condition,) if isinstance(c, NumberAgainst | SharesWith)]
    led = max(clause.find("mon", again=True), default=0) > max(
        (*clause.find("shares", again=True), *clause.find("cmp", again=True)), default=0
    )  # "Stoutland and Herdier, same types?" asks of the two
    led = led if clause.language == "en" else _ends_in_de(clause)
    if against and led and not clause.is_yes_no() and (isinstance(against[0], SharesWith) or clause.has("type")):
        return True  # "same typing as Scizor?", "a Water/Ground faster than Quagsire"
    numbered = any(isinstance(c, Number) and c.attribute == "dex-number" for c in parts)
    if (numbered or _tells_kin(condition)) and not clause.is_yes_no():
        return True  # "what is number 150 and is Psychic", "psychic fairy evolves from kirlia"
    if len(parts) > _FEW and numbers and not clause.is_yes_no() and not clause.has("wh"):
        return True  # "no more than 50 kg, dragon, fully evolved"
    plain = [c.condition if isinstance(c, Not) else c for c in parts]  # 速度超过130的非传说
    if len(parts) > 1 and any(isinstance(c, IsClass | TypeCount) for c in plain):
        return True  # "unova starters", "single type Dragons"
    plural = any(clause.tokens[i].text.casefold().endswith("s") for i in clause.find("type", again=True))
    return len(parts) > 1 and (clause.has("noun", "type") or plural) and not clause.is_yes_no()


def _says_but(clause: Clause) -> bool:
    """ "Fairy but not Psychic": types with an exception, which are no question about the types themselves."""
    said = any(token.text.casefold().partition(" ")[0] == "but" for token in clause.tokens)
    return said and not clause.is_yes_no() and not clause.has("wh") and not clause.has("mu")


def at_odds(parts: Sequence[Condition]) -> bool:
    """Is a number said to be one, and above or below another that it is not? One of the two was no condition."""
    numbers = [one for one in parts if isinstance(one, Number)]
    exact = {one.attribute: one.value for one in numbers if one.op == "eq"}
    return any(
        (one.op in ("gt", "ge") and exact[one.attribute] < one.value)
        or (one.op in ("lt", "le") and exact[one.attribute] > one.value)
        for one in numbers
        if one.attribute in exact
    )
