"""A planted imbalance is found and named; an edition without fault is left in peace."""

from __future__ import annotations

from pathlib import Path

import oracles
import pandas as pd
import pytest

from kingdice.balance.asked import Asked
from kingdice.balance.findings import judge
from kingdice.games.king_of_dice.edition import load_edition
from kingdice.games.king_of_dice.report import judged_of_edition
from kingdice.games.king_of_dice.report.changes import bans_of, changes_of
from kingdice.games.king_of_dice.report.playing_well import decisions_section
from kingdice.games.king_of_dice.report.runs import Runs

BALANCED = Path(next(iter(oracles.__path__))) / "toy_editions" / "balanced.toml"


def found_in(path: Path, *, games: int, seed: int = 1) -> pd.DataFrame:
    """What stands out; a fifth as many games are solved."""
    table = judge(judged_of_edition(Runs.of(Asked(edition=str(path), games=games, seed=seed, workers=2))))
    return table[table["stands_out"]].set_index("of")


def planted(folder: Path, *changes: tuple[str, str]) -> Path:
    text = BALANCED.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / "planted.toml"
    path.write_text(text, encoding="utf-8")
    return path


DOUBLED = (
    'id = "three-2"\ncitizen = "three"\nvillage = "left"\npoints = 7',
    'id = "three-2"\ncitizen = "three"\nvillage = "left"\npoints = 14',
)
IMPOSSIBLE = ('needs = "four 5s"', 'needs = "three 7s"')
EXTRA_ROLL = ("[[dice]]", "[[handicaps]]\nseat = 1\nextra_rolls = 1\n\n[[dice]]")


def test_a_doubled_price_an_impossible_citizen_and_an_extra_roll_are_named_and_nothing_else(tmp_path: Path) -> None:
    found = found_in(planted(tmp_path, DOUBLED, IMPOSSIBLE, EXTRA_ROLL), games=4000)
    assert set(found.index) == {"seat 1", "seat 2", "three-2", "four-5"}
    price, chance = found.loc["three-2"], found.loc["four-5"]
    assert price["what"] == "worth for its effort"
    assert price["low"] > 3 / 2
    assert 1.95 < price["value"] < 2.15
    assert chance["what"] == "chance of being met"
    assert (chance["low"], chance["high"]) == (chance["value"], chance["value"])  # exact
    assert 0 < chance["value"] < 1e-6
    seats = found[found["what"].str.startswith("win share")]
    assert (seats.loc["seat 1", "low"] > 0.525).all()
    assert (seats.loc["seat 2", "high"] < 0.475).all()


def test_half_the_price_is_named_too(tmp_path: Path) -> None:
    old, _ = DOUBLED
    found = found_in(planted(tmp_path, (old, old.replace("7", "3"))), games=4000)
    assert list(found.index) == ["three-2"]
    assert found.loc["three-2", "high"] < 2 / 3


@pytest.mark.long
def test_twenty_seeds_of_a_balanced_edition_raise_at_most_one_false_alarm() -> None:
    # At a family-wise 99 %, more than one of twenty reports with a false alarm comes once in 60 runs at most.
    alarms = [seed for seed in range(1, 21) if len(found_in(BALANCED, games=4000, seed=seed))]
    assert len(alarms) <= 1


ONE_ROLL = """
name = "one-roll"
[rules]
rolls = 1
[[dice]]
name = "D"
copies = 2
faces = [1, 2, 3]
[[villages]]
name = "left"
values = [1]
[[penalties]]
points = -1
copies = 3
[[citizens]]
id = "a"
citizen = "a"
points = 2
needs = "two 1s"
[[citizens]]
id = "a-2"
citizen = "a"
points = 2
needs = "two 2s"
[[citizens]]
id = "a-3"
citizen = "a"
points = 3
needs = "two 3s"
[[citizens]]
id = "b"
citizen = "b"
points = 0
needs = "sum = 5"
"""


def test_a_turn_of_one_roll_has_nothing_to_decide_and_no_roll_to_forbid(tmp_path: Path) -> None:
    path = tmp_path / "one-roll.toml"
    path.write_text(ONE_ROLL, encoding="utf-8")
    section = decisions_section(Runs.of(Asked(edition=str(path), games=64)))
    assert "nothing to keep" in section.blocks[0].text  # type: ignore[union-attr]
    # "a" is a citizen of its own, so that a player told to do without "a" does without that one only.
    assert list(bans_of(load_edition(path))) == ["a", "a-2", "a-3", "b"]


def test_no_seat_is_left_without_a_roll(tmp_path: Path) -> None:
    path = tmp_path / "slow.toml"
    path.write_text(
        'extends = "haba-2017"\nname = "slow"\n[rules]\nrolls = 2\n[[handicaps]]\nseat = 2\nextra_rolls = -1\n',
        encoding="utf-8",
    )
    changes = dict(changes_of(load_edition(path)))
    assert "3 rolls a turn" in changes
    assert "1 roll a turn" not in changes
    for edition in changes.values():
        assert min(edition.rolls_of(seat) for seat in range(1, 6)) >= 1
