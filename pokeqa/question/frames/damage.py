"""What a move takes from a Pokémon's HP."""

from __future__ import annotations

from ...pokedex.effectiveness import matchup_abilities
from ...pokedex.formulas.damage import damage_rule
from ...pokedex.formulas.modifiers import is_known, modifiers, needs_flags
from ...pokedex.model import Move
from ..algebra import NOW, Query, Scope
from ..bare_terms import leave_out_the_rest
from ..battle import Piece, battle, stat_changes
from ..battle_sides import owner, share_out
from ..calculations import Battler, Damage, Field
from ..clause import Clause, is_negative_auxiliary
from ..slots import stat_at
from ..word_lists import word_list

_LOSES = frozenset(word_list("damage/loses"))
_TOWARDS = frozenset(word_list("damage/towards"))
_FROM = frozenset(word_list("damage/from"))


def damage(clause: Clause) -> Query | None:
    """ "How much does Garchomp's Earthquake do to Heatran?", 烈咬陆鲨的地震打雷丘多少伤害."""
    mons, again = _each_once(clause, clause.mons())
    learns = any(not clause.at(i, "itemuse") for i in clause.find("learn", "learn")) and clause.has("wh", "who")
    if len(mons) != 2 or clause.has("ev") or learns:
        return None  # "Out of Alakazam and Espeon, who learns Calm Mind first?"
    hits = _attack(clause)
    if hits is None:
        return None
    knock, survive = clause.find("knockout"), clause.find("survive")
    calc = clause.find("damagecalc", "calc")
    effect = [
        i for i in clause.find("mu")
        if any(v.startswith("effect") for v in clause.tokens[i].readings["mu"])
        and (stat_at(clause, i) is None or (clause.at(i - 1, "move") and clause.at(i + 1, "mon")))  # 用地震攻击雷丘
    ]  # fmt: skip
    asked = bool(knock or survive or calc or effect or clause.has("prep", "between"))
    asked = asked or (clause.has("attr", "effect") and _marked(clause, mons[1], _TOWARDS | _FROM))
    asked = asked or (_marked(clause, mons[0], _TOWARDS) and _marked(clause, mons[1], _FROM))
    if not asked and not _marked(clause, mons[1], _TOWARDS):
        return None
    sides = _sides(clause, mons, hits)
    if sides is None:
        return None
    attacker, defender = sides
    early, late = mons
    clause.take(hits)
    parts = [i for i in (*knock, *survive, *effect) if early < i < late]
    parts += [i for i in range(early + 1, late) if _is_towards(clause, i)]
    walls = clause.find("screen")
    left_out = leave_out_the_rest(clause)
    found = battle(clause, mons)
    move = clause.dataset.moves[clause.value(hits, "move")]
    about = _stats_about(move)
    order = (0, 1) if attacker < defender else (1, 0)
    stats = (about[0], about[1]) if order == (0, 1) else (about[1], about[0])

    def counts(piece: Piece, side: int) -> bool:
        return _counts(piece, side == order[0], about, clause)

    shared = share_out(found, clause, mons, parts, counts, stats, again)
    bound = [owner(i, clause, mons, parts, found.pieces) for i in walls]
    if any(near and index == order[0] for index, near in bound):
        return None  # a screen on the attacker's own side
    if shared is None or not found.clear or found.trick_room or not (asked or found.pieces or found.field != Field()):
        return None
    own, foe = shared[order[0]], shared[order[1]]
    if not _has_numbers(own, foe, move):
        return None
    critical = bool(clause.take_all("critical"))
    yes_no = clause.is_yes_no()
    hits_asked = int(clause.value(knock[0], "knockout")) if knock and yes_no else None
    clause.take(*mons, *knock, *survive, *calc, *effect, *clause.find("damagecalc", "from"))
    clause.take(*clause.find("wh", "howmany", "howmuch", "how"), *clause.find("passive"), *clause.find("itemuse"))
    clause.take(
        *clause.find("learn", "learn"), *clause.find("noun", "move"), *clause.find("attr", "power", "hp", "hits")
    )
    clause.take(*clause.find("catch", "calculator", "chance"), *clause.find("prep", "between"))
    clause.take(*clause.find("list"), *clause.find("attr", "effect"), *clause.find("pron", "it"))
    clause.take(*clause.find("extreme", "range"), *clause.find("attr", "target"))  # 伤害范围
    clause.take(*clause.find("sup", ":max", ":min"), *clause.find("noun", "stat", "type"))
    if clause.scope() not in (NOW, Scope(max(clause.dataset.generations))) or any(
        i not in left_out for i in clause.find("bool", "or", again=True)
    ):
        return None
    for i in clause.find("neg"):
        if not (clause.at(i, "neg", "negyn") or is_negative_auxiliary(clause.tokens[i].text)):
            return None
        clause.take(i)
    return Damage(
        clause.mon(attacker), move.id, clause.mon(defender), own, foe, found.field, critical, hits_asked,
        bool(survive) and not knock and yes_no,
        bool(effect) and yes_no and not (knock or survive or calc),
    )  # fmt: skip


def _attack(clause: Clause) -> int | None:
    """The index of the move that is used: the only one that deals damage, or the only one at all."""
    moves = [i for i in clause.find("move") if not clause.at(i, "mon") and not clause.at(i, "filler")]
    conditions = ("weather", "terrain", "screen", "help", "room")
    moves = [i for i in moves if not any(clause.at(i, tag) for tag in conditions) or len(moves) == 1]
    deals = [i for i in moves if clause.dataset.moves[clause.value(i, "move")].damage_class != "status"]
    if len(deals) == 1:
        rest = [i for i in moves if i not in deals]
        return deals[0] if all(stat_changes(clause, i) for i in rest) else None
    return moves[0] if len(moves) == 1 else None


