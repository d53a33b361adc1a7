"""What holds for every game that can be simulated: a new game gets these tests by its line in `GAMES`.

Every strategy is tried at every number of players and in every variant, in quick and in long tests in all combinations,
else in a half of them. Two fields of seats are used: a strategy against itself (`mirror`), and in turn with the
strategy that plays at random (`mixed`), which leads games astray.
"""

from __future__ import annotations

import json
import pickle
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from kingdice.comparison.controls import control_table, mirror_control, random_control
from kingdice.errors import KingdiceError
from kingdice.games import GAMES, game_named
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.blocks import RunInterrupted
from kingdice.simulation.run import simulate
from kingdice.simulation.seam import Match, Registered, Rows

FALSE_ALARM = 1e-8

SUMMARY = {"game", "edition", "seed", "games", "rng_version", "digest", "games_per_second", "seats"}
SEAT = {"strategy", "win_share", "win_share_low", "win_share_high", "score_mean", "score_sd"}


@dataclass(frozen=True)
class Case:
    """A strategy, and how many play which variant of a game."""

    name: str
    variant: str
    players: int
    strategy: str

    @property
    def game(self) -> Registered:
        return game_named(self.name)

    @property
    def kind(self) -> str:
        """The strategy's name without what it is told."""
        return self.strategy.partition(":")[0]

    @property
    def mirror(self) -> Match:
        return self.match([self.strategy] * self.players)

    @property
    def mixed(self) -> Match:
        return self.match([self.game.strategies[0] if seat % 2 else self.strategy for seat in range(self.players)])

    def match(self, strategies: list[str] | tuple[str, ...]) -> Match:
        return self.game.match(strategies, edition=self.variant)

    def __str__(self) -> str:
        return f"{self.name}-{self.variant}-{self.players}-{self.strategy}"


def cases() -> Iterator[Case]:
    for name in GAMES:
        game = game_named(name)
        for variant in game.variants:
            for players in game.players(variant):
                for strategy in game.strategies:
                    yield Case(name, variant, players, game.light.get(strategy, strategy))


CASES = [pytest.param(case, id=str(case)) for case in cases()]
TABLES = [pytest.param(case, id=str(case)) for case in cases() if case.strategy == case.game.strategies[0]]
FEWEST = [
    pytest.param(case, id=str(case))
    for case in cases()
    if (case.variant, case.players) == (case.game.variants[0], case.game.players(case.game.variants[0])[0])
]
# Like the black fields of a chessboard: each strategy with every number of players, and in every variant.
HALF = [
    pytest.param(case, id=str(case))
    for case in cases()
    if (
        case.game.variants.index(case.variant)
        + case.players
        + case.game.strategies.index(case.strategy.partition(":")[0])
    )
    % 2
    == 0
]

every_case = pytest.mark.parametrize("case", CASES)
half_of_the_cases = pytest.mark.parametrize("case", HALF)
every_table = pytest.mark.parametrize("case", TABLES)
every_strategy = pytest.mark.parametrize("case", FEWEST)
every_game = pytest.mark.parametrize("name", GAMES)


# The games themselves


def check_moves(case: Case, game: int) -> None:
    """Only legal moves; made again they end in the row that the simulation gives."""
    match = case.mixed
    made = list(case.game.moves(match, seed=3, game=game))
    assert made
    for number, (_, move, legal) in enumerate(made):
        assert move in legal, f"{case}, game {game}: move {number}, {move}, is not among {list(legal)[:20]}"
    row = dict(zip(match.columns, match.play_block(3, game, 1)[0].tolist(), strict=True))
    assert case.game.replay(match, [move for _, move, _ in made], seed=3, game=game) == row


@half_of_the_cases
def test_only_legal_moves_are_made_and_made_again_they_give_the_row_of_the_simulation(case: Case) -> None:
    check_moves(case, 0)


@pytest.mark.long
@every_case
def test_ten_games_of_legal_moves_give_the_rows_of_the_simulation(case: Case) -> None:
    for game in range(1, 11):
        check_moves(case, game)


