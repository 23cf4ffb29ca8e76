"""What types a Pokémon has, asked in few words: "Bellibolt pure Electric?", "do A and B share a type?"."""

from __future__ import annotations

from typing import Literal

from ..algebra import Check, ExistsIn, Facts, Mon, Query, SharesWith, Thing
from ..clause import VERSUS, Clause, is_free
from ..describe import conditions
from ..word_lists import word_list

#: What a claim in few words may hold beside a name and types.
_CLAIM = ("mon", "type", "typecount", "yn")
#: Words that ask for exactly the same types, where one shared type is not enough.
_WHOLE = frozenset(word_list("whole"))


def claimed_types(clause: Clause) -> Query | None:
    """ "Bellibolt pure electric?", "gengar a ghost type", 喷火龙火系: a name with types behind it and no verb."""
    mons, types = clause.mons(), clause.find("type")
    if len(mons) != 1 or not types or min(types) < mons[0] or clause.has("wh") or clause.has("bool", "or"):
        return None
    for i, token in enumerate(clause.tokens):
        known = any(token.has(tag) for tag in _CLAIM) or clause.at(i, "noun", "type") or is_free(token)
        if not known or clause.at(i, "noun", "pokemon", "move") or clause.at(i, "list", "list", "all"):
            return None
        if clause.at(i, "aux") and i < mons[0]:
            return None
    subject = clause.mon(mons[0])
    clause.take(*mons)
    condition = conditions(clause)
    clause.take(*clause.find("noun", "type"), *clause.find("attr", "type"), *clause.find("yn"))
    return None if condition is None else Check(subject, condition)


def same_types(clause: Clause) -> Query | None:
    """ "Do Sandile and Trapinch share a type?", 狃拉和玛狃拉属性一样吗."""
    mons = clause.mons()
    words = [i for i in clause.find("attr", "type") if not clause.at(i, "attr", "shape")]
    same = {*clause.find("shares", "same"), *clause.find("cmp", ":eq"), *clause.find("adv", "tie")}
    if len(mons) != 2 or len(words) != 1 or not same or not clause.is_yes_no() or clause.find("type"):
        return None
    if clause.has("bool", "or") or clause.has("ev") or clause.has("mu"):
        return None
    first, second = (clause.mon(i) for i in mons)
    text = clause.tokens[words[0]].text.casefold()
    shares = any(clause.tokens[i].text.casefold() in ("share", "shares", "sharing", "a common") for i in same)
    whole = text in _WHOLE or not shares
    kind: Literal["type", "typing"] = "typing" if whole else "type"
    clause.take(*mons, *words, *same, *clause.find("noun", "type"), *clause.find("pron", "them"), *clause.find("each"))
    negated = bool(clause.take_all("neg", "neg"))
    clause.take(*clause.find("neg", "negyn"), *clause.find("adv", "only"))
    return Check(first, SharesWith(kind, second), negated=negated)


def type_exists(clause: Clause) -> Query | None:
    """ "Is Stellar a type?", 妖精是一种属性吗: that it exists, and since when."""
    types = clause.find("type")
    nouns = [i for i in clause.find("noun", "type") if i not in types]
    if len(types) != 1 or len(nouns) != 1 or not clause.is_yes_no() or clause.mons() or clause.has("gen"):
        return None
    between = range(types[0] + 1, nouns[0])
    if nouns[0] < types[0] or not any(clause.at(k, "list", "one") for k in between) or clause.has("neg"):
        return None
    clause.take(*types, *nouns, *clause.find("exist"))
    return Check(Thing("type", clause.value(types[0], "type")), ExistsIn(max(clause.dataset.generations)))


def one_type_or_two(clause: Clause) -> Query | None:
    """ "Is Volcarona a Fire type or just Bug?", "Psychic/Flying or Water/Flying?": its types answer it."""
    mons, choice = clause.mons(), clause.find("bool", "or")
    types = [i for i in clause.find("type") if i not in mons]
    counts = clause.find("typecount") + clause.find("adv", "only")
    if clause.language != "en" or len(mons) != 1 or len(choice) != 1 or len(types) < 2 or not clause.is_yes_no():
        return None
    if not types[0] < choice[0] < types[-1] or clause.has("mu") or clause.is_negated():
        return None
    pairs = any(clause.at(i, "bool", "and") and clause.at(i + 1, "type") for i in range(types[0], types[-1]))
    if choice[0] + 1 not in counts and not pairs:
        return None
    clause.take(*(clause.find("bool", "and") if pairs else ()))
    clause.take(*mons, *types, *choice, *counts, *clause.find("noun", "type"), *clause.find("attr", "type"))
    return Facts((clause.mon(mons[0]),), ("type",))


def either_type(clause: Clause) -> Query | None:
    """ "Gligar poison or flying?", "Fairy or Normal: what is Igglybuff?": its types answer it."""
    mons, choice = clause.mons(), clause.find("bool", "or")
    types = [i for i in clause.find("type") if i not in mons]
    if len(mons) != 1 or not choice or len(types) < _PAIR or not types[0] < choice[-1] < types[-1]:
        return None
    own = {*mons, *choice, *types}
    for i, token in enumerate(clause.tokens):
        said = is_free(token) or clause.at(i, "noun", "type") or clause.at(i, "wh", "what", "which") or i in own
        if not said or clause.at(i, "neg") or clause.at(i, "list", "list", "all"):
            return None
    clause.take(*range(len(clause.tokens)))
    return Facts((clause.mon(mons[0]),), ("type",))


#: What is told of each of two that are set against each other; a number is compared instead.
_EACH = ("type", "ability", "hidden-ability", "weakness", "resistance", "immunity", "egg-group")

_PAIR = 2


def side_by_side(clause: Clause) -> Query | None:
    """ "Vulpix vs Ninetales types", "Garchomp vs Salamence weaknesses": those of each."""
    mons = clause.mons()
    words = [i for i in clause.find("attr") if clause.at(i, "attr", *_EACH)]
    if len(mons) != _PAIR or len(words) != 1 or clause.tokens[mons[0] + 1].text.casefold() not in VERSUS:
        return None
    if mons[1] != mons[0] + _PAIR or mons[0] < words[0] < mons[1] or clause.has("wh", "who", "which", "how"):
        return None
    attribute = next(v for v in clause.tokens[words[0]].readings["attr"] if v in _EACH)
    clause.take(*mons, *words, mons[0] + 1, *clause.find("noun", "type"))
    return Facts((clause.mon(mons[0]), clause.mon(mons[1])), (attribute,))


def second_type(clause: Clause) -> Query | None:
    """ "Does Mega Ampharos gain a second type?": the types of the ordinary form and those of the other one."""
    mons = clause.mons()
    gains = [i for i in clause.find("typecount") if clause.at(i, "ev", "into")]
    if len(mons) != 1 or len(gains) != 1 or not clause.mon(mons[0]).form_named or clause.has("neg"):
        return None
    form = clause.mon(mons[0])
    clause.take(*mons, *gains, *clause.find("attr", "type"), *clause.find("noun", "type"))
    plain = Mon(form.species_id, clause.dataset.species[form.species_id].default_pokemon_id, False)
    return Facts((plain, form), ("type",))
