"""What is still to come: against every set of dominoes that can come, and against counts by hand."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdice.games.kingdomino
from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.draft_odds import (
    QUANTITIES,
    domino_places,
    domino_rows,
    outlook_rows,
    terrain_chances,
    terrain_odds,
    terrain_outlook,
)
from kingdice.games.kingdomino.pile import pile_after

TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"]
FILE = Path(kingdice.games.kingdomino.__file__).parent / "dominoes.csv"
PRINTED = {
    int(row["number"]): [(row["terrain_a"], int(row["crowns_a"])), (row["terrain_b"], int(row["crowns_b"]))]
    for row in csv.DictReader(FILE.read_text().splitlines())
}


def squares(numbers: tuple[int, ...], terrain: str) -> list[int]:
    """The crowns of every square of a terrain on these dominoes."""
    return [crowns for number in numbers for kind, crowns in PRINTED[number] if terrain in (kind, "any")]


AMOUNTS: dict[str, Callable[[list[int]], int]] = {
    "squares": len,
    "crowns": sum,
    "best square": lambda crowns: max(crowns, default=0),
}


def every_set(unseen: list[int], draws: int, terrain: str, quantity: str) -> dict[int, Fraction]:
    """The chance of every amount, by looking at all sets."""
    found = Counter(AMOUNTS[quantity](squares(some, terrain)) for some in combinations(unseen, draws))
    return {amount: Fraction(count, comb(len(unseen), draws)) for amount, count in sorted(found.items())}


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("terrain", [*TERRAINS, "any"])
@pytest.mark.parametrize(
    ("players", "variants", "unseen", "lines"),
    [
        (4, "", [1, 12, 23, 40, 41, 45, 46, 48], 1),
        (3, "", [2, 6, 13, 16, 19, 21, 23, 27, 31, 36, 39, 40, 42, 44, 45, 47, 48, 12], 1),
        (3, "", [2, 6, 13, 16, 19, 21, 23, 27, 31, 36, 39, 40, 42, 44, 45, 47, 48, 12], 2),
        (2, "mighty-duel", [5, 11, 12, 17, 22, 24, 29, 38, 40, 43, 44, 48], 2),
    ],
)
def test_chances_are_those_of_all_sets_that_can_come(players, variants, unseen, lines, terrain, quantity):
    seen = [number for number in range(1, 49) if number not in unseen]
    pile = pile_after(seen, players=players, variants=variants)
    draws = lines * (3 if players == 3 else 4)
    assert terrain_chances(pile, terrain, quantity, lines=lines) == every_set(unseen, draws, terrain, quantity)


@given(st.sets(st.integers(1, 48), min_size=40, max_size=40), st.sampled_from(TERRAINS), st.sampled_from(QUANTITIES))
def test_any_pile_of_eight_agrees_with_all_its_lines(seen, terrain, quantity):
    unseen = [number for number in range(1, 49) if number not in seen]
    assert terrain_chances(pile_after(seen, players=4), terrain, quantity, lines=1) == every_set(
        unseen, 4, terrain, quantity
    )


@given(st.sets(st.integers(1, 48), min_size=36, max_size=36))
def test_places_in_the_next_line_are_those_of_all_lines(seen):
    unseen = [number for number in range(1, 49) if number not in seen]
    lines = [sorted(line) for line in combinations(unseen, 4)]
    for row in domino_rows(pile_after(seen, players=4), exact=True):
        mine = [line for line in lines if row["number"] in line]
        places = Counter(line.index(row["number"]) + 1 for line in mine)
        assert row["next_line"] == Fraction(len(mine), len(lines))
        assert [row[f"place_{place}"] for place in range(1, 5)] == [Fraction(places[p], len(mine)) for p in range(1, 5)]
        own = sum(line.index(row["number"]) + 1 for line in mine)
        others = sum(place + 1 for line in mine for place in range(4) if line[place] != row["number"])
        assert row["mean_place"] == Fraction(own, len(mine))
        assert row["places_lost"] == Fraction(own, len(mine)) - Fraction(others, 3 * len(mine))


@pytest.mark.parametrize(
    ("players", "variants", "drawn"),
    [(2, "", 24), (3, "", 36), (4, "", 48), (2, "mighty-duel", 48), (3, "lines-of-four", 48)],
)
def test_so_many_dominoes_are_played_with(players, variants, drawn):
    pile = pile_after(players=players, variants=variants)
    assert pile.to_come == drawn
    assert {row["comes"] for row in domino_rows(pile, exact=True)} == {Fraction(drawn, 48)}
    # the publisher's totals: 96 squares and 39 crowns, of which the mines have 6 and 10
    rows = {row["terrain"]: row for row in outlook_rows(pile, exact=True)}
    assert (rows["mine"]["squares_unseen"], rows["mine"]["crowns_unseen"]) == (6, 10)
    assert (rows["any"]["squares_unseen"], rows["any"]["crowns_unseen"]) == (96, 39)
    assert rows["mine"]["crowns"] == Fraction(10 * drawn, 48)
    assert rows["any"]["squares"] == 2 * drawn


def test_the_line_on_offer_no_longer_comes():
    table = domino_places([1, 5, 7, 8, 9, 10, 11, 12, 48], players=3)
    assert table["number"].tolist() == [n for n in range(1, 49) if n not in {1, 5, 7, 8, 9, 10, 11, 12, 48}]
    assert table["comes"].tolist() == pytest.approx([27 / 39] * 39)
    assert domino_places([1, 5, 48], players=3, lines=2)["comes"].tolist() == pytest.approx([6 / 45] * 45)
    assert table.loc[table["number"] == 47, "mean_place"].item() == 3


def test_with_four_players_all_that_was_not_seen_comes():
    odds = terrain_odds(range(1, 41), players=4, terrain="mine")
    # 41 to 48 have four mine squares with 2 + 2 + 2 + 3 crowns
    assert odds[["quantity", "amount", "chance"]].to_numpy().tolist() == [
        ["squares", 4, 1.0],
        ["crowns", 9, 1.0],
        ["best square", 3, 1.0],
    ]
    assert odds.attrs["means"] == {"squares": 4.0, "crowns": 9.0, "best square": 3.0}


def test_chances_add_up_and_at_least_counts_from_above():
    odds = terrain_odds([3, 17, 40], players=3, terrain="swamp", lines=4, exact=True)
    for _, rows in odds.groupby("quantity"):
        assert sum(rows["chance"]) == 1
        assert rows["at_least"].iloc[0] == 1
        for place, row in enumerate(rows.to_dict("records")):
            assert row["at_least"] == sum(rows["chance"].iloc[place:])
    assert odds.attrs["method"] == "exact"
    assert odds.attrs["edition"]["name"] == "standard"


def test_the_outlook_is_the_mean_of_the_odds():
    outlook = terrain_outlook([3, 17, 40], players=3, lines=4).set_index("terrain")
    for terrain in TERRAINS:
        odds = terrain_odds([3, 17, 40], players=3, terrain=terrain, lines=4)
        row = outlook.loc[terrain]
        assert row["squares"] == pytest.approx(odds.attrs["means"]["squares"])
        assert row["crowns"] == pytest.approx(odds.attrs["means"]["crowns"])
        assert row["best_square"] == pytest.approx(odds.attrs["means"]["best square"])
        some = 1 - odds[odds["amount"] == 0].set_index("quantity")["chance"]
        assert row["square"] == pytest.approx(some.get("squares", 1))
        assert row["crown"] == pytest.approx(some["crowns"])


@pytest.mark.parametrize(
    ("seen", "players", "variants", "complaint"),
    [
        ([0, 1, 2], 3, "", "no domino 0; expected 1 to 48"),
        ([1, 2, 49], 3, "", "no domino 49"),
        ([1, 2, 2], 3, "", "domino 2 is named twice"),
        ([1, 2], 3, "", "2 dominoes are not whole lines of 3"),
        ([1, 2, 3], 3, "lines-of-four", "3 dominoes are not whole lines of 4"),
        (range(1, 29), 2, "", "28 dominoes, but 2 players draw only 24"),
        ([], 5, "", "5 players: kingdomino standard is for 2 to 4"),
        ([], 4, "mighty-duel", "4 players: kingdomino mighty-duel is for 2"),
    ],
)
def test_what_cannot_have_been_seen_is_refused(seen, players, variants, complaint):
    with pytest.raises(KingdiceError, match=complaint):
        pile_after(seen, players=players, variants=variants)


def test_questions_without_an_answer_are_refused():
    pile = pile_after(players=4)
    with pytest.raises(KingdiceError, match="no terrain 'mines'; did you mean 'mine'"):
        terrain_chances(pile, "mines", "crowns")
    with pytest.raises(KingdiceError, match="no quantity 'crown': expected squares"):
        terrain_chances(pile, "mine", "crown")
    with pytest.raises(KingdiceError, match="lines 13: expected 1 to 12"):
        terrain_chances(pile, "mine", "crowns", lines=13)
    with pytest.raises(KingdiceError, match="no line is still to come"):
        domino_rows(pile_after(range(1, 25), players=2))
