"""How sure we are of a mean however often we have looked: an empirical-Bernstein confidence sequence.

An interval for a fixed number of games is too narrow for a run that stops when it likes what it sees. A confidence
sequence is wide enough for all numbers of games at once: with probability `level` the true mean lies within every one
of its intervals, so a run may stop at any look.

For values in [0, 1], let m_i be a guess of value i that depends on earlier values only, and V = sum of (x_i - m_i)^2.
Then for every b in [0, 1), exp(b S - psi(b) V) with S = sum of (x_i - mean) and psi(b) = -log(1 - b) - b is a
nonnegative supermartingale, and so is its mixture over b with density proportional to (1 - b)^(r-1) exp(-r (1 - b)):

    M(S, V) = r^r e^(S+V) G(V+r, S+V+r) / (G(r, r) (S+V+r)^(V+r)),    G(a, x) = lower incomplete gamma function.

It ever reaches 1/alpha with probability at most alpha (Ville), which bounds S for all numbers of games at once; and -S
in the same way. Source: Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence
sequences", Annals of Statistics 49 (2021), theorem 4 (empirical Bernstein) and proposition 9 (gamma-exponential
mixture), with c = 1.
"""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

__all__ = ["MeanSequence", "deviation_bound", "log_wealth", "mixture_width"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class MeanSequence:
    """Confidence sequences for the means of several streams of values in [0, 1] that grow in step.

    Values come in batches, as their sums and sums of squares; the guess of a batch's values is the mean of the batches
    before it. So intervals depend on where batches end: cut them at fixed numbers of values.

    Parameters
    ----------
    streams : int
    first_guess : float
        The guess for the first batch.
    alpha : float
        Chance that any of the streams' means is ever outside, divided evenly over them.
    expected_squares : float
        The sum of squared deviations V around which the intervals are narrowest; any value keeps them valid.

    Examples
    --------
    Two streams of 0s and 1s, 4,096 values each: 2,048 and 410 ones.

    >>> sequence = MeanSequence(2, first_guess=0.5, alpha=0.05, expected_squares=1000.0)
    >>> ones = np.array([2048, 410])
    >>> sequence.add(4096, ones, ones)
    >>> sequence.means.round(3).tolist(), sequence.half_widths.round(3).tolist()
    ([0.5, 0.1], [0.027, 0.027])
    """

    def __init__(self, streams: int, *, first_guess: float, alpha: float, expected_squares: float) -> None:
        self.count = 0
        self.sums = np.zeros(streams)
        self.squares = np.zeros(streams)
        self._guess = np.full(streams, first_guess)
        self._alpha = alpha / (2 * streams)  # both sides of every stream
        self._mixture = mixture_width(expected_squares, self._alpha)

    def add(self, count: int, sums: Floats | Ints, squares: Floats | Ints) -> None:
        """Add a batch: how many values, and for each stream their sum and sum of squares; arrays (streams,)."""
        self.squares += squares - 2 * self._guess * sums + count * self._guess**2
        self.sums += sums
        self.count += count
        self._guess = self.means

    @property
    def means(self) -> Floats:
        """The streams' means so far, array (streams,)."""
        return self.sums / self.count

    @property
    def half_widths(self) -> Floats:
        """How far from `means` the true means may be, array (streams,)."""
        return deviation_bound(self.squares, self._alpha, self._mixture) / self.count


def mixture_width(expected_squares: float, alpha: float) -> float:
    """The r of the mixture that makes the bound about least where V is `expected_squares`.

    The rule of Howard et al. (2021) for a normal mixture, to which this one tends: V = r (l + log(1 + l)) nearly, with
    l = 2 log(1/alpha).
    """
    double = -2 * log(alpha)
    return expected_squares / (double + log(1 + double))


def deviation_bound(squares: Floats, alpha: float, mixture: float) -> Floats:
    """The S at which M(S, V) is 1/alpha, for each V in `squares`; the chance that S ever gets there is at most alpha.

    Newton's steps on log M, which is convex in S: from the first one on they come down to the bound from above, so that
    stopping early would only make it wider.
    """
    bound = np.sqrt(2 * -log(alpha) * (squares + mixture)) + 1.0
    for _ in range(50):
        height, slope = log_wealth(bound, squares, mixture)
        step = (height + log(alpha)) / slope
        bound = bound - step
        if np.all(np.abs(step) <= 1e-12 * bound):
            break
    return bound


def log_wealth(deviation: Floats, squares: Floats, mixture: float) -> tuple[Floats, Floats]:
    """The logarithm of M(S, V), and its derivative by S; arrays of one shape.

    With a = V + r, the large terms of the formula cancel: log M = S - a log(1 + S/a) + t(a) - t(r) + log of the ratio
    of the regularised gamma functions, where t(a) = log Gamma(a) - a log(a) + a. Written so, nothing is lost to
    rounding however many games there are.
    """
    from scipy.special import gammainc

    a = squares + mixture
    x = a + deviation
    share = gammainc(a, x)
    start = np.log(gammainc(mixture, mixture)) + _log_gamma_rest(np.array([mixture]))
    height = deviation - a * np.log1p(deviation / a) + _log_gamma_rest(a) + np.log(share) - start
    return height, 1 - a / x * gammainc(a + 1, x) / share


def _log_gamma_rest(a: Floats) -> Floats:
    """t(a) = log Gamma(a) - a log(a) + a, for large a by Stirling's series."""
    from scipy.special import gammaln

    small = np.minimum(a, 1000.0)
    exact = gammaln(small) - small * np.log(small) + small
    return np.where(a < 1000, exact, 0.5 * np.log(2 * np.pi / a) + 1 / (12 * a))
