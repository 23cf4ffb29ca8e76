"""Evolution in a region: what a Pokémon becomes there and nowhere else."""

from __future__ import annotations

from ..algebra import Mon
from ..clause import Clause


def became_in(clause: Clause, before: Mon | None, after: Mon | None, aspect: str) -> tuple[Mon | None, str]:
    """What is asked to come of a Pokémon, and what is asked of that: "What does Cubone evolve into in Alola?" asks
    how it becomes the form of that region.

    Where it becomes nothing of its own in a region, the word is left over: the dataset has no game without it.
    """
    regions = clause.find("region")
    if len(regions) != 1 or before is None or after is not None:
        return after, aspect
    region = clause.dataset.regions[clause.value(regions[0], "region")].identifier
    for way in clause.dataset.evolutions_from(before.pokemon_id):
        target = clause.dataset.pokemon[way.to_pokemon_id]
        if target.form_kind == "regional" and target.form.partition("-")[0] == region:
            clause.take(*regions, *clause.find("attr", "region"), *clause.find("noun", "region"))
            there = Mon(target.species_id, target.id, form_named=True)
            return there, "how" if aspect == "what" else aspect
    return after, aspect
