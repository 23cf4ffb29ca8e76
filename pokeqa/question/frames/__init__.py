"""Frames: each reads one kind of question from a clause and gives a typed query, or None.

A frame takes what it can explain; the parser accepts its query only if nothing with content is left. So the order
below decides only between readings that explain everything.
"""

from __future__ import annotations

from ..clause import Frame
from .abilities import immune_by_ability, which_slot
from .advantage import advantage
from .alone_in_group import alone_in_group
from .average_sides import average_sides
from .bare_factor import bare_factor
from .bases import base_needed, stat_of_base
from .best_stat import best_stat
from .breeding import breeding, gender, has_gender, offspring
from .broods import set_breeds
from .by_deed import by_deed
from .by_use import by_use
from .catching import catch
from .changes import changed_set
from .chart_history import chart_history
from .check import check
from .class_evolutions import class_evolutions, class_grown
from .compare import compare, compare_sums
from .contrast import apart, contrast, measured, same_stats, similar, together
from .count_claim import count_claim, none_claim
from .coverage import coverage, team
from .crosswise import crosswise
from .damage import damage
from .degrees import degrees
from .dex_choice import dex_choice
from .dex_order import dex_order
from .each_group import each_group
from .effect_choice import effect_choice
from .effect_claim import effect_claim
from .effect_detail import effect_detail
from .effect_named import effect_named, kept_off
from .effect_on import ability_changed, item_on
from .effect_talk import effect_talk
from .encounters import appears_in, met_of_these, whereabouts
from .every import ahead_of_all, compare_sets, every, only, top
from .evolve import evolve
from .evolve_before import earlier_one
from .evolve_by_item import evolving_with, items_offered, made_by_item
from .evolve_by_stats import by_own_stats
from .evolve_choice import (
    earlier_evolution,
    form_decided,
    item_choice,
    item_result,
    move_times,
    one_and_the_same,
    sex_choice,
)
from .evolve_means import by_means, of_brood
from .evolve_needs import evolve_needs
from .evolve_own_need import own_need
from .evolve_pair import next_form, of_one_line, outcome_of_way
from .evolve_stuck import stuck
from .evolve_told import told_move, told_way
from .evolve_types import evolves_into_type
from .evolved_typing import evolved_typing
from .exclusive import exclusive
from .facts import facts
from .form_change import form_change
from .form_difference import form_difference
from .forms import among_forms, forms_alike, forms_of
from .generation_choice import generation_choice
from .generations import game_facts, generation_facts
from .history import history
from .how_sure import how_sure
from .incense import incense
from .inheritance import breeding_among, handed_down, parents
from .introduced import introduced
from .learn import learn
from .levels import experience, stats_at_level
from .listed_choice import listed_choice
from .lookup import dex_check, dex_lookup, dex_neighbour, exists
from .machine_facts import machine_facts, machine_learnt, machines_of_games
from .matchup import matchup
from .matchup_choice import attack_to_choose, matchup_choice
from .mean_stat import mean_stat
from .most_uses import most_uses
from .move_questions import move_check, move_effect, move_target
from .move_stat import move_stat
from .move_talk import move_talk
from .moves import compare_moves, machine_lookup, machine_of, move_history
from .moves_of_ability import moves_of_ability
from .names import same_name, translate
from .nature_for import nature_for
from .natures import nature
from .next_below import next_below
from .of_its_line import of_its_line
from .offered_values import offered_values
from .on_entry import on_entry
from .only_ability import only_ability
from .opposite_nature import opposite_nature
from .other_type import rest_of_types
from .others_learn import others_learn
from .outsped_by import outsped_by
from .own_abilities import own_abilities
from .own_egg_group import own_egg_group
from .own_types import claimed_types, either_type, one_type_or_two, same_types, second_type, side_by_side, type_exists
from .own_typings import own_typings
from .past_number import past_compared, past_number
from .play import quiz, random_pick
from .raising import catch_factor, growth_rates, one_of_values
from .regional_number import regional_number
from .related import related
from .rules import rule
from .same_typing import same_typing
from .search import search
from .set_facts import class_check, set_facts
from .sets import aggregate, groups, share
from .several_attacks import several_attacks, why_so_little
from .shared import shared
from .sole_holder import sole_holder
from .sole_move import sole_move
from .speeds import battle_stat, outspeed, speed_pair
from .stab import stab
from .stated_ratio import stated_ratio
from .status_matchup import status_matchup
from .table_claim import table_claim
from .table_rest import table_rest
from .things import thing_facts
from .type_chart import type_search, type_tally
from .types_among import types_among
from .weather_power import varying_type, weather_power
from .which_sex import which_sex
from .wild_items import wild_item
from .within import within
from .yields import gives_effort

