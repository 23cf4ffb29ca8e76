"""From the tokens of a text to its parts: sentences, clauses and lists.

Each is understood with the one before as its context. The whole is tried first; what is not
understood whole is split at sentence ends, then at commas and "and".
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.dataset import Dataset
from .algebra import And, Check, Evolve, Facts, Learn, Matchup, Query
from .asked import Premise
from .clause import is_free
from .clause_reader import MOST_TOKENS, ClauseReader
from .context import Context, text_of
from .followups import complete
from .lexer import Token
from .names import NameIndex
from .of_sets import asks_of_them
from .parsed import (
    Parsed,
    all_understood,
    leaves_a_condition_out,
    merged,
    only_limits,
    says_what_is_wanted,
    unread,
)
from .pieces import (
    adds_a_subject,
    is_a_bare_set,
    is_question_word,
    names_alone,
    names_only_a_form,
    of_another_realm,
    only_names,
    only_tells,
    runs_parallel,
    says_of_all,
    without_the_other_class,
)
from .premises import claimed_evolution, premise_of, premises_first
from .remarks import is_of_the_one_named, only_remarks
from .riddles import from_afar, is_solved, riddle_of
from .split import asked_apart, asked_on, distributed, elliptic_end, is_choice, of_its_head, segments, subsegments
from .stages import pointed_at
from .stated import parted, says_whose
from .understanding import AnswerLanguage
from .unsaid import is_unsaid

#: Questions of one Pokémon that can be asked of several in turn.
_OF_ONE = (Check, Evolve, Facts, Learn, Matchup)
#: A text of more sentences than anybody asks at once is not read; that would only take time.
_MOST_SENTENCES = 30


class PartReader:
    """Reads a text part by part. Built once; read by any number of threads."""

    def __init__(self, dataset: Dataset, index: NameIndex, reader: ClauseReader) -> None:
        self.dataset = dataset
        self.index = index
        self._reader = reader

    def read(
        self, text: str, tokens: list[Token], context: Context | None, language: AnswerLanguage
    ) -> tuple[list[Parsed], bool, str]:
        """The parts of a text, whether the first one leans on the context, and the text read in full."""
        pieces = segments(text, tokens)
        if len(pieces) > 1 and any(map(names_only_a_form, pieces)):
            pieces = [piece for piece in pieces if not names_only_a_form(piece)] or pieces
        pieces = without_the_other_class(pieces)
        elliptic = elliptic_end(text, tokens) if len(pieces) == 1 else []
        pieces = elliptic or pieces
        if len(pieces) == 1 and (len(tokens) > MOST_TOKENS or is_unsaid(tokens, language)):
            return [unread(tokens)], False, text
        if len(pieces) > _MOST_SENTENCES:
            return [unread(tokens)], False, text
        for riddle, shortened in riddle_of(text, tokens):
            solved = self._reader.read(riddle, None, language)
            solved.query = from_afar(solved.query, self.dataset)
            if solved.understood and (not shortened or is_solved(solved.query, self.dataset)):
                solved.text = text
                return [solved], False, text
        if len(pieces) > 1 and any(is_choice(piece) for piece in pieces[1:]):
            pieces = [tokens]  # "Who cannot learn Surf? Charizard or Blastoise?" is one question
        told = parted(pieces) if len(pieces) > 1 else None
        if told is not None:
            one = self._under_conditions(*told, context, language)
            return [one if one is not None else unread(tokens)], one is not None and one.used_context, text
        if len(pieces) > 1:
            apart = self._split(pieces, context, language, sentences=True)
            if apart is not None:
                apart = merged(apart)
                return apart, apart[0].used_context, " ".join(p.text for p in apart)
        whole = self._reader.read(tokens, context, language)
        apart = self._asked_on(text, tokens, whole, context, language) if len(pieces) == 1 else None
        if apart is not None:
            return apart, apart[0].used_context, " ".join(p.text for p in apart)
        both = (
            isinstance(whole.query, Facts)
            or whole.frame == "no_such"
            or isinstance(getattr(whole.query, "condition", None), And)
        )
        claimed = asked_apart(text, tokens) if len(pieces) == 1 and (both or not whole.understood) else []
        apart = self._split(claimed, context, language, sentences=True) if claimed else None
        if apart is not None:
            apart = merged(apart)
            return apart, apart[0].used_context, " ".join(p.text for p in apart)
        if whole.understood and len(pieces) > 1 and self._reader.read(pieces[0], context, language).understood:
            whole = unread(tokens)  # "What fears Ice? Does Garchomp?": what is a question by itself goes no further
        if whole.understood and not elliptic and not (whole.used_context and len(pieces) > 1):
            return [whole], whole.used_context, whole.text
        parsed: list[Parsed] = []
        last = context
        outer_context = False
        for position, piece in enumerate(pieces):
            result = self._reader.read(piece, last, language)
            if result.used_context and position == 0:
                outer_context = True
            lost = position > 0 and not parsed[-1].understood
            if lost and is_of_the_one_named(result, pieces[position - 1]):
                if only_remarks(pieces[position - 1]):
                    parsed.pop()
            elif lost and (result.used_context or (says_what_is_wanted(pieces[position - 1]) and asks_of_them(piece))):
                # It leans on a part that was not understood: what "it" means there is not known.
                result = Parsed(None, [t for t in piece if not is_free(t)] or piece, "", piece, text=result.text)
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
            elif result.narrows and parsed and parsed[-1].understood and only_limits(piece):
                parsed.append(parsed.pop().limited(result))
            else:
                parsed.append(result)
            final = parsed[-1]
            last = self.behind(final.query if final.understood else None, final.tokens, final.text, last)
        parsed = merged(_without_heading(parsed))
        if leaves_a_condition_out(parsed):
            return [unread(tokens)], False, text
        if not any(p.understood for p in parsed):
            return [whole], whole.used_context, whole.text
        return parsed, outer_context, " ".join(p.text for p in parsed)

    def _asked_on(
        self, text: str, tokens: list[Token], whole: Parsed, context: Context | None, language: AnswerLanguage
    ) -> list[Parsed] | None:
        """The parts of a list behind its name, and of a sentence whose query says nothing of the second of its two
        questions; None elsewhere.
        """
        listed = of_its_head(text, tokens)
        apart = self._split(listed, context, language) if listed else None
        if apart is not None:
            return merged(apart)
        cut = asked_on(tokens) if whole.understood else []
        if not cut or self._reader.read(cut[0], context, language).query != whole.query:
            return None
        apart = self._split(cut, context, language)
        return merged(apart) if apart is not None and len(apart) > 1 else None

    def _under_conditions(
        self, asked: list[Token], stated: list[list[Token]], context: Context | None, language: AnswerLanguage
    ) -> Parsed | None:
        """A question under the conditions that sentences beside it state; None where it cannot be asked so."""
        one = self._reader.read(asked, context, language)
        leans = one.used_context
        for conditions in stated:
            if not says_whose(one.tokens, conditions):
                return None
            behind = self.behind(one.query if one.understood else None, one.tokens, one.text, context)
            changed = self._reader.read(conditions, behind, language) if one.understood else one
            if not changed.understood or type(changed.query) is not type(one.query) or changed.query == one.query:
                changed = self._reader.read([*one.tokens, *conditions], context, language)
                leans = leans or changed.used_context
            if not changed.understood or changed.query == one.query:
                return None
            one = changed
        one.used_context = leans
        return one

    def _of_each(self, piece: list[Token], context: Context | None, language: AnswerLanguage) -> list[Parsed] | None:
        """The question of each Pokémon that "they" are, where it can be asked of one alone ("how do they evolve?")."""
        for candidate in complete(piece, context, self.index) if context is not None else ():
            if not candidate.used_context or candidate.narrow:
                continue
            results = [self._reader.by_frames(tokens, language) for tokens in distributed(candidate.tokens)]
            if results and all(one.understood and isinstance(one.query, _OF_ONE) for one in results):
                for one in results:
                    one.used_context, one.text, one.of_each = True, text_of(one.tokens), True
                return results
        return None

    def _of_each_named(self, piece: list[Token], language: AnswerLanguage) -> list[Parsed] | None:
        """The question of each of several that a clause names (烈咬陆鲨和暴鲤龙各是几级进化的，属性是什么)."""
        results = [self._reader.by_frames(tokens, language) for tokens in distributed(piece)]
        return results if results and all(o.understood and isinstance(o.query, _OF_ONE) for o in results) else None

    def _partly(
        self, text: str, piece: list[Token], context: Context | None, language: AnswerLanguage
    ) -> list[Parsed] | None:
        """The questions of a sentence of which some are understood, where each has a question word of its own."""
        for cut in subsegments(text, piece, language):
            if len(cut) < 2 or not all(any(map(is_question_word, part)) or of_another_realm(part) for part in cut[1:]):
                continue
            if not (cut[0][0].has("aux") or any(is_question_word(t) or t.has("attr") for t in cut[0])):
                continue  # "tell me Pikachu's type and who voices Ash" asks by its noun
            if any(map(runs_parallel, cut[1:])):
                continue
            results: list[Parsed] = []
            last = context
            for part in cut:
                result = self._reader.read(part, last, language)
                if result.used_context and (not results or not results[-1].understood):
                    # It leans on what was not understood.
                    result = Parsed(None, [t for t in part if not is_free(t)] or part, "", part, text=result.text)
                results.append(result)
                last = self.behind(result.query if result.understood else None, part, result.text, last)
            # A rest of known words, or about an attribute, may be a question to the dataset that is not read yet.
            left = [one.tokens for one in results if not one.understood]
            foreign = all(
                of_another_realm(one) or (any(t.has("unknown") for t in one) and not any(t.has("attr") for t in one))
                for one in left
            )
            if results[0].understood and results[0].ambiguous is None and foreign:
                return results
        return None

    def _split(
        self, pieces: list[list[Token]], context: Context | None, language: AnswerLanguage, *, sentences: bool = False
    ) -> list[Parsed] | None:
        """The parts of a sentence, if each of them is understood; a first part may be a premise."""
        results: list[Parsed] = []
        premises: list[Premise] = []
        last = context
        stated = False
        before: list[Token] = []
        pieces = premises_first(pieces)
        for piece, following in zip(pieces, [*pieces[1:], []], strict=True):
            claim = claimed_evolution(piece, self.dataset, language) if following and not results else None
            if claim is not None and claim.yes_no:  # what is asked of it leans on what is not so
                return [Parsed(claim, [], "premise", piece, text=text_of(piece))]
            concluded = bool(following) and following[0].has("hence")
            premise = premise_of(piece, self.dataset, language, concluded=concluded)
            if premise is not None:
                premises.append(premise)
                last = self.behind(None, piece, text_of(piece), last)
                continue
            if claim is not None:
                last = self.behind(claim, piece, text_of(piece), last)
                continue
            result = self._reader.read(piece, last, language)
            alone = sentences and only_names(piece) and bool(following) and not any(t.has("mon") for t in following)
            tells = not results and only_tells(piece, following, language, sentences=sentences)
            if tells and (alone or not result.understood):
                # "My opponent sends out Garchomp.": says what the question behind it is about.
                last = self.behind(None, piece, text_of(piece), last)
                stated = True
                continue
            each = None if result.understood else self._of_each(piece, last, language) if results else None
            if not results and not result.understood and following:
                each = self._of_each_named(piece, language)
            if each is not None:
                results.extend(each)  # "who has more Speed, and how do they evolve?"
                before = piece
                last = self.behind(each[-1].query, each[-1].tokens, each[-1].text, last)
                if len(results) == len(each):
                    last.mons, last.several = tuple(t for one in each for t in one.tokens if t.has("mon")), True
                continue
            if not result.understood or (stated and not results and not result.used_context):
                return None
            if results and not sentences and runs_parallel(piece):
                return None
            if not sentences and before and before[0].has("aux") and is_a_bare_set(piece, result):
                return None  # "does Steel resist Ghost | and Dark attacks": the end of the question before
            if not sentences and results and says_of_all(piece):
                return None
            if not sentences and names_alone(piece) and not adds_a_subject(piece, result, results):
                return None  # "into Vaporeon and Jolteon": a lone name is not a question of its own
            if result.narrows and results and says_what_is_wanted(before):
                results.pop()  # "I want nothing but Electric types; which Gen 1 ones fit?" is one question
            elif result.narrows and results and only_limits(piece):
                result = results.pop().limited(result)
            results.append(result)
            before = piece
            last = self.behind(result.query, result.tokens, result.text, last)
        if not results:
            return None
        results[0].premises = (*premises, *results[0].premises)
        return results

    def behind(self, query: Query | None, tokens: Sequence[Token], text: str, before: Context | None) -> Context:
        """The context behind a clause."""
        context = Context.after(query, tokens, text, before)
        context.leads(self.dataset)
        context.foretell(self.dataset)
        context.pointed = pointed_at(query, tokens, self.dataset)
        return context


def _without_heading(parsed: list[Parsed]) -> list[Parsed]:
    """ "Garchomp. Best moveset?": a first sentence of names alone says what is asked about, and asks nothing itself."""
    if len(parsed) < 2 or all_understood(parsed) or not all(t.has("mon") or is_free(t) for t in parsed[0].tokens):
        return parsed
    asks = any(t.mark == "?" for t in parsed[0].tokens)
    return parsed if asks else [unread(parsed[0].tokens), *parsed[1:]]
