"""What a far-sighted player makes of a display alone: the weights of sight.toml by hand, and first turns of games."""

from __future__ import annotations

import random

import pytest

from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import Display, Edition
from kingdice.games.king_of_dice.advice import advise, advise_exact, turn_stakes
from kingdice.games.king_of_dice.foresight import far_sighted_stakes, supposed_game
from kingdice.games.king_of_dice.reading import display_of
from kingdice.games.king_of_dice.rules import new_game, score
from kingdice.games.king_of_dice.strategies import FarSighted

SOME = ("elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28")
FOURTH_ROLL, END, FAIRIES = 1.10, 11.35, 0.90  # sight.toml, two players


def of(edition: Edition, ids: tuple[str, ...] = SOME, **about: object) -> Display:
    return Display.of(edition, ids, **about)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_first_turn_of_a_game_looks_as_its_display_alone(edition: Edition, players: int) -> None:
    rng = random.Random(players)
    penalties = [one.points for one in edition.penalties for _ in range(one.copies)]
    for _ in range(10):
        deck = rng.sample([one.id for one in edition.citizens], len(edition.citizens))
        game = new_game(edition, deck, rng.sample(penalties, len(penalties)), players=players)
        wanted = FarSighted().stakes(game)
        found = far_sighted_stakes(display_of(game), rolls=3)
        assert found.bits == wanted.bits
        assert (*found.worths, found.failing) == pytest.approx((*wanted.worths, wanted.failing), rel=0, abs=1e-12)


def test_the_supposed_game_is_as_far_ahead_as_was_said(edition: Edition) -> None:
    for fairies, rolls, ahead in ((0, 3, 0), (3, 4, -7), (1, 3, 12)):
        game = supposed_game(of(edition, fairies=fairies, players=3), rolls=rolls, ahead=ahead)
        assert score(game, 0) - max(score(game, seat) for seat in (1, 2)) == ahead
        assert display_of(game) == of(edition, fairies=fairies, players=3)


def test_the_last_village_of_a_pile_ends_the_game_ahead_or_behind(edition: Edition) -> None:
    last = of(edition, villages=(4, 2, 2, 2, 2))
    ahead, behind, level = (far_sighted_stakes(last, rolls=3, ahead=by).worths[0] for by in (0, -6, -5))
    assert ahead == pytest.approx(1 + 4 + END)
    assert behind == pytest.approx(1 + 4 - END)
    assert level == pytest.approx(1 + 4)


def test_a_dragon_given_away_leaves_an_elf_on_top(edition: Edition) -> None:
    three, four = (far_sighted_stakes(of(edition), rolls=rolls) for rolls in (3, 4))
    assert four.worths[4] - three.worths[4] == pytest.approx(FOURTH_ROLL)
    assert four.worths[:4] == pytest.approx(three.worths[:4])
    assert four.failing == pytest.approx(three.failing)


def test_a_fairy_makes_those_to_come_dearer(edition: Edition) -> None:
    ids = ("fairy-2r2g", *SOME[1:])
    fairies = sum(one.effect == "fairy" for one in edition.citizens)
    none, two = (far_sighted_stakes(of(edition, ids, fairies=held), rolls=3).worths[0] for held in (0, 2))
    assert two - none == pytest.approx(4 + FAIRIES * ((fairies - 3) - (fairies - 1)))


def test_advice_for_the_far_sighted_solves_these_stakes(edition: Edition) -> None:
    display = of(edition, fairies=1)
    stakes = far_sighted_stakes(display, rolls=4, ahead=3)
    advice = advise(display, objective="far-sighted", rolls=4, ahead=3)
    assert advice.solution.terminal == pytest.approx(stakes.terminal(edition.masks))
    exact, outcomes = advise_exact(display, objective="far-sighted", rolls=4, ahead=3)
    assert float(exact.value) == pytest.approx(advice.value, rel=0, abs=1e-9)
    assert [float(one) for one in outcomes.values()] == pytest.approx(list(advice.outcomes().values()), abs=1e-9)


def test_what_makes_no_sense_is_refused(edition: Edition) -> None:
    with pytest.raises(KingdiceError, match="ahead 1001: expected at most 1000 points"):
        far_sighted_stakes(of(edition), rolls=3, ahead=1001)
    with pytest.raises(KingdiceError, match="the objective far-sighted has its own for all citizens"):
        turn_stakes(of(edition), objective="far-sighted", worths={"elf-4": 2.0})
