"""The turns logged are those of the plain rules, whoever plays."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.kingdom import cell
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.play import Game, play_game
from kingdice.games.kingdomino.turn_log import log_turns
from kingdice.simulation.run import simulate


def expected_turns(played: Game, game: int) -> list[dict]:
    """What the columns should say, from the states before and after every move."""
    found = []
    for (state, after), move in zip(pairwise(played.states), played.moves, strict=True):
        seat, way, number = state.seat, move.placement, len(state.rounds) - 1
        line = [claim.domino for claim in state.next_line]
        found.append(
            {
                "game": game,
                "round": number,
                "line": state.line_number,
                "turn": state.acted,
                "seat": seat,
                "held": state.held or 0,
                "legal": sum(placement is not None for placement in state.placements),
                "placement": 0 if way is None else 1 + way.direction * 128 + cell(way.places[0], state.variants.size),
                "picked": move.pick or 0,
                "rank": -1 if move.pick is None else line.index(move.pick),
                "offered": [claim.domino for claim in state.next_line if claim.seat is None],
                "points": after.rounds[number].kingdoms[seat].points,
            }
        )
    return found


@pytest.mark.parametrize(
    ("variants", "names"),
    [
        ("standard", ["random"] * 4),
        ("middle,harmony", ["full-greedy", "random", "greedy-random-draft", "far-sighted"]),
        ("standard", ["random", "greedy-random-draft"]),
        ("lines-of-four", ["random", "far-sighted", "full-greedy"]),
        ("dynasty", ["random"] * 3),
        ("mighty-duel", ["greedy-random-draft", "random"]),
        ("middle", ["mce:playouts=3", "uct:playouts=3", "strong:playouts=3"]),
        ("mighty-duel", ["far-sighted", "mce:playouts=2"]),
    ],
)
def test_every_column_says_what_the_plain_rules_say(variants: str, names: list[str]):
    one = match(names, variants=variants)
    log = log_turns(one, games=2, seed=5, first_game=11)
    for place in range(2):
        played = play_game(one.variants, one.sit_down(), seed=5, game=11 + place)
        expected = expected_turns(played, 11 + place)
        assert len(log.turns[place]) == len(expected)
        for turn, facts in zip(log.turns[place], expected, strict=True):
            offered = facts.pop("offered")
            assert turn["offered"].tolist() == offered + [0] * (4 - len(offered))
            assert {name: int(turn[name]) for name in facts} == facts
    assert np.array_equal(log.rows, one.play_block(5, 11, 2))


def test_a_log_is_the_run_with_its_seed_for_any_workers_and_its_table_has_a_turn_a_row():
    one = match(["random", "greedy-random-draft", "random"])
    log, again = (log_turns(one, games=1100, seed=9, workers=workers) for workers in (1, 2))
    assert np.array_equal(log.turns, again.turns)
    run = simulate(one, games=1100, seed=9).table()
    assert np.array_equal(log.rows, run.to_numpy())
    assert log.turns.shape == (1100, 39)
    table = log.table()
    assert len(table) == 1100 * 39
    assert list(table) == [
        *("game", "round", "line", "turn", "seat", "held", "legal", "placement", "picked", "rank"),
        *(f"offered_{place}" for place in range(1, 5)),
        "points",
    ]
    assert table["game"].tolist() == [game for game in range(1100) for _ in range(39)]
    assert table["offered_3"].tolist() == log.turns.reshape(-1)["offered"][:, 2].tolist()
    assert table["rank"].tolist() == log.turns.reshape(-1)["rank"].tolist()
    about = table.attrs
    assert (about["seed"], about["games"], about["game"]) == (9, 1100, "kingdomino")
    assert about["strategies"] == ["random", "greedy-random-draft", "random"]
    assert about["edition"]["name"] == "standard"


@pytest.mark.parametrize("games", [0, -1])
def test_no_games_are_refused(games: int):
    with pytest.raises(KingdiceError, match="at least 1"):
        log_turns(match(["random"] * 4), games=games)


def test_players_by_the_clock_and_bots_are_not_logged(tmp_path: Path):
    file = tmp_path / "own.py"
    file.write_text("def first(state, moves):\n    return moves[0]\n")
    for name in ("mce:seconds=0.01", f"{file}:first"):
        with pytest.raises(KingdiceError, match="count their playouts"):
            log_turns(match(["random", name]), games=1)
