"""What a Pokémon is trained for, as it is said beside a nature: what it hits with, how fast, what it can spare."""

from __future__ import annotations

from ..calculations import ALL_STATS, Stat
from ..clause import Clause
from ..slots import stat_at
from ..word_lists import word_list

#: Stats that a nature is to raise, and those that it may lower.
Aims = tuple[tuple[Stat, ...], tuple[Stat, ...]]

#: What each attacker uses, the more so the further in front, and the stat that it does not use.
_ATTACKS: dict[str, Aims] = {
    "attack": (("attack", "speed"), ("special-attack",)),
    "special-attack": (("special-attack", "speed"), ("attack",)),
}
#: The role of one that uses both attacks: it lowers neither, and so a defence.
_MIXED = "mixed:"
_OF_BOTH: Aims = (("speed", "attack", "special-attack"), ("defense", "special-defense"))
_CLASSES: dict[str, Stat] = {"physical": "attack", "special": "special-attack"}
_WARDS: dict[str, Stat] = {"physical": "defense", "special": "special-defense"}
#: What says that a stat is to stay as it is, alone or behind a denial, and that it does not matter.
_KEPT = frozenset(word_list("nature/kept"))
_LOST = frozenset(word_list("nature/lost"))
_SPARED = frozenset(word_list("nature/spared"))
#: Words beside "fast" and "hard" that only say how much.
_MOST = frozenset(word_list("nature/most"))


def is_spared(clause: Clause, i: int) -> bool:
    """Is a word for raising or lowering said of what the Pokémon needs, keeps or can spare?"""
    return clause.at(i, "bend", "raises") or clause.tokens[i].text.casefold() in _SPARED or _denied(clause, i)


def aims_of(clause: Clause) -> Aims | None:
    """The stats that it is trained for, and those that it does not use; explained. None where they are at odds."""
    kept, spared = _reserved(clause)
    fast, slow = _haste(clause)
    if fast and slow:
        return None
    aims = _trained_for(clause, fast=fast)
    if aims is None:
        return None
    raises, lowers = aims
    if slow:
        return tuple(one for one in raises if one != "speed"), ("speed",)
    if not lowers:
        lowers = tuple(other for one in kept if one in _ATTACKS for other in _ATTACKS[one][1])
    lowers = (*lowers, *(one for one in spared if one not in lowers))
    return tuple(one for one in raises if one not in spared), tuple(one for one in lowers if one not in kept)


def _reserved(clause: Clause) -> tuple[list[Stat], list[Stat]]:
    """The stats that it keeps, and those that do not matter to it; explained."""
    told: tuple[list[Stat], list[Stat]] = ([], [])
    for i in range(len(clause.tokens)):
        text = clause.tokens[i].text.casefold()
        if clause.at(i, "bend", "raises") and clause.mons(again=True):
            clause.take(i)
            continue
        kept = text in _KEPT or _denied(clause, i)
        if not (kept or text in _SPARED):
            continue
        places = (i + 1, i + 2, i + 3) if kept or clause.language == "en" else (i - 1, i - 2, i + 1)
        at = next((k for k in places if stat_at(clause, k) is not None and k not in clause.used), None)
        if at is None:
            continue
        stat = stat_at(clause, at)
        denials = [k for k in range(max(0, i - 2), i) if clause.at(k, "neg") or clause.at(k, "light")]
        clause.take(i, at, *(denials if kept and text not in _KEPT else ()))
        if stat is not None:
            told[0 if kept else 1].append(stat)
    return told


def _denied(clause: Clause, i: int) -> bool:
    """ "Without losing", 不想丢: a word for losing behind a denial."""
    lost = clause.tokens[i].text.casefold() in _LOST or clause.at(i, "bend", "lowers")
    return lost and any(clause.at(k, "neg") for k in range(max(0, i - 2), i))


def _haste(clause: Clause) -> tuple[bool, bool]:
    """Is it said to be fast, to be slow? The words are explained."""
    slow = [i for i in clause.find("look", "growth_rate:slow") if clause.at(i, "vague", "speed")]
    slow += clause.find("cmp", "speed:lt")
    fast = [*clause.find("cmp", "speed:gt", "speed:eq"), *clause.find("extreme", "max-speed")]
    fast += [i for i in clause.find("vague", "speed") if i not in slow] + clause.find("sup", "speed:max")
    slow += clause.find("sup", "speed:min")
    clause.take(*fast, *slow)
    if fast or slow:
        near = [k for i in (*fast, *slow) for k in (i - 1, i + 1) if 0 <= k < len(clause.tokens)]
        clause.take(*(k for k in near if clause.tokens[k].text.casefold() in _MOST))
        clause.take(*clause.find("light"))
    return bool(fast), bool(slow)


def _trained_for(clause: Clause, *, fast: bool) -> Aims | None:
    roles = {str(clause.value(i, "role")) for i in clause.find("role")}
    sides = clause.find("side", "physical", "special")
    classes = [i for i in clause.find("moveclass", "physical", "special") if not clause.at(i, "role")]
    used = {str(clause.value(i, "moveclass")) for i in classes if not clause.at(i - 1, "neg")}
    used |= {str(clause.value(i, "side")) for i in sides}
    unused = {str(clause.value(i, "moveclass")) for i in classes if clause.at(i - 1, "neg")}
    clause.take(*sides, *classes, *(i - 1 for i in classes if clause.at(i - 1, "neg")))
    warded = bool(clause.find("mu", "effect:def")) or any(role.startswith(("defense", "special-def")) for role in roles)
    if classes or sides:
        clause.take(*clause.find("mu", "effect:att", "effect:def"))
        clause.take(*(i for i in clause.find("strongly") if clause.at(i - 1, "prep")))
    if len(used) > 1 or used & unused:
        return None
    if used and warded:
        return (_WARDS[used.pop()],), ()
    if len(roles) > 1:
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
            return _of_attacker(clause, raised, fast=fast)
        return (up,), ((down,) if down is not None else ())
    if used:
        return _of_attacker(clause, _CLASSES[used.pop()], fast=fast)
    stats = [(i, stat) for i in range(len(clause.tokens))
             if i not in clause.used and (stat := stat_at(clause, i)) is not None]  # fmt: skip
    clause.take(*(i for i, _ in stats))
    goals: tuple[Stat, ...] = tuple(dict.fromkeys([*(("speed",) if fast else ()), *(stat for _, stat in stats)]))
    if "hp" in goals:
        return None
    attacks = [stat for stat in goals if stat in _ATTACKS]
    if len(attacks) > 1:
        return _OF_BOTH if len(goals) == len(attacks) and not clause.has("bool", "or") else None
    if fast and len(goals) == 1 + len(attacks) and attacks:
        return ("speed",), _ATTACKS[attacks[0]][1]
    return goals, (_ATTACKS[attacks[0]][1] if attacks else ())


def _of_attacker(clause: Clause, attack: str, *, fast: bool) -> Aims:
    """What an attacker wants; one that is said to be fast wants Speed."""
    speed = [i for i in range(len(clause.tokens)) if i not in clause.used and stat_at(clause, i) == "speed"]
    clause.take(*speed)
    raises, lowers = _ATTACKS[attack]
    return (("speed",) if fast or speed else raises), lowers


def _stat(name: str) -> Stat | None:
    return next((stat for stat in ALL_STATS if stat == name), None)
