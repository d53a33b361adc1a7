"""The `kingdice` command: finds the command asked for, and turns every complaint into one line and an exit code.

Exit codes: 0 done, 2 bad input, 130 interrupted. Standard output carries the answer only.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from kingdice import __version__
from kingdice.cli.compiling import Interrupted
from kingdice.cli.lazy import LazyGroup
from kingdice.errors import KingdiceError

__all__ = ["app", "main"]

COMMANDS = {
    "odds": "Chance of every citizen, or of any condition, when it alone is chased as well as can be.",
    "advise": "Value of a turn and the chance of ending with each card; with --roll and --rolls-left, the best keeps.",
    "simulate": "Play games: how often each seat wins, with what score.",
    "compare": "Which strategy is better, by how much, how sure is that?",
    "atlas": "Solve all displays: best and worst, spread of values, worth of a fourth roll and of a citizen's "
    "presence.",
    "report": "Write a balance report: seats, cards, length, scores, flow, luck and skill, decisions, "
    "what may go wrong.",
    "king-robber": "The King and the Robber Baron of Carcassonne, measured in simulated games.",
    "score": "Score a kingdom, and say what is wrong with it.",
    "worth": "Say what the King and the Robber Baron are worth in a position, the size to beat, "
    "and who will have them.",
    "draft": "Kingdomino: what dominoes are worth, what they cost, what is to come.",
    "show": "Look at one game.",
    "edition": "Look at an edition, check a file of your own, start a new one, have points suggested.",
    "serve": "Serve pages for the table: what to reroll, every citizen's odds, a kingdom's score, built reports.",
    "warm": "Compile everything at once, so that no other command has to.",
}
"""How the help of each command begins, which is said without loading it."""


class _Commands(LazyGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.add_names(COMMANDS)


app = typer.Typer(
    name="kingdice",
    help="Odds, optimal rerolls and balance reports for games of kings.",
    cls=_Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _show_version(wanted: bool) -> None:
    if not wanted:
        return
    from kingdice.games.king_of_dice import load_edition
    from kingdice.simulation import RNG_VERSION

    standard = load_edition()
    typer.echo(f"kingdice {__version__}, edition {standard.name} {standard.hash}, rng {RNG_VERSION}")
    raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and what results depend on."
        ),
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command line; returns the exit code."""
    longest = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # fractions of many dice have long numbers
    try:
        return _run(arguments)
    finally:
        sys.set_int_max_str_digits(longest)


def _run(arguments: list[str]) -> int:
    if sys.stdout is None:
        return _complain("standard output is closed", 2)
    try:
        if hasattr(sys.stdout, "reconfigure"):  # a terminal of few letters gets ? for the others
            sys.stdout.reconfigure(errors="replace")
        done = app(args=arguments or ["--help"], prog_name="kingdice", standalone_mode=False)
        sys.stdout.flush()
        if done == 130:  # how typer passes an interruption on
            return _complain("interrupted", 130)
        return done if isinstance(done, int) else 0
    except KingdiceError as error:
        return _complain(str(error), 2)
    except Interrupted as end:
        return _complain(str(end), 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", 130)
    except SystemExit as end:
        if isinstance(end.__context__, OSError):  # typer's answer to a reader that is gone
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return 0
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return _complain(f"standard output: {error.strerror}", 2)
    except MemoryError:
        return _complain("not enough memory for this question", 2)
    except Exception as error:
        if isinstance(error, RuntimeError) and "no locator available" in str(error):  # so numba says it
            return _complain("there is no place to keep compiled code: let NUMBA_CACHE_DIR be a directory of yours", 2)
        message = getattr(error, "format_message", None)  # how typer says that the words of a call are wrong
        if message is None:
            raise
        return _complain(message(), 2)


def _complain(message: str, code: int) -> int:
    print(f"kingdice: {' '.join(message.split())}", file=sys.stderr)
    return code
