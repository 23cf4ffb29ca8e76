"""What moves do, as facts to search by: the source's numbers and those that the project adds."""

from __future__ import annotations

import csv

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.move_facts import FILE, MoveFacts, facts_of
from pokeqa.pokedex.numbers import STAT_ATTRIBUTES

FLAGS = {"contact", "sound", "punch", "bite", "powder", "pulse", "ballistics", "dance", "slicing", "wind", "charge"}
DOES = {"recoil", "drain", "heal", "multi-hit", "two-to-five", "twice", "flinch", "high-crit", "switch", "ohko",
        "self-ko", "badly-poison"}  # fmt: skip


def _facts(dataset: Dataset, identifier: str) -> MoveFacts:
    return facts_of(next(m for m in dataset.moves.values() if m.identifier == identifier))


def _added() -> list[dict[str, str]]:
    with FILE.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def test_every_added_fact_is_about_a_move_of_the_dataset_once(dataset: Dataset) -> None:
    identifiers = {move.identifier for move in dataset.moves.values()}
    named = [row["move"] for row in _added()]

    assert set(named) <= identifiers
    assert len(named) == len(set(named))


@pytest.mark.parametrize("row", _added(), ids=lambda row: row["move"])
def test_an_added_fact_is_one_that_searches_know(row: dict[str, str], dataset: Dataset) -> None:
    source = next(m for m in dataset.moves.values() if m.identifier == row["move"])

    facts = facts_of(source)

    assert facts.flags is not None
    assert facts.flags - source.flags <= FLAGS
    assert facts.does is not None
    assert facts.does <= DOES
    assert {stat for _, stat in facts.changes or {}} <= {*STAT_ATTRIBUTES, "accuracy", "evasion"}


@pytest.mark.parametrize(
    ("move", "does"),
    [("wave-crash", "recoil"), ("bitter-blade", "drain"), ("population-bomb", "multi-hit"), ("flare-blitz", "recoil"),
     ("dragon-tail", "switch"), ("aqua-cutter", "high-crit")],
)  # fmt: skip
def test_what_a_move_does_comes_from_the_source_or_the_added_facts(move: str, does: str, dataset: Dataset) -> None:
    assert does in (_facts(dataset, move).does or ())


def test_a_move_changes_the_stats_of_its_user_or_of_its_target(dataset: Dataset) -> None:
    assert _facts(dataset, "close-combat").changes == {("own", "defense"): -1, ("own", "special-defense"): -1}
    assert _facts(dataset, "shell-smash").changes is not None
    assert ("own", "defense") in (_facts(dataset, "shell-smash").changes or {})
    assert _facts(dataset, "pounce").changes == {("foe", "speed"): -1}
    assert _facts(dataset, "tail-whip").changes == {("foe", "defense"): -1}
