"""Attributes of things, whether something holds for one, and how a fact changed."""

from __future__ import annotations

from typing import get_args

from ..algebra import (
    NOW,
    And,
    Attribute,
    Check,
    Condition,
    ExistsIn,
    Facts,
    FromGeneration,
    HasAbility,
    HasType,
    History,
    InEggGroup,
    IsClass,
    IsColor,
    IsGender,
    Not,
    Number,
    Or,
    PokemonAttribute,
    Query,
    Subject,
    Thing,
    TypeCount,
    Unit,
)
from ..clause import Clause, is_negative_auxiliary
from ..describe import conditions, region_generation
from ..describe.comparisons import is_excluded
from ..describe.moves import learnt_in

_POKEMON = frozenset(get_args(PokemonAttribute)) | {"weakness", "resistance", "immunity"}
_STATS = ("hp", "attack", "defense", "special-attack", "special-defense", "speed", "total")
#: Attributes whose past values the dataset has.
_HISTORICAL = frozenset(
    {
        *_STATS,
        "stats",
        "type",
        "first-type",
        "second-type",
        "ability",
        "hidden-ability",
        "ordinary-ability",
        "locations",
    }
)
_ABILITIES = frozenset({"ability", "hidden-ability", "ordinary-ability"})
#: Two of something, said without the number.
_BOTH = ("the two", "两个", "这两个", "两者")
#: What is got by beating a Pokémon.
_YIELDS = frozenset({"ev-yield", "base-experience"})
_MATCHUP = ("weakness", "resistance", "immunity", "matchup")


def attributes(clause: Clause, allowed: frozenset[str]) -> list[str]:
    """The attributes that the clause names, in its order, explained; the stat "of the base stats" is that stat."""
    found: list[str] = []
    for i in clause.find("attr"):
        if clause.at(i, "wh", "howmuch") and _degree_of_another(clause, i):
            clause.take(i)  # 威力多大, 攻击有多高: how much of what was just named
            continue
        value = next((v for v in clause.tokens[i].readings["attr"] if v in allowed), None)
        if value is None:
            continue
        clause.take(i, *_said_again(clause, i, value))
        if value not in found:
            found.append(value)
    if any(a in _STATS for a in found):
        if not _asks_twice(clause):
            found = [a for a in found if a != "stats"]
        for i in clause.find("noun", "stat"):
            clause.take(i)
    return found


def _asks_twice(clause: Clause) -> bool:
    """种族值多少总和多少: are the stats asked for, and then another number?"""
    words = clause.find("attr", "stats", again=True)
    asked = clause.find("wh", again=True)
    return len(asked) > 1 and any(w < asked[0] < asked[-1] for w in words) and clause.language != "en"


def _degree_of_another(clause: Clause, i: int) -> bool:
    """Does a word for a degree stand right behind an attribute that is no degree itself?"""
    k = i - 1
    while clause.at(k, "filler") or clause.at(k, "aux", "be", "have"):
        k -= 1
    return clause.at(k, "attr") and not clause.at(k, "wh", "howmuch")


def _said_again(clause: Clause, i: int, attribute: str) -> list[int]:
    """The adjective of an attribute right behind the question for it: 几公斤重, 几米高."""
    again = attribute in ("height", "weight") and clause.language != "en" and clause.at(i + 1, "cmp", f"{attribute}:gt")
    return [i + 1] if again else []


#: Of a region or a generation, these do not speak of evolution.
_COMES_FROM = frozenset({"come from", "comes from", "came from"})


