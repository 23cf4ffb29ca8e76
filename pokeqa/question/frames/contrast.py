"""What several Pokémon share or differ in, which are like one, and sums of one Pokémon's stats."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ...pokedex.model import STATS
from ...pokedex.numbers import CLOSE_TOTAL
from ..algebra import (
    And,
    Attribute,
    Condition,
    Facts,
    HasType,
    IsA,
    Mon,
    Not,
    Number,
    Query,
    Search,
    SharesWith,
    Subject,
    Sum,
    TypeCount,
)
from ..clause import VERSUS, Clause
from ..describe import conditions
from ..describe.measures import MeasureWords, attribute_named, measure_words
from ..joint_queries import Contrast, Measured, Similar, Together
from ..type_calculations import TeamMatchup
from ..unit_systems import USUAL
from ..word_lists import word_list
from .attributes import attributes
from .compare import unit_compared
from .set_apart import said_apart

#: More Pokémon than these are no question about each of them.
_MOST_NAMED = 12


#: What a difference may be asked in, beside a number, which is compared.
_RESPECTS = frozenset({"type", "ability", "hidden-ability", "egg-group", "gender-ratio", "color", "growth-rate",
                       "shape", "habitat", "genus"})  # fmt: skip


def contrast(clause: Clause) -> Query | None:
    """ "what do Gyarados and Charizard have in common?", "how does Hisuian Goodra differ in type from Goodra"."""
    mons = clause.mons()
    common, apart = clause.find("contrast", "common"), clause.find("contrast", "differences")
    subjects: list[Mon] = []
    for i in mons:
        if clause.mon(i) not in subjects:
            subjects.append(clause.mon(i))
    apart = apart or said_apart(clause, subjects)
    if apart and not common and len(subjects) == 1 and subjects[0].form_named and not clause.is_yes_no():
        plain = clause.dataset.species[subjects[0].species_id].default_pokemon_id
        if plain != subjects[0].pokemon_id:  # "Hisuian Samurott, how does its typing differ?"
            subjects = [subjects[0], Mon(subjects[0].species_id, plain)]
            if any(not clause.at(i, "attr", "profile") for i in clause.find("attr")):
                return _differing_in(clause, subjects, apart)
    if len(subjects) < 2 or bool(common) == bool(apart):
        return None
    claimed: Literal["", "differ"] = "differ" if clause.is_yes_no() else ""
    if apart and not claimed and (query := _differing_in(clause, subjects, apart)) is not None:
        return query
    respects = tuple(map(attribute_named, attributes(clause, _RESPECTS))) if apart else ()
    if apart and not respects and clause.find("attr", "stats"):
        respects = tuple(map(attribute_named, (*STATS, "total")))  # "differ in stats"
    of_one = len({one.species_id for one in subjects}) == 1
    if claimed and not (respects or (of_one and not clause.find("attr"))):
        return None
    if claimed and of_one and clause.has("noun", "pokemon"):
        return None  # two forms are no "different species"
    if claimed and (clause.is_negated() or clause.has("bool", "or") or clause.has("type")):
        return None
    if clause.has("gen") or clause.has("vg") or clause.has("cmp", "speed:gt", "weight:gt", "height:gt"):
        return None
    clause.take(*mons, *common, *apart, *clause.find("hist", "change"), *clause.find("wh", "how", "howmany"))
    clause.take(*(i for i in clause.find("mu") if apart and clause.tokens[i].text.casefold() in VERSUS))
    clause.take(*clause.find("pron", "them"), *clause.find("adv", "tie"), *clause.find("noun", "form"))
    clause.take(*clause.find("cmp", ":eq"), *clause.find("exist"), *clause.find("bymuch"))
    clause.take(*clause.find("attr", "stats", "profile"), *clause.find("pron", "it"))
    return Contrast(tuple(subjects), "common" if common else "differences", respects, claimed)


#: In what two can differ that is no number and is told of each of them; numbers are compared.
_TOLD: tuple[Attribute, ...] = ("type", "ability", "egg-group", "color", "shape", "habitat", "growth-rate",
                                "gender-ratio", "generation", "weakness", "resistance", "immunity")  # fmt: skip


_MATCHED: dict[Attribute, Literal["weak", "resist", "immune"]] = {
    "weakness": "weak", "resistance": "resist", "immunity": "immune",
}  # fmt: skip


def _differing_in(clause: Clause, subjects: list[Mon], apart: list[int]) -> Query | None:
    """ "How does Hisuian Goodra differ in type from the regular one?": what each of them has of it."""
    words = {i: next((a for a in _TOLD if a in clause.tokens[i].readings["attr"]), None) for i in clause.find("attr")
             if not clause.at(i, "aux")}  # fmt: skip
    named = dict.fromkeys(attribute for attribute in words.values() if attribute is not None)
    if len(named) != len(words) or not named or clause.has("number") or clause.has("sup"):
        return None
    if any(i not in apart for i in clause.find("neg")):
        return None
    if clause.has("cmp") or clause.has("mu") or clause.has("bymuch") or clause.has("wh", "howmuch"):
        return None  # by how much they differ is a number
    clause.take(*clause.mons(), *apart, *words, *clause.find("hist", "change"), *clause.find("wh"))
    clause.take(*clause.find("noun", "type", "ability", "stat", "form"), *clause.find("prep"), *clause.find("exist"))
    clause.take(*clause.find("op", "between", "range"), *clause.find("pron"), *clause.find("each"))
    relation = _MATCHED.get(next(iter(named))) if len(named) == 1 and len(subjects) == 2 else None
    if relation is not None:
        return TeamMatchup(tuple(subjects), relation)  # what both have, and what only one of them has
    return Facts(tuple(subjects), tuple(named))


def similar(clause: Clause) -> Query | None:
    """ "Pokémon similar to Garchomp", 和烈咬陆鲨相似的宝可梦: alike in types and stats."""
    mons = clause.mons()
    words = [i for i in clause.find("similar") if clause.tokens[i].text.casefold() != "like" or _is_alike(clause, i)]
    said_of_a_set = clause.has("noun", "pokemon") or clause.has("wh")  # 困死了，像卡比兽一样 asks for none
    if said_of_a_set and any(clause.tokens[i].text == "像" for i in words):
        clause.take(*(i for i in clause.find("shares", "same") if clause.tokens[i].text.startswith("一样")))
    typed = clause.has("attr", "type")  # "with the same typing"
    compared = any(not (typed and clause.at(i, "shares")) for i in clause.find("cmp"))  # 像耿鬼一样 compares no number
    if len(mons) != 1 or not words or len(words) > _SAID_TWICE or compared or _denies(clause, words):
        return None
    if clause.is_yes_no() and not (clause.has("exist") or clause.has("neg", "negyn") or _asks_for_any(clause)):
        return None  # "Is Pichu similar to Pikachu?"
    if clause.has("mu") and clause.has("type") and clause.has("sup"):
        return None  # "best attacking type versus a Water/Ghost one like Jellicent": it is an example
    if not clause.has("shares"):
        clause.take(*clause.find("attr", "type"))
    by_stats = not clause.has("attr", "type") and _says_stats(clause, words)
    clause.take(*clause.find("attr", "stats", "total", "profile", "shape"), *clause.find("noun", "stat"))
    clause.take(*mons, *words, *clause.find("exist"), *clause.find("signature", "else"), *clause.find("neg", "negyn"))
    clause.take(*clause.find("sup", ":max"), *clause.find("pron"), *clause.find("random", "pick"), *_shades(clause))
    clause.take(*clause.find("list", "list"))  # "Name a Pokémon comparable to Machamp"
    clause.take(*clause.find("role"), *clause.find("suits"), *clause.find("bool", "and"))
    alike = _same_types(clause, clause.mon(mons[0]))
    condition = conditions(clause)
    clause.take(*clause.find("noun", "pokemon", "type"))
    if alike is not None and condition is None:
        return alike if not clause.find("attr") else None
    for i in clause.find("number"):
        clause.take(i, *((i + 1,) if clause.at(i + 1, "adv", "only") else ()))  # 推荐三只: the answer lists them all
    if clause.find("attr") or (isinstance(condition, Number) and condition.op == "eq"):
        return None  # "130 Speed like Jolteon" says what is like
    mon = clause.mon(mons[0])
    if condition is None:
        return Similar(mon, "stats" if by_stats else "types")
    return _narrowed(mon, condition, clause)


def _denies(clause: Clause, words: list[int]) -> bool:
    """Is the likeness itself denied? "That isn't a dragon" only limits who is alike."""
    denials = clause.find("neg", "neg")
    limited = [i for i in denials if any(clause.at(k, tag) for k in range(i + 1, i + 4) for tag in ("type", "cls"))]
    return len(limited) < len(denials) or any(abs(i - k) < 2 for i in denials for k in words)


def _says_stats(clause: Clause, words: list[int]) -> bool:
    """ "With stats close to Jolteon's", 种族值差不多: alike in base stats, whatever the types."""
    said = (clause.tokens[i].text.casefold() for i in words)
    return bool(clause.find("attr", "stats", "total") or clause.find("noun", "stat")) or any(
        part in text for text in said for part in _STAT_WORDS
    )


def _same_types(clause: Clause, mon: Mon) -> Query | None:
    """ "Anything like Garchomp with the same typing": those of its types, explained."""
    same = clause.find("shares", "same")
    kinds = clause.find("attr", "type")
    clause.take(*kinds)
    if len(same) != 1 or not any(i > same[0] for i in kinds):
        return None
    clause.take(*same, *clause.find("cmp", ":eq"))
    return Search("pokemon", SharesWith("typing", mon))


#: Parts of words for likeness that speak of base stats.
_STAT_WORDS = word_list("contrast/stats")
#: So many words for likeness in one question say the same.
_SAID_TWICE = 2
_ANY = frozenset(word_list("contrast/any"))


def _asks_for_any(clause: Clause) -> bool:
    return any(token.text.casefold() in _ANY for token in clause.tokens)


def same_stats(clause: Clause) -> Query | None:
    """ "Do Latias and Latios have the same base stats?", 种族值一样吗: whether all six are equal."""
    subjects = tuple(dict.fromkeys(clause.mon(i) for i in clause.mons()))
    same = [*clause.find("cmp", ":eq"), *clause.find("shares", "same")]
    words = clause.find("attr", "stats")
    if len(subjects) != _PAIR or not same or len(words) != 1 or not clause.is_yes_no() or clause.is_negated():
        return None
    if clause.at(words[0], "attr", "total") or clause.has("sumword") or clause.has("bool", "or"):
        return None
    clause.take(*clause.mons(), *same, *words, *clause.find("noun", "stat"), *clause.find("pron", "them"))
    clause.take(*clause.find("adv", "tie"), *clause.find("list", "all"), *clause.find("each"))
    return Contrast(subjects, "differences", tuple(map(attribute_named, STATS)), "same")


_PAIR = 2


def _is_alike(clause: Clause, i: int) -> bool:
    """Is this the "like" of "Pokémon like Arcanine", "something like it", and not that of liking?"""
    before = clause.tokens[i - 1].text.casefold() if i else ""
    behind = clause.at(i - 1, "mon") and (i + 1 == len(clause.tokens) or clause.at(i + 1, "noun", "pokemon"))
    if behind:
        return True  # "a Hydreigon-like Pokémon"
    alike = clause.at(i - 1, "noun", "pokemon", "stat") or clause.at(i - 1, "aux", "be") or clause.at(i - 1, "attr")
    return alike or before in _ANY or clause.at(i - 1, "similar")


def _shades(clause: Clause) -> list[int]:
    """ "statwise or by type": in which respect, where both are what likeness is measured by."""
    return [
        i for i in clause.find("bool", "or")
        if any(clause.at(k, "attr", "type", "stats") for k in range(i, min(i + 3, len(clause.tokens))))
    ]  # fmt: skip


def _narrowed(mon: Mon, condition: Condition, clause: Clause) -> Query:
    """Those of the ones alike that fulfil something else: "Pokémon like Clefable but in gen 5"."""
    total = sum(clause.dataset.pokemon[mon.pokemon_id].stats)
    near = (Number("total", "ge", total - CLOSE_TOTAL), Number("total", "le", total + CLOSE_TOTAL))
    parts = condition.conditions if isinstance(condition, And) else (condition,)
    # "like Snorlax but Psychic", "like Salamence but not a Dragon"
    own = set(clause.dataset.types_of(mon.pokemon_id))
    denied = {part.condition.type_id for part in parts if isinstance(part, Not) and isinstance(part.condition, HasType)}
    typed = bool(denied & own) or any(isinstance(part, HasType | TypeCount) for part in parts)
    left = own - denied
    if denied & own and left:  # of the type that it has besides
        condition = And((HasType(left.pop()), condition))
    if typed and {part.type_id for part in parts if isinstance(part, HasType)} == own:
        return Search("pokemon", And((*parts, Not(IsA(mon)))))  # 像赫拉克罗斯一样虫加格斗的
    return Search("pokemon", And((*near, condition) if typed else (SharesWith("typing", mon), *near, condition)))


def _summands(clause: Clause) -> list[MeasureWords]:
    """What is added up: without the words that only say so ("the sum of"), what is said of each Pokémon once."""
    runs = [run for run in measure_words(clause) if not all(clause.at(i, "sumword") for i in run.words)]
    if len(runs) > 1 and all(run.mode == "one" and run.attributes == runs[0].attributes for run in runs):
        words = tuple(i for run in runs for i in run.words)
        return [replace(runs[0], words=words, tokens=tuple(i for run in runs for i in run.tokens))]
    return runs


def measured(clause: Clause) -> Query | None:
    """ "Attack plus Speed of Garchomp", 烈咬陆鲨的攻击和速度加起来是多少."""
    mons = clause.mons()
    if not mons or len(mons) > _MOST_NAMED:
        return None
    runs = _summands(clause)
    added = clause.has("sumword")
    if not mons or len(runs) != 1 or clause.has("cmp") or len(runs[0].attributes) < 2 or clause.has("sup"):
        return None
    if clause.is_yes_no() or any(not clause.at(i, "bool") for i in clause.find("op")):
        return None
    if runs[0].mode != "sum" and not added:
        return None
    listed = any(clause.at(i - 1, "bool", "and") for i in clause.find("attr", "total"))
    if not added and (listed or {"height", "weight"} & set(runs[0].attributes)):
        return None  # 身高体重和种族值总和: the total is one more of what is asked for
    measure = runs[0].measure or Sum(runs[0].attributes)
    clause.take(*mons, *runs[0].tokens, *clause.find("wh", "howmuch", "howmany"), *clause.find("noun", "stat"))
    clause.take(*clause.find("attr", "total"), *clause.find("sumword"))
    subjects: list[Subject] = [clause.mon(i) for i in mons]
    scope = clause.scope()
    return Measured(tuple(s for s in subjects if isinstance(s, Mon)), measure, scope)


def apart(clause: Clause) -> Query | None:
    """ "How much higher is Mewtwo's Special Attack than its Special Defense?", 特攻比特防高多少: two stats of one."""
    mons = clause.mons()
    words = [i for i in clause.find("attr") if any(a in STATS for a in clause.tokens[i].readings["attr"])]
    subjects = {clause.mon(i) for i in mons}
    if len(subjects) != 1 or len(words) != 2 or clause.is_yes_no() or clause.has("number") or clause.has("sup"):
        return None
    gap = [*clause.find("bymuch"), *clause.find("contrast", "differences")]
    compared = [i for i in clause.find("cmp") if i not in words]
    than = clause.find("prep", "than")
    if compared and than:
        gap += [*clause.find("wh", "howmuch", "howmany"), *clause.find("wh", "how")]
    measures = [next(stat for stat in STATS if stat in clause.tokens[i].readings["attr"]) for i in words]
    if not gap or len(compared) > 1 or bool(compared) != bool(than) or measures[0] == measures[1]:
        return None
    clause.take(*mons, *words, *gap, *compared, *than, *clause.find("noun", "stat"), *clause.find("wh", "howmuch"))
    clause.take(*clause.find("prep", "between"), *clause.find("pron", "it"))
    return Measured((clause.mon(mons[0]),), Sum(tuple(map(attribute_named, measures))), clause.scope(), "difference")


#: Words for "in all", behind the names of what is added up: 喷火龙和水箭龟总共多重.
_IN_ALL = frozenset(word_list("in-all"))


def _in_all(clause: Clause, mons: list[int]) -> list[int]:
    behind = [i for i in range(len(clause.tokens)) if mons and i > mons[-1]]
    texts = {i: clause.tokens[i].text.casefold() for i in behind}
    return [i for i in behind if texts[i] in _IN_ALL or texts[i].endswith(" in total")][:1]


def _total_of(clause: Clause) -> list[int]:
    """ "Total of Pikachu's and Raichu's Speed": a total of what is named behind it, and no base stat total."""
    totals = clause.find("attr", "total")
    others = [i for i in clause.find("attr") if i not in totals]
    return totals if len(totals) == 1 and others and clause.at(totals[0] + 1, "prep", "of") else []


def together(clause: Clause) -> Query | None:
    """ "Combined base Speed of Gengar and Garchomp", "average Speed of ...", 耿鬼和烈咬陆鲨的速度加起来."""
    mons = clause.mons()
    added, averaged = clause.find("sumword") or _in_all(clause, mons), clause.find("agg", "average")
    if not added and not averaged:
        added = _total_of(clause)
    subjects = tuple(dict.fromkeys(clause.mon(i) for i in mons))
    if not 2 <= len(subjects) <= _MOST_NAMED or bool(added) == bool(averaged) or clause.is_yes_no():
        return None
    clause.take(*added, *averaged)
    runs = _summands(clause)
    if len(runs) != 1 or runs[0].mode != "one" or clause.has("cmp") or clause.has("sup") or clause.has("ev"):
        return None
    clause.take(*mons, *runs[0].tokens, *clause.find("wh", "howmuch", "howmany"), *clause.find("noun", "stat"))
    clause.take(*clause.find("team"), *clause.find("each"), *clause.find("pron", "them"), *clause.find("list"))
    clause.take(*clause.find("attr", "effect"))
    unit = unit_compared(clause)
    shown = None if unit in USUAL else unit
    return Together(subjects, runs[0].attributes[0], "average" if averaged else "sum", clause.scope(), shown)
