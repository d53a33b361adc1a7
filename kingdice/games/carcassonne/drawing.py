"""What does the table look like? As text for the terminal.

A tile is three lines of seven characters, or of five where the board would not fit into 80 columns. Features run on
from tile to tile; a meeple is the digit of its seat on the segment where it stands. Numbers at the margins are rows and
columns from the start tile, as in transcripts and position files. Beneath stand the points, who holds the King and the
Robber Baron, and what the meeples stand in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kingdice.games.carcassonne.board import Board, Feature, Spot, completed_cities
from kingdice.games.carcassonne.cards import Card, card_points
from kingdice.games.carcassonne.rules import State, points, standing
from kingdice.games.carcassonne.segment_names import segment_words
from kingdice.games.carcassonne.tile_drawing import LEGEND, NARROW, PLAIN_LETTERS, WIDE, best_cell, tile_cells
from kingdice.games.carcassonne.tiles import CITY, FIELD, KINDS, MONASTERY, ROAD
from kingdice.games.carcassonne.transcript import MANY, counted, feature_words

__all__ = ["board_text", "card_words", "feature_lines", "position_told", "seat_lines", "turn_words"]

COLUMNS = 80
HEADS = {**MANY, "king": "King", "robber": "Robber Baron"}


def board_text(board: Board, meeples: Mapping[Spot, int], *, plain: bool = False) -> str:
    """The tiles and the meeples on them, without a line break at the end.

    Parameters
    ----------
    board : mapping of Place to Laid
    meeples : mapping of Spot to int
    plain : bool
        With letters of ASCII only, for terminals that have no others.

    Examples
    --------
    >>> from kingdice.games.carcassonne.position_file import parse_position
    >>> position = parse_position("board: D0 U0*r2")
    >>> print(board_text(position.board, position.meeples))
         0      1
      ··▒▒▒·········
    0 ──────────2───
      ··············
    """
    rows, columns = ([place[axis] for place in board] for axis in (0, 1))
    down, across = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    margin = max(len(str(row)) for row in (down[0], down[-1])) + 1
    shown = WIDE if margin + len(WIDE) * len(across) <= COLUMNS else NARROW
    lines = [" " * margin + "".join(str(column).center(len(shown)) for column in across)]
    for row in down:
        for line in range(3):
            label = str(row).rjust(margin - 1) + " " if line == 1 else " " * margin
            lines.append(label + "".join(_tile_line(board, meeples, (row, column), line, shown) for column in across))
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(PLAIN_LETTERS) if plain else text


def position_told(state: State, strategies: Sequence[str] = (), *, is_drawn: bool = True, plain: bool = False) -> str:
    """The board, and beneath it all that a player wants to know.

    Parameters
    ----------
    state : State
    strategies : sequence of str
        Names of who sits where, if they are known.
    is_drawn : bool
        Whether the tile in hand is known; else it is counted with those in the bag.
    plain : bool
        See `board_text`.
    """
    legend = LEGEND.translate(PLAIN_LETTERS) if plain else LEGEND
    lines = [board_text(state.board, state.meeples, plain=plain), "", f"{legend}, 1 to {state.players} meeples", ""]
    lines += [turn_words(state, is_drawn=is_drawn), *seat_lines(state, strategies), *map(_capital, card_words(state))]
    features = list(feature_lines(state))
    lines += ["", "Features with meeples:", *(f"  {line}" for line in features)] if features else []
    return "\n".join(lines) + "\n"


def turn_words(state: State, *, is_drawn: bool = True) -> str:
    """How far the game is; `is_drawn`: see `position_told`."""
    gone = f"; out of the game: {' '.join(state.gone)}" if state.gone else ""
    laid = f"{counted(len(state.board), 'tile')} on the table"
    if state.is_over:
        return f"The game is over; {laid}{gone}"
    holds = f" holds {state.held}" if is_drawn else " is to draw"
    bag = len(state.bag) + (not is_drawn)
    return f"Turn {state.turn + 1}: seat {state.seat + 1}{holds}; {laid}, {bag} in the bag{gone}"


def seat_lines(state: State, strategies: Sequence[str] = ()) -> Iterator[str]:
    """The points of every seat."""
    for seat, one in enumerate(points(state)):
        name = f" ({strategies[seat]})" if strategies else ""
        parts = ", ".join(f"{label} {one[key]}" for key, label in HEADS.items() if one[key])
        why, total = f" ({parts})" if parts else "", sum(one.values())
        if state.is_over:
            yield f"seat {seat + 1}{name}: {counted(total, 'point')}{why}"
        else:
            left, paid = state.meeples_left(seat), sum(state.scored[seat].values()) + _paid(state, seat)
            has = f"{counted(paid, 'point')}, {counted(left, 'meeple')} left"
            yield f"seat {seat + 1}{name}: {has}; {total} if it ended now{why}"


def card_words(state: State) -> list[str]:
    """Who holds the King and the Robber Baron, and the size to beat."""
    return [
        f"the King: {_held(state, state.king, CITY, state.cities)}",
        f"the Robber Baron: {_held(state, state.robber, ROAD, state.roads)}",
    ]


def feature_lines(state: State) -> Iterator[str]:
    """What the meeples stand in, largest first within a kind, and whose they are."""
    order = sorted(standing(state), key=lambda one: (KINDS.index(one.kind), -one.size, min(one.spots)))
    for feature in order:
        spots = sorted(spot for spot in feature.spots if spot in state.meeples)
        count = sorted(Counter(state.meeples[spot] for spot in spots).items())
        who = ", ".join(f"seat {seat + 1}" + (f" x {number}" if number > 1 else "") for seat, number in count)
        place, number = spots[0]
        where = segment_words(state.board[place], number).removeprefix(f"the {feature.kind}").strip()
        yield f"{who}: {feature_words(feature)} at {place}{f' {where}' if where else ''}{_open(state, feature)}"


def _tile_line(
    board: Board, meeples: Mapping[Spot, int], place: tuple[int, int], line: int, shown: Sequence[int]
) -> str:
    if place not in board:
        return " " * len(shown)
    laid = board[place]
    cells = tile_cells(laid.tile, laid.rotation)
    standing_here = {
        best_cell(cells, number): str(meeples[place, number] + 1)
        for number in range(len(laid.tile.segments))
        if (place, number) in meeples
    }
    return "".join(standing_here.get((line, column), cells[line, column][1]) for column in shown)


def _held(state: State, card: Card, kind: str, sizes: Sequence[int]) -> str:
    completed = f"{len(sizes)} {kind if len(sizes) == 1 else MANY[kind]} completed"
    if card.holder is None:
        return f"nobody; {completed}"
    to_beat = "" if state.is_over else ", the size to beat"
    return f"seat {card.holder + 1}, with a {kind} of {card.size} tiles{to_beat}; {completed}"


def _open(state: State, feature: Feature) -> str:
    if feature.kind == FIELD:
        cities = len(completed_cities(state.board, feature.cities))
        return f", {cities} completed {'city' if cities == 1 else 'cities'}"
    if feature.kind == MONASTERY:
        return f", {feature.ends} of 8 places around it free"
    return f", {counted(feature.ends, 'open end')}"


def _paid(state: State, seat: int) -> int:
    """What the cards have paid a seat at once."""
    if not state.variants.cards.startswith("continuous"):
        return 0
    return sum(card_points(state.variants.cards, state.king, state.robber)[seat])


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
