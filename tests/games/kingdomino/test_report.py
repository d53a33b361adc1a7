"""The balance report of Kingdomino: its sections, where its numbers come from, and the scoreboard it reads."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kingdice.balance.asked import Asked
from kingdice.balance.measures import Measure
from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.report import build
from kingdice.games.kingdomino.report.changes import bans_of, changes_of
from kingdice.games.kingdomino.report.flow import led_after
from kingdice.games.kingdomino.report.measures import first_taken, flow_measures, measures_of
from kingdice.games.kingdomino.report.runs import Runs
from kingdice.games.kingdomino.report.scoreboard import NOBODY, Scoreboard
from kingdice.games.kingdomino.report.trust import draw_checks
from kingdice.games.kingdomino.turn_log import log_turns
from kingdice.games.kingdomino.variants import variants_named
from kingdice.reporting.figure_check import figure_faults
from kingdice.reporting.page import FigureBlock, Page, Prose, TableBlock, write_page

TITLES = [
    "What stands out", "Seats", "Dominoes", "Length and endings", "Scores and margins", "Flow", "Luck and skill",
    "Decisions", "Restricted play", "Rules health", "Sensitivity", "Controls",
]  # fmt: skip


@pytest.fixture(scope="module")
def page() -> Page:
    return build(Asked(games=64, against="harmony"))


# The page


def test_every_section_is_there_and_filled(page: Page):
    assert [section.title for section in page.sections] == [TITLES[0], "Against harmony", *TITLES[1:]]
    for section in page.sections:
        kinds = {type(block) for block in section.blocks}
        assert {Prose, TableBlock} <= kinds, section.title
        assert section.sources, section.title
        for block in section.blocks:
            if isinstance(block, TableBlock):
                assert len(block.table), block.name
                assert block.how or block.name == "judged", block.name


def test_figures_say_what_they_show(page: Page):
    figures = [block for block in page.blocks if isinstance(block, FigureBlock)]
    assert len({block.name for block in figures}) == len(figures) >= 12
    for block in figures:
        assert min(len(block.alt), len(block.caption)) > 20, block.name
        assert block.how == "simulated", block.name


@pytest.mark.long
def test_every_figure_can_be_read(page: Page):
    figures = [block for block in page.blocks if isinstance(block, FigureBlock)]
    assert {block.name: figure_faults(block.axes) for block in figures} == {block.name: [] for block in figures}


def test_numbers_say_which_games_they_are_from(page: Page):
    strategies = {tuple(source.strategies) for section in page.sections for source in section.sources}
    assert {(), ("full-greedy",) * 4, ("far-sighted",) * 4} <= strategies
    assert page.provenance["edition"].startswith("standard ")
    assert page.provenance["against"].startswith("harmony ")
    assert page.provenance["players"] == "4"


def test_restricted_play_bans_every_terrain_and_place(page: Page):
    table = next(one.table for one in page.blocks if isinstance(one, TableBlock) and one.name == "restricted")
    assert sorted(table["banned"]) == sorted(
        ["wheat", "forest", "lake", "grassland", "swamp", "mine"]
        + [f"{place} of the line" for place in ("first", "second", "third", "fourth")]
    )


def test_rules_for_other_numbers_of_players_are_refused():
    for asked in (Asked(edition="mighty-duel", players=3), Asked(against="lines-of-four", players=4, games=64)):
        with pytest.raises(KingdiceError, match="is for"):
            build(asked)


@pytest.mark.long
@pytest.mark.parametrize(
    ("edition", "players"),
    [("middle,harmony", 2), ("mighty-duel", None), ("dynasty,middle-of-box", 3), ("lines-of-four", 3)],
)
def test_reports_are_filled_by_other_rules(edition: str, players: int | None):
    other = build(Asked(edition=edition, players=players, games=64))
    assert [section.title for section in other.sections] == TITLES
    for block in other.blocks:
        if isinstance(block, FigureBlock):
            assert figure_faults(block.axes) == [], block.name


@pytest.mark.long
def test_the_same_bytes_with_one_worker_and_two(tmp_path: Path):
    for workers in (1, 2):
        write_page(build(Asked(games=64, workers=workers)), tmp_path / str(workers))
    files = sorted(path.relative_to(tmp_path / "1") for path in (tmp_path / "1").rglob("*") if path.is_file())
    assert len(files) > 60
    for file in files:
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "2" / file).read_bytes(), file


# The scoreboard


@pytest.mark.parametrize(("variants", "players"), [("middle,harmony", 3), ("standard", 2), ("dynasty", 4)])
def test_the_scoreboard_has_the_points_on_the_table_after_each_line(variants: str, players: int):
    one = match(["random"] * players, variants=variants)
    board = Scoreboard(Draft.of(log_turns(one, games=2, seed=7)))
    for game in range(2):
        states, expected = one.played(7, game).states, []
        for before, after in pairwise(states):
            is_end = after.is_over or after.line_number != before.line_number or len(after.rounds) > len(before.rounds)
            if is_end and before.line_number > 0:
                rounds = after.rounds[: len(before.rounds)]
                expected.append([sum(one.kingdoms[seat].points for one in rounds) for seat in range(players)])
        assert board.points[game].tolist() == expected


def board_of(points: list[list[list[int]]], winners: list[list[int]]) -> Scoreboard:
    """A scoreboard of made-up games: points (games, steps, seats), and who wins each."""
    won = np.array([[seat in one for seat in range(len(points[0][0]))] for one in winners])
    board = Scoreboard(SimpleNamespace(games=SimpleNamespace(won=won, players=won.shape[1])))  # type: ignore[arg-type]
    board.__dict__["points"] = np.array(points)
    return board


def test_leads_deficits_and_when_a_lead_is_final():
    """Three players, four lines; seat 2 wins the first game, seat 1 the second, both share the third."""
    board = board_of(
        [
            [[3, 0, 0], [3, 5, 1], [7, 7, 2], [8, 9, 2]],  # led by 1, 2, nobody, 2
            [[1, 0, 0], [2, 0, 1], [5, 4, 4], [9, 4, 4]],  # by 1 throughout
            [[0, 0, 1], [2, 2, 1], [3, 2, 2], [4, 4, 2]],  # by 3, nobody, 1, nobody
        ],
        [[1], [0], [0, 1]],
    )
    assert board.leader.tolist() == [[0, 1, NOBODY, 1], [0, 0, 0, 0], [2, NOBODY, 0, NOBODY]]
    assert board.lead_changes.tolist() == [1, 0, 1]
    assert board.alone.tolist() == [True, True, False]
    assert board.settled.tolist() == [4, 1, 4]
    assert board.deficit[0].tolist() == [3, -2, 0, -1]
    assert board.is_last[0].tolist() == [False, False, False, False]
    late = board_of([[[5, 4, 0], [6, 6, 1], [6, 6, 5], [7, 7, 9]]], [[2]])
    assert late.is_last[0].tolist() == [True, True, True, False]
    assert late.settled.tolist() == [4]


def test_flow_in_a_game_that_can_be_followed_by_hand():
    board = board_of([[[3, 0], [3, 5], [7, 7], [8, 9]], [[1, 0], [2, 0], [5, 4], [9, 4]]], [[1], [0]])
    draft = SimpleNamespace(games=board.draft.games)
    found = {one.what: one.value for one in _measures_with(board, draft)}
    assert found["lead changes"] == 0.5
    assert found["led by the winner"] == (2 / 4 + 4 / 4) / 2
    assert found["winner behind at half"] == 0.0  # after two of four lines both winners lead
    assert found["winner's mean deficit"] == (3 / 4 + 0) / 2
    assert found["lead final after"] == (4 / 4 + 1 / 4) / 2
    assert found["turned over by bonuses"] == 0.0


def _measures_with(board: Scoreboard, draft: SimpleNamespace) -> list[Measure]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kingdice.games.kingdomino.report.measures.Scoreboard", lambda _: board)
        return flow_measures(draft)  # type: ignore[arg-type]


def test_who_leads_after_the_last_line_wins_without_bonuses():
    draft = Draft.of(log_turns(match(["random"] * 3), games=200, seed=2))
    table = led_after(draft).set_index(["question", "line"])["share"]
    assert table["who leads alone wins", 12] == 1.0
    assert table["the winner leads alone", 12] == table["the lead is final", 12] > 0.9
    final = table["the lead is final"].to_numpy()
    assert (np.diff(final) >= 0).all()
    assert (final <= table["the winner leads alone"].to_numpy()).all()


# Measures, changes, checks


def test_measures_have_names_of_their_own_and_lie_where_they_must():
    measures = measures_of(Draft.of(log_turns(match(["random"] * 4), games=100, seed=3)))
    keys = [one.key for one in measures]
    assert len(set(keys)) == len(keys)
    for one in measures:
        if one.unit == "share":
            assert 0 <= one.value <= 1 or np.isnan(one.value), one.key
    by_what = {one.what: one.value for one in measures if not one.of}
    assert by_what["picks of the last domino left"] == pytest.approx(0.25)  # one of four in each line
    assert sum(one.value for one in measures if one.what == "win share") == pytest.approx(1)


def test_each_line_has_one_domino_that_is_taken_first():
    draft = Draft.of(log_turns(match(["random"] * 4), games=50, seed=3))
    measures = first_taken(draft)
    assert sum(one.above.sum() for one in measures) == 50 * 12
    assert sum(one.weights.sum() for one in measures) == 50 * 48


def test_one_switch_is_turned_at_a_time_where_it_can_be_played():
    four = {name: rules.name for name, rules in changes_of(variants_named("middle"), 4).items()}
    assert four == {
        "without middle": "standard",
        "with middle-of-box": "middle-of-box",
        "with harmony": "middle,harmony",
        "with dynasty": "middle,dynasty",
    }
    assert "with mighty-duel" in changes_of(variants_named(""), 2)
    assert list(changes_of(variants_named("mighty-duel"), 2))[-1] == "without mighty-duel"
    assert "with lines-of-four" in changes_of(variants_named(""), 3)


def test_bans_are_those_of_the_line_that_is_played():
    bans = bans_of(Runs.of(Asked(players=3)), "random")
    assert len(bans) == 9
    assert bans["third of the line"] == "random:without=third"
    assert "fourth of the line" not in bans


@pytest.mark.parametrize(("players", "checks"), [(4, 6 + 48), (2, 6 + 96)])
def test_the_draw_comes_out_as_its_exact_chances_say(players: int, checks: int):
    """With four players every domino comes, so that is not checked; 5.2 standard errors are passed once in 10^7."""
    found = draw_checks(Draft.of(log_turns(match(["random"] * players), games=3000, seed=1)))
    assert len(found) == checks
    assert all(one.trials == 3000 for one in found)
    for one in found:
        error = (one.exact * (1 - one.exact) / one.trials) ** 0.5
        assert abs(one.came / one.trials - one.exact) < 5.2 * error, one.of
    mine = next(one for one in found if one.of == "mine in the first line")
    assert mine.exact == pytest.approx(0.42476, abs=1e-4)  # 1 - C(42, 4) / C(48, 4)
