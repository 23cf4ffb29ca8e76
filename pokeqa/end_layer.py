"""The last layer: says honestly what could not be answered and why, and the nearest thing that can be asked."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from .availability import SOURCES, availability
from .echo import echo
from .events import Delta, Event
from .layer import Inner, finish
from .pokedex.phrases import Phrases, phrases_for
from .question.algebra import Mon
from .question.understanding import Mention, Part, Understanding
from .request import ChatRequest, Meta
from .settings import Settings

#: What can be asked about a thing of each kind, as keys of the answer templates below `ask.`.
_ASKABLE = {
    "pokemon": ("type", "weakness", "evolution"),
    "move": ("type", "power", "learners"),
    "ability": ("members", "hidden"),
    "type": ("weakness", "count", "fastest"),
}
#: Where the refs say how a source did.
_REFS = {"knowledge_base": "knowledge_base", "graph": "graph_base", "web": "web_search", "mcp": "mcp"}
_EXAMPLES = ("type", "compare", "evolution")
_NAMES_MAX = 3


class EndLayer:
    """Answers everything that nothing before it could, without pretending to know."""

    name = "end"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """One honest answer; `inner` is never asked."""
        started_ms = request.trace.now_ms()
        understanding = request.understanding
        phrases = phrases_for(understanding.language)
        unknown = _unknown_names(understanding)
        known = [mention for mention in understanding.mentions if mention.how != "fuzzy"]

        sentences = [_what_is_known(unknown, known, phrases)]
        options = _with_nearest_name(understanding.parts)
        if unknown and options:
            names = phrases.join((option["label"] for option in options), "or")
            sentences.append(phrases.say("end.nearest", names=names))
        elif not unknown:
            sentences.append(self._what_is_missing(request, phrases))
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
        """Which sources the request switched on in vain; else that there are none yet."""
        states = availability(self._settings, phrases.language)
        wanted = [source for source in switched_on(request.meta) if not states[source].available]
        for source in wanted:
            if source in _REFS:
                getattr(request.refs, _REFS[source])["message"] = states[source].reason
        if wanted:
            return phrases.say("end.switched_on", sources=phrases.join(phrases.say(f"source.{s}") for s in wanted))
        absent = [source for source in SOURCES if states[source].code == "not_yet"]
        return phrases.say("end.no_sources", sources=phrases.join(phrases.say(f"source.{s}") for s in absent))


def switched_on(meta: Meta) -> list[str]:
    """The sources that a request asks for, by the names of `SOURCES`."""
    asked = {
        "knowledge_base": meta.db_id is not None,
        "graph": meta.use_graph,
        "web": meta.use_web,
        "mcp": meta.mcp_id is not None,
        "agent": meta.use_agent,
    }
    return [source for source, wanted in asked.items() if wanted]


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
