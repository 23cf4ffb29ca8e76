"""Reading the project's YAML data files: safe, fast, with an error that names the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from .errors import LexiconError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    """The content of a YAML file. Raises `LexiconError` naming the file when it is missing or malformed."""
    try:
        with path.open(encoding="utf-8") as file:
            return yaml.load(file, Loader=_Loader)
    except FileNotFoundError as error:
        raise LexiconError(f"The data file {path.name} is missing from {path.parent.name}/. Restore it.") from error
    except yaml.YAMLError as error:
        raise LexiconError(f"The data file {path.name} is not valid YAML: {error}. Correct it.") from error