@half_of_the_cases
def test_a_player_has_a_choice_now_and_then(case: Case) -> None:
    assert any(len(legal) > 1 for _, _, legal in case.game.moves(case.mixed, seed=3, game=1))


@every_table
def test_a_move_that_is_not_legal_cannot_be_replayed(case: Case) -> None:
    """A game's second half alone is no game."""
    match = case.mixed
    moves = [move for _, move, _ in case.game.moves(match, seed=3, game=0)]
    with pytest.raises(KingdiceError):
        case.game.replay(match, moves[1:], seed=3, game=0)


# Rows


@every_case
def test_rows_have_the_columns_that_the_simulation_counts_on(case: Case) -> None:
    match = case.mirror
    rows = match.play_block(11, 100, 6)
    assert rows.dtype == np.int64
    assert rows.shape == (6, len(match.columns))
    assert match.columns[:2] == ("game", "move_hash")
    assert len(set(match.columns)) == len(match.columns)
    assert rows[:, 0].tolist() == list(range(100, 106))
    winners = rows[:, match.columns.index("winners")]
    assert ((winners > 0) & (winners < 1 << case.players)).all()
    means = ("score", *match.seat_means.values())
    assert {f"{mean}_{seat}" for mean in means for seat in range(1, case.players + 1)} <= set(match.columns)
    assert set(getattr(match, "board_means", {}).values()) <= set(match.columns)
    assert len(set(rows[:, 1].tolist())) == 6, "games of one seed differ"


@every_case
def test_whoever_has_most_points_is_among_the_winners(case: Case) -> None:
    match = case.mixed
    rows = match.play_block(12, 0, 8)
    scores = rows[:, [match.columns.index(f"score_{seat}") for seat in range(1, case.players + 1)]]
    winners = rows[:, match.columns.index("winners"), None] >> np.arange(case.players) & 1
    assert (winners.max(axis=1) == 1).all()
    assert (scores[winners == 1] == np.repeat(scores.max(axis=1), winners.sum(axis=1))).all()


@every_table
def test_a_game_is_known_by_its_seed_and_number(case: Case) -> None:
    match = case.mirror
    rows = match.play_block(5, 0, 9)
    assert np.array_equal(rows[4:7], match.play_block(5, 4, 3))
    assert not np.array_equal(rows[:, 1], match.play_block(6, 0, 9)[:, 1])
    far = 10**12
    assert np.array_equal(match.play_block(5, far, 3)[2:], match.play_block(5, far + 2, 1))


@every_table
def test_identity_is_json_and_tells_matches_apart(case: Case) -> None:
    game, identity = case.game, dict(case.mirror.identity)
    assert json.loads(json.dumps(identity)) == identity
    assert identity["game"] == case.name
    assert set(identity["edition"]) == {"name", "hash"}
    assert identity["strategies"] == [case.strategy] * case.players
    others = [case.match([strategy] * case.players) for strategy in game.strategies]
    told = {json.dumps(match.identity, sort_keys=True) for match in others}
    tables = [game.match([case.strategy] * game.players(one)[0], edition=one) for one in game.variants]
    hashes = {match.identity["edition"]["hash"] for match in tables}
    assert (len(told), len(hashes)) == (len(game.strategies), len(game.variants))


@every_table
def test_a_match_can_be_sent_to_another_process(case: Case) -> None:
    match = case.mixed
    rows = match.play_block(2, 0, 5)
    assert np.array_equal(pickle.loads(pickle.dumps(match)).play_block(2, 0, 5), rows)


# Runs


def digest(match: Match, games: int, **how: Any) -> str:
    return str(simulate(match, games=games, seed=8, **how).summary["digest"])


def check_digests(case: Case, games: int) -> None:
    match = case.mixed
    found = {(workers, block): digest(match, games, workers=workers, block=block)
             for workers, block in ((1, 4096), (2, 64), (2, 7))}  # fmt: skip
    assert len(set(found.values())) == 1, found


