"""The cache's bench: pairs made by rule differ, and none shares an answer."""

from __future__ import annotations

from collections import Counter

from bench.cache import Asked, Bench, pair_figures, read_pairs
from bench.cache_generated import generated_pairs
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.store import MB, CacheStore
from pokeqa.engine import Engine
from pokeqa.pokedex.dataset import Dataset
from tests.question.test_signature import PAIRS


def test_generated_pairs_are_the_same_every_time_and_of_every_kind(dataset: Dataset):
    pairs = list(generated_pairs(dataset, 70))

    assert pairs == list(generated_pairs(dataset, 70))
    assert all(pair.a != pair.b for pair in pairs)
    assert Counter(pair.change for pair in pairs) == dict.fromkeys(
        ("entity", "number", "attribute", "direction", "polarity", "generation", "language"), 10
    )


async def test_no_generated_pair_shares_an_answer(engine: Engine, dataset: Dataset):
    bench = Bench(engine.warm(), CacheStore(MemoryBackend(4 * MB)), None)
    for pair in generated_pairs(dataset, 140, seed=7):
        assert not await bench.is_hit(Asked(pair.a), Asked(pair.b)), pair
        assert await bench.ask(bench.request(Asked(pair.a))) is not None, pair
    await bench.layer.close()


async def test_the_pairs_of_the_file_are_right(engine: Engine):
    bench = Bench(engine.warm(), CacheStore(MemoryBackend(4 * MB)), None)

    figures = await pair_figures(bench, read_pairs(PAIRS))

    assert figures["wrong_hits"] == 0
    assert figures["right_hits"] >= 0.9 * figures["same_pairs"]
    await bench.layer.close()
