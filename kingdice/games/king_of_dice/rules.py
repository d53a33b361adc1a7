"""King of Dice by the rulebook, one move at a time.

Plain and slow on purpose: this is what the fast game is held against, and what people's own players are played by.
A `State` is a whole game as an onlooker who sees through cards would see it; `legal_moves` lists what the player (or
the dice) may do, `apply` does it. Rules: Catalan rulebook, with the edition's switches; what the texts leave open is
read as follows. A met card must be taken unless the edition lets a player decline. A dragon counts as a met card. The
hypnotist's neighbour goes on top of the hypnotist and has its full effect. Play ends at once when the last card of a
pile is taken, whatever would still be due.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from kingdice.dice.lattice import lattice_of
from kingdice.errors import StrategyError
from kingdice.games.king_of_dice.edition import Edition

__all__ = [
    "Card",
    "Move",
    "Phase",
    "Restriction",
    "State",
    "apply",
    "is_legal",
    "legal_moves",
    "new_game",
    "score",
    "winners",
]


class Phase(StrEnum):
    """What has to be done next."""

    roll = "roll"  # by the dice: the move's `to` is the roll
    keep = "keep"  # `to` is the lattice state set aside; the full roll means stop
    take = "take"  # `to` is a place of the display, or NOTHING to take the penalty
    neighbour = "neighbour"  # `to` is 1 to take the hypnotist's neighbour, 0 to leave it
    give = "give"  # `to` is the seat that gets the dragon
    discard = "discard"  # `to` is the place of the citizen discarded after a failure
    over = "over"


class Move(NamedTuple):
    """One move."""

    phase: Phase
    to: int


NOTHING = -1


class Card(NamedTuple):
    """A card in a realm: its kind (citizen, village, penalty), its id or name, and its points (0 for a fairy)."""

    kind: str
    name: str
    points: int


class Restriction(NamedTuple):
    """What a player does without: ids of citizens never taken, and rolls of a turn beyond so many (0: no limit)."""

    without: frozenset[str] = frozenset()
    rolls: int = 0


@dataclass(frozen=True)
class State:
    """A game under way.

    Attributes
    ----------
    edition : Edition
    draw_pile : tuple of str
        Citizens' ids, the next one last.
    display : tuple of str
        Ids left to right.
    villages : tuple of tuples
        What is left of each pile, the top first.
    penalties : tuple of int
        Points on the cards left (negative), the top first.
    realms : tuple of tuples of Card
        A pile for each seat, the top last.
    seat : int
        Whose turn it is, counted from 0.
    turns : tuple of int
        Turns begun by each seat, the present one included.
    phase : Phase
    roll : int
        What the dice show, or NOTHING before the first roll.
    keep : int
        The lattice state set aside for the next roll.
    rolls : int
        How many rolls this turn has.
    rolls_left : int
    taken : int
        The place of the citizen taken this turn, or NOTHING.
    gone : frozenset of int
        Places emptied this turn.
    again : bool
        Whether the seat has an extra turn after this one.
    discarded : tuple of str
        Ids of the citizens that failures took away, the last one last.
    ended_by : str
        Which pile ended the game: draw pile, penalties or villages.
    restrictions : tuple of Restriction
        One a seat; empty where nobody does without anything.
    """

    edition: Edition
    draw_pile: tuple[str, ...]
    display: tuple[str, ...]
    villages: tuple[tuple[int, ...], ...]
    penalties: tuple[int, ...]
    realms: tuple[tuple[Card, ...], ...]
    seat: int
    turns: tuple[int, ...]
    phase: Phase
    roll: int
    keep: int
    rolls: int
    rolls_left: int
    taken: int
    gone: frozenset[int]
    again: bool
    discarded: tuple[str, ...] = ()
    ended_by: str = ""
    restrictions: tuple[Restriction, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.realms)

    @property
    def restriction(self) -> Restriction:
        """What the player whose turn it is does without."""
        return self.restrictions[self.seat] if self.restrictions else Restriction()

    def refuses(self, place: int) -> bool:
        """Whether the player whose turn it is never takes the citizen at a place."""
        return self.display[place] in self.restriction.without

    @property
    def met(self) -> list[int]:
        """Places of the display whose citizens the roll meets, but for those refused; none before the first roll."""
        if self.roll == NOTHING:
            return []
        edition = self.edition
        mask = int(edition.masks.kinds[edition.masks.kind_of_roll[self.roll]])
        met = [place for place, one in enumerate(self.display) if mask >> edition.bit_of[one] & 1]
        return [place for place in met if not self.refuses(place)]

    def seen(self) -> State:
        """The game as the players see it: piles have a height and a top, but no order underneath."""
        hidden = tuple(0 for _ in self.penalties[1:])
        return replace(self, draw_pile=("",) * len(self.draw_pile), penalties=self.penalties[:1] + hidden)


def new_game(
    edition: Edition,
    deck: Sequence[str],
    penalties: Sequence[int],
    *,
    players: int,
    restrictions: tuple[Restriction, ...] = (),
) -> State:
    """Set the game up.

    Parameters
    ----------
    edition : Edition
    deck : sequence of str
        All citizens' ids, shuffled; the first ones are laid out, left to right.
    penalties : sequence of int
        Points of the penalty cards, shuffled, the top first.
    players : int
    restrictions : tuple of Restriction, optional
        One a seat.

    Raises
    ------
    StrategyError
        When the number of players is not one of the edition's.
    """
    fewest, most = edition.players
    if not fewest <= players <= most:
        raise StrategyError(f"{players} players: expected {fewest} to {most}")
    places = len(edition.villages)
    start = State(
        edition=edition,
        draw_pile=tuple(reversed(deck[places:])),
        display=tuple(deck[:places]),
        villages=tuple(tuple(village.values) for village in edition.villages),
        penalties=tuple(penalties),
        realms=((),) * players,
        seat=players - 1,
        turns=(0,) * players,
        phase=Phase.over,
        roll=NOTHING,
        keep=NOTHING,
        rolls=0,
        rolls_left=0,
        taken=NOTHING,
        gone=frozenset(),
        again=False,
        restrictions=restrictions,
    )
    return _begin_turn(start, 0)


def legal_moves(state: State) -> list[Move]:
    """What the player may do next; nothing while the dice have to be rolled, or when the game is over."""
    phase = state.phase
    if phase is Phase.keep:
        return [Move(phase, int(keep)) for keep in lattice_of(state.edition.pool).keeps_within(state.roll)]
    if phase is Phase.take:
        nothing = [Move(phase, NOTHING)] if not state.met or state.edition.rules.may_decline else []
        return [Move(phase, place) for place in state.met] + nothing
    if phase is Phase.neighbour:
        return [Move(phase, 0)] if state.refuses(state.taken + 1) else [Move(phase, 1), Move(phase, 0)]
    if phase is Phase.give:
        return [Move(phase, seat) for seat in range(state.players) if seat != state.seat]
    if phase is Phase.discard:
        return [Move(phase, place) for place in range(len(state.display))]
    return []


def is_legal(state: State, move: Move) -> bool:
    """Whether a move may be made now; of a roll, whether it shows the dice set aside."""
    if move.phase is not state.phase:
        return False
    lattice = lattice_of(state.edition.pool)
    if move.phase is Phase.keep:
        return move.to in lattice.keep_set(state.roll)
    if move.phase is Phase.roll:
        kept = lattice.size - 1 if state.keep == NOTHING else state.keep
        return 0 <= move.to < state.edition.pool.roll_count and kept in lattice.keep_set(move.to)
    return move in legal_moves(state)


def apply(state: State, move: Move) -> State:
    """Make a move; the state given is left as it is.

    Raises
    ------
    StrategyError
        When the move is not legal.
    """
    if not is_legal(state, move):
        raise StrategyError(f"illegal move: {move.phase} {move.to} in a {state.phase} of seat {state.seat + 1}")
    if move.phase is Phase.roll:
        return _rolled(replace(state, roll=move.to, rolls_left=state.rolls_left - 1))
    if move.phase is Phase.keep:
        if move.to == lattice_of(state.edition.pool).full[state.roll]:
            return replace(state, phase=Phase.take)
        return replace(state, keep=move.to, phase=Phase.roll)
    if move.phase is Phase.take:
        return _fail(state) if move.to == NOTHING else _win(replace(state, taken=move.to), move.to)
    if move.phase is Phase.neighbour:
        return _win(state, state.taken + 1) if move.to else _end_turn(state)
    if move.phase is Phase.give:
        return _give(state, move.to)
    return _discard(state, move.to)


def _begin_turn(state: State, seat: int) -> State:
    """Up to three rolls, four with an elf on top of the realm; a handicap adds its own, a restriction comes last."""
    turns = tuple(count + (place == seat) for place, count in enumerate(state.turns))
    realm = state.realms[seat]
    elf = bool(realm) and _effect(state, realm[-1]) == "fourth roll"
    rolls = state.edition.rolls_of(seat + 1) + elf
    most = state.restrictions[seat].rolls if state.restrictions else 0
    rolls = min(rolls, most) if most else rolls
    return replace(
        state,
        seat=seat,
        turns=turns,
        phase=Phase.roll,
        roll=NOTHING,
        keep=NOTHING,
        rolls=rolls,
        rolls_left=rolls,
        taken=NOTHING,
        gone=frozenset(),
        again=False,
    )


def _rolled(state: State) -> State:
    return replace(state, phase=Phase.keep if state.rolls_left else Phase.take)


def _win(state: State, place: int) -> State:
    """Take the citizen at a place, and the village over it if it is the citizen's own."""
    edition = state.edition
    citizen = edition.citizen(state.display[place])
    state = replace(state, gone=state.gone | {place})
    if citizen.effect == "given away":
        return replace(state, phase=Phase.give)
    cards: list[Card] = []
    pile = state.villages[place]
    if pile and citizen.village == edition.villages[place].name:
        cards.append(Card("village", edition.villages[place].name, pile[0]))
        state = replace(
            state, villages=tuple(left[1:] if at == place else left for at, left in enumerate(state.villages))
        )
    cards.append(Card("citizen", citizen.id, citizen.points if isinstance(citizen.points, int) else 0))
    state = _put(state, state.seat, cards)
    if cards[:-1] and not state.villages[place]:
        return replace(state, phase=Phase.over, ended_by="villages")
    if citizen.effect == "extra turn":
        state = replace(state, again=True)
    if citizen.effect == "neighbour" and place == state.taken and place + 1 < len(state.display):
        return replace(state, phase=Phase.neighbour)
    return _end_turn(state)


