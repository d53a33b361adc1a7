"""The best kingdom in hindsight: as good as trying everything, legal, and honest about what it does not know."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from oracles.plain_cuts import DOMINOES
from oracles.plain_hindsight import best_by_trying

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.dominoes import all_dominoes, domino
from kingdice.games.kingdomino.hindsight import Hindsight, hindsight
from kingdice.games.kingdomino.kingdom import Kingdom
from kingdice.games.kingdomino.variants import Variants, variants_named

LARGE_ORDER = [22, 23, 38, 40, 43, 44, 47, 48, 1, 39, 45, 46]


@dataclass(frozen=True)
class SmallRules:
    """What the search reads of the variants, for kingdoms small enough to try everything."""

    size: int
    middle_points: int = 0
    middle_of_box: bool = False
    harmony_points: int = 0


def final_points(found: Hindsight, dominoes: list[int], variants: Variants) -> int:
    """Points of the kingdom that the placements build, all of them checked by the plain rules."""
    kingdom, lost = Kingdom(variants.size), 0
    for number, way in zip(dominoes, found.placements, strict=True):
        legal = kingdom.placements(domino(number))
        if way is None:
            assert legal == []
            lost += 1
        else:
            assert way in legal
            kingdom = kingdom.place(domino(number), way)
    is_middle = kingdom.is_middle(of_box=variants.middle_of_box)
    return kingdom.points + variants.middle_points * is_middle + variants.harmony_points * (not lost)


def draws(seed: int, count: int, of: int) -> list[list[int]]:
    chance = random.Random(seed)
    return [chance.sample(range(1, 49), of) for _ in range(count)]


def test_the_oracle_numbers_the_dominoes_as_the_package_does():
    ours = [{f"{half.terrain[0]}{half.crowns}" for half in one.halves} for one in all_dominoes()]
    assert [{one[:2], one[2:]} for one in DOMINOES] == ours


SMALL = [
    (SmallRules(3), 6),
    (SmallRules(3, middle_points=10, harmony_points=5), 5),
    (SmallRules(3, middle_points=10, middle_of_box=True), 4),
    (SmallRules(3, middle_points=2, middle_of_box=True, harmony_points=5), 7),
    (SmallRules(3, harmony_points=5), 8),
    (SmallRules(4, harmony_points=5), 3),
    (SmallRules(5, middle_points=10, middle_of_box=True), 3),
    (SmallRules(5, middle_points=10, harmony_points=5), 3),
    (SmallRules(7), 3),
]


def assert_as_good_as_trying_everything(rules: SmallRules, length: int, count: int) -> None:
    """On 3 by 3 most dominoes are discarded, and a domino that fits only outside of a box must be placed."""
    for dominoes in draws(length, count, length):
        found = hindsight(dominoes, variants=rules)
        tried = best_by_trying(
            dominoes,
            size=rules.size,
            middle_points=rules.middle_points,
            of_box=rules.middle_of_box,
            harmony_points=rules.harmony_points,
        )
        assert (found.points, found.is_exact) == (tried, True), dominoes


@pytest.mark.parametrize(("rules", "length"), SMALL)
def test_small_kingdoms_are_as_good_as_trying_everything(rules, length):
    assert_as_good_as_trying_everything(rules, length, 2)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "length"), [*SMALL, (SmallRules(4), 4), (SmallRules(4), 5)])
def test_many_small_kingdoms_are_as_good_as_trying_everything(rules, length):
    assert_as_good_as_trying_everything(rules, length, 12 if rules.size == 3 else 2)


@pytest.mark.parametrize(
    "names", ["standard", "middle,harmony", "middle-of-box", "harmony", "mighty-duel,middle,harmony"]
)
def test_what_is_found_can_be_played_and_counts_what_it_says(names):
    variants = variants_named(names)
    for dominoes in draws(11, 3, 12 if variants.size == 5 else 24):
        found = hindsight(dominoes, variants=variants, width=300)
        assert final_points(found, dominoes, variants) == found.points <= found.upper_bound


def test_a_narrow_search_finds_less_and_its_bound_holds():
    variants = variants_named("middle,harmony")
    inexact = 0
    for dominoes in draws(2, 12, 12):
        narrow, wide = (hindsight(dominoes, variants=variants, width=width) for width in (20, 100_000))
        assert wide.is_exact
        assert narrow.points <= wide.points <= narrow.upper_bound
        assert final_points(wide, dominoes, variants) == wide.points
        inexact += not narrow.is_exact
    assert inexact > 3


def test_the_largest_known_kingdom_is_reached():
    """120 points by an independent search (facts/kingdomino.md, 2.5), 135 with both bonuses."""
    assert hindsight(LARGE_ORDER, variants=variants_named("standard")).points >= 120
    assert hindsight(LARGE_ORDER, variants=variants_named("middle,harmony")).points >= 135


def test_the_same_dominoes_have_the_same_best_kingdom():
    dominoes = draws(4, 1, 12)[0]
    variants = variants_named("middle,harmony")
    assert hindsight(dominoes, variants=variants, width=500) == hindsight(dominoes, variants=variants, width=500)


def test_without_dominoes_only_bonuses_count():
    assert hindsight([], variants=variants_named("middle,harmony")) == Hindsight(15, 15, ())
    assert hindsight([], variants=variants_named("standard")) == Hindsight(0, 0, ())


@pytest.mark.parametrize(
    ("dominoes", "width", "says"),
    [
        ([0], 10, "domino 0: expected 1 to 48"),
        ([49], 10, "domino 49: expected 1 to 48"),
        ([3, 4, 3], 10, "domino 3 stands twice"),
        ([3], 0, "width 0: expected at least 1"),
    ],
)
def test_what_cannot_be_searched_is_refused(dominoes, width, says):
    with pytest.raises(KingdiceError, match=says):
        hindsight(dominoes, variants=variants_named("standard"), width=width)
