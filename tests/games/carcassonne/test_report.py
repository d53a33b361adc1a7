"""The balance report: its numbers against logs written by hand and the plain rules, and the whole of it, small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from oracles import plain_greedy as plain

from kingdice.balance.asked import Asked
from kingdice.balance.measures import Measure
from kingdice.errors import KingdiceError
from kingdice.games.carcassonne.layout import TURN
from kingdice.games.carcassonne.matches import CarcassonneMatch, match
from kingdice.games.carcassonne.play import Game
from kingdice.games.carcassonne.report import build
from kingdice.games.carcassonne.report.choices import RULES, played_choices
from kingdice.games.carcassonne.report.decisions import meeple_measures
from kingdice.games.carcassonne.report.endings import health_measures
from kingdice.games.carcassonne.report.flow import flow_measures, leaders
from kingdice.games.carcassonne.report.rule_changes import one_change_each
from kingdice.games.carcassonne.report.tile_worths import tile_measures, told_kind
from kingdice.games.carcassonne.tiles import TILES, all_tiles, tile
from kingdice.games.carcassonne.turn_log import TurnLog
from kingdice.games.carcassonne.variants import variants_named
from kingdice.games.carcassonne.weights import greedy_weights
from kingdice.reporting.page import Page, Prose, TableBlock, write_page

TITLES = [
    *("What stands out", "Seats", "Tiles and cards", "Length and endings", "Scores and margins", "Flow"),
    *("Luck and skill", "Decisions", "Restricted play", "Rules health", "Sensitivity", "Controls"),
]


def written(games: list[list[tuple[int, int]]], scores: list[tuple[int, int]]) -> TurnLog:
    """A log of two players in turn: the scoreboard after every turn of each game, and the final scores."""
    one = match(["greedy"] * 2, variants="base")
    turns = np.zeros((len(games), len(games[0])), dtype=TURN)
    for number, board in enumerate(games):
        for place, points in enumerate(board):
            turns[number, place]["turn"], turns[number, place]["seat"] = place + 1, place % 2
            turns[number, place]["points"][:2] = points
    return TurnLog(one, 1, rows(one, scores), turns)


def rows(one: CarcassonneMatch, scores: list[tuple[int, int]]) -> np.ndarray:
    found = np.zeros((len(scores), len(one.columns)), dtype=np.int64)
    for number, points in enumerate(scores):
        for seat, score in enumerate(points):
            found[number, one.columns.index(f"score_{seat + 1}")] = score
        found[number, one.columns.index("winners")] = sum(1 << s for s in range(2) if points[s] == max(points))
    return found


def value(measures: list[Measure], what: str, of: str = "") -> float:
    return next(one.value for one in measures if (one.of, one.what) == (of, what))


BOARDS = [
    [(0, 0), (0, 4), (3, 4), (6, 4), (6, 6), (6, 9), (12, 9), (12, 11)],  # changes 2, 3 and 4 times the lead
    [(0, 0), (0, 0), (2, 0), (2, 0), (2, 1), (2, 1), (2, 1), (2, 1)],
    [(1, 0), (1, 0), (1, 0), (1, 2), (1, 2), (1, 2), (1, 2), (1, 8)],
]
ENDS = [(20, 12), (4, 30), (10, 10)]  # the first leader wins, the second does not, the third shares


def test_flow_is_told_by_the_scoreboard():
    measures = flow_measures(written(BOARDS, ENDS))
    assert value(measures, "lead changes") == (3 + 0 + 1) / 3
    assert value(measures, "led by the winner") == (3 / 8 + 0) / 2  # shared wins are left out
    assert value(measures, "winner behind at half") == 1 / 2  # after four turns of eight
    assert value(measures, "winner last at half") == 1 / 2
    assert value(measures, "winner's mean deficit") == ((4 + 1 + 3) / 8 + (2 + 2 + 1 * 4) / 8) / 2
    assert value(measures, "lead final after") == (6 / 8 + 8 / 8) / 2
    assert value(measures, "turned over by the final count") == 1 / 2
    assert value(measures, "points of the final count") == (86 - 23 - 3 - 9) / 86


def test_leaders_are_counted_where_somebody_is_alone_in_front():
    table = leaders(written(BOARDS, ENDS)).set_index(["lead", "passed"])
    half, end = table.loc["any lead", 0.5], table.loc["any lead", 1.0]
    assert (half["games"], half["share"]) == (3, (1 + 0 + 0.5) / 3)
    assert (end["games"], end["share"]) == (3, (1 + 0 + 0.5) / 3)
    early = table.loc["any lead", 0.2]  # after two turns of eight
    assert (early["games"], early["share"]) == (2, (0 + 0.5) / 2)
    assert table.loc["10 points or more"]["games"].sum() == 0


def test_a_tile_is_worth_what_it_adds_to_the_lead_of_who_draws_it():
    random = np.random.default_rng(3)
    drawn = random.permuted(np.tile(np.repeat([0, 1, 2, 3], 3), (6000, 1)), axis=1)
    one = match(["greedy"] * 2, variants="base")
    turns = np.zeros(drawn.shape, dtype=TURN)
    turns["turn"], turns["seat"], turns["tile"] = np.arange(12) + 1, np.arange(12) % 2, drawn
    points = np.array([2, 5, -1, 8])[drawn]
    scores = np.stack([points[:, ::2].sum(axis=1), points[:, 1::2].sum(axis=1)], axis=1) + 40
    measures = tile_measures(TurnLog(one, 1, rows(one, [tuple(pair) for pair in scores.tolist()]), turns), section="")
    found = np.array([value(measures, "lead from drawing one", f"tile {TILES[place]}") for place in range(4)])
    for place in range(4):  # against an average one of the others
        others = [number for number in range(4) if number != place]
        assert found[place] == pytest.approx(
            np.array([2, 5, -1, 8])[place] - np.array([2, 5, -1, 8])[others].mean(), abs=0.3
        )


def test_meeples_are_found_in_moves_and_hands():
    log = written([[(0, 0)] * 4] * 2, [(1, 0)] * 2)
    turns = log.turns
    turns["tile"] = TILES.index("A")  # monastery, road, field
    segments = [one.kind for one in tile("A").segments]
    turns["move"] = [[0, 1 + segments.index("monastery"), 1 + segments.index("road"), 0]] * 2
    turns["hand"][:, :, :2] = [[(7, 7), (7, 6), (0, 6), (0, 6)]] * 2
    measures = [*meeple_measures(log), *health_measures(log)]
    assert value(measures, "turns with a meeple") == 1 / 2
    assert [value(measures, "meeples put there", one) for one in ("cities", "roads", "monasteries")] == [0, 0.5, 0.5]
    assert value(measures, "turns that leave no meeple in hand") == 1 / 4
    assert value(measures, "meeples on the table at the end") == (7 + 1) / 2


@pytest.fixture(scope="module")
def played() -> Game:
    return match(["greedy-cards"] * 2).played(1, 0)


def test_choices_are_those_of_the_plain_rules(played: Game):
    turns = played_choices(match(["greedy-cards"] * 2), games=1).turns
    assert turns["turn"].tolist() == list(range(1, len(played.moves) + 1))
    for number in (0, 20, 44, 70):
        state, turn = played.states[number], turns[number]
        judged = plain.values(state, greedy_weights(), minds_cards=True)
        best = max(judged.values())
        kinds = {move: move.meeple is not None and tile(state.held).segments[move.meeple].kind for move in judged}

        def lost(*, only: object = None, but: object = None, judged: dict = judged, kinds: dict = kinds) -> float:
            left = [
                value for move, value in judged.items() if kinds[move] != but and (only is None or kinds[move] == only)
            ]
            return max(judged.values()) - max(left)

        expected = {
            "any move": best - sum(judged.values()) / len(judged),
            "never a meeple": lost(only=False),
            "a meeple whenever there is one": lost(but=False) if any(kinds.values()) else 0.0,
            **{f"none on {word}": lost(but=kind) for word, kind in KINDS.items()},
        }
        unminding = plain.values(state, greedy_weights(), minds_cards=False)
        alike = [move for move, value in unminding.items() if value > max(unminding.values()) - 1e-9]
        assert (turn["moves"], turn["placements"]) == (len(judged), len({move[:2] for move in judged}))
        ranked = sorted(judged.values())
        assert turn["second"] == pytest.approx(ranked[-1] - ranked[-2], abs=1e-9)
        assert dict(zip(RULES, turn["given_up"], strict=False))["no eye for the cards"] == pytest.approx(
            best - judged[alike[0]], abs=1e-9
        )
        found = dict(zip(RULES, turn["given_up"].tolist(), strict=True))
        assert {rule: found[rule] for rule in expected} == pytest.approx(expected, abs=1e-9)


KINDS = {"cities": "city", "roads": "road", "fields": "field", "monasteries": "monastery"}


def test_what_stands_on_the_table_at_the_end_is_counted(played: Game):
    end = played.states[-1]
    features = played_choices(match(["greedy-cards"] * 2), games=1).features[0]
    assert features[:2, 0].tolist() == [len(end.cities), len(end.roads)]
    table = plain.Table(end.board)
    spots = [(place, number) for place, laid in end.board.items() for number in range(len(laid.tile.segments))]
    for row, kind in enumerate(("city", "road", "monastery")):
        whole = {table.feature(spot) for spot in spots if end.board[spot[0]].tile.segments[spot[1]].kind == kind}
        is_open = {one for one in whole if (one.ends if kind == "monastery" else table.open_ends(one))}
        claimed = {one for one in is_open if any(spot in end.meeples for spot in one.spots)}
        assert features[row].tolist() == [len(whole) - len(is_open), len(is_open), len(claimed)]


def test_every_change_of_the_rules_is_one_word():
    for words in ("", "base", "flat-10,fields-once,least-5", "none,small-city"):
        rules = variants_named(words)
        changes = one_change_each(rules)
        names = [one.name for one in changes.values()]
        assert len(set(names)) == len(names)
        assert rules.name not in names
        for one in changes.values():
            assert variants_named(one.name).name == one.name
            here, there = (set(both.name.split(",")) for both in (rules, one))
            assert one.tiles == rules.tiles
            assert max(len(here - there), len(there - here)) == 1


def test_tiles_are_told_in_words():
    told = {kind.id: told_kind(kind) for kind in all_tiles()}
    assert told["C"] == "city on 4 sides with pennant"
    assert told["L"] == "city on 1 side, 3 road ends"
    assert told["KR3"] == "city on 1 side, road, road end"
    assert told["H"] == "2 cities"


def assert_filled(page: Page, titles: list[str]) -> None:
    assert [one.title for one in page.sections] == titles
    names = [(page.kind(block), block.name) for block in page.blocks if not isinstance(block, Prose)]
    assert len(set(names)) == len(names)
    for section in page.sections:
        kinds = [page.kind(block) for block in section.blocks]
        assert {"prose", "table"} <= set(kinds), section.title
        assert section.sources, section.title
        assert all(source.games for source in section.sources), section.title
        assert all(len(block.table) for block in section.blocks if isinstance(block, TableBlock)), section.title
    figures = [one.title for one in page.sections if any(page.kind(block) == "figure" for block in one.blocks)]
    assert set(figures) >= {*TITLES} - {"What stands out", "Controls"}


def test_every_section_of_a_small_report_is_filled():
    page = build(Asked(games=64, players=2))
    assert_filled(page, TITLES)


@pytest.mark.long
@pytest.mark.parametrize(
    ("edition", "players", "against"),
    [
        ("", 2, "flat-15-40"),
        ("base", 3, "base+king-robber"),
        ("base,flat-10,fields-by-city", 4, "base"),
        ("continuous,big-cities,fields-once,least-5,small-city", 5, "standard"),
    ],
)
def test_reports_are_the_same_bytes_for_one_worker_and_two(edition: str, players: int, against: str, tmp_path: Path):
    for workers in (1, 2):
        page = build(Asked(edition=edition, players=players, games=80, against=against, workers=workers))
        assert_filled(page, [TITLES[0], f"Against {variants_named(against).name}", *TITLES[1:]])
        write_page(page, tmp_path / str(workers))
    files = sorted(path.relative_to(tmp_path / "1") for path in (tmp_path / "1").rglob("*") if path.is_file())
    assert len(files) > 50
    for file in files:
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "2" / file).read_bytes(), file


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (Asked(edition="flat-20"), "no rule of carcassonne 'flat-20'"),
        (Asked(players=6), "6 players: carcassonne is for 2 to 5"),
        (Asked(against="fields"), "no rule of carcassonne 'fields'"),
    ],
)
def test_a_report_that_cannot_be_is_refused_before_anything_is_played(asked: Asked, says: str):
    with pytest.raises(KingdiceError) as caught:
        build(asked)
    assert says in str(caught.value)
