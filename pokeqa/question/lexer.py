"""From a text to tokens: the cheapest cover of the text by names, words and numbers.

Every position offers the names and words that begin there; dynamic programming picks the cover with the fewest
unexplained characters, then the fewest tokens. A token keeps all its readings: which one is meant is the parser's
business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from ..pokedex.dataset import Dataset
from .algebra import Mon
from .asides import without_asides
from .epithets_zh import without_chinese_epithets
from .everyday_names import without_everyday_names
from .fold import CJK, DIGIT, KATAKANA, LATIN, SIGN, Folded, kind_of
from .form_reader import FormReader
from .fuzzy import FuzzyNames
from .lexicon import lexicon
from .marks import marked, ranged, signed
from .name_table import Name
from .names import NameIndex
from .numerals import chinese_number, splits_a_numeral
from .pointing import pointed
from .unspaced import cuts

UNKNOWN = "unknown"

#: The cost of a token, of a character (or Latin word) that nothing explains, and of a reading by a lone character.
_TOKEN, _UNKNOWN_CHARACTER, _UNKNOWN_WORD, _LONE = 10, 60, 100, 2


#: How a noun is read that stands for a set that was told of.
TOLD_OF = "told of"
#: How the noun of "any that are …" is read, which may stand for such a set.
ANY = "any"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the question. `start` and `end` are folded positions; `readings` maps a tag to its values."""

    start: int
    end: int
    text: str
    readings: dict[str, tuple[Any, ...]]
    how: str = "exact"
    name: str = ""
    origin: tuple[int, int] = (0, 0)  # offsets in the text
    mark: str = ""  # what stands right behind it and makes a lone name a question: a possessive's "s", or "?"

    def has(self, tag: str, value: str | None = None) -> bool:
        """Can this token be read as `tag` (with this value)?"""
        return tag in self.readings and (value is None or value in self.readings[tag])

    def value(self, tag: str) -> Any:
        """The first value of a tag."""
        return self.readings[tag][0]


@dataclass(slots=True)
class Lexed:
    """The tokens of a text and the folded text they cover."""

    folded: Folded
    tokens: list[Token] = field(default_factory=list)


#: A minus sign in front of a number, and no hyphen within a word: "a priority of -6".
_MINUS = re.compile(r"(?:^|[^\w)\]])[-−–]$|[\u4e00-\u9fff][-−]$")
#: No word goes on behind such a sign.
_PAUSE = re.compile("[,，;；。!！?？]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")

#: A shorter word in front of another is no slip: the X of a name.
_SHORTEST_SLIP = 3


