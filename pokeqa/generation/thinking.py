"""What some models write before their answer, between <think> and </think>, is not part of it."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


class ThinkingFilter:
    """Leaves out a thought at the beginning of a stream."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"

    def feed(self, text: str) -> str:
        """What can be passed on after this piece."""
        if self._state == "answer":
            return text
        self._held += text
        if self._state == "start":
            begin = self._held.lstrip()
            if _OPEN.startswith(begin[: len(_OPEN)]) and len(begin) < len(_OPEN):
                return ""
            if not begin.startswith(_OPEN):
                return self._pass_on(self._held)
            self._state = "thought"
        _, closed, answer = self._held.partition(_CLOSE)
        return self._pass_on(answer.lstrip()) if closed else ""

    def flush(self) -> str:
        """What was held back when the text ended: nothing of a thought that never ended."""
        return self._pass_on(self._held) if self._state == "start" else ""

    def _pass_on(self, text: str) -> str:
        self._state, self._held = "answer", ""
        return text
