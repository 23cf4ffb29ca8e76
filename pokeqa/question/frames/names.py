"""What a name from another language means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from ..algebra import Mon, Query, Subject, Thing
from ..calculations import Translate
from ..clause import Clause
from ..fold import fold
from ..word_lists import word_list

_KINDS: Mapping[str, str] = {
    "move": "moves", "ability": "abilities", "item": "items", "type": "types", "nature": "natures",
}  # fmt: skip

#: How one goes by a name.
_GOES_BY = frozenset(word_list("names/goes-by"))

#: How alike (0 to 100) two spellings of a Japanese name in Latin letters are.
_LIKE = 75


def translate(clause: Clause) -> Query | None:
    """ "What is Rizadon?", 皮卡丘 in English, "Pikachu in every language"."""
    named = _named(clause)
    if named is None or clause.is_yes_no():
        return None
    i, subject, names = named
    if isinstance(subject, Thing) and clause.has("aux", "have"):
        return None  # "Who has the ability Bedroher?" asks for those that have it
    spelled = clause.tokens[i].text
    every = clause.take_all("everylanguage")
    languages = clause.take_all("lang")
    if every and languages:
        return None
    clause.take(i, *clause.find("attr", "name", "profile"), *clause.find("wh", "how"), *clause.find("list"))
    clause.take(*clause.find("exist"), *(clause.find("noun", subject.kind) if isinstance(subject, Thing) else ()))
    clause.take(*clause.find("meaning"))  # "what does Amphinobi mean?"
    if languages and clause.has("attr", "name"):  # "Under what name is Clefairy known in Japan?"
        clause.take(*(k for k, token in enumerate(clause.tokens) if token.text.casefold() in _GOES_BY))
    if isinstance(subject, Thing) and subject.kind == "item":
        clause.take(*clause.find("wh", "item"))  # "What item is 气势披带?"
    if clause.leftover():
        return None
    own = languages_of(spelled, names)
    usual = {"zh-hans", "zh-hant"} if clause.language.startswith("zh") else {clause.language}
    if not every and (not own or (not languages and usual.intersection(own))):
        return None  # a nickname is no name of a language, and the question's own names need no translation
    wanted = tuple(dict.fromkeys(clause.value(k, "lang") for k in languages))
    if wanted and set(wanted) <= set(own) and not usual.intersection(own):
        own, wanted = list(wanted), ()  # "which Pokémon is called Glurak in German?": what the name means is asked
    return Translate(subject, wanted, _written(spelled, [names[k] for k in own]), tuple(own), bool(every))


def same_name(clause: Clause) -> Query | None:
    """ "Is Florizarre Venusaur?", "is Glurak the German name of Charizard?": two names, said to be of one Pokémon."""
    mons = clause.mons()
    if not mons:
        return _same_thing(clause)
    if len(mons) == 2 and clause.has("lang") and (query := _called_so_too(clause, mons)) is not None:
        return query
    equal = clause.find("op", "eq") or (clause.find("mu", "effect:att") if clause.has("shares", "same") else [])
    alike = bool(clause.has("shares", "same") or equal) and not clause.has("wh")  # "A vs B same pokemon?"
    if len(mons) != 2 or not (clause.is_yes_no() or alike) or clause.is_negated() or clause.has("or"):
        return None
    meant = [(i, languages_of(clause.tokens[i].text, clause.dataset.species[clause.mon(i).species_id].names))
             for i in mons]  # fmt: skip
    usual = {"zh-hans", "zh-hant"} if clause.language.startswith("zh") else {clause.language}
    foreign = [(i, own) for i, own in meant if own and not usual.intersection(own)]
    if not foreign or any(clause.mon(i).form_named for i in mons):
        return None
    (i, own), other = foreign[0], next(k for k in mons if k != foreign[0][0])
    clause.take(*mons, *equal, *clause.find("attr", "name"), *clause.find("cmp", ":eq"), *clause.find("lang"))
    clause.take(*clause.find("shares", "same"), *clause.find("noun", "pokemon"), *clause.find("exist"))
    subject = clause.mon(i)
    names = clause.dataset.species[subject.species_id].names
    spelled = _written(clause.tokens[i].text, [names[k] for k in own])
    return Translate(subject, (), spelled, tuple(own), claimed=clause.mon(other))


def _called_so_too(clause: Clause, mons: list[int]) -> Query | None:
    """ "Is Pikachu called Pikachu in France too?": the question's own name, said to be that of another language."""
    subject, languages = clause.mon(mons[0]), [clause.value(i, "lang") for i in clause.find("lang")]
    names = clause.dataset.species[subject.species_id].names
    spelled = clause.tokens[mons[1]].text
    if (
        subject != clause.mon(mons[1])
        or len(languages) != 1
        or not clause.is_yes_no()
        or fold(names.get(languages[0], "")) != fold(spelled)
    ):
        return None
    clause.take(*mons, *clause.find("lang"), *clause.find("attr", "name"), *clause.find("listed"))
    return Translate(subject, (), names[languages[0]], (languages[0],), claimed=subject)


