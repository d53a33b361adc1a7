"""Fair prices: against lines fitted by scipy, planted faults, and what plain games say that citizens bring."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from oracles.plain_turns import turns_of
from scipy.stats import chi2, linregress

from kingdice.balance.findings import judge
from kingdice.errors import EditionError, RunError
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.citizen_tables import gains
from kingdice.games.king_of_dice.fair_prices import fair_prices, judged_prices, price_of_effort
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.odds import card_odds
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.rules import score
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.games.king_of_dice.turn_log import TurnLog, log_turns

TINY = Path(__file__).parents[2] / "oracles" / "tiny_editions"
PLAIN = """name = "plain"
players = [2, 2]
dice = [{name = "D", copies = 3, faces = [1, 2, 3, 4, 5], weights = [9, 9, 9, 9, 1]}]
villages = [{name = "town", values = [1, 2]}, {name = "wood", values = [1, 2]}]
penalties = [{points = -1, copies = 2}]
"""


@pytest.fixture(scope="module")
def log() -> TurnLog:
    return log_turns(match(["best-bet"] * 2), games=4000, seed=13)


@pytest.fixture
def edition_of(tmp_path):
    """Makes an edition of three dice, whose 5 is rare, from points and needs."""

    def make(*cards: tuple[int, str], effect: str = "") -> Edition:
        text = PLAIN
        for place, (points, needs) in enumerate(cards, 1):
            text += f'[[citizens]]\nid = "c{place}"\ncitizen = "one"\npoints = {points}\nneeds = "{needs}"\n'
            if effect and place % 2:
                text += f'village = "town"\neffect = "{effect}"\n'
        (tmp_path / "plain.toml").write_text(text, encoding="utf-8")
        return load_edition(tmp_path / "plain.toml")

    return make


def fitted_fair(table: pd.DataFrame) -> list[float]:
    """What each citizen's effort earns by the line of least squares of the others."""
    used = table[(table["chance"] >= 0.001) & (table["chance"] < 1 - 1e-9) & (table["worth"] > 0)]
    fair = []
    for place, row in table.iterrows():
        others = used.drop(index=place, errors="ignore")
        line = linregress(np.log(1 / others["chance"]), np.log(others["worth"]))
        fair.append(float(np.exp(line.intercept + line.slope * np.log(1 / row["chance"]))))
    return fair


def test_exact_prices_agree_with_lines_fitted_by_scipy(edition: Edition) -> None:
    table = fair_prices(edition)
    odds = card_odds(edition, rolls=3).set_index("id").loc[table["citizen"]]
    assert table["chance"].to_numpy() == pytest.approx(odds["p3"].to_numpy())
    assert table["worth"].tolist() == odds["points"].tolist()
    assert table["fair"].tolist() == pytest.approx(fitted_fair(table))
    assert table["ratio"].tolist() == pytest.approx((table["worth"] / table["fair"]).tolist())
    assert np.all(table[["ratio_low", "ratio_high"]].sub(table["ratio"], axis=0) == 0)
    line = linregress(np.log(table["effort"]), np.log(table["worth"]))
    assert table.attrs["price_exponent"] == pytest.approx(line.slope)
    assert table.attrs["price_first"] == pytest.approx(np.exp(line.intercept))
    left_out = {one.id for one in edition.citizens} - set(table["citizen"])
    assert left_out == {one.id for one in edition.citizens if one.effect in {"fairy", "given away"}}


@pytest.mark.parametrize("name", ["haba-2017", "tiny", "tiny-short"])
def test_simulated_prices_agree_with_lines_fitted_by_scipy(name: str, log: TurnLog) -> None:
    if name != "haba-2017":
        log = log_turns(match(["best-bet"] * 2, edition=load_edition(TINY / f"{name}.toml")), games=2000, seed=5)
    table = fair_prices(log.edition, log)
    assert len(table) == len(log.edition.citizens)
    assert table["fair"].tolist() == pytest.approx(fitted_fair(table))
    assert np.all((table["ratio_low"] < table["ratio"]) & (table["ratio"] < table["ratio_high"]))
    assert (table.attrs["games"], table.attrs["seed"]) == (log.games, log.seed)


def test_points_asked_for_are_whole_and_bring_the_ratio_near_one(edition: Edition) -> None:
    table = fair_prices(edition)
    assert all(isinstance(points, int) for points in table["fair_points"])
    changed = table["worth"] + table["fair_points"] - table["points"]
    assert np.all(np.abs(changed - table["fair"]) <= 0.5)


def test_a_citizen_at_twice_its_price_and_an_impossible_one_are_named(edition_of) -> None:
    needs = ["3 of a kind", "2 of a kind", "three 4s", "two 4s", "sum >= 10", "two 1s", "three 5s", "sum >= 3"]
    chances = card_odds(edition_of(*((1, one) for one in needs)), rolls=3)["p3"].tolist()
    points = [min(99, round(12 / chance)) for chance in chances]
    points[2] *= 2
    table = fair_prices(edition_of(*zip(points, needs, strict=True)))
    verdicts = ["fair", "fair", "generous", "fair", "fair", "fair", "impossible", "certain"]
    assert table["verdict"].tolist() == verdicts
    assert table["ratio"].to_numpy()[2] == pytest.approx(2, rel=0.03)
    found = judge(judged_prices(table))
    assert found.loc[found["stands_out"], ["of", "what"]].to_numpy().tolist() == [
        ["c3", "worth for its effort"],
        ["c7", "chance of being met"],
    ]
    assert found["of"].tolist() == ["c3", "c7", "c1", "c2", "c4", "c5", "c6", "c8"]


