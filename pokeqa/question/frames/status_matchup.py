"""Whom a status move or a status condition can reach: "does Thunder Wave affect Ground types?"."""

from __future__ import annotations

from ...pokedex.status_matchups import AILMENTS, FLAGS, covers
from ..algebra import NOW, Mon, Query
from ..clause import Clause
from ..type_calculations import StatusMatchup
from ..word_lists import word_list

#: What stands between a move and whom it is used on.
_ON = frozenset(word_list("hits-on/on"))
#: What may be said of a move and whom it meets.
_EFFECT = ("effect:att", "effect:def", "immune:att", "immune:def")


def status_matchup(clause: Clause) -> Query | None:
    """ "Can Charizard be burned?", 电磁波对地面系有效吗, "which types are immune to Toxic?"."""
    if clause.has("bool", "or") and clause.has("statusword") and not clause.has("mu"):
        return None  # "Does Will-O-Wisp burn or poison?"
    moves = [i for i in clause.find("move") if not clause.at(i, "mu") and not clause.at(i, "ailment")]
    ailments = [i for i in clause.find("ailment") if i not in moves]
    trapped = clause.find("statusword", "trap")
    flags = clause.find("moveflag", *FLAGS) if not moves and not ailments else []
    if not ailments and not flags:  # "a burn on a Fire type: possible?", "can Ghost types be trapped"
        ailments = [i for i in (trapped if not moves else ()) or _named(clause) if i not in moves]
    caused = _caused(clause, moves)
    if caused is not None:
        return caused
    its_own = [i for i in ailments if len(moves) == 1 and _makes(clause, moves[0], i)]
    clause.take(*its_own)  # "Why can't I paralyze Jolteon with Thunder Wave?"
    ailments = [i for i in ailments if i not in its_own]
    if (
        len(moves) + len(ailments) + len(flags) != 1
        or _names_an_ability(clause)
        or clause.has("ev")
        or clause.has("chance")
    ):
        return None
    verbs = clause.find("mu")
    if any(not clause.at(i, "mu", *_EFFECT) for i in verbs) or clause.has("hpstate") or clause.has("ball"):
        return None
    types = clause.find("type")
    mons = clause.mons()
    if len(mons) > 1 or (mons and types) or len(types) > 2 or clause.has("bool", "or"):
        return None
    if moves and not covers(clause.dataset.moves[clause.value(moves[0], "move")]):
        return None
    kept_in = trapped if moves else []  # "can Ghost types be trapped by Mean Look"
    if moves and not verbs and not kept_in and not its_own and not used_on(clause):
        return None
    if flags and not verbs and not clause.has("attr", "immunity"):
        return None
    if ailments and not _suffered(clause, ailments[0]):
        return None
    yes_no = clause.is_yes_no() or bool(_named(clause))
    open_side = not mons and not types
    if open_side and (yes_no or not (clause.find("noun", "type") or clause.find("attr", "type"))):
        return None
    why = clause.find("wh", "why")
    if not open_side and not yes_no and not why and not clause.has("wh", "how") and not used_on(clause):
        return None
    if clause.scope() is not NOW:
        return None
    immune = any(clause.at(i, "mu", "immune:att", "immune:def") for i in verbs)
    immune = immune or bool(clause.find("attr", "immunity"))
    if cannot := [i for i in clause.find("usedoes", "prevent") if clause.tokens[i].text.casefold() in _CANNOT_BE]:
        immune = not immune
        clause.take(*cannot)
    for i in clause.find("neg"):
        if not clause.at(i, "neg", "negyn"):
            immune = not immune
        clause.take(i)
    if open_side and not immune:
        return None
    clause.take(*moves, *ailments, *flags, *kept_in, *why, *clause.find("attr", "immunity", "type", "effect"))
    clause.take(*verbs, *mons, *types, *clause.find("harms"))
    clause.take(*clause.find("noun", "type", "move", "pokemon"), *clause.find("passive"), *clause.find("wh", "how"))
    clause.take(*clause.find("prep"))
    clause.take(*clause.find("itemuse"), *clause.find("learn", "learn"), *clause.find("exist"))
    defender: Mon | None = clause.mon(mons[0]) if mons else None
    return StatusMatchup(
        defender,
        tuple(sorted({clause.value(i, "type") for i in types})),
        clause.value(moves[0], "move") if moves else None,
        _ailment(clause, ailments[0]) if ailments else None,
        yes_no,
        immune,
        clause.value(flags[0], "moveflag") if flags else None,
    )


#: Denials that hold the verb of what is suffered.
_CANNOT_BE = frozenset(word_list("status-matchup/cannot-be"))


def _named(clause: Clause) -> list[int]:
    """ "A burn on a Fire type": a condition by its name, set upon what stands behind it."""
    said = clause.find("statusword", *AILMENTS)
    k = said[0] + 1 if len(said) == 1 else 0
    on = 0 < k < len(clause.tokens) and clause.tokens[k].text.casefold() in ("on", "upon")
    return said if on and clause.has("aux", "can") else []


