"""Natures: which one does what, and what one does."""

from __future__ import annotations

from typing import Any

from ..algebra import Facts, Query, Thing
from ..calculations import ALL_STATS, NatureCheck, NatureFor, NatureSearch, Stat
from ..clause import Clause
from ..slots import stat_at
from ..word_lists import word_list

#: Words for natures that lower what is needed.
_BAD = frozenset(word_list("nature/bad"))


def nature(clause: Clause) -> Query | None:
    """ "Which nature raises Speed and lowers Attack?", 加速度减特攻的性格, "does Jolly lower Attack?"."""
    if clause.has("ball") or clause.has("wh", "level"):
        return None
    named = clause.find("nature")
    if clause.mons():
        return _of_one_that_has_it(clause, named)
    clause.take(*clause.find("suits"), *clause.find("room"))
    if named:
        return _of_natures(clause, named)
    if not clause.has("noun", "nature") and not _named_neutral(clause) and not _called(clause):
        return None
    role = _role(clause)
    bends = _bends(clause)
    unchanged = bends is None and _changes_nothing(clause)
    clause.take(*clause.find("noun", "nature"))
    many = clause.take_all("wh", "howmany")
    clause.take(*clause.find("list"), *clause.find("exist"), *clause.find("noun", "stat"), *clause.find("attr", "name"))
    output: Any = "count" if many else "list"
    if bends is None and role is None:
        if clause.take_all("bend", "neutral") or unchanged:
            return NatureSearch(neutral=True, output=output)
        return NatureSearch(output=output) if many or clause.has("list", "list", "all") else None
    clause.take(*clause.find("effort"), *clause.find("exp", "gives"), *clause.find("grant"), *clause.find("itemuse"))
    clause.take(*(clause.find("suppose", "if") if clause.has("wish") else ()))  # "which nature if I want Speed up"
    clause.take(*(clause.find("battlewords") if role is not None or clause.has("room") else ()), *clause.find("listed"))
    if role is not None:
        clause.take(*(i for i in clause.find("sup") if clause.tokens[i].text.casefold() in ("best", "最好")))
    raises, lowers, keeps = bends or ([], [], ())
    if role is not None:
        raised, lowered = role
        raises = list(dict.fromkeys([raised, *raises]))
        # "Without losing Speed": a nature for the role lowers what the role does not use.
        lowers = lowers or ([lowered] if lowered is not None and lowered not in keeps else [])
    if len(raises) > 1 or len(lowers) > 1:
        return None
    return NatureSearch(raises[0] if raises else None, lowers[0] if lowers else None, keeps, False, output)


def _called(clause: Clause) -> bool:
    """ "What's it called when Defense goes up and Speed goes down?": only natures bend two stats at once."""
    if not (clause.has("attr", "name") or clause.has("listed")) or not clause.has("wh", "what"):
        return False
    up, down = ([*clause.find("bend", way)] for way in ("raises", "lowers"))
    if len(up) != 1 or len(down) != 1 or clause.has("move") or clause.has("item") or clause.has("ability"):
        return False
    clause.take(*clause.find("pron", "it"), *clause.find("wh", "when"))
    return True


def _named_neutral(clause: Clause) -> bool:
    """ "neutral natures, which ones?": natures are in the word itself, or some are to be listed."""
    neutral = clause.find("bend", "neutral")
    said = any("nature" in clause.tokens[i].text.casefold() or "性格" in clause.tokens[i].text for i in neutral)
    return bool(neutral) and (clause.has("list", "list") or (said and not clause.find("attr")))


def _role(clause: Clause) -> tuple[Stat, Stat | None] | None:
    """What a Pokémon that is trained for something needs, and the stat that it does not use; explained."""
    words = clause.find("role")
    if len(words) != 1:
        return None
    raised, _, lowered = str(clause.value(words[0], "role")).partition(":")
    clause.take(*words)
    up = next((stat for stat in ALL_STATS if stat == raised), None)
    down = next((stat for stat in ALL_STATS if stat == lowered), None)
    return (up, down) if up is not None else None


