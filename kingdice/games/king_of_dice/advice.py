"""What do I reroll? The best policy for a display, and how other ways of rerolling compare with it."""

from __future__ import annotations

import csv
import importlib.util
import os
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.advice import Advice
from kingdice.dice.exact import ExactSolution, solve_turn_exact
from kingdice.dice.policy import Policy
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.dice.turn import solve_turn
from kingdice.errors import KingdiceError, PolicyError, nearest
from kingdice.games.king_of_dice.display import Display
from kingdice.simulation import RNG_VERSION

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FAR_SIGHTED", "PENALTY", "advise", "advise_exact", "compare_policies", "display_policy", "turn_stakes"]

PENALTY = "penalty"
FAR_SIGHTED = "far-sighted"
POLICIES = ("best", "first-met", "chase:ID", "FILE.py:RULE", "FILE.csv")


def advise(
    display: Display,
    *,
    objective: str = "points",
    rolls: int | None = None,
    worths: Mapping[str, float] | None = None,
    ahead: int = 0,
) -> Advice:
    """Solve the turn of a display.

    Parameters
    ----------
    display : Display
    objective : str
        As in `Display.worths`, or "far-sighted": the lead and what follows from it (`foresight`).
    rolls : int, optional
        The edition's number of rolls when left out; one more with an elf on top of the realm.
    worths : mapping, optional
        A worth of one's own for some citizens.
    ahead : int
        Own points less those of the best of the others, which matters to the far-sighted alone.

    Returns
    -------
    Advice
        Its outcomes are the citizens' ids, left to right, and `penalty`. A citizen won through the hypnotist counts
        under `hypnotist`.

    Examples
    --------
    >>> from kingdice.games.king_of_dice import Display, load_edition
    >>> display = Display.of(load_edition(), ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28"])
    >>> round(advise(display).value, 3)
    4.318
    """
    stakes = turn_stakes(display, objective=objective, rolls=rolls, worths=worths, ahead=ahead)
    masks = display.edition.masks
    turns = display.edition.rules.rolls if rolls is None else rolls
    solution = solve_turn(display.edition.pool, stakes.terminal(masks), rolls=turns)
    return Advice(solution, (*display.ids, PENALTY), stakes.taken(masks))


def turn_stakes(
    display: Display,
    *,
    objective: str = "points",
    rolls: int | None = None,
    worths: Mapping[str, float] | None = None,
    ahead: int = 0,
) -> Stakes:
    """What is at stake in a turn; arguments as in `advise`.

    Raises
    ------
    KingdiceError
        For an objective that does not exist, or worths of one's own for a far-sighted player.
    """
    if objective != FAR_SIGHTED:
        return display.stakes(objective, worths)
    if worths:
        raise KingdiceError(f"a worth of one's own: the objective {FAR_SIGHTED} has its own for all citizens")
    from kingdice.games.king_of_dice.foresight import far_sighted_stakes

    turns = display.edition.rules.rolls if rolls is None else rolls
    return far_sighted_stakes(display, rolls=turns, ahead=ahead)


def advise_exact(
    display: Display,
    *,
    objective: str = "points",
    rolls: int | None = None,
    worths: Mapping[str, float] | None = None,
    ahead: int = 0,
) -> tuple[ExactSolution, dict[str, Fraction]]:
    """As `advise`, in fractions: the solution, and the chance of each outcome by name."""
    stakes = turn_stakes(display, objective=objective, rolls=rolls, worths=worths, ahead=ahead)
    if objective == FAR_SIGHTED:  # its worths are floats, which are fractions too
        exact, failing = [Fraction(worth) for worth in stakes.worths], Fraction(stakes.failing)
    else:
        exact, failing = display.worths(objective, worths), display.failing(objective)
    taken = stakes.taken(display.edition.masks)
    by_code = {NOTHING: failing, **dict(enumerate(exact))}
    turns = display.edition.rules.rolls if rolls is None else rolls
    solution = solve_turn_exact(display.edition.pool, [by_code[code] for code in taken.tolist()], rolls=turns)
    chances = solution.outcomes(taken, len(exact))
    return solution, dict(zip((*display.ids, PENALTY), chances, strict=True))


def compare_policies(
    display: Display,
    policies: Iterable[Policy | str],
    *,
    objective: str = "points",
    rolls: int | None = None,
    worths: Mapping[str, float] | None = None,
    ahead: int = 0,
    turns: int = 0,
    seed: int = 1,
) -> pd.DataFrame:
    """Ways of rerolling one display: a row a policy, computed exactly and, if asked for, played out as well.

    Parameters
    ----------
    display : Display
    policies : iterable of Policy or str
        Names as in `display_policy`.
    objective, rolls, worths, ahead
        As in `advise`.
    turns : int
        How many turns to play by each policy, all on the same dice; 0 for none.
    seed : int

    Returns
    -------
    DataFrame
        policy, value, a column of chances for each citizen and `penalty`, and `stops_after_1`, … (chances); with
        `turns` also simulated_value and its 95 % interval, simulated_low to simulated_high.
    """
    import pandas as pd

    rows = policy_rows(
        display, policies, objective=objective, rolls=rolls, worths=worths, ahead=ahead, turns=turns, seed=seed
    )
    table = pd.DataFrame(rows)
    table.attrs = {
        "edition": f"{display.edition.name} {display.edition.hash}",
        "method": "exact",
        "objective": objective,
    }
    if turns:
        table.attrs |= {"turns": turns, "seed": seed, "rng_version": RNG_VERSION, "level": 0.95}
    return table


