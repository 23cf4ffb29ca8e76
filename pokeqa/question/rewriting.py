"""The tokens of a text as questions are read: each step rewrites one kind of wording as a plainer one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .anything import with_any_of_a_type, with_anything
from .apposition import without_apposed_classes
from .asides_en import without_english_asides
from .asked_back import without_asking_back
from .before_a_type import with_days_before_a_type
from .bounds import with_bounds
from .by_its_move import with_attacking
from .called import without_callings
from .clefts import with_clefts
from .counted_items import without_counts
from .crossed import with_crosses
from .denied_tags import with_question_tags
from .either_or import without_first_either, without_opposites
from .epithets import without_epithets
from .exclusions import with_exclusions
from .found_on import with_ability_had
from .fronted import with_fronted_name
from .growing import with_growing
from .hits_on import with_damage_kept_off, with_hits_on, with_moves_done, with_own_types
from .idle import without_idle
from .into_its_form import in_its_form
from .ivs_and_effort import with_ivs_and_effort
from .joined_forms import with_joined_forms
from .joined_types import with_joined_types
from .led import with_led_questions
from .levels import with_levels
from .lexer import Token
from .lone_forms import with_lone_forms
from .named_group import with_named_group
from .names import NameIndex
from .noun_particles import without_noun_particles
from .other_forms import with_other_forms
from .outdone import with_outdone
from .outside import with_outside
from .outsped import with_outsped
from .owned import without_having
from .passing import with_passing
from .past_tense import with_ever, with_former, without_said_twice
from .plain_readings import with_plain_readings
from .question_tags import with_question_tag
from .settle import settle
from .shared_form import with_shared_form
from .shared_with_it import with_it_shared
from .short_stats import with_short_stats
from .soaked_up import with_soaked_up
from .speed_tiers import with_speed_tiers
from .split_up import with_phrases_split
from .taking_on import with_types_taken_on
from .told_effect import with_told_effect
from .told_tops import with_told_tops, with_told_values
from .which_of_these import with_names_behind_which
from .wrong_to_say import with_not_a_single_one, without_denied_denials

#: Steps that need nothing but the tokens, in their order.
_STEPS: tuple[Callable[[list[Token]], list[Token]], ...] = (
    with_question_tag, with_any_of_a_type, with_told_effect,
    without_callings, with_led_questions, with_plain_readings, without_counts, with_types_taken_on, with_ever,
    with_former, without_noun_particles, without_having,
    without_opposites, with_bounds, with_speed_tiers,
    with_fronted_name, with_clefts,
    with_levels, with_growing, with_crosses, without_said_twice,
    with_named_group, with_not_a_single_one, without_denied_denials,
    with_outside, with_exclusions, with_short_stats, with_outsped,
    with_outdone, without_asking_back, with_names_behind_which,
    with_it_shared, with_question_tags,
    with_ivs_and_effort, with_soaked_up, without_first_either, with_told_tops, with_told_values,
    with_hits_on, with_own_types, with_moves_done, with_damage_kept_off, with_passing,
    in_its_form, with_ability_had, with_anything,
)  # fmt: skip


def rewritten(tokens: list[Token], index: NameIndex, read: Callable[[str], Sequence[Token]]) -> list[Token]:
    """The tokens after all steps; `read` gives the tokens of another text."""
    tokens = with_phrases_split(tokens, read)
    result = with_days_before_a_type(
        settle(with_joined_types(without_epithets(without_english_asides(without_idle(tokens))), read)), index.dataset
    )
    for step in _STEPS:
        result = step(result)
    result = with_attacking(without_apposed_classes(result, index.dataset), index.dataset)
    result = with_shared_form(with_lone_forms(result, read), read)
    return with_other_forms(with_joined_forms(result, read), index)
