"""Evolution in a region: what a Pokémon becomes there and nowhere else."""

from __future__ import annotations

from ..algebra import Mon
from ..clause import Clause


def became_in(clause: Clause, before: Mon) -> Mon | None:
    """ "What does Cubone evolve into in Alola?": the form of that region, its words explained.

    Where it becomes nothing of its own in a region, the word is left over: the dataset has no game without it.
    """
    regions = clause.find("region")
    if len(regions) != 1:
        return None
    region = clause.dataset.regions[clause.value(regions[0], "region")].identifier
    for way in clause.dataset.evolutions_from(before.pokemon_id):
        target = clause.dataset.pokemon[way.to_pokemon_id]
        if target.form_kind == "regional" and target.form.partition("-")[0] == region:
            clause.take(*regions, *clause.find("attr", "region"), *clause.find("noun", "region"))
            return Mon(target.species_id, target.id, form_named=True)
    return None
