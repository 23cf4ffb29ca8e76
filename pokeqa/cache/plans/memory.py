"""The plan cache: finds a plan for a question among those that worked for others of its kind, and keeps new ones.

    exact      the same question again: its plan as it was, no template needed
    words      the same words around other names and numbers of the same types
    meaning    other words that the lexicon reads alike
    likeness   the same, but for words that nothing explains and that mean the same by their embedding

A plan is used again only under the versions that it rests on: those of the Pokédex, of the knowledge base it asks and
of the tools it calls. One that fails is marked and made anew. What goes wrong here costs a new plan, never an answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ...agent.plan import Json, Plan, plan_from_json
from ...agent.planner import Planned, PlanRequest
from ...agent.record import RunReport
from ...agent.tools import Tool
from ...agent.values import Names
from ...errors import PlanError, SourceError, StoreError
from ...pokedex.dataset import Dataset
from ...question.lexer import Token
from ...request import Meta
from ..likeness import decisive_difference, likeness, pack, threshold, unpack
from ..personal import personal_data
from ..store import CacheStore
from .library import Key, Outcome, PlanLibrary, Use
from .skeleton import NoSkeletonError, Skeleton, exact_key, names_something, skeleton_of
from .template import (
    NotAbstractError,
    Sample,
    State,
    Template,
    fill,
    intent_of,
    nodes_of,
    plan_id_of,
    read_template,
)

logger = logging.getLogger(__name__)

#: `automatic` uses a new template at once, `review` after somebody approved it; `off` keeps no plans.
Review = Literal["automatic", "review", "off"]
Embed = Callable[[str], Awaitable[Sequence[float]]]
Versions = Callable[[Meta], Mapping[str, str]]
#: Whether a template gives the plans that the rules would make for other values; why not, or None.
Try = Callable[[Template, Skeleton, PlanRequest], Awaitable[str | None]]

#: How long the plan of one question is kept for its repetition.
EXACT_EXPIRE_S = 30 * 24 * 3600.0
#: Longest answer that is kept as a template's sample.
SAMPLE_MAX_CHARS = 600


@dataclass(frozen=True, slots=True)
class _Found:
    """A plan for a question, and how it was found. A plan that came with a template has the question's skeleton."""

    plan: Plan
    level: Outcome
    template: Template | None
    skeleton: Skeleton | None
    tokens: int
    calls: int


