"""A tiny King of Dice, solved completely: what every strategy gives away against the best play of whole games."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import log, sqrt

import pytest
from oracles import brute_force
from oracles.tiny_seats import Asked, OptimalBot, before_the_dice, roll_of, state_of, table_of, whole_table
from oracles.true_optimum import (
    DIE,
    MEETS,
    NOTHING,
    ROLLS,
    TINY,
    TINY_SHORT,
    Match,
    Optimum,
    Player,
    Realm,
    Table,
    TinyGame,
)
from scipy.stats import binom

from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.rules import Move, Phase, State, apply, score, winners
from kingdice.games.king_of_dice.strategies import STRATEGIES, strategy_named

WANTS = ["win", "lead"]
NAMES = [name for name in STRATEGIES if name != "random"]
quick_strategies = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name == "far-sighted")) for name in NAMES]
)  # a far-sighted player is asked at every table of the game, which takes half a minute

# What strategies look at, where it is less than the whole table. They are asked once for tables that look the same,
# which saves a strategy of one turn 20 seconds; any other is asked at every table of the game.


def beyond_the_turn(table: Table) -> Hashable:
    """What a far-sighted player looks at: the turn, what it leaves to the next, and the lead where play may end."""
    piles = tuple(pile[:2] for pile in table.villages)
    to_come = sum(one.startswith("fairy") for one in table.undrawn)
    theirs = sum(one.startswith("fairy") for one in table.others.citizens)
    may_end = len(table.undrawn) == 1 or not table.hidden or any(len(pile) == 1 for pile in table.villages)
    lead = game_of().score(table.mine) - game_of().score(table.others) if may_end else None
    return before_the_dice(table), piles, to_come, theirs, len(table.undrawn) == 1, bool(table.hidden), lead


LOOKS_AT = dict.fromkeys(
    ["first-met", "highest", "easiest", "best-bet", "turn-optimal", "lead-optimal"], before_the_dice
) | {"far-sighted": beyond_the_turn}

# What each strategy gives away in a game against the best play, the mean over both seats: chance of winning, and
# points of lead. Found by this oracle; they change when a strategy plays differently.
GAPS = {
    "first-met": (0.029842645503, 0.357919607979),
    "highest": (0.098823153613, 0.929723501134),
    "easiest": (0.056459774926, 0.663554801085),
    "best-bet": (0.048472416156, 0.486436583727),
    "turn-optimal": (0.040648347329, 0.404919486116),
    "lead-optimal": (0.012490880919, 0.073481283763),
    "far-sighted": (0.011647860302, 0.293776559915),
}

FALSE_ALARMS = 1e-5  # of all simulations here together
SIMULATIONS = [
    (TINY, "first-met", "highest", 700),
    (TINY, "best play", "first-met", 700),
    (TINY, "turn-optimal", "best play", 200),
    (TINY_SHORT, "first-met", "highest", 700),
]


@cache
def game_of(path=TINY) -> TinyGame:
    return TinyGame(path)


@cache
def edition_of(path=TINY) -> Edition:
    return load_edition(path)


@cache
def best_play(what: str) -> Optimum:
    return Optimum(game_of(), what)


@cache
def asked(name: str, path=TINY) -> Player:
    """A strategy at the oracle's table, or the best play for winning."""
    if name == "best play":
        return best_play("win")
    return Asked(strategy_named(name), game_of(path), edition_of(path), LOOKS_AT.get(name, whole_table))


@cache
def values(name: str, what: str) -> tuple[float, float]:
    """Mean payoff of a strategy in seat 1 and in seat 2 against the best play."""
    game, best, strategy = game_of(), best_play(what), asked(name)
    return Match(game, strategy, best).mean(what), -Match(game, best, strategy).mean(what)


# The oracle and the plain rules speak of the same game


@pytest.mark.parametrize("path", [TINY, TINY_SHORT], ids=["tiny", "tiny-short"])
def test_rolls_meet_the_same_citizens_by_the_edition_and_by_hand(path):
    edition = edition_of(path)
    for roll in range(len(ROLLS)):
        mask = int(edition.masks.of_rolls[roll_of(edition, roll)])
        assert {one: bool(mask >> bit & 1) for one, bit in edition.bit_of.items()} == {
            one: MEETS[one][roll] for one in game_of(path).cards
        }


def test_number_of_tables_of_the_tiny_games():
    assert [len(game_of(path).tables) for path in (TINY, TINY_SHORT)] == [6786, 1480]


@pytest.mark.parametrize("path", [TINY, TINY_SHORT], ids=["tiny", "tiny-short"])
def test_every_table_is_a_state_and_that_state_is_the_table(path):
    game, edition = game_of(path), edition_of(path)
    for table in game.tables:
        assert table_of(game, state_of(game, edition, table)) == table


