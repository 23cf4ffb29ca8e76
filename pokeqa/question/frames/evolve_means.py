"""What an evolution is brought about by, told by the deed: a trade with something held, a walk; and what one was."""

from __future__ import annotations

from ...pokedex.model import Evolution
from ..algebra import Evolve, EvolvesBy, Mon, Query
from ..clause import Clause
from ..describe import way_of
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "mu", "gen", "vg", "neg", "region")
_OTHERWISE = ("type", "move", "ability", "cmp", "sup", "mu", "number", "attr", "egg_group", "formkind", "look")
#: Words of an Egg, whose steps are others.
_EGGS = word_list("eggs")


def by_means(clause: Clause) -> Query | None:
    """ "What does Scyther hold while it is traded?", "does Pawmo need to walk with me", "what was Mr. Rime before?"."""
    mons = clause.mons()
    if len(mons) != 1 or any(map(clause.has, _OTHERS)):
        return None
    return _traded_with(clause, mons[0]) or _walked(clause, mons[0]) or _was_before(clause, mons[0])


def of_brood(clause: Clause) -> Query | None:
    """ "Which Eeveelutions don't use stones?", "Eeveelutions by friendship": of what comes from one, by its way."""
    broods = clause.find("brood")
    if clause.mons() or len(broods) != 1 or clause.has("wh", "howmany") or any(map(clause.has, _OTHERWISE)):
        return None
    denied = clause.find("neg", "neg")
    stones = clause.find("wh", "item") + clause.find("noun", "item")
    how = clause.find("wh", "how")
    if how and (clause.has("prep", "getv") or clause.has("ev", "bare")) and not (denied or stones):
        clause.take(*broods, *how, *clause.find("ev", "bare"), *clause.find("pron"), *clause.find("list"))
        clause.take(*clause.find("each"), *clause.find("itemuse"))
        return Evolve(_of(clause, broods[0]), "into", "how", scope=clause.scope())
    if len(denied) > 1 or clause.is_yes_no() or any(_asks(clause, i) for i in stones):
        return None
    way = way_of(clause)
    if way is None and stones:
        stone = any(clause.tokens[i].text.casefold().rstrip("s").endswith(("stone", "石", "石头")) for i in stones)
        way = EvolvesBy("stone" if stone else "any-item")
        clause.take(*stones)
    if not isinstance(way, EvolvesBy):
        return None
    clause.take(*broods, *denied, *clause.find("itemuse"), *clause.find("require"), *clause.find("oblige"))
    clause.take(*clause.find("ev", "bare", "from", "into"), *clause.find("wh", "which", "what", "who"))
    clause.take(*clause.find("learn", "learn"), *clause.find("adv", "only"), *clause.find("list"))
    clause.take(*clause.find("prep"), *clause.find("aux"), *clause.find("passive"), *clause.find("evolveby"))
    clause.take(*clause.find("noun", "pokemon"), *clause.find("pron", "it"), *clause.find("beaten", "get"))
    subject = _of(clause, broods[0])
    if denied:
        return Evolve(subject, "into", "needs", negated=True, needed=way, scope=clause.scope())
    return Evolve(subject, "into", "what", ways=(way.way, *way.also), item_id=way.item_id, scope=clause.scope())


def _of(clause: Clause, i: int) -> Mon:
    """What all of a brood come from."""
    name = clause.value(i, "brood")
    species = next(one for one in clause.dataset.species.values() if one.identifier == name)
    return Mon(species.id, species.default_pokemon_id)


def _asks(clause: Clause, i: int) -> bool:
    """Is an item asked for ("which stone"), and not spoken of ("a stone")?"""
    text = clause.tokens[i].text.casefold()
    return text.startswith(("which", "what", "什么", "哪", "啥")) or clause.at(i - 1, "wh", "which", "what")


def _step(clause: Clause, mon: Mon, ways: list[Evolution]) -> tuple[Mon, Mon | None] | None:
    """What evolves in one of these ways, and what into if it is asked for by that; None where it is neither."""
    if any(way.from_pokemon_id == mon.pokemon_id for way in ways):
        return mon, None
    before = [way for way in ways if way.to_pokemon_id == mon.pokemon_id]
    if not before:
        return None
    pokemon = clause.dataset.pokemon[before[0].from_pokemon_id]
    return Mon(pokemon.species_id, pokemon.id, not pokemon.is_default), mon


