"""What abilities, items and moves do, in the project's own sentences: `data/effects/*.yaml`.

    text_of(dataset, Thing("ability", 22), "en")  # "On entering battle it lowers the Attack of …"

A sentence names other things by reference ({m:taunt}, {t:fire}), so that a name is the dataset's in every language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..errors import LexiconError
from ..paths import DATA
from ..question.algebra import Thing
from ..yaml_files import read_yaml
from .dataset import Dataset
from .model import Ability, Item, Move, Names
from .phrases import phrases_for

DIRECTORY = DATA / "effects"
#: Kind of thing -> the file of its sentences.
FILES = {"ability": "abilities", "item": "items", "move": "moves"}
#: The file of what brings forms about where the dataset does not record it.
_FORMS = "forms"
#: A reference: what kind of thing, and its identifier.
REFERENCE = re.compile(r"\{([maitp]):([a-z0-9-]+)\}")
#: The letter of a reference -> the dataset's table.
REFERRED = {"m": "moves", "a": "abilities", "i": "items", "t": "types", "p": "species"}
#: Answer language -> the key of its sentences in the files; those in traditional Chinese have files of their own.
_KEYS = {"en": "en", "zh-hans": "zh", "ja": "ja"}


@dataclass(frozen=True, slots=True)
class Effect:
    """The sentences of one thing by language, references unresolved; empty where its effect is not recorded.

    `alone`: they stand for the numbers of a move, which would mislead.
    """

    sentences: Mapping[str, str]
    alone: bool = False


def text_of(dataset: Dataset, thing: Thing, language: str) -> str | None:
    """What a thing does, in an answer language; None where nothing is written or recorded."""
    effect = effect_of(dataset, thing)
    if effect is None or not effect.sentences:
        return None
    return _resolved(effect, dataset, language)


def form_text(dataset: Dataset, form: str, language: str) -> str | None:
    """What brings a form about, by its identifier, where the dataset does not record it; None where it does."""
    effect = effects("form").get(form)
    return None if effect is None else _resolved(effect, dataset, language)


def _resolved(effect: Effect, dataset: Dataset, language: str) -> str:
    def named(match: re.Match[str]) -> str:
        return phrases_for(language).name(_names(dataset, REFERRED[match[1]], match[2]))

    return REFERENCE.sub(named, effect.sentences[language])


def effect_of(dataset: Dataset, thing: Thing) -> Effect | None:
    """What is written about a thing, or None. An effect without sentences is one that is known to be unrecorded."""
    if thing.kind not in FILES:
        return None
    tables: Mapping[str, Mapping[int, Ability | Item | Move]] = {
        "ability": dataset.abilities, "item": dataset.items, "move": dataset.moves,
    }  # fmt: skip
    table = tables[thing.kind]
    return effects(thing.kind).get(table[thing.id].identifier)


@cache
def effects(kind: str) -> Mapping[str, Effect]:
    """The effects of a kind of thing ("ability", "item", "move", "form") by identifier, read once."""
    file = FILES.get(kind, _FORMS)
    raw = read_yaml(DIRECTORY / f"{file}.yaml")
    traditional = read_yaml(DIRECTORY / "zh-hant" / f"{file}.yaml")
    entries: Mapping[str, Mapping[str, Any]] = raw.get("entries", {})
    return {identifier: _effect(entry, raw, traditional, identifier) for identifier, entry in entries.items()}


@cache
def plain_moves() -> frozenset[str]:
    """The moves that do damage and nothing else, by identifier."""
    return frozenset(read_yaml(DIRECTORY / "moves.yaml")["plain"])


def _effect(entry: Mapping[str, Any], raw: Mapping[str, Any], traditional: Mapping[str, Any], key: str) -> Effect:
    if entry.get("recorded") is False:
        return Effect({})
    shared = entry.get("like")
    if shared is None:
        sentences = {tag: entry[column] for tag, column in _KEYS.items()}
        return Effect({**sentences, "zh-hant": traditional["entries"][key]["zh"]}, bool(entry.get("alone")))
    if shared not in raw["shared"]:
        raise LexiconError(f"The effect of {key!r} is like {shared!r}, which is no shared sentence.")
    fields = {name: value for name, value in entry.items() if name != "like"}
    files = {tag: (raw, column) for tag, column in _KEYS.items()} | {"zh-hant": (traditional, "zh")}
    return Effect(
        {
            tag: _filled(file["shared"][shared][column], fields, file["words"], column)
            for tag, (file, column) in files.items()
        }
    )


def _filled(text: str, fields: Mapping[str, str], words: Mapping[str, Mapping[str, str]], column: str) -> str:
    """A shared sentence with its fields: a type and an item are references, all else are words of the file."""
    for name, value in fields.items():
        if name in ("type", "item"):
            text = text.replace(f"{{{name}}}", f"{{{name[0]}:{value}}}")
        else:
            text = text.replace(f"{{{name}}}", words[value][column])
    return text


#: The names of a dataset's tables by identifier, made when first asked for.
_TABLES: dict[tuple[int, str], tuple[Dataset, Mapping[str, Names]]] = {}


def _names(dataset: Dataset, table: str, identifier: str) -> Names:
    found = _TABLES.get((id(dataset), table))
    if found is None:
        by_identifier = {record.identifier: record.names for record in getattr(dataset, table).values()}
        found = _TABLES[id(dataset), table] = (dataset, by_identifier)
    names = found[1].get(identifier)
    if names is None:
        raise LexiconError(f"An effect names {identifier!r}, which the dataset's {table} do not hold.")
    return names
