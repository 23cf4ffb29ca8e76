"""Starting quickly: what the process does not do until it serves."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


@contextmanager
def quick_start() -> Iterator[None]:
    """Build and import everything that lives as long as the process inside this block.

    Nothing of it is garbage, so none is looked for meanwhile, and what is there at the end is left out of every later
    search: those stay short. Gradio imports the MCP SDK wherever it is installed, which takes half a second, for a
    mode that is not used; inside the block it does not find it.
    """
    without_mcp = _Without("mcp")
    sys.meta_path.insert(0, without_mcp)
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        sys.meta_path.remove(without_mcp)


class _Without(MetaPathFinder):
    """Makes one package look as if it were not installed."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """No other finder is asked for the package; every other name goes on to them."""
        if fullname == self._package:
            raise ModuleNotFoundError(f"{fullname} is not imported while the app starts", name=fullname)
        return None
