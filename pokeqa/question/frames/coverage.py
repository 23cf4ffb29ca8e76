"""What moves hit together, and what hits a team."""

from __future__ import annotations

from typing import Any

from ..algebra import NOW, Query
from ..clause import VERSUS, Clause
from ..type_calculations import Coverage, TeamMatchup
from ..word_lists import word_list

#: A team has this many members at most, and a Pokémon so many moves.
TEAM_SIZE, MOVES = 6, 4


def coverage(clause: Clause) -> Query | None:
    """ "Type coverage of Ice and Ground", "my moves are ..., which types resist them all?", 冰和地面的打击面."""
    runs = [i for i in clause.find("learn", "learn") if i and _is_mine(clause, i - 1)]
    clause.take(*runs, *(i - 1 for i in runs))  # "I run Surf and Ice Beam", "my team knows only Water and Grass moves"
    knows = bool(clause.find("learn", "learn")) and not (clause.has("suppose") or clause.language != "en")
    bearer = _bearer(clause)
    if (clause.mons() and not bearer) or knows or clause.has("cls"):
        return None
    types = [i for i in clause.find("type") if not clause.at(i, "mu")]
    moves = [i for i in clause.find("move") if i not in types and not clause.at(i, "filler") and not clause.at(i, "mu")]
    if clause.language != "en" and any(i < k for i in clause.find("facing") for k in types):
        return None  # 对面是钢妖精，什么属性克它: what is named is hit
    words, sets = clause.find("coverage"), clause.find("moveset")
    resists = clause.find("mu", "resist:def", "not-very-effective:att", "immune:att", "weakby:def")
    hits = clause.find("mu", "weak:att", "effect:att")
    # "…: which types get hit super effectively by one or the other?"
    taken = [i for i in clause.find("mu", "weak:def") if moves and moves[-1] < i and clause.at(i + 1, "pron", "them")]
    hits += taken
    if sets and clause.has("suppose"):
        hits += clause.find("mu", "neutral:att", "effect:def")  # "If it only has …, which types take neutral damage"
    many = len(types) + len(moves) > 1
    words += [i for i, t in enumerate(clause.tokens) if many and (hits or resists) and t.text.casefold() in _TOGETHER]
    words += [i for i, t in enumerate(clause.tokens) if many and resists and t.text == "同时" and clause.has("passive")]
    last = max((*types, *moves), default=0)
    if many and clause.language.startswith("zh") and clause.has("wh", "who") and not clause.has("neg"):
        words += [i for i in resists if i > last and clause.at(i, "mu", "resist:def")]  # 幽灵和格斗有谁能抵抗
    them = bool(resists or clause.has("neg")) and bool(
        clause.find("pron", "them")
    )  # "Surf and Ice Beam, what won't they hit well?"
    barely = [i for i in resists if clause.at(i, "mu", "not-very-effective:att", "immune:att")]
    # 地震加岩崩打不动哪些属性: attacks side by side in front of one verb are used together.
    joined = (barely or hits) and clause.has("wh") and (asks_type(clause) or (bool(barely) and clause.has("wh", "who")))
    if clause.language == "en":  # "Surf and Ice Beam: which types am I not hitting?"
        joined = (
            joined
            and len(moves) > 1
            and not types
            and (
                barely
                or clause.has("neg")
                or clause.has("beyond", "self")
                or clause.has("suppose")
                or _by_me(clause)
                or taken
            )
        )
    together = many and (sets or joined or them or _says_both(clause)) and (resists or hits)
    holes = clause.find("attr", "weakness") if words and many else []  # 打击面有漏洞吗: those who resist are told
    alone = clause.is_yes_no() and not (resists and many) and not (words and many and (holes or clause.has("suits")))
    sided = [
        i for i in (*hits, *resists) if any(k < i for k in (*types, *moves)) and any(k > i for k in (*types, *moves))
    ]
    if sided and not words:
        return None  # "Which Fire moves are super effective against Grass?": one hits and the other is hit
    if clause.language == "en" and any(_resist_themselves(clause, i, types) for i in resists):
        return None
    if any(clause.tokens[i].text.casefold() in _COVERS and clause.at(i + 1, "type") for i in words) and many:
        return None  # "What covers Steel if I only have Dragon moves?": one of them is to be hit
    if _says_both(clause) and hits and not resists and clause.language == "en":
        return None  # "What do Fire and Water both hit?" asks for what each of them hits
    if not many and words and all(clause.tokens[i].text.startswith("打不到") for i in words):
        return None  # 格斗系打不到的属性: what one type has no effect on
    if not (words or together) or alone or not 1 <= len(types) + len(moves) <= MOVES:
        return None
    walled = bool(resists) or any(clause.tokens[i].text.casefold().startswith("wall") for i in words)
    of_pokemon = (
        clause.has("noun", "pokemon")
        and not clause.has("suppose")
        and not clause.has("attr", "type")
        and not clause.has("noun", "type")
    )
    of_pokemon = of_pokemon or (walled and clause.has("wh", "who") and not asks_type(clause))
    if not words and ((of_pokemon and not barely) or (not walled and not sets and not joined and not them)):
        return None  # a set of Pokémon is searched
    clause.take(*bearer, *words, *sets, *resists, *hits, *types, *moves, *clause.find("noun", "type", "move"))
    clause.take(*clause.find("attr", "type", "matchup", "strengths", "effect"), *clause.find("team", "shared"))
    clause.take(*clause.find("wh", "how", "howmany"), *clause.find("list"), *clause.find("exist"))
    clause.take(
        *clause.find("owning"),
        *clause.find("pron", "them", "it", "two", "three"),
        *clause.find("aux"),
        *clause.find("itemuse"),
    )
    clause.take(
        *clause.find("suppose"), *clause.find("battlewords"), *clause.find("outcome"), *clause.find("adv", "only")
    )
    clause.take(
        *clause.find("op", "ge"),
        *clause.find("beyond", "self"),
        *clause.find("factor", "2x"),
        *clause.find("damagecalc"),
    )
    clause.take(*clause.find("suits"), *clause.find("typecount"), *clause.find("noun", "pokemon"), *holes)
    clause.take(*clause.find("signature", "only"), *clause.find("team", "team"))
    clause.take(*(clause.find("learn", "learn") if clause.has("suppose") else ()))
    counts = [i for i in clause.find("number") if clause.value(i, "number") == len(types) + len(moves)]
    clause.take(*counts)  # 水草火三种招式
    negated = clause.take_all("neg")
    if clause.has("bool", "or") or clause.scope() != NOW or (negated and walled and clause.is_yes_no()):
        return None
    move_ids = tuple(clause.value(i, "move") for i in moves)
    if any(clause.dataset.moves[m].damage_class == "status" for m in move_ids):
        return None
    ids = [*(clause.value(i, "type") for i in types), *(clause.dataset.moves[m].type_id for m in move_ids)]
    asked: Any = ("walls" if of_pokemon else "types") if walled and not negated else "all"
    return Coverage(tuple(sorted(dict.fromkeys(ids))), move_ids, asked)


