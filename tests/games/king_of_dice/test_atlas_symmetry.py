"""The dice of King of Dice have symmetries, and displays that are alike by one are worth the same.

On every die a number n has the colour of 7 - n, so reading all dice as 7 - n turns threes into fours and even into odd
and changes no colour; and going round the three colours turns dice A into B, B into C and C into A. Chances may differ,
because the tie rule asks which die and which face comes first.
"""

from __future__ import annotations

import numpy as np
import pytest

from kingdice.games.king_of_dice import Edition
from kingdice.games.king_of_dice.atlas_displays import Displays
from kingdice.games.king_of_dice.atlas_turns import solve_moments

_ALIKE = [
    "elf-4",
    "elf-5",
    "elf-6",
    "orc-2+2",
    "orc-3",
    "orc-3+2",
    "orc-4",
    "orc-5",
    "orc-2+2+2",
    "orc-4+2",
    "sprite-4",
    "sprite-5",
    "sprite-6",
]
_COLOURS = [
    "gnome-3green",
    "gnome-4green",
    "gnome-4red",
    "gnome-5red",
    "gnome-5blue",
    "gnome-6blue",
    "apprentice-2r2g2b",
    "apprentice-3r3b",
    "fairy-2r2g",
    "fairy-2b2g",
    "fairy-2r3g",
    "fairy-3r2b",
    "fairy-2g3b",
]
_NUMBERS = [
    "snob-even",
    "snob-odd",
    "dwarf-3x1",
    "dwarf-3x3",
    "dwarf-3x4",
    "dwarf-4x3",
    "dwarf-4x4",
    "dwarf-4x6",
    "dwarf-5x1",
    "dwarf-5x6",
    "hypnotist",
    "dragon-25",
    "dragon-28",
    "dragon-30",
]
_TURNED = {
    "snob-even": "snob-odd",
    "dwarf-3x3": "dwarf-3x4",
    "dwarf-4x3": "dwarf-4x4",
    "dwarf-5x1": "dwarf-5x6",
}
MIRRORED = {
    **{one: one for one in _ALIKE + _COLOURS},
    **_TURNED,
    **{after: before for before, after in _TURNED.items()},
}
ROTATED = {  # red becomes green, green blue, blue red
    **{one: one for one in _ALIKE + _NUMBERS},
    "gnome-4red": "gnome-4green",
    "gnome-5blue": "gnome-5red",
    "apprentice-2r2g2b": "apprentice-2r2g2b",
    "fairy-2r2g": "fairy-2b2g",
    "fairy-2r3g": "fairy-2g3b",
    "fairy-2g3b": "fairy-3r2b",
}


def values(edition: Edition, shown: list[list[str]]) -> np.ndarray:
    """Values of displays, array (4, displays)."""
    displays = Displays(edition)
    sets = np.array([sorted(edition.bit_of[one] for one in ids) for ids in shown])
    moments = displays.worths.moments(sets)
    return solve_moments(edition, displays.worths, moments, rolls=1, most_rolls=4).values


@pytest.mark.parametrize("becomes", [MIRRORED, ROTATED], ids=["mirrored", "rotated"])
def test_displays_that_are_alike_by_a_symmetry_of_the_dice_are_worth_the_same(edition, becomes):
    rng = np.random.default_rng(3)
    moving = sorted(one for one, other in becomes.items() if one != other)
    shown = []
    while len(shown) < 48:
        ids = rng.choice(sorted(becomes), 5, replace=False).tolist()
        if not set(ids).isdisjoint(moving):
            shown.append(ids)
    alike = [[becomes[one] for one in ids] for ids in shown]
    np.testing.assert_allclose(values(edition, shown), values(edition, alike), rtol=0, atol=1e-12)


def test_the_symmetries_are_those_of_the_dice(edition):
    """Read from the edition itself: what the conditions say after 7 - n, and after red, green, blue, red."""
    for die in edition.dice:
        colour = {int(str(face).split()[0]): str(face).split()[1] for face in die.faces}
        assert all(colour[number] == colour[7 - number] for number in range(1, 7))
    following = {"red": "green", "green": "blue", "blue": "red"}
    faces = {die.name: [str(face) for face in die.faces] for die in edition.dice}
    turned = {name: [f"{face[0]} {following[face[2:]]}" for face in shown] for name, shown in faces.items()}
    assert sorted(turned.values()) == sorted(faces.values())