def _traded_with(clause: Clause, m: int) -> Query | None:
    """何を持たせて交換, 交换时要带什么, "Feebas trade item": the item that is held, of one that evolves by a trade."""
    trades = clause.find("evolveby", "trade")
    held = [i for tag in ("carry", "grant", "itemuse", "inflict", "beaten", "aux") for i in clause.find(tag)]
    asked = clause.find("wh", "item") or (clause.find("wh", "what") if held else []) or clause.find("noun", "item")
    partner = not asked and _other_of_trade(clause, m)
    if not trades or not (asked or partner) or clause.has("ev"):
        return None
    step = _step(clause, clause.mon(m), [way for way in clause.dataset.evolutions if way.trigger == "trade"])
    if step is None:
        return None
    clause.take(m, *trades, *asked, *held, *clause.find("wh", "what", "which", "when"), *clause.find("noun", "item"))
    clause.take(*clause.find("require"), *clause.find("oblige"), *clause.find("pron", "it"), *clause.find("prep"))
    clause.take(*clause.find("suppose"), *clause.find("hist", "past"), *clause.find("ev"), *clause.find("owning"))
    clause.take(*clause.find("passive"), *clause.find("had"), *clause.find("wish"))
    clause.take(*clause.find("suits"))  # "what should it hold"
    if partner:
        return Evolve(step[0], "into", "how", target=step[1])
    return Evolve(step[0], "into", "item", target=step[1], ways=() if step[1] else ("trade",))


def _other_of_trade(clause: Clause, m: int) -> bool:
    """ "What do I trade Karrablast with?": of one that is traded for another one."""
    one = clause.mon(m).pokemon_id
    ways = (*clause.dataset.evolutions_from(one), *clause.dataset.evolutions_to(one))
    return clause.has("wh", "what", "who", "which") and any(way.trade_species_id for way in ways)


def _walked(clause: Clause, m: int) -> Query | None:
    """ "How many steps does Pawmo walk to evolve?", 布土拨要走多少步才进化: of one that evolves by its steps."""
    walks = clause.find("walk")
    counted = clause.find("attr", "hatch") + clause.find("egg", "steps")
    verbs = clause.find("ev", "bare", "into")
    if not walks and not (counted and verbs):
        return None
    if any(word in clause.tokens[i].text.casefold() for i in counted for word in _EGGS) or clause.has("noun", "egg"):
        return None
    step = _step(clause, clause.mon(m), [way for way in clause.dataset.evolutions if way.steps])
    if step is None:
        return None
    clause.take(m, *walks, *counted, *verbs, *clause.find("wh"), *clause.find("require"), *clause.find("oblige"))
    clause.take(*clause.find("ownplace"), *clause.find("pron"), *clause.find("prep"), *clause.find("owning"))
    clause.take(*clause.find("suppose"), *clause.find("aux"), *clause.find("neg", "negyn"), *clause.find("team"))
    clause.take(*clause.find("passive"), *clause.find("grant"))
    return Evolve(step[0], "into", "how", target=step[1])


def _was_before(clause: Clause, m: int) -> Query | None:
    """ "What was Mr. Rime before?", 踏冰人偶以前是谁: what it evolves from."""
    words = clause.find("hist", "past")
    asked = clause.find("wh", "what", "which", "who")
    if len(words) != 1 or not asked or clause.has("ev"):
        return None
    if any(clause.at(i, "attr") or clause.at(i, "edition") or clause.at(i, "lang") for i in range(len(clause.tokens))):
        return None
    is_it = clause.has("aux", "be") or "to be" in clause.tokens[words[0]].text or "是" in clause.tokens[words[0]].text
    mon = clause.mon(m)
    if not is_it or not clause.dataset.evolutions_to(mon.pokemon_id):
        return None
    clause.take(m, *words, *asked, *clause.find("noun", "pokemon", "form"), *clause.find("pron", "it"))
    return Evolve(mon, "from", "what")
