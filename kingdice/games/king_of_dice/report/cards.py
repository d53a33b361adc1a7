"""Are the citizens worth what they ask? Chances, prices, who takes what, and what it is worth to have taken it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdice.balance.findings import EXACT, SIMULATED, Judged
from kingdice.balance.measures import interval
from kingdice.balance.wording import largest, percent, records, smallest, told
from kingdice.comparison.estimates import normal_reach
from kingdice.comparison.intervals import sidak
from kingdice.games.king_of_dice.citizen_tables import AGAINST, citizens, matched_difference
from kingdice.games.king_of_dice.fair_prices import BAND, fair_prices, judged_prices
from kingdice.games.king_of_dice.figures import draw_card_odds
from kingdice.games.king_of_dice.odds import card_odds
from kingdice.games.king_of_dice.report.measures import CARDS
from kingdice.games.king_of_dice.report.runs import Runs
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["cards_section", "judged_cards"]

ALWAYS, NEVER = 0.95, 0.05


def cards_section(runs: Runs) -> Section:
    """The section on citizens."""
    odds = card_odds(runs.edition, rolls=runs.edition.rules.rolls)
    taken = runs.asked.table("citizens", lambda: citizens(runs.quick_log))
    prices = runs.asked.table("fair-prices", lambda: fair_prices(runs.edition, runs.solved_log))
    matched = runs.asked.table("matched", lambda: matched_difference(runs.solved_log))
    return Section(
        CARDS,
        [
            *_odds_blocks(runs, odds),
            *_price_blocks(runs, prices),
            *_taken_blocks(taken),
            *_matched_blocks(matched),
        ],
        sources=[
            runs.exact_source("chances"),
            runs.source(runs.solved_log.strategies, runs.solved, "prices, matched differences"),
            runs.source(runs.quick_log.strategies, runs.quick_games, "what becomes of every citizen"),
        ],
    )


def judged_cards(runs: Runs) -> list[Judged]:
    """Every citizen's worth against a fair one, its chance, and whether those that can be met are ever taken."""
    prices = runs.asked.table("fair-prices", lambda: fair_prices(runs.edition, runs.solved_log))
    return judged_prices(prices)


def _odds_blocks(runs: Runs, odds: pd.DataFrame) -> list[Prose | FigureBlock | TableBlock]:
    rolls = runs.edition.rules.rolls
    column = f"p{rolls}"
    chances = [name for name in odds.columns if name[:1] == "p" and name[1:].isdecimal()]
    sure, rare = largest(odds, column), smallest(odds, column)
    text = f"""
    Chased alone in a turn of {rolls} rolls, with the policy that makes it as likely as can be, a citizen is met between
    {percent(rare[column], 1)} ({rare["id"]}: {rare["needs"]}) and {percent(sure[column], 1)} ({sure["id"]}:
    {sure["needs"]}) of the time.
    """
    return [
        Prose(text),
        FigureBlock(
            "odds",
            draw_card_odds(odds),
            f"Dot plot of the chance of each citizen by number of rolls, from {sure['needs']} to {rare['needs']}.",
            "Chance of each citizen by number of rolls; its points in brackets.",
            how=EXACT,
        ),
        TableBlock(
            "odds", odds, "Chance by number of rolls, and expected points when chased alone.", chances, how=EXACT
        ),
    ]


def _price_blocks(runs: Runs, prices: pd.DataFrame) -> list[Prose | FigureBlock | TableBlock]:
    known = prices[prices["ratio"].notna()].sort_values("ratio", kind="stable").reset_index(drop=True)
    words = {name: known[known["verdict"] == name]["citizen"].tolist() for name in ("generous", "dear")}
    hopeless = prices[prices["verdict"] == "impossible"]["citizen"].tolist()
    exponent = prices.attrs.get("price_exponent")
    lines = []
    if exponent is not None:
        lines.append(
            f"""A citizen's effort is the number of turns it takes on average when it alone is chased. This edition pays
            twice the effort with {2 ** float(exponent):.2f} times the worth (least squares through the logarithms).
            Each citizen is held against the prices of all others; worth counts points, villages and what follows from
            the effect, in lead."""
        )
    if prices.attrs.get("note"):
        lines.append(str(prices.attrs["note"]))
    if words["generous"]:
        lines.append(
            f"More than {BAND[1]:.1f} times what their effort earns: {', '.join(reversed(words['generous']))}."
        )
    if words["dear"]:
        lines.append(f"Less than {BAND[0]:.2f} times: {', '.join(words['dear'])}.")
    if hopeless:
        lines.append(f"As good as impossible: {', '.join(hopeless)}.")
    blocks: list[Prose | FigureBlock | TableBlock] = [Prose("\n\n".join(lines) or "No prices can be compared.")]
    if not known.empty:
        most, least = largest(known, "ratio"), smallest(known, "ratio")
        together = known.copy()
        reach = normal_reach(sidak(0.95, len(known)))
        together["low"], together["high"] = zip(
            *(
                interval(row["ratio"], row["ratio_error"], unit="ratio", games=runs.solved, reach=reach)
                for row in records(known)
            ),
            strict=True,
        )
        blocks.append(
            FigureBlock(
                "prices",
                draw_intervals(
                    together.iloc[::-1].reset_index(drop=True),
                    label="citizen",
                    value="ratio",
                    xlabel="worth over what its effort earns by the others' prices",
                    reference=1.0,
                    band=BAND,
                    title=f"{most['citizen']} pays {most['ratio']:.1f} times its effort, {least['citizen']} "
                    f"{least['ratio']:.1f} times",
                ),
                f"Dots with intervals: worth of each citizen over what its effort earns, from {most['citizen']} to "
                f"{least['citizen']}; the band is what whole-number points can be blamed for.",
                "Worth over fair worth; intervals hold together at 95 %, the band is fair.",
                how=SIMULATED,
            )
        )
    blocks.append(
        TableBlock(
            "fair-prices",
            prices.drop(columns="ratio_error"),
            "What each citizen asks, is worth, and would be worth at the others' prices. Chances are exact.",
            ["chance"],
            how=SIMULATED,
        )
    )
    return blocks


