"""Which nature suits a Pokémon, or one that is trained for something."""

from __future__ import annotations

from ...pokedex.model import STATS
from ..algebra import Query
from ..calculations import ALL_STATS, NatureFor, NatureSearch, Stat
from ..clause import Clause
from ..slots import stat_at
from ..word_lists import word_list

#: What each attacker uses, the more so the further in front, and the stat that it does not use.
_ATTACKS: dict[str, tuple[tuple[Stat, ...], tuple[Stat, ...]]] = {
    "attack": (("attack", "speed"), ("special-attack",)),
    "special-attack": (("special-attack", "speed"), ("attack",)),
}
#: The role of one that uses both attacks: it lowers neither, and so a defence.
_MIXED = "mixed:"
_OF_BOTH: tuple[tuple[Stat, ...], tuple[Stat, ...]] = (
    ("speed", "attack", "special-attack"), ("defense", "special-defense"),
)  # fmt: skip
#: Tags of words that only say that a nature is chosen, given or had.
_CHOOSING = ("suits", "itemuse", "effort", "grant", "breed", "battlewords", "similar", "list", "role", "oblige")


def nature_for(clause: Clause) -> Query | None:
    """ "Best nature for a special Gengar", 烈咬陆鲨用什么性格好, "is Jolly or Adamant better for Garchomp?"."""
    mons, named, nouns = clause.mons(), clause.find("nature"), clause.find("noun", "nature")
    suited = [*clause.find("suits"), *clause.find("sup", ":max"), *clause.find("bend", "withnature")]
    if nouns and mons:
        suited += clause.find("sup", "total:max")  # "with which nature is it strongest?"
    if nouns:
        suited += [*clause.find("itemuse"), *clause.find("require"), *clause.find("random", "pick")]
    if len(named) > 1:
        suited += [*clause.find("bool", "or"), *clause.find("mu", "effect:att")]
    if clause.has("plus") or clause.has("minus") or any(token.text in ("+", "-") for token in clause.tokens):
        return None  # "a nature for + Defense and - Speed"
    if len(mons) > 1 or clause.has("bend", "raises", "lowers") or clause.has("number") or clause.has("ev"):
        return None
    if not (nouns or clause.has("bend", "withnature") or (named and mons and suited)):
        return None
    if named and not (mons and suited):
        return None
    bad = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _BAD]
    if bad and mons and not named:
        return _wasted(clause, mons, nouns, bad)
    judged = [i for i in clause.find("cmp") if not clause.at(i, "suits")]
    if named and (judged or clause.has("prep", "than")):
        return None  # which of two is better is a matter of opinion
    aims = _aims(clause)
    if aims is None or not (mons or aims[0]) or (mons and not aims[0] and not suited):
        return None
    if clause.is_yes_no() and not named:
        return None
    clause.take(*mons, *named, *nouns, *suited, *clause.find("bool", "or"), *clause.find("attr", "name"))
    clause.take(*(i for tag in _CHOOSING for i in clause.find(tag)), *clause.find("cmp", ":gt"))
    clause.take(*clause.find("exp", "reach"), *clause.find("random", "pick"), *clause.find("wh", "how"))
    clause.take(*clause.find("attr", "stats"), *clause.find("exist"), *clause.find("require"))
    if clause.has("moveclass"):
        clause.take(*clause.find("typecount", "1"), *clause.find("adv", "only"))  # "a purely physical Scizor"
    if clause.is_negated():
        return None
    natures = tuple(clause.value(i, "nature") for i in named)
    if mons and clause.take_all("room", "trick-room") and not (aims[0] or aims[1]):
        aims = _slow(clause, mons[0])
    return NatureFor(clause.mon(mons[0]) if mons else None, *aims, natures)


def _slow(clause: Clause, mon: int) -> tuple[tuple[Stat, ...], tuple[Stat, ...]]:
    """In Trick Room: the higher attack, or what keeps it alive, at the cost of Speed."""
    stats = clause.dataset.pokemon[clause.mon(mon).pokemon_id].stats
    attack, special = (stats[STATS.index(one)] for one in ("attack", "special-attack"))
    attacks: tuple[Stat, ...] = ("attack",) if attack > special else ("special-attack",)
    if attack == special:
        attacks = ("attack", "special-attack")
    return (*attacks, "defense", "special-defense"), ("speed",)


#: Words for natures that lower what is needed.
_BAD = frozenset(word_list("nature/bad"))


def _wasted(clause: Clause, mons: list[int], nouns: list[int], bad: list[int]) -> Query | None:
    """ "Which natures are wasted on a special Gengar?": those that lower what it is said to use."""
    aims = _aims(clause)
    if aims is None or not aims[0] or len(bad) > 1 or clause.is_yes_no() or clause.is_negated():
        return None
    clause.take(*mons, *nouns, *bad, *clause.find("suits"), *clause.find("bend", "withnature"))
    return NatureSearch(None, aims[0][0])


def _aims(clause: Clause) -> tuple[tuple[Stat, ...], tuple[Stat, ...]] | None:
    """The stats that it is trained for, and those that it does not use; explained. None where they are at odds."""
    roles = {str(clause.value(i, "role")) for i in clause.find("role")}
    classes = [i for i in clause.find("moveclass", "physical", "special") if not clause.at(i, "role")]
    used = {str(clause.value(i, "moveclass")) for i in classes if not clause.at(i - 1, "neg")}
    unused = {str(clause.value(i, "moveclass")) for i in classes if clause.at(i - 1, "neg")}
    clause.take(*classes, *(i - 1 for i in classes if clause.at(i - 1, "neg")))
    if len(roles) > 1 or len(used) > 1 or used & unused:
        return None
    if roles == {_MIXED}:
        return _OF_BOTH
    if roles:
        raised, _, lowered = roles.pop().partition(":")
        if not lowered and raised in ("attack", "special-attack"):
            lowered = _ATTACKS[raised][1][0]
        up, down = _stat(raised), _stat(lowered)
        if up is None:
            return None
        if raised in _ATTACKS and _ATTACKS[raised][1] == (down,):
            return _ATTACKS[raised]
        return (up,), ((down,) if down is not None else ())
    if used:
        return _ATTACKS["attack" if used == {"physical"} else "special-attack"]
    stats = [(i, stat) for i in range(len(clause.tokens)) if (stat := stat_at(clause, i)) is not None]
    fast = clause.find("extreme", "max-speed")
    clause.take(*fast, *(i for i, _ in stats))
    goals: tuple[Stat, ...] = tuple(dict.fromkeys([*(("speed",) if fast else ()), *(stat for _, stat in stats)]))
    if "hp" in goals:
        return None
    attacks = [stat for stat in goals if stat in _ATTACKS]
    if len(attacks) > 1:
        return _OF_BOTH if len(goals) == len(attacks) and not clause.has("bool", "or") else None
    return goals, (_ATTACKS[attacks[0]][1] if attacks else ())


def _stat(name: str) -> Stat | None:
    return next((stat for stat in ALL_STATS if stat == name), None)
