"""Each kind of card, and the type chips' colours."""

from __future__ import annotations

import json
import re

import pytest

from pokeqa.paths import ASSETS
from pokeqa.ui.render_cards import STAT_MAX, render_card, render_cards, render_type
from tests.fakes_ui import ANSWERS, cards
from tests.ui.parsed import assert_harmless

TYPES = ("normal", "fire", "water", "electric", "grass", "ice", "fighting", "poison", "ground", "flying", "psychic",
         "bug", "rock", "ghost", "dragon", "dark", "steel", "fairy")  # fmt: skip


def test_a_pokemon_shows_its_types_stats_total_and_facts():
    html = render_cards(cards("What type is Lucario?"))

    assert "<h4>Lucario</h4>" in html
    assert '<span class="type type-fighting">Fighting</span>' in html
    assert "#0448" in html
    assert "Aura Pokémon" in html
    assert html.count('class="stat"') == 6
    assert '<span class="value">525</span>' in html
    assert "<dt>Height</dt><dd>1.2 m</dd>" in html


def test_the_stat_that_matters_is_lit_in_each_card_of_a_comparison():
    html = render_cards(cards("who is faster, Garchomp or Salamence"))

    assert html.count('class="stat highlight"') == 2
    assert html.startswith('<div class="cards-row">')
    assert f'style="width:{102 / STAT_MAX * 100:.1f}%"' in html


def test_a_pokemon_without_known_stats_shows_no_bars():
    html = render_card({"kind": "pokemon", "name": "Missing", "types": [], "stats": [], "total": None, "facts": []})

    assert "bar" not in html
    assert "None" not in html


@pytest.mark.parametrize(("name", "total"), [("Garchomp", "Total"), ("烈咬陆鲨", "总和"), ("ガブリアス", "合計")])
def test_the_total_is_named_in_the_language_of_the_card(name: str, total: str):
    stats = [{"id": "hp", "name": "HP", "value": 108, "highlight": False}]

    assert f"<dt>{total}</dt>" in render_card({"kind": "pokemon", "name": name, "stats": stats, "total": 600})


def test_a_matchup_groups_types_by_factor():
    html = render_cards(cards("烈咬陆鲨怕什么?"))

    assert re.search(r'<dt class="factor-high">4×</dt><dd><span class="types"><span class="type type-ice">冰', html)
    assert '<dt class="factor-low">½×</dt>' in html
    assert '<dt class="factor-zero">0×</dt>' in html


def test_an_empty_group_and_the_notes_of_a_matchup_are_shown():
    html = render_cards(cards("types"))

    assert '<dt class="factor-low">¼×</dt><dd>–</dd>' in html
    assert "<li>With Levitate: immune to Ground</li>" in html


def test_a_line_of_evolution_is_nested_with_its_conditions():
    html = render_cards(cards("line"))

    assert html.count("<li>") == 3
    assert '<span class="how"><span>level 48</span></span>' in html
    assert html.count('aria-current="true"') == 1
    assert "evolution wide" in html


def test_a_family_with_many_branches_goes_down():
    html = render_cards(cards("eevee"))

    assert html.count("<li>") == 9
    assert "evolution tall" in html


def test_a_table_shows_ten_rows_and_offers_the_rest():
    html = render_cards(cards("table"))

    assert html.count("<tr hidden>") == 20
    assert 'data-do="rows" aria-expanded="false"' in html
    assert "123 in all" in html
    assert '<td class="right">160</td>' in html


def test_a_short_table_has_no_button():
    html = render_card({"kind": "table", "columns": [{"label": "a", "align": "left"}], "rows": [["1"]], "total": 1})

    assert "<button" not in html


def test_a_move_and_plain_facts():
    html = render_cards(cards("move"))

    assert '<span class="type type-ground">Ground</span>' in html
    assert '<span class="damage-class">Physical</span>' in html
    assert '<div class="highlight"><dt>Power</dt><dd>100</dd></div>' in html
    assert "<h4>Levitate</h4>" in html


def test_an_unknown_kind_is_left_out():
    assert render_cards([{"kind": "hologram", "name": "x"}, {}]) == ""


def _poisoned(value: object) -> object:
    """The same JSON with markup in every text."""
    if isinstance(value, dict):
        return {key: inner if key in ("kind", "id", "align", "direction") else _poisoned(inner)
                for key, inner in value.items()}  # fmt: skip
    if isinstance(value, list):
        return [_poisoned(inner) for inner in value]
    return f"<img src=x onerror=alert('{value}')>\"'" if isinstance(value, str) else value


@pytest.mark.parametrize("question", ANSWERS)
def test_markup_in_a_card_is_text(question: str):
    poisoned = _poisoned(json.loads(json.dumps(cards(question))))
    assert isinstance(poisoned, list)

    html = render_cards(poisoned)

    assert_harmless(html)


@pytest.mark.parametrize("kind", ["pokemon", "matchup", "evolution", "table", "move", "facts"])
def test_a_card_with_nothing_in_it_does_not_fail(kind: str):
    parts = ("stats", "facts", "types", "groups", "notes", "rows", "columns", "root")

    render_card({"kind": kind})
    render_card({"kind": kind, **dict.fromkeys(parts)})


def test_a_hostile_type_id_cannot_leave_the_attribute():
    assert render_type({"id": '"><script>', "name": "x"}) == '<span class="type type-unknown">x</span>'


def _luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


CSS = (ASSETS / "style.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TYPES)
def test_a_type_chip_can_be_read(name: str):
    rules = re.findall(rf"\.type-{name} {{ --type: (#\w{{6}});(?: --type-ink: (#\w{{6}});)? }}", CSS)

    assert rules
    for colour, ink in rules:
        assert contrast(colour, ink or "#ffffff") >= 4.5


def test_eighteen_types_have_eighteen_colours():
    colours = re.findall(r"^\.type-\w+ { --type: (#\w{6});", CSS, re.MULTILINE)

    assert len(set(colours)) >= len(TYPES)


def _tokens(theme: str) -> dict[str, str]:
    block = CSS.split(theme + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#\w{6});", block))


@pytest.mark.parametrize("theme", [":root", ':root[data-theme="dark"]'])
def test_text_can_be_read_in_both_themes(theme: str):
    tokens = _tokens(theme)

    inks = ("ink", "muted", "faint", "good-ink", "high", "low")
    pairs = [(ink, ground) for ink in inks for ground in ("panel", "ground")]
    pairs += [(f"{badge}-ink", badge) for badge in ("local", "cache", "retrieval", "agent", "model")]
    pairs += [("ink", "fill"), ("button-ink", "button"), ("problem", "problem-fill"), ("ink", "lit"), ("ink", "code")]
    for ink, ground in pairs:
        assert contrast(tokens[ink], tokens[ground]) >= 4.5, (ink, ground)
