"""Asides: what people say beside a question in Chinese and Japanese, set off by a sign or leading up to it.

查了半天没查到, 不懂就问: such a clause is made of words that name nothing of the field and limit nothing. They are
data (`data/lexicon/asides.yaml`). A clause is left out where it consists of them and one of them says why or how it
is asked; in front of a question also without a sign, up to a word for asking or telling (我侄子非要知道). What is left
out becomes blanks, so that all else keeps its place in the text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ..paths import DATA
from ..yaml_files import read_yaml
from .fold import fold
from .lexicon import lexicon

#: What parts the clauses of a text.
_SIGN = re.compile(r"[,.!?;:，。！？；：、…~～—()（）\[\]【】「」\n\s]+")
#: Which texts are looked at, and how long an aside may be.
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_LONGEST = 28
#: What a whole clause can be as a word of the field and still be an aside.
_IDLE = frozenset({"filler", "light", "list"})
#: What asks by itself; without it, "tell me" is itself the request.
_ASKS = re.compile(
    "什么|什麼|啥|哪|谁|誰|几|幾|多少|怎|如何|是否|吗|嗎|咩|边|邊|点|點|么|有多|能不能|会不会|是不是|何|どれ|どこ|どう|どの|いくつ|か$"
)
#: What stands at the very end and is only a tone.
_TONE = re.compile(r"(?<=[\u3040-\u30ff\u4e00-\u9fff?？!！。])\s*(?:[~～]+|w+|笑+|[(（]笑[)）])[\s?？!！。~～]*$")


class _Words(NamedTuple):
    """Folded words of asides: which make one, which may stand beside these, and which lead up to a question."""

    saying: frozenset[str]
    beside: frozenset[str]
    leading: frozenset[str]
    longest: int


@cache
def _words() -> _Words:
    listed: dict[str, dict[str, list[object]]] = read_yaml(DATA / "lexicon" / "asides.yaml")
    saying, beside, leading = (
        frozenset(fold(str(word)) for spellings in listed[key].values() for word in spellings)
        for key in ("saying", "beside", "leading")
    )
    return _Words(saying | leading, beside, leading, max(map(len, saying | beside | leading)))


def without_asides(text: str) -> str:
    """A text with blanks for its asides; as it is where nothing else would be left."""
    if not _EAST_ASIAN.search(text):
        return text
    result = _TONE.sub(lambda found: " " * len(found[0]), text)
    at = 0
    for sign in [*_SIGN.finditer(text), None]:
        end = sign.start() if sign is not None else len(text)
        clause = text[at:end]
        if clause and _EAST_ASIAN.search(clause):
            left_out = len(clause) if _is_aside(clause) else _led_up_to(clause)
            result = result[:at] + " " * left_out + result[at + left_out :]
        at = sign.end() if sign is not None else end
    return result if any(character.isalnum() for character in result) else text


def _is_aside(clause: str) -> bool:
    """Does a clause consist of words of asides, one of which makes it one?"""
    chars = fold(clause)
    return 0 < len(chars) <= _LONGEST and bool(_ends(chars)[len(chars)] & 2) and not _tells(chars)


def _tells(chars: str) -> bool:
    """Is that as a whole a word that means something in a question?"""
    return any(tag not in _IDLE for tag, _ in lexicon().senses.get(chars, ()))


def _led_up_to(clause: str) -> int:
    """How many characters of a clause only lead up to the question in it."""
    chars = fold(clause[:_LONGEST])
    if chars != clause[:_LONGEST].casefold() and len(chars) != len(clause[:_LONGEST]):
        return 0  # the folded places are not those in the text
    ends = _ends(chars)
    led = next((end for end in range(len(chars), 0, -1) if ends[end] & 4), 0)
    return led if led and not _tells(chars[:led]) and _ASKS.search(clause, led) else 0


def _ends(chars: str) -> list[int]:
    """How each place can be reached by words of asides: 1 by any, 2 with one that makes an aside, 4 behind one that
    leads up to a question.
    """
    words = _words()
    ends = [1] + [0] * len(chars)
    for start in range(len(chars)):
        if not ends[start]:
            continue
        for end in range(start + 1, min(len(chars), start + words.longest) + 1):
            word = chars[start:end]
            if word in words.saying:
                ends[end] |= 3 | (4 if word in words.leading else 0)
            elif word in words.beside:
                ends[end] |= ends[start] & 3
    return ends
