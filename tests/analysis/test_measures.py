"""What studies work out themselves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from analysis.duels import chance_ahead
from analysis.how_many_players import good
from analysis.how_many_players_measured import turns_that_matter
from analysis.telling import Found, side_by_side


@pytest.mark.parametrize(("wins", "games"), [(0.55, 201), (0.6, 101), (0.75, 15)])
def test_the_better_is_ahead_about_as_often_as_the_binomial_says(wins: float, games: int) -> None:
    found = chance_ahead(wins, pd.Series([games]))[0]
    assert found == pytest.approx(1 - binom.cdf(games // 2, games, wins), abs=0.012)


def test_places_follow_what_is_better_and_equal_ones_share_the_best() -> None:
    table = pd.DataFrame(
        {
            "quantity": ["margin"] * 3 + ["turns"] * 3,
            "better": ["less"] * 3 + ["more"] * 3,
            "value": [5.0, -2.0, 9.0, 7.0, 7.0, 6.0],
        }
    )
    assert good(table)["rank"].tolist() == [2, 1, 3, 1, 1, 3]


def test_a_turn_matters_that_moves_a_chance_by_a_twentieth_the_last_one_to_who_won() -> None:
    # Two games that were not fitted (numbers 1 and 3 of four): three turns and two.
    chances = np.array([[0.5, 0.5], [0.54, 0.46], [0.7, 0.3], [0.5, 0.5], [0.98, 0.02]])
    log: Any = SimpleNamespace(game=np.array([0, 1, 1, 1, 2, 3, 3]), credits=np.array([[1, 0]] * 4, dtype=float))
    held_out: Any = SimpleNamespace(log=log, turns=np.array([1, 2, 3, 5, 6]), chances=chances)
    # 0.5 to 0.54: no; 0.54 to 0.7: yes; 0.7 to won: yes; 0.5 to 0.98: yes; 0.98 to won: no.
    assert turns_that_matter(held_out)["share"] == pytest.approx(3 / 5)


def test_prose_finds_one_number_or_none() -> None:
    found = Found(pd.DataFrame({"card": ["king", "robber"], "worth": [11.25, 10.5], "held": [0.5, 0.25]}))
    assert found("worth", card="king") == 11.25
    assert found.share("held", card="robber") == "25.0 %"
    with pytest.raises(LookupError, match="2 rows"):
        found("worth")


def test_estimates_stand_side_by_side_with_half_their_interval() -> None:
    tidy = pd.DataFrame(
        {
            "who": ["greedy", "random", "greedy"],
            "quantity": ["worth", "worth", "held"],
            "unit": ["points", "points", "share"],
            "value": [11.2, 3.8, 0.5],
            "low": [11.08, 3.66, 0.49],
            "high": [11.32, 3.94, 0.51],
        }
    )
    found = side_by_side(tidy, "who").to_dict("records")
    assert found == [
        {"quantity": "worth", "unit": "points", "greedy": "11.20 ± 0.12", "random": "3.80 ± 0.14"},
        {"quantity": "held", "unit": "", "greedy": "50.0 ± 1.0 %", "random": ""},
    ]
