"""`kingdice show transcript`: one game, the one that simulate plays."""

from __future__ import annotations

import json
import re

SHOW = ["show", "transcript"]


def test_a_game_can_be_read_without_naming_it(answer):
    text = answer(*SHOW, "--seed", "1", "--game", "17")
    assert text.startswith(
        "King of Dice, haba-2017, seed 1, game 17\n  seat 1: best-bet\n  seat 2: best-bet\n\nTurn 1: "
    )
    assert text == answer(*SHOW, "king-of-dice", "--seed", "1", "--game", "17")
    assert text != answer(*SHOW, "--seed", "1", "--game", "18")
    assert re.search(r"^seats? .* wins?$|share the win$", text.splitlines()[-1])
    assert max(map(len, text.splitlines())) <= 120


def test_it_is_the_game_that_simulate_plays(answer):
    words = ["--strategies", "turn-optimal,highest,first-met", "--seed", "4"]
    ended = re.search(r"^points: seat 1 (-?\d+), seat 2 (-?\d+), seat 3 (-?\d+)$", answer(*SHOW, *words), re.MULTILINE)
    seats = json.loads(answer("simulate", "king-of-dice", *words, "--games", "1", "--quiet", "--format", "json"))[
        "seats"
    ]
    assert [float(points) for points in ended.groups()] == [seat["score_mean"] for seat in seats]


def test_players_edition_and_a_file(answer, tmp_path):
    file = tmp_path / "game.txt"
    words = [*SHOW, "--players", "3", "--strategies", "highest", "--edition", "haba-2017-lv"]
    assert answer(*words, "--out", str(file)) == ""
    assert file.read_text(encoding="utf-8") == answer(*words)
    assert answer(*words).startswith("King of Dice, haba-2017-lv, seed 1, game 0\n  seat 1: highest\n")
    assert "  seat 3: highest\n" in answer(*words)
