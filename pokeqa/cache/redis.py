"""The store in Redis, shared by several machines: plain strings of JSON, sets for tags, no module needed.

Every change is one Lua script, so that no reader and no other writer ever sees half of it. The bound on the size is
our own: the oldest entries go first, whatever `maxmemory` the server has. A server with a `maxmemory` should have a
policy that spares keys without an expiry (noeviction or volatile-*).
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..errors import StoreError
from .entry import EVICTED_MAX, Entry, Mark, entry_from_text

if TYPE_CHECKING:
    from redis import Redis

#: How long a command may take before the cache counts as missed.
TIMEOUT_S = 0.5

#: The braces keep all keys on one node of a cluster.
PREFIX = "{pokeqa:cache}:"

_REMOVE = """
local p = ARGV[1]
local function remove(key)
  local size = redis.call('HGET', p..'sizes', key)
  if not size then return 0 end
  for _, tag in ipairs(cjson.decode(redis.call('HGET', p..'tags', key) or '[]')) do
    redis.call('SREM', p..'tag:'..tag, key)
  end
  redis.call('DEL', p..'entry:'..key)
  redis.call('ZREM', p..'stored', key)
  redis.call('ZREM', p..'expiring', key)
  redis.call('HDEL', p..'sizes', key)
  redis.call('HDEL', p..'tags', key)
  redis.call('DECRBY', p..'bytes', size)
  return 1
end
"""

#: prefix, key, text, tags, now, expires (0: never), limit, epoch ('': no check), generation
_SET = (
    _REMOVE
    + """
local key, text, tags, now, expires, limit = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7])
if ARGV[8] ~= '' then
  local as_of = tonumber(ARGV[9])
  if redis.call('GET', p..'epoch') ~= ARGV[8] then return 0 end
  if as_of > tonumber(redis.call('GET', p..'generation') or '0') then return 0 end
  if as_of < tonumber(redis.call('GET', p..'floor') or '0') then return 0 end
  for _, tag in ipairs(cjson.decode(tags)) do
    if tonumber(redis.call('HGET', p..'evicted', tag) or '0') > as_of then return 0 end
  end
end
remove(key)
for _, old in ipairs(redis.call('ZRANGEBYSCORE', p..'expiring', '-inf', now, 'LIMIT', 0, 100)) do remove(old) end
local size = #key + #text
if size > limit then return 0 end
if expires ~= '0' then
  if tonumber(expires) <= tonumber(now) then return 1 end
  redis.call('SET', p..'entry:'..key, text, 'PXAT', expires)
  redis.call('ZADD', p..'expiring', expires, key)
else
  redis.call('SET', p..'entry:'..key, text)
end
for _, tag in ipairs(cjson.decode(tags)) do redis.call('SADD', p..'tag:'..tag, key) end
redis.call('ZADD', p..'stored', now, key)
redis.call('HSET', p..'sizes', key, size)
redis.call('HSET', p..'tags', key, tags)
redis.call('INCRBY', p..'bytes', size)
while tonumber(redis.call('GET', p..'bytes')) > limit do
  local oldest = redis.call('ZRANGE', p..'stored', 0, 0)
  if #oldest == 0 then redis.call('SET', p..'bytes', 0) break end
  remove(oldest[1])
end
return 1
"""
)

#: prefix, key
_DELETE = _REMOVE + "redis.call('INCR', p..'generation') return remove(ARGV[2])"

#: prefix, tag, how many evicted tags are remembered
_EVICT = (
    _REMOVE
    + """
local generation = redis.call('INCR', p..'generation')
redis.call('HSET', p..'evicted', ARGV[2], generation)
if redis.call('HLEN', p..'evicted') > tonumber(ARGV[3]) then
  redis.call('DEL', p..'evicted')
  redis.call('SET', p..'floor', generation)
end
local count = 0
for _, key in ipairs(redis.call('SMEMBERS', p..'tag:'..ARGV[2])) do count = count + remove(key) end
return count
"""
)

#: prefix
_CLEAR = (
    _REMOVE
    + """