def _changes_nothing(clause: Clause) -> bool:
    """ "Which natures don't lower anything?": no stat is named, and what natures do is denied; explained."""
    words = clause.find("bend", "raises", "lowers")
    denied = [negation for word in words if (negation := _negation(clause, word)) is not None]
    if not words or not denied or any(stat_at(clause, i) for i in range(len(clause.tokens))):
        return False
    clause.take(*words, *denied, *clause.find("noun", "stat"), *clause.find("attr", "stats"))
    return True


def _bends(clause: Clause) -> tuple[list[Stat], list[Stat], tuple[Stat, ...]] | None:
    """The stats said to be raised, lowered and not lowered, explained; None where nothing is said of a stat."""
    words = clause.find("bend", "raises", "lowers")
    if words and all(clause.at(i, "bend", "lowers") for i in words):
        words = sorted([*words, *clause.find("exp", "gives")])  # "gives Speed at the cost of Defense"
    stats = [(i, stat) for i in range(len(clause.tokens)) if (stat := stat_at(clause, i)) is not None]
    compared = _compared(clause, [i for i, _ in stats])
    if compared is not None:
        return compared
    high = [i + 1 for i, _ in stats if clause.language != "en" and clause.at(i + 1, "cmp", ":gt")]  # 速度高的性格
    short = clause.find("bentstat")
    signed = [i for i, _ in stats if _sign(clause, i)]
    if not (words or signed or short or high) or not (stats or short):
        return None
    bent = [i for i, _ in stats if i + 1 not in high]
    # "Attack raised and Speed lowered": each stat stands in front of its own word
    turned = len(words) == len(bent) and all(
        k + 1 == w or clause.at(w - 1, "aux") for k, w in zip(bent, words, strict=True)
    )
    in_front = not words or not bent or words[0] < bent[0] or (clause.language == "en" and not turned)
    clause.take(*high)
    raises: list[Stat] = []
    lowers: list[Stat] = []
    keeps: list[Stat] = []
    for i in short:
        way, _, name = str(clause.value(i, "bentstat")).partition(":")
        changed = next(stat for stat in ALL_STATS if stat == name)
        negation = _negation(clause, i)
        if negation is not None and way == "raises":
            return None
        (keeps if negation is not None else raises if way == "raises" else lowers).append(changed)
        clause.take(i, *([negation] if negation is not None else []))
    for i, stat in stats:
        sign = _sign(clause, i)
        if sign:
            (raises if sign > 0 else lowers).append(stat)
            clause.take(i, *([i - 1] if clause.tokens[i - 1].text.casefold() in ("+", *_SIGNS) else []))
            continue
        if i + 1 in high:
            raises.append(stat)
            clause.take(i)
            continue
        near = [w for w in words if (w < i if in_front else w > i)]
        if not near and in_front and clause.at(i + 1, "bend", "lowers") and clause.at(i - 1, "neg", "neg"):
            near = [i + 1]  # "without Speed loss"
        if not near:
            return None
        word = near[-1] if in_front else near[0]
        negation = _negation(clause, word if word < i else i)
        if negation is not None:
            if not clause.at(word, "bend", "lowers"):
                return None
            keeps.append(stat)
            clause.take(negation)
        else:
            (lowers if clause.at(word, "bend", "lowers") else raises).append(stat)
        clause.take(i, word)
    return raises, lowers, tuple(keeps)


def _compared(clause: Clause, stats: list[int]) -> tuple[list[Stat], list[Stat], tuple[Stat, ...]] | None:
    """ "faster but weaker in attack", "more Attack, less Speed": every change is said by a comparative; explained."""
    found: dict[int, tuple[Stat, bool]] = {}
    used: list[int] = []
    for i in clause.find("cmp"):
        name, _, sense = str(clause.value(i, "cmp")).partition(":")
        own = next((stat for stat in ALL_STATS if stat == name), None)
        places = (i + 1, i + 2, i - 1) if clause.language == "en" else (i - 1, i + 1)
        near = i if own is not None else next((k for k in places if k in stats), None)
        stat = own or (stat_at(clause, near) if near is not None else None)
        if near is None or stat is None or sense not in ("gt", "lt") or clause.at(i - 1, "neg"):
            return None
        found[i] = (stat, sense == "gt")
        used += [i, near]
    for i in clause.find("bend", "lowers", "raises"):
        if i in found:
            continue
        near = next((k for k in range(i + 1, len(clause.tokens)) if k in stats and k not in used), None)
        if near is None or clause.at(i - 1, "neg") or (stat := stat_at(clause, near)) is None:
            return None
        found[i] = (stat, clause.at(i, "bend", "raises"))
        used += [i, near]
    if not any(clause.at(i, "cmp") for i in found) or not set(stats) <= set(used):
        return None
    clause.take(*used, *clause.find("prep"))
    raises, lowers = ([stat for stat, up in found.values() if up is way] for way in (True, False))
    return raises, lowers, ()


