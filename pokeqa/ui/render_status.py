"""The Status tab → HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from .words import both, has_word, in_languages


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """What the compiled Pokédex says about itself. `rows` counts things by kind; `corrections` those applied."""

    version: str
    date: str
    commit: str
    rows: Mapping[str, int]
    corrections: int | None = None


@dataclass(frozen=True, slots=True)
class SourceState:
    """Whether a part can be used; `reasons` why not, and `notes` on what it runs on, by language."""

    name: str
    available: bool
    reasons: Mapping[str, str]
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Status:
    """Everything the tab shows. `settings` and `versions` are (name, value) pairs; nothing secret is among them."""

    dataset: DatasetFacts | None
    problem: str | None
    sources: Sequence[SourceState]
    versions: Sequence[tuple[str, str]]
    settings: Sequence[tuple[str, str]]


def render_status(status: Status) -> str:
    """The whole tab."""
    sources = "".join(_source(source) for source in status.sources)
    return (
        f'<div class="status-page"><h2>{both("status.title")}</h2><p class="lead">{both("status.lead")}</p>'
        '<div class="status-grid">'
        + _panel("status.dataset", _dataset(status.dataset, status.problem))
        + _panel(
            "status.sources",
            f'<table class="plain"><thead><tr><th scope="col">{both("status.source")}</th>'
            f'<th scope="col">{both("status.state")}</th></tr></thead><tbody>{sources}</tbody></table>',
        )
        + _panel("status.versions", _pairs(status.versions))
        + _panel("status.settings", _pairs(status.settings, code=True))
        + f'</div><p class="muted">{both("status.privacy")} <a href="docs">{both("status.api")}</a></p></div>'
    )


def _panel(title: str, inside: str) -> str:
    return f'<section class="panel"><h3>{both(title)}</h3>{inside}</section>'


def _dataset(facts: DatasetFacts | None, problem: str | None) -> str:
    if facts is None:
        return f'<p class="problem">{escape(problem) if problem else both("status.no_dataset")}</p>'
    pairs = [
        (both("status.version"), f"<code>{escape(facts.version)}</code>"),
        (both("status.date"), escape(facts.date)),
        (both("status.commit"), f"<code>{escape(facts.commit[:12])}</code>"),
    ]
    if facts.corrections is not None:
        pairs.append((both("status.corrections"), str(facts.corrections)))
    head = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in pairs)
    rows = "".join(
        f'<tr><th scope="row">{escape(table)}</th><td class="right">{count:,}</td></tr>'
        for table, count in facts.rows.items()
    )
    table = (
        f'<h4>{both("status.rows")}</h4><div class="table-scroll rows-scroll" tabindex="0" role="group">'
        f'<table class="plain"><thead><tr><th scope="col">{both("status.table")}</th>'
        f'<th scope="col" class="right">{both("status.count")}</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
    return f'<dl class="pairs">{head}</dl>' + (table if rows else "")


def _source(source: SourceState) -> str:
    name = both(f"source.{source.name}") if has_word(f"source.{source.name}") else escape(source.name)
    state = "available" if source.available else "unavailable"
    said = source.notes if source.available else source.reasons
    reason = f'<span class="why">{in_languages(said)}</span>' if said else ""
    return (
        f'<tr><th scope="row">{name}</th><td><span class="state state-{state}">{both(f"status.{state}")}</span>'
        f"{reason}</td></tr>"
    )


def _pairs(pairs: Sequence[tuple[str, str]], *, code: bool = False) -> str:
    rows = "".join(
        f"<div><dt>{f'<code>{escape(name)}</code>' if code else escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in pairs
    )
    return f'<dl class="pairs">{rows}</dl>'
