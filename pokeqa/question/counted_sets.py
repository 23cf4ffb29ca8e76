"""Words beside sets that their neighbours read otherwise: "all three Alola starters", "gen 2, 3 or 4"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: What may stand between a number and the group that it counts: "all three of the final Kanto starters".
_DESCRIBING = ("filler", "prep", "adv", "region", "gen", "formkind", "ev", "stage")
_FILLER = {"filler": ("filler",)}
#: Words that leave out what they stand behind (幻之宝可梦不算).
_LEFT_OUT = frozenset(word_list("counted-sets/left-out"))
#: An exclusion that ends in 外 names few.
_MOST_LEFT_OUT = 5
_ASIDE = frozenset(word_list("counted-sets/aside"))
#: What can be left out of a set.
_KINDS = ("cls", "formkind", "type", "gen", "region", "brood")


def with_counted_sets(tokens: list[Token]) -> list[Token]:
    """The tokens with such words read as their neighbours say."""
    return _without_power(_left_out_behind(_generations_listed(_counted_groups(tokens))))


def _without_power(tokens: list[Token]) -> list[Token]:
    """The tokens with "moves without power", 没有威力的招式 read as moves of power 0."""
    if any(t.has("mon") or t.has("move") for t in tokens):
        return tokens
    for i, token in enumerate(tokens[:-1]):
        if token.has("neg") and tokens[i + 1].has("attr", "power") and _speaks_of_moves(tokens):
            tokens[i] = replace(token, readings={"number": (0.0,)})
    return tokens


def _speaks_of_moves(tokens: Sequence[Token]) -> bool:
    return any(t.has("noun", "move") or t.has("moveclass") for t in tokens)


def _counted_groups(tokens: list[Token]) -> list[Token]:
    """The tokens with "all three", "of the two" and 三只 in front of a group as what they are: as many as there are."""
    for i, token in enumerate(tokens):
        if not token.has("pron", "three") and not token.has("pron", "four") and not token.has("pron", "them"):
            continue
        k = i + 1
        while k < len(tokens) and (
            any(tokens[k].has(tag) for tag in _DESCRIBING) or tokens[k].has("learnplace", "last")
        ):
            k += 1
        if k < len(tokens) and k > i and (tokens[k].has("cls") or tokens[k].has("brood")) and not _points(token):
            chosen = tokens[k].has("cls", "starter") and any(t.has("sup") or t.has("cmp") for t in tokens)
            chosen = chosen and not any(t.has("ev", "final") or t.has("stage", "final") for t in tokens)
            # The heaviest of the three starters is none of what they grow into.
            tokens[i] = replace(token, readings={"stage": ("first",)} if chosen else _FILLER)
    return tokens


def _points(token: Token) -> bool:
    """Does the word point at something said before, and count nothing: "their", "those"?"""
    return token.text.casefold() in (
        "they",
        "them",
        "their",
        "those",
        "these",
        "它们",
        "他们",
        "它们的",
        "这些",
        "那些",
    )


def _generations_listed(tokens: list[Token]) -> list[Token]:
    """The tokens with the bare numbers of "gen 2, 3 or 4" read as generations."""
    for i, token in enumerate(tokens):
        if not token.has("gen") or not token.text[-1:].isdigit():
            continue
        k, joined = i + 1, False
        run: list[int] = []
        while k < len(tokens) and (_is_generation(tokens[k]) or tokens[k].has("bool")):
            joined = joined or tokens[k].has("bool")
            run += [k] if _is_generation(tokens[k]) else []
            k += 1
        if (
            joined
            and run
            and not (k < len(tokens) and any(tokens[k].has(tag) for tag in ("unit", "attr", "noun", "cls")))
        ):
            for j in run:
                tokens[j] = replace(tokens[j], readings={"gen": (str(int(tokens[j].text)),)})
            joint = replace(next(t for t in tokens[i:k] if t.has("bool")))
            for j in reversed(range(i, k - 1)):
                if tokens[j].has("gen") and tokens[j + 1].has("gen"):
                    tokens.insert(
                        j + 1, replace(joint, start=tokens[j].end, end=tokens[j].end, origin=tokens[j].origin)
                    )
            break
    return tokens


def _is_generation(token: Token) -> bool:
    return token.has("number") and token.text.isdigit() and token.text in "123456789"


def _left_out_behind(tokens: list[Token]) -> list[Token]:
    """The tokens with what 不算 or "not included" stands behind put behind it, as 不算幻之宝可梦 says it."""
    tokens = _unwanted(tokens)
    for i, token in enumerate(tokens):
        said = token.text.casefold()
        denies = said in _LEFT_OUT and token.has("neg")
        paused = not said.isascii() and i + 1 < len(tokens) and tokens[i + 1].origin[0] > token.origin[1]
        if not (denies or said in _ASIDE) or i < 1 or (_goes_on(tokens[i + 1 :]) and not paused):
            continue
        start = i - (tokens[i - 1].text == "都" and i > 1)
        if tokens[start - 1].has("noun", "pokemon") and start > 1 and any(tokens[start - 2].has(t) for t in _KINDS):
            start -= 1
        while start > 0 and (any(tokens[start - 1].has(tag) for tag in _KINDS) or _joins(tokens, start - 1)):
            start -= 1
        if said.isascii() and not _is_left_out(tokens[start:i], alone=said not in _ASIDE):
            continue
        if start < i and (start or i + 1 < len(tokens)):
            without = replace(token, text="excluding" if said.isascii() else token.text, readings={"neg": ("neg",)})
            tokens[start : i + 1] = [without, *tokens[start:i]]
    return tokens


def _is_left_out(named: Sequence[Token], *, alone: bool) -> bool:
    """Is it a class or a kind of forms that English leaves out so? One alone is read where it stands."""
    kinds = [t for t in named if t.has("cls") or t.has("formkind")]
    return len(kinds) > int(alone) and all(t in kinds or t.has("bool") or t.has("noun") for t in named)


def _unwanted(tokens: list[Token]) -> list[Token]:
    """The tokens with 不要 behind what nobody wants (传说不要) as one denial, and without the end of 除传说外."""
    for i in range(1, len(tokens) - 1):
        if tokens[i].text == "外" and any(t.text in ("除", "除了") for t in tokens[max(0, i - _MOST_LEFT_OUT) : i]):
            return [*tokens[:i], *tokens[i + 1 :]]
        wanted = tokens[i].text == "不" and tokens[i + 1].text == "要"
        if wanted and any(tokens[i - 1].has(tag) for tag in _KINDS) and not _goes_on(tokens[i + 2 :]):
            denial = replace(tokens[i], text="不要", readings={"neg": ("neg",)}, end=tokens[i + 1].end)
            return [*tokens[:i], denial, *tokens[i + 2 :]]
    return tokens


def _joins(tokens: Sequence[Token], i: int) -> bool:
    return i > 0 and tokens[i].has("bool") and any(tokens[i - 1].has(tag) for tag in _KINDS)


def _goes_on(tokens: Sequence[Token]) -> bool:
    """Does something with content stand behind: 不算幻之宝可梦?"""
    return any(not token.has("filler") and not token.has("wh") and not token.has("yn") for token in tokens[:1])
