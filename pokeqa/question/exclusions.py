"""Sets that leave some out, asked without a question word: "any Pokémon other than Ho-Oh that learns Sacred Fire",
除了耿鬼之外，还有速度超过110的幽灵系吗.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token

_ANY = ("any ", "anyone ", "anybody ", "anything ")
_ANYTHING = frozenset({"any", "anyone", "anybody", "anything"})
#: What else there is.
_ELSE = frozenset({"还有", "有没有别的", "还有别的", "还有其他", "还有没有"})
_HAVE = {"aux": ("have",), "filler": ("filler",)}


def with_exclusions(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a question as one that asks which ones there are."""
    result = list(tokens)
    left_out = next((i for i in range(len(result) - 1) if result[i].has("neg") and result[i + 1].has("mon")), None)
    if left_out is None or any(t.has("wh") for t in result) or left_out + 2 >= len(result):
        return result
    said = result[left_out].text.casefold()
    front = [t for t in result[:left_out] if not t.has("filler") and not t.has("bool")]
    anything = said.startswith(_ANY) or (left_out > 0 and result[left_out - 1].text.casefold() in _ANYTHING)
    if anything and all(t.text.casefold() in _ANYTHING for t in front):
        first = result[left_out]
        which = replace(first, text="which", readings={"wh": ("which",)}, end=first.start)
        noun = replace(first, text="pokemon", readings={"noun": ("pokemon",)}, end=first.start)
        without = replace(first, text="other than")
        return [which, noun, without, *result[left_out + 1 :]]
    for k in range(left_out + 2, min(left_out + 4, len(result) - 1)):
        if result[k].text in _ELSE and result[k].has("bool"):
            result[k] = replace(result[k], text="有", readings=_HAVE)
            break
    return result
