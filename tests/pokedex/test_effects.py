"""What abilities, items and moves do: sentences that are complete, agree between languages and name real things."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pokeqa.pokedex.answers.capability import can_answer
from pokeqa.pokedex.answers.move_numbers import has_numbers
from pokeqa.pokedex.build.traditional import chinese, converted, converter
from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.pokedex.effects import DIRECTORY, FILES, REFERENCE, REFERRED, effects, plain_moves, text_of
from pokeqa.question.algebra import Facts, Scope, Thing
from pokeqa.yaml_files import read_yaml
from tests.pokedex.asked import Asked, assert_well_formed

LANGUAGES = ("en", "zh-hans", "zh-hant", "ja")
#: Characters that one or two sentences may take, names filled in.
LONGEST = {"en": 330, "zh-hans": 150, "zh-hant": 150, "ja": 150}
#: Abilities of the newest Mega forms, whose effects are not confirmed.
UNRECORDED = {"piercing-drill", "dragonize", "mega-sol", "spicy-spray", "eelevate", "fire-mane"}
#: Words that are also the name of a move or an ability, and stand in a sentence as what they are.
WORDS = {"大晴天", "连续攻击", "Zen Mode", "达摩模式", "ダルマモード", "メロメロ", "ばけのかわ", "じゅうでん",
         "マグニチュード"}  # fmt: skip

SENTENCES = [
    (kind, identifier, language)
    for kind in FILES
    for identifier, effect in effects(kind).items()
    for language in LANGUAGES
    if effect.sentences
]


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def asked(dataset: Dataset) -> Asked:
    return Asked(dataset)


@pytest.fixture(scope="module")
def texts(dataset: Dataset) -> dict[tuple[str, str, str], str]:
    tables = {"ability": dataset.abilities, "item": dataset.items, "move": dataset.moves}
    found: dict[tuple[str, str, str], str] = {}
    for kind, table in tables.items():
        for record in table.values():
            for language in LANGUAGES:
                text = text_of(dataset, Thing(kind, record.id), language)  # type: ignore[arg-type]
                if text is not None:
                    found[kind, record.identifier, language] = text
    return found


#: Numbers that English spells out and Japanese writes in figures.
SPELLED = {
    "1": r"\ban?\b|\bone\b|\bonce\b|\bfirst\b|\beach\b", "1.5": r"\bone and a half\b",
    "2": r"\btwo\b|\btwice\b|doubl|\bsecond\b|\bboth\b",
    "3": r"\bthree\b", "4": r"\bfour\b", "5": r"\bfive\b", "10": r"\bten\b",
}  # fmt: skip


def _numbers(template: str) -> Counter[str]:
    return Counter(re.findall(r"[+]?\d+(?:\.\d+)?%?", re.sub(r"\d+/\d+", "", REFERENCE.sub("", template))))


def test_every_ability_has_an_entry(dataset: Dataset) -> None:
    assert effects("ability").keys() == {one.identifier for one in dataset.abilities.values()}
    assert {key for key, effect in effects("ability").items() if not effect.sentences} == UNRECORDED


def test_every_held_item_that_the_project_adds_has_an_effect(dataset: Dataset) -> None:
    described = effects("item")
    assert len(described) >= 200
    assert described.keys() <= {one.identifier for one in dataset.items.values()}
    assert {one.identifier for one in dataset.items.values() if one.cost is None} <= described.keys()


def test_every_sentence_belongs_to_something_in_the_dataset(texts: dict[tuple[str, str, str], str]) -> None:
    assert set(texts) == set(SENTENCES)


def test_a_text_is_one_to_three_sentences_and_short(texts: dict[tuple[str, str, str], str]) -> None:
    ends = {"en": ".", "zh-hans": "。", "zh-hant": "。", "ja": "。"}
    for (kind, identifier, language), text in texts.items():
        assert text.endswith(ends[language]), (kind, identifier)
        assert 6 <= len(text) <= LONGEST[language], (kind, identifier, language, len(text))
        assert len(re.findall(r"[.。](?=\s|$)|。", text)) <= 3, (kind, identifier, language)
        assert "{" not in text and "  " not in text, (kind, identifier)


def test_no_two_texts_are_the_same(texts: dict[tuple[str, str, str], str]) -> None:
    for kind in FILES:
        for language in LANGUAGES:
            counted = Counter(text for key, text in texts.items() if (key[0], key[2]) == (kind, language))
            assert [text for text, n in counted.items() if n > 1] == []


def test_moves_are_described_once() -> None:
    described, plain = effects("move").keys(), plain_moves()
    assert len(described) >= 150
    assert not plain & described


def test_percentages_of_a_move_are_those_of_its_numbers(dataset: Dataset) -> None:
    """Of a move without numbers in the dataset nothing can be compared; accuracies in a weather are no effect."""
    accuracies = {"thunder", "hurricane"}
    compared = 0
    for move in dataset.moves.values():
        effect = effects("move").get(move.identifier)
        if effect is None or move.meta is None or move.identifier in accuracies:
            continue
        meta = move.meta
        known = {
            meta.ailment_chance,
            meta.flinch_chance,
            meta.stat_chance,
            meta.drain,
            meta.healing,
            move.effect_chance,
        }
        for chance in re.findall(r"(\d+)%", effect.sentences["en"]):
            assert int(chance) in known, move.identifier
            compared += 1
    assert compared


def test_stages_of_a_move_are_those_of_its_numbers(dataset: Dataset) -> None:
    """A sentence that stands for the numbers names the same stages."""
    for move in dataset.moves.values():
        effect = effects("move").get(move.identifier)
        if effect is None or move.meta is None or not move.meta.stat_changes:
            continue
        if effect.alone or move.meta.category == "unique":
            stages = {int(n) for n in re.findall(r"(\d+) stages?", effect.sentences["en"])}
            assert stages == {abs(n) for n in move.meta.stat_changes.values()}, move.identifier


def test_a_plain_move_has_no_numbers_that_say_otherwise(dataset: Dataset) -> None:
    for move in dataset.moves.values():
        if move.identifier in plain_moves():
            assert move.damage_class != "status"
            assert move.meta is None or not has_numbers(move), move.identifier


def test_a_sentence_does_not_repeat_the_numbers_told_in_front_of_it(dataset: Dataset) -> None:
    for move in dataset.moves.values():
        effect = effects("move").get(move.identifier)
        if effect is not None and not effect.alone and move.meta is not None and has_numbers(move):
            assert not re.search(r"[Rr]estores half|takes a third", effect.sentences["en"]), move.identifier


@pytest.mark.parametrize("kind", FILES)
def test_the_languages_agree_in_numbers_and_names(kind: str) -> None:
    for identifier, effect in effects(kind).items():
        if not effect.sentences:
            continue
        numbers = {language: _numbers(effect.sentences[language]) for language in LANGUAGES if language != "ja"}
        assert numbers["en"] == numbers["zh-hans"] == numbers["zh-hant"], identifier
        named = {language: set(REFERENCE.findall(effect.sentences[language])) for language in LANGUAGES}
        assert named["en"] == named["zh-hans"] == named["zh-hant"] == named["ja"], identifier


@pytest.mark.parametrize("kind", FILES)
def test_japanese_writes_the_same_numbers_in_figures(kind: str) -> None:
    for identifier, effect in effects(kind).items():
        if not effect.sentences:
            continue
        english, japanese = effect.sentences["en"], effect.sentences["ja"]
        told, written = _numbers(english), _numbers(japanese)
        assert told <= written, identifier
        assert all(re.search(SPELLED.get(number, "(?!)"), english.casefold()) for number in written - told), identifier
        assert set(re.findall(r"\d+/\d+", japanese)) == set(re.findall(r"\d+/\d+", english)), identifier
        assert bool(re.search(r"\bhal(?:f|ve)", english.casefold())) == ("半分" in japanese), identifier


@pytest.mark.parametrize("kind", FILES)
def test_things_are_named_by_reference(kind: str, dataset: Dataset) -> None:
    """So that a name is the official one, in every language."""
    tables = [getattr(dataset, table) for letter, table in REFERRED.items() if letter != "t"]
    records = [record for table in tables for record in table.values()]
    names = {
        "en": {record.names["en"] for record in records if " " in record.names.get("en", "")} - WORDS,
        "zh-hans": {one for record in records if len(one := record.names.get("zh-hans", "")) > 2} - WORDS,
        "ja": {one for record in records if len(one := record.names.get("ja", "")) > 3} - WORDS,
    }
    for identifier, effect in effects(kind).items():
        for language, known in names.items():
            rest = REFERENCE.sub("\0", effect.sentences.get(language, ""))
            assert [name for name in known if name in rest] == [], identifier


@pytest.mark.parametrize("kind", FILES)
def test_the_traditional_sentences_are_made_from_the_simplified_ones(kind: str) -> None:
    pytest.importorskip("opencc")
    name = f"{FILES[kind]}.yaml"
    made = converted(chinese(read_yaml(DIRECTORY / name)), converter())
    assert read_yaml(DIRECTORY / "zh-hant" / name) == made, "run python -m pokeqa.pokedex.build.traditional"


@pytest.mark.parametrize(
    ("ability", "says"),
    [
        ("intimidate", "Intimidate: On entering battle it lowers the Attack of every adjacent opponent by 1 stage."),
        ("static", "Static: A Pokémon that hits it with a contact move has a 30% chance of being paralysed."),
        ("eelevate", "The effect of Eelevate is not recorded."),
    ],
)
def test_an_ability_says_what_it_does(asked: Asked, ability: str, says: str) -> None:
    assert asked.headline(Facts((asked.ability(ability),), ("effect",))) == says


def test_an_item_says_what_it_does_and_what_it_makes_evolve(asked: Asked) -> None:
    text = asked.text(Facts((asked.thing("item", "metal-coat"),), ("effect",)))
    assert "The holder’s Steel-type moves are 1.2 times as strong" in text
    assert "Metal Coat evolves Onix into Steelix and Scyther into Scizor." in text
    stone = asked.headline(Facts((asked.thing("item", "gengarite"),), ("effect",)))
    assert stone == "Gengarite lets Gengar Mega Evolve into Mega Gengar."


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (
            "trick-room",
            "Trick Room: For 5 turns slower Pokémon act before faster ones",
        ),
        (
            "rapid-spin",
            "Rapid Spin: raises the user’s Speed by 1 stage. Frees the user from binding moves and Leech Seed",
        ),
        ("tackle", "Tackle does damage and has no further effect."),
        ("beat-up", "Beat Up: Every Pokémon of the user’s party"),
        ("u-turn", "U-turn: After the hit the user switches places"),
    ],
)
def test_a_move_says_what_it_does(asked: Asked, move: str, says: str) -> None:
    assert asked.headline(Facts((asked.move(move),), ("effect",))).startswith(says)


def test_a_move_tells_its_kind_its_target_and_its_older_numbers(asked: Asked) -> None:
    text = asked.text(Facts((asked.move("knock-off"),), ("effect",)))
    assert "Knock Off is a Dark-type physical move from Generation 3: power 65, accuracy 100, 20 PP." in text
    assert "Knock Off targets one selected Pokémon." in text
    assert "Power in older games: 20 up to Generation 5." in text


def test_a_priority_is_told_behind_the_rest(asked: Asked) -> None:
    assert asked.headline(Facts((asked.move("trick-room"),), ("effect",))).endswith("Trick Room has a priority of -7.")


def test_a_z_move_has_no_sentence_and_is_left_to_the_next_layer(asked: Asked, dataset: Dataset) -> None:
    assert not can_answer(Facts((asked.move("catastropika"),), ("effect",)), dataset)


def test_names_in_an_effect_are_those_of_its_language(asked: Asked) -> None:
    query = Facts((asked.ability("drizzle"),), ("effect",))
    assert "Damp Rock" in asked.headline(query)
    assert "潮湿岩石" in asked.headline(query, "zh-hans")
    assert "潮濕岩石" in asked.headline(query, "zh-hant")
    assert "しめったいわ" in asked.headline(query, "ja")


def test_a_japanese_answer_says_it_in_japanese(asked: Asked) -> None:
    says = {
        "いかく：場に出たとき、隣にいる相手全員のこうげきを1段階下げる。": asked.ability("intimidate"),
        "たべのこし：毎ターンの終わりに、持っているポケモンの最大HPの1/16を回復": asked.thing("item", "leftovers"),
        "でんじは：": asked.move("thunder-wave"),
        "とんぼがえり：攻撃したあと、自分が手持ちのほかのポケモンと入れ替わる。": asked.move("u-turn"),
    }
    for text, subject in says.items():
        assert asked.headline(Facts((subject,), ("effect",)), "ja").startswith(text)


def test_what_something_did_in_an_older_generation_is_left_to_the_next_layer(asked: Asked, dataset: Dataset) -> None:
    assert can_answer(Facts((asked.ability("prankster"),), ("effect",)), dataset)
    assert not can_answer(Facts((asked.ability("prankster"),), ("effect",), Scope(5)), dataset)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", FILES)
def test_every_effect_is_well_formed(asked: Asked, dataset: Dataset, kind: str, language: str) -> None:
    for record in {"ability": dataset.abilities, "item": dataset.items, "move": dataset.moves}[kind].values():
        query = Facts((Thing(kind, record.id),), ("effect",))  # type: ignore[arg-type]
        if can_answer(query, dataset):
            assert_well_formed(asked.answer(query, language))
