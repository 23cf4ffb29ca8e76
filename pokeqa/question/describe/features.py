"""Single words that describe: types, classes, generations, abilities, colours."""

from __future__ import annotations

from typing import Any, Literal

from ...pokedex.regional_dexes import regions_of_games
from ..algebra import (
    And,
    Condition,
    FromGeneration,
    HasAbility,
    HasForm,
    HasType,
    InEggGroup,
    IsClass,
    IsColor,
    IsGender,
    Mon,
    MoveIs,
    Not,
    Number,
    Operator,
    Or,
    RelativeOf,
    TypeCount,
    TypeSlot,
)
from ..clause import Clause
from .form_counts import several_forms
from .hisui import from_hisui
from .piece import Piece, ordered

#: The place that a type has among two, by the attribute that reads it.
_SLOTS: dict[str, Literal[1, 2]] = {"first-type": 1, "second-type": 2}


def simple_pieces(clause: Clause, ranking: frozenset[int], *, moves: bool) -> list[Piece]:
    """Types, classes, generations, abilities and whatever else one word or name says."""
    pieces: list[Piece] = []
    i = 0
    size = len(clause.tokens)
    while i < size:
        if i in clause.used or (i in ranking and clause.at(i, "mu")):
            i += 1  # 免疫最多: not the ability of that name
            continue
        piece = _simple_piece(clause, i, moves=moves)
        if piece is None:
            i += 1
            continue
        clause.take(*range(piece.start, piece.end))
        pieces.append(piece)
        i = max(piece.end, i + 1)
    return pieces


def _simple_piece(clause: Clause, i: int, *, moves: bool) -> Piece | None:
    slot = _slot_piece(clause, i)
    if slot is not None:
        return slot
    if clause.at(i, "type"):
        if i > 0 and clause.tokens[i - 1].text.casefold() == "to":
            return None  # "as weak to Rock as to Water": what "to" belongs to is not known here
        return _type_piece(clause, i)
    if clause.at(i, "typecount") and _counts_types(clause, i):
        noun = clause.at(i + 1, "noun", "type") and not clause.at(i + 1, "type")  # "aren't pure types"
        return Piece(i, i + 1 + noun, TypeCount(int(clause.value(i, "typecount"))))
    if moves:
        return _move_piece(clause, i)
    if clause.at(i, "abilitycount"):
        return Piece(i, i + 1, Number("ability", "eq", int(clause.value(i, "abilitycount"))))
    if clause.at(i, "cls"):
        return Piece(i, i + 1, IsClass(clause.value(i, "cls")))
    if clause.at(i, "gender"):
        return Piece(i, i + 1, IsGender(clause.value(i, "gender")))
    if clause.at(i, "formkind"):
        native = _natives(clause, i)
        return (
            native
            if native is not None
            else several_forms(clause, i) or Piece(i, i + 1, HasForm(clause.value(i, "formkind")))
        )
    generation = generation_at(clause, i)
    if generation is not None:
        return generation
    if clause.at(i, "region") and clause.has("cls", "starter") and _is_hisui(clause, i):
        return Piece(i, i + 1 + clause.at(i + 1, "noun", "region"), HasForm("hisui"))
    if clause.at(i, "region") and _is_hisui(clause, i):
        return from_hisui(clause, i)
    if clause.at(i, "ability"):
        return _ability_piece(clause, i)
    if clause.at(i, "color"):
        return _color_piece(clause, i)
    if clause.at(i, "offspring"):
        return _offspring_piece(clause, i)
    if clause.at(i, "breed", "breed") and _tells_who_breeds(clause):
        return _breeding_piece(clause, i)
    return None


#: Classes whose members are called after the region that brought them: "Alolan starters", "Galarian legendaries".
_OF_A_REGION = ("starter", "legendary", "mythical", "fossil", "pseudo-legendary", "special", "paradox")


def _natives(clause: Clause, i: int) -> Piece | None:
    """ "Paldean starters": those that the region brought, and none that have a form of it."""
    k = i + 1
    while clause.at(k, "filler"):
        k += 1
    kind = str(clause.value(i, "formkind"))
    # A "Paldean Pokémon" is one that the region brought: only two have a form of it.
    if not clause.at(k, "cls", *_OF_A_REGION) and not (kind == "paldea" and clause.at(k, "noun", "pokemon")):
        return None
    region = next((one.id for one in clause.dataset.regions.values() if one.identifier == kind), None)
    number = region_generation(clause, region) if region is not None else None
    return Piece(i, i + 1, FromGeneration(number)) if number is not None else None


