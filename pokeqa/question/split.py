"""Where a text falls into parts: sentence ends first, then commas and the word "and"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from .clause import is_free
from .either_or import one_choice
from .fold import fold
from .lexer import Token
from .team_told import with_their_team
from .word_lists import word_list

#: A full stop ends a sentence; the one of "Jr.", "Mr.", "e.g." and "i.e." does not.
_STRONG = re.compile(r"[?!;。；\n？！]|(?<!\b[JjMm]r)(?<!\be\.g)(?<!\bi\.e)\.(?=\s|$)|(?:^|\s)\(?\d{1,2}[)）]")
COMMA = re.compile(r"[,，、:：—()（）]|\.\.\.|…")

#: A sentence with more joints than this is not taken apart at each of them in turn.
_MOST_JOINTS = 12
#: A sentence without signs with more question words than this is not parted at them.
_MOST_UNPARTED = 4


def told_side_by_side(tokens: list[Token]) -> list[Token]:
    """ "What sets apart how Espeon and Umbreon evolve?": told of each, the ways show their difference themselves."""
    if sum(t.has("mon") for t in tokens) < 2 or not any(t.has("ev", "bare") for t in tokens):
        return tokens
    return [replace(t, readings={"filler": ("filler",)}) if t.has("contrast", "differences") else t for t in tokens]


#: Words that set a name against the one that is meant.
_CONTRASTS = frozenset(word_list("contrasts"))


def without_contrasts(tokens: list[Token]) -> list[Token]:
    """Without "(not Kabutops)", "rather than Scizor", "not its Special Attack": what is said not to be meant."""
    tokens = _without_namesakes(tokens)
    for tag in ("mon", "attr"):
        if sum(t.has(tag) for t in tokens) > 1:
            tokens = _without_contrast(tokens, tag)
    return tokens


#: So many letters at the beginning make two names alike.
_ALIKE = 4


def _without_namesakes(tokens: list[Token]) -> list[Token]:
    """ "Hypno (not Hypnosis)": without a name of another kind that begins like the one that is meant."""
    mons = [fold(t.text)[:_ALIKE] for t in tokens if t.has("mon")]
    for i in range(1, len(tokens) - 1):
        other = tokens[i + 1]
        alike = not other.has("mon") and any(other.has(tag) for tag in ("move", "ability", "item"))
        denied = tokens[i].has("neg", "neg") and tokens[i].text.casefold() in _CONTRASTS
        if denied and alike and fold(other.text)[:_ALIKE] in mons:
            return [*tokens[:i], *tokens[i + 2 :]]
    return tokens


def _without_contrast(tokens: list[Token], tag: str) -> list[Token]:
    kept: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        k = i + 1
        while k < len(tokens) and tag == "attr" and (tokens[k].has("pron") or tokens[k].has("filler")):
            k += 1
        contrast = token.has("neg", "neg") and token.text.casefold() in _CONTRASTS
        if contrast and any(t.has(tag) for t in kept) and k < len(tokens) and tokens[k].has(tag):
            i = k + 1
            while i + 1 < len(tokens) and tokens[i].has("bool") and _is_another(tokens[i + 1], tag):
                i += 2
            continue
        kept.append(token)
        i += 1
    return kept


def _is_another(token: Token, tag: str) -> bool:
    """One more name of a contrast, or the letter that ends one ("not Porygon2 or Z")."""
    return token.has(tag) or (tag == "mon" and token.has("unknown") and len(token.text) == 1)


def _cut(text: str, tokens: Sequence[Token], pattern: re.Pattern[str]) -> list[list[Token]]:
    """The tokens in runs, parted where the text between two neighbours matches."""
    runs: list[list[Token]] = []
    for token in tokens:
        if runs and not pattern.search(text, runs[-1][-1].origin[1], token.origin[0]):
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs


def segments(text: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """The sentences of a text."""
    if not tokens:
        return [[]]
    runs = _asked_back(one_choice(_cut(text, tokens, _STRONG)))
    return with_their_team([part for run in runs for part in _behind_particles(run)])


def _asked_back(runs: Sequence[list[Token]]) -> list[list[Token]]:
    """ "Its one weakness is Water. Right?": a sentence of nothing but the tag belongs to the statement before it."""
    joined: list[list[Token]] = []
    for run in runs:
        tag = joined and run[0].has("yn") and len(run) == 1
        if tag and not joined[-1][0].has("aux") and not any(t.has("wh") or t.has("yn") for t in joined[-1]):
            joined[-1] = [*joined[-1], *run]
        else:
            joined.append(run)
    return joined


def _behind_particles(run: list[Token]) -> list[list[Token]]:
    """水克火吗火克草吗: a sentence that asks twice with 吗 and no sign between, each time of something named."""
    ends = [i for i, t in enumerate(run) if t.text == "吗"]
    if len(ends) < 2 or ends[-1] != len(run) - 1:
        return [run]
    starts = [0, *(i + 1 for i in ends[:-1])]
    parts = [run[a : b + 1] for a, b in zip(starts, ends, strict=True)]
    named = all(any(t.has("mon") or t.has("type") or t.has("move") for t in part) for part in parts)
    return parts if named else [run]


def asked_apart(text: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """A claim that is asked back, and what a comma sets behind it with a question of its own (雷公不是电系吗,怕不怕冰),
    or a fact and how one is had ("Umbreon's ability and how do you get it"); empty where there is none.
    """
    for k in range(2, len(tokens) - 2):
        if tokens[k].has("bool", "and") and tokens[k + 1].has("wh", "how"):
            fact = any(t.has("mon") for t in tokens[:k]) and any(t.has("attr") for t in tokens[:k])
            had = any(t.has("prep", "getv") or t.has("meet") or t.has("catch") or t.has("ev", "from")
                      for t in tokens[k + 1 :])  # fmt: skip
            return [list(tokens[:k]), list(tokens[k + 1 :])] if fact and had else []
    runs = _cut(text, tokens, COMMA) if tokens else []
    ends = [i for i, run in enumerate(runs[:-1]) if run[-1].has("yn") or _asks_whether(run, runs[i + 1])]
    if not ends or not all(any(t.has("mon") or t.has("type") for t in run) for run in runs[:1]):
        return []
    behind = [t for run in runs[ends[0] + 1 :] for t in run]
    if not any(t.has("yn") or t.has("wh") or t.has("neg", "negyn") or t.has("aux") for t in behind):
        return []
    return [[t for run in runs[: ends[0] + 1] for t in run], behind]


def _asks_whether(run: Sequence[Token], behind: Sequence[Token]) -> bool:
    """水箭龟几级进化来的，会不会冰冻光束: a question, and behind it whether it can do something."""
    asks = any(t.has("wh") or t.has("attr") or t.has("neg", "negyn") for t in run)
    return asks and behind[0].has("neg", "negyn") and behind[0].has("aux", "can")


def asked_on(tokens: Sequence[Token]) -> list[list[Token]]:
    """ "What does Swift Swim do and is it on Kingdra?": a question, and one of its own behind "and"; empty where there
    is none.
    """
    for i in range(3, len(tokens) - 2):
        if not tokens[i].has("bool", "and"):
            continue
        behind = [t for t in tokens[i + 1 :] if not (t.has("filler") and not t.has("pron"))]
        asks = len(behind) > 2 and (
            behind[0].has("wh") or (behind[0].has("aux") and (behind[1].has("pron") or behind[1].has("mon")))
        )
        before = any(t.has("wh") or t.has("aux") for t in tokens[:2])
        if asks and before:
            return [list(tokens[:i]), list(tokens[i + 1 :])]
    return []


def elliptic_end(text: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """A sentence and what is asked again behind its last comma (水系有多少只，火系呢, "can Alakazam learn Surf, and
    Gengar?"); empty where there is none.
    """
    runs = _cut(text, tokens, COMMA) if tokens else []
    if len(runs) > 1 and _asks_of_another(runs):
        return [[t for run in runs[:-1] for t in run], [t for t in runs[-1] if not t.has("aux", "do")]]
    if len(runs) < 2 or runs[-1][-1].text != "呢" or any(t.has("wh") for t in runs[-1]):
        return []
    return [[t for run in runs[:-1] for t in run], runs[-1]]


def _asks_of_another(runs: Sequence[Sequence[Token]]) -> bool:
    """Is the last run "and" with one name, behind a yes/no question that names one of its kind and ends in a name?"""
    first, last = [t for run in runs[:-1] for t in run], runs[-1]
    last = [t for i, t in enumerate(last) if not (i == 1 and t.has("aux") and t.text.casefold() != "is")]
    if len(last) != 2 or last[0].text.casefold() != "and" or not last[1].has("mon") or not first[0].has("aux"):
        return False
    # "Can Charmander, Bulbasaur, and Squirtle learn Surf" lists; so does what ends in a Pokémon.
    return sum(t.has("mon") for t in first) == 1 and not first[-1].has("mon") and not any(t.has("wh") for t in first)


def _before_its_premise(tokens: Sequence[Token]) -> list[list[Token]]:
    """ "Electric beats Swampert since it is a Water type, right?": the question, and what it takes for granted."""
    since = [i for i, t in enumerate(tokens) if t.has("since")]
    if len(since) == 1 and since[0] < 2:  # "Since Sudowoodo is a Grass type it should be weak to Fire, right?"
        k = next((i for i, t in enumerate(tokens) if i > 3 and t.has("pron", "it")), 0)
        told = any(t.has("type") for t in tokens[:k]) and any(t.has("mon") for t in tokens[:k])
        return [list(tokens[:k]), list(tokens[k:])] if told else []
    if len(since) != 1 or since[0] < 3:
        return []
    end = len(tokens) - 1 if tokens[-1].has("yn") else len(tokens)
    claim = tokens[since[0] : end]
    if any(t.has("wh") or t.has("hist") for t in claim) or not any(t.has("type") for t in claim):
        return []
    return [[*tokens[: since[0]], *tokens[end:]], list(claim)]


def subsegments(text: str, tokens: Sequence[Token], language: str) -> Iterator[list[list[Token]]]:
    """Ways to part a sentence: at all commas, at one comma, at one "and"."""
    if cut := _before_its_premise(tokens):
        yield cut
    commas = _cut(text, tokens, COMMA)
    if commas and (cut := _of_its_owner(commas)):
        yield cut
    if len(commas) > 1:
        yield commas
        if 2 < len(commas) <= _MOST_JOINTS + 1:
            for i in range(1, len(commas)):
                yield [[t for run in commas[:i] for t in run], [t for run in commas[i:] for t in run]]
        pieces = [piece for run in commas for piece in _at_ands(run)]
        if len(pieces) > len(commas):
            yield pieces
    hence = next((i for i, token in enumerate(tokens) if i and token.has("hence")), None)
    if hence is None and any(token.has("since") for token in tokens[:2]):
        # 既然皮卡丘是水系那它怕什么
        hence = next((i for i, token in enumerate(tokens) if i > 2 and token.has("ell")), None)
    if hence is not None and len(commas) < 2:
        yield [list(tokens[:hence]), list(tokens[hence:])]
    if any(token.text.casefold() == "both" for token in tokens):
        # "both Pikachu and Raichu" belong together, but whether each learns a move is asked of one at a time.
        learns = any(token.has("learn", "learn") for token in tokens) and not any(token.has("wh") for token in tokens)
        cut = distributed([token for token in tokens if token.text.casefold() != "both"]) if learns else []
        if cut:
            yield cut
        return
    if sum(token.has("bool", "and") for token in tokens) > _MOST_JOINTS:
        return
    learns = any(token.has("learn", "learn") for token in tokens)
    if learns and not any(token.has("wh") for token in tokens) and (cut := distributed(_either(tokens))):
        yield cut  # "Does Blastoise or Swampert learn Ice Beam?": each is told of
    partners = (
        any(token.has("breed") for token in tokens)
        and sum(token.has("mon") or token.has("pron", "it") for token in tokens) > 2
    )
    if partners and not any(token.has("wh") for token in tokens) and (cut := distributed(_either(tokens))):
        yield cut  # "can Snorlax breed with Salamence or Milotic?"
    if any(token.has("ev") for token in tokens) and (cut := _of_each_that_evolves(tokens)):
        yield cut
    for i, token in enumerate(tokens):
        if 0 < i < len(tokens) - 1 and token.has("bool", "and") and token.text.casefold() not in ("but", "yet"):
            if tokens[i + 1].has("mon") and _compares_one(tokens[:i]):
                continue  # "compare the HP of Snorlax and Wailord and …"
            yield [list(tokens[:i]), list(tokens[i + 1 :])]
        elif 2 < i < len(tokens) - 1 and token.text.casefold() == "then" and any(t.has("wh") for t in tokens[i:]):
            yield [list(tokens[:i]), list(tokens[i + 1 :])]
    ands = [i for i, t in enumerate(tokens) if t.has("bool", "and") and 0 < i < len(tokens) - 1]
    if len(ands) > 1:
        bounds = [-1, *ands, len(tokens)]
        yield [list(tokens[a + 1 : b]) for a, b in pairwise(bounds) if b > a + 1]
    changed = any(token.has("hist", "change") for token in tokens)  # 催眠粉和催眠术的命中改过吗
    if cut := distributed(tokens) or _each_attack(tokens) or (distributed(tokens, "move") if changed else []):
        yield cut
    yield from _both_ends(tokens)
    if language != "en":
        # 从谁进化来的幾級會進化 needs no sign between its parts.
        asking = [i for i, token in enumerate(tokens) if token.has("wh")]
        for i in asking[1:] if len(asking) <= _MOST_UNPARTED else ():
            if 2 <= i < len(tokens) - 1:
                yield [list(tokens[:i]), list(tokens[i:])]


def _either(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with "or" as "and", where each is told of."""
    return [replace(t, readings={"bool": ("and",)}) if t.has("bool", "or") else t for t in tokens]


_VERSUS = frozenset(word_list("versus-or-against"))
#: Words that put what follows side by side.
_COMPARING = frozenset(word_list("comparing"))


def _compares_one(piece: Sequence[Token]) -> bool:
    """Does a piece compare, and name only one that it compares?"""
    compares = any(t.has("prep", "between") and t.text.casefold() in _COMPARING for t in piece)
    return compares and sum(t.has("mon") for t in piece) == 1


def _of_its_owner(commas: Sequence[list[Token]]) -> list[list[Token]]:
    """ "The type, evolution level and egg group of Magikarp": what is listed, each with whose it is."""
    last = commas[-1]
    at = next((i for i, t in enumerate(last) if t.has("mon")), 0)
    if not at or at + 1 < len(last) or not any(t.has("ev") for run in commas for t in run):
        return []
    if last[at - 1].has("prep", "of"):
        at -= 1
    elif not last[at - 1].text.casefold().endswith(" of"):
        return []
    pieces = [piece for run in (*commas[:-1], last[:at]) for piece in _at_ands(run)]
    listed = all(any(t.has("attr") or t.has("ev") or t.has("ability") for t in piece) for piece in pieces)
    named = any(t.has("mon") for piece in pieces for t in piece)
    return [[*piece, *last[at:]] for piece in pieces] if listed and not named and len(pieces) > 1 else []


#: What is asked apart from a fact beside it.
_APART = ("total", "weakness", "resistance", "immunity", "matchup", "stats")
#: What parts the items of a list from its names: "Aron: type, evolutions", "Lucario vs Blaziken: Attack, Speed".
_HEADED = re.compile(r"[:：—-]|['’]s\s|的")


def of_its_head(text: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """ "Aron: type, evolutions, weaknesses", 可可多拉:属性、进化、弱点: each item with the names in front.

    Only where the items could be taken together: an evolution among them, a total, or names set against each other.
    """
    last = next((i for i in range(len(tokens) - 1, -1, -1) if tokens[i].has("mon")), len(tokens))
    head, rest = list(tokens[: last + 1]), list(tokens[last + 1 :])
    versus = [i for i, t in enumerate(head) if t.has("mu", "effect:att") and t.text.casefold() in _VERSUS]
    if len(rest) < 2 or not all(t.has("mon") or t.has("bool") or is_free(t) or t.has("list") or i in versus
                                for i, t in enumerate(head)):  # fmt: skip
        return []
    if not _HEADED.search(text, tokens[last].origin[1], rest[0].origin[1]):
        return []
    items = [piece for run in _cut(text, rest, COMMA) for piece in _at_ands(run)]
    bare = [[t for t in item if not (is_free(t) or t.has("pron"))] for item in items]
    listed = len(items) > 1 and all(len(item) == 1 and (item[0].has("attr") or item[0].has("ev")) for item in bare)
    entangled = versus or any(item[0].has("ev") or item[0].has("attr", "total") for item in bare if item)
    if not listed or not entangled:
        return []
    joined = [replace(t, readings={"bool": ("and",)}) if i in versus else t for i, t in enumerate(head)]
    result: list[list[Token]] = []
    plain = False
    for (item,) in bare:
        before, plain = plain, item.has("attr") and not any(item.has("attr", one) for one in _APART)
        word = replace(item, readings={"attr": item.readings["attr"]}) if item.has("attr") else item
        if before and plain:
            result[-1].append(word)
        else:
            result.append([*joined, word])
    return result


def _at_ands(run: list[Token]) -> list[list[Token]]:
    pieces: list[list[Token]] = [[]]
    for token in run:
        if token.has("bool", "and"):
            pieces.append([])
        else:
            pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def _each_attack(tokens: Sequence[Token]) -> list[list[Token]]:
    """One clause for each of the types that one type is held against: "did Steel resist Ghost and Dark?"."""
    verbs = [i for i, token in enumerate(tokens) if any(str(v).endswith(":def") for v in token.readings.get("mu", ()))]
    front = verbs and sum(token.has("type") for token in tokens[: verbs[0]]) == 1
    if len(verbs) != 1 or not front or any(_asks_else(token) or token.has("mon") for token in tokens):
        return []
    return distributed(tokens, "type")


def _asks_else(token: Token) -> bool:
    """Does a word ask for something other than when it was so: "when did Steel stop resisting Dark and Ghost"?"""
    return token.has("wh") and not token.has("wh", "when")


def _of_each_that_evolves(tokens: Sequence[Token]) -> list[list[Token]]:
    """ "What do Gengar and Alakazam evolve from?": asked of each, where all names stand together."""
    names = [i for i, token in enumerate(tokens) if token.has("mon")]
    together = len(names) > 1 and all(tokens[k].has("mon") or tokens[k].has("bool", "and") for k in
                                      range(names[0], names[-1]))  # fmt: skip
    return distributed(tokens) if together and sum(token.has("ev") for token in tokens) == 1 else []


def distributed(tokens: Sequence[Token], tag: str = "mon") -> list[list[Token]]:
    """One clause for each of several names that stand together: 呆呆兽进化成呆壳兽和呆呆王 asks two things.

    Empty where no names stand together.
    """
    mons = [i for i, token in enumerate(tokens) if token.has(tag)]
    runs: list[list[int]] = []
    for i in mons:
        together = runs and all(tokens[k].has("bool", "and") for k in range(runs[-1][-1] + 1, i))
        if together:
            runs[-1].append(i)
        else:
            runs.append([i])
    run = next((one for one in runs if len(one) > 1), None)
    if run is None or len(run) > _MOST_JOINTS:
        return []
    return [[*tokens[: run[0]], tokens[i], *tokens[run[-1] + 1 :]] for i in run]


def _both_ends(tokens: Sequence[Token]) -> Iterator[list[list[Token]]]:
    """One clause for each end of a ranking: 最高和最矮的宝可梦 are two, for nothing is both."""
    for i in range(1, len(tokens) - 1):
        if tokens[i].has("bool", "and") and _are_opposite(tokens[i - 1], tokens[i + 1]):
            yield [[*tokens[:i], *tokens[i + 2 :]], [*tokens[: i - 1], *tokens[i + 1 :]]]


def _are_opposite(a: Token, b: Token) -> bool:
    """Are two words the two ends of one ranking?"""
    ends = {"max": "min", "min": "max"}
    if a.has("dexend") and b.has("dexend"):
        return bool(a.value("dexend") != b.value("dexend"))
    one, other = ([str(s).partition(":")[::2] for s in token.readings.get("sup", ())] for token in (a, b))
    return any(x == y or not x or not y for x, s in one for y, t in other if ends.get(s) == t)


def is_choice(tokens: Sequence[Token]) -> bool:
    """Nothing but two or more Pokémon with "or" between them: the choices of the question before."""
    names = sum(token.has("mon") for token in tokens)
    either = any(token.has("bool", "or") for token in tokens)
    return names > 1 and either and all(t.has("mon") or t.has("bool") or t.has("filler") for t in tokens)