class PlanCache:
    """Remembers plans. One instance serves all requests; implements `agent.planner.PlanMemory`."""

    def __init__(
        self,
        library: PlanLibrary,
        hot: CacheStore,
        dataset: Dataset,
        tokens: Callable[[str], Sequence[Token]],
        versions: Versions,
        *,
        review: Review = "automatic",
        embed: Embed | None = None,
        tried: Try | None = None,
    ) -> None:
        self.library = library
        self.hot = hot
        self.review: Review = review
        self._names = Names(dataset)
        self._dataset_version = dataset.version
        self._tokens = tokens
        self._versions = versions
        self._embed = embed
        self._tried = tried
        self.generation_of: Mapping[str, str] = generations_of_games(dataset, self._names)

    # ------------------------------------------------------------------ recall

    async def recall(self, asked: PlanRequest) -> Planned | None:
        """A plan from an earlier question of the same kind, under the versions of now; None where there is none."""
        if self.review == "off" or asked.failed is not None or not asked.understanding.self_contained:
            return None
        began = time.perf_counter()
        try:
            found = await self._find(asked)
        except (StoreError, SourceError) as error:
            logger.warning("No plan could be looked up: %s", error)
            return None
        if found is None:
            return None
        ms = (time.perf_counter() - began) * 1000
        shown = _shown(found, ms)
        return Planned(
            found.plan,
            "memory",
            _WHY[found.level],
            template=shown,
            detail={"level": found.level, "recall_ms": round(ms, 3), "tokens": found.tokens, "calls": found.calls},
        )

    async def _find(self, asked: PlanRequest) -> _Found | None:
        exact = await self._exact(asked)
        if exact is not None:
            return exact
        skeleton = self._skeleton(asked)
        if skeleton is None:
            return None
        for level, key in (("words", skeleton.words), ("meaning", skeleton.meaning)):
            template = await self._by_key(key)
            if template is not None:
                return await self._use(template, skeleton, asked, "words" if level == "words" else "meaning")
        like = await self._alike(skeleton, asked.understanding.language)
        return None if like is None else await self._use(like, skeleton, asked, "likeness")

    async def _exact(self, asked: PlanRequest) -> _Found | None:
        entry = self.hot.get(_exact_entry(asked))
        if entry is None or not isinstance(entry.value, Mapping):
            return None
        value = entry.value
        try:
            plan = plan_from_json(value.get("plan"), asked.tools)
        except PlanError:
            self.hot.delete(entry.key)
            return None
        if value.get("bindings") != self.bindings(plan, asked):
            self.hot.delete(entry.key)
            return None
        plan_id = value.get("plan_id")
        template = await asyncio.to_thread(self.library.get, plan_id) if isinstance(plan_id, str) else None
        if isinstance(plan_id, str) and (template is None or template.state != "active"):
            self.hot.delete(entry.key)  # somebody switched it off or deleted it
            return None
        skeleton = None if template is None else self._skeleton(asked)
        return _Found(plan, "exact", template, skeleton, int(value.get("tokens", 0)), int(value.get("calls", 0)))

    async def _by_key(self, key: str) -> Template | None:
        """The usable template of a key, from the hot set or else the library."""
        entry = self.hot.get(f"plan:{key}")
        if entry is not None:
            try:
                return read_template(entry.value)
            except PlanError:
                self.hot.delete(entry.key)
        mark = self.hot.mark()
        template = await asyncio.to_thread(self.library.by_key, key)
        if template is None or template.state != "active":
            return None
        self.hot.set(f"plan:{key}", template.to_json(), tags=_tags(template.plan_id), as_of=mark)
        return template

    async def _alike(self, skeleton: Skeleton, language: str) -> Template | None:
        """A template whose question differs only in unexplained words that are alike enough."""
        if self._embed is None or not skeleton.remainder:
            return None
        candidates = await asyncio.to_thread(self.library.by_intent, skeleton.intent)
        own: Sequence[float] | None = None
        best: tuple[float, Template] | None = None
        for key, template in candidates:
            if any(node.prompt_template is not None for node in template.nodes) or not key.vector:
                continue  # its words are part of what it asks
            if decisive_difference(skeleton.remainder, key.remainder.split(), language.partition("-")[0]) is not None:
                continue
            if own is None:
                own = await self._embed(" ".join(skeleton.remainder))
            score = likeness(own, unpack(key.vector))
            if score >= threshold("plan") and (best is None or score > best[0]):
                best = (score, template)
        return None if best is None else best[1]

    async def _use(self, template: Template, skeleton: Skeleton, asked: PlanRequest, level: Outcome) -> _Found | None:
        """The template filled for a question; None, and the template marked, where it no longer holds."""
        if template.slot_types != skeleton.slot_types:
            return None
        try:
            plan = fill(template, skeleton, asked.tools, self.generation_of)
        except PlanError as error:
            await self._invalidate(template.plan_id, str(error))
            return None
        now = self.bindings(plan, asked)
        if dict(template.bindings) != now:
            changed = sorted(key for key in {*now, *template.bindings} if now.get(key) != template.bindings.get(key))
            await self._invalidate(template.plan_id, f"It rests on something that has changed: {', '.join(changed)}.")
            return None
        if not plan.workers <= asked.workers:
            return None
        return _Found(plan, level, template, skeleton, template.planner_tokens, template.planner_calls)

    # ------------------------------------------------------------------ remember

    async def remember(self, asked: PlanRequest, planned: Planned, run: RunReport) -> None:
        """Count a plan that was used again; keep a new one if it worked as a whole."""
        if self.review == "off" or planned.plan is None:
            return
        try:
            if planned.by == "memory":
                await self._remember_use(asked, planned, run)
            else:
                await self._remember_new(asked, planned, run)
        except (StoreError, SourceError) as error:
            logger.warning("A plan could not be kept: %s", error)

    async def _remember_use(self, asked: PlanRequest, planned: Planned, run: RunReport) -> None:
        plan_id = (planned.template or {}).get("plan_id")
        level = planned.detail.get("level")
        outcome: Outcome = next((one for one in ("words", "meaning", "likeness") if one == level), "exact")
        tokens, calls = _whole(planned.detail.get("tokens")), _whole(planned.detail.get("calls"))
        use = Use(outcome, str(plan_id) if plan_id else None, run.planning_ms, run.total_ms, calls, tokens)
        await asyncio.to_thread(self.library.record, use)
        if outcome != "exact":
            self._keep_exact(asked, planned, str(plan_id) if plan_id else None, tokens, calls)

    async def _remember_new(self, asked: PlanRequest, planned: Planned, run: RunReport) -> None:
        await asyncio.to_thread(self.library.record, Use("planned", None, run.planning_ms, run.total_ms))
        if planned.plan is None or planned.open or not run.succeeded or not asked.understanding.self_contained:
            return
        if asked.failed is not None or asked.empty:
            return  # made to get by what these values ran into ("none of them"): with others, another plan is right
        if personal_data([asked.understanding.text]) is not None:
            return
        tokens = planned.prompt_tokens + planned.completion_tokens
        calls = 1 if planned.by == "llm" else 0
        skeleton = self._skeleton(asked)
        template = None if skeleton is None else await self._abstract(asked, skeleton, planned, run)
        if skeleton is None or template is None:
            self._keep_exact(asked, planned, None, tokens, calls)
            return
        kept, gone = await asyncio.to_thread(self.library.admit, template, await self._keys(skeleton))
        for plan_id in (*gone, kept.plan_id):
            self.hot.evict(f"plan:{plan_id}")
        if kept.state == "active":
            self._keep_exact(asked, planned, kept.plan_id, tokens, calls)

    async def _abstract(
        self, asked: PlanRequest, skeleton: Skeleton, planned: Planned, run: RunReport
    ) -> Template | None:
        """The template of a plan that worked; None where it cannot be one."""
        if planned.plan is None or not skeleton.filled:
            return None
        try:
            nodes = nodes_of(planned.plan, skeleton, asked.tools, lambda text: names_something(self._tokens(text)))
        except NotAbstractError as error:
            logger.info("A plan is kept for its own question only: %s", error)
            return None
        slots = tuple(one.slot for one in skeleton.filled)
        state: State = "active" if self.review == "automatic" else "waiting"
        template = Template(
            plan_id=plan_id_of(nodes, slots),
            intent=intent_of(nodes),
            description=skeleton.text,
            slots=slots,
            nodes=nodes,
            bindings=self.bindings(planned.plan, asked),
            sample=Sample(
                asked.understanding.text,
                asked.understanding.language,
                {name: one.value for name, one in skeleton.values.items()},
                {name: one.text for name, one in skeleton.values.items()},
            ),
            sample_output=run.answer[:SAMPLE_MAX_CHARS],
            state=state,
            by=planned.by,
            planning_ms=run.planning_ms,
            planner_tokens=planned.prompt_tokens + planned.completion_tokens,
            planner_calls=1 if planned.by == "llm" else 0,
            creation_time=time.time(),
        )
        if planned.by == "rules" and self._tried is not None:
            wrong = await self._tried(template, skeleton, asked)
            if wrong is not None:
                logger.info("A plan is kept for its own question only: %s", wrong)
                return None
        return template

    async def _keys(self, skeleton: Skeleton) -> list[Key]:
        vector = ""
        remainder = " ".join(skeleton.remainder)
        if remainder and self._embed is not None:
            try:
                vector = pack(await self._embed(remainder))
            except SourceError as error:
                logger.info("A plan is kept without its embedding: %s", error)
        return [
            Key(skeleton.words, "words"),
            Key(skeleton.meaning, "meaning", skeleton.intent, remainder, vector),
        ]

    def _keep_exact(self, asked: PlanRequest, planned: Planned, plan_id: str | None, tokens: int, calls: int) -> None:
        if planned.plan is None or personal_data([asked.understanding.text]) is not None:
            return
        value = {
            "plan": planned.plan.to_json(),
            "plan_id": plan_id,
            "bindings": self.bindings(planned.plan, asked),
            "tokens": tokens,
            "calls": calls,
        }
        tags = ("plans",) if plan_id is None else _tags(plan_id)
        self.hot.set(_exact_entry(asked), value, expire=EXACT_EXPIRE_S, tags=tags)

    # ------------------------------------------------------------------ forget

    async def forget(self, asked: PlanRequest, planned: Planned, why: str) -> None:
        """Mark a plan that did not work, so that nobody gets it again."""
        if self.review == "off" or asked.empty:
            return  # nothing was found for these values, which is no fault of the plan
        try:
            self.hot.delete(_exact_entry(asked))
            plan_id = (planned.template or {}).get("plan_id")
            await asyncio.to_thread(self.library.record, Use("failed", str(plan_id) if plan_id else None, 0.0))
            if plan_id:
                await self._invalidate(str(plan_id), why)
        except StoreError as error:
            logger.warning("A plan that failed could not be marked: %s", error)

    async def _invalidate(self, plan_id: str, why: str) -> None:
        await asyncio.to_thread(self.library.set_state, plan_id, "invalid", why)
        await asyncio.to_thread(self.library.record, Use("invalid", plan_id, 0.0))
        self.hot.evict(f"plan:{plan_id}")

    def close(self) -> None:
        """Let go of the library and the hot set."""
        self.library.close()
        self.hot.close()

    # ------------------------------------------------------------------ what plans rest on

    def bindings(self, plan: Plan, asked: PlanRequest) -> dict[str, str]:
        """The versions that a plan rests on. Raises `SourceError` while its knowledge base is being indexed."""
        found = {"dataset": self._dataset_version, "tools": _tools_hash(plan, asked.tools)}
        if "rag_worker" in plan.workers and asked.meta.db_id is not None:
            tag = f"kb:{asked.meta.db_id}"
            found[tag] = self._versions(asked.meta).get(tag, "none")
        return found

    def _skeleton(self, asked: PlanRequest) -> Skeleton | None:
        text = asked.understanding.text
        try:
            return skeleton_of(text, self._tokens(text), asked.understanding.language, _scope(asked), self._names)
        except NoSkeletonError as error:
            logger.debug("A question has no skeleton: %s", error)
            return None