def _is_hisui(clause: Clause, i: int) -> bool:
    """Hisui has no starters of its own; those that one starts with there grow into forms of their own."""
    return bool(clause.dataset.regions[clause.value(i, "region")].identifier == "hisui")


def _offspring_piece(clause: Clause, i: int) -> Piece | None:
    """ "Eeveelutions": what evolves from the species."""
    identifier = clause.value(i, "offspring")
    species = next((s for s in clause.dataset.species.values() if s.identifier == identifier), None)
    if species is None:
        return None
    return Piece(i, i + 1, RelativeOf("from", Mon(species.id, species.default_pokemon_id)))


#: The egg group of those that lay no eggs.
NO_EGGS = "no-eggs"


def _tells_who_breeds(clause: Clause) -> bool:
    """Does breeding describe a set? With a name or an egg group, or asked of all of a set, it does not."""
    asked = clause.is_yes_no() and not clause.has("exist")
    return not asked and not clause.mons(again=True) and not clause.has("egg_group")


def _breeding_piece(clause: Clause, i: int) -> Piece:
    """ "Legendaries that can breed", 没有性别但能生蛋的: in another egg group than that of those without eggs."""
    none = next(group.id for group in clause.dataset.egg_groups.values() if group.identifier == NO_EGGS)
    start = i - clause.at(i - 1, "aux", "can")
    own = InEggGroup(none)
    return Piece(start, i + 1, own if clause.at(i, "neg", "neg") else Not(own))  # 生不了蛋


def _ability_piece(clause: Clause, i: int) -> Piece:
    """An ability with the words around it: "the ability Intimidate", 隐藏特性是威吓."""
    start, end = i, i + 1
    slot: Any = "any"
    shared = clause.find("shares", "same")
    if shared and shared[-1] < i and not clause.mons(again=True):
        clause.take(shared[-1])  # "share the ability Cursed Body"
    for k in (i - 1, i + 1):
        if clause.at(k, "noun", "ability") or clause.at(k, "attr", "ability"):
            start, end = min(start, k), max(end, k + 1)
    several = len(clause.find("ability", again=True)) > 1  # the word is said of each of them
    for word, kind in (("hidden-ability", "hidden"), ("ordinary-ability", "ordinary")):
        for k in clause.find("attr", word, again=several):  # "Intimidate as a hidden ability", 谁的隐藏特性是威吓
            clause.take(k)
            if not (k + 1 < len(clause.tokens) and clause.tokens[k + 1].text == "也"):  # 隐藏特性也算: any slot
                slot = kind
    clause.take(*clause.find("attr", "ability"))
    return Piece(start, end, HasAbility(clause.value(i, "ability"), slot))


def _color_piece(clause: Clause, i: int) -> Piece | None:
    """A Pokédex colour, with the word for it; several with "or" between them. A game's or a trainer's name is none."""
    if clause.at(i, "vg") and _is_a_game(clause, i):
        return None
    if clause.at(i, "vg") and i and clause.tokens[i - 1].text.casefold() in ("did", "does"):
        return None  # "the Pokémon that Red had" are a trainer's
    ids = {color.identifier: color.id for color in clause.dataset.colors.values()}
    found: list[Condition] = [IsColor("color", ids[str(clause.value(i, "color"))])]
    start, end = i, i + 1
    while clause.at(end, "bool", "or") and clause.at(end + 1, "color"):
        found.append(IsColor("color", ids[str(clause.value(end + 1, "color"))]))
        end += 2
    named = start - 1
    while any(clause.at(named, tag) for tag in ("listed", "filler", "prep")) or clause.at(named, "aux", "be"):
        named -= 1
    if clause.at(named, "attr", "color"):
        start = named  # 图鉴颜色是紫色的, 颜色归为蓝色的
    elif any(clause.at(k, "listed") for k in range(named + 1, start)):
        start = named + 1  # "filed under pink"
    if clause.at(end, "attr", "color"):
        end += 1
    return Piece(start, end, found[0] if len(found) == 1 else Or(ordered(found)))


def _is_a_game(clause: Clause, i: int) -> bool:
    """ "in Pokémon Red", "Red and Blue": the colour's name is a game's."""
    first = i
    while clause.at(first - 1, "bool", "and") and clause.at(first - 2, "vg"):
        first -= 2
    in_one = first > 0 and clause.tokens[first - 1].text.casefold().startswith("in ")
    return in_one or clause.at(first - 1, "noun", "pokemon") or clause.at(first - 1, "prep", "in")


