"""The cheat sheet: rules for keeping against plain play by the same words, effects against single solved turns."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from kingdice.errors import RunError
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.advice import PENALTY, advise
from kingdice.games.king_of_dice.cheat_sheet import draw_cheat_sheet, write_cheat_sheet
from kingdice.games.king_of_dice.effect_worths import chasing_costs, effect_worths, random_displays
from kingdice.games.king_of_dice.keep_rules import keep_rules
from kingdice.games.king_of_dice.odds import card_odds

FEW = 6
SMALL = """name = "small"
dice = [{name = "D", copies = 3, faces = ["1 red", "2 blue", "3 red", "4 blue"]}]
villages = [{name = "town", values = [2, 3]}, {name = "wood", values = [1]}]
penalties = [{points = -1}, {points = -3}]
"""
FACES = [(1, "red"), (2, "blue"), (3, "red"), (4, "blue")]
# needs: whether a roll meets them, and the rule where there is but one
PLAIN = {
    "3 of a kind": (lambda r: len({n for n, _ in r}) == 1, "the largest set"),
    "straight of 3": (lambda r: sorted(n for n, _ in r) in ([1, 2, 3], [2, 3, 4]), None),
    "2 red 1 blue": (lambda r: sum(c == "red" for _, c in r) == 2, "up to 2 red 1 blue"),
    "sum >= 10": (lambda r: sum(n for n, _ in r) >= 10, None),
    "two 4s": (lambda r: sum(n == 4 for n, _ in r) >= 2, "every 4"),
}


def kept_by(words: str, roll: tuple[tuple[int, str], ...], first: bool) -> list[list[int]]:
    """What a rule keeps, read from its words."""
    numbers = [n for n, _ in roll]
    if words == "the largest set":
        most = max(numbers.count(n) for n in numbers)
        return [[i for i, n in enumerate(numbers) if n == one] for one in set(numbers) if numbers.count(one) == most]
    if words == "up to 2 red 1 blue":
        reds = [i for i, (_, c) in enumerate(roll) if c == "red"][:2]
        return [reds + [i for i, (_, c) in enumerate(roll) if c == "blue"][:1]]
    if words == "every 4":
        return [[i for i, n in enumerate(numbers) if n == 4]]
    if each := re.fullmatch(r"one each of (\d) to (\d)", words):
        return [[numbers.index(n) for n in range(int(each[1]), int(each[2]) + 1) if n in numbers]]
    if words == "one of each":
        return [[numbers.index(n) for n in set(numbers)]]
    limits = [int(one) for one in re.findall(r"(\d) and up", words)]
    return [[i for i, n in enumerate(numbers) if n >= (limits[0] if first else limits[-1])]]


def plain_chance(met, words: str, rolls: int) -> float:
    """Chance of meeting a need by a rule, all ordered rolls gone through; of several ways to keep the worst."""
    values = {roll: float(met(roll)) for roll in product(FACES, repeat=3)}
    for reroll in range(1, rolls):
        earlier = {}
        for roll in values:
            if met(roll):
                earlier[roll] = 1.0
                continue
            worths = []
            for keep in kept_by(words, roll, first=reroll == rolls - 1 and rolls > 2):
                faces = [[roll[i]] if i in keep else FACES for i in range(3)]
                worths.append(np.mean([values[one] for one in product(*faces)]))
            earlier[roll] = min(worths)
        values = earlier
    return float(np.mean(list(values.values())))


@pytest.fixture
def small(tmp_path) -> Edition:
    text = SMALL
    for place, needs in enumerate(PLAIN):
        text += f'[[citizens]]\nid = "c{place}"\ncitizen = "one"\npoints = 2\nneeds = "{needs}"\n'
    (tmp_path / "small.toml").write_text(text, encoding="utf-8")
    return load_edition(tmp_path / "small.toml")


def test_rules_cost_what_plain_play_by_their_words_costs(small: Edition) -> None:
    table = keep_rules(small)
    odds = card_odds(small)
    assert table["chance"].tolist() == pytest.approx(odds["p3"].tolist())
    for (met, expected), (_, row) in zip(PLAIN.values(), table.iterrows(), strict=True):
        assert row["rule"] == expected or expected is None
        assert row["chance"] - row["cost"] == pytest.approx(plain_chance(met, row["rule"], 3)), row["rule"]


def test_a_rule_is_the_best_of_its_kind(small: Edition) -> None:
    table = keep_rules(small).set_index("citizen")
    sums = [
        plain_chance(PLAIN["sum >= 10"][0], f"{a} and up, then {b} and up", 3)
        for a, b in product(range(1, 5), repeat=2)
    ]
    assert table.loc["c3", "chance"] - table.loc["c3", "cost"] == pytest.approx(max(sums))


@pytest.fixture(scope="module")
def rules(edition: Edition):
    return keep_rules(edition)


def test_chances_by_dice_kept_of_the_first_roll(rules) -> None:
    table = rules.set_index("citizen")
    assert table.loc["dwarf-3x1", "keep_2"] == pytest.approx(1 - (5 / 6) ** 8)  # four dice, twice, for one more 1
    assert table.loc["gnome-5red", "keep_4"] == pytest.approx(1 - (2 / 3) ** 4)
    assert table.loc["snob-even", "keep_0"] == pytest.approx((3 / 4) ** 6)
    assert table.loc["snob-even", "met_1"] == pytest.approx(1 / 64)
    assert np.isnan(table.loc["dwarf-3x1", "keep_3"])
    assert table.loc["elf-6", "rule"] == "one of each"
    assert (table["cost"] < 0.02).all()
    assert (table["rule"] != "").all()


def test_needs_without_a_rule_have_no_cost(small: Edition, tmp_path) -> None:
    text = (tmp_path / "small.toml").read_text("utf-8").replace("3 of a kind", "no red or not 2 of a kind")
    (tmp_path / "other.toml").write_text(text, encoding="utf-8")
    row = keep_rules(load_edition(tmp_path / "other.toml")).iloc[0]
    assert row["rule"] == ""
    assert np.isnan(row["cost"])
    assert row["chance"] > 0.5


def test_effects_are_worth_what_single_turns_say(edition: Edition) -> None:
    table = effect_worths(edition, displays=FEW, seed=4).set_index("what")
    displays = random_displays(edition, displays=FEW, seed=4)
    three, four = ([advise(one, rolls=rolls) for one in displays] for rolls in (3, 4))
    assert table.loc["turn", "points"] == pytest.approx(np.mean([one.value for one in three]))
    more = np.mean([b.value - a.value for a, b in zip(three, four, strict=True)])
    assert table.loc["fourth roll", "points"] == pytest.approx(more)
    failures = [one.outcomes()[PENALTY] for one in three]
    assert table.loc["failures", "points"] == pytest.approx(np.mean(failures))
    lost = -np.mean([chance * one.penalty for chance, one in zip(failures, displays, strict=True)])
    assert table.loc["failing", "points"] == pytest.approx(lost)
    assert all(row["low"] < row["points"] < row["high"] for what, row in table.iterrows() if what != "neighbour")
    assert 1 < len({one.penalty for one in displays}) <= 4


def test_a_hypnotists_neighbour_is_any_citizen_at_any_place_but_the_first(edition: Edition) -> None:
    total = 0
    villages = ["city", "mine", "workshop", "orc village", "forest"]
    for citizen in edition.citizens:
        if citizen.id != "hypnotist":
            points = 1 if citizen.points == "X" else max(0, citizen.points)
            total += 4 * points + (2 if citizen.village in villages[1:] else 0)
    table = effect_worths(edition, displays=2).set_index("what")
    assert table.loc["neighbour", "points"] == pytest.approx(total / 39 / 5)
    assert table.loc["neighbour", "low"] == table.loc["neighbour", "high"]


def test_rules_of_chasing_cost_something_and_the_best_bet_least(edition: Edition) -> None:
    table = chasing_costs(edition, displays=48)
    assert table["strategy"].iloc[0] == "best-bet"
    assert set(table["strategy"]) == {"best-bet", "first-met", "easiest", "highest"}
    assert table["cost"].is_monotonic_increasing
    assert 0 < table["cost"].iloc[0] < 0.6
    with pytest.raises(RunError, match="expected at least 2"):
        effect_worths(edition, displays=1)


def test_the_sheet_is_one_page_and_the_same_bytes_every_time(small: Edition, tmp_path) -> None:
    for name in ("one.pdf", "two.pdf"):
        write_cheat_sheet(small, tmp_path / name, displays=FEW)
    content = (tmp_path / "one.pdf").read_bytes()
    assert content == (tmp_path / "two.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", content)) == 1
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)
    assert box is not None
    assert [round(float(one) / 72 * 25.4) for one in box.groups()] == [210, 297]
    with pytest.raises(RunError, match="no directory"):
        write_cheat_sheet(small, tmp_path / "nowhere" / "sheet.pdf", displays=FEW)


def sheet_of(edition: Edition, rules=None):
    tables = effect_worths(edition, displays=FEW), chasing_costs(edition, displays=FEW)
    rules = keep_rules(edition) if rules is None else rules
    return draw_cheat_sheet(edition, card_odds(edition, rolls=edition.rules.rolls), rules, *tables)


@pytest.fixture(scope="module")
def sheet(edition: Edition, rules):
    return sheet_of(edition, rules)


def test_every_citizen_is_on_the_sheet_with_its_need_and_chances(edition: Edition, sheet) -> None:
    words = [one.get_text() for one in sheet.texts]
    for citizen in edition.citizens:
        assert citizen.needs in words
    for one in ("79", "the largest set", "−1.7", "+2, 3, 4", "elf", "one after the other: 1, 3, 5, 7, 9 points"):
        assert one in words


def huge_edition(path: Path) -> Edition:
    """As much as an edition may have, under names as long as they may be."""
    needs = [
        "3 of a kind",
        "3 red 3 blue and two 4s or sum >= 20",
        "2+2",
        "sum <= 8",
        "not 4 of a kind",
        "exactly 2 red",
    ]
    effects = ["fourth roll", "extra turn", "neighbour", "given away", "fairy", "", "", ""]
    name = "a name as long as a name may ever be"
    text = f'name = "huge"\ntitle = "{name * 4}"\nplayers = [2, 9]\n'
    text += '[[dice]]\nname = "D"\ncopies = 7\nfaces = ["1 red", "2 blue", "4 green"]\n'
    for place in range(12):
        values = ", ".join(["1000"] * 20)
        text += f'[[villages]]\nname = "{place}{name}"\nvalues = [{values}]\ncolour = "none such"\n'
    for place in range(30):
        text += f"[[penalties]]\npoints = {place - 1000}\ncopies = 3\n"
    for place in range(64):
        effect = effects[place % 8]
        points = '"X"' if effect == "fairy" else "-1000" if effect == "given away" else "1000"
        text += f'[[citizens]]\nid = "c{place}"\ncitizen = "{name}"\npoints = {points}\nneeds = "{needs[place % 6]}"\n'
        text += f'effect = "{effect}"\n' if effect else ""
        text += f'village = "{place % 12}{name}"\n' if place % 5 else ""
    path.write_text(text, encoding="utf-8")
    return load_edition(path)


@pytest.mark.parametrize("which", ["haba-2017", pytest.param("huge", marks=pytest.mark.long)])
def test_everything_lies_on_the_page_and_can_be_read(which: str, sheet, tmp_path) -> None:
    axes = sheet if which == "haba-2017" else sheet_of(huge_edition(tmp_path / "huge.toml"))
    figure = axes.get_figure()
    renderer = figure.canvas.get_renderer()
    width, height = figure.get_size_inches() * figure.dpi
    left, right = 0.03 * width, 0.97 * width
    boxes = []
    for text in axes.texts:
        assert text.get_fontsize() >= 6.5
        box = text.get_window_extent(renderer)
        assert left <= box.x0, text
        assert box.x1 <= right, text
        assert 0.01 * height <= box.y0, text
        assert box.y1 <= 0.99 * height, text
        boxes.append((box.x0, box.x1, box.y0, box.y1, text.get_text()))
    boxes.sort()
    for place, (_, right_end, bottom, top, words) in enumerate(boxes):  # nothing covers anything else
        for x0, _, y0, y1, other in boxes[place + 1 :]:
            if x0 > right_end - 2:
                break
            assert min(top, y1) - max(bottom, y0) < 0.35 * min(top - bottom, y1 - y0), (words, other)


@pytest.mark.parametrize("change", ["rolls = 1", pytest.param("rolls = 6", marks=pytest.mark.long)])
def test_editions_with_fewer_or_more_rolls_have_their_columns(small: Edition, tmp_path, change: str) -> None:
    text = (tmp_path / "small.toml").read_text("utf-8") + f"[rules]\n{change}\n"
    (tmp_path / "rolls.toml").write_text(text, encoding="utf-8")
    words = [one.get_text() for one in sheet_of(load_edition(tmp_path / "rolls.toml")).texts]
    heads = {"1"} if change == "rolls = 1" else {"2", "3", "4", "5", "6"}
    assert heads <= set(words)
    assert ("chance then, by dice kept" in words) == (change != "rolls = 1")


def test_a_long_turn_with_an_elf_has_a_column_for_its_roll(small: Edition, tmp_path) -> None:
    text = (tmp_path / "small.toml").read_text("utf-8") + "[rules]\nrolls = 4\n"
    text += '[[citizens]]\nid = "elf"\ncitizen = "elf"\nneeds = "two 1s"\npoints = 1\neffect = "fourth roll"\n'
    (tmp_path / "elf.toml").write_text(text, encoding="utf-8")
    write_cheat_sheet(load_edition(tmp_path / "elf.toml"), tmp_path / "elf.pdf", displays=2)
    assert (tmp_path / "elf.pdf").read_bytes().startswith(b"%PDF")
