"""Abilities and items by what they do: "which berry cures paralysis?", 哪个特性雨天加速.

`data/effects/uses.yaml` lists them under keys of what is done and to what; each is told by its own sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...paths import DATA
from ...pokedex.dataset import Dataset
from ...yaml_files import read_yaml
from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from ..effect_numbers import said_numbers, says_all
from ..slots import stat_at

#: Tags whose words are explained by the key that they make up.
_WORDS = ("use", "usedoes", "ailment", "statusword", "moveail", "weather", "terrain", "bend", "movedoes", "effecttalk",
          "inflict", "grant", "foe", "ownside", "itemuse", "factor", "format", "moveflag", "moveclass", "passive",
          "evolveby", "damagecalc", "intro", "outcome", "stages", "heal", "hpstate", "critical", "screen",
          "suits", "effort", "beaten", "oblige", "catch", "battlewords")  # fmt: skip
_AILMENTS = ("ailment", "statusword", "moveail")
#: What shows that Pokémon, moves or games are asked about.
_OTHERS = ("learn", "ev", "sup", "nature", "gen", "vg", "region", "cls", "signature", "egg", "ball", "machine")


@cache
def uses() -> Mapping[str, Mapping[str, list[str]]]:
    """What is listed under each key, by kind."""
    table: Mapping[str, Mapping[str, list[str]]] = read_yaml(DATA / "effects" / "uses.yaml")
    return table


#: What an ability that has to do with a status condition is for.
_ABOUT_AILMENTS = ("prevent", "cure", "inflict", "contact", "bear")


def is_for(dataset: Dataset, thing: Thing, ailment: str) -> bool:
    """Is an ability or an item listed as one that prevents, cures, causes or bears with a status condition?"""
    if thing.kind not in ("ability", "item"):
        return False
    table = dataset.abilities if thing.kind == "ability" else dataset.items
    keys = [f"{about}:{ailment}" for about in _ABOUT_AILMENTS]
    return any(table[thing.id].identifier in uses().get(key, {}).get(thing.kind, []) for key in keys)


def by_use(clause: Clause) -> Query | None:
    """The abilities or the items that do what is asked, each with its effect."""
    kind: Any = _kind(clause)
    mons = clause.mons()
    others = (
        len(mons) > 1
        or (bool(mons) and (kind != "ability" or clause.mon(mons[0]).form_named))
        or any(
            not any(clause.at(i, does) for does in ("effecttalk", "use", "usedoes"))
            for tag in _OTHERS
            for i in clause.find(tag)
        )
    )
    if kind is None or others or clause.has("wh", "who") or clause.is_yes_no() or _counts_animals(clause):
        return None
    if any(_asks_for_pokemon(clause, i) for i in clause.find("noun", "pokemon")) or clause.scope() is not NOW:
        return None
    if any(not _is_word(clause, i) for tag in ("ability", "item", "move") for i in clause.find(tag)):
        return None
    numbers, ways = said_numbers(clause)
    keys = keys_said(clause, kind)
    if ways and not keys and clause.has("bend", "raises") and not clause.has("type"):
        keys.append("boost:all")  # "a 30% boost"
    key = next((key for key in keys if kind in uses().get(key, {})), None)
    if key is None:
        return None
    table = clause.dataset.abilities if kind == "ability" else clause.dataset.items
    ids = {one.identifier: one.id for one in table.values()}
    found = tuple(Thing(kind, ids[one]) for one in uses()[key][kind] if one in ids)
    found = tuple(one for one in found if says_all(clause.dataset, one, ways)) if ways else found
    if mons:
        own = clause.dataset.abilities_of(clause.mon(mons[0]).pokemon_id)
        found = tuple(one for one in found if one.id in own.all())  # "Diglett's ability that traps opponents"
    if not found:
        return None
    clause.take(*mons, *numbers, *(clause.find("list", "one") if ways else ()), *clause.find("prep", "into"))
    if clause.has("type") and key.startswith("weaken:"):
        clause.take(*clause.find("mu", "weak:att"))  # "halves a super effective Fire hit"
    clause.take(
        *(i for tag in _WORDS for i in clause.find(tag)), *clause.find("mu", "immune:def", "effect:att", "resist:def")
    )
    clause.take(*clause.find("noun", "ability", "item", "stat", "move"), *clause.find("attr", "ability", "effect"))
    clause.take(*clause.find("noun", "pokemon"))
    clause.take(*clause.find("wh"), *clause.find("list"), *clause.find("attr", "name"), *clause.find("cmp", "speed:gt"))
    clause.take(*(i for i in range(len(clause.tokens)) if stat_at(clause, i)), *clause.find("exist"))
    clause.take(*clause.find("pron", "it", "them"), *clause.find("attr", "accuracy", "pp", "drain", "contact"))
    clause.take(*clause.find("neg"), *clause.find("type"), *clause.find("noun", "type"), *clause.find("attr", "type"))
    clause.take(*clause.find("attr", "power", "priority", "chance"), *clause.find("moveset"))
    return Facts(found, ("effect",))


def _counts_animals(clause: Clause) -> bool:
    """特性是沙暴的有哪几只: the measure word is that of Pokémon."""
    return any(t.text.endswith("只") and t.has("wh") for t in clause.tokens)


def _asks_for_pokemon(clause: Clause, i: int) -> bool:
    """Is the noun more than the one that it is done to: "lets a Pokémon heal"?"""
    return not (clause.at(i - 1, "list", "one") and (clause.at(i - 2, "grant") or clause.at(i - 2, "inflict")))


def _kind(clause: Clause) -> str | None:
    """Which of them is asked for: with a question word, told to be listed, or as what the words in front describe."""
    nouns = {kind: clause.find("noun", kind) for kind in ("ability", "item")}
    items = [*nouns["item"], *clause.find("wh", "item")]
    if nouns["ability"] and not items:
        at, kind = nouns["ability"], "ability"
    elif items and not nouns["ability"]:
        at, kind = items, "item"
    else:
        return None
    asked = (
        clause.has("wh", "which", "what", "item")
        or clause.has("attr", "name")
        or clause.has("list", "list", "all")
        or clause.has("exist")
    )
    content = clause.content()
    ends = bool(content) and (content[0] in at or content[-1] in at)
    return kind if asked or ends else None


def _is_word(clause: Clause, i: int) -> bool:
    """Is a name here a word of what is done (免疫, sandstorm, "burn")?"""
    return any(clause.at(i, tag) for tag in ("filler", "mu", *_WORDS))


def keys_said(clause: Clause, kind: str) -> list[str]:
    """The keys that the words may make up, the surest first."""
    does = {v for i in clause.find("usedoes") for v in clause.tokens[i].readings["usedoes"]}
    if clause.has("mu", "immune:def") or clause.has("neg"):
        does.add("prevent")
    ailments = [str(clause.value(i, tag)) for tag in _AILMENTS for i in clause.find(tag)]
    skies = [str(clause.value(i, tag)) for tag in ("weather", "terrain") for i in clause.find(tag)]
    stats = [stat for i in range(len(clause.tokens)) if (stat := stat_at(clause, i)) is not None and stat != "hp"]
    raises = clause.has("bend", "raises") or "doubles" in does
    heals = clause.has("movedoes", "heal") or clause.has("heal") or "cure" in does
    keys: list[str] = []
    if names_the_condition(clause) and does & {"prevent", "cure", "contact"}:
        return _of_ailment(clause, "poison", does)
    if clause.has("type"):
        return _of_type(clause, does)
    if ailments:
        return _of_ailment(clause, ailments[0], does)
    for sky in skies[:1]:
        if "speed" in stats or "faster" in does or clause.has("cmp", "speed:gt"):
            keys.append(f"speed:{sky}")
        elif "long" in does or (clause.has("effecttalk", "lasts") and clause.has("number")):
            keys.append(f"long:{sky}")
        elif heals:
            keys.append(f"heal:{sky}")
        elif not raises and not stats and ("set" in does or len(clause.content()) <= _FEW):
            keys.append(f"set:{sky}")
    if skies:
        return keys
    direct = [v for i in clause.find("use") for v in clause.tokens[i].readings["use"]]
    keys += [v for v in direct if not (v.startswith("prevent:") and not does & {"prevent"} and v not in _SURE)]
    for what, gives in (("flinch", "inflict"), ("critical", "raise")):
        if what in does or clause.has("movedoes", what):
            keys.append(f"{'prevent' if 'prevent' in does else gives}:{what}")
    if clause.has("attr", "priority") and clause.has("attr", "chance"):
        keys.append("first")  # "a 20% chance to move first"
    if "any" in does and "cure" in does:
        keys.append("cure:any")
    if heals and "switch" in does:
        keys.append("heal:switch")
    if heals and not stats:
        keys.append("heal:berry" if "berry" in does else "heal:turn" if "turn" in does else "heal:hp")
    if not stats and not direct and ("faster" in does or clause.has("cmp", "speed:gt")):
        keys.append("raise:speed")
    if len(set(stats)) == 1 and not direct:
        if clause.has("bend", "lowers"):
            keys.append(f"lower:{stats[0]}")
        elif raises:
            keys += [f"double:{stats[0]}"] if "doubles" in does else []
            keys.append(f"raise:{stats[0]}")
    if clause.has("attr", "accuracy") and raises:
        keys.append("raise:accuracy")
    return keys


def names_the_condition(clause: Clause) -> bool:
    """Is poison the status condition, and no type: "immune to poison", with no word for types or moves beside it?"""
    types = [clause.dataset.types[clause.value(i, "type")].identifier for i in clause.find("type", again=True)]
    return types == ["poison"] and not (clause.has("noun", "type", "move") or clause.has("attr", "type"))


def _of_ailment(clause: Clause, ailment: str, does: set[str]) -> list[str]:
    """What cures a condition, keeps it off, or brings it about."""
    if ailment == "trap":
        return [ailment]
    keys = []
    if "cure" in does and not does & {"prevent", "contact"}:
        keys.append(f"cure:{ailment}")
    keys += [f"{what}:{ailment}" for what in ("contact", "prevent") if what in does]
    if not does & {"cure", "prevent"} and ("inflict" in does or clause.has("inflict") or clause.has("moveail")):
        keys.append(f"inflict:{ailment}")
    return keys


def _of_type(clause: Clause, does: set[str]) -> list[str]:
    """What makes the moves of a type stronger, or weakens them."""
    types = {clause.value(i, "type") for i in clause.find("type")}
    lowers = "weaken" in does or clause.has("mu", "resist:def") or clause.has("bend", "lowers")
    power = "power" in does or clause.has("bend", "raises")
    if len(types) != 1 or lowers is power or clause.has("mu", "immune:def"):
        return []
    return [f"{'weaken' if lowers else 'power'}:{clause.dataset.types[types.pop()].identifier}"]


#: A weather and the noun alone ask for what brings it (下雨的特性).
_FEW = 3
#: What is prevented even where no word says so.
_SURE = frozenset({"prevent:evolution", "prevent:indirect", "prevent:recoil"})