class Lexer:
    """Cuts texts into tokens. Built once for a dataset."""

    def __init__(self, dataset: Dataset, index: NameIndex, fuzzy: FuzzyNames) -> None:
        self._index = index
        self._fuzzy = fuzzy
        self._lexicon = lexicon()
        self._forms = FormReader(dataset, index)

    def lex(self, text: str) -> Lexed:
        """The tokens of a normalised text, left to right, without overlaps; fuzzy names put in."""
        folded = without_chinese_epithets(without_asides(text), self._index)
        tokens = self._cover(folded, self._candidates(folded))
        parted = self._part_words(folded, tokens)
        if parted is not None:
            folded = parted
            tokens = self._cover(folded, self._candidates(folded))
        tokens = self._forms.apart(folded, self._join_unknown(folded, tokens))
        tokens = self._forms.denied(self._forms.ordinary(tokens))
        repaired = self._forms.of_typos(folded, self._phrases_of_typos(folded, self._fuzzy.repair(folded, tokens)))
        named = without_everyday_names(repaired, self._index, self._fuzzy.is_plain_word)
        tokens = signed(folded, [marked(token, text) for token in pointed(named)])
        return Lexed(folded, ranged(folded, tokens))

    # ------------------------------------------------------------------ candidates

    def _candidates(self, folded: Folded) -> dict[int, dict[int, Token]]:
        chars, edges = folded.chars, folded.edges
        found: dict[int, dict[int, Token]] = {}
        named: set[int] = set()  # where Pokémon's names end: the 通 in 鬼斯通不通信 is no verb
        for start in range(len(chars)):
            if not edges[start]:
                continue
            for end, names in self._index.at(folded, start):
                self._add_names(folded, found, start, end, names)
            for length in self._lexicon.lengths.get(chars[start], ()):
                end = start + length
                known = end <= len(chars) and edges[end] and chars[start:end] in self._lexicon.senses
                if known and not splits_a_numeral(chars, end) and not self._runs_together(folded, start, end):
                    self._add(folded, found, start, end, self._readings(chars[start:end]))
            if chars[start].isdigit() and (start == 0 or chars[start - 1] != "."):
                match = _NUMBER.match(chars, start, next(k for k in range(start + 1, len(edges)) if edges[k]))
                if match and edges[match.end()]:
                    readings = {"number": (float(match.group()),)}
                    if _MINUS.search(folded.text[max(0, folded.starts[start] - 2) : folded.starts[start]]):
                        readings["minus"] = readings["number"]
                    if folded.text[folded.ends[match.end() - 1] :][:1] == "%":
                        readings["percent"] = readings["number"]
                    self._add(folded, found, start, match.end(), readings)
                    if chars[match.end() : match.end() + 1] == "万":  # 164万
                        self._add(folded, found, start, match.end() + 1, {"number": (float(match.group()) * 10_000,)})
            named.update(end for end, token in found.get(start, {}).items() if "mon" in token.readings)
            if _asks_by_denial(chars, start) and start + 1 not in named:
                self._add(folded, found, start, start + 2, {"neg": ("negyn",)})
            number = chinese_number(chars, start)
            if number is not None:
                self._add(folded, found, start, number[0], {"number": (number[1],)})
        return found

    def _runs_together(self, folded: Folded, start: int, end: int) -> bool:
        """Do several words stand there that only look like one when nothing parts them ("for me", forme; 满,血量)?"""
        if folded.ends[end - 1] - folded.starts[start] == end - start or not any(folded.edges[start + 1 : end]):
            return False
        said, spelling = folded.original(start, end), folded.chars[start:end]
        if "? " in said or "! " in said:
            return True  # "Can it evolve? With which stone?"
        if " " in said and spelling in self._lexicon.unbroken:
            return True
        # "no, sorry" and "physical, special or status" are written so, a word of characters is not
        pauses = kind_of(folded.chars[start]) == CJK and _PAUSE.search(said) is not None
        return pauses and all(tag != "correction" for tag, _ in self._lexicon.senses[spelling])

    def _add(
        self, folded: Folded, found: dict[int, dict[int, Token]], start: int, end: int,
        readings: dict[str, tuple[Any, ...]], how: str = "exact", name: str = "",
    ) -> None:  # fmt: skip
        at = found.setdefault(start, {})
        known = at.get(end)
        if known is None:
            origin = (folded.starts[start], folded.ends[end - 1])
            at[end] = Token(start, end, folded.original(start, end), readings, how, name, origin)
        else:
            merged = dict(known.readings)
            for tag, values in readings.items():
                merged[tag] = tuple(dict.fromkeys((*merged.get(tag, ()), *values)))
            at[end] = replace(known, readings=merged, how=how if name else known.how, name=name or known.name)

    def _add_names(
        self, folded: Folded, found: dict[int, dict[int, Token]], start: int, end: int, names: tuple[Name, ...]
    ) -> None:
        readings: dict[str, tuple[Any, ...]] = {}
        species: list[Mon] = []
        for name in names:
            if name.kind == "pokemon":
                subject = name.subject()
                assert isinstance(subject, Mon)
                readings["mon"] = tuple(dict.fromkeys((*readings.get("mon", ()), subject)))
                if not subject.form_named:
                    species.append(subject)
            elif name.kind == "version_group":
                readings["vg"] = (*readings.get("vg", ()), name.ids)
            else:
                readings[name.kind] = tuple(dict.fromkeys((*readings.get(name.kind, ()), name.ids[0])))
        how = "alias" if all(n.how == "alias" for n in names) else "exact"
        self._add(folded, found, start, end, readings, how, names[0].text)
        if species:
            self._add_forms(folded, found, start, end, species, names[0].text)

    def _add_forms(
        self, folded: Folded, found: dict[int, dict[int, Token]], start: int, end: int, species: list[Mon], name: str
    ) -> None:
        """Spans that take a form's words in: before, behind, or on both sides of the species' name."""
        spans: dict[tuple[int, int], list[Mon]] = {}
        for mon in species:
            before = [
                (begin, phrase)
                for begin, phrase in self._index.form_before(folded, mon.species_id, start)
                # "Speed of Deoxys" asks for its Speed, "Speed Forme of Deoxys" and "Speed Deoxys" name the form.
                if folded.chars[begin:start] != phrase + "of"
                or not any(t == "attr" for t, _ in self._lexicon.senses.get(phrase, ()))
            ]
            after = [
                (stop, phrase)
                for stop, phrase in self._index.form_after(folded, mon.species_id, end)
                # "Deoxys speed" asks for its Speed, "Deoxys Speed Forme" and "Deoxys-Speed" name the form.
                if not folded.chars[:stop].endswith(phrase)
                or folded.text[folded.ends[end - 1] : folded.starts[end]] == "-"
                or not any(t == "attr" for t, _ in self._lexicon.senses.get(phrase, ()))
            ]
            for begin, phrase in before:
                spans.setdefault((begin, end), []).extend(self._index.varieties(mon.species_id, [phrase]))
                for first, other in self._index.form_before(folded, mon.species_id, begin):  # Zen Mode Galarian …
                    both = self._index.varieties(mon.species_id, [phrase, other])
                    spans.setdefault((first, end), []).extend(both)
                for stop, other in after:
                    both = self._index.varieties(mon.species_id, [phrase, other])
                    spans.setdefault((begin, stop), []).extend(both)
            for stop, phrase in after:
                spans.setdefault((start, stop), []).extend(self._index.varieties(mon.species_id, [phrase]))
        for (begin, stop), mons in spans.items():
            if mons:
                self._add(folded, found, begin, stop, {"mon": tuple(dict.fromkeys(mons))}, "form", name)

    # ------------------------------------------------------------------ cover

    def _cover(self, folded: Folded, candidates: dict[int, dict[int, Token]]) -> list[Token]:
        chars, edges = folded.chars, folded.edges
        size = len(chars)
        infinite = 10**9
        cost: list[float] = [infinite] * (size + 1)
        back: list[Token | None] = [None] * (size + 1)
        cost[0] = 0
        for position in range(size):
            if cost[position] == infinite:
                continue
            for end, token in candidates.get(position, {}).items():
                price = cost[position] + _TOKEN
                if end - position == 1 and kind_of(chars[position]) == CJK:
                    price += _LONE
                if token.readings.get("neg") == ("negyn",) and _asks_by_denial(chars, position):
                    price -= 1  # 吃不吃 asks, and does not say 不吃
                if "number" in token.readings and end - position > 1 and kind_of(chars[position]) == CJK:
                    price += 0.5  # 十万伏特/攻击 rather than 十万/伏特攻击
                if token.how == "alias":
                    price += 1  # 岩石/系 rather than 岩/石系
                if "mon" in token.readings:
                    price -= 1  # of two equal covers, the one with the Pokémon's name
                elif token.name and token.how == "exact" and end - position > 1:
                    price -= 1  # 飞行/吗 rather than 飞/行吗
                if price < cost[end]:
                    cost[end], back[end] = price, token
            end = position + 1
            while end < size and not edges[end]:
                end += 1
            kind = kind_of(chars[position])
            if kind == SIGN:
                price = cost[position] + _TOKEN + 1  # a sign that is a word ("#") counts as that word
            elif kind == CJK:
                price = cost[position] + _UNKNOWN_CHARACTER
            else:
                price = cost[position] + _UNKNOWN_WORD
            if price < cost[end]:
                origin = (folded.starts[position], folded.ends[end - 1])
                cost[end] = price
                back[end] = Token(position, end, folded.original(position, end), {UNKNOWN: ()} if kind != SIGN else
                                  {"sign": (chars[position],)}, "unknown", "", origin)  # fmt: skip
        tokens: list[Token] = []
        position = size
        while position > 0:
            found = back[position]
            if found is None:
                break
            tokens.append(found)
            position = found.start
        tokens.reverse()
        return [t for t in tokens if "sign" not in t.readings]

    def _part_words(self, folded: Folded, tokens: list[Token]) -> Folded | None:
        """The text with edges inside of words that were written without spaces ("whattypeispikachu"), if there are."""
        found: set[int] = set()
        for token in tokens:
            if token.has(UNKNOWN) and kind_of(folded.chars[token.start]) == LATIN:
                word = folded.chars[token.start : token.end]
                found.update(token.start + cut for cut in cuts(word, self._index, self._lexicon))
        if not found:
            return None
        return replace(folded, edges=tuple(edge or i in found for i, edge in enumerate(folded.edges)))

    def _phrases_of_typos(self, folded: Folded, tokens: list[Token]) -> list[Token]:
        """The tokens with a mistyped word and its neighbours read as the phrase that they are ("hidden abilty")."""
        for i, token in enumerate(tokens):
            mistyped = token.has(UNKNOWN) and token.end - token.start >= _SHORTEST_SLIP
            if mistyped and i + 1 < len(tokens) and tokens[i + 1].has("attr"):
                # "hiden abilty": a phrase of which more than one word is mistyped
                behind = tokens[i + 1]
                rest = behind.name if behind.how == "fuzzy" else folded.chars[behind.start : behind.end]
                near = self._fuzzy.nearest_word(folded.chars[token.start : token.end] + rest)
                if near is not None:
                    origin = (token.origin[0], behind.origin[1])
                    whole = Token(token.start, behind.end, folded.original(token.start, behind.end),
                                  self._readings(near), "fuzzy", near, origin)  # fmt: skip
                    return [*tokens[:i], whole, *self._phrases_of_typos(folded, tokens[i + 2 :])]
            if token.how != "fuzzy" or token.name not in self._lexicon.senses:
                continue
            for before, after in ((2, 0), (1, 1), (0, 2), (1, 0), (0, 1)):
                first, last = i - before, i + after
                if first < 0 or last >= len(tokens):
                    continue
                start, end = tokens[first].start, tokens[last].end
                phrase = folded.chars[start : token.start] + token.name + folded.chars[token.end : end]
                if phrase not in self._lexicon.senses:
                    continue
                origin = (tokens[first].origin[0], tokens[last].origin[1])
                whole = Token(
                    start, end, folded.original(start, end), self._readings(phrase), "fuzzy", phrase, origin
                )  # fmt: skip
                return [*tokens[:first], whole, *self._phrases_of_typos(folded, tokens[last + 1 :])]
        return tokens

    def _readings(self, key: str) -> dict[str, tuple[Any, ...]]:
        """The readings of a folded spelling of the lexicon."""
        readings: dict[str, tuple[Any, ...]] = {}
        for tag, value in self._lexicon.senses[key]:
            readings[tag] = (*readings.get(tag, ()), value)
        return readings

    def _join_unknown(self, folded: Folded, tokens: list[Token]) -> list[Token]:
        """Unexplained neighbours are one unknown; a kana run that is not explained whole is not explained at all."""
        tokens = self._whole_kana(folded, tokens)
        joined: list[Token] = []
        for token in tokens:
            last = joined[-1] if joined else None
            if (
                last is not None and last.has(UNKNOWN) and token.has(UNKNOWN) and last.end == token.start
                and kind_of(folded.chars[last.end - 1]) != LATIN and kind_of(folded.chars[token.start]) != LATIN
            ):  # fmt: skip
                joined[-1] = self._unknown(folded, last.start, token.end)
            else:
                joined.append(token)
        return joined

    def _whole_kana(self, folded: Folded, tokens: list[Token]) -> list[Token]:
        """サンド is not named in サンドイッチ: within one katakana run, all tokens are known or none is."""
        result: list[Token] = []
        i = 0
        while i < len(tokens):
            if kind_of(folded.chars[tokens[i].start]) != KATAKANA:
                result.append(tokens[i])
                i += 1
                continue
            j = i + 1
            while (
                j < len(tokens) and tokens[j].start == tokens[j - 1].end
                and kind_of(folded.chars[tokens[j].start]) == KATAKANA
                and kind_of(folded.chars[tokens[j - 1].end - 1]) == KATAKANA
                and folded.starts[tokens[j].start] == folded.ends[tokens[j - 1].end - 1]
            ):  # fmt: skip
                j += 1
            run = tokens[i:j]
            if len(run) > 1 and any(t.has(UNKNOWN) for t in run):
                run = [self._unknown(folded, run[0].start, run[-1].end)]
            result.extend(run)
            i = j
        return result

    @staticmethod
    def _unknown(folded: Folded, start: int, end: int) -> Token:
        origin = (folded.starts[start], folded.ends[end - 1])
        return Token(start, end, folded.original(start, end), {UNKNOWN: ()}, "unknown", "", origin)


def _asks_by_denial(chars: str, start: int) -> bool:
    """Does a word follow its first character and a denial, as Chinese asks yes or no (怕不怕, 免不免疫)?"""
    denied = chars[start + 1 : start + 2] in ("不", "没")
    return denied and kind_of(chars[start]) == CJK and chars[start + 2 : start + 3] == chars[start]


__all__ = ["DIGIT", "UNKNOWN", "Lexed", "Lexer", "Token"]
