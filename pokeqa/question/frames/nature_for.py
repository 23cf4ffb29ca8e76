"""Which nature suits a Pokémon, or one that is trained for something."""

from __future__ import annotations

from ...pokedex.model import STATS
from ..algebra import Query
from ..calculations import NatureFor, NatureSearch, Stat
from ..clause import Clause
from ..word_lists import word_list
from .nature_aims import aims_of, is_spared

#: Tags of words that only say that a nature is chosen, given or had.
_CHOOSING = ("suits", "itemuse", "effort", "grant", "breed", "battlewords", "similar", "list", "role", "oblige")


def nature_for(clause: Clause) -> Query | None:
    """ "Best nature for a special Gengar", 烈咬陆鲨用什么性格好, "is Jolly or Adamant better for Garchomp?"."""
    mons, named, nouns = clause.mons(), clause.find("nature"), clause.find("noun", "nature")
    suited = [*clause.find("suits"), *clause.find("sup", ":max"), *clause.find("bend", "withnature")]
    if nouns and mons:
        suited += clause.find("sup", "total:max")  # "with which nature is it strongest?"
    if nouns:
        suited += [*clause.find("itemuse"), *clause.find("require"), *clause.find("random", "pick")]
    if len(named) > 1:
        suited += [*clause.find("bool", "or"), *clause.find("mu", "effect:att")]
    if clause.has("plus") or clause.has("minus") or any(token.text in ("+", "-") for token in clause.tokens):
        return None  # "a nature for + Defense and - Speed"
    bends = [i for i in clause.find("bend", "raises", "lowers") if not (mons and is_spared(clause, i))]
    if len(mons) > 1 or bends or clause.has("number") or clause.has("ev"):
        return None
    if not (nouns or clause.has("bend", "withnature") or (named and mons and suited)):
        return None
    if named and not (mons and suited):
        return None
    bad = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _BAD]
    if bad and mons and not named:
        return _wasted(clause, mons, nouns, bad)
    judged = [i for i in clause.find("cmp") if not clause.at(i, "suits")]
    if named and (judged or clause.has("prep", "than")):
        return None  # which of two is better is a matter of opinion
    aims = aims_of(clause)
    if aims is None or not (mons or aims[0]) or (mons and not aims[0] and not suited):
        return None
    if clause.is_yes_no() and not named:
        return None
    clause.take(*mons, *named, *nouns, *suited, *clause.find("bool", "or"), *clause.find("attr", "name"))
    clause.take(*(i for tag in _CHOOSING for i in clause.find(tag)), *clause.find("cmp", ":gt"))
    clause.take(*clause.find("exp", "reach"), *clause.find("random", "pick"), *clause.find("wh", "how"))
    clause.take(*clause.find("attr", "stats"), *clause.find("exist"), *clause.find("require"))
    if clause.has("moveclass"):
        clause.take(*clause.find("typecount", "1"), *clause.find("adv", "only"))  # "a purely physical Scizor"
    if clause.is_negated():
        return None
    natures = tuple(clause.value(i, "nature") for i in named)
    if mons and clause.take_all("room", "trick-room") and not (aims[0] or aims[1]):
        aims = _slow(clause, mons[0])
    return NatureFor(clause.mon(mons[0]) if mons else None, *aims, natures)


def _slow(clause: Clause, mon: int) -> tuple[tuple[Stat, ...], tuple[Stat, ...]]:
    """In Trick Room: the higher attack, or what keeps it alive, at the cost of Speed."""
    stats = clause.dataset.pokemon[clause.mon(mon).pokemon_id].stats
    attack, special = (stats[STATS.index(one)] for one in ("attack", "special-attack"))
    attacks: tuple[Stat, ...] = ("attack",) if attack > special else ("special-attack",)
    if attack == special:
        attacks = ("attack", "special-attack")
    return (*attacks, "defense", "special-defense"), ("speed",)


#: Words for natures that lower what is needed.
_BAD = frozenset(word_list("nature/bad"))


def _wasted(clause: Clause, mons: list[int], nouns: list[int], bad: list[int]) -> Query | None:
    """ "Which natures are wasted on a special Gengar?": those that lower what it is said to use."""
    aims = aims_of(clause)
    if aims is None or not aims[0] or len(bad) > 1 or clause.is_yes_no() or clause.is_negated():
        return None
    clause.take(*mons, *nouns, *bad, *clause.find("suits"), *clause.find("bend", "withnature"))
    return NatureSearch(None, aims[0][0])
