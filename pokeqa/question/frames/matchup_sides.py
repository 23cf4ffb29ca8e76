"""The two sides of a match-up as they stand in a clause, and the word between them that tells who attacks."""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra import Mon, Side, Thing, Types
from ..clause import Clause
from ..word_lists import word_list

#: "On" in front of what a move is used on: 对大舌贝用电系.
_ONTO = frozenset(word_list("matchup/onto"))


@dataclass(slots=True)
class Entity:
    """A side as it stands in the clause."""

    start: int
    end: int
    side: Side
    is_move: bool = False


def entities_of(clause: Clause) -> list[Entity]:
    """Pokémon, moves and groups of one or two types, in order."""
    found: list[Entity] = []
    # ゴースト is Haunter and the type: beside another type the type is meant.
    typed = any(clause.at(k, "type") and not clause.at(k, "mon") for k in range(len(clause.tokens)))
    i = 0
    while i < len(clause.tokens):
        if i in clause.used:
            i += 1
            continue
        if clause.at(i, "mon") and not (clause.at(i, "type") and (_is_a_type(clause, i) or typed)):
            found.append(Entity(i, i + 1, clause.mon(i)))
            i += 1
        elif clause.at(i, "type"):
            i = _own_type(clause, i) or _types(clause, i, found)
        elif (
            clause.at(i, "move") and not clause.at(i, "mu") and not clause.at(i, "filler") and not clause.at(i, "attr")
        ):
            start, end = i, i + 1
            if clause.at(end, "noun", "move"):
                end += 1
            if clause.at(start - 1, "noun", "move"):
                start -= 1
            found.append(Entity(start, end, Thing("move", clause.value(i, "move")), True))
            i = end
        else:
            i += 1
    return found


def _is_a_type(clause: Clause, i: int) -> bool:
    """ゴーストタイプ, メタグロスはゴーストに弱い: the type, where a word for types or of a match-up stands behind."""
    judged = clause.language == "ja" and clause.at(i + 1, "mu") and len(clause.mons()) > 1
    return clause.at(i + 1, "noun", "type") or judged


def _own_type(clause: Clause, i: int) -> int | None:
    """一般系的卡比兽, "the Ground-type Sandslash": where the Pokémon begins whose own type is only said once more."""
    k = i + 1
    while clause.at(k, "noun", "type"):
        k += 1
    if k == i + 1 or clause.tokens[k - 1].text.casefold() == "types":
        return None
    while clause.at(k, "filler") and clause.at(k, "prep", "of") and clause.language != "en":
        k += 1
    if not clause.at(k, "mon") or clause.value(i, "type") not in clause.dataset.types_of(clause.mon(k).pokemon_id):
        return None
    clause.take(*range(i, k))
    return k


def _types(clause: Clause, i: int, found: list[Entity]) -> int:
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
    found.append(Entity(i, end, Types(tuple(sorted(dict.fromkeys(ids)))), is_move))
    return end


def sides_of(
    entities: list[Entity], clause: Clause, main: int, left: str
) -> tuple[Entity | None, Entity | None] | None:
    """(attacker, defender) by what stands in front of the verb and what behind; None if they are too many."""
    before = [e for e in entities if e.end <= main]
    after = [e for e in entities if e.start > main]
    passive = [i for i in clause.find("passive", "by") if i < main and clause.language != "en"]
    first: Entity | None
    second: Entity | None
    if left == "att" and len(entities) == 2 and _acts_on_first(clause, entities, main):
        left = "def"
    if passive:
        # 三首恶龙会被地震打到吗: what follows 被 acts on what stands in front of it.
        if len(entities) > 2:
            return None
        clause.take(*passive)
        first = next((e for e in entities if e.start > passive[-1]), None)
        second = next((e for e in entities if e.end <= passive[-1]), None)
    elif len(entities) == 2 and not before and clause.language == "en" and _by_means_of(clause, entities[1]):
        second, first = entities  # "Can I hit Corviknight with High Horsepower?"
    elif len(entities) == 2 and not before and left == "att" and _is_supposed(clause, entities[1]):
        second, first = entities  # "Is it super effective on Dragonite if it's Ice?"
    elif len(entities) == 2 and not (before and after):
        # Both in front (幽灵系对一般系有效果吗) or both behind ("How effective is Water against Fire?").
        first, second = entities
        said = clause.tokens[main].text.casefold().endswith((" to", " by"))
        if left == "def" and said and first.start == main + 1:
            if second.is_move:
                return None  # "weak to Fighting, I'm building around Close Combat": nothing is said of Fighting itself
            first, second = second, first  # "How weak to Fire is Scizor?"
    elif len(entities) == 1 and left == "def" and not before and _by_means_of(clause, after[0]):
        first, second = after[0], None  # "What should I avoid with Gliscor?": who is played is hit
    elif len(entities) == 1 and before and left == "att" and _fronted(clause, before[0], main):
        first, second = None, before[0]  # 对面是坚盾剑怪,用什么系的招打好
    elif len(entities) == 1 and before and left == "att" and _asks_how(clause.tokens[main].text):
        first, second = None, before[0]  # 班基拉斯怎么打
        clause.take(*clause.find("facing"))
    elif len(entities) == 1 and before and left == "att" and _is_topic(clause, before[0]):
        first, second = None, before[0]  # 水+地面的宝可梦打什么最疼
    elif len(entities) == 1 and before and left == "att" and _faced(clause, before[0]):
        first, second = None, before[0]  # 对面是钢妖精，什么属性克它
    elif len(entities) == 1 and before and left == "att" and _taken_up(clause, before[0], main):
        first, second = None, before[0]  # "my rival keeps using Metagross, what should I hit it with"
    elif not before and len(after) == 1 and left == "def" and clause.at(main + 1, "wh", "what", "which"):
        first, second = after[0], None  # "weak to what: Garchomp"
    elif len(before) <= 1 and len(after) <= 1:
        first, second = (before[0] if before else None), (after[0] if after else None)
    else:
        return None
    return (first, second) if left == "att" else (second, first)


