"""`kingdice king-robber`: what the King and the Robber Baron are worth, who keeps them, and how often they decide."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.card_tables import TABLES, CardTable, Played, table_named
from kingdice.cli.options import (
    EngineOption,
    FigureOption,
    Format,
    FormatOption,
    GamesOption,
    OutOption,
    SchedulerOption,
    SeedOption,
    SwitchesOption,
    WorkersOption,
    at_least_one,
)
from kingdice.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.games.carcassonne.turn_log import TurnLog
    from kingdice.simulation.engines import Crew

__all__ = ["EXAMPLES", "HELP", "king_robber"]

_WIDTH = max(map(len, TABLES))
HELP = "The King and the Robber Baron of Carcassonne, measured in simulated games.\n\n\b\nTables:\n" + "\n".join(
    f"  {name:<{_WIDTH}}  {one.help}" for name, one in TABLES.items()
)
EXAMPLES = """\b
Examples:
  kingdice king-robber
  kingdice king-robber holding --players 4 --games 5000 --figure holding.svg
  kingdice king-robber rules --strategies greedy --games 2e4 --workers 2
  kingdice king-robber worth --strategies random --tiles base --cards official
  kingdice king-robber share --variants small-city,fields-once --format csv
"""

MOST_GAMES = 50_000  # a log of all turns is held in memory: 10 kB a game, and about as much again to work on
Rows = list[dict[str, Any]]


def _tiles(incomplete: str) -> list[str]:
    from kingdice.games.carcassonne.variants import TILE_SETS

    return [name for name in TILE_SETS if name.startswith(incomplete)]


def _cards(incomplete: str) -> list[str]:
    from kingdice.games.carcassonne.variants import CARDS

    return [name for name in CARDS if name.startswith(incomplete)]


def _names(incomplete: str) -> list[str]:
    return [name for name in TABLES if name.startswith(incomplete)]


def _strategies(incomplete: str) -> list[str]:
    from kingdice.games.carcassonne.described import STRATEGIES

    done, comma, last = incomplete.rpartition(",")
    return [f"{done}{comma}{name}" for name in STRATEGIES if name.startswith(last)]


TilesOption = Annotated[
    str | None,
    typer.Option(
        help="base, or base+king-robber with the five tiles that came with the cards.",
        show_default="base+king-robber",
        autocompletion=_tiles,
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        help="What the cards bring: none, official, flat-10, flat-15-40, continuous, continuous-new.",
        show_default="official",
        autocompletion=_cards,
    ),
]


def king_robber(
    table: Annotated[str, typer.Argument(help="Which table, see above.", autocompletion=_names)] = next(iter(TABLES)),
    players: Annotated[
        int | None, typer.Option(help="How many play, 2 to 5.", show_default="2, or one for each strategy")
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            help="One for all seats, or one a seat: name,name,…",
            show_default="greedy-cards; of taking greedy",
            autocompletion=_strategies,
        ),
    ] = None,
    tiles: TilesOption = None,
    cards: CardsOption = None,
    variants: SwitchesOption = None,
    games: GamesOption = "2000",
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    engine: EngineOption = None,
    scheduler: SchedulerOption = None,
    format: FormatOption = None,
    out: OutOption = None,
    figure: FigureOption = None,
) -> None:
    """See HELP."""
    from kingdice.cli.matches import edition_asked_for, playing, seats_asked_for
    from kingdice.cli.options import words
    from kingdice.files import check_writable
    from kingdice.games import game_named
    from kingdice.games.carcassonne.variants import CARDS, TILE_SETS, variants_named
    from kingdice.simulation.engines import check_engine

    one = table_named(table)
    if figure is not None and one.draw is None:
        drawn = ", ".join(name for name, other in TABLES.items() if other.draw)
        raise RunError(f"--figure: there is no figure of {table}; there is one of {drawn}")
    for path in (out, figure):
        check_writable(path)
    count = at_least_one("--games", games)
    if not 2 <= count <= MOST_GAMES:
        raise RunError(f"--games {games[:20]}: expected 2 to {MOST_GAMES}, since every turn is kept")
    if workers < 1 or not 0 <= seed < 1 << 63:
        raise RunError(f"--workers {workers}, --seed {seed}: expected at least 1 worker, and a seed from 0")
    check_engine(engine, workers, scheduler)
    carcassonne = game_named("carcassonne")
    for option, given in (("--tiles", tiles), ("--cards", cards)):
        if given is not None and option in one.compared:
            raise RunError(f"{option} {given[:40]}: the table {table} compares several itself: leave {option} out")
    asked = edition_asked_for(carcassonne, tiles=tiles, cards=cards, variants=variants)
    if cards is None:  # with the tiles of the base game alone, too
        asked = ",".join((*words(asked), "official"))
    rules = variants_named(asked)
    seats = seats_asked_for(carcassonne, strategies or one.strategy, players, asked)

    crew: Crew = {"workers": workers, "engine": engine, "scheduler": scheduler}

    def log(**other: str) -> TurnLog:
        from kingdice.games.carcassonne.matches import match
        from kingdice.games.carcassonne.turn_log import log_turns

        kept = [word for word in words(rules.name) if word not in (*TILE_SETS, *CARDS)]
        named = ",".join((other.get("tiles", rules.tiles), other.get("cards", rules.cards), *kept))
        return log_turns(match(seats, variants=named), games=count, seed=seed, **crew)

    with playing():
        found = one.make(Played(log, rules.cards))
    if figure is not None:
        _draw(one, found, figure)
    compared = {*(TILE_SETS if "--tiles" in one.compared else ()), *(CARDS if "--cards" in one.compared else ())}
    played = ",".join(word for word in words(rules.name) if word not in compared)
    who = f"{len(seats)} players{', ' if played else ''}{played}; {', '.join(dict.fromkeys(seats))}"
    _answer(one, found, f"{one.title} ({who}; {count:,} games, seed {seed})", format, out)


king_robber.__doc__ = HELP


def _draw(one: CardTable, found: pd.DataFrame, path: Path) -> None:
    from kingdice.reporting.style import save_figure

    if one.draw is not None:
        save_figure(one.draw(found), path)


def _answer(one: CardTable, found: pd.DataFrame, title: str, how: Format | None, out: Path | None) -> None:
    """Write a table for people or for other programs."""
    from kingdice.cli.output import choose_format, deliver, render, wrapped

    rows: Rows = [
        {str(key): None if isinstance(value, float) and value != value else value for key, value in row.items()}
        for row in found.to_dict("records")
    ]
    chosen = choose_format(how, out)
    if chosen in (Format.json, Format.csv):
        deliver(render(rows, chosen), out)
        return
    shown = _by_quantity(rows) if "unit" in rows[0] else _with_intervals(rows, one)
    words = {"rule", "cards", "card", "situation", "whose", "strategy", "who", "quantity", "tiles", "measure"}
    right = [key for key in shown[0] if key not in words]
    heads = {"king": "King", "robber": "Robber Baron"}
    shown = [{heads.get(key, key): value for key, value in row.items()} for row in shown]
    right = [heads.get(key, key) for key in right]
    text = render(shown, chosen, title=title, chances=list(one.chances), right=right, narrow=True).rstrip("\n")
    deliver(f"{text}\n\n{wrapped(one.about, chosen)}\n", out)


def _with_intervals(rows: Rows, one: CardTable) -> Rows:
    """Numbers with their intervals as one text each."""
    for row in rows:
        if one.main:
            row |= {f"{one.main}_low": row.pop("low"), f"{one.main}_high": row.pop("high")}
        if "left_from" in row:
            row["tiles_left"] = f"{row['left_to']}-{row['left_from']}"
    ends = {f"{name}_{end}" for name in one.measured for end in ("low", "high")}
    keys = one.shown or tuple(key for key in rows[0] if key not in ends)
    texts = {name: _texts([_numbers(row, name) for row in rows], kind) for name, kind in one.measured.items()}
    return [{key: texts[key][place] if key in texts else row[key] for key in keys} for place, row in enumerate(rows)]


def _by_quantity(rows: Rows) -> Rows:
    """A table of many quantities: a row each, the cards (or cells) side by side."""
    across = ("card",) if "card" in rows[0] else ("tiles", "cards")
    name = "quantity" if "quantity" in rows[0] else "measure"
    columns = list(dict.fromkeys(" ".join(row[key] for key in across) for row in rows))
    texts: dict[tuple[str, str], str] = {}
    for unit, some in groupby(sorted(rows, key=lambda row: (row["unit"], row[name])), key=lambda row: row["unit"]):
        for _, same in groupby(some, key=lambda row: row[name]):
            these = list(same)
            kind = "share" if unit == "share" else "span" if unit == "points from to" else "number"
            shown = _texts([(row["value"], row["low"], row["high"]) for row in these], kind)
            for row, text in zip(these, shown, strict=True):
                texts[row[name], " ".join(row[key] for key in across)] = text
    units = {row[name]: row["unit"] for row in rows}
    return [
        {name: one, "unit": "" if unit == "share" else unit.split(" from")[0]}
        | {key: texts.get((one, key), "") for key in columns}
        for one, unit in units.items()
    ]


def _numbers(row: dict[str, Any], name: str) -> tuple[float | None, ...]:
    return row.get(name), row.get(f"{name}_low"), row.get(f"{name}_high")


def _texts(numbers: list[tuple[float | None, ...]], kind: str) -> list[str]:
    """Estimates of one column, all written alike; "-" where nothing is known."""
    from kingdice.cli.estimates import estimates, percentages

    known = [place for place, (value, *_) in enumerate(numbers) if value is not None]
    found = ["-"] * len(numbers)
    if not known:
        return found
    values, lows, highs = ([numbers[place][end] for place in known] for end in range(3))
    if kind == "span":
        texts = [f"{low:.0f} to {high:.0f}" for low, high in zip(lows, highs, strict=True)]
    elif lows[0] is None:
        texts = [f"{value:.1f}" for value in values]
    else:
        texts = (percentages if kind == "share" else estimates)(values, lows, highs)  # type: ignore[arg-type]
    for place, text in zip(known, texts, strict=True):
        found[place] = text
    return found
