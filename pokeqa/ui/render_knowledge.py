"""The Knowledge bases tab → HTML. Titles, file names and ids were written by others: all of them are escaped here."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..retrieval.bases import TITLE_MAX_CHARS, State
from ..retrieval.catalogue import BaseInfo, DocumentInfo
from .words import LANGUAGES, attribute, both, in_languages, word

#: Documents on one page of a base's table.
PAGE_DOCUMENTS = 50


@dataclass(frozen=True, slots=True)
class BaseView:
    """A base as the tab shows it. `share` (0 to 1) is how far its indexing has come."""

    info: BaseInfo
    state: State
    characters: int
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What the settings allow."""

    kinds: Sequence[str]
    file_mb: float
    text_chars: int
    documents: int
    bases: int


@dataclass(frozen=True, slots=True)
class KnowledgeView:
    """Everything the tab shows; `documents` are those of the page that starts at `first` (from 0)."""

    bases: Sequence[BaseView]
    chosen: BaseView
    documents: Sequence[DocumentInfo]
    first: int
    embedder: str
    engine: str
    limits: Limits
    editable: bool


def render_frame() -> str:
    """What the tab always holds: its heading, a place for its content, the dialog, and words for the script."""
    words = "".join(
        f'<template data-word="{key}">{both(f"upload.{key}", **_SLOTS.get(key, {}))}</template>'
        for key in _SCRIPT_WORDS
    )
    return (
        f'<div class="kb-page"><h2>{both("knowledge.title")}</h2><p class="lead">{both("knowledge.lead")}</p>'
        '<p class="problem" role="alert" hidden></p><div class="kb-content"></div>'
        '<input type="file" multiple hidden><p class="sr" role="status"></p>'
        '<dialog class="ask-first" aria-labelledby="ask-first-text"><form method="dialog" novalidate>'
        '<p id="ask-first-text"></p><input type="text" hidden '
        f'maxlength="{TITLE_MAX_CHARS}" autocomplete="off" {attribute("aria-label", "knowledge.new_name")}>'
        f'<div class="kb-actions"><button type="button" class="plain" data-do="cancel">{both("knowledge.cancel")}'
        '</button><button type="submit" class="primary"></button></div></form></dialog>'
        f"{words}</div>"
    )


#: Sentences that the script says, and the fields that it fills in them.
_SCRIPT_WORDS = ("waiting", "sending", "reading", "indexing", "added", "replaced", "unchanged", "duplicate", "failed",
                 "too_large", "same_name", "lost")  # fmt: skip
_SLOTS: Mapping[str, Mapping[str, str]] = {
    "sending": {"share": "{share}"},
    "indexing": {"share": "{share}"},
    "added": {"chunks": "{chunks}"},
    "replaced": {"chunks": "{chunks}"},
    "too_large": {"size": "{size}", "limit": "{limit}"},
}


def render_knowledge(view: KnowledgeView) -> str:
    """The list of bases and, beside it, the chosen one."""
    return f'<div class="kb-grid">{_list(view)}{_detail(view)}</div>'


def render_unavailable(reasons: Mapping[str, str]) -> str:
    """The tab where there are no knowledge bases, with the reason by language."""
    return f'<p class="note">{in_languages(reasons)}</p>'


# --------------------------------------------------------------------------- the list


def _list(view: KnowledgeView) -> str:
    items = "".join(_item(base, chosen=base.info.db_id == view.chosen.info.db_id) for base in view.bases)
    form = (
        '<form class="kb-create" data-form="create" novalidate>'
        f'<label for="kb-name">{both("knowledge.name")}</label><div><input id="kb-name" type="text" '
        f'maxlength="{TITLE_MAX_CHARS}" autocomplete="off" required>'
        f'<button type="submit" class="primary">{both("knowledge.create")}</button></div></form>'
    )
    closed = f'<p class="muted">{both("knowledge.read_only")}</p>'
    return (
        f'<section class="panel kb-bases" aria-labelledby="kb-bases"><h3 id="kb-bases">{both("knowledge.bases")}</h3>'
        f"<ul>{items}</ul>{form if view.editable else closed}</section>"
    )


