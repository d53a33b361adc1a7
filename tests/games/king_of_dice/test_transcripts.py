"""Three whole games as text that a person can follow, and what the rulebook says about every line of them.

The files in `golden` must come out to the letter. They are read here without the package: only the list of the printed
cards (facts of the printed game, section 7), the layout of the dice (section 1) and the rulebook are used, so that a
game that is told wrongly is noticed even where the golden file was made anew.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from oracles import citizens

from kingdice.games.king_of_dice.matches import GAME

GOLDEN = Path(__file__).parent / "golden"
GAMES = {
    "two-players": (1041, ["lead-optimal", "best-bet"]),
    "three-players": (25, ["turn-optimal", "easiest", "first-met"]),
    "five-players": (1153, ["best-bet", "lead-optimal", "random", "highest", "turn-optimal"]),
}
SEED = 2017

# Points as printed (0 for a fairy), in the order of the list.
POINTS = {
    "snob-even": 5, "snob-odd": 5, "elf-4": 1, "elf-5": 3, "elf-6": 7,
    "dwarf-3x1": 4, "dwarf-3x3": 4, "dwarf-3x4": 4, "dwarf-4x3": 6, "dwarf-4x4": 6, "dwarf-4x6": 6,
    "dwarf-5x1": 10, "dwarf-5x6": 10,
    "gnome-3green": 1, "gnome-4green": 2, "gnome-4red": 2, "gnome-5red": 3, "gnome-5blue": 3, "gnome-6blue": 8,
    "orc-2+2": 1, "orc-3": 2, "orc-3+2": 3, "orc-4": 3, "orc-5": 7, "orc-2+2+2": 7, "orc-4+2": 8,
    "sprite-4": 1, "sprite-5": 2, "sprite-6": 7, "apprentice-2r2g2b": 2, "apprentice-3r3b": 3,
    "fairy-2r2g": 0, "fairy-2b2g": 0, "fairy-2r3g": 0, "fairy-3r2b": 0, "fairy-2g3b": 0,
    "hypnotist": 1, "dragon-25": -2, "dragon-28": -4, "dragon-30": -6,
}  # fmt: skip
# Under which place's village a kind of citizen is at home, left to right: city, mine, workshop, orc village, forest.
HOME = {"snob": 0, "elf": 0, "dwarf": 1, "gnome": 2, "orc": 3, "sprite": 4, "apprentice": 4, "fairy": 4}
DICE = [*["1b 2g 3r 4r 5g 6b"] * 2, *["1r 2b 3g 4g 5b 6r"] * 2, *["1g 2r 3b 4b 5r 6g"] * 2]
COLOURS = {"r": "red", "g": "green", "b": "blue"}


@dataclass
class Turn:
    """One turn, as its lines say."""

    seat: int
    rolls: int
    points: list[int]
    to_draw: int
    display: list[str]
    villages: list[int]  # the value shown beside each citizen, 0 for none
    penalty: int
    shown: list[list[str]] = field(default_factory=list)
    kept: list[list[str]] = field(default_factory=list)
    taken: list[tuple[str, bool, int]] = field(default_factory=list)  # citizen, whether with its village, gain
    given: tuple[str, int] | None = None
    failed: bool = False
    discarded: str = ""

    @property
    def met(self) -> list[str]:
        """The citizens on display whose needs the last roll meets."""
        roll = tuple((int(die[0]), COLOURS[die[1]]) for die in self.shown[-1])
        return [one for one in self.display if citizens.CITIZENS[one](roll)]


@dataclass
class Told:
    """A game as told."""

    strategies: list[str]
    turns: list[Turn]
    ended_by: str
    count: int
    points: list[int]
    winners: list[int]

    def realms(self) -> list[list[tuple[str, int]]]:
        """Every player's pile at the end, from the bottom to the top: names of cards, and their points."""
        realms: list[list[tuple[str, int]]] = [[] for _ in self.strategies]
        for turn in self.turns:
            self.lay(realms, turn)
        return realms

    @staticmethod
    def lay(realms: list[list[tuple[str, int]]], turn: Turn) -> None:
        """Put the cards of a turn on the piles: a village under its citizen, a dragon on another player's pile."""
        own = realms[turn.seat]
        if turn.failed:
            own.append(("penalty", -turn.penalty))
        for one, village, _ in turn.taken:
            if one.startswith("dragon"):
                assert turn.given is not None
                realms[turn.given[1]].append((one, POINTS[one]))
                continue
            if village:
                own.append(("village", turn.villages[turn.display.index(one)]))
            own.append((one, POINTS[one]))


