"""Puts agent mode together from the settings and the parts of the house."""

from __future__ import annotations

from ..generation.llm import LanguageModel, OpenAIModel
from ..generation.local_llm import LocalModel
from ..pokedex.dataset import Dataset
from ..question.parser import Parser
from ..question.understanding import Understanding
from ..retrieval.build import Retrieval
from ..settings import Settings
from .finalizer import Finalizer
from .layer import AgentLayer
from .llm_planner import First, LlmPlanner, StructuredModel
from .planner import NoMemory, PlanMemory, Planner
from .rules import RulePlanner
from .run import Budgets
from .stats import StatsWorker
from .values import Names
from .workers import Workers


def build_agent(
    settings: Settings,
    dataset: Dataset,
    parser: Parser,
    retrieval: Retrieval,
    memory: PlanMemory | None = None,
    *,
    planner: Planner | None = None,
) -> AgentLayer:
    """Agent mode as the settings ask for it. Loads nothing; `memory` remembers plans, `planner` stands for its own."""
    names = Names(dataset)
    stats = StatsWorker(dataset, names)

    def understand(text: str) -> Understanding:
        return parser.understand(text, (), "auto")

    workers = Workers(dataset, names, stats, retrieval.slots, parser.tokens, understand)
    finalizer = Finalizer(dataset, retrieval.writer, retrieval.model, understand)
    budgets = Budgets(settings.agent_steps_max, settings.agent_time_s, settings.agent_tokens_max)
    planner = planner or build_planner(settings, parser, names, stats, retrieval.model)
    return AgentLayer(planner, memory or NoMemory(), workers, finalizer, budgets)


def build_planner(
    settings: Settings, parser: Parser, names: Names, stats: StatsWorker, writer: LanguageModel | None
) -> Planner:
    """The planner that the settings ask for: the rules, and the language model in front of or behind them.

    `writer` is the model that writes answers; it plans too unless `planner_model` names another one on its server.
    """
    rules = RulePlanner(parser, names, stats)
    model: StructuredModel | None = writer if isinstance(writer, OpenAIModel | LocalModel) else None
    if isinstance(writer, OpenAIModel) and settings.planner_model is not None:
        model = OpenAIModel(settings, model=settings.planner_model)
    if model is None:
        return rules
    first: First = "llm" if settings.planner_model is not None else "rules"
    if settings.planner != "auto":
        first = settings.planner
    return LlmPlanner(
        model,
        rules,
        parser,
        names,
        stats,
        first,
        tokens_max=settings.agent_tokens_max,
        timeout_s=settings.planner_timeout_s,
    )
