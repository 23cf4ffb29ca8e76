"""The retrieval cache: within a conversation, what a source found is used again for a while.

    source = CachedSource(source, RetrievalCache(embed=embedder.aembed_query))

A search is spared when the same source was asked, with the same settings, for nothing that this question does not name,
in similar words, a short time ago. A question that asks for more always searches. `data/cache/retrieval.yaml` holds the
settings of each source and is read anew whenever it changes.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..errors import PokeqaError
from ..paths import DATA
from ..question.algebra import Mon
from ..question.understanding import Understanding
from ..request import Meta
from ..yaml_files import read_yaml
from .answers import EMBED_TIMEOUT_S, Embed, Versions
from .conversations import Conversations, Turned
from .likeness import likeness

if TYPE_CHECKING:
    from ..retrieval.evidence import Source, SourceQuery, SourceResult

logger = logging.getLogger(__name__)

SETTINGS_FILE = DATA / "cache" / "retrieval.yaml"

Arm = Literal["cached", "bypassed"]

_MON = re.compile(r"pokemon_id=(\d+)")
_THING = re.compile(r"Thing\(kind='(\w+)', id=(\d+)\)")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """How one source is cached; times in seconds."""

    enabled: bool = True
    ttl_s: float = 300.0
    min_similarity: float = 0.7
    match: Literal["similarity", "signature"] = "similarity"


class CacheSettings:
    """The settings file, read anew when it changes. One that cannot be read leaves the last good one in force."""

    def __init__(self, path: Path = SETTINGS_FILE) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._sources: dict[str, SourceSettings] = {}
        self.bypass_share = 0.0
        self.conversations: dict[str, float] = {}
        self._more: dict[str, tuple[str, ...]] = {}

    def refresh(self) -> None:
        """Read the file if it has changed."""
        try:
            found = self._path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
        except OSError:
            stamp = (0, 0)
        with self._lock:
            if stamp == self._stamp:
                return
            self._stamp = stamp
            try:
                self._read(read_yaml(self._path))
            except (PokeqaError, TypeError, ValueError, KeyError, AttributeError) as error:
                logger.warning("%s cannot be read; the settings before it stay in force: %s", self._path.name, error)

    def _read(self, data: Mapping[str, Any]) -> None:
        listed: Mapping[str, Mapping[str, Any]] = data["sources"]
        default = SourceSettings(**listed.get("default", {}))
        sources = {name: replace(default, **values) for name, values in listed.items() if name != "default"}
        for name, one in [("default", default), *sources.items()]:
            if not (one.ttl_s >= 0 and 0 <= one.min_similarity <= 1 and one.match in ("similarity", "signature")):
                raise ValueError(f"the settings of {name} are out of range")
        share = float(data.get("bypass_share", 0.0))
        if not 0 <= share <= 1:
            raise ValueError("bypass_share must be between 0 and 1")
        self._more = {language: tuple(map(str, words)) for language, words in data.get("more", {}).items()}
        self.conversations = dict(data.get("conversations", {}))
        self.bypass_share = share
        self._sources = {"default": default, **sources}

    def of(self, source: str) -> SourceSettings:
        """The settings of a source."""
        return self._sources.get(source) or self._sources.get("default") or SourceSettings()

    def asks_for_more(self, text: str, language: str) -> bool:
        """Whether a question wants what it has not seen yet."""
        words = self._more.get(language.partition("-")[0], ())
        if language == "en":
            return not set(words).isdisjoint(_WORD.findall(text.casefold()))
        return any(word in text for word in words)


class RetrievalCache:
    """What all cached sources share: the conversations, the settings, the counts of both arms."""

    def __init__(
        self,
        *,
        embed: Embed | None = None,
        versions: Versions = lambda meta: {},
        settings: CacheSettings | None = None,
        conversations: Conversations | None = None,
    ) -> None:
        self.settings = settings or CacheSettings()
        self.conversations = Conversations() if conversations is None else conversations
        self._embed = embed
        self._versions = versions
        self._lock = threading.Lock()
        self._counts: dict[Arm, Counter[str]] = {"cached": Counter(), "bypassed": Counter()}
        self._ms: dict[Arm, float] = {"cached": 0.0, "bypassed": 0.0}

    def refresh(self) -> None:
        """Take over what changed in the settings file."""
        self.settings.refresh()
        for name, value in self.settings.conversations.items():
            if name in ("max_turns", "timeout_s", "max_conversations"):
                setattr(self.conversations, name, value)

    def arm(self, conversation: str) -> Arm:
        """The arm of a conversation: always the same one, by its name."""
        place = int.from_bytes(hashlib.sha256(conversation.encode()).digest()[:4], "big") / 2**32
        return "bypassed" if place < self.settings.bypass_share else "cached"

    async def vector(self, text: str) -> Sequence[float] | None:
        """The vector of a text; None where there is no embedder, or it does not answer in time."""
        if self._embed is None:
            return None
        try:
            async with asyncio.timeout(EMBED_TIMEOUT_S):
                return await self._embed(text)
        except (PokeqaError, TimeoutError):
            return None

    def setting_of(self, meta: Meta, language: str) -> str:
        """Everything beside the question that changes what is found. Raises `PokeqaError` when it cannot be told."""
        wishes = meta.model_dump(mode="json", exclude={"use_cache", "history_round", "locale", "agent_constraints"})
        return json.dumps([wishes, language, sorted(self._versions(meta).items())])

    def counted(self, arm: Arm, what: str, ms: float) -> None:
        """Count a search."""
        with self._lock:
            self._counts[arm]["searches"] += 1
            self._counts[arm][what] += 1
            self._ms[arm] += ms

    def feedback(self, conversation: str, *, good: int = 0, bad: int = 0) -> None:
        """Count what somebody thinks of an answer; a negative number takes a vote back."""
        with self._lock:
            counts = self._counts[self.arm(conversation)]
            counts["good"] = max(counts["good"] + good, 0)
            counts["bad"] = max(counts["bad"] + bad, 0)

    def figures(self) -> dict[str, dict[str, float]]:
        """Hit rate, mean latency and feedback of both arms."""
        with self._lock:
            return {
                arm: {
                    "searches": counts["searches"],
                    "hits": counts["hit"],
                    "hit_rate": round(counts["hit"] / counts["searches"], 4) if counts["searches"] else 0.0,
                    "mean_ms": round(self._ms[arm] / counts["searches"], 2) if counts["searches"] else 0.0,
                    "good": counts["good"],
                    "bad": counts["bad"],
                }
                for arm, counts in self._counts.items()
            }


class CachedSource:
    """A source that remembers what it found."""

    def __init__(self, source: Source, cache: RetrievalCache) -> None:
        self.source = source
        self.name = source.name
        self.supports_caching = source.supports_caching
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        # Whoever needs more of the source than a source must have (its bases, its status) gets it.
        return getattr(self.source, name)

    async def available(self) -> str | None:
        """What the source says."""
        return await self.source.available()

    async def close(self) -> None:
        """Close the source, and forget every conversation."""
        self._cache.conversations.clear()
        await self.source.close()

    async def search(self, query: SourceQuery) -> SourceResult:
        """What was found a short time ago, or what the source finds now. Raises what the source raises."""
        cache, conversation = self._cache, query.conversation
        cache.refresh()
        own = cache.settings.of(self.name)
        if not (self.supports_caching and own.enabled and own.ttl_s > 0 and query.meta.use_cache and conversation):
            return await self.source.search(query)
        began = time.perf_counter()
        if cache.arm(conversation) == "bypassed":
            result = await self.source.search(query)
            cache.counted("bypassed", "miss", _ms(began))
            return result
        try:
            setting = await asyncio.to_thread(cache.setting_of, query.meta, query.understanding.language)
        except PokeqaError:
            return await self.source.search(query)
        more = cache.settings.asks_for_more(query.understanding.text, query.understanding.language)
        turns = [] if more else self._usable(conversation, setting, query, own)
        vector = await cache.vector(query.text) if own.match == "similarity" and turns else None
        for turned in turns:
            value = _alike(turned, query, vector, own)
            if value is not None:
                cache.counted("cached", "hit", _ms(began))
                return _from_memory(turned, value, cache.conversations.now() - turned.at)
        result = await self.source.search(query)
        cache.counted("cached", "miss", _ms(began))
        if result.results:
            if vector is None and own.match == "similarity":
                vector = await cache.vector(query.text)
            understanding = query.understanding
            cache.conversations.add(
                conversation,
                Turned(
                    self.name, setting, _plain(query.text), understanding.signature.text, entities_of(understanding),
                    vector, result, cache.conversations.now(),
                ),
            )  # fmt: skip
        return result

    def _usable(self, conversation: str, setting: str, query: SourceQuery, own: SourceSettings) -> list[Turned]:
        """The searches that this question names nothing new to, newest first."""
        now, named = self._cache.conversations.now(), entities_of(query.understanding)
        return [
            turned
            for turned in self._cache.conversations.turns(conversation)
            if turned.source == self.name
            and turned.setting == setting
            and now - turned.at < own.ttl_s
            and named <= turned.entities
        ]


def entities_of(understanding: Understanding) -> frozenset[str]:
    """Everything that a question names, or that earlier turns supply: those are in the signature only."""
    named = {
        f"pokemon/{subject.pokemon_id}" if isinstance(subject, Mon) else f"{subject.kind}/{subject.id}"
        for mention in understanding.mentions
        for subject in mention.subjects
    }
    signature = understanding.signature.text
    named |= {f"pokemon/{number}" for number in _MON.findall(signature)}
    return frozenset(named | {f"{kind}/{number}" for kind, number in _THING.findall(signature)})


def _alike(turned: Turned, query: SourceQuery, vector: Sequence[float] | None, own: SourceSettings) -> float | None:
    """How alike an earlier search is, if it may be used; None if not."""
    if own.match == "signature":
        signature = query.understanding.signature
        same = turned.signature == signature.text and (signature.complete or turned.text == _plain(query.text))
        return 1.0 if same else None
    if turned.text == _plain(query.text):
        return 1.0
    if vector is None or turned.vector is None:
        return None
    value = likeness(vector, turned.vector)
    return value if value >= own.min_similarity else None


def _from_memory(turned: Turned, value: float, age_s: float) -> SourceResult:
    """The result, with a note for the trace."""
    note = {"kind": "retrieval", "age_s": round(age_s, 1), "similarity": round(value, 4), "question": turned.text}
    result: SourceResult = turned.result
    return replace(result, detail={**result.detail, "cache": note})


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _ms(began: float) -> float:
    return (time.perf_counter() - began) * 1000
