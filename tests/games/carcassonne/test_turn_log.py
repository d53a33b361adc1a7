"""Logged turns are those of the plain rules, and cards replayed by other rules are as if those had been played."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from oracles.plain_cards import ends, follow

from kingdice.errors import KingdiceError
from kingdice.games.carcassonne.card_log import CardLog, replayed
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.play import Game, move_code
from kingdice.games.carcassonne.tiles import all_tiles
from kingdice.games.carcassonne.turn_log import TurnLog, log_turns
from kingdice.simulation.run import simulate

TILES = [kind.id for kind in all_tiles()]


def expected_turns(played: Game, game: int) -> list[dict[str, int]]:
    """What the columns should say, from the states before and after every move."""
    found = []
    for number, ((state, after), move) in enumerate(zip(pairwise(played.states), played.moves, strict=True), start=1):
        seat, variants = state.seat, state.variants
        scored = [sum(now.values()) - sum(then.values()) for now, then in zip(after.scored, state.scored, strict=True)]
        cities, roads = after.cities[len(state.cities) :], after.roads[len(state.roads) :]
        found.append(
            {
                "game": game,
                "turn": number,
                "seat": seat,
                "tile": TILES.index(state.held),
                "move": move_code(move),
                "cities": len(cities),
                "roads": len(roads),
                "city": max((size for size in cities if size >= variants.least_city), default=0),
                "road": max(roads, default=0),
                "own": scored[seat],
                "given": sum(scored) - scored[seat],
                "completed_cities": len(after.cities),
                "completed_roads": len(after.roads),
                "king": -1 if after.king.holder is None else after.king.holder,
                "king_size": after.king.size,
                "robber": -1 if after.robber.holder is None else after.robber.holder,
                "robber_size": after.robber.size,
                **{f"points_{one + 1}": sum(now.values()) for one, now in enumerate(after.scored)},
                **{f"hand_{one + 1}": after.meeples_left(one) for one in range(state.players)},
            }
        )
    return found


@pytest.mark.parametrize(
    ("variants", "names"),
    [
        ("official", ["random", "random"]),
        ("base,flat-10,big-cities", ["random"] * 3),
        ("continuous,least-4,fields-once,small-city", ["random"] * 5),
        ("official", ["greedy", "greedy-cards"]),
    ],
)
def test_every_column_says_what_the_plain_rules_say(variants: str, names: list[str]) -> None:
    one = match(names, variants=variants)
    log = log_turns(one, games=1, seed=5, first_game=11)
    expected = expected_turns(one.played(5, 11), 11)
    table = log.table()
    assert {name: table[name].tolist() for name in table} == {
        name: [row[name] for row in expected] for name in expected[0]
    }


@pytest.fixture(scope="module")
def log() -> TurnLog:
    """Enough games that tiles could not be placed in some."""
    return log_turns(match(["random"] * 3), games=400, seed=3)


def test_rows_are_those_of_a_run_whoever_plays_them(log: TurnLog) -> None:
    run = simulate(match(["random"] * 3), games=400, seed=3).table()
    assert log.games.table.equals(run)
    assert log.games.about["edition"] == run.attrs["edition"]
    split = log_turns(match(["random"] * 3), games=400, seed=3, workers=2)
    assert (split.turns == log.turns).all()


def test_a_game_with_tiles_that_go_nowhere_ends_earlier(log: TurnLog) -> None:
    gone = log.games.column("unplaceable")
    assert 0 < (gone > 0).sum() < 400
    assert ((log.turns["turn"] > 0).sum(axis=1) == 76 - gone).all()
    assert len(log.table()) == 400 * 76 - gone.sum()


def turns_of(log: TurnLog, game: int) -> list[dict[str, int]]:
    return [
        {name: int(turn[name]) for name in ("seat", "cities", "roads", "city", "road")}
        for turn in log.turns[game]
        if turn["turn"]
    ]


@pytest.mark.parametrize(("least", "equal"), [(2, False), (4, False), (2, True), (3, True)])
def test_a_card_replayed_goes_as_told_turn_by_turn(log: TurnLog, least: int, equal: bool) -> None:
    games = replayed(log, least=least, equal=equal)
    for card in ("king", "robber"):
        after = CardLog(log, card).replayed(least=least, equal=equal)
        for game in range(0, 400, 7):
            turns = turns_of(log, game)
            told = follow(turns, card, least=least, equal=equal)
            holders = [-1 if holder is None else holder for holder, _ in told]
            assert after.holder[game, : len(turns)].tolist() == holders
            assert after.size[game, : len(turns)].tolist() == [size for _, size in told]
            for name, value in ends(turns, card, 3, least=least, equal=equal).items():
                assert games.table[f"{card}_{name}"].iloc[game] == value, (name, game)


@pytest.mark.parametrize("least", [2, 3, 6, 9])
def test_games_replayed_with_a_least_size_end_as_if_it_had_been_played(log: TurnLog, least: int) -> None:
    words = "official" if least == 2 else f"official,least-{least}"
    there = log_turns(match(["random"] * 3, variants=words), games=400, seed=3).games
    here = replayed(log, least=least)
    for name in there.table:
        assert (here.table[name] == there.table[name]).all(), name
    assert here.variants == there.variants


def test_before_a_turn_is_after_the_last_one(log: TurnLog) -> None:
    one = CardLog(log, "king")
    assert (one.before.holder[:, 1:] == one.after.holder[:, :-1]).all()
    assert (one.before.size[:, 1:] == one.after.size[:, :-1]).all()
    assert (one.before.holder[:, 0] == -1).all()
    short = int(np.flatnonzero(log.games.column("unplaceable") > 0)[0])
    assert one.after.holder[short, -1] == log.games.of_cards("holder")[short, 0] - 1


def test_what_cannot_be_logged_or_replayed_is_refused(tmp_path) -> None:
    with pytest.raises(KingdiceError, match="games 0: expected at least 1"):
        log_turns(match(["random"] * 2), games=0)
    with pytest.raises(KingdiceError, match="count their playouts"):
        log_turns(match(["mcts:seconds=0.1", "random"]), games=2)
    mindful = log_turns(match(["greedy-cards", "random"]), games=2)
    with pytest.raises(KingdiceError, match="do not play for the cards"):
        replayed(mindful)
    with pytest.raises(KingdiceError, match="all cities count"):
        replayed(log_turns(match(["random"] * 2, variants="big-cities"), games=2))
