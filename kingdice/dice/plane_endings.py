"""Following the policies of turns with three groups of one or two dice, plane by plane.

The roll step backwards: chances of keeps become chances of rolls, first along the third and first axis within a plane,
then along the second, from where a roll's chance is handed on to its keep, or counted where the turn stops. Arrays are
those of `kingdice.dice.planes`, for `LANES` turns.
"""

from __future__ import annotations

from numba import njit
from numpy import int32

from kingdice.dice.borrowed import borrowed
from kingdice.dice.lanes import LANES, fused, load, marked, matching, scatter, spread, store

__all__: list[str] = []


@njit(inline="always")
def _push(mass, start, step, line, beside, aside):
    """From the smaller keeps of a line to its full rolls, which may have some chance already.

    `beside` lines, each `aside` further than the one before, are gone through together.
    """
    for number in range(line.runs.shape[0]):
        first, count = line.runs[number, 0], line.runs[number, 1]
        other, stride = line.runs[number, 3], line.runs[number, 4]
        shared = start + line.runs[number, 2] * step
        for k in range(count):
            at, its = start + (first + k) * step, start + (other + k * stride) * step
            from_shared, from_its = line.enter[first + k, 0], line.enter[first + k, 1]
            for i in range(0, beside * aside, aside):
                total = fused(from_shared, load(mass, shared + i), load(mass, at + i))
                store(mass, at + i, fused(from_its, load(mass, its + i), total))


@njit(inline="always")
def _push_planes(mass, a, b, c):
    """Push along the third and first axis; what is left behind is set to 0."""
    down, nothing = b.states * c.states * LANES, spread(0.0)
    for two in range(b.states):
        start = two * c.states * LANES
        for one in range(a.states):
            _push(mass, start + one * down, LANES, c, 1, LANES)
        _push(mass, start, down, a, c.rolls, LANES)
        for one in range(a.states):
            for three in range(c.rolls if one < a.rolls else 0, c.states):
                store(mass, start + one * down + three * LANES, nothing)


@njit(cache=True, nogil=True)
def _endings(mass, column, keeps, width, at, axes, full, kind_of_roll, by_kind, stops):
    """Follow the best keeps of a turn to its end.

    mass (keeps x LANES,) must be 0 and is 0 afterwards; column (states of b x LANES,) is scratch; keeps (rerolls,
    rolls x width) int32, `keeps[r - 1]` with r rolls left, times `LANES`; full (rolls,); by_kind (kinds x width,)
    receives the chance of ending with a roll of each kind, stops (rolls of the turn x width,) that of ending after the
    first, second, … roll.

    A roll that is stopped at is handed on to its full keep, and so to itself: with fewer rolls left to come stopping is
    no worse a choice. So kinds are counted once, at the end.
    """
    mass, column, keeps, full, kind_of_roll = borrowed((mass, column, keeps, full, kind_of_roll))
    by_kind, stops = borrowed((by_kind, stops))
    a, b, c = borrowed(axes)
    rerolls = keeps.shape[0]
    step, nothing = c.states * LANES, spread(0.0)
    for kind in range(at, by_kind.size, width):
        store(by_kind, kind, nothing)
    before = nothing
    for done in range(rerolls + 1):
        ended = nothing
        now = keeps[rerolls - 1 - done] if done < rerolls else keeps.reshape(-1)
        for one in range(a.rolls):
            for three in range(c.rolls):
                start = (one * b.states * c.states + three) * LANES
                if done > 0:
                    _push(mass, start, step, b, 1, LANES)
                for two in range(b.states):
                    if done > 0:
                        store(column, two * LANES, load(mass, start + two * step))
                    elif two < b.rolls:
                        chance = a.roll_chances[one] * b.roll_chances[two] * c.roll_chances[three]
                        store(column, two * LANES, spread(chance))
                    store(mass, start + two * step, nothing)
                for two in range(b.rolls):
                    roll = (one * b.rolls + two) * c.rolls + three
                    chances = load(column, two * LANES)
                    if done < rerolls:
                        scatter(chances, now, roll * width + at, mass)
                        ended = ended + matching(now, roll * width + at, int32(full[roll] * LANES), chances)
                    else:
                        to = kind_of_roll[roll] * width + at
                        store(by_kind, to, load(by_kind, to) + chances)
        ended = ended if done < rerolls else spread(1.0)
        store(stops, done * width + at, ended - before)
        before = ended
        if done < rerolls:
            _push_planes(mass, a, b, c)


@njit(cache=True, nogil=True)
def _tally(by_kind, place, chances):
    """Add up the chances of kinds of rolls, (kinds, width), by outcome.

    place (kinds x width,): which outcome a kind of roll is; chances (width, outcomes), 0 at first.
    """
    kinds, width = by_kind.shape
    for kind in range(kinds):
        for turn in range(width):
            chances[turn, int(place[kind * width + turn])] += by_kind[kind, turn]


@njit(cache=True, nogil=True)
def _kind_stakes(kinds, words, worths, failing, places, worth, place):
    """What rolls of each kind are worth, and which outcome they are.

    kinds (kinds,) uint64; words (cards x width,) uint64: the bit of each card, worst card first, so that the last one
    met decides; worths, places (cards x width,): what it is worth and which outcome it is; failing (width,): after all
    the cards' outcomes comes its own; worth, place (kinds x width,) receive the answers.
    """
    width = failing.size
    cards = words.size // width
    for at in range(0, width, LANES):
        none = load(failing, at)
        for kind in range(kinds.size):
            so_far, outcome = none, spread(float(cards))
            for card in range(at, at + cards * width, width):
                so_far = marked(kinds[kind], words, card, load(worths, card), so_far)
                outcome = marked(kinds[kind], words, card, load(places, card), outcome)
            store(worth, kind * width + at, so_far)
            store(place, kind * width + at, outcome)