def where_from(clause: Clause, found: list[str]) -> list[str]:
    """ "Where is Lucario from", "when did it debut", "which generation introduced it": the generation."""
    intro = clause.find("intro")
    where = clause.find("wh", "where", "when")
    if "generation" in found or "region" in found:
        clause.take(*(i for i in clause.find("ev", "from") if clause.tokens[i].text.casefold() in _COMES_FROM))
    if ("generation" in found or "region" in found) and intro:
        clause.take(*intro)
    elif where and intro and not found:
        clause.take(*intro, *where)
        found = ["generation"]
    if (("generation" in found or "region" in found) and clause.has("adv", "first")) or clause.has("list", "first"):
        clause.take(*clause.find("adv", "first"), *clause.find("list", "first"))
    game = clause.find("noun", "game")
    if game and (intro or "generation" in found) and not found:
        clause.take(*game, *intro)
        found = ["generation"]
    return found


def _unit(clause: Clause) -> Unit | None:
    units = [i for i in clause.find("unit") if clause.value(i, "unit") != "point"]
    if len(units) != 1:
        return None
    clause.take(units[0])
    unit: Unit = clause.value(units[0], "unit")
    return unit


def _counted_kinds(clause: Clause, mons: list[int]) -> list[str]:
    """ "How many different Unown are there?", 未知图腾有多少种: of one species, its forms are counted."""
    species = {clause.mon(i).species_id for i in mons}
    if len(species) != 1 or not clause.has("wh", "howmany") or not clause.has("exist"):
        return []
    if (
        len(clause.dataset.cosmetic_forms_of(clause.mon(mons[0]).pokemon_id))
        + len(clause.dataset.varieties(species.pop()))
        < 3
    ):
        return []
    clause.take(*clause.find("wh", "howmany"), *clause.find("hist", "change"), *clause.find("exist"))
    clause.take(*clause.find("contrast", "differences"))
    return ["forms"]


def _bare_size(clause: Clause, found: list[str], mons: list[int]) -> list[str]:
    """卡咪龟重几公斤, 吼鲸王长多少米: of one Pokémon, the adjective asks for the size itself."""
    if clause.language == "en" or len(mons) != 1 or clause.has("prep", "than") or len(found) > 1:
        return found
    for size in ("weight", "height"):
        words = clause.find("cmp", f"{size}:gt")
        if len(words) == 1 and words[0] > mons[0] and (found == [size] or (not found and _asks_how_much(clause))):
            clause.take(*words)
            return [size]
    return found


def _asks_how_much(clause: Clause) -> bool:
    return clause.has("wh", "howmuch", "howmany")


def measure_words(clause: Clause, found: list[str]) -> None:
    """How much, how many, 多少: explained by an attribute that is a number or a list."""
    if found:
        clause.take(*clause.find("wh", "howmuch", "howmany", "how"))
    if found and _YIELDS.issuperset(found):
        # "when defeated": that is how they are got
        clause.take(*clause.find("beaten"), *clause.find("exp", "gives"), *clause.find("wh", "when"))
        clause.take(*clause.find("knockout"), *clause.find("effort"))
    if "habitat" in found:
        clause.take(*clause.find("home"), *clause.find("meet", "meet"))
    if "genus" in found:
        clause.take(*clause.find("listed"))
    if "happiness" in found:
        clause.take(*clause.find("namepart", "begins"))  # "what friendship does it start with"
    if "hatch" in found:
        clause.take(*clause.find("mu", "effect:def"), *clause.find("require"), *clause.find("egg"))


def _asks_for_one_beside(clause: Clause) -> bool:
    """妙蛙草和小火龙中间是谁, 比百变怪难抓的宝可梦: who is asked for has another name."""
    if any(token.text == "中间" for token in clause.tokens):
        return True
    return clause.has("noun", "pokemon") and any(token.text == "比" for token in clause.tokens)


