"""Text from outside as plain text: what a person would see of it, and nothing that acts on a terminal or a reader."""

from __future__ import annotations

import re
import unicodedata

_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r"\n\s*\n\s*\n+")
#: Terminal sequences: colours, titles, links.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)", re.DOTALL)


def plain(text: str, limit: int | None = None) -> str:
    """`text` without control characters, invisible characters and changes of direction; cut to `limit` characters.

    Nothing is said about what the text asks for: it is data, and whoever builds a prompt from it fences it as such.
    """
    text = _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    kept = "".join(one for one in text if one in "\n\t" or not _hidden(one))
    kept = _BREAKS.sub("\n\n", _SPACES.sub(" ", kept)).strip()
    if limit is None or len(kept) <= limit:
        return kept
    return kept[: limit - 1].rstrip() + "…"


def _hidden(character: str) -> bool:
    """Control, format (zero width, direction), surrogate, private and unassigned characters."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn")
