"""Evidence as sentences that can be quoted: headings, table rules, fences and menus left out, rows made readable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: Where a sentence ends: Western signs before a blank, full-width ones anywhere, closing quotes included.
_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|[。！？]+[”’」』）\"]*")
#: Signs after which the text goes on: abbreviations, initials, and numbers of an enumeration.
_NOT_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|etc|approx|no|nos|mr|mrs|ms|dr|st|jr|vol|fig|gen|ver|inc|ltd|co)"
    r"|(?<!and )(?<!or )\b[A-Za-z]|^\s*\d{1,2})\.$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\s+[a-z]")
_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s|={3,}$|-{3,}$|\*{3,}$)")
_BULLET = re.compile(r"^\s*(?:[-*+•·]|\d{1,2}[.)])\s+")
_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")

#: Shorter is no sentence, longer no quote; in characters, a Chinese or Japanese one counted double.
SENTENCE_MIN, SENTENCE_MAX = 12, 500


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that can be quoted. `kind` is "prose", "item" (of a list) or "row" (of a table); `place` its position.

    `opens` is whether it opens its paragraph: what follows may lean on it.
    """

    text: str
    kind: str
    place: int
    opens: bool


def sentences_of(text: str) -> list[Sentence]:
    """The sentences of one piece of evidence, in order."""
    found: list[Sentence] = []
    for kind, line in _lines(text):
        parts = [line] if kind == "row" else split(line)
        for position, part in enumerate(parts):
            if SENTENCE_MIN <= width(part) <= SENTENCE_MAX:
                found.append(Sentence(part, kind, len(found), position == 0))
    return found


def split(line: str) -> list[str]:
    """The sentences of a line of prose in English, Chinese or Japanese."""
    parts: list[str] = []
    start = 0
    for end in _END.finditer(line):
        western = end[0][0] in ".!?…"
        if western and (_GOES_ON.match(line, end.end()) or _NOT_END.search(line[start : end.end()])):
            continue
        parts.append(line[start : end.end()].strip())
        start = end.end()
    parts.append(line[start:].strip())
    return [part for part in parts if part]


def width(text: str) -> int:
    """The length of a text, a Chinese or Japanese character counted double."""
    return len(text) + len(_CJK.findall(text))


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """(kind, line) of what can be quoted; the lines of a paragraph are joined."""
    header: list[str] | None = None
    paragraph: list[str] = []
    fenced = False
    for raw in [*text.splitlines(), ""]:
        if _FENCE.match(raw):
            fenced = not fenced
            continue
        line = raw.strip()
        row = line.startswith("|")
        plain = line and not fenced and not row and not _HEADING.match(raw) and not _BULLET.match(raw)
        if plain:
            paragraph.append(line)
        elif paragraph:
            yield "prose", _joined(paragraph)
            paragraph = []
        if not row:
            header = None
        if fenced or not line or plain or _HEADING.match(raw):
            continue
        if row:
            if _RULE.match(line):
                continue
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if header is None:
                header = cells
            else:
                yield "row", _row(header, cells)
        else:
            yield "item", _BULLET.sub("", raw).strip()


def _joined(lines: list[str]) -> str:
    """The lines of a paragraph as one: Chinese and Japanese are joined without a blank."""
    text = lines[0]
    for line in lines[1:]:
        tight = _CJK.match(line) and _CJK.match(text[-1:])
        text += line if tight else f" {line}"
    return text


def _row(header: list[str], cells: list[str]) -> str:
    """A table's row for a reader who does not see the table: "Power Weight: Stat passed on HP"."""
    named = [
        # "Professor | Professor Birch" needs no head.
        cell if cell.casefold().startswith(head.casefold()) else f"{head} {cell}"
        for head, cell in zip(header[1:], cells[1:], strict=False)
        if cell and cell != "-"
    ]
    return f"{cells[0]}: {', '.join(named)}" if named else cells[0]
