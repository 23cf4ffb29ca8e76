"""The parts of a question about a battle: what each side holds and has become, and what the field is like.

Each part is a `Piece` with the place where it stands; `battle_sides.share_out` gives the pieces to the two
sides. A piece right in front of a name belongs to that Pokémon. Any other stands on one side of the word that parts the
two, and goes over to the other one when only there it could count ("Earthquake against Heatran, Adamant, Life Orb").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..pokedex.formulas.modifiers import modifiers
from .bare_terms import leave_out_the_rest
from .calculations import Field, Stat
from .clause import Clause
from .slots import Level, Training, bare_evs, hit_points, levels, plain_levels, stat_at, training, whole

#: The most that stages of a stat can be.
_MOST_STAGES = 6

_FULL_EV, FULL_IV = 252, 31

Kind = Literal["level", "nature", "bent", "ev", "iv", "item", "ability", "stage", "tera", "ailment", "hp"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that is said of a Pokémon: where, what, of which stat, and the value."""

    at: int
    kind: Kind
    value: int | str | float
    stat: Stat | None = None
    move_id: int | None = None  # the move that changed the stat


@dataclass(slots=True)
class Battle:
    """Everything that a clause says of a battle, explained. `boosts`: the moves that are told as changes of stats."""

    pieces: list[Piece] = field(default_factory=list)
    field: Field = field(default_factory=Field)
    trick_room: bool = False
    clear: bool = True  # nothing was said that has no number here


def battle(clause: Clause, mons: Sequence[int]) -> Battle:
    """The parts of a battle that a clause names."""
    found = Battle()
    leave_out_the_rest(clause)
    _field(clause, found)
    _teras(clause, found)
    _items(clause, found)
    _abilities(clause, found)
    _changes(clause, found)
    _investments(clause, found)
    hp = _hp(clause, mons)
    if hp is not None:
        found.pieces.append(hp)
    for level in levels(clause) or plain_levels(clause):
        found.pieces.append(Piece(level.at, "level", level.value))
    trained = training(clause)
    _bulk(clause, found)
    bare_evs(clause, trained)
    found.pieces += _training_pieces(trained)
    for i in clause.find("ailment"):
        if clause.at(i, "move") and not clause.at(i - 1, "battlewords"):
            continue
        found.pieces.append(Piece(i, "ailment", str(clause.value(i, "ailment"))))
        clause.take(i)
    _sets(clause, found)
    clause.take(*clause.find("battlewords"), *clause.find("catch", "hypothetical"))
    if any(piece.kind == "stage" for piece in found.pieces):
        clause.take(*(k for k in clause.find("stages") if not clause.at(k, "wh", "level")))
    return found


def _training_pieces(trained: Training) -> list[Piece]:
    of = {i: stat for i, stat, _ in trained.evs}  # "252+ Atk": the plus is of this stat
    return [
        *(Piece(i, "nature", n) for i, n in trained.natures),
        *(Piece(i, "bent", n, of.get(i)) for i, n in trained.bents),
        *(Piece(i, "ev", n, s) for i, s, n in trained.evs),
        *(Piece(i, "iv", n, s) for i, s, n in trained.ivs),
    ]


# --------------------------------------------------------------------------- the field


def _field(clause: Clause, found: Battle) -> None:
    weather = {str(clause.value(i, "weather")) for i in clause.take_all("weather")}
    terrain = {str(clause.value(i, "terrain")) for i in clause.take_all("terrain")}
    formats = {str(clause.value(i, "format")) for i in clause.take_all("format")}
    screens = {str(clause.value(i, "screen")) for i in clause.take_all("screen")}
    helps = {str(clause.value(i, "help")) for i in clause.take_all("help")}
    found.trick_room = bool(clause.take_all("room"))
    found.clear = len(weather) <= 1 and len(terrain) <= 1 and len(formats) <= 1
    found.field = Field(
        next(iter(weather), None), next(iter(terrain), None), tuple(sorted(screens)), tuple(sorted(helps)),
        "doubles" in formats,
    )  # fmt: skip


