"""Blocks of rows on disk: one Parquet file each, whole or not there, and able to say when it is damaged.

A part is named by its first game, so names sort in game order. It carries the stamp of its run and a checksum for
every page, so that a part that was cut short, altered, or brought from another run is told from a good one.
"""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.errors import RunError
from kingdice.simulation.engines import Span
from kingdice.simulation.manifest import Manifest
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["DiskError", "PartError", "first_game_of", "part_path", "read_part", "write_durably", "write_part"]

_STAMP = b"kingdice"


class PartError(RunError):
    """A part is not what was written, or is not there."""


class DiskError(RunError):
    """The disk did not take a file."""


def part_path(directory: Path, first_game: int) -> Path:
    """Where the part is that starts with this game.

    Examples
    --------
    >>> part_path(Path("runs"), 4096).name
    'part-000000004096.parquet'
    """
    return directory / f"part-{first_game:012}.parquet"


def first_game_of(path: Path) -> int | None:
    """The first game of a part, by its name; None for other files.

    Examples
    --------
    >>> first_game_of(part_path(Path("runs"), 4096))
    4096
    """
    named = re.fullmatch(r"part-([0-9]{12,})\.parquet", path.name)
    return int(named[1]) if named else None


def write_part(directory: Path, manifest: Manifest, span: Span, rows: Rows) -> None:
    """Write one block.

    Raises
    ------
    DiskError
        When the disk is full, say; what was there before stays, and nothing half-written does.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    kind = pa.float64() if rows.dtype == np.float64 else pa.int64()
    schema = pa.schema([(column, kind) for column in manifest.columns], {_STAMP: manifest.stamp})
    columns = [_as_array(np.ascontiguousarray(rows[:, place]), kind) for place in range(rows.shape[1])]
    content = io.BytesIO()
    # Small whole numbers take few bits as differences: smaller than with dictionaries and zstd, and twice as fast.
    encoding = "PLAIN" if kind == pa.float64() else "DELTA_BINARY_PACKED"
    how: dict[str, Any] = {"use_dictionary": False, "column_encoding": encoding, "compression": "none"}
    pq.write_table(pa.Table.from_arrays(columns, schema=schema), content, write_page_checksum=True, **how)
    write_durably(part_path(directory, span.first), content.getvalue())


def read_part(directory: Path, manifest: Manifest, span: Span) -> Rows:
    """Read the rows (games, columns) of a span that starts a part; the part may hold more.

    Raises
    ------
    PartError
        When the part is missing, damaged, of another run, or has other games than it should.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = part_path(directory, span.first)
    try:
        content = pa.BufferReader(path.read_bytes())
        table = pq.ParquetFile(content, page_checksum_verification=True).read(use_threads=False)
        stamp = (table.schema.metadata or {}).get(_STAMP, b"").decode()
        rows = _as_rows(table)
    except FileNotFoundError:
        raise PartError(f"{path}: is missing") from None
    except (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError):
        raise PartError(f"{path}: is cut short or damaged") from None
    if stamp != manifest.stamp or tuple(table.schema.names) != manifest.columns:
        raise PartError(f"{path}: is a part of another run")
    if (rows[:, 0] != np.arange(span.first, span.first + len(rows))).any():
        raise PartError(f"{path}: holds other games than its name says")
    if len(rows) < span.games:
        raise PartError(f"{path}: ends after {len(rows)} of {span.games} games")
    return rows[: span.games]


def _as_array(column: Rows, kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    # Not pa.array(column): that would load pandas, a second that a short run does without.
    return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(column)])


def _as_rows(table: pa.Table) -> Rows:
    floats = all(str(column.type) == "double" for column in table.columns)
    rows: Rows = np.empty((table.num_rows, table.num_columns), dtype=np.float64 if floats else np.int64)
    for place, column in enumerate(table.columns):
        rows[:, place] = np.from_dlpack(column.combine_chunks())  # to_numpy would load pandas too
    return rows


def write_durably(path: Path, content: bytes) -> None:
    """Write a file so that it is whole or as it was before, even when the machine stops at any moment.

    Raises
    ------
    DiskError
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise DiskError(f"{path}: cannot be written: {error.strerror}") from None
        raise
