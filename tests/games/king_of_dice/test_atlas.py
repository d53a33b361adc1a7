"""Every display of an atlas is what the plain lattice and the single-turn solver say of it."""

from __future__ import annotations

import itertools
import json
import pickle
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from oracles import citizens as cards
from oracles import plain_lattice, turn_worth

from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import Display, Edition, advise, load_edition
from kingdice.games.king_of_dice.atlas import Atlas, solve_atlas
from kingdice.games.king_of_dice.atlas_displays import Displays
from kingdice.games.king_of_dice.atlas_files import write_atlas
from kingdice.games.king_of_dice.atlas_sets import set_number, sets_from, sets_of
from kingdice.simulation.blocks import RunInterrupted
from kingdice.simulation.progress import Progress

EIGHT = Path(__file__).parent / "eight_citizens.toml"
TINY = Path(__file__).parents[2] / "oracles" / "tiny_editions" / "tiny.toml"


@pytest.fixture(scope="module")
def eight() -> Displays:
    return Displays(load_edition(EIGHT))


@pytest.fixture(scope="module")
def atlas(eight: Displays) -> Atlas:
    return solve_atlas(eight)


def test_sets_are_numbered_in_lexicographic_order():
    for citizens in range(1, 10):
        for places in range(1, citizens + 1):
            wanted = [list(one) for one in itertools.combinations(range(citizens), places)]
            found = sets_from(citizens, places, range(len(wanted)))
            assert found.tolist() == wanted
            assert set_number(citizens, found).tolist() == list(range(len(wanted)))
            assert sets_of(citizens, places) == len(wanted)


def test_the_last_displays_of_forty_citizens_have_the_numbers_they_should():
    assert sets_of(40, 5) == 658_008
    assert sets_from(40, 5, [0, 658_006, 658_007]).tolist() == [
        [0, 1, 2, 3, 4],
        [34, 36, 37, 38, 39],
        [35, 36, 37, 38, 39],
    ]


def plain_row(ids: list[str], tables: dict[str, np.ndarray], objective: str, players: int) -> list[float]:
    """Values of 1 to 4 rolls, failing, the chance of each citizen, and rolls used, by the oracles."""
    worths, failing = turn_worth.card_worths(
        tuple(ids), villages=(0,) * 5, penalty=1, fairies=0, players=players, objective=objective
    )
    for place, one in enumerate(ids[:-1]):
        if one == "hypnotist":  # alone: its neighbour adds nothing
            worths[place] = 1.0
    terminal, codes = turn_worth.terminal(worths, failing, np.stack([tables[one] for one in ids], axis=-1))
    values = [plain_lattice.solve(cards.POOL, terminal, rolls).value for rolls in (1, 2, 3, 4)]
    found = plain_lattice.outcome_distribution(cards.POOL, terminal, codes, 3)
    chances = [found.chances.get(place, 0.0) for place in range(6)]
    return [*values, chances[5], *chances[:5], float(found.stopping @ [1, 2, 3])]


def assert_rows_are_those_of_the_oracles(
    edition: Edition, tables: dict[str, np.ndarray], numbers: list[int], objective: str, players: int
) -> None:
    displays = Displays(edition, objective=objective, players=players)
    for number in numbers:
        row = displays.play_block(0, number, 1)[0]
        ids = [edition.citizens[place].id for place in displays.citizens(number, 1)[0]]
        told = dict(zip(displays.columns, row, strict=True))
        names = (
            [f"value_{r}" for r in range(1, 5)] + ["failing"] + [f"chance_{p}" for p in range(1, 6)] + ["rolls_used"]
        )
        assert told["display"] == number
        wanted = plain_row(ids, tables, objective, players)
        np.testing.assert_allclose([told[name] for name in names], wanted, rtol=0, atol=1e-9, err_msg=str(ids))


@pytest.mark.long
@pytest.mark.parametrize(("objective", "players"), [("points", 2), ("lead", 4)])
def test_displays_drawn_at_random_are_those_of_the_plain_lattice(edition, citizen_tables, objective, players):
    numbers = np.random.default_rng(7).integers(0, 658_008, 2).tolist()
    hypnotist = set_number(40, [[3, 20, 36, 37, 39]]).tolist()  # with a neighbour, and a citizen that is never taken
    assert_rows_are_those_of_the_oracles(edition, citizen_tables, numbers + hypnotist, objective, players)


@pytest.mark.long
@pytest.mark.parametrize(("objective", "players"), [("points", 2), ("lead", 3)])
def test_many_displays_drawn_at_random_are_those_of_the_plain_lattice(edition, citizen_tables, objective, players):
    numbers = np.random.default_rng(8).integers(0, 658_008, 100).tolist()
    assert_rows_are_those_of_the_oracles(edition, citizen_tables, numbers, objective, players)


def test_every_display_is_what_advise_says_of_it_where_nobody_has_a_neighbour(eight: Displays, atlas: Atlas):
    checked = 0
    for number in range(eight.count):
        ids = atlas.ids(number)
        if "hypnotist" in ids:
            continue
        advice = advise(Display.of(eight.edition, ids, villages=[0] * 5), rolls=3)
        chances = [atlas.columns[f"chance_{place}"][number] for place in range(1, 6)]
        assert atlas.columns["value_3"][number] == pytest.approx(advice.value, rel=0, abs=1e-9)
        np.testing.assert_allclose(
            [*chances, atlas.columns["failing"][number]], list(advice.outcomes().values()), rtol=0, atol=1e-9
        )
        checked += 1
    assert checked == 21  # sets of five of the seven others


