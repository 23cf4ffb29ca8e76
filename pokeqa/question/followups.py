"""Follow-ups: a clause that leans on an earlier one, completed from it before it is parsed.

The work is done on tokens, so a completed clause is read by the same frames as one that was asked in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .again import again_of
from .algebra import Compare, Evolve, Facts, Learn, Matchup, Query, Search
from .asked_again import by_the_same, measured, topped, with_compared
from .attacked import attacked
from .claimed_against import moves_claimed, set_beside
from .clause import is_free
from .context import Context, also_in, is_set, text_of, things_of
from .corrections import puts_right, said_instead
from .exchange import exchanged
from .has_it_too import evolved_so_too
from .joint_queries import Contrast
from .kinds_of_moves import kinds_of_moves
from .lexer import Token
from .names import NameIndex
from .narrowing import limited, of_one_type_only
from .next_of_them import next_of_them
from .nothing_read import (
    asks_whether_there_is,
    leans_on_nothing,
    same_of_another,
    with_no_as_correction,
    without_what_was_denied,
)
from .of_its_groups import asks_for_partners
from .of_sets import asks_for_others, asks_of_them, asks_of_those_there, says_also, says_pokemon, with_noun
from .of_that_move import claims_of_no_move, of_that_move
from .of_the_matchup import without_ability
from .other_form_of_it import asks_for_forms, form_substituted, named_as_form, of_a_form
from .other_forms import meant_ordinarily
from .picked import (
    about_the_thing,
    picked_step,
    same_side,
    with_it_used,
    with_picked,
    with_what_it_becomes,
    without_the_same,
)
from .points_back import with_what_is_meant
from .pronouns import content_too, is_of_things, own_possessives, pointed, resolved, with_both, with_ordinals
from .said_shortly import (
    abilities_were_told,
    asks_of_those_compared,
    how_it_learns,
    learn_it,
    of_natures,
    who_has_it,
    who_was_asked_for,
    winner,
    with_ability_asked,
)
from .same_item import with_the_item
from .stages import (
    asks_for_the_next,
    of_its_stage,
    of_the_next_stage,
    of_their_stages,
    with_the_verb,
)
from .substituted import at_that_time, is_earlier, substituted, with_time_apart
from .that_generation import in_that_generation
from .those_there import with_those_there
from .word_lists import word_list

#: What a clause can name alone, to ask the same of it.
_NAMES = ("mon", "type", "move", "ability", "item", "gen", "region")
#: The word for moves, where it is left out.
_MOVES = Token(0, 0, "moves", {"noun": ("move",)})
#: What stands behind a name of which the same is asked.
_TOO = frozenset(word_list("too"))
#: Questions in which several Pokémon stand side by side: what follows is about all of them.
_PARALLEL = (Compare, Contrast, Facts)


@dataclass(slots=True)
class Completed:
    """One way to read a clause. `narrow`: it asks for some of the set that the last query describes; `query`: it asks
    for this, whatever its words say by themselves.
    """

    tokens: list[Token]
    text: str
    used_context: bool = False
    narrow: bool = False
    query: Query | None = None
    about: list[Token] | None = None  # what the talk is about behind `query`, where it is not what it was about before


def complete(tokens: list[Token], context: Context | None, index: NameIndex) -> Iterator[Completed]:
    """The ways to read a clause, the likeliest first."""
    tokens = own_possessives(with_both(tokens) if context is not None else tokens)
    if context is not None and isinstance(context.query, Matchup):
        tokens = without_ability(tokens)
    if context is None:
        yield from (Completed(tokens, text_of(tokens)), *_by_itself(tokens))
        return
    too = evolved_so_too(tokens, context)
    if too is not None:
        yield _read(too)
        return
    tokens = with_the_verb(tokens, context)
    tokens = with_the_item(with_what_is_meant(with_time_apart(tokens), context), context, index.dataset)
    dated = in_that_generation(tokens, context, index.dataset)
    if dated is None:
        return  # which generation is meant is not known
    leads = dated is not tokens
    tokens = with_those_there(without_what_was_denied(with_no_as_correction(dated), context), context)
    if leans_on_nothing(tokens, context):
        yield Completed([], text_of(tokens), True)
        return
    meant = with_what_it_becomes(with_picked(tokens, context, index), context, index.dataset)
    if meant is not tokens:
        # "and the ice one?": there is no other way to mean it
        step = picked_step(meant, context, index.dataset)
        if step is not None:
            yield Completed(meant, f"{context.text} ({text_of(tokens)})", True, query=step, about=meant)
            return
        yield from (replace(way, used_context=True) for way in _in_context(meant, context, index))
        return
    if leads:
        yield _read(tokens)
    used = with_it_used(tokens, context)
    if used != tokens:
        yield _read(used)
    other = next_of_them(tokens, context)
    if other is not None:
        query, name = other
        yield Completed(tokens, f"{context.text} ({name.text})", True, query=query, about=[name])
        return
    ordinary = meant_ordinarily(tokens, context, index)
    if ordinary is not None:
        yield _read(ordinary)
        return
    instead = said_instead(tokens, context)
    if instead is not None:
        yield from map(_read, substituted(instead, context))  # "no, Water types"
    limits = None
    if isinstance(context.query, Search) and not context.lost:
        limits = limited(tokens) or of_one_type_only(tokens, context.tokens)
    if limits is not None:
        yield Completed(limits, f"{context.text} ({text_of(tokens)})", True, narrow=True)
    yield from _in_context(without_the_same(tokens, context), context, index)


def _in_context(tokens: list[Token], context: Context, index: NameIndex) -> Iterator[Completed]:
    """The ways to read a clause behind others, the likeliest first."""
    text = text_of(tokens)
    plain = Completed(tokens, text)
    again = again_of(tokens, context, index.dataset)
    if again is not None or asks_for_the_next(tokens, context):
        # A next stage that is none, or several, is not what the words say by themselves either.
        yield plain if again is None else Completed(tokens, f"{context.text} ({text})", True, query=again)
        return
    yield from map(_read, topped(tokens, context))
    tokens = measured(by_the_same(tokens, context), context)
    named = with_compared(tokens, context, index)
    if named is not tokens:
        yield _read(named)  # "what type is the slower one?"
    grown = of_the_next_stage(tokens, context, index.dataset) or of_its_stage(tokens, context)
    grown = grown or of_their_stages(tokens, context, index.dataset)
    if grown is not None:
        yield _read(grown)
    if _asks_what_was_not_read(tokens, context) or claims_of_no_move(tokens, context):
        yield Completed([], text, True)
        return
    yield from map(_read, named_as_form(tokens, context, index))
    content = [t for t in tokens if not is_free(t)]
    tokens = with_ordinals(tokens, context)
    yield from map(_read, at_that_time(tokens, context))
    refers = [t for t in tokens if t.has("pron")]
    mons = [t for t in tokens if t.has("mon")]
    rest = [t for t in tokens if not (t.has("ell") and not content_too(t))]
    bare = [t for t in content if not t.has("ell") and not t.has("bool", "and") and not t.has("correction")]
    repeats = bool(mons) and len(bare) > len(mons) and any(t.has("wh") for t in bare)
    becomes = len(mons) > 1 and any(t.has("prep", "into") for t in tokens)  # "what about Eevee into Umbreon"
    narrows = is_set(context.query) and says_also(tokens)
    if (_is_marked(tokens, bare, context) or repeats) and bare and not refers and not becomes and not narrows:
        yield from map(_read, substituted(same_side(bare, context), context))
    if not mons:
        for changed in exchanged(bare, context.query, context.tokens):
            yield _read(changed)
    alone = _only_of_the_one(tokens, rest, context)
    if alone:
        yield from alone
        return
    if not mons:
        yield from map(_read, _of_other_forms(tokens, bare, rest, context, index))
    yield from map(_read, (*about_the_thing(tokens, mons, context), *moves_claimed(tokens, context)))
    there = pointed(tokens, context)
    if there is not None:
        yield _read([t for t in there if not (t.has("ell") and not content_too(t))])
    yield from map(_read, (*how_it_learns(tokens, context), *learn_it(tokens, rest, context)))
    yield from map(_read, who_has_it(tokens, context))
    asks_a_part = is_set(context.query) or bool(context.group())
    yield from (_about(moves, asked) for moves, asked in of_that_move(tokens, rest, context))
    if not mons:
        if not refers and _is_made_so(tokens, context):
            yield _about(context.mons, rest)
        yield from _parts_of_a_set(tokens, context, asks_a_part=asks_a_part)
        yield from _ranked_among(tokens, rest, context, asks_a_part=asks_a_part)
    if not mons and not refers and context.things and is_of_things(tokens, context) and not things_of(tokens):
        yield _about(context.things, rest)  # "what does it do?", "accuracy?"
    yield from map(_read, of_natures(tokens, bare, context))
    if refers:
        yield from (_read(reading) for reading in resolved(tokens, context))
        stripped = [t for t in tokens if not (t.has("pron") and not t.has("mon"))]
        if all(map(is_free, refers)) or len(stripped) < len(tokens):
            yield plain
        return
    yield from map(_read, attacked(tokens, rest, context))
    if len(mons) == 1 and context.mons:
        yield from (
            _read(read) if told else _about([focus], read) for focus, read, told in set_beside(tokens, mons[0], context)
        )
    each = len(context.told) > 1 and any(t.has("each") or "分别" in t.text or "各" in t.text for t in tokens)
    if len(context.mons) == 1 and not mons and not each and _asks_what_it_has(bare):
        yield _about(context.mons, rest)  # 蛋群是啥: its egg group, and not which ones there are
    if not (is_set(context.query) or mons or not asks_of_them(tokens) or not asks_of_those_there(tokens)):
        return  # 有水系的吗: of those that were asked for, and nothing was read
    yield plain
    if not content:
        return  # "thanks" leans on nothing
    if not mons and not context.mons and context.types and any(t.has("mu") or t.has("attr") for t in content):
        # 妖精系克制谁,又被谁克制: the type is what the talk is about.
        yield _about(context.types, tokens)
    if not mons and context.mons:
        focus = list(context.told if each else who_was_asked_for(tokens, context) or winner(tokens, context))
        apart = not any(t.has("cmp") or t.has("sup") for t in tokens)
        whole = (
            each
            or any(t.has("each") for t in tokens)
            or not apart
            or len(focus) == 1
            or context.several
            or isinstance(context.query, _PARALLEL)
        )
        for names in [focus] if whole else [focus[-1:], focus]:
            yield _about(names, rest)
    if (
        bare
        and not mons
        and context.query is not None
        and all(_adds(t, context) or (t.has("learn") and also_in(t, context)) for t in bare)
    ):
        # "how?", "at what level?", "and in gen 3?" add to what was asked.
        yield from map(
            _read, substituted([t for t in bare if t.has("gen") or t.has("vg")], context)
        )  # "in Sword?" behind Emerald
        yield _read([*context.tokens, *bare])
    if len(rest) < len(tokens) and (becomes or len(bare) > len(mons)):
        yield Completed(rest, text)  # "what about Eevee into Umbreon?" asks all by itself


def _is_made_so(tokens: list[Token], context: Context) -> bool:
    """ "Which ability makes it immune to Water?"."""
    return len(context.mons) == 1 and any(t.text.casefold().endswith(" it") for t in tokens)


def _only_of_the_one(tokens: list[Token], rest: list[Token], context: Context) -> list[Completed]:
    """What is asked of the one Pokémon of the talk and of no others: 有超级进化吗, which of its abilities it is."""
    if len(context.mons) != 1 or any(t.has("mon") or t.has("pron") for t in tokens):
        return []
    if asks_whether_there_is(tokens) or asks_for_partners(tokens):
        return [_about(context.mons, rest)]
    if _is_made_so(tokens, context) and abilities_were_told(context):
        return [_about(context.mons, some) for some in (rest, with_ability_asked(rest))]
    return []


def _of_other_forms(
    tokens: list[Token], bare: list[Token], rest: list[Token], context: Context, index: NameIndex
) -> Iterator[list[Token]]:
    """ "And in Mega form?", 天空形态的特性是什么."""
    if (any(t.has("pron") for t in tokens) and asks_for_forms(tokens)) or asks_whether_there_is(tokens):
        return
    yield from form_substituted([t for t in bare if not t.has("pron")], context, index)
    yield from of_a_form(rest, context, index)


def _ranked_among(
    tokens: list[Token], rest: list[Token], context: Context, *, asks_a_part: bool
) -> Iterator[Completed]:
    """ "Which one is faster?", "which of them is the fastest?"."""
    ranks = any(t.has("sup") for t in tokens)
    asked = [t for t in rest if not t.has("pron")]
    if len(context.mons) == 1 and context.before and (ranks or any(t.has("cmp") for t in tokens)):
        # after questions about one Pokémon each
        run = context.before if ranks else context.before[-1:]
        yield _about([*run, *context.mons], asked)
    compared = ranks or any(t.has("cmp") for t in tokens)
    if isinstance(context.query, Evolve) and len(context.mons) == 1 and len(context.told) > 1 and compared:
        yield _about(context.told, asked)  # "which is faster?" behind what one evolves into
    if asks_a_part and ranks and not says_pokemon(tokens):
        # one of those that the answer named, or of the set if it named only some
        if context.group():
            yield _about(context.group(), asked)
        yield Completed(with_noun(tokens), f"{context.text} ({text_of(tokens)})", True, narrow=True)


#: A set is described in more words than these.
_FEW = 3


def _by_itself(tokens: list[Token]) -> Iterator[Completed]:
    """ "What about Eevee into Umbreon?" asks all by itself."""
    named = any(t.has("noun", "pokemon") for t in tokens) and len(tokens) > _FEW
    if tokens and tokens[0].has("ell") and (named or any(t.has("prep", "into") for t in tokens)):
        yield Completed(tokens[1:], text_of(tokens))


def _asks_what_was_not_read(tokens: list[Token], context: Context) -> bool:
    """ "And Raichu?" behind a question that was not understood: the same is asked of it, whatever that was."""
    if same_of_another(tokens, context):
        return True
    if (context.query is not None and not context.lost) or not context.mons:
        return False
    asked_who = len(context.mons) == 1 and any(t.has("wh", "who") for t in context.tokens)
    if asked_who and any(t.has("pron") for t in tokens):
        return True  # "Who is Eevee's watery brother? Its ability?": who that is, is not known
    bare = [t for t in tokens if not is_free(t) and not t.has("ell")]
    marked = any(t.has("ell") or t.has("correction") for t in tokens)
    marked = marked or (bool(tokens) and tokens[0].has("bool", "and"))
    bare = [t for t in bare if not t.has("bool", "and")]
    own = any(t.has("prep", "into") for t in tokens)  # "what about Eevee into Umbreon" asks all by itself
    return marked and not own and bool(bare) and all(t.has("mon") for t in bare)


def _parts_of_a_set(tokens: list[Token], context: Context, *, asks_a_part: bool) -> Iterator[Completed]:
    """ "Which of them are Grass types?", "who else is in there?": some of those that were spoken of."""
    if isinstance(context.query, Learn) and any(t.has("sup") for t in tokens):
        # "Which is the strongest?" behind its moves
        moves = tokens if any(t.has("noun", "move") for t in tokens) else [*tokens, _MOVES]
        yield Completed(
            [t for t in moves if not t.has("pron")], f"{context.text} ({text_of(tokens)})", True, narrow=True
        )
    kept = kinds_of_moves(tokens, context)
    if kept is not None:
        yield Completed(kept, f"{context.text} ({text_of(tokens)})", True, narrow=True)
    others = asks_for_others(tokens) and context.peers() is not None
    moves_told = isinstance(context.query, Search) and context.query.what == "move"
    if moves_told and asks_of_them(tokens):
        yield Completed(with_noun(tokens, "move"), f"{context.text} ({text_of(tokens)})", True, narrow=True)
    if others or (asks_a_part and (asks_of_them(tokens) or asks_of_those_compared(tokens, context))):
        yield Completed(with_noun(tokens), f"{context.text} ({text_of(tokens)})", True, narrow=True)


def _read(tokens: list[Token]) -> Completed:
    return Completed(tokens, text_of(tokens), True)


def _about(names: Sequence[Token], tokens: list[Token]) -> Completed:
    """The clause with what the talk is about in front; behind a verb that asks who acts ("what's super effective")."""
    asked = next((i for i, t in enumerate(tokens) if t.has("wh")), len(tokens))
    acts = [i for i, t in enumerate(tokens) if any(str(v).endswith(":att") for v in t.readings.get("mu", ()))]
    # 又被谁克制: what the talk is about stands in front of the passive.
    undergoes = bool(acts) and any(t.text == "被" for t in tokens[: acts[0]])
    if acts and asked < acts[0] and not undergoes and not tokens[acts[-1]].has("attr"):
        return _read([*tokens, *names])
    return _read([*names, *tokens])


def _is_marked(tokens: list[Token], bare: list[Token], context: Context) -> bool:
    """Does a clause say that it asks the same of something else: "and Espeon?", "what about Surf", "Raichu?"."""
    if any(t.has("ell") for t in tokens) or bool(tokens and tokens[0].has("bool", "and")) or puts_right(tokens, bare):
        return True
    if is_earlier(bare):
        return True  # "before gen 6?"
    if len(bare) == 1 and tokens[-1].text.casefold() in _TOO and any(bare[0].has(tag) for tag in _NAMES):
        return True  # "Energy Ball too?"
    if len(tokens) == 2 and tokens[0].has("mon") and tokens[1].text in ("は", "的"):
        return True  # ライチュウは？雷丘的？
    if context.lost or not bare or any(t.has("wh") for t in tokens):
        return False
    several = sum(t.has("mon") for t in context.tokens) > 1  # "special defense?" of all that were compared
    names = all(any(t.has(tag) for tag in _NAMES) or (several and t.has("attr")) for t in bare)
    in_turn = isinstance(context.query, Facts) or (context.before and isinstance(context.query, Evolve))
    alone = len(tokens) == len(bare) == 1 and bare[0].has("mon") and bool(in_turn)
    asked = alone or bool(bare[-1].mark) or any(t.has("yn") or t.has("aux") or t.has("neg", "negyn") for t in tokens)
    return names and asked


def _adds(token: Token, context: Context) -> bool:
    return (
        (token.has("wh", "when") and isinstance(context.query, Evolve))
        or token.has("gen")
        or token.has("vg")
        or token.has("wh", "how")
        or token.has("wh", "level")
        or token.has("wh", "item")
    )


def _asks_what_it_has(bare: Sequence[Token]) -> bool:
    """Is an attribute all that is asked for?"""
    return bool(bare) and all(t.has("attr") and t.has("group") for t in bare)
