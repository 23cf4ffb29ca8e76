"""The terminal: `python -m pokeqa ask "What type is Lucario?"`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from . import __version__
from .body import read_body
from .cache.commands import add_cache_parser, run_cache_command
from .cache.plans.commands import add_plans_parser, run_plans_command
from .engine import Engine, build_engine
from .errors import PokeqaError, RequestError
from .events import Delta, Failed, Finished
from .request import ChatBody
from .settings import load_settings
from .wire import lines

#: Exit codes: as in most programs, 2 means that the command line (or what it asks) is wrong.
ANSWERED, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 answered, 1 failed, 2 the command or question is wrong."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "cache":
            return run_cache_command(options, load_settings())
        if options.command == "plans":
            return run_plans_command(options, load_settings())
        body = _body(options.question, options.meta)
        engine = build_engine(load_settings())
        show = _print_lines if options.json else _print_answer
        return asyncio.run(show(engine, body, agent=options.agent, trace=options.trace))
    except RequestError as error:
        return _complain(str(error), WRONG_USE)
    except PokeqaError as error:
        return _complain(str(error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, a closed pager) has seen enough; Python must not try to flush into it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pokeqa", description="Ask about Pokémon in a terminal.")
    parser.add_argument("--version", action="version", version=f"PokéQA {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    ask = commands.add_parser("ask", help="ask a question; prints the answer, its route and its refs")
    ask.add_argument("question", help='the question, or "-" to read it from standard input')
    ask.add_argument("--json", action="store_true", help="print the lines that the API would send")
    ask.add_argument("--trace", action="store_true", help="also print what each layer did")
    ask.add_argument("--agent", action="store_true", help="ask in agent mode")
    ask.add_argument(
        "--meta",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="fields of meta, such as use_graph=true top_k=3",
    )
    add_cache_parser(commands)
    add_plans_parser(commands)
    return parser


def _body(question: str, pairs: Sequence[str]) -> ChatBody:
    """The request that the command line describes."""
    meta: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise RequestError(f"--meta takes KEY=VALUE, and {pair!r} holds no “=”. Write it like top_k=3.")
        *levels, last = key.split(".")
        target = meta
        for level in levels:
            target = target.setdefault(level, {})
        target[last] = _value(value)
    query = sys.stdin.read() if question == "-" else question
    return read_body(json.dumps({"query": query, "meta": meta}))


def _value(text: str) -> Any:
    """A value as JSON where it is JSON ("true", "3", "[…]"), else as text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


async def _print_lines(engine: Engine, body: ChatBody, *, agent: bool, trace: bool) -> int:
    request_id = uuid4().hex
    last = ""
    async for line in lines(
        engine.ask(body, request_id=request_id, agent=agent), request_id=request_id, meta=body.meta
    ):
        sys.stdout.write(line)
        sys.stdout.flush()
        last = line
    return ANSWERED if json.loads(last)["status"] == "finished" else FAILED


async def _print_answer(engine: Engine, body: ChatBody, *, agent: bool, trace: bool) -> int:
    code = FAILED
    async for event in engine.ask(body, agent=agent):
        match event:
            case Delta(text=text):
                print(text, end="", flush=True)
            case Finished():
                print("\n\n" + "\n".join(_footer(event, trace)))
                code = ANSWERED
            case Failed(message=message):
                _complain(message, FAILED)
    return code


def _footer(answer: Finished, trace: bool) -> list[str]:
    """The lines below an answer: route, refs, and with `trace` what each layer did."""
    last = answer.trace[-1] if answer.trace else {"started_ms": 0.0, "ms": 0.0}
    rows = [f"route  {answer.route} · {last['started_ms'] + last['ms']:.1f} ms"]
    for number, row in enumerate(answer.refs["local_dataset"]["rows"], start=1):
        rows.append(f"{'refs' if number == 1 else '':5}  [{number}] {row['text']}  ({row['source']})")
    for number, question in enumerate(answer.refs["local_dataset"].get("follow_ups", [])):
        rows.append(f"{'next' if number == 0 else '':5}  {question}")
    if trace:
        for number, step in enumerate(answer.trace):
            rows.append(f"{'trace' if number == 0 else '':5}  {step['layer']:9} {step['ms']:6.2f} ms  {step['why']}")
    return rows


def _complain(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code
