"""Match-ups asked for with a noun: "Charizard's weaknesses", 水+地面的弱点."""

from __future__ import annotations

from typing import Any

from ..algebra import Matchup, Mon, Query, Types
from ..clause import Clause
from .matchup_sides import Entity, entities_of
from .matchup_terms import asks_types, common_terms

#: The relation that each noun for a match-up names.
NOUNS = {"weakness": "weak", "resistance": "resist", "immunity": "immune", "matchup": "all", "strengths": "strong"}


def by_noun(clause: Clause, nouns: list[int]) -> Query | None:
    """ "Charizard's weaknesses", 水+地面的弱点: the named thing defends."""
    relations = [NOUNS[v] for i in nouns for v in clause.tokens[i].readings["attr"] if v in NOUNS]
    distinct = list(dict.fromkeys(relations))
    clause.take(*nouns)
    doubled = any(clause.at(i - 1, "factor", "2x") and clause.tokens[i - 1].text.casefold() == "double" for i in nouns)
    common = common_terms(clause)
    if doubled:  # "a double weakness" is one of both types
        common["factor"] = "0.25x" if distinct == ["resist"] else "4x"
    entities = entities_of(clause)
    if len(entities) == 2 and clause.is_yes_no() and len(distinct) == 1:
        return _one_of(clause, entities, distinct[0], common)
    if len(entities) == 2 and len(distinct) == 1 and _asks_how_large(clause):
        return _how_large(clause, entities, common)
    if len(entities) != 1 or (entities[0].is_move and not isinstance(entities[0].side, Types)):
        return None
    for i in nouns:
        clause.take(*(k for k in (i - 1, i + 1) if clause.at(k, "noun", "type") or clause.at(k, "mu", "weak:def")))
    entity = entities[0]
    if _is_attack(clause, entity, nouns) and asks_types(clause) and not clause.has("noun", "pokemon"):
        clause.take(*range(entity.start, entity.end), *clause.find("noun", "type"), *clause.find("attr", "type"))
        return Matchup(entity.side, None, distinct[0], **common) if len(distinct) == 1 else None  # type: ignore[arg-type]
    if entity.is_move and clause.language == "ja" and len(distinct) == 1:
        clause.take(*range(entity.start, entity.end))  # フェアリータイプの技を半減するタイプ
        return Matchup(entity.side, None, distinct[0], **common)  # type: ignore[arg-type]
    if _describes(clause, entity, nouns) or _is_attack(clause, entity, nouns):
        return None
    clause.take(*range(entity.start, entity.end))
    clause.take(
        *clause.find("attr", "type"), *clause.find("wh", "howmany"), *clause.find("mu", "weak:def", "resist:def")
    )
    clause.take(*clause.find("noun", "type"))
    clause.take(*(i for i in clause.find("typecount") if clause.tokens[i].text.casefold() not in ("only", "just")))
    if not clause.is_yes_no():
        clause.take(*clause.find("adv", "only"), *clause.find("typecount"))  # "its only weakness"
    if clause.language != "en":
        clause.take(*clause.find("neg", "negyn"), *clause.find("exist"))  # 有没有四倍弱点
    relation: Any = distinct[0] if len(distinct) == 1 else "all"
    if relation == "strong":
        return Matchup(entity.side, None, "weak", **common)
    if "strong" in distinct:
        both = set(distinct) == {"strong", "weak"} and not clause.has("wh", "howmany") and not clause.is_negated()
        return Matchup(None, entity.side, "weak", asked="both-ways", **common) if both else None
    asked = "count" if clause.has("wh", "howmany") else "types"
    clause.take(*clause.find("byability"))  # the ability is told with them
    none_at_all = clause.language == "en" and clause.is_yes_no() and asked == "types" and relation != "all"
    if none_at_all and any(clause.at(i - 1, "neg") and clause.tokens[i - 1].text.casefold() == "no" for i in nouns):
        clause.take(*(i - 1 for i in nouns))  # "does it have no weaknesses?": the list tells
        return None if clause.is_negated() else Matchup(None, entity.side, relation, **common)
    if clause.is_negated() or clause.has("bool", "or"):
        return None
    there = clause.language != "ja" or clause.has("exist")  # …の弱点は何ですか asks for them
    any_at_all = (
        clause.is_yes_no() and there and asked == "types" and relation != "all"
    )  # "Does Spiritomb have any weaknesses?"
    return Matchup(None, entity.side, relation, asked=asked, yes_no=any_at_all, **common)  # type: ignore[arg-type]


