"""Kinds of dominoes, and what they are worth: by plain loops over strata."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.kind_worths import kind_worths, kinds
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.turn_log import TurnLog, log_turns


def kind_of(number: int) -> tuple[str, int]:
    """Of the half with more crowns; of two alike the first."""
    one, other = domino(number).halves
    half = other if other.crowns > one.crowns else one
    return half.terrain, half.crowns


def test_there_are_fifteen_kinds():
    """wheat, forest, lake 0 and 1; grassland, swamp 0, 1 and 2; mine 1, 2 and 3 (no mine without crowns leads)."""
    assert [(half.terrain, half.crowns) for half in kinds()] == [
        *(("wheat", crowns) for crowns in (0, 1)),
        *(("forest", crowns) for crowns in (0, 1)),
        *(("lake", crowns) for crowns in (0, 1)),
        *(("grassland", crowns) for crowns in (0, 1, 2)),
        *(("swamp", crowns) for crowns in (0, 1, 2)),
        *(("mine", crowns) for crowns in (1, 2, 3)),
    ]
    assert sorted(set(map(kind_of, range(1, 49)))) == sorted((half.terrain, half.crowns) for half in kinds())


def expected(log: TurnLog) -> dict[tuple[str, int], tuple[int, float, float]]:
    """Turns, share taken and matched difference in points, by loops: strata are line and turn."""
    strata = defaultdict(lambda: defaultdict(lambda: ([], [])))
    columns = list(log.match.columns)
    for row, turns in zip(log.rows, log.turns, strict=True):
        for turn in turns:
            lying = {kind_of(int(one)) for one in turn["offered"] if one}
            if not turn["picked"] or len(lying) < 2:
                continue
            points = int(row[columns.index(f"score_{turn['seat'] + 1}")])
            taken = kind_of(int(turn["picked"]))
            for kind in lying:
                strata[kind][int(turn["line"]), int(turn["turn"])][kind == taken].append(points)
    found = {}
    for kind, cells in strata.items():
        weights = differences = taken = turns = 0.0
        for left, took in cells.values():
            taken, turns = taken + len(took), turns + len(took) + len(left)
            if left and took:
                weight = len(left) * len(took) / (len(left) + len(took))
                weights += weight
                differences += weight * (np.mean(took) - np.mean(left))
        found[kind] = (int(turns), taken / turns, differences / weights)
    return found


def test_worths_are_differences_within_strata():
    log = log_turns(match(["random"] * 4), games=60, seed=9)
    table, plain = kind_worths(Draft.of(log)), expected(log)
    assert len(table) == len(plain) == 15
    for row in table.to_dict("records"):
        turns, taken, score = plain[row["terrain"], row["crowns"]]
        assert row["offers"] == turns
        assert row["taken"] == pytest.approx(taken)
        assert row["score"] == pytest.approx(score)
        assert row["score_low"] < row["score"] < row["score_high"]
    assert table["dominoes"].sum() == 48
    assert table["kind"].tolist()[:4] == ["wheat", "wheat 1", "forest", "forest 1"]
