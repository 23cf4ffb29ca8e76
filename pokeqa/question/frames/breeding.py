"""Eggs: who breeds with whom, and how long an Egg takes."""

from __future__ import annotations

from typing import Any

from ...pokedex.formulas.breeding import FEMALE_ONLY, GENDERLESS, MALE_ONLY, is_ditto, is_undiscovered
from ..algebra import Check, Facts, IsGender, Not, Query, SharesWith
from ..calculations import Breed
from ..clause import Clause, is_negative_auxiliary
from ..describe.gender_ratio import gender_pieces


def offspring(clause: Clause) -> Query | None:
    """ "What hatches from a Snorlax Egg?", 卡比兽的蛋会孵出什么: the first stage of its family."""
    mons = clause.mons()
    out, eggs = clause.find("egg", "out", "hatch"), clause.find("egg", "egg")
    young, asks = clause.find("egg", "young"), clause.find("egg", "asks")
    young += clause.find("cls", "baby")
    out += asks
    if eggs or young:
        out += clause.find("ev", "from")  # "what comes from a Lucario Egg"
    if (eggs or clause.has("breed", "breed")) and not clause.has("egg", "steps", "hatch"):
        out += clause.find("exp", "gives")  # "breeding Sylveon yields which Pokémon?"
        out += clause.find("prep", "getv") if clause.has("wh", "when") and eggs else []  # "what do I get when it lays"
    mons = _without_choices(clause, mons)
    parents = clause.find("parents") if out or eggs or young else []
    if len(mons) == 2 and eggs and clause.is_yes_no():
        return _claimed_offspring(clause, mons, [*out, *eggs])
    if len(mons) == 2:
        return _offspring_of_two(clause, mons, [*out, *eggs, *young])
    if len(mons) != 1 or clause.is_yes_no() or clause.is_negated() or clause.has("wh", "howmany", "howmuch"):
        return None
    named = [i for i in clause.find("attr") if not clause.at(i, "attr", "effect")]
    if named or clause.has("egg", "steps") or not (clause.has("wh", "what", "which", "who") or young or asks):
        return None
    bred = clause.find("breed", "breed")
    hatched = clause.has("egg", "out") or clause.has("egg", "young") or bool(asks)
    hatched |= bool(parents and out)  # "if Chansey is the mother, what hatches"
    if not (hatched or (out and (eggs or bred)) or (young and (bred or eggs or clause.has("ev", "from")))):
        return None
    clause.take(*parents)
    clause.take(*mons, *out, *eggs, *young, *bred, *clause.find("prep", "getv"), *clause.find("beaten", "get"))
    clause.take(*clause.find("noun", "pokemon"), *clause.find("catch", "hypothetical"), *clause.find("wh", "when"))
    clause.take(*clause.find("breed", "itself"), *clause.find("suppose"), *clause.find("ev", "into", "from"))
    return Breed(clause.mon(mons[0]), None, "offspring")


def _claimed_offspring(clause: Clause, mons: list[int], words: list[int]) -> Query | None:
    """ "Does Pikachu's Egg hatch into Pichu?", 皮卡丘的蛋孵出来是皮丘吗: of two of one family."""
    parent, young = (clause.mon(i) for i in mons)
    line = {clause.dataset.species[one.species_id].chain_id for one in (parent, young)}
    holds = clause.find("contain")
    if len(line) != 1 or not (clause.has("egg", "out", "hatch") or holds) or clause.is_negated():
        return None
    if parent == young or any(map(clause.has, ("incense", "item", "move", "bool"))):
        return None
    clause.take(*mons, *words, *holds, *clause.find("egg", "hatch"), *clause.find("neg", "negyn"))
    return Breed(parent, young, "into")


def _offspring_of_two(clause: Clause, mons: list[int], words: list[int]) -> Query | None:
    """ "What do I get if I breed Electivire with Ditto?", 皮卡丘和百变怪生出来是什么: what hatches from their Egg."""
    first, second = (clause.mon(i) for i in mons)
    bred = [*clause.find("breed", "breed"), *clause.find("handdown")]
    got = [*clause.find("prep", "getv"), *clause.find("outcome"), *clause.find("beaten", "get")]
    dittos = [is_ditto(clause.dataset.species[one.species_id]) for one in (first, second)]
    young = bool(words) and (clause.has("parents") or any(dittos))
    if not (bred and (got or words)) and not young:
        return None
    if first == second or clause.is_negated() or clause.is_yes_no():
        return None
    if not (clause.has("wh", "what", "which", "who") or clause.has("outcome")):
        return None
    named = [i for i in clause.find("attr") if not clause.at(i, "attr", "effect")]
    if named or clause.has("move") or clause.has("egg", "steps") or clause.has("wh", "how", "howmany"):
        return None
    if all(dittos):
        return None
    sexes = clause.find("sex", "male", "female")
    clause.take(*mons, *words, *bred, *got, *sexes, *clause.find("suppose"), *clause.find("breed", "itself"))
    clause.take(*clause.find("egg"), *clause.find("battlewords"), *clause.find("owning"), *clause.find("wh", "when"))
    clause.take(*clause.find("pron", "them"), *clause.find("catch", "hypothetical"))
    if any(dittos):
        return Breed(second if dittos[0] else first, None, "offspring")
    return None if clause.has("parents") else Breed(first, second, "offspring")


