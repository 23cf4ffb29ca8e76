"""Shapes, homes and growth as descriptions: "quadruped", "lives in caves", "with a slow growth rate", a genus.

Most of these words say something else as well ("fast" is a comparison), so each is only read beside
something that says what it is about.
"""

from __future__ import annotations

from typing import Literal, get_args

from ...pokedex.varieties import index_of
from ..algebra import HasGenus, IsColor, Mon
from ..clause import Clause, is_free
from ..fold import fold
from ..word_lists import word_list
from .piece import Piece

Table = Literal["shape", "habitat", "growth_rate"]
#: The word for what a table is about.
_ATTRIBUTES: dict[Table, str] = {
    "shape": "shape", "habitat": "habitat", "growth_rate": "growth-rate",
}  # fmt: skip
#: Shapes by a word that says nothing else.
_CLEAR = word_list("clear")
#: Words for homes that describe Pokémon otherwise, too.
_OFTEN_ELSE = frozenset(word_list("often-else"))
#: A Chinese or Japanese word of more characters says that it is a body that is spoken of.
_SAYS_MORE = 3
#: The most words of a genus ("Balloon Pokémon" has two) before the word for Pokémon.
_GENUS_WORDS = 6


def look_pieces(clause: Clause) -> list[Piece]:
    """Shapes, habitats and growth rates."""
    pieces = []
    for i in clause.find("look"):
        for value in clause.tokens[i].readings["look"]:
            word, _, identifier = str(value).partition(":")
            table = next((one for one in get_args(Table) if one == word), None)
            if table is None or not _is_meant(clause, i, table):
                continue
            row_id = next(k for k, v in getattr(clause.dataset, f"{table}s").items() if v.identifier == identifier)
            clause.take(i, *clause.find("attr", _ATTRIBUTES[table]), *clause.find("pron", "them"))
            clause.take(*clause.find("listed"))
            if table == "habitat":
                clause.take(*clause.find("home"), *clause.find("meet", "meet"))
            pieces.append(Piece(i, i + 1, IsColor(table, row_id)))
            break
    return [*pieces, *_by_total(clause)]


def _by_total(clause: Clause) -> list[Piece]:
    """ "Need 600,000 experience to hit level 100": the growth rate that takes so many points."""
    totals = {rate.experience[-1]: row_id for row_id, rate in clause.dataset.growth_rates.items()}
    numbers = [i for i in clause.find("number") if clause.value(i, "number") in totals]
    words = clause.find("exp", "exp")
    if len(numbers) != 1 or not words:
        return []
    i = numbers[0]
    clause.take(i, *words, *clause.find("exp", "reach"), *clause.find("require"), *clause.find("exp", "maxlevel"))
    clause.take(*(k for k in clause.find("number") if clause.value(k, "number") == len(clause.dataset.growth_rates[1]
                                                                                  .experience)))  # fmt: skip
    clause.take(*clause.find("wh", "level"), *clause.find("attr", "total", "growth-rate"))
    clause.take(*clause.find("unit", "point"), *clause.find("prep", "getv"))
    return [Piece(i, i + 1, IsColor("growth_rate", totals[int(clause.value(i, "number"))]))]


def _is_meant(clause: Clause, i: int, table: Table) -> bool:
    if clause.has("attr", _ATTRIBUTES[table]):
        return True
    text = clause.tokens[i].text.casefold()
    if table == "habitat":
        of_there = text not in _OFTEN_ELSE and _stands_before_its_set(clause, i)
        return of_there or clause.has("home", "live") or "habitat" in text or "dwell" in text or "栖息" in text
    if table == "growth_rate" and any(
        word in text for word in ("growth", "growing", "group", "level", "成长", "fluctuating", "erratic")
    ):
        return True
    phrase = " " in text or (not text.isascii() and len(text) > _SAYS_MORE)
    return table == "shape" and (phrase or any(word in text for word in _CLEAR))


