"""Means over all orders of a display are means over its 120 orders, each solved by itself."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from kingdice.dice.batch import solve_batch_outcomes
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import Display, Edition, load_edition
from kingdice.games.king_of_dice.atlas_displays import Displays
from kingdice.games.king_of_dice.atlas_worths import Worths

EIGHT = Path(__file__).parent / "eight_citizens.toml"
TINY = Path(__file__).parents[2] / "oracles" / "tiny_editions" / "tiny.toml"


def one_by_one(displays: Displays, ids: list[str]) -> dict[str, float]:
    """The row of a display from all its orders, each a display of its own with the villages on top."""
    orders = list(itertools.permutations(ids))
    shown = [Display.of(displays.edition, one, players=displays.players) for one in orders]
    stakes = [one.stakes(displays.objective) for one in shown]
    solved = solve_batch_outcomes(displays.edition.pool, displays.edition.masks, stakes, rolls=displays.rolls)
    told = {f"value_{rolls}": float(solved.values[rolls - 1].mean()) for rolls in range(1, displays.rolls + 1)}
    told["failing"] = float(solved.chances[:, -1].mean())
    told["rolls_used"] = float((solved.stops @ np.arange(1, displays.rolls + 1)).mean())
    for place, citizen in enumerate(ids, start=1):
        at = [order.index(citizen) for order in orders]
        chances = [float(solved.chances[number, where]) for number, where in enumerate(at)]
        told[f"chance_{place}"] = sum(chances) / len(orders)
        worth = [chance * stakes[number].worths[at[number]] for number, chance in enumerate(chances)]
        told[f"worth_{place}"] = sum(worth) / len(orders)
    return told


def assert_all_orders_agree(displays: Displays, numbers: list[int]) -> None:
    for number in numbers:
        row = dict(zip(displays.columns, displays.play_block(0, number, 1)[0].tolist(), strict=True))
        ids = [displays.edition.citizens[place].id for place in displays.citizens(number, 1)[0]]
        wanted = one_by_one(displays, ids)
        assert {name: row[name] for name in wanted} == pytest.approx(wanted, rel=0, abs=1e-9), ids


@pytest.fixture(scope="module")
def eight() -> Edition:
    return load_edition(EIGHT)


def test_means_over_the_orders_are_those_of_120_displays_with_equals_and_a_neighbour(eight):
    """Citizens 1 to 3 are equals that are met together, 5 is the hypnotist."""
    displays = Displays(eight, orders=True)
    numbers = [int(n) for n in range(56) if {1, 2, 3, 5} <= set(displays.citizens(n, 1)[0].tolist())][:1]
    assert_all_orders_agree(displays, numbers)


@pytest.mark.parametrize(("objective", "players"), [("lead", 4), ("any", 2)])
def test_means_over_the_orders_hold_for_lead_and_any(eight, objective, players):
    """The last display has two dragons, the hypnotist and two others."""
    assert_all_orders_agree(Displays(eight, objective=objective, players=players, orders=True), [55])


@pytest.mark.long
def test_means_over_the_orders_are_those_of_120_displays_of_the_real_edition(edition):
    displays = Displays(edition, orders=True)
    numbers = np.random.default_rng(11).integers(0, displays.count, 12).tolist()
    assert_all_orders_agree(displays, numbers)


@pytest.mark.parametrize("number", range(15))
def test_means_over_both_orders_of_two_places(number):
    assert_all_orders_agree(Displays(load_edition(TINY), rolls=2, orders=True), [number])


def test_a_player_who_may_decline_takes_no_citizen_that_is_worse_than_failing(write_edition):
    """A hypnotist of -2 points beside others: worth the penalty alone, more with a good neighbour."""
    text = EIGHT.read_text(encoding="utf-8").replace("points = 1\n", "points = -2\n")
    rules = "\n[rules]\nmay_decline = true\n\n[[citizens]]\n"
    edition = load_edition(write_edition(text.replace("\n[[citizens]]\n", rules, 1)))
    assert edition.rules.may_decline
    displays = Displays(edition, orders=True)
    assert_all_orders_agree(displays, [55])


def test_orders_with_the_same_worths_are_solved_once(edition: Edition):
    """Two citizens of one village and three of others: all 32 sets of citizens at home but those that cannot be.

    The two of the city are never at home together, and when all the others are, so is one of the two or nobody is
    misplaced but them; counted here by listing the orders.
    """
    ids = ["elf-4", "elf-5", "dwarf-3x1", "gnome-4red", "orc-3"]
    worths = Worths(edition, orders=True)
    sets = np.array([[edition.bit_of[one] for one in ids]])
    homes = [0, 0, 1, 2, 3]
    at_home = {
        tuple(home == place for home, place in zip(homes, order, strict=True))
        for order in itertools.permutations(range(5))
    }
    moments = worths.moments(sets)
    assert len(moments.of_set) == len(at_home)
    assert moments.orders.sum() == 120


def test_too_many_orders_are_refused(write_edition):
    villages = "\n".join(f'[[villages]]\nname = "v{number}"\nvalues = [2]' for number in range(7))
    cards = "\n".join(
        f'[[citizens]]\nid = "c{number}"\ncitizen = "orc"\npoints = 2\nneeds = "sum >= {number}"' for number in range(9)
    )
    path = write_edition(f'name = "wide"\nextends = "haba-2017"\n{villages}\n{cards}')
    with pytest.raises(KingdiceError, match=r"5,040 orders of 7 citizens: at most 720"):
        Displays(load_edition(path), orders=True)
