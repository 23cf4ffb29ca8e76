"""Evolutions with something said aside: "besides Vaporeon", "in my party", 带着什么交换."""

from __future__ import annotations

from ..algebra import Evolve, Mon, Query
from ..clause import Clause
from ..word_lists import word_list
from .evolve_sides import sexes

#: Words that leave something out.
_BESIDES = frozenset(word_list("evolve-aside/besides"))
_PAIR = 2


def besides(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "What can Eevee become besides Vaporeon?", 除了水伊布还能进化成什么: all that it evolves into."""
    out = [i for i in clause.find("neg", "neg") if clause.tokens[i].text.casefold() in _BESIDES]
    if len(out) != 1 or len(mons) != _PAIR or not all(clause.at(i, "ev", "into", "post", "bare") for i in verbs):
        return None
    left = [m for m in mons if clause.at(m + 1, "neg") and clause.language == "ja"] or [m for m in mons if m > out[0]]
    if len(left) < 1:
        return None
    subject = clause.mon(next(m for m in mons if m != left[0]))
    if all(way.to_pokemon_id != clause.mon(left[0]).pokemon_id for way in clause.dataset.evolutions_from(
            subject.pokemon_id)):  # fmt: skip
        return None
    clause.take(*mons, *verbs, *out, *clause.find("breed", "itself"), *clause.find("exist"), *clause.find("aux"))
    clause.take(*clause.find("neg", "negyn"), *clause.find("noun", "pokemon"), *clause.find("signature", "else"))
    clause.take(*clause.find("sex"), *clause.find("evolveby", "male", "female"), *clause.find("pron", "it"))
    ways = clause.dataset.evolutions_from(subject.pokemon_id)
    rest = {way.to_pokemon_id for way in ways} - {clause.mon(left[0]).pokemon_id}
    if clause.is_yes_no() and len(rest) == 1:
        other = clause.dataset.pokemon[rest.pop()]
        return Evolve(subject, "into", "what", target=Mon(other.species_id, other.id), yes_no=True)
    return Evolve(subject, "into", "what", scope=clause.scope())


def with_party(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "What does Pancham need in the party to evolve?", 队伍里要带谁: how it evolves, of one that looks at a party."""
    owning = [i for i in clause.find("owning") if clause.tokens[i].text.startswith("队")]
    places = [*clause.find("team"), *clause.find("ownplace"), *owning]
    if len(mons) != 1 or not places or not all(clause.at(i, "ev", "bare", "into", "from", "post") for i in verbs):
        return None
    if clause.is_yes_no() or not (clause.has("wh") or clause.has("require") or clause.has("oblige")):
        return None
    mon = clause.mon(mons[0])
    after = clause.dataset.evolutions_from(mon.pokemon_id)
    before = clause.dataset.evolutions_to(mon.pokemon_id)
    after_party, before_party = (any(way.party_species_id or way.party_type_id for way in ways)
                                 for ways in (after, before))  # fmt: skip
    if not (after_party or before_party):
        return None
    clause.take(*mons, *verbs, *places, *clause.find("require"), *clause.find("oblige"), *clause.find("wh"))
    clause.take(*clause.find("wish"), *clause.find("carry"), *clause.find("attr", "type"), *clause.find("noun", "type"))
    clause.take(*clause.find("pron", "it"), *clause.find("itemuse"))
    return Evolve(mon, "into" if after_party else "from", "how", ways=sexes(clause))


def carried(clause: Clause) -> list[int]:
    """拿什么进化, 带着什么交换: the words that ask for an item, explained by their verb."""
    if clause.language == "en":  # "What does Slowpoke have to hold to become Slowking?"
        holds = clause.find("carry") if clause.has("oblige") or clause.has("require") else []
        asks = clause.find("wh", "what")
        return [*asks, *holds] if len(asks) == len(holds) == 1 and asks[0] < holds[0] else []
    if not clause.language.startswith("zh"):
        return []
    found: list[int] = []
    for i in clause.find("wh", "what"):
        if clause.at(i - 1, "carry") or clause.at(i - 1, "itemuse"):
            found += [i - 1, i]
    return found


def names_a_move(clause: Clause, mons: list[int]) -> bool:
    """ "Which move must Dunsparce know before it evolves?" asks how; the words are explained."""
    knows = clause.has("learn", "learn") or clause.has("require")
    asks = clause.has("noun", "move") and knows and clause.has("wh", "which", "what")
    of_it = clause.find("learn", "learn")
    if of_it and clause.at(of_it[0] - 1, "ev", "post") and not clause.has("require"):
        return False  # "what moves does Magikarp's evolution learn": of the evolution, and not of the way there
    if not asks or len(mons) != 1 or clause.has("move") or not clause.has("ev", "bare", "post", "into"):
        return False
    clause.take(*clause.find("noun", "move"), *clause.find("learn", "learn"), *clause.find("require"))
    clause.take(*clause.find("hist", "past"), *clause.find("pron", "it"))
    return True
