"""Suggested points: the optimum against a plain search over levels and subsets; files that differ in points alone."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from kingdice.errors import EditionError, KingdiceError
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.edition import built_in_editions, edition_of_text, edition_source
from kingdice.games.king_of_dice.fair_prices import fair_prices
from kingdice.games.king_of_dice.repriced import renamed, repriced, with_points
from kingdice.games.king_of_dice.suggest import suggest_points

TINY = Path(__file__).parents[2] / "oracles" / "tiny_editions"
CLOSE = 1e-9


def prices(cards: list[tuple[str, float, float, int]]) -> pd.DataFrame:
    """A table of prices: id, effort, worth, points; an edition that pays for turns of effort."""
    rows = [
        {
            "citizen": identifier,
            "village": "",
            "points": points,
            "chance": 1 / effort,
            "effort": effort,
            "worth": worth,
            "verdict": "fair",
        }
        for identifier, effort, worth, points in cards
    ]
    table = pd.DataFrame(rows)
    table.attrs = {"price_exponent": 1.0, "price_first": 1.0, "note": ""}
    return table


def plain_points(effort: float, worth: float, points: int, level: float, band: tuple[float, float]) -> tuple[int, bool]:
    """The new points of one citizen, by trying all whole numbers."""
    low, high = band[0] * level * effort, band[1] * level * effort

    def outside(number: int) -> float:
        value = worth + number - points
        return math.inf if value <= 0 else max(low / value, value / high, 1.0)

    numbers = range(min(0, points), 40)
    inside = [one for one in numbers if outside(one) <= 1 + CLOSE]
    if inside:
        return min(inside, key=lambda one: abs(one - points)), True
    return min(numbers, key=lambda one: (round(outside(one), 9), one)), False


def plain_score(cards, fixed, level, band) -> tuple[int, int, int]:
    """Citizens outside that may change, citizens that stay outside, sum of changes."""
    outside = stay = total = 0
    for identifier, effort, worth, points in cards:
        new, inside = plain_points(effort, worth, points, level, band)
        if identifier in fixed:
            is_inside = band[0] * level * effort * (1 - CLOSE) <= worth <= band[1] * level * effort * (1 + CLOSE)
            stay += not is_inside
            continue
        outside += new != points or not inside
        stay += not inside
        total += abs(new - points)
    return outside, stay, total


@pytest.mark.parametrize("seed", range(10))
def test_the_level_is_the_best_of_all(edition: Edition, seed: int) -> None:
    rng = random.Random(seed)
    ids = [one.id for one in edition.citizens if one.effect is None]
    cards = []
    for identifier in rng.sample(ids, rng.randint(1, 6)):
        effort, points = rng.uniform(1, 8), rng.randint(0, 12)
        cards.append((identifier, effort, points + rng.choice([0.0, rng.uniform(-1, 3)]), points))
    band = rng.choice([(0.8, 1.25), (0.9, 1.1), (0.5, 1.2)])
    fixed = [one[0] for one in cards if rng.random() < 0.2]
    free = [one for one in cards if one[0] not in fixed and one[2] > 0]
    found = suggest_points(edition, prices(cards), band=band, fixed=fixed, effort=rng.choice(["turns", "edition"]))
    by_id = found.set_index("citizen")
    level = found.attrs["level"]
    mine = plain_score(cards, fixed, level, band)

    # fewest changes, by trying which citizens may be left outside
    most = max(
        (
            len(some)
            for size in range(len(free) + 1)
            for some in itertools.combinations(free, size)
            if not some
            or max(w / e / band[1] for _, e, w, _ in some) <= min(w / e / band[0] for _, e, w, _ in some) * (1 + CLOSE)
        ),
        default=0,
    )
    assert mine[0] == len([one for one in cards if one[0] not in fixed]) - most

    # all else, by trying very many levels
    values = [(w + k - p) / e for _, e, w, p in cards for k in range(15) if w + k - p > 0]
    tried = sorted({value / limit for value in values for limit in band} | set(np.geomspace(0.05, 20, 500)))
    usual = math.exp(np.mean([math.log(w / e) for _, e, w, _ in cards if w > 0])) if any(c[2] > 0 for c in cards) else 1
    if free:
        scores = {one: plain_score(cards, fixed, one, band) for one in [*tried, usual]}
        best = min(scores.values())
        assert mine == best
        nearest = min(abs(math.log(one / usual)) for one, score in scores.items() if score == best)
        assert abs(math.log(level / usual)) <= nearest + 1e-5
    for identifier, effort, worth, points in cards:
        new, inside = plain_points(effort, worth, points, level, band)
        row = by_id.loc[identifier]
        assert row["points_after"] == (points if identifier in fixed else new)
        assert row["change"] == row["points_after"] - points
        assert row["per_turn_after"] == pytest.approx((worth + row["change"]) / effort)
        if identifier not in fixed:
            assert row["inside"] == inside


def test_an_edition_inside_the_band_has_no_changes(edition: Edition) -> None:
    cards = [("orc-3", 2.0, 4.0, 4), ("orc-4", 3.0, 6.0, 6), ("orc-5", 4.0, 9.0, 9)]
    found = suggest_points(edition, prices(cards))
    assert (found["change"] == 0).all()
    assert found["inside"].all()
    assert found.attrs["changes"] == 0
    assert found["citizen"].tolist() == ["orc-3", "orc-4", "orc-5"]


def test_what_is_suggested_needs_no_further_change(edition: Edition) -> None:
    table = fair_prices(edition)
    first = suggest_points(edition, table)
    new = with_points(edition, dict(zip(first["citizen"], first["points_after"], strict=True)))
    again = table.assign(points=[new.citizen(one).points for one in table["citizen"]])
    again["worth"] = again["points"].astype(float)
    assert suggest_points(new, again).attrs["changes"] == 0


def test_fixed_citizens_keep_their_points_and_are_listed_when_outside(edition: Edition) -> None:
    cards = [("orc-3", 2.0, 4.0, 4), ("orc-4", 2.0, 4.0, 4), ("orc-5", 2.0, 12.0, 12), ("sprite-6", 2.0, 11.0, 11)]
    found = suggest_points(edition, prices(cards), fixed=["orc-5"]).set_index("citizen")
    assert found.loc["orc-5", ["points_after", "inside", "why"]].tolist() == [
        12,
        False,
        "too much for its effort; fixed",
    ]
    assert found.loc["sprite-6", "points_after"] == 6  # 2 x 2.5 x 1.25 = 6.25
    assert found.loc["sprite-6", "why"] == "too much for its effort"


def test_where_no_whole_number_lies_in_the_band_the_nearest_is_taken(edition: Edition) -> None:
    cards = [("orc-3", 1.0, 9.0, 9), ("orc-4", 1.0, 1.0, 1)]
    found = suggest_points(edition, prices(cards), band=(0.9, 1.1), level=2.5).set_index("citizen")
    nearest = "; the nearest whole number, none lies in the band"
    assert found.loc["orc-3", ["points_after", "why"]].tolist() == [3, f"too much for its effort{nearest}"]
    assert found.loc["orc-4", ["points_after", "inside"]].tolist() == [3, False]
    low = suggest_points(edition, prices(cards), band=(0.9, 1.1), level=0.5).set_index("citizen")
    assert low.loc["orc-4", ["points_after", "why"]].tolist() == [
        1,
        "too much for its effort; no whole number lies in the band",
    ]


def test_fairies_dragons_and_the_impossible_are_left_alone(edition: Edition) -> None:
    table = prices([("orc-3", 2.0, 4.0, 4), ("orc-4", 5000.0, 4.0, 4), ("dragon-25", 2.0, 9.0, -2)])
    fairy = table.iloc[:1].assign(citizen="fairy-2r2g", points="X", worth=20.0)
    attrs = table.attrs
    table = pd.concat([table, fairy], ignore_index=True)
    table.attrs = attrs
    table.loc[1, "verdict"] = "impossible"
    found = suggest_points(edition, table).set_index("citizen")
    assert found.attrs["changes"] == 0
    assert found.attrs["level"] == pytest.approx(2)
    assert found.loc["fairy-2r2g", ["points_after", "inside"]].tolist() == ["X", False]
    assert found.loc["fairy-2r2g", "why"].startswith("left alone: a fairy's points")
    assert found.loc["dragon-25", "why"].startswith("left alone: a dragon's points")
    assert found.loc["orc-4", "why"] == "as good as impossible, whatever it pays"


def test_effects_keep_what_they_are_worth(edition: Edition) -> None:
    cards = [("orc-3", 2.0, 4.0, 4), ("orc-4", 2.0, 4.2, 4), ("elf-4", 2.0, 7.0, 3)]
    found = suggest_points(edition, prices(cards)).set_index("citizen")
    assert found.loc["elf-4", ["points_after", "per_turn_after"]].tolist() == [2, 3]  # level 2.5


def test_mistakes_are_said(edition: Edition) -> None:
    table = fair_prices(edition)
    with pytest.raises(KingdiceError, match="expected two numbers above 0"):
        suggest_points(edition, table, band=(1.2, 0.8))
    with pytest.raises(EditionError, match=r"no citizen 'elf4'; did you mean"):
        suggest_points(edition, table, fixed=["elf4"])
    with pytest.raises(KingdiceError, match="expected edition or turns"):
        suggest_points(edition, table, effort="rolls")
    with pytest.raises(KingdiceError, match="a level of 0"):
        suggest_points(edition, table, level=0)
    tiny = load_edition(TINY / "tiny.toml")
    with pytest.raises(KingdiceError, match="expected effort in turns"):
        suggest_points(tiny, fair_prices(tiny))
    assert len(suggest_points(tiny, fair_prices(tiny), effort="turns")) == 3


@pytest.mark.parametrize("name", [*built_in_editions(), str(TINY / "tiny.toml")])
def test_a_repriced_file_differs_in_points_alone(name: str) -> None:
    old, text = load_edition(name), edition_source(name)
    points = {one.id: 50 + place for place, one in enumerate(old.citizens) if one.points != "X" and place % 2}
    new_text = repriced(name, text, points)
    new = edition_of_text(name, new_text)
    assert new.hash == with_points(old, points).hash != old.hash
    assert (new.name, new.title) == (old.name, old.title)
    for before, after in zip(old.citizens, new.citizens, strict=True):
        assert after == before.model_copy(update={"points": points.get(before.id, before.points)})
    if "extends" in text:
        assert new_text.startswith(text)
    else:
        pairs = list(zip(text.splitlines(), new_text.splitlines(), strict=True))
        assert {one.split("=")[0] for pair in pairs if pair[0] != pair[1] for one in pair} == {"points "}
        assert sum(before != after for before, after in pairs) == len(points)


def test_comments_spaces_and_other_ways_of_writing_stay() -> None:
    text = 'extends = "haba-2017"\nname = "mine"\n\n[[changes]]\nid = "orc-3"   # dear\n  points   =  2# why\n'
    text += '[[changes]] # another\nneeds = "5 of a kind"\nid = "orc-5"\n'
    new = repriced("mine", text, {"orc-3": 4, "orc-5": 6, "sprite-4": 2})
    assert new == text.replace("=  2#", "=  4#").replace('"orc-5"\n', '"orc-5"\npoints = 6\n') + (
        '\n[[changes]]\nid = "sprite-4"\npoints = 2\n'
    )
    inline = (
        'extends = "haba-2017"\nname = "mine"\nchanges = [{id = "orc-3", points = 2}, {points = 1, id = "orc-5"}]\n'
    )
    assert repriced("mine", inline, {"orc-5": 9}) == inline.replace("points = 1", "points = 9")


def test_a_text_whose_points_cannot_be_found_is_refused() -> None:
    text = 'extends = "haba-2017"\nname = "mine"\nchanges = [{id = "orc-3", "poin\\u0074s" = 2}]\n'
    with pytest.raises(EditionError, match="points could not be changed in this text"):
        repriced("mine", text, {"orc-3": 9})
    with pytest.raises(EditionError, match="no citizen 'orc-9'"):
        repriced("mine", text, {"orc-9": 9})


def test_a_renamed_text_is_the_same_edition(edition: Edition) -> None:
    new = edition_of_text("x", renamed(edition_source("haba-2017"), "my game (2)"))
    assert (new.name, new.hash) == ("my-game-2", edition.hash)
