"""Statements about a Pokémon in running text: its types, base stats, abilities and evolution.

A sentence is cut into tokens by the same names and words that read questions. Each token becomes one letter, and a
statement is a pattern of letters, the same for English, Chinese and Japanese. A word that nothing explains breaks a
pattern, so what is not certainly a statement is none; a sentence about an earlier generation, a game, a supposition or
a changed type states nothing about now and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ..paths import DATA
from ..pokedex.model import STATS
from ..question.algebra import Mon
from ..question.lexer import Token
from ..yaml_files import read_yaml

#: Letters of the tokens: M Pokémon, T type, t the word "type", A ability, a the word "ability", S stat, N number,
#: B "is", H "has", D "does", C "can", I "evolves into", F "evolves from", V "evolves", L "level", X "not", i "it",
#: w a way to evolve or an item, p small words, G a generation, a game or anything else that changes what is stated,
#: o the rest.
_SMALL = ("prep", "filler", "bool", "list", "adv", "ell", "unit", "exist", "noun")
_TIME = ("suppose", "hist", "gen", "version_group", "generation")
_ELSEWHERE = ("intro", "cmp", "sup", "mu", "factor", "formkind", "yn", "wh", "since")
_ABILITY_WORDS = ("ability", "hidden-ability", "ordinary-ability")
_LETTERS = (
    ("aux", "be", "B"), ("aux", "have", "H"), ("aux", "do", "D"), ("aux", "can", "C"), ("pron", "it", "i"),
    ("neg", "neg", "X"), ("wh", "level", "L"), ("number", None, "N"), ("evolveby", None, "w"), ("item", None, "w"),
)  # fmt: skip

_WHO = "(?P<who>[Mi])"
_TYPE = re.compile(rf"{_WHO}(?:pt)?p*B(?P<not>X)?p*(?P<types>T(?:p*T)*)p*t")
_STATS = (
    re.compile(rf"{_WHO}[pH]*(?P<stat>S)[pB]*(?P<number>N)"),
    re.compile(rf"{_WHO}[pH]+(?P<number>N)p*(?P<stat>S)"),
)
_ABILITY = re.compile(rf"{_WHO}p*(?:a[pB]+|C?Hp*a?p*)(?P<not>X)?(?P<abilities>A(?:[pa]*A)*)")
_INTO = (
    re.compile(rf"{_WHO}[pB]*(?P<not>DX|X)?[wpLN]*I[pw]*(?P<other>M)"),
    re.compile(rf"{_WHO}B[wp]*(?P<other>M)I(?P<not>X)?(?!p*M)"),
)
_FROM = (
    re.compile(rf"{_WHO}[pB]*(?P<not>DX|X)?F[pw]*(?P<other>M)"),
    re.compile(rf"{_WHO}[pB]*(?P<other>M)F(?P<not>X)?(?!p*M)"),
)
_LEVEL = (
    re.compile(rf"{_WHO}[pB]*(?:Lp*(?P<number>N)|(?P<earlier>N)L)p*[VI]"),
    re.compile(rf"{_WHO}[pB]*[VI][pw]*M?[pw]*Lp*(?P<number>N)"),
)

#: In the middle of a sentence, what follows is another statement.
_BREAK = re.compile(r"[;:；：]|[,，、](?=\s*(?:and|but|while|而|但|并))|\s[—–-]\s")


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement. `kind` is "type", "stat", "ability", "into", "from" or "level"; `negated` "is not".

    `values` are the ids of types or abilities, the number stated, or the other Pokémon; `attribute` the stat's name.
    """

    kind: str
    subject: Mon
    values: tuple[int, ...]
    negated: bool = False
    attribute: str = ""
    other: Mon | None = None


def claims_of(sentence: str, tokens: Sequence[Token], about: Mon | None = None) -> list[Claim]:
    """The statements of a sentence. `tokens` are its own; `about` is what "it" at its beginning means."""
    found: list[Claim] = []
    based = bool(_base_words().search(sentence))
    for part, own in _parts(sentence, tokens):
        reading = _Reading(own, about)
        if not _not_now().search(part) and "G" not in reading.letters:
            found += reading.claims(based=based)
        about = reading.subject() or about
    return found


def subject_of(tokens: Sequence[Token], about: Mon | None = None) -> Mon | None:
    """The one Pokémon that a sentence is about: what "it" means in the next one."""
    reading = _Reading(tokens, about)
    return reading.subject() or (about if "M" not in reading.letters and "i" in reading.letters else None)


