"""The asker's own words, made safe to repeat in an answer."""

from __future__ import annotations

import re

ECHO_MAX_CHARS = 60
_MARKDOWN = re.compile(r"([\\`*_~|$<>&\[\]])")
_SCHEME = re.compile(r"(?<=\w):(?=//)")


def echo(text: str) -> str:
    """`text` on one line, at most 60 characters, with everything that Markdown, HTML or TeX would act on escaped."""
    line = " ".join(text.split())
    if len(line) > ECHO_MAX_CHARS:
        line = line[: ECHO_MAX_CHARS - 1].rstrip() + "…"
    # A bare address would become a link without any markup; a backslash before its colon keeps it text.
    return _SCHEME.sub(r"\\:", _MARKDOWN.sub(r"\\\1", line))
