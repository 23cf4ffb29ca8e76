"""Which Pokémon outspeed one, told from its side: "what is Garchomp outsped by?", 烈咬陆鲨会被谁先手."""

from __future__ import annotations

from ..algebra import NOW, NumberAgainst, Query, Search
from ..clause import Clause

#: Words that bring training, items or a battle into it.
_TRAINED = ("extreme", "invest", "item", "ability", "nature", "weather", "terrain", "help", "stages", "number", "move",
            "type", "cls", "ev", "bool", "sup")  # fmt: skip


def outsped_by(clause: Clause) -> Query | None:
    """All Pokémon with a higher base Speed, where nothing is said of training."""
    mons, verbs = clause.mons(), clause.find("cmp", "speed:lt")
    if len(mons) != 1 or len(verbs) != 1 or mons[0] > verbs[0] or clause.is_yes_no():
        return None
    passive = clause.language != "en" or clause.tokens[verbs[0]].text.casefold().endswith(" by")
    if not passive or not (clause.has("wh", "what", "which", "who") or clause.has("noun", "pokemon")):
        return None
    if any(map(clause.has, (tag for tag in _TRAINED if tag != "bool"))) or clause.is_negated():
        return None
    clause.take(*mons, *verbs, *clause.find("noun", "pokemon"), *clause.find("list"), *clause.find("prep"))
    if clause.scope() != NOW:
        return None
    return Search("pokemon", NumberAgainst("speed", "gt", clause.mon(mons[0])))
