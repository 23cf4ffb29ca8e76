"""Attributes of Pokémon, and the profile of one that is only named."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra import NOW, Attribute, Facts, Query, Subject, Unit
from ..clause import VERSUS, Clause
from ..describe.piece import UNITS
from ..unit_systems import unit_of
from ..word_lists import word_list
from .attributes import OF_POKEMON, STATS, asks_another_of_each, attributes, measure_words, where_from
from .timeless import of_a_time, timeless

#: Attributes whose past values the dataset has.
_HISTORICAL = frozenset(
    {
        *STATS,
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
_BOTH = word_list("facts/both")
#: Words that say of a number that types are counted.
_TYPES = word_list("types")
_MATCHUP = ("weakness", "resistance", "immunity", "matchup")
#: Words that leave out what stands behind them.
BESIDES = frozenset(word_list("facts/besides"))


#: "日文名", "英語名": the word for a language that says itself that a name is asked for.
_NAME = "名"


def _official(clause: Clause, found: list[str], mons: list[int]) -> str | None:
    """3D龙的官方名, "what is zard called": of a nickname, the official name in the question's language is asked for."""
    nicknames = all(clause.tokens[i].how == "alias" for i in mons)
    return clause.language if found == ["name"] and nicknames else None


def _unit(clause: Clause, found: Sequence[str]) -> Unit | None:
    systems = clause.find("unitsystem")
    sizes = [a for a in found if a in ("height", "weight")]
    if systems and len(sizes) == 1:
        clause.take(*systems, *clause.find("noun", "measure"))
        return unit_of(str(clause.value(systems[0], "unitsystem")), sizes[0])
    if systems and len(sizes) > 1:
        clause.take(*systems, *clause.find("noun", "measure"))
        return "imperial" if clause.at(systems[0], "unitsystem", "imperial") else None
    # Again: 多少厘米 asks for the height, and in which unit.
    units = [i for i in clause.find("unit", again=True) if clause.value(i, "unit") != "point"]
    if len(units) == 2 and sizes == ["weight"] == found and all(clause.at(i, "unit") for i in units):
        # "in pounds or kg": both are told unless one is wanted
        measured = {UNITS[str(clause.value(i, "unit"))][0] for i in units}
        if measured == {"weight"} and clause.at(units[0] + 1, "bool"):
            clause.take(*units)
        return None
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


def _looks(clause: Clause) -> list[str]:
    """ "What does Mudkip look like?", 长什么样: what is recorded of it; not "which one looks like Pikachu?"."""
    words = clause.find("looks")
    if len(words) != 1 or clause.is_yes_no() or clause.has("noun", "pokemon") or clause.has("wh", "who", "which"):
        return []
    clause.take(*words)
    return ["color", "shape", "height", "weight"]


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


def _asks_for_one_beside(clause: Clause) -> bool:
    """妙蛙草和小火龙中间是谁, 比百变怪难抓的宝可梦: who is asked for has another name."""
    if any(token.text == "中间" for token in clause.tokens):
        return True
    return clause.has("noun", "pokemon") and any(token.text == "比" for token in clause.tokens)


def _side_by_side(clause: Clause, mons: Sequence[int]) -> bool:
    """Does nothing but what joins them stand between the names?"""
    between = range(mons[0] + 1, mons[-1])
    return all(i in mons or clause.at(i, "bool") or clause.at(i, "prep", "between") for i in between)


def _asks_for_all(clause: Clause, mons: Sequence[int]) -> bool:
    """Is that nothing but names, so that their profiles are asked for?"""
    if clause.is_yes_no():
        return False  # "pika pika chu" asks nothing
    if any(i > mons[-1] for i in clause.find("attr", "effect")):
        return False  # "What does Garchomp do?": only an ability, an item or a move does something
    if clause.has("list", "list") and clause.tokens[mons[-1]].mark.endswith("s"):
        return False  # "just give me Slaking's": what of it, is said elsewhere
    if clause.has("wh", "which") and (len(mons) > 1 or clause.at(1, "prep", "of") or clause.has("noun", "game")):
        return False  # 尼多朗和尼多兰，母的是哪只, "Which of Ralts": one of them is asked for; "which version"
    if clause.has("bool", "or"):
        return False  # "Charizard or Blastoise" is the end of a choice, by something said elsewhere
    return _side_by_side(clause, mons)  # "what do I give my Scyther to make it Scizor" asks for one for the other


