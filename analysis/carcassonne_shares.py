"""What part of the score do the King and the Robber Baron bring, by the rules for fields and small cities?"""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_played import GREEDY, Played
from analysis.telling import Found, block
from kingdice.games.carcassonne.worth_tables import card_shares
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section

FIELDS = ("", "fields-by-city", "fields-once")
SMALL = ("", "small-city")


def score_parts(played: Played) -> Section:
    """The cards' part of the score under each rule for fields and small cities."""
    parts = []
    for fields in FIELDS:
        for small in SMALL:
            words = ",".join(word for word in ("official", fields, small) if word)
            games = played.rows(GREEDY) if words == "official" else played.pair(GREEDY, "fields", words)
            part = card_shares(games)
            names = {"fields": fields.removeprefix("fields-") or "each", "small_city": 2 if small else 4}
            parts.append(part.assign(**names))
    table = pd.concat(parts, ignore_index=True)
    by = Found(table)

    def part(fields: str, small: int, who: str = "everybody") -> str:
        return by.share("both", fields=fields, small_city=small, who=who)

    text = f"""
    The two cards bring {part("each", 4)} of all points of greedy players, and {part("each", 4, "winners")} of the
    winners'. With the old 2 points for a city of two tiles it is {part("each", 2)}: a score is
    {by("score", fields="each", small_city=2, who="everybody"):.0f} points instead of
    {by("score", fields="each", small_city=4, who="everybody"):.0f}. The older ways to count fields make it
    {part("by-city", 4)} (first edition) and {part("once", 4)} (second edition), with the small city at 2 points
    {part("by-city", 2)} and {part("once", 2)}. A card depends on the number of cities and roads alone, so what changes
    is mostly what stands beside it.
    """
    everybody = table[table["who"] == "everybody"]
    shown = everybody.assign(
        rules="fields " + everybody["fields"] + ", small city " + everybody["small_city"].astype(str)
    )
    columns = ["fields", "small_city", "who", "games", "score", "king", "robber", "both", "both_low", "both_high"]
    return Section(
        "What part of the score is it?",
        [
            Prose(text),
            FigureBlock(
                "shares",
                draw_intervals(
                    shown,
                    label="rules",
                    value="both",
                    low="both_low",
                    high="both_high",
                    xlabel="points of both cards as part of all points (95 % intervals)",
                    percent=True,
                    title=f"The cards bring {part('each', 4)} of all points today, {part('by-city', 4)} by the first "
                    "rule for fields",
                ),
                "Part of all points that the two cards bring, by the rules for fields and small cities.",
                "Two greedy players, official rule for the cards.",
                how="simulated",
            ),
            block(
                "shares",
                table[columns],
                "Points of the cards as part of all points, official rule for the cards, two greedy players. fields: "
                "each (today), by-city (first edition), once (second edition); small city: points for a completed city "
                "of two tiles.",
                ["king", "robber", "both", "both_low", "both_high"],
            ),
        ],
        sources=[
            played.source([GREEDY] * 2, what="today's rules"),
            played.source([GREEDY] * 2, "fields", "each other rule for fields and small cities"),
        ],
    )
