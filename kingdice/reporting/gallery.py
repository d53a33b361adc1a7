"""The gallery: for each report of a folder a picture and what its summary says, in HTML and Markdown.

What is shown comes from the manifests that `write_page` leaves, so the gallery is written again without any study:

    python -m kingdice.reporting.gallery reports
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kingdice.errors import RunError
from kingdice.files import write_whole
from kingdice.reporting.page import page_templates

__all__ = ["Picture", "pictures", "write_gallery"]


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
    found = {path.parent.name: path for path in sorted(folder.glob("*/manifest.json"))}
    for name in order:
        if name not in found:
            raise RunError(f"{folder}: there is no report {name}: expected one of {', '.join(found) or 'none'}")
    return [_read(found[name]) for name in dict.fromkeys([*order, *found])]


def write_gallery(
    folder: Path,
    *,
    title: str = "Reports",
    summary: str = "What was found with kingdice, each on a page with its figures, tables and sources.",
    order: Sequence[str] = (),
) -> None:
    """Write index.html and README.md of a folder of reports.

    Parameters
    ----------
    folder : Path
        Its sub-folders with a manifest.json are the reports.
    title, summary : str
    order : sequence of str
        As `pictures` takes it.

    Raises
    ------
    RunError
    """
    shown = pictures(folder, order)
    templates = page_templates()
    for template, name in (("gallery.html.j2", "index.html"), ("gallery.md.j2", "README.md")):
        text = templates.get_template(template).render(title=title, summary=summary, pictures=shown)
        write_whole(folder / name, text.encode())


def _read(path: Path) -> Picture:
    try:
        manifest = json.loads(path.read_text())
        figure = manifest.get("figure") or {"file": "", "alt": ""}
        return Picture(path.parent.name, manifest["title"], manifest.get("summary", ""), figure["file"], figure["alt"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunError(f"{path}: is not the manifest of a report ({error})") from None


if __name__ == "__main__":
    try:
        write_gallery(Path(sys.argv[1] if len(sys.argv) > 1 else "reports"))
    except RunError as error:
        sys.exit(f"error: {error}")