@half_of_the_cases
def test_one_and_two_workers_and_any_block_size_give_the_same_games(case: Case) -> None:
    check_digests(case, 66)


@pytest.mark.long
@every_case
def test_a_thousand_games_are_the_same_for_any_workers_and_blocks(case: Case) -> None:
    check_digests(case, 1000)


@dataclass(frozen=True)
class Breaking:
    """A match that is interrupted when it is to play a block that begins with game `at`."""

    match: Match
    at: int

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)

    def play_block(self, seed: int, first_game: int, games: int) -> Rows:
        if first_game == self.at:
            raise KeyboardInterrupt
        return self.match.play_block(seed, first_game, games)


@half_of_the_cases
def test_a_run_goes_on_where_it_was_interrupted(case: Case, tmp_path) -> None:
    """At a block that the case's name picks; the blocks that were kept are not played again."""
    match, block, games = case.mixed, 4, 18
    whole = simulate(match, games=games, seed=8)
    at = block * random.Random(str(case)).randint(1, 4)
    with pytest.raises(RunInterrupted):
        simulate(Breaking(match, at), games=games, seed=8, block=block, out=tmp_path / "run")
    resumed = simulate(Breaking(match, 0), games=games, seed=8, block=block, out=tmp_path / "run", resume=True)
    assert resumed.summary["digest"] == whole.summary["digest"]
    assert np.array_equal(np.concatenate(list(resumed.rows())), np.concatenate(list(whole.rows())))


@every_table
def test_a_run_of_other_strategies_is_not_gone_on_with(case: Case, tmp_path) -> None:
    simulate(case.mirror, games=8, seed=8, out=tmp_path / "run")
    other = case.match([case.game.strategies[1]] * case.players)
    with pytest.raises(KingdiceError, match="strategies"):
        simulate(other, games=8, seed=8, out=tmp_path / "run", resume=True)


@every_case
def test_the_summary_has_the_keys_of_every_game_and_its_own(case: Case) -> None:
    match = case.mixed
    run = simulate(match, games=12, seed=4)
    summary = run.summary
    board: Mapping[str, str] = getattr(match, "board_means", {})
    assert set(summary) == SUMMARY | ({"board"} if board else set())
    assert [set(seat) for seat in summary["seats"]] == [SEAT | set(match.seat_means)] * case.players
    assert json.loads(json.dumps(summary)) == summary
    assert (summary["game"], summary["seed"], summary["games"]) == (case.name, 4, 12)
    assert summary["edition"] == match.identity["edition"]
    assert summary["rng_version"] == RNG_VERSION
    assert [seat["strategy"] for seat in summary["seats"]] == list(match.strategies)
    assert sum(seat["win_share"] for seat in summary["seats"]) == pytest.approx(1, abs=1e-12)
    table = run.table()
    for number, seat in enumerate(summary["seats"], start=1):
        assert seat["win_share_low"] <= seat["win_share"] <= seat["win_share_high"]
        assert seat["score_mean"] == pytest.approx(table[f"score_{number}"].mean())
        assert seat["score_sd"] == pytest.approx(table[f"score_{number}"].std())
        for key, column in match.seat_means.items():
            own = table[f"{column}_{number}"]
            assert seat[key] == pytest.approx(own.std() if key.endswith("_sd") else own.mean())


# Controls


def check_mirror(case: Case, mirrors: int) -> None:
    """A copy that is marked, once on each seat of games of their own: Hoeffding's band around the fair share."""
    match = case.mirror
    rows = match.play_block(10, 0, mirrors * case.players)
    won = rows[:, match.columns.index("winners"), None] >> np.arange(case.players) & 1
    credit = (won / won.sum(axis=1, keepdims=True)).reshape(mirrors, case.players, case.players)
    marked = credit[:, np.arange(case.players), np.arange(case.players)].mean()
    reach = sqrt(log(2 / FALSE_ALARM) / (2 * mirrors * case.players))
    assert abs(marked - 1 / case.players) < reach


