"""Forms that a question takes for granted and that do not exist: "Galarian Pikachu, what type is it?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..pokedex.conditions import compile_condition
from ..pokedex.dataset import Dataset
from .algebra import Evolve, Facts, HasForm, Matchup, Query
from .asked import Premise

if TYPE_CHECKING:
    from .lexer import Token


#: Kinds of forms that a name can be said to have.
_KINDS = frozenset({"mega", "gigantamax", "primal", "alola", "galar", "hisui", "paldea"})


@dataclass(frozen=True, slots=True)
class WithoutForm:
    """A clause without a form that its Pokémon does not have, and that it is said to have one."""

    tokens: list[Token]
    premise: Premise


def without_form(tokens: Sequence[Token], dataset: Dataset) -> WithoutForm | None:
    """The clause about the Pokémon itself, where the word for a kind of form touches the only name."""
    mons = [i for i, t in enumerate(tokens) if t.has("mon")]
    kinds = [i for i, t in enumerate(tokens) if t.has("formkind") or t.has("region")]
    if len(mons) != 1 or len(kinds) != 1:
        return None
    between = tokens[min(mons[0], kinds[0]) + 1 : max(mons[0], kinds[0])]
    word, mon = tokens[kinds[0]], tokens[mons[0]].readings["mon"][0]
    # 洗翠的飞天螳螂进化成什么: of what evolves there, the ordinary one is meant.
    joining = ("の", "的") if any(t.has("ev") for t in tokens) else ("の",)
    if any(t.text not in joining for t in between):
        return None
    if word.has("formkind"):
        kind = word.value("formkind")
    else:  # 阿罗拉皮卡丘
        kind = dataset.regions[word.value("region")].identifier if kinds[0] < mons[0] else "regional"
    if mon.form_named or kind not in _KINDS:
        return None
    condition = HasForm(kind)
    if compile_condition(condition, dataset)(dataset.pokemon[mon.pokemon_id]) is not False:
        return None
    return WithoutForm([t for i, t in enumerate(tokens) if i != kinds[0]], Premise(mon, condition))


def is_asked_so(query: Query | None) -> bool:
    """Is a query none that a plain yes or no answers? Such an answer would grant what is to be corrected."""
    match query:
        case Facts():
            return True
        case Evolve() | Matchup():
            return not query.yes_no
    return False
