"""Who learns a move at the lowest level: "Who learns Earthquake the earliest?", 谁最早学会地震."""

from __future__ import annotations

from ..answer import Answer
from .learn_words import LEVEL_UP, Words
from .marks import spaced

#: So many are named.
_NAMED = 12


def earliest(move_id: int, words: Words) -> Answer:
    """The Pokémon that learn a move at the lowest level in the newest of the games in which any learns it so."""
    context = words.context
    dataset, move = context.dataset, context.move_name(move_id)
    by_group = {
        group: [row for row in dataset.learnsets.learners(move_id, group) if row.method == LEVEL_UP and row.level]
        for group in words.in_scope(sorted(words.groups_with(move_id)))
    }
    groups = [group for group, rows in by_group.items() if rows]
    if not groups:
        fields = {
            "move": move,
            "by": words.say("learn.by.level-up"),
            "mark": spaced(context, words.move_mark(move_id, 0)),
        }
        games = words.say("learn.learners.in_games", games=words.scope_name())
        return words.finish(words.say("learn.learners.none", games=games, **fields))
    group = words.newest_group(groups)
    lowest = min(row.level for row in by_group[group])
    found = dict.fromkeys(row.pokemon_id for row in by_group[group] if row.level == lowest)
    names = words.some([context.mon_name(dataset.pokemon[one]) for one in found], _NAMED)
    text = words.say(
        "learn.learners.earliest", n=len(found), list=names, move=move, level=lowest, games=words.game_name(group),
        mark=spaced(context, words.move_mark(move_id, len(found))),
    )  # fmt: skip
    return words.finish(text, follow_ups=[words.say("learn.follow_up.who", move=move)])