def _item(base: BaseView, *, chosen: bool) -> str:
    return (
        f'<li><button type="button" class="kb-base" data-do="open" data-base="{escape(base.info.db_id)}" '
        f'data-key="open {escape(base.info.db_id)}" {"aria-current=true" if chosen else ""}>'
        f'<strong dir="auto">{_title(base.info)}</strong><span class="kb-counts">{_counts(base.info)}</span>'
        f"{_state(base)}</button></li>"
    )


def _title(base: BaseInfo) -> str:
    return both("knowledge.builtin") if base.builtin else escape(base.title)


def _counts(base: BaseInfo) -> str:
    return both("knowledge.counts", documents=f"{base.documents:,}", passages=f"{base.passages:,}")


def _state(base: BaseView) -> str:
    text = both(f"knowledge.states.{base.state}", share=round(base.share * 100))
    busy = " data-busy" if base.state == "indexing" else ""
    return f'<span class="kb-state kb-state-{base.state}"{busy}>{text}</span>'


# --------------------------------------------------------------------------- one base


def _detail(view: KnowledgeView) -> str:
    base, info = view.chosen, view.chosen.info
    facts = (
        ("id", f"<code>{escape(info.db_id)}</code>"),
        ("state", _state(base)),
        ("documents", f"{info.documents:,}"),
        ("passages", f"{info.passages:,}"),
        ("size", both("knowledge.characters", count=f"{base.characters:,}")),
        ("embedder", escape(view.embedder)),
        ("engine", escape(view.engine)),
    )
    pairs = "".join(f"<div><dt>{both(f'knowledge.{name}')}</dt><dd>{value}</dd></div>" for name, value in facts)
    note = f'<p class="muted kb-note">{both("knowledge.builtin_note")}</p>' if info.builtin else ""
    can_change = view.editable and not info.builtin
    return (
        f'<section class="panel kb-detail" data-chosen="{escape(info.db_id)}" aria-labelledby="kb-title">'
        f'<h3 id="kb-title" dir="auto">{_title(info)}</h3>{note}<dl class="pairs">{pairs}</dl>'
        f"{_actions(view)}{_upload(view.limits) if can_change else ''}"
        f"{_documents(view, removable=can_change)}</section>"
    )


def _actions(view: KnowledgeView) -> str:
    base, info = view.chosen, view.chosen.info
    buttons = []
    if base.state == "waiting":
        buttons.append(_button("build", "knowledge.build"))
    elif base.state == "ready" and view.editable:
        buttons.append(_button("reindex", "knowledge.reindex", "knowledge.confirm_reindex", title=_plain_titles(info)))
    if view.editable and not info.builtin:
        buttons.append(_button("rename", "knowledge.rename", "knowledge.new_name", value=info.title))
        buttons.append(
            _button("delete", "knowledge.delete", "knowledge.confirm_delete", title=_plain_titles(info),
                    count=f"{info.documents:,}")
        )  # fmt: skip
    return f'<div class="kb-actions">{"".join(buttons)}</div>' if buttons else ""


def _plain_titles(base: BaseInfo) -> Mapping[str, str]:
    return {language: word("knowledge.builtin", language) if base.builtin else base.title for language in LANGUAGES}


def _button(
    do: str, label: str, question: str = "", *, title: Mapping[str, str] | None = None, value: str | None = None,
    **fields: str,
) -> str:  # fmt: skip
    """A button; one with a question is asked first, and one with a value asks for another."""
    asks = ""
    if question:
        asked = {
            language: word(question, language, title=(title or {}).get(language, ""), **fields)
            for language in LANGUAGES
        }
        asks = f"<template>{in_languages(asked)}</template>"
    given = "" if value is None else f' data-value="{escape(value)}"'
    return f'<button type="button" class="plain" data-do="{do}" data-key="{do}"{given}>{both(label)}{asks}</button>'


