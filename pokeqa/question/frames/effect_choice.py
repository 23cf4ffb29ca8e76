"""Which of two things an ability, an item or a move does: "does Swords Dance raise Attack by one stage or two?".

What it does is the answer, where that names one of those that are put up for choice.
"""

from __future__ import annotations

import re

from ...pokedex.effects import REFERENCE, effect_of
from ...pokedex.move_facts import facts_of
from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from ..describe.move_effects import DEFENSES
from ..effect_numbers import said_numbers, says_all
from ..slots import stat_at
from .effect_claim import AROUND, may_stand_beside

#: What can be put up for choice, beside stats.
_OPTIONS = (
    "number", "fraction", "percent", "hpstate", "stageword", "stagesize", "moveclass", "role", "ailment", "statusword",
    "moveail", "weather", "terrain", "harms", "heal", "drain", "foe", "ownside", "doubles", "factor", "movedoes",
    "bend", "usedoes", "type",
)  # fmt: skip
#: What shows that Pokémon, games or a ranking are asked about.
_OTHERS = (
    "sup", "meet", "egg", "breed", "signature", "cls", "region", "gen", "ball", "coverage", "nature", "machine",
    "hist", "tera",
)  # fmt: skip
#: How a sentence in English names the stats and the classes of moves.
_SAID = {
    "attack": r"(?<!Special )Attack\b|physical", "special-attack": r"Special Attack|special moves",
    "defense": r"(?<!Special )Defense\b", "special-defense": r"Special Defense", "speed": r"Speed\b",
    "physical": r"physical|(?<!Special )(?:Attack|Defense)\b", "special": r"\bspecial\b|Special (?:Attack|Defense)",
    "accuracy": "accura", "evasion": "eva[sd]", "hp": r"\bHP\b",
}  # fmt: skip
_TELLS_WHO = re.compile(r"opponent|target|user|holder|\bits?\b|foe|ally|allies", re.IGNORECASE)
_ENOUGH = 2
#: Signs behind a number that say how many times.
_TIMES = frozenset({"x", "X", "×", "倍"})


def effect_choice(clause: Clause) -> Query | None:
    """The effect of the one thing that is named, where it tells which of them is so."""
    ors = [i for i in clause.find("bool", "or") if not clause.at(i, "bool", "and")]
    ors += [i for i in clause.find("attr", "damage-class") if _offers_both(clause, i)]
    ors += [i for i in clause.find("bend") if clause.tokens[i].text.casefold().startswith("or ")]  # "raise or lower"
    if not ors or clause.scope() != NOW or clause.has("wh", "who") or any(map(clause.has, _OTHERS)):
        return None
    if any(not clause.at(i, "stageword") and not clause.at(i, "catch", "turns") for i in clause.find("ev")):
        return None
    if any(not clause.at(i, "weather") for i in clause.find("vg")):
        return None
    subject = _subject(clause, ors[-1])
    if subject is None:
        return None
    at, thing = subject
    mons = clause.mons()
    if len(mons) > 1 or clause.has("noun", "pokemon") or (mons and not _is_owner(clause, mons[0], thing)):
        return None
    options = [i for i in range(len(clause.tokens)) if i != at and _is_option(clause, i)]
    told = [i for i in options if _tells(clause, thing, i)]
    sides = any(i < ors[0] for i in options) and any(i >= ors[-1] for i in options)
    sides = sides or any(_offers_both(clause, i) for i in ors)
    of_class = thing.kind == "move" and all(_is_class(clause, i) for i in options)
    if not told or not sides or (of_class and (_attacks(clause, thing) or not clause.has("bend"))):
        return None  # of which class a move is its facts tell
    clause.take(at, *mons, *options, *ors, *(i for tag in AROUND for i in clause.find(tag)))
    clause.take(*(i for i in range(1, len(clause.tokens)) if clause.tokens[i].text in _TIMES and i - 1 in options))
    clause.take(*(i for i in range(len(clause.tokens)) if may_stand_beside(clause, i)))
    clause.take(*clause.find("noun", "move", "ability", "item", "stat", "effect"), *clause.find("pron", "it", "them"))
    clause.take(*clause.find("attr", "effect", "stats", "power", "hits", "chance"), *clause.find("each"))
    clause.take(*clause.find("mu", "immune:def", "resist:def", "neutral:att"), *clause.find("catch", "turns"))
    clause.take(*(i for i in clause.find("bool") if i - 1 in options and i + 1 in options))  # 1/8
    clause.take(*clause.find("mu", "effect:att", "effect:def"), *clause.find("exp", "reach"), *clause.find("effort"))
    clause.take(*clause.find("wh", "howmany", "howmuch", "how", "when", "level"), *clause.find("everystat"))
    return Facts((thing,), ("effect",))


