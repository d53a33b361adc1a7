"""What a folder of reports holds, as their manifests tell it: title, summary and a picture of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kingdice.errors import RunError
from kingdice.reporting.folders import MANIFEST

__all__ = ["Picture", "pictures", "read_picture"]


@dataclass(frozen=True)
class Picture:
    """A report as the gallery shows it; `figure` is empty where the report has none."""

    folder: str
    title: str
    summary: str
    figure: str = ""
    alt: str = ""


def pictures(folder: Path, order: Sequence[str] = ()) -> list[Picture]:
    """The reports of a folder.

    Parameters
    ----------
    folder : Path
    order : sequence of str
        Folders of reports that come first, in this order; the others follow by name.

    Raises
    ------
    RunError
        When a manifest cannot be read, or a report named in `order` is not there.
    """
    found = {path.parent.name: path for path in sorted(folder.glob(f"*/{MANIFEST}"))}
    for name in order:
        if name not in found:
            raise RunError(f"{folder}: there is no report {name}: expected one of {', '.join(found) or 'none'}")
    return [read_picture(found[name]) for name in dict.fromkeys([*order, *found])]


def read_picture(manifest: Path) -> Picture:
    """One report, by its manifest.

    Raises
    ------
    RunError
        When it is not the manifest of a report.
    """
    try:
        told = json.loads(manifest.read_text(encoding="utf-8"))
        figure = told.get("figure") or {"file": "", "alt": ""}
        said = (told["title"], told.get("summary", ""), figure["file"], figure["alt"])
        if not all(isinstance(one, str) for one in said):
            raise TypeError("expected text")
        "".join((manifest.parent.name, *said)).encode()  # half a letter is none
        return Picture(manifest.parent.name, *said)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RunError(f"{manifest}: is not the manifest of a report ({error})") from None