def _same_thing(clause: Clause) -> Query | None:
    """ "Is Séisme the move Earthquake?": two names of moves, abilities or items, of which one is foreign."""
    for kind, records in _KINDS.items():
        at = clause.find(kind)
        if kind == "type" or len(at) != 2 or not clause.is_yes_no() or clause.is_negated():
            continue
        spelled = [clause.tokens[i].text for i in at]
        things = [getattr(clause.dataset, records)[clause.value(i, kind)] for i in at]
        usual = {"zh-hans", "zh-hant"} if clause.language.startswith("zh") else {clause.language}
        own = [languages_of(text, thing.names) for text, thing in zip(spelled, things, strict=True)]
        foreign = next((k for k, some in enumerate(own) if some and not usual.intersection(some)), None)
        if foreign is None:
            return None
        clause.take(*at, *clause.find("op", "eq"), *clause.find("attr", "name"), *clause.find("cmp", ":eq"))
        clause.take(*clause.find("lang"), *clause.find("shares", "same"), *clause.find("noun", kind))
        subject, claimed = (Thing(kind, things[k].id) for k in (foreign, 1 - foreign))  # type: ignore[arg-type]
        names = [things[foreign].names[k] for k in own[foreign]]
        return Translate(subject, (), _written(spelled[foreign], names), tuple(own[foreign]), claimed=claimed)
    return None


def _written(spelled: str, names: Sequence[str]) -> str:
    """The name as it is written, of those that it may be: evoli is Evoli rather than Évoli."""
    alike = [name for name in names if fold(name) == fold(spelled)]
    return next((name for name in alike if name.casefold() == spelled.casefold()), alike[0] if alike else spelled)


def languages_of(spelled: str, names: Mapping[str, str]) -> list[str]:
    """The languages in which a thing goes by this name; a Japanese name may be put into Latin letters in many ways."""
    folded = fold(spelled)
    own = [language for language, name in names.items() if fold(name) == folded]
    if own or not spelled.isascii() or "ja-roma" not in names:
        return own
    if fuzz.ratio(folded, fold(names["ja-roma"])) < _LIKE or fuzz.ratio(folded, fold(names["en"])) >= _LIKE:
        return []
    return ["ja-roma"]


def _named(clause: Clause) -> tuple[int, Subject, Mapping[str, str]] | None:
    """The only thing that the clause names, with its names."""
    mons = clause.mons()
    if len(mons) > 1:
        return None
    if mons:
        mon: Mon = clause.mon(mons[0])
        pokemon = clause.dataset.pokemon[mon.pokemon_id]
        if mon.cosmetic_form_id is not None:
            return None
        plain = pokemon.is_default and not mon.form_named
        return mons[0], mon, clause.dataset.species[mon.species_id].names if plain else pokemon.names
    balls = clause.find("ball")
    if len(balls) == 1:
        name = clause.value(balls[0], "ball")
        item = next((one for one in clause.dataset.items.values() if one.identifier == name), None)
        return (balls[0], Thing("item", item.id), item.names) if item is not None else None
    found = [
        (i, kind) for i, token in enumerate(clause.tokens) for kind in _KINDS
        if kind in token.readings and "filler" not in token.readings and "attr" not in token.readings
    ]  # fmt: skip
    if len({i for i, _ in found}) != 1:
        return None
    i, kind = found[0]
    record = getattr(clause.dataset, _KINDS[kind])[clause.value(i, kind)]
    return i, Thing(kind, record.id), record.names  # type: ignore[arg-type]
