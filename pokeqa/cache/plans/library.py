"""The library: every template, its keys and what came of it, in SQL: SQLite, or PostgreSQL for several machines.

This is the source of truth; what is used often is kept in the cache store as well (see `memory`). Rows hold JSON, and
the columns beside it are what is searched, counted or changed by itself. Every method blocks: call it from a thread.
Raises `StoreError`, one sentence, whenever the database cannot be used.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ...errors import PlanError, StoreError
from .template import State, Template, read_template

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, MetaData, Table

T = TypeVar("T")

#: Uses that are remembered for the figures; older ones are dropped.
USES_MAX = 20_000
CONNECT_TIMEOUT_S = 10

#: What came of one question: planned anew, by a plan of an equal or a like question, or by one that failed.
Outcome = Literal["planned", "exact", "words", "meaning", "likeness", "failed", "invalid"]
HITS: tuple[Outcome, ...] = ("exact", "words", "meaning", "likeness")


@dataclass(frozen=True, slots=True)
class Key:
    """One way to find a template. `intent` groups those that only differ in the words that nothing explains;
    `remainder` are these words and `vector` their embedding, as text.
    """

    key: str
    level: Literal["words", "meaning"]
    intent: str = ""
    remainder: str = ""
    vector: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """One question in agent mode. `planning_ms` is what finding or making the plan took, `total_ms` the whole answer;
    `calls_saved` and `tokens_saved` are what a language model did not have to do.
    """

    outcome: Outcome
    plan_id: str | None
    planning_ms: float
    total_ms: float = 0.0
    calls_saved: int = 0
    tokens_saved: int = 0
    at: float = 0.0


class PlanLibrary:
    """The templates of one database. Opens it on first use. Thread-safe."""

    def __init__(self, url: str | None, data_dir: Path, *, capacity: int) -> None:
        self._url = url
        self._file = data_dir / "plans.db"
        self._capacity = capacity
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._tables: dict[str, Table] = {}

    @property
    def place(self) -> str:
        """Where the templates are, for people."""
        return "SQLite" if self._url is None else self._url.partition(":")[0]

    # ------------------------------------------------------------------ finding

    def by_key(self, key: str) -> Template | None:
        """The template that a key leads to, whatever its state."""
        from sqlalchemy import select

        def work(connection: Connection) -> Template | None:
            plans, keys = self._tables["plans"], self._tables["plan_keys"]
            found = connection.execute(
                select(plans).join(keys, keys.c.plan_id == plans.c.plan_id).where(keys.c.key == key)
            ).first()
            return None if found is None else _template(found)

        return self._run(work)

    def by_intent(self, intent: str) -> list[tuple[Key, Template]]:
        """The usable templates whose questions only differ in words that nothing explains, with those words."""
        from sqlalchemy import select

        def work(connection: Connection) -> list[tuple[Key, Template]]:
            plans, keys = self._tables["plans"], self._tables["plan_keys"]
            rows = connection.execute(
                select(plans, keys.c.key, keys.c.remainder, keys.c.vector)
                .join(keys, keys.c.plan_id == plans.c.plan_id)
                .where(keys.c.intent == intent, keys.c.level == "meaning", plans.c.state == "active")
                .limit(50)
            )
            return [(Key(row.key, "meaning", intent, row.remainder, row.vector), _template(row)) for row in rows]

        return self._run(work)

    def get(self, plan_id: str) -> Template | None:
        """The template of an id."""
        from sqlalchemy import select

        def work(connection: Connection) -> Template | None:
            plans = self._tables["plans"]
            found = connection.execute(select(plans).where(plans.c.plan_id == plan_id)).first()
            return None if found is None else _template(found)

        return self._run(work)

    def all(self) -> list[Template]:
        """Every template, the most used first."""
        from sqlalchemy import select

        def work(connection: Connection) -> list[Template]:
            plans = self._tables["plans"]
            order = (plans.c.hit_count.desc(), plans.c.creation_time.desc())
            return [_template(row) for row in connection.execute(select(plans).order_by(*order))]

        return self._run(work)

    def keys_of(self, plan_id: str) -> list[Key]:
        """Every key of a template."""
        from sqlalchemy import select

        def work(connection: Connection) -> list[Key]:
            keys = self._tables["plan_keys"]
            rows = connection.execute(select(keys).where(keys.c.plan_id == plan_id).order_by(keys.c.key))
            return [Key(row.key, row.level, row.intent, row.remainder, row.vector) for row in rows]

        return self._run(work)

    # ------------------------------------------------------------------ changing

    def admit(self, template: Template, keys: Iterable[Key]) -> tuple[Template, tuple[str, ...]]:
        """Store a template under its keys; what is now stored, and the ids of those that had to go for it.

        One that does the same as a stored one becomes another way to find that one, with the new bindings; it is
        usable again if it was invalid, but stays switched off or waiting.
        """
        from sqlalchemy import delete, insert

        def work(connection: Connection) -> tuple[Template, tuple[str, ...]]:
            plans, plan_keys = self._tables["plans"], self._tables["plan_keys"]
            before = self._locked(connection, template.plan_id)
            kept = template
            if before is not None:
                state = template.state if before.state == "invalid" else before.state
                kept = replace(
                    before,
                    state=state,
                    reason="" if state == "active" else before.reason,
                    bindings=template.bindings,
                    version=before.version + (before.state == "invalid"),
                )
                self._write(connection, kept)
            else:
                connection.execute(insert(plans).values(**_row(template)))
            for one in keys:
                connection.execute(delete(plan_keys).where(plan_keys.c.key == one.key))
                connection.execute(
                    insert(plan_keys).values(
                        key=one.key,
                        plan_id=kept.plan_id,
                        level=one.level,
                        intent=one.intent,
                        remainder=one.remainder,
                        vector=one.vector,
                    )
                )
            return kept, self._evict(connection, keep=kept.plan_id)

        return self._run(work)

    def save(self, template: Template) -> bool:
        """Store a template in the place of the one with its id; whether there was one. Its version rises by one."""

        def work(connection: Connection) -> bool:
            before = self._locked(connection, template.plan_id)
            if before is None:
                return False
            counted = replace(
                template, version=before.version + 1, hit_count=before.hit_count,
                last_hit_time=before.last_hit_time, avg_latency_saved=before.avg_latency_saved,
            )  # fmt: skip
            self._write(connection, counted)
            return True

        return self._run(work)

    def set_state(self, plan_id: str, state: State, reason: str = "") -> bool:
        """Put a template into another state; whether there is one of this id."""

        def work(connection: Connection) -> bool:
            before = self._locked(connection, plan_id)
            if before is None:
                return False
            self._write(connection, replace(before, state=state, reason=reason))
            return True

        return self._run(work)

    def delete(self, plan_id: str) -> bool:
        """Forget a template and its keys; whether there was one."""
        return self._run(lambda connection: self._delete(connection, [plan_id]) > 0)

    def record(self, use: Use) -> None:
        """Count a use; that of a template adds to its hits, and to the latency that it saves on average."""
        from sqlalchemy import insert

        def work(connection: Connection) -> None:
            uses = self._tables["plan_uses"]
            at = use.at or time.time()
            connection.execute(
                insert(uses).values(
                    at=at,
                    outcome=use.outcome,
                    plan_id=use.plan_id,
                    planning_ms=use.planning_ms,
                    total_ms=use.total_ms,
                    calls_saved=use.calls_saved,
                    tokens_saved=use.tokens_saved,
                )
            )
            if use.plan_id is not None and use.outcome in HITS:
                self._count_hit(connection, use.plan_id, at, use.planning_ms)

        self._run(work)

    def _count_hit(self, connection: Connection, plan_id: str, at: float, planning_ms: float) -> None:
        before = self._locked(connection, plan_id)
        if before is None:
            return
        saved = max(0.0, before.planning_ms - planning_ms)
        hits = before.hit_count + 1
        average = before.avg_latency_saved + (saved - before.avg_latency_saved) / hits
        self._write(connection, replace(before, hit_count=hits, last_hit_time=at, avg_latency_saved=average))

    def uses(self) -> list[Use]:
        """The last uses, oldest first; older ones than the last few thousand are dropped."""
        from sqlalchemy import delete, select

        def work(connection: Connection) -> list[Use]:
            uses = self._tables["plan_uses"]
            rows = list(connection.execute(select(uses).order_by(uses.c.id.desc()).limit(USES_MAX)))
            if len(rows) == USES_MAX:
                connection.execute(delete(uses).where(uses.c.id < rows[-1].id))
            return [
                Use(row.outcome, row.plan_id, row.planning_ms, row.total_ms, row.calls_saved, row.tokens_saved, row.at)
                for row in reversed(rows)
            ]

        return self._run(work)

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None

    # ------------------------------------------------------------------ within a transaction

    def _locked(self, connection: Connection, plan_id: str) -> Template | None:
        """A template that nobody else changes until the transaction ends."""
        from sqlalchemy import select

        plans = self._tables["plans"]
        found = connection.execute(select(plans).where(plans.c.plan_id == plan_id).with_for_update()).first()
        return None if found is None else _template(found)

    def _write(self, connection: Connection, template: Template) -> None:
        from sqlalchemy import update

        plans = self._tables["plans"]
        connection.execute(update(plans).where(plans.c.plan_id == template.plan_id).values(**_row(template)))

    def _delete(self, connection: Connection, plan_ids: Sequence[str]) -> int:
        from sqlalchemy import delete

        plans, keys = self._tables["plans"], self._tables["plan_keys"]
        connection.execute(delete(keys).where(keys.c.plan_id.in_(plan_ids)))
        return connection.execute(delete(plans).where(plans.c.plan_id.in_(plan_ids))).rowcount

    def _evict(self, connection: Connection, keep: str) -> tuple[str, ...]:
        """Delete the templates of least worth until there are no more than there may be; their ids."""
        from sqlalchemy import func, select

        plans = self._tables["plans"]
        surplus = connection.execute(select(func.count()).select_from(plans)).scalar_one() - self._capacity
        if surplus <= 0:
            return ()
        templates = [_template(row) for row in connection.execute(select(plans))]
        worth = worths(templates, time.time())
        order = sorted((one for one in templates if one.plan_id != keep), key=lambda one: worth[one.plan_id])
        gone = tuple(one.plan_id for one in order[:surplus])
        self._delete(connection, gone)
        return gone

    # ------------------------------------------------------------------ the database

    def _run(self, work: Callable[[Connection], T]) -> T:
        from sqlalchemy.exc import SQLAlchemyError

        try:
            with self._begin() as connection:
                return work(connection)
        except (SQLAlchemyError, OSError, ImportError, ValueError) as error:
            # The driver's message may hold the address with its password, so only its kind is told.
            raise StoreError(
                f"The plan library ({self.place}) cannot be used: {type(error).__name__}. Check POKEQA_PLANS_URL, or "
                "unset it to keep plans in a local file."
            ) from error

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        with self._lock:
            if self._engine is None:
                self._engine = self._open()
            engine = self._engine
        with engine.begin() as connection:
            yield connection

    def _open(self) -> Engine:
        from sqlalchemy import MetaData, create_engine, event

        if self._url is None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(f"sqlite:///{self._file}", connect_args={"timeout": CONNECT_TIMEOUT_S})

            @event.listens_for(engine, "connect")
            def prepare(connection: Any, _: object) -> None:
                connection.isolation_level = None  # transactions begin below, not when the driver likes
                connection.execute("PRAGMA journal_mode = WAL")

            @event.listens_for(engine, "begin")
            def begin(connection: Connection) -> None:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            engine = create_engine(
                self._url.replace("postgresql://", "postgresql+psycopg://", 1),
                connect_args={"connect_timeout": CONNECT_TIMEOUT_S},
                pool_pre_ping=True,
            )
        metadata = MetaData()
        self._tables = _tables(metadata)
        metadata.create_all(engine, checkfirst=True)
        return engine


def worths(templates: Sequence[Template], now: float) -> dict[str, float]:
    """What keeping each template is worth (0 to 1): 0.3 recency + 0.3 hits + 0.4 latency saved.

    Each part is relative to the best there is: the shortest time since the last use (or the creation), the most hits,
    the most time saved.
    """
    if not templates:
        return {}
    ages = {one.plan_id: max(0.0, now - (one.last_hit_time or one.creation_time)) for one in templates}
    oldest = max(ages.values()) or 1.0
    most_hits = max(one.hit_count for one in templates) or 1
    most_saved = max(one.avg_latency_saved for one in templates) or 1.0
    return {
        one.plan_id: 0.3 * (1 - ages[one.plan_id] / oldest)
        + 0.3 * one.hit_count / most_hits
        + 0.4 * one.avg_latency_saved / most_saved
        for one in templates
    }


def _tables(metadata: MetaData) -> dict[str, Table]:
    from sqlalchemy import Column, Float, Index, Integer, String, Table, Text

    plans = Table(
        "plans", metadata,
        Column("plan_id", String(32), primary_key=True),
        Column("state", String(16), nullable=False),
        Column("body", Text, nullable=False),
        Column("hit_count", Integer, nullable=False),
        Column("last_hit_time", Float),
        Column("creation_time", Float, nullable=False),
        Column("avg_latency_saved", Float, nullable=False),
    )  # fmt: skip
    keys = Table(
        "plan_keys", metadata,
        Column("key", String(32), primary_key=True),
        Column("plan_id", String(32), nullable=False),
        Column("level", String(16), nullable=False),
        Column("intent", String(32), nullable=False),
        Column("remainder", Text, nullable=False),
        Column("vector", Text, nullable=False),
        Index("plan_keys_by_plan", "plan_id"),
        Index("plan_keys_by_intent", "intent"),
    )  # fmt: skip
    uses = Table(
        "plan_uses", metadata,
        Column("id", Integer, primary_key=True, autoincrement=True),
        Column("at", Float, nullable=False),
        Column("outcome", String(16), nullable=False),
        Column("plan_id", String(32)),
        Column("planning_ms", Float, nullable=False),
        Column("total_ms", Float, nullable=False),
        Column("calls_saved", Integer, nullable=False),
        Column("tokens_saved", Integer, nullable=False),
    )  # fmt: skip
    return {table.name: table for table in (plans, keys, uses)}


def _row(template: Template) -> dict[str, Any]:
    return {
        "plan_id": template.plan_id,
        "state": template.state,
        "body": json.dumps(template.to_json(), ensure_ascii=False),
        "hit_count": template.hit_count,
        "last_hit_time": template.last_hit_time,
        "creation_time": template.creation_time,
        "avg_latency_saved": template.avg_latency_saved,
    }


def _template(row: Any) -> Template:
    """The template of a row; the columns win over what the body says of them."""
    try:
        body = json.loads(row.body)
        return replace(
            read_template(body),
            state=row.state,
            hit_count=row.hit_count,
            last_hit_time=row.last_hit_time,
            creation_time=row.creation_time,
            avg_latency_saved=row.avg_latency_saved,
        )
    except (ValueError, PlanError) as error:
        raise StoreError(f"The plan {row.plan_id} in the library cannot be read: {error} Delete it.") from error
