"""`kingdice simulate`: play games by the thousand and say who wins how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import (
    CardsOption,
    EngineOption,
    Format,
    GameArgument,
    GameEditionOption,
    GamesOption,
    GameStrategiesOption,
    GameVariantsOption,
    QuietOption,
    ResumeOption,
    RunDirectoryOption,
    SchedulerOption,
    SeatsOption,
    SeedOption,
    TableFormatOption,
    TilesOption,
    WorkersOption,
    at_least_one,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingdice.cli.long_names import LongNames

__all__ = ["EXAMPLES", "simulate"]

EXAMPLES = """\b
Examples:
  kingdice simulate king-of-dice --strategies best-bet --players 4
  kingdice simulate king-of-dice --strategies turn-optimal,best-bet \\
      --games 1e6 --workers 2 --out runs/1
  kingdice simulate king-of-dice --strategies mine.py:Bot,random --games 200
  kingdice simulate king-of-dice --strategies best-bet:without=dragon,best-bet
  kingdice simulate king-of-dice --strategies highest,first-met \\
      --games 1e7 --until win-share:0.002
  kingdice simulate kingdomino --strategies random --games 1e6
  kingdice simulate kingdomino --variants middle,harmony --players 2 \\
      --strategies full-greedy,greedy-random-draft
  kingdice simulate kingdomino --games 20 \\
      --strategies mce:policy=greedy:playouts=200,full-greedy
  kingdice simulate king-of-dice --games 1e8 --out runs/2 \\
      --scheduler tcp://192.168.0.5:8786
  kingdice simulate carcassonne --tiles base+king-robber --cards flat-10 \\
      --variants small-city --players 3
"""

Rows = list[dict[str, Any]]


def simulate(
    game: GameArgument,
    strategies: GameStrategiesOption = None,
    players: SeatsOption = None,
    games: GamesOption = "10000",
    seed: SeedOption = 1,
    edition: GameEditionOption = None,
    tiles: TilesOption = None,
    cards: CardsOption = None,
    variants: GameVariantsOption = None,
    until: Annotated[
        str | None,
        typer.Option(help="Stop when every seat's win share is known so well: win-share:0.002.", show_default=False),
    ] = None,
    workers: WorkersOption = 1,
    engine: EngineOption = None,
    scheduler: SchedulerOption = None,
    out: RunDirectoryOption = None,
    resume: ResumeOption = False,
    format: TableFormatOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play games: how often each seat wins, with what score.

    The same seed, strategies and edition or rules give the same games, however many workers play them; equal
    digests are equal games. With --out every game is kept, and --resume goes on after an interruption.
    """
    from kingdice.cli.matches import (
        Preparing,
        check_directory,
        edition_asked_for,
        playing,
        say_if_by_clock,
        seats_asked_for,
    )
    from kingdice.cli.output import choose_format, deliver, to_json
    from kingdice.games import game_named
    from kingdice.simulation.engines import check_engine, on_cluster
    from kingdice.simulation.run import simulate
    from kingdice.simulation.until import Until

    how = choose_format(format, None)
    count = at_least_one("--games", games)
    check_directory(out, resume)
    check_engine(engine, workers, scheduler)
    enough = None if until is None else Until.parse(until)
    chosen = game_named(game)
    variant = edition_asked_for(chosen, edition=edition, tiles=tiles, cards=cards, variants=variants)
    seats = seats_asked_for(chosen, strategies, players, variant)
    progress = Preparing(quiet=quiet, elsewhere=on_cluster(engine, scheduler))
    with playing(progress.note):
        match = chosen.match(seats, edition=variant)
        say_if_by_clock(match, progress.note)
        progress.match = match
        summary = simulate(
            match,
            games=count,
            seed=seed,
            workers=workers,
            engine=engine,
            scheduler=scheduler,
            out=out,
            resume=resume,
            until=enough,
            keep_rows=False,
            watch=progress,
        ).summary
    if how is Format.json:
        text = to_json(summary)
    elif how is Format.csv:
        text = _csv(summary)
    else:
        text = _for_people(summary, how, at_most=count, about=getattr(match, "about_means", ""))
    deliver(text, None)


