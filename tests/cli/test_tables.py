"""Tables for people: what `render` sets by hand stands as rich would set it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from oracles.rich_tables import laid_out

from kingdice.cli.options import Format
from kingdice.cli.output import render

WORDS = ["elf-4", "three sixes", "5.1 ± 0.3", "…", "漢字", "e\u0301té", "", "[b]", " led", "-", "👩‍🚀", "2.5 %"]
HEADS = ["seat", "win share", "a long name of a column", "x 4", "é"]


@st.composite
def tables(draw):
    heads = draw(st.lists(st.sampled_from(HEADS), min_size=1, unique=True))
    row = st.tuples(st.just("last"), *(st.sampled_from(WORDS) for _ in heads[1:])).map(list)
    right = draw(st.lists(st.booleans(), min_size=len(heads), max_size=len(heads)))
    return heads, draw(st.lists(row, min_size=1, max_size=6)), right


@given(tables(), st.booleans())
def test_columns_stand_as_in_rich(table, narrow):
    heads, rows, right = table
    named = [dict(zip(heads, row, strict=True)) for row in rows]
    on_right = [head for head, is_right in zip(heads, right, strict=True) if is_right]
    found = render(named, Format.table, right=on_right, narrow=narrow)
    assert found == laid_out(heads, rows, right, narrow=narrow)


def test_a_title_stands_over_its_table():
    text = render([{"keep": "6r 6b", "value": 2.5}], Format.table, title="Best keeps")
    assert text == "Best keeps\n\n keep    value\n ─────────────\n 6r 6b   2.500\n"


def test_a_table_without_rows_is_its_title():
    assert render([], Format.table, title="Threats") == "Threats\n"


def test_a_cell_stays_on_its_line():
    text = render([{"needs": "three\nsixes\x07", "x": "y"}], Format.table, narrow=True)
    assert text.splitlines()[-1] == " three sixes   y"
