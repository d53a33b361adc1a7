"""Editions with other dice: from 2 to 8 of them, alike or not, symbols and weights, up to 64 cards."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from oracles import brute_force, plain_lattice, turn_worth

from kingdice.dice.batch import solve_batch
from kingdice.games.king_of_dice import Display, Edition, load_edition
from kingdice.games.king_of_dice.advice import advise, advise_exact
from kingdice.games.king_of_dice.odds import card_odds, odds_rows

HEAD = 'name = "own"\nplayers = [2, 4]\n[[penalties]]\npoints = -2\ncopies = 5\n'
D4 = [(number, None, 1) for number in range(1, 5)]
D6 = [(number, None, 1) for number in range(1, 7)]


def die(name: str, copies: int, faces: list, weights: list | None = None) -> str:
    text = f'[[dice]]\nname = "{name}"\ncopies = {copies}\nfaces = {faces}\n'
    return text + (f"weights = {weights}\n" if weights else "")


def village(name: str, values: list[int]) -> str:
    return f'[[villages]]\nname = "{name}"\nvalues = {values}\n'


def citizen(identifier: str, points: int, needs: str, more: str = "") -> str:
    return f'[[citizens]]\nid = "{identifier}"\ncitizen = "one"\npoints = {points}\nneeds = "{needs}"\n{more}'


def plain_value(dice: list, worths: list[float], failing: float, met: np.ndarray, rolls: int = 3) -> float:
    terminal, _ = turn_worth.terminal(worths, failing, met)
    return plain_lattice.solve(dice, terminal, rolls).value


# Two dice that are not alike: symbols, one of them twice on its die; numbers and symbols with weights.
DUEL = (
    HEAD
    + die("attack", 1, ["sword", "shield", "sword", "blank"])
    + die("magic", 1, ["1 fire", "2 fire", "3 ice"], [1, 2, 0.5])
    + village("castle", [3, 1])
    + village("cave", [5])
    + citizen("knight", 2, "1 sword", 'village = "castle"\n')
    + citizen("mage", 7, "1 fire and 1 sword", 'village = "cave"\n')
    + citizen("yeti", 4, "sum >= 3")
    + citizen("ghost", 3, "no fire and no ice and one blank or exactly 1 fire and 1 blank")
)
DUEL_DICE = [
    [(None, "sword", 2), (None, "shield", 1), (None, "blank", 1)],
    [(1, "fire", 2), (2, "fire", 4), (3, "ice", 1)],
]
DUEL_MET = {
    "knight": lambda roll: roll[0][1] == "sword",
    "mage": lambda roll: roll[0][1] == "sword" and roll[1][1] == "fire",
    "yeti": lambda roll: roll[1][0] >= 3,
    "ghost": lambda roll: roll[0][1] == "blank" and roll[1][1] == "fire",
}

# Dice with different numbers of sides.
MIXED = (
    HEAD
    + die("small", 2, [1, 2, 3, 4])
    + die("eight", 1, list(range(1, 9)))
    + die("ten", 1, list(range(1, 11)))
    + village("town", [1])
    + citizen("run", 3, "straight of 3")
    + citizen("pairs", 3, "2+2")
    + citizen("high", 3, "sum >= 20")
    + citizen("even", 3, "all even")
)
MIXED_DICE = [D4, D4, [(n, None, 1) for n in range(1, 9)], [(n, None, 1) for n in range(1, 11)]]


def _pairs(roll: tuple) -> bool:
    shown = [number for number, _ in roll]
    return sum(shown.count(number) >= 2 for number in set(shown)) >= 2


MIXED_MET = {
    "run": lambda roll: any({low, low + 1, low + 2} <= {number for number, _ in roll} for low in range(1, 9)),
    "pairs": _pairs,
    "high": lambda roll: sum(number for number, _ in roll) >= 20,
    "even": lambda roll: all(number % 2 == 0 for number, _ in roll),
}

# As many cards as there may be, with four ordinary dice: 24 + 20 + 20.
MANY_MET = (
    {f"{count}x{face}": (f"{count} {face}s", face, count) for face in range(1, 7) for count in range(1, 5)}
    | {f"least-{total}": (f"sum >= {total}", ">=", total) for total in range(5, 25)}
    | {f"most-{total}": (f"sum <= {total}", "<=", total) for total in range(4, 24)}
)
MANY = (
    HEAD
    + die("die", 4, [1, 2, 3, 4, 5, 6])
    + "".join(village(f"v{place}", [2]) for place in range(5))
    + "".join(citizen(name, 1 + place % 9, needs) for place, (name, (needs, _, _)) in enumerate(MANY_MET.items()))
)


def many_met(name: str, roll: tuple) -> bool:
    _, what, count = MANY_MET[name]
    shown = [number for number, _ in roll]
    if what == ">=":
        return sum(shown) >= count
    return sum(shown) <= count if what == "<=" else shown.count(what) >= count


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    path = tmp_path_factory.mktemp("many") / "many.toml"
    path.write_text(MANY, encoding="utf-8")
    return load_edition(path)


@pytest.mark.parametrize(("text", "dice", "met"), [(DUEL, DUEL_DICE, DUEL_MET), (MIXED, MIXED_DICE, MIXED_MET)])
def test_odds_of_own_dice_equal_brute_force(write_edition, text, dice, met):
    own = load_edition(write_edition(text))
    table = card_odds(own, exact=True).set_index("id")
    for name, predicate in met.items():
        expected = brute_force.success_chances(dice, predicate, 4, exact=len(dice) == 2)
        found = table.loc[name, ["p1", "p2", "p3", "p4"]].tolist()
        if len(dice) == 2:
            assert found == expected, name
        assert [float(one) for one in found] == pytest.approx([float(one) for one in expected], rel=0, abs=1e-12), name


def test_two_unlike_dice_with_symbols_and_weights_go_through_a_whole_turn(write_edition):
    own = load_edition(write_edition(DUEL))
    display = Display.of(own, ["mage", "knight"], villages=[3, 5])
    assert [int(worth) for worth in display.worths()] == [7, 2]
    met = np.stack([brute_force.over_rolls(DUEL_DICE, DUEL_MET[one], bool) for one in display.ids], axis=-1)
    expected = plain_value(DUEL_DICE, [7.0, 2.0], -2.0, met)
    assert advise(display).value == pytest.approx(expected, rel=0, abs=1e-12)
    assert float(advise_exact(display)[0].value) == pytest.approx(expected, rel=0, abs=1e-12)
    assert list(advise(display).outcomes()) == ["mage", "knight", "penalty"]


def test_the_village_of_an_own_edition_counts_over_its_own_citizen_only(write_edition):
    own = load_edition(write_edition(DUEL))
    assert [int(worth) for worth in Display.of(own, ["knight", "mage"]).worths()] == [2 + 3, 7 + 5]
    assert [int(worth) for worth in Display.of(own, ["knight", "mage"], villages=[1, 0]).worths()] == [3, 7]


@pytest.mark.parametrize("dice", range(2, 9))
def test_two_to_eight_ordinary_dice_meet_counts_of_a_number_as_often_as_the_binomial_says(write_edition, dice):
    text = HEAD + die("die", dice, [1, 2, 3, 4, 5, 6]) + village("town", [2])
    text += "".join(citizen(f"sixes-{count}", 1, f"{count} 6s") for count in range(1, dice + 1))
    table = card_odds(load_edition(write_edition(text)), exact=True).set_index("id")
    for count in range(1, dice + 1):
        for rolls in range(1, 5):
            shown = 1 - Fraction(5, 6) ** rolls
            expected = sum(comb(dice, k) * shown**k * (1 - shown) ** (dice - k) for k in range(count, dice + 1))
            assert table.loc[f"sixes-{count}", f"p{rolls}"] == expected


def test_sixty_four_cards_each_have_their_odds(many: Edition):
    assert len(many.citizens) == 64
    for row in odds_rows(many):
        expected = brute_force.success_chances([D6] * 4, lambda roll, name=row["id"]: many_met(name, roll), 4)
        assert [row[f"p{rolls}"] for rolls in (1, 2, 3, 4)] == pytest.approx(expected, rel=0, abs=1e-12), row["id"]


@pytest.mark.parametrize(
    "ids", [("most-23", "most-4", "1x1", "4x6", "least-24"), ("2x3", "2x4", "2x5", "2x6", "most-7")]
)
def test_the_sixty_fourth_card_takes_part_in_a_display(many: Edition, ids):
    worths = {"most-23": -5.0, "2x3": 2.5}
    display = Display.of(many, ids)
    given = {one: worths[one] for one in ids if one in worths}
    met = np.stack(
        [brute_force.over_rolls([D6] * 4, lambda roll, name=one: many_met(name, roll), bool) for one in ids], axis=-1
    )
    expected = plain_value([D6] * 4, [float(worth) for worth in display.worths("points", given)], -2.0, met)
    assert advise(display, worths=given).value == pytest.approx(expected, rel=0, abs=1e-12)
    batched = solve_batch(many.pool, many.masks, [display.stakes("points", given)] * 3, rolls=3)
    assert batched[-1].tolist() == pytest.approx([expected] * 3, rel=0, abs=1e-12)


def test_rolls_a_turn_are_the_editions(write_edition):
    own = load_edition(write_edition(DUEL + "[rules]\nrolls = 1\n"))
    display = Display.of(own, ["knight", "yeti"])
    assert advise(display).solution.rolls == 1
    # 1 sword of 4 sides twice: 5 points with its castle; else the yeti on 1 of 7: 4 points; else -2.
    assert advise(display).value == pytest.approx(0.5 * 5 + 0.5 * (4 / 7 - 2 * 6 / 7), rel=0, abs=1e-12)


def test_declining_is_worth_no_less_than_failing(write_edition):
    own = load_edition(write_edition(DUEL + "[rules]\nmay_decline = true\n"))
    display = Display.of(own, ["knight", "yeti"])
    given = {"knight": -9.0, "yeti": -7.5}
    met = np.stack([brute_force.over_rolls(DUEL_DICE, DUEL_MET[one], bool) for one in display.ids], axis=-1)
    assert advise(display, worths=given).value == pytest.approx(-2.0, rel=0, abs=1e-12)
    terminal, _ = turn_worth.terminal([-9.0, 4.0], -2.0, met)
    expected = plain_lattice.solve(DUEL_DICE, np.maximum(terminal, -2.0), 3).value
    assert advise(display, worths={"knight": -9.0}).value == pytest.approx(expected, rel=0, abs=1e-12)


def _eight_unlike() -> str:
    """Eight six-sided dice, no two alike: the i-th shows its 6 i times as often as each other number."""
    dice = "".join(die(f"d{i}", 1, [1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, i]) for i in range(1, 9))
    cards = citizen("three", 2, "three 6s") + citizen("five", 6, "five 6s") + citizen("eight", 30, "all 6s")
    cards += citizen("low", 5, "sum <= 20") + citizen("odd", 9, "seven odd")
    cards += citizen("run", 4, "straight of 6")
    return HEAD + dice + "".join(village(f"v{place}", [2]) for place in range(5)) + cards


@pytest.mark.long
def test_eight_unlike_dice_equal_closed_form_and_plain_lattice(write_edition):
    own = load_edition(write_edition(_eight_unlike()))
    assert own.pool.lattice_size == 7**8
    table = card_odds(own).set_index("id")
    for name, count in (("three", 3), ("five", 5), ("eight", 8)):
        for rolls in range(1, 5):
            sixes = np.ones(1)  # chance of 0, 1, ... sixes, die by die
            for weight in range(1, 9):
                shown = 1 - (5 / (5 + weight)) ** rolls
                sixes = np.convolve(sixes, [1 - shown, shown])
            assert table.loc[name, f"p{rolls}"] == pytest.approx(sixes[count:].sum(), rel=0, abs=1e-12)

    numbers = [np.arange(1, 7).reshape([-1 if axis == die else 1 for axis in range(8)]) for die in range(8)]
    sixes, total = sum((one == 6).astype(int) for one in numbers), sum(numbers)
    odd = sum(one % 2 for one in numbers)
    met = np.stack([sixes >= 3, sixes >= 5, sixes == 8, total <= 20, odd >= 7], axis=-1)
    dice = [[(number, None, weight if number == 6 else 1) for number in range(1, 7)] for weight in range(1, 9)]
    advice = advise(Display.of(own, ["three", "five", "eight", "low", "odd"]))
    assert advice.value == pytest.approx(plain_value(dice, [2.0, 6.0, 30.0, 5.0, 9.0], -2.0, met), rel=0, abs=1e-12)
    best = advice.keeps(own.pool.roll_count - 1, 2, top=2)
    assert best[0]["value"] == 30.0
    assert best[0]["reroll"] == 0