def _without_choices(clause: Clause, mons: list[int]) -> list[int]:
    """ "From a Snorlax Egg, Munchlax or Snorlax?": what is put up for choice behind it is answered by what hatches."""
    joint = next((i for i in clause.find("bool", "or") if mons and i > mons[0]), None)
    line = {clause.dataset.species[clause.mon(i).species_id].chain_id for i in mons}
    if joint is None or len(mons) < 2 or len(line) != 1:
        return mons
    clause.take(joint, *mons[1:])
    return mons[:1]


def breeding(clause: Clause) -> Query | None:
    """ "Can Ditto breed with Garchomp?", 哪些宝可梦能和皮卡丘生蛋, "how many steps to hatch a Riolu egg"."""
    mons = clause.mons()
    if not 1 <= len(mons) <= 2:
        return None
    words = clause.find("breed", "breed", "compatible")
    hatch = clause.find("egg", "hatch")
    parents = clause.find("parents") if len(mons) == 2 and clause.has("egg", "egg") else []
    if not words and parents and clause.is_yes_no():
        words = parents  # "could a male Garchomp father eggs with a Charizard mother?"
    if len(mons) == 2 and not words and hatch and clause.is_yes_no():
        words = hatch  # 想孵火稚鸡,拿百变怪可以吗
        clause.take(*clause.find("battlewords"), *clause.find("catch", "hypothetical"), *clause.find("effort"))
    if len(mons) == 2 and not words and clause.is_yes_no():
        words = clause.find("egg", "young")  # 怪力和双弹瓦斯会有后代吗
    same = [*clause.find("shares", "same"), *clause.find("cmp", ":eq"), *clause.find("team", "shared")]
    groups = clause.find("attr", "egg-group")
    if clause.is_yes_no():  # 雷丘跟仙子伊布是一个蛋组吗
        same += [i for i in clause.find("list", "one") if i not in same and i + 1 in groups]
    if len(mons) == 2 and not words and same and groups and not clause.has("wh") and not clause.is_negated():
        clause.take(*clause.find("exist"), *clause.find("neg", "negyn"))  # 有没有共同的蛋组
        clause.take(*mons, *same, *groups, *clause.find("pron", "them"))  # "Salamence and Altaria - same egg group?"
        return Check(clause.mon(mons[0]), SharesWith("egg-group", clause.mon(mons[1])))
    if len(mons) == 1 and not words and clause.has("wh", "what", "which", "who"):
        words = clause.find("breed", "partner")  # 给美纳斯找个配偶,谁可以
        clause.take(*(clause.find("itemuse") if words else ()), *(clause.find("list") if words else ()))
    if not words or (clause.has("learn") and not clause.has("breed", "breed")):
        return _hatching(clause, mons) if len(mons) == 1 else None
    clause.take(*clause.find("owning"), *clause.find("wish"), *clause.find("suits"))
    clause.take(*(i for i in clause.find("attr", "effect") if clause.tokens[i].text.casefold() in ("works", "work")))
    why = clause.find("wh", "why")
    if all(clause.at(i, "breed", "compatible") for i in words) and not (
        clause.has("attr", "egg-group") or clause.has("egg") or len(mons) == 2
    ):
        return None
    clause.take(*mons, *words, *clause.find("breed", "partner", "itself"), *clause.find("egg", "egg"))
    negated = False
    for i in (*clause.find("neg"), *(i for i in words if clause.at(i, "neg", "neg"))):  # 生不了蛋
        text = clause.tokens[i].text
        if not (
            clause.at(i, "neg", "negyn")
            or is_negative_auxiliary(text)
            or text in ("不能", "不会", "无法")
            or i in words
        ):
            return None
        negated = negated or not clause.at(i, "neg", "negyn")
        clause.take(i)
    many = clause.take_all("wh", "howmany")
    first = clause.mon(mons[0])
    if len(mons) == 2:
        if clause.has("wh") or many:
            return None
        clause.take(*_known_genders(clause, mons), *clause.find("suppose"), *clause.find("inflict"))
        needed = clause.take_all("require")
        dittos = [clause.mon(i) for i in mons if is_ditto(clause.dataset.species[clause.mon(i).species_id])]
        if needed and len(dittos) == 1:  # "is Ditto needed to breed Metagross?": who else it breeds with tells
            return Breed(next(clause.mon(i) for i in mons if clause.mon(i) not in dittos), None, "partners")
        sexes = {clause.value(i, "sex") for i in clause.find("sex", "male", "female")}
        if len(sexes) == 2:
            clause.take(*clause.find("sex", "male", "female"))  # "a male Pikachu and a female Raichu"
        clause.take(*clause.find("exist"))
        return Breed(first, clause.mon(mons[1]), "can", negated)
    wanted = (
        clause.has("noun", "pokemon") or clause.has("wh", "what", "which", "who") or many
        or clause.has("breed", "partner") or clause.has("list", "list")
    )  # fmt: skip
    clause.take(*clause.find("list"), *clause.find("exist"), *clause.find("attr", "egg-group"))
    pair = [i for i in clause.find("number") if clause.value(i, "number") == 2 and i < mons[0]]
    pair += [i for i in clause.find("prep", "between") if i == mons[0] + 1]  # メタモン同士
    pair += [i for i in clause.find("pron", "them") if i == mons[0] - 1 and clause.tokens[i].text[0] in "两兩二2"]
    clause.take(*pair)
    if (pair or clause.has("breed", "itself")) and not wanted:
        return Breed(first, first, "can", negated)
    if why and negated:
        species = clause.dataset.species[first.species_id]
        if not is_undiscovered(species, clause.dataset):
            return None
        clause.take(*why)
        return Breed(first, None, "can", negated)
    if wanted:
        own = clause.find("sex", "male", "female")
        rate = clause.dataset.species[first.species_id].gender_rate
        if len(own) == 1 and own[0] == mons[0] - 1 and rate not in (GENDERLESS, MALE_ONLY, FEMALE_ONLY):
            clause.take(*own)  # "with whom can my female Garchomp breed": the same species, whichever it is
        aspect: Any = "count" if many else "partners"
        return None if negated else Breed(first, None, aspect)
    asked = clause.is_yes_no() or clause.has("aux", "can") or clause.language == "ja"  # ミュウツーはタマゴを作れますか
    return Breed(first, None, "can", negated) if asked else None


