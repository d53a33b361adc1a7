"""The King and the Robber Baron in a few numbers, and what to remember at the table."""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_chasing import match_of_two
from analysis.carcassonne_played import GREEDY, MINDFUL, Played, cards_side_by_side
from analysis.telling import Found, block
from kingdice.games.carcassonne.card_overview import overview
from kingdice.games.carcassonne.game_rows import CARD_NAMES
from kingdice.games.carcassonne.holding_tables import holding_chances
from kingdice.games.carcassonne.worth_tables import worths_by_turn
from kingdice.reporting.page import Prose, Section

FEWEST = 60  # games in which a cell of the figures of holders was seen


def at_a_glance(played: Played) -> Section:
    """The cards in a few numbers, and what to remember at the table."""
    table = overview(played.logged(MINDFUL))
    by = Found(table)
    at, won = Found(worths_by_turn(played.logged(MINDFUL))), Found(match_of_two(played))
    chances = holding_chances(played.logged(MINDFUL), width=76)
    sure = {card: _first_size(chances, card, 0.9) for card in CARD_NAMES}
    even = {card: _first_size(chances, card, 0.6) for card in CARD_NAMES}
    text = f"""
    Two players who play for the cards (strategy {MINDFUL}) get
    {by("value", quantity="worth at the end", card="king"):.1f} points for the King and
    {by("value", quantity="worth at the end", card="robber"):.1f} for the Robber Baron. Together that is
    {by.share("value", 0, quantity="of the winner's points", card="both")} of the winner's points, and without it
    {by.share("value", quantity="results changed", card="both")} of the games would have ended otherwise.

    To remember at the table: a city of {sure["king"]} tiles or a road of {sure["robber"]} is as good as safe (who
    completes it has the card in the end nine times in ten); with less than {even["king"]} tiles in the city or
    {even["robber"]} in the road the next owner is about as likely to be the other player. Early in the game the King,
    once taken, is worth {at("holder_gets", card="king", turn=10):.1f} points to who has him, about half of what he will
    bring. Who plays for the cards wins {won.share("win_share", counted="with the cards")} of the games against a player
    who is as good but does not.
    """
    return Section(
        "At a glance",
        [
            Prose(text),
            block(
                "overview",
                cards_side_by_side(table, "card"),
                f"Two players, {MINDFUL}, official rule; {played.number('main'):,} games. Results: who won, "
                "against the same games without the cards' points. Shared wins are split.",
            ),
        ],
        sources=[played.source([MINDFUL] * 2), played.source([MINDFUL, GREEDY], "match", "games won, both seatings")],
    )


def _first_size(table: pd.DataFrame, card: str, chance: float) -> int:
    """The least size from which on the holder has the card in the end with this chance."""
    some = table[(table["card"] == card) & (table["games"] >= FEWEST)]
    safe = some[some["has"] >= chance]["size"]
    return int(safe.min()) if len(safe) else int(some["size"].max())
