"""The language model's planner: a plan by structured output, checked, with the rules to fall back on.

The model sees the tools, the conditions and the question's own names and numbers, and is held to a JSON schema where
its server can be. What it writes is read as hostile: a plan that is not well formed, calls what it may not, or holds a
name or a number that the question does not contain is refused, and the rules plan instead.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol

from ..errors import PlanError
from ..generation.llm import LanguageModelError, Report
from ..paths import DATA
from ..question.lexer import Token
from ..question.parser import Parser
from ..retrieval.prompt import Message, harmless, tokens
from ..yaml_files import read_yaml
from .plan import Json, Plan, check_plan, plan_from_json
from .planner import Planned, PlanRequest
from .rules import RulePlanner, check_steps
from .schema import Allowed, allowed_values, check_values, condition_lines, plan_schema, usable_tools
from .stats import StatsWorker
from .tools import Tool
from .values import Names

#: Longest plan that a model may write, in tokens, and how many steps it may have.
PLAN_MAX_TOKENS = 900
STEPS_MAX = 8

#: Which planner comes first: the rules, with the model for what they leave open; or the model.
First = Literal["rules", "llm"]


class StructuredModel(Protocol):
    """A language model that can be held to a JSON schema."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    def problem(self) -> LanguageModelError | None:
        """Why it cannot be asked."""
        ...

    async def write_json(
        self, messages: Sequence[Message], schema: Mapping[str, Any], report: Report, *, max_tokens: int
    ) -> str:
        """A whole answer that follows a schema. Raises `LanguageModelError`."""
        ...


class LlmPlanner:
    """Plans with a language model and with the rules."""

    def __init__(
        self, model: StructuredModel, rules: RulePlanner, parser: Parser, names: Names, stats: StatsWorker,
        first: First, *, tokens_max: int, timeout_s: float = 30.0,
    ) -> None:  # fmt: skip
        self._model = model
        self._rules = rules
        self._parser = parser
        self._names = names
        self._stats = stats
        self._first = first
        self._tokens_max = tokens_max
        self._timeout_s = timeout_s

    async def plan(self, asked: PlanRequest) -> Planned:
        """The plan of whoever comes first, of the other where that one has none that is whole."""
        by_rules = await self._rules.plan(asked)
        if asked.failed is not None or self._model.problem() is not None:
            return by_rules
        if self._first == "rules" and by_rules.plan is not None and not by_rules.open:
            return by_rules
        report = Report(self._model.name)
        allowed = self._allowed(asked, by_rules)
        messages = self._messages(asked, allowed)
        if sum(tokens(message.content) for message in messages) + PLAN_MAX_TOKENS > self._tokens_max:
            why = f"{by_rules.why}; a plan by the language model would take more tokens than a question may use"
            return replace(by_rules, why=why)
        text = ""
        try:
            tools = usable_tools(asked.tools, asked.workers)
            schema = plan_schema(tools, allowed, STEPS_MAX)
            async with asyncio.timeout(self._timeout_s):
                text = await self._model.write_json(messages, schema, report, max_tokens=PLAN_MAX_TOKENS)
            plan = self._read(text, tools, allowed)
        except (PlanError, LanguageModelError, TimeoutError) as failure:
            late = isinstance(failure, TimeoutError)
            error = f"There was no plan within {self._timeout_s:g} s." if late else str(failure)
            spent = _spent(messages, text, report)
            detail: dict[str, Json] = {**by_rules.detail, "llm": f"refused: {error}", "model": self._model.name}
            why = f"{by_rules.why}; the language model's plan was refused: {error}"
            return Planned(by_rules.plan, "rules", why, by_rules.open, *spent, by_rules.template, detail)
        count = len(plan.steps)
        why = f"planned by {self._model.name} in {count} step{'' if count == 1 else 's'}, checked"
        return Planned(plan, "llm", why, (), *_spent(messages, text, report), detail={"model": self._model.name})

    # ------------------------------------------------------------------ asking

    def _allowed(self, asked: PlanRequest, by_rules: Planned) -> Allowed:
        """The question's names and numbers, with what the grammar makes of its words."""
        more = [] if by_rules.plan is None else [step.arguments for step in by_rules.plan.steps]
        read: Sequence[Token] = self._parser.tokens(_text(asked))
        return allowed_values(read, self._names, more)

    def _messages(self, asked: PlanRequest, allowed: Allowed) -> list[Message]:
        prompt = read_yaml(DATA / "prompts" / "plan.yaml")
        tools = usable_tools(asked.tools, asked.workers)
        values = [*sorted(allowed.names), *(f"{one:g}" for one in sorted(allowed.numbers))]
        # Templates hold JSON, so their fields are not those of `str.format`.
        system = _filled(
            str(prompt["system"]),
            steps=str(STEPS_MAX),
            tools="\n".join(_tool_line(name, tool, prompt["tools"]) for name, tool in tools.items()),
            conditions="\n".join(condition_lines(allowed)),
            values=", ".join(values) or "none",
        )
        question = _filled(str(prompt["question"]), question=harmless(_text(asked)))
        return [Message("system", system), Message("user", question)]

    def _read(self, text: str, tools: Mapping[str, Tool], allowed: Allowed) -> Plan:
        """The plan in a model's answer. Raises `PlanError` for whatever is wrong with it."""
        start, end = text.find("{"), text.rfind("}")
        if start < 0 or end < start:
            raise PlanError("The answer holds no JSON object.")
        try:
            value = json.loads(text[start : end + 1])
        except (ValueError, RecursionError) as error:
            raise PlanError("The answer is not JSON.") from error
        plan = plan_from_json(value, tools)
        check_plan(plan, tools)
        if len(plan.steps) > STEPS_MAX:
            raise PlanError(f"The plan has {len(plan.steps)} steps; {STEPS_MAX} are allowed.")
        check_values(plan, allowed, self._parser.tokens, self._names)
        check_steps(plan, self._stats)
        if not any(step.shown for step in plan.steps):
            raise PlanError("No step of the plan is there to be answered.")
        return plan


def _text(asked: PlanRequest) -> str:
    understanding = asked.understanding
    return understanding.text if understanding.self_contained else understanding.full_text


def _filled(template: str, **values: str) -> str:
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value)
    return template


def _tool_line(name: str, tool: Tool, described: Mapping[str, str]) -> str:
    needed = ", ".join(one if parameter.required else f"{one}?" for one, parameter in tool.parameters.items())
    return f"{tool.worker} {name}({needed}) → {', '.join(tool.outputs)}: {described.get(name, '')}"


def _spent(messages: Sequence[Message], text: str, report: Report) -> tuple[int, int]:
    """The tokens read and written, counted where the server does not tell."""
    read = report.prompt_tokens
    written = report.completion_tokens
    return (
        sum(tokens(message.content) for message in messages) if read is None else read,
        tokens(text) if written is None else written,
    )
