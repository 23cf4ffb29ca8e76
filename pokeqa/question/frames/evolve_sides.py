"""What evolves and what it becomes: the sides of an evolution, by its verb and by 从/由/from."""

from __future__ import annotations

from typing import Any

from ...pokedex.model import Evolution
from ..algebra import EvolutionWay, Mon
from ..clause import Clause

_NOUNS = ("pre", "post", "family", "final", "first", "stage", "baby")


def telling(clause: Clause, verbs: list[int]) -> list[int]:
    """The words that ask: in "the last stage of the Bulbasaur line" the line is where, and not what."""
    ends = [i for i in verbs if clause.at(i, "ev", "final", "first", "stage", "baby", "into")]
    lines = [i for i in verbs if clause.at(i, "ev", "family")]
    within = [i for i in lines if any(clause.at(k, "prep", "in") for k in (i - 1, i - 2))]
    ends = ends or ([i for i in verbs if clause.at(i, "ev", "post", "pre")] if within else [])  # "after it in its line"
    return ends if ends and len(ends) + len(lines) == len(verbs) else verbs


def _is_the_other_end(clause: Clause, noun: int, m: int) -> bool:
    """Is the Pokémon itself the (pre-)evolution? "has Pikachu as its evolution", 哪只的进化前是皮卡丘."""
    if clause.language == "en":
        return m + 1 < len(clause.tokens) and clause.tokens[m + 1].text.casefold() == "as"
    if m > noun:
        return True
    return clause.language == "ja" and noun + 1 < len(clause.tokens) and clause.tokens[noun + 1].text == "の"


def adjacent_word(clause: Clause, i: int, step: int) -> int:
    """The next token in a direction that is not a mere particle."""
    k = i + step
    while 0 <= k < len(clause.tokens) and clause.at(k, "filler") and not clause.at(k, "mon") and not clause.at(k, "wh"):
        k += step
    return k


def _ways_from(clause: Clause, mon: Mon) -> tuple[Evolution, ...]:
    return clause.dataset.evolutions_from(mon.pokemon_id)


def _of_noun(clause: Clause, v: int, kind: str, mons: list[int]) -> tuple[Mon | None, Mon | None, Any]:
    """The sides of a noun for a relative: pre-evolution, final stage, baby form."""
    if len(mons) == 2:
        x, y = clause.mon(mons[0]), clause.mon(mons[1])
        # "Is Pichu the pre-evolution of Pikachu?" and 皮丘是皮卡丘的进化前吗 put the claimed one first.
        if kind == "pre":
            return x, y, kind
        if kind == "final":
            return y, x, kind
        if kind == "baby" and any(w.to_pokemon_id == y.pokemon_id for w in _ways_from(clause, x)):
            return x, y, "pre"  # "Is Riolu the baby form of Lucario?"
        return (y, x, "into") if kind == "post" else (None, None, None)
    only = clause.mon(mons[0])
    if kind in ("pre", "post") and _is_the_other_end(clause, v, mons[0]):
        kind = "post" if kind == "pre" else "pre"  # "Which one has Pikachu as its pre-evolution?"
    if kind == "pre":
        return None, only, kind
    return only, None, "into" if kind == "post" else kind


