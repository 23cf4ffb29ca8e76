"""Evolution asked for without its verb: by a stone, by an item in hand, by "how do I get"."""

from __future__ import annotations

from typing import Any

from ..algebra import Evolve, Mon, Query, Search
from ..clause import Clause
from ..describe.evolving import way_of
from ..word_lists import word_list
from .evolve_line import before_all, either, nth_stage, through
from .evolve_sides import adjacent_word, sexes


def of_many(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """What is asked of none or of more than two."""
    of_line = _counted(clause, mons) or before_all(clause, mons, verbs) or through(clause, mons)
    return of_line or (either(clause, mons, verbs) if verbs else None) or got_from(clause, mons)


def _counted(clause: Clause, mons: list[int]) -> Query | None:
    """ "How many evolve by trade?", 有多少靠石头进化: of all Pokémon, where none is named."""
    many, verbs, ways = clause.find("wh", "howmany"), clause.find("ev", "bare"), clause.find("evolveby")
    if mons or len(many) != 1 or len(verbs) != 1 or not ways or len(clause.content()) != len({*many, *verbs, *ways}):
        return None
    listed = clause.has("wh", "which", "what", "who") or clause.has("noun", "pokemon")  # "which ..., and how many"
    way = None if listed else way_of(clause)
    if way is None:
        return None
    clause.take(*many, *verbs)
    return Search("pokemon", way, output="count")


def without_verb(clause: Clause, mons: list[int]) -> Query | None:
    """Evolution asked for without the word: by its stone, by an item in hand, by "how do I get"."""
    stones = clause.find("wh", "item")
    if len(mons) == 1 and stones:
        # "Which stone do I use on Magikarp?" asks how it evolves, "What item does Garchomp use?" does not.
        named = any("stone" in clause.tokens[i].text.casefold() or "石" in clause.tokens[i].text for i in stones)
        mon, data = clause.mon(mons[0]), clause.dataset
        after, before = data.evolutions_from(mon.pokemon_id), data.evolutions_to(mon.pokemon_id)
        given = clause.find("grant") + clause.find("beaten", "get") + clause.find("prep", "getv")
        made = bool(before) and (not after or (bool(given) and given[0] < mons[0]))  # "which stone gives me Flareon?"
        if not named and all(way.item_id is None and way.held_item_id is None for way in (before if made else after)):
            return None  # 可可多拉拿什么道具: one that it holds
        clause.take(*mons, *stones, *(clause.find("itemuse") if named else ()), *clause.find("prep"))
        # "which stone does it take", "should I use"
        clause.take(*((*clause.find("require"), *clause.find("suits")) if named or made else ()))
        clause.take(*((*given, *clause.find("wish"), *clause.find("pron")) if made else ()))
        ways = sexes(clause) if named and not made else ()
        return Evolve(mon, "from" if made else "into", "item", ways=ways, scope=clause.scope())
    if len(mons) == 1 and clause.content() == mons and clause.tokens[-1].text.casefold() == "to":
        clause.take(*mons)  # "Mantyke -> ?"
        return Evolve(clause.mon(mons[0]), "into", "what")
    babies = clause.find("cls", "baby")
    if len(mons) == 1 and len(babies) == 1 and clause.at(babies[0] + 2, "prep", "of") and babies[0] < mons[0]:
        clause.take(*mons, *babies, *clause.find("noun", "pokemon", "form"))  # "Baby Pokémon of Electabuzz?"
        return Evolve(clause.mon(mons[0]), "from", "first")
    if len(mons) == 1 and len(babies) == 1 and clause.has("wh", "what", "which", "who"):
        # "What is Snorlax's baby?", 卡比兽的宝宝是谁: what its line begins with.
        clause.take(*mons, *babies, *clause.find("noun", "form"))
        return Evolve(clause.mon(mons[0]), "from", "first")
    if len(mons) == 1 and clause.has("attr", "happiness") and clause.has("require"):
        # "What happiness does Golbat need?": what it evolves by, and no base value.
        clause.take(
            *mons, *clause.find("attr", "happiness"), *clause.find("require"), *clause.find("wh", "how", "howmuch")
        )
        return Evolve(clause.mon(mons[0]), "into", "how")
    if len(mons) == 2 and clause.at(mons[0] + 1, "prep", "to", "into") and mons[1] == mons[0] + 2:
        return _from_one_to_another(clause, mons)
    if len(mons) == 1 and (
        query := _requirements(clause, mons[0]) or _by_hits(clause, mons[0]) or _wanted(clause, mons[0])
    ):
        return query
    if len(mons) == 2 and clause.has("require") and _is_a_step(clause, mons) and not clause.is_yes_no():
        # "What move does Stantler need for Wyrdeer?": how the first becomes the second.
        clause.take(*mons, *clause.find("require"), *clause.find("wh"), *clause.find("noun", "move", "item"))
        clause.take(*clause.find("learn", "learn"), *clause.find("evolveby"))
        return Evolve(clause.mon(mons[0]), "into", "how", target=clause.mon(mons[1]))
    if len(mons) == 1 and (query := _given_item(clause, mons[0])) is not None:
        return query
    if len(mons) == _PAIR and (query := _can_be_had(clause, mons) or _between(clause, mons)) is not None:
        return query
    return (
        _made_into(clause, mons)
        or got_from(clause, mons)
        or _step_named(clause, mons)
        or nth_stage(clause, mons, clause.find("ev"))
    )


def _between(clause: Clause, mons: list[int]) -> Query | None:
    """ "What is between Dratini and Dragonite?", 迷你龙和快龙中间是谁: the line that both belong to."""
    words = [i for i, token in enumerate(clause.tokens) if token.text.casefold().startswith(_BETWEEN)]
    chains = {clause.dataset.species[clause.mon(i).species_id].chain_id for i in mons}
    if len(words) != 1 or len(chains) != 1 or clause.is_yes_no() or clause.has("contrast") or clause.has("cmp"):
        return None
    clause.take(*mons, *words, *clause.find("prep", "between"), *clause.find("noun", "pokemon", "form"))
    clause.take(*clause.find("attr", "name"), *clause.find("ev", "family"), *clause.find("stage", "middle"))
    clause.take(*clause.find("light"), *clause.find("stageword"), *clause.find("pron"))
    return Evolve(clause.mon(mons[0]), "family", "what")


_BETWEEN = word_list("evolve-unsaid/between")
_NAME_AND_LEVEL = 2
_PAIR = 2
#: What asks by itself for what an evolution takes.
_REQUIREMENTS = frozenset(word_list("requirements"))


def _requirements(clause: Clause, m: int) -> Query | None:
    """ "Umbreon requirements", 毽子草几级: of one that evolves or is evolved, and nothing else is said."""
    words = [i for i in clause.content() if i != m and not clause.at(i, "light")]
    asked = [i for i in words if clause.tokens[i].text.casefold() in _REQUIREMENTS]
    alone = len(clause.tokens) == _NAME_AND_LEVEL  # not 我的路卡利欧现在几级
    levels = [i for i in words if alone and clause.at(i, "wh", "level") and (i > m or clause.language == "en")]
    if not words or words not in (asked, levels):
        return None
    mon = clause.mon(m)
    if clause.dataset.evolutions_from(mon.pokemon_id):
        clause.take(m, *words, *clause.find("light"))
        return Evolve(mon, "into", "level" if levels else "how")
    if clause.dataset.evolutions_to(mon.pokemon_id):
        clause.take(m, *words, *clause.find("light"))
        return Evolve(mon, "from", "level" if levels else "how")
    return None


def _by_hits(clause: Clause, m: int) -> Query | None:
    """ "How many crits for Sirfetch'd?", 葱游兵要几次击中要害: of one that becomes another by critical hits."""
    hits, asked = clause.find("critical"), clause.find("wh", "howmany")
    asked += clause.find("times", "count") + clause.find("attr", "hits")
    if not hits or not asked or clause.is_yes_no() or clause.has("move"):
        return None
    mon, data = clause.mon(m), clause.dataset
    before = any(way.trigger == _BY_HITS for way in data.evolutions_to(mon.pokemon_id))
    starts = [w.from_pokemon_id for w in data.evolutions if w.trigger == _BY_HITS]
    own = [i for i in starts if i == mon.pokemon_id or (not mon.form_named
           and data.pokemon[i].species_id == mon.species_id)]  # fmt: skip
    if not (own or before):
        return None
    start = Mon(mon.species_id, own[0], form_named=not data.pokemon[own[0]].is_default) if own else mon
    clause.take(m, *hits, *asked, *clause.find("require"), *clause.find("wish"), *clause.find("oblige"))
    clause.take(*clause.find("prep"), *clause.find("exp"), *clause.find("aux"), *clause.find("grant"))
    clause.take(*clause.find("pron", "it"), *clause.find("inflict"))
    return Evolve(start, "into" if own else "from", "how")


#: How a source calls the way by critical hits.
_BY_HITS = "three-critical-hits"
#: What is counted before one is had.
_COINS = word_list("coins")


#: What is done for one to be had: 想要仙子伊布该怎么养.
_RAISED = frozenset(word_list("raised"))


def _wanted(clause: Clause, m: int) -> Query | None:
    """ "What do I need for Kingambit?", "how many coins for Gholdengo?", 我想要耿鬼，该怎么弄: how one is had."""
    needs = clause.find("require") + [i for i in clause.find("wish") if "need" in clause.tokens[i].text.casefold()]
    hows = clause.find("wh", "how")
    coins = [i for i in hows if any(coin in clause.tokens[i].text.casefold() for coin in _COINS)]
    wants = [
        i for i in hows if clause.tokens[i].text in ("怎么弄", "怎么搞", "怎么整", "咋整", "咋弄", "咋搞", "にするには")
    ]
    raised = [i + 1 for i in hows if i + 1 < len(clause.tokens) and clause.tokens[i + 1].text in _RAISED]  # 该怎么养
    wants += [k for i in raised for k in (i - 1, i)]
    asked = coins or wants or (clause.find("wh", "what") if needs and clause.at(m - 1, "prep", "of") else [])
    mon, data = clause.mon(m), clause.dataset
    onward = bool(coins) and not data.evolutions_to(mon.pokemon_id) and bool(data.evolutions_from(mon.pokemon_id))
    if not asked or clause.is_yes_no() or not (onward or data.evolutions_to(mon.pokemon_id)):
        return None
    clause.take(m, *asked, *needs, *clause.find("prep"), *(clause.find("suits") if wants else ()))
    clause.take(*clause.find("list"), *clause.find("wish"), *clause.find("light"))
    return Evolve(mon, "into" if onward else "from", "how")


def _from_one_to_another(clause: Clause, mons: list[int]) -> Query | None:
    """ "Rhydon to Rhyperior item": the step between two, by what is asked of it."""
    items = clause.find("wh", "item") or clause.find("noun", "item")
    levels = clause.find("wh", "level")
    hows = clause.find("wh", "how", "when")
    if not (items or levels or hows) and not _is_a_step(clause, mons):
        return None
    clause.take(*mons, *items, *levels, *hows, *clause.find("prep"))
    aspect: Any = "item" if items else "level" if levels else "how"
    return Evolve(clause.mon(mons[0]), "into", aspect, target=clause.mon(mons[1]))


def _made_into(clause: Clause, mons: list[int]) -> Query | None:
    """イーブイをブラッキーにするには: what is made of a Pokémon, by the particles behind the two."""
    if clause.language != "ja" or len(mons) != 2:
        return None
    made = [clause.tokens[m + 1].text if m + 1 < len(clause.tokens) else "" for m in mons]
    if made[0] not in ("を", "から") or not made[1].startswith("に") or not _is_a_step(clause, mons):
        return None
    clause.take(*mons, *clause.find("wh", "how", "when"), *clause.find("prep"), *clause.find("passive"))
    return Evolve(clause.mon(mons[0]), "into", "how", target=clause.mon(mons[1]))


def _is_a_step(clause: Clause, mons: list[int]) -> bool:
    """ "Galarian Yamask into Runerigus?": does the first become the second, and is nothing else said?"""
    start, end = clause.mon(mons[0]), clause.mon(mons[1])
    return any(way.to_pokemon_id == end.pokemon_id for way in clause.dataset.evolutions_from(start.pokemon_id))


def _step_named(clause: Clause, mons: list[int]) -> Query | None:
    """ "Which stone do I give Eevee to get Jolteon?": two of one line in either order, and what is asked."""
    items, levels = clause.find("wh", "item"), clause.find("wh", "level")
    asked = items or levels or clause.find("wh", "how", "when")
    between = [clause.at(i, "bool") for i in range(mons[0] + 1, mons[-1])]
    led = clause.find("prep", "getv") or clause.find("require") or clause.find("itemuse")
    if len(mons) != _PAIR or not asked or not led or any(between) or clause.is_yes_no():
        return None
    first, second = clause.mon(mons[0]), clause.mon(mons[1])
    start, end = (first, second) if leads_to(clause, first, second) else (second, first)
    if not leads_to(clause, start, end):
        return None
    clause.take(*mons, *asked, *led, *clause.find("require"), *clause.find("itemuse"), *clause.find("grant"))
    clause.take(*clause.find("prep"))
    aspect: Any = "item" if items else "level" if levels else "how"
    return Evolve(start, "into", aspect, target=end, ways=sexes(clause))


def _can_be_had(clause: Clause, mons: list[int]) -> Query | None:
    """ "I have a female Kirlia, can I get Gallade?": whether the one becomes the other, in either order."""
    words, said = clause.find("had"), sexes(clause)
    first, second = clause.mon(mons[0]), clause.mon(mons[1])
    start, end = (first, second) if leads_to(clause, first, second) else (second, first)
    if not words or clause.has("wh") or clause.has("meet") or not leads_to(clause, start, end):
        return None
    clause.take(*mons, *words, *clause.find("owning"), *clause.find("prep"), *clause.find("suppose"))
    clause.take(*clause.find("pron", "it"), *clause.find("require"))
    return Evolve(start, "into", "what", target=end, yes_no=True, ways=said)


def leads_to(clause: Clause, start: Mon, end: Mon) -> bool:
    """Does the first become the second in the end?"""
    reached, open_ones = set[int](), [start.pokemon_id]
    while open_ones:
        new = [way.to_pokemon_id for way in clause.dataset.evolutions_from(open_ones.pop())]
        open_ones += [one for one in new if one not in reached]
        reached.update(new)
    return any(clause.dataset.pokemon[one].species_id == end.species_id for one in reached)


def _given_item(clause: Clause, m: int) -> Query | None:
    """ "What do you get when a Snorunt is given a Dawn Stone?": what an item makes of a Pokémon."""
    items = clause.find("item")
    used = clause.find("itemuse") or (clause.find("serves") + clause.find("mu", "effect:att")) * clause.is_yes_no()
    if len(items) != 1 or not used:
        return None
    if clause.is_yes_no():
        return _usable(clause, m, items[0])
    told = clause.find("outcome")  # "If I trade my Onix holding a Metal Coat, what happens?"
    if not (clause.has("wh", "what", "which", "who") or told):
        return None
    clause.take(
        *told,
        m,
        *items,
        *clause.find("itemuse"),
        *clause.find("suppose"),
        *clause.find("evolveby"),
        *clause.find("prep"),
    )
    clause.take(*clause.find("wh", "when"))
    return Evolve(clause.mon(m), "into", "what", item_id=clause.value(items[0], "item"))


def _usable(clause: Clause, m: int, i: int) -> Query | None:
    """ "Can I use a Thunder Stone on Eevee?", 美丽鳞片对丑丑鱼有用吗: whether this one evolves with it."""
    item, dataset = clause.value(i, "item"), clause.dataset
    held = any(way.held_item_id == item for way in dataset.evolutions_from(clause.mon(m).pokemon_id))
    if not held and all(way.item_id != item for way in dataset.evolutions):
        return None
    clause.take(*clause.find("serves"), *clause.find("mu", "effect:att"))
    clause.take(m, i, *clause.find("itemuse"), *clause.find("prep"), *clause.find("neg", "negyn"))
    return Evolve(clause.mon(m), "into", "can", yes_no=True, item_id=item)


def got_from(clause: Clause, mons: list[int]) -> Query | None:
    """ "What's the way to get Gengar from Haunter?": the second evolves into the first."""
    met = [i for i in clause.find("meet") if clause.tokens[i].text.casefold().startswith("get")]  # "get a Sylveon"
    met += clause.find("had") if clause.has("wh", "how") else []  # "How can I get an Alolan Marowak?"
    if len(mons) not in (1, 2) or not (clause.has("prep", "getv") or met):
        return None
    how = clause.find("wh", "how", "when", "level")
    if not how:
        return None
    if len(mons) == 2:
        if not clause.at(adjacent_word(clause, mons[1], -1), "prep", "from"):
            return None
        clause.take(*mons, *how, *met)
        return Evolve(clause.mon(mons[1]), "into", "how", target=clause.mon(mons[0]))
    mon = clause.mon(mons[0])
    if clause.dataset.evolutions_to(mon.pokemon_id):
        # "How do I get Umbreon?": one that evolves is had by evolving.
        clause.take(*mons, *how, *met)
        return Evolve(mon, "from", "how")
    return None