def _subject(clause: Clause, last: int) -> tuple[int, Thing] | None:
    """The one ability, item or move that is named before the choice ends, and where it stands."""
    otherwise = ("filler", "effecttalk", "weather", "terrain", "ailment", "attr", "type", "mon", "bool")
    named = [
        (i, kind)
        for kind in ("ability", "item", "move")
        for i in clause.find(kind)
        if not any(clause.at(i, tag) for tag in otherwise)
    ]
    if len(named) != 1:
        return None
    at, kind = named[0]
    return at, Thing(kind, clause.value(at, kind))  # type: ignore[arg-type]


def _attacks(clause: Clause, thing: Thing) -> bool:
    """Is it a move that does damage, which is of a class itself?"""
    return thing.kind == "move" and clause.dataset.moves[thing.id].damage_class != "status"


def _is_owner(clause: Clause, mon: int, thing: Thing) -> bool:
    """Can the Pokémon have the ability; or is it an item or a move, which belongs to none?"""
    own = clause.dataset.abilities_of(clause.mon(mon).pokemon_id)
    return thing.kind != "ability" or thing.id in own.all()


def _offers_both(clause: Clause, i: int) -> bool:
    """Does one word put both classes of moves up for choice: "physical or special", 物攻还是特攻?"""
    text = clause.tokens[i].text.casefold()
    return clause.at(i, "attr", "damage-class") and (" or " in text or "还是" in text or "還是" in text)


def _is_class(clause: Clause, i: int) -> bool:
    return clause.at(i, "moveclass") or clause.at(i, "attr", "damage-class")


def _is_option(clause: Clause, i: int) -> bool:
    named = stat_at(clause, i) is not None or clause.tokens[i].text.casefold() in DEFENSES or _offers_both(clause, i)
    return named or any(clause.at(i, tag) for tag in _OPTIONS) or clause.at(i, "list", "one")


def _tells(clause: Clause, thing: Thing, i: int) -> bool:
    """Does what is known of the thing speak of the token?"""
    stat = "defense" if clause.tokens[i].text.casefold() in DEFENSES else stat_at(clause, i)
    ailment = next((str(clause.value(i, tag)) for tag in ("ailment", "statusword", "moveail") if clause.at(i, tag)), "")
    if thing.kind == "move" and _numbers_tell(clause, clause.dataset.moves[thing.id].id, i, stat, ailment):
        return True
    effect = effect_of(clause.dataset, thing)
    if effect is None or not effect.sentences:
        return False
    sentence = effect.sentences["en"]
    named = {(m[1], m[2]) for m in REFERENCE.finditer(sentence)}
    plain = REFERENCE.sub("", sentence)
    if clause.at(i, "type") and clause.tokens[i].text.casefold() not in _conditions_of(clause, thing):
        return ("t", clause.dataset.types[clause.value(i, "type")].identifier) in named
    both = ["physical", "special"] if _offers_both(clause, i) and not _attacks(clause, thing) else []
    said = [
        stat,
        *both,
        *(str(clause.value(i, tag)).split(":")[0] for tag in ("moveclass", "role") if clause.at(i, tag)),
    ]
    if any(re.search(_SAID[one], plain) for one in said if one in _SAID):
        return True
    if clause.at(i, "number"):
        return any(says_all(clause.dataset, thing, [way]) for way in said_numbers(clause)[1])
    if clause.at(i, "foe") or clause.at(i, "ownside"):
        return _TELLS_WHO.search(plain) is not None
    text = clause.tokens[i].text.casefold()
    if clause.language == "en":
        return len(text) > _ENOUGH and text[:_STEM] in plain.casefold()
    return any(text in one for one in effect.sentences.values())


#: So many letters of a word are its stem.
_STEM = 5


def _conditions_of(clause: Clause, thing: Thing) -> tuple[str, ...]:
    """The conditions that a move causes, as they are written: "poison" is a type, too."""
    return tuple(facts_of(clause.dataset.moves[thing.id]).ailments) if thing.kind == "move" else ()


def _numbers_tell(clause: Clause, move_id: int, i: int, stat: str | None, ailment: str) -> bool:
    """Do the numbers of a move tell of the token: its stat, how far that is changed, what it causes, how likely?"""
    move = clause.dataset.moves[move_id]
    facts, meta = facts_of(move), move.meta
    changes = facts.changes or {}
    if clause.at(i, "movedoes"):
        return any(done in (facts.does or ()) for done in clause.tokens[i].readings["movedoes"])
    if stat is not None or ailment:
        return any(name == stat for _, name in changes) or ailment in facts.ailments
    if clause.at(i, "foe") or clause.at(i, "ownside") or clause.at(i, "bend"):
        return bool(changes)
    sizes = {abs(n) for n in changes.values()}
    if clause.at(i, "list", "one") and clause.at(i + 1, "stageword"):
        return bool(sizes)
    if clause.at(i, "number") and meta is not None:
        told = (meta.min_hits, meta.max_hits, meta.min_turns, meta.max_turns, abs(meta.drain), abs(meta.healing))
        chances = (meta.ailment_chance, meta.flinch_chance, meta.stat_chance, move.effect_chance)
        return clause.value(i, "number") in {*sizes, *told, *chances} - {None, 0}
    return clause.at(i, "stageword") and bool(sizes)
