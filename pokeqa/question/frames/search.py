"""Which ones, how many, the most of something."""

from __future__ import annotations

from typing import Any

from ..algebra import (
    ALL,
    And,
    Condition,
    FromGeneration,
    HasAbility,
    HatchesWithItem,
    IsA,
    MoveIs,
    Not,
    Number,
    Order,
    Query,
    Search,
    Stage,
)
from ..clause import Clause
from ..describe import conditions, ranking_words
from ..lexer import TOLD_OF
from .by_other_type import owed_to_the_other_type
from .matchup import type_choices
from .set_asked import (
    OF_MOVES,
    about_reality,
    asks_whether_any,
    at_odds,
    is_of_one_told,
    measures_moves,
    names_a_set,
    pairing,
    takes_attacks,
    what_is_searched,
)
from .set_forms import forms_counted, is_of_forms
from .set_wanted import amount_wanted, asks_for_the_end, named_choices, names_in, shown
from .set_words import became, chosen, example_of_set, families, fits, in_total, only_those

#: More Pokémon than these in one clause describe no set.
_MOST_NAMED = 12


def _asks_twice(clause: Clause) -> bool:
    """ "Which are Ice types and which are Fire types?": two sets, not one that is both."""
    asked = [i for i, token in enumerate(clause.tokens) if token.has("wh", "which") or token.has("wh", "who")]
    if clause.language != "en":
        return len(asked) > 1
    first = next((i for i, token in enumerate(clause.tokens) if token.has("wh")), None)
    if any(clause.at(i - 1, "bool", "and") and first != i for i in asked):
        return True  # "What does Intimidate do and which legendaries are Fire types?"
    return any(clause.at(i, "list", "list") for i in asked[1:])


def _ends_in_a_type(clause: Clause) -> bool:
    """Is a type the last word with content? In Chinese and Japanese, what stands last is what is asked for."""
    if clause.language == "en":
        return False
    last = max((i for i in clause.content() if not clause.at(i, "group", "type") or clause.at(i, "type")), default=-1)
    return clause.at(last, "type") and not clause.at(last, "noun", "move")


def _counts_a_class(clause: Clause, i: int) -> bool:
    """ "The four Paldea treasures of ruin", 阿罗拉的三只御三家: as many as its name says; the answer counts them."""
    k = i + 1
    while any(clause.at(k, tag) for tag in ("adv", "filler", "region", "gen")) or clause.at(k, "noun", "pokemon"):
        k += 1
    listed = any(clause.at(j, "list", "list") for j in range(max(0, i - 2), i))
    return clause.at(k, "cls") and not listed and not clause.at(i - 1, "op") and not clause.at(i + 1, "unit")


def _take_counts(clause: Clause) -> None:
    """ "Which two ...", "the four treasures of ruin": numbers that the answer gives itself, explained."""
    for i in clause.find("number"):
        if clause.at(i - 1, "wh", "which", "what") and not clause.at(i + 1, "unit"):
            clause.take(i)
        elif _counts_a_class(clause, i):
            clause.take(i, *((i + 1,) if clause.at(i + 1, "adv", "only") else ()))


def _how_many(clause: Clause) -> list[int]:
    """The words that ask for a count. 列几个 says how many are wanted, and asks for a list."""
    many = clause.find("wh", "howmany")
    if many and clause.language != "en" and all(clause.at(i - 1, "list", "list") for i in many):
        clause.take(*many)
        return []
    return many


def _lists_too(clause: Clause, many: list[int]) -> bool:
    """ "How many have the habitat urban, and name a few": a word for listing behind the count."""
    return clause.language == "en" and any(i > many[-1] for i in clause.find("list", "list", again=True))


