"""Where workers are started: the one place that decides whether a step may run, and by whom.

A plan is only a wish. Whatever it says, whoever made it and whatever a question or a document asks for, a step runs
only if its worker is among those that the request allows and its source is switched on here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from ..errors import PlanError, PokeqaError
from ..pokedex.answers.context import Context
from ..pokedex.dataset import Dataset
from ..question.algebra import Mon
from ..question.lexer import Token
from ..question.understanding import Understanding
from ..request import ChatRequest, Meta, Worker
from ..retrieval.evidence import SourceQuery
from ..retrieval.gather import Slot, gather
from .plan import Json, Step
from .results import Results, StepResult
from .stats import StatsWorker
from .told import told_outputs
from .tools import SOURCE_TOOLS
from .values import Names

#: The knowledge base that is asked where the request names none.
DEFAULT_BASE = "pokedex"
#: How many names a question to a source may carry, and how much of a passage is searched for names.
ABOUT_MAX = 12
READ_MAX_CHARS = 4000

_SOURCES: Mapping[str, str] = {worker: source for source, (worker, _) in SOURCE_TOOLS.items()}

#: Cuts a text into tokens, and understands a question without history.
Lex = Callable[[str], Sequence[Token]]
Understand = Callable[[str], Understanding]


class WorkerNotAllowedError(PlanError):
    """A step asks for a worker that the request does not allow."""


class SourceFailedError(PokeqaError):
    """A source could not be asked; its sentence says why."""

    code = "source_failed"


def usable_workers(meta: Meta, slots: Mapping[str, Slot]) -> frozenset[Worker]:
    """The workers that a request may use: those it allows, as far as their source works here.

    The knowledge base and the graph lie on this machine and are asked whenever it helps; what leaves it, the web and
    MCP servers, only where the request switches it on as well.
    """
    allowed = set(meta.agent_constraints.allowed_workers)
    for source, (worker, _) in SOURCE_TOOLS.items():
        if source not in slots:
            allowed.discard(worker)
    if not meta.use_web:
        allowed.discard("web_worker")
    if meta.mcp_id is None:
        allowed.discard("mcp_worker")
    return frozenset(allowed)


class Workers:
    """The workers of one process."""

    def __init__(
        self, dataset: Dataset, names: Names, stats: StatsWorker, slots: Mapping[str, Slot], lex: Lex,
        understand: Understand,
    ) -> None:  # fmt: skip
        self._dataset = dataset
        self._names = names
        self._stats = stats
        self._slots = slots
        self._lex = lex
        self._understand = understand

    def usable(self, meta: Meta) -> frozenset[Worker]:
        """The workers that a request may use."""
        return usable_workers(meta, self._slots)

    async def run(self, step: Step, results: Results, request: ChatRequest) -> StepResult:
        """What a step finds. Raises `WorkerNotAllowedError` before anything is asked, `PokeqaError` where it fails."""
        if step.worker not in self.usable(request.meta):
            raise WorkerNotAllowedError(f"{step.worker} may not be used for this question.")
        if step.worker == "stats_worker":
            return await asyncio.to_thread(self._stats.run, step, results, request.understanding.language)
        return await self._ask(_SOURCES[step.worker], step, results, request)

    def told(self, result: StepResult, request: ChatRequest) -> dict[str, Json]:
        """What a step gave, as people read it in the question's language."""
        return told_outputs(result, self._names, Context(self._dataset, request.understanding.language))

    async def _ask(self, source: str, step: Step, results: Results, request: ChatRequest) -> StepResult:
        """Ask one source a question in words, about what an earlier step found."""
        language = request.understanding.language
        about = results.names(step.arguments["about"]) if "about" in step.arguments else []
        context = Context(self._dataset, language)
        asked = str(step.arguments["question"])
        spoken = context.phrases.join(context.mon_name(self._names.mon(one)) for one in about[:ABOUT_MAX])
        text = f"{asked} ({spoken})" if spoken else asked
        understanding = await asyncio.to_thread(self._understand, text)
        meta = request.meta.model_copy(update={"db_id": request.meta.db_id or DEFAULT_BASE})
        query = SourceQuery(text, understanding, meta, request.conversation)
        [outcome] = await gather({source: self._slots[source]}, {source: query})
        if outcome.state in ("failed", "timed_out", "unavailable"):
            raise SourceFailedError(outcome.result.message or f"The source {source} failed.")
        found = outcome.result
        outputs: dict[str, Json] = {"passages": [piece.id for piece in found.results]}
        said = found.message if not found.results and found.answer is None else None
        if about and found.results:
            mentioned = await asyncio.to_thread(self._mentioned, about, [piece.text for piece in found.results])
            outputs["names"] = mentioned
            names = context.phrases.join(context.mon_name(self._names.mon(one)) for one in mentioned)
            said = context.say("agent.mentioned", names=names) if names else context.say("agent.not_mentioned")
        return StepResult(outputs, (), found.results, found.answer, source, said, asked)

    def _mentioned(self, about: Sequence[str], texts: Sequence[str]) -> list[str]:
        """Those of the names that the texts mention."""
        wanted = {self._names.mon(one).species_id: one for one in about}
        tokens = [token for text in texts for token in self._lex(text[:READ_MAX_CHARS]) if token.how != "fuzzy"]
        mons = [mon for token in tokens for mon in token.readings.get("mon", ()) if isinstance(mon, Mon)]
        return list(dict.fromkeys(wanted[mon.species_id] for mon in mons if mon.species_id in wanted))
