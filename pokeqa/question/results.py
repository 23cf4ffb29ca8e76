"""What is told of the clauses that were read: parts with their confidence and why, suggestions, options, mentions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..pokedex.dataset import Dataset
from ..pokedex.model import Names
from .algebra import Exists, Mon, Subject, Thing
from .asked import Question
from .clause import is_free
from .fold import fold
from .fuzzy import FuzzyNames
from .lexer import Token
from .parsed import Parsed
from .pieces import is_name
from .understanding import AnswerLanguage, Mention, Option, Part

#: What each explained typo, and each unexplained word, costs of the confidence.
_FUZZY_COST, _LEFTOVER_COST = 0.1, 0.35


class Results:
    """Turns parsed clauses to the parts of an understanding. Built once for a dataset."""

    def __init__(self, dataset: Dataset, fuzzy: FuzzyNames) -> None:
        self.dataset = dataset
        self.fuzzy = fuzzy

    def part(self, parsed: Parsed, language: AnswerLanguage) -> Part:
        """What is told of one clause."""
        if parsed.ambiguous is not None and parsed.understood:
            return self._ambiguous_part(parsed, language)
        fuzzy = [t for t in parsed.tokens if t.how == "fuzzy" and not is_free(t)]
        confidence = 0.0
        if parsed.query is not None:
            confidence = max(0.0, 1.0 - _FUZZY_COST * len(fuzzy) - _LEFTOVER_COST * len(parsed.leftover))
        question = (
            Question(parsed.query, parsed.premises, parsed.steps)
            if parsed.query is not None and parsed.understood
            else None
        )
        remainder = tuple(t.text for t in parsed.leftover)
        unknown = tuple(t.text for t in parsed.unknown)
        suggestions: list[str] = []
        for token in parsed.unknown[:1]:
            suggestions = [self._label(n.subject(), language) for n in self.fuzzy.suggestions(fold(token.text))]
        if isinstance(parsed.query, Exists) and not parsed.query.found:
            suggestions = [self._label(n.subject(), language) for n in self.fuzzy.suggestions(fold(parsed.query.name))]
        if question is not None:
            why = f"{parsed.frame}: every word understood"
            if fuzzy:
                why = f"{parsed.frame}: understood, reading {', '.join(f'“{t.text}” as {t.name}' for t in fuzzy)}"
        elif unknown:
            why = f"“{unknown[0]}” stands where a name must stand, yet names nothing in the dataset"
        elif remainder:
            why = "not explained by any query: " + ", ".join(f"“{w}”" for w in remainder[:6])
        else:
            why = "no kind of query fits these words"
        read_as = tuple((t.text, self._read_name(t, language)) for t in fuzzy if question is not None and is_name(t))
        return Part(parsed.text, question, confidence, why, remainder, unknown, tuple(suggestions), read_as=read_as)

    def _read_name(self, token: Token, language: AnswerLanguage) -> str:
        return self._label(token.readings["mon"][0], language) if token.has("mon") else token.name

    def _ambiguous_part(self, parsed: Parsed, language: AnswerLanguage) -> Part:
        token = parsed.ambiguous
        assert token is not None
        options = []
        for mon in token.readings["mon"]:
            label = self._label(mon, language)
            options.append(Option(label, _replace_text(parsed.text, token.text, label)))
        why = f"“{token.text}” can mean " + " or ".join(o.label for o in options)
        return Part(parsed.text, None, 0.9, why, options=tuple(options), ambiguous_name=token.text)

    def _label(self, subject: Subject | None, language: AnswerLanguage) -> str:
        data = self.dataset
        names: Names
        if isinstance(subject, Mon):
            form = subject.cosmetic_form_id
            names = data.cosmetic_forms[form].names if form else data.pokemon[subject.pokemon_id].names
        elif subject is not None and subject.kind == "move":
            names = data.moves[subject.id].names
        elif subject is not None and subject.kind == "ability":
            names = data.abilities[subject.id].names
        else:
            return "?"
        for tag in (language, "zh-hans" if language == "zh-hant" else "en", "en"):
            if tag in names:
                return names[tag]
        return next(iter(names.values()))

    def mentions(self, tokens: Sequence[Token]) -> list[Mention]:
        """The things that a text names, each where it does."""
        mentions = []
        for token in tokens:
            subjects: list[Subject] = []
            if token.has("mon"):
                subjects += token.readings["mon"]
            elif not is_free(token) and not token.has("attr"):
                for kind in ("move", "ability", "item", "type"):
                    if token.has(kind):
                        subjects += [Thing(kind, i) for i in token.readings[kind]]
                        break
            if subjects:
                how: Any = token.how if token.how in ("exact", "alias", "form", "fuzzy") else "exact"
                mentions.append(
                    Mention(
                        token.text, token.origin[0], token.origin[1], tuple(subjects), how, token.name or token.text
                    )
                )
        return mentions


def _replace_text(text: str, old: str, new: str) -> str:
    return text.replace(old, new, 1) if old and old in text else f"{new} {text}"