def _acts_on_first(clause: Clause, entities: list[Entity], main: int) -> bool:
    """Does the second of two sides attack: "is X hit four times by Ground", 对X用电系?"""
    first, second = entities
    if not isinstance(first.side, Mon) or isinstance(second.side, Mon):
        return False
    if clause.language != "en":
        to = clause.tokens[main].text in _ONTO and main == first.start - 1
        between = range(first.end, second.start)
        return to and all(clause.at(k, "itemuse") or clause.at(k, "filler") for k in between) and bool(between)
    k = main + 1
    while clause.at(k, "factor") or clause.at(k, "adv") or clause.at(k, "strongly") or clause.at(k, "filler"):
        k += 1
    return first.end <= main and k < second.start and clause.at(k, "passive", "by")


def _is_supposed(clause: Clause, entity: Entity) -> bool:
    """Is a type said of the attack under a condition: "if it's Ice"?"""
    k = entity.start - 1
    while clause.at(k, "pron") or clause.at(k, "aux") or (clause.at(k, "filler") and not clause.at(k, "suppose")):
        k -= 1
    return isinstance(entity.side, Types) and k < entity.start - 1 and clause.at(k, "suppose", "if")


def _fronted(clause: Clause, entity: Entity, main: int) -> bool:
    """Does 用什么 stand between a Pokémon and the verb, so that the Pokémon is what is hit?"""
    between = range(entity.end, main)
    uses = [i for i in between if clause.tokens[i].text in ("用", "该用", "要用", "拿", "使用", "应该用")]
    asks = [i for i in between if clause.at(i, "attr", "type") or clause.at(i, "wh", "what", "which")]
    return clause.language != "en" and not entity.is_move and bool(uses) and bool(asks)


def _asks_how(text: str) -> bool:
    """怎么打, 用什么属性打: does the word for the attack ask how it is done, or with what?"""
    return any(how in text for how in ("怎么", "怎样", "如何", "咋", "什么属性", "什么系", "什么打", "啥"))


def _taken_up(clause: Clause, entity: Entity, main: int) -> bool:
    """Is a Pokémon in front of the question taken up by a pronoun behind the verb?"""
    asks = any(clause.at(i, "wh", "what", "which") for i in range(entity.end, main))
    told = isinstance(entity.side, Mon) or (isinstance(entity.side, Types) and len(entity.side.type_ids) > 1)
    return clause.language == "en" and told and asks and clause.at(main + 1, "pron", "it")


def _is_topic(clause: Clause, entity: Entity) -> bool:
    """Are Pokémon of two types talked about, and asked what hurts them the most? An attack has one type only."""
    two = isinstance(entity.side, Types) and len(entity.side.type_ids) == 2 and clause.at(entity.end, "noun", "pokemon")
    return two and any(token.text in ("最疼", "最痛", "最狠") for token in clause.tokens)


def _faced(clause: Clause, entity: Entity) -> bool:
    """Is a side said to be what one meets (对面是, 对手是, 对上)? Its word is explained."""
    k = entity.start - 1
    while clause.at(k, "filler") and not clause.at(k, "facing"):
        k -= 1
    behind = range(entity.end, len(clause.tokens))
    asks = any(clause.at(i, "wh", "what", "which", "how") or "什么" in clause.tokens[i].text for i in behind)
    if not (asks and clause.at(k, "facing")):
        return False
    clause.take(k, *(i for i in clause.find("pron") if i > entity.start), *clause.find("itemuse"))
    return True


