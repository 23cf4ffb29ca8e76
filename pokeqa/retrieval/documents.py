"""What a knowledge base holds: documents, and the chunks that they are cut into.

A document is Markdown, with or without front matter. Its chunks follow its headings: a chunk never crosses one, and
carries the document's title and its own heading as its first line, so that both kinds of search see what it is about.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import yaml

from .terms import terms

#: Part of every content hash: raise it when documents are cut in another way, and everything is indexed anew.
CHUNKING = "1"

#: Size of a chunk and what it shares with the one before it, in words (a Chinese character counts as half a word).
CHUNK_WORDS = 160
OVERLAP_WORDS = 20

#: Whatever its words are, no chunk or heading is longer.
CHUNK_MAX_CHARS = 4000
HEAD_MAX_CHARS = 200

#: A section shorter than this is joined to the one before it.
MIN_WORDS = 25

#: Front matter that is longer is none: it would be read as YAML, which is slow and may nest without an end.
FRONT_MATTER_MAX_CHARS = 4000

# Written so that no text makes them go back and forth: an upload may be anything.
_FRONT_MATTER = re.compile(rf"\A---\r?\n(.{{0,{FRONT_MATTER_MAX_CHARS}}}?)\r?\n---\r?\n", re.DOTALL)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*)$", re.MULTILINE)
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{1,2}|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
_SENTENCE = re.compile(r"(?<=[。！？!?])|(?<=[.!?])\s+|(?<=\n)")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FIELDS_MAX = 64


@dataclass(frozen=True)
class Document:
    """One document. `id` names it within its base; `kind` is "article", "species" or "upload"."""

    id: str
    text: str
    kind: str = "upload"

    @cached_property
    def hash(self) -> str:
        """The hash of its content, title included; equal for equal documents of any name."""
        return hashlib.sha256(f"{CHUNKING}\0{self.text}".encode()).hexdigest()[:32]

    @cached_property
    def front(self) -> Mapping[str, Any]:
        """The fields of its front matter; empty where there is none, or none that can be read."""
        match = _FRONT_MATTER.match(self.text)
        if match is None:
            return {}
        try:
            fields = yaml.load(match[1], Loader=_LOADER)  # noqa: S506 - the safe loader, in C where there is one
        except yaml.YAMLError:
            return {}
        return fields if isinstance(fields, dict) else {}

    @cached_property
    def body(self) -> str:
        """The text without front matter."""
        return _FRONT_MATTER.sub("", self.text, count=1).strip()

    @cached_property
    def title(self) -> str:
        """Its title: from the front matter, the first heading, or its name."""
        title = self.front.get("title")
        if isinstance(title, str) and title.strip():
            return title.strip()[:HEAD_MAX_CHARS]
        first = _HEADING.match(self.body)
        return _heading(first)[:HEAD_MAX_CHARS] if first else self.id

    @cached_property
    def slug(self) -> str:
        """What its translations share with it; its name where the front matter has none."""
        slug = self.front.get("slug")
        return slug if isinstance(slug, str) and slug else self.id

    @cached_property
    def language(self) -> str:
        """Its language: "en", "zh-hans" or "ja"; by its characters where the front matter does not say."""
        language = self.front.get("lang")
        return language if isinstance(language, str) and language else language_of(self.body)

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """The identifiers of the Pokémon, moves, abilities and items it is about."""
        return self._words("entities")

    def _words(self, name: str) -> tuple[str, ...]:
        value = self.front.get(name)
        if not isinstance(value, list):
            return ()
        return tuple(word for word in value if isinstance(word, str) and word)[:_FIELDS_MAX]

    def chunks(self, db_id: str) -> list[Chunk]:
        """Its chunks, in order, with ids that depend only on the base, the content and the position."""
        found = []
        for position, (heading, text) in enumerate(_pieces(self.body, self.title)):
            head = self.title if heading in ("", self.title) else f"{self.title}: {heading}"
            digest = hashlib.sha256(f"{db_id}\0{self.hash}\0{position}".encode()).hexdigest()[:24]
            found.append(Chunk(f"kb-{digest}", self, heading[:HEAD_MAX_CHARS], head[:HEAD_MAX_CHARS], text))
        return found


@dataclass(frozen=True)
class Chunk:
    """A piece of a document. `head` is the line that says what it is about, `text` what a reader is shown."""

    id: str
    document: Document = field(repr=False)
    heading: str
    head: str
    text: str

    @property
    def indexed(self) -> str:
        """What is searched: the head and the text."""
        return f"{self.head}\n{self.text}"

    def terms(self) -> list[str]:
        """Its terms for full-text search."""
        return terms(self.indexed)


def language_of(text: str) -> str:
    """The language of a text by its characters: "ja" with kana, "zh-hans" with Chinese characters, else "en"."""
    sample = text[:4000]
    if len(_KANA.findall(sample)) * 20 > len(sample):
        return "ja"
    return "zh-hans" if len(_HAN.findall(sample)) * 10 > len(sample) else "en"


def words(text: str) -> list[str]:
    """The words by which chunks are measured; two Chinese characters count as one."""
    return _WORD.findall(text)


def sentences(text: str) -> list[str]:
    """The sentences of a text in English or Chinese, with what stands between them."""
    return [part for part in _SENTENCE.split(text) if part]


def _pieces(body: str, title: str) -> Iterator[tuple[str, str]]:
    """(heading, text) of each chunk of a body."""
    # A text of headings alone has no section, and is still a text.
    sections = list(_joined(_sections(body, title))) or ([("", body)] if body else [])
    for heading, text in sections:
        parts = (text,) if len(words(text)) <= CHUNK_WORDS else _split(text)
        for part in parts:
            for start in range(0, len(part), CHUNK_MAX_CHARS):  # text without words: one endless line of signs
                yield heading, part[start : start + CHUNK_MAX_CHARS]


def _sections(body: str, title: str) -> Iterator[tuple[str, str]]:
    """(heading, text) of what stands between two headings; the title's own heading counts as none."""
    heading, start = "", 0
    for match in _HEADING.finditer(body):
        text = body[start : match.start()].strip()
        if text:
            yield heading, text
        found = _heading(match)
        heading, start = ("" if found[:HEAD_MAX_CHARS] == title else found), match.end()
    text = body[start:].strip()
    if text:
        yield heading, text