def _has_moves_of_a_type(clause: Clause) -> bool:
    """ "Pokémon with no Fire type moves", 没有火系招式的宝可梦: the type is that of moves, and describes no Pokémon."""
    if not clause.has("noun", "pokemon") or not clause.has("noun", "move"):
        return False
    for i in clause.find("type", again=True):
        if takes_attacks(clause, i):
            continue  # "immune to Electric attacks"
        k = i + 1
        while clause.at(k, "noun", "type") or clause.at(k, "prep", "of"):
            k += 1
        if clause.at(k, "noun", "move") and not clause.at(k, "type") and not clause.at(k + 1, "mu"):
            return not clause.has("moveclass") and not any(clause.at(j, "noun", "pokemon") for j in range(i, k))
    return False


def _denies_beyond(clause: Clause) -> bool:
    """ "But not into a starter" denies what it becomes: no condition says so."""
    return any(clause.at(i + 1, "prep", "into") for i in clause.find("neg", "neg"))


def search(clause: Clause) -> Query | None:
    """Every question for a set: filters, superlatives, counts."""
    if len(clause.mons()) > _MOST_NAMED or type_choices(clause) or _which_of_types(clause) or _claims_of_types(clause):
        return None
    if clause.has("ev", "pre") or clause.has("wh", "how", "why", "where", "when") or _denies_beyond(clause):
        return None
    if _has_moves_of_a_type(clause) or _apart_by_group(clause):
        return None
    if clause.is_universal() or (_asks_for_a_share(clause) and not clause.mons()) or clause.has("agg"):
        return None
    example = example_of_set(clause)
    clause.take(*example)
    what = what_is_searched(clause)
    if what == "pokemon" and clause.has("hist", "newgames"):
        return None  # "how many Pokémon are in the newest games": those of one game, and which one is not said
    many = _how_many(clause)
    if len([i for i in clause.find("sup") if not clause.at(i, "ord")]) > 1 or (
        _asks_twice(clause) or (what == "move" and _ends_in_a_type(clause))
    ):
        return None  # two rankings in one; 不会飞行系招式的龙, which asks for Pokémon
    ranking = ranking_words(clause, what)
    order, tie = ranking.order, clause.find("adv", "tie")
    in_dex = order is not None and order.attribute == "dex-number"
    then: Any = "none"
    finals = clause.find("ev", "final") or became(clause)
    of_one = bool(finals) and bool(clause.mons(again=True))
    if of_one and not clause.find("type", again=True):
        return None  # "the final evolution of Froakie" is one Pokémon
    finals = [] if of_one else finals  # "Dragon/Ground, final evolution of Gible"
    if finals and not clause.has("stage"):
        clause.take(*(i for i in clause.find("pron", "them") if i + 1 == finals[0]))  # "… and their final evolutions"
        then = "final-evolution" if asks_for_the_end(clause, finals[0]) and order is None else "none"
        own = finals[0] - 1
        clause.take(*finals, *((own,) if clause.at(own, "pron", "it") else ()))  # "in its final form"
    forms: Any = forms_counted(clause)
    condition = conditions(clause, moves=what == "move")
    if finals and then == "none" and not clause.has("stage"):
        condition = Stage("final") if condition is None else And((condition, Stage("final")))
    if order is not None and clause.is_yes_no() and (clause.has("learn", "learn") or clause.has("cmp")):
        return None  # "Does the slowest Ice type learn Blizzard?" asks something of who ranks first
    clause.take(*ranking.tokens, *_vaguely(clause, condition))
    clause.take(*(i for i in clause.find("team", "shared") if clause.tokens[i].text.casefold() == "all of them"))
    if clause.find("ev", "into", "from") or clause.find("wh", "level", "item"):
        return None
    if not in_dex and not names_a_set(clause, condition, what, ranked=order is not None, counted=bool(many)):
        return None
    scope = clause.scope()
    hatches = isinstance(condition, And) and any(isinstance(c, HatchesWithItem) for c in condition.conditions)
    clause.take(*(clause.find("egg", "egg", "hatch") if hatches else ()))
    clause.take(
        *(i for i in clause.find("machineall") if not clause.at(i, "eachof"))
    )  # "in each generation" parts them
    clause.take(*_beside_measure(clause, order), *families(clause, condition))
    clause.take(*many, *clause.find("noun", "pokemon", "move", "stat", "dex", "form"), *in_total(clause, many))
    clause.take(
        *clause.find("exist"),
        *clause.find("intro"),
        *tie,
        *_only_one(clause),
        *pairing(clause, condition),
        *only_those(clause),
    )
    if clause.language != "en" or condition is not None:
        clause.take(*clause.find("attr", "name"))  # 叫什么, "the names of the starters": the answer gives the names
    show: list[Any] = []
    _take_counts(clause)
    if order is not None or (what == "pokemon" and clause.has("list", "list") and not many):
        show = shown(clause, what, order)
    clause.take(*clause.find("wh", "howmuch"))
    clause.take(*owed_to_the_other_type(clause, condition))
    choices = named_choices(clause)
    if choices:
        condition = choices if condition is None else And((condition, choices))
    if clause.mons():
        return None
    clause.take(*clause.find("signature", "else"), *_of_its_own(clause, condition), *chosen(clause))
    language = names_in(clause) if what == "pokemon" and not many else None
    if order is not None and clause.take_all("nonzero"):
        above = Number(order.attribute, "gt", 0)
        condition = above if condition is None else And((condition, above))
    amount = amount_wanted(clause) if order is None and not many else None
    if example and not fits(clause, example, condition):
        return None
    both = many and (
        clause.has("wh", "which", "who") or _lists_too(clause, many)
    )  # "Which ... and how many are there?": the list says how many
    output: Any = "count" if many and order is None and not both else "list"
    if output == "list" and order is None and asks_whether_any(clause):
        output = "exists"
    condition = condition or ALL
    # "Dragon types in Sword": which Pokémon a game has, the dataset does not say.
    of_a_game = what == "pokemon" and bool(scope.version_groups) and order is None and not clause.has("learn")
    if of_a_game or _unanswerable(what, condition, order) or (condition == ALL and is_of_one_told(clause)):
        return None
    clause.take(*(clause.find("noun", "game") if what == "move" else ()))
    if output == "exists" and (_denies(clause, condition) or about_reality(clause)):
        return None
    of_forms = is_of_forms(clause, condition, ranked=order is not None)
    if of_forms is None:
        return None
    if of_forms:
        if _names_a_generation(condition):
            return None  # of the forms, or of their species
        forms = "all"
    return Search(what, condition, order, output, forms, amount, tuple(show), then, scope, language)