def test_without_a_line_nothing_is_judged_and_a_note_says_why() -> None:
    table = fair_prices(load_edition(TINY / "tiny.toml"))  # three citizens with points of their own
    assert table["citizen"].tolist() == ["elf", "apprentice", "dwarf"]
    assert table["verdict"].tolist() == ["unknown"] * 3
    assert table["fair"].isna().all()
    assert table.attrs["note"].startswith("fewer than 4 citizens")
    assert judged_prices(table) == []


def test_worths_that_are_given_count_as_exact() -> None:
    tiny = load_edition(TINY / "tiny.toml")
    table = fair_prices(tiny, worths={"fairy-red": 2.5, "fairy-blue": 2.5})
    assert table["worth"].tolist() == [2, 2, 2.5, 2.5, 5]
    assert table["fair"].tolist() == pytest.approx(fitted_fair(table))
    with pytest.raises(EditionError, match="no citizen 'fairy-green'"):
        fair_prices(tiny, worths={"fairy-green": 1})


def test_where_all_efforts_are_the_same_the_price_is_the_geometric_mean(edition_of) -> None:
    table = fair_prices(edition_of((1, "three 1s"), (2, "three 2s"), (4, "three 3s"), (8, "three 4s")))
    assert table.attrs["price_exponent"] == 0
    assert table.attrs["price_first"] == pytest.approx(64**0.25)
    assert table["fair"].tolist() == pytest.approx([64 ** (1 / 3), 32 ** (1 / 3), 16 ** (1 / 3), 8 ** (1 / 3)])
    assert price_of_effort([3, 3], [2, 8]) == pytest.approx((4, 0))


def test_games_of_another_edition_are_refused(log: TurnLog) -> None:
    with pytest.raises(RunError, match="expected tiny"):
        fair_prices(load_edition(TINY / "tiny.toml"), log)


def test_what_citizens_bring_is_the_lead_of_the_plain_rules() -> None:
    names, brought = ["best-bet", "highest"], defaultdict(list)
    for number in range(25):
        game = play_game(load_edition(), [strategy_named(one) for one in names], seed=13, game=number)
        for turn in turns_of(game):
            if turn.won:
                seat = turn.before.seat
                mine = [score(turn.before, one) for one in (seat, 1 - seat)]
                then = [score(turn.after, one) for one in (seat, 1 - seat)]
                brought[turn.won[0]].append(then[0] - then[1] - mine[0] + mine[1])
    found = gains(log_turns(match(names), games=25, seed=13))
    for place, citizen in enumerate(load_edition().citizens):
        assert found.takings[place] == len(brought[citizen.id])
        if brought[citizen.id]:
            assert found.brings[place] == pytest.approx(np.mean(brought[citizen.id])), citizen.id


def test_nothing_follows_from_citizens_without_an_effect(log: TurnLog) -> None:
    """27 estimates of 0: together within what chance does once in 100,000 runs; effects stand out."""
    found = gains(log)
    error = np.sqrt((found.follows_by_game**2).sum(axis=0))
    plain = np.array([one.effect is None for one in log.edition.citizens])
    mean = np.average(found.follows[plain], weights=found.takings[plain])
    assert abs(mean) < 0.3
    assert np.all(np.abs(found.follows[plain] / error[plain]) < 5.1)
    for effect in ("fourth roll", "extra turn", "fairy"):
        here = np.array([one.effect == effect for one in log.edition.citizens])
        together = np.sqrt((found.follows_by_game[:, here].sum(axis=1) ** 2).sum())
        assert found.follows[here].sum() > 4 * together, effect


def test_what_follows_is_not_credited_to_strategies_that_take_other_citizens() -> None:
    """`first-met` takes easy citizens and loses; among unlike seats that must not count against those citizens."""
    found = gains(log_turns(match(["highest", "best-bet"]), games=4000, seed=3))
    plain = np.array([one.effect is None for one in load_edition().citizens])
    error = np.sqrt((found.follows_by_game[:, plain] ** 2).sum(axis=0))
    assert np.median(np.abs(found.follows[plain]) / error) < 2


def test_errors_of_ratios_are_as_large_as_their_spread(edition_of) -> None:
    """40 runs of 300 games: squares of spreads over those of the errors, by chi-square once in 100,000 runs."""
    needs = ["3 of a kind", "2 of a kind", "three 4s", "two 4s", "sum >= 10", "two 1s", "three 2s", "three 3s"]
    edition = edition_of(*((8, one) for one in needs), effect="extra turn")
    whole = log_turns(match(["best-bet"] * 2, edition=edition), games=12_000, seed=9)
    ratios, errors = [], []
    for run in range(40):
        first = whole.first[300 * run : 300 * (run + 1) + 1]
        columns = {
            field.name: getattr(whole, field.name)[first[0] : first[-1]]
            for field in dataclasses.fields(TurnLog)
            if field.name not in {"match", "seed", "rows", "first"}
        }
        rows = whole.rows[300 * run : 300 * (run + 1)]
        table = fair_prices(edition, TurnLog(whole.match, whole.seed, rows, first - first[0], **columns))
        assert (table["worth"] > 0).all()
        ratios.append(np.log(table["ratio"]))
        errors.append(table["ratio_error"] / table["ratio"])
    spread = np.var(ratios, axis=0, ddof=1) / np.mean(np.square(errors), axis=0)
    assert np.all((spread > chi2.ppf(5e-6, 39) / 39) & (spread < chi2.ppf(1 - 5e-6, 39) / 39)), spread
