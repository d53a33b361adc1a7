"""Kingdomino by the rulebook, one move at a time.

Plain on purpose: this is what the fast game is held against, and what people's own players are played by. A `State` is
a whole game as an onlooker who sees through the dominoes' backs would see it; `legal_moves` lists what the king whose
turn it is may do, `apply` does it. A move is both actions of a turn: place the domino that the king stands on, then
pick one from the next line. Nothing is placed while the first line is picked from, nothing is picked for the last line.

Rules: Kingdomino, Blue Orange 2016, with the variants as switches. What the text leaves open is read as follows. A
domino that can be placed must be placed; one that cannot is discarded, and its king still picks. In a Dynasty, which
has no tie-break, players with equal points share the win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from kingdice.errors import StrategyError
from kingdice.games.kingdomino.dominoes import DOMINOES, domino
from kingdice.games.kingdomino.kingdom import Kingdom, Placement
from kingdice.games.kingdomino.variants import Variants

__all__ = [
    "Claim",
    "Move",
    "Round",
    "State",
    "apply",
    "bonus",
    "decided_by",
    "is_legal",
    "legal_moves",
    "new_game",
    "score",
    "winners",
]

T = TypeVar("T")


class Move(NamedTuple):
    """A turn of one king.

    Attributes
    ----------
    placement : Placement or None
        Where the domino goes that the king stands on; None if there is none yet, or nowhere to place it.
    pick : int or None
        The number of the domino of the next line that the king goes to; None if there is no next line.
    """

    placement: Placement | None
    pick: int | None


class Claim(NamedTuple):
    """A place in a line.

    Attributes
    ----------
    domino : int or None
        Its number; None before a round's first line, where the kings stand in a row of their own.
    seat : int or None
        Whose king stands on it, if any.
    """

    domino: int | None
    seat: int | None


@dataclass(frozen=True)
class Round:
    """What each player builds in one round; all of the game, but for a Dynasty.

    Attributes
    ----------
    kingdoms : tuple of Kingdom
        One a seat.
    discards : tuple of tuples of int
        For each seat the dominoes that could not be placed, by number.
    """

    kingdoms: tuple[Kingdom, ...]
    discards: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class State:
    """A game under way.

    Attributes
    ----------
    variants : Variants
    rounds : tuple of Round
        Rounds begun, the present one last.
    line_number : int
        0 while kings pick from the first line of a round, 1 while that line is placed and the second one picked from.
    line : tuple of Claim
        The line on which the kings stand, in the order in which they act; empty when the game is over.
    acted : int
        How many kings of the line have acted.
    next_line : tuple of Claim
        The line that is picked from; empty when the last one is placed.
    deck : tuple of int
        All dominoes that have not been drawn in this round, also those that never will be; the next one first.
    later_decks : tuple of tuples of int
        Of the rounds to come.
    later_kings : tuple of tuples of int
        Seats of the kings in the order in which they begin the rounds to come.
    """

    variants: Variants
    rounds: tuple[Round, ...]
    line_number: int
    line: tuple[Claim, ...]
    acted: int
    next_line: tuple[Claim, ...]
    deck: tuple[int, ...]
    later_decks: tuple[tuple[int, ...], ...]
    later_kings: tuple[tuple[int, ...], ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.kingdoms)

    @property
    def is_over(self) -> bool:
        """Whether everything has been placed."""
        return not self.line

    @property
    def seat(self) -> int:
        """Whose turn it is, counted from 0; -1 when the game is over."""
        owner = None if self.is_over else self.line[self.acted].seat
        return -1 if owner is None else owner

    @property
    def held(self) -> int | None:
        """The domino to be placed, by number."""
        return None if self.is_over else self.line[self.acted].domino

    @property
    def kingdoms(self) -> tuple[Kingdom, ...]:
        """The kingdoms of this round, one a seat."""
        return self.rounds[-1].kingdoms

    @property
    def discards(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the dominoes discarded in this round."""
        return self.rounds[-1].discards

    @cached_property
    def placements(self) -> list[Placement | None]:
        """Where the held domino may go, in order; only None if there is none, or nowhere to place it."""
        ways = [] if self.held is None else self.kingdoms[self.seat].placements(domino(self.held))
        return [*ways] or [None]

    @property
    def picks(self) -> list[int | None]:
        """The dominoes of the next line that are free, by number; only None if there is no next line."""
        return [claim.domino for claim in self.next_line if claim.seat is None] or [None]

    def seen(self) -> State:
        """The game as the players see it: of what has not been drawn, only which dominoes are left."""
        return replace(
            self,
            deck=tuple(sorted(self.deck)),
            later_decks=tuple(tuple(sorted(deck)) for deck in self.later_decks),
            later_kings=tuple(tuple(sorted(kings)) for kings in self.later_kings),
        )


