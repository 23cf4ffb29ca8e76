"""The ways to read a piece of a question that calculates: averages and differences, sets counted and compared."""

from __future__ import annotations

from dataclasses import replace

from ..pokedex.numbers import POKEMON_NUMBERS
from ..question.algebra import Attribute, Compare, Search
from ..question.clause import is_free
from ..question.fold import fold
from ..question.lexer import Token
from .draft import Draft
from .plan import Json, Reference
from .reading import Focus, Reader, refers, says_set, words


class Calculations:
    """Reads calculations with one reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def calculated(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "What is their average Speed?": a calculation over the numbers of a set."""
        compared = self._difference(draft, piece)
        if compared is not None:
            return compared
        for function in ("average", "sum"):
            spoken = [t for t in piece if fold(t.text) not in words(function)]
            if len(spoken) == len(piece):
                continue
            attributes = [i for i, t in enumerate(spoken) if _numeric(t) is not None]
            if len(attributes) != 1:
                continue
            attribute = _numeric(spoken[attributes[0]])
            assert attribute is not None
            rest = [t for i, t in enumerate(spoken) if i != attributes[0] and not t.has("wh")]
            of = self._set(draft, rest)
            if of is None:
                continue
            arguments: dict[str, Json] = {"of": of, "attribute": attribute, "function": function}
            draft.add("stats_worker", "calculate", arguments, "number")
            draft.lost = False
            return draft
        return None

    def _difference(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "What is the difference in Speed between A and B?": a comparison, which tells it."""
        spoken = [t for t in piece if fold(t.text) not in words("difference")]
        if len(spoken) == len(piece):
            return None
        attributes = {one for t in spoken if (one := _numeric(t)) is not None}
        mons = tuple(t for t in spoken if t.has("mon") and len(t.readings["mon"]) == 1)
        rest = [t for t in spoken if not is_free(t) and not t.has("mon") and _numeric(t) is None and not t.has("wh")]
        if len(attributes) != 1 or len(mons) != 2 or any(not t.has("prep") and not t.has("cmp") for t in rest):
            return None
        first, second = (t.value("mon") for t in mons)
        draft.ask(Compare((first, second), attributes.pop(), "max"), mons)
        return draft

    def _set(self, draft: Draft, tokens: list[Token]) -> Json:
        """The set that a phrase means: those found before, those that it names, or its own description; else None."""
        content = [t for t in tokens if not is_free(t) and not refers(t)]
        if not content or (any(refers(t) for t in tokens) and not says_set(tokens)):
            focus = draft.several
            return None if content or focus is None or draft.lost else draft.values(focus)
        if len(content) > 1 and all(t.has("mon") and len(t.readings["mon"]) == 1 for t in content):
            return draft.values(Focus(None, True, tuple(content)))
        query = self._reader.set_of(tokens)
        if query is None:
            return None
        return str(Reference(draft.ask(replace(query, output="list"), shown=False), "names"))

    def counts(self, draft: Draft, piece: list[Token]) -> Draft | None:
        """ "Are there more Fire or Water types?": two sets counted and compared."""
        compared = [i for i, t in enumerate(piece) if t.has("cmp", ":gt") or t.has("cmp", ":lt")]
        if not compared:
            return None
        rest = [t for i, t in enumerate(piece) if i not in compared and not t.has("wh") and not t.has("exist")]
        rest = [replace(t, readings={"bool": ("or",)}) if _or_more(t) else t for t in rest]
        more = piece[compared[0]].has("cmp", ":gt")
        of_two = self._two_generations(rest)
        for i in range(1, len(rest) - 1):
            if of_two is None and not (
                rest[i].has("bool") or rest[i].has("prep", "than") or rest[i].has("prep", "between")
            ):
                continue
            sets = of_two or self._two_sets(rest[:i], rest[i + 1 :])
            if sets is None:
                continue
            left, right = (Reference(draft.ask(one), "count") for one in sets)
            claimed = not any(t.has("wh") for t in piece) and any(
                t.has("prep", "than") or "than" in t.text for t in piece
            )
            comparison = ("more" if more else "fewer") if claimed else "difference"
            arguments = {"left": str(left), "right": str(right), "comparison": comparison}
            draft.add("stats_worker", "compare_numbers", arguments, "number")
            draft.several = draft.one = None
            return draft
        return None

    def _two_generations(self, rest: list[Token]) -> tuple[Search, Search] | None:
        """ "Which generation has more Dragon types, 3 or 4?": one set in two generations."""
        times = [t for t in rest if t.has("gen")]
        spoken = [t for t in rest if not t.has("gen") and not t.has("bool") and not t.has("attr", "generation")]
        if len(times) != 2 or not any(not is_free(t) for t in spoken):
            return None
        first, second = (self._reader.set_of([*(t for t in spoken if not t.has("intro")), time]) for time in times)
        return None if first is None or second is None or first == second else (first, second)

    def _two_sets(self, left: list[Token], right: list[Token]) -> tuple[Search, Search] | None:
        """Two sets, a time or a region that only one of them names holding for both."""
        times = [t for side in (left, right) for t in side if t.has("gen") or t.has("vg") or t.has("region")]
        one_sided = len({id(t) in {id(u) for u in left} for t in times}) == 1
        found: list[Search] = []
        for side in (left, right):
            own = {id(t) for t in side}
            phrase = [*side, *(t for t in times if one_sided and id(t) not in own)]
            query = self._reader.set_of(phrase)
            if query is None:
                return None
            found.append(query)
        return (found[0], found[1]) if found[0] != found[1] else None


def _numeric(token: Token) -> Attribute | None:
    found = [one for one in token.readings.get("attr", ()) if one in POKEMON_NUMBERS]
    return found[0] if found else None


def _or_more(token: Token) -> bool:
    """Whether "or more" stands between two sets: "more Ghost or more Ice types"."""
    return token.has("op") and token.text.casefold().startswith("or ")
