"""Which citizens of haba-2017 are mispriced, and which points would put that right?

A citizen's effort is the number of turns that it takes to meet it when it alone is chased (exact). What it is worth to
who takes it, village and effect counted, is measured in games; what its effort earns by the prices of the others is
fair. Then (mispriced_mended.py) the fewest changes of points that bring all into a band, and games with these.
"""

from __future__ import annotations

import pandas as pd

from analysis.king_of_dice_played import RULE, SEED, logged, provenance, source
from analysis.mispriced_mended import mended
from analysis.telling import block, part_of, with_findings
from kingdice.games.king_of_dice import load_edition
from kingdice.games.king_of_dice.fair_prices import BAND, fair_prices
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, TableBlock

PLAYERS, GAMES = 4, 20_000
SHOWN = ["citizen", "village", "points", "chance", "effort", "worth", "worth_low", "worth_high", "fair"]
SHOWN += ["ratio", "ratio_low", "ratio_high", "fair_points", "verdict"]


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    games = part_of(GAMES, share, 500)
    log = logged(RULE, PLAYERS, games, workers)
    table = fair_prices(load_edition(), log).sort_values("ratio", ignore_index=True)
    page = Page(
        title="King of Dice: which citizens are mispriced?",
        summary=(
            "What each citizen is worth to who takes it, against what its effort would earn by the prices of the "
            "others, and the fewest changes of points that would bring all into a band."
        ),
        sections=[prices(table, games), mended(table, games, workers)],
        provenance=provenance(f"chances exact; worths from games, seed {SEED}; intervals of 95 % over games"),
        command="python -m analysis mispriced",
    )
    return with_findings(page)


def prices(table: pd.DataFrame, games: int) -> Section:
    """Worth against effort, citizen by citizen."""
    dear, generous = (table[table["verdict"] == one] for one in ("dear", "generous"))
    first, exponent = table.attrs["price_first"], table.attrs["price_exponent"]
    lowest, highest = table.iloc[0], table.iloc[-1]
    text = f"""
    Taken together, citizens pay {first:.2f} points for an effort of one turn, and {2**exponent:.2f} times as much for
    twice the effort. Held against the line of the others, {len(dear)} of {len(table)} pay less than {BAND[0]:.2f} times
    what would be fair, with the whole interval: {_names(dear)}. {len(generous)} pay more than {BAND[1]:.2f} times:
    {_names(generous.iloc[::-1])}.

    Farthest below is {lowest["citizen"]}: an effort of {lowest["effort"]:.1f} turns, worth {lowest["worth"]:.1f}
    points, where {lowest["fair"]:.1f} would be fair. Farthest above is {highest["citizen"]}: {highest["effort"]:.1f}
    turns for {highest["worth"]:.1f} points, where {highest["fair"]:.1f} would be fair. What a citizen is worth is more
    than what is printed on it: its village, what follows from its effect, and what a dragon takes from another are
    counted.
    """
    return Section(
        "Which are mispriced?",
        [
            Prose(text),
            FigureBlock(
                "prices",
                draw_intervals(
                    table,
                    label="citizen",
                    value="ratio",
                    low="ratio_low",
                    high="ratio_high",
                    xlabel="worth, as a multiple of what its effort earns elsewhere (95 % intervals)",
                    reference=1,
                    band=BAND,
                    title=f"{len(dear)} citizens pay too little, {len(generous)} too much",
                ),
                f"Each citizen's worth over what would be fair, from {lowest['citizen']} at the top to "
                f"{highest['citizen']} at the bottom; numbers in the table.",
                f"Four players ({RULE}); the shaded band holds what is near enough.",
                how="simulated",
            ),
            block("prices", table[SHOWN], "Worth and fair price of every citizen, in points.", ["chance"]),
            exact_prices(),
        ],
        sources=[source([RULE] * PLAYERS, games, "worths"), source((), 0, "chances, and points alone")],
    )


def exact_prices() -> TableBlock:
    """The same from printed points alone, exactly."""
    table = fair_prices(load_edition()).sort_values("ratio", ignore_index=True)
    columns = ["citizen", "points", "chance", "effort", "points_per_turn", "fair", "ratio", "fair_points", "verdict"]
    caption = "By printed points alone, without villages and effects; fairies and dragons have none of their own."
    return block("points-alone", table[columns], caption, ["chance"], how="exact")


def _names(table: pd.DataFrame) -> str:
    return ", ".join(f"{row.citizen} ({row.ratio:.2f})" for row in table.itertuples()) or "none"
