"""One clause of a question as a frame sees it: tokens, what is used up, what is left.

A frame takes the tokens it can explain. A clause is understood only when nothing with content is left over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..pokedex.dataset import Dataset
from .algebra import NOW, Mon, Scope
from .lexer import Token
from .word_lists import word_list

#: Readings that carry nothing a query would have to say.
FREE: dict[str, frozenset[str] | None] = {
    "filler": None,
    "prep": None,
    "aux": None,
    "list": frozenset({"list", "all", "one"}),
    "yn": None,
    "bool": frozenset({"and"}),
    "wh": frozenset({"what", "which", "who"}),
    "noun": frozenset({"pokemon"}),
    "hist": frozenset({"now"}),
    "hence": None,
}


#: How English asks whether anyone can do something; before a word for telling these are polite.
_CAN_ONE = frozenset(word_list("can-one"))


#: Words that set one beside another.
VERSUS = frozenset(word_list("clause/versus"))

#: Names of games that are no word of everyday language.
_COINED = frozenset({"firered", "leafgreen", "heartgold", "soulsilver"})

#: What is said of a game in front of the question.
_PLAYED = frozenset(word_list("clause/played"))

#: Words behind a game that speak of the time before it (X/Y 之前).
_BEFORE = frozenset(word_list("clause/before"))


@dataclass(slots=True)
class Clause:
    """Tokens of one clause. `used` holds the indices that a frame has explained."""

    tokens: Sequence[Token]
    dataset: Dataset
    language: str
    used: set[int] = field(default_factory=set)
    claimed: bool = False  # a statement that is read as a yes/no question
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)  # `places_of(tokens)`, where it is known already

    def __post_init__(self) -> None:
        if not self.places:
            self.places = places_of(self.tokens)

    # ------------------------------------------------------------------ finding

    def find(self, tag: str, *values: str, again: bool = False) -> list[int]:
        """The indices of tokens that can be read as `tag` (one of `values`), unused ones unless `again`."""
        places = self.places.get(tag)
        if places is None:
            return []  # most of what frames look for is not there at all
        used = () if again else self.used
        if not values:
            return [i for i in places if i not in used]
        if len(values) == 1:
            value = values[0]
            return [i for i in places if i not in used and value in self.tokens[i].readings[tag]]
        return [i for i in places if i not in used and any(v in self.tokens[i].readings[tag] for v in values)]

    def first(self, tag: str, *values: str) -> int | None:
        """The first such index, or None."""
        found = self.find(tag, *values)
        return found[0] if found else None

    def has(self, tag: str, *values: str) -> bool:
        """Is there such a token, used or not?"""
        places = self.places.get(tag)
        if places is None:
            return False
        if not values:
            return True
        for i in places:  # loops, because this is asked thousands of times about a text
            said = self.tokens[i].readings[tag]
            for value in values:
                if value in said:
                    return True
        return False

    def at(self, i: int, tag: str, *values: str) -> bool:
        """Can token i be read so?"""
        if not 0 <= i < len(self.tokens):
            return False
        said = self.tokens[i].readings.get(tag)
        if said is None or not values:
            return said is not None
        for value in values:  # noqa: SIM110  (a generator costs as much as the rest)
            if value in said:
                return True
        return False

    def value(self, i: int, tag: str) -> Any:
        """The first value of a tag of token i."""
        return self.tokens[i].readings[tag][0]

    # ------------------------------------------------------------------ using

    def take(self, *indices: int) -> None:
        """Mark tokens as explained."""
        self.used.update(indices)

    def take_all(self, tag: str, *values: str) -> list[int]:
        """Explain every unused token that can be read so; their indices."""
        found = self.find(tag, *values)
        self.used.update(found)
        return found

    def leftover(self) -> list[Token]:
        """The tokens with content that nothing explains."""
        return [t for i, t in enumerate(self.tokens) if i not in self.used and not is_free(t)]

    def content(self) -> list[int]:
        """The indices of tokens with content."""
        return [i for i, t in enumerate(self.tokens) if not is_free(t)]

    # ------------------------------------------------------------------ common parts

    def mons(self, again: bool = False) -> list[int]:
        """The indices of Pokémon names."""
        return self.find("mon", again=again)

    def mon(self, i: int) -> Mon:
        """The Pokémon that token i names (the first reading; ambiguity is settled before frames run)."""
        mon: Mon = self.value(i, "mon")
        return mon

    def is_yes_no(self) -> bool:
        """Is this put as a yes/no question: an auxiliary in front, or a question particle, and no wh-word?"""
        if self.claimed:
            return True
        if self.language == "en":
            for i, token in enumerate(self.tokens):
                if token.has("wh", "level") and self.at(i + 1, "number"):
                    # "At lvl 100, does ...": the word beside a number asks nothing
                    if i + 2 < len(self.tokens) and self.tokens[i + 2].text.casefold() == "with":
                        continue  # "At level 100 with max Speed, is ..."
                    return self.at(i + 2, "aux") and not self.at(i + 2, "aux", "have")
                if token.has("wh"):
                    return False
                if token.has("aux", "have") and i and self.tokens[i - 1].text.casefold() in ("i", "we"):
                    continue  # "I have Surf and Ice Beam, what do they hit?"
                if token.text.casefold() == "with" and self._asks_by_word():
                    return False  # "With 252 EVs, how fast is it?"
                if token.has("aux") or (token.has("neg") and is_negative_auxiliary(token.text)):
                    return True
                if token.text.casefold() in _CAN_ONE and self._does_not_tell(token):
                    return not self.has("wh")
                levelled = token.has("number") and self.at(i - 1, "wh", "level")
                if levelled or token.has("extreme", "max-speed") or any(token.has(tag) for tag in _CIRCUMSTANCES):
                    continue  # "Before Gen 6, did ...", "In Red and Blue, is ...", "Under Tailwind, does ..."
                if token.text.casefold() in _PLAYED and (self.has("gen") or self.has("vg")):
                    continue  # "I last played Gen 1: did ..."
                if not (is_free(token) and (token.has("filler") or token.has("bool") or token.has("ell"))):
                    break
            return self.has("yn", "yn") and not self._asks_by_word()
        if self.has("wh", "what", "which", "who", "how", "howmany", "howmuch", "when", "where", "why", "item"):
            return False
        numbers = [i for i in self.find("attr", again=True) if not self.at(i, "attr", "chance")]  # 几率 is a chance
        if any(self.tokens[i].text.startswith(_WHICH_NUMBER) for i in numbers):
            return False  # 第何世代まで
        if self.language == "ja" and any(
            t.has("attr") and ("何" in t.text or "どの" in t.text or "どう" in t.text) for t in self.tokens
        ):
            return False  # 弱点は何ですか
        if self.language == "ja" and self._says_what_it_is():
            return True
        if any(
            not (self.at(i - 1, "number") or self.at(i + 1, "number")) for i in self.find("wh", "level", again=True)
        ):
            return False  # 几级; the word beside a number asks nothing (50级)
        return bool(self.find("neg", "negyn", again=True)) or (self.has("yn", "yn") and self._yn_counts())

    def _asks_by_word(self) -> bool:
        """Is there a word for what is asked, other than a level beside its number ("at level 50")?"""
        if any(token.text.casefold().startswith(("how ", "what")) for token in self.tokens):
            return True  # "how fast"
        return any(not (self.at(i, "wh", "level") and self.at(i + 1, "number")) for i in self.find("wh", again=True))

    def _does_not_tell(self, can: Token) -> bool:
        """Is "can you" no polite word: does something else than a word for telling stand behind it?"""
        behind = next((t for t in self.tokens if t.start >= can.end), None)
        polite = ("list", "filler", "random", "quiz")
        if behind is None or behind.has("attr", "name") or behind.has("attr", "profile"):
            return False
        return not any(behind.has(tag) for tag in polite)

    def _says_what_it_is(self) -> bool:
        """ギャラドスってドラゴンタイプ？, ガブリアスの素早さは102？: a topic, and at the end what it may be."""
        topics = [i for i, t in enumerate(self.tokens) if t.text in ("って", "は", "も", "のほうが", "の方が") or
                  (t.has("attr") and t.text.endswith(("は", "って")))]  # fmt: skip
        last = max(self.content(), default=-1)
        while self.at(last, "noun", "type") and last > 0:
            last -= 1
        if self.at(last, "op", "ge", "le", "gt", "lt") and self.at(last - 1, "number"):
            last -= 1  # 素早さは100以上
        if self.at(last, "number") and self.at(last - 2, "attr") and self.tokens[last - 1].text in ("は", "って"):
            return bool(self.mons(again=True))
        said = any(self.at(last, tag) for tag in ("type", "cls", "stage", "exist", "ability"))
        said = said or (self.at(last, "attr", "weakness") and self.has("type"))  # ギャラドスは電気が弱点
        said = said or (
            self.at(last, "cmp") and any(t.text.startswith("より") for t in self.tokens)
        )  # カイリューより速い
        return said and any(m < i < last for i in topics[:1] for m in self.mons(again=True)[:1])

    def _yn_counts(self) -> bool:
        for i in self.find("yn", again=True):
            text = self.tokens[i].text
            if text in ("か", "吧", "么") and i < len(self.tokens) - 1:
                continue
            return True
        return False

    def _names_a_game(self, i: int) -> bool:
        """Is a game meant? "in Sun", "Sun and Moon", "Pokémon Crystal" — not "in the sun", "Crystal Onix"."""
        token = self.tokens[i]
        if len(token.value("vg")) > 1 or not token.text.isalpha() or not token.text.isascii() or token.how == "alias":
            return True
        if any(self.at(k, "vg") and self.at(j, "bool", "and") for j, k in ((i - 1, i - 2), (i + 1, i + 2))):
            return True
        if self.at(i - 1, "vg") or self.at(i + 1, "vg") or self.at(i + 1, "noun", "game"):
            return True
        if i == 0 or self.at(i - 1, "noun", "pokemon"):
            return i > 0 or token.text.casefold() in _COINED
        if token.text.casefold() in _COINED:
            return True
        named = token.text[:1].isupper() or (self.has("mon") and self.has("move"))
        last = i == len(self.tokens) - 1 and token.readings.keys() <= {"vg", "version", "color"} and named
        key_words = any(self.at(i - 1, tag) for tag in ("mon", "move", "learn")) or self.at(i - 1, "wh", "level")
        if last and key_words:
            return True  # "Swampert Earthquake level, Emerald"
        before = self.tokens[i - 1].text.casefold()
        said = self.at(i - 1, "prep", "in") and " " in before and not before.endswith(" the")  # "I'm playing"
        return said or before in ("in", "in pokemon", "in pokémon", "evolve in", "evolves in")

    def is_universal(self) -> bool:
        """Is it asked whether something holds for all of a set? The queries have no such question."""
        said = [i for i, t in enumerate(self.tokens) if t.text.casefold() in UNIVERSALS]
        # 双防都超过100: behind attributes 都 is about them.
        said = [i for i in said if not (self.tokens[i].text == "都" and self.at(i - 1, "attr"))]
        if any(self.tokens[i - 1].text == "谁" for i in said if i):
            return True  # 谁都怕格斗吗
        return bool(said) and (self.is_yes_no() or self._claims_of_all())

    def _claims_of_all(self) -> bool:
        """ "Every Dragon type is weak to Ice.", 所有的龙系都怕冰: a whole sentence, and no description of a set."""
        if self.tokens[0].text.casefold() not in UNIVERSALS or self.tokens[0].text == "都" or self.has("wh"):
            return False
        if self.language == "ja":  # すべてのドラゴンタイプはこおりに弱い
            topic = next((i for i, token in enumerate(self.tokens) if token.text in ("は", "が")), len(self.tokens))
            return any(i > topic for i in self.content())
        if self.language != "en":
            spread = [i for i, token in enumerate(self.tokens) if token.text.startswith("都") and i > 1]
            return bool(spread) and not any(token.text.startswith("的") for token in self.tokens[spread[0] :])
        each = self.tokens[0].text.casefold() in ("every", "each", "every single")
        for k in range(2, len(self.tokens)):
            token = self.tokens[k]
            if token.text.casefold().partition(" ")[0] in _RELATIVES:
                return False
            has = token.text.casefold() in ("has", "have")
            verb = token.has("aux", "be") or has or (each and (token.has("aux") or token.text.casefold() in _CLAIMING))
            if verb and self._ends_a_set(k - 1):
                return True
        return False

    def _ends_a_set(self, i: int) -> bool:
        return any(self.at(i, tag) for tag in ("type", "cls", "brood")) or self.at(i, "noun", "pokemon", "type")

    def is_existential(self) -> bool:
        """Is it asked whether any of a set does something ("does any Ice type resist Fire")?"""
        if not self.is_yes_no():
            return False
        if self.has("exist") and any(self.at(i - 1, "filler") for i in self.find("noun", "pokemon", again=True)):
            return True  # "Is there a Pokémon that resists Fire?"
        if any(self.at(i, "exist") and self._is_set(i + 1) for i in self.find("aux", "be", again=True)):
            return True  # "Are there Water types that are immune to Electric?"
        return any(
            token.text.casefold() in ("any", "任何") and (self.at(i + 1, "type") or self.at(i + 1, "cls"))
            for i, token in enumerate(self.tokens)
        )

    def _is_set(self, i: int) -> bool:
        """Do the words from here name the members of a type, described by what follows ("Water types that …")?"""
        i += self.at(i, "filler") or self.at(i, "list")
        told = any(self.at(i + 2, *said) for said in (("pron",), ("wh", "which", "who"), ("aux", "have")))
        return self.language == "en" and self.at(i, "type") and self.at(i + 1, "noun", "type") and told

    def is_negated(self) -> bool:
        """Is there a negation that nothing has explained yet?"""
        return bool(self.find("neg", "neg"))

    def is_claim(self) -> bool:
        """Is something put forward to be confirmed (…，对吗, …吧, …ですよね)? What it denies is then to be weighed
        as denied; a plain 不是……吗 asks back what it takes to be so.
        """
        if self.language == "en":
            return False
        said = {self.tokens[i].text for i in self.find("yn", again=True)}
        if self.language == "ja":
            return self.claimed or not said.isdisjoint(_CONFIRMED)
        asked = bool(self.find("neg", "negyn", again=True)) and not said
        return self.claimed or asked or not said <= _ASKED_BACK

    def is_held_against(self) -> bool:
        """Does 比 stand in front of a Pokémon or a type: 比百变怪难抓? Such a sentence compares, whatever it names."""
        return self.language.startswith("zh") and any(
            self.at(i + 1, "mon") or self.at(i + 1, "type") for i in self.find("prep", "than", again=True)
        )

    def _leads_before(self, i: int) -> bool:
        return self.at(i, "hist", "past") and self.tokens[i].text.casefold() in ("before", "prior to")

    def scope(self) -> Scope:
        """The generation or game that the clause names, explained; NOW if none."""
        generation: int | None = None
        groups: tuple[int, ...] = ()
        for i in self.find("vg"):
            if not self._names_a_game(i):
                continue
            groups += tuple(g for g in self.value(i, "vg") if g not in groups)
            self.take(i)
        if groups:
            generation = max(self.dataset.version_groups[g].generation for g in groups)
            first = min(i for i in self.find("vg", again=True) if i in self.used)
            if self._leads_before(first - 1):
                self.take(first - 1)
                generation, groups = min(self.dataset.version_groups[g].generation for g in groups) - 1, ()
            elif self.tokens[min(first + 1, len(self.tokens) - 1)].text in _BEFORE:
                self.take(first + 1)
                generation, groups = min(self.dataset.version_groups[g].generation for g in groups) - 1, ()
        for i in self.find("gen"):
            generation = int(self.value(i, "gen"))
            if self.at(i - 1, "hist", "past") and self.tokens[i - 1].text.casefold() in ("before", "prior to"):
                generation -= 1
                self.take(i - 1)
            elif self.at(i + 1, "hist", "past") and self.language != "en":
                generation -= 1
                self.take(i + 1)
            self.take(i)
            if self.at(i + 1, "noun", "generation"):
                self.take(i + 1)
        if groups:
            self.take(*self.find("noun", "game"))
        if generation is None and not groups:
            return NOW
        return Scope(max(generation or 1, 1), groups)

    def games(self) -> Scope:
        """The games that are named, with or without "in" before them, and which single ones; else the generation."""
        groups: tuple[int, ...] = ()
        versions: tuple[int, ...] = ()
        named = self.find("vg")
        for i in named:
            groups += tuple(g for g in self.value(i, "vg") if g not in groups)
            versions += self.tokens[i].readings.get("version", ())
            self.take(i)
        if not groups:
            return self.scope()
        if not all(self.at(i, "version") for i in named):
            versions = ()
        self.take(*self.find("noun", "game"))
        return Scope(max(self.dataset.version_groups[g].generation for g in groups), groups, versions)


#: What may stand in front of a yes/no question's auxiliary.
_CIRCUMSTANCES = ("gen", "vg", "hist", "prep", "weather", "terrain", "screen", "help", "room", "format", "battlewords",
                  "unitsystem")  # fmt: skip


def places_of(tokens: Sequence[Token]) -> dict[str, list[int]]:
    """Where the tokens with each tag stand; the frames of one clause share it."""
    places: dict[str, list[int]] = {}
    for i, token in enumerate(tokens):
        for tag in token.readings:
            places.setdefault(tag, []).append(i)
    return places


def is_negative_auxiliary(text: str) -> bool:
    """Whether a word is an English auxiliary in the negative (isn't, cannot)."""
    folded = text.casefold().replace("’", "'")
    return folded.endswith("n't") or folded in ("isnt", "doesnt", "cant", "cannot", "arent", "dont", "wont")


def is_free(token: Token) -> bool:
    """Does the token have a reading without content?"""
    for tag, said in token.readings.items():  # mostly one or two, and asked of every token many times
        if tag in FREE:
            values = FREE[tag]
            if values is None or not values.isdisjoint(said):
                return True
    return False


#: Words that make a yes/no question one about a whole set.
UNIVERSALS = frozenset(word_list("universals"))

#: What asks for a number inside a word for an attribute.
_WHICH_NUMBER = word_list("which-number")

#: Words that begin a description of a set, and verbs without an auxiliary that say something of each of it.
_RELATIVES = frozenset(word_list("relatives"))
_CLAIMING = frozenset(word_list("claiming"))

#: Chinese particles that only ask, and Japanese words that ask to confirm.
_ASKED_BACK = frozenset({"吗", "么", "嘛", "嗎", "呢吗", *"不没否", "没有"})
_CONFIRMED = frozenset(word_list("confirmed"))

Frame = Callable[[Clause], Any]


def nearest(indices: Iterable[int], to: int) -> int | None:
    """The index nearest to another."""
    found = list(indices)
    return min(found, key=lambda i: abs(i - to)) if found else None
