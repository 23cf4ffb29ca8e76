"""Personal data in a text: e-mail addresses, phone numbers, payment cards. What holds any is never stored."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ..paths import DATA
from ..yaml_files import read_yaml

_CARD_DIGITS = range(13, 20)


def personal_data(texts: Iterable[str]) -> str | None:
    """The kind of personal data that the texts hold ("email", "phone", "card"); None for none."""
    for text in texts:
        for kind, pattern in _patterns():
            if any(kind != "card" or is_card_number(found.group()) for found in pattern.finditer(text)):
                return kind
    return None


def is_card_number(text: str) -> bool:
    """Whether the digits of a text are a payment card's: 13 to 19, and the check digit is right (ISO/IEC 7812-1)."""
    digits = [int(character) for character in text if character.isdecimal()]
    if len(digits) not in _CARD_DIGITS or len(set(digits)) == 1:
        return False
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    listed = read_yaml(DATA / "cache" / "personal.yaml")
    return tuple((kind, re.compile(pattern, re.ASCII)) for kind, patterns in listed.items() for pattern in patterns)
