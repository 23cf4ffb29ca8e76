"""What an evolution cannot do without: "can Feebas evolve without trading?", "does Onix need to be traded?"."""

from __future__ import annotations

from ..algebra import Evolve, EvolvesBy, Mon, Query
from ..clause import Clause, is_negative_auxiliary
from ..describe import way_of
from ..word_lists import word_list
from .evolve_sides import sides
from .evolve_unsaid import leads_to

#: Two names are what evolves and what it becomes.
_STEP = 2
#: Chinese for "only then": 是公的才能进化.
_ONLY_THEN = frozenset(word_list("only-then"))
#: Negations that say without what.
_WITHOUT = frozenset(word_list("without"))


def evolve_needs(clause: Clause) -> Query | None:
    """ "Can Pikachu evolve without a Thunder Stone?", 鬼斯通不通信交换能进化吗, "must Kirlia be male?"."""
    mons = clause.mons()
    if not 0 < len(mons) < 3 or clause.has("number") or clause.has("cmp") or clause.has("sup") or clause.has("mu"):
        return None
    without = [i for i in clause.find("neg", "neg") if _is_without(clause.tokens[i].text.casefold())]
    needs = clause.find("require") + clause.find("oblige")
    needs += [i for i, token in enumerate(clause.tokens) if token.text in _ONLY_THEN]
    needs += [i for i in clause.find("wish") if clause.at(i - 1, "aux", "do")]  # "do I need a Dusk Stone"
    denied = [i for i in clause.find("neg", "neg") if is_negative_auxiliary(clause.tokens[i].text)]
    only = clause.find("adv", "only")
    uses = clause.has("itemuse") and clause.has("wh", "item")  # "which Eevee evolutions use stones"
    asks_how = clause.find("wh", "how")
    yes_no = clause.is_yes_no()
    yes_no = yes_no or (clause.has("had") and not clause.has("wh"))  # "I have a Haunter ..., can I still get Gengar?"
    if not yes_no and not asks_how and clause.has("wh", "which", "what", "who") and (needs or without or uses):
        return _which(clause, mons, without or denied, needs)
    if len(without) > 1 or not (without or (yes_no and (needs or only))) or (not yes_no and not asks_how):
        return None
    if any(not clause.at(i, "evolveby") for i in clause.find("ev", "pre", "family", "final", "first", "stage", "baby")):
        return None
    verbs = clause.find("ev", "into", "bare")
    got = (
        bool(without) and not verbs and (clause.has("prep", "getv") or clause.has("had"))
    )  # "how do you get Umbreon without trading"
    if not verbs and not got and not _is_need(clause, needs):
        return None
    subject, target = _before(clause, mons) if got and len(mons) == 1 else _ends(clause, verbs, mons)
    if subject is None:
        return None
    if target is None and not verbs and len(mons) == 1 and not clause.dataset.evolutions_from(subject.pokemon_id):
        subject, target = _before(clause, mons)  # "does Leafeon need a Leaf Stone?": what becomes it
        if subject is None:
            return None
    way = _way(clause)
    if way is None:
        return None
    clause.take(*mons, *verbs, *without, *needs, *only, *asks_how, *clause.find("had"))
    if any(clause.tokens[i].text.startswith("除") for i in without):  # 除了交换还有别的办法进化吗
        clause.take(*clause.find("signature", "else"), *clause.find("bool", "and"), *clause.find("wh", "how"))
    clause.take(*clause.find("owning"))
    clause.take(*clause.find("prep"), *clause.find("aux"), *clause.find("exist"), *clause.find("neg", "negyn"))
    clause.take(*clause.find("passive", "by"), *clause.find("grant"))  # 怎么不用交换让鬼斯通进化
    clause.take(*clause.find("suppose"), *clause.find("pron"), *clause.find("ev", "post"), *clause.find("wh", "when"))
    return Evolve(subject, "into", "needs", target=target, yes_no=yes_no, negated=bool(without), scope=clause.scope(),
                  needed=way)  # fmt: skip


def _is_without(text: str) -> bool:
    """ "Without", 不用, "with nobody to" (trade with)."""
    return text in _WITHOUT or any(
        word in text
        for word in ("没人", "没有人", "朋友", "找不到人", "nobody", "no one", "no friends", "anyone", "anybody")
    )


