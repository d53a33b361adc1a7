"""A game by the rulebook, one move at a time: the turn, the cards and their effects, the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_roll
from kingdice.errors import StrategyError
from kingdice.games.king_of_dice import Edition
from kingdice.games.king_of_dice.rules import NOTHING, Card, Move, Phase, State, apply, legal_moves, new_game

# Each of them lies under its own village; a roll can meet any one of them alone, or none.
USUAL = ("snob-even", "dwarf-3x1", "gnome-5red", "orc-5", "sprite-6")
VILLAGES = ("city", "mine", "workshop", "orc village", "forest")
PENALTIES = (-2, -1, -3, -1, -4, -1, -2, -1, -3, -2)
FULL_PILES = ((2, 3, 4),) * 5


def game(edition: Edition, display=USUAL, draw=(), *, players=2, **changes) -> State:
    """A new game with these citizens laid out, left to right, and those drawn first; some things changed."""
    rest = [one.id for one in edition.citizens if one.id not in {*display, *draw}]
    return replace(new_game(edition, [*display, *draw, *rest], PENALTIES, players=players), **changes)


def rolled(state: State, *ids: str) -> State:
    """The dice are rolled so that they meet just these of the display's citizens, and left lying."""
    bits = {one: 1 << state.edition.bit_of[one] for one in state.display}
    shown, wanted = np.uint64(sum(bits.values())), np.uint64(sum(bits[one] for one in ids))
    roll = int(np.flatnonzero(state.edition.masks.of_rolls & shown == wanted)[0])
    state = apply(state, Move(Phase.roll, roll))
    full = lattice_of(state.edition.pool).full
    return apply(state, Move(Phase.keep, int(full[roll]))) if state.phase is Phase.keep else state


def take(state: State, one: str) -> State:
    """A turn's rolls meet this citizen alone; it is taken."""
    return apply(rolled(state, one), Move(Phase.take, state.display.index(one)))


def fail(state: State) -> State:
    """A turn's rolls meet no citizen; the penalty is taken."""
    return apply(rolled(state), Move(Phase.take, NOTHING))


def roll_all(state: State) -> State:
    """All dice are rolled (again)."""
    if state.phase is Phase.keep:
        state = apply(state, Move(Phase.keep, lattice_of(state.edition.pool).state_of(((), (), ()))))
    return apply(state, Move(Phase.roll, 0))


def names(state: State, seat: int) -> list[str]:
    """A realm's cards from the bottom to the top: citizens' ids, villages' names, penalties with their points."""
    return [f"penalty {card.points}" if card.kind == "penalty" else card.name for card in state.realms[seat]]


# Setting up


def test_five_citizens_are_laid_out_from_left_to_right_under_villages_of_two_and_the_others_are_drawn(edition):
    state = new_game(edition, [one.id for one in edition.citizens], PENALTIES, players=3)
    assert state.display == ("snob-even", "snob-odd", "elf-4", "elf-5", "elf-6")
    assert (len(state.draw_pile), state.draw_pile[-1], state.draw_pile[0]) == (35, "dwarf-3x1", "dragon-30")
    assert state.villages == ((2, 3, 4), (2, 3, 4), (2, 3, 4), (2, 3, 4), (2, 3, 4))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_begin_with_empty_realms_and_the_first_seat_rolls(edition, players):
    state = game(edition, players=players)
    assert state.realms == ((),) * players
    assert (state.players, state.seat, state.phase, state.rolls_left) == (players, 0, Phase.roll, 3)
    assert state.turns == (1,) + (0,) * (players - 1)


@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_are_refused(edition, players):
    with pytest.raises(StrategyError, match=rf"^{players} players: expected 2 to 5$"):
        game(edition, players=players)


# Rolling


