"""The knowledge base as a source: what it finds, what it says when it cannot, and what the trace shows."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokeqa.errors import SourceError
from pokeqa.pokedex.dataset import Dataset
from pokeqa.retrieval import bases as module
from pokeqa.retrieval.bases import Indexing
from pokeqa.retrieval.builtin import BUILTIN_ID, SpeciesWriter, builtin_documents
from pokeqa.retrieval.effect_pages import effect_pages
from pokeqa.retrieval.evidence import Evidence, Source, SourceResult
from pokeqa.retrieval.sources.knowledge import KnowledgeSource

from .asking import Asking
from .knowledge_bases import ARTICLES, LIBRARY_WARNINGS, bases_in, settings

pytestmark = [pytest.mark.filterwarnings(warning) for warning in LIBRARY_WARNINGS]


@pytest.fixture(scope="module")
def ask(dataset: Dataset) -> Asking:
    return Asking(dataset)


def source_in(folder: Path, dataset: Dataset, **values: object) -> KnowledgeSource:
    return KnowledgeSource(settings(folder, **values), lambda: dataset, bases=bases_in(folder, **values))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, dataset: Dataset) -> Iterator[KnowledgeSource]:
    """A source with a small built-in base, and a base of uploads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "builtin_documents", lambda dataset: list(ARTICLES))
        source = source_in(tmp_path_factory.mktemp("kb"), dataset)
        source.prepare_in_background()
        source.wait_until_ready()
    source.bases.create("Notes", "notes")
    source.bases.add_files("notes", [("sand.md", b"# Sand\n\nTyranitar brings a sandstorm.")])
    source.bases.create("Empty", "empty")
    yield source
    asyncio.run(source.close())


def titles(result: SourceResult) -> list[str]:
    return [one.title for one in result.results]


# --- finding ----------------------------------------------------------------------------------------------------


async def test_it_is_a_source(built: KnowledgeSource) -> None:
    source: Source = built
    assert (source.name, source.supports_caching) == ("knowledge_base", True)
    assert await source.available() is None


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What are the odds of a shiny?", "Shiny odds"),
        ("异色宝可梦的概率是多少？", "异色的概率"),
        ("Which ball is good in caves?", "Balls"),
        ("下雨有什么影响？", "天气"),
        ("Does Destiny Knot help with IVs?", "Breeding"),
    ],
)
async def test_the_right_passage_comes_first(built: KnowledgeSource, ask: Asking, question: str, title: str) -> None:
    result = await built.search(ask(question))
    assert titles(result)[0] == title
    assert result.message is None


async def test_evidence_says_what_it_is_and_where_from(built: KnowledgeSource, ask: Asking) -> None:
    best = (await built.search(ask("What are the odds of a shiny?"))).results[0]
    assert best.text == "A Shiny Pokémon has other colours. The chance is 1 in 4,096 since Generation 6."
    assert best.where == "PokéQA articles and Pokédex pages › Shiny odds"
    assert set(best.scores) == {"dense", "bm25", "fused", "rerank"}
    assert best.metadata["db_id"] == BUILTIN_ID and best.metadata["slug"] == "shiny-odds"
    again = (await built.search(ask("shiny odds"))).results[0]
    assert again.id == best.id
    assert isinstance(best, Evidence) and best.to_json()["metadata"]["lang"] == "en"


async def test_no_more_than_top_k_in_an_order_that_never_changes(built: KnowledgeSource, ask: Asking) -> None:
    runs = [[one.id for one in (await built.search(ask("weather and balls", top_k=3))).results] for _ in range(3)]
    assert len(runs[0]) == 3
    assert runs[0] == runs[1] == runs[2]


async def test_one_pokemon_named_is_filtered_by_first(built: KnowledgeSource, ask: Asking) -> None:
    result = await built.search(ask("What does Pikachu hold?"))
    assert titles(result)[0] == "Notes on Pikachu"
    assert result.detail["filter"] == {"entity": "pikachu", "documents": 1}
    assert len(result.results) > 1


async def test_a_pokemon_without_documents_is_searched_unfiltered(built: KnowledgeSource, ask: Asking) -> None:
    result = await built.search(ask("Is there a shiny Snorlax in rain?"))
    assert result.results and result.detail["filter"] is None


async def test_two_pokemon_are_not_filtered_by(built: KnowledgeSource, ask: Asking) -> None:
    assert (await built.search(ask("Do Pikachu and Kyogre like rain?"))).detail["filter"] is None


