"""A fact of what the talk's Pokémon becomes: "its ability after it evolves?", "type in the evolved form?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import Evolve, Mon
from .chains import relatives
from .clause import is_free
from .context import Context
from .fold import fold
from .lexer import Token
from .word_lists import word_list

#: What sets a verb for evolving before the fact.
_AFTER = frozenset(word_list("after"))
#: What is asked of it.
_FACTS = ("attr", "mu", "ability", "move", "sup", "group")
#: What asks for the way there, or for something else.
_OTHERWISE = ("mon", "evolveby", "neg", "item", "cmp", "number", "hist", "gen", "vg")
#: So many results are told of at most.
_FEW = 3


def once_evolved(tokens: list[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """The clause with what the Pokémon becomes in place of the words for it; None where nothing says so."""
    if len(context.mons) != 1 or any(t.has(tag) for t in tokens for tag in _OTHERWISE):
        return None
    at = [i for i, t in enumerate(tokens) if t.has("ev", "post") or t.has("ev", "bare")]
    behind = [i for i, t in enumerate(tokens) if fold(t.text) in _AFTER]
    tail = behind == [len(tokens) - 1] and _became(context) is not None  # "what type is it after?"
    if len(at) != 1 and not (tail and not at):
        return None
    if at and not tokens[at[0]].has("ev", "post") and not any(at[0] - 3 < i < at[0] for i in behind):
        return None
    gone = {*at, *behind, *(i for i, t in enumerate(tokens) if t.has("pron", "it") and not t.has("mon"))}
    rest = [t for i, t in enumerate(tokens) if i not in gone]
    if not any(t.has(tag) for t in rest for tag in _FACTS) or not (any(t.has("pron", "it") for t in tokens) or tail):
        return None
    if any(t.has("wh", "how") or t.has("wh", "level") or t.has("wh", "item") for t in rest):
        return None
    results = _became(context) or relatives(_subject(context), "post", dataset)
    if not results and context.mons[0].how == "context":
        results = context.mons[0].readings["mon"]  # asked again of what it became
    if not 0 < len(results) <= _FEW:
        return None
    place = min(gone)
    names = [
        replace(tokens[place], readings={"mon": (m,)}, how="context", text=dataset.pokemon[m.pokemon_id].names["en"])
        for m in results
    ]
    front = [t for t in tokens[:place] if not (t.has("ell") and is_free(t))]
    return [*front, *names, *(t for i, t in enumerate(tokens) if i > place and i not in gone)]


def named_once_evolved(tokens: list[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """ "Steelix, after it evolves?", 进化成大钢蛇以后呢 behind a question about Onix: the same of what it becomes."""
    named = [t for t in tokens if t.has("mon")]
    if len(context.mons) != 1 or len(named) != 1 or len(named[0].readings["mon"]) != 1 or _became(context) is not None:
        return None
    says = [t for t in tokens if t.has("ev") or fold(t.text) in _AFTER]
    rest = [t for t in tokens if t not in says and not (t.has("pron", "it") or is_free(t) or t.has("ell"))]
    if not any(t.has("ev") for t in says) or not all(t in named or t.has("bool") for t in rest):
        return None
    if any(t.has("ev", "from") or t.has("ev", "pre") for t in says) or isinstance(context.query, Evolve):
        return None
    later = relatives(_subject(context), "post", dataset), relatives(_subject(context), "final", dataset)
    told = any(fold(t.text) in _AFTER or t.has("ev", "post") or t.has("pron", "it") for t in tokens)
    if not told or not any(named[0].readings["mon"][0] in some for some in later):
        return None
    return [*named, replace(named[0], text="?", readings={"ell": ("ell",)})]


def _subject(context: Context) -> Mon:
    query = context.query
    if isinstance(query, Evolve) and query.direction == "into":
        return query.subject
    mon: Mon = context.mons[0].readings["mon"][0]
    return mon


def _became(context: Context) -> Sequence[Mon] | None:
    """What the last answer told that it becomes, where the question named it or asked back from it."""
    query = context.query
    if context.lost or not isinstance(query, Evolve):
        return None
    if query.direction == "from":
        return (query.subject,)
    return (query.target,) if query.target is not None else None
