"""The settings: defaults, the environment, and a sentence for each value that cannot work."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from pokeqa.errors import SettingsError
from pokeqa.settings import Settings, load_settings


def test_the_defaults_serve_this_machine_only():
    settings = load_settings()

    assert (settings.host, settings.port) == ("127.0.0.1", 7860)
    assert settings.data_dir.name == "pokeqa"
    assert settings.enable_web


def test_on_spaces_the_app_listens_on_every_address(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SPACE_ID", "someone/pokeqa")

    assert load_settings().host == "0.0.0.0"


def test_the_environment_sets_a_value(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("POKEQA_PORT", "8000")
    monkeypatch.setenv("POKEQA_ENABLE_WEB", "false")

    settings = load_settings()

    assert settings.port == 8000
    assert not settings.enable_web


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("POKEQA_PORT", "")

    assert load_settings().port == 7860


def test_each_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("POKEQA_PORT", "seventy")
    monkeypatch.setenv("POKEQA_SHORTCUT_CONFIDENCE", "2")

    with pytest.raises(SettingsError) as caught:
        load_settings()

    assert "POKEQA_PORT" in str(caught.value)
    assert "POKEQA_SHORTCUT_CONFIDENCE" in str(caught.value)


def test_settings_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        Settings().port = 1  # type: ignore[misc]
