"""Names as descriptions: "whose names start with X", "five-letter names", 名字以喷字开头."""

from __future__ import annotations

from typing import Literal

from ..algebra import Attribute, NameIs, Number
from ..clause import Clause
from ..fold import fold
from ..word_lists import word_list
from .piece import Piece

#: Verbs for what a name has in it, and the words between the name and such a verb.
_HOLDS = frozenset(word_list("names/holds"))
_INSIDE = frozenset((*word_list("names/within"), *word_list("names/whose")))
#: Words that say that a letter or word is spelt.
_SPELT = frozenset(word_list("names/spelt"))
#: Longer words are names, or sentences.
_LONGEST = {"en": 12, "ja": 6, "zh-hans": 3}
#: What asks or counts, and spells nothing.
_NO_LETTERS = ("wh", "number", "attr", "lang", "neg", "pron", "bool")


def name_pieces(clause: Clause) -> list[Piece]:
    """ "whose names start with X", 名字以喷字开头: the letter or word beside the verb."""
    pieces: list[Piece] = _letter_pieces(clause) or _inside_pieces(clause)
    for i in clause.find("namepart"):
        place: Literal["begins", "ends", "holds"] = "begins" if clause.at(i, "namepart", "begins") else "ends"
        if clause.at(i, "namepart", "holds"):
            place = "holds"
        k = i + 1 if clause.language == "en" else i - 1
        step = 1 if clause.language == "en" else -1
        taken = [i]
        while 0 <= k < len(clause.tokens) and _letter_word(clause, k):
            taken.append(k)
            k += step
        if not 0 <= k < len(clause.tokens):
            continue
        letters = clause.tokens[k].text.strip("\"'“”‘’「」『』")
        if clause.language == "en" and not (letters.isascii() and letters.isalpha() and len(letters) <= 4):
            continue
        if clause.language != "en":
            letters = letters.removeprefix("以").removesuffix("字")
            if not 1 <= len(letters) <= 2:
                continue
        if clause.at(k, "prep") and any(clause.at(k + 1, tag) for tag in ("region", "gen", "vg")):
            continue  # "start with in Hoenn"
        taken.append(k)
        behind = next((n for n in range(k + 1, len(clause.tokens)) if not _said(clause, n, _INSIDE)), k)
        if k + 1 < behind and clause.at(behind, "attr", "name"):
            taken += range(k + 1, behind + 1)  # 'have the letters "eon" in their name'
        names = [n for n in clause.find("attr", "name") if n not in taken]
        marks = [n for n in range(len(clause.tokens)) if clause.tokens[n].text in ("以", "字", "whose", "letter")]
        if clause.language != "en" and not (names or marks or clause.has("noun", "pokemon")):
            continue
        clause.take(*taken, *names, *marks, *clause.find("passive"))
        language = "en" if letters.isascii() else "zh-hans"
        if clause.language == "ja" and not letters.isascii():
            language = "ja"
        pieces.append(Piece(min(taken), max(taken) + 1, NameIs(place, fold(letters), language)))
    return pieces


def _letter_pieces(clause: Clause) -> list[Piece]:
    """ "five-letter names", 名字只有两个字: how long a name is; "with the letter Z in their name": what it holds."""
    letters = clause.find("letters")
    names = clause.find("attr", "name")
    if len(letters) != 1 or clause.has("namepart"):
        return []
    i = letters[0]
    marks = [*letters, *names, *clause.find("pron"), *clause.find("adv", "only"), *clause.find("signature", "only")]
    number = i - 1 if clause.at(i - 1, "number") else i - 2 if clause.at(i - 1, "filler") else -1
    if clause.at(number, "number") and (names or clause.has("noun", "pokemon")):
        clause.take(*marks, number)
        length: Attribute = "name-length" if clause.language == "en" else "name-length-zh"
        return [Piece(number, i + 1, Number(length, "eq", float(clause.value(number, "number"))))]
    k = i + 1
    if clause.language == "en" and names and 0 < k < len(clause.tokens) and len(clause.tokens[k].text) == 1:
        clause.take(*marks, k)
        return [Piece(i, k + 1, NameIs("holds", fold(clause.tokens[k].text), "en"))]
    return []


def _inside_pieces(clause: Clause) -> list[Piece]:
    """名字里带"龙"的, 'with "chu" in the name', 名前に「ドラ」が入る: what a name has in it, and no type."""
    for n in clause.find("attr", "name"):
        found = _ahead_of_name(clause, n) if clause.language == "en" else _behind_name(clause, n)
        if found is None:
            continue
        word, taken = found
        text = clause.tokens[word].text
        language = "en" if text.isascii() else "ja" if clause.language == "ja" else "zh-hans"
        if any(clause.at(word, tag) for tag in _NO_LETTERS) or len(text) > _LONGEST[language]:
            continue
        clause.take(*taken)
        return [Piece(min(taken), max(taken) + 1, NameIs("holds", fold(text), language))]
    return []


def _ahead_of_name(clause: Clause, n: int) -> tuple[int, list[int]] | None:
    """The word of "that have saur in their name", and all tokens of it."""
    k = n - 1
    while k >= 0 and _said(clause, k, _INSIDE):
        k -= 1
    start = k - 1
    while start >= 0 and _said(clause, start, _SPELT):
        start -= 1
    if k == n - 1 or start < 0 or not _said(clause, start, _HOLDS):
        return None
    return k, list(range(start, n + 1))


def _behind_name(clause: Clause, n: int) -> tuple[int, list[int]] | None:
    """The word of 名字里带龙字, 名前にドラが入る, and all tokens of it."""
    k, size = n + 1, len(clause.tokens)
    while k < size and _said(clause, k, _INSIDE):
        k += 1
    if clause.language == "ja":
        end = next((i for i in range(k + 1, min(k + 4, size)) if _said(clause, i, _HOLDS)), None)
        return (k, list(range(n, end + 1))) if k > n + 1 and end is not None else None
    if k + 1 >= size or not _said(clause, k, _HOLDS):
        return None
    word = k + 2 if _said(clause, k + 1, _SPELT) and k + 2 < size else k + 1
    end = word + 1 if word + 1 < size and _said(clause, word + 1, _SPELT) else word
    return word, list(range(n, end + 1))


def _said(clause: Clause, k: int, words: frozenset[str]) -> bool:
    return clause.tokens[k].text.casefold() in words


def _letter_word(clause: Clause, k: int) -> bool:
    return clause.tokens[k].text.casefold() in ("the", "letter", "字", "with", "字母")
