"""The folder that a report is written to: nobody else's files are in the way, or are lost.

A folder is a report's where its manifest says so, or where there is nothing in it yet (hidden files aside). What an
earlier report has left there is known from its manifest too, and nothing else is ever removed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from kingdice.errors import RunError

__all__ = ["MANIFEST", "check_folder", "files_left"]

MANIFEST = "manifest.json"


def check_folder(folder: Path) -> None:
    """Refuse, before any work is done, a folder that no report can be written to, or that holds other things.

    Raises
    ------
    RunError
    """
    try:
        folder.stat()
    except FileNotFoundError:
        _check_parent(folder)
        return
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror}") from None
    if not folder.is_dir():
        raise RunError(f"{folder}: a file, not a folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise RunError(f"{folder}: cannot be written: permission denied")
    if _files_told(folder) is None and any(not path.name.startswith(".") for path in folder.iterdir()):
        raise RunError(f"{folder}: holds other things than a report: expected a new or empty folder, or a report's")


def files_left(folder: Path) -> list[Path]:
    """The tables and figures of the report that stands in a folder."""
    names = [Path(name) for name in _files_told(folder) or []]
    return [folder / name for name in names if len(name.parts) == 2 and name.parts[0] in {"tables", "figures"}]


def _check_parent(folder: Path) -> None:
    """Refuse a folder that cannot be made."""
    above = next(one for one in folder.absolute().parents if one.exists())
    if not os.access(above, os.W_OK | os.X_OK):
        raise RunError(f"{folder}: cannot be made: permission denied in {above}")


def _files_told(folder: Path) -> list[str] | None:
    """What the manifest of a report names; None where there is no such manifest."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        is_report = {"title", "command", "files"} <= set(manifest)
        return [str(name) for name in manifest["files"]] if is_report else None
    except (OSError, ValueError, TypeError):
        return None
