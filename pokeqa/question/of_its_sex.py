"""Evolution by sex behind a question about evolution: 那雌的升级会变成谁, "and where do the boys go?"."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.dataset import Dataset
from .algebra import EvolutionWay, Evolve, Mon, Query
from .chains import relatives
from .clause import is_free
from .context import Context
from .lexer import Token
from .sex_pairs import counterpart

#: What may be said beside the sex: what was asked already, and what it does to get there.
_AROUND = (
    "ev",
    "wh",
    "aux",
    "pron",
    "noun",
    "bool",
    "evolveby",
    "exp",
    "yn",
    "step",
    "list",
    "sex",
    "dexstep",
    "suppose",
    "pairing",
)
_SEXES: tuple[EvolutionWay, ...] = ("male", "female")
_ASPECTS = ("how", "level", "item")
#: What a species of one sex that has a counterpart is called, behind its name.
_ENDS: dict[EvolutionWay, str] = {"male": "m", "female": "f"}
#: Eighths of a species that is female throughout.
_ALL_FEMALE = 8


def of_its_sex(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """What the male or the female becomes of the Pokémon whose evolution was asked for; None where more is said."""
    query = context.query
    if context.lost or not isinstance(query, Evolve) or query.direction == "from" or query.aspect == "needs":
        return None
    sexes = [one for one in _SEXES if any(t.has("sex", one) for t in tokens)]
    content = [t for t in tokens if not (is_free(t) or t.has("ell"))]
    if len(sexes) != 1 or any(t.has("neg") or (t.has("attr") and not t.has("aux")) for t in content):
        return None
    if not all(any(t.has(tag) for tag in _AROUND) or t.has("learn", "level-up") for t in content):
        return None
    subject = query.subject
    if counterpart(subject, sexes[0], dataset) is not None:
        return None  # another species is asked for
    if not _depends(subject, dataset):
        reached = relatives(subject, "post", dataset)
        if len(reached) == 1 and _depends(reached[0], dataset):
            subject = reached[0]  # "it becomes Kirlia. And the boys?"
    own = _of_the_sex(subject, sexes[0], dataset)
    if own is None:
        return None
    into = any(t.has("ev", "into") for t in tokens)
    aspect = next((one for one in _ASPECTS if any(t.has("wh", one) for t in tokens)), None)
    kept = query.aspect if query.aspect in _ASPECTS and not into else "what"
    ways = (sexes[0],) if own == subject else ()
    return Evolve(own, "into", aspect or kept, scope=query.scope, ways=ways)  # type: ignore[arg-type]


def _depends(subject: Mon, dataset: Dataset) -> bool:
    """Does what a Pokémon evolves into depend on its sex?"""
    return any(way.gender is not None for way in dataset.evolutions_from(subject.pokemon_id))


def _of_the_sex(subject: Mon, sex: EvolutionWay, dataset: Dataset) -> Mon | None:
    """The species of that sex, where each of the two is one of its own (Nidoran); None where there is none."""
    species = dataset.species[subject.species_id]
    if species.gender_rate != (_ALL_FEMALE if sex == "male" else 0):
        return subject
    stem, _, end = species.identifier.rpartition("-")
    other = f"{stem}-{_ENDS[sex]}"
    found = (
        next((s for s in dataset.species.values() if s.identifier == other), None) if end in _ENDS.values() else None
    )
    return Mon(found.id, found.default_pokemon_id) if found is not None else None