def facts(clause: Clause) -> Query | None:
    """Attributes of Pokémon: "Pikachu's type and speed", 快龙的隐藏特性是什么; a name alone asks for its profile."""
    mons = clause.mons()
    if not mons or clause.is_held_against():
        return None
    if (
        (clause.is_yes_no() and _has_predicate(clause))
        or _asks_for_one_beside(clause)
        or _asks_for_others(clause, mons)
        or asks_of_what_it_has(clause)
    ):
        return None
    language = None
    for i in clause.find("lang"):
        language = clause.value(i, "lang")
        clause.take(i)
    found = attributes(clause, _POKEMON)
    unit = _unit(clause)
    if unit in ("kg", "g", "lb") and not found:
        found = ["weight"]
    elif unit in ("m", "cm", "ft") and not found:
        found = ["height"]
    found = where_from(clause, found)
    found = _bare_size(clause, found, mons) or _counted_kinds(clause, mons)
    measure_words(clause, found)
    if language is not None:
        found = [a for a in found if a not in ("name", "profile")] or ["name"]
        clause.take(*clause.find("wh", "how"))
    if any(not clause.at(i, "bool", "or") for i in clause.find("prep", "between")) and len(mons) > 1 and not found:
        found = ["stats"]
    if set(found) - {"evolution"} and all(a in _MATCHUP for a in found):
        return None
    if found == ["happiness"] and clause.has("require"):
        return None  # what an evolution takes
    found = _refined(clause, found, mons)
    if (
        "ability" in found
        and "hidden-ability" in found
        and len(found) == 2
        and len(clause.find("attr", again=True)) == 1
    ):
        found = ["hidden-ability"]
    found = _with_effects(clause, mons, found)
    if "forms" in found and clause.has("wh", "howmany"):
        clause.take(*clause.find("wh", "howmany"))
    scope = clause.scope()
    if scope is not NOW and not (found and set(found) <= _HISTORICAL):
        return None  # the dataset has no past values of these
    if "total" in found and any(a in found for a in _STATS[:-1]):
        return None  # "the sum of its HP and Attack" is another sum
    subjects: list[Subject] = []
    for i in mons:
        clause.take(i)
        if clause.mon(i) not in subjects:
            subjects.append(clause.mon(i))
    for i in clause.find("region"):
        # "the types of Raichu in Alola": the region picks the form, where there is one.
        if len(subjects) == 1 and (form := _regional(clause, subjects[0], clause.value(i, "region"))) is not None:
            subjects = [form]
            clause.take(i)
    if not found and clause.find("typecount", "1") and clause.find("typecount", "2") and clause.find("bool", "or"):
        clause.take(*clause.find("typecount"), *clause.find("bool", "or"))
        found = ["type"]  # 单属性还是双属性
    if not found:
        if clause.is_yes_no() or len(subjects) < len(mons):
            return None  # "pika pika chu" asks nothing
        if any(i > mons[-1] for i in clause.find("attr", "effect")):
            return None  # "What does Garchomp do?": only an ability, an item or a move does something
        if clause.has("bool", "or"):
            return None  # "Charizard or Blastoise" is the end of a choice, by something said elsewhere
        found = ["profile"]
    _take_type_words(clause, found, mons)
    if len(subjects) > 1 and any(clause.at(i, "bool", "or") for i in range(len(clause.tokens))):
        clause.take(*clause.find("bool", "or"))
    clause.take(*clause.find("list"), *clause.find("adv", "only"), *clause.find("noun", "dex"))
    if clause.language != "en":
        clause.take(*clause.find("neg", "negyn"), *clause.find("exist"))  # 有没有性别, 有没有隐藏特性
    typed: tuple[Attribute, ...] = tuple(found)  # type: ignore[arg-type]
    return Facts(tuple(subjects), typed, scope, unit, language)


def asks_of_what_it_has(clause: Clause) -> bool:
    """ "Which generation introduced the type of Togekiss?": the generation of what it has, and not its own."""
    verbs = clause.find("intro", again=True)
    when = clause.find("attr", "generation", "region", again=True)
    owned = [i for i in clause.find("attr", again=True) if i not in when]
    if len(verbs) != 1 or not when or not owned:
        return False
    if any(clause.at(k, tag) for k in range(min(verbs[0], owned[0]) + 1, verbs[0]) for tag in ("bool", "wh")):
        return False
    behind = range(verbs[0] + 1, len(clause.tokens))
    if any(clause.at(k, tag) for k in behind for tag in ("bool", "wh")):
        return False
    # "was Garchomp's type introduced", 属性是第几世代出现的
    return owned[-1] > verbs[0] or (when[0] < owned[-1] < verbs[0]) or clause.at(owned[-1] + 1, "aux", "be")


