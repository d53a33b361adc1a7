"""How do the King and the Robber Baron change hands?"""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_played import GREEDY, MINDFUL, NAMES, RANDOM, Played, cards_side_by_side, of_both
from analysis.telling import Found, block
from kingdice.games.carcassonne.hand_tables import changes_of_hands, hands, record_sizes
from kingdice.reporting.forms import draw_ridges
from kingdice.reporting.page import FigureBlock, Prose, Section


def hands_section(played: Played) -> Section:
    """Changes of hands, sizes, who wins with the cards."""
    who = {"random": played.rows(RANDOM), "greedy": played.rows(GREEDY), MINDFUL: played.rows(MINDFUL)}
    who["4, greedy"] = played.rows(GREEDY, 4)
    tables = {name: hands(table) for name, table in who.items()}
    by = {name: Found(table) for name, table in tables.items()}
    greedy, mindful = by["greedy"], by[MINDFUL]
    wide = pd.concat([table.assign(who=name) for name, table in tables.items()], ignore_index=True)
    wide = wide[wide["quantity"] != "taken"]
    wide["quantity"] = (
        wide["quantity"] + ", " + wide["card"].replace({"king": "King", "robber": "Robber", "both": "both"})
    )
    sizes, changes = record_sizes(played.rows(MINDFUL)), changes_of_hands(played.rows(MINDFUL))
    top = {card: some.loc[some["share"].idxmax(), "size"] for card, some in sizes.groupby("card")}
    text = f"""
    Someone has the King after {mindful("value", quantity="first turn", card="king"):.0f} turns and the Robber Baron
    after {mindful("value", quantity="first turn", card="robber"):.0f}. From there they change hands
    {of_both(mindful, "value", 2, quantity="changes of hands")} times a game; in
    {mindful.share("value", 0, quantity="never changes hands", card="king")} and
    {mindful.share("value", 0, quantity="never changes hands", card="robber")} of the games never. Where they do change
    hands, the last time is turn {mindful("value", quantity="last change", card="king"):.0f} and
    {mindful("value", quantity="last change", card="robber"):.0f} of 76 on average: about the middle of the game, not
    its end.

    Both cards end with the same player in {mindful.share("value", 0, quantity="one holds both", card="both")} of the
    games. Who has the King in the end would win
    {mindful.share("value", quantity="holder wins without the cards", card="king")} of the games without any points for
    the cards, and wins {mindful.share("value", quantity="holder wins", card="king")} with them; of the Robber Baron
    that is {mindful.share("value", quantity="holder wins without the cards", card="robber")} and
    {mindful.share("value", quantity="holder wins", card="robber")}. Among players who do not care (greedy) the King
    goes with good play ({greedy.share("value", quantity="holder wins without the cards", card="king")}) and the Robber
    Baron hardly does ({greedy.share("value", quantity="holder wins without the cards", card="robber")}).
    """
    return Section(
        "How do they change hands?",
        [
            Prose(text),
            block(
                "hands",
                cards_side_by_side(wide, "who"),
                "Two players, and four. Last turn: in which the card last came to another player, or "
                "first; last change: of the games in which it did change hands. 95 % intervals.",
            ),
            FigureBlock(
                "sizes",
                draw_ridges(
                    sizes.replace({"card": NAMES}),
                    group="card",
                    at="size",
                    share="share",
                    xlabel="tiles of the largest completed city (King) or road (Robber Baron) at the end",
                    title=f"{top['king']} tiles mostly hold the King in the end, {top['robber']} the Robber Baron",
                ),
                "Share of games by size of the largest completed city and of the largest completed road.",
                f"Two players, {MINDFUL}.",
                how="simulated",
            ),
            block("changes", changes, f"Changes of hands in a game; {MINDFUL}.", ["share", "low", "high", "at_most"]),
        ],
        sources=[
            *(played.source([name] * 2) for name in (RANDOM, GREEDY, MINDFUL)),
            played.source([GREEDY] * 4, "players"),
        ],
    )
