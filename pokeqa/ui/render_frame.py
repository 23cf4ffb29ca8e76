"""The page's fixed parts → HTML: header, toggles, the empty conversation, the question box, the side panels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from ..request import QUERY_MAX_CHARS
from ..retrieval.builtin import BUILTIN_ID
from .words import LANGUAGES, attribute, both, examples, has_word, in_languages

#: The toggles in the order in which the page shows them.
TOGGLES = ("knowledge_base", "graph", "web", "mcp", "agent")

_LANGUAGE_NAMES = {"en": ("en", "EN", "English"), "zh": ("zh-CN", "中文", "中文")}


def render_header(tabs: Iterable[str]) -> str:
    """Mark, tabs and language switch."""
    buttons = "".join(
        f'<button type="button" role="tab" id="tab-{tab}" data-tab="{tab}" aria-controls="panel-{tab}" '
        f'aria-selected="{"true" if index == 0 else "false"}" tabindex="{0 if index == 0 else -1}">'
        f"{both(f'tab.{tab}')}</button>"
        for index, tab in enumerate(tabs)
    )
    languages = '<span aria-hidden="true">·</span>'.join(
        f'<button type="button" data-language="{language}" lang="{_LANGUAGE_NAMES[language][0]}" '
        f'title="{_LANGUAGE_NAMES[language][2]}">{_LANGUAGE_NAMES[language][1]}</button>'
        for language in LANGUAGES
    )
    return (
        f'<a class="skip" href="#question">{both("app.skip")}</a>'
        '<div class="topbar"><h1><span class="logo" aria-hidden="true">?</span>PokéQA</h1>'
        f'<div class="tabs" role="tablist" {attribute("aria-label", "app.pages")}>{buttons}</div>'
        f'<div class="languages" role="group" {attribute("aria-label", "app.language")}>{languages}</div></div>'
    )


def render_toggles(
    states: Mapping[str, tuple[bool, str, Mapping[str, str]]], choices: Mapping[str, Sequence[tuple[str, str]]]
) -> str:
    """The source switches. `states`: available, code, reason by language, for each of `TOGGLES`.

    `choices`: what a source can be asked for, as (id, name); a picker stands beside the switch where there are several.
    """
    switches = ""
    for name in (name for name in TOGGLES if name in states):
        picker = _picker(name, choices.get(name, ()) if states[name][0] else ())
        switches += f'<span class="source">{_toggle(name, *states[name])}{picker}</span>'
    return (
        f'<div class="toggles" role="group" {attribute("aria-label", "source.group")}>{switches}</div>'
        f'<p class="toggle-reason" role="status" hidden></p>{_reasons(states)}'
    )


def _picker(source: str, choices: Sequence[tuple[str, str]]) -> str:
    """A list to choose from; with one thing in it, it only tells the script which one that is."""
    if not choices:
        return ""
    options = "".join(
        f'<option value="{escape(one)}" {attribute("label", "knowledge.builtin")}></option>'
        if source == "knowledge_base" and one == BUILTIN_ID
        else f'<option value="{escape(one)}">{escape(name)}</option>'
        for one, name in choices
    )
    hidden = " hidden" if len(choices) < 2 else ""
    label = attribute("aria-label", f"source.pick_{source}")
    return f'<select class="picker" data-source="{source}" {label}{hidden}>{options}</select>'


def _reasons(states: Mapping[str, tuple[bool, str, Mapping[str, str]]]) -> str:
    """The reasons in full, for screens too narrow to show them in the switches: one line for all that share one."""
    by_reason: dict[str, list[str]] = {}
    for name in TOGGLES:
        available, _, reasons = states.get(name, (True, "", {}))
        if not available:
            by_reason.setdefault(in_languages(reasons), []).append(both(f"source.{name}"))
    lines = "".join(f"<p>{' · '.join(names)}: {reason}</p>" for reason, names in by_reason.items())
    return f'<div class="toggle-reasons" aria-hidden="true">{lines}</div>' if lines else ""


def _toggle(name: str, available: bool, code: str, reasons: Mapping[str, str]) -> str:
    label = f'<span class="switch" aria-hidden="true"></span><span class="name">{both(f"source.{name}")}</span>'
    common = f'type="button" role="switch" aria-checked="false" class="toggle" data-source="{name}"'
    if available:
        return f"<button {common}>{label}</button>"
    short = both(f"reason.{code}" if has_word(f"reason.{code}") else "reason.other")
    # Not `disabled`: the reason must be there for the keyboard and for a touch, too.
    return (
        f'<button {common} aria-disabled="true" aria-describedby="why-{name}">{label}'
        f'<span class="short" aria-hidden="true">{short}</span>'
        f'<span class="tip" id="why-{name}" role="tooltip">{in_languages(reasons)}</span></button>'
    )


def render_welcome() -> str:
    """What the empty conversation shows."""
    chips = "".join(
        f'<ul class="l-{language}">'
        + "".join(
            f'<li><button type="button" class="chip" data-do="ask" data-question="{escape(question)}">'
            f"{escape(question)}</button></li>"
            for question in examples(language)
        )
        + "</ul>"
        for language in LANGUAGES
    )
    return (
        f'<div class="welcome"><p class="headline">{both("welcome.title")}</p><p>{both("welcome.text")}</p>'
        f'<div class="chips"><span class="chips-label">{both("welcome.examples")}</span>{chips}</div></div>'
    )


def render_composer() -> str:
    """The question box with its buttons."""
    return (
        '<form class="composer" novalidate>'
        f'<label class="sr" for="question">{both("composer.label")}</label>'
        f'<textarea id="question" rows="1" autocomplete="off" enterkeyhint="send" data-max="{QUERY_MAX_CHARS}" '
        f'aria-describedby="composer-hint problem" {attribute("placeholder", "composer.placeholder")}></textarea>'
        f'<button type="submit" class="primary ask">{both("composer.ask")}</button>'
        f'<button type="button" class="primary stop" data-do="stop" hidden>{both("composer.stop")}</button>'
        "</form>"
        '<div class="composer-foot">'
        f'<span id="composer-hint" class="hint">{both("composer.hint")}</span>'
        f'<button type="button" class="quiet" data-do="new">{both("composer.new")}</button></div>'
        '<p class="problem" id="problem" role="alert" hidden></p>'
        # Sentences that the script shows when the server cannot be reached to say them.
        + "".join(
            f'<template data-problem="{name}">{both(f"problem.{name}")}</template>'
            for name in ("empty", "connection", "waiting", "copy", "failed")
        )
        + "".join(
            f'<template data-problem="{name}">{both(f"answer.{name}")}</template>' for name in ("working", "copied")
        )
        + '<template data-problem="too_long">'
        + both("problem.too_long", limit=f"{QUERY_MAX_CHARS:,}", count="{count}")
        + '</template><p class="sr" role="status" id="announcement"></p>'
    )


#: The panels from top to bottom, and those that are there only while they have something to show.
_PANELS = ("plan", "trace", "refs")
_ONLY_FILLED = frozenset({"plan"})


def render_side_frame() -> str:
    """The panels beside the conversation, before an answer is selected."""
    panels = "".join(
        f'<section class="panel" aria-labelledby="{name}-title"{" hidden" if name in _ONLY_FILLED else ""}>'
        f'<h2 id="{name}-title">{both(f"{name}.title")}</h2><div data-panel="{name}">{_empty(name)}</div></section>'
        for name in _PANELS
    )
    empty = "".join(
        f'<template data-empty="{name}">{_empty(name)}</template>' for name in _PANELS if name not in _ONLY_FILLED
    )
    return f'<div id="side" tabindex="-1">{panels}</div>{empty}'


def _empty(panel: str) -> str:
    return "" if panel in _ONLY_FILLED else f'<p class="muted">{both(f"{panel}.empty")}</p>'


def render_footer() -> str:
    """What stands below everything."""
    return f'<p class="legal">{both("app.not_official")}</p>'
