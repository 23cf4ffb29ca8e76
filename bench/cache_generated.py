"""Pairs of questions that differ in one thing, made by rule from the dataset: none may share an answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.model import Names

#: {a} and {b} are Pokémon, {move} a move, {ability} an ability, {type} a type, {stat} a stat, {n} a number,
#: {g} a generation.
TEMPLATES = {
    "en": (
        "What type is {a}?",
        "What is {a} weak to?",
        "What is {a}'s base {stat}?",
        "Who has more {stat}, {a} or {b}?",
        "What abilities does {a} have?",
        "Can {a} learn {move}?",
        "Can {a} learn {move} in Gen {g}?",
        "What is the power of {move}?",
        "Which Pokémon have the ability {ability}?",
        "Which {type} types have {stat} over {n}?",
        "How many {type}-type Pokémon are there in Gen {g}?",
        "Which Gen {g} Pokémon are {type} types?",
        "What does {a} evolve into?",
        "What type was {a} in Gen {g}?",
        "What is the best moveset for {a}?",
        "Why is {a} popular in Gen {g}?",
        "Tell me the lore of {a}",
        "How do I beat {a} with {b}?",
        "Is {move} a good move on {a}?",
        "Which {n} {type} types should I train first?",
        "How do I use {ability} on a team with {a}?",
    ),
    "zh": (
        "{a}是什么属性？",
        "{a}怕什么？",
        "{a}的{stat}种族值是多少？",
        "{a}和{b}谁的{stat}更高？",
        "{a}有什么特性？",
        "{a}能学会{move}吗？",
        "{move}的威力是多少？",
        "哪些{type}属性宝可梦的{stat}超过{n}？",
        "第{g}世代有多少只{type}属性的宝可梦？",
        "{a}进化成什么？",
        "{a}最好的配招是什么？",
        "{a}有什么背景故事？",
        "怎么用{a}打败{b}？",
        "带{ability}的{a}怎么玩？",
    ),
}

STATS = {
    "en": ("HP", "Attack", "Defense", "Special Attack", "Special Defense", "Speed"),
    "zh": ("HP", "攻击", "防御", "特攻", "特防", "速度"),
}

#: One phrase for another that turns the question round, by the kind of change.
TURNS: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "direction": {
        "en": (("evolve into", "evolve from"), ("more", "less"), ("over", "under"), ("weak to", "resistant to"),
               ("with", "without"), ("beat {a} with {b}", "beat {b} with {a}")),
        "zh": (("进化成", "是由什么进化来的，不是进化成"), ("更高", "更低"), ("超过", "低于"), ("怕什么", "抵抗什么"),
               ("用{a}打败{b}", "用{b}打败{a}")),
    },
    "polarity": {
        "en": (("have the", "do not have the"), ("are {type} types", "are not {type} types"), ("Can {a}", "Can't {a}"),
               ("best", "worst"), ("popular", "unpopular"), ("good", "bad"), ("first", "last")),
        "zh": (("能学会", "不能学会"), ("最好", "最差")),
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions that ask different things, and what was changed."""

    a: str
    b: str
    change: str


def generated_pairs(dataset: Dataset, count: int, seed: int = 1) -> Iterator[Pair]:
    """`count` pairs, the same for the same seed; the kinds of change come in turn."""
    rng = random.Random(seed)
    values = {language: _values(dataset, language) for language in TEMPLATES}
    changes: tuple[tuple[str, Callable[..., Pair | None]], ...] = (
        ("entity", _swap("entity", ("a", "b", "move", "ability", "type"))),
        ("number", _swap("number", ("n",))),
        ("attribute", _swap("attribute", ("stat",))),
        ("direction", _turn("direction")),
        ("polarity", _turn("polarity")),
        ("generation", _swap("generation", ("g",))),
        ("language", _translate),
    )
    made = 0
    seen: set[tuple[str, str]] = set()
    while made < count:
        _, change = changes[made % len(changes)]
        language = rng.choice(("en", "zh"))
        pair = change(rng, language, values)
        if pair is None or pair.a == pair.b or (pair.a, pair.b) in seen:
            continue
        seen.add((pair.a, pair.b))
        made += 1
        yield pair


def _values(dataset: Dataset, language: str) -> dict[str, tuple[str, ...]]:
    key = "en" if language == "en" else "zh-hans"

    def names(records: list[Names]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for one in records if (name := one.get(key)) is not None))

    species = names([record.names for record in dataset.species.values()])
    return {
        "a": species,
        "b": species,
        "move": names([move.names for move in dataset.moves.values() if not move.is_shadow]),
        "ability": names([ability.names for ability in dataset.abilities.values()]),
        "type": names([dataset.types[number].names for number in range(1, 19)]),
        "stat": STATS[language],
        "n": tuple(str(number) for number in range(40, 135, 5)),
        "g": tuple("123456789") if language == "en" else tuple("一二三四五六七八九"),
    }


def _filled(rng: random.Random, values: dict[str, tuple[str, ...]]) -> dict[str, str]:
    filled = {slot: rng.choice(choices) for slot, choices in values.items()}
    while filled["b"] == filled["a"]:
        filled["b"] = rng.choice(values["b"])
    return filled


def _swap(change: str, slots: tuple[str, ...]) -> Callable[..., Pair | None]:
    """Another value in one slot."""

    def make(rng: random.Random, language: str, values: dict[str, dict[str, tuple[str, ...]]]) -> Pair | None:
        template = rng.choice(TEMPLATES[language])
        usable = [slot for slot in slots if f"{{{slot}}}" in template]
        if not usable:
            return None
        filled = _filled(rng, values[language])
        slot = rng.choice(usable)
        other = rng.choice([value for value in values[language][slot] if value not in filled.values()])
        return Pair(template.format(**filled), template.format(**{**filled, slot: other}), change)

    return make


def _turn(change: str) -> Callable[..., Pair | None]:
    """One phrase for its opposite."""

    def make(rng: random.Random, language: str, values: dict[str, dict[str, tuple[str, ...]]]) -> Pair | None:
        template = rng.choice(TEMPLATES[language])
        turns = [turn for turn in TURNS[change][language] if turn[0] in template]
        if not turns:
            return None
        before, after = rng.choice(turns)
        filled = _filled(rng, values[language])
        return Pair(template.format(**filled), template.replace(before, after, 1).format(**filled), change)

    return make


#: The same question in two languages: the answer is written in another language.
_TRANSLATED = (
    ("What type is {a}?", "{a}是什么属性？"),
    ("What is {a} weak to?", "{a}怕什么？"),
    ("What abilities does {a} have?", "{a}有什么特性？"),
    ("What does {a} evolve into?", "{a}进化成什么？"),
    ("{a}", "{a}"),
    ("Tell me the lore of {a}", "{a}有什么背景故事？"),
)


def _translate(rng: random.Random, language: str, values: dict[str, dict[str, tuple[str, ...]]]) -> Pair | None:
    english, chinese = rng.choice(_TRANSLATED)
    place = rng.randrange(min(len(values["en"]["a"]), len(values["zh"]["a"])))
    # Names of species are listed in the order of the dataset in every language, and none is missing.
    if len(values["en"]["a"]) != len(values["zh"]["a"]):
        return None
    a, b = english.format(a=values["en"]["a"][place]), chinese.format(a=values["zh"]["a"][place])
    return Pair(a, b, "language") if language == "en" else Pair(b, a, "language")
