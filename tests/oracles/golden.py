"""Twenty conditions on six ordinary dice with known chances for one, two and three rolls.

The chances are of the best policy for the condition alone. They come from exact computations made
beforehand, outside this project's code: rational arithmetic over multisets of faces, with several
independent routes agreeing (recursions on top of two public dice libraries, a lattice in floating
point and, for counts of one face, the binomial closed form).
Chances for two rolls were noted to ten decimals only. Where a condition names different numbers
('4+2', 'three distinct pairs'), the numbers must differ.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple


class Golden(NamedTuple):
    """A condition over a tuple of six numbers, and its chances within 1, 2 and 3 rolls.

    Attributes
    ----------
    name : str
    met : callable
        Takes a tuple of six numbers from 1 to 6, gives a bool.
    one_roll, three_rolls : Fraction
    two_rolls : float
        Rounded to ten decimals.
    """

    name: str
    met: Callable[[tuple[int, ...]], bool]
    one_roll: Fraction
    two_rolls: float
    three_rolls: Fraction


TWO_ROLLS_ERROR = 5.1e-11


def counts(numbers):
    """How often the different numbers occur, most frequent first."""
    return sorted(Counter(numbers).values(), reverse=True)


def straight(numbers, length):
    """Are there `length` consecutive numbers?"""
    return any(all(low + step in numbers for step in range(length)) for low in range(1, 8 - length))


GOLDEN = [
    Golden("3 alike", lambda n: counts(n)[0] >= 3,
           Fraction(119, 324), 0.7330342173, Fraction(30227099, 34012224)),
    Golden("4 alike", lambda n: counts(n)[0] >= 4,
           Fraction(203, 3888), 0.2695850321, Fraction(818038877, 1632586752)),
    Golden("5 alike", lambda n: counts(n)[0] >= 5,
           Fraction(31, 7776), 0.0521246126, Fraction(16042547, 102036672)),
    Golden("6 alike", lambda n: counts(n)[0] == 6,
           Fraction(1, 7776), 0.0040481475, Fraction(33391127, 1632586752)),
    Golden("at least 3 sixes", lambda n: n.count(6) >= 3,
           Fraction(1453, 23328), 0.2660468511, Fraction(25378367006083, 50779978334208)),
    Golden("at least 4 sixes", lambda n: n.count(6) >= 4,
           Fraction(203, 23328), 0.0749678015, Fraction(10660183412333, 50779978334208)),
    Golden("at least 5 sixes", lambda n: n.count(6) >= 5,
           Fraction(31, 46656), 0.0119117151, Fraction(5248110340291, 101559956668416)),
    Golden("6 sixes", lambda n: n.count(6) == 6,
           Fraction(1, 46656), 0.0008138439, Fraction(567869252041, 101559956668416)),
    Golden("straight of 3", lambda n: straight(n, 3),
           Fraction(385, 648), 0.8853146261, Fraction(342584415215, 352638738432)),
    Golden("straight of 4", lambda n: straight(n, 4),
           Fraction(175, 648), 0.5929433672, Fraction(61709423641, 78364164096)),
    Golden("straight of 5", lambda n: straight(n, 5),
           Fraction(5, 54), 0.3093932052, Fraction(45647044175, 88159684608)),
    Golden("1-2-3-4-5-6", lambda n: straight(n, 6),
           Fraction(5, 324), 0.0886770151, Fraction(3856086575, 19591041024)),
    Golden("three distinct pairs", lambda n: counts(n) == [2, 2, 2],
           Fraction(25, 648), 0.1483493846, Fraction(296646685, 1088391168)),
    Golden("3+3", lambda n: counts(n) == [3, 3],
           Fraction(25, 3888), 0.0643311725, Fraction(530853725, 3265173504)),
    Golden("4+2", lambda n: counts(n) == [4, 2],
           Fraction(25, 2592), 0.0820782846, Fraction(53030515, 272097792)),
    Golden("3+2 inside six", lambda n: len(set(n)) > 1 and counts(n)[0] >= 3 and counts(n)[1] >= 2,
           Fraction(1325, 7776), 0.5363706149, Fraction(1242985945, 1632586752)),
    Golden("sum at least 28", lambda n: sum(n) >= 28,
           Fraction(35, 576), 0.3212525462, Fraction(143760122999, 235092492288)),
    Golden("sum at least 30", lambda n: sum(n) >= 30,
           Fraction(17, 864), 0.1539282061, Fraction(16835006347, 44079842304)),
    Golden("sum exactly 21", lambda n: sum(n) == 21,
           Fraction(361, 3888), 0.2354854335, Fraction(1533125911979, 4231664861184)),
    Golden("all even", lambda n: all(number % 2 == 0 for number in n),
           Fraction(1, 64), 0.1779785156, Fraction(117649, 262144)),
]  # fmt: skip

# Citizens that ask for a condition with known values; numbers are alike on all six dice, and so are their counts.
GOLDEN_CITIZENS = {
    "3 alike": ["orc-3"],
    "4 alike": ["orc-4"],
    "5 alike": ["orc-5"],
    "at least 3 sixes": ["dwarf-3x1", "dwarf-3x3", "dwarf-3x4"],
    "at least 4 sixes": ["dwarf-4x3", "dwarf-4x4", "dwarf-4x6"],
    "at least 5 sixes": ["dwarf-5x1", "dwarf-5x6"],
    "straight of 4": ["elf-4"],
    "straight of 5": ["elf-5"],
    "1-2-3-4-5-6": ["elf-6"],
    "three distinct pairs": ["orc-2+2+2"],
    "4+2": ["orc-4+2"],
    "3+2 inside six": ["orc-3+2"],
    "sum at least 28": ["dragon-28"],
    "sum at least 30": ["dragon-30", "hypnotist"],
    "all even": ["snob-even", "snob-odd"],
}
