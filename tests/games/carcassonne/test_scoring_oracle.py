"""Whole games of the plain rules against an oracle that scores the finished board from scratch, and plays at random.

The oracle shares no code with the package: `oracles.finished_board`, `replayed_game` and `random_carcassonne`.
"""

from __future__ import annotations

import numpy as np
import pytest
from oracles import finished_board as plain
from oracles.laid_out import drawn_in, turns_of
from oracles.random_carcassonne import bag_of, hash_of, random_game
from oracles.replayed_game import After, replayed

from kingdice.games.carcassonne.play import Game, as_row, play_game
from kingdice.games.carcassonne.rules import Move, State, joined, legal_moves, points
from kingdice.games.carcassonne.strategies import Random, Strategy
from kingdice.games.carcassonne.variants import variants_named
from kingdice.simulation.coins import Coin

SEED = 5
RULES = [
    "base",
    "base,official,small-city",
    "official",
    "flat-10,fields-by-city",
    "flat-15-40,fields-once",
    "continuous,big-cities",
    "continuous-new,least-3",
    "none,least-4,small-city",
    "continuous,fields-by-city,small-city",
    "official,big-cities,fields-once,least-5",
]
# All rules with two numbers of players each, all numbers of players with five rules each.
TABLES = [(rules, 2 + (number + more) % 4) for number, rules in enumerate(RULES) for more in (0, 2)]
every_table = pytest.mark.parametrize("players", [2, 3, 4, 5])


class Crowded(Strategy):
    """Lays tiles where most others lie around them, so that much is completed and joined, with a meeple when it can."""

    name = "crowded"

    def choose(self, state: State, coin: Coin) -> Move:
        near = [
            sum((row + down, column + right) in state.board for down, right in plain.EIGHT)
            for (row, column), _ in state.placements
        ]
        best = [way for way, count in zip(state.placements, near, strict=True) if count == max(near)]
        place, rotation = best[coin(len(best))]
        free = [first for first in joined(state, place, rotation) if first is not None]
        if not free or not state.meeples_left(state.seat):
            return Move(place, rotation)
        return Move(place, rotation, free[coin(len(free))])


def game_of(rules: str, players: int, game: int, strategy: Strategy) -> Game:
    return play_game(variants_named(rules), [strategy] * players, seed=SEED, game=game)


def check(game: Game) -> None:
    """A game as the oracle has it: its row, and how things stood after every turn."""
    end = game.states[-1]
    theirs = replayed(turns_of(game), end.players, end.variants.name, drawn_in(game))
    row = as_row(game, 0)
    assert theirs.row == {name: value for name, value in row.items() if name not in ("game", "move_hash")}
    for before, after, move, expected in zip(game.states, game.states[1:], game.moves, theirs.turns, strict=False):
        assert expected == as_turn(before, after, move)
    assert {(*place, number): seat for (place, number), seat in end.meeples.items()} == theirs.standing


def as_turn(before: State, after: State, move: Move) -> After:
    stood = {(*place, number) for place, number in before.meeples}
    stood |= set() if move.meeple is None else {(*move.place, move.meeple)}
    stand = {(*place, number) for place, number in after.meeples}
    return After(
        sorted(after.cities[len(before.cities) :]),
        sorted(after.roads[len(before.roads) :]),
        sorted(stood - stand),
        [sum(one.values()) for one in after.scored],
        [after.meeples_left(seat) for seat in range(after.players)],
        (after.king.holder, after.king.size),
        (after.robber.holder, after.robber.size),
    )


def lying(state: State) -> list[plain.Lying]:
    return [(laid.tile.id, row, column, laid.rotation) for (row, column), laid in state.board.items()]


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_random_games_are_scored_as_the_finished_board_says(rules: str, players: int) -> None:
    check(game_of(rules, players, RULES.index(rules), Random()))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_crowded_games_are_scored_as_the_finished_board_says(rules: str, players: int) -> None:
    check(game_of(rules, players, RULES.index(rules), Crowded()))


@pytest.mark.long
@every_table
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("strategy", [Random(), Crowded()], ids=["random", "crowded"])
def test_many_games_are_scored_as_the_finished_board_says(rules: str, players: int, strategy: Strategy) -> None:
    for game in range(100, 125):
        check(game_of(rules, players, game, strategy))


