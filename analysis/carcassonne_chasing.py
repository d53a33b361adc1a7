"""Does it pay to play for the King and the Robber Baron?

Players who play for the cards meet players who do not, at both seats of the same games; and what it costs to finish
what belongs to others in order to take a card.
"""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_played import GREEDY, MINDFUL, Played
from analysis.telling import Found, block, with_findings
from kingdice.comparison.estimates import mean_row, stack_tables
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL, Games, best
from kingdice.games.carcassonne.gift_tables import gifts
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="King or Robber Baron: does it pay to play for them?",
        summary="Who plays for the two cards against who does not, and what a card costs that is taken from another.",
        sections=[chasing(played)],
        provenance=played.provenance(),
        command="python -m analysis carcassonne-chasing",
    )
    return with_findings(page)


def chasing(played: Played) -> Section:
    """Finishing what belongs to others, and playing for the cards."""
    tables = {name: gifts(played.logged(name)) for name in (GREEDY, MINDFUL)}
    table = stack_tables(tables, "strategy")
    by = Found(table)
    duel = match_of_two(played)
    won = Found(duel)

    def gift(column: str, card: str, situation: str, name: str = MINDFUL) -> float:
        return by(column, strategy=name, card=card, situation=situation, whose="others'")

    verdict = "So it pays to give up points for the cards." if won("low", counted="with the cards") > 0.5 else ""
    columns = ["strategy", "card", "situation", "whose", "turns", "own", "given", "has", "brings"]
    columns += ["card_brings", "raises"]
    text = f"""
    Against greedy players who do not play for the cards, in both seats on the same tiles, {MINDFUL} wins
    {won.share("win_share", counted="with the cards")} ({100 * won("low", counted="with the cards"):.1f} to
    {100 * won("high", counted="with the cards"):.1f}) of the games by the official rule, and
    {won.share("win_share", counted="without the cards")} if the cards' points are left out. Without the cards it is
    {ahead(won("points", counted="without the cards"))}, with them {ahead(won("points", counted="with the cards"))}, and
    it has the King in the end in {won.share("king", 0, counted="with the cards")} of the games and the Robber Baron in
    {won.share("robber", 0, counted="with the cards")}. {verdict}

    How is it done? To finish a city of the other player, without a point at once for oneself, in order to take the
    King: that happens {gift("turns", "king", "takes"):.2f} times a game among two who play for the cards
    ({gift("turns", "king", "takes", GREEDY):.2f} among greedy ones) and gives away {gift("given", "king", "takes"):.1f}
    points; the King then brings who took him {gift("card_brings", "king", "takes"):.1f} on average, and the other that
    much less. With roads it is {gift("turns", "robber", "takes"):.2f} times, {gift("given", "robber", "takes"):.1f}
    points given away and {gift("card_brings", "robber", "takes"):.1f} brought by the Robber Baron.

    Who holds the King already gets a point for any city that is completed, whosesoever it is. To finish one of the
    other player's for that is dear: a holder who does it gives away {gift("given", "king", "holds"):.1f} points for
    {gift("brings", "king", "holds"):.2f} ({gift("given", "robber", "holds"):.1f} for
    {gift("brings", "robber", "holds"):.2f} with roads). It happens {gift("turns", "king", "holds"):.2f} times a game,
    and in {100 * gift("raises", "king", "holds"):.0f} % of these turns the size to beat rises, so that the card is
    safer. What costs nothing is to finish what belongs to nobody, and holders do so
    {by("turns", strategy=MINDFUL, card="king", situation="holds", whose="nobody's"):.2f} times a game with cities and
    {by("turns", strategy=MINDFUL, card="robber", situation="holds", whose="nobody's"):.2f} times with roads, greedy
    players {by("turns", strategy=GREEDY, card="king", situation="holds", whose="nobody's"):.2f} and
    {by("turns", strategy=GREEDY, card="robber", situation="holds", whose="nobody's"):.2f} times.
    """
    return Section(
        "Does it pay to play for the cards?",
        [
            Prose(text),
            FigureBlock(
                "chasing",
                draw_intervals(
                    duel.assign(counted=f"{MINDFUL}, " + duel["counted"]),
                    label="counted",
                    value="win_share",
                    xlabel="games won against greedy (95 % intervals)",
                    reference=0.5,
                    percent=True,
                    title=f"Playing for the cards wins {won.share('win_share', counted='with the cards')} of the games",
                ),
                "Two shares of games won with their intervals, with the cards' points and without; numbers below.",
                f"{MINDFUL} against greedy, each at either seat of the same games.",
                how="simulated",
            ),
            block(
                "chasing",
                duel,
                f"{MINDFUL} against greedy, each at either seat of the same {played.number('match'):,} games. points: "
                "more than the other's; king, robber: has it in the end.",
                ["win_share", "low", "high", "king", "robber"],
            ),
            block(
                "gifts",
                table[columns],
                "Turns that complete cities (King) or roads (Robber Baron), two players alike, by who held the card "
                "and whom the turn brought points. turns: of a game; own, given: points at once; has: who took the "
                "turn has the card in the end; brings: points by the card in the end for what was completed in it; "
                "card brings: by the whole card; raises: the size to beat rises.",
                ["has", "raises"],
            ),
        ],
        sources=[
            played.source([MINDFUL, GREEDY], "match", "the match, both seatings"),
            *(played.source([name] * 2, "main", "turns that complete something") for name in (GREEDY, MINDFUL)),
        ],
    )


def match_of_two(played: Played) -> pd.DataFrame:
    """Playing for the cards against not doing so, in both seats of the same games."""
    first, second = (Games.of(played.pair(seats, "match")) for seats in ((MINDFUL, GREEDY), (GREEDY, MINDFUL)))
    found = []
    for counted, rule in (("with the cards", "official"), ("without the cards", "none")):
        scores = [games.base + games.brought(rule).sum(axis=2) for games in (first, second)]
        wins = [best(score) / best(score).sum(axis=1, keepdims=True) for score in scores]
        share = mean_row((wins[0][:, 0] + wins[1][:, 1]) / 2, LEVEL, "win_share")
        ahead = mean_row((scores[0] @ [1, -1] - scores[1] @ [1, -1]) / 2, LEVEL, "points")
        row = {"counted": counted, "win_share": share["win_share"]}
        row |= {"low": share["win_share_low"], "high": share["win_share_high"], **ahead}
        for place, card in enumerate(CARD_NAMES):
            row[card] = float((first.holds[:, 0, place].mean() + second.holds[:, 1, place].mean()) / 2)
        found.append(row)
    return pd.DataFrame(found)


def ahead(points: float) -> str:
    """A lead in words."""
    return f"{abs(points):.1f} points {'ahead' if points > 0 else 'behind'}"
