"""The plain rules and the kernels play the same games, move by move."""

from __future__ import annotations

import dataclasses
from itertools import islice, pairwise, product

import numpy as np
import pytest

from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.blocks import columns, make_tables, play_block
from kingdice.games.king_of_dice.edition import Handicap
from kingdice.games.king_of_dice.play import Game, play_game
from kingdice.games.king_of_dice.rules import Phase, legal_moves, score, winners
from kingdice.games.king_of_dice.strategies import strategy_named

SIMPLE = ["random", "first-met", "highest", "easiest", "best-bet"]
# So much is refused that it soon is all that is met, or lies beside a hypnotist.
MANY = "snob+elf-4+dwarf-3x1+dwarf-4x4+dwarf-5x6+gnome-4green+gnome-5red+orc-2+2+orc-3+orc-4+2+sprite-5+fairy-2r2g"
RESTRICTED = [
    f"random:without={MANY}",
    f"best-bet:without={MANY}+dragon",
    "first-met:without=elf+dwarf+sprite+fairy+apprentice:rolls=2",
    f"highest:without={MANY}:rolls=1",
    "easiest:without=hypnotist+gnome+orc+snob:rolls=3",
]
SOLVED_RESTRICTED = [
    [f"turn-optimal:without={MANY}", "lead-optimal:without=dragon+fairy+sprite:rolls=2"],
    [f"far-sighted:without={MANY}", "random:without=elf:rolls=1", "far-sighted:without=dwarf+apprentice-3r3b:rolls=3"],
]
ENDINGS = ["", "draw pile", "penalties", "villages"]


def editions() -> list[Edition]:
    """Both rule texts, each with and without declining, and one with handicaps: every switch both ways."""
    built_in = [load_edition("haba-2017"), load_edition("haba-2017-lv")]
    declining = [dataclasses.replace(one, rules=one.rules.model_copy(update={"may_decline": True})) for one in built_in]
    handicaps = (Handicap(seat=1, extra_rolls=1, points=-5), Handicap(seat=2, extra_rolls=-1, points=5))
    return [*built_in, *declining, dataclasses.replace(built_in[0], handicaps=handicaps)]


def any_discard() -> Edition:
    """The printed game, but a failure discards any citizen."""
    printed = load_edition()
    return dataclasses.replace(printed, rules=printed.rules.model_copy(update={"failure_discards": "any"}))


def line_ups() -> list[list[str]]:
    """Strategies for 2 to 5 seats, every simple one at every seat."""
    return [[SIMPLE[(start + seat) % len(SIMPLE)] for seat in range(n)] for n, start in product(range(2, 6), range(5))]


def plain(edition: Edition, names: list[str], game: int) -> Game:
    return play_game(edition, [strategy_named(name, edition) for name in names], seed=7, game=game)


def expected_row(game: Game, number: int) -> dict[str, int]:
    end = game.states[-1]
    row = {"game": number, "move_hash": int(np.uint64(game.move_hash).astype(np.int64))}
    row |= {"ended_by": ENDINGS.index(end.ended_by), "turns": sum(end.turns)}
    row["winners"] = sum(1 << seat for seat in winners(end))
    for seat in range(end.players):
        failures = sum(
            before.seat == seat and before.phase is Phase.take and move.to == -1
            for before, move in zip(game.states, game.moves, strict=False)
        )
        row |= {f"score_{seat + 1}": score(end, seat), f"turns_{seat + 1}": end.turns[seat]}
        row |= {f"failures_{seat + 1}": failures, f"luck_{seat + 1}": 0}
        realm = [card.name for card in end.realms[seat] if card.kind == "citizen"]
        row[f"citizens_{seat + 1}"] = sum(1 << end.edition.bit_of[one] for one in realm)
    return row | flow(game)


def flow(game: Game) -> dict[str, int]:
    """Who led alone after each turn, counted from the states in which a turn begins and the end."""
    last = game.states[-1]
    after = [state for state in game.states[1:] if state.phase is Phase.roll and state.roll == -1] + [last]
    leaders = []
    for state in after:
        points = [score(state, seat) for seat in range(state.players)]
        leaders.append(points.index(max(points)) if points.count(max(points)) == 1 else -1)
    alone = [seat for seat in leaders if seat >= 0]
    row = {f"turns_led_{seat + 1}": leaders.count(seat) for seat in range(last.players)}
    row["lead_changes"] = sum(before != now for before, now in pairwise(alone))
    row["turns_led_by_winners"] = sum(leaders.count(seat) for seat in winners(last))
    return row


