"""Serving the site: one process, requests answered side by side."""

from __future__ import annotations

import uvicorn
from starlette.applications import Starlette

__all__ = ["serve_site"]


def serve_site(app: Starlette, *, host: str, port: int) -> None:
    """Serve until interrupted."""
    config = uvicorn.Config(app, host=host, port=port, log_level="warning", access_log=False, server_header=False)
    uvicorn.Server(config).run()
