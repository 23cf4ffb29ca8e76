"""One template of the Plans tab → HTML: its drawing, slots, sample, bindings and JSON, and what can be done with it."""

from __future__ import annotations

import json
from html import escape

from ..cache.plans.desk import TEMPLATE_MAX_CHARS
from ..cache.plans.template import Node, Template
from .render_agent import SLOT, render_slots, slot_type
from .render_graph import DrawnStep, render_graph
from .render_plans import date, maker, render_state
from .render_trace import milliseconds
from .words import both


def render_template(template: Template, *, manageable: bool) -> str:
    """The whole template. Its sample is another visitor's question: only who manages plans sees it, and the JSON."""
    reason = f'<p class="problem">{escape(template.reason)}</p>' if template.reason else ""
    sample = _sample(template) + _json(template) if manageable else f'<p class="muted">{both("plans.hidden")}</p>'
    return (
        f'<p class="template-text" dir="auto">{render_slots(template.description)}</p>{reason}'
        f"{_actions(template) if manageable else ''}{_facts(template)}"
        f"{render_graph([_drawn(node) for node in template.nodes])}{_nodes(template)}"
        f"{_slots(template, manageable=manageable)}{sample}"
    )


def render_nothing_open() -> str:
    """What stands there before one is opened."""
    return f'<p class="muted">{both("plans.open_note")}</p>'


def _actions(template: Template) -> str:
    buttons = []
    if template.state != "active":
        buttons.append(("approve", "plans.approve"))
    if template.state in ("active", "waiting"):
        buttons.append(("disable", "plans.disable"))
    buttons += [("download", "plans.download"), ("delete", "plans.delete")]
    drawn = "".join(
        f'<button type="button" class="plain" data-do="{do}" data-plan="{escape(template.plan_id)}" data-key="{do}">'
        f"{both(label)}</button>"
        for do, label in buttons
    )
    return f'<div class="kb-actions">{drawn}</div>'


def _facts(template: Template) -> str:
    facts = [
        ("plans.state", render_state(template)),
        ("plans.id", f"<code>{escape(template.plan_id)}</code> · {both('plans.version', count=template.version)}"),
        ("plans.intent", f"<code>{escape(template.intent)}</code>"),
        ("plans.made_by", maker(template)),
        ("plans.used", both("plans.hits", count=f"{template.hit_count:,}")),
        ("plans.last_use", date(template.last_hit_time)),
        ("plans.made", date(template.creation_time)),
        ("plans.took", escape(milliseconds(template.planning_ms))),
        ("plans.saved", escape(milliseconds(template.avg_latency_saved)) if template.hit_count else "–"),
        ("plans.tokens", f"{template.planner_tokens:,}"),
    ]
    facts += [
        ("plans.rests_on", f"<code>{escape(key)} = {escape(value)}</code>") for key, value in template.bindings.items()
    ]
    rows = "".join(f"<div><dt>{both(name)}</dt><dd>{value}</dd></div>" for name, value in facts)
    return f'<dl class="pairs">{rows}</dl>'


def _drawn(node: Node) -> DrawnStep:
    slots = _slots_of(node)
    title = f"{node.tool_name}: {', '.join(slots)}" if slots else node.tool_name
    needs = node.to_json()["depends_on"]
    return DrawnStep(
        id=node.id,
        title=title,
        worker=node.worker,
        target=f"node-{node.id}",
        depends_on=tuple(str(one) for one in needs) if isinstance(needs, list) else (),
    )


def _slots_of(node: Node) -> list[str]:
    written = json.dumps(node.parameters, ensure_ascii=False) + (node.prompt_template or "")
    return list(dict.fromkeys(match[1] for match in SLOT.finditer(written)))


def _nodes(template: Template) -> str:
    items = ""
    for node in template.nodes:
        needs = node.to_json()["depends_on"]
        needed = (
            f" · {both('plan.needs', steps=', '.join(map(str, needs)))}" if isinstance(needs, list) and needs else ""
        )
        prompt = (
            f'<p class="template-prompt" dir="auto">{render_slots(node.prompt_template)}</p>'
            if node.prompt_template
            else ""
        )
        written = json.dumps(node.parameters, ensure_ascii=False, indent=1)
        items += (
            f'<li id="node-{escape(node.id)}" tabindex="-1"><p class="step-head"><code>{escape(node.id)}</code> '
            f"<strong>{escape(node.tool_name)}</strong></p>"
            f'<p class="muted step-facts"><code>{escape(node.worker)}</code> · {both("plans.gives")} '
            f"<code>{escape(node.output_key)}</code>{needed}</p>{prompt}"
            f"<details><summary>{both('plans.parameters')}</summary><pre><code>{render_slots(written)}</code></pre>"
            "</details></li>"
        )
    return f'<ol class="plan-steps">{items}</ol>'


def _slots(template: Template, *, manageable: bool) -> str:
    if not template.slots:
        return ""
    rows = ""
    for slot in template.slots:
        value = template.sample.texts.get(slot.name, "") if manageable else ""
        optional = "" if slot.required else f' <span class="muted">{both("plans.optional")}</span>'
        rows += (
            f'<tr><td><code class="slot">{escape(slot.name)}</code>{optional}</td><td>{slot_type(slot.type)}</td>'
            + (f'<td dir="auto">{escape(value)}</td>' if manageable else "")
            + "</tr>"
        )
    heads = ["plan.slot", "plan.type", *(["plans.in_sample"] if manageable else [])]
    head = "".join(f'<th scope="col">{both(name)}</th>' for name in heads)
    return (
        f'<h4>{both("plans.slots")}</h4><div class="table-scroll"><table class="plain"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _sample(template: Template) -> str:
    answer = f'<p class="quote" dir="auto">{escape(template.sample_output)}</p>' if template.sample_output else ""
    return f'<h4>{both("plans.sample")}</h4><p><q dir="auto">{escape(template.sample.question)}</q></p>{answer}'


def _json(template: Template) -> str:
    text = json.dumps(template.to_json(), ensure_ascii=False, indent=2)
    return (
        f'<details class="template-edit"><summary>{both("plans.edit")}</summary><p class="muted" id="plans-edit-note">'
        f'{both("plans.edit_note")}</p><label class="sr" for="plans-json">JSON</label><textarea id="plans-json" '
        f'rows="18" spellcheck="false" autocomplete="off" maxlength="{TEMPLATE_MAX_CHARS}" wrap="off" '
        f'aria-describedby="plans-edit-note plans-edit-problem">{escape(text)}</textarea>'
        '<p class="problem" id="plans-edit-problem" role="alert" hidden></p><div class="kb-actions">'
        f'<button type="button" class="primary" data-do="save" data-plan="{escape(template.plan_id)}">'
        f"{both('plans.save')}</button></div></details>"
    )
