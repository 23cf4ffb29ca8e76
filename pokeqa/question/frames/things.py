"""Attributes of things: moves, abilities, items, natures, types."""

from __future__ import annotations

from typing import get_args

from ...pokedex.model import STATS
from ..algebra import Facts, MoveAttribute, Query, Subject, Thing
from ..clause import Clause
from ..word_lists import word_list
from .attributes import attributes, measure_words, where_from
from .facts import asks_of_what_it_has

_MOVE = frozenset(get_args(MoveAttribute))
_OTHER = frozenset({"profile", "name", "generation", "effect", "members", "cost"})
#: Kinds of things in the order in which a name with several readings is taken.
#: How a name ends that says of itself that it is one of an egg group.
_GROUP = tuple(word_list("group-endings"))
_THINGS = ("move", "ability", "item", "nature", "egg_group", "type")


def thing_facts(clause: Clause) -> Query | None:
    """Attributes of a move, an ability, an item, a nature: "What type is the move Hypnosis?", 冲浪的威力."""
    clause.take(*_bearer(clause))
    came = [i for i in clause.find("ev", "from") if clause.tokens[i].text.casefold().startswith(("come", "came"))]
    if clause.mons() or (clause.has("ev") and not came) or clause.has("sup"):
        return None
    if len(clause.find("item")) > 1 or len(clause.find("ability")) > 1:
        clause.take(*(i for i in clause.find("mu") if clause.tokens[i].text.casefold() in ("vs", "versus")))
    compared = any(t.has("cmp") and t.has("attr", "accuracy") for t in clause.tokens)  # "more accurate"
    if compared or any(not clause.at(i, "attr") for i in clause.find("mu")):
        return None
    named: list[tuple[int, str]] = []
    for i in range(len(clause.tokens)):
        kind = _thing_at(clause, i)
        if kind is not None:
            named.append((i, kind))
    if not named or _asks_which_kind(clause, [i for i, _ in named]) or _is_foreign(clause, [i for i, _ in named]):
        return None
    if clause.is_yes_no() and any(kind == "move" for _, kind in named):
        named = [(i, kind) for i, kind in named if kind != "type"]  # "Is Surf a Water move?"
    kinds = {kind for _, kind in named}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    if kind == "egg_group" and _asks_for_members(clause, several=len(named) > 1):
        return None
    if _asks_for_pokemon(clause, kind, [i for i, _ in named]) or (kind != "type" and asks_of_what_it_has(clause)):
        return None
    clause.take(*(i for i, _ in named))
    if len(named) > 1 and clause.take_all("contrast", "differences"):
        clause.take(*clause.find("noun", kind), *clause.find("exist"), *clause.find("wh", "how"))
        return Facts(tuple(Thing(kind, clause.value(i, kind)) for i, _ in named), ("profile",))  # type: ignore[arg-type]
    language = None
    for i in clause.find("lang"):
        language = clause.value(i, "lang")
        clause.take(i)
        clause.take(*clause.find("wh", "how"))
    found = attributes(clause, _MOVE if kind == "move" else _OTHER)
    noun = {"move": "move", "ability": "ability", "item": "item", "nature": "nature", "egg_group": "egg"}.get(kind)
    had_noun = bool(noun and clause.take_all("noun", noun))
    said = kind == "egg_group" and not clause.find("noun", "pokemon", again=True)  # "What's in the Mineral group?"
    had_noun = had_noun or (said and clause.tokens[named[0][0]].text.casefold().endswith(_GROUP))
    clause.take(*clause.find("attr", "ability", "egg-group")) if kind in ("ability", "egg_group") else None
    found = found or _machines(clause, named)
    if kind == "type" and not found:
        found = where_from(clause, found)
    if kind == "type" and not language and found not in (["profile"], ["generation"]):
        return None
    if kind == "type":
        clause.take(*clause.find("noun", "type"), *clause.find("attr", "type"))
    if kind == "move" and clause.has("moveclass"):
        clause.take(*clause.find("moveclass"), *clause.find("bool", "or"))
        found = found or ["damage-class"]
    found = _effect_words(clause, kind, found)
    if len(named) == 1:
        clause.take(*(i for i in clause.find("pron", "it") if i > named[0][0]))
    if "effect" in found and clause.is_yes_no():
        return None  # "Do I need a Choice Scarf?"
    if not found and _asks_for_effect(clause, kind):
        found = ["effect"]
    measure_words(clause, found)
    if "generation" in found:
        clause.take(*came)
    found = where_from(clause, found)
    if language is not None:
        found = ["name", *(a for a in found if a not in ("name", "profile"))]
    scope = clause.scope()
    if not found:
        if clause.is_yes_no() or (kind == "move" and clause.has("noun", "pokemon")):
            return None  # "Which Pokémon were cut from Sword?" asks nothing of the move
        # A lone word that is also an everyday word is not a question about a move.
        if not had_noun and (
            kind not in ("move", "ability", "item", "nature") or any(clause.at(i, "type") for i, _ in named)
        ):
            return None
        found = ["profile"]
    things: tuple[Subject, ...] = tuple(Thing(kind, clause.value(i, kind)) for i, _ in named)  # type: ignore[arg-type]
    things = tuple(dict.fromkeys(things))  # 流星群,也就是龙星群: one move by two names
    clause.take(*clause.find("list"))
    return Facts(things, tuple(found), scope, None, language)  # type: ignore[arg-type]


