"""The rule-based planner: takes a question apart by the parser's grammar. Always there; no model, no guesses.

A text falls into sentences, a sentence into the longest pieces that are understood, each on top of the ones before.
What is not understood goes to the sources as a question of its own, or stays open and is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from ..errors import PlanError
from ..question.clause import is_free
from ..question.fold import fold
from ..question.lexer import Token
from ..question.parser import Parser
from ..question.split import COMMA, segments
from ..request import Worker
from .clauses import Clauses, asks, trimmed
from .draft import Draft
from .plan import STEPS_MAX, Json, Plan, check_plan
from .planner import Planned, PlanRequest
from .reading import Focus, Reader, says, words
from .stats import StatsWorker
from .tools import SOURCE_TOOLS
from .values import Names

#: The tool by which each worker is asked a question in words.
_ASK = dict(SOURCE_TOOLS.values())


class RulePlanner:
    """Plans with the grammar of one parser."""

    def __init__(self, parser: Parser, names: Names, stats: StatsWorker) -> None:
        self._parser = parser
        self._names = names
        self._stats = stats

    async def plan(self, asked: PlanRequest) -> Planned:
        """The plan for a question; without a plan where nothing of it is understood."""
        return await asyncio.to_thread(self.plan_now, asked)

    def plan_now(self, asked: PlanRequest) -> Planned:
        """The same, at once."""
        draft = _Planning(self._parser, self._names, asked).draft()
        if not draft.steps:
            return Planned(None, "rules", "no part of the question is understood", tuple(draft.open))
        plan = Plan(tuple(draft.steps[:STEPS_MAX]))
        check_plan(plan, asked.tools)
        for step in plan.steps:
            if step.worker == "stats_worker":
                self._stats.check(step)
        count = len(plan.steps)
        why = f"taken apart by the parser's grammar into {count} step{'' if count == 1 else 's'}"
        return Planned(plan, "rules", why, tuple(draft.open))


class _Planning:
    """The planning of one question."""

    def __init__(self, parser: Parser, names: Names, asked: PlanRequest) -> None:
        self._parser = parser
        self._asked = asked
        self._names = names
        self._understanding = asked.understanding
        self._reader = Reader(parser, asked.understanding.language)
        self._clauses = Clauses(self._reader)
        self._draft = Draft(names, self._reader, empty=asked.empty)
        self._text = self._understanding.text if self._understanding.self_contained else self._understanding.full_text

    def draft(self) -> Draft:
        """The steps and the open parts."""
        if "stats_worker" not in self._asked.workers:
            self._ask_sources(self._draft, self._text, about=False)
            return self._draft
        if not self._understanding.self_contained:
            # What earlier turns supply is already put in.
            return self._by_parser() or self._by_pieces()
        found = self._by_pieces()
        return found if found.steps and not found.open else self._by_parser() or found

    def _by_parser(self) -> Draft | None:
        """One step for each part, where the parser understands all of them."""
        parts = self._understanding.parts
        if not parts or any(part.question is None or part.options for part in parts):
            return None
        draft = Draft(self._names, self._reader)
        for part in parts:
            assert part.question is not None
            draft.ask(part.question.query)
        return draft

    def _by_pieces(self) -> Draft:
        tokens = [_winner(token) for token in self._parser.tokens(self._text)]
        for sentence in segments(self._text, tokens):
            self._sentence(sentence)
        return self._draft

    # ------------------------------------------------------------------ sentences

    def _sentence(self, tokens: list[Token]) -> None:
        """The longest pieces that are understood, from left to right."""
        bounds = [*self._cuts(tokens), len(tokens)]
        start = 0
        open_from: int | None = None
        first = len(self._draft.steps)
        while start < len(tokens):
            base = self._draft
            if open_from is not None:
                base = self._left(tokens[open_from:start], tokens[:open_from], first)
            end, found = self._longest(base, tokens, start, bounds)
            if found is not None:
                self._draft, open_from = found, None
            elif open_from is None:
                open_from = start
            start = end
        if open_from is not None:
            self._draft = self._left(tokens[open_from:], tokens[:open_from], first)

    def _longest(self, base: Draft, tokens: list[Token], start: int, bounds: Sequence[int]) -> tuple[int, Draft | None]:
        """The end of the longest piece from `start` on that is understood, and the draft with it; else the next cut."""
        ends = [end for end in bounds if end > start]
        topic = self._clauses.topic(base, tokens[start : ends[0]]) if len(ends) > 1 else None
        if topic is not None and self._longest(topic, tokens, ends[0], bounds)[1] is not None:
            return ends[0], topic
        plain = [end for end in reversed(ends) if not says(tokens[start:end], "evidence")]
        plain = [end for end in plain if self._ends(tokens, start, end)]
        several = [end for end in plain if self._several(tokens, start, end, bounds)]
        for end in plain:
            if end not in several:
                found = self._clauses.resolve(base, tokens[start:end])
                if found is not None:
                    return end, found
        for end in several:
            # Two question words in one question: "Who is faster and who is heavier, A or B?"
            found = self._clauses.resolve(base, tokens[start:end], whole=False)
            if found is not None:
                return end, found
        return ends[0], None

    def _ends(self, tokens: Sequence[Token], start: int, end: int) -> bool:
        """Whether a piece may end here: "and" alone does not part what describes one thing (会冲浪又会飞翔的宝可梦)."""
        if end == len(tokens) or not tokens[end].has("bool", "and"):
            return True
        comma = COMMA.search(self._text, tokens[end - 1].origin[1], tokens[end].origin[0])
        return comma is not None or is_clause(trimmed(tokens[start:end]))

    def _several(self, tokens: Sequence[Token], start: int, end: int, bounds: Sequence[int]) -> bool:
        """Whether a piece holds several clauses: behind a cut in it another question begins."""
        for cut in bounds:
            if start < cut < end and is_clause(trimmed(tokens[start:cut])) and is_clause(trimmed(tokens[cut:end])):
                return True
        return False

    def _cuts(self, tokens: Sequence[Token]) -> list[int]:
        """Where a piece may begin: behind a comma, at "and", "then", 其中."""
        cuts = []
        for i in range(1, len(tokens)):
            before, token = tokens[i - 1], tokens[i]
            comma = COMMA.search(self._text, before.origin[1], token.origin[0])
            joins = token.has("bool", "and") or fold(token.text) in words("sequence")
            among = token.has("pron", "them") and token.has("filler")
            if comma or joins or among:
                cuts.append(i)
        return cuts

    def _left(self, tokens: Sequence[Token], before: Sequence[Token], first: int) -> Draft:
        """The draft when a piece is not understood: it becomes a question to the sources, or an open part."""
        draft = self._draft.copy()
        piece = trimmed(tokens)
        if not any(not is_free(t) for t in piece):
            return draft
        evidence = says(piece, "evidence")
        if not evidence and before and not asks(piece):
            # It may belong to what was understood before it ("... and Fly"): then that is not the whole meaning.
            piece = trimmed([*before, *tokens])
            draft.steps = draft.steps[:first]
            draft.several = draft.one = None
        text = self._original(piece)
        if (evidence or self._wanted_sources()) and self._ask_sources(draft, text, about=True, tokens=piece):
            return draft
        leans = draft.lost and any(t.has("pron") for t in piece)
        draft.leave_open(text, "leans" if leans else "not_understood")
        mons = tuple(token for token in piece if token.has("mon"))
        asks_who = any(t.has("wh", "which") or t.has("wh", "who") or t.has("noun", "pokemon") for t in piece)
        if len(mons) == 1 and not asks_who and not leans:
            # "What is the best moveset for Pikachu, and what type is it?" speaks of one Pokémon all along.
            draft.one, draft.lost = Focus(None, False, mons), False
        return draft

    def _original(self, tokens: Sequence[Token]) -> str:
        return self._text[tokens[0].origin[0] : tokens[-1].origin[1]] if tokens else ""

    # ------------------------------------------------------------------ sources

    def _wanted_sources(self) -> list[Worker]:
        """The workers of the sources that the request itself switched on."""
        return [SOURCE_TOOLS[source][0] for source in self._asked.meta.sources
                if SOURCE_TOOLS[source][0] in self._asked.workers]  # fmt: skip

    def _ask_sources(self, draft: Draft, text: str, *, about: bool, tokens: Sequence[Token] = ()) -> bool:
        """Ask the sources in words; whether there is any to ask."""
        workers = self._wanted_sources()
        if "rag_worker" in self._asked.workers and "rag_worker" not in workers:
            workers.insert(0, "rag_worker")
        focus = draft.focus if about and not draft.lost and not any(t.has("mon") for t in tokens) else None
        arguments: dict[str, Json] = {"question": text}
        if focus is not None:
            arguments["about"] = draft.values(focus)
        for worker in dict.fromkeys(workers):
            draft.add(worker, _ASK[worker], arguments, "passages")
        if workers:
            draft.lost = True
        return bool(workers)


def _winner(token: Token) -> Token:
    """The word for what came out ahead, as a word for it."""
    known = token.has("unknown") or token.has("filler")
    return replace(token, readings={"pron": ("it",)}) if known and fold(token.text) in words("winner") else token


def is_clause(piece: Sequence[Token]) -> bool:
    """Whether a piece has what makes a question of its own: a question word, a request, a verb in front."""
    asked = any(
        t.has("wh") or t.has("list", "list") or t.has("yn") or fold(t.text) in words("clause_head") for t in piece
    )
    return asked or any(t.has("aux") and t.text.isascii() for t in piece[:1])


def check_steps(plan: Plan, stats: StatsWorker) -> None:
    """Raise `PlanError` unless every step of the stats worker asks for something that the dataset knows."""
    for step in plan.steps:
        if step.worker == "stats_worker":
            try:
                stats.check(step)
            except (TypeError, ValueError, KeyError) as error:
                raise PlanError(f"The arguments of step {step.id} do not make a query.") from error
