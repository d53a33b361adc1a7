"""How kingdice's strategies sit down at the oracle's table, and the oracle's best play at kingdice's.

`true_optimum` knows nothing of kingdice, and the plain rules know nothing of the oracle. Here a table
becomes the `State` that a player of kingdice would see, and a strategy's moves become the oracle's
keeps and places; and the other way round, so that the best play can play whole games by the plain
rules. Nothing is judged here: which moves are legal and what they lead to is said by either side.
"""

from collections.abc import Callable, Hashable

from kingdice.dice.lattice import lattice_of
from kingdice.games.king_of_dice import Edition
from kingdice.games.king_of_dice.rules import Card, Move, Phase, State
from kingdice.games.king_of_dice.strategies import Strategy

from .true_optimum import (
    KEEPS,
    KEEPS_OF,
    NOTHING,
    ROLLS,
    Optimum,
    Realm,
    Table,
    TinyGame,
    turn_odds,
)


def whole_table(table: Table) -> Hashable:
    """Everything that a player may look at."""
    return table


def before_the_dice(table: Table) -> Hashable:
    """All that a player looks at who thinks of this turn alone: display, tops of the piles, fairies, rolls."""
    fairies = sum(one.startswith("fairy") for one in table.mine.citizens)
    tops = tuple(pile[:1] for pile in table.villages)
    return table.display, tops, table.penalty, fairies, table.mine.elf_on_top


class Asked:
    """A strategy of kingdice as a player of the oracle's: asked for every roll of every turn.

    Parameters
    ----------
    strategy : Strategy
        Must decide by what it sees, without a coin and without regard to which dice it kept before.
    game : TinyGame
    edition : Edition
        The same cards as kingdice reads them.
    looks_at : callable
        What the strategy looks at, of a table: it is asked once for all tables that look the same.
    """

    def __init__(
        self,
        strategy: Strategy,
        game: TinyGame,
        edition: Edition,
        looks_at: Callable[[Table], Hashable] = whole_table,
    ) -> None:
        self.strategy = strategy
        self.game = game
        self.edition = edition
        self.looks_at = looks_at
        self._odds: dict[Hashable, list[tuple[int, float]]] = {}
        self._rolls = [roll_of(edition, roll) for roll in range(len(ROLLS))]
        self._faces = [lattice_of(edition.pool).faces_of(keep)[0] for keep in range(lattice_of(edition.pool).size)]

    def odds(self, table: Table) -> list[tuple[int, float]]:
        """Places that the turn ends with, each with its chance."""
        seen = self.looks_at(table)
        if seen not in self._odds:
            self._odds[seen] = turn_odds(*self.plan(table))
        return self._odds[seen]

    def plan(self, table: Table) -> tuple[list[int], list[list[int]]]:
        """The place taken with each roll, and the keep of each roll with 1, 2, … rolls left; asked afresh."""
        rolls = self.game.rolls_of(table)
        before = state_of(self.game, self.edition, table)
        keeps = [self._keeps(before, left) for left in range(1, rolls)]
        places: dict[int, int] = {}
        for roll, number in enumerate(self._rolls):
            if number not in places:
                possible = self.game.choices(table, roll)
                place = self._ask(before, Phase.take, number, 0) if len(possible) > 1 else possible[0]
                assert place in possible, f"{self.strategy.name} takes {place} of {possible} at {table}"
                places[number] = place
        return [places[number] for number in self._rolls], keeps

    def _keeps(self, before: State, left: int) -> list[int]:
        """The keep of each roll; rolls that differ only in which die shows which face are asked for once."""
        answers: dict[int, tuple[int, ...]] = {}
        for number in self._rolls:
            if number not in answers:
                answers[number] = self._faces[self._ask(before, Phase.keep, number, left)]
        return [_keep_showing(roll, answers[number]) for roll, number in enumerate(self._rolls)]

    def _ask(self, before: State, phase: Phase, number: int, left: int) -> int:
        state = State(**{**before.__dict__, "phase": phase, "roll": number, "rolls_left": left})
        move = self.strategy.choose(state, _no_coin)
        assert move.phase is phase
        return move.to


