"""Wordings that hold known words and ask what no query can say, so that a frame would read something else from them.

Each rule is a kind of wording: a claim on all or none of a set, one type's moves set against another
type. A clause that fits one is left to the other layers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .clause import is_free
from .denials import denies_of_a_set
from .lexer import Token
from .word_lists import word_list

_STATS = frozenset({"hp", "attack", "defense", "special-attack", "special-defense", "speed", "total"})
#: Chinese tags that ask for assent.
_ASSENT = frozenset(word_list("assent"))
#: A word for shiny Pokémon and the name of a move.
_SHINY = frozenset(word_list("shiny"))
#: Words for what stands between two others.
_BETWEEN = frozenset(word_list("unsaid/between"))


_SIZED = frozenset({"height", "weight", "type", *_STATS})
#: The item that keeps its holder from evolving.
_EVERSTONE = 206


def is_unsaid(tokens: Sequence[Token], language: str) -> bool:
    """Does the clause ask what no query can say, though its words are known?"""
    return any(rule(tokens, language) for rule in _RULES)


def _word(tokens: Sequence[Token], i: int) -> str:
    return tokens[i].text.casefold() if 0 <= i < len(tokens) else ""


def _at(tokens: Sequence[Token], i: int, tag: str, *values: str) -> bool:
    return 0 <= i < len(tokens) and tokens[i].has(tag, *values)


def _sets_moves_against_a_type(tokens: Sequence[Token], language: str) -> bool:
    """ "Which Dragon moves can a Fairy use?", 地震打不到的电系宝可梦: moves of one type, and Pokémon of another."""
    if any(token.has("mon") for token in tokens):
        return False
    for i, token in enumerate(tokens):
        of_type = i + 1 + _at(tokens, i + 1, "noun", "type")
        moves = token.has("type") and _at(tokens, of_type, "noun", "move") and not _at(tokens, of_type, "type")
        if moves and (_at(tokens, i - 1, "wh", "which") or _at(tokens, i - 1, "wh", "what")):
            others = [t for t in (*tokens[: i - 1], *tokens[of_type + 1 :]) if t.has("type") and not t.has("move")]
            used = any(t.has("learn") or t.has("itemuse") or t.has("mu") or t.has("aux", "can") for t in tokens)
            judged = any(t.has("mu") and not t.has("mu", "effect:att") for t in tokens)
            if others and used and not judged:
                return True
        if language == "en" or not (moves or (token.has("move") and not token.has("mu"))):
            continue
        k = (of_type if moves else i) + 1
        if not (_at(tokens, k, "mu") or _at(tokens, k, "coverage")):
            continue
        k += _word(tokens, k + 1) == "的"
        if _word(tokens, k).endswith("的") and _at(tokens, k + 1, "type"):
            return True
    return False


def _weighs_against_more(tokens: Sequence[Token], language: str) -> bool:
    """比鲤鱼王弱, 比两只皮丘重, "exactly twice as tall as": a comparison that would be read as another one."""
    for i, token in enumerate(tokens):
        if token.has("prep", "than") and _at(tokens, i + 1, "mon") and _word(tokens, i + 2) in ("弱", "弱小"):
            return True
        if token.has("prep", "than") and _word(tokens, i + 1) in ("两只", "三只") and _at(tokens, i + 2, "mon"):
            return True
        if _word(tokens, i) == "exactly" and _at(tokens, i + 1, "factor"):
            return True
    if sum(token.has("move") for token in tokens) > 1 and sum(token.has("cmp") for token in tokens) > 1:
        # "Is Surf stronger than Hydro Pump but more accurate?"
        return any(_word(tokens, i) in ("but", "and", "但", "而且", "并且") for i in range(len(tokens)))
    return False


def _counts_steps(tokens: Sequence[Token], language: str) -> bool:
    """ "How many Pokémon come before Mewtwo?": all the steps in the Pokédex."""
    if not any(token.has("dexstep") for token in tokens):
        return False
    counted = any(token.has("wh", "howmany") for token in tokens) and any(t.has("noun", "pokemon") for t in tokens)
    return counted and any(token.has("mon") for token in tokens)


def _asks_of_a_neighbour(tokens: Sequence[Token], language: str) -> bool:
    """ "How heavy is the Pokémon after Pikachu?": a number of the next one, and none of the one that is named."""
    for i in range(1, len(tokens) - 1):
        if not tokens[i].has("dexstep") or not tokens[i - 1].has("noun", "pokemon") or not tokens[i + 1].has("mon"):
            continue
        sized = any(name in _SIZED for t in tokens[: i - 1] for name in t.readings.get("attr", ()))
        return sized and _word(tokens, i) in ("after", "before") and not any(t.has("noun", "dex") for t in tokens)
    return False


def _asks_between(tokens: Sequence[Token], language: str) -> bool:
    """ "Who is between Ivysaur and Charmander?", 妙蛙草和小火龙中间是谁: what stands between two names."""
    places = [i for i in range(len(tokens)) if _word(tokens, i) in _BETWEEN]
    asked = any(token.has("wh", "who") or token.has("wh", "which") for token in tokens)
    others = [t for i, t in enumerate(tokens) if i not in places and not t.has("mon") and not t.has("wh")]
    names = sum(token.has("mon") for token in tokens)
    return bool(places) and asked and 1 <= names <= 2 and all(is_free(t) or t.has("noun") for t in others)


def _says_both_ways(tokens: Sequence[Token], language: str) -> bool:
    """ "Neither weak to nor resistant to themselves", "what do Fire and Water both hit hard"."""
    words = [token.text.casefold() for token in tokens]
    if "neither" in words and any(token.has("breed", "itself") for token in tokens):
        return True
    for i, word in enumerate(words):
        if word == "both" and _at(tokens, i + 1, "mu", "weak:att") and _at(tokens, i - 1, "type"):
            return True
        if word == "then" and _at(tokens, i - 1, "noun", "type") and any(t.has("type") for t in tokens[i:]):
            return True  # "a Fire type, then a Water type"
    return False


def _says_it_of_both_types(tokens: Sequence[Token], language: str) -> bool:
    """ "Are both of Volcarona's types Bug?": of one type it would be true."""
    both = any(_word(tokens, i) == "both" for i in range(len(tokens)))
    types = sum(token.has("type") for token in tokens)
    return both and types == 1 and sum(token.has("mon") for token in tokens) == 1 and any(
        token.has("noun", "type") for token in tokens
    )  # fmt: skip


def _means_an_ordinary_ability(tokens: Sequence[Token], language: str) -> bool:
    """ "Prankster as a normal (not hidden) ability": the first word is no type there."""
    for i in range(len(tokens)):
        if _word(tokens, i) == "normal" and any(t.has("ability") for t in tokens):
            k = i + 1 + _at(tokens, i + 1, "neg")
            if _at(tokens, k, "attr", "ability") or _at(tokens, k, "attr", "hidden-ability"):
                return True
    return False


def _wants_assent_to_a_denial(tokens: Sequence[Token], language: str) -> bool:
    """水箭龟不怕电，对吧？: yes would be heard both ways."""
    if language == "en" or not tokens or tokens[-1].text not in _ASSENT:
        return False
    return any(
        token.has("neg", "neg")
        # 学不会冲浪，对吧: whether it learns it is told in full
        and (_at(tokens, i + 1, "mu") or (_at(tokens, i + 1, "move") and not _at(tokens, i - 1, "learn")))
        for i, token in enumerate(tokens)
    )


def _denies_the_verb(tokens: Sequence[Token], language: str) -> bool:
    """学不会哪些, 不攻击的时候, 不靠石头进化的: a denial of the verb, and not of the set behind it."""
    if language == "en":
        return False
    named = any(token.has("mon") for token in tokens)
    for i, token in enumerate(tokens):
        if not token.has("neg", "neg"):
            continue
        ability = next((k for k in range(i + 1, min(i + 4, len(tokens))) if tokens[k].has("ability")), None)
        if named and ability and any(_word(tokens, k) in ("的话", "时", "的时候") for k in (ability + 1, ability + 2)):
            return True  # 没有飘浮的话加热洛托姆怕地面吗
        if _at(tokens, i - 1, "learn", "learn") and any(t.has("type") for t in tokens[i:]):
            return True
        if named and any(_at(tokens, i + 1, "learn", way) for way in ("machine", "egg", "tutor", "level-up")):
            return True  # 不靠招式机能学逆鳞吗
        if named and token.text == "不" and _at(tokens, i + 1, "mu", "effect:att") and _at(tokens, i + 1, "attr"):
            return True
        if not named and _at(tokens, i + 1, "evolveby", "item") and any(t.has("ev") for t in tokens):
            return True
    return False


def _asks_of_a_change(tokens: Sequence[Token], language: str) -> bool:
    """ "How much Special Attack does Primal Kyogre gain?", "who gets Simple from Simple Beam?", 不变之石交换会怎样."""
    traded = all(any(t.has(tag) for t in tokens) for tag in ("mon", "outcome", "evolveby"))
    if traded and any(_EVERSTONE in t.readings.get("item", ()) for t in tokens):
        return True  # it keeps what holds it from evolving
    for i, token in enumerate(tokens):
        if _word(tokens, i) in ("gain", "gains", "gained") and not any(t.has("attr", "ev-yield") for t in tokens):
            return any(name in _STATS for t in tokens for name in t.readings.get("attr", ()))
        if token.has("ability") and _at(tokens, i + 1, "prep", "from") and _at(tokens, i + 2, "move"):
            return True
    return False


def _names_a_game_by_its_color(tokens: Sequence[Token], language: str) -> bool:
    """ "How many red Pokémon are in Pokémon Red?": the second one is the game."""
    words = [token.text.casefold() for token in tokens if token.has("color") and token.has("vg")]
    return len(set(words)) < len(words)


def _chooses_a_sex_of_two_species(tokens: Sequence[Token], language: str) -> bool:
    """ "Is Nidoran male or female?": the first word is no part of the name."""
    return any(
        token.has("mon") and _word(tokens, i).endswith((" male", " female"))
        and _at(tokens, i + 1, "bool", "or") and _at(tokens, i + 2, "sex")
        for i, token in enumerate(tokens)
    )  # fmt: skip


def _speaks_of_shinies(tokens: Sequence[Token], language: str) -> bool:
    """闪光概率怎么提高: the chance of a shiny Pokémon, whose word is the name of a move as well."""
    if any(token.has("noun", "move") for token in tokens):
        return False
    return any(_word(tokens, i) in _SHINY and _at(tokens, i + 1, "catch", "chance") for i in range(len(tokens)))


def _asks_of_what_is_not_named(tokens: Sequence[Token], language: str) -> bool:
    """是先制招式吗: of what, the talk before must say; by itself it asks for no list."""
    if language == "en" or len(tokens) < 2 or tokens[0].text not in ("是", "算", "属于") or not tokens[-1].has("yn"):
        return False
    named = ("mon", "move", "ability", "item", "pron", "wh", "exist", "list", "sup")
    return any(token.has("noun", "move") for token in tokens) and not any(
        token.has(tag) for token in tokens for tag in named
    )


def _names_what_is_had(tokens: Sequence[Token], language: str) -> bool:
    """ "Aegislash has a protecting move of its own, what's it called?": the name of what it has, and not its own."""
    had = next((i for i, t in enumerate(tokens) if t.has("aux", "have") and _at(tokens, i + 1, "list", "one")), None)
    if had is None or language != "en" or not _at(tokens, had - 1, "mon"):
        return False
    named = [
        i for i, t in enumerate(tokens) if i > had + 1 and t.has("attr", "name") and _at(tokens, i - 1, "pron", "it")
    ]
    told = any(t.has("signature") for t in tokens) and not any(t.has("unknown") for t in tokens)
    told = told or any(t.has("ev") or (t.has("attr") and not t.has("attr", "name")) for t in tokens)
    return bool(named) and not told


_RULES: tuple[Callable[[Sequence[Token], str], bool], ...] = (
    denies_of_a_set, _sets_moves_against_a_type, _weighs_against_more, _says_it_of_both_types,
    _means_an_ordinary_ability,
    _counts_steps, _asks_of_a_neighbour, _asks_between, _says_both_ways, _wants_assent_to_a_denial, _denies_the_verb,
    _asks_of_a_change,
    _names_a_game_by_its_color, _speaks_of_shinies, _chooses_a_sex_of_two_species, _asks_of_what_is_not_named,
    _names_what_is_had,
)  # fmt: skip