def _known_genders(clause: Clause, mons: list[int]) -> list[int]:
    """ "A genderless Metagross": a word for a gender that is true of the Pokémon behind it."""
    rates = {"genderless": GENDERLESS, "male-only": MALE_ONLY, "female-only": FEMALE_ONLY}
    kinds = [clause.dataset.species[clause.mon(m).species_id].gender_rate for m in mons]
    own = [
        i for i in clause.find("gender")
        if clause.at(i - 1, "aux", "have") and clause.at(i - 2, "pron", "it")
        and rates.get(clause.value(i, "gender")) in kinds
    ]  # fmt: skip
    if own:  # "even though it has no gender"
        return [own[0], own[0] - 2]
    return [
        i for i in clause.find("gender")
        if i + 1 in mons
        and clause.dataset.species[clause.mon(i + 1).species_id].gender_rate == rates.get(clause.value(i, "gender"))
    ]  # fmt: skip


#: Abilities that halve the steps, as the answer says.
_WARM = frozenset({"flame-body", "magma-armor", "steam-engine"})


def _hatching(clause: Clause, mons: list[int]) -> Query | None:
    """How long an Egg takes: egg cycles and steps. An Egg by itself (鲤鱼王的蛋) is told with its groups."""
    eggs = clause.find("egg", "egg", "hatch")
    if set(clause.content()) == {*mons, *eggs} and all(clause.at(i, "egg", "egg") for i in eggs) and eggs:
        clause.take(*mons, *eggs)
        return None if clause.is_yes_no() else Facts((clause.mon(mons[0]),), ("egg-group", "hatch"))
    steps = clause.find("egg", "steps")
    asked = clause.find("attr", "hatch")
    if eggs:  # "how long does a Beldum egg take"
        asked += [i for i in clause.find("attr", "height") if clause.tokens[i].text.casefold() == "how long"]
    if not (eggs or asked) or not (steps or asked or clause.has("wh", "howmany", "howmuch", "how", "when")):
        return None
    if clause.is_yes_no() or (not asked and not steps and not clause.has("egg", "hatch")):
        return None
    if clause.has("sup") or clause.has("cmp"):
        return None
    abilities = clause.dataset.abilities
    warm = [i for i in clause.find("ability") if abilities[clause.value(i, "ability")].identifier in _WARM]
    clause.take(*warm, *(clause.find("battlewords") if warm else ()), *(clause.find("suppose") if warm else ()))
    clause.scope()  # both of today and of older games are told
    clause.take(*mons, *eggs, *steps, *asked, *clause.find("wh", "howmany", "howmuch", "how", "when"))
    clause.take(*clause.find("exp", "reach"), *clause.find("prep", "getv"), *clause.find("require"))
    clause.take(*clause.find("mu", "effect:def"), *clause.find("pron", "it"))  # "how many steps does it take"
    return Facts((clause.mon(mons[0]),), ("hatch",))


