""" "Who else has it?", 还有谁有 behind the abilities of a Pokémon: the others with one of them."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.dataset import Dataset
from .algebra import Facts, HasAbility, Mon, Query, Search, SharesWith
from .clause import is_free
from .context import Context
from .has_it_too import place_pointed_at
from .lexer import Token

#: Which abilities were told of.
_OF_ABILITIES = (("ability",), ("hidden-ability",), ("ordinary-ability",))
#: What may stand in such a clause.
_AROUND = ("wh", "signature", "pron", "bool", "ell", "exist", "list", "foe")


def others_with_the_ability(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """Who has the ability that was told of; of several, those that share any of them with the Pokémon."""
    query = context.query
    if (
        context.lost
        or not isinstance(query, Facts)
        or query.attributes not in _OF_ABILITIES
        or len(query.subjects) != 1
    ):
        return None
    who = any(t.has("wh", "who") or t.has("wh", "which") for t in tokens)
    else_ = any(t.has("signature", "else") or t.text == "还有" for t in tokens)
    has = any(t.has("aux", "have") or t.has("exist") for t in tokens)
    subject = query.subjects[0]
    if not (who and else_ and has) or not isinstance(subject, Mon):
        return None
    words = ("pokemon", "ability")
    for token in tokens:
        free = is_free(token) or any(token.has("noun", one) for one in words) or token.has("attr", "ability")
        if not free and not any(token.has(tag) for tag in _AROUND):
            return None
    slots = dataset.abilities_of(subject.pokemon_id)
    if query.attributes == ("hidden-ability",):
        return Search("pokemon", HasAbility(slots.hidden)) if slots.hidden is not None else None
    own = dict.fromkeys(slots.all() if query.attributes == ("ability",) else slots.ordinary())
    place = place_pointed_at(tokens)
    if place is not None:  # "who else has the first one?"
        told = list(own)
        return Search("pokemon", HasAbility(told[place])) if place < len(told) else None
    if len(own) == 1:
        return Search("pokemon", HasAbility(next(iter(own))))
    return Search("pokemon", SharesWith("ability", subject)) if query.attributes == ("ability",) else None
