"""Follow-ups about another form of what the talk is about: "and in Mega form?", 天空形态的特性是什么."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..pokedex.numbers import POKEMON_NUMBERS
from .algebra import Facts, IsA, Mon, Order, Query, Search, Sense
from .clause import is_free
from .context import Context, also_in
from .fold import fold
from .lexer import Token
from .names import NameIndex
from .sex_pairs import counterpart

#: A form's name is said in no more words.
_FORM_WORDS = 3


def form_substituted(bare: list[Token], context: Context, index: NameIndex) -> Iterator[list[Token]]:
    """The earlier clause about another form of its Pokémon: "and in Mega form?"."""
    places = [i for i, t in enumerate(context.tokens) if t.has("mon")]
    if not bare or len(places) != 1 or context.query is None or any(t.has("mon") for t in bare):
        return
    aside = ("when", "why", "where", "how", "who")
    if any(t.has("wh", word) and not also_in(t, context) for t in bare for word in aside):
        return  # "when did it get a Mega?" asks something else of the form
    mon = context.tokens[places[0]].readings["mon"][0]
    spoken = [
        t for t in bare if not t.has("wh") and t.text not in ("后", "之后")
    ]  # Mega之后是多少 asks again what was asked
    found = index.named_form(mon.species_id, "".join(fold(t.text) for t in spoken))
    if not found and len(spoken) == 1 and spoken[0].has("ordinaryform") and mon.form_named:
        species = index.dataset.species[mon.species_id]
        found = (replace(mon, pokemon_id=species.default_pokemon_id, form_named=False),)
    if not found and len(spoken) == 1 and spoken[0].has("sex"):
        other = counterpart(mon, str(spoken[0].readings["sex"][0]), index.dataset)
        found = () if other is None else (other,)  # 那母的呢 behind 尼多朗
    if found:
        changed = list(context.tokens)
        place = changed[places[0]]
        changed[places[0]] = replace(place, readings={"mon": found}, text=f"{bare[0].text} {place.text}", how="form")
        yield changed


def named_as_form(tokens: list[Token], context: Context, index: NameIndex) -> Iterator[list[Token]]:
    """攻击形态呢, 加热的呢: a form that is named by words that would say something else alone."""
    said = list(tokens)
    while said and said[-1].has("ell"):
        said.pop()
    while said and (said[0].has("ell") or (said[0].has("bool", "and") and said[0].text.isascii())):
        del said[0]
    if said and said[-1].text == "的":
        said.pop()
    if 0 < len(said) <= _FORM_WORDS and len(said) < len(tokens):
        yield from form_substituted(said, context, index)


def of_a_form(tokens: list[Token], context: Context, index: NameIndex) -> Iterator[list[Token]]:
    """What is asked of another form of the one Pokémon of the talk: 天空形态的特性是什么, "the Sky form's ability"."""
    if len(context.mons) != 1 or len(context.mons[0].readings["mon"]) != 1:
        return
    place = context.mons[0]
    first = next((i for i, t in enumerate(tokens) if not is_free(t)), len(tokens))
    # 加热形态: the name of a form can begin with a small word
    spans = [(start, end) for start in dict.fromkeys((first, 0))
             for end in range(min(start + _FORM_WORDS, len(tokens) - 1), start, -1)]  # fmt: skip
    for start, end in spans:
        words = tokens[start:end]
        if not any(t.has("unknown") or t.has("formkind") or t.has("noun", "form") for t in words):
            continue
        found = index.named_form(place.readings["mon"][0].species_id, "".join(fold(t.text) for t in words))
        if found:
            named = replace(place, readings={"mon": found}, text=f"{words[0].text} {place.text}", how="form")
            yield [*tokens[:start], named, *tokens[end:]]
            return


def asks_for_forms(tokens: list[Token]) -> bool:
    """ "What are its mega forms?": which ones there are."""
    kinds = [t for t in tokens if t.has("formkind")]
    asked = any(t.has("wh", "what") or t.has("wh", "which") or t.has("wh", "howmany") for t in tokens)
    return len(kinds) == 1 and asked and kinds[0].text.casefold().endswith(("s", "进化", "形态", "進化", "型態"))


#: What a question which form is ahead says beside the number.
_AROUND = ("wh", "aux", "pron", "noun", "list", "ell", "bool", "prep", "filler", "light", "yn")
_SENSES: dict[str, Sense] = {"max": "max", "gt": "max", "min": "min", "lt": "min"}


def leading_form(tokens: Sequence[Token], context: Context) -> Query | None:
    """ "Which one is the fastest?", 哪个更重 behind the forms of a Pokémon: of these forms."""
    query = context.query
    if context.lost or not isinstance(query, Facts) or query.attributes != ("forms",) or len(query.subjects) != 1:
        return None
    ranks = [t for t in tokens if t.has("sup") or t.has("cmp")]
    named = [t for t in tokens if t.has("attr") and t not in ranks and not t.has("noun", "form")]
    rest = [t for t in tokens if t not in ranks and t not in named]
    subject = query.subjects[0]
    if len(ranks) != 1 or not isinstance(subject, Mon) or any(t.has("noun", "pokemon") for t in rest):
        return None
    if not all(any(t.has(tag) for tag in _AROUND) for t in rest) or any(t.has("mon") or t.has("type") for t in rest):
        return None
    said = str(ranks[0].readings.get("sup", ranks[0].readings.get("cmp", ("",)))[0])
    attribute, _, sense = said.rpartition(":")
    if not attribute and len(named) == 1:
        attribute, named = str(named[0].readings["attr"][0]), []  # "the highest Defense"
    if named or attribute not in POKEMON_NUMBERS or sense not in _SENSES:
        return None
    order = Order(attribute, _SENSES[sense])
    return Search("pokemon", IsA(subject), order, forms="all")
