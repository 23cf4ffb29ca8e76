"""Questions about the length of an evolution line: its stages, how often it evolves, the way to one of it."""

from __future__ import annotations

from itertools import pairwise

from ..algebra import Evolve, Query
from ..clause import Clause
from ..word_lists import word_list

#: Words for a Pokémon that somebody has.
_OWN = frozenset(word_list("evolve-line/own"))
#: So many Pokémon are a way with a stop between.
_THREE = 3


def line_to(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "How does the Magnemite line get to Magnezone?": the steps from one to the other."""
    lines = [i for i in verbs if clause.at(i, "ev", "family")]
    how = clause.find("wh", "how")
    if len(mons) != 2 or lines != verbs or not how or not (clause.has("prep", "getv") or clause.has("exp", "reach")):
        return None
    clause.take(*mons, *verbs, *how, *clause.find("exp", "reach"))
    return Evolve(clause.mon(mons[0]), "into", "how", target=clause.mon(mons[1]), scope=clause.scope())


def times(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "Does Porygon evolve twice?", "how many times does Caterpie evolve", 波波能进化几次."""
    words = clause.find("times")
    many = clause.find("wh", "howmany")
    if len(mons) != 1 or len(words) != 1 or not any(clause.at(i, "ev", "bare") for i in verbs):
        return None
    number = str(clause.value(words[0], "times"))
    yes_no = clause.is_yes_no() and number.isdigit()
    if not yes_no and not (many or not number.isdigit() or clause.has("wh", "level")):
        return None
    again = len(verbs) > 1  # 进化一次以后还能再进化吗: once more than that
    clause.take(*mons, *verbs, *words, *many, *clause.find("neg", "negyn"), *clause.find("dexstep", "next"))
    if not yes_no and (levels := clause.take_all("wh", "level")):
        return Evolve(clause.mon(mons[0]), "family", "how" if levels else "what", scope=clause.scope())
    return Evolve(clause.mon(mons[0]), "into", "times", yes_no=yes_no, scope=clause.scope(),
                  expected=int(number) + again if yes_no else None)  # fmt: skip


def before_all(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "Hitmonlee, Hitmonchan, Hitmontop: who comes before them?": of several of one line, that line."""
    early = bool(verbs) and all(clause.at(i, "ev", "pre", "from") for i in verbs)
    asks = clause.has("wh", "who", "what", "which") or any(
        clause.tokens[i].text.casefold().startswith(("who", "what")) for i in verbs
    )
    if len(mons) < 2 or not early or not asks or mons[-1] > verbs[0] or clause.has("neg"):
        return None
    first = clause.mon(mons[0])
    species = clause.dataset.species
    if len({species[clause.mon(i).species_id].chain_id for i in mons}) > 1:
        return None
    clause.take(*mons, *verbs, *clause.find("wh"), *clause.find("pron", "them"), *clause.find("aux"))
    return Evolve(first, "family", "what", scope=clause.scope())


def always(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "Does Wurmple always become Silcoon?": all that it evolves into is the answer."""
    words = clause.find("adv", "always") or clause.find("adv", "only")  # "into Flapple only, or something else?"
    if len(mons) != 2 or not words or not clause.is_yes_no() or not any(clause.at(i, "ev", "into") for i in verbs):
        return None
    clause.take(*mons, *verbs, *words, *clause.find("signature", "else"), *clause.find("bool", "or"))
    clause.take(*clause.find("exist"), *clause.find("typecount", "1"))
    return Evolve(clause.mon(mons[0]), "into", "what", scope=clause.scope())


def why_not(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "Why won't my Haunter evolve?", 我的鬼斯通怎么不进化: of a player's own one, how it does evolve.

    "Why does Pikachu not evolve?" asks for something else: of a story.
    """
    why, denied = clause.find("wh", "why"), clause.find("neg", "neg")
    if not why and clause.language.startswith("zh") and any(v - 1 in denied for v in verbs):
        why = clause.find("wh", "how")  # 怎么不进化
    # "won't" and "what am I doing wrong" speak of one that is raised, too.
    owned = any(token.text.casefold() in _OWN or " i " in f" {token.text.casefold()} " for token in clause.tokens)
    owned = owned or any(clause.tokens[i].text.casefold().replace("’", "'") in ("won't", "wont") for i in denied)
    if len(mons) != 1 or not why or len(denied) != 1 or not all(clause.at(v, "ev", "bare") for v in verbs):
        return None
    subject = clause.mon(mons[0])
    ends = not clause.dataset.evolutions_from(subject.pokemon_id)
    if not owned and not (ends and clause.language.startswith("zh")):
        return None
    clause.take(*mons, *verbs, *why, *denied)
    return Evolve(subject, "into", "what" if ends else "how", scope=clause.scope())


def either(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "Is Porygon2 evolved from Porygon or from Porygon-Z?": what it does evolve from is the answer."""
    choice = clause.find("bool", "or")
    if len(mons) != _THREE or len(choice) != 1 or not mons[1] < choice[0] < mons[2] or len(verbs) > 2:
        return None
    origin = all(clause.at(v, "ev", "from") for v in verbs)
    if not (origin or all(clause.at(v, "ev", "into") for v in verbs)) or not mons[0] < verbs[0]:
        return None
    if clause.language == "en" and verbs[0] > mons[1]:
        return None
    clause.take(*mons, *verbs, *choice, *clause.find("prep"), *clause.find("wh", "which", "who"))
    return Evolve(clause.mon(mons[0]), "from" if origin else "into", "what", scope=clause.scope())


#: A line has so many stages at most; a greater number is a level.
_MOST_STAGES = 4


def nth_stage(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "What's the third stage of Snorlax?", 第三阶段叫什么: how many stages there are, with all of them."""
    stages = clause.find("ev", "stage", "stages") or clause.find("stageword", "stage")
    places = [i for i in clause.find("rank") if i + 1 in stages]
    numbered = clause.find("number") if clause.language.startswith("zh") else []  # 24级 is a level
    places = places or [i for i in numbered if i + 1 in stages and clause.value(i, "number") <= _MOST_STAGES]
    places = places or clause.find("stage", "middle") or _counted(clause)
    if len(mons) != 1 or len(places) != 1 or clause.is_yes_no():
        return None
    clause.take(*mons, *places, *stages, *verbs, *clause.find("attr", "name"))
    levels = clause.find("wh", "level", "how", "when")  # 第二段进化几级
    clause.take(*levels, *clause.find("require"))
    return Evolve(clause.mon(mons[0]), "family", "how" if levels else "stages")


def _counted(clause: Clause) -> list[int]:
    """ "Snorlax's third evolution", 第二次进化: a step of the line by its number."""
    for i in clause.find("ev", "post", "bare", "from"):
        if clause.at(i, "ev", "from") and not clause.tokens[i].text.casefold().endswith(" of"):
            continue
        if clause.at(i - 1, "rank"):
            clause.take(i)
            return [i - 1]
        if clause.at(i - 1, "times", "1", "2", "3") and clause.at(i - 2, "noun", "number"):
            clause.take(i, i - 2)
            return [i - 1]
    return []


def sequel(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "At what level does Larvitar evolve, and its next form after that?", 几级进化，之后再几级: the whole line."""
    words = clause.find("sequel")
    if len(mons) != 1 or not words or clause.is_yes_no() or clause.has("ev", "pre", "from", "first", "stage"):
        return None
    clause.take(*mons, *verbs, *words, *clause.find("wh", "level", "how", "when", "item"))
    clause.take(*clause.find("pron", "it"), *clause.find("require"), *clause.find("evolveby", "level"))
    return Evolve(clause.mon(mons[0]), "family", "how", scope=clause.scope())


def through(clause: Clause, mons: list[int]) -> Query | None:
    """ "What level does Larvitar become Pupitar, then Tyranitar?": each becomes the next one; the whole way."""
    verbs = clause.find("ev", "into", "bare", "post", "final")
    if len(mons) < _THREE or not (verbs or clause.has("prep", "to", "into")) or clause.has("cmp") or clause.has("mu"):
        return None
    steps = [(clause.mon(a).pokemon_id, clause.mon(b).pokemon_id) for a, b in pairwise(mons)]
    ways = clause.dataset.evolutions_from
    if any(all(way.to_pokemon_id != after for way in ways(before)) for before, after in steps):
        return None
    clause.take(*mons, *verbs, *clause.find("sequel"), *clause.find("wh", "level", "how", "when", "item"))
    clause.take(*clause.find("require"), *clause.find("prep"), *clause.find("adv", "finally"))
    return Evolve(clause.mon(mons[0]), "into", "how", target=clause.mon(mons[-1]), yes_no=clause.is_yes_no(),
                  scope=clause.scope())  # fmt: skip


def whole_line(clause: Clause, verbs: list[int]) -> list[int]:
    """ "The Ralts line including both final stages": the line has its ends, whose words are explained."""
    lines = [i for i in verbs if clause.at(i, "ev", "family") and not clause.at(i, "ev", "final", "stage")]
    rest = [i for i in verbs if i not in lines]
    if (
        not lines
        or not rest
        or not clause.has("includes")
        or not all(clause.at(i, "ev", "final", "first", "stage", "baby", "post", "pre") for i in rest)
    ):
        return verbs
    clause.take(*rest, *clause.find("includes"), *clause.find("each"), *clause.find("pron", "it", "them"))
    return lines


def counts_stages(clause: Clause, verbs: list[int]) -> bool:
    """ "How many stages does the Dratini line have?": stages, and no members."""
    return clause.has("wh", "howmany") and any(clause.at(i, "ev", "stages") for i in verbs)
