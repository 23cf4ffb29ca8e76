"""What two Pokémon are to each other: "how are Pichu and Pikachu related?", 皮卡丘和皮丘是什么关系."""

from __future__ import annotations

from ..algebra import Evolve, Query
from ..clause import Clause
from .evolve_unsaid import leads_to


def related(clause: Clause) -> Query | None:
    """Two of one line: how one becomes the other, or the line that has both. Others are not related by evolution."""
    mons, words = clause.mons(), clause.find("relation")
    if len(mons) != 2 or not words:
        return None
    first, second = (clause.mon(i) for i in mons)
    clause.take(*mons, *words, *clause.find("wh", "how", "what", "which"), *clause.find("neg", "negyn"))
    clause.take(*clause.find("ev", "bare", "family", "post"), *clause.find("exist"), *clause.find("pron", "them"))
    clause.take(*clause.find("prep", "between"), *clause.find("contrast", "differences"))
    for start, end in ((first, second), (second, first)):
        if leads_to(clause, start, end):
            if clause.is_yes_no():
                return Evolve(start, "into", "can", target=end, yes_no=True)
            return Evolve(start, "into", "how", target=end)
    line = clause.dataset.species
    if line[first.species_id].chain_id != line[second.species_id].chain_id:
        return None
    return Evolve(first, "family", "what")
