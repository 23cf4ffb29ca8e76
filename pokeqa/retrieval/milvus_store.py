"""The chunks of a knowledge base in Milvus: a Milvus Lite file by default, or a server by address.

Everything here blocks and is called from worker threads. LlamaIndex's `MilvusVectorStore` makes the collection, adds
nodes and reads them back; the searches are run on its client, because they need what it does not pass on: sparse
search on Milvus Lite, escaped filters, and one retry after a restarted server let go of the collection.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import threading
from array import array
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import SourceError
from .terms import passage_vector, term_id, terms

if TYPE_CHECKING:
    from llama_index.core.schema import BaseNode, TextNode
    from llama_index.vector_stores.milvus import MilvusVectorStore

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: Fields that a search may be filtered by. Keys go into the expression as they are, so no other is let through.
FILTER_KEYS = frozenset({"doc_id", "id", "kind", "lang", "slug"})

#: What nodes are rebuilt from.
NODE_FIELDS = ("_node_content", "_node_type", "text")

#: From this server version on, a collection is searched by sparse vectors (BM25) beside the dense ones; below, by the
#: dense ones alone.
FIRST_WITH_SPARSE = (2, 5)

#: Every vector has length 1, so the inner product is the cosine, and cheaper. BM25 is an inner product as well.
METRIC = "IP"

CONNECT_TIMEOUT_S = 3.0
#: The client's code for a server that cannot be reached.
CONNECT_FAILED = 2

INSERT_BATCH = 256
#: Chunks of a collection that are kept in memory once they were read; about 7 kB each.
NODES_KEPT = 1024
DELETE_BATCH = 500
LITE_FILE = "milvus.db"

#: Raised when chunks are stored in another way; old collections are then left alone and new ones filled.
SCHEMA = 1

_VERSION = re.compile(r"(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class MilvusAddress:
    """Where Milvus is: `uri` is a folder ending in ".db" (Milvus Lite) or a server's address."""

    uri: str
    token: str = ""

    @property
    def lite(self) -> bool:
        """Whether it is the embedded engine."""
        return "://" not in self.uri

    @property
    def label(self) -> str:
        """What a reader sees; never the token, nor a password in the address."""
        return "Milvus Lite" if self.lite else f"Milvus at {re.sub(r'//[^/@]*@', '//', self.uri)}"


def milvus_address(uri: str | None, token: str | None, data_dir: Path) -> MilvusAddress:
    """The address that the settings mean; None is the file in the data folder."""
    if not uri:
        return MilvusAddress(str((data_dir / LITE_FILE).expanduser().absolute()))
    if "://" in uri:
        return MilvusAddress(uri, token or "")
    path = Path(uri).expanduser().absolute()
    if path.suffix != ".db":
        raise SourceError(
            f"POKEQA_MILVUS_URI={uri} is neither a server's address nor a file ending in .db. "
            "Write http://HOST:19530, or a path such as /data/milvus.db."
        )
    return MilvusAddress(str(path))


def milvus_problem(address: MilvusAddress) -> str | None:
    """None when the libraries for an address are installed; else what to do."""
    if find_spec("pymilvus") is None or find_spec("llama_index") is None:
        return "The knowledge base needs Milvus. Run `pip install llama-index-vector-stores-milvus`."
    if address.lite and find_spec("milvus_lite") is None:
        return "The knowledge base's file needs Milvus Lite. Run `pip install milvus-lite`, or set POKEQA_MILVUS_URI."
    return None


def collection_name(db_id: str, embedder_id: str) -> str:
    """The collection of a base for an embedder: a readable part, and a hash that tells all apart."""
    digest = hashlib.sha256(f"{SCHEMA}\0{db_id}\0{embedder_id}".encode()).hexdigest()[:12]
    return f"pokeqa_{re.sub(r'[^a-z0-9]', '_', db_id)[:40]}_{digest}"


