"""The answers of several questions as one page: their text, and one list of rows that the marks count through."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..echo import echo
from ..question.understanding import Part
from .answer import Answer, Row
from .phrases import Phrases

FOLLOW_UPS_MAX = 3
_MARK = re.compile(r"\[(\d+)\]")


@dataclass(slots=True)
class Page:
    """The answers of all parts as one: blocks of text, and one list of rows that the `[n]` marks count through."""

    blocks: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    cards: list[dict[str, Any]] = field(default_factory=list)
    options: list[dict[str, str]] = field(default_factory=list)
    follow_ups: list[str] = field(default_factory=list)

    def add(self, part: Answer) -> None:
        """Append an answer; its marks are renumbered, and a row that is already listed keeps its number."""
        self.rows.extend(row for row in dict.fromkeys(part.rows) if row not in self.rows)
        text = self.renumbered(part, part.text)
        if text not in self.blocks:  # two questions may have one answer
            self.blocks.append(text)
        self.cards.extend(part.cards)
        self.follow_ups.extend(question for question in part.follow_ups if question not in self.follow_ups)

    def renumbered(self, part: Answer, text: str) -> str:
        """A text of an answer with its marks as they count here; the rows that it cites join the page's."""
        numbers: dict[int, int] = {}
        for local in sorted({int(mark) for mark in _MARK.findall(text)}):
            if local <= len(part.rows):
                row = part.rows[local - 1]
                if row not in self.rows:
                    self.rows.append(row)
                numbers[local] = self.rows.index(row) + 1
        return _MARK.sub(lambda mark: f"[{numbers.get(int(mark[1]), mark[1])}]", text)

    def ask_back(self, part: Part, phrases: Phrases) -> None:
        """Append a question back, with the readings as options to choose from."""
        if len(part.options) == 1:
            self.blocks.append(phrases.say("layer.did_you_mean", name=part.options[0].label))
        else:
            asked = (
                phrases.say("layer.which_one", name=echo(part.ambiguous_name))
                if part.ambiguous_name
                else phrases.say("layer.which_question")
            )
            self.blocks.append(asked + "\n\n" + "\n".join(f"- {option.label}" for option in part.options))
        self.options.extend({"label": option.label, "query": option.query} for option in part.options)

    def to_json(self) -> dict[str, Any]:
        """The page as `refs.local_dataset`."""
        return {
            "rows": [row.to_json() for row in self.rows],
            "cards": self.cards,
            "options": self.options,
            "follow_ups": self.follow_ups[:FOLLOW_UPS_MAX],
        }
