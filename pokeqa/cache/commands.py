"""`python -m pokeqa cache …`: look into the cache, empty it, fill it, carry it elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal, TextIO

from ..body import read_body
from ..errors import RequestError
from ..events import Failed, Finished
from ..request import ChatBody
from ..settings import Settings
from .entry import Entry, entry_from_text
from .kept import kept_in
from .store import CacheStore, open_store

if TYPE_CHECKING:
    from ..engine import Engine


def add_cache_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cache` and its own commands to those of the program."""
    cache = commands.add_parser("cache", help="look into the answer cache, empty it, fill it, carry it elsewhere")
    actions = cache.add_subparsers(dest="action", required=True)
    actions.add_parser("stats", help="how many answers are kept, and how much room they take")
    warm = actions.add_parser("warm", help="ask the questions of a file, so that their answers are kept")
    warm.add_argument("file", help='one question a line, as text or as {"query", "meta"}; "-" for standard input')
    warm.add_argument(
        "--meta", default="{}", metavar="JSON", help='fields of meta for every question: {"use_graph": true}'
    )
    export = actions.add_parser("export", help="write every kept answer to a file, one JSON object a line")
    export.add_argument("file", help='"-" for standard output')
    load = actions.add_parser("import", help="read kept answers from a file that `export` wrote")
    load.add_argument("file", help='"-" for standard input')
    evict = actions.add_parser("evict", help="forget the answers that have a tag")
    evict.add_argument("tags", nargs="*", metavar="TAG", help="such as kb:builtin, graph, dataset:VERSION")
    evict.add_argument("--all", action="store_true", help="forget everything")


def run_cache_command(options: argparse.Namespace, settings: Settings) -> int:
    """Run one of the commands and give its exit code. Raises `PokeqaError` with a sentence."""
    if options.action == "warm":
        return warm(options.file, options.meta, settings, _became_of_answer)
    with open_store(settings) as store:
        match options.action:
            case "stats":
                print(table(asdict(store.stats())))
            case "evict":
                if not options.tags and not options.all:
                    raise RequestError("Give the tags to forget, or --all.")
                count = store.clear() if options.all else sum(store.evict(tag) for tag in options.tags)
                print(f"{count} forgotten")
            case "export":
                with opened(options.file, "w") as file:
                    print(f"{_export(store, file)} written", file=sys.stderr)
            case "import":
                with opened(options.file, "r") as file:
                    print(table(_import(store, file)))
    return 0


# --------------------------------------------------------------------------- carrying


def _export(store: CacheStore, file: TextIO) -> int:
    count = 0
    for entry in store.entries("answer:"):
        file.write(json.dumps({"key": entry.key, "entry": json.loads(entry.to_text())}, ensure_ascii=False) + "\n")
        count += 1
    return count


def _import(store: CacheStore, file: TextIO) -> dict[str, int]:
    """Store what a file holds. What is too old, or was not written by `export`, is left out and counted."""
    counts: Counter[str] = Counter(imported=0)
    for line in file:
        if not line.strip():
            continue
        entry = _entry(line)
        if entry is None:
            counts["unreadable"] += 1
        elif entry.expired() or not kept_in(entry.value):
            counts["expired"] += 1
        else:
            left = None if entry.expires is None else entry.expires - time.time()
            kept = store.set(entry.key, entry.value, expire=left, tags=entry.tags, stored=entry.stored)
            counts["imported" if kept else "refused"] += 1
    return dict(counts)


def _entry(line: str) -> Entry | None:
    try:
        row = json.loads(line)
        key = row["key"]
        if not isinstance(key, str) or not key.startswith("answer:"):
            return None
        return entry_from_text(key, json.dumps(row["entry"]))
    except (ValueError, KeyError, TypeError):
        return None


# --------------------------------------------------------------------------- warming


#: What became of a question that was answered, as a heading of the table.
Outcome = Callable[[Finished], str]


def warm(path: str, meta: str, settings: Settings, outcome: Outcome, *, agent: bool = False) -> int:
    """Ask the questions of a file and print what became of them; the exit code is 1 when all of them failed.

    Raises `RequestError` with a sentence for a file or a `meta` that cannot be read.
    """
    from ..engine import build_engine

    try:
        fields = json.loads(meta)
    except ValueError as error:
        raise RequestError(f"--meta takes a JSON object, and {meta!r} is none.") from error
    with opened(path, "r") as file:
        questions = [line.strip() for line in file if line.strip()]
    counts = asyncio.run(_ask_all(build_engine(settings), questions, fields, outcome, agent=agent))
    print(table(counts))
    return 0 if counts.get("failed", 0) < len(questions) else 1


async def _ask_all(
    engine: Engine, questions: list[str], meta: dict[str, Any], outcome: Outcome, *, agent: bool
) -> dict[str, int]:
    """Ask every question once; what became of them."""
    counts: Counter[str] = Counter(questions=len(questions))
    for line in questions:
        try:
            body = _written_body(line, meta)
        except RequestError as error:
            print(f"{line[:60]}: {error}", file=sys.stderr)
            counts["failed"] += 1
            continue
        async for event in engine.ask(body, agent=agent):
            match event:
                case Finished():
                    counts[outcome(event)] += 1
                case Failed(message=message):
                    print(f"{line[:60]}: {message}", file=sys.stderr)
                    counts["failed"] += 1
    return dict(counts)


def _became_of_answer(finished: Finished) -> str:
    if finished.route == "cache":
        return "kept already"
    if finished.route == "local_dataset":
        return "answered by the dataset"
    kept = any(step["layer"] == "cache" and step["detail"].get("kept") for step in finished.trace)
    return "kept now" if kept else "not kept"


def _written_body(line: str, meta: dict[str, Any]) -> ChatBody:
    """The request that a line of a question log describes. Raises `RequestError` where it describes none."""
    fields: dict[str, Any] = {"query": line, "meta": meta}
    if line.startswith("{"):
        try:
            row = json.loads(line)
        except ValueError:
            return read_body(json.dumps(fields))
        query = row.get("query", row.get("question"))
        fields = {"query": query, "history": row.get("history", []), "meta": {**meta, **row.get("meta", {})}}
    return read_body(json.dumps(fields))


@contextmanager
def opened(path: str, mode: Literal["r", "w"]) -> Iterator[TextIO]:
    """A file, or the standard stream for "-". Raises `RequestError` naming a file that cannot be opened."""
    if path == "-":
        yield sys.stdin if mode == "r" else sys.stdout
        return
    with ExitStack() as stack:
        try:
            file = stack.enter_context(open(path, mode, encoding="utf-8"))  # noqa: PTH123 - its type is known
        except OSError as error:
            raise RequestError(f"{path} cannot be opened: {error.strerror}.") from error
        yield file


def table(values: Mapping[str, Any]) -> str:
    """Names and values as lines for a terminal."""
    return "\n".join(
        f"{name.replace('_', ' '):<28}{'none' if value is None else value}" for name, value in values.items()
    )
