"""What a run of tokens is, before any query is read from it: a question, a name alone, a piece beside another."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Check, Learn, Search
from .clause import is_free
from .context import text_of
from .lexer import Token
from .parsed import Parsed


def is_question_word(token: Token) -> bool:
    """A question word, or one that holds it ("how tall")."""
    return token.has("wh") or (token.has("attr") and token.text.casefold().startswith("how "))


def of_another_realm(tokens: Sequence[Token]) -> bool:
    """ "How many cards of it have been printed", 它的玩偶多少钱: asks for what is no part of the games."""
    asks = any(is_question_word(t) or t.has("attr") or t.has("pron") for t in tokens)
    return asks and any(t.has("realm") and not is_name(t) for t in tokens)


def is_name(token: Token) -> bool:
    """The name of a Pokémon, or of something that it has or uses."""
    return any(token.has(tag) for tag in ("mon", "move", "ability", "item", "nature"))


#: What a piece that adds a subject consists of.
_AND_ONE = ("and", "mon")
_NAME_TAGS = frozenset({"mon", "type", "move", "ability", "item", "nature", "region", "gen"})


def names_only_a_form(tokens: Sequence[Token]) -> bool:
    """ "In its Primal form, please.": nothing but a form that was read with the Pokémon it belongs to."""
    small = all(is_free(t) or t.has("pron") or t.has("prep") or t.has("filler") for t in tokens)
    return small and any(t.how == "form" and t.has("filler", "form") for t in tokens)


def without_the_other_class(pieces: list[list[Token]]) -> list[list[Token]]:
    """シャドーボールは物理？特殊？: the other class of a move asks no more than the first one did."""
    kept = pieces[:1]
    for piece in pieces[1:]:
        said = [t for t in piece if not is_free(t) and not t.has("bool")]
        before = [t for t in kept[-1] if t.has("moveclass")]
        asked = bool(before) and any(t.has("move") for t in kept[-1])
        if asked and len(said) == 1 and said[0].has("moveclass") and said[0].readings != before[-1].readings:
            continue
        kept.append(piece)
    return kept


def runs_parallel(piece: Sequence[Token]) -> bool:
    """ "…, and which are Fire types?" asks beside what was asked before, of a set that it does not name."""
    first = next((i for i, t in enumerate(piece) if t.has("wh", "which")), None)
    if first is None or any(t.has("pron") or t.has("sup") or t.has("cmp") for t in piece):
        return False
    return piece[first].has("aux", "be") or (first + 1 < len(piece) and piece[first + 1].has("aux", "be"))


def names_alone(tokens: Sequence[Token]) -> bool:
    """Nothing but names and small words."""
    if any(t.has("wh") or t.has("attr") for t in tokens):
        return False
    if tokens and tokens[0].has("aux", "be") and tokens[0].text.isascii() and any(t.has("type") for t in tokens):
        return False  # "is Gengar a ghost" asks
    if tokens and tokens[0].has("aux", "can") and tokens[-1].has("yn") and any(t.has("move") for t in tokens):
        return False  # 会飞翔吗 asks
    return all(is_free(t) or not _NAME_TAGS.isdisjoint(t.readings) or t.has("noun") for t in tokens)


def adds_a_subject(piece: Sequence[Token], read: Parsed, before: Sequence[Parsed]) -> bool:
    """ "Can Alakazam learn Thunder Punch, and Gengar?": the same question of one more Pokémon, behind a comma."""
    if len(before) != 1 or len(piece) != len(_AND_ONE) or not piece[0].has("bool", "and") or not piece[1].has("mon"):
        return False
    one, other = before[0].query, read.query
    of_one = isinstance(one, (Learn, Check)) and type(one) is type(other)
    return of_one and read.used_context and sum(t.has("mon") for t in before[0].tokens) == 1


def is_fragment(tokens: Sequence[Token]) -> bool:
    """ "闪光的呢？": what is asked of it is said before, or not at all."""
    return len(tokens) > 1 and tokens[-1].text == "呢" and tokens[-2].text == "的"


def only_names(tokens: Sequence[Token]) -> bool:
    """A statement with one Pokémon and nothing else that a query could be about."""
    named = sum(t.has("mon") for t in tokens)
    asks = any(t.has("wh") or t.has("number") for t in tokens)
    spoken = ("mon", "unknown", "pron", "itemuse", "foe")
    rest = all(is_free(t) or any(t.has(tag) for tag in spoken) for t in tokens)
    return named == 1 and rest and not asks


#: What limits what is asked of a Pokémon: a sentence that says so much tells more than whom the talk is about.
_LIMITING = frozenset({"number", "gen", "vg", "region", "type", "cls", "neg", "cmp", "sup", "rank", "nature", "evs",
                       "iv", "bend", "weather", "terrain", "screen", "room", "format", "tera", "ailment", "hpstate",
                       "ball", "battleitem", "item", "ability", "percent", "invest", "extreme", "suppose", "correction",
                       "realm", "team", "sex", "gender", "evolveby"})  # fmt: skip


def tells_of_one(tokens: Sequence[Token], language: str) -> bool:
    """A sentence that asks nothing and tells nothing but things around one Pokémon ("I just caught a Larvitar.")."""
    if sum(t.has("mon") for t in tokens) != 1 or not tokens or tokens[-1].mark == "?":
        return False
    asking = tokens[:2] if language == "en" else tokens  # "… has a ridiculous number of weaknesses"
    if any(t.has(tag) for t in asking for tag in ("wh", "list", "random", "quiz") if not t.has("filler")):
        return False
    if tokens[0].has("aux") or tokens[0].has("ell"):
        return False
    for token in tokens:
        named = token.has("move") and (language == "en" or len(token.text) > 1)  # 抓 is a move, and a verb
        if token.has("mon"):
            continue
        if named or not _LIMITING.isdisjoint(token.readings):
            return False
    return True


def join_run(tokens: list[Token], unknown: list[int]) -> tuple[list[Token], Token] | None:
    """The unknown tokens as one, if they stand side by side (with what lies between them)."""
    first, last = unknown[0], unknown[-1]
    touching = all(tokens[k].origin[1] == tokens[k + 1].origin[0] for k in range(first, last))
    if last - first + 1 > len(unknown) + (3 if touching else 1):
        return None
    # Lone Chinese characters that touch the unknown run belong to it: 火焰狮鹫.
    while first > 0 and _lone(tokens[first - 1]) and tokens[first - 1].end == tokens[first].start:
        first -= 1
    while last + 1 < len(tokens) and _lone(tokens[last + 1]) and tokens[last + 1].start == tokens[last].end:
        last += 1
    run = tokens[first : last + 1]
    text = text_of(run)
    joined = Token(
        run[0].start, run[-1].end, text, {"unknown": ()}, "unknown", "", (run[0].origin[0], run[-1].origin[1])
    )
    return [*tokens[:first], joined, *tokens[last + 1 :]], joined


def _lone(token: Token) -> bool:
    return token.end - token.start == 1 and "\u3400" <= token.text[:1] <= "\u9fff" and not is_free(token)


def is_a_bare_set(piece: Sequence[Token], result: Parsed) -> bool:
    """Does a piece describe a set without asking for it?"""
    asks = any(t.has(tag) for t in piece for tag in ("wh", "list", "sup", "exist", "aux"))
    return isinstance(result.query, Search) and not result.used_context and not asks


def says_of_all(piece: Sequence[Token]) -> bool:
    """ "Deoxys forms, all pure Psychic?": what is said of all that stands in front, and no set of its own."""
    first = piece[0].text.casefold()
    named = any(t.has("noun", "pokemon") or t.has("noun", "type") or t.has("mon") for t in piece)
    return piece[0].has("list", "all") and first in _OF_ALL and not named


#: Words that say it of all of them.
_OF_ALL = frozenset({"all", "全", "全都"})


def only_tells(piece: Sequence[Token], following: Sequence[Token], language: str, *, sentences: bool) -> bool:
    """Does a piece say no more than whom the one behind it is about?"""
    if sentences and only_names(piece):
        return True
    leans = any(t.has("pron") or (sentences and t.has("wh")) for t in following)
    return leans and tells_of_one(piece, language)
