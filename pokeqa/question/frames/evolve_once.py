"""Words for evolving that are said twice for one step: "what will it become once it evolves?", 下一阶段进化成什么."""

from __future__ import annotations

from ..algebra import Evolve, Mon, Query
from ..clause import Clause
from ..word_lists import word_list

#: What leads to the verb that is said again ("once it evolves", "after evolving").
_LEADS = frozenset(word_list("evolve-once/leads"))
#: Words for the ordinary form of what is named.
_ORDINARY = frozenset(word_list("evolve-once/ordinary"))
_PAIR = 2


def said_once(clause: Clause, mons: list[int], verbs: list[int]) -> list[int]:
    """The verbs of a step without one that only says again that it is evolved; that one is explained."""
    if len(verbs) != _PAIR or len(mons) != 1:
        return verbs
    first, second = verbs
    for again, told in ((second, first), (first, second)):
        if not clause.at(again, "ev", "bare") or not clause.at(told, "ev", "into"):
            continue
        k = again - 1
        while k > 0 and (clause.at(k, "pron") or clause.at(k, "aux") or clause.at(k, "mon")):
            k -= 1
        if clause.tokens[k].text.casefold() in _LEADS:
            clause.take(again, k, *clause.find("pron", "it"))
            return [told]
    if clause.language != "en" and clause.at(first, "ev", "post") and second == first + 1 and mons[0] == first - 1:
        if clause.at(second, "ev", "into"):  # 鬼斯通下一阶段进化成什么, but not 鬼斯通的进化型进化成什么
            clause.take(first)
            return [second]
    elif clause.at(first, "ev", "into") and clause.at(second, "ev", "post") and clause.at(second - 1, "pron", "it"):
        clause.take(second, second - 1)  # "turn into its next stage"
        return [first]
    return verbs


def level_choice(clause: Clause, aspect: str, *, yes_no: bool) -> tuple[str, bool]:
    """ "At level 25 or at 20?": of two numbers that are put up for choice the level is asked; they are explained. "A
    stone or a level?" asks how.
    """
    items, levels, between = clause.find("wh", "item"), clause.find("wh", "level"), clause.find("bool", "or")
    levels += clause.find("evolveby", "level", "trade", "friendship")
    if len(between) == 1 and len(items) == len(levels) == 1 and sorted((*items, *levels))[0] < between[0]:
        clause.take(*items, *levels, *between)
        return "how", False
    numbers, choice = clause.find("number"), clause.find("bool", "or")
    if len(numbers) != _PAIR or len(choice) != 1 or not numbers[0] < choice[0] < numbers[1]:
        return aspect, yes_no
    if not (aspect == "level" or clause.has("wh", "level")):
        return aspect, yes_no
    clause.take(*numbers, *choice, *clause.find("wh", "level"))
    return "level", False


def like_the_ordinary(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "When does Galarian Yamask evolve, same as the normal one?": how both forms evolve."""
    same = clause.find("cmp", ":eq")
    forms = {clause.mon(i) for i in mons}
    ordinary = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _ORDINARY]
    if len(same) != 1 or clause.is_yes_no() or not all(clause.at(i, "ev", "bare", "into") for i in verbs):
        return None
    if not any(one.form_named for one in forms) or len({one.species_id for one in forms}) != 1:
        return None
    if not (ordinary or len(forms) == _PAIR) or clause.has("attr") or clause.has("number") or clause.has("neg"):
        return None
    clause.take(
        *mons, *verbs, *same, *ordinary, *clause.find("wh", "how", "when", "level"), *clause.find("noun", "form")
    )
    species = clause.dataset.species[clause.mon(mons[0]).species_id]
    return Evolve(Mon(species.id, species.default_pokemon_id), "into", "how", scope=clause.scope())