def assert_same_games(edition: Edition, names: list[str], first: int, games: int) -> None:
    rows = play_block(make_tables(edition, names), 7, first, games)
    for row, number in zip(rows.tolist(), range(first, first + games), strict=True):
        game = plain(edition, names, number)
        found = dict(zip(columns(len(names)), row, strict=True))
        assert found == expected_row(game, number), f"{edition.name} {edition.hash} {names} game {number}"


@pytest.mark.parametrize("names", line_ups(), ids=lambda names: "-".join(names))
def test_simple_strategies_play_the_same_games_by_rules_and_kernel(names: list[str]) -> None:
    for edition in editions():
        assert_same_games(edition, names, first=0, games=1)


@pytest.mark.long
@pytest.mark.parametrize("names", line_ups(), ids=lambda names: "-".join(names))
def test_ten_thousand_games_are_the_same_by_rules_and_kernel(names: list[str]) -> None:
    for edition in editions():
        assert_same_games(edition, names, first=1, games=100)


@pytest.mark.parametrize("names", [["turn-optimal", "lead-optimal"], ["best-bet", "turn-optimal", "far-sighted"]])
def test_solved_turns_play_the_same_games_by_rules_and_kernel(names: list[str]) -> None:
    for edition in islice(editions(), 2):
        assert_same_games(edition, names, first=0, games=2)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_far_sighted_games_are_the_same_by_rules_and_kernel(players: int) -> None:
    for edition in editions():
        assert_same_games(edition, ["far-sighted"] * players, first=1, games=20)


@pytest.mark.parametrize("start", range(len(RESTRICTED)))
def test_restricted_players_play_the_same_games_by_rules_and_kernel(start: int) -> None:
    """Five at the table in all editions; three where a failure discards any citizen."""
    names = RESTRICTED[start:] + RESTRICTED[:start]
    for edition in editions():
        assert_same_games(edition, names, first=0, games=1)
    assert_same_games(any_discard(), [*names[:2], "best-bet"], first=0, games=1)


@pytest.mark.parametrize("names", SOLVED_RESTRICTED, ids=["two", "three"])
def test_restricted_players_who_solve_play_the_same_games_by_rules_and_kernel(names: list[str]) -> None:
    for edition in islice(editions(), 2):
        assert_same_games(edition, names, first=0, games=2)


def test_a_far_sighted_player_sees_nothing_in_what_it_refuses_when_its_turn_goes_on() -> None:
    """In this game an apprentice leaves citizens for an extra turn that the player does without."""
    assert_same_games(load_edition(), ["far-sighted:without=snob+sprite+orc", "best-bet"], first=5, games=1)


@pytest.mark.long
@pytest.mark.parametrize("names", [RESTRICTED, *SOLVED_RESTRICTED], ids=["five", "two", "three"])
def test_many_games_of_restricted_players_are_the_same_by_rules_and_kernel(names: list[str]) -> None:
    for edition in editions():
        assert_same_games(edition, names, first=1, games=30)


@pytest.mark.parametrize("names", [["best-bet"] * 4, ["turn-optimal", "random", "first-met"]])
def test_a_block_is_the_games_it_is_made_of(names: list[str]) -> None:
    tables = make_tables(load_edition(), names)
    whole = play_block(tables, 3, 10, 12)
    parts = [play_block(tables, 3, 10, 5), play_block(tables, 3, 15, 7)]
    assert np.array_equal(whole, np.concatenate(parts))


def test_strategies_that_reroll_differently_meet_on_the_same_first_rolls() -> None:
    edition = load_edition()
    first = [plain(edition, names, 5).moves[0] for names in (["highest", "random"], ["best-bet", "random"])]
    assert first[0] == first[1]


def test_only_legal_moves_are_made_and_the_transcript_replays() -> None:
    game = plain(load_edition(), ["best-bet", "random", "easiest"], 2)
    for state, move in zip(game.states, game.moves, strict=False):
        assert state.phase is Phase.roll or move in legal_moves(state)