def gender(clause: Clause) -> Query | None:
    """ "What percentage of Eevee are female?", "can Chansey be male?", 伊布母的概率: the gender ratio answers it."""
    mons = clause.mons()
    words = clause.find("sex", "male", "female")
    often = clause.find("sex", "often", "most")
    asks_more = bool(often) and bool(clause.find("attr", "gender-ratio")) and clause.language != "en"  # 什么性别的多
    if len(mons) != 1 or not (words or asks_more) or clause.has("breed") or clause.has("ball") or clause.has("learn"):
        return None
    if clause.is_yes_no() and clause.has("number"):  # "is Eevee 87.5% male?"
        stated = gender_pieces(clause)
        clause.take(*mons, *clause.find("pron", "it"))
        return Check(clause.mon(mons[0]), stated[0].condition) if stated and not clause.is_negated() else None
    got = clause.find("had")  # "can you get a female Braviary"
    yes_no = clause.is_yes_no() or got == [0]
    clause.take(*got)
    rate = [i for i in clause.find("ell") if "%" in clause.tokens[i].text]  # "what % of Combee are female"
    rate += clause.find("share")  # "what ratio of Eevee are female"
    clause.take(*rate)
    asked = (
        often
        or rate
        or clause.find("attr", "gender-ratio")
        or yes_no
        or clause.has("wh", "howmany", "what")
        or clause.has("exist")
        or clause.find("catch", "chance")
        or clause.find("attr", "chance")
    )
    more = clause.find("cmp", ":gt") if clause.has("bool", "or") and len(words) == 2 else []  # "more male or female"
    if any(not clause.at(i, "sex", "often") for i in clause.find("cmp") if i not in more):
        return None
    if not asked or clause.is_negated() or clause.has("sup") or clause.has("catch", "catch"):
        return None
    clause.take(*mons, *words, *often, *clause.find("attr", "gender-ratio"), *clause.find("exist"), *more)
    clause.take(*clause.find("catch", "chance"), *clause.find("attr", "chance"), *clause.find("pron", "it"))
    clause.take(*clause.find("wh", "howmany", "howmuch", "how"), *clause.find("bool", "or"))
    clause.take(*clause.find("prep", "getv"), *clause.find("percent"), *clause.find("egg", "egg", "hatch", "out"))
    clause.take(*clause.find("exp", "gives"), *clause.find("beaten", "get"), *clause.find("meet", "appear"))
    mon, every = clause.mon(mons[0]), _of_every_one(clause)
    if every and clause.is_yes_no() and len({clause.value(i, "sex") for i in words}) == 1:
        clause.take(*every)
        return Check(mon, IsGender("male-only" if clause.at(words[0], "sex", "male") else "female-only"))
    rate_of_it = clause.dataset.species[mon.species_id].gender_rate
    said = {clause.value(i, "sex") for i in words}
    must = clause.has("oblige") or any(clause.tokens[i].text.startswith(("必", "一定", "得", "都")) for i in words)
    if yes_no and len(said) == 1 and clause.find("sex", "most", again=True) and 0 < rate_of_it < FEMALE_ONLY:
        return Check(mon, IsGender("mostly-male" if said == {"male"} else "mostly-female"))
    if yes_no and len(said) == 1 and rate_of_it != GENDERLESS and not (often or must):
        return Check(mon, IsGender("can-be-male" if said == {"male"} else "can-be-female"))
    return Facts((mon,), ("gender-ratio",))


def _of_every_one(clause: Clause) -> list[int]:
    """The words that say it of every one: "always a girl", "are all Chansey female", 都是母的."""
    always = clause.find("adv", "always", "only", again=True)
    return [*always, *clause.find("list", "all", again=True), *clause.find("each", again=True)]


def has_gender(clause: Clause) -> Query | None:
    """ "Does Magnemite have a gender?", 小磁怪有性别吗."""
    mons, asked = clause.mons(), [i for i in clause.find("attr", "gender-ratio") if not clause.at(i, "gender")]
    others = clause.find("sex") or clause.has("breed") or clause.has("wh") or clause.is_negated()
    if len(mons) != 1 or not asked or others or not clause.is_yes_no():
        return None
    clause.take(*mons, *asked, *clause.find("neg", "negyn"), *clause.find("exist"), *clause.find("aux", "have"))
    if any(clause.at(i, "gender") for i in asked):  # "is Magnezone genderless?" claims that it has none
        values = {clause.value(i, "gender") for i in asked if clause.at(i, "gender")}
        return Check(clause.mon(mons[0]), IsGender("genderless")) if values == {"genderless"} else None
    return Check(clause.mon(mons[0]), Not(IsGender("genderless")))
