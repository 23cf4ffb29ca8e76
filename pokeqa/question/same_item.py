""" "Who else evolves with that stone?", 还有谁用这个石头: the item that the last question named, or its answer did."""

from __future__ import annotations

from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import Evolve, EvolvesBy, Query, Search
from .clause import is_free
from .context import Context
from .lexer import Token
from .word_lists import word_list

_POINTING = frozenset(word_list("same-item/pointing"))
_ITEMS = frozenset(word_list("same-item/items"))
_IT = frozenset(word_list("same-item/it"))


def with_the_item(tokens: list[Token], context: Context, dataset: Dataset) -> list[Token]:
    """The clause with the item that it points at; the same tokens where it points at none, or none is known."""
    if context.lost or any(t.has("item") for t in tokens):
        return tokens
    span = _pointing(tokens)
    meant = _meant(context, dataset) if span is not None else None
    if span is None or meant is None:
        return tokens
    start, end = span
    name = replace(tokens[end - 1], readings={"item": (meant,)}, how="context")
    return [*tokens[:start], name, *tokens[end:]]


def others_with_the_item(tokens: list[Token], context: Context) -> Query | None:
    """ "Who else uses a Fire Stone?" behind how one evolves: all that evolve with it."""
    items = [t for t in tokens if t.has("item")]
    others = [t for t in tokens if t.has("signature", "else")]
    uses = [t for t in tokens if any(t.has(tag) for tag in ("itemuse", "require", "ev", "serves"))]
    rest = [t for t in tokens if t not in items and t not in others and t not in uses and not is_free(t)]
    if context.lost or not isinstance(context.query, Evolve) or len(items) != 1 or not others or not uses:
        return None
    if any(t.has("mon") or t.has("yn") for t in tokens) or not all(t.has("wh") or t.has("ell") for t in rest):
        return None
    return Search("pokemon", EvolvesBy("item", item_id=int(str(items[0].readings["item"][0]))))


def _pointing(tokens: list[Token]) -> tuple[int, int] | None:
    """Where it says "that stone", "the same item", or behind "who else uses" only "it"."""
    for i in range(1, len(tokens)):
        if tokens[i].text.casefold() not in _ITEMS or tokens[i - 1].text.casefold() not in _POINTING:
            continue
        start = i - 1
        while start and tokens[start - 1].text.casefold() in _POINTING:
            start -= 1
        return start, i + 1
    others = any(t.has("signature", "else") for t in tokens)
    uses = any(t.has("itemuse") or t.has("require") or t.has("ev") for t in tokens)
    at = next((i for i, t in enumerate(tokens) if t.text.casefold() in _IT), None)
    return (at, at + 1) if others and uses and at is not None and not any(t.has("mon") for t in tokens) else None


def _meant(context: Context, dataset: Dataset) -> int | None:
    named = {int(str(t.readings["item"][0])) for t in context.tokens if t.has("item")}
    if len(named) == 1:
        return named.pop()
    query = context.query
    if named or not isinstance(query, Evolve) or query.direction == "family":
        return None
    pokemon = query.subject.pokemon_id
    ways = dataset.evolutions_from(pokemon) if query.direction == "into" else dataset.evolutions_to(pokemon)
    if query.target is not None:
        ends = (query.target.pokemon_id, pokemon)
        ways = tuple(way for way in ways if way.from_pokemon_id in ends and way.to_pokemon_id in ends)
    items = {way.item_id or way.held_item_id for way in ways} - {None}
    return items.pop() if len(items) == 1 else None
