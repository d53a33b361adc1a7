"""Games of Kingdomino, and how often searching players play on from a position, in the table of speeds.

Each entry also checks that what it times is right: its first game is played by the plain rules too.
"""

from __future__ import annotations

import numpy as np
import pytest

from kingdice.games.kingdomino.blocks import make_tables
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.kernel_game import begin_game
from kingdice.games.kingdomino.kernel_players import open_search, search_on
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.play import play_game
from kingdice.games.kingdomino.variants import variants_named
from kingdice.simulation.streams import seed_key

GAMES = {"random": 32_768, "greedy-random-draft": 4_096, "full-greedy": 1_024, "far-sighted": 512}
PLAYOUTS = {"random": 20_000, "greedy": 400, "far-sighted": 200}
BOTH = "middle,harmony"


@pytest.mark.benchmark(group="kingdomino")
def test_plain_kingdomino(benchmark):
    """Four random games by the plain rules."""
    one = match(["random"] * 4)

    def play():
        return [play_game(one.variants, one.sit_down(), seed=1, game=game) for game in range(4)]

    assert len(benchmark.pedantic(play, rounds=3, warmup_rounds=1)) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.benchmark(group="kingdomino")
def test_kingdomino(benchmark, name, players):
    """Games of players of one kind, with Middle Kingdom and Harmony."""
    one = match([name] * players, variants=BOTH)
    rows = benchmark.pedantic(one.play_block, args=(1, 0, GAMES[name]), rounds=9, warmup_rounds=1)
    assert rows[0, 1] == plain_hash(one)


@pytest.mark.benchmark(group="kingdomino")
def test_mighty_duel(benchmark):
    """Random Mighty Duels."""
    one = match(["random"] * 2, variants="mighty-duel")
    rows = benchmark.pedantic(one.play_block, args=(1, 0, 8_192), rounds=9, warmup_rounds=1)
    assert rows[0, 1] == plain_hash(one)


@pytest.mark.parametrize("policy", list(PLAYOUTS))
@pytest.mark.benchmark(group="playouts")
def test_playouts(benchmark, policy):
    """Playouts from a game's first pick on, everybody playing by one policy."""
    told = described(f"mce:policy={policy}")
    tables = make_tables(variants_named(BOTH), [told] * 4)
    room, rules = tables.desk(), tables.rules[0]
    begin_game(rules, room.game[0], seed_key(1), 0)
    open_search(rules, room.game[0], room.desk[0], room.search[0])
    number = PLAYOUTS[policy]
    benchmark.pedantic(
        search_on,
        args=(rules, room.game[0], room.copy, room.desk[0], room.search[0], room.nodes, number, number),
        rounds=9,
        warmup_rounds=1,
    )
    assert room.search[0]["playouts"] == 10 * number
    assert room.search[0]["visits"].sum() == 10 * number


def plain_hash(one):
    """The hash of the first game's moves, by the plain rules."""
    played = play_game(one.variants, one.sit_down(), seed=1, game=0)
    return np.uint64(played.move_hash).astype(np.int64)
