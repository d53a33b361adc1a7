"""The gallery: for each report of a folder a picture and what its summary says, in HTML and Markdown.

What is shown comes from the manifests that `write_page` leaves, so the gallery is written again without any study:

    python -m kingdice.reporting.gallery reports
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kingdice.errors import RunError
from kingdice.files import write_whole
from kingdice.reporting.page import page_templates
from kingdice.reporting.pictures import Picture, pictures

__all__ = ["Picture", "pictures", "write_gallery"]


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


if __name__ == "__main__":
    try:
        write_gallery(Path(sys.argv[1] if len(sys.argv) > 1 else "reports"))
    except RunError as error:
        sys.exit(f"error: {error}")
