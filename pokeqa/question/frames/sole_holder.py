"""Whether an ability is one Pokémon's or one family's alone: "is Arena Trap exclusive to the Diglett family?".

Also the other way round: "does any Pokémon other than Aegislash have Stance Change?".
"""

from __future__ import annotations

from ..algebra import And, HasAbility, IsA, Not, Query, Search
from ..clause import Clause, is_negative_auxiliary
from ..set_queries import Only
from ..word_lists import word_list

#: Words that make another question of it.
_OTHERWISE = ("move", "type", "sup", "agg", "share", "learn", "gen", "vg", "cls", "mu", "contrast", "hist", "stage",
              "number", "slot")  # fmt: skip
#: Who is left out of those that are asked about.
_BUT = word_list("sole-holder/but")


def sole_holder(clause: Clause) -> Query | None:
    """Whether nobody but this Pokémon, or its family, can have this ability; or whether anybody else can."""
    mons, abilities = clause.mons(), clause.find("ability")
    if len(abilities) != 1 or any(map(clause.has, _OTHERWISE)):
        return None
    if not mons:
        return _who_alone(clause, abilities)
    if any(clause.at(i, "mon") for i in abilities) or clause.has("wh", "howmany", "how", "why", "where", "when"):
        return None
    others = _others(clause, mons, abilities[0])
    if others is not None:
        return others
    words = _only_words(clause, mons, abilities[0])
    denied = [i for i in clause.find("neg", "neg")[:1] if i == 0 and is_negative_auxiliary(clause.tokens[i].text)]
    clause_denies = len(clause.find("neg", "neg")) > len(denied)
    if not words or clause_denies or (clause.has("wh") and not clause.is_yes_no()):
        return None
    family = clause.find("ev", "family")
    if len(clause.find("ev")) > len(family):
        return None
    clause.take(*mons, *abilities, *words, *denied, *family, *clause.find("neg", "negyn"))
    _take_nouns(clause)
    clause.take(*clause.find("oblige"), *clause.find("pron", "it"), *clause.find("ownside"))
    first, *also = (clause.mon(i) for i in mons)
    return Only(first, HasAbility(clause.value(abilities[0], "ability")), also=tuple(also), family=bool(family))


def _who_alone(clause: Clause, abilities: list[int]) -> Query | None:
    """ "Which is the sole Pokémon having Good as Gold?": who has it, which tells whether that is one alone."""
    words = clause.find("signature", "only")
    asks = clause.has("wh", "which", "who", "what") or "which" in clause.tokens[0].text.casefold()
    asks = asks or (0 in words and not clause.is_yes_no())  # "the only Pokémon with Multitype?"
    if clause.language != "en" or not words or not asks or clause.has("neg") or clause.has("bool"):
        return None
    if any(clause.tokens[i].text.casefold() == "only one" for i in words) or clause.has("ev"):
        return None
    clause.take(*words, *abilities, *clause.find("wh", "which", "who", "what"), *clause.find("list", "one"))
    _take_nouns(clause)
    return Search("pokemon", HasAbility(clause.value(abilities[0], "ability")))


def _take_nouns(clause: Clause) -> None:
    clause.take(*clause.find("noun", "pokemon", "ability"), *clause.find("attr", "ability"), *clause.find("meet"))
    clause.take(*clause.find("exist"), *clause.find("intro"), *clause.find("light"), *clause.find("bool", "and"))


def _only_words(clause: Clause, mons: list[int], ability: int) -> list[int]:
    """The words that limit the ability to the Pokémon. "Only" in front of the ability limits what the Pokémon has."""
    own = clause.find("signature", "signature")
    if own and not clause.has("signature", "only"):
        return [*own, *clause.find("adv", "only"), *clause.find("typecount", "1")]
    said = [*clause.find("signature", "only"), *clause.find("adv", "only"), *clause.find("typecount", "1")]
    said = sorted(set(said))
    if clause.language == "ja":
        at = [i for i in said if i > mons[-1] and ability != i - 1]
        return said if at and not any(mons[-1] < ability < i for i in at) else []
    for i in said:
        behind = next((k for k in range(i + 1, len(clause.tokens)) if k in mons or k == ability), None)
        if clause.at(i + 1, "noun", "ability") and clause.at(i - 1, "mon") is False:
            return []  # "Gengar's only ability"
        alone = clause.at(i, "signature", "only") or clause.tokens[i - 1].text.casefold() == "the"
        if behind in mons or (alone and clause.language == "en") or clause.at(i - 1, "mon"):
            if behind == ability and clause.at(i - 1, "mon") and not clause.at(i + 1, "noun", "ability"):
                continue  # "Does Gengar only have Levitate?"
            return said
    return []


def _others(clause: Clause, mons: list[int], ability: int) -> Query | None:
    """Whether anybody else has it: the Pokémon is left out by a word in front of it."""
    but = [i for i in clause.find("neg", "neg") if i + 1 in (mons[0], mons[0] - 1) or i == mons[-1] + 1]
    but = [i for i in but if clause.tokens[i].text.casefold().split(" ")[-1] in _BUT]
    rest = [i for i in clause.find("neg", "neg") if i not in but]
    asks = clause.is_yes_no() or clause.has("exist") or any(clause.tokens[i].text == "没有" for i in rest)
    if not but or not asks or any(clause.tokens[i].text != "没有" for i in rest) or clause.has("ev", "post", "pre"):
        return None
    family = clause.find("ev", "family")
    clause.take(*mons, ability, *but, *rest, *family, *clause.find("neg", "negyn"), *clause.find("signature", "else"))
    _take_nouns(clause)
    clause.take(*clause.find("cmp"), *clause.find("catch", "hypothetical"))
    held = HasAbility(clause.value(ability, "ability"))
    if family:
        return Only(clause.mon(mons[0]), held, also=tuple(map(clause.mon, mons[1:])), family=True, others=True)
    return Search("pokemon", And((held, *(Not(IsA(clause.mon(i))) for i in mons))), None, "exists")
