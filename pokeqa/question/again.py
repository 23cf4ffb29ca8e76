"""The last question again: in another way, at another place, of another stage, sex or member."""

from __future__ import annotations

from ..pokedex.dataset import Dataset
from .added import added, also_shown
from .algebra import Query
from .another_part import of_another_part
from .any_more import anyone_ahead
from .asked_again import asked_again
from .at_the_next import at_the_next
from .beside import beside
from .between_moves import between_moves
from .claimed_of_one import claimed_of_one
from .context import Context
from .exceptions import exceptions
from .exploited import exploited
from .has_it_too import has_it_too, shares_it
from .holds_there import holds_there
from .lexer import Token
from .narrowing import with_forms
from .of_its_groups import others_in_its_groups
from .of_its_sex import of_its_sex
from .of_one import of_one
from .of_the_matchup import of_the_matchup, told_to_be_all
from .one_more import one_more
from .other_form_of_it import leading_form
from .places import placed_again
from .same_ability import others_with_the_ability
from .same_item import others_with_the_item
from .stages import asks_for_the_next, next_stage, nth_step, with_another
from .widened import widened


def again_of(tokens: list[Token], context: Context, dataset: Dataset) -> Query | None:
    """The last question in another way, at another place or of another stage."""
    again = told_to_be_all(tokens, context) or of_its_sex(tokens, context, dataset) or has_it_too(tokens, context)
    again = again or between_moves(tokens, context)
    again = again or others_with_the_item(tokens, context) or others_with_the_ability(tokens, context, dataset)
    again = again or one_more(tokens, context)
    again = again or holds_there(tokens, context) or exceptions(tokens, context)
    again = again or claimed_of_one(tokens, context) or widened(tokens, context) or of_another_part(tokens, context)
    again = again or added(tokens, context, dataset) or asked_again(tokens, context) or beside(tokens, context, dataset)
    again = (
        again
        or with_forms(tokens, context.query)
        or of_one(tokens, context)
        or placed_again(tokens, context)
        or also_shown(tokens, context)
    )
    again = (
        again or with_another(tokens, context, dataset) or leading_form(tokens, context) or shares_it(tokens, context)
    )
    again = again or nth_step(tokens, context, dataset)
    again = again or at_the_next(tokens, context, dataset) or exploited(tokens, context)
    again = again or of_the_matchup(tokens, context)
    again = again or others_in_its_groups(tokens, context, dataset) or anyone_ahead(tokens, context)
    if again is None and asks_for_the_next(tokens, context):
        return next_stage(tokens, context, dataset)
    return again