def _csv(summary: Mapping[str, Any]) -> str:
    """A row a seat, every digit, in each the means that belong to no seat; with `until` intervals of every look."""
    from kingdice.cli.output import render

    board = summary.get("board", {})
    rows: Rows = [{"seat": number, **seat, **board} for number, seat in enumerate(summary["seats"], start=1)]
    if until := summary.get("until"):
        for row, low, high in zip(rows, until["lows"], until["highs"], strict=True):
            row |= {"until_low": low, "until_high": high}
    return render(rows, Format.csv)


def _for_people(summary: Mapping[str, Any], how: Format, *, at_most: int, about: str) -> str:
    from kingdice.cli.long_names import LongNames
    from kingdice.cli.matches import a_second, edition_told
    from kingdice.cli.output import wrapped

    until, speed, players = summary.get("until"), summary["games_per_second"], len(summary["seats"])
    names = LongNames.of([seat["strategy"] for seat in summary["seats"]])
    head = [
        f"{summary['game']} for {players}, {edition_told(summary['game'], summary['edition'])}, seed {summary['seed']}",
        f"{summary['games']:,} games{a_second(speed)}, digest {summary['digest'][:12]}",
        *names.told,
    ]
    head += [_stopping(until, summary["games"], at_most)] if until else []
    remark = f"Win share: ties split; 95 % intervals{', all seats at every look together' if until else ''}. "
    remark += f"x {players}: 1 is fair. Scores in points, with their standard deviation. {about}"
    between = "\n\n" if how is Format.markdown else "\n"
    tables = (table + between for table in _tables(summary, how, names))
    notes = [remark.strip()]
    if board := summary.get("board"):
        means = (f"{_words(key).replace('_', ' ')} {_shown(key, value)}" for key, value in board.items())
        notes.insert(0, f"A game: {', '.join(means)}")
    opening, closing = (between.join(wrapped(line, how) for line in lines) for lines in (head, notes))
    return f"{opening}\n\n{between.join(tables)}{closing}\n"


def _tables(summary: Mapping[str, Any], how: Format, names: LongNames) -> list[str]:
    """What all games have and what this game has, side by side if there is room."""
    from kingdice.cli.estimates import percentages
    from kingdice.cli.output import render

    seats, until = summary["seats"], summary.get("until")
    shares = [seat["win_share"] for seat in seats]
    lows = until["lows"] if until else [seat["win_share_low"] for seat in seats]
    highs = until["highs"] if until else [seat["win_share_high"] for seat in seats]
    common: Rows = [
        {
            "seat": number,
            "strategy": names.short(seat["strategy"]),
            "win_share": share,
            f"x_{len(seats)}": f"{len(seats) * seat['win_share']:.3f}",
            "score": f"{seat['score_mean']:.2f}",
            "sd": f"{seat['score_sd']:.2f}",
        }
        for number, (seat, share) in enumerate(zip(seats, percentages(shares, lows, highs), strict=True), start=1)
    ]
    own: Rows = [
        {
            _words(key): _shown(key, value)
            for key, value in seat.items()
            if key not in _SHOWN and isinstance(value, float)
        }
        for seat in seats
    ]

    def table(rows: Rows) -> str:
        right = [column for column in rows[0] if column not in ("seat", "strategy")]
        return render(rows, how, right=right, narrow=True).strip("\n")

    together = table([one | other for one, other in zip(common, own, strict=True)])
    if how is Format.markdown or max(map(len, together.splitlines())) <= _WIDTH:
        return [together]
    return [table(common), table([{"seat": row["seat"]} | other for row, other in zip(common, own, strict=True)])]


def _words(key: str) -> str:
    return key.removesuffix("_mean").removesuffix("_share")


def _shown(key: str, value: float) -> str:
    return f"{100 * value:.2f} %" if key.endswith("_share") else f"{value:.2f}"


_WIDTH = 80
_SHOWN = {"strategy", "win_share", "win_share_low", "win_share_high", "score_mean", "score_sd"}


def _stopping(until: Mapping[str, Any], games: int, at_most: int) -> str:
    widest = f"the widest interval is ± {max(until['half_widths']):.2g}"
    if until["reached"]:
        return f"Stopped after {games:,} of at most {at_most:,}: {widest}, within {until['precision']:g}"
    return f"Played all {at_most:,}: {widest}, not yet within {until['precision']:g}"
