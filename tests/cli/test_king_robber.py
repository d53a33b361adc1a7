"""`kingdice king-robber`: tables on the King and the Robber Baron."""

from __future__ import annotations

import csv
import io
import json
import math

import pandas as pd
import pytest

from kingdice.cli.card_tables import TABLES
from kingdice.games.carcassonne.card_overview import overview
from kingdice.games.carcassonne.gift_tables import gifts
from kingdice.games.carcassonne.hand_tables import hands, record_sizes
from kingdice.games.carcassonne.holding_tables import holding_chances
from kingdice.games.carcassonne.house_rules import PAYING, changed_results, flat_results
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.seat_tables import seats
from kingdice.games.carcassonne.taking_tables import near_misses, rules_of_taking
from kingdice.games.carcassonne.tile_tables import CELLS, tile_cells
from kingdice.games.carcassonne.turn_log import TurnLog, log_turns
from kingdice.games.carcassonne.worth_tables import card_shares, card_worths, worths_by_turn

SOME = ("--strategies", "random", "--players", "3", "--games", "60", "--seed", "4")


@pytest.fixture(scope="module")
def log() -> TurnLog:
    return log_turns(match(["random"] * 3), games=60, seed=4)


def two_by_two(log: TurnLog) -> pd.DataFrame:
    few = log_turns(match(["random"] * 3, variants="base"), games=60, seed=4).games.table
    return tile_cells({(tiles, cards): few if tiles == "base" else log.games.table for tiles, cards in CELLS})


MADE = {
    "overview": overview,
    "worth": lambda log: card_worths(log.games.table),
    "turns": worths_by_turn,
    "holding": holding_chances,
    "hands": lambda log: hands(log.games.table),
    "sizes": lambda log: record_sizes(log.games.table),
    "rules": lambda log: changed_results(log.games.table),
    "flat": lambda log: flat_results(log.games.table),
    "taking": rules_of_taking,
    "ties": near_misses,
    "gifts": gifts,
    "seats": lambda log: seats(log.games.table),
    "share": lambda log: card_shares(log.games.table),
    "tiles": two_by_two,
}


PLAYED = {"rules": ", base+king-robber", "flat": ", base+king-robber", "tiles": ""}  # the others say all of it


@pytest.mark.parametrize("name", TABLES)
def test_a_table_as_json_is_the_librarys_and_for_people_says_who_played(answer, log: TurnLog, name: str):
    rows = json.loads(answer("king-robber", name, *SOME, "--format", "json"))
    expected = MADE[name](log).to_dict("records")
    assert [list(row) for row in rows] == [list(row) for row in expected]
    for row, other in zip(rows, expected, strict=True):
        for key, value in other.items():
            unknown = isinstance(value, float) and math.isnan(value)
            assert row[key] == (None if unknown else value), key
    text = answer("king-robber", name, *SOME)
    played = PLAYED.get(name, ", base+king-robber,official")
    assert text.startswith(f"{TABLES[name].title} (3 players{played}; random; 60 games, seed 4)\n")
    assert "nan" not in text
    assert "95 %" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 160


def test_the_overview_is_what_one_gets_without_the_name_of_a_table(answer):
    text = answer("king-robber", *SOME)
    assert text == answer("king-robber", "overview", *SOME, "--workers", "2")
    line = next(line for line in text.splitlines() if "worth at the end" in line)
    assert line.split()[4] == "points"
    assert line.count("±") == 3


def test_csv_carries_every_digit(answer, log: TurnLog):
    rows = list(csv.DictReader(io.StringIO(answer("king-robber", "worth", *SOME, "--format", "csv"))))
    assert [float(row["mean"]) for row in rows] == card_worths(log.games.table)["mean"].tolist()


def test_the_rules_that_were_asked_for_are_counted(answer):
    words = ["king-robber", "worth", "--strategies", "random", "--games", "40", "--format", "json"]
    flat = json.loads(answer(*words, "--cards", "flat-10"))
    assert flat[2]["mean"] <= 20
    assert [row["quantile_95"] for row in flat] == [10, 10, 20]
    base = json.loads(answer(*words, "--tiles", "base"))  # the cards count there, too
    there = log_turns(match(["random"] * 2, variants="base,official"), games=40).games.table
    assert [row["mean"] for row in base] == card_worths(there)["mean"].tolist()
    large = json.loads(answer(*words, "--variants", "big-cities,least-4"))
    there = log_turns(match(["random"] * 2, variants="big-cities,least-4"), games=40).games.table
    assert [row["mean"] for row in large] == card_worths(there)["mean"].tolist()


