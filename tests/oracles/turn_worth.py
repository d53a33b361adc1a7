"""What is each citizen of a display worth this turn, and which one does a roll take?

The five citizens lie under city, mine, workshop, orc village and forest. A citizen brings its
points, and the top village of its colour when it lies under it; a fairy brings what the set of
fairies grows by; a dragon is given away; the hypnotist also takes its right neighbour, if that is
welcome. A roll that meets any citizen must take one, the dearest; a roll that meets none takes a
penalty.

Source of the rules: King of Dice, official Catalan rules, "2a. Convèncer nous habitants", "Fundar
un poblat nou", "2b. Agafar una carta de penalització" and the summary of cards. That a citizen must
be taken when one is met is a reading of 2b ("if you cannot meet any condition").
"""

from collections.abc import Sequence

import numpy as np

from .citizens import POINTS, VILLAGES

PLACES = ("city", "mine", "workshop", "orc village", "forest")
NONE_TAKEN = 5
TIE = 1e-9


def card_worths(
    display: Sequence[str],
    *,
    villages: Sequence[int],
    penalty: int,
    fairies: int,
    players: int,
    objective: str,
    triangular_fairies: bool = False,
) -> tuple[list[float], float]:
    """Worth of each citizen of a display, and of failing.

    Parameters
    ----------
    display : five citizen ids, left to right
    villages : five int
        Points of the top village card of each place; 0 where the pile is empty.
    penalty : int
        What the top penalty card costs, as a positive number of points.
    fairies : int
        How many fairies the player has already.
    players : int
        2 to 5; matters only to 'lead'.
    objective : str
        'points' (own points), 'lead' (own score minus the mean of the others'), 'any' (the chance
        of taking any citizen) or 'card:ID' (the chance of taking that citizen).
    triangular_fairies : bool
        House rule: n fairies are worth 1 + 2 + ... + n together, not n each.

    Returns
    -------
    worths : list of five float
    failing : float

    Raises
    ------
    ValueError
        If the objective is none of the four.

    Examples
    --------
    The elf lies under its village, the hypnotist beside the dwarf, which does not.

    >>> card_worths(
    ...     ["elf-4", "dragon-25", "hypnotist", "dwarf-3x1", "fairy-2r2g"],
    ...     villages=[2, 2, 2, 2, 3], penalty=1, fairies=2, players=3, objective="lead",
    ... )
    ([3.0, 1.0, 5.0, 4.0, 8.0], -1.0)
    """
    if objective == "any":
        return [1.0] * 5, 0.0
    if objective.startswith("card:"):
        wanted = objective.removeprefix("card:")
        alone = [1.0 if citizen == wanted else 0.0 for citizen in display]
        failing = 0.0
    elif objective in ("points", "lead"):
        alone = [
            _own_worth(citizen, fairies, players, objective, triangular_fairies)
            + (villages[place] if VILLAGES[citizen] == PLACES[place] else 0)
            for place, citizen in enumerate(display)
        ]
        failing = -float(penalty)
    else:
        raise ValueError(f"objective {objective!r} is none of points, lead, any, card:ID")

    worths = list(alone)
    for place, citizen in enumerate(display):
        if citizen == "hypnotist" and place < 4:
            worths[place] += max(0.0, alone[place + 1])
    return worths, failing


def terminal(display_worths: Sequence[float], fail: float, met: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Worth of ending the turn with a roll, and the citizen that is taken then.

    Parameters
    ----------
    display_worths : five float
    fail : float
        Worth of a roll that meets no citizen.
    met : array_like of bool, shape (..., 5)
        Which of the five citizens each roll meets; shape (5,) for one roll.

    Returns
    -------
    worth : ndarray of float, shape (...)
    taken : ndarray of int, shape (...)
        The place 0 to 4 of the dearest citizen met (one beats another by more than 1e-9 only,
        among equals the leftmost), or 5 where none is met.

    Examples
    --------
    >>> worth, taken = terminal([1, 7, 3, 7, 0], -2, [[1, 1, 0, 1, 0], [0, 0, 0, 0, 0]])
    >>> worth, taken
    (array([ 7., -2.]), array([1, 5]))
    """
    met = np.asarray(met, dtype=bool)
    worth = np.full(met.shape[:-1], float(fail))
    taken = np.full(met.shape[:-1], NONE_TAKEN)
    for place, card_worth in enumerate(display_worths):
        first = taken == NONE_TAKEN
        takes = met[..., place] & (first | (card_worth > worth + TIE))
        worth = np.where(takes, float(card_worth), worth)
        taken = np.where(takes, place, taken)
    return worth, taken


def _own_worth(citizen: str, fairies: int, players: int, objective: str, triangular_fairies: bool) -> float:
    """What a citizen is worth without its village and without what a hypnotist adds."""
    if citizen.startswith("fairy"):
        kth = fairies + 1
        return float(kth if triangular_fairies else 2 * kth - 1)
    if citizen.startswith("dragon"):
        return -POINTS[citizen] / (players - 1) if objective == "lead" else 0.0
    return float(POINTS[citizen])