def _upload(limits: Limits) -> str:
    accept = ",".join(f".{kind}" for kind in limits.kinds)
    said = both(
        "upload.limits",
        kinds=", ".join(limits.kinds),
        mb=f"{limits.file_mb:g}",
        chars=f"{limits.text_chars:,}",
        documents=f"{limits.documents:,}",
    )
    return (
        f'<div class="kb-upload" data-drop><h4>{both("upload.title")}</h4>'
        f'<p><button type="button" class="plain" data-do="choose" data-key="choose" aria-describedby="kb-limits" '
        f'data-accept="{accept}" data-max-mb="{limits.file_mb:g}">{both("upload.choose")}</button> '
        f'<span class="kb-drop">{both("upload.drop")}</span></p>'
        f'<p class="muted" id="kb-limits">{said}</p><ul class="kb-files" data-files '
        f"{attribute('aria-label', 'upload.progress')}></ul></div>"
    )


def _documents(view: KnowledgeView, *, removable: bool) -> str:
    heading = f"<h4>{both('knowledge.documents')}</h4>"
    if not view.documents:
        return f'{heading}<p class="muted">{both("knowledge.no_documents")}</p>'
    rows = "".join(_document(document, removable=removable) for document in view.documents)
    columns = (("document", ""), ("passages", "right"), ("length", "right"), ("added", ""))
    head = "".join(f'<th scope="col" class="{style}">{both(f"knowledge.{name}")}</th>' for name, style in columns)
    return (
        f'{heading}<div class="table-scroll"><table class="plain kb-documents"><thead><tr>{head}'
        f"{'<td></td>' if removable else ''}</tr></thead><tbody>{rows}</tbody></table></div>{_pages(view)}"
    )


def _document(document: DocumentInfo, *, removable: bool) -> str:
    added = time.strftime("%Y-%m-%d %H:%M", time.gmtime(document.added))
    remove = ""
    if removable:
        asked = {language: word("knowledge.confirm_remove", language, name=document.id) for language in LANGUAGES}
        label = " ".join(
            f'data-aria-label-{language}="{escape(word("knowledge.remove", language, name=document.id))}"'
            for language in LANGUAGES
        )
        remove = (
            f'<td class="right"><button type="button" class="quiet" data-do="remove" '
            f'data-document="{escape(document.id)}" data-key="remove {escape(document.id)}" {label}>'
            f"{both('knowledge.delete')}<template>{in_languages(asked)}</template></button></td>"
        )
    title = "" if document.title == document.id else f'<span class="muted" dir="auto">{escape(document.title)}</span>'
    return (
        f'<tr><th scope="row"><span dir="auto">{escape(document.id)}</span>{title}</th>'
        f'<td class="right">{document.chunks:,}</td><td class="right">{document.characters:,}</td>'
        f'<td><time datetime="{added.replace(" ", "T")}Z">{added} UTC</time></td>{remove}</tr>'
    )


def _pages(view: KnowledgeView) -> str:
    total, first = view.chosen.info.documents, view.first
    if total <= PAGE_DOCUMENTS:
        return ""
    shown = both("knowledge.shown", first=f"{first + 1:,}", last=f"{first + len(view.documents):,}", all=f"{total:,}")
    steps = (("previous", first - PAGE_DOCUMENTS), ("next", first + PAGE_DOCUMENTS))
    buttons = "".join(
        f'<button type="button" class="quiet" data-do="page" data-first="{at}" data-key="{name}" '
        f"{'' if 0 <= at < total else 'disabled'}>{both(f'knowledge.{name}')}</button>"
        for name, at in steps
    )
    return f'<div class="table-foot"><span class="muted">{shown}</span>{buttons}</div>'
