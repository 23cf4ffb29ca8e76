"""The plan cache in figures → HTML: how often a plan was used again, what that took and what it saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ..cache.plans.figures import Figures, Latency
from ..cache.plans.library import HITS, Use
from .render_agent import render_slots
from .render_trace import milliseconds
from .words import attribute, both

#: Templates in the list of the most used ones.
_USED_MAX = 8
#: The line of the hit rate: its size in px, the points on it, and the questions before each that it counts.
_LINE_WIDTH, _LINE_HEIGHT, _POINTS, _WINDOW = 300, 64, 60, 20
_BAR_WIDTH = 120


def render_plan_charts(figures: Figures, uses: Sequence[Use], descriptions: Mapping[str, str]) -> str:
    """The charts; `descriptions` are those of the templates by their id. Nothing where nobody asked yet."""
    if not figures.questions:
        return ""
    return (
        f'<div class="plan-charts">{_ways(figures)}{_rate(uses)}'
        + _latency("plans.planning", figures.planning)
        + _latency("plans.total", figures.total)
        + _used(figures, descriptions)
        + "</div>"
    )


def render_plan_figures(figures: Figures) -> str:
    """The figures that say it all."""
    if not figures.questions and not figures.failures:
        return f'<p class="muted">{both("plans.no_uses")}</p>'
    tiles = (
        ("plans.hit_rate", f"{figures.hit_rate:.0%}"),
        ("plans.questions", f"{figures.questions:,}"),
        ("plans.reused", f"{figures.hits:,}"),
        ("plans.calls_saved", f"{figures.calls_saved:,}"),
        ("plans.tokens_saved", f"{figures.tokens_saved:,}"),
        ("plans.failures", f"{figures.failures:,}"),
    )
    cells = "".join(f"<div><dt>{both(name)}</dt><dd>{value}</dd></div>" for name, value in tiles)
    return f'<dl class="plan-tiles">{cells}</dl>'


def _chart(title: str, inside: str) -> str:
    return f'<figure class="plan-chart"><figcaption>{both(title)}</figcaption>{inside}</figure>'


def _ways(figures: Figures) -> str:
    """How the questions got their plans, as one bar and its legend."""
    parts = [(level, figures.by_level.get(level, 0)) for level in HITS]
    parts.append(("planned", figures.questions - figures.hits))
    x, bar, legend = 0.0, "", ""
    for name, count in parts:
        if not count:
            continue
        width = 100 * count / figures.questions
        bar += f'<rect class="way-{name}" x="{x:.2f}" y="0" width="{width:.2f}" height="10"/>'
        legend += (
            f'<li><span class="way way-{name}" aria-hidden="true"></span>{both(f"plans.way.{name}")} '
            f"<strong>{count:,}</strong></li>"
        )
        x += width
    svg = f'<svg viewBox="0 0 100 10" preserveAspectRatio="none" class="ways" aria-hidden="true">{bar}</svg>'
    return _chart("plans.ways", f'{svg}<ul class="way-legend">{legend}</ul>')


def hit_rates(uses: Sequence[Use]) -> list[float]:
    """The share of plans used again (0 to 1) among the last questions at evenly spread moments, oldest first."""
    hits = [use.outcome in HITS for use in uses if use.outcome in HITS or use.outcome == "planned"]
    ends = sorted({max(1, round(len(hits) * point / _POINTS)) for point in range(1, _POINTS + 1)}) if hits else []
    return [sum(hits[max(0, end - _WINDOW) : end]) / min(end, _WINDOW) for end in ends]


def _rate(uses: Sequence[Use]) -> str:
    rates = hit_rates(uses)
    if len(rates) < 2:
        return ""
    step = _LINE_WIDTH / (len(rates) - 1)
    points = " ".join(f"{step * at:.1f},{(1 - rate) * _LINE_HEIGHT:.1f}" for at, rate in enumerate(rates))
    svg = (
        f'<svg viewBox="-2 -4 {_LINE_WIDTH + 4} {_LINE_HEIGHT + 8}" class="rate-line" role="img" '
        f'{attribute("aria-label", "plans.rate_line")}><path d="M0 0H{_LINE_WIDTH}M0 {_LINE_HEIGHT}H{_LINE_WIDTH}"/>'
        f'<polyline points="{points}"/></svg>'
    )
    ends = f'<p class="rate-ends"><span>{rates[0]:.0%}</span><span>{rates[-1]:.0%}</span></p>'
    return _chart("plans.rate_over_time", svg + ends)


def _latency(title: str, latencies: Mapping[str, Latency]) -> str:
    """Percentiles of both kinds side by side, each with a bar."""
    longest = max((one.p99 for one in latencies.values()), default=0.0) or 1.0
    heads = "".join(
        f'<th scope="col">{both(f"plans.{name}")} <span class="muted">({one.count:,})</span></th>'
        for name, one in latencies.items()
    )
    rows = ""
    for name in ("p50", "p95", "p99"):
        cells = "".join(
            f"<td>{_bar(getattr(one, name), longest, kind) if one.count else '–'}</td>"
            for kind, one in latencies.items()
        )
        rows += f'<tr><th scope="row">{name}</th>{cells}</tr>'
    return _chart(title, f'<table class="plain latency"><thead><tr><td></td>{heads}</tr></thead>{rows}</table>')


def _bar(value: float, longest: float, kind: str) -> str:
    width = max(1.0, _BAR_WIDTH * value / longest)
    return (
        f'{escape(milliseconds(value))}<svg viewBox="0 0 {_BAR_WIDTH} 6" preserveAspectRatio="none" class="bar-{kind}" '
        f'aria-hidden="true">'
        f'<rect width="{width:.1f}" height="6" rx="2"/></svg>'
    )


def _used(figures: Figures, descriptions: Mapping[str, str]) -> str:
    known = [one for one in {**figures.by_plan, **figures.failures_by_plan} if one in descriptions]
    order = sorted(known, key=lambda one: (-figures.by_plan.get(one, 0), one))[:_USED_MAX]
    if not order:
        return ""
    most = max(figures.by_plan.get(one, 0) for one in order) or 1
    rows = ""
    for one in order:
        count, failed = figures.by_plan.get(one, 0), figures.failures_by_plan.get(one, 0)
        rows += (
            f'<tr><th scope="row"><button type="button" class="template-link" data-do="open" data-plan="{escape(one)}" '
            f'dir="auto">{render_slots(descriptions[one])}</button>'
            f'<svg viewBox="0 0 {_BAR_WIDTH} 6" preserveAspectRatio="none" class="bar-cached" aria-hidden="true">'
            f'<rect width="{_BAR_WIDTH * count / most:.1f}" height="6" rx="2"/></svg></th>'
            f'<td class="right">{count:,}</td><td class="right">{failed:,}</td></tr>'
        )
    return _chart(
        "plans.by_template",
        f'<table class="plain used"><thead><tr><th scope="col">{both("plans.template")}</th>'
        f'<th scope="col" class="right">{both("plans.uses")}</th>'
        f'<th scope="col" class="right">{both("plans.failures")}</th></tr></thead><tbody>{rows}</tbody></table>',
    )