def generations_of_games(dataset: Dataset, names: Names) -> dict[str, str]:
    """The generation of each game, both as plans name them."""
    return {
        names.of_id("version_group", one.id): names.of_id("generation", one.generation)
        for one in dataset.version_groups.values()
    }


_WHY: Mapping[Outcome, str] = {
    "exact": "the same question was planned before",
    "words": "a question with the same words around other names and numbers was planned before",
    "meaning": "a question that means the same with other names and numbers was planned before",
    "likeness": "a question of the same kind, in words that are alike, was planned before",
}


def _tools_hash(plan: Plan, tools: Mapping[str, Tool]) -> str:
    """A hash of the tools that a plan calls: it changes when one of them takes or gives something else."""
    described: list[Json] = []
    for name in sorted({step.tool for step in plan.steps}):
        tool = tools[name]
        taken: list[Json] = [
            [key, one.kind, one.required, one.many, list(one.choices)] for key, one in tool.parameters.items()
        ]
        described.append([name, tool.worker, taken, dict(tool.outputs)])
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:16]


def _scope(asked: PlanRequest) -> list[str]:
    base = [f"kb:{asked.meta.db_id}"] if asked.meta.db_id is not None and "rag_worker" in asked.workers else []
    return [*sorted(asked.workers), *base]


def _exact_entry(asked: PlanRequest) -> str:
    return f"plan-exact:{exact_key(asked.understanding.text, asked.understanding.language, _scope(asked))}"


def _tags(plan_id: str) -> tuple[str, str]:
    return ("plans", f"plan:{plan_id}")


def _whole(value: Json) -> int:
    return int(value) if isinstance(value, int | float) else 0


def _shown(found: _Found, recall_ms: float) -> dict[str, Json]:
    """What the page shows of a plan from memory: the template, its slots and their values, and what planning took when
    the template was made against what finding it took now, in milliseconds.
    """
    template, skeleton = found.template, found.skeleton
    slots: list[Json] = []
    if skeleton is not None and template is not None:
        values = skeleton.values
        slots = [
            {"name": slot.name, "type": slot.type, "value": values[slot.name].value, "text": values[slot.name].text}
            for slot in template.slots
            if slot.name in values
        ]
    return {
        "plan_id": None if template is None else template.plan_id,
        "version": None if template is None else template.version,
        "level": found.level,
        "description": None if template is None else template.description,
        "sample_question": None if template is None else template.sample.question,
        "slots": slots,
        "planning_ms": None if template is None else round(template.planning_ms, 3),
        "recall_ms": round(recall_ms, 3),
    }