def _stands_before_its_set(clause: Clause, i: int) -> bool:
    """ "Forest Pokémon", 海里的宝可梦, 山里有哪些岩石系: the home of a set, and no place where one is caught."""
    if clause.language == "en":
        return clause.at(i + 1, "noun", "pokemon") or clause.at(i + 1, "type")
    if clause.has("meet", "meet") or clause.mons(again=True):
        return False
    inside = clause.tokens[i].text.endswith(("里", "上", "中", "里的", "上的", "中的"))
    k = i + 1
    while clause.at(k, "filler") or clause.at(k, "prep") or clause.at(k, "wh"):
        inside, k = True, k + 1
    return clause.at(k, "noun", "pokemon") or (inside and clause.at(k, "type"))


def genus_pieces(clause: Clause) -> list[Piece]:
    """ "known as the Seed Pokémon", 分类是种子宝可梦: the words before "Pokémon" that make the name of a genus."""
    marks = [*clause.find("listed"), *clause.find("attr", "genus", "name")]
    behind = _said_behind(clause)
    for end in clause.find("noun", "pokemon"):
        for start in range(max(0, end - _GENUS_WORDS), end):
            if not any(k < start for k in marks) and not behind and not _is_the(clause, start, end):
                continue
            genus = fold(_spelled(clause, start, end))
            species_id = index_of(clause.dataset).genera.get(genus)
            if species_id is None:
                continue
            if clause.at(start, "type") and clause.at(start - 1, "bool") and clause.at(start - 2, "type"):
                continue  # "name a Fire/Rock Pokémon"
            if any(clause.at(k, "cls") for k in range(start, end)) and not _is_listed(clause, start):
                continue  # "name the gen 4 baby Pokémon": the class, and not the genus of the same name
            clause.take(*range(start, end + 1), *marks, *behind)
            like = Mon(species_id, clause.dataset.species[species_id].default_pokemon_id)
            return [Piece(start, end + 1, HasGenus(like))]
    return []


def _said_behind(clause: Clause) -> list[int]:
    """ "All the Dragon Pokémon by category, not by type": that a genus is meant, said behind it."""
    words = [i for i in clause.find("attr", "genus") if clause.tokens[i - 1].text.casefold() in ("by", "their", "as")]
    denied = [i for i in clause.find("neg", "neg") if words and clause.at(i + 2, "attr", "type")]
    return [*words, *(k for i in denied for k in range(i, i + 3))]


def _spelled(clause: Clause, start: int, end: int) -> str:
    """The words of a genus, without the 是 that one word has with their beginning (是种|子), and without 的."""
    text = "".join(clause.tokens[k].text for k in range(start, end + 1))
    if clause.language == "en":
        return text
    return text.removeprefix("是").replace("的宝可梦", "宝可梦").replace("的寶可夢", "寶可夢")


def _is_listed(clause: Clause, start: int) -> bool:
    """ "listed as the Baby Pokémon": said to be what somebody is listed as, in front of the name."""
    said = [*clause.find("listed"), *clause.find("attr", "genus")]
    return any(k < start for k in said) or bool(_said_behind(clause))


#: Readings of words that describe a set by themselves.
_SETS = ("type", "cls", "sup", "cmp", "gen", "region", "number", "look")


def _is_the(clause: Clause, start: int, end: int) -> bool:
    """ "the Seed Pokémon" at the end of a question, where its words describe no set by themselves."""
    plain = any(clause.at(k, tag) for k in range(start, end) for tag in _SETS)
    if clause.language != "en":
        rest = (*range(start), *range(end + 1, len(clause.tokens)))
        odd = any(clause.at(k, "unknown") for k in range(start, end)) or not plain
        # 种子宝可梦是谁: nothing else is said
        return odd and clause.has("wh") and all(is_free(clause.tokens[k]) or clause.at(k, "wh") for k in rest)
    named = start > 0 and clause.tokens[start - 1].text.casefold() in ("the", "a", "an")
    behind = range(end + 1, len(clause.tokens))
    return named and not plain and all(is_free(clause.tokens[k]) for k in behind)


def growth_rate_at(clause: Clause) -> int | None:
    """The only growth rate that a question on experience names, explained."""
    named = [
        (i, str(value).partition(":")[2]) for i in clause.find("look") for value in clause.tokens[i].readings["look"]
        if str(value).startswith("growth_rate:")
    ]  # fmt: skip
    if len(named) != 1:
        return None
    i, identifier = named[0]
    clause.take(i, *clause.find("attr", "growth-rate"))
    return next(k for k, v in clause.dataset.growth_rates.items() if v.identifier == identifier)
