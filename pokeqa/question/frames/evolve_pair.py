"""Evolution that is asked about without its verb: two of one line, a way with what comes of it, a form next in line."""

from __future__ import annotations

from typing import get_args

from ..algebra import EvolutionWay, Evolve, Mon, Query
from ..clause import Clause
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "mu", "vg", "nature", "egg_group", "contrast", "shares", "number",
           "sumword", "egg", "breed", "learn", "item", "region", "dexstep", "lang")  # fmt: skip
#: Attributes whose words say nothing here ("what do I do").
_HARMLESS = frozenset({"effect", "forms", "name"})
#: What may stand around two of one line.
_AROUND = ("wh", "ev", "itemuse", "grant", "exp", "suits", "times", "pron", "had", "prep", "oblige", "require", "op",
           "bool", "aux", "list", "suppose", "deciding", "evolveby", "carry", "random", "beaten", "owning", "wish",
           "passive", "hist", "adv", "light", "occurs", "outcome", "effecttalk")  # fmt: skip
_CHOOSING = frozenset(word_list("choosing"))
_THREE = 3


def of_one_line(clause: Clause) -> Query | None:
    """ "Once it's Dragonair, how long until Dragonite?", "Slowpoke: Slowbro or Slowking, how do I choose?"."""
    mons = clause.mons()
    asked = clause.find("wh", "how", "level", "when", "item")
    asked += clause.find("wh", "what") if clause.has("grant") and clause.has("oblige") else []
    if not 2 <= len(mons) <= _THREE or not asked or any(map(clause.has, _OTHERS)) or clause.is_yes_no():
        return None
    if any(clause.value(i, "attr") not in _HARMLESS for i in clause.find("attr")):
        return None
    named = [clause.mon(i) for i in mons]
    first = next((one for one in named if all(o is one or _reaches(clause, one, o) for o in named)), None)
    if first is None or (clause.has("neg") and len(mons) != 2):
        return None
    if len(clause.find("wh", "level", "when", "how")) > 1 and clause.language != "en":
        return None  # 小火龙几级进化，火恐龙又是几级 asks of each
    verbs = clause.find("ev", "bare")
    if len(mons) == 2 and len(verbs) == 1 and mons[0] < verbs[0] < mons[1] and clause.at(verbs[0] + 1, "bool", "and"):
        clause.take(*mons, *verbs, *asked, *clause.find("bool", "and"), *clause.find("ell"), *clause.find("aux"))
        return Evolve(first, "family", "how", scope=clause.scope())  # "when does Larvitar evolve, and then Pupitar?"
    last = next((one for one in named if one is not first and all(
        o is one or o is first or _reaches(clause, o, one) for o in named)), None)  # fmt: skip
    texts = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _CHOOSING]
    clause.take(*mons, *texts, *(i for tag in _AROUND for i in clause.find(tag)), *clause.find("attr"))
    denied = clause.find("neg", "neg")
    if len(denied) == 1 and clause.tokens[denied[0]].text.casefold().replace("’", "'") in ("won't", "wont"):
        clause.take(*denied)
    return Evolve(first, "into", "how", target=last, scope=clause.scope())


def _reaches(clause: Clause, start: Mon, end: Mon) -> bool:
    """Does one evolve into another, at once or in two steps?"""
    ways = clause.dataset.evolutions_from(start.pokemon_id)
    after = {way.to_pokemon_id for way in ways}
    further = {way.to_pokemon_id for one in after for way in clause.dataset.evolutions_from(one)}
    return end.pokemon_id in after | further


def outcome_of_way(clause: Clause) -> Query | None:
    """ "I traded my Machoke, what will I get?", "if I level up Eevee at night, what do I get?"."""
    mons, said = clause.mons(), clause.find("evolveby")
    if not said and clause.has("outcome"):
        said = clause.find("learn", "level-up")  # "what happens to it when it levels up"
    gets = clause.find("had") + clause.find("prep", "getv") + clause.find("outcome")
    others = tuple(tag for tag in _OTHERS if tag != "learn")
    if len(mons) != 1 or not said or not gets or clause.has("ev") or any(map(clause.has, others)) or clause.has("neg"):
        return None
    asked = clause.has("wh", "what", "which", "who") or clause.has("outcome")
    if not asked or clause.has("wh", "how", "level", "item"):
        return None
    if any(clause.value(i, "attr") not in _HARMLESS for i in clause.find("attr")):
        return None
    known = [[way for way in get_args(EvolutionWay) if clause.at(i, "evolveby", way)] or ["level"] for i in said]
    if any(len(found) != 1 for found in known) or not clause.dataset.evolutions_from(clause.mon(mons[0]).pokemon_id):
        return None
    clause.take(*mons, *said, *gets, *clause.find("suppose"), *clause.find("learn", "level-up"), *clause.find("attr"))
    clause.take(*clause.find("pron", "it"), *clause.find("wh"), *clause.find("exp", "reach"), *clause.find("owning"))
    return Evolve(clause.mon(mons[0]), "into", "what", ways=tuple(dict.fromkeys(found[0] for found in known)))


def next_form(clause: Clause) -> Query | None:
    """ "Which form comes right after Charmeleon?", 巴大蝶前面两个形态叫什么: a step of the line, by its place."""
    mons = clause.mons()
    steps = clause.find("dexstep", "next", "previous")
    forms = clause.find("noun", "form") + clause.find("attr", "forms")
    others = tuple(tag for tag in _OTHERS if tag != "dexstep")
    if len(mons) != 1 or len(steps) != 1 or not forms or clause.has("noun", "dex") or any(map(clause.has, others)):
        return None
    if clause.is_yes_no() or not (clause.has("wh") or clause.has("attr", "name")):
        return None
    several = clause.find("pron", "them")
    clause.take(*mons, *steps, *forms, *several, *clause.find("wh"), *clause.find("attr", "name"))
    if several:
        return Evolve(clause.mon(mons[0]), "family", "what")
    return Evolve(clause.mon(mons[0]), "into" if clause.at(steps[0], "dexstep", "next") else "from", "what")
