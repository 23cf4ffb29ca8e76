"""One clause to its best query: by the frames, by itself or completed from the turns before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import Compare, Facts, Mon, Query
from .by_value import by_value, without_megas_left_out
from .chains import resolve
from .clause import Clause, is_free, places_of
from .context import Context
from .effort import effort, spend
from .entailed import says_already
from .fold import fold
from .followups import complete
from .frames import FRAMES
from .fuzzy import FuzzyNames
from .half_told import asks_who_else, names_several_times, tells_half
from .joint_queries import Together
from .lacking import what_it_lacks
from .lexer import Token
from .light import without_light
from .missing_forms import is_asked_so, without_form
from .names import NameIndex
from .no_such import of_no_generation, without_no_form
from .of_sets import narrowed
from .of_the_form import of_the_form
from .parsed import Parsed, unread
from .pieces import is_fragment, is_name, join_run
from .premises import asked_of_what_is_not
from .settle import ambiguous, as_one
from .sound import is_sound
from .split import without_contrasts
from .unsaid import is_unsaid
from .word_lists import word_list

#: A clause with more tokens asks nothing that a query can say; reading it would only take time.
MOST_TOKENS = 80
_ANYTHING = frozenset(word_list("clause-reader/anything"))
#: So many forms of one Pokémon are told of at once where a word means all of them.
_MOST_FORMS = 3


class ClauseReader:
    """Reads clauses about one dataset. Built once; used by any number of threads."""

    def __init__(self, dataset: Dataset, index: NameIndex, fuzzy: FuzzyNames) -> None:
        self._dataset = dataset
        self._index = index
        self._fuzzy = fuzzy

    def read(self, tokens: list[Token], context: Context | None, language: str) -> Parsed:
        """The best parse of a clause: by itself, or completed from the context."""
        if len(tokens) > MOST_TOKENS:
            return unread(tokens)
        best: Parsed | None = None
        alone_first = True
        tokens = without_megas_left_out(without_contrasts(tokens))
        for candidate in complete(tokens, context, self._index):
            if candidate.query is not None and is_sound(candidate.query):
                base = candidate.about or (list(context.tokens) if context is not None else tokens)
                if isinstance(candidate.query, (Compare, Together)) or _of_several(candidate.query):
                    # Those that were set beside it are what the talk is about, too.
                    base = [*base, *(t for t in tokens if t.has("mon") and t not in base)]
                return Parsed(candidate.query, [], "again", base, used_context=True, text=candidate.text)
            if candidate.query is not None:
                continue
            if is_fragment(tokens) and not candidate.used_context:
                return unread(tokens)
            asked = (
                of_the_form(candidate.tokens, context, self._dataset) if candidate.used_context else candidate.tokens
            )
            parsed = self._plainly(asked, language)
            parsed.query = by_value(parsed.query, asked)
            parsed.used_context = candidate.used_context
            parsed.text = candidate.text
            if candidate.narrow and context is not None:
                smaller = narrowed(parsed.query, context, tokens)
                if smaller is None or parsed.leftover:
                    continue
                parsed.query, parsed.narrows = smaller, True
            if parsed.understood:
                return parsed
            if best is None or (alone_first and not candidate.used_context):
                best = parsed
                alone_first = False
        return best or self.by_frames(tokens, language)

    def _plainly(self, tokens: list[Token], language: str) -> Parsed:
        """A clause as it stands, else without its light words, else without what its query says already."""
        parsed = self.by_frames(tokens, language)
        if parsed.understood:
            return parsed
        plainer = without_light(tokens)
        again = self.by_frames(plainer, language) if plainer is not None else None
        if again is not None and again.understood and again.ambiguous is None:
            return again
        for one in (parsed, again):
            if one is None or one.query is None or one.ambiguous is not None:
                continue
            if says_already(one.query, one.leftover, tokens):
                one.leftover = []
                return one
        return parsed

    def by_frames(self, tokens: list[Token], language: str) -> Parsed:
        """The query of the first frame that explains every word, else of the one that leaves the fewest over."""
        reading = effort()
        if reading is None:
            return self._by_frames(tokens, language)
        key = (language, *map(id, tokens))
        known = reading.clauses.get(key)
        if known is None:
            known = reading.clauses[key] = (tuple(tokens), self._by_frames(tokens, language))
        parsed: Parsed = known[1]
        # Who asks goes on with what was read and may change it.
        return replace(parsed, leftover=[*parsed.leftover], unknown=[*parsed.unknown])

    def _by_frames(self, tokens: list[Token], language: str) -> Parsed:
        spend(len(tokens))
        which = ambiguous(tokens)
        if which is not None and which.how == "fuzzy":
            # A word near two names is neither: it stays unknown, and the names are suggested.
            tokens = [replace(t, readings={"unknown": ()}, how="unknown") if t is which else t for t in tokens]
        elif which is not None:
            one = self.by_frames(as_one(tokens, which, 0), language)
            if one.frame == "forms_of" and one.query == self.by_frames(as_one(tokens, which, 1), language).query:
                return one  # "Mewtwo's Mega forms": whichever is meant, the question is the same
            both = self._of_all(tokens, which, one, language)
            if both is not None:
                return both
            one.ambiguous = which
            one.tokens = tokens
            return one
        best: Parsed | None = None
        if any(_leaves_out(tokens, i) for i in range(len(tokens) - 1)):
            return Parsed(None, [t for t in tokens if not is_free(t)], "", tokens)
        if is_unsaid(tokens, language):
            return unread(tokens)
        no_such = of_no_generation(tokens, self._dataset)
        if no_such is not None:
            return Parsed(no_such, [], "no_such", tokens)
        places, several, others = places_of(tokens), names_several_times(tokens), asks_who_else(tokens)
        clause = Clause(tokens, self._dataset, language, places=places)
        for name, frame in FRAMES:
            if clause.used or clause.claimed:  # what the frame before has explained
                clause = Clause(tokens, self._dataset, language, places=places)
            query: Query | None = frame(clause)
            if query is None or not is_sound(query) or tells_half(query, self._dataset, several=several, others=others):
                continue
            leftover = clause.leftover()
            if not leftover:
                return Parsed(query, [], name, tokens)
            if best is None or len(leftover) < len(best.leftover):
                best = Parsed(query, leftover, name, tokens)
        result = best or Parsed(None, [t for t in tokens if not is_free(t)], "", tokens)
        asked = asked_of_what_is_not(tokens, self._dataset, language)
        if asked is not None:
            return Parsed(asked.query, [], "premise", tokens, asked.premises)
        chained = resolve(tokens, self._dataset, language)
        if chained is not None:
            inner = self.by_frames(chained.tokens, language)
            if inner.understood and inner.ambiguous is None:
                inner.steps = (chained.step, *inner.steps)
                return inner
        formless = without_form(tokens, self._dataset)
        if formless is not None:
            inner = self.by_frames(formless.tokens, language)
            if inner.understood and inner.ambiguous is None and is_asked_so(inner.query):
                inner.premises = (formless.premise, *inner.premises)
                return inner
        alone = without_no_form(tokens, self._dataset)
        if alone is not None and self._is_question(alone[0], language):
            return Parsed(alone[1], [], "no_such", tokens)
        lacks = what_it_lacks(tokens, self._dataset)
        if lacks is not None:
            return Parsed(lacks, [], "no_such", tokens)
        result.unknown = self._unknown_names(tokens, language)
        return result

    def _of_all(self, tokens: list[Token], which: Token, one: Parsed, language: str) -> Parsed | None:
        """ "What type is Mega Charizard?": where a word names several forms of one Pokémon, the facts of each."""
        mons = which.readings["mon"]
        if len({mon.species_id for mon in mons}) > 1 or len(mons) > _MOST_FORMS or not isinstance(one.query, Facts):
            return None
        if one.leftover or len(one.query.subjects) > 1 or one.query.attributes == ("profile",):
            return None
        others = [self.by_frames(as_one(tokens, which, k), language).query for k in range(1, len(mons))]
        if any(q != replace(one.query, subjects=(mon,)) for q, mon in zip(others, mons[1:], strict=True)):
            return None
        one.query = replace(one.query, subjects=tuple(mons))
        return one

    def _is_question(self, tokens: list[Token], language: str) -> bool:
        """Is that a question once a form that there is not is left out, or nothing but its Pokémon?"""
        if all(t.has("mon") or is_free(t) for t in tokens):
            return True
        read = self.by_frames(tokens, language)
        evolves = any(t.has("wh", "level") or t.has("wh", "item") or t.has("wh", "how") for t in tokens)
        return read.understood or (evolves and all(is_free(t) or t.has("wh") or t.has("mon") for t in tokens))

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
        if all(self._fuzzy.is_plain_word(fold(w)) for w in joined[1].text.split()):
            return []  # an everyday word is not taken for a name
        stand_in = Mon(1, self._dataset.species[1].default_pokemon_id)
        trial = [replace(t, readings={"mon": (stand_in,)}) if t is joined[1] else t for t in joined[0]]
        places = places_of(trial)
        for _, frame in FRAMES:
            clause = Clause(trial, self._dataset, language, places=places)
            if frame(clause) is not None and not clause.leftover():
                return [joined[1]]
        return []


def _of_several(query: Query) -> bool:
    return isinstance(query, Facts) and len(query.subjects) > 1


def _leaves_out(tokens: Sequence[Token], i: int) -> bool:
    """ "anyone but Pikachu", "anything but Splash": an exclusion that no query has."""
    if tokens[i].text.casefold() != "but":
        return False
    of_all = i > 0 and tokens[i - 1].text.casefold() in _ANYTHING
    return tokens[i + 1].has("mon") or (of_all and is_name(tokens[i + 1]))
