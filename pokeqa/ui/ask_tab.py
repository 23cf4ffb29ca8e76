"""The Ask tab: conversation, toggles and question box, wired to the engine."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import gradio as gr
from pydantic import ValidationError

from ..availability import Availability
from ..errors import PokeqaError
from ..events import AgentProgress, Delta, Event, Failed, Finished, Progress
from ..request import QUERY_MAX_CHARS, ChatBody, Meta, Turn
from ..settings import Settings
from .conversation import Conversation, Exchange
from .render_answer import patch
from .render_frame import render_composer, render_side_frame, render_toggles, render_welcome
from .words import ANSWER_LANGUAGES, LANGUAGES, both

logger = logging.getLogger(__name__)

#: A conversation that nobody continues is forgotten after this many seconds.
CONVERSATION_TTL_S = 4 * 3600
#: The page is redrawn at most this often while an answer streams in.
REDRAW_S = 1 / 12
#: And at least this often: only between two draws does Gradio end the work for a visitor who has left.
KEEP_ALIVE_S = 1.0
#: What the switches choose where the page names nothing, as fields of `Meta`.
KNOWLEDGE_BASE_ID = "pokedex"
MCP_ID = "pokedex"


class AskEngine(Protocol):
    """What the page needs of the engine."""

    def ask(self, body: ChatBody) -> AsyncGenerator[Event, None]:
        """The events of one question."""
        ...

    def availability(self, language: str = "en") -> Mapping[str, Availability]:
        """What can be used, and why not, in words of `language`."""
        ...

    def choices(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """What can be chosen within a source, as (id, name). May block for a moment."""
        ...

    def rate(self, history: Sequence[Turn], query: str, route: str, *, good: int = 0, bad: int = 0) -> None:
        """Count what the visitor thinks of an answer."""
        ...

    def forget_conversation(self, history: Sequence[Turn]) -> None:
        """Erase what is remembered of a conversation that has ended."""
        ...


@dataclass(frozen=True, slots=True)
class Problem:
    """A question that cannot be asked; `html` says why."""

    html: str


def build_ask_tab(
    page: gr.Blocks, engine: AskEngine, settings: Settings, opened: Callable[..., object]
) -> gr.HTML:  # fmt: skip
    """Put the tab's parts into the page that is being built, and wire them; the switches.

    The switches are drawn anew whenever `opened` tells that the tab is shown.
    """

    def forget(ended: Conversation | None) -> None:
        if ended is not None:
            engine.forget_conversation(ended.history())
            ended.clear()

    conversation = gr.State(None, time_to_live=CONVERSATION_TTL_S, delete_callback=forget)
    with gr.Row(elem_id="ask-grid"):
        with gr.Column(elem_id="ask-main"):
            toggles = gr.HTML(
                toggles_html(engine), elem_id="toggles", js_on_load="pokeqa.toggles(element, watch)", **_BARE
            )
            log = gr.HTML(
                None,
                elem_id="log",
                html_template=_LOG,
                welcome=render_welcome(),
                js_on_load="pokeqa.log(element, props, watch, trigger)",
                **_BARE,
            )
            composer = gr.HTML(
                render_composer(), elem_id="composer", js_on_load="pokeqa.composer(element, trigger)", **_BARE
            )
        with gr.Column(elem_id="ask-side"):
            gr.HTML(render_side_frame(), elem_id="panels", js_on_load="pokeqa.side(element)", **_BARE)

    async def begin() -> tuple[Conversation, str]:
        return Conversation(), await asyncio.to_thread(toggles_html, engine)

    def show(event: gr.EventData) -> object:
        return toggles_html(engine) if event._data.get("tab") == "ask" else gr.skip()

    async def ask(current: Conversation | None, event: gr.EventData) -> AsyncGenerator[tuple[Any, Conversation], None]:
        current = current or Conversation()  # forgotten meanwhile
        body = read_body(event._data, current)
        if isinstance(body, Problem):
            yield {"kind": "problem", "html": body.html, "at": time.time_ns()}, current
            return
        exchange, stop = current.begin(str(event._data["query"]).strip())
        async with aclosing(follow(engine, body, exchange, stop)) as changes:
            beat = 0
            async for _ in changes:
                beat += 1  # tells the page's script that the server is still there, even when nothing else is new
                yield {**patch(exchange), "beat": beat}, current

    async def stop(current: Conversation | None) -> None:
        if current is not None:
            current.stop()

    async def clear(current: Conversation | None) -> tuple[Any, Conversation]:
        forget(current)
        return {"kind": "clear", "at": time.time_ns()}, Conversation()

    async def rate(current: Conversation | None, event: gr.EventData) -> object:
        fields = event._data if isinstance(event._data, Mapping) else {}
        if current is None or (exchange := current.find(fields.get("id"))) is None:
            return gr.skip()
        return await vote(engine, current, exchange, fields.get("vote"))

    quiet: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
    page.load(begin, None, [conversation, toggles], concurrency_limit=None, **quiet)
    asked = composer.submit(
        ask, [conversation], [log, conversation], concurrency_limit=settings.max_concurrent_requests, **quiet
    )
    asked.failure(None, js="() => pokeqa.failed()", **quiet)
    log.like(rate, [conversation], log, concurrency_limit=None, **quiet)
    composer.stop(stop, [conversation], None, concurrency_limit=None, **quiet)
    composer.clear(clear, [conversation], [log, conversation], concurrency_limit=None, **quiet)
    # Who moves on quickly is shown the last tab all the same: by default, Gradio asks for one at a time.
    opened(show, None, toggles, concurrency_limit=None, trigger_mode="multiple", **quiet)
    return toggles


#: Never drawn anew: the script puts each exchange in its place, so that focus, selection and scrolling stay.
_LOG = (
    f'<h2 class="sr">{both("app.conversation")}</h2>${{welcome}}'
    '<div class="log" role="log" aria-live="polite" aria-relevant="additions text"></div>'
)

#: The parts bring their own look and reach assistive technology without Gradio's wrapping.
_BARE: dict[str, Any] = {"apply_default_css": False, "padding": False}


def availability_by_language(engine: AskEngine) -> dict[str, tuple[bool, str, dict[str, str]]]:
    """For each source: whether it can be used, the code of the reason if not, and the reason in each UI language."""
    states = {language: engine.availability(ANSWER_LANGUAGES[language]) for language in LANGUAGES}
    return {
        name: (state.available, state.code, {language: states[language][name].reason for language in LANGUAGES})
        for name, state in states[LANGUAGES[0]].items()
    }


def toggles_html(engine: AskEngine) -> str:
    """The source switches as they stand now."""
    return render_toggles(availability_by_language(engine), engine.choices())


def read_body(data: object, conversation: Conversation) -> ChatBody | Problem:
    """The question as the page's script sends it, checked as any other client's; the history is the server's own."""
    fields = data if isinstance(data, Mapping) else {}
    sources = fields.get("sources")
    sources = sources if isinstance(sources, Mapping) else {}
    picked = fields.get("picked")
    picked = picked if isinstance(picked, Mapping) else {}
    query = fields.get("query")
    try:
        meta = Meta(
            db_id=_picked(picked, "knowledge_base", KNOWLEDGE_BASE_ID)
            if sources.get("knowledge_base") is True
            else None,
            use_graph=sources.get("graph") is True,
            use_web=sources.get("web") is True,
            mcp_id=_picked(picked, "mcp", MCP_ID) if sources.get("mcp") is True else None,
            use_agent=sources.get("agent") is True,
            use_cache=fields.get("use_cache") is not False,
        )
        return ChatBody(query=query if isinstance(query, str) else "", history=conversation.history(), meta=meta)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["loc"] != ("query",):
            return Problem(both("problem.request", field=".".join(map(str, first["loc"]))))
        if first["type"].endswith("too_short"):
            return Problem(both("problem.empty"))
        if first["type"].endswith("too_long"):
            return Problem(both("problem.too_long", limit=f"{QUERY_MAX_CHARS:,}", count=f"{len(str(query).strip()):,}"))
        return Problem(both("problem.control"))


