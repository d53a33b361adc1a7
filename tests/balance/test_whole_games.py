"""Seats, restricted players, ladders and checks on toy games whose truth is known; tables that are kept meanwhile."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from comparison.toy_match import toy
from scipy import stats

from kingdice.balance.asked import Asked
from kingdice.balance.played import game_rows, run_table
from kingdice.balance.restricted import restricted_table
from kingdice.balance.skill import chance_share, skill_of
from kingdice.balance.trials import Check, check_table, played_controls
from kingdice.balance.whole_games import ranked_scores, score_measures, score_ridges, seat_measures
from kingdice.balance.wording import told
from kingdice.comparison.game_rows import GameRows
from kingdice.errors import RunError


def rows(points: list[list[int]], winners: list[int]) -> GameRows:
    table = pd.DataFrame(points, columns=[f"score_{seat}" for seat in range(1, len(points[0]) + 1)])
    table["winners"] = winners
    table.attrs["strategies"] = ["same"] * len(points[0])
    return GameRows.of(table)


def test_a_shared_win_counts_half_for_each_seat() -> None:
    games = rows([[10, 10], [12, 3], [5, 9], [7, 2]], [0b11, 0b01, 0b10, 0b01])
    shares = {one.of: one.value for one in seat_measures(games) if one.what == "win share"}
    assert shares == {"seat 1": 2.5 / 4, "seat 2": 1.5 / 4}


def test_leads_are_against_the_mean_of_the_others() -> None:
    games = rows([[10, 4, 6], [3, 3, 9]], [0b001, 0b100])
    leads = {one.of: one.above.tolist() for one in seat_measures(games) if one.what == "lead"}
    assert leads == {"seat 1": [5.0, -3.0], "seat 2": [-4.0, -3.0], "seat 3": [-1.0, 6.0]}


def test_seats_of_different_strategies_say_nothing() -> None:
    table = rows([[1, 2], [2, 1]], [2, 1]).table
    table.attrs["strategies"] = ["one", "other"]
    with pytest.raises(RunError, match="one, other"):
        seat_measures(GameRows.of(table))


def test_a_blow_out_leaves_the_second_below_two_thirds_of_the_winner() -> None:
    games = rows([[30, 19], [30, 20], [30, 21], [9, 30]], [1, 1, 1, 2])
    at = {one.what: one.value for one in score_measures(games)}
    assert at["blow-outs"] == 0.5
    assert at["winner"] == 30
    assert at["margin"] == (11 + 10 + 9 + 21) / 4


def test_ridges_count_every_game_once_a_place() -> None:
    games = rows([[10, 4, 6], [3, 3, 9], [10, 5, 5]], [1, 4, 1])
    assert ranked_scores(games).tolist() == [[10, 6, 4], [9, 3, 3], [10, 5, 5]]
    table = score_ridges(games, width=2)
    assert table.groupby("place")["games"].sum().to_dict() == {"first": 3, "second": 3, "last": 3}
    first = table[table["place"] == "first"]
    assert first[["points", "games"]].to_numpy().tolist() == [[8, 1], [10, 2]]


def test_a_restricted_player_falls_behind_by_what_it_is_weaker() -> None:
    table = restricted_table(
        toy(), "+0.00", {"nothing": "+0.00b", "half a point": "-0.50"}, players=3, games=4000, seed=3
    ).set_index("banned")
    weak = table.loc["half a point"]
    assert weak["lead_low"] < -50 < weak["lead_high"]  # points are hundredths
    assert weak["times_fair_high"] < 1
    same = table.loc["nothing"]
    assert same["lead_low"] < 0 < same["lead_high"]
    assert same["times_fair_low"] < 1 < same["times_fair_high"]


def test_restricted_players_take_every_seat_so_that_seats_fall_out() -> None:
    table = restricted_table(toy(head_start=3.0), "+0.00", {"nothing": "+0.00"}, players=2, games=500, seed=1)
    assert table.loc[0, "lead"] == pytest.approx(0, abs=1e-9)  # the same player on the same dice, once in each seat


def test_games_to_tell_are_those_of_the_normal_distribution() -> None:
    found = skill_of(toy(), ["+0.30", "+0.00"], players=2, games=20_000).to_tell.iloc[0]
    # With n rotations the better one leads the count with the chance 95 %: played out.
    rotations = round(found["games"] / 2)
    rng = np.random.Generator(np.random.Philox(5))
    match_of = toy()
    seatings = ("+0.30", "+0.00"), ("+0.00", "+0.30")
    tables = [run_table(match_of(names), games=rotations * 400, seed=11) for names in seatings]
    won = GameRows.of(tables[0]).credits[:, 0] + GameRows.of(tables[1]).credits[:, 1]
    blocks = rng.permutation(won).reshape(400, rotations).mean(axis=1)
    ahead = int((blocks > 1).sum() + (blocks == 1).sum() / 2)
    assert stats.binom.cdf(ahead, 400, 0.92) > 1e-4
    assert stats.binom.sf(ahead - 1, 400, 0.975) > 1e-4
    assert found["games_low"] < found["games"] < found["games_high"]


def test_players_who_are_alike_are_never_told_apart() -> None:
    found = skill_of(toy(), ["+0.00", "+0.00b"], players=2, games=2000).to_tell.iloc[0]
    assert found["games_high"] == float("inf")


def test_the_share_of_chance_is_what_the_dice_bring_of_the_variance() -> None:
    # Dice of standard deviation 2 in common; 0.5 of own luck and 1 of noise differ between strategies.
    table = chance_share(toy(luck_sd=2.0), [("+0.00", "+0.00b")], players=2, games=6000)
    expected = 2.0**2 / (2.0**2 + 0.5**2 + 1.0**2)
    assert table.loc[0, "low"] < expected < table.loc[0, "high"]
    assert table.loc[0, "high"] - table.loc[0, "low"] < 0.05


def test_the_controls_of_a_toy_game_hold() -> None:
    table = played_controls(toy(), ["+1.00"], players=2, games=2000, random="+0.00")
    assert table["control"].tolist() == ["mirror", "random"]
    assert table["holds"].all()


def test_a_check_that_is_off_does_not_hold() -> None:
    checks = [Check("sure", 1.0, 500, 500), Check("right", 0.3, 300, 1000), Check("wrong", 0.3, 400, 1000)]
    table = check_table([*checks, Check("never tried", 0.3, 0, 0)]).set_index("of")
    assert table["holds"].to_dict() == {"sure": True, "right": True, "wrong": False, "never tried": True}
    assert table.loc["wrong", "low"] > 0.3


def test_what_is_rare_may_come_once_in_few_trials() -> None:
    table = check_table([Check("rare", 1e-3, 1, 64), Check("rarer", 1e-9, 1, 64)], level=0.999)
    assert table["holds"].tolist() == [True, False]


def test_checks_give_a_false_alarm_as_rarely_as_they_say() -> None:
    rng = np.random.Generator(np.random.Philox(2))
    alarms = 0
    for _ in range(2000):
        came = rng.binomial(400, 0.4, 20)
        alarms += not check_table([Check(str(k), 0.4, c, 400) for k, c in enumerate(came)], level=0.99)["holds"].all()
    assert 5 <= alarms <= 45  # 20 expected; beyond once in 5,000 runs


def test_a_report_that_was_interrupted_takes_what_was_kept(tmp_path: Path) -> None:
    made = []

    def make() -> pd.DataFrame:
        made.append(1)
        table = pd.DataFrame({"points": [1, "X"], "share": [0.5, 0.25]})
        table.attrs = {"level": np.float64(0.95), "games": np.int64(3)}
        return table

    asked = Asked(games=100).kept_in(tmp_path, game="toy")
    first = asked.table("cards", make)
    second = Asked(games=100).kept_in(tmp_path, game="toy").table("cards", make)
    assert made == [1]
    pd.testing.assert_frame_equal(first, second)
    assert first.attrs == second.attrs == {"level": 0.95, "games": 3}
    pd.testing.assert_frame_equal(first, Asked(games=100).table("cards", make))  # as without a folder
    Asked(games=200).kept_in(tmp_path, game="toy").table("cards", make)
    assert len(made) == 3  # another report finds nothing
    asked.done()
    assert list(tmp_path.iterdir()) == []


def test_an_edition_file_that_has_changed_is_another_report(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("one")
    one = Asked(edition=str(file)).kept_in(tmp_path, game="toy").kept
    file.write_text("two")
    other = Asked(edition=str(file)).kept_in(tmp_path, game="toy").kept
    assert one is not None
    assert other is not None
    assert one.folder != other.folder


def test_runs_that_stop_at_a_precision_stop_early() -> None:
    table = run_table(toy()(("+0.00", "+0.00")), games=100_000, until="win-share:0.03")
    assert 4096 <= len(table) < 100_000
    assert len(game_rows(toy()(("+0.00", "+0.00")), games=50)) == 50


def test_numbers_are_told_with_their_unit() -> None:
    assert told(1.234, 1.0, 2.0, "ratio") == "1.23 (1.00 to 2.00)"
