"""How fast and how large the Pokédex loads: `python -m bench.dataset [--json]`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

_SCRIPT = """
import json, resource, time
from pokeqa.pokedex.dataset import load_dataset
from pokeqa.paths import DATA

def megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

before, began = megabytes(), time.perf_counter()
dataset = load_dataset()
loaded, grown = time.perf_counter() - began, megabytes() - before
began = time.perf_counter()
learnsets = dataset.learnsets
lazy = time.perf_counter() - began
moves = list(dataset.moves)
learnsets.learners(moves[0])
spans = []
for move in moves:
    began = time.perf_counter()
    learnsets.learners(move)
    spans.append(time.perf_counter() - began)
spans.sort()
size = sum(path.stat().st_size for path in (DATA / "pokedex").iterdir())
print(json.dumps({
    "load_ms": round(loaded * 1000, 1), "load_mb": round(grown, 1), "learnsets_load_ms": round(lazy * 1000, 1),
    "learners_p50_ms": round(spans[len(spans) // 2] * 1000, 3), "learners_max_ms": round(spans[-1] * 1000, 3),
    "files_mb": round(size / 1e6, 2),
}))
"""


def main() -> None:
    """Measure in fresh processes and print the median run."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="one flat JSON object")
    asked = options.parse_args()
    runs = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True)
        runs.append(json.loads(done.stdout))
    middle = sorted(runs, key=lambda run: run["load_ms"])[1]
    if asked.json:
        print(json.dumps(middle))
        return
    for name, value in middle.items():
        print(f"{name:20} {value:>10}")


if __name__ == "__main__":
    main()
