"""Ways to play King of Dice, in Python that says how a person would do it.

A strategy decides five things: what to keep, which met citizen to take, whether to take the hypnotist's neighbour,
who gets a dragon, and (where the edition lets a player choose) which citizen a failure discards. Only the first
differs much; the others have one sensible default, here as for the kernels: the dearest card, the neighbour unless it
hurts, the leader (of several, the next clockwise), the rightmost citizen.
"""

from __future__ import annotations

from collections.abc import Callable

from kingdice.dice.lattice import lattice_of
from kingdice.dice.stakes import Stakes
from kingdice.dice.ties import TIE
from kingdice.dice.turn import TurnSolution, solve_turn
from kingdice.errors import StrategyError, nearest
from kingdice.games.king_of_dice.card_policies import CardPolicies, card_policies
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.rules import NOTHING, Move, Phase, State, legal_moves, score

__all__ = ["STRATEGIES", "Strategy", "strategy_named"]

Coin = Callable[[int], int]


class Strategy:
    """Plays one seat; `choose` gives the next move. `coin(n)` is a number below n, drawn for this decision."""

    name = "strategy"
    objective = "points"

    def choose(self, state: State, coin: Coin) -> Move:
        """The move in a state as the player sees it."""
        if state.phase is Phase.keep:
            return Move(Phase.keep, self.keep(state))
        if state.phase is Phase.take:
            return Move(Phase.take, self.take(state))
        if state.phase is Phase.neighbour:
            return Move(Phase.neighbour, self.take_neighbour(state))
        if state.phase is Phase.give:
            return Move(Phase.give, leader(state))
        return Move(Phase.discard, len(state.display) - 1)

    def keep(self, state: State) -> int:
        """The lattice state to keep."""
        raise NotImplementedError

    def take(self, state: State) -> int:
        """The dearest met citizen; none where nothing is met or declining is allowed and better."""
        met = state.met
        for place in stakes_of(state, self.objective).order:
            if place == NOTHING or place in met:
                return place
        return NOTHING

    def take_neighbour(self, state: State) -> int:
        """Yes, unless it is worth less than nothing."""
        return int(display_of(state).alone(state.taken + 1, self.objective) >= 0)


class Random(Strategy):
    """Does anything that is allowed, each thing as likely as any other."""

    name = "random"

    def choose(self, state: State, coin: Coin) -> Move:
        """Any legal move."""
        moves = legal_moves(state)
        return moves[coin(len(moves))]


class Chase(Strategy):
    """Plays for one citizen at a time by that citizen's own best policy."""

    def keep(self, state: State) -> int:
        """What the citizen chased asks for."""
        policies = policies_of(state.edition)
        target = self.target(state, policies)
        if target == NOTHING:
            return int(lattice_of(state.edition.pool).full[state.roll])
        return int(policies.keeps[bit(state, target), state.rolls_left - 1, state.roll])

    def target(self, state: State, policies: CardPolicies) -> int:
        """The place of the citizen to chase, or NOTHING to stop."""
        raise NotImplementedError


class FirstMet(Chase):
    """Takes the first citizen that the dice meet; until then chases whichever is likeliest now."""

    name = "first-met"

    def target(self, state: State, policies: CardPolicies) -> int:
        """Nobody once a citizen is met."""
        if state.met:
            return NOTHING
        return best_place(state, self.objective, lambda place: now(state, policies, place))


class Highest(Chase):
    """Chases the dearest citizen on display all turn long and takes what it gets."""

    name = "highest"

    def target(self, state: State, policies: CardPolicies) -> int:
        """The dearest."""
        return best_place(state, self.objective, lambda place: 0.0)


class Easiest(Chase):
    """Chases the citizen that was likeliest when the turn began."""

    name = "easiest"

    def target(self, state: State, policies: CardPolicies) -> int:
        """The likeliest."""
        return best_place(
            state, self.objective, lambda place: float(policies.whole[bit(state, place), state.rolls - 1])
        )


class BestBet(Chase):
    """After every roll chases the citizen with the largest chance times gain over failing."""

    name = "best-bet"

    def target(self, state: State, policies: CardPolicies) -> int:
        """The best bet now."""
        stakes = stakes_of(state, self.objective)
        return best_place(
            state, self.objective, lambda place: now(state, policies, place) * (stakes.worths[place] - stakes.failing)
        )


class TurnOptimal(Strategy):
    """Solves every turn exactly for points of its own."""

    name = "turn-optimal"

    def __init__(self) -> None:
        self._solved: tuple[Display, int, TurnSolution] | None = None

    def keep(self, state: State) -> int:
        """The best keep by the tie rule."""
        display = display_of(state)
        if self._solved is None or self._solved[:2] != (display, state.rolls):
            terminal = display.stakes(self.objective).terminal(state.edition.masks)
            self._solved = display, state.rolls, solve_turn(state.edition.pool, terminal, rolls=state.rolls)
        return self._solved[2].best_keep(state.roll, state.rolls_left).keep


class LeadOptimal(TurnOptimal):
    """Solves every turn exactly for its lead over the others."""

    name = "lead-optimal"
    objective = "lead"


STRATEGIES: dict[str, type[Strategy]] = {
    one.name: one for one in (Random, FirstMet, Highest, Easiest, BestBet, TurnOptimal, LeadOptimal)
}


def strategy_named(name: str) -> Strategy:
    """The strategy with this name.

    Raises
    ------
    StrategyError
        With the nearest name, when there is none.
    """
    if name not in STRATEGIES:
        hint = nearest(name, STRATEGIES) or f"; there are {', '.join(STRATEGIES)}, or FILE.py:BOT"
        raise StrategyError(f"no strategy '{name[:60]}'{hint}")
    return STRATEGIES[name]()


def leader(state: State) -> int:
    """The other player with most points; of several, the next clockwise."""
    others = [(state.seat + step) % state.players for step in range(1, state.players)]
    return max(others, key=lambda seat: score(state, seat))


def display_of(state: State) -> Display:
    """The display before the player whose turn it is."""
    realm = state.realms[state.seat]
    fairies = sum(card.kind == "citizen" and state.edition.citizen(card.name).effect == "fairy" for card in realm)
    tops = tuple(pile[0] if pile else 0 for pile in state.villages)
    citizens = tuple(state.edition.citizen(one) for one in state.display)
    return Display(state.edition, citizens, tops, -state.penalties[0], fairies, state.players)


def stakes_of(state: State, objective: str) -> Stakes:
    """What is at stake in this turn."""
    return display_of(state).stakes(objective)


def policies_of(edition: Edition) -> CardPolicies:
    """Single-card policies for the longest turn that the edition allows."""
    return card_policies(edition, rolls=longest_turn(edition))


def longest_turn(edition: Edition) -> int:
    """The most rolls that any turn has: an elf's, with the largest handicap."""
    return edition.rules.rolls + 1 + max([0, *(handicap.extra_rolls for handicap in edition.handicaps)])


def bit(state: State, place: int) -> int:
    """Number of the citizen at a place."""
    return state.edition.bit_of[state.display[place]]


def now(state: State, policies: CardPolicies, place: int) -> float:
    """Chance of meeting the citizen at a place from this roll, if it alone is chased."""
    return float(policies.chances[bit(state, place), state.rolls_left, state.roll])


def best_place(state: State, objective: str, worth: Callable[[int], float]) -> int:
    """The place that is worth most; equals by what their citizens are worth, the leftmost first."""
    chosen = NOTHING
    for place in (one for one in stakes_of(state, objective).order if one != NOTHING):
        if chosen == NOTHING or worth(place) > worth(chosen) + TIE:
            chosen = place
    return chosen
