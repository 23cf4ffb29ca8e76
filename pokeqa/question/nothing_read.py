"""Follow-ups that lean on what was not understood, or that take back what was: neither is asked of all Pokémon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .clause import is_free
from .context import Context
from .lexer import Token
from .set_queries import Every
from .word_lists import word_list

#: What asks for those that a claim leaves out.
_EXCEPTIONS = frozenset(word_list("exceptions/named"))
#: What says by itself that the last question was meant otherwise, in front of a pause.
_NO = frozenset(word_list("nothing-read/no"))
#: What describes a set of its own, beside a word for Pokémon.
_DESCRIBES = ("type", "cls", "gen", "region", "vg", "color", "egg_group", "ability", "move", "look", "stage",
              "evolveby", "mon", "number", "generation")  # fmt: skip
#: What is said instead of what is taken back.
_INSTEAD = ("type", "gen", "region", "vg", "cls", "move", "ability", "item", "nature", "color", "egg_group")
#: A word for what was named, or for nothing.
_ONE = frozenset(word_list("nothing-read/one"))
_ON_WHAT = ("ell", "bool", "filler", "wh", "aux", "noun", "pron", "prep")


def says_no(tokens: Sequence[Token]) -> bool:
    """ "No, water types": the first word takes the last question back."""
    if len(tokens) < 2 or tokens[0].text.casefold() not in _NO:
        return False
    return tokens[1].origin[0] - tokens[0].origin[1] > (1 if tokens[0].text.isascii() else 0)


def with_no_as_correction(tokens: list[Token]) -> list[Token]:
    """The clause with a "no" in front that takes the last question back, where all it names is what was meant."""
    if not says_no(tokens):
        return tokens
    rest = [t for t in tokens[1:] if not is_free(t)]
    named = [t for t in rest if any(t.has(tag) for tag in _INSTEAD)]
    if not named or not all(t in named or t.has("noun", "type") or t.has("noun", "pokemon") for t in rest):
        return tokens
    return [replace(tokens[0], readings={"correction": ("correction",)}), *tokens[1:]]


#: What stands before what was not meant; in Japanese, behind it.
_NOT = frozenset(word_list("corrections/not"))
_NOT_BEHIND = frozenset(word_list("corrections/not-behind"))
#: What is said instead may join on with this.
_BUT = frozenset(word_list("corrections/but"))


def without_what_was_denied(tokens: list[Token], context: Context) -> list[Token]:
    """ "Not the power, the accuracy", 不是威力，是命中率, "I meant Rock, not Ice": the clause as what was meant.

    What is denied was named in the question before, and something of its kind stands in its place.
    """
    content = [t for t in tokens if not is_free(t) or t.has("neg")]
    at = next((i for i, t in enumerate(content) if t.text.casefold() in _NOT | _NOT_BEHIND), None)
    if at is None or len(content) > _MOST_OF_A_DENIAL:
        return tokens
    behind = content[at].text in _NOT_BEHIND
    denied = content[at - 1 if behind else at + 1 : at if behind else at + 2]
    if not denied or (behind and at == 0):
        return tokens
    kind = next((tag for tag in _DENIED if denied[0].has(tag)), None)
    if kind is None or not any(t.has(kind) and t.readings[kind] == denied[0].readings[kind] for t in context.tokens):
        return tokens
    rest = [t for t in content if t is not denied[0] and t is not content[at] and not t.has("correction")]
    rest = [t for t in rest if t.text.casefold() not in _BUT]
    if not rest or not all(t.has(kind) for t in rest):
        return tokens
    return [replace(content[at], readings={"correction": ("correction",)}), *rest]


#: A denial with what it denies, what is meant instead, and a word that joins them.
_MOST_OF_A_DENIAL = 6
_DENIED = ("attr", "mon", "type", "move", "ability", "item", "gen", "vg", "nature", "region", "cls")


def leans_on_nothing(tokens: Sequence[Token], context: Context) -> bool:
    """ "Which one is the fastest?" behind a question that was not understood: of which ones, is not known.

    So is "with what move?" behind one that named others than the talk was about.
    """
    if all(t.text.casefold() in _EXCEPTIONS for t in tokens) and not isinstance(context.query, Every):
        return bool(tokens)  # "any exceptions?" to what no claim was
    if not context.lost:
        return False
    if context.unclear and not any(any(t.has(tag) for tag in _DESCRIBES) or t.has("noun", "pokemon") for t in tokens):
        return True
    if context.group() or any(t.has("pron") for t in tokens) or not any(t.has("sup") or t.has("cmp") for t in tokens):
        return False
    return not _asks_by_itself(tokens)


def same_of_another(tokens: Sequence[Token], context: Context) -> bool:
    """ "And water?" behind a question that was not understood: the same of another type, whatever that was."""
    if not context.lost or not (tokens[0].has("ell") or tokens[0].has("bool", "and")):
        return False
    named = [t for t in tokens if not (is_free(t) or t.has("ell") or t.has("bool", "and"))]
    return bool(named) and all(any(t.has(tag) for tag in _INSTEAD) and not t.has("attr") for t in named)


def names_others(tokens: Sequence[Token], context: Context) -> bool:
    """Does a text name Pokémon that the talk was not about?"""
    own = [t.readings["mon"] for t in context.mons]
    return any(t.readings["mon"] not in own for t in tokens if t.has("mon") and not is_free(t))


def _asks_by_itself(tokens: Sequence[Token]) -> bool:
    """Does a clause name the set that it asks of, or something else to ask about?"""
    if any(any(t.has(tag) for tag in _DESCRIBES) for t in tokens):
        return True
    own = [t for t in tokens if t.has("noun") and t.text.casefold() not in _ONE]
    return any(t.has("noun", kind) for t in own for kind in ("pokemon", "move", "generation", "game", "type", "item",
                                                             "ability", "nature"))  # fmt: skip


def asks_whether_there_is(tokens: Sequence[Token]) -> bool:
    """有超级进化吗, "does it have a Mega?": whether there is such a form, and not the last question of it."""
    kinds = [t for t in tokens if t.has("formkind")]
    has = any(t.has("aux", "have") or t.has("exist") for t in tokens)
    asked = any(t.has("yn") or t.has("neg", "negyn") for t in tokens) or tokens[0].has("aux")
    rest = [
        t
        for t in tokens
        if t not in kinds and not t.has("neg", "negyn") and not (is_free(t) or any(t.has(tag) for tag in _ON_WHAT))
    ]
    return len(kinds) == 1 and has and asked and not rest and not any(t.has("attr") for t in rest)
