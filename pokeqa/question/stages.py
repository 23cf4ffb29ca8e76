"""Follow-ups along an evolution line: "and the next stage?", 那进化后的呢, which of its evolutions need a stone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import And, Evolve, EvolveAspect, EvolvesBy, Mon, Query, Search
from .asked import Relation
from .chains import relatives
from .clause import is_free
from .context import LISTED, Context
from .fold import fold
from .lexer import Token
from .parsed import Parsed
from .word_lists import word_list

#: Which word asks for the stage in which direction.
_WORDS: dict[str, Relation] = {"into": "post", "from": "pre"}


#: What can be asked of how a stage is reached.
_ASPECTS: tuple[EvolveAspect, ...] = ("how", "level", "item")

#: What asks for what comes behind by nothing but a small word.
_THEN = frozenset(word_list("stages/then"))
_AGAIN = frozenset(map(fold, word_list("stages/again")))


def _content(tokens: Sequence[Token]) -> list[Token]:
    """The tokens that say something, without pronouns."""
    return [t for t in tokens if not ((is_free(t) and not t.has("step")) or t.has("ell") or t.has("pron"))]


def _asks_for_a_stage(tokens: Sequence[Token], word: str) -> bool:
    content = [t for t in _content(tokens) if not any(t.has("wh", aspect) for aspect in _ASPECTS)]
    if len(_content(tokens)) > len(content) + 1:
        return False
    steps = {"post": "next", "pre": "previous"}
    if word == "final" and len(content) == 1 and content[0].has("adv", "finally") and tokens[-1].has("ell"):
        return True  # 最终呢
    return len(content) == 1 and (content[0].has("ev", word) or content[0].has("step", steps.get(word, "-")))


def asks_for_the_next(tokens: Sequence[Token], context: Context) -> bool:
    """Is the stage beyond the one that was told of asked for: "and the next stage?" behind "what does it become?"?"""
    query = context.query
    if context.lost or not isinstance(query, Evolve) or query.direction not in _WORDS:
        return False
    if query.direction == "into" and _says_only_then(tokens):
        return True
    if query.direction == "into" and _evolves_again(tokens):
        return True
    return _asks_for_a_stage(tokens, _WORDS[query.direction]) or _asks_back(tokens, query)


def _evolves_again(tokens: Sequence[Token]) -> bool:
    """ "And when it evolves again?", 那再次进化是几级, "and again?": one step more."""
    again = [t for t in tokens if fold(t.text) in _AGAIN]
    rest = [t for t in _content(tokens) if t not in again]
    verbs = [t for t in rest if t.has("ev", "bare")]
    asks = [t for t in rest if any(t.has("wh", aspect) for aspect in (*_ASPECTS, "when"))]
    alone = bool(again) and not rest and tokens[0].has("bool", "and")
    return bool(again) and (alone or (len(verbs) == 1 and len(rest) == len(verbs) + len(asks)))


def _says_only_then(tokens: Sequence[Token]) -> bool:
    """ "And then?", 之后呢: nothing more."""
    return fold("".join(t.text for t in tokens)) in _THEN


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
    named = [one for t in tokens for one in _ASPECTS if t.has("wh", one)]  # "next stage level too?"
    aspect = named[0] if named else query.aspect if query.aspect in ("what", *_ASPECTS) else "what"
    return Evolve(reached[0], query.direction, aspect, scope=query.scope)


def of_the_next_stage(tokens: Sequence[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """The last clause about what its Pokémon evolves into: 进化之后呢 behind a question about the colour."""
    places = [i for i, t in enumerate(context.tokens) if t.has("mon")]
    if context.lost or context.query is None or isinstance(context.query, (Evolve, Search)) or len(places) != 1:
        return None
    baby = _asks_for_its_baby(tokens)
    word: Relation = "first" if baby else "final" if _asks_for_a_stage(tokens, "final") else "post"
    if word == "post" and not _asks_for_a_stage(tokens, "post"):
        return None
    token = context.tokens[places[0]]
    if any(t.has("wh") or t.has("aux") for t in tokens) or len(token.readings["mon"]) != 1:
        return None
    reached = relatives(token.readings["mon"][0], word, dataset)
    if not reached or (baby and not all(dataset.species[mon.species_id].is_baby for mon in reached)):
        return None
    names = [replace(token, readings={"mon": (mon,)}, how="context") for mon in reached]
    return [*context.tokens[: places[0]], *names, *context.tokens[places[0] + 1 :]]


def _asks_for_its_baby(tokens: Sequence[Token]) -> bool:
    """ "What about its baby?", 它的幼年形态呢: of the Pokémon of the talk, and not which are babies."""
    content = [t for t in _content(tokens) if not (t.has("bool") or t.has("noun", "form"))]
    its = any(t.has("pron", "it") for t in tokens) or any(t.has("ell") for t in tokens)
    return its and len(content) == 1 and content[0].has("cls", "baby")


def of_their_stages(tokens: Sequence[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """The clause with the last stages of several Pokémon for the words: 最终形态总和各多少 behind three starters."""
    group = context.group()
    at = next((i for i, t in enumerate(tokens) if t.has("ev", "final") or t.has("stage", "final")), None)
    asked = any(t.has(tag) for t in tokens for tag in ("attr", "sup", "ability", "mu"))
    if at is None or len(group) < 2 or not asked or any(t.has("mon") or t.has("neg", "neg") for t in tokens):
        return None
    if any(t.has("noun", "pokemon") and not t.has("filler") for t in tokens):
        return None
    if any(t.has("pron") and not t.has("pron", "them") for t in tokens) or any(t.has("rank") for t in tokens):
        return None  # 第二只的最终进化: of one of them
    reached = [(token, mon) for token in group for mon in relatives(token.readings["mon"][0], "final", dataset)]
    names = {mon: replace(token, readings={"mon": (mon,)}, how="context") for token, mon in reached}
    rest = [t for t in (*tokens[:at], *names.values(), *tokens[at + 1 :]) if not (t.has("pron") and not t.has("mon"))]
    return rest if 1 < len(names) < LISTED else None


def of_its_stage(tokens: Sequence[Token], context: Context) -> list[Token] | None:
    """The clause with the talk's Pokémon in front of a word for a stage: "type of the final stage?"."""
    if len(context.mons) != 1 or any(t.has("mon") or t.has("pron") or t.has("noun", "pokemon") for t in tokens):
        return None
    at = next((i for i, t in enumerate(tokens) if t.has("ev") and _is_stage(t)), None)
    if at is None and tokens and tokens[0].has("stage", "final") and len(tokens) > 1 and tokens[1].has("attr"):
        tokens = [replace(tokens[0], readings={"ev": ("final",)}), *tokens[1:]]  # 最終進化のタイプは
        at = 0
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


