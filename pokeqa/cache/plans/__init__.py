"""The plan cache: plans that worked, as templates with slots, for later questions of the same kind."""
