"""How likely is every citizen of King of Dice, and what is a turn worth?

Everything here is computed exactly: each citizen chased alone, then one display of five with the best policy, other
ways of rerolling, and the keeps of one roll. Writes the page reports/card-odds.

    python analysis/card_odds.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

from kingdice import __version__
from kingdice.dice.figures import draw_keeps
from kingdice.dice.notation import parse_roll
from kingdice.games.king_of_dice import Display, Edition, load_edition
from kingdice.games.king_of_dice.advice import PENALTY, advise, compare_policies
from kingdice.games.king_of_dice.figures import draw_card_odds, draw_prices
from kingdice.games.king_of_dice.odds import card_odds
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, TableBlock, write_page

CHANCES = ["p1", "p2", "p3", "p4"]
EXAMPLE = ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28"]
ROLL = "1b 2g 4g 6r 3b 5r"


def main() -> None:
    """Build the page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "reports" / "card-odds"
    edition = load_edition()
    odds = card_odds(edition, rolls=3)
    page = Page(
        title="Card odds of King of Dice",
        summary=(
            f"The chance of each of the {len(odds)} citizens with one to four rolls, what they pay for it, and what a "
            "whole turn is worth when five of them lie on display. All numbers are exact; nothing is simulated."
        ),
        sections=[all_citizens(odds), prices(edition, odds), one_display(edition)],
        provenance={
            "edition": f"{edition.name} {edition.hash}",
            "method": "exact (keep lattice in float64, checked against fractions)",
            "package": f"kingdice {__version__}",
        },
        command="make report",
    )
    write_page(page, folder)
    print(f"{folder}: written", file=sys.stderr)


def all_citizens(odds: pd.DataFrame) -> Section:
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
    run from {rare["p3"]:.1%} ({rare["needs"]}) to {sure["p3"]:.1%} ({sure["needs"]}).

    The third roll adds {100 * third:.1f} percentage points to a citizen's chance on average, a fourth one (the elf's
    gift) another {100 * fourth:.1f}. It helps most where a card is hard but not hopeless: {gain["needs"]} goes from
    {gain["p3"]:.1%} to {gain["p4"]:.1%}.
    """
    return Section(
        "Every citizen, chased alone",
        [
            Prose(text),
            FigureBlock(
                "odds",
                draw_card_odds(odds),
                f"Dot plot of the chance of each citizen with one to four rolls, from {sure['needs']} at the top to "
                f"{rare['needs']} at the bottom; the table below has the numbers.",
                "Chance of each citizen by number of rolls; its points in brackets (X: a fairy). Exact.",
            ),
            TableBlock(
                "odds",
                odds,
                "Chance with 1 to 4 rolls, and expected points when chased with 3 rolls (a fairy "
                "counts 1, a dragon 0, no penalty taken off). Exact.",
                CHANCES,
            ),
            TableBlock("types", by_type, "Mean chance of the citizens of each type. Exact.", CHANCES),
        ],
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
                draw_prices(spots),
                "Scatter plot of points against the chance with three rolls, a symbol for each type of citizen, with "
                "curves of equal expected points.",
                "Citizens with points of their own; larger symbols stand for several alike. Exact.",
            ),
            TableBlock(
                "expected-points", best[columns], "Expected points of a turn spent on one citizen. Exact.", ["p3"]
            ),
        ],
    )


def one_display(edition: Edition) -> Section:
    """A worked example."""
    display = Display.of(edition, EXAMPLE)
    advice = advise(display)
    worths = display.worths()
    chances = advice.outcomes()
    turn = pd.DataFrame(
        {
            "outcome": [*display.ids, PENALTY],
            "needs": [*(citizen.needs for citizen in display.citizens), ""],
            "worth": [*(float(worth) for worth in worths), float(display.failing())],
            "chance": list(chances.values()),
        }
    )
    policies = compare_policies(display, ["best", "first-met", *(f"chase:{one}" for one in display.ids)])
    value = policies.set_index("policy")["value"]
    chase = value[value.index.str.startswith("chase:")]
    keeps = pd.DataFrame(advice.keeps(parse_roll(edition.pool, ROLL), 2, top=8))
    text = f"""
    Five citizens lie on display: {", ".join(display.ids)}, each pile of villages with its 2 on top and a
    penalty of {display.penalty} in wait. Played for points of one's own, the turn is worth {advice.value:.3f} and fails
    {chances[PENALTY]:.1%} of the time.

    Stopping at the first citizen met (and making that as likely as can be) brings {value["first-met"]:.3f}; chasing one
    citizen all the way brings at most {chase.max():.3f} ({chase.idxmax().removeprefix("chase:")}). Keeping several
    goals open is worth {advice.value - max(value["first-met"], chase.max()):.2f} points over the better of these.
    """
    best = keeps.iloc[0]
    kept = f"""
    The first roll shows {ROLL}. Best is to keep {best["keep"]} and roll {best["reroll"]} dice; the runner-up costs
    {keeps.iloc[1]["regret"]:.2f} points. The strips show how the turn would then end.
    """
    outcomes = [*display.ids, PENALTY]
    stops = [column for column in policies.columns if column.startswith("stops_")]
    return Section(
        "A display of five",
        [
            Prose(text),
            TableBlock("turn", turn, "How the turn ends under the best policy. Exact.", ["chance"]),
            TableBlock(
                "policies",
                policies,
                "Ways of rerolling: value in points, chance of each ending, chance of stopping after each roll. Exact.",
                [*outcomes, *stops],
            ),
            Prose(kept),
            FigureBlock(
                "keeps",
                draw_keeps(keeps, outcomes=outcomes, title=f"{ROLL}, two rolls left"),
                f"Bars with the value of the eight best keeps of {ROLL}; the best is {best['keep']}.",
                "Value of the best keeps; in brackets what each loses against the best. Exact.",
            ),
            TableBlock("keeps", keeps, "The eight best keeps of that roll. Exact.", ["success", *outcomes]),
        ],
    )


if __name__ == "__main__":
    main()
