"""The two built-in editions against the facts of the printed game; hashes; editions on top of others."""

from __future__ import annotations

from collections import Counter

import pytest
from oracles import citizens

from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.edition import built_in_editions, built_in_text

# The forty citizens, one a line: id, type, village, points, needs. Source: scans of 25 cards and the one complete list.
CARDS = """
snob-even        | snob       | city        |  5 | six even
snob-odd         | snob       | city        |  5 | six odd
elf-4            | elf        | city        |  1 | straight of 4
elf-5            | elf        | city        |  3 | straight of 5
elf-6            | elf        | city        |  7 | straight of 6
dwarf-3x1        | dwarf      | mine        |  4 | three 1s
dwarf-3x3        | dwarf      | mine        |  4 | three 3s
dwarf-3x4        | dwarf      | mine        |  4 | three 4s
dwarf-4x3        | dwarf      | mine        |  6 | four 3s
dwarf-4x4        | dwarf      | mine        |  6 | four 4s
dwarf-4x6        | dwarf      | mine        |  6 | four 6s
dwarf-5x1        | dwarf      | mine        | 10 | five 1s
dwarf-5x6        | dwarf      | mine        | 10 | five 6s
gnome-3green     | gnome      | workshop    |  1 | 3 green
gnome-4green     | gnome      | workshop    |  2 | 4 green
gnome-4red       | gnome      | workshop    |  2 | 4 red
gnome-5red       | gnome      | workshop    |  3 | 5 red
gnome-5blue      | gnome      | workshop    |  3 | 5 blue
gnome-6blue      | gnome      | workshop    |  8 | 6 blue
orc-2+2          | orc        | orc village |  1 | 2+2
orc-3            | orc        | orc village |  2 | 3 of a kind
orc-3+2          | orc        | orc village |  3 | 3+2
orc-4            | orc        | orc village |  3 | 4 of a kind
orc-5            | orc        | orc village |  7 | 5 of a kind
orc-2+2+2        | orc        | orc village |  7 | 2+2+2
orc-4+2          | orc        | orc village |  8 | 4+2
sprite-4         | sprite     | forest      |  1 | 4 of one colour
sprite-5         | sprite     | forest      |  2 | 5 of one colour
sprite-6         | sprite     | forest      |  7 | 6 of one colour
apprentice-2r2g2b| apprentice | forest      |  2 | 2 red 2 green 2 blue
apprentice-3r3b  | apprentice | forest      |  3 | 3 red 3 blue
fairy-2r2g       | fairy      | forest      |  X | 2 red 2 green
fairy-2b2g       | fairy      | forest      |  X | 2 blue 2 green
fairy-2r3g       | fairy      | forest      |  X | 2 red 3 green
fairy-3r2b       | fairy      | forest      |  X | 3 red 2 blue
fairy-2g3b       | fairy      | forest      |  X | 2 green 3 blue
hypnotist        | hypnotist  |             |  1 | sum <= 12
dragon-25        | dragon     |             | -2 | sum >= 25
dragon-28        | dragon     |             | -4 | sum >= 28
dragon-30        | dragon     |             | -6 | sum >= 30
"""
HASHES = {"haba-2017": "aae0273066bc", "haba-2017-lv": "dc10a13c20fc"}
EXTENDS = 'extends = "haba-2017"\nname = "mine"\n'


def test_the_package_has_two_editions():
    assert built_in_editions() == ("haba-2017", "haba-2017-lv")


@pytest.mark.parametrize("name", HASHES)
def test_results_of_a_built_in_edition_keep_their_identity(name):
    assert load_edition(name).hash == HASHES[name]


def test_haba_2017_has_the_forty_citizens(edition: Edition):
    listed = [[cell.strip() for cell in line.split("|")] for line in CARDS.strip().splitlines()]
    assert len(listed) == 40
    read = [[one.id, one.citizen, one.village or "", str(one.points), one.needs] for one in edition.citizens]
    assert read == listed


def test_citizens_agree_with_those_written_by_hand(edition: Edition):
    assert [one.id for one in edition.citizens] == list(citizens.CITIZENS)
    points = {one.id: None if one.points == "X" else one.points for one in edition.citizens}
    assert points == citizens.POINTS
    assert {one.id: one.village for one in edition.citizens} == citizens.VILLAGES


def test_forty_citizens_split_by_village_as_printed(edition: Edition):
    split = Counter(one.village for one in edition.citizens)
    assert split == {"city": 5, "mine": 8, "workshop": 6, "orc village": 7, "forest": 10, None: 4}


