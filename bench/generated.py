"""Questions made from every row of the source, asked in English and Chinese, and their answers checked against it.

    python -m bench.generated SOURCE_DIR [--sample N] [--engine N] [--json] [--misses FILE]

SOURCE_DIR holds `pokeapi/*.csv` and `pokemon_moves_full.csv.xz`. The facts are read from there by
`bench.generated_facts`, which shares no code with the engine's dataset and queries; the wordings are in
`bench/cases/generated.yaml`. The questions go through the parser and the answers of the shortcut, as its layer runs
them; `--engine` of them (500) go through `Engine.ask` as well.

An answer is judged by its headline: the expected names and numbers must stand there as whole words, and none other of
their kind. A question that is passed on or asked back is a miss; one that is answered otherwise than the source says is
wrong. Exit code 1 when an answer is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from pokeqa.engine import build_engine
from pokeqa.settings import load_settings
from pokeqa.yaml_files import read_yaml

from .generated_asking import Shortcut, ask_engine
from .generated_cases import Case, Result
from .generated_facts import SourceFacts
from .generated_maker import Maker

LANGUAGES = ("en", "zh-hans")
WORDINGS = Path(__file__).parent / "cases" / "generated.yaml"
SET_WORDINGS = Path(__file__).parent / "cases" / "generated_sets.yaml"
PROJECT_LISTS = Path(__file__).parents[1] / "data" / "pokedex"
#: How many misses of an attribute in a language are printed.
SHOWN = 3


def make_cases(source: Path) -> list[Case]:
    """Every case, English first. Raises FileNotFoundError where the source lacks a table."""
    facts = SourceFacts(source, PROJECT_LISTS)
    wordings, of_sets = read_yaml(WORDINGS), read_yaml(SET_WORDINGS)
    wordings["questions"].update(of_sets["questions"])
    wordings["sets"] = of_sets["sets"]
    return [case for language in LANGUAGES for case in Maker(facts, wordings, language).all()]


def sampled(cases: Sequence[Case], amount: int) -> list[Case]:
    """The same `amount` of cases in every run, spread over all attributes."""
    return sorted(cases, key=lambda case: case.rank)[:amount]


# --------------------------------------------------------------------------- telling


def figures(results: Sequence[Result]) -> dict[str, int]:
    """The flat object of `--json`."""
    states = Counter(result.state for result in results)
    flat = {"total": len(results), **{state: states[state] for state in ("passed", "wrong", "unanswered")}}
    for (attribute, language), counts in sorted(_by_kind(results).items()):
        flat[f"{attribute}_{language}_passed"] = counts["passed"]
        flat[f"{attribute}_{language}_total"] = counts.total()
    return flat


def _by_kind(results: Iterable[Result]) -> dict[tuple[str, str], Counter[str]]:
    counted: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for result in results:
        counted[result.case.attribute, result.case.language][result.state] += 1
    return counted


def print_report(results: Sequence[Result], title: str) -> None:
    """The table by attribute and language, then the first misses of each kind."""
    counted = _by_kind(results)
    print(f"{title:<22}" + "".join(f"{language:>28}" for language in LANGUAGES))
    print(f"{'':<22}" + f"{'passed':>10}{'of':>6}{'wrong':>6}{'none':>6}" * len(LANGUAGES))
    rows = [*dict.fromkeys(attribute for attribute, _ in counted)]
    for attribute in rows:
        print(f"{attribute:<22}" + "".join(_cells(counted.get((attribute, language))) for language in LANGUAGES))
    totals = [sum((c for (_, lang), c in counted.items() if lang == language), Counter()) for language in LANGUAGES]
    print(f"{'all':<22}" + "".join(_cells(total) for total in totals))
    states = Counter(result.state for result in results)
    counts = f"{states['passed']} of {len(results)} passed, {states['wrong']} wrong"
    print(f"\n{counts}, {states['unanswered']} not answered")
    for state, heading in (("wrong", "Wrong"), ("unanswered", "Not answered")):
        _print_misses(heading, [result for result in results if result.state == state])


def _cells(counts: Counter[str] | None) -> str:
    if not counts:
        return f"{'-':>10}{'':>18}"
    return f"{counts['passed']:>10}{counts.total():>6}{counts['wrong']:>6}{counts['unanswered']:>6}"


def _print_misses(heading: str, misses: Sequence[Result]) -> None:
    if not misses:
        return
    print(f"\n{heading}: {len(misses)}")
    shown: Counter[tuple[str, str]] = Counter()
    for miss in misses:
        kind = (miss.case.attribute, miss.case.language)
        shown[kind] += 1
        if shown[kind] <= SHOWN:
            print(f"\n  {miss.case.id}  {miss.case.question}")
            print(f"    expected {miss.case.expected}; {miss.problem}")
            if miss.said:
                print(f"    {miss.said}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement and give its exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.generated", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("source", type=Path, metavar="SOURCE_DIR", help="holds pokeapi/*.csv and the learnsets")
    parser.add_argument("--sample", type=int, metavar="N", help="ask only N of the questions, the same every time")
    parser.add_argument("--engine", type=int, default=500, metavar="N", help="how many also go through Engine.ask")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    parser.add_argument("--misses", type=Path, metavar="FILE", help="write every miss to a JSONL file")
    options = parser.parse_args(arguments)
    if options.misses and (options.misses.is_dir() or not options.misses.parent.is_dir()):
        parser.error(f"--misses: {options.misses} is not a file that can be written. Name one in a folder that exists.")

    cases = make_cases(options.source)
    if options.sample is not None:
        cases = sampled(cases, options.sample)
    settings = load_settings()
    engine = build_engine(settings)
    shortcut = Shortcut(engine.dataset, engine.warm().parser, settings.shortcut_confidence)
    results = [shortcut.ask(case) for case in cases]
    through_engine = asyncio.run(ask_engine(engine, sampled(cases, options.engine)))
    if options.misses:
        write_misses(options.misses, [*results, *through_engine])
    if options.json:
        flat = figures(results)
        states = Counter(result.state for result in through_engine)
        print(json.dumps(flat | {f"engine_{state}": states[state] for state in ("passed", "wrong", "unanswered")}))
    else:
        print_report(results, "shortcut")
        print()
        print_report(through_engine, "Engine.ask")
    return int(any(result.state == "wrong" for result in (*results, *through_engine)))


def write_misses(path: Path, results: Iterable[Result]) -> None:
    """Every case that did not pass, one JSON object a line."""
    with path.open("w", encoding="utf-8") as text:
        for result in results:
            if result.state != "passed":
                case = result.case
                row = {"id": case.id, "state": result.state, "question": case.question, "expected": case.expected,
                       "problem": result.problem, "said": result.said}  # fmt: skip
                text.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