def test_players_who_mind_the_cards_play_games_of_each_rule(answer):
    names = ["random", "greedy-cards"]
    words = ["king-robber", "rules", "--strategies", ",".join(names), "--games", "6", "--format", "json"]
    by_rule = {rule: log_turns(match(names, variants=rule), games=6).games.table for rule in PAYING}
    assert json.loads(answer(*words)) == changed_results(by_rule).to_dict("records")
    cells = json.loads(answer("king-robber", "tiles", *words[2:]))
    logs = {cell: log_turns(match(names, variants=",".join(cell)), games=6).games.table for cell in CELLS}
    known = [row["value"] for row in tile_cells(logs).to_dict("records")]
    assert [row["value"] for row in cells] == known


def test_cities_that_do_not_count_leave_the_kings_worth_by_turn_open(answer):
    words = ["king-robber", "turns", "--strategies", "random", "--games", "20", "--variants", "big-cities"]
    text = answer(*words)
    king = next(line for line in text.splitlines() if line.split()[:2] == ["king", "40"])
    assert king.split()[4] == "-"
    rows = json.loads(answer(*words, "--format", "json"))
    assert {row["now"] for row in rows if row["card"] == "king"} == {None}


@pytest.mark.parametrize("name", ["holding", "rules"])
def test_a_figure_is_written_beside_the_answer(answer, tmp_path, name: str):
    file = tmp_path / "figure.svg"
    text = answer("king-robber", name, *SOME, "--games", "300", "--figure", str(file))
    assert "3 players" in text
    assert file.read_text().lstrip().startswith("<?xml")


def test_an_answer_is_written_to_a_file(answer, tmp_path):
    file = tmp_path / "worth.md"
    assert answer("king-robber", "worth", *SOME, "--out", str(file)) == ""
    assert "| card | games | mean |" in file.read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["holdings"], "no table 'holdings' of king-robber; did you mean 'holding'?"),
        (["xyz"], "no table 'xyz' of king-robber; there are overview, worth, turns, holding,"),
        (["--games", "0"], "--games 0: expected at least 1"),
        (["--games", "1"], "--games 1: expected 2 to 50000, since every turn is kept"),
        (["--games", "1e6"], "--games 1e6: expected 2 to 50000"),
        (["--players", "6"], "--players 6: expected 2 to 5"),
        (["--strategies", "greedy-card"], "did you mean 'greedy-cards'"),
        (["--strategies", "random,random,random", "--players", "2"], "--strategies names 3, --players says 2"),
        (["--strategies", "mcts:seconds=0.1", "--games", "2"], "count their playouts"),
        (["--seed", "-1"], "--seed -1"),
        (["--workers", "0"], "--workers 0"),
        (["--tiles", "bas"], "--tiles 'bas': expected base, base+king-robber; did you mean 'base'?"),
        (["--cards", "flat-11"], "did you mean 'flat-10'?"),
        (["--variants", "big-city"], "did you mean 'big-cities'?"),
        (["--variants", "least-3,least-4"], "exclude each other"),
        (["--figure", "x.svg"], "there is no figure of overview; there is one of turns, holding, sizes, rules, flat"),
        (["sizes", "--figure", "/nowhere/x.svg"], "/nowhere"),
        (["sizes", "--strategies", "random", "--games", "5", "--figure", "x.bmp"], "x.bmp"),
        (["--out", "/nowhere/table.csv"], "/nowhere"),
        (["taking", "--strategies", "greedy-cards", "--games", "2"], "do not play for the cards"),
        (["taking", "--strategies", "random", "--variants", "big-cities", "--games", "2"], "all cities count"),
        (["gifts", "--strategies", "random", "--variants", "big-cities", "--games", "2"], "all cities count"),
        (["flat", "--cards", "flat-10"], "--cards flat-10: the table flat compares several itself: leave --cards out"),
        (["rules", "--cards", "official"], "the table rules compares several itself"),
        (["tiles", "--tiles", "base"], "--tiles base: the table tiles compares several itself"),
    ],
)
def test_bad_input_is_refused_in_one_line(refused, words, complaint):
    assert complaint in refused("king-robber", *words)


def test_help_lists_the_tables_and_what_they_show(answer):
    text = answer("king-robber", "--help")
    for name, table in TABLES.items():
        assert f"  {name} " in text
        assert table.help in text
    assert "kingdice king-robber holding --players 4" in text