#: Signs that are said as words.
_SIGNS = {"plus": 1, "minus": -1}


def _sign(clause: Clause, i: int) -> int:
    """What a sign in front of a stat says: 1, -1, or 0 where there is none."""
    before = clause.tokens[i - 1].text.casefold() if i else ""
    if before in _SIGNS:  # "plus Speed minus Attack"
        return _SIGNS[before]
    if clause.at(i, "plus") or (i > 0 and clause.tokens[i - 1].text == "+" and not clause.at(i - 2, "number")):
        return 1
    return -1 if clause.at(i, "minus") else 0


def _negation(clause: Clause, word: int) -> int | None:
    k = word - 1
    while clause.at(k, "aux") or clause.at(k, "battlewords") or (clause.at(k, "filler") and not clause.at(k, "neg")):
        k -= 1
    return k if clause.at(k, "neg", "neg") else None


def _of_one_that_has_it(clause: Clause, named: list[int]) -> Query | None:
    """ "My Eevee is Careful, what does that mean for its stats?": what the nature changes."""
    means = [*clause.find("meaning"), *clause.find("attr", "effect"), *clause.find("hist", "change")]
    if len(named) != 1 or len(clause.mons()) != 1 or not means or clause.is_yes_no() or not clause.has("wh", "what"):
        return None
    if clause.mons()[0] > named[0] + 2 or clause.has("number"):
        return None
    clause.take(*clause.mons(), *named, *means, *clause.find("noun", "nature", "stat"), *clause.find("attr", "stats"))
    clause.take(*clause.find("pron"), *clause.find("mu", "effect:att"))
    return Facts((Thing("nature", clause.value(named[0], "nature")),), ("effect",))


