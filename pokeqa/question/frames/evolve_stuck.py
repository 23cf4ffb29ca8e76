"""Evolution that does not come about: "my Haunter still won't evolve at level 40", 我的利欧路一直不进化怎么办."""

from __future__ import annotations

from ..algebra import Evolve, Query
from ..clause import Clause, is_negative_auxiliary
from ..word_lists import word_list
from .evolve_unsaid import leads_to

#: Words for a Pokémon that somebody has.
_OWN = frozenset(word_list("evolve-stuck/own"))
#: Words for how long it has been waited for.
_WAITING = frozenset(word_list("waiting"))
#: Questions right in front of a denial that wonder at one's own Pokémon: 太阳岩怎么不进化.
_WONDERING = frozenset(word_list("wondering"))
#: Denials that speak of a will or of a state: of one that is raised.
_WILLING = frozenset(word_list("willing"))
#: How Chinese denials begin that say that it was waited for.
_AS_EVER = word_list("as-ever")
#: A denial and its verb in one word.
_DENIED_VERBS = frozenset(word_list("denied-verbs"))
_CHANGES = frozenset(word_list("changes"))
#: What evolves and what it becomes.
_STEP = 2
#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "mu", "item", "attr")


def stuck(clause: Clause) -> Query | None:
    """Of one that somebody raises and that does not evolve: how it does.

    "Why does Pikachu not evolve?" asks for something else: of a story.
    """
    mons = clause.mons()
    two = len(mons) == _STEP and leads_to(clause, clause.mon(mons[0]), clause.mon(mons[1]))
    if (len(mons) != 1 and not two) or any(i not in mons for tag in _OTHERS for i in clause.find(tag)):
        return None
    denied = [i for i in clause.find("neg", "neg") if not clause.at(i, "ev")]
    verbs = clause.find("ev", "bare", "into") if two else clause.find("ev", "bare")
    whole = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _DENIED_VERBS]
    changes = clause.find("hist", "change") + clause.find("ev", "into")
    verbs = verbs or [i for i in changes if clause.tokens[i].text.casefold() in _CHANGES]
    if not whole and (len(denied) != 1 or not verbs or not _denies(clause, denied[0], verbs)):
        return None
    if clause.is_yes_no() and clause.language == "en":
        return None
    texts = [token.text.casefold().replace("’", "'") for token in clause.tokens]
    numbers = [i for i in clause.find("number") if clause.at(i - 1, "wh", "level") or clause.at(i + 1, "wh", "level")]
    willing = any(texts[i] in _WILLING or texts[i].startswith(_AS_EVER) for i in (*denied, *whole))
    owned = any(text in _OWN for text in texts) or bool(numbers) or willing
    waiting = [i for i, text in enumerate(texts) if text in _WAITING]
    waiting += [i - 1 for i in (*denied, *whole) if i and texts[i - 1] in _WONDERING]
    why = clause.find("wh", "why")
    if clause.language.startswith("zh") or willing:
        why += clause.find("had")  # 怎么不进化, 怎么办, "what must I do?"
        why += [i for i in clause.find("wh", "how") if clause.language != "en" or i > max((*denied, *whole))]
    owned = owned or two or _needs_more(clause, mons[0])
    if not (owned or waiting) or not (why or waiting or willing or numbers):
        return None
    levels = [k for i in numbers for k in (i - 1, i + 1) if clause.at(k, "wh", "level")]
    clause.take(*mons, *denied, *verbs, *whole, *why, *numbers, *levels, *waiting, *clause.find("exp", "reach"))
    clause.take(*clause.find("adv", "always"), *clause.find("pron", "it"), *clause.find("aux"), *clause.find("owning"))
    clause.take(*clause.find("evolveby", "level"), *clause.find("oblige"))
    clause.take(*clause.find("grant"), *clause.find("passive"))  # 怎么都没法让它进化
    target = clause.mon(mons[1]) if two else None
    return Evolve(clause.mon(mons[0]), "into", "how", target=target, scope=clause.scope())


def _needs_more(clause: Clause, m: int) -> bool:
    """Does it never evolve by its level or by an item alone, so that one waits in vain?"""
    ways = clause.dataset.evolutions_from(clause.mon(m).pokemon_id)
    alone = [way for way in ways if way.trigger == "use-item" or (way.level is not None and way.trigger != "other")]
    return bool(ways) and all(way.upside_down or way.rain for way in alone)


def _denies(clause: Clause, denied: int, verbs: list[int]) -> bool:
    """Is it the verb that is denied, and not a way (不用石头进化)?"""
    between = range(denied + 1, verbs[0])
    if denied > verbs[0] or (clause.language == "ja" and denied == verbs[-1] + 1):
        return clause.language == "ja"
    thin = all(clause.at(k, "filler") or clause.at(k, "aux") or clause.at(k, "pron") or clause.at(k, "mon")
               or clause.tokens[k].text.casefold() in _WAITING for k in between)  # fmt: skip
    auxiliary = is_negative_auxiliary(clause.tokens[denied].text)
    return thin and (auxiliary or len(between) < 2)
