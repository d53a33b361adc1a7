"""Results, house rules, ties, seats and tiles: counted again game by game, without arrays."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import chain, pairwise
from statistics import mean, stdev

import pytest
from oracles.plain_cards import base, follow, paid, scores, winners
from oracles.plain_intervals import Z, t_interval, wilson

from kingdice.errors import KingdiceError
from kingdice.games.carcassonne.card_log import replayed
from kingdice.games.carcassonne.game_rows import Games, same_games
from kingdice.games.carcassonne.house_rules import PAYING, changed_results, flat_results, flat_values
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.seat_tables import seats
from kingdice.games.carcassonne.taking_tables import near_misses, rules_of_taking
from kingdice.games.carcassonne.tile_tables import tile_cells, tile_effects
from kingdice.games.carcassonne.turn_log import TurnLog, log_turns
from kingdice.simulation.run import simulate

GAMES, PLAYERS = 300, 3
CARDS = ("king", "robber")


@pytest.fixture(scope="module")
def log() -> TurnLog:
    return log_turns(match(["random"] * PLAYERS), games=GAMES, seed=2)


@pytest.fixture(scope="module")
def rows(log: TurnLog) -> list[dict]:
    return log.games.table.to_dict("records")


@pytest.fixture(scope="module")
def turns(log: TurnLog) -> list[list[dict]]:
    games = defaultdict(list)
    for turn in log.table().to_dict("records"):
        games[turn["game"]].append(turn)
    return [games[game] for game in range(GAMES)]


KINDS = {"both": (1, 1), "king": (1, 0), "robber": (0, 1)}


def test_results_are_changed_where_others_win_and_reversed_where_nobody_still_does(log: TurnLog, rows: list[dict]):
    got = changed_results(log.games.table).set_index(["rule", "cards"])
    assert list(dict.fromkeys(got.index.get_level_values(0))) == list(PAYING)
    for rule in PAYING:
        for cards, counts in KINDS.items():
            won = [(winners(base(row, PLAYERS)), winners(scores(row, rule, PLAYERS, counts))) for row in rows]
            usual = [winners(scores(row, "official", PLAYERS, counts)) for row in rows]
            bonus = [
                [king * counts[0] + robber * counts[1] for king, robber in paid(row, rule, PLAYERS)] for row in rows
            ]
            one = got.loc[(rule, cards)]
            changed = [before != after for before, after in won]
            assert one["changed"] == pytest.approx(mean(changed))
            assert (one["changed_low"], one["changed_high"]) == pytest.approx(wilson(mean(changed), GAMES))
            assert one["reversed"] == pytest.approx(mean(not before & after for before, after in won))
            assert one["swing"] == pytest.approx(mean(max(points) - min(points) for points in bonus))
            assert one["handed_out"] == pytest.approx(mean(map(sum, bonus)))
            more = [(before != after) - (before != other) for (before, after), other in zip(won, usual, strict=True)]
            assert one["changed_more"] == pytest.approx(mean(more))
            if any(more):
                assert (one["changed_more_low"], one["changed_more_high"]) == pytest.approx(t_interval(more))


def test_where_players_mind_the_rule_each_is_counted_on_games_of_its_own(log: TurnLog, rows: list[dict]):
    by_rule = {rule: simulate(match(["random"] * 3, variants=rule), games=GAMES, seed=2).table() for rule in PAYING}
    same = changed_results(log.games.table)
    assert changed_results(by_rule).to_dict("list") == same.to_dict("list")
    mindful = log_turns(match(["random", "greedy-cards", "random"]), games=3).games.table
    with pytest.raises(KingdiceError, match="other rules for the cards need games of their own"):
        changed_results(mindful)
    assert len(changed_results(mindful, rules=("official",))) == 3
    with pytest.raises(KingdiceError, match="no games by the rule continuous"):
        changed_results({rule: by_rule[rule] for rule in PAYING if rule != "continuous"})
    other = simulate(match(["random"] * 3, variants="flat-10"), games=GAMES, seed=3).table()
    with pytest.raises(KingdiceError, match="runs of other games"):
        changed_results(by_rule | {"flat-10": other})


def test_the_best_flat_value_is_the_mean_and_the_one_with_most_results_the_same(log: TurnLog, rows: list[dict]):
    got = flat_values(log.games.table).set_index("cards")
    worths = [row["king_counted"] for row in rows if row["king_holder"]]
    squares = {points / 100: sum((worth - points / 100) ** 2 for worth in worths) for points in range(2000)}
    best = min(squares, key=squares.get)
    assert got.loc["king", "points"] == pytest.approx(best, abs=0.005)
    assert got.loc["king", "off"] == pytest.approx(math.sqrt(squares[best] / len(worths)), abs=1e-4)
    assert (got.loc["king", "low"], got.loc["king", "high"]) == pytest.approx(t_interval(worths))

    def same(points: int) -> float:
        kept = 0
        for row in rows:
            flat = [
                own + points * ((row["king_holder"] == seat) + (row["robber_holder"] == seat))
                for seat, own in enumerate(base(row, PLAYERS), start=1)
            ]
            kept += winners(flat) == winners(scores(row, "official", PLAYERS))
        return kept / GAMES

    shares = {points: same(points) for points in range(31)}
    curve = flat_results(log.games.table).set_index("points")
    assert curve["same_result"].to_dict() == pytest.approx(shares)
    assert tuple(curve.loc[7, ["low", "high"]]) == pytest.approx(wilson(shares[7], GAMES))
    assert got.loc["both", "same_result_points"] == max(shares, key=shares.get)
    assert got.loc["both", "same_result_10"] == pytest.approx(shares[10])
    assert curve.loc[10, "swing"] == pytest.approx(
        changed_results(log.games.table).set_index(["rule", "cards"]).loc[("flat-10", "both"), "swing"]
    )


def test_near_misses_are_equal_sizes_while_another_holds_the_card(log: TurnLog, rows, turns):
    got = near_misses(log).set_index("card")
    for card, largest in (("king", "city"), ("robber", "road")):
        misses, late, changes, other = [], [], [], []
        for row, game in zip(rows, turns, strict=True):
            told = [(None, 0), *follow(game, card)]
            at = [
                number
                for number, (turn, (holder, size)) in enumerate(zip(game, told, strict=False), start=1)
                if turn[largest] and turn[largest] == size and holder != turn["seat"]
            ]
            misses.append(len(at))
            late.append(any(number > row[f"{card}_last"] for number in at))
            loose = [holder for holder, _ in follow(game, card, equal=True) if holder is not None]
            changes.append(sum(one != two for one, two in pairwise(loose)))
            other.append((loose[-1] + 1 if loose else 0) != row[f"{card}_holder"])
        one = got.loc[card]
        assert one["near_misses"] == pytest.approx(mean(misses))
        assert (one["near_misses_low"], one["near_misses_high"]) == pytest.approx(t_interval(misses))
        assert one["with_any"] == pytest.approx(mean(count > 0 for count in misses))
        assert one["decided_by_one"] == pytest.approx(mean(late))
        assert one["changes_if_equal"] == pytest.approx(mean(changes))
        more = [loose - row[f"{card}_changes"] for loose, row in zip(changes, rows, strict=True)]
        assert (one["more_low"], one["more_high"]) == pytest.approx(t_interval(more))
        assert one["other_holder"] == pytest.approx(mean(other))


def test_rules_of_taking_are_counted_on_the_same_games(log: TurnLog, rows, turns):
    large = simulate(match(["random"] * 3, variants="big-cities"), games=100, seed=2).table()
    got = rules_of_taking(log, others={"big-cities": large}, least=(3, 5)).set_index(["rule", "card"])
    assert list(dict.fromkeys(got.index.get_level_values(0))) == ["larger", "equal", "least-3", "least-5", "big-cities"]
    for rule, how in (("larger", {}), ("equal", {"equal": True}), ("least-5", {"least": 5})):
        bonus = [[0] * PLAYERS for _ in rows]
        for card, made in (("king", "cities"), ("robber", "roads")):
            last = [follow(game, card, **how)[-1][0] for game in turns]
            worth = [
                0 if holder is None else sum(turn[made] for turn in game)
                for holder, game in zip(last, turns, strict=True)
            ]
            for game, holder in enumerate(last):
                if holder is not None:
                    bonus[game][holder] += worth[game]
            one = got.loc[(rule, card)]
            assert one["worth"] == pytest.approx(mean(worth))
            assert one["nobody"] == pytest.approx(mean(holder is None for holder in last))
        wins = [
            winners([a + b for a, b in zip(base(row, PLAYERS), own, strict=True)])
            for row, own in zip(rows, bonus, strict=True)
        ]
        assert got.loc[(rule, "king"), "changed"] == pytest.approx(
            mean(now != winners(base(row, PLAYERS)) for now, row in zip(wins, rows, strict=True))
        )
        assert got.loc[(rule, "king"), "other_result"] == pytest.approx(
            mean(now != winners(scores(row, "official", PLAYERS)) for now, row in zip(wins, rows, strict=True))
        )
    assert got.loc[("big-cities", "king"), "games"] == 100
    worth = [row["king_counted"] * (row["king_holder"] > 0) for row in large.to_dict("records")]
    assert got.loc[("big-cities", "king"), "worth"] == pytest.approx(mean(worth))


def test_seats_win_with_the_cards_and_without(log: TurnLog, rows: list[dict]):
    got = seats(log.games.table).set_index("seat")
    for seat in range(PLAYERS):
        with_cards = [
            (seat in winners(scores(row, "official", PLAYERS))) / len(winners(scores(row, "official", PLAYERS)))
            for row in rows
        ]
        without = [(seat in winners(base(row, PLAYERS))) / len(winners(base(row, PLAYERS))) for row in rows]
        one = got.loc[seat + 1]
        assert one["win_share"] == pytest.approx(mean(with_cards))
        assert one["without"] == pytest.approx(mean(without))
        assert (one["without_low"], one["without_high"]) == pytest.approx(wilson(mean(without), GAMES))
        more = [one - other for one, other in zip(with_cards, without, strict=True)]
        assert (one["more_low"], one["more_high"]) == pytest.approx(t_interval(more))
        assert one["times_fair"] == pytest.approx(3 * mean(with_cards))
        assert one["score"] == pytest.approx(mean(row[f"score_{seat + 1}"] for row in rows))
        assert one["robber"] == pytest.approx(mean(row["robber_holder"] == seat + 1 for row in rows))


def test_tiles_and_cards_two_by_two(log: TurnLog, rows: list[dict]):
    few = simulate(match(["random"] * PLAYERS, variants="base"), games=200, seed=2).table()
    runs = {(tiles, cards): table for tiles, table in (("base", few), ("base+king-robber", log.games.table))
            for cards in ("none", "official")}  # fmt: skip
    got = tile_cells(runs).set_index(["tiles", "cards", "measure"])
    bare = [scores(row, "none", PLAYERS) for row in few.to_dict("records")]
    full = [scores(row, "official", PLAYERS) for row in rows]
    ranked = [sorted(game) for game in full]
    assert got.loc[("base", "none", "score"), "value"] == pytest.approx(mean(map(mean, bare)))
    lead = [game[-1] - game[-2] for game in ranked]
    one = got.loc[("base+king-robber", "official", "lead")]
    assert (one["value"], one["games"]) == (pytest.approx(mean(lead)), GAMES)
    assert (one["low"], one["high"]) == pytest.approx(t_interval(lead))
    assert got.loc[("base+king-robber", "official", "spread"), "value"] == pytest.approx(stdev(chain(*full)))
    small = [row["city_sizes"] & 255 for row in few.to_dict("records")]
    assert got.loc[("base", "official", "small cities"), "value"] == pytest.approx(mean(small))
    effects = tile_effects(runs).set_index("measure")
    here, there = [row["completed_roads"] for row in rows], few["completed_roads"].tolist()
    assert effects.loc["completed roads", "tiles"] == pytest.approx(mean(here) - mean(there))
    reach = Z * math.sqrt(stdev(here) ** 2 / GAMES + stdev(there) ** 2 / 200)
    assert effects.loc["completed roads", "tiles_high"] == pytest.approx(mean(here) - mean(there) + reach)
    more = [mean(scores(row, "official", PLAYERS)) - mean(base(row, PLAYERS)) for row in rows]
    assert (effects.loc["score", "cards_low"], effects.loc["score", "cards_high"]) == pytest.approx(t_interval(more))
    assert effects.loc["score", "together"] == pytest.approx(mean(map(mean, full)) - mean(map(mean, bare)))
    with pytest.raises(KingdiceError, match="no games with tiles base and cards official"):
        tile_cells({key: table for key, table in runs.items() if key != ("base", "official")})


def test_games_that_are_not_the_same_are_not_compared(log: TurnLog):
    others = {
        "fewer": ("official", 3, 299, 2),
        "another seed": ("official", 3, GAMES, 4),
        "fewer players": ("official", 2, GAMES, 2),
        "other tiles": ("base,official", 3, GAMES, 2),
    }
    for variants, players, games, seed in others.values():
        table = simulate(match(["random"] * players, variants=variants), games=games, seed=seed).table()
        with pytest.raises(KingdiceError, match="runs of other games"):
            same_games(log.games, Games.of(table))
    same_games(log.games, replayed(log, equal=True))
