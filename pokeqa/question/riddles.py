"""Riddles: a description, and the question who is meant ("I am a Ghost type that evolves from Doublade. Who am I?").

A riddle tells more than the dataset holds ("people love my cheeks"). What is no fact of the dataset is chatter, as long
as the facts beside it leave a single Pokémon; a parser that gets several readings of one riddle takes the first that
does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ..pokedex.conditions import compile_condition
from ..pokedex.dataset import Dataset
from ..pokedex.varieties import index_of
from .algebra import And, DexLookup, Evolve, Query, RelativeOf, Search
from .clause import is_free
from .lexer import Token
from .word_lists import word_list

#: What parts the facts of a riddle.
_SIGN = re.compile(r"[,.!?;:，。！？；：、…~\-–—()（）\"“”\n]")
#: Said of an evolution over several steps.
_ALL_THE_WAY = frozenset(word_list("riddles/all-the-way"))
#: So many ways to leave out chatter are tried.
_MOST_TRIED = 24
#: So many of one evolution line may fit a description without its chatter.
_MOST_OF_A_LINE = 2
#: The type that is a verb elsewhere.
_FIGHTING = 2
#: Phrases that ask who is meant, and are other words elsewhere.
_ASKING = frozenset(word_list("riddles/asking"))
#: What stands in front of the word that asks for more of what was told.
_MORE = frozenset(word_list("asks-for-more"))
#: What somebody becomes where it is not said.
_ANYTHING = frozenset(word_list("riddles/anything"))
#: In front of a number of what one has.
_HAS = frozenset(word_list("riddles/has"))
#: What stands beside a name that has a letter or a word in it, and asks for no name.
_SPELLING = frozenset((*word_list("names/holds"), *word_list("names/within")))
#: Words for a level that ask for none beside its number.
_LEVELS = frozenset(word_list("riddles/levels"))
#: Degrees of what no number is told.
_VAGUE = frozenset(word_list("vague"))
#: Words that turn what stands beside them into something else; what holds one is left out as a whole, or not at all.
_TURNING = ("neg", "number", "cmp", "sup", "op", "factor", "times")
#: What a riddle tells without words for looks or deeds.
_PLAIN = ("attr", "number", "type", "color", "ev", "mon", "gen", "region", "noun", "stage")
#: What a riddle tells of who is meant.
_TOLD = (*_PLAIN, "move", "ability", "item", "cls", "evolveby")
#: Tags that name something; a phrase with one may be left out only where a fact beside it is of the same kind.
_NAMING = ("mon", "move", "ability", "item", "type", "cls", "gen", "region")


def riddle_of(text: str, tokens: Sequence[Token]) -> Iterator[tuple[list[Token], bool]]:
    """The readings of a riddle as a search, each with whether it leaves something out; none where it is no riddle."""
    if any(token.has("wh", "howmany") or token.has("wh", "howmuch") for token in tokens):
        return  # "How many Who's That Pokémon are there?" asks about riddles
    asked = [token for token in tokens if token.has("whoami")]
    phrases = _phrases(text, tokens)
    if len(phrases) > 2 and _announces(phrases[0]):
        phrases = phrases[1:]
    if not asked:
        asking = next((one for one in (phrases[-1], phrases[0]) if _only_asks(one)), None) if len(phrases) > 1 else None
        if asking is None and (ends := _asks_of_its_end(phrases)):
            asking, phrases = ends, [*phrases[:-1], [t for t in phrases[-1] if t not in ends]]
        if asking is None or any(_asks(t) for one in phrases if one is not asking for t in one):
            return
        asked, phrases = asking, [one for one in phrases if one is not asking]
    which = replace(asked[0], readings={"wh": ("which",)})
    noun = replace(asked[0], readings={"noun": ("pokemon",)})
    facts = [fact for one in phrases if (fact := _facts(one, told=asked[0].has("whoami")))]
    whole = [token for fact in facts for token in fact]
    yield [which, noun, *whole], any(map(_counted_evolutions, phrases))
    for kept in islice(_without_chatter(facts), _MOST_TRIED):
        yield [which, noun, *kept], True


def is_solved(query: Query | None, dataset: Dataset) -> bool:
    """Does a search find exactly one species, or a few of one line?"""
    if isinstance(query, Evolve) and query.direction == "into" and query.aspect == "what" and not query.yes_no:
        return bool(query.ways or query.item_id) and query.target is None  # "I evolve from Machoke by trade"
    if isinstance(query, DexLookup):
        return query.region_id is None  # a number of the National Dex is one's alone
    if not isinstance(query, Search) or query.what != "pokemon" or query.order is not None or query.output != "list":
        return False
    fits = compile_condition(query.condition, dataset)
    found = {one.species_id for one in index_of(dataset).ordinary if fits(one) is True}
    # Two of one line are told apart by the chatter ("rabbit-like"); the answer names both.
    return 1 <= len(found) <= _MOST_OF_A_LINE and len({dataset.species[one].chain_id for one in found}) == 1


def _asks_of_its_end(phrases: Sequence[Sequence[Token]]) -> list[Token]:
    """ほのお・ゴーストで、ヒトモシの最終進化は誰: who asks it behind a phrase of types; empty where it is not so."""
    if len(phrases) < 2 or not all(t.has("type") or t.has("filler") for one in phrases[:-1] for t in one):
        return []
    last = phrases[-1]
    ends = any(t.has("ev", "final") for t in last) and sum(t.has("mon") for t in last) == 1
    return [t for t in last if t.has("wh", "who") or t.has("wh", "which") or t.has("wh", "what")] if ends else []


def from_afar(query: Query | None, dataset: Dataset) -> Query | None:
    """A search for what evolves from a Pokémon, over all steps below it where nothing that evolves directly fits."""
    if not isinstance(query, Search) or not isinstance(query.condition, And):
        return query
    parts = query.condition.conditions
    near = [one for one in parts if isinstance(one, RelativeOf) and one.relation == "from" and not one.by]
    if len(near) != 1 or is_solved(query, dataset):
        return query
    below = replace(near[0], relation="below")
    wider = replace(query, condition=And(tuple(below if one is near[0] else one for one in parts)))
    return wider if is_solved(wider, dataset) else query


def _announces(phrase: Sequence[Token]) -> bool:
    """ "A riddle from our kids' club:": says that it is one, and tells nothing of who is meant."""
    return any(t.has("quiz", "riddle") for t in phrase) and not any(t.has(tag) for t in phrase for tag in _TOLD)


def _phrases(text: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens in runs, parted at signs."""
    runs: list[list[Token]] = []
    for token in tokens:
        deed = _does(runs[-1][-1], token) if runs else False
        if runs and not deed and not _SIGN.search(text, runs[-1][-1].origin[1], token.origin[0]):
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs or [[]]