def filter_expression(filters: Mapping[str, str | Sequence[str]]) -> str:
    """A Milvus filter: every field must equal its value, or one of its values.

    Raises `SourceError` for a field that may not be filtered by, and for values that no field of ours can hold.
    """
    clauses = []
    for key, value in filters.items():
        if key not in FILTER_KEYS:
            raise SourceError(f"Passages cannot be filtered by {key!r}. Use one of: {', '.join(sorted(FILTER_KEYS))}.")
        values = [value] if isinstance(value, str) else list(value)
        clauses.append(f"{key} in [{', '.join(_literal(one) for one in values)}]")
    return " and ".join(clauses)


def _literal(value: str) -> str:
    """A string as a Milvus literal. Control characters are refused: no value of ours has any."""
    if not isinstance(value, str) or any(ord(c) < 32 or ord(c) == 127 for c in value):
        raise SourceError("A filter's value must be text without control characters. Remove them and ask again.")
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk found by one search, with that search's score (higher is better)."""

    id: str
    document_hash: str
    score: float


class ChunkStore:
    """One collection. `hybrid` tells whether it has sparse vectors beside the dense ones."""

    def __init__(self, store: MilvusVectorStore, *, hybrid: bool, version: str) -> None:
        self._store = store
        self._client: Any = store.client
        self.name: str = store.collection_name
        self.hybrid = hybrid
        self.version = version
        self._reading = threading.Lock()
        self._read: OrderedDict[str, tuple[TextNode, Sequence[float]]] = OrderedDict()

    # ------------------------------------------------------------------ writing

    def add(self, nodes: Sequence[BaseNode]) -> None:
        """Write nodes that have vectors; one with an id that is there already takes its place."""
        self._guard(lambda: self._store.add(list(nodes)))

    def delete_documents(self, hashes: Iterable[str]) -> None:
        """Delete the chunks of documents by content hash."""
        pending = list(hashes)
        for start in range(0, len(pending), DELETE_BATCH):
            expression = filter_expression({"doc_id": pending[start : start + DELETE_BATCH]})
            self._guard(lambda e=expression: self._client.delete(self.name, filter=e))  # type: ignore[misc]

    def flush(self) -> None:
        """Make what was written durable, and quick to search."""
        self._guard(lambda: self._client.flush(self.name))

    def count(self) -> int:
        """How many chunks there are, those that do not count any more included."""
        rows = self._guard(lambda: self._client.query(self.name, filter='id != ""', output_fields=["count(*)"]))
        return int(rows[0]["count(*)"])

    # ------------------------------------------------------------------ searching

    def dense(self, vector: Sequence[float], limit: int, expression: str = "") -> list[Hit]:
        """The chunks nearest to a vector of length 1, by cosine."""
        return self._search([list(vector)], self._store.embedding_field, limit, expression)

    def sparse(self, vector: Mapping[int, float], limit: int, expression: str = "") -> list[Hit]:
        """The chunks with the highest BM25 score; none for a question without a known term."""
        if not self.hybrid or not vector:
            return []
        return self._search([dict(vector)], self._store.sparse_embedding_field, limit, expression)

    def _search(self, data: list[Any], field: str, limit: int, expression: str) -> list[Hit]:
        found = self._guard(
            lambda: self._client.search(
                self.name,
                data,
                anns_field=field,
                limit=limit,
                filter=expression,
                output_fields=["doc_id"],
                search_params={"metric_type": METRIC},
            )
        )
        return [Hit(row["id"], row["entity"]["doc_id"], float(row["distance"])) for row in found[0]]

    def nodes(self, ids: Sequence[str]) -> dict[str, tuple[TextNode, Sequence[float]]]:
        """Chunks by id, with their vectors; ids that are gone are left out.

        What was read is kept: an id stands for one content, so a chunk never changes.
        """
        with self._reading:
            found = {one: self._read[one] for one in ids if one in self._read}
            for one in found:
                self._read.move_to_end(one)
        missing = [one for one in ids if one not in found]
        if missing:
            fresh = self._fetched(missing)
            with self._reading:
                self._read.update(fresh)
                while len(self._read) > NODES_KEPT:
                    self._read.popitem(last=False)
            found |= fresh
        return found

    def _fetched(self, ids: Sequence[str]) -> dict[str, tuple[TextNode, Sequence[float]]]:
        from llama_index.core.vector_stores.utils import metadata_dict_to_node

        embedding = self._store.embedding_field
        rows = self._guard(lambda: self._client.get(self.name, list(ids), output_fields=[*NODE_FIELDS, embedding]))
        found: dict[str, tuple[TextNode, Sequence[float]]] = {}
        for row in rows:
            node: Any = metadata_dict_to_node(row, text=row["text"])
            found[node.node_id] = (node, array("f", row[embedding]))
        return found

    def _guard(self, call: Callable[[], T]) -> T:
        """The result of a call; after a restarted server let go of the collection, it is loaded again once."""
        from pymilvus import MilvusException  # type: ignore[import-untyped]

        try:
            try:
                return call()
            except MilvusException as error:
                if not re.search(r"not loaded|released|NotLoad", str(error)):
                    raise
                self._client.load_collection(self.name)
                return call()
        except MilvusException as error:
            raise SourceError(f"Milvus refused a request ({_short(error)}). Ask again, or restart it.") from error


