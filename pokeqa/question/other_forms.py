"""Another form of a Pokémon that the same sentence names: "… slower than the shadow one", 比原版的快."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .fold import fold
from .lexer import Token
from .names import NameIndex
from .word_lists import word_list

#: What stands for the Pokémon behind a word for its form, and words in front of that word in Chinese.
_ONES = frozenset(word_list("ones"))
_AGAINST = word_list("other-forms/against")


def with_other_forms(tokens: Sequence[Token], index: NameIndex) -> list[Token]:
    """The tokens with a word for another form of the only Pokémon that is named read as that form."""
    result = list(tokens)
    named = [i for i, token in enumerate(result) if token.has("mon")]
    if len(named) != 1 or len(result[named[0]].readings["mon"]) != 1:
        return result
    subject = result[named[0]].readings["mon"][0]
    forms = index.forms.get(subject.species_id)
    if forms is None:
        return result
    for i in range(named[0] + 2, len(result)):
        phrase = fold(result[i].text)
        bare = phrase.removesuffix("的")
        ends = bare != phrase or (i + 1 < len(result) and result[i + 1].text.casefold() in _ONES)
        spelling = next((one for one in (phrase, bare) if one in forms.by_phrase), None)
        if spelling is None or not ends or not _is_compared(result, i):
            continue
        found = index.varieties(subject.species_id, [spelling])
        if len(found) != 1 or found[0].pokemon_id == subject.pokemon_id:
            continue
        end = i + 2 if bare == phrase else i + 1
        token = replace(result[i], readings={"mon": found}, how="form", end=result[end - 1].end,
                        origin=(result[i].origin[0], result[end - 1].origin[1]))  # fmt: skip
        return [*result[:i], token, *result[end:]]
    return result


def _is_compared(tokens: Sequence[Token], i: int) -> bool:
    """Is the form held against the Pokémon: by a word in front of it, or by a comparison of two?"""
    before = tokens[i - 1]
    if any(before.has("prep", one) for one in _AGAINST) or before.has("bool"):
        return True
    the = before.text.casefold() == "the" and i > 1
    return the and any(t.has("cmp") or t.has("contrast") or t.has("bool") or t.has("prep", "than") for t in tokens[:i])
