"""What a move does: to one Pokémon's HP, to types together, to a team."""

from __future__ import annotations

from ..algebra import NOW, Query
from ..calculations import Coverage, Damage, TeamMatchup
from ..clause import Clause, is_negative_auxiliary
from ..slots import Level, bare_evs, levels, training

#: A team has this many members at most.
TEAM_SIZE = 6

_TOWARDS = frozenset({"to", "against", "vs", "versus", "on", "onto", "into", "对", "给", "打"})
_FROM = frozenset({"from", "by", "of", "used by", "coming from"})


def damage(clause: Clause) -> Query | None:
    """ "How much does Garchomp's Earthquake do to Heatran?", 烈咬陆鲨的地震打雷丘多少伤害."""
    mons = clause.mons()
    moves = [i for i in clause.find("move") if not clause.at(i, "mon") and not clause.at(i, "filler")]
    if len(mons) != 2 or len(moves) != 1 or clause.has("cmp") or clause.has("ev"):
        return None
    knock, survive = clause.find("knockout"), clause.find("survive")
    calc = clause.find("damagecalc", "calc")
    effect = [i for i in clause.find("mu") if any(v.startswith("effect") for v in clause.tokens[i].readings["mu"])]
    if not (knock or survive or calc or effect or clause.has("prep", "between")):
        return None
    sides = _sides(clause, mons, moves[0])
    if sides is None:
        return None
    attacker, defender = sides
    level = levels(clause)
    trained = training(clause)
    bare_evs(clause, trained)
    if len(level) > 2 or any(stat is None for i, stat, _ in trained.evs if i > moves[0]):
        return None
    cut = _boundary(mons, moves[0], attacker, defender)
    front, back = range(cut), range(cut, len(clause.tokens))
    first, second = (front, back) if attacker < defender else (back, front)
    own, foe = trained.spread(first), trained.spread(second)
    if (
        len([1 for i, _ in trained.natures if i in first]) > 1
        or len([1 for i, _ in trained.natures if i in second]) > 1
    ):
        return None
    own_level, foe_level = _levels(level, first)
    critical = bool(clause.take_all("critical"))
    yes_no = clause.is_yes_no()
    hits = int(clause.value(knock[0], "knockout")) if knock and yes_no else None
    clause.take(*mons, *moves, *knock, *survive, *calc, *effect, *clause.find("damagecalc", "from"))
    clause.take(*clause.find("wh", "howmany", "howmuch", "how"), *clause.find("passive"), *clause.find("itemuse"))
    clause.take(*clause.find("learn", "learn"), *clause.find("noun", "move"), *clause.find("attr", "power", "hp"))
    clause.take(*clause.find("catch", "calculator", "chance"), *clause.find("prep", "between"))
    clause.take(*clause.find("list"), *clause.find("attr", "effect"), *clause.find("pron", "it"))
    if clause.scope() != NOW or clause.has("bool", "or"):
        return None
    for i in clause.find("neg"):
        if not (clause.at(i, "neg", "negyn") or is_negative_auxiliary(clause.tokens[i].text)):
            return None
        clause.take(i)
    return Damage(
        clause.mon(attacker), clause.value(moves[0], "move"), clause.mon(defender), own_level, foe_level,
        own, foe, critical, hits, bool(survive) and not knock and yes_no,
    )  # fmt: skip


def _levels(found: list[Level], first: range) -> tuple[int | None, int | None]:
    """The attacker's and the defender's level: one level is both's."""
    if not found:
        return None, None
    if len(found) == 1:
        return found[0].value, found[0].value
    own = next((level.value for level in found if level.at in first), None)
    foe = next((level.value for level in found if level.at not in first), None)
    return own, foe


def _boundary(mons: list[int], move: int, attacker: int, defender: int) -> int:
    """Where the words on the first of the two end: in front of the second, with what stands before its name."""
    early, late = sorted(mons)
    return (move + 1) if early < move < late else early + 1


