"""The start leaves nothing behind but what it built."""

from __future__ import annotations

import gc
import importlib
import sys

import pytest

from pokeqa.startup import quick_start


def test_no_garbage_is_looked_for_until_the_start_is_over():
    with quick_start():
        assert not gc.isenabled()

    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    gc.unfreeze()


def test_the_mcp_sdk_cannot_be_imported_meanwhile_and_can_afterwards(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "mcp"]:
        monkeypatch.delitem(sys.modules, name)
    before = list(sys.meta_path)

    with quick_start(), pytest.raises(ModuleNotFoundError, match="while the app starts"):
        importlib.import_module("mcp")

    assert sys.meta_path == before
    gc.unfreeze()


def test_a_start_that_fails_is_cleaned_up_too():
    with pytest.raises(ZeroDivisionError), quick_start():
        raise ZeroDivisionError

    assert gc.isenabled()
    gc.unfreeze()