def test_a_turn_has_three_rolls_and_after_the_third_the_dice_are_counted(edition):
    state = roll_all(game(edition))
    assert (state.phase, state.rolls_left) == (Phase.keep, 2)
    state = roll_all(state)
    assert (state.phase, state.rolls_left) == (Phase.keep, 1)
    state = roll_all(state)
    assert (state.phase, state.rolls_left) == (Phase.take, 0)


@pytest.mark.parametrize("rolls", [1, 2])
def test_a_player_may_stop_before_the_third_roll(edition, rolls):
    state = game(edition)
    for _ in range(rolls):
        state = roll_all(state)
    state = apply(state, Move(Phase.keep, int(lattice_of(edition.pool).full[0])))
    assert (state.phase, state.roll, state.seat) == (Phase.take, 0, 0)


def test_any_dice_may_be_set_aside(edition):
    state = apply(game(edition), Move(Phase.roll, parse_roll(edition.pool, "1b 2g 3g 3g 5r 6g")))
    shown = [[str(face) for face in lattice_of(edition.pool).shown(move.to)] for move in legal_moves(state)]
    apart = (
        ([], ["1 blue"], ["2 green"], ["1 blue", "2 green"]),
        ([], ["3 green"], ["3 green", "3 green"]),
        ([], ["5 red"], ["6 green"], ["5 red", "6 green"]),
    )
    assert sorted(shown) == sorted(a + b + c for a, b, c in product(*apart))


def test_dice_set_aside_may_be_rolled_again(edition):
    lattice, pool = lattice_of(edition.pool), edition.pool
    state = apply(game(edition), Move(Phase.roll, parse_roll(pool, "6b 6b 1r 2b 1g 2r")))
    sixes, ones = lattice.state_of(((5, 5), (), ())), lattice.state_of(((), (0,), (0,)))
    state = apply(apply(state, Move(Phase.keep, sixes)), Move(Phase.roll, parse_roll(pool, "6b 6b 1r 3g 1g 4b")))
    state = apply(state, Move(Phase.keep, ones))
    assert (state.phase, state.keep, state.rolls_left) == (Phase.roll, ones, 1)


def test_dice_set_aside_lie_as_they_are_in_the_next_roll(edition):
    state = apply(game(edition), Move(Phase.roll, parse_roll(edition.pool, "6b 6b 1r 2b 1g 2r")))
    state = apply(state, Move(Phase.keep, lattice_of(edition.pool).state_of(((5, 5), (), ()))))
    with pytest.raises(StrategyError):
        apply(state, Move(Phase.roll, parse_roll(edition.pool, "6b 1b 1r 2b 1g 2r")))


def test_no_citizen_is_met_before_the_first_roll(edition):
    assert game(edition, ("dragon-25", "dragon-28", "dragon-30", "orc-5", "dwarf-5x6")).met == []


# Taking a citizen, or the penalty


def test_of_several_citizens_met_one_is_chosen(edition):
    state = rolled(game(edition), "snob-even", "orc-5")
    assert legal_moves(state) == [Move(Phase.take, 0), Move(Phase.take, 3)]
    state = apply(state, Move(Phase.take, 3))
    assert names(state, 0) == ["orc village", "orc-5"]
    assert "snob-even" in state.display
    assert state.seat == 1


def test_a_player_who_meets_a_citizen_must_take_one(edition):
    assert legal_moves(rolled(game(edition), "snob-even")) == [Move(Phase.take, 0)]


def test_a_dragon_met_must_be_taken_too(edition):
    state = rolled(game(edition, ("snob-even", "dragon-25", "gnome-5red", "orc-5", "sprite-6")), "dragon-25")
    assert legal_moves(state) == [Move(Phase.take, 1)]


def test_a_player_who_meets_none_can_only_take_the_penalty(edition):
    assert legal_moves(rolled(game(edition))) == [Move(Phase.take, NOTHING)]


