"""Match-ups that only describe what is asked for: じめん技が効かないポケモン, でんきに弱いひこうタイプ."""

from __future__ import annotations

from ..clause import Clause
from ..word_lists import word_list


def describes_a_set(clause: Clause) -> bool:
    """In Japanese, is what stands behind the relation the thing that is asked for, and the relation said of it?"""
    if _ranks_a_stat(clause):
        return True
    if clause.language.startswith("zh"):
        return _describes_in_chinese(clause)
    if clause.language != "ja" or clause.mons() or clause.has("wh"):
        return False
    verbs, types = clause.find("mu"), clause.find("type")
    content = [i for i in clause.content() if not clause.at(i, "list")]
    if not verbs or not types or not content or types[0] > verbs[0]:
        return False
    if clause.tokens[-1].text == "のは":  # エスパータイプでこおりに強いのは
        return any(clause.tokens[i].text == "で" for i in range(verbs[0]))
    if any(i > verbs[-1] for i in clause.find("noun", "pokemon")):
        return True
    last = content[-1]
    while clause.at(last, "noun", "type") and not clause.at(last, "type"):
        last -= 1
    return clause.at(last, "type") and last - 1 == verbs[-1]


def _ranks_a_stat(clause: Clause) -> bool:
    """攻击最高的龙系, "highest attack Dragon type": the word for the stat beside the superlative is no attack."""
    verbs = clause.find("mu")
    if len(verbs) != 1 or not clause.at(verbs[0], "attr", "attack"):
        return False
    return clause.at(verbs[0] - 1, "sup", ":max") or clause.at(verbs[0] + 1, "sup", ":max")


#: Chinese for "is there any", behind the set that is looked through.
_ANY = frozenset(word_list("matchup-sets/any"))


def _describes_in_chinese(clause: Clause) -> bool:
    """免疫地面的幽灵系, 一般系里有没有免疫格斗的: a verb, a type and 的 are said of the type beside them."""
    verbs, types, size = clause.find("mu"), clause.find("type"), len(clause.tokens)
    if len(verbs) != 1 or len(types) != 2 or clause.has("wh") or clause.mons():
        return False
    v = verbs[0]
    if types[0] < v < types[1] and clause.has("exist") and _of_pokemon(clause, types[1] + 1):
        return True  # 龙系四倍怕龙的宝可梦有没有
    if types[0] == v + 1 and clause.tokens[min(v + 2, size - 1)].text == "的" and types[1] == v + 3:
        light = range(types[1] + 1, size)
        return all(
            clause.at(i, "noun", "type", "pokemon") or clause.at(i, "list") or clause.at(i, "exist") for i in light
        )
    inside = any(clause.tokens[i].text in ("里", "里面", "中", "当中", "里头") for i in range(types[0], v))
    asked = any(clause.tokens[i].text in _ANY for i in range(types[0], v))
    return inside and asked and types[0] < v < types[1] and clause.tokens[-1].text in ("的", "吗")


def _of_pokemon(clause: Clause, i: int) -> bool:
    """Does 的宝可梦 stand there, behind 系 if there is any?"""
    i += clause.at(i, "noun", "type")
    return clause.at(i, "noun", "pokemon") and clause.tokens[i].text.startswith("的")