def _give(state: State, seat: int) -> State:
    """Put the dragon on another player's realm."""
    place = max(state.gone)
    dragon = state.edition.citizen(state.display[place])
    return _end_turn(_put(state, seat, [Card("citizen", dragon.id, int(dragon.points))]))


def _fail(state: State) -> State:
    """Take the top penalty and discard a citizen: the rightmost, or any one if the edition says so."""
    state = replace(
        _put(state, state.seat, [Card("penalty", "penalty", state.penalties[0])]), penalties=state.penalties[1:]
    )
    if not state.penalties:
        return replace(state, phase=Phase.over, ended_by="penalties")
    if state.edition.rules.failure_discards == "any":
        return replace(state, phase=Phase.discard)
    return _discard(state, len(state.display) - 1)


def _discard(state: State, place: int) -> State:
    """Take a citizen off the display after a failure."""
    discarded = (*state.discarded, state.display[place])
    return _end_turn(replace(state, gone=frozenset({place}), discarded=discarded))


def _end_turn(state: State) -> State:
    """Fill the display up from the left, the cards left of a gap moving right; then the next turn."""
    display = tuple(one for place, one in enumerate(state.display) if place not in state.gone)
    pile = state.draw_pile
    for _ in state.gone:
        display, pile = (pile[-1], *display), pile[:-1]
        if not pile:
            state = replace(state, display=display, draw_pile=pile, gone=frozenset())
            return replace(state, phase=Phase.over, ended_by="draw pile")
    state = replace(state, display=display, draw_pile=pile)
    return _begin_turn(state, state.seat if state.again else (state.seat + 1) % state.players)


