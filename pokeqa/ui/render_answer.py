"""A question and its answer → HTML: the visitor's bubble, and the answer with its badge, headline, cards and chips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any
from unicodedata import east_asian_width

from .conversation import Exchange
from .render_age import ages
from .render_agent import render_plan, render_running
from .render_cards import render_cards
from .render_markdown import Block, MarkRenderer, blocks_of, plain, render_block, render_inline
from .render_refs import mark_renderer, render_refs
from .render_trace import milliseconds, render_trace, total_ms
from .words import both, has_word, in_languages, word

#: A first paragraph of more columns is no headline; a Chinese or Japanese character takes two.
HEADLINE_MAX = 180


def render_question(exchange: Exchange) -> str:
    """The visitor's own words as a bubble."""
    said = f'<span class="sr">{both("answer.question")}: </span>'
    return f'<p class="bubble" dir="auto">{said}{escape(exchange.question)}</p>'


def render_answer(exchange: Exchange) -> str:
    """What is known of the answer so far; the whole answer once it is finished."""
    if exchange.state == "failed":
        sentence = escape(exchange.message) if exchange.message else both("problem.failed")
        return f'{_badge("error", [])}<p class="problem" role="alert">{sentence}</p>{_partial(exchange)}'
    if exchange.state == "stopped":
        return f'{_badge("stopped", [])}{_partial(exchange)}<p class="muted">{both("answer.stopped")}</p>'
    if exchange.state == "running":
        progress = escape(exchange.progress) if exchange.progress else both("answer.working")
        steps = render_running(exchange.agent) if exchange.agent else _sources(exchange)
        return (
            f"{steps}{_partial(exchange)}"
            f'<p class="progress"><span class="spinner" aria-hidden="true"></span>{progress}</p>'
        )
    return _finished(exchange)


def render_side(exchange: Exchange) -> dict[str, str]:
    """The content of the panels beside the conversation, for this exchange: `plan` (in agent mode), `trace`, `refs`."""
    marks = mark_renderer(exchange.id, exchange.refs)
    plan = render_plan(exchange.id, exchange.agent, marks) if exchange.agent else ""
    if exchange.state != "finished":
        return {"plan": plan, "trace": "", "refs": ""}
    return {
        "plan": plan,
        "trace": render_trace(exchange.trace),
        "refs": render_refs(exchange.id, exchange.refs),
    }


def _finished(exchange: Exchange) -> str:
    dataset = exchange.refs.get("local_dataset")
    dataset = dataset if isinstance(dataset, Mapping) else {}
    options = _choices(dataset.get("options"))
    follow_ups = _choices(dataset.get("follow_ups"))
    shown = {label for label, _ in (*options, *follow_ups)}
    blocks = [block for block in blocks_of(exchange.text) if not _repeats(block, shown)]

    notes = [milliseconds(total_ms(exchange.trace))] if exchange.trace else []
    model = exchange.refs.get("model_name")
    notes.append(escape(str(model)) if model else both("answer.no_llm"))
    message = f'<p class="note">{escape(exchange.message)}</p>' if exchange.message else ""
    return (
        _badge(str(exchange.route), notes)
        + _render_text(blocks, mark_renderer(exchange.id, exchange.refs))
        + message
        + _kept_note(exchange)
        + _chips(options, "answer.options", "options")
        + render_cards(card for card in dataset.get("cards") or () if isinstance(card, Mapping))
        + '<div class="answer-foot">'
        + _chips(follow_ups, "answer.follow_ups", "follow-ups")
        + _actions(exchange)
        + "</div>"
    )


def _sources(exchange: Exchange) -> str:
    """What each source is doing or came to, while the answer is on its way."""
    lines = "".join(
        f'<li class="source-{state or "working"}"><span class="mark-{state or "working"}" aria-hidden="true"></span>'
        f"<span>{escape(sentence)}</span></li>"
        for state, sentence in exchange.sources.values()
    )
    return f'<ul class="source-states">{lines}</ul>' if lines else ""


def _partial(exchange: Exchange) -> str:
    """The text that has arrived; its marks cannot be links before the refs are there."""
    return _render_text(blocks_of(exchange.text), lambda number: None)


def _render_text(blocks: list[Block], mark: MarkRenderer) -> str:
    if not blocks:
        return ""
    pieces = []
    first = blocks[0]
    if first.kind == "paragraph":
        inside = "<br>".join(render_inline(line, mark) for line in first.lines)
        short = sum(map(_columns, first.lines)) <= HEADLINE_MAX
        pieces.append(f'<h3 class="headline">{inside}</h3>' if short else f'<p class="opening">{inside}</p>')
        blocks = blocks[1:]
    if blocks:
        pieces.append(f'<div class="text">{"".join(render_block(block, mark) for block in blocks)}</div>')
    return "".join(pieces)


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _badge(route: str, notes: list[str]) -> str:
    """The route, and what it cost. `notes` are HTML."""
    known = has_word(f"route.{route}")
    explained = f'<span class="sr">{both(f"route.{route}")}: </span>' if known else ""
    costs = f'<span class="costs">{" · ".join(notes)}</span>' if notes else ""
    style = route if known else "model"
    label = both(f"route.{route}") if route in ("error", "stopped") else f"<code>{escape(route)}</code>"
    if route in ("error", "stopped"):
        explained = ""
    return f'<p class="badge badge-{style}">{explained}{label}{costs}</p>'


