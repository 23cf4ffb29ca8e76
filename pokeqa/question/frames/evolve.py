"""Evolution: into what, from what, how, at which level, with which item, how many."""

from __future__ import annotations

from typing import Any, get_args

from ..algebra import EvolutionWay, Evolve, Mon, Query
from ..clause import Clause, is_negative_auxiliary
from ..word_lists import word_list
from .evolve_aside import besides, carried, names_a_move, with_party
from .evolve_length import all_stages, between_two, line_length
from .evolve_line import (
    always,
    counts_stages,
    line_to,
    nth_stage,
    sequel,
    times,
    whole_line,
    why_not,
)
from .evolve_once import level_choice, like_the_ordinary, said_once
from .evolve_origin import said_of_its_origin
from .evolve_places import became_in
from .evolve_sides import asks_behind_a_sex, sexes, sides, telling
from .evolve_unsaid import leads_to, of_many, without_verb
from .evolve_whole import line_steps

#: What asks for more than one step, or puts it in other words.
_OF_LINE = (like_the_ordinary, line_length, all_stages, between_two, line_to, line_steps,
            times, always, sequel, why_not, nth_stage, besides, with_party)  # fmt: skip


def evolve(clause: Clause) -> Query | None:
    """Every question about one evolution family; directions come from the verb and from 从/由/from."""
    mons = clause.mons()
    verbs = clause.find("ev")
    if not mons or len(mons) > 2:
        return of_many(clause, mons, verbs)
    clause.claimed = clause.claimed or asks_behind_a_sex(clause)
    if not verbs:
        return (between_two(clause, mons, verbs) if len(mons) > 1 else None) or without_verb(clause, mons)
    for of_line in _OF_LINE:
        if (query := of_line(clause, mons, verbs)) is not None:
            return query
    if _compares(clause, mons) or clause.has("cmp") or (clause.has("mu") and not clause.has("mu", "effect:att")):
        return None
    verbs = said_once(clause, mons, whole_line(clause, verbs))
    if (
        _asks_of_both(clause, mons)
        or _several_words(clause, verbs)
        or (len(clause.find("item")) > 1 and not clause.has("bool", "or"))
        or _asks_for_a_type(clause)
        or _denied(clause, verbs)
    ):
        return None
    before, after, kind = _sides(clause, verbs, mons)
    if kind is None or before == after or _changes_form(clause, before, after):
        return None  # neither is there; 伊贝进化成月亮伊贝: half of the second name was not read
    yes_no = clause.is_yes_no() or _put_as_its_end(clause, mons, verbs)
    negated = _negated(clause, verbs)
    expected = _expected(clause)
    if clause.language != "en" and clause.find("attr", "happiness") and clause.find("wh", "howmany", "howmuch"):
        clause.take(*clause.find("attr", "happiness"), *clause.find("evolveby", "friendship"))
        clause.take(*mons, *verbs, *clause.find("wh", "howmany", "howmuch"), *clause.find("require"))
        return Evolve(before, "into", "how", target=after) if before and not yes_no else None
    aspect: Any = _aspect(clause, kind, verbs, yes_no, before is not None and after is not None)
    if aspect == "unclear" or (
        negated and not yes_no and (aspect == "how" or clause.has("wh", "what", "which", "who"))
    ):
        return None  # 伊布不能进化成什么: all others; "how do I make my Haunter not evolve?"
    ways = clause.find("evolveby", "trade", "friendship")
    if (ways or clause.language != "en") and clause.find("evolveby") and clause.find("bool", "or") and len(mons) == 1:
        ways = clause.find("evolveby")  # "by level or by trading?"
        clause.take(*clause.find("bool", "or"), *clause.find("noun", "item"))
        aspect, yes_no = "how", False
    aspect, yes_no = level_choice(clause, aspect, yes_no=yes_no)
    if _offers_ways(clause, mons):
        aspect, yes_no = "how", False  # "with a Thunder Stone or a Sun Stone?", "at night or in the day?"
    if names_a_move(clause, mons) or (clause.has("critical") and clause.has("wh", "howmany")):
        aspect = "how"
        clause.take(*clause.find("critical"), *clause.find("times", "count"), *clause.find("wh", "howmany"))
    if yes_no and aspect == "what" and (_spares_a_way(clause) or clause.take_all("evolveby", "other")):
        aspect, yes_no = "how", False  # 不交换能进化吗, "by walking?": every way it has is the answer
    kind = _end_asked(clause, kind, before, after)
    one_way = kind in ("bare", "into") and before is not None and after is None and aspect != "count"
    asked = _narrowing(clause, aspect, one_way, step=before is not None and after is not None,
                       family=kind == "family")  # fmt: skip
    if asked is None:
        return None
    clause.take(*mons, *verbs, *ways, *(clause.find("suppose") if ways or clause.find("item") else ()))
    _take_around(clause, kind, aspect)
    item = None
    for i in clause.find("item"):
        item = clause.value(i, "item")
        clause.take(i, *clause.find("itemuse"))
        clause.take(*clause.find("times", "1"), *(k for k in clause.find("breed", "itself") if k + 1 == i))  # "another"
    level = None
    numbers = clause.find("number")
    at = bool(numbers) and numbers[0] > 0 and clause.tokens[numbers[0] - 1].text.casefold() == "at"  # "at 36"
    if numbers and (aspect == "level" or at or (aspect == "how" and numbers[-1] == len(clause.tokens) - 1)):
        level = int(clause.value(numbers[0], "number"))
        clause.take(numbers[0])
    onward = kind in ("bare", "into") and not yes_no
    before, after, aspect = became_in(clause, before, after, aspect) if onward else (before, after, aspect)
    scope = clause.scope()
    extra: dict[str, Any] = {"scope": scope, "expected": expected, "item_id": item, "level": level, "negated": negated,
                             "ways": asked}  # fmt: skip
    if counts_stages(clause, verbs) and (before is None or after is None) and not yes_no:
        whole = before or after
        assert whole is not None
        return Evolve(whole, "family", "stages", **extra)
    if kind in ("family", "first", "stage", "final", "baby"):
        return _in_family(before, after, kind, aspect, yes_no, extra)
    if before is not None and after is not None:
        if kind == "pre" or (
            kind == "from" and yes_no and clause.has("aux", "be") and clause.language != "en"
        ):  # 梦幻是超梦进化来的吗
            return Evolve(after, "from", "what", target=before, yes_no=yes_no, **extra)
        if yes_no and aspect == "can":
            aspect = "what"
        return Evolve(
            before, "into", aspect if aspect != "what" or yes_no else "how", target=after, yes_no=yes_no, **extra
        )
    if before is not None:
        if aspect == "what" and yes_no and kind in ("bare", "into"):
            aspect = "can" if expected is None else "count"  # 伊布有九种进化对吗
        return said_of_its_origin(clause, before, extra) or Evolve(
            before, "into", aspect, yes_no=yes_no and (aspect in ("can", "count") or level is not None), **extra
        )
    assert after is not None
    if aspect == "what" and yes_no:
        aspect = "can"  # "does anything come before Snorlax?"
    return Evolve(after, "from", aspect, yes_no=aspect == "can", **extra)