redis.call('SET', p..'floor', redis.call('INCR', p..'generation'))
redis.call('DEL', p..'evicted')
local count = 0
for _, key in ipairs(redis.call('HKEYS', p..'sizes')) do count = count + remove(key) end
redis.call('SET', p..'bytes', 0)
return count
"""
)


class RedisBackend:
    """A store in a Redis server. Thread-safe; connects on first use."""

    name = "redis"

    def __init__(self, url: str, size_limit: int, *, prefix: str = PREFIX) -> None:
        self._url = url
        self._limit = size_limit
        self._prefix = prefix
        self._client: Redis | None = None
        self._scripts: dict[str, Any] = {}

    def mark(self) -> Mark:
        """Now, in this store's life."""
        with self._working() as client:
            epoch, generation = client.mget(self._prefix + "epoch", self._prefix + "generation")
            if epoch is None:
                client.set(self._prefix + "epoch", secrets.token_hex(8), nx=True)
                epoch, generation = client.mget(self._prefix + "epoch", self._prefix + "generation")
            return Mark(str(epoch), int(generation or 0))

    def get(self, key: str) -> Entry | None:
        """The entry of a key, if its time is not over."""
        with self._working() as client:
            return entry_from_text(key, client.get(f"{self._prefix}entry:{key}"))

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """The entries whose keys begin with `prefix`, in no certain order."""
        with self._working() as client:
            keys = [str(key) for key in client.hkeys(self._prefix + "sizes") if str(key).startswith(prefix)]
        for key in keys:
            entry = self.get(key)
            if entry is not None:
                yield entry

    def size(self) -> tuple[int, int, int]:
        """How many entries (those whose time is over included), how many bytes, and how many there may be."""
        with self._working() as client:
            count = client.hlen(self._prefix + "sizes")
            return int(count), int(client.get(self._prefix + "bytes") or 0), self._limit

    def set(self, entry: Entry, as_of: Mark | None = None) -> bool:
        """Store an entry; False when one of its tags was evicted since `as_of`, or it is too large."""
        now_ms = int(time.time() * 1000)
        expires = 0 if entry.expires is None else max(int(entry.expires * 1000), 1)
        epoch, generation = ("", 0) if as_of is None else (as_of.epoch, as_of.generation)
        tags = json.dumps(entry.tags)
        return bool(self._run(_SET, entry.key, entry.to_text(), tags, now_ms, expires, self._limit, epoch, generation))

    def delete(self, key: str) -> bool:
        """Remove an entry; whether it was there."""
        return bool(self._run(_DELETE, key))

    def evict(self, tag: str) -> int:
        """Remove every entry with a tag; how many there were."""
        return self._run(_EVICT, tag, EVICTED_MAX)

    def clear(self) -> int:
        """Remove everything; how many entries there were."""
        return self._run(_CLEAR)

    def close(self) -> None:
        """Let go of the connections; the store connects again when it is used."""
        client, self._client, self._scripts = self._client, None, {}
        if client is not None:
            client.close()

    def _run(self, script: str, *arguments: str | int) -> int:
        with self._working() as client:
            if script not in self._scripts:
                self._scripts[script] = client.register_script(script)
            return int(self._scripts[script](args=[self._prefix, *arguments]))

    @contextmanager
    def _working(self) -> Iterator[Redis]:
        try:
            import redis
        except ImportError as error:
            raise StoreError("POKEQA_REDIS_URL needs the package redis. Run `pip install redis`.") from error
        try:
            if self._client is None:
                from redis.backoff import NoBackoff
                from redis.retry import Retry

                self._client = redis.Redis.from_url(
                    self._url,
                    decode_responses=True,
                    socket_timeout=TIMEOUT_S,
                    socket_connect_timeout=TIMEOUT_S,
                    retry=Retry(NoBackoff(), 1),
                )
            yield self._client
        except (redis.RedisError, OSError) as error:
            raise StoreError(f"Redis (POKEQA_REDIS_URL) cannot be used: {error}") from error
        except ValueError as error:  # the URL itself, or text that is not UTF-8
            raise StoreError("POKEQA_REDIS_URL is not the address of a Redis. Correct or unset it.") from error
