"""Whatever is wrong in an edition file is said in one line: the file, the line where it can be told, the key."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.errors import EditionError
from kingdice.games.king_of_dice import load_edition
from kingdice.games.king_of_dice.edition import built_in_text

SMALL = """\
name = "small"
title = "Small"
players = [2, 4]

[rules]
rolls = 3
tie = "minus points"

[[dice]]
name = "D"
copies = 4
faces = ["1 red", "2 blue", "3 red", "4 blue"]

[[villages]]
name = "harbour"
values = [2, 3]

[[penalties]]
points = -1
copies = 3

[[citizens]]
id = "sailor"
citizen = "sailor"
village = "harbour"
points = 2
needs = "two 4s"

[[citizens]]
id = "mermaid"
citizen = "mermaid"
points = "X"
needs = "two red"
effect = "fairy"

[[handicaps]]
seat = 2
extra_rolls = 1
"""
OWN = """\
extends = "haba-2017"
name = "own"

[[changes]]
id = "elf-4"
points = 2

[[changes]]
id = "elf-5"
needs = "straight of 4"
"""
VILLAGE = '[[villages]]\nname = "{}"\nvalues = [1]\n'
CITIZEN = '[[citizens]]\nid = "x"\ncitizen = "x"\npoints = 1\nneeds = "one 1s"\n'
NEEDS = 'needs = "straight of 4"'
EXTENDS = 'extends = "haba-2017"\nname = "x"\n'

# line of SMALL, what stands there instead, the line and the key that the message names, and what else it says
MISTAKES = [
    (2, 'tilte = "Small"', 2, "tilte", "unknown key; did you mean 'title'?"),
    (2, "colour = 1", 2, "colour", "unknown key"),
    (1, 'name = "my edition"', 1, "name", "my edition"),
    (1, "name = 3", 1, "name", "expected string, not '3'"),
    (2, "title = 1979-05-27", 2, "title", "expected string"),
    (3, "players = [4, 2]", 3, "players", "the fewest and the most"),
    (3, "players = [1, 2]", 3, "players", "the fewest and the most"),
    (3, "players = [0, 2]", 3, "players", "the fewest and the most"),
    (3, "players = [2]", 3, "players[2]", "missing"),
    (3, "players = [2, 3, 4]", 3, "players", "at most 2, not 3"),
    (3, "players = 2", 3, "players", "expected a list, not 2"),
    (3, "players = [true, 4]", 3, "players[1]", "expected integer, not 'True'"),
    (6, "rolls = 0", 6, "rules.rolls", "greater than or equal to 1, not 0"),
    (6, "rolls = 11", 6, "rules.rolls", "less than or equal to 10, not 11"),
    (6, "rolls = true", 6, "rules.rolls", "expected integer, not 'True'"),
    (6, "rolls = 3.0", 6, "rules.rolls", "expected integer, not '3.0'"),
    (6, 'rolls = "3"', 6, "rules.rolls", "expected integer, not '3'"),
    (6, "rols = 3", 6, "rules.rols", "unknown key; did you mean 'rolls'?"),
    (7, 'tie = "minus dragons"', 7, "rules.tie", "'minus points' or 'minus cards', not 'minus dragons'"),
    (7, 'may_decline = "yes"', 7, "rules.may_decline", "expected boolean, not 'yes'"),
    (11, "copies = 1000000000", 11, "dice[1].copies", "less than or equal to 8, not 1000000000"),
    (11, "copies = 0", 11, "dice[1].copies", "greater than or equal to 1, not 0"),
    (11, "copies = 1", 9, "dice", "1 dice: an edition has 2 to 8"),
    (11, "copies = true", 11, "dice[1].copies", "expected integer, not 'True'"),
    (11, "copis = 4", 11, "dice[1].copis", "did you mean 'copies'?"),
    (12, "faces = []", 12, "dice[1].faces", "expected at least 1, not 0"),
    (12, "", 9, "dice[1].faces", "missing"),
    (12, 'faces = "d6"', 12, "dice[1].faces", "expected a list, not d6"),
    (12, 'faces = [1, 2, ""]', 9, "dice[1]", "die D: '' is not a face"),
    (12, 'faces = [1, 2, "1 2 red"]', 9, "dice[1]", "die D: '1 2 red' is not a face"),
    (12, "faces = [1, 2, 1.5]", 12, "dice[1].faces[3]", "expected integer, not '1.5'"),
    (12, "faces = [1, true]", 12, "dice[1].faces[2]", "expected integer, not 'True'"),
    (12, f"faces = {list(range(1, 101))}\ncopies = 8", 9, "dice", "352,025,629,371 keeps to look at"),
    (12, "faces = [1, 2000000]", 9, "dice[1]", "numbers go up to 1,000,000"),
    (11, "weights = [0, 1, 1, 1]", 9, "dice[1]", "weight 0: expected a positive number"),
    (11, "weights = [-1, 1, 1, 1]", 9, "dice[1]", "weight -1: expected a positive number"),
    (11, "weights = [nan, 1, 1, 1]", 9, "dice[1]", "weight nan: expected a positive number"),
    (11, "weights = [inf, 1, 1, 1]", 9, "dice[1]", "weight inf: expected a positive number"),
    (11, "weights = [1e300, 1, 1, 1]", 9, "dice[1]", "weights too fine"),
    (11, "weights = [1, 1]", 9, "dice[1]", "2 weights for 4 faces"),
    (11, "weights = [true, 1, 1, 1]", 11, "dice[1].weights[1]", "expected integer, not 'True'"),
    (11, "weights = 2", 11, "dice[1].weights", "expected a list, not 2"),
    (15, 'name = ""', 15, "villages[1].name", "at least 1 character"),
    (16, "values = [2, -3]", 16, "villages[1].values", "village values are 1 to 1000"),
    (16, "values = [0, 3]", 16, "villages[1].values", "village values are 1 to 1000"),
    (16, "values = []", 16, "villages[1].values", "at least 1, not 0"),
    (16, "values = [2.0, 3]", 16, "villages[1].values[1]", "expected integer, not '2.0'"),
    (16, f'values = [2]\n{VILLAGE.format("harbour")}', 18, "villages[2].name", "'harbour' stands twice"),
    (16, f"values = [2]\n{VILLAGE.format('a')}{VILLAGE.format('b')}", 29, "citizens", "more than the 3 on"),
    (16, f"values = [2]\n{VILLAGE.format('a')}", 26, "citizens", "more than the 2 on"),
    (19, "points = 1", 19, "penalties[1].points", "less than or equal to -1, not 1"),
    (19, "points = 0", 19, "penalties[1].points", "less than or equal to -1, not 0"),
    (19, "", 18, "penalties[1].points", "missing"),
    (20, "copies = 0", 20, "penalties[1].copies", "greater than or equal to 1, not 0"),
    (23, 'id = "Old Sailor"', 23, "citizens[1].id", "Old Sailor"),
    (23, "", 22, "citizens[1].id", "missing"),
    (23, "id = 3", 23, "citizens[1].id", "expected string, not '3'"),
    (24, 'citzen = "sailor"', 24, "citizens[1].citzen", "sailor: unknown key; did you mean 'citizen'?"),
    (24, 'citizen = "sailor"\nstrength = 3', 25, "citizens[1].strength", "sailor: unknown key"),
    (25, 'village = "habour"', 25, "citizens[1].village", "sailor: no village 'habour'; did you mean 'harbour'?"),
    (25, 'village = "moon"', 25, "citizens[1].village", "sailor: no village 'moon'; there are harbour"),
    (26, "", 22, "citizens[1].points", "sailor: missing"),
    (26, "points = 2.5", 26, "citizens[1].points", "sailor: expected integer, not '2.5'"),
    (26, "points = true", 26, "citizens[1].points", "sailor: expected integer, not 'True'"),
    (26, 'points = "2"', 26, "citizens[1].points", "sailor: expected integer, not '2'"),
    (26, "points = 1001", 26, "citizens[1].points", "sailor: at most 1000 points"),
    (26, 'points = "X"', 26, "citizens[1].points", 'sailor: points = "X" and effect = "fairy" go together'),
    (27, 'needs = "three sevens"', 27, "citizens[1].needs", "sailor: 'three sevens': at character 7: no die shows 7"),
    (27, 'needs = "five 4s"', 27, "citizens[1].needs", "sailor: 'five 4s': at character 1: there are only 4 dice"),
    (27, 'needs = "4 even and 1 odd"', 27, "citizens[1].needs", "no roll of these dice can meet this"),
    (27, 'needs = "sum >= 17"', 27, "citizens[1].needs", "no roll of these dice can meet this"),
    (27, 'needs = "two rad"', 27, "citizens[1].needs", "did you mean 'red'?"),
    (27, 'needs = "straight of 5"', 27, "citizens[1].needs", "at character 13: there are only 4 dice"),
    (27, 'needs = ""', 27, "citizens[1].needs", "sailor"),
    (27, "needs = 4", 27, "citizens[1].needs", "sailor: expected string, not '4'"),
    (30, 'id = "sailor"', 30, "citizens[2].id", "'sailor' stands twice"),
    (32, "points = 3", 32, "citizens[2].points", 'mermaid: points = "X" and effect = "fairy" go together'),
    (34, "", 32, "citizens[2].points", 'mermaid: points = "X" and effect = "fairy" go together'),
    (34, 'effect = "fary"', 34, "citizens[2].effect", "mermaid: expected 'fourth roll'"),
    (34, 'efect = "fairy"', 34, "citizens[2].efect", "did you mean 'effect'?"),
    (37, "seat = 0", 37, "handicaps[1].seat", "greater than or equal to 1, not 0"),
    (38, "extra_rolls = -3", 38, "handicaps[1].extra_rolls", "leaves this seat without a roll"),
    (38, "extra_rolls = 1\n[[handicaps]]\nseat = 2", 40, "handicaps[2].seat", "'2' stands twice"),
    (38, "points = 1001", 38, "handicaps[1].points", "less than or equal to 1000, not 1001"),
]  # fmt: skip

# whole texts: the line and the key that the message names, and what else it says
TEXTS = {
    "nothing in it": ("", None, "name", "missing"),
    "no name": (SMALL.replace('name = "small"\n', ""), None, "name", "missing"),
    "unknown key at the top": ("strange = 1\n" + SMALL, 1, "strange", "unknown key"),
    "key twice": (SMALL.replace("points = 2", "points = 2\npoints = 2"), 27, "", "not TOML"),
    "bracket left open": (SMALL.replace("[rules]", "[rules"), 5, "", "not TOML"),
    "string left open": (SMALL.replace('"small"', '"small'), 1, "", "not TOML"),
    "a table for a list of tables": (SMALL.replace("[[citizens]]", "[citizens]", 1), None, "", "not TOML"),
    "brackets without end": ("[" * 5000, None, "", "not TOML"),
    "nested too deeply": ("a = " + "[" * 5000, None, "", "not TOML"),
    "a NUL": ('name = "a\x00"', None, "", "not TOML"),
    "too long a file": ("#" * 1_000_001, None, "", "at most 1,000,000 characters"),
    "too many citizens": (SMALL + CITIZEN * 63, 22, "citizens", "at most 64, not 65"),
    "changes to nothing": ('name = "x"\n[[changes]]\nid = "elf-4"\n', 2, "changes", "only an edition that extends"),
    "extends a misspelt one": (EXTENDS.replace("-2017", ""), 1, "extends", "no edition 'haba' in the package; did you"),
    "extends a number": ('extends = 3\nname = "x"\n', 1, "extends", "no edition '3' in the package"),
    "extends a list": ('extends = ["haba-2017"]\nname = "x"\n', 1, "extends", "no edition"),
    "change of a misspelt one": (OWN.replace("elf-5", "elf5"), 9, "changes[2].id", "no citizen 'elf5' to change"),
    "a change without id": (OWN.replace('id = "elf-5"\n', ""), 8, "changes[2].id", ""),
    "a list for an id": (OWN.replace('id = "elf-5"', 'id = ["elf-5"]'), 9, "changes[2].id", ""),
    "a table for an id": (OWN.replace('id = "elf-5"', 'id = {a = "elf-5"}'), 9, "changes[2].id", ""),
    "misspelt key in a change": (OWN.replace("needs", "neds"), 10, "changes[2].neds", "did you mean 'needs'?"),
    "impossible needs in one": (OWN.replace("of 4", "of 7"), 10, "needs", "elf-5: 'straight of 7': at"),
    "wrong points in a change": (OWN.replace("points = 2", "points = 2.5"), 6, "points", "elf-4: expected integer"),
    "wrong points in next": (OWN.replace(NEEDS, "points = 2.5"), 10, "points", "elf-5: expected integer, not '2.5'"),
    "unknown village": (OWN.replace(NEEDS, 'village = "moon"'), 10, "village", "elf-5: no village 'moon'"),
    "dice too few": (OWN + '[[dice]]\nname = "D"\ncopies = 2\nfaces = [1]\n', None, "needs", "snob-even: 'six even'"),
    "a number for changes": (EXTENDS + 'changes = 3\n', 3, "changes", "expected [[changes]] tables"),
    "numbers in changes": (EXTENDS + 'changes = [3]\n', 3, "changes", "expected [[changes]] tables"),
    "a number for citizens": (EXTENDS + 'citizens = 3\n', 3, "citizens", "expected a list, not 3"),
    "numbers in citizens": (EXTENDS + 'citizens = [3]\n', 3, "citizens[1]", "expected a table, not 3"),
    "a list for a citizen's id": (EXTENDS + '[[citizens]]\nid = [3]\n', 4, "citizens[1].id", ""),
    "a number for rules": (EXTENDS + 'rules = 3\n', 3, "rules", "expected a table, not 3"),
    "a number for the title": (EXTENDS + 'title = 3\n', 3, "title", "expected string, not '3'"),
    "line break in needs": (SMALL.replace("two 4s", "two\\nrad"), 27, "citizens[1].needs", "sailor"),
    "line break in an id": (SMALL.replace('id = "mermaid"', 'id = "mer\\nmaid"'), 30, "citizens[2].id", ""),
    "line break: village": (SMALL.replace('age = "har', 'age = "har\\n'), 25, "citizens[1].village", ""),
    "line breaks in a face": (SMALL.replace('"1 red"', '"1\\nred\\n2"'), 9, "dice[1]", "die D"),
    "line break in a key": (SMALL.replace("title =", '"ti\\ntle" ='), None, "", "unknown key"),
}  # fmt: skip


def complaint(path: Path | str) -> str:
    """What is said about a file that cannot be used; always one line that begins with the file."""
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


def lines_said(path: Path) -> int:
    """How many lines are said about a file: none when it can be used."""
    try:
        load_edition(path)
    except EditionError as error:
        return len(str(error).splitlines())
    return 0


def check(message: str, line: int | None, key: str, words: str) -> None:
    if line is not None:
        assert f"line {line}," in message or message.startswith(f"line {line}: "), message
    elif not message.startswith("not TOML"):
        assert not message.startswith("line "), message
    assert f"{key}: " in message if key else True, message
    assert words in message


def test_the_small_edition_is_sound_before_anything_is_changed(write_edition):
    own = load_edition(write_edition(SMALL))
    assert (own.name, own.pool.dice, len(own.citizens), own.rolls_of(2)) == ("small", 4, 2, 4)


def test_the_edition_with_changes_is_sound_before_anything_is_changed(write_edition):
    assert load_edition(write_edition(OWN)).citizen("elf-4").points == 2


@pytest.mark.parametrize(
    ("line", "instead", "said_line", "key", "words"),
    MISTAKES,
    ids=[one[1][:40] or f"no line {one[0]}" for one in MISTAKES],
)
def test_one_wrong_line_is_named_with_its_place(write_edition, line, instead, said_line, key, words):
    lines = SMALL.splitlines()
    lines[line - 1] = instead
    if "\ncopies" in instead:  # the die's own copies make room
        lines[10] = ""
    check(complaint(write_edition("\n".join(lines))), said_line, key, words)


@pytest.mark.parametrize(("text", "line", "key", "words"), TEXTS.values(), ids=TEXTS)
def test_a_file_that_is_wrong_as_a_whole_is_named_with_its_place(write_edition, text, line, key, words):
    check(complaint(write_edition(text)), line, key, words)


def test_a_number_of_5000_digits(write_edition):
    assert complaint(write_edition(SMALL.replace("points = 2", "points = " + "1" * 5000)))


def test_a_file_that_is_not_utf_8(write_edition):
    path = write_edition("")
    path.write_bytes(b'name = "K\xf6nig"\n')
    assert "UTF-8" in complaint(path)


def test_a_directory_is_not_an_edition(tmp_path):
    assert "cannot be read" in complaint(tmp_path)
    named_like_a_file = tmp_path / "mine.toml"
    named_like_a_file.mkdir()
    assert "cannot be read" in complaint(named_like_a_file)


def test_a_file_that_is_not_there(tmp_path):
    assert "No such file" in complaint(tmp_path / "mine.toml")


def test_links_that_lead_in_a_circle(tmp_path):
    path = tmp_path / "mine.toml"
    path.symlink_to(path)
    assert "cannot be read" in complaint(path)


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + ".toml", "a/" * 3000 + "x.toml"])
def test_a_name_that_is_too_long_for_a_file(name):
    with pytest.raises(EditionError):
        load_edition(name)


def test_a_name_that_is_no_edition_gets_the_nearest():
    with pytest.raises(EditionError, match=r"^no edition 'haba-2071'; did you mean 'haba-2017'\?$"):
        load_edition("haba-2071")
    with pytest.raises(EditionError, match=r"^no edition 'zzz'; there are haba-2017, haba-2017-lv, or a file of"):
        load_edition("zzz")


ORIGINALS = [SMALL, OWN, built_in_text("haba-2017"), built_in_text("haba-2017-lv")]
PIECES = st.one_of(
    st.sampled_from(["[", "]", "[[", "]]", "{", "}", "=", "\n", ",", "#", ".", '"', "'", '"""', "\\n", "\\", "\x00"]),
    st.sampled_from(["0", "-1", "1e9", "nan", "true", "[]", "{}", "[1]", '"X"', '"red"', '"two 4s"']),
    st.sampled_from(["9" * 5000, '"haba-2017"', "[rules]", "[[dice]]", "[[citizens]]", "[[changes]]\n"]),
    st.sampled_from(["name = ", "id = ", "points = ", "copies = 1\n", "needs = ", "extends = ", "changes = "]),
    st.text(max_size=8),
)  # fmt: skip
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 60), PIECES), min_size=1, max_size=4)


@settings(max_examples=250)
@given(original=st.sampled_from(ORIGINALS), edits=EDITS)
def test_no_text_brings_anything_but_a_one_line_complaint(tmp_path_factory, original, edits):
    text = original
    for place, length, piece in edits:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + length :]
    path = tmp_path_factory.getbasetemp() / "changed.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert lines_said(path) <= 1


LINES = sorted({line for original in ORIGINALS for line in original.splitlines()})


@settings(max_examples=150)
@given(
    original=st.sampled_from(ORIGINALS),
    edits=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(LINES)), max_size=5),
)
def test_no_mixture_of_lines_brings_anything_but_a_one_line_complaint(tmp_path_factory, original, edits):
    lines = original.splitlines()
    for place, length, line in edits:
        at = int(place * len(lines))
        lines[at : at + length] = [line]
    path = tmp_path_factory.getbasetemp() / "mixed.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert lines_said(path) <= 1
