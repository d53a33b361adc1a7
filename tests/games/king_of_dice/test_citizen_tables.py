"""What becomes of citizens: against games by the plain rules; matching against made-up turns that differ by so much."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest
from oracles.plain_turns import turns_of
from scipy.stats import binom

from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.citizen_tables import AGAINST, citizens, matched_difference, matched_means
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.rules import winners
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.games.king_of_dice.turn_log import TurnLog, log_turns

NAMES = ["best-bet", "highest", "first-met"]


@pytest.fixture(scope="module")
def log() -> TurnLog:
    return log_turns(match(NAMES), games=1500, seed=13)


def test_citizens_count_what_the_plain_rules_count() -> None:
    games = 25
    counts: dict[str, Counter[str]] = {
        what: Counter() for what in ("shown", "on display", "taken", "along", "discarded", "won")
    }
    for number in range(games):
        played = play_game(load_edition(), [strategy_named(one) for one in NAMES], seed=13, game=number)
        won, shown = winners(played.states[-1]), set()
        for turn in turns_of(played):
            shown |= set(turn.before.display)
            counts["on display"].update(turn.before.display)
            counts["taken"].update(turn.won)
            counts["along"].update(turn.won[1:])
            counts["discarded"].update(turn.discarded)
            for one in turn.won:
                counts["won"][one] += (turn.before.seat in won) / len(won)
        counts["shown"].update(shown)
    table = citizens(log_turns(match(NAMES), games=games, seed=13))
    assert len(table) == 40
    for _, row in table.iterrows():
        one = {what: count[row["citizen"]] for what, count in counts.items()}
        assert row["shown"] == pytest.approx(one["shown"] / games)
        assert row["taken"] == pytest.approx(one["taken"] / one["shown"])
        assert row["discarded"] == pytest.approx(one["discarded"] / one["shown"])
        assert row["taken_per_turn"] == pytest.approx(one["taken"] / one["on display"])
        assert row["turns_on_display"] == pytest.approx(one["on display"] / one["shown"])
        if one["taken"]:
            assert row["with_hypnotist"] == pytest.approx(one["along"] / one["taken"])
            assert row["times_fair"] == pytest.approx(3 * one["won"] / one["taken"])
        else:
            assert np.isnan(row["with_hypnotist"])
            assert np.isnan(row["times_fair"])


def test_shares_of_a_citizen_add_up_and_lie_in_their_intervals(log: TurnLog) -> None:
    table = citizens(log)
    assert np.allclose(table["taken"] + table["discarded"] + table["left"], 1)
    for name in ("shown", "taken", "discarded", "left", "taken_per_turn", "times_fair"):
        assert np.all((table[f"{name}_low"] <= table[name]) & (table[name] <= table[f"{name}_high"])), name
    assert table.set_index("citizen").loc["hypnotist", "with_hypnotist"] == 0
    for made in (table, matched_difference(log)):
        assert (made.attrs["seed"], made.attrs["games"], made.attrs["strategies"]) == (13, 1500, NAMES)
        assert made.attrs["level"] == 0.95


def test_a_dragon_is_counted_for_the_player_who_gives_it_away(log: TurnLog) -> None:
    dragons = [log.edition.bit_of[one] for one in ("dragon-25", "dragon-28", "dragon-30")]
    gave = np.isin(log.taken, dragons)
    gained = (log.after - log.before)[np.arange(len(log.seat)), log.seat]
    assert gave.sum() > 100
    assert np.all(gained[gave] == 0)


def test_turns_are_matched_by_cells_and_weighed_by_takings() -> None:
    """By hand: cell 0 has takings 10 and 20 against 4, cell 1 a taking 7 against 1 and 3, cell 2 nothing against it."""
    outcomes = np.array([[10.0], [20.0], [4.0], [7.0], [1.0], [3.0], [100.0]])
    taken = np.array([True, True, False, True, False, False, True])
    cell = np.array([0, 0, 0, 1, 1, 1, 2])
    found = matched_means(outcomes, taken, cell, np.arange(7))
    assert found.differences[0] == pytest.approx(((10 - 4) + (20 - 4) + (7 - 2)) / 3)
    assert (found.matched, found.against) == (3, 3)
    nothing = matched_means(outcomes[6:], taken[6:], cell[6:], np.arange(1))
    assert np.isnan(nothing.differences[0])
    assert nothing.matched == 0


def test_a_known_difference_is_covered_as_often_as_it_says() -> None:
    """600 made-up runs: rich cells are taken more often and games share their luck, a raw difference misses by 2.

    The interval covers in 92.5 to 97.5 % of runs, give or take what chance does once in 10,000 runs.
    """
    rng, covered, raw = np.random.default_rng(3), 0, []
    for _ in range(600):
        game = np.repeat(np.arange(150), 6)
        cell = rng.integers(0, 5, len(game))
        taken = rng.random(len(game)) < 0.15 + 0.15 * cell
        luck = rng.normal(0, 2, 150)[game]
        outcome = 2.0 * cell + 1.5 * taken + luck + rng.normal(0, 3, len(game))
        found = matched_means(outcome[:, None], taken, cell, game)
        covered += abs(found.differences[0] - 1.5) < 1.96 * found.errors[0]
        raw.append(outcome[taken].mean() - outcome[~taken].mean())
    assert np.mean(raw) > 3
    assert binom.ppf(5e-5, 600, 0.925) <= covered <= binom.ppf(1 - 5e-5, 600, 0.975)


def test_a_citizen_made_dear_is_worth_more_to_take() -> None:
    def with_points(points: int) -> Edition:
        edition = load_edition()
        dear = edition.citizen("orc-3").model_copy(update={"points": points})
        cards = tuple(dear if one.id == "orc-3" else one for one in edition.citizens)
        return dataclasses.replace(edition, citizens=cards)

    def difference(edition: Edition) -> float:
        log = log_turns(match(["best-bet"] * 2, edition=edition), games=1500, seed=1)
        table = matched_difference(log).set_index(["citizen", "against"])
        return float(table.loc[("orc-3", AGAINST[0]), "lead_difference"])

    assert difference(with_points(14)) - difference(with_points(2)) > 6


def test_matched_differences_have_two_rows_a_citizen(log: TurnLog) -> None:
    table = matched_difference(log)
    assert table["against"].tolist() == list(AGAINST) * 40
    assert table["citizen"].tolist() == [one.id for one in log.edition.citizens for _ in AGAINST]
    found = table.dropna()
    assert np.all((found["low"] < found["lead_difference"]) & (found["lead_difference"] < found["high"]))
    assert np.all((table["matched"] >= 0) & (table["matched"] <= 1))
    taken = int(((log.taken == 19) | (log.neighbour == 19)).sum())
    assert table.set_index("citizen").loc["orc-2+2", "taken"].tolist() == [taken, taken]