@pytest.mark.parametrize(
    ("effect", "types"),
    [
        ("fourth roll", {"elf": 3}),
        ("extra turn", {"apprentice": 2}),
        ("fairy", {"fairy": 5}),
        ("neighbour", {"hypnotist": 1}),
        ("given away", {"dragon": 3}),
        (None, {"snob": 2, "dwarf": 8, "gnome": 6, "orc": 7, "sprite": 3}),
    ],
)
def test_effects_belong_to_types(edition: Edition, effect, types):
    assert Counter(one.citizen for one in edition.citizens if one.effect == effect) == types


def test_six_dice_of_three_types_show_what_the_oracle_says(edition: Edition):
    assert [die.name for die in edition.dice] == list(citizens.DICE)
    assert [group.count for group in edition.pool.groups] == [2, 2, 2]
    for group, faces in zip(edition.pool.groups, citizens.DICE.values(), strict=True):
        assert [(face.number, face.colour) for face in group.die.faces] == [(n, colour) for n, colour, _ in faces]
        assert group.die.weights == (1, 1, 1, 1, 1, 1)


def test_every_number_is_twice_red_twice_green_and_twice_blue(edition: Edition):
    shown = Counter()
    for group in edition.pool.groups:
        for face in group.die.faces:
            shown[face.number, face.colour] += group.count
    assert shown == {(number, colour): 2 for number in range(1, 7) for colour in ("red", "green", "blue")}


def test_fifteen_villages_lie_in_five_piles_the_2_on_top(edition: Edition):
    assert [(one.name, one.colour, one.values) for one in edition.villages] == [
        ("city", "yellow", [2, 3, 4]),
        ("mine", "brown", [2, 3, 4]),
        ("workshop", "blue", [2, 3, 4]),
        ("orc village", "green", [2, 3, 4]),
        ("forest", "purple", [2, 3, 4]),
    ]


def test_ten_penalty_cards_cost_twenty_points(edition: Edition):
    assert [(one.points, one.copies) for one in edition.penalties] == [(-1, 4), (-2, 3), (-3, 2), (-4, 1)]


def test_rules_of_haba_2017(edition: Edition):
    assert edition.players == (2, 5)
    assert edition.handicaps == ()
    assert edition.rules.model_dump() == {
        "rolls": 3,
        "tie": "minus points",
        "fairies": "n each",
        "failure_discards": "rightmost",
        "may_decline": False,
    }


def test_latvian_leaflet_differs_in_three_rules_only(edition: Edition):
    latvian = load_edition("haba-2017-lv")
    assert latvian.rules.model_dump() == {
        "rolls": 3,
        "tie": "minus cards",
        "fairies": "1 to n",
        "failure_discards": "any",
        "may_decline": False,
    }
    for same in ("players", "dice", "villages", "penalties", "citizens", "handicaps", "pool"):
        assert getattr(latvian, same) == getattr(edition, same)


# Edits of the text of haba-2017: what stands there, what comes in its place.
SAME_GAME = {
    "another title": ('title = "King of Dice (HABA 2017)"', 'title = "Würfelkönig"'),
    "another source": ('source = "card seen"', 'source = "my own eyes"'),
    "no source": ('source = "rulebook"\n', ""),
    "another name": ('\nname = "haba-2017"', '\nname = "mine"'),
    "a comment": ("[rules]", "# by the rulebook\n[rules]"),
    "another colour of a village": ('colour = "brown"', 'colour = "grey"'),
    "the name of a die": ('name = "B"', 'name = "second"'),
    "needs in other words": ('needs = "three 1s"', 'needs = "3 ones"'),
    "faces in another order": ('"1 red", "2 blue"', '"2 blue", "1 red"'),
    "faces written without a space": ('"1 red", "2 blue"', '"1red", "2-blue"'),
    "penalties in two entries": (
        "points = -1\ncopies = 4",
        "points = -1\ncopies = 1\n[[penalties]]\npoints = -1\ncopies = 3",
    ),
    "a rule that holds anyway": ("may_decline = false", ""),
}
ANOTHER_GAME = {
    "points": ("points = 10", "points = 9"),
    "needs": ('needs = "three 1s"', 'needs = "three 2s"'),
    "village of a citizen": ('village = "mine"\npoints = 4', 'village = "city"\npoints = 4'),
    "no village": ('village = "mine"\npoints = 4', "points = 4"),
    "effect": ('effect = "extra turn"', 'effect = "fourth roll"'),
    "no effect": ('effect = "given away"', ""),
    "id": ('id = "snob-odd"', 'id = "snob-uneven"'),
    "a face": ('"1 red", "2 blue"', '"1 red", "2 red"'),
    "weights": ('name = "B"', 'name = "B"\nweights = [1, 1, 1, 1, 1, 2]'),
    "copies of a die": ('name = "B"\ncopies = 2', 'name = "B"\ncopies = 3'),
    "village values": ("values = [2, 3, 4]", "values = [2, 3, 5]"),
    "order of village values": ("values = [2, 3, 4]", "values = [4, 3, 2]"),
    "a penalty": ("points = -4\ncopies = 1", "points = -5\ncopies = 1"),
    "copies of a penalty": ("points = -4\ncopies = 1", "points = -4\ncopies = 2"),
    "rolls": ("rolls = 3 ", "rolls = 4 "),
    "tie": ('tie = "minus points"', 'tie = "minus cards"'),
    "fairies": ('fairies = "n each"', 'fairies = "1 to n"'),
    "discard": ('failure_discards = "rightmost"', 'failure_discards = "any"'),
    "declining": ("may_decline = false", "may_decline = true"),
    "players": ("players = [2, 5]", "players = [2, 4]"),
    "a handicap": ("[[penalties]]", "[[handicaps]]\nseat = 1\nextra_rolls = 1\n[[penalties]]"),
    "a handicap of points": ("[[penalties]]", "[[handicaps]]\nseat = 1\npoints = 3\n[[penalties]]"),
}


