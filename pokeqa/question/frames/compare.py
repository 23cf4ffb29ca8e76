"""Who has more of something."""

from __future__ import annotations

from ..algebra import Check, Compare, IsA, Measure, Mon, Not, Query, Sense, Unit
from ..clause import VERSUS, Clause
from ..describe import numeric_attribute, ranking_words
from ..describe.measures import measure_named, measure_words
from ..describe.piece import UNITS
from ..unit_systems import USUAL, unit_of
from ..word_lists import word_list
from .set_asked import OF_MOVES

#: What can be compared beside the plain numbers.
_COUNTED = ("generation", "weakness", "resistance", "immunity")
#: Words that put Pokémon side by side without a comparative.
_COMPARES = frozenset(word_list("compares"))
#: What two Pokémon are said to be that are one.
_ONE_KIND = frozenset(word_list("one-species"))
#: A comparative that begins with one of these asks who is ahead (谁快).
_WHO = tuple(word_list("who-of-two"))
#: Behind two Pokémon, the one of them that is fast.
_QUICK = frozenset(word_list("quick"))


def compare(clause: Clause) -> Query | None:
    """ "Who is faster, Garchomp or Salamence?", 快龙和暴飞龙种族值总和谁高, "Is A heavier than B?"."""
    mons = clause.mons()
    if len(mons) < 2 or clause.has("ev") or clause.has("number"):
        return None
    subjects: list[Mon] = []
    for i in mons:
        if clause.mon(i) not in subjects:
            subjects.append(clause.mon(i))
    if len(subjects) < 2:
        if subjects and clause.is_yes_no() and _same_thing(clause):
            clause.take(*mons, *clause.find("cmp"))
            return Check(subjects[0], IsA(subjects[0]))
        return None
    if _counts_or_multiplies(clause, mons, subjects):
        return None
    ranked = _ranked(clause, mons, subjects)
    if ranked is not None:
        return ranked
    asks_how_much = clause.find("bymuch")
    senses = [(i, s) for i in clause.find("cmp") for s in clause.tokens[i].readings["cmp"]]
    if not senses and clause.language.startswith("zh") and clause.is_yes_no():
        senses = [(i, f":{way}") for way in ("gt", "lt") for i in clause.find("op", way) if i - 1 not in mons[:1]]
        clause.take(*(i for i, _ in senses))  # 烈咬陆鲨的速度超过快龙吗
    last = len(clause.tokens) - 1
    if not senses and clause.tokens[last].text.casefold() in _QUICK and last > mons[-1]:
        senses = [(last, "speed:gt")]  # "Talonflame vs Noivern: quick one?"; elsewhere "quick one" says nothing
    tops = [(i, s) for i in clause.find("sup") for s in clause.tokens[i].readings["sup"]]
    words = [i for i in clause.find("attr") if numeric_attribute(clause, i) or clause.at(i, "attr", *_COUNTED)]
    apart = clause.find("contrast", "differences")
    side_by_side = [i for i in clause.find("prep", "between") if clause.tokens[i].text.casefold() in _COMPARES]
    ratio = clause.find("times", "ratio") if len(subjects) == _PAIR and not clause.is_yes_no() else []
    if not senses and not tops and words and _compares(clause, apart, side_by_side, ratio):
        senses = [(words[0], ":gt")]
        clause.take(*(clause.find("mu", "weak:att") if asks_how_much else ()))
    if not senses and not tops:
        return _not_one(clause, mons, subjects, apart) if not words else None
    again = all(s.startswith("generation:") for _, s in senses)  # "is A older than B, which came first"
    twice = len({s for _, s in senses}) > 1 or not (again or clause.has("bool", "or"))  # 三地鼠快还是地鼠快
    if (len(clause.find("cmp")) > 1 and twice and not any(s.endswith(":eq") for _, s in senses)) or len(
        clause.find("sup")
    ) > 1:
        return None  # two comparisons in one sentence
    if any(clause.tokens[i].text.casefold() == "by" for i in range(len(clause.tokens))):
        return None
    named = None
    for i in words:
        value = numeric_attribute(clause, i) or next(v for v in clause.tokens[i].readings["attr"] if v in _COUNTED)
        if clause.at(i, "cmp") and len(words) > 1:
            continue
        if named is not None and clause.at(i, "attr", "stats") and not clause.at(i, "attr", "total"):
            continue  # すばやさの種族値: says that it is a base stat
        if named is not None and value != named:
            if {value, named} == {"total"}:
                continue
            return None
        named = value
    unit = unit_compared(clause)
    if named is None and unit is not None:
        named = UNITS[unit][0]  # 差多少公斤
    if named is None and clause.is_yes_no() and len(subjects) == 2 and _same_thing(clause):
        # "Is Kabigon the same as Snorlax?"
        clause.take(*mons, *clause.find("cmp"), *clause.find("noun", "pokemon"))
        return Check(subjects[0], IsA(subjects[1]))
    attribute, sense, chosen = _choose(senses or tops, named)
    attribute = _on_a_side(clause, attribute)
    if attribute is None or sense is None:
        return None
    clause.take(
        *asks_how_much,
        *apart,
        *mons,
        *words,
        *clause.find("cmp"),
        *clause.find("sup"),
        *clause.find("mu", "effect:att"),
    )
    clause.take(
        *clause.find("bool", "or"),
        *clause.find("noun", "stat", "form"),
        *clause.find("wh", "how", "howmuch", "howmany"),
    )
    clause.take(*clause.find("pron", "them"), *clause.find("adv", "tie"), *clause.find("prep"))
    clause.take(*ratio)
    sense = "max" if ratio or chosen == "eq" else sense
    claim = "none" if ratio else _claim(clause, mons, subjects, chosen)
    if claim == "first" and len(subjects) == _PAIR:
        subjects = _claimed_first(clause, mons, subjects)
    measure = measure_named(attribute)
    shown = _shown_in(clause, unit, measure)
    return Compare(tuple(subjects), measure, sense, clause.scope(), claim, ratio=bool(ratio), unit=shown)  # type: ignore[arg-type]


