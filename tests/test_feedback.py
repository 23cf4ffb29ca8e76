"""Votes on answers: counted, and nothing else written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pokeqa.engine import Engine
from pokeqa.errors import StoreError
from pokeqa.feedback import FeedbackBook, Votes
from pokeqa.request import Turn
from pokeqa.settings import Settings


def test_votes_are_counted_by_route_and_arm(tmp_path: Path):
    book = FeedbackBook(tmp_path / "new" / "feedback.db")
    book.add("retrieval", "cached", good=1)
    book.add("retrieval", "cached", good=1)
    book.add("retrieval", "bypassed", bad=1)
    book.add("cache", "", good=1)

    assert book.votes() == [
        Votes("cache", "", 1, 0), Votes("retrieval", "bypassed", 0, 1), Votes("retrieval", "cached", 2, 0),
    ]  # fmt: skip


def test_a_vote_that_is_taken_back_is_not_counted(tmp_path: Path):
    book = FeedbackBook(tmp_path / "feedback.db")
    book.add("cache", "", good=1)
    book.add("cache", "", good=-1, bad=1)
    book.add("cache", "", good=-1)

    assert book.votes() == [Votes("cache", "", 0, 1)]


def test_there_are_no_votes_before_the_first(tmp_path: Path):
    assert FeedbackBook(tmp_path / "feedback.db").votes() == []


def test_a_file_that_cannot_be_used_is_said(tmp_path: Path):
    (tmp_path / "feedback.db").write_text("this is no database, and it is long enough to be seen as none" * 20)
    book = FeedbackBook(tmp_path / "feedback.db")

    with pytest.raises(StoreError, match="not counted"):
        book.add("cache", "", good=1)
    with pytest.raises(StoreError, match="cannot be read"):
        book.votes()


def test_neither_question_nor_conversation_is_written(tmp_path: Path, engine: Engine):
    house = engine.warm()
    rated = Engine(Settings(data_dir=tmp_path), lambda settings: house)
    rated.rate([Turn(role="user", content="A secret question")], "Another secret", "retrieval", good=1)

    with sqlite3.connect(tmp_path / "feedback.db") as database:
        (columns,) = database.execute("SELECT group_concat(name) FROM pragma_table_info('votes')").fetchone()
    database.close()

    assert columns == "day,route,arm,good,bad"
    assert b"secret" not in (tmp_path / "feedback.db").read_bytes()
