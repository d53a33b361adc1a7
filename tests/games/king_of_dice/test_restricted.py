"""Players that do without given citizens, or without more rolls than so many."""

from __future__ import annotations

import dataclasses
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kingdice.dice.lattice import lattice_of
from kingdice.dice.stakes import Stakes
from kingdice.errors import StrategyError
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.described import described
from kingdice.games.king_of_dice.matches import GAME, match
from kingdice.games.king_of_dice.reading import stakes_of
from kingdice.games.king_of_dice.rules import Move, Phase, Restriction, State, apply, legal_moves, new_game
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.games.king_of_dice.turn_log import TurnLog, log_turns

DATA = Path(__file__).parent / "data"
SIMPLE = ["random", "first-met", "highest", "easiest", "best-bet"]
DRAGONS = {"dragon-25", "dragon-28", "dragon-30"}
WITHOUT = "dragon+hypnotist+orc-2+2+snob-odd+gnome-5red"
REFUSED = {*DRAGONS, "hypnotist", "orc-2+2", "snob-odd", "gnome-5red"}


# How it is said


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("elf-4", {"elf-4"}),
        ("dragon", DRAGONS),
        ("dragon-25+dragon-28", {"dragon-25", "dragon-28"}),
        ("dragon+dragon-25+elf-6", {*DRAGONS, "elf-6"}),
        ("hypnotist", {"hypnotist"}),
        ("orc-2+2", {"orc-2+2"}),
        ("orc-2+2+2", {"orc-2+2+2"}),
        ("orc-2+2+orc-2+2+2+orc-3", {"orc-2+2", "orc-2+2+2", "orc-3"}),
        ("orc-3+orc-3+2+elf-4", {"orc-3", "orc-3+2", "elf-4"}),
        (WITHOUT, REFUSED),
    ],
)
def test_citizens_are_named_by_id_or_by_kind_and_joined_by_plus(edition: Edition, words: str, ids: set[str]):
    for name in GAME.strategies:
        told = described(f"{name}:without={words}", edition)
        assert told.restriction == Restriction(frozenset(ids), 0)


def test_rolls_and_citizens_are_told_in_any_order(edition: Edition):
    told = described("highest:rolls=2:without=elf-4", edition)
    assert told.restriction == described("highest:without=elf-4:rolls=2", edition).restriction
    assert told.restriction == (frozenset({"elf-4"}), 2)
    assert described("highest", edition).restriction == (frozenset(), 0)


def test_a_kind_is_what_stands_before_any_dash_and_gives_way_to_an_id(edition: Edition):
    ids = ["elf", "elf-4", "sea-elf-1", "sea-elf-2", "sea-orc"]
    citizens = tuple(one.model_copy(update={"id": name}) for one, name in zip(edition.citizens[:5], ids, strict=True))
    mine = dataclasses.replace(edition, citizens=citizens)
    for words, found in {
        "elf": {"elf"},
        "sea": {"sea-elf-1", "sea-elf-2", "sea-orc"},
        "sea-elf": {"sea-elf-1", "sea-elf-2"},
    }.items():
        assert described(f"random:without={words}", mine).restriction.without == found


