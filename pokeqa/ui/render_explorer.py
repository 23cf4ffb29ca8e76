"""Two questions and whether they share an answer → HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..cache.explain import Part, Verdict
from ..request import QUERY_MAX_CHARS
from .words import LANGUAGES, both, has_word, in_languages, pairs_of_examples, word

#: A plain similarity cache would serve from such a likeness on.
USUAL_THRESHOLD = 0.8


def render_explorer() -> str:
    """The form: two questions, typed or picked."""
    examples = "".join(
        f'<ul class="l-{language}">'
        + "".join(
            f'<li><button type="button" class="chip" data-do="pair" data-a="{escape(a)}" data-b="{escape(b)}">'
            f'{escape(a)} <span aria-hidden="true">|</span> {escape(b)}</button></li>'
            for a, b in pairs_of_examples(language)
        )
        + "</ul>"
        for language in LANGUAGES
    )
    fields = "".join(
        f'<label class="field grow"><span>{both(f"explore.{name}")}</span><input type="text" name="{name}" '
        f'list="kept-questions" maxlength="{QUERY_MAX_CHARS}" autocomplete="off"></label>'
        for name in ("a", "b")
    )
    return (
        f'<div class="cache-page"><section class="panel"><h3>{both("explore.title")}</h3>'
        f'<p class="note">{both("explore.lead")}</p><form class="cache-form" novalidate>{fields}'
        f'<button type="submit" class="primary">{both("explore.compare")}</button></form>'
        f'<div class="chips"><span class="chips-label">{both("explore.examples")}</span>{examples}</div>'
        "</section></div>"
    )


def render_kept_questions(questions: Sequence[str]) -> str:
    """The kept questions, offered where a question is typed."""
    options = "".join(f'<option value="{escape(question)}"></option>' for question in questions)
    return f'<datalist id="kept-questions">{options}</datalist>'


def render_verdict(verdict: Verdict) -> str:
    """Both signatures side by side, how alike the questions are, and the verdict with its reason."""
    state = "shared" if verdict.shared else "apart"
    differing = [part.name for part in verdict.parts if part.differs]
    reason = in_languages(
        {language: _sentence(verdict, language, _listed(differing, language)) for language in LANGUAGES}
    )
    rows = "".join(map(_row, verdict.parts))
    return (
        f'<div class="cache-page"><section class="panel verdict" role="status">'
        f'<p class="verdict-line verdict-{state}">{both(f"explore.{state}")}</p><p>{reason}</p>'
        f"{_likeness(verdict)}"
        f'<div class="table-scroll" tabindex="0"><table class="plain signatures"><thead><tr>'
        f'<th scope="col">{both("explore.part")}</th><th scope="col" dir="auto">{escape(verdict.a.text)}</th>'
        f'<th scope="col" dir="auto">{escape(verdict.b.text)}</th></tr></thead><tbody>{rows}</tbody></table></div>'
        f"<details><summary>{both('explore.raw')}</summary>"
        f"<pre>{escape(verdict.a.signature)}\n\n{escape(verdict.b.signature)}</pre></details></section></div>"
    )


def _sentence(verdict: Verdict, language: str, parts: str) -> str:
    return word(f"explore.reason.{verdict.reason}", language, parts=parts, **verdict.values)


def _listed(names: Sequence[str], language: str) -> str:
    keys = [f"part.{_plain(name)}" for name in names]
    shown = dict.fromkeys(word(key, language) if has_word(key) else name for key, name in zip(keys, names, strict=True))
    return word("explore.and", language).join(shown)


def _plain(name: str) -> str:
    return name.partition(" ")[0]


def _row(part: Part) -> str:
    key = f"part.{_plain(part.name)}"
    name = both(key) if has_word(key) else f"<code>{escape(part.name)}</code>"
    number = part.name.partition(" ")[2]
    cells = "".join(f"<td>{_cell(text, part.differs)}</td>" for text in (part.a, part.b))
    said = f' <span class="differs">{both("explore.differs")}</span>' if part.differs else ""
    return f'<tr><th scope="row">{name}{f" {number}" if number else ""}{said}</th>{cells}</tr>'


def _cell(text: str, differs: bool) -> str:
    if not text:
        return f'<span class="muted">{both("explore.none")}</span>'
    return f"<mark>{escape(text)}</mark>" if differs else escape(text)


def _likeness(verdict: Verdict) -> str:
    if verdict.whole is None:
        return f'<p class="note">{both("explore.no_embedder")}</p>'
    tempting = verdict.whole >= USUAL_THRESHOLD and not verdict.shared
    key = "explore.would_serve" if tempting else "explore.whole"
    words = "" if verdict.remainder is None else f" {both('explore.remainder', value=f'{verdict.remainder:.2f}')}"
    width = max(0.0, min(verdict.whole, 1.0)) * 100
    return (
        f'<p class="likeness"><span class="bar" aria-hidden="true"><span style="width:{width:.0f}%"></span></span>'
        f"<span>{both(key, value=f'{verdict.whole:.2f}', limit=f'{USUAL_THRESHOLD:.1f}')}{words}</span></p>"
    )
