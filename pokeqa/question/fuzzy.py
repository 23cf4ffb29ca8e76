"""Likely typos: names near a word that nothing explains.

Only unexplained words are compared, so never one real name with another. Everyday English words
(`data/lexicon/english_words.txt.gz`) stay what they are, however near a name they lie.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..paths import DATA
from .algebra import Mon
from .fold import CJK, KATAKANA, LATIN, Folded, fold, kind_of
from .lexicon import lexicon
from .name_table import Name
from .names import NameIndex

if TYPE_CHECKING:
    from .lexer import Token

#: Kinds in the order in which equally near names are preferred.
_KINDS = ("pokemon", "move", "ability", "type", "nature", "item")

#: In shorter words of another language than English two slips make another word.
_LONG_ROMAJI = 10
#: A longer word is no name and no word of the field, mistyped or not.
_LONGEST_WORD = 44

#: A question holds few typos; a text full of unknown words is not looked through for more.
_MOST_TRIES = 12


#: Words of the lexicon that nobody writes with a capital letter inside a sentence.
_VERBS = frozenset({"mu", "learn", "ev"})


def _is_a_proper_name(folded: Folded, tokens: list[Token], i: int) -> bool:
    """Has a word a capital letter where its neighbours have none: "does Brock have"?"""
    first = [folded.original(t.start, t.end)[:1] for t in tokens[max(i - 1, 0) : i + 2]]
    return i > 0 and first[1].isupper() and all(one.islower() for one in (first[0], *first[2:]))


def allowed_distance(length: int) -> int:
    """How many typing mistakes a word of this many letters may hold."""
    if length < 4:
        return 0
    if length < 8:
        return 1
    return 2 if length < 12 else 3


class FuzzyNames:
    """Names near unexplained words. Built once for a name index."""

    def __init__(self, index: NameIndex) -> None:
        self._index = index
        self.nearest = lru_cache(maxsize=4096)(self._nearest)

    def warm(self) -> None:
        """Build the tables now, so that the first typo does not wait for them."""
        _ = self._words, self._latin, self._plain_words, self._cjk, self._cjk_names, self._sounds, self._letters

    @cached_property
    def _latin(self) -> tuple[list[str], list[Name]]:
        keys: dict[str, Name] = {}
        for kind in _KINDS:
            languages = ("en", "ja-roma", "ja", "zh") if kind == "pokemon" else ("en",)
            for key, name in self._index.latin_keys([kind], languages).items():
                keys.setdefault(key, name)
        return list(keys), list(keys.values())

    @cached_property
    def _cjk_names(self) -> tuple[list[str], list[Name]]:
        table = self._index.cjk_keys()
        return list(table), list(table.values())

    @cached_property
    def _plain_words(self) -> frozenset[str]:
        """Everyday English words; they are what they are, however near a name they lie."""
        with gzip.open(DATA / "lexicon" / "english_words.txt.gz", "rt", encoding="utf-8") as file:
            return frozenset(file.read().split())

    def is_plain_word(self, word: str) -> bool:
        """Is this folded word an everyday English one (or its plural)?"""
        return word in self._plain_words or word.removesuffix("s") in self._plain_words

    @cached_property
    def words_of_names(self) -> frozenset[str]:
        """The folded words of all names in all languages."""
        return self._index.words()

    @cached_property
    def _cjk(self) -> dict[str, list[Name]]:
        """Names by each of their spellings with one character blanked (?), long ones also with one left out."""
        table: dict[str, list[Name]] = defaultdict(list)
        for key, name in self._index.cjk_keys().items():
            for i in range(len(key)):
                table[f"{key[:i]}?{key[i + 1 :]}"].append(name)
                if len(key) >= 4:
                    table[key[:i] + key[i + 1 :]].append(name)
        return table

    # ------------------------------------------------------------------ repair

    def repair(self, folded: Folded, tokens: list[Token]) -> list[Token]:
        """The tokens with unknown ones replaced by the one name they are near to; several near names are all kept."""
        result: list[Token] = []
        i = 0
        tries = _MOST_TRIES
        while i < len(tokens):
            token = tokens[i]
            if not token.has("unknown") or tries <= 0:
                result.append(token)
                i += 1
                continue
            tries -= 1
            kind = kind_of(folded.chars[token.start])
            if kind == LATIN:
                found, taken = self._repair_latin(folded, tokens, i)
                result.append(found)
                i += taken
            elif kind in (CJK, KATAKANA):
                fixed = self._repair_cjk(folded, result, tokens, i)
                if fixed is None:
                    result.append(token)
                    i += 1
                else:
                    i = fixed
            else:
                result.append(token)
                i += 1
        return result

    def _repair_latin(self, folded: Folded, tokens: list[Token], i: int) -> tuple[Token, int]:
        token = tokens[i]
        word = folded.chars[token.start : token.end]
        pair = tokens[i + 1] if i + 1 < len(tokens) and tokens[i + 1].has("unknown") else None
        if pair is not None and kind_of(folded.chars[pair.start]) == LATIN:
            both = folded.chars[token.start : pair.end]
            names = self.nearest(both)
            if names and not self.nearest(word):
                return self._as_name(replace_span(folded, token.start, pair.end), names), 2
        meant = self.nearest_word(word)
        if meant is not None and _is_a_proper_name(folded, tokens, i) and lexicon().senses[meant][0][0] in _VERBS:
            return token, 1
        if meant is not None:
            return self._as_word(token, meant), 1
        names = self.nearest(word)
        return (self._as_name(token, names), 1) if names else (token, 1)

    def nearest_word(self, word: str) -> str | None:
        """The one word of the lexicon that a word of four letters or more is one slip away from ("abilties", "tipe").

        A word of four letters must be near to one word only, or to several that say the same.
        """
        if not 4 <= len(word) <= _LONGEST_WORD or not word.isalpha() or self.is_plain_word(word):
            return None
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        found = process.extract(word, self._words, scorer=OSA.distance, score_cutoff=1, limit=8)
        kept = [key for key, _, _ in found if key[0] == word[0] or len(word) > 6]
        kept.sort(key=lambda key: len(key) < len(word))  # a letter is sooner left out than put in: "fastr" is faster
        senses = lexicon().senses
        if len(word) == 4 and len({senses[key][0] for key in kept}) > 1:
            return None
        return kept[0] if kept else None

    @cached_property
    def _words(self) -> list[str]:
        """The Latin words of the lexicon that carry content and are long enough to be mistyped recognisably."""
        tags = {"attr", "ev", "mu", "sup", "cmp", "learn", "wh", "noun", "cls", "unit", "lang", "stage"}
        senses = lexicon().senses
        return [k for k, found in senses.items() if len(k) >= 4 and k.isascii() and k.isalpha() and found[0][0] in tags]

    @staticmethod
    def _as_word(token: Token, key: str) -> Token:
        readings: dict[str, tuple[Any, ...]] = {}
        for tag, value in lexicon().senses[key]:
            readings[tag] = (*readings.get(tag, ()), value)
        return replace(token, readings=readings, how="fuzzy", name=key)

    def _nearest(self, word: str) -> list[Name]:
        """The names within the allowed distance of a folded Latin word; only the nearest, all of them when they tie."""
        if word in self._plain_words or len(word) > _LONGEST_WORD:
            return []
        candidates = [word]
        if word.endswith("s") and len(word) > 5:
            candidates.append(word[:-1])
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        keys, names = self._latin
        best: dict[tuple[str, tuple[int, ...]], tuple[int, Name]] = {}
        for candidate in candidates:
            if candidate in self._plain_words:
                continue
            if candidate != word and self._index.names(candidate):
                return list(self._index.names(candidate))
            limit = allowed_distance(len(candidate))
            if not limit:
                continue
            for _, distance, at in process.extract(candidate, keys, scorer=OSA.distance, score_cutoff=limit, limit=8):
                if distance > allowed_distance(min(len(candidate), len(keys[at]) + 1)):
                    continue
                if len(candidate) <= 5 and candidate[0] != keys[at][0] and candidate[-3:] != keys[at][-3:]:
                    continue
                if candidate.startswith(keys[at]) and len(candidate) - len(keys[at]) > 1:
                    continue  # a longer word that begins with a name is another word
                name = names[at]
                if distance > 1 and name.language not in ("en", "zh-hans", "zh") and len(candidate) < _LONG_ROMAJI:
                    continue  # Doraemon is not Dorapion
                known = best.get((name.kind, name.ids))
                if known is None or distance < known[0]:
                    best[(name.kind, name.ids)] = (int(distance), name)
        if not best:
            return self._by_sound(word)
        least = min(distance for distance, _ in best.values())
        near = [name for distance, name in best.values() if distance == least]
        first = min(_KINDS.index(n.kind) for n in near)
        found = [n for n in near if _KINDS.index(n.kind) == first]
        # "Pidgeoto" is Pidgeotto rather than Pidgeot: a letter that is written twice is what is left out most
        once = [n for n in found if len(found) > 1 and _undoubled(fold(n.text)) == _undoubled(word)]
        return once if len(once) == 1 else found

    @cached_property
    def _sounds(self) -> dict[str, list[tuple[str, Name]]]:
        """Pokémon by how their English names sound."""
        from jellyfish import metaphone

        table: dict[str, list[tuple[str, Name]]] = defaultdict(list)
        for key, name in self._index.latin_keys(["pokemon"], ["en"]).items():
            if name.how == "exact":
                table[metaphone(key)].append((key, name))
        return table

    def _by_sound(self, word: str) -> list[Name]:
        """The one Pokémon that a longer word sounds like (Dragonight, Bulbasore), written not too differently."""
        if len(word) < 6 or not word.isalpha():
            return []
        from jellyfish import metaphone
        from rapidfuzz.distance import OSA

        near = [name for key, name in self._sounds.get(metaphone(word), ()) if OSA.distance(key, word) <= 3]
        return near if len(near) == 1 else self._by_letters(word)

    @cached_property
    def _letters(self) -> dict[str, list[tuple[str, Name]]]:
        """Pokémon by the letters of their English names in alphabetical order, with each letter left out once."""
        table: dict[str, list[tuple[str, Name]]] = defaultdict(list)
        for key, name in self._index.latin_keys(["pokemon"], ["en"]).items():
            if name.how == "exact" and len(key) >= 7:
                for i in range(len(key)):
                    table["".join(sorted(key[:i] + key[i + 1 :]))].append((key, name))
        return table

    def _by_letters(self, word: str) -> list[Name]:
        """The one Pokémon whose letters, but for one, are these in another order (Garydos)."""
        from rapidfuzz.distance import OSA

        found = {
            n.ids: n
            for k, n in self._letters.get("".join(sorted(word)), ())
            if k[0] == word[0] and OSA.distance(k, word) <= 3
        }
        return list(found.values()) if len(found) == 1 else []

    def _repair_cjk(self, folded: Folded, done: list[Token], tokens: list[Token], i: int) -> int | None:
        """Replace a window around an unknown token; returns the index of the next token, or None."""
        unknown = tokens[i]
        first = i
        while first > 0 and self._loose(folded, tokens[first - 1]) and unknown.start - tokens[first - 1].start < 6:
            first -= 1
        last = i + 1
        while last < len(tokens) and self._loose(folded, tokens[last]) and tokens[last].end - unknown.end < 6:
            last += 1
        for a in range(first, i + 1):
            for b in range(last, i, -1):
                window = folded.chars[tokens[a].start : tokens[b - 1].end]
                names = self._near_cjk(window)
                if names:
                    while done and done[-1].start >= tokens[a].start:
                        done.pop()
                    done.append(self._as_name(replace_span(folded, tokens[a].start, tokens[b - 1].end), names))
                    return b
        return None

    @staticmethod
    def _loose(folded: Folded, token: Token) -> bool:
        """A token that may be part of a mistyped name: unknown itself, or one lone character."""
        if token.has("prep", "of"):
            return False  # 的舌头 is a tongue, and not 大舌头 with a slip
        short = token.end - token.start == 1 or (token.how == "alias" and token.end - token.start <= 3)
        return (short or token.has("unknown")) and kind_of(folded.chars[token.start]) in (
            CJK,
            KATAKANA,
        )

    def _near_cjk(self, window: str) -> list[Name]:
        if not 3 <= len(window) <= 8:
            return []
        found: dict[tuple[int, ...], Name] = {}
        for i in range(len(window)):
            for name in self._cjk.get(f"{window[:i]}?{window[i + 1 :]}", ()):
                found[name.ids] = name
        if not found and len(window) >= 4:
            for i in range(len(window) - 1):
                swapped = window[:i] + window[i + 1] + window[i] + window[i + 2 :]
                for name in self._index.names(swapped):
                    if name.kind == "pokemon":
                        found[name.ids] = name
        if not found:
            for name in self._cjk.get(window, ()):
                found[name.ids] = name
        if not found and len(window) >= 4:
            for i in range(len(window)):
                for name in self._index.names(window[:i] + window[i + 1 :]):
                    if name.kind == "pokemon":
                        found[name.ids] = name
        return list(found.values())

    @staticmethod
    def _as_name(token: Token, names: list[Name]) -> Token:
        readings: dict[str, tuple[Any, ...]] = {}
        for name in names:
            if name.kind == "pokemon":
                subject = name.subject()
                assert isinstance(subject, Mon)
                readings["mon"] = tuple(dict.fromkeys((*readings.get("mon", ()), subject)))
            elif name.kind == "version_group":
                continue
            else:
                readings[name.kind] = (*readings.get(name.kind, ()), name.ids[0])
        return replace(token, readings=readings, how="fuzzy", name=names[0].text)

    # ------------------------------------------------------------------ suggestions

    def suggestions(self, word: str, limit: int = 3) -> list[Name]:
        """The Pokémon whose names look most like an unknown word; far ones are left out."""
        from rapidfuzz import fuzz, process

        if not word:
            return []
        if kind_of(word[0]) == LATIN:
            keys, names = self._latin
        else:
            keys, names = self._cjk_names
        result: dict[tuple[int, ...], Name] = {}
        for _, _, at in process.extract(word, keys, scorer=fuzz.ratio, score_cutoff=55, limit=12):
            if names[at].kind == "pokemon":
                result.setdefault(names[at].ids, names[at])
        return list(result.values())[:limit]


def replace_span(folded: Folded, start: int, end: int) -> Token:
    """An empty token over a span of the folded text."""
    from .lexer import Token

    return Token(start, end, folded.original(start, end), {}, "fuzzy", "", (folded.starts[start], folded.ends[end - 1]))


def _undoubled(word: str) -> str:
    """A word with every letter once where it stands twice in a row."""
    return "".join(letter for letter, _ in groupby(word))
