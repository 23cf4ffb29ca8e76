"""What the members of a group grow into: "what do the Unova starters evolve into?", 神奥御三家最后都进化成谁."""

from __future__ import annotations

from ..algebra import And, Attribute, Query, Search, Stage
from ..clause import Clause
from ..describe import conditions
from ..describe.piece import ordered

#: Words that make another question of it.
_OTHERWISE = ("sup", "cmp", "agg", "share", "learn", "mu", "move", "ability", "type", "typecount", "item", "contrast",
              "random", "quiz", "whoami", "number", "stage")  # fmt: skip


def class_evolutions(clause: Clause) -> Query | None:
    """The end of each line of a group that a region or a generation brought."""
    if clause.mons() or not clause.has("cls", "starter", "fossil", "baby", "pseudo-legendary"):
        return None
    if clause.has("wh", "howmany", "how", "where", "why", "item") or any(map(clause.has, _OTHERWISE)):
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
    levels = [*clause.find("wh", "level", "when"), *clause.find("evolveby", "level")]
    types = clause.find("attr", "type")
    clause.take(*(clause.find("ev", "bare") if levels else ()))
    clause.take(*levels, *types, *clause.find("noun", "type"), *clause.find("exp", "reach"), *clause.find("pron"))
    show: tuple[Attribute, ...] = (*(("type",) if types else ()), *(("evolution-level",) if levels else ()))
    condition = conditions(clause)
    if condition is None:
        return None
    return Search("pokemon", condition, then="final-evolution", show=show)


def _ends_up(clause: Clause, i: int) -> bool:
    """ "Which starters end up dual type?": elsewhere the words say nothing."""
    return clause.tokens[i].text.casefold() in ("end up", "ends up", "end up as", "ended up")


def class_grown(clause: Clause) -> Query | None:
    """ "Which starters become dual type?", 哪些御三家会变成双属性: those at the end of their lines that are so."""
    classes = clause.find("cls", "starter", "fossil", "baby", "pseudo-legendary")
    turned = [
        *clause.find("ev", "into"),
        *clause.find("stays"),
        *(i for i in clause.find("light") if _ends_up(clause, i)),
        *(i for i in clause.find("beaten", "get") if clause.at(i + 1, "typecount")),
    ]
    kinds = [*clause.find("typecount"), *clause.find("type")]
    if clause.mons() or len(classes) != 1 or not turned or not kinds or clause.has("wh", "level", "how"):
        return None
    behind = clause.language == "ja"  # 複合タイプになる御三家
    if (not behind and min(kinds) < min(turned)) or any(
        map(clause.has, ("sup", "cmp", "mu", "learn", "move", "ability", "item", "stage"))
    ):
        return None
    if clause.has("neg") and (len(kinds) > 1 or not clause.at(kinds[0], "typecount")):
        return None
    clause.take(*turned, *clause.find("ev", "bare", "post", "final"), *clause.find("pron", "them"))
    clause.take(*clause.find("exist"), *clause.find("adv", "finally"))
    many = clause.find("wh", "howmany")
    when = [i for i in clause.find("wh", "when") if clause.at(i + 1, "pron") and clause.at(i + 2, "ev")]
    clause.take(*many, *when)  # "when they evolve"
    condition = conditions(clause)
    if condition is None:
        return None
    if any(i not in clause.used for i in kinds):
        return None
    clause.take(*clause.find("noun", "pokemon", "type", "form"), *clause.find("attr", "type"))
    grown = And(ordered([condition, Stage("final")]))
    return Search("pokemon", grown, output="count" if many else "list")
