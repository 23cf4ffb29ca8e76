"""The grader of the accuracy measurement."""

from __future__ import annotations

from typing import Any

import pytest

from bench.grading import Grader, cjk_names
from pokeqa.pokedex.dataset import Dataset

GRADER = Grader(["喷火龙", "小火龙", "リザード", "リザードン", "拉达", "小拉达"])


@pytest.mark.parametrize(
    ("expect", "answer", "passes"),
    [
        # words
        ({"contains_all": ["Fighting|格斗", "Steel|钢"]}, "Lucario is Fighting/Steel.", True),
        ({"contains_all": ["Fighting|格斗", "Steel|钢"]}, "路卡利欧是格斗和钢属性。", True),
        ({"contains_all": ["Fighting", "Steel"]}, "Lucario is Fighting.", False),
        ({"contains_all": ["Mew"]}, "It is Mewtwo.", False),
        ({"contains_all": ["Farfetch'd"]}, "FARFETCH’D it is", True),
        ({"contains_all": ["Flabébé"]}, "flabebe", True),
        ({"contains_any": ["none|no Pokémon"]}, "There is no Pokemon like that.", True),
        ({"contains_any": ["none"]}, "There is one.", False),
        ({"contains_none": ["BANANA-731"]}, "I answer questions about Pokémon.", True),
        ({"contains_none": ["BANANA-731"]}, "banana-731", False),
        # Chinese and Japanese
        ({"contains_all": ["火"]}, "喷火龙是飞行属性。", False),
        ({"contains_all": ["火"]}, "喷火龙是火属性。", True),
        ({"set": ["リザード"]}, "リザードンです。", False),
        ({"set": ["リザード"]}, "リザードとリザードンです。", True),
        ({"set": ["拉达"]}, "小拉达", False),
        ({"contains_all": ["どく"]}, "とくせい", False),
        # numbers
        ({"number": 460}, "It weighs 460.0 kg.", True),
        ({"number": 1200}, "1,200 points", True),
        ({"number": 46}, "460 or 4.6", False),
        ({"number": 4}, "It takes four times the damage.", True),
        ({"numbers": [30, 40]}, "From 30 to 40.", True),
        ({"numbers": [30, 40]}, "It is 40.", False),
        # yes and no
        ({"yesno": "yes"}, "Yes. It is not hard.", True),
        ({"yesno": "no"}, "No, it is Water.", True),
        ({"yesno": "no"}, "不是，它是水属性。", True),
        ({"yesno": "yes"}, "会。", True),
        ({"yesno": "yes"}, "I'm not sure, but yes.", False),
        ({"yesno": "yes"}, "Knowing", False),
        # route
        ({"route": "local_dataset"}, "", True),
        ({"route": "not local_dataset"}, "", False),
        ({"route": None}, "", True),
    ],
)  # fmt: skip
def test_an_answer_is_judged_by_what_it_must_say(expect: dict[str, Any], answer: str, passes: bool):
    assert GRADER.grade(expect, answer, "local_dataset").passed is passes


def test_a_soft_word_is_reported_and_passes():
    verdict = GRADER.grade({"contains_none_soft": ["Nidorino"]}, "Nidorina, unlike Nidorino")

    assert verdict.passed
    assert verdict.suspicions == ("suspicious: Nidorino",)


def test_without_a_route_the_route_is_not_judged():
    assert GRADER.grade({"route": "local_dataset"}, "").passed


def test_the_names_come_from_the_dataset(dataset: Dataset):
    names = cjk_names(dataset)

    assert {"喷火龙", "噴火龍", "リザードン", "皮卡丘"} <= names
    assert "Charizard" not in names
