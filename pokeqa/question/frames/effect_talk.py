"""What an ability or an item does, asked by a detail of it: when it triggers, how much it heals, what it blocks.

Its sentences tell all of this, so they are the answer, and a yes/no question gets them without a yes or no.
"""

from __future__ import annotations

from ...pokedex.effects import effect_of
from ...pokedex.model import STATS
from ..algebra import Facts, Query, Thing
from ..clause import Clause
from ..word_lists import word_list

#: Tags of words that ask for a detail of an effect, or tell of one.
_DETAILS = (
    "effecttalk", "bend", "movedoes", "heal", "drain", "times", "percent", "fraction", "bymuch", "outcome", "itemuse",
    "damagecalc", "ailment", "statusword", "factor", "stages", "weather", "terrain", "screen", "moveclass", "inflict",
    "ownside", "use", "foe", "grant", "hpstate", "knockout", "survive", "critical", "passive", "share", "usedoes",
)  # fmt: skip
#: Those that show by themselves that the effect is asked for.
_TELLING = ("effecttalk", "bend", "movedoes", "heal", "drain", "bymuch", "outcome", "statusword", "ailment", "use")
_ATTRIBUTES = (
    "effect", "chance", "drain", "power", "accuracy", "priority", "contact", "hits", "stats", "hp", "attack", "defense",
    "special-attack", "special-defense", "speed", "flinch",
)  # fmt: skip
_RELATIONS = ("effect:att", "effect:def", "immune:def", "immune:att", "resist:def")
#: What shows that a set of Pokémon is asked for, and not what the thing does.
_OF_POKEMON = ("ev", "cmp", "sup", "meet", "egg", "breed", "signature", "cls", "region", "vg")


#: Words that only point at the thing, and that only make a passive.
_THAT = frozenset(word_list("effect-talk/that"))
_GETS = frozenset(word_list("gets"))


def effect_talk(clause: Clause) -> Query | None:
    """ "How much does Leftovers heal per turn?", 猛火什么时候触发, "does Assault Vest boost anything but Sp. Def?"."""
    if any(clause.at(i - 1, "bool", "and") for i in clause.find("aux", "do")) and not clause.is_yes_no():
        return None  # "What is it for, and does it stop Sticky Web?" asks twice
    for kind in ("ability", "item"):
        named = [i for i in clause.find(kind) if not clause.at(i, "filler") and not clause.at(i, "effecttalk")]
        named = [i for i in named if not clause.at(i, "bool") or clause.has("noun", kind)]  # "Ghost plus Fighting"
        if len(named) > 1:
            named = [i for i in named if not clause.at(i, "weather")]  # 日照时叶绿素加多少速度
        if named:
            break
    else:
        return None
    ids = tuple(dict.fromkeys(clause.value(i, kind) for i in named))
    told = "" if clause.is_yes_no() else "bend"  # "lower" compares, too
    others = any(
        not clause.at(i, told) and not clause.at(i, "effecttalk", "comes")
        for tag in _OF_POKEMON
        for i in clause.find(tag)
    )
    if len(ids) > 2 or others or not _are_bearers(clause, kind, ids) or _asks_before(clause, named[0]):
        return None
    nouns = [i for i in clause.find("noun", "pokemon") if clause.tokens[i].text not in _THAT]
    # "A Pokémon holding Leftovers recovers ...": whoever has it, unless it is asked which Pokémon
    nouns = [i for i in nouns if not _has_it(clause, i, named[0])]
    if clause.has("outcome"):
        nouns = [i for i in nouns if not clause.at(i + 1, "aux", "have")]  # "what happens when a Pokémon with Sturdy"
    learns = [i for i in clause.find("learn") if clause.mons() or clause.tokens[i].text.casefold() not in _GETS]
    natures = [i for i in clause.find("nature") if not clause.at(i, "filler")]
    if any(clause.at(i - 1, "wh", "which", "what") for i in clause.find("noun", kind)) or clause.has("wh", "item"):
        return None  # 哪个特性克制威吓 asks for another one
    if clause.is_yes_no():
        moves = [i for i in clause.find("move") if not clause.at(i, "effecttalk") and not clause.at(i, "use")]
        if any(not _says_type(clause, Thing(kind, ids[0]), i) for i in clause.find("type")):
            return None  # "Does Leftovers work on Poison types?": its sentence does not tell
        if moves or (len(ids) > 1 and not clause.has("movedoes", "heal")):
            return None  # "Does Intimidate work on Substitute?": its sentence does not tell
    if clause.has("wh", "who") or nouns or learns or natures:
        return None
    talk = [i for tag in _DETAILS for i in clause.find(tag)]
    talk += [*clause.find("attr", *_ATTRIBUTES), *clause.find("mu", *_RELATIONS)]
    talk = [i for i in talk if i not in named]
    telling = any(clause.at(i, tag) for i in talk for tag in _TELLING) or clause.has("attr", "effect", "chance")
    telling = telling or (clause.has("hist", "change") and clause.has("itemuse"))  # "what does holding it change"
    telling = telling or (clause.is_yes_no() and clause.has("bool", "or") and len(clause.find("attr")) > 1)
    telling = telling or clause.has("times", "count") or _hurts(clause)
    choice = _chooses_a_stat(clause)
    if not (telling or choice):
        return None
    tells = clause.has("effecttalk") or clause.has("use") or clause.has("bool", "or")
    tells = tells or (clause.has("bend", "raises", "lowers") and not clause.mons())
    if not talk or (clause.is_yes_no() and not (tells or choice)):
        return None
    has = [i for i in clause.find("aux", "have") if clause.tokens[i].text.casefold() not in ("with", "带", "有")]
    if has or (clause.has("exist") and clause.has("wh", "howmany")):
        return None
    clause.take(*named, *clause.mons(), *talk, *clause.find("noun", kind, "move", "stat", "type", "effect"))
    clause.take(*clause.find("attr", "ability"), *clause.find("wh"), *clause.find("catch", "turns", "hypothetical"))
    clause.take(*clause.find("ev"), *clause.find("type"), *clause.find("adv"), *clause.find("list"))
    clause.take(*clause.find("pron", "it"), *clause.find("neg"), *clause.find("number"), *clause.find("typecount"))
    clause.take(*clause.find("learn"), *clause.find("beaten"), *clause.find("effort"), *clause.find("each"))
    clause.take(*clause.find("evolveby", "held-item"), *(clause.find("prep") if choice else ()))
    clause.take(*clause.find("exp", "reach"), *clause.find("hist", "change"))
    clause.take(*clause.find("attr", "type"), *clause.find("bool"), *clause.find("op", "ge", "eq"))
    if len(ids) == 1:
        clause.take(*clause.find("move"), *clause.find("suppose"), *clause.find("battlewords"))
        clause.take(*clause.find("invest", "hp:full"))  # "of its max HP"
    return Facts(tuple(Thing(kind, one) for one in ids), ("effect",))


