"""What the shortcut gives back: a sentence, the facts behind it, and the cards that the page draws."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """A dataset row that an answer rests on. `id` is stable ("pokemon/445/stats.speed").

    `title` is the thing's name in the answer's language, `field` and `value` what was read ("stats.speed", "102"),
    `source` the table and key ("species 445").
    """

    id: str
    title: str
    field: str
    value: str
    source: str

    def to_json(self) -> dict[str, Any]:
        """The row as it travels in `refs.local_dataset.rows`."""
        return {"id": self.id, "title": self.title, "field": self.field, "value": self.value, "source": self.source,
                "text": f"{self.title}: {self.field} = {self.value}"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """`headline` is the fact in one sentence with its `[n]` marks; `details` the short Markdown below it.

    `rows[n - 1]` is what the mark `[n]` points at. `cards` are plain JSON values that the page draws; their kinds are
    listed in `render_cards`. `follow_ups` are questions one may ask next, in the answer's language.
    """

    headline: str
    details: str = ""
    rows: tuple[Row, ...] = ()
    cards: tuple[dict[str, Any], ...] = ()
    follow_ups: tuple[str, ...] = field(default=())

    @property
    def text(self) -> str:
        """The whole answer as Markdown."""
        return f"{self.headline}\n\n{self.details}".strip()
