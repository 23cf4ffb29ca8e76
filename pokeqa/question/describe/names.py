"""Names as descriptions: "whose names start with X", "five-letter names", 名字以喷字开头."""

from __future__ import annotations

from typing import Literal

from ..algebra import Attribute, NameIs, Number
from ..clause import Clause
from ..fold import fold
from .piece import Piece


def name_pieces(clause: Clause) -> list[Piece]:
    """ "whose names start with X", 名字以喷字开头: the letter or word beside the verb."""
    pieces: list[Piece] = _letter_pieces(clause)
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


def _letter_word(clause: Clause, k: int) -> bool:
    return clause.tokens[k].text.casefold() in ("the", "letter", "字", "with", "字母")
