"""Moves: machines by number, moves compared, and how moves changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..algebra import Attribute, Facts, History, Query, Scope, Thing
from ..calculations import CompareMoves, MachineLookup
from ..clause import VERSUS, Clause, is_negative_auxiliary
from ..past_claims import claim_of, number_claim
from ..slots import whole
from ..word_lists import word_list
from .better_move import better_move

#: What two moves can be compared by.
_COMPARED = ("power", "accuracy", "pp", "priority")
_PAIR = 2
#: What of a move has a past.
_AND_NOW = frozenset(word_list("and-now"))
_CHANGED = ("type", "power", "accuracy", "pp", "priority", "damage-class")


def machine_lookup(clause: Clause) -> Query | None:
    """ "What is TM26 in Gen 3?", 第三世代的招式学习器26."""
    words = clause.find("machinekind")
    numbers = clause.find("number")
    if len(words) == 2 and words[1] == words[0] + 1 and (clause.language != "en" or _same_kind(clause, *words)):
        clause.take(words[0])  # 技能记录TR02, 招式学习器tr06
        words = words[1:]
    if len(words) != 1 or len(numbers) != 1 or clause.mons():
        return None
    word, i = words[0], numbers[0]
    between = i == word + 2 and (clause.at(word + 1, "noun", "number") or clause.at(word + 1, "aux", "be"))
    between = between or (word == i + 2 and clause.at(i + 1, "noun", "number"))  # 26号招式学习器
    if abs(i - word) > 1 and not between:
        return None
    number = whole(clause, i)
    if number is None:
        return None
    kind: Any = clause.value(word, "machinekind")
    clause.take(
        word,
        i,
        *clause.find("machineall"),
        *clause.find("eachof", "generation"),
        *clause.find("hist", "change"),  # "TM01 across generations"
        *clause.find("noun", "number", "move", "game"),
        *clause.find("contain"),
        *clause.find("list"),
    )
    clause.take(*clause.find("attr", "machine", "profile", "effect"), *clause.find("learn", "learn"))
    moves = moves_named(clause)
    claimed = clause.value(moves[0], "move") if len(moves) == 1 and clause.is_yes_no() else None
    if (moves and claimed is None) or (clause.is_yes_no() and claimed is None) or clause.is_negated():
        return None
    clause.take(*moves, *(clause.find("neg", "negyn") if claimed is not None else ()))
    if not moves:
        clause.take(*clause.find("attr", "attack"))  # "what attack is in HM03"
    always = [*clause.find("adv", "always"), *clause.find("sure")] if claimed is not None else []
    clause.take(*always)
    in_all = claimed is not None and bool(always or clause.has("machineall") or clause.has("eachof"))
    return MachineLookup(kind, number, _games(clause), claimed, in_all)


def _same_kind(clause: Clause, a: int, b: int) -> bool:
    return bool(clause.value(a, "machinekind") == clause.value(b, "machinekind"))


def _games(clause: Clause) -> Scope:
    """The games that are named; the versions of a group have the same machines."""
    return replace(clause.games(), versions=())


def machine_of(clause: Clause) -> Query | None:
    """ "Is Surf an HM?", "Surf HM number", 地震是几号招式学习器: the machines that hold a move."""
    moves = moves_named(clause)
    numbered = clause.has("attr", "dex-number") and (clause.has("vg") or clause.has("gen"))
    as_one = clause.find("learn", "machine") if clause.has("noun", "game") else []  # "which games have Scald as a TM"
    if (
        len(moves) != 1
        or not (clause.has("machinekind") or numbered or as_one)
        or clause.mons()
        or clause.has("number")
    ):
        return None  # in a game, the number of a move is that of its machine
    if clause.has("wh", "where") or clause.has("cmp") or clause.has("sup"):
        return None
    words = clause.find("machinekind")
    if len(words) == _PAIR and not clause.is_yes_no() and (denied := _denied_kind(clause, words)):
        clause.take(*denied)  # "it isn't a TM, so which TR is it?"
        words = words[1:]
    elif len(words) == _PAIR and clause.take_all("bool", "or"):
        clause.take(*words)  # 是TM还是TR: which it is in which game is told
    clause.take(*as_one, *clause.find("learn", "machine"))
    clause.take(*moves, *words, *clause.find("attr", "machine", "dex-number"))
    clause.take(*clause.find("noun", "number", "move"), *clause.find("wh", "howmany", "which", "level"))
    clause.take(*clause.find("contain"), *clause.find("machineall"), *clause.find("list"), *clause.find("exist"))
    if clause.has("wh", "which", "what"):
        clause.take(*clause.find("noun", "game", "generation"))  # "in which games is Scald a TM": all are told
    if clause.has("wh", "howmuch"):
        clause.take(*clause.find("wh", "howmuch"))
    if clause.find("vg"):
        clause.take(*_times_of_games(clause))
        clause.take(*(i for i in clause.find("mu") if clause.tokens[i].text.casefold() in VERSUS))
        clause.take(*clause.find("contrast"), *clause.find("prep", "between"))
    if clause.has("vg"):  # "in the very first games, Red and Blue"
        clause.take(*clause.find("learnplace", "first"), *clause.find("noun", "game"))
    kinds = {value for i in words for value in clause.tokens[i].readings["machinekind"]}
    asked: Attribute = "hm" if kinds == {"hm"} else "tr" if kinds == {"tr"} else "machine"
    yes_no = clause.is_yes_no() and len(kinds) == 1 and not clause.has("wh")
    if kinds == {"tm"} and yes_no:
        asked = "tm"  # "is Flamethrower a TM in Sword?": there it is a TR
    return Facts((Thing("move", clause.value(moves[0], "move")),), (asked,), _games(clause), yes_no=yes_no)


def _denied_kind(clause: Clause, words: list[int]) -> list[int]:
    """The first kind of machine where it is said to be none of that kind, and what says so."""
    first = [i for i in clause.find("neg", "neg") if words[0] - _REACH <= i < words[0]]
    if len(first) != 1 or len(clause.find("neg", "neg")) > 1:
        return []
    between = range(words[0] + 1, words[1])
    rest = [i for i in between if any(clause.at(i, tag) for tag in ("aux", "filler", "bool", "wh", "suppose"))]
    return [*first, words[0], *rest, *clause.find("pron", "it"), *clause.find("suppose"), *clause.find("then")]


#: An article may stand between a denial and what is denied.
_REACH = 2


def _times_of_games(clause: Clause) -> list[int]:
    """ "Gen 1 Red": the generation that stands in front of a game of it."""
    generations = {
        clause.dataset.version_groups[group].generation for i in clause.find("vg") for group in clause.value(i, "vg")
    }
    return [i for i in clause.find("gen") if int(clause.value(i, "gen")) in generations]


def moves_named(clause: Clause) -> list[int]:
    """The names of moves that are nothing else in their clause."""
    return [i for i in clause.find("move") if not clause.at(i, "mon") and not clause.at(i, "filler")]


def compare_moves(clause: Clause) -> Query | None:
    """ "Which has higher priority, Quick Attack or Extreme Speed?", 打雷和十万伏特哪个威力大."""
    moves = moves_named(clause)
    if not 2 <= len(moves) <= 4 or clause.mons():
        return None
    cmps = [i for i in clause.find("cmp") if i not in moves]
    sups = [i for i in clause.find("sup") if i not in moves]
    senses = [s for i in (*cmps, *sups) for s in clause.tokens[i].readings["cmp" if i in cmps else "sup"]]
    found = [
        v for i in clause.find("attr") if i not in moves for v in clause.tokens[i].readings["attr"] if v in _COMPARED
    ]
    words = [i for i in clause.find("attr") if i not in moves and clause.at(i, "attr", *_COMPARED)]
    own = {s.split(":")[0] for s in senses}
    if not found and "total" in own:
        found = ["power"]
    elif not found and "speed" in own:
        found = ["priority"]  # of moves, the faster one is the one that goes first
    versus = [i for i in clause.find("mu") if clause.tokens[i].text.casefold() in ("vs", "versus", "against")]
    versus += clause.find("contrast", "differences") + clause.find("sort")  # "sort Inferno and Overheat by power"
    if not found and len(moves) == _PAIR and not (set(senses) - {":gt"}):
        return better_move(clause, moves, versus)
    first = found == ["priority"] and (clause.has("wh", "which", "who") or clause.is_yes_no())
    if len(set(found)) != 1 or not (senses or versus or first or clause.has("prep", "between")):
        return None
    if any(o not in ("", "total", "speed") for o in own) and not own & {"", "total", "speed"}:
        return None
    if any(
        found != [own_measure] and sense in own for sense, own_measure in (("total", "power"), ("speed", "priority"))
    ):
        return None  # "stronger than Hydro Pump but more accurate" compares twice
    least = any(s.endswith((":lt", ":min")) for s in senses) and not clause.has("sort")
    yes_no = clause.is_yes_no()
    clause.take(*moves, *cmps, *sups, *words, *clause.find("prep", "than", "between"), *clause.find("noun", "move"))
    claim = yes_no and not clause.find("bool", "or", again=True)  # "Is Thunder or Surf stronger?" is no claim
    clause.take(*clause.find("bool"), *clause.find("wh", "howmany", "howmuch", "how"), *clause.find("list"))
    clause.take(*versus, *clause.find("passive", "by"))
    equal = any(s.endswith(":eq") for s in senses)
    if equal and len(own) > 1:
        equal = all(s.endswith(":eq") for s in senses if s.partition(":")[0] in ("", "total"))
    if clause.is_negated() or (equal and not yes_no) or (yes_no and len(moves) != 2):
        return None
    clause.take(*clause.find("shares"), *clause.find("adv", "tie"))
    attribute: Any = found[0]
    ids = tuple(clause.value(i, "move") for i in moves)
    scope = clause.scope()
    if len(set(ids)) != len(ids):
        return None
    return CompareMoves(ids, attribute, "min" if least else "max", claim and not equal, scope, equal)


def move_history(clause: Clause) -> Query | None:
    """ "How did the power of Tackle change?", 撞击的威力改过吗, "did Charm change type?"."""
    moves = moves_named(clause)
    changed, past = clause.find("hist", "change"), clause.find("hist", "past")
    if clause.tokens and clause.tokens[0].text.casefold() in ("does", "do", "can", "will", "would"):
        # "Does Rollout get stronger?" asks what it does in a battle.
        changed = [i for i in changed if not clause.tokens[i].text.casefold().endswith(("stronger", "weaker"))]
    past += clause.find("adv", "always")
    if clause.has("wh", "when") and clause.find("type"):
        changed += clause.find("ev", "into")  # "when did Bite become a Dark move?"
    does = clause.has("wh", "what") and any(token.text.casefold() == "does" for token in clause.tokens)
    if does and len(moves) == 1 and not past and set(clause.content()) <= {*moves, *changed}:
        clause.take(*moves, *changed)  # "what does Trick Room change"
        return Facts((Thing("move", clause.value(moves[0], "move")),), ("effect",))
    changed += _reached(clause)
    if clause.has("attr", *_CHANGED) and (clause.has("wh", "when") or clause.has("attr", "generation")):
        changed += clause.find("bend")  # "which generation lowered the power of Hydro Pump"
    if clause.find("type") and (clause.has("wh", "when") or clause.has("attr", "generation")):
        changed += clause.find("lost")  # "in which generation did Bite stop being Normal?"
    clause.take(*(i for i in clause.find("neg") if i == 0 and is_negative_auxiliary(clause.tokens[i].text)))
    spans = clause.find("exp", "reach") if len(clause.find("gen")) > 1 else []  # "go from Gen 5 to Gen 6"
    changed += spans
    timed_twice = _several_times(clause)
    if timed_twice and clause.has("attr", *_CHANGED):
        changed += [
            *clause.find("bool", "and"),
            *clause.find("gen"),
        ]  # "its power in gen 5 and gen 6", "in Black and in X"
    changed += [i for i in clause.find("mu", "effect:att") if timed_twice]  # "gen 5 against gen 6"
    if (clause.has("gen") or clause.has("vg")) and clause.is_yes_no():
        changed += clause.find("contrast", "differences")  # 催眠术的命中在钻石珍珠里是不是不一样
    now = [i for i in clause.find("ell") if clause.tokens[i].text.casefold() in _AND_NOW]
    now += clause.find("hist", "now")
    if now and not clause.is_yes_no() and (past or clause.has("gen") or clause.has("vg")):
        # "in gen 5 and now", "now vs older games"
        changed += now
        clause.take(*clause.find("mu", "effect:att"), *clause.find("prep", "between", "than"))
    if len(moves) != 1 or clause.mons() or not (changed or past):
        return None
    timed = clause.has("gen") or clause.has("vg")
    if timed and not changed:
        return None
    clause.scope()  # "what changed about it in Gen 6?": every change is told with its time
    move = moves[0]
    attributes = [
        v for i in clause.find("attr") if i != move for v in clause.tokens[i].readings["attr"] if v in _CHANGED
    ]
    words = [i for i in clause.find("attr", *_CHANGED, "stats", "profile", "effect") if i != move]
    distinct = list(dict.fromkeys(attributes))
    types = [i for i in clause.find("type") if i != move]
    numbers = clause.find("number") if past or changed else []
    became = clause.has("wh", "when") and bool(clause.find("ev", "into"))
    if not distinct and types and (clause.is_yes_no() or past or became or clause.has("lost")):
        distinct = ["type"]  # "Bite used to be Normal", 咬住以前是一般系吗
    elif not distinct and numbers and (clause.is_yes_no() or clause.has("attr", "power")):
        distinct = ["power"]  # "was Hydro Pump always 110?"
    elif not distinct and numbers and not timed:
        distinct = _with_values(clause, move, numbers)  # "when did Thunderbolt drop from 95 to 90?"
    if not distinct and clause.find("adv", "always") and clause.find("moveclass"):
        distinct = ["damage-class"]  # 暗影球一直都是特殊招式吗
        clause.take(*clause.find("moveclass"))
    if not distinct and past and not timed and number_claim(clause, "power") is not None:
        distinct = ["power"]  # "was Flamethrower stronger before?"
    if len(distinct) > 1 or (clause.has("adv", "always") and not (distinct or changed)):
        return None
    if distinct == ["type"]:
        clause.take(*types, *clause.find("attr", "type"))
    clause.take(*(numbers if distinct and distinct != ["type"] else []), *clause.find("percent"))
    clause.take(*clause.find("wh", "when"), *clause.find("pron", "it"), *clause.find("op", "range", "between"))
    yes_no = clause.is_yes_no() and bool(changed) and not timed
    clause.take(move, *changed, *past, *words, *clause.find("noun", "move", "type"), *clause.find("hist", "now"))
    clause.take(*clause.find("wh", "how", "howmany", "howmuch"), *clause.find("noun", "generation", "game"))
    clause.take(*clause.find("attr", "generation"), *clause.find("neg", "negyn"), *clause.find("bymuch"))
    if [i for i in clause.find("type") if i != move]:
        return None
    attribute: Any = distinct[0] if distinct else "profile"
    claim = claim_of(clause, types=types, abilities=[]) if distinct == ["type"] and past and not changed else None
    claimed = number_claim(clause, str(attribute)) if past and not timed else None
    if claimed is not None:
        claim = claimed[0]
        clause.take(*claimed[1])
    return History(Thing("move", clause.value(move, "move")), attribute, yes_no, claim)


def _with_values(clause: Clause, move: int, numbers: list[int]) -> list[str]:
    """The one number of a move that was each of those that are named."""
    dataset, one = clause.dataset, clause.value(move, "move")
    then = [dataset.move_in(one, generation) for generation in sorted(dataset.generations)]
    named = {float(clause.value(i, "number")) for i in numbers}
    held = {
        "power": {value.power for value in then}, "accuracy": {value.accuracy for value in then},
        "pp": {value.pp for value in then},
    }  # fmt: skip
    found = [attribute for attribute, values in held.items() if named <= values]
    return found if len(found) == 1 else []


def _several_times(clause: Clause) -> bool:
    """Are several generations named, or games of several?"""
    groups = clause.dataset.version_groups
    times = {int(clause.value(i, "gen")) for i in clause.find("gen")}
    times |= {groups[group].generation for i in clause.find("vg") for group in clause.value(i, "vg")}
    return len(times) > 1 and not clause.has("bool", "or")


def _reached(clause: Clause) -> list[int]:
    """The words by which a value came to be: "when did Leech Life go up to 80 power", 吸血从第几世代开始变成威力80."""
    if not clause.find("number") or not (clause.has("wh", "when") or clause.has("attr", "generation")):
        return []
    named = clause.has("attr", *_CHANGED)
    past = [i for i in clause.find("aux", "have") if named and clause.has("aux", "do") and not clause.has("aux", "can")]
    return [*clause.find("ev", "into"), *clause.find("exp", "reach"), *clause.find("usedoes", "set"), *past,
            *clause.find("bend")]  # fmt: skip
