"""`kingdice simulate`: play games by the thousand and say who wins how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import (
    EngineOption,
    Format,
    GameArgument,
    GameEditionOption,
    GamesOption,
    QuietOption,
    ResumeOption,
    RunDirectoryOption,
    SeatsOption,
    SeedOption,
    StrategiesOption,
    TableFormatOption,
    WorkersOption,
    at_least_one,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["EXAMPLES", "simulate"]

EXAMPLES = """\b
Examples:
  kingdice simulate king-of-dice --strategies best-bet --players 4
  kingdice simulate king-of-dice --strategies turn-optimal,best-bet \\
      --games 1e6 --workers 2 --out runs/1
  kingdice simulate king-of-dice --strategies mine.py:Bot,random --games 200
  kingdice simulate king-of-dice --strategies highest,first-met \\
      --games 1e7 --until win-share:0.002
"""

Rows = list[dict[str, Any]]


def simulate(
    game: GameArgument,
    strategies: StrategiesOption = None,
    players: SeatsOption = None,
    games: GamesOption = "10000",
    seed: SeedOption = 1,
    edition: GameEditionOption = None,
    until: Annotated[
        str | None,
        typer.Option(help="Stop when every seat's win share is known so well: win-share:0.002.", show_default=False),
    ] = None,
    workers: WorkersOption = 1,
    engine: EngineOption = None,
    out: RunDirectoryOption = None,
    resume: ResumeOption = False,
    format: TableFormatOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play games: how often each seat wins, with what score.

    The same seed, strategies and edition give the same games, however many workers play them; equal digests are equal
    games. With --out every game is kept, and --resume goes on after an interruption.
    """
    from kingdice.cli.matches import check_directory, edition_asked_for, playing, seats_asked_for
    from kingdice.cli.output import choose_format, deliver, to_json
    from kingdice.games import game_named
    from kingdice.simulation.progress import Progress
    from kingdice.simulation.run import simulate
    from kingdice.simulation.until import Until

    how = choose_format(format, None)
    count = at_least_one("--games", games)
    check_directory(out, resume)
    enough = None if until is None else Until.parse(until)
    chosen, variant = game_named(game), edition_asked_for(edition)
    seats = seats_asked_for(chosen, words(strategies or ""), players, variant)
    with playing():
        summary = simulate(
            chosen.match(seats, edition=variant),
            games=count,
            seed=seed,
            workers=workers,
            engine=engine,
            out=out,
            resume=resume,
            until=enough,
            keep_rows=False,
            watch=Progress(quiet=quiet),
        ).summary
    if how is Format.json:
        text = to_json(summary)
    elif how is Format.csv:
        text = _csv(summary)
    else:
        text = _for_people(summary, how, at_most=count)
    deliver(text, None)


def _csv(summary: Mapping[str, Any]) -> str:
    """A row a seat, every digit; with `until` also the interval that holds at every look."""
    from kingdice.cli.output import render

    rows: Rows = [{"seat": number, **seat} for number, seat in enumerate(summary["seats"], start=1)]
    if until := summary.get("until"):
        for row, low, high in zip(rows, until["lows"], until["highs"], strict=True):
            row |= {"until_low": low, "until_high": high}
    return render(rows, Format.csv)


def _for_people(summary: Mapping[str, Any], how: Format, *, at_most: int) -> str:
    from kingdice.cli.estimates import percentages
    from kingdice.cli.output import render, wrapped

    seats, until = summary["seats"], summary.get("until")
    players = len(seats)
    shares = [seat["win_share"] for seat in seats]
    lows = until["lows"] if until else [seat["win_share_low"] for seat in seats]
    highs = until["highs"] if until else [seat["win_share_high"] for seat in seats]
    rows: Rows = [
        {
            "seat": number,
            "strategy": seat["strategy"],
            "win_share": share,
            f"x_{players}": f"{players * seat['win_share']:.3f}",
            "score": f"{seat['score_mean']:.2f}",
            "sd": f"{seat['score_sd']:.2f}",
        }
        | {
            key.removesuffix("_mean"): f"{value:.2f}"
            for key, value in seat.items()
            if key not in _SHOWN and isinstance(value, float)
        }
        for number, (seat, share) in enumerate(zip(seats, percentages(shares, lows, highs), strict=True), start=1)
    ]
    edition, speed = summary["edition"], summary["games_per_second"]
    head = [
        f"{summary['game']} for {players}, edition {edition['name']} {edition['hash']}, seed {summary['seed']}",
        f"{summary['games']:,} games{f' ({speed:,.0f} a second)' if speed else ''}, digest {summary['digest'][:12]}",
    ]
    head += [wrapped(_stopping(until, summary["games"], at_most), how)] if until else []
    about = f"Win share: ties split; 95 % intervals{', all seats at every look together' if until else ''}. "
    about += f"x {players}: 1 is fair. Scores in points, with their standard deviation."
    table = render(rows, how, right=list(rows[0])[2:], narrow=True).strip("\n")
    between = "\n\n" if how is Format.markdown else "\n"
    return f"{between.join(head)}\n\n{table}{between}{wrapped(about, how)}\n"


_SHOWN = {"strategy", "win_share", "win_share_low", "win_share_high", "score_mean", "score_sd"}


def _stopping(until: Mapping[str, Any], games: int, at_most: int) -> str:
    widest = f"the widest interval is ± {max(until['half_widths']):.2g}"
    if until["reached"]:
        return f"Stopped after {games:,} of at most {at_most:,}: {widest}, within {until['precision']:g}"
    return f"Played all {at_most:,}: {widest}, not yet within {until['precision']:g}"
