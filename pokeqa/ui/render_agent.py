"""`refs.agent` → the plan of an answer: who made it, its drawing, what each step gave, what stayed open.

The shape of what is drawn is in `agent.record`, that of a plan from memory in `cache.plans.memory`. Titles, outputs and
messages hold words of the question, of sources and of tools: all of them are escaped here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from .render_graph import DrawnStep, render_graph
from .render_markdown import MarkRenderer
from .render_trace import milliseconds
from .words import both, has_word

Json = Mapping[str, Any]

STATES = ("waiting", "running", "done", "failed", "skipped")
_NAMES_MAX, _TEXT_MAX, _ARGUMENTS_MAX = 20, 240, 1500
#: A slot in a template's description or parameters.
SLOT = re.compile(r"\{([a-z_]+_[0-9]{1,2})(?:\.generation)?\}")


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of the plan with how it stands; `outputs` and `arguments` as they came."""

    id: str
    title: str
    worker: str
    tool: str
    arguments: object
    depends_on: tuple[str, ...]
    state: str
    ms: float
    attempts: int
    message: str
    outputs: object
    refs: tuple[int, ...]

    @property
    def state_words(self) -> str:
        """The state in every language."""
        return both(f"plan.state.{self.state}")


def render_plan(exchange_id: str, agent: Json, mark: MarkRenderer) -> str:
    """The plan panel's content; `mark` draws the number of a reference."""
    steps = _steps(agent)
    template = agent.get("template")
    return (
        _made_by(agent, len(steps))
        + (render_template_use(template) if isinstance(template, Mapping) else "")
        + render_graph([_drawn(exchange_id, step) for step in steps])
        + _list(exchange_id, steps, mark)
        + _open(agent)
    )


def render_running(agent: Json) -> str:
    """The steps in short, for an answer that is being worked on."""
    items = "".join(
        f'<li class="is-{step.state}"><span class="step-mark" aria-hidden="true"></span><span>'
        f'{escape(step.title)} <span class="muted">{step.state_words}</span></span></li>'
        for step in _steps(agent)
    )
    return f'<ol class="running-steps">{items}</ol>' if items else ""


def step_anchor(exchange_id: str, step_id: str) -> str:
    """The id of a step's element in the page."""
    return f"step-{exchange_id}-{step_id}"


# --------------------------------------------------------------------------- the steps, read


def _steps(agent: Json) -> list[_Step]:
    """Every step of the plan with how it stands; whatever is missing is empty."""
    plan = agent.get("plan")
    planned = {str(one.get("id")): one for one in _objects(plan.get("steps") if isinstance(plan, Mapping) else None)}
    records = {str(one.get("id")): one for one in _objects(agent.get("steps"))}
    return [_read(one, planned.get(one, {}), records.get(one, {})) for one in dict.fromkeys([*planned, *records])]


def _read(step_id: str, call: Json, record: Json) -> _Step:
    state = record.get("state")
    return _Step(
        id=step_id,
        title=str(record.get("title") or call.get("tool") or step_id),
        worker=str(call.get("worker") or ""),
        tool=str(call.get("tool") or ""),
        arguments=call.get("arguments"),
        depends_on=tuple(str(one) for one in _list_in(call, "depends_on")),
        state=state if isinstance(state, str) and state in STATES else "waiting",
        ms=_number(record.get("ms")),
        attempts=int(_number(record.get("attempts"))),
        message=str(record.get("message") or ""),
        outputs=record.get("outputs"),
        refs=tuple(one for one in _list_in(record, "refs") if isinstance(one, int)),
    )


def _drawn(exchange_id: str, step: _Step) -> DrawnStep:
    return DrawnStep(
        id=step.id,
        title=step.title,
        worker=step.worker,
        target=step_anchor(exchange_id, step.id),
        depends_on=step.depends_on,
        state=step.state,
        time=milliseconds(step.ms) if step.state in ("done", "failed") else "",
    )


# --------------------------------------------------------------------------- who made it


def _made_by(agent: Json, count: int) -> str:
    by = str(agent.get("by") or "")
    known = both(f"plan.by.{by}") if has_word(f"plan.by.{by}") else both("plan.by.nobody")
    steps = both("plan.one_step" if count == 1 else "plan.steps", count=count) if count else both("plan.no_steps")
    return f'<p class="plan-by"><span class="plan-maker by-{escape(by)}">{known}</span> · {steps}</p>'


def render_template_use(template: Json) -> str:
    """What was reused: the template, the values in its slots, the question that it came from, and the time saved."""
    level = str(template.get("level") or "")
    why = f"<p>{both(f'plan.level.{level}')}</p>" if has_word(f"plan.level.{level}") else ""
    description = template.get("description")
    told = f'<p class="template-text" dir="auto">{render_slots(str(description))}</p>' if description else ""
    slots = "".join(_slot(one) for one in _objects(template.get("slots")))
    table = (
        f'<table class="plain slots"><thead><tr><th scope="col">{both("plan.slot")}</th>'
        f'<th scope="col">{both("plan.type")}</th><th scope="col">{both("plan.value")}</th></tr></thead>'
        f"<tbody>{slots}</tbody></table>"
        if slots
        else ""
    )
    sample = template.get("sample_question")
    asked = f'<p class="muted">{both("plan.sample")} <q dir="auto">{escape(str(sample))}</q></p>' if sample else ""
    return f'<div class="template-use">{why}{told}{table}{asked}{_saved(template)}</div>'