def _put_as_its_end(clause: Clause, mons: list[int], verbs: list[int]) -> bool:
    """ハクリューは最終進化？: with は and nothing more the end is said of it, and not asked for."""
    plain = clause.language == "ja" and len(mons) == len(verbs) == 1 and len(clause.tokens) == _MON_IS_END
    return plain and clause.at(2, "ev", "final") and clause.tokens[1].text == "は"


#: A name, は and the word for the end.
_MON_IS_END = 3


def _sides(clause: Clause, verbs: list[int], mons: list[int]) -> tuple[Mon | None, Mon | None, Any]:
    """The sides by the verb; "I want Espeon, how do I evolve Eevee?" names what it becomes first."""
    before, after, kind = sides(clause, verbs, mons)
    if before and after and (clause.has("wish") or clause.has("suppose")) and leads_to(clause, after, before):
        return after, before, kind
    return before, after, kind


def _changes_form(clause: Clause, before: Mon | None, after: Mon | None) -> bool:
    """ "How does Giratina become Origin Forme?", 洛托姆怎么变成加热洛托姆: another form of it, and no evolution."""
    end = after or before
    if end is None or not end.form_named or clause.is_yes_no() or clause.dataset.evolutions_to(end.pokemon_id):
        return False
    if clause.dataset.pokemon[end.pokemon_id].form_kind in ("mega", "gigantamax", "regional"):
        return False
    if before is not None and after is not None:
        return before.species_id == after.species_id
    # The name's form stands behind the verb that leads to it.
    verbs = clause.find("ev", "into", again=True)
    return bool(verbs) and any(clause.at(i, "filler", "form") for i in range(verbs[-1] + 1, len(clause.tokens)))


