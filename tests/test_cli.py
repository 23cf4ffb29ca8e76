"""The terminal: what it prints and how it exits."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from pokeqa import cli
from pokeqa.errors import DatasetError
from tests.fakes import AnsweringLayer, BreakingLayer, fake_engine


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "build_engine", lambda settings: fake_engine(AnsweringLayer(text="Fighting and Steel.")))


@pytest.mark.usefixtures("answering")
def test_it_prints_the_answer_then_the_route(capsys: pytest.CaptureFixture[str]):
    code = cli.main(["ask", "What type is Lucario?"])

    printed = capsys.readouterr()
    assert code == 0
    assert printed.out.startswith("Fighting and Steel.\n\nroute  local_dataset")
    assert printed.err == ""


@pytest.mark.usefixtures("answering")
def test_the_trace_is_printed_when_asked_for(capsys: pytest.CaptureFixture[str]):
    cli.main(["ask", "What type is Lucario?", "--trace"])

    assert "question" in capsys.readouterr().out


@pytest.mark.usefixtures("answering")
def test_json_prints_the_lines_of_the_api(capsys: pytest.CaptureFixture[str]):
    code = cli.main(["ask", "Lucario", "--json", "--meta", "use_graph=true", "top_k=3", "--meta", "db_id=pokedex"])

    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0
    assert [row["status"] for row in rows] == ["init", "loading", "generating", "finished"]
    meta = rows[-1]["meta"]
    assert (meta["use_graph"], meta["top_k"], meta["db_id"]) == (True, 3, "pokedex")


@pytest.mark.usefixtures("answering")
def test_a_nested_field_of_meta_is_written_with_dots(capsys: pytest.CaptureFixture[str]):
    cli.main(["ask", "Lucario", "--json", "--meta", 'agent_constraints.allowed_workers=["rag_worker"]'])

    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["meta"]["agent_constraints"]["allowed_workers"] == ["rag_worker"]


@pytest.mark.usefixtures("answering")
def test_a_question_can_come_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "stdin", io.StringIO("What type is Lucario?\n"))

    assert cli.main(["ask", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["refs"]["query"] == "What type is Lucario?"


@pytest.mark.usefixtures("answering")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ask", ""], "`query`"),
        (["ask", "Lucario", "--meta", "use_grpah=true"], "`meta.use_grpah`"),
        (["ask", "Lucario", "--meta", "top_k"], "KEY=VALUE"),
        (["ask", "Lucario", "--meta", "top_k=many"], "`meta.top_k`"),
    ],
)
def test_a_wrong_question_exits_with_2_and_a_sentence(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
):
    assert cli.main(arguments) == 2
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.out == ""


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_question_without_an_answer_exits_with_1(form: list[str], monkeypatch: pytest.MonkeyPatch):
    error = DatasetError("The compiled Pokédex is damaged. Restore it.")
    monkeypatch.setattr(cli, "build_engine", lambda settings: fake_engine(BreakingLayer(error)))

    assert cli.main(["ask", "Lucario", *form]) == 1


@pytest.mark.usefixtures("answering")
def test_agent_mode_exits_with_1_and_says_what_to_do(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["ask", "Lucario", "--agent"]) == 1
    assert "Agent mode" in capsys.readouterr().err


def test_a_wrong_setting_exits_with_1_and_names_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("POKEQA_PORT", "seventy")

    assert cli.main(["ask", "Lucario"]) == 1
    assert "POKEQA_PORT" in capsys.readouterr().err


def test_the_terminal_loads_neither_gradio_nor_fastapi():
    program = (
        "import sys; sys.argv = ['pokeqa', 'ask', 'What type is Lucario?']\n"
        "import pokeqa.cli\n"
        "assert pokeqa.cli.main() == 0\n"
        "print([m for m in ('gradio', 'fastapi', 'starlette', 'llama_index', 'torch', 'pandas') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
