"""Moves and who learns them."""

from __future__ import annotations

from typing import Any, Literal

from ..algebra import ALL, And, Check, Learn, Learns, Query, Search
from ..clause import Clause, is_negative_auxiliary
from ..describe import conditions
from ..describe.learn_levels import level_range
from ..describe.moves import METHODS, learn_pieces, learn_verbs, learnt_games, level_bound
from ..describe.piece import ordered
from ..word_lists import word_list
from .moves import moves_named
from .set_asked import asks_whether_any
from .status_matchup import used_on

#: Endings of words for a method that say "moves" themselves: "egg moves", 遗传招式.
_MOVES = word_list("moves")

#: Words that leave one out, and those by which something can be.
_APART = frozenset(word_list("learn/apart"))
_POSSIBLE = frozenset(word_list("possible"))
_PUT_ON = frozenset(word_list("put-on"))
_EARLIEST = frozenset(word_list("earliest"))
_MARKS = {kind: frozenset(word_list(f"machine-kind/{kind}")) for kind in ("hm", "tr")}
_BY_THEN = frozenset(word_list("learn/by-then"))
_UPON = frozenset(word_list("upon"))
_STILL_KNOWS = frozenset(word_list("still-knows"))


def learn(clause: Clause) -> Query | None:
    """ "Can Pikachu learn Surf?", 皮卡丘几级学会十万伏特, "moves Garchomp learns by TM", "Ralts' egg moves"."""
    universal = clause.is_universal() and not (clause.language != "en" and clause.mons())  # 皮卡丘和雷丘都会冲浪吗
    if universal or used_on(clause) or (clause.has("outcome") and not clause.mons()):
        return None  # "what happens when you use Trick Room" asks for its effect
    methods = [m for m in METHODS if clause.has("learn", m)]
    moves = [i for i in moves_named(clause) if not clause.at(i, "learn")]
    mons = clause.mons()
    if len(mons) == len(moves) == 1 and (chosen := _by_which_way(clause, mons[0], moves[0], methods)) is not None:
        return chosen
    verbs = learn_verbs(clause, moves)
    nouns = [
        *(i for i in clause.find("noun", "move") if not clause.at(i, "attr", "attack")),  # "the Attack of Garchomp"
        *clause.find("attr", "machine"),
        *(i for i in clause.find("learn") if _says_moves(clause, i)),
    ]
    can = _is_possible(clause) if len(mons) == len(moves) == 1 else []
    can += _elses(clause) if len(mons) == len(moves) == 1 else []
    verbs = [*verbs, *can]
    knows = bool(verbs) or bool(methods)
    if clause.language != "en" and not verbs and len(mons) == 1 and len(moves) == 1 and not clause.has("mu"):
        # 皮卡丘会冲浪吗: 会 before a move is "knows how to".
        knows = knows or clause.at(moves[0] - 1, "aux", "can")
    if clause.language != "en" and not verbs and not mons and len(moves) == 1 and clause.has("wh", "who", "which"):
        # 谁会自爆, 哪只会飞翔: the same of all Pokémon.
        asked = any(i < moves[0] for i in clause.find("wh", "who", "which"))
        knows = knows or (asked and clause.at(moves[0] - 1, "aux", "can"))
    # "the level for Dragon Rage on Charmander", 小火龙龙之怒几级
    one_of_each = len(mons) == len(moves) == 1
    knows = knows or (one_of_each and clause.has("wh", "level") and not clause.has("number"))
    last = clause.tokens[-1] if one_of_each else None
    asks_how = last is not None and last.has("wh", "how") and not last.has("effecttalk")
    if asks_how and set(clause.content()) <= {mons[0], moves[0], len(clause.tokens) - 1}:
        knows = True  # "tyranitar dragon dance how"
    got = [*clause.find("prep", "getv"), *clause.find("had")] if one_of_each and clause.has("wh", "how") else []
    games = [*clause.find("vg"), *clause.find("gen")]
    if got and set(clause.content()) <= {mons[0], moves[0], *got, *games, *clause.find("wh", "how")}:
        knows = True  # "how do I get Dragon Dance on Charizard"
        verbs = [*verbs, *got]
    asked_of = one_of_each and clause.tokens[0].text.casefold() in ("can", "could", "can't", "cannot")
    if asked_of and set(clause.content()) <= {mons[0], moves[0]} and mons[0] < moves[0]:
        knows = True  # "can Pikachu surf"
    put = [i for i, token in enumerate(clause.tokens) if one_of_each and token.text.casefold() in _PUT_ON]
    on = one_of_each and moves[0] < mons[0] and clause.tokens[mons[0] - 1].text.casefold() in ("on", "on my", "onto")
    if on and len(put) == 1 and clause.is_yes_no() and set(clause.content()) <= {mons[0], moves[0], *put, *games}:
        knows = True  # "can I put Earthquake on Rotom-Wash"
        verbs = [*verbs, *put]
    if not knows and not (nouns and len(mons) == 1 and not moves):
        return None
    evolves = any(not clause.at(i, "filler") for i in clause.find("ev"))  # 升到几级会学水炮 only reaches a level
    if evolves and mons and not moves and len(mons) == 1 and not (clause.has("number") or clause.is_negated()):
        return _on_evolving(clause, mons[0], verbs, nouns)
    beaten = [i for i in clause.find("mu") if not (clause.at(i, "move") or clause.at(i, "noun", "move"))]
    beaten = [i for i in beaten if not (clause.at(i, "exp", "reach") and clause.at(i + 1, "wh", "level"))]
    if beaten or evolves or len(mons) > 1 or len(methods) > 1:
        return None
    method: Any = methods[0] if methods else None
    if mons and len(moves) == 1 and (others := _besides(clause, mons[0], moves[0], verbs, method)) is not None:
        return others
    if mons and len(moves) > 1:
        return _several(clause, mons[0])
    if mons and moves:
        return _one(clause, mons[0], moves[0], verbs, method)
    if moves:
        return _learners(clause, moves, verbs, method) if len(moves) == 1 else None
    return _moves_of(clause, mons[0], verbs, nouns, method) if mons else None


