"""What a speaker takes back while speaking: "in Ruby? No, sorry, in Diamond", 巨金怪,呃,青铜钟的弱点."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .algebra import Search
from .clause import is_free
from .context import Context
from .fold import fold
from .lexer import Token
from .pieces import only_names
from .word_lists import word_list

#: What is meant instead is named in few words.
_MOST_MEANT = 4
#: Who begins anew goes back over few words.
_MOST_BEGUN = 6
#: Only a word of the same kind is said in place of another.
_KINDS = ("mon", "gen", "vg", "region", "move", "ability", "item", "nature", "cls", "type", "number", "attr")
#: What people say while they look for the right word; between two of one kind, the second is meant.
_HESITATIONS = frozenset(word_list("hesitations"))
_SIGN = re.compile(r"[^\w\s]|…")
#: A kind of weather, and a game.
_GAMES_TOO = frozenset(word_list("games-too"))
#: Where two are asked for, a second name corrects nothing.
_SEVERAL = ("bool", "cmp", "each", "contrast", "team")


def corrected(text: str, tokens: Sequence[Token]) -> list[Token]:
    """The tokens behind the last word that takes back what was said before it ("Snover... no wait, Abomasnow's type?").

    Such a word stands behind a sign, and something with content follows it.
    """
    for i in range(len(tokens) - 1, 0, -1):
        if not tokens[i].has("correction") or i + 1 == len(tokens):
            continue
        if all(t.has("correction") or is_free(t) for t in tokens[:i]):
            break  # 不对,我是说金属怪 takes back what was said before this text
        if re.search(r"[^\w\s]", text[tokens[i - 1].origin[1] : tokens[i].origin[0]]):
            return list(tokens[i + 1 :])
    return list(tokens)


def retold(text: str, tokens: Sequence[Token]) -> list[Token] | None:
    """The tokens with what is said last in place of what it takes back; None where nothing is taken back so.

    "The base Attack of Haxorus, no wait, the base Defense?" asks for the base Defense of Haxorus.
    """
    for i in range(len(tokens) - 2, 0, -1):
        signed = bool(_SIGN.search(text, tokens[i - 1].origin[1], tokens[i].origin[0]))
        if not signed or not (
            tokens[i].has("correction") or fold(tokens[i].text) in _HESITATIONS or _is_denial(text, tokens[i : i + 2])
        ):
            continue
        begun = i
        while begun > 1 and (tokens[begun - 1].has("correction") or fold(tokens[begun - 1].text) in _HESITATIONS):
            begun -= 1  # "uh, I mean": takes back once
        before, behind = list(tokens[:begun]), tokens[i + 1 :]
        sure = any(token.has("correction") for token in tokens[begun : i + 1])
        told = _in_place(before, behind, sure=sure) or _begun_anew(before, behind)
        if told is not None:
            return told
    return None


def _begun_anew(before: list[Token], behind: Sequence[Token]) -> list[Token] | None:
    """ "A level 50 Assault... sorry, a level 50 Calm Toxapex": the words in front up to the one that is said again."""
    again = fold(behind[0].text)
    if _is_named(behind[0]):
        return None
    for k in range(len(before) - 1, max(0, len(before) - 1 - _MOST_BEGUN), -1):
        if fold(before[k].text) == again:
            # No sign parts what is said again from what it goes on with.
            first = replace(behind[0], origin=(before[k].origin[0], behind[0].origin[1]))
            return [*before[:k], first, *behind[1:]]
    return None


def _is_named(token: Token) -> bool:
    """Is a word a name, a number or a question word, and so no mere start of what follows it?"""
    return any(token.has(tag) for tag in (*_KINDS, "wh"))


#: "The power of... no, the accuracy": a pause in front, and a sign behind.
_BREAKS = re.compile(r"\.\.|…|—|--")


def with_breaks(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens with a "no" or "sorry" in the middle of a sentence as a word that takes back what stands before it."""
    result: list[Token] | None = None
    for i in range(1, len(tokens) - 1):
        said = fold(tokens[i].text)
        if said not in _DENIALS and said not in _HESITATIONS:
            continue
        broken = _BREAKS.search(text, tokens[i - 1].origin[1], tokens[i].origin[0])
        if broken and _SIGN.search(text, tokens[i].origin[1], tokens[i + 1].origin[0]):
            result = result or list(tokens)
            result[i] = replace(tokens[i], readings={"correction": ("correction",)})
    return result or tokens


def _is_denial(text: str, tokens: Sequence[Token]) -> bool:
    """The "no" of "its weight - no, its height", between two signs."""
    word, behind = tokens
    return fold(word.text) in _DENIALS and bool(_SIGN.search(text, word.origin[1], behind.origin[0]))


def _begun(behind: Sequence[Token], *, named: bool) -> Sequence[Token]:
    """What is meant without what only leads to it: 是特攻, "its height" behind the name."""
    for i, token in enumerate(behind[:-1]):
        leads = not token.text.isascii() and is_free(token) and not token.has("wh")
        if not leads and not (named and token.readings.keys() == {"pron"} and behind[i + 1].has("attr")):
            return behind[i:]
    return behind[-1:]


