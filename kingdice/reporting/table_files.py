"""Tables as files beside a page: CSV for people and spreadsheets, Parquet with types; the same table, the same bytes.

What pandas would add to a Parquet file (its version, the index, `.attrs`) is left out: it differs between machines and
runs whose numbers are alike. Where numbers come from stands in the page's manifest.
"""

from __future__ import annotations

import io
import numbers
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from kingdice.reporting.cells import is_missing

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["csv_bytes", "parquet_bytes"]


def csv_bytes(table: pd.DataFrame) -> bytes:
    """All columns, numbers with all digits; a fraction is text such as 1/3."""
    return table.to_csv(index=False, lineterminator="\n").encode()


def parquet_bytes(table: pd.DataFrame, about: Mapping[str, str] | None = None) -> bytes:
    """All columns; a column of fractions, or of unlike things, is text. Missing values are nulls.

    Parameters
    ----------
    table : DataFrame
    about : mapping, optional
        Words kept in the file's metadata.

    Examples
    --------
    >>> from fractions import Fraction
    >>> stored = parquet_bytes(pd.DataFrame({"chance": [Fraction(1, 3)]}))
    >>> pd.read_parquet(io.BytesIO(stored))["chance"].tolist()
    ['1/3']
    """
    import pyarrow as pa
    from pyarrow import parquet

    arrays = [_array(table.iloc[:, place]) for place in range(table.shape[1])]
    stored = pa.Table.from_arrays(arrays, names=[str(name) for name in table.columns])
    content = io.BytesIO()
    parquet.write_table(stored.replace_schema_metadata(dict(about or {})), content, compression="zstd")
    return content.getvalue()


def _array(values: pd.Series) -> pa.Array:
    """A column of one type."""
    import pyarrow as pa

    if pd.api.types.is_bool_dtype(values) or pd.api.types.is_numeric_dtype(values):
        return pa.array(values, from_pandas=True)
    plain = [None if is_missing(value) else value for value in values]
    for kinds, arrow in (
        ((bool,), pa.bool_()),
        ((numbers.Integral,), pa.int64()),
        ((numbers.Integral, float), pa.float64()),
    ):
        if any(value is not None for value in plain) and all(_is_of(value, kinds) for value in plain):
            return pa.array(plain, type=arrow)
    return pa.array([None if value is None else str(value) for value in plain], type=pa.string())


def _is_of(value: Any, kinds: tuple[type, ...]) -> bool:
    """Whether a value is missing or of these kinds; a truth value is not a number."""
    return value is None or (isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds))
