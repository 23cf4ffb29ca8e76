"""Match-ups that only describe what is asked for: じめん技が効かないポケモン, でんきに弱いひこうタイプ."""

from __future__ import annotations

from ..clause import Clause


def describes_a_set(clause: Clause) -> bool:
    """In Japanese, is what stands behind the relation the thing that is asked for, and the relation said of it?"""
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