def test_chances_add_up_to_one_and_to_the_value(atlas: Atlas):
    chances, failing = atlas.stacked("chance"), atlas.columns["failing"]
    np.testing.assert_allclose(chances.sum(axis=1) + failing, 1, rtol=0, atol=1e-12)
    np.testing.assert_allclose(atlas.stacked("worth").sum(axis=1) - failing, atlas.value, rtol=0, atol=1e-12)
    assert (atlas.columns["rolls_used"] <= 3).all()
    assert (atlas.columns["rolls_used"] >= 1).all()


def test_a_citizen_met_only_when_a_better_one_is_is_never_taken(atlas: Atlas):
    """Three of a kind is met whenever four are, and stands further left with the same points."""
    number = atlas.number(["orc-3", "orc-4", "gnome-4red", "fairy-2r2g", "snob-odd"])
    ids = atlas.ids(number)
    assert atlas.columns[f"chance_{ids.index('orc-4') + 1}"][number] == 0
    assert atlas.columns[f"chance_{ids.index('orc-3') + 1}"][number] > 0.1


def test_a_display_has_the_same_bits_in_every_block(eight: Displays, atlas: Atlas):
    for first, end in [(0, 1), (55, 56), (3, 10), (10, 45)]:
        again = dict(zip(eight.columns, eight.play_block(3, first, end - first).T, strict=True))
        for name, column in atlas.columns.items():
            assert again[name].tobytes() == column[first:end].tobytes(), (first, end, name)


def test_an_atlas_is_the_same_with_two_workers_and_small_blocks(eight: Displays, atlas: Atlas):
    assert solve_atlas(eight, workers=2, block=19).digest == atlas.digest


def test_an_interrupted_atlas_goes_on_to_the_same_bits(tmp_path, eight: Displays, atlas: Atlas):
    class Impatient(Progress):
        def step(self, games: int, new: bool) -> None:
            raise KeyboardInterrupt

    with pytest.raises(RunInterrupted, match=r"19 of 56 displays are kept"):
        solve_atlas(eight, block=19, out=tmp_path / "run", watch=Impatient(quiet=True))
    assert solve_atlas(eight, out=tmp_path / "run", resume=True).digest == atlas.digest


def test_the_work_can_be_sent_to_other_processes(eight: Displays):
    sent = pickle.loads(pickle.dumps(eight))
    assert sent.play_block(0, 10, 2).tobytes() == eight.play_block(0, 10, 2).tobytes()


def test_a_longer_turn_is_never_worth_less_and_values_do_not_depend_on_the_rolls_asked_for(eight: Displays):
    longer = Displays(eight.edition, rolls=5)
    assert longer.most_rolls == 5
    rows = longer.play_block(0, 20, 8)
    told = dict(zip(longer.columns, rows.T, strict=True))
    values = np.stack([told[f"value_{rolls}"] for rolls in range(1, 6)])
    assert (np.diff(values, axis=0) >= 0).all()
    shorter = eight.play_block(0, 20, 8)
    np.testing.assert_allclose(values[:4].T, shorter[:, 1:5], rtol=0, atol=1e-12)


def test_an_edition_with_two_places_has_displays_of_two():
    displays = Displays(load_edition(TINY), rolls=2)
    assert displays.count == 15
    atlas = solve_atlas(displays)
    for number in range(15):
        display = Display.of(displays.edition, atlas.ids(number), villages=[0, 0])
        assert atlas.value[number] == pytest.approx(advise(display, rolls=2).value, rel=0, abs=1e-12)


@pytest.fixture(scope="module")
def written(atlas: Atlas, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("atlas")
    write_atlas(atlas, folder)
    return folder


def test_the_file_says_what_is_on_display_and_where_it_comes_from(eight: Displays, atlas: Atlas, written: Path):
    stored = pq.read_table(written / "atlas.parquet")
    assert stored.num_rows == 56
    assert str(stored.schema.field("citizen_1").type).startswith("dictionary<values=string")
    assert stored["citizen_5"].to_pylist()[-1] == "dragon-28"
    assert stored["value_3"].to_pylist() == atlas.columns["value_3"].tolist()
    about = json.loads(stored.schema.metadata[b"kingdice"])
    assert about["edition"] == {"name": "eight", "hash": eight.edition.hash}
    assert (about["rolls"], about["objective"], about["method"]) == (3, "points", "exact")
    assert {path.name for path in written.iterdir()} >= {"spread.svg", "presence.svg", "citizens.csv", "best.parquet"}


def test_the_same_atlas_is_written_with_the_same_bytes(tmp_path, atlas: Atlas, written: Path):
    for path in write_atlas(atlas, tmp_path):
        assert path.read_bytes() == (written / path.name).read_bytes(), path.name


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"objective": "card:orc-3"}, "an atlas is of all displays; expected points, lead or any"),
        ({"objective": "pionts"}, "objective 'pionts'"),
        ({"players": 6}, "players 6: expected 2 to 5"),
        ({"rolls": 0}, "0 rolls"),
    ],
)
def test_what_an_atlas_cannot_be_made_of_is_refused(eight: Displays, changes, complaint):
    with pytest.raises(KingdiceError, match=complaint):
        Displays(eight.edition, **changes)


def test_an_edition_with_too_many_displays_is_refused(write_edition):
    villages = "\n".join(f'[[villages]]\nname = "v{number}"\nvalues = [2]' for number in range(8))
    path = write_edition(f'name = "wide"\nextends = "haba-2017"\n{villages}\n' + NO_VILLAGES)
    with pytest.raises(KingdiceError, match=r"displays of 8 of 40 citizens: an atlas holds at most"):
        Displays(load_edition(path))


NO_VILLAGES = "\n".join(
    f'[[citizens]]\nid = "c{number}"\ncitizen = "orc"\npoints = 2\nneeds = "sum >= {number % 30}"'
    for number in range(40)
)
