"""What is computed exactly is what happens: turns of fixed displays by the million, and first turns of whole games.

All seeds are fixed. Over seeds the displays would sound a false alarm once in a thousand (their band is the promised
one of 99.9 %), the games once in a million.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from math import log, sqrt

import numpy as np
import pytest
from scipy import stats

from kingdice.dice.batch import Workspace, solve_batch_outcomes
from kingdice.dice.lattice import lattice_of
from kingdice.dice.policy import Policy
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.games.king_of_dice import Display, Edition
from kingdice.games.king_of_dice.blocks import make_tables, play_turns
from kingdice.games.king_of_dice.play import start
from kingdice.simulation.turns import simulate_turns

DISPLAYS, TURNS = 50, 1_000_000
BAND = 0.999
FALSE_ALARM = 1e-6


# Fixed displays


def best_policies(edition: Edition, stakes: list[Stakes], rolls: int) -> list[Policy]:
    """The best policy of each display, from the batch solver."""
    lattice, found = lattice_of(edition.pool), []
    workspace = Workspace(lattice, 10, keep_stages=rolls)
    for first in range(0, len(stakes), 10):
        terminal = np.stack([one.terminal(edition.masks) for one in stakes[first : first + 10]], axis=1)
        workspace.stages[0][lattice.full] = terminal
        workspace.solve(rolls)
        keeps = [workspace.best_keeps(terminal, left) for left in range(1, rolls)]
        found += [
            Policy(edition.pool, np.stack([keep[:, place] for keep in keeps])) for place in range(terminal.shape[1])
        ]
    return found


def tally(taken: np.ndarray, ended: np.ndarray) -> np.ndarray:
    """Endings (rolls used, rolls) by what was taken; array (rolls used, places + 1), the penalty last."""
    places = np.where(taken == NOTHING, 5, taken)
    return np.stack([np.bincount(places, weights=row, minlength=6) for row in ended])


def outcome_counts(
    edition: Edition, stakes: list[Stakes], rolls: int, turns: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """For each display how often every outcome came in so many turns, and its exact chance, in one row each.

    Outcomes: which card or the penalty (by the batch's forward pass), how many rolls were used (likewise), and both
    together (by the forward pass of single policies).
    """
    exact = solve_batch_outcomes(edition.pool, edition.masks, stakes, rolls=rolls)
    for number, policy in enumerate(best_policies(edition, stakes, rolls)):
        taken = stakes[number].taken(edition.masks)
        counts = tally(taken, simulate_turns(policy, turns=turns, seed=number))
        chances = [exact.chances[number], exact.stops[number], tally(taken, policy.endings).ravel()]
        yield (
            np.concatenate([counts.sum(axis=0), counts.sum(axis=1), counts.ravel()]),
            np.clip(np.concatenate(chances), 0, 1),
        )


def check_displays(edition: Edition, stakes: list[Stakes], *, rolls: int) -> None:
    """Every count in its exact binomial band, all bands together at the level BAND (Bonferroni)."""
    counts, chances = (np.stack(rows) for rows in zip(*outcome_counts(edition, stakes, rolls, TURNS), strict=True))
    assert counts.shape == (len(stakes), 6 + rolls + 6 * rolls)
    assert (counts[:, :6].sum(axis=1) == TURNS).all()
    each = (1 - BAND) / 2 / counts.size
    low, high = stats.binom.ppf(each, TURNS, chances), stats.binom.isf(each, TURNS, chances)
    low, high = np.where(chances == 0, 0, low), np.where(chances == 0, 0, high)
    outside = np.argwhere((counts < low) | (counts > high))
    assert not len(outside), f"display and outcome: {outside.tolist()}"
    assert (high - low).max() < 0.008 * TURNS, "the bands are narrow: 0.8 points in a hundred at most"


def test_every_outcome_of_fifty_displays_comes_as_often_as_computed(edition: Edition, random_moments: Callable):
    """A million turns each, by the best policy for points or the lead."""
    moments = random_moments(DISPLAYS, seed=31)
    check_displays(edition, [moment.display(edition).stakes(moment.objective) for moment in moments], rolls=3)


@pytest.mark.long
def test_every_outcome_of_fifty_displays_with_an_elf_comes_as_often_as_computed(
    edition: Edition, random_moments: Callable
):
    """Four rolls."""
    moments = random_moments(DISPLAYS, seed=32)
    check_displays(edition, [moment.display(edition).stakes(moment.objective) for moment in moments], rolls=4)


# First turns of whole games


def short_games(edition: Edition) -> Edition:
    """The same dice and citizens; a game ends with its first failure or its first village."""
    villages = tuple(village.model_copy(update={"values": [2]}) for village in edition.villages)
    penalties = (edition.penalties[0].model_copy(update={"points": -2, "copies": 1}),)
    return dataclasses.replace(edition, name="short", villages=villages, penalties=penalties)


def first_turns(edition: Edition, games: int, seed: int) -> Iterator[tuple[str, int]]:
    """Which citizen (or penalty) the first turn of each game ended with, and after how many rolls."""
    tables, ids = make_tables(edition, ["turn-optimal", "random"]), [citizen.id for citizen in edition.citizens]
    for first in range(0, games, 1000):
        _, turns = play_turns(tables, seed, first, min(1000, games - first))
        for taken, used in zip(turns["taken"][:, 0].tolist(), turns["used"][:, 0].tolist(), strict=True):
            yield "penalty" if taken == NOTHING else ids[taken], used


def laid_out(edition: Edition, game: int, seed: int) -> Display:
    """The display before the first turn of a game, by the plain rules."""
    state = start(edition, 2, seed=seed, game=game)
    return Display.of(edition, state.display, penalty=-state.penalties[0], players=2)


def check_first_turns(edition: Edition, games: int, seed: int) -> None:
    """Calibration: the chances of each game's own display add up to what happens.

    Each count is a sum of independent events with known chances; Bernstein's inequality gives its band, and the
    false alarm is divided over the counts: every citizen, the penalty, every kind of citizen, how many rolls were used,
    and outcomes by what their chance was said to be.
    """
    happened = list(first_turns(edition, games, seed))
    displays = [laid_out(edition, game, seed) for game in range(games)]
    exact = solve_batch_outcomes(edition.pool, edition.masks, [one.stakes("points") for one in displays], rolls=3)
    chances = np.clip(exact.chances, 0, 1)
    observed: Counter[str] = Counter()
    mean: Counter[str] = Counter()
    variance: Counter[str] = Counter()
    for number, (display, (taken, used)) in enumerate(zip(displays, happened, strict=True)):
        events = [(f"uses {rolls} rolls", chance, used == rolls) for rolls, chance in enumerate(exact.stops[number], 1)]
        kinds: Counter[str] = Counter()
        for one, chance in zip((*display.ids, "penalty"), chances[number], strict=True):
            events += [(one, chance, taken == one), (f"chance near {round(10 * chance)}/10", chance, taken == one)]
            kinds[edition.citizen(one).citizen if one != "penalty" else "nobody"] += chance
        who = edition.citizen(taken).citizen if taken != "penalty" else "nobody"
        events += [(f"a {kind}", min(1.0, chance), who == kind) for kind, chance in kinds.items()]
        for what, chance, came in events:
            observed[what] += came
            mean[what] += chance
            variance[what] += chance * (1 - chance)
    assert {one.id for one in edition.citizens} | {"penalty", "uses 3 rolls", "a dwarf", "chance near 9/10"} <= set(
        mean
    )
    weight = log(2 * len(observed) / FALSE_ALARM)
    for what, count in observed.items():
        # "chance near" adds up to six outcomes of one display, which exclude each other: their variance is no larger.
        reach = weight / 3 + sqrt(weight**2 / 9 + 2 * variance[what] * weight)
        assert abs(count - mean[what]) <= reach, f"{what}: {count} times, {mean[what]:.1f} expected, band {reach:.1f}"


def test_first_turns_of_games_end_as_their_own_displays_say(edition: Edition):
    """Seven hundred games that are soon over; counts of a hundred or more lie within about 80 of what is computed."""
    check_first_turns(short_games(edition), 700, seed=41)


@pytest.mark.long
@pytest.mark.parametrize("length", ["short", "printed"])
def test_first_turns_of_twenty_thousand_games_end_as_their_own_displays_say(edition: Edition, length: str):
    check_first_turns(short_games(edition) if length == "short" else edition, 20_000, seed=42)
