"""The Status tab: what this installation runs on, and what it can use."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping
from importlib.metadata import version

import gradio as gr

from .. import __version__
from ..engine import Engine
from ..errors import PokeqaError
from ..paths import DATA
from ..settings import Settings
from .ask_tab import availability_by_language
from .render_status import DatasetFacts, SourceState, Status, render_status
from .words import ANSWER_LANGUAGES, LANGUAGES

#: Settings that decide what an answer can be; paths and addresses with passwords are not among them.
_SHOWN_SETTINGS = (
    "enable_knowledge_base",
    "enable_graph",
    "enable_web",
    "enable_mcp",
    "enable_agent",
    "shortcut_confidence",
    "max_concurrent_requests",
)
_SHOWN_PACKAGES = ("Gradio", "FastAPI", "pydantic")


def build_status_tab(opened: Callable[..., object], engine: Engine, settings: Settings) -> None:
    """Put the tab into the page that is being built; it is drawn anew whenever `opened` tells that it is shown."""
    status = gr.HTML("", elem_id="status", apply_default_css=False, padding=False)

    def show(event: gr.EventData) -> object:
        return status_html(engine, settings) if event._data.get("tab") == "status" else gr.skip()

    opened(
        show, None, status, concurrency_limit=None, trigger_mode="multiple", show_progress="hidden",
        api_visibility="private",
    )  # fmt: skip


def status_html(engine: Engine, settings: Settings) -> str:
    """The tab as things stand now."""
    try:
        dataset, problem = _dataset_facts(engine, settings), None
    except PokeqaError as error:
        dataset, problem = None, str(error)
    states = availability_by_language(engine)
    notes = {language: engine.notes(ANSWER_LANGUAGES[language]) for language in LANGUAGES}
    return render_status(
        Status(
            dataset=dataset,
            problem=problem,
            sources=[
                SourceState(name, available, reasons, {tag: said[name] for tag, said in notes.items() if name in said})
                for name, (available, _, reasons) in states.items()
            ],
            versions=[
                ("PokéQA", __version__),
                ("Python", platform.python_version()),
                *((package, version(package)) for package in _SHOWN_PACKAGES),
            ],
            settings=[(f"POKEQA_{name.upper()}", _shown(getattr(settings, name))) for name in _SHOWN_SETTINGS],
        )
    )


def _dataset_facts(engine: Engine, settings: Settings) -> DatasetFacts:
    """What the manifest of the compiled Pokédex says; without one, what the loaded tables show."""
    dataset = engine.dataset
    manifest = _manifest(settings)
    counts = manifest.get("counts")
    counts = counts if isinstance(counts, Mapping) else {}
    corrections = manifest.get("corrections")
    return DatasetFacts(
        version=dataset.version,
        date=dataset.source_date,
        commit=dataset.source_commit,
        rows={str(name).replace("_", " "): count for name, count in counts.items() if isinstance(count, int)},
        corrections=len(corrections) if isinstance(corrections, list) else None,
    )


def _manifest(settings: Settings) -> Mapping[str, object]:
    path = (settings.dataset_dir or DATA / "pokedex") / "manifest.json"
    if not path.is_file():
        return {}
    manifest = json.loads(path.read_text(encoding="utf-8"))
    return manifest if isinstance(manifest, Mapping) else {}


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
