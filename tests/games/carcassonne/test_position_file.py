"""Positions that somebody wrote down: how they are read and written, and what is said where one cannot be.

Tiles in the drawn orientation, as in the table of the facts: D city N and road W-E, E city N, N and M corner city N+W,
U road W-E, V road S-W, A monastery with a road S, B monastery, C city on all sides, H cities N and S, X crossroads.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.errors import EditionError, KingdiceError, StrategyError
from kingdice.games.carcassonne import position_file
from kingdice.games.carcassonne.board import Laid
from kingdice.games.carcassonne.play import play_game
from kingdice.games.carcassonne.position import Position, position_of
from kingdice.games.carcassonne.position_file import parse_position, position_text, read_position
from kingdice.games.carcassonne.rules import State, apply, legal_moves, points
from kingdice.games.carcassonne.segment_names import segment_code, segment_named, segment_words
from kingdice.games.carcassonne.strategies import Random
from kingdice.games.carcassonne.tiles import tile
from kingdice.games.carcassonne.variants import variants_named

SMALL = """
# a city of two tiles is completed
rules: base+king-robber, official
players: 2
points: 0 4
turn: 1
held: U
king: 2 2
robber: -
gone: C KR5
board:
      0        1
 -1   E2       N1*c1
  0   D0       V0*r2
  1   V0*fsw1  .
"""


def complaint(text: str) -> str:
    """What is said about a text that is no position."""
    with pytest.raises(KingdiceError) as refused:
        parse_position(text, "mine.txt")
    return str(refused.value)


def played(seed: int, words: str, players: int) -> list[State]:
    return list(play_game(variants_named(words), [Random()] * players, seed=seed, game=0).states)


# reading


def test_a_position_is_read_with_all_that_the_file_says():
    position = parse_position(SMALL)
    assert position == Position(
        variants=variants_named("base+king-robber,official"),
        players=2,
        board={
            (-1, 0): Laid(tile("E"), 2),
            (-1, 1): Laid(tile("N"), 1),
            (0, 0): Laid(tile("D"), 0),
            (0, 1): Laid(tile("V"), 0),
            (1, 0): Laid(tile("V"), 0),
        },
        meeples={((-1, 1), 0): 0, ((0, 1), 0): 1, ((1, 0), 2): 0},
        gained=((0, 0, 0, 0, 0), (4, 0, 0, 0, 0)),
        king_holder=1,
        robber_holder=None,
        seat=0,
        held="U",
        gone=("C", "KR5"),
    )


def test_what_is_left_out_is_as_usual():
    position = parse_position("board: D U")
    assert (position.variants.name, position.players) == ("base+king-robber,official", 2)
    assert position.gained == ((0,) * 5,) * 2
    assert (position.seat, position.held, position.gone) == (1, "", ())
    assert (position.king_holder, position.robber_holder) == (None, None)
    assert [laid.rotation for laid in position.board.values()] == [0, 0]


def test_as_many_play_as_have_points():
    assert parse_position("points: 1 2 3\nboard: D0").players == 3


def test_points_may_be_given_by_features_and_are_the_same_in_all():
    scored = parse_position("points: 12 4+6+2\nboard: D0").state().scored
    assert scored == (
        {"city": 12, "road": 0, "field": 0, "monastery": 0},
        {"city": 4, "road": 6, "field": 0, "monastery": 2},
    )


def test_the_tiles_left_are_all_but_those_on_the_table_in_hand_and_gone():
    left = list(parse_position(SMALL).left)
    assert len(left) == 77 - 5 - 1 - 2
    assert [left.count(name) for name in ("D", "E", "N", "V", "U", "C", "KR5", "B")] == [3, 4, 2, 7, 7, 0, 0, 4]
    assert len(parse_position("rules: base\nboard: D0").left) == 71


def test_the_game_goes_on_from_a_position():
    """The road of D and V is 2 tiles long; a third V or U in the west does not close it, A would."""
    state = parse_position(SMALL).state()
    assert (state.seat, state.turn, state.held, state.meeples_left(0), state.meeples_left(1)) == (0, 4, "U", 5, 6)
    assert (state.king.holder, state.king.size, state.king.completed, state.robber.holder) == (1, 2, 1, None)
    move = next(move for move in legal_moves(state) if move.place == (0, -1) and move.meeple is None)
    assert apply(state, move).roads == ()


def test_a_tile_is_drawn_where_none_is_held_and_those_that_fit_nowhere_are_gone():
    """All four sides of C are city, and D is closed in the north by E: C fits nowhere."""
    position = parse_position("king: 1\nboard: E2 / D0")
    order = ["C", *(name for name in position.left if name != "C")]
    state = position.state(order)
    assert (state.held, state.gone, len(state.bag)) == ("A", ("C",), 73)
    with pytest.raises(StrategyError, match="75 tiles that are left"):
        position.state(order[1:])


def test_in_the_order_of_the_list_the_first_tile_drawn_is_one_that_fits():
    """With A and B gone C is the first one, but fits nowhere where D's city is closed by E."""
    position = parse_position("king: 1\ngone: A A B B B B\nboard: E2 / D0")
    assert position.left[0] == "C"
    state = position.state()
    assert (state.held, state.gone, state.bag[0]) == ("D", position.gone, "C")


