"""The files of the built reports, as they are on disk, and nothing else that may lie beside them.

A report is a folder with a manifest. Its page opens from disk too, so its looks and its script stand in it: the looks
are let in there, and the script by the hash of the one that the package writes. Where a report is served, the site's
menu is put above it on the way; the file stays as it is.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import stat
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from kingdice import reporting
from kingdice.reporting.folders import MANIFEST
from kingdice.web.guard import policy
from kingdice.web.rendering import render

__all__ = ["ReportFiles", "is_name"]

PAGE = "index.html"
LONGEST_PAGE = 16_777_216
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"


class ReportFiles(StaticFiles):
    """An ASGI application: the files of all reports of a folder, whatever is there at the moment."""

    def __init__(self, reports: Path) -> None:
        super().__init__(html=True)
        self.reports = reports

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is, if it is one of a report; or a report's folder."""
        name, *inside = path.split("/")
        known = not inside or inside == [PAGE] or (Path(path).suffix in KINDS and not path.endswith(".html"))
        if not (known and all(map(is_name, (name, *inside)))):
            return "", None
        try:
            home = self.reports.resolve(strict=True)
            found = home.joinpath(name, *inside).resolve(strict=True)
            if found.is_relative_to(home / name) and stat.S_ISREG((home / name / MANIFEST).stat().st_mode):
                return str(found), found.stat()
        except (OSError, RuntimeError):  # gone; a circle of links
            pass
        return "", None

    def file_response(
        self, full_path: os.PathLike[str] | str, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, or the page of a report with the menu above it."""
        path = Path(full_path)
        if path.name == PAGE:
            response = _page(path, stat_result)
        else:
            own = {"content-security-policy": PICTURE_POLICY} if path.suffix == ".svg" else {}
            response = FileResponse(path, headers=own, media_type=KINDS[path.suffix], stat_result=stat_result)
        if not self.is_not_modified(response.headers, Headers(scope=scope)):
            return response
        unchanged = NotModifiedResponse(response.headers)
        if "content-security-policy" in response.headers:  # a browser puts the new headers in place of those it kept
            unchanged.headers["content-security-policy"] = response.headers["content-security-policy"]
        return unchanged


def is_name(word: str) -> bool:
    """Whether a word may be the name of a report, of a folder in it, or of a file."""
    return word.isprintable() and not word.startswith(".") and not set(word) & set("/\\:") and 0 < len(word) < 256


def _page(path: Path, found: os.stat_result) -> Response:
    try:
        content = path.read_bytes() if found.st_size <= LONGEST_PAGE else None
    except OSError:
        content = None
    if content is None:
        raise HTTPException(404)
    content = _with_menu(content)
    headers = {
        "content-security-policy": policy(scripts=_page_script(), styles="'self' 'unsafe-inline'"),
        "etag": f'"{hashlib.sha256(content).hexdigest()[:24]}"',
    }
    return Response(content, headers=headers, media_type=KINDS[".html"])


def _with_menu(content: bytes) -> bytes:
    """A page with the menu between the link that skips its contents and its heading; others as they are."""
    head, found, rest = content.partition(b"</head>")
    before, heading, after = rest.partition(b"<header>")
    if not (found and heading):
        return content
    look, menu = _menu()
    return b"".join((head, look, found, before, menu, heading, after))


@cache
def _menu() -> tuple[bytes, bytes]:
    text = render("report_menu.html.j2", here="/reports/")
    look, menu = text.split("\n", 1)
    return look.encode(), menu.encode()


@cache
def _page_script() -> str:
    """The hash of the script as it stands in pages, for the policy."""
    template = Path(reporting.__path__[0], "templates")
    around = re.search(r"<script>(.*?)</script>", (template / "page.html.j2").read_text(encoding="utf-8"), re.DOTALL)
    assert around is not None
    script = around[1].replace('{% include "page.js" %}\n', (template / "page.js").read_text(encoding="utf-8"))
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
