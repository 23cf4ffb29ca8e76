"""Tags behind a denial: "Gengar isn't pure Ghost, is it?", "Spiritomb has no weaknesses, or does it?"."""

from __future__ import annotations

from dataclasses import replace

from .clause import is_negative_auxiliary
from .lexer import Token
from .word_lists import word_list

_TAGS = frozenset({"is", "are", "was", "were", "does", "do", "did", "can", "could", "has", "have", "had", "will"})
_MEANT = frozenset({"it", "they", "he", "she"})
_EXCEPTIONS = frozenset(word_list("question-tags/exceptions"))
_AROUND = frozenset(word_list("question-tags/around"))
_WAY = frozenset({"way", "chance"})
_THERE = frozenset({"is there", "are there"})
#: A tag, and a subject and a denial in front of it.
_FEWEST = 5


def with_question_tag(tokens: list[Token]) -> list[Token]:
    """The tokens with such a tag as a word that asks whether it is so; what is denied once is asked as the tag puts
    it: "Lapras doesn't evolve, does it?" is answered by "No, it does not".
    """
    if len(tokens) < _FEWEST:
        return tokens
    claimed = _but_for_exceptions(tokens)
    if claimed is not None:
        return claimed
    sure = _no_way(tokens)
    if sure is not None:
        return sure
    there = _that_there_is_none(tokens)
    if there is not None:
        return there
    if tokens[-1].text.casefold() not in _MEANT or tokens[-2].text.casefold() not in _TAGS:
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


def _but_for_exceptions(tokens: list[Token]) -> list[Token] | None:
    """ "All Steel types resist Fairy, any exceptions?": whether it holds for all of them."""
    k = len(tokens)
    while k and tokens[k - 1].text.casefold() in _EXCEPTIONS | _AROUND:
        k -= 1
    named = [t for t in tokens[k:] if t.text.casefold() in _EXCEPTIONS]
    if not named or not any(t.has("type") or t.has("cls") for t in tokens[:k]) or any(t.has("wh") for t in tokens[:k]):
        return None
    return [*tokens[:k], replace(named[0], readings={"yn": ("yn",)})]


def _no_way(tokens: list[Token]) -> list[Token] | None:
    """ "There's no way Skarmory isn't immune to Ground, right?": whether it is so."""
    first = tokens[0].text.casefold()
    at = 1 if first.startswith("there") else 0
    way = at + 1
    if tokens[at].text.casefold() != "no" or tokens[way].text.casefold() not in _WAY:
        return None
    said = tokens[way + 1 :]
    if not said[0].has("mon") and not said[0].has("type") and not said[0].has("filler"):
        return None  # "no way to evolve it"
    denials = [i for i, t in enumerate(said) if _denies(t)]
    if len(denials) > 1 or any(t.has("wh") for t in said):
        return None
    asked = said if said[-1].has("yn") else [*said, replace(said[-1], text="right", readings={"yn": ("yn",)})]
    if denials:
        of = said[denials[0]]
        asked = [replace(t, text=of.text[:-3], readings={"aux": ("be",)}) if t is of else t for t in asked]
    return asked if not denials or is_negative_auxiliary(said[denials[0]].text) else None


def _that_there_is_none(tokens: list[Token]) -> list[Token] | None:
    """ "There isn't a Fire type that doesn't resist Grass, or is there?": asked as the tag puts it."""
    tag = tokens[-1]
    if tag.text.casefold() not in _THERE or not tokens[0].text.casefold().startswith("there"):
        return None
    denied = next((i for i in (0, 1, 2) if _denies(tokens[i])), None)
    if denied is None or any(t.has("wh", "how") for t in tokens):
        return None
    end = len(tokens) - (2 if tokens[-2].has("bool", "or") else 1)
    return [replace(tag, start=tokens[0].start, end=tokens[0].end), *tokens[denied + 1 : end]]


def _denies(token: Token) -> bool:
    return is_negative_auxiliary(token.text) or token.text.casefold() in ("not", "no", "never")
