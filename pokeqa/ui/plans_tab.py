"""The Plans tab: the plans of agent mode that are kept, what people do with them, and what they save."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Protocol

import gradio as gr

from ..admin import Access, access_of, may_manage
from ..cache.plans.desk import PlanDesk
from ..cache.plans.figures import figures_of
from ..cache.plans.library import Use
from ..cache.plans.template import STATES, Template
from ..errors import PokeqaError
from ..settings import Settings
from .render_plan_figures import render_plan_charts, render_plan_figures
from .render_plans import (
    PAGE_TEMPLATES,
    PlansView,
    render_carry,
    render_gate,
    render_list,
    render_plans_frame,
    render_queue,
)
from .render_template import render_nothing_open, render_template
from .words import both

logger = logging.getLogger(__name__)

#: The largest file of templates, and the part of it that comes with one event (the page's script cuts it at lines).
IMPORT_MAX_KB, IMPORT_PART_MAX_CHARS = 4096, 250_000
#: What changes something or tells what visitors asked.
_MANAGED = frozenset({"approve", "disable", "delete", "save", "import", "export"})
#: What changes only which templates are shown: the figures stay as they are.
_LOOKING = frozenset({"list", "open"})


class PlansEngine(Protocol):
    """What the tab needs of the engine."""

    def plan_desk(self) -> PlanDesk:
        """The desk for the plans; raises `PokeqaError` where there are none. May block."""
        ...


def build_plans_tab(engine: PlansEngine, settings: Settings) -> None:
    """Put the tab into the page that is being built. Its script asks for what it shows."""
    content = gr.HTML(
        None,
        elem_id="plans",
        html_template="${frame}",
        frame=render_plans_frame(IMPORT_MAX_KB),
        js_on_load="pokeqa.plans(element, props, trigger, watch)",
        apply_default_css=False,
        padding=False,
    )

    # Not a coroutine: it waits for the library's database, and Gradio runs it in a thread.
    def act(event: gr.EventData, request: gr.Request) -> dict[str, Any]:
        headers = {str(name).lower(): str(value) for name, value in request.headers.items()}
        return answer(engine, settings, event._data, headers)

    content.input(
        act, None, content, concurrency_limit=4, trigger_mode="multiple", show_progress="hidden",
        api_visibility="private",
    )  # fmt: skip


def answer(engine: PlansEngine, settings: Settings, data: object, headers: Mapping[str, str]) -> dict[str, Any]:
    """The tab after what a visitor did, as the page's script takes it.

    `parts` are pieces of HTML by the place that they belong to; what is not among them stays as it is.
    """
    asked = _Asked(data)
    access = access_of(settings, headers)
    manageable = may_manage(settings, headers, asked.text("token"))
    wrong = access == "token" and bool(asked.text("token")) and not manageable
    patch: dict[str, Any] = {"n": asked.number("n"), "at": time.time_ns(), "problem": "", "told": "", "file": None}
    patch["parts"] = {"gate": render_gate(access, wrong=wrong)}
    do = asked.text("do")
    try:
        desk = engine.plan_desk()
        if do in _MANAGED and not manageable:
            patch["problem"] = both(_refusal(access, asked.text("token")))
            return patch
        try:
            patch |= _do(desk, do, asked)
        except PokeqaError as error:
            patch["problem"] = escape(str(error))
            if do == "save":
                return patch  # what was typed stays
        templates = desk.library.all()
        patch["parts"] |= look(templates, asked, manageable=manageable)
        if do not in _LOOKING:
            patch["parts"] |= figures(desk.library.uses(), templates)
    except PokeqaError as error:
        patch["problem"] = escape(str(error))
    except Exception:
        logger.exception("Something a visitor did with the plans failed.")
        patch["problem"] = both("plans.problem")
    return patch


def look(templates: Sequence[Template], asked: _Asked, *, manageable: bool) -> dict[str, str]:
    """The templates: those that wait, the list, and the one that is open."""
    matching = [one for one in templates if _matches(one, asked.text("state"), asked.text("search"))]
    chosen = next((one for one in templates if one.plan_id == asked.text("plan")), None)
    first = max(0, min(asked.number("first"), (len(matching) - 1) // PAGE_TEMPLATES * PAGE_TEMPLATES))
    view = PlansView(
        templates=matching[first : first + PAGE_TEMPLATES],
        first=first,
        matching=len(matching),
        waiting=[one for one in templates if one.state == "waiting"],
        chosen="" if chosen is None else chosen.plan_id,
        manageable=manageable,
    )
    return {
        "queue": render_queue(view),
        "list": render_list(view),
        "carry": render_carry(manageable=manageable),
        "detail": render_nothing_open() if chosen is None else render_template(chosen, manageable=manageable),
    }


def figures(uses: Sequence[Use], templates: Sequence[Template]) -> dict[str, str]:
    """What plans save."""
    found = figures_of(uses)
    known = {one.plan_id: one.description for one in templates}
    return {"figures": render_plan_figures(found), "charts": render_plan_charts(found, uses, known)}


def _do(desk: PlanDesk, do: str, asked: _Asked) -> dict[str, Any]:
    """Do what was asked; what to tell, and the text of a file to save. Raises `PokeqaError` with a sentence."""
    plan_id = asked.text("target")
    match do:
        case "approve":
            return _told("plans.approved" if desk.set_state(plan_id, "active") else "plans.gone")
        case "disable":
            return _told("plans.disabled" if desk.set_state(plan_id, "disabled") else "plans.gone")
        case "delete":
            return _told("plans.deleted" if desk.delete(plan_id) else "plans.gone")
        case "save":
            desk.save(asked.text("text"))
            return _told("plans.stored")
        case "export":
            return {"file": "".join(f"{line}\n" for line in desk.export())}
        case "import":
            return _imported(desk, asked.text("text"))
    return {}


def _imported(desk: PlanDesk, text: str) -> dict[str, Any]:
    if len(text) > IMPORT_PART_MAX_CHARS:
        return {"problem": both("plans.too_large", limit=f"{IMPORT_MAX_KB:,}")}
    counts = desk.import_lines(text.splitlines())
    imported, left = counts.pop("imported"), sum(counts.values())
    return {**_told("plans.imported", count=imported, left=left), "imported": imported, "left": left}


def _told(key: str, **values: object) -> dict[str, Any]:
    return {"told": both(key, **values)}


def _refusal(access: Access, token: str) -> str:
    return "plans.access.closed" if access == "closed" else "plans.access.wrong" if token else "plans.access.missing"


def _matches(template: Template, state: str, search: str) -> bool:
    """Whether a template is in a state (any other word: whatever it is) and holds every word of a search."""
    if state in STATES and template.state != state:
        return False
    words = [template.description, template.intent, template.plan_id, *template.slot_types, template.by]
    text = " ".join(words).casefold()
    return all(word in text for word in search.casefold().split())


class _Asked:
    """What the page's script sent; whatever is missing or of another kind is empty."""

    def __init__(self, data: object) -> None:
        self._fields: Mapping[object, object] = data if isinstance(data, Mapping) else {}

    def text(self, name: str) -> str:
        """A field that is text."""
        value = self._fields.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        """A field that is a whole number."""
        value = self._fields.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0
