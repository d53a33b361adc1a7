"""`kingdice edition`: show one, check a file, write a new one to change."""

from __future__ import annotations

import csv
import io
import json

import pytest

from kingdice.games.king_of_dice import load_edition

OWN = 'extends = "haba-2017"\nname = "mine"\ntitle = "My game"\n[rules]\nrolls = 4\n'
OWN += "[[handicaps]]\nseat = 2\npoints = -3\n"


@pytest.fixture
def own(tmp_path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


def test_show_says_what_the_edition_is(answer, edition):
    text = answer("edition", "show")
    assert text.startswith(f"King of Dice (HABA 2017) (haba-2017 {edition.hash})\n")
    assert "Rules: rolls 3, tie minus points, fairies n each, failure discards rightmost, may decline no" in text
    assert "Dice: 2x[1 blue,2 green,3 red,4 red,5 green,6 blue]+2x[1 red," in text
    assert "Villages: city 2-3-4, mine 2-3-4, workshop 2-3-4, orc village 2-3-4, forest 2-3-4" in text
    assert "Penalties: 4 x -1, 3 x -2, 2 x -3, 1 x -4" in text
    for citizen in edition.citizens:
        assert citizen.id in text


def test_show_an_edition_of_ones_own(answer, own):
    text = answer("edition", "show", own)
    assert text.startswith("My game (mine ")
    assert "rolls 4" in text
    assert "Handicap: seat 2: +0 rolls, -3 points" in text


def test_show_as_json_is_the_whole_edition(answer, edition):
    whole = json.loads(answer("edition", "show", "haba-2017", "--format", "json"))
    assert (whole["name"], whole["hash"], whole["players"]) == ("haba-2017", edition.hash, [2, 5])
    assert whole["rules"]["rolls"] == 3
    assert [die["faces"][0] for die in whole["dice"]] == ["1 blue", "1 red", "1 green"]
    assert [village["values"] for village in whole["villages"]] == [[2, 3, 4]] * 5
    assert [(one["points"], one["copies"]) for one in whole["penalties"]] == [(-1, 4), (-2, 3), (-3, 2), (-4, 1)]
    assert [citizen["id"] for citizen in whole["citizens"]] == [citizen.id for citizen in edition.citizens]
    assert whole["citizens"][4]["effect"] == "fourth roll"


def test_show_as_csv_is_the_citizens(answer, edition):
    rows = list(csv.DictReader(io.StringIO(answer("edition", "show", "--format", "csv"))))
    assert [(row["id"], row["needs"]) for row in rows] == [(one.id, one.needs) for one in edition.citizens]


def test_show_as_markdown_has_the_citizens_as_a_table(answer):
    text = answer("edition", "show", "--format", "markdown")
    assert sum(line.startswith("|") for line in text.splitlines()) == 42


def test_check_says_that_a_file_is_sound_and_its_hash(answer, own):
    text = answer("edition", "check", own)
    assert text == f"{own}: edition mine {load_edition(own).hash} is sound: 40 citizens, 6 dice, 9,261 rolls\n"


@pytest.mark.parametrize("name", ["haba-2017", "haba-2017-lv"])
def test_check_of_a_built_in_edition(answer, name):
    assert "is sound: 40 citizens" in answer("edition", "check", name)


def test_check_names_file_line_and_key_of_a_mistake(refused, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(OWN.replace("rolls = 4", "rolls = 40"), encoding="utf-8")
    message = refused("edition", "check", str(file))
    assert message == f"{file}: line 5: rules.rolls: expected less than or equal to 10, not 40"


@pytest.mark.parametrize("base", ["haba-2017", "haba-2017-lv"])
def test_a_new_file_passes_the_check_and_is_the_same_game(answer, tmp_path, base):
    file = tmp_path / "mine.toml"
    assert str(file) in answer("edition", "new", str(file), "--edition", base)
    assert "edition mine " in answer("edition", "check", str(file))
    assert (load_edition(file).name, load_edition(file).hash) == ("mine", load_edition(base).hash)
    assert [one.name for one in tmp_path.iterdir()] == ["mine.toml"]


def test_a_new_file_is_the_standard_edition_unless_asked_otherwise(answer, tmp_path, edition):
    answer("edition", "new", str(tmp_path / "mine.toml"))
    text = (tmp_path / "mine.toml").read_text("utf-8")
    assert text.count("[[citizens]]") == 40
    assert load_edition(tmp_path / "mine.toml").hash == edition.hash


@pytest.mark.parametrize(("file", "name"), [("my game (2).toml", "my-game-2"), ("-.toml", "mine"), ("Ä.toml", "mine")])
def test_the_name_of_a_new_edition_is_its_files(answer, tmp_path, file, name):
    answer("edition", "new", str(tmp_path / file))
    assert load_edition(tmp_path / file).name == name


def test_a_new_file_never_takes_the_place_of_another(answer, refused, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("my own work", encoding="utf-8")
    assert refused("edition", "new", str(file)) == f"{file}: is there already; nothing was written"
    assert file.read_text("utf-8") == "my own work"
    assert [one.name for one in tmp_path.iterdir()] == ["mine.toml"]


EXACT = ("edition", "suggest", "haba-2017", "--games", "0", "--quiet")


def test_suggest_lists_all_citizens_changed_ones_first(answer):
    text = answer(*EXACT)
    assert text.startswith("King of Dice (HABA 2017): 14 of 32 citizens with other points\n")
    lines = [line for line in text.splitlines() if " %" in line]
    assert len(lines) == 32
    assert lines[0].split()[:5] == ["dwarf-5x1", "5.17", "%", "10", "16"]
    assert ["in the band" in line for line in lines] == [False] * 14 + [True] * 18
    assert "Worth: points alone, without villages and effects, exactly" in " ".join(text.split())


def test_suggest_as_json_and_csv_says_the_same(answer):
    rows = json.loads(answer(*EXACT, "--format", "json"))
    table = list(csv.DictReader(io.StringIO(answer(*EXACT, "--format", "csv"))))
    assert [row["citizen"] for row in rows] == [row["citizen"] for row in table]
    assert [str(row["points_after"]) for row in rows] == [row["points_after"] for row in table]
    assert sum(row["change"] != 0 for row in rows) == 14
    assert rows[0] | {"citizen": "dwarf-5x1", "points": 10, "points_after": 16, "change": 6, "inside": True} == rows[0]


def test_suggest_writes_an_edition_that_differs_in_points_alone(answer, tmp_path, own):
    text = (tmp_path / "mine.toml").read_text("utf-8")
    rows = json.loads(
        answer(
            "edition", "suggest", own, "--games", "0", "--quiet", "--format", "json", "--out", str(tmp_path / "n.toml")
        )
    )
    new, old = load_edition(tmp_path / "n.toml"), load_edition(own)
    assert (tmp_path / "n.toml").read_text("utf-8").startswith(text)
    assert (new.name, new.title, new.rules, new.handicaps) == (old.name, old.title, old.rules, old.handicaps)
    points = {row["citizen"]: row["points_after"] for row in rows}
    assert any(new.citizen(one.id) != one for one in old.citizens)
    for one in old.citizens:
        assert new.citizen(one.id) == one.model_copy(update={"points": points.get(one.id, one.points)})


def test_suggest_for_a_built_in_edition_writes_one_with_the_files_name(answer, tmp_path):
    answer(*EXACT, "--out", str(tmp_path / "fairer.toml"))
    assert load_edition(tmp_path / "fairer.toml").name == "fairer"
    assert load_edition(tmp_path / "fairer.toml").citizen("dwarf-5x1").points == 16


def test_suggest_keeps_what_is_fixed_and_to_the_band(answer):
    words = (*EXACT, "--format", "json", "--fix", "dwarf-5x1,snob-even", "--band", "0.9:1.1", "--effort", "turns")
    rows = {row["citizen"]: row for row in json.loads(answer(*words, "--level", "1.5"))}
    assert rows["dwarf-5x1"]["change"] == rows["snob-even"]["change"] == 0
    assert rows["dwarf-5x1"]["why"] == "too little for its effort; fixed"
    for row in rows.values():
        assert row["inside"] == (1.35 - 1e-9 <= row["per_turn_after"] <= 1.65 + 1e-9)


def test_suggest_learns_from_games(answer, tmp_path):
    words = ("edition", "suggest", "haba-2017", "--games", "300", "--quiet", "--format")
    rows = {row["citizen"]: row for row in json.loads(answer(*words, "json"))}
    assert len(rows) == 40
    assert rows["fairy-2r2g"]["points_after"] == "X"
    assert rows["snob-even"]["worth"] > 5.2
    assert json.loads(answer(*words, "json", "--workers", "2")) == list(rows.values())
    assert "from 300 games of 2 best-bet players" in " ".join(answer(*words, "table").split())


def test_suggest_refuses_what_makes_no_sense(refused, tmp_path, own):
    suggest = ("edition", "suggest", own, "--quiet", "--games", "0")
    assert refused(*suggest, "--band", "1.2") == (
        "--band 1.2: expected two numbers above 0, the lower one first, as in 0.8:1.25"
    )
    assert "no citizen 'elf4'; did you mean" in refused(*suggest, "--fix", "elf4")
    assert "expected edition or turns" in refused(*suggest, "--effort", "rolls")
    assert "expected points per turn, above 0" in refused(*suggest, "--level", "-1")
    assert "that is the edition itself" in refused(*suggest, "--out", own)
    assert "ends in .toml" in refused(*suggest, "--out", str(tmp_path / "new.txt"))
    assert "needs a file of its own" in refused(*suggest, "--report", str(tmp_path / "pages"))
    assert "expected at least 2" in refused("edition", "suggest", own, "--games", "1")
    words = (
        "edition",
        "suggest",
        own,
        "--games",
        "9",
        "--out",
        str(tmp_path / "n.toml"),
        "--report",
        str(tmp_path / "p"),
    )
    assert "a report needs at least 64" in refused(*words)
    assert "9 players" in refused(*suggest, "--players", "9")
    assert not (tmp_path / "pages").exists()