def _slot_piece(clause: Clause, i: int) -> Piece | None:
    """A type with the place that it has among two: "secondary type Fire", 第二属性是飞行, "Fire as primary type"."""
    if not (clause.at(i, "type") or clause.at(i, "attr", *_SLOTS)):
        return None
    k = i + 1
    while k in clause.used or clause.at(k, "aux", "be", "have") or clause.at(k, "prep") or clause.at(k, "filler"):
        k += 1
    first, second = (i, k) if clause.at(i, "type") else (k, i)
    if not clause.at(first, "type") or not clause.at(second, "attr", *_SLOTS):
        return None
    end = k + 1
    if clause.at(end, "noun", "type"):
        end += 1
    slot = _SLOTS[next(v for v in clause.tokens[second].readings["attr"] if v in _SLOTS)]
    return Piece(i, end, TypeSlot(clause.value(first, "type"), slot))


def _counts_types(clause: Clause, i: int) -> bool:
    """Does "only" or "just" limit the types? It must stand before a type, and "the only" limits something else."""
    if clause.tokens[i].text.casefold() == "two types" and clause.at(i - 1, "wh", "what", "which"):
        return False  # "what two types …" asks for them
    if clause.tokens[i].text.casefold() not in ("only", "just", "solely", "单", "纯"):
        return True
    if i > 0 and clause.tokens[i - 1].text.casefold() == "the":
        return False
    k = i + 1
    while clause.at(k, "filler") and not clause.at(k, "type"):
        k += 1
    # "in only the Fairy egg group" counts groups
    return clause.at(k, "type") and not clause.at(k + 1, "attr", "egg-group")


def _type_piece(clause: Clause, i: int) -> Piece:
    """A type, or several that belong together: Water/Ground, 水+地面, "Bug and Dragon", "Fire or Flying"."""
    end = i + 1
    start = i - 1 if clause.language == "en" and clause.at(i - 1, "noun", "type") and i - 1 not in clause.used else i
    types = [clause.value(i, "type")]
    mode, listed = "and", False
    j = end
    while True:
        k = j
        while k < len(clause.tokens) and clause.at(k, "noun", "type"):
            k += 1
        joint, bare = "and", not clause.at(k, "bool")
        while clause.at(k, "bool"):
            if clause.at(k, "bool", "or") and not clause.at(k, "bool", "and"):
                joint = "or"
            k += 1
        if not clause.at(k, "type") or k in clause.used or _negation_between(clause, j, k):
            break
        if k == end and i > 0 and clause.at(i - 1, "neg", "neg"):
            break  # "non-Flying Dragon": the negation is the first type's alone
        if len(types) > 1 and joint != mode and not (listed and joint == "or"):
            break
        listed = bare and (listed or len(types) == 1)  # "Fire, Water or Grass"
        mode = joint
        types.append(clause.value(k, "type"))
        j = end = k + 1
    if clause.language == "ja" and clause.at(end, "prep", "of") and clause.at(end + 1, "noun", "type"):
        end += 1  # ほのおとかくとうのタイプ
    while clause.at(end, "noun", "type") and not clause.at(end, "attr", "total"):
        end += 1
    found: list[Condition] = [HasType(t) for t in dict.fromkeys(types)]
    if len(found) == 1:
        return Piece(start, end, found[0])
    return Piece(start, end, And(ordered(found)) if mode == "and" else Or(ordered(found)))


def _negation_between(clause: Clause, start: int, end: int) -> bool:
    return any(clause.at(i, "neg", "neg") for i in range(start, end))


def _move_piece(clause: Clause, i: int) -> Piece | None:
    if clause.at(i, "moveclass"):
        return Piece(i, i + 1, MoveIs("damage-class", clause.value(i, "moveclass")))
    if clause.at(i, "attr", "contact"):
        return Piece(i, i + 1, MoveIs("flag", "contact"))
    if clause.at(i, "attr", "priority") and (clause.at(i - 1, "aux", "have") or clause.at(i + 1, "noun", "move")):
        return Piece(i, i + 1, Number("priority", "gt", 0))
    if clause.at(i, "gen"):
        return Piece(i, i + 1, MoveIs("generation", str(clause.value(i, "gen"))))
    return None


def region_generation(clause: Clause, region_id: int) -> int | None:
    """The generation that opened with a region; None for Hisui and Orre, which opened none."""
    for generation in clause.dataset.generations.values():
        if generation.region_id == region_id:
            return generation.id
    return None


#: Games that one starts in with Pokémon of other regions, or with a single one.
_OTHER_STARTS = frozenset({"yellow", "lets-go-pikachu-lets-go-eevee"})


def _brought_by(clause: Clause, i: int) -> int | None:
    """The generation that opened with the region of the games at token i, whose starters these games have."""
    regions = {
        region
        for group in clause.value(i, "vg")
        if clause.dataset.version_groups[group].identifier not in _OTHER_STARTS
        for region in regions_of_games(clause.dataset, group)
    }
    return region_generation(clause, regions.pop()) if len(regions) == 1 else None


