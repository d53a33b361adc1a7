"""What the cards are worth in a position: beside games played on by the plain rules, and all orders of few tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations

import pytest
from oracles import plain_greedy
from oracles.plain_halving import imagined, played_on

from kingdice.errors import RunError, StrategyError
from kingdice.games.carcassonne.blocks import columns
from kingdice.games.carcassonne.compiled import Compiled
from kingdice.games.carcassonne.described import described
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.play import Game, as_row
from kingdice.games.carcassonne.position import Position, position_of
from kingdice.games.carcassonne.position_file import parse_position
from kingdice.games.carcassonne.position_moves import best_moves
from kingdice.games.carcassonne.position_threats import size_needed, threats
from kingdice.games.carcassonne.position_worth import play_on, position_worth
from kingdice.games.carcassonne.rules import State, apply, points
from kingdice.games.carcassonne.strategies import Random
from kingdice.games.carcassonne.tiles import TILES
from kingdice.games.carcassonne.weights import greedy_weights
from kingdice.simulation.streams import seed_key

SURE = 1 - 1e-6  # level of intervals that have to cover: with fixed seeds they do or do not
NOT_KEPT = ("move_hash", "city_sizes", "road_sizes")  # what a position does not know of turns past


@cache
def game(rules: str, players: int) -> Game:
    return match(["greedy-cards", "greedy"][: min(players, 2)] + ["greedy"] * (players - 2), variants=rules).played(
        8, 0
    )


def position(rules: str, players: int, turn: int, *, is_drawn: bool = True) -> Position:
    """After a turn of a game of greedy players; counted from the end if below 0."""
    seen = position_of(game(rules, players).states[turn])
    return seen if is_drawn else replace(seen, held="")


def future(seen: Position, seed: int, number: int) -> tuple[State, int]:
    """A position with its bag in the order of a playout, and the key of its coins."""
    word = seed_key(seed)
    if seen.held:
        return imagined(seen.state(), word, number)
    undrawn = replace(seen.state(), held="", bag=seen.left, gone=seen.gone)
    there, key = imagined(undrawn, word, number)
    return seen.state(there.bag), key


PLAYED_ON = [
    ("base+king-robber,official", 2, 40, True, ["greedy-cards", "random"]),
    ("base+king-robber,continuous,big-cities", 3, 60, False, ["greedy", "greedy-cards", "random"]),
    ("base,flat-15-40,fields-once,least-3", 5, 50, True, ["greedy-cards"] * 5),
    ("base+king-robber,continuous-new,small-city", 4, 71, False, ["random", "greedy-cards"] * 2),
    ("base,none", 2, 20, False, ["random", "random"]),
]


@pytest.mark.parametrize(("rules", "players", "turn", "is_drawn", "strategies"), PLAYED_ON)
def test_playouts_are_games_played_on_by_the_plain_rules(
    rules: str, players: int, turn: int, is_drawn: bool, strategies: list[str]
):
    seen = position(rules, players, turn, is_drawn=is_drawn)
    rows = play_on(seen, strategies, playouts=3, seed=5)
    names = [name for name in columns(players) if name not in NOT_KEPT]
    for number, row in enumerate(rows.tolist()):
        found = dict(zip(columns(players), row, strict=True))
        state, key = future(seen, 5, number)
        seats = [Random() if name == "random" else Compiled(described(name)) for name in strategies]
        expected = as_row(Game((played_on(state, key, seats, 0),), (), 0), number)
        assert {name: found[name] for name in names} == {name: expected[name] for name in names}


def every_end(state: State) -> Iterator[tuple[float, State]]:
    """How a game of greedy-cards players can end, and how likely that is, if good moves are equally likely."""
    if state.is_over:
        yield 1.0, state
        return
    player, bounds = Compiled(described("greedy-cards")), [1]
    player.choose(state.seen(), lambda bound: bounds.append(bound) or 0)
    for way in range(bounds[-1]):
        after = apply(state, player.choose(state.seen(), lambda bound, way=way: way))
        yield from ((chance / bounds[-1], end) for chance, end in every_end(after))


def ends_in_any_order(seen: Position) -> list[tuple[float, State]]:
    orders = list(permutations(seen.left))
    return [(chance / len(orders), end) for order in orders for chance, end in every_end(seen.state(order))]


def assert_covers(row: dict[str, float], name: str, expected: float) -> None:
    assert row[f"{name}_low"] - 1e-9 <= expected <= row[f"{name}_high"] + 1e-9, (name, row, expected)


@pytest.mark.parametrize(
    ("rules", "players", "turn", "is_drawn"),
    [
        ("base+king-robber,official", 2, -2, True),
        ("base+king-robber,official", 3, -2, False),
        ("base+king-robber,official", 2, -3, False),
        ("base,flat-15-40,fields-once,least-3", 5, -3, True),
        ("base+king-robber,official", 2, -4, False),
        ("base+king-robber,continuous,big-cities", 3, -4, True),
    ],
)
def test_with_few_tiles_left_it_is_the_mean_of_all_orders(rules: str, players: int, turn: int, is_drawn: bool):
    seen = position(rules, players, turn, is_drawn=is_drawn)
    assert len(seen.left) == -2 - turn + (not is_drawn)
    answer, ends = position_worth(seen, playouts=200, seed=3, level=SURE), ends_in_any_order(seen)
    assert sum(chance for chance, _ in ends) == pytest.approx(1)
    totals = [(chance, end, points(end)) for chance, end in ends]
    for row, name in zip(answer.cards, ("king", "robber"), strict=True):
        assert_covers(row, "points", sum(chance * sum(one[name] for one in total) for chance, _, total in totals))
        assert_covers(row, "final_size", sum(chance * getattr(end, name).size for chance, end in ends))
        assert_covers(row, "changes", sum(chance * getattr(end, name).changes for chance, end in ends))
        assert_covers(row, "kept", sum(chance for chance, end in ends if not getattr(end, name).changes))
    for row in answer.holding:
        seat = None if row["seat"] is None else row["seat"] - 1
        assert_covers(row, "chance", sum(chance for chance, end in ends if getattr(end, row["card"]).holder == seat))
    for seat, row in enumerate(answer.seats):
        means, shares = {"score": 0.0, "base_score": 0.0}, {"score": 0.0, "base_score": 0.0}
        for chance, _, total in totals:
            for name, cards in (("score", ("king", "robber")), ("base_score", ())):
                scores = [
                    sum(number for kind, number in one.items() if kind not in ("king", "robber") or kind in cards)
                    for one in total
                ]
                means[name] += chance * scores[seat]
                shares[name] += chance * (scores[seat] == max(scores)) / scores.count(max(scores))
        for name, share in (("score", "win_share"), ("base_score", "win_share_without_cards")):
            assert_covers(row, name, means[name])
            assert_covers(row, share, shares[name])


@pytest.mark.parametrize(
    ("rules", "board", "king", "robber"),
    [
        ("base,official", "king: 1\nboard: E2 / D0", 3, 2),
        ("base,official,least-4", "board: E2 / D0", 4, 4),
        ("base,official,big-cities", "board: E2 / D0", 3, 2),
        ("base,none", "board: D0", 2, 2),
    ],
)
def test_a_card_is_taken_with_one_tile_more_or_with_the_least_that_counts(
    rules: str, board: str, king: int, robber: int
):
    seen = parse_position(f"rules: {rules}\n{board}")
    assert (size_needed(seen, "king"), size_needed(seen, "robber")) == (king, robber)


CITY_TILES = "C " + "E " * 5 + "F F G H H H I I J J J K K K L L L M M N N N O O P P P Q R R R S S T"


def test_an_unfinished_city_is_a_threat_with_a_tile_for_every_place_that_it_leads_to():
    """Of the 72 tiles 44 have a city at an edge and 45 a road; C and D lie on the table, seat 2 stands in the city."""
    seen = parse_position("rules: base,official\nboard: C0*c2 / D0")
    king, robber = threats(seen)
    expected = {"tiles": 2, "tiles_when_completed": 5, "pennants": 1, "open_ends": 3, "open_places": 3}
    assert king == {"card": "king", "row": -1, "column": 0, **expected, "tiles_that_fit": 42, "seats": [2]}
    expected = {"tiles": 1, "tiles_when_completed": 3, "pennants": 0, "open_ends": 2, "open_places": 2}
    assert robber == {"card": "robber", "row": 0, "column": 0, **expected, "tiles_that_fit": 44, "seats": []}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("rules: base,official,least-5", ["king"]),
        ("rules: base,official,least-6", []),
        (f"rules: base,official\ngone: {CITY_TILES[2:]} D D D", ["robber"]),  # no tile has a city any more
    ],
)
def test_what_stays_too_small_or_can_never_be_completed_is_no_threat(more: str, expected: list[str]):
    assert [one["card"] for one in threats(parse_position(f"{more}\nboard: C0 / D0"))] == expected


def test_more_places_than_tiles_left_are_never_filled():
    all_but_two = f"{CITY_TILES[4:]} D D D A A B B B B {'U ' * 8}{'V ' * 9}W W W W"
    seen = parse_position(f"rules: base,official\ngone: {all_but_two}\nboard: C0 / D0")
    assert seen.left == ("E", "X")
    assert threats(seen) == []  # one tile fits a city, one a road, and each needs more


@pytest.mark.parametrize(("rules", "players", "turn"), [("base+king-robber,official", 2, 26), (PLAYED_ON[1][0], 3, 69)])
def test_the_best_moves_are_those_of_the_plain_judgement_with_the_cards_part(rules: str, players: int, turn: int):
    seen = position(rules, players, turn)
    state = seen.state()
    with_cards, without = (
        plain_greedy.values(state, greedy_weights(), minds_cards=minds_cards) for minds_cards in (True, False)
    )
    rows = best_moves(seen, 1000)
    assert len(rows) == len(with_cards)
    assert [row["value"] for row in rows] == pytest.approx(sorted(with_cards.values(), reverse=True), abs=1e-9)
    assert sorted(row["without_cards"] for row in rows) == pytest.approx(sorted(without.values()), abs=1e-9)
    for row in rows:
        found = {move.meeple for move in with_cards if (*move.place, move.rotation) == _placement(row)}
        assert found
        assert row["cards"] == pytest.approx(row["value"] - row["without_cards"], abs=1e-12)
        assert row["king"] + row["robber"] == pytest.approx(row["cards"], abs=1e-9)
    assert any(row["king"] for row in rows)
    assert any(row["robber"] for row in rows)
    assert best_moves(seen, 3) == rows[:3]


def _placement(row: dict[str, int]) -> tuple[int, int, int]:
    return row["row"], row["column"], row["rotation"]


def test_the_part_of_each_card_is_what_the_move_changes_about_it():
    """A tile that completes the first city takes the King, and leaves the Robber Baron alone."""
    taking, leaving = {}, {}
    for row in best_moves(parse_position("held: E\nboard: D0"), 100):
        (taking if (row["row"], row["column"], row["rotation"]) == (-1, 0, 2) else leaving)[row["meeple"]] = row
    assert {round(row["king"], 9) for row in taking.values()} == {round(row["cards"], 9) for row in taking.values()}
    assert all(row["king"] != 0 and row["robber"] == 0 for row in taking.values())
    assert all(row["king"] == row["robber"] == 0 for row in leaving.values())
    assert set(taking) == {"", "the city", "the field"}


def test_a_game_that_is_over_has_one_answer():
    seen = position("base+king-robber,official", 3, -1)
    answer, end = position_worth(seen, seed=9), game("base+king-robber,official", 3).states[-1]
    assert answer.about["is_over"]
    scores = [sum(one.values()) for one in points(end)]
    assert [(row["score"], row["score_low"], row["score_high"]) for row in answer.seats] == [
        (one,) * 3 for one in scores
    ]
    assert [row["win_share_low"] for row in answer.seats] == [one == max(scores) for one in scores]
    assert [row["points"] for row in answer.cards] == [len(end.cities), len(end.roads)]
    assert next(row["chance"] for row in answer.holding if row["seat"] == end.king.holder + 1) == 1.0


def test_an_answer_depends_on_the_seed_alone():
    seen = position("base+king-robber,official", 2, 60)
    first, again, other = (position_worth(seen, playouts=20, seed=seed) for seed in (4, 4, 5))
    assert first == again
    assert first.seats != other.seats
    rows = play_on(seen, ["greedy"] * 2, playouts=6, seed=4)
    assert play_on(seen, ["greedy"] * 2, playouts=3, seed=4).tolist() == rows[:3].tolist()


def test_tables_say_where_they_come_from():
    answer = position_worth(position("base+king-robber,official", 2, 70), playouts=5, moves=2)
    for name, rows in (("cards", 2), ("holding", 6), ("seats", 2), ("moves", 2)):
        table = answer.table(name)
        assert len(table) == rows
        assert table.attrs["playouts"] == 5


@pytest.mark.parametrize(
    ("told", "error", "message"),
    [
        ({"strategies": ["mcts", "greedy"]}, StrategyError, "mcts: it searches.*expected random, greedy, greedy-cards"),
        ({"strategies": ["gredy", "greedy"]}, StrategyError, "'gredy'; did you mean 'greedy'"),
        ({"strategies": ["greedy"]}, StrategyError, "1 strategies: expected 2"),
        ({"playouts": 1}, RunError, "1 playouts: expected 2 to 1,000,000"),
        ({"moves": 2}, RunError, "without a tile in hand: write which one was drawn"),
        ({"seed": -1}, RunError, "seed -1"),
    ],
)
def test_what_is_refused(told: dict, error: type, message: str):
    with pytest.raises(error, match=message):
        position_worth(parse_position("board: D0"), **told)


def test_all_tiles_are_in_the_list():
    assert set(CITY_TILES.split()) | set("DABUVWX") == {name for name in TILES if not name.startswith("KR")}
