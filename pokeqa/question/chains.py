"""Possessive chains: "the ability of Charizard's pre-evolution" asks about Charmeleon.

A chain is resolved on the tokens: the name and the word for its relative become the relative's name, and the clause is
read again. `Step` keeps what was resolved, so that the answer can say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..pokedex.dataset import Dataset
from .algebra import Mon
from .asked import Relation, Step
from .clause import is_free
from .lexer import Token

_RELATIONS: dict[str, Relation] = {"pre": "pre", "post": "post", "final": "final", "first": "first", "baby": "first"}
#: Results beyond this many are no chain but a list.
_MOST = 8
#: More relatives than this in one clause are no chain that anybody means.
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Resolved:
    """The clause with the relatives' names put in, and the step that led to them."""

    tokens: list[Token]
    step: Step


def resolve(tokens: Sequence[Token], dataset: Dataset, language: str) -> Resolved | None:
    """The first chain of a clause resolved; None where there is none, or where it leads nowhere."""
    if sum(token.has("ev") for token in tokens) > _DEEPEST:
        return None
    for m, token in enumerate(tokens):
        if not token.has("mon") or len(token.readings["mon"]) != 1:
            continue
        found = _behind(tokens, m) or _in_front(tokens, m)
        if found is None:
            continue
        start, end, relation, type_id, item_id = found
        rest = [
            t for t in (*tokens[:start], *tokens[end:]) if not t.has("attr", "weight") and not t.has("attr", "height")
        ]
        if len(rest) + end - start == len(tokens) and all(
            is_free(t) or t.has("ev") or t.has("wh") or t.has("mon") for t in rest
        ):
            return None  # nothing is asked of the relative: that is a question about evolution itself
        subject: Mon = token.readings["mon"][0]
        results = relatives(subject, relation, dataset, type_id, item_id)
        if not 0 < len(results) <= _MOST:
            return None
        names = [
            replace(token, readings={"mon": (mon,)}, how="context", text=_name(mon, dataset, language))
            for mon in results
        ]
        return Resolved([*tokens[:start], *names, *tokens[end:]], Step(subject, relation, results, type_id))
    return None


def _name(mon: Mon, dataset: Dataset, language: str) -> str:
    names = dataset.pokemon[mon.pokemon_id].names
    return names.get(language) or names.get("zh-hans" if language == "zh-hant" else "en") or names["en"]


_Found = tuple[int, int, Relation, int | None, int | None]


def _behind(tokens: Sequence[Token], m: int) -> _Found | None:
    """ "Eevee's Water evolution", 皮卡丘的进化型, 喷火龙进化前, "Eevee's evolution with a Water Stone"."""
    type_id: int | None = None
    k = m + 1
    while k < len(tokens) and k <= m + 5:
        token = tokens[k]
        relation = _relation(token)
        if relation is not None and not token.text.casefold().endswith(" of"):
            end, item_id = k + 1, None
            if relation == "post":
                end, item_id = _with_item(tokens, end)
            return m, end, relation, type_id, item_id
        if token.has("type") and not token.has("mon") and type_id is None:
            type_id = token.readings["type"][0]
        elif (
            token.has("require")
            or not (is_free(token) or token.has("noun", "type") or token.has("pron", "it"))
            or token.has("wh")
        ):
            return None
        k += 1
    return None


def _with_item(tokens: Sequence[Token], k: int) -> tuple[int, int | None]:
    """ "with a Water Stone" behind the word: where it ends, and the item."""
    j = k
    while j < len(tokens) and is_free(tokens[j]) and not tokens[j].has("item"):
        j += 1
    if k < j < len(tokens) and tokens[j].has("item"):
        return j + 1, tokens[j].readings["item"][0]
    return k, None


def _in_front(tokens: Sequence[Token], m: int) -> _Found | None:
    """ "the pre-evolution of Charizard", "the final evolution of Bulbasaur"."""
    k = m - 1
    while k >= 0 and is_free(tokens[k]) and not tokens[k].has("ev") and tokens[k].has("filler"):
        k -= 1
    if k < 0 or _is_listed(tokens, k - tokens[k].has("prep", "of")):
        return None
    if tokens[k].text.casefold().endswith(" of") and (relation := _relation(tokens[k])) is not None:
        return k, m + 1, relation, None, None
    if tokens[k].has("prep", "of") and k > 0 and (relation := _relation(tokens[k - 1])) is not None:
        return k - 1, m + 1, relation, None, None
    return None


def _is_listed(tokens: Sequence[Token], k: int) -> bool:
    """ "The types, ability and evolution of Ralts": the evolution is one more thing that is asked for."""
    while k > 0 and tokens[k - 1].has("filler") and not tokens[k - 1].has("bool"):
        k -= 1
    return k > 1 and tokens[k - 1].has("bool", "and") and (tokens[k - 2].has("attr") or tokens[k - 2].has("ev"))


def _relation(token: Token) -> Relation | None:
    if not token.has("ev"):
        return None
    kinds = token.readings["ev"]
    if token.text.casefold() in ("evolution of", "evolved form of", "evolved forms of", "evolutions of"):
        return "post"
    return next((_RELATIONS[kind] for kind in kinds if kind in _RELATIONS), None)


def relatives(
    subject: Mon, relation: Relation, dataset: Dataset, type_id: int | None = None, item_id: int | None = None
) -> tuple[Mon, ...]:
    """Its relatives, in dex order; a type or an item narrows them."""
    start = subject.pokemon_id
    if relation == "post":
        ways = [w for w in dataset.evolutions_from(start) if item_id is None or item_id in (w.item_id, w.held_item_id)]
        ids = {way.to_pokemon_id for way in ways}
    elif relation == "pre":
        ids = {way.from_pokemon_id for way in dataset.evolutions_to(start)}
    else:
        ids = _ends(start, "into" if relation == "final" else "from", dataset)
    found = [dataset.pokemon[one] for one in ids if one != start]
    if type_id is not None:
        found = [pokemon for pokemon in found if type_id in pokemon.types]
    found.sort(key=lambda pokemon: (pokemon.species_id, pokemon.id))
    return tuple(Mon(p.species_id, p.id, form_named=not p.is_default) for p in found)


def _ends(start: int, direction: Literal["into", "from"], dataset: Dataset) -> set[int]:
    open_ids, seen, ends = [start], {start}, set()
    while open_ids:
        current = open_ids.pop()
        if direction == "into":
            following = {way.to_pokemon_id for way in dataset.evolutions_from(current)}
        else:
            following = {way.from_pokemon_id for way in dataset.evolutions_to(current)}
        if not following:
            ends.add(current)
        open_ids.extend(following - seen)
        seen |= following
    return ends
