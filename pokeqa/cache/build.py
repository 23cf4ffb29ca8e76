"""Puts the answer cache together from the settings and from what answers are made with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from ..errors import SourceError
from ..paths import DATA
from ..request import Meta
from ..settings import Settings
from .answers import AnswerCacheLayer, Embed, Versions
from .namespace import Namespace, prompt_hash
from .retrievals import CachedSource, RetrievalCache
from .store import CacheStore, open_store

if TYPE_CHECKING:
    from ..generation.llm import LanguageModel
    from ..retrieval.bases import KnowledgeBases
    from ..retrieval.evidence import Source


def build_answer_cache(
    settings: Settings,
    dataset_version: str,
    *,
    sources: Mapping[str, Source] | None = None,
    model: LanguageModel | None = None,
    store: CacheStore | None = None,
) -> AnswerCacheLayer:
    """The answer cache of one process. Opens nothing. `model` is the language model that writes answers, if any."""
    bases = bases_of(sources or {})
    embed: Embed | None = None if bases is None else bases.embedder.aembed_query
    made_with = Namespace(
        dataset_version,
        embedder="none" if bases is None else bases.embedder.id,
        provider=settings.llm_base_url or (str(settings.llm_path) if settings.llm_path else "none"),
        model="none" if model is None else f"{model.name} t={settings.llm_temperature:g} n={settings.llm_max_tokens}",
        prompt=prompts_in_use(),
    )
    return AnswerCacheLayer(
        store or open_store(settings),
        lambda: made_with,
        policy=settings.cache_policy,
        versions=content_versions(dataset_version, bases),
        embed=embed,
        expire_s=settings.cache_expire_s,
    )


def content_versions(dataset_version: str, bases: KnowledgeBases | None) -> Versions:
    """The content versions of what a request may use: of its knowledge base, and of the graph, made of the Pokédex."""

    def versions(meta: Meta) -> Mapping[str, str]:
        found: dict[str, str] = {}
        if meta.db_id is not None and bases is not None:
            if bases.progress(meta.db_id) is not None:
                raise SourceError("The knowledge base is being indexed.")
            found[f"kb:{meta.db_id}"] = bases.version(meta.db_id)
        if meta.use_graph:
            found["graph"] = dataset_version
        return found

    return versions


def bases_of(sources: Mapping[str, Source]) -> KnowledgeBases | None:
    """The knowledge bases behind the sources, if one of them has any."""
    bases: KnowledgeBases | None = getattr(sources.get("knowledge_base"), "bases", None)
    return bases


def cached_sources(sources: Mapping[str, Source], dataset_version: str) -> tuple[dict[str, Source], RetrievalCache]:
    """The sources, each with the retrieval cache before it, and that cache."""
    bases = bases_of(sources)
    retrievals = RetrievalCache(
        embed=None if bases is None else bases.embedder.aembed_query,
        versions=content_versions(dataset_version, bases),
    )
    return {name: CachedSource(source, retrievals) for name, source in sources.items()}, retrievals


@cache
def prompts_in_use() -> str:
    """A hash of every prompt of the project: a changed one makes other answers."""
    return prompt_hash(*(path.read_text(encoding="utf-8") for path in sorted((DATA / "prompts").glob("*.yaml"))))