def _asks_before(clause: Clause, named: int) -> bool:
    """ "What type is Togekiss and what does Serene Grace do?": is something of a Pokémon asked for before that?"""
    ands = [i for i in clause.find("bool", "and") if i < named]
    if not ands or not any(i < ands[-1] for i in clause.mons()):
        return False
    return any(i < ands[-1] for i in clause.find("attr") if not clause.at(i, "attr", *_ATTRIBUTES, "ability"))


def _says_type(clause: Clause, thing: Thing, i: int) -> bool:
    """Does the sentence name the type?"""
    effect = effect_of(clause.dataset, thing)
    named = f"{{t:{clause.dataset.types[clause.value(i, 'type')].identifier}}}"
    return effect is not None and named in effect.sentences.get("en", "")


def _chooses_a_stat(clause: Clause) -> bool:
    """ "Is Choice Scarf Speed or Attack?": of which stat is it, of those that stand for choice?"""
    stats = clause.find("attr", *STATS)
    return len(stats) > 1 and any(stats[0] < i < stats[-1] for i in clause.find("bool", "or")) and not clause.mons()


def _has_it(clause: Clause, noun: int, named: int) -> bool:
    """Is it one Pokémon, whichever, that has the thing: "a Pokémon holding Leftovers", "a Pokémon with Sturdy"?"""
    before = clause.tokens[noun - 1].text.casefold() if noun else ""
    return before in ("a", "any", "the", "my") and noun < named and any(
        clause.at(noun + 1, tag) for tag in ("itemuse", "battlewords", "carry")
    )  # fmt: skip


def _hurts(clause: Clause) -> bool:
    """ "Rocky Helmet damage", 亲子爱怎么算伤害: nothing but the thing and the word for damage."""
    words = [i for i in clause.content() if not clause.at(i, "wh", "how")]
    return len(words) == 2 and any(clause.at(i, "damagecalc", "calc") for i in words)


def _are_bearers(clause: Clause, kind: str, ids: tuple[int, ...]) -> bool:
    """Are the Pokémon that are named only those that have the ability, or hold the item?"""
    mons = clause.mons()
    if not mons:
        return True
    if kind == "item" or len(mons) > 1:
        return False
    own = clause.dataset.abilities_of(clause.mon(mons[0]).pokemon_id).all()
    return all(one in own for one in ids)
