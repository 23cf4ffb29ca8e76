"""From a text and its history to an `Understanding`.

A text is cut into tokens once. The whole is tried first; what is not understood whole is split at sentence ends,
then at commas and "and", and understood part by part, each with the one before as its context. A part that leans on
an earlier turn ("and its ability?") is completed from it before it is parsed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any

from ..pokedex.dataset import Dataset
from ..pokedex.model import Names
from ..request import Turn
from .algebra import (
    Check,
    Evolve,
    Exists,
    Facts,
    Learn,
    Matchup,
    Mon,
    Premise,
    Query,
    Question,
    Step,
    Subject,
    Thing,
)
from .chains import resolve
from .clause import Clause, is_free, places_of
from .context import Context, text_of
from .fold import fold, normalise
from .followups import complete
from .frames import FRAMES
from .fuzzy import FuzzyNames
from .language import answer_language
from .lexer import Lexed, Lexer, Token
from .light import without_light
from .names import NameIndex
from .of_sets import narrowed
from .pieces import is_fragment, is_name, is_question_word, join_run, names_alone, only_names, runs_parallel
from .premises import asked_of_what_is_not, premise_of
from .quiz_reply import is_reply, quiz_question
from .settle import ambiguous, as_one, settle
from .signature import Signature, emphases, games_named, signature_of_questions, signature_of_tokens
from .split import (
    corrected,
    distributed,
    elliptic_end,
    is_choice,
    riddle_of,
    segments,
    subsegments,
    without_contrasts,
)
from .understanding import AnswerLanguage, Mention, Option, Part, Understanding
from .unsaid import is_unsaid
from .wrapping import behind_interjections, unwrapped

#: So many ways to leave out chatter are tried.
_MOST_UNWRAPPED = 6
#: Questions of one Pokémon that can be asked of several in turn.
_OF_ONE = (Check, Evolve, Facts, Learn, Matchup)
#: What each explained typo, and each unexplained word, costs of the confidence.
#: A clause with more tokens asks nothing that a query can say; reading it would only take time.
MOST_TOKENS = 150
#: So does a text of more sentences than anybody asks at once.
_MOST_SENTENCES = 40
_FUZZY_COST, _LEFTOVER_COST = 0.1, 0.35


@dataclass(slots=True)
class _Parsed:
    """A clause after its frames: the best query, and what it left over."""

    query: Query | None
    leftover: list[Token]
    frame: str
    tokens: list[Token]
    premises: tuple[Premise, ...] = ()
    used_context: bool = False
    text: str = ""
    ambiguous: Token | None = None
    unknown: list[Token] = field(default_factory=list)
    steps: tuple[Step, ...] = ()
    of_each: bool = False  # one of several parts that ask the same of each Pokémon

    @property
    def understood(self) -> bool:
        return self.query is not None and not self.leftover


@dataclass(frozen=True, slots=True)
class Reading:
    """One clause read by itself: its query, and the words that it leaves unexplained."""

    query: Query | None
    leftover: tuple[Token, ...]
    ambiguous: bool

    @property
    def understood(self) -> bool:
        """Whether there is a query and every word belongs to it."""
        return self.query is not None and not self.leftover and not self.ambiguous


def _unread(tokens: list[Token]) -> _Parsed:
    """A clause that no frame is asked about."""
    return _Parsed(None, [t for t in tokens if not is_free(t)] or tokens, "", tokens, text=text_of(tokens))


class Parser:
    """Understands questions about one dataset. Built once; read by any number of threads."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.index = NameIndex(dataset)
        self.fuzzy = FuzzyNames(self.index)
        self.fuzzy.warm()
        self.lexer = Lexer(dataset, self.index, self.fuzzy)
        self._lex = lru_cache(maxsize=512)(self._lex_uncached)

    def _lex_uncached(self, text: str) -> tuple[Lexed, tuple[Token, ...]]:
        lexed = self.lexer.lex(text)
        return lexed, tuple(settle(lexed.tokens))

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The tokens of a normalised text, as questions are read."""
        return self._lex(text)[1]

    # ------------------------------------------------------------------ entry

    def read(self, tokens: Sequence[Token], language: str) -> Reading:
        """One clause by itself, without what stands before it."""
        parsed = self._clause(list(tokens), None, language)
        return Reading(parsed.query, tuple(parsed.leftover), parsed.ambiguous is not None)

    def understand(self, query: str, history: Sequence[Turn], locale: str = "auto") -> Understanding:
        """The understanding of a question. `history` is oldest first, without the question itself."""
        began = time.perf_counter()
        text = normalise(query)
        _, tokens = self._lex(text)
        named = time.perf_counter()
        question = quiz_question(history)
        if question is not None and is_reply(tokens):
            answered = self.understand(question, [], locale)
            return replace(answered, text=text, mentions=tuple(self._mentions(tokens)), self_contained=False)
        language = answer_language(text, tokens, locale)
        context = self._context(history)
        parsed, used_context, full_text = self._corrected(text, list(tokens), context, language)
        parts = [self._part(one, language) for one in parsed]
        mentions = tuple(self._mentions(tokens))
        signature = self._signature(parts, tokens, full_text, used_context, language)
        done = time.perf_counter()
        return Understanding(
            text, full_text, language, tuple(parts), mentions, not used_context, signature,
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
            if turn.role == "assistant":
                if context is not None:
                    # Behind its first sentence an answer names what it is not about: other forms, what else to ask.
                    context.hear(self._lex(text.split("\n", 1)[0])[1])
                continue
            _, tokens = self._lex(text)
            language = answer_language(text, tokens, "auto")
            context = self._advance(text, list(tokens), context, language)
        return context

    def _advance(self, text: str, tokens: list[Token], context: Context | None, language: AnswerLanguage) -> Context:
        last = context
        results = self._corrected(text, tokens, context, language)[0]
        for parsed in results:
            if not parsed.understood and parsed.used_context and last is not None:
                last = replace(last, lost=True)  # its names are the talk's, not its own
                continue
            last = self._behind(parsed.query if parsed.understood else None, parsed.tokens, parsed.text, last)
        if last is not None and len(results) > 1 and all(one.of_each for one in results):
            last.mons, last.several = tuple(t for one in results for t in one.tokens if t.has("mon")), True
        return last or self._behind(None, tokens, text, None)

    def _behind(self, query: Query | None, tokens: Sequence[Token], text: str, before: Context | None) -> Context:
        """The context behind a clause."""
        context = Context.after(query, tokens, text, before)
        context.leads(self.dataset)
        return context

    # ------------------------------------------------------------------ parts

    def _corrected(
        self, text: str, tokens: list[Token], context: Context | None, language: AnswerLanguage
    ) -> tuple[list[_Parsed], bool, str]:
        """The parts of a text without what it takes back itself, where the rest is understood; else of all of it."""
        tokens = behind_interjections(text, tokens)
        kept = corrected(text, tokens)
        if len(kept) < len(tokens):
            before = tokens[: -len(kept) - 1]
            while before and before[-1].has("correction"):
                before.pop()  # 不对，我是说 takes back twice
            said, meant = ([t for t in some if t.has("mon")] for some in (before, kept))
            if only_names(kept) and said and len(meant) == 1:
                # "How heavy is Snorlax, I mean Munchlax?": another name for the question that was begun.
                kept = [meant[0] if token is said[-1] else token for token in before]
            found = self._parts(text, kept, context, language)
            if _all_understood(found[0]):
                return found
        else:
            before = []
        whole = self._parts(text, tokens, context, language)
        if before and (kept[0].has("wh") or kept[0].has("aux")) and any(p.leftover for p in whole[0]):
            # What is meant is not understood; what was taken back is not asked.
            return [_unread(tokens)], False, text
        if is_unsaid(tokens, language):
            return whole
        if not _all_understood(whole[0]) and not any(part.ambiguous for part in whole[0]):
            for some in islice(unwrapped(text, tokens, self.fuzzy.is_plain_word), _MOST_UNWRAPPED):
                if not any(map(is_name, some)) or only_names(some):
                    continue
                found = self._parts(text, some, None, language)
                if _all_understood(found[0]):
                    return found
        return whole

    def _parts(
        self, text: str, tokens: list[Token], context: Context | None, language: AnswerLanguage
    ) -> tuple[list[_Parsed], bool, str]:
        pieces = segments(text, tokens)
        elliptic = elliptic_end(text, tokens) if len(pieces) == 1 else []
        pieces = elliptic or pieces
        if len(pieces) == 1 and is_unsaid(tokens, language):
            return [_unread(tokens)], False, text
        if len(pieces) > _MOST_SENTENCES:
            return [_unread(tokens)], False, text
        riddle = riddle_of(tokens)
        if riddle is not None:
            solved = self._clause(riddle, None, language)
            if solved.understood:
                solved.text = text
                return [solved], False, text
        if len(pieces) > 1 and any(is_choice(piece) for piece in pieces[1:]):
            pieces = [tokens]  # "Who cannot learn Surf? Charizard or Blastoise?" is one question
        if len(pieces) > 1:
            apart = self._split(pieces, context, language, sentences=True)
            if apart is not None:
                apart = _merged(apart)
                return apart, apart[0].used_context, " ".join(p.text for p in apart)
        whole = self._clause(tokens, context, language)
        if whole.understood and not elliptic and not (whole.used_context and len(pieces) > 1):
            return [whole], whole.used_context, whole.text
        parsed: list[_Parsed] = []
        last = context
        outer_context = False
        for position, piece in enumerate(pieces):
            result = self._clause(piece, last, language)
            if result.used_context and position == 0:
                outer_context = True
            if result.used_context and position > 0 and not parsed[-1].understood:
                # It leans on a part that was not understood: what "it" means there is not known.
                result = _Parsed(None, [t for t in piece if not is_free(t)] or piece, "", piece, text=result.text)
            if not result.understood:
                for cut in subsegments(text, piece, language):
                    split = self._split(cut, last, language)
                    if split is not None:
                        outer_context = outer_context or (position == 0 and split[0].used_context)
                        parsed.extend(split)
                        break
                else:
                    several = self._of_each(piece, last, language)
                    outer_context = outer_context or (position == 0 and bool(several))
                    parsed.extend(several or self._partly(text, piece, last, language) or [result])
            else:
                parsed.append(result)
            final = parsed[-1]
            last = self._behind(final.query if final.understood else None, final.tokens, final.text, last)
        parsed = _merged(parsed)
        if not any(p.understood for p in parsed):
            return [whole], whole.used_context, whole.text
        return parsed, outer_context, " ".join(p.text for p in parsed)

    def _of_each(self, piece: list[Token], context: Context | None, language: AnswerLanguage) -> list[_Parsed] | None:
        """The question of each Pokémon that "they" are, where it can be asked of one alone ("how do they evolve?")."""
        for candidate in complete(piece, context, self.index) if context is not None else ():
            if not candidate.used_context or candidate.narrow:
                continue
            results = [self._frames(tokens, language) for tokens in distributed(candidate.tokens)]
            if results and all(one.understood and isinstance(one.query, _OF_ONE) for one in results):
                for one in results:
                    one.used_context, one.text, one.of_each = True, text_of(one.tokens), True
                return results
        return None

    def _partly(
        self, text: str, piece: list[Token], context: Context | None, language: AnswerLanguage
    ) -> list[_Parsed] | None:
        """The questions of a sentence of which some are understood, where each has a question word of its own."""
        for cut in subsegments(text, piece, language):
            if len(cut) < 2 or not all(any(map(is_question_word, part)) for part in cut):
                continue
            if any(map(runs_parallel, cut[1:])):
                continue
            results: list[_Parsed] = []
            last = context
            for part in cut:
                result = self._clause(part, last, language)
                if result.used_context and (not results or not results[-1].understood):
                    # It leans on what was not understood.
                    result = _Parsed(None, [t for t in part if not is_free(t)] or part, "", part, text=result.text)
                results.append(result)
                last = self._behind(result.query if result.understood else None, part, result.text, last)
            # A rest of known words, or about an attribute, may be a question to the dataset that is not read yet.
            left = [one.tokens for one in results if not one.understood]
            foreign = all(any(t.has("unknown") for t in one) and not any(t.has("attr") for t in one) for one in left)
            if results[0].understood and results[0].ambiguous is None and foreign:
                return results
        return None

    def _split(
        self, pieces: list[list[Token]], context: Context | None, language: AnswerLanguage, *, sentences: bool = False
    ) -> list[_Parsed] | None:
        """The parts of a sentence, if each of them is understood; a first part may be a premise."""
        results: list[_Parsed] = []
        premises: list[Premise] = []
        last = context
        stated = False
        for piece in pieces:
            premise = premise_of(piece, self.dataset, language)
            if premise is not None:
                premises.append(premise)
                last = self._behind(None, piece, text_of(piece), last)
                continue
            result = self._clause(piece, last, language)
            if not result.understood and sentences and not results and only_names(piece):
                # "My opponent sends out Garchomp.": says what the question behind it is about.
                last = self._behind(None, piece, text_of(piece), last)
                stated = True
                continue
            if not result.understood or (stated and not results and not result.used_context):
                return None
            if results and not sentences and runs_parallel(piece):
                return None
            if not sentences and names_alone(piece):
                return None  # "into Vaporeon and Jolteon": a lone name is not a question of its own
            results.append(result)
            last = self._behind(result.query, result.tokens, result.text, last)
        if not results:
            return None
        results[0].premises = (*premises, *results[0].premises)
        return results

    # ------------------------------------------------------------------ one clause

    def _clause(self, tokens: list[Token], context: Context | None, language: str) -> _Parsed:
        """The best parse of a clause: by itself, or completed from the context."""
        if len(tokens) > MOST_TOKENS:
            return _unread(tokens)
        best: _Parsed | None = None
        alone_first = True
        tokens = without_contrasts(tokens)
        for candidate in complete(tokens, context, self.index):
            if candidate.query is not None:
                base = list(context.tokens) if context is not None else tokens
                return _Parsed(candidate.query, [], "again", base, used_context=True, text=candidate.text)
            if is_fragment(tokens) and not candidate.used_context:
                return _unread(tokens)
            parsed = self._plainly(candidate.tokens, language)
            parsed.used_context = candidate.used_context
            parsed.text = candidate.text
            if candidate.narrow and context is not None:
                smaller = narrowed(parsed.query, context)
                if smaller is None or parsed.leftover:
                    continue
                parsed.query = smaller
            if parsed.understood:
                return parsed
            if best is None or (alone_first and not candidate.used_context):
                best = parsed
                alone_first = False
        return best or self._frames(tokens, language)

    def _plainly(self, tokens: list[Token], language: str) -> _Parsed:
        """A clause as it stands, else without its light words."""
        parsed = self._frames(tokens, language)
        if parsed.understood:
            return parsed
        plainer = without_light(tokens)
        again = self._frames(plainer, language) if plainer is not None else None
        return again if again is not None and again.understood and again.ambiguous is None else parsed

    def _frames(self, tokens: list[Token], language: str) -> _Parsed:
        which = ambiguous(tokens)
        if which is not None and which.how == "fuzzy":
            # A word near two names is neither: it stays unknown, and the names are suggested.
            tokens = [replace(t, readings={"unknown": ()}, how="unknown") if t is which else t for t in tokens]
        elif which is not None:
            one = self._frames(as_one(tokens, which, 0), language)
            if one.frame == "forms_of" and one.query == self._frames(as_one(tokens, which, 1), language).query:
                return one  # "Mewtwo's Mega forms": whichever is meant, the question is the same
            one.ambiguous = which
            one.tokens = tokens
            return one
        best: _Parsed | None = None
        if any(a.text.casefold() == "but" and b.has("mon") for a, b in pairwise(tokens)):
            # "anyone but Pikachu": an exclusion that no query has.
            return _Parsed(None, [t for t in tokens if not is_free(t)], "", tokens)
        if is_unsaid(tokens, language):
            return _unread(tokens)
        places = places_of(tokens)
        for name, frame in FRAMES:
            clause = Clause(tokens, self.dataset, language, places=places)
            query: Query | None = frame(clause)
            if query is None:
                continue
            leftover = clause.leftover()
            if not leftover:
                return _Parsed(query, [], name, tokens)
            if best is None or len(leftover) < len(best.leftover):
                best = _Parsed(query, leftover, name, tokens)
        result = best or _Parsed(None, [t for t in tokens if not is_free(t)], "", tokens)
        asked = asked_of_what_is_not(tokens, self.dataset, language)
        if asked is not None:
            return _Parsed(asked.query, [], "premise", tokens, asked.premises)
        chained = resolve(tokens, self.dataset, language)
        if chained is not None:
            inner = self._frames(chained.tokens, language)
            if inner.understood and inner.ambiguous is None:
                inner.steps = (chained.step, *inner.steps)
                return inner
        result.unknown = self._unknown_names(tokens, language)
        return result

    def _unknown_names(self, tokens: list[Token], language: str) -> list[Token]:
        """Unknown words that stand where a Pokémon's name must stand: with a name there, all would be understood."""
        unknown = [i for i, t in enumerate(tokens) if t.has("unknown")]
        if not unknown or len(unknown) > 3:
            return []
        joined = join_run(tokens, unknown)
        if joined is None:
            return []
        if any(t.has("noun", "pokemon") for t in joined[0]) and all(t.has("unknown") or is_free(t) for t in joined[0]):
            return []
        if all(self.fuzzy.is_plain_word(fold(w)) for w in joined[1].text.split()):
            return []  # an everyday word is not taken for a name
        stand_in = Mon(1, self.dataset.species[1].default_pokemon_id)
        trial = [replace(t, readings={"mon": (stand_in,)}) if t is joined[1] else t for t in joined[0]]
        places = places_of(trial)
        for _, frame in FRAMES:
            clause = Clause(trial, self.dataset, language, places=places)
            if frame(clause) is not None and not clause.leftover():
                return [joined[1]]
        return []

    # ------------------------------------------------------------------ results

    def _part(self, parsed: _Parsed, language: AnswerLanguage) -> Part:
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

    def _ambiguous_part(self, parsed: _Parsed, language: AnswerLanguage) -> Part:
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

    def _mentions(self, tokens: Sequence[Token]) -> list[Mention]:
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


def _all_understood(parsed: Sequence[_Parsed]) -> bool:
    return all(part.understood and part.ambiguous is None for part in parsed)


def _merged(parsed: list[_Parsed]) -> list[_Parsed]:
    """Without parts that say nothing ("please", "thanks"), and without a part that repeats another's query."""
    result: list[_Parsed] = []
    for one in parsed:
        if one.query is None and not one.leftover:
            continue
        if one.understood and any(o.understood and o.query == one.query for o in result):
            continue
        result.append(one)
    return result or parsed
