"""What a turn is worth to each player, in numba: the same as `strategies` and `sight` say in plain Python."""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.dice.ties import TIE
from kingdice.games.king_of_dice.layout import (
    AGAIN,
    DRAGON,
    ELF,
    FAIRY,
    NEIGHBOUR,
    SEES_DRAGON,
    SEES_END,
    SEES_EXTRA_TURN,
    SEES_FAIRIES,
    SEES_FOURTH_ROLL,
    SEES_LEFT_TO_OTHERS,
    SEES_LEFT_TO_SELF,
)

__all__: list[str] = []

_NOTHING = -1


@njit(cache=True, nogil=True)
def _score(game, rules, seat):
    """A seat's points with its fairies."""
    fairies = game.realms[seat].fairies
    each = fairies * fairies if rules.fairies_each else fairies * (fairies + 1) // 2
    return game.realms[seat].points + each


@njit(cache=True, nogil=True)
def _refuses(game, rules, place):
    """Whether the seat whose turn it is never takes the citizen at a place."""
    return rules.without[game.seat] >> np.uint64(game.display[place]) & np.uint64(1) != 0


@njit(cache=True, nogil=True)
def _own_points(rules, card, fairies):
    """Points that a citizen brings its owner, who has so many fairies; a dragon is given away."""
    if rules.effect[card] == FAIRY:
        return 2.0 * fairies + 1.0 if rules.fairies_each else fairies + 1.0
    return 0.0 if rules.effect[card] == DRAGON else np.float64(rules.points[card])


@njit(cache=True, nogil=True)
def _alone(game, rules, place, lead):
    """Worth of the citizen at a place, village included, the hypnotist's neighbour not."""
    card = game.display[place]
    worth = _own_points(rules, card, game.realms[game.seat].fairies)
    if lead and rules.effect[card] == DRAGON:
        worth = -rules.points[card] / (rules.seats - 1)
    if _has_village(game, rules, place):
        worth += rules.village_values[place, game.villages[place]]
    return worth


@njit(cache=True, nogil=True)
def _has_village(game, rules, place):
    """Whether the citizen at a place lies under its own village, with cards left in the pile."""
    return rules.village[game.display[place]] == place and game.villages[place] < rules.village_counts[place]


@njit(cache=True, nogil=True)
def _takes_last_village(game, rules, place):
    """Whether taking the citizen at a place ends the game by its village."""
    return _has_village(game, rules, place) and game.villages[place] + 1 == rules.village_counts[place]


@njit(cache=True, nogil=True)
def _fairies_to_come(game, rules):
    """Fairies in the draw pile: everybody can count those that have been seen."""
    unseen = 0
    for place in range(game.drawn, rules.citizens):
        unseen += rules.effect[game.deck[place]] == FAIRY
    return unseen


@njit(cache=True, nogil=True)
def _best_left(game, rules, first, second, fails, fairies, refused):
    """The largest chance x worth among the citizens that two places leave, for a player with so many fairies.

    Of no worth are those `refused`, a bit each.
    Citizens taken take their villages along; one that a failure discards does not.
    """
    best = 0.0
    to = rules.places - 1
    for place in range(rules.places - 1, -1, -1):
        if place in (first, second):
            continue
        card = game.display[place]
        worth = _own_points(rules, card, fairies)
        if rules.village[card] == to:
            gone = game.villages[to]
            if not fails and to in (first, second) and _has_village(game, rules, to):
                gone += 1
            if gone < rules.village_counts[to]:
                worth += rules.village_values[to, gone]
        if not refused >> np.uint64(card) & np.uint64(1):
            best = max(best, rules.chance[card] * worth)
        to -= 1
    return best


@njit(cache=True, nogil=True)
def _sight(game, rules, first, second, row):
    """What a far-sighted player sees in taking the citizens at one or two places, or (first = -1) failing.

    Notes features (see `layout.SIGHT`) in a row of the game's and returns their worth.
    """
    seat = game.seat
    for i in range(rules.sight.size):
        game.sight[row, i] = 0.0
    gone = 1
    gained = 0
    again = False
    elf = False
    dragon = 0.0
    ends = False
    points = 0.0
    if first == _NOTHING:
        ends = game.lost + 1 == rules.penalties  # or the draw pile, below
        points = np.float64(game.penalties[game.lost])
        taken = rules.places - 1
    else:
        taken = first
        elf = game.realms[seat].elf == 1
        for step in range(2):
            place = first if step == 0 else second
            if place == _NOTHING or ends:
                continue
            gone = step + 1
            effect = rules.effect[game.display[place]]
            points += _alone(game, rules, place, False)
            ends = _takes_last_village(game, rules, place)
            again = again or effect == AGAIN
            if effect == FAIRY:
                gained += 1
            if effect == DRAGON:
                dragon += rules.points[game.display[place]]
            else:
                elf = effect == ELF
    ends = ends or game.drawn + gone >= rules.citizens
    if ends:
        mine = _score(game, rules, seat) + points
        ahead = 1.0
        for other in range(rules.seats):
            theirs = _score(game, rules, other)
            if other != seat and theirs >= mine:
                ahead = min(ahead, 0.0 if theirs == mine else -1.0)
        game.sight[row, SEES_END] = ahead
    else:
        game.sight[row, SEES_FOURTH_ROLL] = elf and rules.most_rolls[seat] > rules.rolls + rules.extra_rolls[seat]
        game.sight[row, SEES_EXTRA_TURN] = again
        game.sight[row, SEES_FAIRIES] = gained * _fairies_to_come(game, rules)
        mover = seat if again else (seat + 1) % rules.seats
        fairies = game.realms[mover].fairies + (gained if again else 0)
        left = SEES_LEFT_TO_SELF if again else SEES_LEFT_TO_OTHERS
        refused = rules.without[seat] if again else np.uint64(0)
        game.sight[row, left] = _best_left(game, rules, taken, second, first == _NOTHING, fairies, refused)
        game.sight[row, SEES_DRAGON] = -dragon
    worth = 0.0
    for i in range(rules.sight.size):
        worth += rules.sight[i] * game.sight[row, i]
    return worth


