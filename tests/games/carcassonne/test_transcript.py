"""Whole games as text that a person can follow.

A game told is read here without the package and worked out again by an oracle that sees only which tile was laid where
and where a meeple was put; so a game that is told wrongly is noticed even where the golden file was made anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from oracles import finished_board as plain
from oracles.replayed_game import Turn, replayed

from kingdice.games.carcassonne.play import Game, play_game
from kingdice.games.carcassonne.position_file import parse_position
from kingdice.games.carcassonne.rules import apply, legal_moves
from kingdice.games.carcassonne.strategies import Random
from kingdice.games.carcassonne.transcript import feature_words, seats_words, transcript
from kingdice.games.carcassonne.variants import variants_named

GOLDEN = Path(__file__).parent / "golden"
SEED = 2003
GAMES = {  # rules, number of players, and of the game
    "two-players": ("base+king-robber,official", 2, 0),
    "continuous": ("base+king-robber,continuous,small-city", 3, 2),
    "continuous-new": ("base+king-robber,continuous-new,least-3", 4, 3),
    "base-alone": ("base,none,fields-once", 5, 4),
    "flat": ("base,flat-15-40,fields-by-city", 2, 5),
}

WINDS = {"north": 0, "east": 1, "south": 2, "west": 3}
TURN = re.compile(r" *(\d+)\. seat (\d) lays (KR\d|[A-X])([0-3]) at \((-?\d+), (-?\d+)\)(?:, a meeple on the (.+))?")
COMPLETED = re.compile(r"completes a (city|road|monastery)(?: of (\d+) tiles?)?(?: with \d+ pennants?)?: (.+)")
GAINED = re.compile(r"seats? ([\d, and]+) \+(\d+)(?: each)?")
TAKEN = re.compile(r"(takes|keeps) the (King|Robber Baron)(?: from seat (\d))? with a (?:city|road) of (\d+)")
COUNTED = re.compile(r"  seat (\d): scored in play (.+)")


def game(name: str) -> tuple[Game, str]:
    words, players, number = GAMES[name]
    played = play_game(variants_named(words), [Random()] * players, seed=SEED, game=number)
    return played, transcript(played, ["random"] * players, seed=SEED, game=number)


@dataclass
class Told:
    """What stands in a transcript: the turns, and under each what it completed, brought and took."""

    turns: list[Turn] = field(default_factory=list)
    cities: list[list[int]] = field(default_factory=list)
    roads: list[list[int]] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)
    holders: list[dict[str, tuple[int | None, int]]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    items: list[list[int]] = field(default_factory=list)


def segment_meant(name: str, quarters: int, words: str) -> int:
    """Which segment "field in the north-west" is, by the oracle's list of tiles."""
    kind, _, wind = words.partition(" in the ")
    kinds, ring = plain.TILES[name]["kinds"], plain.ring(name, quarters)
    sides = [WINDS[word] for word in wind.split("-")] if wind else []
    points = [point for side in ring for point in side]
    if len(sides) == 1:
        points = ring[sides[0]]
        if name == "KR5" and kind == "field":  # its patches touch no side
            return 2 if sides[0] == quarters else 3
    elif sides:
        north_south, east_west = sides[-2:]
        ends = {north_south: 2 if (north_south + 1) % 4 == east_west else 0}
        ends[east_west] = 2 - ends[north_south]
        points = [ring[side][end] for side, end in ends.items() if len(sides) == 2 or side == sides[0]]
    numbers = range(len(kinds)) if not wind else points
    (meant,) = {number for number in numbers if kinds[number] == kind[0]}
    return meant


def read(text: str, players: int) -> Told:
    told = Told()
    holders: dict[str, tuple[int | None, int]] = {"King": (None, 0), "Robber Baron": (None, 0)}
    points = [0] * players
    for line in text.splitlines():
        if found := TURN.fullmatch(line):
            number, seat, name, quarters, row, column, meeple = found.groups()
            assert int(number) == len(told.turns) + 1
            segment = None if meeple is None else segment_meant(name, int(quarters), meeple)
            told.turns.append(Turn(name, (int(row), int(column)), int(quarters), segment, int(seat) - 1))
            told.cities.append([])
            told.roads.append([])
            told.points.append(points[:])
            told.holders.append(dict(holders))
        elif found := COMPLETED.fullmatch(line.strip()):
            kind, size, gain = found.groups()
            if kind != "monastery":
                {"city": told.cities, "road": told.roads}[kind][-1].append(int(size))
            if gain != "nobody stands in it":
                seats, more = GAINED.fullmatch(gain).groups()
                for seat in re.findall(r"\d", seats):
                    points[int(seat) - 1] += int(more)
                told.points[-1] = points[:]
        elif found := TAKEN.fullmatch(line.strip()):
            verb, card, whose, size = found.groups()
            before, seat = holders[card][0], told.turns[-1].seat
            assert (verb == "keeps") == (before == seat)
            assert whose == (None if before in (None, seat) else str(before + 1))
            holders[card] = seat, int(size)
            told.holders[-1] = dict(holders)
        elif found := re.fullmatch(r"     then (\w+) is drawn, fits nowhere and leaves the game", line):
            told.gone.append(found[1])
        elif found := COUNTED.fullmatch(line):
            told.items.append([int(number) for number in re.findall(r"\d+", found[2])])
        elif found := re.fullmatch(r"    .+: \+(\d+)", line):
            told.items[-1].append(int(found[1]))
        elif found := re.fullmatch(r"    = (\d+)", line):
            told.totals.append(int(found[1]))
    return told


