"""A plan's steps → a drawing: ranks from top to bottom, arrows from each step to those that need it, as SVG.

A step stands below everything that it depends on; many that could stand side by side are set in several rows. Arrows
that pass a row get a place in it, so that they cross no step. The drawing is as wide as a phone; only where many arrows
pass it is wider, and scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from unicodedata import east_asian_width

from .words import LANGUAGES, attribute, word

#: Measures in px: the drawing's usual width, a step's narrowest and widest, the place of a passing arrow.
WIDTH, STEP_MIN, STEP_MAX, LANE = 326, 100, 240, 14
_GAP, _RANK_GAP, _PADDING, _LINE, _MARGIN = 12, 30, 9, 15, 2
_TITLE_LINES = 3
#: A Latin character and a Chinese or Japanese one at the title's size, on the generous side.
_NARROW, _WIDE = 7.4, 12.4
#: As many steps may stand side by side; of more, two do.
_ABREAST, _IN_ROWS = 3, 2


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """A step as it is drawn. `state` and `time` are "" for a plan that is not carried out; `target` is the id of the
    element that tells more.
    """

    id: str
    title: str
    worker: str
    target: str
    depends_on: tuple[str, ...] = ()
    state: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class _Box:
    """Where something stands in its rank; `step` is None for an arrow that passes."""

    step: DrawnStep | None
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> float:
        return self.x + self.width / 2


def render_graph(steps: Sequence[DrawnStep]) -> str:
    """The drawing; nothing for no steps. The steps are links to their `target`."""
    if not steps:
        return ""
    boxes, width, height = _place(steps)
    edges = "".join(_edges(steps, boxes))
    drawn = "".join(_step(boxes[step.id]) for step in steps)
    return (
        f'<div class="plan-graph"><svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" {attribute("aria-label", "plan.drawing")}>{edges}{drawn}</svg></div>'
    )


# --------------------------------------------------------------------------- where everything stands


def ranks_of(steps: Sequence[DrawnStep]) -> dict[str, int]:
    """How many steps have to be done before each step, one after the other. What depends on nothing known is first."""
    needs = {step.id: [one for one in step.depends_on if one != step.id] for step in steps}
    ranks: dict[str, int] = {}
    left = list(needs)
    while left:
        ready = [one for one in left if all(needed in ranks or needed not in needs for needed in needs[one])]
        for one in ready or left[:1]:  # a circle cannot be drawn right; it is never carried out either
            ranks[one] = max((ranks[needed] + 1 for needed in needs[one] if needed in ranks), default=0)
        left = [one for one in left if one not in ranks]
    return ranks


def rows_of(steps: Sequence[DrawnStep]) -> dict[str, int]:
    """The row of each step, from the top."""
    ranks = ranks_of(steps)
    leads_on = {needed for step in steps for needed in step.depends_on}
    rows: dict[str, int] = {}
    row = 0
    for rank in range(max(ranks.values()) + 1):
        # Those that lead nowhere go first, so that fewer arrows have to pass.
        own = sorted((one for one in ranks if ranks[one] == rank), key=lambda one: one in leads_on)
        abreast = len(own) if len(own) <= _ABREAST else _IN_ROWS
        for index, one in enumerate(own):
            rows[one] = row + index // abreast
        row += -(-len(own) // abreast)
    return rows


def _lane(source: str, target: str, row: int) -> str:
    return f"{source}>{target}@{row}"


def _rows(steps: Sequence[DrawnStep]) -> list[list[str]]:
    """What stands in each row, from left to right: ids of steps and of passing arrows."""
    ranks = rows_of(steps)
    rows: list[list[str]] = [[] for _ in range(max(ranks.values()) + 1)]
    above: dict[str, list[str]] = {}
    for step in steps:
        rows[ranks[step.id]].append(step.id)
        for source in step.depends_on:
            if source not in ranks or ranks[source] >= ranks[step.id]:
                continue
            before = source
            for rank in range(ranks[source] + 1, ranks[step.id]):
                lane = _lane(source, step.id, rank)
                rows[rank].append(lane)
                above[lane] = [before]
                before = lane
            above.setdefault(step.id, []).append(before)
    for upper, row in pairwise(rows):
        at = {one: index for index, one in enumerate(upper)}
        middle = {
            one: sum(at[each] for each in above[one]) / len(above[one]) if above.get(one) else index
            for index, one in enumerate(row)
        }
        row.sort(key=middle.__getitem__)
    return rows


def _place(steps: Sequence[DrawnStep]) -> tuple[dict[str, _Box], float, float]:
    """The box of everything, and the drawing's width and height."""
    known = {step.id: step for step in steps}
    rows = _rows(steps)
    sizes = [_widths(row, known) for row in rows]
    width = max(WIDTH, *(sum(size.values()) + _GAP * (len(size) - 1) for size in sizes)) + 2 * _MARGIN
    boxes: dict[str, _Box] = {}
    y = float(_MARGIN)
    for row, size in zip(rows, sizes, strict=True):
        height = max((_height(known[one], size[one]) for one in row if one in known), default=0.0)
        x = (width - sum(size.values()) - _GAP * (len(row) - 1)) / 2
        for one in row:
            boxes[one] = _Box(known.get(one), x, y, size[one], height)
            x += size[one] + _GAP
        y += height + _RANK_GAP
    return boxes, width, y - _RANK_GAP + _MARGIN


