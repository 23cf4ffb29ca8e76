"""The other type beside a given one: "Bastiodon is Rock and what other type", 护城龙是岩石和哪个属性的组合."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause
from ..word_lists import word_list

#: Words that make another question of it, where they are nothing else.
_OTHERWISE = ("mu", "cmp", "sup", "learn", "move", "ev", "agg", "factor", "neg", "gen", "vg", "number", "stage", "cls",
              "ability", "hist")  # fmt: skip
#: What joins the type that is given to the one that is asked for.
_JOINTS = frozenset(word_list("other-type/joints"))
#: Words that only come with those: "half Fighting, half what", "one more type", "what goes with Water", 除了岩石属性外.
_ALONG = frozenset(word_list("along"))


def rest_of_types(clause: Clause) -> Query | None:
    """ "Gourgeist is Ghost and what else?", 路卡利欧是格斗加什么系: its types, whatever the question gives."""
    mons, types = clause.mons(), [i for i in clause.find("type") if not clause.at(i, "mon")]
    if len(mons) != 1 or len(types) != 1 or clause.is_yes_no():
        return None
    given = types[0]
    words = [i for i in clause.find("attr") if clause.at(i, "attr", "type", "secondary-type", "primary-type")]
    apart = [i for i in clause.find("neg", "neg") if i + 1 == given]  # "besides Fairy", "that isn't Flying"
    along = [i for i, t in enumerate(clause.tokens) if t.text.casefold() in _ALONG]
    others = clause.find("signature", "else") + clause.find("pron", "other")
    known = {*apart, *along, *words, *types, *mons, *others}
    if any(i not in known and not clause.at(i, "filler") for tag in _OTHERWISE for i in clause.find(tag)):
        return None
    if len(clause.find("attr")) > len(words):
        return None
    asked = [i for i in (*clause.find("wh", "what", "which"), *words, *clause.find("group", "typing")) if i != given]
    joints = [
        i for i, t in enumerate(clause.tokens)
        if t.text.casefold() in _JOINTS and (i > given or any(a < i < given for a in asked))
    ]  # fmt: skip
    sums = [i for i in clause.find("op", "eq") if clause.tokens[i].text == "="]  # "bulbasaur = grass + ?"
    more = [i for i in words if clause.tokens[i - 1].text in _ONE_MORE and clause.tokens[i - 2].text in _STILL]
    told = bool(sums or more) or any(_other(clause, i) for i in words) or bool(apart) or bool(others)
    asks = clause.has("wh", "what", "which") or any(_asks(clause, i) for i in words) or (apart and words) or sums
    if not (asked or others or sums) or not asks or not (joints or told or along):
        return None
    clause.take(*known, *asked, *joints, *clause.find("noun", "type"), *clause.find("op", "eq", "range"))
    clause.take(*clause.find("group", "typing"), *clause.find("pairing"), *clause.find("typecount"))
    clause.take(*clause.find("pron", "it"), *clause.find("bool", "and"))
    return Facts((clause.mon(mons[0]),), ("type",))


#: 还有 一个 属性: it has one more.
_ONE_MORE, _STILL = frozenset({"一个", "个", "一种"}), frozenset({"还有", "还", "另外还有"})


def _other(clause: Clause, i: int) -> bool:
    text = clause.tokens[i].text.casefold()
    return text.startswith(("other", "the other", "another", "另", "其他", "其它"))


def _asks(clause: Clause, i: int) -> bool:
    return clause.tokens[i].text.startswith(("什么", "啥", "哪", "何"))
