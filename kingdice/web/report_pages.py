"""The built reports: a page that shows what there is, and the reports themselves."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from kingdice.errors import RunError
from kingdice.reporting.folders import MANIFEST
from kingdice.reporting.pictures import Picture, read_picture
from kingdice.reporting.text import html_text
from kingdice.web.rendering import page
from kingdice.web.report_files import ReportFiles, is_name

if TYPE_CHECKING:
    from kingdice.web.site import Site

__all__ = ["routes"]


def routes(site: Site) -> list[Route | Mount]:
    """The addresses of these pages."""

    async def shown(request: Request) -> Response:
        reports, broken = await site.work(_reports, site.reports)
        return page(
            "reports.html.j2", title="Reports", here="/reports/", reports=reports, broken=broken, html=html_text
        )

    return [Route("/reports/", shown), Mount("/reports", ReportFiles(site.reports))]


def _reports(folder: Path) -> tuple[list[Picture], list[str]]:
    """The reports of a folder by name, and the names of folders whose manifest cannot be read."""
    reports, broken = [], []
    try:
        manifests = sorted(path for path in folder.resolve().glob(f"*/{MANIFEST}") if _is_shown(path.parent))
    except (OSError, RuntimeError):
        manifests = []
    for manifest in manifests:
        try:
            found = manifest.stat()
            reports.append(_read(manifest, found.st_mtime_ns, found.st_size))
        except (OSError, RunError):
            broken.append(manifest.parent.name)
    return reports, broken


def _is_shown(folder: Path) -> bool:
    return is_name(folder.name) and not folder.is_symlink()


@lru_cache(maxsize=256)
def _read(manifest: Path, changed: int, size: int) -> Picture:
    return read_picture(manifest)
