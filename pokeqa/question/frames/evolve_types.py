"""Whether something evolves into a Pokémon of a type: "does Eevee evolve into a Grass type?", 伊布能进化成草系吗."""

from __future__ import annotations

from ..algebra import And, HasType, Query, RelativeOf, Search
from ..clause import Clause


def evolves_into_type(clause: Clause) -> Query | None:
    """Those that it evolves into and that have the type, as an answer of yes or no with their names."""
    mons, types = clause.mons(), [i for i in clause.find("type") if not clause.at(i, "mon")]
    verbs = clause.find("ev", "into", "post", "bare")
    if len(mons) != 1 or len(types) != 1 or len(verbs) != 1 or not clause.is_yes_no():
        return None
    if clause.has("wh") or clause.has("mu") or clause.has("cmp") or clause.has("sup") or clause.find("neg", "neg"):
        return None
    owns = clause.has("aux", "have") or clause.has("exist")
    becomes = clause.at(verbs[0], "ev", "into") and verbs[0] < types[0]
    if not (becomes or owns) or not mons[0] < types[0]:
        return None
    clause.take(*mons, *types, *verbs, *clause.find("noun", "type", "pokemon"), *clause.find("attr", "type"))
    clause.take(*clause.find("exist"), *clause.find("neg", "negyn"))
    condition = And((RelativeOf("below", clause.mon(mons[0])), HasType(clause.value(types[0], "type"))))
    return Search("pokemon", condition, output="exists")
