"""What there is to choose from, and what the second best costs: against legal moves and the judgement of an oracle."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from oracles import plain_sight as plain

from kingdice.errors import StrategyError
from kingdice.games.kingdomino.choices import CLOSE, move_counts, second_best
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.rules import legal_moves
from kingdice.games.kingdomino.sight import sight_weights
from kingdice.games.kingdomino.turn_log import log_turns


def test_moves_are_counted_as_the_plain_rules_list_them():
    one = match(["random", "full-greedy", "random"], variants="middle,harmony")
    table = move_counts(Draft.of(log_turns(one, games=3, seed=4))).set_index("line")
    found = defaultdict(list)
    for game in range(3):
        for state in one.played(4, game).states[:-1]:
            found[state.line_number].append((len(state.placements), len(state.picks), len(legal_moves(state))))
    assert table.index.tolist() == sorted(found) == list(range(13))
    for line, turns in found.items():
        ways, free, moves = np.array(turns).T
        row = table.loc[line]
        assert row[["placements", "dominoes", "moves"]].tolist() == pytest.approx(
            [ways.mean(), free.mean(), moves.mean()]
        )
        assert row["no_choice"] == pytest.approx((moves == 1).mean())


def costs_of(variants: str, players: int, seed: int) -> dict[tuple[str, int], list[float]]:
    """What the second best costs in a game of far-sighted players, by plain loops."""
    one = match(["far-sighted"] * players, variants=variants)
    weights = sight_weights(players, one.variants.size)
    played, found = one.played(seed, 0), defaultdict(list)
    for state, move in zip(played.states, played.moves, strict=False):
        judged = plain.judged(state, weights)
        best = max(one.promise for one in judged)
        others = [one.promise for one in judged if one.move.pick != move.pick]
        elsewhere = [
            one.promise for one in judged if one.move.pick == move.pick and one.move.placement != move.placement
        ]
        for decision, promises in (("domino", others), ("placement", elsewhere)):
            if promises:
                found[decision, state.line_number].append(best - max(promises))
    return found


def test_the_second_best_costs_what_the_oracle_says():
    expected = costs_of("middle,harmony", 2, 3)
    one = match(["far-sighted"] * 2, variants="middle,harmony")
    table = second_best(one, games=1, seed=3)
    assert list(zip(table["decision"], table["line"], strict=True)) == sorted(expected)
    for row in table.to_dict("records"):
        costs = np.array(expected[row["decision"], row["line"]])
        assert row["turns"] == len(costs)
        assert row["cost"] == pytest.approx(costs.mean(), abs=1e-9)
        assert row["close"] == pytest.approx((costs < CLOSE).mean())


def test_only_far_sighted_players_are_asked():
    with pytest.raises(StrategyError, match="expected far-sighted players, not far-sighted, random"):
        second_best(match(["far-sighted", "random"]), games=1)