async def test_the_trace_shows_before_and_after(built: KnowledgeSource, ask: Asking) -> None:
    detail = (await built.search(ask("Which weather weakens Fire moves?"))).detail
    assert detail["engine"] == "Milvus Lite" and "dense + BM25" in detail["search"]
    assert detail["found"]["dense"] == len(ARTICLES)
    assert detail["rerank"]["by"] == "scores"
    rows = detail["rerank"]["positions"]
    assert [row["after"] for row in rows] == list(range(1, len(rows) + 1))
    assert len({row["before"] for row in rows}) == len(rows) > 3
    plain = await built.search(ask("Which weather weakens Fire moves?", rerank=False))
    assert "rerank" not in plain.detail and "rerank" not in plain.results[0].scores


async def test_a_base_of_uploads_is_searched_by_its_id(built: KnowledgeSource, ask: Asking) -> None:
    result = await built.search(ask("Who brings sand?", db_id="notes"))
    assert [one.text for one in result.results] == ["Tyranitar brings a sandstorm."]
    assert result.results[0].where == "Notes › Sand"


# --- saying why not ---------------------------------------------------------------------------------------------


async def test_a_threshold_that_nothing_reaches_is_said(built: KnowledgeSource, ask: Asking) -> None:
    result = await built.search(ask("What are the odds of a shiny?", distance_threshold=0.99))
    assert result.results == ()
    assert result.message is not None and "the threshold asks for 0.99. Lower distance_threshold" in result.message
    some = await built.search(ask("What are the odds of a shiny?", distance_threshold=0.4))
    assert some.results and all(one.scores["dense"] >= 0.4 for one in some.results)


async def test_an_empty_base_is_said(built: KnowledgeSource, ask: Asking) -> None:
    assert (await built.search(ask("anything", db_id="empty"))).message == (
        "The knowledge base 'Empty' is empty. Add documents to it."
    )


async def test_an_unknown_base_is_said_with_those_there_are(built: KnowledgeSource, ask: Asking) -> None:
    with pytest.raises(SourceError, match=r"no knowledge base 'nope'\. Choose one of: pokedex, empty, notes"):
        await built.search(ask("anything", db_id="nope"))


async def test_a_missing_reranker_is_replaced_and_said(built: KnowledgeSource, ask: Asking, dataset: Dataset) -> None:
    other = KnowledgeSource(settings(Path("unused"), rerank_model="org/not-here"), lambda: dataset, bases=built.bases)
    other._checked.add(BUILTIN_ID)
    detail = (await other.search(ask("rain"))).detail
    assert "not on this disk" in detail["rerank_message"] and detail["rerank"]["by"] == "scores"