def test_which_citizens_there_are_is_said_by_the_edition_that_is_played():
    own = DATA / "four-d8.toml"
    assert match(["best-bet:without=elf-3", "random"], edition=str(own)).described["best-bet:without=elf-3"]
    with pytest.raises(StrategyError, match="edition haba-2017 has no citizen 'elf-3'; did you mean 'elf-"):
        match(["best-bet:without=elf-3", "random"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("best-bet:without=elf4", "edition haba-2017 has no citizen 'elf4'; did you mean 'elf-4'?"),
        ("best-bet:without=elf-4+dargon", "has no citizen 'dargon'; did you mean 'dragon'?"),
        ("best-bet:without=orc-2+3+elf-4", "has no citizen 'orc-2+3'; did you mean 'orc-2+2'?"),
        (
            "best-bet:without=zzz",
            "has no citizen 'zzz'; kinds are snob, elf, dwarf, gnome, orc, sprite, apprentice, fairy, dragon",
        ),
        ("best-bet:without=", "without: expected citizens, as in elf-4+dragon"),
        ("best-bet:without=+", "has no citizen '+'"),
        ("best-bet:wihtout=elf-4", "no option 'wihtout'; did you mean 'without'?"),
        ("best-bte:without=elf-4", "no strategy 'best-bte:without=elf-4'; did you mean 'best-bet:without=elf-4'?"),
        ("best-bet:rolls=0", "rolls '0': expected a whole number from 1 to 10"),
        ("best-bet:rolls=2.5", "rolls '2.5': expected a whole number from 1 to 10"),
        ("best-bet:without=elf-4:without=elf-5", "every option once"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(edition: Edition, text: str, says: str):
    for read in (lambda: described(text, edition), lambda: match([text, "random"]), lambda: strategy_named(text)):
        with pytest.raises(StrategyError) as caught:
            read()
        assert says in str(caught.value)
        assert len(str(caught.value).splitlines()) == 1


def test_kept_runs_of_unrestricted_players_are_known_by_what_they_were():
    """The identity that runs were kept with before players could do without anything."""
    assert match(["best-bet", "turn-optimal"]).identity["parameters"] == [{}, {}]
    assert list(match(["far-sighted", "random"]).identity["parameters"][0]) == [
        "fourth_roll",
        "extra_turn",
        "fairies",
        "left_to_others",
        "left_to_self",
        "end",
        "dragon",
    ]


def test_a_match_says_what_its_players_do_without():
    names = ["best-bet:without=dragon", "far-sighted:rolls=2:without=elf-4"]
    first, second = match(names).identity["parameters"]
    assert match(names).identity["strategies"] == names
    assert first == {"without": ["dragon-25", "dragon-28", "dragon-30"]}
    assert (second["without"], second["rolls"]) == (["elf-4"], 2)
    assert set(second) > set(match(["far-sighted"] * 2).identity["parameters"][0])


# By the rules, one move at a time


def before_taking(display: list[str], refused: set[str]) -> State:
    """Seat 1 has stopped with 4 4, 4 4, 6 2 on its dice; the penalty on top is -1."""
    edition = load_edition()
    deck = [*display, *(one for one in edition.bit_of if one not in display)]
    told = (Restriction(frozenset(refused)), Restriction())
    numbers = [(4, 4), (4, 4), (2, 6)]
    dice = [
        [next(face for face in group.die.faces if face.number == number) for number in shown]
        for group, shown in zip(edition.pool.groups, numbers, strict=True)
    ]
    state = new_game(edition, deck, [-1] * 10, players=2, restrictions=told)
    return stopped(apply(state, Move(Phase.roll, edition.pool.roll_index(dice))))


def stopped(state: State) -> State:
    """All dice are kept."""
    full = lattice_of(state.edition.pool).full[state.roll]
    return apply(state, Move(Phase.keep, int(full)))


DISPLAY = ["elf-6", "hypnotist", "dwarf-4x4", "dragon-25", "snob-even"]


def test_a_citizen_that_is_refused_cannot_be_taken_and_if_no_other_is_met_the_turn_fails():
    free = before_taking(DISPLAY, {"elf-4"})
    assert [DISPLAY[move.to] for move in legal_moves(free)] == ["dwarf-4x4", "snob-even"]
    one_left = before_taking(DISPLAY, {"dwarf-4x4"})
    assert [DISPLAY[move.to] for move in legal_moves(one_left)] == ["snob-even"]
    bound = before_taking(DISPLAY, {"dwarf-4x4", "snob-even"})
    assert bound.met == []
    assert legal_moves(bound) == [Move(Phase.take, -1)]
    after = apply(bound, Move(Phase.take, -1))
    assert [card.kind for card in after.realms[0]] == ["penalty"]
    assert after.discarded == ("snob-even",), "the rightmost goes, though it is refused"
    with pytest.raises(StrategyError, match="illegal move"):
        apply(bound, Move(Phase.take, 2))
    assert "dwarf-4x4" in after.display, "and the citizen stays for the others"


def test_a_hypnotist_does_not_bring_a_citizen_that_is_refused():
    edition = load_edition()
    mask = edition.masks.kinds[edition.masks.kind_of_roll]
    roll = int(np.flatnonzero(mask >> np.uint64(edition.bit_of["hypnotist"]) & np.uint64(1))[0])
    for refused, moves in ((set(), [1, 0]), ({"dwarf-4x4"}, [0])):
        deck = [*DISPLAY, *(one for one in edition.bit_of if one not in DISPLAY)]
        told = (Restriction(frozenset(refused)), Restriction())
        state = apply(new_game(edition, deck, [-1] * 10, players=2, restrictions=told), Move(Phase.roll, roll))
        state = apply(stopped(state), Move(Phase.take, 1))
        assert state.phase is Phase.neighbour
        assert [move.to for move in legal_moves(state)] == moves
        for name in GAME.strategies:
            if refused:
                assert strategy_named(name).choose(state.seen(), lambda bound: bound - 1) == Move(Phase.neighbour, 0)


def test_what_is_refused_is_worth_nothing_nor_is_a_hypnotist_worth_more_for_it():
    """By the cards: elf-6 7 points and a village of 2, hypnotist 1, its neighbour dwarf-4x4 6, snob-even 5."""
    free, bound = (stakes_of(before_taking(DISPLAY, some), "points") for some in (set(), {"dwarf-4x4", "elf-6"}))
    assert (free.worths, free.order) == ((9, 7, 6, 0, 5), (0, 1, 2, 4, 3, -1))
    assert (bound.worths[1], bound.order) == (1, (4, 1, 3, -1))
    fewer = Stakes(tuple(bound.bits[place] for place in (1, 3, 4)), (1.0, 0.0, 5.0), bound.failing)
    masks = load_edition().masks
    assert np.array_equal(bound.terminal(masks), fewer.terminal(masks)), "as if those places held nobody"


def test_what_is_refused_is_not_among_what_may_be_declined():
    """A penalty of 1 against worths of 2, 0, -3 and 5, the last one refused: -3 is declined."""
    stakes = Stakes((0, 1, 2, 3), (2.0, 0.0, -3.0, 5.0), failing=-1.0, may_decline=True, barred=frozenset({3}))
    assert stakes.order == (0, 1, -1, 2)


# Whole games


@cache
def log_of(names: tuple[str, ...], games: int) -> TurnLog:
    return log_turns(match(names), games=games, seed=3)


def places(log: TurnLog, ids: set[str]) -> list[int]:
    return [log.edition.bit_of[one] for one in ids]


@pytest.mark.parametrize("strategy", [*SIMPLE, "turn-optimal", "far-sighted"])
def test_a_player_never_takes_what_it_refuses_but_others_do(strategy: str):
    games = 400 if strategy in SIMPLE else 40
    log = log_of((f"{strategy}:without={WITHOUT}", "best-bet"), games)
    mine, refused = log.seat == 0, places(log, REFUSED)
    assert not np.isin(log.taken[mine], refused).any()
    assert not np.isin(log.neighbour[mine], refused).any()
    assert np.isin(log.taken[~mine], refused).sum() > games / 10
    assert np.isin(log.discarded[mine], refused).any(), "a failure discards whatever lies there"


def test_a_dragon_is_received_by_a_player_who_never_takes_one():
    game = match([f"best-bet:without={WITHOUT}", "best-bet"])
    rows = game.play_block(3, 0, 400)
    realms = rows[:, game.columns.index("citizens_1")].astype(np.uint64)
    held = {one: int((realms >> np.uint64(game.edition.bit_of[one]) & np.uint64(1)).sum()) for one in REFUSED}
    assert all((held[one] > 0) == (one in DRAGONS) for one in REFUSED), held


def test_it_fails_more_often_where_nothing_else_is_met():
    """Both play the same first turns on the same dice; the first player does without 28 of the 40 citizens."""
    names = ("highest:without=snob+elf+gnome+orc+sprite+apprentice+fairy", "highest")
    bound, free = log_of(names, 200), log_of(("highest", "highest"), 200)
    openings = bound.first[:-1], free.first[:-1]
    failed = [(log.taken[first] == -1).mean() for log, first in zip((bound, free), openings, strict=True)]
    assert failed[0] > failed[1] + 0.2


@pytest.mark.parametrize("strategy", [*SIMPLE, "turn-optimal"])
def test_a_turn_has_no_more_rolls_than_the_player_makes(strategy: str):
    games = 200 if strategy in SIMPLE else 20
    for most in (1, 2, 3):
        log = log_of((f"{strategy}:rolls={most}", "best-bet"), games)
        mine = log.seat == 0
        assert set(log.rolls[mine].tolist()) == {most}
        assert log.used[mine].max() == most
        assert set(log.rolls[~mine].tolist()) == {3, 4}, "an elf gives the other a fourth"


@pytest.mark.parametrize("strategy", GAME.strategies)
def test_a_limit_that_no_turn_reaches_changes_nothing(strategy: str):
    games = 60 if strategy in SIMPLE else 8
    free, bound = (match([name, "random"]).play_block(4, 0, games) for name in (strategy, f"{strategy}:rolls=4"))
    assert np.array_equal(free, bound)


def test_fewer_rolls_win_fewer_points():
    """Mean scores of 300 games, whose standard errors are below 0.7 points."""
    means = [log_of((f"best-bet:rolls={most}", "best-bet"), 300).scores[:, 0].mean() for most in (1, 2, 3)]
    assert all(more - fewer > 3 for fewer, more in pairwise(means)), means


@pytest.mark.parametrize("edition", ["haba-2017", "haba-2017-lv"])
def test_moves_of_restricted_players_are_legal_and_can_be_made_again(edition: str):
    names = [f"random:without={WITHOUT}:rolls=2", f"best-bet:without={WITHOUT}", "random"]
    game = match(names, edition=edition)
    made = list(GAME.moves(game, seed=3, game=5))
    assert all(move in legal for _, move, legal in made)
    row = GAME.replay(game, [move for _, move, _ in made], seed=3, game=5)
    assert list(row.values()) == game.play_block(3, 5, 1)[0].tolist()
    assert names[0] in GAME.transcript(game, seed=3, game=5)