class Milvus:
    """The connection to one Milvus. Collections are opened on first use and kept open."""

    def __init__(self, address: MilvusAddress) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._stores: dict[str, ChunkStore] = {}

    def open(self, name: str, dimension: int) -> ChunkStore:
        """A collection, made if need be, loaded and checked.

        Raises `SourceError` with a sentence when Milvus is missing, locked or does not answer, or when the
        collection holds vectors of another length.
        """
        with self._lock:
            if name not in self._stores:
                problem = milvus_problem(self.address)
                if problem is not None:
                    raise SourceError(problem)
                self._stores[name] = self._translated(lambda: _open(self.address, name, dimension))
            return self._stores[name]

    def opened(self) -> ChunkStore | None:
        """Any collection that is open: its `version` and `hybrid` hold for all. Never waits; None before the first."""
        return next(iter(self._stores.copy().values()), None)

    def drop(self, name: str) -> None:
        """Remove a collection with everything in it; nothing happens when there is none."""
        with self._lock:
            self._stores.pop(name, None)

            def drop() -> None:
                client = _client(self.address)
                try:
                    if client.has_collection(name):
                        client.drop_collection(name)
                finally:
                    client.close()

            self._translated(drop)

    def close(self) -> None:
        """Let go of the file or the connection."""
        with self._lock:
            for store in self._stores.values():
                store._client.close()
            self._stores.clear()
            if self.address.lite and find_spec("milvus_lite") is not None:
                from milvus_lite.server_manager import server_manager_instance  # type: ignore[import-untyped]

                server_manager_instance.release_server(self.address.uri)

    def _translated(self, call: Callable[[], T]) -> T:
        """The result of a call, with the library's errors turned into sentences."""
        from pymilvus import MilvusException

        try:
            return call()
        except SourceError:
            raise
        except (MilvusException, OSError, ValueError, RuntimeError) as error:
            raise SourceError(_sentence(self.address, error)) from error


def _sentence(address: MilvusAddress, error: Exception) -> str:
    if not address.lite and getattr(error, "code", CONNECT_FAILED) != CONNECT_FAILED:
        return f"{address.label} refused to open the collection ({_short(error)}). Check its version and its rights."
    if not address.lite:
        return (
            f"{address.label} did not answer within {CONNECT_TIMEOUT_S:g} s. "
            f"Start it, or unset POKEQA_MILVUS_URI to use the local file. ({_short(error)})"
        )
    if _locked(Path(address.uri)):
        return (
            f"Another process uses the knowledge base's file {address.uri}; only one can. End it, give this one "
            "another folder with POKEQA_DATA_DIR, or share a server with POKEQA_MILVUS_URI."
        )
    return (
        f"The knowledge base's file {address.uri} cannot be opened ({_short(error)}). "
        "Check that the folder can be written to; if the file is damaged, move it away and it is built anew."
    )


