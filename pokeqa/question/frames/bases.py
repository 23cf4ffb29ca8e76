"""A base stat by its number: what it comes to at a level, and how high a base Speed must be to be faster."""

from __future__ import annotations

from ..algebra import NOW, Query
from ..bases import BaseNeeded, StatOfBase
from ..battle import Piece, battle
from ..battle_sides import battler
from ..calculations import Battler, Field, Stat
from ..clause import Clause
from ..slots import bare_evs, extremes, levels, plain_levels, stat_at, training, whole
from ..speed_tiers import TIER
from .levels import most_or_least, names_base

#: The highest base stat that there is.
_HIGHEST_BASE = 255
#: How many tokens apart the number and the word for a base stat may stand.
_NEAR = 3
_SPEED = frozenset({"speed"})


def _base_words(clause: Clause) -> list[int]:
    """Where a base stat is named as one: "base", "base Speed", 种族值, 速度种族."""
    places = (*clause.find("attr"), *clause.find("noun", "stat"), *clause.find("shortstat"))
    return sorted({i for i in places if names_base(clause.tokens[i].text) or clause.tokens[i].text in TIER})


def stat_of_base(clause: Clause) -> Query | None:
    """ "Base 100 Speed at level 50, max", "what does base 130 Attack come to with Adamant", 种族100极速50级多少."""
    if clause.mons() or clause.is_yes_no() or clause.has("wh", "which", "who"):
        return None
    outrun = _outrun(clause)
    if any(i not in outrun for i in clause.find("cmp")):
        return None
    words = _base_words(clause)
    found = levels(clause) or plain_levels(clause)
    numbers = [
        i for i in clause.find("number")
        if i not in clause.used and any(abs(i - k) <= _NEAR and _joined(clause, i, k) for k in words)
    ]  # fmt: skip
    if not numbers:
        return None
    at = min(numbers, key=lambda i: min(abs(i - k) for k in words))
    base = whole(clause, at)
    if base is None or not 1 <= base <= _HIGHEST_BASE or len(found) > 1:
        return None
    clause.take(at, *words, *(i for i in clause.find("attr", "height") if clause.at(i, "wh")))
    stats: list[Stat] = [stat for i in words if (stat := stat_at(clause, i)) is not None]
    trained = training(clause)
    bare_evs(clause, trained)
    extreme, extra = extremes(clause)
    if extreme is None:
        extreme, extra = most_or_least(clause)
    stats += extra
    if outrun:
        clause.take(*outrun, *clause.find("oblige"), *clause.find("require"), *clause.find("bool", "and"))
        extreme = extreme or (None if trained.said else "max")
    for i in range(len(clause.tokens)):
        stat = stat_at(clause, i)
        if stat is not None and i not in clause.used:
            stats.append(stat)
            clause.take(i)
    if len(set(stats)) != 1 or not trained.consistent or not (found or trained.said or extreme):
        return None
    if clause.scope() != NOW or _lists(clause):
        return None
    clause.take(*clause.find("suppose"), *clause.find("pron", "it"), *clause.find("noun", "pokemon", "stat"))
    clause.take(*clause.find("wh", "what", "how", "howmany", "howmuch"), *clause.find("extreme", "actual", "range"))
    clause.take(*clause.find("aux"), *clause.find("battlewords"), *clause.find("catch", "calculator", "hypothetical"))
    clause.take(*clause.find("exp", "reach"), *clause.find("damagecalc", "calc"), *clause.find("itemuse"))
    clause.take(*clause.find("list", "one"), *clause.find("ev", "into"), *clause.find("noun", "number"))
    clause.take(*(i for i in clause.find("intro") if clause.at(i + 1, "prep", "to")))  # "come to"
    clause.take(*clause.find("attr", "stats", "height"))
    return StatOfBase(base, stats[0], found[0].value if found else None, trained.spread(), extreme, bool(outrun))


def _outrun(clause: Clause) -> list[int]:
    """ "What Speed do I need to outrun base 130s?", 要跑过极速130族需要多少速度: the verb."""
    verbs = clause.find("cmp", "speed:gt") + clause.find("op", "gt")
    asks = clause.has("wh", "what", "how", "howmany", "howmuch") and not clause.has("noun", "pokemon")
    speed = any(clause.at(i, "attr", "speed") or clause.at(i, "shortstat", "speed") for i in range(len(clause.tokens)))
    return verbs if len(verbs) == 1 and asks and speed and clause.has("number") else []


def _lists(clause: Clause) -> bool:
    return any(not clause.at(i, "list", "one") and not clause.at(i, "grant") for i in clause.find("list"))


def _joined(clause: Clause, number: int, word: int) -> bool:
    """Do only a stat and small words stand between a number and the word for a base stat?"""
    return all(
        stat_at(clause, k) is not None or any(clause.at(k, tag) for tag in ("filler", "aux", "prep"))
        for k in range(min(number, word) + 1, max(number, word))
    )  # fmt: skip


def base_needed(clause: Clause) -> Query | None:
    """ "What base Speed do I need to outspeed Garchomp?", 速度种族值要多少才能超过极速烈咬陆鲨."""
    mons = clause.mons()
    if len(mons) != 1 or clause.is_yes_no() or clause.is_negated() or clause.has("wh", "who"):
        return None
    verbs = clause.find("cmp", "speed:gt") or clause.find("op", "gt") or clause.find("mu", "weak:att")
    named = [i for i in clause.find("attr", "speed") if not clause.at(i, "cmp")]
    how = any(clause.tokens[i].text.casefold().startswith(("how", "多快", "跑多快")) for i in named)
    measured = how or clause.has("wh", "what", "howmany", "howmuch", "how") or clause.has("sup", "speed:min", ":min")
    if len(verbs) != 1 or not named or not measured or clause.has("noun", "pokemon"):
        return None
    bases = _base_words(clause)
    base = bool(bases)
    needed = (
        clause.find("oblige", again=True)
        + clause.find("require")
        + clause.find("sup", "speed:min", ":min")
        + clause.find("op", "ge")
    )
    if not base and not needed:
        return None
    verb, mon = verbs[0], mons[0]
    found = battle(clause, mons)
    if found.trick_room or found.field != Field() or not found.clear:
        return None
    top = [i for i in clause.find("sup", ":max") if i == mon - 1]
    clause.take(*top)
    # What stands between the verb and the name is the foe's, all else the own side's; a level is that of both.
    theirs = [p for p in found.pieces if verb < p.at < mon or p.kind == "level"]
    ours = [p for p in found.pieces if not verb < p.at < mon or p.kind == "level"]
    own, other = _side(ours), _side(theirs)
    if own is None or other is None:
        return None
    clause.take(*mons, *verbs, *named, *needed, *bases, *clause.find("wh", "what", "how", "howmany", "howmuch"))
    clause.take(*clause.find("prep", "than"), *clause.find("suppose"), *clause.find("itemuse"), *clause.find("list"))
    clause.take(*clause.find("noun", "stat"), *clause.find("extreme", "max-speed"), *clause.find("aux"))
    clause.take(*(i for i in clause.find("attr", "effect") if clause.at(i, "aux")))
    return BaseNeeded(clause.mon(mon), own, other) if clause.scope() == NOW else None


def _side(pieces: list[Piece]) -> Battler | None:
    """What is said of one side, where all of it has a known say in Speed."""
    one = battler(list(dict.fromkeys(pieces)), _SPEED)
    if one is None or one.ability or one.stages or one.tera or one.ailment or one.hp is not None:
        return None
    return one
