"""A game by the rulebook: its end, scores and ties, the switches of editions, and what holds in any game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields, replace
from functools import cache
from itertools import pairwise

import pytest
from games.king_of_dice.test_rules import (
    FULL_PILES,
    LEAVE_IT,
    PENALTIES,
    TAKE_IT,
    USUAL,
    VILLAGES,
    fail,
    game,
    hypnotise,
    names,
    rolled,
    take,
)
from oracles import citizens

from kingdice.dice.lattice import lattice_of
from kingdice.errors import EditionError
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.rules import (
    NOTHING,
    Card,
    Move,
    Phase,
    State,
    apply,
    legal_moves,
    new_game,
    score,
    winners,
)


@pytest.fixture
def edition_with(write_edition) -> Callable[[str], Edition]:
    """Makes an edition out of haba-2017 with some lines of its own."""
    return lambda text: load_edition(write_edition(f'extends = "haba-2017"\nname = "own"\n{text}\n'))


@pytest.fixture(scope="session")
def latvian() -> Edition:
    return load_edition("haba-2017-lv")


def realm(*cards: str) -> tuple[Card, ...]:
    """A realm of citizens by their ids, villages as `mine 3` and penalties as `-2`."""
    pile = []
    for card in cards:
        name, _, points = card.rpartition(" ")
        if name:
            pile.append(Card("village", name, int(points)))
        elif card in citizens.POINTS:
            pile.append(Card("citizen", card, citizens.POINTS[card] or 0))
        else:
            pile.append(Card("penalty", "penalty", int(card)))
    return tuple(pile)


def ended(state: State) -> str:
    """Which pile ended the game; nothing while it goes on."""
    assert (state.phase is Phase.over) == bool(state.ended_by)
    assert state.phase is not Phase.over or legal_moves(state) == []
    return state.ended_by


# The end


def test_the_last_card_of_the_draw_pile_ends_the_game_and_the_last_but_one_does_not(edition):
    state = take(game(edition, draw_pile=("elf-6", "gnome-6blue")), "dwarf-3x1")
    assert (ended(state), state.display[0], state.seat) == ("", "gnome-6blue", 1)
    state = take(state, "snob-even")
    assert (ended(state), state.display[0], state.draw_pile) == ("draw pile", "elf-6", ())
    assert names(state, 1) == ["snob-even"]


def test_the_last_card_of_the_draw_pile_ends_the_game_after_a_failure_too(edition):
    state = fail(game(edition, draw_pile=("elf-6",)))
    assert (ended(state), names(state, 0)) == ("draw pile", ["penalty -2"])
    assert state.display == ("elf-6", *USUAL[:4])


@pytest.mark.parametrize(("pile", "ended_by"), [(1, "draw pile"), (2, "draw pile"), (3, "")])
def test_a_hypnotist_with_its_neighbour_draws_two_cards_and_ends_the_game_when_they_run_out(edition, pile, ended_by):
    drawn = ("elf-6", "gnome-6blue", "orc-4+2")[:pile]
    state = hypnotise(game(edition, ("hypnotist", *USUAL[1:]), draw_pile=drawn))
    assert (ended(state), len(state.draw_pile)) == (ended_by, max(pile - 2, 0))
    assert names(state, 0) == ["hypnotist", "mine", "dwarf-3x1"]


def test_there_is_no_extra_turn_after_the_last_card_of_the_draw_pile(edition):
    state = take(game(edition, (*USUAL[:4], "apprentice-3r3b"), draw_pile=("elf-6",)), "apprentice-3r3b")
    assert (ended(state), state.turns) == ("draw pile", (1, 0))


def test_a_dragon_is_given_away_before_the_last_card_is_drawn(edition):
    state = take(game(edition, ("dragon-30", *USUAL[1:]), draw_pile=("elf-6",)), "dragon-30")
    assert ended(state) == ""
    state = apply(state, Move(Phase.give, 1))
    assert (ended(state), names(state, 1)) == ("draw pile", ["dragon-30"])


def test_the_last_penalty_ends_the_game_at_once(edition):
    state = fail(game(edition, penalties=(-3, -4)))
    assert ended(state) == ""
    state = fail(state)
    assert (ended(state), state.penalties, names(state, 1)) == ("penalties", (), ["penalty -4"])
    assert len(state.draw_pile) == 34


@pytest.mark.parametrize("place", range(5))
def test_the_last_card_of_any_village_pile_ends_the_game_at_once(edition, place):
    piles = tuple((4,) if at == place else (2, 3, 4) for at in range(5))
    state = take(game(edition, villages=piles), USUAL[place])
    assert (ended(state), names(state, 0)) == ("villages", [VILLAGES[place], USUAL[place]])
    assert (state.turns, len(state.draw_pile)) == ((1, 0), 35)


def test_a_hypnotists_neighbour_may_end_the_game_by_its_village(edition):
    piles = ((2, 3, 4), (4,), (2, 3, 4), (2, 3, 4), (2, 3, 4))
    state = take(game(edition, ("hypnotist", *USUAL[1:]), villages=piles), "hypnotist")
    assert ended(apply(state, LEAVE_IT)) == ""
    assert ended(apply(state, TAKE_IT)) == "villages"


def test_there_is_no_extra_turn_after_the_last_village(edition):
    piles = (*FULL_PILES[:4], (4,))
    state = take(game(edition, (*USUAL[:4], "apprentice-3r3b"), villages=piles), "apprentice-3r3b")
    assert (ended(state), state.turns, names(state, 0)) == ("villages", (1, 0), ["forest", "apprentice-3r3b"])


def test_places_emptied_are_forgotten_once_the_display_is_filled_up(edition):
    state = take(game(edition, draw_pile=("elf-6",)), "dwarf-3x1")
    assert (ended(state), state.gone) == ("draw pile", frozenset())


def test_the_longest_game_has_thirty_five_turns(edition):
    deck = [one.id for one in edition.citizens]
    random.Random(40).shuffle(deck)  # its citizens can be met one alone in every display
    state = new_game(edition, deck, PENALTIES, players=4)
    while state.phase is not Phase.over:
        strange = [one for place, one in enumerate(state.display) if citizens.VILLAGES[one] != VILLAGES[place]]
        state = take(state, strange[0])
        while state.phase in (Phase.neighbour, Phase.give):
            state = apply(state, legal_moves(state)[-1])
    assert (ended(state), sum(state.turns), state.villages) == ("draw pile", 35, FULL_PILES)


# Scores and ties


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((), 0),
        (("mine 3", "dwarf-4x3"), 9),
        (("snob-odd", "-2", "-4"), -1),
        (("elf-6", "dragon-28", "dragon-25"), 1),
        (("hypnotist", "forest 4", "fairy-2r2g", "-1", "fairy-2b2g", "city 2", "elf-4"), 11),
    ],
)
def test_citizens_and_villages_count_and_penalties_and_dragons_are_taken_off(edition, cards, points):
    assert score(game(edition, realms=((), realm(*cards))), 1) == points


FAIRIES = ("fairy-2r2g", "fairy-2b2g", "fairy-2r3g", "fairy-3r2b", "fairy-2g3b")


def fairy_points(edition: Edition) -> list[int]:
    return [score(game(edition, realms=(realm(*FAIRIES[:count]), ())), 0) for count in range(6)]


def test_so_many_fairies_are_worth_so_many_points_each(edition):
    assert fairy_points(edition) == [0, 1, 4, 9, 16, 25]


def test_by_the_latvian_leaflet_the_first_fairy_is_worth_one_the_second_two(latvian):
    assert fairy_points(latvian) == [0, 1, 3, 6, 10, 15]


@pytest.mark.parametrize(
    ("realms", "by_points", "by_cards"),
    [
        ([("snob-odd",), ("dwarf-3x1",)], [0], [0]),  # 5 : 4
        ([("dwarf-4x3", "-1"), ("dwarf-3x1",)], [0], [0]),  # 5 : 4, minus points do not matter
        ([("snob-odd", "-1"), ("dwarf-3x1",)], [1], [1]),  # 4 : 4
        ([("dwarf-4x3", "-1", "-1"), ("elf-6", "-3")], [0], [1]),  # 4 : 4, minus 2 on two cards : 3 on one
        ([("dwarf-5x1", "dragon-30"), ("dwarf-4x3", "-1", "-1")], [1], [0]),  # 4 : 4, 6 on one : 2 on two
        ([("dwarf-4x3", "dragon-25"), ("snob-odd", "-1")], [1], [0, 1]),  # 4 : 4, 2 on one : 1 on one
        ([("dwarf-4x3", "dragon-25"), ("dwarf-4x3", "-2"), ("orc-3+2",)], [0, 1], [0, 1]),  # 4 : 4 : 3
        (
            [("orc-2+2", "mine 3"), ("dwarf-3x1",), ("fairy-2r2g", "fairy-2b2g")],
            [0, 1, 2],
            [0, 1],
        ),  # 4 each, or fairies 3
        ([("dragon-25",), (), ("-1",)], [1], [1]),  # -2 : 0 : -1
    ],
)
def test_a_tie_goes_to_fewer_minus_points_or_by_the_switch_to_fewer_minus_cards_and_is_shared_then(
    edition, latvian, realms, by_points, by_cards
):
    piles = tuple(realm(*cards) for cards in realms)
    assert winners(game(edition, players=len(piles), realms=piles)) == by_points
    assert winners(game(latvian, players=len(piles), realms=piles)) == by_cards


# Switches and handicaps


@pytest.mark.parametrize("place", range(5))
def test_by_the_latvian_leaflet_any_citizen_may_be_discarded_after_a_failure(latvian, place):
    state = fail(game(latvian, draw=("gnome-6blue",)))
    assert legal_moves(state) == [Move(Phase.discard, at) for at in range(5)]
    assert (state.seat, names(state, 0)) == (0, ["penalty -2"])
    state = apply(state, Move(Phase.discard, place))
    assert state.display == ("gnome-6blue", *USUAL[:place], *USUAL[place + 1 :])
    assert (state.seat, names(state, 0), len(state.draw_pile)) == (1, ["penalty -2"], 34)
    assert state.villages == FULL_PILES


def test_nothing_is_discarded_after_the_last_penalty(latvian):
    assert ended(fail(game(latvian, penalties=(-4,)))) == "penalties"


def test_a_player_may_decline_a_citizen_where_the_edition_says_so(edition_with):
    state = rolled(game(edition_with("[rules]\nmay_decline = true")), "snob-even", "orc-5")
    assert legal_moves(state) == [Move(Phase.take, 0), Move(Phase.take, 3), Move(Phase.take, NOTHING)]
    state = apply(state, Move(Phase.take, NOTHING))
    assert (names(state, 0), state.display[1:], state.seat) == (["penalty -2"], USUAL[:4], 1)


def test_a_player_who_declines_discards_any_citizen_where_the_edition_says_so(edition_with):
    state = game(edition_with('[rules]\nmay_decline = true\nfailure_discards = "any"'))
    state = apply(rolled(state, "snob-even"), Move(Phase.take, NOTHING))
    assert apply(state, Move(Phase.discard, 0)).display[1:] == USUAL[1:]


@pytest.mark.parametrize("rolls", [1, 2, 5])
def test_a_turn_has_the_editions_rolls_and_one_more_with_an_elf_on_top(edition_with, rolls):
    state = game(edition_with(f"[rules]\nrolls = {rolls}"), ("elf-4", *USUAL[1:]))
    assert state.rolls_left == rolls
    assert apply(state, Move(Phase.roll, 0)).phase is (Phase.take if rolls == 1 else Phase.keep)
    assert fail(take(state, "elf-4")).rolls_left == rolls + 1


def test_a_handicap_gives_its_seat_more_rolls_every_turn_beside_an_elfs(edition_with):
    text = "[[handicaps]]\nseat = 2\nextra_rolls = 1\n[[handicaps]]\nseat = 3\nextra_rolls = -2"
    state = game(edition_with(text), ("snob-even", "elf-4", *USUAL[2:]), players=3)
    rolls = [state.rolls]
    for play in (fail, lambda now: take(now, "elf-4"), fail, fail):
        state = play(state)
        rolls.append(state.rolls)
    assert rolls == [3, 4, 1, 3, 5]


def test_a_handicaps_points_count_in_the_score_but_are_no_minus_points(edition_with):
    edition = edition_with("[[handicaps]]\nseat = 1\npoints = -4\n[[handicaps]]\nseat = 2\npoints = 1")
    state = game(edition, players=3)
    assert [score(state, seat) for seat in range(3)] == [-4, 1, 0]
    state = replace(state, realms=(realm("snob-odd"), realm("-1", "orc-2+2"), realm("orc-2+2")))
    assert [score(state, seat) for seat in range(3)] == [1, 1, 1]
    assert winners(state) == [0, 2]


def test_a_hypnotised_hypnotist_takes_no_neighbour_in_turn(edition_with):
    edition = edition_with('[[changes]]\nid = "dwarf-3x1"\neffect = "neighbour"')
    state = hypnotise(game(edition, ("hypnotist", *USUAL[1:])))
    assert (state.phase, state.seat, names(state, 0)) == (Phase.roll, 1, ["hypnotist", "mine", "dwarf-3x1"])


def test_a_lone_king_would_have_nobody_to_give_a_dragon_to(edition_with):
    with pytest.raises(EditionError, match="2 to 9"):
        edition_with("players = [1, 1]")


def test_a_display_needs_a_draw_pile_behind_it(edition_with):
    text = '[[villages]]\nname = "mine"\nvalues = [2, 3]\n'
    text += '[[citizens]]\nid = "dwarf"\ncitizen = "dwarf"\nvillage = "mine"\npoints = 4\nneeds = "three 1s"'
    with pytest.raises(EditionError, match="1 citizens: expected more than the 1 on display"):
        edition_with(text)


# What the players see


def test_the_players_see_how_high_piles_are_and_their_tops_but_no_order(edition):
    state = fail(game(edition))
    seen = state.seen()
    assert seen.draw_pile == ("",) * 34
    assert (len(seen.penalties), seen.penalties[0]) == (9, -1)
    other = replace(
        state, draw_pile=state.draw_pile[::-1], penalties=(state.penalties[0], *sorted(state.penalties[1:]))
    )
    assert other != state
    assert other.seen() == seen
    hidden = {"draw_pile", "penalties"}
    for field in fields(state):
        assert field.name in hidden or getattr(seen, field.name) == getattr(state, field.name)


# Any game: twelve random ones for each edition, number of players and may_decline


def any_roll(state: State, rng: random.Random) -> int:
    """Throw the dice that are not set aside."""
    groups, index = state.edition.pool.groups, 0
    kept = ((),) * len(groups) if state.keep == NOTHING else lattice_of(state.edition.pool).faces_of(state.keep)
    for group, faces in zip(groups, kept, strict=True):
        thrown = [rng.randrange(6) for _ in range(group.count - len(faces))]
        index = index * group.roll_count + group.roll_number[tuple(sorted([*faces, *thrown]))]
    return index


def play_out(edition: Edition, players: int, seed: int) -> list[tuple[State, Move | None]]:
    """A random game: each state with the move made in it. Who meets a citizen mostly stops.

    In some games luck throws the dice again until they meet a citizen, or each game would end by its penalties.
    """
    rng = random.Random(seed)
    luck = (0, 12)[seed % 2]
    deck = rng.sample([one.id for one in edition.citizens], 40)
    state, story = new_game(edition, deck, rng.sample(PENALTIES, 10), players=players), []
    while state.phase is not Phase.over:
        if state.phase is Phase.roll:
            throws = (any_roll(state, rng) for _ in range(luck))
            move = Move(Phase.roll, next((one for one in throws if replace(state, roll=one).met), any_roll(state, rng)))
        elif state.phase is Phase.keep and state.met and rng.random() < 0.85:
            move = Move(Phase.keep, int(lattice_of(edition.pool).full[state.roll]))
        else:
            move = rng.choice(legal_moves(state))
        story.append((state, move))
        state = apply(state, move)
    return [*story, (state, None)]


@cache
def games_of(name: str, players: int, may_decline: bool) -> list[list[tuple[State, Move | None]]]:
    edition = load_edition(name)
    edition = replace(edition, rules=edition.rules.model_copy(update={"may_decline": may_decline}))
    return [play_out(edition, players, seed) for seed in range(12)]


KINDS = [(n, p, d) for n in ("haba-2017", "haba-2017-lv") for p in (2, 3, 4, 5) for d in (False, True)]


@pytest.fixture(params=KINDS, ids=str)
def some_games(request) -> list[list[tuple[State, Move | None]]]:
    return games_of(*request.param)


def test_the_random_games_come_to_every_phase_and_every_end():
    states = [state for kind in KINDS for story in games_of(*kind) for state, _ in story]
    assert {state.phase for state in states} == set(Phase)
    assert {state.ended_by for state in states} == {"", "draw pile", "penalties", "villages"}


def test_no_citizen_village_or_penalty_is_lost_or_doubled(some_games):
    for story in some_games:
        discarded: list[str] = []
        for state, move in story:
            cards = [card for pile in state.realms for card in pile]
            gone = state.gone if state.ended_by != "draw pile" else ()
            found = [one for place, one in enumerate(state.display) if place not in gone]
            found += [*state.draw_pile, *discarded, *(card.name for card in cards if card.kind == "citizen")]
            found += [state.display[max(state.gone)]] if state.phase is Phase.give else []  # in the hand
            assert sorted(found) == sorted(citizens.CITIZENS)
            for place, pile in enumerate(state.villages):
                assert sorted([*pile, *(c.points for c in cards if c.name == VILLAGES[place])]) == [2, 3, 4]
            assert Counter([*state.penalties, *(c.points for c in cards if c.kind == "penalty")]) == Counter(PENALTIES)
            if move == (Phase.take, NOTHING) and state.edition.name == "haba-2017" and len(state.penalties) > 1:
                discarded.append(state.display[-1])
            if state.phase is Phase.discard:
                discarded.append(state.display[move.to])


def test_there_is_always_a_move_unless_the_dice_are_due_or_the_game_is_over(some_games):
    for story in some_games:
        for state, _ in story:
            assert bool(legal_moves(state)) == (state.phase not in (Phase.roll, Phase.over))


def test_a_game_ends_within_thirty_five_turns_as_soon_as_a_pile_is_empty_and_not_before(some_games):
    for story in some_games:
        for state, _ in story:
            empty = {"draw pile": not state.draw_pile, "penalties": not state.penalties}
            empty["villages"] = not all(state.villages)
            assert [pile for pile, is_empty in empty.items() if is_empty] == [state.ended_by] * bool(ended(state))
        assert sum(story[-1][0].turns) <= 35


def test_the_score_is_what_a_recount_of_the_realm_gives(some_games):
    for story in some_games:
        for state, _ in story[::10] + story[-1:]:
            for seat, pile in enumerate(state.realms):
                fairies = sum(card.name.startswith("fairy") for card in pile)
                ones = [citizens.POINTS.get(card.name, card.points) or 0 for card in pile]
                together = fairies**2 if state.edition.name == "haba-2017" else sum(range(fairies + 1))
                assert score(state, seat) == sum(ones) + together


def test_the_next_seat_has_the_next_turn_except_after_an_apprentice_and_an_elf_on_top_rolls_once_more(some_games):
    for story in some_games:
        starts = [state for state, _ in story if state.phase is Phase.roll and state.roll == NOTHING]
        for before, state in pairwise(starts):
            won = state.realms[before.seat][len(before.realms[before.seat]) :]
            again = any(card.name.startswith("apprentice") for card in won)
            assert state.seat == (before.seat if again else (before.seat + 1) % state.players)
            elf = names(state, state.seat)[-1:] in (["elf-4"], ["elf-5"], ["elf-6"])
            assert state.rolls == (4 if elf else 3)


def test_a_move_leaves_the_state_before_it_as_it_was(some_games):
    for state, move in some_games[0][:-1]:
        contents = {field.name: getattr(state, field.name) for field in fields(state) if field.name != "edition"}
        copied, rules = deepcopy(contents), state.edition.rules.model_copy()
        apply(state, move)
        assert contents == copied
        assert state.edition.rules == rules
