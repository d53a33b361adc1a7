"""What a turn is worth beyond its points: how a far-sighted player looks ahead.

The lead at the end of a turn is not what a turn is worth: an elf on top rolls four times next turn, an apprentice goes
on at once, a fairy makes later ones dearer, what stays on display is the next player's, and the last card decides.
Each of these is one number about the position after the turn, weighed by points that were fitted in self-play
(`fit_sight`, kept with their provenance in `sight.toml`).
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources

from kingdice.games.king_of_dice.card_policies import lone_chances
from kingdice.games.king_of_dice.edition import Citizen
from kingdice.games.king_of_dice.layout import SIGHT
from kingdice.games.king_of_dice.reading import display_of, fairies_of
from kingdice.games.king_of_dice.rules import NOTHING, Phase, State, score

__all__ = ["before_neighbour", "sight_of", "sight_weights", "worth_of_sight"]


@cache
def sight_weights(players: int) -> tuple[float, ...]:
    """Points for each of `layout.SIGHT`; with more players than were fitted, those of the most."""
    fitted = tomllib.loads((resources.files(__package__) / "sight.toml").read_text(encoding="utf-8"))["players"]
    nearest = fitted[str(min(players, max(map(int, fitted))))]
    return tuple(float(nearest[name]) for name in SIGHT)


def worth_of_sight(state: State, first: int, second: int) -> float:
    """What follows from taking the citizens at one or two places, or (first NOTHING) from failing, in points."""
    worth = 0.0
    for weight, feature in zip(sight_weights(state.players), sight_of(state, first, second), strict=True):
        worth += weight * feature
    return worth


def sight_of(state: State, first: int, second: int) -> list[float]:
    """The features, in the order of `layout.SIGHT`.

    fourth_roll: 1 when an elf lies on top of the player's realm; extra_turn: 1 after an apprentice; fairies: fairies
    won x fairies still to come; left_to_others, left_to_self: the largest chance x worth that is left on display
    for whoever plays next; end: 1, 0 or -1 for ending the game ahead, level or behind (and then nothing else
    counts); dragon: points of a dragon given away. An elf is nothing to a player who makes no use of a fourth roll, nor
    is a citizen left on display to a player who refuses it; what others do without is not considered.
    """
    edition = state.edition
    citizens = [edition.citizen(state.display[place]) for place in (first, second) if place != NOTHING]
    features = dict.fromkeys(SIGHT, 0.0)
    fairies = sum(one.effect == "fairy" for one in citizens)
    again = any(one.effect == "extra turn" for one in citizens)
    if _ends(state, first, second):
        mine = score(state, state.seat) + _points(state, first, second)
        best = max(score(state, seat) for seat in range(state.players) if seat != state.seat)
        features["end"] = float((mine > best) - (mine < best))
        return list(features.values())
    features["fourth_roll"] = float(_elf_on_top(state, citizens) and _rolls_again(state))
    features["extra_turn"] = float(again)
    features["fairies"] = float(fairies * _fairies_to_come(state))
    mover = state.seat if again else (state.seat + 1) % state.players
    own = fairies_of(state, mover) + (fairies if again else 0)
    refused = state.restriction.without if again else frozenset()
    features["left_to_self" if again else "left_to_others"] = _best_left(state, first, second, own, refused)
    features["dragon"] = float(-sum(int(one.points) for one in citizens if one.effect == "given away"))
    return list(features.values())


def before_neighbour(state: State) -> State:
    """The state before the hypnotist was taken, when it has to be said whether its neighbour is taken too."""
    if state.phase is not Phase.neighbour:
        return state
    place, edition = state.taken, state.edition
    realm, villages = state.realms[state.seat][:-1], state.villages
    if edition.citizen(state.display[place]).village == edition.villages[place].name:
        pile = (realm[-1].points, *villages[place])
        realm, villages = realm[:-1], (*villages[:place], pile, *villages[place + 1 :])
    realms = (*state.realms[: state.seat], realm, *state.realms[state.seat + 1 :])
    return replace(state, realms=realms, villages=villages, phase=Phase.take, taken=NOTHING, gone=frozenset())


def _village(state: State, place: int) -> tuple[int, ...]:
    """The pile over a place, if it is the citizen's own; else nothing."""
    own = state.edition.citizen(state.display[place]).village == state.edition.villages[place].name
    return state.villages[place] if own else ()


def _ends(state: State, first: int, second: int) -> bool:
    """Whether the game ends at once."""
    if first == NOTHING:
        return len(state.penalties) == 1 or len(state.draw_pile) == 1
    places = [place for place in (first, second) if place != NOTHING]
    return any(len(_village(state, place)) == 1 for place in places) or len(state.draw_pile) <= len(places)


def _points(state: State, first: int, second: int) -> float:
    if first == NOTHING:
        return float(state.penalties[0])
    display = display_of(state)
    return float(sum(display.alone(place, "points") for place in (first, second) if place != NOTHING))


def _elf_on_top(state: State, citizens: list[Citizen]) -> bool:
    if not citizens:
        return False
    kept = [one for one in citizens if one.effect != "given away"]
    if kept:
        return kept[-1].effect == "fourth roll"
    realm = state.realms[state.seat]
    return bool(realm) and realm[-1].kind == "citizen" and state.edition.citizen(realm[-1].name).effect == "fourth roll"


def _rolls_again(state: State) -> bool:
    """Whether the player rolls once more where an elf allows it."""
    most = state.restriction.rolls
    return not most or most > state.edition.rolls_of(state.seat + 1)


def _fairies_to_come(state: State) -> int:
    """Fairies in the draw pile: all but those that have been seen."""
    edition = state.edition
    seen = sum(edition.citizen(one).effect == "fairy" for one in (*state.display, *state.discarded))
    seen += sum(fairies_of(state, seat) for seat in range(state.players))
    return sum(one.effect == "fairy" for one in edition.citizens) - seen


def _best_left(state: State, first: int, second: int, fairies: int, refused: frozenset[str]) -> float:
    """The largest chance x worth among the citizens left, for a player with so many fairies who refuses some."""
    edition = state.edition
    places = range(len(state.display))
    taken = {first, second} if first != NOTHING else {places[-1]}
    left = [place for place in places if place not in taken]
    chances = lone_chances(edition)
    best = 0.0
    for to, place in zip(reversed(places), reversed(left), strict=False):
        citizen = edition.citizen(state.display[place])
        if citizen.id in refused:
            continue
        if citizen.effect == "fairy":
            worth = 2 * fairies + 1 if edition.rules.fairies == "n each" else fairies + 1
        else:
            worth = 0 if citizen.effect == "given away" else int(citizen.points)
        if citizen.village == edition.villages[to].name:
            pile = state.villages[to]
            if first != NOTHING and to in taken and _village(state, to):
                pile = pile[1:]
            worth += pile[0] if pile else 0
        best = max(best, float(chances[edition.bit_of[citizen.id]]) * worth)
    return best