def _sides(clause: Clause, mons: list[int], move: int) -> tuple[int, int] | None:
    """(attacker, defender) by what stands between the names."""
    early, late = mons
    between = range(early + 1, late)
    passive = any(
        (clause.at(k, "passive", "by") and clause.language != "en")
        or clause.at(k, "survive")
        or clause.at(k, "mu", "effect:def")
        for k in between
    )  # fmt: skip
    if passive:
        return late, early
    if _marked(clause, early, _TOWARDS) and _marked(clause, late, _FROM):
        return late, early
    if move < early and not (_marked(clause, early, _FROM) or _marked(clause, late, _TOWARDS)):
        return None
    if early < move and late == move - 1 and _marked(clause, late, _FROM):
        return late, early
    return early, late


def _marked(clause: Clause, i: int, words: frozenset[str]) -> bool:
    k = i - 1
    while k >= 0 and (clause.at(k, "number") or clause.at(k, "wh", "level") or clause.at(k, "nature")
                      or clause.tokens[k].text.casefold() in ("a", "an", "the", "my", "opponent")):  # fmt: skip
        k -= 1
    return k >= 0 and (clause.tokens[k].text.casefold() in words or clause.tokens[k].text.casefold().endswith(
        tuple(f" {word}" for word in words if word.isascii())
    ))  # fmt: skip


def coverage(clause: Clause) -> Query | None:
    """ "Type coverage of Ice and Ground", "what do Earthquake and Ice Beam cover?", 冰和地面的打击面."""
    words = clause.find("coverage")
    if not words or clause.mons() or clause.is_yes_no():
        return None
    clause.take(*words)
    types = [i for i in clause.find("type") if i not in clause.used]
    moves = [i for i in clause.find("move") if i not in types and not clause.at(i, "filler")]
    if not 1 <= len(types) + len(moves) <= 4:
        return None
    clause.take(*types, *moves, *clause.find("noun", "type", "move"), *clause.find("attr", "type", "matchup"))
    clause.take(*clause.find("attr", "strengths"), *clause.find("wh", "how", "howmany"), *clause.find("list"))
    if clause.has("bool", "or") or clause.scope() != NOW:
        return None
    move_ids = tuple(clause.value(i, "move") for i in moves)
    if any(clause.dataset.moves[m].damage_class == "status" for m in move_ids):
        return None
    ids = [*(clause.value(i, "type") for i in types), *(clause.dataset.moves[m].type_id for m in move_ids)]
    return Coverage(tuple(sorted(dict.fromkeys(ids))), move_ids)


_TEAM = {"weakness": "weak", "resistance": "resist", "immunity": "immune", "matchup": "all"}


def team(clause: Clause) -> Query | None:
    """ "What is my team of Garchomp, Gyarados and Pikachu weak to?", 队伍烈咬陆鲨、暴鲤龙的弱点."""
    words = clause.find("team", "team")
    mons = clause.mons()
    if not (2 if words else 3) <= len(mons) <= TEAM_SIZE:
        return None
    relations = {v for i in clause.find("attr") for a, v in _TEAM.items() if clause.at(i, "attr", a)}
    verbs = clause.find("mu", "weak:def", "resist:def", "immune:def")
    relations |= {v.split(":")[0] for i in verbs for v in clause.tokens[i].readings["mu"] if v.endswith(":def")}
    if len(relations & {"weak", "resist", "immune", "all"}) != 1:
        return None
    relation = (relations & {"weak", "resist", "immune", "all"}).pop()
    clause.take(*words, *mons, *verbs, *clause.find("attr", *_TEAM), *clause.find("team", "shared"))
    clause.take(*clause.find("noun", "type"), *clause.find("attr", "type"), *clause.find("list"))
    clause.take(*clause.find("wh", "howmany", "how"), *clause.find("aux", "have"), *clause.find("sup", ":max"))
    if clause.is_yes_no() or clause.has("bool", "or") or clause.has("type") or clause.is_negated():
        return None
    return TeamMatchup(tuple(dict.fromkeys(clause.mon(i) for i in mons)), relation)  # type: ignore[arg-type]