def _asks_of_both(clause: Clause, mons: list[int]) -> bool:
    """ "Are Wigglytuff and Delcatty Moon Stone evolutions?": neither becomes the other."""
    joined = len(mons) == _TWO and mons[1] == mons[0] + 2 and clause.at(mons[0] + 1, "bool", "and")
    return joined and clause.is_yes_no() and bool(clause.find("item") or clause.find("evolveby"))


def _offers_ways(clause: Clause, mons: list[int]) -> bool:
    """Are two items or two times put up for choice? The choice is explained: how it evolves is the answer."""
    if len(mons) > 1 and clause.is_yes_no() and clause.has("wh", "when"):
        return True  # "does it evolve into Umbreon during the day or at night?"
    offered = max((clause.find("item"), clause.find("evolveby", "day", "night")), key=len)
    choice = [k for k in clause.find("bool", "or") if len(offered) > 1 and offered[0] < k < offered[-1]]
    if len(offered) != _TWO or len(choice) != 1 or clause.has("neg", "neg"):
        return False
    clause.take(*offered, *choice, *clause.find("itemuse"))
    return True


_ENDS_UP = frozenset(word_list("ends-up"))
#: A choice is of two.
_TWO = 2


def _end_asked(clause: Clause, kind: Any, before: Mon | None, after: Mon | None) -> Any:
    """The kind of the verb, or the end of the line that is asked for: "finally", "which starter becomes Incineroar"."""
    if kind in ("bare", "into") and before is not None and after is None and clause.take_all("adv", "finally"):
        return "family" if clause.has("sex", "male", "female") else "final"  # the line says what each sex becomes
    last = clause.find("ev", "into", again=True)
    if kind == "into" and before and not after and any(clause.tokens[i].text.casefold() in _ENDS_UP for i in last):
        return "final"  # "what does Ralts end up as?"
    first = any(clause.at(i - 1, "wh") for i in clause.find("cls", "starter", "baby"))
    return "first" if first and before is None and kind in ("bare", "into", "from") else kind


def _take_around(clause: Clause, kind: Any, aspect: str) -> None:
    """What may stand around an evolution and says nothing of its own."""
    if clause.find("owning") or clause.find("wish"):  # "if I own a Charcadet, how do I evolve it"
        clause.take(*clause.find("owning"), *clause.find("wish"), *clause.find("suppose"), *clause.find("pron", "it"))
    if kind in ("bare", "into"):
        clause.take(*clause.find("dexstep", "next"))  # "what does Raichu evolve into next"
    clause.take(*clause.find("since"))  # "Since Eevee evolves into Lucario, at which level?": said to be so or not
    clause.take(*clause.find("passive"), *(clause.find("cls") if clause.has("wh") else ()))
    clause.take(*clause.find("aux"), *clause.find("prep"), *clause.find("noun", "form"))
    clause.take(*clause.find("attr", "forms", "name"), *clause.find("list"), *clause.find("intro"))
    if kind in ("final", "family"):
        clause.take(*clause.find("exp", "reach"))  # "When does Dratini reach its last form?"
    if aspect == "level":
        # "how high does its level have to be", 进化等级是多少
        clause.take(*clause.find("wh", "howmuch"), *(i for i in clause.find("attr", "height") if clause.has("oblige")))
    if aspect == "level":  # "what level does it need to reach before it evolves"
        behind = [i for i in clause.find("hist", "past") if clause.at(i + 1, "pron", "it") or clause.at(i + 1, "ev")]
        clause.take(*clause.find("exp", "reach"), *behind)
    if aspect == "how" and clause.has("prep", "getv"):
        clause.take(*clause.find("pron", "them"))  # "Eevee's evolutions and how do I get them"
    if kind in ("pre", "from", "first"):
        clause.take(*clause.find("hist", "past"))  # "What did Scizor use to be before evolving?"
    if not clause.has("move"):
        clause.take(*clause.find("learn", "level-up"))  # 晚上升级会进化吗: it is by levelling up that most evolve
    if aspect in ("item", "level", "how"):
        clause.take(*clause.find("require"))
        clause.take(*(i for i in clause.find("suits") if clause.tokens[i].text.casefold() in _SHOULD))
    if aspect == "item":
        # "which stone do I use to evolve Porygon", "on a girl Snorunt to evolve it"
        clause.take(*clause.find("itemuse"), *clause.find("grant"), *clause.find("pron", "it"))