def new_game(
    variants: Variants, decks: Sequence[Sequence[int]], king_orders: Sequence[Sequence[int]], *, players: int
) -> State:
    """Set the game up.

    Parameters
    ----------
    variants : Variants
    decks : sequence of sequences of int
        For each round all 48 dominoes, shuffled; they are drawn from the front.
    king_orders : sequence of sequences of int
        For each round the seats of the kings in the order in which they pick from the first line.
    players : int

    Raises
    ------
    EditionError
        When the variants are not for this number of players.
    StrategyError
        When a deck or an order of kings is none.
    """
    variants.check_players(players)
    each = variants.kings(players) // players
    kings = sorted(list(range(players)) * each)
    if len(decks) != variants.rounds or any(sorted(deck) != list(range(1, DOMINOES + 1)) for deck in decks):
        raise StrategyError(f"decks: expected {variants.rounds}, each with the numbers 1 to {DOMINOES}")
    if len(king_orders) != variants.rounds or any(sorted(order) != kings for order in king_orders):
        raise StrategyError(f"kings: expected {variants.rounds} orders, each with {each} of every seat below {players}")
    before = State(
        variants=variants,
        rounds=(),
        line_number=0,
        line=(),
        acted=0,
        next_line=(),
        deck=(),
        later_decks=tuple(tuple(deck) for deck in decks),
        later_kings=tuple(tuple(order) for order in king_orders),
    )
    return _begin_round(before, players)


def legal_moves(state: State) -> list[Move]:
    """What the king whose turn it is may do: every placement with every pick; nothing when the game is over."""
    if state.is_over:
        return []
    return [Move(placement, pick) for placement in state.placements for pick in state.picks]


def is_legal(state: State, move: Move) -> bool:
    """Whether a move may be made now."""
    return not state.is_over and move.placement in state.placements and move.pick in state.picks


def apply(state: State, move: Move) -> State:
    """Make a move; the state given is left as it is.

    Raises
    ------
    StrategyError
        When the move is not legal.
    """
    if not is_legal(state, move):
        whose = "a game that is over" if state.is_over else f"a turn of seat {state.seat + 1}"
        raise StrategyError(f"illegal move: placement {move.placement}, pick {move.pick} in {whose}")
    state = _pick(_place(state, move.placement), move.pick)
    if state.acted + 1 < len(state.line):
        return replace(state, acted=state.acted + 1)
    return _end_line(state)


def _place(state: State, placement: Placement | None) -> State:
    """Place the held domino, or discard it if it can be placed nowhere."""
    seat, held, present = state.seat, state.held, state.rounds[-1]
    if held is None:
        return state
    if placement is None:
        discards = (*present.discards[seat], held)
        present = replace(present, discards=_with(present.discards, seat, discards))
    else:
        kingdom = present.kingdoms[seat].place(domino(held), placement)
        present = replace(present, kingdoms=_with(present.kingdoms, seat, kingdom))
    return replace(state, rounds=(*state.rounds[:-1], present))


def _pick(state: State, pick: int | None) -> State:
    """Put the king on a domino of the next line."""
    next_line = tuple(Claim(pick, state.seat) if claim.domino == pick else claim for claim in state.next_line)
    return replace(state, next_line=next_line)


def _end_line(state: State) -> State:
    """Go on with the next line, without a domino that nobody picked; after the last one begin a round if one is due."""
    line = tuple(claim for claim in state.next_line if claim.seat is not None)
    if line:
        return _draw_line(replace(state, line_number=state.line_number + 1, line=line, acted=0))
    if state.later_decks:
        return _begin_round(state, state.players)
    return replace(state, line=(), acted=0)


def _begin_round(state: State, players: int) -> State:
    """Empty kingdoms, a new deck, and the kings in a row."""
    empty = Round((Kingdom(state.variants.size),) * players, ((),) * players)
    begun = replace(
        state,
        rounds=(*state.rounds, empty),
        line_number=0,
        line=tuple(Claim(None, seat) for seat in state.later_kings[0]),
        acted=0,
        deck=state.later_decks[0],
        later_decks=state.later_decks[1:],
        later_kings=state.later_kings[1:],
    )
    return _draw_line(begun)


def _draw_line(state: State) -> State:
    """Lay out the next line, by number, while there is one."""
    if state.line_number == state.variants.lines(state.players):
        return replace(state, next_line=())
    length = state.variants.line_length(state.players)
    next_line = tuple(Claim(number, None) for number in sorted(state.deck[:length]))
    return replace(state, next_line=next_line, deck=state.deck[length:])


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def bonus(variants: Variants, kingdom: Kingdom, *, is_harmonic: bool) -> int:
    """Points for the castle in the middle and for nothing discarded, where they are played for."""
    middle = variants.middle_points if kingdom.is_middle(of_box=variants.middle_of_box) else 0
    return middle + (variants.harmony_points if is_harmonic else 0)


def score(state: State, seat: int) -> int:
    """A player's points as things lie, all rounds added up; Harmony counts as long as nothing is discarded."""
    return sum(
        one.kingdoms[seat].points + bonus(state.variants, one.kingdoms[seat], is_harmonic=not one.discards[seat])
        for one in state.rounds
    )


def winners(state: State) -> list[int]:
    """The seats that share the win: most points, then the largest property, then crowns, then all that are left."""
    return _ranked(state)[0]


def decided_by(state: State) -> str:
    """What decides between the winner and the others: points, largest property, crowns; or shared, if nothing does."""
    return _ranked(state)[1]


def _ranked(state: State) -> tuple[list[int], str]:
    seats = list(range(state.players))
    kingdoms = state.kingdoms
    criteria = {
        "points": [score(state, seat) for seat in seats],
        "largest property": [one.largest_property for one in kingdoms],
        "crowns": [one.crowns for one in kingdoms],
    }
    if state.variants.rounds > 1:
        criteria = {"points": criteria["points"]}
    for name, values in criteria.items():
        best = max(values[seat] for seat in seats)
        seats = [seat for seat in seats if values[seat] == best]
        if len(seats) == 1:
            return seats, name
    return seats, "shared"
