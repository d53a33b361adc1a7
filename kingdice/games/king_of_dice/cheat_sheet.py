"""One page to lay beside the game: how likely every citizen is, what to keep for it, what effects are worth.

The page is drawn in millimetres on one Axes, A4 upright; rows are as high as an edition of 64 citizens allows. The same
edition gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import is_color_like
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle

import kingdice
from kingdice.files import check_writable, write_whole
from kingdice.games.king_of_dice.edition import Citizen, Edition
from kingdice.games.king_of_dice.effect_worths import chasing_costs, effect_worths
from kingdice.games.king_of_dice.keep_rules import keep_rules
from kingdice.games.king_of_dice.odds import card_odds
from kingdice.reporting.colours import GREY, INK, SEQUENTIAL, ink_on
from kingdice.reporting.style import figure_style

__all__ = ["draw_cheat_sheet", "write_cheat_sheet"]

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 9.0  # millimetres
POINT = 25.4 / 72
SMALLEST, LARGEST = 6.5, 8.0  # points
RIGHT = WIDTH - MARGIN
TOP_OF_ROWS, BOTTOM_OF_ROWS, HIGHEST_ROW = 34.0, 218.0, 4.6
MOST_COLUMNS = 5  # of chances by rolls
# left edges of the columns, right ones of points and costs
VILLAGE, NAME, NEEDS, POINTS, CHANCES, KEEP, COST, KEPT = 11.5, 29.5, 46.5, 86.5, 88.5, 126.5, 167.5, 169.5
RULES = {
    "best-bet": ("The best bet", "after every roll, most chance × (points + village + penalty saved)"),
    "first-met": ("The first met", "stop as soon as a card is met; until then the likeliest"),
    "easiest": ("The likeliest", "the likeliest card, all turn long"),
    "highest": ("The dearest", "the card with the most points, all turn long"),
}


def write_cheat_sheet(edition: Edition, path: Path, *, displays: int = 200, seed: int = 1) -> None:
    """Print the page to a PDF file, whole or not at all.

    Parameters
    ----------
    edition : Edition
    path : Path
    displays : int
        How many random displays are solved for what effects are worth.
    seed : int

    Raises
    ------
    RunError
        When the file cannot be written.
    """
    check_writable(path)
    axes = draw_cheat_sheet(
        edition,
        card_odds(edition, rolls=max(_rolls_shown(edition))),
        keep_rules(edition),
        effect_worths(edition, displays=displays, seed=seed),
        chasing_costs(edition, displays=displays, seed=seed),
    )
    content = io.BytesIO()
    with figure_style(), mpl.rc_context({"savefig.bbox": "standard", "pdf.fonttype": 42}):
        figure: Any = axes.get_figure(root=True)
        about = {"CreationDate": None, "Creator": "kingdice", "Title": f"{edition.title or edition.name}: cheat sheet"}
        figure.savefig(content, format="pdf", metadata=about)
    write_whole(path, content.getvalue())


def draw_cheat_sheet(
    edition: Edition, odds: pd.DataFrame, keeps: pd.DataFrame, effects: pd.DataFrame, chasing: pd.DataFrame
) -> Axes:
    """Draw the page from its tables: `card_odds` (elves' rolls too), `keep_rules`, `effect_worths`, `chasing_costs`."""
    with figure_style(), mpl.rc_context({"figure.constrained_layout.use": False}):
        figure = Figure(figsize=(WIDTH / 25.4, HEIGHT / 25.4))
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(HEIGHT, 0)
        axes.axis("off")
        sheet = _Sheet(axes)
        rolls = _rolls_shown(edition)
        sheet.say(MARGIN, 13.5, edition.title or edition.name, size=17, bold=True, width=RIGHT - MARGIN)
        sheet.say(
            MARGIN,
            19.5,
            f"What every citizen takes, and what to keep for it, in a turn of {edition.rules.rolls} rolls. Chances in "
            "per cent, exact, for a citizen that alone is chased as well as can be.",
            size=8,
            colour=GREY,
            width=RIGHT - MARGIN,
        )
        _draw_heads(sheet, edition, rolls)
        end = _draw_citizens(sheet, edition, rolls, odds.set_index("id"), keeps.set_index("citizen"))
        _draw_chasing(sheet, end + 9, chasing)
        _draw_effects(sheet, end + 9, edition, effects)
        made = f"kingdice {kingdice.__version__}, edition {edition.name} {edition.hash}"
        sheet.say(RIGHT, HEIGHT - 6, made, size=SMALLEST, colour=GREY, align="right")
    return axes


@dataclass(frozen=True)
class _Sheet:
    """Writes and fills in millimetres from the top left."""

    axes: Axes

    def say(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = LARGEST,
        bold: bool = False,
        colour: str = INK,
        width: float = 0,
        align: str = "left",
    ) -> None:
        """Words on a line whose middle is at y; made to fit a width: smaller first, then cut off."""
        if width:
            while size > SMALLEST and _wide(words, size, bold) > width:
                size = max(SMALLEST, size - 0.25)
            if _wide(words, size, bold) > width:
                while words and _wide(words + "…", size, bold) > width:
                    words = words[:-1]
                words += "…"
        weight = "bold" if bold else "normal"
        place: dict[str, Any] = {"ha": align, "va": "center_baseline", "parse_math": False}
        self.axes.text(x, y, words, fontsize=size, fontweight=weight, color=colour, **place)

    def fill(self, x: float, y: float, width: float, height: float, colour: Any) -> None:
        """A rectangle whose upper left corner is at x, y."""
        self.axes.add_artist(Rectangle((x, y), width, height, facecolor=colour, edgecolor="none"))

    def line(self, x: float, y: float, to: float, colour: str = "#9AA3AE", width: float = 0.5) -> None:
        """A level line."""
        self.axes.plot([x, to], [y, y], color=colour, linewidth=width, solid_capstyle="butt")

    def paragraph(self, x: float, y: float, words: str, *, width: float, size: float, colour: str = INK) -> float:
        """Words in lines; returns where the next line would be."""
        line = ""
        for word in words.split():
            if line and _wide(f"{line} {word}", size, False) > width:
                self.say(x, y, line, size=size, colour=colour)
                y, line = y + size * POINT * 1.25, ""
            line = f"{line} {word}".strip()
        self.say(x, y, line, size=size, colour=colour)
        return y + size * POINT * 1.25


def _wide(words: str, size: float, bold: bool) -> float:
    """How wide words are, in millimetres."""
    return _width_of_a_point(words, bold) * size * POINT


@lru_cache(maxsize=4096)
def _width_of_a_point(words: str, bold: bool) -> float:
    font = FontProperties(size=50, weight="bold" if bold else "normal")  # large, so that little hinting is in it
    return float(_RULER.get_text_width_height_descent(words, font, False)[0]) / 50


_CANVAS: Any = FigureCanvasAgg(Figure(figsize=(1, 1), dpi=72))
_RULER = _CANVAS.get_renderer()


def _rolls_shown(edition: Edition) -> list[int]:
    """Numbers of rolls that have a column: those of a turn, one more where a citizen gives it, at most five."""
    more = any(one.effect == "fourth roll" for one in edition.citizens)
    most = edition.rules.rolls + more
    return list(range(1, most + 1))[-MOST_COLUMNS:]


def _draw_heads(sheet: _Sheet, edition: Edition, rolls: Sequence[int]) -> None:
    y, small = TOP_OF_ROWS - 2.6, 7.0
    for x, words in ((VILLAGE, "village"), (NAME, "citizen"), (NEEDS, "needs")):
        sheet.say(x, y, words, size=small, colour=GREY)
    sheet.say(POINTS, y, "pts", size=small, colour=GREY, align="right")
    sheet.say(CHANCES, y - 4.4, "chance with rolls left", size=small, colour=GREY)
    step = (KEEP - 2 - CHANCES) / len(rolls)
    for place, number in enumerate(rolls):
        usual = number == edition.rules.rolls
        sheet.say(CHANCES + (place + 0.5) * step, y, str(number), size=LARGEST, bold=usual, align="center")
    sheet.say(KEEP, y, "keep", size=small, colour=GREY)
    sheet.say(COST, y, "costs", size=small, colour=GREY, align="right")
    if edition.rules.rolls > 1:
        sheet.say(KEPT, y - 4.4, "chance then, by dice kept", size=small, colour=GREY, width=RIGHT - KEPT)
        step = (RIGHT - KEPT) / edition.pool.dice
        for kept in range(edition.pool.dice):
            sheet.say(KEPT + (kept + 0.5) * step, y, str(kept), size=LARGEST, align="center")
    sheet.line(MARGIN, TOP_OF_ROWS - 0.3, RIGHT, colour=INK, width=0.8)


def _draw_citizens(
    sheet: _Sheet, edition: Edition, rolls: Sequence[int], odds: pd.DataFrame, keeps: pd.DataFrame
) -> float:
    """Draw the rows; returns where they end."""
    height = min(HIGHEST_ROW, (BOTTOM_OF_ROWS - TOP_OF_ROWS) / len(edition.citizens))
    size = min(LARGEST, max(SMALLEST, 0.72 * height / POINT))
    y, chance = TOP_OF_ROWS, odds[f"p{edition.rules.rolls}"].to_dict()
    homes = [*(village.name for village in edition.villages), None]
    for home in homes:
        group = [one for one in edition.citizens if one.village == home]
        group.sort(key=lambda one: -chance[one.id])
        if not group:
            continue
        village = next((one for one in edition.villages if one.name == home), None)
        colour = village.colour if village is not None and is_color_like(village.colour) else "#B8BFC8"
        sheet.fill(MARGIN, y + 0.25, 1.4, height * len(group) - 0.5, colour)
        sheet.say(VILLAGE, y + height / 2, home or "no village", size=size, bold=True, width=NAME - 1.5 - VILLAGE)
        if village is not None and len(group) > 1:
            tops = "+" + ", ".join(str(value) for value in village.values)
            sheet.say(VILLAGE, y + 1.5 * height, tops, size=SMALLEST, colour=GREY, width=NAME - 1.5 - VILLAGE)
        for citizen in group:
            _draw_row(
                sheet, y, height, size, citizen, odds.loc[citizen.id], keeps.loc[citizen.id], rolls, edition.rules.rolls
            )
            y += height
        sheet.line(MARGIN, y, RIGHT)
    return y


def _draw_row(
    sheet: _Sheet,
    y: float,
    height: float,
    size: float,
    citizen: Citizen,
    odds: Any,
    keeps: Any,
    rolls: Sequence[int],
    usual: int,
) -> None:
    middle = y + height / 2
    sheet.say(NAME, middle, citizen.citizen, size=size, width=NEEDS - 1.5 - NAME)
    sheet.say(NEEDS, middle, citizen.needs, size=size, bold=True, width=POINTS - 7 - NEEDS)
    sheet.say(POINTS, middle, str(citizen.points).replace("-", "−"), size=size, align="right")
    step = (KEEP - 2 - CHANCES) / len(rolls)
    for place, number in enumerate(rolls):
        here = CHANCES + place * step, y, step, height
        _draw_cell(sheet, here, size, float(odds[f"p{number}"]), bold=number == usual)
    sheet.say(KEEP, middle, keeps["rule"], size=size, width=COST - 7 - KEEP)
    if float(keeps["cost"]) > 5e-4:
        sheet.say(COST, middle, f"−{_percent(float(keeps['cost']))}", size=SMALLEST, colour=GREY, align="right")
    columns = [name for name in keeps.index if name.startswith("keep_")]
    step = (RIGHT - KEPT) / len(columns)
    for place, name in enumerate(columns):
        if keeps[name] == keeps[name]:
            _draw_cell(sheet, (KEPT + place * step, y, step, height), size, float(keeps[name]))


def _draw_cell(
    sheet: _Sheet, here: tuple[float, float, float, float], size: float, chance: float, *, bold: bool = False
) -> None:
    x, y, width, height = here
    colour = SEQUENTIAL(chance)
    sheet.fill(x + 0.2, y + 0.2, width - 0.4, height - 0.4, colour)
    place = x + width / 2, y + height / 2
    sheet.say(*place, _percent(chance), size=size, bold=bold, colour=ink_on(colour), align="center")


def _percent(chance: float) -> str:
    """In whole per cent, with a tenth below 10."""
    hundredfold = 100 * chance
    return f"{hundredfold:.0f}" if hundredfold >= 9.95 else f"{hundredfold:.1f}"


def _draw_chasing(sheet: _Sheet, y: float, chasing: pd.DataFrame) -> None:
    x, width = MARGIN, 91.0
    sheet.say(x, y, "Which card to chase", size=11, bold=True)
    y += 6
    if len(chasing):
        y = sheet.paragraph(
            x, y, "Points that a simple rule gives away in a turn, against the best play, which minds all cards on "
            "display at once:", width=width, size=7.5,
        ) + 1.2  # fmt: skip
        found: list[Any] = chasing.to_dict("records")
        for row in found:
            name, words = RULES[row["strategy"]]
            sheet.say(x, y, name, bold=True)
            sheet.say(x + 24, y, f"−{row['cost']:.2f}", bold=True)
            beside = x + 25 + max(9.0, _wide(f"−{row['cost']:.2f}", LARGEST, True))
            sheet.say(beside, y, f"({_between(row)})", size=7, colour=GREY)
            y = sheet.paragraph(x, y + 3.5, words, width=width, size=7.5) + 1.0
    sheet.paragraph(
        x, y + 0.6, "Keep: a rule for every roll; where it changes, the first roll’s comes first. Costs: how many of a "
        "hundred turns it gives away against the best play; no rule: none is short. Chance then: after the first roll, "
        "with so many dice kept by the best play.", width=width, size=7, colour=GREY,
    )  # fmt: skip


def _draw_effects(sheet: _Sheet, y: float, edition: Edition, effects: pd.DataFrame) -> None:
    x = MARGIN + 98
    width = RIGHT - x
    sheet.say(x, y, "What effects are worth", size=11, bold=True)
    y += 6
    for name, words in _effect_lines(edition, effects.set_index("what")):
        sheet.say(x, y, name, bold=True, width=26)
        y = sheet.paragraph(x + 27, y, words, width=width - 27, size=7.5) + 0.9
    if len(effects):
        about = effects.attrs
        sheet.paragraph(
            x, y + 0.6, f"With an interval ({100 * about['level']:g} %): mean of {about['displays']} displays drawn at "
            "random, as at the start of a game, each solved exactly. All else is exact.",
            width=width, size=7, colour=GREY,
        )  # fmt: skip


def _effect_lines(edition: Edition, effects: pd.DataFrame) -> list[tuple[str, str]]:
    """Each effect of the edition, and what to know about it."""
    known: dict[str, Any] = dict(zip(effects.index, effects.to_dict("records"), strict=True))
    named: dict[str, list[Citizen]] = {}
    for citizen in edition.citizens:
        named.setdefault(citizen.effect or "", []).append(citizen)
    lines = []
    if "fourth roll" in named and "fourth roll" in known:
        lines.append(
            (_name(named["fourth roll"]), f"a roll more: {_worth(known['fourth roll'])} in every turn that has it")
        )
    if "extra turn" in named and "turn" in known:
        lines.append((_name(named["extra turn"]), f"another turn: {_worth(known['turn'])}"))
    if "fairy" in named:
        count = len(named["fairy"])
        each = [2 * place + 1 if edition.rules.fairies == "n each" else place + 1 for place in range(count)]
        lines.append(
            (_name(named["fairy"]), "one after the other: " + ", ".join(str(one) for one in each[:9]) + " points")
        )
    if "neighbour" in named:
        lines.append(
            (_name(named["neighbour"]), f"the card to its right: {known['neighbour']['points']:.2f} on average")
        )
    if "given away" in named:
        lines.append(
            (_name(named["given away"]), "given to one opponent: a lead of its points over the number of opponents")
        )
    villages = sorted({"-".join(str(value) for value in one.values[:6]) for one in edition.villages})
    more = f"; those on top add {_worth(known['villages'])} a turn" if "villages" in known else ""
    lines.append(("villages", f"{', '.join(villages[:3])}{'…' * (len(villages) > 3)} for a card under its own{more}"))
    cards = [-one.points for one in edition.penalties for _ in range(one.copies)]
    fails = ""
    if "failures" in known:
        row = known["failures"]
        fails = f"; the best play still fails in {100 * row['points']:.0f} % of turns"
    lines.append(("penalty", f"{sum(cards) / len(cards):.2f} on average, {min(cards)} to {max(cards)}{fails}"))
    return lines


def _name(citizens: Sequence[Citizen]) -> str:
    names = list(dict.fromkeys(one.citizen for one in citizens))
    return ", ".join(names)


def _worth(row: dict[str, Any]) -> str:
    return f"{row['points']:.2f} points ({_between(row)})"


def _between(row: dict[str, Any]) -> str:
    return f"{row['low']:.2f} to {row['high']:.2f}"
