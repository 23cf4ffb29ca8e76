"""The caches tab → HTML: figures, the kept answers with their controls, the two arms, the votes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape

from ..admin import Access
from ..cache.desk import CacheFigures
from ..cache.listing import Listed, Listing
from ..feedback import Votes
from .render_age import render_age
from .render_plot import render_plots, seconds
from .words import attribute, both, has_word

_MB = 1024 * 1024


def render_caches_head() -> str:
    """Title and lead."""
    return f'<div class="cache-page"><h2>{both("caches.title")}</h2><p class="lead">{both("caches.lead")}</p></div>'


def render_problem(sentence: str) -> str:
    """A sentence in place of what cannot be shown."""
    return f'<div class="cache-page"><p class="problem" role="alert">{escape(sentence)}</p></div>'


def render_figures(figures: CacheFigures, votes: Sequence[Votes], now: float) -> str:
    """The figures since the start, over time, by arm, and the votes."""
    counts, store = figures.counts, figures.store
    tiles = [
        ("caches.hit_rate", f"{counts['hit_rate']:.0%}"),
        ("caches.hits", f"{counts['hits']:,.0f}"),
        ("caches.misses", f"{counts['misses']:,.0f}"),
        ("caches.saved_time", seconds(counts["saved_ms"] / 1000)),
        ("caches.saved_calls", f"{counts['saved_llm_calls']:,.0f}"),
        ("caches.entries", f"{store.entries:,}"),
        ("caches.size", f"{store.bytes / _MB:.1f} / {store.limit_bytes / _MB:,.0f} MB"),
        ("caches.engine", store.backend),
    ]
    cells = "".join(f"<div><dt>{both(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in tiles)
    problem = f'<p class="problem">{escape(store.failure)}</p>' if store.failure else ""
    return (
        f'<div class="cache-page"><section class="panel"><h3>{both("caches.figures")}</h3>{problem}'
        f'<dl class="tiles">{cells}</dl>{render_plots(figures.timeline, now)}'
        f'<p class="note">{both("caches.since_start")}</p></section>'
        f'<div class="cache-columns">{_arms(figures)}{_votes(votes)}</div></div>'
    )


def _arms(figures: CacheFigures) -> str:
    heads = ("caches.arm", *(f"caches.arms.{arm}" for arm in figures.arms))
    shown: tuple[tuple[str, str, str], ...] = (
        ("caches.searches", "searches", "{:,.0f}"),
        ("caches.hit_rate", "hit_rate", "{:.0%}"),
        ("caches.mean_time", "mean_ms", "{:.0f} ms"),
        ("caches.good", "good", "{:,.0f}"),
        ("caches.bad", "bad", "{:,.0f}"),
    )
    rows = "".join(
        f'<tr><th scope="row">{both(name)}</th>'
        + "".join(f'<td class="right">{form.format(values[field])}</td>' for values in figures.arms.values())
        + "</tr>"
        for name, field, form in shown
    )
    share = both("caches.bypass", share=f"{figures.bypass_share:.0%}")
    remembered = both("caches.conversations", count=figures.conversations)
    return (
        f'<section class="panel"><h3>{both("caches.retrieval")}</h3><p class="note">{both("caches.retrieval_lead")}</p>'
        f"{_table(heads, rows)}"
        f'<p class="note">{share} {remembered}</p></section>'
    )


def _votes(votes: Sequence[Votes]) -> str:
    totals: dict[str, list[int]] = {}
    for one in votes:
        total = totals.setdefault(one.route, [0, 0])
        total[0] += one.good
        total[1] += one.bad
    rows = "".join(
        f'<tr><th scope="row"><code>{escape(route)}</code></th><td class="right">{good:,}</td>'
        f'<td class="right">{bad:,}</td></tr>'
        for route, (good, bad) in totals.items()
    )
    table = _table(("caches.route", "caches.good", "caches.bad"), rows) if rows else ""
    empty = "" if rows else f'<p class="muted">{both("caches.no_votes")}</p>'
    return (
        f'<section class="panel"><h3>{both("caches.votes")}</h3><p class="note">{both("caches.votes_lead")}</p>'
        f"{table}{empty}</section>"
    )


def _table(heads: Sequence[str], rows: str) -> str:
    cells = "".join(
        f'<th scope="col"{"" if number == 0 else " class=right"}>{both(name)}</th>' for number, name in enumerate(heads)
    )
    return (
        f'<div class="table-scroll" tabindex="0"><table class="plain"><thead><tr>{cells}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


# --------------------------------------------------------------------------- the kept answers


def render_search(access: Access) -> str:
    """The form above the entries; with a field for the token where one is needed."""
    if access == "closed":
        return _panel_of_entries(f'<p class="note">{both("caches.closed")}</p>')
    token = (
        f'<label class="field"><span>{both("caches.token")}</span>'
        '<input type="password" name="token" autocomplete="off" spellcheck="false"></label>'
        if access == "token"
        else ""
    )
    note = both("caches.with_token") if access == "token" else both("caches.own_machine")
    return _panel_of_entries(
        f'<p class="note">{note}</p><form class="cache-form" novalidate>{token}'
        f'<label class="field grow"><span>{both("caches.search")}</span>'
        '<input type="search" name="search" autocomplete="off" '
        f"{attribute('placeholder', 'caches.search_hint')}></label>"
        f'<button type="submit" class="primary">{both("caches.show")}</button></form>'
    )


def _panel_of_entries(inside: str) -> str:
    return f'<div class="cache-page"><section class="panel"><h3>{both("caches.kept")}</h3>{inside}</section></div>'


def render_listing(listing: Listing, done: str = "") -> str:
    """The entries, and what was just done (HTML)."""
    said = f'<p class="note" role="status">{done}</p>' if done else ""
    if not listing.entries:
        return f'<div class="cache-page">{said}<p class="muted cache-empty">{both("caches.nothing")}</p></div>'
    shown = both("caches.shown", shown=len(listing.entries), matching=f"{listing.matching:,}")
    part = "" if listing.whole else f" {both('caches.part')}"
    everything = _forget("all", "", "caches.forget_all", "caches.sure_all")
    return (
        f'<div class="cache-page">{said}<div class="cache-list-head">'
        f'<p class="note">{shown}{part}</p>{everything}</div>'
        f'<ul class="cache-list">{"".join(map(_entry, listing.entries))}</ul></div>'
    )


def render_refused() -> str:
    """What a wrong token gets."""
    return f'<div class="cache-page"><p class="problem" role="alert">{both("caches.refused")}</p></div>'


def _entry(entry: Listed) -> str:
    others = "".join(f"<li>{escape(question)}</li>" for question in entry.questions[1:])
    more = (
        f"<details><summary>{both('caches.variants', count=len(entry.questions) - 1)}</summary>"
        f"<ul>{others}</ul></details>"
        if others
        else ""
    )
    facts = [
        ("caches.kind", both("caches.whole" if entry.complete else "caches.open")),
        ("caches.route", f"<code>{escape(entry.route)}</code>"),
        ("caches.model", escape(entry.model) if entry.model else both("answer.no_llm")),
        ("caches.age", render_age(entry.age_s)),
        ("caches.left", both("caches.for_ever") if entry.left_s is None else render_age(entry.left_s)),
        ("caches.hits", f"{entry.hits:,}"),
        ("caches.saves", escape(seconds(entry.saved_ms / 1000))),
    ]
    cells = "".join(f"<div><dt>{both(name)}</dt><dd>{value}</dd></div>" for name, value in facts)
    tags = "".join(f"<li>{_tag(tag)}</li>" for tag in entry.tags)
    return (
        f'<li class="cache-entry"><p class="cache-question" dir="auto">{escape(entry.questions[0])}</p>{more}'
        f'<dl class="cache-facts">{cells}</dl>'
        f'<div class="cache-tags"><span class="muted">{both("caches.tags")}</span><ul>{tags}</ul></div>'
        f"<details><summary>{both('caches.space')}</summary>{_space(entry.space)}</details>"
        f"{_forget('entry', entry.key, 'caches.forget', 'caches.sure')}</li>"
    )


def _tag(tag: str) -> str:
    forget = _forget("tag", tag, "caches.forget_tag", "caches.sure_tag")
    return f'<details class="tag"><summary><code>{escape(tag)}</code></summary>{forget}</details>'


def _space(space: Mapping[str, object]) -> str:
    rows = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(_plain(value))}</dd></div>" for name, value in space.items()
    )
    return f'<dl class="pairs">{rows}</dl>'


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _forget(what: str, value: str, label: str, question: str) -> str:
    """A button that asks once more before it forgets."""
    known = question if has_word(question) else "caches.sure"
    return (
        f'<span class="forget"><button type="button" class="quiet" data-do="forget-ask">{both(label)}</button>'
        f'<span class="sure" role="group" hidden><span>{both(known)}</span>'
        f'<button type="button" class="quiet danger" data-do="forget" data-what="{what}" data-value="{escape(value)}">'
        f"{both('caches.yes')}</button>"
        f'<button type="button" class="quiet" data-do="forget-no">{both("caches.no")}</button></span></span>'
    )
