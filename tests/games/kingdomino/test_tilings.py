"""The geometry of full kingdoms: how many there are, and where their castles stand.

The totals are those of an independent count (facts/kingdomino.md, 2.5): 18, 2,180 and 2,200,776 tilings.
"""

from __future__ import annotations

import pytest
from oracles.plain_tilings import tilings_by_laying

from kingdice.games.kingdomino.tilings import castles_of_full_kingdoms, tiling_table, tilings


@pytest.mark.parametrize(("size", "total"), [(1, 1), (3, 18), (5, 2180), (7, 2200776)])
def test_the_number_of_full_kingdoms(size, total):
    assert tiling_table(size)["tilings"].sum() == total


@pytest.mark.parametrize(
    ("size", "castle", "expected"), [(5, (2, 2), 196), (5, (0, 0), 192), (5, (4, 4), 192), (7, (3, 3), 75272)]
)
def test_full_kingdoms_with_the_castle_in_the_middle_or_a_corner(size, castle, expected):
    assert tilings(size, castle) == expected


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_every_castle_has_as_many_tilings_as_can_be_laid(size):
    for row in range(size):
        for column in range(size):
            assert tilings(size, (row, column)) == tilings_by_laying(size, (row, column))


@pytest.mark.parametrize(("size", "castles"), [(5, 13), (7, 25)])
def test_castles_that_allow_harmony_stand_on_the_colour_of_the_corners(size, castles):
    allowed = castles_of_full_kingdoms(size)
    assert len(allowed) == castles
    assert all((row + column) % 2 == 0 for row, column in allowed)


def test_the_table_counts_rows_and_columns_from_one():
    table = tiling_table(5)
    assert table.columns.tolist() == ["row", "column", "tilings"]
    assert table.query("row == 3 and column == 3")["tilings"].tolist() == [196]
    assert (table["row"].min(), table["column"].max()) == (1, 5)
