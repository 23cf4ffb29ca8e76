"""Which of several stands first in the Pokédex: "which comes first in the dex, Pikachu or Pichu?", 哪个在图鉴前面."""

from __future__ import annotations

from ..algebra import Compare, Query
from ..clause import Clause
from ..word_lists import word_list

_FIRST = frozenset(word_list("dex-order/first"))
_LAST = frozenset(word_list("dex-order/last"))
#: What makes it a question for something else.
_OTHERWISE = ("number", "vg", "type", "move", "learn", "ev", "rank", "mu", "sup")


def dex_order(clause: Clause) -> Query | None:
    """Of several Pokémon the one with the lower number, or the higher one; yes or no where an order is claimed."""
    mons = clause.mons()
    listed = clause.find("noun", "dex")
    if len(mons) < 2 or not listed or any(map(clause.has, _OTHERWISE)) or clause.has("neg", "neg"):
        return None
    first = [*clause.find("dexstep", "previous"), *clause.find("cmp", "generation:lt", "dex-number:lt")]
    last = [*clause.find("dexstep", "next"), *clause.find("cmp", "generation:gt", "dex-number:gt")]
    first += [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _FIRST and i not in first]
    last += [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _LAST and i not in last]
    asked, claimed = clause.find("wh", "which", "who"), clause.is_yes_no()
    if bool(first) == bool(last) or not (asked or claimed):
        return None
    clause.take(*mons, *listed, *first, *last, *asked, *clause.find("bool"), *clause.find("prep"))
    clause.take(*clause.find("listed"), *clause.find("intro"))
    clause.take(*clause.find("attr", "dex-number", "profile"), *clause.find("noun", "number"), *clause.find("pron"))
    subjects = tuple(dict.fromkeys(clause.mon(m) for m in mons))
    return Compare(subjects, "dex-number", "min" if first else "max", claim="first" if claimed else "none")
