"""What a generation brought, and how many of a kind there are."""

from __future__ import annotations

from typing import Any

from ..algebra import FromGeneration, Introduced, Query, Search
from ..clause import Clause
from ..describe import generation_at
from ..word_lists import word_list

_COUNTED = {"pokemon": "pokemon", "type": "type", "move": "move", "ability": "ability", "generation": "generation",
            "region": "region", "game": "game", "egg": "egg-group"}  # fmt: skip
#: Counters of animals.
_COUNTERS = word_list("introduced/counters")


def introduced(clause: Clause) -> Query | None:
    """ "Which generation introduced the most new Pokémon?", 第二世代新增了哪两个属性, "how many types are there"."""
    if clause.mons():
        return None
    tops = clause.find("sup", ":max", ":min")
    generation_word = (
        clause.find("attr", "generation") or clause.find("noun", "generation") or clause.find("attr", "region")
    )
    intro = clause.find("intro")
    among_all = any(clause.at(i - 1, "list", "all") for i in generation_word)  # "of all the generations"
    if tops and generation_word and not among_all and (intro or clause.has("noun", "pokemon")):
        sense: Any = "max" if clause.at(tops[0], "sup", ":max") else "min"
        clause.take(*tops, *generation_word, *intro, *clause.find("noun"), *clause.find("wh", "howmany"))
        clause.take(*clause.find("adv", "tie"), *clause.find("attr", "generation", "region"))
        what: Any = "pokemon"
        for i in clause.find("cls"):
            what = clause.value(i, "cls")
            clause.take(i)
        for noun in ("move", "ability", "type"):
            if clause.has("noun", noun) and not clause.has("noun", "pokemon"):
                what = noun
        return Introduced(what, None, "rank", sense)
    many = clause.find("wh", "howmany")
    games = clause.find("vg")
    generations = [
        i for i in range(len(clause.tokens)) if generation_at(clause, i) is not None and not clause.at(i, "generation")
    ]
    ranges = clause.find("dexrange")
    if ranges and len(generations) == 1 and not clause.has("type") and not clause.has("cls"):
        piece = generation_at(clause, generations[0])
        if piece is not None and isinstance(piece.condition, FromGeneration) and piece.condition.op == "eq":
            # 阿罗拉的宝可梦从几号到几号: the answer tells the first and the last number
            clause.take(*ranges, *range(piece.start, piece.end), *intro, *clause.find("noun", "pokemon", "dex"))
            clause.take(*clause.find("attr", "dex-number"), *clause.find("hist"), *clause.find("exist"))
            return Introduced("pokemon", piece.condition.generation, "count")
    counted = _counted(clause)
    kind: Any = counted
    if kind is None:
        return None
    if (kind == "type" and clause.find("type")) or (clause.has("cls") and kind != "generation"):
        return None
    if clause.has("ability") and kind == "ability":
        return None
    if many and clause.has("aux", "can") and clause.has("noun", "pokemon") and kind != "pokemon":
        return None  # "How many types can a Pokémon have?" counts those of one
    if many and games and not generations and not intro and kind in ("type", "ability", "move"):
        generation = clause.scope().generation
        clause.take(
            *many, *clause.find("noun"), *clause.find("exist"), *clause.find("attr", kind), *clause.find("list")
        )
        return Introduced(kind, generation, "existing")
    which_types = kind == "type" and clause.has("wh", "which", "what") and not clause.has("noun", "pokemon", "move")
    which_types = which_types and (clause.has("exist") or clause.language != "en")  # "which types were there in"
    if (many or which_types) and len(generations) == 1 and not intro and kind in ("type", "ability", "move"):
        i = generations[0]
        clause.take(*(clause.find("wh", "which", "what") if which_types else ()))
        if clause.at(i, "gen"):
            clause.take(
                i, *many, *clause.find("noun"), *clause.find("exist"), *clause.find("attr", kind), *clause.find("list")
            )
            return Introduced(kind, int(clause.value(i, "gen")), "existing")
    if len(generations) == 1 and intro and kind == "ability" and clause.at(generations[0], "gen"):
        clause.take(generations[0], *many, *intro, *clause.find("noun", "ability"), *clause.find("attr", "ability"))
        clause.take(*clause.find("exist"), *clause.find("list"))
        brought = FromGeneration(int(clause.value(generations[0], "gen")))
        return Search("ability", brought, output="count" if many else "list")
    claimed = _claimed_number(clause, kind) if not generations and not intro and not many else None
    if claimed is not None:
        return Introduced(kind, None, "count", expected=claimed)
    listed = kind == "egg-group" and clause.has("wh", "what", "which")  # 蛋群有哪些
    if (many or listed) and not generations and not intro and kind != "pokemon":
        # "How many types are there?"
        if clause.has("sup") or clause.has("number") or (kind == "egg-group" and clause.has("egg_group")):
            return None
        clause.take(*(clause.find("group") if listed else ()))
        clause.take(
            *many, *clause.find("noun"), *clause.find("exist"), *clause.find("attr", kind), *clause.find("list")
        )
        clause.take(*clause.find("attr", "generation", "region"))
        return Introduced(kind, None, "count")
    if len(generations) == 1 and kind in ("type", "game", "region") and (intro or kind in ("game", "region")):
        i = generations[0]
        if not clause.at(i, "gen"):
            return None
        number = int(clause.value(i, "gen"))
        expected = None
        for n in clause.find("number"):
            expected = int(clause.value(n, "number"))
            clause.take(n)
        clause.take(
            i, *intro, *clause.find("noun"), *clause.find("attr", "type", "region"), *many, *clause.find("list")
        )
        return Introduced(kind, number, "count" if many else "list", expected=expected)
    return None


def _claimed_number(clause: Clause, kind: str) -> int | None:
    """ "There are 18 types, right?", 属性一共有18种，是吗: how many there are said to be, explained."""
    numbers = clause.find("number")
    if len(numbers) != 1 or kind == "pokemon" or clause.has("noun", "pokemon") or clause.has("wh"):
        return None
    if not (clause.is_yes_no() or clause.has("yn")) or any(map(clause.has, _MORE)):
        return None
    counts = clause.find("exist") or (clause.language != "en" and any("有" in token.text for token in clause.tokens))
    if not counts:
        return None
    clause.take(
        *numbers, *clause.find("noun"), *clause.find("exist"), *clause.find("attr", kind), *clause.find("op", "eq")
    )
    clause.take(*clause.find("sumword"), *clause.find("attr", "generation", "region"))
    return int(clause.value(numbers[0], "number"))


#: Words that make another question of a number of things.
_MORE = ("type", "mon", "move", "ability", "item", "gen", "cmp", "sup", "mu", "learn")


def _counted(clause: Clause) -> str | None:
    for noun, what in _COUNTED.items():
        if noun != "pokemon" and (clause.has("noun", noun) or clause.has("attr", noun)):
            # "How many Pokémon have a single type?" counts no types.
            owned = noun != "type" or clause.has("typecount")
            return None if owned and clause.has("noun", "pokemon") else what
    return "pokemon" if clause.has("noun", "pokemon") or counts_animals(clause) else None


def counts_animals(clause: Clause) -> bool:
    """多少只, 最轻的5只: the counter says that Pokémon are meant."""
    return any(token.text.endswith(_COUNTERS) for token in clause.tokens)
