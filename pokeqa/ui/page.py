"""The page: its frame and its tabs, and how it is mounted beside the API."""

from __future__ import annotations

import hashlib
import os
from html import escape

import gradio as gr
from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from ..engine import Engine
from ..paths import ASSETS
from ..settings import Settings
from .ask_tab import build_ask_tab, toggles_html
from .caches_tab import build_caches_tab
from .knowledge_tab import build_knowledge_tab
from .plans_tab import build_plans_tab
from .render_frame import render_footer, render_header
from .shell import PageShell
from .status_tab import build_status_tab
from .words import word

#: Fonts of the visitor's system: nothing is fetched.
FONT = ("system-ui", "-apple-system", "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "sans-serif")
FONT_MONO = ("ui-monospace", "SFMono-Regular", "Consolas", "Noto Sans Mono CJK SC", "monospace")

#: Where the style sheet, the script and the mark are served; relative, so that it holds behind a proxy, too.
_ASSETS_AT = "page"

#: Questions that may wait for their turn, for each that is being answered.
_WAITING_PER_PLACE = 16


def build_page(engine: Engine, settings: Settings) -> gr.Blocks:
    """All tabs as one Gradio app; it gets its look from `mount_page`."""
    with gr.Blocks(title="PokéQA", analytics_enabled=False) as page:
        header = gr.HTML(
            render_header(("ask", "knowledge", "caches", "plans", "status")),
            elem_id="header",
            js_on_load="pokeqa.header(element, trigger)",
            apply_default_css=False,
            padding=False,
        )
        with gr.Column(elem_id="panel-ask", elem_classes="tab-panel"):
            toggles = build_ask_tab(page, engine, settings, header.select)
        with gr.Column(elem_id="panel-knowledge", elem_classes="tab-panel"):
            build_knowledge_tab(engine, toggles, lambda: toggles_html(engine), settings)
        with gr.Column(elem_id="panel-caches", elem_classes="tab-panel"):
            build_caches_tab(header.select, engine, settings)
        with gr.Column(elem_id="panel-plans", elem_classes="tab-panel"):
            build_plans_tab(engine, settings)
        with gr.Column(elem_id="panel-status", elem_classes="tab-panel"):
            build_status_tab(header.select, engine, settings)
        gr.HTML(render_footer(), elem_id="legal", apply_default_css=False, padding=False)
    page.queue(
        default_concurrency_limit=settings.max_concurrent_requests,
        max_size=settings.max_concurrent_requests * _WAITING_PER_PLACE,
        api_open=False,
    )
    return page


def mount_page(api: FastAPI, engine: Engine, settings: Settings) -> FastAPI:
    """The API with the page at "/". Routes that `api` already has come first."""
    os.environ["GRADIO_TEMP_DIR"] = str(settings.data_dir / "gradio")  # nothing is written elsewhere
    api.mount(f"/{_ASSETS_AT}", StaticFiles(directory=ASSETS), name="assets")
    api.add_middleware(PageShell, head=page_head())
    gr.mount_gradio_app(
        api,
        build_page(engine, settings),
        path="/",
        server_name=settings.host,
        server_port=settings.port,
        theme=gr.themes.Base(font=FONT, font_mono=FONT_MONO),
        footer_links=[],
        run_history=False,  # no questions in the browser's storage
        ssr_mode=False,
        enable_monitoring=False,
        mcp_server=False,
        pwa=False,
        show_error=False,
        max_file_size="1kb",
    )
    return api


def page_head() -> str:
    """What the page has in its head from the first byte on, so that it is drawn in its own look at once."""
    return (
        "<title>PokéQA</title>"
        f'<meta name="description" content="{escape(word("app.description", "en"))}">'
        '<meta name="color-scheme" content="light dark">'
        f'<link rel="icon" type="image/svg+xml" href="{_asset("favicon.svg")}">'
        f'<link rel="stylesheet" href="{_asset("style.css")}">'
        f'<script src="{_asset("page.js")}"></script><script src="{_asset("plans.js")}"></script>'
    )


def _asset(name: str) -> str:
    """The address of a file in `assets/`; it changes with the content, so that no browser keeps an old one."""
    digest = hashlib.sha256((ASSETS / name).read_bytes()).hexdigest()[:12]
    return f"{_ASSETS_AT}/{name}?v={digest}"
