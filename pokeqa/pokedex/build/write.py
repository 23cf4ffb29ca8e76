"""Writes a compiled Pokédex: its tables, and the manifest that describes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..encounters import FILE as ENCOUNTERS
from ..learnsets import FILE as LEARNSETS
from ..learnsets import METHODS_FILE
from ..store import FORMAT, MANIFEST, digest, encode_columns, encode_rows, pack, version_of
from ..tables import encode_dataset
from .compile import Compiled


def write(compiled: Compiled, source: Mapping[str, str], directory: Path) -> dict[str, Any]:
    """Writes every file into `directory`, the manifest last, and gives the manifest."""
    files = encode_dataset(compiled.dataset)
    big = compiled.big
    files[LEARNSETS] = (len(big.learnsets["move"]), encode_columns(big.learnsets))
    files[ENCOUNTERS] = (len(big.encounters["pokemon"]), encode_columns(big.encounters))
    files[METHODS_FILE] = (len(big.methods), encode_rows(big.methods))
    directory.mkdir(parents=True, exist_ok=True)
    listed: dict[str, dict[str, int | str]] = {}
    hashes = {}
    for name, (rows, content) in sorted(files.items()):
        stored = pack(name, content)
        (directory / name).write_bytes(stored)
        hashes[name] = digest(content)
        listed[name] = {"rows": rows, "sha256": digest(stored), "content_sha256": hashes[name]}
    manifest = {
        "format": FORMAT,
        "dataset_version": version_of(hashes),
        "source": dict(source),
        "counts": _counts(compiled),
        "corrections": [asdict(entry) for entry in compiled.corrections],
        "files": listed,
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    (directory / MANIFEST).write_text(text, encoding="utf-8")
    return manifest


def _counts(compiled: Compiled) -> dict[str, int]:
    """What a reader of the manifest wants to know beyond the number of rows of each file."""
    dataset = compiled.dataset
    return {
        "species": len(dataset.species),
        "pokemon": len(dataset.pokemon),
        "forms": compiled.form_rows,
        "moves": len(dataset.moves),
        "shadow_moves": sum(move.is_shadow for move in dataset.moves.values()),
        "abilities": len(dataset.abilities),
        "evolutions": len(dataset.evolutions),
        "learnset_rows": len(compiled.big.learnsets["move"]),
        "encounter_rows": len(compiled.big.encounters["pokemon"]),
        "names_added": compiled.names_added,
        "derived_names": sum(len(pokemon.derived_names) for pokemon in dataset.pokemon.values()),
    }
