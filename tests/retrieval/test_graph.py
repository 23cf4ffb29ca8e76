"""The graph as an evidence source, on a real embedded engine."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pokeqa.paths import DATA
from pokeqa.pokedex.dataset import Dataset
from pokeqa.retrieval.evidence import SourceResult
from pokeqa.retrieval.graph.engine import GraphEngine, GraphError, GraphTimeoutError
from pokeqa.retrieval.graph.ladybug_engine import LadybugEngine, ensure_graph, graph_path
from pokeqa.retrieval.graph.neo4j_engine import Neo4jEngine, version_of
from pokeqa.retrieval.graph.schema import NODES, RELATIONS
from pokeqa.retrieval.graph.templates import _templates
from pokeqa.retrieval.sources.graph import GraphSource
from pokeqa.settings import Settings
from pokeqa.yaml_files import read_yaml
from tests.retrieval.asking import Asking, cases

#: The servers that the engine for Neo4j is tested with. ArcadeDB speaks Bolt and Cypher, and is not Neo4j: what it
#: shows is that the driver is used rightly and that the queries mean the same, not that Neo4j takes each of them.
SERVERS = {"arcadedb": "POKEQA_TEST_ARCADEDB", "neo4j": "POKEQA_TEST_NEO4J"}
needs_server = [
    pytest.param(
        name, marks=[pytest.mark.services, pytest.mark.skipif(f"{variable}_URI" not in os.environ,
                                                              reason=f"{variable}_URI names no server")],
    )
    for name, variable in SERVERS.items()
]  # fmt: skip


def server_settings(name: str, folder: Path, **values: Any) -> Settings:
    variable = SERVERS[name]
    return Settings(
        data_dir=folder,
        neo4j_uri=os.environ[f"{variable}_URI"],
        neo4j_user=os.environ.get(f"{variable}_USER", "neo4j"),
        neo4j_password=os.environ.get(f"{variable}_PASSWORD"),
        **values,
    )


@pytest.fixture(scope="module")
def asking(dataset: Dataset) -> Asking:
    return Asking(dataset)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("graph")


@pytest.fixture(params=["ladybug", *needs_server])
def settings(request: pytest.FixtureRequest, folder: Path) -> Settings:
    if request.param == "ladybug":
        return Settings(data_dir=folder, graph_timeout_s=60)
    return server_settings(request.param, folder, graph_timeout_s=120)


@pytest.fixture
async def source(settings: Settings, dataset: Dataset) -> AsyncIterator[GraphSource]:
    source = GraphSource(settings, dataset)
    async with asyncio.timeout(120):
        while (reason := await source.available()) is not None:
            assert "being built" in reason
    yield source
    await source.close()


@pytest.fixture
def engine_file(folder: Path, dataset: Dataset) -> Iterator[LadybugEngine]:
    engine = LadybugEngine(ensure_graph(folder, dataset))
    yield engine
    engine.close()


def texts(result: SourceResult) -> list[str]:
    return [one.text for one in result.results]


# ---------------------------------------------------------------------- what it answers


async def test_an_evolution_family_is_a_path_a_person_can_read(source: GraphSource, asking: Asking):
    result = await source.search(asking("What is the evolution family of Pikachu?"))

    assert any("Pikachu —evolves with a Thunder Stone→ Raichu" in text for text in texts(result))
    assert result.answer is not None
    assert result.answer.startswith("The evolution family of Pikachu: Pichu")


async def test_the_path_reads_in_chinese(source: GraphSource, asking: Asking):
    result = await source.search(asking("皮卡丘怎么进化？"))

    assert any("皮卡丘 —使用雷之石进化→ 雷丘" in text for text in texts(result))
    assert result.answer is not None
    assert result.answer.startswith("皮卡丘的进化家族")


async def test_a_branching_family_has_a_path_for_each_branch(source: GraphSource, asking: Asking):
    result = await source.search(asking("What is the evolution family of Eevee?"))

    assert len(result.results) == 8


async def test_two_pokemon_share_an_egg_group(source: GraphSource, asking: Asking):
    result = await source.search(asking("Can Pikachu and Eevee breed?"))

    assert result.answer == "Pikachu and Eevee share the egg group Field."
    assert texts(result) == ["Pikachu —is in the egg group→ Field ←is in the egg group— Eevee"]


async def test_no_egg_group_in_common_is_said(source: GraphSource, asking: Asking):
    result = await source.search(asking("Can Pikachu and Gyarados breed?"))

    assert result.answer == "Pikachu and Gyarados have no egg group in common."
    assert result.results == ()


async def test_two_that_cannot_breed_at_all_share_no_real_group(source: GraphSource, asking: Asking):
    result = await source.search(asking("Can Mewtwo and Articuno breed?"))

    assert result.answer is not None
    assert "neither can breed" in result.answer


async def test_a_shared_ability(source: GraphSource, asking: Asking):
    result = await source.search(asking("Which ability do Pikachu and Raichu share?"))

    assert result.answer == "Pikachu can have Static and Lightning Rod. Raichu can have Static and Lightning Rod."


@pytest.mark.parametrize("question", ["who learns Surf and resists Fire", "Which Fire resisting Pokémon learn Surf?"])
async def test_who_learns_a_move_and_resists_a_type(
    source: GraphSource, asking: Asking, dataset: Dataset, question: str
):
    result = await source.search(asking(question))

    learners = dataset.learnsets.learner_ids(57)
    expected = [
        p.id for p in dataset.pokemon.values()
        if p.id in learners and (p.is_default or p.form_kind == "regional")
        and 0 < dataset.effectiveness(10, p.types) < 1
    ]  # fmt: skip
    assert result.answer is not None
    assert result.answer.startswith(f"The graph holds {len(expected)} such Pokémon: Squirtle")
    assert "Squirtle —takes ×0.5 from→ Fire" in texts(result)[0]
    assert "→ Surf" in texts(result)[0]


async def test_what_joins_two_pokemon(source: GraphSource, asking: Asking):
    result = await source.search(asking("How is Pikachu connected to Gyarados?"))

    assert result.answer is not None
    assert result.answer.startswith("Pikachu and Gyarados are 4 steps apart: Pikachu —is in the egg group→ Field")
    assert result.results[0].metadata["paths"][0]["nodes"][0] == {"label": "Pokemon", "id": 25, "name": "Pikachu"}


async def test_counters_hit_hard_and_take_less(source: GraphSource, asking: Asking, dataset: Dataset):
    result = await source.search(asking("What counters Garchomp?"))

    counters = [one for one in result.results if one.metadata["template"] == "counters"]
    assert counters
    for one in counters:
        pokemon = dataset.pokemon[one.metadata["paths"][0]["nodes"][0]["id"]]
        assert max(dataset.effectiveness(t, dataset.pokemon[445].types) for t in pokemon.types) > 1
        assert all(dataset.effectiveness(t, pokemon.types) <= 1 for t in dataset.pokemon[445].types)


async def test_what_lies_around_a_pokemon(source: GraphSource, asking: Asking):
    result = await source.search(asking("Tell me about Pikachu"))

    kinds = {step["kind"] for one in result.results for path in one.metadata["paths"] for step in path["steps"]}
    assert kinds == {"HAS_TYPE", "HAS_ABILITY", "IN_EGG_GROUP", "EVOLVES_TO"}


async def test_a_false_premise_is_answered(source: GraphSource, asking: Asking):
    result = await source.search(asking("Does Pikachu evolve into Charizard?"))

    assert result.answer is not None
    assert result.answer.startswith("No evolution leads from Pikachu to Charizard.")


async def test_a_question_about_an_earlier_time_is_not_answered_with_todays_facts(source: GraphSource, asking: Asking):
    result = await source.search(asking("What type was Clefairy in generation 1?"))

    assert result.results == ()
    assert result.message is not None
    assert "today" in result.message


async def test_a_question_without_names_says_what_to_do(source: GraphSource, asking: Asking):
    result = await source.search(asking("what is love"))

    assert result.message is not None
    assert "Name one" in result.message


async def test_the_same_path_has_the_same_id_each_time(source: GraphSource, asking: Asking):
    first = await source.search(asking("Can Pikachu and Eevee breed?"))
    again = await source.search(asking("皮卡丘和伊布的蛋群一样吗"))

    assert [one.id for one in first.results] == [one.id for one in again.results]


async def test_the_trace_shows_the_query(source: GraphSource, asking: Asking):
    result = await source.search(asking("Can Pikachu and Eevee breed?"))

    query = result.detail["queries"][0]
    assert "MATCH p = (a:Pokemon {id: $a})" in query["cypher"]
    assert query["parameters"] == {"a": 25, "b": 133}


async def test_every_template_runs(source: GraphSource, dataset: Dataset):
    engine: GraphEngine = await source._ready()
    for name, template in _templates().items():
        values = {"a": 25, "b": 133, "id": 25, "move": 57, "chain": dataset.species[25].chain_id}
        if name.endswith("_neighbourhood"):
            values["id"] = 1
        for key in ("cypher", "count"):
            text = template.get(engine.dialect if key == "cypher" else key) or template.get(key)
            if text:
                used = {field: value for field, value in values.items() if f"${field}" in text}
                assert len(engine.run(text, used, max_rows=3, timeout_s=5).rows) <= 3


@pytest.mark.parametrize("text", [case["text"] for case in cases("injections.jsonl")])
async def test_orders_in_a_question_are_only_a_question(source: GraphSource, asking: Asking, text: str):
    result = await source.search(asking(text[:1900]))

    for query in result.detail.get("queries", []):
        assert text not in query["cypher"]


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
def test_every_sentence_is_there_in_every_language(language: str):
    def keys(tree: dict[str, Any], prefix: str = "") -> Iterator[str]:
        for key, value in tree.items():
            if isinstance(value, dict) and "other" not in value:
                yield from keys(value, f"{prefix}{key}.")
            else:
                yield prefix + key

    english, other = (read_yaml(DATA / "answers" / tag / "graph.yaml") for tag in ("en", language))

    assert set(keys(english)) == set(keys(other))


# ---------------------------------------------------------------------- Cypher by a model


class Model:
    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked = 0

    async def __call__(self, prompt: str) -> str:
        self.asked += 1
        return self.answer


async def ask_model(settings: Settings, dataset: Dataset, asking: Asking, answer: str, question: str) -> SourceResult:
    source = GraphSource(settings, dataset, Model(answer))
    try:
        return await source.search(asking(question))
    finally:
        await source.close()


async def test_a_model_answers_what_no_template_fits(settings: Settings, dataset: Dataset, asking: Asking):
    query = (
        "MATCH (p:Pokemon {is_default: true}) RETURN p.name AS name, p.weight_kg AS kg ORDER BY kg DESC, p.id LIMIT 2"
    )

    result = await ask_model(settings, dataset, asking, query, "what is love")

    assert texts(result)[0].startswith("name: Cosmoem, kg: 999.9")
    assert result.results[0].where == query


@pytest.mark.parametrize("query", [case["query"] for case in cases("cypher.jsonl") if not case["allowed"]][:6])
async def test_a_query_that_is_not_allowed_never_runs(settings: Settings, dataset: Dataset, asking: Asking, query: str):
    result = await ask_model(settings, dataset, asking, query, "what is love")

    assert result.results == ()
    assert result.message is not None
    assert "not allowed" in result.message


async def test_a_refused_query_falls_back_to_the_templates(settings: Settings, dataset: Dataset, asking: Asking):
    result = await ask_model(settings, dataset, asking, "DROP TABLE Pokemon", "What of Pikachu and Gyarados?")

    assert result.results
    assert "refused" in result.detail


async def test_a_model_that_breaks_does_not_break_the_graph(settings: Settings, dataset: Dataset, asking: Asking):
    async def broken(prompt: str) -> str:
        raise ConnectionError("no route")

    source = GraphSource(settings, dataset, broken)
    result = await source.search(asking("How is Pikachu connected to Gyarados?"))
    await source.close()

    assert result.results


# ---------------------------------------------------------------------- the engine


def test_the_engine_refuses_to_write(engine_file: LadybugEngine):
    with pytest.raises(GraphError, match="read-only"):
        engine_file.run("CREATE (:Type {id: 99})", {}, max_rows=1, timeout_s=1)


def test_a_query_that_takes_too_long_is_stopped(engine_file: LadybugEngine):
    query = "MATCH (a:Pokemon), (b:Pokemon), (c:Pokemon) WHERE a.hp + b.hp + c.hp > 5000 RETURN count(*) AS n"
    began = time.monotonic()

    with pytest.raises(GraphTimeoutError):
        engine_file.run(query, {}, max_rows=1, timeout_s=0.3)

    assert time.monotonic() - began < 2


def test_rows_are_capped(engine_file: LadybugEngine):
    rows = engine_file.run("MATCH (p:Pokemon) RETURN p.id AS id", {}, max_rows=10, timeout_s=5)

    assert len(rows.rows) == 10
    assert rows.more


def test_paths_are_found_by_many_threads_after_many_other_queries(engine_file: LadybugEngine):
    """The memory for queries must hold them all: shortest paths need most."""
    path = _templates()["connection"]["cypher"]
    for number in range(100):
        query = (
            f"MATCH (p:Pokemon)-[:LEARNS]->(m:Move)-[:OF_TYPE]->(t:Type) WHERE p.hp > {number} RETURN p, m, t LIMIT 5"
        )
        engine_file.run(query, {}, max_rows=5, timeout_s=5)

    def ask(number: int) -> int:
        return len(engine_file.run(path, {"a": 25, "b": 130 + number}, max_rows=5, timeout_s=20).rows)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(40)))


def test_values_are_never_part_of_the_query(engine_file: LadybugEngine):
    rows = engine_file.run(
        "MATCH (p:Pokemon {name: $name}) RETURN p.id AS id", {"name": "x'}) RETURN 1 //"}, max_rows=1, timeout_s=5
    )

    assert rows.rows == ()


def test_many_threads_can_ask(engine_file: LadybugEngine):
    def ask(number: int) -> int:
        query = "MATCH (p:Pokemon {id: $id}) RETURN p.id AS id"
        return int(engine_file.run(query, {"id": number}, max_rows=1, timeout_s=5).rows[0]["id"])

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(ask, range(1, 121))) == list(range(1, 121))


def test_the_graph_is_built_once(tmp_path: Path, dataset: Dataset):
    built = []
    threads = [threading.Thread(target=lambda: built.append(ensure_graph(tmp_path, dataset))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert set(built) == {graph_path(tmp_path, dataset)}
    assert [path.name for path in (tmp_path / "graph").iterdir()] == [built[0].parent.name]


@pytest.mark.parametrize(("package", "uri"), [("ladybug", None), ("neo4j", "bolt://127.0.0.1:9")])
async def test_a_missing_engine_is_said(
    tmp_path: Path, dataset: Dataset, asking: Asking, monkeypatch: pytest.MonkeyPatch, package: str, uri: str | None
):
    monkeypatch.setitem(sys.modules, package, None)  # as if it could not be found
    source = GraphSource(Settings(data_dir=tmp_path, neo4j_uri=uri), dataset)

    with pytest.raises(GraphError, match=f"The package {package} is not installed"):
        await source.search(asking("How are Pikachu and Clefairy connected?", use_graph=True))
    await source.close()


async def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, dataset: Dataset):
    (tmp_path / "graph").write_text("in the way")
    source = GraphSource(Settings(data_dir=tmp_path), dataset)

    reason = await source.available()
    await source.close()

    assert reason is not None
    assert "POKEQA_DATA_DIR" in reason


async def test_a_server_that_is_not_there_is_said(tmp_path: Path, dataset: Dataset):
    source = GraphSource(Settings(data_dir=tmp_path, neo4j_uri="bolt://127.0.0.1:9", neo4j_password="x"), dataset)

    reason = await source.available()
    await source.close()

    assert reason is not None
    assert "unset POKEQA_NEO4J_URI" in reason


async def test_a_slow_build_does_not_hold_the_question(tmp_path: Path, dataset: Dataset, asking: Asking):
    release = threading.Event()

    def slow(settings: Settings, dataset: Dataset) -> GraphEngine:
        release.wait(5)
        return LadybugEngine(ensure_graph(settings.data_dir, dataset))

    source = GraphSource(Settings(data_dir=tmp_path, graph_timeout_s=0.2), dataset, open_with=slow)
    with pytest.raises(GraphTimeoutError, match="being built"):
        await source.search(asking("Can Pikachu and Eevee breed?"))
    release.set()
    source._settings = Settings(data_dir=tmp_path, graph_timeout_s=60)
    assert await source.available() is None
    result = await source.search(asking("Can Pikachu and Eevee breed?"))
    await source.close()

    assert result.results


# ---------------------------------------------------------------------- a server over Bolt


@pytest.fixture(scope="module", params=needs_server)
def server(request: pytest.FixtureRequest, dataset: Dataset) -> Iterator[Neo4jEngine]:
    engine = engine_of(server_settings(request.param, Path()))
    engine.ensure_loaded(dataset)
    yield engine
    engine.close()


def engine_of(settings: Settings) -> Neo4jEngine:
    assert settings.neo4j_uri is not None
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else None
    return Neo4jEngine(settings.neo4j_uri, settings.neo4j_user, password)


class TestServer:
    def test_it_holds_what_the_embedded_engine_holds(self, server: Neo4jEngine, engine_file: LadybugEngine):
        for cypher in (
            *(f"MATCH (n:{label}) RETURN count(n) AS n" for label in NODES),
            *(f"MATCH (:{one.start})-[r:{kind}]->(:{one.end}) RETURN count(r) AS n" for kind, one in RELATIONS.items()),
        ):
            counted = [engine.run(cypher, {}, max_rows=1, timeout_s=30).rows for engine in (server, engine_file)]
            assert counted[0] == counted[1], cypher

    def test_what_is_written_is_not_kept(self, server: Neo4jEngine):
        # Neo4j refuses to write; another server may do it, and takes it back.
        with suppress(GraphError):
            server.run("CREATE (z:PokeqaTest {id: 99}) RETURN z.id AS id", {}, max_rows=1, timeout_s=5)

        assert server.run("MATCH (z:PokeqaTest) RETURN z.id AS id", {}, max_rows=1, timeout_s=5).rows == ()

    def test_a_query_that_takes_too_long_is_given_up(self, server: Neo4jEngine):
        query = "MATCH (a:Pokemon), (b:Pokemon) WHERE a.hp + b.hp > 5000 RETURN count(*) AS n"
        began = time.monotonic()
        with pytest.raises(GraphTimeoutError, match=r"longer than 0\.05 s"):
            server.run(query, {}, max_rows=1, timeout_s=0.05)

        assert time.monotonic() - began < 2
        assert server.run("RETURN 1 AS n", {}, max_rows=1, timeout_s=30).rows == ({"n": 1},)

    def test_rows_are_capped(self, server: Neo4jEngine):
        rows = server.run("MATCH (p:Pokemon) RETURN p.id AS id", {}, max_rows=10, timeout_s=5)

        assert (len(rows.rows), rows.more) == (10, True)

    def test_values_are_never_part_of_the_query(self, server: Neo4jEngine):
        query = "MATCH (p:Pokemon {name: $name}) RETURN p.id AS id"

        assert server.run(query, {"name": "x'}) RETURN 1 //"}, max_rows=1, timeout_s=5).rows == ()

    def test_many_threads_can_ask(self, server: Neo4jEngine):
        def ask(number: int) -> int:
            query = "MATCH (p:Pokemon {id: $id}) RETURN p.id AS id"
            return int(server.run(query, {"id": number}, max_rows=1, timeout_s=20).rows[0]["id"])

        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(ask, range(1, 61))) == list(range(1, 61))

    def test_a_query_that_is_no_cypher_is_said(self, server: Neo4jEngine):
        with pytest.raises(GraphError, match="did not accept the query"):
            server.run("MATCH (p:Pokemon WHERE", {}, max_rows=1, timeout_s=5)

    @pytest.mark.parametrize("login", [("neo4j", "wrong"), ("nobody", None)])
    def test_a_wrong_login_is_said(self, server: Neo4jEngine, login: tuple[str, str | None]):
        engine = Neo4jEngine(server._uri, *login)
        with pytest.raises(GraphError, match="Set POKEQA_NEO4J_USER and POKEQA_NEO4J_PASSWORD"):
            engine.run("RETURN 1 AS n", {}, max_rows=1, timeout_s=5)
        engine.close()

    @pytest.mark.slow
    def test_an_older_graph_is_replaced_and_nothing_else_is_touched(self, server: Neo4jEngine, dataset: Dataset):
        import neo4j

        with neo4j.GraphDatabase.driver(server._uri, **server._options) as driver:
            driver.execute_query("MERGE (n:NotOurs {id: 1}) RETURN n.id AS id")
            driver.execute_query("MATCH (m:PokeqaGraph) SET m.version = 'old' RETURN m.version AS version")
            server.ensure_loaded(dataset)
            left = driver.execute_query("MATCH (n:NotOurs) DETACH DELETE n RETURN count(n) AS n").records

        assert left[0]["n"] == 1
        assert server.version() == version_of(dataset)
        counted = server.run("MATCH (n:Pokemon) RETURN count(n) AS n", {}, max_rows=1, timeout_s=5).rows
        assert counted == ({"n": len(dataset.pokemon)},)


def test_an_address_that_is_none_is_said():
    with pytest.raises(GraphError, match="Write bolt://host:7687"):
        Neo4jEngine("bolt://[", None, None)


def test_a_server_that_says_nothing_is_given_up():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        engine = Neo4jEngine(f"bolt://127.0.0.1:{silent.getsockname()[1]}", None, None)
        began = time.monotonic()
        with pytest.raises(GraphTimeoutError):
            engine.run("RETURN 1 AS n", {}, max_rows=1, timeout_s=0.3)
        engine.close()

    assert time.monotonic() - began < 3