def read(text: str) -> Told:
    """Read a transcript; a line of a form that is not known is an error."""
    head, *blocks, tail = text.rstrip("\n").split("\n\n")
    assert re.fullmatch(rf"King of Dice, haba-2017, seed {SEED}, game \d+", head.splitlines()[0])
    strategies = [re.fullmatch(r"  seat \d: (\S+)", line)[1] for line in head.splitlines()[1:]]
    turns = [read_turn(number, block) for number, block in enumerate(blocks, start=1)]
    ended, points, won = tail.splitlines()
    end = re.fullmatch(r"The (draw pile is|penalties are|villages are) used up after (\d+) turns\.", ended)
    totals = [int(one) for one in re.findall(r"seat \d (-?\d+)", points)]
    assert points == "points: " + ", ".join(f"seat {seat} {total}" for seat, total in enumerate(totals, start=1))
    winners = [int(seat) - 1 for seat in re.findall(r"\d", won)]
    return Told(strategies, turns, end[1].rsplit(" ", 1)[0], int(end[2]), totals, winners)


def read_turn(number: int, block: str) -> Turn:
    opening, shown, *lines = block.splitlines()
    begun = re.fullmatch(rf"Turn {number}: seat (\d)(?:, (\d) rolls)?; points (.*); (\d+) cards to draw", opening)
    display = re.fullmatch(r"  on display: (.*); failing costs (\d)", shown)
    cards = [card.partition(" +") for card in display[1].split(", ")]
    turn = Turn(
        seat=int(begun[1]) - 1,
        rolls=int(begun[2] or 3),
        points=[int(one) for one in begun[3].split(", ")],
        to_draw=int(begun[4]),
        display=[card for card, _, _ in cards],
        villages=[int(value or 0) for _, _, value in cards],
        penalty=int(display[2]),
    )
    for line in lines:
        words = line[2:].split(" ")
        if roll := re.fullmatch(r"  roll (\d): (.*)", line):
            turn.shown.append(roll[2].split(" "))
            assert int(roll[1]) == len(turn.shown)
        elif words[0] == "keeps":
            turn.kept.append(words[1:] if words[1:] != ["nothing"] else [])
        elif line == "  stops":
            assert len(turn.shown) < turn.rolls
        elif taken := re.fullmatch(r"  takes (\S+)( with its village)? \(([+-]\d+)\)", line):
            turn.taken.append((taken[1], bool(taken[2]), int(taken[3])))
        elif given := re.fullmatch(r"  gives (\S+) to seat (\d)", line):
            turn.given = given[1], int(given[2]) - 1
        elif line == f"  meets nothing it takes: penalty {-turn.penalty}":
            turn.failed = True
        elif gone := re.fullmatch(r"  (\S+) is discarded", line):
            turn.discarded = gone[1]
        else:
            raise AssertionError(f"turn {number}: {line}")
    return turn


def total(realm: list[tuple[str, int]]) -> int:
    """n fairies are worth n points each, everything else what is printed."""
    fairies = sum(name.startswith("fairy") for name, _ in realm)
    return sum(points for _, points in realm) + fairies * fairies


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=GAMES)
def told(request) -> Told:
    return read(golden(request.param))


@pytest.mark.parametrize("name", GAMES)
def test_games_are_told_to_the_letter(name: str):
    number, strategies = GAMES[name]
    assert GAME.transcript(GAME.match(strategies), seed=SEED, game=number) == golden(name)


@pytest.mark.parametrize("name", GAMES)
def test_the_simulation_plays_the_games_that_are_told(name: str):
    number, strategies = GAMES[name]
    match, game = GAME.match(strategies), read(golden(name))
    row = dict(zip(match.columns, match.play_block(SEED, number, 1)[0].tolist(), strict=True))
    assert game.strategies == strategies
    assert row["turns"] == game.count
    assert row["winners"] == sum(1 << seat for seat in game.winners)
    for seat, points in enumerate(game.points):
        assert row[f"score_{seat + 1}"] == points
        assert row[f"turns_{seat + 1}"] == sum(turn.seat == seat for turn in game.turns)
        assert row[f"failures_{seat + 1}"] == sum(turn.seat == seat and turn.failed for turn in game.turns)


def test_final_points_are_those_of_the_piles(told: Told):
    assert [total(realm) for realm in told.realms()] == told.points
    assert told.count == len(told.turns)
    assert told.winners == [seat for seat, points in enumerate(told.points) if points == max(told.points)]


def test_points_before_every_turn_are_those_of_the_piles(told: Told):
    realms: list[list[tuple[str, int]]] = [[] for _ in told.strategies]
    for turn in told.turns:
        assert turn.points == [total(realm) for realm in realms]
        before = total(realms[turn.seat])
        told.lay(realms, turn)
        assert total(realms[turn.seat]) - before == (
            -turn.penalty if turn.failed else sum(gain for *_, gain in turn.taken)
        )


