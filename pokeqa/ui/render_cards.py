"""The cards of an answer (`refs.local_dataset.cards`) → HTML.

Kinds: `pokemon` (types, base stats, facts), `matchup` (type effectiveness by factor), `evolution` (the tree of a
family), `table`, `move` and `facts`. The texts in a card are in the answer's language. A card of an unknown kind is
left out: the sentence above it says everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from .words import both, word

Card = Mapping[str, Any]

#: The highest base stat there is; bars of all cards share this scale.
STAT_MAX = 255
#: A table shows this many rows until the reader asks for all that were sent; for a few more it does not hide any.
ROWS_AT_FIRST = 10
_ROWS_TOO_FEW_TO_HIDE = 14

_KANA = re.compile("[\u3040-\u30ff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_IDENTIFIER = re.compile(r"[a-z][a-z-]{0,30}")


def render_cards(cards: Iterable[Card]) -> str:
    """All cards of an answer; neighbouring cards of the same kind that fit beside each other share a row."""
    pieces = []
    for kind, group in groupby(cards, key=lambda card: card.get("kind")):
        drawn = [html for html in map(render_card, group) if html]
        if len(drawn) > 1 and kind in ("pokemon", "move", "facts", "matchup"):
            pieces.append(f'<div class="cards-row">{"".join(drawn)}</div>')
        else:
            pieces.extend(drawn)
    return "".join(pieces)


def render_card(card: Card) -> str:
    """One card; "" for an unknown kind."""
    match card.get("kind"):
        case "pokemon":
            return _pokemon(card)
        case "matchup":
            return _matchup(card)
        case "evolution":
            return _evolution(card)
        case "table":
            return _table(card)
        case "move":
            return _move(card)
        case "facts":
            return _card("facts", _title(card.get("title")) + _facts(card.get("facts")))
        case _:
            return ""


def render_type(pokemon_type: Card) -> str:
    """A type as a chip in its colour."""
    identifier = str(pokemon_type.get("id", ""))
    if not _IDENTIFIER.fullmatch(identifier):
        identifier = "unknown"
    return f'<span class="type type-{identifier}">{_text(pokemon_type.get("name"))}</span>'


def _pokemon(card: Card) -> str:
    number = card.get("number")
    head = (
        f"<h4>{_text(card.get('name'))}</h4>"
        f"{_types(card.get('types'))}"
        + (f'<span class="number">#{int(number):04d}</span>' if isinstance(number, int) else "")
        + (f'<span class="genus">{_text(card["genus"])}</span>' if card.get("genus") else "")
    )
    body = _stats(card) + _facts(card.get("facts"))
    return _card("pokemon", f'<div class="card-head">{head}</div><div class="card-body">{body}</div>')


def _stats(card: Card) -> str:
    stats = _items(card.get("stats"))
    if not stats:
        return ""
    rows = "".join(
        f'<div class="stat{" highlight" if stat.get("highlight") else ""}">'
        f"<dt>{_text(stat.get('name'))}</dt>"
        f'<dd><span class="value">{_text(stat.get("value"))}</span>'
        f'<span class="bar" aria-hidden="true"><span style="width:{_share(stat.get("value")):.1f}%"></span></span></dd>'
        "</div>"
        for stat in stats
    )
    total = "" if card.get("total") is None else _total(card)
    return f'<dl class="stats">{rows}{total}</dl>'


def _total(card: Card) -> str:
    label = word("card.total", _language_of(str(card.get("name", ""))))
    lit = " highlight" if card.get("total_highlight") else ""
    return (
        f'<div class="stat total{lit}"><dt>{escape(label)}</dt>'
        f'<dd><span class="value">{_text(card["total"])}</span></dd></div>'
    )


def _language_of(text: str) -> str:
    """The language of a card, told by its letters: its few words of ours match the rest."""
    if _KANA.search(text):
        return "ja"
    return "zh" if _HAN.search(text) else "en"


def _share(value: object) -> float:
    """The length of a stat's bar in percent."""
    return min(100.0, max(0.0, value / STAT_MAX * 100)) if isinstance(value, int | float) else 0.0


def _matchup(card: Card) -> str:
    rows = "".join(
        f'<div class="factor"><dt class="{_factor_class(group.get("factor"))}">{_text(group.get("factor"))}</dt>'
        f"<dd>{_types(group.get('types')) or '–'}</dd></div>"
        for group in _items(card.get("groups"))
    )
    notes = "".join(f"<li>{_text(note)}</li>" for note in card.get("notes") or ())
    return _card(
        f"matchup {'offence' if card.get('direction') == 'offence' else 'defence'}",
        f'<div class="card-head">{_title(card.get("title"))}{_types(card.get("types"))}</div>'
        f'<dl class="factors">{rows}</dl>' + (f'<ul class="notes">{notes}</ul>' if notes else ""),
    )


