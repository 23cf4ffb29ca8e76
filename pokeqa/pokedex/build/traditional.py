"""Write the traditional Chinese answer templates and effect sentences from the simplified ones.

    python -m pokeqa.pokedex.build.traditional

Needs the package `opencc`; run it after a change in `data/answers/zh-hans/` or `data/effects/`. Fields in braces and
keys stay as they are; names of things come from the dataset in traditional characters anyway. Words that the two
scripts say differently stand in `data/answers/traditional.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from ...paths import DATA
from ...yaml_files import read_yaml

SOURCE, TARGET = DATA / "answers" / "zh-hans", DATA / "answers" / "zh-hant"
EFFECTS = DATA / "effects"


def converted(node: Any, convert: Callable[[str], str]) -> Any:
    """A template table with its texts converted and its keys kept."""
    if isinstance(node, dict):
        return {key: converted(value, convert) for key, value in node.items()}
    return convert(node) if isinstance(node, str) else node


def converter() -> Callable[[str], str]:
    """Simplified to traditional as written in Taiwan, then the project's own words."""
    import opencc

    engine = opencc.OpenCC("s2twp")
    words: dict[str, str] = read_yaml(DATA / "answers" / "traditional.yaml")

    def convert(text: str) -> str:
        result = str(engine.convert(text))
        for wrong, right in words.items():
            result = result.replace(wrong, right)
        return result

    return convert


def chinese(node: Any) -> Any:
    """Of a table of effect sentences, what is Chinese."""
    if not isinstance(node, dict):
        return None
    found = {key: value if key == "zh" else chinese(value) for key, value in node.items()}
    return {key: value for key, value in found.items() if value} or None


def main() -> None:
    """Convert every file."""
    convert = converter()
    for path in sorted(SOURCE.glob("*.yaml")):
        _write(TARGET / path.name, converted(read_yaml(path), convert), f"zh-hans/{path.name}")
    for path in sorted(EFFECTS.glob("*.yaml")):
        table = chinese(read_yaml(path))
        if table is not None:  # which effect is of which use has no texts
            _write(EFFECTS / "zh-hant" / path.name, converted(table, convert), f"effects/{path.name}")


def _write(path: Path, table: Any, source: str) -> None:
    path.parent.mkdir(exist_ok=True)
    text = yaml.safe_dump(table, allow_unicode=True, sort_keys=False, width=1000)
    head = f"# Made from {source} by pokeqa.pokedex.build.traditional; change that file instead.\n"
    path.write_text(head + text, encoding="utf-8")


if __name__ == "__main__":
    main()