async def test_while_it_is_built_it_says_how_far_it_is(
    tmp_path: Path, dataset: Dataset, ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = source_in(tmp_path, dataset)
    go_on = threading.Event()

    def slow(watch: object = None) -> None:
        source.bases._progress[BUILTIN_ID] = Indexing(BUILTIN_ID, "indexing", 30, 100)
        go_on.wait(10)

    monkeypatch.setattr(source.bases, "ensure_builtin", slow)
    source.prepare_in_background()
    await asyncio.sleep(0.1)
    assert await source.available() == "The knowledge base is being built (30 % done). Ask again in a minute."
    with pytest.raises(SourceError, match=r"being built \(30 % done\)"):
        await source.search(ask("rain"))
    go_on.set()
    await source.close()


async def test_without_milvus_the_source_says_what_to_install(
    tmp_path: Path, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokeqa.retrieval.milvus_store.find_spec", lambda name: None)
    source = source_in(tmp_path, dataset)
    assert "pip install llama-index-vector-stores-milvus" in (await source.available() or "")
    await source.close()


async def test_without_its_model_the_source_says_what_to_do(tmp_path: Path, dataset: Dataset, ask: Asking) -> None:
    source = KnowledgeSource(settings(tmp_path).model_copy(update={"embed_model": "org/not-here"}), lambda: dataset)
    assert "POKEQA_EMBED_MODEL=packaged" in (await source.available() or "")
    source.prepare_in_background()
    with pytest.raises(SourceError, match="not on this disk"):
        await asyncio.to_thread(source.wait_until_ready)
    with pytest.raises(SourceError, match="not on this disk"):
        await source.search(ask("rain"))
    await source.close()


async def test_a_server_that_is_away_is_said_and_not_waited_for_again(
    tmp_path: Path, dataset: Dataset, ask: Asking
) -> None:
    source = source_in(tmp_path, dataset, milvus_uri="http://127.0.0.1:9")
    assert "did not answer within 1 s" in (await source.available() or "")
    source.prepare_in_background()
    with pytest.raises(SourceError, match="unset POKEQA_MILVUS_URI"):
        await asyncio.to_thread(source.wait_until_ready)
    started = time.perf_counter()
    with pytest.raises(SourceError, match="unset POKEQA_MILVUS_URI"):
        await source.search(ask("rain"))
    assert time.perf_counter() - started < 0.5
    await source.close()


async def test_a_search_that_hangs_ends_in_time(
    tmp_path: Path, dataset: Dataset, ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = source_in(tmp_path, dataset, kb_timeout_s=0.1)
    monkeypatch.setattr(source, "_search", lambda *_: time.sleep(0.5))
    with pytest.raises(SourceError, match=r"did not answer within 0\.1 s \(POKEQA_KB_TIMEOUT_S\)"):
        await source.search(ask("rain"))
    await source.close()


async def test_it_can_be_closed_twice_and_unused(tmp_path: Path, dataset: Dataset) -> None:
    source = source_in(tmp_path, dataset)
    await source.close()
    await source.close()


async def test_the_status_names_engine_model_and_bases(built: KnowledgeSource) -> None:
    status = await asyncio.to_thread(built.status)
    assert status["engine"] == "Milvus Lite" and status["embedder"]["id"] == "packaged-use3"
    assert [base["db_id"] for base in status["bases"]] == ["pokedex", "empty", "notes"]
    assert status["problem"] is None


# --- the built-in base ------------------------------------------------------------------------------------------


def test_every_species_has_a_page_in_both_languages(dataset: Dataset) -> None:
    documents = {document.id: document for document in builtin_documents(dataset)}
    assert sum(document.kind == "species" for document in documents.values()) == 2 * len(dataset.species)
    assert len({document.hash for document in documents.values()}) == len(documents)
    assert [one.id for one in builtin_documents(dataset)] == list(documents)


@pytest.mark.parametrize(
    ("language", "species", "expected"),
    [
        ("en", 445, "a Dragon/Ground-type Pokémon introduced in Generation 4 (Sinnoh)."),
        ("en", 445, "Gabite evolves into Garchomp at level 48."),
        ("en", 445, "hidden ability: Rough Skin."),
        ("en", 445, "Takes more damage from Ice (×4), Dragon (×2), Fairy (×2)."),
        ("en", 151, "It is a mythical Pokémon."),
        ("en", 128, "Tauros does not evolve and has no earlier stage."),
        ("en", 81, "Gender: genderless."),
        ("zh-hans", 445, "特性：沙隐；隐藏特性：粗糙皮肤。"),
        ("zh-hans", 133, "伊布使用水之石进化为水伊布。"),
        ("zh-hans", 25, "外语名称：Pikachu"),
    ],
)
def test_a_page_states_the_facts(dataset: Dataset, language: str, species: int, expected: str) -> None:
    assert expected in SpeciesWriter(dataset, language).page(dataset.species[species]).text


def test_pages_say_what_abilities_items_and_moves_do(dataset: Dataset) -> None:
    pages = [document for document in builtin_documents(dataset) if document.kind == "effects"]
    assert {page.language for page in pages} == {"en", "zh-hans"}
    text = "\n".join(page.body for page in pages)
    assert "Intimidate: On entering battle it lowers the Attack" in text
    assert "吃剩的东西：每回合结束时回复最大HP的1/16。" in text
    assert "Rapid Spin: raises the user’s Speed by 1 stage. Frees the user from binding moves and Leech Seed" in text


def test_a_page_of_effects_is_one_passage_and_names_what_it_is_about(dataset: Dataset) -> None:
    pages = list(effect_pages(dataset, ("en", "zh-hans")))
    assert all(len(page.chunks(BUILTIN_ID)) == 1 for page in pages)
    assert len({page.id for page in pages}) == len({page.text for page in pages}) == len(pages)
    english, chinese = (page for page in pages if "leftovers" in page.entities)
    assert "Leftovers" in english.title and "吃剩的东西" in chinese.title
    assert english.slug == chinese.slug and english.entities == chinese.entities


@pytest.mark.slow
async def test_the_whole_built_in_base_answers(tmp_path: Path, dataset: Dataset, ask: Asking) -> None:
    source = source_in(tmp_path, dataset)
    source.prepare_in_background()
    await asyncio.to_thread(source.wait_until_ready)
    base = source.bases.get(BUILTIN_ID)
    assert base.documents > 2000 and base.passages >= base.documents
    for question, slug in (
        ("How does Stealth Rock work?", "entry-hazards"),
        ("伊布怎么进化成月亮伊布？", "eevee-evolutions"),
        ("Tell me about Garchomp", "species-garchomp"),
    ):
        found = await source.search(ask(question))
        assert slug in [one.metadata["slug"] for one in found.results], question
    await source.close()
