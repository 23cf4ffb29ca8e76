"""What the sources are searched with: the question, and words it did not use but means.

`off` searches with the question as it is, with what earlier turns supply put in. `on` adds the English names of what
the question names and the usual words for its topics, or, with a language model, lets the model write the query.
`hyde` searches with a passage that a language model made up as an answer; without one it says so, and does what `on`
does.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from ..errors import PokeqaError
from ..paths import DATA
from ..pokedex.dataset import Dataset
from ..question.algebra import Mon, Subject
from ..question.fold import fold, normalise
from ..question.understanding import Understanding
from ..request import Rewrite
from ..yaml_files import read_yaml

logger = logging.getLogger(__name__)

#: A model that takes longer is not waited for.
LLM_TIMEOUT_S = 8.0
QUERY_MAX_CHARS = 300
PASSAGE_MAX_CHARS = 1200
ADDED_MAX = 8

#: The dataset's table of each kind of thing that a question can name.
TABLES = {
    "move": "moves", "ability": "abilities", "item": "items", "type": "types", "nature": "natures",
    "egg_group": "egg_groups", "region": "regions",
}  # fmt: skip


class Writer(Protocol):
    """A language model, as far as rewriting needs one."""

    async def complete(self, prompt: str) -> str:
        """The model's text. Raises `PokeqaError` with a sentence when it fails."""
        ...


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What is searched with. `added` are the words put in; `by` says who rewrote; `message` what could not be done."""

    text: str
    by: str
    added: tuple[str, ...] = ()
    message: str | None = None


async def rewrite(
    understanding: Understanding, mode: Rewrite, dataset: Dataset, writer: Writer | None = None
) -> Rewriting:
    """The text that the sources are searched with. Where a language model fails, names are used, and that is said."""
    question = asked(understanding)
    if mode == "off":
        return Rewriting(question, "nobody")
    added = tuple(extra_words(understanding, dataset))
    by_names = Rewriting(" ".join((question, *added)), "names and lexicon", added)
    if writer is None:
        if mode == "hyde":
            return _with_message(
                by_names,
                "Rewriting by a made-up passage (hyde) needs a language model, and none is set (POKEQA_LLM_BASE_URL). "
                "The question was searched with names and usual words added.",
            )
        return by_names
    prompt = _prompts()[mode].format(question=question, names=", ".join(added) or "-")
    try:
        async with asyncio.timeout(LLM_TIMEOUT_S):
            written = await writer.complete(prompt)
    except (PokeqaError, TimeoutError) as error:
        reason = str(error) or f"it did not answer within {LLM_TIMEOUT_S:g} s"
        return _with_message(by_names, f"The language model could not rewrite the question: {reason}")
    text = " ".join(written.split())[: QUERY_MAX_CHARS if mode == "on" else PASSAGE_MAX_CHARS].strip(" \"'“”")
    if not text:
        return _with_message(by_names, "The language model wrote nothing; the question was searched with names added.")
    # The question's own words stay: a model may forget the one that matters.
    return Rewriting(f"{question} {text}", f"language model ({mode})", (text,))


def asked(understanding: Understanding) -> str:
    """The question as it was typed; where it leans on earlier turns, with what they supply put in."""
    return understanding.text if understanding.self_contained else understanding.full_text


def _with_message(rewriting: Rewriting, message: str) -> Rewriting:
    return Rewriting(rewriting.text, rewriting.by, rewriting.added, message)


def extra_words(understanding: Understanding, dataset: Dataset) -> list[str]:
    """Names and usual words that a question means and does not hold, names first."""
    question = asked(understanding)
    found: dict[str, str] = {}
    for word in (*_names(understanding, dataset), *_topics(understanding)):
        if not _holds(question, word):
            found.setdefault(fold(word), word)
    return list(found.values())[:ADDED_MAX]


def _holds(text: str, word: str) -> bool:
    """Whether a text has a word in it: a Latin one as a whole, any other by its characters."""
    pattern = re.escape(_plain(word))
    if word.isascii():
        pattern = rf"(?<![a-z0-9]){pattern}(?![a-z0-9])"
    return re.search(pattern, _plain(text)) is not None


def _plain(text: str) -> str:
    """A text without case and accents, its words apart, in simplified characters."""
    return " ".join(fold(part) for part in re.findall(r"[^\W_]+", normalise(text)))


def _names(understanding: Understanding, dataset: Dataset) -> Iterator[str]:
    """The names of what is mentioned: in English, and in the question's language where it used another name."""
    for mention in understanding.mentions:
        if len(mention.subjects) != 1:
            continue
        names = names_of(mention.subjects[0], dataset)
        if names is None:
            continue
        if "en" in names:
            yield names["en"]
        if understanding.language in names:
            yield names[understanding.language]
    question = asked(understanding)
    for region in dataset.regions.values():
        # In running text a region has no word for "region" behind it: 丰缘, not 丰缘地区.
        own = (fold(name).removesuffix("地区") for name in region.names.values())
        if "en" in region.names and any(name and _holds(question, name) for name in own):
            yield region.names["en"]


def names_of(subject: Subject, dataset: Dataset) -> Mapping[str, str] | None:
    """The names of a thing by language; None for a kind of thing that has none of its own."""
    if isinstance(subject, Mon):
        if subject.form_named:
            return dataset.pokemon[subject.pokemon_id].names
        return dataset.species[subject.species_id].names
    table = TABLES.get(subject.kind)
    if table is None:
        return None
    names: Mapping[str, str] = getattr(dataset, table)[subject.id].names
    return names


@dataclass(frozen=True, slots=True)
class Topic:
    """A thing with several names: the folded spellings, and the usual word in each language."""

    pattern: re.Pattern[str]
    english: str
    chinese: str


def _topics(understanding: Understanding) -> Iterator[str]:
    question = _plain(asked(understanding))
    for topic in topics():
        if topic.pattern.search(question):
            yield topic.english
            if understanding.language.startswith("zh"):
                yield topic.chinese


@cache
def topics() -> tuple[Topic, ...]:
    """The topics of `data/lexicon/topics.yaml`."""
    return tuple(
        Topic(_pattern(entry["en"], entry["zh"]), entry["en"][0], entry["zh"][0])
        for entry in read_yaml(DATA / "lexicon" / "topics.yaml")
    )


def _pattern(english: Sequence[str], chinese: Sequence[str]) -> re.Pattern[str]:
    words = [re.escape(_plain(word)) for word in english]
    # A player's short form such as "6v" must stand alone, also between Chinese characters; those have no edges.
    words += [re.escape(_plain(word)) for word in chinese if word.isascii()]
    signs = [re.escape(_plain(word)) for word in chinese if not word.isascii()]
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(words)})(?![a-z0-9])|{'|'.join(signs)}")


@cache
def _prompts() -> Mapping[str, str]:
    prompts: Mapping[str, str] = read_yaml(DATA / "prompts" / "rewrite.yaml")
    return prompts
