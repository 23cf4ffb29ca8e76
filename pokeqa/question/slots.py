"""The parts of a question about numbers of the games: levels, training, balls, conditions of a wild Pokémon.

Each reader explains the tokens it uses. A value that the games do not have (level 120, 40 IVs) is not read, so the
question stays open.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ..pokedex.formulas.stats import MAX_EV, MAX_IV, MAX_LEVEL
from ..pokedex.model import STATS
from .calculations import ALL_STATS, Spread, Stat
from .clause import Clause

#: The levels that battles are held at.
_USUAL_LEVELS = (50, 100)

#: The most EVs one stat could ever have (252 since generation 6).
_MOST_EVS = 255

#: An IV that is written behind EVs is a good one.
_LEAST_SAID_IV = 20

#: HP is divided into so many parts at most.
_MOST_PARTS = 32


@dataclass(frozen=True, slots=True)
class Level:
    """A level and the index of its number."""

    at: int
    value: int


def stat_at(clause: Clause, i: int) -> Stat | None:
    """The stat that token i names."""
    if not (clause.at(i, "attr") or clause.at(i, "shortstat")):
        return None
    readings = clause.tokens[i].readings
    for value in (*readings.get("attr", ()), *readings.get("shortstat", ())):
        if value in STATS:
            stat: Stat = value
            return stat
    return None


def whole(clause: Clause, i: int) -> int | None:
    """The whole number that token i is."""
    if not clause.at(i, "number"):
        return None
    value = clause.value(i, "number")
    return int(value) if value == int(value) else None


def levels(clause: Clause) -> list[Level]:
    """The levels that the clause names ("level 50", "lv. 100", 50级, "max level"), explained, in its order."""
    found: list[Level] = []
    for i in clause.find("number"):
        before, after = _beside(clause, i, -1), _beside(clause, i, 1)
        marks = [k for k in (before, after) if k is not None and clause.at(k, "wh", "level")]
        marks = [k for k in marks if k not in clause.used] or [k for k in marks if len(found) > 0]
        value = whole(clause, i)
        if not marks or value is None or not 1 <= value <= MAX_LEVEL:
            continue
        if clause.at(i - 1, "wh", "level") and i - 1 in clause.used and _is_training(clause, i + 1):
            continue  # 50级31个体: the second number is of what stands behind it
        found.append(Level(i, value))
        clause.take(i, marks[0])
    for i in clause.find("exp", "maxlevel"):
        found.append(Level(i, MAX_LEVEL))
        clause.take(i)
    return found


def plain_levels(clause: Clause) -> list[Level]:
    """A usual level without the word: "at 50"."""
    found = [
        Level(i, value) for i in clause.find("number")
        if (value := whole(clause, i)) in _USUAL_LEVELS and clause.tokens[i - 1].text.casefold() == "at"
    ]  # fmt: skip
    clause.take(*(one.at for one in found))
    return found


def _beside(clause: Clause, i: int, step: int) -> int | None:
    """The next token in a direction, small words left out of account."""
    k = i + step
    return k if 0 <= k < len(clause.tokens) else None


@dataclass(slots=True)
class Training:
    """Words on training, each with the index where it stands, before they are given to a Pokémon."""

    natures: list[tuple[int, int]]
    bents: list[tuple[int, Literal["raises", "lowers", "neutral"]]]
    evs: list[tuple[int, Stat | None, int]]
    ivs: list[tuple[int, Stat | None, int]]

    def spread(self, keep: range | None = None) -> Spread:
        """All of it as one Pokémon's training, or what stands within a range of tokens."""

        def inside(i: int) -> bool:
            return keep is None or i in keep

        natures = [n for i, n in self.natures if inside(i)]
        bents = [b for i, b in self.bents if inside(i)]
        return Spread(
            natures[0] if natures else None,
            bents[0] if bents else None,
            tuple((s, v) for i, s, v in self.evs if inside(i)),
            tuple((s, v) for i, s, v in self.ivs if inside(i)),
        )

    @property
    def consistent(self) -> bool:
        """At most one nature is named."""
        return len(self.natures) + len(self.bents) <= 1

    @property
    def said(self) -> bool:
        """Is anything said of training at all?"""
        return bool(self.natures or self.bents or self.evs or self.ivs)


