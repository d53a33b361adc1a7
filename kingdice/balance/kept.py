"""Tables of a report that is being made: kept until it is whole, so that an interruption loses nothing.

They lie in a folder of their own beside the page, under a name that says what they depend on; another edition, seed or
number of games finds nothing there. A table is always read back from its file, so that a report that was interrupted
has the same bytes as one that was not.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.files import make_folder, write_whole

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Kept", "storable"]


class Kept:
    """A folder of tables.

    Parameters
    ----------
    folder : Path
        Made when there is something to keep.
    identity : mapping
        What the tables depend on, as JSON takes it.
    """

    def __init__(self, folder: Path, identity: Mapping[str, Any]) -> None:
        self.whole = folder
        told = json.dumps(dict(identity), sort_keys=True).encode()
        self.folder = folder / hashlib.sha256(told).hexdigest()[:16]

    def table(self, name: str, make: Callable[[], pd.DataFrame]) -> pd.DataFrame:
        """The table of this name, made where it is not there.

        Its `.attrs` are kept where JSON takes them (names of keys become text).
        """
        import pandas as pd

        path = self.folder / f"{name}.parquet"
        if not path.is_file():
            made = storable(make())
            content = io.BytesIO()
            made.to_parquet(content, index=False)
            make_folder(self.folder)
            write_whole(path, content.getvalue())
        return pd.read_parquet(path)

    def arrays(self, name: str, make: Callable[[], Mapping[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
        """Arrays by name, made where they are not there."""
        path = self.folder / f"{name}.npz"
        if not path.is_file():
            content = io.BytesIO()
            np.savez(content, allow_pickle=False, **make())
            make_folder(self.folder)
            write_whole(path, content.getvalue())
        with np.load(path, allow_pickle=False) as found:
            return {key: found[key] for key in found.files}

    def clear(self) -> None:
        """The report is whole: nothing needs to be kept."""
        shutil.rmtree(self.whole, ignore_errors=True)


def storable(table: pd.DataFrame) -> pd.DataFrame:
    """The table as Parquet and JSON take it: columns of numbers and text mixed as text, `.attrs` of plain values."""
    from pandas.api.types import infer_dtype

    mixed = [name for name in table.columns if infer_dtype(table[name], skipna=True).startswith("mixed")]
    plain = table.astype(dict.fromkeys(mixed, str))
    plain.attrs = json.loads(json.dumps(table.attrs, default=_plain))
    return plain


def _plain(value: Any) -> Any:
    """Numbers of NumPy as JSON takes them, anything else as text."""
    return value.item() if hasattr(value, "item") else str(value)