def _heading(match: re.Match[str]) -> str:
    """The words of a heading, without the signs that may close its line."""
    return match[2].rstrip().rstrip("#").rstrip() or match[2]


def _joined(sections: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The sections, very short ones joined to the one before them under a line with their heading."""
    held: tuple[str, str] | None = None
    for heading, text in sections:
        if held is None:
            held = (heading, text)
        elif len(words(text)) < MIN_WORDS or len(words(held[1])) < MIN_WORDS:
            held = (held[0], f"{held[1]}\n\n{heading}: {text}" if heading else f"{held[1]}\n\n{text}")
        else:
            yield held
            held = (heading, text)
    if held is not None:
        yield held


def _split(text: str) -> Iterator[str]:
    """A long section in parts of at most `CHUNK_WORDS`; the rows of a table stay under its header."""
    from llama_index.core.node_parser import SentenceSplitter

    lines = text.split("\n")
    rules = (i for i in range(1, len(lines)) if lines[i].startswith("|") and set(lines[i]) <= set("|-: "))
    header = next((i - 1 for i in rules if lines[i - 1].startswith("|")), None)
    if header is not None:
        yield from _split_table(lines, header)
        return
    splitter = SentenceSplitter(
        chunk_size=CHUNK_WORDS, chunk_overlap=OVERLAP_WORDS, tokenizer=words, chunking_tokenizer_fn=sentences
    )
    yield from splitter.split_text(text)


def _split_table(lines: list[str], header: int) -> Iterator[str]:
    """A section with a table: what stands before it, groups of rows each under the table's header, what follows."""
    end = next((i for i in range(header, len(lines)) if not lines[i].startswith("|")), len(lines))
    before, after = "\n".join(lines[:header]).strip(), "\n".join(lines[end:]).strip()
    if before:
        yield from _split(before) if len(words(before)) > CHUNK_WORDS else (before,)
    head, group = lines[header : header + 2], list[str]()
    for line in lines[header + 2 : end]:
        if group and len(words("\n".join((*head, *group, line)))) > CHUNK_WORDS:
            yield "\n".join((*head, *group))
            group = []
        group.append(line)
    if group:
        yield "\n".join((*head, *group))
    if after:
        yield from _split(after) if len(words(after)) > CHUNK_WORDS else (after,)