def test_a_failure_costs_the_top_penalty_and_discards_the_rightmost_citizen(edition):
    state = fail(game(edition, draw=("gnome-6blue",)))
    assert state.realms == ((Card("penalty", "penalty", -2),), ())
    assert state.penalties == (-1, -3, -1, -4, -1, -2, -1, -3, -2)
    assert state.display == ("gnome-6blue", "snob-even", "dwarf-3x1", "gnome-5red", "orc-5")
    assert state.villages == FULL_PILES
    assert (state.seat, state.phase, len(state.draw_pile)) == (1, Phase.roll, 34)


def test_turns_go_round_the_table(edition):
    state, seats = game(edition, players=3), []
    for _ in range(5):
        seats.append(state.seat)
        state = fail(state)
    assert seats == [0, 1, 2, 0, 1]
    assert state.turns == (2, 2, 2)


@pytest.mark.parametrize(
    ("taken", "display"),
    [
        ("snob-even", ("gnome-6blue", "dwarf-3x1", "gnome-5red", "orc-5", "sprite-6")),
        ("dwarf-3x1", ("gnome-6blue", "snob-even", "gnome-5red", "orc-5", "sprite-6")),
        ("gnome-5red", ("gnome-6blue", "snob-even", "dwarf-3x1", "orc-5", "sprite-6")),
        ("orc-5", ("gnome-6blue", "snob-even", "dwarf-3x1", "gnome-5red", "sprite-6")),
        ("sprite-6", ("gnome-6blue", "snob-even", "dwarf-3x1", "gnome-5red", "orc-5")),
    ],
)
def test_citizens_left_of_a_gap_move_right_and_a_new_one_enters_at_the_left(edition, taken, display):
    state = take(game(edition, draw=("gnome-6blue", "orc-4+2")), taken)
    assert state.display == display
    assert state.draw_pile[-1] == "orc-4+2"


# Villages


@pytest.mark.parametrize("place", range(5))
def test_a_citizen_under_its_own_village_brings_it_and_lies_on_top_of_it(edition, place):
    state = take(game(edition), USUAL[place])
    points = (5, 4, 3, 7, 7)[place]
    assert state.realms[0] == (Card("village", VILLAGES[place], 2), Card("citizen", USUAL[place], points))
    assert state.villages == tuple((3, 4) if at == place else (2, 3, 4) for at in range(5))


@pytest.mark.parametrize("place", range(5))
def test_a_citizen_under_another_village_brings_none(edition, place):
    moved = USUAL[1:] + USUAL[:1]
    state = take(game(edition, moved), moved[place])
    assert names(state, 0) == [moved[place]]
    assert state.villages == FULL_PILES


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("one", ["dragon-28", "hypnotist"])
def test_dragons_and_the_hypnotist_have_no_village(edition, one, place):
    display = tuple(one if at == place else other for at, other in enumerate(USUAL))
    assert take(game(edition, display), one).villages == FULL_PILES


def test_villages_are_worth_two_then_three_then_four_whoever_takes_them(edition):
    state = game(edition, ("dwarf-3x3", "dwarf-3x1", "gnome-5red", "orc-5", "sprite-6"), ("dwarf-3x4",))
    for one in ("dwarf-3x1", "dwarf-3x3", "dwarf-3x4"):
        state = take(state, one)
    assert [card.points for card in state.realms[0]] == [2, 4, 4, 4]
    assert [card.points for card in state.realms[1]] == [3, 4]
    assert state.villages[1] == ()


# The elf

WITH_ELF = ("elf-4", *USUAL[1:])


def test_elf_on_top_gives_a_fourth_roll_in_the_next_turn(edition):
    state = fail(take(game(edition, WITH_ELF), "elf-4"))
    assert names(state, 0) == ["city", "elf-4"]
    assert (state.seat, state.rolls, state.rolls_left) == (0, 4, 4)
    for _ in range(3):
        state = roll_all(state)
    assert (state.phase, state.rolls_left) == (Phase.keep, 1)
    assert roll_all(state).phase is Phase.take


