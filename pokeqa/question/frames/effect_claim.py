"""Yes or no to what is claimed of an effect: "Does Assault Vest let me use status moves?", 大力士是不是攻击翻倍.

Two sources tell for sure: the stats that the thing's own sentence names, and the points of `data/effects/claims.yaml`.
Where neither does, the frames that give the sentence alone are left to answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from ...paths import DATA
from ...pokedex.effects import REFERENCE, effect_of
from ...yaml_files import read_yaml
from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from ..effect_claims import EffectClaim
from ..effect_numbers import claimed_numbers, said_numbers, says_all
from ..slots import stat_at
from ..word_lists import word_list
from .effect_listed import listed_holder, listed_use

#: Words that may stand beside a claim.
AROUND = (
    "effecttalk", "bend", "movedoes", "heal", "outcome", "itemuse", "damagecalc", "inflict", "ownside", "foe", "grant",
    "passive", "usedoes", "serves", "suits", "suppose", "battlewords", "carry", "stages", "harms", "taking", "require",
    "owning", "beaten", "pron", "factor", "times", "bymuch", "typecount", "oblige", "adv", "always", "sure", "neg",
    "knockout", "survive", "drain", "percent", "hpstate", "catch", "negyn", "had", "hypothetical", "room",
    "fraction", "lost", "exp", "hist", "adding", "screen",
)  # fmt: skip
#: What shows that Pokémon, games or a ranking are asked about, or a choice.
_OTHERS = (
    "cmp", "sup", "learn", "meet", "egg", "breed", "cls", "region", "vg", "gen", "ball", "coverage", "nature", "tera",
    "wh", "machine",
)  # fmt: skip
#: What shows that the effect is asked about.
_TELLING = (
    "effecttalk", "movedoes", "inflict", "heal", "bend", "serves", "factor", "usedoes", "hpstate", "survive", "sure",
)  # fmt: skip
_ONLY = frozenset(word_list("effect-claim/only"))
#: Words by which a thing keeps something off.
KEEPS_OFF = re.compile(
    r"absorb|dodg|block|prevent|stop|protect|immun|ignor|avoid|negat|shield|guard|save|spare|bypass|cancel|免|防|挡|阻|抵|無効|防ぐ"
)
#: What asks back in the middle of a sentence.
_ASKED_BACK = frozenset(word_list("asked-back"))
_BELOW = frozenset({"below", "under", "beneath"})
_KINDS: tuple[Literal["ability", "item", "move"], ...] = ("ability", "item", "move")
_STATS = re.compile(r"Special Attack|Special Defense|Attack|Defense|Speed|accura|evasive")
_NAMED = {
    "attack": "Attack", "defense": "Defense", "special-attack": "Special Attack", "special-defense": "Special Defense",
    "speed": "Speed",
}  # fmt: skip
#: An amount that a sentence tells.
_AMOUNT = re.compile(r"\d+/\d+|\d+%|\d(?:\.\d+)? times|[Dd]oubled?s?\b|\b[Hh]al(?:f|ved?s?)\b")
_RAISED = re.compile(
    r"\b(?:[Rr]aises?|rises?|times as high|times its|doubled|[Dd]oubles|counts double|higher|gains? \d stages?)\b"
)
#: Weathers as the sentences name them.
_SKIES = {"sun": ("sunlight",), "rain": ("rain",), "sand": ("sandstorm",), "snow": ("snow", "hail")}
_LOWERED = re.compile(r"\b(?:lowers?|lowered|drops?|halved|halves|falls?|lower)\b")


class _Topic(NamedTuple):
    """How a question speaks of a point."""

    tags: tuple[tuple[str, str], ...]
    texts: frozenset[str]
    things: frozenset[str]
    types: frozenset[str]
    of: str | None


def effect_claim(clause: Clause) -> Query | None:
    """A yes or a no, where it is sure."""
    if not (clause.is_yes_no() or _is_can_you(clause)) or clause.has("bool", "or") or clause.scope() != NOW:
        return None
    if any(not _is_besides(clause, i) for tag in _OTHERS for i in clause.find(tag)):
        return None
    found = _subject(clause)
    if found is None:
        return None
    at, thing = found
    mons = clause.mons()
    if mons and not (len(mons) == 1 and _can_have(clause, mons[0], thing)):
        return None
    holds, told = _judged(clause, at, thing)
    if holds is None and (thing.kind == "move" or not any(map(clause.has, _TELLING))):
        return None
    clause.take(at, *mons, *told, *(i for tag in AROUND for i in clause.find(tag) if i != at))
    clause.take(*(i for i in range(len(clause.tokens)) if may_stand_beside(clause, i)))
    clause.take(*clause.find("noun", "ability", "item", "move", "pokemon", "stat", "effect"))
    clause.take(*clause.find("attr", "effect", "ability", "hp", "power", "hits"), *clause.find("mu"))
    clause.take(*clause.find("wh", "when"), *clause.find("learn", "learn"), *clause.find("evolveby", "held-item"))
    clause.take(*clause.find("attr", "accuracy", "chance"), *clause.find("yn"))
    # Where nothing is sure, the sentence is the answer.
    return Facts((thing,), ("effect",)) if holds is None else EffectClaim(thing, holds)


def _judged(clause: Clause, at: int, thing: Thing) -> tuple[bool | None, tuple[int, ...]]:
    """What the sources say of the claim, the surest first, and the words that make it."""
    holds, told = _by_points(clause, at, thing)
    if holds is not None:
        if any(stat_at(clause, i) in _NAMED for i in range(len(clause.tokens)) if i != at and i not in told):
            agrees, stats = _by_stats(clause, at, thing)  # "Does Speed Boost raise Speed each turn?"
            if agrees is not None:
                return holds and agrees, (*told, *stats)
        return holds, told
    if not (_is_denied(clause) or _says_only(clause) or any(map(clause.has, ("number", "percent", "fraction")))):
        holds, told = listed_use(clause, thing)
    if holds is None:
        holds, told = listed_holder(clause, thing)
    if holds is None:
        holds, told = _by_only_types(clause, thing)
    if holds is None:
        holds, told = _by_stats(clause, at, thing)
    return (holds, told) if holds is not None else _by_numbers(clause, thing)


def _can_have(clause: Clause, mon: int, thing: Thing) -> bool:
    """Is the Pokémon one that can have the ability, or hold the item?"""
    return thing.kind == "item" or (
        thing.kind == "ability" and thing.id in clause.dataset.abilities_of(clause.mon(mon).pokemon_id).all()
    )


def _subject(clause: Clause) -> tuple[int, Thing] | None:
    """The one thing of which points are known, else the one ability or item, and where it stands."""
    named = [(i, kind) for kind in _KINDS for i in clause.find(kind) if not clause.at(i, "filler")]
    known = [(i, kind) for i, kind in named if _points(clause, Thing(kind, clause.value(i, kind)))]
    if len(known) > 1:
        known = [one for one in known if one[1] == "ability"] or known
        if len(known) > 1:
            known = known[:1]  # "Does Mold Breaker ignore Multiscale?": the first one acts
    if not known:
        known = [(i, kind) for i, kind in named if kind != "move"]
        known = [one for one in known if not clause.at(one[0], "effecttalk") and not clause.at(one[0], "use")]
    if not known and len(named) == 1 and not clause.mons():
        known = named  # "Is Trick Room 5 turns long?"
    if len(known) != 1:
        return None
    at, kind = known[0]
    return at, Thing(kind, clause.value(at, kind))


def _by_points(clause: Clause, at: int, thing: Thing) -> tuple[bool | None, tuple[int, ...]]:
    """What `claims.yaml` says of the one point that the question speaks of, and the words that do."""
    points = _points(clause, thing)
    spoken = {name: tuple(words) for name in points if (words := _words(clause, at, _topics()[name]))}
    if not spoken:
        return None, ()
    if len(spoken) > 1:  # what is named tells more than a word for damage or for a hit
        spoken = {name: words for name, words in spoken.items() if name not in ("hurt", "hurt-before", "when-hit")}
    if len(spoken) > 1 and points.get("full-hp") == "only" and not _is_denied(clause):
        spoken.pop("full-hp", None)  # the condition that it has is met
    if len({points[name] for name in spoken}) != 1:
        return None, ()
    value = points[next(iter(spoken))]
    told = tuple(dict.fromkeys(i for found in spoken.values() for i in found))
    told = (*told, *clause.find("hpstate", "100"))
    only = _says_only(clause)
    negated = _is_denied(clause) is not ("survives" in spoken and _falls(clause, at))
    numbers, ways = said_numbers(clause)
    if ways and not says_all(clause.dataset, thing, ways):
        return (False, (*told, *numbers)) if value is True and not negated and not only else (None, ())
    told = (*told, *numbers)
    if value == "proof":
        kept = any(KEEPS_OFF.search(t.text.casefold()) for i, t in enumerate(clause.tokens) if i != at)
        return (None if only else kept is not negated), told
    if value == "only":
        return not negated, told
    if only and value is True and not ({"physical-moves", "special-moves"} & set(spoken)):
        return None, ()
    return value is not negated, told


def _falls(clause: Clause, at: int) -> bool:
    """ "Can it be knocked out in one hit?" asks for the opposite of surviving."""
    beaten = clause.has("beaten") or clause.has("knockout")
    kept = any(KEEPS_OFF.search(t.text.casefold()) for i, t in enumerate(clause.tokens) if i != at)
    return beaten and not (kept or clause.has("survive") or clause.has("usedoes"))


def _by_only_types(clause: Clause, thing: Thing) -> tuple[bool | None, tuple[int, ...]]:
    """Whether what keeps off or weakens attacks does so for no type but those that are named, where that is claimed."""
    effect = effect_of(clause.dataset, thing)
    kept = clause.has("mu", "resist:def", "immune:def") or clause.has("usedoes", "weaken", "prevent")
    kept = kept or any(KEEPS_OFF.search(clause.tokens[i].text.casefold()) for i in clause.find("effecttalk"))
    types = clause.find("type")
    if not (_says_only(clause) and kept and types) or effect is None or not effect.sentences or _is_denied(clause):
        return None, ()
    told = {one[2] for one in REFERENCE.finditer(effect.sentences["en"]) if one[1] == "t"}
    asked = {clause.dataset.types[clause.value(i, "type")].identifier for i in types}
    return (asked == told, tuple(types)) if told and asked <= told else (None, ())


def _by_stats(clause: Clause, at: int, thing: Thing) -> tuple[bool | None, tuple[int, ...]]:
    """Whether the stats that are said to change are those of the sentence, and change that way."""
    stats = {i: stat for i in range(len(clause.tokens)) if (stat := stat_at(clause, i)) in _NAMED and i != at}
    effect = effect_of(clause.dataset, thing)
    if not stats or effect is None or not effect.sentences or thing.kind == "move" or _is_denied(clause):
        return None, ()
    if _says_only(clause):
        return None, ()
    up = clause.has("bend", "raises") or _has_text(clause, "doubl", "翻倍", "加倍", "两倍", "2倍")
    down = clause.has("bend", "lowers") or _has_text(clause, "halv", "减半")
    sentence = effect.sentences["en"]
    rises, falls = bool(_RAISED.search(sentence)), bool(_LOWERED.search(sentence))
    if up is down or rises is falls or clause.has("ailment") or not _names_the_sky(clause, sentence):
        return None, ()
    numbers, ways = claimed_numbers(clause)
    if ways and not says_all(clause.dataset, thing, ways):
        return None, ()
    named = set(_STATS.findall(sentence))
    asked = {_NAMED[str(stat)] for stat in stats.values()}
    if not named or (up is not rises):
        return None, ()
    return asked <= named, (*stats, *numbers, *clause.find("weather"), *clause.find("use"))


def _by_numbers(clause: Clause, thing: Thing) -> tuple[bool | None, tuple[int, ...]]:
    """Whether a number that is claimed is the one of the sentence: "Does Sitrus Berry heal half?"."""
    effect = effect_of(clause.dataset, thing)
    numbers, ways = claimed_numbers(clause)
    if not ways or effect is None or not effect.sentences or _is_denied(clause) or clause.has("op"):
        return None, ()
    if clause.has("weather") or clause.has("terrain"):
        return None, ()
    types = [clause.dataset.types[clause.value(i, "type")].identifier for i in clause.find("type")]
    if any(f"{{t:{one}}}" not in effect.sentences["en"] for one in types):
        return None, ()
    if says_all(clause.dataset, thing, ways):
        return True, (*numbers, *clause.find("type"))
    shares = any(map(clause.has, ("fraction", "percent", "hpstate", "factor", "use")))
    if len(ways) == 1 and shares and len(_AMOUNT.findall(re.sub(r"\([^)]*\)", "", effect.sentences["en"]))) == 1:
        return False, (*numbers, *clause.find("type"))
    return None, ()


def _says_only(clause: Clause) -> bool:
    return any(token.text.casefold() in _ONLY for token in clause.tokens)


def _names_the_sky(clause: Clause, sentence: str) -> bool:
    """Is no weather told, or the one that the sentence tells?"""
    said = {str(clause.value(i, "weather")) for i in clause.find("weather")}
    return all(any(word in sentence for word in _SKIES.get(one, ("?",))) for one in said)


def _is_denied(clause: Clause) -> bool:
    """Is the claim denied? "remove" denies nothing here, and "isn't it" in front asks for a yes."""
    first = next((i for i in clause.content()), 0)
    denials = [i for i in clause.find("neg", "neg") if not clause.at(i, "usedoes") and not clause.at(i, "effecttalk")]
    denials = [i for i in denials if i > first and clause.tokens[i].text not in _ASKED_BACK]
    denials += [i for i in clause.find("mu", "immune:att") if not clause.at(i, "mu", "immune:def")]  # "useless on"
    below = any(clause.tokens[i - 1].text.casefold() in _BELOW for i in clause.find("hpstate") if i)
    return (len(denials) + below) % 2 == 1


def _is_can_you(clause: Clause) -> bool:
    """ "Can you use Toxic with an Assault Vest?": whoever plays is meant, not who answers."""
    return (
        bool(clause.tokens)
        and clause.tokens[0].text.casefold() in ("can you", "could you")
        and len(clause.content()) > 1
    )


def _is_besides(clause: Clause, i: int) -> bool:
    """Does the word belong to a claim, too: "lower" beside a stat, "when" it is hurt, "use" a move?"""
    used = clause.at(i, "learn", "learn") and clause.at(i, "itemuse")
    return used or clause.at(i, "filler") or clause.at(i, "bend") or clause.at(i, "wh", "when")


def _has_text(clause: Clause, *parts: str) -> bool:
    return any(part in token.text.casefold() for token in clause.tokens for part in parts)


def _words(clause: Clause, at: int, topic: _Topic) -> list[int]:
    """The tokens that speak of a point."""
    texts = [token.text.casefold() for token in clause.tokens]
    joint = "" if clause.language in ("zh-hans", "zh-hant", "ja") else " "
    found = set()
    for i, text in enumerate(texts):
        if i == at:
            continue
        tagged = any(clause.at(i, tag, value) if value else clause.at(i, tag) for tag, value in topic.tags)
        if text in topic.texts or tagged or _is_thing(clause, i, topic):
            found.add(i)
        for end in (i + 2, i + 3):  # 换 招, "lock" "me in"
            if end <= len(texts) and not i <= at < end and joint.join(texts[i:end]) in topic.texts:
                found.update(range(i, end))
    return sorted(found)


def _is_thing(clause: Clause, i: int, topic: _Topic) -> bool:
    """Is it one of the things or the types that belong to the point?"""
    tables: Mapping[str, Mapping[int, Any]] = {
        "move": clause.dataset.moves, "ability": clause.dataset.abilities, "item": clause.dataset.items,
    }  # fmt: skip
    for kind, table in tables.items():
        if clause.at(i, kind):
            one = table[clause.value(i, kind)]
            if f"{kind[0]}:{one.identifier}" in topic.things:
                return True
            if kind == "move" and topic.of is not None and one.damage_class == topic.of:
                return True
    return clause.at(i, "type") and clause.dataset.types[clause.value(i, "type")].identifier in topic.types


def _points(clause: Clause, thing: Thing) -> Mapping[str, bool | str]:
    tables: Mapping[str, Mapping[int, Any]] = {
        "move": clause.dataset.moves, "ability": clause.dataset.abilities, "item": clause.dataset.items,
    }  # fmt: skip
    points: Mapping[str, bool | str] = _raw()["claims"][thing.kind].get(tables[thing.kind][thing.id].identifier, {})
    return points


@cache
def _topics() -> Mapping[str, _Topic]:
    return {
        name: _Topic(
            tuple((tag.partition(":")[0], tag.partition(":")[2]) for tag in row.get("tags", ())),
            frozenset(str(text).casefold() for text in row.get("texts", ())),
            frozenset(row.get("things", ())), frozenset(row.get("types", ())), row.get("of"),
        )
        for name, row in _raw()["topics"].items()
    }  # fmt: skip


def may_stand_beside(clause: Clause, i: int) -> bool:
    """Is it a word that may stand beside a claim and says nothing more?"""
    return clause.tokens[i].text.casefold() in _beside()


@cache
def _beside() -> frozenset[str]:
    """Words that may stand beside a claim and say nothing more."""
    return _ONLY.union(_raw()["beside"])


@cache
def _raw() -> Mapping[str, Any]:
    table: Mapping[str, Any] = read_yaml(DATA / "effects" / "claims.yaml")
    return table
