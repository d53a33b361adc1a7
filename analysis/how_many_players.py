"""With how many players does King of Dice play best?

Two to five players who go for the best bet of every display, with fewer games of players who solve every turn beside
them. A number of players is better where one has more turns, seats are more equal, leads change more often, games are
decided later and end closer, and more turns matter.
"""

from __future__ import annotations

import pandas as pd

from analysis.how_many_players_measured import MATTERS, by_seat, measured
from analysis.king_of_dice_played import RULE, SEED, SOLVED, logged, provenance, source
from analysis.telling import Found, block, part_of, with_findings
from kingdice.comparison.estimates import stack_tables
from kingdice.reporting.forms import draw_heat, draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section

GAMES = {RULE: 10_000, SOLVED: 1_000}
PLAYERS = (2, 3, 4, 5)
WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    page = Page(
        title="King of Dice: how many players play best?",
        summary="Two to five players: turns, seats, leads, when it is decided, how close it ends, turns that matter.",
        sections=[best_number(share, workers), seats_by_number(share, workers)],
        provenance=provenance(f"simulation, seed {SEED}; intervals of 95 % over games"),
        command="python -m analysis how-many-players",
    )
    return with_findings(page)


def best_number(share: float, workers: int) -> Section:
    """All counts, and which number of players is best on most of them."""
    tables = {
        (strategy, players): measured(logged(strategy, players, part_of(games, share, 200), workers))
        for strategy, games in GAMES.items()
        for players in PLAYERS
    }
    table = pd.concat(
        [one.assign(strategy=strategy, players=players) for (strategy, players), one in tables.items()],
        ignore_index=True,
    )
    ranked = pd.concat([good(table[table["strategy"] == strategy]) for strategy in GAMES], ignore_index=True)
    rule = ranked[ranked["strategy"] == RULE]
    firsts = rule[rule["rank"] == 1].groupby("players")["quantity"].agg(list)
    mean = rule.groupby("players")["rank"].mean()
    best = int(mean.idxmin())
    last = rule[(rule["players"] == best) & (rule["rank"] > 1)].sort_values("rank", ascending=False)
    check = ranked[ranked["strategy"] == SOLVED].groupby("players")["rank"].mean()
    agrees = "agree" if int(check.idxmin()) == best else f"would rather have it {WORDS[int(check.idxmin())]}"
    counts = rule["quantity"] + " (" + rule["better"] + " is better)"
    at = Found(rule)
    weak = f"It is weakest on {last['quantity'].iloc[0]} (place {last['rank'].iloc[0]:.0f} of 4)." if len(last) else ""
    leads = "; ".join(f"{WORDS[int(players)]}: {', '.join(names)}" for players, names in firsts.items())
    text = f"""
    Taken together, {WORDS[best]} play best: over six counts their mean place is {mean[best]:.1f}, against
    {", ".join(f"{mean[one]:.1f} with {WORDS[one]}" for one in PLAYERS if one != best)}. Best on single counts are
    {leads}. {weak} Players who solve every turn {agrees}.

    What changes most is the number of turns of one's own, since a game is over after about as many turns however many
    play: {at("value", players=2, quantity="turns of one's own"):.1f} with two,
    {at("value", players=5, quantity="turns of one's own"):.1f} with five. With
    five the winner's chance stays above a half from
    {at.share("value", 0, players=5, quantity="decided after")} of the game on, with two from
    {at.share("value", 0, players=2, quantity="decided after")} (a half is harder to reach among five, so this favours
    many), and {at.share("value", 0, players=5, quantity="turns that matter")} of the turns move somebody's chance by
    {100 * MATTERS:.0f} in a hundred or more, with two {at.share("value", 0, players=2, quantity="turns that matter")}.
    """
    return Section(
        "Which number of players is best?",
        [
            Prose(text),
            FigureBlock(
                "places",
                draw_heat(
                    rule.assign(who=rule["players"].astype(str) + " players", count=counts),
                    row="count",
                    column="who",
                    value="rank",
                    decimals=0,
                    centre=2.5,
                    title=f"{WORDS[best].capitalize()} players: mean place {mean[best]:.1f} of 4 on six counts",
                ),
                "A grid of places, counts downwards and numbers of players across; 1 is best. Numbers in the table.",
                f"Places by each count, players {RULE}.",
                how="simulated",
            ),
            block(
                "counts",
                ranked[["strategy", "players", "quantity", "unit", "better", "value", "low", "high", "rank"]],
                "first seat over last: wins in fair shares; decided after: share of the game after which the winner's "
                "chance stays above a half; turns that matter: share of all turns. Chances of winning by a model "
                "fitted to other games.",
                ["value"],
            ),
        ],
        sources=[
            source([one], part_of(games, share, 200), "of each number of players") for one, games in GAMES.items()
        ],
    )


def seats_by_number(share: float, workers: int) -> Section:
    """Wins by seat."""
    games = part_of(GAMES[RULE], share, 200)
    table = stack_tables({players: by_seat(logged(RULE, players, games, workers)) for players in PLAYERS}, "players")
    most = table.loc[table["times_fair"].idxmax()]
    least = table.loc[table["times_fair"].idxmin()]
    text = f"""
    Seat {most["seat"]:.0f} of {most["players"]:.0f} wins {most["times_fair"]:.2f} times its fair share, seat
    {least["seat"]:.0f} of {least["players"]:.0f} {least["times_fair"]:.2f} times. Who sits early has more turns:
    {table.loc[table["players"] == 5, "turns"].iloc[0]:.2f} in seat 1 of five,
    {table.loc[table["players"] == 5, "turns"].iloc[-1]:.2f} in seat 5.
    """
    names = table["players"].astype(str) + " players, seat " + table["seat"].astype(str)
    return Section(
        "How unequal are the seats?",
        [
            Prose(text),
            FigureBlock(
                "seats",
                draw_intervals(
                    table.assign(name=names),
                    label="name",
                    value="times_fair",
                    low="times_fair_low",
                    high="times_fair_high",
                    xlabel="wins, as a multiple of the fair share (95 % intervals)",
                    reference=1,
                    title=f"Seat {most['seat']:.0f} of {most['players']:.0f} wins {most['times_fair']:.2f} fair shares",
                ),
                "Wins of each seat as multiples of the fair share, for two to five players; numbers in the table.",
                f"All players {RULE}; shared wins are split.",
                how="simulated",
            ),
            block("seats", table, "Seats by number of players; turns: mean of the seat's own.", ["win_share"]),
        ],
        sources=[source([RULE], games, "of each number of players")],
    )


def good(table: pd.DataFrame) -> pd.DataFrame:
    """Places of each number of players by each count, 1 the best."""
    sign = table["better"].map({"more": -1, "less": 1})
    return table.assign(rank=(sign * table["value"].abs()).groupby(table["quantity"]).rank(method="min").astype(int))
