"""Markdown of answers → HTML. A safe subset: nothing in the text becomes a tag, an image or a link of its own.

Blocks: paragraphs, lists, tables, headings, fenced code. Inline: bold, emphasis, code, backslash escapes, and the
`[n]` marks, which become links to the answer's refs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

#: Gives the HTML of the mark `[n]`, or None where the answer has no such ref (the mark stays text).
MarkRenderer = Callable[[int], str | None]

_INLINE = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|`(?P<code>[^`\n]+)`"
    r"|\*\*(?P<bold>[^\s*](?:[^\n]*?[^\s])??)\*\*"
    r"|\*(?P<emphasis>[^\s*](?:[^*\n]*[^\s*])?)\*"
    r"|\[(?P<mark>\d{1,3})\]"
)
_BULLET = re.compile(r"^\s{0,6}[-*+•]\s+(.*)$")
_NUMBERED = re.compile(r"^\s{0,6}(\d{1,3})[.)]\s+(.*)$")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_UNESCAPED_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a text. `lines` are its source lines without list marks, fences and table rules."""

    kind: Literal["paragraph", "bullets", "numbers", "table", "heading", "code"]
    lines: tuple[str, ...]
    start: int = 1


def blocks_of(text: str) -> list[Block]:
    """The blocks of a Markdown text, in order."""
    return list(_blocks(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))


def _blocks(lines: list[str]) -> Iterator[Block]:
    position = 0
    while position < len(lines):
        if not lines[position].strip():
            position += 1
            continue
        block, position = _read_block(lines, position)
        yield block


def _read_block(lines: list[str], at: int) -> tuple[Block, int]:
    """The block that starts at line `at`, and the line after it."""
    line = lines[at]
    if fence := _FENCE.match(line):
        end = _while(lines, at + 1, lambda text: not text.lstrip().startswith(fence[1]))
        return Block("code", tuple(lines[at + 1 : end])), end + 1
    if heading := _HEADING.match(line):
        return Block("heading", (heading[1],)), at + 1
    if "|" in line and at + 1 < len(lines) and _TABLE_RULE.match(lines[at + 1]):
        end = _while(lines, at + 2, lambda text: "|" in text)
        return Block("table", (line, *lines[at + 2 : end])), end
    if _BULLET.match(line):
        end = _while(lines, at, lambda text: bool(_BULLET.match(text)))
        return Block("bullets", tuple(_BULLET.sub(r"\1", item) for item in lines[at:end])), end
    if number := _NUMBERED.match(line):
        end = _while(lines, at, lambda text: bool(_NUMBERED.match(text)))
        return Block("numbers", tuple(_NUMBERED.sub(r"\2", item) for item in lines[at:end]), int(number[1])), end
    end = _while(lines, at + 1, lambda text: bool(text.strip()) and not _starts_block(text))
    return Block("paragraph", tuple(lines[at:end])), end


def _while(lines: list[str], at: int, holds: Callable[[str], bool]) -> int:
    """The first line from `at` on for which `holds` does not."""
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


def _starts_block(line: str) -> bool:
    return any(pattern.match(line) for pattern in (_FENCE, _HEADING, _BULLET, _NUMBERED))


def render_block(block: Block, mark: MarkRenderer) -> str:
    """One block as HTML."""
    if block.kind == "code":
        return f"<pre>{escape(chr(10).join(block.lines))}</pre>"
    if block.kind == "table":
        return _render_table(block.lines, mark)
    if block.kind == "heading":
        return f'<p class="md-heading">{render_inline(block.lines[0], mark)}</p>'
    if block.kind in ("bullets", "numbers"):
        items = "".join(f"<li>{render_inline(line, mark)}</li>" for line in block.lines)
        return f"<ul>{items}</ul>" if block.kind == "bullets" else f'<ol start="{block.start}">{items}</ol>'
    return f"<p>{'<br>'.join(render_inline(line.strip(), mark) for line in block.lines)}</p>"


def render_markdown(text: str, mark: MarkRenderer) -> str:
    """A whole Markdown text as HTML."""
    return "".join(render_block(block, mark) for block in blocks_of(text))


def render_inline(text: str, mark: MarkRenderer) -> str:
    """One line of Markdown as HTML."""
    pieces: list[str] = []
    position = 0
    for token in _INLINE.finditer(text):
        pieces.append(escape(text[position : token.start()]))
        position = token.end()
        if token["escaped"] is not None:
            pieces.append(escape(token["escaped"]))
        elif token["code"] is not None:
            pieces.append(f"<code>{escape(token['code'])}</code>")
        elif token["bold"] is not None:
            pieces.append(f"<strong>{render_inline(token['bold'], mark)}</strong>")
        elif token["emphasis"] is not None:
            pieces.append(f"<em>{render_inline(token['emphasis'], mark)}</em>")
        else:
            pieces.append(mark(int(token["mark"])) or escape(token[0]))
    pieces.append(escape(text[position:]))
    return "".join(pieces)


def plain(text: str) -> str:
    """One line of Markdown as the text that a reader sees."""

    def visible(token: re.Match[str]) -> str:
        inner = next((token[name] for name in ("escaped", "code", "bold", "emphasis") if token[name] is not None), None)
        return token[0] if inner is None else inner if len(inner) == 1 else plain(inner)

    return _INLINE.sub(visible, text)


def _render_table(lines: tuple[str, ...], mark: MarkRenderer) -> str:
    def cells(line: str) -> list[str]:
        parts = _UNESCAPED_BAR.split(line.strip().removeprefix("|").removesuffix("|"))
        return [render_inline(part.strip(), mark) for part in parts]

    head = "".join(f'<th scope="col">{cell}</th>' for cell in cells(lines[0]))
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells(line))}</tr>" for line in lines[1:])
    return f'<div class="table-scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
