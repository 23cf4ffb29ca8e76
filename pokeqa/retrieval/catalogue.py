"""The catalogue of the knowledge bases: which bases and documents there are, and how far each is indexed.

The vectors are in Milvus; what counts is here, in SQLite. A change is first written down as staged, with the texts,
then indexed, then made to count in one transaction. A process that is killed in between leaves the old state, and
everything that is needed to finish. Chunks of documents that do not count are never shown, and removed later.

    staged ── index ──> indexed ── publish (one transaction) ──> documents ── sweep ──> (old chunks deleted)
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import SourceError
from .documents import Document
from .terms import term_id

#: Raised when the tables change; an older file is refused with a sentence.
FORMAT = 1

#: How long a write waits for another process's.
BUSY_TIMEOUT_S = 10.0

_TABLES = """
CREATE TABLE IF NOT EXISTS bases (
    db_id TEXT PRIMARY KEY, title TEXT NOT NULL, builtin INTEGER NOT NULL, created REAL NOT NULL,
    version TEXT NOT NULL, passages INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS documents (
    db_id TEXT NOT NULL REFERENCES bases ON DELETE CASCADE, doc_id TEXT NOT NULL, hash TEXT NOT NULL,
    kind TEXT NOT NULL, title TEXT NOT NULL, lang TEXT NOT NULL, text TEXT NOT NULL, chunks INTEGER NOT NULL,
    added REAL NOT NULL, PRIMARY KEY (db_id, doc_id)) STRICT;
CREATE TABLE IF NOT EXISTS staged (
    db_id TEXT NOT NULL REFERENCES bases ON DELETE CASCADE, doc_id TEXT NOT NULL, hash TEXT,
    kind TEXT NOT NULL, text TEXT, PRIMARY KEY (db_id, doc_id)) STRICT;
CREATE TABLE IF NOT EXISTS indexed (
    collection TEXT NOT NULL, db_id TEXT NOT NULL, hash TEXT NOT NULL, done INTEGER NOT NULL,
    PRIMARY KEY (collection, hash)) STRICT;
CREATE TABLE IF NOT EXISTS terms (
    db_id TEXT NOT NULL REFERENCES bases ON DELETE CASCADE, term INTEGER NOT NULL, passages INTEGER NOT NULL,
    PRIMARY KEY (db_id, term)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entities (
    db_id TEXT NOT NULL, entity TEXT NOT NULL, doc_id TEXT NOT NULL,
    PRIMARY KEY (db_id, entity, doc_id),
    FOREIGN KEY (db_id, doc_id) REFERENCES documents ON DELETE CASCADE) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS documents_hash ON documents (db_id, hash);
CREATE INDEX IF NOT EXISTS entities_document ON entities (db_id, doc_id);
"""


_STAGED = "SELECT doc_id, hash, kind, text FROM staged WHERE db_id = ?"
_REPLACED = (
    "SELECT d.doc_id, d.hash, d.kind, d.text FROM documents d JOIN staged s USING (db_id, doc_id) WHERE d.db_id = ?"
)


@dataclass(frozen=True, slots=True)
class BaseInfo:
    """A knowledge base. `version` changes exactly when a document is added, changed or removed."""

    db_id: str
    title: str
    builtin: bool
    created: float
    version: str
    documents: int
    passages: int


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document of a base; `added` is seconds since the epoch."""

    id: str
    title: str
    kind: str
    language: str
    chunks: int
    characters: int
    added: float
    hash: str


class Catalogue:
    """The catalogue in one SQLite file. Thread-safe, and safe for several processes."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA foreign_keys = ON")
            found = self._db.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, FORMAT):
                self._db.close()
                raise SourceError(
                    f"{path} was written by another version of PokéQA (format {found}, this one reads {FORMAT}). "
                    "Move it away, or set POKEQA_DATA_DIR to another folder."
                )
            with self._transaction():
                for statement in _TABLES.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {FORMAT}")
        except sqlite3.Error as error:
            raise SourceError(
                f"The catalogue of the knowledge bases, {path}, cannot be opened ({error}). "
                "Move it away to start afresh, or set POKEQA_DATA_DIR to another folder."
            ) from error

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _all(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(sql, values).fetchall()

    # ------------------------------------------------------------------ bases

    def bases(self) -> list[BaseInfo]:
        """Every base, the built-in one first, then by title."""
        rows = self._all(
            "SELECT b.db_id, b.title, b.builtin, b.created, b.version, COUNT(d.doc_id), b.passages "
            "FROM bases b LEFT JOIN documents d USING (db_id) "
            "GROUP BY b.db_id ORDER BY b.builtin DESC, b.title, b.db_id"
        )
        return [BaseInfo(r[0], r[1], bool(r[2]), *r[3:]) for r in rows]

    def base(self, db_id: str) -> BaseInfo | None:
        """A base by id."""
        return next((base for base in self.bases() if base.db_id == db_id), None)

    def create(self, db_id: str, title: str, *, builtin: bool = False) -> None:
        """Add a base; one with this id stays as it is."""
        with self._transaction() as db:
            db.execute(
                "INSERT OR IGNORE INTO bases VALUES (?, ?, ?, ?, ?, 0)",
                (db_id, title, int(builtin), time.time(), content_version(())),
            )

    def rename(self, db_id: str, title: str) -> None:
        """Give a base another title; its id and content stay."""
        with self._transaction() as db:
            db.execute("UPDATE bases SET title = ? WHERE db_id = ?", (title, db_id))

    def delete(self, db_id: str) -> None:
        """Remove a base and its documents. What is indexed of it stays listed until `forget_collection`."""
        with self._transaction() as db:
            db.execute("DELETE FROM bases WHERE db_id = ?", (db_id,))

    # ------------------------------------------------------------------ documents

    def documents(self, db_id: str) -> list[DocumentInfo]:
        """The documents that count, by name."""
        rows = self._all(
            "SELECT doc_id, title, kind, lang, chunks, LENGTH(text), added, hash FROM documents "
            "WHERE db_id = ? ORDER BY doc_id",
            db_id,
        )
        return [DocumentInfo(*row) for row in rows]

    def characters(self) -> dict[str, int]:
        """The size of each base's documents, in characters."""
        return {r[0]: r[1] for r in self._all("SELECT db_id, SUM(LENGTH(text)) FROM documents GROUP BY db_id")}

    def hashes(self, db_id: str) -> dict[str, str]:
        """The documents that count: name -> content hash."""
        return {r[0]: r[1] for r in self._all("SELECT doc_id, hash FROM documents WHERE db_id = ?", db_id)}

    def version(self, db_id: str) -> str | None:
        """The content version of a base; None where there is no such base."""
        rows = self._all("SELECT version FROM bases WHERE db_id = ?", db_id)
        return str(rows[0][0]) if rows else None

    def about(self, db_id: str, entity: str) -> list[str]:
        """The content hashes of the documents that say they are about an entity ("pikachu")."""
        rows = self._all(
            "SELECT d.hash FROM entities e JOIN documents d USING (db_id, doc_id) WHERE e.db_id = ? AND e.entity = ? "
            "ORDER BY d.doc_id",
            db_id,
            entity,
        )
        return [row[0] for row in rows]

    def frequencies(self, db_id: str, words: Sequence[str]) -> tuple[Mapping[str, int], int]:
        """For each of the terms the number of passages that hold it, and the number of all passages."""
        ids = {term_id(word): word for word in words}
        marks = ",".join("?" * len(ids))
        rows = self._all(f"SELECT term, passages FROM terms WHERE db_id = ? AND term IN ({marks})", db_id, *ids)  # noqa: S608 - only question marks
        total = self._all("SELECT passages FROM bases WHERE db_id = ?", db_id)
        return {ids[term]: passages for term, passages in rows}, total[0][0] if total else 0

    # ------------------------------------------------------------------ a change: stage, index, publish, sweep

    def stage(self, db_id: str, put: Iterable[Document], remove: Iterable[str]) -> None:
        """Write a change down. A later change to the same document takes the place of one that is still staged."""
        with self._transaction() as db:
            rows: list[tuple[str | None, ...]]
            rows = [(db_id, document.id, document.hash, document.kind, document.text) for document in put]
            rows += [(db_id, doc_id, None, "", None) for doc_id in remove]
            db.executemany("INSERT OR REPLACE INTO staged VALUES (?, ?, ?, ?, ?)", rows)

    def has_staged(self, db_id: str) -> bool:
        """Whether a change waits to be finished."""
        return bool(self._all("SELECT 1 FROM staged WHERE db_id = ? LIMIT 1", db_id))

    def to_index(self, db_id: str, collection: str) -> list[Document]:
        """The documents, staged or counting, that this collection does not hold completely."""
        rows = self._all(
            "SELECT doc_id, text, kind, hash FROM staged WHERE db_id = ?1 AND hash IS NOT NULL "
            "UNION SELECT doc_id, text, kind, hash FROM documents d WHERE db_id = ?1 "
            "AND NOT EXISTS (SELECT 1 FROM staged s WHERE s.db_id = d.db_id AND s.doc_id = d.doc_id)",
            db_id,
        )
        done = {r[0] for r in self._all("SELECT hash FROM indexed WHERE collection = ? AND done = 1", collection)}
        unique = {row[3]: Document(*row[:3]) for row in rows if row[3] not in done}
        return sorted(unique.values(), key=lambda document: document.id)

    def waiting(self, db_id: str, collection: str) -> int:
        """How many documents, staged or counting, a collection does not hold completely."""
        rows = self._all(
            "SELECT COUNT(*) FROM (SELECT hash FROM staged WHERE db_id = ?1 AND hash IS NOT NULL "
            "UNION SELECT hash FROM documents WHERE db_id = ?1) one "
            "WHERE NOT EXISTS (SELECT 1 FROM indexed i WHERE i.collection = ?2 AND i.hash = one.hash AND i.done = 1)",
            db_id,
            collection,
        )
        return int(rows[0][0])

    def mark_indexed(self, db_id: str, collection: str, hashes: Iterable[str], *, done: bool) -> None:
        """Note that the chunks of these documents are about to be written, or are completely there."""
        with self._transaction() as db:
            db.executemany(
                "INSERT OR REPLACE INTO indexed VALUES (?, ?, ?, ?)",
                [(collection, db_id, one, int(done)) for one in hashes],
            )

    def publish(self, db_id: str) -> str:
        """Make the staged change count, at once; the content version after it."""
        counts = _Counts(db_id)
        # Counting the words of a long document takes seconds, and nobody can read the catalogue in a transaction.
        for row in self._all(_STAGED, db_id) + self._all(_REPLACED, db_id):
            if row[3] is not None:
                counts.of(Document(row[0], row[3], row[2]))
        with self._transaction() as db:
            staged = db.execute(_STAGED, (db_id,)).fetchall()
            difference: Counter[int] = Counter()
            passages = 0
            for doc_id, digest, kind, text in staged:
                old = db.execute(
                    "SELECT text, kind FROM documents WHERE db_id = ? AND doc_id = ?", (db_id, doc_id)
                ).fetchone()
                if old is not None:
                    gone, terms = counts.of(Document(doc_id, old[0], old[1]))
                    passages -= gone
                    difference.subtract(terms)
                    db.execute("DELETE FROM documents WHERE db_id = ? AND doc_id = ?", (db_id, doc_id))
                if digest is not None:
                    document = Document(doc_id, text, kind)
                    chunks, terms = counts.of(document)
                    passages += chunks
                    difference.update(terms)
                    db.execute(
                        "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        (db_id, doc_id, digest, kind, document.title, document.language, text, chunks, time.time()),
                    )
                    db.executemany(
                        "INSERT OR IGNORE INTO entities VALUES (?, ?, ?)",
                        [(db_id, entity, doc_id) for entity in document.entities],
                    )
            db.executemany(
                "INSERT INTO terms VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET passages = passages + excluded.passages",
                [(db_id, term, change) for term, change in difference.items() if change],
            )
            db.execute("DELETE FROM terms WHERE db_id = ? AND passages <= 0", (db_id,))
            db.execute("DELETE FROM staged WHERE db_id = ?", (db_id,))
            rows = db.execute("SELECT doc_id, hash FROM documents WHERE db_id = ?", (db_id,)).fetchall()
            version = content_version(rows)
            db.execute(
                "UPDATE bases SET version = ?, passages = passages + ? WHERE db_id = ?", (version, passages, db_id)
            )
        return version

    def to_sweep(self, db_id: str, collection: str) -> list[str]:
        """The hashes of documents that are in a collection but neither count nor are staged."""
        rows = self._all(
            "SELECT hash FROM indexed WHERE collection = ?2 "
            "AND hash NOT IN (SELECT hash FROM documents WHERE db_id = ?1) "
            "AND hash NOT IN (SELECT hash FROM staged WHERE db_id = ?1 AND hash IS NOT NULL)",
            db_id,
            collection,
        )
        return [row[0] for row in rows]

    def forget_indexed(self, collection: str, hashes: Iterable[str]) -> None:
        """Note that the chunks of these documents are gone from a collection."""
        with self._transaction() as db:
            db.executemany(
                "DELETE FROM indexed WHERE collection = ? AND hash = ?", [(collection, one) for one in hashes]
            )

    def collections(self) -> dict[str, str]:
        """Every collection that holds something, and the base that it belongs (or belonged) to."""
        return {r[0]: r[1] for r in self._all("SELECT DISTINCT collection, db_id FROM indexed")}

    def forget_collection(self, collection: str) -> None:
        """Note that a collection is gone, so that what it held is indexed anew."""
        with self._transaction() as db:
            db.execute("DELETE FROM indexed WHERE collection = ?", (collection,))


def content_version(documents: Iterable[tuple[str, str]]) -> str:
    """A hash of (name, content hash) pairs, in any order."""
    digest = hashlib.sha256()
    for doc_id, content in sorted(documents):
        digest.update(f"{doc_id}\0{content}\0".encode())
    return digest.hexdigest()[:16]


class _Counts:
    """What documents hold: the number of their passages, and for each term the number of passages that hold it."""

    def __init__(self, db_id: str) -> None:
        self._db_id = db_id
        self._known: dict[str, tuple[int, Counter[int]]] = {}

    def of(self, document: Document) -> tuple[int, Counter[int]]:
        """The counts of a document; worked out once."""
        key = f"{document.hash}\0{document.id}"  # a document without a title has its name for one
        if key not in self._known:
            chunks = document.chunks(self._db_id)
            terms = Counter(term_id(term) for chunk in chunks for term in set(chunk.terms()))
            self._known[key] = len(chunks), terms
        return self._known[key]
