"""How long the parser takes for the worst texts that a question may be.

    python -m bench.longest [--rounds 3] [--max MS] [--json]

Each text of `bench/cases/long_texts.yaml` is read with 2,000 characters, and again cut to the longest text and to the
longest clause that are still read, with nothing remembered. Exit code 1 when one takes longer than `--max`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.question.clause_reader import MOST_TOKENS
from pokeqa.question.parser import MOST_READ, Parser
from pokeqa.yaml_files import read_yaml

TEXTS = Path(__file__).parent / "cases" / "long_texts.yaml"
CHARACTERS = 2000


def text_of(spec: Mapping[str, str], dataset: Dataset) -> str:
    """The 2,000 characters that an entry describes."""
    if "repeat" in spec:
        unit = spec["repeat"]
        return (unit * (CHARACTERS // len(unit) + 1))[:CHARACTERS]
    records = dataset.species.values() if spec["names"] == "species" else dataset.moves.values()
    names = [record.names[spec["language"]] for record in records if spec["language"] in record.names]
    return (spec.get("before", "") + spec["between"].join(names))[:CHARACTERS]


def measure(rounds: int) -> Iterator[tuple[str, int, float]]:
    """The label, the number of tokens and the best milliseconds of each text."""
    dataset = load_dataset()
    Parser(dataset).understand("What type is Pikachu? 皮卡丘怕什么？", [])  # what is loaded on first use
    for spec in read_yaml(TEXTS):
        text = text_of(spec, dataset)
        tokens = Parser(dataset).tokens(text)
        yield spec["label"], len(tokens), _time(dataset, text, rounds)
        for most, what in ((MOST_READ, "the longest text"), (MOST_TOKENS, "the longest clause")):
            if len(tokens) > most:
                text = text[: tokens[most - 1].origin[1]]
                yield f"{spec['label']}, {what}", most, _time(dataset, text, rounds)


def _time(dataset: Dataset, text: str, rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        parser = Parser(dataset)  # a new one remembers no text
        began = time.process_time()
        parser.understand(text, [])
        taken.append(time.process_time() - began)
    return min(taken) * 1000


def main(argv: list[str] | None = None) -> int:
    """Measure, print, and compare with `--max`."""
    parser = argparse.ArgumentParser(description="How long the parser takes for the worst texts.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--max", type=float, default=None, metavar="MS", help="fail when a text takes longer")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    options = parser.parse_args(argv)
    rows = list(measure(options.rounds))
    worst = max(taken for _, _, taken in rows)
    if options.json:
        print(json.dumps({"texts": len(rows), "worst_ms": round(worst, 1)}))
    else:
        for label, tokens, taken in sorted(rows, key=lambda row: -row[2]):
            print(f"{taken:7.1f} ms  {tokens:5d} tokens  {label}")
    return int(options.max is not None and worst > options.max)


if __name__ == "__main__":
    sys.exit(main())