def with_the_verb(tokens: list[Token], context: Context) -> list[Token]:
    """The clause with the verb that 其中用石头的有哪几个 leaves out behind what a Pokémon evolves into."""
    query = context.query
    if context.lost or not isinstance(query, Evolve) or query.direction != "into":
        return tokens
    ways = [i for i, t in enumerate(tokens) if t.has("evolveby") and not t.has("attr")]
    asks = any(t.has("wh", "which") or t.has("wh", "who") or t.has("wh", "howmany") for t in tokens)
    if len(ways) != 1 or not asks or any(t.has("ev") or t.has("mon") or t.has("require") for t in tokens):
        return tokens
    verb = Token(tokens[ways[0]].start, tokens[ways[0]].end, "evolve", {"ev": ("bare",)})
    return [*tokens[: ways[0] + 1], verb, *tokens[ways[0] + 1 :]]


def with_another(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """ "And Espeon?" behind "how does Eevee become Umbreon?": how it becomes that, or how the new one evolves."""
    query = context.query
    named = [t for t in tokens if t.has("mon")]
    if context.lost or not isinstance(query, Evolve) or query.aspect == "needs" or query.direction != "into":
        return None
    by_item = _by_an_item(tokens, query)
    if by_item is not None:
        return by_item
    asks = [t for t in _content(tokens) if t.has("wh", "how")]
    if len(named) != 1 or len(named[0].readings["mon"]) != 1 or len(_content(tokens)) != 1 + len(asks):
        return None
    if tokens == named:
        return None
    new: Mon = named[0].readings["mon"][0]
    plain = replace(query, item_id=None, level=None, ways=(), expected=None)
    origins = {mon.species_id for mon in _all_before(new, dataset)}
    own = query.aspect in ("level", "how") and len(relatives(query.subject, "post", dataset)) == 1
    next_one = own and new in relatives(query.subject, "post", dataset) and bool(relatives(new, "post", dataset))
    if query.target is None and next_one:
        # "At what level does Dratini evolve? And Dragonair?": when that one does
        return replace(plain, subject=new, yes_no=False)
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


def nth_step(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """第二段需要什么, "and the second evolution?" behind how something evolves: that step of its line."""
    query = context.query
    content = _content(tokens)
    places = [t for t in content if t.has("rank") and str(t.readings["rank"][0]) in ("1", "2", "3")]
    steps = [t for t in content if t.has("stageword") or t.has("ev") or t.has("times")]
    asks = [t for t in content if any(t.has("wh", one) for one in ("how", "level", "item"))]
    if context.lost or not isinstance(query, Evolve) or len(places) != 1 or not steps:
        return None
    if len(content) != len(places) + len(steps) + len(asks) or query.target is not None or query.yes_no:
        return None
    start = relatives(query.subject, "first", dataset) or (query.subject,)
    for _ in range(int(str(places[0].readings["rank"][0])) - 1):
        start = relatives(start[0], "post", dataset) if len(start) == 1 else ()
    if len(start) != 1 or not relatives(start[0], "post", dataset):
        return None
    aspect = next((one for t in asks for one in ("level", "item", "how") if t.has("wh", one)), None)
    own = query.aspect if query.aspect in ("level", "item", "how") else "how"
    return Evolve(start[0], "into", aspect or own, scope=query.scope)  # type: ignore[arg-type]


def _by_an_item(tokens: Sequence[Token], query: Evolve) -> Query | None:
    """ "What about with a Black Augurite?", 用黑奇石呢: what it becomes by that item."""
    content = _content(tokens)
    items = [t for t in content if t.has("item")]
    around = [t for t in content if t not in items and not (t.has("itemuse") or t.has("suppose"))]
    if len(items) != 1 or around or len(items[0].readings["item"]) != 1 or not tokens[0].has("ell"):
        return None
    item_id: int = items[0].readings["item"][0]
    return Evolve(query.subject, "into", "what", scope=query.scope, item_id=item_id)


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


def pointed_at(query: Query | None, tokens: Sequence[Token], dataset: Dataset) -> tuple[Token, ...]:
    """What "that one" means behind "what does Haunter evolve into": the one that it becomes, where there is but one."""
    token = next((t for t in tokens if t.has("mon")), None)
    if not isinstance(query, Evolve) or token is None or query.yes_no or query.aspect not in ("what", "final", "first"):
        return ()
    relations: dict[str, Relation] = {"final": "final", "first": "first"}
    relation = relations.get(query.aspect) or ("post" if query.direction == "into" else "pre")
    found = (query.target,) if query.target else relatives(query.subject, relation, dataset, None, query.item_id)
    return (replace(token, readings={"mon": found}, how="context"),) if len(found) == 1 else ()


def _all_before(mon: Mon, dataset: Dataset) -> list[Mon]:
    found: list[Mon] = []
    open_ones = [mon]
    while open_ones:
        new = [one for one in relatives(open_ones.pop(), "pre", dataset) if one not in found]
        found += new
        open_ones += new
    return found


def without_what_they_become(context: Context, dataset: Dataset) -> tuple[Token, ...]:
    """Those that an answer named as what evolves with an item, without what each of them evolves into."""
    query = context.query
    if context.lost or not isinstance(query, Search) or len(context.mons) < 2:
        return context.mons
    parts = query.condition.conditions if isinstance(query.condition, And) else (query.condition,)
    if query.order is not None or not any(isinstance(one, EvolvesBy) for one in parts):
        return context.mons
    kept: list[Token] = []
    results: set[Mon] = set()
    for token in context.mons:
        if not results.intersection(token.readings["mon"]):
            kept.append(token)
            results.update(m for mon in token.readings["mon"] for m in relatives(mon, "post", dataset))
    return tuple(kept)