def _compares(clause: Clause, mons: list[int]) -> bool:
    """ "Compare Wooper and its evolution" asks for both, side by side."""
    return any(i < mons[0] for i in clause.find("prep", "between", again=True))


def _asks_for_a_type(clause: Clause) -> bool:
    """何タイプになりますか: what it becomes is a type."""
    return any(clause.at(i, "wh") for i in clause.find("attr", "type"))


def _in_family(
    before: Mon | None, after: Mon | None, kind: Any, aspect: Any, yes_no: bool, extra: dict[str, Any]
) -> Query | None:
    """What is asked of the whole family: its line, its first or last stage, the stage of one of it."""
    subject = before or after
    assert subject is not None
    if before is not None and after is not None:
        if kind != "final" or not yes_no:
            return None
        return Evolve(before, "into", "final", target=after, yes_no=True, **extra)
    if kind == "family":
        return Evolve(subject, "family", aspect if aspect in ("how", "count") else "what", **extra)
    if kind == "baby":
        return Evolve(subject, "from", "baby" if yes_no else "first", yes_no=yes_no, **extra)
    if kind in ("final", "first") and not yes_no and aspect in ("level", "how", "item"):
        return None if extra["ways"] else Evolve(subject, "family", "how", **extra)
    if kind == "stage" or (kind in ("final", "first") and yes_no):
        return Evolve(subject, "into" if kind == "final" else "from", "stage" if kind == "stage" else kind,
                      yes_no=yes_no and kind != "stage", **extra)  # fmt: skip
    direction: Any = "into" if kind == "final" else "from"
    return Evolve(subject, direction, kind, **extra)


def _narrowing(
    clause: Clause, aspect: str, one_way: bool, *, step: bool, family: bool
) -> tuple[EvolutionWay, ...] | None:
    """The conditions that narrow what a Pokémon evolves into; None where a question has some and cannot have them."""
    if aspect == "how" and clause.has("bool", "or"):
        return ()
    asked = _ways(clause)
    if family and _SEXES.issuperset(asked or ()):
        return ()
    if asked and aspect == "what" and clause.is_yes_no() and _OF_A_STEP.issuperset(asked):
        clause.take(*clause.find("suppose"), *clause.find("pron", "it"))
        return asked  # "Can a female Snorunt evolve into Froslass?"
    if asked and step and not clause.is_yes_no() and _OF_A_STEP.issuperset(asked):
        clause.take(*clause.find("pron", "it"))
        return asked  # "Which stone turns a male Kirlia into Gallade?"
    if (asked and not one_way) or (aspect in ("item", "level") and not _SEXES.issuperset(asked or ())):
        return () if aspect == "how" or _SAID_ANYWAY.issuperset(asked or ()) else None
    if asked:
        clause.take(*clause.find("suppose"), *clause.find("pron", "it"))  # "if I level it up at night"
    return asked


#: "What level should it be to evolve?"
_SHOULD = frozenset(word_list("should"))
#: Conditions that one step can be asked about, and those that its answer says in any case.
_OF_A_STEP = frozenset({"female", "male", "day", "night", "full-moon", "level", "rain"})
_SEXES = frozenset({"female", "male"})
_SAID_ANYWAY = frozenset({"trade", "friendship", "level"})


def _spares_a_way(clause: Clause) -> bool:
    """ "Without trading", 不交换, 不用石头: a way to evolve that is ruled out, explained."""
    for i in clause.find("neg", "neg"):
        k = i + 1
        while clause.at(k, "filler") or clause.at(k, "itemuse"):
            k += 1
        if clause.at(k, "evolveby") or clause.at(k, "wh", "item") or clause.at(k, "item"):
            clause.take(i, *range(i + 1, k + 1))
            return True
    return False


