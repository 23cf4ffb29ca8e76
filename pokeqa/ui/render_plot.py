"""Figures over time → line charts, drawn as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from ..cache.metrics import Moment
from .render_age import render_age, render_ago
from .words import both

WIDTH, HEIGHT = 320, 132
LEFT, RIGHT, TOP, BOTTOM = 52, 8, 10, 14

#: Stretches of time that a chart shows, and the shortest time that it spans, in seconds.
STRETCHES = 24
SPAN_MIN_S = 60.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """What happened in one stretch of time. `saved_ms` and `saved_llm_calls` are those since the beginning."""

    age_s: float
    questions: int
    hits: int
    saved_ms: float
    saved_llm_calls: int

    @property
    def hit_rate(self) -> float | None:
        """Hits per question (0 to 1); None where nobody asked."""
        return self.hits / self.questions if self.questions else None


def stretches(timeline: Sequence[Moment], now: float) -> list[Stretch]:
    """The timeline cut into equal stretches, oldest first; none where nothing happened."""
    if not timeline:
        return []
    begun = min(timeline[0].at, now - SPAN_MIN_S)
    length = (now - begun) / STRETCHES
    made, saved_ms, saved_calls, at = [], 0.0, 0, 0
    for number in range(STRETCHES):
        ends = now if number == STRETCHES - 1 else begun + length * (number + 1)
        questions = hits = 0
        while at < len(timeline) and (timeline[at].at <= ends or number == STRETCHES - 1):
            moment = timeline[at]
            questions, hits = questions + 1, hits + (moment.kind != "miss")
            saved_ms, saved_calls = saved_ms + moment.saved_ms, saved_calls + moment.saved_llm_calls
            at += 1
        made.append(Stretch(now - ends, questions, hits, saved_ms, saved_calls))
    return made


def render_plots(timeline: Sequence[Moment], now: float) -> str:
    """Hit rate, saved time and saved model calls over time, and the same figures as a table."""
    points = stretches(timeline, now)
    if not points:
        return f'<p class="muted">{both("caches.no_questions")}</p>'
    begun = points[0].age_s + (points[0].age_s - points[1].age_s)
    charts = (
        _chart("caches.hit_rate", [one.hit_rate for one in points], 1.0, lambda value: f"{value:.0%}")
        + _chart("caches.saved_time", [one.saved_ms / 1000 for one in points], None, seconds)
        + _chart("caches.saved_calls", [float(one.saved_llm_calls) for one in points], None, lambda v: f"{v:.0f}")
    )
    axis = f'<p class="plot-axis muted"><span>{render_ago(begun)}</span><span>{both("caches.now")}</span></p>'
    return f'<div class="plots">{charts}</div>{axis}{_table(points)}'


def seconds(value: float) -> str:
    """A time in seconds for an axis."""
    if 0 < value < 1:
        return f"{value * 1000:.0f} ms"
    return f"{value:.1f} s" if 0 < value < 10 else f"{value:.0f} s"


def _chart(title: str, values: Sequence[float | None], top: float | None, label: Callable[[float], str]) -> str:
    highest = top or max((value for value in values if value is not None), default=0.0) or 1.0
    x = [LEFT + (WIDTH - LEFT - RIGHT) * number / (len(values) - 1) for number in range(len(values))]
    floor, height = HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    dots = [(x[n], floor - height * value / highest) for n, value in enumerate(values) if value is not None]
    # Where nobody asked, there is no rate: the line has a gap.
    lines = [
        f'<line class="plot-line" x1="{x[n]:.1f}" y1="{floor - height * a / highest:.1f}" x2="{x[n + 1]:.1f}" '
        f'y2="{floor - height * b / highest:.1f}"/>'
        for n, (a, b) in enumerate(pairwise(values))
        if a is not None and b is not None
    ]
    marks = [(0.0, float(floor)), (highest, float(TOP))]
    if label(highest / 2) not in (label(0.0), label(highest)):  # there is no half of one call
        marks.insert(1, (highest / 2, floor - height / 2))
    grid = "".join(
        f'<line class="plot-grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(label(value))}</text>'
        for value, y in marks
    )
    points = "".join(f'<circle class="plot-dot" cx="{cx:.1f}" cy="{cy:.1f}" r="2"/>' for cx, cy in dots)
    return (
        f'<figure class="plot"><figcaption>{both(title)}</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'aria-hidden="true" focusable="false">{grid}{"".join(lines)}{points}</svg></figure>'
    )


def _table(points: Sequence[Stretch]) -> str:
    """The figures in words: for who cannot see the charts, or wants the numbers."""
    rows = "".join(
        f'<tr><th scope="row">{render_age(one.age_s)}</th><td class="right">{one.questions}</td>'
        f'<td class="right">{"–" if one.hit_rate is None else f"{one.hit_rate:.0%}"}</td>'
        f'<td class="right">{seconds(one.saved_ms / 1000)}</td><td class="right">{one.saved_llm_calls}</td></tr>'
        for one in points
        if one.questions
    )
    heads = "".join(
        f'<th scope="col" class="right">{both(name)}</th>'
        for name in ("caches.questions", "caches.hit_rate", "caches.saved_time", "caches.saved_calls")
    )
    return (
        f'<details class="plot-table"><summary>{both("caches.as_table")}</summary>'
        '<div class="table-scroll" tabindex="0"><table class="plain"><thead>'
        f'<tr><th scope="col">{both("caches.until")}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )
