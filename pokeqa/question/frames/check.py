"""Whether something holds for a Pokémon, or existed in a generation."""

from __future__ import annotations

from ..algebra import (
    NOW,
    And,
    Attribute,
    Check,
    Condition,
    Evolve,
    EvolvesBy,
    ExistsIn,
    Facts,
    FromGeneration,
    HasAbility,
    HasType,
    InEggGroup,
    IsA,
    IsClass,
    IsColor,
    IsGender,
    Learns,
    Mon,
    Not,
    Number,
    Or,
    Query,
    Scope,
    Search,
    Subject,
    Thing,
    TypeCount,
)
from ..clause import Clause, is_negative_auxiliary
from ..describe import conditions
from ..describe.comparisons import is_excluded
from ..describe.moves import learnt_in
from ..set_queries import Every
from .evolve_origin import alone_before_it, before_it, came_about
from .facts import BESIDES


def check(clause: Clause) -> Query | None:
    """ "Is Farfetch'd a Flying type?", 妙蛙花是水系的吗: a condition that is asked back."""
    clause.claimed = clause.claimed or _put_to_the_test(clause)
    if not _asks_back(clause):
        return None
    exists_in = _exists_in(clause)
    if exists_in is not None:
        return exists_in
    mons = clause.mons()
    if (
        not mons
        or _asks_more(clause)
        or (clause.has("cmp") and len(mons) > 1 and not (clause.has("number") and clause.has("each")))
        or any(is_excluded(clause, i) for i in mons)
    ):
        return None
    subjects = [clause.mon(i) for i in mons]
    clause.take(*mons)
    negated, claims = False, clause.is_claim()
    for i in clause.find("neg"):
        text = clause.tokens[i].text.casefold()
        if clause.at(i, "neg", "negyn"):
            clause.take(i)
        elif not (claims or _denies_evolving(clause, i, mons)) and (
            is_negative_auxiliary(text)
            or (clause.language != "en" and i == min(clause.content(), default=-1) and not clause.at(i + 1, "ability"))
            or text == "不是"
        ):
            # "Isn't Gengar a Poison type?" asks back what it takes to be so.
            negated = True
            clause.take(i)
    scope = clause.scope() if not clause.has("intro") and not clause.has("place") else NOW
    if clause.language != "en" and any(
        clause.at(i - 1, "aux", "can") and not clause.at(i + 1, "noun", "type") for i in clause.find("type")
    ):
        return None  # 喷火龙会飞行吗 asks whether it can fly, not for its type
    clause.take(*clause.find("attr", "type", "ability", "generation", "region", "color"))
    condition = conditions(clause)
    if condition is None and scope.generation is not None and not scope.version_groups:
        condition, scope = FromGeneration(scope.generation), NOW  # "is Marshadow Gen 7?"
    if condition is None:
        return None
    denied = clause.find("neg", "neg") if claims else []
    plain = len(denied) == 1 and clause.tokens[denied[0]].text.endswith(("是", "非"))
    if plain and not isinstance(condition, And | Or | Not):
        clause.take(*denied)
        condition = Not(condition)  # 太阳之力不是它的隐藏特性，对吗
    only = [i for i in clause.find("adv", "only") if i not in clause.used]  # "was it Psychic only"
    only += [i for i in clause.find("signature", "only") if clause.tokens[i].text == "只有"]
    if only and isinstance(condition, HasType):
        condition = And((condition, TypeCount(1)))  # 只有火属性吗
        clause.take(*only)
    clause.take(*clause.find("intro"), *clause.find("noun", "type", "ability", "region"))
    if clause.language != "en" and isinstance(condition, Number):
        clause.take(*clause.find("exist"))  # 防御真的有160吗
    if isinstance(condition, Not) and isinstance(condition.condition, EvolvesBy) and clause.has("oblige"):
        return None  # 我的鬼斯通一直不进化,是不是必须交换: that it does not evolve is no answer
    chosen = _chosen(clause, tuple(subjects), condition, scope)
    if chosen is not None:
        return chosen
    if len(subjects) > 1:
        return _of_several(clause, subjects, condition, scope)
    if isinstance(condition, Not) and not claims:
        condition, negated = condition.condition, True
    if clause.find("bool", "or"):
        return None
    if scope is not NOW and not isinstance(condition, (HasType, HasAbility, And, Number)):
        return None
    if clause.is_universal():
        return None
    if negated and not _simply_negated(clause):
        return None
    if isinstance(condition, EvolvesBy) and not negated and (came := came_about(clause, subjects[0], condition)):
        return came
    if scope is not NOW and (learnt := learnt_in(condition, scope)) != condition:
        condition, scope = learnt, NOW
    return Check(subjects[0], condition, scope, negated)