def _take_type_words(clause: Clause, found: list[str], mons: list[int]) -> None:
    """What may stand around a question for types."""
    if "type" in found:
        clause.take(*clause.find("noun", "type"), *_known_types(clause, mons))
        if all(clause.mon(i).form_named for i in mons):
            clause.take(*clause.find("ev", "into"))  # "what type does Ogerpon become with the Cornerstone Mask"


#: Words that leave out what stands behind them.
_BESIDES = frozenset({"besides", "other than", "apart from", "aside from", "except", "except for", "除了", "除"})


def _known_types(clause: Clause, mons: list[int]) -> list[int]:
    """ "Charizard's other type besides Fire", 除了火还有什么属性: a type that it has, said not to be asked for."""
    left_out = [i for i in clause.find("neg", "neg") if clause.tokens[i].text.casefold() in _BESIDES]
    if len(mons) != 1 or len(left_out) != 1:
        return []
    own = clause.dataset.types_of(clause.mon(mons[0]).pokemon_id)
    types = [i for i in clause.find("type") if i > left_out[0] and clause.value(i, "type") in own]
    return [*left_out, *types, *clause.find("neg", "neg")] if len(types) == 1 else []


def _refined(clause: Clause, found: list[str], mons: list[int]) -> list[str]:
    """The attributes with what stands around them counted in."""
    if found and set(found) <= {"type", "ability", "hidden-ability"} and all(clause.mon(i).form_named for i in mons):
        clause.take(*clause.find("ev", "into"))  # 洗翠的火暴兽变成什么属性: what the form has
    if len(mons) == 1 and not clause.is_yes_no():
        clause.take(*(i for i in clause.find("pron", "it") if i > mons[0]))  # "Gengar's type and its ability"
    _take_count(clause, found, mons)
    if len(found) > 1 and "name" in found and not clause.has("lang"):
        # 梦特性叫什么, "what is its ability called": the name of that, and not of the Pokémon
        words = [clause.tokens[i].text.casefold() for i in clause.find("attr", "name", again=True)]
        if all(word.endswith(("么", "麼", "啥", "咩", "called", "named", "name of")) for word in words):
            found = [a for a in found if a != "name"]
    if len(mons) == 1 and len(found) == 2 and set(found) < set(_STATS) and clause.find("cmp", ":gt", ":lt"):
        # 攻击和特攻哪个高, "which is higher, its Attack or its Special Attack?": both values.
        clause.take(*clause.find("cmp", ":gt", ":lt"), *clause.find("bool", "or"), *clause.find("wh", "which"))
    if len(found) > 1 and clause.at(0, "list", "list") and clause.at(0, "attr", "name"):
        return [a for a in found if a != "name"]  # "Name the types of Whimsicott"
    if len(found) > 1 and (clause.has("noun", "dex") or _about_something_of(clause, mons)):
        return [a for a in found if a != "profile"]  # 图鉴里是什么颜色: the Pokédex is where that is written
    if not found and _asks_which_type(clause):
        return ["type"]
    return ["status"] if not found and _asks_for_class(clause) else found


def _about_something_of(clause: Clause, mons: list[int]) -> bool:
    """ "About" what a Pokémon has, and not about itself: "tell me about Zacian's types", "about the abilities of"."""
    for i in clause.find("attr", "profile", again=True):
        k = i + 1
        while clause.at(k, "filler") and not clause.at(k, "attr"):
            k += 1
        if (k in mons and clause.tokens[k].mark.endswith("s")) or clause.at(k, "attr"):
            return True
    return False


