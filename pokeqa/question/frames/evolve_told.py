"""What an evolution takes, told by the condition alone: "is Espeon day or night?", 大嘴蝠要多高的亲密度."""

from __future__ import annotations

from typing import get_args

from ...pokedex.relations import fits_way
from ..algebra import EvolutionWay, Evolve, EvolvesBy, Mon, Query
from ..clause import Clause
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("move", "ability", "cmp", "sup", "mu", "region", "learn", "breed", "egg")
#: Conditions that only an evolution has.
_CONDITIONS = ("day", "night", "full-moon", "friendship", "rain", "place", "party")
_STEP = 2
#: Words for friendship with which a Pokémon begins, and not one that it needs.
_BASE = word_list("base")


def told_way(clause: Clause) -> Query | None:
    """ "Does it have to be night for Umbreon?", "need a stone for Leafeon?", "which gender of Salandit evolves"."""
    mons = clause.mons()
    if len(mons) == _STEP:
        return _of_one_sex(clause, mons)
    if (
        len(mons) != 1
        or any(map(clause.has, _OTHERS))
        or clause.has("neg", "neg")
        or clause.has("ev", "pre", "post", "family", "final", "first")
    ):
        return None
    if any(not clause.at(i, "wh", "item") for i in clause.find("type")):
        return None
    needs = clause.find("require") + clause.find("oblige")
    needs += [i for i in clause.find("wish") if clause.at(i - 1, "aux", "do")]  # "do I need"
    mon = clause.mon(mons[0])
    return (_gender(clause, mon) or _where(clause, mon, needs) or _stone(clause, mon, needs)
            or _condition(clause, mon, needs))  # fmt: skip


def told_move(clause: Clause) -> Query | None:
    """ "What move does Piloswine need?": of one that evolves by a move, how it does."""
    mons, nouns = clause.mons(), clause.find("noun", "move")
    needs = clause.find("require") + clause.find("oblige")
    if len(mons) != 1 or not nouns or not needs or clause.is_yes_no() or not clause.has("wh", "what", "which"):
        return None
    mon = clause.mon(mons[0])
    ways = clause.dataset.evolutions_from(mon.pokemon_id)
    if not any(way.known_move_id or way.known_move_type_id or way.used_move_id for way in ways):
        return None
    if any(map(clause.has, ("mu", "cmp", "sup", "type", "vg", "gen", "ability", "item", "effort"))):
        return None
    _take(clause, [*nouns, *needs, *clause.find("wh"), *clause.find("learn", "learn"), *clause.find("ev", "bare")])
    clause.take(*clause.find("hist", "past"))
    return Evolve(mon, "into", "how")


def _of_one_sex(clause: Clause, mons: list[int]) -> Query | None:
    """ "Only male Kirlia can be Gallade, right?": whether the step needs that sex."""
    words = clause.find("gender", "male-only", "female-only")
    first, second = clause.mon(mons[0]), clause.mon(mons[1])
    ways = clause.dataset.evolutions_from(first.pokemon_id)
    if len(words) != 1 or not clause.has("aux", "be") or not any(w.to_pokemon_id == second.pokemon_id for w in ways):
        return None
    if clause.has("wh") or clause.has("neg") or clause.has("attr"):
        return None
    sex: EvolutionWay = "male" if clause.at(words[0], "gender", "male-only") else "female"
    clause.take(*mons, *words)
    return Evolve(first, "into", "needs", target=second, yes_no=True, needed=EvolvesBy(sex), scope=clause.scope())


def _gender(clause: Clause, mon: Mon) -> Query | None:
    """ "Which gender of Salandit evolves?", 哪个性别的夜盗火蜥才能进化."""
    words, verbs = clause.find("attr", "gender-ratio"), clause.find("ev", "bare")
    ways = clause.dataset.evolutions_from(mon.pokemon_id)
    if not words or not verbs or clause.is_yes_no() or not any(way.gender for way in ways):
        return None
    _take(clause, [*words, *verbs, *clause.find("wh")])
    return Evolve(mon, "into", "how", scope=clause.scope())


def _where(clause: Clause, mon: Mon, needs: list[int]) -> Query | None:
    """ "Crabrawler has to be where to evolve": the place is told with how it evolves."""
    places, verbs = clause.find("wh", "where"), clause.find("ev", "bare")
    if not places or not verbs or not needs or not clause.dataset.evolutions_from(mon.pokemon_id):
        return None
    _take(clause, [*places, *verbs, *needs])
    return Evolve(mon, "into", "how", scope=clause.scope())