def unit_compared(clause: Clause) -> Unit | None:
    """ "How many cm is Onix taller than Arbok?", 差多少公斤: the unit, explained, in which sizes are compared."""
    units = [i for i in clause.find("unit") if clause.value(i, "unit") in UNITS]
    clause.take(*units)
    return clause.value(units[0], "unit") if units else None


def _shown_in(clause: Clause, unit: Unit | None, measure: Measure) -> Unit | None:
    """The unit that a size is told in, if it is another than the usual one: named itself, or by its system."""
    systems = clause.find("unitsystem")
    if systems and measure in ("height", "weight"):
        clause.take(*systems, *clause.find("noun", "measure"))
        unit = unit_of(str(clause.value(systems[0], "unitsystem")), measure)
    return None if unit in USUAL else unit


def _claim(clause: Clause, mons: list[int], subjects: list[Mon], chosen: str | None) -> str:
    """What a yes/no question claims: that all are equal, or that the first is ahead."""
    if chosen == "eq":
        return "equal"
    if clause.is_yes_no() and not clause.has("bool", "or") and len(subjects) == _PAIR:
        return "first"
    return "first" if _against_several(clause, mons) or _put_shortly(clause, mons, subjects) else "none"


def _put_shortly(clause: Clause, mons: list[int], subjects: list[Mon]) -> bool:
    """ "Garchomp faster than Salamence?", 烈咬陆鲨比暴飞龙快？: a claim about the first, without an auxiliary."""
    found = [i for i, t in enumerate(clause.tokens) if t.has("cmp")]
    if len(subjects) != _PAIR or len(mons) != _PAIR or len(found) != 1 or clause.is_negated():
        return False
    if any(clause.has(tag) for tag in ("wh", "bymuch", "contrast", "neg")) or clause.has("bool", "or"):
        return False
    first, second = mons
    than = clause.at(second - 1, "prep", "than") or clause.tokens[second - 1].text.casefold().endswith("than")
    if clause.language == "en":
        return than and first < found[0] < second
    asks_who = clause.tokens[found[0]].text.startswith(_WHO)
    return clause.language.startswith("zh") and than and first < second - 1 and found[0] > second and not asks_who


def compare_sums(clause: Clause) -> Query | None:
    """ "Is Garchomp's Attack plus Speed higher than Salamence's?", 谁的双防之和更高: a sum of several stats of each."""
    mons = clause.mons()
    subjects = tuple(dict.fromkeys(clause.mon(i) for i in mons))
    runs = [run for run in measure_words(clause) if run.mode == "sum"]
    senses = clause.find("cmp", ":gt", ":lt")
    if len(subjects) != _PAIR or len(runs) != 1 or len(senses) != 1 or clause.has("number") or clause.has("sup"):
        return None
    measure = runs[0].measure
    if measure is None or clause.is_negated() or clause.has("ev"):
        return None
    sense: Sense = "max" if clause.at(senses[0], "cmp", ":gt") else "min"
    clause.take(*mons, *runs[0].tokens, *senses, *clause.find("sumword"), *clause.find("noun", "stat"))
    clause.take(*clause.find("bool", "or"), *clause.find("attr", "total"), *clause.find("bymuch"))
    claimed = clause.is_yes_no() and not clause.has("bool", "or")
    return Compare(subjects, measure, sense, clause.scope(), "first" if claimed else "none")


#: A comparison of sums is one of two.
_PAIR = 2


def _compares(clause: Clause, apart: list[int], side_by_side: list[int], ratio: list[int]) -> bool:
    """ "Charizard vs Blastoise speed", "the difference in Speed between", "compare the Attack of": no comparative."""
    if any(clause.tokens[i].text.casefold() in VERSUS for i in clause.find("mu", "effect:att")):
        return True
    if clause.find("bymuch") and clause.find("mu", "weak:att"):
        return True  # "By how much does Garchomp beat Dragonite in Attack?"
    held = apart or side_by_side
    return bool(ratio or (apart and clause.has("exist")) or (held and not clause.is_yes_no()))


