"""Ways and stages of evolution as descriptions: "fully evolved", "evolves with a Moon Stone", 30级以前能进化的."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import And, Condition, EvolutionWay, EvolvesBy, HatchesWithItem, Number, Operator, Or, Stage
from ..clause import Clause
from ..word_lists import word_list
from .piece import Piece, ordered

#: Ways to evolve that a word of the lexicon names.
_WAYS: dict[str, EvolutionWay] = {
    "trade": "trade", "friendship": "friendship", "night": "night", "day": "day", "held-item": "held-item",
    "level": "level", "item": "item", "stone": "stone", "move": "move", "rain": "rain", "female": "female",
    "male": "male",    "place": "place", "party": "party", "full-moon": "full-moon",
}  # fmt: skip


#: Two items are joined by "or".
_TWO = 2
#: Words for a way to evolve that say themselves that it is one.
_SAYS_EVOLUTION = word_list("says-evolution")
#: Chinese for "only then": 晚上才能进化.
_ONLY_THEN = frozenset(word_list("only-then"))


def way_of(clause: Clause) -> Condition | None:
    """ "evolve with a Moon Stone", 用水之石进化, "evolve at level 16", "at night": how the set evolves, explained."""
    items = clause.find("item")
    if len(items) == _TWO and any(clause.at(k, "bool", "or") for k in range(items[0], items[1])):
        clause.take(*items, *(k for k in range(items[0], items[1]) if clause.at(k, "bool", "or")))
        clause.take(*clause.find("noun", "item"), *clause.find("itemuse"))
        return Or(ordered([EvolvesBy("item", clause.value(i, "item")) for i in items]))
    if len(items) == 1:
        held = [
            i for i in clause.find("itemuse") if clause.tokens[i].text.casefold() in ("holding", "hold", "携带", "拿着")
        ]
        uses = (*clause.find("learn", "learn"), *clause.find("itemuse"))
        held += clause.find("evolveby", "held-item")
        traded = clause.find("evolveby", "trade")  # "when traded holding a Metal Coat"
        clause.take(items[0], *clause.find("noun", "item"), *uses, *held, *traded)
        clause.take(*(clause.find("grant") if clause.has("ev", "bare") else ()))  # 月之石可以让哪些宝可梦进化
        if traded:
            return EvolvesBy("held-item", clause.value(items[0], "item"), also=("trade",))
        return EvolvesBy("held-item" if held else "item", clause.value(items[0], "item"))
    level = _level(clause)
    if level is not None:
        return level
    sexes = [i for i in clause.find("gender", "male-only", "female-only") if not clause.at(i, "evolveby")]
    if len(sexes) == 1:
        clause.take(*sexes)
        return EvolvesBy("male" if clause.at(sexes[0], "gender", "male-only") else "female")
    # 升级进化 is the verb and the way in one word.
    ways = [i for i in clause.find("evolveby", again=True) if i not in clause.used or clause.at(i, "ev")]
    if not ways or len(ways) > _TWO or (len(ways) == _TWO and clause.has("neg", "neg")):
        return None  # 不用石头也不用交换, 不用道具就能交换: which of them is denied?
    named = {_WAYS.get(str(clause.value(i, "evolveby"))) for i in ways}
    found = sorted(way for way in named if way is not None)
    if len(found) < len(named):
        return None  # by walking, by fighting
    clause.take(*ways)
    return EvolvesBy(found[0], also=tuple(found[1:]))


def _level(clause: Clause) -> Condition | None:
    for i in clause.find("wh", "level"):
        for a in (i + 1, i - 3):  # "between level 50 and 60", 50到60级
            if clause.at(a, "number") and clause.at(a + 1, "op", "range") and clause.at(a + 2, "number"):
                clause.take(i, a, a + 1, a + 2, *clause.find("op", "between", "rangeend"))
                low, high = sorted(float(clause.value(k, "number")) for k in (a, a + 2))
                return And((Number("evolution-level", "ge", low), Number("evolution-level", "le", high)))
        for n in (i + 1, i - 1):
            if not clause.at(n, "number") or n in clause.used:
                continue
            op: Operator = "eq"
            said = [i, n]
            if clause.at(max(said) + 1, "genop"):  # "from level 30 onwards"
                op = clause.value(max(said) + 1, "genop")
                said.append(max(said) + 1)
                clause.take(*said)
                return EvolvesBy("level", None, int(clause.value(n, "number")), op)
            for k in (min(said) - 1, max(said) + 1):
                if clause.at(k, "op", "lt", "le", "gt", "ge"):
                    op = next(v for v in clause.tokens[k].readings["op"] if v in ("lt", "le", "gt", "ge"))
                    said.append(k)
                    break
                word = clause.tokens[k].text.casefold() if 0 <= k < len(clause.tokens) else ""
                if word in ("before", "之前", "以前", "after", "之后", "以后"):
                    op = "lt" if word in ("before", "之前", "以前") else "gt"
                    said.append(k)
                    break
            clause.take(*said)
            return EvolvesBy("level", None, int(clause.value(n, "number")), op)
    return None


def _names_a_way(clause: Clause) -> bool:
    return bool(clause.find("evolveby") or clause.find("item"))


def _restricted(clause: Clause, way: Condition) -> Condition:
    """ "can only evolve if they are male": in no other way."""
    words = clause.find("adv", "only") + clause.find("signature", "only")
    if isinstance(way, EvolvesBy) and way.way in ("day", "night", "rain", "place"):
        words += [i for i, token in enumerate(clause.tokens) if token.text in _ONLY_THEN]
    words += [
        i for i in clause.find("oblige") if clause.tokens[i].text.startswith("只") or "only" in clause.tokens[i].text
    ]
    if not isinstance(way, EvolvesBy) or not words:
        return way
    clause.take(*words)
    # "Only a male one evolves" says which ones do, and nothing of other ways.
    return way if way.way in ("female", "male") else replace(way, only=True)


def _results_asked(clause: Clause) -> list[int]:
    """ "... and what do they turn into", 分别变成什么: of those that evolve some way; the answer tells it anyway."""
    found: list[int] = []
    for i in clause.find("ev", "into"):
        asked = any(clause.at(k, "wh", "what", "which", "who") for k in (i + 1, i - 1, i - 2, i - 3))
        if asked and not clause.mons(again=True):
            found += [i, *clause.find("pron", "them", "it"), *clause.find("list", "all")]
    return found


def _so_often(clause: Clause, verb: int) -> Condition | None:
    """ "evolve twice", "evolve only once", 能进化两次的: how often its line does, explained."""
    words = [i for i in clause.find("times", "1", "2") if not clause.at(i, "number")]
    if len(words) != 1 or not clause.at(verb, "ev", "bare"):
        return None
    clause.take(*words, *clause.find("adv", "only"), *(i for i in clause.find("oblige") if i + 1 == verb))
    once = clause.at(words[0], "times", "1")
    return And(ordered([Stage("first"), Stage("once")])) if once else Stage("twice")


#: No Pokémon evolves into more kinds than Eevee.
_MOST_KINDS = 8


def _into_several(clause: Clause) -> list[Piece]:
    """ "evolve into three or more different Pokémon", 会进化成三种以上: into so many kinds."""
    verbs, numbers = clause.find("ev", "into"), clause.find("number")
    if clause.mons(again=True) or len(verbs) != 1 or len(numbers) != 1 or clause.has("wh", "level"):
        return []
    i, n = verbs[0], numbers[0]
    value = float(clause.value(n, "number"))
    between = [k for k in range(i + 1, n) if not clause.at(k, "filler")]
    if not i < n or len(between) > 1 or not 1 < value <= _MOST_KINDS or clause.at(n + 1, "unit"):
        return []
    behind = n + 1
    while clause.at(behind, "filler"):
        behind += 1
    op: Operator = "ge"
    bounds = [k for k in (*between, behind) if clause.at(k, "op", "ge", "gt", "le", "lt", "eq")]
    if between and between != bounds[:1]:
        return []
    if bounds:
        op = next(v for v in clause.tokens[bounds[0]].readings["op"] if v in ("ge", "gt", "le", "lt", "eq"))
    clause.take(i, n, *bounds[:1], *clause.find("contrast", "differences"))
    return [Piece(i, n + 1, Number("evolution", op, value))]


def _is_of_some(clause: Clause) -> bool:
    """ "Which of Snorlax and Lapras …": one of those that are named is asked for."""
    asked = clause.find("wh", "which", again=True)
    return len(clause.mons()) > 1 and any(clause.at(i + 1, "prep", "of") and clause.at(i + 2, "mon") for i in asked)


def item_pieces(clause: Clause) -> list[Piece]:
    """ "Pokémon that use a Dusk Stone", 需要水之石的宝可梦: an item that something evolves with, without the verb."""
    items = clause.find("item")
    uses = clause.find("itemuse") + clause.find("require") + clause.find("learn", "learn")
    if len(items) != 1 or not uses or clause.has("ev") or clause.mons(again=True):
        return []
    item = int(clause.value(items[0], "item"))
    ways = [way for way in clause.dataset.evolutions if item in (way.item_id, way.held_item_id)]
    if not ways:
        return []
    taken = [*items, *uses]
    clause.take(*taken, *clause.find("noun", "item"))
    return [Piece(min(taken), max(taken) + 1, EvolvesBy("item", item))]


def stage_pieces(clause: Clause, reserved: frozenset[int] = frozenset()) -> list[Piece]:
    """ "cannot evolve", "fully evolved", "evolves with a Moon Stone"; not what a ranking says (`reserved`)."""
    pieces: list[Piece] = []
    for i in clause.find("stage"):
        clause.take(i, *((i - 1,) if clause.at(i - 1, "pron", "it", "them") else ()))  # "at its final stage"
        if (often := _so_often(clause, i)) is not None:
            pieces.append(Piece(i, i + 1, often))  # 2回進化する
            continue
        if clause.at(i, "stage", "can-evolve") and not clause.mons() and (way := way_of(clause)) is not None:
            pieces.append(Piece(i, i + 1, _restricted(clause, way)))  # 30级以前能进化的
            continue
        pieces.append(Piece(i, i + 1, Stage(clause.value(i, "stage"))))
    for i in clause.find("branches"):
        clause.take(i, *clause.find("ev", "bare"))
        pieces.append(Piece(i, i + 1, Number("evolution", "ge", 2)))
    pieces += _into_several(clause)
    for i in clause.find("incense"):
        clause.take(i, *clause.find("require"), *clause.find("breed"), *clause.find("itemuse"))
        pieces.append(Piece(i, i + 1, HatchesWithItem()))
    for i in clause.find("evolveby"):
        obliged = clause.at(i, "evolveby", "trade") and (clause.has("oblige") or clause.has("require"))
        if (clause.tokens[i].text.casefold().endswith(_SAYS_EVOLUTION) or obliged) and not clause.find(
            "ev", "bare", "into"
        ):
            way = way_of(clause)
            if way is not None:
                clause.take(
                    i, *(clause.find("oblige") if obliged else ()), *(clause.find("require") if obliged else ())
                )
                pieces.append(Piece(i, i + 1, way))
            break
    for i in clause.find("ev", "bare", "post"):
        if (clause.mons() and not _is_of_some(clause)) or i in reserved:
            continue
        if not (clause.at(i, "ev", "bare") or _names_a_way(clause)):
            continue
        way = way_of(clause)  # 升级进化 says the way itself
        clause.take(i, *(_results_asked(clause) if way is not None else ()))
        if way is not None:
            pieces.append(Piece(i, i + 1, _restricted(clause, way)))
            continue
        often = _so_often(clause, i)
        if often is not None:
            pieces.append(Piece(i, i + 1, often))
            continue
        start = i
        while start > 0 and (clause.at(start - 1, "aux", "can") or clause.at(start - 1, "hist")):
            if clause.at(start - 1, "hist"):
                break
            start -= 1
        pieces.append(Piece(start, i + 1, Stage("can-evolve")))
    return pieces
