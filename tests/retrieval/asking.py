"""Questions as sources get them, by the real parser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.request import Meta
from pokeqa.retrieval.evidence import SourceQuery

CASES = Path(__file__).parent.parent / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    """The rows of a case file."""
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines() if line]


class Asking:
    """Makes source queries with one parser."""

    def __init__(self, dataset: Dataset) -> None:
        self._parser = Parser(dataset)

    def __call__(self, text: str, **meta: Any) -> SourceQuery:
        understanding = self._parser.understand(text, [], "auto")
        return SourceQuery(text, understanding, Meta(**meta))
