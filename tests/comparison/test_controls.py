"""Controls hold where they should, and fail where something is wrong."""

from __future__ import annotations

import numpy as np
import pytest
from comparison.toy_match import toy
from scipy.stats import binom

from kingdice.comparison.controls import control_table, controls, mirror_control, random_control
from kingdice.comparison.intervals import mean_interval
from kingdice.comparison.values import win_shares

RANDOM = "-0.50"


@pytest.mark.parametrize("players", [2, 4])
def test_mirror_covers_the_fair_share_and_is_not_equal_by_construction(players):
    """1,000 mirrors of 100 rotations at 95 %; false alarm 1e-6. A large advantage of seat 1 does no harm."""
    work = mirror_control(toy(head_start=2.0), "+0.00", players=players).work
    shares = win_shares(work.line_up, work.play_block(61, 0, 100_000))[:, 0].reshape(1000, 100).T
    assert shares.std() > 0.1
    _, low, high = mean_interval(shares)
    hits = ((low <= 1 / players) & (high >= 1 / players)).sum()
    assert hits >= binom.ppf(1e-6, 1000, 0.945)


def test_mirror_rows_do_not_depend_on_blocks():
    work = mirror_control(toy(), "+0.00", players=3).work
    whole = work.play_block(1, 0, 40)
    np.testing.assert_array_equal(np.concatenate([work.play_block(1, 0, 15), work.play_block(1, 15, 25)]), whole)
    assert whole[:, 0].tolist() == list(range(40))
    assert whole.shape[1] == len(work.columns)
    assert work.identity["unit"] == "mirror"


def test_every_strategy_has_its_controls():
    wanted = controls(toy(), ("+0.60", "+0.30", RANDOM), players=3, random=RANDOM)
    assert [(control.kind, control.strategy) for control in wanted] == [
        ("mirror", "+0.60"),
        ("mirror", "+0.30"),
        ("mirror", RANDOM),
        ("random", "+0.60"),
        ("random", "+0.30"),
    ]
    table = control_table([(control, control.work.play_block(62, 0, 2000)) for control in wanted])
    assert table["holds"].all()
    assert table["expected"].tolist() == ["covers 0.3333"] * 3 + ["above 0.3333"] * 2
    assert table.attrs["level"] == 0.999


def test_controls_notice_what_is_wrong():
    """A strategy that is worse than random, and a mirror whose games are not its own."""
    worse = random_control(toy(), "-1.00", players=2, random=RANDOM)
    mirror = mirror_control(toy(head_start=0.5), "+0.00", players=2)
    rows = mirror.work.play_block(63, 0, 4000)
    rows[:, mirror.work.columns.index("credits_1")] += np.arange(4000) % 10 == 0
    table = control_table([(worse, worse.work.play_block(63, 0, 4000)), (mirror, rows)])
    assert table["holds"].tolist() == [False, False]
