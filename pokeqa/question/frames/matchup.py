"""Attack against defence: who is weak to what, what beats whom, does this move hit that Pokémon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..algebra import Matchup, Mon, Query, Side, Thing, Types
from ..clause import Clause

_NOUN = {"weakness": "weak", "resistance": "resist", "immunity": "immune", "matchup": "all", "strengths": "strong"}


@dataclass(slots=True)
class _Entity:
    """A side as it stands in the clause."""

    start: int
    end: int
    side: Side
    is_move: bool = False


def _entities(clause: Clause) -> list[_Entity]:
    """Pokémon, moves and groups of one or two types, in order."""
    found: list[_Entity] = []
    i = 0
    while i < len(clause.tokens):
        if i in clause.used:
            i += 1
            continue
        if clause.at(i, "mon") and not (clause.at(i, "type") and clause.at(i + 1, "noun", "type")):
            found.append(_Entity(i, i + 1, clause.mon(i)))
            i += 1
        elif clause.at(i, "type"):
            i = _types(clause, i, found)
        elif (
            clause.at(i, "move") and not clause.at(i, "mu") and not clause.at(i, "filler") and not clause.at(i, "attr")
        ):
            start, end = i, i + 1
            if clause.at(end, "noun", "move"):
                end += 1
            if clause.at(start - 1, "noun", "move"):
                start -= 1
            found.append(_Entity(start, end, Thing("move", clause.value(i, "move")), True))
            i = end
        else:
            i += 1
    return found


def _types(clause: Clause, i: int, found: list[_Entity]) -> int:
    """A type or two joined ones ("water/ground", 水+地面); "type", "moves", "Pokémon" behind them belong to them."""
    ids = [clause.value(i, "type")]
    end = i + 1
    is_move = False
    j = end
    while len(ids) < 2:
        k = j
        while clause.at(k, "noun", "type"):
            k += 1
        joined = False
        while clause.at(k, "bool", "and"):
            joined, k = True, k + 1
        if not (clause.at(k, "type") and (joined or k == end)) or clause.at(k, "mon") or k in clause.used:
            break
        ids.append(clause.value(k, "type"))
        j = end = k + 1
    while (
        clause.at(end, "noun", "type", "move") and not (clause.at(end, "mu") and end + 1 < len(clause.tokens)
        and not clause.at(end, "noun", "type") and clause.language != "en")
    ):  # fmt: skip
        is_move = is_move or clause.at(end, "noun", "move")
        end += 1
    found.append(_Entity(i, end, Types(tuple(sorted(dict.fromkeys(ids)))), is_move))
    return end


def matchup(clause: Clause) -> Query | None:
    """Every question about type effectiveness; the word's own direction and what stands around it decide the sides."""
    if clause.has("ev") or (clause.has("learn", "learn") and clause.has("move")):
        return None
    nouns = [i for i in clause.find("attr") if any(v in _NOUN for v in clause.tokens[i].readings["attr"])]
    verbs = clause.find("mu")
    if not nouns and not verbs and not clause.has("factor"):
        return None
    query = _by_noun(clause, nouns) if nouns else None
    if query is None and verbs:
        query = _by_verb(clause, verbs)
    return query


def _common(clause: Clause) -> dict[str, Any]:
    """What any match-up question may add: a factor, a time, an ability, "always"."""
    common: dict[str, Any] = {}
    for i in clause.take_all("factor"):
        common["factor"] = clause.value(i, "factor")
    scope = clause.scope()
    if scope.generation is not None:
        common["scope"] = scope
    for i in clause.find("ability"):
        if clause.at(i, "mu") or clause.at(i, "attr"):
            continue
        common["ability"] = Thing("ability", clause.value(i, "ability"))
        clause.take(i, *clause.find("noun", "ability"), *clause.find("attr", "ability"))
    if clause.take_all("attr", "hidden-ability"):
        common["ability"] = "hidden"
    elif clause.take_all("attr", "ordinary-ability"):
        common["ability"] = "ordinary"
    if clause.take_all("adv", "always"):
        common["always"] = True
    return common


