"""Generated Cypher: what is let through, and what is not."""

from __future__ import annotations

import pytest

from pokeqa.retrieval.graph.guard import QueryRefusedError, check
from pokeqa.retrieval.graph.text_to_cypher import bare_query, write_cypher
from tests.retrieval.asking import cases

CASES = cases("cypher.jsonl")
ALLOWED = [case["query"] for case in CASES if case["allowed"]]
REFUSED = [case["query"] for case in CASES if not case["allowed"]]


def test_there_are_enough_cases():
    assert len(REFUSED) >= 40


@pytest.mark.parametrize("query", ALLOWED)
def test_a_query_that_only_reads_the_graph_is_allowed(query: str):
    assert check(query, max_rows=50)


@pytest.mark.parametrize("query", REFUSED)
def test_anything_else_is_refused(query: str):
    with pytest.raises(QueryRefusedError):
        check(query, max_rows=50)


@pytest.mark.parametrize(
    "clause",
    ["LOAD", "COPY", "CALL", "CREATE", "MERGE", "SET", "DELETE", "DETACH", "DROP", "ALTER", "ATTACH", "USE", "INSTALL",
     "UNWIND", "UNION", "FOREACH"],
)  # fmt: skip
def test_no_clause_gets_in_after_a_variable_of_its_name(clause: str):
    for query in (
        f"MATCH ({clause}) {clause} (x) RETURN 1 AS n",
        f"MATCH ({clause}), (x) RETURN x.name AS name {clause} x",
        f"MATCH ({clause}), (x) WHERE x.hp > 1 {clause} [x][0] RETURN x.name AS name",
        f"MATCH ({clause}), (x) WITH x AS y {clause} [y][0] RETURN y.name AS name",
        f"MATCH ({clause}), (x) RETURN x.name AS name LIMIT 1 {clause} [x][0]",
        f"MATCH ({clause}), (x) WHERE x.name = 'a' {clause} [x][0] RETURN x.name AS name",
        f"MATCH ({clause})-[r]-(x) {clause} [x][0] RETURN x.name AS name",
        f"MATCH (x) WHERE x.hp IN [1] {clause} [x][0] RETURN x.name AS name",
    ):
        with pytest.raises(QueryRefusedError):
            check(query, max_rows=50)


def test_a_query_gets_a_row_limit():
    assert check("MATCH (p:Pokemon) RETURN p.name AS name", max_rows=50).endswith(" LIMIT 50")


def test_a_larger_limit_is_lowered_and_a_smaller_one_kept():
    assert check("MATCH (p:Pokemon) RETURN p.name AS name LIMIT 9999", max_rows=50).endswith(" LIMIT 50")
    assert check("MATCH (p:Pokemon) RETURN p.name AS name LIMIT 5", max_rows=50).endswith(" LIMIT 5")


@pytest.mark.parametrize(
    "text",
    ["MATCH (p) RETURN p", "```cypher\nMATCH (p) RETURN p\n```", "Here you are:\n```\nMATCH (p) RETURN p\n```\nBye."],
)
def test_the_query_is_taken_out_of_a_models_text(text: str):
    assert bare_query(text) == "MATCH (p) RETURN p"


async def test_the_prompt_holds_the_schema_and_the_question():
    seen = []

    async def model(prompt: str) -> str:
        seen.append(prompt)
        return "MATCH (p:Pokemon) RETURN p.name AS name"

    await write_cypher("Who is {tall}?", model, max_rows=7)

    assert "(:Pokemon)-[:LEARNS {methods}]->(:Move)" in seen[0]
    assert "Who is {tall}?" in seen[0]
