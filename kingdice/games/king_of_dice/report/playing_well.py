"""Luck and skill, and what there is to decide: ladders on the same dice, real choices, what simple rules give away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kingdice.balance.findings import SIMULATED
from kingdice.balance.skill import Skill, chance_share, skill_of
from kingdice.balance.wording import largest, percent, records, smallest, told
from kingdice.games.king_of_dice.choices import choices
from kingdice.games.king_of_dice.report.runs import QUICK, SOLVED, Runs
from kingdice.games.king_of_dice.turn_tables import failing_turns, regret, reroll_value
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["decisions_section", "skill_section"]

SIMPLE = ("random", "first-met", "highest", "easiest", "best-bet")
SOLVING = ("best-bet", "turn-optimal", "lead-optimal", "far-sighted")
SIMPLE_GAMES, SOLVING_GAMES, SWAPPED = 40_000, 2_400, 20_000
SAMPLED, CHOSEN = 400, 96  # turns
OVER_TURNS = "exact, over simulated turns"


def skill_section(runs: Runs) -> Section:
    """Who beats whom, how soon that shows, and what the dice decide; at tables of the fewest players."""
    asked, table = runs.asked, max(2, runs.edition.players[0])
    few, fewer = (asked.scaled(games, of=200_000) for games in (SIMPLE_GAMES, SOLVING_GAMES))
    asked.note("luck and skill: a ladder of simple strategies, then one of those that solve their turns")

    def ladder(names: tuple[str, ...], games: int, luck: bool) -> Skill:
        match_of = partial(runs.match, luck=luck)
        return skill_of(match_of, names, players=table, games=games, seed=asked.seed, **asked.crew)

    simple, solving = ladder(SIMPLE, few, False), ladder(SOLVING, fewer, True)
    swapped = asked.scaled(SWAPPED, of=200_000)
    pairs = (("random", "first-met"), ("first-met", "best-bet"), ("best-bet", "best-bet"))
    chance = chance_share(runs.match, pairs, players=table, games=swapped, seed=asked.seed, **asked.crew)
    simple_ladder, solving_ladder = simple.comparison.ladder, solving.comparison.ladder
    top, bottom = largest(simple_ladder, "rating"), smallest(simple_ladder, "rating")
    base = next(row for row in records(solving_ladder) if row["strategy"] == SOLVING[0])
    best = largest(solving_ladder[solving_ladder["strategy"] != SOLVING[0]], "rating")
    gained = best["rating"] - base["rating"]
    solved = f"adds {gained:.0f}, from" if gained >= 0 else f"takes away {-gained:.0f}, from"
    parted = records(chance)[1]
    text = f"""
    On the same dice {top["strategy"]} stands {top["rating"] - bottom["rating"]:.0f} Elo points above
    {bottom["strategy"]}; solving every turn {solved} {base["strategy"]} to {best["strategy"]}.
    {_telling_text(solving)}

    When {parted["one"]} and {parted["other"]} exchange their places on the same dice, the leads of the two games have
    a correlation of {told(parted["chance_share"], parted["low"], parted["high"])}: at least that part of a result comes
    with the dice and the seat.{_luck_text(solving)}
    """
    return Section(
        "Luck and skill",
        [
            Prose(text),
            FigureBlock(
                "ladder",
                draw_intervals(
                    simple_ladder,
                    label="strategy",
                    value="rating",
                    xlabel="Elo points, mean 0",
                    emphasis=(top["strategy"],),
                    title=f"{top['strategy']} is {top['rating'] - bottom['rating']:.0f} Elo above {bottom['strategy']}",
                ),
                f"Dots with intervals: Elo of simple strategies from {top['strategy']} to {bottom['strategy']}.",
                "Ratings of simple strategies; intervals hold together at 95 %.",
                how=SIMULATED,
            ),
            TableBlock("ladder", simple_ladder, "Simple strategies, every seating on the same dice.", ["beat_share"],
                       decimals=1, how=SIMULATED),
            TableBlock("to-tell", simple.to_tell, "Games until the better has most likely (95 %) won more.",
                       ["difference"], decimals=0, how=SIMULATED),
            TableBlock("ladder-solved", solving_ladder, "Strategies that solve their turns, and the best simple one.",
                       ["beat_share"], decimals=1, how=SIMULATED),
            TableBlock("to-tell-solved", solving.to_tell, "Games until the better has most likely (95 %) won more.",
                       ["difference"], decimals=0, how=SIMULATED),
            TableBlock("chance-share", chance, "What a seat's lead has in common with its lead when the players "
                       "exchange places on the same dice.", decimals=3, how=SIMULATED),
            *_luck_blocks(solving),
        ],
        sources=[
            runs.source(SIMPLE, few, f"ladder of simple strategies, tables of {table}"),
            runs.source(SOLVING, fewer, f"ladder of solving strategies, tables of {table}"),
            runs.source([f"{one} and {other}" for one, other in pairs], swapped, "places exchanged"),
        ],
    )  # fmt: skip


def _telling_text(skill: Skill) -> str:
    """How long it takes to tell the two apart that are known to differ and hardest to tell apart."""
    apart = skill.to_tell[skill.to_tell["low"] > 0]
    if apart.empty:
        return "No two of those that solve their turns, or of them and the best bet, are told apart by these games."
    hard = largest(apart, "games")
    return (
        f"Between {hard['better']} and {hard['other']} it takes {hard['games']:,.0f} games until the better one has "
        "most likely (95 %) won more of them."
    )


def _luck_text(skill: Skill) -> str:
    table = skill.comparison.luck
    if table is None:
        return ""
    wins = [row for row in records(table) if row["quantity"] == "score"]
    row = max(wins, key=lambda one: one["times_fewer_games"])
    return f""" Taking the luck of the rolls out (each roll's value less what was expected of it, exactly)
    leaves {percent(1 / row["times_fewer_games"])} of the variance of points between {row["strategy"]} and
    {row["other"]}."""


def _luck_blocks(skill: Skill) -> list[TableBlock]:
    table = skill.comparison.luck
    if table is None:
        return []
    return [TableBlock("luck", table, "Differences with and without the luck of the rolls.", decimals=3, how=SIMULATED)]


def decisions_section(runs: Runs) -> Section:
    """Are there real choices, and do they matter?"""
    log, asked = runs.solved_log, runs.asked
    asked.note("decisions: turns of the solved games, valued exactly")
    sampled = asked.scaled(SAMPLED, of=200_000, least=32)
    chosen = asked.scaled(CHOSEN, of=200_000, least=16)
    given_up = asked.table("regret", lambda: regret(runs.quick_log, turns=sampled))
    rerolls = asked.table("reroll-value", lambda: reroll_value(log, turns=4 * sampled))
    usual = runs.edition.rules.rolls
    faced = asked.table("choices", lambda: choices(log, turns=chosen)) if usual > 1 else None
    failing = failing_turns(log, by=("rolls",))
    best, worst = smallest(given_up, "regret"), largest(given_up, "regret")
    last = records(rerolls)[max(usual, 2) - 1]
    text = f"""
    {_choice_text(faced)}

    Simple rules: {best["strategy"]} gives away {told(best["regret"], best["low"], best["high"], "points")} a turn,
    {worst["strategy"]} {told(worst["regret"], worst["low"], worst["high"], "points")}. Roll
    {last["rolls"]:.0f} of a turn is worth {told(last["gain"], last["gain_low"], last["gain_high"], "points")}.
    """
    return Section(
        "Decisions",
        [
            Prose(text),
            FigureBlock(
                "regret",
                draw_intervals(
                    given_up.sort_values("regret", kind="stable").reset_index(drop=True),
                    label="strategy",
                    value="regret",
                    xlabel="points given away a turn",
                    emphasis=(best["strategy"],),
                    title=f"{best['strategy']} gives away {best['regret']:.2f} points a turn, {worst['strategy']} "
                    f"{worst['regret']:.2f}",
                ),
                f"Dots with intervals: points each simple rule gives away a turn, from {best['strategy']} to "
                f"{worst['strategy']}.",
                "Points given away against the best policy.",
                how=OVER_TURNS,
            ),
            *_choice_blocks(faced),
            TableBlock("regret", given_up, "Regret of simple rules.", ["no_regret"], decimals=3, how=OVER_TURNS),
            TableBlock("reroll-value", rerolls, "What a turn is worth by its number of rolls.", decimals=3,
                       how=OVER_TURNS),
            TableBlock("failing", failing, "Turns that end without a citizen.", ["share"], how=SIMULATED),
        ],
        sources=[
            runs.source(SOLVED, runs.solved, "turns met in play, choices, rerolls"),
            runs.source(QUICK, runs.quick_games, "turns met in play, regret"),
        ],
    )  # fmt: skip


def _choice_text(faced: pd.DataFrame | None) -> str:
    if faced is None:
        return "In a turn of one roll there is nothing to keep."
    first = records(faced)[0]
    return f"""After the first roll a player has {first["keeps"]:.0f} different keeps. In
    {told(first["real"], first["real_low"], first["real_high"], "share")} of the turns the choice is real: the second
    best keep costs something, but less than a point. It costs
    {told(first["second_costs"], first["second_costs_low"], first["second_costs_high"], "points")} on average, the worst
    keep {first["worst_costs"]:.1f}."""


def _choice_blocks(faced: pd.DataFrame | None) -> list[TableBlock]:
    if faced is None:
        return []
    caption = (
        "After the first roll: different keeps, how often the choice is real (the second best costs 0.01 to 1 points), "
        "clear or even, and what the second best and the worst cost."
    )
    return [TableBlock("choices", faced, caption, ["real", "clear", "even"], how=OVER_TURNS)]