def _by_which_way(clause: Clause, mon: int, move: int, methods: list[str]) -> Query | None:
    """ "Does Pikachu learn Thunderbolt by level up or TM?": how it learns it tells which of the ways."""
    machines = clause.find("attr", "machine")
    choice = clause.find("bool", "or")
    kinds = clause.find("machinekind")
    asked = clause.has("wh", "which", "what")
    asked = asked or any(clause.tokens[i].text.casefold().startswith(("what ", "which ")) for i in kinds)
    if kinds and asked and clause.find("learn", "learn") and not clause.is_negated() and not clause.has("number"):
        clause.take(mon, move, *kinds, *clause.find("learn"), *clause.find("wh", "which", "what", "howmany"))
        clause.take(*clause.find("itemuse"), *clause.find("passive", "by"), *clause.find("attr", "machine"))
        return Learn(clause.mon(mon), clause.value(move, "move"), "how", None, clause.scope())  # "by what HM"
    if not choice or len(methods) + bool(machines) < 2 or clause.is_negated() or clause.has("mu"):
        return None
    clause.take(mon, move, *choice, *machines, *clause.find("learn"), *clause.find("noun", "move"))
    clause.take(*clause.find("itemuse"), *clause.find("wh", "how"), *clause.find("oblige"), *clause.find("machinekind"))
    return Learn(clause.mon(mon), clause.value(move, "move"), "how", None, clause.scope())


def _is_possible(clause: Clause) -> list[int]:
    """ "Magikarp with Hydro Pump, possible?", 鲤鱼王带水炮可能吗: whether it can learn it."""
    if clause.has("ev") or clause.has("mu") or not clause.content():
        return []
    return [
        i for i, token in enumerate(clause.tokens)
        if token.text.casefold().removeprefix("is ").removeprefix("that ").removeprefix("this ") in _POSSIBLE
        and i >= max(clause.content())
    ]  # fmt: skip


def _elses(clause: Clause) -> list[int]:
    """除了变身百变怪还会什么招式: "still knows" of other moves than the one named."""
    return [i for i, token in enumerate(clause.tokens) if token.text in _STILL_KNOWS and clause.has("neg", "neg")]


def _besides(clause: Clause, mon: int, move: int, verbs: list[int], method: Any) -> Query | None:
    """ "Does Ditto know anything besides Transform?": all its moves tell."""
    apart = [i for i in clause.find("neg", "neg") if clause.tokens[i].text.casefold() in _APART]
    apart += [i for i in clause.find("bool") if clause.tokens[i].text.casefold() == "but" and i == move - 1]
    asked = clause.is_yes_no() or clause.has("wh", "what", "which")
    if len(apart) != 1 or not asked or clause.has("wh", "who") or clause.has("noun", "pokemon"):
        return None
    _take_words(clause, verbs, method)
    clause.take(mon, move, *apart, *clause.find("moveset"), *clause.find("list"), *clause.find("exist"))
    clause.take(*clause.find("signature", "else"), *clause.find("noun", "move"))
    aspect: Any = "can" if clause.is_yes_no() else "list"
    return Learn(clause.mon(mon), None, aspect, method, clause.scope(), apart_id=clause.value(move, "move"))


