"""What a player reads off the table before deciding anything."""

from __future__ import annotations

from dataclasses import replace

from kingdice.dice.stakes import Stakes
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.rules import State, score

__all__ = ["display_of", "fairies_of", "leader", "stakes_of"]


def fairies_of(state: State, seat: int) -> int:
    """How many fairies a player has."""
    citizen = state.edition.citizen
    return sum(card.kind == "citizen" and citizen(card.name).effect == "fairy" for card in state.realms[seat])


def leader(state: State) -> int:
    """The other player with most points; of several, the next clockwise."""
    others = [(state.seat + step) % state.players for step in range(1, state.players)]
    return max(others, key=lambda seat: score(state, seat))


def display_of(state: State) -> Display:
    """The display before the player whose turn it is."""
    tops = tuple(pile[0] if pile else 0 for pile in state.villages)
    citizens = tuple(state.edition.citizen(one) for one in state.display)
    return Display(state.edition, citizens, tops, -state.penalties[0], fairies_of(state, state.seat), state.players)


def stakes_of(state: State, objective: str) -> Stakes:
    """What is at stake in this turn; a citizen that the player refuses is not there, nor does a hypnotist bring it."""
    display = display_of(state)
    stakes = display.stakes(objective)
    refused = frozenset(place for place in range(len(state.display)) if state.refuses(place))
    if not refused:
        return stakes
    worths = [
        float(display.alone(place, objective)) if place + 1 in refused else worth
        for place, worth in enumerate(stakes.worths)
    ]
    return replace(stakes, worths=tuple(worths), barred=refused)
