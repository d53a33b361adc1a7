"""`kingdice draft`: which domino to take, what it costs, and what is still to come.

Each table is a command of its own; `kingdice draft` alone is `kingdice draft worth`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from kingdice.cli.options import (
    FormatOption,
    GamesOption,
    OutOption,
    SeatsOption,
    SeedOption,
    VariantsOption,
    WorkersOption,
    at_least_one,
    words,
)
from kingdice.errors import KingdiceError, RunError

if TYPE_CHECKING:
    from kingdice.games.kingdomino.draft import Draft
    from kingdice.games.kingdomino.pile import Pile

__all__ = ["app", "numbers_seen"]

EXAMPLES = """\b
Examples:
  kingdice draft --players 3 --variants middle,harmony
  kingdice draft worth --strategies greedy-random-draft --spans 3
  kingdice draft order --games 2e4 --workers 2
  kingdice draft first --by place
  kingdice draft odds --players 3 --seen 1,5,7-12,48
  kingdice draft odds --terrain mine --lines 2
  kingdice draft place
"""

MOST_GAMES = 100_000  # a log of all turns is held in memory: 7 kB a game of four, and as much again to work on
Rows = list[dict[str, Any]]


class By(StrEnum):
    """What first picks are told apart by."""

    number = "number"
    place = "place"


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

StrategiesOption = Annotated[str, typer.Option(help="One for all seats, or one a seat: name,name,….")]
SeenOption = Annotated[
    str | None,
    typer.Option(help="Dominoes seen so far, that on offer too: 1,5,7-12.", show_default="none"),
]
LinesOption = Annotated[int | None, typer.Option(help="In so many lines from the next one on.", show_default="all")]
ExactOption = Annotated[bool, typer.Option("--exact", help="Print fractions.")]


@app.command()
def worth(
    strategies: StrategiesOption = "full-greedy",
    players: SeatsOption = None,
    variants: VariantsOption = None,
    spans: Annotated[int, typer.Option(help="Parts of a round, each with a worth of its own.")] = 1,
    games: GamesOption = "4000",
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Worth and price of every domino, from simulated games.

    Worth: points at the end (score) and win share beyond those who were offered the domino in the same line and turn
    and took another. Price: the turn of the next line that it leads to, how many places later that is than with the
    others on offer, and the points that these places bring (part of the worth).

    Strategies that draw their picks by lot (random; greedy-random-draft from the third line on) make it an experiment;
    of those that choose it says how takers fared beside leavers.
    """
    from kingdice.games.kingdomino.draft_tables import domino_worths
    from kingdice.games.kingdomino.price_tables import domino_prices

    draft = _play(strategies, players, variants, games, seed, workers, out)
    worths, prices = domino_worths(draft, spans=spans), domino_prices(draft)
    rows = _rows(worths)
    by_number = {row["number"]: row for row in _rows(prices)}
    for row in rows:
        price = by_number[row["number"]]
        row |= {name: price[name] for name in ("acts_next", "places", "places_low", "places_high")}
        row |= {f"price{end}": price[f"score{end}"] for end in ("", "_low", "_high")}
    if spans == 1:
        for row in rows:
            del row["first_line"], row["last_line"]
    shown = {"score": False, "win_share": True, "places": False, "price": False}
    about = (
        "Score, win share, places and price: beyond those who took another domino on offer; 95 % intervals over games. "
    )
    about += "Price: the part of the score that comes of acting earlier or later in the next line."
    _answer_measured(rows, f"What dominoes are worth ({_played(draft)})", shown, ["taken"], about, format, out)