def sides(clause: Clause, verbs: list[int], mons: list[int]) -> tuple[Mon | None, Mon | None, Any]:
    """(what evolves, what it becomes, kind of the word)."""
    kinds = {i: str(clause.value(i, "ev")) for i in verbs}
    for i in verbs:
        if "bare" in clause.tokens[i].readings["ev"] and len(clause.tokens[i].readings["ev"]) > 1:
            kinds[i] = next(v for v in clause.tokens[i].readings["ev"] if v != "bare")
    nouns = [i for i in telling(clause, verbs) if kinds[i] in _NOUNS]
    strong = [i for i in verbs if kinds[i] in ("into", "from")]
    origin = {m for m in mons if clause.at(adjacent_word(clause, m, -1), "prep", "from")
              and clause.tokens[adjacent_word(clause, m, -1)].text not in ("", )}  # fmt: skip
    if nouns and not strong:
        return _of_noun(clause, nouns[0], kinds[nouns[0]], mons)
    if clause.language == "ja" and strong:
        return _japanese(clause, strong[0], kinds[strong[0]], mons)
    if strong:
        v = strong[0]
        kind = kinds[v]
        left = [m for m in mons if m < v]
        right = [m for m in mons if m > v]
        if len(mons) == 2 and len(left) != 1 and _joined(clause, mons):
            return None, None, None  # "What do Nidorina and Nidorino evolve from?" asks two things
        if len(mons) == 2:
            x, y = clause.mon(mons[0]), clause.mon(mons[1])
            if kind == "into" and any(clause.tokens[i].text.casefold() == "by" for i in range(v, mons[1])):
                x, y = y, x  # "evolved into by"
            if kind == "into":
                if mons[1] in origin:
                    x, y = y, x
                return x, y, kind
            if mons[0] in origin:
                return x, y, "into"
            return y, x, "from"
        m = mons[0]
        only = clause.mon(m)
        if kind == "into":
            return (only, None, kind) if left else (None, only, kind)
        if m in origin:
            return only, None, "into"
        if left:
            return None, only, "from"
        return only, None, "into" if right else None
    v = verbs[0]
    if len(mons) == 2 and any(clause.at(i, "bool") for i in range(mons[0], mons[1])):
        return None, None, None  # "When does Larvitar evolve, and then Pupitar?" asks two things
    if len(mons) == 2 and mons[1] < v and _joined(clause, mons):
        x, y = clause.mon(mons[0]), clause.mon(mons[1])
        if all(way.to_pokemon_id != y.pokemon_id for way in clause.dataset.evolutions_from(x.pokemon_id)):
            return None, None, None
    if len(mons) == 2:
        x, y = clause.mon(mons[0]), clause.mon(mons[1])
        # 蚊香泳士是蚊香君进化的: what is said to be the other's doing comes first.
        made = clause.tokens[v].text.endswith("的") and any(clause.at(i, "aux", "be") for i in range(mons[0], mons[1]))
        made = made or (clause.language == "ja" and clause.tokens[mons[1] + 1].text == "から")
        return (y, x, "bare") if mons[1] in origin or made else (x, y, "bare")
    m = mons[0]
    only = clause.mon(m)
    asks_origin = any(
        clause.at(i, "prep", "from") and clause.at(adjacent_word(clause, i, 1), "wh", "what", "who", "which")
        for i in range(len(clause.tokens))
    )
    if asks_origin:
        return None, only, "from"
    return only, None, "bare"


def asks_behind_a_sex(clause: Clause) -> bool:
    """ "My Snorunt is a boy, can he become Froslass?": a question of yes or no behind what is said of the sex."""
    said = [i for tag in ("sex", "evolveby") for i in clause.find(tag, "male", "female")]
    return (
        clause.language == "en"
        and bool(said)
        and not clause.has("wh")
        and any(
            i > min(said) and (clause.at(i + 1, "pron", "it") or clause.at(i + 1, "mon"))
            for i in clause.find("aux", "can", "do")
        )
    )


def sexes(clause: Clause) -> tuple[EvolutionWay, ...]:
    """The sex that is said of what evolves (a male Kirlia, オスのキルリア), explained."""
    found: list[EvolutionWay] = []
    for tag in ("sex", "evolveby"):
        for i in clause.find(tag, "male", "female"):
            found.append("male" if clause.at(i, tag, "male") else "female")
            clause.take(i)
    return tuple(dict.fromkeys(found))


def _joined(clause: Clause, mons: list[int]) -> bool:
    """Stand two Pokémon side by side, or with nothing but "and" between them?"""
    return all(clause.at(i, "bool", "and") for i in range(mons[0] + 1, mons[1]))


def _japanese(clause: Clause, v: int, kind: str, mons: list[int]) -> tuple[Mon | None, Mon | None, Any]:
    """に進化 and から進化 act on what stands right in front of them."""
    neighbour = adjacent_word(clause, v, -1)
    adjacent = neighbour if neighbour in mons else None
    others = [m for m in mons if m != adjacent]
    near = clause.mon(adjacent) if adjacent is not None else None
    far = clause.mon(others[0]) if others else None
    if near is None:
        # 何に進化しますか: the question word stands there.
        return (far, None, "into") if kind == "into" else (None, far, "from")
    return (far, near, kind) if kind == "into" else (near, far, "into" if far is None else "from")