def _says_moves(clause: Clause, i: int) -> bool:
    return clause.tokens[i].text.casefold().endswith(_MOVES)


def _take_words(clause: Clause, verbs: list[int], method: str | None) -> None:
    clause.take(*verbs, *clause.find("noun", "move"))
    if method is not None:
        clause.take_all("learn", method)


def _several(clause: Clause, mon: int) -> Query | None:
    """ "Does Charizard get Dragon Dance and Roost?": all of them, each with its own games."""
    if not clause.is_yes_no() or clause.has("wh") or clause.has("noun", "pokemon"):
        return None
    negations = [i for i in clause.find("neg") if not clause.at(i, "neg", "negyn")]
    if negations:
        return None
    clause.take(mon, *clause.find("neg", "negyn"))
    pieces = learn_pieces(clause)
    clause.take(*clause.find("noun", "move"), *clause.find("each"), *clause.find("adv", "tie"))
    if len(pieces) != 1:
        return None
    return Check(clause.mon(mon), pieces[0].condition)


def _one(clause: Clause, mon: int, move: int, verbs: list[int], method: Any) -> Query | None:
    """Whether, how or at which level one Pokémon learns one move."""
    if clause.has("wh", "which", "who") or clause.has("noun", "pokemon"):
        return None  # "Which Pokémon besides Mew ..." asks for learners
    level = clause.find("wh", "level")
    how = clause.find("wh", "how", "when", "where")
    many = clause.find("wh", "howmany")
    yes_no = clause.is_yes_no()
    if method not in (None, "machine") and clause.has("attr", "machine"):
        return None  # "as an egg move or TM"
    if yes_no and level and clause.has("number"):
        return None  # "does it learn Surf before level 30?"
    _take_words(clause, verbs, method)
    clause.take(mon, move, *level, *how, *many, *clause.find("attr", "machine"))
    if method is not None:  # 能通过升级学到, 用秘传学习器学
        clause.take(*clause.find("itemuse"), *(clause.find("machinekind") if method == "machine" else ()))
    if any(clause.tokens[i].text.casefold() == "but" for i in clause.find("bool")):
        return None
    negated = False
    for i in clause.find("neg"):
        if not clause.at(i, "neg", "negyn"):
            if not is_negative_auxiliary(clause.tokens[i].text) and clause.tokens[i].text not in ("不能", "不会"):
                return None  # "anything besides Splash"
            negated = True
        clause.take(i)
    # "Is there any way for Magikarp to know it?": whether there is one
    aspect: Any = "level" if level else "how" if how and not (yes_no and clause.has("exist")) else "can"
    asks = clause.tokens[0].text.casefold().startswith(("can ", "could "))  # "Can you teach Fly to Charizard?"
    if aspect == "can" and not (yes_no or asks or clause.has("aux")):
        return None
    if asks or clause.tokens[0].has("aux", "be"):
        clause.take(*clause.find("contain"), *clause.find("pron", "it"))  # "is it possible to ..."
    scope = clause.scope()
    return Learn(clause.mon(mon), clause.value(move, "move"), aspect, method, scope, negated=negated)


def _learners(clause: Clause, moves: list[int], verbs: list[int], method: Any) -> Query | None:
    """Who learns a move, or how many do."""
    if clause.at(moves[0] - 1, "neg", "neg"):
        return None  # 学不会冲浪的水系宝可梦 are a set
    many = clause.find("wh", "howmany")
    clause.take(*moves, *many)
    _take_words(clause, verbs, method)
    scope = learnt_games(clause)
    how, level = clause.find("wh", "how", "when", "where"), clause.find("wh", "level")
    clause.take(*clause.find("list"), *how, *level)
    if how or level:
        return None
    clause.take(*(i for i in clause.find("noun", "pokemon") if not clause.at(i, "brood")))
    condition = conditions(clause)
    move_id = clause.value(moves[0], "move")
    first = clause.find("learnplace", "first", again=True)
    first = [i for i in first if clause.tokens[i].text.casefold() in _EARLIEST]
    if first and (many or condition is not None or method not in (None, "level-up")):
        return None
    if first:  # "who learns Earthquake the earliest?"
        clause.take(*first)
        return Learn(None, move_id, "list", "level-up", scope, place="first")
    if condition is not None and not many and (clause.is_yes_no() or asks_whether_any(clause)):
        # "Can any Electric type learn Surf?" asks whether there is one
        return Search("pokemon", And(ordered([condition, Learns(move_id, scope, method)])), output="exists")
    return Learn(None, move_id, "count" if many else "list", method, scope, condition or ALL)


