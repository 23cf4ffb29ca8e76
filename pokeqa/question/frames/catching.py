"""The chance to catch a wild Pokémon."""

from __future__ import annotations

from ...pokedex.dataset import SIDE_GAMES
from ...pokedex.formulas.catching import FIRST_GENERATION
from ..algebra import Query
from ..calculations import Catch
from ..clause import Clause
from ..slots import hit_points, levels, whole
from ..word_lists import word_list

#: Words by which turns have passed.
_PASSED = frozenset(word_list("passed"))


def catch(clause: Clause) -> Query | None:
    """ "Chance to catch Mewtwo with an Ultra Ball", 超梦1血睡眠用黑暗球的捕获率."""
    mons, balls = clause.mons(), clause.find("ball")
    if len(mons) != 1 or len({clause.value(i, "ball") for i in balls}) > 1:
        return None
    rate = clause.find("attr", "capture-rate")
    catching = clause.find("catch", "catch")
    chance = clause.find("catch", "chance")
    condition = clause.has("hpstate") or clause.has("ailment") or clause.has("percent")
    if not (balls or (catching and chance) or (rate and (condition or chance)) or (chance and condition)):
        return None
    weighed = clause.find("suits") if balls else []  # "is a Quick Ball good for Latias?": its chance tells
    weighed += clause.find("adv", "always") if balls else []
    serves = [*clause.find("attr", "effect"), *clause.find("serves")]
    said = catching or chance or rate or clause.has("prep", "than")
    if balls and serves and not said:  # "does a Net Ball work better on Surskit?"
        weighed += [*serves, *clause.find("cmp", ":gt")]
    if balls and not (catching or chance or rate):
        chance = [*clause.find("sex", "often"), *clause.find("percent"), *clause.find("attr", "chance")]
    if not (catching or chance or rate or weighed):
        return None
    if clause.has("gender") or clause.has("breed") or clause.has("wh", "where", "which"):
        return None
    ailments = clause.find("ailment")
    if len({clause.value(i, "ailment") for i in ailments}) > 1:
        return None
    sure = clause.is_yes_no() and bool([*clause.find("adv", "always"), *clause.find("sure")])
    weighed += clause.find("sure") if sure else []
    turns = _turns(clause)
    level = levels(clause)
    hp = hit_points(clause)
    scope = clause.scope()
    side = any(clause.dataset.version_groups[g].identifier in SIDE_GAMES for g in scope.version_groups)
    if len(level) > 1 or side or (scope.generation is not None and scope.generation < FIRST_GENERATION):
        return None
    clause.take(*mons, *balls, *rate, *catching, *chance, *weighed, *ailments)
    clause.take(*clause.find("catch", "calculator", "hypothetical"), *clause.find("itemuse"))
    clause.take(*clause.find("beyond", "self"), *clause.find("wild"))  # "How likely am I to catch it?"
    clause.take(*clause.find("wh", "how", "howmany", "howmuch"), *clause.find("passive"), *clause.find("list"))
    clause.take(*clause.find("learn", "learn"), *clause.find("pron", "it"), *clause.find("mu", "effect:att"))
    for i in clause.find("neg", "neg"):  # "no status", 没异常状态
        if clause.at(i + 1, "catch", "hypothetical") and clause.at(i + 1, "inflict") and not ailments:
            clause.take(i, i + 1)
    if condition:
        clause.take(*clause.find("suppose"))  # the state of the wild Pokémon is all that is supposed
    if clause.has("wh", "howmany"):
        clause.take(*clause.find("mu", "effect:def"))  # "how many does it take"
    ball = clause.value(balls[0], "ball") if balls else "poke-ball"
    if ball == "nest-ball" and not level:
        return None  # what it does depends on the level
    return Catch(
        clause.mon(mons[0]), ball, 100.0 if hp is None else hp,
        clause.value(ailments[0], "ailment") if ailments else None,
        level[0].value if level else None, scope.generation, bool(balls), turns, sure,
    )  # fmt: skip


def _turns(clause: Clause) -> int | None:
    """How many turns have passed, explained: "after 5 turns" 5, "on turn 10" and 第10回合 one less."""
    for i in clause.find("catch", "turns"):
        for k in (i - 1, i + 1):
            place = clause.at(k, "rank")
            number = int(clause.value(k, "rank")) if place else whole(clause, k)
            if number is None or number < 1 or k in clause.used:
                continue
            marked = clause.at(k - 1, "noun", "number")
            begun = k > i or place or marked
            over = [j for j in (k - 1, i + 1) if _is_over(clause, j)]
            clause.take(i, k, *over, *([k - 1] if marked else []))
            return number - 1 if begun and not over else number
    return None


def _is_over(clause: Clause, i: int) -> bool:
    """A word by which turns have passed: "after 5 turns", 过了5回合."""
    return 0 <= i < len(clause.tokens) and clause.tokens[i].text.casefold() in _PASSED
