"""Reads uploaded files into Markdown: txt, md, pdf, docx, html and csv.

A reader gets bytes and never touches the disk. Each limit and each kind of damage has its own sentence, raised as
`RequestError`; the other files of an upload go on.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import time
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from ..errors import RequestError
from ..settings import Settings
from .refusals import KnowledgeError

#: A docx file is a zip archive: what it may unpack to, as a multiple of the largest allowed file; and what its XML may,
#: in bytes for each allowed character of text. A tree of XML in memory is about twenty times as large as its text.
UNPACKED_FACTOR = 10
XML_BYTES_PER_CHAR = 16

#: How long a file may take to read, in seconds; looked at between two pages or paragraphs.
READ_TIMEOUT_S = 60.0
#: Tags within each other whose content is left out; a page that nests more has something in mind.
SKIPPED_DEPTH_MAX = 100

PDF_PAGES_MAX = 2000
#: What one page of a PDF may be drawn with, in bytes: each megabyte takes seconds to read.
PDF_PAGE_MAX_BYTES = 3 * 1024 * 1024
CSV_COLUMNS_MAX = 200
HEADING_LEVELS = 6

#: Guessing an encoding: the share of single high bytes from which text is not GB 18030, and the share of Chinese
#: characters without a neighbour from which it is not Chinese.
ALONE_MAX = 0.1
LONELY_MAX = 0.5

_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_BLANK_LINES = re.compile(r"\n{3,}")
_HIGH_BYTES = re.compile(rb"[\x80-\xff]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_UNREAD = re.compile(r"<!--|<[!?]|<(script|style)(?=[\s/>])", re.IGNORECASE)
_COMMENT_END = re.compile(r"-->")
_TAG_END = re.compile(r">")
_SCRIPT_END = re.compile(r"</(?:script|style)[^>]{0,100}>", re.IGNORECASE)
_LONELY_HAN = re.compile(r"(?<![\u3000-\u9fff])[\u3400-\u9fff](?![\u3000-\u9fff])")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may take: its size, the length of its text, and the moment (`time.monotonic`) to stop at."""

    file_bytes: int
    text_chars: int
    ends: float

    def hold(self, name: str, parts: Iterator[str]) -> Iterator[str]:
        """The parts of a text; raises `RequestError` as soon as they are too much, or took too long to come."""
        length = 0
        for part in parts:
            length += len(part)
            if length > self.text_chars:
                raise refused(name, "too_long", limit=f"{self.text_chars:,}")
            if time.monotonic() > self.ends:
                raise refused(name, "slow", seconds=f"{READ_TIMEOUT_S:g}")
            yield part


def read_file(name: str, content: bytes, settings: Settings) -> str:
    """The text of a file as Markdown. Raises `RequestError` with a sentence when it cannot be read or is too large."""
    suffix = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    reader = _READERS.get(suffix)
    if reader is None:
        raise refused(name, "kind", kinds=", ".join(SUFFIXES))
    limits = Limits(file_max_bytes(settings), settings.kb_text_max_chars, time.monotonic() + READ_TIMEOUT_S)
    if len(content) > limits.file_bytes:
        size = f"{len(content) / 1024 / 1024:.1f}"
        raise refused(name, "size", size=size, limit=f"{settings.kb_file_max_mb:g}")
    if not content.strip():
        raise refused(name, "empty")
    text = _clean(reader(name, content, limits))
    if not any(c.isalnum() for c in text):
        raise refused(name, "scanned" if suffix == "pdf" else "no_text")
    if len(text) > settings.kb_text_max_chars:
        raise refused(name, "length", count=f"{len(text):,}", limit=f"{settings.kb_text_max_chars:,}")
    return text


def file_max_bytes(settings: Settings) -> int:
    """The size of the largest file that is taken, in bytes."""
    return int(settings.kb_file_max_mb * 1024 * 1024)


def refused(name: str, kind: str, **values: object) -> KnowledgeError:
    """Why a file is not taken."""
    return KnowledgeError(f"file.{kind}", field="files", name=name, **values)


