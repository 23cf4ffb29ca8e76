"""What several types do to one another."""

from __future__ import annotations

from itertools import permutations

from ....question.types_among import TypesAmong
from ...answer import Answer
from ...effectiveness import Attack, Chart
from ..context import Context

#: What each claim says of the factor of an attack.
_TRUE_OF = {"weak": lambda f: f > 1, "resist": lambda f: f < 1, "immune": lambda f: f == 0}
_KEYS = {0.0: "none", 0.5: "half", 1.0: "same", 2.0: "double"}


def answer(query: TypesAmong, context: Context) -> Answer:
    """Each type against each other one, what does most first; what does normal damage only where nothing else is."""
    chart = Chart(context.dataset, query.scope.generation)
    factors = {
        (a, b): chart.factor(Attack(a), (b,)) for a, b in permutations(query.type_ids, 2)
    }  # fmt: skip
    shown = sorted(factors, key=lambda pair: -factors[pair])
    telling = [pair for pair in shown if factors[pair] != 1]
    said = []
    for a, b in telling if telling and len(query.type_ids) > 2 else shown:
        names = {"a": context.type_name(a), "b": context.type_name(b)}
        row = context.table_row(
            "type_efficacy", f"{a}-{b}", "factor", f"{factors[a, b]:g}", "{a} → {b}".format(**names)
        )
        said.append(context.say(f"types-among.{_KEYS[factors[a, b]]}", mark=context.mark(row), **names))
    text = context.say("types-among.all", pairs=context.say("types-among.then").join(said))
    if query.claim is not None:
        true = all(_TRUE_OF[query.claim](factor) for factor in factors.values())
        text = context.say("types-among.yes" if true else "types-among.no") + text
    if query.scope.generation is not None:
        text = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=text)
    return context.answer(text)
