"""Which citizens of King of Dice are met by a roll? The forty conditions, written by hand.

A roll is a tuple of six faces ``(number, colour)``. A condition never asks for 'exactly': so many
dice are needed, the others are free. The conditions, points and villages follow the scans of the
cards and the one complete card list; the wording that decides a reading:

- snob: each of the two cards asks for one parity, of all six dice;
- elf: a straight of k is k consecutive numbers among the dice;
- orc: each symbol stands for any number, different symbols for different numbers;
- sprite: any one colour, chosen afterwards.

Also here: points (None for fairies, whose worth depends on how many one has), villages (None for
the hypnotist and the dragons) and the six dice, two of each of three types.
"""

from collections import Counter

COLOURS = ("red", "green", "blue")

DICE = {
    "A": [
        (1, "blue", 1), (2, "green", 1), (3, "red", 1),
        (4, "red", 1), (5, "green", 1), (6, "blue", 1),
    ],
    "B": [
        (1, "red", 1), (2, "blue", 1), (3, "green", 1),
        (4, "green", 1), (5, "blue", 1), (6, "red", 1),
    ],
    "C": [
        (1, "green", 1), (2, "red", 1), (3, "blue", 1),
        (4, "blue", 1), (5, "red", 1), (6, "green", 1),
    ],
}  # fmt: skip

POOL = [DICE["A"], DICE["A"], DICE["B"], DICE["B"], DICE["C"], DICE["C"]]


def numbers(roll):
    """The six numbers of a roll."""
    return [number for number, _ in roll]


def dice_of(roll, wanted):
    """How many dice show a number (an int) or a colour (a str)."""
    return sum(1 for number, colour in roll if wanted in (number, colour))


def straight(roll, length):
    """Are there `length` consecutive numbers among the dice?"""
    seen = set(numbers(roll))
    return any(set(range(low, low + length)) <= seen for low in range(1, 7))


def alike(roll, *sizes):
    """Are there different numbers, one on at least sizes[0] dice, one on sizes[1], ...?

    `sizes` descend, so the commonest number has to fill the largest size, and so on.
    """
    counts = sorted(Counter(numbers(roll)).values(), reverse=True)
    return len(counts) >= len(sizes) and all(count >= size for count, size in zip(counts, sizes, strict=False))


def one_colour(roll, size):
    """Is there a colour on at least `size` dice?"""
    return any(dice_of(roll, colour) >= size for colour in COLOURS)


def colours(roll, red=0, green=0, blue=0):
    """Does each colour stand on at least so many dice?"""
    return dice_of(roll, "red") >= red and dice_of(roll, "green") >= green and dice_of(roll, "blue") >= blue


CITIZENS = {
    "snob-even": lambda roll: all(number % 2 == 0 for number in numbers(roll)),
    "snob-odd": lambda roll: all(number % 2 == 1 for number in numbers(roll)),
    "elf-4": lambda roll: straight(roll, 4),
    "elf-5": lambda roll: straight(roll, 5),
    "elf-6": lambda roll: straight(roll, 6),
    "dwarf-3x1": lambda roll: dice_of(roll, 1) >= 3,
    "dwarf-3x3": lambda roll: dice_of(roll, 3) >= 3,
    "dwarf-3x4": lambda roll: dice_of(roll, 4) >= 3,
    "dwarf-4x3": lambda roll: dice_of(roll, 3) >= 4,
    "dwarf-4x4": lambda roll: dice_of(roll, 4) >= 4,
    "dwarf-4x6": lambda roll: dice_of(roll, 6) >= 4,
    "dwarf-5x1": lambda roll: dice_of(roll, 1) >= 5,
    "dwarf-5x6": lambda roll: dice_of(roll, 6) >= 5,
    "gnome-3green": lambda roll: colours(roll, green=3),
    "gnome-4green": lambda roll: colours(roll, green=4),
    "gnome-4red": lambda roll: colours(roll, red=4),
    "gnome-5red": lambda roll: colours(roll, red=5),
    "gnome-5blue": lambda roll: colours(roll, blue=5),
    "gnome-6blue": lambda roll: colours(roll, blue=6),
    "orc-2+2": lambda roll: alike(roll, 2, 2),
    "orc-3": lambda roll: alike(roll, 3),
    "orc-3+2": lambda roll: alike(roll, 3, 2),
    "orc-4": lambda roll: alike(roll, 4),
    "orc-5": lambda roll: alike(roll, 5),
    "orc-2+2+2": lambda roll: alike(roll, 2, 2, 2),
    "orc-4+2": lambda roll: alike(roll, 4, 2),
    "sprite-4": lambda roll: one_colour(roll, 4),
    "sprite-5": lambda roll: one_colour(roll, 5),
    "sprite-6": lambda roll: one_colour(roll, 6),
    "apprentice-2r2g2b": lambda roll: colours(roll, red=2, green=2, blue=2),
    "apprentice-3r3b": lambda roll: colours(roll, red=3, blue=3),
    "fairy-2r2g": lambda roll: colours(roll, red=2, green=2),
    "fairy-2b2g": lambda roll: colours(roll, blue=2, green=2),
    "fairy-2r3g": lambda roll: colours(roll, red=2, green=3),
    "fairy-3r2b": lambda roll: colours(roll, red=3, blue=2),
    "fairy-2g3b": lambda roll: colours(roll, green=2, blue=3),
    "hypnotist": lambda roll: sum(numbers(roll)) <= 12,
    "dragon-25": lambda roll: sum(numbers(roll)) >= 25,
    "dragon-28": lambda roll: sum(numbers(roll)) >= 28,
    "dragon-30": lambda roll: sum(numbers(roll)) >= 30,
}

POINTS = {
    "snob-even": 5, "snob-odd": 5,
    "elf-4": 1, "elf-5": 3, "elf-6": 7,
    "dwarf-3x1": 4, "dwarf-3x3": 4, "dwarf-3x4": 4,
    "dwarf-4x3": 6, "dwarf-4x4": 6, "dwarf-4x6": 6,
    "dwarf-5x1": 10, "dwarf-5x6": 10,
    "gnome-3green": 1, "gnome-4green": 2, "gnome-4red": 2,
    "gnome-5red": 3, "gnome-5blue": 3, "gnome-6blue": 8,
    "orc-2+2": 1, "orc-3": 2, "orc-3+2": 3, "orc-4": 3,
    "orc-5": 7, "orc-2+2+2": 7, "orc-4+2": 8,
    "sprite-4": 1, "sprite-5": 2, "sprite-6": 7,
    "apprentice-2r2g2b": 2, "apprentice-3r3b": 3,
    "fairy-2r2g": None, "fairy-2b2g": None,
    "fairy-2r3g": None, "fairy-3r2b": None, "fairy-2g3b": None,
    "hypnotist": 1,
    "dragon-25": -2, "dragon-28": -4, "dragon-30": -6,
}  # fmt: skip

_VILLAGE_OF_TYPE = {
    "snob": "city",
    "elf": "city",
    "dwarf": "mine",
    "gnome": "workshop",
    "orc": "orc village",
    "sprite": "forest",
    "apprentice": "forest",
    "fairy": "forest",
    "hypnotist": None,
    "dragon": None,
}

VILLAGES = {citizen: _VILLAGE_OF_TYPE[citizen.split("-")[0]] for citizen in CITIZENS}
