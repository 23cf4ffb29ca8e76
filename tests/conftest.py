"""What every test can rely on: a clean environment, and one engine with the real Pokédex."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from pokeqa.engine import Engine, build_engine
from pokeqa.pokedex.dataset import Dataset
from pokeqa.settings import Settings


def _clear_settings(patch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        # POKEQA_TEST_* is meant for the tests themselves.
        if name.startswith("POKEQA_") and not name.startswith("POKEQA_TEST_"):
            patch.delenv(name)
    patch.delenv("SPACE_ID", raising=False)
    patch.setitem(Settings.model_config, "env_file", None)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine or of a `.env` file reaches a test."""
    _clear_settings(monkeypatch)


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The real engine, loaded once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        _clear_settings(patch)
        engine = build_engine(Settings(data_dir=tmp_path_factory.mktemp("data")))
        engine.warm()
        yield engine


@pytest.fixture(scope="session")
def dataset(engine: Engine) -> Dataset:
    """The real Pokédex."""
    return engine.dataset