def _on_a_side(clause: Clause, attribute: str | None) -> str | None:
    """ "Bulkier than Skarmory physically": the side of a bulk that is said behind the names, explained."""
    if attribute in OF_MOVES:
        return None  # "who hits harder": by which of two stats?
    sides = clause.find("side")
    if attribute != "bulk" or len(sides) != 1:
        return attribute
    clause.take(*sides)
    return f"{clause.value(sides[0], 'side')}-bulk"


def _counts_or_multiplies(clause: Clause, mons: list[int], subjects: list[Mon]) -> bool:
    """ "How many stats … higher", 不同的弱点, 比两只皮卡丘重, 其中比太阳伊布慢的: no comparison of one number each."""
    if clause.has("wh", "howmany") and clause.has("attr", "stats"):
        return True
    ranks = any(clause.has(tag) for tag in ("cmp", "sup", "sort")) or clause.find("contrast", "differences")
    if clause.has("attr", "stats") and not ranks and not clause.is_yes_no():
        return True  # "compare the base stats of Latias and Latios": all of them are told
    if clause.has("contrast", "differences") and clause.has("attr", "weakness", "resistance", "immunity"):
        return True
    before = [k for k in clause.find("prep", "than") if clause.tokens[k].text == "比"]
    if _counts_one(clause, mons):
        return True
    among = len(subjects) > 2 and any(k + 1 in mons for k in before)
    return among and not clause.is_yes_no()


def _ranked(clause: Clause, mons: list[int], subjects: list[Mon]) -> Query | None:
    """ "Rank Garchomp, Salamence and Dragonite by Attack": all of them, in order."""
    if not clause.find("sort"):
        return None
    ranking = ranking_words(clause)
    if ranking.order is None:
        return None
    clause.take(*mons, *ranking.tokens, *clause.find("noun", "stat"), *clause.find("list"))
    clause.take(*clause.find("itemuse"), *clause.find("sort"))  # 给三只排个序
    unit = _shown_in(clause, unit_compared(clause), ranking.order.attribute)
    order = ranking.order
    return Compare(tuple(subjects), order.attribute, order.sense, clause.scope(), ranked=True, unit=unit)


def _same_thing(clause: Clause) -> bool:
    """ "the same as", "the same thing as": identity, and no comparison of numbers."""
    found = clause.find("cmp")
    return bool(found) and all("same" in clause.tokens[i].text.casefold() for i in found)


def _not_one(clause: Clause, mons: list[int], subjects: list[Mon], apart: list[int]) -> Query | None:
    """ "Is Porygon2 a different species from Porygon-Z?", "are Mew and Mewtwo the same species?"."""
    kinds = clause.find("breed", "itself")
    if len(subjects) != _PAIR or not clause.is_yes_no() or clause.is_negated() or clause.has("wh"):
        return None
    if bool(apart) == bool(kinds) or subjects[0].species_id == subjects[1].species_id:
        return None
    if kinds and clause.tokens[kinds[0]].text.casefold() not in _ONE_KIND:
        return None
    clause.take(*mons, *apart, *kinds, *clause.find("noun", "pokemon"))
    same = IsA(subjects[1])
    return Check(subjects[0], Not(same) if apart else same)


def _counts_one(clause: Clause, mons: list[int]) -> bool:
    """Is one of the compared Pokémon taken several times (比两只皮丘重, ピカチュウ二匹より重い)?"""
    for i in clause.find("pron", "them"):
        if clause.language == "ja":
            if i - 1 in mons and (i - 1 == mons[0] or clause.tokens[i - 2].text in ("は", "が")):
                return True
        elif i + 1 in mons and (clause.at(i - 1, "prep", "than") or clause.at(i + 2, "prep", "than")):
            return True
    return False


def _choose(senses: list[tuple[int, str]], named: str | None) -> tuple[str | None, str | None, str | None]:
    """The attribute and the sense that the words agree on; an attribute word beats the one inside "bigger"."""
    for _, sense in senses:
        own, _, direction = sense.partition(":")
        if named is not None and own and own != named:
            continue
        attribute = named or own
        if not attribute or (attribute == "total" and named is None):
            continue  # "stronger" alone is an opinion
        if direction == "eq":
            return attribute, "max", "eq"
        return attribute, "max" if direction in ("gt", "max") else "min", direction
    return None, None, None


def _claimed_first(clause: Clause, mons: list[int], subjects: list[Mon]) -> list[Mon]:
    """The Pokémon that is said to be ahead: the one in front; in 比A快 the one that does not follow 比."""
    first, second = clause.mon(mons[0]), clause.mon(mons[1])
    behind = clause.language == "ja" and clause.at(mons[0] + 1, "prep", "than")  # ルカリオよりゲンガーのほうが速い
    if behind or (clause.language != "ja" and clause.at(mons[0] - 1, "prep", "than")):
        first, second = second, first
    return [first, second]


def _against_several(clause: Clause, mons: list[int]) -> bool:
    """ "Is Onix heavier than Lapras and Dewgong?": the first is claimed to be ahead of all the others."""
    if not clause.is_yes_no() or clause.has("bool", "or") or clause.language != "en":
        return False
    return any(clause.tokens[i].text.casefold().endswith("than") for i in range(mons[0], mons[1]))