@pytest.mark.parametrize("name", GAMES)
def test_the_game_told_is_the_one_that_follows_from_its_tiles_and_meeples(name):
    words, players, _ = GAMES[name]
    played, text = game(name)
    told = read(text, players)
    replay = replayed(told.turns, players, words)
    assert [sorted(sizes) for sizes in told.cities] == [after.cities for after in replay.turns]
    assert [sorted(sizes) for sizes in told.roads] == [after.roads for after in replay.turns]
    assert told.points == [after.points for after in replay.turns]
    assert [one["King"] for one in told.holders] == [after.king for after in replay.turns]
    assert [one["Robber Baron"] for one in told.holders] == [after.robber for after in replay.turns]
    scores = [replay.row[f"score_{seat}"] for seat in range(1, players + 1)]
    assert told.totals == scores
    assert [sum(items) for items in told.items] == scores
    assert tuple(told.gone) == played.states[-1].gone


@pytest.mark.parametrize("name", GAMES)
def test_the_end_names_every_score_and_the_winners(name):
    _, players, _ = GAMES[name]
    _, text = game(name)
    assert text.endswith("\n")
    *_, points, won = text.splitlines()
    scores = [int(one) for one in re.findall(r"seat \d (\d+)", points)]
    assert points == "points: " + ", ".join(f"seat {seat} {score}" for seat, score in enumerate(scores, start=1))
    best = [seat for seat in range(players) if scores[seat] == max(scores)]
    assert won == f"{seats_words(best)} {'wins' if len(best) == 1 else 'share the win'}"


@pytest.mark.parametrize("name", ["two-players", "continuous"])
def test_golden_transcripts_come_out_to_the_letter(name):
    assert game(name)[1] == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_what_cards_pay_at_once_is_told():
    """Under "continuous" whoever held the card before gets a point for each completed feature."""
    _, text = game("continuous")
    paid = [0, 0, 0]
    for seat, more in re.findall(r"the (?:King|Robber Baron) brings seat (\d) \+(\d)", text):
        paid[int(seat) - 1] += int(more)
    at_the_end = re.split(r"  seat \d: scored", text)[1:]
    held = [sum(map(int, re.findall(r"while it was held: \+(\d+)", one))) for one in at_the_end]
    assert paid == held
    assert sum(paid) > 0


def test_features_and_seats_in_words():
    from kingdice.games.carcassonne.board import Feature

    one = frozenset([((0, 0), 0)])
    assert feature_words(Feature("city", one, ends=1, pennants=2)) == "city of 1 tile with 2 pennants"
    assert feature_words(Feature("road", one | {((0, 1), 0)}, ends=1)) == "road of 2 tiles"
    assert feature_words(Feature("monastery", one, ends=1)) == "monastery"
    assert seats_words([0, 2]) == "seats 1 and 3"


def test_who_shares_a_feature_gets_all_its_points_and_the_cards_tell_from_whom_they_are_taken():
    """A road of three tiles between two monasteries, with a meeple of each; the road of two was completed before."""
    state = parse_position("held: U\nrobber: 2\nturn: 1\nboard: A3*r1 . A1*r2 . / B0 B0 B0 . / . D2 W0 W2").state()
    move = next(move for move in legal_moves(state) if apply(state, move).roads[len(state.roads) :] == (3,))
    lines = transcript(Game((state, apply(state, move)), (move,), 0), ["x", "y"], seed=0, game=0).splitlines()
    assert "     completes a road of 3 tiles: seats 1 and 2 +3 each" in lines
    assert "     takes the Robber Baron from seat 2 with a road of 3" in lines
