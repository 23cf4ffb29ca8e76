"""What the members of a group grow into: "what do the Unova starters evolve into?", 神奥御三家最后都进化成谁."""

from __future__ import annotations

from ..algebra import Query, Search
from ..clause import Clause
from ..describe import conditions

#: Words that make another question of it.
_OTHERWISE = ("sup", "cmp", "agg", "share", "learn", "mu", "move", "ability", "type", "typecount", "item", "contrast",
              "random", "quiz", "whoami", "number", "stage", "evolveby")  # fmt: skip


def class_evolutions(clause: Clause) -> Query | None:
    """The end of each line of a group that a region or a generation brought."""
    if clause.mons() or not clause.has("cls", "starter", "fossil", "baby", "pseudo-legendary"):
        return None
    if clause.has("wh", "howmany", "how", "when", "where", "level", "why", "item") or any(map(clause.has, _OTHERWISE)):
        return None
    grown = clause.find("ev", "into", "post", "final")
    grown += [i for i in clause.find("ev", "from") if clause.tokens[i].text.casefold() == "evolutions of"]
    if (
        not grown
        or clause.is_yes_no()
        or clause.is_negated()
        or any(i not in grown for i in clause.find("ev", "from", "pre"))
    ):
        return None
    if clause.language == "en" and any(clause.tokens[i].text.casefold() in ("become", "becomes") for i in grown):
        return None  # "Which starters become …" asks for those that do
    if not (clause.has("region") or clause.has("gen") or clause.has("formkind")):
        return None
    clause.take(*grown, *clause.find("pron", "them"), *clause.find("adv"), *clause.find("each"), *clause.find("team"))
    clause.take(*clause.find("attr", "effect", "name"), *clause.find("intro"), *clause.find("noun", "form"))
    condition = conditions(clause)
    if condition is None:
        return None
    return Search("pokemon", condition, then="final-evolution")
