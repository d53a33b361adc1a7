"""Compiled players at plain tables, and what the largest positions ask of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingdice.games.carcassonne.compiled import Compiled
from kingdice.games.carcassonne.described import described
from kingdice.games.carcassonne.play import play_game
from kingdice.games.carcassonne.position_file import read_position
from kingdice.games.carcassonne.position_moves import best_moves
from kingdice.games.carcassonne.rules import legal_moves
from kingdice.games.carcassonne.strategies import Random
from kingdice.games.carcassonne.variants import variants_named
from kingdice.simulation.thinking import think_on

GOLDEN = Path(__file__).parent / "golden"


def test_a_sparse_table_with_more_than_a_thousand_moves_is_judged_whole():
    """76 tiles that touch as little as they can, and a junction in hand, of which no two rotations look alike."""
    position = read_position(GOLDEN / "sparse.txt")
    moves = best_moves(position, 4096)
    assert len(moves) == len(legal_moves(position.state())) == 1557


def test_a_player_may_sit_down_at_another_table():
    player = Compiled(described("greedy-cards"))
    for rules, players in (("base", 2), ("base+king-robber,flat-10", 3), ("base", 2)):
        variants = variants_named(rules)
        others = [Random() for _ in range(players - 1)]
        again = play_game(variants, [player, *others], seed=1, game=0)
        fresh = play_game(variants, [Compiled(described("greedy-cards")), *others], seed=1, game=0)
        assert again.move_hash == fresh.move_hash


def test_what_players_see_cannot_be_changed_by_them():
    def cheat(state, moves):
        state.meeples.clear()
        return moves[0]

    with pytest.raises(Exception, match="clear"):
        play_game(variants_named("base"), [cheat, Random()], seed=1, game=0)


ORDER = """
from kingdice.games.carcassonne.play import play_game
from kingdice.games.carcassonne.strategies import Random
from kingdice.games.carcassonne.variants import variants_named
for game in range(12):
    end = play_game(variants_named(""), [Random()] * 2, seed=2, game=game).states[-1]
    print(end.cities, end.roads)
"""


@pytest.mark.long
def test_the_order_of_completed_features_is_the_same_in_every_process():
    def told(hash_seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        return subprocess.run([sys.executable, "-c", ORDER], env=env, capture_output=True, text=True, check=True).stdout

    assert told("1") == told("2") == told("3")


def test_a_search_that_is_slow_still_uses_its_time():
    """Ten playouts a second, so less than one between two looks at the clock."""
    search = {"playouts": 0, "left": 2}

    def go_on(playouts: int, of_all: int) -> None:
        assert playouts >= 1
        total = sum(range(200_000))  # takes a few milliseconds
        search["playouts"] += playouts if total else 0

    spent = think_on(search, go_on, playouts=0, seconds=0.05, first_guess=1)
    assert spent >= 0.05
    assert search["playouts"] >= 2
