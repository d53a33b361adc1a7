"""A kingdom drawn: as text that can be read again, and as a picture that says in words what it shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.drawing import kingdom_svg, kingdom_text, kingdoms_svg
from kingdice.games.kingdomino.kingdom import Kingdom, Placement
from kingdice.games.kingdomino.kingdom_file import parse_kingdom

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def kingdom() -> Kingdom:
    """The castle, m1 and w0 to its right and below that; w0 and m3 to the left of it."""
    begun = Kingdom(5).place(domino(40), Placement(0, 1, 1))
    return begun.place(domino(48), Placement(0, -1, 2))


def test_a_kingdom_in_text_has_two_characters_a_square(kingdom):
    assert kingdom_text(kingdom) == "m3 w0 ** m1\n.. .. .. w0"
    assert kingdom_text(Kingdom(5)) == "**"


def test_text_is_read_as_the_kingdom_that_was_drawn(kingdom):
    written = parse_kingdom(kingdom_text(kingdom))
    assert written.castles == ((1, 3),)
    found = {(row - 1, column - 3): square.half for (row, column), square in written.squares.items()}
    assert found == {place: square.half for place, square in kingdom.squares.items()}


def test_the_picture_has_a_name_and_the_text_as_its_description(kingdom):
    root = ET.fromstring(kingdom_svg(kingdom, "Seat 1 <wins> & smiles"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Seat 1 <wins> & smiles"
    assert root.findtext(f"{SVG}desc") == kingdom_text(kingdom)


def test_the_picture_shows_every_letter_crown_and_domino(kingdom):
    root = ET.fromstring(kingdom_svg(kingdom))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["m", "w", "m", "w"]
    assert len(list(root.iter(f"{SVG}path"))) == 1 + 4  # the castle's tower and four crowns
    outlines = [(rect.get("width"), rect.get("height")) for rect in root.iter(f"{SVG}rect") if rect.get("stroke-width")]
    assert sorted(outlines) == [("48", "48"), ("48", "96"), ("96", "48")]


def test_terrains_differ_in_letter_and_in_colour():
    text = "w0 f0 l0 / g0 ** s0 / m0 .. .."
    squares = {place: square for place, square in parse_kingdom(text).squares.items() if place != (2, 2)}
    root = ET.fromstring(
        kingdom_svg(Kingdom(5, {(row - 2, column - 2): one for (row, column), one in squares.items()}))
    )
    assert sorted(one.text for one in root.iter(f"{SVG}text")) == ["f", "g", "l", "m", "s", "w"]
    fills = {rect.get("fill") for rect in root.iter(f"{SVG}rect")} - {"none"}
    assert len(fills) == 6 + 2  # and the castle's, and the paper's


def test_several_kingdoms_stand_side_by_side_under_their_titles(kingdom):
    root = ET.fromstring(kingdoms_svg([kingdom, Kingdom(5)], ["seat 1: 7 points", "seat 2"], "Game 17"))
    assert root.findtext(f"{SVG}title") == "Game 17"
    assert root.findtext(f"{SVG}desc") == "seat 1: 7 points\nm3 w0 ** m1\n.. .. .. w0\n\nseat 2\n**"
    titles = [one for one in root.iter(f"{SVG}text") if one.get("font-weight") == "bold"]
    assert [one.text for one in titles] == ["seat 1: 7 points", "seat 2"]
    assert float(titles[0].get("x")) + 4 * 48 < float(titles[1].get("x"))


def test_no_kingdoms_are_an_empty_picture():
    assert ET.fromstring(kingdoms_svg([], [])).findtext(f"{SVG}desc") in ("", None)
