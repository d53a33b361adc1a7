"""Games of Carcassonne in the table of speeds.

Each entry also checks that what it times is right: its first game is played by the plain rules too.
"""

from __future__ import annotations

import numpy as np
import pytest

from kingdice.games.carcassonne.matches import match

GAMES = 8_192


@pytest.mark.benchmark(group="carcassonne")
def test_plain_carcassonne(benchmark):
    """Four random games of two by the plain rules."""
    one = match(["random"] * 2, variants="base")

    def play():
        return [one.played(1, game) for game in range(4)]

    assert len(benchmark.pedantic(play, rounds=3, warmup_rounds=1)) == 4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("tiles", ["base", "base+king-robber"])
@pytest.mark.benchmark(group="carcassonne")
def test_carcassonne(benchmark, tiles, players):
    """Games of players who move at random."""
    one = match(["random"] * players, variants=tiles)
    rows = benchmark.pedantic(one.play_block, args=(1, 0, GAMES), rounds=9, warmup_rounds=1)
    assert rows[0, 1] == np.uint64(one.played(1, 0).move_hash).astype(np.int64)