def _sets(clause: Clause, found: Battle) -> None:
    """Abilities that bring their weather or terrain along."""
    for piece in found.pieces:
        if piece.kind != "ability":
            continue
        for row in modifiers("ability", str(piece.value)):
            if row.place == "sets":
                weather, terrain = row.wanted("weather"), row.wanted("terrain")
                if weather and found.field.weather is None:
                    found.field = replace(found.field, weather=weather[0])
                if terrain and found.field.terrain is None:
                    found.field = replace(found.field, terrain=terrain[0])


# --------------------------------------------------------------------------- what a Pokémon has


def _teras(clause: Clause, found: Battle) -> None:
    """ "Tera Fire", "Fire Tera", "terastallized into Water", 太晶火."""
    for i in clause.find("tera"):
        for k in (i + 1, i + 2, i - 1, i - 2):
            middle = (i + k) // 2 if abs(k - i) == 2 else None
            if middle is not None and not any(clause.at(middle, tag) for tag in ("noun", "prep", "filler", "attr")):
                continue
            if clause.at(k, "type") and k not in clause.used:
                found.pieces.append(Piece(i, "tera", clause.value(k, "type")))
                clause.take(i, k, *([middle] if middle is not None else []))
                if clause.at(k + 1, "noun", "type"):
                    clause.take(k + 1)
                break


def _items(clause: Clause, found: Battle) -> None:
    identifiers = {item.id: item.identifier for item in clause.dataset.items.values()}
    for i in clause.find("item"):
        if clause.at(i, "mon") or clause.at(i, "move") or clause.at(i, "weather") or i in clause.used:
            continue
        found.pieces.append(Piece(i, "item", identifiers[clause.value(i, "item")]))
        clause.take(i)
    for i in clause.find("battleitem"):
        found.pieces.append(Piece(i, "item", str(clause.value(i, "battleitem"))))
        clause.take(i)


def _abilities(clause: Clause, found: Battle) -> None:
    for i in clause.find("ability"):
        if clause.at(i, "mon") or clause.at(i, "move") or clause.at(i, "type"):
            continue
        identifier = clause.dataset.abilities[clause.value(i, "ability")].identifier
        if identifier == "intimidate":
            found.pieces.append(Piece(i, "stage", -1, "attack"))
        else:
            found.pieces.append(Piece(i, "ability", identifier))
        clause.take(i)


# --------------------------------------------------------------------------- changed stats


def _changes(clause: Clause, found: Battle) -> None:
    """ "+2", "-1 Attack", "after a Swords Dance", 龙舞一次后, "intimidated"."""
    for i in clause.find("stages", "intimidated"):
        found.pieces.append(Piece(i, "stage", -1, "attack"))
        clause.take(i)
    for i in clause.find("number"):
        sign = 1 if clause.at(i, "plus") else -1 if clause.at(i, "minus") else 0
        value = whole(clause, i)
        if not sign or value is None or not 1 <= value <= _MOST_STAGES:
            continue
        stat = next((k for k in (i + 1, i - 2 if sign > 0 else i - 1) if stat_at(clause, k) and k not in clause.used),
                    None)  # fmt: skip
        found.pieces.append(Piece(i, "stage", sign * value, stat_at(clause, stat) if stat is not None else None))
        clause.take(i, *([stat] if stat is not None else []))
        clause.take(*(k for k in clause.find("stages", "boosted") if not clause.at(k, "wh", "level")))
        if clause.at(i - 1, "bool") and clause.tokens[i - 1].text == "+":
            clause.take(i - 1)
    _boosts(clause, found)