def policy_rows(
    display: Display,
    policies: Iterable[Policy | str],
    *,
    objective: str = "points",
    rolls: int | None = None,
    worths: Mapping[str, float] | None = None,
    ahead: int = 0,
    turns: int = 0,
    seed: int = 1,
) -> list[dict[str, Any]]:
    """The rows of `compare_policies`."""
    advice = advise(display, objective=objective, rolls=rolls, worths=worths, ahead=ahead)
    rows = []
    for policy in policies:
        if policy == "best":
            followed = advice.solution.policy
        elif isinstance(policy, str):
            followed = display_policy(display, policy, rolls=advice.solution.rolls)
        else:
            followed = policy
        row = advice.policy_row(followed)
        if turns:
            row |= _played(followed, advice.solution.terminal, turns, seed)
        rows.append(row)
    return rows


def _played(policy: Policy, terminal: NDArray[np.float64], turns: int, seed: int) -> dict[str, float]:
    """The mean of simulated turns with its 95 % interval (normal: turns are many and their worths bounded)."""
    from kingdice.simulation.turns import simulate_turns

    counts = simulate_turns(policy, turns=turns, seed=seed).sum(axis=0)
    mean = float(np.sum(counts * terminal)) / turns
    variance = float(np.sum(counts * (terminal - mean) ** 2)) / max(turns - 1, 1)
    reach = 1.959964 * (variance / turns) ** 0.5
    return {"simulated_value": mean, "simulated_low": mean - reach, "simulated_high": mean + reach}


def display_policy(display: Display, name: str, *, rolls: int | None = None) -> Policy:
    """A reroll policy by name.

    Parameters
    ----------
    display : Display
    name : str
        "best" (most points), "first-met" (stop as soon as any card is met, until then make that as likely as can be),
        "chase:ID" (make one card as likely as can be), "FILE.py:RULE" (a function of the faces shown and the rolls
        left that returns the faces to keep) or "FILE.csv" (columns roll, rolls_left, keep; other rolls are stopped at).
    rolls : int, optional

    Raises
    ------
    PolicyError
        When there is no such policy, or it breaks the rules.
    KingdiceError
        When the citizen to chase is not on display.
    """
    turns = display.edition.rules.rolls if rolls is None else rolls
    objectives = {"best": "points", "first-met": "any"}
    objective = objectives.get(name, f"card:{name[6:]}" if name.startswith("chase:") else None)
    if objective is not None:
        solved = advise(display, objective=objective, rolls=turns).solution.policy
        return Policy(solved.pool, solved.keeps, name)
    pool = display.edition.pool
    file, _, rule = name.rpartition(":")
    if file.endswith(".py"):
        return Policy.from_rule(pool, _load_rule(file, rule), rolls=turns, name=name)
    if name.endswith(".csv"):
        return Policy.from_table(pool, _read_table(name), rolls=turns, name=name)
    hint = nearest(name, ["best", "first-met", *(f"chase:{identifier}" for identifier in display.ids)])
    raise PolicyError(f"no policy '{name[:60]}': expected {', '.join(POLICIES)}{hint}")


def _load_rule(file: str, rule: str) -> Callable[..., Any]:
    path = Path(file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not os.path.isfile(path) or spec is None or spec.loader is None:
        raise PolicyError(f"{file}: no such file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever somebody's file raises is theirs to see, in one line
        raise PolicyError(f"{file}: {type(error).__name__}: {' '.join(str(error).split())}") from error
    found = getattr(module, rule, None)
    if not callable(found):
        names = [name for name, value in vars(module).items() if callable(value) and not name.startswith("_")]
        raise PolicyError(f"{file}: no function '{rule}'{nearest(rule, names)}")

    def guarded(faces: Any, rolls_left: int) -> Any:
        try:
            return list(found(faces, rolls_left))
        except (Exception, SystemExit) as error:
            raise PolicyError(f"{file}:{rule}: {type(error).__name__}: {' '.join(str(error).split())}") from error

    return guarded


def _read_table(file: str) -> dict[tuple[str, int], str]:
    try:
        with open(file, newline="", encoding="utf-8") as lines:
            reader = csv.DictReader(lines)
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise PolicyError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not {"roll", "rolls_left", "keep"} <= set(reader.fieldnames or ()):
        raise PolicyError(f"{file}: line 1: expected the columns roll, rolls_left, keep")
    table = {}
    for number, row in enumerate(rows, start=2):
        try:
            table[row["roll"].strip(), int(row["rolls_left"])] = row["keep"].strip()
        except (KeyError, ValueError, TypeError, AttributeError):
            raise PolicyError(
                f"{file}: line {number}: expected the columns roll, rolls_left (a number), keep"
            ) from None
    return table
