"""The moment before a turn: five citizens on display, and what each would be worth.

The worth of a citizen depends on where it lies (a village of its own colour above it), on what the player has (the
k-th fairy brings 2k - 1 points), and on what is wanted: points of one's own, a lead, or one card.
Rules: Catalan rulebook, sections 2a, 2b and the card summary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from kingdice.dice.stakes import Stakes
from kingdice.errors import KingdiceError, nearest
from kingdice.games.king_of_dice.edition import Citizen, Edition

__all__ = ["OBJECTIVES", "Display", "check_objective", "lone_worth"]

OBJECTIVES = ("points", "lead", "any", "card:ID")


@dataclass(frozen=True)
class Display:
    """The citizens a player may win this turn. Make one with `Display.of`, which checks it.

    Attributes
    ----------
    edition : Edition
    citizens : tuple of Citizen
        Left to right.
    villages : tuple of int
        The top village over each place; 0 where the pile is empty.
    penalty : int
        How many points the top penalty card takes off.
    fairies : int
        How many fairies the player has.
    players : int
    """

    edition: Edition
    citizens: tuple[Citizen, ...]
    villages: tuple[int, ...]
    penalty: int = 1
    fairies: int = 0
    players: int = 2

    @classmethod
    def of(
        cls,
        edition: Edition,
        citizens: Sequence[str],
        *,
        villages: Sequence[int] | None = None,
        penalty: int | None = None,
        fairies: int = 0,
        players: int = 2,
    ) -> Display:
        """Check a display and make it.

        Parameters
        ----------
        edition : Edition
        citizens : sequence of str
            Ids, left to right, one under each village.
        villages : sequence of int, optional
            The top values, 0 for an empty pile; each pile's first value when left out.
        penalty : int, optional
            The top penalty card without its sign; the edition's mildest when left out.
        fairies, players : int

        Raises
        ------
        KingdiceError
            One line that names what is wrong.

        Examples
        --------
        >>> from kingdice.games.king_of_dice.edition import load_edition
        >>> ids = ["elf-4", "dwarf-3x1", "hypnotist", "orc-3", "fairy-2r2g"]
        >>> display = Display.of(load_edition(), ids, fairies=1)
        >>> [float(worth) for worth in display.worths("points")]
        [3.0, 6.0, 5.0, 4.0, 5.0]
        """
        places = len(edition.villages)
        if len(citizens) != places:
            raise KingdiceError(f"display: {len(citizens)} citizens: expected {places}, one under each village")
        for place, identifier in enumerate(citizens):
            edition.citizen(identifier)
            if identifier in citizens[:place]:
                raise KingdiceError(f"display: {identifier} stands twice: there is one of each citizen")
        tops = tuple(village.values[0] for village in edition.villages) if villages is None else tuple(villages)
        if len(tops) != places:
            raise KingdiceError(f"villages: {len(tops)} values: expected {places}, 0 for an empty pile")
        for village, top in zip(edition.villages, tops, strict=True):
            if top and top not in village.values:
                known = ", ".join(str(value) for value in village.values)
                raise KingdiceError(f"villages: {village.name} has no {top}: expected {known}, or 0 for an empty pile")
        mildest = min(-one.points for one in edition.penalties)
        cost = mildest if penalty is None else penalty
        if not 0 <= cost <= 1000:
            raise KingdiceError(f"penalty {cost}: expected its points without a sign, as in 1")
        most = sum(citizen.effect == "fairy" for citizen in edition.citizens)
        if not 0 <= fairies <= most:
            raise KingdiceError(f"fairies {fairies}: this edition has {most}")
        if fairies + sum(edition.citizen(one).effect == "fairy" for one in citizens) > most:
            raise KingdiceError(f"fairies {fairies}: with those on display there would be more than {most}")
        fewest, most = edition.players
        if not fewest <= players <= most or players < 2:
            raise KingdiceError(f"players {players}: expected {max(2, fewest)} to {most}")
        return cls(edition, tuple(edition.citizen(one) for one in citizens), tops, cost, fairies, players)

    @property
    def ids(self) -> tuple[str, ...]:
        """The citizens' ids, left to right."""
        return tuple(citizen.id for citizen in self.citizens)

    def worths(self, objective: str = "points", given: Mapping[str, float] | None = None) -> list[Fraction]:
        """What winning each citizen is worth this turn.

        Parameters
        ----------
        objective : str
            "points": the player's own points of this turn (a dragon is given away and counts 0); "lead": own points
            minus the mean of the others'; "any": 1 a card; "card:ID": 1 for that card, also through the hypnotist.
        given : mapping, optional
            A worth for some citizens instead, village and all; the hypnotist's neighbour is still added to it.
            Citizens that it does not name keep the objective's worth.

        Raises
        ------
        KingdiceError
            For an unknown objective or card, or a worth that is not a finite number.
        """
        check_objective(self.edition, objective)
        if objective.startswith("card:") and objective[5:] not in self.ids:
            raise KingdiceError(f"objective {objective}: {objective[5:]} is not on display")
        for identifier, worth in (given or {}).items():
            if identifier not in self.ids:
                raise KingdiceError(f"worth of {identifier}: it is not on display{nearest(identifier, self.ids)}")
            if not isfinite(worth):
                raise KingdiceError(f"worth of {identifier}: {worth}: expected a finite number")
        alone = [
            Fraction(given[citizen.id]) if given and citizen.id in given else self.alone(place, objective)
            for place, citizen in enumerate(self.citizens)
        ]
        worths = list(alone)
        for place, citizen in enumerate(self.citizens[:-1]):
            if citizen.effect == "neighbour" and objective != "any":
                worths[place] += max(Fraction(0), alone[place + 1])
        return worths

    def failing(self, objective: str = "points") -> Fraction:
        """What winning no citizen is worth: the penalty, where points count."""
        return Fraction(-self.penalty if objective in {"points", "lead"} else 0)

    def stakes(self, objective: str = "points", given: Mapping[str, float] | None = None) -> Stakes:
        """The display as the solver takes it."""
        try:
            worths = tuple(float(worth) for worth in self.worths(objective, given))
        except OverflowError:
            raise KingdiceError("worth: with its neighbour the hypnotist's is too large a number") from None
        return Stakes(
            tuple(self.edition.bit_of[identifier] for identifier in self.ids),
            worths,
            float(self.failing(objective)),
            self.edition.rules.may_decline,
        )

    def alone(self, place: int, objective: str) -> Fraction:
        """What the citizen at a place is worth without a hypnotist's neighbour."""
        citizen = self.citizens[place]
        worth = lone_worth(
            citizen, objective, fairies=self.fairies, players=self.players, fairy_rule=self.edition.rules.fairies
        )
        if objective in {"points", "lead"} and citizen.village == self.edition.villages[place].name:
            worth += self.villages[place]
        return worth


def lone_worth(
    citizen: Citizen, objective: str, *, fairies: int = 0, players: int = 2, fairy_rule: str = "n each"
) -> Fraction:
    """What a citizen is worth without village and neighbour.

    A dragon of -p points, given to one of n - 1 opponents, lowers their mean by p / (n - 1).
    """
    if objective == "any":
        return Fraction(1)
    if objective.startswith("card:"):
        return Fraction(citizen.id == objective[5:])
    if citizen.points == "X":
        return Fraction(2 * fairies + 1 if fairy_rule == "n each" else fairies + 1)
    if citizen.effect == "given away":
        return Fraction(-citizen.points, players - 1) if objective == "lead" else Fraction(0)
    return Fraction(citizen.points)


def check_objective(edition: Edition, objective: str) -> None:
    """Refuse an objective that does not exist.

    Raises
    ------
    KingdiceError
    """
    if objective.startswith("card:"):
        edition.citizen(objective[5:])
    elif objective not in OBJECTIVES:
        hint = nearest(objective, OBJECTIVES)
        raise KingdiceError(f"objective '{objective[:40]}': expected {', '.join(OBJECTIVES)}{hint}")
