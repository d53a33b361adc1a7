"""Worth, holders and changes of hands of the King and the Robber Baron: counted again turn by turn, without arrays."""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import mean, stdev

import numpy as np
import pandas as pd
import pytest
from oracles.plain_cards import base, follow, paid, scores, winners
from oracles.plain_intervals import ratio_interval, t_interval, wilson

from kingdice.errors import KingdiceError
from kingdice.games.carcassonne.card_overview import overview
from kingdice.games.carcassonne.gift_tables import gifts
from kingdice.games.carcassonne.hand_tables import changes_of_hands, hand_quantity, hands, record_sizes
from kingdice.games.carcassonne.holding_tables import holding_chances
from kingdice.games.carcassonne.house_rules import PAYING, changed_results
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.turn_log import TurnLog, log_turns
from kingdice.games.carcassonne.worth_tables import card_shares, card_worths, worths_by_turn
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


@pytest.mark.parametrize("rule", ["none", *PAYING])
def test_what_cards_bring_by_a_rule_is_what_it_pays_where_it_is_played(log: TurnLog, rows: list[dict], rule: str):
    there = simulate(match(["random"] * PLAYERS, variants=rule), games=GAMES, seed=2).table()
    brought = log.games.brought(rule)
    for place, card in enumerate(CARDS):
        for seat in range(PLAYERS):
            assert (brought[:, seat, place] == there[f"{card}_{seat + 1}"]).all()
    assert [[tuple(seat) for seat in game] for game in brought.tolist()] == [paid(row, rule, PLAYERS) for row in rows]


def test_worths_are_means_and_quantiles_of_what_all_get(log: TurnLog, rows: list[dict]):
    got = card_worths(log.games.table).set_index("card")
    worth = [row["king_counted"] if row["king_holder"] else 0 for row in rows]
    assert got.loc["king", "mean"] == pytest.approx(mean(worth))
    assert (got.loc["king", "low"], got.loc["king", "high"]) == pytest.approx(t_interval(worth))
    assert got.loc["king", "sd"] == pytest.approx(stdev(worth))
    assert got.loc["king", "quantile_95"] == pytest.approx(np.quantile(worth, 0.95))
    both = [sum(map(sum, paid(row, "official", PLAYERS))) for row in rows]
    assert got.loc["both", "mean"] == pytest.approx(mean(both))
    flat = card_worths(log.games.table, rule="flat-15-40").set_index("card")
    assert flat.loc["both", "mean"] == pytest.approx(
        mean(sum(map(sum, paid(row, "flat-15-40", PLAYERS))) for row in rows)
    )
    assert got.attrs["rule"] == "official"
    assert got.attrs["level"] == 0.95
    with pytest.raises(KingdiceError, match="did you mean 'flat-10'"):
        card_worths(log.games.table, rule="flat-11")


@pytest.mark.parametrize("number", [3, 20, 50, 76])
def test_worths_by_turn_are_those_of_the_games_that_had_the_turn(log: TurnLog, rows, turns, number: int):
    got = worths_by_turn(log).set_index(["card", "turn"])
    for card, kind in (("king", "cities"), ("robber", "roads")):
        now, gets, end, held = [], [], [], []
        for row, game in zip(rows, turns, strict=True):
            if len(game) < number:
                continue
            holder = follow(game[:number], card)[-1][0]
            held.append(holder is not None)
            now.append(sum(turn[kind] for turn in game[:number]) * held[-1])
            gets.append(row[f"{card}_counted"] * (held[-1] and row[f"{card}_holder"] == holder + 1))
            end.append(row[f"{card}_counted"] * held[-1])
        one = got.loc[(card, number)]
        assert (one["games"], one["held"]) == (len(now), pytest.approx(mean(held)))
        assert one["now"] == pytest.approx(mean(now))
        assert (one["now_low"], one["now_high"]) == pytest.approx(t_interval(now))
        assert one["end"] == pytest.approx(sum(end) / sum(held))
        assert one["holder_gets"] == pytest.approx(sum(gets) / sum(held))
        assert (one["holder_gets_low"], one["holder_gets_high"]) == pytest.approx(ratio_interval(gets, held))


