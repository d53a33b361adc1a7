"""The course of a game by the rulebook: lines, kings, forced placements, discards, the last turn, the variants."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from oracles import kingdoms as plain

from kingdice.errors import EditionError, StrategyError
from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.kingdom import Kingdom, Placement
from kingdice.games.kingdomino.rules import (
    Claim,
    Move,
    State,
    apply,
    decided_by,
    is_legal,
    legal_moves,
    new_game,
    score,
    winners,
)
from kingdice.games.kingdomino.variants import variants_named

FORWARDS = list(range(1, 49))
KINGS = {2: [0, 1, 1, 0], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
# Every number of players in every variant that they may play, and rounds, lines and dominoes of a line.
TABLES = [
    ("standard", 2, 1, 6, 4),
    ("standard", 3, 1, 12, 3),
    ("standard", 4, 1, 12, 4),
    ("lines-of-four", 3, 1, 12, 4),
    ("mighty-duel", 2, 1, 12, 4),
    ("dynasty", 2, 3, 6, 4),
    ("dynasty", 3, 3, 12, 3),
    ("dynasty,middle,harmony", 4, 3, 12, 4),
]
every_table = pytest.mark.parametrize(("variants", "players", "rounds", "lines", "length"), TABLES)


def begun(variants: str = "standard", players: int = 4, decks: list[list[int]] | None = None) -> State:
    known = variants_named(variants)
    shuffler = random.Random(f"{variants} {players}")
    mixed = [shuffler.sample(FORWARDS, 48) for _ in range(known.rounds)]
    return new_game(known, decks or mixed, [KINGS[players]] * known.rounds, players=players)


def played_on(state: State, choose: Callable[[list[Move]], Move]) -> tuple[list[State], list[Move]]:
    states, moves = [state], []
    while not states[-1].is_over:
        moves.append(choose(legal_moves(states[-1])))
        states.append(apply(states[-1], moves[-1]))
    return states, moves


def at_random(variants: str = "standard", players: int = 4, seed: int = 0) -> tuple[list[State], list[Move]]:
    return played_on(begun(variants, players), random.Random(seed).choice)


def picked(state: State, *numbers: int) -> State:
    """The state after these picks; dominoes go where they first may."""
    for number in numbers:
        state = apply(state, Move(state.placements[0], number))
    return state


# The first line


def test_the_first_line_lies_there_by_number_and_kings_pick_in_their_order():
    state = begun(decks=[[40, 7, 48, 12, *(one for one in FORWARDS if one not in (7, 12, 40, 48))]])
    assert state.next_line == tuple(Claim(number, None) for number in (7, 12, 40, 48))
    seats = []
    for number in (48, 7, 40, 12):
        seats.append(state.seat)
        assert state.held is None
        state = apply(state, Move(None, number))
    assert seats == [0, 1, 2, 3]


def test_nothing_is_placed_while_the_first_line_is_picked_from():
    state = begun()
    assert legal_moves(state) == [Move(None, number) for number in state.picks]
    assert not is_legal(state, Move(Placement(0, 1, 0), state.picks[0]))


def test_a_picked_domino_is_not_free_for_the_next_king_and_the_last_one_has_no_choice():
    state = begun(decks=[FORWARDS])
    for number, free in ((3, [1, 2, 3, 4]), (1, [1, 2, 4]), (4, [2, 4])):
        assert state.picks == free
        state = apply(state, Move(None, number))
        with pytest.raises(StrategyError, match="illegal move"):
            apply(state, Move(None, number))
    assert legal_moves(state) == [Move(None, 2)]


# Turns


def test_in_later_lines_kings_act_in_the_order_of_the_dominoes_they_stand_on():
    """Picked from last to first, so the line runs from the last seat to the first."""
    state = picked(begun(decks=[FORWARDS]), 4, 3, 2, 1)
    assert state.line == tuple(Claim(number, seat) for number, seat in ((1, 3), (2, 2), (3, 1), (4, 0)))
    assert (state.seat, state.held, state.line_number) == (3, 1, 1)
    state = picked(state, 6, 8, 5, 7)
    assert [claim.seat for claim in state.line] == [1, 3, 0, 2]
    assert [claim.domino for claim in state.line] == [5, 6, 7, 8]


def test_a_turn_is_to_place_the_held_domino_and_to_pick_one_of_the_next_line():
    state = picked(begun(decks=[FORWARDS]), 1, 2, 3, 4)
    assert [claim.domino for claim in state.next_line] == [5, 6, 7, 8]
    after = apply(state, Move(Placement(0, 1, 0), 7))
    assert after.kingdoms[0] == Kingdom(5).place(domino(1), Placement(0, 1, 0))
    assert after.next_line[2] == Claim(7, 0)
    assert after.seat == 1
    assert state.kingdoms[0].squares == {}, "the state before is left as it is"


def test_moves_are_every_placement_with_every_pick_placements_first():
    state = picked(begun(decks=[FORWARDS]), 1, 2, 3, 4)
    ways = plain.ways({}, 5, (("wheat", 0), ("wheat", 0)))
    expected = [(way, pick) for way in ways for pick in (5, 6, 7, 8)]
    assert len(expected) == 48
    assert [(move.placement.places, move.pick) for move in legal_moves(state) if move.placement] == expected


def test_a_domino_that_can_be_placed_must_be_placed():
    state = picked(begun(decks=[FORWARDS]), 1, 2, 3, 4)
    assert all(move.placement for move in legal_moves(state))
    with pytest.raises(StrategyError, match="illegal move: placement None, pick 5 in a turn of seat 1"):
        apply(state, Move(None, 5))


@pytest.mark.parametrize(
    "move",
    [
        Move(Placement(0, 2, 0), 5),  # touches nothing
        Move(Placement(0, -1, 0), 5),  # on the castle
        Move(Placement(0, 2, 2), 5),  # two equal halves turned round
        Move(Placement(0, 1, 0), 4),  # of the present line
        Move(Placement(0, 1, 0), 9),  # not drawn yet
        Move(Placement(0, 1, 0), None),
    ],
)
def test_other_moves_are_refused(move: Move):
    state = picked(begun(decks=[FORWARDS]), 1, 2, 3, 4)
    assert not is_legal(state, move)
    with pytest.raises(StrategyError, match="illegal move"):
        apply(state, move)


@pytest.mark.parametrize("seed", range(3))
def test_a_domino_is_discarded_if_and_only_if_brute_force_finds_no_room_and_its_king_still_picks(seed: int):
    states, moves = at_random(seed=seed)
    discarded = 0
    for state, move, after in zip(states, moves, states[1:], strict=False):
        if state.held is None:
            continue
        seat, halves = state.seat, domino(state.held).halves
        squares = {place: (one.half.terrain, one.half.crowns) for place, one in state.kingdoms[seat].squares.items()}
        room = plain.ways(squares, 5, tuple((half.terrain, half.crowns) for half in halves))
        assert (move.placement is None) == (not room)
        if move.placement is None:
            discarded += 1
            assert after.kingdoms[seat] == state.kingdoms[seat]
            assert after.discards[seat] == (*state.discards[seat], state.held)
            assert len(legal_moves(state)) == max(1, 4 - state.acted if state.line_number < 12 else 1)
            assert Claim(move.pick, seat) in after.next_line + after.line or state.line_number == 12
        else:
            assert len(after.kingdoms[seat].squares) == len(state.kingdoms[seat].squares) + 2
            assert after.discards == state.discards
    assert discarded > 0


# The end


@every_table
def test_a_game_has_as_many_turns_as_the_rules_say(variants: str, players: int, rounds: int, lines: int, length: int):
    """Every king picks once before the first line is placed, and places once after the last one was drawn."""
    states, moves = at_random(variants, players)
    kings = 4 if players == 2 else players
    assert len(moves) == rounds * (lines + 1) * kings
    assert sum(move.pick is not None for move in moves) == rounds * lines * kings
    drawn = [state.next_line for state in states if state.acted == 0 and state.next_line]
    assert [len(line) for line in drawn] == [length] * (rounds * lines)
    for line in drawn:
        assert [claim.domino for claim in line] == sorted(claim.domino or 0 for claim in line)
        assert all(claim.seat is None for claim in line)
    for number in range(rounds):
        numbers = [claim.domino for line in drawn[number * lines : (number + 1) * lines] for claim in line]
        assert len(set(numbers)) == lines * length
    assert len(states[-1].rounds) == rounds


@every_table
def test_every_domino_that_was_picked_is_in_its_kingdom_or_discarded(
    variants: str, players: int, rounds: int, lines: int, length: int
):
    end = at_random(variants, players)[0][-1]
    each = lines * (4 if players == 2 else players) // players
    for ended in end.rounds:
        for kingdom, discards in zip(ended.kingdoms, ended.discards, strict=True):
            counted = Counter(square.domino for square in kingdom.squares.values())
            assert set(counted.values()) == {2}
            assert not set(counted) & set(discards)
            assert len(counted) + len(discards) == each


def test_in_the_last_turn_kings_only_place():
    states, moves = at_random()
    for state, move in list(zip(states, moves, strict=False))[-4:]:
        assert state.line_number == 12
        assert state.next_line == ()
        assert move.pick is None
        assert state.held is not None
    assert [state.seat for state in states[-5:-1]] == [claim.seat for claim in states[-5].line]
    assert not states[-2].is_over


def test_after_the_end_nobody_moves():
    end = at_random()[0][-1]
    assert (end.is_over, end.seat, end.held, legal_moves(end)) == (True, -1, None, [])
    with pytest.raises(StrategyError, match="a game that is over"):
        apply(end, Move(None, None))
    assert len(winners(end)) == 1 or decided_by(end) == "shared"


# Two players


def test_two_players_have_two_kings_each_that_act_one_by_one():
    state = new_game(variants_named(""), [FORWARDS], [[0, 0, 1, 1]], players=2)
    seats = []
    for number in (1, 3, 2, 4):
        seats.append(state.seat)
        state = apply(state, Move(None, number))
    assert seats == [0, 0, 1, 1]
    assert state.line == (Claim(1, 0), Claim(2, 1), Claim(3, 0), Claim(4, 1))


def test_a_kings_domino_is_placed_before_the_same_players_next_king_acts():
    state = new_game(variants_named(""), [FORWARDS], [[0, 1, 1, 0]], players=2)
    state = picked(state, 1, 3, 4, 2)
    assert [claim.seat for claim in state.line] == [0, 0, 1, 1]
    state = apply(state, Move(Placement(0, 1, 0), 8))
    assert (state.seat, state.held, len(state.kingdoms[0].squares)) == (0, 2, 2)


def test_two_players_use_24_dominoes_and_three_36_and_the_others_never_show():
    for players, left in ((2, 24), (3, 12), (4, 0)):
        states, _ = at_random(players=players)
        assert len(states[-1].deck) == left
        shown = {claim.domino for state in states for claim in state.next_line}
        assert shown | set(states[-1].deck) == set(FORWARDS)
        assert not shown & set(states[-1].deck)


# Variants


def test_with_lines_of_four_the_domino_that_nobody_picked_is_out_and_costs_nobody_harmony():
    state = begun("lines-of-four,harmony", 3, decks=[FORWARDS])
    state = picked(state, 1, 4, 3)
    assert [claim.domino for claim in state.line] == [1, 3, 4]
    assert state.picks == [5, 6, 7, 8]
    assert state.discards == ((), (), ())
    states, _ = at_random("lines-of-four", 3)
    end = states[-1]
    laid = {square.domino for kingdom in end.kingdoms for square in kingdom.squares.values()}
    assert len(laid) + sum(len(numbers) for numbers in end.discards) == 36
    assert end.deck == ()


def test_in_the_mighty_duel_kingdoms_grow_to_seven_by_seven_and_no_further():
    boxes = [kingdom.box for seed in range(4) for kingdom in at_random("mighty-duel", 2, seed)[0][-1].kingdoms]
    sides = [side for top, bottom, left, right in boxes for side in (bottom - top + 1, right - left + 1)]
    assert max(sides) == 7


def test_in_a_five_by_five_game_no_kingdom_is_larger():
    boxes = [kingdom.box for seed in range(4) for kingdom in at_random(seed=seed)[0][-1].kingdoms]
    sides = [side for top, bottom, left, right in boxes for side in (bottom - top + 1, right - left + 1)]
    assert max(sides) == 5


def test_a_dynasty_begins_every_round_with_empty_kingdoms_a_whole_deck_and_kings_in_their_order():
    decks = [FORWARDS, FORWARDS[::-1], FORWARDS]
    orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0]]
    state = new_game(variants_named("dynasty"), decks, orders, players=3)
    states, _ = played_on(state, random.Random(3).choice)
    openings = [state for state in states[:-1] if state.line_number == 0 and state.acted == 0]
    assert [[claim.seat for claim in state.line] for state in openings] == orders
    assert [[claim.domino for claim in state.next_line] for state in openings] == [[1, 2, 3], [46, 47, 48], [1, 2, 3]]
    for number, state in enumerate(openings):
        assert len(state.rounds) == number + 1
        assert all(kingdom.squares == {} for kingdom in state.kingdoms)
        assert state.discards == ((), (), ())
        assert len(state.deck) == 45
    end = states[-1]
    assert [score(end, seat) for seat in range(3)] == [
        sum(one.kingdoms[seat].points for one in end.rounds) for seat in range(3)
    ]


# What players see


@pytest.mark.parametrize(("variants", "players"), [("standard", 2), ("standard", 4), ("dynasty", 3)])
def test_players_see_which_dominoes_are_left_but_not_in_which_order_they_come(variants: str, players: int):
    known = variants_named(variants)
    decks = [random.Random(number).sample(FORWARDS, 48) for number in range(known.rounds)]
    first = decks[0][: 2 * known.line_length(players)]
    rest = [one for one in FORWARDS if one not in first]
    orders = [KINGS[players]] * known.rounds
    state = new_game(known, decks, orders, players=players)
    other = new_game(known, [first + rest, *([FORWARDS] * (known.rounds - 1))], orders, players=players)
    shuffler = random.Random(1)
    for _ in range(known.kings(players)):
        assert state.seen() == other.seen()
        assert state.seen().seen() == state.seen()
        move = shuffler.choice(legal_moves(state))
        state, other = apply(state, move), apply(other, move)
    assert state.seen() == other.seen()
    assert state.seen() != state
    assert state.seen().deck == tuple(sorted(state.deck))
    assert replace(state.seen(), deck=state.deck, later_decks=state.later_decks) == state
    assert legal_moves(state.seen()) == legal_moves(state)


def test_a_dynastys_later_kings_are_not_seen():
    orders = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]]
    state = new_game(variants_named("dynasty"), [FORWARDS] * 3, orders, players=4)
    assert state.seen().later_kings == ((0, 1, 2, 3),) * 2


# Setting up


@pytest.mark.parametrize(
    ("variants", "players"), [("", 1), ("", 5), ("mighty-duel", 3), ("lines-of-four", 4), ("lines-of-four", 2)]
)
def test_numbers_of_players_that_the_variants_are_not_for_are_refused(variants: str, players: int):
    with pytest.raises(EditionError, match=f"{players} players: kingdomino .* is for"):
        new_game(variants_named(variants), [FORWARDS], [list(range(players))], players=players)


@pytest.mark.parametrize(
    ("variants", "decks", "orders", "said"),
    [
        ("", [FORWARDS[:-1]], [[0, 1, 2]], "decks: expected 1, each with the numbers 1 to 48"),
        ("", [[1, *FORWARDS[:-1]]], [[0, 1, 2]], "decks"),
        ("", [FORWARDS] * 3, [[0, 1, 2]], "decks"),
        ("dynasty", [FORWARDS], [[0, 1, 2]] * 3, "decks: expected 3"),
        ("", [FORWARDS], [[0, 1, 1]], "kings: expected 1 orders, each with 1 of every seat below 3"),
        ("dynasty", [FORWARDS] * 3, [[0, 1, 2]], "kings: expected 3"),
    ],
)
def test_decks_and_orders_of_kings_that_are_none_are_refused(variants, decks, orders, said):
    with pytest.raises(StrategyError, match=said):
        new_game(variants_named(variants), decks, orders, players=3)