@every_table
def test_scores_in_the_middle_of_a_game_are_those_of_the_board_so_far(players: int) -> None:
    game = game_of("continuous,fields-once", players, 20, Crowded())
    for turn in range(0, len(game.moves), 9):
        theirs = replayed(turns_of(game)[:turn], players, game.states[0].variants.name)
        assert [sum(one.values()) for one in points(game.states[turn])] == [
            theirs.row[f"score_{seat + 1}"] for seat in range(players)
        ]


@every_table
def test_legal_moves_are_those_found_on_the_bare_board(players: int) -> None:
    game = game_of("official", players, 30, Crowded())
    for state in game.states[3:-1:24]:
        board, meeples = lying(state), {(*place, number): seat for (place, number), seat in state.meeples.items()}
        expected = []
        for row, column, quarters in plain.placements(board, state.held):
            free = plain.free_segments(board, meeples, (state.held, row, column, quarters))
            spots = [None, *free] if state.meeples_left(state.seat) else [None]
            expected += [Move((row, column), quarters, spot) for spot in spots]
        order = {place: number for number, place in enumerate(state.frontier)}
        assert legal_moves(state) == sorted(expected, key=lambda move: order[move.place])


def test_crowded_games_have_what_random_games_seldom_have() -> None:
    """Cities and roads of six tiles and more, cards that change hands, and meeples that all are out."""
    games = [game_of("official", 2, game, Crowded()) for game in range(3)]
    ends = [game.states[-1] for game in games]
    assert max(size for end in ends for size in end.cities) >= 6
    assert max(size for end in ends for size in end.roads) >= 6
    assert sum(end.king.changes + end.robber.changes for end in ends) >= 4
    assert min(state.meeples_left(0) for game in games for state in game.states) == 0


@pytest.mark.parametrize(
    ("tiles", "players", "game"),
    [("base", 2, 0), ("base", 5, 1), ("base+king-robber", 2, 2), ("base+king-robber", 3, 3)],
)
def test_random_games_are_those_played_without_the_package(tiles: str, players: int, game: int) -> None:
    """The same tiles in the same order, the same coins, the same moves, the same hash."""
    sets = ["base", "king-robber"] if "robber" in tiles else ["base"]
    ours = game_of(tiles, players, game, Random())
    theirs = random_game(sets, players, SEED, game)
    assert drawn_in(ours) == bag_of(sets, SEED, game)
    assert turns_of(ours) == theirs
    assert ours.move_hash == hash_of(theirs)
    assert as_row(ours, game)["move_hash"] == int(np.uint64(hash_of(theirs)).astype(np.int64))


@pytest.mark.parametrize("seed", range(12))
def test_both_ways_of_the_oracle_to_find_features_agree(seed: int) -> None:
    """Union and find over the board against walking from one segment."""
    board = lying(game_of("official", 2, 40 + seed % 2, Crowded()).states[10 + 6 * (seed // 2)])
    for one in plain.features(board):
        assert plain.flooded(board, one.spots[0]) == set(one.spots)


@pytest.mark.parametrize(
    ("turns", "what"),
    [
        ([("E", (-1, 0), 0, None, 0)], "does not fit"),
        ([("E", (-2, 0), 2, None, 0)], "touches no other"),
        ([("E", (-1, 0), 2, None, 0), ("E", (-1, 0), 2, None, 1)], "two tiles in one place"),
        ([("U", (0, 1), 0, 0, 0), ("U", (0, -1), 0, 0, 1)], "meeple on a feature that is taken"),
    ],
)
def test_oracle_refuses_what_is_no_game(
    turns: list[tuple[str, tuple[int, int], int, int | None, int]], what: str
) -> None:
    with pytest.raises(AssertionError, match=what):
        replayed(turns, 2, "base,none")


def test_oracle_refuses_a_tile_left_out_that_could_have_been_laid() -> None:
    with pytest.raises(AssertionError, match="could have been laid"):
        replayed([("E", (-1, 0), 2, None, 0)], 2, "base,none", ["V", "E"])
    assert replayed([("E", (-1, 0), 2, None, 0)], 2, "base,none", ["E", "C"]).row["unplaceable"] == 1
