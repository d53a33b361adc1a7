"""Do the two rulebooks of King of Dice play differently?

The Catalan rulebook is edition haba-2017; the Latvian leaflet (haba-2017-lv) reads otherwise in three places: fairies
count 1 + 2 + … instead of n each, ties go to fewer cards with minus points instead of fewer such points, and a failure
may discard any citizen instead of the rightmost. Both play the same game numbers on the same dice, then the Catalan one
plays them with each change alone. Means by both stand in rulebooks_on_average.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from analysis.king_of_dice_played import RULE, SEED, SOLVED, provenance, source
from analysis.rulebooks_on_average import CATALAN, GAMES, LATVIAN, changes, games_by
from analysis.telling import Found, block, part_of, with_findings
from kingdice.comparison.estimates import share_row
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section

PLAYERS = (2, 4)
RULES = {"tie": "ties by cards", "fairies": "fairies 1 + 2 + …", "failure_discards": "any citizen discarded"}


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    page = Page(
        title="King of Dice: do the two rulebooks play differently?",
        summary=(
            "The Catalan rulebook and the Latvian leaflet differ in three places; the same games by both, and by each "
            "difference alone."
        ),
        sections=[same_games(share, workers), changes(share, workers)],
        provenance=provenance(f"simulation, seed {SEED}; the same game numbers by both rulebooks, paired"),
        command="python -m analysis rulebooks",
    )
    return with_findings(page)


def same_games(share: float, workers: int) -> Section:
    """How many games take the same course and have the same winner."""
    before, after = load_edition(CATALAN), load_edition(LATVIAN)
    names = [name for name in RULES if getattr(before.rules, name) != getattr(after.rules, name)]
    editions = {RULES[one]: _with(before, after, one) for one in names} | {"all of the leaflet": after}
    rows = []
    for strategy, games in GAMES.items():
        for players in PLAYERS:
            old = games_by(before, strategy, players, part_of(games, share), workers)
            for label, edition in editions.items():
                new = games_by(edition, strategy, players, part_of(games, share), workers)
                kinds = ("turns", "failures", "citizens")
                ways = [f"{kind}_{seat}" for kind in kinds for seat in range(1, players + 1)]
                course = np.asarray((old[ways] != new[ways]).any(axis=1))
                won = np.asarray(old["winners"] != new["winners"])
                row = {"change": label, "strategy": strategy, "players": players, "games": len(old)}
                for name, differs in (("other_course", course), ("other_winner", won)):
                    found = share_row(float(differs.sum()), len(old), 0.95, name)
                    row |= {name: found[name], f"{name}_low": found["low"], f"{name}_high": found["high"]}
                rows.append(row)
    table = pd.DataFrame(rows)
    by = Found(table)
    whole = {"change": "all of the leaflet", "strategy": SOLVED}
    alone = table[(table["strategy"] == SOLVED) & (table["players"] == 4) & table["change"].isin(RULES.values())]
    most = str(alone.loc[alone["other_winner"].idxmax(), "change"])
    text = f"""
    Of the games of players who play every turn as well as can be, {by.share("other_course", players=2, **whole)} take
    another course by the leaflet with two players and {by.share("other_course", players=4, **whole)} with four;
    {by.share("other_winner", players=2, **whole)} and {by.share("other_winner", players=4, **whole)} are won by
    somebody else. Players who follow one rule ({RULE}) find
    {by.share("other_winner", change="all of the leaflet", strategy=RULE, players=4)} of games of four won by others.

    Of the three differences, each alone, it is "{most}" that moves most winners. {SOLVED} and {RULE} discard the
    rightmost citizen even where they may choose, so for them that rule changes nothing; players at random choose, and
    {by.share("other_winner", change=RULES["failure_discards"], strategy="random", players=4)} of their games end
    otherwise for it.
    """
    shown = table[(table["strategy"] == SOLVED)]
    shown = shown.assign(label=shown["change"] + ", " + shown["players"].astype(str) + " players")
    return Section(
        "Do games end otherwise?",
        [
            Prose(text),
            FigureBlock(
                "winners",
                draw_intervals(
                    shown,
                    label="label",
                    value="other_winner",
                    low="other_winner_low",
                    high="other_winner_high",
                    xlabel="games with another winner than by the Catalan rulebook (95 % intervals)",
                    percent=True,
                    title=f"The leaflet gives {by.share('other_winner', players=4, **whole)} of games of four another "
                    "winner",
                ),
                "Share of games with another winner for each difference alone and all together; numbers below.",
                f"Players who play every turn as well as can be ({SOLVED}), the same games by both rulebooks.",
                how="simulated",
            ),
            block(
                "games",
                table,
                "The same games by other rules. other course: turns, failures or citizens of some seat differ.",
                ["other_course", "other_winner"],
            ),
        ],
        sources=[source([one], part_of(games, share), "of two and four, by each rule") for one, games in GAMES.items()],
    )


def _with(before: Edition, after: Edition, rule: str) -> Edition:
    """The one edition with one rule of the other."""
    return replace(before, rules=before.rules.model_copy(update={rule: getattr(after.rules, rule)}))
