"""What the modules about evolution share: the subject of the question, its steps, and how an answer is put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...question.algebra import Evolve, Mon
from ..answer import Answer
from .context import Context
from .evolve_how import How
from .evolve_line import BATTLE_KINDS, Lines, Step

#: At most this many further steps are written out below the headline.
NOTES_MAX = 6

#: The ways of older games are told where the answer is about no more steps than this.
OLDER_MAX = 3


class Teller:
    """One question about evolution: its subject, and sentences about it.

    A Mega or Gigantamax form has no evolution of its own: `is_battle_form` is True, `pokemon` the ordinary form.
    """

    def __init__(self, query: Evolve, context: Context) -> None:
        self.query = query
        self.context = context
        self.say = context.say
        self.lines = Lines(context.dataset, query.scope)
        self.how = How(context, self.lines)
        named = context.pokemon(query.subject)
        self.is_battle_form = named.form_kind in BATTLE_KINDS
        species = context.species(query.subject)
        self.pokemon = context.dataset.pokemon[species.default_pokemon_id] if self.is_battle_form else named
        self.subject = self.how.name(self.pokemon.id) if self.is_battle_form else context.mon_name(query.subject)

    # ------------------------------------------------------------------ steps

    def steps(self) -> tuple[Step, ...]:
        """What the subject evolves into; of a species named plainly also what only its other forms evolve into."""
        own = self.lines.into(self.pokemon.id, self.query.subject.cosmetic_form_id)
        if self.query.subject.form_named and not self.is_battle_form:
            return own
        return (*own, *self._of_other_forms(own, new=True))

    def _of_other_forms(self, own: Sequence[Step], *, new: bool) -> list[Step]:
        """Steps of the species' other lasting forms: to a `new` species, or to one that `own` reaches too."""
        reached = set(self.species_of(step.target for step in own))
        pokemon = self.context.dataset.pokemon
        others = [form for form in self.lines.own_forms(self.pokemon.species_id) if form.id != self.pokemon.id]
        steps = [step for form in others for step in self.lines.into(form.id)]
        return [step for step in steps if (pokemon[step.target].species_id not in reached) == new]

    def path(self, start: Mon, end: Mon) -> tuple[Step, ...]:
        """The steps from one Pokémon to another; the other forms of a species named plainly count too."""
        path = self.lines.path(self._line_id(start), end)
        if path or start.form_named:
            return path
        for form in self.lines.own_forms(start.species_id):
            path = self.lines.path(form.id, end)
            if path:
                return path
        return ()

    def _line_id(self, mon: Mon) -> int:
        pokemon = self.context.pokemon(mon)
        if pokemon.form_kind in BATTLE_KINDS:
            return self.context.species(mon).default_pokemon_id
        return pokemon.id

    def species_of(self, ids: Iterable[int]) -> list[int]:
        """The species of varieties, each once."""
        return list(dict.fromkeys(self.context.dataset.pokemon[one].species_id for one in ids))

    # ------------------------------------------------------------------ clauses

    def into(self, source: int, steps: Sequence[Step], *, listed: bool = False) -> str:
        """What one variety evolves into. `listed`: the names alone, where there are several."""
        name = self.subject if source == self.pokemon.id else self.how.name(source)
        if len(steps) == 1:
            return self._step("evolve.into.one", name, steps[0])
        if listed:
            names = [
                self.say("evolve.into.plain", target=self.how.name(step.target), mark=self.how.mark(step))
                for step in steps
            ]
            return self.say("evolve.into.what", name=name, list=self.context.phrases.join(names, "or"))
        items = [self._step("evolve.into.item", name, step) for step in steps]
        return self.say("evolve.into.many", name=name, list=self.context.phrases.join(items, "or"))

    def out_of(self, step: Step) -> str:
        """What one variety evolves from."""
        name = self.subject if step.target == self.pokemon.id else self.how.name(step.target)
        return self._step("evolve.from.one", name, step)

    def came_from(self, step: Step) -> str:
        """The same behind another clause: "it evolves from Magikarp at level 20"."""
        return self._step("evolve.none.came_from", "", step)

    def _step(self, key: str, name: str, step: Step) -> str:
        return self.say(
            key,
            name=name,
            source=self.how.name(step.source),
            target=self.how.name(step.target),
            how=self.how.step(step),
            mark=self.how.mark(step),
        )

    def chain(self, path: Sequence[Step]) -> str:
        """Steps one after the other, each a clause."""
        clauses = [self._step("evolve.into.step", self.how.name(step.source), step) for step in path]
        return self.say("evolve.into.steps").join(clauses)

    def no_evolution(self) -> str:
        """That the subject does not evolve, and where it comes from."""
        mark = self.how.none_mark(self.pokemon.id, "evolutions")
        if self.is_battle_form:
            form = self.context.mon_name(self.query.subject)
            text = self.say("evolve.none.battle_form", form=form, name=self.subject, mark=mark)
            clause = self.say("evolve.into.clause")
        else:
            text, clause = "", ""
        before = self.lines.out_of(self.pokemon.id)
        if before:
            text += clause + self.say("evolve.none.final", name=self.subject, mark=mark)
            return text + self.say("evolve.into.clause") + self.came_from(before[0])
        if self.query.scope.generation is not None and self.context.dataset.evolutions_from(self.pokemon.id):
            time = self.context.generation_name(self.query.scope.generation)
            return text + clause + self.say("evolve.none.then", name=self.subject, time=time, mark=mark)
        key = "single" if self.pokemon.is_default else "form"
        return text + clause + self.say(f"evolve.none.{key}", name=self.subject, mark=mark)

    def lead(self, holds: bool, text: str, *, is_so: bool = False) -> str:
        """A clause behind the word that answers a yes/no question ("does it ...?", or "is it ...?")."""
        key = "yes" if holds else "not" if is_so else "no"
        return self.say(f"evolve.lead.{key}", text=text)

    # ------------------------------------------------------------------ the whole answer

    def finish(
        self,
        text: str,
        *,
        steps: Sequence[Step] = (),
        bullets: bool = False,
        own_forms: bool = True,
        notes: Iterable[str] = (),
    ) -> Answer:
        """The answer: the clause as a sentence, then what else there is to say about the steps, and the tree."""
        details: list[str] = []
        if bullets:
            details.append("\n".join(
                self._step("evolve.into.bullet", "", step) for step in steps
            ))  # fmt: skip
        if len(steps) <= OLDER_MAX:
            details += [self.how.older(step) for step in steps]
        if own_forms and not self.query.subject.form_named:
            details += self._form_notes(steps)
        details += [*notes, *self._remarks(), self._battle_note()]
        return self.context.answer(
            self.sentence(text),
            details=dict.fromkeys(details),
            cards=[self.how.card(self.lines.tree(root), self.pokemon.id) for root in self.lines.roots(self.pokemon.id)],
            follow_ups=self._follow_ups(steps),
        )

    def sentence(self, text: str) -> str:
        """A clause with a capital and a full stop."""
        return self.say("evolve.sentence", text=text[:1].upper() + text[1:])

    def _form_notes(self, steps: Sequence[Step]) -> list[str]:
        own = [step for step in steps if step.source == self.pokemon.id]
        texts = [
            self.into(step.source, [step])
            for step in self._of_other_forms(own, new=False)
            if self.context.dataset.pokemon[step.source].form_kind == "regional"
        ]
        return [self.sentence(text) for text in texts[:NOTES_MAX]]

    def _remarks(self) -> list[str]:
        key = f"evolve.remark.{self.context.dataset.species[self.pokemon.species_id].identifier}"
        return [self.say(key)] if key in self.context.phrases else []

    def _battle_note(self) -> str:
        """That Mega forms and the like are no evolutions, where the subject has any."""
        is_end = not self.lines.into(self.pokemon.id) and self.query.direction != "from"
        if self.is_battle_form or not is_end or self.pokemon.form_kind == "regional":
            return ""
        forms = [form.id for form in self.lines.battle_forms(self.pokemon.species_id)]
        if not forms:
            return ""
        return self.say("evolve.mega" if len(forms) == 1 else "evolve.megas", forms=self.how.names(forms))

    def baby_notes(self) -> list[str]:
        """How a baby Pokémon comes about."""
        species = self.context.dataset.species[self.pokemon.species_id]
        if not species.is_baby:
            return []
        item_id = self.context.dataset.baby_items.get(species.chain_id)
        if item_id is None:
            return [self.say("evolve.baby.hatched", name=self.subject)]
        item = self.context.item_name(item_id)
        return [
            self.say("evolve.baby.hatched", name=self.subject),
            self.say("evolve.baby.item", name=self.subject, item=item, article=self.how.article(item)),
        ]

    def _follow_ups(self, steps: Sequence[Step]) -> list[str]:
        questions = []
        others = [step.target if step.source == self.pokemon.id else step.source for step in steps]
        for other in [one for one in others if one != self.pokemon.id][:1]:
            questions += self.context.follow_ups(self.context.dataset.pokemon[other], "weakness")
            questions.append(self.say("evolve.follow_up.how", name=self.how.name(other)))
        questions.append(self.say("evolve.follow_up.family", name=self.subject))
        return questions
