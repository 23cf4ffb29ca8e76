"""Comparisons as descriptions: "faster than Garchomp", "at least 20 above Garchomp's Speed", 攻击比特攻高."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from ...pokedex.model import STATS
from ..algebra import And, Condition, IsA, Measure, Mon, Not, NumberAgainst, NumberOwn, Operator, RelativeOf
from ..clause import Clause, is_negative_auxiliary
from ..word_lists import word_list
from .denied_behind import OF_NOUNS
from .measures import MeasureWords, measure_named, measure_words
from .piece import BEHIND, UNITS, Piece, numeric_attribute

#: A description that is measured against more Pokémon than this is none that anybody means.
_MOST_OTHERS = 4
#: Beginnings of words that compare with what follows them, without "than".
_TAKES_AN_OBJECT = word_list("takes-an-object")
#: What may stand in front of the name of a Pokémon whose value bounds.
_BOUNDS: tuple[Operator, ...] = ("gt", "ge", "lt", "le")
_FACTORS = {"2x": 2.0, "4x": 4.0, "0.5x": 0.5, "0.25x": 0.25}


@dataclass(slots=True)
class _Said:
    """A comparison in words: its operator, what it is about, by how much, and the tokens that say so."""

    op: Operator
    own: str | None  # the attribute inside "faster"
    tokens: list[int] = field(default_factory=list)
    margin: float = 0.0
    factor: float = 1.0
    unit: str | None = None


def own_pieces(clause: Clause, reserved: frozenset[int]) -> list[Piece]:
    """Two measures of the same Pokémon: "Attack higher than Special Attack", 攻击比特攻高."""
    pieces: list[Piece] = []
    runs = measure_words(clause, without=reserved)
    for first, second in pairwise(runs):
        if first.measure is None or second.measure is None or first.measure == second.measure:
            continue
        middle = range(first.end, second.start)
        if any(clause.at(k, "mon") for k in middle):
            continue
        if clause.language != "en" and any(clause.at(k, "number") for k in middle):
            continue  # 身高两米以上体重不到50公斤 bounds two measures
        said = _between(clause, first, second)
        if said is None:
            continue
        op: Operator = said.op
        if said.margin and not any(clause.at(k, "op") for k in said.tokens):
            op = "ge" if op == "gt" else "le" if op == "lt" else op
        condition = NumberOwn(first.measure, op, second.measure,
                              said.margin if op in ("ge", "gt") else -said.margin, said.factor)  # fmt: skip
        tokens = [*first.tokens, *second.tokens, *said.tokens]
        clause.take(*tokens)
        pieces.append(Piece(min(tokens), max(tokens) + 1, condition))
    return pieces + _equal_pieces(clause, runs)


def _equal_pieces(clause: Clause, runs: list[MeasureWords]) -> list[Piece]:
    """ "equal Attack and Special Attack", 攻击和特攻一样: two measures of one Pokémon that are the same."""
    pieces: list[Piece] = []
    if clause.mons() or clause.has("number"):
        return pieces
    for run in runs:
        if run.mode != "and" or len(run.attributes) != _PAIR or any(i in clause.used for i in run.tokens):
            continue
        k = run.start - 1 if clause.language == "en" else run.end
        while clause.at(k, "filler") and not clause.at(k, "cmp") and not clause.at(k, "shares"):
            k += -1 if clause.language == "en" else 1
        if not (clause.at(k, "cmp", ":eq") or clause.at(k, "shares", "same")):
            continue
        if clause.language == "en" and not (clause.at(k, "cmp", ":eq") and not clause.has("prep", "than")):
            continue
        tokens = [k, *run.tokens]
        clause.take(*tokens)
        pieces.append(Piece(min(tokens), max(tokens) + 1, NumberOwn(run.attributes[0], "eq", run.attributes[1])))
    return pieces


#: Two measures are set equal.
_PAIR = 2


def _between(clause: Clause, first: MeasureWords, second: MeasureWords) -> _Said | None:
    """The comparison between two measures; in Chinese 比 stands between them and the adjective behind."""
    middle = range(first.end, second.start)
    if clause.language != "en" and any(clause.at(k, "prep", "than") for k in middle):
        k = second.end
        while clause.at(k, "filler") and not clause.at(k, "cmp"):
            k += 1
        said = _comparative(clause, k)
        if said is None:
            return None
        said.tokens += [m for m in middle if clause.at(m, "prep", "than")]
        _margin_behind(clause, k + 1, said)
        return said if _only_thin(clause, middle, said.tokens) else None
    for k in middle:
        said = _comparative(clause, k)
        if said is not None:
            _margin_before(clause, k - 1, said)
            said.tokens += [m for m in middle if clause.at(m, "prep", "than") or clause.at(m, "noun", "stat")]
            said.tokens += [m for m in middle if m > k and clause.tokens[m].text.casefold() in ("their", "its")]
            said.tokens += [first.start - 1] if clause.at(first.start - 1, "pron", "it", "them") else []
            if second.end < len(clause.tokens) and clause.tokens[second.end].text.casefold() == "by":
                _margin_behind(clause, second.end + 1, said)  # "higher than its Attack by 100": so much or more
                if said.op in ("gt", "lt") and not clause.at(second.end + 1, "op"):
                    said.op = "ge" if said.op == "gt" else "le"
            return said if _only_thin(clause, middle, said.tokens) else None
    if clause.language == "en":
        # "more Attack than Special Attack", "higher Defense than Attack".
        k = first.start - 1
        while clause.at(k, "filler") or clause.at(k, "noun", "stat"):
            k -= 1
        than = [m for m in middle if clause.at(m, "prep", "than")]
        said = _comparative(clause, k)
        if said is not None and than and said.own is None:
            said.tokens += than
            return said if _only_thin(clause, middle, said.tokens) else None
    return None


def _only_thin(clause: Clause, span: range, said: list[int]) -> bool:
    """Is there nothing with content between the two sides beyond the comparison?"""
    for k in span:
        thin = clause.at(k, "filler") or clause.at(k, "prep") or clause.at(k, "aux") or clause.at(k, "noun", "stat")
        if k not in said and not thin and not clause.at(k, "pron", "it", "them"):
            return False
    return True


def _comparative(clause: Clause, k: int) -> _Said | None:
    """The comparison that token k makes."""
    if k in clause.used or not 0 <= k < len(clause.tokens):
        return None
    if clause.at(k, "cmp"):
        senses = [s for s in clause.tokens[k].readings["cmp"] if not s.endswith(":eq")]
        if senses:
            own, _, direction = senses[0].partition(":")
            # A word that means one attribute or any ("bigger", 高): the bare sense leaves it open.
            bare = any(s.startswith(":") for s in senses)
            return _Said("gt" if direction == "gt" else "lt", None if bare else own, [k])
        return _Said("eq", None, [k]) if clause.tokens[k].text.casefold() in ("equal",) else None
    for op in ("gt", "ge", "lt", "le", "eq"):
        if clause.at(k, "op", op):
            return _Said(op, None, [k])
    return None


def _margin_before(clause: Clause, k: int, said: _Said) -> None:
    """ "at least 20 points above", "20 kg heavier than", "twice as fast as": how much, in front of the comparison."""
    taken: list[int] = []
    unit = None
    if clause.at(k, "filler") and clause.tokens[k].text.casefold() in ("as", "or more"):
        k -= 1
    if clause.at(k, "unit"):
        unit = str(clause.value(k, "unit"))
        taken.append(k)
        k -= 1
    if clause.at(k, "number") and k not in clause.used:
        taken.append(k)
        said.margin, said.unit = float(clause.value(k, "number")), unit
        k -= 1
        said.tokens += taken
        if clause.at(k, "op", "ge", "gt", "le", "lt"):
            _bounded(clause, k, said)
    elif clause.at(k, "factor", *_FACTORS) and not unit:
        said.factor = _FACTORS[str(clause.value(k, "factor"))]
        said.tokens.append(k)


def _margin_behind(clause: Clause, k: int, said: _Said) -> None:
    """高20以上, 重50公斤, 快至少20: how much, behind the comparison."""
    bound = k if clause.at(k, "op", "ge", "gt", "le", "lt") else None
    k = k + 1 if bound is not None else k
    if not clause.at(k, "number") or k in clause.used:
        return
    said.margin = float(clause.value(k, "number"))
    said.tokens.append(k)
    k += 1
    if clause.at(k, "unit"):
        said.unit = str(clause.value(k, "unit"))
        said.tokens.append(k)
        k += 1
    if bound is not None:
        _bounded(clause, bound, said)
    elif clause.at(k, "op", "ge", "gt", "le", "lt"):
        _bounded(clause, k, said)


def _bounded(clause: Clause, k: int, said: _Said) -> None:
    """ "at least 20 faster" is ge, "more than 20 faster" gt; downwards the sense turns."""
    bound = next(v for v in clause.tokens[k].readings["op"] if v in ("ge", "gt", "le", "lt"))
    up = said.op in ("gt", "ge")
    if (bound in ("ge", "gt")) == up or not up:
        strict = bound in ("gt", "lt")
        said.op = ("gt" if strict else "ge") if up else ("lt" if strict else "le")
        said.tokens.append(k)


def against_pieces(clause: Clause, reserved: frozenset[int]) -> list[Piece]:
    """ "faster than Garchomp", 比烈咬陆鲨快: bounds that are another Pokémon's values; each its own."""
    pieces: list[Piece] = []
    if len(clause.mons()) > _MOST_OTHERS:
        return pieces
    for m in clause.mons():
        piece = _against(clause, m, reserved)
        if piece is not None:
            pieces.append(piece)
    return pieces


#: Words for "nearly", and how far a base stat may then be from another.
_ABOUT = frozenset(word_list("comparisons/about"))
_NEAR = 5.0


def _against(clause: Clause, m: int, reserved: frozenset[int]) -> Piece | None:
    said = _said_before(clause, m) if clause.language == "en" else _said_around(clause, m)
    if said is None:
        said = _as_much(clause, m)
    if said is None:
        return None
    attribute, words = _attribute(clause, m, said, reserved)
    if attribute is None:
        return None
    margin = said.margin
    if said.unit is not None and said.unit != "point":
        named, scale = UNITS[said.unit]
        if named != attribute:
            return None
        margin *= scale
    if margin and said.op in ("gt", "lt") and not any(clause.at(k, "op") for k in said.tokens):
        said.op = "ge" if said.op == "gt" else "le"
    signed = margin if said.op in ("gt", "ge") else -margin
    taken = [m, *said.tokens, *words]
    clause.take(*taken)
    other: Mon = clause.mon(m)
    condition: Condition = NumberAgainst(attribute, said.op, other, round(signed, 4), said.factor)
    if said.op == "eq" and clause.tokens[min(taken[1:]) - 1].text.casefold() in _ABOUT and attribute in STATS:
        # "with about the same Speed as Zapdos"
        condition = And((NumberAgainst(attribute, "ge", other, -_NEAR), NumberAgainst(attribute, "le", other, _NEAR),
                         Not(IsA(other))))  # fmt: skip
    elif said.op == "eq" and clause.language != "en":
        condition = And((condition, Not(IsA(other))))  # 和皮卡丘一样高的 are others
    return Piece(min(taken), max(taken) + 1, condition)