class OptimalBot:
    """The oracle's best play as a bot of kingdice."""

    def __init__(self, best: Optimum) -> None:
        self.best = best

    def __call__(self, state: State, moves: list[Move]) -> Move:
        """The move in a state as the player sees it."""
        if len(moves) == 1:
            return moves[0]
        lattice = lattice_of(state.edition.pool)
        (faces,) = lattice.faces_of(int(lattice.full[state.roll]))
        roll = ROLLS.index(faces)
        places, keeps = self.best.plan(table_of(self.best.game, state))
        if state.phase is Phase.take:
            return Move(Phase.take, places[roll])
        kept = [face for face in KEEPS[keeps[state.rolls_left - 1][roll]] if face is not None]
        return Move(Phase.keep, lattice.state_of((tuple(sorted(kept)),)))


def state_of(game: TinyGame, edition: Edition, table: Table) -> State:
    """The state that a table is, as the player to move sees it before the first roll.

    Everything is as it would be in a game, but for the order of the cards inside the realms and of those discarded,
    which the table does not know: an elf that is not on top lies at the bottom.
    """
    gone = [one for one in game.cards if one not in table.undrawn and one not in table.display]
    discarded = tuple(one for one in gone if one not in table.mine.citizens | table.others.citizens)
    apprentices = sum(game.cards[one].get("effect") == "extra turn" for one in gone if one not in discarded)
    rounds = len(gone) + 1 - apprentices  # turns that were nobody's extra turn, the present one included
    seat = (rounds - 1) % 2  # seat 1 begins and they alternate
    extra = [sum(game.cards[one].get("effect") == "extra turn" for one in realm.citizens) for realm in table[-2:]]
    realms = tuple(_pile(game, realm) for realm in (table.mine, table.others))
    turns = ((rounds + 1) // 2 + extra[seat], rounds // 2 + extra[1 - seat])
    rolls = game.rolls_of(table)
    return State(
        edition=edition,
        draw_pile=("",) * len(table.undrawn),
        display=table.display,
        villages=table.villages,
        penalties=(table.penalty, *(0 for _ in table.hidden)),
        realms=realms if seat == 0 else realms[::-1],
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
        discarded=discarded,
    )


def table_of(game: TinyGame, state: State) -> Table:
    """The table that a state is, from the side of the player whose turn it is; the turn must still be open."""
    mine, others = _realm(game, state.realms[state.seat]), _realm(game, state.realms[1 - state.seat])
    drawn = {*state.display, *state.discarded, *mine.citizens, *others.citizens}
    hidden = list(game.penalties)
    for seen in (state.penalties[0], *mine.penalties, *others.penalties):
        hidden.remove(seen)
    undrawn = frozenset(game.cards) - drawn
    return Table(undrawn, state.display, state.villages, state.penalties[0], tuple(hidden), mine, others)


def roll_of(edition: Edition, roll: int) -> int:
    """kingdice's number of one of the oracle's rolls."""
    (group,) = edition.pool.groups
    return edition.pool.roll_index([[group.die.faces[face] for face in ROLLS[roll]]])


def _pile(game: TinyGame, realm: Realm) -> tuple[Card, ...]:
    citizens = []
    for one in sorted(realm.citizens):
        points = game.cards[one]["points"]
        citizens.append(Card("citizen", one, points if points != "X" else 0))
    elves = [card for card in citizens if game.cards[card.name].get("effect") == "fourth roll"]
    rest = [Card("village", name, value) for name, value in sorted(realm.villages)]
    rest += [card for card in citizens if card not in elves]
    rest += [Card("penalty", "penalty", points) for points in realm.penalties]
    return (*rest, *elves) if realm.elf_on_top else (*elves, *rest)


def _realm(game: TinyGame, pile: tuple[Card, ...]) -> Realm:
    citizens = frozenset(card.name for card in pile if card.kind == "citizen")
    villages = frozenset((card.name, card.points) for card in pile if card.kind == "village")
    penalties = tuple(sorted(card.points for card in pile if card.kind == "penalty"))
    top = pile[-1] if pile else None
    elf = top is not None and top.kind == "citizen" and game.cards[top.name].get("effect") == "fourth roll"
    return Realm(citizens, villages, penalties, elf)


def _keep_showing(roll: int, faces: tuple[int, ...]) -> int:
    """The oracle's keep of a roll that leaves these faces lying."""
    shown = (sorted(face for face in KEEPS[keep] if face is not None) for keep in KEEPS_OF[roll])
    keeps = dict(zip(KEEPS_OF[roll], shown, strict=True))
    return next(keep for keep, left in keeps.items() if left == sorted(faces))


def _no_coin(bound: int) -> int:
    raise AssertionError("this strategy leaves a move to chance")
