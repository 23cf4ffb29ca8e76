"""`python -m pokeqa.pokedex.build SOURCE_DIR [--out DIR]` compiles the Pokédex."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ...errors import BuildError, PokeqaError
from ...paths import DATA
from .checks import Expected, check
from .compile import compile_source
from .write import write

#: The project's own lists, which are input and live beside the output.
LISTS = DATA / "pokedex"


def main(arguments: Sequence[str] | None = None, *, expected: Expected | None = None) -> int:
    """Compiles, checks and writes; the exit code. Nothing is written where a check fails.

    `expected` are the counts that must hold, by default those of the source that source.json names.
    """
    options = _options(arguments)
    try:
        source = _source(options.lists, options.source_commit, options.source_date)
        compiled = compile_source(options.source_dir, options.lists)
        check(compiled, expected or Expected())
        manifest = write(compiled, source, options.out)
    except PokeqaError as error:
        print(f"The Pokédex was not compiled. {error}", file=sys.stderr)
        return 1
    size = sum((options.out / name).stat().st_size for name in manifest["files"])
    print(f"Compiled version {manifest['dataset_version']} into {options.out}: {size / 1e6:.1f} MB.")
    for name, count in manifest["counts"].items():
        print(f"  {name.replace('_', ' ')}: {count:,}")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m pokeqa.pokedex.build", description="Compile the Pokédex.")
    parser.add_argument("source_dir", type=Path, metavar="SOURCE_DIR", help="where the CSV files lie")
    parser.add_argument("--out", type=Path, default=LISTS, help="where to write (default: %(default)s)")
    parser.add_argument(
        "--lists", type=Path, default=LISTS, help="where corrections.csv and the other lists are (default: %(default)s)"
    )
    parser.add_argument("--source-commit", help="the source's commit (default: that of source.json)")
    parser.add_argument("--source-date", help="the date of that commit (default: that of source.json)")
    return parser.parse_args(arguments)


def _source(lists: Path, commit: str | None, date: str | None) -> dict[str, str]:
    """Where the source comes from: source.json, with what the command line says instead."""
    path = lists / "source.json"
    try:
        source: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BuildError(f"{path} cannot be read ({error}). It names the source and its commit.") from error
    return source | {key: value for key, value in (("commit", commit), ("date", date)) if value is not None}


if __name__ == "__main__":
    sys.exit(main())
