"""Whole games as text that a person can follow, and what the rulebook says about every line of them.

There is one for every number of players and every variant. The files in `golden` must come out to the letter. They are
read here without the package, by the list of the dominoes and a brute force on a plain grid, so that a game that is
told wrongly is noticed even where the golden file was made anew.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from oracles import kingdoms as plain

from kingdice.games import kingdomino
from kingdice.games.kingdomino.play import play_game
from kingdice.games.kingdomino.strategies import strategy_named
from kingdice.games.kingdomino.transcript import transcript
from kingdice.games.kingdomino.variants import variants_named

GOLDEN = Path(__file__).parent / "golden"
SEED = 2016
# The variants, the game's number and the strategies.
GAMES = {
    "two-players": ("standard", 59, ["random", "random"]),
    "three-players": ("standard", 4, ["greedy-random-draft", "random", "greedy-random-draft"]),
    "four-players": ("standard", 16, ["random", "greedy-random-draft", "random", "greedy-random-draft"]),
    "middle-and-harmony": ("middle,harmony", 1, ["full-greedy", "random", "greedy-random-draft", "full-greedy"]),
    "dynasty": ("dynasty", 0, ["random", "greedy-random-draft"]),
    "mighty-duel": ("mighty-duel", 0, ["greedy-random-draft", "random"]),
    "lines-of-four": ("lines-of-four", 0, ["random", "greedy-random-draft", "full-greedy"]),
    "middle-of-box": ("middle-of-box", 76, ["random", "greedy-random-draft", "full-greedy"]),
}

Half = tuple[str, int]


def all_dominoes() -> dict[int, tuple[Half, Half]]:
    with Path(kingdomino.__file__).with_name("dominoes.csv").open(encoding="utf-8") as file:
        return {
            int(row["number"]): ((row["terrain_a"], int(row["crowns_a"])), (row["terrain_b"], int(row["crowns_b"])))
            for row in csv.DictReader(file)
        }


DOMINOES = all_dominoes()


@dataclass
class Turn:
    """A king's turn, as its line says: the domino it had, where it went (None: nowhere), its gain, the one picked."""

    seat: int
    held: int | None = None
    way: plain.Way | None = None
    gain: int = 0
    pick: int | None = None


@dataclass
class Line:
    """A line that is picked from (the last time there is none) and what the kings do."""

    points: list[int]
    offer: list[int] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    left: list[int] = field(default_factory=list)


@dataclass
class Told:
    """A game as told; kingdoms are those drawn at the end of every round, with the sums beside them."""

    name: str
    variants: list[str]
    strategies: list[str]
    rounds: list[list[Line]]
    kingdoms: list[list[tuple[str, plain.Kingdom]]]
    ties: list[str]
    points: list[int]
    winners: list[int]

    @property
    def players(self) -> int:
        return len(self.strategies)

    @property
    def size(self) -> int:
        return 7 if "mighty-duel" in self.variants else 5

    def built(self, number: int) -> tuple[list[plain.Kingdom], list[list[int]]]:
        """The kingdoms that a round's turns build, and the dominoes discarded by each seat."""
        kingdoms: list[plain.Kingdom] = [{} for _ in self.strategies]
        discards: list[list[int]] = [[] for _ in self.strategies]
        for turn in (turn for line in self.rounds[number] for turn in line.turns if turn.held):
            if turn.way:
                kingdoms[turn.seat] = plain.with_domino(kingdoms[turn.seat], DOMINOES[turn.held], turn.way)
            else:
                discards[turn.seat].append(turn.held)
        return kingdoms, discards


def half_text(half: Half) -> str:
    return half[0] + "*" * half[1]


def domino_text(number: int) -> str:
    return f"{number} {half_text(DOMINOES[number][0])}/{half_text(DOMINOES[number][1])}"


def matched(pattern: str, text: str) -> re.Match[str]:
    found = re.fullmatch(pattern, text)
    assert found, f"{text!r} is not {pattern!r}"
    return found


def read(name: str, text: str) -> Told:
    """Read a transcript; a line of a form that is not known is an error."""
    head, *blocks, tail = text.rstrip("\n").split("\n\n")
    first, *seats = head.splitlines()
    variants = matched(rf"Kingdomino, (\S+), seed {SEED}, game \d+", first)[1].split(",")
    strategies = [matched(rf"  seat {seat}: (\S+)", line)[1] for seat, line in enumerate(seats, start=1)]
    rounds: list[list[Line]] = [[]]
    kingdoms = []
    for block in blocks:
        if block.startswith("Kingdoms"):
            kingdoms.append(read_kingdoms(block, len(strategies)))
            rounds.append([])
        else:
            rounds[-1].append(read_line(block, len(rounds), len(rounds[-1]) + 1, "dynasty" in variants))
    *ties, points, won = tail.splitlines()
    totals = [int(one) for one in re.findall(r"seat \d (\d+)", points)]
    assert points == "points: " + ", ".join(f"seat {seat} {total}" for seat, total in enumerate(totals, start=1))
    winners = [int(seat) - 1 for seat in re.findall(r"\d", won)]
    assert won == (f"seat {winners[0] + 1} wins" if len(winners) == 1 else
                   f"seats {' and '.join(str(seat + 1) for seat in winners)} share the win")  # fmt: skip
    return Told(name, variants, strategies, rounds[:-1], kingdoms, ties, totals, winners)


