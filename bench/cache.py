"""Whether the answer cache shares answers where it may, and only there; and how fast it is.

    python -m bench.cache tests/cases/cache_pairs.jsonl [--generated 2000] [--entries 100000] [--json]

A line of the file is `{"id", "a", "b", "same"}`, with `a_history` and `b_history` where a question follows others. The
answer of `a` is kept, then `b` is asked: a hit is right when `same` is true and wrong when it is not. Beside it stands
what a plain cache would do that compares the questions' embeddings with a threshold.

`--generated` makes pairs from the dataset that differ in one thing each; every hit among them is wrong. Exit code 1
when any hit is wrong, or fewer than 90 % of the same pairs are hit. The last part times hits in the cache layer: the
whole way from a question that is already understood to the last event.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from pokeqa.cache.answers import AnswerCacheLayer, Embed
from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.entry import Entry
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.namespace import Namespace
from pokeqa.cache.store import MB, CacheStore
from pokeqa.engine import House, build_engine
from pokeqa.errors import PokeqaError
from pokeqa.events import Delta, Event, Finished
from pokeqa.layer import Inner, finish
from pokeqa.request import ChatRequest, Meta, Refs, Trace, Turn
from pokeqa.settings import load_settings

from .accuracy import read_cases
from .cache_generated import generated_pairs

THRESHOLDS = (0.8, 0.85, 0.9, 0.95)
MIN_SHARE = 0.9
#: Hits are timed in this many stretches, of one hit for each of so many questions.
ROUNDS = 20
QUESTIONS = 60
META = Meta(db_id="pokedex")
VERSIONS = {"kb:pokedex": "bench"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the turns before it."""

    text: str
    history: tuple[Turn, ...] = ()


class Answers:
    """The rest of the chain: answers everything at once, with evidence, so that it can be kept."""

    name = "retrieval"

    async def ask(self, request: ChatRequest) -> AsyncGenerator[Event, None]:
        """An answer of ordinary length."""
        request.refs.knowledge_base = {"results": [{"id": "p", "text": "x" * 200}], "message": None}
        yield Delta(f"The answer to {request.query} [1]. " + "It rests on a passage. " * 10)
        yield finish(request, "retrieval")


class Bench:
    """A cache layer with the real parser before it."""

    def __init__(self, house: House, store: CacheStore, embed: Embed | None) -> None:
        self.house = house
        self.layer = AnswerCacheLayer(
            store, lambda: Namespace(house.dataset.version), versions=lambda meta: VERSIONS, embed=embed
        )
        self._inner: Inner = Answers()

    def request(self, asked: Asked) -> ChatRequest:
        """The question, understood."""
        understanding = self.house.parser.understand(asked.text, asked.history, "auto")
        refs = Refs(understanding.text, [], META.model_dump(mode="json"))
        return ChatRequest("bench", understanding.text, asked.history, META, understanding, refs, Trace())

    async def ask(self, request: ChatRequest) -> dict[str, Any] | None:
        """Ask it; `refs.cache` of the answer: None when it was not served from the cache."""
        cache: dict[str, Any] | None = None
        async for event in self.layer.ask(request, self._inner):
            if isinstance(event, Finished):
                cache = event.refs["cache"]
        return cache

    async def is_hit(self, a: Asked, b: Asked) -> bool:
        """Whether `b` gets the answer of `a`."""
        self.layer.store.clear()
        await self.ask(self.request(a))
        return await self.ask(self.request(b)) is not None


# --------------------------------------------------------------------------- pairs of a file


def read_pairs(path: Path) -> list[tuple[Asked, Asked, bool, str]]:
    """The pairs of a JSONL file: two questions, whether they ask the same, and an id."""
    return [
        (
            Asked(row["a"], _turns(row.get("a_history"))),
            Asked(row["b"], _turns(row.get("b_history"))),
            bool(row["same"]),
            str(row["id"]),
        )
        for row in read_cases(path)
    ]


def _turns(rows: Iterable[dict[str, str]] | None) -> tuple[Turn, ...]:
    return tuple(Turn.model_validate(row) for row in rows or ())


async def pair_figures(bench: Bench, pairs: Sequence[tuple[Asked, Asked, bool, str]]) -> dict[str, Any]:
    """Right and wrong hits, and the ids of what went wrong."""
    hits = [await bench.is_hit(a, b) for a, b, _, _ in pairs]
    return {
        "right_hits": sum(hit and same for hit, (_, _, same, _) in zip(hits, pairs, strict=True)),
        "same_pairs": sum(same for _, _, same, _ in pairs),
        "wrong_hits": sum(hit and not same for hit, (_, _, same, _) in zip(hits, pairs, strict=True)),
        "different_pairs": sum(not same for _, _, same, _ in pairs),
        "missed_ids": [name for hit, (_, _, same, name) in zip(hits, pairs, strict=True) if same and not hit],
        "wrong_ids": [name for hit, (_, _, same, name) in zip(hits, pairs, strict=True) if hit and not same],
    }