def _choices(values: object) -> list[tuple[str, str]]:
    """(label, question) of chips; a plain string is both."""
    choices: list[tuple[str, str]] = []
    for value in values if isinstance(values, list | tuple) else ():
        if isinstance(value, Mapping):
            query = str(value.get("query") or value.get("label") or "")
            choices.append((str(value.get("label") or query), query))
        else:
            choices.append((str(value), str(value)))
    return [choice for choice in choices if choice[1].strip()]


def _chips(choices: Iterable[tuple[str, str]], label: str, kind: str) -> str:
    buttons = "".join(
        f'<li><button type="button" class="chip" data-do="ask" data-question="{escape(query)}">'
        f"{escape(text)}</button></li>"
        for text, query in choices
    )
    if not buttons:
        return ""
    return f'<div class="chips {kind}"><span class="chips-label">{both(label)}</span><ul>{buttons}</ul></div>'


def _repeats(block: Block, shown: Iterable[str]) -> bool:
    """A list that only says again what the chips offer."""
    labels = set(shown)
    return block.kind == "bullets" and all({line.strip(), plain(line).strip()} & labels for line in block.lines)


def _kept_note(exchange: Exchange) -> str:
    """For a kept answer: its age, the question it came from, and a button that asks without the cache."""
    kept = exchange.refs.get("cache")
    if not isinstance(kept, Mapping) or exchange.route != "cache":
        return ""
    age_s = kept.get("age_s")
    times = ages(float(age_s) if isinstance(age_s, int | float) else 0.0)
    asked = str(kept.get("original_query") or exchange.question)
    sentence = in_languages(
        {language: word("answer.kept", language, age=age, question=asked) for language, age in times.items()}
    )
    return (
        f'<p class="note kept-note"><span>{sentence}</span>'
        f'<button type="button" class="chip" data-do="again" data-question="{escape(exchange.question)}">'
        f"{both('answer.again')}</button></p>"
    )


def _thumb(exchange: Exchange, vote: str) -> str:
    pressed = "true" if exchange.vote == vote else "false"
    turned = ' class="turned"' if vote == "bad" else ""
    return (
        f'<button type="button" class="quiet thumb" data-do="vote" data-vote="{vote}" aria-pressed="{pressed}">'
        f'<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"{turned}>{_THUMB_PATH}</svg>'
        f'<span class="sr">{both(f"answer.{vote}")}</span></button>'
    )


def _actions(exchange: Exchange) -> str:
    return (
        f'<div class="actions">{_thumb(exchange, "good")}{_thumb(exchange, "bad")}'
        f'<button type="button" class="quiet" data-do="copy">{_COPY_ICON}'
        f'<span class="when-idle">{both("answer.copy")}</span>'
        f'<span class="when-done">{both("answer.copied")}</span></button>'
        f'<button type="button" class="quiet" data-do="inspect" aria-controls="side">{_TRACE_ICON}'
        f"<span>{both('answer.inspect')}</span></button></div>"
    )


_THUMB_PATH = (
    '<path fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" '
    'd="M2 7.2h2.4v6.3H2zM4.4 7.4 7.3 2c1 0 1.7.8 1.5 1.8L8.4 6.3h4.1'
    'c.9 0 1.5.8 1.3 1.7l-1 4.3c-.2.7-.8 1.2-1.5 1.2H4.4"/>'
)
_COPY_ICON = (
    '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" '
    'stroke-width="1.4"><rect x="5.5" y="5.5" width="8" height="8" rx="1.6"/>'
    '<path d="M10.5 3.2A1.6 1.6 0 0 0 9 2.5H4.1a1.6 1.6 0 0 0-1.6 1.6V9c0 .7.3 1.2.8 1.4"/></svg>'
)
_TRACE_ICON = (
    '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" '
    'stroke-width="1.6" stroke-linecap="round"><path d="M2.5 4h5M5 8h6M9 12h4.5"/></svg>'
)


def answer_as_text(exchange: Exchange) -> str:
    """What the copy button copies: the answer's Markdown without escapes."""
    return "\n".join(plain(line) for line in exchange.text.splitlines())


def patch(exchange: Exchange) -> dict[str, Any]:
    """The exchange as the page's script takes it: the whole of it each time, so that a lost patch loses nothing."""
    return {
        "kind": "exchange",
        "id": exchange.id,
        "state": exchange.state,
        "question": render_question(exchange),
        "answer": render_answer(exchange),
        "side": render_side(exchange),
        "copy": answer_as_text(exchange) if exchange.state == "finished" else "",
    }
