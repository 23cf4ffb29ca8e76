"""What is asked behind "Does it have a Mega form?": of that form ("which stone?", 它的特性变成了什么)."""

from __future__ import annotations

from dataclasses import replace

from ..pokedex.conditions import compile_condition
from ..pokedex.dataset import Dataset
from .algebra import Check, HasForm, Mon
from .context import Context
from .lexer import Token

#: Forms that are taken on in a battle.
_TAKEN_ON = frozenset({"mega", "primal", "gigantamax"})


def of_the_form(tokens: list[Token], context: Context | None, dataset: Dataset) -> list[Token]:
    """The tokens with the kind of form that the talk is about behind the Pokémon, where what it takes or what it
    changes is asked.
    """
    query = context.query if context is not None else None
    if not isinstance(query, Check) or not isinstance(query.condition, HasForm) or not isinstance(query.subject, Mon):
        return tokens
    kind = query.condition.name
    named = [i for i, t in enumerate(tokens) if t.has("mon")]
    if kind not in _TAKEN_ON or len(named) != 1 or any(t.has("formkind") for t in tokens):
        return tokens
    mon = tokens[named[0]].readings["mon"][0]
    same = mon.species_id == query.subject.species_id
    asks = any(t.has("wh", "item") or t.has("megastone") for t in tokens)
    becomes = any(t.has("attr") for t in tokens) and any(t.has("ev", "into") or t.has("hist", "change") for t in tokens)
    if not same or mon.form_named or not (asks or becomes):
        return tokens
    if not compile_condition(query.condition, dataset)(dataset.pokemon[mon.pokemon_id]):
        return tokens
    word = replace(tokens[named[0]], readings={"formkind": (kind,)}, text=kind, how="exact", name="")
    return [*tokens[: named[0] + 1], word, *tokens[named[0] + 1 :]]
