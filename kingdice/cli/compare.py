"""`kingdice compare`: which strategy is better, by how much, and how sure is that?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import (
    CardsOption,
    EngineOption,
    Format,
    GameArgument,
    GameEditionOption,
    GamesOption,
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
    complete_strategies,
    words,
)
from kingdice.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingdice.comparison.controls import Control
    from kingdice.comparison.line_up import LineUp
    from kingdice.comparison.rotation import MatchOf, Rotations
    from kingdice.comparison.sequential import Sprt
    from kingdice.comparison.stopping import SharePrecision
    from kingdice.simulation.engines import Crew
    from kingdice.simulation.progress import Progress
    from kingdice.simulation.seam import Rows, Work

__all__ = ["EXAMPLES", "compare"]

EXAMPLES = """\b
Examples:
  kingdice compare king-of-dice best-bet highest
  kingdice compare king-of-dice far-sighted lead-optimal --players 4 \\
      --games 2e4 --workers 2 --out runs/duel
  kingdice compare king-of-dice mine.py:Bot best-bet --games 200
  kingdice compare king-of-dice turn-optimal turn-optimal:rolls=2
  kingdice compare king-of-dice best-bet first-met \\
      --games 1e6 --until sprt:0.01
  kingdice compare kingdomino full-greedy random --variants middle,harmony
  kingdice compare kingdomino strong:playouts=50 full-greedy --games 400
  kingdice compare carcassonne greedy random --tiles base
"""

_CONTROL_ROTATIONS = ((1024, 64, 2000), (64, 64, 200), (4, 24, 24), (1, 12, 12))
"""For games of which a block may have at least so many: the fewest and most rotations of a control.

