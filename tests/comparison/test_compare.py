"""The whole answer: tables that agree with each other and with the truth, and a summary that is JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from comparison.toy_match import toy
from scipy.stats import norm

from kingdice.comparison.compare import compare_rows
from kingdice.comparison.controls import controls
from kingdice.comparison.rotation import Rotations
from kingdice.comparison.sequential import Sprt
from kingdice.comparison.stopping import SharePrecision
from kingdice.errors import RunError


def numbers(table):
    return table.select_dtypes("number").to_numpy(dtype=float)


def test_a_duel_with_a_known_answer():
    """Points differ by 0.3 with noise of 1 each (own luck 0.5): P(A wins) in closed form, within its 95 % interval."""
    work = Rotations.of(toy(luck_sd=0.0, head_start=0.0), ("+0.30", "+0.00"), players=2)
    found = compare_rows(work.line_up, work.play_block(81, 0, 8000), better_by=0.05)
    truth = norm.cdf(0.3 / np.sqrt(2 * 1.25))
    one = found.strategies.iloc[0]
    assert one["win_share_low"] < truth < one["win_share_high"]
    assert one["win_share_times_players"] == pytest.approx(2 * one["win_share"])
    assert one["seats_played"] == 16_000
    assert one["lead_mean_low"] < 30 < one["lead_mean_high"]
    share = found.differences.set_index("quantity").loc["win_share"]
    assert share["low"] < 2 * truth - 1 < share["high"]
    assert share["difference"] == pytest.approx(found.strategies["win_share"][0] - found.strategies["win_share"][1])
    assert found.sprt.verdict == "accept H1"
    assert found.until is None


@pytest.mark.parametrize(("count", "players"), [(2, 2), (2, 4), (3, 3), (4, 2), (4, 3)])
def test_tables_agree_with_each_other(count, players):
    work = Rotations.of(toy(step=40), ("+0.30", "+0.00", "-0.20", "+0.10")[:count], players=players)
    found = compare_rows(work.line_up, work.play_block(82, 0, 500))
    weights = np.array(work.line_up.seats)
    # Every game is won once, and leads cancel.
    assert (found.strategies["win_share"] * weights).sum() / weights.sum() == pytest.approx(1 / players)
    assert (found.strategies["lead_mean"] * weights).sum() == pytest.approx(0, abs=1e-9)
    assert found.seats["win_share"].sum() == pytest.approx(1)
    assert found.seats["win_share"][0] > found.seats["win_share"][1:].max()
    assert (found.strategies["outright_share"] < found.strategies["win_share"]).all()
    assert (found.strategies["win_share_low"] < found.strategies["win_share"]).all()
    assert len(found.differences) == 3 * len(work.line_up.pairs) == 3 * len(found.meetings)
    assert found.ladder["strategy"].tolist()[0] == "+0.30"
    for table in (found.strategies, found.differences, found.ladder, found.meetings, found.seats, found.luck):
        assert np.isfinite(numbers(table)).all()
        assert table.attrs["rotations"] == 500


def test_the_summary_is_json():
    work = Rotations.of(toy(), ("+0.30", "+0.00"), players=3)
    rows = work.play_block(83, 0, 300)
    test = Sprt(work.line_up, 0.1)
    test.add(rows)
    played = [
        (c, c.work.play_block(83, 0, 300)) for c in controls(toy(), ("+0.30", "+0.00"), players=3, random="+0.00")
    ]
    found = compare_rows(work.line_up, rows, stop=test, controls=played)
    again = json.loads(json.dumps(found.summary(), allow_nan=False))
    assert again["games"] == 900
    assert again["seatings"] == 3
    assert again["note"] == "1 more seat is taken by a copy of +0.00"
    assert again["until"]["verdict"] == again["sprt"]["verdict"]
    assert [row["control"] for row in again["controls"]] == ["mirror", "mirror", "random"]
    assert again["strategies"][0]["strategy"] == "+0.30"


def test_a_run_that_stopped_at_a_precision_says_what_to_quote():
    work = Rotations.of(toy(), ("+0.30", "+0.00"), players=2)
    rows = work.play_block(84, 0, 2000)
    rule = SharePrecision(work.line_up, 0.1)
    rule.add(rows)
    found = compare_rows(work.line_up, rows, stop=rule)
    assert found.until["reached"]
    assert found.until["lows"][0] < found.strategies["win_share_low"][0]


def test_the_same_rows_give_the_same_answer():
    work = Rotations.of(toy(), ("+0.30", "+0.00", "+0.10"), players=3)
    rows = work.play_block(85, 0, 400)
    assert compare_rows(work.line_up, rows).summary() == compare_rows(work.line_up, rows.copy()).summary()


def test_all_ties_are_a_clear_answer():
    work = Rotations.of(toy(step=100_000), ("+0.30", "+0.00"), players=2)
    found = compare_rows(work.line_up, work.play_block(86, 0, 400), better_by=0.05)
    assert found.strategies["win_share"].tolist() == [0.5, 0.5]
    assert found.strategies["outright_share"].tolist() == [0.0, 0.0]
    assert found.sprt.verdict == "accept H0"
    json.dumps(found.summary(), allow_nan=False)
    share = found.differences.set_index("quantity").loc["win_share"]
    assert share["low"] < 0 < share["high"]


def test_one_that_always_wins_is_a_clear_answer():
    work = Rotations.of(toy(), ("+90.00", "+0.00"), players=4)
    found = compare_rows(work.line_up, work.play_block(87, 0, 400), better_by=0.05)
    one = found.strategies.iloc[0]
    assert (one["win_share"], one["win_share_high"], one["win_share_times_players"]) == (1.0, 1.0, 4.0)
    assert 0.98 < one["win_share_low"] < 1
    # At best 1 against 0, at worst 0 against 1/3: what was not seen could lower the difference by 4/3 q.
    share = found.differences.set_index("quantity").loc["win_share"]
    assert (share["difference"], share["high"]) == (1.0, 1.0)
    assert share["low"] == pytest.approx(1 - 4 / 3 * (1 - 0.05 ** (1 / 400)))
    luck = found.luck.set_index("quantity").loc["win_share"]
    assert (luck["low"], luck["high"], luck["adjusted_low"]) == (share["low"], 1.0, share["low"])
    assert found.sprt.verdict == "accept H1"
    json.dumps(found.summary(), allow_nan=False)


def test_games_without_luck_have_no_luck_table():
    work = Rotations.of(toy(with_luck=False), ("+0.30", "+0.00"), players=2)
    assert compare_rows(work.line_up, work.play_block(88, 0, 10)).luck is None


def test_too_few_rotations_are_one_line():
    work = Rotations.of(toy(), ("+0.30", "+0.00"), players=2)
    with pytest.raises(RunError, match="at least two rotations, not 1"):
        compare_rows(work.line_up, work.play_block(89, 0, 1))
