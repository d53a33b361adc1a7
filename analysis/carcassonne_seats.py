"""Is it better to begin in Carcassonne, and do the King and the Robber Baron change that?"""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_played import GREEDY, MINDFUL, RANDOM, Played
from analysis.telling import Found, block, columns_named
from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.seat_tables import seats
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section


def seating(played: Played) -> Section:
    """Seats with the cards and without."""
    games = {f"{players}, greedy": played.rows(GREEDY, players) for players in (2, 3, 4, 5)}
    games[f"2, {MINDFUL}"] = played.rows(MINDFUL)
    games["2, by lot"] = played.rows(RANDOM)
    table = stack_tables({name: seats(one) for name, one in games.items()}, "label")
    base = seats(played.rows(GREEDY, 2, "base"), rule="none")
    table = pd.concat([table, base.assign(label="2, base game")], ignore_index=True)
    by = Found(table)
    two = {
        name: by(name, label="2, greedy", seat=1) for name in ("win_share", "without", "more", "more_low", "more_high")
    }
    clear = "which is more than chance" if two["more_low"] > 0 or two["more_high"] < 0 else "which may be chance"
    text = f"""
    Who begins wins {100 * two["win_share"]:.1f} % of the two-player games of greedy players, and would win
    {100 * two["without"]:.1f} % without the cards' points: the cards change that by {100 * two["more"]:+.1f} percentage
    points ({100 * two["more_low"]:+.1f} to {100 * two["more_high"]:+.1f}), {clear}. The first seat has the King in the
    end in {by.share("king", label="2, greedy", seat=1)} and the Robber Baron in
    {by.share("robber", label="2, greedy", seat=1)} of the games. In the base game with its 71 draws, where the first
    player has one turn more than the second, it wins {by.share("win_share", label="2, base game", seat=1)}:
    with the five tiles both have 38. By lot it wins {by.share("win_share", label="2, by lot", seat=1)}. With
    three players 76 draws are 26, 25 and 25 turns, and the first seat wins
    {by("times_fair", label="3, greedy", seat=1):.2f} times its fair share; with five, 16 turns for the first and 15 for
    the others, {by("times_fair", label="5, greedy", seat=1):.2f} times.
    """
    shown = table[table["label"] != "2, base game"]
    seated = shown.groupby("label")["seat"].transform("max")
    wins = {f"times_fair{end}": shown[f"win_share{end}"] * seated for end in ("", "_low", "_high")}
    fair = shown.assign(who=shown["label"] + ", seat " + shown["seat"].astype(str), **wins)
    names = {"label": "", "seat": "", "win_share": "", "win_share_low": "low", "win_share_high": "high", "without": ""}
    names |= dict.fromkeys(("more", "more_low", "more_high", "king", "robber"), "")
    return Section(
        "Is it better to begin?",
        [
            Prose(text),
            FigureBlock(
                "seats",
                draw_intervals(
                    fair,
                    label="who",
                    value="times_fair",
                    low="times_fair_low",
                    high="times_fair_high",
                    xlabel="wins, as a multiple of the fair share (95 % intervals)",
                    reference=1,
                    title=f"Who begins wins {by.share('win_share', label='2, greedy', seat=1)} of the games of two, "
                    f"{by.share('without', label='2, greedy', seat=1)} without the cards",
                ),
                "Wins of each seat as multiples of the fair share, with intervals; numbers below.",
                "By number of players and strategy; shared wins are split.",
                how="simulated",
            ),
            block(
                "seats",
                columns_named(table, **names),
                "Win shares with the cards and without, and the paired difference; king, robber: has it in the end.",
                ["win_share", "low", "high", "without", "more", "more_low", "more_high", "king", "robber"],
            ),
        ],
        sources=[
            *(played.source([GREEDY] * players, "main" if players == 2 else "players") for players in (2, 3, 4, 5)),
            *(played.source([name] * 2) for name in (MINDFUL, RANDOM)),
        ],
    )