def _take_count(clause: Clause, found: list[str], mons: list[int]) -> None:
    """ "Its three abilities", 它的三个特性: a number is explained where it is right."""
    if len(mons) != 1 or not set(found) & {"ability", "ordinary-ability", "type"}:
        return
    subject = clause.mon(mons[0])
    slots = clause.dataset.abilities_of(subject.pokemon_id)
    counts = {
        "ability": len(slots.all()),
        "ordinary-ability": len(slots.ordinary()),
        "type": len(clause.dataset.types_of(subject.pokemon_id)),
    }
    for i in clause.find("number"):
        if any(counts.get(attribute) == clause.value(i, "number") for attribute in found):
            clause.take(i)
    for i in clause.find("pron", "them"):
        if clause.tokens[i].text.casefold() in _BOTH and any(counts.get(attribute) == 2 for attribute in found):
            clause.take(i)


def _asks_for_class(clause: Clause) -> bool:
    """ "Legendary or mythical?", 是传说还是幻之: a choice between classes, explained."""
    classes = [i for i in clause.find("cls") if not clause.at(i, "cls", "starter")]
    choice = clause.find("bool", "or")
    if len({clause.tokens[i].value("cls") for i in classes}) < 2 or not choice:
        return False
    clause.take(*classes, *choice, *clause.find("noun", "pokemon"))
    return True


def _asks_which_type(clause: Clause) -> bool:
    """是水系还是冰系, 是单水还是水加地面: a choice between types, explained; the types answer it."""
    types = clause.find("type")
    choice = [i for i in clause.find("bool", "or") if any(i < t for t in types) and any(t < i for t in types)]
    if clause.language == "en" or len(types) < 2 or not choice:
        return False
    clause.take(*types, *choice, *clause.find("typecount"))
    return True


def _with_effects(clause: Clause, mons: list[int], found: list[str]) -> list[str]:
    """ "What does Garchomp's ability do?": the abilities, and what each of them does."""
    behind = max((*mons, *clause.find("attr", again=True)[:-1]))
    asked = [i for i in clause.find("attr", "effect") if i > behind]
    if not asked or not found or not _ABILITIES.issuperset(found) or clause.is_yes_no():
        return found
    clause.take(*asked)
    return [*found, "effect"]


def _regional(clause: Clause, subject: Subject, region_id: int) -> Subject | None:
    from ..algebra import Mon

    if not isinstance(subject, Mon) or subject.form_named:
        return None
    tag = clause.dataset.regions[region_id].identifier
    for pokemon in clause.dataset.varieties(subject.species_id):
        if pokemon.form_tags == {tag}:
            return Mon(subject.species_id, pokemon.id, True)
    return None


def _asks_for_others(clause: Clause, mons: list[int]) -> bool:
    """ "Which Pokémon have the same egg group as Pikachu?", 和谁同蛋群: not Pikachu's is asked for."""
    others = clause.has("noun", "pokemon") or (clause.language != "en" and clause.has("wh", "who", "which"))
    return len(mons) == 1 and bool(clause.find("shares", "same")) and others


def _has_predicate(clause: Clause) -> bool:
    """Does the clause name something that can be true or false of a Pokémon, beyond attributes?"""
    for tag in ("type", "ability", "cls", "stage", "gender", "formkind", "number", "cmp", "look"):
        if clause.has(tag):
            return True
    return clause.has("gen") and clause.has("intro")


