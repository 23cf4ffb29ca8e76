"""The Caches tab: what is kept, how it does, and why two questions share an answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import gradio as gr
from pydantic import TypeAdapter, ValidationError

from ..admin import access_of, may_manage
from ..engine import Engine
from ..errors import PokeqaError, StoreError
from ..request import Query
from ..settings import Settings
from .render_caches import (
    render_caches_head,
    render_figures,
    render_listing,
    render_problem,
    render_refused,
    render_search,
)
from .render_explorer import render_explorer, render_kept_questions, render_verdict
from .words import both

_BARE: dict[str, Any] = {"apply_default_css": False, "padding": False}
_QUERY: TypeAdapter[str] = TypeAdapter(Query)


def build_caches_tab(opened: Callable[..., object], engine: Engine, settings: Settings) -> None:
    """Put the tab into the page that is being built; it is drawn anew whenever `opened` tells that it is shown."""
    gr.HTML(render_caches_head(), elem_id="caches-head", **_BARE)
    figures = gr.HTML("", elem_id="caches-figures", **_BARE)
    explorer = gr.HTML(
        render_explorer(), elem_id="caches-explorer", js_on_load="pokeqa.cacheForm(element, trigger, watch)", **_BARE
    )
    verdict = gr.HTML("", elem_id="caches-verdict", **_BARE)
    search = gr.HTML("", elem_id="caches-search", js_on_load="pokeqa.cacheForm(element, trigger, watch)", **_BARE)
    listing = gr.HTML("", elem_id="caches-list", js_on_load="pokeqa.cacheList(element, trigger)", **_BARE)
    kept = gr.HTML(render_kept_questions(()), elem_id="caches-kept", **_BARE)

    async def show(event: gr.EventData, request: gr.Request) -> tuple[object, ...]:
        if event._data.get("tab") != "caches":
            return (gr.skip(),) * 4
        access = access_of(settings, headers_of(request))
        entries, questions = await look({}, request) if access == "open" else ("", render_kept_questions(()))
        return await figures_html(engine), render_search(access), entries, questions

    async def look(data: Mapping[str, object], request: gr.Request, done: str = "") -> tuple[str, str]:
        if not may_manage(settings, headers_of(request), text_of(data, "token")):
            return render_refused(), render_kept_questions(())
        try:
            found = await engine.caches().entries(text_of(data, "search"))
        except PokeqaError as error:
            return render_problem(str(error)), render_kept_questions(())
        questions = [question for entry in found.entries for question in entry.questions]
        return render_listing(found, done), render_kept_questions(questions)

    async def find(event: gr.EventData, request: gr.Request) -> tuple[str, str]:
        return await look(fields_of(event), request)

    async def forget(event: gr.EventData, request: gr.Request) -> tuple[object, ...]:
        data = fields_of(event)
        if not may_manage(settings, headers_of(request), text_of(data, "token")):
            return gr.skip(), render_refused(), gr.skip()
        try:
            count = await forget_what(engine, text_of(data, "what"), text_of(data, "value"))
        except PokeqaError as error:
            return gr.skip(), render_problem(str(error)), gr.skip()
        return await figures_html(engine), *await look(data, request, both("caches.forgotten", count=count))

    async def compare(event: gr.EventData) -> str:
        data = fields_of(event)
        try:
            a, b = (_QUERY.validate_python(text_of(data, name)) for name in ("a", "b"))
        except ValidationError:
            return f'<div class="cache-page"><p class="problem" role="alert">{both("explore.both_needed")}</p></div>'
        try:
            return render_verdict(await engine.caches().explain(a, b))
        except PokeqaError as error:
            return render_problem(str(error))

    quiet: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
    # Whoever moves on quickly is shown the last tab all the same.
    shown = [figures, search, listing, kept]
    opened(show, None, shown, concurrency_limit=None, trigger_mode="multiple", **quiet)
    search.submit(find, None, [listing, kept], concurrency_limit=2, **quiet)
    listing.delete(forget, None, [figures, listing, kept], concurrency_limit=1, **quiet)
    explorer.submit(compare, None, verdict, concurrency_limit=4, **quiet)


async def figures_html(engine: Engine) -> str:
    """The figures as they stand now."""
    try:
        figures = await engine.caches().figures()
    except PokeqaError as error:
        return render_problem(str(error))
    try:
        votes = engine.feedback.votes()
    except StoreError:
        votes = []
    return render_figures(figures, votes, time.time())


async def forget_what(engine: Engine, what: str, value: str) -> int:
    """Forget an entry, a tag or everything; how many entries there were. Raises `StoreError` when it cannot be done."""
    desk = engine.caches()
    match what:
        case "entry":
            return await desk.forget(value)
        case "tag":
            return await desk.forget_tag(value)
        case "all":
            return await desk.forget_all()
    return 0


def headers_of(request: gr.Request) -> dict[str, str]:
    """The headers of a request by their names in lower case."""
    return {str(name).lower(): str(value) for name, value in request.headers.items()}


def fields_of(event: gr.EventData) -> Mapping[str, object]:
    """What the page's script sent."""
    return event._data if isinstance(event._data, Mapping) else {}


def text_of(data: Mapping[str, object], name: str) -> str:
    """A field that is text; empty where it is missing or something else."""
    value = data.get(name)
    return value if isinstance(value, str) else ""
