"""What becomes of every citizen, and what is it worth to take it?

That winners took a card says little: rich displays, lucky dice and long games give everybody more. So `citizens` counts
what happens, and `matched_difference` compares turns in which a citizen was taken with turns like them in which it was
not. `gains` takes apart what it brought at once and what followed from its effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import normal_reach, ratio_estimate, share_row, tidy
from kingdice.errors import RunError
from kingdice.games.king_of_dice.card_policies import card_policies
from kingdice.games.king_of_dice.turn_log import TurnLog
from kingdice.games.king_of_dice.turn_values import worths_at

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AGAINST", "Gains", "citizens", "gains", "matched_difference", "matched_means"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
LEVEL = 0.95
AGAINST = ("any other end", "another citizen")
STAGES, LEADS, RICHNESSES = 5, 6, 4  # how finely situations are matched


def citizens(log: TurnLog, *, level: float = LEVEL) -> pd.DataFrame:
    """How often each citizen is shown, taken, discarded and left.

    A citizen is shown when it is on display before a turn. It is taken by the player whose turn it is, also along with
    the hypnotist; a dragon is taken by the player who gives it away. (What becomes of a game's last discarded citizen
    is not known where any may be discarded and `random` plays: the rightmost is counted.)

    Returns
    -------
    DataFrame
        A row a citizen: citizen (id), village, points, shown (share of games) with shown_low and shown_high (Wilson);
        of the games in which it was shown: taken, discarded, left (shares; they add up to 1) each with its _low and
        _high (Wilson), turns_on_display (mean); taken_per_turn (takings a turn on display) with taken_per_turn_low and
        taken_per_turn_high (over games); with_hypnotist (share of its takings); times_fair (win share of those who took
        it, times players; confounded, see `matched_difference`) with times_fair_low and times_fair_high (Wilson).
    """
    count, players = len(log.edition.citizens), len(log.strategies)
    shown = _tally(log, log.display.ravel(), np.repeat(log.game, log.display.shape[1]))
    along = log.neighbour >= 0
    own = _tally(log, log.taken[log.taken >= 0], log.game[log.taken >= 0])
    with_hypnotist = _tally(log, log.neighbour[along], log.game[along])
    discarded = _tally(log, log.discarded[log.discarded >= 0], log.game[log.discarded >= 0])
    taken = own + with_hypnotist
    per_turn = ratio_estimate(taken, shown, level)
    won = np.zeros(count)
    for cards in (log.taken, log.neighbour):
        here = cards >= 0
        won += np.bincount(cards[here], weights=log.credits[log.game[here], log.seat[here]], minlength=count)
    rows = []
    for place, citizen in enumerate(log.edition.citizens):
        games = int((shown[:, place] > 0).sum())
        takings, gone = int(taken[:, place].sum()), int(discarded[:, place].sum())
        row: dict[str, Any] = {"citizen": citizen.id, "village": citizen.village or "", "points": citizen.points}
        row |= _share("shown", games, log.games, level)
        row |= _share("taken", takings, games, level) | _share("discarded", gone, games, level)
        row |= _share("left", games - takings - gone, games, level)
        row["turns_on_display"] = float(shown[:, place].sum()) / games if games else float("nan")
        row["taken_per_turn"] = float(per_turn.value[place])
        row["taken_per_turn_low"] = max(0.0, float(per_turn.low[place]))
        row["taken_per_turn_high"] = min(1.0, float(per_turn.high[place]))
        row["with_hypnotist"] = float(with_hypnotist[:, place].sum()) / takings if takings else float("nan")
        rows.append(
            row | {name: value * players for name, value in _share("times_fair", won[place], takings, level).items()}
        )
    return tidy(rows, log.about, level=level)


def matched_difference(log: TurnLog, *, level: float = LEVEL) -> pd.DataFrame:
    """What taking a citizen is worth by the end of the game, against like turns in which it was not taken.

    For each citizen, turns with it on display are sorted into cells: alike in stage (cards left, fifths), lead of the
    player before the turn (sixths), whether there is an extra roll, what the citizen itself would bring now (points
    with its village, exactly) and how rich the rest of the display is (the best chance x gain over failing of the other
    citizens, fourths). Within a cell, the mean outcome of the turns in which the citizen was not taken is subtracted
    from that of those in which it was; cells weigh as many of these as they hold (an average over the turns in which
    the citizen is taken). Outcomes are the lead gained from before the turn to the end of the game (which equals
    the final lead, once leads before are alike) and the win, shared wins split. Takings without a like turn are left
    out. Intervals are over games, each counted with all its turns.

    What it estimates: how much better players end who end a turn with this citizen than players in the same
    situation, with the same strategies, who end it otherwise: in any other way (failures included), or with another
    citizen. So it counts the citizen's points and village, its effect, and what is withheld from the others; neither
    rich displays nor leads held before are credited to it. What it does not estimate: what chasing the citizen is
    worth. Ending the turn with it took luck, and against `any other end` that luck counts: a hard citizen that pays its
    effort and no more has a difference above 0. Against `another citizen` both sides were lucky enough to take
    something. Nor does it say what would happen if its points were changed: players would chase it more or less.

    Returns
    -------
    DataFrame
        Two rows a citizen: citizen, against (see `AGAINST`), taken (turns), matched (share of these with a like
        turn), turns_against, lead_difference (points) with low and high, times_fair_difference (win share x players)
        with times_fair_low and times_fair_high. NaN where nothing matches.
    """
    if log.games < 2:
        raise RunError(f"tables need at least two games, not {log.games}")
    final = log.scores[log.game]
    gained = _lead(final, log.seat) - _lead(log.before, log.seat)
    won = log.credits[log.game, log.seat] * len(log.strategies)
    rows = []
    for place, here, cell in _like_turns(log):
        citizen = log.edition.citizens[place]
        taken = (log.taken[here] == place) | (log.neighbour[here] == place)
        for against in AGAINST:
            use = taken | (log.taken[here] >= 0) if against == AGAINST[1] else np.ones(len(here), dtype=np.bool_)
            some = here[use]
            outcomes = np.stack([gained[some], won[some]], axis=1)
            found = matched_means(outcomes, taken[use], cell[use], log.game[some])
            reach = normal_reach(level) * found.errors
            value = found.differences
            rows.append(
                {
                    "citizen": citizen.id,
                    "against": against,
                    "taken": int(taken.sum()),
                    "matched": found.matched / max(int(taken.sum()), 1),
                    "turns_against": found.against,
                    "lead_difference": value[0],
                    "low": value[0] - reach[0],
                    "high": value[0] + reach[0],
                    "times_fair_difference": value[1],
                    "times_fair_low": value[1] - reach[1],
                    "times_fair_high": value[1] + reach[1],
                }
            )
    return tidy(rows, log.about, level=level)


class Gains(NamedTuple):
    """What citizens brought their takers.

    Attributes
    ----------
    takings : array (citizens,) of int
        Turns that were ended with them, not counting those where they came along with the hypnotist.
    brings : array (citizens,)
        Mean lead gained in such a turn, in points; NaN where there is none.
    follows : array (citizens,)
        Mean lead gained between that turn and the end of the game, less that of like turns, in points; NaN where there
        is none.
    against : str
        What the like turns ended with.
    brings_by_game, follows_by_game : array (games, citizens)
        What each game moves the two means by. The root of the sum of the squares (of either, or of their sum) is the
        standard error; 0 where the mean is NaN.
    """

    takings: Ints
    brings: Floats
    follows: Floats
    against: str
    brings_by_game: Floats
    follows_by_game: Floats


def gains(log: TurnLog) -> Gains:
    """What taking a citizen brings at once, and what follows from it.

    At once come its points, its village if it lay under it, the hypnotist's neighbour, and a dragon's points that
    another player is given (over the number of the others: a lead). What follows is the lead gained from after the turn
    to the end of the game, compared within the cells of `matched_difference` (and among seats with the same strategy
    and rolls) with turns that were ended with another citizen, one without an effect (where an edition has at most one
    of those: with any other). So it is what the effect leads to: an elf's roll, an apprentice's turn, further fairies.
    Compared with all other citizens, even those without an effect would seem to lose: the others' effects count
    against them.
    """
    if log.games < 2:
        raise RunError(f"tables need at least two games, not {log.games}")
    count = len(log.edition.citizens)
    after = _lead(log.after, log.seat)
    at_once = after - _lead(log.before, log.seat)
    later = _lead(log.scores[log.game], log.seat) - after
    plain = np.array([citizen.effect is None for citizen in log.edition.citizens])
    only_plain = int(plain.sum()) > 1
    seats = [(name, log.edition.rolls_of(seat)) for seat, name in enumerate(log.strategies, 1)]
    alike = np.array([seats.index(one) for one in seats])[log.seat]
    takings, means = np.zeros(count, dtype=np.int64), np.full((2, count), np.nan)
    by_game = np.zeros((2, log.games, count))
    widen = np.sqrt(log.games / (log.games - 1))
    for place, here, cell in _like_turns(log):
        taken = log.taken[here] == place
        takings[place] = number = int(taken.sum())
        if not number:
            continue
        brought = at_once[here[taken]]
        means[0, place] = brought.mean()
        beyond = brought - brought.mean()
        by_game[0, :, place] = np.bincount(log.game[here[taken]], weights=beyond, minlength=log.games) * widen / number
        use = (log.taken[here] >= 0) & (log.neighbour[here] != place)
        if only_plain:
            use &= taken | plain[log.taken[here]]
        some = here[use]
        found = matched_means(later[some][:, None], taken[use], cell[use] * len(seats) + alike[some], log.game[some])
        if found.matched:
            means[1, place] = found.differences[0]
            by_game[1, : len(found.by_game), place] = found.by_game[:, 0]
    against = "another citizen without an effect" if only_plain else AGAINST[1]
    return Gains(takings, means[0], means[1], against, by_game[0], by_game[1])


class Matched(NamedTuple):
    """A difference between turns of the same cells.

    Attributes
    ----------
    differences, errors : array (outcomes,)
        NaN where no cell has turns of both sorts.
    matched, against : int
        How many turns of each sort lie in such cells.
    by_game : array (up to the last game, outcomes)
        What each game moves the differences by; the errors are the roots of the sums of the squares.
    """

    differences: Floats
    errors: Floats
    matched: int
    against: int
    by_game: Floats


def matched_means(outcomes: Floats, taken: NDArray[np.bool_], cell: Ints, game: Ints) -> Matched:
    """The mean outcome of turns with the citizen taken, less that of the others of their cell.

    Parameters
    ----------
    outcomes : array (turns, outcomes)
    taken : array (turns,) of bool
    cell, game : array (turns,) of int

    Returns
    -------
    Matched
        Standard errors take the turns of a game together (what each game adds beyond the mean is squared), and count
        that the cells' means are estimates.
    """
    cells = int(cell.max()) + 1 if len(cell) else 0
    with_it = np.bincount(cell[taken], minlength=cells)
    without = np.bincount(cell[~taken], minlength=cells)
    both = (with_it > 0) & (without > 0)
    use = both[cell] if cells else np.zeros(0, dtype=np.bool_)
    matched, against = int(with_it[both].sum()), int(without[both].sum())
    if not matched:
        nothing = np.full(outcomes.shape[1], np.nan)
        return Matched(nothing, nothing, 0, 0, np.zeros((0, outcomes.shape[1])))
    outcomes, taken, cell, game = outcomes[use], taken[use], cell[use], game[use]
    games = int(np.count_nonzero(np.bincount(game)))
    differences, by_game = np.empty(outcomes.shape[1]), np.empty((int(game.max()) + 1, outcomes.shape[1]))
    for place, outcome in enumerate(outcomes.T):
        expected = np.bincount(cell[~taken], weights=outcome[~taken], minlength=cells) / np.maximum(without, 1)
        beyond = outcome - expected[cell]
        differences[place] = beyond[taken].sum() / matched
        part = np.where(taken, beyond - differences[place], -beyond * with_it[cell] / np.maximum(without, 1)[cell])
        by_game[:, place] = np.bincount(game, weights=part) / matched
    by_game *= np.sqrt(games / max(games - 1, 1))
    return Matched(differences, np.sqrt((by_game**2).sum(axis=0)), matched, against, by_game)


def _like_turns(log: TurnLog) -> Iterator[tuple[int, Ints, Ints]]:
    """For each citizen its place in the edition, the turns with it on display, and their cells."""
    before = _lead(log.before, log.seat)
    situation = _sort(log.cards_left, STAGES) * LEADS + _sort(before, LEADS)
    situation = situation * 2 + (log.rolls > log.edition.rolls_of(None))
    situations = int(situation.max()) + 1
    worths = worths_at(log, np.arange(len(log.seat)))
    chance = card_policies(log.edition, rolls=log.edition.longest_turn).whole
    bets = chance[log.display, log.rolls[:, None] - 1] * (worths.whole - worths.failing[:, None])
    for place in range(len(log.edition.citizens)):
        here, where = np.nonzero(log.display == place)
        others = bets[here]
        others[np.arange(len(here)), where] = -np.inf
        rest = _sort(others.max(axis=1), RICHNESSES) if others.shape[1] > 1 and len(here) else 0
        brings = worths.alone[here, where].astype(np.int64)
        cell = (brings - brings.min(initial=0)) * (situations * RICHNESSES) + situation[here] * RICHNESSES + rest
        yield place, here, cell


def _tally(log: TurnLog, cards: NDArray[Any], game: Ints) -> Floats:
    """How often each card stands there in each game; array (games, citizens)."""
    count = len(log.edition.citizens)
    where = game * count + cards
    return np.bincount(where, minlength=log.games * count).reshape(log.games, count).astype(np.float64)


def _share(name: str, count: float, games: int, level: float) -> dict[str, float]:
    found = share_row(count, games, level, name)
    return {name: found[name], f"{name}_low": found["low"], f"{name}_high": found["high"]}


def _lead(points: NDArray[Any], seat: NDArray[Any]) -> Floats:
    """A seat's points less the mean of the others'; `points` (turns, seats)."""
    own = points[np.arange(len(points)), seat]
    return np.asarray(own - (points.sum(axis=1) - own) / (points.shape[1] - 1))


def _sort(values: NDArray[Any], parts: int) -> Ints:
    """Numbers into so many parts of about the same size, equals together."""
    edges = np.unique(np.quantile(values, np.arange(1, parts) / parts))
    return np.searchsorted(edges, values, side="right")