def _widths(row: Sequence[str], known: Mapping[str, DrawnStep]) -> dict[str, float]:
    count = sum(one in known for one in row)
    free = WIDTH - _GAP * (len(row) - 1) - LANE * (len(row) - count)
    step = min(STEP_MAX, max(STEP_MIN, free / max(1, count)))
    return {one: step if one in known else LANE for one in row}


def _height(step: DrawnStep, width: float) -> float:
    lines = len(wrap(step.title, width - 2 * _PADDING))
    return 2 * _PADDING + _LINE * (lines + 1 + bool(step.state)) - 2


# --------------------------------------------------------------------------- words in lines


def wrap(text: str, width: float) -> list[str]:
    """The lines that a text is set in, at most a few; the last one ends in "…" where the text goes on."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(" ".join(text.split())):
        joined = line + piece if line else piece.lstrip()
        if not line or _length(joined.rstrip()) <= width:
            line = joined
            continue
        lines.append(line.rstrip())
        line = piece.lstrip()
    lines.append(line.rstrip())
    fitting = [_cut(one, width) for one in lines[:_TITLE_LINES]]
    if len(lines) > _TITLE_LINES:
        fitting[-1] = _cut(f"{lines[_TITLE_LINES - 1]} {lines[_TITLE_LINES]}…", width)
    return fitting


def _pieces(text: str) -> Iterator[str]:
    """Where a line may end: behind a space, and beside every Chinese or Japanese character."""
    piece = ""
    for character in text:
        if east_asian_width(character) in "WF":
            if piece:
                yield piece
            yield character
            piece = ""
        elif character == " ":
            yield piece + character
            piece = ""
        else:
            piece += character
    if piece:
        yield piece


def _cut(line: str, width: float) -> str:
    if _length(line) <= width:
        return line
    while line and _length(line + "…") > width:
        line = line[:-1]
    return line.rstrip(" …") + "…"


def _length(text: str) -> float:
    return sum(_WIDE if east_asian_width(character) in "WF" else _NARROW for character in text)


# --------------------------------------------------------------------------- strokes


def _edges(steps: Sequence[DrawnStep], boxes: Mapping[str, _Box]) -> Iterator[str]:
    ranks = rows_of(steps)
    state = {step.id: step.state for step in steps}
    for step in steps:
        for source in step.depends_on:
            if source not in ranks or ranks[source] >= ranks[step.id]:
                continue
            lanes = [boxes[_lane(source, step.id, rank)] for rank in range(ranks[source] + 1, ranks[step.id])]
            path = _path([boxes[source], *lanes, boxes[step.id]])
            end = boxes[step.id]
            tip = f"M{end.centre - 4:.1f} {end.y - 7:.1f}l4 6l4 -6Z"
            style = " done" if state[source] == "done" else ""
            yield f'<g class="plan-edge{style}" aria-hidden="true"><path d="{path}"/><path class="tip" d="{tip}"/></g>'


def _path(boxes: Sequence[_Box]) -> str:
    start = boxes[0]
    y = start.y + start.height
    path = f"M{start.centre:.1f} {y:.1f}"
    x = start.centre
    for box in boxes[1:]:
        last = box is boxes[-1]
        end = box.y - (5 if last else 0)
        middle = (y + end) / 2
        path += f"C{x:.1f} {middle:.1f} {box.centre:.1f} {middle:.1f} {box.centre:.1f} {end:.1f}"
        x, y = box.centre, end
        if not last:
            y = box.y + box.height
            path += f"V{y:.1f}"
    return path


def _step(box: _Box) -> str:
    step = box.step
    if step is None:
        return ""
    left, middle = box.x + _PADDING, box.y + _PADDING + 9
    title = wrap(step.title, box.width - 2 * _PADDING)
    lines = "".join(
        f'<tspan x="{left:.1f}" y="{middle + _LINE * (index + 1):.1f}">{escape(line)}</tspan>'
        for index, line in enumerate(title)
    )
    foot = ""
    if step.state:
        y = middle + _LINE * (len(title) + 1)
        time = f" · {step.time}" if step.time else ""
        foot = "".join(
            f'<text class="plan-foot l-{language}" x="{left + 15:.1f}" y="{y:.1f}">'
            f"{escape(word(f'plan.state.{step.state}', language))}{escape(time)}</text>"
            for language in LANGUAGES
        ) + _mark(step.state, left + 5, y - 4)
    state = f" is-{step.state}" if step.state else ""
    return (
        f'<a class="plan-node{state}" href="#{escape(step.target)}" data-do="step">'
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="9"/>'
        f'<text class="plan-worker" x="{left:.1f}" y="{middle:.1f}"><tspan class="plan-id">{escape(step.id)}</tspan> '
        f'{escape(step.worker.removesuffix("_worker"))}</text><text class="plan-title">{lines}</text>'
        f"{foot}</a>"
    )


def _mark(state: str, x: float, y: float) -> str:
    """A shape for each state, so that none is told by colour alone."""
    inside = {
        "waiting": '<circle r="4"/>',
        "running": '<circle r="4"/><path class="turning" d="M0 -4A4 4 0 0 1 4 0"/>',
        "done": '<circle r="5"/><path d="M-2.4 .2L-.6 2L2.6 -1.8"/>',
        "failed": '<rect x="-5" y="-5" width="10" height="10" rx="2"/><path d="M-2 -2L2 2M2 -2L-2 2"/>',
        "skipped": '<circle r="4"/><path d="M-2.2 0H2.2"/>',
    }.get(state, '<circle r="4"/>')
    return f'<g class="plan-mark" transform="translate({x:.1f} {y:.1f})" aria-hidden="true">{inside}</g>'
