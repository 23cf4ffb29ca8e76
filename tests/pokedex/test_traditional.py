"""The traditional Chinese templates say what the simplified ones say."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest

from pokeqa.paths import DATA
from pokeqa.pokedex.phrases import phrases_for
from pokeqa.yaml_files import read_yaml

ANSWERS = DATA / "answers"
FILES = sorted(path.name for path in (ANSWERS / "zh-hans").glob("*.yaml"))


def _texts(node: Any, key: str = "") -> dict[str, str]:
    if isinstance(node, dict):
        return {k: v for name, value in node.items() for k, v in _texts(value, f"{key}.{name}").items()}
    return {key: str(node)}


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("name", FILES)
def test_every_template_has_its_twin_with_the_same_fields(name: str) -> None:
    simplified, traditional = (
        _texts(read_yaml(ANSWERS / "zh-hans" / name)),
        _texts(read_yaml(ANSWERS / "zh-hant" / name)),
    )

    assert traditional.keys() == simplified.keys(), "run python -m pokeqa.pokedex.build.traditional"
    assert {k for k in simplified if _fields(simplified[k]) != _fields(traditional[k])} == set()


def test_no_file_is_left_behind() -> None:
    assert sorted(path.name for path in Path(ANSWERS / "zh-hant").glob("*.yaml")) == FILES


def test_the_texts_are_in_traditional_characters() -> None:
    assert phrases_for("zh-hant").say("list.and") == "和"
    assert "屬性" in "".join(_texts(read_yaml(ANSWERS / "zh-hant" / "matchup.yaml")).values())
    assert "属性" not in "".join(_texts(read_yaml(ANSWERS / "zh-hant" / "matchup.yaml")).values())
