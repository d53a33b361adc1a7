"""Is A better than B by at least d? Ask after every few hundred rotations, and stop as soon as it is clear.

The generalised sequential probability ratio test. Under H0 A and B have the same win share a seat, under H1 that of A
is larger by d. The difference of a rotation takes one of a few values; their distribution is not known, so each
hypothesis is granted the multinomial distribution with its mean that makes the data likeliest. With the observed
frequencies p_i of values a_i and a mean of s that is p_i / (1 + x (a_i - s)), where x solves

    sum_i  p_i (a_i - s) / (1 + x (a_i - s)) = 0,

so the log-likelihood ratio after N rotations is N sum_i p_i log[(1 + x_0 (a_i - s_0)) / (1 + x_1 (a_i - s_1))].
The test ends where it leaves Wald's bounds log(beta / (1 - alpha)) to log((1 - beta) / alpha).

Source: M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on the GSPRT" (support_MLE_multinomial,
Proposition 1.1), the mathematics of chess engine testing in Fishtest; the constrained distribution is that of
Owen's empirical likelihood (1988). The error rates are Wald's approximation; tests measure them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.line_up import LineUp
from kingdice.errors import RunError
from kingdice.simulation.seam import Rows

__all__ = ["Sprt", "SprtResult", "Verdict", "gsprt", "log_likelihood_ratio"]

Verdict = Literal["accept H1", "accept H0", "undecided"]

_PSEUDO_COUNT = 1e-3  # as in Fishtest: enough to make every mean possible, too little to be felt


def log_likelihood_ratio(values: NDArray[np.float64], counts: NDArray[np.float64], means: tuple[float, float]) -> float:
    """Log-likelihood of the second mean minus that of the first, each with its likeliest distribution.

    Parameters
    ----------
    values : array (n,)
        Different values, some below and some above both means.
    counts : array (n,)
        How often each was seen, above zero.
    means : pair of float

    Examples
    --------
    Balanced data speak for the lower of the means 0 and 0.1:

    >>> round(log_likelihood_ratio(np.array([-1.0, 0.0, 1.0]), np.array([300.0, 400.0, 300.0]), (0.0, 0.1)), 2)
    -8.36
    """
    total = counts.sum()
    shares = counts / total
    at_first, at_second = (np.log1p(_tilt(values - mean, shares) * (values - mean)) for mean in means)
    return float(total * (shares * (at_first - at_second)).sum())


def _tilt(offsets: NDArray[np.float64], shares: NDArray[np.float64]) -> float:
    """The x with sum p a / (1 + x a) = 0; the bracket holds because no tilted share p / (1 + x a) exceeds 1."""
    from scipy.optimize import brentq

    least, most = int(offsets.argmin()), int(offsets.argmax())
    low = (shares[most] - 1) / offsets[most]
    high = (shares[least] - 1) / offsets[least]

    def slope(x: float) -> float:
        return float((shares * offsets / (1 + x * offsets)).sum())

    return float(brentq(slope, low, high, xtol=1e-15, rtol=1e-14))


@dataclass(frozen=True)
class SprtResult:
    """Where a test stands.

    Attributes
    ----------
    verdict : {"accept H1", "accept H0", "undecided"}
    better_by : float
        The d of H1.
    log_likelihood_ratio, lower, upper : float
        The ratio so far and the bounds at which the test ends.
    rotations : int
    """

    verdict: Verdict
    better_by: float
    log_likelihood_ratio: float
    lower: float
    upper: float
    rotations: int


def gsprt(
    values: NDArray[np.float64],
    counts: NDArray[np.int64],
    *,
    better_by: float,
    limits: tuple[float, float],
    alpha: float = 0.05,
    beta: float = 0.05,
) -> SprtResult:
    """Test a mean of 0 against a mean of `better_by`.

    Parameters
    ----------
    values : array (n,)
        The values seen, each once.
    counts : array (n,)
        How often.
    better_by : float
        Above 0 and below the larger limit.
    limits : pair of float
        The least and the largest value that can be. Both get a pseudo-count of 0.001, so that both hypotheses have a
        likelihood from the first rotation on.
    alpha, beta : float
        Chance to accept H1 where H0 is true, and H0 where H1 is.

    Raises
    ------
    RunError
        For a difference outside the limits.

    Examples
    --------
    >>> gsprt(np.array([-1.0, 1.0]), np.array([480, 520]), better_by=0.04, limits=(-1.0, 1.0)).verdict
    'undecided'
    >>> gsprt(np.array([-1.0, 1.0]), np.array([4800, 5200]), better_by=0.04, limits=(-1.0, 1.0)).verdict
    'accept H1'
    """
    _check_better_by(better_by, limits[1])
    lower, upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
    support, where = np.unique(np.concatenate([values, limits]), return_inverse=True)
    weights = np.zeros(len(support))
    np.add.at(weights, where, np.concatenate([counts, [_PSEUDO_COUNT, _PSEUDO_COUNT]]))
    ratio = log_likelihood_ratio(support, weights, (0.0, better_by))
    verdict: Verdict = "accept H1" if ratio >= upper else "accept H0" if ratio <= lower else "undecided"
    return SprtResult(verdict, better_by, ratio, lower, upper, int(counts.sum()))


def _check_better_by(better_by: float, most: float) -> None:
    if not 0 < better_by < most:
        raise RunError(f"a difference of {better_by:g} in win share: expected a number between 0 and {most:g}")


class Sprt:
    """The test as a stop rule: rotations are added in order, and it is asked at fixed counts.

    Its quantity is the win share a seat of one strategy minus that of another. Once the test has ended, its result
    stays: what is added later changes nothing.

    Parameters
    ----------
    line_up : LineUp
    better_by : float
        The d of H1, in win share a seat.
    alpha, beta : float
    one, other : int
        Positions of A and B in the line-up.

    Examples
    --------
    >>> test = Sprt(LineUp(("best-bet", "highest"), players=2), better_by=0.1)
    >>> test.enough(), test.result.rotations
    (False, 0)
    """

    def __init__(
        self,
        line_up: LineUp,
        better_by: float,
        *,
        alpha: float = 0.05,
        beta: float = 0.05,
        one: int = 0,
        other: int = 1,
    ) -> None:
        self.better_by, self.alpha, self.beta = better_by, alpha, beta
        seats, most = line_up.seats, line_up.most_shares
        self._seats = seats[one], seats[other]
        self._limits = -most[other], most[one]
        self._columns = [line_up.columns().index(f"credits_{k + 1}") for k in (one, other)]
        self._scale = line_up.unit * seats[one] * seats[other]
        self._values = np.zeros(0, dtype=np.int64)
        self._counts = np.zeros(0, dtype=np.int64)
        _check_better_by(better_by, self._limits[1])
        self._result = SprtResult("undecided", better_by, 0.0, log(beta / (1 - alpha)), log((1 - beta) / alpha), 0)

    def add(self, rows: Rows) -> None:
        """Take the next rotations; array (rotations, columns), see `LineUp.columns`."""
        one, other = self._columns
        # Whole numbers tell equal differences from different ones.
        differences = rows[:, one] * self._seats[1] - rows[:, other] * self._seats[0]
        self._values, where = np.unique(np.concatenate([self._values, differences]), return_inverse=True)
        counts = np.concatenate([self._counts, np.ones(len(differences), dtype=np.int64)])
        self._counts = np.zeros(len(self._values), dtype=np.int64)
        np.add.at(self._counts, where, counts)

    def enough(self) -> bool:
        """Look at the test, and say whether it has ended."""
        if self._result.verdict == "undecided" and self._counts.sum() > 0:
            self._result = gsprt(
                self._values / self._scale,
                self._counts,
                better_by=self.better_by,
                limits=self._limits,
                alpha=self.alpha,
                beta=self.beta,
            )
        return self._result.verdict != "undecided"

    def report(self) -> dict[str, Any]:
        """Where the test stands after a last look, as a summary has it: `quantity`, `reached`, and `SprtResult`."""
        return {"quantity": "sprt", "reached": self.enough(), **asdict(self._result)}

    @property
    def result(self) -> SprtResult:
        """The test as it stood at the last look."""
        return self._result
