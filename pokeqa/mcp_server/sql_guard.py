"""What SQL for a server database may look like: an allow-list over its tokens, before the read-only transaction.

A read-only transaction still lets a SELECT read other schemas and files, write files (`INTO OUTFILE`) and wait. So each
word must be one of: a keyword of `KEYWORDS`, a function of `FUNCTIONS`, a table or column of the dataset, or a name
that the query itself introduced (after AS, or as the alias of a table).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .sql import FUNCTIONS, SqlError
from .tables import TABLES

_KEYWORDS = """
    select distinct from where group by having order limit offset as on using join inner left right full outer cross
    natural union all except intersect with recursive and or not in is null like ilike between exists case when then
    else end asc desc true false over partition nulls first last rows range preceding following unbounded current row
    integer real text char varchar decimal numeric signed unsigned double precision
    """
KEYWORDS = frozenset(_KEYWORDS.split())
#: Words that begin or change a statement somewhere: no name of the query may look like one.
RESERVED = frozenset(
    {
        "insert", "update", "delete", "merge", "replace", "into", "returning", "set", "call", "execute", "copy", "lock",
        "for", "share", "values", "table", "procedure", "outfile", "dumpfile", "load", "do", "handler", "use", "show",
        "explain", "analyze", "create", "drop", "alter", "grant", "revoke", "truncate", "lateral", "only",
        "tablesample",
    }
)  # fmt: skip
#: Words that may stand before an opening bracket without being a function.
_BEFORE_BRACKET = KEYWORDS - {"null", "true", "false", "end"}
#: Words that end a FROM clause; ON and USING do not, but a comma after them is no list of tables.
_AFTER_FROM = frozenset(
    {"where", "group", "order", "having", "limit", "union", "except", "intersect", "select", "on", "using"}
)
_COLUMNS = frozenset(name for columns in TABLES.values() for name in columns)
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<text>'(?:[^'\\\x00]|'')*')|(?P<number>\d+(?:\.\d+)?)|(?P<word>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<sign><=|>=|<>|!=|\|\||[(),.*=<>+\-/%])"
)


def check(query: str) -> str:
    """The query, if everything in it is allowed. Raises `SqlError` with the reason."""
    tokens = _tokens(query)
    if not tokens or tokens[0] not in ("select", "with"):
        raise SqlError("The query is not allowed: it must begin with SELECT. Write one SELECT statement.")
    common, aliases = _common(tokens), _aliases(tokens)
    _check_head(tokens, common)
    for name in (common | aliases) & RESERVED:
        raise _refused(f"the name {name}")
    tables = common | TABLES.keys()
    known = KEYWORDS | FUNCTIONS | _COLUMNS | aliases | tables
    for place, (word, names_table) in enumerate(zip(tokens, _table_places(tokens), strict=True)):
        if not word[:1].isalpha() and word[:1] != "_":
            continue
        before = tokens[place - 1] if place else ""
        after = tokens[place + 1] if place + 1 < len(tokens) else ""
        if after == "(" and word not in _BEFORE_BRACKET | FUNCTIONS | common:
            raise _refused(f"the function {word}")
        if before == "." and word not in _COLUMNS:
            raise _refused(f"the column {word}")
        if names_table and word not in KEYWORDS and (word not in tables or after == "."):
            raise _refused(f"the table {word}")
        if word not in known:
            raise _refused(f"the word {word}")
    return query


def _check_head(tokens: Sequence[str], common: frozenset[str]) -> None:
    """After WITH come common table expressions and then a SELECT, not another statement."""
    depth = 0
    for word in tokens:
        depth += (word == "(") - (word == ")")
        if depth == 0 and word == "select":
            return
        if depth == 0 and word not in ("with", "recursive", "as", ",", "(", ")") and word not in common:
            raise _refused(f"the statement {word}")
    raise SqlError("The query is not allowed: it has no SELECT. Write one SELECT statement.")


def _table_places(tokens: Sequence[str]) -> list[bool]:
    """Whether a table is named at each place: after FROM and JOIN, and after the commas of a FROM clause."""
    in_from = [False]
    places = []
    for place, word in enumerate(tokens):
        before = tokens[place - 1] if place else ""
        places.append(before in ("from", "join") or (before == "," and in_from[-1]))
        if word == "(":
            in_from.append(False)
        elif word == ")" and len(in_from) > 1:
            in_from.pop()
        elif word == "from":
            in_from[-1] = True
        elif word in _AFTER_FROM:
            in_from[-1] = False
    return places


def _refused(what: str) -> SqlError:
    return SqlError(f"The query is not allowed: {what} is not known here. The tables are {', '.join(TABLES)}.")


def _tokens(query: str) -> list[str]:
    tokens, place = [], 0
    while place < len(query):
        if query.startswith(("--", "/*"), place):
            raise SqlError("The query is not allowed: it has a comment. Leave it out.")
        match = _TOKEN.match(query, place)
        if match is None:
            raise SqlError(f"The query is not allowed: the character {query[place]!r} is not known here.")
        place = match.end()
        if match.lastgroup == "text":
            tokens.append("''")
        elif match.lastgroup != "space":
            tokens.append(match.group().lower())
    return tokens


def _common(tokens: Sequence[str]) -> frozenset[str]:
    """The names of the common table expressions at the query's beginning: what stands before `AS (`."""
    names, depth = set(), 0
    for place, word in enumerate(tokens):
        depth += (word == "(") - (word == ")")
        if depth == 0 and list(tokens[place + 1 : place + 3]) == ["as", "("] and word not in KEYWORDS:
            names.add(word)
    return frozenset(names) if tokens[:1] == ["with"] else frozenset()


def _aliases(tokens: Sequence[str]) -> frozenset[str]:
    """Names after AS, and names that follow a table or a closing bracket."""
    names = set()
    for before, word in pairwise(tokens):
        if word[:1].isalpha() and word not in KEYWORDS and (before in ("as", ")") or before in TABLES):
            names.add(word)
    return frozenset(names)
