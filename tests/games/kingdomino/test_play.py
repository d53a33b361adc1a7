"""Whole games: addressed dominoes, kings and coins; rows; people's own players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from oracles import kingdoms as plain

from kingdice.errors import EditionError, StrategyError
from kingdice.games.kingdomino.kingdom import Placement
from kingdice.games.kingdomino.play import Game, as_row, hash_moves, play_game, start
from kingdice.games.kingdomino.rules import Move, State, apply, legal_moves
from kingdice.games.kingdomino.strategies import Strategy, strategy_named
from kingdice.games.kingdomino.variants import variants_named
from kingdice.simulation.bots import load_bot

SEED = 11
WORD = (1 << 64) - 1
TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"]


# Addressed words, in whole numbers of Python: SplitMix64's finaliser over seed and game, then over the address


def mixed(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def below(bound: int, game: int, purpose: int, a: int, b: int, seed: int = SEED) -> int:
    """Multiply and shift; the chance that a word has to be rejected is below 1 in 10^8 for such small bounds."""
    key = mixed(mixed(seed + 0x9E3779B97F4A7C15 & WORD) + (game + 1) * 0x9E3779B97F4A7C15 & WORD)
    address = purpose << 56 | a << 48 | b << 24
    return (mixed(key + address * 0xD1342543DE82EF95 & WORD) >> 32) * bound >> 32


DECK, DECISION, KINGS = 1, 4, 5


def shuffled(cards: list[int], game: int, purpose: int, number: int) -> list[int]:
    cards = list(cards)
    for place in range(len(cards) - 1, 0, -1):
        other = below(place + 1, game, purpose, number, place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def played(names: list[str], game: int = 0, variants: str = "standard") -> Game:
    return play_game(variants_named(variants), [strategy_named(name) for name in names], seed=SEED, game=game)


def opening(players: int, game: int, variants: str = "standard") -> State:
    return start(variants_named(variants), players, seed=SEED, game=game)


# Addresses


@pytest.mark.parametrize("variants", ["standard", "dynasty", "mighty-duel"])
def test_every_round_has_a_deck_at_an_address_of_its_own(variants: str):
    for game in range(3):
        state = opening(2, game, variants)
        deck = shuffled(list(range(1, 49)), game, DECK, 0)
        assert [claim.domino for claim in state.next_line] == sorted(deck[:4])
        assert state.deck == tuple(deck[4:])
        later = range(1, 3) if variants == "dynasty" else []
        assert state.later_decks == tuple(tuple(shuffled(list(range(1, 49)), game, DECK, one)) for one in later)


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_is_the_order_of_the_first_pick(players: int):
    for game in range(3):
        assert [claim.seat for claim in opening(players, game).line] == list(range(players))


def test_with_two_players_seat_1_has_the_first_king_and_the_others_are_drawn():
    found = []
    for game in range(60):
        order = [claim.seat for claim in opening(2, game).line]
        expected = [0, 1, 1, 1]
        expected[1 + below(3, game, KINGS, 0, 0)] = 0
        assert order == expected
        found.append(tuple(order))
    assert set(found) == {(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)}
    assert min(Counter(found).values()) > 8


@pytest.mark.parametrize(("players", "kings"), [(2, [0, 0, 1, 1]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_in_later_rounds_of_a_dynasty_all_kings_are_shuffled(players: int, kings: list[int]):
    for game in range(4):
        later = opening(players, game, "dynasty").later_kings
        assert later == tuple(tuple(shuffled(kings, game, KINGS, number)) for number in (1, 2))


def test_random_players_draw_coins_at_addresses_of_their_seat():
    """The n-th choice of a seat that has one takes the n-th word."""
    game = played(["random"] * 3, 5)
    coins = Counter[int]()
    for state, move in zip(game.states, game.moves, strict=False):
        moves = legal_moves(state)
        if len(moves) > 1:
            coins[state.seat] += 1
            assert move == moves[below(len(moves), 5, DECISION, state.seat, coins[state.seat])]
    assert min(coins.values()) > 10


def test_lines_are_the_same_whoever_plays():
    def lines(game: Game) -> list[list[int | None]]:
        return [[claim.domino for claim in state.next_line] for state in game.states if state.acted == 0]

    assert lines(played(["random"] * 4)) == lines(played(["greedy-random-draft", "random", "full-greedy", "random"]))


def test_a_game_is_known_by_its_seed_and_number():
    names = ["random", "greedy-random-draft"]
    assert played(names, 7) == played(names, 7)
    hashes = {played(names, game).move_hash for game in range(5)}
    assert len(hashes) == 5


def test_the_hash_of_a_game_is_over_all_its_moves_in_order():
    moves = [Move(None, 5), Move(Placement(0, 1, 3), 48), Move(Placement(-4, -4, 0), None), Move(None, None)]
    expected = 0
    for code in (5, (1 + 3 * 128 + 37) * 64 + 48, 1 * 64, 0):
        expected = mixed(expected ^ code)
    assert hash_moves(moves, 5) == expected
    assert hash_moves(moves[::-1], 5) != expected


# Rows


COLUMNS = [
    "score",
    "base",
    "middle",
    "harmony",
    "discards",
    "largest",
    "crowns",
    "squares",
    "property_points",
    "castle",
]


def squares_by_seat(end: State) -> list[list[plain.Kingdom]]:
    """For every seat its kingdoms, a round each."""
    return [
        [
            {place: (square.half.terrain, square.half.crowns) for place, square in one.kingdoms[seat].squares.items()}
            for one in end.rounds
        ]
        for seat in range(end.players)
    ]


@pytest.mark.parametrize(
    ("variants", "players"),
    [("standard", 2), ("middle,harmony", 4), ("middle-of-box,dynasty", 3), ("mighty-duel,harmony", 2)],
)
def test_rows_have_these_columns_and_brute_force_finds_the_same(variants: str, players: int):
    size = 7 if "duel" in variants else 5
    for number in range(2):
        game = played(["random", "greedy-random-draft", "random", "random"][:players], number, variants)
        row = as_row(game, number)
        seats = range(1, players + 1)
        assert list(row) == [
            "game", "move_hash", "winners", "decided_by", *(f"{name}_{seat}" for seat in seats for name in COLUMNS)
        ]  # fmt: skip
        assert row["game"] == number
        assert row["move_hash"] % 2**64 == game.move_hash
        end = game.states[-1]
        for seat, kingdoms in enumerate(squares_by_seat(end)):
            expected = dict.fromkeys(COLUMNS, 0)
            for kingdom, ended in zip(kingdoms, end.rounds, strict=True):
                of_box = "middle-of-box" in variants
                middle = plain.in_middle_of_box(kingdom) if of_box else plain.in_middle(kingdom, size)
                lost = len(ended.discards[seat])
                expected["base"] += plain.points(kingdom)
                expected["middle"] += middle
                expected["harmony"] += lost == 0
                expected["discards"] += lost
                expected["largest"] += max(squares for _, squares, _ in plain.properties(kingdom))
                expected["crowns"] += sum(crowns for _, crowns in kingdom.values())
                for terrain, squares, crowns in plain.properties(kingdom):
                    expected["squares"] += squares << 8 * TERRAINS.index(terrain)
                    expected["property_points"] += squares * crowns << 10 * TERRAINS.index(terrain)
            top, bottom, left, right = plain.extent(list(kingdoms[-1]))
            expected["castle"] = -top + 16 * bottom - 256 * left + 4096 * right
            expected["score"] = expected["base"]
            expected["score"] += 10 * expected["middle"] * ("middle" in variants)
            expected["score"] += 5 * expected["harmony"] * ("harmony" in variants)
            assert {name: row[f"{name}_{seat + 1}"] for name in COLUMNS} == expected
        most = max(row[f"score_{seat}"] for seat in seats)
        leaders = [seat for seat in seats if row[f"score_{seat}"] == most]
        assert row["decided_by"] == 0 or len(leaders) > 1
        assert row["winners"] & ~sum(1 << seat - 1 for seat in leaders) == 0


@pytest.mark.parametrize(("decided", "game"), [(0, 0), (1, 2), (2, 44), (3, 229)])
def test_rows_say_what_decided_as_a_number(decided: int, game: int):
    """Points, the largest property, crowns, or nothing; four random players, found by trying game after game."""
    end = played(["random"] * 4, game)
    row = as_row(end, game)
    ranks = [
        (plain.points(kingdom), max(squares for _, squares, _ in plain.properties(kingdom)), crowns_in(kingdom))
        for (kingdom,) in squares_by_seat(end.states[-1])
    ]
    best = max(ranks)
    others = [rank for rank in ranks if rank != best]
    agree = max((sum(rank[:length] == best[:length] for length in (1, 2)) for rank in others), default=0)
    assert row["decided_by"] == (3 if ranks.count(best) > 1 else agree) == decided
    assert row["winners"] == sum(1 << seat for seat, rank in enumerate(ranks) if rank == best)


def crowns_in(kingdom: plain.Kingdom) -> int:
    return sum(crowns for _, crowns in kingdom.values())


# People's own players


Write = Callable[..., str]


@pytest.fixture
def sit_down(tmp_path: Path) -> Callable[[str, str], Any]:
    """Writes a bot's file, and makes a player of it."""

    def write(source: str, bot: str) -> Any:
        path = tmp_path / "mine.py"
        path.write_text(dedent(source), encoding="utf-8")
        return load_bot(f"{path}:{bot}", Strategy).sit_down()

    return write


