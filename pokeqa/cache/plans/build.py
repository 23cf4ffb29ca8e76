"""Puts the plan cache together from the settings. Opens nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...agent.plan import Step
from ...agent.rules import RulePlanner
from ...agent.stats import StatsWorker
from ...agent.values import Names
from ...question.understanding import Understanding
from ...settings import Settings
from ..build import bases_of, content_versions
from ..store import CacheStore, open_store
from .desk import PlanDesk
from .library import PlanLibrary
from .memory import PlanCache, generations_of_games
from .trial import Trial

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...pokedex.dataset import Dataset
    from ...question.parser import Parser
    from ...retrieval.evidence import Source


def build_plan_cache(
    settings: Settings,
    dataset: Dataset,
    parser: Parser,
    *,
    sources: Mapping[str, Source] | None = None,
) -> PlanCache:
    """The plan cache of one process."""
    bases = bases_of(sources or {})
    names = Names(dataset)
    rules = RulePlanner(parser, names, StatsWorker(dataset, names))

    def understand(text: str) -> Understanding:
        return parser.understand(text, (), "auto")

    return PlanCache(
        open_library(settings),
        open_store(settings, "plans"),
        dataset,
        parser.tokens,
        content_versions(dataset.version, bases),
        review=settings.plans_review,
        embed=None if bases is None else bases.embedder.aembed_query,
        tried=Trial(dataset, names, rules, understand, parser.tokens),
    )


def open_library(settings: Settings) -> PlanLibrary:
    """The library of the settings. Opens nothing."""
    url = None if settings.plans_url is None else settings.plans_url.get_secret_value()
    return PlanLibrary(url, settings.data_dir, capacity=settings.plans_max)


def desk_of(cache: PlanCache, dataset: Dataset) -> PlanDesk:
    """The desk for a plan cache."""
    return open_desk(cache.library, cache.hot, dataset)


def open_desk(library: PlanLibrary, hot: CacheStore, dataset: Dataset) -> PlanDesk:
    """The desk for a library and its hot set."""
    names = Names(dataset)
    stats = StatsWorker(dataset, names)

    def check_call(step: Step) -> None:
        if step.worker == "stats_worker":
            stats.check(step)

    return PlanDesk(library, hot, dataset.version, generations_of_games(dataset, names), check_call=check_call)
