"""Puts agent mode together from the settings and the parts of the house."""

from __future__ import annotations

from ..pokedex.dataset import Dataset
from ..question.parser import Parser
from ..question.understanding import Understanding
from ..retrieval.build import Retrieval
from ..settings import Settings
from .finalizer import Finalizer
from .layer import AgentLayer
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
    return AgentLayer(planner or RulePlanner(parser, names, stats), memory or NoMemory(), workers, finalizer, budgets)
