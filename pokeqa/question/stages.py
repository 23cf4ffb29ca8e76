"""Follow-ups along an evolution line: "and the next stage?", 那进化后的呢, which of its evolutions need a stone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import Evolve, EvolvesBy, Mon, Query, Search
from .asked import Relation
from .chains import relatives
from .clause import is_free
from .context import LISTED, Context
from .lexer import Token
from .parsed import Parsed

#: Which word asks for the stage in which direction.
_WORDS: dict[str, Relation] = {"into": "post", "from": "pre"}


def _content(tokens: Sequence[Token]) -> list[Token]:
    """The tokens that say something, without pronouns."""
    return [t for t in tokens if not ((is_free(t) and not t.has("step")) or t.has("ell") or t.has("pron"))]


def _asks_for_a_stage(tokens: Sequence[Token], word: str) -> bool:
    content = _content(tokens)
    steps = {"post": "next", "pre": "previous"}
    return len(content) == 1 and (content[0].has("ev", word) or content[0].has("step", steps.get(word, "-")))


def asks_for_the_next(tokens: Sequence[Token], context: Context) -> bool:
    """Is the stage beyond the one that was told of asked for: "and the next stage?" behind "what does it become?"?"""
    query = context.query
    if context.lost or not isinstance(query, Evolve) or query.direction not in _WORDS:
        return False
    return _asks_for_a_stage(tokens, _WORDS[query.direction]) or _asks_back(tokens, query)


def _asks_back(tokens: Sequence[Token], query: Evolve) -> bool:
    """ "And before that?" behind what one evolves into."""
    content = _content(tokens)
    return query.direction == "into" and len(content) == 1 and content[0].has("step", "previous")


def next_stage(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """The last question of the one that it led to, where it led to one only."""
    query = context.query
    if not isinstance(query, Evolve) or query.direction not in _WORDS:
        return None
    if _asks_back(tokens, query):
        # Of a last stage the answer tells what it came from.
        last = not relatives(query.subject, "post", dataset)
        back = relatives(query.subject, "pre", dataset) if last else (query.subject,)
        return Evolve(back[0], "from", "what", scope=query.scope) if len(back) == 1 else None
    reached: Sequence[Mon] = (query.target,) if query.target is not None else ()
    reached = reached or relatives(query.subject, _WORDS[query.direction], dataset)
    if len(reached) != 1:
        return None
    aspect = query.aspect if query.aspect in ("what", "how", "level", "item") else "what"
    return Evolve(reached[0], query.direction, aspect, scope=query.scope)


def of_the_next_stage(tokens: Sequence[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """The last clause about what its Pokémon evolves into: 进化之后呢 behind a question about the colour."""
    places = [i for i, t in enumerate(context.tokens) if t.has("mon")]
    if context.lost or context.query is None or isinstance(context.query, (Evolve, Search)) or len(places) != 1:
        return None
    word: Relation = "final" if _asks_for_a_stage(tokens, "final") else "post"
    if word == "post" and not _asks_for_a_stage(tokens, "post"):
        return None
    token = context.tokens[places[0]]
    if any(t.has("wh") or t.has("aux") for t in tokens) or len(token.readings["mon"]) != 1:
        return None
    reached = relatives(token.readings["mon"][0], word, dataset)
    if not reached:
        return None
    names = [replace(token, readings={"mon": (mon,)}, how="context") for mon in reached]
    return [*context.tokens[: places[0]], *names, *context.tokens[places[0] + 1 :]]


def of_their_stages(tokens: Sequence[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """The clause with the last stages of several Pokémon for the words: 最终形态总和各多少 behind three starters."""
    group = context.group()
    at = next((i for i, t in enumerate(tokens) if t.has("ev", "final") or t.has("stage", "final")), None)
    asked = any(t.has(tag) for t in tokens for tag in ("attr", "sup", "ability", "mu"))
    if at is None or len(group) < 2 or not asked or any(t.has("mon") or t.has("neg", "neg") for t in tokens):
        return None
    if any(t.has("noun", "pokemon") and not t.has("filler") for t in tokens):
        return None
    reached = [(token, mon) for token in group for mon in relatives(token.readings["mon"][0], "final", dataset)]
    names = {mon: replace(token, readings={"mon": (mon,)}, how="context") for token, mon in reached}
    rest = [t for t in (*tokens[:at], *names.values(), *tokens[at + 1 :]) if not (t.has("pron") and not t.has("mon"))]
    return rest if 1 < len(names) < LISTED else None


def of_its_stage(tokens: Sequence[Token], context: Context) -> list[Token] | None:
    """The clause with the talk's Pokémon in front of a word for a stage: "type of the final stage?"."""
    if len(context.mons) != 1 or any(t.has("mon") or t.has("pron") or t.has("noun", "pokemon") for t in tokens):
        return None
    at = next((i for i, t in enumerate(tokens) if t.has("ev") and _is_stage(t)), None)
    if at is None or len(_content(tokens)) < 2:
        return None
    return [*tokens[:at], *context.mons, *tokens[at:]]


