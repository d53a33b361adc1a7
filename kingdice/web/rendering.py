"""Pages from templates: everything that comes from outside is escaped."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from kingdice.dice.faces import Face
from kingdice.web.static_files import file_address

__all__ = ["draw_face", "page", "render"]


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


@lru_cache(maxsize=4096)
def draw_face(face: Face) -> Markup:
    """A face of a die as HTML."""
    dice: Any = _templates().get_template("dice.html.j2").module
    return Markup(dice.face(face))


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
    templates.globals |= {"file": file_address, "draw_face": draw_face}
    return templates