def _of_natures(clause: Clause, named: list[int]) -> Query | None:
    """What natures do; or whether one does what is said."""
    clause.take(*named, *clause.find("noun", "nature"), *clause.find("suppose", "if"))
    bonus = [i for i in clause.find("mu", "weak:att") if "加成" in clause.tokens[i].text]
    if bonus and len(named) == 1:  # 认真性格有加成吗
        clause.take(*bonus)
        return NatureCheck(clause.value(named[0], "nature"), None, "changes")
    apart = [*clause.find("contrast", "differences"), *clause.find("hist", "change")]
    if len(named) > 1 and apart and not clause.is_yes_no():
        clause.take(*apart, *clause.find("mu", "effect:att"), *clause.find("prep"), *clause.find("exist"))
        return Facts(tuple(Thing("nature", clause.value(i, "nature")) for i in named), ("effect",))
    role = _role(clause)
    words = [*clause.find("bend", "raises", "lowers"), *clause.find("updown")]
    purpose = role is not None and bool(words) and not clause.is_yes_no()  # 想练物攻手，爽朗加什么减什么
    if role is not None and not purpose:
        if len(named) != 1 or not clause.is_yes_no():
            return None
        clause.take(*clause.find("list", "list"))
        one = clause.dataset.natures[clause.value(named[0], "nature")]
        fast = one.increased_stat == "speed" and one.decreased_stat == role[1] and role[0] != "speed"
        if fast and role[1] is not None and clause.find("suits", again=True):
            # "Is Timid good for a special sweeper?": it raises no attack, and is good for one
            return NatureFor(None, (role[0], "speed"), (role[1],), (clause.value(named[0], "nature"),))
        return NatureCheck(clause.value(named[0], "nature"), role[0], "raises")
    if purpose:
        clause.take(*(i for i in clause.find("effort", "give") if i not in words), *clause.find("wish"))
    said = [(i, stat) for i in range(len(clause.tokens)) if (stat := stat_at(clause, i)) is not None]
    stats = [(i, stat) for i, stat in said if not clause.at(i, "role")]
    if clause.is_yes_no() and len(named) == len(words) == len(stats) == 1:
        negation = _negation(clause, words[0])
        clause.take(words[0], stats[0][0], *([negation] if negation is not None else []), *clause.find("neg", "negyn"))
        way: Any = "lowers" if clause.at(words[0], "bend", "lowers") else "raises"
        return NatureCheck(clause.value(named[0], "nature"), stats[0][1], way, negation is not None)
    if clause.is_yes_no() and len(named) == 1 and not words and clause.has("noun", "nature") and len(stats) == 1:
        clause.take(stats[0][0])  # "Is Jolly a Speed nature?"
        return NatureCheck(clause.value(named[0], "nature"), stats[0][1], "raises")
    neutral = clause.find("bend", "neutral")
    if neutral and len(named) == 1 and (clause.is_yes_no() or (not clause.has("wh") and not clause.has("list"))):
        clause.take(*neutral)  # "Is Quirky neutral?", "Quirky: neutral?"
        return NatureCheck(clause.value(named[0], "nature"), None, "neutral")
    changes = clause.find("hist", "change")
    anything = [*changes, *words, *clause.find("mu", "effect:att")]
    if clause.is_yes_no() and len(named) == 1 and anything and not stats and not clause.has("bool", "or"):
        # "Does Hardy change anything?", 认真性格有加成吗: a neutral nature does not
        denied = clause.find("neg", "neg")
        clause.take(*anything, *denied, *clause.find("noun", "stat"), *clause.find("attr", "stats"))
        return NatureCheck(clause.value(named[0], "nature"), None, "neutral" if denied else "changes")
    if len(named) == 1 and changes and not words and not clause.is_yes_no() and clause.has("noun", "nature"):
        clause.take(*changes, *clause.find("noun", "stat"), *clause.find("attr", "stats"))  # "what does Bold change?"
        return Facts((Thing("nature", clause.value(named[0], "nature")),), ("effect",))
    either = clause.find("bool", "or")
    does = [*clause.find("attr", "effect"), *clause.find("mu", "effect:att")]
    if len(named) == 1 and not words and does and clause.has("attr", "stats") and not clause.is_yes_no():
        clause.take(*does, *clause.find("attr", "stats"))  # "what does Relaxed do to stats?"
        return Facts((Thing("nature", clause.value(named[0], "nature")),), ("effect",))
    judged = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _BAD]
    if len(named) == 1 and stats and either and judged:
        clause.take(*judged, *either, *words, *(i for i, _ in stats))  # "Lonely, good or bad for Defense?"
        return Facts((Thing("nature", clause.value(named[0], "nature")),), ("effect",))
    if len(named) == 1 and stats and ((either and words) or (does and not clause.is_yes_no())):
        # "Does Hasty lower Defense or Sp. Def?", "what does Impish do to Sp. Atk?"
        clause.take(*words, *either, *does, *(i for i, _ in stats))
        return Facts((Thing("nature", clause.value(named[0], "nature")),), ("effect",))
    turned = clause.find("updown")
    made = clause.find("grant") if clause.has("wh", "how", "what") or clause.has("attr", "speed") else []
    if len(named) == 1 and stats and (turned or made) and not clause.is_yes_no():
        # "My Calm one: Special Defense up, what's down?", "how fast does Timid make a Pokémon?"
        clause.take(*turned, *made, *words, *(i for i, _ in stats), *clause.find("noun", "pokemon"))
        return Facts((Thing("nature", clause.value(named[0], "nature")),), ("effect",))
    if len(named) > 1 and len(words) == 1 and stats and clause.has("wh", "which", "what", "who"):
        clause.take(*words, *either, *(i for i, _ in stats))  # "Modest or Mild, which drops Defense?"
        return Facts(tuple(Thing("nature", clause.value(i, "nature")) for i in named), ("effect",))
    if not words or stats or clause.is_yes_no():
        return None
    # "what does Jolly raise and lower", 爽朗加什么减什么
    clause.take(*words, *clause.find("noun", "stat"), *clause.find("attr", "stats"), *clause.find("wh", "how"))
    things = tuple(Thing("nature", clause.value(i, "nature")) for i in named)
    return Facts(things, ("effect",))
