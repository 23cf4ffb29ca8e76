"""The refs of an answer → the list that its `[n]` marks point at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from .render_age import ages
from .render_markdown import MarkRenderer
from .words import both, in_languages, word

Json = Mapping[str, Any]

#: The sources of evidence in the order in which an answer numbers them; each holds `results` and a `message`.
EVIDENCE = ("knowledge_base", "graph_base", "web_search", "mcp")

_WEB_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]+", re.IGNORECASE)
_QUOTE_MAX = 320


@dataclass(frozen=True, slots=True)
class Ref:
    """One thing an answer rests on. `number` is its mark; `read` what was read from it; `place` where it lies."""

    number: int
    title: str
    read: str
    text: str
    source: str
    place: str
    url: str | None = None
    score: float | None = None


def collect_refs(refs: Json) -> list[Ref]:
    """Every result in a refs container, numbered as the answer's marks number them."""
    return list(_collect(refs))


def _collect(refs: Json) -> Iterator[Ref]:
    number = 0
    for row in _objects(refs.get("local_dataset"), "rows"):
        number += 1
        read = f"{row.get('field', '')} = {row.get('value', '')}" if row.get("field") else ""
        yield Ref(number, str(row.get("title", "")), read, "", "local_dataset", str(row.get("source") or ""))
    for source in EVIDENCE:
        for result in _objects(refs.get(source), "results"):
            number = _number(result.get("mark") or result.get("n"), number + 1)
            url = str(result.get("url") or "")
            score = result.get("score")
            yield Ref(
                number,
                str(result.get("title") or result.get("id") or ""),
                "",
                str(result.get("text") or ""),
                source,
                str(result.get("source") or ""),
                url if _WEB_ADDRESS.fullmatch(url) else None,
                float(score) if isinstance(score, int | float) else None,
            )


def anchor(exchange_id: str, number: int) -> str:
    """The id of a ref's element in the page."""
    return f"ref-{exchange_id}-{number}"


def mark_renderer(exchange_id: str, refs: Json) -> MarkRenderer:
    """Turns `[n]` into a link to the n-th ref; a mark without a ref stays text."""
    known = {ref.number for ref in collect_refs(refs)}

    def mark(number: int) -> str | None:
        if number not in known:
            return None
        return (
            f'<a class="mark" href="#{anchor(exchange_id, number)}" data-do="ref">'
            f'<span class="sr">{both("answer.mark", n=number)}</span><span aria-hidden="true">[{number}]</span></a>'
        )

    return mark


def render_refs(exchange_id: str, refs: Json) -> str:
    """The refs panel's content."""
    items = "".join(_item(exchange_id, ref) for ref in collect_refs(refs))
    notes = "".join(
        f'<p class="note"><strong>{both(f"refs.{source}")}</strong> {escape(str(part["message"]))}</p>'
        for source in EVIDENCE
        if isinstance(part := refs.get(source), Mapping) and part.get("message")
    )
    body = (f'<ol class="refs">{items}</ol>' if items else "") + _cache(refs.get("cache")) + notes
    model = refs.get("model_name")
    if model:
        body += f'<p class="note">{both("refs.model")}: {escape(str(model))}</p>'
    return body or f'<p class="muted">{both("refs.none")}</p>'


def _item(exchange_id: str, ref: Ref) -> str:
    read = f" <code>{escape(ref.read)}</code>" if ref.read else ""
    quote = ref.text if len(ref.text) <= _QUOTE_MAX else ref.text[:_QUOTE_MAX].rstrip() + "…"
    places = [both(f"refs.{ref.source}")]
    if ref.url:
        # The link loads nothing by itself; it leaves the page only when the reader follows it.
        places.append(
            f'<a href="{escape(ref.url)}" target="_blank" rel="noopener noreferrer nofollow">{escape(ref.url)}</a>'
        )
    elif ref.place:
        places.append(f"<span>{escape(ref.place)}</span>")
    if ref.score is not None:
        places.append(both("refs.score", score=f"{ref.score:.2f}"))
    return (
        f'<li id="{anchor(exchange_id, ref.number)}" tabindex="-1">'
        f'<span class="ref-number">[{ref.number}]</span> <strong>{escape(ref.title)}</strong>{read}'
        + (f'<p class="quote">{escape(quote)}</p>' if quote else "")
        + f'<p class="place">{" · ".join(places)}</p></li>'
    )


def _cache(cache: object) -> str:
    if not isinstance(cache, Mapping):
        return ""
    parts = [f"<strong>{both('refs.cache')}</strong>"]
    if cache.get("kind"):
        parts.append(escape(str(cache["kind"])))
    if isinstance(age := cache.get("age_s"), int | float):
        by_language = ages(float(age))
        parts.append(in_languages({one: word("refs.age", one, age=text) for one, text in by_language.items()}))
    if isinstance(similarity := cache.get("similarity"), int | float):
        parts.append(both("refs.score", score=f"{similarity:.2f}"))
    if cache.get("original_query"):
        parts.append(f"{both('refs.asked_as')} “{escape(str(cache['original_query']))}”")
    return f'<p class="note">{" · ".join(parts)}</p>'


def _objects(part: object, name: str) -> list[Json]:
    values = part.get(name) if isinstance(part, Mapping) else None
    return [value for value in values if isinstance(value, Mapping)] if isinstance(values, list | tuple) else []


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and value > 0 else otherwise
