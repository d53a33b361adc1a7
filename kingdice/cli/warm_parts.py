"""What `kingdice warm` does so that everything is compiled: a little of what every command does.

numba compiles a kernel when it is first called, for the types of that call. So no kernel is listed here, only things to
do: matches of every strategy under every kind of rules, and what the other commands and the reports work out, all as
small as can be. tests/cli/test_warm.py holds this against the kernels that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import product
from shlex import split
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from kingdice.cli.compiling import Interrupted
from kingdice.errors import RunError

if TYPE_CHECKING:
    from kingdice.simulation.seam import Registered

__all__ = ["Part", "line_ups", "parts_of"]

COMMANDS = {
    "king-of-dice": (
        "advise --display elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28 --policy best --turns 10",
        "edition suggest haba-2017 --games 8 --quiet",
    ),
    "kingdomino": ("draft worth --games 8", "show kingdom"),
    "carcassonne": (
        "king-robber worth --games 4",
        "show board --turn 30 --format position --out {folder}/position.txt",
        "worth carcassonne {folder}/position.txt --playouts 4 --moves 2",
    ),
}
"""Commands that do more than play matches; in this order, since one reads what another writes."""


class Part(NamedTuple):
    """Something to do.

    Attributes
    ----------
    what : str
        In a few words.
    do : callable
    """

    what: str
    do: Callable[[], object]


def parts_of(name: str) -> Iterator[Part]:
    """What is to be done so that all kernels of a game are compiled."""
    from kingdice.games import game_named

    game = game_named(name)
    for edition in game.variants:
        yield Part(f"matches, {edition}", lambda edition=edition: _play(game, edition))  # type: ignore[misc]
    yield Part("other commands", lambda: _run_all(COMMANDS[name]))
    yield Part("what reports work out", _REPORTED[name])


def line_ups(game: Registered, edition: str) -> list[tuple[str, ...]]:
    """Every strategy among itself, and all of them at tables together; slow ones think briefly, by number and clock."""
    seats = game.players(edition)
    names = [game.light.get(name, name) for name in game.strategies]
    tables = [tuple(names[first : first + seats[-1]]) for first in range(0, len(names), seats[-1])]
    alone = [(name,) * seats[0] for name in (*names, *(f"{slow}:seconds=0.001" for slow in game.light))]
    return alone + [table + (names[0],) * (seats[0] - len(table)) for table in tables]


def _play(game: Registered, edition: str) -> None:
    """Games by the kernels, with luck measured and as they are compared, and by the plain rules."""
    from kingdice.comparison.rotation import Rotations

    for seats in line_ups(game, edition):
        match = game.match(seats, edition=edition)
        match.play_block(1, 0, 1)
        if len(set(seats)) > 1:
            game.transcript(match, seed=1, game=0)
    pair, players = [game.strategies[0], game.usual_strategy], game.players(edition)[0]
    Rotations.of(lambda names: game.match(names, edition=edition, luck=True), pair, players=players).play_block(1, 0, 1)


def _run_all(lines: Iterable[str]) -> None:
    """Run commands without a word.

    Raises
    ------
    Interrupted, RunError
    """
    from kingdice.cli.main import run

    with TemporaryDirectory() as folder:
        for line in lines:
            said = StringIO()
            with redirect_stdout(StringIO()), redirect_stderr(said):
                code = run([word.format(folder=folder) for word in split(line)])
            if code == 130:
                raise Interrupted("interrupted")
            if code:
                raise RunError(f"kingdice {line}: {said.getvalue().strip().removeprefix('kingdice: ')}")


def _of_king_of_dice() -> None:
    from kingdice.dice.batch import BATCH, Workspace
    from kingdice.dice.lattice import lattice_of
    from kingdice.dice.notation import parse_dice
    from kingdice.dice.policy import Policy
    from kingdice.games.king_of_dice.atlas_displays import Displays
    from kingdice.games.king_of_dice.choices import choices
    from kingdice.games.king_of_dice.edition import load_edition
    from kingdice.games.king_of_dice.effect_worths import effect_worths
    from kingdice.games.king_of_dice.matches import match
    from kingdice.games.king_of_dice.turn_log import log_turns
    from kingdice.games.king_of_dice.turn_values import best_values, strategy_values
    from kingdice.simulation.turns import simulate_turns
    from kingdice.web.advisers import Advisers

    for dice, width in product(("2d6", "3d6"), (1, BATCH)):  # editions of other dice
        Workspace(lattice_of(parse_dice(dice)), width).solve(2)
    many = parse_dice("12d6")  # so many are thrown one by one
    simulate_turns(Policy(many, lattice_of(many).full[None]), turns=2)
    edition = load_edition()
    for orders in (False, True):
        Displays(edition, rolls=edition.rules.rolls, orders=orders).play_block(0, 0, 3)
    log = log_turns(match(["best-bet", "random"]), games=2)
    strategy_values(log, log.sample(4))
    choices(log, turns=8)
    effect_worths(edition, displays=2)
    Advisers(edition).warm()
    for turns in (1, 20):  # a batch alone, and many
        best_values(log, log.sample(turns), rolls=edition.longest_turn)


def _of_kingdomino() -> None:
    from kingdice.games.kingdomino.choices import second_best
    from kingdice.games.kingdomino.matches import match
    from kingdice.games.kingdomino.regret import hindsight_regret
    from kingdice.games.kingdomino.turn_log import log_turns

    for variants, seats in (("", 3), ("mighty-duel", 2)):
        log = log_turns(match(["far-sighted"] * seats, variants=variants), games=1)
        hindsight_regret(log, width=2)
        second_best(log.match, games=1)


def _of_carcassonne() -> None:
    from kingdice.games.carcassonne.matches import match
    from kingdice.games.carcassonne.report.choices import played_choices
    from kingdice.games.carcassonne.turn_log import log_turns

    played_choices(match(["greedy-cards", "greedy"]), games=1)
    log_turns(match(["mcts:playouts=2:turns=1", "random"]), games=1)


_REPORTED = {
    "king-of-dice": _of_king_of_dice,
    "kingdomino": _of_kingdomino,
    "carcassonne": _of_carcassonne,
}