def _does(before: Token, token: Token) -> bool:
    """Does a verb behind "and" tell one fact more: "has base Special Attack 135 and shows up when …"?"""
    return before.text.casefold() == "and" and (
        token.has("unknown") or token.has("aux") or token.has("ev", "from") or token.has("meet") or token.has("looks")
    )


def _asks(token: Token) -> bool:
    """A question word; the "at level" of a number that follows asks nothing."""
    return token.has("wh") and token.text.casefold() not in _LEVELS


def _only_asks(phrase: Sequence[Token]) -> bool:
    """ "Who is it?", "Name?", "Which Pokémon?", 是谁: a phrase of nothing but the question who is meant."""
    said = " ".join(t.text.casefold() for t in phrase)
    if said in _ASKING:
        return True
    if phrase[0].text in _MORE:
        return False  # 水系抵抗火和冰，还有啥: what else it does is asked
    if any(t.has("attr", "name") for t in phrase) and any(t.text.casefold() in _SPELLING for t in phrase):
        return False  # 名字里有"龙"的, 'with "dragon" in the name'
    asks = any(t.has("wh", "who") or t.has("wh", "which") or t.has("wh", "what") or t.has("attr", "name")
               for t in phrase)  # fmt: skip
    return asks and all(
        is_free(t) or t.has("pron") or t.has("attr", "name") or t.has("noun", "pokemon") or t.has("wh") for t in phrase
    )


