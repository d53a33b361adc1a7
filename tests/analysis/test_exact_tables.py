"""The tables in reports/ that are exact equal what the code computes today."""

from __future__ import annotations

import io
from collections.abc import Callable

import pandas as pd
import pyarrow.parquet as parquet
import pytest

from analysis import card_odds, kingdomino_draft, mispriced
from analysis.studies import REPORTS, STUDIES
from kingdice.games.king_of_dice import load_edition, odds
from kingdice.reporting.page import TableBlock
from kingdice.reporting.table_files import csv_bytes

TABLES: dict[str, Callable[[], list[TableBlock]]] = {
    "card-odds": lambda: [block for block in card_odds.build().blocks if isinstance(block, TableBlock)],
    "kingdomino-draft": lambda: [kingdomino_draft.next_line()],
    "mispriced": lambda: [mispriced.exact_prices()],
    "balance-king-of-dice": lambda: [TableBlock("odds", odds.card_odds(load_edition(), rolls=3), "")],
}


def exact_tables(name: str) -> set[str]:
    """Committed tables of a page whose files say that they are exact."""
    found = set()
    for path in (REPORTS / name / "tables").glob("*.parquet"):
        about = parquet.read_schema(path).metadata or {}
        if about.get(b"how") == b"exact":
            found.add(path.stem)
    return found


@pytest.mark.parametrize("name", [*STUDIES, "balance-king-of-dice"])
def test_exact_tables_equal_what_is_computed_today(name: str) -> None:
    computed = {block.name: block for block in TABLES.get(name, list)()}
    assert exact_tables(name) == computed.keys()
    for table, block in computed.items():
        committed = pd.read_csv(REPORTS / name / "tables" / f"{table}.csv")
        pd.testing.assert_frame_equal(committed, pd.read_csv(io.BytesIO(csv_bytes(block.table))), rtol=1e-12)
