"""What a player can choose from, turn by turn, and what simple rules give away.

Some games are played move by move, each judged as greedy players judge: in points of lead that a position promises
after a move. So all that is said here of good and bad moves is said with that judgement; what its players do not see is
not in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.games.carcassonne.blocks import Desk
from kingdice.games.carcassonne.kernel_game import begin_game, make_move
from kingdice.games.carcassonne.kernel_greedy import EQUAL, greedy_move, judge_moves
from kingdice.games.carcassonne.layout import (
    CITY_CODE,
    FIELD_CODE,
    GREEDY_CARDS,
    MEEPLE_STEP,
    MONASTERY_CODE,
    NO_CARDS,
    NOBODY,
    RANDOM,
    ROAD_CODE,
)
from kingdice.games.carcassonne.matches import CarcassonneMatch
from kingdice.simulation.streams import seed_key

__all__ = ["RULES", "Choices", "played_choices"]

KINDS = {"cities": CITY_CODE, "roads": ROAD_CODE, "fields": FIELD_CODE, "monasteries": MONASTERY_CODE}
RULES = ("any move", "never a meeple", "a meeple whenever there is one", *(f"none on {kind}" for kind in KINDS),
         "no eye for the cards")  # fmt: skip
TURN = np.dtype(
    [
        ("game", "i8"),
        ("turn", "i8"),  # from 1
        ("placements", "i8"),  # places and rotations, those that look alike once
        ("moves", "i8"),  # with their meeples
        ("equal", "i8"),  # moves that are as good as the best
        ("second", "f8"),  # what the best move is better than the next one by; 0 if there is no other
        ("given_up", "f8", (len(RULES),)),
    ]
)
FEATURES = ("completed", "unfinished", "unfinished with meeples")


@dataclass(frozen=True)
class Choices:
    """The turns of some games, and what stands on their tables at the end.

    Attributes
    ----------
    turns : array of TURN
    features : array (games, cities roads monasteries, completed unfinished claimed) of int64
        Claimed ones are unfinished, with meeples on them.
    """

    turns: NDArray[Any]
    features: NDArray[np.int64]

    @property
    def games(self) -> int:
        """How many."""
        return len(self.features)

    def per_game(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Sums over the turns of each game; values (turns,)."""
        first = int(self.turns["game"].min())
        return np.bincount(self.turns["game"] - first, values, minlength=self.games).astype(np.float64)


def played_choices(
    match: CarcassonneMatch, *, games: int, seed: int = 1, note: Callable[[str], None] | None = None
) -> Choices:
    """Play games of greedy players, and look at every move that they could have made.

    Parameters
    ----------
    match : CarcassonneMatch
        Of greedy players.
    games : int
        300 games take about three seconds.
    """
    tables, room = match.tables, Desk()
    rules, game, joint, desk = tables.rules[0], room.game[0], room.joint[0], room.desk[0]
    key = seed_key(seed)
    assert all(one.code != RANDOM and not one.searches for one in tables.strategies)
    minds = [one.code == GREEDY_CARDS and int(rules["cards"]) != NO_CARDS for one in tables.strategies]
    found: list[NDArray[Any]] = []
    features = np.zeros((games, 3, len(FEATURES)), dtype=np.int64)
    for number in range(games):
        begin_game(rules, game, joint, key, number)
        while not game["over"]:
            seat = int(game["seat"])
            desk["without"] = rules["without"][seat]
            found.append(_turn(rules, game, joint, desk, minds[seat], number))
            make_move(rules, game, joint, greedy_move(rules, game, joint, desk, minds[seat]))
        features[number] = _features(game)
        if note is not None and number % 100 == 99:
            note(f"decisions: {number + 1} of {games} games")
    return Choices(np.concatenate(found), features)


def _turn(rules: Any, game: Any, joint: Any, desk: Any, minds_cards: bool, number: int) -> NDArray[Any]:
    """One turn, before it is made."""
    judge_moves(rules, game, joint, desk, minds_cards)
    count = int(desk["found"])
    moves, values = desk["moves"][:count].copy(), desk["values"][:count].copy()
    best = values.max()
    ranked = np.partition(values, count - 2)[count - 2] if count > 1 else best
    meeple = moves % MEEPLE_STEP  # 0: none, else the segment from 1
    kinds = rules["kind"][game["held"]].astype(np.int64)
    kind = np.where(meeple > 0, kinds[meeple - 1], NOBODY)
    one = np.zeros(1, dtype=TURN)
    one["game"], one["turn"] = number, int(game["turn"]) + 1
    one["placements"], one["moves"] = len(np.unique(moves // MEEPLE_STEP)), count
    one["equal"], one["second"] = int((values >= best - EQUAL).sum()), best - ranked
    with_meeple = values[kind >= 0]
    given_up = [best - values.mean(), best - values[kind < 0].max()]
    given_up.append(best - with_meeple.max() if len(with_meeple) else 0.0)
    given_up += [best - values[kind != code].max() for code in KINDS.values()]
    if minds_cards:
        judge_moves(rules, game, joint, desk, False)
        given_up.append(best - values[desk["values"][:count].argmax()])
    else:
        given_up.append(0.0)
    one["given_up"] = given_up
    return one


def _features(game: Any) -> NDArray[np.int64]:
    """Cities, roads and monasteries on the table: completed, unfinished, and unfinished with meeples."""
    node = game["node"][: int(game["nodes"])]
    roots = node[node["parent"] == np.arange(len(node))]
    found = np.zeros((3, len(FEATURES)), dtype=np.int64)
    for row, code in enumerate((CITY_CODE, ROAD_CODE)):
        some = roots[roots["kind"] == code]
        is_open = some["ends"] > 0
        found[row] = (~is_open).sum(), is_open.sum(), (is_open & (some["meeples"] > 0)).sum()
    left = int(game["monasteries"])
    monasteries = int((roots["kind"] == MONASTERY_CODE).sum())
    found[2] = monasteries - left, left, (game["monastery_seat"][:left] != NOBODY).sum()
    return found