def check(clause: Clause) -> Query | None:
    """ "Is Farfetch'd a Flying type?", 妙蛙花是水系的吗: a condition that is asked back."""
    asks_then = any(token.text in ("存在吗", "是否存在") for token in clause.tokens) and clause.has("gen")
    if not (clause.is_yes_no() or asks_then):
        return None
    exists_in = _exists_in(clause)
    if exists_in is not None:
        return exists_in
    mons = clause.mons()
    if not mons or (clause.has("cmp") and len(mons) > 1) or any(is_excluded(clause, i) for i in mons):
        return None
    subjects = [clause.mon(i) for i in mons]
    clause.take(*mons)
    negated, claims = False, clause.is_claim()
    for i in clause.find("neg"):
        text = clause.tokens[i].text.casefold()
        if clause.at(i, "neg", "negyn"):
            clause.take(i)
        elif not claims and (
            is_negative_auxiliary(text)
            or (clause.language != "en" and i == min(clause.content(), default=-1))
            or text == "不是"
        ):
            # "Isn't Gengar a Poison type?" asks back what it takes to be so.
            negated = True
            clause.take(i)
    scope = clause.scope() if not clause.has("intro") and not clause.has("place") else NOW
    if clause.language != "en" and any(
        clause.at(i - 1, "aux", "can") and not clause.at(i + 1, "noun", "type") for i in clause.find("type")
    ):
        return None  # 喷火龙会飞行吗 asks whether it can fly, not for its type
    clause.take(*clause.find("attr", "type", "ability", "generation", "region", "color"))
    condition = conditions(clause)
    if condition is None and scope.generation is not None and not scope.version_groups and len(subjects) == 1:
        condition, scope = FromGeneration(scope.generation), NOW  # "is Marshadow Gen 7?"
    if condition is None:
        return None
    denied = clause.find("neg", "neg") if claims else []
    plain = len(denied) == 1 and clause.tokens[denied[0]].text.endswith(("是", "非"))
    if plain and not isinstance(condition, And | Or | Not):
        clause.take(*denied)
        condition = Not(condition)  # 太阳之力不是它的隐藏特性，对吗
    only = [i for i in clause.find("adv", "only") if i not in clause.used]  # "was it Psychic only"
    only += [i for i in clause.find("signature", "only") if clause.tokens[i].text == "只有"]
    if only and isinstance(condition, HasType):
        condition = And((condition, TypeCount(1)))  # 只有火属性吗
        clause.take(*only)
    clause.take(*clause.find("intro"), *clause.find("noun", "type", "ability", "region"))
    if clause.language != "en" and isinstance(condition, Number):
        clause.take(*clause.find("exist"))  # 防御真的有160吗
    if isinstance(condition, Or) and all(isinstance(c, HasType) for c in condition.conditions):
        return Facts(tuple(subjects), ("type",), scope)
    if len(subjects) > 1:
        inner = condition.condition if isinstance(condition, Not) else condition
        if isinstance(inner, HasType):
            clause.take(*clause.find("bool", "or"))
            return Facts(tuple(subjects), ("type",), scope)
        told = _told_by(inner)
        if told is None or scope is not NOW or clause.find("bool", "or"):
            return None
        clause.take(*clause.find("each"))
        return Facts(tuple(subjects), (told,))  # "are both of them legendary?": what each is
    if isinstance(condition, Not) and not claims:
        condition, negated = condition.condition, True
    if clause.find("bool", "or"):
        return None
    if scope is not NOW and not isinstance(condition, (HasType, HasAbility, And, Number)):
        return None
    if clause.is_universal():
        return None
    if negated and not _simply_negated(clause):
        return None
    if scope is not NOW and (learnt := learnt_in(condition, scope)) != condition:
        condition, scope = learnt, NOW
    return Check(subjects[0], condition, scope, negated)


def _told_by(condition: Condition) -> Attribute | None:
    """The attribute that tells of several Pokémon whether a condition holds."""
    match condition:
        case IsClass():
            return "status"
        case InEggGroup():
            return "egg-group"
        case FromGeneration():
            return "generation"
        case HasAbility():
            return "ability"
        case IsGender():
            return "gender-ratio"
        case IsColor(table, _):
            return "growth-rate" if table == "growth_rate" else table
    return None


def _simply_negated(clause: Clause) -> bool:
    """Is the sentence negated, and not a word of it? "Is it a non-Fire type?" has the opposite answer of "isn't it"."""
    said = {clause.tokens[i].text.casefold() for i in clause.find("neg", again=True)}
    return said.isdisjoint({"non", "非", "without", *_BESIDES})


