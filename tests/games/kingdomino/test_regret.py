"""Regret against hindsight: the dominoes are those that were drafted, and no player beats the bound."""

from __future__ import annotations

import pytest

from kingdice.games.kingdomino.hindsight import hindsight
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.play import play_game
from kingdice.games.kingdomino.regret import drafted_dominoes, hindsight_regret, regret_by_strategy
from kingdice.games.kingdomino.strategies import strategy_named
from kingdice.games.kingdomino.turn_log import log_turns
from kingdice.games.kingdomino.variants import variants_named


@pytest.mark.parametrize(
    ("names", "players"), [("middle,harmony", 4), ("standard", 2), ("dynasty", 3), ("mighty-duel", 2)]
)
def test_the_dominoes_are_those_that_the_plain_game_placed_or_discarded(names, players):
    variants = variants_named(names)
    log = log_turns(match(["random"] * players, variants=variants), games=1, seed=3)
    drafted = list(drafted_dominoes(log.turns[0], players))
    last = play_game(variants, [strategy_named("random")] * players, seed=3, game=0).states[-1]
    for seat in range(players):
        for one, numbers in zip(last.rounds, drafted[seat], strict=True):
            laid = list(dict.fromkeys(square.domino for square in one.kingdoms[seat].squares.values()))
            assert sorted(numbers) == sorted([*laid, *one.discards[seat]])
            assert [number for number in numbers if number in laid] == laid


def test_nobody_has_more_than_hindsight_allows_and_the_table_says_how_much_less():
    log = log_turns(match(["random", "full-greedy"] * 2, variants="middle,harmony"), games=6, seed=1)
    table = hindsight_regret(log, width=400, workers=2)
    assert len(table) == 24
    assert (table["optimum_at_most"] >= table["points"]).all()
    assert (table["optimum_at_most"] >= table["optimum"]).all()
    assert (table["regret"] == table["optimum"] - table["points"]).all()
    assert table["exact"].any()
    first = next(drafted_dominoes(log.turns[0], 4))[0]
    best = hindsight(first, variants=variants_named("middle,harmony"), width=400)
    assert table.loc[0, ["seat", "strategy", "optimum", "optimum_at_most"]].tolist() == [
        1,
        "random",
        best.points,
        best.upper_bound,
    ]
    assert table.equals(hindsight_regret(log, width=400))


def test_random_players_leave_more_than_greedy_ones():
    log = log_turns(match(["random", "full-greedy"] * 2, variants="middle,harmony"), games=12, seed=2)
    means = regret_by_strategy(hindsight_regret(log, width=200)).set_index("strategy")
    assert means["kingdoms"].tolist() == [24, 24]
    assert means.loc["random", "regret_low"] > means.loc["full-greedy", "regret_high"]
    assert (means["regret_at_most"] >= means["regret"]).all()
    assert means.attrs["width"] == 200


def test_rounds_of_a_dynasty_are_added_up():
    log = log_turns(match(["full-greedy"] * 2, variants="dynasty"), games=1, seed=1)
    table = hindsight_regret(log, width=100)
    rules = variants_named("dynasty")
    for seat, rounds in enumerate(drafted_dominoes(log.turns[0], 2)):
        assert len(rounds) == 3
        assert table["optimum"][seat] == sum(hindsight(one, variants=rules, width=100).points for one in rounds)