def _clean(text: str) -> str:
    """NFC, plain line ends, and no control characters, which hide text from a reader."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    text = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs", "Co"))
    return _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip()


# --------------------------------------------------------------------------- plain text, Markdown


def _decode(name: str, content: bytes) -> str:
    """Bytes as text: UTF-8, UTF-16 with its mark, the Chinese encodings, and Windows' Latin one."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return _strictly(name, content, encoding)
    if b"\0" in content:
        raise refused(name, "not_text")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # The bytes of GB 18030 come in pairs; in Big5 the second one is often ASCII.
    runs = _HIGH_BYTES.findall(content)
    paired = sum(len(run) == 1 for run in runs) < ALONE_MAX * len(runs)
    try:
        text = content.decode("gb18030" if paired else "big5")
    except UnicodeDecodeError:
        text = ""
    # An accented letter of a Latin encoding reads as a Chinese character too, but as a single one between letters.
    lonely = len(_LONELY_HAN.findall(text))
    if text and lonely < LONELY_MAX * len(_HAN.findall(text)):
        return text
    return _strictly(name, content, "cp1252")


def _strictly(name: str, content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise refused(name, "encoding") from error


def _read_text(name: str, content: bytes, limits: Limits) -> str:
    return _decode(name, content)


# --------------------------------------------------------------------------- PDF


def _read_pdf(name: str, content: bytes, limits: Limits) -> str:
    try:
        import pypdf
    except ImportError as error:
        raise refused(name, "no_pypdf") from error
    try:
        pdf = pypdf.PdfReader(io.BytesIO(content))
        if pdf.is_encrypted and not pdf.decrypt(""):
            raise refused(name, "password")
        if len(pdf.pages) > PDF_PAGES_MAX:
            raise refused(name, "pages", count=len(pdf.pages), limit=PDF_PAGES_MAX)
        return "\n\n".join(limits.hold(name, _pdf_pages(name, pdf)))
    except RequestError:
        raise
    except Exception as error:  # a damaged PDF breaks the library in any of its parts
        raise refused(name, "bad_pdf", error=type(error).__name__) from error


def _pdf_pages(name: str, pdf: Any) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, start=1):
        contents = page.get_contents()
        if contents is not None and len(contents.get_data()) > PDF_PAGE_MAX_BYTES:
            raise refused(name, "strokes", page=number)
        yield page.extract_text() or ""


# --------------------------------------------------------------------------- Word


def _read_docx(name: str, content: bytes, limits: Limits) -> str:
    try:
        import docx
    except ImportError as error:
        raise refused(name, "no_docx") from error
    damaged = refused(name, "bad_docx")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            sizes = [(entry.filename, entry.file_size) for entry in archive.infolist()]
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise damaged from error
    unpacked = sum(size for _, size in sizes)
    if unpacked > limits.file_bytes * UNPACKED_FACTOR:
        raise refused(name, "unpacked", size=f"{unpacked / 1024 / 1024:.0f}")
    xml = sum(size for part, size in sizes if part.lower().endswith((".xml", ".rels")))
    if xml > limits.text_chars * XML_BYTES_PER_CHAR:
        raise refused(name, "xml", size=f"{xml / 1024 / 1024:.0f}")
    try:
        document = docx.Document(io.BytesIO(content))
        return "\n\n".join(limits.hold(name, _word_blocks(document)))
    except RequestError:
        raise
    except Exception as error:  # a damaged document breaks the library in any of its parts
        raise damaged from error


def _word_blocks(document: Any) -> Iterator[str]:
    """Paragraphs and tables in their order, with a sign of life from each row; headings and tables as Markdown."""
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            rows = []
            for row in block.rows:
                rows.append([" ".join(cell.text.split()) for cell in row.cells])
                yield ""
            yield _table(rows)
            continue
        text = block.text.strip()
        style = (block.style.name or "") if block.style is not None else ""
        level = re.fullmatch(r"(?:Heading|heading) (\d)", style)
        if text and (level or style == "Title"):
            yield f"{'#' * min(int(level[1]) if level else 1, HEADING_LEVELS)} {text}"
        else:
            yield f"- {text}" if text and style.startswith("List") else text


def _table(rows: list[list[str]]) -> str:
    """Rows as a Markdown table; the first is the header."""
    rows = [[cell.replace("|", "\\|") for cell in row] for row in rows if any(row)]
    if not rows:
        return ""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join((lines[0], f"|{'---|' * len(rows[0])}", *lines[1:]))


# --------------------------------------------------------------------------- HTML


