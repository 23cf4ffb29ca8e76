"""What people say around a question: interjections, who asks and why, thanks.

Phrases that say nothing are words of the lexicon ("my son wants to know"). Here is what only its place tells: an
interjection in front of a sign, and a run of everyday words in front of a question word, or set off by a sign. It is
left out only where the rest is understood by itself, and only where it names nothing and limits nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from ..paths import DATA
from ..yaml_files import read_yaml
from .bearer_told import without_bearer
from .fold import fold
from .guesses import without_guess
from .instructions import orders
from .lexer import Token
from .purposes import without_purpose
from .quiz_heading import heading_of
from .word_lists import word_list

#: What may be an interjection, with the signs behind it; and what numbers the parts of a question.
_FIRST_WORDS = re.compile(
    r"\s*([^,.!?;:，。！？；：、…~)）\n]{1,40}?)(?:[,.!?;:，。！？；：…~\n]+|\s[-–—]+\s|——)(?!\s*\d)\s*"
)
_COUNTING = re.compile(r"(?:(?<=\s)|^)\(?\d{1,2}[)）]\s*")
_SENTENCE_END = re.compile(r"[!?;。！？；\n]+|\.(?=\s)")

#: What parts a run of chatter from the question.
_SIGN = re.compile(r"[,.!?;:，。！？；：、…~\-–—()（）\n]")
_JOINTS = frozenset(word_list("wrapping/joints"))
#: Readings of words that may stand in chatter, and of words that may not: they name something, or limit it.
_IDLE = frozenset({"filler", "prep", "aux", "list", "yn", "bool", "pron", "ell", "itemuse", "require", "since",
                   "exist"})  # fmt: skip
_TELLING = frozenset({"mon", "type", "move", "ability", "item", "nature", "egg_group", "attr", "number", "neg", "op",
                      "cmp", "sup", "ev", "mu", "gen", "vg", "region", "cls", "unit", "hist", "agg", "realm", "wh",
                      "noun", "rank", "ball", "ailment", "suppose"})  # fmt: skip
#: Words that speak of a place or a source when an unknown word follows: "in Unite, what type is Pikachu".
_PLACES = frozenset(word_list("places"))
#: Ends of phrases that a question follows without a sign.
_LEADING = word_list("leading")
_ASKED_IF = frozenset(word_list("asked-if"))
#: The longest text, in tokens, and the longest run of Chinese chatter, in characters.
_LONGEST, _LONGEST_RUN = 60, 16


#: The last words behind a sign: what only hurries the answer.
_LAST_WORDS = re.compile(r"[,.!?;:，。！？；：、…~\-–—]\s*([^,.!?;:，。！？；：、…~\-–—]{1,30})[!.?。！？…~\s]*$")


#: What stands elsewhere than in front of a sign.
_NO_FIRST = frozenset({"hurry", "leads", "openings", "topics"})
#: The longest topic in front of a colon, in tokens.
_LONGEST_TOPIC = 6
_COLON = re.compile(r"\s*[:：]\s*")


@cache
def _interjections() -> frozenset[str]:
    words: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "interjections.yaml")
    return frozenset(fold(str(word)) for key, some in words.items() if key not in _NO_FIRST for word in some)


@cache
def _leads() -> tuple[str, ...]:
    words: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "interjections.yaml")
    return tuple(sorted((fold(str(word)) for word in words["leads"]), key=len, reverse=True))


def _says_nothing(words: str) -> bool:
    """Is it an interjection, or one led up to: "ok new topic"?"""
    said = fold(words)
    return said in _interjections() or any(
        said.startswith(lead) and said[len(lead) :] in _interjections() for lead in _leads()
    )


@cache
def _hurries() -> frozenset[str]:
    words: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "interjections.yaml")
    return frozenset(fold(str(word)) for word in words["hurry"])


@cache
def _topics() -> tuple[str, ...]:
    words: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "interjections.yaml")
    return tuple(str(word) for word in words["topics"])


def _without_topic(text: str, tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Without what the question is for, in front of a colon: "Pseudo-legend shopping: which …", 准神盘点."""
    for i, token in enumerate(tokens[1 : _LONGEST_TOPIC + 1], 1):
        before = tokens[i - 1]
        if any(before.has(tag) for tag in ("wh", "aux", "neg", "yn")):
            return
        if _COLON.search(text, before.origin[1], token.origin[0]):
            if _COLON.split(text[: token.origin[0]].casefold())[0].endswith(_topics()):
                yield list(tokens[i:])
            return


