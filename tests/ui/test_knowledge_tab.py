"""The Knowledge bases tab without a browser: what a visitor does becomes what the tab shows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pokeqa.errors import SourceError
from pokeqa.retrieval.bases import KnowledgeBases
from pokeqa.retrieval.catalogue import DocumentInfo
from pokeqa.settings import Settings
from pokeqa.ui.knowledge_tab import Indexer, answer, look
from pokeqa.ui.render_knowledge import PAGE_DOCUMENTS, render_frame, render_knowledge
from tests.retrieval.knowledge_bases import LIBRARY_WARNINGS, bases_in
from tests.ui.parsed import assert_harmless

pytestmark = [pytest.mark.filterwarnings(warning) for warning in LIBRARY_WARNINGS]

HOSTILE = "<img src=x onerror=alert(1)>\"'"


class Tab:
    """The tab on real bases."""

    def __init__(self, bases: KnowledgeBases) -> None:
        self.bases = bases
        self.indexer = Indexer()

    def knowledge_bases(self) -> KnowledgeBases:
        return self.bases

    def do(self, what: str, **fields: Any) -> tuple[dict[str, Any], bool]:
        return answer(self, self.bases.settings, self.indexer, {"do": what, **fields})


@pytest.fixture
def tab(tmp_path: Path) -> Iterator[Tab]:
    bases = bases_in(tmp_path)
    yield Tab(bases)
    bases.close()


def test_the_built_in_base_is_shown_first(tab: Tab):
    patch, changed = tab.do("refresh")

    assert patch["chosen"] == "pokedex"
    assert "PokéQA articles and Pokédex pages" in patch["html"] and "PokéQA 文章与图鉴页面" in patch["html"]
    assert "not indexed yet" in patch["html"]
    assert not changed and not patch["problem"]


def test_a_base_is_created_renamed_and_deleted(tab: Tab):
    created, changed = tab.do("create", title="My notes")
    assert changed and created["chosen"] == "my-notes"
    assert "My notes" in created["html"]

    renamed, changed = tab.do("rename", base="my-notes", title="Our notes")
    assert changed and "Our notes" in renamed["html"] and "My notes" not in renamed["html"]

    deleted, changed = tab.do("delete", base="my-notes")
    assert changed and deleted["chosen"] == "pokedex"
    assert "Our notes" not in deleted["html"]


@pytest.mark.parametrize("what", ["rename", "delete", "remove"])
def test_the_built_in_base_cannot_be_changed(tab: Tab, what: str):
    patch, changed = tab.do(what, base="pokedex", title="Mine", document="en/weather")

    assert "built-in knowledge base cannot be changed" in patch["problem"]
    assert "内置知识库不能修改" in patch["problem"]
    assert not changed
    assert [base.title for base in tab.bases.list_bases()] == ["PokéQA articles and Pokédex pages"]


def test_the_built_in_base_offers_neither_change_nor_upload(tab: Tab):
    html = tab.do("refresh")[0]["html"]

    for action in ("rename", "delete", "remove", "choose"):
        assert f'data-do="{action}"' not in html


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"do": "create", "title": "  "}, "needs a title"),
        ({"do": "rename", "base": "nowhere", "title": "x"}, "There is no knowledge base"),
        ({"do": "delete", "base": "../../etc"}, "There is no knowledge base"),
        ({"do": "remove", "base": "notes", "document": "none.md"}, "There is no document"),
        ({"do": "build", "base": "nowhere"}, "There is no knowledge base"),
        ({"do": "reindex", "base": "nowhere"}, "There is no knowledge base"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence_and_the_tab_stays(tab: Tab, fields: dict[str, Any], sentence: str):
    tab.bases.create("Notes", "notes")

    patch, changed = answer(tab, tab.bases.settings, tab.indexer, fields)

    assert sentence in patch["problem"]
    assert "Notes" in patch["html"]
    assert not changed


@pytest.mark.parametrize("data", [None, [], "x", {"do": 5}, {"do": "create", "title": ["x"]},
                                  {"do": "open", "base": {"a": 1}, "first": "many", "n": None},
                                  {"do": "open", "base": "pokedex", "first": -10**9}])  # fmt: skip
def test_what_no_script_of_ours_sends_does_no_harm(tab: Tab, data: Any):
    patch, changed = answer(tab, tab.bases.settings, tab.indexer, data)

    assert patch["chosen"] == "pokedex"
    assert not changed
    assert len(tab.bases.list_bases()) == 1


def test_titles_and_names_are_text(tab: Tab):
    tab.bases.create(HOSTILE, "notes")
    view = look(tab.bases, tab.bases.settings, tab.indexer, "notes", 0)
    document = DocumentInfo(HOSTILE, HOSTILE, "upload", HOSTILE, 1, 10, time.time(), "hash")

    html = render_knowledge(replace(view, documents=[document]))

    assert html.count("onerror") > 8
    assert_harmless(html.replace('<form class="kb-create"', "<div"))
    assert_harmless(tab.do("rename", base=HOSTILE, title="x")[0]["problem"])


def test_the_limits_of_the_settings_are_said(tmp_path: Path):
    bases = bases_in(tmp_path, kb_file_max_mb=3, kb_text_max_chars=7000, kb_documents_max=42)
    bases.create("Notes", "notes")
    html = Tab(bases).do("open", base="notes")[0]["html"]
    bases.close()

    for said in ("3 MB", "7,000", "42", "txt, md", "docx"):
        assert said in html


def test_bases_that_may_only_be_read_offer_nothing(tmp_path: Path):
    writable = bases_in(tmp_path)
    writable.create("Notes", "notes")
    writable.close()
    bases = bases_in(tmp_path, kb_editable=False)
    tab = Tab(bases)

    html = tab.do("open", base="notes")[0]["html"]
    changes = ("create", "rename", "delete", "remove", "reindex")
    refused = [tab.do(what, base="notes", title="x")[0]["problem"] for what in changes]
    bases.close()

    assert "POKEQA_KB_EDITABLE=false" in html
    assert not [action for action in ("rename", "delete", "choose", "reindex") if f'data-do="{action}"' in html]
    assert all("can only be read here" in sentence for sentence in refused)


def test_many_documents_come_in_pages(tab: Tab):
    tab.bases.create("Notes", "notes")
    view = look(tab.bases, tab.bases.settings, tab.indexer, "notes", 0)
    info = replace(view.chosen.info, documents=PAGE_DOCUMENTS + 2)
    rows = [DocumentInfo(f"n{i}.md", f"n{i}.md", "upload", "en", 1, 10, 0.0, "h") for i in range(2)]

    html = render_knowledge(replace(view, chosen=replace(view.chosen, info=info), documents=rows, first=PAGE_DOCUMENTS))

    assert f"{PAGE_DOCUMENTS + 1}–{PAGE_DOCUMENTS + 2} of {PAGE_DOCUMENTS + 2}" in html
    assert 'data-first="0"' in html


def test_why_indexing_failed_is_said_once(tab: Tab):
    tab.bases.create("Notes", "notes")

    def broken() -> None:
        raise SourceError("Milvus went away. Start it.")

    tab.indexer.start("notes", broken)
    while tab.indexer.works("notes"):
        time.sleep(0.01)

    assert "Milvus went away. Start it." in tab.do("refresh", base="notes")[0]["problem"]
    assert tab.do("refresh", base="notes")[0]["problem"] == ""


def test_a_base_at_work_is_shown_as_such(tab: Tab):
    tab.bases.create("Notes", "notes")
    go_on = False

    def work() -> None:
        while not go_on:
            time.sleep(0.01)

    tab.indexer.start("notes", work)
    busy = tab.do("refresh", base="notes")[0]["html"]
    go_on = True
    while tab.indexer.works("notes"):
        time.sleep(0.01)

    assert "data-busy" in busy
    assert "data-busy" not in tab.do("refresh", base="notes")[0]["html"]


def test_without_knowledge_bases_the_tab_says_why(tab: Tab):
    class Without:
        def knowledge_bases(self) -> KnowledgeBases:
            raise SourceError("Knowledge bases are switched off here.")

    patch, _ = answer(Without(), Settings(), tab.indexer, {"do": "refresh"})

    assert "switched off here" in patch["html"]


def test_the_frame_holds_every_word_of_the_script():
    frame = render_frame()

    for slot in ("{share}", "{chunks}", "{size}", "{limit}"):
        assert slot in frame
    assert "<dialog" in frame