def test_the_size_to_beat_is_that_of_the_largest_completed_feature():
    ring = "king: 1\nrobber: 2\nboard:\n A3 D0 A1 / . E0 . "
    with pytest.raises(KingdiceError):
        parse_position(ring)
    position = parse_position("king: 1\nrobber: 2\nboard:\n . E2 . / A3 D0 A1")
    assert (position.king.size, position.robber.size, position.robber.completed) == (2, 3, 1)


def test_with_least_3_and_big_cities_nobody_need_hold_the_king_of_a_city_of_two():
    for word in ("least-3", "big-cities"):
        assert parse_position(f"rules: {word}\nboard: E2 / D0").king.size == 0
    assert parse_position("rules: big-cities\nboard: E2 / D0").king.completed == 0
    assert parse_position("rules: least-3\nboard: E2 / D0").king.completed == 1


def test_without_cards_nobody_need_be_named():
    position = parse_position("rules: base\nboard: E2 / D0")
    assert (position.king_holder, position.king.size) == (None, 2)


def test_continuous_cards_pay_at_once_and_can_be_among_the_points():
    for words, counted in (("continuous", "before"), ("continuous-new", "then")):
        state = parse_position(f"rules: {words}\npoints: 4+0+0+1+2 0\nboard: D0").state()
        assert sum(points(state)[0].values()) == 7
        assert getattr(state.king, counted) == (1, 0)
        assert getattr(state.robber, counted) == (2, 0)


def test_rows_parted_by_slashes_and_small_letters_are_read_too():
    assert parse_position("KING: 1\nBOARD: e2 . / d0 u0*R2") == parse_position("king: 1\nboard:\nE2 .\nD0 U0*r2\n")


def test_the_start_tile_is_in_row_0_and_column_0_or_else_the_first_that_nobody_stands_on():
    assert set(parse_position("board:\n 4 5\n 8 D0*r1 D0").board) == {(0, -1), (0, 0)}
    assert set(parse_position("board:\n -1 0\n 0 D0 D0").board) == {(0, -1), (0, 0)}
    assert set(parse_position("board: D0 D0").board) == {(0, 0), (0, 1)}


def test_the_example_in_the_description_is_a_position():
    described = position_file.__doc__.split("a remark:\n")[1].split("A tile is")[0]
    position = parse_position(described)
    assert (len(position.board), len(position.meeples), position.king_holder) == (5, 3, 1)


# names of segments


@pytest.mark.parametrize(
    ("name", "rotation", "codes"),
    [
        ("D", 0, "c r fnw fs"),
        ("D", 2, "c r fse fn"),
        ("H", 1, "ce cw f"),
        ("X", 0, "rn re rs rw fnw fne fse fsw"),
        ("A", 0, "r f m"),
        ("KR4", 0, "c rs re fsw fsse fese fne"),
        ("KR5", 0, "ce cn fn fs"),
        ("KR5", 1, "cn ce fe fw"),
    ],
)
def test_segments_are_named_by_where_they_lie_on_the_table(name, rotation, codes):
    laid = Laid(tile(name), rotation)
    assert [segment_code(laid, number) for number in range(len(laid.tile.segments))] == codes.split()


def test_every_name_leads_back_to_its_segment():
    for name in ("A", "C", "D", "L", "S", "W", "X", "KR2", "KR3", "KR4", "KR5"):
        for rotation in range(4):
            laid = Laid(tile(name), rotation)
            for number, segment in enumerate(laid.tile.segments):
                assert segment_named(laid, segment.kind, segment_code(laid, number)[1:]) == number


def test_names_in_words():
    assert segment_words(Laid(tile("D"), 1), 2) == "the field in the north-east"
    assert segment_words(Laid(tile("D"), 1), 0) == "the city"


# writing


