"""The turns of a game by the plain rules, read off its states one by one, and a turn's worth by going through them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from kingdice.dice.lattice import lattice_of
from kingdice.games.king_of_dice.play import Game
from kingdice.games.king_of_dice.rules import Move, Phase, State, apply, legal_moves, score
from kingdice.games.king_of_dice.strategies import Strategy

NOTHING = -1


@dataclass(frozen=True)
class Turn:
    """One turn: the state before its first roll, its moves, the state after it."""

    before: State
    moves: tuple[Move, ...]
    states: tuple[State, ...]
    after: State

    @property
    def used(self) -> int:
        return sum(move.phase is Phase.roll for move in self.moves)

    @property
    def won(self) -> list[str]:
        """Ids of the citizens taken, the hypnotist's neighbour last."""
        ids = []
        for state, move in zip(self.states, self.moves, strict=True):
            if move.phase is Phase.take and move.to != NOTHING:
                ids.append(state.display[move.to])
            if move == (Phase.neighbour, 1):
                ids.append(state.display[state.taken + 1])
        return ids

    @property
    def discarded(self) -> list[str]:
        return list(self.after.discarded[len(self.before.discarded) :])


def turns_of(game: Game) -> list[Turn]:
    """A turn begins where the dice are about to be rolled for the first time."""
    begins = [n for n, one in enumerate(game.states) if one.phase is Phase.roll and one.roll == NOTHING]
    begins = [n for n in begins if n == 0 or game.states[n - 1].phase is not Phase.keep]
    ends = [*begins[1:], len(game.states) - 1]
    return [
        Turn(game.states[a], game.moves[a:b], game.states[a:b], game.states[b])
        for a, b in zip(begins, ends, strict=True)
    ]


def leaders(game: Game) -> list[int]:
    """Who leads alone after each turn, or NOTHING."""
    found = []
    for turn in turns_of(game):
        points = Counter({seat: score(turn.after, seat) for seat in range(turn.after.players)})
        (first, most), (_, second) = points.most_common(2)
        found.append(first if most > second else NOTHING)
    return found


def turn_worth(before: State, strategy: Strategy) -> float:
    """The points that a turn brings its player on average, by going through all rolls and moves of the plain rules.

    Only for few dice. Random players do each legal thing equally often.
    """
    seat, own = before.seat, score(before, before.seat)

    known: dict[tuple[int, ...], float] = {}

    def worth(state: State) -> float:
        if state.phase is Phase.over or state.turns != before.turns:
            return float(score(state, seat) - own)
        if state.phase not in {Phase.roll, Phase.keep, Phase.take}:
            return choices(state)
        moment = list(Phase).index(state.phase), state.roll, state.keep, state.rolls_left
        if moment not in known:
            known[moment] = rolled(state) if state.phase is Phase.roll else choices(state)
        return known[moment]

    def rolled(state: State) -> float:
        return sum(chance * worth(apply(state, Move(Phase.roll, roll))) for roll, chance in _rolls(state))

    def choices(state: State) -> float:
        if strategy.name != "random":
            return worth(apply(state, strategy.choose(state.seen(), _no_coin)))
        moves = legal_moves(state)
        return sum(worth(apply(state, move)) for move in moves) / len(moves)

    return worth(before)


def _rolls(state: State) -> Iterator[tuple[int, float]]:
    pool = state.edition.pool
    lattice = lattice_of(pool)
    kept = lattice.faces_of(lattice.size - 1 if state.keep == NOTHING else state.keep)
    free = [group.die for group, held in zip(pool.groups, kept, strict=True) for _ in range(group.count - len(held))]
    ways: Counter[int] = Counter()
    for faces in product(*(die.faces for die in free)):
        rest, shown = list(faces), []
        for group, held in zip(pool.groups, kept, strict=True):
            rolled = [rest.pop(0) for _ in range(group.count - len(held))]
            shown.append([group.die.faces[face] for face in held] + rolled)
        ways[pool.roll_index(shown)] += 1
    total = sum(ways.values())
    for roll, count in ways.items():
        yield roll, count / total


def _no_coin(bound: int) -> int:
    raise AssertionError(f"asked for a coin of {bound}")
