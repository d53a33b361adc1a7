"""Pages from templates: everything that comes from outside is escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from kingdice.web.static_files import file_address

__all__ = ["page", "render"]


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
    templates.globals["file"] = file_address
    return templates
