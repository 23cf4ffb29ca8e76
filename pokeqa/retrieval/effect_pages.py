"""Pages on what abilities, items and moves do, several of them on a page, for the built-in knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import yaml

from ..pokedex.answers.context import Context
from ..pokedex.answers.move_numbers import effect_parts
from ..pokedex.dataset import Dataset
from ..pokedex.effects import text_of
from ..pokedex.model import Ability, Item, Move
from ..question.algebra import EntityKind, Thing
from .documents import CHUNK_WORDS, Document, words

KINDS: tuple[EntityKind, ...] = ("ability", "item", "move")

#: The words that a page may have, a little less than a passage: a page is one passage.
PAGE_WORDS = CHUNK_WORDS - 20


def effect_pages(dataset: Dataset, languages: Sequence[str]) -> Iterator[Document]:
    """The pages of every language; each lists things of one kind in the dataset's order, the same in all languages."""
    contexts = [Context(dataset, language) for language in languages]
    for kind in KINDS:
        for number, group in enumerate(_groups(kind, contexts), start=1):
            for context, told in zip(contexts, zip(*group.values(), strict=True), strict=True):
                yield _page(kind, number, dict(zip(group, told, strict=True)), context)


def _groups(kind: EntityKind, contexts: Sequence[Context]) -> Iterator[dict[Thing, list[str]]]:
    """The things of each page with what is told of them, a text for each language."""
    group: dict[Thing, list[str]] = {}
    size = 0
    for thing in (Thing(kind, one) for one in _records(kind, contexts[0].dataset)):
        told = [describe(thing, context) for context in contexts]
        if not all(told):
            continue
        length = max(len(words(text)) for text in told)
        if group and size + length > PAGE_WORDS:
            yield group
            group, size = {}, 0
        group[thing] = told
        size += length
    if group:
        yield group


def describe(thing: Thing, context: Context) -> str:
    """What a thing does, with its name in front; empty where nothing is known."""
    text = text_of(context.dataset, thing, context.language) or ""
    if thing.kind == "move":
        parts = context.say("things.effect.join").join(effect_parts(context.dataset.moves[thing.id], context))
        text = context.sentences((context.say("things.sentence", text=parts) if parts else "", text))
    return context.say("effects.text", name=context.thing_name(thing), text=text, mark="") if text else ""


def _page(kind: EntityKind, number: int, told: Mapping[Thing, str], context: Context) -> Document:
    names = context.say("list.comma").join(context.thing_name(thing) for thing in told)
    front = {
        "title": context.say(f"effects.page.{kind}", names=names),
        "slug": f"effects-{kind}-{number}",
        "lang": context.language,
        "entities": [_records(kind, context.dataset)[thing.id].identifier for thing in told],
    }
    head = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, default_flow_style=None, width=1000)
    text = "\n\n".join(told.values())
    return Document(f"effects/{context.language}/{kind}-{number}", f"---\n{head}---\n{text}\n", "effects")


def _records(kind: EntityKind, dataset: Dataset) -> Mapping[int, Ability | Item | Move]:
    tables: Mapping[str, Mapping[int, Ability | Item | Move]] = {
        "ability": dataset.abilities, "item": dataset.items, "move": dataset.moves,
    }  # fmt: skip
    return tables[kind]
