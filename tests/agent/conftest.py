"""One house for all tests of agent mode."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset
from tests.agent.house import AgentHouse


@pytest.fixture(scope="session")
def house(dataset: Dataset) -> AgentHouse:
    """Agent mode around the real dataset."""
    return AgentHouse(dataset)
