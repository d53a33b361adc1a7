"""What are the King and the Robber Baron worth in this position, and who will have them?

What is on the table can be counted: who holds a card, the size to beat, what it would bring now, and which unfinished
cities and roads could beat it. What is to come is played out: the game goes on from the position many times, with the
tiles that are left in another order each time, and the ends of these games are counted. Future n of a seed is the same
whatever else is asked, so a position has one answer for a seed, a number of playouts and the players who play on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import mean_row, share_row, tidy
from kingdice.errors import RunError, StrategyError
from kingdice.games.carcassonne.blocks import BlockTables, Desk, columns, make_tables
from kingdice.games.carcassonne.cards import card_points
from kingdice.games.carcassonne.compiled import write_position
from kingdice.games.carcassonne.described import STRATEGIES, described
from kingdice.games.carcassonne.kernel_blocks import play_until_search, write_row
from kingdice.games.carcassonne.kernel_game import draw
from kingdice.games.carcassonne.kernel_search import imagine
from kingdice.games.carcassonne.position import POINT_KINDS, Position
from kingdice.games.carcassonne.position_moves import best_moves
from kingdice.games.carcassonne.position_threats import CARD_KINDS, size_needed, threats
from kingdice.games.carcassonne.rules import points
from kingdice.games.carcassonne.tiles import CITY, TILES
from kingdice.games.carcassonne.transcript import MANY
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.streams import seed_key

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FEWEST_PLAYOUTS", "PositionWorth", "play_on", "position_worth"]

FEWEST_PLAYOUTS, MOST_PLAYOUTS = 2, 1_000_000
USUAL_PLAYER = "greedy-cards"

Rows = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class PositionWorth:
    """The answer for one position: rows with the same keys, seats counted from 1; make one with `position_worth`.

    Attributes
    ----------
    about : dict
        What it depends on: rules, whose turn it is, who plays on, playouts, seed, level of the intervals.
    cards : rows
        Of `king` and `robber` each: `holder` (None for nobody), `size_to_beat` and `size_needed` in tiles, cities or
        roads `completed` and those of them that are `counted`, points that the card brings in all if the game ended
        now (`points_now`) and that it will bring (`points`, mean), the `final_size` to beat, how often it will pass
        from one player to another (`changes`), and the chance that the present holder never loses it (`kept`).
    holding : rows
        For every card and seat the `chance` to have it in the end; seat None for nobody.
    seats : rows
        Points so far by kind (`scored_cities`, …) and in all (`scored`), points by kind if the game ended now
        (`now_cities`, …, `now`), `meeples` left, the final `score` and the `base_score` without the cards (means), the
        `win_share` and what it would be without the cards, ties split.
    threats : rows
        See `position_threats.threats`.
    moves : rows
        See `position_moves.best_moves`.
    """

    about: Mapping[str, Any]
    cards: Rows
    holding: Rows
    seats: Rows
    threats: Rows
    moves: Rows = ()

    def table(self, name: str) -> pd.DataFrame:
        """One of the parts as a table, with `about` in its `.attrs`."""
        return tidy([dict(row) for row in getattr(self, name)], self.about)


@dataclass(frozen=True)
class _Ends:
    """How the games that were played on ended; `is_exact` if nothing was left to chance."""

    values: Mapping[str, NDArray[np.int64]]
    is_exact: bool
    level: float
    games: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "games", len(self.values["game"]))

    def mean(self, values: NDArray[Any], name: str) -> dict[str, float]:
        """With its interval."""
        if self.is_exact:
            return {end: float(values[0]) for end in (name, f"{name}_low", f"{name}_high")}
        return mean_row(values, self.level, name)

    def share(self, total: Fraction | int, name: str) -> dict[str, float]:
        """Of so many games among all, with its interval."""
        row = share_row(float(total), self.games, self.level, name)
        ends = (row[name], row[name]) if self.is_exact else (row["low"], row["high"])
        return {name: row[name], f"{name}_low": float(ends[0]), f"{name}_high": float(ends[1])}


def position_worth(
    position: Position,
    *,
    strategies: Sequence[str] = (),
    playouts: int = 1000,
    seed: int = 1,
    moves: int = 0,
    level: float = 0.95,
) -> PositionWorth:
    r"""What the cards are worth in a position, who will have them, and what they decide.

    Parameters
    ----------
    position : Position
    strategies : sequence of str
        Who plays on at each seat; `greedy-cards` everywhere where nobody is named. Players that search are refused.
    playouts : int
        How often the game is played on.
    seed : int
    moves : int
        How many of the best moves are listed, by the greedy judgement; 0: none.
    level : float
        Of the intervals.

    Raises
    ------
    StrategyError
        For a player who is unknown or searches, or another number of them than of seats.
    RunError
        For a number of playouts out of range, or moves where no tile is held.

    Examples
    --------
    >>> from kingdice.games.carcassonne.position_file import parse_position
    >>> answer = position_worth(parse_position("points: 4 0\nking: 1\nboard: E2 . / D0 U0*r2"), playouts=2)
    >>> [(row["card"], row["holder"], row["size_to_beat"], row["points_now"]) for row in answer.cards]
    [('king', 1, 2, 1), ('robber', None, 0, 0)]
    """
    seats = tuple(strategies) or (USUAL_PLAYER,) * position.players
    if not FEWEST_PLAYOUTS <= playouts <= MOST_PLAYOUTS:
        raise RunError(f"{playouts} playouts: expected {FEWEST_PLAYOUTS:,} to {MOST_PLAYOUTS:,}")
    listed = best_moves(position, moves) if moves else []  # first: it may be refused
    is_over = position.state().is_over
    rows = play_on(position, seats, playouts=1 if is_over else playouts, seed=seed)
    ends = _Ends(dict(zip(columns(position.players), rows.T, strict=True)), is_over, level)
    about = {
        "game": "carcassonne",
        "rules": {"name": position.variants.name, "hash": position.variants.hash},
        "players": position.players,
        "seat": position.seat + 1,
        "held": position.held,
        "tiles": len(position.board),
        "tiles_left": len(position.left),
        "is_over": is_over,
        "strategies": list(seats),
        "playouts": 0 if is_over else playouts,
        "seed": seed,
        "level": level,
        "rng_version": RNG_VERSION,
    }
    cards = tuple(_card_row(position, card, ends) for card in CARD_KINDS)
    holding = tuple(row for card in CARD_KINDS for row in _holding_rows(card, position.players, ends))
    return PositionWorth(
        about, cards, holding, tuple(_seat_rows(position, seats, ends)), tuple(threats(position)), tuple(listed)
    )


def play_on(position: Position, strategies: Sequence[str], *, playouts: int, seed: int) -> NDArray[np.int64]:
    """Play a game on to its end, again and again; every time the bag is shuffled anew.

    Changes of hands, and how many features have which size, are counted from the position on.

    Returns
    -------
    array (playouts, columns) of int64
        See `blocks.columns`; the first column is the number of the playout.

    Raises
    ------
    StrategyError
        See `position_worth`.
    """
    tables, room, key = _tables(position, strategies), Desk(), seed_key(seed)
    state, is_over = position.state(), position.state().is_over
    if not position.held and not is_over:  # any tile may come
        state = replace(state, held="", bag=position.left, gone=position.gone)
    write_position(tables, state, room)
    rules, game, copy, joint, desk = tables.rules[0], room.game[0], room.copy[0], room.joint[0], room.desk[0]
    game["over"], game["seat"] = is_over, position.seat
    search = room.search[0]
    search["key"] = key
    search["unseen"][game["next"] : game["next"] + len(state.bag)] = [TILES.index(one) for one in state.bag]
    rows = np.zeros((playouts, len(columns(position.players))), dtype=np.int64)
    for number in range(playouts):
        search["rounds"] = number
        imagine(rules, game, copy, search)
        if not position.held and not is_over:
            draw(rules, copy)
        play_until_search(rules, copy, joint, desk)
        write_row(rules, copy, room.totals, number, rows[number])
    return rows


def _tables(position: Position, strategies: Sequence[str]) -> BlockTables:
    told = [described(name) for name in strategies]
    for one in told:
        if one.searches:
            quick = ", ".join(name for name in STRATEGIES if not described(name).searches)
            raise StrategyError(
                f"strategy {one.text[:60]}: it searches, which is too slow to play on: expected {quick}"
            )
    if len(told) != position.players:
        raise StrategyError(f"{len(told)} strategies: expected {position.players}, one for each seat of the position")
    return make_tables(position.variants, told)


def _card_row(position: Position, card: str, ends: _Ends) -> dict[str, Any]:
    state, values = position.state(), ends.values
    stands = position.king if card == "king" else position.robber
    place = list(CARD_KINDS).index(card)
    brought = sum(values[f"{card}_{seat}"] for seat in range(1, position.players + 1))
    row: dict[str, Any] = {
        "card": card,
        "holder": None if stands.holder is None else stands.holder + 1,
        "size_to_beat": stands.size,
        "size_needed": size_needed(position, card),
        "completed": len(state.cities if CARD_KINDS[card] == CITY else state.roads),
        "counted": stands.completed,
        "points_now": sum(one[place] for one in card_points(position.variants.cards, position.king, position.robber)),
        **ends.mean(np.asarray(brought), "points"),
        **ends.mean(values[f"{card}_size"], "final_size"),
        **ends.mean(values[f"{card}_changes"], "changes"),
    }
    if stands.holder is None:
        return row | dict.fromkeys(("kept", "kept_low", "kept_high"))
    return row | ends.share(int((values[f"{card}_changes"] == 0).sum()), "kept")


def _holding_rows(card: str, players: int, ends: _Ends) -> list[dict[str, Any]]:
    holders = ends.values[f"{card}_holder"]
    return [
        {"card": card, "seat": seat or None, **ends.share(int((holders == seat).sum()), "chance")}
        for seat in (*range(1, players + 1), 0)
    ]


def _seat_rows(position: Position, strategies: Sequence[str], ends: _Ends) -> Iterator[dict[str, Any]]:
    state = position.state()
    scores, bases = (
        np.stack([ends.values[f"{name}_{seat}"] for seat in range(1, position.players + 1)], axis=1)
        for name in ("score", "base")
    )
    wins, wins_without = _wins(scores), _wins(bases)
    for seat, now in enumerate(points(state)):
        gained = dict(zip(POINT_KINDS, position.gained[seat], strict=True))
        yield {
            "seat": seat + 1,
            "strategy": strategies[seat],
            **{f"scored_{MANY.get(kind, kind)}": number for kind, number in gained.items()},
            "scored": sum(gained.values()),
            **{f"now_{MANY.get(kind, kind)}": number for kind, number in now.items()},
            "now": sum(now.values()),
            "meeples": state.meeples_left(seat),
            **ends.mean(scores[:, seat], "score"),
            **ends.mean(bases[:, seat], "base_score"),
            **ends.share(wins[seat], "win_share"),
            **ends.share(wins_without[seat], "win_share_without_cards"),
        }


def _wins(scores: NDArray[np.int64]) -> list[Fraction]:
    """Games that each seat won, of shared wins its share; scores are (games, seats)."""
    won = scores == scores.max(axis=1, keepdims=True)
    return [
        sum((Fraction(1, int(winners.sum())) for winners in won if winners[seat]), Fraction())
        for seat in range(scores.shape[1])
    ]
