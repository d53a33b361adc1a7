"""How answers leave the command line: tables for people, CSV, JSON and Markdown for other programs."""

from __future__ import annotations

import csv
import io
import json
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import Any

from kingdice.cli.options import Format
from kingdice.files import write_whole

__all__ = ["choose_format", "deliver", "render", "to_json", "wrapped"]

Rows = Sequence[Mapping[str, Any]]
_ENDINGS = {".csv": Format.csv, ".json": Format.json, ".md": Format.markdown}


def choose_format(chosen: Format | None, out: Path | None) -> Format:
    """The format asked for, else the one that the file's ending names, else a table."""
    return chosen or _ENDINGS.get(out.suffix.lower() if out else "", Format.table)


def render(
    rows: Rows,
    how: Format,
    *,
    title: str = "",
    chances: Sequence[str] = (),
    right: Sequence[str] = (),
    narrow: bool = False,
) -> str:
    """Write rows as text.

    Parameters
    ----------
    rows : sequence of mappings
        All with the same keys, the columns.
    how : Format
        CSV and JSON carry full precision; a table and Markdown show what a reader needs.
    title : str
        Stands over a table.
    chances : sequence of str
        Columns shown as percentages.
    right : sequence of str
        Columns of words that stand on the right, as numbers do.
    narrow : bool
        Keep the columns of a table close together.
    """
    if how is Format.json:
        return json.dumps([_plain(row) for row in rows], indent=2, ensure_ascii=False) + "\n"
    columns = list(rows[0]) if rows else []
    if how is Format.csv:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([row[column] for column in columns] for row in rows)
        return text.getvalue()
    shown = [[_shown(row[column], column in chances) for column in columns] for row in rows]
    numeric = [
        c in right or all(isinstance(row[c], (int, float, Fraction)) or row[c] == "X" for row in rows) for c in columns
    ]
    if how is Format.markdown:
        lines = ["| " + " | ".join(columns) + " |"]
        lines.append("|" + "|".join(" ---: " if right else " --- " for right in numeric) + "|")
        lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in shown]
        return (f"{title}\n\n" if title else "") + "\n".join(lines) + "\n"
    return _as_table(columns, shown, numeric, title, narrow)


def _as_table(columns: list[str], shown: list[list[str]], numeric: list[bool], title: str, narrow: bool) -> str:
    """Columns side by side with a line under their heads; what sets tables in a terminal takes 0.2 s to do it."""
    cells = [[name.replace("_", " ") for name in columns], *([_on_a_line(cell) for cell in row] for row in shown)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    between = "  " if narrow else "   "

    def line(row: list[str]) -> str:
        spaces = [" " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)]
        laid = [s + cell if right else cell + s for s, cell, right in zip(spaces, row, numeric, strict=True)]
        return f" {between.join(laid)}".rstrip()

    if not columns:
        return f"{title}\n"
    rule = f" {'─' * (sum(widths) + len(between) * (len(widths) - 1))}"
    lines = ["", line(cells[0]), rule, *map(line, cells[1:])]
    return "\n".join([title, *lines] if title else lines) + "\n"


def _on_a_line(cell: str) -> str:
    return cell if cell.isprintable() else "".join(" " if unicodedata.category(one) == "Cc" else one for one in cell)


def _width(text: str) -> int:
    """How many places a terminal gives to a text."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _plain(value: Any) -> Any:
    """As JSON takes it: fractions as text."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return str(value) if isinstance(value, Fraction) else value


def to_json(answer: Mapping[str, Any]) -> str:
    """One JSON object."""
    return json.dumps(_plain(answer), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def wrapped(text: str, how: Format) -> str:
    """A remark in lines of 80 characters at most; Markdown wraps by itself."""
    return text if how is Format.markdown else fill(text, 80, break_long_words=False, break_on_hyphens=False)


def _shown(value: Any, is_chance: bool) -> str:
    if isinstance(value, float):
        return f"{100 * value:.2f} %" if is_chance else f"{value:.3f}"
    return str(value)


def deliver(text: str, out: Path | None) -> None:
    """Print the answer, or write it to a file, whole or not at all.

    Raises
    ------
    RunError
        When the file cannot be written.
    """
    if out is None:
        sys.stdout.write(text)
        return
    write_whole(out, text.encode())
