"""Where the project's own data files lie."""

from __future__ import annotations

from pathlib import Path

#: The folder with `pokedex/`, `lexicon/`, `answers/`, `knowledge/` and `graph/`.
DATA = Path(__file__).resolve().parent.parent / "data"
ASSETS = DATA.parent / "assets"
