"""Where a Pokémon is met in a game."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause
from ..describe.places import with_expansions
from ..word_lists import word_list

#: "Can you", as it begins a question.
_POLITE = frozenset(word_list("can-you"))


def whereabouts(clause: Clause) -> Query | None:
    """ "Where is Ditto found in Red?", 皮卡丘在火红哪里出现, "can I catch Ralts in Emerald": places of encounter."""
    mons, where = clause.mons(), clause.find("wh", "where")
    games = clause.find("noun", "game")
    if games and not where:
        where = [*clause.find("wh", "which", "what"), *games]  # "in which games can I catch Absol"
    if not where and clause.find("placepart") and clause.has("vg"):
        where = _which_part(clause)  # "which area of Pokémon X has Hawlucha"
    if len(mons) != 1 or clause.is_negated() or _names_a_move(clause) or clause.has("place"):
        return None
    lives = clause.find("home", "live")
    named = clause.find("attr", "locations")
    if lives and where and not clause.has("vg") and not clause.has("gen"):
        said = clause.take_all("attr", "habitat")  # "according to the Pokédex habitat"
        clause.take(*mons, *where, *lives, *named)
        return Facts((clause.mon(mons[0]),), ("habitat",) if said else ("habitat", "locations"))
    met, appears = [*clause.find("meet", "meet"), *lives, *named], clause.find("meet", "appear")
    caught = clause.find("catch", "catch")
    if any(not clause.at(i, "attr", "locations", "effect") and i not in where for i in clause.find("attr")):
        return None
    timed = clause.has("vg") or clause.has("gen")
    leveled = timed and clause.has("wh", "level") and not clause.has("ev") and not clause.has("learn")
    if leveled and (met or caught or where or appears or clause.has("wild")):
        where = [*where, *clause.find("wh", "level")]  # "what level is Mewtwo when you catch it": told with the place
        clause.take(*clause.find("wh", "howmuch"))
        clause.take(*clause.find("wh", "when"), *clause.find("pron", "it"), *clause.find("catch", "hypothetical"))
    if not where and not named:
        # "Is Ralts found in Ruby?", "how do I catch Ralts in Ruby": the answer says where, or that it is not.
        asked = clause.is_yes_no() or clause.has("wh", "how") or _can_you(clause)
        if not (asked and timed and (met or caught or clause.has("wild")) and not clause.has("wh", "when", "why")):
            return None
        clause.take(*clause.find("wh", "how"))
    elif not (met or caught or timed or clause.has("wild") or (appears and clause.has("wh", "where"))
              or _has_it(clause, games)):  # fmt: skip
        return None
    if clause.has("ball") or clause.has("catch", "chance") or clause.has("ailment") or clause.has("hpstate"):
        return None
    clause.take(*mons, *where, *met, *appears, *caught, *clause.find("wild"), *clause.find("exist"))
    if timed and clause.language == "en":
        early = ("early", "early on", "at first")  # "in Black 2 early on": each place is told with its levels
        clause.take(*(i for i in clause.find("hist", "past") if clause.tokens[i].text.casefold() in early))
    clause.take(*clause.find("list"), *clause.find("prep", "getv"), *clause.find("beaten", "get"))
    found = not clause.has("prep", "getv") and not clause.has("wh", "which", "what", "how")
    yes_no = timed and found and (clause.is_yes_no() or bool(clause.find("catch", "can")) or _can_you(clause))
    return Facts((clause.mon(mons[0]),), ("locations",), clause.games(), yes_no=yes_no)


def _can_you(clause: Clause) -> bool:
    """ "Can you find Misdreavus in FireRed?" is asked of the game, though "can you" is but polite elsewhere."""
    if clause.language != "en" or clause.tokens[0].text.casefold() not in _POLITE:
        return False
    clause.take(*(clause.find("bool", "or") if len(clause.find("vg")) > 1 else ()))
    return True


def _which_part(clause: Clause) -> list[int]:
    """ "Which area of Emerald": the words that ask for a part of a game."""
    texts = {i: clause.tokens[i].text.casefold() for i in clause.find("placepart")}
    return [i for i, text in texts.items() if text.startswith(("which", "what")) or clause.at(i - 1, "wh", "which")]


def _has_it(clause: Clause, games: list[int]) -> bool:
    """ "Which edition has Zangoose?", 我缺猫鼬斩,哪个版本里有."""
    if not games or clause.has("attr") or clause.has("ev") or clause.has("formkind"):
        return False
    if clause.has("intro") and not clause.has("meet", "appear"):
        return False
    return clause.has("aux", "have")


def appears_in(clause: Clause) -> Query | None:
    """ "Is Gible in Pearl?": where it is met there, or that it is not."""
    mons = clause.mons()
    if len(mons) != 1 or clause.is_negated() or not clause.has("version"):
        return None
    if not (
        clause.is_yes_no() or (clause.tokens[-1].mark == "?" and clause.has("prep", "in"))
    ):  # "Larvitar in Crystal?"
        return None
    clause.take(*mons, *(i for i in clause.find("light") if clause.tokens[i].text.casefold() == "anywhere"))
    scope = clause.games()
    if not with_expansions(clause.dataset, scope.versions):
        return None
    return Facts((clause.mon(mons[0]),), ("locations",), scope, yes_no=True)


def met_of_these(clause: Clause) -> Query | None:
    """ "Which of Growlithe and Vulpix is in Gold?", 火红里能抓到六尾还是卡蒂狗: where each of them is met there."""
    mons = clause.mons()
    asks = clause.find("wh", "which", "who") + clause.find("bool", "or")
    if not 1 < len(mons) <= _FEW or not asks or not clause.has("version") or clause.is_negated():
        return None
    if any(map(clause.has, _NO_CHOICE)) or _names_a_move(clause):
        return None
    clause.take(*mons, *asks, *clause.find("bool"), *clause.find("meet"), *clause.find("catch", "catch"))
    clause.take(*clause.find("signature", "signature"), *clause.find("exist"), *clause.find("pron", "them"))
    clause.take(*clause.find("wild"), *clause.find("adv", "only"), *clause.find("noun", "pokemon", "game"))
    clause.take(*clause.find("beaten", "get"), *clause.find("list"), *clause.find("wh", "which", "who"))
    scope = clause.games()
    if not with_expansions(clause.dataset, scope.versions):
        return None
    return Facts(tuple(clause.mon(i) for i in mons), ("locations",), scope)


#: So many are told of at most.
_FEW = 4
#: What makes another question of it.
_NO_CHOICE = ("attr", "type", "ability", "cmp", "sup", "ev", "item", "learn", "mu", "nature", "number", "place", "gen")


def _names_a_move(clause: Clause) -> bool:
    """Is a move named? 抓 is one, and the word for catching."""
    return any(not clause.at(i, "meet") and not clause.at(i, "attr") for i in clause.find("move"))