def _put(state: State, seat: int, cards: Sequence[Card]) -> State:
    """Put cards on a realm, the last of them on top."""
    realms = tuple((*realm, *cards) if place == seat else realm for place, realm in enumerate(state.realms))
    return replace(state, realms=realms)


def _effect(state: State, card: Card) -> str | None:
    """The effect of a card; villages and penalties have none."""
    return state.edition.citizen(card.name).effect if card.kind == "citizen" else None


def score(state: State, seat: int) -> int:
    """A player's points: citizens, villages and fairies, less penalties and dragons, and a handicap's points."""
    realm = state.realms[seat]
    fairies = sum(_effect(state, card) == "fairy" for card in realm)
    each = fairies * fairies if state.edition.rules.fairies == "n each" else fairies * (fairies + 1) // 2
    head_start = sum(handicap.points for handicap in state.edition.handicaps if handicap.seat == seat + 1)
    return sum(card.points for card in realm) + each + head_start


def winners(state: State) -> list[int]:
    """The seats that share the win: most points, then fewest minus points (or minus cards), then all that are left."""
    minus = [[-card.points for card in realm if card.points < 0] for realm in state.realms]
    by_points = state.edition.rules.tie == "minus points"
    rank = [
        (score(state, seat), -(sum(minus[seat]) if by_points else len(minus[seat]))) for seat in range(state.players)
    ]
    return [seat for seat in range(state.players) if rank[seat] == max(rank)]
