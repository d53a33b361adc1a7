"""Pages from templates: everything that comes from outside is escaped, and files are named by what is in them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

__all__ = ["STATIC", "page", "render"]

STATIC = Path(__file__).parent / "static"


def page(template: str, *, status: int = 200, headers: dict[str, str] | None = None, **shown: Any) -> HTMLResponse:
    """A page.

    Parameters
    ----------
    template : str
    status : int
    headers : dict, optional
    shown
        What the template asks for; always `title` and `here` (the address of the menu's entry it belongs to).
    """
    return HTMLResponse(render(template, **shown), status_code=status, headers=headers)


def render(template: str, **shown: Any) -> str:
    """The text of a page."""
    return _templates().get_template(template).render(**shown)


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("kingdice.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.globals["file"] = _address
    return templates


@cache
def _address(name: str) -> str:
    """The address of a file of the package; it changes with the file, so that browsers may keep it for good."""
    return f"/static/{name}?{hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"