def test_the_part_of_the_score_is_that_of_all_points(log: TurnLog, rows: list[dict]):
    got = card_shares(log.games.table, rules=("official", "flat-10")).set_index(["rule", "who"])
    for rule in ("official", "flat-10"):
        points = [sum(scores(row, rule, PLAYERS)) for row in rows]
        king = [sum(one for one, _ in paid(row, rule, PLAYERS)) for row in rows]
        one = got.loc[(rule, "everybody")]
        assert one["king"] == pytest.approx(sum(king) / sum(points))
        assert (one["king_low"], one["king_high"]) == pytest.approx(ratio_interval(king, points))
        won = [(seat, row) for row in rows for seat in winners(scores(row, rule, PLAYERS))]
        of_winners = sum(sum(paid(row, rule, PLAYERS)[seat]) for seat, row in won)
        total = sum(scores(row, rule, PLAYERS)[seat] for seat, row in won)
        assert got.loc[(rule, "winners"), "both"] == pytest.approx(of_winners / total)
        assert got.loc[(rule, "winners"), "score"] == pytest.approx(total / len(won))


def test_chances_of_holders_are_counted_case_by_case(log: TurnLog, rows, turns):
    got = holding_chances(log, width=10, largest=5).set_index(["card", "size", "left_from"])
    cases = defaultdict(lambda: [[0, 0, 0, 0] for _ in range(GAMES)])
    for number, (row, game) in enumerate(zip(rows, turns, strict=True)):
        for card in CARDS:
            told = follow(game, card)
            for turn, (holder, size) in enumerate(told, start=1):
                left = 76 - turn
                if holder is None or left == 0:
                    continue
                keeps = all(later == holder for later, _ in told[turn - 1 :])
                has = row[f"{card}_holder"] == holder + 1
                cell = cases[card, min(size, 5), (left - 1) // 10 * 10 + 1][number]
                for place, value in enumerate((1, keeps, has, has * row[f"{card}_counted"])):
                    cell[place] += value
    assert set(got.index) == set(cases)
    for key, counts in cases.items():
        number, keeps, has, gets = ([one[place] for one in counts] for place in range(4))
        one = got.loc[key]
        assert (one["cases"], one["games"]) == (sum(number), sum(count > 0 for count in number))
        assert one["keeps"] == pytest.approx(sum(keeps) / sum(number))
        assert one["has"] == pytest.approx(sum(has) / sum(number))
        assert one["holder_gets"] == pytest.approx(sum(gets) / sum(number))
        if 0 < one["has"] < 1:
            low, high = ratio_interval(has, number)
            assert (one["has_low"], one["has_high"]) == pytest.approx((max(0, low), min(1, high)))
        else:  # as far as so many games allow: the rule of three
            assert one["has_high"] - one["has_low"] == pytest.approx(1 - 0.05 ** (1 / one["games"]))
    assert got.loc[("king", 2, 71), "left_to"] == 76
    with pytest.raises(KingdiceError, match="expected at least 1 and 3"):
        holding_chances(log, width=0)


def test_hands_are_counted_over_the_games_in_which_the_card_was_taken(log: TurnLog, rows: list[dict]):
    got = hands(log.games.table).set_index(["quantity", "card"])
    for card, made in (("king", "cities"), ("robber", "roads")):
        taken = [row for row in rows if row[f"{card}_holder"]]
        changed = [row for row in taken if row[f"{card}_changes"]]
        small = sum(row[f"{made[:-3]}y_sizes" if made == "cities" else "road_sizes"] & 255 for row in rows)
        sole = []
        for row in taken:
            won = winners(scores(row, "official", PLAYERS))
            sole.append((row[f"{card}_holder"] - 1 in won) / len(won))
        bare = [
            (row[f"{card}_holder"] - 1 in winners(base(row, PLAYERS))) / len(winners(base(row, PLAYERS)))
            for row in taken
        ]
        expected = {
            "taken": len(taken) / GAMES,
            "first turn": mean(row[f"{card}_first"] for row in taken),
            "last turn": mean(row[f"{card}_last"] for row in taken),
            "last change": mean(row[f"{card}_last"] for row in changed),
            "changes of hands": mean(row[f"{card}_changes"] for row in taken),
            "never changes hands": 1 - len(changed) / len(taken),
            "size at the end": mean(row[f"{card}_size"] for row in taken),
            "small ones": small / sum(row[f"completed_{made}"] for row in rows),
            "holder wins": mean(sole),
            "holder wins without the cards": mean(bare),
        }
        for quantity, value in expected.items():
            assert got.loc[(quantity, card), "value"] == pytest.approx(value), quantity
            assert hand_quantity(hands(log.games.table), quantity, card) == pytest.approx(value)
        ones = [1.0 * bool(row[f"{card}_holder"]) for row in rows]
        ends = ratio_interval([row[f"{card}_changes"] for row in rows], ones)
        assert tuple(got.loc[("changes of hands", card), ["low", "high"]]) == pytest.approx(ends)
    both = [row for row in rows if row["king_holder"] and row["robber_holder"]]
    same = [row for row in both if row["king_holder"] == row["robber_holder"]]
    assert got.loc[("one holds both", "both"), "value"] == pytest.approx(len(same) / len(both))
    with pytest.raises(KingdiceError, match="0 rows 'worth' of 'king'"):
        hand_quantity(hands(log.games.table), "worth", "king")


@pytest.mark.parametrize(("make", "column"), [(record_sizes, "size"), (changes_of_hands, "changes")])
def test_distributions_are_shares_of_games(log: TurnLog, rows: list[dict], make, column: str):
    got = make(log.games.table).set_index(["card", column])
    for card in CARDS:
        counts = Counter(row[f"{card}_{column}"] for row in rows)
        assert got.loc[card]["games"].to_dict() == dict(sorted(counts.items()))
        for value, count in counts.items():
            assert got.loc[(card, value), "share"] == pytest.approx(count / GAMES)
            assert tuple(got.loc[(card, value), ["low", "high"]]) == pytest.approx(wilson(count / GAMES, GAMES))
        assert got.loc[card]["at_most"].iloc[-1] == 1


def test_gifts_are_told_apart_by_holder_and_by_whom_the_turn_brought_points(log: TurnLog, rows, turns):
    got = gifts(log).set_index(["card", "situation", "whose"])
    for card, made in (("king", "cities"), ("robber", "roads")):
        found = defaultdict(list)
        for number, (row, game) in enumerate(zip(rows, turns, strict=True)):
            told = [(None, 0), *follow(game, card)]
            for turn, (before, bar), (after, size) in zip(game, told, told[1:], strict=False):
                if not turn[made]:
                    continue
                mine = turn["seat"]
                situation = "holds" if before == mine else "takes" if after == mine else "other holds"
                whose = {(1, 0): "own", (1, 1): "shared", (0, 1): "others'", (0, 0): "nobody's"}[
                    turn["own"] > 0, turn["given"] > 0
                ]
                has = row[f"{card}_holder"] == mine + 1
                found[situation, whose].append(
                    {
                        "game": number,
                        "own": turn["own"],
                        "given": turn["given"],
                        "completed": turn[made],
                        "has": has,
                        "brings": turn[made] * has,
                        "brings_others": turn[made] * (not has and row[f"{card}_holder"] > 0),
                        "card_brings": row[f"{card}_counted"] * has,
                        "raises": size > bar,
                    }
                )
        for (situation, whose), cases in found.items():
            one = got.loc[(card, situation, whose)]
            assert one["turns"] == pytest.approx(len(cases) / GAMES)
            of_all = sum(len(other) for (where, _), other in found.items() if where == situation)
            assert one["share"] == pytest.approx(len(cases) / of_all)
            for name in ("own", "given", "completed", "has", "brings", "brings_others", "card_brings", "raises"):
                assert one[name] == pytest.approx(mean(case[name] for case in cases)), (situation, whose, name)
        counts = Counter(case["game"] for case in found["takes", "own"])
        given = defaultdict(int)
        for case in found["takes", "own"]:
            given[case["game"]] += case["own"]
        ends = ratio_interval([given[game] for game in range(GAMES)], [counts[game] for game in range(GAMES)])
        assert tuple(got.loc[(card, "takes", "own"), ["own_low", "own_high"]]) == pytest.approx(ends)


def test_the_overview_says_what_the_single_tables_say(log: TurnLog, rows, turns):
    got = overview(log).set_index(["quantity", "card"])["value"]
    worth = card_worths(log.games.table).set_index("card")
    assert got[("worth at the end", "robber")] == worth.loc["robber", "mean"]
    assert got[("changes of hands", "king")] == hand_quantity(hands(log.games.table), "changes of hands", "king")
    changed = changed_results(log.games.table).set_index(["rule", "cards"])
    assert got[("results reversed", "both")] == changed.loc[("official", "both"), "reversed"]
    cases = [
        (row["king_holder"], follow(game[:46], "king")[-1][0] + 1)
        for row, game in zip(rows, turns, strict=True)
        if follow(game[:46], "king")[-1][0] is not None
    ]
    has = mean(end == now for end, now in cases)
    assert got[("has it in the end, 30 tiles left", "king")] == pytest.approx(has)


def test_too_few_games_and_rows_without_a_source_are_refused(log: TurnLog):
    with pytest.raises(KingdiceError, match="at least two games"):
        card_worths(log.games.table.iloc[:1])
    with pytest.raises(KingdiceError, match=r"without \.attrs"):
        card_worths(pd.DataFrame(log.rows, columns=list(log.match.columns)))