@njit(cache=True, nogil=True)
def _may_bring(game, rules, place):
    """Whether the citizen at a place is a hypnotist that has a neighbour to bring along."""
    if rules.effect[game.display[place]] != NEIGHBOUR or place + 1 == rules.places:
        return False
    return not _takes_last_village(game, rules, place)


@njit(cache=True, nogil=True)
def _weigh(game, rules, lead):
    """Note in the game what each citizen and failing are worth to a player who sees no further than the turn."""
    for place in range(rules.places):
        game.worths[place] = _alone(game, rules, place, lead)
    for place in range(rules.places):
        game.second[place] = _NOTHING
        if (
            place + 1 < rules.places
            and rules.effect[game.display[place]] == NEIGHBOUR
            and not _refuses(game, rules, place + 1)
        ):
            neighbour = _alone(game, rules, place + 1, lead)
            game.worths[place] += max(0.0, neighbour)
            if neighbour >= 0.0 and _may_bring(game, rules, place):
                game.second[place] = place + 1
    game.failing = game.penalties[game.lost]
    _order(game, rules)


@njit(cache=True, nogil=True)
def _weigh_far(game, rules):
    """The same for a far-sighted player: the lead won, and what follows."""
    failing = rules.places
    for place in range(rules.places):
        worth = _alone(game, rules, place, True)
        follows = _sight(game, rules, place, _NOTHING, place)
        game.second[place] = _NOTHING
        if _may_bring(game, rules, place) and not _refuses(game, rules, place + 1):
            neighbour = _alone(game, rules, place + 1, True)
            both = _sight(game, rules, place, place + 1, place)
            if neighbour + (both - follows) >= 0.0:
                game.second[place] = place + 1
                worth += neighbour
                follows = both
            else:
                _sight(game, rules, place, _NOTHING, place)
        game.worths[place] = worth + follows
    game.failing = game.penalties[game.lost] + _sight(game, rules, _NOTHING, _NOTHING, failing)
    _order(game, rules)


@njit(cache=True, nogil=True)
def _order(game, rules):
    """Note the order in which citizens are taken: dearest first, equals (within the tie) leftmost first.

    -1 where none is taken, and for each citizen that is refused, at the end.
    """
    places = rules.places
    close = False
    done = 0
    for place in range(places):  # an insertion sort, which suffices where nothing is nearly equal
        if _refuses(game, rules, place):
            continue
        worth = game.worths[place]
        to = done
        while to > 0 and game.worths[game.order[to - 1]] < worth:
            close = close or game.worths[game.order[to - 1]] >= worth - TIE
            game.order[to] = game.order[to - 1]
            to -= 1
        close = close or (to > 0 and 0.0 < game.worths[game.order[to - 1]] - worth <= TIE)
        game.order[to] = place
        done += 1
    for rank in range(done, places + 1):
        game.order[rank] = _NOTHING
    if close or rules.may_decline:
        _order_ties(game, rules)


@njit(cache=True, nogil=True)
def _order_ties(game, rules):
    """The same, whatever is equal: in turn all that are within the tie of the dearest left, leftmost first."""
    places = rules.places
    done = 0
    used = 0
    for place in range(places):
        used |= np.int64(_refuses(game, rules, place)) << place
    declined = False
    while done < places + 1:
        best = -np.inf
        for place in range(places):
            if not used >> place & 1 and game.worths[place] > best:
                best = game.worths[place]
        if rules.may_decline and not declined and game.failing > best:
            best = game.failing
        if best == -np.inf:
            break
        for place in range(places):
            if not used >> place & 1 and game.worths[place] >= best - TIE:
                game.order[done] = place
                done += 1
                used |= 1 << place
        if rules.may_decline and not declined and game.failing >= best - TIE:
            game.order[done] = _NOTHING
            done += 1
            declined = True
    for rank in range(done, places + 1):
        game.order[rank] = _NOTHING


@njit(cache=True, nogil=True)
def _dearest_met(game, rules, mask):
    """The place of the citizen that a roll with this mask takes, or -1."""
    for rank in range(rules.places + 1):
        place = game.order[rank]
        if place == _NOTHING or mask >> np.uint64(game.display[place]) & np.uint64(1):
            return place
    return np.int64(_NOTHING)


@njit(cache=True, nogil=True)
def _stop_worth(game, rules, mask):
    """What a roll with this mask is worth as it lies."""
    place = _dearest_met(game, rules, mask)
    return game.failing if place == _NOTHING else game.worths[place]


@njit(cache=True, nogil=True)
def _is_best(game, rules, mask):
    """Whether a roll with this mask is worth as much as any can be."""
    first = game.order[0]
    best = game.failing if first == _NOTHING else game.worths[first]
    return _stop_worth(game, rules, mask) >= max(best, game.failing) - TIE
