"""An atlas on disk: one Parquet file with all displays, its tables as CSV and Parquet, and two figures.

The same atlas gives the same bytes. Where it comes from stands in the metadata of every Parquet file.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kingdice.files import make_folder, write_whole
from kingdice.games.king_of_dice.atlas import Atlas
from kingdice.games.king_of_dice.atlas_tables import atlas_tables, value_histogram

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ATLAS", "atlas_bytes", "write_atlas"]

ATLAS = "atlas.parquet"


def write_atlas(atlas: Atlas, folder: Path, tables: dict[str, pd.DataFrame] | None = None) -> list[Path]:
    """Write an atlas to a folder.

    Parameters
    ----------
    atlas : Atlas
    folder : Path
        It gets `atlas.parquet`, a .csv and a .parquet file a table, and figures as .svg.
    tables : mapping of DataFrames, optional
        Those of `atlas_tables`, if they have been made.

    Returns
    -------
    list of Path
        What was written, the atlas first.

    Raises
    ------
    RunError
        When a file cannot be written.
    """
    from kingdice.games.king_of_dice.atlas_figures import draw_presence, draw_spread
    from kingdice.reporting.style import save_figure
    from kingdice.reporting.table_files import csv_bytes, parquet_bytes

    make_folder(folder)
    tables = tables or atlas_tables(atlas)
    histogram = value_histogram(atlas)
    about = _metadata(atlas)
    written = [folder / ATLAS]
    write_whole(written[0], atlas_bytes(atlas))
    for name, table in {**tables, "histogram": histogram}.items():
        for ending, content in (("csv", csv_bytes(table)), ("parquet", parquet_bytes(table, about))):
            written.append(folder / f"{name}.{ending}")
            write_whole(written[-1], content)
    for name, axes in (("spread", draw_spread(histogram)), ("presence", draw_presence(tables["citizens"]))):
        written.append(folder / f"{name}.svg")
        save_figure(axes, written[-1])
    return written


def atlas_bytes(atlas: Atlas) -> bytes:
    """The atlas as a Parquet file: `display`, `citizen_1`, … (ids, as dictionaries), and all columns as doubles."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    ids = pa.array([citizen.id for citizen in atlas.displays.edition.citizens])
    columns = {"display": pa.array(np.arange(len(atlas.citizens), dtype=np.int32))}
    for place, who in enumerate(atlas.citizens.T, start=1):
        codes = pa.array(np.ascontiguousarray(who).astype(np.int8))
        columns[f"citizen_{place}"] = pa.DictionaryArray.from_arrays(codes, ids)
    columns |= {name: pa.array(column) for name, column in atlas.columns.items()}
    table = pa.table(columns).replace_schema_metadata(_metadata(atlas))
    content = io.BytesIO()
    words = [name for name in columns if name.startswith("citizen_")]
    pq.write_table(table, content, compression="zstd", use_dictionary=words, use_byte_stream_split=list(atlas.columns))
    return content.getvalue()


def _metadata(atlas: Atlas) -> dict[str, str]:
    """Where the atlas comes from, as text under `kingdice`, and its digest."""
    return {"kingdice": json.dumps(atlas.about, sort_keys=True), "digest": atlas.digest}