def _said_before(clause: Clause, m: int) -> _Said | None:
    """English: the comparison stands in front of the name, with "than" or an object's place between them."""
    k = m - 1
    skipped: list[int] = []
    while k >= 0:
        said = _comparative(clause, k)
        if said is not None and _says_than(clause, k, m):
            said.tokens += [i for i in skipped if clause.at(i, "noun", "stat")]
            _margin_before(clause, k - 1, said)
            return said
        thin = clause.at(k, "filler") or clause.at(k, "prep") or clause.at(k, "aux", "be", "have")
        if not thin and not clause.at(k, "noun", "stat") and numeric_attribute(clause, k) is None:
            return None
        skipped.append(k)
        k -= 1
    return None


def _said_around(clause: Clause, m: int) -> _Said | None:
    """Chinese and Japanese: 比 before the name (より behind it), the adjective behind."""
    before = clause.at(m - 1, "prep", "than")
    behind = clause.at(m + 1, "prep", "than") or _begins_with_than(clause, m + 1)
    if not before and not behind:
        return _surpassing(clause, m)
    k = m + 1
    while k < len(clause.tokens):
        said = _comparative(clause, k)
        if said is not None:
            said.tokens += [i for i in (m - 1, m + 1) if clause.at(i, "prep", "than")]
            _margin_behind(clause, k + 1, said)
            return said
        thin = clause.at(k, "filler") or clause.at(k, "prep") or clause.at(k, "noun", "stat")
        if clause.at(k, "factor", *_FACTORS):
            pass
        elif not thin and numeric_attribute(clause, k) is None:
            return None
        k += 1
    return None


