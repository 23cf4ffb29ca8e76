"""Does an answer say what it must? The rules by which `bench.accuracy` and the tests judge answers.

A case's `expect` block may hold:

- `contains_all`, `set`: each entry must be in the answer; an entry "A|B|C" is there when one of its words is.
- `contains_any`: at least one entry must be there.
- `contains_none`: no entry may be there; `contains_none_soft`: only reported, because a right answer may mention it.
- `number`, `numbers`: each value must stand alone as a number, in digits or as a small number word.
- `yesno`: the first yes or no in the answer must have this polarity, and the answer must not decline to say.
- `route`: "local_dataset" or "not local_dataset".

Words are compared after NFKC and case folding, without Latin accents. A word in Latin letters must not touch
another letter or digit (Mew is not in Mewtwo); a word in Chinese or Japanese may stand anywhere, but a Pokémon's
name must be there as that Pokémon (リザード is not in リザードン), and a single character must not be a part of a
Pokémon's name (火 is not in 喷火龙).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pokeqa.pokedex.dataset import Dataset

CJK_LANGUAGES = ("zh-hans", "zh-hant", "ja")

_APOSTROPHES = str.maketrans("‘’ʼ", "'''")
_VOICING_MARKS = "\u3099\u309a"
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)?")
_NUMBER_WORDS = {
    1: ("one", "一"),
    2: ("two", "二", "两", "双倍"),
    3: ("three", "三"),
    4: ("four", "quadruple", "四", "四倍"),
    5: ("five", "五"),
    6: ("six", "六"),
    7: ("seven", "七"),
    8: ("eight", "八"),
    9: ("nine",),
    10: ("ten",),
}


def _polarity(english: str, cjk: str) -> re.Pattern[str]:
    """Any of the English words, when they touch no letter, or of the Chinese and Japanese patterns."""
    words = "|".join(english.split(", "))
    return re.compile(rf"(?<![a-z])(?:{words})(?![a-z])|{'|'.join(cjk.split())}")


_YES = _polarity(
    "yes, yep, correct, indeed, true, it does, it is, they do",
    "是的 会的 可以 能够 没错 对的 有的 对[,,。!] はい ^是 ^会 ^能 ^有 ^对 怕地面 有抗性",
)
_NO = _polarity(
    "no, not, nope, never, cannot, can't, doesn't, isn't, don't, won't, didn't, wasn't, couldn't, false, neither",
    "不是 不会 不能 没有 并非 无法 不对 错误 不行 不可 不怕 打不到 无效 不存在 いいえ ません ない",
)
_DECLINES = re.compile(
    "not sure|don't know|do not know|no idea|can't tell|unable to (?:answer|say)"
    "|不确定|不清楚|不知道|无法确定|分かりません|わかりません"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an answer did: `problems` make it wrong, `suspicions` are only worth a look."""

    problems: tuple[str, ...]
    suspicions: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def fold(text: str) -> str:
    """Text as it is compared: NFKC, straight apostrophes, no Latin accents, case folded; kana keep their marks."""
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).translate(_APOSTROPHES))
    kept = (c for c in parts if c in _VOICING_MARKS or not unicodedata.combining(c))
    return unicodedata.normalize("NFC", "".join(kept)).casefold()


def cjk_names(dataset: Dataset) -> set[str]:
    """Every species' name in Chinese and Japanese."""
    return {
        species.names[language]
        for species in dataset.species.values()
        for language in CJK_LANGUAGES
        if language in species.names
    }


class Grader:
    """Judges answers; knows the Pokémon names in Chinese and Japanese, so that it finds whole names only."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = {fold(name) for name in names}
        longest_first = sorted(self._names, key=lambda name: (-len(name), name))
        self._any_name = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")

    def grade(self, expect: Mapping[str, Any], answer: str, route: str | None = None) -> Verdict:
        """Judge an answer by a case's `expect` block; without a route, the route is not judged."""
        text = _Text(fold(answer), self._names, self._any_name)
        return Verdict(
            tuple(self._problems(expect, text, route)),
            tuple(f"suspicious: {entry}" for entry in expect.get("contains_none_soft", ()) if text.has_any(entry)),
        )

    def _problems(self, expect: Mapping[str, Any], text: _Text, route: str | None) -> Iterator[str]:
        for key in ("contains_all", "set"):
            yield from (f"lacks {entry}" for entry in expect.get(key, ()) if not text.has_any(entry))
        alternatives = expect.get("contains_any")
        if alternatives and not any(map(text.has_any, alternatives)):
            yield "has none of " + ", ".join(alternatives)
        yield from (f"must not say {entry}" for entry in expect.get("contains_none", ()) if text.has_any(entry))

        wanted = [*([expect["number"]] if "number" in expect else []), *expect.get("numbers", ())]
        if wanted:
            found = text.numbers()
            yield from (f"lacks the number {value}" for value in wanted if float(value) not in found)

        if "yesno" in expect:
            if _DECLINES.search(text.whole):
                yield "does not say yes or no"
            elif (polarity := text.polarity()) != expect["yesno"]:
                yield f"says {polarity}, not {expect['yesno']}"

        if route is not None and expect.get("route"):
            is_local = route == "local_dataset"
            if is_local != (expect["route"] == "local_dataset"):
                yield f"route is {route}, not {expect['route']}"


class _Text:
    """A folded answer, and what can be looked for in it."""

    def __init__(self, whole: str, names: Collection[str], any_name: re.Pattern[str]) -> None:
        self.whole = whole
        self._names = names
        self._found_names = set(any_name.findall(whole))
        self._without_names = any_name.sub(" ", whole)

    def has_any(self, entry: str) -> bool:
        """Whether one of the words of "A|B|C" is there."""
        return any(self._has(word) for word in entry.split("|"))

    def _has(self, word: str) -> bool:
        word = fold(word.strip())
        if not word:
            return False
        if _CJK.search(word):
            if word in self._names:
                return word in self._found_names
            return word in (self._without_names if len(word) == 1 else self.whole)
        before = r"(?<![a-z0-9])" if word[0].isalnum() else ""
        after = r"(?![a-z0-9])" if word[-1].isalnum() else ""
        return re.search(before + re.escape(word) + after, self.whole) is not None

    def numbers(self) -> set[float]:
        """Every number that stands alone, in digits or as a word."""
        found = {float(digits) for digits in _NUMBER.findall(_THOUSANDS.sub("", self.whole))}
        return found | {float(value) for value, words in _NUMBER_WORDS.items() if self._has_one(words)}

    def _has_one(self, words: Iterable[str]) -> bool:
        return any(map(self._has, words))

    def polarity(self) -> str | None:
        """What is said first, "yes" or "no"; None if neither is."""
        yes, no = _YES.search(self.whole), _NO.search(self.whole)
        if yes and (no is None or yes.start() < no.start()):
            return "yes"
        return "no" if no else None