@app.command()
def order(
    strategies: StrategiesOption = "full-greedy",
    players: SeatsOption = None,
    variants: VariantsOption = None,
    games: GamesOption = "4000",
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """What acting second, third, … in a line costs, from simulated games.

    Points at the end (score) and win share beyond the one who acts first, what they hold and what lies before them
    allowed for.
    """
    from kingdice.games.kingdomino.price_tables import turn_order

    draft = _play(strategies, players, variants, games, seed, workers, out)
    about = "Beyond those who act first in the same line of the same game; 95 % intervals over games."
    title = f"What acting later costs ({_played(draft)})"
    _answer_measured(_rows(turn_order(draft)), title, {"score": False, "win_share": True}, [], about, format, out)


@app.command()
def first(
    strategies: StrategiesOption = "full-greedy",
    players: SeatsOption = None,
    variants: VariantsOption = None,
    by: Annotated[By, typer.Option(help="Tell picks apart by the domino, or by its place in the line.")] = By.number,
    turn: Annotated[int, typer.Option(help="The pick of the first king, of the second, ….")] = 1,
    games: GamesOption = "4000",
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """How often one wins after each first pick, from simulated games."""
    from kingdice.games.kingdomino.draft_tables import first_picks

    draft = _play(strategies, players, variants, games, seed, workers, out)
    rows = _rows(first_picks(draft, by=by.value, turn=turn))
    for row in rows:
        row |= {"win_share_low": row.pop("low"), "win_share_high": row.pop("high")}
    about = "Of the games in which it was picked so; shared wins split; 95 % intervals."
    title = f"First picks, turn {turn} ({_played(draft)})"
    _answer_measured(rows, title, {"win_share": True, "score": False}, [], about, format, out, signed=False)


@app.command()
def odds(
    players: SeatsOption = None,
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

    pile = pile_after(numbers_seen(seen), players=_players(players, variants), variants=variants or "")
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
    players: SeatsOption = None,
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

    pile = pile_after(numbers_seen(seen), players=_players(players, variants), variants=variants or "")
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


def _players(players: int | None, variants: str | None, *, seats: int = 1) -> int:
    """How many play: so many, or as many as there are strategies, else four or as many as there may be."""
    from kingdice.games.kingdomino.variants import variants_named

    possible = variants_named(variants or "").players
    return players or (seats if seats > 1 else possible[-1])


def _play(
    strategies: str, players: int | None, variants: str | None, games: str, seed: int, workers: int, out: OutOption
) -> Draft:
    """Play games and keep every turn."""
    from kingdice.cli.matches import seats_asked_for
    from kingdice.files import check_writable
    from kingdice.games import game_named
    from kingdice.games.kingdomino.draft import Draft
    from kingdice.games.kingdomino.matches import match
    from kingdice.games.kingdomino.turn_log import log_turns

    check_writable(out)
    count = at_least_one("--games", games)
    if count > MOST_GAMES:
        raise RunError(f"--games {games[:20]}: expected at most {MOST_GAMES}, since every turn is kept")
    if workers < 1 or not 0 <= seed < 1 << 63:
        raise RunError(f"--workers {workers}, --seed {seed}: expected at least 1 worker, and a seed from 0")
    wanted = _players(players, variants, seats=len(words(strategies)))
    seats = seats_asked_for(game_named("kingdomino"), strategies, wanted, variants or "")
    return Draft.of(log_turns(match(seats, variants=variants or ""), games=count, seed=seed, workers=workers))


def _rows(table: Any) -> Rows:
    """Rows as JSON takes them: what is not known is null."""
    return [
        {key: None if isinstance(value, float) and value != value else value for key, value in row.items()}
        for row in table.to_dict("records")
    ]


def _answer_measured(
    rows: Rows,
    title: str,
    measured: dict[str, bool],
    chances: list[str],
    about: str,
    how: FormatOption,
    out: OutOption,
    *,
    signed: bool = True,
) -> None:
    """Print numbers with their intervals; `measured` says of each column whether it is a share."""
    from kingdice.cli.estimates import estimates, percentages
    from kingdice.cli.options import Format
    from kingdice.cli.output import choose_format, deliver, render, wrapped

    chosen = choose_format(how, out)
    if chosen in (Format.json, Format.csv):
        deliver(render(rows, chosen), out)
        return
    ends = {f"{name}_{end}" for name in (*measured, *chances) for end in ("low", "high")}
    shown: Rows = [{key: "-" if row[key] is None else row[key] for key in row if key not in ends} for row in rows]
    for name, is_share in measured.items():
        known = [place for place, row in enumerate(rows) if row[f"{name}_low"] is not None]
        columns = [[rows[place][f"{name}{end}"] for place in known] for end in ("", "_low", "_high")]
        texts = (percentages if is_share else estimates)(*columns, signed=signed)
        for place, text in zip(known, texts, strict=True):
            shown[place][name] = text
    right = [key for key in shown[0] if key != "domino"]
    table = render(shown, chosen, title=title, chances=chances, right=right, narrow=True).rstrip("\n")
    deliver(f"{table}\n\n{wrapped(about, chosen)}\n", out)


def _played(draft: Draft) -> str:
    about = draft.about
    seats = about["strategies"]
    who = f"{len(seats)} players, {draft.games.variants.name}; {', '.join(dict.fromkeys(seats))}"
    return f"{who}; {about['games']:,} games, seed {about['seed']}"


def _answer(rows: Rows, title: str, chances: list[str], how: FormatOption, out: OutOption) -> None:
    from kingdice.cli.output import choose_format, deliver, render
    from kingdice.files import check_writable

    check_writable(out)
    deliver(render(rows, choose_format(how, out), title=title, chances=chances, narrow=True), out)


def _about(pile: Pile) -> str:
    left = f"{_counted(pile.lines, 'line')} of {len(pile.unseen)} unseen dominoes to come"
    return f"{pile.players} players, {pile.variants.name}; {left}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
