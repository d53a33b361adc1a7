"""Work whose rows are floats is kept and handed over like games, to the last bit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from kingdice.simulation.blocks import RunInterrupted, run_blocks
from kingdice.simulation.directory import stored_rows
from kingdice.simulation.parts import part_path

COUNT, BLOCK = 100, 16
AWKWARD = np.array([0.1, -0.0, 5e-324, 1 / 3, 1e300, -2.5])


class Fractions:
    """A number and what some function makes of it."""

    identity: Mapping[str, Any] = {"game": "fractions", "unit": "fraction"}
    columns = ("number", "awkward", "third")

    def play_block(self, seed: int, first_game: int, games: int) -> np.ndarray:
        numbers = np.arange(first_game, first_game + games, dtype=np.float64)
        return np.stack([numbers, AWKWARD[numbers.astype(np.int64) % 6], numbers / 3], axis=1)


def collected(**options: Any) -> np.ndarray:
    rows: list[np.ndarray] = []
    run_blocks(Fractions(), rows.append, games=COUNT, block=BLOCK, **options)
    return np.concatenate(rows)


@pytest.fixture(scope="module")
def whole() -> np.ndarray:
    return Fractions().play_block(0, 0, COUNT)


def test_float_rows_are_read_from_disk_as_they_were_played(tmp_path, whole):
    played = collected(out=tmp_path / "run", workers=2)
    read = np.concatenate(list(stored_rows(tmp_path / "run")))
    again = collected(out=tmp_path / "run", resume=True)
    for rows in (played, read, again):
        assert rows.dtype == np.float64
        assert rows.tobytes() == whole.tobytes()


def test_columns_of_float_rows_are_doubles_in_the_file(tmp_path):
    collected(out=tmp_path / "run")
    schema = pq.read_schema(part_path(tmp_path / "run", 0))
    assert schema.names == ["number", "awkward", "third"]
    assert {str(kind) for kind in schema.types} == {"double"}


def test_an_interrupted_run_of_floats_names_its_unit_and_goes_on_with_the_same_bits(tmp_path, whole):
    taken = []

    def take(rows: np.ndarray) -> None:
        taken.append(rows)
        if len(taken) == 3:
            raise KeyboardInterrupt

    with pytest.raises(RunInterrupted, match=r"48 of 100 fractions are kept"):
        run_blocks(Fractions(), take, games=COUNT, block=BLOCK, out=tmp_path / "run")
    assert collected(out=tmp_path / "run", resume=True).tobytes() == whole.tobytes()


def test_a_damaged_part_of_floats_is_played_again(tmp_path, whole):
    collected(out=tmp_path / "run")
    path = part_path(tmp_path / "run", 2 * BLOCK)
    content = bytearray(path.read_bytes())
    content[60] ^= 1
    path.write_bytes(bytes(content))
    assert collected(out=tmp_path / "run", resume=True).tobytes() == whole.tobytes()
