"""What generated Cypher may look like: an allow-list over its tokens. Whatever is not known here is refused.

An engine that is opened read-only still reads files (`LOAD FROM '/etc/passwd'`), writes them (`COPY … TO`) and runs
procedures (`CALL`). So a query is taken apart into tokens, and each must be one of: a clause or operator of `CLAUSES`
and `WORDS`, a function of `FUNCTIONS`, a label, relation or property of the schema, a variable that a pattern or `AS`
introduced, a number, a text, or a sign of `SIGNS`. Two operands in a row are refused, so no variable can stand where
a clause begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .engine import GraphError
from .schema import NODES, RELATIONS, property_names

MAX_CHARS = 2000
#: The most steps that a pattern of variable length may have.
MAX_HOPS = 4
MAX_VARIABLE_CHARS = 30
#: The most patterns (node parentheses) in a query: joins without end are a way to keep the engine busy.
MAX_NODES = 12

CLAUSES = frozenset({"MATCH", "OPTIONAL", "WHERE", "WITH", "RETURN", "ORDER", "BY", "LIMIT", "SKIP"})
WORDS = frozenset(
    {
        "AS", "DISTINCT", "AND", "OR", "XOR", "NOT", "IN", "IS", "NULL", "TRUE", "FALSE", "ASC", "DESC", "STARTS",
        "ENDS", "CONTAINS", "CASE", "WHEN", "THEN", "ELSE", "END", "EXISTS",
    }
)  # fmt: skip
FUNCTIONS = frozenset(
    {
        "count", "collect", "min", "max", "sum", "avg", "size", "length", "nodes", "relationships", "rels", "label",
        "labels", "type", "lower", "upper", "tolower", "toupper", "coalesce", "abs", "round", "id", "head", "last",
    }
)  # fmt: skip
#: Words that stand for a value, and words that a value may not follow.
_VALUES = frozenset({"NULL", "TRUE", "FALSE", "END"})
_ENDS = _VALUES | {"ASC", "DESC"}
SIGNS = ("<=", ">=", "<>", "->", "<-", "..", "(", ")", "[", "]", "{", "}", ",", ":", "|", "*", "-", "+", "/", "%",
         "=", "<", ">", ".")  # fmt: skip

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<text>'(?:[^'\\\n]|\\['\\\"nt])*'|\"(?:[^\"\\\n]|\\['\\\"nt])*\")"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<word>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>" + "|".join(map(re.escape, SIGNS)) + ")"
)

Kind = Literal["text", "number", "word", "sign"]
_KINDS: dict[str, Kind] = {"text": "text", "number": "number", "word": "word", "sign": "sign"}


class QueryRefusedError(GraphError):
    """A generated query uses something that is not on the allow-list."""

    code = "graph_query_refused"


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a query."""

    kind: Kind
    text: str

    @property
    def upper(self) -> str:
        """The text in capitals: clauses and words are written in any case."""
        return self.text.upper()


def check(query: str, *, max_rows: int) -> str:
    """The query with a row limit, if everything in it is allowed. Raises `QueryRefusedError` with the reason."""
    text = query.strip().removesuffix(";").strip()
    if not text:
        raise QueryRefusedError("it is empty.")
    if len(text) > MAX_CHARS:
        raise QueryRefusedError(f"it is longer than {MAX_CHARS} characters.")
    tokens = list(tokenize(text))
    _Checker(tokens).check()
    return _limited(text, tokens, max_rows)


def tokenize(text: str) -> Iterator[Token]:
    """The tokens of a query. Raises `QueryRefusedError` at the first character that no token can begin with."""
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise QueryRefusedError(f"the character {text[place]!r} is not allowed.")
        if text.startswith(("//", "/*"), place):
            raise QueryRefusedError("comments are not allowed.")
        place = match.end()
        if match.lastgroup != "space":
            yield Token(_KINDS[match.lastgroup or ""], match.group())