def edited(edit: tuple[str, str]) -> str:
    text, (old, new) = built_in_text("haba-2017"), edit
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize("edit", SAME_GAME.values(), ids=SAME_GAME)
def test_hash_stays_while_the_game_is_the_same(write_edition, edit):
    assert load_edition(write_edition(edited(edit))).hash == HASHES["haba-2017"]


def test_hash_changes_with_the_game_each_time_to_another(write_edition):
    hashes = {what: load_edition(write_edition(edited(edit))).hash for what, edit in ANOTHER_GAME.items()}
    assert len({*hashes.values(), *HASHES.values()}) == len(ANOTHER_GAME) + len(HASHES)
    assert all(len(one) == 12 and int(one, 16) >= 0 for one in hashes.values())


def test_an_edition_that_changes_nothing_is_the_one_it_extends(write_edition, edition: Edition):
    own = load_edition(write_edition(EXTENDS))
    assert (own.name, own.hash) == ("mine", edition.hash)
    assert own.citizens == edition.citizens


def test_extends_replaces_single_rules(write_edition):
    rules = load_edition(write_edition(EXTENDS + "[rules]\nrolls = 4\n")).rules
    assert (rules.rolls, rules.tie, rules.fairies) == (4, "minus points", "n each")


def test_extends_may_build_on_an_edition_that_extends(write_edition):
    own = load_edition(write_edition('extends = "haba-2017-lv"\nname = "mine"\n[rules]\nrolls = 2\n'))
    assert (own.rules.rolls, own.rules.fairies, len(own.citizens)) == (2, "1 to n", 40)


def test_extends_replaces_lists_as_a_whole(write_edition):
    penalties = "[[penalties]]\npoints = -3\ncopies = 7\n"
    own = load_edition(write_edition(EXTENDS + penalties))
    assert [(one.points, one.copies) for one in own.penalties] == [(-3, 7)]


def test_changes_give_single_citizens_new_values(write_edition, edition: Edition):
    changes = '[[changes]]\nid = "dwarf-5x6"\npoints = 12\n'
    changes += '[[changes]]\nid = "elf-4"\nneeds = "straight of 3"\nvillage = "mine"\n'
    own = load_edition(write_edition(EXTENDS + changes))
    assert (own.citizen("dwarf-5x6").points, own.citizen("dwarf-5x6").needs) == (12, "five 6s")
    elf = own.citizen("elf-4")
    assert (elf.points, elf.needs, elf.village, elf.effect) == (1, "straight of 3", "mine", "fourth roll")
    assert str(own.conditions[own.bit_of["elf-4"]]) == "straight of 3"
    unchanged = [one for one in own.citizens if one.id not in {"dwarf-5x6", "elf-4"}]
    assert unchanged == [one for one in edition.citizens if one.id not in {"dwarf-5x6", "elf-4"}]


def test_a_handicap_gives_its_seat_other_rolls(write_edition):
    handicaps = "[[handicaps]]\nseat = 2\nextra_rolls = 1\n[[handicaps]]\nseat = 3\nextra_rolls = -2\n"
    own = load_edition(write_edition(EXTENDS + handicaps))
    assert [own.rolls_of(seat) for seat in (None, 1, 2, 3)] == [3, 3, 4, 1]


def test_a_file_may_have_windows_line_ends(write_edition, edition: Edition):
    path = write_edition("")
    path.write_bytes(built_in_text("haba-2017").replace("\n", "\r\n").encode())
    assert load_edition(path).hash == edition.hash