def _stone(clause: Clause, mon: Mon, needs: list[int]) -> Query | None:
    """ "Do you need a stone for Leafeon?": whether what becomes it needs one."""
    stones = [i for i in clause.find("wh", "item") if clause.tokens[i].text.casefold() in _PLAIN]
    if len(stones) != 1 or not needs or not _is_asked(clause) or clause.has("ev"):
        return None
    step = _step(clause, mon)
    if step is None:
        return None
    _take(clause, [*stones, *needs])
    return Evolve(step[0], "into", "needs", target=step[1], yes_no=True, needed=EvolvesBy("item"),
                  scope=clause.scope())  # fmt: skip


#: A stone spoken of, and not asked for.
_PLAIN = frozenset(word_list("plain"))


def _is_asked(clause: Clause) -> bool:
    """Is it a question of yes or no? A stone that is only spoken of asks for none."""
    return clause.is_yes_no() or (
        clause.language != "en" and bool(clause.find("yn", "yn") or clause.find("neg", "negyn"))
    )


def _condition(clause: Clause, mon: Mon, needs: list[int]) -> Query | None:
    """A time of day, a place, a rain or a friendship, of one that evolves or is evolved by it."""
    words = [i for i in clause.find("evolveby") if any(clause.at(i, "evolveby", one) for one in _CONDITIONS)]
    happy = clause.find("attr", "happiness")
    times = clause.find("wh", "when") if not words else []
    verbs = clause.find("ev", "bare", "into", "from")
    asks = clause.find("wh") or clause.is_yes_no() or clause.find("bool", "or")
    if any(word in clause.tokens[i].text.casefold() for i in happy for word in _BASE) or not asks:
        return None
    found = {one for i in words for one in _CONDITIONS if clause.at(i, "evolveby", one)}
    found |= {"friendship"} if happy else set()
    rain = clause.find("weather", "rain")
    sky = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _WEATHER and needs]
    found |= {"rain"} if rain or sky else set()
    if times and not verbs and all(clause.tokens[i].text.casefold() in _TIMES for i in times):
        found |= {"day", "night"}
    if not found or (verbs and (not needs or clause.find("wh", "level", "item"))):
        return None
    if found == {"friendship"} and not (needs or verbs or clause.has("prep", "of")):
        return None  # 亲密度多少 asks for the base value
    if found == {"friendship"} and not needs and not any(t.text.casefold() == "for" for t in clause.tokens):
        return None
    step = _step(clause, mon, found)
    if step is None:
        return None
    asks_what = clause.has("wh", "which", "what", "level", "how")  # "which weather do I need, and at what level?"
    _take(clause, [*words, *happy, *times, *rain, *sky, *needs, *verbs, *clause.find("bool", "or"), *clause.find("wh")])
    one = next(iter(found))
    if clause.is_yes_no() and not asks_what and not clause.has("bool", "or") and len(found) == 1:
        way: EvolutionWay = next(way for way in get_args(EvolutionWay) if way == one)
        return Evolve(step[0], "into", "needs", target=step[1], yes_no=True, needed=EvolvesBy(way),
                      scope=clause.scope())  # fmt: skip
    return Evolve(step[0], "into", "how", target=step[1], scope=clause.scope())


#: What asks for the weather.
_WEATHER = frozenset(word_list("weather"))
#: What asks for the time of day.
_TIMES = frozenset(word_list("evolve-told/times"))


def _step(clause: Clause, mon: Mon, ways: set[str] | None = None) -> tuple[Mon, Mon | None] | None:
    """What evolves and what it becomes: what the Pokémon comes from, else the Pokémon itself; by one of these ways."""
    into = clause.dataset.evolutions_from(mon.pokemon_id)
    before = clause.dataset.evolutions_to(mon.pokemon_id)
    kinds = [way for way in get_args(EvolutionWay) if ways is not None and way in ways]
    fits = [any(ways is None or any(fits_way(row, EvolvesBy(kind)) for kind in kinds) for row in rows)
            for rows in (into, before)]  # fmt: skip
    if fits[0] and into:
        return mon, None
    if not before or (ways is not None and not fits[1]):
        return None
    pokemon = clause.dataset.pokemon[before[0].from_pokemon_id]
    return Mon(pokemon.species_id, pokemon.id, not pokemon.is_default), mon


def _take(clause: Clause, found: list[int]) -> None:
    """Explains the words of a question, and what may stand around them."""
    clause.take(*found, *clause.mons(), *clause.find("prep"), *clause.find("aux"), *clause.find("pron"))
    clause.take(*clause.find("neg", "negyn"), *clause.find("exist"))
    clause.take(*clause.find("require"), *clause.find("oblige"), *clause.find("suppose"), *clause.find("itemuse"))
    clause.take(*clause.find("adv", "only"), *clause.find("grant"), *clause.find("owning"), *clause.find("passive"))
