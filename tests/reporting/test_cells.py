"""An estimate and its interval are one cell; cells say what they hold and are sorted by the number itself."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd

from kingdice.reporting.cells import shown_cells, shown_columns


def texts(table: pd.DataFrame, chances: list[str] | None = None, decimals: int = 2) -> list[list[str]]:
    columns = shown_columns(table, chances or [])
    cells = shown_cells(table, columns, chances=chances or [], decimals=decimals)
    return [[column.heading for column in columns], *([cell.text for cell in row] for row in cells)]


def test_low_and_high_right_after_a_number_are_its_interval() -> None:
    table = pd.DataFrame({"of": ["a"], "win_share": [0.54231], "low": [0.531], "high": [0.553], "n": [3]})
    assert texts(table, ["win_share"]) == [["of", "win share", "n"], ["a", "54.2 % (53.1 to 55.3)", "3"]]


def test_named_ends_are_an_interval_too() -> None:
    table = pd.DataFrame({"lead": [-1.0], "lead_low": [-1.5], "lead_high": [-0.004]})
    assert texts(table) == [["lead"], ["-1.00 (-1.50 to 0.00)"]]


def test_ends_elsewhere_and_after_words_stay_columns_of_their_own() -> None:
    table = pd.DataFrame({"quantity": ["a"], "low": [1.0], "high": [2.0], "x": [3.0], "y": [4.0], "x_low": [5.0]})
    assert texts(table)[0] == ["quantity", "low", "high", "x", "y", "x low"]


def test_a_range_without_a_number_is_one_cell() -> None:
    table = pd.DataFrame({"value": [0.3], "fair_low": [0.24], "fair_high": [0.26]})
    assert texts(table, ["value", "fair"]) == [["value", "fair"], ["30.0 %", "24.0 % to 26.0 %"]]


def test_an_interval_that_is_not_there_is_left_out() -> None:
    table = pd.DataFrame({"x": [1.0, np.nan], "low": [np.nan, np.nan], "high": [np.nan, np.nan]})
    assert texts(table)[1:] == [["1.00"], ["–"]]


def test_only_shares_are_shown_in_per_cent_where_units_stand_in_a_column() -> None:
    table = pd.DataFrame({"unit": ["share", "points"], "value": [0.25, 0.25], "low": [0.2, 0.2], "high": [0.3, 0.3]})
    assert [row[1] for row in texts(table, ["value"])[1:]] == ["25.0 % (20.0 to 30.0)", "0.25 (0.20 to 0.30)"]


def test_truth_is_said_and_fractions_stay_fractions() -> None:
    table = pd.DataFrame({"ok": [True, False], "chance": [Fraction(1, 3), Fraction(1)], "mixed": ["X", 7]})
    assert texts(table)[1:] == [["yes", "1/3", "X"], ["no", "1", "7"]]
    assert [column.number for column in shown_columns(table)] == [False, True, False]


def test_cells_are_sorted_by_the_number_and_not_by_what_is_shown() -> None:
    table = pd.DataFrame({"x": [0.123456], "whole": [1200], "part": [Fraction(1, 4)], "word": ["9 b"]})
    (row,) = shown_cells(table, shown_columns(table))
    assert [cell.sort_by for cell in row] == ["0.123456", None, "0.25", None]
    table = pd.DataFrame({"x": [float("inf"), 2.0]})
    assert [row[0].sort_by for row in shown_cells(table, shown_columns(table))] == ["Infinity", "2"]
