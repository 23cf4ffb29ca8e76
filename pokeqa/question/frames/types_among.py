"""What several types do to one another: "how do Fire, Water and Grass relate to each other?", 草火水互相克制."""

from __future__ import annotations

from typing import Any

from ..algebra import Query
from ..clause import Clause
from ..types_among import TypesAmong
from ..word_lists import word_list

_CLAIMS: dict[str, Any] = {
    "weak:att": "weak", "weak:def": "weak", "resist:def": "resist", "not-very-effective:att": "resist",
    "immune:att": "immune", "immune:def": "immune",
}  # fmt: skip
#: What else would be asked about, or limit it.
_OTHERS = ("mon", "move", "ability", "item", "cls", "learn", "ev", "neg", "coverage", "team", "suppose", "cmp", "sup")
#: Fewer types than this may be those of one Pokémon.
_SEVERAL = 3


def types_among(clause: Clause) -> Query | None:
    """The types stand side by side, and a word says that each is seen from the others."""
    types = clause.find("type")
    ids = tuple(dict.fromkeys(clause.value(i, "type") for i in types))
    if len(ids) < 2 or len(ids) != len(types):
        return None
    if any(not any(clause.at(i, own) for own in ("type", "mu", "attr")) for tag in _OTHERS for i in clause.find(tag)):
        return None
    beats = clause.find("mutual", "beats")
    mutual = clause.find("mutual", "mutual") + beats
    mutual += [i for i in clause.find("relation") if clause.tokens[i].text.casefold().endswith("between")]
    mutual += [i for i in clause.find("breed", "itself") if clause.tokens[i].text.casefold() in _EACH_OTHER]
    verbs = [i for i in clause.find("mu") if i not in types]
    asked = [i for i in clause.find("wh", "which", "who", "what") if any(abs(i - verb) == 1 for verb in verbs)]
    chains = len(asked) > 1 and any(i - 1 in asked and i + 1 in asked for i in verbs)  # "which beats which", 谁克谁
    loose = [*clause.find("mutual", "loose"), *clause.find("relation")] if len(ids) >= _SEVERAL else []
    if not (mutual or chains or loose):
        return None
    if clause.has("wh", "which", "who", "howmany") and not chains:
        return None  # "Which types do Fire and Water ...": another one is asked for
    claims = {claim for i in verbs for v, claim in _CLAIMS.items() if clause.at(i, "mu", v)}
    claims |= {"weak"} if beats and not claims else set()
    nouns = clause.find("attr", "matchup", "strengths", "weakness", "type", "effect")
    if not (verbs or nouns or loose or clause.has("mutual") or clause.has("relation")):
        return None
    if clause.is_yes_no() and len(claims) != 1:
        return None
    clause.take(*types, *mutual, *loose, *verbs, *nouns, *asked, *clause.find("noun", "type", "move"))
    clause.take(*clause.find("mutual"), *clause.find("wh", "how", "what"), *clause.find("list"))
    clause.take(*clause.find("op", "range", "rangeend"), *clause.find("prep", "between"), *clause.find("pron", "them"))
    clause.take(*clause.find("relation"), *clause.find("similar"))
    clause.take(*(i for i in clause.find("number") if clause.value(i, "number") == len(ids)), *clause.find("aux"))
    return TypesAmong(ids, claims.pop() if clause.is_yes_no() else None, clause.scope())


_EACH_OTHER = frozenset(word_list("each-other"))
