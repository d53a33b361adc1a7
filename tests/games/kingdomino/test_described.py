"""Strategies and their options as people write them, and every line that says what is wrong with one."""

from __future__ import annotations

import pytest

from kingdice.errors import StrategyError
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.layout import BIAS_CODES, PARAMETERS, POLICY_CODES, REWARD_CODES, STRATEGY_CODES

PLAIN = ["random", "greedy-random-draft", "full-greedy", "far-sighted"]


@pytest.mark.parametrize("name", PLAIN)
def test_players_that_do_not_search_usually_have_no_options(name: str):
    told = described(name)
    assert (told.text, told.name, dict(told.options)) == (name, name, {})
    assert not told.searches
    assert (told.seconds, told.playouts) == (0, 0)
    assert told.parameters == [0.0] * len(PARAMETERS)


@pytest.mark.parametrize("name", PLAIN)
def test_players_that_do_not_search_can_be_told_what_not_to_draft(name: str):
    """Terrains in their order, a bit each from the lowest, then the places of a line."""
    told = described(f"{name}:without=fourth+mine+wheat")
    assert dict(told.options) == {"without": "fourth+mine+wheat"}
    assert told.without == {"wheat", "mine", "fourth"}
    assert told.without_code == 0b1000_100001
    assert not told.searches
    assert (described(name).without, described(name).without_code) == (set(), 0)


def test_what_is_left_out_is_as_in_the_papers_final_comparison():
    """MCE with playouts at random and relative scores; UCT with C = 0.6 and W = 0.1; epsilon 0.75."""
    assert dict(described("mce").options) == {
        "playouts": "1000",
        "policy": "random",
        "reward": "relative",
        "epsilon": "0.75",
    }
    assert dict(described("uct").options) == {
        "playouts": "1000",
        "policy": "random",
        "epsilon": "0.75",
        "c": "0.6",
        "bias": "none",
        "weight": "0.1",
    }
    assert dict(described("strong").options) == {"playouts": "200"}
    assert all(described(name).searches for name in ("mce", "uct", "strong"))


def test_options_are_handed_on_as_numbers():
    told = described("uct:policy=player-greedy:playouts=77:c=1.5:bias=progressive-win:weight=0.3:epsilon=0.25")
    assert told.parameters == [
        77,
        POLICY_CODES["player-greedy"],
        0,
        0.25,
        1.5,
        BIAS_CODES["progressive-win"],
        0.3,
    ]
    told = described("mce:reward=lead:policy=epsilon-greedy")
    assert told.parameters == [1000, POLICY_CODES["epsilon-greedy"], REWARD_CODES["lead"], 0.75, 0, 0, 0]
    assert (told.playouts, told.code) == (1000, STRATEGY_CODES["mce"])
    assert PARAMETERS == ("playouts", "policy", "reward", "epsilon", "exploration", "bias", "weight")


def test_seconds_stand_in_the_place_of_playouts():
    for name in ("mce", "uct", "strong"):
        told = described(f"{name}:seconds=0.1")
        assert told.seconds == 0.1
        assert told.playouts == 0
        assert "playouts" not in told.options


@pytest.mark.parametrize("text", ["mce:playouts=1", "mce:playouts=10000000", "mce:seconds=0.0001", "mce:epsilon=1"])
def test_ends_of_a_range_belong_to_it(text: str):
    assert described(text).text == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("minimax", "no strategy 'minimax'; there are random, greedy-random-draft, full-greedy, far-sighted, mce, uct,"
                   " strong"),
        ("ful-greedy", "no strategy 'ful-greedy'; did you mean 'full-greedy'?"),
        ("mcee:playouts=9", "no strategy 'mcee:playouts=9'; did you mean 'mce:playouts=9'?"),
        ("", "no strategy ''; there are random,"),
        ("random:playouts=9", "strategy random:playouts=9: no option 'playouts'; there are without"),
        ("far-sighted:seconds=1", "no option 'seconds'; there are without"),
        ("mce:without=mine", "no option 'without'; there are playouts, policy, reward, epsilon, seconds"),
        ("random:without=mines", "strategy random:without=mines: without 'mines'; did you mean 'mine'?"),
        ("random:without=mine+fifth", "without 'fifth'; did you mean 'first'?"),
        ("random:without=", "without ''; there are wheat, forest, lake, grassland, swamp, mine, first, second, third, "
                            "fourth"),
        ("mce:playout=9", "strategy mce:playout=9: no option 'playout'; did you mean 'playouts'?"),
        ("mce:c=1", "no option 'c'; there are playouts, policy, reward, epsilon, seconds"),
        ("strong:policy=greedy", "no option 'policy'; there are playouts, seconds"),
        ("uct:reward=win", "no option 'reward'; there are playouts, policy, epsilon, c, bias, weight, seconds"),
        ("mce:policy=gredy", "strategy mce:policy=gredy: policy 'gredy'; did you mean 'greedy'?"),
        ("mce:policy", "policy ''; there are random, greedy-random-draft, greedy, epsilon-greedy, player-greedy, "
                       "far-sighted"),
        ("mce:reward=fame", "reward 'fame'; there are win, points, relative, lead"),
        ("uct:bias=progresive", "bias 'progresive'; did you mean 'progressive'?"),
        ("mce:playouts=0", "strategy mce:playouts=0: playouts '0': expected a whole number from 1 to 1e+07"),
        ("mce:playouts=1.5", "playouts '1.5': expected a whole number from 1 to 1e+07"),
        ("mce:playouts=many", "playouts 'many': expected a whole number from 1 to 1e+07"),
        ("mce:playouts=inf", "playouts 'inf': expected a whole number from 1 to 1e+07"),
        ("mce:seconds=0", "seconds '0': expected a number from 0.0001 to 3600"),
        ("mce:seconds=nan", "seconds 'nan': expected a number from 0.0001 to 3600"),
        ("uct:epsilon=1.1", "epsilon '1.1': expected a number from 0 to 1"),
        ("uct:c=-1", "c '-1': expected a number from 0 to 100"),
        ("uct:weight=101", "weight '101': expected a number from 0 to 100"),
        ("mce:playouts=5:playouts=6", "every option once, and either playouts or seconds"),
        ("mce:playouts=5:seconds=1", "every option once, and either playouts or seconds"),
        ("uct:seconds=1:playouts=5", "every option once, and either playouts or seconds"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_strategy_is_said_in_one_line(text: str, says: str):
    with pytest.raises(StrategyError) as caught:
        described(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_long_mistake_is_cut_short():
    with pytest.raises(StrategyError) as caught:
        described("mce:policy=" + "x" * 5000)
    assert len(str(caught.value)) < 300