def _ways(clause: Clause) -> tuple[EvolutionWay, ...] | None:
    """The conditions that the evolution is narrowed by, explained; None where their words can mean several."""
    found: list[EvolutionWay] = []
    for i in clause.find("evolveby"):
        values = clause.tokens[i].readings["evolveby"]
        known = [way for way in get_args(EvolutionWay) if way in values]
        if len(known) != 1:
            return None
        found.append(known[0])
        clause.take(i)
    if "trade" in found:  # "by trading with an item": it is held
        found = ["held-item" if way == "item" else way for way in found]
    return tuple(dict.fromkeys([*found, *sexes(clause)]))


def _denied(clause: Clause, verbs: list[int]) -> bool:
    """不能进化成什么 asks for the rest; 不会进化成它，对吧 is to be confirmed as denied."""
    denials = clause.find("neg", "neg")
    if clause.language == "en":  # "My friend says Mawile can't evolve", but not "Can't Mawile evolve?"
        return clause.is_yes_no() and any(v - 1 in denials and clause.mons()[0] < v - 1 for v in verbs)
    said = any(v - 1 in denials for v in verbs)
    return said and (not clause.is_yes_no() or clause.is_claim())


def _negated(clause: Clause, verbs: list[int]) -> bool:
    """Is the evolution denied? Any other negation ("without a stone", 不用) says something else, and is left over."""
    negated = False
    for i in clause.find("neg"):
        if clause.at(i, "neg", "negyn"):
            clause.take(i)
        elif is_negative_auxiliary(clause.tokens[i].text) or i + 1 in verbs:
            negated = True
            clause.take(i)
    return negated


def _several_words(clause: Clause, verbs: list[int]) -> bool:
    """ "What does the pre-evolution of Gengar evolve from?" goes two steps; one query goes one."""
    kinds = [set(clause.tokens[i].readings["ev"]) for i in telling(clause, verbs)]
    if any(clause.tokens[i].text.casefold() in ("that one", "this one", "那只", "那个") for i in clause.find("pron")):
        return True
    return len(kinds) > 1 and not set.intersection(*kinds)


def _expected(clause: Clause) -> int | None:
    """ "Slowpoke's two evolved forms": a number that is taken for granted."""
    for i in (*clause.find("number"), *clause.find("pron", "them")):
        if clause.at(i + 1, "wh", "how"):
            clause.take(i)  # "the two ways to evolve Feebas": all its ways are the answer
            return None
    for i in clause.find("number"):
        if any(
            clause.at(k, "ev") or clause.at(k, "noun", "pokemon") for k in range(i + 1, min(i + 3, len(clause.tokens)))
        ) and not clause.has("wh", "level"):
            clause.take(i)
            return int(clause.value(i, "number"))
    return None


def _aspect(clause: Clause, kind: str, verbs: list[int], yes_no: bool, both: bool) -> str:
    """What is asked of the evolution; the asking words are explained."""
    many = clause.find("wh", "howmany")
    level = clause.find("wh", "level")
    if len(level) > 1:
        return "unclear"  # two questions for a level are two questions
    item = clause.find("wh", "item")
    item += carried(clause) if kind in ("bare", "into") and not item else []
    how = clause.find("wh", "how", "when")
    last = len(clause.tokens) - 1
    how += [i for i in clause.find("wh", "where") if i in (0, last) or clause.language != "en"]
    how += clause.find("deciding") if kind in ("bare", "into") else []
    if kind in ("bare", "into", "family") and not yes_no and not (many or level or item or how):
        # "What's special about Inkay's evolution?", "every step of the Dragonite line": how it goes
        how = clause.find("outcome") or (clause.find("egg", "steps") if kind == "family" else [])
    elif how and kind in ("bare", "into"):
        how += clause.find("outcome")  # "what's special about how Inkay evolves"
    # 几级进化 asks for a level, 几只 for a number; 几级 is one token, so "how many" here is really a count.
    if item:
        clause.take(*item, *how, *level)
        return "item"
    if level:
        clause.take(*level, *many, *how)
        return "level"
    if how:
        clause.take(*how, *many)
        return "how"
    if many:
        clause.take(*many)
        return "count"
    return "what"
