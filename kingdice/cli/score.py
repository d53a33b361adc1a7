"""`kingdice score`: what is this kingdom worth, and can it exist?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import Format, FormatOption, OutOption, VariantsOption
from kingdice.errors import KingdiceError, nearest

if TYPE_CHECKING:
    from kingdice.games.kingdomino.scored import Scored

__all__ = ["EXAMPLES", "score"]

GAMES_WITH_KINGDOMS = ("kingdomino",)
IMPOSSIBLE = 2  # exit code

EXAMPLES = """\b
A kingdom is rows of squares, in lines or with slashes between them: terrain
(w f l g s m) and crowns, ** the castle, .. a free square, # a remark. Or CSV:
row,column,terrain,crowns and, if known, domino; the castle's terrain is castle.

\b
Examples:
  echo "w0 w0 w0 / ** .. f1" | kingdice score kingdomino -
  kingdice score kingdomino mine.txt --variants middle,harmony
  kingdice score kingdomino mine.csv --format json --figure mine.svg
"""


def score(
    game: Annotated[str, typer.Argument(help="Which game: kingdomino.")],
    file: Annotated[str, typer.Argument(help="The kingdom: a text or CSV file, or - for standard input.")],
    variants: VariantsOption = None,
    figure: Annotated[Path | None, typer.Option(help="Draw it too, to this .svg file.", show_default=False)] = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Score a kingdom, and say what is wrong with it.

    Properties, Middle Kingdom, Harmony and the total; bonuses count where --variants plays for them.
    A kingdom that cannot exist is scored as it stands, with all that is wrong named by row and column of the file, from
    1; the exit code is then 2.
    """
    from kingdice.cli.output import choose_format, deliver, to_json
    from kingdice.files import check_writable, write_whole
    from kingdice.games.kingdomino.drawing import kingdom_svg
    from kingdice.games.kingdomino.kingdom_file import read_kingdom
    from kingdice.games.kingdomino.legality import check_kingdom
    from kingdice.games.kingdomino.scored import score_kingdom
    from kingdice.games.kingdomino.variants import variants_named

    if game not in GAMES_WITH_KINGDOMS:
        raise KingdiceError(f"no game '{game[:60]}' with kingdoms{nearest(game, GAMES_WITH_KINGDOMS)}")
    check_writable(out)
    check_writable(figure)
    if figure is not None and figure.suffix.lower() != ".svg":
        raise KingdiceError(f"{figure}: expected a file name that ends in .svg")
    rules = variants_named(variants or "")
    how = choose_format(format, out)
    checked = check_kingdom(read_kingdom(file), size=rules.size)
    answer = score_kingdom(checked, rules)
    if figure is not None:
        write_whole(figure, kingdom_svg(checked.kingdom, f"Kingdom: {answer['points']} points").encode())
    deliver(to_json(answer) if how is Format.json else _text(answer, how), out)
    if checked.problems:
        count = len(checked.problems)
        typer.echo(
            f"kingdice: {file}: this kingdom cannot exist: {count} thing{' is' if count == 1 else 's are'} wrong",
            err=True,
        )
        raise typer.Exit(IMPOSSIBLE)


def _text(answer: Scored, how: Format) -> str:
    from kingdice.cli.output import render
    from kingdice.games.kingdomino.scored import harmony_told, middle_told

    if how is Format.csv:
        return render(list(_csv_rows(answer)), how)
    rows = [one | {"cells": _cells(one["cells"])} for one in answer["properties"]]
    title = f"Kingdom of {answer['dominoes']} dominoes; cells are row.column ({answer['variants']})"
    table = render(rows, how, title=title) if rows else f"{title}\n"
    remarks = [
        f"properties: {answer['property_points']} points",
        f"Middle Kingdom: {middle_told(answer)}",
        f"Harmony: {harmony_told(answer)}",
        f"total: {answer['points']} points",
        *(f"wrong: {line}" for line in answer["wrong"]),
    ]
    if answer["order"]:
        remarks.append(f"can exist: dominoes {' '.join(map(str, answer['order']))} can be laid in this order")
    mark = "- " if how is Format.markdown else ""
    return table + "\n" + "".join(f"{mark}{line}\n" for line in remarks)


def _cells(cells: list[list[int]]) -> str:
    return " ".join(f"{row}.{column}" for row, column in cells)


def _csv_rows(answer: Scored) -> list[dict[str, Any]]:
    empty = {"part": "", "name": "", "squares": "", "crowns": "", "points": "", "cells": ""}
    rows = [
        {**empty, **one, "part": "property", "name": one["terrain"], "cells": _cells(one["cells"])}
        for one in answer["properties"]
    ]
    rows += [
        {**empty, "part": "bonus", "name": name, "points": points}
        for name, points in (("middle", answer["middle_points"]), ("harmony", answer["harmony_points"]))
    ]
    rows.append({**empty, "part": "total", "points": answer["points"]})
    rows += [{**empty, "part": "wrong", "name": line} for line in answer["wrong"]]
    return [{key: row[key] for key in empty} for row in rows]
