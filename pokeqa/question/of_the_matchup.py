"""Follow-ups to a question about weaknesses: "is Water one of them?", "why?", "what if it were pure Electric?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import Facts, Matchup, Mon, Query, Types
from .calculations import Breed
from .clause import is_free
from .context import Context
from .lexer import Token
from .type_calculations import TeamMatchup
from .word_lists import word_list

#: What the types of a relation are called.
_NOUNS = {"weak": "weakness", "resist": "resistance", "immune": "immunity"}
_RELATIONS = {noun: relation for relation, noun in _NOUNS.items()}
#: What limits a number, and what counts one.
_LIMITS = (("adv", "only"), ("typecount", "1"), ("signature", "only"))
_ONE = frozenset(word_list("table-claim/one"))
_PAIR = frozenset(word_list("table-claim/two"))
_ONLY = tuple(word_list("table-claim/only"))
#: What a named type can be said to be of, by what was asked.
_CLAIMED = ("weak", "resist", "immune", "not-very-effective")


def of_the_matchup(tokens: Sequence[Token], context: Context) -> Query | None:
    """The last match-up under another side or asked for its reason; None where the clause asks no such thing."""
    query = context.query
    if context.lost:
        return None
    content = [t for t in tokens if not is_free(t) and not t.has("ell")]
    if isinstance(query, Matchup | Breed) and _asks_why(content):
        # The answer to what was asked says why.
        both = isinstance(query, Breed) or (query.attacker is not None and query.defender is not None)
        return query if both else None
    if not isinstance(query, Matchup):
        return None
    if any(t.has("team", "shared") for t in content) and context.before:
        return _shared(content, query, context)
    again = _what_else(content, query) or _by_that_type(content, query) or _one_of_them(tokens, content, query)
    return again or _if_it_were(tokens, content, query) or _worst(content, query)


def _shared(content: Sequence[Token], query: Matchup, context: Context) -> Query | None:
    """共同的弱点, "which do they share?" behind the same question about two."""
    around = ("wh", "pron", "aux", "team", "exist", "yn")
    alike = all(any(t.has(tag) for tag in around) or t.has("attr", _NOUNS.get(query.relation, "")) for t in content)
    defender = query.defender
    if not alike or query.attacker is not None or not isinstance(defender, Mon) or query.relation not in _NOUNS:
        return None
    others = [t.readings["mon"] for t in context.before[-1:]]
    return TeamMatchup((others[0][0], defender), query.relation) if len(others[0]) == 1 else None  # type: ignore[arg-type]


def _asks_why(content: Sequence[Token]) -> bool:
    why = [t for t in content if t.has("wh", "why")]
    around = ("aux", "pron", "neg", "bool", "yn")
    return len(why) == 1 and all(t in why or any(t.has(tag) for tag in around) for t in content)


def told_to_be_all(tokens: Sequence[Token], context: Context) -> Query | None:
    """ "That's it, only one?", 只有三个吗, "only Ice?" behind a list: whether there are so many, or these alone."""
    query = context.query
    if isinstance(query, Facts) and len(query.subjects) == 1 and query.attributes[0] in _RELATIONS:
        subject, relation = query.subjects[0], _RELATIONS[query.attributes[0]]
        listed = len(query.attributes) == 1 and isinstance(subject, Mon)
        query = Matchup(None, subject, relation, query.scope) if listed else None  # type: ignore[arg-type]
    if context.lost or not isinstance(query, Matchup):
        return None
    named = [side for side in (query.attacker, query.defender) if side is not None]
    if len(named) != 1 or query.relation not in _CLAIMED or query.asked not in ("types", "count"):
        return None
    only = [t for t in tokens if any(t.has(*said) for said in _LIMITS) or t.text.casefold().startswith(_ONLY)]
    ones = [t for t in tokens if t.text.casefold() in _ONE]
    pair = [t for t in tokens if t.text.casefold() in _PAIR]
    numbers = [t for t in tokens if t.has("number") and t not in ones]
    types = [t for t in tokens if t.has("type")]
    known = {id(t) for t in (*only, *ones, *numbers, *pair, *types)}
    around = ("pron", "aux", "yn", "noun", "filler", "light", "bool", "exist")
    noun = _NOUNS.get(query.relation, "")
    if any(id(t) not in known and not t.has("attr", noun) and not any(map(t.has, around)) for t in tokens):
        return None
    if types and only and not numbers and (not ones or len(types) == 1):
        claimed = tuple(sorted(t.readings["type"][0] for t in types))
        return replace(query, exactly=claimed, yes_no=False, factor=None, asked="types")
    counted = [*(t.readings["number"][0] for t in numbers), *(2 for _ in pair)] or [1 for _ in ones[:1]]
    if types or not only or len(counted) != 1:
        return None
    number = counted[0]
    if number != int(number):
        return None
    return replace(query, number=int(number), yes_no=False, factor=None, asked="types", exactly=None)


def _what_else(content: Sequence[Token], query: Matchup) -> Query | None:
    """ "Kyurem is weak to Dragon. What else?": the other types that do as the one of the claim."""
    if query.relation not in _NOUNS or not query.yes_no or not isinstance(query.attacker, Types):
        return None
    around = ("wh", "aux", "pron", "bool", "ell", "exist", "signature")
    same = {"weak": "weak:def", "resist": "resist:def", "immune": "immune:def"}[query.relation]
    if query.defender is None or not any(t.has("signature", "else") for t in content):
        return None
    if not all(t.has("mu", same) or t.has("attr", _NOUNS[query.relation]) or any(map(t.has, around)) for t in content):
        return None
    known = query.attacker.type_ids
    return replace(query, attacker=None, yes_no=False, negated=False, factor=None, besides=known)


def _one_of_them(tokens: Sequence[Token], content: Sequence[Token], query: Matchup) -> Query | None:
    """ "Does Water work?", 那岩石也行吗 behind the types that hit it hard."""
    sides = (query.attacker, query.defender)
    if (
        query.relation not in _CLAIMED
        or sum(side is None for side in sides) != 1
        or query.asked not in ("types", "count")
    ):
        return None
    named = [t for t in content if t.has("type")]
    rest = [t for t in content if t not in named and not t.has("noun", "type")]
    asks = any(t.has("yn") for t in tokens) or any(t.has("aux", "be") or t.has("aux", "do") or t.has("aux", "can")
                                                   for t in tokens[:3])  # fmt: skip
    said = any(t.has("serves") or t.has("pron", "them") or t.has("among") for t in tokens)
    if len(named) != 1 or not asks or not said or any(t.has("pron", "it") and not t.has("pron", "them") for t in rest):
        return None
    around = ("aux", "yn", "pron", "bool", "serves", "list", "itemuse", "prep", "exist", "among")
    if not all(any(t.has(tag) for tag in around) for t in rest):
        return None
    new = Types((named[0].readings["type"][0],))
    claim = replace(query, yes_no=True, factor=None, asked="types")
    return replace(claim, attacker=new) if query.attacker is None else replace(claim, defender=new)


def _by_that_type(content: Sequence[Token], query: Matchup) -> Query | None:
    """ "How much does Fighting do?", 格斗打它几倍 behind the types that hit one hard."""
    named = [t for t in content if t.has("type")]
    if len(named) == len(content) == 1 and isinstance(query.attacker, Types) and isinstance(query.defender, Mon):
        again = query.relation == "effect" and len(query.attacker.type_ids) == len(named[0].readings["type"]) == 1
        return replace(query, attacker=Types(named[0].readings["type"])) if again else None  # "and Bug?"
    much = [t for t in content if t.has("wh", "howmuch") or (t.has("wh") and t.has("effecttalk"))]
    around = ("aux", "pron", "prep", "noun", "mu", "damagecalc", "bool")
    if len(named) != 1 or len(much) != 1 or query.attacker is not None or query.defender is None or query.yes_no:
        return None
    if not all(t in named or t in much or any(t.has(tag) for tag in around) for t in content):
        return None
    if len(named[0].readings["type"]) != 1:
        return None
    return replace(query, attacker=Types((named[0].readings["type"][0],)), relation="effect", asked="types")


def _if_it_were(tokens: Sequence[Token], content: Sequence[Token], query: Matchup) -> Query | None:
    """ "What if it were pure Electric?", 如果只是火系呢: the same of these types alone."""
    named = [t for t in content if t.has("type")]
    rest = [t for t in content if t not in named]
    supposed = any(t.has("suppose") for t in tokens)
    around = ("suppose", "pron", "aux", "typecount", "noun", "bool", "ell")
    if not supposed or not 0 < len(named) < 3 or not all(any(t.has(tag) for tag in around) for t in rest):
        return None
    if not any(t.has("pron", "it") or t.has("typecount") for t in rest) or not isinstance(query.defender, Mon):
        return None
    return replace(query, defender=Types(tuple(t.readings["type"][0] for t in named)))


def _worst(content: Sequence[Token], query: Matchup) -> Query | None:
    """ "Which is the worst one?", 哪个最致命: what it is weak to, with the factors."""
    if query.relation != "weak" or query.attacker is not None or query.defender is None:
        return None
    tops = [t for t in content if t.has("sup", ":min") or t.has("sup", ":max") or t.has("team", "shared")]
    around = ("pron", "list", "wh", "aux", "mu")
    rest = [t for t in content if t not in tops]
    return query if len(tops) == 1 and all(any(t.has(tag) for tag in around) for t in rest) else None


def without_ability(tokens: list[Token]) -> list[Token]:
    """它有免疫吗 behind a question about weaknesses: the word is no ability's name there."""
    if any(t.has("attr", "ability") or t.has("mon") for t in tokens):
        return tokens
    return [
        replace(t, readings={"attr": ("immunity",)}) if t.has("ability") and t.has("mu", "immune:def") else t
        for t in tokens
    ]
