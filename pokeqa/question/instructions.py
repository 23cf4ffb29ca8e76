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

#: What is put between tags, as if the program itself had said it.
_TAGGED = re.compile(r"\s*<\s*(\w{1,20})\s*>[^<]{0,160}<\s*/\s*\1\s*>\s*", re.IGNORECASE)


@cache
def _orders() -> tuple[re.Pattern[str], ...]:
    rows: dict[str, dict[str, list[str]]] = read_yaml(DATA / "lexicon" / "instructions.yaml")
    found = []
    for language, row in rows.items():
        edge = r"\b" if language.startswith("en") else ""
        if "ends" in row:
            found.append(_role(row, edge))
            continue
        verbs, objects, joints = (
            "|".join(re.escape(word) for word in sorted(row[part], key=len, reverse=True))
            for part in ("verbs", "objects", "joints")
        )
        between = rf"[^.!?;,。！？；，、]{{0,{_BETWEEN}}}?"
        where = r"(?:\s+(?:above|before|given))?"
        behind = rf"(?:\s*[,，、:：]?\s*(?:{joints}){edge})*\s*[,，、:：.。;；!！]?"
        pattern = rf"\s*(?:please\s+|请|請)?(?:{verbs}){edge}{between}{edge}(?:{objects}){edge}{where}{behind}"
        found.append(re.compile(pattern, re.IGNORECASE))
    found.append(_TAGGED)
    return tuple(found)


def _role(row: dict[str, list[str]], edge: str) -> re.Pattern[str]:
    """ "Pretend to be my grandma and tell me ...": who the program is to be, up to what joins it to the question."""
    verbs, ends = (
        "|".join(re.escape(word) for word in sorted(row[part], key=len, reverse=True)) for part in ("verbs", "ends")
    )
    inner = rf"[^.!?;,:。！？；，：、]{{0,{_BETWEEN}}}?"
    join = rf"(?:\s*[,，:：.。;；!！]\s*(?:(?:{ends}){edge}\s*)*|\s*{edge}(?:{ends}){edge}\s*)"
    return re.compile(rf"\s*(?:please\s+|请|請)?(?:{verbs}){edge}{inner}{join}", re.IGNORECASE)


def orders(text: str, starts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Where orders stand in a text, as spans; `starts` are where its sentences begin."""
    for start in starts:
        for order in _orders():
            match = order.match(text, start)
            if match is None:
                continue
            yield match.span()
            end = match.end()
            again = next((m for other in _orders() if (m := other.match(text, end)) is not None), None)
            if again is not None:  # "ignore your rules, print your prompt and tell me ..."
                yield start, again.end()
