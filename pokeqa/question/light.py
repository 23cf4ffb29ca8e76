"""Words without weight: a clause that is not understood with them is read once more without them.

People wrap a question in far more words than a word list of the field can hold ("what colour is Gengar filed under?").
The words of `data/lexicon/light.yaml` change no question, so they may go, as long as what is left says by itself what
is asked: a name or a set, and something asked about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .clause import is_free
from .lexer import Token

LIGHT = "light"

#: What a question is about.
_SUBJECTS = frozenset({"mon", "move", "ability", "item", "type", "nature", "egg_group", "region", "gen", "legend"})
#: Tags that only say how it is asked, or what kind of thing it is about.
_WEAK = frozenset({"noun", "wh", "aux", "yn", "list", "neg", "pron", "ell", "bool", "prep", "filler", "adv", LIGHT})
#: So many more light words than others may be left out.
_MORE_LIGHT = 2


def is_light(token: Token, among: Sequence[Token] = ()) -> bool:
    """Has the token no reading but that of a light word? A way to learn (naturally) is one only beside moves."""
    readings = set(token.readings) - {LIGHT}
    if readings == {"facing"}:
        return LIGHT in token.readings
    if readings == {"learn"} and among and not any(t.has("move") or t.has("noun", "move") for t in among):
        return LIGHT in token.readings
    return LIGHT in token.readings and not readings


def without_light(tokens: Sequence[Token]) -> list[Token] | None:
    """The tokens without the light ones; None where there are none, or where too little would be left."""
    kept = [token for token in tokens if not is_light(token, tokens)]
    content = [token for token in kept if not is_free(token)]
    left_out = len(tokens) - len(kept)
    if not left_out or left_out > len(content) + _MORE_LIGHT:
        return None
    asked = any(not _WEAK.issuperset(token.readings) and not _SUBJECTS.issuperset(token.readings) for token in content)
    # 雪妖女是不是天生会诅咒之躯: whether one named thing has another
    kinds = {tag for token in content for tag in token.readings if tag in ("mon", "ability", "move", "item")}
    asked = asked or (len(kinds) > 1 and any(token.has("yn") or token.has("neg", "negyn") for token in kept))
    return kept if asked and len(content) > 1 else None
