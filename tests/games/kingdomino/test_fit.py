"""What far-sighted players learn in self-play: what is written down, and what is fitted to it."""

from __future__ import annotations

import numpy as np
import pytest
from oracles import plain_sight as plain
from oracles.kingdoms import in_middle, points

from kingdice.games.kingdomino.blocks import make_tables
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.fit import first_guess, fit_sight
from kingdice.games.kingdomino.kernel_self_play import play_and_note
from kingdice.games.kingdomino.layout import FEATURES, STAGES
from kingdice.games.kingdomino.play import start
from kingdice.games.kingdomino.rules import apply, legal_moves, score
from kingdice.games.kingdomino.variants import variants_named
from kingdice.simulation.streams import DECISION, game_key, number_below, seed_key

SEED = 12


def noted(
    variants: str, players: int, weights: np.ndarray, *, games: int, first: int = 0, astray: int = 100
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What the kernel writes down: features, stages, and seats with points to come."""
    tables = make_tables(variants_named(variants), [described("far-sighted")] * players, sight=weights)
    room = tables.desk()
    features = np.zeros((games * 64, len(FEATURES)))
    stages, to_come = np.zeros(len(features), np.int64), np.zeros((len(features), 2), np.int64)
    rules, game, desk = tables.rules[0], room.game[0], room.desk[0]
    rows = play_and_note(rules, game, desk, seed_key(SEED), first, games, astray, features, stages, to_come)
    return features[:rows], stages[:rows], to_come[:rows]


def replayed(variants: str, players: int, weights: np.ndarray, *, game: int, astray: int) -> list[tuple]:
    """The same by the plain rules: a row for every move that was not random, but for last turns."""
    state = start(variants_named(variants), players, seed=SEED, game=game)
    key, drawn, rows = game_key(seed_key(SEED), np.uint64(game)), [0] * players, []

    def coin(seat: int, bound: int) -> int:
        drawn[seat] += 1
        return int(number_below(key, DECISION, seat, drawn[seat], 0, np.uint64(bound)))

    while not state.is_over:
        seat, stage, last = state.seat, plain.stage_of(state), state.picks == [None]
        best = max(plain.judged(state, weights), key=lambda one: one.promise)
        if coin(seat, 1000) < astray:
            moves = legal_moves(state)
            state = apply(state, moves[coin(seat, len(moves)) if len(moves) > 1 else 0])
            continue
        state = apply(state, best.move)
        if not last:
            kingdom = plain.squares_of(state, seat)
            middle = state.variants.middle_points * in_middle(kingdom, state.variants.size)
            rows.append((best.features, stage, seat, points(kingdom) + middle))
    return [(features, stage, seat, score(state, seat) - now) for features, stage, seat, now in rows]


def made_up() -> np.ndarray:
    weights = np.random.default_rng(3).normal(size=(STAGES, len(FEATURES)))
    weights[0] = 0
    return weights


@pytest.mark.parametrize(
    ("variants", "players", "astray", "weights"),
    [("middle,harmony", 2, 300, made_up()), ("harmony", 2, 50, first_guess()), ("standard", 3, 0, made_up())],
)
def test_self_play_writes_down_what_a_plain_replay_sees(variants: str, players: int, astray: int, weights: np.ndarray):
    features, stages, to_come = noted(variants, players, weights, games=1, first=4, astray=astray)
    expected = replayed(variants, players, weights, game=4, astray=astray)
    assert stages.tolist() == [stage for _, stage, _, _ in expected]
    assert to_come.tolist() == [[seat, points_to_come] for _, _, seat, points_to_come in expected]
    rows = [[facts[name] for name in FEATURES] for facts, _, _, _ in expected]
    assert features == pytest.approx(np.array(rows), abs=1e-9)


def test_games_are_written_down_one_after_the_other():
    together = noted("standard", 3, first_guess(), games=3)
    one_by_one = [noted("standard", 3, first_guess(), games=1, first=game) for game in range(3)]
    for whole, parts in zip(together, zip(*one_by_one, strict=True), strict=True):
        assert np.array_equal(whole, np.concatenate(parts))


def test_some_moves_are_random_and_none_of_them_is_learnt_from():
    """52 turns a game of four, 4 of them last ones: 48 rows, or nine in ten of them."""
    assert len(noted("standard", 4, first_guess(), games=50, astray=0)[1]) == 50 * 48
    rows = len(noted("standard", 4, first_guess(), games=50, astray=100)[1])
    assert abs(rows - 2160) < 5 * np.sqrt(2400 * 0.1 * 0.9)  # five standard deviations


def test_one_round_is_a_ridge_regression_on_games_of_the_first_guess():
    """Least squares with a row more for every weight, which pulls it to 0 by the square root of the ridge, 3."""
    fitted = fit_sight(variants_named("middle,harmony"), players=3, games=150, rounds=1, seed=SEED)
    features, stages, to_come = noted("middle,harmony", 3, first_guess(), games=150)
    pull = np.sqrt(3.0) * np.eye(len(FEATURES))
    for stage in range(1, STAGES):
        x, y = features[stages == stage], to_come[stages == stage, 1].astype(float)
        weights, *_ = np.linalg.lstsq(np.vstack([x, pull]), np.append(y, np.zeros(len(FEATURES))), rcond=None)
        assert fitted.weights[stage] == pytest.approx(weights, abs=1e-6)
        assert fitted.explained[stage] == pytest.approx(1 - np.mean((y - x @ weights) ** 2) / np.var(y), abs=1e-9)
    assert not fitted.weights[0].any()


def test_a_fit_is_reproducible_and_says_something_about_other_games():
    variants = variants_named("middle,harmony")
    fitted, again = (fit_sight(variants, players=4, games=400, rounds=2, seed=SEED) for _ in range(2))
    assert np.array_equal(fitted.weights, again.weights)
    assert fitted.mean_score == again.mean_score > 40
    assert fitted.weights.shape == (STAGES, len(FEATURES))
    features, stages, to_come = noted("middle,harmony", 4, fitted.weights, games=400, first=5000)
    for stage in range(1, 9):
        x, y = features[stages == stage], to_come[stages == stage, 1]
        unexplained = np.mean((y - x @ fitted.weights[stage]) ** 2) / np.var(y)
        assert unexplained < 0.9  # of what the mean alone, known beforehand, would leave
    other = fit_sight(variants, players=4, games=400, rounds=2, seed=SEED + 1)
    assert not np.array_equal(fitted.weights, other.weights)
