"""`kingdice draft`: which domino to take, what it costs, and what is still to come.

Each table is a command of its own; `kingdice draft` alone is `kingdice draft worth`.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kingdice.cli.options import FormatOption, OutOption, words
from kingdice.errors import KingdiceError

__all__ = ["app", "numbers_seen"]

EXAMPLES = """\b
Examples:
  kingdice draft odds --players 3 --seen 1,5,7-12,48
  kingdice draft odds --players 4 --terrain mine --lines 2
  kingdice draft place --players 4
"""


class _FirstUnlessNamed(TyperGroup):
    """Without the name of a table, the first one is meant."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in ("--help", "-h")):
            args = [self.list_commands(ctx)[0], *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    help="Kingdomino: what dominoes are worth, what they cost, what is to come.",
    cls=_FirstUnlessNamed,
    rich_markup_mode=None,
    epilog=EXAMPLES,
)

PlayersOption = Annotated[int, typer.Option(help="How many play.")]
VariantsOption = Annotated[
    str | None, typer.Option(help="Optional rules: middle,harmony,… (or standard).", show_default="standard")
]
SeenOption = Annotated[
    str | None,
    typer.Option(help="Dominoes seen so far, that on offer too: 1,5,7-12.", show_default="none"),
]
LinesOption = Annotated[int | None, typer.Option(help="In so many lines from the next one on.", show_default="all")]
ExactOption = Annotated[bool, typer.Option("--exact", help="Print fractions.")]


@app.command()
def odds(
    players: PlayersOption = 4,
    variants: VariantsOption = None,
    seen: SeenOption = None,
    terrain: Annotated[
        str | None, typer.Option(help="Every chance for this terrain, or any.", show_default=False)
    ] = None,
    lines: LinesOption = None,
    exact: ExactOption = False,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Squares and crowns still to come, given what was seen. Exact.

    Without --terrain: a row for each terrain, with means (squares, crowns, best square: most crowns on one square) and
    the chance that there comes at least one square and one crown, in the next line and in all that are to come. With
    --terrain: the chance of every number of squares, of crowns, and of crowns on the best square.
    """
    from kingdice.games.kingdomino.draft_odds import outlook_rows, terrain_rows
    from kingdice.games.kingdomino.pile import pile_after

    pile = pile_after(numbers_seen(seen), players=players, variants=variants or "")
    if terrain is not None:
        rows = terrain_rows(pile, terrain, lines=lines, exact=exact)
        what = f"{terrain} in {_counted(pile.lines if lines is None else lines, 'line')}"
        _answer(rows, f"{what} to come ({_about(pile)})", ["chance", "at_least"], format, out)
        return
    spans = [1, pile.lines] if lines is None and pile.lines > 1 else [lines]
    rows = [row for span in spans for row in outlook_rows(pile, lines=span, exact=exact)]
    _answer(rows, f"What the next lines bring ({_about(pile)})", ["square", "crown"], format, out)


@app.command()
def place(
    players: PlayersOption = 4,
    variants: VariantsOption = None,
    seen: SeenOption = None,
    lines: LinesOption = None,
    exact: ExactOption = False,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Where in its line each domino lies that was not seen, and so when its owner acts. Exact.

    A row for each: the chance that it is in the next line, that it comes at all (or in so many lines), each place that
    it can have in its line (place 1 acts first), the mean of these, and how many places later one acts than with
    another domino of the same line.
    """
    from kingdice.games.kingdomino.draft_odds import domino_rows
    from kingdice.games.kingdomino.pile import pile_after

    pile = pile_after(numbers_seen(seen), players=players, variants=variants or "")
    rows = domino_rows(pile, lines=lines, exact=exact)
    chances = ["next_line", "comes", *(column for column in rows[0] if column.startswith("place_"))]
    _answer(rows, f"Places in the line ({_about(pile)})", chances, format, out)


def numbers_seen(text: str | None) -> list[int]:
    """Numbers of dominoes, as in 1,5,7-12.

    Raises
    ------
    KingdiceError
        For what is no number and no range of two.

    Examples
    --------
    >>> numbers_seen("1, 5,7-9")
    [1, 5, 7, 8, 9]
    """
    numbers: list[int] = []
    for word in words(text or ""):
        first, dash, last = word.partition("-")
        ends = (first.strip(), last.strip() if dash else first.strip())
        if not all(end.isdecimal() and end.isascii() and len(end) < 4 for end in ends) or int(ends[0]) > int(ends[1]):
            raise KingdiceError(f"--seen: '{word[:20]}' is not the number of a domino, or two as in 7-12")
        numbers += range(int(ends[0]), int(ends[1]) + 1)
    return numbers


def _answer(rows: list[dict[str, Any]], title: str, chances: list[str], how: FormatOption, out: OutOption) -> None:
    from kingdice.cli.output import choose_format, deliver, render
    from kingdice.files import check_writable

    check_writable(out)
    deliver(render(rows, choose_format(how, out), title=title, chances=chances, narrow=True), out)


def _about(pile: Any) -> str:
    left = f"{_counted(pile.lines, 'line')} of {len(pile.unseen)} unseen dominoes to come"
    return f"{pile.players} players, {pile.variants.name}; {left}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
