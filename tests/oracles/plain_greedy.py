"""What greedy players of Carcassonne think of a position, worked out in full on the plain board.

Everything that stands on the table is looked at anew, whether a tile touches it or not: a move is worth what the whole
position promises after it less what it promised before. Only what a player goes by stays as it was before the move:
tiles in the bag, and what meeples are worth. Chances are multiplied as chances, a feature is found by walking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from math import exp, prod

from kingdice.games.carcassonne.board import Board, Feature, Place, Spot, beside, feature_at, placements
from kingdice.games.carcassonne.cards import Card
from kingdice.games.carcassonne.rules import Move, State, apply, legal_moves
from kingdice.games.carcassonne.tiles import CITY, FIELD, MONASTERY, tile


def values(
    state: State, told: Mapping[str, float], *, minds_cards: bool, without: Collection[str] = ()
) -> dict[Move, float]:
    """What every legal move changes for the better; of rotations that look alike only the first.

    `without` are kinds of features that get no meeple, and cards (king, robber) that are nothing to the player.
    """
    player = Judge(state, state.seat, told, without)
    before = player.promise(state, Table(state.board), minds_cards=minds_cards)
    found, tables = {}, {}
    for move in legal_moves(state):
        kind = None if move.meeple is None else tile(state.held).segments[move.meeple].kind
        if move.rotation in tile(state.held).rotations and kind not in without:
            after = apply(state, move)
            table = tables.setdefault(move[:2], Table(after.board))
            found[move] = player.promise(after, table, minds_cards=minds_cards) - before
    return found


class Table:
    """The tiles on the table; a feature is walked through only once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._features: dict[Spot, Feature] = {}

    def feature(self, spot: Spot) -> Feature:
        """The one that a segment belongs to."""
        if spot not in self._features:
            found = feature_at(self.board, spot)
            self._features |= dict.fromkeys(found.spots, found)
        return self._features[spot]

    def standing(self, meeples: Mapping[Spot, int]) -> Iterator[tuple[Feature, Counter[int]]]:
        """Every feature on which somebody stands, and how many meeples of each seat."""
        for feature in {self.feature(spot) for spot in meeples}:
            yield feature, Counter(meeples[spot] for spot in feature.spots if spot in meeples)

    def open_ends(self, feature: Feature) -> list[Place]:
        """The free places that a city or road leads to, as often as it does."""
        ends = []
        for place, number in feature.spots:
            laid, around = self.board[place], list(beside(place))
            ends += [around[side] for side in laid.sides(laid.tile.segments[number]) if around[side] not in self.board]
        return ends


class Judge:
    """A player before a turn, his own or another's; `told` are the weights of greedy players by name."""

    def __init__(self, state: State, seat: int, told: Mapping[str, float], without: Collection[str] = ()) -> None:
        self.told, self.players, self.without = told, state.players, without
        self.left, self.bag = Counter(state.bag), len(state.bag)
        turns = self.bag / state.players
        self.meeple = told["meeple"] * turns / (turns + told["lasting"])
        hands = [state.meeples_left(one) for one in range(state.players)]
        self.back = [told["back"] * self.meeple * told["spare"] ** hand for hand in hands]
        self.field = told["field"] * self.bag / len(state.variants.bag)
        self.around = 1 - exp(-told["around"] * self.bag)
        others = state.players - 1
        self.sign = [1.0 if one == seat else -told["rivals"] / others for one in range(state.players)]
        self._fitting: dict[tuple[str | None, ...], int] = {}

    def promise(self, state: State, table: Table, *, minds_cards: bool) -> float:
        """What a position promises: points, meeples in hand, all that stands on the table, the cards."""
        total = 0.0
        for seat in range(self.players):
            total += self.sign[seat] * (sum(state.scored[seat].values()) + self.in_hand(state.meeples_left(seat)))
        for feature, counts in table.standing(state.meeples):
            total += self.of_feature(table, feature, counts)
        if minds_cards:
            king = state.king if "king" not in self.without else None
            robber = state.robber if "robber" not in self.without else None
            total += self.of_card("king", king, robber, state)
            total += self.of_card("robber", robber, king, state)
        return total

    def in_hand(self, meeples: int) -> float:
        """Each one less than the one before."""
        return sum(self.meeple * self.told["spare"] ** before for before in range(meeples))

    def of_feature(self, table: Table, feature: Feature, counts: Counter[int]) -> float:
        """Its points to whoever has most meeples there, and to everybody his meeples that come back."""
        if feature.kind == FIELD:
            points, chance = self.field, 0.0
            for city in {table.feature(spot) for spot in feature.cities}:
                points += 3 * self.chance(table, city)
        elif feature.kind == MONASTERY:
            points, chance = 9 - feature.ends + feature.ends * self.around, self.around**feature.ends
        else:
            chance = self.chance(table, feature)
            unfinished = feature.size + feature.pennants
            finished = (unfinished + self.told["growth"] * feature.ends) * (2 if feature.kind == CITY else 1)
            points = chance * finished + (1 - chance) * unfinished
        most = max(counts.values())
        total = 0.0
        for seat, count in counts.items():
            total += self.sign[seat] * (points * (count == most) + self.back[seat] * count * chance)
        return total

    def chance(self, table: Table, feature: Feature) -> float:
        """That a city or road is completed."""
        return prod(self.filled(table.board, place) for place in table.open_ends(feature))

    def filled(self, board: Board, place: Place) -> float:
        """The chance that a place is filled, and what ends there with it."""
        fitting = self.fitting(board, place)
        return (1 - exp(-self.told["attention"] * fitting)) * exp(-self.told["extend"])

    def fitting(self, board: Board, place: Place) -> int:
        """How many tiles of the bag would fit in a place."""
        shown = tuple(
            board[other].edges[(side + 2) % 4] if other in board else None for side, other in enumerate(beside(place))
        )
        if shown not in self._fitting:
            self._fitting[shown] = sum(
                number for name, number in self.left.items() if any(placements(board, [place], tile(name)))
            )
        return self._fitting[shown]

    def of_card(self, name: str, card: Card | None, other: Card | None, state: State) -> float:
        """What a card has paid, and what it will bring to whoever has it in the end; None: it is nothing to him."""
        if card is None:
            return 0.0
        rule, to_come = state.variants.cards, self.told[f"{name}_rate"] * self.bag
        brings = {
            "official": card.completed + to_come,
            "flat-10": 10,
            "flat-15-40": 20 if other and card.holder is not None and card.holder == other.holder else 15,
        }.get(rule, to_come)
        paid = {"continuous": card.before, "continuous-new": card.then}.get(rule, (0,) * self.players)
        total = 0.0
        for seat in range(self.players):
            has = self.has(name, card, seat)
            total += self.sign[seat] * (paid[seat] + self.told["cards"] * has * brings)
        return total

    def has(self, name: str, card: Card, seat: int) -> float:
        """A seat's chance of holding a card in the end."""
        if card.holder is None:
            return 1 / self.players
        a_turn = exp(-self.told[f"{name}_calm"] - self.told[f"{name}_size"] * card.size)
        keeps = exp(-a_turn * self.bag)
        has_again = (1 - keeps) * self.told["again"] / self.players
        holds = keeps + has_again
        return holds if seat == card.holder else (1 - holds) / (self.players - 1)


def outlook(state: State, seat: int, told: Mapping[str, float]) -> float:
    """The lead that a position promises a seat, whoever's turn it is."""
    return Judge(state, seat, told).promise(state, Table(state.board), minds_cards=state.variants.cards != "none")
