"""A trial of a new template: with other values in its slots it must give what the rules plan for such a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...agent.plan import Json
from ...agent.planner import Planner, PlanRequest
from ...agent.values import Names
from ...errors import PlanError
from ...pokedex.dataset import Dataset
from ...question.lexer import Token
from ...question.understanding import Understanding
from .memory import generations_of_games
from .skeleton import Filled, NoSkeletonError, Skeleton, skeleton_of
from .template import Template, fill

#: Questions that a template is tried with, and names that are looked at to find one that can stand in a slot.
TRIALS, NAMES_TRIED = 2, 12

_TABLES = {
    "pokemon": "species", "move": "moves", "ability": "abilities", "item": "items", "type": "types",
    "nature": "natures", "egg_group": "egg_groups", "region": "regions", "game": "versions",
}  # fmt: skip


class Trial:
    """Tries templates with other values. `understand` parses a text as a question without history."""

    def __init__(
        self,
        dataset: Dataset,
        names: Names,
        planner: Planner,
        understand: Callable[[str], Understanding],
        tokens: Callable[[str], Sequence[Token]],
    ) -> None:
        self._dataset = dataset
        self._names = names
        self._generation_of = generations_of_games(dataset, names)
        self._planner = planner
        self._understand = understand
        self._tokens = tokens

    async def __call__(self, template: Template, skeleton: Skeleton, asked: PlanRequest) -> str | None:
        """Why the template would give other plans than the rules; None where it gives the same."""
        for turn in range(TRIALS):
            text = self._variant(skeleton, asked.understanding.language, turn)
            if text is None:
                continue
            other = self._understand(text)
            if other.language != asked.understanding.language:
                continue
            try:
                own = skeleton_of(text, self._tokens(text), other.language, (), self._names)
            except NoSkeletonError:
                continue
            if own.text != skeleton.text:
                continue  # a name that reads otherwise in this place; its question is of another kind
            wrong = await self._differs(template, own, replace(asked, understanding=other))
            if wrong:
                return f"for “{text}” the rules plan something else"
        return None

    async def _differs(self, template: Template, own: Skeleton, asked: PlanRequest) -> bool:
        try:
            planned = await self._planner.plan(asked)
            filled = fill(template, own, asked.tools, self._generation_of)
            return planned.plan is None or filled.hash != planned.plan.hash
        except PlanError:
            return True

    def _variant(self, skeleton: Skeleton, language: str, turn: int) -> str | None:
        """The question with another value in every slot that has one."""
        text, taken = skeleton.text, {str(one.value) for one in skeleton.filled}
        for one in skeleton.filled:
            found = next(self._others(one, language, turn, taken), None)
            if found is None:
                return None
            written, value = found
            taken.add(str(value))
            text = text.replace("{" + one.slot.name + "}", written)
        return text

    def _others(self, one: Filled, language: str, turn: int, taken: set[str]) -> Iterator[tuple[str, Json]]:
        """Other values of a slot's type, as they are written, and as plans hold them."""
        if isinstance(one.value, int | float) and not isinstance(one.value, bool):
            other = one.value + 3 * (turn + 1)
            if str(other) not in taken:
                yield (f"{other:g}", other)
            return
        if one.slot.type == "generation":
            now = str(one.value).rpartition("/")[2]
            for number in sorted(self._dataset.generations, key=lambda n: (n + turn * 3) % 9):
                if str(number) != now and now in one.text:
                    yield one.text.replace(now, str(number)), f"generation/{number}"
            return
        table = _TABLES.get(one.slot.type)
        if table is None:
            return
        records = list(getattr(self._dataset, table).values())
        step = max(1, len(records) // 7)
        for number in range(NAMES_TRIED):
            record = records[(step * (number + 1 + turn * 3) + turn) % len(records)]
            name = record.names.get(language) or record.names.get("en")
            if not name:
                continue
            tokens = self._tokens(name)
            if len(tokens) != 1:
                continue
            try:
                read = skeleton_of(name, tokens, language, (), self._names)
            except NoSkeletonError:
                continue
            found = read.filled[0] if len(read.filled) == 1 else None
            if found is not None and found.slot.type == one.slot.type and str(found.value) not in taken:
                yield name, found.value
