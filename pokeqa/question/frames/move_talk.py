"""What a move does, asked by a detail of it: what comes after the hit, what it costs, how long it lasts.

The sentences of the move tell all of this, so they are the answer (see `effect_talk` for abilities and items).
"""

from __future__ import annotations

from ...pokedex.effects import effect_of
from ...pokedex.model import STATS
from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from .move_questions import asks_another_chance, only_move

#: Tags of words that show by themselves that the effect is asked for.
_TELLING = ("effecttalk", "outcome")
#: Words that tell of an effect, and ask for it beside a question word.
_DOES = ("bend", "movedoes", "heal", "drain", "bymuch", "statusword", "ailment", "moveail", "inflict", "hpstate")
#: Words that may stand beside these and say when, by whom and on whom.
_AROUND = (
    "itemuse", "battlewords", "damagecalc", "foe", "ownside", "stages", "stageword", "battlestat", "percent", "number",
    "times", "critical", "dexstep", "pron", "passive", "switch", "usedoes", "each", "hypothetical", "suppose", "adv",
)  # fmt: skip
#: What shows that Pokémon, games or another move are asked for.
_OTHERS = (
    "ev", "cmp", "sup", "meet", "egg", "breed", "signature", "cls", "region", "vg", "gen", "type", "beaten", "coverage",
    "resist", "egg_group", "machine", "hist", "ball", "knockout", "survive",
)  # fmt: skip
_ATTRIBUTES = ("effect", "chance", "drain", "hits", "stats", "flinch", "target", *STATS)
_ASKING = ("what", "which", "how", "howmany", "howmuch", "level", "when")


def move_talk(clause: Clause) -> Query | None:
    """ "What does U-turn do after hitting?", 近身战用完会怎么样, "side effect of using Draco Meteor"."""
    move = only_move(clause)
    if move is None or any(clause.has(tag) for tag in _OTHERS) or clause.has("wh", "who"):
        return None
    if clause.has("learn", "learn") or clause.has("noun", "pokemon") or clause.has("neg", "neg"):
        return None
    if asks_another_chance(clause, move):
        return None
    told = clause.has("effecttalk", "cost") or (clause.has("attr", "chance") and clause.has("statusword"))
    if clause.is_yes_no() and not (told or _says_so(clause, move)):
        return None  # "Does Outrage ignore abilities?": the sentence does not tell
    if clause.has("effecttalk", "lasts") and not _tells_of_turns(clause, move):
        return None
    asked = any(clause.has("wh", one) for one in _ASKING)
    telling = told or any(clause.has(tag) for tag in _TELLING) or clause.has("attr", "effect", "drain")
    on_stat = clause.has("attr", *STATS) or clause.has("noun", "stat")
    acts = on_stat and clause.has("mu", "effect:att") and clause.has("aux", "do")  # "which stat does Psyshock hit"
    if not telling and not (asked and (acts or any(clause.has(tag) for tag in _DOES))):
        return None
    clause.take(move, *(i for tag in (*_TELLING, *_DOES, *_AROUND) for i in clause.find(tag)))
    clause.take(*clause.find("mu", "effect:att"), *clause.find("exp", "reach"), *clause.find("catch", "hypothetical"))
    clause.take(*clause.find("attr", *_ATTRIBUTES), *clause.find("noun", "move", "stat"), *clause.find("wh", *_ASKING))
    if clause.scope() != NOW or clause.has("bool", "or"):
        return None
    return Facts((Thing("move", clause.value(move, "move")),), ("effect",))


def _tells_of_turns(clause: Clause, move: int) -> bool:
    """Does the sentence say for how many turns?"""
    effect = effect_of(clause.dataset, Thing("move", clause.value(move, "move")))
    return effect is not None and "turn" in effect.sentences.get("en", "")


#: So many letters of a word are its stem.
_STEM = 5
#: Stems of verbs that say the same, and how the sentences say it.
_ALIKE = {"remov": "clear", "rids ": "clear", "get r": "clear", "gets ": "clear", "wipe": "clear"}


def _says_so(clause: Clause, move: int) -> bool:
    """Does the sentence hold every word that the question asks about?"""
    effect = effect_of(clause.dataset, Thing("move", clause.value(move, "move")))
    words = {i for tag in (*_TELLING, *_DOES, "usedoes") for i in clause.find(tag)}
    if effect is None or not effect.sentences or not words:
        return False
    if clause.language == "en":
        sentence = effect.sentences["en"].casefold()
        stems = [clause.tokens[i].text.casefold()[:_STEM] for i in words]
        return all(stem in sentence or _ALIKE.get(stem, stem) in sentence for stem in stems)
    return all(any(clause.tokens[i].text in one for one in effect.sentences.values()) for i in words)
