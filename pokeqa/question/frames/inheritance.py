"""Which parents an Egg has: whose Egg one hatches from, who hands a move down, with whom of a set one breeds."""

from __future__ import annotations

from ...pokedex.formulas.breeding import is_ditto
from ..algebra import ALL, Condition, IsGender, Query
from ..calculations import Breed, Inherit
from ..clause import Clause, is_negative_auxiliary
from ..describe import conditions
from ..terms import Mon
from ..word_lists import word_list
from .moves import moves_named

_DENIALS = word_list("inheritance/denials")


def handed_down(clause: Clause) -> Query | None:
    """ "Who passes Dragon Dance on to Charmander?", 谁能把龙之舞遗传给小火龙, "father for Dragon Dance Charmander"."""
    mons, moves = clause.mons(), moves_named(clause)
    moves = [i for i in moves if not clause.at(i, "handdown") and not clause.at(i, "learn")]
    if len(mons) != 1 or len(moves) != 1 or clause.is_yes_no() or clause.is_negated():
        return None
    parents = clause.find("parents")
    down = clause.find("handdown")
    asked = parents or clause.has("wh", "who", "which") or (clause.has("wh", "what") and clause.has("noun", "pokemon"))
    asked = asked or any("谁" in clause.tokens[i].text for i in down)
    eggs = clause.find("learn", "egg")
    if not asked or not (down or (parents and eggs) or parents):
        return None
    if not eggs and not parents and not _speaks_of_heirs(clause, down):
        return None  # "Which tutor teaches Charizard Fire Pledge?"
    clause.take(*mons, *moves, *parents, *down, *eggs, *clause.find("noun", "pokemon", "move"))
    clause.take(*clause.find("itemuse"), *clause.find("require"), *clause.find("learn"), *clause.find("breed"))
    clause.take(*clause.find("prep"), *clause.find("egg", "egg"), *clause.find("list"), *clause.find("pron", "it"))
    return Inherit(clause.mon(mons[0]), clause.value(moves[0], "move"))


def _speaks_of_heirs(clause: Clause, down: list[int]) -> bool:
    """A verb for handing down that is said of nothing else ("teach" is said of tutors)."""
    texts = {clause.tokens[i].text.casefold() for i in down}
    return bool(texts - {"teach", "breed", "on to"})


#: Behind "how": the time that an Egg takes is asked for.
_SOON = frozenset(word_list("soon"))


def parents(clause: Clause) -> Query | None:
    """ "Which parents for a Riolu Egg?", 怎么孵出利欧路, "do I need an incense to hatch a Munchlax?"."""
    mons = clause.mons()
    eggs = clause.find("egg", "egg", "hatch")
    named, ways = clause.find("parents"), clause.find("obtain")
    if len(mons) != 1 or clause.is_negated() or clause.has("egg", "steps"):
        return None
    if any(not clause.at(i, "egg", "hatch") for i in clause.find("attr", "hatch")):
        return None
    hows = [i + 1 for i in clause.find("wh", "how", again=True) if i + 1 < len(clause.tokens)]
    if any(clause.tokens[i].text.casefold() in _SOON for i in hows):
        return None  # "how quickly does a Magikarp Egg hatch" asks for its steps
    incense = clause.find("incense")
    how = [*clause.find("wh", "how"), *(i for i in clause.find("ev", "from") if clause.language != "en" and eggs)]
    told = (eggs and (named or incense or how)) or ways
    # "What do I need to breed for Wynaut?", "I want to breed a Riolu: what do the parents have to be?"
    bred = clause.find("breed", "breed")
    both = [i for i in named if "partner" not in clause.tokens[i].text.casefold()]
    needs = bool(both) or (clause.has("oblige") and clause.has("wh", "what") and not eggs)
    told = told or (bred if needs else [])
    if not told or (how and clause.has("learn", "egg")):
        return None
    if clause.is_yes_no() and not incense:
        return None
    clause.take(*mons, *eggs, *named, *ways, *incense, *clause.find("prep", "getv"), *clause.find("noun", "pokemon"))
    clause.take(*clause.find("breed"), *clause.find("beaten", "get"), *how, *clause.find("require"))
    clause.take(*clause.find("item"), *clause.find("noun", "item"), *clause.find("list"), *clause.find("suits"))
    clause.take(*clause.find("itemuse"), *clause.find("meet", "meet"), *clause.find("oblige"))
    return Breed(clause.mon(mons[0]), None, "parents")


def breeding_among(clause: Clause) -> Query | None:
    """ "Can Ditto breed with legendaries?", 百变怪能跟无性别的生蛋吗, "who can Ditto not breed with?"."""
    mons = clause.mons()
    words = clause.find("breed", "breed")
    if not words or len(mons) > 1 or clause.has("learn", "egg") or clause.has("wh", "why", "where", "when"):
        return None
    if clause.has("gender") and clause.has("aux", "be") and clause.has("aux", "can") and clause.has("bool", "and"):
        return None  # "is Metagross genderless, and can it breed?"
    subject: Mon
    if mons:
        subject = clause.mon(mons[0])
    else:
        ditto = next((s for s in clause.dataset.species.values() if is_ditto(s)), None)
        if ditto is None or not clause.has("wh", "how"):
            return None
        subject = Mon(ditto.id, ditto.default_pokemon_id)  # "how do genderless Pokémon breed?": with Ditto
    clause.take(*mons, *words, *clause.find("breed", "partner", "itself"), *clause.find("egg", "egg"))
    negated = _negated(clause) or any(clause.at(i, "neg", "neg") for i in words)  # 生不了蛋
    clause.take(*clause.find("neg", "negyn"))
    condition: Condition | None = conditions(clause)
    if not mons and condition != IsGender("genderless"):
        return None
    if (condition is None and not negated) or clause.is_negated():
        return None
    wanted = clause.has("wh", "what", "which", "who", "how") or clause.has("list", "list")
    if not wanted and not clause.is_yes_no() and not clause.has("aux", "can"):
        return None
    if negated and not wanted:
        return None
    clause.take(*clause.find("noun", "pokemon"), *clause.find("exist"), *clause.find("wh", "how"))
    clause.take(*clause.find("signature", "else"), *clause.find("list"), *clause.find("attr", "egg-group"))
    return Breed(subject, None, "partners" if wanted else "can", negated, condition or ALL)


def _negated(clause: Clause) -> bool:
    """Is it denied that they breed? The word is explained."""
    for i in clause.find("neg", "neg"):
        text = clause.tokens[i].text.casefold()
        if text in _DENIALS or is_negative_auxiliary(text):
            clause.take(i)
            return True
    return False
