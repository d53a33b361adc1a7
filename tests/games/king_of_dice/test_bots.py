"""People's own players, from files: they play the same games, see what players see, and hear what is wrong."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from kingdice.errors import KingdiceError, StrategyError
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.matches import GAME, match
from kingdice.games.king_of_dice.play import play_game, start
from kingdice.games.king_of_dice.rules import Card, Phase, State, new_game, score
from kingdice.games.king_of_dice.strategies import Strategy, strategy_named
from kingdice.simulation.bots import is_bot, load_bot
from kingdice.simulation.run import simulate

FIRST = "def first(state, moves):\n    return moves[0]\n"

Write = Callable[..., str]


@pytest.fixture
def write_bot(tmp_path: Path) -> Write:
    """Writes a bot's file; returns its path."""

    def write(source: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.write_text(dedent(source), encoding="utf-8")
        return str(path)

    return write


def complaint(action: Callable[[], Any]) -> str:
    """What a StrategyError says, which is one line."""
    with pytest.raises(StrategyError) as caught:
        action()
    text = str(caught.value)
    assert text.splitlines() == [text]
    return text


def played(strategies: list[str], edition: str = "haba-2017", games: int = 3) -> np.ndarray:
    return match(strategies, edition=edition).play_block(5, 0, games)


# Playing


def test_a_bot_is_named_by_file_and_name():
    assert is_bot("mine.py:Bot")
    assert is_bot("/some/where/mine.py:Bot")
    assert not is_bot("best-bet")
    assert not is_bot("mine.py")


IMITATIONS = """
    from kingdice.games.king_of_dice.rules import Move, Phase
    from kingdice.games.king_of_dice.strategies import (
        Easiest, FarSighted, FirstMet, Highest, LeadOptimal, Strategy, TurnOptimal, best_place, now, policies_of
    )

    class Imitation:
        def __init__(self):
            self.model = self.copied()

        def __call__(self, state, moves):
            return self.model.choose(state, None)

    class FirstMetBot(Imitation):
        copied = FirstMet

    class HighestBot(Imitation):
        copied = Highest

    class EasiestBot(Imitation):
        copied = Easiest

    class TurnOptimalBot(Imitation):
        copied = TurnOptimal

    class LeadOptimalBot(Imitation):
        copied = LeadOptimal

    class FarSightedBot(Imitation):
        copied = FarSighted

    class BestBetAgain(Strategy):
        def keep(self, state):
            stakes, policies = self.stakes(state), policies_of(state.edition)
            gains = [worth - stakes.failing for worth in stakes.worths]
            place = best_place(state, self.objective, lambda place: now(state, policies, place) * gains[place])
            citizen = state.edition.bit_of[state.display[place]]
            return int(policies.keeps[citizen, state.rolls_left - 1, state.roll])

    class BestBetBot(Imitation):
        copied = BestBetAgain
"""


@pytest.mark.parametrize("edition", ["haba-2017", "haba-2017-lv"])
@pytest.mark.parametrize(
    ("bot", "copied"),
    [
        ("FirstMetBot", "first-met"),
        ("HighestBot", "highest"),
        ("EasiestBot", "easiest"),
        ("BestBetBot", "best-bet"),
        ("TurnOptimalBot", "turn-optimal"),
        ("LeadOptimalBot", "lead-optimal"),
        ("FarSightedBot", "far-sighted"),
    ],
)
def test_a_bot_that_imitates_a_strategy_gets_its_rows(write_bot: Write, edition: str, bot: str, copied: str):
    """The bot by the plain rules, the strategy by the kernels, among others that play by coins of their own."""
    mine = f"{write_bot(IMITATIONS)}:{bot}"
    assert np.array_equal(played([mine, "random", mine], edition), played([copied, "random", copied], edition))


def test_a_function_and_a_class_play_the_same(write_bot: Write):
    path = write_bot(
        """
        def last(state, moves):
            return moves[-1]

        class Last:
            def __call__(self, state, moves):
                return moves[-1]
        """
    )
    rows = played([f"{path}:last", "best-bet"])
    assert np.array_equal(rows, played([f"{path}:Last", "best-bet"]))
    assert not np.array_equal(rows, played(["best-bet", "best-bet"]))


def test_a_bot_may_sit_at_every_seat_beside_any_strategy(write_bot: Write):
    mine = f"{write_bot(FIRST)}:first"
    for seats in (
        [mine, "far-sighted"],
        ["random", mine, mine],
        ["easiest", "highest", "turn-optimal", mine],
        [mine] * 5,
    ):
        rows = played(seats, games=2)
        assert rows.shape == (2, len(match(seats).columns))


def test_every_game_has_a_player_of_its_own(write_bot: Write):
    """A player that plays on only for its first twenty moves: if one sat down for many games, blocks would differ."""
    path = write_bot(
        """
        class Tired:
            def __init__(self):
                self.moves = 0

            def __call__(self, state, moves):
                self.moves += 1
                return moves[-1] if self.moves <= 20 else moves[0]
        """
    )
    seats = [f"{path}:Tired", f"{path}:Tired"]
    whole = match(seats).play_block(5, 0, 6)
    parts = [match(seats).play_block(5, game, 1) for game in range(6)]
    assert np.array_equal(whole, np.concatenate(parts))
    assert len({load_bot(seats[0], Strategy).sit_down() for _ in range(3)}) == 3


@pytest.mark.parametrize("edition", ["haba-2017", "haba-2017-lv"])
def test_any_legal_move_of_a_bot_is_accepted_and_replayed(write_bot: Write, edition: str):
    """A bot that chooses among its moves at random, with numbers of its own."""
    path = write_bot(
        """
        import random

        class Own:
            def __init__(self):
                self.numbers = random.Random(17)

            def __call__(self, state, moves):
                return self.numbers.choice(moves)
        """
    )
    phases = set()
    for game in range(12):
        match = GAME.match([f"{path}:Own"] * 3, edition=edition)
        made = list(GAME.moves(match, seed=1, game=game))
        assert all(move in legal for _, move, legal in made)
        row = GAME.replay(match, [move for _, move, _ in made], seed=1, game=game)
        assert list(row.values()) == match.play_block(1, game, 1)[0].tolist()
        phases |= {move.phase for _, move, _ in made}
    assert phases >= {Phase.roll, Phase.keep, Phase.take, Phase.give}


def test_runs_with_bots_know_the_file_by_its_content(write_bot: Write, tmp_path: Path):
    """The same games for any workers and blocks; a run is not gone on with after the file has changed."""
    mine = f"{write_bot(FIRST)}:first"
    whole = simulate(match([mine, "random"]), games=12, out=tmp_path / "run").summary
    assert simulate(match([mine, "random"]), games=12, workers=2, block=5).summary["digest"] == whole["digest"]
    assert [seat["strategy"] for seat in whole["seats"]] == [mine, "random"]
    before = match([mine, "random"]).identity
    write_bot(FIRST.replace("moves[0]", "moves[-1]"))
    assert match([mine, "random"]).identity != before
    with pytest.raises(KingdiceError, match="parameters"):
        simulate(match([mine, "random"]), games=12, out=tmp_path / "run", resume=True)


# What a bot sees


def everything_in(thing: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """Whatever can be reached from an object: by attributes, items and properties; editions left out."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, Edition):
        return
    seen.add(id(thing))
    yield thing
    if isinstance(thing, str | int | float | type(None)):
        return
    if isinstance(thing, dict):
        parts: list[Any] = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        parts = list(thing)
    else:
        names = [name for name in dir(thing) if not name.startswith("_")]
        parts = [getattr(thing, name) for name in names] + list(getattr(thing, "__dict__", {}).values())
        parts = [part for part in parts if not callable(part)]
    for part in parts:
        yield from everything_in(part, seen)


class Watching:
    """Plays by a strategy and notes the states that it was shown."""

    def __init__(self, name: str) -> None:
        self.strategy = strategy_named(name)
        self.states: list[State] = []

    def __call__(self, state: State, moves: list) -> Any:
        self.states.append(state)
        return self.strategy.choose(state, lambda bound: 0)


@pytest.fixture(scope="module", params=["haba-2017", "haba-2017-lv"])
def watched(request) -> list[tuple[State, State]]:
    """Every decision of four games: the state itself, and as it was shown."""
    pairs = []
    for game in range(4):
        players = [Watching("best-bet"), Watching("random"), Watching("easiest")]
        whole = play_game(load_edition(request.param), players, seed=4, game=game)
        for seat, player in enumerate(players):
            true = [
                state for state in whole.states if state.seat == seat and state.phase not in (Phase.roll, Phase.over)
            ]
            pairs += zip(true, player.states, strict=True)
    return pairs


def test_a_card_of_the_draw_pile_is_not_to_be_found_in_what_a_player_sees(watched):
    assert len(watched) > 200
    for true, shown in watched:
        found = {thing for thing in everything_in(shown) if isinstance(thing, str)}
        assert true.display[0] in found
        assert not found & set(true.draw_pile)
        assert len(shown.draw_pile) == len(true.draw_pile), "the height of the pile is seen"


def test_penalties_below_the_top_are_not_to_be_found_in_what_a_player_sees(watched):
    for true, shown in watched:
        assert shown.penalties == (true.penalties[0],) + (0,) * (len(true.penalties) - 1)
        assert shown.edition is true.edition, "the edition is the printed game and knows nothing of this one"


def test_a_player_sees_all_that_lies_open(watched):
    hidden = {"draw_pile", "penalties"}
    for true, shown in watched:
        for field in dataclasses.fields(State):
            if field.name not in hidden:
                assert getattr(shown, field.name) == getattr(true, field.name)
        assert shown.met == true.met
        assert [score(shown, seat) for seat in range(3)] == [score(true, seat) for seat in range(3)]


def test_games_that_differ_in_hidden_cards_alone_look_the_same(edition):
    ids = [citizen.id for citizen in edition.citizens]
    penalties = [-1, -1, -2, -4, -1, -3, -2, -3, -2, -1]
    one = new_game(edition, ids, penalties, players=2)
    other = new_game(edition, ids[:5] + ids[:4:-1], penalties[:1] + penalties[:0:-1], players=2)
    assert one != other
    assert one.seen() == other.seen()
    assert repr(one.seen()) == repr(other.seen())


def test_the_view_is_seen_at_the_start_and_never_kept_from_it(edition):
    """What a bot sees cannot be undone: to look at the view again shows the same view."""
    state = start(edition, 2, seed=3, game=3)
    assert state.seen().seen() == state.seen()
    assert Card("penalty", "penalty", -1) not in state.seen().penalties


# What is wrong


def test_no_such_file_is_named(tmp_path: Path):
    path = tmp_path / "nowhere.py"
    text = complaint(lambda: match([f"{path}:Bot", "random"]))
    assert f"{path}: No such file or directory" in text


def test_a_folder_is_no_file(tmp_path: Path):
    folder = tmp_path / "folder.py"
    folder.mkdir()
    assert f"{folder}: Is a directory" in complaint(lambda: match([f"{folder}:Bot", "random"]))


def test_a_syntax_error_is_told_with_file_and_line(write_bot: Write):
    path = write_bot("one = 1\ntwo = 2\ndef first(state, moves)\n    return moves[0]\n")
    text = complaint(lambda: match([f"{path}:first", "random"]))
    assert f"{path}, line 3: SyntaxError" in text


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_module_of_mine\n", "ModuleNotFoundError: No module named 'no_such_module_of_mine'"),
        ("one = 1 / 0\n", "ZeroDivisionError"),
        ("raise ValueError('two\\nlines')\n", "ValueError: two lines"),
    ],
)
def test_a_file_that_does_not_run_is_named(write_bot: Write, source: str, said: str):
    path = write_bot(source)
    text = complaint(lambda: match([f"{path}:first", "random"]))
    assert path in text
    assert said in text


def test_a_file_that_is_not_text_is_named(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_bytes(b"\xff\xfe\x00first")
    assert str(path) in complaint(lambda: match([f"{path}:first", "random"]))


def test_a_misspelt_bot_gets_the_nearest_name(write_bot: Write):
    path = write_bot(FIRST)
    assert f"{path} has no frist; did you mean 'first'?" in complaint(lambda: match([f"{path}:frist", "random"]))
    assert f"{path} has no bot without a name" in complaint(lambda: match([f"{path}:", "random"]))


def test_something_that_cannot_be_called_is_no_bot(write_bot: Write):
    path = write_bot(
        """
        number = 7

        class Silent:
            pass
        """
    )
    assert f"{path} has no number" in complaint(lambda: match([f"{path}:number", "random"]))
    text = complaint(lambda: played([f"{path}:Silent", "random"]))
    assert f"{path}:Silent" in text
    assert "__call__" in text


def test_a_class_that_cannot_be_made_is_named(write_bot: Write):
    path = write_bot("class Fussy:\n    def __init__(self, points):\n        pass\n")
    text = complaint(lambda: played([f"{path}:Fussy", "random"]))
    assert f"{path}:Fussy" in text
    assert "points" in text


@pytest.mark.parametrize("kind", ["function", "class"])
def test_an_exception_in_a_bot_names_the_game_the_bot_and_what_happened(write_bot: Write, kind: str):
    path = write_bot(
        """
        def function(state, moves):
            return {}["no such key"]

        class Class:
            def __call__(self, state, moves):
                raise RuntimeError("on\\ntwo lines")
        """
    )
    if kind == "function":
        assert (
            complaint(lambda: played([f"{path}:function", "random"]))
            == "seed 5, game 0: bot function: KeyError: 'no such key'"
        )
    else:
        text = complaint(lambda: played(["random", f"{path}:Class"]))
        assert text == "seed 5, game 0: bot Class: RuntimeError: on two lines"


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("Move(Phase.take, 99)", "to=99"),
        ("Move(Phase.roll, 0)", "roll"),
        ("None", "None"),
        ("'keep'", "keep"),
        ("len(moves)", "is not a legal move"),
        ("Move(Phase.keep, -1)", "to=-1"),
    ],
)
def test_an_illegal_move_names_the_game_the_bot_and_the_move(write_bot: Write, answer: str, shown: str):
    path = write_bot(
        f"""
        from kingdice.games.king_of_dice.rules import Move, Phase

        def wild(state, moves):
            return {answer}
        """
    )
    text = complaint(lambda: played([f"{path}:wild", "random"]))
    assert text.startswith("seed 5, game 0: bot wild: ")
    assert text.endswith("is not a legal move")
    assert shown in text


def test_a_bad_bot_ends_a_run_of_many_workers_with_the_same_line(write_bot: Write):
    path = write_bot("def wild(state, moves):\n    return None\n")
    text = complaint(lambda: simulate(match([f"{path}:wild", "random"]), games=20, workers=2, block=5))
    assert text == "seed 1, game 0: bot wild: None is not a legal move"


@pytest.mark.parametrize(
    "answer",
    ["(moves[0].phase, moves[0].to)", "moves[0]._replace(to=float(moves[0].to))", "__import__('numpy').zeros(3)"],
)
def test_what_only_looks_like_a_move_is_refused(write_bot: Write, answer: str):
    path = write_bot(f"def almost(state, moves):\n    return {answer}\n")
    assert "is not a legal move" in complaint(lambda: played([f"{path}:almost", "random"]))


def test_a_bot_cannot_make_a_move_legal(write_bot: Write):
    path = write_bot(
        """
        def sly(state, moves):
            moves.append(moves[0]._replace(to=10**6))
            return moves[-1]
        """
    )
    assert "is not a legal move" in complaint(lambda: played([f"{path}:sly", "random"]))


@pytest.mark.parametrize(
    "source",
    ["raise SystemExit(3)\n", "def quits(state, moves):\n    raise SystemExit(3)\n"],
    ids=["loading", "playing"],
)
def test_a_bot_that_leaves_the_program_is_named(write_bot: Write, source: str):
    assert "SystemExit" in complaint(lambda: played([f"{write_bot(source)}:quits", "random"]))


def test_a_data_class_and_a_strategy_of_ones_own_are_bots(write_bot: Write):
    path = write_bot(
        """
        from __future__ import annotations
        from dataclasses import dataclass
        from kingdice.games.king_of_dice.strategies import BestBet

        @dataclass
        class Last:
            calls: int = 0

            def __call__(self, state, moves):
                return moves[-1]

        class Mine(BestBet):
            name = "mine"
        """
    )
    assert np.array_equal(played([f"{path}:Mine", "random"]), played(["best-bet", "random"]))
    assert len(played([f"{path}:Last", "random"])) == 3


def test_a_match_with_bots_can_be_sent_elsewhere(write_bot: Write):
    one = match([f"{write_bot(FIRST)}:first", "random"])
    again = pickle.loads(pickle.dumps(one))
    assert again.identity == one.identity
    assert np.array_equal(again.play_block(5, 0, 2), one.play_block(5, 0, 2))
