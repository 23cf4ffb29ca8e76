"""`python -m pokeqa plans …`: look at the plans of agent mode, check them, switch them, carry them elsewhere."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from ...errors import RequestError
from ...events import Finished
from ...pokedex.dataset import load_dataset
from ...settings import Settings
from ..commands import opened, table, warm
from ..store import open_store
from .build import open_desk, open_library
from .desk import PlanDesk
from .figures import figures_of

if TYPE_CHECKING:
    pass


def add_plans_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `plans` and its own commands to those of the program."""
    plans = commands.add_parser("plans", help="look at the plans of agent mode, check them, carry them elsewhere")
    actions = plans.add_subparsers(dest="action", required=True)
    actions.add_parser("list", help="every plan with its state and its use")
    actions.add_parser("stats", help="how often a plan was used again, and what that saved")
    actions.add_parser("check", help="try every plan, and mark those that can no longer work; exit code 1 if any")
    show = actions.add_parser("show", help="one plan as JSON")
    show.add_argument("plan_id")
    for name, says in (
        ("approve", "let a plan be used"),
        ("disable", "switch a plan off"),
        ("delete", "forget a plan"),
    ):
        actions.add_parser(name, help=says).add_argument("plan_id")
    save = actions.add_parser("save", help="store an edited plan, as `show` printed it")
    save.add_argument("file", help='"-" for standard input')
    export = actions.add_parser("export", help="write every plan to a file, one JSON object a line")
    export.add_argument("file", help='"-" for standard output')
    load = actions.add_parser("import", help="read plans from a file that `export` wrote")
    load.add_argument("file", help='"-" for standard input')
    warm = actions.add_parser("warm", help="ask the questions of a file in agent mode, so that their plans are kept")
    warm.add_argument("file", help='one question a line, as text or as {"query", "meta"}; "-" for standard input')
    warm.add_argument("--meta", default="{}", metavar="JSON", help='fields of meta for all: {"db_id": "pokedex"}')


def run_plans_command(options: argparse.Namespace, settings: Settings) -> int:
    """Run one of the commands and give its exit code. Raises `PokeqaError` with a sentence."""
    if options.action == "warm":
        return warm(options.file, options.meta, settings, _became_of_plan, agent=True)
    dataset = load_dataset(settings.dataset_dir)
    with open_store(settings, "plans") as hot:
        library = open_library(settings)
        try:
            return _run(options, open_desk(library, hot, dataset))
        finally:
            library.close()


def _run(options: argparse.Namespace, desk: PlanDesk) -> int:
    match options.action:
        case "list":
            _list(desk)
        case "stats":
            print(table(_stats(desk)))
        case "check":
            found = desk.check()
            for one in found:
                print(f"{one.plan_id}  {one.state:<9} {one.fault or 'can be used'}")
            return 1 if any(one.fault is not None and one.state == "invalid" for one in found) else 0
        case "show":
            template = desk.library.get(options.plan_id)
            if template is None:
                raise RequestError(f"There is no plan {options.plan_id!r}; `plans list` shows those there are.")
            print(json.dumps(template.to_json(), ensure_ascii=False, indent=2))
        case "approve" | "disable" | "delete":
            _change(desk, options.action, options.plan_id)
        case "save":
            with opened(options.file, "r") as file:
                print(f"{desk.save(file.read()).plan_id} saved")
        case "export":
            with opened(options.file, "w") as file:
                count = sum(1 for line in desk.export() if file.write(line + "\n"))
                print(f"{count} written", file=sys.stderr)
        case "import":
            with opened(options.file, "r") as file:
                print(table(desk.import_lines(file)))
    return 0


def _list(desk: PlanDesk) -> None:
    for one in desk.library.all():
        used = "never" if one.last_hit_time is None else time.strftime("%Y-%m-%d", time.localtime(one.last_hit_time))
        print(f"{one.plan_id}  {one.state:<9} {one.hit_count:>5} uses, last {used:<10}  {one.description}")


def _change(desk: PlanDesk, action: str, plan_id: str) -> None:
    if action == "delete":
        found = desk.delete(plan_id)
    else:
        found = desk.set_state(plan_id, "active" if action == "approve" else "disabled")
    if not found:
        raise RequestError(f"There is no plan {plan_id!r}; `plans list` shows those there are.")
    print("done")


def _stats(desk: PlanDesk) -> dict[str, Any]:
    figures = figures_of(desk.library.uses())
    found: dict[str, Any] = {
        "questions": figures.questions,
        "plans used again": figures.hits,
        "hit rate": f"{figures.hit_rate:.0%}",
        "failures": figures.failures,
        "LLM calls saved": figures.calls_saved,
        "LLM tokens saved": figures.tokens_saved,
    }
    for name, latency in figures.planning.items():
        found[f"planning, {name} (ms)"] = f"p50 {latency.p50:.1f}  p95 {latency.p95:.1f}  p99 {latency.p99:.1f}"
    return found


def _became_of_plan(finished: Finished) -> str:
    found = finished.refs.get("agent") or {}
    if not found.get("plan"):
        return "no plan"
    return "planned already" if found.get("by") == "memory" else "planned now"
