"""Luck: what the rolls of a seat gave beyond what was to be expected of them, in the player's own worths.

The luck of a roll is the value of the turn with it, less the mean value over all the rolls there might have been; its
mean is zero however the player chooses.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from kingdice.dice.turn import TurnSolution, solve_turn
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.matches import GAME, match
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.rules import Phase, State
from kingdice.games.king_of_dice.strategies import STRATEGIES, Strategy, strategy_named

FALSE_ALARM = 1e-7
MILLION = 1_000_000


def solved(strategy: Strategy, state: State) -> TurnSolution:
    """The turn that begins in a state, in the worths of the player."""
    terminal = strategy.stakes(state.seen()).terminal(state.edition.masks)
    return solve_turn(state.edition.pool, terminal, rolls=state.rolls)


def plain_luck(edition: Edition, names: list[str], game: int, seed: int) -> list[float]:
    """The luck of every seat, roll by roll along one game of the plain rules."""
    played = play_game(edition, [strategy_named(name) for name in names], seed=seed, game=game)
    luck, turn = [0.0] * len(names), None
    for before, after in zip(played.states, played.states[1:], strict=False):
        if before.phase is not Phase.roll:
            continue
        if before.roll == -1:  # the first of the turn
            turn = solved(strategy_named(names[before.seat]), before)
            expected = turn.value
        else:
            expected = turn.keep_values(before.rolls_left)[before.keep]
        best = turn.best_keep(after.roll, after.rolls_left).value
        luck[before.seat] += best - expected
    return luck


def column(game, rows: np.ndarray, what: str) -> np.ndarray:
    """A column of every seat; array (games, seats)."""
    return rows[:, [game.columns.index(f"{what}_{seat}") for seat in range(1, len(game.strategies) + 1)]]


@pytest.mark.parametrize("edition", ["haba-2017", "haba-2017-lv"])
@pytest.mark.parametrize(
    "names",
    [
        ["turn-optimal", "lead-optimal"],
        ["far-sighted", "best-bet", "random"],
        ["first-met", "easiest", "highest", "far-sighted"],
    ],
    ids="-".join,
)
def test_luck_is_what_the_turn_solver_says_along_the_game(edition: str, names: list[str]):
    game = match(names, edition=edition, luck=True)
    rows = game.play_block(2, 0, 2)
    for number, noted in enumerate(column(game, rows, "luck").tolist()):
        expected = plain_luck(load_edition(edition), names, number, seed=2)
        assert noted == pytest.approx([MILLION * luck for luck in expected], abs=1.0)
        assert any(noted)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_games_are_the_same_whether_luck_is_noted_or_not(strategy: str):
    for edition in GAME.variants:
        names = [strategy, "random", strategy]
        plain, noting = match(names, edition=edition), match(names, edition=edition, luck=True)
        without, rows = plain.play_block(3, 5, 12), noting.play_block(3, 5, 12)
        assert plain.columns == noting.columns
        assert not column(plain, without, "luck").any()
        assert column(noting, rows, "luck").all()
        others = [place for place, name in enumerate(plain.columns) if not name.startswith("luck_")]
        assert np.array_equal(without[:, others], rows[:, others])


def test_luck_does_not_depend_on_blocks():
    game = match(["best-bet", "far-sighted"], luck=True)
    whole = game.play_block(4, 0, 40)
    parts = [game.play_block(4, first, games) for first, games in ((0, 1), (1, 7), (8, 32))]
    assert np.array_equal(whole, np.concatenate(parts))


def test_a_match_that_notes_luck_says_so():
    assert match(["random", "random"], luck=True).identity != match(["random", "random"]).identity


def check_mean(names: list[str], games: int, seed: int) -> None:
    """Each seat within six standard errors: a false alarm FALSE_ALARM for all together."""
    game = match(names, luck=True)
    luck = column(game, game.play_block(seed, 0, games), "luck") / MILLION
    spread = luck.std(axis=0, ddof=1)
    band = sqrt(2 * log(2 * len(names) / FALSE_ALARM)) * spread / sqrt(games)
    assert (abs(luck.mean(axis=0)) < band).all(), f"{luck.mean(axis=0)} beyond {band}"
    assert (spread > 3).all(), "points; luck is most of a score"


@pytest.mark.parametrize("names", [["random", "best-bet"], ["far-sighted", "highest", "turn-optimal"]], ids="-".join)
def test_luck_has_the_mean_zero(names: list[str]):
    """Whether a player chooses well or badly."""
    check_mean(names, 400, seed=6)


@pytest.mark.long
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_luck_of_many_games_has_the_mean_zero(strategy: str):
    check_mean([strategy, "random", strategy, "best-bet"], 4000, seed=7)


def test_scores_without_their_luck_vary_less():
    """Own points less own luck: what is left of the variance is less than seven tenths."""
    game = match(["turn-optimal", "turn-optimal"], luck=True)
    rows = game.play_block(8, 0, 300)
    scores, luck = column(game, rows, "score"), column(game, rows, "luck") / MILLION
    assert ((scores - luck).var(axis=0) < 0.7 * scores.var(axis=0)).all()