def test_elf_gives_the_other_players_nothing(edition):
    state = take(game(edition, WITH_ELF, players=3), "elf-4")
    assert (state.seat, state.rolls) == (1, 3)
    state = fail(state)
    assert (state.seat, state.rolls) == (2, 3)


def test_elf_under_a_penalty_gives_no_fourth_roll(edition):
    state = fail(fail(take(game(edition, WITH_ELF), "elf-4")))
    state = fail(state)
    assert names(state, 0) == ["city", "elf-4", "penalty -1"]
    assert (state.seat, state.rolls) == (0, 3)


def test_elf_under_another_citizen_gives_no_fourth_roll(edition):
    state = fail(take(fail(take(game(edition, WITH_ELF), "elf-4")), "gnome-5red"))
    assert (state.seat, names(state, 0)[-1], state.rolls) == (0, "gnome-5red", 3)


def test_elf_under_a_dragon_from_another_player_gives_no_fourth_roll(edition):
    state = take(game(edition, ("elf-4", "dragon-28", *USUAL[2:])), "elf-4")
    state = apply(take(state, "dragon-28"), Move(Phase.give, 0))
    assert names(state, 0) == ["city", "elf-4", "dragon-28"]
    assert (state.seat, state.rolls) == (0, 3)


def test_elf_still_works_after_its_owner_took_a_dragon_and_gave_it_away(edition):
    state = fail(take(game(edition, ("elf-4", "dragon-28", *USUAL[2:])), "elf-4"))
    state = fail(apply(take(state, "dragon-28"), Move(Phase.give, 1)))
    assert names(state, 0) == ["city", "elf-4"]
    assert (state.seat, state.turns, state.rolls) == (0, (3, 2), 4)


def test_two_elves_give_one_roll_more_and_not_two(edition):
    state = fail(take(game(edition, ("elf-4", "elf-5", *USUAL[2:])), "elf-4"))
    state = fail(take(state, "elf-5"))
    assert names(state, 0) == ["city", "elf-4", "elf-5"]
    assert (state.seat, state.rolls) == (0, 4)


# The apprentice

WITH_APPRENTICE = (*USUAL[:4], "apprentice-3r3b")


def test_apprentice_gives_its_owner_one_whole_turn_more_once_the_display_is_full(edition):
    state = take(game(edition, WITH_APPRENTICE, ("gnome-6blue",), players=3), "apprentice-3r3b")
    assert names(state, 0) == ["forest", "apprentice-3r3b"]
    assert state.display == ("gnome-6blue", *USUAL[:4])
    assert (state.seat, state.turns, state.phase, state.roll, state.rolls_left) == (
        (0, (2, 0, 0), Phase.roll, NOTHING, 3)
    )
    state = take(state, "gnome-6blue")
    assert (state.seat, state.turns) == (1, (2, 1, 0))


def test_a_second_apprentice_in_the_extra_turn_gives_another(edition):
    state = game(edition, ("snob-even", "dwarf-3x1", "gnome-5red", "apprentice-2r2g2b", "apprentice-3r3b"))
    state = take(take(state, "apprentice-3r3b"), "apprentice-2r2g2b")
    assert (state.seat, state.turns) == (0, (3, 0))
    state = fail(state)
    assert (state.seat, state.turns, names(state, 0)[-1]) == (1, (3, 1), "penalty -2")


def test_elf_under_an_apprentice_gives_no_fourth_roll_in_the_extra_turn(edition):
    state = fail(take(game(edition, ("elf-4", *WITH_APPRENTICE[1:3], "apprentice-3r3b", "snob-odd")), "elf-4"))
    assert state.rolls == 4
    state = take(state, "apprentice-3r3b")
    assert (state.seat, state.rolls) == (0, 3)


# The dragon

WITH_DRAGON = (*USUAL[:2], "dragon-30", *USUAL[3:])


