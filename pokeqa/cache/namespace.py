"""What an answer depends on beside its question: answers of different name spaces never meet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from .. import __version__
from ..question.signature import VERSION
from ..question.understanding import Understanding
from ..request import Meta

#: The fields of a request that change what retrieval finds.
_RETRIEVAL = ("db_id", "use_graph", "rewrite", "rerank", "top_k", "distance_threshold")

#: Rises whenever what is stored takes another form.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Namespace:
    """What the answers of this process are made with.

    `prompt` is a hash of the prompts, `embedder` the embedder's id, `dataset` the Pokédex's version, `app` that of the
    program. Without a model, `provider` and `model` are "none".
    """

    dataset: str
    embedder: str = "none"
    provider: str = "none"
    model: str = "none"
    prompt: str = "none"
    app: str = __version__


@dataclass(frozen=True, slots=True)
class Space:
    """The name space of one question: `fields` for people, `id` for keys, `tags` for evictions."""

    fields: dict[str, Any]
    id: str
    tags: tuple[str, ...]


def space_of(made_with: Namespace, understanding: Understanding, meta: Meta, versions: Mapping[str, str]) -> Space:
    """The name space of a question. `versions` are the content versions of the sources that it may use, by tag."""
    retrieval = tuple((name, getattr(meta, name)) for name in _RETRIEVAL)
    return _space(made_with, understanding.language.partition("-")[0], retrieval, tuple(sorted(versions.items())))


@lru_cache(maxsize=1024)
def _space(
    made_with: Namespace, language: str, retrieval: tuple[tuple[str, Any], ...], versions: tuple[tuple[str, str], ...]
) -> Space:
    fields: dict[str, Any] = {
        "format": FORMAT,
        "signature": VERSION,
        "language": language,
        **asdict(made_with),
        "retrieval": dict(retrieval),
        "versions": dict(versions),
    }
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True)
    tags = {"answers", f"dataset:{made_with.dataset}", f"model:{made_with.provider}/{made_with.model}"}
    for tag, version in versions:
        tags |= {tag, versioned(tag, version)}
    return Space(fields, hashlib.sha256(text.encode()).hexdigest()[:24], tuple(sorted(tags)))


def versioned(tag: str, version: str) -> str:
    """The tag of one content version of a source."""
    return f"{tag}@{version}"


def prompt_hash(*prompts: str) -> str:
    """A hash of prompts, for `Namespace.prompt`."""
    return hashlib.sha256("\0".join(prompts).encode()).hexdigest()[:16]
