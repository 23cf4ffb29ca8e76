"""How the type chart changed for two types: what one did to the other in which generations."""

from __future__ import annotations

from .matchup_words import Words


def over_time(words: Words, attack_type: int, defence_type: int) -> str:
    """ "By generation: 0.5× from Generation 2 to Generation 5, 1× since Generation 6."; empty where nothing changed."""
    context = words.context
    data = context.dataset
    first = max(data.types[one].generation for one in (attack_type, defence_type))
    spans: list[list[int]] = []
    factors: list[float] = []
    for generation in sorted(g for g in data.generations if g >= first):
        factor = data.efficacy(attack_type, defence_type, generation)
        if factors and factors[-1] == factor:
            spans[-1].append(generation)
        else:
            factors.append(factor)
            spans.append([generation])
    if len(spans) < 2:
        return ""
    said = []
    for factor, span in zip(factors, spans, strict=True):
        key = "since" if span is spans[-1] else "in" if len(span) == 1 else "between"
        names = {"first": context.generation_name(span[0]), "last": context.generation_name(span[-1])}
        said.append(context.say(f"history.{key}", value=words.factor(factor), mark="", **names))
    return words.say("matchup.note.over-time", spans=context.say("history.join").join(said))
