"""Asides in Chinese and Japanese: what is left out, and what is not."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.asides import without_asides
from pokeqa.question.epithets_zh import without_chinese_epithets
from pokeqa.question.name_table import NameTable
from pokeqa.question.names import NameIndex

_QUESTION = "喷火龙怕什么"


@pytest.mark.parametrize(
    "around",
    [
        "新人报到！{}",
        "查了半天没查到，{}",
        "我女儿特别想知道{}",
        "{}，好人一生平安",
        "{}（不懂就问）",
        "{}，坐等答案",
        "不好意思，老玩家突然忘了，{}，谢谢啦",
        "子供に聞かれたんですが、{}",
        "{}。教えていただけると助かります",
        "{}~",
    ],
)
def test_asides_are_left_out(around: str) -> None:
    text = around.format(_QUESTION)
    bare = without_asides(text)
    assert len(bare) == len(text)
    assert bare.strip(" ，。！、（）") == _QUESTION


@pytest.mark.parametrize("text", ["固执，认真，胆小", "我问的是，皮卡丘", "皮卡丘，可以吗", "谢谢", "来个小测验，火系"])
def test_what_means_something_stays(text: str) -> None:
    assert without_asides(text) == text


def test_no_name_is_an_aside(dataset: Dataset) -> None:
    names = list(NameTable(dataset, set()).by_spelling)
    assert names
    assert [name for name in names if not without_asides(f"{name}，皮卡丘").startswith(name)] == []
    assert [name for name in names if not without_asides(f"{name}怎么进化").startswith(name)] == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("同桌最爱的可爱的皮卡丘怕什么", "皮卡丘怕什么"),
        ("我弟弟的皮卡丘怕什么", "我皮卡丘怕什么"),  # that somebody has one is read with the question
        ("胖乎乎的卡比兽有多重", "卡比兽有多重"),
        ("皮卡丘这家伙怕什么", "皮卡丘怕什么"),
        ("皮卡丘君主蛇谁快", "皮卡丘君主蛇谁快"),
        ("可爱的宝可梦有哪些", "可爱的宝可梦有哪些"),
        ("比皮卡丘厉害的喷火龙是什么属性", "比皮卡丘厉害的喷火龙是什么属性"),
    ],
)
def test_epithets_count_only_beside_a_name(said: str, meant: str, dataset: Dataset) -> None:
    assert without_chinese_epithets(said, NameIndex(dataset)).chars == meant
