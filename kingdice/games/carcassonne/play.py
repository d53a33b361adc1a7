"""Whole games by the plain rules, on addressed tiles.

The order of the bag and every coin of a game are drawn at their own address (`kingdice.simulation.streams`), so tiles
come in the same order whoever plays and whatever was played before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kingdice.errors import StrategyError
from kingdice.games.carcassonne.rules import Move, State, apply, is_legal, legal_moves, new_game, points, winners
from kingdice.games.carcassonne.strategies import Strategy
from kingdice.games.carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD
from kingdice.games.carcassonne.variants import Variants
from kingdice.simulation.bots import own_code
from kingdice.simulation.coins import Coins
from kingdice.simulation.shuffles import shuffled
from kingdice.simulation.streams import DECK, game_key, mix, seed_key

__all__ = ["Bot", "Game", "Player", "as_row", "hash_moves", "move_code", "play_game", "start"]

Bot = Callable[[State, list[Move]], Move]
Player = Strategy | Bot

SPAN = 160  # rows and columns of the table, more than all tiles in a row would take
LARGEST_COUNTED = 8  # sizes are counted one by one up to this, larger ones together


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


def play_game(variants: Variants, players: Sequence[Player], *, seed: int, game: int) -> Game:
    """Play one game.

    Parameters
    ----------
    variants : Variants
    players : sequence of Strategy or Bot
        One a seat. A bot is called with the state as players see it and the legal moves, and returns one of them.
    seed, game : int
        Which game it is.

    Raises
    ------
    EditionError
        When the game is not for so many players.
    StrategyError
        When a bot makes an illegal move or raises.

    Examples
    --------
    >>> from kingdice.games.carcassonne.strategies import Random
    >>> played = play_game(Variants(), [Random()] * 2, seed=1, game=0)
    >>> len(played.moves)
    76
    """
    key = _key(seed, game)
    state = start(variants, len(players), seed=seed, game=game)
    states, moves = [state], []
    coins = [Coins(key, seat) for seat in range(len(players))]
    while not state.is_over:
        move = _choice(state, players[state.seat], coins[state.seat])
        state = apply(state, move)
        states.append(state)
        moves.append(move)
    return Game(tuple(states), tuple(moves), hash_moves(moves))


def start(variants: Variants, players: int, *, seed: int, game: int) -> State:
    """A game before its first move: the start tile laid, the bag shuffled.

    Raises
    ------
    EditionError
        When the game is not for so many players.
    """
    variants.check_players(players)
    return new_game(variants, shuffled(variants.bag, _key(seed, game), DECK), players=players)


def move_code(move: Move) -> int:
    """A move in one number."""
    (row, column), rotation, meeple = move
    cell = (row + SPAN // 2) * SPAN + column + SPAN // 2
    return (cell * 4 + rotation) * 16 + (0 if meeple is None else meeple + 1)


def hash_moves(moves: Sequence[Move]) -> int:
    """A hash of a whole sequence of moves."""
    move_hash = np.uint64(0)
    for move in moves:
        move_hash = np.uint64(mix(move_hash ^ np.uint64(move_code(move))))
    return int(move_hash)


def as_row(played: Game, number: int) -> dict[str, int]:
    """What came out of a game, by the names of its columns: see `blocks.columns`."""
    end = played.states[-1]
    row = {
        "game": number,
        "move_hash": int(np.uint64(played.move_hash).astype(np.int64)),
        "winners": sum(1 << seat for seat in winners(end)),
        "completed_cities": len(end.cities),
        "completed_roads": len(end.roads),
        "city_sizes": _packed(end.cities),
        "road_sizes": _packed(end.roads),
        "unplaceable": len(end.gone),
    }
    for name, card in (("king", end.king), ("robber", end.robber)):
        row |= {
            f"{name}_holder": 0 if card.holder is None else card.holder + 1,
            f"{name}_size": card.size,
            f"{name}_counted": card.completed,
            f"{name}_changes": card.changes,
            f"{name}_first": card.first_turn,
            f"{name}_last": card.last_turn,
        }
    for seat, one in enumerate(points(end)):
        values = {
            "score": sum(one.values()),
            "base": one[CITY] + one[ROAD] + one[MONASTERY] + one[FIELD],
            "cities": one[CITY],
            "roads": one[ROAD],
            "fields": one[FIELD],
            "monasteries": one[MONASTERY],
            "king": one["king"],
            "robber": one["robber"],
            "king_before": end.king.before[seat],
            "king_then": end.king.then[seat],
            "robber_before": end.robber.before[seat],
            "robber_then": end.robber.then[seat],
        }
        row |= {f"{name}_{seat + 1}": int(value) for name, value in values.items()}
    return row


def _packed(sizes: Sequence[int]) -> int:
    return sum(1 << 8 * (min(size, LARGEST_COUNTED) - 2) for size in sizes)


def _key(seed: int, game: int) -> np.uint64:
    return np.uint64(game_key(seed_key(seed), np.uint64(game)))


def _choice(state: State, player: Player, coin: Coins) -> Move:
    seen = state.seen()
    with own_code(_name(player)):
        move = player.choose(seen, coin) if isinstance(player, Strategy) else player(seen, legal_moves(state))
    if not _is_move(move) or not is_legal(state, move):
        raise StrategyError(f"bot {_name(player)}: {move!r} is not a legal move")
    return move


def _is_move(move: object) -> bool:
    """Whether something is a move, and not only equal to one."""
    if not isinstance(move, Move) or not isinstance(move.place, tuple) or len(move.place) != 2:
        return False
    numbers = [*move.place, move.rotation, *([] if move.meeple is None else [move.meeple])]
    return all(type(number) is int for number in numbers)


def _name(player: Player) -> str:
    return player.name if isinstance(player, Strategy) else getattr(player, "__name__", type(player).__name__)