def complaint(player: Any) -> str:
    """What is said of a player in a game, which is one line."""
    with pytest.raises(StrategyError) as caught:
        play_game(variants_named(""), [player, strategy_named("random")], seed=SEED, game=0)
    text = str(caught.value)
    assert text.splitlines() == [text]
    return text


def test_functions_classes_and_strategies_of_ones_own_play(sit_down):
    source = """
        from kingdice.games.kingdomino.strategies import Strategy

        def last(state, moves):
            return moves[-1]

        class Last:
            def __call__(self, state, moves):
                return last(state, moves)

        class Mine(Strategy):
            name = "mine"

            def best(self, state, moves):
                return [moves[-1]]
    """
    games = []
    for bot in ("last", "Last", "Mine"):
        players = [sit_down(source, bot), strategy_named("random")]
        games.append(play_game(variants_named(""), players, seed=SEED, game=0))
    assert games[0] == games[1] == games[2]
    for state, move in zip(games[0].states, games[0].moves, strict=False):
        assert state.seat == 1 or move == legal_moves(state)[-1]


def test_a_bot_sees_what_players_see(sit_down):
    bot = sit_down(
        """
        class Watching:
            def __init__(self):
                self.seen = []

            def __call__(self, state, moves):
                self.seen.append(state)
                return moves[0]
        """,
        "Watching",
    )
    game = play_game(variants_named("dynasty"), [bot, strategy_named("random")], seed=SEED, game=0)
    assert bot.seen == [state.seen() for state in game.states if state.seat == 0]
    assert all(list(state.deck) == sorted(state.deck) for state in bot.seen)


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("None", "None"),
        ("len(moves)", "4"),
        ("(None, moves[0].pick)", "(None, "),
        ("Move(None, None)", "Move(placement=None, pick=None)"),
        ("Move(None, 49)", "pick=49"),
        ("Move(None, float(moves[0].pick))", "pick="),
        ("Move(Placement(0, 1, 0), moves[0].pick)", "placement=Placement(row=0, column=1, direction=0)"),
        ("moves[0]._replace(placement=False)", "placement=False"),
        ("__import__('numpy').zeros(2)", "array"),
    ],
)
def test_an_illegal_move_names_the_bot_and_the_move(sit_down, answer: str, shown: str):
    text = complaint(
        sit_down(
            f"""
            from kingdice.games.kingdomino.kingdom import Placement
            from kingdice.games.kingdomino.rules import Move

            def wild(state, moves):
                return {answer}
            """,
            "wild",
        )
    )
    assert text.startswith("bot wild: ")
    assert text.endswith(" is not a legal move")
    assert shown in text


