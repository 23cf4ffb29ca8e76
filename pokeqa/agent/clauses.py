"""The ways to read one piece of a question as steps, each on top of what the pieces before it found.

A way gives the draft with its steps, or None where it does not fit; none of them leaves a word unexplained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from ..question.algebra import ALL, NOW, Attribute, Evolve, Facts, Order, Search, Sense
from ..question.clause import is_free
from ..question.fold import fold
from ..question.lexer import Token
from .calculations import Calculations
from .draft import Draft
from .plan import Reference
from .reading import Focus, Reader, gives_names, gives_one, mons_of, refers, says_set, with_noun, words

#: How deep phrases may lie in one another: "the ability of the final evolution of the fastest Fire type".
NESTED_MAX = 3
#: Longer pieces are not searched for phrases.
PIECE_MAX = 40
#: Tokens by which a piece asks something and does not only add to the one before.
_ASKS = ("wh", "attr", "cmp", "sup", "mu", "ev", "learn", "yn", "exist", "pron", "ell", "evolveby")

Way = Callable[[Draft, list[Token]], Draft | None]


class Clauses:
    """Reads pieces with one reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._calculations = Calculations(reader)
        self._depth = 0

    def topic(self, draft: Draft, tokens: Sequence[Token]) -> Draft | None:
        """ "Among the Gen 5 Fighting types with Attack over 120, ...": the set that the rest is about, as a step."""
        if len(tokens) < 2 or fold(tokens[0].text) not in words("of_set") or any(t.has("wh") for t in tokens):
            return None
        query = self._reader.set_of(tokens[1:])
        if query is None or any(t.has("mon") for t in tokens):
            return None
        found = draft.copy()
        found.ask(replace(query, output="list"), shown=False)
        return found

    def resolve(self, draft: Draft, tokens: Sequence[Token], *, whole: bool = True) -> Draft | None:
        """The draft with the steps of a piece; None where it is not understood.

        A piece that is not `whole` (it holds several clauses) is only taken if the parser knows it as one question.
        """
        piece = trimmed(tokens)
        if not any(not is_free(token) for token in piece):
            return None if piece and any(t.has("wh") for t in piece) else draft
        if not whole:
            return self._said(draft.copy(), piece)
        if not asks(piece):
            return self._continued(draft.copy(), piece)
        ways: tuple[Way, ...] = (
            self._repeated, self._plain, self._among, self._referring, self._calculations.calculated,
            self._calculations.counts, self._elliptical, self._nested, self._continued, self._said,
        )  # fmt: skip
        for way in ways:
            found = way(draft.copy(), piece)
            if found is not None:
                return found
        return None

    # ------------------------------------------------------------------ by itself

    def _plain(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """A clause that says everything itself, and names what it is about."""
        query = self._reader.query(piece)
        named = {t.value("mon") for t in piece if t.has("mon")}
        if query is None or not set(mons_of(query)) <= named:
            return None  # "the final evolution of Ralts" is found by a step of its own
        return self._said(draft, piece)

    def _said(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """A clause that the parser understands whole."""
        if any(t.has("pron") and not is_free(t) for t in piece) or _says_among(piece):
            return None
        query = self._reader.query(piece)
        if query is None:
            return None
        if isinstance(query, Facts) and query.attributes == ("profile",) and not any(t.has("attr") for t in piece):
            return None  # names without a question
        if isinstance(query, Search) and not _sensible(query, piece):
            return None
        own = self._reader.as_search(query)
        if draft.several is not None and own is not None and not says_set(piece):
            return None  # "which is the fastest?" after a list is about the list
        if draft.lost and own is not None and own.condition == ALL and not says_set(piece):
            return None
        if isinstance(query, Search) and query.order is not None and query.show and query.what == "pokemon":
            # "How heavy is the tallest Grass type?": the one that is meant, then what is asked of it.
            step_id = draft.ask(replace(query, show=()), shown=False)
            found = self._reader.stand_in(Reference(step_id, "names")).value("mon")
            draft.ask(Facts((found,), query.show, query.scope))
            return draft
        draft.ask(query if not isinstance(own, Search) or isinstance(query, Search) else own, piece)
        return draft

    def _repeated(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "..., and by how many?" behind a comparison, which tells the difference anyway."""
        compared = bool(draft.steps) and draft.steps[-1].tool in ("compare", "compare_numbers")
        content = [t for t in piece if not is_free(t)]
        asked = all(t.has("cmp") or t.has("wh", "howmany") or t.has("wh", "howmuch") for t in content)
        return draft if compared and not draft.lost and asked and len(content) > 1 else None

    # ------------------------------------------------------------------ of those before

    def _among(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "Which of them learn Surf?", 其中最快的是哪只: a search among what was found before."""
        focus = draft.several
        if focus is None or draft.lost:
            return None
        marked = _says_among(piece) or any(t.has("pron", "them") for t in piece)
        if not marked and (says_set(piece) or not any(t.has("wh") or t.has("sup") for t in piece)):
            return None
        if any(t.has("mon") and t.value("mon") not in self._reader.stand_ins for t in piece) and not marked:
            return None
        for phrase in (with_noun(piece), [t for t in piece if not t.has("pron")]):
            query = self._reader.as_search(self._reader.query(phrase))
            if query is not None and query.scope == NOW:
                if not marked and query.output == "count" and draft.steps[-1].arguments.get("output") == "count":
                    return self._counted_beside(draft, query)
                draft.ask_among(query, focus)
                return draft
        return None

    def _counted_beside(self, draft: Draft, query: Search) -> Draft | None:
        """ "How many have Levitate and how many have Sturdy?": two counts beside each other.

        Where the first names a kind ("how many Electric types learn Surf"), it is not said of what the second is.
        """
        before = draft.steps[-1].arguments.get("condition")
        if isinstance(before, Mapping) and next(iter(before)) in ("HasAbility", "Learns", "Number", "NumberAgainst"):
            draft.ask(query)
            return draft
        return None

    def _continued(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "..., and have Speed over 100": a further condition on what was found before."""
        focus = draft.several
        if focus is None or draft.lost or any(t.has("wh") or t.has("mon") or t.has("sup") for t in piece):
            return None
        phrase = [replace(piece[0], text="", readings={"wh": ("which",)}), *with_noun(piece)]
        query = self._reader.as_search(self._reader.query(phrase))
        if query is None or query.condition == ALL or query.order is not None or query.scope != NOW:
            return None
        draft.ask_among(query, focus)
        return draft

    # ------------------------------------------------------------------ it, they

    def _referring(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "What is it weak to?", "their abilities": a clause about what was found before."""
        if draft.lost:
            return None
        certain = [i for i, t in enumerate(piece) if t.has("pron") and not is_free(t)]
        places = certain or [i for i, t in enumerate(piece) if t.has("pron")]
        if not places:
            return None
        focus = draft.focus
        if fold(piece[places[0]].text) in words("other"):
            return self._other(draft, piece, places)
        if all(piece[i].has("pron", "them") and not piece[i].has("pron", "it") for i in places):
            focus = draft.several or draft.one
        if focus is None:
            return None
        spoken: list[Token] = []
        for i, token in enumerate(piece):
            if i == places[0]:
                spoken.extend(self._reader.tokens_for(focus))
            elif i not in places:
                spoken.append(token)
        query = self._reader.query(spoken)
        if query is None:
            return None
        draft.ask(query, spoken)
        return draft

    def _other(self, draft: Draft, piece: list[Token], places: Sequence[int]) -> Draft | None:
        """ "... the other one's ability": the one of two that did not come out ahead."""
        several, last = draft.several, draft.steps[-1] if draft.steps else None
        if several is None or len(several.mons) != 2 or draft.measure is None or last is None or last.tool != "compare":
            return None
        sense: Sense = "min" if last.arguments["sense"] == "max" else "max"
        step_id = draft.ask_among(Search(order=Order(draft.measure, sense)), several, shown=False)
        stand_in = self._reader.stand_in(Reference(step_id, "names"))
        spoken = [stand_in if i == places[0] else t for i, t in enumerate(piece) if i == places[0] or i not in places]
        query = self._reader.query(spoken)
        if query is None:
            return None
        draft.ask(query, spoken)
        return draft

    def _elliptical(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "..., and hidden ability?": what the piece leaves out is what the talk is about."""
        focus = draft.focus
        against = any(t.has("cmp") for t in piece) and sum(t.has("mon") for t in piece) == 1
        named = any(t.has("mon") for t in piece) and not against
        if focus is None or draft.lost or says_set(piece) or named or any(refers(t) for t in piece):
            return None
        spoken = [*self._reader.tokens_for(focus), *(t for t in piece if not _only_ellipsis(t))]
        query = self._reader.query(spoken)
        if query is None or self._reader.as_search(query) is not None:
            return None
        draft.ask(query, spoken)
        return draft

    # ------------------------------------------------------------------ phrases inside a clause

    def _nested(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "What is the ability of the fastest Electric type?": a phrase that a step finds, then the rest about it."""
        if self._depth >= NESTED_MAX or len(piece) > PIECE_MAX:
            return None
        for start, end in _spans(piece):
            inner = self._phrase(draft.copy(), piece[start:end])
            if inner is None:
                continue
            found, focus = inner
            self._depth += 1
            try:
                done = self._about(found, focus, piece[:start], piece[end:])
            finally:
                self._depth -= 1
            if done is not None:
                return done
        return None

    def _about(self, draft: Draft, focus: Focus, before: list[Token], after: list[Token]) -> Draft | None:
        """The rest of a clause around a phrase that a step finds."""
        if focus.many:
            named = [*before, *self._reader.tokens_for(focus), *after]
            single = draft.steps[-1].arguments.get("aspect") in ("final", "first")
            found = self._plain(draft.copy(), named) if single else None
            if found is not None:
                return found
            draft.several, draft.one = focus, None
            them = replace((before + after)[0], text="", readings={"pron": ("them",)})
            for way in (self._among, self._referring):
                found = way(draft.copy(), [*before, them, *after])
                if found is not None:
                    return found
            return None
        rest = [*before, *self._reader.tokens_for(focus), *after]
        # A phrase that is still there is found first: "does A outspeed the fastest Water type?" compares two.
        for way in (self._nested, self._plain, self._referring):
            found = way(draft.copy(), rest)
            if found is not None:
                return found
        return None

    def _phrase(self, draft: Draft, span: list[Token]) -> tuple[Draft, Focus] | None:
        """The step that finds what a phrase describes, and what it gives."""
        search = self._superlative(draft, span) or self._comparative(draft, span)
        query: Search | Evolve | None = None if search is None else search[0]
        if search is not None and search[1] is not None:
            step_id = draft.ask_among(search[0], search[1], shown=False)
        else:
            query = query or self._evolution(draft, span)
            if query is None:
                return None
            step_id = draft.ask(query, shown=False)
        assert query is not None
        return draft, Focus(Reference(step_id, "names"), not gives_one(query))

    def _superlative(self, draft: Draft, span: list[Token]) -> tuple[Search, Focus | None] | None:
        if not any(t.has("sup") for t in span):
            return None
        leaning = any(refers(t) for t in span) or not says_set(span)
        if leaning and (draft.several is None or draft.lost):
            return None
        phrase = with_noun(span) if leaning or not any(t.has("noun", "pokemon") for t in span) else list(span)
        query = self._reader.as_search(self._reader.query(phrase))
        if query is None:
            query = self._reader.as_search(self._reader.query(span))
        if query is None or query.order is None or query.output != "list":
            return None
        return query, draft.several if leaning else None

    def _comparative(self, draft: Draft, span: list[Token]) -> tuple[Search, Focus | None] | None:
        """ "The faster one", 更重的那只: of those that were compared."""
        found = [value for t in span for value in t.readings.get("cmp", ())]
        one = any(t.has("pron") or t.has("list", "one") or fold(t.text) in words("one_of") for t in span)
        rest = [t for t in span if not t.has("cmp") and not is_free(t) and not t.has("pron")]
        if draft.several is None or draft.lost or not one or rest:
            return None
        for value in sorted(found, key=lambda value: not value.startswith(":")):
            attribute, _, way = value.partition(":")
            measure = draft.measure if not attribute else cast(Attribute, attribute)
            if measure is not None and way in ("gt", "lt"):
                return Search(order=Order(measure, "max" if way == "gt" else "min")), draft.several
        return None

    def _evolution(self, draft: Draft, span: list[Token]) -> Evolve | None:
        if not any(t.has("ev") for t in span) or any(t.has("bool") for t in span):
            return None
        spoken = list(span)
        if any(refers(t) for t in span):
            if draft.focus is None or draft.lost:
                return None
            at = next(i for i, t in enumerate(span) if refers(t))
            spoken[at : at + 1] = self._reader.tokens_for(draft.focus)
        asked = replace(span[0], text="", readings={"wh": ("what",)})
        for phrase in (spoken, [asked, *spoken]):
            query = self._reader.query(phrase)
            if isinstance(query, Evolve) and gives_names(query):
                return query
        return None


# --------------------------------------------------------------------------- tokens


def trimmed(tokens: Sequence[Token]) -> list[Token]:
    """A piece without the connectives at its ends."""
    piece = list(tokens)
    while piece and _connects(piece[0]):
        piece.pop(0)
    while piece and _connects(piece[-1]) and not piece[-1].has("pron"):
        piece.pop()
    return piece


def asks(piece: Sequence[Token]) -> bool:
    """Whether a piece asks something, and does not only name things."""
    return any(any(t.has(tag) for tag in _ASKS) or t.has("list", "list") or t.has("aux") for t in piece) or any(
        t.has("noun", "pokemon") for t in piece
    )


def _connects(token: Token) -> bool:
    own = token.has("bool", "and") or fold(token.text) in words("sequence") or _only_ellipsis(token)
    return own and not any(token.has(tag) for tag in ("mon", "type", "move", "ability", "attr", "wh"))


def _only_ellipsis(token: Token) -> bool:
    return token.has("ell") and all(tag in ("ell", "filler") for tag in token.readings)


def _sensible(query: Search, piece: Sequence[Token]) -> bool:
    """Whether a search can be what a clause asks: no ranking for a yes or no, nothing of the hits of a ranking."""
    if query.then != "none" and (query.order is not None or query.what != "pokemon"):
        return False
    return query.order is None or not asks_yes_or_no(piece)


def asks_yes_or_no(piece: Sequence[Token]) -> bool:
    """Whether a clause is put as a yes/no question."""
    if any(t.has("wh") or t.has("list", "list") for t in piece):
        return False
    opening = next((t for t in piece if not (t.has("filler") and len(t.readings) == 1)), None)
    in_front = opening is not None and opening.has("aux") and opening.text.isascii()
    return in_front or any(t.has("yn") or t.has("neg", "negyn") for t in piece)


def _says_among(piece: Sequence[Token]) -> bool:
    """Whether a piece says that it speaks of some of those before: 其中, 那只 with a superlative."""
    if any(t.has("pron", "them") and t.has("filler") for t in piece):
        return True
    return any(t.has("sup") for t in piece) and any(t.has("pron") and not is_free(t) for t in piece)


def _owned(piece: Sequence[Token], start: int) -> bool:
    """Whether a Pokémon stands in front of this place as the owner of what follows."""
    before = [t for t in piece[:start] if not (t.has("filler") and t.has("prep"))]
    return bool(before) and (before[-1].has("mon") or refers(before[-1]))


def _spans(piece: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where a phrase may lie in a piece, the longest first: with a superlative or an evolution, from word to word."""
    size = len(piece)
    for length in range(size - 1, 0, -1):
        for start in range(size - length + 1):
            end = start + length
            span = piece[start:end]
            if not any(t.has("sup") or t.has("ev") or t.has("cmp") for t in span):
                continue
            if any(t.has("wh") or t.has("aux", "be") or t.has("aux", "do") for t in span):
                continue
            if end < size and piece[end].has("noun") and not says_set(piece[end + 1 :]):
                continue  # "the fastest Water" of "the fastest Water type"
            if any(t.has("cmp") for t in span) and any(t.has("mon") for t in span):
                continue  # "A outspeeds the fastest Water type" is no phrase
            if span[0].has("ev") and _owned(piece, start):
                continue  # "final evolution and Fearow" of "Pidgey's final evolution and Fearow"
            head, last = span[0], span[-1]
            if head.has("aux") or (head.has("prep") and not head.has("filler")):
                continue
            if is_free(last) and not (last.has("noun") or last.has("pron") or last.has("list", "one")):
                continue
            yield start, end
