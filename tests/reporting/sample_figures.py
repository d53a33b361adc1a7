"""Every form with a table as reports have them: near neighbours, long names, rows that stand out, gaps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from kingdice.reporting import forms


def intervals() -> Axes:
    return forms.draw_intervals(
        seats(), label="seat", value="share", low="share_low", high="share_high", xlabel="win share (99 % intervals)",
        reference=0.25, band=(0.24, 0.26), percent=True, title="The fourth seat wins 2.1 points less than its share",
    )  # fmt: skip


def many_intervals() -> Axes:
    names = [f"apprentice-{n}r{n}b" if n % 3 else f"orc-{n}" for n in range(24)]
    value = np.linspace(-1.2, 0.9, 24)
    table = pd.DataFrame({"card": names, "lead": value, "lead_low": value - 0.4, "lead_high": value + 0.4})
    return forms.draw_intervals(
        table, label="card", value="lead", low="lead_low", high="lead_high", reference=0.0,
        xlabel="lead of who may not take the card, points",
        title="Without orc-0 a player ends 1.2 points behind, with it as many ahead: a title that needs two lines",
    )  # fmt: skip


def named_intervals() -> Axes:
    return forms.draw_intervals(
        seats(), label="seat", value="share", low="share_low", high="share_high", xlabel="win share", percent=True,
        emphasis=["seat 2"], title="Only the second seat is looked at",
    )  # fmt: skip


def slopes() -> Axes:
    table = pd.DataFrame(
        {
            "citizen": ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "sprite-6", "apprentice-2r2g2b", "snob-even"],
            "now": [1.2, 1.25, 1.28, 2.3, 1.53, 1.5, 2.24],
            "then": [1.6, 1.61, 1.59, 1.7, 1.55, 1.6, 1.75],
        }
    )
    return forms.draw_slopes(
        table, label="citizen", before="now", after="then", names=("haba-2017", "suggested"), decimals=2,
        ylabel="points a turn of effort", title="Six changes bring all citizens between 1.5 and 1.8 points",
    )  # fmt: skip


def named_slopes() -> Axes:
    table = pd.DataFrame({"who": ["a", "b", "c"], "x": [0.5, 0.51, 0.3], "y": [0.4, 0.42, 0.41]})
    return forms.draw_slopes(
        table, label="who", before="x", after="y", ylabel="share", percent=True, emphasis=["c"], title="Only c gains"
    )


def ridges() -> Axes:
    points = np.arange(5, 45)
    parts = []
    for name, middle in (("winner", 30), ("second", 26), ("third", 21), ("last", 15)):
        weight = np.exp(-((points - middle) ** 2) / 50)
        parts.append(pd.DataFrame({"place": name, "points": points, "share": weight / weight.sum()}))
    return forms.draw_ridges(
        pd.concat(parts), group="place", at="points", share="share", xlabel="points", title="The winner has 30 points"
    )


def heat() -> Axes:
    chances = np.random.default_rng(1).uniform(0, 1, (6, 5))
    return forms.draw_heat(
        grid(chances), row="citizen", column="rolls", value="chance", percent=True, xlabel="roll", ylabel="citizen",
        title="Every shade carries its number",
    )  # fmt: skip


def parted_heat() -> Axes:
    numbers = np.random.default_rng(2).normal(0, 3, (6, 5))
    numbers[2, 3] = np.nan
    return forms.draw_heat(
        grid(numbers).dropna(), row="citizen", column="rolls", value="chance", centre=0.0, xlabel="roll",
        ylabel="citizen", title="Blue loses, red gains",
    )  # fmt: skip


def curves() -> Axes:
    x = np.arange(1, 41)
    parts = [
        pd.DataFrame({"who": name, "turn": x, "share": 0.5 + rise * np.log(x)})
        for name, rise in (
            ("solved", 0.1),
            ("far-sighted", 0.098),
            ("greedy", 0.05),
            ("first-met", 0.0),
            ("random", -0.1),
        )
    ]
    table = pd.concat(parts)
    table = table.assign(low=table["share"] - 0.02, high=table["share"] + 0.02)
    return forms.draw_curves(
        table, x="turn", value="share", group="who", low="low", high="high", xlabel="turn", ylabel="win share",
        percent=True, reference=0.5, title="The solved player is ahead from the tenth turn on",
    )  # fmt: skip


def panels() -> Axes:
    x = np.arange(2, 6)
    parts = [
        pd.DataFrame({"who": f"strategy {n}", "players": x, "lead": n - x, "low": n - x - 0.5, "high": n - x + 0.5})
        for n in range(5)
    ]
    return forms.draw_panels(
        pd.concat(parts), panel="who", x="players", value="lead", low="low", high="high", xlabel="players",
        ylabel="lead, points", reference=0.0, title="Every strategy loses a point of lead with each player more",
    )  # fmt: skip


def seats() -> pd.DataFrame:
    share = np.array([0.268, 0.255, 0.248, 0.229])
    names = [f"seat {n}" for n in range(1, 5)]
    return pd.DataFrame({"seat": names, "share": share, "share_low": share - 0.006, "share_high": share + 0.006})


def grid(numbers: np.ndarray) -> pd.DataFrame:
    names = ["elf-4", "dwarf-3x1", "gnome-5red", "apprentice-2r2g2b", "sprite-6", "orc-3"]
    return pd.DataFrame(
        [(name, roll + 1, numbers[n, roll]) for n, name in enumerate(names) for roll in range(5)],
        columns=["citizen", "rolls", "chance"],
    )


FIGURES: list[Callable[[], Axes]] = [
    intervals, many_intervals, named_intervals, slopes, named_slopes, ridges, heat, parted_heat, curves, panels,
]  # fmt: skip
