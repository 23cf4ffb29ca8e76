"""Knowledge bases: named, filled, changed and deleted; only changes are indexed; nothing is lost to a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pokeqa.errors import RequestError, SourceError
from pokeqa.pokedex.phrases import phrases_for
from pokeqa.retrieval import bases as module
from pokeqa.retrieval.bases import FileOutcome, Indexing, IndexingStoppedError, KnowledgeBases
from pokeqa.retrieval.builtin import BUILTIN_ID
from pokeqa.retrieval.catalogue import Catalogue
from pokeqa.retrieval.documents import Document
from pokeqa.retrieval.search import SearchRequest, hybrid_search

from .knowledge_bases import ARTICLES, LIBRARY_WARNINGS, bases_in

pytestmark = [pytest.mark.filterwarnings(warning) for warning in LIBRARY_WARNINGS]

RAIN = ("rain.md", b"# Rain\n\nPelipper brings rain.")
SUN = ("sun.md", b"# Sun\n\nTorkoal brings sunshine.")


@pytest.fixture
def bases(tmp_path: Path) -> Iterator[KnowledgeBases]:
    bases = bases_in(tmp_path)
    yield bases
    bases.close()


def found(bases: KnowledgeBases, db_id: str, text: str) -> list[str]:
    return [one.text for one in hybrid_search(bases, db_id, SearchRequest(text)).candidates]


def statuses(outcomes: Sequence[FileOutcome]) -> list[str]:
    return [outcome.status for outcome in outcomes]


class Counting:
    """Counts the documents that are embedded."""

    def __init__(self, bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch) -> None:
        self.documents: list[str] = []
        cut = bases._ingestion.cut

        def counted(db_id: str, documents: Sequence[Document]) -> object:
            self.documents.extend(document.id for document in documents)
            return cut(db_id, documents)

        monkeypatch.setattr(bases._ingestion, "cut", counted)


# --- naming -----------------------------------------------------------------------------------------------------


def test_there_is_a_built_in_base_from_the_start(bases: KnowledgeBases) -> None:
    (base,) = bases.list_bases()
    assert (base.db_id, base.builtin, base.documents) == (BUILTIN_ID, True, 0)


def test_naming_needs_no_engine(bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bases._milvus, "open", lambda *_: pytest.fail("Milvus was opened"))
    base = bases.create("  My   Téam notes! ")
    assert (base.title, base.db_id) == ("My Téam notes!", "my-t-am-notes")
    assert bases.rename(base.db_id, "Other").title == "Other"
    assert bases.documents(base.db_id) == []


def test_titles_without_latin_letters_get_an_id(bases: KnowledgeBases) -> None:
    one, two = bases.create("我的队伍"), bases.create("我的队伍")
    assert one.db_id != two.db_id
    assert one.db_id.startswith("kb-")


@pytest.mark.parametrize("title", ["", "  ", "\u202e\x00"])
def test_a_base_needs_a_title(bases: KnowledgeBases, title: str) -> None:
    with pytest.raises(RequestError, match="needs a title"):
        bases.create(title)


@pytest.mark.parametrize("db_id", ["", "A", "../x", "a b", "x" * 65, "-x"])
def test_ids_that_a_request_could_not_ask_for_are_refused(bases: KnowledgeBases, db_id: str) -> None:
    with pytest.raises(RequestError, match="id is made of"):
        bases.create("title", db_id)


def test_an_id_is_given_once(bases: KnowledgeBases) -> None:
    bases.create("a", "notes")
    with pytest.raises(RequestError, match="already"):
        bases.create("b", "notes")


def test_the_number_of_bases_is_limited(tmp_path: Path) -> None:
    bases = bases_in(tmp_path, kb_bases_max=2)
    bases.create("one")
    with pytest.raises(RequestError, match="Delete one first"):
        bases.create("two")
    bases.close()


def test_an_unknown_base_is_said_with_those_there_are(bases: KnowledgeBases) -> None:
    with pytest.raises(RequestError, match=r"no knowledge base 'nope'\. Choose one of: pokedex"):
        bases.documents("nope")


def test_the_built_in_base_is_not_for_changing(bases: KnowledgeBases) -> None:
    for change in (
        lambda: bases.delete(BUILTIN_ID),
        lambda: bases.rename(BUILTIN_ID, "x"),
        lambda: bases.add_files(BUILTIN_ID, [RAIN]),
        lambda: bases.remove_documents(BUILTIN_ID, []),
    ):
        with pytest.raises(RequestError, match="built-in knowledge base cannot be changed"):
            change()


# --- filling ----------------------------------------------------------------------------------------------------


def test_files_are_found_after_upload_each_with_its_own_outcome(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    outcomes = bases.add_files("notes", [RAIN, ("bad.exe", b"x"), SUN, ("../../etc/copy.md", RAIN[1])])
    assert statuses(outcomes) == ["added", "failed", "added", "duplicate"]
    assert [outcome.name for outcome in outcomes] == ["rain.md", "bad.exe", "sun.md", "copy.md"]
    assert found(bases, "notes", "who makes it rain?")[0] == "Pelipper brings rain."
    assert [document.id for document in bases.documents("notes")] == ["rain.md", "sun.md"]


def test_two_files_of_one_name_are_not_mixed_up(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    outcomes = bases.add_files("notes", [("a/x.md", b"first text"), ("b/x.md", b"second text")])
    assert statuses(outcomes) == ["added", "failed"]
    assert "same name" in (outcomes[1].message or "")


def test_a_document_can_take_the_content_that_another_gives_up(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN])
    outcomes = bases.add_files("notes", [("copy.md", RAIN[1]), ("rain.md", b"other text")])
    assert statuses(outcomes) == ["added", "replaced"]
    assert sorted(found(bases, "notes", "Pelipper rain text")) == ["Pelipper brings rain.", "other text"]


def test_only_what_changed_is_indexed(bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN, SUN])
    counting = Counting(bases, monkeypatch)
    again = bases.add_files("notes", [RAIN, ("sun.md", b"# Sun\n\nGroudon brings harsh sunlight.")])
    assert statuses(again) == ["unchanged", "replaced"]
    assert counting.documents == ["sun.md"]
    assert "Groudon brings harsh sunlight." in found(bases, "notes", "sunlight")
    assert "Torkoal brings sunshine." not in found(bases, "notes", "Torkoal sunshine")


def test_old_chunks_are_swept(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN, SUN])
    bases.add_files("notes", [("sun.md", b"other text about sand")])
    bases.remove_documents("notes", ["rain.md"])
    assert bases.open("notes").count() == 1
    assert bases.get("notes").passages == 1


def test_the_version_changes_exactly_with_the_content(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    empty = bases.version("notes")
    bases.add_files("notes", [RAIN])
    one = bases.version("notes")
    bases.add_files("notes", [RAIN])
    bases.rename("notes", "another title")
    assert bases.version("notes") == one != empty
    bases.add_files("notes", [SUN])
    assert bases.version("notes") not in (one, empty)
    bases.remove_documents("notes", ["sun.md"])
    assert bases.version("notes") == one
    bases.remove_documents("notes", ["rain.md"])
    assert bases.version("notes") == empty


def test_word_counts_follow_every_change(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN, SUN])
    bases.add_files("notes", [("sun.md", b"# Sand\n\nTyranitar brings sand.")])
    assert bases.catalogue.frequencies("notes", ["bring", "rain", "torkoal"]) == ({"bring": 2, "rain": 1}, 2)


def test_the_catalogue_can_be_read_while_a_long_document_is_counted(
    bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch
) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN])
    cut, read = Document.chunks, []

    def slowly(document: Document, db_id: str) -> object:
        reader = threading.Thread(target=lambda: read.append(bases.version("notes")), daemon=True)
        reader.start()
        reader.join(10)
        assert not reader.is_alive(), "reading waits for the counting to end"
        return cut(document, db_id)

    monkeypatch.setattr(Document, "chunks", slowly)
    bases.add_files("notes", [("rain.md", b"# Rain\n\nAnother text about rain."), SUN])
    assert len(read) > 3


def test_a_base_at_work_refuses_to_lose_something(bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUSY_WAIT_S", 0.05)
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN])
    with bases._writer("notes"):
        for change in (lambda: bases.delete("notes"), lambda: bases.remove_documents("notes", ["rain.md"])):
            with pytest.raises(RequestError, match="is being indexed"):
                change()
    assert [document.id for document in bases.documents("notes")] == ["rain.md"]


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant", "ja"])
def test_outcomes_are_said_in_the_language_asked_for(bases: KnowledgeBases, language: str) -> None:
    bases.create("t", "notes")
    outcomes = bases.add_files("notes", [RAIN, ("copy.md", RAIN[1]), ("empty.txt", b" ")], language=language)
    said = [phrases_for(language).say(key, name=name) for key, name in
            (("knowledge.duplicate", "rain.md"), ("file.empty", "empty.txt"))]  # fmt: skip
    assert [outcome.message for outcome in outcomes] == [None, *said]


def test_the_state_of_a_base_follows_what_is_indexed(bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch) -> None:
    base = bases.create("t", "notes")
    assert bases.state(base) == "empty"
    assert bases.state(bases.get(BUILTIN_ID)) == "waiting"
    bases.add_files("notes", [RAIN])
    assert bases.state(bases.get("notes")) == "ready"
    bases.catalogue.forget_collection(bases.open("notes").name)
    assert bases.state(bases.get("notes")) == "waiting"
    bases.finish("notes")
    assert bases.state(bases.get("notes")) == "ready"


def test_removing_what_is_not_there_is_said(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    with pytest.raises(RequestError, match=r"no document 'x\.md'"):
        bases.remove_documents("notes", ["x.md"])


def test_the_number_of_documents_is_limited(tmp_path: Path) -> None:
    bases = bases_in(tmp_path, kb_documents_max=1)
    bases.create("t", "notes")
    with pytest.raises(RequestError, match="at most 1 documents"):
        bases.add_files("notes", [RAIN, SUN])
    assert bases.documents("notes") == []
    bases.close()


def test_bases_do_not_see_each_other(bases: KnowledgeBases) -> None:
    for db_id, file in (("a", RAIN), ("b", SUN)):
        bases.create(db_id, db_id)
        bases.add_files(db_id, [file])
    assert found(bases, "a", "who brings sunshine?") == ["Pelipper brings rain."]


def test_a_deleted_base_is_gone_with_its_vectors(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN])
    bases.delete("notes")
    bases.create("t", "notes")
    assert bases.open("notes").count() == 0
    assert found(bases, "notes", "rain") == []


def test_progress_is_told_from_start_to_end(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    told: list[Indexing] = []
    bases.add_files("notes", [RAIN, SUN], told.append)
    assert [one.phase for one in told] == ["reading", "reading", "indexing", "publishing", "ready"]
    assert bases.progress("notes") is None


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    bases = bases_in(tmp_path)
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN])
    bases.close()
    again = bases_in(tmp_path)
    assert found(again, "notes", "rain") == ["Pelipper brings rain."]
    again.close()


def test_reindexing_gives_the_same_answers(bases: KnowledgeBases) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN, SUN])
    before = found(bases, "notes", "rain")
    bases.reindex("notes")
    assert found(bases, "notes", "rain") == before


# --- the built-in base ------------------------------------------------------------------------------------------


def test_the_built_in_base_follows_the_program(bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "builtin_documents", lambda dataset: list(ARTICLES))
    first = bases.ensure_builtin()
    counting = Counting(bases, monkeypatch)
    assert bases.ensure_builtin() == first
    assert counting.documents == []
    newer = [*ARTICLES[1:], Document("en/new", "# New\n\nA new article about fossils.", "article")]
    monkeypatch.setattr(module, "builtin_documents", lambda dataset: newer)
    second = bases.ensure_builtin()
    assert counting.documents == ["en/new"]
    assert second.version != first.version
    assert bases.open(BUILTIN_ID).count() == len(newer)


# --- when things go wrong ---------------------------------------------------------------------------------------


def test_a_failed_change_stays_staged_and_is_finished_later(
    bases: KnowledgeBases, monkeypatch: pytest.MonkeyPatch
) -> None:
    bases.create("t", "notes")
    bases.add_files("notes", [RAIN])
    version = bases.version("notes")
    with monkeypatch.context() as patch:

        def broken(*_: object) -> None:
            raise SourceError("Milvus went away. Start it.")

        patch.setattr(bases.open("notes"), "flush", broken)
        with pytest.raises(SourceError, match="went away"):
            bases.add_files("notes", [SUN])
        assert bases.version("notes") == version
        assert found(bases, "notes", "sunshine") == ["Pelipper brings rain."]
    bases.finish("notes")
    assert "Torkoal brings sunshine." in found(bases, "notes", "sunshine")


def test_closing_stops_indexing_between_batches(tmp_path: Path) -> None:
    bases = bases_in(tmp_path)
    bases.create("t", "notes")
    bases.open("notes")
    bases._stop.set()
    with pytest.raises(IndexingStoppedError):
        bases.add_files("notes", [RAIN])
    bases.close()
    again = bases_in(tmp_path)
    again.finish("notes")
    assert found(again, "notes", "rain") == ["Pelipper brings rain."]
    again.close()


def test_a_catalogue_of_another_version_is_refused(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "knowledge.sqlite3")
    catalogue._db.execute("PRAGMA user_version = 99")
    catalogue.close()
    with pytest.raises(SourceError, match="another version of PokéQA"):
        bases_in(tmp_path).list_bases()


def test_a_damaged_catalogue_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "knowledge.sqlite3").write_bytes(b"this is not a database, " * 100)
    with pytest.raises(SourceError, match="cannot be opened"):
        bases_in(tmp_path).list_bases()


KILLED = """
import sys
from pathlib import Path
from pokeqa.retrieval import bases as module
from pokeqa.retrieval.bases import KnowledgeBases
from pokeqa.settings import Settings