def training(clause: Clause) -> Training:
    """Natures, EVs and IVs that the clause names, explained: "Jolly", "252 Speed EVs", "31 IVs", 满个体."""
    result = Training([], [], [], [])
    _slashed(clause, result)
    for i in clause.find("nature"):
        if clause.at(i, "filler") and not clause.at(i + 1, "noun", "nature"):
            continue  # "still" is a nature in German
        result.natures.append((i, clause.value(i, "nature")))
        clause.take(i, *clause.find("noun", "nature"))
    for i in clause.find("bend", "withnature", "against"):
        result.bents.append((i, "raises" if clause.at(i, "bend", "withnature") else "lowers"))
        clause.take(i)
    for i in clause.find("noun", "nature"):
        k = i - 1
        sign = clause.at(i - 2, "bend", "raises", "lowers") or clause.tokens[max(i - 2, 0)].text == "+"
        if stat_at(clause, k) is not None and sign and i >= 2:  # "a +Speed nature"
            result.bents.append((i, "lowers" if clause.at(i - 2, "bend", "lowers") else "raises"))
            clause.take(i - 2, k, i)
            continue
        if clause.at(k, "bend", "neutral") and not clause.at(i, "bend"):
            result.bents.append((i, "neutral"))
            clause.take(k, i)
    for i in clause.find("bentstat"):
        way, _, stat = str(clause.value(i, "bentstat")).partition(":")
        if clause.at(i + 1, "noun", "nature") and _speaks_of(clause, stat):  # 加速性格
            result.bents.append((i, "raises" if way == "raises" else "lowers"))
            clause.take(i, i + 1)
    for i in clause.find("bend", "neutral"):
        plain = clause.tokens[i].text.casefold().startswith(("neutral", "无", "無"))
        if plain and not clause.at(i + 1, "noun", "nature"):
            result.bents.append((i, "neutral"))
            clause.take(i)
    _investments(clause, result)
    return result


def _speaks_of(clause: Clause, stat: str) -> bool:
    """Is a stat the one that is in question?"""
    named = {stat_at(clause, i) for i in range(len(clause.tokens))} - {None}
    return named == {stat} or (not named and stat == "speed" and clause.has("extreme", "max-speed"))


def _investments(clause: Clause, result: Training) -> None:
    for tag, most, found in (("ev", _MOST_EVS, result.evs), ("iv", MAX_IV, result.ivs)):
        words = clause.find("attr", "ev-yield") if tag == "ev" else clause.find("iv", "iv")
        for i in words:
            behind = clause.at(i + 1, "number") and not _is_training(clause, i + 2)
            near = (i + 1, i - 1, i - 2, i + 2) if behind else (i - 1, i - 2, i + 1, i + 2)
            numbers = [k for k in near if clause.at(k, "number") and k not in clause.used]
            stat, between = _stat_near(clause, i)
            for k in numbers:
                value = whole(clause, k)
                if value is None or value > most or (clause.at(k - 1, "wh", "level") and k - 1 not in clause.used):
                    continue
                if abs(k - i) == 2 and (min(k, i) + 1) not in (between, *_free_between(clause, k, i)):
                    continue
                found.append((i, stat, value))
                clause.take(*((i + 1,) if clause.at(i + 1, "everystat") else ()))  # "31 IVs across the board"
                clause.take(i, k, *([between] if between is not None else []))
                break
    for i in clause.find("evs"):
        # HP努力值拉满: the stat and the word for EVs stand in front.
        word = i - 1 if clause.at(i - 1, "attr", "ev-yield") and i - 1 not in clause.used else i
        stat = stat_at(clause, word - 1) if word < i else None
        result.evs.append((i, stat, 252 if clause.at(i, "evs", "full") else 0))
        clause.take(i, word, *([word - 1] if stat else []))
    for i in clause.find("iv", "full", "none"):
        result.ivs.append((i, None, MAX_IV if clause.at(i, "iv", "full") else 0))
        clause.take(i, *((i + 1,) if clause.at(i + 1, "iv", "iv") else ()))  # "all 31 IVs"


def _is_training(clause: Clause, i: int) -> bool:
    return clause.at(i, "iv") or clause.at(i, "attr", "ev-yield") or clause.at(i, "wh", "level")


def _free_between(clause: Clause, a: int, b: int) -> tuple[int, ...]:
    middle = min(a, b) + 1
    return (middle,) if any(clause.at(middle, tag) for tag in ("prep", "aux", "filler")) else ()


def _stat_near(clause: Clause, i: int) -> tuple[Stat | None, int | None]:
    """The stat that EVs or IVs are said to be in: "252 Speed EVs", "252 EVs in Speed"."""
    stat = stat_at(clause, i - 1)
    if stat is not None:
        return stat, i - 1
    if clause.at(i - 1, "number") and i - 2 not in clause.used and (stat := stat_at(clause, i - 2)) is not None:
        return stat, i - 2  # 特攻252努力
    if clause.at(i + 1, "prep", "in", "into") and (stat := stat_at(clause, i + 2)) is not None:
        return stat, i + 2
    return None, None


