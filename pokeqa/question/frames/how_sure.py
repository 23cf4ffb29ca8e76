"""How sure a move is to do what it does: "is Hydro Pump likely to miss", "does Will-O-Wisp burn every time"."""

from __future__ import annotations

from ...pokedex.effects import effect_of
from ..algebra import NOW, Facts, Query, Thing
from ..chance_claims import claimed_chance
from ..clause import Clause
from .move_questions import only_move

#: What a move may do each time or not.
_DONE = ("ailment", "moveail", "statusword", "bend", "movedoes", "inflict")


def how_sure(clause: Clause) -> Query | None:
    """The accuracy of a move that may miss, or with it the chance of what it does besides."""
    move = only_move(clause)
    misses = clause.find("movedoes", "misses", "never-misses")
    sure = [*clause.find("sure"), *clause.find("movedoes", "never-misses")]
    weather = [i for i in clause.find("weather") if i != move]
    lands = [*misses, *clause.find("mu", "effect:att")]
    done = [i for tag in _DONE for i in clause.find(tag) if i != move and i not in lands]
    if move is None or not sure or clause.has("type") or clause.has("noun", "pokemon") or not (lands or done):
        return None
    if clause.has("learn") or clause.has("number") or clause.has("bool", "or"):
        return None
    clause.take(move, *sure, *lands, *done, *clause.find("wh", "how"), *clause.find("attr", "chance", "accuracy"))
    clause.take(*clause.find("foe"), *clause.find("pron"), *clause.find("neg"), *clause.find("noun", "move"))
    clause.take(*clause.find("catch", "chance"), *clause.find("adv"), *clause.find("passive"), *clause.find("percent"))
    thing = Thing("move", clause.value(move, "move"))
    if weather:  # "does Thunder always hit in rain": where the sentence speaks of a weather
        if done or not _speaks_of_weather(clause, thing):
            return None
        clause.take(*weather)
        return Facts((thing,), ("effect",), clause.scope())
    if not clause.find("sure", again=True):
        return None  # "is Swift unmissable" is a check
    if not done:
        return Facts((thing,), ("accuracy",), clause.scope())
    # A status move does what it does whenever it hits; another one has a chance, which its effect tells.
    status = clause.dataset.moves[thing.id].damage_class == "status"
    if not status and clause.is_yes_no() and clause.scope() == NOW and not lands:
        return claimed_chance(clause, thing)
    return Facts((thing,), ("effect", "accuracy") if status else ("effect",), clause.scope())


def _speaks_of_weather(clause: Clause, thing: Thing) -> bool:
    """Does the sentence of the move tell what the weather does to it?"""
    effect = effect_of(clause.dataset, thing)
    sentence = effect.sentences.get("en", "").casefold() if effect is not None else ""
    return any(word in sentence for word in ("rain", "sun", "snow", "sand", "hail", "weather"))
