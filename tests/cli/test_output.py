"""Where answers go: to standard output or to a file, whole or not at all, in the format that its ending names."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kingdice.errors import RunError
from kingdice.files import write_whole

SOME = "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "how"),
    [
        ("a.csv", "csv"),
        ("a.json", "json"),
        ("a.md", "markdown"),
        ("a.JSON", "json"),
        ("a.txt", "table"),
        ("a", "table"),
    ],
)
@pytest.mark.parametrize(
    "words", [("odds",), ("advise", "--display", SOME), ("edition", "show")], ids=lambda words: words[0]
)
def test_a_file_is_what_would_be_printed_in_the_format_of_its_ending(answer, folder, words, file, how):
    assert answer(*words, "--out", file) == ""
    assert (folder / file).read_text("utf-8") == answer(*words, "--format", how)
    assert [one.name for one in folder.iterdir()] == [file]


def test_a_format_asked_for_beats_the_ending(answer, folder):
    answer("odds", "--out", "odds.csv", "--format", "json")
    assert len(json.loads((folder / "odds.csv").read_text("utf-8"))) == 40


def test_a_file_that_is_there_is_replaced_as_a_whole_and_keeps_its_mode(answer, folder):
    file = folder / "odds.csv"
    file.write_text("x" * 1_000_000, encoding="utf-8")
    file.chmod(0o640)
    answer("odds", "--out", "odds.csv")
    assert file.read_text("utf-8") == answer("odds", "--format", "csv")
    assert file.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in folder.iterdir()] == ["odds.csv"]


def test_a_new_file_has_the_mode_of_any_new_file(answer, folder):
    (folder / "other").touch()
    answer("odds", "--out", "odds.csv")
    assert (folder / "odds.csv").stat().st_mode == (folder / "other").stat().st_mode


def test_a_link_leads_to_the_file_that_is_written(answer, folder):
    (folder / "real.csv").write_text("old", encoding="utf-8")
    (folder / "link.csv").symlink_to("real.csv")
    answer("odds", "--out", "link.csv")
    assert (folder / "link.csv").is_symlink()
    assert (folder / "real.csv").read_text("utf-8").startswith("id,village,points")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("no/such/odds.csv", "there is no directory no/such"),
        ("", "it is a directory"),
        (".", "it is a directory"),
        ("folder", "it is a directory"),
        ("file/odds.csv", "there is no directory file"),
        ("circle", "cannot be written"),
        ("circle/odds.csv", "there is no directory circle"),
        ("x" * 300, "cannot be written"),
        ("/dev/full", "cannot be written"),
        ("/proc/odds.csv", "cannot be written"),
    ],
)
@pytest.mark.parametrize("command", [("odds",), ("edition", "show")], ids=" ".join)
def test_a_file_that_cannot_be_written_is_refused_and_nothing_is_left(refused, folder, command, file, words):
    (folder / "folder").mkdir()
    (folder / "file").write_text("old", encoding="utf-8")
    (folder / "circle").symlink_to("circle")
    assert words in refused(*command, "--out", file)
    assert sorted(one.name for one in folder.iterdir()) == ["circle", "file", "folder"]
    assert list((folder / "folder").iterdir()) == []
    assert (folder / "file").read_text("utf-8") == "old"


def test_a_file_that_cannot_be_written_is_refused_before_any_work(refused, folder, monkeypatch):
    def work(*_, **__):
        raise AssertionError

    monkeypatch.setattr("kingdice.games.king_of_dice.odds.odds_rows", work)
    refused("odds", "--out", "no/such/odds.csv")
    refused("odds", "--figure", "no/such/odds.svg")


@pytest.mark.parametrize("stumble", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_file_is_as_it_was_when_writing_fails(folder, monkeypatch, stumble):
    def fail(*_):
        raise stumble

    file = folder / "odds.csv"
    file.write_text("old", encoding="utf-8")
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises((RunError, KeyboardInterrupt)):
        write_whole(file, b"new")
    assert file.read_text("utf-8") == "old"
    assert [one.name for one in folder.iterdir()] == ["odds.csv"]


def test_nothing_is_written_when_the_question_is_wrong(refused, folder):
    refused("odds", "--rolls", "0", "--out", "odds.csv")
    refused("advise", "--display", "", "--out", "turn.json")
    refused("odds", "--figure", "odds.txt", "--out", "odds.csv")
    refused("edition", "show", "nothing", "--out", "edition.json")
    assert list(folder.iterdir()) == []


def test_a_device_can_be_written_to(answer):
    assert answer("odds", "--out", os.devnull) == ""


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (("odds",), "figure.svg"),
        (("odds", "--dice", "5d6", "--needs", "5 of a kind", "--needs", "two 6s", "--rolls", "8"), "figure.png"),
        (("advise", "--display", SOME, "--roll", "1b 2g 4g 6r 3b 5r", "--rolls-left", "2"), "figure.pdf"),
        (("advise", "--needs", "3 6s", "--dice", "3d6", "--roll", "6 1 2", "--rolls-left", "1"), "figure.SVG"),
    ],
)
def test_figures_are_drawn_beside_the_answer(answer, folder, words, file):
    assert answer(*words, "--figure", file) == answer(*words)
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[file[-3:].lower()]
    assert (folder / file).read_bytes().startswith(start)
    assert [one.name for one in folder.iterdir()] == [file]


def test_wide_characters_are_not_cut_off_in_a_table(answer, folder):
    """Names in Chinese or Japanese take two columns a character."""
    name = "王様の街の城と鉱山の村" * 3
    text = '[[dice]]\nname = "D"\ncopies = 4\nfaces = ["1 赤", "2 青", "3 赤", "4 青"]\n[[penalties]]\npoints = -1\n'
    text += (
        f'[[villages]]\nname = "{name}"\nvalues = [2]\n[[citizens]]\nid = "sailor"\ncitizen = "sailor"\npoints = 2\n'
    )
    text += f'village = "{name}"\nneeds = "two 赤"\n'
    text += '[[citizens]]\nid = "cook"\ncitizen = "cook"\npoints = 1\nneeds = "two 青"\n'
    (folder / "own.toml").write_text(f'name = "own"\n{text}', encoding="utf-8")
    shown = answer("odds", "--edition", "own.toml")
    assert "…" not in shown.split("\n", 1)[1]
    assert f" {name} " in shown
    assert "two 赤" in shown
