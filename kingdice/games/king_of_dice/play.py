"""Whole games by the plain rules, on addressed dice.

The deck, the penalties, every roll and every coin of a game are drawn at their own address (`kingdice.simulation.
streams`), so a game is the same whoever plays it and whatever was played before: strategies that reroll
differently still meet on the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kingdice.dice.lattice import lattice_of
from kingdice.errors import StrategyError
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.rules import (
    NOTHING,
    Move,
    Phase,
    Restriction,
    State,
    apply,
    legal_moves,
    new_game,
    score,
    winners,
)
from kingdice.games.king_of_dice.strategies import Strategy
from kingdice.simulation.bots import own_code
from kingdice.simulation.shuffles import shuffled
from kingdice.simulation.streams import (
    DECISION,
    DECK,
    PENALTIES,
    draw_faces,
    face_tables,
    game_key,
    mix,
    number_below,
    seed_key,
)

__all__ = ["Bot", "Game", "Player", "as_row", "hash_moves", "play_game", "restrictions_of", "start"]

Bot = Callable[[State, list[Move]], Move]
Player = Strategy | Bot


@dataclass(frozen=True)
class Game:
    """A game played to its end.

    Attributes
    ----------
    states : tuple of State
        Before each move, and the end.
    moves : tuple of Move
    move_hash : int
        A hash of the whole sequence of moves.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    move_hash: int


def play_game(edition: Edition, players: Sequence[Player], *, seed: int, game: int) -> Game:
    """Play one game.

    Parameters
    ----------
    edition : Edition
    players : sequence of Strategy or Bot
        One a seat. A bot is called with the state as players see it and the legal moves, and returns one of them.
    seed, game : int
        Which game it is.

    Raises
    ------
    StrategyError
        When a bot makes an illegal move or raises.
    """
    key = np.uint64(game_key(seed_key(seed), np.uint64(game)))
    state = start(edition, len(players), seed=seed, game=game, restrictions=restrictions_of(players))
    states, moves = [state], []
    coins = [0] * len(players)
    while state.phase is not Phase.over:
        if state.phase is Phase.roll:
            move = Move(Phase.roll, _roll(state, key))
        else:
            move = _choice(state, players[state.seat], key, coins)
        state = apply(state, move)
        states.append(state)
        moves.append(move)
    return Game(tuple(states), tuple(moves), hash_moves(moves))


def restrictions_of(players: Sequence[Player]) -> tuple[Restriction, ...]:
    """What each player does without; empty where nobody does without anything."""
    each = tuple(one.restriction if isinstance(one, Strategy) else Restriction() for one in players)
    return each if any(one != Restriction() for one in each) else ()


def start(edition: Edition, players: int, *, seed: int, game: int, restrictions: tuple[Restriction, ...] = ()) -> State:
    """A game before its first roll: shuffled and laid out."""
    key = np.uint64(game_key(seed_key(seed), np.uint64(game)))
    deck = shuffled([citizen.id for citizen in edition.citizens], key, DECK)
    penalties = shuffled([one.points for one in edition.penalties for _ in range(one.copies)], key, PENALTIES)
    return new_game(edition, deck, penalties, players=players, restrictions=restrictions)


def hash_moves(moves: Sequence[Move]) -> int:
    """A hash of a whole sequence of moves."""
    move_hash = np.uint64(0)
    for move in moves:
        code = np.uint64(list(Phase).index(move.phase) << 32 | (move.to + 1))
        move_hash = np.uint64(mix(move_hash ^ code))
    return int(move_hash)


def as_row(played: Game, number: int) -> dict[str, int]:
    """What came out of a game, by the names of `blocks.columns`; no luck is noted."""
    end, seats = played.states[-1], range(played.states[-1].players)
    leaders = _leaders(played)
    alone = [seat for seat in leaders if seat != NOTHING]
    won = winners(end)
    row = {
        "game": number,
        "move_hash": int(np.uint64(played.move_hash).astype(np.int64)),
        "ended_by": ["", "draw pile", "penalties", "villages"].index(end.ended_by),
        "turns": sum(end.turns),
        "winners": sum(1 << seat for seat in won),
        "lead_changes": sum(before != now for before, now in pairwise(alone)),
        "turns_led_by_winners": sum(leaders.count(seat) for seat in won),
    }
    failed = [
        state.seat for state, move in zip(played.states, played.moves, strict=False) if move == (Phase.take, NOTHING)
    ]
    for seat in seats:
        taken = [end.edition.bit_of[card.name] for card in end.realms[seat] if card.kind == "citizen"]
        row[f"score_{seat + 1}"] = score(end, seat)
        row[f"turns_{seat + 1}"] = end.turns[seat]
        row[f"failures_{seat + 1}"] = failed.count(seat)
        row[f"turns_led_{seat + 1}"] = leaders.count(seat)
        row[f"citizens_{seat + 1}"] = int(np.uint64(sum(1 << bit for bit in taken)).astype(np.int64))
        row[f"luck_{seat + 1}"] = 0
    return row


def _leaders(played: Game) -> list[int]:
    """Who had most points alone after each turn, or NOTHING."""
    found = []
    for before, state in pairwise(played.states):
        if state.phase is Phase.over or (state.phase is Phase.roll and before.phase is not Phase.keep):
            points = [score(state, seat) for seat in range(state.players)]
            best = max(points)
            found.append(points.index(best) if points.count(best) == 1 else NOTHING)
    return found


def _roll(state: State, key: np.uint64) -> int:
    """What the dice show: those set aside, and the first faces of each group's share of the word for the others."""
    pool = state.edition.pool
    lattice = lattice_of(pool)
    faces = np.empty(pool.dice, dtype=np.int64)
    number = state.rolls - state.rolls_left + 1
    draw_faces(key, state.seat, state.turns[state.seat], number, face_tables(pool), faces)
    kept = lattice.faces_of(lattice.size - 1 if state.keep == NOTHING else state.keep)
    shown, die = [], 0
    for group, held in zip(pool.groups, kept, strict=True):
        rolled = faces[die : die + group.count - len(held)].tolist()
        shown.append([group.die.faces[face] for face in (*held, *rolled)])
        die += group.count
    return pool.roll_index(shown)


def _choice(state: State, player: Player, key: np.uint64, coins: list[int]) -> Move:
    seat = state.seat

    def coin(bound: int) -> int:
        coins[seat] += 1
        return int(number_below(key, DECISION, seat, coins[seat], 0, np.uint64(bound)))

    seen, moves = state.seen(), [] if isinstance(player, Strategy) else legal_moves(state)
    with own_code(_name(player)):
        move = player.choose(seen, coin) if isinstance(player, Strategy) else player(seen, list(moves))
    if isinstance(player, Strategy) and isinstance(move, Move):
        return move  # whether it is legal is seen to by `apply`
    if not isinstance(move, Move) or type(move.to) is not int or move not in moves:
        raise StrategyError(f"bot {_name(player)}: {move!r} is not a legal move")
    return move


def _name(player: Player) -> str:
    return player.name if isinstance(player, Strategy) else getattr(player, "__name__", type(player).__name__)