def _denies(clause: Clause, condition: Condition) -> bool:
    """Is all that is said of a set what it is not: not so of one that was told of ("are any of them not Grass")."""
    return isinstance(condition, Not) and not any(token.how == TOLD_OF for token in clause.tokens)


def _flat(condition: Condition) -> list[Condition]:
    """The conditions that all have to hold."""
    if not isinstance(condition, And):
        return [condition]
    return [part for one in condition.conditions for part in _flat(one)]


def _unanswerable(what: str, condition: Condition, order: Order | None) -> bool:
    """Has the dataset no such set: Pokémon by a move's number, or moves ranked by their numbers of another time?

    What is said and denied at once ("can learn Fly but can't fly") means something else than the condition says.
    """
    if isinstance(condition, Not) and isinstance(condition.condition, IsA) and order is None:
        return True  # "who else besides Dragonite" asks of something said before
    parts = _flat(condition)
    if any(isinstance(one, Not) and one.condition in parts for one in parts) or at_odds(parts):
        return True
    if what == "pokemon":
        return measures_moves(condition) or (order is not None and order.attribute in OF_MOVES)
    return what == "move" and order is not None and _names_a_generation(condition)


def _asks_for_a_share(clause: Clause) -> bool:
    """ "What share of Dragon types": not the verb of "which share the ability Levitate"."""
    return any(
        not (clause.at(i, "shares") and (clause.at(i + 1, "noun", "ability") or clause.at(i + 2, "noun", "ability")))
        for i in clause.find("share", "share", again=True)
    )