def _begins_with_than(clause: Clause, k: int) -> bool:
    """カビゴンより重い: one word for "than" and what is compared."""
    return clause.at(k, "cmp") and clause.tokens[k].text.startswith("より")


def _surpassing(clause: Clause, m: int) -> _Said | None:
    """速度超过烈咬陆鲨的: the bound in front of the name is a verb, and what is measured stands before it."""
    if not clause.language.startswith("zh"):
        return None
    op = next((op for op in _BOUNDS if clause.at(m - 1, "op", op)), None)
    return _Said(op, None, [m - 1]) if op is not None and m - 1 not in clause.used else None


def _as_much(clause: Clause, m: int) -> _Said | None:
    """ "as fast as Garchomp", "twice as heavy as Snorlax", 和烈咬陆鲨一样快."""
    k = m - 1
    while clause.at(k, "filler") and k > 0:
        k -= 1
    if clause.language == "en" and clause.at(k, "cmp") and k not in clause.used:
        senses = [s for s in clause.tokens[k].readings["cmp"] if s.endswith(":eq")]
        if not senses or not senses[0].partition(":")[0]:
            return None
        said = _Said("eq", senses[0].partition(":")[0], [k])
        if clause.at(k - 1, "factor", *_FACTORS):
            said.factor = _FACTORS[str(clause.value(k - 1, "factor"))]
            said.tokens.append(k - 1)
            said.op = "eq" if clause.at(k - 2, "op", "eq") else "ge"
            if clause.at(k - 2, "op", "eq", "ge", "gt"):
                said.op = "gt" if clause.at(k - 2, "op", "gt") else said.op
                said.tokens.append(k - 2)
        return said
    if clause.language != "en" and clause.at(m - 1, "bool", "and") and len(clause.mons()) == 1:
        equal = clause.tokens[m + 1].readings.get("cmp", ()) if m + 1 < len(clause.tokens) else ()
        own = next((s.partition(":")[0] for s in equal if s.endswith(":eq") and not s.startswith(":")), None)
        if own is not None:  # 和皮卡丘一样高
            return _Said("eq", own, [m + 1])
    return None


def _says_than(clause: Clause, c: int, m: int) -> bool:
    """Is the comparison drawn against the name: "than", or a verb that takes an object?"""
    text = clause.tokens[c].text.casefold()
    if any(clause.at(k, "prep", "than") for k in range(c + 1, m)):
        return True
    return text.endswith(("than", "then")) or text.startswith(_TAKES_AN_OBJECT)