async def baseline_figures(embed: Embed, pairs: Sequence[tuple[Asked, Asked, bool, str]]) -> dict[str, Any]:
    """What comparing the questions' embeddings with a threshold would serve."""
    likeness = []
    for a, b, same, _ in pairs:
        one, other = await embed(a.text), await embed(b.text)
        likeness.append((sum(x * y for x, y in zip(one, other, strict=True)), same))
    figures: dict[str, Any] = {}
    for threshold in THRESHOLDS:
        name = f"baseline_{threshold:.2f}".replace(".", "_")
        figures[f"{name}_right_hits"] = sum(value >= threshold and same for value, same in likeness)
        figures[f"{name}_wrong_hits"] = sum(value >= threshold and not same for value, same in likeness)
    return figures


# --------------------------------------------------------------------------- generated pairs


async def generated_figures(bench: Bench, count: int) -> dict[str, Any]:
    """Wrong hits among generated pairs, and how many of the first questions can be asked again with a hit."""
    wrong: list[str] = []
    again = 0
    kinds: Counter[str] = Counter()
    for pair in generated_pairs(bench.house.dataset, count):
        kinds[pair.change] += 1
        if await bench.is_hit(Asked(pair.a), Asked(pair.b)):
            wrong.append(f"{pair.change}: {pair.a} | {pair.b}")
        again += await bench.ask(bench.request(Asked(pair.a))) is not None
    return {
        "generated_pairs": sum(kinds.values()),
        "generated_wrong_hits": len(wrong),
        "generated_asked_again_hits": again,
        **{f"generated_{kind}": number for kind, number in sorted(kinds.items())},
        "generated_wrong": wrong,
    }


# --------------------------------------------------------------------------- latency


async def latency_figures(house: House, entries: int, rounds: int = ROUNDS) -> dict[str, float]:
    """p95 of hits in milliseconds, in a store of 1,000 and one of `entries` entries, and by how much it grows.

    Every figure is taken in short stretches that come in turn, so that a machine that does other things meanwhile slows
    all of them alike. `p95_ms` is what a visitor waits, the median over the stretches; `cpu_p95_ms` the processor time
    in it; `growth` the median ratio of a stretch in the large store and the one beside it in the small store.
    """
    questions = [
        {"exact": f"What type is {name}?", "signature": f"{name}'s type?"} for name in _names(house, QUESTIONS)
    ]
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        backends = {size: DiskBackend(Path(folder) / str(size), 4096 * MB) for size in (1000, entries)}
        benches: dict[tuple[str, int], Bench] = {}
        for size, backend in backends.items():
            _fill(backend, size)
            for name, memory in (("memory", 32 * MB), ("disk", 0)):
                bench = benches[name, size] = Bench(house, CacheStore(backend, memory_bytes=memory), None)
                for texts in questions:
                    await bench.ask(bench.request(Asked(texts["exact"])))
        stretches: dict[tuple[str, str, int], list[tuple[float, float]]] = {}
        for _ in range(rounds):
            for kind in ("exact", "signature"):
                for (name, size), bench in benches.items():
                    taken = await _stretch(bench, [texts[kind] for texts in questions], kind)
                    stretches.setdefault((kind, name, size), []).append(taken)
        for backend in backends.values():
            backend.close()
    for (kind, name, size), found in stretches.items():
        figures[f"{kind}_{name}_{size}_p95_ms"] = round(median(wall for wall, _ in found), 3)
        figures[f"{kind}_{name}_{size}_cpu_p95_ms"] = round(median(cpu for _, cpu in found), 3)
    for kind, name in (("exact", "memory"), ("exact", "disk"), ("signature", "memory"), ("signature", "disk")):
        pairs = zip(stretches[kind, name, entries], stretches[kind, name, 1000], strict=True)
        figures[f"{kind}_{name}_growth"] = round(median(large[0] / small[0] for large, small in pairs), 2)
    return figures


def _names(house: House, count: int) -> list[str]:
    """Names of Pokémon that one question each is asked about."""
    names = [record.names.get("en") for record in house.dataset.species.values()]
    return [name for name in names if name is not None and name.isalpha()][:count]


