"""A plan in the making: the steps so far and what the talk is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..question.algebra import Compare, Evolve, Measure, Query, Search
from ..question.lexer import Token
from ..request import Worker
from .plan import Json, Reference, Step
from .planner import OpenPart
from .reading import Focus, Reader, gives_names, gives_one, mons_of, naming
from .tools import tool_name
from .values import Names, arguments_of


@dataclass(slots=True)
class Draft:
    """Steps, open parts and the focus. `lost`: the last piece was not understood, so nothing may lean on it."""

    names: Names
    reader: Reader
    steps: list[Step] = field(default_factory=list)
    open: list[OpenPart] = field(default_factory=list)
    several: Focus | None = None
    one: Focus | None = None
    lost: bool = False
    #: What the last comparison was by.
    measure: Measure | None = None
    #: Steps that are known to find nothing: what follows them is about what was found before.
    empty: frozenset[str] = frozenset()

    def copy(self) -> Draft:
        """The same draft, to try something on."""
        return replace(self, steps=list(self.steps), open=list(self.open))

    @property
    def focus(self) -> Focus | None:
        """What "it" means: the one found last, else all of those found last."""
        return self.one or self.several

    # ------------------------------------------------------------------ adding

    def add(self, worker: Worker, tool: str, arguments: Mapping[str, Json], output: str, *, shown: bool = True) -> str:
        """Append a step, unless the plan has it already; its id."""
        for step in self.steps:
            if (step.worker, step.tool, step.arguments, step.output_key) == (worker, tool, arguments, output):
                if shown and not step.shown:
                    self.steps[self.steps.index(step)] = replace(step, shown=True)
                return step.id
        step_id = f"s{len(self.steps) + 1}"
        self.steps.append(Step(step_id, worker, tool, dict(arguments), output, shown))
        return step_id

    def ask(self, query: Query, tokens: Sequence[Token] = (), *, shown: bool = True) -> str:
        """Append a query as a step, and make what it finds the focus; its id."""
        return self._ask(query, {}, tokens, shown=shown)

    def ask_among(self, query: Search, focus: Focus, *, shown: bool = True) -> str:
        """Append a search among what an earlier step found."""
        before = (self.several, self.one)
        step_id = self._ask(query, {"among": self.values(focus)}, (), shown=shown)
        if query.output == "count":
            self.several, self.one = before  # "how many of them are ...?" does not leave them
        return step_id

    def values(self, focus: Focus) -> Json:
        """What the talk is about as an argument: a reference, or names."""
        if focus.reference is not None:
            return str(focus.reference)
        mons = [token.value("mon") for token in focus.mons]
        known = self.reader.stand_ins
        return [str(known[mon]) if mon in known else self.names.of(mon) for mon in mons]

    def _ask(self, query: Query, more: Mapping[str, Json], tokens: Sequence[Token], *, shown: bool) -> str:
        arguments = {**arguments_of(query, self.names, self.reader.stand_ins), **more}
        names = gives_names(query)
        output = "count" if getattr(query, "output", "") == "count" else "names" if names else "text"
        step_id = self.add("stats_worker", tool_name(type(query)), arguments, output, shown=shown)
        mons = tuple(token for token in tokens if token.has("mon"))
        own = dict.fromkeys(mons_of(query))
        if own and not own.keys() <= {token.value("mon") for token in mons}:
            # "What type is the pre-evolution of Gyarados?" goes on about Magikarp.
            mons = tuple(naming(mon) for mon in own)
        if names and step_id not in self.empty:
            self.measure = query.attribute if isinstance(query, Compare) else None
            if isinstance(query, Compare) or (not mons and not isinstance(query, Evolve)):
                self._named(mons)
            self.found(Reference(step_id, "names"), many=not gives_one(query))
            if isinstance(query, Evolve):
                # "What does Haunter evolve into, and what type is it?" goes on about Haunter; "they" are the results.
                self.several = Focus(Reference(step_id, "names"), True)
                self.one = None
                self._named(mons)
        elif mons:
            self._named(mons)
        self.lost = False
        return step_id

    def found(self, reference: Reference, *, many: bool) -> None:
        """Make what a step finds the focus."""
        focus = Focus(reference, many)
        if many:
            self.several, self.one = focus, None
        else:
            self.one = focus

    def _named(self, mons: tuple[Token, ...]) -> None:
        """Make the Pokémon that a clause is about the focus; what "they" means stays where it is only one."""
        mons = tuple({token.value("mon"): token for token in mons}.values())
        if len(mons) == 1:
            reference = self.reader.stand_ins.get(mons[0].value("mon"))
            self.one = Focus(reference, False, () if reference is not None else mons)
        elif len(mons) > 1:
            self.several, self.one = Focus(None, True, mons), None

    def leave_open(self, text: str, why: str) -> None:
        """Note a part that no step answers."""
        if self.open and not text:
            return
        self.open.append(OpenPart(text, why))
        self.lost = True