def test_an_elf_on_top_of_the_pile_and_nothing_else_gives_a_fourth_roll(told: Told):
    realms: list[list[tuple[str, int]]] = [[] for _ in told.strategies]
    for turn in told.turns:
        pile = realms[turn.seat]
        assert turn.rolls == 3 + bool(pile and pile[-1][0].startswith("elf"))
        told.lay(realms, turn)


def test_dice_are_those_of_the_box_and_dice_that_are_kept_stay(told: Told):
    for turn in told.turns:
        assert 1 <= len(turn.shown) <= turn.rolls
        assert len(turn.kept) == len(turn.shown) - 1
        for shown in turn.shown:
            assert all(face in die.split(" ") for face, die in zip(shown, DICE, strict=True))
        for before, kept, after in zip(turn.shown, turn.kept, turn.shown[1:], strict=False):
            assert Counter(kept) <= Counter(before)
            assert Counter(kept) <= Counter(after)
            assert len(kept) < 6


def test_a_citizen_is_taken_if_and_only_if_one_is_met(told: Told):
    for turn in told.turns:
        assert turn.failed == (not turn.met)
        assert turn.failed == (not turn.taken)
        if turn.taken:
            assert turn.taken[0][0] in turn.met


def test_a_second_citizen_comes_from_the_right_of_the_hypnotist_only(told: Told):
    for turn in told.turns:
        assert len(turn.taken) <= 2
        if len(turn.taken) == 2:
            (first, *_), (second, *_) = turn.taken
            assert first == "hypnotist"
            assert turn.display.index(second) == turn.display.index(first) + 1


def test_villages_lie_over_their_own_kind_and_rise_from_two_to_four(told: Told):
    left = [[2, 3, 4] for _ in range(5)]
    for turn in told.turns:
        for place, (one, value) in enumerate(zip(turn.display, turn.villages, strict=True)):
            at_home = HOME.get(one.split("-")[0]) == place
            assert value == (left[place][0] if at_home else 0)
        for one, village, _ in turn.taken:
            place = turn.display.index(one)
            assert village == bool(turn.villages[place])
            if village:
                left[place].pop(0)
    assert (told.ended_by == "villages") == (not all(left))


def test_a_failure_discards_the_rightmost_citizen_and_gaps_are_filled_from_the_left(told: Told):
    for number, (turn, after) in enumerate(zip(told.turns, told.turns[1:], strict=False)):
        gone = {one for one, *_ in turn.taken} | {turn.discarded} - {""}
        assert turn.failed == bool(turn.discarded)
        assert not turn.failed or turn.discarded == turn.display[-1]
        left = [one for one in turn.display if one not in gone]
        new = len(gone)
        assert after.display[new:] == left, f"turn {number + 2}"
        assert after.to_draw == turn.to_draw - new
    laid = [one for turn in told.turns for one in turn.display]
    entered = list(dict.fromkeys(laid))
    assert len(entered) == 40 - told.turns[-1].to_draw, "no citizen comes back"


def test_turns_go_round_but_for_the_apprentice(told: Told):
    assert told.turns[0].seat == 0
    for turn, after in zip(told.turns, told.turns[1:], strict=False):
        again = any(one.startswith("apprentice") for one, *_ in turn.taken)
        assert after.seat == (turn.seat if again else (turn.seat + 1) % len(told.strategies))


def test_dragons_go_to_the_leader_of_the_others_unless_given_at_random(told: Told):
    """Of several leaders to the next clockwise."""
    for turn in told.turns:
        dragons = [one for one, *_ in turn.taken if one.startswith("dragon")]
        assert dragons == ([turn.given[0]] if turn.given else [])
        if not turn.given:
            continue
        seat, players = turn.seat, len(told.strategies)
        assert turn.given[1] != seat
        if told.strategies[seat] != "random":
            others = [(seat + step) % players for step in range(1, players)]
            assert turn.given[1] == max(others, key=lambda other: turn.points[other])


def test_together_the_games_show_everything():
    games = [read(golden(name)) for name in GAMES]
    turns = [turn for game in games for turn in game.turns]
    assert [len(game.strategies) for game in games] == [2, 3, 5]
    assert {game.ended_by for game in games} == {"draw pile", "penalties", "villages"}
    assert any(village for turn in turns for _, village, _ in turn.taken)
    assert any(turn.rolls == 4 and len(turn.shown) == 4 for turn in turns)
    assert any(one.startswith("apprentice") for turn in turns[:-1] for one, *_ in turn.taken)
    assert any(len(turn.taken) == 2 and not turn.given for turn in turns), "a citizen beside the hypnotist"
    assert any(len(turn.taken) == 2 and turn.given for turn in turns), "a dragon beside the hypnotist"
    assert any(turn.given and len(game.strategies) > 2 for game in games for turn in game.turns)
    assert any(turn.discarded for turn in turns)
    assert max(sum(name.startswith("fairy") for name, _ in realm) for game in games for realm in game.realms()) >= 3
    assert any("random" in game.strategies for game in games)
