"""The prompt: what a language model is shown of a question and its evidence. Built here and nowhere else.

Evidence is data. Each of its lines is quoted with "> ", so that no text can end the quote; what a chat template would
read as the end of a message is defused; and its own `[n]` are made `(n)`, so that a mark in the answer can only be one
of ours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from ..paths import DATA
from ..pokedex.phrases import phrases_for
from ..question.fold import fold
from ..request import EVIDENCE, Turn
from ..yaml_files import read_yaml
from .evidence import Evidence
from .plain_text import plain

#: One passage takes at most this share of the budget, so that one long page does not push out the rest.
SHARE_MAX = 0.4
#: A passage of which less would be left than this many tokens is left out instead.
PASSAGE_MIN_TOKENS = 40
#: A repeat that lies within another passage is dropped from this many characters on.
REPEAT_MIN_CHARS = 30
TITLE_MAX_CHARS = 120
#: Earlier turns that are shown, and how much of each.
TURNS_MAX = 6
TURN_MAX_CHARS = 600

#: What chat templates use to tell messages apart: <|im_end|>, <s>, [INST], <<SYS>>, <start_of_turn>, ### Instruction:
_TEMPLATE = re.compile(r"\[/?INST\]|<{1,2}/?[|\w][^<>\n]{0,40}>{1,2}|^#{2,}(?=\s)", re.IGNORECASE | re.MULTILINE)
_MARK = re.compile(r"\[\s*(\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)\s*\]")
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？\n]")


@dataclass(frozen=True, slots=True)
class Message:
    """One message to a language model."""

    role: Literal["system", "user", "assistant"]
    content: str

    def to_json(self) -> dict[str, str]:
        """The message as chat interfaces take it."""
        return {"role": self.role, "content": self.content}


def tokens(text: str) -> int:
    """About how many tokens a text has: a quarter of its ASCII characters, and each other character.

    Counted high, because each model cuts in its own way and the context must not overflow.
    """
    ascii_chars = sum(map(str.isascii, text))
    return math.ceil(ascii_chars / 4) + len(text) - ascii_chars


# --------------------------------------------------------------------------- what goes in


def deduplicate(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Evidence without repeats: a text that an earlier piece, or a longer one, already holds is dropped."""
    pieces = list(evidence)
    folded = [fold(piece.text) for piece in pieces]
    kept: list[Evidence] = []
    seen: set[str] = set()
    for place, piece in enumerate(pieces):
        own = folded[place]
        within = len(own) >= REPEAT_MIN_CHARS and any(
            own in other and (len(own) < len(other)) for other in folded if other is not own
        )
        if own and own not in seen and not within:
            kept.append(piece)
        seen.add(own)
    return kept


def fit(numbered: Mapping[int, Evidence], order: Sequence[int], budget: int) -> dict[int, Evidence]:
    """The pieces that fit into `budget` tokens, in the order of their numbers.

    `order` lists the numbers by importance: what comes first is put in first. A long piece is cut at a sentence's end.
    """
    left = budget
    chosen: dict[int, Evidence] = {}
    for number in order:
        piece = numbered[number]
        room = min(left, max(PASSAGE_MIN_TOKENS, int(budget * SHARE_MAX)))
        cost = tokens(piece.text)
        if cost > room:
            if room < PASSAGE_MIN_TOKENS:
                continue
            piece = _shortened(piece, room)
            cost = tokens(piece.text)
        chosen[number] = piece
        left -= cost
    return dict(sorted(chosen.items()))


def _shortened(piece: Evidence, room: int) -> Evidence:
    """A piece cut to `room` tokens, at the end of a sentence where there is one."""
    low, high = 0, len(piece.text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens(piece.text[:middle]) <= room else (low, middle - 1)
    text = piece.text[:low]
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    if ends and ends[-1] > low // 2:
        text = text[: ends[-1]]
    return Evidence(
        piece.id, piece.source, piece.title, f"{text.rstrip()} …", piece.where, piece.scores, piece.metadata
    )


# --------------------------------------------------------------------------- the prompt


def build_prompt(
    question: str,
    numbered: Mapping[int, Evidence],
    *,
    language: str,
    history: Sequence[Turn] = (),
    summaries: Mapping[str, tuple[str, Sequence[int]]] | None = None,
    budget: int = 2500,
) -> list[Message]:
    """The messages that ask for an answer to `question`.

    `numbered` are the pieces of evidence by their number, `summaries` maps a source to a sentence of its own and the
    numbers it rests on; with neither, the model is asked for what it knows. `budget` limits the evidence, in tokens.
    """
    templates = _templates()
    name = str(templates["languages"].get(language, templates["languages"]["en"]))
    phrases = phrases_for(language)
    turns = [
        Message(turn.role, harmless(turn.content)[:TURN_MAX_CHARS])
        for turn in history[-TURNS_MAX:]
        if turn.content.strip()
    ]
    if not numbered and not summaries:
        system = templates["alone"].format(language=name)
        return [Message("system", system), *turns, Message("user", _defused(question))]
    pieces = fit(_in_order(numbered), list(numbered), budget)
    system = templates["evidence"].format(language=name, do_not_say=phrases.say("retrieval.do_not_say"))
    shown = "\n\n".join(
        [_item(number, piece) for number, piece in pieces.items()]
        + [_summary(source, *summary) for source, summary in (summaries or {}).items()]
    )
    asked = templates["question"].format(evidence=shown, language=name, question=_defused(question))
    return [Message("system", system), *turns, Message("user", asked)]


def harmless(text: str) -> str:
    """A text from outside as it may stand in a prompt: no hidden characters, template signs or `[n]` marks."""
    return _MARK.sub(r"(\1)", _defused(plain(text)))


def _defused(text: str) -> str:
    return _TEMPLATE.sub(lambda sign: sign[0].translate(_LOOKALIKES), text)


#: Signs that look the same to a reader and mean nothing to a chat template.
_LOOKALIKES = str.maketrans({"<": "‹", ">": "›", "[": "(", "]": ")", "|": "¦", "#": "＃"})


def _item(number: int, piece: Evidence) -> str:
    head = _templates()["item"].format(n=number, source=_label(piece.source), title=_line(piece.title))
    return f"{head}\n{_quoted(piece.text)}"


def _summary(source: str, sentence: str, numbers: Sequence[int]) -> str:
    marks = " ".join(f"[{number}]" for number in numbers)
    return f"{_templates()['summary'].format(source=_label(source), marks=marks)}\n{_quoted(sentence)}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in harmless(text).splitlines())


def _line(title: str) -> str:
    """A title on one line; it comes from outside, too."""
    return " ".join(harmless(title).split())[:TITLE_MAX_CHARS]


def _label(source: str) -> str:
    return phrases_for("en").say(f"source.{source}") if source in EVIDENCE else "a source"


def _in_order(numbered: Mapping[int, Evidence]) -> dict[int, Evidence]:
    return dict(sorted(numbered.items()))


@cache
def _templates() -> Mapping[str, Any]:
    templates: Mapping[str, Any] = read_yaml(DATA / "prompts" / "answer.yaml")
    return templates
