"""The numbers of a list of questions ("1) its type 2) its abilities"), which belong to no question."""

from __future__ import annotations

import re

#: A number, or a letter, with the sign that sets it off from what it counts.
_MARK = re.compile(r"(?:^|(?<=[\s,，。;；?？!！:：、\u3040-\u9fff]))[(（]?(\d{1,2}|[a-h])[)）.、](?!\d)")
#: A list has two parts at least.
_FEWEST = 2


def without_list_marks(text: str) -> str:
    """The text with each number of a list as a sentence end of the same length; as it is where nothing is counted."""
    found = list(_MARK.finditer(text))
    for first in ("1", "a"):
        marks = [m for m in found if m[1].isdigit() == first.isdigit()]
        if len(marks) < _FEWEST or any(m[1] != _nth(first, i) for i, m in enumerate(marks)):
            continue
        for m in marks:
            text = text[: m.start()] + ";" * (m.end() - m.start()) + text[m.end() :]
    return text


def _nth(first: str, i: int) -> str:
    return str(int(first) + i) if first.isdigit() else chr(ord(first) + i)
