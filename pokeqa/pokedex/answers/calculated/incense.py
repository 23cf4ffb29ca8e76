"""Which incense a parent had to hold for a baby to hatch."""

from __future__ import annotations

from ....question.calculations import Breed
from ...answer import Answer
from ...formulas.breeding import is_undiscovered
from ...formulas.eggs import Hatchlings, hatchlings
from ...model import Species
from ..context import Context
from . import inheritance


def answer(query: Breed, context: Context) -> Answer:
    """The incense of a family, or that there is none; "needs-incense" says whether it is needed."""
    wanted, species = context.pokemon(query.first), context.species(query.first)
    line = [one for one in context.dataset.species.values() if one.chain_id == species.chain_id]
    if all(is_undiscovered(one, context.dataset) for one in line):
        return inheritance.parents(query, context)
    found = _of_family(line, context)
    row = context.species_row(species, "evolution_chain", context.mon_name(query.first))
    asked = query.aspect == "needs-incense"
    if found is None or found.item_id is None or found.without is None:
        text = context.say("breed.incense.none", name=context.mon_name(query.first), mark=context.mark(row))
        return context.answer(context.say("breed.incense.no", text=text) if asked else text)
    data = context.dataset
    text = context.say(
        "breed.incense.needed", item=context.item_name(found.item_id), mark=context.mark(row),
        baby=context.phrases.join((context.mon_name(data.pokemon[one]) for one in found.pokemon_ids), "or"),
        other=context.mon_name(data.pokemon[found.without]),
    )  # fmt: skip
    if asked:
        right = wanted.id in found.pokemon_ids and query.item_id in (None, found.item_id)
        text = context.say(f"breed.incense.{'yes' if right else 'no'}", text=text)
    mothers = inheritance.parents(query, context).headline if wanted.id in found.pokemon_ids else ""
    return context.answer(text, details=mothers)


def _of_family(line: list[Species], context: Context) -> Hatchlings | None:
    """What hatches with an incense and without, where the family has one."""
    data = context.dataset
    hatched = (hatchlings(each, data) for one in line for each in data.varieties(one.id))
    return next((one for one in hatched if one.item_id is not None), None)
