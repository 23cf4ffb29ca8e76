"""From a text and its history to an `Understanding`.

A text is cut into tokens once and read part by part (`part_reader`). A part that leans on an earlier turn
("and its ability?") is completed from it before it is parsed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from ..pokedex.dataset import Dataset
from ..request import Turn
from .clause_reader import MOST_TOKENS, ClauseReader
from .context import Context
from .corrections import corrected, retold, taken_back, with_breaks
from .effort import TooMuchToReadError, bounded
from .fold import normalise
from .fuzzy import FuzzyNames
from .language import answer_language
from .lexer import Lexed, Lexer, Token
from .misspelled import as_read, warm_slips
from .names import NameIndex
from .nothing_read import names_others, with_no_as_correction
from .parsed import (
    Parsed,
    Reading,
    all_understood,
    unread,
)
from .part_reader import PartReader
from .pieces import (
    is_name,
    only_names,
)
from .quiz_reply import is_reply, quiz_question
from .results import Results
from .rewriting import rewritten
from .signature import Signature, emphases, games_named, signature_of_questions, signature_of_tokens
from .split import told_side_by_side
from .stages import reached, without_what_they_become
from .understanding import AnswerLanguage, Part, Understanding
from .unsaid import is_unsaid
from .wrapping import behind_interjections, unwrapped

#: So many ways to leave out chatter are tried.
_MOST_UNWRAPPED = 6
#: Nor is one of more tokens.
MOST_READ = 400


class Parser:
    """Understands questions about one dataset. Built once; read by any number of threads."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.index = NameIndex(dataset)
        self.fuzzy = FuzzyNames(self.index)
        self.fuzzy.warm()
        warm_slips(self.fuzzy)
        self.lexer = Lexer(dataset, self.index, self.fuzzy)
        self._reader = ClauseReader(dataset, self.index, self.fuzzy)
        self._parts = PartReader(dataset, self.index, self._reader)
        self._results = Results(dataset, self.fuzzy)
        self._lex = lru_cache(maxsize=512)(self._lex_uncached)

    def _lex_uncached(self, text: str) -> tuple[Lexed, tuple[Token, ...]]:
        lexed = self.lexer.lex(text)
        if len(lexed.tokens) > MOST_READ:
            return lexed, tuple(lexed.tokens)
        return lexed, tuple(rewritten(lexed.tokens, self.index, lambda one: self.lexer.lex(one).tokens))

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The tokens of a normalised text, as questions are read."""
        return self._lex(text)[1]

    # ------------------------------------------------------------------ entry

    def read(self, tokens: Sequence[Token], language: str) -> Reading:
        """One clause by itself, without what stands before it."""
        parsed = self._reader.read(list(tokens), None, language)
        return Reading(parsed.query, tuple(parsed.leftover), parsed.ambiguous is not None)

    def understand(self, query: str, history: Sequence[Turn], locale: str = "auto") -> Understanding:
        """The understanding of a question. `history` is oldest first, without the question itself."""
        began = time.perf_counter()
        asked = normalise(query)
        text = as_read(asked, self.fuzzy)
        _, tokens = self._lex(text)
        named = time.perf_counter()
        question = quiz_question(history)
        if question is not None and is_reply(tokens):
            answered = self.understand(question, [], locale)
            return replace(answered, text=asked, mentions=tuple(self._results.mentions(tokens)), self_contained=False)
        language = answer_language(text, tokens, locale)
        context = self._context(history)
        parsed, used_context, full_text = self._bounded(text, list(tokens), context, language)
        parts = [self._results.part(one, language) for one in parsed]
        mentions = tuple(self._results.mentions(tokens))
        signature = self._signature(parts, tokens, full_text, used_context, language)
        done = time.perf_counter()
        return Understanding(
            asked, full_text, language, tuple(parts), mentions, not used_context, signature,
            (named - began) * 1000, (done - named) * 1000,
        )  # fmt: skip

    def _signature(
        self, parts: Sequence[Part], tokens: Sequence[Token], full_text: str, used_context: bool, language: str
    ) -> Signature:
        questions = [part.question for part in parts if part.question is not None]
        if questions and len(questions) == len(parts):
            signature = signature_of_questions(questions, language, self.dataset)
            said = self._lex(full_text)[1]
            return replace(signature, text=signature.text + games_named(said) + emphases(said, questions))
        if used_context:
            _, tokens = self._lex(full_text)
        return signature_of_tokens(tokens, language)

    def _context(self, history: Sequence[Turn]) -> Context | None:
        """What the conversation is about: folded over its turns, oldest first."""
        context: Context | None = None
        for turn in history:
            text = normalise(turn.content)[:2000]
            if turn.role != "assistant":
                text = as_read(text, self.fuzzy)
            if turn.role == "assistant":
                if context is not None:
                    # Behind its first sentence an answer names what it is not about: other forms, what else to ask.
                    context.hear(self._lex(text.split("\n", 1)[0])[1])
                    context.mons = without_what_they_become(context, self.dataset)
                continue
            _, tokens = self._lex(text)
            language = answer_language(text, tokens, "auto")
            context = self._advance(text, list(tokens), context, language)
        return context

    def _advance(self, text: str, tokens: list[Token], context: Context | None, language: AnswerLanguage) -> Context:
        last = context
        results = self._bounded(text, tokens, context, language)[0]
        for parsed in results:
            if not parsed.understood and parsed.used_context and last is not None:
                # Its names are the talk's, not its own.
                last = replace(last, lost=True, unclear=names_others(tokens, last))
                continue
            last = self._parts.behind(parsed.query if parsed.understood else None, parsed.tokens, parsed.text, last)
        if last is not None and len(results) > 1 and all(one.of_each for one in results):
            last.mons, last.several = tuple(t for one in results for t in one.tokens if t.has("mon")), True
            last.told, last.foretold = reached(results, self.dataset), False
        return last or self._parts.behind(None, tokens, text, None)

    def _bounded(
        self, text: str, tokens: list[Token], context: Context | None, language: AnswerLanguage
    ) -> tuple[list[Parsed], bool, str]:
        """The parts of a text; of one that nobody types, a single one that is not understood."""
        if len(tokens) <= MOST_READ:
            try:
                with bounded():
                    return self._corrected(text, tokens, context, language)
            except TooMuchToReadError:
                pass
        return [unread(tokens)], False, text

    def _corrected(
        self, text: str, tokens: list[Token], context: Context | None, language: AnswerLanguage
    ) -> tuple[list[Parsed], bool, str]:
        """The parts of a text without what it takes back itself, where the rest is understood; else of all of it."""
        tokens = with_breaks(text, tokens)
        taking_back = with_no_as_correction(tokens) if context is not None else tokens
        if taking_back is tokens:
            taking_back = behind_interjections(text, tokens)
        tokens = told_side_by_side(taking_back)
        told = retold(text, tokens)
        if told is not None:
            found = self._parts.read(text, told, context, language)
            # What is meant is not understood; what was taken back is not asked.
            return found if all_understood(found[0]) else ([unread(tokens)], False, text)
        kept = corrected(text, tokens)
        if len(kept) < len(tokens):
            before, kept = taken_back(tokens, kept)
            found = self._parts.read(text, kept, context, language)
            if all_understood(found[0]):
                return found
        else:
            before = []
        whole = self._parts.read(text, tokens, context, language)
        if before and any(p.leftover for p in whole[0]):
            # What is meant is not understood; what was taken back is not asked.
            return [unread(tokens)], False, text
        if len(tokens) > MOST_TOKENS or is_unsaid(tokens, language):
            return whole
        if not all_understood(whole[0]) and not any(part.ambiguous for part in whole[0]):
            for some in islice(unwrapped(text, tokens, self.fuzzy.is_plain_word), _MOST_UNWRAPPED):
                named = any(is_name(t) or t.has("noun", "pokemon") or t.has("quiz") for t in some)
                # "Tell me a joke, then list …": what stands in front may be wished for, too.
                if not named and not (some[0] is tokens[0] and any(t.has("noun") for t in some)):
                    continue
                if only_names(some):
                    continue
                found = self._parts.read(text, some, None, language)
                if all_understood(found[0]):
                    return found
        return whole