def behind_interjections(text: str, tokens: Sequence[Token]) -> list[Token]:
    """The tokens without what is only said to the answer before ("Great! And its ability?"), or counts ("1) …")."""
    spans = [match.span() for match in _COUNTING.finditer(text)]
    starts = (0, *(match.end() for match in _SENTENCE_END.finditer(text)))
    spans.extend(orders(text, starts))
    heading = heading_of(text, tokens)
    if heading is not None:
        spans.append(heading)
    for start in starts:
        end = start
        while (found := _FIRST_WORDS.match(text, end)) and _says_nothing(found.group(1)):
            end = found.end()
        if end > start:
            spans.append((start, end))
    last = _LAST_WORDS.search(text)
    if last and fold(last.group(1).strip()) in _hurries():
        spans.append(last.span())
    kept = [
        t
        for t in tokens
        # "In Ruby? No, sorry, in Diamond": takes back what stands before it.
        if (t.has("correction") and t is not tokens[0])
        # "Its one weakness is Water. Right?" asks it back.
        or (t is tokens[-1] and t.has("yn"))
        or not any(a <= t.origin[0] and t.origin[1] <= b for a, b in spans)
    ]
    return kept or list(tokens)


def unwrapped(text: str, tokens: Sequence[Token], is_plain: Callable[[str], bool]) -> Iterator[list[Token]]:
    """The ways to leave out chatter around a question, the least first."""
    if len(tokens) > _LONGEST:
        return
    cuts = [i for i in range(1, len(tokens)) if _SIGN.search(text, tokens[i - 1].origin[1], tokens[i].origin[0])]
    yield from without_bearer(tokens, cuts)
    yield from without_purpose(text, tokens, is_plain)
    yield from without_guess(text, tokens, cuts)
    for kept in _without_end(text, tokens, is_plain):
        yield kept
        yield from _without_start(text, kept, is_plain)
    yield from _without_start(text, tokens, is_plain)
    yield from _without_topic(text, tokens)


def _without_start(text: str, tokens: Sequence[Token], is_plain: Callable[[str], bool]) -> Iterator[list[Token]]:
    """Without everyday words in front of a question word, of "if", or of a sign."""
    for i in range(1, len(tokens)):
        if not _is_idle(tokens, i - 1, is_plain):
            return
        token, before = tokens[i], tokens[i - 1]
        signed = bool(_SIGN.search(text, before.origin[1], token.origin[0])) or before.text.casefold() in _JOINTS
        asks = token.has("wh") or token.text.casefold().startswith(("how ", "what ", "which "))
        alone = i + 1 < len(tokens) and _SIGN.search(text, token.origin[1], tokens[i + 1].origin[0])
        signed = signed or before.text.casefold().endswith(_LEADING)
        told = not tokens[0].has("unknown")  # "Write a story where Eevee …" begins with what is wanted
        if signed or (asks and told and not alone and token.text.isascii()):
            yield list(tokens[i:])
        if before.text.casefold() in _ASKED_IF and i > 1:
            yield [replace(before, readings={"yn": ("yn",)}), *tokens[i:]]


def _without_end(text: str, tokens: Sequence[Token], is_plain: Callable[[str], bool]) -> Iterator[list[Token]]:
    """Without everyday words behind a sign, to the end."""
    for i in range(len(tokens) - 1, 0, -1):
        if not _is_idle(tokens, i, is_plain):
            return
        if _SIGN.search(text, tokens[i - 1].origin[1], tokens[i].origin[0]):
            yield list(tokens[:i])


def _is_idle(tokens: Sequence[Token], i: int, is_plain: Callable[[str], bool]) -> bool:
    """Does a token name nothing and limit nothing?"""
    token = tokens[i]
    if token.has("unknown"):
        if not token.text.isascii():
            return len(token.text) <= _LONGEST_RUN and not any(c.isascii() and c.isalpha() for c in token.text)
        placed = next((t for t in reversed(tokens[:i]) if not t.has("filler") or t.has("prep")), None)
        everyday = i == 0 or token.text.islower() or token.text.startswith("I") or is_plain(fold(token.text))
        return everyday and (placed is None or placed.text.casefold() not in _PLACES)
    if token.text.casefold() in _ASKED_IF:
        return True
    if token.text.casefold() == "about":
        return True
    return not _IDLE.isdisjoint(token.readings) and _TELLING.isdisjoint(token.readings)
