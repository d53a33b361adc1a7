"""Figures show what their tables say."""

from __future__ import annotations

import pandas as pd
import pytest
from matplotlib.axes import Axes

from kingdice.games.kingdomino.figures import draw_castles, draw_scores, draw_seats, draw_turn_order, draw_worths
from kingdice.reporting.style import new_axes, save_figure

NUMBERS = range(1, 49)
ESTIMATES = {
    "label": ["a", "a", "b", "b"],
    "seat": [1, 2, 1, 2],
    "acts": [1, 2, 1, 2],
    "points": [10, 20, 10, 20],
    "at_least": [1.0, 0.25, 0.75, 0.5],
    "score": [0.0, -1.0, 0.0, -3.0],
    "score_low": [0.0, -1.5, 0.0, -3.5],
    "score_high": [0.0, -0.5, 0.0, -2.5],
    "times_fair": [1.2, 0.8, 1.0, 1.0],
    "times_fair_low": [1.1, 0.7, 0.9, 0.9],
    "times_fair_high": [1.3, 0.9, 1.1, 1.1],
}


@pytest.fixture(scope="module")
def estimates() -> pd.DataFrame:
    return pd.DataFrame(ESTIMATES)


@pytest.fixture(scope="module")
def worths() -> pd.DataFrame:
    scores = [one / 10 for one in NUMBERS]
    return pd.DataFrame(
        {
            "number": NUMBERS,
            "score": scores,
            "score_low": [one - 1 for one in scores],
            "score_high": [one + 1 for one in scores],
            "price": [-one for one in scores],
        }
    )


def drawn(axes: Axes) -> list[list[tuple[float, float]]]:
    """The points of every line and of every set of markers."""
    return [list(zip(line.get_xdata(), line.get_ydata(), strict=True)) for line in axes.get_lines()]


def test_worths_are_drawn_by_crowns_with_the_price_as_a_line(worths):
    axes = draw_worths(worths)
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == ["part due to the order of play", "0 crowns", "1 crown", "2 crowns", "3 crowns"]
    points = drawn(axes)
    assert points[1] == list(zip(NUMBERS, worths["price"], strict=True))
    # dominoes 1 to 18 have no crown, 19 to 40 one, 41 to 47 two, 48 three
    assert [len(some) for some in points[2:]] == [18, 22, 7, 1]
    assert points[-1] == [(48, 4.8)]
    assert "part due" not in str(draw_worths(worths.drop(columns="price")).get_legend().get_texts())


def test_seats_stand_in_rows_by_label(estimates):
    axes = draw_seats(estimates, title="Seats")
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a, seat 1", "a, seat 2", "b, seat 1", "b, seat 2"]
    assert axes.get_title(loc="left") == "Seats"
    assert [(1.2, 0.0), (0.8, 1.0)] in drawn(axes)


def test_scores_and_the_order_of_play_have_a_line_a_label(estimates):
    axes = draw_scores(estimates)
    assert drawn(axes) == [[(10, 1.0), (20, 0.25)], [(10, 0.75), (20, 0.5)]]
    order = draw_turn_order(estimates)
    assert [text.get_text() for text in order.get_legend().get_texts()] == ["a", "b"]
    assert [(1.0, 0.0), (2.0, -1.0)] in drawn(order)


@pytest.mark.parametrize("last", [5, 7])
def test_castles_say_how_many_kingdoms_are_full(last):
    cells = pd.DataFrame({"row": [1, last], "column": [2, last], "share": [0.25, 0.5], "full": [0.0, 0.125]})
    axes = draw_castles(cells)
    texts = {text.xy: text.get_text() for text in axes.texts}
    assert len(texts) == last * last
    assert texts[1, 0] == "25.0 %\nfull 0 %"
    assert texts[last - 1, last - 1] == "50.0 %\nfull 12 %"
    assert texts[0, 0] == "0.0 %"


def test_figures_are_drawn_on_the_axes_given(estimates, worths, tmp_path):
    cells = pd.DataFrame({"row": [1], "column": [1], "share": [1.0], "full": [1.0]})
    for draw, table in (
        (draw_worths, worths),
        (draw_seats, estimates),
        (draw_scores, estimates),
        (draw_turn_order, estimates),
        (draw_castles, cells),
    ):
        axes = new_axes(12, 8)
        assert draw(table, axes=axes) is axes
        save_figure(axes, tmp_path / "figure.svg")