@pytest.mark.parametrize("path", [TINY, TINY_SHORT], ids=["tiny", "tiny-short"])
def test_strategies_are_asked_in_the_states_that_come_up_in_games(path):
    game, edition = game_of(path), edition_of(path)
    players = [strategy_named("first-met"), strategy_named("random")]
    for number in range(100):
        states = play_game(edition, players, seed=5, game=number).states
        for seen in (state.seen() for state in states if state.phase is Phase.roll and state.rolls_left == state.rolls):
            built = state_of(game, edition, table_of(game, seen))
            assert _unordered(built) == _unordered(seen)


@pytest.mark.parametrize("path", [TINY, TINY_SHORT], ids=["tiny", "tiny-short"])
def test_turns_lead_to_the_same_tables_by_the_plain_rules_and_by_the_oracle(path):
    game, edition = game_of(path), edition_of(path)
    for number in range(0, len(game.tables), 7):
        table = game.tables[number]
        for roll, place in _ways_to_end(game, table):
            expected = {}
            for chance, to, same_side, end in game.ways[number][place]:
                key = (game.tables[to] if to != NOTHING else None, same_side, tuple(end.items()))
                expected[key] = expected.get(key, 0) + chance
            assert expected == pytest.approx(_by_the_plain_rules(game, edition, table, roll, place)), (table, place)


# Values that an argument by hand gives

LAST_TURN = Table(
    undrawn=frozenset({"dragon"}),
    display=("dwarf", "elf"),
    villages=((2, 3), (3,)),
    penalty=-1,
    hidden=(-1,),
    mine=Realm(frozenset({"fairy-blue"})),
    others=Realm(frozenset({"apprentice", "fairy-red"}), frozenset({("forest", 2)})),
)


def value(what: str, table: Table) -> float:
    return best_play(what).values[game_of().number[table]]


def test_when_only_two_fours_win_one_rolls_for_them():
    # 1 point against 2 + 2 + 1 and one turn to go: the dwarf makes 1 + 5 + 2, the elf only 1 + 2. A die shows a four
    # within two rolls with chance 1 - (3/4)^2 = 7/16.
    assert value("win", LAST_TURN) + 1 / 2 == pytest.approx(49 / 256, abs=1e-12)


def test_elf_on_top_is_worth_a_third_roll():
    # 2 points against 5; the dwarf makes 9, the fairy 3. A four within three rolls: 1 - (3/4)^3 = 37/64.
    table = LAST_TURN._replace(display=("dwarf", "fairy-blue"), mine=Realm(frozenset({"elf"}), elf_on_top=True))
    assert value("win", table) + 1 / 2 == pytest.approx(1369 / 4096, abs=1e-12)


def test_last_turn_for_the_lead_is_worth_what_one_turn_is_worth():
    def lead(roll: brute_force.Roll) -> int:
        (first, _), (second, _) = roll
        if (first, second) == (4, 4):
            return 1 + 5 + 2 - 5
        return 1 + 2 - 5 if abs(first - second) == 1 else 1 - 1 - 5

    die = [(number, colour, 1) for number, colour in DIE]
    exact = brute_force.turn_value([die, die], lead, 2, exact=True)[-1]
    assert value("lead", LAST_TURN) == pytest.approx(float(exact), abs=1e-12)


def test_equal_scores_are_won_by_fewer_minus_points_and_shared_when_these_are_equal_too():
    plain, with_dragon = Realm(frozenset({"elf"})), Realm(frozenset({"dwarf", "dragon"}))
    payoffs = game_of().payoffs(LAST_TURN._replace(mine=plain, others=with_dragon))
    assert payoffs == {"win": 0.5, "lead": 0.0, "decided": 1.0, "lead squared": 0.0}
    payoffs = game_of().payoffs(LAST_TURN._replace(mine=plain, others=Realm(frozenset({"apprentice"}))))
    assert payoffs["win"] == payoffs["decided"] == 0.0


# The best play


def test_value_of_the_tiny_game_for_the_first_seat():
    win, lead = best_play("win").start_value + 1 / 2, best_play("lead").start_value
    print(f"value of the tiny game for seat 1: wins {win:.6f} of the games, or leads by {lead:.6f} points")
    assert (win, lead) == pytest.approx((0.5830648487843266, 1.0945481927388758), abs=1e-9)


@pytest.mark.parametrize("what", WANTS)
def test_best_play_against_itself_gets_the_value_of_the_game(what):
    best = best_play(what)
    assert Match(game_of(), best, best).mean(what) == pytest.approx(best.start_value, abs=1e-12)


@pytest.mark.parametrize("what", WANTS)
def test_best_play_for_another_payoff_does_not_beat_it(what):
    best, other = best_play(what), best_play(WANTS[1 - WANTS.index(what)])
    assert Match(game_of(), other, best).mean(what) < best.start_value
    assert Match(game_of(), best, other).mean(what) > best.start_value


# Strategies against the best play


@pytest.mark.parametrize("what", WANTS)
@quick_strategies
def test_no_strategy_beats_the_best_play_from_either_seat(name, what):
    first, second = values(name, what)
    assert first <= best_play(what).start_value + 1e-9
    assert second <= -best_play(what).start_value + 1e-9


