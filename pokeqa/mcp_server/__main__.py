"""`python -m pokeqa.mcp_server`: stdio for a host that starts it, or `--http PORT`."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from functools import cache

from ..errors import PokeqaError
from ..pokedex.dataset import Dataset, load_dataset
from ..settings import load_settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the host or the user ends it; 1 when it cannot start."""
    parser = argparse.ArgumentParser(prog="python -m pokeqa.mcp_server", description=__doc__)
    parser.add_argument("--http", type=int, metavar="PORT", help="serve streamable HTTP at /mcp instead of stdio")
    parser.add_argument("--host", default="127.0.0.1", help="address for --http (default: this machine only)")
    parser.add_argument("--load-sql", action="store_true", help="fill the database of POKEQA_MCP_SQL_URL, then end")
    options = parser.parse_args(arguments)
    # On stdio, stdout is the protocol.
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        settings = load_settings()

        @cache
        def dataset() -> Dataset:
            return load_dataset(settings.dataset_dir)

        if options.load_sql:
            return _load_sql(settings.mcp_sql_url.get_secret_value() if settings.mcp_sql_url else None, dataset())
        from .server import build_server

        server = build_server(dataset, settings)
        if options.http is None:
            server.run("stdio")
        else:
            server.run("streamable-http", host=options.host, port=options.http)
    except PokeqaError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _load_sql(url: str | None, dataset: Dataset) -> int:
    from .sql import load_server

    if url is None:
        sys.stderr.write("POKEQA_MCP_SQL_URL is not set. Set it to mysql://… or postgresql://….\n")
        return 1
    sys.stderr.write(f"{load_server(url, dataset):,} rows were loaded.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
