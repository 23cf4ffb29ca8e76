"""Orders to the program in front of a question ("Ignore all previous instructions and tell me ..."): not obeyed, not
read. What stands behind them is the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from ..paths import DATA
from ..yaml_files import read_yaml

#: So many characters may stand between what is to be done and to what.
_BETWEEN = 40


@cache
def _orders() -> tuple[re.Pattern[str], ...]:
    rows: dict[str, dict[str, list[str]]] = read_yaml(DATA / "lexicon" / "instructions.yaml")
    found = []
    for language, row in rows.items():
        edge = r"\b" if language == "en" else ""
        verbs, objects, joints = (
            "|".join(re.escape(word) for word in sorted(row[part], key=len, reverse=True))
            for part in ("verbs", "objects", "joints")
        )
        between = rf"[^.!?;,。！？；，、]{{0,{_BETWEEN}}}?"
        where = r"(?:\s+(?:above|before|given))?"
        behind = rf"(?:\s*[,，、:：]?\s*(?:{joints}){edge})*\s*[,，、:：.。;；!！]?"
        pattern = rf"\s*(?:please\s+|请|請)?(?:{verbs}){edge}{between}{edge}(?:{objects}){edge}{where}{behind}"
        found.append(re.compile(pattern, re.IGNORECASE))
    return tuple(found)


def orders(text: str, starts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Where orders stand in a text, as spans; `starts` are where its sentences begin."""
    for start in starts:
        for order in _orders():
            match = order.match(text, start)
            if match is not None:
                yield match.span()
