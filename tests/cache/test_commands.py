"""`python -m pokeqa cache …`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pokeqa.cache.store import open_store
from pokeqa.cli import main
from pokeqa.engine import Engine
from pokeqa.settings import Settings
from tests.cache.asking import CachedHouse

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("POKEQA_DATA_DIR", str(tmp_path / "data"))

    def call(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main(["cache", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.fixture
async def filled(run: Run, engine: Engine) -> None:
    """Two kept answers in the store that the commands open."""
    house = CachedHouse(engine, store=open_store(Settings()))
    await house.ask("What type is Lucario?")
    await house.ask("What type is Gengar?", db_id="rules")
    await house.layer.close()


def _figure(printed: str, name: str) -> str:
    return next(line.split()[-1] for line in printed.splitlines() if line.startswith(name))


async def test_stats_tell_how_many_answers_are_kept(run: Run, filled: None):
    code, printed, _ = run("stats")

    assert code == 0
    assert _figure(printed, "entries") == "2"
    assert _figure(printed, "backend") == "disk"


async def test_a_tag_is_evicted(run: Run, filled: None):
    assert run("evict", "kb:rules")[:2] == (0, "1 forgotten\n")
    assert run("evict", "kb:rules", "nothing")[1] == "0 forgotten\n"
    assert run("evict", "--all")[1] == "1 forgotten\n"


def test_evicting_nothing_is_wrong_use(run: Run):
    code, _, error = run("evict")

    assert code == 2
    assert "--all" in error


async def test_what_is_exported_can_be_imported_elsewhere(run: Run, filled: None, tmp_path: Path, engine: Engine):
    file = str(tmp_path / "answers.jsonl")
    assert run("export", file)[0] == 0
    run("evict", "--all")

    code, printed, _ = run("import", file)

    assert code == 0
    assert _figure(printed, "imported") == "2"
    house = CachedHouse(engine, store=open_store(Settings()))
    answer = await house.ask("What type is Lucario?")
    await house.layer.close()
    assert answer.hit == "exact"
    assert run("evict", "kb:builtin")[1] == "1 forgotten\n"


async def test_lines_that_were_not_exported_are_counted_and_left_out(run: Run, filled: None):
    _, exported, _ = run("export", "-")
    row = json.loads(exported.splitlines()[0])
    old = {**row, "entry": {**row["entry"], "expires": 1.0}}
    lines = [exported.splitlines()[0], "{", "[]", '{"key": "x"}', json.dumps({**row, "key": "plan:1"}), json.dumps(old)]

    code, printed, _ = run("import", "-", stdin="\n".join(lines) + "\n")

    assert code == 0
    assert (_figure(printed, "imported"), _figure(printed, "unreadable"), _figure(printed, "expired")) == (
        "1",
        "4",
        "1",
    )


def test_a_file_that_is_not_there_is_wrong_use(run: Run):
    code, _, error = run("import", "/nowhere/answers.jsonl")

    assert code == 2
    assert "cannot be opened" in error


def test_warming_asks_every_question_and_tells_what_became_of_it(run: Run):
    log = 'What type is Lucario?\n{"query": "How do I breed for good IVs?"}\n{"query": ""}\n'

    code, printed, error = run("warm", "-", stdin=log)

    assert code == 0
    assert _figure(printed, "questions") == "3"
    assert _figure(printed, "answered by the dataset") == "1"
    assert _figure(printed, "not kept") == "1"
    assert _figure(printed, "failed") == "1"
    assert "query" in error


def test_a_meta_that_is_no_json_is_wrong_use(run: Run):
    assert run("warm", "-", "--meta", "{", stdin="x\n")[0] == 2