@pytest.mark.parametrize(
    ("words", "players"),
    [("", 2), ("base", 3), ("base,official,small-city", 4), ("continuous", 5), ("continuous-new,least-3", 2)],
)
def test_positions_of_games_are_read_as_they_were_written(words, players):
    for state in played(4, words, players)[::12]:
        again = parse_position(position_text(state, ["a remark"]))
        assert again == position_of(state)
        assert position_text(again) == position_text(state)
        assert points(again.state()) == points(state)


def test_a_game_that_goes_on_from_a_written_position_is_the_game_that_it_was():
    states = played(5, "", 3)
    state = states[40]
    again = parse_position(position_text(state)).state(state.bag)
    moves = play_game(state.variants, [Random()] * 3, seed=5, game=0).moves[40:]
    for move in moves:
        again = apply(again, move)
    end = states[-1]
    assert again.board == end.board
    assert points(again) == points(end)
    assert (again.king.holder, again.king.size, again.king.completed) == (
        end.king.holder,
        end.king.size,
        end.king.completed,
    )


def test_the_end_of_a_game_is_a_position_without_tiles_left():
    end = played(4, "base", 2)[-1]
    position = parse_position(position_text(end))
    assert position.left == ()
    assert position.state().is_over


def test_a_position_is_written_with_its_columns_under_one_another():
    assert position_text(parse_position(SMALL), ["seed 1"]) == (
        "# seed 1\n"
        "rules: base+king-robber, official\n"
        "players: 2\n"
        "points: 0 4\n"
        "turn: 1\n"
        "held: U\n"
        "king: 2 2\n"
        "robber: -\n"
        "gone: C KR5\n"
        "board:\n"
        "     0        1\n"
        " -1  E2       N1*c1\n"
        "  0  D0       V0*r2\n"
        "  1  V0*fsw1  .\n"
    )


# tiles that cannot lie so


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (
            "\n D0 U1",
            "mine.txt: line 2, row 1, column 1: D0 has a road in the east, where U1 at row 1, column 2 has a field",
        ),
        (
            "\n 5 6\n 3 E2 .\n 4 U0 D0",
            "mine.txt: line 3, row 3, column 5: E2 has a city in the south, where U0 at row 4, column 5 has a field",
        ),
        (
            "\n D0 .  B0",
            "mine.txt: line 2, row 1, column 3: B0 floats: no tile beside it leads to the start tile at "
            "row 1, column 1",
        ),
        (
            "\n 0 1\n 0 D0 U0\n 0 . U0",
            "mine.txt: line 4, row 0, column 1: U0 lies where U0 lies already (mine.txt: line 3, row 0, column 1)",
        ),
        ("\n U0 U0", "mine.txt: line 2, row 1, column 1: U0 lies there, but no start tile D does"),
        ("\n D0 X0 U0 X1", "mine.txt: line 2, row 1, column 4: X for the 2nd time: there is one"),
        ("\n D0 D0 D0\n D0 D0", "mine.txt: line 3, row 2, column 2: D for the 5th time: there are 4"),
        ("\n D0 E4", "mine.txt: line 2, row 1, column 2: 'E4': rotation 4: expected 0 to 3, in quarters clockwise"),
        ("\n D0 E-1", "mine.txt: line 2, row 1, column 2: 'E-1': rotation -1: expected 0 to 3, in quarters clockwise"),
        ("\n D0 Y0", "mine.txt: line 2, row 1, column 2: no tile 'Y': expected A to X, or KR1 to KR5"),
        ("\n D0 KR6", "mine.txt: line 2, row 1, column 2: no tile 'KR6'; did you mean 'KR5'?"),
        (
            "\n D0 ?",
            "mine.txt: line 2, row 1, column 2: '?': expected a tile and its rotation as in E2, or . for a free place",
        ),
        ("\n 0 1\n 0 D0 U0 U0", "mine.txt: line 3, row 0: 3 cells: expected 2, as there are columns"),
        ("\n 0 1\n D0 U0", "mine.txt: line 3: 'D0': expected the row's number, as the columns have theirs"),
        ("\n 0 0\n 0 D0 .", "mine.txt: line 2: numbers of columns: expected each once"),
        ("", "mine.txt: no tiles: expected `board:` and under it rows of tiles, the start tile D among them"),
    ],
)
def test_tiles_that_cannot_lie_so_are_named(board, said):
    assert complaint(f"board:{board}") == said


def test_tiles_of_the_expansion_do_not_belong_to_the_base_game():
    assert complaint("rules: base\nboard: D0 KR30").endswith("column 2: tile KR3 does not belong to the tiles base")