def _attribute(clause: Clause, m: int, said: _Said, reserved: frozenset[int]) -> tuple[Measure | None, list[int]]:
    """What is compared: a measure near the comparison, or the one inside "faster"."""
    low, high = min([m, *said.tokens]), max([m, *said.tokens])
    runs = [run for run in measure_words(clause, without=reserved) if run.measure is not None]
    inside = [run for run in runs if low < run.start < high]
    # "Speed above Garchomp's", "more Attack than Garchomp", 比烈咬陆鲨的速度快, "higher than Garchomp's Speed".
    ahead = [run for run in runs if run.end <= low and _only_thin(clause, range(run.end, low), [])]
    after = [run for run in runs if run.start > high and _only_thin(clause, range(high + 1, run.start), [])]
    for run in (*inside, *ahead[-1:], *after[:1]):
        if said.own is None or measure_named(said.own) == run.measure:
            words = list(run.tokens)
            same = [r for r in (*ahead[-1:], *after[:1]) if r is not run and r.measure == run.measure]
            return run.measure, [*words, *(t for r in same for t in r.tokens)]
    if said.own is not None and said.own != "total":
        return measure_named(said.own), []
    bare = [s for t in said.tokens if clause.at(t, "cmp") for s in clause.tokens[t].readings["cmp"]]
    owns = [s.partition(":")[0] for s in bare if s.partition(":")[0] not in ("", "total")]
    return (measure_named(owns[0]), []) if owns else (None, [])


def _content_before(clause: Clause, i: int) -> int:
    k = i - 1
    while clause.at(k, "filler") or clause.at(k, "prep"):
        k -= 1
    return k


def _excludes(clause: Clause, k: int) -> bool:
    return clause.at(k, "neg", "neg") and clause.tokens[k].text.casefold() not in BEHIND


def is_excluded(clause: Clause, i: int) -> bool:
    """Whether a Pokémon is named only to leave it out: "does anybody besides Shedinja …"."""
    k = _content_before(clause, i)
    return _excludes(clause, k) and not is_negative_auxiliary(clause.tokens[k].text) and clause.tokens[k].text != "不是"


def _ends_a_name(clause: Clause, i: int) -> bool:
    return clause.at(i, "mon") or (clause.at(i, "ev", "family") and clause.at(i - 1, "mon"))


def excluded_pieces(clause: Clause) -> list[Piece]:
    """ "other than Shedinja", 除了梦幻: a Pokémon that does not count."""
    pieces = []
    chained = False
    for i in clause.mons():
        k = _content_before(clause, i)
        # "besides Regieleki and Ninjask": the exclusion covers the list.
        line = clause.at(i + 1, "ev", "family")  # "besides the Natu line", "besides Espeon, Natu line"
        joined = clause.at(k, "bool") and _ends_a_name(clause, k - 1)
        chained = chained and (joined or (line and _ends_a_name(clause, k)))
        closing = BEHIND if clause.language != "ja" else OF_NOUNS
        after = clause.at(i + 1, "neg", "neg") and clause.tokens[i + 1].text.casefold() in closing
        # "Isn't Regieleki the fastest?" excludes nobody.
        before = _excludes(clause, k) and not (k == 0 and is_negative_auxiliary(clause.tokens[k].text))
        before = before and clause.language != "ja"  # ゴーストタイプじゃないゴースト: it denies what stands before it
        if before or after or chained:
            clause.take(i, *([k] if before else []), *([i + 1] if after else []))
            other = RelativeOf("line", clause.mon(i)) if line else IsA(clause.mon(i))
            clause.take(*([i + 1] if line else []))
            pieces.append(Piece(i, i + 1 + line, Not(other)))
            chained = True
    if pieces:
        clause.take(*clause.find("signature", "else"))  # "anybody else besides", 除了…别的宝可梦
    return pieces
