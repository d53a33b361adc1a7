"""What is a turn of King of Dice worth when five citizens lie on display? One display, one roll, exactly."""

from __future__ import annotations

import pandas as pd

from analysis.telling import per_cent
from kingdice.dice.figures import draw_keeps
from kingdice.dice.notation import parse_roll
from kingdice.games.king_of_dice import Display, Edition
from kingdice.games.king_of_dice.advice import PENALTY, advise, compare_policies
from kingdice.reporting.page import FigureBlock, Prose, Section, Source, TableBlock

EXAMPLE = ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28"]
ROLL = "1b 2g 4g 6r 3b 5r"


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
    {per_cent(chances[PENALTY])} of the time.

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
    title = f"{ROLL}: keep {best['keep']}; the next best costs {keeps.iloc[1]['regret']:.2f} points"
    stops = [column for column in policies.columns if column.startswith("stops_")]
    return Section(
        "A display of five",
        [
            Prose(text),
            TableBlock("turn", turn, "How the turn ends under the best policy.", ["chance"], how="exact"),
            TableBlock(
                "policies",
                policies,
                "Ways of rerolling: value in points, chance of each ending, chance of stopping after each roll.",
                [*outcomes, *stops],
                how="exact",
            ),
            Prose(kept),
            FigureBlock(
                "keeps",
                draw_keeps(keeps, outcomes=outcomes, title=title),
                f"Bars with the value of the eight best keeps of {ROLL}; the best is {best['keep']}.",
                "Value of the best keeps; in brackets what each loses against the best.",
                how="exact",
            ),
            TableBlock("keeps", keeps, "The eight best keeps of that roll.", ["success", *outcomes], how="exact"),
        ],
        sources=[Source(f"{edition.name} {edition.hash}")],
    )
