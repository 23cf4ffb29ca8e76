"""What a source may ask a language model, without knowing which model it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

#: A prompt in, the model's text out. Raises whatever the model's client raises; a source treats that as "no answer".
Complete: TypeAlias = Callable[[str], Awaitable[str]]