def _is_stage(token: Token) -> bool:
    return any(token.has("ev", word) for word in ("post", "pre", "final", "first"))


def evolving_so(query: Query | None, context: Context) -> Query | None:
    """ "Which of them need a stone?" behind what a Pokémon evolves into: those that it becomes that way."""
    before = context.query
    if not isinstance(before, Evolve) or before.direction != "into" or not isinstance(query, Search):
        return None
    if not isinstance(query.condition, EvolvesBy) or query.order is not None or query.condition.level is not None:
        return None
    way = query.condition
    item = {"item_id": way.item_id} if way.item_id is not None else {}
    ways = () if item else (way.way, *way.also)
    return replace(before, aspect="what", yes_no=False, negated=False, expected=None, ways=ways, **item)  # type: ignore[arg-type]


def with_another(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """ "And Espeon?" behind "how does Eevee become Umbreon?": how it becomes that, or how the new one evolves."""
    query = context.query
    named = [t for t in tokens if t.has("mon")]
    if context.lost or not isinstance(query, Evolve) or query.aspect == "needs" or query.direction != "into":
        return None
    asks = [t for t in _content(tokens) if t.has("wh", "how")]
    if len(named) != 1 or len(named[0].readings["mon"]) != 1 or len(_content(tokens)) != 1 + len(asks):
        return None
    if tokens == named:
        return None
    new: Mon = named[0].readings["mon"][0]
    plain = replace(query, item_id=None, level=None, ways=(), expected=None)
    origins = {mon.species_id for mon in _all_before(new, dataset)}
    if query.target is None:
        # 进化成什么 … 太阳伊布呢: how the one becomes one of those
        how = replace(plain, aspect="how", target=new, yes_no=False, negated=False)
        return how if query.subject.species_id in origins else None
    if query.subject.species_id in origins or query.yes_no or any(t.has("prep", "into") for t in tokens):
        return replace(plain, target=new)
    if relatives(new, "post", dataset):
        return replace(plain, subject=new, target=None, yes_no=False)
    before = relatives(new, "pre", dataset)
    return replace(plain, subject=before[0], target=new) if len(before) == 1 else None


def reached(parts: Sequence[Parsed], dataset: Dataset) -> tuple[Token, ...]:
    """What each of several Pokémon evolves into, where that was asked of each: "final forms of those?"."""
    found: list[Token] = []
    for part in parts:
        query = part.query
        token = next((t for t in part.tokens if t.has("mon")), None)
        if not isinstance(query, Evolve) or query.direction != "into" or token is None:
            return ()
        if query.aspect not in ("what", "final"):
            return ()
        relation: Relation = "final" if query.aspect == "final" else "post"
        found += [replace(token, readings={"mon": (m,)}) for m in relatives(query.subject, relation, dataset)]
    return tuple(found)


def _all_before(mon: Mon, dataset: Dataset) -> list[Mon]:
    found: list[Mon] = []
    open_ones = [mon]
    while open_ones:
        new = [one for one in relatives(open_ones.pop(), "pre", dataset) if one not in found]
        found += new
        open_ones += new
    return found