def taken_up(clause: Clause, entities: list[Entity], main: int) -> list[int]:
    """ "Up against a Steel/Fairy type, what is super effective on it?": the pronoun for what stands behind the verb."""
    if len(entities) != 1 or not isinstance(entities[0].side, Types) or entities[0].start < main:
        return []
    asks = next((i for i in range(entities[0].end, len(clause.tokens)) if clause.at(i, "wh", "what", "which")), None)
    return [] if asks is None else [i for i in clause.find("pron") if i > asks]


def _by_means_of(clause: Clause, entity: Entity) -> bool:
    k = entity.start - 1
    while clause.at(k, "filler"):
        k -= 1
    return k >= 0 and clause.tokens[k].text.casefold() in ("with", "using", "by using")


def main_verb(clause: Clause, verbs: list[int], senses: dict[int, tuple[str, ...]]) -> int:
    """The verb that orders the sides: the first one that acts (打, 对, hits), else a judgement ("super effective").

    In English the judgement does, unless a verb stands in front of it ("what hits Sableye for super effective damage").
    """
    effect = [i for i in verbs if any(s.startswith("effect") for s in senses[i])]
    other = [i for i in verbs if i not in effect]
    acting = [i for i in effect if not (clause.at(i, "noun", "move") and clause.at(i - 1, "type"))]
    if clause.language == "en" and (acting or other):
        effect = acting  # "Ice attacks are good against what?": the attacks are only named
    if effect and other and clause.language != "en" and clause.at(effect[0], "attr") and "weak:def" in senses[other[0]]:
        return other[0]  # 烈咬陆鲨的攻击怕什么属性: who fears is never who attacks
    if effect and other and effect[0] < other[0] and _ends_with(clause, other[0]):
        return effect[0]  # "What hits Ferrothorn super effectively?"
    if effect and other and clause.language != "en" and other[0] < effect[0] and senses[other[0]][0].endswith(":def"):
        return other[0]  # 妖精系不吃哪种伤害, 最怕哪个属性的攻击: the damage is only what is taken or not
    if effect and other:
        acts = effect[0] < other[0] and not clause.at(effect[0], "attr") and clause.at(effect[0] + 1, "mon")
        return effect[0] if clause.language != "en" or acts else other[0]
    return (effect or other)[0]


def _ends_with(clause: Clause, i: int) -> bool:
    """Is nothing that could be a side behind this word?"""
    return not any(clause.at(k, tag) for k in range(i + 1, len(clause.tokens)) for tag in ("mon", "type", "move"))


def relation_of(senses: dict[int, tuple[str, ...]], verbs: list[int], main: int) -> tuple[str | None, str]:
    """(relation, what stands in front of the main verb); no relation where the words say two different ones."""
    main_sense = senses[main][0]
    left = main_sense.split(":")[1]
    judgements = {senses[i][0].split(":")[0] for i in verbs if not senses[i][0].startswith("effect")}
    if len(judgements) > 1:
        return None, left
    relation = judgements.pop() if judgements else "effect"
    return ("weak" if relation == "weakby" else relation), left


def japanese_sides(
    entities: list[Entity], clause: Clause, main: int, left: str
) -> tuple[Entity | None, Entity | None] | None:
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
    if text == "に無効" and len(entities) == 1 and isinstance(entities[0].side, Mon):
        return (None, entities[0])  # ミミッキュに無効なタイプ: what does not hit it
    if marked is None and len(entities) == 1 and entities[0].is_move and entities[0].end == main and left == "def":
        marked = entities[0]  # ゴーストタイプの技が効かないタイプ: the move is what attacks
    if text.startswith(("に", "を", "へ")) and marked is None:
        marked = next((e for e in entities if e.end == main), None)  # 何に弱い: the question word stands there
    if marked is None and len(entities) == 2 and left == "att":
        # エアームドはじめん技が効きますか: what is talked about is hit by what が marks.
        topic, subject = (
            next((e for e in entities if e.end < len(clause.tokens) and clause.tokens[e.end].text == particle), None)
            for particle in ("は", "が")
        )
        marked = topic if subject is not None and subject is not topic else None
    if marked is None and len(entities) == 2 and left == "att":
        # ボーマンダってじめん技効く？: the Pokémon that is talked about is what is hit.
        first, second = entities
        if isinstance(first.side, Mon) and not isinstance(second.side, Mon):
            marked = first
    other = next((e for e in entities if e is not marked), None)
    return (other, marked) if left == "att" else (marked, other)
