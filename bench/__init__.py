"""Measurements: `python -m bench.<name>` prints a table, with `--json` one flat object of named figures."""
