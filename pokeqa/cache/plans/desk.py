"""The desk: what people do with the templates of the library. Every change takes effect at once, in all processes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ...agent.plan import Step
from ...agent.tools import TOOLS, Tool
from ...errors import PlanError
from ..likeness import unpack
from ..store import CacheStore
from .library import Key, PlanLibrary
from .template import State, Template, fill_with, read_template

#: Longest template, as JSON text.
TEMPLATE_MAX_CHARS = 60_000


@dataclass(frozen=True, slots=True)
class Health:
    """How a template stands: `fault` is what is wrong with it, in a sentence; None where it can be used."""

    plan_id: str
    description: str
    state: State
    fault: str | None


class PlanDesk:
    """Lists, checks and changes templates. Methods block; each raises `StoreError` when the library cannot be used.

    `check_call` raises `PlanError` for a step whose arguments its tool cannot work with.
    """

    def __init__(
        self,
        library: PlanLibrary,
        hot: CacheStore,
        dataset_version: str,
        generation_of: Mapping[str, str],
        tools: Mapping[str, Tool] = TOOLS,
        check_call: Callable[[Step], None] = lambda step: None,
    ) -> None:
        self.library = library
        self._hot = hot
        self._dataset_version = dataset_version
        self._generation_of = generation_of
        self._tools = tools
        self._check_call = check_call

    def set_state(self, plan_id: str, state: State, reason: str = "") -> bool:
        """Approve ("active"), switch off ("disabled") or mark a template; whether there is one of this id."""
        found = self.library.set_state(plan_id, state, reason)
        self._hot.evict(f"plan:{plan_id}")
        return found

    def delete(self, plan_id: str) -> bool:
        """Forget a template; whether there was one of this id."""
        found = self.library.delete(plan_id)
        self._hot.evict(f"plan:{plan_id}")
        return found

    def save(self, text: str) -> Template:
        """Store an edited template, given as JSON text. Raises `PlanError`, one sentence, and changes nothing then."""
        template = self._read(_json(text))
        before = self.library.get(template.plan_id)
        if before is None:
            raise PlanError(f"There is no plan {template.plan_id[:40]!r}. An edit keeps its “plan_id”.")
        if template.slots != before.slots or template.sample != before.sample:
            raise PlanError("Slots and the sample come from the question; an edit can only change how it is answered.")
        self.library.save(replace(template, reason=""))
        self._hot.evict(f"plan:{template.plan_id}")
        return template

    # ------------------------------------------------------------------ carrying

    def export(self) -> Iterator[str]:
        """Every template with its keys, one JSON object a line."""
        for template in self.library.all():
            keys = [
                {"key": one.key, "level": one.level, "intent": one.intent, "remainder": one.remainder,
                 "vector": one.vector}
                for one in self.library.keys_of(template.plan_id)
            ]  # fmt: skip
            yield json.dumps({"template": template.to_json(), "keys": keys}, ensure_ascii=False)

    def import_lines(self, lines: Iterable[str]) -> dict[str, int]:
        """Store what `export` wrote; what is not well formed, or for another Pokédex, is left out and counted."""
        counts: Counter[str] = Counter(imported=0)
        for line in lines:
            if not line.strip():
                continue
            try:
                row = _json(line)
                if not isinstance(row, Mapping):
                    raise PlanError("A line of an export is a JSON object.")
                template = self._read(row.get("template"))
                keys = [_key(one) for one in _rows(row.get("keys"))]
            except PlanError:
                counts["unreadable"] += 1
                continue
            if template.bindings.get("dataset") != self._dataset_version:
                counts["for another Pokédex"] += 1
                continue
            _, gone = self.library.admit(template, keys)
            for plan_id in (*gone, template.plan_id):
                self._hot.evict(f"plan:{plan_id}")
            counts["imported"] += 1
        return dict(counts)

    # ------------------------------------------------------------------ health

    def check(self) -> list[Health]:
        """Every template with what is wrong with it. An active one that is at fault is marked as invalid."""
        found = []
        for template in self.library.all():
            fault = self._fault(template)
            state = template.state
            if fault is not None and state == "active":
                self.set_state(template.plan_id, "invalid", fault)
                state = "invalid"
            found.append(Health(template.plan_id, template.description, state, fault or template.reason or None))
        return found

    def _read(self, value: object) -> Template:
        """The template that a JSON value holds, tried with its sample. Raises `PlanError`, one sentence."""
        template = read_template(value)
        sample = template.sample
        for step in fill_with(template, sample.values, sample.texts, self._tools, self._generation_of).steps:
            self._check_call(step)
        return template

    def _fault(self, template: Template) -> str | None:
        try:
            self._read(template.to_json())
        except PlanError as error:
            return str(error)
        if template.bindings.get("dataset") != self._dataset_version:
            return "It was made for another version of the Pokédex."
        return None


def _json(text: str) -> object:
    if len(text) > TEMPLATE_MAX_CHARS:
        raise PlanError(f"The text has {len(text):,} characters; a template has {TEMPLATE_MAX_CHARS:,} at most.")
    try:
        value: object = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # no NaN, no half of a character
    except (ValueError, RecursionError) as error:
        raise PlanError("This is no JSON text; check quotes, commas and braces.") from error
    return value


def _rows(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
        raise PlanError("“keys” of a line is a list of JSON objects.")
    return value


def _key(row: Mapping[str, object]) -> Key:
    key, level = row.get("key"), row.get("level")
    if not isinstance(key, str) or level not in ("words", "meaning"):
        raise PlanError("A key has “key” and “level”.")
    try:
        unpack(str(row.get("vector", "")))
    except ValueError as error:
        raise PlanError("“vector” of a key is no packed vector.") from error
    return Key(
        key[:32],
        "words" if level == "words" else "meaning",
        str(row.get("intent", ""))[:32],
        str(row.get("remainder", "")),
        str(row.get("vector", "")),
    )
