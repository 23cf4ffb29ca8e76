"""An attack that is told to have done nothing, and what is asked of that behind it: "… did nothing to Gengar, why?".

The whole becomes the question why it does nothing, or whether the one that is hit is immune.
"""

from __future__ import annotations

from dataclasses import replace

from .clause import is_free
from .lexer import Token
from .word_lists import word_list

#: What asks behind a statement why it is so.
_WHY = frozenset(word_list("told-effect/why"))
#: Readings of words that may stand around an attack and whom it hits.
_AROUND = ("itemuse", "pron", "aux", "bool", "light", "prep", "noun", "factor", "harms", "neg", "mu", "machinekind")
#: So many words ask at the end.
_LONGEST = 7
_WHOLE = 3


def with_told_effect(tokens: list[Token]) -> list[Token]:
    """The tokens with such a statement as the question itself."""
    if len(tokens) < _WHOLE + 1 or not any(t.has("mon") for t in tokens) or tokens[0].has("wh"):
        return tokens
    end, asks_why = _question(tokens)
    told = tokens[:end]
    fails = _failure(told) if end else None
    if fails is None:
        return tokens
    mons = [i for i, t in enumerate(told) if t.has("mon")]
    attacks = [i for i, t in enumerate(told) if (t.has("move") or t.has("type")) and not t.has("mu")]
    attacks = [i for i in attacks if told[i].has("move")] or attacks
    hit = next((i for i in mons if i > fails), mons[-1] if mons and mons[-1] < fails else None)
    if len(attacks) != 1 or hit is None or len(mons) > 1 + (mons[0] < attacks[0]) or attacks[0] > hit > fails + _WHOLE:
        return tokens
    known = {fails, hit, attacks[0], *mons}
    if any(i not in known and not (is_free(t) or t.has("wh", "when") or any(t.has(tag) for tag in _AROUND))
           for i, t in enumerate(told)):  # fmt: skip
        return tokens
    attack, defender, verb = told[attacks[0]], told[hit], told[fails]
    asked = tokens[end]
    if asks_why:
        nothing = replace(verb, text="does nothing to", readings={"mu": ("immune:att",)})
        return [replace(asked, text="why", readings={"wh": ("why",)}), attack, nothing, defender]
    immune = replace(verb, text="immune to", readings={"mu": ("immune:def",)})
    return [replace(asked, text="is", readings={"aux": ("be",)}), defender, immune, attack]


def _question(tokens: list[Token]) -> tuple[int, bool]:
    """Where the question at the end begins, and whether it asks why; 0 where there is none."""
    for k in range(max(_WHOLE, len(tokens) - _LONGEST), len(tokens)):
        if "".join(t.text for t in tokens[k:]).casefold().replace(" ", "") in _WHY:
            return k, True
    asked, whom, word = tokens[-_WHOLE:]
    named = whom.has("pron", "it") or any(t.has("mon") and t.text == whom.text for t in tokens[:-_WHOLE])
    if asked.has("aux", "be") and named and word.has("mu", "immune:def"):
        return len(tokens) - _WHOLE, False
    return 0, False


def _failure(told: list[Token]) -> int | None:
    """Where it is told that nothing happened: "did nothing to", "wasn't hurt", "took no damage"."""
    for i, token in enumerate(told):
        if token.has("mu", "immune:att"):
            return i
        denied = i > 0 and told[i - 1].has("neg", "neg") and token.has("harms")
        if denied or (i > 0 and token.has("factor", "0x") and told[i - 1].has("mu")):
            return i
    return None
