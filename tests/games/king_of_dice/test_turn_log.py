"""The turns logged are those of the plain rules."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from oracles.plain_turns import turns_of

from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.edition import Handicap
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.rules import score
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.games.king_of_dice.turn_log import log_turns
from kingdice.simulation.run import simulate


def editions() -> list[Edition]:
    first, second = load_edition("haba-2017"), load_edition("haba-2017-lv")
    declining = dataclasses.replace(second, rules=second.rules.model_copy(update={"may_decline": True}))
    handicaps = (Handicap(seat=1, extra_rolls=1, points=-5), Handicap(seat=2, points=5))
    return [first, second, declining, dataclasses.replace(first, handicaps=handicaps)]


@pytest.mark.parametrize("names", [["best-bet", "random"], ["easiest", "highest", "first-met", "best-bet"]])
@pytest.mark.parametrize("edition", editions(), ids=["haba", "lv", "declining", "handicaps"])
def test_every_column_says_what_the_plain_rules_say(edition: Edition, names: list[str]) -> None:
    log = log_turns(match(names, edition=edition), games=3, seed=5, first_game=11)
    bits = edition.bit_of
    for game in range(log.games):
        played = play_game(edition, [strategy_named(name) for name in names], seed=5, game=11 + game)
        turns = turns_of(played)
        here = range(log.first[game], log.first[game + 1])
        assert len(here) == len(turns)
        for at, turn in zip(here, turns, strict=True):
            before, realm = turn.before, turn.before.realms[turn.before.seat]
            assert log.game[at] == game
            assert log.number[at] == turns.index(turn)
            assert log.seat[at] == before.seat
            assert (log.rolls[at], log.used[at]) == (before.rolls, turn.used)
            assert log.display[at].tolist() == [bits[one] for one in before.display]
            gone = [
                len(all_of.values) - len(left) for all_of, left in zip(edition.villages, before.villages, strict=True)
            ]
            assert log.villages[at].tolist() == gone
            assert log.before[at].tolist() == [score(before, seat) for seat in range(len(names))]
            assert log.after[at].tolist() == [score(turn.after, seat) for seat in range(len(names))]
            assert log.penalty[at] == before.penalties[0]
            assert log.penalties_left[at] == len(before.penalties)
            assert log.cards_left[at] == len(before.draw_pile)
            assert log.fairies[at] == sum(card.name.startswith("fairy") for card in realm)
            won = [bits[one] for one in turn.won] + [-1, -1]
            assert [log.taken[at], log.neighbour[at]] == won[:2]
            if turn is not turns[-1] or edition.rules.failure_discards == "rightmost":
                assert log.discarded[at] == [*(bits[one] for one in turn.discarded), -1][0]


def test_a_log_is_the_run_with_its_seed_for_any_workers() -> None:
    one = match(["best-bet", "easiest", "random"])
    run = simulate(one, games=1500, seed=9).table()
    log, again = (log_turns(one, games=1500, seed=9, workers=workers) for workers in (1, 2))
    assert log.table().equals(run)
    assert log.table().attrs == run.attrs
    for field in dataclasses.fields(log)[2:]:
        assert np.array_equal(getattr(log, field.name), getattr(again, field.name)), field.name


def test_a_sample_takes_every_turn_as_often_as_any_other() -> None:
    """Turns by their number in the game: 30 bands of 4.9 standard errors, all missed by chance once in 30,000 runs."""
    log = log_turns(match(["best-bet"] * 2), games=2000, seed=2)
    some = log.sample(6000)
    assert len(set(some.tolist())) == 6000
    assert np.all(np.diff(some) > 0)
    share = 6000 / len(log.seat)
    for number in range(30):
        turns = int((log.number == number).sum())
        found = int((log.number[some] == number).sum())
        assert abs(found - turns * share) < 4.9 * np.sqrt(turns * share * (1 - share))
    assert np.array_equal(some, log.sample(6000))
    assert np.array_equal(log.sample(10**9), np.arange(len(log.seat)))


@pytest.mark.parametrize(("games", "workers"), [(0, 1), (-1, 1), (5, 0)])
def test_no_games_or_workers_are_refused(games: int, workers: int) -> None:
    with pytest.raises(KingdiceError, match="at least 1"):
        log_turns(match(["best-bet", "random"]), games=games, workers=workers)
