"""Figures of the King and the Robber Baron; what they show was worked out before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator, PercentFormatter

from kingdice.reporting.colours import ink_on
from kingdice.reporting.style import BEHIND, figure_style, new_axes

__all__ = [
    "draw_changed",
    "draw_flat",
    "draw_holding",
    "draw_holdings",
    "draw_seats",
    "draw_sizes",
    "draw_turns",
    "draw_worths",
]

NAMES = {"king": "King", "robber": "Robber Baron", "both": "both"}
COLOURS = {"king": "#0072B2", "robber": "#D55E00", "both": "#333333"}
_MARKERS = {"king": "o", "robber": "s", "both": "D"}
_SEEN = 0.002  # smaller shares are not to be seen
_HELD = 0.05  # in fewer games a holder's means jump about


def draw_holding(
    table: pd.DataFrame,
    *,
    card: str = "king",
    what: str = "has",
    fewest: int = 100,
    axes: Axes | None = None,
    title: str = "",
) -> Axes:
    """How likely the present holder has a card in the end, to be looked up by tiles left and the size to beat.

    Parameters
    ----------
    table : DataFrame
        As `holding_tables.holding_chances` makes it.
    card : str
        king or robber.
    what : str
        has or keeps.
    fewest : int
        Cells seen in fewer games stay empty.
    axes : Axes, optional
    title : str
    """
    some = table[(table["card"] == card) & (table["games"] >= fewest)]
    sizes = list(range(int(some["size"].min()), int(some["size"].max()) + 1))
    spans = sorted(set(zip(some["left_from"], some["left_to"], strict=True)), reverse=True)
    chance = np.full((len(sizes), len(spans)), np.nan)
    for row in some.to_dict("records"):
        chance[sizes.index(row["size"]), spans.index((row["left_from"], row["left_to"]))] = row[what]
    of = "city" if card == "king" else "road"
    capped = int(table["size"].max())
    with figure_style():
        axes = axes or new_axes(1.5 + 0.95 * len(spans), 1.8 + 0.55 * len(sizes))
        shades = axes.imshow(chance, cmap="Blues" if card == "king" else "Oranges", vmin=0, vmax=1, aspect="auto")
        for (place, span), value in np.ndenumerate(chance):
            if not np.isnan(value):
                colour = ink_on(shades.to_rgba(value)[:3])
                text = f"{100 * value:.0f}" if value < 0.995 else ">99"
                axes.annotate(text, (span, place), ha="center", va="center", fontsize=14, color=colour)
        axes.set_xticks(range(len(spans)), [f"{last}–{first}" if last > first else f"{last}" for first, last in spans])
        axes.set_yticks(range(len(sizes)), [f"{size}+" if size == capped else str(size) for size in sizes])
        axes.set_xlabel("tiles left to draw")
        axes.set_ylabel(f"tiles of the largest {of}")
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        for edge in range(1, len(spans)):
            axes.axvline(edge - 0.5, color="white", linewidth=1.5, label=BEHIND)
        for edge in range(1, len(sizes)):
            axes.axhline(edge - 0.5, color="white", linewidth=1.5, label=BEHIND)
        if title:
            axes.set_title(title)
    return axes


def draw_holdings(table: pd.DataFrame, *, what: str = "has", fewest: int = 20, title: str = "") -> Axes:
    """`draw_holding` for both cards, one above the other; returns the upper Axes."""
    with figure_style():
        figure = Figure(figsize=(11, 13))
        FigureCanvasAgg(figure)
        panels = figure.subplots(2, 1)
        for axes, card in zip(panels, ("king", "robber"), strict=True):
            draw_holding(table, card=card, what=what, fewest=fewest, axes=axes, title=f"{NAMES[card]}{title}")
    upper: Axes = panels[0]
    return upper


def draw_turns(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """What the cards are worth in the course of a game.

    Parameters
    ----------
    table : DataFrame
        As `worth_tables.worths_by_turn` makes it.
    axes : Axes, optional
    title : str
    """
    with figure_style():
        axes = axes or new_axes(10, 6)
        for card, some in table.groupby("card", sort=False):
            colour = COLOURS[str(card)]
            if "now" in some:
                axes.plot(
                    some["turn"], some["now"], color=colour, linestyle=":", label=f"{NAMES[str(card)]}: if it ended now"
                )
            held = some[some["held"] >= _HELD]
            label = f"{NAMES[str(card)]}: what the holder gets in the end"
            axes.plot(held["turn"], held["holder_gets"], color=colour, label=label)
            axes.fill_between(
                held["turn"], held["holder_gets_low"], held["holder_gets_high"], color=colour, alpha=0.15, linewidth=0
            )
        axes.set_ylim(bottom=0)
        axes.set_xlim(0, table["turn"].max() + 1)
        axes.grid(visible=True, axis="both")
        axes.set_xlabel("turn")
        axes.set_ylabel("points")
        axes.legend(loc="lower right")
        if title:
            axes.set_title(title)
    return axes


def draw_worths(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """What each card is worth at the end: the mean, and a line for nine games in ten.

    Parameters
    ----------
    table : DataFrame
        Columns label (which games), card, mean, quantile_5, quantile_95.
    axes : Axes, optional
    title : str
    """
    shown = table[table["card"] != "both"]
    labels = list(dict.fromkeys(shown["label"]))
    with figure_style():
        axes = axes or new_axes(10, 1.6 + 0.62 * len(labels))
        for step, (card, some) in enumerate(shown.groupby("card", sort=False)):
            place = np.array([labels.index(label) for label in some["label"]]) + 0.26 * (step - 0.5)
            colour = COLOURS[str(card)]
            axes.hlines(place, some["quantile_5"], some["quantile_95"], color=colour, linewidth=2, alpha=0.85)
            axes.plot(
                some["mean"], place, color=colour, marker=_MARKERS[str(card)], linestyle="", label=NAMES[str(card)]
            )
            for at, mean, most in zip(place, some["mean"], some["quantile_95"], strict=True):
                axes.annotate(
                    f"{mean:.1f}", (most, at), xytext=(7, 0), textcoords="offset points", va="center", fontsize=11
                )
        axes.set_yticks(range(len(labels)), labels)
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.set_xlim(left=0)
        axes.set_xlabel("points (mean; the line holds nine games in ten)")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handletextpad=0.3)
        if title:
            axes.set_title(title, pad=40)
    return axes


def draw_changed(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """How many results the cards change by rule, each card alone and both.

    Parameters
    ----------
    table : DataFrame
        Columns rule, cards, changed with changed_low and changed_high.
    axes : Axes, optional
    title : str
    """
    rules = list(dict.fromkeys(table["rule"]))
    with figure_style():
        axes = axes or new_axes(10, 1.6 + 0.75 * len(rules))
        for step, cards in enumerate(("both", "king", "robber")):
            some = table[table["cards"] == cards]
            place = np.array([rules.index(rule) for rule in some["rule"]]) + 0.24 * (step - 1)
            label = "both cards" if cards == "both" else f"{NAMES[cards]} alone"
            axes.errorbar(
                some["changed"],
                place,
                xerr=[some["changed"] - some["changed_low"], some["changed_high"] - some["changed"]],
                fmt=_MARKERS[cards],
                color=COLOURS[cards],
                elinewidth=1.5,
                capsize=3,
                markersize=8,
                label=label,
            )
        axes.set_yticks(range(len(rules)), rules)
        axes.set_ylim(len(rules) - 0.5, -0.5)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.set_xlabel("games with another result than without the cards (95 % intervals)")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, handletextpad=0.3)
        if title:
            axes.set_title(title, pad=40)
    return axes


def draw_flat(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """How many results stay as they are if the cards bring so many points each.

    Parameters
    ----------
    table : DataFrame
        Columns label (which games), points, same_result.
    axes : Axes, optional
    title : str
    """
    with figure_style():
        axes = axes or new_axes(10, 6)
        for number, (label, some) in enumerate(table.groupby("label", sort=False)):
            axes.plot(some["points"], some["same_result"], color=f"C{number % 6}", label=str(label))
            top = int(some["same_result"].to_numpy().argmax())
            axes.plot(some["points"].iloc[top], some["same_result"].iloc[top], color=f"C{number % 6}", marker="o")
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.xaxis.set_major_locator(MultipleLocator(5))
        axes.grid(visible=True, axis="both")
        axes.set_xlabel("points for either card")
        axes.set_ylabel("games with the same result as by the official rule")
        axes.legend(loc="lower center")
        if title:
            axes.set_title(title)
    return axes


def draw_seats(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """What each seat wins, with the cards and without them, as multiples of the fair share.

    Parameters
    ----------
    table : DataFrame
        Columns label (which games), seat, win_share and without, each with `_low` and `_high`.
    axes : Axes, optional
    title : str
    """
    labels = [f"{row['label']}, seat {row['seat']}" for row in table.to_dict("records")]
    fair = table.groupby("label")["seat"].transform("max").to_numpy()
    with figure_style():
        axes = axes or new_axes(10, 1.6 + 0.5 * len(labels))
        axes.axvline(1, color="#808080", linewidth=1.2, zorder=1)
        kinds: Sequence[tuple[str, str, str, str]] = (
            ("win_share", "with the cards", "#0072B2", "o"),
            ("without", "without their points", "#808080", "s"),
        )
        for step, (name, label, colour, marker) in enumerate(kinds):
            value, low, high = (table[f"{name}{end}"].to_numpy() * fair for end in ("", "_low", "_high"))
            axes.errorbar(
                value,
                np.arange(len(labels)) + 0.24 * (step - 0.5),
                xerr=[value - low, high - value],
                fmt=marker,
                color=colour,
                elinewidth=1.5,
                capsize=3,
                markersize=8,
                label=label,
            )
        axes.set_yticks(range(len(labels)), labels)
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.set_xlabel("wins, as a multiple of the fair share (95 % intervals)")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handletextpad=0.3)
        if title:
            axes.set_title(title, pad=40)
    return axes


def draw_sizes(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """How large the city and the road are that hold the cards in the end.

    Parameters
    ----------
    table : DataFrame
        As `hand_tables.record_sizes` makes it.
    axes : Axes, optional
    title : str
    """
    with figure_style():
        axes = axes or new_axes(10, 5)
        for step, (card, some) in enumerate(table.groupby("card", sort=False)):
            axes.bar(
                some["size"] + 0.4 * (step - 0.5), some["share"], width=0.4, color=COLOURS[str(card)],
                label=NAMES[str(card)],
            )  # fmt: skip
        axes.xaxis.set_major_locator(MultipleLocator(1))
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.set_xlim(1.4, table["size"][table["share"] >= _SEEN].max() + 0.6)
        axes.grid(visible=True, axis="y")
        axes.grid(visible=False, axis="x")
        axes.set_xlabel("tiles of the largest completed city or road")
        axes.set_ylabel("share of games")
        axes.legend(loc="upper right")
        if title:
            axes.set_title(title)
    return axes
