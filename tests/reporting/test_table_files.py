"""A table's files hold what the table holds, and nothing of the machine that wrote them."""

from __future__ import annotations

import io
from fractions import Fraction

import numpy as np
import pandas as pd
from pyarrow import parquet

from kingdice.reporting.table_files import csv_bytes, parquet_bytes

TABLE = pd.DataFrame(
    {
        "label": ["a", None, "c"],
        "chance": [Fraction(1, 3), Fraction(2), None],
        "points": [7, "X", None],
        "share": [0.1, np.nan, 0.3],
        "games": [1, 2, 3],
        "fixed": [True, False, True],
    }
)


def test_csv_has_all_digits() -> None:
    table = pd.DataFrame({"label": ["<a> & b", "c"], "p1": [1 / 3, 0.5]})
    assert csv_bytes(table) == b"label,p1\n<a> & b,0.3333333333333333\nc,0.5\n"


def test_parquet_keeps_types_and_writes_fractions_and_mixtures_as_text() -> None:
    stored = parquet.read_table(io.BytesIO(parquet_bytes(TABLE)))
    assert {field.name: str(field.type) for field in stored.schema} == {
        "label": "string",
        "chance": "string",
        "points": "string",
        "share": "double",
        "games": "int64",
        "fixed": "bool",
    }
    assert stored.to_pydict() == {
        "label": ["a", None, "c"],
        "chance": ["1/3", "2", None],
        "points": ["7", "X", None],
        "share": [0.1, None, 0.3],
        "games": [1, 2, 3],
        "fixed": [True, False, True],
    }


def test_parquet_knows_nothing_of_the_index_or_of_where_a_table_comes_from() -> None:
    other = TABLE.copy()
    other.index = pd.Index([5, 6, 7])
    other.attrs = {"workers": 2, "seen": object()}
    assert parquet_bytes(other) == parquet_bytes(TABLE)
    assert parquet.read_schema(io.BytesIO(parquet_bytes(TABLE))).metadata == {}


def test_whole_numbers_and_gaps_among_objects_keep_their_type() -> None:
    table = pd.DataFrame({"n": pd.Series([1, None, 3], dtype=object), "x": pd.Series([1, 2.5, None], dtype=object)})
    stored = parquet.read_table(io.BytesIO(parquet_bytes(table)))
    assert stored.to_pydict() == {"n": [1, None, 3], "x": [1.0, 2.5, None]}


def test_words_about_a_table_travel_with_it() -> None:
    stored = parquet.read_schema(io.BytesIO(parquet_bytes(TABLE, {"how": "exact"})))
    assert stored.metadata == {b"how": b"exact"}
