"""What wild Pokémon carry."""

from __future__ import annotations

from ..algebra import Query
from ..carrying import WildItem
from ..clause import Clause
from ..word_lists import word_list


def wild_item(clause: Clause) -> Query | None:
    """ "What might a wild Chansey be holding?", 哪些野生宝可梦会带吃剩的东西: items and their carriers.

    Without a word for the wild such a question is about what a player should let it hold, or about an evolution.
    """
    wild = clause.find("wild")
    mons, items = clause.mons(), clause.find("item")
    if not (wild or _carried_by_nature(clause) or _asked_by_chance(clause) or _carried_when_caught(clause)):
        return None
    if len(mons) > 1 or len({clause.value(i, "item") for i in items}) > 1 or clause.is_negated():
        return None
    carries = [*clause.find("carry"), *clause.find("evolveby", "held-item")]
    nouns = [*clause.find("noun", "item"), *clause.find("wh", "item")]
    nouns += clause.find("evolveby", "item") if wild and not clause.has("ev") else []  # "come with an item"
    nouns = [i for i in nouns if i not in items]
    if items and wild:
        carries += [i for i in clause.find("prep") if clause.tokens[i].text.casefold() == "from"]
    if items and wild and not mons:  # "which wild Pokémon has one?", 该抓哪只野生宝可梦
        carries += clause.find("aux", "have") or clause.find("catch", "catch")
    stealing = _stealing_moves(clause)
    carries += stealing
    sources = [*clause.find("carry-from"), *clause.find("attr", "locations")] if items else []
    chances = [*clause.find("catch", "chance"), *clause.find("attr", "chance"), *clause.find("share")]
    chances += [*clause.find("sex", "often"), *clause.find("adv", "always")]
    if not carries and not sources and not (mons and (nouns or (items and chances))):
        return None
    if not mons and not items:
        return None
    counted = clause.find("wh", "howmany")
    if counted and mons:
        return None  # with the items of a Pokémon their chances are told
    games = clause.find("noun", "game")
    yes_no = clause.is_yes_no()
    scope = clause.games()
    clause.take(*wild, *mons, *items, *carries, *nouns, *sources, *games, *counted)
    clause.take(*chances, *clause.find("exist"), *clause.find("list"), *clause.find("neg", "negyn"))
    clause.take(*clause.find("wh", "where") if items and not mons else ())
    clause.take(*clause.find("catch", "catch"), *clause.find("meet", "meet"), *clause.find("suppose"))
    if stealing:
        clause.take(*clause.find("wh", "when"), *clause.find("beaten", "get"), *clause.find("foe"))
        clause.take(*clause.find("itemuse"), *clause.find("suits"), *clause.find("wish"))
    clause.take(*clause.find("inflict"), *_strengthening(clause, nouns))
    if chances:
        clause.take(*clause.find("wh", "howmuch", "how"), *clause.find("percent"))
    item = clause.value(items[0], "item") if items else None
    if not mons:
        return WildItem(None, item, "count" if counted else "list", scope)
    mon = clause.mon(mons[0])
    if item is None:
        return WildItem(mon, None, "any" if yes_no and not clause.has("wh") else "list", scope)
    return WildItem(mon, item, "check" if yes_no and not chances else "chance", scope)


#: Taken from one that has it: 想刷金属粉,该偷谁.
_STOLEN = frozenset(word_list("stolen"))
#: Moves that do so.
_STEALING = frozenset(word_list("stealing-moves"))
#: Verbs by which a Pokémon has an item with it by itself.
_BY_ITSELF = word_list("by-itself")


def _carried_by_nature(clause: Clause) -> bool:
    """小磁怪会携带金属膜吗, "who carries a Metal Coat?", "what item does Chansey hold?": the wild are meant.

    What somebody should hold, or what makes it evolve, is another question.
    """
    carries = clause.find("carry")
    if any(map(clause.has, ("ev", "evolveby", "suits", "oblige", "require", "move", "ability", "nature", "outcome"))):
        return False
    said = [clause.tokens[i].text.casefold() for i in carries]
    if any(word.startswith(_BY_ITSELF) for word in said):
        return True
    if clause.language.startswith("zh") and clause.has("item") and clause.has("wh", "who") and not clause.mons():
        return bool(carries)  # 粗骨头是谁携带的
    if clause.language != "en" or not any(word.startswith(("hold", "carr", "come")) for word in said):
        return False
    if clause.mons():  # "what item does Chansey hold", "does Magnemite ever carry a Metal Coat"
        return (clause.tokens[0].has("wh") and clause.has("aux", "do")) or clause.tokens[0].has("aux", "do")
    return clause.has("item") and (clause.has("wh", "who") or clause.has("noun", "pokemon")) and clause.has("wh")


def _carried_when_caught(clause: Clause) -> bool:
    """ "If I catch a Luvdisc, what could it be carrying?": a caught one has what it had in the wild."""
    if any(map(clause.has, ("ev", "evolveby", "suits", "oblige", "ball", "move", "ability", "nature", "item"))):
        return False
    return bool(clause.mons()) and clause.has("catch", "catch") and clause.has("carry") and clause.has("wh")


def _stealing_moves(clause: Clause) -> list[int]:
    """ "When using Thief on a wild Shellder": moves that take what somebody holds."""
    if not (clause.has("wild") or (clause.has("item") and clause.has("noun", "pokemon"))) or clause.has("learn"):
        return []
    moves = clause.dataset.moves
    return [i for i in clause.find("move") if moves[clause.value(i, "move")].identifier in _STEALING]


def _asked_by_chance(clause: Clause) -> bool:
    """爱心鱼带心之鳞片的概率, 抓什么宝可梦能拿到幸运蛋: a chance, or catching, is of wild ones."""
    if any(map(clause.has, ("ev", "evolveby", "oblige", "ball", "ability", "nature", "outcome", "hpstate"))):
        return False
    if _stealing_moves(clause):
        return True  # "with Thief I want an Absorb Bulb, which Pokémon should I target?"
    chance = clause.has("attr", "chance") or clause.has("catch", "chance")
    stolen = any(clause.tokens[i].text.casefold() in _STOLEN for i in clause.find("carry-from"))
    caught = (clause.has("catch", "catch") and clause.has("carry-from")) or stolen
    farmed = clause.has("effort", "give") and clause.has("aux", "have") and len(clause.mons()) == 1
    if farmed and clause.has("item") and clause.is_yes_no():
        return True  # "farming big pearls, would Clamperl have one"
    if clause.has("suits") and not stolen:
        return False
    kind = clause.has("noun", "pokemon") or clause.has("wh", "who", "which")
    kind = kind or (clause.language == "en" and clause.has("wh", "what"))  # "what do I catch to obtain a Light Ball"
    return clause.has("item") and ((chance and clause.has("carry") and bool(clause.mons())) or (caught and kind))


def _strengthening(clause: Clause, nouns: list[int]) -> list[int]:
    """强化道具, "boosting item": what all such items do, said of the item that is asked for."""
    return [i for i in (*clause.find("stages"), *clause.find("bend")) if i + 1 in nouns]
