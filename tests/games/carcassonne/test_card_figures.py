"""Figures show what their tables say."""

from __future__ import annotations

import pandas as pd
import pytest
from matplotlib.axes import Axes

from kingdice.games.carcassonne.card_figures import (
    draw_changed,
    draw_flat,
    draw_holding,
    draw_holdings,
    draw_seats,
    draw_sizes,
    draw_turns,
    draw_worths,
)
from kingdice.reporting.style import new_axes, save_figure

HOLDING = pd.DataFrame(
    [
        {"card": card, "size": size, "left_from": first, "left_to": last, "games": games, "has": has, "keeps": has / 2}
        for card, size, first, last, games, has in (
            ("king", 2, 1, 8, 200, 0.9),
            ("king", 2, 9, 16, 200, 0.51),
            ("king", 4, 1, 8, 200, 1.0),
            ("king", 3, 9, 16, 99, 0.8),
            ("robber", 5, 73, 76, 150, 0.25),
        )
    ]
)
TURNS = pd.DataFrame(
    {
        "card": ["king", "king", "king", "robber"],
        "turn": [1, 2, 3, 3],
        "held": [0.01, 0.5, 1.0, 1.0],
        "now": [0.1, 0.5, 1.0, 0.5],
        "holder_gets": [9.0, 5.0, 6.0, 4.0],
        "holder_gets_low": [0.0, 4.0, 5.0, 3.0],
        "holder_gets_high": [18.0, 6.0, 7.0, 5.0],
    }
)
LABELLED = pd.DataFrame(
    {
        "label": ["a", "a", "b", "b"],
        "card": ["king", "robber"] * 2,
        "mean": [3.8, 5.1, 11.1, 10.9],
        "quantile_5": [1, 3, 9, 8],
        "quantile_95": [6, 8, 13, 14],
        "points": [9, 10, 9, 10],
        "same_result": [0.9, 0.95, 0.97, 0.96],
        "seat": [1, 2, 1, 2],
        "win_share": [0.55, 0.45, 0.52, 0.48],
        "win_share_low": [0.5, 0.4, 0.5, 0.46],
        "win_share_high": [0.6, 0.5, 0.54, 0.5],
        "without": [0.5, 0.5, 0.5, 0.5],
        "without_low": [0.45, 0.45, 0.48, 0.48],
        "without_high": [0.55, 0.55, 0.52, 0.52],
    }
)
CHANGED = pd.DataFrame(
    {
        "rule": ["official"] * 3 + ["flat-10"] * 3,
        "cards": ["both", "king", "robber"] * 2,
        "changed": [0.15, 0.17, 0.18, 0.12, 0.13, 0.14],
        "changed_low": [0.14, 0.16, 0.17, 0.11, 0.12, 0.13],
        "changed_high": [0.16, 0.18, 0.19, 0.13, 0.14, 0.15],
    }
)
SIZES = pd.DataFrame({"card": ["king", "king", "robber"], "size": [5, 19, 6], "share": [0.999, 0.001, 1.0]})


def written(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_holders_chances_stand_in_cells_from_many_tiles_left_to_few():
    axes = draw_holding(HOLDING, title="King")
    assert written(axes) == ["51", "90", ">99"]  # the cell that was seen in 99 games stays empty
    assert [label.get_text() for label in axes.get_xticklabels()] == ["16–9", "8–1"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["2", "3", "4"]
    assert written(draw_holding(HOLDING, what="keeps", fewest=99)) == ["26", "45", "40", "50"]
    robber = draw_holding(HOLDING, card="robber")
    assert [label.get_text() for label in robber.get_yticklabels()] == ["5+"]
    assert robber.get_ylabel() == "tiles of the largest road"


def test_both_cards_stand_one_above_the_other():
    upper = draw_holdings(HOLDING, title=": who")
    assert [axes.get_title(loc="left") for axes in upper.get_figure().axes] == ["King: who", "Robber Baron: who"]


def test_a_holders_mean_is_drawn_from_where_there_are_holders():
    axes = draw_turns(TURNS, title="Worth")
    lines = {line.get_label(): line.get_ydata().tolist() for line in axes.get_lines()}
    assert lines["King: if it ended now"] == [0.1, 0.5, 1.0]
    assert lines["King: what the holder gets in the end"] == [5.0, 6.0]
    assert lines["Robber Baron: what the holder gets in the end"] == [4.0]


def test_worths_are_marked_at_their_means_and_written_out():
    axes = draw_worths(LABELLED, title="Worth")
    marks = {line.get_label(): line.get_xdata().tolist() for line in axes.get_lines()}
    assert marks == {"King": [3.8, 11.1], "Robber Baron": [5.1, 10.9]}
    assert written(axes) == ["3.8", "11.1", "5.1", "10.9"]


def test_a_dot_marks_the_number_that_leaves_most_results_as_they_are():
    lines = draw_flat(LABELLED, title="Flat").get_lines()
    assert [line.get_xydata().tolist() for line in lines if line.get_marker() == "o"] == [[[10, 0.95]], [[9, 0.97]]]


def test_sizes_that_are_hardly_seen_are_left_out():
    assert draw_sizes(SIZES, title="Sizes").get_xlim()[1] == pytest.approx(6.6)


def test_results_and_seats_are_named_row_by_row():
    axes = draw_changed(CHANGED, title="Results")
    assert [label.get_text() for label in axes.get_yticklabels()] == ["official", "flat-10"]
    marks = [line.get_xdata().tolist() for line in axes.get_lines() if line.get_marker() in "Dos"]
    assert marks == [[0.15, 0.12], [0.17, 0.13], [0.18, 0.14]]
    axes = draw_seats(LABELLED, title="Seats")
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "a, seat 1",
        "a, seat 2",
        "b, seat 1",
        "b, seat 2",
    ]
    marks = [line.get_xdata().tolist() for line in axes.get_lines() if line.get_marker() in "os"]
    assert marks[0] == pytest.approx([1.1, 0.9, 1.04, 0.96])


@pytest.mark.parametrize(
    ("draw", "table"),
    [
        (draw_holding, HOLDING),
        (draw_turns, TURNS),
        (draw_worths, LABELLED),
        (draw_flat, LABELLED),
        (draw_changed, CHANGED),
        (draw_seats, LABELLED),
        (draw_sizes, SIZES),
    ],
)
def test_figures_are_drawn_on_given_axes_and_come_out_the_same(tmp_path, draw, table: pd.DataFrame):
    given = new_axes(6, 4)
    assert draw(table, axes=given) is given
    for name in ("one.svg", "two.svg"):
        save_figure(draw(table, title="T"), tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
