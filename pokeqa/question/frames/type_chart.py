"""Questions for types themselves: which has the fewest weaknesses, which resists both of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..algebra import Operator, Query, Sense
from ..clause import Clause
from ..type_calculations import TypeClaim, TypeRelation, TypeSearch, TypeTally
from ..word_lists import word_list

_NOUNS: dict[str, TypeRelation] = {
    "weakness": "weak", "resistance": "resist", "immunity": "immune", "strengths": "strong",
}  # fmt: skip
_VERBS: dict[str, TypeRelation] = {
    "weak:def": "weak", "weakby:def": "weak", "resist:def": "resist", "immune:def": "immune", "weak:att": "strong",
    "not-very-effective:att": "resisted", "immune:att": "no-effect",
}  # fmt: skip
#: What a relation is from the other side: 被最多属性抵抗 is said of the type that is resisted.
_PASSIVE: dict[TypeRelation, TypeRelation] = {
    "strong": "weak", "resist": "resisted", "immune": "no-effect", "weak": "strong", "resisted": "resist",
    "no-effect": "immune",
}  # fmt: skip

#: What a question for types does not speak of.
_FOREIGN = ("mon", "move", "ability", "item", "cls", "region", "egg_group", "learn", "ev", "agg", "share", "factor")
_BOUNDS: tuple[Operator, ...] = ("gt", "ge", "lt", "le", "eq")


def _asks_for_types(clause: Clause) -> bool:
    """Are types what is asked for, and not Pokémon: "which type", "type combination", 哪个属性?"""
    for tag in _FOREIGN:
        if any(not any(clause.at(i, own) for own in ("type", "mu", "attr")) for i in clause.find(tag)):
            return False
    for i in clause.find("noun", "pokemon"):
        named = clause.tokens[i].text.casefold().startswith("type") or clause.tokens[i].text.casefold() == "ones"
        if not named and not clause.at(i + 1, "noun", "type") and not clause.at(i + 1, "group", "typing"):
            return False
    return True


def _holds_types(clause: Clause) -> bool:
    """Does another word hold the word for types: 没有免疫的属性有哪些, "one type with no resistances"?"""
    if any(clause.tokens[i].text.casefold() in ("one type", "single type") for i in clause.find("typecount", "1")):
        return not clause.has("noun", "pokemon")
    return clause.language != "en" and any(
        clause.tokens[i].text.endswith("属性")
        or (clause.tokens[i].text.startswith(("属性", "屬性")) and clause.at(i - 1, "wh", "which", "what"))
        for i in clause.find("attr", *_NOUNS)
    ) and not clause.has("noun", "pokemon")  # fmt: skip


def _asked(clause: Clause) -> bool:
    """Does the word for types ask for them itself: 哪个系, 什么系?"""
    last = len(clause.tokens) - 1
    if clause.language == "zh-hans" and clause.at(last, "noun", "type") and not clause.at(last - 1, "type"):
        return True  # 同时怕火和水的属性: what stands last is asked for
    return any(clause.tokens[i].text.startswith(("哪", "什么", "啥", "何")) for i in clause.find("attr", "type"))


@dataclass(frozen=True, slots=True)
class _Amount:
    """How many are wanted, or which place in a ranking, and the tokens that say so."""

    tokens: tuple[int, ...]
    sense: Sense | None = None
    limit: int = 1
    start: int = 1
    op: Operator | None = None
    number: int = 0


def type_tally(clause: Clause) -> Query | None:
    """ "Which type has the most resistances?", "type combinations with no weakness", 哪个属性弱点最少."""
    pairs = clause.find("group", "typing")
    if not _asks_for_types(clause) or clause.find("type") or clause.has("bool", "or") or clause.has("common"):
        return None
    if not pairs and not clause.find("noun", "type") and not clause.find("attr", "type") and not _holds_types(clause):
        return None
    if (clause.is_yes_no() and not clause.has("exist")) or clause.has("ownside"):
        return None
    found = _relations(clause)
    if len(found) != 1:
        return None
    where, relation = found[0]
    amount = _amount(clause, where)
    if amount is None:
        return None
    clause.take(where, *amount.tokens, *pairs)
    if clause.find("passive", "by") and clause.language != "en":
        clause.take(*clause.find("passive", "by"))
        relation = _PASSIVE[relation]
    many = clause.find("wh", "howmany")
    scope = clause.scope()
    clause.take(*many, *clause.find("noun", "type", "pokemon", "move"), *clause.find("attr", "type"))
    clause.take(*clause.find("exist"), *clause.find("list"), *clause.find("adv", "only", "tie"))
    clause.take(*clause.find("mu", "effect:att"))
    clause.take(*(i for i in clause.find("neg", "negyn")))
    of: Literal["type", "typing"] = "typing" if pairs else "type"
    output: Literal["list", "count"] = "count" if many and amount.sense is None else "list"
    return TypeTally(relation, of, amount.sense, amount.limit, amount.start, amount.op, amount.number, output, scope)


def _relations(clause: Clause) -> list[tuple[int, TypeRelation]]:
    """The words that say what the types are to others."""
    found: list[tuple[int, TypeRelation]] = []
    for i, token in enumerate(clause.tokens):
        senses = [_NOUNS[v] for v in token.readings.get("attr", ()) if v in _NOUNS]
        senses = senses or [_VERBS[v] for v in token.readings.get("mu", ()) if v in _VERBS]
        if not senses and token.text == "打" and clause.at(i - 1, "aux", "can") and clause.at(i + 1, "type"):
            senses = ["strong"]  # 既能打钢又能打龙
        if senses and i not in clause.used:
            found.append((i, senses[0]))
    return found


def _amount(clause: Clause, where: int) -> _Amount | None:
    """ "the most", "no", "only one", "more than 4": what stands in front of the noun or behind the verb."""
    tops = [i for i in clause.find("sup") if clause.at(i, "sup", ":max", ":min")]
    if tops:
        sense: Sense = "max" if clause.at(tops[0], "sup", ":max") else "min"
        ranks = clause.find("rank")
        start = int(clause.value(ranks[0], "rank")) if ranks else 1
        limits = [n for n in clause.find("number") if any(clause.at(k, "sup") or clause.at(k, "ord")
                                                          for k in (n - 1, n + 1))]  # fmt: skip
        limit = int(clause.value(limits[0], "number")) if limits else 1
        if len(tops) > 1 or len(ranks) > 1 or start < 1 or (limit > 1 and start > 1):
            return None
        return _Amount((*tops, *ranks, *limits, *clause.find("ord")), sense, limit, start)
    ones = [i for i in clause.find("typecount", "1") if i != where]
    only = clause.find("signature", "only")
    numbers = [n for n in clause.find("number") if not clause.at(n, "gen")]
    if len(numbers) == 1:
        n = numbers[0]
        bounds = [k for k in (n - 1, n + 1) if clause.at(k, "op", *_BOUNDS)]
        op: Operator = next((b for k in bounds for b in _BOUNDS if clause.at(k, "op", b)), "eq")
        return _Amount((n, *bounds, *only, *ones), op=op, number=int(clause.value(n, "number")))
    if numbers:
        return None
    negations = clause.find("neg", "neg")
    if len(negations) == 1 and not only:
        return _Amount((negations[0], *ones), op="eq", number=0)
    single = [i for i in clause.find("list", "one") if clause.at(i + 1, "attr") or clause.at(i + 1, "noun", "type")
              or clause.at(i - 1, "adv", "only") or clause.at(i - 1, "signature", "only")]  # fmt: skip
    if not negations and (ones or only or (single and clause.language != "ja")):
        return _Amount((*ones, *only, *single), op="eq", number=1)
    return None


# --------------------------------------------------------------------------- several claims


#: Words for the very type that is spoken of.
_ITSELF = frozenset(word_list("itself"))

#: Words that deny all of what is listed behind them.
_NEITHER = frozenset(word_list("neither"))
#: Words by which each of several types is meant, and not one Pokémon of both.
_EACH = frozenset(word_list("each"))


def type_search(clause: Clause) -> Query | None:
    """ "Which type is super effective against both Ice and Rock?", 同时抵抗火和水的属性, "resists Fire but not Ice"."""
    itself = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _ITSELF]
    ors = clause.find("bool", "or")
    if not _asks_for_types(clause) or not (clause.find("type") or itself):
        return None
    if clause.is_yes_no() and not (itself and clause.has("exist")):
        return None
    if (
        clause.has("wh", "who")
        or clause.has("moveset")
        or any(token.text == "/" for token in clause.tokens)
        or clause.has("sup")
        or clause.has("number")
    ):
        return None
    if not (clause.has("wh") or clause.has("list") or _asked(clause) or itself or clause.has("adv", "only")) or (
        clause.has("noun", "move") and clause.language != "en"
    ):
        return None
    relations = _relations(clause)
    if not relations or any(clause.at(i, "attr") for i, _ in relations):
        return None
    if clause.language == "en" and any(clause.at(i + 1, "wh") for i, _ in relations):
        return None  # "weak to what is a Rock/Ground type?": the types named are those that are hit
    claims: list[TypeClaim] = []
    used: set[int] = set()
    for position, (where, relation) in enumerate(relations):
        stop = relations[position + 1][0] if position + 1 < len(relations) else len(clause.tokens)
        own, tokens = _claims_of(clause, where, stop, relation)
        if not own:
            return None  # "neither weak to nor resistant to themselves": what the first is said of stands elsewhere
        if any(where < i < stop for i in ors) and not all(claim.negated for claim in own):
            return None  # "resist Fire or Water"; "not weak to Fire or Water" denies both
        claims += own
        used |= tokens
    if not claims or not all(i in used for i in clause.find("type") if i not in itself):
        return None
    each = any(token.text.casefold() in _EACH for token in clause.tokens)
    paired = len(claims) > 1 and (
        len(relations) > 1 or each or relations[0][1] not in ("strong", "no-effect", "resisted")
    )
    if not paired and not any(claim.negated or claim.only or claim.type_id is None for claim in claims):
        return None
    clause.take(*used, *clause.find("noun", "type", "move", "pokemon"), *clause.find("attr", "type"))
    clause.take(*ors)
    clause.take(*clause.find("each"), *clause.find("mu", "effect:att"), *clause.find("list"), *clause.find("exist"))
    many = clause.take_all("wh", "howmany")
    return TypeSearch(tuple(claims), "count" if many else "list", clause.scope())


def _claims_of(clause: Clause, where: int, stop: int, relation: TypeRelation) -> tuple[list[TypeClaim], set[int]]:
    """The claims that one word makes of the types behind it (or between 被, 对 and it)."""
    used = {where}
    leads = [k for k in range(where) if clause.language != "en"
             and (clause.at(k, "passive", "by") or clause.tokens[k].text in ("对", "对于"))]  # fmt: skip
    span = range(where + 1, stop)
    if leads and not any(clause.at(k, "type") for k in span):
        span = range(leads[-1] + 1, where)
        used.add(leads[-1])
        if clause.at(leads[-1], "passive", "by"):
            relation = _PASSIVE[relation]
    in_front = [k for k in range(where) if clause.at(k, "type")]
    shared = any(token.text.casefold() in _EACH for token in clause.tokens)
    if not leads and shared and len(in_front) > 1 and not any(clause.at(k, "type") for k in span):
        # "Which types do Fire and Water both resist?": those that they resist are asked for.
        span = range(in_front[0], where)
        relation = _PASSIVE[relation]
    negated = _negation_before(clause, where, used)
    alone = [k for k in (where - 1, *span) if k >= 0 and _only(clause, k)]
    used |= set(alone)
    claims: list[TypeClaim] = []
    for k in span:
        if clause.language != "en" and clause.tokens[k].text == "的":
            break  # 不怕冰的龙系: what follows is what is described
        if clause.at(k, "neg", "neg") and any(clause.at(j, "type") for j in range(k + 1, span.stop)):
            negated = not negated or clause.tokens[k].text.casefold() in _NEITHER
            used.add(k)
        elif clause.tokens[k].text.casefold() in _ITSELF:
            claims.append(TypeClaim(relation, None, negated))
            used.add(k)
        elif clause.at(k, "type"):
            claims.append(TypeClaim(relation, clause.value(k, "type"), negated, bool(alone)))
            used.add(k)
    return claims, used


def _only(clause: Clause, k: int) -> bool:
    counted = clause.at(k, "typecount", "1") and clause.tokens[k].text.casefold() in ("only", "just", "solely")
    return counted or clause.at(k, "adv", "only") or clause.at(k, "signature", "only")


def _negation_before(clause: Clause, where: int, used: set[int]) -> bool:
    k = where - 1
    while clause.at(k, "filler") or clause.at(k, "aux") or clause.at(k, "prep"):
        if clause.at(k, "neg"):
            break
        k -= 1
    if not clause.at(k, "neg", "neg"):
        return False
    used.add(k)
    return True
