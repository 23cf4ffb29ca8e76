"""How the compiled Pokédex lies on disk: record tables as JSON lines, big tables as packed columns, and a manifest.

A record table is a JSON array with one record a line, so that a change of the source reads well in a diff; a field
that has its default value is left out. A column table is one line of JSON (column names and array type codes)
followed by the little-endian columns, compressed with xz. The manifest lists every file with the hash of its bytes
and of its content; the dataset version is a hash over the contents.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..errors import DatasetError
from .model import AbilitySlots, MoveChange, MoveMeta

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: Changes with the layout of the files; a loader reads its own number only.
FORMAT = 1

MANIFEST = "manifest.json"

_REBUILD = "Compile it with `python -m pokeqa.pokedex.build SOURCE_DIR`."

Record = TypeVar("Record")


# ---------------------------------------------------------------------- records


def _int_keys(value: Mapping[str, Any]) -> dict[int, Any]:
    return {int(key): item for key, item in value.items()}


def _slots_out(value: AbilitySlots) -> list[int | None]:
    return [value.first, value.second, value.hidden]


def _slots_in(value: Sequence[int | None]) -> AbilitySlots:
    return AbilitySlots(*value)


#: Annotations of record fields that JSON has no type for: (to JSON, from JSON).
_CODECS: Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "tuple[int, ...]": (list, tuple),
    "frozenset[str]": (sorted, frozenset),
    "Mapping[int, int]": (dict, _int_keys),
    "Mapping[int, tuple[int, ...]]": (dict, lambda v: {int(k): tuple(item) for k, item in v.items()}),
    "Mapping[int, Mapping[str, int]]": (dict, _int_keys),
    "AbilitySlots": (_slots_out, _slots_in),
    "Mapping[int, AbilitySlots]": (
        lambda v: {k: _slots_out(item) for k, item in v.items()},
        lambda v: {int(k): _slots_in(item) for k, item in v.items()},
    ),
    "MoveMeta | None": (
        lambda v: None if v is None else encode_record(v),
        lambda v: None if v is None else decode_record(MoveMeta, v),
    ),
    "tuple[MoveChange, ...]": (
        lambda v: [encode_record(item) for item in v],
        lambda v: tuple(decode_record(MoveChange, item) for item in v),
    ),
}


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    default: Any
    encode: Callable[[Any], Any] | None
    decode: Callable[[Any], Any] | None


@cache
def _layout(kind: Hashable) -> tuple[_Field, ...]:
    layout = []
    for item in fields(cast("type[DataclassInstance]", kind)):
        default = item.default if item.default_factory is MISSING else item.default_factory()
        encode, decode = _CODECS.get(str(item.type), (None, None))
        layout.append(_Field(item.name, default, encode, decode))
    return tuple(layout)


@cache
def _decoders(kind: Hashable) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((item.name, item.decode) for item in _layout(kind) if item.decode is not None)


def encode_record(record: Any) -> dict[str, Any]:
    """A record as JSON holds it; fields with their default value are left out."""
    result = {}
    for item in _layout(cast(Hashable, type(record))):
        value = getattr(record, item.name)
        if item.default is MISSING or value != item.default:
            result[item.name] = value if item.encode is None else item.encode(value)
    return result


def decode_record(kind: type[Record], row: dict[str, Any]) -> Record:
    """The record of a row; `row` is used up."""
    for name, decode in _decoders(cast(Hashable, kind)):
        if name in row:
            row[name] = decode(row[name])
    return kind(**row)


def encode_table(records: Iterable[Any]) -> bytes:
    """Records as a JSON array with one record a line."""
    return encode_rows(encode_record(record) for record in records)


def encode_rows(rows: Iterable[Any]) -> bytes:
    """Plain values as a JSON array with one value a line."""
    lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def decode_table(kind: type[Record], content: bytes) -> list[Record]:
    """The records of a table."""
    return [decode_record(kind, row) for row in json.loads(content)]


# ---------------------------------------------------------------------- columns

#: The type codes that columns may have, with their width in bytes.
_WIDTHS = {"B": 1, "H": 2, "I": 4}


def encode_columns(columns: Mapping[str, array[int]]) -> bytes:
    """Named arrays of unsigned integers (type codes B, H or I) as one block of bytes."""
    header = json.dumps([[name, column.typecode, len(column)] for name, column in columns.items()])
    parts = [header.encode(), b"\n"]
    for column in columns.values():
        if sys.byteorder == "big":
            column = array(column.typecode, column)
            column.byteswap()
        parts.append(column.tobytes())
    return b"".join(parts)


def decode_columns(content: bytes) -> dict[str, array[int]]:
    """The named arrays of a block."""
    end = content.index(b"\n")
    view = memoryview(content)[end + 1 :]
    columns = {}
    for name, code, length in json.loads(content[:end]):
        column: array[int] = array(code)
        if column.itemsize != _WIDTHS[code]:
            raise DatasetError(f"This platform's integers of type {code!r} are {column.itemsize} bytes wide.")
        size = length * column.itemsize
        column.frombytes(view[:size])
        if sys.byteorder == "big":
            column.byteswap()
        view = view[size:]
        columns[name] = column
    return columns


# ---------------------------------------------------------------------- files and the manifest


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file of the dataset: how many records it holds, and the hashes of its bytes and of its content."""

    rows: int
    sha256: str
    content_sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the dataset was compiled from, and what it consists of."""

    format: int
    dataset_version: str
    source: Mapping[str, str]
    files: Mapping[str, StoredFile]
    counts: Mapping[str, int]
    corrections: Sequence[Mapping[str, Any]]


def digest(content: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def version_of(content_hashes: Mapping[str, str]) -> str:
    """The dataset version: 16 hexadecimal digits over the names and contents of the files."""
    listing = "".join(f"{name} {content_hashes[name]}\n" for name in sorted(content_hashes))
    return digest(f"format {FORMAT}\n{listing}".encode())[:16]


def pack(name: str, content: bytes) -> bytes:
    """The bytes that a file of this name holds for a content."""
    if not name.endswith(".xz"):
        return content
    return lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, preset=9 | lzma.PRESET_EXTREME)


def read_manifest(directory: Path) -> Manifest:
    """The manifest of a compiled Pokédex, its format and version checked."""
    path = directory / MANIFEST
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise DatasetError(f"There is no compiled Pokédex in {directory}. {_REBUILD}") from error
    except ValueError as error:
        raise DatasetError(f"{path} is not valid JSON. {_REBUILD}") from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        found = raw.get("format") if isinstance(raw, dict) else None
        raise DatasetError(f"{path} has format {found}, this program reads format {FORMAT}. {_REBUILD}")
    try:
        files = {name: StoredFile(**entry) for name, entry in raw["files"].items()}
        manifest = Manifest(
            raw["format"], raw["dataset_version"], raw["source"], files, raw["counts"], raw["corrections"]
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise DatasetError(f"{path} lacks an entry ({error}). {_REBUILD}") from error
    expected = version_of({name: entry.content_sha256 for name, entry in files.items()})
    if manifest.dataset_version != expected:
        raise DatasetError(
            f"{path} names version {manifest.dataset_version}, its files make version {expected}. {_REBUILD}"
        )
    return manifest


def read_file(directory: Path, manifest: Manifest, name: str) -> bytes:
    """The content of one file, checked against the manifest."""
    path = directory / name
    if name not in manifest.files:
        raise DatasetError(f"{directory / MANIFEST} does not list {name}. {_REBUILD}")
    try:
        stored = path.read_bytes()
    except OSError as error:
        raise DatasetError(f"{path} cannot be read ({error.strerror}). {_REBUILD}") from error
    if digest(stored) != manifest.files[name].sha256:
        raise DatasetError(f"{path} is not the file that the manifest describes. {_REBUILD}")
    return lzma.decompress(stored) if name.endswith(".xz") else stored
