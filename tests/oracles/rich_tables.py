"""Tables as rich lays them out in a terminal without colours."""

from __future__ import annotations

import io

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text


def laid_out(columns: list[str], rows: list[list[str]], right: list[bool], *, narrow: bool) -> str:
    """Columns side by side; no line ends in spaces."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0) if narrow else (0, 1))
    for column, on_right in zip(columns, right, strict=True):
        table.add_column(column, justify="right" if on_right else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    text = io.StringIO()
    Console(file=text, width=10_000, color_system=None, highlight=False).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip().splitlines()) + "\n"
