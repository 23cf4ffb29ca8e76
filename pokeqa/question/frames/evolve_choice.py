"""Evolution questions that put something up for choice: which of two takes an item, of which sex, which is earlier."""

from __future__ import annotations

from ..algebra import Check, Compare, Evolve, EvolvesBy, IsA, Mon, Query, RelativeOf
from ..clause import Clause
from ..word_lists import word_list
from .evolve_sides import sexes
from .evolve_unsaid import leads_to

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "vg", "nature", "egg_group", "number", "learn", "breed",
           "lang", "attr")  # fmt: skip
_PAIR = 2
_EARLIER = frozenset(word_list("earlier"))
_LATER = frozenset(word_list("evolve-choice/later"))


def item_choice(clause: Clause) -> Query | None:
    """ "Is it Slowbro or Slowking that needs the King's Rock?", 呆壳兽和呆呆王哪个需要王者之证: how that one comes."""
    mons, items = clause.mons(), clause.find("item")
    if len(mons) != _PAIR or len(items) != 1 or any(map(clause.has, _OTHERS)) or clause.has("neg"):
        return None
    asks = clause.find("bool", "or") or clause.find("wh", "which", "who") or clause.find("whoami")
    item = clause.value(items[0], "item")
    dataset = clause.dataset
    steps: list[tuple[Mon, Mon | None]] = []
    for one in (clause.mon(i) for i in mons):
        for way in dataset.evolutions_to(one.pokemon_id):
            if item in (way.item_id, way.held_item_id):
                before = dataset.pokemon[way.from_pokemon_id]
                steps.append((Mon(before.species_id, before.id, not before.is_default), one))
        if any(item in (way.item_id, way.held_item_id) for way in dataset.evolutions_from(one.pokemon_id)):
            steps.append((one, None))
    steps = list(dict.fromkeys(steps))
    if not asks or len(steps) != 1:
        return None
    clause.take(*mons, *items, *asks, *clause.find("wh"), *clause.find("require"), *clause.find("oblige"))
    clause.take(*clause.find("ev"), *clause.find("itemuse"), *clause.find("pron"), *clause.find("aux"))
    clause.take(*clause.find("evolveby"), *clause.find("bool"), *clause.find("prep"), *clause.find("wish"))
    clause.take(*clause.find("grant"), *clause.find("list"), *clause.find("carry"), *clause.find("mu", "effect:def"))
    start, end = steps[0]
    return Evolve(start, "into", "how", target=end, item_id=item)


def item_result(clause: Clause) -> Query | None:
    """ "Eevee + Water Stone = ?", "is Glaceon from an Ice Stone now?": an item and what it has to do with a Pokémon."""
    mons, items = clause.mons(), clause.find("item")
    if len(mons) != 1 or len(items) != 1 or any(map(clause.has, _OTHERS)) or clause.has("neg"):
        return None
    mon, item = clause.mon(mons[0]), clause.value(items[0], "item")
    words = (
        clause.find("op", "eq") + clause.find("outcome") + clause.find("beaten", "get") + clause.find("prep", "getv")
    )
    if clause.is_yes_no():
        befores = [w for w in clause.dataset.evolutions_to(mon.pokemon_id) if item in (w.item_id, w.held_item_id)]
        if not befores or not clause.has("prep", "from") or clause.has("wild") or clause.has("meet"):
            return None
        before = clause.dataset.pokemon[befores[0].from_pokemon_id]
        clause.take(*mons, *items, *clause.find("prep"), *clause.find("hist", "now"), *clause.find("ev"))
        start = Mon(before.species_id, before.id, not before.is_default)
        return Evolve(start, "into", "what", target=mon, yes_no=True, item_id=item)
    ways = clause.dataset.evolutions_from(mon.pokemon_id)
    if not words or not any(item in (way.item_id, way.held_item_id) for way in ways):
        return None
    clause.take(*mons, *items, *words, *clause.find("wh", "what", "which", "who"), *clause.find("grant"))
    clause.take(*clause.find("pron"), *clause.find("itemuse"), *clause.find("prep"), *clause.find("bool"))
    clause.take(*clause.find("suppose"), *clause.find("aux"), *clause.find("sumword"))
    return Evolve(mon, "into", "what", item_id=item)


