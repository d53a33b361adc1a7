"""What is timed about Kingdomino: whole games, and how often searching players play on from a position."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.checks import check_close, check_first_game
from benchmarks.timing import Bar, Group, Timed
from kingdice.games.kingdomino.blocks import make_tables
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.kernel_game import begin_game
from kingdice.games.kingdomino.kernel_players import open_search, search_on
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.play import play_game
from kingdice.games.kingdomino.variants import variants_named
from kingdice.simulation.streams import seed_key

__all__ = ["GROUPS"]

GAMES = {"random": 16_384, "greedy-random-draft": 4_096, "full-greedy": 1_024, "far-sighted": 512}
BARS = {
    ("random", 4): Bar(rate=200e3, note="best peer about 10,000"),
    ("full-greedy", 4): Bar(rate=3_500, note="best peer about 70"),
}
BOTH = "middle,harmony"


def _plain() -> Callable[[], object]:
    one = match(["random"] * 4)
    return lambda: [play_game(one.variants, one.sit_down(), seed=1, game=game) for game in range(4)]


def _games(name: str, players: int, games: int, variants: str = BOTH) -> Callable[[], object]:
    one = match([name] * players, variants=variants)
    check_first_game(one.play_block(1, 0, games), play_game(one.variants, one.sit_down(), seed=1, game=0))
    return lambda: one.play_block(1, 0, games)


def _playouts(policy: str, number: int) -> Callable[[], object]:
    tables = make_tables(variants_named(BOTH), [described(f"mce:policy={policy}")] * 4)
    room, rules = tables.desk(), tables.rules[0]
    begin_game(rules, room.game[0], seed_key(1), 0)
    open_search(rules, room.game[0], room.desk[0], room.search[0])

    def run() -> None:
        search_on(rules, room.game[0], room.copy, room.desk[0], room.search[0], room.nodes, number, number)

    run()
    check_close(room.search[0]["playouts"], number, 0)
    check_close(room.search[0]["visits"].sum(), number, 0)
    return run


KINGDOMINO = Group(
    "Kingdomino",
    [
        Timed("plain rules, four random players", _plain, 4, told="rate"),
        *(
            Timed(
                f"{'four' if players == 4 else 'three' if players == 3 else 'two'} players, {name}",
                lambda name=name, players=players: _games(name, players, GAMES[name]),  # type: ignore[misc]
                GAMES[name],
                BARS.get((name, players), Bar()),
                told="rate",
            )
            for name in GAMES
            for players in (4, 3, 2)
        ),
        Timed("Mighty Duel, random", lambda: _games("random", 2, 8_192, "mighty-duel"), 8_192, told="rate"),
    ],
    rounds=9,
)

PLAYOUTS = Group(
    "Kingdomino, playouts from the first pick of four",
    [
        Timed("plain rules, a whole random game", _plain, 4, told="rate"),
        Timed("random", lambda: _playouts("random", 20_000), 20_000, Bar(note="5,148 in the paper"), told="rate"),
        Timed("full-greedy", lambda: _playouts("greedy", 400), 400, Bar(note="29 in the paper"), told="rate"),
        Timed("far-sighted", lambda: _playouts("far-sighted", 200), 200, told="rate"),
    ],
)

GROUPS = [KINGDOMINO, PLAYOUTS]
