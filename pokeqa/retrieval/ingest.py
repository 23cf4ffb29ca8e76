"""Documents into nodes with vectors: LlamaIndex's ingestion pipeline over this project's chunks.

    nodes = Ingestion(embedder).run("pokedex", documents)

A node's id depends only on the base, the document's content and the chunk's position, so that writing the same
document twice changes nothing. Its reference document is the content hash, by which old chunks are told from new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .documents import Chunk, Document
from .embedders import Embedder

if TYPE_CHECKING:
    from llama_index.core.schema import BaseNode, TransformComponent


class Ingestion:
    """The pipeline for one embedder; loads it on first use."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def run(self, db_id: str, documents: Sequence[Document]) -> list[BaseNode]:
        """The nodes of documents, in order, with vectors. Blocking: about 10 ms a chunk."""
        return self.embed(self.cut(db_id, documents))

    def cut(self, db_id: str, documents: Sequence[Document]) -> list[BaseNode]:
        """The nodes of documents, in order, still without vectors."""
        from llama_index.core.schema import Document as LlamaDocument

        by_hash = {document.hash: document for document in documents}
        llama = [LlamaDocument(text=document.text, id_=document.hash) for document in by_hash.values()]
        return _run([_chunker(db_id, by_hash)], llama)

    def embed(self, nodes: Sequence[BaseNode]) -> list[BaseNode]:
        """The nodes with their vectors."""
        return _run([self._embedder.load()], nodes)


def _run(transformations: list[TransformComponent], nodes: Sequence[BaseNode]) -> list[BaseNode]:
    from llama_index.core.ingestion import IngestionPipeline

    pipeline = IngestionPipeline(transformations=transformations, disable_cache=True)
    return list(pipeline.run(nodes=list(nodes), show_progress=False))


def _chunker(db_id: str, by_hash: dict[str, Document]) -> TransformComponent:
    from llama_index.core.schema import TransformComponent

    class Chunker(TransformComponent):
        """Cuts documents into this project's chunks."""

        def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> Sequence[BaseNode]:
            documents = (by_hash[node.node_id] for node in nodes)
            return [node_of(chunk, n) for document in documents for n, chunk in enumerate(document.chunks(db_id))]

    return Chunker()


def node_of(chunk: Chunk, position: int) -> BaseNode:
    """A chunk as LlamaIndex knows it. `head_chars` is the length of the head, which a reader is not shown."""
    from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

    document = chunk.document
    metadata = {
        "title": document.title,
        "heading": chunk.heading,
        "slug": document.slug,
        "lang": document.language,
        "kind": document.kind,
        "document": document.id,
        "entities": list(document.entities),
        "position": position,
        "head_chars": len(chunk.head) + 1,
    }
    return TextNode(
        id_=chunk.id,
        text=chunk.indexed,
        metadata=metadata,
        # The text already says what these say; the model is shown the text alone.
        excluded_embed_metadata_keys=list(metadata),
        excluded_llm_metadata_keys=list(metadata),
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=document.hash)},
    )
