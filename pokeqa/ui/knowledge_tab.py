"""The Knowledge bases tab: what visitors do with bases, wired to the engine. Files come by `retrieval.api`."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import gradio as gr

from ..errors import PokeqaError
from ..retrieval.bases import IndexingStoppedError, KnowledgeBases
from ..retrieval.builtin import BUILTIN_ID
from ..retrieval.readers import SUFFIXES
from ..retrieval.refusals import sentence_of
from ..settings import Settings
from .render_knowledge import (
    PAGE_DOCUMENTS,
    BaseView,
    KnowledgeView,
    Limits,
    render_frame,
    render_knowledge,
    render_unavailable,
)
from .words import ANSWER_LANGUAGES, LANGUAGES, both, in_languages

logger = logging.getLogger(__name__)


class KnowledgeEngine(Protocol):
    """What the tab needs of the engine."""

    def knowledge_bases(self) -> KnowledgeBases:
        """The knowledge bases; raises `SourceError` where there are none. May block."""
        ...


def build_knowledge_tab(
    engine: KnowledgeEngine, toggles: gr.HTML, draw_toggles: Callable[[], str], settings: Settings
) -> None:
    """Put the tab into the page that is being built. A change to the list of bases draws `toggles` anew."""
    indexer = Indexer()
    content = gr.HTML(
        None,
        elem_id="knowledge",
        html_template="${frame}",
        frame=render_frame(),
        js_on_load="pokeqa.knowledge(element, props, trigger, watch)",
        apply_default_css=False,
        padding=False,
    )

    # Not a coroutine: it may wait for the catalogue's file, and Gradio runs it in a thread.
    def act(event: gr.EventData) -> tuple[Any, Any]:
        patch, changed = answer(engine, settings, indexer, event._data)
        return patch, draw_toggles() if changed else gr.skip()

    content.input(
        act, None, [content, toggles], concurrency_limit=None, trigger_mode="multiple", show_progress="hidden",
        api_visibility="private",
    )  # fmt: skip


class Indexer:
    """Indexes bases in threads; remembers what is at work, and what a visitor has not been told yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._working: set[str] = set()
        self._failures: dict[str, str] = {}

    def start(self, db_id: str, work: Callable[[], object]) -> None:
        """Do the work in a thread, unless that base is at work already."""
        with self._lock:
            if db_id in self._working:
                return
            self._working.add(db_id)
            self._failures.pop(db_id, None)
        threading.Thread(target=self._run, args=(db_id, work), name=f"index-{db_id}", daemon=True).start()

    def works(self, db_id: str) -> bool:
        """Whether the base is at work."""
        return db_id in self._working

    def failure(self, db_id: str) -> str:
        """Why the last work on a base failed; said once."""
        with self._lock:
            return self._failures.pop(db_id, "")

    def _run(self, db_id: str, work: Callable[[], object]) -> None:
        try:
            work()
        except IndexingStoppedError:
            logger.info("Indexing of %s was interrupted; it goes on when the base is used again.", db_id)
        except Exception as error:
            logger.warning("The knowledge base %s could not be indexed.", db_id, exc_info=error)
            said = _said(error) if isinstance(error, PokeqaError) else both("knowledge.problem")
            with self._lock:
                self._failures[db_id] = said
        finally:
            self._working.discard(db_id)


def answer(engine: KnowledgeEngine, settings: Settings, indexer: Indexer, data: object) -> tuple[dict[str, Any], bool]:
    """The tab after what a visitor did, as the page's script takes it; and whether the list of bases is another one."""
    fields = data if isinstance(data, Mapping) else {}
    patch = {"n": _number(fields, "n"), "html": "", "chosen": "", "problem": "", "at": time.time_ns()}
    changed = False
    try:
        bases = engine.knowledge_bases()
    except PokeqaError as error:
        return {**patch, "html": render_unavailable(dict.fromkeys(LANGUAGES, str(error)))}, False
    chosen = _text(fields, "base")
    try:
        chosen, changed = _do(bases, indexer, fields, chosen)
    except PokeqaError as error:
        patch["problem"] = _said(error)
    except Exception:
        logger.exception("Something a visitor did with the knowledge bases failed.")
        patch["problem"] = both("knowledge.problem")
    try:
        view = look(bases, settings, indexer, chosen, _number(fields, "first"))
    except PokeqaError as error:
        return {**patch, "problem": _said(error)}, changed
    chosen = view.chosen.info.db_id
    patch |= {"html": render_knowledge(view), "chosen": chosen}
    patch["problem"] = patch["problem"] or indexer.failure(chosen)
    return patch, changed


def _do(bases: KnowledgeBases, indexer: Indexer, fields: Mapping[Any, Any], base: str) -> tuple[str, bool]:
    """Do what was asked; the base to show then, and whether the list of bases has changed."""
    match _text(fields, "do"):
        case "create":
            return bases.create(_text(fields, "title")).db_id, True
        case "rename":
            return bases.rename(base, _text(fields, "title")).db_id, True
        case "delete":
            bases.delete(base)
            return BUILTIN_ID, True
        case "remove":
            bases.remove_documents(base, [_text(fields, "document")])
        case "build" if bases.get(base).builtin:
            indexer.start(base, bases.ensure_builtin)
        case "build":
            indexer.start(base, lambda: bases.finish(base))
        case "reindex":
            bases.check_editable()
            bases.get(base)
            indexer.start(base, lambda: bases.reindex(base))
    return base, False


def look(bases: KnowledgeBases, settings: Settings, indexer: Indexer, chosen: str, first: int) -> KnowledgeView:
    """Everything the tab shows, with the base `chosen` open, or the built-in one where that is gone."""
    characters = bases.characters()
    views = []
    for info in bases.list_bases():
        progress = bases.progress(info.db_id)
        share = 0.0 if progress is None else progress.share
        state = "indexing" if indexer.works(info.db_id) else bases.state(info)
        views.append(BaseView(info, state, characters.get(info.db_id, 0), share))
    shown = next((view for view in views if view.info.db_id == chosen), views[0])
    first = max(0, min(first, (shown.info.documents - 1) // PAGE_DOCUMENTS * PAGE_DOCUMENTS))
    return KnowledgeView(
        bases=views,
        chosen=shown,
        documents=bases.documents(shown.info.db_id)[first : first + PAGE_DOCUMENTS],
        first=first,
        embedder=bases.embedder.choice.label,
        engine=bases.address.label,
        limits=Limits(
            SUFFIXES, settings.kb_file_max_mb, settings.kb_text_max_chars, settings.kb_documents_max,
            settings.kb_bases_max,
        ),
        editable=settings.kb_editable,
    )  # fmt: skip


def _said(error: PokeqaError) -> str:
    """An error's sentence as HTML, in the page's languages where it knows them."""
    return in_languages({language: sentence_of(error, ANSWER_LANGUAGES[language]) for language in LANGUAGES})


def _text(fields: Mapping[Any, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _number(fields: Mapping[Any, Any], name: str) -> int:
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