#: What a pronoun stands for.
_NAMED = ("mon", "move", "ability", "item")


def _pointed_out(before: list[Token], behind: Sequence[Token], name: Token) -> list[Token] | None:
    """ "Does Vulpix learn it too, I mean Freeze-Dry?": the one pronoun in front is what is named behind."""
    pointing = [i for i, token in enumerate(before) if token.has("pron", "it") and not token.has("filler")]
    if len(pointing) != 1 or any(not is_free(token) for token in behind if token is not name):
        return None
    return [*before[: pointing[0]], name, *before[pointing[0] + 1 :]]


def _in_place(before: list[Token], behind: Sequence[Token], *, sure: bool) -> list[Token] | None:
    behind = _begun(behind, named=any(token.has("mon") for token in before))
    if (behind[0].has("wh") and not behind[0].has("attr")) or behind[0].has("aux"):
        return None  # a question of its own
    placed = len(before) > 1 and before[-2].has("prep", "in")
    if before[-1].text.casefold() in _GAMES_TOO and any(token.has("vg") for token in behind):
        before[-1] = replace(before[-1], readings={"vg": ((),)})  # "in sun... sorry, in X and Y": the game
        placed = True
    if len(behind) > 1 and behind[0].has("prep", "in") and placed:
        behind = behind[1:]  # "in gold, sorry, in X and Y"
    first = next((token for token in behind if not is_free(token)), None)
    kind = next((tag for tag in _KINDS if first is not None and first.has(tag)), None)
    if first is None or kind is None:
        return None
    if not any(token.has(kind) for token in before):
        return _pointed_out(before, behind, first) if sure and kind in _NAMED else None
    if not sure and (
        not before[-1].has(kind)
        or not behind[0].has(kind)
        or sum(token.has(kind) for token in [*before, *behind]) > 2
        or any(token.has(tag) for tag in _SEVERAL for token in [*before, *behind])
    ):
        return None
    replaced: set[int] = set()
    rest: list[Token] = []
    for token in behind:
        same = next((tag for tag in _KINDS if token.has(tag)), None)
        at = next((k for k in range(len(before) - 1, -1, -1) if same and before[k].has(same)), None)
        if at is not None and at not in replaced:
            old = before[at]
            before[at] = replace(token, start=old.start, end=old.end, origin=old.origin, mark=token.mark)
            replaced.add(at)
        elif rest or not is_free(token) or token.has("yn") or token.has("wh"):
            rest.append(token)
    at_end = before[-1].origin  # "spd? I mean how fast, base": no sign parts what is said last from the question
    rest = [replace(token, origin=at_end) if token.has("noun", "stat") else token for token in rest]
    return [*before, *rest]


def taken_back(tokens: list[Token], kept: list[Token]) -> tuple[list[Token], list[Token]]:
    """What a text takes back, and what it means instead; `kept` is what stands behind the correction."""
    before = tokens[: -len(kept) - 1]
    while before and before[-1].has("correction"):
        before.pop()  # 不对，我是说 takes back twice
    said, meant = ([t for t in some if t.has("mon")] for some in (before, kept))
    if only_names(kept) and said and len(meant) == 1:
        # "How heavy is Snorlax, I mean Munchlax?": another name for the question that was begun.
        kept = [meant[0] if token is said[-1] else token for token in before]
    return before, kept


def puts_right(tokens: Sequence[Token], bare: Sequence[Token]) -> bool:
    """ "No, I meant Gligar": a clause that takes back the one before it and names nothing but what was meant."""
    return any(t.has("correction") for t in tokens) and all(any(t.has(tag) for tag in _KINDS) for t in bare)


#: Words that say that something else was meant, where a sign follows them ("no, Water types").
_DENIALS = frozenset(word_list("corrections/denials"))
#: What is said in place of what stood before, and what goes with it.
_MEANT = ("type", "gen", "region", "cls", "color")


def said_instead(tokens: Sequence[Token], context: Context) -> list[Token] | None:
    """What a clause names in place of the same kind in the one before it, and nothing else: "no, Water types".

    A lone type behind a ranking of another one needs no word that says so.
    """
    denied = fold(tokens[0].text) in _DENIALS and len(tokens) > 1
    said = [
        t
        for t in (tokens[1:] if denied else tokens)
        if not t.has("correction") and not (is_free(t) and not t.has("color"))
    ]
    named = [t for t in said if any(t.has(tag) for tag in _MEANT)]
    if not named or len(said) > _MOST_MEANT or not all(t in named or t.has("noun") for t in said):
        return None
    if denied:
        gap = tokens[1].origin[0] - tokens[0].origin[1]  # a sign between: "no Water types" leaves them out
        return named if gap > int(tokens[0].text.isascii()) else None
    ranked = isinstance(context.query, Search) and context.query.order is not None
    before = sum(t.has("type") for t in context.tokens)
    return named if ranked and before == len(named) == 1 and named[0].has("type") else None
