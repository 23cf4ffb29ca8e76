"""Text from a model or from outside as Markdown that can do nothing: no link, no image, no tag."""

from __future__ import annotations

import re

_LINK = re.compile(r"!?\[([^\[\]\n]{0,200})\]\([^()\n]{0,500}\)")
_TAG = re.compile(r"</?[A-Za-z!][^<>\n]{0,300}>")
#: Left standing at the end of a piece, these may become something with the next one.
_MAY_OPEN = ("!", "]", "<")


class MarkupFilter:
    """Passes a stream of Markdown on, with links, images and tags made plain text."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, text: str) -> str:
        """What can be passed on after this piece."""
        text = self._held + text
        self._held = text[-1:] if text.endswith(_MAY_OPEN) else ""
        return _inert(text[: len(text) - len(self._held)])

    def flush(self) -> str:
        """What was still held back when the text ended."""
        held, self._held = self._held, ""
        return held


def _inert(text: str) -> str:
    """Break what would make a link, an image or a tag; everything else stays as it is."""
    return re.sub(r"<(?=[A-Za-z/!?])", r"\\<", text.replace("![", "! [").replace("](", "] ("))


def quotable(text: str) -> str:
    """A sentence from outside without links, images and tags: their words stay."""
    words = " ".join(_TAG.sub(" ", _LINK.sub(r"\1", text)).split())
    return _inert(re.sub(r" (?=[.,;:!?。！？，、](?:\s|$))", "", words))
