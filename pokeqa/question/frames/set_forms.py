"""Which forms a search counts: ordinary ones, those of a kind, or all of a species."""

from __future__ import annotations

from typing import Literal

from ..algebra import And, Condition, HasForm, HasType
from ..clause import Clause
from ..word_lists import word_list

#: The ends of words for forms that say so themselves.
_FORM_NOUNS = word_list("form-nouns")

#: Regions whose name, beside a type, is that of a form ("Alolan Pokémon that are Ice type").
_OF_FORMS = ("alola", "galar", "hisui")
_REGIONAL = ("alola", "galar", "hisui", "paldea", "regional")


def is_of_forms(clause: Clause, condition: Condition, *, ranked: bool) -> bool | None:
    """Is the set one of forms, and not of Pokémon that have one ("the slowest Mega")? None: it is not told."""
    parts = condition.conditions if isinstance(condition, And) else (condition,)
    kinds = [part for part in parts if isinstance(part, HasForm)]
    if len(kinds) != 1 or kinds[0].least > 1:
        return False
    if kinds[0].name not in _REGIONAL and clause.find("region", again=True) and not ranked:
        return False  # "Megas not from Kanto": the form is from no region, what takes it on is
    if any(clause.at(i + 1, "noun", "pokemon") and clause.tokens[i].text.casefold().endswith("an")
           for i in clause.find("formkind", *_REGIONAL, again=True)):  # fmt: skip
        typed = any(isinstance(part, HasType) for part in parts) and kinds[0].name in _OF_FORMS
        return True if typed else None  # "Paldean Pokémon" are those of the region, or of its forms
    has = any(
        clause.at(k, "aux", "have", "can") or (clause.at(k, "exist") and clause.language != "en")
        for i in clause.find("formkind", again=True)
        for k in range(max(0, i - 2), i)
    )
    counted = clause.has("wh", "howmany") and counts_forms(clause)  # "how many Mega Evolutions are there"
    return not has and (ranked or counted or len(parts) > 1 or kinds[0].name in _REGIONAL)


def counts_forms(clause: Clause) -> bool:
    """ "How many Hisuian forms": a word for forms that says itself that they are meant."""
    return any(clause.tokens[i].text.casefold().endswith(_FORM_NOUNS) for i in clause.find("formkind", again=True))


#: Words for forms beside the ordinary one.
_OTHER = frozenset(word_list("other"))


def _is_other(clause: Clause, k: int) -> bool:
    return 0 <= k < len(clause.tokens) and clause.tokens[k].text.casefold() in _OTHER


def forms_counted(clause: Clause) -> Literal["ordinary", "species"]:
    """Which forms count: "normal forms only", "leaving Megas and other forms aside" count the ordinary ones."""
    nouns = clause.find("noun", "form")
    for i in clause.find("neg", "neg"):
        k = i + 1
        if _says_lacks(clause, i):
            continue
        while (
            clause.at(k, "filler") or clause.at(k, "bool", "and", "or") or clause.at(k, "cls") or _is_other(clause, k)
        ):
            k += 1  # "except legendaries and Mega forms", "not legendary or Mega"
        if clause.at(k, "formkind") or clause.at(k, "noun", "form"):
            listed = any(clause.at(j, "cls") for j in range(i, k))
            k = _list_end(clause, k)
            clause.take(
                k,
                *(j for j in range(i + 1, k) if _is_other(clause, j)),
                *nouns,
                *clause.find("formkind"),
                *([] if listed else [i]),
            )
            return "ordinary"
    return "ordinary" if nouns else "species"


def _list_end(clause: Clause, k: int) -> int:
    """The last token of "Megas and other special forms", from its first kind of form on."""
    last = k
    while clause.at(k, "bool", "and", "or") or _is_other(clause, k) or _is_form(clause, k) or clause.at(k, "filler"):
        last = k if _is_form(clause, k) else last
        k += 1
    return last


def _is_form(clause: Clause, k: int) -> bool:
    return clause.at(k, "formkind") or clause.at(k, "noun", "form")


#: Denials that say of each one that it has none.
_LACKS = word_list("lacks")


def _says_lacks(clause: Clause, i: int) -> bool:
    """ "Which don't have a Mega", 没有超级进化: of Pokémon that have no such form, and not of what counts."""
    text = clause.tokens[i].text.casefold()
    single = text in ("without", "with no") and (clause.at(i + 1, "list", "one") or text == "with no")
    return text.endswith(_LACKS) or clause.at(i - 1, "aux", "have") or single
