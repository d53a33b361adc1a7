"""Each fault of a figure, planted on a sound one, is found and is the only one."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.axes import Axes

from kingdice.reporting.figure_check import figure_faults
from kingdice.reporting.style import BEHIND, figure_style, new_axes


def sound(width: float = 7) -> Axes:
    """A figure without a fault."""
    with figure_style():
        axes = new_axes(width, 4)
        axes.plot([0, 1, 2], [1, 3, 2], color="#0072B2", marker="o")
        axes.set_xlabel("turn")
        axes.set_ylabel("points")
        axes.set_title("A finding")
        axes.annotate("a point", (1, 3), xytext=(8, 0), textcoords="offset points", color="#222222")
    return axes


def test_a_sound_figure_has_no_fault_and_stays_as_it_was() -> None:
    axes = sound()
    before = [(line.get_alpha(), line.get_color()) for line in axes.lines]
    assert figure_faults(axes) == []
    assert [(line.get_alpha(), line.get_color()) for line in axes.lines] == before
    assert all(text.get_alpha() is None for text in axes.texts)
    assert type(axes.figure.get_layout_engine()).__name__ == "ConstrainedLayoutEngine"


def small(axes: Axes) -> None:
    axes.texts[0].set_fontsize(8)


def pale_word(axes: Axes) -> None:
    axes.texts[0].set_color("#909090")


def pale_line(axes: Axes) -> None:
    axes.plot([0, 2], [2.5, 2.5], color="#E69F00")


def pale_points(axes: Axes) -> None:
    axes.scatter([0.5, 1.5], [1.5, 1.5], color=["#0072B2", "#F0E442"])


def see_through_line(axes: Axes) -> None:
    axes.plot([0, 2], [2.5, 2.5], color="#0072B2", alpha=0.3)


def pale_bars(axes: Axes) -> None:
    axes.bar([0, 1], [0.5, 0.6], color="#BBBBBB", linewidth=0)


def pale_interval(axes: Axes) -> None:
    axes.hlines([1.2], [0], [2], color="#CCCCCC")


def crossing(axes: Axes) -> None:
    axes.annotate("another", (1, 3), xytext=(12, 2), textcoords="offset points", color="#222222")


def cut_off(axes: Axes) -> None:
    axes.text(1.9, 1.05, "beyond the edge", clip_on=True, color="#222222")


def not_drawn(axes: Axes) -> None:
    axes.annotate("nowhere", (5, 2), color="#222222")


def no_title(axes: Axes) -> None:
    axes.set_title("", loc="left")


def no_name_across(axes: Axes) -> None:
    axes.set_xlabel("")


def no_name_upwards(axes: Axes) -> None:
    axes.set_ylabel("")


PLANTED: list[tuple[Callable[[Axes], None], str]] = [
    (small, r"'a point' is 8\.0 points at the width of a page: expected at least 9"),
    (pale_word, r"'a point' has a contrast of 3\.2: expected at least 4\.5"),
    (pale_line, r"a line has a contrast of 2\.[23]: expected at least 3"),
    (pale_points, r"a point has a contrast of 1\.3: expected at least 3"),
    (see_through_line, r"a line has a contrast of 1\.\d: expected at least 3"),
    (pale_bars, r"a bar has a contrast of 1\.9: expected at least 3"),
    (pale_interval, r"a line has a contrast of 1\.6: expected at least 3"),
    (crossing, r"'a point' overlaps 'another'"),
    (cut_off, r"'beyond the edge' is cut off"),
    (not_drawn, r"'nowhere' is not drawn: what it points at lies outside of the axes"),
    (no_title, r"there is no title"),
    (no_name_across, r"the horizontal scale has no name"),
    (no_name_upwards, r"the vertical scale has no name"),
]


@pytest.mark.parametrize(("plant", "fault"), PLANTED, ids=[plant.__name__ for plant, _ in PLANTED])
def test_a_planted_fault_is_found_alone(plant: Callable[[Axes], None], fault: str) -> None:
    axes = sound()
    plant(axes)
    (found,) = figure_faults(axes)
    assert re.fullmatch(fault, found), found


def test_words_are_held_against_what_is_behind_them() -> None:
    axes = sound()
    axes.axvspan(0.9, 1.7, color="#444444", linewidth=0, zorder=0)
    assert any("'a point' has a contrast of" in fault for fault in figure_faults(axes))
    axes.texts[0].set_color("white")
    assert not any("'a point'" in fault for fault in figure_faults(axes))


def test_a_wide_figure_is_judged_as_small_as_a_page_shows_it() -> None:
    assert figure_faults(sound(9)) == []
    assert any("is 8.0 points" in fault or "is 8.1 points" in fault for fault in figure_faults(sound(15)))


def test_light_points_may_have_a_dark_edge_and_scenery_may_be_faint() -> None:
    axes = sound()
    axes.scatter([0.5], [1.5], color="#B8D9EE", edgecolor="#333333", linewidth=0.7, s=70)
    axes.plot([0, 2], [2.5, 2.5], color="#DDDDDD", label=BEHIND)
    assert figure_faults(axes) == []


def test_names_along_an_axis_need_no_name_themselves() -> None:
    axes = sound()
    axes.set_yticks([1, 2, 3], ["elf", "orc", "gnome"])
    axes.set_ylabel("")
    assert figure_faults(axes) == []


def test_labels_of_ticks_out_of_sight_do_not_count() -> None:
    axes = sound()
    axes.set_xticks(np.arange(0, 40), [f"a long label {n}" for n in range(40)])
    axes.set_xlim(-0.1, 0.9)
    axes.texts[0].set_visible(False)
    assert figure_faults(axes) == []