def form_decided(clause: Clause) -> Query | None:
    """ "What decides Toxtricity's form?": of one whose form its evolution decides, how each comes about."""
    mons, forms = clause.mons(), clause.find("noun", "form") + clause.find("attr", "forms")
    hows = [i for i in clause.find("wh", "how") if "decide" in clause.tokens[i].text or "决定" in clause.tokens[i].text]
    hows = hows or (
        clause.find("wh", "how", "what") if any(t.text.casefold() in _DECIDES for t in clause.tokens) else []
    )
    if len(mons) != 1 or not forms or not hows or clause.is_yes_no() or any(map(clause.has, _NO_FORMS)):
        return None
    mon = clause.mon(mons[0])
    befores = [way.from_pokemon_id for way in clause.dataset.evolutions_to(mon.pokemon_id)]
    start = clause.dataset.pokemon[befores[0] if befores else mon.pokemon_id]
    ends = {way.to_pokemon_id for way in clause.dataset.evolutions_from(start.id)}
    species = {clause.dataset.pokemon[one].species_id for one in ends}
    if len(ends) < _PAIR or len(species) != 1:
        return None
    clause.take(*mons, *forms, *hows, *clause.find("pron"), *clause.find("aux"), *clause.find("ev"))
    clause.take(*(i for i, token in enumerate(clause.tokens) if token.text.casefold() in _DECIDES))
    return Evolve(Mon(start.species_id, start.id, not start.is_default), "into", "how")


_DECIDES = frozenset(word_list("decides"))
_NO_FORMS = tuple(tag for tag in _OTHERS if tag != "attr")


def sex_choice(clause: Clause) -> Query | None:
    """ "Kirlia: male or female for Gallade?", "does gender matter for Burmy's evolution?": how the sexes evolve."""
    mons = clause.mons()
    others = tuple(tag for tag in _OTHERS if tag != "attr")
    if not 0 < len(mons) <= _PAIR or any(map(clause.has, others)) or clause.has("neg"):
        return None
    words = clause.find("attr", "gender-ratio")
    if any(i not in words for i in clause.find("attr")):
        return None
    start = clause.mon(mons[0])
    end = clause.mon(mons[1]) if len(mons) == _PAIR else None
    if end is not None and not leads_to(clause, start, end):
        start, end = end, start
        if not leads_to(clause, start, end):
            return None
    ways = clause.dataset.evolutions_from(start.pokemon_id)
    by_sex = any(way.gender for way in ways)
    said = sexes(clause)
    matters = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _MATTERS]
    offered = len(said) == _PAIR and (clause.has("bool", "or") or clause.has("contrast"))
    if not (offered or (words and (matters or clause.has("deciding")))):
        return None
    claimed = bool(matters) and clause.is_yes_no()
    if (end is None and not clause.has("ev")) or not (by_sex or (ways and claimed)):
        return None
    clause.take(*mons, *words, *matters, *clause.find("deciding"), *clause.find("ev"), *clause.find("wh"))
    clause.take(*clause.find("bool"), *clause.find("prep"), *clause.find("contrast", "differences"))
    clause.take(*clause.find("require"), *clause.find("oblige"), *clause.find("exist"), *clause.find("aux"))
    clause.take(
        *clause.find("pron"), *clause.find("suits"), *clause.find("sex"), *clause.find("evolveby", "male", "female")
    )
    if claimed and not by_sex:  # "No: Pikachu evolves with a Thunder Stone", of whatever sex
        return Evolve(start, "into", "needs", target=end, yes_no=True, needed=EvolvesBy("female"))
    return Evolve(start, "into", "how", target=end, yes_no=claimed)


_MATTERS = frozenset(word_list("matters"))


