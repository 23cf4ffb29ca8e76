"""Personal data is found, and stats, spreads and Pokédex numbers are not taken for it."""

from __future__ import annotations

import pytest

from pokeqa.cache.personal import is_card_number, personal_data


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("mail ash.ketchum+poke@pallet-town.example.com please", "email"),
        ("我的邮箱是ash@pallet.cn谢谢", "email"),
        ("call +49 30 901820", "phone"),
        ("+8613800138000", "phone"),
        ("+1 (212) 555-0199", "phone"),
        ("my number is (212) 555-0199.", "phone"),
        ("212-555-0199", "phone"),
        ("电话13800138000", "phone"),
        ("138 0013 8000", "phone"),
        ("090-1234-5678", "phone"),
        ("03-1234-5678", "phone"),
        ("010-12345678", "phone"),
        ("4111 1111 1111 1111", "card"),
        ("4111-1111-1111-1111 exp 12/29", "card"),
        ("378282246310005", "card"),
        ("my card5555555555554444", "card"),
    ],
)
def test_personal_data_is_found(text: str, kind: str):
    assert personal_data(["nothing here", text]) == kind


@pytest.mark.parametrize(
    "text",
    [
        "Who is #0025 in the Pokédex?",
        "252/252/4",
        "252 Atk / 4 SpD / 252 Spe",
        "31/31/31/31/31/31",
        "108 130 95 80 85 102",
        "255-255-255",
        "It has 1,025 species, 1,351 rows and 638,321 learnset rows",
        "4111 1111 1111 1112",
        "0000 0000 0000 0000",
        "1234567890",
        "@ash on the forum",
        "Gen 1-9, No. 001-1025",
        "2026-08-22",
        "8.5 kg, 0.4 m, 12.5% chance, 3.14159265358979",
        "Pokémon HOME 3.0.0",
        "第1世代至第9世代共1025种",
    ],
)
def test_what_is_no_personal_data_is_not_taken_for_it(text: str):
    assert personal_data([text]) is None


@pytest.mark.parametrize(("number", "valid"), [("4111111111111111", True), ("4111111111111112", False), ("42", False)])
def test_the_check_digit_of_a_card_is_verified(number: str, valid: bool):
    assert is_card_number(number) is valid