def _taken_blocks(taken: pd.DataFrame) -> list[Prose | FigureBlock | TableBlock]:
    seen = taken[taken["shown"] > 0]
    always = seen[seen["taken"] >= ALWAYS]["citizen"].tolist()
    never = seen[seen["taken"] <= NEVER]["citizen"].tolist()
    ranked = seen.sort_values("taken", ascending=False, kind="stable").reset_index(drop=True)
    most, least = records(ranked)[0], records(ranked)[-1]
    stay = largest(seen, "turns_on_display")
    text = f"""
    Once on display, {most["citizen"]} is taken {told(most["taken"], most["taken_low"], most["taken_high"], "share")} of
    the time, {least["citizen"]} {told(least["taken"], least["taken_low"], least["taken_high"], "share")}.
    {stay["citizen"]} stays longest: {stay["turns_on_display"]:.1f} turns.

    Always taken ({percent(ALWAYS)} or more): {", ".join(always) or "none"}. Never taken ({percent(NEVER)} or less):
    {", ".join(never) or "none"}.
    """
    shares = ("shown", "taken", "discarded", "left", "taken_per_turn", "with_hypnotist")
    return [
        Prose(text),
        FigureBlock(
            "taken",
            draw_intervals(
                ranked,
                label="citizen",
                value="taken",
                low="taken_low",
                high="taken_high",
                xlabel="taken, of the games in which it was shown",
                percent=True,
                emphasis=(*always, *never),
                title=f"{most['citizen']} is taken most often, {least['citizen']} least",
            ),
            f"Dots with intervals: how often each citizen is taken once shown, from {most['citizen']} to "
            f"{least['citizen']}.",
            "How often a citizen that was shown is taken.",
            how=SIMULATED,
        ),
        TableBlock("citizens", taken, "What becomes of every citizen.", shares, how=SIMULATED),
    ]


def _matched_blocks(matched: pd.DataFrame) -> list[Prose | FigureBlock | TableBlock]:
    other = matched[(matched["against"] == AGAINST[1]) & matched["lead_difference"].notna()]
    if other.empty:
        return [_matched_table(matched)]
    ranked = other.sort_values("lead_difference", ascending=False, kind="stable").reset_index(drop=True)
    most, least = records(ranked)[0], records(ranked)[-1]
    text = f"""
    Winners have more of every card, so raw win rates say little. Here turns that ended with a citizen are compared with
    turns just like them that ended with another one. {most["citizen"]} then gains most lead by the end of the game,
    {told(most["lead_difference"], most["low"], most["high"], "points")}; {least["citizen"]} least,
    {told(least["lead_difference"], least["low"], least["high"], "points")}.
    """
    return [
        Prose(text),
        FigureBlock(
            "matched",
            draw_intervals(
                ranked,
                label="citizen",
                value="lead_difference",
                xlabel="lead gained by the end of the game, points",
                reference=0.0,
                title=f"Ending a turn with {most['citizen']} beats another citizen by {most['lead_difference']:.1f} "
                "points",
            ),
            f"Dots with intervals: what each citizen brings against another one, from {most['citizen']} to "
            f"{least['citizen']}.",
            "Lead gained against like turns that ended with another citizen; each interval on its own.",
            how=SIMULATED,
        ),
        _matched_table(matched),
    ]


def _matched_table(matched: pd.DataFrame) -> TableBlock:
    wins = {f"times_fair_{end}": f"times_fair_difference_{end}" for end in ("low", "high")}
    return TableBlock("matched", matched.rename(columns=wins), "Against like turns.", ["matched"], how=SIMULATED)