def _apart_by_group(clause: Clause) -> bool:
    """ "How many Pokémon does each generation have?" asks for a number of each, and not for one of all."""
    said = clause.find("machineall", again=True)
    return any(clause.tokens[i].text.casefold().startswith(("each ", "in each ", "每")) for i in said)


def _of_its_own(clause: Clause, condition: Condition | None) -> list[int]:
    """ "Whose signature ability is Forecast?": the answer tells whether others have it."""
    owned = isinstance(condition, HasAbility) and not clause.is_yes_no()
    return clause.find("signature", "signature") if owned else []


def _only_one(clause: Clause) -> list[int]:
    """ "Who is the only Pokémon with Water Bubble?", 只有谁有魔法镜: the answer says how many there are.

    只有 before anything else limits what follows it: 只有火属性 is pure Fire.
    """
    if clause.is_yes_no():
        return []
    the_only = [
        i
        for i in clause.find("adv", "only")
        if i
        and clause.tokens[i - 1].text.casefold() == "the"
        and clause.at(i + 1, "type")
        and (clause.has("wh", "which", "who", "what") or clause.has("noun", "pokemon"))
    ]  # "Which Pokémon is the only Ice/Ghost type?"
    return the_only + [
        i for i in clause.find("signature", "only")
        if clause.tokens[i].text != "只有" or clause.at(i + 1, "wh", "who", "which", "what")
    ]  # fmt: skip


def _claims_of_types(clause: Clause) -> bool:
    """ "Only Dark and Normal resist Ghost?" is said of the types; it describes no Pokémon of a single type."""
    if clause.has("wh") or clause.has("list", "list", "all") or clause.has("noun", "pokemon"):
        return False
    for i in (*clause.find("typecount", "1", again=True), *clause.find("signature", "only", again=True)):
        k = i + 1
        while any(clause.at(k, tag) for tag in ("type", "bool", "filler")) or clause.at(k, "noun", "type"):
            k += 1
        k += clause.at(k, "aux", "be")
        ends = k == len(clause.tokens) and clause.tokens[i].text.casefold() == "only" and not clause.at(k - 1, "noun")
        if (ends or clause.at(k, "mu")) and any(clause.at(j, "type") for j in range(i + 1, k)):
            return True
    return False


def _which_of_types(clause: Clause) -> bool:
    """ "Which of Fire, Water and Grass …" chooses between types, and describes no Pokémon."""
    chosen = any(clause.at(i, "wh", "which") and clause.at(i + 1, "prep", "of") and clause.at(i + 2, "type")
                 for i in range(len(clause.tokens)))  # fmt: skip
    return chosen and not clause.has("noun", "pokemon", "type")


def _beside_measure(clause: Clause, order: Order | None) -> list[int]:
    """Words that only belong to what is ranked: an egg hatches, experience is given."""
    if order is None:
        return []
    if order.attribute == "hatch":
        return clause.find("egg", "egg", "hatch")
    if order.attribute in ("base-experience", "ev-yield"):
        return [*clause.find("exp", "gives"), *clause.find("beaten"), *clause.find("effort")]
    return []


def _vaguely(clause: Clause, condition: Condition | None) -> list[int]:
    """ "Slow Psychic types (Speed 40 or less)", "small ones under half a metre": words that a number makes exact."""
    bound = {part.attribute for part in _flat(condition) if isinstance(part, Number)} if condition else set()
    counters = clause.find("noun", "number") if "dex-number" in bound else []  # 1000番
    return [*counters, *(i for name in bound if isinstance(name, str) for i in clause.find("vague", name))]


def _names_a_generation(condition: Condition) -> bool:
    parts = condition.conditions if isinstance(condition, And) else (condition,)
    return any(isinstance(c, FromGeneration) or (isinstance(c, MoveIs) and c.field == "generation") for c in parts)