def _exists_in(clause: Clause) -> Query | None:
    """ "Did the Fairy type exist in gen 4?", "Was Fairy in the type chart when Diamond and Pearl came out?"."""
    if not (clause.has("exist") or clause.has("noun", "typechart", "dex", "game") or clause.has("intro")):
        return None
    if not (clause.has("gen") or clause.has("vg")):
        return None
    subject: Subject
    if clause.mons() and clause.has("exist"):
        i = clause.mons()[0]
        subject = clause.mon(i)
    elif clause.find("type") and not clause.mons():
        i = clause.find("type")[0]
        subject = Thing("type", clause.value(i, "type"))
    elif clause.find("move") and clause.has("exist"):
        i = clause.find("move")[0]
        subject = Thing("move", clause.value(i, "move"))
    elif clause.find("ability") and clause.has("exist") and not clause.mons():
        i = clause.find("ability")[0]
        subject = Thing("ability", clause.value(i, "ability"))
    else:
        return None
    clause.take(i)
    scope = clause.scope()
    if scope.generation is None:
        return None
    clause.take(*clause.find("exist"), *clause.find("noun", "typechart", "dex", "game", "type", "move", "ability"),
                *clause.find("intro"), *clause.find("wh", "when"), *clause.find("attr", "type", "matchup"),
                *clause.find("hist", "past"))  # fmt: skip
    return Check(subject, ExistsIn(scope.generation))


#: Words that set a value beside an earlier one.
_BESIDE = frozenset({"compared with", "compared to", "in comparison with", "in comparison to", "相比", "比起来",
                     "相比之下"})  # fmt: skip


def history(clause: Clause) -> Query | None:
    """ "Did Pikachu's base Defense ever change?", 波克比以前是什么属性,现在又是什么."""
    changed = clause.find("hist", "change")
    past = clause.find("hist", "past")
    lasting = _always_so(clause)
    if lasting is not None:
        return lasting
    beside = [i for i in clause.find("prep", "between", "than") if clause.tokens[i].text.casefold() in _BESIDE]
    then_and_now = (clause.has("gen") or clause.has("vg")) and (clause.has("hist", "now") or bool(beside))
    if then_and_now:  # "in generation 4 vs now", "compared with before Gen 6"
        clause.scope()
        clause.take(*beside)
        clause.take(*clause.find("mu", "effect:att"))
    elif changed and (clause.has("gen") or clause.has("vg")):
        clause.scope()  # "was it different in Gen 5?": all changes are told, with their generations
    elif (not changed and not past) or clause.has("gen") or clause.has("vg"):
        return None
    mons = clause.mons()
    if len(mons) != 1:
        return None
    if clause.has("ev") or clause.find("mu"):
        return None
    found = attributes(clause, _POKEMON)
    yes_no = clause.is_yes_no()
    types = clause.find("type")
    if not found and types and yes_no and past:
        return None
    if len(found) != 1:
        return None
    clause.take(*mons, *changed, *past, *clause.find("hist", "now"), *clause.find("wh", "how"))
    clause.take(*clause.find("ell"))
    return History(clause.mon(mons[0]), found[0], yes_no and bool(changed))  # type: ignore[arg-type]


def _always_so(clause: Clause) -> Query | None:
    """ "Was Magnemite always part Steel?", 皮皮一直是妖精属性吗: its types over the generations."""
    always, mons, types = clause.find("adv", "always"), clause.mons(), clause.find("type")
    always = always or clause.find("hist", "past")
    if not always or len(mons) != 1 or not types or not clause.is_yes_no() or clause.find("mu") or clause.has("gen"):
        return None
    if clause.has("ability") or clause.has("bool", "or") or clause.has("ev"):
        return None
    clause.take(*always, *mons, *types, *clause.find("noun", "type"), *clause.find("attr", "type"))
    clause.take(*clause.find("typecount"), *clause.find("adv", "only"))
    return History(clause.mon(mons[0]), "type")


__all__ = ["attributes", "check", "facts", "history", "measure_words", "region_generation", "where_from"]
