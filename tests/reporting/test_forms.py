"""Every form shows what its table says, marks what stands out, and has none of the faults that can be measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from reporting import sample_figures
from reporting.sample_figures import FIGURES

from kingdice.reporting.colours import GREY, MARKS
from kingdice.reporting.figure_check import figure_faults
from kingdice.reporting.forms import draw_curves, draw_heat, draw_intervals, draw_ridges
from kingdice.reporting.lettering import spread
from kingdice.reporting.style import new_axes, save_figure


def words(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts if text.get_text()]


def dot_colours(axes: Axes) -> list[str]:
    return [to_hex(line.get_color()).upper() for line in axes.lines if line.get_marker() == "o"]


@pytest.mark.parametrize("figure", FIGURES, ids=[one.__name__ for one in FIGURES])
def test_no_form_has_a_fault(figure: Callable[[], Axes]) -> None:
    assert figure_faults(figure()) == []


@pytest.mark.parametrize("figure", [sample_figures.named_intervals, sample_figures.slopes])
def test_the_same_table_gives_the_same_file(figure: Callable[[], Axes], tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        save_figure(figure(), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_a_form_draws_on_the_axes_that_it_is_given() -> None:
    axes = new_axes(6, 4)
    table = sample_figures.seats()
    assert (
        draw_intervals(table, label="seat", value="share", low="share_low", high="share_high", xlabel="x", axes=axes)
        is axes
    )


def test_rows_stand_in_the_order_of_the_table_from_the_top() -> None:
    axes = sample_figures.intervals()
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    low, high = axes.get_ylim()
    assert low > high


def test_intervals_off_the_band_stand_out_and_others_are_grey() -> None:
    assert dot_colours(sample_figures.intervals()) == [MARKS[1], GREY, GREY, MARKS[0]]


def test_without_a_band_it_is_the_reference_that_an_interval_may_hold() -> None:
    table = sample_figures.seats()
    axes = draw_intervals(
        table, label="seat", value="share", low="share_low", high="share_high", xlabel="x", reference=0.25
    )
    assert dot_colours(axes) == [MARKS[1], GREY, GREY, MARKS[0]]
    axes = draw_intervals(
        table, label="seat", value="share", low="share_low", high="share_high", xlabel="x", reference=0.262
    )
    assert dot_colours(axes) == [GREY, MARKS[0], MARKS[0], MARKS[0]]


def test_named_rows_stand_out_instead() -> None:
    assert dot_colours(sample_figures.named_intervals()) == [GREY, MARKS[0], GREY, GREY]


def test_an_exact_row_has_a_dot_and_no_interval() -> None:
    table = pd.DataFrame({"of": ["a", "b"], "value": [1.0, 2.0], "low": [np.nan, 1.5], "high": [np.nan, 2.5]})
    axes = draw_intervals(table, label="of", value="value", xlabel="points", reference=1.2, title="t")
    assert dot_colours(axes) == [MARKS[0], MARKS[1]]
    assert figure_faults(axes) == []


def test_slopes_have_name_and_number_at_both_ends() -> None:
    found = words(sample_figures.named_slopes())
    assert sorted(found) == ["40.0 %  a", "41.0 %  c", "42.0 %  b", "a  50.0 %", "b  51.0 %", "c  30.0 %"]


def test_ridges_are_on_one_scale_and_what_is_not_said_is_nothing() -> None:
    table = pd.DataFrame({"who": ["a", "a", "b"], "at": [1, 3, 2], "share": [0.5, 0.5, 1.0]})
    axes = draw_ridges(table, group="who", at="at", share="share", xlabel="tiles")
    first, second = (np.column_stack(line.get_data()) for line in axes.lines)
    assert first.tolist() == [[0, 0], [1, -0.625], [2, 0], [3, -0.625], [4, 0]]
    assert second[:, 1].tolist() == [1, 1 - 1.25, 1]


def test_cells_carry_their_numbers_and_missing_ones_stay_empty() -> None:
    table = pd.DataFrame({"r": ["a", "a", "b"], "c": [1, 2, 1], "v": [0.25, -1.0, np.nan]})
    axes = draw_heat(table, row="r", column="c", value="v", decimals=2, centre=0.0)
    assert words(axes) == ["0.25", "−1.00"]
    blue, red = (axes.images[0].cmap(axes.images[0].norm(value)) for value in (-1.0, 1.0))
    assert blue[2] > blue[0]
    assert red[0] > red[2]


def test_curves_are_named_at_their_ends_in_the_order_of_the_ends() -> None:
    axes = sample_figures.curves()
    named = [text for text in axes.texts if text.get_text()]
    heights = {text.get_text(): text.xy[1] for text in named}
    assert sorted(heights, key=heights.__getitem__) == ["random", "first-met", "greedy", "far-sighted", "solved"]


def test_curves_leave_out_what_is_missing() -> None:
    table = pd.DataFrame({"g": "a", "x": [1, 2, 3], "v": [1.0, 2.0, np.nan]})
    axes = draw_curves(table, x="x", value="v", group="g", xlabel="x", ylabel="y", title="t")
    assert words(axes) == ["a"]


def test_panels_have_common_scales() -> None:
    first = sample_figures.panels()
    panels = [one for one in first.figure.axes if one.get_visible()]
    assert [one.get_title(loc="left") for one in panels] == [f"strategy {n}" for n in range(5)]
    assert {one.get_ylim() for one in panels} == {first.get_ylim()}
    assert {one.get_xlim() for one in panels} == {first.get_xlim()}


def test_places_spread_no_farther_than_they_must() -> None:
    assert spread([3.0, 1.0, 2.9], 1.0).tolist() == pytest.approx([3.45, 1.0, 2.45])
    assert spread([0.0, 0.0, 0.0], 1.0, low=0.0, high=2.0).tolist() == [0.0, 1.0, 2.0]
    crowded = spread(np.full(5, 9.0), 1.0, low=0.0, high=2.0)
    assert np.diff(crowded).tolist() == [1.0] * 4
