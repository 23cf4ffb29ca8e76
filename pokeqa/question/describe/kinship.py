"""Kinship, names and yields as descriptions: "evolves from Doublade", "in Pikachu's egg group", "starts with X"."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ..algebra import (
    And,
    Attribute,
    Condition,
    EvolutionWay,
    EvolvesBy,
    GivesEffort,
    HatchesWithItem,
    InEggGroup,
    Mon,
    NameIs,
    Number,
    Operator,
    Or,
    RelativeOf,
    SharesWith,
    Stage,
)
from ..clause import Clause
from ..fold import fold
from .piece import Piece, ordered

Shared = Literal["egg-group", "type", "typing", "ability", "color", "shape", "habitat", "generation", "growth-rate",
                 "total", "hp", "attack", "defense", "special-attack", "special-defense", "speed", "height", "weight",
                 "capture-rate"]  # fmt: skip
#: The words after "the same" that name what two can share.
_SHARED: dict[str, Shared] = {
    "egg-group": "egg-group", "type": "type", "ability": "ability", "color": "color", "shape": "shape",
    "habitat": "habitat", "generation": "generation", "growth-rate": "growth-rate", "total": "total", "hp": "hp",
    "attack": "attack", "defense": "defense", "special-attack": "special-attack", "stats": "total",
    "special-defense": "special-defense", "speed": "speed", "height": "height", "weight": "weight",
    "capture-rate": "capture-rate",
}  # fmt: skip
_STATS = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")


def relative_pieces(clause: Clause) -> list[Piece]:
    """ "evolves from Doublade", 由双剑鞘进化而来, "evolves into Charizard"."""
    mons = clause.mons()
    verbs = clause.find("ev", "into", "from", "bare")
    if len(mons) != 1 or len(verbs) != 1:
        return []
    m, v = mons[0], verbs[0]
    kinds = clause.tokens[v].readings["ev"]
    relation: Literal["from", "into"] | None = None
    taken = [m, v]
    if clause.language == "en":
        if m < v or any(not _thin(clause, k) for k in range(v + 1, m)):
            return []
        relation = "from" if "from" in kinds else "into" if "into" in kinds else None
        if relation is None and any(clause.at(k, "prep", "from") for k in range(v + 1, m)):
            relation = "from"
    elif (clause.at(m - 1, "prep", "from") and m < v and "into" not in kinds) or (
        "from" in kinds and m < v and all(_thin(clause, k) for k in range(m + 1, v))
    ):
        relation = "from"
    elif "into" in kinds and v < m and all(_thin(clause, k) for k in range(v + 1, m)) and clause.language != "ja":
        relation = "into"
    if relation is None:
        return []
    clause.take(*taken)
    return [Piece(min(taken), max(taken) + 1, RelativeOf(relation, clause.mon(m)))]


def family_pieces(clause: Clause) -> list[Piece]:
    """ "Eevee's evolutions", "the Eeveelutions", "the Ralts line": what comes from a Pokémon, as a set."""
    found: list[Piece] = []
    for i in clause.find("brood"):
        species = next(s for s in clause.dataset.species.values() if s.identifier == clause.value(i, "brood"))
        clause.take(i)
        found.append(_below(clause, Mon(species.id, species.default_pokemon_id), i, i + 1))
    mons = clause.mons()
    words = [i for i in clause.find("ev", "post", "family") if not clause.at(i, "brood")]
    if found or len(mons) != 1 or len(words) != 1 or clause.has("ev", "into", "from"):
        return found
    m, v = mons[0], words[0]
    if not all(_thin(clause, k) for k in range(min(m, v) + 1, max(m, v))):
        return []
    if m > v and not (clause.at(m - 1, "prep", "of") or clause.tokens[v].text.casefold().endswith("of")):
        return []
    clause.take(m, v)
    if clause.at(v, "ev", "family"):
        return [Piece(min(m, v), max(m, v) + 1, RelativeOf("line", clause.mon(m)))]
    return [_below(clause, clause.mon(m), min(m, v), max(m, v) + 1)]


def _below(clause: Clause, mon: Mon, start: int, end: int) -> Piece:
    """All that comes from a Pokémon; where nothing evolves further, what evolves from it says the same."""
    further = any(
        clause.dataset.evolutions_from(w.to_pokemon_id) for w in clause.dataset.evolutions_from(mon.pokemon_id)
    )
    return Piece(start, end, RelativeOf("below" if further else "from", mon))


def _thin(clause: Clause, k: int) -> bool:
    return clause.at(k, "filler") or clause.at(k, "prep") or clause.at(k, "aux")


def shared_pieces(clause: Clause) -> list[Piece]:
    """ "the same egg group as Pikachu", "shares a type with Gyarados", 和皮卡丘同一个蛋组."""
    mons = clause.mons()
    same = clause.find("shares", "same") or clause.find("shares", "breed")
    if len(mons) != 1 or not same or clause.has("mu") or clause.has("cmp", "speed:gt", "weight:gt"):
        return []
    if clause.at(same[0], "shares", "breed"):
        return []
    found = shared_what(clause, same[0])
    if found is None:
        return []
    what, words = found
    taken = [mons[0], *same, *words]
    clause.take(*taken, *clause.find("noun", "egg", "type", "ability", "stat", "generation"))
    clause.take(*clause.find("cmp", ":eq"), *clause.find("each"), *clause.find("adv", "tie"))
    return [Piece(min(taken), max(taken) + 1, SharesWith(what, clause.mon(mons[0])))]


def shared_what(clause: Clause, same: int) -> tuple[Shared, list[int]] | None:
    """What the word "same" at an index is said of, and the tokens that name it; None where it is not one thing."""
    words = [(i, value) for i in clause.find("attr") for value in clause.tokens[i].readings["attr"] if value in _SHARED]
    whats = dict.fromkeys(value for _, value in words)
    if len(whats) > 1 and "stats" in whats:
        del whats["stats"]
    if len(whats) != 1:
        return None
    what: Shared = _SHARED[next(iter(whats))]
    named = [i for i, _ in words]
    return ("typing" if what == "type" and _plural_type(clause, named, same) else what), named


def _plural_type(clause: Clause, words: list[int], same: int) -> bool:
    """ "the same types as", "the same typing": all of them, while "shares a type" needs one."""
    texts = {clause.tokens[i].text.casefold() for i in words}
    shared = clause.tokens[same].text.casefold()
    if clause.language != "en":
        return any(i < same for i in words) or any(t.text == "完全" for t in clause.tokens)  # 属性相同, 属性完全一样
    return bool(texts & {"types", "typing", "typings", "type combination", "type combo"}) or (
        shared.endswith("same") and "type" in texts
    )


def _says_type(clause: Clause, i: int) -> bool:
    """Is a name that egg groups and types share a type here? 龙系 is, 龙系蛋群 is not."""
    return clause.at(i, "type") and clause.at(i + 1, "noun", "type") and not clause.at(i + 2, "attr", "egg-group")


def egg_group_pieces(clause: Clause) -> list[Piece]:
    """ "the Dragon egg group", 龙蛋组, "both the Dragon and Monster egg groups"."""
    marks = clause.find("attr", "egg-group")
    groups_of = {i: group for i in range(len(clause.tokens)) if (group := _egg_group(clause, i)) is not None}
    names = [i for i in groups_of if i not in clause.used and not _says_type(clause, i)]
    if not marks or not names:
        return []
    mark = marks[-1]
    run = [i for i in names if i < mark and all(_in_list(clause, k) for k in range(i + 1, mark))]
    if not run:
        mark = marks[0]
        run = [i for i in names if i > mark and all(_in_list(clause, k) for k in range(mark + 1, i))]
    if not run:
        return []
    groups: list[Condition] = [InEggGroup(groups_of[i]) for i in run]
    low, high = min(run[0], mark), max(run[-1], mark)
    either = any(clause.at(k, "bool", "or") and not clause.at(k, "bool", "and") for k in range(low, high))
    clause.take(*run, *marks, *(k for k in range(low, high) if clause.at(k, "bool") or clause.at(k, "each")))
    clause.take(*clause.find("noun", "egg"))
    whole = groups[0] if len(groups) == 1 else Or(ordered(groups)) if either else And(ordered(groups))
    return [Piece(low, high + 1, whole)]


def _egg_group(clause: Clause, i: int) -> int | None:
    """The egg group that a token names; some go by the name of a type (龙蛋组)."""
    if clause.at(i, "egg_group"):
        return int(clause.value(i, "egg_group"))
    if not clause.at(i, "type"):
        return None
    identifier = clause.dataset.types[clause.value(i, "type")].identifier
    return next((g.id for g in clause.dataset.egg_groups.values() if g.identifier == identifier), None)


def _in_list(clause: Clause, k: int) -> bool:
    return (
        clause.at(k, "egg_group") or clause.at(k, "type")
        or clause.at(k, "bool") or clause.at(k, "filler") or clause.at(k, "noun", "egg")
        or clause.at(k, "each") or clause.at(k, "attr", "egg-group") or clause.at(k, "prep", "of")
    )  # fmt: skip


def name_pieces(clause: Clause) -> list[Piece]:
    """ "whose names start with X", 名字以喷字开头: the letter or word beside the verb."""
    pieces: list[Piece] = _letter_pieces(clause)
    for i in clause.find("namepart"):
        place: Literal["begins", "ends", "holds"] = "begins" if clause.at(i, "namepart", "begins") else "ends"
        if clause.at(i, "namepart", "holds"):
            place = "holds"
        k = i + 1 if clause.language == "en" else i - 1
        step = 1 if clause.language == "en" else -1
        taken = [i]
        while 0 <= k < len(clause.tokens) and _letter_word(clause, k):
            taken.append(k)
            k += step
        if not 0 <= k < len(clause.tokens):
            continue
        letters = clause.tokens[k].text.strip("\"'“”‘’「」『』")
        if clause.language == "en" and not (letters.isascii() and letters.isalpha() and len(letters) <= 4):
            continue
        if clause.language != "en":
            letters = letters.removeprefix("以").removesuffix("字")
            if not 1 <= len(letters) <= 2:
                continue
        taken.append(k)
        names = [n for n in clause.find("attr", "name") if n not in taken]
        marks = [n for n in range(len(clause.tokens)) if clause.tokens[n].text in ("以", "字", "whose", "letter")]
        if clause.language != "en" and not (names or marks or clause.has("noun", "pokemon")):
            continue
        clause.take(*taken, *names, *marks, *clause.find("passive"))
        language = "en" if letters.isascii() else "zh-hans"
        if clause.language == "ja" and not letters.isascii():
            language = "ja"
        pieces.append(Piece(min(taken), max(taken) + 1, NameIs(place, fold(letters), language)))
    return pieces


def _letter_pieces(clause: Clause) -> list[Piece]:
    """ "five-letter names", 名字只有两个字: how long a name is; "with the letter Z in their name": what it holds."""
    letters = clause.find("letters")
    names = clause.find("attr", "name")
    if len(letters) != 1 or clause.has("namepart"):
        return []
    i = letters[0]
    marks = [*letters, *names, *clause.find("pron"), *clause.find("adv", "only"), *clause.find("signature", "only")]
    number = i - 1 if clause.at(i - 1, "number") else i - 2 if clause.at(i - 1, "filler") else -1
    if clause.at(number, "number") and (names or clause.has("noun", "pokemon")):
        clause.take(*marks, number)
        length: Attribute = "name-length" if clause.language == "en" else "name-length-zh"
        return [Piece(number, i + 1, Number(length, "eq", float(clause.value(number, "number"))))]
    k = i + 1
    if clause.language == "en" and names and 0 < k < len(clause.tokens) and len(clause.tokens[k].text) == 1:
        clause.take(*marks, k)
        return [Piece(i, k + 1, NameIs("holds", fold(clause.tokens[k].text), "en"))]
    return []


def _letter_word(clause: Clause, k: int) -> bool:
    return clause.tokens[k].text.casefold() in ("the", "letter", "字", "with", "字母")


def effort_pieces(clause: Clause) -> list[Piece]:
    """ "gives Speed EVs", 给速度努力值: the stat named beside the word for effort values."""
    marks = clause.find("attr", "ev-yield")
    gives = clause.find("effort", "give")
    stats = [i for i in clause.find("attr") if any(s in clause.tokens[i].readings["attr"] for s in _STATS)]
    if len(marks) != 1 or len(stats) != 1 or abs(stats[0] - marks[0]) > 4 or clause.mons(again=True):
        return []
    if not gives and not clause.has("noun", "pokemon") and not clause.has("wh", "which", "who"):
        return []
    stat = next(s for s in _STATS if s in clause.tokens[stats[0]].readings["attr"])
    points = None
    for n in clause.find("number"):
        if abs(n - stats[0]) <= 2 or abs(n - marks[0]) <= 2:
            points = int(clause.value(n, "number"))
            clause.take(n, *(k for k in (n + 1,) if clause.at(k, "unit", "point")))
    taken = [*marks, *stats, *gives]
    clause.take(*taken, *clause.find("beaten"), *clause.find("wh", "when"))
    return [Piece(min(taken), max(taken) + 1, GivesEffort(stat, points))]


#: Ways to evolve that a word of the lexicon names.
_WAYS: dict[str, EvolutionWay] = {
    "trade": "trade", "friendship": "friendship", "night": "night", "day": "day", "held-item": "held-item",
    "level": "level", "item": "item", "move": "move", "rain": "rain", "female": "female", "male": "male",
    "place": "place", "party": "party",
}  # fmt: skip


#: Two items are joined by "or".
_TWO = 2


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
        clause.take(items[0], *clause.find("noun", "item"), *uses, *held)
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
    found = sorted(_WAYS[str(clause.value(i, "evolveby"))] for i in ways)
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


#: Words for a way to evolve that say themselves that it is one.
_SAYS_EVOLUTION = ("evolution", "evolutions", "进化")


def _names_a_way(clause: Clause) -> bool:
    return bool(clause.find("evolveby") or clause.find("item"))


#: Chinese for "only then": 晚上才能进化.
_ONLY_THEN = frozenset({"才", "才能", "才会", "才可以"})


def _restricted(clause: Clause, way: Condition) -> Condition:
    """ "can only evolve if they are male": in no other way."""
    words = clause.find("adv", "only") + clause.find("signature", "only")
    if isinstance(way, EvolvesBy) and way.way in ("day", "night", "rain", "place"):
        words += [i for i, token in enumerate(clause.tokens) if token.text in _ONLY_THEN]
    if not isinstance(way, EvolvesBy) or not words:
        return way
    clause.take(*words)
    # "Only a male one evolves" says which ones do, and nothing of other ways.
    return way if way.way in ("female", "male") else replace(way, only=True)


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
        clause.take(i)
        if clause.at(i, "stage", "can-evolve") and not clause.mons() and (way := way_of(clause)) is not None:
            pieces.append(Piece(i, i + 1, _restricted(clause, way)))  # 30级以前能进化的
            continue
        pieces.append(Piece(i, i + 1, Stage(clause.value(i, "stage"))))
    for i in clause.find("branches"):
        clause.take(i, *clause.find("ev", "bare"))
        pieces.append(Piece(i, i + 1, Number("evolution", "ge", 2)))
    for i in clause.find("incense"):
        clause.take(i, *clause.find("require"), *clause.find("breed"), *clause.find("itemuse"))
        pieces.append(Piece(i, i + 1, HatchesWithItem()))
    for i in clause.find("evolveby"):
        if clause.tokens[i].text.casefold().endswith(_SAYS_EVOLUTION) and not clause.find("ev", "bare", "into"):
            way = way_of(clause)
            if way is not None:
                clause.take(i)
                pieces.append(Piece(i, i + 1, way))
            break
    for i in clause.find("ev", "bare", "post"):
        if clause.mons() or i in reserved or not (clause.at(i, "ev", "bare") or _names_a_way(clause)):
            continue
        way = way_of(clause)  # 升级进化 says the way itself
        clause.take(i)
        if way is not None:
            pieces.append(Piece(i, i + 1, _restricted(clause, way)))
            continue
        start = i
        while start > 0 and (clause.at(start - 1, "aux", "can") or clause.at(start - 1, "hist")):
            if clause.at(start - 1, "hist"):
                break
            start -= 1
        pieces.append(Piece(start, i + 1, Stage("can-evolve")))
    return pieces