def read_line(block: str, round_number: int, number: int, is_dynasty: bool) -> Line:
    opening, *lines = block.splitlines()
    which = f"Round {round_number}, line" if is_dynasty else "Line"
    begun = matched(rf"{which} (?:{number} of \d+|{number - 1} is placed); properties (.*)", opening)
    line = Line([int(one) for one in begun[1].split(", ")])
    for text in lines:
        if text.startswith("  on offer: "):
            shown = text.removeprefix("  on offer: ").split(", ")
            line.offer = [int(one.split()[0]) for one in shown]
            assert shown == [domino_text(one) for one in line.offer]
        elif text.startswith("  nobody"):
            line.left.append(int(matched(r"  nobody picks (\d+), which is discarded", text)[1]))
        else:
            line.turns.append(read_turn(text))
    return line


def read_turn(text: str) -> Turn:
    seat, said = matched(r"  seat (\d) (.*)", text).groups()
    turn = Turn(int(seat) - 1)
    for done in said.split("; "):
        if placed := re.fullmatch(r"places (\d+), (\w+\**) at (\(.*?\)), (\w+\**) at (\(.*?\)) \((\+\d+)\)", done):
            turn.held, turn.gain = int(placed[1]), int(placed[6])
            assert (placed[2], placed[4]) == tuple(half_text(half) for half in DOMINOES[turn.held])
            turn.way = tuple(tuple(int(one) for one in placed[at].strip("()").split(", ")) for at in (3, 5))
        elif done.startswith("picks "):
            turn.pick = int(done.removeprefix("picks "))
        else:
            turn.held = int(matched(r"can place (\d+) nowhere and discards it", done)[1])
    return turn


def read_kingdoms(block: str, players: int) -> list[tuple[str, plain.Kingdom]]:
    found: list[tuple[str, list[str]]] = []
    for text in block.splitlines()[1:]:
        if text.startswith("    "):
            found[-1][1].append(text)
        else:
            found.append((matched(rf"  seat {len(found) + 1}: (.*)", text)[1], []))
    assert len(found) == players
    return [(said, plain.drawn("\n".join(rows))) for said, rows in found]


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=GAMES)
def told(request) -> Told:
    return read(request.param, golden(request.param))


@pytest.mark.parametrize("name", GAMES)
def test_games_are_told_to_the_letter(name: str):
    variants, number, strategies = GAMES[name]
    played = play_game(variants_named(variants), [strategy_named(one) for one in strategies], seed=SEED, game=number)
    assert transcript(played, strategies, seed=SEED, game=number) == golden(name)


def test_lines_have_the_length_and_number_that_the_variants_say(told: Told):
    length = 3 if told.name in ("three-players", "middle-of-box") else 4
    lines = {"two-players": 6, "dynasty": 6}.get(told.name, 12)
    assert len(told.rounds) == (3 if told.name == "dynasty" else 1)
    for round_ in told.rounds:
        assert [len(line.offer) for line in round_] == [length] * lines + [0]
        drawn = [number for line in round_ for number in line.offer]
        assert len(set(drawn)) == lines * length
        assert all(line.offer == sorted(line.offer) for line in round_)


def test_every_king_picks_a_domino_that_is_free_and_lines_of_four_leave_one(told: Told):
    kings = 4 if told.players == 2 else told.players
    for round_ in told.rounds:
        for line in round_:
            assert len(line.turns) == kings
            picks = [turn.pick for turn in line.turns if turn.pick]
            assert sorted([*picks, *line.left]) == line.offer
            assert len(line.left) == ("lines-of-four" in told.variants and line is not round_[-1])


def test_kings_act_in_the_order_of_the_dominoes_that_they_stand_on(told: Told):
    for round_ in told.rounds:
        assert all(turn.held is None for turn in round_[0].turns)
        for before, line in pairwise(round_):
            stands_on = {turn.pick: turn.seat for turn in before.turns}
            assert [(turn.held, turn.seat) for turn in line.turns] == sorted(stands_on.items())


