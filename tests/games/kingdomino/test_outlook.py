"""Where a domino goes best in one kingdom, beside what the plain oracle of far-sighted players sees."""

from __future__ import annotations

import random

import pytest
from oracles import plain_sight as plain

from kingdice.games.kingdomino.dominoes import TERRAINS, domino
from kingdice.games.kingdomino.kingdom import Kingdom, Placement
from kingdice.games.kingdomino.kingdom_file import parse_kingdom
from kingdice.games.kingdomino.layout import FEATURES
from kingdice.games.kingdomino.legality import check_kingdom
from kingdice.games.kingdomino.outlook import best_places
from kingdice.games.kingdomino.sight import sight_weights
from kingdice.games.kingdomino.variants import Variants, variants_named


def grown(seed: int, size: int, dominoes: int) -> tuple[Kingdom, list[int], int]:
    """A kingdom of random legal placements, its dominoes, and one that is not in it."""
    chance = random.Random(seed)
    numbers = chance.sample(range(1, 49), 48)
    kingdom, laid = Kingdom(size), []
    while len(laid) < dominoes:
        number = numbers.pop()
        ways = kingdom.placements(domino(number))
        near = [way for way in ways if all(plain.is_near(place, size) for place in way.places)]
        if ways:
            kingdom, laid = kingdom.place(domino(number), chance.choice(near or ways)), [*laid, number]
    return kingdom, laid, numbers.pop()


def promised(kingdom: Kingdom, laid: list[int], number: int, way: Placement, variants: Variants) -> float:
    """What the oracle's features of a place promise: the domino that comes next is any of the others."""
    size = kingdom.size
    in_play = 12 if size == 5 else 24
    after = kingdom.place(domino(number), way)
    squares = {place: (square.half.terrain, square.half.crowns) for place, square in after.squares.items()}
    middle = plain.plain.in_middle_of_box(squares) if variants.middle_of_box else plain.plain.in_middle(squares, size)
    value = plain.plain.points(squares) + variants.middle_points * middle
    to_come = in_play - len(laid) - 1
    weights = dict(zip(FEATURES, sight_weights(4 if size == 5 else 2, size)[to_come * 12 // in_play], strict=True))
    others = [one for one in range(1, 49) if one not in (*laid, number)]
    coming = [half for one in others for half in plain.halves_of(one)]
    shares = {name: sum(terrain == name for terrain, _ in coming) / len(coming) for name in TERRAINS}
    crowns = {
        name: sum(on_it for terrain, on_it in coming if terrain == name)
        / max(sum(terrain == name for terrain, _ in coming), 1)
        for name in TERRAINS
    }
    room = plain.room_of(squares, size, plain.plain.in_middle(squares, size))
    own = plain.of_kingdom(squares, size, room, shares, crowns) | {"middle": float(middle)}
    value += sum(weights[name] * own[name] for name in plain.OF_KINGDOM if name not in ("one", "harmonious"))
    picks = [plain.of_pick(squares, size, room, one, 0) for one in others]
    return value + sum(weights[name] * sum(one[name] for one in picks) / len(picks) for name in ("gain", "misfit"))


@pytest.mark.parametrize(
    ("size", "dominoes", "rules"),
    [(5, 3, "standard"), (5, 7, "middle,harmony"), (5, 10, "middle-of-box"), (7, 21, "middle,mighty-duel")],
)
def test_places_are_ranked_by_the_points_and_the_promise_of_the_oracle(size, dominoes, rules):
    assert_ranked_as_the_oracle_ranks(size, dominoes, rules, seed=1, most=2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("rules", ["standard", "middle,harmony", "middle-of-box", "middle,mighty-duel"])
@pytest.mark.parametrize("dominoes", [0, 1, 5, 9, 10])
def test_places_are_ranked_so_in_many_kingdoms(dominoes, rules, seed):
    assert_ranked_as_the_oracle_ranks(variants_named(rules).size, dominoes, rules, seed=seed, most=10)


def assert_ranked_as_the_oracle_ranks(size: int, dominoes: int, rules: str, *, seed: int, most: int) -> None:
    kingdom, laid, number = grown(seed, size, dominoes)
    variants = variants_named(rules)
    found = best_places(kingdom, number, variants=variants, gone=laid)
    assert sorted(one.placement for one in found) == sorted(kingdom.placements(domino(number)))
    assert [one.promise for one in found] == sorted((one.promise for one in found), reverse=True)
    for one in found[:: max(1, len(found) // most)]:
        assert one.promise == pytest.approx(promised(kingdom, laid, number, one.placement, variants), abs=1e-9)
        assert one.gain == kingdom.place(domino(number), one.placement).points - kingdom.points


def kingdom_of(text: str) -> Kingdom:
    return check_kingdom(parse_kingdom(text)).kingdom


def test_the_last_domino_goes_where_the_score_is_highest():
    """23 of wheat join the crown of the domino: 23 points, 10 for the middle and 5 for Harmony."""
    row = "w0w0w0w0w0"
    kingdom = kingdom_of(f"{row}/{row}/w0w0**w0w0/{row}/w0w0w0....")
    found = best_places(kingdom, 19, variants=variants_named("middle,harmony"))
    assert [(one.placement.places, one.gain, one.promise) for one in found] == [
        (((2, 1), (2, 2)), 23, 38.0),
        (((2, 2), (2, 1)), 23, 38.0),
    ]


def test_what_a_place_spoils_is_told():
    """Wheat on three sides of a free square two columns from the castle, and of the corner below it, once laid so."""
    kingdom = kingdom_of(".. .. w0 / ** w0 .. / .. w0 w0")
    found = {one.placement: one for one in best_places(kingdom, 1, variants=variants_named("middle"))}
    below, before_corner, into_it, beside_it = (
        found[way] for way in (Placement(2, 1, 0), Placement(2, 0, 0), Placement(0, 2, 0), Placement(0, 3, 1))
    )
    assert (below.holes, below.keeps_middle) == (1, True)  # nothing but a third column could cover it
    assert (before_corner.holes, before_corner.keeps_middle) == (2, True)
    assert (into_it.holes, into_it.keeps_middle) == (0, False)
    assert (beside_it.holes, beside_it.keeps_middle) == (1, False)


def test_a_domino_that_fits_nowhere_has_no_place():
    row = "l0l0l0l0l0"
    full = kingdom_of(f"{row}/{row}/l0l0**l0l0/{row}/{row}")
    assert best_places(full, 48, variants=variants_named("")) == ()
