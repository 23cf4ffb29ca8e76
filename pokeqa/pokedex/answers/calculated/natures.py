"""Natures by what they change."""

from __future__ import annotations

from ....question.algebra import Thing
from ....question.calculations import NatureCheck, NatureSearch
from ...answer import Answer
from ...model import Nature
from ..cards import table_card
from ..context import Context


def answer(query: NatureSearch | NatureCheck, context: Context) -> Answer:
    """The natures that do what is asked, or whether one does."""
    return _check(query, context) if isinstance(query, NatureCheck) else _search(query, context)


def is_neutral(nature: Nature) -> bool:
    """Whether a nature changes nothing: it raises and lowers the same stat."""
    return nature.increased_stat == nature.decreased_stat


def _fits(nature: Nature, query: NatureSearch) -> bool:
    if query.neutral:
        return is_neutral(nature)
    if query == NatureSearch(output=query.output):
        return True
    if is_neutral(nature):
        return query.raises is None and query.lowers is None and bool(query.keeps)
    return (
        (query.raises is None or nature.increased_stat == query.raises)
        and (query.lowers is None or nature.decreased_stat == query.lowers)
        and nature.decreased_stat not in query.keeps
    )


def _search(query: NatureSearch, context: Context) -> Answer:
    found = [one for one in context.dataset.natures.values() if _fits(one, query)]
    what = _what(query, context)
    mark = context.mark(*(
        context.thing_row(Thing("nature", one.id), "stats", _change(one, context)) for one in found[:10]
    ))  # fmt: skip
    names = context.phrases.join(context.name(one.names) for one in found)
    if "hp" in (query.raises, query.lowers):
        return context.answer(context.say("nature.hp"))
    if not found:
        return context.answer(context.say("nature.none", what=what))
    if query.neutral:
        return context.answer(context.say("nature.neutral", n=len(found), names=names, mark=mark))
    if query == NatureSearch(output=query.output):
        listed = context.say("list.comma").join(context.name(one.names) for one in found)
        return context.answer(context.say("nature.all", n=len(found), names=listed, mark=mark))
    if len(found) == 1:
        one = found[0]
        headline = context.say("nature.one", name=context.name(one.names), up=context.stat_name(one.increased_stat),
                               down=context.stat_name(one.decreased_stat), mark=mark)  # fmt: skip
        return context.answer(headline)
    listed = context.say("list.comma").join(
        context.name(one.names)
        if is_neutral(one)  # it changes nothing
        else context.say("nature.with", name=context.name(one.names), change=_change(one, context, query))
        for one in found
    )
    columns = tuple((context.say(key), "left") for key in ("nature.nature", "things.card.raises", "things.card.lowers"))
    rows = [
        (context.name(one.names), context.stat_name(one.increased_stat), context.stat_name(one.decreased_stat))
        for one in found
    ]
    headline = context.say("nature.several", what=what, n=len(found), names=listed, mark=mark)
    return context.answer(headline, cards=(table_card(what, columns, rows),))


def _change(nature: Nature, context: Context, query: NatureSearch | None = None) -> str:
    """What a nature changes, without what the question says already."""
    parts = []
    if query is None or query.raises is None:
        parts.append(f"+{context.stat_name(nature.increased_stat)}")
    if query is None or query.lowers is None:
        parts.append(f"−{context.stat_name(nature.decreased_stat)}")
    return " ".join(parts)


def _what(query: NatureSearch, context: Context) -> str:
    parts = []
    if query.raises:
        parts.append(context.say("nature.raise", stat=context.stat_name(query.raises)))
    if query.lowers:
        parts.append(context.say("nature.lower", stat=context.stat_name(query.lowers)))
    if query.keeps:
        stats = context.phrases.join((context.stat_name(one) for one in query.keeps), "or")
        parts.append(context.say("nature.keep", stat=stats))
    return context.say("nature.and").join(parts)


def _check(query: NatureCheck, context: Context) -> Answer:
    nature = context.dataset.natures[query.nature_id]
    own = nature.increased_stat if query.way == "raises" else nature.decreased_stat
    if query.way == "changes":
        holds = not is_neutral(nature)
    else:
        holds = is_neutral(nature) if query.way == "neutral" else not is_neutral(nature) and own == query.stat
    name = context.name(nature.names)
    mark = context.mark(context.thing_row(Thing("nature", nature.id), "stats", _change(nature, context)))
    if is_neutral(nature):
        text = context.say("nature.check-neutral", name=name, mark=mark)
    else:
        text = context.say("nature.check", name=name, up=context.stat_name(nature.increased_stat),
                           down=context.stat_name(nature.decreased_stat), mark=mark)  # fmt: skip
    if query.negated:
        return context.answer(text)
    return context.answer(context.say("nature.yes" if holds else "nature.no", text=text))