def render_slots(text: str) -> str:
    """A text whose slots stand out."""
    pieces: list[str] = []
    position = 0
    for match in SLOT.finditer(text):
        pieces.append(escape(text[position : match.start()]))
        pieces.append(f'<code class="slot">{escape(match[0][1:-1])}</code>')
        position = match.end()
    return "".join(pieces) + escape(text[position:])


def _slot(slot: Json) -> str:
    value, text = slot.get("value"), slot.get("text")
    read = escape(str(text)) if text else escape(_short(value))
    exact = "" if value is None or str(value) == text else f' <code class="muted">{escape(_short(value))}</code>'
    return (
        f'<tr><td><code class="slot">{escape(str(slot.get("name") or ""))}</code></td>'
        f'<td>{slot_type(slot.get("type"))}</td><td><strong dir="auto">{read}</strong>{exact}</td></tr>'
    )


def slot_type(value: object) -> str:
    """The name of a slot's type."""
    key = f"plan.slot_type.{value}"
    return both(key) if has_word(key) else escape(str(value or ""))


def _saved(template: Json) -> str:
    before, now = template.get("planning_ms"), template.get("recall_ms")
    if not isinstance(before, int | float) or not isinstance(now, int | float) or before <= now:
        return f'<p class="plan-saved">{both("plan.saved")}</p>'
    times = {"before": milliseconds(before), "now": milliseconds(now), "saved": milliseconds(before - now)}
    return f'<p class="plan-saved">{both("plan.saved_ms", **times)}</p>'


# --------------------------------------------------------------------------- the steps, told


def _list(exchange_id: str, steps: Sequence[_Step], mark: MarkRenderer) -> str:
    items = "".join(_item(exchange_id, step, mark) for step in steps)
    return f'<ol class="plan-steps">{items}</ol>' if items else ""


def _item(exchange_id: str, step: _Step, mark: MarkRenderer) -> str:
    facts = [f'<span class="step-state">{step.state_words}</span>']
    if step.state in ("done", "failed"):
        facts.append(escape(milliseconds(step.ms)))
    if step.attempts > 1:
        facts.append(both("plan.attempts", count=step.attempts))
    if step.depends_on:
        facts.append(both("plan.needs", steps=", ".join(step.depends_on)))
    marks = "".join(mark(number) or f"[{number}]" for number in step.refs)
    return (
        f'<li id="{escape(step_anchor(exchange_id, step.id))}" class="is-{step.state}" tabindex="-1">'
        f'<p class="step-head"><span class="step-mark" aria-hidden="true"></span><code>{escape(step.id)}</code> '
        f'<strong dir="auto">{escape(step.title)}</strong></p>'
        f'<p class="muted step-facts"><code>{escape(step.worker)}</code> · {" · ".join(facts)}</p>'
        + (f'<p class="step-message">{escape(step.message)}</p>' if step.message else "")
        + _outputs(step.outputs)
        + (f'<p class="step-refs">{both("plan.rests_on")} {marks}</p>' if marks else "")
        + _arguments(step)
        + "</li>"
    )


def _outputs(outputs: object) -> str:
    if not isinstance(outputs, Mapping):
        return ""
    rows = "".join(
        f"<div><dt>{both(f'plan.output.{name}') if has_word(f'plan.output.{name}') else escape(str(name))}</dt>"
        f"<dd>{shown}</dd></div>"
        for name, value in outputs.items()
        if (shown := _output(value))
    )
    return f'<dl class="pairs step-outputs">{rows}</dl>' if rows else ""


def _output(value: object) -> str:
    if isinstance(value, list | tuple):
        names = [escape(str(one)) for one in value[:_NAMES_MAX] if not isinstance(one, Mapping | list | tuple)]
        more = len(value) - len(names)
        listed = "".join(f'<li dir="auto">{name}</li>' for name in names)
        rest = f'<li class="muted">+{more}</li>' if more > 0 else ""
        return f'<ul class="step-names">{listed}{rest}</ul>' if listed or rest else ""
    if isinstance(value, str):
        return f'<span dir="auto">{escape(_cut(value, _TEXT_MAX))}</span>' if value.strip() else ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "" if value is None else escape(_short(value))
    return f"{value:,g}" if abs(value) < 1e15 else escape(str(value))


def _arguments(step: _Step) -> str:
    if not isinstance(step.arguments, Mapping) or not step.tool:
        return ""
    written = json.dumps(step.arguments, ensure_ascii=False, indent=1, default=str)
    return (
        f"<details><summary>{both('plan.call')}</summary>"
        f"<pre><code>{escape(step.tool)} {render_slots(_cut(written, _ARGUMENTS_MAX))}</code></pre></details>"
    )


def _open(agent: Json) -> str:
    parts = "".join(
        f'<li><q dir="auto">{escape(str(part.get("text") or ""))}</q>'
        f'<span class="muted">{escape(str(part.get("why") or ""))}</span></li>'
        for part in _objects(agent.get("open"))
    )
    return f'<div class="plan-open"><h3>{both("plan.open")}</h3><ul>{parts}</ul></div>' if parts else ""


# --------------------------------------------------------------------------- values of any kind


def _objects(value: object) -> Iterator[Json]:
    if isinstance(value, list | tuple):
        yield from (one for one in value if isinstance(one, Mapping))


def _list_in(value: Json, key: str) -> Sequence[object]:
    found = value.get(key)
    return found if isinstance(found, list | tuple) else ()


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return _cut(text, 80)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
