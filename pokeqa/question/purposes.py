"""What a question is asked for, without a sign in front: "for a mural in our hallway", "to settle a bet".

Open words, so they are told by their grammar: "for" with a word for somebody or for any one thing, or "to" with a verb
for what people do with an answer, then everyday words to the end or to the next sign. None of them may name or limit
anything; and where it is asked what is good, it is asked good for what, so that nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from .fold import fold
from .lexer import Token
from .word_lists import word_list

#: Behind "for": any one thing, or somebody's.
_ANY = frozenset(word_list("purposes/any"))
_THE = frozenset(word_list("purposes/the"))
#: Behind "to": what is done with an answer.
_DONE = frozenset(word_list("purposes/done"))
#: Words that ask what is good, and readings of such.
_GOOD = frozenset(word_list("purposes/good"))
_JUDGING = frozenset({"vague", "suits", "ease", "efficient", "serves", "winning", "role"})
#: What may be read of a purpose's words: they say nothing of what is asked.
_SAYING = frozenset({
    "unknown", "filler", "light", "prep", "aux", "list", "pron", "ell", "itemuse", "owning", "since", "team",
    "pointer", "adv", "quiz", "battlewords", "noun", "foe", "effort", "beaten", "carry-from", "grant",
    "exp", "listed", "wish", "intro", "bool", "hence", "ownplace", "facing", "looks", "relation", "sumword",
    "had", "meet", "breed", "inflict", "obtain", "taking", "require", "effecttalk", "sort", "among", "parents",
    "agg", "exist",
})  # fmt: skip
_SIGN = re.compile(r"[,.!?;:—()\n]")
#: The longest, in tokens.
_LONGEST = 12


def without_purpose(text: str, tokens: Sequence[Token], is_plain: Callable[[str], bool]) -> Iterator[list[Token]]:
    """The tokens without what they are asked for. `is_plain`: is a folded word one of everyday language?"""
    if any(_asks_what_is_good(token) for token in tokens):
        return
    for i in range(1, len(tokens)):
        if not (_is_for_one(tokens, i) or _is_to_do(tokens, i)):
            continue
        end = i + 1
        while end < len(tokens) and not _pauses(text, tokens[end - 1], tokens[end]):
            end += 1
        if end - i <= _LONGEST and all(_says_nothing(t, is_plain) for t in tokens[i:end]):
            yield [*tokens[:i], *tokens[end:]]


def _is_for_one(tokens: Sequence[Token], i: int) -> bool:
    said = _words(tokens, i)
    if len(said) < 2 or said[0] != "for":
        return False
    if said[1] == "the":
        return tokens[-1].text.casefold() in _THE
    return said[1] in _ANY or any(t.mark.endswith("s") for t in tokens[i : i + 3])


def _is_to_do(tokens: Sequence[Token], i: int) -> bool:
    said = _words(tokens, i)
    return len(said) > 1 and said[0] == "to" and said[1] in _DONE


def _words(tokens: Sequence[Token], i: int) -> list[str]:
    return " ".join(t.text for t in tokens[i : i + 2]).casefold().split()


def _asks_what_is_good(token: Token) -> bool:
    return not _JUDGING.isdisjoint(token.readings) or not _GOOD.isdisjoint(token.text.casefold().split())


def _says_nothing(token: Token, is_plain: Callable[[str], bool]) -> bool:
    if not token.text.isascii() or not _SAYING.issuperset(token.readings):
        return False
    return not token.has("unknown") or token.text.islower() or is_plain(fold(token.text))


def _pauses(text: str, before: Token, token: Token) -> bool:
    """Does a sign stand between two tokens?"""
    return bool(_SIGN.search(text, before.origin[1], token.origin[0]))
