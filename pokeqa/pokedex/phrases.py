"""The answer templates of one language: `data/answers/<language>/*.yaml`, merged into one table of keys.

A template is a `str.format` text with named fields ("{name} is {types} type."), or a mapping from a plural
category to texts (`one`, `other`), chosen by the field `n`. Values are data: a value is never itself a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ..errors import LexiconError
from ..paths import DATA
from ..yaml_files import read_yaml
from .model import Names

#: Where a language has no template (or no folder) of its own.
FALLBACK = {"zh-hant": "zh-hans", "zh-hans": "en", "ja": "en"}


class Phrases:
    """Words and sentences of one answer language ("en", "zh-hans", "zh-hant", "ja")."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._table = _table(language)

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def say(self, key: str, **values: Any) -> str:
        """The text of `key` ("evolve.level") with its fields filled; `LexiconError` for an unknown key or field."""
        template = self._table.get(key)
        if template is None:
            raise LexiconError(f"There is no answer template {key!r} for {self.language}. Add it to data/answers/.")
        if isinstance(template, Mapping):
            template = template["one"] if values.get("n") == 1 and "one" in template else template["other"]
        try:
            return str(template).format_map(values)
        except KeyError as error:
            raise LexiconError(f"The answer template {key!r} asks for a field {error} that is not given.") from error

    def join(self, items: Iterable[str], word: str = "and") -> str:
        """A list in words: "a, b and c" (`word` "and" or "or"; in Chinese and Japanese with 、 and 和/或)."""
        parts = list(items)
        if len(parts) < 2:
            return "".join(parts)
        return self.say("list.comma").join(parts[:-1]) + self.say(f"list.{word}") + parts[-1]

    def name(self, names: Names) -> str:
        """The name of a thing in this language; where it has none, the nearest language that has one."""
        for language in (self.language, FALLBACK.get(self.language, "en"), "en"):
            if language in names:
                return names[language]
        return next(iter(names.values()), "?")


@cache
def phrases_for(language: str) -> Phrases:
    """The phrases of a language, read once."""
    return Phrases(language)


@cache
def _table(language: str) -> Mapping[str, Any]:
    table: dict[str, Any] = {}
    if language in FALLBACK:
        table.update(_table(FALLBACK[language]))
    folder = DATA / "answers" / language
    for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else ():
        _flatten(read_yaml(path) or {}, "", table)
    return table


def _flatten(node: Mapping[str, Any], prefix: str, into: dict[str, Any]) -> None:
    for key, value in node.items():
        if isinstance(value, Mapping) and "other" not in value:
            _flatten(value, f"{prefix}{key}.", into)
        else:
            into[f"{prefix}{key}"] = value
