"""Words of a question for a set that say nothing more of the set: an example, "in total", "which fit"."""

from __future__ import annotations

from ...pokedex.conditions import compile_condition
from ..algebra import ALL, Condition
from ..clause import Clause
from ..word_lists import word_list

#: Words in front of an example.
_FOR_EXAMPLE = frozenset(word_list("for-example"))


def example_of_set(clause: Clause) -> list[int]:
    """ "Which live by the sea, like Krabby": an example at the end of a description."""
    size = len(clause.tokens)
    mons = clause.mons()
    if len(mons) != 1 or mons[0] != size - 1 or not (clause.has("look") or clause.has("signature", "else")):
        return []
    said = clause.tokens[size - 2].text.casefold() in _FOR_EXAMPLE and clause.at(size - 2, "similar")
    return [size - 2, size - 1] if said and not clause.at(size - 3, "noun", "pokemon") else []


def fits(clause: Clause, example: list[int], condition: Condition | None) -> bool:
    """Is the example one of the set?"""
    shown = clause.dataset.pokemon[clause.mon(example[-1]).pokemon_id]
    return compile_condition(condition or ALL, clause.dataset)(shown) is True


def in_total(clause: Clause, many: list[int]) -> list[int]:
    """ "Number of Ghost Pokémon total": how it is counted, and no base stat total."""
    last = len(clause.tokens) - 1
    return [i for i in clause.find("attr", "total") if many and i == last and clause.tokens[i].text == "total"]


def chosen(clause: Clause) -> list[int]:
    """ "Which starters can I choose?", "what species fit": that one of them may be taken says nothing of the set."""
    if clause.has("cls", "starter") and not clause.has("sup"):
        return clause.find("random", "pick")
    return [i for i in clause.find("suits") if clause.tokens[i].text.casefold() in _FITS and not clause.has("sup")]


#: That a description is met.
_FITS = frozenset(word_list("fits"))


def families(clause: Clause, condition: Condition | None) -> list[int]:
    """ "Genderless Pokémon families": the word adds nothing to the set."""
    described = condition is not None and clause.has("noun", "pokemon") and clause.language == "en"
    return clause.find("ev", "family") if described else []


def only_those(clause: Clause) -> list[int]:
    """ "Dragon types from Kanto only", "only from Galar": a generation limits the set anyway.

    "Dragon types only" may mean those of no second type.
    """
    found = []
    for i in clause.find("adv", "only"):
        k = i + 1 + clause.at(i + 1, "prep") if i else i
        ends = i == len(clause.tokens) - 1 and any(clause.at(i - 1, tag) for tag in _TIMES)
        if ends or any(clause.at(k, tag) for tag in _TIMES):
            found.append(i)
    return found


#: What says of which time Pokémon are.
_TIMES = ("region", "gen")


#: What says what one is in the end.
_BECAME = frozenset(word_list("search/became"))


def became(clause: Clause) -> list[int]:
    """ "Which starter became Grass/Fighting?": of starters, it is the end of their lines."""
    if not clause.has("cls", "starter") or not clause.has("type"):
        return []
    return [i for i in clause.find("hist", "change") if clause.tokens[i].text.casefold() in _BECAME]
