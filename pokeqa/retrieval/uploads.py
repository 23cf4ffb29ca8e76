"""What becomes of uploaded files: each one's name, and whether its content is new to a base."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..pokedex.phrases import phrases_for
from .documents import Document

NAME_MAX_CHARS = 120

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one uploaded file; `message` says why it failed, or what it equals."""

    name: str
    status: Literal["added", "replaced", "unchanged", "duplicate", "failed"]
    message: str | None = None
    chunks: int = 0


def decide(
    db_id: str, existing: Mapping[str, str], read: Sequence[Document | FileOutcome], language: str
) -> tuple[list[FileOutcome], dict[str, Document]]:
    """What becomes of each file that was read, and the documents that are new or changed, by name."""
    changed = {one.id for one in read if isinstance(one, Document) and existing.get(one.id, one.hash) != one.hash}
    # What these files leave as it is; the content of a document that changes is free for another name.
    names = {digest: name for name, digest in existing.items() if name not in changed}
    outcomes: list[FileOutcome] = []
    put: dict[str, Document] = {}
    for one in read:
        if isinstance(one, FileOutcome):
            outcomes.append(one)
            continue
        same = names.setdefault(one.hash, one.id)
        if same != one.id:
            outcomes.append(
                FileOutcome(one.id, "duplicate", phrases_for(language).say("knowledge.duplicate", name=same))
            )
        elif existing.get(one.id) == one.hash:
            outcomes.append(FileOutcome(one.id, "unchanged"))
        else:
            put[one.id] = one
            status: Literal["added", "replaced"] = "replaced" if one.id in existing else "added"
            outcomes.append(FileOutcome(one.id, status, chunks=len(one.chunks(db_id))))
    return outcomes, put


def clean_name(name: str) -> str:
    """A file's name as a document's name: no folders, nothing invisible. It is never used as a path."""
    base = re.split(r"[/\\]", name)[-1]
    return visible(base)[-NAME_MAX_CHARS:] or "document"


def visible(text: str) -> str:
    """A text in one line, without what a reader cannot see: control characters and marks that turn its direction."""
    return " ".join(_CONTROL.sub(" ", text).split())