def _by_noun(clause: Clause, nouns: list[int]) -> Query | None:
    """ "Charizard's weaknesses", 水+地面的弱点: the named thing defends."""
    relations = [_NOUN[v] for i in nouns for v in clause.tokens[i].readings["attr"] if v in _NOUN]
    distinct = list(dict.fromkeys(relations))
    clause.take(*nouns)
    common = _common(clause)
    entities = _entities(clause)
    if len(entities) != 1 or (entities[0].is_move and not isinstance(entities[0].side, Types)):
        return None
    for i in nouns:
        clause.take(*(k for k in (i - 1, i + 1) if clause.at(k, "noun", "type") or clause.at(k, "mu", "weak:def")))
    entity = entities[0]
    clause.take(*range(entity.start, entity.end))
    clause.take(
        *clause.find("attr", "type"), *clause.find("wh", "howmany"), *clause.find("mu", "weak:def", "resist:def")
    )
    clause.take(*clause.find("noun", "type"), *clause.find("typecount"), *clause.find("adv", "only"))
    relation: Any = distinct[0] if len(distinct) == 1 else "all"
    if relation == "strong":
        return Matchup(entity.side, None, "weak", **common)
    asked = "count" if clause.has("wh", "howmany") else "types"
    if clause.is_negated() or clause.has("bool", "or"):
        return None
    return Matchup(None, entity.side, relation, asked=asked, **common)  # type: ignore[arg-type]


def _by_verb(clause: Clause, verbs: list[int]) -> Query | None:
    tokens = clause.tokens
    yes_no = clause.is_yes_no()
    negated = False
    # 效果绝佳 behind 对 or 打 says what the effect is; the verb in front gives the direction.
    senses = {i: tuple(tokens[i].readings["mu"]) for i in verbs}
    main = _main_verb(clause, verbs, senses)
    if main is None:
        return None
    clause.take(*verbs)
    common = _common(clause)
    entities = _entities(clause)
    for entity in entities:
        clause.take(*range(entity.start, entity.end))
    relation, left = _relation(senses, verbs, main)
    for i in clause.find("neg"):
        if clause.at(i, "neg", "negyn"):
            clause.take(i)
        elif yes_no and tokens[i].text.casefold().replace("’", "'").endswith("n't"):
            negated = True
            clause.take(i)
    passive = clause.find("passive", "by") if clause.language != "en" else []
    passive = [i for i in passive if i < main]
    before = [e for e in entities if e.end <= main]
    after = [e for e in entities if e.start > main]
    asked = (
        "pokemon" if clause.has("noun", "pokemon") and clause.has("wh") and not clause.has("attr", "type") else "types"
    )
    how_much = bool(clause.find("wh", "how", "howmany", "howmuch"))
    first: _Entity | None
    second: _Entity | None
    if clause.language == "ja":
        sides = _japanese_sides(clause, entities, main, relation, left)
        if sides is None:
            return None
        attacker, defender = sides
    else:
        if passive:
            # 三首恶龙会被地震打到吗: what follows 被 acts on what stands in front of it.
            p = passive[-1]
            clause.take(*passive)
            first = next((e for e in entities if e.start > p), None)
            second = next((e for e in entities if e.end <= p), None)
            if len(entities) > 2:
                return None
            attacker, defender = (first, second) if left == "att" else (second, first)
        elif len(entities) == 2 and len(before) == 2 and not after:
            # "A against B: effective?", 幽灵系对一般系有效果吗: both in front, in their order.
            attacker, defender = (before[0], before[1]) if left == "att" else (before[1], before[0])
        elif len(entities) == 2 and len(before) == 0:
            attacker, defender = (after[0], after[1]) if left == "att" else (after[1], after[0])
        elif len(before) <= 1 and len(after) <= 1:
            x, y = (before[0] if before else None), (after[0] if after else None)
            attacker, defender = (x, y) if left == "att" else (y, x)
        else:
            return None
    if attacker is None and defender is None:
        return None
    clause.take(*clause.find("attr", "type", "matchup"), *clause.find("wh", "how", "howmany", "howmuch"))
    clause.take(*clause.find("noun", "type", "move", "pokemon", "ability"), *clause.find("attr", "effect", "ability"))
    clause.take(*clause.find("prep"), *clause.find("typecount"), *clause.find("adv", "only"))
    if any(clause.tokens[i].text.casefold() == "both" for i in clause.find("bool", again=True)):
        return None  # "both Fire and Flying": each of them, or the pair? Either reading could be meant.
    if clause.has("bool", "or"):
        return None
    a = attacker.side if attacker else None
    d = defender.side if defender else None
    if isinstance(d, Thing):  # a move does not defend
        return None
    if d is None and a is not None and isinstance(common.get("ability"), Thing) and yes_no:
        d = common.pop("ability")  # 有飘浮特性的宝可梦会被地面系招式打中吗
    if a is not None and d is not None:
        if yes_no and left == "att" and relation == "weak" and isinstance(a, Mon) and isinstance(d, Mon):
            return None  # "Can Pikachu beat Mewtwo?" asks who wins, which types do not decide
        mutual = how_much and not isinstance(a, Types) and not isinstance(d, Types) and not isinstance(a, Thing)
        if not yes_no and relation != "effect" and not how_much and "factor" not in common:
            return None
        kind: Any = relation if yes_no else "effect"
        return Matchup(a, d, kind, yes_no=yes_no, negated=negated, mutual=mutual, **common)
    if yes_no and not how_much:
        return None
    most = clause.find("sup", ":max")
    if relation == "effect" and a is None and most:
        clause.take(*most)  # "Which type would hurt it the most?"
        relation = "weak"
    if relation == "effect" and a is None and d is not None and clause.is_negated():
        clause.take(*clause.find("neg", "neg"))  # "which types can't hurt Steelix"
        relation = "immune"
    if relation == "effect":
        if "factor" not in common:
            return None  # "Fire against" what? Only both sides have an effect.
        relation = "weak"
    if asked == "pokemon" and d is None and isinstance(a, Types) and left == "def":
        return None  # "Which Pokémon resist Ice?" is a search
    if asked == "pokemon" and (a is None) != (d is None):
        return Matchup(a, d, relation, asked="pokemon", **common)  # type: ignore[arg-type]
    count = "count" if clause.has("wh", "howmany") else "types"
    return Matchup(a, d, relation, asked=count, **common)  # type: ignore[arg-type]


