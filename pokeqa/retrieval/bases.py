"""The knowledge bases: made, filled, changed and searched by `db_id`.

    bases = KnowledgeBases(settings, load_dataset)
    base = bases.create("My notes")
    report = bases.add_files(base.db_id, [("team.md", data)])
    hits = bases.search(base.db_id, SearchRequest("how do I beat the Elite Four?"))

Listing and naming are cheap and need neither Milvus nor a model; filling and searching block, and are called from
worker threads. Only what changed is indexed, and a change counts at once or not at all: see `catalogue`.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import SecretStr

from ..errors import RequestError, SourceError
from ..settings import Settings
from .builtin import BUILTIN_ID, BUILTIN_TITLE, builtin_documents
from .catalogue import BaseInfo, Catalogue, DocumentInfo
from .documents import Document
from .embedders import Embedder, choose_embedder
from .ingest import Ingestion
from .milvus_store import ChunkStore, Milvus, collection_name, milvus_address, milvus_problem
from .readers import read_file
from .refusals import KnowledgeError, sentence_of
from .uploads import FileOutcome, clean_name, decide, visible

if TYPE_CHECKING:
    from ..pokedex.dataset import Dataset

logger = logging.getLogger(__name__)

#: Documents that are made durable together, and that are embedded and written together.
BATCH_DOCUMENTS = 256
PART_DOCUMENTS = 32
PART_PASSAGES = 64

#: How long removing something waits for indexing to end, in seconds.
BUSY_WAIT_S = 3.0

CATALOGUE_FILE = "knowledge.sqlite3"
TITLE_MAX_CHARS = 80


@dataclass(frozen=True, slots=True)
class Indexing:
    """How far a base's indexing has come: `done` of `total` documents; `share` (0 to 1) counts their passages."""

    db_id: str
    phase: Literal["reading", "indexing", "publishing", "ready"]
    done: int
    total: int
    share: float = 0.0


#: What a reader is told about a base: nothing in it, being indexed, not indexed (by this model) yet, or searchable.
State = Literal["empty", "indexing", "waiting", "ready"]

Watcher = Callable[[Indexing], None]


class IndexingStoppedError(SourceError):
    """Indexing was interrupted by the end of the program; it goes on when the base is opened again."""


