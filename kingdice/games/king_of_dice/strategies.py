"""Ways to play King of Dice, in Python that says how a person would do it.

A strategy decides five things: what to keep, which met citizen to take, whether to take the hypnotist's neighbour,
who gets a dragon, and (where the edition lets a player choose) which citizen a failure discards. Only the first
differs much; the others have one sensible default, here as for the kernels: the dearest card, the neighbour unless it
hurts, the leader (of several, the next clockwise), the rightmost citizen. What a player was told to do without
(`described`) is part of the state from the start of a game, so that no strategy needs to mind it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kingdice.dice.lattice import lattice_of
from kingdice.dice.stakes import Stakes
from kingdice.dice.ties import TIE
from kingdice.dice.turn import TurnSolution, solve_turn
from kingdice.games.king_of_dice.card_policies import CardPolicies, card_policies
from kingdice.games.king_of_dice.described import described
from kingdice.games.king_of_dice.edition import Edition, load_edition
from kingdice.games.king_of_dice.reading import display_of, leader, stakes_of
from kingdice.games.king_of_dice.rules import NOTHING, Move, Phase, Restriction, State, legal_moves
from kingdice.games.king_of_dice.sight import before_neighbour, worth_of_sight

__all__ = ["STRATEGIES", "Strategy", "strategy_named"]

Coin = Callable[[int], int]


class Strategy:
    """Plays one seat; `choose` gives the next move. `coin(n)` is a number below n, drawn for this decision.

    Games that it plays are begun with its `restriction`, see `rules.State`.
    """

    name = "strategy"
    restriction = Restriction()
    objective = "points"

    def choose(self, state: State, coin: Coin) -> Move:
        """The move in a state as the player sees it."""
        if state.phase is Phase.keep:
            return Move(Phase.keep, self.keep(state))
        if state.phase is Phase.take:
            return Move(Phase.take, self.take(state))
        if state.phase is Phase.neighbour:
            return Move(Phase.neighbour, 0 if state.refuses(state.taken + 1) else self.take_neighbour(state))
        if state.phase is Phase.give:
            return Move(Phase.give, leader(state))
        return Move(Phase.discard, len(state.display) - 1)

    def keep(self, state: State) -> int:
        """The lattice state to keep."""
        raise NotImplementedError

    def take(self, state: State) -> int:
        """The dearest met citizen; none where nothing is met or declining is allowed and better."""
        met = state.met
        for place in self.stakes(state).order:
            if place == NOTHING or place in met:
                return place
        return NOTHING

    def stakes(self, state: State) -> Stakes:
        """What each citizen and failing are worth to this player."""
        return stakes_of(state, self.objective)

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
        self._solved: tuple[Stakes, int, TurnSolution] | None = None

    def keep(self, state: State) -> int:
        """The best keep by the tie rule."""
        stakes = self.stakes(state)
        if self._solved is None or self._solved[:2] != (stakes, state.rolls):
            solution = solve_turn(state.edition.pool, stakes.terminal(state.edition.masks), rolls=state.rolls)
            self._solved = stakes, state.rolls, solution
        return self._solved[2].best_keep(state.roll, state.rolls_left).keep


class LeadOptimal(TurnOptimal):
    """Solves every turn exactly for its lead over the others."""

    name = "lead-optimal"
    objective = "lead"


class FarSighted(TurnOptimal):
    """Solves every turn for its lead and for what follows: see `sight`."""

    name = "far-sighted"
    objective = "lead"

    def stakes(self, state: State) -> Stakes:
        """The lead won with each citizen, and what it leads to."""
        display = display_of(state)
        worths = []
        for place in range(len(state.display)):
            second = place + 1 if self._hypnotises(state, place) else NOTHING
            worth = float(display.alone(place, "lead"))
            if second != NOTHING:
                worth += float(display.alone(second, "lead"))
            worths.append(worth + worth_of_sight(state, place, second))
        failing = float(state.penalties[0]) + worth_of_sight(state, NOTHING, NOTHING)
        return replace(stakes_of(state, "lead"), worths=tuple(worths), failing=failing)

    def take_neighbour(self, state: State) -> int:
        """When it is worth having, with all that follows."""
        return int(self._worth_having(before_neighbour(state), state.taken))

    def _hypnotises(self, state: State, place: int) -> bool:
        """Whether the citizen at a place would bring its neighbour along."""
        edition, citizen = state.edition, state.edition.citizen(state.display[place])
        if citizen.effect != "neighbour" or place + 1 == len(state.display) or state.refuses(place + 1):
            return False
        if citizen.village == edition.villages[place].name and len(state.villages[place]) == 1:
            return False
        return self._worth_having(state, place)

    def _worth_having(self, state: State, place: int) -> bool:
        worth = float(display_of(state).alone(place + 1, "lead"))
        return worth + (worth_of_sight(state, place, place + 1) - worth_of_sight(state, place, NOTHING)) >= 0


STRATEGIES: dict[str, type[Strategy]] = {
    one.name: one for one in (Random, FirstMet, Highest, Easiest, BestBet, TurnOptimal, LeadOptimal, FarSighted)
}


def strategy_named(text: str, edition: Edition | None = None) -> Strategy:
    """The strategy with this name and these options (`described`), for an edition; for the usual one if none is given.

    Raises
    ------
    StrategyError
        When there is no such strategy, option or citizen.
    """
    told = described(text, edition or load_edition())
    strategy = STRATEGIES[told.name]()
    strategy.name, strategy.restriction = told.text, told.restriction
    return strategy


def policies_of(edition: Edition) -> CardPolicies:
    """Single-card policies for the longest turn that the edition allows."""
    return card_policies(edition, rolls=edition.longest_turn)


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
