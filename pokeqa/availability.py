"""Which parts of the house can be used here and now, and if not, why, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .pokedex.phrases import phrases_for
from .settings import Settings

#: What a request or the page can switch on, in the order in which the page shows it; "llm" is chosen by settings only.
SOURCES = ("knowledge_base", "graph", "web", "mcp", "agent", "llm")


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a part works; if not, `code` says why for programs and `reason` for people."""

    available: bool
    code: Literal["ready", "switched_off", "not_yet"]
    reason: str


def availability(settings: Settings, language: str = "en") -> dict[str, Availability]:
    """The state of every part of `SOURCES`, with the reasons in `language` ("en", "zh-hans", "ja")."""
    phrases = phrases_for(language)
    states: dict[str, Availability] = {}
    for source in SOURCES:
        flag = f"enable_{source}"
        if not getattr(settings, flag, True):
            reason = phrases.say("availability.switched_off", setting=f"POKEQA_{flag.upper()}")
            states[source] = Availability(False, "switched_off", reason)
        else:
            states[source] = Availability(False, "not_yet", phrases.say("availability.not_yet"))
    return states