def bare_evs(clause: Clause, result: Training) -> None:
    """EVs in the short style of damage calculators: "252+ Atk", "0 HP / 4 Def", "Spe 252", 速度252."""
    has = [k for k in clause.find("aux", "have") if clause.tokens[k].text.casefold() != "with"]  # "with 252 Speed"
    has += [k for k, token in enumerate(clause.tokens) if token.text == "有"]
    if any(clause.at(k + 1, "number") for k in has):
        return  # "if Pikachu had 20 more Speed", "Garchomp has 108 HP": its stats, and not training
    if clause.has("suppose") and any(clause.at(k + 2, "number") for k in has):
        return
    for i in clause.find("number"):
        value = whole(clause, i)
        k = i + 1
        plus = clause.at(k, "bool", "and") and clause.tokens[k].text == "+"
        stat = stat_at(clause, k + 1 if plus else k)
        if stat is None or value is None or value > _MOST_EVS or value % 4 or (k in clause.used and not plus):
            continue
        result.evs.append((i, stat, value))
        if plus:
            result.bents.append((i, "raises"))
        clause.take(i, k, *([k + 1] if plus else []))
    for i in clause.find("number"):
        value, stat = whole(clause, i), stat_at(clause, i - 1)
        if stat is None or i - 1 in clause.used or value is None or value > _MOST_EVS or value % 4:
            continue
        if value == 0 or value > MAX_IV:
            result.evs.append((i, stat, value))
            clause.take(i, i - 1)
    for i in clause.find("number"):
        # "impish 252": beside other training, the most EVs need no word.
        if result.said and whole(clause, i) == MAX_EV and not any(stat is None for _, stat, _ in result.evs):
            beside = [k for k in (i - 1, i + 1) if 0 <= k < len(clause.tokens) and clause.tokens[k].text == "/"]
            if not beside:
                result.evs.append((i, None, MAX_EV))
                clause.take(i)


def _slashed(clause: Clause, result: Training) -> None:
    """EVs and IVs in one: "252/31"."""
    for i in clause.find("number"):
        if i + 2 >= len(clause.tokens) or clause.tokens[i + 1].text not in ("/", "+"):
            continue
        ev, iv = whole(clause, i), whole(clause, i + 2)
        if ev is None or iv is None or not _LEAST_SAID_IV <= iv <= MAX_IV or ev % 4 or ev > _MOST_EVS:
            continue  # "252/4" are EVs of two stats
        if any(stat_at(clause, k) for k in (i + 1, i + 3)) or clause.tokens[i - 1].text == "/":
            continue
        if i + 3 < len(clause.tokens) and clause.tokens[i + 3].text == "/":
            continue
        stat = stat_at(clause, i - 1)
        result.evs.append((i, stat, ev))
        result.ivs.append((i, stat, iv))
        clause.take(i, i + 1, i + 2, *([i - 1] if stat else []))


#: Stats that one word says are trained to the full, or not at all.
_BEST: dict[str, Literal["max", "min"]] = {"full": "max", "best": "max", "none": "min"}


def extremes(clause: Clause) -> tuple[Literal["max", "min"] | None, list[Stat]]:
    """The stats that a word says are at their most or least ("max attack", 满攻), explained."""
    ways: set[Literal["max", "min"]] = set()
    stats: list[Stat] = []
    for i in clause.find("invest"):
        names, _, how = str(clause.value(i, "invest")).partition(":")
        ways.add(_BEST[how])
        stats += [stat for stat in ALL_STATS if stat in names.split("+")]
        clause.take(i, *((i + 1,) if how == "none" and clause.at(i + 1, "iv", "iv") else ()))  # 0速个体
    return (ways.pop() if len(ways) == 1 else None), stats


def share_of_hp(clause: Clause) -> Fraction | None:
    """The part of its HP that is asked for, explained: "half of its HP", "1/16 HP", "25% of", 四分之一血."""
    for i in clause.find("fraction"):
        clause.take(i)
        return Fraction(1, int(clause.value(i, "fraction")))
    states = [i for i in clause.find("hpstate") if 0 < int(clause.value(i, "hpstate")) < 100]
    if states:
        clause.take(states[0])
        return Fraction(int(clause.value(states[0], "hpstate")), 100)
    for i in clause.find("number"):
        upper = whole(clause, i)
        lower = whole(clause, i + 2) if i + 2 < len(clause.tokens) and clause.tokens[i + 1].text == "/" else None
        if upper is not None and lower is not None and 0 < upper < lower <= _MOST_PARTS:
            clause.take(i, i + 1, i + 2)
            return Fraction(upper, lower)
        marked = clause.at(i, "percent") or clause.at(i + 1, "percent")
        if marked and upper is not None and 0 < upper < 100:
            clause.take(i, *([i + 1] if clause.at(i + 1, "percent") else []))
            return Fraction(upper, 100)
    return None


def hit_points(clause: Clause) -> float | None:
    """The share of HP that is left, in per cent (0 for a single point), explained; None where nothing is said."""
    states = clause.find("hpstate")
    if states:
        clause.take(*states)
        return float(clause.value(states[0], "hpstate"))
    for i in clause.find("attr", "hp"):
        for k in (i - 1, i - 2, i + 1):
            if not clause.at(k, "number") or k in clause.used:
                continue
            word = k + 1
            said = clause.at(k, "percent") or (clause.at(word, "percent") and word != i)
            value = clause.value(k, "number")
            if said and 0 < value <= 100:
                clause.take(i, k, *clause.find("percent"))
                return float(value)
    return None
