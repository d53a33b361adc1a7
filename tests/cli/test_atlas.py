"""`kingdice atlas`: all displays on the command line."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

KING_OF_DICE = Path(__file__).parents[1] / "games" / "king_of_dice"
EIGHT = str(KING_OF_DICE / "eight_citizens.toml")
ASKED = ("atlas", "king-of-dice", "--edition", EIGHT, "--quiet")


@pytest.fixture(scope="module")
def told(answer) -> dict:
    return json.loads(answer(*ASKED, "--format", "json"))


def test_json_has_every_table_and_says_where_it_comes_from(told):
    assert {"spread", "best", "worst", "one_more_roll_most", "one_more_roll_least", "citizens"} <= set(told)
    assert (told["game"], told["method"], told["displays"], told["rolls"]) == ("king-of-dice", "exact", 56, 3)
    assert told["edition"]["name"] == "eight"
    assert len(told["digest"]) == 64
    assert len(told["best"]) == 10
    assert told["best"][0]["value"] >= told["best"][9]["value"] > told["worst"][9]["value"] >= told["worst"][0]["value"]


def test_a_csv_has_a_row_a_citizen_with_every_digit(answer, told):
    rows = list(csv.DictReader(io.StringIO(answer(*ASKED, "--format", "csv"))))
    assert [float(row["presence"]) for row in rows] == [row["presence"] for row in told["citizens"]]


def test_people_read_what_is_best_and_what_the_columns_mean(answer, told):
    text = answer(*ASKED)
    assert text.startswith("Eight citizens: all 56 displays, in edition order, no village matched. points, 3\n")
    for title in (
        "How displays differ",
        "Best displays",
        "Where roll 4 is worth most",
        "that a citizen lies on display",
    ):
        assert title in text
    assert told["best"][0]["citizens"] in text
    assert "presence:" in text


def test_a_directory_holds_the_atlas_and_resuming_leaves_it_as_it_is(answer, call, refused, told, tmp_path):
    out = tmp_path / "run"
    answer(*ASKED, "--out", str(out), "--workers", "2")
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    assert pq.read_table(out / "atlas.parquet").schema.metadata[b"digest"].decode() == told["digest"]
    assert "holds a run already" in refused(*ASKED, "--out", str(out))
    again = call(*ASKED, "--out", str(out), "--resume", "--format", "json")
    assert json.loads(again.out)["digest"] == told["digest"]
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    other = refused(*ASKED, "--out", str(out), "--resume", "--objective", "any")
    assert 'identity.objective is "points" there and "any" here' in other


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("kingdomino",), "no atlas of 'kingdomino'; kingdomino has no displays: expected king-of-dice"),
        (("king-of-dic",), "no atlas of 'king-of-dic'; did you mean 'king-of-dice'?"),
        (
            ("king-of-dice", "--objective", "card:hypnotist"),
            "an atlas is of all displays; expected points, lead or any",
        ),
        (("king-of-dice", "--objective", "leed"), "objective 'leed'"),
        (("king-of-dice", "--rolls", "0"), "0 rolls"),
        (("king-of-dice", "--players", "9"), "players 9: expected 2 to 5"),
        (("king-of-dice", "--resume"), "--resume goes on with a run on disk"),
        (("king-of-dice", "--workers", "0"), "0 workers"),
        (("king-of-dice", "--edition", "haba-2071"), "no edition 'haba-2071'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(refused, words, complaint):
    assert complaint in refused("atlas", *words)


def test_a_directory_with_other_things_in_it_is_refused_before_any_work(refused, tmp_path):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    assert "holds 'letter.txt' and no run" in refused(*ASKED, "--out", str(tmp_path))


@pytest.mark.long
def test_an_atlas_that_is_killed_goes_on_to_the_same_numbers(answer, tmp_path):
    """Thirteen citizens have 1,287 displays, which are solved in all orders; killed (-9) when some are done."""
    cards = (KING_OF_DICE / "eight_citizens.toml").read_text(encoding="utf-8")
    cards += "".join(
        f'\n[[citizens]]\nid = "dwarf-{n}"\ncitizen = "dwarf"\nvillage = "mine"\npoints = 4\nneeds = "three {n}s"\n'
        for n in range(1, 6)
    )
    edition, out = tmp_path / "thirteen.toml", tmp_path / "run"
    edition.write_text(cards, encoding="utf-8")
    words = ["atlas", "king-of-dice", "--edition", str(edition), "--orders", "--format", "json", "--quiet"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kingdice", *words, "--out", str(out)], stdout=subprocess.DEVNULL, env=dict(os.environ)
    )
    deadline = time.monotonic() + 300
    while len(list(out.glob("part-*"))) < 3:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert not (out / "atlas.parquet").exists()
    resumed = json.loads(answer(*words, "--out", str(out), "--resume", "--workers", "2"))
    assert resumed["digest"] == json.loads(answer(*words))["digest"]