def _factor_class(factor: object) -> str:
    """Above one, below one or zero: they are coloured apart."""
    text = str(factor).strip("×x ")
    if text == "0":
        return "factor-zero"
    return "factor-low" if text[:1] in ("½", "¼", "⅛") or text.startswith("0") else "factor-high"


def _evolution(card: Card) -> str:
    root = card.get("root")
    if not isinstance(root, Mapping):
        return ""
    # A family that branches widely reads better downwards; a line fits across.
    shape = "tall" if _width(root) > 3 else "wide"
    return _card(
        f"evolution {shape}",
        _title(card.get("title")) + f'<ul class="tree">{_evolution_node(root)}</ul>',
    )


def _evolution_node(node: Card) -> str:
    children = _items(node.get("children"))
    how = f'<span class="how"><span>{_text(node["how"])}</span></span>' if node.get("how") else ""
    current = ' class="node current" aria-current="true"' if node.get("current") else ' class="node"'
    return (
        f"<li>{how}<span{current}>"
        f'<span class="node-name">{_text(node.get("name"))}</span>{_types(node.get("types"))}</span>'
        + (f"<ul>{''.join(map(_evolution_node, children))}</ul>" if children else "")
        + "</li>"
    )


def _width(node: Card) -> int:
    """How many leaves a family has."""
    return sum(map(_width, _items(node.get("children")))) or 1


def _table(card: Card) -> str:
    columns = _items(card.get("columns"))
    rows = [row for row in card.get("rows") or () if isinstance(row, Sequence)]
    if not columns or not rows:
        return ""
    aligned = ["right" if column.get("align") == "right" else "left" for column in columns]
    head = "".join(
        f'<th scope="col" class="{align}">{_text(column.get("label"))}</th>'
        for column, align in zip(columns, aligned, strict=True)
    )
    hides = len(rows) > _ROWS_TOO_FEW_TO_HIDE
    body = "".join(
        f"<tr{' hidden' if hides and index >= ROWS_AT_FIRST else ''}>"
        + "".join(f'<td class="{align}">{_text(cell)}</td>' for cell, align in zip(row, aligned, strict=False))
        + "</tr>"
        for index, row in enumerate(rows)
    )
    total = card.get("total")
    more = ""
    if hides:
        more = (
            '<button type="button" class="quiet" data-do="rows" aria-expanded="false">'
            f'<span class="when-less">{both("card.show_all", count=len(rows))}</span>'
            f'<span class="when-more">{both("card.show_less")}</span></button>'
        )
    if isinstance(total, int) and total > len(rows):
        more += f'<span class="muted">{both("card.shown", total=total)}</span>'
    return _card(
        "listing",
        _title(card.get("title"))
        + f'<div class="table-scroll"><table data-at-first="{ROWS_AT_FIRST}"><thead><tr>{head}</tr></thead>'
        + f"<tbody>{body}</tbody></table></div>"
        + (f'<div class="table-foot">{more}</div>' if more else ""),
    )


def _move(card: Card) -> str:
    pokemon_type, damage_class = card.get("type"), card.get("damage_class")
    head = f"<h4>{_text(card.get('name'))}</h4>"
    if isinstance(pokemon_type, Mapping):
        head += f'<span class="types">{render_type(pokemon_type)}</span>'
    if isinstance(damage_class, Mapping):
        head += f'<span class="damage-class">{_text(damage_class.get("name"))}</span>'
    return _card("move", f'<div class="card-head">{head}</div>{_facts(card.get("facts"))}')


def _facts(facts: object) -> str:
    rows = "".join(
        f'<div class="{"highlight" if fact.get("highlight") else "pair"}">'
        f"<dt>{_text(fact.get('label'))}</dt><dd>{_text(fact.get('value'))}</dd></div>"
        for fact in _items(facts)
    )
    return f'<dl class="pairs">{rows}</dl>' if rows else ""


def _types(types: object) -> str:
    chips = "".join(map(render_type, _items(types)))
    return f'<span class="types">{chips}</span>' if chips else ""


def _title(title: object) -> str:
    return f"<h4>{_text(title)}</h4>" if title else ""


def _card(kind: str, inside: str) -> str:
    return f'<div class="card {kind}">{inside}</div>'


def _text(value: object) -> str:
    return "" if value is None else escape(str(value))


def _items(value: object) -> list[Card]:
    """The JSON objects of a list; anything else is left out."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []
