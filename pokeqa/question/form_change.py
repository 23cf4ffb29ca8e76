"""A query about how a Pokémon takes on a form."""

from __future__ import annotations

from dataclasses import dataclass

from .terms import Mon


@dataclass(frozen=True, slots=True)
class FormChange:
    """What a Pokémon takes on forms by, as in "which stone does Gengar need to Mega Evolve?".

    `form_ids` are the varieties that are asked about. `item_id`: whether it is that item is asked;
    `whether`: whether there is something at all.
    """

    subject: Mon
    form_ids: tuple[int, ...]
    item_id: int | None = None
    whether: bool = False
