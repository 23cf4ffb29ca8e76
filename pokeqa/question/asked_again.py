"""The last question in another way: reversed, its set as a list or a number, by how much one is ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .algebra import (
    NOW,
    Check,
    Compare,
    Evolve,
    Facts,
    GivesEffort,
    HasAbility,
    HasType,
    History,
    Learn,
    Matchup,
    Mon,
    Query,
    Search,
    Sense,
    Types,
)
from .calculations import NatureSearch
from .clause import is_free
from .context import Context, is_set, leader
from .lexer import Token
from .names import NameIndex
from .of_sets import renewed
from .unit_systems import in_other_units
from .word_lists import word_list

#: What is told by name, so that nobody asks by how much it is more.
_LISTED = ("ability", "forms", "evolution", "ev-yield", "growth-rate", "weakness", "resistance", "immunity")


def asked_again(tokens: list[Token], context: Context) -> Query | None:
    """The last question in another way: reversed, its set as a list or a number, by how much one is ahead."""
    content = [t for t in tokens if not is_free(t) and not t.has("ell")]
    if any(t.has("rev") for t in tokens) and all(t.has("rev") for t in content):
        return flipped(context.query) if context.query is not None else None
    measured_so = in_other_units(tokens, context)
    if measured_so is not None:
        return measured_so
    before = _of_today(tokens, context) or _of_the_past(tokens, content, context) or _which_it_is(content, context)
    if before is not None:
        return before
    if _asks_for_the_margin(content):
        return _difference(context)
    apart = _margin_of(content, context) or _own_best(content, context) or _how_many_times(content, context)
    if apart is not None:
        return apart
    other = _by_another(content, context) or _other_effort(tokens, content, context)
    if other is not None:
        return other
    if _asks_who_has_more(content):
        return _ahead(content, context)
    if _asks_in_which_games(tokens, content) and isinstance(context.query, Learn) and not context.lost:
        return replace(context.query, aspect="how") if context.query.pokemon is not None else None
    if is_set(context.query) and not any(t.has("mon") for t in tokens) and isinstance(context.query, Search):
        output = renewed(tokens, [t for t in tokens if not is_free(t)])
        if output is not None:
            return replace(context.query, output=output, order=None, amount=None)
    return None


def _of_today(tokens: list[Token], context: Context) -> Query | None:
    """ "And today?", 现在呢 behind a fact of a generation: what it is now."""
    query = context.query
    now = [t for t in tokens if t.has("hist", "now") or t.text.casefold() == "and now"]
    rest = [t for t in tokens if t not in now and not (is_free(t) or t.has("ell") or t.has("bool", "and"))]
    if context.lost or not now or rest or not isinstance(query, Facts) or query.scope == NOW:
        return None
    return replace(query, scope=NOW)


def _which_it_is(content: list[Token], context: Context) -> Query | None:
    """ "Is Ralts in Ruby? Where?", "is Dive an HM? If yes, which number": what was asked whether it is there."""
    query = context.query
    if not context.lost and isinstance(query, Evolve) and query.yes_no and query.target is not None and content:
        asked = all(any(t.has("wh", one) for one in ("how", "when", "level", "item")) for t in content)
        by_level = any(t.has("wh", "level") for t in content)
        return replace(query, yes_no=False, aspect="level" if by_level else "how") if asked else None
    if context.lost or not isinstance(query, Facts) or not query.yes_no or not content:
        return None
    place = query.attributes == ("locations",)
    asks = all((t.has("wh", "where") or t.has("attr", "locations")) if place else
               (t.has("attr", "dex-number") or t.has("noun", "number") or t.has("wh")) for t in content)  # fmt: skip
    return replace(query, yes_no=False) if asks else None


def _of_the_past(tokens: list[Token], content: list[Token], context: Context) -> Query | None:
    """ "Was it ever?", 以前呢 behind a fact: what it was over the generations."""
    query = context.query
    past = [t for t in tokens if any(t.has("hist", one) for one in ("past", "kept", "change")) or
            t.text.casefold() == "ever"]  # fmt: skip
    if any(t.has("ev", "into") for t in past) and any(t.has("wh", "what") for t in tokens):
        return None  # "and what does it become?"
    around = ("aux", "yn", "bool", "dexstep")
    rest = [
        t
        for t in content
        if t not in past and not (t.has("pron", "it") or t.has("wh", "what") or any(t.has(tag) for tag in around))
    ]
    if not past or rest or context.lost:
        return None
    if isinstance(query, History):
        return replace(query, yes_no=False, claim=None)
    if (
        isinstance(query, Check)
        and isinstance(query.subject, Mon)
        and isinstance(query.condition, HasType | HasAbility)
    ):
        return History(query.subject, "type" if isinstance(query.condition, HasType) else "ability")
    if isinstance(query, Facts) and len(query.subjects) == 1 and query.attributes in (("type",), ("ability",)):
        return History(query.subjects[0], query.attributes[0])
    return None


def _by_another(content: list[Token], context: Context) -> Query | None:
    """ "And the Attack?", 那攻击呢 behind a comparison: the same Pokémon by another number."""
    from ..pokedex.numbers import POKEMON_NUMBERS

    query = context.query
    if context.lost or not isinstance(query, Compare) or len(content) != 1 or not content[0].has("attr"):
        return None
    named = [a for a in content[0].readings["attr"] if a in POKEMON_NUMBERS and a not in _LISTED]
    if len(named) != 1 or content[0].has("sup") or content[0].has("cmp"):
        return None
    return Compare(query.subjects, named[0], "max", query.scope, ranked=query.ranked)


def _other_effort(tokens: list[Token], content: list[Token], context: Context) -> Query | None:
    """ "Something that gives Speed instead?", 哪只给速度 behind effort values: who gives those of that stat."""
    from ..pokedex.model import STATS

    query = context.query
    of_effort = (isinstance(query, Facts) and query.attributes == ("ev-yield",)) or (
        isinstance(query, Search) and isinstance(query.condition, GivesEffort)
    )
    stats = [t for t in content if t.has("attr") and not t.has("attr", "ev-yield")]
    gives = any(t.has("effort", "give") for t in tokens) or isinstance(query, Search)
    around = ("effort", "wh", "pron", "list", "bool", "aux", "light", "exist", "evs", "noun")
    rest = [t for t in content if t not in stats and not t.has("attr", "ev-yield")]
    if context.lost or not of_effort or len(stats) != 1 or not gives or any(t.has("mon") for t in tokens):
        return None
    named = [str(one) for one in stats[0].readings["attr"] if one in STATS]
    if not named or not all(any(t.has(tag) for tag in around) for t in rest):
        return None
    return Search("pokemon", GivesEffort(named[0]))


def _asks_who_has_more(content: list[Token]) -> bool:
    """ "Which of them is higher?", 谁更高 behind a number: by what was asked for, where the word names nothing."""
    more = [
        t for t in content if t.has("cmp", ":gt") or t.has("cmp", ":lt") or t.has("sup", ":max") or t.has("sup", ":min")
    ]
    rest = [t for t in content if t not in more]
    return len(more) == 1 and all(t.has("pron", "them") or t.has("wh") for t in rest)


def _ahead(content: list[Token], context: Context) -> Query | None:
    compared = _difference(context)
    if not isinstance(compared, Compare):
        return None
    less = any(t.has("cmp", ":lt") or t.has("sup", ":min") for t in content)
    return replace(compared, sense="min" if less else "max")


def _asks_for_the_margin(content: list[Token]) -> bool:
    """ "By how much?", "how much faster?", 快多少."""
    if any(t.has("renew", "margin") for t in content):
        return len(content) == 1
    much = [t for t in content if t.has("wh", "howmuch") or (t.has("wh", "howmany") and not t.text.isascii())]
    more = [t for t in content if t.has("cmp")]
    return len(much) == len(more) == 1 and len(content) == 2


def _own_best(content: list[Token], context: Context) -> Query | None:
    """ "Which of those is the highest?" behind all stats of one Pokémon: its best one."""
    query = context.query
    if context.lost or not isinstance(query, Facts) or len(query.subjects) != 1:
        return None
    if query.attributes not in (("stats",), ("best-stat",), ("worst-stat",)):
        return None
    tops = [t for t in content if t.has("sup", ":max") or t.has("sup", ":min")]
    rest = [t for t in content if t not in tops]
    if len(tops) != 1 or not all(
        t.has("pron") or t.has("noun", "stat") or t.has("list") or t.has("bool") for t in rest
    ):
        return None
    return replace(query, attributes=("best-stat" if tops[0].has("sup", ":max") else "worst-stat",))


def _how_many_times(content: list[Token], context: Context) -> Query | None:
    """ "How many times?", 几倍 behind a match-up that was claimed: what it is."""
    query = context.query
    asked = (
        len(content) == 1 and content[0].has("wh") and (content[0].has("effecttalk") or content[0].has("wh", "howmuch"))
    )
    if context.lost or not asked or not isinstance(query, Matchup) or query.attacker is None or query.defender is None:
        return None
    return replace(query, relation="effect", yes_no=False, factor=None, negated=False)


def _asks_in_which_games(tokens: list[Token], content: list[Token]) -> bool:
    """ "From which game on?", "since when?", 哪个版本开始 behind a move: how and in which games it is learnt."""
    asked = any(t.has("wh", "which") or t.has("wh", "what") or t.has("wh", "when") for t in tokens)
    spoken = [t for t in content if not t.has("wh")]
    return asked and bool(spoken) and all(t.has("noun", "game") or t.has("noun", "generation") for t in spoken)


def _margin_of(content: list[Token], context: Context) -> Query | None:
    """ "Difference in Sp. Atk?", 攻击差多少: by another number than the one that was asked for."""
    from ..pokedex.numbers import POKEMON_NUMBERS

    margins = [t for t in content if t.has("renew", "margin") or t.has("contrast", "differences")]
    named = [t for t in content if t.has("attr") and t not in margins]
    if len(margins) != 1 or len(named) != 1 or len(content) != 2 or context.lost:
        return None
    numbers = [a for a in named[0].readings["attr"] if a in POKEMON_NUMBERS]
    pair = pair_of(context)
    return Compare(pair, numbers[0], "max") if len(numbers) == 1 and pair is not None else None


def pair_of(context: Context) -> tuple[Mon, Mon] | None:
    """The two that were asked about last, together or in turn."""
    pair = [t.readings["mon"] for t in (*context.before[-1:], *context.mons)][-2:]
    return (pair[0][0], pair[1][0]) if len(pair) == 2 and all(len(one) == 1 for one in pair) else None


def _difference(context: Context) -> Query | None:
    """ "By how much?": the comparison again, or that of the two that the same was asked of in turn."""
    query = context.query
    if isinstance(query, Compare):
        return query
    if not isinstance(query, Facts) or len(query.attributes) != 1 or not context.mons:
        return None
    from ..pokedex.numbers import POKEMON_NUMBERS

    attribute = "total" if query.attributes == ("stats",) else query.attributes[0]
    pair = pair_of(context)
    everyone = tuple(one for one in query.subjects if isinstance(one, Mon))
    compared = everyone if len(everyone) > len(pair or everyone) else pair
    if attribute not in POKEMON_NUMBERS or compared is None or attribute in _LISTED:
        return None
    return Compare(compared, attribute, "max", query.scope)


def measured(tokens: list[Token], context: Context) -> list[Token]:
    """重呢, 那高呢: an adjective that is all that is said asks for its number."""
    said = [t for t in tokens if not is_free(t) and not t.has("ell")]
    if len(said) == 1 and (stat := _of_the_other_side(said[0], context)) is not None:
        return [replace(t, readings={"attr": (stat,)}) if t is said[0] else t for t in tokens]
    if len(said) != 1 or not context.mons or not any(t.has("ell") for t in tokens) or said[0].text.isascii():
        return tokens
    own = [name for sense in said[0].readings.get("cmp", ()) for name in [str(sense).partition(":")[0]] if name]
    if len(said[0].text) > 1 or not own:
        return tokens
    return [replace(t, readings={"attr": (own[0],)}) if t is said[0] else t for t in tokens]


#: The stats of which each side has its own.
_SIDES = {"physical": ("attack", "defense"), "special": ("special-attack", "special-defense")}


def _of_the_other_side(word: Token, context: Context) -> str | None:
    """ "And on the special side?" behind a question for the Defense: the Special Defense."""
    query = context.query
    side = next((str(v) for tag in ("side", "moveclass") for v in word.readings.get(tag, ())), None)
    asked: object = None
    if isinstance(query, Facts) and len(query.attributes) == 1:
        asked = query.attributes[0]
    elif isinstance(query, Search) and query.order is not None:
        asked = query.order.attribute
    elif isinstance(query, Compare):
        asked = query.attribute
    if side not in _SIDES or context.lost:
        return None
    place = next((stats.index(str(asked)) for stats in _SIDES.values() if asked in stats), None)
    return _SIDES[side][place] if place is not None else None


def number_asked(context: Context) -> str | None:
    """The number that the last question was about."""
    from ..pokedex.numbers import POKEMON_NUMBERS

    query = context.query
    if isinstance(query, Facts) and len(query.attributes) == 1:
        attribute: object = "total" if query.attributes == ("stats",) else query.attributes[0]
    else:
        attribute = query.attribute if isinstance(query, Compare) else None
    return str(attribute) if attribute in POKEMON_NUMBERS and attribute not in _LISTED else None


def by_the_same(tokens: list[Token], context: Context) -> list[Token]:
    """ "Higher than Gardevoir's?", 比沙奈朵高吗 behind a stat: 高 is said of what was asked for, and of no height."""
    attribute = number_asked(context)
    if context.lost or attribute is None or any(t.has("attr") for t in tokens):
        return tokens
    bounds = [i for i, t in enumerate(tokens) if any(t.has("op", way) for way in ("gt", "lt", "ge", "le"))]
    beside = any(t.has("cmp") and i not in bounds for i, t in enumerate(tokens))
    if bounds and not beside and any(t.has("number") for t in tokens[bounds[0] :]) and not any(
        t.has("mon") or t.has("noun") for t in tokens
    ):  # fmt: skip
        at = bounds[0]  # "is it above 130?", 高于100还是低于100
        plain = [replace(t, readings={"op": t.readings["op"]}) if i in bounds else t for i, t in enumerate(tokens)]
        return [*plain[:at], replace(tokens[at], readings={"attr": (attribute,)}), *plain[at:]]
    result: list[Token] = []
    for token in tokens:
        ways = [way for way in (":gt", ":lt", ":eq") if token.has("cmp", way)]
        if ways and attribute == "total":  # a higher total has to be said, for "stronger" alone is an opinion
            result += [
                replace(token, readings={"attr": ("total",)}),
                replace(token, readings={**token.readings, "cmp": tuple(ways)}),
            ]
        elif ways:
            result.append(replace(token, readings={**token.readings, "cmp": tuple(f"{attribute}{w}" for w in ways)}))
        else:
            result.append(token)
    return result


def topped(tokens: list[Token], context: Context) -> Iterator[list[Token]]:
    """在伊布家族里最高吗 behind a stat: 最高 is said of what was asked for, and of no height."""
    attribute = number_asked(context)
    if context.lost or attribute is None or any(t.has("attr") for t in tokens):
        return
    for i, token in enumerate(tokens):
        tops = [way for way in (":max", ":min") if token.has("sup", way) and len(token.readings["sup"]) > 1]
        if tops:
            of_it = replace(token, readings={**token.readings, "sup": tuple(f"{attribute}{way}" for way in tops)})
            yield [*tokens[:i], of_it, *tokens[i + 1 :]]
            return


def with_compared(tokens: list[Token], context: Context, index: NameIndex) -> list[Token]:
    """The clause with "the slower one" as the one of those compared that is so."""
    won = _won(tokens, context)
    if won is not None:
        return won
    for i in range(len(tokens) - 1):
        senses = [str(sense).partition(":") for sense in tokens[i].readings.get("cmp", ())]
        named = [(attribute, way) for attribute, _, way in senses if attribute and way in ("gt", "lt")]
        one = tokens[i + 1].text.casefold() in ("one", "的那只", "的那个", "那只", "那个") and not any(
            t.has("mon") for t in tokens
        )
        told = [t for t in (*context.before, *context.mons) if len(t.readings["mon"]) == 1]
        if not named or not one or len(told) < 2:
            continue
        pair = told[-2:] if len(context.mons) == 1 else told[-len(context.mons) :]
        sense: Sense = "max" if named[0][1] == "gt" else "min"
        subjects = tuple(t.readings["mon"][0] for t in pair)
        ahead = leader(Compare(subjects, named[0][0], sense), index.dataset)  # type: ignore[arg-type]
        meant = [t for t in pair if t.readings["mon"][0] == ahead]
        if meant:
            return [*tokens[:i], *meant, *tokens[i + 2 :]]
    return tokens


_AHEAD, _BEHIND = frozenset(word_list("compared/ahead")), frozenset(word_list("compared/behind"))


def _won(tokens: list[Token], context: Context) -> list[Token] | None:
    """The clause with "the winner", "the loser" as the one of two compared that is ahead, or is not."""
    lead = context.lead
    if lead is None or not isinstance(context.query, Compare) or context.lost or len(context.mons) != 2:
        return None
    other = next((t for t in context.mons if t is not lead), lead)
    for i, token in enumerate(tokens):
        word = token.text.casefold()
        if word in _AHEAD or word in _BEHIND:
            return [*tokens[:i], lead if word in _AHEAD else other, *tokens[i + 1 :]]
    return None


def flipped(query: Query) -> Query | None:
    """The same question the other way round, or None where there is no other way."""
    if isinstance(query, Matchup) and query.attacker is not None and query.defender is not None:
        if isinstance(query.attacker, (Mon, Types)):
            return replace(query, attacker=query.defender, defender=query.attacker)
        return None
    if isinstance(query, Matchup):
        side = query.attacker or query.defender
        if query.attacker is None:
            return replace(query, attacker=side, defender=None)
        if isinstance(query.attacker, (Mon, Types)):
            return replace(query, attacker=None, defender=query.attacker)
        return None
    if isinstance(query, Evolve) and query.direction in ("into", "from"):
        return replace(query, direction="from" if query.direction == "into" else "into")
    if isinstance(query, Compare):
        return replace(query, sense="min" if query.sense == "max" else "max")
    if isinstance(query, NatureSearch) and (query.raises or query.lowers):
        return replace(query, raises=query.lowers, lowers=query.raises)
    return None