def _put_to_the_test(clause: Clause) -> bool:
    """ "Magikarp catch rate 255?": a name, an attribute and a number, as a question."""
    tokens = [token for token in clause.tokens if not token.has("filler")]
    if len(tokens) != _VALUE_CLAIMED or tokens[-1].mark != "?" or clause.has("wh"):
        return False
    named = [value for value in tokens[1].readings.get("attr", ()) if value in _TESTED]
    return tokens[0].has("mon") and bool(named) and tokens[2].has("number")


#: A name, an attribute and a number.
_VALUE_CLAIMED = 3
#: What is put to the test so; a number beside a stat can be a level.
_TESTED = ("capture-rate", "happiness", "hatch", "base-experience", "total")


def _denies_evolving(clause: Clause, i: int, mons: list[int]) -> bool:
    """ "Is it true that Absol doesn't evolve?" is weighed as denied."""
    return clause.language == "en" and i > mons[0] and clause.at(i + 1, "ev")


def _of_several(clause: Clause, subjects: list[Mon], condition: Condition, scope: Scope) -> Query | None:
    """ "Are Mew and Celebi both mythical?": of all of them; without such a word, what each of them is."""
    of_all = clause.find("each") or [i for i in clause.find("list", "all") if i > clause.mons(again=True)[-1]]
    if isinstance(condition, Learns):
        return None
    if isinstance(condition, EvolvesBy):  # "Are Machamp and Gengar trade evolutions?" asks how they came about
        last = [subject for subject in subjects if before_it(clause, subject) is not None]
        before = [one for one in (alone_before_it(clause, subject) for subject in last) if one is not None]
        if last and len(before) < len(subjects):
            return None
        subjects = before or subjects
    if of_all and scope is NOW and not clause.find("bool", "or"):
        clause.take(*of_all, *clause.find("prep"))
        return Every(Or(tuple(map(IsA, subjects))), condition)
    inner = condition.condition if isinstance(condition, Not) else condition
    if isinstance(inner, HasType):
        clause.take(*clause.find("bool", "or"))
        return Facts(tuple(subjects), ("type",), scope)
    told = _told_by(inner)
    if told is None or scope is not NOW or clause.find("bool", "or"):
        return None
    return Facts(tuple(subjects), (told,))


def _asks_back(clause: Clause) -> bool:
    """A yes/no question, also 在第一世代存在吗, and two to choose from: "Zacian: legendary or mythical?"."""
    if clause.is_yes_no() or _offers_types(clause):
        return True
    if clause.has("gen") and any(token.text in ("存在吗", "是否存在") for token in clause.tokens):
        return True
    return bool(clause.find("cls")) and not clause.has("wh") and _both_classes(clause)


def _asks_more(clause: Clause) -> bool:
    """ "Does Rayquaza have a Mega and what type is it?": another question behind "and"."""
    return any(clause.at(i + 1, "wh", "what", "how", "which") for i in clause.find("bool", "and") if i > 1)


def _offers_types(clause: Clause) -> bool:
    """玛力露是水属性还是妖精属性: are two types put up for choice of one Pokémon?"""
    types, choice = clause.find("type"), clause.find("bool", "or")
    if clause.language == "en" or len(types) != len(choice) + 1 or len(types) != 2 or clause.has("wh"):
        return False
    return types[0] < choice[0] < types[1] and len(clause.mons()) == 1


def _offers_classes(clause: Clause, condition: Condition) -> bool:
    """Are legendary and mythical put up for choice, and not the one word for both?"""
    if isinstance(condition, Or):
        return set(condition.conditions) <= {IsClass("legendary"), IsClass("mythical")}
    return condition == IsClass("special") and _both_classes(clause)


def _chosen(clause: Clause, subjects: tuple[Mon, ...], condition: Condition, scope: Scope) -> Query | None:
    """What tells which of those put up for choice it is."""
    if isinstance(condition, Or) and all(isinstance(c, HasType) for c in condition.conditions):
        return Facts(subjects, ("type",), scope)
    if scope is not NOW:
        return None
    if _offers_classes(clause, condition):
        return Facts(subjects, ("status",))  # "Is Mew legendary or mythical?"
    if isinstance(condition, Or) and len(subjects) == 1:
        told_of = _ability_offered(clause, condition)
        if told_of is not None:
            return told_of
    return Facts(subjects, ("color",)) if _is_choice_of_looks(condition) else None