def generation_at(clause: Clause, i: int) -> Piece | None:
    """A generation or its region as a condition: "Kanto", "up to gen 4", 到第九世代为止."""
    number: int | None = None
    end = i + 1
    if clause.at(i, "gen"):
        number = int(clause.value(i, "gen"))
        if clause.at(end, "noun", "generation"):
            end += 1
    elif clause.at(i, "region"):
        if clause.at(end, "noun", "dex"):
            return None  # a regional Pokédex lists Pokémon of other generations, too
        number = region_generation(clause, clause.value(i, "region"))
        if clause.at(end, "noun", "region"):
            end += 1
    elif clause.at(i, "generation"):
        number = int(clause.value(i, "generation"))
    elif clause.at(i, "vg") and clause.has("cls", "starter"):
        number = _brought_by(clause, i)  # "Pokémon Sword starters", 朱紫的御三家
    if number is None:
        return None
    start = i
    op: Operator = "eq"
    for k, tag, values, found in (
        (i - 1, "prep", ("upto",), "le"), (i - 1, "hist", ("past",), "lt"), (i - 1, "since", ("since",), "ge"),
        (i - 1, "op", ("le", "lt", "ge", "gt"), ""),
        (i - 1, "cmp", ("generation:gt",), "gt"), (i - 1, "cmp", ("generation:lt",), "lt"),  # "introduced after gen 6"
    ):  # fmt: skip
        if clause.at(k, tag, *values) and k not in clause.used:
            op = found or next(v for v in clause.tokens[k].readings["op"] if v in values)  # type: ignore[assignment]
            start = k
            break
    spans = clause.at(end, "op", "range") and _generation_number(clause, end + 1) is not None  # 第三世代到第五世代
    if clause.at(end, "op", "range") and clause.at(end + 1, "hist", "now"):
        op, end = "ge", end + 2  # "from gen 3 to now", 第三世代到现在
    elif clause.at(end, "prep", "upto") and not spans:
        op, end = "le", end + 1
    elif clause.at(end, "hist", "past") and clause.language != "en":
        op, end = "lt", end + 1
    elif clause.at(end, "op", "le", "ge"):
        op, end = clause.value(end, "op"), end + 1
    elif clause.at(end, "genop"):
        op, end = clause.value(end, "genop"), end + 1
    elif clause.tokens[start - 1].text.casefold() == "after" and start > 0:
        op, start = "gt", start - 1
    if op == "eq":
        return _several_generations(clause, start, end, number)
    return Piece(start, end, FromGeneration(number, op))


def _several_generations(clause: Clause, start: int, end: int, number: int) -> Piece:
    """ "gen 1 or gen 2", "gens 1, 2 and 3", "Kanto and Johto", "gen 1 to 3", 第一到第三世代."""
    found = [number]
    ranged = False
    while True:
        k = end
        joined = False
        if clause.at(k, "bool") and clause.tokens[k].text.casefold() in ("but", "yet", "但", "但是"):
            break  # "one ability in Gen 3 but two now"
        while clause.at(k, "bool") or clause.at(k, "op", "range") or (clause.at(k, "filler") and k > end):
            joined = True
            span = clause.at(k, "op", "range") and not clause.at(k, "bool")
            ranged, k = ranged or span, k + 1
        touching = clause.at(k, "number") and clause.tokens[k - 1].text.casefold().startswith(("gen", "第"))
        value = _generation_number(clause, k) if joined or touching else None
        if value is None or k in clause.used:
            break
        found.append(value)
        end = k + 1
        if clause.at(end, "noun", "generation") or clause.at(end, "noun", "region"):
            end += 1
    if len(found) == 1:
        return Piece(start, end, FromGeneration(number, "eq"))
    if ranged and len(found) == 2:
        low, high = sorted(found)
        return Piece(start, end, And((FromGeneration(low, "ge"), FromGeneration(high, "le"))))
    return Piece(start, end, Or(ordered([FromGeneration(one, "eq") for one in found])))


def _generation_number(clause: Clause, k: int) -> int | None:
    """The generation that token k names, or whose bare number it is ("gen 1 and 2")."""
    if clause.at(k, "gen"):
        return int(clause.value(k, "gen"))
    if clause.at(k, "region"):
        return region_generation(clause, clause.value(k, "region"))
    if clause.at(k, "number") and not clause.at(k + 1, "unit") and not clause.at(k + 1, "attr"):
        value = clause.value(k, "number")
        if value == int(value) and int(value) in clause.dataset.generations:
            return int(value)
    return None
