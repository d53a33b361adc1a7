"""`kingdice odds`: how likely is every citizen, or any condition on any dice?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import (
    EditionOption,
    FigureOption,
    FormatOption,
    ObjectiveOption,
    OutOption,
    PlayersOption,
)
from kingdice.errors import KingdiceError

if TYPE_CHECKING:
    from kingdice.dice.pool import Pool

__all__ = ["odds"]


def odds(
    rolls: Annotated[int, typer.Option(help="Rolls a turn, for the expected points (and p1 to pN).")] = 3,
    edition: EditionOption = "haba-2017",
    objective: ObjectiveOption = "points",
    players: PlayersOption = 2,
    dice: Annotated[str | None, typer.Option(help="Other dice: 5d6, 2d8+3d6, 3x[1,2,red].", show_default=False)] = None,
    needs: Annotated[
        list[str] | None,
        typer.Option(help="A condition, as in 'three 6s and two 5s'; may be given several times.", show_default=False),
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Print fractions.")] = False,
    figure: FigureOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Chance of every citizen, or of any condition, when it alone is chased as well as can be.

    Without --needs: a row a citizen, with p1 to p4, its chance with 1 to 4 rolls, and the expected points when it is
    chased with --rolls rolls (a fairy counts 1, a dragon 0, no penalty is taken off).
    With --needs, and --dice or the edition's: p1 to pN for --rolls N.
    """
    from kingdice.cli.output import choose_format, deliver, render
    from kingdice.dice.turn import check_rolls
    from kingdice.files import check_writable
    from kingdice.games.king_of_dice.edition import DEFAULT_EDITION, load_edition

    check_writable(out)
    check_writable(figure)
    check_rolls(rolls)
    if dice is not None and not needs:
        raise KingdiceError("--dice needs --needs: what should the dice show?")
    if dice is not None and edition != DEFAULT_EDITION:
        raise KingdiceError("--dice and --edition do not go together: which dice?")
    if needs and (objective != "points" or players != 2):
        raise KingdiceError("--objective and --players are about citizens: they do not go with --needs")
    how = choose_format(format, out)
    if needs:
        rows = _condition_rows(dice, edition, needs, rolls, exact)
        title = f"Chance of each condition with 1 to {rolls} rolls"
    else:
        from kingdice.games.king_of_dice.odds import odds_rows

        chosen = load_edition(edition)
        if not max(2, chosen.players[0]) <= players <= chosen.players[1]:
            raise KingdiceError(f"--players {players}: expected {max(2, chosen.players[0])} to {chosen.players[1]}")
        rows = odds_rows(chosen, rolls=rolls, objective=objective, players=players, exact=exact)
        title = f"Chance of each citizen with 1, 2, … rolls; expected points with {rolls} ({chosen.name} {chosen.hash})"
    if figure:
        _draw(rows, figure, bool(needs))
    chances = [column for column in rows[0] if column[0] == "p" and column[1:].isdigit()]
    deliver(render(rows, how, title=title, chances=chances), out)


def _condition_rows(dice: str | None, edition: str, needs: list[str], rolls: int, exact: bool) -> list[dict[str, Any]]:
    from kingdice.dice.condition_text import parse_condition
    from kingdice.dice.notation import format_pool
    from kingdice.dice.odds import condition_chances, condition_chances_exact

    pool = pool_asked_for(dice, edition)
    conditions = [parse_condition(text, pool) for text in needs]
    chances: Any
    if exact:
        chances = condition_chances_exact(pool, conditions, rolls=rolls)
    else:
        chances = condition_chances(pool, conditions, rolls=rolls).tolist()
    name = edition if dice is None else format_pool(pool)
    return [
        {"dice": name, "needs": text.strip()} | {f"p{roll + 1}": chances[roll][place] for roll in range(rolls)}
        for place, text in enumerate(needs)
    ]


def pool_asked_for(dice: str | None, edition: str) -> Pool:
    """The dice of --dice, else those of the edition."""
    from kingdice.dice.notation import parse_dice
    from kingdice.games.king_of_dice.edition import load_edition

    return load_edition(edition).pool if dice is None else parse_dice(dice)


def _draw(rows: list[dict[str, Any]], figure: Path, free: bool) -> None:
    import pandas as pd

    from kingdice.dice.figures import draw_odds
    from kingdice.games.king_of_dice.figures import draw_card_odds
    from kingdice.reporting.style import save_figure

    table = pd.DataFrame(rows)
    save_figure(draw_odds(table.rename(columns={"needs": "label"})) if free else draw_card_odds(table), figure)
