"""Who will have the King and the Robber Baron in the end?

The chance that who holds a card now has it when the game ends, by the size to beat and the tiles left: figures to look
up at the table.
"""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_glance import FEWEST
from analysis.carcassonne_hands import hands_section
from analysis.carcassonne_played import GREEDY, MINDFUL, Played
from analysis.telling import Found, block, with_findings
from kingdice.games.carcassonne.card_figures import draw_holding
from kingdice.games.carcassonne.holding_tables import holding_chances
from kingdice.reporting.page import FigureBlock, Page, Prose, Section


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="King or Robber Baron: who will have them?",
        summary="The chance to keep each card, to be looked up at the table, and how the cards change hands.",
        sections=[holding(played), hands_section(played)],
        provenance=played.provenance(),
        command="python -m analysis carcassonne-holding",
    )
    return with_findings(page)


def holding(played: Played) -> Section:
    """The figure to look up at the table."""
    two, four = holding_chances(played.logged(MINDFUL)), holding_chances(played.logged(MINDFUL, 4))
    simple = holding_chances(played.logged(GREEDY))
    by = two[two["games"] >= FEWEST]
    at = Found(by)
    back = by["has"] - by["keeps"]
    most = by.loc[back.idxmax()]
    text = f"""
    Each cell is the chance, in per cent, that who holds the card now has it when the game ends, by how many tiles the
    largest completed city (road) has and how many tiles are left to draw. Count the tiles left, find the row of the
    size to beat, read the chance; times the number of cities (roads) that will be complete it is what holding the card
    is worth. With 33 to 40 tiles left a city of 4 tiles holds the King in
    {at.share("has", 0, card="king", size=4, left_to=40)} of the games, one of 6 in
    {at.share("has", 0, card="king", size=6, left_to=40)}, and a road of 6 the Robber Baron in
    {at.share("has", 0, card="robber", size=6, left_to=40)}.

    A card that is lost may come back. That is counted here; the chance that nobody takes it at all is in the tables
    under the figures. The two differ most where the record is small and the game is young: by
    {100 * (most["has"] - most["keeps"]):.0f} points of a hundred at {most["size"]:.0f} tiles with
    {most["left_from"]:.0f} to {most["left_to"]:.0f} left ({"King" if most["card"] == "king" else "Robber Baron"}).

    With 33 to 40 tiles left, whatever the record, the holder of the King has him in the end in
    {_share_of(two, "king"):.0f} % of the cases, of the Robber Baron in {_share_of(two, "robber"):.0f} %; with four
    players, three of whom may take it, in {_share_of(four, "king"):.0f} % and {_share_of(four, "robber"):.0f} %. Where
    nobody plays for the cards (greedy, two players) it is {_share_of(simple, "king"):.0f} % and
    {_share_of(simple, "robber"):.0f} %.
    """
    blocks: list[Prose | FigureBlock] = [Prose(text)]
    for players, table in ((2, two), (4, four)):
        for card, name in (("king", "King"), ("robber", "Robber Baron")):
            of = "city" if card == "king" else "road"
            size = 4 if card == "king" else 6
            cell = Found(table)
            chance = cell.share("has", 0, card=card, size=size, left_to=40)
            title = f"{name}, {players} players: a {of} of {size}, 33 to 40 tiles left, is enough in {chance}"
            blocks.append(
                FigureBlock(
                    f"holding-{card}-{players}",
                    draw_holding(table, card=card, fewest=FEWEST, title=title),
                    f"A grid of chances: rows are the size of the largest {of}, columns the tiles left; chances rise "
                    "downwards and to the right. All numbers are in the table below.",
                    f"{players} players, {MINDFUL}, {played.number('main' if players == 2 else 'players'):,} games. A "
                    f"last row with + stands for more tiles, too; empty: seen in fewer than {FEWEST} games.",
                    how="simulated",
                )
            )
    widest = (by["has_high"] - by["has_low"]).max() / 2
    return Section(
        "Who will have it in the end?",
        [
            *blocks,
            *(
                block(
                    f"keeps-{card}",
                    grid(by[by["card"] == card], "keeps"),
                    f"{name}, two players: chance in % that nobody takes the card any more, by the size to beat and "
                    "the tiles left, with 95 % intervals.",
                )
                for card, name in (("king", "King"), ("robber", "Robber Baron"))
            ),
            Prose(
                f"""
                The numbers in the figures for two players have intervals of ± {100 * widest:.0f} points at most;
                "kingdice king-robber holding --format csv" has them all, for any number of players and any rules.
                """
            ),
        ],
        sources=[
            *(played.source([name] * 2) for name in (GREEDY, MINDFUL)),
            played.source([MINDFUL] * 4, "players"),
        ],
    )


def _share_of(table: pd.DataFrame, card: str) -> float:
    """How often the holder has the card in the end, 33 to 40 tiles left, in per cent."""
    some = table[(table["card"] == card) & (table["left_to"] == 40)]
    return float(100 * (some["has"] * some["cases"]).sum() / some["cases"].sum())


def grid(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Shares with their intervals, sizes downwards and tiles left from many to few."""
    spans = sorted(set(zip(table["left_to"], table["left_from"], strict=True)), reverse=True)
    found = []
    for size in sorted(set(table["size"])):
        row = {"size": str(size)}
        for last, first in spans:
            here = table[(table["size"] == size) & (table["left_to"] == last)].to_dict("records")
            half = 50 * (here[0][f"{name}_high"] - here[0][f"{name}_low"]) if here else 0.0
            row[f"{last} to {first}"] = f"{100 * here[0][name]:.0f} ± {half:.0f}" if here else ""
        found.append(row)
    return pd.DataFrame(found)