class _Checker:
    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._properties = property_names()
        self._variables = self._introduced()

    def check(self) -> None:
        first = self._tokens[0].upper
        if self._tokens[0].kind != "word" or first not in ("MATCH", "OPTIONAL"):
            raise QueryRefusedError("it must begin with MATCH.")
        if not any(token.kind == "word" and token.upper == "RETURN" for token in self._tokens):
            raise QueryRefusedError("it must have a RETURN.")
        if sum(1 for token in self._tokens if token.text == "(") > 2 * MAX_NODES:
            raise QueryRefusedError(f"it has more than {2 * MAX_NODES} parentheses.")
        self._balanced()
        for place, token in enumerate(self._tokens):
            if token.kind == "word":
                self._word(place, token)
            elif token.kind in ("text", "number") and self._operand_before(place):
                raise QueryRefusedError(f"{token.text} stands directly after another value.")
            elif token.text == "*":
                self._star(place)

    def _at(self, place: int) -> Token:
        return self._tokens[place] if 0 <= place < len(self._tokens) else Token("sign", "")

    def _balanced(self) -> None:
        closing = {"(": ")", "[": "]", "{": "}"}
        stack: list[str] = []
        for token in self._tokens:
            if token.kind != "sign":
                continue
            if token.text in closing:
                stack.append(closing[token.text])
            elif token.text in closing.values() and (not stack or stack.pop() != token.text):
                raise QueryRefusedError("its brackets do not match.")
        if stack:
            raise QueryRefusedError("its brackets do not match.")

    def _introduced(self) -> frozenset[str]:
        """The variables: names right after an opening bracket of a pattern, after AS, or before `= (`."""
        names = set()
        for place, token in enumerate(self._tokens):
            if token.kind != "word" or token.upper in CLAUSES | WORDS:
                continue
            before, after = self._at(place - 1), self._at(place + 1)
            in_pattern = before.text in ("(", "[") and after.text in (":", ")", "]", "{", "*")
            renamed = before.kind == "word" and before.upper == "AS"
            starts_path = before.upper == "MATCH" or before.text == ","
            path = starts_path and after.text == "=" and self._at(place + 2).text == "("
            if in_pattern or renamed or path:
                names.add(token.text)
        return frozenset(names)

    def _operand_before(self, place: int) -> bool:
        """Whether the token before ends a value, so that only an operator or a clause may follow."""
        before = self._at(place - 1)
        if before.kind == "word":
            return before.upper not in CLAUSES | WORDS or before.upper in _ENDS
        return before.kind in ("text", "number") or before.text in (")", "]", "}")

    def _word(self, place: int, token: Token) -> None:
        before, after = self._at(place - 1), self._at(place + 1)
        if before.text in (":", "|") and before.kind == "sign":
            if token.text not in NODES and token.text not in RELATIONS and not self._is_map_value(place):
                raise QueryRefusedError(f"the graph has no label or relation {token.text}.")
            return
        if before.text == ".":
            if token.text not in self._properties:
                raise QueryRefusedError(f"the graph has no property {token.text}.")
            if after.text == "(":
                raise QueryRefusedError(f"the function {token.text} is not allowed.")
            return
        if before.text in ("{", ",") and after.text == ":" and token.text in self._properties:
            return
        if token.upper in CLAUSES | WORDS:
            return
        if self._operand_before(place):
            raise QueryRefusedError(f"{token.text} is not one of the allowed clauses.")
        if after.text == "(":
            if token.text.lower() not in FUNCTIONS:
                raise QueryRefusedError(f"the function {token.text} is not allowed.")
            return
        if token.text not in self._variables:
            raise QueryRefusedError(f"{token.text} is neither an allowed word nor a variable of the query.")
        if len(token.text) > MAX_VARIABLE_CHARS:
            raise QueryRefusedError("a variable's name is too long.")

    def _is_map_value(self, place: int) -> bool:
        """Whether the word is the value of a key in a map: `{id: n.id}`, `{is_default: true}`."""
        key, opening, word = self._at(place - 2), self._at(place - 3), self._at(place)
        in_map = opening.text in ("{", ",") and key.text in self._properties
        return in_map and (word.upper in _VALUES or word.text in self._variables)

    def _star(self, place: int) -> None:
        """A star is `count(*)`, a product, or a pattern's length, which must have a small upper end.

        All columns (`WITH *`) are refused: a name after it would stand where a clause begins.
        """
        before, after = self._at(place - 1), self._at(place + 1)
        if before.text == "(" and after.text == ")":
            return
        if not self._in_square_brackets(place):
            if not self._operand_before(place):
                raise QueryRefusedError("columns must be named, not written as *.")
            return
        tokens = [self._at(place + offset) for offset in (1, 2, 3)]
        end: Token | None = None
        if tokens[0].kind == "number":
            end = tokens[0]
            if tokens[1].text == "..":
                end = tokens[2] if tokens[2].kind == "number" else None
        elif tokens[0].text == "..":
            end = tokens[1] if tokens[1].kind == "number" else None
        if end is None or not end.text.isdigit() or not 1 <= int(end.text) <= MAX_HOPS:
            raise QueryRefusedError(f"a path of variable length needs an upper end of at most {MAX_HOPS} steps.")

    def _in_square_brackets(self, place: int) -> bool:
        depth = 0
        for token in self._tokens[:place]:
            depth += (token.text == "[") - (token.text == "]") if token.kind == "sign" else 0
        return depth > 0


def _limited(text: str, tokens: list[Token], max_rows: int) -> str:
    """The query with at most `max_rows` rows: a limit at its end is kept if it is smaller, else put in its place."""
    if len(tokens) > 2 and tokens[-2].kind == "word" and tokens[-2].upper == "LIMIT":
        last = tokens[-1]
        if last.kind != "number" or not last.text.isdigit():
            raise QueryRefusedError("LIMIT needs a whole number.")
        if int(last.text) <= max_rows:
            return text
        return f"{text[: -len(last.text)]}{max_rows}"
    if tokens[-1].kind == "word" and tokens[-1].upper in CLAUSES:
        raise QueryRefusedError("it ends in the middle of a clause.")
    return f"{text} LIMIT {max_rows}"
