"""Tags behind a denial: "Gengar isn't pure Ghost, is it?", "Spiritomb has no weaknesses, or does it?"."""

from __future__ import annotations

from dataclasses import replace

from .clause import is_negative_auxiliary
from .lexer import Token

_TAGS = frozenset({"is", "are", "was", "were", "does", "do", "did", "can", "could", "has", "have", "had", "will"})
_MEANT = frozenset({"it", "they", "he", "she"})
#: A tag, and a subject and a denial in front of it.
_FEWEST = 5


def with_question_tag(tokens: list[Token]) -> list[Token]:
    """The tokens with such a tag as a word that asks whether it is so; what is denied once is asked as the tag puts
    it: "Lapras doesn't evolve, does it?" is answered by "No, it does not".
    """
    if len(tokens) < _FEWEST or tokens[-1].text.casefold() not in _MEANT or tokens[-2].text.casefold() not in _TAGS:
        return tokens
    end = len(tokens) - (3 if tokens[-3].has("bool", "or") else 2)
    said = tokens[:end]
    denials = [i for i, t in enumerate(said) if i and _denies(t)]
    if not denials or any(t.has("wh") for t in said) or said[0].has("aux"):
        return tokens
    asked = [*said, replace(tokens[-1], readings={"yn": ("yn",)})]
    if len(denials) == 1:
        at = denials[0]
        auxiliary = is_negative_auxiliary(said[at].text)
        asked[at : at + 1] = [replace(said[at], text=tokens[-2].text, readings=tokens[-2].readings)] * auxiliary
    return asked


def _denies(token: Token) -> bool:
    return is_negative_auxiliary(token.text) or token.text.casefold() in ("not", "no", "never")
