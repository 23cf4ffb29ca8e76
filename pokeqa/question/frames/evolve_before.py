"""What stands before one in its line, asked without a word for evolving: "anything before Snorlax?", 叉字蝠前面是谁."""

from __future__ import annotations

from ..algebra import Evolve, Query
from ..clause import Clause
from ..word_lists import word_list

#: What may stand beside such a question and asks for nothing more.
_BESIDE = ("exist", "wh", "aux", "pron", "stageword", "had")
#: What makes a place in a list or a time of it.
_OTHERWISE = ("cmp", "sup", "number", "letters", "vg", "gen", "move", "type", "rank", "intro", "battlewords", "attr")
#: What asks for who stands there by the same word.
_WHO = tuple(word_list("evolve-before/who"))
#: What sets one before another in an order, and in no line.
_RANKED = frozenset(word_list("evolve-before/ranked"))
#: Words for a time before, that of one stand before it.
_BEFORE = frozenset(word_list("evolve-before/before"))
#: What is asked about where nothing is named: anything, something.
_ANY = frozenset(word_list("evolve-before/any"))


def earlier_one(clause: Clause) -> Query | None:
    """What a Pokémon evolves from, where only "before" says so; yes or no where anything at all is asked for."""
    words = [i for i in clause.find("dexstep", "previous") if clause.tokens[i].text not in _RANKED]
    words = words or [i for i in clause.find("hist", "past") if clause.tokens[i].text in _BEFORE]
    mons = clause.mons()
    if len(words) != 1 or len(mons) != 1:
        return None
    asked = clause.find("wh", "what", "which", "who")
    asked += [i for i in words if clause.tokens[i].text.endswith(_WHO)]  # 前面是谁
    at_all = not asked and (
        clause.is_yes_no() or clause.has("exist") or any(token.text.casefold() in _ANY for token in clause.tokens)
    )
    if (
        not (asked or at_all)
        or clause.has("neg", "neg")
        or clause.has("noun", "dex")
        or any(map(clause.has, _OTHERWISE))
    ):
        return None
    clause.take(*mons, *words, *clause.find("ev", "family"), *clause.find("noun", "form"), *clause.find("prep"))
    clause.take(*(i for tag in _BESIDE for i in clause.find(tag)), *clause.find("neg", "negyn"))
    return Evolve(clause.mon(mons[0]), "from", "can" if at_all else "what", yes_no=at_all)
