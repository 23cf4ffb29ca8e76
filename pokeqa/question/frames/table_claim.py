"""What a side is claimed to be weak to (to resist, to be immune to) and nothing else: "Normal is only weak to Fighting,
right?", 太阳伊布的弱点是虫、鬼、恶,对吗, "does Ice have no resistances?".
"""

from __future__ import annotations

from typing import Literal

from ..algebra import Matchup, Query, Side, Types
from ..clause import Clause
from ..slots import whole
from ..word_lists import word_list

_Relation = Literal["weak", "resist", "immune"]
_NOUNS: dict[str, _Relation] = {"weakness": "weak", "resistance": "resist", "immunity": "immune"}
_VERBS: dict[str, _Relation] = {"weak:def": "weak", "resist:def": "resist", "immune:def": "immune"}
#: What makes another question of it.
_OTHERWISE = (
    "wh", "move", "ability", "item", "cmp", "sup", "agg", "every", "ev", "learn", "factor", "gap", "hist", "suppose",
    "itemuse", "team", "cls", "coverage", "why",
)  # fmt: skip
#: Words for a single type that limit nothing else.
_PURE = frozenset(word_list("table-claim/pure"))
_BESIDES = frozenset(word_list("matchup/besides"))
#: Words that count one, where an article does not.
_ONE = frozenset(word_list("table-claim/one"))
#: What joins two types of one side.
_PAIRED = frozenset(word_list("matchup/paired"))


def table_claim(clause: Clause) -> Query | None:
    """The list of what hits (or does not hit) a side, with what is claimed to be all of it."""
    found = _relation(clause)
    if (
        found is None
        or any(i != found[0] for tag in _OTHERWISE for i in clause.find(tag))
        or clause.has("bool", "or")
        or clause.has("noun", "pokemon")
    ):
        return None
    where, relation = found
    noun = clause.at(where, "attr")
    only = [*clause.find("adv", "only"), *clause.find("signature", "only")]
    only += [
        i for i in clause.find("typecount", "1") if i not in only and clause.tokens[i].text.casefold() not in _PURE
    ]
    left_out = [i for i, t in enumerate(clause.tokens) if t.text.casefold() in _BESIDES and i not in only]
    denied = [i for i in clause.find("neg", "neg") if i not in left_out]
    denied += [i for i in clause.find("lost") if clause.language != "en"]  # 就没有
    sides = _sides(clause, where, [*only, *left_out])
    if sides is None or not _asks(clause, noun=noun, only=bool(only)):
        return None
    side, own, claimed = sides
    numbers = [i for i in clause.find("number") if i not in own]
    one = [i for i in clause.find("list", "one") if noun and not claimed and i == where - 1]
    counts_one = any(clause.tokens[i].text.casefold() in _ONE for i in one)
    number = None
    if claimed and noun and left_out and not only and not denied:  # "has it any weakness other than Fire?"
        _take(clause, [*own, *claimed, where, *left_out])
        besides = tuple(clause.value(i, "type") for i in claimed)
        return Matchup(None, side, relation, clause.scope(), yes_no=True, besides=besides)
    if claimed and not (only or (left_out and denied) or (noun and any(i > where for i in claimed))):
        return None
    alone = clause.at(where - 1, "list", "one") or clause.at(where - 1, "number")  # "its one weakness is Water"
    few = len(claimed) == 1 and not alone
    if claimed and noun and not (only or left_out) and (few or _includes(clause, where)):
        if len(claimed) > 1 or denied or numbers:
            return None
        # "Is Virizion's weakness Flying?", 弱点包括火吗: there may be others
        _take(clause, [*own, *claimed, where, *clause.find("includes")])
        return Matchup(Types((clause.value(claimed[0], "type"),)), side, relation, clause.scope(), yes_no=True)
    if claimed and denied and not left_out:
        return None  # "is Dragon not only weak to Ice?"
    if not claimed:
        if not noun or left_out or (len(numbers) + len(one) != 1 and not denied) or len(denied) > 1:
            return None
        number = 0 if denied else 1 if one else whole(clause, numbers[0])
        if number is None or (number and clause.mons() and not (only or counts_one) and clause.language != "ja"):
            return None  # a number that a Pokémon has is checked as any other
    _take(clause, [*own, *claimed, where, *only, *left_out, *denied, *numbers, *one])
    types = tuple(sorted(clause.value(i, "type") for i in claimed)) if claimed else None
    return Matchup(None, side, relation, clause.scope(), exactly=types, number=number)


def _take(clause: Clause, places: list[int]) -> None:
    clause.take(*places, *clause.find("bool", "and"), *clause.find("op", "eq"))
    clause.take(*clause.find("noun", "type"), *clause.find("attr", "type"), *clause.find("list"), *clause.find("yn"))
    clause.take(
        *clause.find("signature", "else"), *clause.find("pairing"), *clause.find("light"), *clause.find("exist")
    )
    clause.take(*clause.find("neg", "negyn"))


def _includes(clause: Clause, noun: int) -> bool:
    """Are the types said to be among what the noun stands for: "do its weaknesses include …", 弱点有…吗?"""
    behind = (noun + 1, noun + 2)
    has = clause.language != "en" and any(clause.at(i, "aux", "have") for i in behind)
    return has or clause.has("includes") or any(clause.at(i, "exist") for i in behind)


def _relation(clause: Clause) -> tuple[int, _Relation] | None:
    """The only word for a match-up, and the relation that it names."""
    found: list[tuple[int, _Relation]] = []
    for i, token in enumerate(clause.tokens):
        said = [_NOUNS[v] for v in token.readings.get("attr", ()) if v in _NOUNS]
        said += [_VERBS[v] for v in token.readings.get("mu", ()) if v in _VERBS]
        if said:
            found.append((i, said[0]))
        elif token.has("mu") or (token.has("attr") and not token.has("attr", "type") and not token.has("aux")):
            return None
    return found[0] if len(found) == 1 else None


def _sides(clause: Clause, where: int, limits: list[int]) -> tuple[Side, list[int], list[int]] | None:
    """The side that is spoken of, its tokens, and those of the types that are claimed."""
    mons = clause.mons()
    types = [i for i in clause.find("type") if i not in mons]
    if len(mons) > 1:
        return None
    if mons:
        return clause.mon(mons[0]), mons, types
    claimed = [i for i in types if i > where] or [i for i in types if limits and i > max(limits)]
    if clause.at(where + 1, "prep", "of") and claimed:  # "the only weakness of Electric types is Ground"
        claimed = [i for i in types if i != claimed[0]]
    claimed = claimed or [i for i in types if limits and i > min(limits)]  # 除了格斗,一般系没别的弱点
    own = [i for i in types if i not in claimed]
    if not own and len(claimed) > 1:
        own, claimed = claimed[-1:], claimed[:-1]
    joined = len(own) == 1 or (len(own) == 2 and any(clause.tokens[k].text in _PAIRED for k in range(own[0], own[1])))
    return (Types(tuple(sorted(clause.value(i, "type") for i in own))), own, claimed) if joined else None


def _asks(clause: Clause, *, noun: bool, only: bool) -> bool:
    asked = clause.is_yes_no() or clause.has("yn") or clause.has("neg", "negyn") or clause.has("exist")
    return asked or (only and bool(clause.mons())) or (noun and clause.language == "ja")