def _facts(phrase: Sequence[Token], *, told: bool = False) -> list[Token]:
    """A phrase as a description of a set: without the riddler himself, and with what he was as what he came from."""
    kept: list[Token] = []
    behind: list[Token] = []
    evolves = any(t.has("ev") for t in phrase)
    if any(t.has("ev", "from") or t.has("ev", "pre") for t in phrase) and any(t.has("mon") for t in phrase):
        phrase = _without_level(phrase)
    counted = _counted_evolutions(phrase)
    phrase = _end_of_its_line(phrase)
    for i, token in enumerate(phrase):
        if token.text.casefold() in _ALL_THE_WAY:
            continue  # 由波加曼一路进化而来
        if token.has("whoami") or token.has("pron", "it"):
            continue
        if i in counted or i in counted.values():
            continue  # "has eight evolutions", 有八种进化: the other facts must tell it
        if token.has("noun", "number") and token.text.isascii():
            kept.append(replace(token, readings={"attr": ("dex-number",)}))  # "number 25"
            continue
        if told and (token.has("owning") or (token.has("attr", "type") and _says_types(phrase, i))):
            continue  # "I have the ability …", "my type is Electric and Ghost"
        if told and (token.has("wh", "who") or token.has("wh", "which")):
            continue  # 猜猜看：…的宝可梦是哪个
        if token.has("mu") and token.text.casefold().split(" ")[-1] == "fighting":
            kept.append(replace(token, readings={"type": (_FIGHTING,)}))  # "I'm Fighting and Steel" fights nobody
            continue
        if token.has("wh", "when") and any(t.has("item") for t in phrase[i + 1 :]):
            continue  # "when a Dawn Stone is used"
        if token.has("ev", "into") and i + 1 < len(phrase) and phrase[i + 1].text.casefold() in _ANYTHING:
            kept.append(replace(token, readings={"ev": ("bare",)}))  # "becomes something at level 39"
            continue
        if token.has("evolveby", "trade") and not evolves and any(t.has("mon") for t in phrase[i + 1 : i + 3]):
            kept.append(replace(token, readings={"ev": ("from",)}))  # "obtained by trading a Scyther"
            behind.append(token)
            continue
        if token.has("ev", "final"):
            kept.append(replace(token, readings={"stage": ("final",)}))  # 御三家最后的样子 is what it is itself
            continue
        sexed = token.has("evolveby", "female") or token.has("evolveby", "male")
        if sexed and i and phrase[i - 1].has("ev", "from") and i + 1 < len(phrase) and phrase[i + 1].has("mon"):
            continue  # "I evolve from a female Snorunt": which one, the types beside it tell
        if token.has("signature", "only") and i + 1 < len(phrase) and phrase[i + 1].has("ability"):
            continue  # 特性只有懒惰: one that can have it; the facts beside it must leave a single one
        named = i + 1 < len(phrase) and any(t.has("mon") for t in phrase[i + 1 : i + 3])
        alone = i == 0 and token.has("prep", "from") and not any(t.has("ev") for t in phrase)
        before = token.has("grown") or token.has("hist", "past") or alone
        kept.append(replace(token, readings={"ev": ("from",)}) if before and named else token)
    return kept + behind


def _end_of_its_line(phrase: Sequence[Token]) -> Sequence[Token]:
    """ "The final evolution of Piplup", ヒトモシの最終進化: the last stage, which comes from the one that is named."""
    ends, mons = [t for t in phrase if t.has("ev", "final")], [t for t in phrase if t.has("mon")]
    if len(ends) != 1 or len(mons) != 1 or any(t.has("ev", "from") for t in phrase):
        return phrase
    come = replace(ends[0], text="from", readings={"ev": ("from",)})
    joined = [come, mons[0]] if ends[0].text.isascii() else [mons[0], come]
    return [*(t for t in phrase if t not in mons and not t.has("prep", "of")), *joined]


def _says_types(phrase: Sequence[Token], i: int) -> bool:
    """ "My type is Grass/Fighting", 我的属性是电: the types stand behind their word."""
    return (
        not phrase[i].has("type")
        and any(t.has("type") for t in phrase[i + 1 : i + 4])
        and not (i and phrase[i - 1].has("type"))
    )


def _counted_evolutions(phrase: Sequence[Token]) -> dict[int, int]:
    """The numbers that count evolutions, each with where these stand."""
    return {i: k for i, t in enumerate(phrase) if t.has("number") and (k := _evolutions_behind(phrase, i))}


def _evolutions_behind(phrase: Sequence[Token], i: int) -> int:
    """Where the evolutions stand that the number at i counts; 0 where it counts none."""
    k = i + 1
    while k < len(phrase) and phrase[k].has("filler"):
        k += 1
    counts = k < len(phrase) and (phrase[k].has("ev", "post") or phrase[k].has("ev", "bare"))
    return k if counts and phrase[i - 1].text.casefold() in _HAS else 0


