"""What was at stake in the turns of a log, and what each strategy's way of rerolling makes of it, exactly.

A simple strategy chases one citizen at a time by that citizen's own policy. So it has one keep for every roll, and its
turn is valued backwards: stop or hold that keep, roll the other dice, and so on. Nothing is sampled.
Points are a player's own in this turn, as `Display.worths` counts them: with villages and the hypnotist's neighbour, a
dragon 0, a failure the penalty on top.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.batch import BATCH, Workspace, solve_batch
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.errors import StrategyError
from kingdice.games.king_of_dice.card_policies import card_policies
from kingdice.games.king_of_dice.chase_values import CHASES, _hold_chased
from kingdice.games.king_of_dice.display import lone_worth
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.turn_log import TurnLog

__all__ = ["SIMPLE", "Worths", "best_values", "stakes_at", "strategy_values", "worths_at"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SIMPLE = ("random", *CHASES)


class Worths(NamedTuple):
    """What the citizens on display were worth before some turns.

    Attributes
    ----------
    alone : array (turns, places)
        Points of each citizen and its village.
    whole : array (turns, places)
        The hypnotist's neighbour added where it helps.
    failing : array (turns,)
        The penalty on top.
    """

    alone: Floats
    whole: Floats
    failing: Floats


def worths_at(log: TurnLog, turns: Ints) -> Worths:
    """What was at stake in these turns."""
    edition, display = log.edition, log.display[turns]
    points = np.array([int(lone_worth(one, "points")) for one in edition.citizens])  # fairies: below
    fairy = np.array([one.effect == "fairy" for one in edition.citizens])
    neighbour = np.array([one.effect == "neighbour" for one in edition.citizens])
    names = [village.name for village in edition.villages]
    home = np.array([names.index(one.village) if one.village else NOTHING for one in edition.citizens])
    fairies = log.fairies[turns]
    next_fairy = 2 * fairies + 1 if edition.rules.fairies == "n each" else fairies + 1
    values = np.zeros((len(names), 1 + max(len(village.values) for village in edition.villages)))
    for place, village in enumerate(edition.villages):
        values[place, : len(village.values)] = village.values
    places = np.arange(len(names))
    top = values[places, log.villages[turns]]
    alone = np.where(fairy[display], next_fairy[:, None], points[display]) + np.where(home[display] == places, top, 0)
    whole = alone.astype(np.float64)
    whole[:, :-1] += np.where(neighbour[display[:, :-1]], np.maximum(alone[:, 1:], 0), 0)
    return Worths(alone.astype(np.float64), whole, log.penalty[turns].astype(np.float64))


def stakes_at(log: TurnLog, turns: Ints) -> list[Stakes]:
    """The same as the solver takes it."""
    worths, declining = worths_at(log, turns), log.edition.rules.may_decline
    rows = zip(log.display[turns].tolist(), worths.whole.tolist(), worths.failing.tolist(), strict=True)
    return [Stakes(tuple(display), tuple(whole), failing, declining) for display, whole, failing in rows]


def best_values(log: TurnLog, turns: Ints, *, rolls: int) -> Floats:
    """What these turns are worth with 1, 2, … rolls, played as well as can be; array (rolls, turns)."""
    return solve_batch(log.edition.pool, log.edition.masks, stakes_at(log, turns), rolls=rolls)


def strategy_values(log: TurnLog, turns: Ints, *, strategies: Sequence[str] = SIMPLE) -> Floats:
    """What these turns are worth, with the rolls they had, when a strategy plays them.

    Parameters
    ----------
    log : TurnLog
    turns : array of int
    strategies : sequence of str
        Of `SIMPLE`, and `turn-optimal`.

    Returns
    -------
    array (strategies, turns)

    Raises
    ------
    StrategyError
        For another strategy: it plays for something else than the points of a turn.
    """
    for name in strategies:
        if name not in (*SIMPLE, "turn-optimal"):
            raise StrategyError(f"strategy '{name[:40]}': expected {', '.join(SIMPLE)} or turn-optimal")
    out = np.empty((len(strategies), len(turns)))
    stakes, worths = stakes_at(log, turns), worths_at(log, turns)
    follower = _Follower(log.edition)
    for rolls in np.unique(log.rolls[turns]).tolist():
        some = np.flatnonzero(log.rolls[turns] == rolls)
        for first in range(0, len(some), BATCH):
            here = some[first : first + BATCH]
            asked = [stakes[turn] for turn in here]
            for row, name in enumerate(strategies):
                if name == "turn-optimal":
                    out[row, here] = solve_batch(log.edition.pool, log.edition.masks, asked, rolls=rolls)[-1]
                elif name == "random":
                    out[row, here] = follower.at_random(asked, worths.alone[here], rolls)
                else:
                    out[row, here] = follower.chasing(name, asked, rolls)
    return out


class _Follower:
    """Values turns of given strategies, some side by side."""

    def __init__(self, edition: Edition) -> None:
        self.edition, self.lattice = edition, lattice_of(edition.pool)
        self.policies = card_policies(edition, rolls=edition.longest_turn)
        self.workspace = Workspace(self.lattice, BATCH, keep_stages=1)
        self.met = edition.masks.kinds[edition.masks.kind_of_roll]  # (rolls,) bits
        self.any_keep = [_mean_over_keeps(self.lattice, axis) for axis in range(len(self.lattice.axes))]

    def chasing(self, name: str, stakes: list[Stakes], rolls: int) -> Floats:
        """Values (turns,) of a strategy that chases one citizen at a time."""
        terminal = np.stack([one.terminal(self.edition.masks) for one in stakes], axis=1)
        orders = [[place for place in one.order if place != NOTHING] for one in stakes]
        cards = np.array([[one.bits[place] for place in order] for one, order in zip(stakes, orders, strict=True)])
        worths = [[one.worths[place] for place in order] for one, order in zip(stakes, orders, strict=True)]
        gains = np.array(worths) - np.array([[one.failing] for one in stakes])
        shown = np.array([sum(1 << bit for bit in one.bits) for one in stakes], dtype=np.uint64)
        policies = self.policies.chances, self.policies.keeps, self.policies.whole
        values = terminal.copy()
        for left in range(1, rolls):
            rolled = self._roll(values)
            about = cards, gains, shown, self.met, policies, self.lattice.full
            _hold_chased(CHASES[name], rolls, left, *about, rolled, terminal, values)
        return self._mean(values)

    def at_random(self, stakes: list[Stakes], alone: Floats, rolls: int) -> Floats:
        """Values (turns,) of any keep, then any met citizen (or declining), and the neighbour every other time."""
        terminal = np.stack([self._any(one, row) for one, row in zip(stakes, alone, strict=True)], axis=1)
        values = terminal
        for _ in range(1, rolls):
            rolled = self._roll(values).copy()
            rolled[self.lattice.full] = terminal
            before = 1
            for weights in self.any_keep:
                rolled = np.matmul(weights, rolled.reshape(before, weights.shape[1], -1))
                before *= len(weights)
            values = rolled.reshape(terminal.shape)
        return self._mean(values)

    def _roll(self, values: Floats) -> Floats:
        """Every keep's value (states, turns) when its other dice are rolled, from those of rolls."""
        count, workspace = values.shape[1], self.workspace
        workspace.stages[0][self.lattice.full, :count] = values
        workspace.fill(1)
        return np.ascontiguousarray(workspace.stages[0][:, :count])  # of one kind for kernels, however many turns

    def _mean(self, values: Floats) -> Floats:
        return np.asarray((values * self.edition.pool.roll_chances[:, None]).sum(axis=0))

    def _any(self, stakes: Stakes, alone: Floats) -> Floats:
        """What each roll is worth to somebody who takes any met citizen; array (rolls,)."""
        masks, worths = self.edition.masks, alone.copy()
        for place in range(len(worths) - 1):
            if self.edition.citizens[stakes.bits[place]].effect == "neighbour":
                worths[place] += alone[place + 1] / 2
        met = (masks.kinds[:, None] >> np.array(stakes.bits, dtype=np.uint64) & np.uint64(1)).astype(np.float64)
        total, count = met @ worths, met.sum(axis=1)
        if stakes.may_decline:
            total, count = total + stakes.failing, count + 1
        means = np.where(count > 0, total / np.maximum(count, 1), stakes.failing)
        return np.asarray(means[masks.kind_of_roll])


def _mean_over_keeps(lattice: Lattice, axis: int) -> Floats:
    """Weights of a group's keeps when each one within a roll is as likely as any other; array (rolls, states)."""
    own = lattice.axes[axis]
    weights = np.zeros((own.group.roll_count, own.states))
    for roll in range(own.group.roll_count):
        inside = own.subsets_of(roll)
        weights[roll, inside] = 1 / len(inside)
    return weights
