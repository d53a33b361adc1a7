"""The first experiment of Gedda, Lagerkvist and Butler (2018) played anew: agents against three random players."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from analysis.telling import block, part_of
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.variants import variants_named
from kingdice.reporting.page import Prose, Section, Source

DATA = Path(__file__).parent / "data"
BOTH, PLAYERS, SEED, GAMES = "middle,harmony", 4, 2018, 20_000
EXPERIMENT = {  # the paper's first: win, draw and loss in per cent, mean score, lead over the best opponent
    "random": (22.3, 2.9, 74.8, 22.79, -7.16),
    "greedy-random-draft": (79.4, 2.2, 18.4, 39.62, 10.12),
    "full-greedy": (97.7, 0.2, 2.1, 55.69, 27.24),
}


def against_random(share: float = 1.0) -> Section:
    """Random, greedy-random-draft and full-greedy against three random players."""
    games = part_of(GAMES, share)
    rows = []
    for agent, (won, drawn, lost, score, lead) in EXPERIMENT.items():
        own, best, others = scores_against_random(agent, games)
        ahead = own - best
        rows.append(
            {
                "agent": agent,
                "games": len(own),
                "won": 100 * np.mean(ahead > 0),
                "won_paper": won,
                "drawn": 100 * np.mean(ahead == 0),
                "drawn_paper": drawn,
                "lost": 100 * np.mean(ahead < 0),
                "lost_paper": lost,
                "score": own.mean(),
                "score_paper": score,
                "opponents": others.mean(),
                "lead": ahead.mean(),
                "lead_paper": lead,
            }
        )
    text = """
    The paper's first experiment, with 1,000 games there. As in the paper the top score alone decides here, without the
    rulebook's tie-breaks. full-greedy has a quirk that is the authors' own: it looks at kingdoms with the picked domino
    in place, and in the last round nothing is picked, so it places its last domino at random.
    """
    rules = variants_named(BOTH)
    return Section(
        "Against three random players",
        [
            Prose(text),
            block(
                "against-random",
                pd.DataFrame(rows),
                "Games won, drawn (shared top score) and lost in per cent, mean scores and mean lead over the best "
                "opponent; seats taking turns.",
            ),
        ],
        sources=[Source(f"{rules.name} {rules.hash}", [agent, *["random"] * 3], games, SEED) for agent in EXPERIMENT],
    )


def scores_against_random(agent: str, games: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], ...]:
    """Own score, best opponent's and the opponents' mean, of every game."""
    own, best, others = [], [], []
    for seat in range(PLAYERS):
        names = ["random"] * PLAYERS
        names[seat] = agent
        one = match(names, variants=BOTH)
        rows = one.play_block(SEED, seat * games // PLAYERS, games // PLAYERS)
        scores = rows[:, [one.columns.index(f"score_{number}") for number in range(1, PLAYERS + 1)]]
        rest = np.delete(scores, seat, axis=1)
        own.append(scores[:, seat])
        best.append(rest.max(axis=1))
        others.append(rest.mean(axis=1))
    return np.concatenate(own), np.concatenate(best), np.concatenate(others)
