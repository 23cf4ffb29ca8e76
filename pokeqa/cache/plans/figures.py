"""The plan cache in figures: how often a plan was used again, and what that saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from .library import HITS, Use


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles in milliseconds, over `count` questions; 0 where there are none."""

    count: int = 0
    p50: float = 0.0
    p95: float = 0.0
    p99: float = 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of the questions in agent mode. `planning` and `total` hold "cached" and "planned"; `by_plan` and
    `failures_by_plan` count by the id of the template.
    """

    questions: int
    hits: int
    by_level: dict[str, int]
    failures: int
    calls_saved: int
    tokens_saved: int
    planning: dict[str, Latency]
    total: dict[str, Latency]
    by_plan: dict[str, int] = field(default_factory=dict)
    failures_by_plan: dict[str, int] = field(default_factory=dict)

    @property
    def hit_rate(self) -> float:
        """The share of the questions that got a plan from the cache (0 to 1)."""
        return self.hits / self.questions if self.questions else 0.0


def figures_of(uses: Sequence[Use]) -> Figures:
    """The figures of a list of uses."""
    hits = [use for use in uses if use.outcome in HITS]
    planned = [use for use in uses if use.outcome == "planned"]
    failed = [use for use in uses if use.outcome in ("failed", "invalid")]
    return Figures(
        questions=len(hits) + len(planned),
        hits=len(hits),
        by_level=dict(Counter(use.outcome for use in hits)),
        failures=len(failed),
        calls_saved=sum(use.calls_saved for use in hits),
        tokens_saved=sum(use.tokens_saved for use in hits),
        planning={
            "cached": latency_of([use.planning_ms for use in hits]),
            "planned": latency_of([use.planning_ms for use in planned]),
        },
        total={
            "cached": latency_of([use.total_ms for use in hits]),
            "planned": latency_of([use.total_ms for use in planned]),
        },
        by_plan=dict(Counter(use.plan_id for use in hits if use.plan_id is not None)),
        failures_by_plan=dict(Counter(use.plan_id for use in failed if use.plan_id is not None)),
    )


def latency_of(values: Sequence[float]) -> Latency:
    """The percentiles of times in milliseconds, by the nearest rank."""
    if not values:
        return Latency()
    ordered = sorted(values)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, max(0, -(-int(share * len(ordered) * 1000) // 1000) - 1))]

    return Latency(len(ordered), at(0.50), at(0.95), at(0.99))
