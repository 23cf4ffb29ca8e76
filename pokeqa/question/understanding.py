"""What a question was understood to mean; made once, before the first layer, and carried by the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .algebra import Subject
from .asked import Question
from .signature import Signature

#: The languages an answer can be written in.
AnswerLanguage = Literal["en", "zh-hans", "zh-hant", "ja"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in the question: `start` and `end` are character offsets in the normalised text.

    `how` is "exact", "alias", "form" (a form word changed it) or "fuzzy" (a likely typo; `text` is what was typed).
    More than one subject: the name is ambiguous.
    """

    text: str
    start: int
    end: int
    subjects: tuple[Subject, ...]
    how: Literal["exact", "alias", "form", "fuzzy", "context"]
    name: str


@dataclass(frozen=True, slots=True)
class Option:
    """One reading of an ambiguous question: `query` asks for it without doubt."""

    label: str
    query: str


@dataclass(frozen=True, slots=True)
class Part:
    """One question of those a text holds. `question` is None where it was not understood.

    `confidence` is 0 to 1; `remainder` the content words nothing explains; `unknown_names` words that stand where
    a name must stand, yet name nothing; `read_as` the likely typos with the names they were read as; `suggestions`
    real names near an unknown one; `options` the readings when the part is ambiguous; `why` says in a sentence how
    the parse went.
    """

    text: str
    question: Question | None
    confidence: float
    why: str
    remainder: tuple[str, ...] = ()
    unknown_names: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    ambiguous_name: str | None = None
    read_as: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Understanding:
    """The parse of a whole question.

    `text` is the question after NFKC; `full_text` the same with what earlier turns supply put in; `language` the
    answer's language; `self_contained` is False where anything in it refers to an earlier turn. `signature` is what
    two questions must share to share an answer.
    """

    text: str
    full_text: str
    language: AnswerLanguage
    parts: tuple[Part, ...]
    mentions: tuple[Mention, ...]
    self_contained: bool
    signature: Signature
    names_ms: float = 0.0
    parse_ms: float = 0.0

    @property
    def confidence(self) -> float:
        """The confidence of the least certain part; 0 for a text without parts."""
        return min((part.confidence for part in self.parts), default=0.0)

    def to_json(self) -> dict[str, Any]:
        """The parse as the trace shows it."""
        return {
            "full_text": self.full_text,
            "language": self.language,
            "self_contained": self.self_contained,
            "signature": self.signature.text,
            "parts": [
                {
                    "text": part.text,
                    "query": None if part.question is None else repr(part.question.query),
                    "confidence": round(part.confidence, 2),
                    "remainder": list(part.remainder),
                    "why": part.why,
                }
                for part in self.parts
            ],
        }
