"""Who a claim about a whole set leaves out: "do all Electric types learn Thunderbolt? If not, who doesn't?", 谁不会."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import And, Not, Query, Search
from .clause import is_free, is_negative_auxiliary
from .context import Context
from .describe.piece import ordered
from .lexer import Token
from .set_queries import Every
from .word_lists import word_list

#: What asks for those left out, and what may stand before it.
_EXCEPTIONS = frozenset(word_list("exceptions/named"))
_AROUND = frozenset(word_list("exceptions/around"))


def exceptions(tokens: Sequence[Token], context: Context) -> Query | None:
    """Those of the set of which the last question's claim does not hold."""
    query = context.query
    if context.lost or not isinstance(query, Every):
        return None
    named = [t for t in tokens if t.text.casefold() in _EXCEPTIONS]
    content = [t for t in tokens if t in named or not (is_free(t) and not _denies(t))]
    content = [t for t in content if t in named or t.text.casefold() not in _AROUND]
    denied = [t for t in content if _denies(t) and t not in named]
    asks = any(t.has("wh", word) for t in tokens for word in ("who", "which", "what"))
    if len(denied) + len(named) != len(content) or not (named or (denied and asks)):
        return None
    whole = query.whole.conditions if isinstance(query.whole, And) else (query.whole,)
    part = query.part.condition if isinstance(query.part, Not) else Not(query.part)
    return Search("pokemon", And(ordered([*whole, part])), scope=query.scope)


def _denies(token: Token) -> bool:
    return token.has("neg", "neg") or is_negative_auxiliary(token.text)
