"""Follow-ups about egg groups and who breeds: "who else is in both of those?", 还有谁也属于这两个, 能和谁生蛋."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.dataset import Dataset
from .algebra import And, Facts, InEggGroup, Mon, Query, Search
from .clause import is_free
from .context import Context
from .lexer import Token
from .word_lists import word_list

#: What another one is joined by: 能和谁生蛋.
_JOINED = frozenset(word_list("joined"))
_BOTH = word_list("of-its-groups/both")


def others_in_its_groups(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """Those of the egg groups that were told of: of both where the clause says so, else of any."""
    query = context.query
    if context.lost or not isinstance(query, Facts) or query.attributes != ("egg-group",) or len(query.subjects) != 1:
        return None
    content = [t for t in tokens if t.has("pron", "them") or not (is_free(t) or t.has("ell"))]
    asked = [t for t in tokens if t.has("wh", "who") or t.has("wh", "which") or t.has("wh", "what")]
    pointed = [t for t in content if t.has("pron", "them") and not t.has("wh")]
    around = ("prep", "aux", "noun", "signature", "list", "exist", "bool", "wh", "egg")
    if len(asked) != 1 or len(pointed) != 1 or not any(t.has("prep", "in") or t.text == "属于" for t in tokens):
        return None
    if not all(t in pointed or any(t.has(tag) for tag in around) for t in content):
        return None
    subject = query.subjects[0]
    if not isinstance(subject, Mon):
        return None
    groups = tuple(InEggGroup(group) for group in dataset.species[subject.species_id].egg_groups)
    both = any(t.text.casefold().startswith(_BOTH) for t in pointed)
    if len(groups) > 1 and both:
        return Search("pokemon", And(groups))
    return Search("pokemon", groups[0]) if len(groups) == 1 else None


def asks_for_partners(tokens: Sequence[Token]) -> bool:
    """能和谁生蛋: with whom the one that the talk is about breeds."""
    joined = any(t.text.casefold() in _JOINED or t.text in ("と", "誰と") for t in tokens)
    return joined and any(t.has("breed", "breed") for t in tokens) and any(t.has("wh") for t in tokens)
