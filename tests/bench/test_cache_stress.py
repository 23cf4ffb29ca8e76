"""The stress test of the store, for a few seconds: several processes, some of them killed."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from bench.cache_stress import main

SHORT = ["--processes", "3", "--seconds", "6", "--kill-every", "2", "--json"]


def run(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, float]]:
    code = main([*SHORT, *options])
    figures: dict[str, float] = json.loads(capsys.readouterr().out)
    return code, figures


@pytest.mark.slow
def test_processes_that_are_killed_leave_no_torn_value_on_disk(capsys: pytest.CaptureFixture[str]):
    code, figures = run(capsys)

    assert code == 0, figures
    assert (figures["exceptions"], figures["torn"], figures["served_after_eviction"]) == (0, 0, 0)
    assert figures["kills"] >= 2
    assert figures["written"] > 0
    assert figures["largest_mb"] <= figures["limit_mb"]


@pytest.mark.slow
@pytest.mark.services
def test_a_redis_that_is_restarted_fails_no_question(capsys: pytest.CaptureFixture[str]):
    if shutil.which("redis-server") is None:
        if os.environ.get("POKEQA_TEST_REQUIRE_SERVICES") == "1":
            pytest.fail("redis-server is not installed, and POKEQA_TEST_REQUIRE_SERVICES=1 asks for it")
        pytest.skip("redis-server is not installed")

    code, figures = run(capsys, "--start-redis")

    assert code == 0, figures
    assert figures["redis_restarts"] == 2
    assert (figures["exceptions"], figures["torn"], figures["served_after_eviction"]) == (0, 0, 0)
