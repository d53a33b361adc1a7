"""Worth and price of dominoes: against plain loops and least squares, planted effects, and play by lot."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.linalg import lsqr
from scipy.stats import norm, t

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_tables import domino_worths, first_picks
from kingdice.games.kingdomino.draw_check import drawn_dominoes
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.matching import matched_differences
from kingdice.games.kingdomino.price_tables import domino_prices, rank_prices, turn_order
from kingdice.games.kingdomino.turn_log import TurnLog, log_turns

BOTH = "middle,harmony"
# 5 standard errors either way are passed by chance less than once in a million
FAR = 2 * norm.sf(5)


@pytest.fixture(scope="module")
def few() -> TurnLog:
    return log_turns(match(["full-greedy", "random", "full-greedy"], variants=BOTH), games=60, seed=5)


@pytest.fixture(scope="module")
def by_lot() -> TurnLog:
    return log_turns(match(["random"] * 4, variants=BOTH), games=2000, seed=1)


def picks(log: TurnLog) -> list[dict]:
    """Every pick with all that is to be known of it, by plain loops."""
    names = list(log.match.columns)
    found = []
    for row, turns in zip(log.rows, log.turns, strict=True):
        number = dict(zip(names, row.tolist(), strict=True))
        acted = {(int(one["round"]), int(one["held"])): int(one["turn"]) for one in turns if one["held"]}
        for turn in turns:
            if turn["picked"]:
                seat = int(turn["seat"])
                winners = [one for one in range(len(log.match.strategies)) if number["winners"] >> one & 1]
                found.append(
                    {
                        "game": number["game"],
                        "line": int(turn["line"]),
                        "turn": int(turn["turn"]),
                        "who": log.match.strategies[seat],
                        "seat": seat,
                        "picked": int(turn["picked"]),
                        "rank": int(turn["rank"]),
                        "offered": [int(one) for one in turn["offered"] if one],
                        "acts": acted[int(turn["round"]), int(turn["picked"])],
                        "score": number[f"score_{seat + 1}"],
                        "credit": (seat in winners) / len(winners),
                    }
                )
    return found


def by_least_squares(observations: list[tuple[tuple, int, bool, float]]) -> tuple[float, float]:
    """The effect of being treated, with a dummy a stratum, and its standard error over games."""
    strata = sorted({stratum for stratum, *_ in observations})
    columns = np.array(
        [[float(stratum == one) for one in strata] + [treated] for stratum, _, treated, _ in observations]
    )
    outcome = np.array([value for *_, value in observations])
    fitted, *_ = np.linalg.lstsq(columns, outcome, rcond=None)
    inverse = np.linalg.pinv(columns.T @ columns)
    sums: dict[int, np.ndarray] = defaultdict(lambda: np.zeros(len(strata) + 1))
    for (_, game, *_), column, left in zip(observations, columns, outcome - columns @ fitted, strict=True):
        sums[game] += column * left
    middle = sum(np.outer(one, one) for one in sums.values())
    return fitted[-1], np.sqrt((inverse @ middle @ inverse)[-1, -1])


@pytest.mark.parametrize(("name", "value"), [("score", "score"), ("win_share", "credit")])
def test_worths_are_those_of_least_squares_with_a_dummy_a_stratum(few, name, value):
    table = domino_worths(Draft.of(few)).set_index("number")
    some = picks(few)
    for number in (1, 20, 33, 48):
        offers = [one for one in some if number in one["offered"] and len(one["offered"]) > 1]
        row = table.loc[number]
        assert row["offers"] == len(offers)
        assert row["taken"] == pytest.approx(np.mean([one["picked"] == number for one in offers]))
        groups = defaultdict(list)
        for one in offers:
            groups[one["line"], one["turn"], one["who"]].append(one["picked"] == number)
        effect, error = by_least_squares(
            [
                ((one["line"], one["turn"], one["who"]), one["game"], one["picked"] == number, one[value])
                for one in offers
            ]
        )
        assert row[name] == pytest.approx(effect)
        both = {stratum for stratum, members in groups.items() if 0 < sum(members) < len(members)}
        freedom = sum(len(groups[stratum]) - 1 for stratum in both) - 1
        assert row[f"{name}_high"] - row[name] == pytest.approx(t.ppf(0.975, freedom) * error * np.sqrt(60 / 59))


def test_worths_by_span_look_at_their_lines_only(few):
    table = domino_worths(Draft.of(few), spans=3).set_index(["number", "first_line"])
    assert table.loc[48, "last_line"].to_dict() == {1: 4, 5: 8, 9: 12}
    some = [one for one in picks(few) if 44 in one["offered"] and len(one["offered"]) > 1]
    for first in (1, 5, 9):
        offers = [one for one in some if first <= one["line"] + 1 < first + 4]
        assert table.loc[(44, first), "offers"] == len(offers)
    whole = domino_worths(Draft.of(few), spans=12)
    assert whole["first_line"].tolist() == whole["last_line"].tolist() == list(range(1, 13)) * 48
    five = domino_worths(Draft.of(few), spans=5).query("number == 1")
    assert five["first_line"].tolist()[1:] == [last + 1 for last in five["last_line"].tolist()[:-1]]
    for wrong in (0, 13):
        with pytest.raises(KingdiceError, match="expected 1 to 12"):
            domino_worths(Draft.of(few), spans=wrong)


def test_a_domino_that_is_always_taken_has_no_worth_to_measure():
    group = np.array([0, 0, 0, 1, 1, 1, 2, 2])
    treated = np.array([True, True, True, True, False, False, True, False])
    stratum, game = np.zeros(8, dtype=np.int64), np.arange(8)
    got = matched_differences(group, stratum, game, treated, np.arange(8.0), groups=4, level=0.9)
    # the second group: 3 against 4 and 5; the third has one of each, which leaves nothing to tell how sure that is
    assert np.isnan(got.value).tolist() == [True, False, True, True]
    assert got.value[1] == pytest.approx(-1.5)
    assert np.isnan(got.low).tolist() == [True, False, True, True]


def test_prices_are_places_and_what_places_are_worth(few):
    draft = Draft.of(few)
    table, order = domino_prices(draft).set_index("number"), turn_order(draft)
    cost = order["score"].tolist()
    some = [one for one in picks(few) if one["line"] + 1 < 12]
    for number in (2, 25, 47):
        mine = [one for one in some if one["picked"] == number]
        assert table.loc[number, "picks"] == len(mine)
        assert table.loc[number, "acts_next"] == pytest.approx(1 + np.mean([one["acts"] for one in mine]))
        offers = [one for one in some if number in one["offered"] and len(one["offered"]) > 1]
        strata = [((one["line"], one["turn"], one["who"]), one["game"], one["picked"] == number) for one in offers]
        places, _ = by_least_squares([(*s, one["acts"]) for s, one in zip(strata, offers, strict=True)])
        points, _ = by_least_squares([(*s, cost[one["acts"]]) for s, one in zip(strata, offers, strict=True)])
        assert table.loc[number, "places"] == pytest.approx(places)
        assert table.loc[number, "score"] == pytest.approx(points)


def test_the_order_of_play_is_compared_within_lines_of_games(few):
    """The same by one regression with every dummy written out."""
    some = replace(few, rows=few.rows[:25], turns=few.turns[:25])
    names = list(some.match.columns)
    observations, outcome = [], []
    for row, turns in zip(some.rows, some.turns, strict=True):
        number = dict(zip(names, row.tolist(), strict=True))
        for turn in turns:
            if turn["held"] and 1 <= turn["line"] < 12:
                line, who = int(turn["line"]), few.match.strategies[turn["seat"]]
                dummies = [("game", number["game"], line), ("held", turn["held"], line), ("who", who, line)]
                observations.append((dummies, int(turn["turn"]), int(turn["points"])))
                outcome.append(float(number[f"score_{turn['seat'] + 1}"]))
    known = sorted({dummy for dummies, *_ in observations for dummy in dummies}, key=str)
    place_of = {dummy: place for place, dummy in enumerate(known)}
    columns = np.zeros((len(observations), len(known) + 3))
    for column, (dummies, turn, points) in zip(columns, observations, strict=True):
        for dummy in dummies:
            column[place_of[dummy]] = 1
        if turn:
            column[-4 + turn] = 1
        column[-1] = points
    fitted = lsqr(csr_array(columns), np.array(outcome), atol=1e-13, btol=1e-13, iter_lim=20_000)[0]
    assert turn_order(Draft.of(some))["score"].tolist() == pytest.approx([0, fitted[-3], fitted[-2]], abs=1e-6)


def test_where_picks_are_by_lot_the_order_of_play_is_worth_nothing(by_lot):
    order = turn_order(Draft.of(by_lot), level=1 - FAR).iloc[1:]
    for name in ("score", "win_share"):
        assert (order[f"{name}_low"] < 0).all()
        assert (order[f"{name}_high"] > 0).all()
    assert (order["score_high"] < 1).all()  # and that is known well


@pytest.mark.parametrize("players", [2, 4])
def test_planted_effects_are_found(by_lot, players):
    log = by_lot if players == 4 else log_turns(match(["random"] * 2, variants=BOTH), games=2000, seed=1)
    effect = [0, -1, -2, -4]
    rows = log.rows.copy()
    names = list(log.match.columns)
    for seat in range(players):
        mine = (log.turns["seat"] == seat) & (log.turns["held"] > 0)
        planted = np.where(mine, log.turns["held"] // 8 + np.array(effect)[log.turns["turn"]], 0).sum(axis=1)
        rows[:, names.index(f"score_{seat + 1}")] = 100 + planted
    order = turn_order(Draft.of(replace(log, rows=rows)), level=1 - FAR)
    assert ((order["score_low"] <= effect) & (order["score_high"] >= effect)).all()
    assert (order["score_high"] - order["score_low"]).max() < 1.5
    worth = domino_worths(Draft.of(replace(log, rows=rows)), level=1 - FAR)["score"]
    assert worth.iloc[-8:].mean() - worth.iloc[:8].mean() == pytest.approx(40 / 8 - 4, abs=1)


def test_the_place_picked_is_the_next_turn_but_with_a_domino_left_over(by_lot):
    plain = rank_prices(Draft.of(by_lot))
    assert plain["acts_next"].tolist() == [1, 2, 3, 4]
    assert plain["share"].tolist() == pytest.approx([0.25] * 4)
    over = log_turns(match(["random"] * 3, variants="lines-of-four"), games=40, seed=2)
    table = rank_prices(Draft.of(over)).set_index("place")
    some = [one for one in picks(over) if one["line"] + 1 < 12]
    for place in range(4):
        mine = [one for one in some if one["rank"] == place]
        assert table.loc[place + 1, "picks"] == len(mine)
        assert table.loc[place + 1, "share"] == pytest.approx(len(mine) / len(some))
        assert table.loc[place + 1, "acts_next"] == pytest.approx(1 + np.mean([one["acts"] for one in mine]))


@pytest.mark.parametrize(("by", "turn"), list(product(["number", "place"], [1, 3])))
def test_first_picks_are_counted(few, by, turn):
    table = first_picks(Draft.of(few), by=by, turn=turn).set_index(by)
    mine = [one for one in picks(few) if one["line"] == 0 and one["turn"] == turn - 1]
    assert table["games"].sum() == len(mine) == 60
    for key, row in table.iterrows():
        here = [one for one in mine if (one["picked"] if by == "number" else one["rank"] + 1) == key]
        assert row["games"] == len(here)
        assert row["win_share"] == pytest.approx(np.mean([one["credit"] for one in here]))
        assert row["score"] == pytest.approx(np.mean([one["score"] for one in here]))


def test_first_picks_of_no_turn_are_refused(few):
    with pytest.raises(KingdiceError, match="expected turn 1 to 3, number or place"):
        first_picks(Draft.of(few), turn=4)
    with pytest.raises(KingdiceError, match="by 'rank'"):
        first_picks(Draft.of(few), by="rank")


@pytest.mark.parametrize(
    ("players", "variants"), [(2, "standard"), (3, "standard"), (3, "lines-of-four"), (2, "dynasty"), (4, "standard")]
)
def test_dominoes_are_drawn_as_the_exact_odds_say(players, variants):
    log = log_turns(match(["random"] * players, variants=variants), games=1500, seed=3)
    table = drawn_dominoes(Draft.of(log), level=1 - FAR)
    assert table["quantity"].value_counts().to_dict() == {"comes": 48, "first line": 48, "mean place": 48}
    assert ((table["low"] - 1e-9 <= table["exact"]) & (table["exact"] <= table["high"] + 1e-9)).all()
    comes = table[table["quantity"] == "comes"]["simulated"].mean()
    assert comes == pytest.approx({2: 24, 3: 48 if variants == "lines-of-four" else 36, 4: 48}[players] / 48)
