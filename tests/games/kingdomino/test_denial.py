"""What hindering the others is worth: counted by hand on games made by hand."""

from __future__ import annotations

import math

import pytest
from oracles.kingdomino_rows import rows
from scipy.stats import t

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.denial import denial


def three(scores: list[tuple[int, int, int]], mine: str, **how):
    return rows([[{"score": one} for one in some] for some in scores], strategies=["x", mine, "x"], **how)


def test_differences_are_paired_game_by_game():
    own = three([(30, 40, 20), (50, 40, 30), (20, 30, 30)], "points")
    lead = three([(20, 38, 10), (50, 45, 20), (20, 29, 25)], "lead")
    table = denial(own, lead)
    got = table.set_index("quantity")
    assert got["own"].to_dict() == pytest.approx(
        {
            "win share": 1.5 / 3,
            "score": 110 / 3,
            "score of others": 30,
            "best other": 110 / 3,
            "lead": 110 / 3 - 30,
            "margin": 0,
        }
    )
    assert got["difference"].to_dict() == pytest.approx(
        {
            "win share": 0.5 / 3,
            "score": 2 / 3,
            "score of others": (-10 - 5 - 2.5) / 3,
            "best other": (-10 + 0 - 5) / 3,
            "lead": 2 / 3 + 17.5 / 3,
            "margin": 2 / 3 + 5,
        }
    )
    # score: -2, +5, -1
    reach = t.ppf(0.975, 2) * math.sqrt(((8 / 3) ** 2 + (13 / 3) ** 2 + (5 / 3) ** 2) / 2 / 3)
    assert got.loc["score", "high"] - 2 / 3 == pytest.approx(reach)
    assert table.attrs["seats"] == [2]
    assert table.attrs["strategies"] == [["x", "points", "x"], ["x", "lead", "x"]]


def test_other_games_are_refused():
    some = [(30, 40, 20), (50, 40, 30)]
    own = three(some, "points")
    for other in (
        three(some, "lead", first=7),
        three([*some, (1, 2, 3)], "lead"),
        three(some, "lead", variants="middle"),
    ):
        with pytest.raises(KingdiceError, match="runs of other games"):
            denial(own, other)
    with pytest.raises(KingdiceError, match="nobody plays another strategy"):
        denial(own, own)
    everybody = rows([[{"score": one} for one in game] for game in some], strategies=["y"] * 3)
    with pytest.raises(KingdiceError, match="everybody plays another strategy"):
        denial(own, everybody)
