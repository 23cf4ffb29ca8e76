"""Words for a form that do not touch the name they belong to, or touch a mistyped one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..pokedex.dataset import Dataset
from .algebra import Mon
from .fold import Folded
from .names import NameIndex
from .word_lists import word_list

if TYPE_CHECKING:
    from .lexer import Token


#: How words for a form begin and end that say by themselves that it is taken on (folded).
_ONCE = word_list("once")
_THEN = word_list("form-reader/then")


#: What leads to a form by itself: "after mega evolution", "once it's in Hero form", "when it is in Blade Forme".
_LEADS = frozenset(word_list("form-reader/leads"))


def _without_lead(tokens: list[Token], form: int) -> list[Token]:
    """The tokens without the words in front of a form that led to it."""
    k = form
    while k > 0 and (
        tokens[k - 1].has("prep", "in") or tokens[k - 1].has("pron", "it") or tokens[k - 1].has("aux", "be")
    ):
        k -= 1
    if k > 0 and tokens[k - 1].text.casefold() in _LEADS:
        return [*tokens[: k - 1], *tokens[form:]]
    return tokens


def _is_the_one(tokens: list[Token], i: int) -> bool:
    """ "What is Raichu weak to? The Alolan one.": the one that is meant, and not one that it is held against."""
    stands = 0 < i < len(tokens) - 1 and tokens[i - 1].text.casefold() == "the"
    one = stands and tokens[i + 1].text.casefold() in ("one", "version")
    return one and not any(t.has(tag) for t in tokens[:i] for tag in ("cmp", "contrast", "bool", "op"))


#: What is asked of a Pokémon.
_ASKS = ("attr", "ev", "learn", "mu", "wh")


def _asks_anew(tokens: list[Token], named: int, i: int, stop: int) -> bool:
    """ "How fast is Raichu, and the Alolan one?", 椰蛋树的身高，阿罗拉的又是多高: a second question, of the form."""
    the = tokens[i - 1].text.casefold() == "the"
    first = i - 1 if the else i
    joint = max((k for k in range(named + 1, first) if tokens[k].has("bool", "and")), default=None)
    asked = any(t.has(tag) for t in tokens[:first] for tag in _ASKS)
    if joint is not None and the and asked:
        return joint + 1 == first or any(tokens[joint + 1].has(tag) for tag in ("wh", "aux", "attr"))
    parted = tokens[i].origin[0] > tokens[i - 1].origin[1] and not tokens[i].text.isascii()
    between = any(t.has(tag) for t in tokens[named + 1 : i] for tag in _ASKS)
    return parted and between and any(t.has(tag) for t in tokens[stop + 1 :] for tag in _ASKS)


class FormReader:
    """Puts the forms that the words of a text name into its tokens, before their marks are known."""

    def __init__(self, dataset: Dataset, index: NameIndex) -> None:
        self._dataset = dataset
        self._index = index

    def apart(self, folded: Folded, tokens: list[Token]) -> list[Token]:
        """ "Which ability does Giratina get in Origin Forme?": a form's name away from the only Pokémon named."""
        named = [i for i, t in enumerate(tokens) if t.has("mon")]
        if len(named) != 1 or len(tokens[named[0]].readings["mon"]) != 1:
            return tokens
        mon: Mon = tokens[named[0]].readings["mon"][0]
        if mon.form_named:
            return tokens
        for i, token in enumerate(tokens):
            if i == named[0]:
                continue
            led = i > 0 and (
                tokens[i - 1].has("prep", "in") or tokens[i - 1].has("pron") or tokens[i - 1].text in ("after", "once")
            )
            # 伽勒尔那只喵喵: the word that points joins the two.
            led = led or _is_the_one(tokens, i) or (i + 2 == named[0] and tokens[i + 1].has("pointer"))
            asks_also = i > 2 and tokens[i - 2].has("prep", "in") and tokens[i - 3].has("bool", "and")
            if asks_also or any(t.has("ell") for t in tokens[named[0] : i]):
                break  # "…, and what about its Alolan form?" asks another question
            for end, phrase in self._index.form_after(folded, mon.species_id, token.start):
                stop = next((j for j in range(i, len(tokens)) if tokens[j].end == end), None)
                found = self._index.varieties(mon.species_id, [phrase])
                plain = folded.chars[:end].endswith(phrase) and not (led and self._index.is_form_tag(phrase))
                plain = plain and not (phrase.startswith(_ONCE) or phrase.endswith(_THEN))
                if stop is None or not found or i <= named[0] <= stop or plain:
                    continue
                whole = replace(tokens[named[0]], readings={"mon": found}, how="form")
                spelled, origin = folded.original(token.start, end), (token.origin[0], tokens[stop].origin[1])
                two = i > named[0] + 1 and tokens[i - 1].has("pron") and tokens[i - 2].has("bool", "and")
                if two or _asks_anew(tokens, named[0], i, stop):
                    # "Raichu and its Alolan form" are two
                    other = replace(whole, start=token.start, end=end, text=spelled, origin=origin)
                    return [*tokens[: i - (1 if two else 0)], other, *tokens[stop + 1 :]]
                spoken = replace(
                    token, end=end, text=spelled, readings={"filler": ("form",)}, how="form", name="", origin=origin
                )
                kept = [*tokens[:i], spoken, *tokens[stop + 1 :]]
                kept = [whole if t is tokens[named[0]] else t for t in kept]
                return _without_lead(kept, next(k for k, t in enumerate(kept) if t is spoken))
        return tokens

    def denied(self, tokens: list[Token]) -> list[Token]:
        """ "non-Alolan Vulpix", 不是阿罗拉的六尾的属性: the ordinary form, where only one Pokémon is named."""
        named = [i for i, t in enumerate(tokens) if t.has("mon")]
        if len(named) != 1 or named[0] == 0 or len(tokens[named[0]].readings["mon"]) != 1:
            return tokens
        at = named[0]
        mon: Mon = tokens[at].readings["mon"][0]
        plain = self._dataset.species[mon.species_id].default_pokemon_id
        led = at == 1 or tokens[at - 2].has("wh") or tokens[at - 2].has("prep", "of") or tokens[at - 2].has("filler")
        denies = tokens[at - 1].text.casefold() in ("non", "non-", "非") or (led and tokens[at - 1].text == "不是")
        if not mon.form_named or plain == mon.pokemon_id or not denies:
            return tokens
        ordinary = replace(tokens[at], readings={"mon": (Mon(mon.species_id, plain),)})
        return [*tokens[: at - 1], ordinary, *tokens[at + 1 :]]

    def ordinary(self, tokens: list[Token]) -> list[Token]:
        """阿罗拉九尾和普通的: beside a named form, the word for the ordinary one names that."""
        words = [i for i, t in enumerate(tokens) if t.has("ordinaryform")]
        named = [t.readings["mon"][0] for t in tokens if t.has("mon")]
        if len(words) != 1 or len(named) != 1 or not named[0].form_named:
            return tokens
        species = self._dataset.species[named[0].species_id]
        if species.default_pokemon_id == named[0].pokemon_id:
            return tokens
        ordinary = Mon(species.id, species.default_pokemon_id)
        return [replace(t, readings={"mon": (ordinary,)}) if i == words[0] else t for i, t in enumerate(tokens)]

    def of_typos(self, folded: Folded, tokens: list[Token]) -> list[Token]:
        """The tokens with the words for a form beside a mistyped name read as that form ("Giratna origin form")."""
        for token in tokens:
            if token.how != "fuzzy" or len(token.readings.get("mon", ())) != 1:
                continue
            species_id = token.readings["mon"][0].species_id
            spans = [
                (token.start, end, phrase) for end, phrase in self._index.form_after(folded, species_id, token.end)
            ]
            spans += [(a, token.end, phrase) for a, phrase in self._index.form_before(folded, species_id, token.start)]
            for start, end, phrase in spans:
                first = next((k for k, t in enumerate(tokens) if t.start == start), None)
                last = next((k for k, t in enumerate(tokens) if t.end == end), None)
                found = self._index.varieties(species_id, [phrase])
                if first is None or last is None or not found:
                    continue
                origin = (tokens[first].origin[0], tokens[last].origin[1])
                whole = replace(
                    token,
                    start=start,
                    end=end,
                    text=folded.original(start, end),
                    readings={"mon": found},
                    origin=origin,
                )
                return [*tokens[:first], whole, *self.of_typos(folded, tokens[last + 1 :])]
        return tokens