def test_the_first_picks_are_in_the_order_of_the_seats_or_of_two_kings_each(told: Told):
    order = [turn.seat for turn in told.rounds[0][0].turns]
    if told.players > 2:
        assert order == list(range(told.players))
    else:
        assert order[0] == 0
        assert sorted(order) == [0, 0, 1, 1]


def test_dominoes_are_placed_by_the_rules_and_discarded_only_where_there_is_no_room(told: Told):
    for round_ in told.rounds:
        kingdoms: list[plain.Kingdom] = [{} for _ in told.strategies]
        for line in round_:
            assert line.points == [plain.points(kingdom) for kingdom in kingdoms]
            for turn in line.turns:
                if turn.held is None:
                    continue
                domino, kingdom = DOMINOES[turn.held], kingdoms[turn.seat]
                if turn.way is None:
                    assert plain.ways(kingdom, told.size, domino) == []
                    continue
                assert plain.may_lie(kingdom, told.size, domino, turn.way)
                kingdoms[turn.seat] = plain.with_domino(kingdom, domino, turn.way)
                assert turn.gain == plain.points(kingdoms[turn.seat]) - plain.points(kingdom)


def test_the_kingdoms_drawn_are_those_that_were_built_and_their_sums_add_up_to_the_points(told: Told):
    totals = [0] * told.players
    for number in range(len(told.rounds)):
        kingdoms, discards = told.built(number)
        assert [drawn for _, drawn in told.kingdoms[number]] == kingdoms
        for seat, (said, kingdom) in enumerate(told.kingdoms[number]):
            counted, _, total = said.rpartition(" = ")
            parts = [
                f"{terrain} {squares} x {crowns}" for terrain, squares, crowns in plain.properties(kingdom) if crowns
            ]
            points = plain.points(kingdom)
            if ("middle" in told.variants and plain.in_middle(kingdom, told.size)) or (
                "middle-of-box" in told.variants and plain.in_middle_of_box(kingdom)
            ):
                parts, points = [*parts, "castle in the middle 10"], points + 10
            if "harmony" in told.variants and not discards[seat]:
                parts, points = [*parts, "nothing discarded 5"], points + 5
            assert sorted(counted.split(" + ")) == sorted(parts)
            assert int(total) == points
            totals[seat] += points
    assert told.points == totals


def test_most_points_win_then_the_largest_property_then_crowns(told: Told):
    kingdoms, _ = told.built(-1)
    largest = [max(squares for _, squares, _ in plain.properties(one)) for one in kingdoms]
    crowns = [sum(crowns for _, crowns in one.values()) for one in kingdoms]
    ranks = [
        (points,) if "dynasty" in told.variants else (points, largest[seat], crowns[seat])
        for seat, points in enumerate(told.points)
    ]
    assert told.winners == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    tied = [seat for seat in range(told.players) if told.points[seat] == max(told.points)]
    still = [seat for seat in tied if largest[seat] == max(largest[one] for one in tied)]
    expected = []
    if len(tied) > 1:
        expected.append("Equal points; largest property: " + listed(tied, largest))
    if len(tied) > 1 and len(still) > 1:
        expected.append("Equal again; crowns: " + listed(still, crowns))
    assert told.ties == expected


def listed(seats: list[int], values: list[int]) -> str:
    return ", ".join(f"seat {seat + 1} {values[seat]}" for seat in seats)


def test_together_the_games_show_everything():
    games = [read(name, golden(name)) for name in GAMES]
    assert {game.players for game in games} == {2, 3, 4}
    shown = {variant for game in games for variant in game.variants}
    assert shown == {"standard", "middle", "middle-of-box", "harmony", "dynasty", "mighty-duel", "lines-of-four"}
    assert {name for game in games for name in game.strategies} == {"random", "greedy-random-draft", "full-greedy"}
    assert all(any(game.built(number)[1]) for game in games for number in range(len(game.rounds)))
    said = "\n".join(golden(name) for name in GAMES)
    for words in ("castle in the middle 10", "nothing discarded 5", "Equal again; crowns", "share the win", "wins"):
        assert words in said
    assert any(len(game.ties) == 1 for game in games), "a tie that the largest property decides"
    assert any(len(game.ties) == 2 and len(game.winners) == 1 for game in games), "one that crowns decide"
    lopsided = [game for game in games if "middle-of-box" in game.variants]
    assert any(
        plain.in_middle(kingdom, 5) and not plain.in_middle_of_box(kingdom)
        for game in lopsided
        for kingdom in game.built(0)[0]
    ), "a kingdom that is in the middle by one reading only"
    sides = [plain.extent(list(kingdom)) for game in games for kingdom in game.built(0)[0] if game.size == 7]
    assert max(bottom - top for top, bottom, _, _ in sides) == 6
