"""A Pokédex number, or whether a name names anything."""

from __future__ import annotations

from ...pokedex.regional_dexes import dexes_of_region
from ..algebra import Check, DexLookup, Exists, Number, Query, Subject
from ..clause import Clause
from ..word_lists import word_list

#: Words that point at what was told, where a name could stand.
_POINTING = frozenset(word_list("lookup/pointing"))


def dex_lookup(clause: Clause) -> Query | None:
    """ "Who is #448?", "Which Pokémon is number 25 in the National Dex?", 25号是哪只宝可梦."""
    numbers, tag = clause.find("number"), "number"
    if not numbers:  # 图鉴第六号
        numbers, tag = [k for k in clause.find("rank") if clause.at(k + 1, "noun", "number")], "rank"
    if len(numbers) != 1 or clause.mons():
        return None
    i = numbers[0]
    marks = [k for k in (i - 1, i + 1, i - 2) if clause.at(k, "noun", "number") or clause.at(k, "attr", "dex-number")]
    if not marks and not clause.has("op") and not clause.has("sup"):
        marks = [*clause.find("noun", "dex"), *clause.find("attr", "dex-number")]
        marks += [k for k in clause.find("attr", "profile") if _says_dex(clause.tokens[k].text)]
        if not marks and clause.at(i - 1, "noun", "pokemon") and i == len(clause.tokens) - 1:
            marks = [i - 1]
    if not marks:
        return None
    value = float(clause.value(i, tag))
    if value != int(value):
        return None
    clause.take(i, *marks, *clause.find("noun", "number", "dex"), *clause.find("attr", "dex-number"))
    from .attributes import OF_POKEMON, attributes

    profiles = clause.find("attr", "profile")
    told = any(not _says_dex(clause.tokens[k].text) for k in profiles) and not clause.has("wh", "which", "who")
    clause.take(*profiles, *clause.find("carry"))  # "who holds number 700?"
    found = attributes(clause, OF_POKEMON) or (["profile"] if told else [])
    if not clause.has("lang"):
        found = [a for a in found if a != "name"]  # 25号叫什么: the answer gives the name
    clause.take(*clause.find("wh", "which"))
    regions = clause.find("region")
    if (
        len(regions) == 1
        and clause.has("noun", "dex")
        and dexes_of_region(clause.dataset, clause.value(regions[0], "region"))
    ):
        clause.take(*regions)  # "who's number 1 in the Hoenn dex?"
        return DexLookup(int(value), clause.value(regions[0], "region"), tuple(found))  # type: ignore[arg-type]
    if any(a in ("weakness", "resistance", "immunity", "matchup", "evolution") for a in found):
        return None
    return DexLookup(int(value), None, tuple(found))  # type: ignore[arg-type]


def dex_check(clause: Clause) -> Query | None:
    """ "Is Celebi #251?", "is Pikachu number 25 in the Pokédex": a number that is claimed."""
    mons, numbers = clause.mons(), clause.find("number")
    if len(mons) != 1 or len(numbers) != 1 or not clause.is_yes_no() or clause.is_negated():
        return None
    i = numbers[0]
    marks = [*clause.find("noun", "number", "dex"), *clause.find("attr", "dex-number")]
    if not any(abs(k - i) <= 1 for k in marks) or clause.has("op") or clause.has("unit"):
        return None
    clause.take(*mons, i, *marks)
    return Check(clause.mon(mons[0]), Number("dex-number", "eq", float(clause.value(i, "number"))))


def _says_dex(text: str) -> bool:
    """Does a word for a profile name the Pokédex: "pokedex entry 600"?"""
    return "dex" in text.casefold() or "图鉴" in text


def dex_neighbour(clause: Clause) -> Query | None:
    """ "Which Pokémon comes right after Pikachu in the National Dex?", 图鉴里皮卡丘的下一个是谁."""
    mons, steps = clause.mons(), clause.find("dexstep")
    if len(mons) != 1 or len(steps) != 1 or clause.is_yes_no() or clause.has("number"):
        return None
    marks = [*clause.find("noun", "dex"), *clause.find("attr", "dex-number"), *clause.find("noun", "number")]
    if not marks:
        return None
    places = [i for i in clause.find("rank") if abs(i - steps[0]) == 1]  # 后面第二只
    distance = int(clause.value(places[0], "rank")) if places else 1
    number = clause.mon(mons[0]).species_id + (distance if clause.at(steps[0], "dexstep", "next") else -distance)
    clause.take(*places)
    clause.take(*mons, *steps, *marks, *clause.find("wh", "which"), *clause.find("noun", "pokemon"))
    clause.take(*clause.find("attr", "profile"), *clause.find("ev", "pre", "post", "from"))
    return DexLookup(number) if number > 0 else None


def exists(clause: Clause) -> Query | None:
    """ "Is Pikablu in the Pokédex?", "Is Agumon a Pokémon?": a name, and the question whether it names anything."""
    if not clause.is_yes_no():
        return None
    if not (clause.has("noun", "dex") or clause.has("exist") or clause.has("noun", "pokemon")):
        return None
    mons, unknown = clause.mons(), clause.find("unknown")
    if len(mons) + len(unknown) != 1 or clause.has("lang"):
        return None
    if unknown and (not clause.has("noun", "dex", "pokemon") or (clause.has("aux", "do") and not clause.has("exist"))):
        return None  # "Are ghosts real?", "Do Pokémon cry?": not about a Pokémon's name
    if unknown and any(clause.tokens[k].text.casefold().startswith("are") for k in clause.find("exist")):
        return None  # "Are there Pokémon with palindrome names?": the word describes, and names none
    i = (mons or unknown)[0]
    if clause.tokens[i].text.casefold() in _POINTING:
        return None  # "is there such a Pokémon?": as was told, and no name
    clause.take(
        i, *clause.find("noun", "dex", "pokemon"), *clause.find("exist"), *clause.find("attr", "name", "profile")
    )
    # A likely typo names nothing: the question is about the spelling.
    found: tuple[Subject, ...] = (clause.mon(i),) if mons and clause.tokens[i].how != "fuzzy" else ()
    return Exists(clause.tokens[i].text, found)