@every_strategy
def test_a_marked_copy_among_its_equals_wins_its_share(case: Case) -> None:
    """Games of one table are independent, so the false alarm is FALSE_ALARM for each; 400 games: within 0.16."""
    check_mirror(case, 400 // case.players)


@pytest.mark.long
@every_case
def test_a_marked_copy_among_its_equals_wins_its_share_of_many_games(case: Case) -> None:
    check_mirror(case, 2000 // case.players)


def controls_hold(case: Case, rotations: int) -> None:
    """The controls of a comparison, at the level of FALSE_ALARM together: the mirror, and random that loses."""
    wanted = [mirror_control(case.match, case.strategy, players=case.players)]
    if case.strategy != case.game.strategies[0]:
        wanted.append(random_control(case.match, case.strategy, players=case.players, random=case.game.strategies[0]))
    table = control_table([(one, one.work.play_block(10, 0, rotations)) for one in wanted], level=1 - FALSE_ALARM)
    assert table["holds"].all(), table.to_string()


@every_strategy
def test_random_loses_to_every_strategy_and_every_strategy_wins_its_share_of_itself(case: Case) -> None:
    """Mirrors sound a false alarm once in 10^8; that random loses is seen on fixed dice."""
    controls_hold(case, 120)


@pytest.mark.long
@every_case
def test_controls_of_every_strategy_hold(case: Case) -> None:
    controls_hold(case, 200)


# Transcripts


@half_of_the_cases
def test_a_transcript_is_the_same_twice_and_mentions_every_seat_and_strategy(case: Case) -> None:
    game, match = case.game, case.mixed
    text = game.transcript(match, seed=7, game=2)
    assert text == game.transcript(match, seed=7, game=2)
    assert text != game.transcript(match, seed=7, game=3)
    assert text.endswith("\n")
    for seat, strategy in enumerate(match.strategies, start=1):
        assert f"seat {seat}" in text
        assert strategy in text
    row = dict(zip(match.columns, match.play_block(7, 2, 1)[0].tolist(), strict=True))
    for seat in range(1, case.players + 1):
        assert str(row[f"score_{seat}"]) in text.splitlines()[-2] + text.splitlines()[-1]


# What is refused


@every_strategy
def test_a_misspelt_strategy_gets_the_nearest_name(case: Case) -> None:
    misspelt = case.strategy[:2] + case.strategy[3:]
    with pytest.raises(KingdiceError, match=f"'{misspelt}'.*did you mean '{case.strategy}'"):
        case.match([misspelt] * case.players)
    with pytest.raises(KingdiceError, match=case.kind):
        case.match([case.strategy] * (case.players - 1) + ["no such thing at all"])


@every_game
def test_too_few_and_too_many_players_are_refused(name: str) -> None:
    game = game_named(name)
    for variant in game.variants:
        allowed = game.players(variant)
        for players in (0, allowed[0] - 1, allowed[-1] + 1, 64):
            with pytest.raises(KingdiceError, match=f"{players} players"):
                game.match([game.strategies[0]] * players, edition=variant)


@every_game
def test_a_misspelt_variant_gets_the_nearest_name(name: str) -> None:
    game = game_named(name)
    for variant in game.variants:
        misspelt, fewest = f"{variant[:2]}{variant[3:]}", game.players(variant)[0]
        with pytest.raises(KingdiceError, match=f"'{re.escape(misspelt.partition(',')[0])}.*did you mean '"):
            game.match([game.strategies[0]] * fewest, edition=misspelt)


@every_game
def test_a_game_is_registered_by_its_name_and_plays_at_random_first(name: str) -> None:
    game = game_named(name)
    assert game.name == name
    assert game.strategies[0] == "random"
    fewest = game.players(game.variants[0])[0]
    standard = game.match([game.strategies[0]] * fewest).identity["edition"]
    assert standard["name"] in game.variants
    with pytest.raises(KingdiceError, match=f"did you mean '{name}'"):
        game_named(name[:2] + name[3:])
