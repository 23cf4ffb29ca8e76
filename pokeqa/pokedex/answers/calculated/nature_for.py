"""The natures for a Pokémon or a role: those that raise what it uses and lower what it does not."""

from __future__ import annotations

from ....question.algebra import Thing
from ....question.calculations import NatureFor, Stat
from ...answer import Answer
from ...model import STATS, Nature
from ..context import Context
from .natures import is_neutral

#: The stats that natures change, in the order in which they are named for a Pokémon.
_CHANGED: tuple[Stat, ...] = ("attack", "special-attack", "speed", "defense", "special-defense")
#: So much of the higher attacking stat makes the lower one worth keeping as well.
_CLOSE = 0.9
_ATTACKS: tuple[Stat, ...] = ("attack", "special-attack")


def answer(query: NatureFor, context: Context) -> Answer:
    """The natures, with the base stats that speak for them."""
    reason, lowers, stats = "", query.lowers, None
    if query.pokemon is not None:
        pokemon = context.pokemon(query.pokemon)
        stats = {one: pokemon.stats[STATS.index(one)] for one in _ATTACKS}
        high, low = _ATTACKS if stats["attack"] >= stats["special-attack"] else _ATTACKS[::-1]
        even = stats[low] >= stats[high] * _CLOSE
        if not lowers:
            lowers = _ATTACKS if even else (low,)
            reason = "nature.for-close" if even else "nature.for-higher"
        elif lowers == (high,) and not even:
            reason = "nature.for-other"
    lowers = lowers or _ATTACKS
    raises = query.raises or tuple(one for one in _CHANGED if one not in lowers or len(lowers) > 1)
    found = [
        nature
        for up in raises
        for nature in context.dataset.natures.values()
        if not is_neutral(nature) and nature.increased_stat == up and nature.decreased_stat in lowers
    ]
    names = context.phrases.join((_named(one, context) for one in found), "or")
    mark = context.mark(*(context.thing_row(Thing("nature", one.id), "stats", _change(one, context)) for one in found))
    if query.pokemon is not None:
        headline = context.say("nature.for-mon", name=context.mon_name(query.pokemon), names=names, mark=mark)
    else:
        headline = context.say("nature.for-role", n=len(found), names=names, mark=mark)
    reasons = []
    if query.pokemon is not None and reason and stats is not None:
        rows = (context.pokemon_row(pokemon, one, str(stats[one])) for one in _ATTACKS)
        reasons.append(context.say(reason, high=context.stat_name(high), most=stats[high], low=context.stat_name(low),
                                   least=stats[low], mark=context.mark(*rows)))  # fmt: skip
    asked = [context.dataset.natures[one] for one in query.natures]
    notes = [
        context.say("nature.check-neutral", name=context.name(one.names), mark="")
        if is_neutral(one)
        else context.say("nature.for-note", name=context.name(one.names), up=context.stat_name(one.increased_stat),
                         down=context.stat_name(one.decreased_stat))
        for one in asked
    ]  # fmt: skip
    if len(asked) == 1 and query.pokemon is not None:
        # "Is Timid good for Gengar?": the stats say whether it is among those that suit it
        notes = [context.say("nature.for-yes" if asked[0] in found else "nature.for-no", note=notes[0])]
    return context.answer(context.sentences([*notes, headline, *reasons]), details=(context.say("nature.for-basis"),))


def _named(nature: Nature, context: Context) -> str:
    return context.say("nature.with", name=context.name(nature.names), change=_change(nature, context))


def _change(nature: Nature, context: Context) -> str:
    return f"+{context.stat_name(nature.increased_stat)} −{context.stat_name(nature.decreased_stat)}"
