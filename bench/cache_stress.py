"""Whether the store holds under several processes that read, write and evict while some are killed.

    python -m bench.cache_stress [--processes 8] [--seconds 120] [--redis URL | --start-redis] [--json]

Every process reads, writes and evicts the same keys; every 5 seconds one of them is killed (SIGKILL) and replaced. With
`--start-redis` a Redis server is started and, twice in between, killed and started again. Every value carries its own
check sum. Exit code 1 when a read or a write raised, a value was torn, an evicted entry was served, or the store grew
beyond its bound.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.redis import RedisBackend
from pokeqa.cache.store import MB, Backend, CacheStore
from pokeqa.errors import StoreError

LIMIT = 8 * MB
#: The write-ahead log of a database that many write to without a pause may come on top of the bound for a moment.
SLACK = 4 * MB
KEYS = 400
TAGS = 8
KILL_EVERY_S = 5.0


def backend_of(where: str) -> Backend:
    """The store at a folder or a Redis URL."""
    if where.startswith("redis"):
        return RedisBackend(where, LIMIT, prefix="{pokeqa:stress}:")
    return DiskBackend(Path(where), LIMIT)


def work(where: str, seconds: float, seed: int) -> None:
    """One process: mixed operations until the time is over. Prints a line of counts every half second."""
    logging.disable()
    rng = random.Random(seed)
    store = CacheStore(backend_of(where), memory_bytes=MB)
    counts: Counter[str] = Counter()
    ends, tell = time.monotonic() + seconds, time.monotonic() + 0.5
    while time.monotonic() < ends:
        key, tag, draw = f"key{rng.randrange(KEYS)}", f"tag{rng.randrange(TAGS)}", rng.random()
        try:
            if draw < 0.7:
                entry = store.get(key)
                counts["hits" if entry is not None else "misses"] += 1
                if entry is not None and not is_whole(entry.value):
                    counts["torn"] += 1
            elif draw < 0.98:
                text = rng.randbytes(rng.randrange(200, 30_000)).hex()
                value = {"text": text, "sum": hashlib.sha256(text.encode()).hexdigest()}
                counts[
                    "written" if store.set(key, value, expire=rng.choice((None, 1, 60)), tags=(tag,)) else "unwritten"
                ] += 1
            else:
                # An entry with a tag of this process's own: nobody else stores it again.
                own = f"own{seed}"
                store.set(own, {"text": "", "sum": hashlib.sha256(b"").hexdigest()}, tags=(own, tag))
                store.evict(own)
                counts["evictions"] += 1
                if store.get(own) is not None:
                    counts["served_after_eviction"] += 1
        except StoreError:
            counts["evictions_refused"] += 1  # the caller is told, as it must be
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not happen
            counts["exceptions"] += 1
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
        if time.monotonic() > tell:
            tell = time.monotonic() + 0.5
            print(json.dumps(counts | {"failures": store.stats().failures}), flush=True)
    print(json.dumps(counts | {"failures": store.stats().failures}), flush=True)


def is_whole(value: object) -> bool:
    """Whether a value is as somebody wrote it."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("text"), str)
        and value.get("sum") == hashlib.sha256(value["text"].encode()).hexdigest()
    )


class Redis:
    """A Redis server that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            sys.exit("redis-server is not installed. Install it: apt-get install redis-server.")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
                break
            time.sleep(0.02)
        return process

    def restart(self) -> None:
        """Kill the server, leave it dead for a second, start it again."""
        self.stop()
        time.sleep(1)
        self._process = self._start()

    def stop(self) -> None:
        """Kill the server."""
        self._process.kill()
        self._process.wait()


def run(
    where: str, processes: int, seconds: float, redis: Redis | None, kill_every_s: float = KILL_EVERY_S
) -> dict[str, float]:
    """Run the processes, kill one every `kill_every_s` seconds, and add up what they tell."""
    ends = time.monotonic() + seconds
    seed = 0
    running: list[tuple[subprocess.Popen[str], IO[str]]] = []
    done: list[IO[str]] = []

    def start() -> None:
        nonlocal seed
        seed += 1
        output = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - lives as long as the process
        left = max(ends - time.monotonic(), 0.1)
        command = [
            sys.executable,
            "-m",
            "bench.cache_stress",
            "--work",
            where,
            "--seconds",
            str(left),
            "--seed",
            str(seed),
        ]
        running.append((subprocess.Popen(command, stdout=output, text=True), output))

    for _ in range(processes):
        start()
    kills = largest = restarts = on_disk = 0
    backend = backend_of(where)
    next_kill = time.monotonic() + kill_every_s
    restart_at = [ends - seconds * share for share in (0.33, 0.66)] if redis is not None else []
    while time.monotonic() < ends:
        time.sleep(0.25)
        with suppress(StoreError):
            largest = max(largest, backend.size()[1])
        on_disk = max(on_disk, _size_on_disk(where))
        if time.monotonic() > next_kill:
            next_kill += kill_every_s
            victim, output = running.pop(0)
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            done.append(output)
            kills += 1
            start()
        if redis is not None and restart_at and time.monotonic() > restart_at[-1]:
            restart_at.pop()
            redis.restart()
            restarts += 1
    for process, output in running:
        process.wait(timeout=60)
        done.append(output)
    total: Counter[str] = Counter()
    for output in done:
        total += _counts(output)
    torn_at_rest = sum(not is_whole(entry.value) for entry in CacheStore(backend).entries("key"))
    backend.close()
    return {
        "processes": processes, "seconds": seconds, "kills": kills, "redis_restarts": restarts,
        **{name: total[name] for name in ("hits", "misses", "written", "unwritten", "evictions", "evictions_refused",
                                          "failures", "exceptions", "served_after_eviction")},
        "torn": total["torn"] + torn_at_rest,
        "largest_mb": round(largest / MB, 2),
        "limit_mb": LIMIT / MB,
        "on_disk_mb": round(on_disk / MB, 2),
    }  # fmt: skip


def _counts(output: IO[str]) -> Counter[str]:
    """What one process told last; errors are printed on."""
    output.seek(0)
    last: Counter[str] = Counter()
    for line in output:
        with suppress(ValueError):  # the last line of a killed process may be cut
            row = json.loads(line)
            if "error" in row:
                print(row["error"], file=sys.stderr)
            else:
                last = Counter(row)
    output.close()
    return last


def _size_on_disk(where: str) -> int:
    if where.startswith("redis"):
        return 0
    total = 0
    for path in Path(where).rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the stress; exit code 1 when anything went wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.cache_stress", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--kill-every", type=float, default=KILL_EVERY_S, metavar="SECONDS")
    parser.add_argument("--redis", metavar="URL", help="a Redis server in place of the disk")
    parser.add_argument("--start-redis", action="store_true", help="start a Redis server, and restart it twice")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.work:
        work(options.work, options.seconds, options.seed)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        redis = Redis(Path(folder)) if options.start_redis else None
        try:
            where = redis.url if redis is not None else options.redis or str(Path(folder) / "cache")
            figures = run(where, options.processes, options.seconds, redis, options.kill_every)
        finally:
            if redis is not None:
                redis.stop()
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<28}{value:>12}")
    too_large = figures["largest_mb"] > LIMIT / MB + 1 or figures["on_disk_mb"] * MB > LIMIT + SLACK
    wrong = figures["exceptions"] + figures["torn"] + figures["served_after_eviction"]
    return int(bool(wrong) or too_large or not figures["written"])


if __name__ == "__main__":
    sys.exit(main())
