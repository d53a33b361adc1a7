"""What to say about a solved turn: its outcomes by name, and the keeps of a roll with their chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import Condition
from kingdice.dice.notation import NOTHING_KEPT, format_faces
from kingdice.dice.policy import Policy
from kingdice.dice.pool import Pool
from kingdice.dice.turn import Option, TurnSolution, solve_turn, tally_outcomes

__all__ = ["Advice", "advise_condition"]


@dataclass(frozen=True)
class Advice:
    """A solved turn whose outcomes have names.

    Attributes
    ----------
    solution : TurnSolution
    names : tuple of str
        The outcomes that `codes` number, and last the one for NOTHING.
    codes : array (rolls,) of int64
        Which outcome each final roll ends in.
    """

    solution: TurnSolution
    names: tuple[str, ...]
    codes: NDArray[np.int64]

    @property
    def pool(self) -> Pool:
        """The dice."""
        return self.solution.pool

    @property
    def value(self) -> float:
        """What the turn is worth before the first roll."""
        return self.solution.value

    def outcomes(self) -> dict[str, float]:
        """Chance of each outcome under the best policy."""
        return self._named(self.solution.endings.sum(axis=0))

    def policy_row(self, policy: Policy) -> dict[str, float | str]:
        """What a policy is worth here, its outcomes and the chance of each number of rolls."""
        stops = {f"stops_after_{n}": float(chance) for n, chance in enumerate(policy.stop_chances, start=1)}
        row: dict[str, float | str] = {"policy": policy.name, "value": policy.value(self.solution.terminal)}
        return {**row, **self._named(policy.endings.sum(axis=0)), **stops}

    def keeps(self, roll: int, rolls_left: int, *, top: int | None = None) -> list[dict[str, float | int | str]]:
        """The keeps of a roll, best first.

        Each row has the faces kept, how many dice are rolled again (0: stop), value, regret, the chance of ending with
        anything at all (`success`) and with each outcome by name, if one plays on as well as can be.
        """
        options = self.solution.options(roll, rolls_left)[:top]
        endings = self.solution.endings_from([option.keep for option in options], rolls_left)
        rows = []
        for option, ending in zip(options, endings, strict=True):
            chances = self._named(ending)
            rows.append({**self._keep_row(option), "success": 1.0 - chances[self.names[-1]], **chances})
        return rows

    def _keep_row(self, option: Option) -> dict[str, float | int | str]:
        faces = format_faces(self.pool, option.faces)
        return {
            "keep": faces or NOTHING_KEPT,
            "reroll": self.pool.dice - len(option.faces),
            "value": option.value,
            "regret": option.regret,
        }

    def _named(self, endings: NDArray[np.float64]) -> dict[str, float]:
        chances = tally_outcomes(endings, self.codes, len(self.names) - 1)
        return {name: float(chance) for name, chance in zip(self.names, chances, strict=True)}


def advise_condition(
    pool: Pool, condition: Condition, *, rolls: int = 3, names: Sequence[str] = ("met", "missed")
) -> Advice:
    """Advice on a turn in which a condition is met or missed; its value is the chance of meeting it."""
    pool.check_size()
    met = condition.met(pool)
    codes = np.where(met, 0, -1)
    return Advice(solve_turn(pool, met.astype(np.float64), rolls=rolls), tuple(names), codes)