#: Verbs for hitting what an attack of one's own does not.
_COVERS = frozenset(word_list("coverage/covers"))


def _is_mine(clause: Clause, i: int) -> bool:
    return clause.tokens[i].text.casefold() in ("i", "we", "my team", "my squad", "my party", "our team")


#: What says that the attacks are taken as one.
_TOGETHER = frozenset(word_list("together"))


def _by_me(clause: Clause) -> bool:
    """ "With Surf and Ice Beam, which types do I hit hard?": whoever asks uses them."""
    return any(token.text.casefold() in ("i", "we", "am i", "are we") for token in clause.tokens)


def asks_type(clause: Clause) -> bool:
    """Are types asked for, or anything at all (地震和岩崩还有什么打不动)?"""
    return clause.has("attr", "type") or clause.has("noun", "type") or clause.has("wh", "what")


def _resist_themselves(clause: Clause, verb: int, types: list[int]) -> bool:
    """ "Which types do Fire and Water both resist?": they stand in front of the verb, and are what resists."""
    if not types or not clause.at(verb, "mu", "resist:def") or types[-1] > verb:
        return False
    return clause.at(types[0] - 1, "aux", "do") and not any(clause.at(k, "wh") for k in range(types[-1], verb))


def _bearer(clause: Clause) -> list[int]:
    """烈咬陆鲨带地震和龙爪, "Lucario with Surf and Dark Pulse": a Pokémon only said to have the moves."""
    mons, moves = clause.mons(), clause.find("move")
    if len(mons) != 1 or len(moves) < 2 or mons[0] > moves[0] or clause.has("learn", "learn"):
        return []
    between = range(mons[0] + 1, moves[0])
    carrying = [
        i for i in between if clause.at(i, "carry") or clause.at(i, "battlewords") or clause.at(i, "aux", "have")
    ]
    others = [
        i for i in between if i not in carrying and not clause.at(i, "filler") and not clause.at(i, "adv", "only")
    ]
    return [*mons, *carrying] if carrying and not others else []


def _says_both(clause: Clause) -> bool:
    """ "resists both", "resist them all": of all the attacks together."""
    return bool(clause.find("team", "shared")) or any(
        t.text.casefold() in ("both", "all", "全部", "都", "同时") for t in clause.tokens
    )


_TEAM = {"weakness": "weak", "resistance": "resist", "immunity": "immune", "matchup": "all"}


#: What "both" in front of two names, or behind them, is said of together.
_OF_BOTH = ("weak:att", "weak:def", "resist:def", "immune:def", "weakby:def")
#: How a word begins that speaks of what several have together: "shared weaknesses".
_IN_COMMON = tuple(word_list("held-in-common"))


