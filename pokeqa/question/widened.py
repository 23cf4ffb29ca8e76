"""The last question with more in it: another bound, one kind or one member more, all of them added up.

"Lower it to 100", 放宽到400, "250, sorry"; "and mythical ones too"; "add Dragonite", 加上巨沼怪; "together?", 总共呢;
再加上钢系呢 behind the weaknesses of a type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from ..paths import DATA
from ..pokedex.numbers import POKEMON_NUMBERS
from ..yaml_files import read_yaml
from .algebra import (
    And,
    Compare,
    Condition,
    DexLookup,
    Facts,
    IsClass,
    Matchup,
    Mon,
    Number,
    Or,
    Query,
    Search,
    Types,
)
from .clause import is_free
from .context import Context
from .fold import fold
from .joint_queries import Together
from .lexer import Token
from .terms import NOW, Measure, Scope

#: What sets several side by side holds no more.
_MOST = 8
#: A phrase has at most so many tokens.
_LONGEST = 6
#: What may stand beside a new bound and says nothing new.
_BESIDE_A_NUMBER = ("ell", "bool", "correction", "filler", "prep", "op")


#: How a bound is meant: "over 400".
_BOUNDS = ("gt", "ge", "lt", "le")


@cache
def _phrases() -> dict[str, frozenset[str]]:
    file: dict[str, list[str]] = read_yaml(DATA / "lexicon" / "widening.yaml")
    return {kind: frozenset(fold(str(one)) for one in words) for kind, words in file.items()}


def widened(tokens: Sequence[Token], context: Context) -> Query | None:
    """The last question with another bound or with more in it; None where the clause asks no such thing."""
    if context.lost or context.query is None or not tokens:
        return None
    return (
        _of_another_number(tokens, context.query)
        or _of_one_class_more(tokens, context.query)
        or _added_up(tokens, context)
        or _of_one_type_more(tokens, context.query)
        or _of_one_more(tokens, context)
    )


def _of_another_number(tokens: Sequence[Token], query: Query) -> Query | None:
    """ "Lower it to 100", 放宽到400, "250 sorry" behind a question with one number."""
    numbers = [t for t in tokens if t.has("number")]
    if len(numbers) != 1 or not isinstance(query, (Search, DexLookup)):
        return None
    at = tokens.index(numbers[0])
    front, behind = list(tokens[:at]), list(tokens[at + 1 :])
    ops = [t.readings["op"][0] for t in front if t.has("op") and t.readings["op"][0] in _BOUNDS]
    bounded = len(ops) == 1 and all(t.has("op") or t.has("ell") or t.has("bool", "and") or is_free(t) for t in front)
    moved = bounded or _said(front, "bound")
    sorry = any(t.has("correction") for t in tokens) or _said(behind, "sorry") or _said(front, "sorry")
    if not (moved or sorry):
        return None
    rest = [t for t in ([] if moved else front) + behind if fold(t.text) not in _phrases()["sorry"]]
    units = [t for t in behind if t.has("unit")]
    if not all(is_free(t) or t in units or any(t.has(tag) for tag in _BESIDE_A_NUMBER) or t.has("noun", "number")
               for t in rest):  # fmt: skip
        return None
    value = float(numbers[0].readings["number"][0])
    if isinstance(query, DexLookup):
        return replace(query, number=int(value)) if not units and value == int(value) else None
    bounds = [one for one in _parts(query.condition) if isinstance(one, Number)]
    if len(bounds) != 1 or (units and bounds[0].unit is None):
        return None
    if units and bounds[0].unit not in units[0].readings["unit"]:
        return None
    if bounded and ops[0][0] != bounds[0].op[0]:
        return None  # "under 50 kg? At least 20": a bound on the other side
    changed = replace(bounds[0], value=value, op=ops[0] if bounded else bounds[0].op)
    return replace(query, condition=_exchanged(query.condition, bounds[0], changed))


def _of_one_class_more(tokens: Sequence[Token], query: Query) -> Query | None:
    """ "And mythical too", 幻之宝可梦也算: behind a description by a class, those of the other as well."""
    named = [t for t in tokens if t.has("cls") and not t.has("mon")]
    if len(named) != 1 or not isinstance(query, Search) or not _says_too(tokens):
        return None
    rest = [t for t in tokens if t not in named and not (is_free(t) or t.has("ell") or t.has("bool", "and"))]
    if not all(fold(t.text) in _phrases()["too"] or t.has("noun", "pokemon") or t.has("adding") for t in rest):
        return None
    old = [one for one in _parts(query.condition) if isinstance(one, IsClass)]
    if len(old) != 1 or old[0].name == named[0].readings["cls"][0]:
        return None
    both = Or((old[0], IsClass(named[0].readings["cls"][0])))
    return replace(query, condition=_exchanged(query.condition, old[0], both))


def _added_up(tokens: Sequence[Token], context: Context) -> Query | None:
    """ "Together?", 总共呢, "and on average?" behind a number of several."""
    how = next((kind for kind in ("sum", "average") if _only_says(tokens, kind)), None)
    members, measure = _weighed(context)
    if how is None or measure is None or not 1 < len(members) <= _MOST:
        return None
    return Together(tuple(members), measure, "average" if how == "average" else "sum", _scope(context.query))


def _of_one_type_more(tokens: Sequence[Token], query: Query) -> Query | None:
    """再加上钢系呢, "add Steel to that" behind the weaknesses of one type: of the two together."""
    named = [t for t in tokens if t.has("type") and not t.has("mon")]
    adds = any(t.has("adding") for t in tokens) or _said(tokens, "plus")
    if len(named) != 1 or not adds or not isinstance(query, Matchup) or not isinstance(query.defender, Types):
        return None
    said = ("adding", "ell", "noun", "pron", "bool", "prep")
    if not all(t in named or is_free(t) or any(t.has(tag) for tag in said) for t in tokens):
        return None
    own, new = query.defender.type_ids, named[0].readings["type"][0]
    if len(own) != 1 or new in own:
        return None
    return replace(query, defender=Types((*own, new)), factor=None)


def _of_one_more(tokens: Sequence[Token], context: Context) -> Query | None:
    """ "Add Dragonite", 加上巨沼怪, "with Mudkip in it, who is slowest?": one more beside those that were compared."""
    new = [t for t in tokens if t.has("mon") and not is_free(t) and len(t.readings["mon"]) == 1]
    query = context.query
    if not new or len(new) > 2 or not isinstance(query, (Compare, Facts, Together)):
        return None
    at = tokens.index(new[0])
    behind = "".join(fold(t.text) for t in tokens[at + 1 : at + 1 + _LONGEST] if not t.has("ell"))
    adds = any(t.has("adding") for t in tokens[:at]) or _said(tokens[:at], "plus")
    adds = adds or behind in _phrases()["within"] or _said(tokens[at + 1 :], "within")
    if not adds:
        return None
    members, measure = _weighed(context)
    own: list[Mon] = [t.readings["mon"][0] for t in new]
    if len(members) < 2 or any(one in members for one in own):
        return None
    ranks = [t for t in tokens if t.has("sup") or t.has("cmp")]
    said = ("adding", "ell", "bool", "pron", "wh", "prep", "aux", "team", "contain", "includes")
    rest = [t for t in tokens if t not in new and t not in ranks and not is_free(t)]
    closing = _phrases()["within"]
    if not all(any(t.has(tag) for tag in said) or fold(t.text) in closing for t in rest) or len(ranks) > 1:
        return None
    everyone = (*members, *own)
    if len(everyone) > _MOST:
        return None
    if ranks:
        return _ranked(ranks[0], everyone, measure, query)
    if isinstance(query, Compare):
        return replace(query, subjects=everyone, claim="none", ratio=False)
    return replace(query, subjects=everyone)


def _ranked(word: Token, members: tuple[Mon, ...], measure: Measure | None, query: Query) -> Query | None:
    """Who of them is ahead by what the word says, or by what was asked for before."""
    value = str((word.readings.get("sup") or word.readings["cmp"])[0])
    name, _, way = value.partition(":")
    attribute = name or measure
    if way not in ("max", "min", "gt", "lt") or (name and name not in POKEMON_NUMBERS) or attribute is None:
        return None
    return Compare(members, attribute, "min" if way in ("min", "lt") else "max", _scope(query))  # type: ignore[arg-type]


def _weighed(context: Context) -> tuple[list[Mon], Measure | None]:
    """Those whose number was asked for, together or in turn, and which number."""
    query = context.query
    if isinstance(query, (Compare, Together)):
        return list(query.subjects), query.attribute if isinstance(query, Compare) else query.measure
    if not isinstance(query, Facts):
        return [], None
    members = [one for one in query.subjects if isinstance(one, Mon)]
    attribute = query.attributes[0] if len(query.attributes) == 1 else None
    if len(members) < len(query.subjects):
        return [], None
    if len(members) == 1 and context.before:
        members = [*(t.readings["mon"][0] for t in context.before[-1:] if len(t.readings["mon"]) == 1), *members]
    return members, attribute if attribute in POKEMON_NUMBERS else None


def _scope(query: Query | None) -> Scope:
    return query.scope if isinstance(query, (Compare, Facts, Together)) else NOW


def _says_too(tokens: Sequence[Token]) -> bool:
    return any(fold(t.text) in _phrases()["too"] or t.has("adding") for t in tokens) or _said(tokens, "plus")


def _only_says(tokens: Sequence[Token], kind: str) -> bool:
    """Is one of these phrases all that is said, but for what opens and closes it?"""
    said = [t for t in tokens if not (t.has("ell") or t.has("bool", "and") or t.text in ("は", "だと"))]
    return bool(said) and len(said) <= _LONGEST and "".join(fold(t.text) for t in said) in _phrases()[kind]


def _said(tokens: Sequence[Token], kind: str) -> bool:
    """Do the tokens begin with one of these phrases, behind what opens a follow-up?"""
    words = [t for t in tokens if not (t.has("ell") or t.has("bool", "and"))]
    for some in (list(tokens), words):
        text = ""
        for token in some[:_LONGEST]:
            text += fold(token.text)
            if text in _phrases()[kind]:
                return True
    return False


def _parts(condition: Condition) -> list[Condition]:
    return [one for part in condition.conditions for one in _parts(part)] if isinstance(condition, And) else [condition]


def _exchanged(condition: Condition, old: Condition, new: Condition) -> Condition:
    if isinstance(condition, And):
        return And(tuple(_exchanged(one, old, new) for one in condition.conditions))
    return new if condition == old else condition