def _picked(picked: Mapping[Any, Any], source: str, otherwise: str) -> str:
    value = picked.get(source)
    return value if isinstance(value, str) and value else otherwise


async def follow(
    engine: AskEngine, body: ChatBody, exchange: Exchange, stop: asyncio.Event, redraw_s: float = REDRAW_S
) -> AsyncGenerator[None, None]:
    """Fill `exchange` from the engine's events; yields when it is worth drawing, the last time when it is complete.

    A quick answer is drawn once. `stop` ends the work at once.
    """
    changed = asyncio.Event()
    changed.set()  # that the work has begun is worth drawing, too
    working = asyncio.create_task(_work(engine, body, exchange, changed))
    stopping = asyncio.create_task(stop.wait())
    drawn = time.monotonic()
    try:
        while not working.done() and not stopping.done():
            await asyncio.wait({working, stopping}, timeout=redraw_s, return_when=asyncio.FIRST_COMPLETED)
            due = changed.is_set() or time.monotonic() - drawn > KEEP_ALIVE_S
            if due and not working.done() and not stopping.done():
                changed.clear()
                drawn = time.monotonic()
                yield
        if exchange.state == "running":
            exchange.state = "stopped"
        yield
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.gather(working, stopping, return_exceptions=True)
        if exchange.state == "running":  # the visitor left
            exchange.state = "stopped"