def _ability_offered(clause: Clause, condition: Or) -> Query | None:
    """ "Is its hidden ability Poison Touch or Dry Skin?", "is it a Fire Stone or a Water Stone it evolves with?"."""
    mon = clause.mon(clause.mons(again=True)[0])
    parts = condition.conditions
    if all(isinstance(part, HasAbility) for part in parts):
        slots = {part.slot for part in parts if isinstance(part, HasAbility)}
        if not clause.has("aux", "be"):
            return None
        return Facts((mon,), ("hidden-ability" if slots == {"hidden"} else "ability",))
    if all(isinstance(part, EvolvesBy) and part.way == "item" for part in parts):
        return Evolve(mon, "into", "how")
    return None


def _both_classes(clause: Clause) -> bool:
    """ "Legendary or mythical", written as one."""
    return any(" or " in clause.tokens[i].text.casefold() for i in clause.find("cls", again=True))


def _is_choice_of_looks(condition: Condition) -> bool:
    """ "Is Snorlax black or blue?": the colour tells."""
    parts = condition.conditions if isinstance(condition, Or) else ()
    return bool(parts) and all(isinstance(one, IsColor) and one.table == "color" for one in parts)


def _told_by(condition: Condition) -> Attribute | None:
    """The attribute that tells of several Pokémon whether a condition holds."""
    match condition:
        case IsClass():
            return "status"
        case InEggGroup():
            return "egg-group"
        case FromGeneration():
            return "generation"
        case HasAbility():
            return "ability"
        case IsGender():
            return "gender-ratio"
        case IsColor(table, _):
            return "growth-rate" if table == "growth_rate" else table
    return None


def _simply_negated(clause: Clause) -> bool:
    """Is the sentence negated, and not a word of it? "Is it a non-Fire type?" has the opposite answer of "isn't it"."""
    said = {clause.tokens[i].text.casefold() for i in clause.find("neg", again=True)}
    return said.isdisjoint({"non", "非", "without", *BESIDES})


def _exists_in(clause: Clause) -> Query | None:
    """ "Did the Fairy type exist in gen 4?", "Was Fairy in the type chart when Diamond and Pearl came out?"."""
    bare = _asks_for_a_move(clause)
    if not (bare or clause.has("exist") or clause.has("noun", "typechart", "dex", "game") or clause.has("intro")):
        return None
    if not (clause.has("gen") or clause.has("vg")):
        return None
    subject: Subject
    if clause.mons() and clause.has("exist") and not clause.find("type"):
        i = clause.mons()[0]
        subject = clause.mon(i)
    elif clause.find("type") and not clause.mons():
        i = clause.find("type")[0]
        subject = Thing("type", clause.value(i, "type"))
    elif clause.find("move") and (bare or clause.has("exist") or clause.has("intro")) and not clause.mons():
        i = clause.find("move")[0]
        subject = Thing("move", clause.value(i, "move"))
    elif clause.find("ability") and (clause.has("exist") or clause.has("intro")) and not clause.mons():
        i = clause.find("ability")[0]
        subject = Thing("ability", clause.value(i, "ability"))
    else:
        return None
    clause.take(i)
    scope = clause.scope()
    if scope.generation is None:
        return None
    clause.take(*clause.find("exist"), *clause.find("noun", "typechart", "dex", "game", "type", "move", "ability"),
                *clause.find("intro"), *clause.find("wh", "when"), *clause.find("attr", "type", "matchup"),
                *clause.find("hist", "past"))  # fmt: skip
    clause.take(*(clause.find("itemuse") + clause.find("hist", "now") if bare else ()))
    brought = clause.has("intro") and not clause.has("exist")
    if brought and isinstance(subject, Thing) and subject.kind != "type" and not scope.version_groups:
        return Check(subject, FromGeneration(scope.generation))  # "Was Scald added in gen 5?"
    if isinstance(subject, Thing) and subject.kind == "move":
        came = clause.dataset.moves[subject.id].generation
        if came < scope.generation:  # "Does Pursuit still exist in gen 9?": a move that nobody learns is gone
            return Search("pokemon", Learns(subject.id, scope), None, "exists")
    return Check(subject, ExistsIn(scope.generation))


def _asks_for_a_move(clause: Clause) -> bool:
    """ "Is Hidden Power in Scarlet and Violet?", 第九世代有觉醒力量吗: the move and the games, and nothing else."""
    moves = clause.find("move")
    if len(moves) != 1 or not clause.is_yes_no() or clause.has("type") or clause.is_negated():
        return False
    told = {*moves, *clause.find("noun", "move", "game")}
    told |= {i for tag in ("gen", "vg", "exist", "itemuse", "hist") for i in clause.find(tag)}
    return told.issuperset(clause.content())
