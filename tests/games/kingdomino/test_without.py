"""Players who are kept from some dominoes, by the plain rules and in the kernels."""

from __future__ import annotations

import numpy as np
import pytest

from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.kingdom import Kingdom
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.play import Game, as_row, play_game
from kingdice.games.kingdomino.rules import Claim, Move, Round, State, legal_moves
from kingdice.games.kingdomino.strategies import strategy_named
from kingdice.games.kingdomino.turn_log import TurnLog, log_turns
from kingdice.games.kingdomino.variants import variants_named

PLAIN = ["random", "greedy-random-draft", "full-greedy"]
TABLES = [("standard", 4), ("middle,harmony", 3), ("lines-of-four", 3), ("dynasty", 2), ("mighty-duel", 2)]
BANS = ["mine", "wheat+forest", "first", "second+third+lake", "fourth"]


def coin_of(asked: list[int]):
    def coin(bound: int) -> int:
        asked.append(bound)
        return 0

    return coin


def offer(numbers: list[int], taken: list[int], held: int | None = None) -> State:
    """A first turn in which these dominoes lie there and some are taken by others."""
    variants = variants_named("")
    claims = tuple(Claim(number, 1 if number in taken else None) for number in numbers)
    return State(variants, (Round((Kingdom(5),) * 2, ((),) * 2),), 0, (Claim(held, 0),), 0, claims, (), (), ())


@pytest.mark.parametrize(
    ("without", "numbers", "taken", "wanted"),
    [
        # 1 wheat + wheat, 13 wheat + forest, 38 wheat + swamp 1, 48 wheat + mine 3
        ({"mine"}, [1, 13, 38, 48], [], [1, 13, 38]),
        ({"swamp", "forest"}, [1, 13, 38, 48], [], [1, 48]),
        ({"first"}, [1, 13, 38, 48], [], [13, 38, 48]),
        ({"first"}, [1, 13, 38, 48], [1], [13, 38, 48]),  # places are those of the line, whatever is taken
        ({"third", "mine"}, [1, 13, 38, 48], [1], [13]),
        ({"wheat"}, [1, 13, 38, 48], [], [1, 13, 38, 48]),  # nothing else is free
        ({"mine"}, [1, 13, 38, 48], [1, 13, 38], [48]),
        ({"fourth"}, [1, 13, 38], [], [1, 13, 38]),  # three players have lines of three
        (set(), [1, 13, 38, 48], [13], [1, 38, 48]),
    ],
)
def test_a_player_does_without_as_long_as_something_else_is_free(without, numbers, taken, wanted):
    state = offer(numbers, taken)
    player = strategy_named("random", without=without)
    assert player.wanted(state, legal_moves(state)) == [Move(None, number) for number in wanted]
    asked: list[int] = []
    assert player.choose(state, coin_of(asked)) == Move(None, wanted[0])
    assert asked == ([len(wanted)] if len(wanted) > 1 else [])  # no coin without a choice


def test_the_greedy_ones_take_the_best_of_what_they_want():
    """Most crowns on a half are the mine's; without mines the swamp's."""
    state = offer([1, 13, 38, 48], [])
    for name in ("greedy-random-draft", "full-greedy"):
        assert strategy_named(name).choose(state, coin_of([])) == Move(None, 48)
        assert strategy_named(name, without={"mine"}).choose(state, coin_of([])) == Move(None, 38)


def names_of(players: int, ban: str, first: int) -> list[str]:
    """Restricted and free players mixed."""
    names = [PLAIN[(first + seat) % 3] for seat in range(players)]
    return [name + (f":without={ban}" if seat % 2 == 0 else "") for seat, name in enumerate(names)]


def plain_row(one, seed: int, number: int) -> dict[str, int]:
    played: Game = play_game(one.variants, one.sit_down(), seed=seed, game=number)
    return as_row(played, number)


@pytest.mark.parametrize(("variants", "players"), TABLES)
@pytest.mark.parametrize("ban", BANS[:2])
def test_kernels_and_plain_rules_play_the_same_restricted_games(variants: str, players: int, ban: str):
    number = BANS.index(ban)
    one = match(names_of(players, ban, number), variants=variants)
    (row,) = one.play_block(5, number, 1).tolist()
    assert dict(zip(one.columns, row, strict=True)) == plain_row(one, 5, number)


@pytest.mark.long
@pytest.mark.parametrize(("variants", "players"), TABLES)
@pytest.mark.parametrize("ban", BANS)
def test_kernels_and_plain_rules_play_many_restricted_games_alike(variants: str, players: int, ban: str):
    for first in range(3):
        one = match(names_of(players, ban, first), variants=variants)
        for row in one.play_block(6, 0, 3).tolist():
            assert dict(zip(one.columns, row, strict=True)) == plain_row(one, 6, row[0])


def test_a_far_sighted_player_does_without_at_either_table():
    """By the plain rules its moves are the kernels' too, one position at a time."""
    one = match(["far-sighted:without=lake+third", "random:without=first", "far-sighted"], variants="middle,harmony")
    (row,) = one.play_block(8, 2, 1).tolist()
    assert dict(zip(one.columns, row, strict=True)) == plain_row(one, 8, 2)


def shunned_picks(log: TurnLog, seat: int, words: set[str]) -> tuple[int, int]:
    """Picks of a seat that had something it was to do without, although there was something else; and forced ones."""
    places = ["first", "second", "third", "fourth"]
    wrong = forced = 0
    for game in log.turns:
        lines: dict[int, list[int]] = {}
        for turn in game:
            if turn["turn"] == 0:  # all of the line is free
                lines[int(turn["line"])] = [number for number in turn["offered"].tolist() if number]
            if turn["seat"] != seat or not turn["picked"]:
                continue
            line = lines[int(turn["line"])]

            def banned(number: int, line: list[int] = line) -> bool:
                terrains = {half.terrain for half in domino(number).halves}
                return bool(words & (terrains | {places[line.index(number)]}))

            free = [number for number in turn["offered"].tolist() if number]
            if banned(int(turn["picked"])):
                forced += all(banned(number) for number in free)
                wrong += not all(banned(number) for number in free)
    return wrong, forced


@pytest.mark.parametrize("name", [*PLAIN, "far-sighted"])
def test_nothing_is_drafted_that_a_player_is_to_do_without_but_where_it_must(name: str):
    names = [name] * 4
    names[2] += ":without=mine+wheat+fourth"
    log = log_turns(match(names), games=40, seed=3)
    assert shunned_picks(log, 2, {"mine", "wheat", "fourth"})[0] == 0
    assert shunned_picks(log, 2, {"mine", "wheat", "fourth"})[1] > 20
    assert shunned_picks(log, 1, {"mine", "wheat", "fourth"})[0] > 20  # who is free to, does


def test_whoever_does_without_all_places_plays_as_if_free():
    free = match(["full-greedy", "random"])
    bound = match(["full-greedy:without=first+second+third+fourth", "random:without=first+second+third+fourth"])
    assert np.array_equal(free.play_block(4, 0, 20), bound.play_block(4, 0, 20))


def test_what_a_player_does_without_is_part_of_what_results_depend_on():
    one = match(["random:without=mine", "random"]).identity
    assert one["parameters"] == [{"without": "mine"}, {}]
