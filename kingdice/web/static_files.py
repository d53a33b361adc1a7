"""Files that pages need, each by an address that changes with what is in it, so that browsers keep them for good."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["STATIC", "KeptFiles", "file_address"]

STATIC = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def file_address(name: str) -> str:
    """The address of a file of the package."""
    return f"/static/{name}?{hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


class KeptFiles(StaticFiles):
    """The files of the package; those asked for by their full address may be kept."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def file_response(
        self, full_path: os.PathLike[str] | str, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        name = Path(full_path).relative_to(STATIC.resolve()).as_posix()
        if file_address(name) == f"/static/{name}?{scope['query_string'].decode('latin-1')}":
            response.headers["cache-control"] = FOR_GOOD
        return response