def test_a_placement_that_only_equals_a_legal_one_is_refused(sit_down):
    source = """
        def almost(state, moves):
            placement, pick = moves[0]
            return moves[0]._replace(placement=placement and tuple(placement))
    """
    assert complaint(sit_down(source, "almost")).endswith("is not a legal move")


def test_a_bot_cannot_make_a_move_legal(sit_down):
    source = """
        def sly(state, moves):
            moves.append(moves[0]._replace(pick=49))
            return moves[-1]
    """
    assert "pick=49" in complaint(sit_down(source, "sly"))


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("{}['no such key']", "KeyError: 'no such key'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("exit(3)", "SystemExit: 3"),
    ],
)
def test_an_exception_in_a_bot_names_the_bot_and_what_happened(sit_down, action: str, said: str):
    source = f"""
        def unlucky(state, moves):
            {action}
    """
    assert complaint(sit_down(source, "unlucky")) == f"bot unlucky: {said}"


def test_too_many_players_for_the_variants_are_refused():
    with pytest.raises(EditionError, match="3 players: kingdomino mighty-duel is for 2"):
        played(["random"] * 3, variants="mighty-duel")


def test_moves_made_again_give_the_same_states():
    game = played(["random", "full-greedy", "random"], 3, "middle,lines-of-four")
    state = opening(3, 3, "middle,lines-of-four")
    for move, expected in zip(game.moves, game.states[1:], strict=True):
        state = apply(state, move)
        assert state == expected