def _machines(clause: Clause, named: list[tuple[int, str]]) -> list[str]:
    """ "What TM numbers are Will-O-Wisp and Substitute?": of several moves, their machines."""
    if len(named) < 2 or named[0][1] != "move" or not clause.take_all("machinekind"):
        return []
    clause.take(*clause.find("noun", "number"), *clause.find("attr", "dex-number"))
    return ["machine"]


def _is_foreign(clause: Clause, named: list[int]) -> bool:
    """ "In English bitte": a word of another language, and no slip of a move's name."""
    return clause.has("lang") and any(clause.tokens[i].how == "fuzzy" for i in named)


def _asks_which_kind(clause: Clause, named: list[int]) -> bool:
    """ "Is Psychic a move, a type or a Pokémon?" of a name that several things bear."""
    kinds = {v for i in clause.find("noun") for v in clause.tokens[i].readings["noun"] if i not in named}
    shared = any(sum(clause.at(i, kind) for kind in _THINGS) > 1 for i in named)
    return shared and clause.has("bool", "or") and len(kinds & {"move", "ability", "item", "type", "pokemon"}) > 1


def _bearer(clause: Clause) -> list[int]:
    """ "Azumarill's Huge Power", 玛力露丽的大力士有什么用: the Pokémon that has the ability which is asked about."""
    mons, abilities = clause.mons(), clause.find("ability")
    if len(mons) != 1 or len(abilities) != 1 or not clause.has("attr", "effect") or clause.is_yes_no():
        return []
    own = clause.dataset.abilities_of(clause.mon(mons[0]).pokemon_id).all()
    return mons if clause.value(abilities[0], "ability") in own and mons[0] < abilities[0] else []


def _asks_for_members(clause: Clause, *, several: bool) -> bool:
    """ "In both the Monster and Dragon egg groups", "who is in the Mineral group in Gen 1": a set is asked for."""
    if several and clause.has("each"):
        return True
    pokemon = any(not clause.at(i, "egg_group") for i in clause.find("noun", "pokemon")) or clause.has("wh", "who")
    joined = several and clause.has("bool", "and")
    return clause.has("region") or (pokemon and (clause.has("gen") or joined))


def _asks_for_pokemon(clause: Clause, kind: str, named: list[int]) -> bool:
    """ "Who has Levitate?", 谁既会飞翔又会冲浪, 会冲浪的水系有吗: the thing only describes what is asked for."""
    if kind == "ability":
        return clause.has("noun", "pokemon") or clause.has("wh", "who", "howmany") or clause.has("type")
    if kind == "item":
        return clause.has("wh", "who") and clause.has("aux", "have")  # "Who can have Leftovers?"
    if kind != "move" or clause.language == "en":
        return False
    knows = any(clause.at(i - 1, "aux", "can") or clause.at(i - 1, "neg", "neg") for i in named)
    described = any(clause.at(i - 1, "aux", "can") and clause.at(i + 1, "prep", "of") for i in named)
    return clause.has("wh", "who") or described or (clause.has("noun", "pokemon") and knows)


def _asks_for_effect(clause: Clause, kind: str) -> bool:
    """ "Tell me what Moxie does", 讲究头带加多少攻击: what something does or raises is its effect, explained."""
    if clause.has("wh", "what") and clause.at(len(clause.tokens) - 1, "aux", "do"):
        return True
    bends = clause.find("bend", "raises", "lowers")
    asked = clause.find("wh", "what", "level", "howmany", "howmuch")
    if clause.language == "en" or kind not in ("move", "ability", "item") or not bends or not asked:
        return False
    clause.take(*bends, *asked, *clause.find("attr"), *clause.find("damagecalc"))
    return True


def _effect_words(clause: Clause, kind: str, found: list[str]) -> list[str]:
    """The attributes with words that ask for the effect: 静电的触发几率, "what happens if I hold a Choice Scarf"."""
    if kind == "move" and clause.find("attr", "stats"):
        clause.take(*clause.find("attr", "stats"))
        found = found or ["profile"]  # 地震的数据
    if kind in ("ability", "item") and clause.find("attr", "chance", "drain"):
        clause.take(*clause.find("attr", "chance", "drain"))
        found = ["effect"]
    if kind in ("ability", "item") and not found and clause.has("wh", "what", "which", "howmuch", "howmany", "how"):
        does = [*clause.find("bend"), *clause.find("movedoes", "heal", "drain"), *clause.find("statusword")]
        if does:  # "what does Choice Specs boost?", 生命宝珠加多少伤害
            stats = clause.find("attr", *STATS) if clause.find("bend") else []
            clause.take(*does, *stats, *clause.find("inflict"), *clause.find("ownside"), *clause.find("noun", "stat"))
            found = ["effect"]
    if kind == "item" and "effect" in found:
        clause.take(*clause.find("itemuse"))  # "the effect of holding a Rocky Helmet"
    if clause.find("outcome"):
        clause.take(*clause.find("outcome"), *clause.find("itemuse"))
        found = found or ["effect"]
    return found


def _thing_at(clause: Clause, i: int) -> str | None:
    token = clause.tokens[i]
    kinds = [k for k in _THINGS if k in token.readings]
    if not kinds:
        return None
    if "filler" in token.readings or ("attr" in token.readings and not _noun_beside(clause, i, kinds[0])):
        return None
    for kind in kinds:
        if _noun_beside(clause, i, kind):
            return kind
    return kinds[0]


def _noun_beside(clause: Clause, i: int, kind: str) -> bool:
    noun = {
        "move": "move",
        "ability": "ability",
        "item": "item",
        "nature": "nature",
        "egg_group": "egg",
        "type": "type",
    }
    return any(clause.at(k, "noun", noun[kind]) for k in (i - 1, i + 1))