def _describes(clause: Clause, entity: Entity, nouns: list[int]) -> bool:
    """ "Water types with a single weakness" are a set; its noun describes them and is not asked for."""
    between = range(entity.end, nouns[0])
    if clause.language == "en" and clause.has("noun", "pokemon") and entity.end in nouns:
        return True  # "Pokémon with Ghost immunity", "Ground immunity Pokémon"
    led = any(clause.tokens[k].text.casefold() in ("with", "without", "having", "that have") for k in between)
    return led and isinstance(entity.side, Types) and clause.language == "en"


def _is_attack(clause: Clause, entity: Entity, nouns: list[int]) -> bool:
    """ "Which Pokémon have a double weakness to Grass?": what stands behind "to" attacks."""
    k = entity.start - 1
    while clause.at(k, "filler") and not clause.at(k, "prep", "to"):
        k -= 1
    return k - 1 in nouns and clause.at(k, "prep", "to") and isinstance(entity.side, Types)


def _one_of(clause: Clause, entities: list[Entity], relation: str, common: dict[str, Any]) -> Query | None:
    """ "Is Rock one of Charizard's weaknesses?", 喷火龙的弱点包括水属性吗: the Pokémon or the last type defends."""
    mons = [e for e in entities if isinstance(e.side, Mon) or (isinstance(e.side, Types) and len(e.side.type_ids) > 1)]
    types = [e for e in entities if isinstance(e.side, Types) and len(e.side.type_ids) == 1]
    owner = next((k for k, e in enumerate(entities) if clause.at(e.start - 1, "prep", "of")), None)
    if not mons and owner is not None and clause.language == "en":
        mons = [entities[owner]]  # "Is Ground the only weakness of Electric?"
        types = [entities[1 - owner]]
    if len(mons) != 1 or len(types) != 1 or relation not in ("weak", "resist", "immune"):
        return None
    for entity in entities:
        clause.take(*range(entity.start, entity.end))
    clause.take(*clause.find("attr", "type"), *clause.find("noun", "type"))
    if only := [*clause.find("adv", "only"), *clause.find("typecount", "1"), *clause.find("signature", "only")]:
        clause.take(*only)  # "is Fire Scizor's only weakness?": the list tells
        return None if clause.has("bool", "or") else Matchup(None, mons[0].side, relation, **common)  # type: ignore[arg-type]
    clause.take(*clause.find("byability"))
    if clause.has("passive", "by"):
        clause.take(*clause.find("passive"), *clause.find("mu", "effect:att"))  # 冰伊布被火系打是四倍弱点吗
    denied = [i for i in clause.find("neg") if clause.tokens[i].text.casefold() == "no"]
    clause.take(*denied)  # "does it have no Ground weakness because of Levitate?": yes and no both fit
    asked_back = not clause.has("bool", "or") and not denied
    return Matchup(types[0].side, mons[0].side, relation if asked_back else "effect", yes_no=asked_back, **common)  # type: ignore[arg-type]


def _asks_how_large(clause: Clause) -> bool:
    """ "How big is ...", "multiplier on Charizard's Rock weakness"."""
    number = any(clause.tokens[i].text.casefold().startswith("multiplier") for i in clause.find("mu", "effect:att"))
    return number or clause.has("wh", "howmany", "howmuch", "how", "multiplier")


def _how_large(clause: Clause, entities: list[Entity], common: dict[str, Any]) -> Query | None:
    """ "How big is Charizard's Rock weakness?", 波克基斯的地面系弱点是几倍: the multiplier of that type against it."""
    defenders = [e for e in entities if isinstance(e.side, Mon)]
    types = [e for e in entities if isinstance(e.side, Types) and len(e.side.type_ids) == 1]
    if len(defenders) != 1 or len(types) != 1 or clause.is_negated() or clause.has("bool", "or") or clause.has("cmp"):
        return None
    for entity in entities:
        clause.take(*range(entity.start, entity.end))
    clause.take(*clause.find("wh"), *clause.find("noun", "type"), *clause.find("attr", "type"), *clause.find("degree"))
    clause.take(*clause.find("passive"), *clause.find("mu", "effect:att"), *clause.find("times"))
    common.pop("factor", None)
    return Matchup(types[0].side, defenders[0].side, "effect", **common)
