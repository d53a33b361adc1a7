"""How likely is every citizen of King of Dice, and what is a turn worth?

Everything here is computed exactly: each citizen chased alone, then (in card_odds_display.py) one display of five with
the best policy, other ways of rerolling, and the keeps of one roll.
"""

from __future__ import annotations

import pandas as pd

from analysis.card_odds_display import one_display
from analysis.telling import per_cent
from kingdice import __version__
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.figures import draw_card_odds, draw_prices
from kingdice.games.king_of_dice.odds import card_odds
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, Source, TableBlock

CHANCES = ["p1", "p2", "p3", "p4"]


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page; nothing is played for it."""
    edition = load_edition()
    odds = card_odds(edition, rolls=3)
    return Page(
        title="Card odds of King of Dice",
        summary=(
            f"The chance of each of the {len(odds)} citizens with one to four rolls, what they pay for it, and what a "
            "whole turn is worth when five of them lie on display. All numbers are exact; nothing is simulated."
        ),
        sections=[all_citizens(edition, odds), prices(edition, odds), one_display(edition)],
        provenance={
            "edition": f"{edition.name} {edition.hash}",
            "method": "exact (keep lattice in float64, checked against fractions)",
            "package": f"kingdice {__version__}",
        },
        command="python -m analysis card-odds",
    )


def all_citizens(edition: Edition, odds: pd.DataFrame) -> Section:
    """Each citizen alone, and by type."""
    kinds = odds.assign(type=odds["id"].str.split("-").str[0]).groupby("type", sort=False)
    by_type = kinds[CHANCES].mean().assign(cards=kinds.size()).reset_index()
    third = (odds["p3"] - odds["p2"]).mean()
    fourth = (odds["p4"] - odds["p3"]).mean()
    gain = odds.loc[(odds["p4"] - odds["p3"]).idxmax()]
    sure = odds.loc[odds["p3"].idxmax()]
    rare = odds.loc[odds["p3"].idxmin()]
    text = f"""
    Each citizen is chased alone here, with the policy that makes it as likely as can be. With three rolls the chances
    run from {per_cent(rare["p3"])} ({rare["needs"]}) to {per_cent(sure["p3"])} ({sure["needs"]}).

    The third roll adds {100 * third:.1f} percentage points to a citizen's chance on average, a fourth one (the elf's
    gift) another {100 * fourth:.1f}. It helps most where a card is hard but not hopeless: {gain["needs"]} goes from
    {per_cent(gain["p3"])} to {per_cent(gain["p4"])}.
    """
    return Section(
        "Every citizen, chased alone",
        [
            Prose(text),
            FigureBlock(
                "odds",
                draw_card_odds(
                    odds,
                    title=f"Three rolls: from {per_cent(rare['p3'], 0)} to {per_cent(sure['p3'], 0)} (points)",
                ),
                f"Dot plot of the chance of each citizen with one to four rolls, from {sure['needs']} at the top to "
                f"{rare['needs']} at the bottom; the table below has the numbers.",
                "Chance of each citizen by number of rolls; its points in brackets (X: a fairy).",
                how="exact",
            ),
            TableBlock(
                "odds",
                odds,
                "Chance with 1 to 4 rolls, and expected points when chased with 3 rolls (a fairy "
                "counts 1, a dragon 0, no penalty taken off).",
                CHANCES,
                how="exact",
            ),
            TableBlock("types", by_type, "Mean chance of the citizens of each type.", CHANCES, how="exact"),
        ],
        sources=[Source(f"{edition.name} {edition.hash}")],
    )


def prices(edition: Edition, odds: pd.DataFrame) -> Section:
    """Do points follow difficulty?"""
    fixed = odds[[citizen.effect not in {"given away", "fairy"} for citizen in edition.citizens]].copy()
    fixed["type"] = fixed["id"].str.split("-").str[0]
    fixed["points"] = fixed["points"].astype(int)
    spots = fixed.groupby(["type", "points", "p3"], as_index=False).agg(cards=("id", "size"), needs=("needs", "first"))
    best = fixed.sort_values(["expected_points", "id"], ascending=[False, True])
    top, low = best.iloc[0], best.iloc[-1]
    text = f"""
    Points grow with difficulty, but not in step. Chased alone with three rolls, {top["needs"]} is worth
    {top["expected_points"]:.2f} points a turn and {low["needs"]} only {low["expected_points"]:.2f}. A village under
    the citizen adds two to four points to any of them, which matters most to those that pay little.
    """
    columns = ["id", "needs", "points", "p3", "expected_points"]
    return Section(
        "Do points follow difficulty?",
        [
            Prose(text),
            FigureBlock(
                "prices",
                draw_prices(
                    spots,
                    title=f"A turn on one citizen: {low['expected_points']:.1f} to {top['expected_points']:.1f} points "
                    "(grey: equal)",
                ),
                "Scatter plot of points against the chance with three rolls, a symbol for each type of citizen, with "
                "curves of equal expected points.",
                "Citizens with points of their own; larger symbols stand for several alike.",
                how="exact",
            ),
            TableBlock(
                "expected-points",
                best[columns],
                "Expected points of a turn spent on one citizen.",
                ["p3"],
                how="exact",
            ),
        ],
        sources=[Source(f"{edition.name} {edition.hash}")],
    )