def test_tiles_that_are_gone_or_held_count_with_those_on_the_table():
    assert complaint("gone: X\nboard: D0 X0").endswith("line 1: X for the 2nd time: there is one")
    assert complaint("held: C\ngone: C\nboard: D0").endswith("line 1: C for the 2nd time: there is one")
    assert complaint("gone: Z\nboard: D0").startswith("mine.txt: line 1: no tile 'Z'")


def test_a_tile_that_fits_nowhere_cannot_be_held():
    assert complaint("held: C\nking: 1\nboard: E2 / D0") == (
        "mine.txt: line 1: C fits nowhere, so it is out of the game: write gone: C"
    )
    assert complaint("held: C U\nboard: D0").endswith("held 'C U': expected one tile")


# meeples that cannot stand so


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("U0*m1", "U has no monastery: expected a road or field"),
        ("U0*f1", "U has 2 fields: say which one, of fn, fs"),
        ("U0*fe1", "U has 2 fields in the e: say which one, of fn, fs"),
        ("X0*fn1", "X has 2 fields in the n: say which one, of fnw, fne"),
        ("U0*rn1", "U, as it lies there, has no road in the n: expected r"),
        ("U0*r3", "a meeple of seat 3: seats 1 to 2 play"),
        ("U0*r0", "a meeple of seat 0: seats 1 to 2 play"),
        ("U0*r1*fn2", "2 meeples on one tile: only one is put on it"),
        ("U0*x1", "meeple 'x1': expected c (city), r (road), f (field) or m (monastery) first"),
        ("U0*fup1", "meeple 'fup1': no such place as 'up': expected one of n e s w nw ne se sw nnw"),
        ("U0*r", "meeple 'r': expected c, r, f or m, where if need be, and the seat, as in fsw2"),
        ("U0*", "meeple '': expected c, r, f or m, where if need be, and the seat, as in fsw2"),
    ],
)
def test_meeples_that_cannot_stand_so_are_named(cell, said):
    assert complaint(f"board: D0 {cell}").startswith(f"mine.txt: line 1, row 1, column 2: {said}")


def test_an_eighth_meeple_is_one_too_many():
    cities = ". E0*c1 E0*c1 E0*c1 E0*c1 E0*c1"
    assert len(parse_position(f"board:\n {cities}\n D0 V0 B0*m1 B0*m1 B0 .").meeples) == 7
    assert complaint(f"board:\n {cities}\n D0 V0 B0*m1 B0*m1 B0*m1 .") == (
        "mine.txt: line 3, row 2, column 5: the 8th meeple of seat 1: it has 7"
    )
    assert len(parse_position(f"board:\n {cities}\n D0 V0 B0*m1 B0*m1 B0*m2 .").meeples) == 8


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("king: 1\nboard: E2*c1 / D0", "city"),
        ("robber: 1\nboard: A3*r1 D0 A1", "road"),
        ("robber: 1\nboard: A3 D0 A1 / B0 B0*m1 B0 / V3 U0 V0", "monastery"),
    ],
)
def test_a_meeple_on_something_completed_has_gone_back(text, kind):
    assert f"a meeple on a completed {kind}: it goes back when that is scored" in complaint(text)


def test_nobody_stands_on_the_start_tile():
    assert "column 1: a meeple on the start tile, which nobody placed" in complaint("board: D0*r1 U0")
    assert parse_position("board: D0*r1 D0").meeples == {((0, -1), 1): 0}


def test_two_meeples_in_one_feature_may_have_been_joined_but_not_on_segments_that_touch():
    """The road U U U with meeples on its ends was joined by the middle one; of two that touch one came second."""
    rows = ["D0 V0", ". U1*r1", ". U1", ". U1*r2"]
    assert len(parse_position(f"board: {' / '.join(rows)}").meeples) == 2
    rows[2:] = [". U1*r2"]
    assert complaint(f"board: {' / '.join(rows)}") == (
        "mine.txt: line 1, row 3, column 2: a meeple on a road that goes straight on to another meeple's tile "
        "(mine.txt: line 1, row 2, column 2): whoever came second could not be put there"
    )
    assert "on a field that goes straight on" in complaint("board: D0 . / B0*f1 B0*f2")
    assert len(parse_position("board: D0 . / B0*m1 B0*f2").meeples) == 2


