"""A match-up question with one side: whether it asks for what hurts that side, what it resists, what it hits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from ...pokedex.effectiveness import ability_rules
from ..algebra import HasAbility, Matchup, Mon, Query, Search, Side, Thing, Types
from ..clause import Clause
from .matchup_sides import Entity
from .matchup_terms import asks_types


def of_attacks(
    clause: Clause, main: int, named: Entity | None, attacker: Side | None, defender: Side | None, relation: str
) -> tuple[Side | None, Side | None, str]:
    """ "Fire attacks are weak against what?": attacks are not hurt, so what resists them is asked for."""
    if named is None or not named.is_move or not clause.tokens[main].text.casefold().startswith("weak "):
        return attacker, defender, relation
    return defender, None, "resist"


def supposes_one(clause: Clause, defender: Side | None) -> bool:
    """ "If a Pokémon is Fire and Flying, what is it weak to?": one with the types named, taken up by a pronoun."""
    asks = next((i for i in range(len(clause.tokens)) if clause.at(i, "wh")), 0) if clause.language == "en" else 0
    named = any(clause.at(i, "noun", "pokemon") for i in range(asks))
    if not (named and isinstance(defender, Types) and any(clause.at(i, "pron", "it") for i in range(asks, asks + 4))):
        return False
    clause.take(*clause.find("pron", "it"), *clause.find("suppose", "if"))
    return True


def fourfold(clause: Clause, common: dict[str, Any]) -> bool:
    """ "Who is weak to Ice four times?": no single type is, so Pokémon are asked for."""
    named = clause.has("noun", "pokemon") or asks_types(clause)  # 格斗系四倍克制的宝可梦都有谁 is answered with them
    return clause.has("wh", "who") and not named and common.get("factor") in ("4x", "0.25x")


def is_guarded(clause: Clause, defender: Mon) -> bool:
    """Can only what is super effective hit it, by its only ability?"""
    own = clause.dataset.abilities_of(defender.pokemon_id).all()
    return [clause.dataset.abilities[one].identifier for one in own] == ["wonder-guard"]


def one_sided(
    clause: Clause, relation: str, attacker: Side | None, defender: Side | None, common: dict[str, Any]
) -> str | None:
    """The relation of a question for the other side; None for "Fire against ...", which has no meaning alone."""
    most = clause.find("sup", ":max") or [
        i for i, t in enumerate(clause.tokens) if t.text.casefold() in ("the worst", "worst", "the hardest", "hardest")
    ]
    if relation == "effect" and attacker is None and most:
        clause.take(*most)  # "Which type would hurt it the most?"
        return "weak"
    if relation in ("weak", "resist") and most and not clause.has("number"):
        clause.take(*most)  # "What does Melmetal resist the most?": the list begins with it
    if relation == "effect" and (attacker is None) != (defender is None) and clause.is_negated():
        if clause.has("facing"):
            return None  # 遇到谁会没办法 says nothing of who hits whom
        clause.take(*clause.find("neg", "neg"))  # "which types can't hurt Steelix", "what can't Ghost hit"
        return "immune"
    if relation == "effect" and attacker is None and clause.tokens[-1].text.casefold() == "with":
        clause.take(*clause.find("suits"), *clause.find("battlewords"))
        return "weak"  # "What do I hit Dondozo with?"
    if relation == "effect" and attacker is None and isinstance(defender, Mon) and is_guarded(clause, defender):
        clause.take(*clause.find("adv", "only"), *clause.find("signature", "only"))
        return "weak"  # "Can anything hit Shedinja?": nothing else can
    if relation == "effect" and attacker is None and clause.has("harms") and clause.has("wh", "what", "which"):
        return "weak"  # "What can hurt Shedinja?": not all that is not without effect
    suits = clause.find("suits")
    if relation == "effect" and defender is None and suits and clause.language.startswith("zh"):
        clause.take(*suits)
        return "weak"  # 飞行系打什么好
    if relation == "effect" and attacker is None and suits and asks_types(clause):
        clause.take(*suits, *clause.find("itemuse"))
        return "weak"  # 打多龙巴鲁托带什么属性的技能比较好
    if relation == "effect" and attacker is None and any(t.text.startswith(("効く", "効き")) for t in clause.tokens):
        clause.take(*clause.find("most"))
        return "weak"  # ラグラージに効くタイプは？
    if relation == "effect" and attacker is None and clause.has("itemuse", "use"):
        return "weak"  # 打铁甲贝用什么属性
    if relation == "effect" and attacker is None and "besides" in common:
        return "weak"  # "What hits Meganium besides Fire and Bug?"
    if relation == "effect":
        if common.get("factor") in ("0.5x", "0.25x") and attacker is None:
            return "resist"  # "What does Magnezone take 1/4 damage from?"
        return "weak" if common.get("factor") in ("4x", "2x") else None
    return relation


#: To resist something so many times is to take so much less.
_LESS: dict[str | None, Literal["0.5x", "0.25x"]] = {"2x": "0.5x", "4x": "0.25x"}


def which_of_its_forms(clause: Clause) -> bool:
    """Is a Pokémon of several forms named right behind "which": "which Rotom takes 4x from something"?"""
    behind = [i for i in clause.mons() if clause.at(i - 1, "wh", "which") and not clause.mon(i).form_named]
    return len(behind) == 1 and len(clause.dataset.varieties(clause.mon(behind[0]).species_id)) > 1


def by_its_ability(clause: Clause, query: Query | None) -> Query | None:
    """青铜钟一定不怕地面吗 is asked whatever its ability; 食土这个特性让谁免疫地面 asks who has the ability."""
    if isinstance(query, Matchup) and query.relation == "resist" and query.factor in _LESS:
        query = replace(query, factor=_LESS[query.factor])  # "what does Heatran resist four times?"
    if not isinstance(query, Matchup) or not isinstance(query.attacker, Types):
        return query
    attack = query.attacker.type_ids[0]
    if query.yes_no and query.relation == "weak" and isinstance(query.defender, Mon):
        never = [i for i in clause.find("neg") if clause.tokens[i].text == "不" and clause.at(i - 1, "adv", "always")]
        factor = clause.dataset.effectiveness(attack, clause.dataset.types_of(query.defender.pokemon_id))
        if never and not 0 < factor <= 1:  # what does no more than usual is not feared, yet hits
            clause.take(*never)
            return replace(query, relation="immune", always=True)
    claims_little = query.yes_no and query.relation == "not-very-effective" and clause.language.startswith("zh")
    if claims_little and isinstance(query.defender, Mon | Types):
        hit = query.defender
        types = clause.dataset.types_of(hit.pokemon_id) if isinstance(hit, Mon) else hit.type_ids
        if clause.dataset.effectiveness(attack, types) == 0:
            return replace(query, relation="immune")  # 超能力打不动月亮伊布对吧
    asks = clause.has("wh", "who") or clause.has("noun", "pokemon")
    if isinstance(query.ability, Thing) and query.defender is None and query.relation == "immune" and asks:
        rules = ability_rules(clause.dataset).get(query.ability.id, ())
        clause.take(*clause.find("grant"))
        keeps_off = any(rule.type_id == attack and rule.factor == 0 for rule in rules)
        return Search("pokemon", HasAbility(query.ability.id)) if keeps_off else None
    return query
