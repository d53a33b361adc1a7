"""The table drawn, as text and as a picture: every tile in every rotation shows what the oracle's list of tiles says.

That list is another one than the package's: for each side of a tile it has the segments at three points, clockwise.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.path import Path
from oracles import finished_board as plain

from kingdice.games.carcassonne.drawing import board_text, feature_lines, position_told
from kingdice.games.carcassonne.picture import NUMBERS, PAPER, QUIET, SEATS, board_svg
from kingdice.games.carcassonne.position_file import parse_position
from kingdice.games.carcassonne.rules import State
from kingdice.games.carcassonne.tile_drawing import NARROW, WIDE, best_cell, tile_cells
from kingdice.games.carcassonne.tile_picture import tile_picture
from kingdice.games.carcassonne.tiles import TILES, tile

SVG = "{http://www.w3.org/2000/svg}"
SIGNS = {"c": "▒◆", "r": "─│┌┐└┘", "f": "·", "m": "M"}
EVERY = [(name, quarters) for name in TILES for quarters in range(4)]

# a city of two tiles is completed, seat 2 holds the King; farmers, a road and a city with meeples
SMALL = "points: 0 4\nking: 2\nheld: U\nboard:\n 0 1\n -1 E2 N1*c1\n 0 D0 V0*r2\n 1 V0*fsw1 ."


@pytest.fixture(scope="module")
def state() -> State:
    return parse_position(SMALL).state()


# tiles as text


def drawn(name: str, quarters: int, columns: tuple[int, ...] = WIDE) -> list[str]:
    cells = tile_cells(tile(name), quarters)
    return ["".join(cells[row, column][1] for column in columns) for row in range(3)]


@pytest.mark.parametrize(
    ("name", "quarters", "lines"),
    [
        ("D", 0, ["··▒▒▒··", "───────", "·······"]),
        ("D", 1, ["···│···", "···│·▒▒", "···│···"]),
        ("L", 0, ["··▒▒▒··", "───o───", "···│···"]),
        ("O", 2, ["···│···", "───┘◆▒▒", "··▒▒▒▒▒"]),
        ("F", 1, ["··▒▒▒··", "··▒◆▒··", "··▒▒▒··"]),
        ("A", 3, ["·······", "···M───", "·······"]),
        ("KR2", 0, ["··▒▒▒··", "───┘···", "·······"]),
        ("KR3", 0, ["··▒▒▒··", "──┘┌───", "···│···"]),
        ("KR4", 0, ["▒▒▒▒▒··", "▒▒▒▒▒──", "···│·▒·"]),
        ("KR5", 0, ["··▒▒▒··", "▒▒║▒║▒▒", "··▒▒▒··"]),
    ],
)
def test_tiles_as_text(name, quarters, lines):
    assert drawn(name, quarters) == lines


def test_a_narrow_tile_is_a_wide_one_without_two_columns():
    assert drawn("KR3", 0, NARROW) == ["·▒▒▒·", "─┘┌──", "··│··"]


@pytest.mark.parametrize(("name", "quarters"), EVERY)
def test_every_side_of_a_tile_shows_its_segments(name, quarters):
    """North and south at three characters, east and west at the middle one, where their fields are in the corners."""
    cells, ring = tile_cells(tile(name), quarters), plain.ring(name, quarters)
    shown = {cell: number for cell, (number, _) in cells.items()}
    assert [shown[0, column] for column in (2, 3, 4)] == ring[0]
    assert [shown[2, column] for column in (4, 3, 2)] == ring[2]
    assert (shown[1, 6], shown[1, 0]) == (ring[1][1], ring[3][1])
    kinds = plain.TILES[name]["kinds"]
    for corner, (before, after) in {(0, 6): (0, 1), (2, 6): (1, 2), (2, 0): (2, 3), (0, 0): (3, 0)}.items():
        meeting = [ring[before][2], ring[after][0]]
        fields = [number for number in meeting if kinds[number] == "f"]
        if fields:
            assert shown[corner] in fields
        elif meeting[0] == meeting[1]:
            assert shown[corner] == meeting[0]
        else:
            assert set(plain.segment(name, shown[corner])[2]) == set(meeting), "the field between two cities"


@pytest.mark.parametrize(("name", "quarters"), EVERY)
def test_every_segment_has_a_sign_of_its_kind_in_narrow_drawings_too(name, quarters):
    cells = tile_cells(tile(name), quarters)
    for number, kind in enumerate(plain.TILES[name]["kinds"]):
        row, column = best_cell(cells, number)
        assert column in NARROW
        assert cells[row, column][1] in SIGNS[kind] + ("║═" if name == "KR5" else "")
    assert sum(sign == "◆" for _, sign in cells.values()) == len(plain.TILES[name]["pennants"])


# boards as text


def test_a_board_has_its_coordinates_at_the_margins_and_meeples_where_they_stand(state):
    assert board_text(state.board, state.meeples) == (
        "      0      1\n"
        "   ·········▒▒▒▒▒\n"
        "-1 ···········1▒▒\n"
        "   ··▒▒▒·········\n"
        "   ··▒▒▒·········\n"
        " 0 ──────────2···\n"
        "   ··········│···\n"
        "   ·······\n"
        " 1 ───┐···\n"
        "   ··1│···"
    )


def test_a_terminal_of_few_letters_gets_others(state):
    assert board_text(state.board, state.meeples, plain=True).splitlines()[5:7] == [
        " 0 ----------2...",
        "   ..........|...",
    ]
    assert position_told(state, plain=True).isascii()


@pytest.mark.parametrize(("tiles", "each"), [(11, 7), (12, 5), (15, 5), (17, 5)])
def test_tiles_are_narrow_where_wide_ones_would_not_fit_into_80_columns(tiles, each):
    """A row of so many tiles, and two columns for the number of the row: 79 characters with eleven, 86 with twelve."""
    beginning = parse_position("board: D0 U0").board
    row = {(0, column): beginning[0, column % 2] for column in range(tiles)}
    assert max(map(len, board_text(row, {}).splitlines())) == 2 + tiles * each


def test_beneath_the_board_stand_points_holders_and_features(state):
    told = position_told(state, ["greedy", "random"]).splitlines()
    assert "Turn 5: seat 1 holds U; 5 tiles on the table, 71 in the bag" in told
    assert "seat 1 (greedy): 0 points, 5 meeples left; 2 if it ended now (cities 2)" not in told
    assert "seat 2 (random): 4 points, 6 meeples left; 7 if it ended now (cities 4, roads 2, King 1)" in told
    assert "The King: seat 2, with a city of 2 tiles, the size to beat; 1 city completed" in told
    assert "The Robber Baron: nobody; 0 roads completed" in told
    assert told[told.index("Features with meeples:") + 1 :] == [
        "  seat 1: city of 1 tile at (-1, 1), 2 open ends",
        "  seat 2: road of 2 tiles at (0, 1), 2 open ends",
        "  seat 1: field of 1 tile at (1, 0) in the south-west, 0 completed cities",
    ]


def test_a_game_that_is_over_has_no_size_to_beat():
    end = parse_position(
        "king: 1\ngone: " + " ".join(parse_position("king: 1\nboard: E2 / D0").left) + "\nboard: E2 / D0"
    )
    told = position_told(end.state())
    assert "The game is over; 2 tiles on the table; out of the game: A A B" in told
    assert "The King: seat 1, with a city of 2 tiles; 1 city completed" in told
    assert "seat 1: 1 point (King 1)" in told


def test_several_meeples_in_a_feature_are_counted():
    joined = parse_position("board: D0 V0 / . U1*r1 / . U1 / . U1*r2 / . V1 ").state()
    assert list(feature_lines(joined)) == ["seat 1, seat 2: road of 6 tiles at (1, 1), 2 open ends"]


# tiles as a picture

PIXELS = 50  # a side
ROAD_HALF = 5.5


def flattened(path: str) -> list[tuple[float, float]]:
    """The points of an SVG path of moves, lines and curves."""
    points: list[tuple[float, float]] = []
    letter, control = "", []
    for word in path.split():
        letter = word[0] if word[0].isalpha() else letter
        if word == "Z":
            continue
        x, y = map(float, word.lstrip("MLC").split(","))
        if letter in "ML":
            points.append((x, y))
            continue
        control.append((x, y))
        if len(control) == 3:
            p0, p1, p2, p3 = (np.array(point) for point in (points[-1], *control))
            for t in np.linspace(0, 1, 33)[1:]:
                one = (1 - t) ** 3 * p0 + 3 * t * (1 - t) ** 2 * p1 + 3 * t**2 * (1 - t) * p2 + t**3 * p3
                points.append((float(one[0]), float(one[1])))
            control = []
    return points


def painted(name: str, quarters: int) -> np.ndarray:
    """Which city or road each pixel of a tile shows, -1 where it is field; row by row, from the north-west."""
    picture = tile_picture(tile(name), quarters)
    middles = (np.arange(PIXELS) + 0.5) * 100 / PIXELS
    grid = np.array([(x, y) for y in middles for x in middles])
    shown = np.full(len(grid), -1)
    for number, shape in picture.shapes.items():
        if shape.area:
            shown[Path(flattened(shape.area)).contains_points(grid)] = number
        for line in shape.lines if not shape.area else ():
            ends = [np.array(point) for point in flattened(line)]
            for start, end in pairwise(ends):
                along = np.clip(((grid - start) @ (end - start)) / ((end - start) @ (end - start)), 0, 1)
                near = np.hypot(*(grid - start - along[:, None] * (end - start)).T) < ROAD_HALF
                shown[near] = number
    return shown.reshape(PIXELS, PIXELS)


def pixel(x: float, y: float) -> tuple[int, int]:
    return int(y * PIXELS / 100), int(x * PIXELS / 100)


def side_points(side: int) -> list[tuple[int, int]]:
    """The pixels of the three points of a side, clockwise."""
    along = [(25, 1), (50, 1), (75, 1)]
    for _ in range(side):
        along = [(100 - y, x) for x, y in along]
    return [pixel(min(x, 99), min(y, 99)) for x, y in along]


def poured(shown: np.ndarray, start: tuple[int, int]) -> set[tuple[int, int]]:
    """All pixels of field that hang together with one."""
    found, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if other not in found and min(other) >= 0 and max(other) < PIXELS and shown[other] == -1:
                found.add(other)
                waiting.append(other)
    return found


@pytest.mark.parametrize(("name", "quarters"), EVERY)
def test_every_tile_is_painted_as_the_list_of_tiles_has_it(name, quarters):
    """At every point of its sides, and every field hangs together, apart from the others; meeples stand within."""
    shown, ring, kinds = painted(name, quarters), plain.ring(name, quarters), plain.TILES[name]["kinds"]
    picture = tile_picture(tile(name), quarters)
    for side in range(4):
        for number, at in zip(ring[side], side_points(side), strict=True):
            assert shown[at] == (-1 if kinds[number] == "f" else number)
    for number, kind in enumerate(kinds):
        at = pixel(*picture.stands[number])
        if kind in "cr":
            assert shown[at] == number
        elif kind == "f":
            assert shown[at] == -1
            field = poured(shown, at)
            edge = {
                mine: point in field
                for side in range(4)
                for mine, point in zip(ring[side], side_points(side), strict=True)
                if kinds[mine] == "f"
            }
            assert all(is_in == (mine == number) for mine, is_in in edge.items())
    assert len(picture.pennants) == len(plain.TILES[name]["pennants"])
    for place in picture.pennants:
        assert kinds[shown[pixel(*place)]] == "c"
    assert (picture.monastery is not None) == ("m" in kinds)
    assert picture.has_village == (name in ("L", "W", "X")), "where three or four roads end"


# boards as a picture


def texts(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_the_picture_has_a_name_and_says_in_words_what_it_shows(state):
    root = ET.fromstring(board_svg(state, "A <b> & c", ["greedy", "random"]))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A <b> & c"
    described = root.findtext(f"{SVG}desc")
    assert "seat 2 (random): 4 points" in described
    assert "the King: seat 2, with a city of 2 tiles" in described
    assert "seat 1: city of 1 tile at (-1, 1), 2 open ends" in described


def test_the_picture_shows_coordinates_meeples_and_the_caption(state):
    shown = texts(ET.fromstring(board_svg(state, "Title")))
    assert sorted(shown[:3]) == ["1", "1", "2"]
    assert sorted(shown[3:13]) == sorted(2 * ["-1", "0", "1"] + 2 * ["0", "1"])
    assert shown[13] == "Title"
    assert "The King: seat 2, with a city of 2 tiles, the size to beat; 1 city completed" in shown
    assert shown[-1] == "Outlined: the largest completed city and road."


def outlined(text: str) -> int:
    return text.count('stroke="#ffe11a"')


def test_the_largest_completed_city_and_road_have_an_outline(state):
    """The walls of the two caps of E and D; none without anything completed; both segments of the ring's roads."""
    assert outlined(board_svg(state)) == 2
    assert outlined(board_svg(parse_position("board: D0 U0").state())) == 0
    assert outlined(board_svg(parse_position("robber: 1\nboard: A3 D0 A1").state())) == 3


def test_a_long_caption_is_broken_into_lines_that_fit(state):
    svg = board_svg(state, "Title", ["a-strategy-with-a-long-name " * 5, "random"])
    width = int(ET.fromstring(svg).get("width"))
    assert max(map(len, texts(ET.fromstring(svg)))) * 7.9 < width


def brightness(colour: str) -> float:
    """Relative luminance, WCAG 2.1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("pair", [*zip(SEATS, NUMBERS, strict=True), (PAPER, QUIET)])
def test_text_can_be_read_on_its_ground(pair):
    """A contrast of 4.5 to 1, as WCAG 2.1 has it."""
    dark, light = sorted(map(brightness, pair))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_numbers_in_the_picture_are_short():
    svg = board_svg(parse_position("board: D1 / U1").state())
    assert not re.search(r"\d\.\d{4,}", svg)
