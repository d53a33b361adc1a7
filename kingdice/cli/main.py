"""The `kingdice` command: finds the command asked for, and turns every complaint into one line and an exit code.

Exit codes: 0 done, 2 bad input, 130 interrupted. Standard output carries the answer only.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kingdice import __version__
from kingdice.cli import advise, compare, draft, edition, king_robber, odds, report, score, show, simulate, worth
from kingdice.cli.matches import Interrupted
from kingdice.errors import KingdiceError

__all__ = ["app", "main"]

app = typer.Typer(
    name="kingdice",
    help="Odds, optimal rerolls and balance reports for games of kings.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.command("odds")(odds.odds)
app.command("advise")(advise.advise)
app.command("simulate", epilog=simulate.EXAMPLES)(simulate.simulate)
app.command("compare", epilog=compare.EXAMPLES)(compare.compare)
app.command("report", epilog=report.EXAMPLES)(report.report)
app.add_typer(draft.app, name="draft")
app.command("king-robber", epilog=king_robber.EXAMPLES)(king_robber.king_robber)
app.command("score", epilog=score.EXAMPLES)(score.score)
app.command("worth", epilog=worth.EXAMPLES)(worth.worth)
app.add_typer(show.app, name="show")
app.add_typer(edition.app, name="edition")


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
        message = getattr(error, "format_message", None)  # how typer says that the words of a call are wrong
        if message is None:
            raise
        return _complain(message(), 2)


def _complain(message: str, code: int) -> int:
    print(f"kingdice: {' '.join(message.split())}", file=sys.stderr)
    return code
