"""What stands in front of a Pokémon's name and tells nothing of it: "that darn Magikarp", "my best friend's Eevee".

The words are data (`data/lexicon/epithets.yaml`). They are left out only right in front of a name, where no question
can be about them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ..paths import DATA
from ..yaml_files import read_yaml
from .clause import is_free
from .lexer import Token

#: Words that point at one Pokémon, so that a noun behind them is in apposition to its name.
_POINTING = frozenset({"a", "an", "this", "that"})
_DOING = frozenset({"do", "does", "did", "can", "could", "will", "would", "doesn't", "can't"})
_ASKING = frozenset({"which", "what", "whose"})
#: What an epithet may be besides; a word that says anything else is none.
_PLAIN = frozenset(
    {"unknown", "filler", "light", "pron", "prep", "list", "ell", "adv", "noun", "since", "pointer", "vague", "foe",
     "agg", "itemuse", "battlewords", "listed"}
)  # fmt: skip
#: Lists of words that are no epithets without an owner, whatever else they may say.
_WHOSE = ("people", "people_adjectives", "fond", "owners")
#: So much text lies between two neighbours: a space, or a possessive and a space.
_BESIDE, _APOSTROPHE, _POSSESSIVE = 1, 2, 3
#: The longest such phrase, in tokens.
_LONGEST = 6


@cache
def _words() -> Mapping[str, frozenset[str]]:
    lists: dict[str, list[object]] = read_yaml(DATA / "lexicon" / "epithets.yaml")
    words = {key: frozenset(str(word) for word in some) for key, some in lists.items()}
    return {**words, "all": frozenset(one for some in words.values() for word in some for one in word.split())}


def without_epithets(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without what only praises a Pokémon that is named, or tells whose it is."""
    kept: list[Token] = []
    for i, token in enumerate(tokens):
        if i and token.has("mon"):
            start = _start(kept, token)
            run = kept[start:]
            if not all(map(is_free, run)) and _tells_nothing(run, kept[:start], token, tokens[i + 1 : i + 2]):
                del kept[start:]
        kept.append(token)
    return kept


def _start(tokens: Sequence[Token], name: Token) -> int:
    """Where the words begin that may be an epithet of the name behind the tokens."""
    start, behind = len(tokens), name
    while start and len(tokens) - start < _LONGEST:
        token = tokens[start - 1]
        gap = behind.origin[0] - token.origin[1]
        has_it = (gap == _POSSESSIVE and token.mark.endswith("s")) or (gap == _APOSTROPHE and token.text.endswith("s"))
        if not (gap == _BESIDE or has_it) or not token.text.isascii():
            break
        if not (_is_epithet(token) or (has_it and start > 1 and _is_owner(token, tokens[start - 2]))):
            break
        start, behind = start - 1, token
    return start


def _is_epithet(token: Token) -> bool:
    lists, words = _words(), token.text.casefold().split()
    if not lists["all"].issuperset(words):
        return False
    return _PLAIN.issuperset(token.readings) or any(word in lists[key] for word in words for key in _WHOSE)


def _is_owner(token: Token, before: Token) -> bool:
    """ "My dentist's": an everyday word with a possessive, behind a word for somebody."""
    return token.has("unknown") and token.text.islower() and before.text.casefold() in _words()["owners"]


def _tells_nothing(run: Sequence[Token], before: Sequence[Token], name: Token, behind: Sequence[Token]) -> bool:
    lists = _words()
    said = [word for token in run for word in token.text.casefold().split()]
    if before and before[-1].text.casefold() in _ASKING and run[0].origin[0] - before[-1].origin[1] == _BESIDE:
        return False  # "which cute Pikachu": one of several
    owned = any(word in lists["owners"] for word in said)
    asked = [token for token in (*before, *behind) if not is_free(token)]
    if not asked and any(word in lists["fond"] for word in said):
        return False  # "what is my favorite Pikachu?"
    someones = owned or any(token.mark.endswith("s") for token in run) or any(token.has("foe") for token in run)
    named = any(word in lists["people"] for word in said)
    for word in said:
        if word in lists["determiners"] or (word in lists["people"] and someones):
            continue
        if word not in lists["all"]:
            continue  # somebody else who has it
        if word in lists["people_adjectives"] and named and someones:
            continue
        if word in lists["adjectives"]:
            if _is_one_of_many(said, word, name, behind) and not (before and before[-1].text.casefold() in _DOING):
                return False
        elif word in lists["fond"] and owned:
            continue
        elif word not in lists["nouns"] or not (owned or said[0] in _POINTING):
            return False
    return True


def _is_one_of_many(said: Sequence[str], praise: str, name: Token, behind: Sequence[Token]) -> bool:
    """ "A cool Gengar nickname", "cool Gengar moves": the word praises what stands behind the name."""
    lists = _words()
    if praise in lists["any"]:
        return False
    if said[0] in ("a", "an"):
        return True
    beside = [token for token in behind if token.origin[0] - name.origin[1] == _BESIDE]
    return said[0] not in lists["determiners"] and any(
        t.has("attr") or t.has("noun") or t.has("unknown") for t in beside
    )