class _Page(HTMLParser):
    """Collects the readable text of a page; headings, list items and tables as Markdown."""

    SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "nav", "head", "iframe", "object", "form"})
    BLOCKS = frozenset(
        {"p", "div", "section", "article", "main", "header", "footer", "aside", "ul", "ol", "table", "blockquote",
         "pre", "figure", "figcaption", "dl", "dt", "dd", "br", "hr", "address"}
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.parts: list[str] = []
        self._skipping: list[str] = []
        self._in_title = False
        self._rows: list[list[str]] | None = None
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title":
            self._in_title = True
        if tag in self.SKIPPED:
            if len(self._skipping) < SKIPPED_DEPTH_MAX:
                self._skipping.append(tag)
        elif self._skipping:
            return
        elif tag == "table":
            self._rows = []
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            self._cell = []
            self._rows[-1].append("")
        elif re.fullmatch(r"h[1-6]", tag) and self._rows is None:
            self.parts.append(f"\n\n{'#' * int(tag[1])} ")
        elif tag == "li" and self._rows is None:
            self.parts.append("\n- ")
        elif tag in self.BLOCKS and self._rows is None:
            self.parts.append("\n" if tag == "br" else "\n\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if self._skipping:
            if tag in self._skipping:
                del self._skipping[self._skipping.index(tag) :]
        elif tag in ("td", "th") and self._rows and self._cell is not None:
            self._rows[-1][-1] = " ".join("".join(self._cell).split())
            self._cell = None
        elif tag == "table" and self._rows is not None:
            self.parts.append(f"\n\n{_table(self._rows)}\n\n")
            self._rows = None
        elif self._rows is None and (tag in self.BLOCKS or re.fullmatch(r"h[1-6]", tag)):
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif self._skipping:
            return
        elif self._cell is not None:
            self._cell.append(data)
        elif self._rows is None:
            self.parts.append(re.sub(r"\s+", " ", data))


def _without_unread(text: str) -> str:
    """A page without comments, declarations, scripts and styles.

    One pass that never looks back: the parser looks for the end of each of these to the end of the page, so that a page
    of beginnings without an end would keep it busy for hours.
    """
    kept, at = [], 0
    while (begin := _UNREAD.search(text, at)) is not None:
        kept.append(text[at : begin.start()])
        if begin[1]:
            end = _SCRIPT_END.search(text, begin.end())
        else:
            end = (_COMMENT_END if begin[0] == "<!--" else _TAG_END).search(text, begin.end())
        if end is None:
            return "".join(kept)
        at = end.end()
    kept.append(text[at:])
    return "".join(kept)


def _read_html(name: str, content: bytes, limits: Limits) -> str:
    declared = re.search(rb"""charset=["']?([\w-]+)""", content[:2048])
    text = None
    if declared:
        try:
            text = content.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            text = None
    page = _Page()
    page.feed(_without_unread(_decode(name, content) if text is None else text))
    page.close()
    body = "\n".join(line.strip() for line in "".join(page.parts).split("\n")).strip()
    title = " ".join(page.title.split())
    return f"# {title}\n\n{body}" if title and not body.startswith("# ") else body


# --------------------------------------------------------------------------- CSV


def _read_csv(name: str, content: bytes, limits: Limits) -> str:
    """Every row as a line "column: value; column: value", so that a row is understood without its header."""
    text = _decode(name, content)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:8192], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    try:
        rows = [row for row in csv.reader(io.StringIO(text), dialect) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise refused(name, "bad_csv", error=error) from error
    header = [column.strip() for column in rows[0]]
    if len(header) > CSV_COLUMNS_MAX:
        raise refused(name, "columns", count=len(header), limit=CSV_COLUMNS_MAX)
    lines = []
    for row in rows[1:] or rows:
        cells = [
            f"{header[i]}: {cell.strip()}" if i < len(header) and rows[1:] and header[i] else cell.strip()
            for i, cell in enumerate(row)
            if cell.strip()
        ]
        lines.append("; ".join(" ".join(cell.split()) for cell in cells))
    return "\n\n".join(lines)


_READERS: dict[str, Callable[[str, bytes, Limits], str]] = {
    "txt": _read_text,
    "md": _read_text,
    "markdown": _read_text,
    "pdf": _read_pdf,
    "docx": _read_docx,
    "html": _read_html,
    "htm": _read_html,
    "csv": _read_csv,
}

#: The endings of file names that can be read.
SUFFIXES = tuple(_READERS)