@pytest.mark.parametrize(("players", "others"), [(2, [1]), (3, [1, 2]), (5, [1, 2, 3, 4])])
def test_a_dragon_goes_to_another_player_of_the_takers_choice(edition, players, others):
    state = take(game(edition, WITH_DRAGON, players=players), "dragon-30")
    assert legal_moves(state) == [Move(Phase.give, seat) for seat in others]


def test_a_dragon_lies_on_top_of_the_realm_that_gets_it(edition):
    state = take(fail(fail(game(edition, WITH_DRAGON, ("gnome-6blue", "orc-4+2", "elf-6"), players=3))), "dragon-30")
    state = apply(state, Move(Phase.give, 1))
    assert state.realms[1] == (Card("penalty", "penalty", -1), Card("citizen", "dragon-30", -6))
    assert (state.realms[0], state.realms[2]) == ((Card("penalty", "penalty", -2),), ())
    assert state.display == ("elf-6", "orc-4+2", "gnome-6blue", "snob-even", "dwarf-3x1")
    assert (state.seat, state.penalties) == (0, PENALTIES[2:])


# The hypnotist

WITH_HYPNOTIST = ("hypnotist", *USUAL[1:])
TAKE_IT, LEAVE_IT = Move(Phase.neighbour, 1), Move(Phase.neighbour, 0)


def hypnotise(state: State) -> State:
    """The hypnotist alone is met and taken, and then its right neighbour."""
    return apply(take(state, "hypnotist"), TAKE_IT)


def test_hypnotist_lets_its_taker_have_the_right_neighbour_or_leave_it(edition):
    state = take(game(edition, WITH_HYPNOTIST, ("gnome-6blue", "orc-4+2", "elf-6")), "hypnotist")
    assert (state.phase, state.seat, legal_moves(state)) == (Phase.neighbour, 0, [TAKE_IT, LEAVE_IT])
    left, taken = apply(state, LEAVE_IT), apply(state, TAKE_IT)
    assert (names(left, 0), left.seat) == (["hypnotist"], 1)
    assert left.display == ("gnome-6blue", "dwarf-3x1", "gnome-5red", "orc-5", "sprite-6")
    assert left.villages == FULL_PILES
    assert (names(taken, 0), taken.seat) == (["hypnotist", "mine", "dwarf-3x1"], 1)
    assert taken.display == ("orc-4+2", "gnome-6blue", "gnome-5red", "orc-5", "sprite-6")
    assert taken.villages == ((2, 3, 4), (3, 4), (2, 3, 4), (2, 3, 4), (2, 3, 4))
    assert taken.draw_pile[-1] == "elf-6"


def test_two_gaps_in_the_middle_are_filled_from_the_left(edition):
    display = ("snob-even", "dwarf-3x1", "hypnotist", "orc-5", "sprite-6")
    state = hypnotise(game(edition, display, ("gnome-6blue", "orc-4+2")))
    assert state.display == ("orc-4+2", "gnome-6blue", "snob-even", "dwarf-3x1", "sprite-6")


def test_hypnotist_at_the_far_right_has_no_neighbour(edition):
    state = take(game(edition, (*USUAL[:4], "hypnotist"), ("gnome-6blue",)), "hypnotist")
    assert (state.seat, state.phase, names(state, 0)) == (1, Phase.roll, ["hypnotist"])
    assert state.display == ("gnome-6blue", *USUAL[:4])


def test_the_neighbours_village_is_the_one_it_lies_under_before_cards_move(edition):
    state = hypnotise(game(edition, ("snob-even", "hypnotist", "gnome-5red", "orc-5", "sprite-6")))
    assert names(state, 0) == ["hypnotist", "workshop", "gnome-5red"]
    state = hypnotise(game(edition, ("hypnotist", "gnome-5red", "snob-even", "orc-5", "sprite-6")))
    assert names(state, 0) == ["hypnotist", "gnome-5red"]