def _ailment(clause: Clause, i: int) -> str:
    return str(clause.value(i, "ailment" if clause.at(i, "ailment") else "statusword"))


def used_on(clause: Clause) -> bool:
    """ "Can you use Hypnosis on a Dark type?": is a move used on what is named behind it?"""
    for i in clause.find("move", again=True):
        k = i + 1
        while clause.at(k, "noun", "move"):
            k += 1
        if (
            k < len(clause.tokens)
            and clause.tokens[k].text.casefold() in _ON
            and (clause.find("itemuse", "use") or clause.has("outcome") or _says_little(clause))
        ):
            behind = k + 1
            while clause.at(behind, "filler") or clause.at(behind, "list", "one"):
                behind += 1
            return clause.at(behind, "type") or clause.at(behind, "mon")
    return False


def _says_little(clause: Clause) -> bool:
    """ "Thunder Wave onto Quagsire, does it work?": nothing but the two, and whether it does anything."""
    return all(
        any(clause.at(i, tag) for tag in ("move", "mon", "type", "prep", "effecttalk", "pron", "aux", "noun"))
        for i in clause.content()
    )


def _caused(clause: Clause, moves: list[int]) -> Query | None:
    """ "Does Scald burn Fire types?", 催眠粉能催眠草系吗: what a move causes, and who is named behind it."""
    causes = [i for i in (*clause.find("ailment"), *clause.find("moveail")) if i not in moves]
    types, mons = clause.find("type"), clause.mons()
    if len(moves) != 1 or len(causes) != 1 or not clause.is_yes_no() or clause.find("mu"):
        return None
    suffered = causes[0] < moves[0] and clause.at(moves[0] - 1, "passive", "by")  # "be paralyzed by Body Slam"
    if causes[0] < moves[0] and not suffered:
        return None
    if len(mons) + bool(types) != 1 or len(types) > 2 or clause.find("ability"):
        return None
    made = [
        i for i in clause.find("inflict") if moves[0] < i < min((*mons, *types)) and clause.tokens[i].text in _MAKES
    ]
    if min((*mons, *types)) < causes[0] and not made and not suffered:
        return None
    tag = "ailment" if clause.at(causes[0], "ailment") else "moveail"
    ailment = str(clause.value(causes[0], tag))
    move = clause.dataset.moves[clause.value(moves[0], "move")]
    if move.meta is None or move.meta.ailment != ailment or ailment not in AILMENTS or clause.scope() is not NOW:
        return None
    clause.take(
        *made, *moves, *causes, *types, *mons, *clause.find("noun", "type", "pokemon", "move"), *clause.find("passive")
    )
    clause.take(*clause.find("neg", "negyn"), *clause.find("attr", "type"), *clause.find("hist", "now"))
    defender: Mon | None = clause.mon(mons[0]) if mons else None
    ids = tuple(sorted({clause.value(i, "type") for i in types}))
    if covers(move):
        return StatusMatchup(defender, ids, move.id, None, True)
    return StatusMatchup(defender, ids, None, ailment, True)


#: Verbs in front of what is brought into a condition: 鬼火能让火属性烧伤吗, "can Will-O-Wisp get a Fire type burned".
_MAKES = frozenset(word_list("makes"))


def _makes(clause: Clause, move: int, ailment: int) -> bool:
    """Is that the condition that the move brings about?"""
    meta = clause.dataset.moves[clause.value(move, "move")].meta
    return meta is not None and clause.at(ailment, "ailment", meta.ailment)


def _names_an_ability(clause: Clause) -> bool:
    return any(not clause.at(i, "mu") and not clause.at(i, "attr") for i in clause.find("ability"))


def _suffered(clause: Clause, i: int) -> bool:
    """Is the condition suffered by what is named: "be burned", "immune to poison", 会被灼伤, 会中毒?"""
    if clause.find("mu", "immune:def") or clause.find("attr", "immunity") or not clause.at(i, "ailment", *AILMENTS):
        return True
    before = i - 1
    if before >= 0 and clause.tokens[before].text.casefold() in _CANNOT_BE:
        return True  # "which types can't be poisoned?"
    if clause.has("wh", "why") and clause.has("neg", "neg"):
        return True
    while clause.at(before, "filler") and not clause.at(before, "aux"):
        before -= 1
    if clause.language != "en":
        return clause.at(before, "passive", "by") or clause.at(before, "aux", "can") or clause.at(before, "neg")
    asked = clause.has("aux", "can", "do") or clause.has("neg", "neg")
    if before >= 0 and clause.tokens[before].text.casefold() in ("be", "get", "being", "become"):
        return asked
    # "Can you paralyze a Ground type?"
    named = [k for k in range(len(clause.tokens)) if clause.at(k, "mon") or clause.at(k, "type")]
    can = clause.has("aux", "can") or clause.tokens[0].text.casefold().startswith("can ")
    return can and bool(named) and min(named) > i
