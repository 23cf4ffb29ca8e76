"""The last layer: says honestly what could not be answered and why, and the nearest thing that can be asked."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from functools import partial

from .availability import SOURCES, Availability, availability
from .echo import echo
from .events import Delta, Event
from .layer import Inner, finish
from .pokedex.phrases import Phrases, phrases_for
from .question.algebra import Mon
from .question.understanding import Mention, Part, Understanding
from .request import EVIDENCE, ChatRequest, Meta
from .settings import Settings

#: What can be asked about a thing of each kind, as keys of the answer templates below `ask.`.
_ASKABLE = {
    "pokemon": ("type", "weakness", "evolution"),
    "move": ("type", "power", "learners"),
    "ability": ("members", "hidden"),
    "type": ("weakness", "count", "fastest"),
}
#: Sources whose messages are this project's own sentences, and not what another machine said.
_OWN_SENTENCES = ("knowledge_base", "graph")
_EXAMPLES = ("type", "compare", "evolution")
_NAMES_MAX = 3


class EndLayer:
    """Answers everything that nothing before it could, without pretending to know."""

    name = "end"

    def __init__(self, settings: Settings, states: Callable[[str], Mapping[str, Availability]] | None = None) -> None:
        self._states = states or partial(availability, settings)

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """One honest answer; `inner` is never asked."""
        started_ms = request.trace.now_ms()
        understanding = request.understanding
        phrases = phrases_for(understanding.language)
        if request.partly_answered:
            why = "no layer could answer the rest; said so"
            request.trace.add(self.name, "left_open", why, started_ms=started_ms)
            yield Delta(phrases.say("layer.left_open", rest=echo(request.query)))
            yield finish(request, "local_dataset")
            return
        unknown = _unknown_names(understanding)
        known = [mention for mention in understanding.mentions if mention.how != "fuzzy"]

        sentences = [_what_is_known(unknown, known, phrases)]
        options = _with_nearest_name(understanding.parts)
        if unknown and options:
            names = phrases.join((option["label"] for option in options), "or")
            sentences.append(phrases.say("end.nearest", names=names))
        elif not unknown:
            sentences.extend(filter(None, [self._what_is_missing(request, phrases)]))
        follow_ups = [] if options else _about(known, phrases) or _examples(phrases)

        request.refs.local_dataset = {"rows": [], "cards": [], "options": options, "follow_ups": follow_ups}
        request.trace.add(
            self.name,
            "unknown_name" if unknown else "not_answered",
            "a name in the question is not in the Pokédex" if unknown else "no layer could answer; said so",
            started_ms=started_ms,
        )
        text = phrases.say("list.sentence").join(sentences)
        if follow_ups:
            text += f"\n\n{phrases.say('end.ask_instead')}\n\n" + "\n".join(f"- {question}" for question in follow_ups)
        yield Delta(text)
        yield finish(request, "model")

    def _what_is_missing(self, request: ChatRequest, phrases: Phrases) -> str:
        """What became of the sources that the request switched on; else which others there are."""
        states = self._states(phrases.language)
        wanted = switched_on(request.meta)
        absent = [source for source in wanted if not states[source].available]
        for source in absent:
            if source in EVIDENCE:
                getattr(request.refs, EVIDENCE[source])["message"] = states[source].reason
        asked = [source for source in wanted if source not in absent]
        said = []
        if absent:
            said.append(phrases.say("end.switched_on", sources=_named(absent, phrases)))
        if asked:
            said.append(phrases.say("end.found_nothing", sources=_named(asked, phrases)))
            # "The knowledge base is being built. Ask again in a minute."
            messages = (getattr(request.refs, EVIDENCE[one])["message"] for one in asked if one in _OWN_SENTENCES)
            said.extend(message for message in messages if message)
        others = [source for source in EVIDENCE if states[source].available and source not in wanted]
        missing = [source for source in SOURCES if states[source].code == "not_yet"]
        if others:
            said.append(phrases.say("end.other_sources", sources=_named(others, phrases, "or")))
        elif missing and not wanted:
            said.append(phrases.say("end.no_sources", sources=_named(missing, phrases)))
        return phrases.say("list.sentence").join(said)


def _named(sources: list[str], phrases: Phrases, word: str = "and") -> str:
    return phrases.join((phrases.say(f"source.{source}") for source in sources), word)


def switched_on(meta: Meta) -> list[str]:
    """The sources that a request asks for, by the names of `SOURCES`."""
    return [*meta.sources, *(["agent"] if meta.use_agent else [])]


def _unknown_names(understanding: Understanding) -> list[str]:
    names = (name for part in understanding.parts for name in part.unknown_names)
    return list(dict.fromkeys(names))[:_NAMES_MAX]


def _what_is_known(unknown: list[str], known: list[Mention], phrases: Phrases) -> str:
    if unknown:
        quoted = (phrases.say("end.quote", name=echo(name)) for name in unknown)
        return phrases.say("end.unknown_name", names=phrases.join(quoted, "or"))
    if known:
        names = list(dict.fromkeys(mention.name for mention in known))[:_NAMES_MAX]
        return phrases.say("end.not_held", names=phrases.join(names))
    return phrases.say("end.no_name")


def _with_nearest_name(parts: tuple[Part, ...]) -> list[dict[str, str]]:
    """The question again, to click: with the unknown name replaced by each of the real names near it."""
    return [
        {"label": suggestion, "query": part.text.replace(part.unknown_names[0], suggestion)}
        for part in parts
        if len(part.unknown_names) == 1
        for suggestion in part.suggestions
    ][:_NAMES_MAX]


def _about(known: list[Mention], phrases: Phrases) -> list[str]:
    """Questions that can be answered about the first thing that the question names."""
    for mention in known:
        subject = mention.subjects[0]
        kind = "pokemon" if isinstance(subject, Mon) else subject.kind
        if kind in _ASKABLE:
            return [phrases.say(f"ask.{kind}.{key}", name=mention.name) for key in _ASKABLE[kind]]
    return []


def _examples(phrases: Phrases) -> list[str]:
    return [phrases.say(f"ask.example.{key}") for key in _EXAMPLES]
