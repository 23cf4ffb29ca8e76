"""Kinship as a description: "evolves from Doublade", "in Pikachu's egg group", "shares a type with Gyarados"."""

from __future__ import annotations

from typing import Literal

from ...pokedex.formulas.breeding import UNDISCOVERED
from ...pokedex.model import STATS
from ..algebra import And, Condition, EvolvesBy, InEggGroup, IsA, Mon, Not, Or, RelativeOf, SharesWith, Stage
from ..clause import Clause
from ..word_lists import word_list
from .evolving import way_of
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
    if relation == "from" and (whole := _all_the_way(clause, min(taken), max(taken))):
        clause.take(*whole)
        return [Piece(min(taken), max(taken) + 1, RelativeOf("below", clause.mon(m)))]
    by = _way_beside(clause, range(m + 1, v) if m < v else range(m + 1, len(clause.tokens)))
    by = by or (_level_beside(clause, m, v) if relation == "from" and clause.language != "en" else None)
    if relation == "from" and by is None and clause.tokens[v].text.casefold().endswith(" of"):
        return [_below(clause, clause.mon(m), min(taken), max(taken) + 1)]  # "which evolution of Wurmple"
    return [Piece(min(taken), max(taken) + 1, RelativeOf(relation, clause.mon(m), by if relation == "from" else None))]


def _level_beside(clause: Clause, m: int, v: int) -> EvolvesBy | None:
    """24级由戴鲁比进化而来, 由戴鲁比24级进化而来: the level in front of the name or of the verb; explained."""
    for i in (m - 3, m - 2, m + 1, m + 2):
        if i < v and clause.at(i, "number") and clause.at(i + 1, "wh", "level"):
            clause.take(i, i + 1)
            return EvolvesBy("level", level=int(clause.value(i, "number")))
    return None


def _way_beside(clause: Clause, span: range) -> EvolvesBy | None:
    """The way that stands right behind the name: "from Slowpoke with a King's Rock", 由呆呆兽用王者之证进化而来."""
    end = span.start
    while end < span.stop and any(
        clause.at(end, tag) for tag in ("prep", "aux", "list", "item", "evolveby", "itemuse")
    ):
        end += 1
    behind = range(span.start, end)
    if not any(clause.at(k, "item") or clause.at(k, "evolveby") for k in behind):
        return None
    inner = Clause([clause.tokens[k] for k in behind], clause.dataset, clause.language)
    way = way_of(inner)
    if not isinstance(way, EvolvesBy):
        return None
    clause.take(*(behind[k] for k in inner.used))
    return way


def family_pieces(clause: Clause) -> list[Piece]:
    """ "Eevee's evolutions", "the Eeveelutions", "the Ralts line": what comes from a Pokémon, as a set."""
    found: list[Piece] = []
    for i in clause.find("brood"):
        species = next(s for s in clause.dataset.species.values() if s.identifier == clause.value(i, "brood"))
        clause.take(i)
        found.append(_below(clause, Mon(species.id, species.default_pokemon_id), i, i + 1))
    mons = clause.mons()
    words = [i for i in clause.find("ev", "post", "family", "final") if not clause.at(i, "brood")]
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
    if clause.at(v, "ev", "final"):
        span = min(m, v), max(m, v) + 1
        return [Piece(*span, RelativeOf("line", clause.mon(m))), Piece(*span, Stage("final"))]
    return [_below(clause, clause.mon(m), min(m, v), max(m, v) + 1)]


def _below(clause: Clause, mon: Mon, start: int, end: int) -> Piece:
    """All that comes from a Pokémon; where nothing evolves further, what evolves from it says the same."""
    further = any(
        clause.dataset.evolutions_from(w.to_pokemon_id) for w in clause.dataset.evolutions_from(mon.pokemon_id)
    )
    return Piece(start, end, RelativeOf("below" if further else "from", mon))


#: Words for more steps than one.
_ALL_THE_WAY = frozenset(word_list("all-the-way"))


def _all_the_way(clause: Clause, start: int, end: int) -> list[int]:
    """The words by which somebody comes from another in more steps than one: 由波加曼一路进化而来."""
    return [k for k in range(start, end) if clause.tokens[k].text.casefold() in _ALL_THE_WAY]


def _thin(clause: Clause, k: int) -> bool:
    if clause.tokens[k].text.casefold() in _ALL_THE_WAY:
        return True
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
        return _like_one_of_its_types(clause, mons[0], same[0])
    what, words = found
    taken = [mons[0], *same, *words]
    clause.take(*_value_of_it(clause, what, clause.mon(mons[0])))
    clause.take(*taken, *clause.find("noun", "egg", "type", "ability", "stat", "generation"))
    clause.take(*clause.find("cmp", ":eq"), *clause.find("each"), *clause.find("adv", "tie"))
    return [Piece(min(taken), max(taken) + 1, SharesWith(what, clause.mon(mons[0])))]


def _like_one_of_its_types(clause: Clause, m: int, same: int) -> list[Piece]:
    """和摔角鹰人一样是格斗飞行的宝可梦: those of the types that follow, which it has itself."""
    mon, typed = clause.mon(m), clause.find("type")
    own = clause.dataset.pokemon[mon.pokemon_id].types
    joined = clause.tokens[m - 1].text in ("和", "跟", "同", "与", "像") and same == m + 1
    if not joined or not typed or typed[0] < same or not clause.has("noun", "pokemon"):
        return []
    if any(clause.value(i, "type") not in own for i in typed):
        return []
    clause.take(m - 1, m, same)
    return [Piece(m, same + 1, Not(IsA(mon)))]


