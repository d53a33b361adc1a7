"""What is still to come? Odds of terrains, crowns and single dominoes, given which dominoes were seen.

Everybody knows the 48 dominoes, and whatever was not seen yet is equally likely to lie anywhere: among those still to
be drawn (with two or three players some never are) and in any of the lines. So every count here is hypergeometric, and
exact: chances are ratios of numbers of sets. Rules: Kingdomino, "Setup" (24, 36 or 48 dominoes, in lines by number).

A domino's place in its line is the order in which its owner acts next, so places are the price of the draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from kingdice.errors import KingdiceError, nearest
from kingdice.games.kingdomino.dominoes import TERRAINS, Domino, domino
from kingdice.games.kingdomino.pile import Pile, pile_after
from kingdice.games.kingdomino.variants import Variants

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ANY",
    "QUANTITIES",
    "domino_places",
    "domino_rows",
    "domino_words",
    "outlook_rows",
    "terrain_chances",
    "terrain_odds",
    "terrain_outlook",
    "terrain_rows",
]

ANY = "any"
QUANTITIES = ("squares", "crowns", "best square")
Rows = list[dict[str, Any]]


def terrain_odds(
    seen: Iterable[int] = (),
    *,
    players: int,
    variants: Variants | str = "",
    terrain: str,
    lines: int | None = None,
    exact: bool = False,
) -> pd.DataFrame:
    """How much of a terrain is still to come: the whole distribution.

    Parameters
    ----------
    seen, players, variants
        As for `pile_after`.
    terrain : str
        One of `TERRAINS`, or "any": all together.
    lines : int, optional
        In so many lines that come next; all that are to come when left out.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    DataFrame
        A row for each quantity (`squares`, `crowns`, and `best square`: most crowns on one square) and amount that can
        come: terrain, quantity, amount, chance, at_least (chance of so many or more). Means are in `.attrs["means"]`.

    Raises
    ------
    KingdiceError
        As `pile_after`, and for an unknown terrain or more lines than are to come.

    Examples
    --------
    The chance that the next line of four shows a mine, when nothing was seen: 1 - C(42,4) / C(48,4).

    >>> odds = terrain_odds(players=4, terrain="mine", lines=1).set_index(["quantity", "amount"])
    >>> round(float(odds.loc[("squares", 1), "at_least"]), 4)
    0.4248
    """
    import pandas as pd

    pile = pile_after(seen, players=players, variants=variants)
    rows = terrain_rows(pile, terrain, lines=lines, exact=exact)
    table = pd.DataFrame(rows)
    means = {
        quantity: sum(row["amount"] * row["chance"] for row in rows if row["quantity"] == quantity)
        for quantity in QUANTITIES
    }
    table.attrs.update(pile.about(lines, terrain=terrain, means=means))
    return table


def terrain_rows(pile: Pile, terrain: str, *, lines: int | None = None, exact: bool = False) -> Rows:
    """The rows of `terrain_odds`."""
    rows: Rows = []
    for quantity in QUANTITIES:
        above = Fraction(0)
        of_quantity: Rows = []
        for amount, chance in reversed(terrain_chances(pile, terrain, quantity, lines=lines).items()):
            above += chance
            of_quantity.append(
                {
                    "terrain": terrain,
                    "quantity": quantity,
                    "amount": amount,
                    "chance": chance if exact else float(chance),
                    "at_least": above if exact else float(above),
                }
            )
        rows += reversed(of_quantity)
    return rows


def terrain_chances(pile: Pile, terrain: str, quantity: str, *, lines: int | None = None) -> dict[int, Fraction]:
    """The chance of every amount that can come, ascending; they add up to 1.

    Raises
    ------
    KingdiceError
        For an unknown terrain or quantity, or more lines than are to come.

    Examples
    --------
    Two players see neither mine of three crowns nor any other domino; half of the 48 are drawn:

    >>> str(terrain_chances(pile_after(players=2), "mine", "best square")[3])
    '1/2'
    """
    if terrain not in (*TERRAINS, ANY):
        hint = nearest(terrain, (*TERRAINS, ANY)) or f"; there are {listed((*TERRAINS, ANY))}"
        raise KingdiceError(f"no terrain '{terrain[:40]}'{hint}")
    if quantity not in QUANTITIES:
        raise KingdiceError(f"no quantity '{quantity[:40]}': expected {listed(QUANTITIES)}")
    amounts = [_amount(domino(number), terrain, quantity) for number in pile.unseen]
    draws = pile.draws(lines)
    ways = _ways_of_the_largest(amounts, draws) if quantity == "best square" else _ways_of_sums(amounts, draws)
    total = comb(len(amounts), draws)
    return {amount: Fraction(count, total) for amount, count in sorted(ways.items()) if count}


def terrain_outlook(
    seen: Iterable[int] = (),
    *,
    players: int,
    variants: Variants | str = "",
    lines: int | None = None,
    exact: bool = False,
) -> pd.DataFrame:
    """What to expect of every terrain, in a row each.

    Parameters
    ----------
    seen, players, variants, lines, exact
        As for `terrain_odds`.

    Returns
    -------
    DataFrame
        terrain (the last row is "any"), lines, squares_unseen, crowns_unseen, squares and crowns (means of what comes),
        square and crown (chance that there comes at least one), best_square (mean of the most crowns on one square).
    """
    import pandas as pd

    pile = pile_after(seen, players=players, variants=variants)
    table = pd.DataFrame(outlook_rows(pile, lines=lines, exact=exact))
    table.attrs.update(pile.about(lines))
    return table


def outlook_rows(pile: Pile, *, lines: int | None = None, exact: bool = False) -> Rows:
    """The rows of `terrain_outlook`."""
    rows: Rows = []
    for terrain in (*TERRAINS, ANY):
        squares, crowns, best = (terrain_chances(pile, terrain, quantity, lines=lines) for quantity in QUANTITIES)
        unseen = [
            sum(_amount(domino(number), terrain, quantity) for number in pile.unseen) for quantity in QUANTITIES[:2]
        ]
        numbers = {
            "squares": _mean(squares),
            "square": 1 - squares.get(0, Fraction(0)),
            "crowns": _mean(crowns),
            "crown": 1 - crowns.get(0, Fraction(0)),
            "best_square": _mean(best),
        }
        rows.append(
            {
                "terrain": terrain,
                "lines": pile.lines if lines is None else lines,
                "squares_unseen": unseen[0],
                "crowns_unseen": unseen[1],
                **{name: value if exact else float(value) for name, value in numbers.items()},
            }
        )
    return rows


def domino_places(
    seen: Iterable[int] = (),
    *,
    players: int,
    variants: Variants | str = "",
    lines: int | None = None,
    exact: bool = False,
) -> pd.DataFrame:
    """Whether each domino still comes, when, and where in its line it then lies.

    The next line is as good as any that is to come. With lines of four for three players one domino of a line goes to
    nobody; its place then counts for nobody either.

    Parameters
    ----------
    seen, players, variants, lines, exact
        As for `terrain_odds`.

    Returns
    -------
    DataFrame
        A row for each domino not seen: number, domino (in words), next_line (chance that it is in the next line), comes
        (chance that it comes in so many lines; at all, when no number of lines is given), place_1, place_2, … (chance
        that it lies there, given that it is in the line), mean_place (1 acts first), places_lost (how much later its
        owner acts than, on average, one who takes another domino of that line; below 0: earlier).

    Examples
    --------
    >>> places = domino_places(players=4).set_index("number")
    >>> places.loc[[1, 48], "mean_place"].tolist(), places.loc[[1, 48], "places_lost"].tolist()
    ([1.0, 4.0], [-2.0, 2.0])
    """
    import pandas as pd

    pile = pile_after(seen, players=players, variants=variants)
    table = pd.DataFrame(domino_rows(pile, lines=lines, exact=exact))
    table.attrs.update(pile.about(lines))
    return table


def domino_rows(pile: Pile, *, lines: int | None = None, exact: bool = False) -> Rows:
    """The rows of `domino_places`."""
    draws, length, count = pile.draws(lines), pile.line_length, len(pile.unseen)
    rows: Rows = []
    for below, number in enumerate(pile.unseen):
        above = count - 1 - below
        places = [
            Fraction(comb(below, place) * comb(above, length - 1 - place), comb(count - 1, length - 1))
            for place in range(length)
        ]
        mean = sum((place * chance for place, chance in enumerate(places, start=1)), Fraction(0))
        # all places of a line add up to length (length + 1) / 2, what is not its own is the others'
        others = (Fraction(length * (length + 1), 2) - mean) / (length - 1)
        numbers = {
            "next_line": Fraction(length, count),
            "comes": Fraction(draws, count),
            **{f"place_{place}": chance for place, chance in enumerate(places, start=1)},
            "mean_place": mean,
            "places_lost": mean - others,
        }
        rows.append(
            {
                "number": number,
                "domino": domino_words(domino(number)),
                **{name: value if exact else float(value) for name, value in numbers.items()},
            }
        )
    return rows


def domino_words(one: Domino) -> str:
    """A domino as people write it, crowns as numbers.

    Examples
    --------
    >>> domino_words(domino(48)), domino_words(domino(1))
    ('wheat + mine 3', 'wheat + wheat')
    """
    return " + ".join(f"{half.terrain} {half.crowns}" if half.crowns else half.terrain for half in one.halves)


def listed(words: Iterable[str]) -> str:
    """Words with commas."""
    return ", ".join(words)


def _amount(one: Domino, terrain: str, quantity: str) -> int:
    """What a domino adds to a quantity."""
    crowns = [half.crowns for half in one.halves if terrain in (half.terrain, ANY)]
    return len(crowns) if quantity == "squares" else sum(crowns) if quantity == "crowns" else max(crowns, default=0)


def _ways_of_sums(amounts: list[int], draws: int) -> dict[int, int]:
    """How many sets of so many dominoes have each sum."""
    ways = [[0] * (sum(amounts) + 1) for _ in range(draws + 1)]  # by dominoes drawn, then by sum
    ways[0][0] = 1
    reached = 0
    for amount in amounts:
        reached += amount
        for drawn in range(draws, 0, -1):
            for total in range(amount, reached + 1):
                ways[drawn][total] += ways[drawn - 1][total - amount]
    return dict(enumerate(ways[draws]))


def _ways_of_the_largest(amounts: list[int], draws: int) -> dict[int, int]:
    """How many sets of so many dominoes have each largest amount."""
    below, ways = 0, {}
    for largest in sorted(set(amounts)):
        within = comb(sum(amount <= largest for amount in amounts), draws)
        ways[largest] = within - below
        below = within
    return ways


def _mean(chances: dict[int, Fraction]) -> Fraction:
    return sum((amount * chance for amount, chance in chances.items()), Fraction(0))