def _fill(backend: DiskBackend, count: int) -> None:
    now = time.time()
    value = {"answers": [], "text": "x" * 1000}
    for start in range(0, count, 5000):
        with backend.batch():
            for number in range(start, min(start + 5000, count)):
                backend.set(Entry(f"answer:fill:{number:032x}", value, now, now + 3600, ("answers", "fill")))


async def _stretch(bench: Bench, texts: Sequence[str], kind: str) -> tuple[float, float]:
    """p95 of one hit for each text: passed and processor time, in milliseconds."""
    wall, cpu = [], []
    for text in texts:
        request = bench.request(Asked(text))
        began, used = time.perf_counter(), time.process_time()
        cache = await bench.ask(request)
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - used) * 1000)
        if cache is None or cache["kind"] != kind:
            raise RuntimeError(f"{text!r} should be a hit of kind {kind}; it is {cache}.")
    return _p95(wall), _p95(cpu)


def _p95(values: Sequence[float]) -> float:
    return quantiles(values, n=100, method="inclusive")[94]


# --------------------------------------------------------------------------- the command


def embedder() -> tuple[Embed | None, str]:
    """The embedder of the settings and its id, or None and why there is none."""
    try:
        from pokeqa.retrieval.embedders import Embedder, choose_embedder

        model = Embedder(choose_embedder(load_settings().embed_model))
        model.load()
        return model.aembed_query, model.id
    except (ImportError, PokeqaError) as error:
        return None, f"none ({error})"


async def figures_of(options: argparse.Namespace) -> dict[str, Any]:
    """Every figure that was asked for."""
    house = build_engine(load_settings()).warm()
    embed, embedder_id = embedder()
    bench = Bench(house, CacheStore(MemoryBackend(64 * MB)), embed)
    flat: dict[str, Any] = {"embedder": embedder_id}
    if options.file is not None:
        pairs = read_pairs(options.file)
        flat |= await pair_figures(bench, pairs)
        if embed is not None:
            flat |= await baseline_figures(embed, pairs)
    if options.generated:
        flat |= await generated_figures(bench, options.generated)
    await bench.layer.close()
    if options.entries:
        flat |= await latency_figures(house, options.entries)
    return flat


def table(flat: dict[str, Any]) -> str:
    """The figures for people: hits of the cache and of each threshold in one table, then the rest."""
    lines = []
    if "same_pairs" in flat:
        same, different = flat["same_pairs"], flat["different_pairs"]
        lines.append(f"{'':<24}{'right hits':>16}{'wrong hits':>16}")
        rows = [("signature", flat["right_hits"], flat["wrong_hits"])]
        for threshold in THRESHOLDS:
            name = f"baseline_{threshold:.2f}".replace(".", "_")
            if f"{name}_right_hits" in flat:
                rows.append((f"likeness ≥ {threshold:.2f}", flat[f"{name}_right_hits"], flat[f"{name}_wrong_hits"]))
        lines += [f"{name:<24}{f'{r} of {same}':>16}{f'{w} of {different}':>16}" for name, r, w in rows]
        lines.append("")
    shown = ("right_hits", "same_pairs", "wrong_hits", "different_pairs")
    for name, value in flat.items():
        if name in shown or name.startswith("baseline_"):
            continue
        lines.append(f"{name:<40}{', '.join(value) or 'none' if isinstance(value, list) else value}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements; exit code 1 when a hit is wrong, or too few of the same pairs are hit."""
    parser = argparse.ArgumentParser(prog="python -m bench.cache", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", help="pairs of questions, a JSONL file")
    parser.add_argument("--generated", type=int, nargs="?", const=2000, default=0, metavar="N",
                        help="also N pairs made from the dataset (2000 where no number is given)")  # fmt: skip
    parser.add_argument("--entries", type=int, nargs="?", const=100_000, default=0, metavar="N",
                        help="also time hits in a store of N entries (100000 where no number is given)")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    options = parser.parse_args(arguments)
    if options.file is None and not (options.generated or options.entries):
        parser.error("give a file of pairs, --generated or --entries")
    with suppress(KeyboardInterrupt):
        flat = asyncio.run(figures_of(options))
        print(json.dumps(flat, ensure_ascii=False) if options.json else table(flat))
        wrong = flat.get("wrong_hits", 0) + flat.get("generated_wrong_hits", 0)
        enough = flat.get("right_hits", 0) >= MIN_SHARE * flat.get("same_pairs", 0)
        return int(wrong > 0 or not enough)
    return 130


if __name__ == "__main__":
    sys.exit(main())
