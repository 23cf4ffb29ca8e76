"""The trace of an answer → a waterfall: one row a layer, with its share of the time and the reason in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from .words import both, has_word

Step = Mapping[str, Any]

#: A bar is never shorter than this many percent, so that a fast layer is still seen.
BAR_MIN = 1.5
_DETAIL_MAX = 400


def total_ms(trace: Iterable[Step]) -> float:
    """When the last step ended, in milliseconds from the question's start; 0 for an empty trace."""
    return max((_float(step.get("started_ms")) + _float(step.get("ms")) for step in trace), default=0.0)


def milliseconds(value: float) -> str:
    """A time for a reader: "0.3 ms", "64 ms", "1.2 s"."""
    if value < 0.05:
        return "<0.1 ms"
    if value < 10:
        return f"{value:.1f} ms"
    if value < 999.5:
        return f"{value:.0f} ms"
    return f"{value / 1000:.1f} s"


def render_trace(trace: Sequence[Step]) -> str:
    """The trace panel's content."""
    if not trace:
        return f'<p class="muted">{both("trace.missing")}</p>'
    whole = total_ms(trace)
    return f'<ol class="trace">{"".join(_step(step, whole) for step in trace)}</ol>'


def _step(step: Step, whole: float) -> str:
    layer = str(step.get("layer", ""))
    reached = step.get("decision") != "not_reached"
    left, width = _bar(_float(step.get("started_ms")), _float(step.get("ms")), whole) if reached else (0.0, 0.0)
    name = both(f"trace.layer.{layer}") if has_word(f"trace.layer.{layer}") else escape(layer)
    time = escape(milliseconds(_float(step.get("ms")))) if reached else "–"
    if not reached:
        time += f'<span class="sr">{both("trace.not_reached")}</span>'
    bar = f'<span style="left:{left:.1f}%;width:{width:.1f}%"></span>' if reached else ""
    return (
        f'<li class="{"reached" if reached else "unreached"}">'
        f'<span class="layer" title="{escape(layer)}">{name}</span>'
        f'<span class="bar" aria-hidden="true">{bar}</span>'
        f'<span class="time">{time}</span>'
        f'<span class="why">{escape(str(step.get("why") or step.get("decision") or ""))}</span>'
        f"{_details(step.get('detail'))}</li>"
    )


def _bar(started_ms: float, ms: float, whole: float) -> tuple[float, float]:
    """Left edge and width in percent; the bar stays inside the track."""
    if whole <= 0:
        return 0.0, 100.0
    width = min(100.0, max(BAR_MIN, ms / whole * 100))
    return max(0.0, min(started_ms / whole * 100, 100.0 - width)), width


def _details(detail: object) -> str:
    if not isinstance(detail, Mapping) or not detail:
        return ""
    rows = "".join(
        f"<div><dt>{escape(str(key))}</dt><dd>{escape(_value(value))}</dd></div>" for key, value in detail.items()
    )
    return f'<details><summary>{both("trace.details")}</summary><dl class="pairs">{rows}</dl></details>'


def _value(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _DETAIL_MAX else text[:_DETAIL_MAX] + "…"


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
