"""What becomes of a type by evolution or in a form: "does Scyther lose Flying as Scizor?", 水跃鱼进化后属性会变吗."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra import NOW, Check, Facts, HasType, Mon, Not, Query
from ..chains import relatives
from ..clause import Clause
from ..joint_queries import Contrast
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("move", "ability", "mu", "sup", "gen", "vg", "number", "nature", "learn", "contrast", "cls", "egg_group")
_LOSES = frozenset(word_list("evolved-typing/loses"))
_KEEPS = frozenset(word_list("evolved-typing/keeps"))
_GAINS = frozenset(word_list("evolved-typing/gains"))
_CHANGES = frozenset(word_list("evolved-typing/changes"))
#: Words that only set the evolution before or behind what is asked.
_AROUND = frozenset(word_list("evolved-typing/around"))


def evolved_typing(clause: Clause) -> Query | None:
    """Whether a type is kept, lost or gained, or which is, when a Pokémon evolves or takes another form."""
    mons = clause.mons()
    words = {i: t.text.casefold() for i, t in enumerate(clause.tokens)}
    loses = [i for i in words if words[i] in _LOSES]
    keeps = [i for i in words if words[i] in _KEEPS or clause.at(i, "hist", "kept")]
    gains = [i for i in words if words[i] in _GAINS]
    changes = [i for i in words if words[i] in _CHANGES or clause.at(i, "hist", "change")]
    if not 1 <= len(mons) <= 2 or not (loses or keeps or gains or changes):
        return None
    types = clause.find("type")
    if len(types) > 1 or _is_foreign(clause, (*loses, *keeps, *gains, *changes, *types)):
        return None
    sides = _sides(clause, mons)
    if sides is None:
        return None
    old, new = sides
    asked = clause.has("wh", "what", "which")
    yes_no = not asked and (clause.is_yes_no() or clause.has("aux", "do", "be", "can"))
    clause.take(*mons, *types, *loses, *keeps, *gains, *changes, *clause.find("ev"), *clause.find("attr", "type"))
    clause.take(*clause.find("noun", "type"), *clause.find("pron", "it"), *clause.find("wh", "when", "what", "which"))
    clause.take(*(i for i in words if words[i] in _AROUND), *clause.find("neg", "negyn"), *clause.find("exp", "reach"))
    if clause.scope() != NOW or clause.is_negated() or clause.find("bool", "or"):
        return None
    if asked:
        return Facts((old, *new), ("type",)) if (loses or gains) and not types else None
    if not yes_no:
        return None
    if types and (loses or keeps or gains):
        if len(new) != 1:
            return Facts((old, *new), ("type",))
        condition = HasType(clause.value(types[0], "type"))
        return Check(new[0], Not(condition) if loses else condition)
    if types or not (changes or keeps) or not clause.has("attr", "type"):
        return None
    if len(new) != 1:
        return Facts((old, *new), ("type",))
    return Contrast((old, *new), "differences", ("type",), "differ" if changes else "same")


def _is_foreign(clause: Clause, own: Sequence[int]) -> bool:
    if clause.has("wh", "how", "howmany", "who", "why", "level", "item"):
        return True
    return any(i not in own and not clause.at(i, "filler") for tag in _OTHERS for i in clause.find(tag))


def _sides(clause: Clause, mons: list[int]) -> tuple[Mon, tuple[Mon, ...]] | None:
    """What it is before, and what it is then."""
    first = clause.mon(mons[0])
    evolves = clause.find("ev", "bare", "post", "into")
    if len(mons) == 2:
        second = clause.mon(mons[1])
        if second.species_id in {one.species_id for one in relatives(first, "post", clause.dataset)}:
            return first, (second,)
        return None
    if evolves and clause.at(mons[0] - 1, "ev", "into"):  # 进化成巨钳螳螂会失去飞行属性吗
        before = relatives(first, "pre", clause.dataset)
        return (before[0], (first,)) if len(before) == 1 else None
    if first.form_named and not evolves:
        plain = Mon(first.species_id, clause.dataset.species[first.species_id].default_pokemon_id)
        return (plain, (first,)) if plain.pokemon_id != first.pokemon_id else None
    if not any(clause.at(i, "ev", "bare", "post") for i in evolves):
        return None
    new = tuple(relatives(first, "post", clause.dataset))
    return (first, new) if 0 < len(new) <= 3 else None