module.BATCH_DOCUMENTS = 40
bases = KnowledgeBases(Settings(data_dir=Path(sys.argv[1]), embed_model="packaged"), lambda: None)

def told(progress):
    print(progress.phase, progress.done, flush=True)
    if (progress.phase, progress.done) == (sys.argv[2], int(sys.argv[3])):
        sys.stdin.read()  # wait to be killed

texts = (f"# Note {i}\\n\\nThe new note number {i} tells of sandstorm {i}." for i in range(100))
files = [(f"new{i}.md", text.encode()) for i, text in enumerate(texts)]
bases.add_files("notes", [("old.md", b"# Old\\n\\nThe old note was replaced by hail."), *files], told)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
@pytest.mark.parametrize(("phase", "done"), [("indexing", 0), ("indexing", 72), ("publishing", 101), ("ready", 101)])
def test_a_killed_process_leaves_the_old_or_the_new_state_and_can_finish(tmp_path: Path, phase: str, done: int) -> None:
    bases = bases_in(tmp_path)
    bases.create("t", "notes")
    bases.add_files("notes", [("old.md", b"# Old\n\nThe old note tells of rain.")])
    bases.close()

    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path), phase, str(done)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.split() == [phase, str(done)]:
            break
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=20)
    process.stdout.close()
    assert process.stdin is not None
    process.stdin.close()
    assert process.returncode == -signal.SIGKILL

    again = bases_in(tmp_path)
    count, old = len(again.documents("notes")), found(again, "notes", "old note rain")
    assert count in (1, 101)
    if count == 1:
        assert old == ["The old note tells of rain."]
    again.finish("notes")
    assert len(again.documents("notes")) == 101
    assert again.open("notes").count() == 101
    assert "The new note number 77 tells of sandstorm 77." in found(again, "notes", "note number 77")
    assert "The old note tells of rain." not in found(again, "notes", "old note rain")
    again.close()
