"""Folding: two spellings that a reader takes for the same become the same string.

NFKC, no case, no accents on Latin letters, no apostrophes, hyphens, spaces or middle dots, one script of Chinese.
Names and words are compared in this form; `Folded` remembers where each character stood in the text, and between
which characters a word may begin or end.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from ..paths import DATA
from ..yaml_files import read_yaml

#: Signs that mean something by themselves; every other sign only separates.
SIGNS = frozenset("♀♂#/+&<>=≥≤~")

_VOICING = "\u3099\u309a"
_APOSTROPHES = "'’‘ʼ`´＇"
_POSSESSIVE = re.compile(rf"(?<=[\w.)])[{_APOSTROPHES}]s(?![a-z0-9])", re.IGNORECASE)
_PLURAL_POSSESSIVE = re.compile(rf"(?<=s)[{_APOSTROPHES}](?![a-z0-9])", re.IGNORECASE)
_EITHER_NUMBER = re.compile(r"(?<=[a-z])\((e?s)\)")  # "the type(s) of"
_WITH = re.compile(r"(?<![\w/])w/(o(?![a-z]))?(?=[\s\w])", re.IGNORECASE)  # "w/ an Ultra Ball", "w/o an item"
_ARROW = re.compile(r"\s*(?:[-=~]+>|[→⇒➔➜➡⟶])\s*(?!\s*\d)")  # "Haunter -> Gengar"
_LEVEL = re.compile(r"(?<![A-Za-z0-9_])[Ll](?=\d{1,3}(?![0-9A-Za-z]))")  # "an L50 Lucario"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")

LATIN, DIGIT, KATAKANA, CJK, SIGN = "latin", "digit", "katakana", "cjk", "sign"


@cache
def _hans() -> dict[int, str]:
    """Traditional characters and the simplified ones they fold to."""
    table: dict[str, str] = read_yaml(DATA / "lexicon" / "hant_hans.yaml")
    return {ord(a): b for a, b in zip(table["from"], table["to"], strict=True)}


@cache
def _attack_pairs() -> tuple[re.Pattern[str], dict[str, str]]:
    """The words for two attacks at once, and what each stands for."""
    pairs: dict[str, str] = read_yaml(DATA / "lexicon" / "attack_pairs.yaml")["pairs"]
    return re.compile(rf"\b({'|'.join(map(re.escape, pairs))})\b", re.IGNORECASE), pairs


def normalise(text: str) -> str:
    """NFKC, with the signs that NFKC leaves apart made one."""
    text = _EITHER_NUMBER.sub(r"\1", text) if "(" in text else text
    text = _WITH.sub(lambda match: "without " if match[1] else "with ", text) if "/" in text else text
    text = _ARROW.sub(" to ", text)
    text = _LEVEL.sub("lv ", text)
    pairs = _attack_pairs()
    text = pairs[0].sub(lambda found: pairs[1][found[0].casefold()], text)
    return unicodedata.normalize("NFKC", text).translate({0xFE0E: None, 0xFE0F: None, 0x200B: None, 0x200D: None})


@cache
def _fold_character(character: str) -> str:
    """The folded character; "" for one that only separates."""
    if character in _VOICING or character == "ー":
        return character
    base = unicodedata.normalize("NFD", character)
    if not _is_kana(character) and len(base) > 1:
        character = "".join(c for c in base if not unicodedata.combining(c))
    character = character.casefold().translate(_hans())
    return "".join(c for c in character if c.isalnum() or c in SIGNS)


def _is_kana(character: str) -> bool:
    return "\u3040" <= character <= "\u30ff"


@cache
def kind_of(character: str) -> str:
    """The class of a folded character; words are runs of one class, Chinese characters stand alone."""
    if character in SIGNS:
        return SIGN
    if character.isdigit() or character == ".":
        return DIGIT
    if "\u30a0" <= character <= "\u30ff":
        return KATAKANA
    if "\u3040" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3" or "\u3400" <= character <= "\u4dbf":
        return CJK
    return LATIN


class _Folding(dict[int, str]):
    """A `str.translate` table that works out each character the first time it meets it."""

    def __missing__(self, code: int) -> str:
        folded = _fold_character(chr(code))
        self[code] = folded
        return folded


_FOLDING = _Folding()


def fold(text: str) -> str:
    """The folded form of a name or a word list's entry."""
    if "," in text:
        text = _THOUSANDS.sub("", text)
    if not text.isascii():
        text = normalise(text)
    return text.translate(_FOLDING)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text. `starts[i]` and `ends[i]` are the offsets of character i in `text`;
    `edges[i]` is True where a word may begin or end before character i (and at the end).
    """

    text: str
    chars: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    edges: tuple[bool, ...]

    def original(self, start: int, end: int) -> str:
        """What stands in the text at folded positions start to end."""
        return self.text[self.starts[start] : self.ends[end - 1]] if end > start else ""


def fold_text(text: str) -> Folded:
    """Fold a normalised text and keep the way back.

    A possessive 's is dropped; inside a word, apostrophes vanish (Farfetch'd); every other sign is an edge.
    """
    dropped = {i for match in _POSSESSIVE.finditer(text) for i in range(*match.span())}
    dropped |= {match.start() for match in _PLURAL_POSSESSIVE.finditer(text)}
    edged = {match.end() for match in _POSSESSIVE.finditer(text)}
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    edges: list[bool] = []
    edge, previous = True, ""
    for i, character in enumerate(text):
        if i in edged:
            edge = True
        if i in dropped or character in _APOSTROPHES:
            edge = edge or previous == DIGIT  # 1'04" is two numbers
            continue
        decimal = character == "." and 0 < i < len(text) - 1 and text[i - 1].isdigit() and text[i + 1].isdigit()
        thousands = character == "," and previous == DIGIT and re.match(r",\d{3}(?!\d)", text[i:]) is not None
        if thousands:
            continue
        if character == "ー" and previous == KATAKANA:
            edge = False
        folded = "." if decimal else _fold_character(character)
        if not folded:
            edge = True
            continue
        for one in folded:
            kind = kind_of(one)
            chars.append(one)
            starts.append(i)
            ends.append(i + 1)
            edges.append(edge or kind != previous or kind in (CJK, KATAKANA, SIGN))
            edge, previous = False, kind
    edges.append(True)
    return Folded(text, "".join(chars), tuple(starts), tuple(ends), tuple(edges))
