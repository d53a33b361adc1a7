"""Seatings, and rotation rows against a plain count of the same games."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from comparison.toy_match import ToyMatch, toy

from kingdice.comparison.line_up import LineUp, seatings
from kingdice.comparison.rotation import Rotations, rotation_rows
from kingdice.comparison.values import beat_shares, leads, luck, scores, seat_shares, win_shares
from kingdice.errors import RunError, StrategyError

NAMES = ("+0.00", "+0.30", "+0.60", "+0.90")


@pytest.mark.parametrize(("strategies", "players"), [(2, 2), (2, 3), (2, 5), (3, 3), (3, 4), (5, 5), (3, 2), (4, 3)])
def test_seatings_are_all_distinct_ways_in_order(strategies, players):
    """Oracle: of all words over the strategies, those with each once and the last for the rest."""
    copies = max(players - strategies, 0)

    def sits(word):
        counts = [word.count(k) for k in range(strategies)]
        if copies:
            return counts == [1] * (strategies - 1) + [copies + 1]
        return max(counts) == 1

    assert seatings(strategies, players) == [w for w in product(range(strategies), repeat=players) if sits(w)]


@pytest.mark.parametrize(
    ("strategies", "players", "count"), [(2, 5, 5), (3, 5, 20), (5, 5, 120), (8, 2, 56), (2, 12, 12)]
)
def test_number_of_seatings(strategies, players, count):
    assert len(seatings(strategies, players)) == count


def test_every_strategy_sits_equally_often_on_every_seat():
    for strategies, players in ((2, 4), (3, 5), (4, 4), (4, 2)):
        table = np.array(seatings(strategies, players))
        for k in range(strategies):
            assert len(set((table == k).sum(axis=0))) == 1


def plain_rotation(line_up: LineUp, matches, seed: int, game: int) -> dict[str, int]:
    """The row of one rotation, counted game by game and seat by seat."""
    names = range(1, len(line_up.strategies) + 1)
    row = dict.fromkeys(line_up.columns(luck=True), 0)
    row["game"] = game
    share = dict.fromkeys(names, Fraction(0))
    seat_share = [Fraction(0)] * line_up.players
    for seating, match in zip(line_up.seatings, matches, strict=True):
        one = dict(zip(match.columns, match.play_block(seed, game, 1)[0].tolist(), strict=True))
        points = [one[f"score_{s + 1}"] for s in range(line_up.players)]
        winners = [s for s in range(line_up.players) if one["winners"] >> s & 1]
        for s, k in enumerate(seating):
            row[f"scores_{k + 1}"] += points[s]
            row[f"luck_{k + 1}"] += one[f"luck_{s + 1}"]
            row[f"leads_{k + 1}"] += sum(points[s] - points[t] for t in range(line_up.players) if t != s)
            if s in winners:
                share[k + 1] += Fraction(1, len(winners))
                seat_share[s] += Fraction(1, len(winners))
                row[f"wins_{k + 1}"] += len(winners) == 1
            for t, other in enumerate(seating):
                if other != k:
                    mine, theirs = (points[s], s in winners), (points[t], t in winners)
                    row[f"beats_{k + 1}_{other + 1}"] += 2 if mine > theirs else 1 if mine == theirs else 0
    for k in names:
        row[f"credits_{k}"] = share[k] * line_up.unit
    for s, won in enumerate(seat_share):
        row[f"seat_credits_{s + 1}"] = won * line_up.unit
    return row


@pytest.mark.parametrize(("count", "players"), [(2, 2), (2, 4), (3, 3), (4, 4), (3, 2)])
@pytest.mark.parametrize("settings", [{}, {"step": 200}, {"step": 200, "tie_break": True}])
def test_rows_are_those_of_a_plain_count(count, players, settings):
    """With a step of 200 equal points are common: shared wins, or one winner among equals."""
    work = Rotations.of(toy(**settings), NAMES[:count], players=players)
    rows = work.play_block(3, 40, 25)
    assert rows.dtype == np.int64
    assert rows.shape == (25, len(work.columns))
    for row in rows.tolist():
        seen = dict(zip(work.columns, row, strict=True))
        expected = plain_rotation(work.line_up, work.matches, 3, seen["game"])
        del seen["move_hash"], expected["move_hash"]
        assert seen == expected


def test_values_a_seat_of_one_known_game():
    """Two players on equal dice: 30 beats 20 on seat 1, 20 beats 10 from seat 1 (own numbers, no stream)."""
    line_up = LineUp(("a", "b"), players=2)
    columns = ("game", "move_hash", "winners", "score_1", "score_2", "luck_1", "luck_2")
    first = np.array([[7, 1, 0b01, 30, 20, 500_000, 0]])
    second = np.array([[7, 2, 0b01, 20, 10, 1_000_000, -500_000]])
    rows = rotation_rows(line_up, [first, second], columns)
    assert win_shares(line_up, rows).tolist() == [[0.5, 0.5]]
    assert scores(line_up, rows).tolist() == [[20.0, 20.0]]
    assert leads(line_up, rows).tolist() == [[0.0, 0.0]]
    assert luck(line_up, rows).tolist() == [[0.0, 0.5]]
    assert seat_shares(line_up, rows).tolist() == [[1.0, 0.0]]
    assert beat_shares(line_up, rows, 0, 1).tolist() == [0.5]


def test_rows_do_not_depend_on_blocks_threads_or_pickling():
    work = Rotations.of(toy(), NAMES[:2], players=3)
    whole = work.play_block(1, 0, 300)
    again = pickle.loads(pickle.dumps(work))
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda first: again.play_block(1, first, 50), range(0, 300, 50))
    np.testing.assert_array_equal(np.concatenate(list(parts)), whole)


def test_the_hash_notices_every_seating():
    work = Rotations.of(toy(), NAMES[:2], players=3)
    tables = [match.play_block(1, 0, 4) for match in work.matches]
    before = rotation_rows(work.line_up, tables, work.matches[0].columns)
    for table in tables:
        table[2, 1] += 1
        after = rotation_rows(work.line_up, tables, work.matches[0].columns)
        assert (after[:, 1] != before[:, 1]).tolist() == [False, False, True, False]
        table[2, 1] -= 1


def test_games_without_luck_have_no_luck_columns():
    work = Rotations.of(toy(with_luck=False), NAMES[:2], players=2)
    rows = work.play_block(1, 0, 5)
    assert rows.shape == (5, len(work.line_up.columns()))
    with pytest.raises(RunError, match="no column 'luck_1'"):
        luck(work.line_up, rows)


def test_the_identity_names_every_strategy():
    work = Rotations.of(toy(), NAMES, players=2)
    assert work.identity["strategies"] == list(NAMES)
    assert work.identity["unit"] == "rotation"
    assert {name for table in work.identity["tables"] for name in table["strategies"]} == set(NAMES)


def test_copies_of_the_last_named_are_announced():
    assert LineUp(("a", "b"), players=2).note == ""
    assert LineUp(("a", "b"), players=3).note == "1 more seat is taken by a copy of b"
    assert LineUp(("a", "b"), players=5).note == "3 more seats are taken by copies of b"
    assert LineUp(("a", "b", "c"), players=2).note == "every 2 of the 3 strategies meet in turn"


def test_bad_line_ups_are_refused_in_one_line():
    with pytest.raises(StrategyError, match="name at least two"):
        LineUp(("a",), players=2)
    with pytest.raises(StrategyError, match="'a' is named twice"):
        LineUp(("a", "b", "a"), players=3)
    with pytest.raises(RunError, match="at least two seats"):
        LineUp(("a", "b"), players=1)
    with pytest.raises(RunError, match="12 strategies at 5 seats sit in 95040 ways: at most 1000"):
        LineUp(tuple("abcdefghijkl"), players=5)


def test_a_game_without_a_winner_is_an_error():
    line_up = LineUp(("a", "b"), players=2)
    game = np.array([[7, 1, 0, 30, 20]])
    with pytest.raises(RunError, match="game 7 has no winner"):
        rotation_rows(line_up, [game, game], ToyMatch(("+0.00",) * 2).columns[:5])


def test_rows_of_another_line_up_are_refused():
    work = Rotations.of(toy(), NAMES[:2], players=2)
    with pytest.raises(RunError, match=r"expected .* columns"):
        win_shares(LineUp(("a", "b", "c"), players=2), work.play_block(1, 0, 5))