def _stats_about(move: Move) -> tuple[frozenset[str], frozenset[str]]:
    """The stats of the attacker and of the target that the damage hangs on."""
    physical = move.damage_class == "physical"
    own, foe = ("attack", "defense") if physical else ("special-attack", "special-defense")
    rule = damage_rule(move)
    if rule is not None and rule.kind == "uses":
        return frozenset((rule.value,)), frozenset((foe, "hp"))
    if rule is not None and rule.kind == "strikes":
        return frozenset((own,)), frozenset((rule.value, "hp"))
    if rule is not None and rule.kind == "uses-target":
        return frozenset(), frozenset((rule.value, foe, "hp"))
    return frozenset((own,)), frozenset((foe, "hp"))


def _each_once(clause: Clause, mons: list[int]) -> tuple[list[int], dict[int, int]]:
    """The first two names, and where they are said again to tell more of one: "…, Heatran no Defense EVs"."""
    pair = [clause.mon(i) for i in mons[:2]]
    again = {i: pair.index(clause.mon(i)) for i in mons[2:] if clause.mon(i) in pair}
    if len(mons) < 3 or len(set(pair)) < 2 or len(again) < len(mons) - 2:
        return mons, {}
    clause.take(*again)
    return mons[:2], again


def _counts(piece: Piece, attacks: bool, about: tuple[frozenset[str], frozenset[str]], clause: Clause) -> bool:
    """Can a piece change the damage on this side?"""
    stats = about[0] if attacks else about[1]
    side = "attacker" if attacks else "defender"
    match piece.kind:
        case "ev" | "iv" | "bent" | "stage":
            return piece.stat in stats if piece.stat is not None else attacks
        case "nature":
            nature = clause.dataset.natures[int(piece.value)]
            return nature.increased_stat in stats or (nature.decreased_stat in stats and attacks)
        case "item" | "ability":
            return bool(modifiers(piece.kind, str(piece.value), side))
        case "hp":
            return not attacks
        case "ailment":
            return attacks
    return True


def _has_numbers(own: Battler, foe: Battler, move: Move) -> bool:
    """Is it known what every item and ability that is said does to this move's damage?"""
    for one, side in ((own, "attacker"), (foe, "defender")):
        for kind, name in (("item", one.item), ("ability", one.ability)):
            if name is None:
                continue
            if not is_known(kind, name) and not (kind == "ability" and side == "defender"):
                return False
            if any(needs_flags(row, move) for row in modifiers(kind, name, side)):
                return False
    return foe.ability is None or is_known("ability", foe.ability) or foe.ability in matchup_abilities()


def _is_towards(clause: Clause, i: int) -> bool:
    text = clause.tokens[i].text.casefold()
    return text in _TOWARDS or text in _FROM or clause.at(i, "passive", "by")


def _sides(clause: Clause, mons: list[int], move: int) -> tuple[int, int] | None:
    """(attacker, defender) by what stands between the names."""
    early, late = mons
    between = range(early + 1, late)
    passive = any(
        (clause.at(k, "passive", "by") and clause.language != "en")
        or clause.at(k, "survive")
        or clause.at(k, "mu", "effect:def")
        or clause.tokens[k].text.casefold() in _LOSES
        for k in between
    )  # fmt: skip
    if passive:
        return late, early
    if _marked(clause, early, _TOWARDS) and _marked(clause, late, _FROM):
        return late, early
    if _marked(clause, late, _FROM) and not _marked(clause, early, _FROM):
        return late, early
    if _is_of_late(clause, early, late, move):
        return late, early
    if move < early and any(clause.tokens[k].text.casefold() in _VERSUS for k in between):
        return early, late  # "Thunderbolt, level 60 Pikachu vs level 60 Gyarados"
    if move < early - 1 and not (_marked(clause, early, _FROM) or _marked(clause, late, _TOWARDS)):
        return None
    return early, late


def _is_of_late(clause: Clause, early: int, late: int, move: int) -> bool:
    """ "Garchomp vs Ice Beam Starmie", "Mr. Mime vs Scizor Bullet Punch": does the move stand with the second name?"""
    versus = [k for k in range(early + 1, late) if clause.tokens[k].text.casefold() in _VERSUS]
    if not versus or move < versus[-1]:
        return False
    if move < late:
        return True
    first, second = (clause.dataset.learnsets.ever(clause.mon(i).pokemon_id) for i in (early, late))
    wanted = clause.value(move, "move")
    return move == late + 1 and wanted in second and wanted not in first


def _marked(clause: Clause, i: int, words: frozenset[str]) -> bool:
    """Does one of the words lead to a name, with nothing but what is said of it in between?"""
    k = i - 1
    while k >= 0:
        text = clause.tokens[k].text.casefold()
        if clause.at(k, "wh") and not clause.at(k, "wh", "level"):
            return False  # "how much of Heatran's HP": nothing comes from it
        if text in words or text.endswith(tuple(f" {word}" for word in words if word.isascii())):
            return True
        if not any(clause.at(k, tag) for tag in _OF_A_BATTLER) and text not in ("a", "an", "the", "my", "opponent"):
            return False
        k -= 1
    return False


_VERSUS = word_list("versus-or-against")

#: What may stand between a word that points at a side and the name.
_OF_A_BATTLER = (
    "number", "wh", "nature", "item", "battleitem", "ability", "tera", "type", "invest", "extreme", "evs", "iv", "bool",
    "attr", "ailment", "hpstate", "battlewords", "plus", "bend", "percent", "stages",
)  # fmt: skip
