"""The Plans tab → HTML: the templates that wait for review, and the list of all. Their words are visitors' own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..admin import Access
from ..cache.plans.template import STATES, Template
from .render_agent import render_slots, slot_type
from .render_trace import milliseconds
from .words import attribute, both

#: Templates on one page of the list.
PAGE_TEMPLATES = 25
#: Templates of the review queue that are shown at once.
QUEUE_MAX = 10

#: Words that the script puts in: its own sentences, and what the dialog asks.
_SCRIPT_WORDS = ("delete_question", "too_large", "unreadable", "changed", "lost", "imported")
#: Fields that the script fills.
_SLOTS = {"count": "{count}", "left": "{left}"}


@dataclass(frozen=True, slots=True)
class PlansView:
    """The list: `templates` are those of the page that starts at `first` (from 0) among `matching` ones."""

    templates: Sequence[Template]
    first: int
    matching: int
    waiting: Sequence[Template]
    chosen: str
    manageable: bool


def render_plans_frame(import_max_kb: int) -> str:
    """What the tab always holds: its heading, search, places for what the script fills in, and the dialog."""
    states = "".join(
        f'<option value="{state}" {attribute("label", f"plans.states.{state}")}></option>' for state in ("all", *STATES)
    )
    words = "".join(
        f'<template data-word="{key}">{both(f"plans.{key}", limit=f"{import_max_kb:,}", **_SLOTS)}</template>'
        for key in _SCRIPT_WORDS
    )
    return (
        f'<div class="plans-page" data-import-max-kb="{import_max_kb}"><h2>{both("plans.title")}</h2>'
        f'<p class="lead">{both("plans.lead")}</p>'
        '<p class="problem" role="alert" hidden></p><p class="plans-told" role="status"></p>'
        '<div data-part="gate"></div><div data-part="queue"></div>'
        f'<section class="panel" aria-labelledby="plans-figures"><h3 id="plans-figures">{both("plans.figures")}</h3>'
        f'<div data-part="figures"></div><details class="plans-more" open><summary>{both("plans.charts")}</summary>'
        '<div data-part="charts"></div></details></section>'
        '<div class="plans-grid"><section class="panel plans-list" aria-labelledby="plans-list">'
        f'<h3 id="plans-list">{both("plans.templates")}</h3><form class="plans-search" role="search" novalidate>'
        f'<input type="search" id="plans-search" autocomplete="off" maxlength="100" '
        f"{attribute('placeholder', 'plans.search')} {attribute('aria-label', 'plans.search')}>"
        f'<select id="plans-state" {attribute("aria-label", "plans.state")}>{states}</select></form>'
        '<div data-part="list"></div><div data-part="carry"></div></section>'
        '<section class="panel plans-detail" tabindex="-1" aria-labelledby="plans-detail-title">'
        f'<h3 id="plans-detail-title">{both("plans.open")}</h3><div data-part="detail"></div></section></div>'
        '<dialog class="ask-first" aria-labelledby="plans-ask"><form method="dialog"><p id="plans-ask"></p>'
        f'<div class="kb-actions"><button type="button" class="plain" data-do="cancel">{both("plans.cancel")}</button>'
        f'<button type="submit" class="primary danger">{both("plans.delete")}</button></div></form></dialog>'
        f"{words}</div>"
    )


def render_gate(access: Access, *, wrong: bool) -> str:
    """Who may change plans here, with the field for the token where one is needed."""
    note = f'<p class="note">{both(f"plans.access.{access}")}</p>'
    if access != "token":
        return f'<div class="plans-gate">{note}</div>'
    refused = f'<p class="problem" role="alert">{both("plans.access.wrong")}</p>' if wrong else ""
    return (
        f'<div class="plans-gate">{note}<form class="plans-token" novalidate><label for="plans-token">'
        f'{both("plans.token")}</label><input type="password" id="plans-token" autocomplete="off" spellcheck="false">'
        f'<button type="submit" class="plain">{both("plans.use_token")}</button></form>{refused}</div>'
    )


def render_queue(view: PlansView) -> str:
    """The templates that wait for somebody to look at them; nothing where there are none."""
    if not view.waiting:
        return ""
    items = ""
    for one in view.waiting[:QUEUE_MAX]:
        actions = _button("open", one, "plans.look")
        if view.manageable:
            actions += _button("approve", one, "plans.approve") + _button("delete", one, "plans.delete")
        told = f'<p class="template-text" dir="auto">{render_slots(one.description)}</p>'
        items += f"<li>{told}{_facts(one)}<p>{actions}</p></li>"
    more = len(view.waiting) - QUEUE_MAX
    rest = f'<p class="muted">{both("plans.more_waiting", count=more)}</p>' if more > 0 else ""
    title = both("plans.queue", count=len(view.waiting))
    return (
        f'<section class="panel plans-queue" aria-labelledby="plans-queue"><h3 id="plans-queue">{title}</h3>'
        f"<ul>{items}</ul>{rest}</section>"
    )


def render_list(view: PlansView) -> str:
    """The templates of one page, each a button that opens it."""
    if not view.templates:
        return f'<p class="muted">{both("plans.none")}</p>'
    items = "".join(
        f'<li><button type="button" class="template-item" data-do="open" data-plan="{escape(one.plan_id)}" '
        f'data-key="open {escape(one.plan_id)}"{" aria-current=true" if one.plan_id == view.chosen else ""}>'
        f'<span class="template-text" dir="auto">{render_slots(one.description)}</span>{_facts(one)}</button></li>'
        for one in view.templates
    )
    return f"<ul>{items}</ul>{_pages(view)}"


def render_carry(*, manageable: bool) -> str:
    """Export of all templates and import of others."""
    if not manageable:
        return ""
    return (
        f'<div class="plans-carry"><p><button type="button" class="plain" data-do="export">{both("plans.export")}'
        f"</button></p><details><summary>{both('plans.import')}</summary>"
        f'<p class="muted">{both("plans.import_note")}</p><label for="plans-import">{both("plans.import_text")}</label>'
        '<textarea id="plans-import" rows="4" spellcheck="false" autocomplete="off"></textarea>'
        '<div class="kb-actions">'
        f'<button type="button" class="plain" data-do="choose">{both("plans.import_file")}</button>'
        f'<button type="button" class="primary" data-do="import">{both("plans.import_do")}</button></div>'
        '<input type="file" accept=".jsonl,.ndjson,.json,.txt" hidden></details></div>'
    )


def render_state(template: Template) -> str:
    """The state as a badge."""
    return f'<span class="plan-state plan-state-{template.state}">{both(f"plans.states.{template.state}")}</span>'


def date(at: float | None) -> str:
    """A moment (seconds since 1970) as a date; "–" for none."""
    if at is None or not 0 < at < 1e11:
        return "–"
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


def maker(template: Template) -> str:
    """Who planned it."""
    known: Mapping[str, str] = {"rules": both("plans.by.rules"), "llm": both("plans.by.llm")}
    return known.get(template.by, escape(template.by[:40]))


def _facts(template: Template) -> str:
    slots = ", ".join(slot_type(one) for one in template.slot_types)
    facts = [render_state(template), f"<code>{escape(template.intent)}</code>", slots, maker(template)]
    facts.append(both("plans.hits", count=f"{template.hit_count:,}"))
    if template.last_hit_time is not None:
        facts.append(both("plans.last", date=date(template.last_hit_time)))
    if template.avg_latency_saved > 0:
        facts.append(both("plans.saves", time=milliseconds(template.avg_latency_saved)))
    return f'<span class="template-facts">{" · ".join(one for one in facts if one)}</span>'


def _button(do: str, template: Template, label: str) -> str:
    return (
        f'<button type="button" class="plain" data-do="{do}" data-plan="{escape(template.plan_id)}" '
        f'data-key="queue {do} {escape(template.plan_id)}">{both(label)}</button> '
    )


def _pages(view: PlansView) -> str:
    total, first = view.matching, view.first
    if total <= PAGE_TEMPLATES:
        return ""
    shown = both(
        "knowledge.shown", first=f"{first + 1:,}", last=f"{first + len(view.templates):,}", all=f"{total:,}"
    )  # fmt: skip
    steps = (("previous", first - PAGE_TEMPLATES), ("next", first + PAGE_TEMPLATES))
    buttons = "".join(
        f'<button type="button" class="quiet" data-do="page" data-first="{at}" data-key="{name}" '
        f"{'' if 0 <= at < total else 'disabled'}>{both(f'knowledge.{name}')}</button>"
        for name, at in steps
    )
    return f'<div class="table-foot"><span class="muted">{shown}</span>{buttons}</div>'
