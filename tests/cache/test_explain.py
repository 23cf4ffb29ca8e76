"""Why two questions share an answer: the explanation says what the cache does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pokeqa.cache.explain import Vectors, explain
from pokeqa.engine import Engine
from tests.cache.asking import CachedHouse

CASES = Path(__file__).parent.parent / "cases"


def _rows() -> list[dict[str, Any]]:
    lines = [
        line
        for name in ("cache_pairs.jsonl", "cache_pairs_open.jsonl")
        for line in (CASES / name).read_text(encoding="utf-8").splitlines()
    ]
    return [row for row in map(json.loads, lines) if "a_history" not in row and "b_history" not in row]


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ("What type is Gengar?", "What type is Gengar?", "same_text"),
        ("What type is Gengar?", "Gengar's typing", "same_meaning"),
        ("What does Nuzlocke mean?", "What is Nuzlocke?", "same_words"),
        ("How do I breed for good contest?", "How do I breed for good contests?", "no_embedder"),
        ("What type is Gengar?", "耿鬼是什么属性？", "language"),
        ("Fire types with Speed over 100", "Fire types with Speed under 100", "other_meaning"),
        ("What type is Pikachu?", "Why is Pikachu popular?", "one_open"),
        ("Best item for Garchomp", "Best item for Salamence", "other_features"),
        ("Why does Misty adore Brock?", "Why does Brock adore Misty?", "other_order"),
        ("How do I breed for good IVs?", "How do I breed for bad IVs?", "other_word"),
    ],
)
def test_the_reason_is_the_one_that_decides(engine: Engine, a: str, b: str, reason: str):
    house = engine.warm()

    verdict = explain(house.parser.understand(a, (), "auto"), house.parser.understand(b, (), "auto"), house.dataset)

    assert verdict.reason == reason
    assert verdict.shared is (reason in ("same_text", "same_meaning", "same_words"))


@pytest.mark.parametrize(("likeness", "reason"), [([1.0, 0.0], "alike"), ([0.8, 0.6], "too_different")])
def test_inflections_are_decided_by_their_likeness(engine: Engine, likeness: list[float], reason: str):
    house = engine.warm()
    a, b = (
        house.parser.understand(text, (), "auto")
        for text in ("How do I breed for good contest?", "How do I breed for good contests?")
    )

    verdict = explain(a, b, house.dataset, (Vectors(likeness, [1.0, 0.0]), Vectors([1.0, 0.0], likeness)))

    assert verdict.reason == reason
    assert verdict.remainder == pytest.approx(likeness[0])


async def test_the_verdict_is_what_the_cache_does(engine: Engine):
    house, cached = engine.warm(), CachedHouse(engine)
    for row in _rows():
        a, b = (house.parser.understand(row[side], (), "auto") for side in "ab")
        cached.store.clear()
        await cached.ask(row["a"])

        served = (await cached.ask(row["b"])).hit is not None

        assert explain(a, b, house.dataset).shared is served, row


def test_the_parts_that_differ_are_told_with_names_instead_of_ids(engine: Engine):
    house = engine.warm()
    a, b = (house.parser.understand(f"Can Pikachu learn {move}?", (), "auto") for move in ("Surf", "Fly"))

    differing = [part for part in explain(a, b, house.dataset).parts if part.differs]

    assert [(part.name, part.a, part.b) for part in differing] == [("move_id", "Surf", "Fly")]


@pytest.mark.parametrize(
    ("a", "b"), [("Who is faster, Garchomp or Salamence?", "Salamence or Garchomp, who is faster?")]
)
def test_an_order_that_does_not_count_is_no_difference(engine: Engine, a: str, b: str):
    house = engine.warm()

    verdict = explain(house.parser.understand(a, (), "auto"), house.parser.understand(b, (), "auto"), house.dataset)

    assert verdict.shared
    assert not any(part.differs for part in verdict.parts)
