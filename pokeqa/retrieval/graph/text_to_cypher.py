"""Questions that no template fits, as Cypher by a language model; only what the guard allows comes out."""

from __future__ import annotations

import re

from ...paths import DATA
from ...yaml_files import read_yaml
from ..completion import Complete
from .guard import MAX_HOPS, check
from .schema import describe

_FENCE = re.compile(r"```(?:cypher)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)


async def write_cypher(question: str, complete: Complete, *, max_rows: int) -> str:
    """A query that passed the guard. Raises `QueryRefusedError` when the model wrote something else."""
    template: str = read_yaml(DATA / "prompts" / "text_to_cypher.yaml")["prompt"]
    prompt = template.format(schema=describe(), max_hops=MAX_HOPS, max_rows=max_rows, question=question)
    return check(bare_query(await complete(prompt)), max_rows=max_rows)


def bare_query(text: str) -> str:
    """The query in a model's text: what stands in a code fence, or the whole text."""
    fenced = _FENCE.search(text)
    return (fenced.group(1) if fenced else text).strip()
