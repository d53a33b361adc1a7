"""Luck or skill, and what each liberty is worth: players of different strength, and who does without something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdice.balance.findings import SIMULATED, Judged
from kingdice.balance.paired_sections import restricted_blocks
from kingdice.balance.restricted import restricted_table
from kingdice.balance.skill import chance_share, skill_of
from kingdice.balance.wording import largest, records, smallest, told
from kingdice.comparison.estimates import normal_reach
from kingdice.comparison.intervals import sidak
from kingdice.games.carcassonne.report.runs import MINDING, PLAIN, RANDOM, Runs
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["judged_bans", "restricted_section", "restrictions", "skill_section"]

SKILL, RESTRICTED = "Luck and skill", "Restricted play"
LADDER_GAMES, SWAPPED_GAMES, BAN_GAMES = 6_000, 1_500, 1_000
TABLE = 2  # players of the ladder
_KINDS = ("cities", "roads", "monasteries", "fields")
_CARDS = {"the King": "king", "the Robber Baron": "robber", "either card": "king+robber"}
_FAIR = (0.25, 1.0)  # of a fair share, without something: neither hopeless nor better off


def skill_section(runs: Runs) -> Section:
    """Who beats whom on the same tiles, how soon that shows, and what the tiles decide."""
    asked = runs.asked
    names = (RANDOM, PLAIN, MINDING) if runs.has_cards else (RANDOM, PLAIN)
    games, swapped = runs.scaled(LADDER_GAMES), runs.scaled(SWAPPED_GAMES)
    asked.note(f"luck and skill: {', '.join(names)}, two at a table")
    skill = skill_of(runs.match, names, players=TABLE, games=games, seed=asked.seed, **asked.crew)
    pairs = tuple((names[place], names[place + 1]) for place in range(len(names) - 1))
    chance = chance_share(runs.match, pairs, players=TABLE, games=swapped, seed=asked.seed, **asked.crew)
    rungs = skill.comparison.ladder
    top, bottom = largest(rungs, "rating"), smallest(rungs, "rating")
    tell = {frozenset((row["better"], row["other"])): row for row in records(skill.to_tell)}
    near, far = tell[frozenset(names[-2:])], tell[frozenset((names[0], names[-1]))]
    alike = records(chance)[-1]
    text = f"""
    On the same tiles in the same order {top["strategy"]} stands {top["rating"] - bottom["rating"]:.0f} Elo points above
    {bottom["strategy"]}; {_needed(far)} {_sentence(_needed(near)) if near is not far else ""}

    When {alike["one"]} and {alike["other"]} exchange their places on the same tiles, the leads of the two games have a
    correlation of {told(alike["chance_share"], alike["low"], alike["high"])}: at least that part of a result comes with
    the tiles and the seat, whoever sits there. Play that parts early meets other tiles at other places, and all that
    follows counts as play.
    """
    return Section(
        SKILL,
        [
            Prose(text),
            FigureBlock(
                "ladder",
                draw_intervals(
                    rungs,
                    label="strategy",
                    value="rating",
                    xlabel="Elo points, mean 0",
                    emphasis=(top["strategy"],),
                    title=f"{top['strategy']} is {top['rating'] - bottom['rating']:.0f} Elo above {bottom['strategy']}",
                ),
                f"Dots with intervals: Elo of players from {top['strategy']} to {bottom['strategy']}.",
                "Ratings of the players, two at a table; intervals hold together at 95 %.",
                how=SIMULATED,
            ),
            TableBlock("ladder", rungs, "Players by strength, every seating on the same tiles.", ["beat_share"],
                       decimals=1, how=SIMULATED),
            TableBlock("to-tell", skill.to_tell, "Games until the better has most likely (95 %) won more of them.",
                       ["difference"], decimals=0, how=SIMULATED),
            TableBlock("chance-share", chance, "What a seat's lead has in common with its lead when the players "
                       "exchange places on the same tiles.", decimals=3, how=SIMULATED),
        ],
        sources=[
            runs.source(names, games, "ladder, in every seating of two"),
            runs.source([f"{one} and {other}" for one, other in pairs], swapped, "places exchanged"),
        ],
    )  # fmt: skip


def _needed(row: dict[str, object]) -> str:
    """How many games tell two players apart."""
    better, other, games = row["better"], row["other"], float(str(row["games"]))
    if games == float("inf") or float(str(row["low"])) <= 0:
        return f"between {better} and {other} these games show no difference for certain."
    return (
        f"{games:,.0f} games are enough for {better} to have won more of them than {other} with a chance of 95 %, "
        "seats taken in turn."
    )


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def restrictions(runs: Runs) -> pd.DataFrame:
    """What it costs to do without meeples of a kind, or to pay no attention to a card."""
    bans = {f"occupying {kind}": f"{runs.strategy}:without={kind}" for kind in _KINDS}
    if runs.has_cards:
        bans |= {f"minding {name}": f"{runs.strategy}:without={word}" for name, word in _CARDS.items()}
    return runs.asked.table(
        f"restricted-{runs.variants.hash}",
        lambda: restricted_table(
            runs.match,
            runs.strategy,
            bans,
            players=runs.players,
            games=runs.scaled(BAN_GAMES),
            seed=runs.asked.seed,
            **runs.asked.crew,
            note=runs.asked.note,
        ),
    )


def judged_bans(table: pd.DataFrame) -> list[Judged]:
    """Is a liberty needless (one is not worse off without it), or is the game lost without it?"""
    reach = normal_reach(sidak(0.95, len(table)))
    return [
        Judged(
            RESTRICTED,
            f"without {row['banned']}",
            "wins, times a fair share",
            "ratio",
            row["times_fair"],
            (row["times_fair_high"] - row["times_fair_low"]) / (2 * reach),
            _FAIR,
        )
        for row in records(table)
    ]


def restricted_section(runs: Runs, table: pd.DataFrame) -> Section:
    """The section on players who do without something."""
    about = """Who may not occupy cities never puts a meeple there, and so on; who does not mind a card plays as if it
    did not exist, but may come by it. All meet the same tiles in the same order."""
    return Section(
        RESTRICTED,
        [Prose(about), *restricted_blocks(table, who=runs.strategy)],
        sources=[
            runs.source(
                [str(table["strategy"].iloc[0]), *[runs.strategy] * (runs.players - 1)],
                runs.scaled(BAN_GAMES),
                "for example; every ban, in every seat",
            )
        ],
    )
