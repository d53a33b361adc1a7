"""The advice as the page shows it: the best keep on the dice, the next best with what they lose, all chances."""

from __future__ import annotations

from dataclasses import dataclass

from kingdice.dice.faces import Face
from kingdice.dice.lattice import lattice_of
from kingdice.dice.prompt import PromptAnswer, PromptKeep, PromptSolver
from kingdice.games.king_of_dice.advice import turn_stakes
from kingdice.games.king_of_dice.display import Display
from kingdice.web.advisor_state import Moment

__all__ = ["LISTED", "Advice", "Outcome", "Way", "advice_at"]

LISTED = 8


@dataclass(frozen=True)
class Outcome:
    """How the turn may end.

    Attributes
    ----------
    name : str
        A citizen's id, or "penalty".
    worth : float
        In the objective's points.
    before : float
        Its chance before the first roll.
    now : float or None
        Its chance with the best keep, once the dice show something.
    """

    name: str
    worth: float
    before: float
    now: float | None


@dataclass(frozen=True)
class Way:
    """A way to go on from a roll.

    Attributes
    ----------
    faces : tuple of Face
        Those set aside.
    mask : str
        A digit for each die, 1 if it is set aside.
    value, regret, success : float
        What the turn is then worth, how much less than the best, and the chance of any citizen.
    """

    faces: tuple[Face, ...]
    mask: str
    value: float
    regret: float
    success: float

    @property
    def stops(self) -> bool:
        """Whether no die is rolled again."""
        return "0" not in self.mask

    @property
    def told(self) -> str:
        """The faces in words."""
        return ", ".join(map(str, self.faces)) or "nothing"

    @property
    def rolled(self) -> int:
        """How many dice are rolled again."""
        return self.mask.count("0")


@dataclass(frozen=True)
class Advice:
    """What there is to say about a moment.

    Attributes
    ----------
    value : float
        What the turn is worth before its first roll.
    outcomes : tuple of Outcome
        The citizens left to right, last the penalty.
    ways : tuple of Way
        Best first; empty before the first roll.
    take : str
        Which citizen the dice now win if the player stops ("penalty" if none); empty before the first roll.
    """

    value: float
    outcomes: tuple[Outcome, ...]
    ways: tuple[Way, ...]
    take: str


def advice_at(moment: Moment, display: Display, solver: PromptSolver) -> Advice:
    """The advice at a moment, for its display."""
    stakes = turn_stakes(display, objective=moment.objective, rolls=moment.rolls, ahead=moment.ahead)
    roll = moment.roll
    answer = solver.answer(stakes, rolls=moment.rolls, roll=roll, rolls_left=moment.left, top=LISTED)
    names = (*display.ids, "penalty")
    worths = (*stakes.worths, stakes.failing)
    return Advice(
        answer.value,
        _outcomes(answer, names, worths),
        tuple(_way(moment, keep) for keep in answer.keeps),
        "" if roll is None else names[stakes.taken_by(display.edition.masks, roll)],
    )


def _outcomes(answer: PromptAnswer, names: tuple[str, ...], worths: tuple[float, ...]) -> tuple[Outcome, ...]:
    now = answer.keeps[0].chances if answer.keeps else (None,) * len(names)
    return tuple(Outcome(*each) for each in zip(names, worths, answer.chances, now, strict=True))


def _way(moment: Moment, keep: PromptKeep) -> Way:
    return Way(keep.faces, _mask(moment, keep.keep), keep.value, keep.regret, 1.0 - keep.chances[-1])


def _mask(moment: Moment, keep: int) -> str:
    """Which dice of the table are set aside: of several that show the same the first."""
    at, mask, shown, pool = 0, "", moment.positions, moment.edition.pool
    for group, positions in zip(pool.groups, lattice_of(pool).faces_of(keep), strict=True):
        left = list(positions)
        for position in shown[at : at + group.count]:
            if position in left:
                left.remove(position)
                mask += "1"
            else:
                mask += "0"
        at += group.count
    return mask
