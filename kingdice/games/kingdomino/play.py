"""Whole games by the plain rules, on addressed dominoes.

The decks, the kings' order and every coin of a game are drawn at their own address (`kingdice.simulation.streams`), so
dominoes come in the same lines whoever plays and whatever was played before. The seats are the order of the first pick:
with three or four players seat 1 begins; with two the first king drawn is seat 1's, and the three others are shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kingdice.errors import StrategyError
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS
from kingdice.games.kingdomino.kingdom import Kingdom, Placement, cell
from kingdice.games.kingdomino.rules import (
    Move,
    State,
    apply,
    decided_by,
    is_legal,
    legal_moves,
    new_game,
    score,
    winners,
)
from kingdice.games.kingdomino.strategies import Strategy
from kingdice.games.kingdomino.variants import Variants
from kingdice.simulation.bots import own_code
from kingdice.simulation.coins import Coins
from kingdice.simulation.shuffles import shuffled
from kingdice.simulation.streams import DECK, KINGS, game_key, mix, number_below, seed_key

__all__ = ["DECIDED_BY", "Bot", "Game", "Player", "as_row", "hash_moves", "play_game", "start"]

Bot = Callable[[State, list[Move]], Move]
Player = Strategy | Bot

DECIDED_BY = ("points", "largest property", "crowns", "shared")  # the column's values are places in this list


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
        When the variants are not for so many players.
    StrategyError
        When a bot makes an illegal move or raises.

    Examples
    --------
    >>> from kingdice.games.kingdomino.strategies import strategy_named
    >>> played = play_game(Variants(), [strategy_named("random")] * 4, seed=1, game=0)
    >>> len(played.moves)
    52
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
    return Game(tuple(states), tuple(moves), hash_moves(moves, variants.size))


def start(variants: Variants, players: int, *, seed: int, game: int) -> State:
    """A game before its first pick: shuffled, and the first line laid out.

    Raises
    ------
    EditionError
        When the variants are not for so many players.
    """
    variants.check_players(players)
    key = _key(seed, game)
    decks = [shuffled(range(1, DOMINOES + 1), key, DECK, number) for number in range(variants.rounds)]
    kings = [seat for seat in range(players) for _ in range(variants.kings(players) // players)]
    later = [shuffled(kings, key, KINGS, number) for number in range(1, variants.rounds)]
    return new_game(variants, decks, [_first_order(players, key), *later], players=players)


def hash_moves(moves: Sequence[Move], size: int) -> int:
    """A hash of a whole sequence of moves, in kingdoms of a size."""
    move_hash = np.uint64(0)
    for placement, pick in moves:
        where = 0 if placement is None else 1 + placement.direction * 128 + cell(placement.places[0], size)
        move_hash = np.uint64(mix(move_hash ^ np.uint64(where * 64 + (pick or 0))))
    return int(move_hash)


def as_row(played: Game, number: int) -> dict[str, int]:
    """What came out of a game, by the names of its columns.

    Returns
    -------
    dict
        Of the game `game`, `move_hash`, `winners` (a bit a seat) and `decided_by` (a place in `DECIDED_BY`). Of every
        seat, all rounds added up: points with and without bonuses (`score_1`, `base_1`); rounds with the castle in the
        middle and rounds without a discard, whether these count or not (`middle_1`, `harmony_1`); `discards_1`; squares
        of the largest property (`largest_1`); `crowns_1`; `squares_1` and `property_points_1` by terrain, in the order
        of `TERRAINS`, packed into 8 and 10 bits each. Of the last round the rows above and below and the columns left
        and right of the castle, 4 bits each (`castle_1`).
    """
    end = played.states[-1]
    row = {
        "game": number,
        "move_hash": int(np.uint64(played.move_hash).astype(np.int64)),
        "winners": sum(1 << seat for seat in winners(end)),
        "decided_by": DECIDED_BY.index(decided_by(end)),
    }
    for seat in range(end.players):
        kingdoms = [one.kingdoms[seat] for one in end.rounds]
        discards = [one.discards[seat] for one in end.rounds]
        top, bottom, left, right = kingdoms[-1].box
        values = {
            "score": score(end, seat),
            "base": sum(one.points for one in kingdoms),
            "middle": sum(one.is_middle(of_box=end.variants.middle_of_box) for one in kingdoms),
            "harmony": sum(not numbers for numbers in discards),
            "discards": sum(len(numbers) for numbers in discards),
            "largest": sum(one.largest_property for one in kingdoms),
            "crowns": sum(one.crowns for one in kingdoms),
            "squares": sum(_packed_squares(one) for one in kingdoms),
            "property_points": sum(_packed_points(one) for one in kingdoms),
            "castle": -top | bottom << 4 | -left << 8 | right << 12,
        }
        row |= {f"{name}_{seat + 1}": int(value) for name, value in values.items()}
    return row


def _packed_squares(kingdom: Kingdom) -> int:
    return sum(1 << 8 * TERRAINS.index(square.half.terrain) for square in kingdom.squares.values())


def _packed_points(kingdom: Kingdom) -> int:
    return sum(one.points << 10 * TERRAINS.index(one.terrain) for one in kingdom.properties)


def _key(seed: int, game: int) -> np.uint64:
    return np.uint64(game_key(seed_key(seed), np.uint64(game)))


def _first_order(players: int, key: np.uint64) -> list[int]:
    """The seats of the kings as they are drawn for the first line."""
    if players > 2:
        return list(range(players))
    order = [0, 1, 1, 1]
    order[1 + int(number_below(key, KINGS, 0, 0, 0, np.uint64(3)))] = 0
    return order


def _choice(state: State, player: Player, coin: Coins) -> Move:
    seen = state.seen()
    with own_code(_name(player)):
        move = player.choose(seen, coin) if isinstance(player, Strategy) else player(seen, legal_moves(state))
    if not _is_move(move) or not is_legal(state, move):
        raise StrategyError(f"bot {_name(player)}: {move!r} is not a legal move")
    return move


def _is_move(move: object) -> bool:
    """Whether something is a move, and not only equal to one."""
    if not isinstance(move, Move):
        return False
    placement, pick = move
    numbers = () if placement is None else placement
    return (
        (placement is None or isinstance(placement, Placement))
        and all(type(number) is int for number in numbers)
        and (pick is None or type(pick) is int)
    )


def _name(player: Player) -> str:
    return player.name if isinstance(player, Strategy) else getattr(player, "__name__", type(player).__name__)
