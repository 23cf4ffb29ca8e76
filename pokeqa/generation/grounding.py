"""The grounding check: what an answer states of a Pokémon is compared with the dataset.

A statement that the dataset contradicts is marked in the text, right behind its sentence, and told with the fact.
Statements that the dataset has nothing to say about are left alone: nothing is marked on suspicion.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..pokedex.dataset import Dataset
from ..pokedex.model import STATS, Pokemon
from ..pokedex.phrases import Phrases, phrases_for
from ..question.algebra import Mon
from ..question.fold import normalise
from ..question.lexer import Token
from .claims import Claim, claims_of, subject_of

logger = logging.getLogger(__name__)

#: Forms that nobody means who does not name them.
_OF_BATTLE = frozenset({"mega", "primal", "gigantamax"})

#: Cuts a normalised text into tokens, with the names of the dataset in use.
Lex = Callable[[str], Sequence[Token]]

_END = re.compile(r"[.!?](?=\s)|[。！？]|\n")
_MARKS = re.compile(r"\[\d{1,3}\]")
#: Longer is not one statement; also what a stream without any sentence end may hold.
SENTENCE_MAX = 600


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A statement that the dataset contradicts. `fact` is what the dataset says, in the answer's language."""

    sentence: str
    kind: str
    fact: str
    row: str

    def to_json(self) -> dict[str, str]:
        """The contradiction as it travels in `refs.grounding`."""
        return {"sentence": self.sentence, "kind": self.kind, "fact": self.fact, "row": self.row}


@dataclass(slots=True)
class Grounding:
    """What the check of one answer found.

    `checked` counts the statements that could be compared; `about` is the Pokémon that the last sentence was about.
    """

    checked: int = 0
    about: Mon | None = None
    contradictions: list[Contradiction] = field(default_factory=list)

    def facts(self) -> list[str]:
        """What the dataset says instead, without repeats."""
        return list(dict.fromkeys(one.fact for one in self.contradictions))

    def to_json(self) -> dict[str, Any]:
        """The result as it travels in `refs.grounding`."""
        return {"checked": self.checked, "contradictions": [one.to_json() for one in self.contradictions]}


