"""The questions of `bench.agent`, answered without a language model."""

from __future__ import annotations

from bench.accuracy import read_cases
from bench.agent import CASES
from bench.grading import Grader, cjk_names
from tests.agent.house import AgentHouse

#: Of the forty.
NEEDED = 36


async def test_nearly_all_questions_of_several_steps_are_answered_right(house: AgentHouse):
    grader = Grader(cjk_names(house.dataset))
    cases = read_cases(CASES)
    wrong = []
    for case in cases:
        asked = await house.ask(case["question"])
        if not grader.grade(case["expect"], asked.text).passed:
            wrong.append(case["id"])

    assert len(cases) == 40
    assert len(cases) - len(wrong) >= NEEDED, wrong
