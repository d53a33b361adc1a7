"""`kingdice serve`: pages to have open at the table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kingdice.cli.options import EditionOption
from kingdice.errors import KingdiceError

__all__ = ["serve"]

LOOPBACK = "127.0.0.1"


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at: this machine's own, or one for others.")
    ] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any that is free.")] = 8765,
    edition: EditionOption = "haba-2017",
    reports: Annotated[Path, typer.Option(help="The folder with built reports.")] = Path("reports"),
) -> None:
    """Serve pages for the table: what to reroll, every citizen's odds, a kingdom's score, built reports.

    Only this machine can open them, unless --host says otherwise. Ctrl-C ends it.
    """
    from importlib.util import find_spec

    from kingdice.games.king_of_dice.edition import load_edition

    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise KingdiceError(f"serve needs {' and '.join(missing)}: pip install 'kingdice[web]'")
    if not 0 <= port <= 65535:
        raise KingdiceError(f"--port {port}: expected 0 to 65535")
    chosen = load_edition(edition)
    from kingdice.web.addresses import own_names
    from kingdice.web.server import serve_site
    from kingdice.web.site import make_site

    site = make_site(chosen, reports, hosts=own_names(host))
    warm = getattr(site.state, "warm", None)
    if warm is not None:
        site.state.warm = partial(_prepared, warm)
    serve_site(site, host=host, port=port)


def _prepared(warm: Callable[[], object]) -> None:
    """Whatever has to be compiled, with a word about it."""
    from kingdice.cli.compiling import compiling

    with compiling(partial(print, file=sys.stderr, flush=True)):
        warm()
