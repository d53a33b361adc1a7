"""Tables on scores, seats and kingdoms: counted by hand on games made by hand."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from oracles.kingdomino_rows import rows
from scipy.stats import norm, t

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.game_rows import Games
from kingdice.games.kingdomino.kingdom_tables import boxes, castle_cells, concentration, terrains
from kingdice.games.kingdomino.score_tables import decisions, discards, good_scores, score_chances, seats

# Three games of two: points of both seats, who discarded how many, what decided.
GAMES = [
    [{"score": 40, "base": 25, "middle": 1, "harmony": 1}, {"score": 30, "base": 30, "discards": 2}],
    [{"score": 20, "base": 20, "discards": 1}, {"score": 50, "base": 35, "middle": 1, "harmony": 1}],
    [{"score": 33, "base": 23, "middle": 1, "discards": 1, "decided_by": 3}, {"score": 33, "base": 33, "discards": 1}],
]


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return rows(GAMES, strategies=["one", "other"], variants="middle,harmony")


def test_seats_are_counted(table):
    got = seats(table).set_index("seat")
    assert got["strategy"].tolist() == ["one", "other"]
    assert got["win_share"].tolist() == [0.5, 0.5]
    assert got["times_fair"].tolist() == [1.0, 1.0]
    assert got["score"].tolist() == pytest.approx([31, 113 / 3])
    assert got["score_sd"].tolist() == pytest.approx([math.sqrt((81 + 121 + 4) / 2), np.std([30, 50, 33], ddof=1)])
    assert got["base_score"].tolist() == pytest.approx([68 / 3, 98 / 3])
    assert got["middle"].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert got["harmony"].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert got["discards"].tolist() == pytest.approx([2 / 3, 1])
    reach = t.ppf(0.975, 2) * got.loc[1, "score_sd"] / math.sqrt(3)
    assert got.loc[1, "score_high"] - 31 == pytest.approx(reach)
    # Wilson for 1.5 of 3
    z = norm.ppf(0.975)
    assert got.loc[1, "high"] == pytest.approx(
        (0.5 + z * z / 6 + z * math.sqrt(0.25 / 3 + z * z / 36)) / (1 + z * z / 3)
    )
    assert seats(table).attrs["level"] == 0.95


def test_rates_of_a_dynasty_are_of_its_three_kingdoms():
    dynasty = rows([[{"score": 90, "middle": 3, "harmony": 1}, {"score": 80, "middle": 0}]] * 2, variants="dynasty")
    assert seats(dynasty)["middle"].tolist() == [1.0, 0.0]
    assert seats(dynasty)["harmony"].tolist() == pytest.approx([1 / 3, 0])
    with pytest.raises(KingdiceError, match="castle cells of a dynasty"):
        castle_cells(dynasty)


def test_good_scores_are_those_of_all_kingdoms_and_of_winners(table):
    got = good_scores(table).set_index("who")
    assert got.index.tolist() == ["everybody", "one", "other", "winner", "second", "last", "margin"]
    assert got.loc["everybody", "mean"] == pytest.approx(206 / 6)
    assert got.loc["everybody", "median"] == 33
    assert got.loc["winner", "mean"] == 41
    assert got.loc["second", "mean"] == pytest.approx((30 + 20 + 33) / 3)
    assert got.loc["margin", "mean"] == pytest.approx((10 + 30 + 0) / 3)
    assert got.loc["one", "mean"] == 31
    assert got.loc["everybody", "quantile_99"] == pytest.approx(np.quantile([40, 30, 20, 50, 33, 33], 0.99))
    # the interval is over the means of three games: 35, 35, 33
    reach = t.ppf(0.975, 2) * np.std([35, 35, 33], ddof=1) / math.sqrt(3)
    assert got.loc["everybody", "high"] - 206 / 6 == pytest.approx(reach)


def test_chances_of_scores_run_from_the_least_to_the_most(table):
    got = score_chances(table, width=10).set_index("points")
    assert got["kingdoms"].tolist() == [1, 3, 1, 1]
    assert got.index.tolist() == [20, 30, 40, 50]
    assert got["share"].tolist() == pytest.approx([1 / 6, 1 / 2, 1 / 6, 1 / 6])
    assert got["at_least"].tolist() == pytest.approx([1, 5 / 6, 1 / 3, 1 / 6])
    assert ((got["share_low"] <= got["share"]) & (got["share"] <= got["share_high"])).all()
    assert score_chances(table, who="winner")["kingdoms"].sum() == 3
    with pytest.raises(KingdiceError, match="scores of 'me', 1 points wide: expected everybody, one, other, winner"):
        score_chances(table, who="me")


def test_tie_breaks_are_counted():
    games = [[{"score": 1, "decided_by": code}, {"score": 1}] for code in (0, 0, 0, 1, 1, 2, 3)]
    got = decisions(rows(games)).set_index("decided_by")
    assert got["games"].to_dict() == {"points": 3, "largest property": 2, "crowns": 1, "shared": 1}
    assert got["share"].sum() == pytest.approx(1)


def test_discards_are_counted_by_strategy(table):
    got = discards(table).set_index(["strategy", "discards"])
    assert got["kingdoms"].to_dict() == {
        ("one", 0): 1,
        ("one", 1): 2,
        ("other", 0): 1,
        ("other", 1): 1,
        ("other", 2): 1,
    }
    assert got.loc[("one", 1), "score"] == pytest.approx((20 + 33) / 2)
    assert got.loc[("one", 1), "win_share"] == pytest.approx(0.25)
    assert got.loc[("other", 2), "share"] == pytest.approx(1 / 3)
    assert len(discards(rows(GAMES))) == 3  # one strategy at both seats


def test_concentration_compares_winners_with_the_others_of_their_game():
    strong = {"squares": {"wheat": 6, "mine": 2}, "points": {"wheat": 12, "mine": 4}, "largest": 6, "crowns": 4}
    weak = {"squares": {"lake": 2, "swamp": 2}, "points": {}, "largest": 2, "crowns": 0}
    even = {"squares": {"lake": 4, "swamp": 4}, "points": {"lake": 4, "swamp": 4}, "largest": 4, "crowns": 2}
    games = [
        [{"score": 16, **strong}, {"score": 0, **weak}],
        [{"score": 8, **even}, {"score": 16, **strong}],
        [{"score": 8, **even}, {"score": 8, **even}],  # shared: no other
    ]
    got = concentration(rows(games)).set_index("quantity")
    assert got.loc["best terrain", "winners"] == pytest.approx((0.75 + 0.75 + 0.5 + 0.5) / 4)
    assert got.loc["best terrain", "others"] == 0.5  # the one without points is left out
    assert got.loc["herfindahl", "winners"] == pytest.approx((0.625 + 0.625 + 0.5 + 0.5) / 4)
    assert got.loc["herfindahl", "difference"] == pytest.approx(0.125)
    assert got.loc["terrains with points", "others"] == 1
    assert got.loc["largest property", "difference"] == 3
    assert got.loc["crowns", "winners"] == 3
    assert got.loc["squares", "others"] == 6
    assert math.isnan(got.loc["best terrain", "difference_low"])  # one game alone
    by = terrains(rows(games)).set_index(["terrain", "quantity"])
    assert by.loc[("wheat", "points"), "winners"] == 6
    assert by.loc[("lake", "squares"), "others"] == 3


def test_castles_have_a_cell_where_the_box_is_whole():
    middle, corner, edge, narrow = (2, 2, 2, 2), (0, 4, 4, 0), (4, 0, 1, 3), (2, 2, 1, 2)
    games = [
        [
            {"score": 50, "castle": middle, "harmony": 1, "middle": 1},
            {"score": 20, "castle": corner},
            {"score": 30, "castle": edge, "discards": 1},
        ],
        [
            {"score": 40, "castle": middle, "middle": 1, "discards": 1},
            {"score": 60, "castle": corner, "harmony": 1},
            {"score": 10, "castle": narrow, "middle": 1},
        ],
    ]
    table = rows(games)
    got = castle_cells(table).set_index(["row", "column"])
    assert got["kingdoms"].to_dict() == {(1, 5): 2, (3, 3): 2, (5, 2): 1}
    assert got.loc[(3, 3), "full"] == 0.5
    assert got.loc[(1, 5), "full"] == 0.5
    assert got.loc[(5, 2), "full"] == 0
    assert got["middle"].to_dict() == {(1, 5): 0.0, (3, 3): 1.0, (5, 2): 0.0}
    assert got.loc[(3, 3), "score"] == 45
    assert got.loc[(3, 3), "win_share"] == 0.5
    assert got.loc[(3, 3), "share"] == pytest.approx(1 / 3)
    folded = castle_cells(table, fold=True).set_index(["row", "column"])
    assert folded["cells"].to_dict() == {(1, 1): 4, (1, 2): 8, (3, 3): 1}
    sizes = boxes(table).set_index(["short", "long"])
    assert sizes["kingdoms"].to_dict() == {(4, 5): 1, (5, 5): 5}


def test_packed_numbers_are_taken_apart():
    seat = {
        "score": 1,
        "squares": {"wheat": 24, "mine": 6},
        "points": {"swamp": 700, "mine": 60},
        "castle": (6, 0, 1, 5),
    }
    games = Games.of(rows([[seat, {"score": 0}]] * 2, variants="mighty-duel"))
    assert games.squares[0, 0].tolist() == [24, 0, 0, 0, 0, 6]
    assert games.terrain_points[1, 0].tolist() == [0, 0, 0, 0, 700, 60]
    assert games.castles[0].tolist() == [[6, 0, 1, 5], [2, 2, 2, 2]]
    assert games.credits.tolist() == [[1, 0], [1, 0]]


def test_tables_need_two_games_that_say_who_played(table):
    with pytest.raises(KingdiceError, match="at least two games, not 1"):
        seats(table.head(1))
    with pytest.raises(KingdiceError, match="a table of games without"):
        seats(pd.DataFrame({"game": [0, 1]}))
