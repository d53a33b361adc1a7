"""Files that pages need, each by an address that changes with what is in it, so that browsers keep them for good.

They are few and small: read once, they are answered from memory, and no name that is asked for ever meets the disk.
"""

from __future__ import annotations

import hashlib
from functools import cache
from mimetypes import MimeTypes
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["file_address", "kept_file"]

FOLDER = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
KINDS = MimeTypes()  # those of Python, not of the machine
KINDS.add_type("text/javascript", ".js")


class Kept(NamedTuple):
    """A file: what is in it, a word that changes with it, and its kind."""

    content: bytes
    mark: str
    kind: str


@cache
def files() -> dict[str, Kept]:
    """The files of the package by name."""
    found = {}
    for path in filter(Path.is_file, FOLDER.iterdir()):
        content = path.read_bytes()
        kind = KINDS.guess_type(path.name)[0] or "application/octet-stream"
        found[path.name] = Kept(content, hashlib.sha256(content).hexdigest()[:12], kind)
    return found


def file_address(name: str) -> str:
    """The address of a file of the package."""
    return f"/static/{name}?{files()[name].mark}"


async def kept_file(request: Request) -> Response:
    """A file; if it was asked for by its full address, a browser may keep it for good."""
    kept = files().get(request.path_params["name"])
    if kept is None:
        raise HTTPException(404)
    headers = {"etag": f'"{kept.mark}"'}
    if request.url.query == kept.mark:
        headers["cache-control"] = FOR_GOOD
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(kept.content, headers=headers, media_type=kept.kind)
