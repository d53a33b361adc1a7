"""What the tables of an atlas say, worked out again in plain Python from its rows."""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kingdice.games.king_of_dice import load_edition
from kingdice.games.king_of_dice.atlas import Atlas, solve_atlas
from kingdice.games.king_of_dice.atlas_displays import Displays
from kingdice.games.king_of_dice.atlas_figures import draw_presence, draw_spread
from kingdice.games.king_of_dice.atlas_tables import (
    atlas_tables,
    citizen_presence,
    extreme_displays,
    value_histogram,
    value_spread,
)
from kingdice.reporting.figure_check import figure_faults

EIGHT = Path(__file__).parent / "eight_citizens.toml"


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return solve_atlas(Displays(load_edition(EIGHT)))


@pytest.fixture(scope="module")
def rows(atlas: Atlas) -> list[dict]:
    return atlas.table().to_dict("records")


def test_presence_is_the_mean_with_a_citizen_less_the_mean_without(atlas, rows):
    table = citizen_presence(atlas).set_index("citizen")
    assert len(table) == 8
    for citizen, told in table.iterrows():
        places = {n: next((p for p in range(1, 6) if row[f"citizen_{p}"] == citizen), 0) for n, row in enumerate(rows)}
        shown = [n for n, place in places.items() if place]
        others = [n for n, place in places.items() if not place]
        assert (len(shown), len(others)) == (35, 21)
        for name, column in (("value", "value_3"), ("failing", "failing")):
            with_it = statistics.fmean(rows[n][column] for n in shown)
            without = statistics.fmean(rows[n][column] for n in others)
            told_change = told["presence"] if name == "value" else told["failing_change"]
            assert told_change == pytest.approx(with_it - without, abs=1e-12)
        chances = [rows[n][f"chance_{places[n]}"] for n in shown]
        brought = [rows[n][f"worth_{places[n]}"] for n in shown]
        everything = sum(rows[n][f"worth_{place}"] for n in shown for place in range(1, 6))
        assert told["chance"] == pytest.approx(statistics.fmean(chances), abs=1e-12)
        assert told["brings"] == pytest.approx(statistics.fmean(brought), abs=1e-12)
        assert told["share"] == pytest.approx(sum(brought) / everything, abs=1e-12)


def test_the_best_citizen_stands_first(atlas):
    assert citizen_presence(atlas)["presence"].is_monotonic_decreasing


def test_spread_is_that_of_all_displays(atlas, rows):
    table = value_spread(atlas).set_index("measure")
    more = [row["value_4"] - row["value_3"] for row in rows]
    for name, numbers in {"value_2": [row["value_2"] for row in rows], "one_more_roll": more}.items():
        assert table.loc[name, "mean"] == pytest.approx(statistics.fmean(numbers), abs=1e-12)
        assert table.loc[name, "sd"] == pytest.approx(statistics.pstdev(numbers), abs=1e-12)
        assert table.loc[name, "median"] == pytest.approx(statistics.median(numbers), abs=1e-12)
        assert (table.loc[name, "least"], table.loc[name, "most"]) == (min(numbers), max(numbers))


def test_the_best_display_is_named_with_who_it_ends_with_most_often(atlas, rows):
    best = max(range(56), key=lambda n: rows[n]["value_3"])
    told = extreme_displays(atlas, atlas.value, most=3).iloc[0]
    assert told["display"] == best
    assert told["citizens"].split() == [rows[best][f"citizen_{place}"] for place in range(1, 6)]
    assert told["value"] == rows[best]["value_3"]
    place = max(range(1, 6), key=lambda p: rows[best][f"chance_{p}"])
    assert (told["likeliest"], told["chance"]) == (rows[best][f"citizen_{place}"], rows[best][f"chance_{place}"])


def test_of_equal_displays_the_first_is_named_first(atlas):
    noise = np.random.default_rng(5).uniform(-1e-13, 1e-13, 56)  # of sums in another order
    assert extreme_displays(atlas, 0.25 + noise, most=4)["display"].tolist() == [0, 1, 2, 3]


def test_a_histogram_holds_the_least_value_where_the_edge_under_it_is_rounded_up(atlas):
    values = np.full(atlas.displays.count, 4.1)
    values[0] = 0.85  # 17 x 0.05 is an ulp more
    table = value_histogram(replace(atlas, columns=dict.fromkeys(atlas.columns, values)))
    np.testing.assert_allclose(table.groupby("rolls")["share"].sum(), 1, rtol=0, atol=1e-12)


def test_a_histogram_holds_every_display_once(atlas):
    table = value_histogram(atlas)
    assert table.groupby("rolls")["share"].sum().tolist() == pytest.approx([1, 1, 1, 1], abs=1e-12)
    width = float(np.diff(table["value"].iloc[:2])[0])
    assert width == pytest.approx(0.05)
    for rolls, some in table.groupby("rolls"):
        mean = float((some["value"] * some["share"]).sum())
        assert mean == pytest.approx(float(atlas.columns[f"value_{rolls}"].mean()), abs=width / 2)


def test_tables_say_where_they_come_from(atlas):
    for table in atlas_tables(atlas).values():
        assert (table.attrs["method"], table.attrs["edition"]["name"], table.attrs["displays"]) == (
            "exact",
            "eight",
            56,
        )


def test_figures_can_be_read(atlas):
    for axes in (draw_spread(value_histogram(atlas)), draw_presence(citizen_presence(atlas))):
        assert figure_faults(axes) == []


# Means and standard deviations over all 658,008 displays of haba-2017, from `kingdice atlas king-of-dice`.
WHOLE = {"value_1": (0.17605407, 0.41968868), "value_3": (2.49140894, 0.45138011), "value_4": (3.36257867, 0.54119246)}
WHOLE |= {"failing": (0.17407743, 0.10464374), "rolls_used": (2.61229110, 0.18757382)}


@pytest.mark.long
def test_means_over_all_displays_are_those_of_a_random_sample(edition):
    """Within 5 standard errors, 5 numbers: a false alarm once in 300,000 samples; this one is always the same."""
    displays, size = Displays(edition), 1024
    numbers = np.random.default_rng(658_008).choice(displays.count, size, replace=False)
    rows = np.concatenate([displays.play_block(0, int(number), 1) for number in numbers])
    told = dict(zip(displays.columns, rows.T, strict=True))
    for name, (mean, sd) in WHOLE.items():
        assert abs(told[name].mean() - mean) < 5 * sd / size**0.5, name
