"""Milvus: filters that cannot be broken out of, collections that are what they claim, and errors in sentences."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pokeqa.engine import build_engine
from pokeqa.errors import SourceError
from pokeqa.events import Finished
from pokeqa.pokedex.dataset import load_dataset
from pokeqa.retrieval.bases import KnowledgeBases
from pokeqa.retrieval.documents import Document
from pokeqa.retrieval.ingest import node_of
from pokeqa.retrieval.milvus_store import (
    ChunkStore,
    Milvus,
    MilvusAddress,
    _client,
    _has_sparse,
    collection_name,
    filter_expression,
    milvus_address,
    milvus_problem,
)
from pokeqa.retrieval.search import DENSE_ONLY, HYBRID, SearchRequest, hybrid_search
from pokeqa.retrieval.sources.knowledge import KnowledgeSource
from pokeqa.retrieval.terms import query_vector, terms
from tests.fakes import body, collect

from .knowledge_bases import LIBRARY_WARNINGS, bases_in

pytestmark = [pytest.mark.filterwarnings(warning) for warning in LIBRARY_WARNINGS]

NAME = "pokeqa_test"


@pytest.fixture
def milvus(tmp_path: Path) -> Iterator[Milvus]:
    milvus = Milvus(MilvusAddress(str(tmp_path / "milvus.db")))
    yield milvus
    milvus.close()


def add(store: ChunkStore, text: str, vector: Sequence[float], **front: str) -> Document:
    fields = "".join(f"{key}: {value}\n" for key, value in front.items())
    document = Document(text[:20], f"---\n{fields}---\n{text}" if front else text)
    nodes = [node_of(chunk, n) for n, chunk in enumerate(document.chunks("base"))]
    for node in nodes:
        node.embedding = list(vector)
    store.add(nodes)
    return document


# --- filters ----------------------------------------------------------------------------------------------------

INJECTIONS = [
    'x" or id != "',
    "x' or id != '",
    'x\\" or id != \\"',
    "x\\",
    "x%",
    '"] or id in ["',
    "x' or 1 == 1 or '",
    '😀" or true or "',
]


@pytest.mark.parametrize("value", INJECTIONS)
def test_a_value_never_becomes_part_of_the_expression(milvus: Milvus, value: str) -> None:
    store = milvus.open(NAME, 2)
    add(store, "one", (1, 0), lang="en", title="t")
    assert len(store.dense((1, 0), 5)) == 1
    assert store.dense((1, 0), 5, filter_expression({"lang": value})) == []
    assert store.dense((1, 0), 5, filter_expression({"lang": ["en", value]})) != []


@pytest.mark.parametrize("key", ["text", "lang == 'en' or id", "1 == 1 or lang", "$meta", "", "entities["])
def test_only_listed_fields_can_be_filtered_by(key: str) -> None:
    with pytest.raises(SourceError, match="cannot be filtered by"):
        filter_expression({key: "x"})


@pytest.mark.parametrize("value", ["a\nb", "a\x00b", "\x7f"])
def test_control_characters_are_refused(value: str) -> None:
    with pytest.raises(SourceError, match="control characters"):
        filter_expression({"lang": value})


def test_quotes_and_backslashes_are_found_as_they_are(milvus: Milvus) -> None:
    store = milvus.open(NAME, 2)
    slug = 'it\'s "a" \\ %'
    document = Document("d", f"---\nslug: {slug!r}\ntitle: t\n---\nbody")
    nodes = [node_of(chunk, n) for n, chunk in enumerate(document.chunks("base"))]
    nodes[0].embedding = [1.0, 0.0]
    store.add(nodes)
    assert len(store.dense((1, 0), 5, filter_expression({"slug": document.slug}))) == 1


# --- a collection -----------------------------------------------------------------------------------------------


def test_dense_search_orders_by_cosine(milvus: Milvus) -> None:
    store = milvus.open(NAME, 2)
    near, far = add(store, "near", (0.96, 0.28)), add(store, "far", (0, 1))
    hits = store.dense((1, 0), 5)
    assert [hit.document_hash for hit in hits] == [near.hash, far.hash]
    assert hits[0].score == pytest.approx(0.96, abs=0.001)
    assert hits[1].score == pytest.approx(0, abs=0.001)


def test_sparse_search_ranks_by_bm25_in_both_languages(milvus: Milvus) -> None:
    store = milvus.open(NAME, 2)
    assert store.hybrid
    rain = add(store, "Rain strengthens Water moves.", (1, 0))
    zh = add(store, "下雨时水属性招式变强。", (1, 0))
    add(store, "A Dusk Ball works at night.", (1, 0))

    def ask(text: str) -> list[str]:
        weights = query_vector(terms(text), lambda words: (dict.fromkeys(words, 1), 3))
        return [hit.document_hash for hit in store.sparse(weights, 5)]

    assert ask("Does rain strengthen a water move?") == [rain.hash]
    assert ask("水属性招式") == [zh.hash]
    assert ask("水屬性招式") == [zh.hash]
    assert ask("the of a") == []


def test_writing_the_same_document_twice_changes_nothing(milvus: Milvus) -> None:
    store = milvus.open(NAME, 2)
    add(store, "one", (1, 0))
    add(store, "one", (1, 0))
    store.flush()
    assert store.count() == 1


def test_documents_are_deleted_by_hash(milvus: Milvus) -> None:
    store = milvus.open(NAME, 2)
    one, two = add(store, "one", (1, 0)), add(store, "two", (1, 0))
    store.delete_documents([one.hash])
    assert [hit.document_hash for hit in store.dense((1, 0), 5)] == [two.hash]


def test_nodes_come_back_with_text_metadata_and_vector(milvus: Milvus) -> None:
    store = milvus.open(NAME, 2)
    add(store, "Rain helps.", (1, 0), title="Weather", slug="weather", lang="en")
    (hit,) = store.dense((1, 0), 1)
    node, vector = store.nodes([hit.id, "kb-gone"])[hit.id]
    assert node.text == "Weather\nRain helps."
    assert node.metadata["slug"] == "weather"
    assert vector == pytest.approx([1, 0])


def test_what_was_written_is_there_after_reopening(tmp_path: Path) -> None:
    address = MilvusAddress(str(tmp_path / "milvus.db"))
    for expected in (0, 1):
        milvus = Milvus(address)
        store = milvus.open(NAME, 2)
        assert len(store.dense((1, 0), 5)) == expected
        add(store, "one", (1, 0))
        store.flush()
        milvus.close()


def test_a_collection_that_was_let_go_is_loaded_again(milvus: Milvus) -> None:
    store = milvus.open(NAME, 2)
    add(store, "one", (1, 0))
    store._client.release_collection(NAME)
    assert len(store.dense((1, 0), 5)) == 1


def test_another_dimension_is_noticed_on_opening(tmp_path: Path) -> None:
    address = MilvusAddress(str(tmp_path / "milvus.db"))
    milvus = Milvus(address)
    milvus.open(NAME, 2)
    milvus.close()
    milvus = Milvus(address)
    with pytest.raises(SourceError, match=r"vectors of length 2, the embedding model makes 3\. Set POKEQA_EMBED_MODEL"):
        milvus.open(NAME, 3)
    milvus.close()


def test_collections_are_told_apart_by_base_and_embedder() -> None:
    names = {collection_name(base, model) for base in ("a-b", "a_b", "x" * 64) for model in ("m1", "m2")}
    assert len(names) == 6
    assert all(name.replace("_", "").isalnum() and len(name) < 100 for name in names)


# --- addresses and errors ---------------------------------------------------------------------------------------


def test_the_default_is_a_file_in_the_data_folder(tmp_path: Path) -> None:
    assert milvus_address(None, None, tmp_path) == MilvusAddress(str(tmp_path / "milvus.db"))


def test_a_home_folder_is_expanded_and_other_endings_are_refused(tmp_path: Path) -> None:
    assert milvus_address("~/kb.db", None, tmp_path).uri == str(Path.home() / "kb.db")
    with pytest.raises(SourceError, match=r"neither a server's address nor a file ending in \.db"):
        milvus_address("localhost", None, tmp_path)


def test_secrets_are_not_shown() -> None:
    address = MilvusAddress("http://user:secret@milvus:19530", "root:token")
    assert address.label == "Milvus at http://milvus:19530"


@pytest.mark.parametrize(
    ("version", "sparse"),
    [
        ("milvus_lite-3.2.2", True),
        ("v2.3.5-lite", False),
        ("2.4.1", False),
        ("2.5.0", True),
        ("v2.6.0-dev", True),
        ("?", False),
    ],
)  # fmt: skip
def test_old_servers_are_searched_by_vector_only(version: str, sparse: bool) -> None:
    assert _has_sparse(version) is sparse


def test_missing_libraries_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokeqa.retrieval.milvus_store.find_spec", lambda name: None if name == "milvus_lite" else True)
    assert "pip install milvus-lite" in (milvus_problem(MilvusAddress("/x/milvus.db")) or "")
    assert milvus_problem(MilvusAddress("http://h:19530")) is None


def test_a_server_that_does_not_answer_is_said_quickly() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(
        SourceError, match=rf"Milvus at http://127\.0\.0\.1:{port} did not answer .* unset POKEQA_MILVUS_URI"
    ):
        Milvus(MilvusAddress(f"http://127.0.0.1:{port}")).open(NAME, 2)


@pytest.mark.slow
def test_a_file_in_use_by_another_process_is_said(tmp_path: Path) -> None:
    address = MilvusAddress(str(tmp_path / "milvus.db"))
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"from pymilvus import MilvusClient; MilvusClient({address.uri!r}); print('open'); input()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "open\n"
        with pytest.raises(SourceError, match=r"Another process uses the knowledge base's file.*POKEQA_DATA_DIR"):
            Milvus(address).open(NAME, 2)
    finally:
        holder.communicate("\n", timeout=20)


# --- a real server ----------------------------------------------------------------------------------------------


needs_server = pytest.mark.skipif(
    "POKEQA_TEST_MILVUS_URI" not in os.environ, reason="POKEQA_TEST_MILVUS_URI names no server"
)


@pytest.fixture
def on_server(tmp_path: Path) -> Iterator[tuple[KnowledgeBases, str]]:
    """A new base on the server, with two documents; it is gone afterwards."""
    bases = bases_in(tmp_path, milvus_uri=os.environ["POKEQA_TEST_MILVUS_URI"], kb_timeout_s=120)
    db_id = bases.create("Test", f"test-{secrets.token_hex(4)}").db_id
    bases.add_files(db_id, [("rain.md", b"# Rain\n\nPelipper brings rain."), ("sand.md", b"# Sand\n\nTyranitar.")])
    yield bases, db_id
    name = bases.open(db_id).name
    bases.delete(db_id)
    bases.close()
    client = _client(bases.address)
    assert not client.has_collection(name)
    client.close()


@pytest.mark.services
@needs_server
class TestServer:
    def test_documents_are_found_replaced_and_removed(self, on_server: tuple[KnowledgeBases, str]) -> None:
        bases, db_id = on_server

        def ask() -> list[str]:
            return [one.text for one in hybrid_search(bases, db_id, SearchRequest("who brings rain?")).candidates]

        assert ask()[0] == "Pelipper brings rain."
        outcomes = bases.add_files(db_id, [("rain.md", b"# Rain\n\nPolitoed brings rain.")])
        assert [one.status for one in outcomes] == ["replaced"]
        bases.remove_documents(db_id, ["sand.md"])
        assert bases.open(db_id).count() == 1
        assert ask() == ["Politoed brings rain."]

    def test_the_trace_says_how_it_was_searched(self, on_server: tuple[KnowledgeBases, str]) -> None:
        bases, db_id = on_server
        found = hybrid_search(bases, db_id, SearchRequest("who brings rain?"))

        store = bases.open(db_id)
        assert store.hybrid is _has_sparse(store.version)
        assert found.detail["engine"].startswith("Milvus at http")
        assert found.detail["engine_version"] == store.version
        assert found.detail["search"] == (HYBRID if store.hybrid else DENSE_ONLY)
        assert set(found.detail["found"]) == ({"dense", "bm25"} if store.hybrid else {"dense"})
        assert -1.001 <= found.candidates[0].scores["dense"] <= 1.001

    def test_the_status_says_how_it_is_searched(self, on_server: tuple[KnowledgeBases, str]) -> None:
        bases, _ = on_server
        source = KnowledgeSource(bases.settings, load_dataset, bases=bases)
        opened = bases.opened()
        assert opened is not None

        assert source.status()["search"] == (HYBRID if opened.hybrid else DENSE_ONLY)
        assert source.status()["engine_version"] == opened.version
        assert ("by meaning only" in source.note("en")) is not opened.hybrid
        assert opened.version in source.note("zh-hans")

    async def test_a_question_is_answered_from_it(self, on_server: tuple[KnowledgeBases, str]) -> None:
        bases, db_id = on_server
        engine = build_engine(bases.settings)
        finished = (await collect(engine.ask(body("Who brings rain?", meta={"db_id": db_id}))))[-1]
        again = KnowledgeSource(bases.settings, load_dataset)
        await engine.close()

        assert isinstance(finished, Finished)
        assert finished.route == "retrieval"
        assert finished.refs["knowledge_base"]["results"][0]["text"] == "Pelipper brings rain."
        step = next(step for step in finished.trace if step["layer"] == "retrieval")
        assert step["detail"]["sources"]["knowledge_base"]["search"] in (HYBRID, DENSE_ONLY)
        assert await again.available() is None or "built" in str(await again.available())
        await again.close()

    def test_a_collection_that_was_let_go_is_loaded_again(self, on_server: tuple[KnowledgeBases, str]) -> None:
        bases, db_id = on_server
        store = bases.open(db_id)
        store._client.release_collection(store.name)

        assert hybrid_search(bases, db_id, SearchRequest("who brings rain?")).candidates

    def test_a_value_never_becomes_part_of_the_expression(self, on_server: tuple[KnowledgeBases, str]) -> None:
        bases, db_id = on_server
        vector = bases.embedder.embed_query("rain")

        for value in INJECTIONS:
            assert bases.open(db_id).dense(vector, 5, filter_expression({"slug": value})) == [], value