def test_elf_as_a_neighbour_lies_on_top_and_gives_a_fourth_roll(edition):
    state = fail(hypnotise(game(edition, ("hypnotist", "elf-4", *USUAL[2:]))))
    assert names(state, 0) == ["hypnotist", "elf-4"]
    assert (state.seat, state.rolls) == (0, 4)


def test_elf_under_a_hypnotist_gives_no_fourth_roll(edition):
    state = fail(take(game(edition, ("elf-4", "hypnotist", *USUAL[2:])), "elf-4"))
    state = fail(apply(take(state, "hypnotist"), LEAVE_IT))
    assert (state.seat, names(state, 0), state.rolls) == (0, ["city", "elf-4", "hypnotist"], 3)


def test_apprentice_as_a_neighbour_gives_an_extra_turn_and_when_left_gives_none(edition):
    state = take(game(edition, (*USUAL[:3], "hypnotist", "apprentice-3r3b")), "hypnotist")
    left, taken = apply(state, LEAVE_IT), apply(state, TAKE_IT)
    assert (left.seat, left.turns) == (1, (1, 1))
    assert names(taken, 0) == ["hypnotist", "forest", "apprentice-3r3b"]
    assert (taken.seat, taken.turns, taken.rolls_left, len(taken.draw_pile)) == (0, (2, 0), 3, 33)


def test_dragon_as_a_neighbour_is_given_away(edition):
    state = hypnotise(game(edition, ("hypnotist", "dragon-30", *USUAL[2:]), ("gnome-6blue", "orc-4+2"), players=3))
    assert legal_moves(state) == [Move(Phase.give, 1), Move(Phase.give, 2)]
    state = apply(state, Move(Phase.give, 2))
    assert [names(state, seat) for seat in range(3)] == [["hypnotist"], [], ["dragon-30"]]
    assert state.display == ("orc-4+2", "gnome-6blue", "gnome-5red", "orc-5", "sprite-6")
    assert state.seat == 1


# Moves that are not allowed


@pytest.mark.parametrize(
    ("play", "move"),
    [
        (lambda state: state, Move(Phase.keep, 0)),
        (lambda state: state, Move(Phase.take, 0)),
        (lambda state: state, Move(Phase.roll, -1)),
        (lambda state: state, Move(Phase.roll, 9261)),  # there are rolls 0 to 9260
        (roll_all, Move(Phase.roll, 0)),
        (roll_all, Move(Phase.keep, 1)),  # roll 0 shows no such dice
        (roll_all, Move(Phase.keep, -1)),
        (roll_all, Move(Phase.take, NOTHING)),
        (lambda state: rolled(state, "snob-even"), Move(Phase.keep, 0)),
        (lambda state: rolled(state, "snob-even"), Move(Phase.take, 1)),
        (lambda state: rolled(state, "snob-even"), Move(Phase.take, 5)),
        (lambda state: rolled(state, "snob-even"), Move(Phase.take, NOTHING)),
        (lambda state: rolled(state, "snob-even"), Move(Phase.neighbour, 1)),
        (rolled, Move(Phase.take, 0)),
        (lambda state: take(state, "dragon-30"), Move(Phase.give, 0)),
        (lambda state: take(state, "dragon-30"), Move(Phase.give, 2)),
        (fail, Move(Phase.discard, 4)),
        (lambda state: replace(state, phase=Phase.over), Move(Phase.over, 0)),
        (lambda state: replace(state, phase=Phase.over), Move(Phase.roll, 0)),
    ],
)
def test_an_illegal_move_is_refused_in_one_line(edition, play, move):
    state = play(game(edition, WITH_DRAGON))
    refused = f"illegal move: {move.phase} {move.to} in a {state.phase} of seat {state.seat + 1}"
    with pytest.raises(StrategyError, match=f"^{refused}$"):
        apply(state, move)