def move_times(clause: Clause) -> Query | None:
    """ "How many times must Primeape use Rage Fist to evolve?": how one evolves that does so by this move."""
    mons, moves, verbs = clause.mons(), clause.find("move"), clause.find("ev")
    counts = clause.find("times", "count") + clause.find("wh", "howmany")
    if not 0 < len(mons) <= _PAIR or len(moves) != 1 or not counts or not verbs:
        return None
    start, move = clause.mon(mons[0]), clause.value(moves[0], "move")
    ways = clause.dataset.evolutions_from(start.pokemon_id)
    if not any(move in (way.used_move_id, way.known_move_id) for way in ways):
        return None
    clause.take(*mons, *moves, *counts, *verbs, *clause.find("itemuse"), *clause.find("learn"), *clause.find("require"))
    clause.take(*clause.find("oblige"), *clause.find("aux"), *clause.find("times"), *clause.find("suppose"))
    clause.take(*clause.find("hist", "past"), *clause.find("pron"), *clause.find("wish"))
    return Evolve(start, "into", "how", target=clause.mon(mons[1]) if len(mons) == _PAIR else None)


def earlier_evolution(clause: Clause) -> Query | None:
    """ "Which evolves earlier, Bulbasaur or Squirtle?", 迷你龙和幼基拉斯谁进化更早: the levels against each other."""
    mons, verbs = clause.mons(), clause.find("ev", "bare")
    texts = [token.text.casefold() for token in clause.tokens]
    words = [i for i, text in enumerate(texts) if text in _EARLIER | _LATER]
    levels = clause.find("wh", "level")
    high = [i for i in clause.find("cmp") if levels and (i + 1 in levels or i - 1 in levels)]
    if len(mons) != _PAIR or not verbs or len(words) + len(high) != 1 or clause.has("neg") or clause.is_yes_no():
        return None
    if words:
        later = texts[words[0]] in _LATER
    elif clause.at(high[0], "cmp", ":gt", ":lt"):
        later = clause.at(high[0], "cmp", ":gt")
    else:
        return None
    if not (clause.has("bool") or clause.has("wh", "which", "who")):
        return None
    clause.take(*mons, *verbs, *words, *high, *levels, *clause.find("bool"), *clause.find("wh"), *clause.find("prep"))
    clause.take(*clause.find("pron"), *clause.find("aux"), *clause.find("adv"))
    pair = (clause.mon(mons[0]), clause.mon(mons[1]))
    return Compare(pair, "evolution-level", "max" if later else "min")


def one_and_the_same(clause: Clause) -> Query | None:
    """皮卡丘和雷丘是同一只宝可梦吗, ニドラン♀とニドラン♂は同じポケモン?, 阿勃梭鲁和阿柏蛇是一家吗."""
    mons = clause.mons()
    if len(mons) != _PAIR or clause.has("wh") or clause.has("neg", "neg"):
        return None
    first, second = (clause.mon(i) for i in mons)
    kin = clause.find("relation")
    line = clause.dataset.species
    if kin and clause.is_yes_no() and line[first.species_id].chain_id != line[second.species_id].chain_id:
        clause.take(*mons, *kin, *clause.find("ev"), *clause.find("pron"), *clause.find("bool"), *clause.find("aux"))
        clause.take(*clause.find("neg", "negyn"), *clause.find("shares", "same"))
        return Check(first, RelativeOf("line", second))
    same = clause.find("shares", "same")
    before = clause.find("ev", "pre", "family")
    if same and before and clause.is_yes_no() and not any(map(clause.has, ("attr", "type", "ability", "move"))):
        clause.take(*mons, *same, *before, *clause.find("bool"), *clause.find("cmp", ":eq"), *clause.find("pron"))
        clause.take(*clause.find("aux"), *clause.find("prep"), *clause.find("neg", "negyn"))
        return Check(first, RelativeOf("line", second))
    one = clause.find("list", "one") + clause.find("noun", "pokemon")
    if (
        clause.language == "en"
        or len(same) != 1
        or not one
        or any(map(clause.has, ("attr", "type", "ability", "move")))
    ):
        return None
    clause.take(*mons, *same, *one, *clause.find("bool"), *clause.find("cmp", ":eq"), *clause.find("neg", "negyn"))
    clause.take(*clause.find("aux"), *clause.find("prep"))
    return Check(first, IsA(second))