def _boosts(clause: Clause, found: Battle) -> None:
    """Moves that are told as what they do: "after a Swords Dance"."""
    for i in clause.find("move"):
        changes = stat_changes(clause, i)
        if not changes:
            continue
        times = 1
        for k in (i - 1, i + 1, i - 2, i + 2):
            value = int(clause.value(k, "times")) if clause.at(k, "times") else whole(clause, k)
            if value is not None and 1 <= value <= 3 and k not in clause.used:
                times = value
                clause.take(k)
                break
        said = {(piece.stat, piece.value) for piece in found.pieces if piece.kind == "stage"}
        for raised, change in changes:
            if said & {(raised, change * times), (None, change * times)}:
                continue  # "+2 after Swords Dance" says it twice
            value = max(-6, min(6, change * times))
            found.pieces.append(Piece(i, "stage", value, raised, clause.value(i, "move")))
        clause.take(i)


def stat_changes(clause: Clause, i: int) -> list[tuple[Stat, int]]:
    """What a status move that token i names does to its user's stats; nothing for other moves."""
    if not clause.at(i, "move") or clause.at(i, "mon") or i in clause.used:
        return []
    move = clause.dataset.moves[clause.value(i, "move")]
    if move.damage_class != "status" or move.target not in ("user", "user-and-allies") or move.meta is None:
        return []
    stats: list[tuple[Stat, int]] = []
    for name, change in move.meta.stat_changes.items():
        stat = next((s for s in _STATS if s == name), None)
        if stat is not None:
            stats.append((stat, change))
    return stats


_STATS: tuple[Stat, ...] = ("attack", "defense", "special-attack", "special-defense", "speed")

# --------------------------------------------------------------------------- training in short


def _investments(clause: Clause, found: Battle) -> None:
    """ "max attack", 满攻, 极攻, "max speed", "min speed"."""
    for i in clause.find("invest"):
        stats, _, how = str(clause.value(i, "invest")).partition(":")
        for name in stats.split("+"):
            stat = next(s for s in ("hp", *_STATS) if s == name)
            _invest(found, i, stat, how)
        clause.take(i)
    for i in clause.find("extreme", "max-speed", "neutral-speed"):
        _invest(found, i, "speed", "best" if clause.at(i, "extreme", "max-speed") else "full")
        clause.take(i)


def _invest(found: Battle, at: int, stat: Stat, how: str) -> None:
    none = how == "none"
    found.pieces.append(Piece(at, "ev", 0 if none else _FULL_EV, stat))
    if none:
        found.pieces.append(Piece(at, "iv", 0, stat))
    if how in ("best", "none"):
        found.pieces.append(Piece(at, "bent", "lowers" if none else "raises", stat))


def _bulk(clause: Clause, found: Battle) -> None:
    """EVs in HP and in the defence that counts: "252/0", "252/252+"."""
    for i in clause.find("number"):
        if i + 2 >= len(clause.tokens) or clause.tokens[i + 1].text != "/":
            continue
        first, second = whole(clause, i), whole(clause, i + 2)
        if first is None or second is None or max(first, second) > _FULL_EV or first % 4 or second % 4:
            continue
        plus = i + 3 < len(clause.tokens) and clause.tokens[i + 3].text == "+"
        end = i + 4 if plus else i + 3
        if (
            stat_at(clause, end)
            or stat_at(clause, i + 1)
            or (end < len(clause.tokens) and clause.tokens[end].text == "/")
        ):
            continue
        found.pieces += [Piece(i, "ev", first, "hp"), Piece(i, "ev", second)]
        if plus:
            found.pieces.append(Piece(i, "bent", "raises"))
        clause.take(*range(i, end))


def _hp(clause: Clause, mons: Sequence[int]) -> Piece | None:
    at = next(iter([*clause.find("hpstate"), *clause.find("percent")]), None)
    share = hit_points(clause)
    if share is None or at is None:
        return None
    return Piece(at, "hp", max(share, 0.1))


__all__ = ["Battle", "Level", "Piece", "battle", "stat_changes"]