class KnowledgeBases:
    """All knowledge bases of one data folder. Thread-safe."""

    def __init__(self, settings: Settings, dataset: Callable[[], Dataset], embedder: Embedder | None = None) -> None:
        self.settings = settings
        self.embedder = embedder or Embedder(choose_embedder(settings.embed_model))
        self.address = milvus_address(settings.milvus_uri, _secret(settings.milvus_token), settings.data_dir)
        self._dataset = dataset
        self._milvus = Milvus(self.address)
        self._ingestion = Ingestion(self.embedder)
        self._lock = threading.Lock()
        self._catalogue: Catalogue | None = None
        self._writing: dict[str, threading.Lock] = {}
        self._visible: dict[str, tuple[str, frozenset[str]]] = {}
        self._progress: dict[str, Indexing] = {}
        self._stop = threading.Event()

    # ------------------------------------------------------------------ what there is

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue, opened on first use. Raises `SourceError` when its file cannot be used."""
        with self._lock:
            if self._catalogue is None:
                self._catalogue = Catalogue(self.settings.data_dir / CATALOGUE_FILE)
                self._catalogue.create(BUILTIN_ID, BUILTIN_TITLE, builtin=True)
            return self._catalogue

    def list_bases(self) -> list[BaseInfo]:
        """Every base, the built-in one first."""
        return self.catalogue.bases()

    def get(self, db_id: str) -> BaseInfo:
        """A base by id. Raises `RequestError` naming the bases there are."""
        base = self.catalogue.base(db_id)
        if base is None:
            known = ", ".join(one.db_id for one in self.list_bases())
            raise KnowledgeError("knowledge.no_base", field="db_id", db_id=repr(db_id), known=known)
        return base

    def documents(self, db_id: str) -> list[DocumentInfo]:
        """The documents of a base, by name."""
        self.get(db_id)
        return self.catalogue.documents(db_id)

    def characters(self) -> dict[str, int]:
        """The size of each base's documents, in characters."""
        return self.catalogue.characters()

    def version(self, db_id: str) -> str:
        """The content version of a base: changes exactly when a document is added, changed or removed."""
        return self.get(db_id).version

    def progress(self, db_id: str) -> Indexing | None:
        """How far the indexing of a base has come; None while nothing is being indexed."""
        return self._progress.get(db_id)

    def state(self, base: BaseInfo) -> State:
        """What can be said about a base. Cheap: loads no engine."""
        if self.progress(base.db_id) is not None:
            return "indexing"
        if self.catalogue.waiting(base.db_id, self._collection(base.db_id)):
            return "waiting"
        return "ready" if base.documents else "waiting" if base.builtin else "empty"

    # ------------------------------------------------------------------ naming

    def create(self, title: str, db_id: str | None = None) -> BaseInfo:
        """A new, empty base. Raises `RequestError` for a title or an id that cannot be."""
        self.check_editable()
        title = _clean_title(title)
        bases = self.list_bases()
        if len(bases) >= self.settings.kb_bases_max:
            raise KnowledgeError("knowledge.too_many", field="title", count=len(bases))
        if db_id is None:
            slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40]
            db_id = slug if slug and not any(base.db_id == slug for base in bases) else ""
            db_id = db_id or f"{slug or 'kb'}-{secrets.token_hex(3)}"
        if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", db_id):
            raise KnowledgeError("knowledge.bad_id", field="db_id")
        if any(base.db_id == db_id for base in bases):
            raise KnowledgeError("knowledge.id_taken", field="db_id", db_id=repr(db_id))
        self.catalogue.create(db_id, title)
        return self.get(db_id)

    def rename(self, db_id: str, title: str) -> BaseInfo:
        """The base under its new title; id and content stay."""
        self.own(db_id)
        self.catalogue.rename(db_id, _clean_title(title))
        return self.get(db_id)

    def delete(self, db_id: str) -> None:
        """Remove a base with everything in it. Its vectors go as soon as Milvus can be reached."""
        self.own(db_id)
        with self._soon(db_id):
            self.catalogue.delete(db_id)
            with suppress(SourceError):
                self._drop_orphans()

    def own(self, db_id: str) -> BaseInfo:
        """A base that may be changed. Raises `RequestError` for the built-in one, and where there is none."""
        self.check_editable()
        base = self.get(db_id)
        if base.builtin:
            raise KnowledgeError("knowledge.builtin", field="db_id")
        return base

    def check_editable(self) -> None:
        """Raises `RequestError` where bases may only be read."""
        if not self.settings.kb_editable:
            raise KnowledgeError("knowledge.read_only", field="db_id")

    # ------------------------------------------------------------------ filling

    def add_files(
        self, db_id: str, files: Sequence[tuple[str, bytes]], watch: Watcher | None = None, language: str = "en"
    ) -> list[FileOutcome]:
        """Read, stage, index and publish files given as (name, content); the outcome of each, said in `language`.

        A file with the name of a document takes its place; one whose content is there already is left out. A file
        that cannot be read has its own error, the others go on. Raises `RequestError` when the base would grow
        beyond its limit, `SourceError` when Milvus or the model fails: then the files stay staged, and `finish`
        goes on with them.
        """
        self.own(db_id)
        with self._writer(db_id):
            existing = self.catalogue.hashes(db_id)
            read = self._read(db_id, files, watch, language)
            outcomes, put = decide(db_id, existing, read, language)
            if len(existing.keys() | put.keys()) > self.settings.kb_documents_max:
                raise KnowledgeError("knowledge.full", field="files", limit=self.settings.kb_documents_max)
            if put:
                self.catalogue.stage(db_id, put.values(), ())
                self._finish(db_id, watch)
            self._progress.pop(db_id, None)
            return outcomes

    def _read(
        self, db_id: str, files: Sequence[tuple[str, bytes]], watch: Watcher | None, language: str
    ) -> list[Document | FileOutcome]:
        """Each file as a document, or as the outcome that says why it is none."""
        found: list[Document | FileOutcome] = []
        seen: set[str] = set()
        for place, (given, content) in enumerate(files):
            self._tell(watch, Indexing(db_id, "reading", place, len(files)))
            name = clean_name(given)
            try:
                if name in seen:
                    raise KnowledgeError("knowledge.same_name", field="files", name=name)
                found.append(Document(name, read_file(name, content, self.settings)))
            except RequestError as error:
                found.append(FileOutcome(name, "failed", sentence_of(error, language)))
            seen.add(name)
        return found

    def remove_documents(self, db_id: str, names: Iterable[str], watch: Watcher | None = None) -> None:
        """Remove documents by name. Raises `RequestError` naming one that is not there."""
        self.own(db_id)
        with self._soon(db_id):
            existing = self.catalogue.hashes(db_id)
            wanted = list(names)
            for name in wanted:
                if name not in existing:
                    raise KnowledgeError("knowledge.no_document", field="documents", name=repr(name))
            self.catalogue.stage(db_id, (), wanted)
            self._finish(db_id, watch)

    def ensure_builtin(self, watch: Watcher | None = None) -> BaseInfo:
        """Bring the built-in base to the articles and the Pokédex of this program; quick when it is."""
        with self._writer(BUILTIN_ID):
            documents = {document.id: document for document in builtin_documents(self._dataset())}
            existing = self.catalogue.hashes(BUILTIN_ID)
            put = [document for document in documents.values() if existing.get(document.id) != document.hash]
            gone = [name for name in existing if name not in documents]
            if put or gone or self.catalogue.has_staged(BUILTIN_ID):
                self.catalogue.stage(BUILTIN_ID, put, gone)
            self._finish(BUILTIN_ID, watch)
        return self.get(BUILTIN_ID)

    def finish(self, db_id: str, watch: Watcher | None = None) -> BaseInfo:
        """Finish what an interrupted change left, and index what the present embedder has not."""
        self.get(db_id)
        with self._writer(db_id):
            self._finish(db_id, watch)
        return self.get(db_id)

    def reindex(self, db_id: str, watch: Watcher | None = None) -> BaseInfo:
        """Index every document of a base anew."""
        self.check_editable()
        self.get(db_id)
        with self._writer(db_id):
            collection = self._collection(db_id)
            self._milvus.drop(collection)
            self.catalogue.forget_collection(collection)
            self._finish(db_id, watch)
        return self.get(db_id)

    def _finish(self, db_id: str, watch: Watcher | None) -> None:
        """Index what is missing, publish what is staged, sweep what does not count any more."""
        catalogue, collection = self.catalogue, self._collection(db_id)
        pending = catalogue.to_index(db_id, collection)
        staged = catalogue.has_staged(db_id)
        sweep = catalogue.to_sweep(db_id, collection)
        if not (pending or staged or sweep):
            return
        try:
            store = self._store(db_id)
            for start in range(0, len(pending), BATCH_DOCUMENTS):
                batch = pending[start : start + BATCH_DOCUMENTS]
                self._index(store, db_id, batch, watch, start, len(pending))
            if staged:
                self._tell(watch, Indexing(db_id, "publishing", len(pending), len(pending), 1.0))
                catalogue.publish(db_id)
            self._sweep(store, db_id)
            self._tell(watch, Indexing(db_id, "ready", len(pending), len(pending), 1.0))
        finally:
            self._progress.pop(db_id, None)

    def _index(
        self, store: ChunkStore, db_id: str, batch: list[Document], watch: Watcher | None, start: int, total: int
    ) -> None:
        hashes = [document.hash for document in batch]
        self.catalogue.mark_indexed(db_id, store.name, hashes, done=False)
        # One part is written while the next is embedded: the model lets other threads run while it multiplies.
        with ThreadPoolExecutor(1, thread_name_prefix="milvus-writer") as writer:
            written: Future[None] | None = None
            for first in range(0, len(batch), PART_DOCUMENTS):
                part = batch[first : first + PART_DOCUMENTS]
                nodes = self._ingestion.cut(db_id, part)
                for at in range(0, len(nodes), PART_PASSAGES):
                    if self._stop.is_set():
                        raise IndexingStoppedError("Indexing was stopped. It goes on when the base is used again.")
                    share = (start + first + len(part) * at / len(nodes)) / total
                    self._tell(watch, Indexing(db_id, "indexing", start + first, total, share))
                    embedded = self._ingestion.embed(nodes[at : at + PART_PASSAGES])
                    if written is not None:
                        written.result()
                    written = writer.submit(store.add, embedded)
            if written is not None:
                written.result()
        store.flush()
        self.catalogue.mark_indexed(db_id, store.name, hashes, done=True)

    def _sweep(self, store: ChunkStore, db_id: str) -> None:
        old = self.catalogue.to_sweep(db_id, store.name)
        if old:
            store.delete_documents(old)
            store.flush()
            self.catalogue.forget_indexed(store.name, old)
        self._drop_orphans()

    def _drop_orphans(self) -> None:
        """Drop the collections of deleted bases, and those of embedders that are no longer used."""
        bases = {base.db_id for base in self.list_bases()}
        for collection, db_id in self.catalogue.collections().items():
            if db_id not in bases or collection != self._collection(db_id):
                self._milvus.drop(collection)
                self.catalogue.forget_collection(collection)

    def _tell(self, watch: Watcher | None, progress: Indexing) -> None:
        self._progress[progress.db_id] = progress
        if watch is not None:
            watch(progress)

    def _writer(self, db_id: str) -> threading.Lock:
        with self._lock:
            return self._writing.setdefault(db_id, threading.Lock())

    @contextmanager
    def _soon(self, db_id: str) -> Iterator[None]:
        """The right to change a base, if it comes soon. Raises `RequestError` while the base is being indexed."""
        lock = self._writer(db_id)
        if not lock.acquire(timeout=BUSY_WAIT_S):
            raise KnowledgeError("knowledge.busy", field="db_id")
        try:
            yield
        finally:
            lock.release()

    # ------------------------------------------------------------------ the engines behind

    def problem(self) -> str | None:
        """None when Milvus and the model can be used, as far as can be told without loading them."""
        return milvus_problem(self.address) or self.embedder.problem()

    def opened(self) -> ChunkStore | None:
        """Any open collection, for what it tells of the server; None while nothing was opened."""
        return self._milvus.opened()

    def open(self, db_id: str) -> ChunkStore:
        """The collection of a base, opened. Raises `SourceError` with a sentence."""
        self.get(db_id)
        return self._store(db_id)

    def visible(self, db_id: str) -> frozenset[str]:
        """The content hashes of the documents that count; chunks of others are not shown."""
        version = self.catalogue.version(db_id)
        known = self._visible.get(db_id)
        if version is None or known is None or known[0] != version:
            known = (version or "", frozenset(self.catalogue.hashes(db_id).values()))
            self._visible[db_id] = known
        return known[1]

    def _collection(self, db_id: str) -> str:
        return collection_name(db_id, self.embedder.id)

    def _store(self, db_id: str) -> ChunkStore:
        return self._milvus.open(self._collection(db_id), self.embedder.dimension)

    def close(self) -> None:
        """Stop indexing, and let go of files and connections."""
        self._stop.set()
        with self._lock:
            writing = list(self._writing.values())
        for lock in writing:  # an interrupted batch ends before its files are closed
            lock.acquire(timeout=10)
        try:
            self._milvus.close()
            with self._lock:
                if self._catalogue is not None:
                    self._catalogue.close()
                    self._catalogue = None
        finally:
            for lock in writing:
                if lock.locked():
                    lock.release()


def _clean_title(title: str) -> str:
    title = visible(title)[:TITLE_MAX_CHARS].strip()
    if not title:
        raise KnowledgeError("knowledge.no_title", field="title")
    return title


def _secret(value: SecretStr | None) -> str | None:
    return None if value is None else value.get_secret_value()