The fewest are enough to see that `random` loses; the most take seconds, but where a game takes one itself.
"""
_MOST_BYTES = 1 << 31  # of rows, which are all held until the end


def compare(
    game: GameArgument,
    strategies: Annotated[
        list[str],
        typer.Argument(
            help="Two or more, A first: names, NAME:OPTION=VALUE, or FILE.py:BOT.",
            metavar="A B…",
            autocompletion=complete_strategies,
        ),
    ],
    players: SeatsOption = None,
    games: GamesOption = "10000",
    seed: SeedOption = 1,
    edition: GameEditionOption = None,
    tiles: TilesOption = None,
    cards: CardsOption = None,
    variants: GameVariantsOption = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop when it is clear: win-share:0.002, every share known so well; sprt:0.01, whether A is better "
            "than B by so much.",
            show_default=False,
        ),
    ] = None,
    better_by: Annotated[
        float | None, typer.Option(help="Test whether A is better than B by so much win share.", show_default=False)
    ] = None,
    luck: Annotated[
        bool, typer.Option(help="King of Dice: take the luck of the dice out; solves every turn, which is slow.")
    ] = False,
    workers: WorkersOption = 1,
    engine: EngineOption = None,
    scheduler: SchedulerOption = None,
    out: RunDirectoryOption = None,
    resume: ResumeOption = False,
    format: TableFormatOption = None,
    quiet: QuietOption = False,
) -> None:
    """Which strategy is better, by how much, how sure is that?

    Every seating meets the same dice, dominoes or tiles. --games counts all games; they are played in whole rotations,
    one game in every seating. With more players than strategies the other seats are copies of the last one named.
    Controls are played beside: each strategy against itself wins the fair share, and random loses.
    """
    from kingdice.cli.compared import compared
    from kingdice.cli.matches import (
        Preparing,
        check_directory,
        edition_asked_for,
        players_asked_for,
        playing,
        say_if_by_clock,
    )
    from kingdice.cli.output import choose_format, deliver, render, to_json
    from kingdice.comparison.rotation import Rotations
    from kingdice.comparison.stopping import stop_rule
    from kingdice.games import game_named
    from kingdice.simulation import RNG_VERSION
    from kingdice.simulation.engines import check_engine, on_cluster
    from kingdice.simulation.progress import Progress

    how = choose_format(format, None)
    asked = at_least_one("--games", games)
    check_directory(out, resume)
    check_engine(engine, workers, scheduler)
    chosen = game_named(game)
    variant = edition_asked_for(chosen, edition=edition, tiles=tiles, cards=cards, variants=variants)
    named = [name for argument in strategies for name in words(argument)]
    seats = players_asked_for(chosen, players, variant)
    run = _Run(seed, {"workers": workers, "engine": engine, "scheduler": scheduler})
    progress = Preparing(quiet=quiet, unit="rotations", elsewhere=on_cluster(engine, scheduler))
    with playing(progress.note):
        work = Rotations.of(lambda names: chosen.match(names, edition=variant, luck=luck), named, players=seats)
        if luck and not work.has_luck:
            raise RunError(f"--luck: the luck of these strategies cannot be measured in {game}: leave --luck out")
        stop = None if until is None else stop_rule(until, work.line_up)
        _check_test(better_by, stop, work.line_up)
        rotations = _rotations(work, asked, luck)
        say_if_by_clock(work.matches[0], progress.note)
        progress.match = work.matches[0]
        if rotations * len(work.matches) != asked and how in {Format.csv, Format.json}:
            progress.note(f"{asked:,} games: rounded up to {rotations:,} whole rotations of {len(work.matches)} games")
        rows, digest, rate = run.play(work, rotations, out=out, resume=resume, stop=stop, watch=progress)
        controls = _controls(
            lambda names: chosen.match(names, edition=variant), work.line_up, chosen.strategies[0], len(rows)
        )
        checked = _play_controls(run, controls, Progress(quiet=quiet, unit="control rotations"), out)

    from kingdice.comparison.compare import compare_rows

    found = compare_rows(work.line_up, rows, better_by=better_by, stop=stop, controls=checked)
    identity = work.identity
    about: dict[str, Any] = {
        "game": identity["game"],
        "edition": identity["edition"],
        "seed": seed,
        "games": len(rows) * len(work.matches),
        "games_asked_for": asked,
        "rotations": len(rows),
        "rng_version": RNG_VERSION,
        "digest": digest,
        "games_per_second": rate * len(work.matches),
    }
    if how is Format.json:
        text = to_json(about | {key: value for key, value in found.summary().items() if key not in about})
    elif how is Format.csv:
        text = render(found.summary()["strategies"], how)
    else:
        text = compared(found, about, how, planned=rotations)
    deliver(text, None)


def _check_test(better_by: float | None, stop: SharePrecision | Sprt | None, line_up: LineUp) -> None:
    from kingdice.comparison.sequential import Sprt

    if better_by is None:
        return
    if isinstance(stop, Sprt):
        raise RunError("--better-by and --until sprt:… are the same test: give one of them")
    try:
        Sprt(line_up, better_by)
    except RunError as error:
        raise RunError(f"--better-by: {error}") from None


def _rotations(work: Rotations, games: int, luck: bool) -> int:
    """How many whole rotations hold the games asked for; enough to have an interval."""
    rotations = max(-(-games // len(work.matches)), 4 if luck else 2)
    most = _MOST_BYTES // (8 * len(work.columns))
    if rotations > most:
        raise RunError(f"--games {games}: at most {most * len(work.matches):,} can be compared in one go")
    return rotations


def _controls(match_of: MatchOf, line_up: LineUp, random: str, rotations: int) -> list[tuple[Control, int]]:
    """The controls of a comparison, each with its number of rotations."""
    from kingdice.comparison.controls import Mirror, controls

    chosen = []
    for control in controls(match_of, line_up.strategies, players=line_up.players, random=random):
        matches = (control.work.match,) if isinstance(control.work, Mirror) else control.work.matches
        quickest = min(getattr(match, "largest_block", 4096) for match in matches)
        fewest, most = next((few, many) for block, few, many in _CONTROL_ROTATIONS if quickest >= block)
        chosen.append((control, max(fewest, min(most, rotations))))
    return chosen


def _play_controls(
    run: _Run, controls: Sequence[tuple[Control, int]], progress: Progress, out: Path | None
) -> list[tuple[Control, Rows]]:
    from kingdice.cli.matches import Interrupted
    from kingdice.simulation.blocks import RunInterrupted

    together = _Together(progress)
    progress.start(sum(rotations for _, rotations in controls))
    try:
        return [(control, run.play(control.work, rotations, watch=together)[0]) for control, rotations in controls]
    except RunInterrupted as end:
        if out is None:
            raise
        raise Interrupted(
            f"interrupted at the controls; the games compared are kept in {out}, and --resume goes on from there"
        ) from end
    finally:
        progress.stop()


class _Together:
    """Several runs as one to a progress bar."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def start(self, games: int) -> None:
        """Begun already."""

    def step(self, games: int, new: bool) -> None:
        """Hand on."""
        self.progress.step(games, new)

    def note(self, line: str) -> None:
        """Hand on."""
        self.progress.note(line)

    def stop(self) -> None:
        """More is to come."""


class _Run:
    """How blocks are played, for the comparison and its controls alike."""

    def __init__(self, seed: int, crew: Crew) -> None:
        self.seed, self.crew = seed, crew

    def play(self, work: Work, rotations: int, **how: Any) -> tuple[Rows, str, float]:
        """The rows of all rotations, their digest, and rotations a second."""
        from hashlib import sha256

        import numpy as np

        from kingdice.simulation.blocks import run_blocks

        held: list[Rows] = []
        outcome = run_blocks(work, held.append, games=rotations, seed=self.seed, **self.crew, **how)
        rows = np.concatenate(held)
        digest = sha256(rows.astype("<i8", copy=False).tobytes()).hexdigest()
        return rows, digest, outcome.games_per_second
