"""What a visitor asks of the knowledge bases and cannot have, in a sentence of the visitor's language."""

from __future__ import annotations

from ..errors import RequestError
from ..pokedex.phrases import phrases_for


class KnowledgeError(RequestError):
    """Something cannot be done with a knowledge base, or a file is not taken.

    `kind` and `values` name a sentence of `data/answers/<language>/knowledge.yaml`; the error's own text is the English
    one.
    """

    def __init__(self, kind: str, *, field: str, **values: object) -> None:
        self.kind = kind
        self.values = values
        super().__init__(self.sentence("en"), field=field)

    def sentence(self, language: str) -> str:
        """What happened and what to do, in a language."""
        return phrases_for(language).say(self.kind, **self.values)


def sentence_of(error: Exception, language: str) -> str:
    """An error in a language; in English where it knows no other."""
    return error.sentence(language) if isinstance(error, KnowledgeError) else str(error)
