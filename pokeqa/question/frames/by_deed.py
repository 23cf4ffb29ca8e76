"""Moves, abilities and items by a deed: "which moves remove hazards", 什么招式能开电气场地, "what cures paralysis?".

Also what a named one does to weather, terrain, hazards or a status condition: "what does Rapid Spin clear?". The deeds
are keys of `data/effects/uses.yaml`; how a question speaks of their objects is told by `data/effects/deeds.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from ...paths import DATA
from ...yaml_files import read_yaml
from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from .by_use import uses

#: What shows that Pokémon, games or a ranking are asked about.
_OTHERS = ("mon", "ev", "cmp", "sup", "nature", "gen", "region", "cls", "signature", "egg", "ball", "machine", "type")
#: Words that belong to a deed.
_WORDS = (
    "use", "usedoes", "ailment", "statusword", "moveail", "weather", "terrain", "movedoes", "effecttalk", "inflict",
    "grant", "foe", "ownside", "itemuse", "battlewords", "passive", "outcome", "heal", "screen", "bend", "serves",
    "suits", "attr", "taking", "stages", "moveclass", "team", "catch", "knockout", "switch", "list",
)  # fmt: skip
#: What is asked of a move itself: "What type of move is Spikes?".
_OF_A_MOVE = ("type", "power", "accuracy", "pp", "damage-class", "priority", "target", "contact", "generation",
              "machine")  # fmt: skip
_KINDS: tuple[Literal["move", "ability", "item"], ...] = ("move", "ability", "item")
_ASKING = ("what", "which", "how", "item", "howmany", "when")


def by_deed(clause: Clause) -> Query | None:
    """Those that do it, each with its effect."""
    if clause.is_yes_no() or clause.scope() != NOW or clause.has("wh", "who") or clause.has("attr", *_OF_A_MOVE):
        return None
    made = ("让", "使", "令", "帮", "给")  # 会让宝可梦回复异常状态的树果
    if any(not i or clause.tokens[i - 1].text not in made for i in clause.find("noun", "pokemon")):
        return None
    if any(not _is_word(clause, i) for tag in _OTHERS for i in clause.find(tag)):
        return None
    objects = {name: at for name in _raw()["objects"] if (at := _spoken(clause, "objects", name))}
    objects = {name: at for name, at in objects.items() if not (name == "any" and len(objects) > 1)}
    verbs = {name: at for name in _raw()["verbs"] if (at := _spoken(clause, "verbs", name))}
    named = [i for kind in _KINDS for i in clause.find(kind) if not clause.at(i, "filler")]
    named = [i for i in named if all(i not in at for at in (*objects.values(), *verbs.values()))]
    named = [i for i in named if not any(clause.at(i, tag) for tag in ("weather", "terrain", "ailment", "effecttalk"))]
    asks = any(clause.has("wh", one) for one in _ASKING)
    if named:
        return _told(clause, named, bool(verbs)) if asks else None
    asks = asks or clause.has("list", "list", "all", "one") or clause.has("attr", "name")
    if len(objects) != 1 or not asks:
        return None
    kinds = [kind for kind in _KINDS if clause.has("noun", kind) or (kind == "item" and clause.has("wh", "item"))]
    name, at = next(iter(objects.items()))
    keys = [f"{verb}:{name}" for verb in verbs] or ([f"set:{name}"] if kinds == ["move"] else [])
    key = next((key for key in keys if key in uses()), None)
    if key is None or len(kinds) > 1 or (not kinds and clause.has("noun", "type")):
        return None
    sets = kinds in (["ability"], ["item"]) and key.startswith("set:")
    rids = key.startswith(("remove:", "cure:")) and not kinds
    if kinds != ["move"] and not sets and not rids and name not in _PLURAL:
        return None
    found = _things(clause, key, kinds)
    if not found:
        return None
    _take(clause, *at, *(i for one in verbs.values() for i in one))
    return Facts(found, ("effect",))


#: Objects that stand for several at once, which only this frame knows.
_PLURAL = ("weather", "terrain", "screens", "any")


def _told(clause: Clause, named: list[int], does: bool) -> Query | None:
    """ "What terrain does Electric Surge create?": the sentence of the one that is named."""
    if len(named) != 1 or not (does or _spoken(clause, "objects", "terrain") or _spoken(clause, "objects", "weather")):
        return None
    kind = next(kind for kind in ("ability", "item", "move") if clause.at(named[0], kind))
    if clause.has("noun", "move", "item", "ability") or clause.has("learn", "learn"):
        return None
    _take(clause, *named)
    return Facts((Thing(kind, clause.value(named[0], kind)),), ("effect",))  # type: ignore[arg-type]


def _things(clause: Clause, key: str, kinds: list[Literal["move", "ability", "item"]]) -> tuple[Thing, ...]:
    """Those listed under the key; where no kind is named, moves, else items."""
    listed = uses()[key]
    chosen = kinds or [kind for kind in ("move", "item") if kind in listed][:1]
    if kinds == [] and key.startswith("cure:"):
        chosen = [kind for kind in ("item",) if kind in listed]
    tables: Mapping[str, Mapping[int, Any]] = {
        "move": clause.dataset.moves, "ability": clause.dataset.abilities, "item": clause.dataset.items,
    }  # fmt: skip
    ids = {(kind, one.identifier): one.id for kind in chosen for one in tables[kind].values()}
    pairs = [(kind, one) for kind in chosen for one in listed.get(kind, []) if (kind, one) in ids]
    return tuple(Thing(kind, ids[kind, one]) for kind, one in pairs)


def _take(clause: Clause, *found: int) -> None:
    """Mark what a deed explains."""
    beside = frozenset(_raw()["beside"])
    clause.take(*found, *(i for tag in _WORDS for i in clause.find(tag)), *clause.find("wh"))
    clause.take(*clause.find("noun", "pokemon"), *clause.find("attr", "name"))
    clause.take(*clause.find("noun", "move", "ability", "item", "effect", "stat"), *clause.find("moveset"))
    clause.take(*clause.find("pron"), *clause.find("exist"), *clause.find("aux"), *clause.find("prep"))
    clause.take(*(i for i, token in enumerate(clause.tokens) if token.text.casefold() in beside))
    spoken = [*_raw()["verbs"].items(), *_raw()["objects"].items()]
    texts = {str(text) for _, row in spoken for text in row.get("texts", ())}
    clause.take(*(i for i, token in enumerate(clause.tokens) if token.text.casefold() in texts))


def _is_word(clause: Clause, i: int) -> bool:
    """Is the token read as a word of the deed (电气场地, "sun"), too?"""
    return any(clause.at(i, tag) for tag in ("filler", "weather", "terrain", "effecttalk", "use", "usedoes", "bend"))


def _spoken(clause: Clause, part: str, name: str) -> list[int]:
    """The tokens that speak of a verb or an object."""
    row = _raw()[part][name]
    tags = [str(tag).partition(":") for tag in row.get("tags", ())]
    texts, moves = set(row.get("texts", ())), set(row.get("moves", ()))
    return [
        i
        for i, token in enumerate(clause.tokens)
        if token.text.casefold() in texts
        or any(clause.at(i, tag, value) if value else clause.at(i, tag) for tag, _, value in tags)
        or (moves and clause.at(i, "move") and clause.dataset.moves[clause.value(i, "move")].identifier in moves)
    ]


@cache
def _raw() -> Mapping[str, Any]:
    table: Mapping[str, Any] = read_yaml(DATA / "effects" / "deeds.yaml")
    return table