FRAMES: tuple[tuple[str, Frame], ...] = (
    ("translate", translate),
    ("same_name", same_name),
    ("machine_facts", machine_facts),
    ("machine_learnt", machine_learnt),
    ("machine_lookup", machine_lookup),
    ("machines_of_games", machines_of_games),
    ("machine_of", machine_of),
    ("nature_for", nature_for),
    ("opposite_nature", opposite_nature),
    ("nature", nature),
    ("handed_down", handed_down),
    ("incense", incense),
    ("parents", parents),
    ("offspring", offspring),
    ("breeding_among", breeding_among),
    ("breeding", breeding),
    ("set_breeds", set_breeds),
    ("stated_ratio", stated_ratio),
    ("which_sex", which_sex),
    ("of_its_line", of_its_line),
    ("gender", gender),
    ("has_gender", has_gender),
    ("wild_item", wild_item),
    ("within", within),
    ("whereabouts", whereabouts),
    ("catch", catch),
    ("catch_factor", catch_factor),
    ("growth_rates", growth_rates),
    ("one_of_values", one_of_values),
    ("experience", experience),
    ("stat_of_base", stat_of_base),
    ("base_needed", base_needed),
    ("outspeed", outspeed),
    ("outsped_by", outsped_by),
    ("speed_pair", speed_pair),
    ("stats_at_level", stats_at_level),
    ("battle_stat", battle_stat),
    ("damage", damage),
    ("stab", stab),
    ("advantage", advantage),
    ("types_among", types_among),
    ("type_tally", type_tally),
    ("type_search", type_search),
    ("status_matchup", status_matchup),
    ("side_by_side", side_by_side),
    ("coverage", coverage),
    ("team", team),
    ("alone_in_group", alone_in_group),
    ("only_ability", only_ability),
    ("sole_holder", sole_holder),
    ("forms_alike", forms_alike),
    ("same_typing", same_typing),
    ("own_typings", own_typings),
    ("own_abilities", own_abilities),
    ("own_egg_group", own_egg_group),
    ("others_learn", others_learn),
    ("sole_move", sole_move),
    ("exclusive", exclusive),
    ("varying_type", varying_type),
    ("compare_moves", compare_moves),
    ("by_deed", by_deed),
    ("move_stat", move_stat),
    ("past_number", past_number),
    ("past_compared", past_compared),
    ("move_history", move_history),
    ("rule", rule),
    ("how_sure", how_sure),
    ("moves_of_ability", moves_of_ability),
    ("move_check", move_check),
    ("move_effect", move_effect),
    ("move_target", move_target),
    ("random_pick", random_pick),
    ("quiz", quiz),
    ("forms_of", forms_of),
    ("evolved_typing", evolved_typing),
    ("form_difference", form_difference),
    ("form_change", form_change),
    ("among_forms", among_forms),
    ("every", every),
    ("ahead_of_all", ahead_of_all),
    ("only", only),
    ("average_sides", average_sides),
    ("compare_sets", compare_sets),
    ("count_claim", count_claim),
    ("none_claim", none_claim),
    ("aggregate", aggregate),
    ("share", share),
    ("shared", shared),
    ("contrast", contrast),
    ("same_stats", same_stats),
    ("similar", similar),
    ("apart", apart),
    ("measured", measured),
    ("mean_stat", mean_stat),
    ("crosswise", crosswise),
    ("together", together),
    ("which_slot", which_slot),
    ("immune_by_ability", immune_by_ability),
    ("next_below", next_below),
    ("regional_number", regional_number),
    ("dex_choice", dex_choice),
    ("dex_order", dex_order),
    ("dex_lookup", dex_lookup),
    ("dex_neighbour", dex_neighbour),
    ("dex_check", dex_check),
    ("history", history),
    ("changed_set", changed_set),
    ("on_entry", on_entry),
    ("second_type", second_type),
    ("told_move", told_move),
    ("learn", learn),
    ("related", related),
    ("offered_values", offered_values),
    ("item_choice", item_choice),
    ("item_result", item_result),
    ("form_decided", form_decided),
    ("sex_choice", sex_choice),
    ("move_times", move_times),
    ("item_on", item_on),
    ("ability_changed", ability_changed),
    ("earlier_evolution", earlier_evolution),
    ("one_and_the_same", one_and_the_same),
    ("stuck", stuck),
    ("by_means", by_means),
    ("of_brood", of_brood),
    ("told_way", told_way),
    ("by_own_stats", by_own_stats),
    ("own_need", own_need),
    ("evolve_needs", evolve_needs),
    ("evolves_into_type", evolves_into_type),
    ("evolve", evolve),
    ("items_offered", items_offered),
    ("made_by_item", made_by_item),
    ("of_one_line", of_one_line),
    ("outcome_of_way", outcome_of_way),
    ("next_form", next_form),
    ("compare_sums", compare_sums),
    ("compare", compare),
    ("chart_history", chart_history),
    ("weather_power", weather_power),
    ("effect_choice", effect_choice),
    ("kept_off", kept_off),
    ("effect_claim", effect_claim),
    ("table_rest", table_rest),
    ("table_claim", table_claim),
    ("matchup_choice", matchup_choice),
    ("attack_to_choose", attack_to_choose),
    ("matchup", matchup),
    ("bare_factor", bare_factor),
    ("several_attacks", several_attacks),
    ("why_so_little", why_so_little),
    ("same_types", same_types),
    ("type_exists", type_exists),
    ("gives_effort", gives_effort),
    ("one_type_or_two", one_type_or_two),
    ("either_type", either_type),
    ("generation_choice", generation_choice),
    ("listed_choice", listed_choice),
    ("check", check),
    ("rest_of_types", rest_of_types),
    ("best_stat", best_stat),
    ("facts", facts),
    ("degrees", degrees),
    ("most_uses", most_uses),
    ("thing_facts", thing_facts),
    ("effect_talk", effect_talk),
    ("move_talk", move_talk),
    ("effect_named", effect_named),
    ("effect_detail", effect_detail),
    ("by_use", by_use),
    ("each_group", each_group),
    ("introduced", introduced),
    ("game_facts", game_facts),
    ("generation_facts", generation_facts),
    ("groups", groups),
    ("claimed_types", claimed_types),
    ("class_check", class_check),
    ("class_evolutions", class_evolutions),
    ("class_grown", class_grown),
    ("search", search),
    ("set_facts", set_facts),
    ("top", top),
    ("exists", exists),
    ("appears_in", appears_in),
    ("met_of_these", met_of_these),
    ("earlier_one", earlier_one),
    ("evolving_with", evolving_with),
)
