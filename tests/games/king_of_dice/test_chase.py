"""The small tables of the simple strategies say what the large ones say, for every citizen, roll and rolls left."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from oracles import brute_force

from kingdice.dice.lattice import lattice_of
from kingdice.dice.turn import solve_turn
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.blocks import make_tables, play_block
from kingdice.games.king_of_dice.card_policies import card_policies
from kingdice.games.king_of_dice.chase import ChaseTables, chase_tables, entry_of
from kingdice.games.king_of_dice.matches import GAME, KingOfDiceMatch, match
from kingdice.simulation.throws import throws_of

DATA = Path(__file__).parent / "data"
EDITIONS = ["haba-2017", "haba-2017-lv", "four-d8", "six-alike", "weighted", "five-kinds"]
LOOKED_UP = {"haba-2017", "haba-2017-lv", "weighted"}
STRATEGIES = GAME.strategies

every_edition = pytest.mark.parametrize("name", EDITIONS)


def edition_named(name: str) -> Edition:
    return load_edition(name if name.startswith("haba") else DATA / f"{name}.toml")


def entries(edition: Edition, tables: ChaseTables) -> np.ndarray:
    """The entry of every citizen and roll, by adding up its groups' parts; array (citizens, rolls)."""
    shown = np.unravel_index(np.arange(edition.pool.roll_count), edition.pool.shape)
    return sum(tables.entry[:, group, roll].astype(np.int64) for group, roll in enumerate(shown))


@every_edition
def test_chances_are_equal_to_the_last_bit(name: str):
    edition = edition_named(name)
    tables, policies = chase_tables(edition), card_policies(edition, rolls=edition.longest_turn)
    classes = tables.class_start[:, None] + tables.class_of_entry[entries(edition, tables)].astype(np.int64)
    chances = np.moveaxis(tables.chances[classes], 2, 1)  # (citizens, rolls left, rolls)
    assert chances.shape == policies.chances.shape
    assert np.array_equal(chances.view(np.uint64), policies.chances.view(np.uint64))
    assert np.array_equal(tables.whole.view(np.uint64), policies.whole.view(np.uint64))


@every_edition
def test_keeps_and_their_bases_are_the_same(name: str):
    edition = edition_named(name)
    tables, policies = chase_tables(edition), card_policies(edition, rolls=edition.longest_turn)
    lattice, throws = lattice_of(edition.pool), throws_of(edition.pool)
    assert bool(throws.ways) == (name in LOOKED_UP)
    kept = tables.keep_of_entry[:, entries(edition, tables)].astype(np.int64)  # (rolls left, citizens, rolls)
    shown = np.unravel_index(np.arange(edition.pool.roll_count), edition.pool.shape)
    keeps = np.zeros(kept.shape, dtype=np.int64)
    bases = np.zeros(kept.shape, dtype=np.uint64)
    for group, roll in enumerate(shown):
        some = kept >> tables.shifts[group] & ((1 << (tables.shifts[group + 1] - tables.shifts[group])) - 1)
        keeps += tables.keep_parts[group, roll, some]
        bases |= tables.base_parts[group, roll, some]
    assert np.array_equal(np.moveaxis(keeps, 0, 1), policies.keeps)
    assert np.array_equal(kept == 0, keeps == lattice.full), "0 stops"
    if throws.ways:
        assert np.array_equal(bases, throws.bases[keeps])


@every_edition
def test_the_kernel_adds_up_the_same_entries(name: str):
    edition = edition_named(name)
    tables = chase_tables(edition)
    expected = entries(edition, tables)
    rolls = np.random.default_rng(3).integers(edition.pool.roll_count, size=60)
    shown = np.stack(np.unravel_index(rolls, edition.pool.shape), axis=1)
    for card in range(len(edition.citizens)):
        found = [entry_of(card, one, tables.entry) for one in shown]
        assert found == expected[card, rolls].tolist()