def _which(clause: Clause, mons: list[int], denied: list[int], needs: list[int]) -> Query | None:
    """ "Which of Eevee's evolutions need a stone?", "... don't need an item": the evolutions that do, or do not."""
    verbs = clause.find("ev", "post", "bare", "into", "from")
    if len(mons) != 1 or len(verbs) != 1 or len(denied) > 1 or clause.has("ev", "pre", "family", "final"):
        return None
    way = _way(clause)
    if way is None:
        return None
    clause.take(*mons, *verbs, *denied, *needs)
    subject = clause.mon(mons[0])
    if denied:
        return Evolve(subject, "into", "needs", negated=True, needed=way, scope=clause.scope())
    return Evolve(subject, "into", "what", ways=(way.way,), item_id=way.item_id, scope=clause.scope())


def _is_need(clause: Clause, needs: list[int]) -> bool:
    """ "Does Haunter need to be traded?", "... need a Fire Stone?": only an evolution needs that."""
    used = {item for way in clause.dataset.evolutions for item in (way.item_id,) if item is not None}
    mons = clause.mons()
    own = clause.dataset.evolutions_from(clause.mon(mons[0]).pokemon_id) if mons else ()
    if len({way.to_pokemon_id for way in own}) == 1:
        used |= {way.held_item_id for way in own if way.held_item_id is not None}
    stones = [i for i in clause.find("item") if clause.value(i, "item") in used]
    step = len(mons) == _STEP and any(  # "Does Kirlia have to be male for Gallade?"
        way.to_pokemon_id == clause.mon(mons[1]).pokemon_id
        for way in clause.dataset.evolutions_from(clause.mon(mons[0]).pokemon_id)
    )
    return bool(needs) and (clause.has("evolveby", "trade") or bool(stones) or (step and clause.has("evolveby")))


def _before(clause: Clause, mons: list[int]) -> tuple[Mon | None, Mon | None]:
    """What becomes the Pokémon that is to be had, and that Pokémon; the Pokémon itself, where it evolves by trade."""
    mon = clause.mon(mons[0])
    if clause.has("evolveby", "trade") and any(
        way.trigger == "trade" for way in clause.dataset.evolutions_from(mon.pokemon_id)
    ):
        return mon, None
    ways = clause.dataset.evolutions_to(clause.mon(mons[0]).pokemon_id) if len(mons) == 1 else ()
    if not ways:
        return None, None
    before = clause.dataset.pokemon[ways[0].from_pokemon_id]
    return Mon(before.species_id, before.id, not before.is_default), clause.mon(mons[0])


def _ends(clause: Clause, verbs: list[int], mons: list[int]) -> tuple[Mon | None, Mon | None]:
    """What evolves, and what into where that is said."""
    if not verbs:
        first, second = clause.mon(mons[0]), clause.mon(mons[1]) if len(mons) == _STEP else None
        turned = second is not None and leads_to(clause, second, first)  # "can I get Gengar from a Haunter"
        return (second, first) if turned else (first, second)
    before, after, kind = sides(clause, verbs, mons)
    return (before, after) if kind in ("into", "bare") else (None, None)


def _way(clause: Clause) -> EvolvesBy | None:
    """The one condition that is spoken of."""
    found = way_of(clause)
    if found is None:
        items = [i for i in (*clause.find("wh", "item"), *clause.find("noun", "item")) if _is_plain(clause, i)]
        if not items:
            return None
        clause.take(*items)
        stone = any(clause.tokens[i].text.casefold().rstrip("s").endswith(("stone", "石", "石头")) for i in items)
        found = EvolvesBy("stone" if stone else "any-item")  # an item may be held, too
    clause.take(*clause.find("itemuse"), *clause.find("noun", "item"))
    if not isinstance(found, EvolvesBy):
        return None
    if found.way == "held-item" and found.item_id is not None:
        return EvolvesBy("item", found.item_id)
    return found


def _is_plain(clause: Clause, i: int) -> bool:
    """Is an item spoken of and not asked for: "a stone", 进化石, and not "which stone"?"""
    text = clause.tokens[i].text.casefold()
    return not text.startswith(("which", "what", "什么", "哪", "啥")) and not clause.at(i - 1, "wh", "which", "what")