def _is_shared(text: str) -> bool:
    return text.startswith(_IN_COMMON)


def team(clause: Clause) -> Query | None:
    """ "What is my team of Garchomp, Gyarados and Pikachu weak to?", 队伍烈咬陆鲨、暴鲤龙的弱点."""
    words, shared = clause.find("team", "team"), clause.find("team", "shared")
    shared += clause.find("contrast", "common")  # "What weaknesses do ... have in common?"
    shared += [i for i in clause.find("shares", "same") if clause.has("attr", *_TEAM)]  # "weaknesses shared by ..."
    shared += [
        i for i in clause.find("cmp", ":eq") if clause.at(i + 1, "noun", "type") and clause.has("mu", "weak:def")
    ]
    mons = clause.mons()
    asks_types = clause.has("noun", "type") or clause.has("attr", "type") or any(
        clause.tokens[i].text.casefold().endswith((" type", "属性")) for i in shared
    )  # fmt: skip
    # "shared weakness", 共同的弱点
    in_common = clause.has("contrast", "common") or any(
        clause.at(i, "attr")
        or clause.at(i, "shares")
        or clause.tokens[i].text.startswith(("共同", "share", "common"))
        or (clause.tokens[i].text == "都" and clause.at(i + 1, "mu", "weak:def", "resist:def", "immune:def"))
        or (clause.tokens[i].text.casefold() == "both" and clause.has("mu", *_OF_BOTH) and clause.has("wh"))
        for i in shared
    )
    said_shared = [i for i in clause.find("attr", *_TEAM) if _is_shared(clause.tokens[i].text.casefold())]
    shared += said_shared
    in_common = in_common or bool(said_shared)
    if any(clause.tokens[i].text.casefold() in VERSUS and i - 1 in mons and i + 1 in mons for i in clause.find("mu")):
        return None  # "Vulpix vs Ninetales types": each has its own
    least = 2 if words or asks_types or in_common else 3
    if not least <= len(mons) <= TEAM_SIZE or (
        clause.is_yes_no() and not (words or shared or clause.has("adv", "tie"))
    ):  # fmt: skip
        return None
    relations = {v for i in clause.find("attr") for a, v in _TEAM.items() if clause.at(i, "attr", a)}
    verbs = clause.find("mu", "weak:def", "resist:def", "immune:def", "weakby:def")
    relations |= {
        v.split(":")[0].removesuffix("by")
        for i in verbs
        for v in clause.tokens[i].readings["mu"]
        if v.endswith(":def") and not v.startswith("effect")
    }
    attacks = [
        *clause.find("mu", "weak:att"),
        *clause.find("knockout", "1"),
        *(i for i in clause.find("mu", "effect:att") if least == 2 or words or shared),
    ]
    if attacks and not verbs:
        relations = {"weak"}
    worst = clause.find("sup", ":min") if words and asks_types and not relations else []
    afraid = any("怕" in clause.tokens[i].text for i in shared)  # 三只都怕的属性
    relations |= {"weak"} if worst or afraid else set()  # "worst type for a team of ..."
    clause.take(*worst)
    relations |= {"weak"} if words and clause.find("coverage") and not relations else set()  # "holes in this core"
    if len(relations & {"weak", "resist", "immune", "all"}) != 1:
        return None
    relation: Any = (relations & {"weak", "resist", "immune", "all"}).pop()
    same = clause.find("cmp", ":eq")  # "scared of the same thing"
    counted = [i for i in clause.find("number") if clause.value(i, "number") == len(mons)]
    clause.take(*same, *counted)
    yes_no = clause.is_yes_no() and not clause.has("exist")  # "Is there a hole in my team of ...?": the list tells
    clause.take(*words, *mons, *verbs, *attacks, *clause.find("attr", *_TEAM), *shared)
    clause.take(*clause.find("coverage"), *clause.find("light"), *clause.find("require"))
    clause.take(*clause.find("noun", "type", "move"), *clause.find("attr", "type"), *clause.find("list"))
    clause.take(*clause.find("wh", "howmany", "how"), *clause.find("aux", "have"), *clause.find("sup", ":max"))
    clause.take(*clause.find("pron", "them", "two", "three"), *clause.find("factor"), *clause.find("mu", "effect:att"))
    clause.take(*clause.find("adv", "tie"), *clause.find("exist"), *clause.find("most"), *clause.find("passive"))
    if clause.has("bool", "or") or clause.has("type") or clause.is_negated():
        return None
    if clause.is_yes_no() and relation != "weak" and clause.has("list", "all"):
        return None  # "Does it resist everything?": what most of them resist is no yes
    return TeamMatchup(tuple(dict.fromkeys(clause.mon(i) for i in mons)), relation, yes_no)
