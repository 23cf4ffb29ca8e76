"""How often the right article is found: each part of the knowledge base's search, switched on one after the other.

    python -m bench.retrieval [--cases FILE] [--base KNOWLEDGE_DIR] [--json]

Asks every question of `bench/cases/retrieval.jsonl` of the built-in base and looks for an article that answers it
among the first five passages. The questions of `retrieval_held_out.jsonl` were not looked at while weights and word
lists were chosen; their figures are what to expect of other questions. Without `--base`, the base is built anew in a
temporary folder, and the time and memory of that are measured as well.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.question.algebra import Mon
from pokeqa.question.parser import Parser
from pokeqa.question.understanding import Understanding
from pokeqa.retrieval.bases import Indexing, KnowledgeBases
from pokeqa.retrieval.builtin import BUILTIN_ID
from pokeqa.retrieval.rerank import Reranker, RerankQuery, ScoreReranker, reranker_for
from pokeqa.retrieval.rewrite import rewrite
from pokeqa.retrieval.search import LISTS, SearchRequest, hybrid_search
from pokeqa.settings import Settings

CASES = Path(__file__).resolve().parent / "cases"
TOP = 5
FETCHED = 20


@dataclass(frozen=True, slots=True)
class Case:
    """A question and the articles that answer it, any of which will do."""

    id: str
    lang: str
    question: str
    expects: frozenset[str]


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to search: which lists, and whether the question is rewritten and the result reranked."""

    name: str
    lists: Sequence[str] = LISTS
    rewrite: bool = False
    rerank: bool = False


VARIANTS = (
    Variant("dense", ("dense",)),
    Variant("bm25", ("bm25",)),
    Variant("hybrid"),
    Variant("hybrid_rewrite", rewrite=True),
    Variant("hybrid_rerank", rerank=True),
    Variant("hybrid_rewrite_rerank", rewrite=True, rerank=True),
)


@dataclass(frozen=True, slots=True)
class Score:
    """How a variant did: share of questions answered in the first five, by language, and the mean reciprocal rank."""

    recall: float
    recall_en: float
    recall_zh: float
    mrr: float
    missed: tuple[str, ...]


