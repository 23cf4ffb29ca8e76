"""What can go wrong, as a tree.

    PokeqaError
    ├── SettingsError      a setting has a value that cannot work
    ├── DatasetError       the compiled Pokédex is missing, damaged or of another format
    │   └── BuildError     the source data cannot be compiled
    ├── LexiconError       a word list or a template file is not well formed
    ├── RequestError       the caller sent something that cannot be answered
    ├── SourceError        an evidence source failed; the others go on
    ├── PlanError          a plan of agent mode is not well formed, or cannot be made
    └── StoreError         a cache store failed; questions go on without it

Each message says what happened, then what to do. `code` is stable and travels in the API's error line.
"""

from __future__ import annotations


class PokeqaError(Exception):
    """The base of every error that this project raises on purpose."""

    code = "internal_error"


class SettingsError(PokeqaError):
    """A setting has a value that cannot work."""

    code = "bad_settings"


class DatasetError(PokeqaError):
    """The compiled Pokédex is missing, damaged or of another format."""

    code = "dataset_unavailable"


class BuildError(DatasetError):
    """The source data cannot be compiled into a Pokédex."""

    code = "build_failed"


class LexiconError(PokeqaError):
    """A word list or a template file is not well formed."""

    code = "bad_lexicon"


class RequestError(PokeqaError):
    """The caller sent something that cannot be answered; `field` names the part that is wrong."""

    code = "bad_request"

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class SourceError(PokeqaError):
    """An evidence source failed."""

    code = "source_failed"


class PlanError(PokeqaError):
    """A plan of agent mode is not well formed, or cannot be made."""

    code = "bad_plan"


class StoreError(PokeqaError):
    """A cache store failed."""

    code = "store_failed"
