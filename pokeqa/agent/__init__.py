"""Agent mode: questions that take several steps are planned, worked off by workers and answered from the results."""