# what the lines above the board say


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("king: 1", "line 1: seat 1 holds the King, but no city is completed"),
        ("robber: 1", "line 1: seat 1 holds the Robber Baron, but no road is completed"),
        (
            "king: - 3",
            "line 1: '- 3': expected the seat that holds the King, and if known the size of the city, as in king: 1 5",
        ),
        ("king: 3", "line 1: the King of seat 3: seats 1 to 2 play"),
        ("kign: 1", "line 1: no key 'kign'; did you mean 'king'?"),
        (
            "colour: red",
            "line 1: no key 'colour': expected rules, players, points, turn, held, king, robber, gone or board",
        ),
        ("players: 6", "line 1: '6': expected 2 to 5 players"),
        ("players 2", "line 1: 'players 2': expected `key: value`, rows of tiles only after `board:`"),
        ("players: 2\nplayers: 3", "line 2: players for the second time (mine.txt: line 1)"),
        ("turn: 3", "line 1: '3': expected the seat whose turn it is, 1 to 2"),
        ("players: 3\npoints: 1 2", "line 2: points of 2 seats: expected 3, as many as play"),
        ("points: 1 -2", "line 1: '-2': expected points from 0 to 9999"),
        ("points: 1 2+3", "line 1: points '2+3': expected one number, or cities+roads+monasteries"),
        ("rules: smal-city", "line 1: no rule of carcassonne 'smal-city'; did you mean 'small-city'?"),
        ("rules: flat-10, official", "line 1: rules 'flat-10, official': flat-10 and official exclude each other"),
    ],
)
def test_lines_above_the_board_that_cannot_be(lines, said):
    assert complaint(f"{lines}\nboard: D0").startswith(f"mine.txt: {said}")


def test_wrong_rules_are_an_edition_error():
    with pytest.raises(EditionError):
        parse_position("rules: smal-city\nboard: D0")


@pytest.mark.parametrize(
    ("king", "said"),
    [
        ("king: 1 1", "the King with a city of 1 tiles, but a city of 2 tiles is completed"),
        ("king: 1 3", "the King with a city of 3 tiles, but a city of 2 tiles is completed, and none is larger"),
        (
            "king: -",
            "nobody holds the King, but a city of 2 tiles is completed: expected the seat that took him, as in king: 1",
        ),
    ],
)
def test_the_size_and_the_holder_of_a_card_fit_what_is_completed(king, said):
    assert complaint(f"{king}\nboard: E2 / D0") == f"mine.txt: line 1: {said}"


def test_a_card_that_nobody_is_named_for_is_missed_without_a_line():
    assert complaint("board: E2 / D0").startswith("mine.txt: nobody holds the King, but a city of 2 tiles")


def test_a_size_is_too_small_for_the_least_one():
    assert complaint("rules: least-3\nking: 1\nboard: E2 / D0").endswith(
        "seat 1 holds the King, but no city of 3 tiles or more is completed"
    )


# files


def test_a_file_is_read_and_named_in_complaints(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("\ufeff" + SMALL, encoding="utf-8")
    assert read_position(file) == parse_position(SMALL)
    file.write_text("board: D0 U1")
    with pytest.raises(KingdiceError, match=r"mine\.txt: line 1, row 1, column 1: D0 has a road in the east"):
        read_position(str(file))


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"#" * 100_001, None])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content):
    file = tmp_path / "mine.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(KingdiceError, match=r"mine\.txt: "):
        read_position(file)


def check_that_it_is_read_or_refused(text: str) -> None:
    """Whatever is read can be written, read again and played on."""
    try:
        position = parse_position(text)
    except KingdiceError:
        return
    assert parse_position(position_text(position)) == position
    assert position.state().turn >= len(position.board) - 1


PIECES = [
    "board:",
    "\n",
    " ",
    "D0",
    "E2",
    "U0",
    "*c1",
    "*r2",
    "*fsw1",
    ".",
    "king: 1",
    "rules: base",
    "points: 1 2",
    "/",
]
PIECES += ["#", ":", "0", "-1", "turn: 2", "held: U", "gone: C", "KR5", "robber: -", "players: 3"]
ANYTHING = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=25).map("".join)


@settings(max_examples=200)
@given(ANYTHING)
def test_any_text_is_a_position_or_refused(text):
    check_that_it_is_read_or_refused(text)


@settings(max_examples=200)
@given(st.integers(0, len(SMALL)), st.integers(0, 3), st.one_of(st.sampled_from(PIECES), st.text(max_size=2)))
def test_a_position_with_something_changed_is_a_position_or_refused(start, length, put):
    check_that_it_is_read_or_refused(SMALL[:start] + put + SMALL[start + length :])
