"""Positions of Carcassonne written down for tests, a turn a line.

    1 F  -1 0   90 city
    2 E  -2 0  180
    1 U   1 0    0 field 2

is seat, tile, row and column from the start tile (rows southwards), degrees clockwise from the drawn orientation, and
where a meeple was put: a kind, and which of that kind on the tile where it is not the first. Whose turn it would be
does not matter. `read` gives turns for the oracle; `played` plays them by the plain rules and holds them against it.
"""

from __future__ import annotations

from dataclasses import replace

from kingdice.games.carcassonne.play import Game, as_row
from kingdice.games.carcassonne.rules import Move, State, apply, legal_moves, new_game
from kingdice.games.carcassonne.variants import variants_named
from oracles.finished_board import TILES
from oracles.replayed_game import Replay, Turn, replayed

KINDS = {"city": "c", "road": "r", "field": "f", "monastery": "m"}


def read(text: str) -> list[Turn]:
    turns = []
    for line in filter(str.strip, text.splitlines()):
        seat, tile, row, column, degrees, *meeple = line.split()
        quarters, rest = divmod(int(degrees), 90)
        assert rest == 0, line
        turns.append(Turn(tile, (int(row), int(column)), quarters, _segment(tile, meeple), int(seat) - 1))
    return turns


def _segment(tile: str, meeple: list[str]) -> int | None:
    if not meeple:
        return None
    kind, which = meeple[0], int(meeple[1]) if len(meeple) > 1 else 1
    return [number for number, one in enumerate(TILES[tile]["kinds"]) if one == KINDS[kind]][which - 1]


def turns_of(game: Game) -> list[Turn]:
    """A game of the plain rules, for the oracle."""
    moves = zip(game.states, game.moves, strict=False)
    return [Turn(state.held, move.place, move.rotation, move.meeple, state.seat) for state, move in moves]


def drawn_in(game: Game) -> list[str]:
    """The tiles of a game in the order in which they were drawn."""
    opening = game.states[0]
    return [*opening.gone, opening.held, *opening.bag]


def begun(rules: str = "base+king-robber,official", players: int = 2) -> State:
    """The start tile, and nothing in hand."""
    variants = variants_named(rules)
    return replace(new_game(variants, variants.bag, players=players), held="", bag=(), gone=())


def holding(state: State, tile: str, seat: int) -> State:
    """The same with a tile in the hand of a seat, from 1."""
    turn = next(turn for turn in range(state.turn, state.turn + state.players) if turn % state.players == seat - 1)
    return replace(state, held=tile, bag=(), turn=turn)


def laid(state: State, text: str) -> State:
    """What comes of further turns."""
    for turn in read(text):
        state = apply(holding(state, turn.tile, turn.seat + 1), Move(turn.place, turn.rotation, turn.meeple))
    return state


def replay(text: str, rules: str = "base+king-robber,official", players: int = 2) -> Replay:
    """What the oracle says of the same turns."""
    return replayed(read(text), players, variants_named(rules).name)


def played(text: str, rules: str = "base+king-robber,official", players: int = 2) -> State:
    """What comes of some turns by the plain rules; the oracle has to say the same."""
    state = laid(begun(rules, players), text)
    row = as_row(Game((state,), (), 0), 0)
    theirs = replay(text, rules, players)
    for name in ("game", "move_hash"):
        row.pop(name)
    in_turn = all(turn.seat == number % players for number, turn in enumerate(read(text)))
    for name in () if in_turn else ("king_first", "king_last", "robber_first", "robber_last"):
        row.pop(name), theirs.row.pop(name)
    assert row == theirs.row
    assert {(*place, number): seat for (place, number), seat in state.meeples.items()} == theirs.standing
    return state


def meeples_of(state: State, tile: str, seat: int, place: tuple[int, int], degrees: int) -> list[str]:
    """Where a seat could put a meeple on a tile laid so, in words, "none" among them; [] where it cannot lie."""
    moves = [one for one in legal_moves(holding(state, tile, seat)) if one[:2] == (place, degrees // 90)]
    return [_told(tile, one.meeple) for one in moves]


def _told(tile: str, number: int | None) -> str:
    if number is None:
        return "none"
    kinds = TILES[tile]["kinds"]
    word = next(word for word, letter in KINDS.items() if letter == kinds[number])
    which = kinds[: number + 1].count(kinds[number])
    return word if which == 1 else f"{word} {which}"