def _value_of_it(clause: Clause, what: str, mon: Mon) -> list[int]:
    """ "Which tie with Garchomp's base Speed of 102?": the number that it has, said beside what is shared."""
    numbers = clause.find("number")
    stats = clause.dataset.pokemon[mon.pokemon_id].stats
    if len(numbers) != 1 or what not in STATS or not stats:
        return []
    return numbers if clause.value(numbers[0], "number") == stats[STATS.index(what)] else []


def shared_what(clause: Clause, same: int) -> tuple[Shared, list[int]] | None:
    """What the word "same" at an index is said of, and the tokens that name it; None where it is not one thing."""
    words = [(i, value) for i in clause.find("attr") for value in clause.tokens[i].readings["attr"] if value in _SHARED]
    pairs = clause.find("group", "typing")
    if not words and len(pairs) == 1:
        return "typing", pairs  # "the same type pairing as Scizor"
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
        alone = clause.language != "ja" and words == [same + 1] and _says_all(shared)  # 同属性: all of them
        return alone or any(i < same for i in words) or any(t.text == "完全" for t in clause.tokens)
    return bool(texts & {"types", "typing", "typings", "type combination", "type combo"}) or (
        shared.endswith("same") and "type" in texts
    )


#: "The same", right in front of the word for types: 同样属性, 相同属性.
_SAYS_ALL = frozenset(word_list("says-all"))


def _says_all(word: str) -> bool:
    return word in _SAYS_ALL


def _says_type(clause: Clause, i: int) -> bool:
    """Is a name that egg groups and types share a type here? 龙系 is, 龙系蛋群 is not."""
    return clause.at(i, "type") and clause.at(i + 1, "noun", "type") and not clause.at(i + 2, "attr", "egg-group")


#: How a name ends that says of itself that it is one of an egg group.
_GROUP = tuple(word_list("group-endings"))
#: What a group is said to do with its members, and what they are wanted for.
_BELONGING = frozenset(word_list("in-an-egg-group"))


def egg_group_pieces(clause: Clause) -> list[Piece]:
    """ "the Dragon egg group", 龙蛋组, "both the Dragon and Monster egg groups"."""
    marks = clause.find("attr", "egg-group")
    groups_of = {i: group for i in range(len(clause.tokens)) if (group := _egg_group(clause, i)) is not None}
    names = [i for i in groups_of if i not in clause.used and not _says_type(clause, i)]
    said = [i for i in names if clause.tokens[i].text.casefold().endswith(_GROUP)]  # "the Mineral group", 龙组
    if not (marks or said) or not names:
        return []
    marks = marks or said[-1:]
    mark = marks[-1]
    run = [
        i
        for i in names
        if (i < mark or mark in said) and i <= mark and all(_in_list(clause, k) for k in range(i + 1, mark))
    ]
    if not run:
        mark = marks[0]
        run = [i for i in names if i > mark and all(_in_list(clause, k) for k in range(mark + 1, i))]
    if not run:
        return []
    run += _behind_the_mark(clause, names, marks[-1]) if mark == marks[-1] and run[-1] < mark else []
    sole = _only_that(clause, run[0]) if len(run) == 1 else []
    groups: list[Condition] = [InEggGroup(groups_of[i], bool(sole)) for i in run]
    low, high = min(run[0], mark), max(run[-1], mark)
    either = any(clause.at(k, "bool", "or") and not clause.at(k, "bool", "and") for k in range(low, high))
    clause.take(*run, *marks, *sole, *(k for k in range(low, high) if clause.at(k, "bool") or clause.at(k, "each")))
    clause.take(*clause.find("noun", "egg"), *clause.find("meet", "meet"), *clause.find("breed", "partner"))
    clause.take(*(i for i, t in enumerate(clause.tokens) if t.text.casefold() in _BELONGING))
    whole = groups[0] if len(groups) == 1 else Or(ordered(groups)) if either else And(ordered(groups))
    return [Piece(low, high + 1, whole)]


def _behind_the_mark(clause: Clause, names: list[int], mark: int) -> list[int]:
    """ "In the Dragon egg group and also Water 1": what is joined to the group in front, and is no type besides."""
    return [
        i for i in names
        if i > mark and not clause.at(i, "type") and any(clause.at(k, "bool", "and") for k in range(mark + 1, i))
        and all(_in_list(clause, k) for k in range(mark + 1, i))
    ]  # fmt: skip


def _only_that(clause: Clause, i: int) -> list[int]:
    """ "In only the Fairy egg group", 只属于妖精蛋群: what says that there is no other group."""
    k = i - 1
    while (
        k > 0 and (clause.at(k, "filler") or clause.at(k, "prep")) and clause.tokens[k].text.casefold() not in _SOLELY
    ):
        k -= 1
    if k < 0 or clause.tokens[k].text.casefold() not in _SOLELY or clause.tokens[k - 1].text.casefold() == "the":
        return []
    return [k]


#: What limits a group to itself.
_SOLELY = frozenset(word_list("solely"))


def breeding_pieces(clause: Clause) -> list[Piece]:
    """ "Which legendaries can breed?", 哪些宝可梦不能生蛋: all but what is in the Undiscovered group."""
    words = clause.find("breed", "breed")
    if len(words) != 1 or clause.mons(again=True) or clause.has("wh", "how", "why") or clause.has("sex"):
        return []
    if clause.has("incense") or clause.is_yes_no() or not (clause.has("aux", "can") or clause.is_negated()):
        return []  # "babies that need an incense to breed"
    group = next((g.id for g in clause.dataset.egg_groups.values() if g.identifier == UNDISCOVERED), None)
    if group is None:
        return []
    clause.take(*words, *clause.find("breed", "itself"), *clause.find("egg", "egg"))
    own = InEggGroup(group)
    denied = clause.at(words[0], "neg", "neg")  # 生不了蛋
    return [Piece(words[0], words[0] + 1, own if denied else Not(own))]


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