def _main_verb(clause: Clause, verbs: list[int], senses: dict[int, tuple[str, ...]]) -> int | None:
    """The verb that orders the sides: the first one that acts (打, 对, hits), else a judgement ("super effective")."""
    effect = [i for i in verbs if any(s.startswith("effect") for s in senses[i])]
    other = [i for i in verbs if i not in effect]
    if effect and other:
        return effect[0] if clause.language != "en" else other[0]
    return (effect or other)[0] if verbs else None


def _relation(senses: dict[int, tuple[str, ...]], verbs: list[int], main: int) -> tuple[str, str]:
    """(relation, what stands in front of the main verb)."""
    main_sense = senses[main][0]
    left = main_sense.split(":")[1]
    judgements = [s for i in verbs for s in senses[i] if not s.startswith("effect")]
    relation = (judgements[0] if judgements else main_sense).split(":")[0]
    return ("weak" if relation == "weakby" else relation), left


def _japanese_sides(
    clause: Clause, entities: list[_Entity], main: int, relation: str, left: str
) -> tuple[_Entity | None, _Entity | None] | None:
    """The particle behind a side tells its part: に marks what is attacked (抜群), or what one is weak to (弱い)."""
    if not 1 <= len(entities) <= 2:
        return None
    marked = None
    for entity in entities:
        if any(
            clause.tokens[k].text in ("に", "を", "へ", "に対して")
            for k in range(entity.end, min(entity.end + 1, len(clause.tokens)))
        ):
            marked = entity
    text = clause.tokens[main].text
    if text.startswith(("に", "を", "へ")) and marked is None:
        marked = next((e for e in entities if e.end == main), None)  # 何に弱い: the question word stands there
    other = next((e for e in entities if e is not marked), None)
    return (other, marked) if left == "att" else (marked, other)