def _parts(sentence: str, tokens: Sequence[Token]) -> Iterator[tuple[str, list[Token]]]:
    """A sentence cut where another statement begins, with the tokens of each part."""
    start = 0
    ends = [match.start() for match in _BREAK.finditer(sentence)]
    for end in (*ends, len(sentence)):
        yield sentence[start:end], [token for token in tokens if start <= token.origin[0] < end]
        start = end


class _Reading:
    """A part of a sentence as letters."""

    def __init__(self, tokens: Sequence[Token], about: Mon | None) -> None:
        self._tokens = tokens
        self._about = about
        self.letters = "".join(map(_letter, tokens))

    def subject(self) -> Mon | None:
        """What the part begins with, if that is the name of a Pokémon."""
        first = re.match(r"p*M(?!p*M)", self.letters)
        return self._mon(first.end() - 1) if first else None

    def claims(self, *, based: bool) -> Iterator[Claim]:
        """The statements of the part. `based` is whether its numbers can be base stats."""
        for match in _TYPE.finditer(self.letters):
            yield from self._claim("type", match, values=self._ids(match, "types", "T", "type"))
        for match in _ABILITY.finditer(self.letters):
            yield from self._claim("ability", match, values=self._ids(match, "abilities", "A", "ability"))
        for match in _each(_STATS if based else (), self.letters):
            stat = self._tokens[match.start("stat")]
            attribute = next(name for name in (*STATS, "total") if stat.has("attr", name))
            yield from self._claim("stat", match, values=self._number(match.start("number")), attribute=attribute)
        for kind, patterns in (("into", _INTO), ("from", _FROM)):
            for match in _each(patterns, self.letters):
                yield from self._claim(kind, match, other=self._mon(match.start("other")))
        for match in _each(_LEVEL, self.letters):
            place = match.start("number") if match["number"] else match.start("earlier")
            yield from self._claim("level", match, values=self._number(place))

    def _claim(
        self, kind: str, match: re.Match[str], *, values: tuple[int, ...] = (), attribute: str = "",
        other: Mon | None = None,
    ) -> Iterator[Claim]:  # fmt: skip
        who = self._who(match.start("who"))
        if who is not None and (values or other is not None):
            negated = bool(match.groupdict().get("not"))
            yield Claim(kind, who, values, negated=negated, attribute=attribute, other=other)

    def _who(self, place: int) -> Mon | None:
        """The Pokémon at a place; for "it", the only one before it, else the one that the text is about."""
        if self.letters[place] == "M":
            return self._mon(place)
        before = [i for i in range(place) if self.letters[i] == "M"]
        if len(before) > 1:
            return None
        return self._mon(before[0]) if before else self._about

    def _mon(self, place: int) -> Mon:
        mon: Mon = self._tokens[place].readings["mon"][0]
        return mon

    def _ids(self, match: re.Match[str], group: str, letter: str, tag: str) -> tuple[int, ...]:
        places = (i for i in range(*match.span(group)) if self.letters[i] == letter)
        return tuple(int(self._tokens[i].value(tag)) for i in places)

    def _number(self, place: int) -> tuple[int, ...]:
        number = float(self._tokens[place].value("number"))
        return (int(number),) if number.is_integer() else ()


def _letter(token: Token) -> str:
    if token.how == "fuzzy":
        return "o"
    if token.has("mon"):
        return "M" if len(token.readings["mon"]) == 1 else "o"
    if any(token.has(tag) for tag in _TIME):
        return "G"
    if token.has("type"):
        return "T"
    if token.has("ability"):
        return "A"
    if token.has("attr", "type") or token.has("noun", "type"):
        return "t"
    if token.has("noun", "ability") or any(token.has("attr", name) for name in _ABILITY_WORDS):
        return "a"
    if any(token.has("attr", stat) for stat in (*STATS, "total")):
        return "S"
    if token.has("ev"):
        return {"into": "I", "from": "F", "bare": "V"}.get(str(token.value("ev")), "o")
    for tag, value, letter in _LETTERS:
        if token.has(tag, value):
            return letter
    if any(token.has(tag) for tag in _SMALL):
        return "p"
    return "G" if any(token.has(tag) for tag in _ELSEWHERE) else "o"


def _each(patterns: Sequence[re.Pattern[str]], letters: str) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(letters)


@cache
def _not_now() -> re.Pattern[str]:
    words = read_yaml(DATA / "lexicon" / "statements.yaml")
    return _any_of([*words["en"], *words["zh"], *words["ja"]])


@cache
def _base_words() -> re.Pattern[str]:
    return _any_of(read_yaml(DATA / "lexicon" / "statements.yaml")["base"])


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    latin = "|".join(re.escape(word) for word in words if word.isascii())
    other = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"\b(?:{latin})\b|{other}", re.IGNORECASE)