def _without_level(phrase: Sequence[Token]) -> list[Token]:
    """24级由戴鲁比进化而来: without the level, which who it comes from tells."""
    levels = {i for i in range(len(phrase)) if phrase[i].has("wh", "level")}
    numbers = {k for i in levels for k in (i - 1, i + 1) if 0 <= k < len(phrase) and phrase[k].has("number")}
    return [t for i, t in enumerate(phrase) if not (i in numbers or (i in levels and numbers))]


def _without_chatter(facts: list[list[Token]]) -> Iterator[list[Token]]:
    """Without unknown words; then without whole phrases too, the fewest first."""
    plain = [_without_unknown(fact) for fact in facts]
    kept = [fact for fact in plain if fact]
    whole = [token for fact in kept for token in fact]
    yield whole
    if sure := _plain_facts(facts):
        yield sure
    if numbered := next((one for one in plain if _is_numbered(one)), None):
        yield numbered
    for i in range(len(kept)):
        rest = [token for k, fact in enumerate(kept) if k != i for token in fact]
        if any(t.has("mon") or t.has("type") for t in rest) and not any(t.has("mon") for t in kept[i]):
            yield rest


def _plain_facts(facts: list[list[Token]]) -> list[Token]:
    """The phrases that tell nothing but a number, types, a colour or kin, where one leaves few to choose from."""
    plain = [one for one in facts if all(any(t.has(tag) for tag in _PLAIN) or is_free(t) for t in one)]
    told = [t for one in plain for t in one]
    sure = any(t.has("attr", "dex-number") or t.has("mon") for t in told)
    return told if sure and len(plain) < len(facts) else []


def _is_numbered(fact: Sequence[Token]) -> bool:
    """第133号, "number 25": a place in the National Dex, which leaves a single one, and nothing else."""
    marked = any(t.has("attr", "dex-number") or t.has("noun", "number") for t in fact)
    rest = ("noun", "attr", "number")
    return marked and all(is_free(t) or any(t.has(tag) for tag in rest) for t in fact)


def _without_unknown(fact: list[Token]) -> list[Token]:
    """A phrase without its unknown words; nothing of it where they may be turned by others, or are what it names."""
    unknown = [i for i, token in enumerate(fact) if _is_unknown(token)]
    if not unknown:
        return fact
    turning = [token for token in fact if not token.has("bool") and not token.has("prep", "from")]
    unknown += [i for i, t in enumerate(fact) if _goes_with_unknown(fact, i)]
    sized = _sized_first(fact)
    told = [t for k, t in enumerate(fact) if k not in unknown and k not in sized]
    turning = [token for token in turning if token in told]
    if any(token.has(tag) for token in turning for tag in _TURNING):
        return [] if not any(token.has(tag) for token in fact for tag in _NAMING) else fact
    if any(i and fact[i - 1].has("ev") for i in unknown):
        return fact  # "evolves from Xyz": a name that is not known
    known = [token for i, token in enumerate(fact) if i not in unknown]
    return [] if all(token.has("similar") for token in known) else known  # "rabbit-like"


def _sized_first(fact: Sequence[Token]) -> tuple[int, ...]:
    """ "A 0.4 m squirrel": a number with its unit at the beginning, which is said of the whole."""
    first = next((i for i, token in enumerate(fact) if not is_free(token)), len(fact))
    return (first,) if first + 1 < len(fact) and fact[first].has("number") and fact[first + 1].has("unit") else ()


def _goes_with_unknown(fact: Sequence[Token], i: int) -> bool:
    """ "Looks like a chandelier", "two spoons": a word that only says something of an unknown one behind it."""
    token, k = fact[i], i + 1
    while k < len(fact) and is_free(fact[k]) and not _is_unknown(fact[k]):
        k += 1
    joined = k < len(fact) and _is_unknown(fact[k])
    return joined and (token.has("looks") or token.has("similar") or (token.has("number") and k == i + 1))


def _is_unknown(token: Token) -> bool:
    """A word that names nothing, or only nearly: a flower on a head is no Vileplume."""
    return token.has("unknown") or token.how == "fuzzy" or token.text.casefold() in _VAGUE
