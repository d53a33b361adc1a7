"""A game under way that somebody wrote down.

Lines are `key: value`, then come the rows of the board, as one sees them on the table; # begins a remark:

    rules: base+king-robber, official    # tiles, cards, other rules, as in `variants`; these are the usual ones
    players: 2
    points: 0 4            # of each seat; where it is known as cities+roads+monasteries: 0 4+0+0 (+King+Robber Baron,
                           # where the cards bring points at once)
    turn: 1                # whose turn it is; seat 1 began
    held: U                # the tile that was drawn, if it is known
    king: 2                # who holds him; the size that he was taken with may follow (king: 2 2) but need not,
    robber: -              # it is that of the largest completed city (road); - for nobody
    gone: C KR5            # tiles that are out of the game; those that do not lie there either are in the bag
    board:
         0        1
     -1  E2       N1*c1
      0  D0       V0*r2
      1  V0*fsw1  .

A tile is its letter and the quarters that it is turned clockwise from how the list of tiles has it (D0: city in the
north, road from west to east); . is a free place. A meeple follows with *: what it stands on (c city, r road, f field,
m monastery), where that lies if the tile has several of the kind (n e s w, a corner as in sw, or half a side as in
nne), and its seat. The numbers of columns above the board and of rows before it belong together; without both, rows
and columns are counted from 1. Rows may also be parted by slashes. The start tile is the D in row 0, column 0, or else
the first D on which nobody stands.

Everything but the board may be left out, and the rotation 0. Nobody has points then, and it is the turn of whoever
comes next by the number of tiles. A card that somebody must have taken, as the board shows, has to have a holder.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kingdice.errors import EditionError, KingdiceError, nearest
from kingdice.games.carcassonne.board import Board
from kingdice.games.carcassonne.position import POINT_KINDS, Position, position_of
from kingdice.games.carcassonne.position_cells import board_rows, written_tiles
from kingdice.games.carcassonne.position_checks import (
    check_copies,
    check_holder,
    checked_board,
    checked_meeples,
)
from kingdice.games.carcassonne.rules import State
from kingdice.games.carcassonne.tiles import CITY, ROAD
from kingdice.games.carcassonne.variants import Variants, variants_named

__all__ = ["Position", "parse_position", "position_text", "read_position"]

STANDARD_INPUT = "-"
LONGEST = 100_000  # characters of a file; a position has a few thousand
KEYS = ("rules", "players", "points", "turn", "held", "king", "robber", "gone", "board")
CARDS = {"king": ("King", CITY), "robber": ("Robber Baron", ROAD)}
NOBODY = "-"


Entries = Mapping[str, tuple[str, str]]


def read_position(file: str | Path) -> Position:
    """Read a file, or standard input for `-`.

    Raises
    ------
    KingdiceError
        When it cannot be read, or at the first thing in it that cannot be; with file, line and place.
    """
    name = "standard input" if file == STANDARD_INPUT else str(file)
    try:
        if file == STANDARD_INPUT:
            text = sys.stdin.read(LONGEST + 1) if sys.stdin else ""
        else:
            with Path(file).open(encoding="utf-8-sig") as opened:
                text = opened.read(LONGEST + 1)
    except OSError as error:
        raise KingdiceError(f"{name}: cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, ValueError):  # other letters, or a name that no file can have
        raise KingdiceError(f"{name}: cannot be read: it is not text in UTF-8") from None
    if len(text) > LONGEST:
        raise KingdiceError(f"{name}: more than {LONGEST:,} characters: expected one position")
    return parse_position(text, name)


def parse_position(text: str, name: str = "position") -> Position:
    r"""Read a position from text; name stands for the file in complaints.

    Raises
    ------
    KingdiceError

    Examples
    --------
    >>> position = parse_position("points: 4 0\nking: 1\nboard: E2 . / D0 U0*r2")
    >>> position.king.size, len(position.left), position.state().meeples_left(1)
    (2, 74, 6)
    """
    entries, rows = _lines(text, name)
    variants = _variants(entries)
    written = list(written_tiles(rows))
    if not written:
        raise KingdiceError(
            f"{name}: no tiles: expected `board:` and under it rows of tiles, the start tile D among them"
        )
    gone, held = _ids(entries, "gone"), _ids(entries, "held")
    check_copies([*((one.id, one.where) for one in written), *gone, *held], variants)
    players = _players(entries, variants)
    board, start = checked_board(written)
    meeples = checked_meeples(written, board, start, players)
    holders = {card: _holder(card, entries, variants, players, board, name) for card in CARDS}
    seat = (len(board) - 1) % players
    if "turn" in entries:
        turn, where = entries["turn"]
        seat = _whole(turn, where, f"expected the seat whose turn it is, 1 to {players}", range(1, players + 1)) - 1
    order = [one.id for one in variants.kinds]
    position = Position(
        variants=variants,
        players=players,
        board=board,
        meeples=meeples,
        gained=_points(entries, players, variants),
        king_holder=holders["king"],
        robber_holder=holders["robber"],
        seat=seat,
        held=held[0][0] if held else "",
        gone=tuple(sorted((one for one, _ in gone), key=order.index)),
    )
    if held and not position.state().placements:
        raise KingdiceError(
            f"{held[0][1]}: {held[0][0]} fits nowhere, so it is out of the game: write gone: {held[0][0]}"
        )
    return position


def position_text(game: Position | State, remarks: Sequence[str] = ()) -> str:
    """A position as `read_position` reads it.

    Parameters
    ----------
    game : Position or State
    remarks : sequence of str
        Lines that stand above it.

    Examples
    --------
    >>> print(position_text(parse_position("board: D0 U0*r1")).partition("turn")[2])
    : 2
    king: -
    robber: -
    board:
        0   1
     0  D0  U0*r1
    <BLANKLINE>
    """
    position = position_of(game) if isinstance(game, State) else game
    lines = [*(f"# {remark}" for remark in remarks), f"rules: {', '.join(position.variants.name.split(','))}"]
    lines += [f"players: {position.players}", f"points: {' '.join(map(_points_text, position.gained))}"]
    lines.append(f"turn: {position.seat + 1}")
    lines += [f"held: {position.held}"] if position.held else []
    for key, card, holder in (
        ("king", position.king, position.king_holder),
        ("robber", position.robber, position.robber_holder),
    ):
        lines.append(f"{key}: {NOBODY if holder is None else f'{holder + 1} {card.size}'}")
    lines += [f"gone: {' '.join(position.gone)}"] if position.gone else []
    return "\n".join([*lines, "board:", *board_rows(position)]) + "\n"


def _lines(text: str, name: str) -> tuple[Entries, list[tuple[str, str]]]:
    """What the keys say, and the rows of the board, each with file and line."""
    entries: dict[str, tuple[str, str]] = {}
    rows: list[tuple[str, str]] = []
    last = ""
    for number, whole in enumerate(text.splitlines(), start=1):
        line, where = whole.partition("#")[0].strip(), f"{name}: line {number}"
        before, colon, value = line.partition(":")
        key = before.strip().lower()
        if colon and key not in KEYS:
            raise KingdiceError(f"{where}: no key '{key[:20]}'{nearest(key, KEYS) or f': expected {_listed(KEYS)}'}")
        if colon and key in entries:
            raise KingdiceError(f"{where}: {key} for the second time ({entries[key][1]})")
        if colon:
            entries[key], last = (value.strip(), where), key
            line = value.strip() if key == "board" else ""
        elif line and last != "board":
            raise KingdiceError(f"{where}: '{line[:20]}': expected `key: value`, rows of tiles only after `board:`")
        rows += [(row, where) for row in line.split("/") if row.strip()]
    return entries, rows


def _variants(entries: Entries) -> Variants:
    text, where = entries.get("rules", ("", ""))
    try:
        return variants_named(text)
    except EditionError as error:
        raise EditionError(f"{where}: {error}") from None


def _ids(entries: Entries, key: str) -> list[tuple[str, str]]:
    """Tiles that a line names."""
    text, where = entries.get(key, ("", ""))
    found = [(word.upper(), where) for word in text.replace(",", " ").split() if word != NOBODY]
    if key == "held" and len(found) > 1:
        raise KingdiceError(f"{where}: held '{text[:20]}': expected one tile")
    return found


def _players(entries: Entries, variants: Variants) -> int:
    """How many play: as the file says, or as many as have points, or the fewest."""
    if "players" in entries:
        text, where = entries["players"]
        fewest, most = variants.players[0], variants.players[-1]
        return _whole(text, where, f"expected {fewest} to {most} players", variants.players)
    return min(max(len(_words(entries, "points")), variants.players[0]), variants.players[-1])


def _points(entries: Entries, players: int, variants: Variants) -> tuple[tuple[int, ...], ...]:
    """Points by `POINT_KINDS`; a number alone is put down to the cities."""
    if "points" not in entries:
        return ((0,) * len(POINT_KINDS),) * players
    words, where = _words(entries, "points"), entries["points"][1]
    if len(words) != players:
        raise KingdiceError(f"{where}: points of {len(words)} seats: expected {players}, as many as play")
    pays_at_once = variants.cards.startswith("continuous")
    parts = (1, 3, len(POINT_KINDS)) if pays_at_once else (1, 3)
    gained = []
    for word in words:
        numbers = word.split("+")
        if len(numbers) not in parts:
            cards = "+king+robber" if pays_at_once else ""
            raise KingdiceError(
                f"{where}: points '{word[:20]}': expected one number, or cities+roads+monasteries{cards}"
            )
        whole = [_whole(number, where, "expected points from 0 to 9999", range(10_000)) for number in numbers]
        gained.append((*whole, *[0] * (len(POINT_KINDS) - len(whole))))
    return tuple(gained)


def _holder(key: str, entries: Entries, variants: Variants, players: int, board: Board, name: str) -> int | None:
    """Who holds a card, checked."""
    card, kind = CARDS[key]
    text, where = entries.get(key, (NOBODY, name))
    words = text.replace(",", " ").split() or [NOBODY]
    expected = f"expected the seat that holds the {card}, and if known the size of the {kind}, as in {key}: 1 5"
    if len(words) > 2 or (words[0] == NOBODY and len(words) > 1):
        raise KingdiceError(f"{where}: '{text[:20]}': {expected}")
    holder = None if words[0] == NOBODY else _whole(words[0], where, expected, range(1, 1000)) - 1
    if holder is not None and holder >= players:
        raise KingdiceError(f"{where}: the {card} of seat {holder + 1}: seats 1 to {players} play")
    size = _whole(words[1], where, expected, range(1000)) if len(words) > 1 else None
    check_holder(key, card, kind, variants, board, holder, size, where)
    return holder


def _words(entries: Entries, key: str) -> list[str]:
    return entries.get(key, ("", ""))[0].replace(",", " ").split()


def _whole(text: str, where: str, expected: str, possible: range) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and int(text) in possible):
        raise KingdiceError(f"{where}: '{text[:20]}': {expected}")
    return int(text)


def _points_text(gained: Sequence[int]) -> str:
    shown = gained if any(gained[3:]) else gained[:3]
    return "+".join(map(str, shown)) if any(shown[1:]) else str(shown[0])


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
