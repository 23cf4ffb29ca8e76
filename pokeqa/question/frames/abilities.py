"""Which abilities do something that the match-up rules know for certain."""

from __future__ import annotations

from ..algebra import NOW, Defends, Facts, Matchup, Query, Search, Types
from ..clause import Clause
from ..word_lists import word_list
from .by_use import names_the_condition


def asks_for_ability(clause: Clause) -> bool:
    """Is an ability what is asked for: "which ability", 哪些特性?"""
    return any(clause.at(i - 1, "wh", "which", "what") for i in clause.find("noun", "ability", again=True))


def _spoken_otherwise(clause: Clause, types: list[int]) -> list[int]:
    """The words that keep a type off otherwise: 不怕草, "protects it from Fire", "Grass immunity ability"."""
    afraid = [i for i in clause.find("mu", "weak:def") if clause.at(i - 1, "neg")]
    if afraid:
        return [afraid[0]]
    if not types:
        return []
    named = [i for i in clause.find("ability") if clause.tokens[i].text.casefold() in _KEEPING and i == types[0] + 1]
    kept = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _KEEPING and i not in types]
    return (named or kept)[:1]


#: Words for keeping a type off.
_KEEPING = frozenset(word_list("keeping-off"))


def immune_by_ability(clause: Clause) -> Query | None:
    """ "Which abilities make immune to Ground?", 哪些特性免疫地面属性: the abilities, not who has them."""
    nouns = clause.find("noun", "ability")
    types = clause.find("type")
    immune = [*clause.find("mu", "immune:def"), *clause.find("attr", "immunity")]
    mons = clause.mons()
    if mons and not immune:
        immune = clause.find("mu", "resist:def")  # "Which ability makes Heatran shrug off Fire?"
    if mons and not immune:
        immune = _spoken_otherwise(clause, types)
    if names_the_condition(clause):
        return None  # "immune to poison": the abilities that keep the condition off
    if len(nouns) != 1 or len(types) != 1 or len(immune) != 1 or len(mons) > 1 or clause.is_yes_no():
        return None
    asks = any(clause.at(i, "wh", "which", "what") or clause.at(i, "list") for i in (nouns[0] - 1, nouns[0] - 2))
    content = [i for i in clause.content() if not clause.at(i, "wh")]
    asks = asks or content[:1] == nouns or (clause.language != "en" and content[-1:] == nouns)
    if mons:
        asks = clause.has("wh", "which", "what") or clause.has("attr", "name")
        asks = asks or (clause.language != "en" and clause.has("wh", "how"))  # 靠什么特性不怕地面
        asks = asks or len(clause.content()) == len({*nouns, *types, *immune, *mons})
    ordered = nouns[0] < min(immune[0], types[0]) or (clause.language != "en" and asks)
    ordered = ordered or (bool(mons) and max(immune[0], types[0]) < nouns[0])  # "its Electric-immune ability"
    denied = [i for i in clause.find("neg") if i not in immune and i + 1 not in immune]
    if not asks or not ordered or denied or clause.scope() is not NOW:
        return None
    clause.take(*(i - 1 for i in immune if clause.at(i - 1, "neg")))
    named = [i for i in clause.find("ability") if i not in immune]
    if named or any(i not in immune and not clause.at(i, "mu", "effect:att") for i in clause.find("mu")):
        return None
    if any(i < nouns[0] for i in clause.find("noun", "pokemon")) and clause.language == "en":
        return None  # "Which Pokémon with which ability ..."
    if clause.has("noun", "pokemon") and clause.at(max(clause.content(), default=0), "noun", "pokemon"):
        return None  # 有哪个特性免疫地面的宝可梦
    clause.take(*nouns, *types, *immune, *clause.find("mu", "effect:att"), *clause.find("grant"))
    clause.take(*clause.find("noun", "type", "move", "pokemon"), *clause.find("attr", "type"), *clause.find("exist"))
    clause.take(*mons)
    if mons:
        clause.take(*clause.find("byability"), *clause.find("since"), *clause.find("meaning"), *clause.find("lost"))
        clause.take(*(i for tag in ("carry", "usedoes", "effecttalk", "op") for i in clause.find(tag)))
        clause.take(*clause.find("attr", "name"))
        return Matchup(Types((clause.value(types[0], "type"),)), clause.mon(mons[0]), "effect")
    return Search("ability", Defends(clause.value(types[0], "type"), "immune"))


#: Words for an ability that is not hidden.
_OPEN = frozenset(word_list("open"))


def which_slot(clause: Clause) -> Query | None:
    """ "Does Blaziken have Speed Boost as a regular or a hidden ability?": its abilities tell which one is hidden."""
    mons, abilities = clause.mons(), clause.find("ability")
    hidden = clause.find("attr", "hidden-ability")
    either = [*clause.find("bool", "or"), *clause.find("prep", "between")]
    either_of_two = _of_two(clause, mons, abilities, either)
    if either_of_two is not None:
        return either_of_two
    if len(mons) != 1 or len(abilities) != 1 or not hidden or not either:
        return None
    other = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _OPEN or clause.at(i, "type")]
    named = [i for i in clause.find("attr", "ability") if i not in hidden]
    clause.take(*mons, *abilities, *hidden, *either, *other, *named, *clause.find("noun", "ability"))
    clause.take(*clause.find("aux"), *clause.find("prep"), *clause.find("attr", "ordinary-ability"))
    clause.take(*clause.find("adv", "only"), *clause.find("neg", "negyn"))  # "regular, or only hidden?"
    return Facts((clause.mon(mons[0]),), ("ability",), clause.scope())


def _of_two(clause: Clause, mons: list[int], abilities: list[int], either: list[int]) -> Query | None:
    """ "Volt Absorb or Static for Jolteon: which is hidden?", "Zygarde: Aura Break or Power Construct?"."""
    between = len(abilities) == 2 and bool(either) and abilities[0] < either[0] < abilities[1]
    if len(mons) != 1 or not between or clause.is_yes_no():
        return None
    inside = {*mons, *abilities, *either, *clause.find("attr", "hidden-ability", "ability"), *clause.find("wh")}
    inside |= {*clause.find("noun", "ability"), *clause.find("pron")}
    if not inside.issuperset(clause.content()):
        return None
    clause.take(*inside)
    return Facts((clause.mon(mons[0]),), ("ability",), clause.scope())
