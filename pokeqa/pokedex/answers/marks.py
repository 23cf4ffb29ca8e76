"""Marks in running text."""

from __future__ import annotations

from .context import Context


def spaced(context: Context, *marks: str) -> str:
    """Marks behind a word, set off as the language wants it; nothing where there are none."""
    text = "".join(dict.fromkeys(marks))
    return context.say("mark.spaced", marks=text) if text else ""