async def _work(engine: AskEngine, body: ChatBody, exchange: Exchange, changed: asyncio.Event) -> None:
    """Apply the engine's events to `exchange` until it is complete."""
    try:
        async with aclosing(engine.ask(body)) as events:
            async for event in events:
                apply(event, exchange)
                changed.set()
                if exchange.state != "running":
                    return
        exchange.state = "failed"
    except PokeqaError as error:
        exchange.state, exchange.message = "failed", str(error)
    except Exception:  # the visitor gets a sentence, the log what happened
        logger.exception("The engine failed on a question from the page.")
        exchange.state = "failed"


def apply(event: Event, exchange: Exchange) -> None:
    """What an event changes in an exchange."""
    match event:
        case Progress(source=str(source)):
            exchange.sources[source] = (event.state, event.message or "")
        case Progress():
            exchange.progress = event.message or exchange.progress
        case AgentProgress():
            exchange.progress = event.message or exchange.progress
            exchange.agent = event.agent
        case Delta():
            exchange.text += event.text
        case Finished():
            exchange.route, exchange.refs, exchange.trace = event.route, event.refs, event.trace
            exchange.message, exchange.state = event.message, "finished"
            agent = event.refs.get("agent")
            # Outside agent mode it is there, and empty.
            exchange.agent = agent if isinstance(agent, Mapping) and any(agent.values()) else None
        case Failed():
            exchange.message, exchange.state = event.message, "failed"


async def vote(engine: AskEngine, conversation: Conversation, exchange: Exchange, chosen: object) -> dict[str, Any]:
    """Count a thumb on an answer, and give what the page shows of it. The same thumb again takes it back."""
    before = exchange.vote
    after: Literal["good", "bad"] | None = None
    if chosen == "good" or chosen == "bad":
        after = None if chosen == before else chosen
    change = {side: (after == side) - (before == side) for side in ("good", "bad")}
    if exchange.state == "finished" and after != before:
        history = conversation.history(before=exchange)
        try:
            await asyncio.to_thread(engine.rate, history, exchange.question, str(exchange.route), **change)
            exchange.vote = after
        except PokeqaError:
            logger.warning("A vote could not be counted.", exc_info=True)
    return {"kind": "vote", "id": exchange.id, "vote": exchange.vote, "at": time.time_ns()}