def facts(clause: Clause) -> Query | None:
    """Attributes of Pokémon: "Pikachu's type and speed", 快龙的隐藏特性是什么; a name alone asks for its profile."""
    mons = clause.mons()
    if not mons or clause.is_held_against():
        return None
    if (
        (clause.is_yes_no() and _has_predicate(clause))
        or len({clause.value(i, "lang") for i in clause.find("lang")}) > 1  # each is asked for
        or _asks_for_one_beside(clause)
        or _asks_for_others(clause, mons)
        or (len(mons) > 1 and any(t.has("ev", "into") and t.has("wh", "how") for t in clause.tokens))  # 伊布怎么变
        or asks_of_what_it_has(clause)
        or asks_another_of_each(clause, mons)
    ):
        return None
    languages = clause.take_all("lang")
    found = attributes(clause, OF_POKEMON)
    language = clause.value(languages[-1], "lang") if languages else _official(clause, found, mons)
    unit = _unit(clause, found)
    if unit is not None and not found:
        found = [UNITS[unit][0]]
    found = where_from(clause, found) or _looks(clause)
    found = _bare_size(clause, found, mons) or _counted_kinds(clause, mons)
    measure_words(clause, found)
    if language is not None:
        others = [a for a in found if a not in ("name", "profile")]
        named = "name" in found or any(_NAME in clause.tokens[i].text or "name" in clause.tokens[i].text.casefold()
                                       for i in languages)  # fmt: skip
        found = ["name", *others] if named or not others else others
        clause.take(*clause.find("wh", "how"))
    if any(not clause.at(i, "bool", "or") for i in clause.find("prep", "between")) and len(mons) > 1 and not found:
        found = ["stats"]
    if len(mons) > 1 and found and not clause.has("cmp"):
        # "base stats: Gengar vs Alakazam"
        clause.take(*(i for i in clause.find("mu") if clause.tokens[i].text.casefold() in VERSUS))
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
    if len(found) > 1 or "ability" in found:
        clause.take(*clause.find("includes"))  # "abilities incl. HA"
    if "forms" in found:
        clause.take(*clause.find("wh", "howmany"), *clause.find("intro"))  # "how many forms does it come in"
        clause.take(
            *clause.find("taking"), *clause.find("ev", "into"), *clause.find("pron", "them")
        )  # "what forms can Deoxys take"
    found = found or of_a_time(clause, mons)
    scope = clause.scope()
    if scope is not NOW and not (found and set(found) <= _HISTORICAL):
        if not timeless(clause, found, mons, scope):
            return None  # the dataset has no past values of these
        scope = NOW
    if "total" in found and any(a in found for a in STATS[:-1]):
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
    if not found and _counts_own_types(clause):
        found = ["type"]
    if not found:
        if len(subjects) < len(mons) or not _asks_for_all(clause, mons):
            return None
        found = ["profile"]
    _take_type_words(clause, found, mons)
    if len(subjects) > 1 and any(clause.at(i, "bool", "or") for i in range(len(clause.tokens))):
        clause.take(*clause.find("bool", "or"))
    clause.take(*clause.find("list"), *clause.find("adv", "only"), *clause.find("noun", "dex"))
    if clause.language != "en":
        clause.take(*clause.find("neg", "negyn"), *clause.find("exist"))  # 有没有性别, 有没有隐藏特性
    typed: tuple[Attribute, ...] = tuple(found)  # type: ignore[arg-type]
    return Facts(tuple(subjects), typed, scope, unit, language)


def _counts_own_types(clause: Clause) -> bool:
    """ "Which two types does it have?", 是哪两个属性: the word for types counts them."""
    words = [i for i in clause.find("typecount", "2") if any(one in clause.tokens[i].text.casefold() for one in _TYPES)]
    if len(words) != 1 or clause.is_yes_no() or not clause.has("wh", "what", "which") or clause.has("noun", "pokemon"):
        return False
    clause.take(*words)
    return True


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
            clause.take(*_taken_on(clause))  # "what type does Ogerpon become with the Cornerstone Mask"


def _known_types(clause: Clause, mons: list[int]) -> list[int]:
    """ "Charizard's other type besides Fire", 除了火还有什么属性: a type that it has, said not to be asked for."""
    left_out = [i for i in clause.find("neg", "neg") if clause.tokens[i].text.casefold() in BESIDES]
    if len(mons) != 1 or len(left_out) != 1:
        return []
    own = clause.dataset.types_of(clause.mon(mons[0]).pokemon_id)
    types = [i for i in clause.find("type") if i > left_out[0] and clause.value(i, "type") in own]
    return [*left_out, *types, *clause.find("neg", "neg")] if len(types) == 1 else []


def _taken_on(clause: Clause) -> list[int]:
    """Words for becoming that speak of a form; "and what does it become" asks for another Pokémon."""
    return [i for i in clause.find("ev", "into") if not _is_asked_for(clause, i)]


def _is_asked_for(clause: Clause, i: int) -> bool:
    k = i - 1
    while clause.at(k, "aux") or clause.at(k, "pron"):
        k -= 1
    return clause.at(k, "wh", "what") and not clause.at(k, "attr") and clause.language == "en"


def _refined(clause: Clause, found: list[str], mons: list[int]) -> list[str]:
    """The attributes with what stands around them counted in."""
    if found and set(found) <= {"type", "ability", "hidden-ability"} and all(clause.mon(i).form_named for i in mons):
        clause.take(*_taken_on(clause))  # 洗翠的火暴兽变成什么属性: what the form has
    if len(mons) == 1 and not clause.is_yes_no():
        clause.take(*(i for i in clause.find("pron", "it") if i > mons[0]))  # "Gengar's type and its ability"
    _take_count(clause, found, mons)
    if len(mons) == 1 and found and not clause.mon(mons[0]).form_named:
        clause.take(*clause.find("ordinaryform"))  # 洛托姆本体
    if len(found) > 1 and "name" in found and not clause.has("lang"):
        # 梦特性叫什么, "what is its ability called": the name of that, and not of the Pokémon
        words = [clause.tokens[i].text.casefold() for i in clause.find("attr", "name", again=True)]
        if all(word.endswith(("么", "麼", "啥", "咩", "called", "named", "name of")) for word in words):
            found = [a for a in found if a != "name"]
    if len(mons) == 1 and len(found) == 2 and set(found) < set(STATS) and clause.find("cmp", ":gt", ":lt"):
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