def _short(error: Exception) -> str:
    text = str(getattr(error, "message", "") or error).strip().splitlines()
    return text[0][:200] if text else type(error).__name__


def _locked(folder: Path) -> bool:
    """Whether another process holds the lock of a Milvus Lite folder."""
    lock = folder / "LOCK"
    if not lock.exists():
        return False
    try:
        import fcntl
    except ImportError:  # Windows: the library's own error has to do
        return False
    with lock.open("rb+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        fcntl.flock(file, fcntl.LOCK_UN)
    return False


def _unimplemented(record: logging.LogRecord) -> bool:
    """Keep every log record but the stack trace of a call that Milvus Lite lacks and the client does without."""
    return "Method not implemented" not in record.getMessage()


def _client(address: MilvusAddress) -> Any:
    from pymilvus import MilvusClient

    if address.lite:
        logging.getLogger("grpc._server").addFilter(_unimplemented)
        Path(address.uri).parent.mkdir(parents=True, exist_ok=True)
        return MilvusClient(address.uri)
    return MilvusClient(address.uri, token=address.token, timeout=CONNECT_TIMEOUT_S)


def _open(address: MilvusAddress, name: str, dimension: int) -> ChunkStore:
    from llama_index.vector_stores.milvus import MilvusVectorStore
    from llama_index.vector_stores.milvus.utils import BaseSparseEmbeddingFunction

    class PassageTerms(BaseSparseEmbeddingFunction):
        """BM25's half of a passage; the other half is made for each question."""

        def encode_documents(self, documents: list[str]) -> list[dict[int, float]]:
            # Milvus refuses a sparse vector without any entry.
            return [passage_vector(Counter(terms(text))) or {term_id(""): 1e-6} for text in documents]

        def encode_queries(self, queries: list[str]) -> list[dict[int, float]]:
            raise NotImplementedError("Questions are encoded with the base's own frequencies.")

    probe = _client(address)
    try:
        version = str(probe.get_server_version())
        hybrid = _has_sparse(version)
        _check(probe, name, dimension)
    finally:
        probe.close()
    options: dict[str, Any] = {} if address.lite else {"timeout": CONNECT_TIMEOUT_S}
    store = MilvusVectorStore(
        uri=address.uri,
        token=address.token,
        collection_name=name,
        dim=dimension,
        similarity_metric=METRIC,
        index_config={"index_type": "FLAT" if address.lite else "AUTOINDEX"},
        enable_sparse=hybrid,
        sparse_embedding_function=PassageTerms() if hybrid else None,
        upsert_mode=True,
        batch_size=INSERT_BATCH,
        consistency_level="Strong",
        use_async_client=False,
        **options,
    )
    store.client.load_collection(name)
    return ChunkStore(store, hybrid=hybrid, version=version)


def _has_sparse(version: str) -> bool:
    if version.startswith("milvus_lite"):
        return True
    match = _VERSION.search(version)
    return match is not None and (int(match[1]), int(match[2])) >= FIRST_WITH_SPARSE


def _check(client: Any, name: str, dimension: int) -> None:
    """Refuse a collection with vectors of another length: Milvus itself notices only at the first question."""
    if not client.has_collection(name):
        return
    for field in client.describe_collection(name)["fields"]:
        length = field.get("params", {}).get("dim")
        if length is not None and int(length) != dimension:
            raise SourceError(
                f"The collection {name} holds vectors of length {length}, the embedding model makes {dimension}. "
                "Set POKEQA_EMBED_MODEL as it was, or delete the base and add its documents again."
            )