def read_cases(path: Path) -> list[Case]:
    """The questions of a file."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [Case(row["id"], row["lang"], row["question"], frozenset(row["expects"])) for row in rows]


class Bench:
    """The base and the parser that all variants share."""

    def __init__(self, bases: KnowledgeBases, dataset: Dataset, reranker: Reranker) -> None:
        self._bases = bases
        self._dataset = dataset
        self._parser = Parser(dataset)
        self._reranker = reranker
        self.times_ms: list[float] = []

    def score(self, variant: Variant, cases: Sequence[Case]) -> Score:
        """Every question in one way."""
        ranks = {case.id: self._rank(variant, case) for case in cases}

        def share(chosen: Sequence[Case]) -> float:
            return sum(ranks[case.id] <= TOP for case in chosen) / len(chosen) if chosen else 0.0

        return Score(
            share(cases),
            share([case for case in cases if case.lang == "en"]),
            share([case for case in cases if case.lang == "zh"]),
            sum(1 / rank for rank in ranks.values()) / len(cases),
            tuple(case.id for case in cases if ranks[case.id] > TOP),
        )

    def _rank(self, variant: Variant, case: Case) -> int:
        """The place of the first passage from a right article; far away where there is none."""
        understood = self._parser.understand(case.question, [], "auto")
        started = time.perf_counter()
        written = asyncio.run(rewrite(understood, "on" if variant.rewrite else "off", self._dataset))
        entity = self._entity(understood)
        request = SearchRequest(written.text, entity=entity, limit=FETCHED, lists=variant.lists)
        found = list(hybrid_search(self._bases, BUILTIN_ID, request).candidates)
        if variant.rerank:
            found = self._reranker.rerank(RerankQuery(written.text, understood.language, entity), found)
        self.times_ms.append((time.perf_counter() - started) * 1000)
        return next((rank for rank, one in enumerate(found, start=1) if one.slug in case.expects), 1000)

    def _entity(self, understood: Understanding) -> str | None:
        named = {s.species_id for m in understood.mentions for s in m.subjects if isinstance(s, Mon)}
        return self._dataset.species[named.pop()].identifier if len(named) == 1 else None


def build(bases: KnowledgeBases) -> dict[str, float]:
    """Build the built-in base, or bring it up to date; the figures of that."""
    started, cpu = time.perf_counter(), time.process_time()

    def show(progress: Indexing) -> None:
        if sys.stderr.isatty():
            print(f"\r{progress.phase} {progress.done}/{progress.total}   ", end="", file=sys.stderr, flush=True)

    base = bases.ensure_builtin(show)
    return {
        "index_s": round(time.perf_counter() - started, 1),
        "index_cpu_s": round(time.process_time() - cpu, 1),
        "documents": base.documents,
        "passages": base.passages,
        "peak_memory_mb": round(peak_memory_mb(), 0),
    }


def peak_memory_mb() -> float:
    """The most memory that this process has had so far, in MiB."""
    try:
        import resource
    except ImportError:  # Windows has no such figure
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def measure(cases: dict[str, list[Case]], settings: Settings) -> tuple[dict[str, float], dict[str, Score]]:
    """All figures, and the scores by "set/variant"."""
    dataset = load_dataset(settings.dataset_dir)
    bases = KnowledgeBases(settings, lambda: dataset)
    figures = build(bases)
    try:
        reranker = reranker_for(settings.rerank_model) if settings.rerank_model else ScoreReranker()
        bench = Bench(bases, dataset, reranker)
        bench.score(VARIANTS[-1], cases["main"][:5])  # unmeasured: the first questions load the engines
        bench.times_ms.clear()
        scores: dict[str, Score] = {}
        for name, group in cases.items():
            for variant in VARIANTS:
                before = len(bench.times_ms)
                scores[f"{name}/{variant.name}"] = score = bench.score(variant, group)
                times = bench.times_ms[before:]
                prefix = "" if name == "main" else f"{name}_"
                figures[f"{prefix}{variant.name}_recall_at_5"] = round(score.recall, 3)
                figures[f"{prefix}{variant.name}_mrr"] = round(score.mrr, 3)
                if name == "main":
                    figures[f"{variant.name}_p50_ms"] = round(median(times), 1)
                    figures[f"{variant.name}_p95_ms"] = round(quantiles(times, n=20)[-1], 1)
        return figures, scores
    finally:
        bases.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.retrieval", description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=Path, help="another file of questions, in place of the two")
    parser.add_argument("--base", type=Path, help="a data folder whose built-in base is used (and brought up to date)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--misses", action="store_true", help="list the questions that were not answered")
    options = parser.parse_args(arguments)
    if options.cases:
        cases = {"main": read_cases(options.cases)}
    else:
        cases = {
            "main": read_cases(CASES / "retrieval.jsonl"),
            "held_out": read_cases(CASES / "retrieval_held_out.jsonl"),
        }
    with tempfile.TemporaryDirectory(prefix="pokeqa-bench-") as folder:
        figures, scores = measure(cases, Settings(data_dir=options.base or Path(folder)))
    if options.json:
        print(json.dumps(figures))
        return 0
    for name, group in cases.items():
        languages = {lang: sum(case.lang == lang for case in group) for lang in ("en", "zh")}
        print(f"\n{name}: {len(group)} questions ({languages['en']} en, {languages['zh']} zh)")
        print(f"{'':24}recall@5      en      zh     MRR")
        for variant in VARIANTS:
            score = scores[f"{name}/{variant.name}"]
            print(
                f"{variant.name:24}{score.recall:8.3f}{score.recall_en:8.3f}{score.recall_zh:8.3f}{score.mrr:8.3f}"
                + (f"   {' '.join(score.missed)}" if options.misses else "")
            )
    print()
    for key in ("index_s", "index_cpu_s", "documents", "passages", "peak_memory_mb"):
        print(f"{key:24}{figures[key]:>8g}")
    for variant in VARIANTS:
        p50, p95 = figures[f"{variant.name}_p50_ms"], figures[f"{variant.name}_p95_ms"]
        print(f"{variant.name:24}{p50:8.1f} ms median {p95:8.1f} ms p95")
    return 0


if __name__ == "__main__":
    sys.exit(main())
