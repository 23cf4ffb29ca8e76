"""The Mega, Gigantamax and regional forms of one Pokémon: whether it has one, which, and how many."""

from __future__ import annotations

from typing import Literal

from ..algebra import And, Check, HasForm, IsA, Mon, Query, Search
from ..clause import Clause
from ..describe import conditions, ranking_words
from ..joint_queries import Contrast
from ..word_lists import word_list

FormName = Literal["mega", "gigantamax", "primal", "regional", "alola", "galar", "hisui", "paldea"]
_NAMES: tuple[FormName, ...] = ("alola", "galar", "hisui", "paldea", "gigantamax", "primal", "mega", "regional")


def forms_of(clause: Clause) -> Query | None:
    """ "Does Vulpix have an Alolan form?", "what are Mewtwo's Mega forms?", 喷火龙有几个超级进化."""
    mons = clause.mons()
    if len(mons) != 1 or clause.has("cmp") or clause.has("sup") or clause.has("attr", "total"):
        return None
    typed = clause.find("attr", "type")
    subject = clause.mon(mons[0])
    words = clause.find("formkind")
    many, which = clause.find("wh", "howmany"), clause.find("wh", "what", "which") + clause.find("list", "list")
    # "Meowth regional forms"
    alone = set(clause.content()) <= {*mons, *words} and not clause.is_yes_no()
    every = clause.find("list", "all") + clause.find("each")
    alone = alone and bool(
        every or clause.language == "ja" or any(clause.tokens[i].text.casefold().endswith(_SEVERAL) for i in words)
    )
    plain = Mon(subject.species_id, clause.dataset.species[subject.species_id].default_pokemon_id)
    name: FormName | None = None
    if words and not subject.form_named:
        name = next((n for n in _NAMES if clause.at(words[0], "formkind", n)), None)
    elif subject.form_named and clause.tokens[mons[0]].how == "form" and _means_the_kind(clause, mons[0]):
        name = _kind_of(clause, subject)  # "Does Vulpix have an Alolan form?": the form is read into the name
    if name is None or not (many or which or alone or _asks_whether(clause)) or (typed and not words):
        return None
    varieties = clause.dataset.varieties(subject.species_id)
    if typed and (clause.is_yes_no() or (all(_kind_of(clause, Mon(v.species_id, v.id)) != name for v in varieties)
                  and name != "regional")):  # fmt: skip
        return None
    taken = [*mons, *words, *many, *which, *clause.find("noun", "form"), *clause.find("attr", "forms")]
    clause.take(*typed, *clause.find("noun", "type"), *clause.find("pron", "it", "them"), *clause.find("each"))
    clause.take(*clause.find("intro"))  # "does Meowth come in"
    clause.take(*taken, *clause.find("exist"), *clause.find("neg", "negyn"))
    if (clause.is_yes_no() or (clause.language == "ja" and _asks_whether(clause))) and not many:
        kinds = dict.fromkeys(clause.value(i, "formkind") for i in words)
        return Check(plain, And(tuple(map(HasForm, kinds))) if len(kinds) > 1 else HasForm(name))
    return Search("pokemon", And((HasForm(name), IsA(plain))), output="count" if many and not typed else "list",
                  forms="all", show=("type",) if typed else ())  # fmt: skip


def among_forms(clause: Clause) -> Query | None:
    """ "Which Deoxys form is the fastest?", "which Rotom form is Electric/Grass?", 代欧奇希斯哪个形态最快."""
    mons = clause.mons()
    words = clause.find("noun", "form") + clause.find("attr", "forms")
    asked = clause.find("wh", "which", "what") or any(clause.tokens[i].text.startswith(("哪", "which")) for i in words)
    which = clause.find("wh", "which")  # "Which Rotom resists Water?", "which Tauros breed …": one of its forms
    of_them = bool(mons) and any(i == mons[0] - 1 for i in which) and clause.has("mu")
    words += [i for i in clause.find("breed") if of_them and i == mons[0] + 1]
    if len(mons) != 1 or not (words or of_them) or not asked or clause.is_yes_no() or clause.has("cmp"):
        return None
    subject = clause.mon(mons[0])
    if subject.form_named or len(clause.dataset.varieties(subject.species_id)) == 1:
        return None
    clause.take(*mons, *words)
    ranking = ranking_words(clause)
    condition = conditions(clause)
    if ranking.order is None and condition is None:
        return None
    clause.take(*ranking.tokens, *clause.find("noun", "type", "stat"), *clause.find("list"))
    own = IsA(subject)
    whole = own if condition is None else And((condition, own))
    return Search("pokemon", whole, order=ranking.order, forms="all")


#: What makes another question of it.
_OTHERWISE = ("type", "move", "mu", "sup", "gen", "vg", "number", "neg", "formkind", "ev")


def forms_alike(clause: Clause) -> Query | None:
    """ "Do Zygarde's forms have the same type?", 代欧奇希斯各个形态的属性一样吗."""
    mons = clause.mons()
    words = clause.find("noun", "form") + clause.find("attr", "forms")
    what = [i for i in clause.find("attr", "type", "ability") if i not in words]
    same = list(dict.fromkeys(clause.find("shares", "same") + clause.find("cmp", ":eq")))
    apart = list(dict.fromkeys(clause.find("contrast", "differences") + clause.find("hist", "change")))
    asks = clause.is_yes_no() or clause.has("yn")
    if len(mons) != 1 or not words or len(what) != 1 or bool(same) == bool(apart) or not asks:
        return None
    mon = clause.mon(mons[0])
    varieties = [v for v in clause.dataset.varieties(mon.species_id) if v.form_kind not in ("mega", "gigantamax")]
    if mon.form_named or len(varieties) < 2 or clause.has("bool", "or") or any(map(clause.has, _OTHERWISE)):
        return None
    named: Literal["type", "ability"] = "type" if clause.at(what[0], "attr", "type") else "ability"
    clause.take(*mons, *words, *what, *same, *apart, *clause.find("noun", named), *clause.find("list"))
    clause.take(*clause.find("each"), *clause.find("pron"), *clause.find("op", "between", "range"))
    claimed: Literal["same", "differ"] = "same" if same else "differ"
    return Contrast(tuple(Mon(v.species_id, v.id) for v in varieties), "differences", (named,), claimed)


def _means_the_kind(clause: Clause, m: int) -> bool:
    """Is the form that was read into a name what is asked for: "Mewtwo's Mega forms", "can Butterfree Gigantamax"?"""
    if clause.has("filler", "form") or clause.tokens[m].text.casefold().endswith(_SEVERAL):
        return True
    return clause.is_yes_no() and clause.has("aux", "can") and clause.content() == [m]


#: The ends of words for several forms.
_SEVERAL = word_list("several")


def _asks_whether(clause: Clause) -> bool:
    if clause.language == "ja" and clause.has("formkind") and clause.has("aux", "can") and not clause.has("wh"):
        return True  # ヒードランはメガシンカできる？
    return clause.is_yes_no() and (clause.has("aux", "have", "can") or clause.has("exist"))


def _kind_of(clause: Clause, mon: Mon) -> FormName | None:
    """What kind of form a variety is."""
    pokemon = clause.dataset.pokemon[mon.pokemon_id]
    if pokemon.form_kind == "regional":
        return next((n for n in _NAMES[:4] if n in pokemon.form_tags), "regional")
    return next((n for n in _NAMES if n == pokemon.form_kind), None)
