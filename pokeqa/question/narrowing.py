"""Follow-ups that only limit what was asked before: "nah, only counting those that aren't legendary", 神兽不算呢.

What opens such a clause ("nah", "I meant") and what says that it limits are left away, by the phrases of
`data/lexicon/limits.yaml`; what is kept is the plain description of a set, which the caller reads as one of the set
that was spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache

from ..paths import DATA
from ..yaml_files import read_yaml
from .algebra import Query, Search
from .clause import is_free
from .fold import fold
from .lexer import Token
from .word_lists import word_list

#: A phrase has at most so many tokens.
_LONGEST = 7
#: A clause that only limits is no longer than this.
_MOST_TOKENS = 24
#: Denials in front of a word that is an adjective with them.
_ATTRIBUTIVE = frozenset(word_list("attributive"))
#: "The … ones": those of the set that are so.
_ONES = frozenset(word_list("narrowing/ones"))
#: What a clause that only limits does not say.
_OTHERWISE = ("wh", "sup", "list", "agg", "contrast", "sort", "similar")
#: What it describes a set by.
_DESCRIBING = ("type", "cls", "gen", "region", "color", "look", "egg_group", "ability", "typecount", "stage", "number",
               "attr", "vg", "mon", "gender", "move", "generation")  # fmt: skip
#: What stands behind the description and says nothing.
_CLOSING = ("ell", "yn", "filler", "light")


@cache
def _phrases() -> dict[str, dict[str, frozenset[str]]]:
    """The phrases by where they stand and by what they say, folded."""
    file: dict[str, dict[str, list[str]]] = read_yaml(DATA / "lexicon" / "limits.yaml")
    return {
        place: {kind: frozenset(fold(str(one)) for one in words) for kind, words in kinds.items()}
        for place, kinds in file.items()
    }


def limited(tokens: Sequence[Token]) -> list[Token] | None:
    """The description that a clause limits the last set by; None where it does not only limit."""
    if len(tokens) > _MOST_TOKENS or any(t.has(tag) for t in tokens for tag in _OTHERWISE):
        return None
    rest = _unopened(tokens)
    kind, said = _unmarked(rest)
    if not kind:
        return None
    denied = kind == "drop"
    said = [t for t in said if not (t.has("noun", "pokemon") or t.has("pron", "them"))]
    if any(t.has("ev") for t in said) and any(t.has("neg") for t in said):
        said = [t for t in said if not t.has("lost")]  # "those that don't evolve any more"
    while said and any(said[-1].has(tag) for tag in _CLOSING) and not said[-1].has("type"):
        said = said[:-1]
    content = [t for t in said if not is_free(t)]
    if len(content) == 1 and content[0].has("ev", "final"):
        said = [replace(content[0], readings={"stage": ("final",)})]  # "just the final stages"
    if not said or not any(t.has(tag) for t in said for tag in _DESCRIBING) or said[-1].has("bool"):
        return None
    if any(t.has("mon") for t in said) and not denied and not any(t.has("cmp") for t in said):
        return None
    noun = replace(said[-1], readings={"noun": ("pokemon",)}, text="pokemon", start=said[-1].end, mark="")
    if not denied:
        return [*said, noun]
    if any(t.has("neg") for t in said):
        return None
    return [noun, replace(said[0], readings={"neg": ("neg",)}, text="excluding", mark=""), *said]


def of_one_type_only(tokens: Sequence[Token], before: Sequence[Token]) -> list[Token] | None:
    """纯水的, "pure ones" behind a set: those of it with one type; None where another type is named or more is said."""
    said = [t for t in tokens if not is_free(t) and not t.has("noun") and not t.has("ell")]
    types = [t for t in said if t.has("type")]
    told = [t.readings["type"] for t in before if t.has("type")]
    if not all(t.has("typecount", "1") or (t in types and t.readings["type"] in told) for t in said):
        return None
    if len(said) == len(types) or len(types) > 1:
        return None
    noun = replace(said[-1], readings={"noun": ("pokemon",)}, text="pokemon", start=said[-1].end, mark="")
    alone = "pure" if said[-1].text.isascii() else "单一"  # the type was told
    return [*(replace(t, text=alone) for t in said if t not in types), noun]


def limited_words(tokens: Sequence[Token]) -> list[Token] | None:
    """What a clause that only limits keeps of what was told, as it is said; None where it does not only limit."""
    if len(tokens) > _MOST_TOKENS or any(t.has(tag) for t in tokens for tag in ("sup", "agg", "sort")):
        return None
    kind, said = _unmarked(_unopened(tokens))
    return said if kind == "keep" and said else None


def with_forms(tokens: Sequence[Token], before: Query | None) -> Query | None:
    """ "Without Megas", 算上超级进化呢: the same search with other forms counted, or without them."""
    if not isinstance(before, Search) or before.what != "pokemon" or len(tokens) > _MOST_TOKENS:
        return None
    kind, said = _unmarked(_unopened(tokens), counts=True)
    closing = _suffix(said, _phrases()["behind"]["count"]) if kind == "count" and len(said) > 1 else 0
    said = said[: len(said) - closing] if closing else said  # "with Megas counted"
    said = [t for t in said if not is_free(t) or t.has("formkind")]
    forms = [t for t in said if any(t.has("formkind", one) for one in ("mega", "regional", "other"))]
    if not kind or not said or not all(t in forms or t.has("noun", "form") or t.has("bool") for t in said):
        return None
    if kind == "keep" or (kind == "drop" and not all(t.has("formkind", "mega") or t.has("noun") for t in said)):
        return None
    return replace(before, forms="ordinary" if kind == "drop" else "all")


def _unopened(tokens: Sequence[Token]) -> list[Token]:
    """The clause without what opens it; "no" opens one only in front of a pause or of a phrase that limits."""
    rest = list(tokens)
    openers = _phrases()["opening"]
    while len(rest) > 1:
        k = _prefix(rest, openers["plain"]) or _prefix(rest, openers["denying"])
        if not k or k >= len(rest):
            break
        pauses = rest[k].origin[0] - rest[k - 1].origin[1] > (1 if rest[k - 1].text.isascii() else 0)
        if not _prefix(rest, openers["plain"]) and not pauses and not _kind_of_front(rest[k:]):
            break
        rest = rest[k:]
    return rest


def _unmarked(rest: Sequence[Token], *, counts: bool = False) -> tuple[str, list[Token]]:
    """What a clause says of the set it describes, and the description; "" where it says none of it."""
    for kind in ("keep", "drop", *(("count",) if counts else ())):
        k = _prefix(rest, _phrases()["front"][kind])
        if k:
            return kind, list(rest[k:])
    if len(rest) > 2 and rest[0].text.casefold() == "the" and rest[-1].text.casefold() in _ONES:
        return "keep", list(rest[1:-1])  # "the Flying ones?"
    if rest[0].text.casefold() in _ATTRIBUTIVE or (len(rest) > 1 and rest[1].text.casefold() in _ATTRIBUTIVE):
        return "keep", list(rest)
    for kind in ("drop", "keep", *(("count",) if counts else ())):
        k = _suffix(rest, _phrases()["behind"][kind])
        if k:
            lead = _prefix(rest[:-k], _phrases()["front"]["object"])
            return kind, list(rest[lead : len(rest) - k])
    return "", []


def _kind_of_front(rest: Sequence[Token]) -> bool:
    return any(_prefix(rest, words) for words in _phrases()["front"].values())


def _prefix(tokens: Sequence[Token], phrases: frozenset[str]) -> int:
    """How many tokens the longest of these phrases takes that a clause begins with."""
    return max((k for k in range(1, min(_LONGEST, len(tokens)) + 1) if _folded(tokens[:k]) in phrases), default=0)


def _suffix(tokens: Sequence[Token], phrases: frozenset[str]) -> int:
    """How many tokens the longest of these phrases takes that a clause ends with, but for what closes it."""
    end = len(tokens)
    while (
        end > 1 and any(tokens[end - 1].has(tag) for tag in _CLOSING) and _folded(tokens[end - 1 : end]) not in phrases
    ):
        end -= 1
    found = max(
        (k for k in range(1, min(_LONGEST, end - 1) + 1) if _folded(tokens[end - k : end]) in phrases), default=0
    )
    return found and found + len(tokens) - end


def _folded(tokens: Sequence[Token]) -> str:
    return _fold("".join(t.text for t in tokens))


#: The same few words are looked up for each part of a text.
_fold = lru_cache(maxsize=2048)(fold)
