"""Can a position that somebody wrote down come about?

Every complaint names the line of the file and the cell, by the row and column that it has there. What is checked are
the rules that leave their mark on a table: tiles touch with like sides and hang together, there are only so many of
each, a meeple stands on a segment that its tile has and that is not completed, and was put on its tile when that was
placed, so that no other one stood in the feature. Several meeples in one feature do come about, where features are
joined later; but two on one tile cannot, nor two on segments that touch each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kingdice.errors import KingdiceError, nearest
from kingdice.games.carcassonne.board import Board, Laid, Place, Spot, beside, feature_at
from kingdice.games.carcassonne.position import completed_sizes, sizes_that_count, taken_with
from kingdice.games.carcassonne.position_cells import WrittenTile
from kingdice.games.carcassonne.rules import MEEPLES
from kingdice.games.carcassonne.segment_names import segment_named
from kingdice.games.carcassonne.tiles import CITY, FIELD, START, TILES, tile
from kingdice.games.carcassonne.variants import Variants

__all__ = ["check_copies", "check_holder", "check_id", "checked_board", "checked_meeples"]

SIDE_WORDS = ("north", "east", "south", "west")
LANDS = {"C": "a city", "R": "a road", "F": "a field"}


def check_id(name: str, variants: Variants, where: str) -> None:
    """Refuse a tile that does not exist, or is not played with.

    Raises
    ------
    KingdiceError
    """
    if name not in TILES:
        hint = nearest(name, TILES) or ": expected A to X, or KR1 to KR5"
        raise KingdiceError(f"{where}: no tile '{name[:20]}'{hint}")
    if tile(name) not in variants.kinds:
        raise KingdiceError(f"{where}: tile {name} does not belong to the tiles {variants.tiles}")


def check_copies(written: Iterable[tuple[str, str]], variants: Variants) -> None:
    """Refuse more tiles of a kind than there are.

    Parameters
    ----------
    written : iterable of (id, where)

    Raises
    ------
    KingdiceError
    """
    seen: Counter[str] = Counter()
    for name, where in written:
        check_id(name, variants, where)
        seen[name] += 1
        if seen[name] > tile(name).count:
            there_are = f"there are {tile(name).count}" if tile(name).count > 1 else "there is one"
            raise KingdiceError(f"{where}: {name} for the {_th(seen[name])} time: {there_are}")


def checked_board(written: Sequence[WrittenTile]) -> tuple[Board, Place]:
    """The tiles on the table, by places counted from the start tile, and the place of that in the file.

    Raises
    ------
    KingdiceError
        Two tiles in one place, no start tile, tiles that float or do not match.
    """
    at: dict[Place, WrittenTile] = {}
    for one in written:
        if one.place in at:
            raise KingdiceError(f"{one.where}: {one} lies where {at[one.place]} lies already ({at[one.place].where})")
        at[one.place] = one
    start = _start(at)
    _check_that_they_hang_together(at, start)
    board = {place: Laid(tile(one.id), one.rotation) for place, one in at.items()}
    for place, one in at.items():
        for side, other in enumerate(beside(place)):
            if side in (1, 2) and other in board:
                ours, theirs = board[place].edges[side], board[other].edges[(side + 2) % 4]
                if ours != theirs:
                    raise KingdiceError(
                        f"{one.where}: {one} has {LANDS[ours]} in the {SIDE_WORDS[side]}, where {at[other]} at row "
                        f"{other[0]}, column {other[1]} has {LANDS[theirs]}"
                    )
    row, column = start
    return {(place[0] - row, place[1] - column): laid for place, laid in board.items()}, start


def checked_meeples(written: Sequence[WrittenTile], board: Board, start: Place, players: int) -> dict[Spot, int]:
    """The meeples on the table.

    Raises
    ------
    KingdiceError
        One that cannot stand where it does, or too many.
    """
    meeples: dict[Spot, int] = {}
    where: dict[Spot, str] = {}
    for one in written:
        place = one.place[0] - start[0], one.place[1] - start[1]
        if len(one.meeples) > 1:
            raise KingdiceError(f"{one.where}: {len(one.meeples)} meeples on one tile: only one is put on it")
        for meeple in one.meeples:
            if not 1 <= meeple.seat <= players:
                raise KingdiceError(f"{one.where}: a meeple of seat {meeple.seat}: seats 1 to {players} play")
            try:
                spot = place, segment_named(board[place], meeple.kind, meeple.wind)
            except KingdiceError as error:
                raise KingdiceError(f"{one.where}: {error}") from None
            if list(meeples.values()).count(meeple.seat - 1) == MEEPLES:
                raise KingdiceError(
                    f"{one.where}: the {_th(MEEPLES + 1)} meeple of seat {meeple.seat}: it has {MEEPLES}"
                )
            if feature_at(board, spot).is_complete:
                raise KingdiceError(
                    f"{one.where}: a meeple on a completed {meeple.kind}: it goes back when that is scored"
                )
            touching = next((other for other in meeples if _touch(board, spot, other)), None)
            if touching is not None:
                raise KingdiceError(
                    f"{one.where}: a meeple on a {meeple.kind} that goes straight on to another meeple's tile "
                    f"({where[touching]}): whoever came second could not be put there"
                )
            meeples[spot], where[spot] = meeple.seat - 1, one.where
    return meeples


def check_holder(
    key: str, card: str, kind: str, variants: Variants, board: Board, holder: int | None, size: int | None, where: str
) -> None:
    """Refuse a holder of a card without anything completed, nobody where somebody must hold it, and a wrong size.

    Parameters
    ----------
    key, card : str
        Its key in a file and its name, for complaints.
    kind : str
        Of the features that it is about.
    holder : int or None
    size : int or None
        Of the feature that it was taken with; None where the file does not say it.
    where : str

    Raises
    ------
    KingdiceError
    """
    sizes = sizes_that_count(variants, kind, completed_sizes(board, kind))
    largest, least = taken_with(variants, sizes), variants.least_size
    if kind == CITY:
        least = max(least, variants.least_city)
    enough = f" of {least} tiles or more" if least > 2 else ""
    if holder is not None and not largest:
        raise KingdiceError(f"{where}: seat {holder + 1} holds the {card}, but no {kind}{enough} is completed")
    if holder is None and largest and variants.cards != "none":
        raise KingdiceError(
            f"{where}: nobody holds the {card}, but a {kind} of {largest} tiles is completed: expected the seat that "
            f"took him, as in {key}: 1"
        )
    if size is not None and size != largest:
        said = f"a {kind} of {largest} tiles is completed" if largest else f"no {kind}{enough} is completed"
        if size > largest > 0:
            said += ", and none is larger"
        raise KingdiceError(f"{where}: the {card} with a {kind} of {size} tiles, but {said}")


def _start(at: Mapping[Place, WrittenTile]) -> Place:
    """Where the start tile lies: in row 0, column 0 if one lies there, else the first one without a meeple."""
    alike = [place for place in sorted(at) if at[place].id == START]
    free = [place for place in alike if not at[place].meeples]
    if not alike:
        first = at[min(at)]
        raise KingdiceError(f"{first.where}: {first} lies there, but no start tile {START} does")
    if not free:
        raise KingdiceError(f"{at[alike[0]].where}: a meeple on the start tile, which nobody placed")
    return (0, 0) if (0, 0) in free else free[0]


def _check_that_they_hang_together(at: Mapping[Place, WrittenTile], start: Place) -> None:
    found, waiting = {start}, [start]
    while waiting:
        for other in beside(waiting.pop()):
            if other in at and other not in found:
                found.add(other)
                waiting.append(other)
    for place, one in at.items():
        if place not in found:
            raise KingdiceError(
                f"{one.where}: {one} floats: no tile beside it leads to the start tile at row {start[0]}, "
                f"column {start[1]}"
            )


def _touch(board: Board, one: Spot, other: Spot) -> bool:
    """Whether two segments join at an edge."""
    (place, number), (neighbour, there) = one, other
    for side, beyond in enumerate(beside(place)):
        if beyond != neighbour:
            continue
        here, opposite, back = board[place], board[neighbour], (side + 2) % 4
        if here.tile.segments[number].kind != FIELD:
            return here.segment_at(side) == number and opposite.segment_at(back) == there
        return any(
            here.field_at(2 * side + half) == number and opposite.field_at(2 * back + 1 - half) == there
            for half in (0, 1)
        )
    return False


def _th(number: int) -> str:
    return f"{number}{ {2: 'nd', 3: 'rd'}.get(number, 'th') }"