def machine_kind(clause: Clause, method: str | None) -> Literal["hm", "tr"] | None:
    """Are only HMs, or only TRs, asked for? TMs stand for all machines."""
    if method != "machine":
        return None
    said = [i for tag in ("learn", "machinekind", "attr") for i in clause.find(tag, again=True)]
    texts = {clause.tokens[i].text.casefold() for i in said}
    kinds: tuple[Literal["hm", "tr"], ...] = ("hm", "tr")
    found = [kind for kind in kinds if any(mark in text.split() or (not mark.isascii() and mark in text)
                                           for text in texts for mark in _MARKS[kind])]  # fmt: skip
    others = any(mark in text.split() for text in texts for mark in ("tm", "tms"))
    return found[0] if len(found) == 1 and not others else None


def _on_evolving(clause: Clause, mon: int, verbs: list[int], nouns: list[int]) -> Query | None:
    """ "What move does Charizard learn when it evolves?", 喷火龙进化时学会什么招式: those of level 0."""
    named = [i for i in clause.find("ev", "bare", "post") if clause.at(i + 1, "noun", "move")]  # "evolution moves"
    at_once = [i for i in clause.find("ev", "post") if clause.tokens[i - 1].text.casefold() in _UPON]
    evolves = [*clause.find("ev", "bare"), *(i for i in (*named, *at_once) if not clause.at(i, "ev", "bare"))]
    if not verbs and any(clause.tokens[i - 1].text.casefold() in _UPON for i in evolves):
        verbs = clause.find("prep", "getv")  # "what does it get on evolving"
    asked = (
        clause.has("wh", "what", "which") or clause.has("list") or named or clause.at(len(clause.tokens) - 1, "noun")
    )
    if not (verbs or named) or not evolves or len(evolves) != len(clause.find("ev")) or not asked:
        return None
    if clause.has("wh", "who") or clause.is_yes_no():
        return None
    _take_words(clause, [*verbs, *clause.find("learn", "level-up")], None)
    clause.take(mon, *nouns, *evolves, *clause.find("wh", "when"), *clause.find("pron", "it"), *clause.find("list"))
    return Learn(clause.mon(mon), None, "list", "level-up", clause.scope(), level=0)


def _moves_of(clause: Clause, mon: int, verbs: list[int], nouns: list[int], method: Any) -> Query | None:
    """What a Pokémon learns: all of it, by a method, of a type, at a level, the first or the last of it."""
    # "What does Pikachu learn?" asks for moves; "what can it use" alone does not.
    levelled = bool(clause.find("number")) and clause.is_yes_no() and not clause.is_negated() and bool(verbs)
    if not nouns and not levelled and (not (verbs or method) or not clause.has("wh", "what", "which")):
        return None
    clause.take(*(clause.find("itemuse") if method else ()))
    span = level_range(clause)
    level, op, said = (span.first, "ge", list(span.said)) if span is not None else level_bound(clause)
    places = clause.find("learnplace", "first", "last")
    by_then = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _BY_THEN]
    up_to = any(clause.at(i, "op", "le") for i in clause.find("wh", "level", again=True))  # "by level 20"
    if level is not None and op == "eq" and (by_then or up_to):
        clause.take(*by_then)
        op = "le"  # "It's level 5. Which attacks should it already know?"
    if level is not None:  # "when it reaches level 20", "my Litwick just hit level 24"
        clause.take(
            *said, *clause.find("catch", "hypothetical"), *clause.find("pron", "it"), *clause.find("exp", "reach")
        )
    else:
        levelled = False
    if (clause.is_yes_no() and not levelled) or clause.find("wh", "level", "how", "when", "where"):
        return None
    if len(places) > 1 or (level is not None and method not in (None, "level-up")):
        return None
    place: Literal["all", "first", "last"] = "all"
    if places:
        place = "first" if clause.at(places[0], "learnplace", "first") else "last"
        if method not in (None, "level-up"):
            return None
    _take_words(clause, verbs, method)
    clause.take(mon, *nouns, *places)
    move_type = None
    for i in clause.find("type"):
        move_type = clause.value(i, "type")
        clause.take(i, *clause.find("noun", "type"))
    many = clause.find("wh", "howmany")
    clause.take(*many, *clause.find("list"), *clause.find("attr", "machine"))
    if clause.has("attr", "machine"):
        method = "machine"
    if level is not None or places:
        method = "level-up"
    scope = clause.scope()
    aspect: Any = "can" if levelled else "count" if many else "list"
    kind = machine_kind(clause, method)
    return Learn(clause.mon(mon), None, aspect, method, scope, move_type_id=move_type, machine=kind,
                 level=level, level_op=op if level is not None else "eq", place=place,
                 level_to=span.last if span is not None else None)  # fmt: skip