@every_edition
def test_every_citizen_is_chased_as_it_is_solved_alone(name: str):
    """Against the turn solver in NumPy: the chance of the turn, of every roll, and the keep by the tie rule."""
    edition = edition_named(name)
    most = edition.longest_turn
    policies = card_policies(edition, rolls=most)
    cards = range(len(edition.citizens)) if edition.pool.roll_count < 1000 else range(0, len(edition.citizens), 9)
    for card in cards:
        met = edition.conditions[card].met(edition.pool).astype(np.float64)
        solved = solve_turn(edition.pool, met, rolls=most)
        assert np.allclose(policies.whole[card], solved.values, rtol=0, atol=1e-12)
        assert np.array_equal(policies.keeps[card], solved.policy.keeps), edition.citizens[card].id
        assert np.array_equal(policies.chances[card, 0], met)


def test_chances_of_the_printed_game_are_those_of_the_list(edition: Edition):
    """Three rolls, four rolls (facts of the printed game, section 7, in per cent)."""
    whole = chase_tables(edition).whole
    listed = {"snob-even": (44.9, 67.9), "elf-6": (19.7, 31.1), "dwarf-5x6": (5.2, 12.7), "sprite-6": (21.9, 39.4)}
    for one, percent in listed.items():
        assert tuple(np.round(100 * whole[edition.bit_of[one], 2:4], 1)) == percent


def test_four_eight_sided_dice_are_chased_as_by_brute_force():
    """Three rolls: all 4,096 ordered rolls, every subset kept."""
    edition = edition_named("four-d8")
    dice = [[(number, "red" if number <= 4 else "blue", 1) for number in range(1, 9)]] * 4
    whole = chase_tables(edition).whole
    for one, met in {
        "dwarf-2x8": lambda shown: sum(number == 8 for number, _ in shown) >= 2,
        "snob-even": lambda shown: all(number % 2 == 0 for number, _ in shown),
        "fairy-2r2b": lambda shown: sum(colour == "red" for _, colour in shown) == 2,
    }.items():
        chance = brute_force.success_chances(dice, met, 3)[-1]
        assert whole[edition.bit_of[one], 2] == pytest.approx(chance, abs=1e-12)


# Games with dice that are not looked up, or not alike


def check_games(game: KingOfDiceMatch, games: range, seed: int = 6) -> None:
    """The block of the kernels and the games of the plain rules, move by move (a row has a hash of all moves)."""
    rows = game.play_block(seed, games[0], len(games))
    for row, number in zip(rows.tolist(), games, strict=True):
        moves = [move for _, move, _ in GAME.moves(game, seed=seed, game=number)]
        assert GAME.replay(game, moves, seed=seed, game=number) == dict(zip(game.columns, row, strict=True))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", ["four-d8", "six-alike", "weighted", "five-kinds"])
def test_games_with_other_dice_are_those_of_the_plain_rules(name: str, strategy: str):
    check_games(match([strategy, "random", strategy], edition=edition_named(name)), range(1))


@pytest.mark.long
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", ["four-d8", "six-alike", "weighted", "five-kinds"])
def test_many_games_with_other_dice_are_those_of_the_plain_rules(name: str, strategy: str):
    check_games(match([strategy, "best-bet", strategy], edition=edition_named(name)), range(1, 20))


@pytest.mark.parametrize("name", sorted(LOOKED_UP))
def test_games_are_the_same_with_look_ups_and_die_by_die(name: str):
    edition = edition_named(name)
    for first in STRATEGIES:
        tables = make_tables(edition, [first, "random", "best-bet"])
        single = dataclasses.replace(tables, throws=throws_of(edition.pool, look_up=False))
        games = 40 if first not in ("turn-optimal", "lead-optimal", "far-sighted") else 10
        assert np.array_equal(play_block(tables, 9, 0, games), play_block(single, 9, 0, games)), first


def test_a_far_sighted_player_knows_that_a_failure_takes_no_village():
    """Seat 5's first turn: a failure discards the sprite from the forest, and leaves its village to the apprentice."""
    check_games(match(["far-sighted", "random"] * 2 + ["far-sighted"]), range(3, 4), seed=3)