@quick_strategies
def test_gap_of_a_strategy_to_the_best_play_of_the_tiny_game(name, record_property):
    gaps = []
    for what, unit in zip(WANTS, ("of the games", "points of lead"), strict=True):
        value = best_play(what).start_value
        first, second = values(name, what)
        gaps.append((value - first + -value - second) / 2)
        print(f"{name}: gap to the best play: {gaps[-1]:.6f} {unit} ({value - first:.6f} in seat 1)")
        record_property(f"gap for {what}", gaps[-1])
    assert min(gaps) >= -1e-9
    if name in GAPS:
        assert gaps == pytest.approx(GAPS[name], abs=1e-9)


@pytest.mark.parametrize("name", LOOKS_AT)
def test_strategies_look_at_no_more_than_is_said_here(name):
    game, strategy = game_of(), asked(name)
    for table in random.Random(4).sample(game.tables, 50):
        assert strategy.odds(table) == Asked(strategy_named(name), game, edition_of()).odds(table)


# Exact means against games played by the plain rules


@pytest.mark.parametrize(("path", "first", "second", "games"), SIMULATIONS, ids=lambda one: getattr(one, "stem", one))
def test_simulated_games_have_the_exact_means(path, first, second, games):
    """Wins and losses within binomial bands, the mean lead within Bernstein's, which hold for any number of games."""
    match = Match(game_of(path), asked(first, path), asked(second, path))
    decided, win = match.mean("decided"), match.mean("win")
    ends = [play_game(edition_of(path), _players(first, second), seed=11, game=n).states[-1] for n in range(games)]
    alarm = FALSE_ALARMS / (3 * len(SIMULATIONS))
    for seat, chance in ((0, decided / 2 + win), (1, decided / 2 - win)):
        low, high = binom.ppf([alarm / 2, 1 - alarm / 2], games, chance)
        assert low <= sum(winners(end) == [seat] for end in ends) <= high
    lead = match.mean("lead")
    variance = match.mean("lead squared") - lead * lead
    found = sum(score(end, 0) - score(end, 1) for end in ends) / games
    assert abs(found - lead) <= _bernstein(variance, 2 * _widest_lead(game_of(path)), games, alarm)


def _players(*names: str) -> list:
    return [OptimalBot(best_play("win")) if name == "best play" else strategy_named(name) for name in names]


def _bernstein(variance: float, furthest: float, games: int, alarm: float) -> float:
    """How far the mean of so many games may lie from the exact mean, but for so many false alarms."""
    weight = log(2 / alarm) / games
    return weight * furthest / 3 + sqrt((weight * furthest / 3) ** 2 + 2 * weight * variance)


def _widest_lead(game: TinyGame) -> int:
    """No lead is larger than all points on all cards together."""
    fairies = sum(card["points"] == "X" for card in game.cards.values())
    citizens = sum(abs(card["points"]) for card in game.cards.values() if card["points"] != "X")
    return citizens + fairies * fairies + sum(sum(pile) for _, pile in game.piles) - sum(game.penalties)


def _unordered(state: State) -> State:
    """A state but for the order of cards that a table does not know."""
    realms = tuple(tuple(sorted(realm)) for realm in state.realms)
    return replace(state, realms=realms, discarded=tuple(sorted(state.discarded)))


def _ways_to_end(game: TinyGame, table: Table) -> Iterator[tuple[int, int]]:
    """A roll for each place of the display that a turn may end with, and one for NOTHING where there is one."""
    rolls = {}
    for roll in range(len(ROLLS)):
        for place in game.choices(table, roll):
            rolls[place] = roll
    yield from ((roll, place) for place, roll in rolls.items())


def _by_the_plain_rules(game: TinyGame, edition: Edition, table: Table, roll: int, place: int) -> dict:
    """Where a turn that ends so leads by the plain rules, with every order of the hidden cards."""
    before = replace(state_of(game, edition, table), phase=Phase.take, roll=roll_of(edition, roll), rolls_left=0)
    orders = [(pile, hidden) for pile in permutations(sorted(table.undrawn)) for hidden in permutations(table.hidden)]
    found = {}
    for pile, hidden in orders:
        state = replace(before, draw_pile=pile, penalties=(table.penalty, *hidden))
        state = apply(state, Move(Phase.take, place))
        if state.phase is Phase.give:
            state = apply(state, Move(Phase.give, 1 - state.seat))
        if state.phase is Phase.over:
            lead = score(state, before.seat) - score(state, 1 - before.seat)
            win = 0.0 if len(winners(state)) == 2 else 0.5 if winners(state) == [before.seat] else -0.5
            end = {"win": win, "lead": lead, "decided": 2 * abs(win), "lead squared": lead * lead}
            key = None, True, tuple(end.items())
        else:
            key = table_of(game, state), state.seat == before.seat, ()
        found[key] = found.get(key, 0) + 1 / len(orders)
    return found
