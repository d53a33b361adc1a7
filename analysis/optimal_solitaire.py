"""What does optimal solitaire play of Yahtzee and Yatzy look like?

Both games are solved exactly with the package's turn solver, and every score's chance is worked out. The rules that
change the value are switched off one at a time, and a player who overlooks the upper bonus is followed to the end.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.optimal_solitaire_boxes import by_box
from analysis.optimal_solitaire_rules import rules
from analysis.solitaire import YAHTZEE, YATZY, Outcomes, outcomes, solve_card
from analysis.telling import Found, block, with_findings
from kingdice import __version__
from kingdice.reporting.forms import draw_ridges
from kingdice.reporting.page import FigureBlock, Page, Prose, Section

EXACT = "exact, over whole games"
HIGHS = (150, 200, 250, 300, 400, 500)
MOST = 600


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page; nothing is played for it."""
    best = {card.name: outcomes(solve_card(card)) for card in (YAHTZEE, YATZY)}
    page = Page(
        title="Yahtzee and Yatzy alone, played as well as can be",
        summary=(
            "Solitaire Yahtzee and Scandinavian Yatzy, solved with the package's own turn solver: their value, how "
            "scores spread, what each box brings, and what bonus and jokers are worth. All numbers are exact."
        ),
        sections=[scores(best), by_box(best, EXACT), rules(best, EXACT)],
        provenance={
            "edition": "Yahtzee (13 boxes, jokers free), Scandinavian Yatzy (15 boxes)",
            "method": "exact (keep lattice in float64; ties: more dice kept, then the leftmost box)",
            "package": f"kingdice {__version__}",
        },
        command="python -m analysis optimal-solitaire",
    )
    return with_findings(page)


def scores(best: dict[str, Outcomes]) -> Section:
    """Value and spread."""
    table = pd.DataFrame({name: _measures(ends) for name, ends in best.items()}).rename_axis("quantity").reset_index()
    shares = table["quantity"].str.contains("chance|or more")
    table.insert(1, "unit", np.where(shares, "share", "points"))
    by = Found(table)
    high = 1 / by("Yahtzee", quantity="400 points or more")
    text = f"""
    The best play of Yahtzee scores {by("Yahtzee", quantity="mean"):.4f} points on average, that of Yatzy
    {by("Yatzy", quantity="mean"):.4f}. Others found the same: 254.5896 for Yahtzee (Verhoeff 1999, with a standard
    deviation of 59.61 and a median of 248), and yatzy-solver 1.0.0 gives 254.58960948 and 248.43998938.

    Yahtzee is the wilder game: its scores have a standard deviation of {by("Yahtzee", quantity="sd"):.1f} points, those
    of Yatzy {by("Yatzy", quantity="sd"):.1f}. The hundreds for further Yahtzees draw out a long tail; one game in
    {high:.0f} reaches 400 points, more than any game of Yatzy can. The upper bonus is earned in
    {by.share("Yahtzee", quantity="chance of the upper bonus")} of games of Yahtzee and
    {by.share("Yatzy", quantity="chance of the upper bonus")} of Yatzy, where it is worth more.
    """
    spread = pd.concat([_histogram(name, ends) for name, ends in best.items()], ignore_index=True)
    medians = (by(name, quantity="median") for name in best)
    return Section(
        "What does the best play score?",
        [
            Prose(text),
            FigureBlock(
                "scores",
                draw_ridges(
                    spread,
                    group="game",
                    at="points",
                    share="share",
                    xlabel="final score, in steps of 10 points",
                    title="Half of all games reach {:.0f} points in Yahtzee, {:.0f} in Yatzy".format(*medians),
                ),
                "Two ridges, how often each score comes up: Yatzy ends below 400 points, Yahtzee has a long tail.",
                f"Every choice is the best for the expected score; scores above {MOST} points are left out.",
                how=EXACT,
            ),
            block("scores", table, "Final scores under the best play.", list(best), how=EXACT),
        ],
    )


def _measures(ends: Outcomes) -> dict[str, float]:
    """What is said of the scores of a game."""
    low, median, high = (ends.quantile(chance) for chance in (0.05, 0.5, 0.95))
    found = {"mean": ends.mean, "sd": ends.sd, "one in twenty at most": low, "median": median}
    found |= {"one in twenty at least": high, "chance of the upper bonus": ends.bonus}
    return found | {f"{points} points or more": ends.at_least(points) for points in HIGHS}


def _histogram(name: str, ends: Outcomes, width: int = 10) -> pd.DataFrame:
    """The chance of scores in steps, up to where they are rare."""
    edges = np.arange(0, min(MOST, ends.scores.size), width)
    shares = np.add.reduceat(ends.scores, edges)
    shares[-1] = ends.scores[edges[-1] : edges[-1] + width].sum()
    return pd.DataFrame({"game": name, "points": edges + width / 2, "share": shares})
