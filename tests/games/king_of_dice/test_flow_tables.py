"""Comebacks and decisions: against games by the plain rules and against loops that a reader can check."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from oracles.plain_turns import turns_of
from scipy.stats import norm

from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import load_edition
from kingdice.games.king_of_dice.flow_tables import comebacks, decided, decided_by, reliability
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.rules import score, winners
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.games.king_of_dice.turn_log import log_turns
from kingdice.games.king_of_dice.winning_chance import HeldOut, held_out_chances


@pytest.fixture(scope="module", params=[2, 4], ids=["two players", "four players"])
def held_out(request: pytest.FixtureRequest) -> HeldOut:
    return held_out_chances(log_turns(match(["best-bet"] * request.param), games=4000, seed=6))


def test_comebacks_count_what_the_plain_rules_count() -> None:
    names = ["best-bet", "easiest", "random"]
    last, behind, deficits, largest = [], [], [], []
    for number in range(15):
        game = play_game(load_edition(), [strategy_named(name) for name in names], seed=4, game=number)
        won = winners(game.states[-1])
        if len(won) > 1:
            continue
        tables = [[score(turn.before, seat) for seat in range(3)] for turn in turns_of(game)]
        ahead = [max(0, max(points) - points[won[0]]) for points in tables]
        half = tables[len(tables) // 2]
        behind.append(half[won[0]] < max(half))
        last.append(behind[-1] and half[won[0]] == min(half))
        deficits.append(np.mean(ahead))
        largest.append(max(ahead))
    table = comebacks(log_turns(match(names), games=15, seed=4))
    means = table.set_index("quantity")["mean"]
    assert table.attrs["games_used"] == len(last)
    assert means["winner last at half"] == pytest.approx(np.mean(last))
    assert means["winner behind at half"] == pytest.approx(np.mean(behind))
    assert means["deficit"] == pytest.approx(np.mean(deficits))
    assert means["largest deficit"] == pytest.approx(np.mean(largest))


def test_chances_are_of_games_that_taught_nothing_and_add_up_to_one(held_out: HeldOut) -> None:
    assert set(held_out.log.game[held_out.turns] % 2) == {1}
    assert np.allclose(held_out.chances.sum(axis=1), 1)
    assert held_out.chances.min() > 0


def test_games_are_decided_when_the_winner_stays_above_a_half(held_out: HeldOut) -> None:
    log, shares, left, crossings = held_out.log, [], [], []
    own = {}
    for turn, chances in zip(held_out.turns.tolist(), held_out.chances, strict=True):
        own.setdefault(int(log.game[turn]), []).append(chances)
    for game, states in own.items():
        if log.credits[game].max() < 1:
            continue
        above = [one[int(np.argmax(log.credits[game]))] > 0.5 for one in states] + [True]
        passed = len(above) - 1
        while passed and above[passed - 1]:
            passed -= 1
        shares.append(passed / len(states))
        left.append(len(states) - passed)
        crossings.append(sum(a != b for a, b in pairwise(above)))
    table = decided(held_out).set_index("quantity")
    assert table.loc["share of game", "mean"] == pytest.approx(np.mean(shares))
    assert table.loc["share of game", "median"] == pytest.approx(np.median(shares))
    assert table.loc["turns before the end", "mean"] == pytest.approx(np.mean(left))
    assert table.loc["crossings", "mean"] == pytest.approx(np.mean(crossings))
    steps = decided_by(held_out)
    assert steps.attrs["games_used"] == len(shares)
    for row in steps.itertuples():
        assert row.games == sum(share <= row.share_of_game + 1e-12 for share in shares)
    assert steps["share"].is_monotonic_increasing
    assert steps["share"].iloc[-1] == 1


def test_the_chances_are_to_be_believed(held_out: HeldOut) -> None:
    """Within two points, or 4.5 standard errors where there are few; the chances do better than equal ones."""
    table = reliability(held_out)
    assert table["states"].sum() == held_out.chances.size
    error = (table["high"] - table["low"]) / (2 * norm.ppf(0.975))
    assert np.all((table["won"] - table["predicted"]).abs() < np.maximum(0.02, 4.5 * error))
    assert table.attrs["brier"] < 0.85 * table.attrs["brier_fair"]


def test_flow_tables_say_where_they_come_from(held_out: HeldOut) -> None:
    for table in (comebacks(held_out.log), decided(held_out), decided_by(held_out), reliability(held_out)):
        assert (table.attrs["seed"], table.attrs["games"], table.attrs["level"]) == (6, 4000, 0.95)
        assert table.attrs["edition"]["name"] == "haba-2017"
    assert "conditional logit" in decided(held_out).attrs["method"]


def test_too_few_games_are_refused() -> None:
    with pytest.raises(KingdiceError, match="too few"):
        held_out_chances(log_turns(match(["best-bet", "random"]), games=3))
