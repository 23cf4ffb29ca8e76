"""Another form of a Pokémon that the same sentence names: "… slower than the shadow one", 比原版的快."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import Mon
from .clause import is_free
from .context import Context
from .fold import fold
from .lexer import Token
from .names import NameIndex
from .word_lists import word_list

#: What stands for the Pokémon behind a word for its form, and words in front of that word in Chinese.
_ONES = frozenset(word_list("ones"))
_AGAINST = word_list("other-forms/against")
#: What says of a Pokémon that it is meant as most are.
_ORDINARILY = frozenset(word_list("other-forms/ordinarily"))


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
    ordinary = as_it_ordinarily_is(result, named[0], subject, index)
    if ordinary is not None:
        return ordinary
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


def as_it_ordinarily_is(tokens: Sequence[Token], m: int, form: Mon, index: NameIndex) -> list[Token] | None:
    """ "… in Alola, and how tall is it normally?", 阿罗拉椰蛋树多高，平时呢: with its ordinary form behind token m."""
    at = next((i for i in range(m + 1, len(tokens)) if tokens[i].text.casefold() in _ORDINARILY), None)
    plain = index.dataset.species[form.species_id].default_pokemon_id
    if at is None or not form.form_named or form.pokemon_id == plain or any(t.has("mon") for t in tokens[m + 1 :]):
        return None
    its = [i for i in range(m + 1, len(tokens)) if tokens[i].has("pron", "it")]
    again = any(t.has("attr") for t in tokens[:at]) and any(t.has("attr") or t.has("ell") for t in tokens[at:])
    if len(its) > 1 or not (its or again or m < 0):
        return None
    place = its[0] if its else at
    name = index.dataset.species[form.species_id].names["en"]
    mon = replace(tokens[place], text=name, readings={"mon": (Mon(form.species_id, plain),)}, how="context")
    return [mon if i == place else t for i, t in enumerate(tokens) if i == place or i != at]


def meant_ordinarily(tokens: Sequence[Token], context: Context, index: NameIndex) -> list[Token] | None:
    """ "How tall is it normally?", 平时呢 behind a question about a form: the clause about the ordinary one."""
    if len(context.mons) != 1 or len(context.mons[0].readings["mon"]) != 1 or any(t.has("mon") for t in tokens):
        return None
    form = context.mons[0].readings["mon"][0]
    ordinary = as_it_ordinarily_is(tokens, -1, form, index)
    if ordinary is None or not all(is_free(t) or t.has("ell") or t.has("bool") or t.has("mon") for t in ordinary):
        return ordinary
    if context.lost or sum(t.has("mon") for t in context.tokens) != 1:
        return None
    meant = next(t for t in ordinary if t.has("mon"))
    return [meant if t.has("mon") else t for t in context.tokens]  # the same of the ordinary one


def _is_compared(tokens: Sequence[Token], i: int) -> bool:
    """Is the form held against the Pokémon: by a word in front of it, or by a comparison of two?"""
    before = tokens[i - 1]
    if any(before.has("prep", one) for one in _AGAINST) or before.has("bool"):
        return True
    the = before.text.casefold() == "the" and i > 1
    return the and any(t.has("cmp") or t.has("contrast") or t.has("bool") or t.has("prep", "than") for t in tokens[:i])
