"""Evolution in a region: what a Pokémon becomes there and nowhere else."""

from __future__ import annotations

from ..algebra import Mon
from ..clause import Clause

#: Regions that have forms of their own.
_WITH_FORMS = frozenset({"alola", "galar", "hisui", "paldea"})


def became_in(clause: Clause, before: Mon | None, after: Mon | None, aspect: str) -> tuple[Mon | None, Mon | None, str]:
    """What is asked to come of which Pokémon, and what is asked of that: "What does Cubone evolve into in Alola?" asks
    how it becomes the form of that region, "what does Meowth evolve into in Galar?" speaks of the form that it has
    there. Of one that becomes nothing of its own in a region, all that it becomes is told.
    """
    regions = clause.find("region")
    if len(regions) != 1 or before is None or after is not None:
        return before, after, aspect
    region = clause.dataset.regions[clause.value(regions[0], "region")].identifier
    said = [*regions, *clause.find("attr", "region"), *clause.find("noun", "region")]
    for way in clause.dataset.evolutions_from(before.pokemon_id):
        target = clause.dataset.pokemon[way.to_pokemon_id]
        if target.form_kind == "regional" and target.form.partition("-")[0] == region:
            clause.take(*said)
            there = Mon(target.species_id, target.id, form_named=True)
            return before, there, "how" if aspect == "what" else aspect
    if region not in _WITH_FORMS or before.form_named:
        return before, after, aspect
    own = [one for one in clause.dataset.varieties(before.species_id) if one.form_kind == "regional"]
    own = [one for one in own if region in one.form_tags]
    if len(own) > 1:
        return before, after, aspect
    if own:
        before = Mon(before.species_id, own[0].id, form_named=True)
    clause.take(*said)
    return before, after, aspect
