"""Marks in an answer point at this answer's refs: `[n]` where n is one of them; every other mark is taken out.

Works on a stream, piece by piece: text is held back only while it could still become a mark.
"""

from __future__ import annotations

import re
from collections.abc import Collection

#: The longest thing that is read as a mark: "[1, 2, 3]", "【12】".
_MARK_MAX = 32
_OPEN = re.compile(r"[\[【［]")
_MARK = re.compile(
    r"[\[【［]\s*(?:source|ref|evidence|来源|出典)?s?\s*#?(?P<list>\d{1,3}(?:\s*[-–,，、;]\s*\^?#?\d{1,3})*)\s*(?:†[^\]】］\n]{0,20})?"
    r"[\]】］]",
    re.IGNORECASE,
)
_COULD_BE = re.compile(
    r"[\[【［]\s*(?:s(?:o(?:u(?:r(?:c(?:es?)?)?)?)?)?|r(?:e(?:fs?)?)?|e(?:v(?:i(?:d(?:e(?:n(?:ce?)?)?)?)?)?)?|来源?|出典?)?\s*#?"
    r"[\d\s,，、;–#^-]*(?:†[^\]】］\n]*)?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d{1,3})\s*[-–]\s*(\d{1,3})")
#: A range longer than this is not a citation.
_RANGE_MAX = 10


class CitationFilter:
    """Passes a text on with its marks put right. `cited` are the numbers that it kept, in order of appearance."""

    def __init__(self, numbers: Collection[int]) -> None:
        self._numbers = frozenset(numbers)
        self._held = ""
        self.cited: list[int] = []
        self.removed = 0

    def feed(self, text: str) -> str:
        """What can be passed on after this piece."""
        self._held += text
        out: list[str] = []
        while (start := _OPEN.search(self._held)) is not None:
            before, rest = self._held[: start.start()], self._held[start.start() :]
            mark = _MARK.match(rest)
            if mark is None:
                if len(rest) < _MARK_MAX and _COULD_BE.fullmatch(rest):
                    # A blank in front of a mark that will be taken out goes with it.
                    kept = before.rstrip(" ")
                    out.append(kept)
                    self._held = before[len(kept) :] + rest
                    return "".join(out)
                out.append(before + rest[0])
                self._held = rest[1:]
                continue
            marks = self._marks(mark["list"])
            out.append(before + marks if marks else before.rstrip(" "))
            self._held = rest[mark.end() :]
        # A blank at the end may stand in front of a mark.
        kept = self._held.rstrip(" ")
        out.append(kept)
        self._held = self._held[len(kept) :]
        return "".join(out)

    def flush(self) -> str:
        """What was still held back when the text ended."""
        held, self._held = self._held, ""
        return held.rstrip(" ") if held.isspace() else held

    def _marks(self, text: str) -> str:
        """The marks of one pair of brackets that point at something: "1, 3" -> "[1][3]"."""
        found: list[int] = []
        for match in _RANGE.finditer(text):
            first, last = int(match[1]), int(match[2])
            if first < last <= first + _RANGE_MAX:
                found.extend(range(first, last + 1))
        found.extend(int(number) for number in re.findall(r"\d+", _RANGE.sub(" ", text)))
        kept = [number for number in dict.fromkeys(found) if number in self._numbers]
        self.removed += len(set(found) - set(kept))
        self.cited.extend(number for number in kept if number not in self.cited)
        return "".join(f"[{number}]" for number in kept)


def with_valid_marks(text: str, numbers: Collection[int]) -> str:
    """A whole text with its marks put right."""
    marks = CitationFilter(numbers)
    return marks.feed(text) + marks.flush()


def without_marks(text: str) -> str:
    """A text without any mark, such as an earlier answer whose refs are gone."""
    return with_valid_marks(text, ())
