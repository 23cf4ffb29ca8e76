"""Two species that are the male and the female of one kind: 尼多朗 and 尼多兰, with what they evolve into."""

from __future__ import annotations

from ..pokedex.dataset import Dataset
from .algebra import Mon
from .chains import relatives

#: What ends the identifier of such a species.
_ENDINGS = {"male": "-m", "female": "-f"}


def counterpart(mon: Mon, sex: str, dataset: Dataset) -> Mon | None:
    """The one of this sex that stands where a Pokémon of the other stands; None where it is no species of its own."""
    (base,) = relatives(mon, "first", dataset)[:1] or (mon,)
    identifier = dataset.species[base.species_id].identifier
    other = next((ending for kind, ending in _ENDINGS.items() if kind != sex), "")
    if not other or not identifier.endswith(other):
        return None
    wanted = identifier.removesuffix(other) + _ENDINGS[sex]
    found = next((one for one in dataset.species.values() if one.identifier == wanted), None)
    if found is None:
        return None
    meant, at = Mon(found.id, found.default_pokemon_id), base
    while at.species_id != mon.species_id:
        steps, others = relatives(at, "post", dataset), relatives(meant, "post", dataset)
        if len(steps) != 1 or len(others) != 1:
            return None
        at, meant = steps[0], others[0]
    return meant
