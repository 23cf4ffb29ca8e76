"""A time that has passed → words of the page."""

from __future__ import annotations

from .words import LANGUAGES, both, in_languages, word

_UNITS = (("days", 86_400), ("hours", 3600), ("minutes", 60))


def age_of(seconds: float) -> tuple[str, int]:
    """The unit ("minutes") in which a time is told, and how many of them."""
    for unit, size in _UNITS:
        if seconds >= size:
            return unit, int(seconds // size)
    return "seconds", int(max(seconds, 0))


def render_age(seconds: float) -> str:
    """A time in every language: "5 min"."""
    unit, count = age_of(seconds)
    return both(f"age.{unit}", count=count)


def render_ago(seconds: float) -> str:
    """How long ago something was, in every language: "5 min ago"."""
    return in_languages({language: word("age.ago", language, age=age) for language, age in ages(seconds).items()})


def ages(seconds: float) -> dict[str, str]:
    """A time by language, to be put into sentences."""
    unit, count = age_of(seconds)
    return {language: word(f"age.{unit}", language, count=count) for language in LANGUAGES}