class Checker:
    """Compares statements with one dataset."""

    def __init__(self, dataset: Dataset, lex: Lex) -> None:
        self._dataset = dataset
        self._lex = lex

    def start(self, grounding: Grounding, language: str) -> GroundedStream:
        """A stream that checks what passes through it, and records what it finds in `grounding`."""
        return GroundedStream(self, grounding, language)

    def check(self, sentence: str, grounding: Grounding, language: str) -> bool:
        """Whether the dataset contradicts a sentence; records what it finds.

        "It" is the Pokémon that the sentence before was about.
        """
        text = normalise(_MARKS.sub(" ", sentence))
        if len(text) > SENTENCE_MAX:
            return False
        try:
            tokens = self._lex(text)
            claims = claims_of(text, tokens, grounding.about)
            grounding.about = subject_of(tokens, grounding.about)
        except Exception:  # a check that breaks must not break the answer
            logger.exception("A sentence could not be checked.")
            return False
        found = [one for claim in claims if (one := self._compare(claim, sentence.strip(), language)) is not None]
        grounding.checked += len(claims)
        grounding.contradictions.extend(found)
        return bool(found)

    # ------------------------------------------------------------------ one claim

    def _compare(self, claim: Claim, sentence: str, language: str) -> Contradiction | None:
        compare = {
            "type": self._type, "stat": self._stat, "ability": self._ability, "into": self._into, "from": self._from,
            "level": self._level,
        }[claim.kind]  # fmt: skip
        phrases = phrases_for(language)
        fact = compare(claim, phrases)
        if fact is None:
            return None
        return Contradiction(sentence, claim.kind, fact, f"pokemon/{claim.subject.pokemon_id}")

    def _varieties(self, mon: Mon) -> tuple[Pokemon, ...]:
        """What a name can mean: the form that was named, else any form of the species that is not one of battle."""
        if mon.form_named:
            return (self._dataset.pokemon[mon.pokemon_id],)
        return tuple(one for one in self._dataset.varieties(mon.species_id) if one.form_kind not in _OF_BATTLE)

    def _type(self, claim: Claim, phrases: Phrases) -> str | None:
        data = self._dataset
        own = [set(one.types) for one in self._varieties(claim.subject)]
        stated = set(claim.values)
        actual = data.pokemon[claim.subject.pokemon_id].types
        if claim.negated:
            wrong = stated <= set(actual)
            key, shown = "grounding.not_type", tuple(stated)
        else:
            wrong = not any(stated <= types for types in own)
            key, shown = "grounding.type", actual
        if not wrong:
            return None
        names = phrases.join(phrases.name(data.types[one].names) for one in shown)
        return phrases.say(key, n=len(shown), name=self._name(claim.subject, phrases), types=names)

    def _stat(self, claim: Claim, phrases: Phrases) -> str | None:
        (stated,) = claim.values
        values = [_stat_of(one, claim.attribute) for one in self._varieties(claim.subject)]
        if stated in values:
            return None
        value = _stat_of(self._dataset.pokemon[claim.subject.pokemon_id], claim.attribute)
        name = self._name(claim.subject, phrases)
        if claim.attribute == "total":
            return phrases.say("grounding.total", name=name, value=value)
        stat = phrases.say(f"attribute.{claim.attribute}")
        return phrases.say("grounding.stat", name=name, stat=stat, value=value)

    def _ability(self, claim: Claim, phrases: Phrases) -> str | None:
        varieties = [one for one in self._varieties(claim.subject) if one.abilities.all()]
        actual = self._dataset.pokemon[claim.subject.pokemon_id].abilities.all()
        known = {ability for one in varieties for ability in one.abilities.all()}
        stated = set(claim.values)
        wrong = stated <= set(actual) if claim.negated else bool(stated - known)
        if not known or not wrong:
            return None
        names = phrases.join((phrases.name(self._dataset.abilities[one].names) for one in actual), "or")
        return phrases.say("grounding.ability", name=self._name(claim.subject, phrases), abilities=names)

    def _into(self, claim: Claim, phrases: Phrases) -> str | None:
        assert claim.other is not None
        becomes = claim.other.species_id in self._later(claim.subject.species_id) | {claim.subject.species_id}
        if becomes or claim.negated:
            return None
        name = self._name(claim.subject, phrases)
        targets = [one for one in self._dataset.species.values() if one.evolves_from == claim.subject.species_id]
        if not targets:
            return phrases.say("grounding.evolves_not", name=name)
        names = phrases.join((phrases.name(one.names) for one in targets), "or")
        return phrases.say("grounding.evolves_into", name=name, targets=names)

    def _from(self, claim: Claim, phrases: Phrases) -> str | None:
        assert claim.other is not None
        came = claim.subject.species_id in self._later(claim.other.species_id) | {claim.other.species_id}
        if came or claim.negated:
            return None
        name = self._name(claim.subject, phrases)
        source = self._dataset.species[claim.subject.species_id].evolves_from
        if source is None:
            return phrases.say("grounding.evolves_from_nothing", name=name)
        return phrases.say(
            "grounding.evolves_from", name=name, source=phrases.name(self._dataset.species[source].names)
        )

    def _level(self, claim: Claim, phrases: Phrases) -> str | None:
        (stated,) = claim.values
        ways = [way for one in self._varieties(claim.subject) for way in self._dataset.evolutions_from(one)]
        levels = {way.level: way for way in ways if way.level is not None}
        if not levels or stated in levels:
            return None
        way = next(iter(levels.values()))
        target = phrases.name(self._dataset.species[self._dataset.pokemon[way.to_pokemon_id].species_id].names)
        return phrases.say("grounding.level", name=self._name(claim.subject, phrases), target=target, level=way.level)

    def _later(self, species_id: int) -> set[int]:
        """The species that a species becomes, by one or more steps."""
        found: set[int] = set()
        chain = self._dataset.chain(self._dataset.species[species_id].chain_id)
        grown = True
        while grown:
            more = {one.id for one in chain if one.evolves_from in found | {species_id}} - found
            found |= more
            grown = bool(more)
        return found

    def _name(self, mon: Mon, phrases: Phrases) -> str:
        if mon.form_named:
            return phrases.name(self._dataset.pokemon[mon.pokemon_id].names)
        return phrases.name(self._dataset.species[mon.species_id].names)


def _stat_of(pokemon: Pokemon, attribute: str) -> int:
    return sum(pokemon.stats) if attribute == "total" else pokemon.stats[STATS.index(attribute)]


class GroundedStream:
    """Passes a text on as it comes, and puts a sign behind each sentence that the dataset contradicts."""

    def __init__(self, checker: Checker, grounding: Grounding, language: str) -> None:
        self._checker = checker
        self._grounding = grounding
        self._language = language
        self._sign = f" {phrases_for(language).say('retrieval.mark')}"
        self._sentence = ""
        self._at = 0

    def feed(self, text: str) -> str:
        """The text, with the signs of the sentences that end in it."""
        out: list[str] = []
        sent = len(self._sentence)
        self._sentence += text
        while (end := _END.search(self._sentence, self._at)) is not None:
            stop = end.start() if end[0] == "\n" else end.end()
            sentence = self._sentence[:stop]
            # What was passed on already stays; the sign goes between the sentence's end and what follows.
            out.append(self._sentence[sent:stop] if sent < stop else "")
            if self._checker.check(sentence, self._grounding, self._language):
                out.append(self._sign)
            self._sentence = self._sentence[stop:]
            sent = max(0, sent - stop)
            self._at = 1 if end[0] == "\n" else 0
        out.append(self._sentence[sent:])
        self._at = max(self._at, len(self._sentence) - 1)
        if len(self._sentence) > 2 * SENTENCE_MAX:
            self._sentence, self._at = "", 0
        return "".join(out)

    def flush(self) -> str:
        """The sign of the last sentence, if it needs one."""
        sentence, self._sentence = self._sentence, ""
        wrong = bool(sentence.strip()) and self._checker.check(sentence, self._grounding, self._language)
        return self._sign if wrong else ""
