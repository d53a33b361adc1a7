"""Features in numba: what the segments of a tile join, seen before it is laid and written down when it is.

The same answers as `board`, but kept from move to move: see `layout` for how.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.carcassonne.layout import (
    CITY_CODE,
    FIELD_EDGE,
    MONASTERY_CODE,
    MOST_SEATS,
    NO_SEGMENT,
)
from kingdice.games.carcassonne.play import SPAN
from kingdice.simulation.bits import lowest_bit, set_bits


@njit(cache=True, nogil=True)
def step_to(cell, side):
    """The cell beside one."""
    if side == 0:
        return cell - SPAN
    if side == 1:
        return cell + 1
    return cell + SPAN if side == 2 else cell - 1


@njit(cache=True, nogil=True)
def root_of(game, number):
    """The node that knows about the feature of a segment; ways there get shorter with every walk."""
    node = game.node
    while node[number].parent != number:
        node[number].parent = node[node[number].parent].parent
        number = np.int64(node[number].parent)
    return number


@njit(cache=True, nogil=True)
def join(rules, game, cell, face, joint):
    """Find out what the segments of a tile would belong to in a free place, with nothing changed."""
    kind = face >> 2
    segments = rules.segments[kind]
    joint.segments = segments
    joint.joined = 0
    first_city = np.uint64(game.city_segments)
    for segment in range(segments):
        code = rules.kind[kind, segment]
        joint.group[segment] = segment
        joint.meeples[segment] = np.uint64(0)
        joint.size[segment] = 1
        joint.ends[segment] = rules.sides[kind, segment]
        joint.pennants[segment] = rules.pennant[kind, segment]
        several = rules.several[kind, code]
        joint.several[segment] = np.uint64(several) << np.uint64(game.several)
        if code == CITY_CODE:
            joint.cities[segment] = np.uint64(1) << (first_city + np.uint64(segment))
        else:
            joint.cities[segment] = np.uint64(rules.borders[kind, segment]) << first_city
    for side in range(4):
        other = step_to(cell, side)
        if game.face[other] == 0:
            continue
        there, facing, first = np.int64(game.face[other]) - 1, side ^ 2, np.int64(game.first_node[other])
        segment = np.int64(rules.at_side[face, side])
        if segment != NO_SEGMENT:
            joint.ends[joint.group[segment]] -= 2
            _join_one(game, joint, segment, root_of(game, first + rules.at_side[there, facing]))
        segment = np.int64(rules.left[face, side])
        if segment != NO_SEGMENT:
            _join_one(game, joint, segment, root_of(game, first + rules.right[there, facing]))
        segment = np.int64(rules.right[face, side])
        if segment != NO_SEGMENT and rules.edges[face, side] != FIELD_EDGE:
            _join_one(game, joint, segment, root_of(game, first + rules.left[there, facing]))


@njit(cache=True, nogil=True)
def _join_one(game, joint, segment, root):
    """Join a segment of the tile with a feature on the table."""
    group = joint.group[segment]
    for place in range(joint.joined):
        if joint.root[place] == root:
            other = joint.root_group[place]
            if other != group:
                _merge(joint, min(group, other), max(group, other))
            return
    joint.root[joint.joined] = root
    joint.root_group[joint.joined] = group
    joint.joined += 1
    node = game.node[root]
    joint.size[group] += node.size - np.int64(set_bits(joint.several[group] & node.several))
    joint.several[group] |= node.several
    joint.cities[group] |= node.cities
    joint.meeples[group] += node.meeples
    joint.ends[group] += node.ends
    joint.pennants[group] += node.pennants


@njit(cache=True, nogil=True)
def _merge(joint, kept, gone):
    """Two segments of the tile belong to one feature after all."""
    for segment in range(joint.segments):
        if joint.group[segment] == gone:
            joint.group[segment] = kept
    for place in range(joint.joined):
        if joint.root_group[place] == gone:
            joint.root_group[place] = kept
    joint.size[kept] += joint.size[gone] - np.int64(set_bits(joint.several[kept] & joint.several[gone]))
    joint.several[kept] |= joint.several[gone]
    joint.cities[kept] |= joint.cities[gone]
    joint.meeples[kept] += joint.meeples[gone]
    joint.ends[kept] += joint.ends[gone]
    joint.pennants[kept] += joint.pennants[gone]


@njit(cache=True, nogil=True)
def write_features(rules, game, cell, face, joint):
    """Write down what `join` found, for a tile that is laid now."""
    kind = face >> 2
    first = game.nodes
    game.first_node[cell] = first
    several = 0
    for segment in range(joint.segments):
        group = joint.group[segment]
        node = game.node[first + segment]
        node.parent = first + group
        code = rules.kind[kind, segment]
        node.kind = code
        several |= np.int64(rules.several[kind, code])
        if group == segment:
            node.several, node.cities, node.meeples = joint.several[group], joint.cities[group], joint.meeples[group]
            node.size, node.ends, node.pennants = joint.size[group], joint.ends[group], joint.pennants[group]
        if code == CITY_CODE:
            game.city_node[game.city_segments + segment] = first + segment
    for place in range(joint.joined):
        game.node[joint.root[place]].parent = first + joint.root_group[place]
    game.nodes += joint.segments
    game.city_segments += rules.cities[kind]
    game.several += several


@njit(cache=True, nogil=True)
def is_free(rules, kind, joint, segment):
    """Whether a meeple may be put on a segment of a tile that has been joined."""
    return rules.kind[kind, segment] == MONASTERY_CODE or joint.meeples[joint.group[segment]] == 0


@njit(cache=True, nogil=True)
def most_meeples(meeples):
    """The seats with most meeples in a feature, a bit each; 0 where nobody stands."""
    most, seats = np.uint64(0), 0
    for seat in range(MOST_SEATS):
        count = meeples >> np.uint64(8 * seat) & np.uint64(0xFF)
        if count > most:
            most, seats = count, 0
        if count == most and most > 0:
            seats |= 1 << seat
    return seats


@njit(cache=True, nogil=True)
def completed_beside(game, cities):
    """How many completed cities there are among those to which some city segments belong."""
    found = 0
    while cities != 0:
        node = game.node[root_of(game, np.int64(game.city_node[lowest_bit(cities)]))]
        found += node.ends == 0
        cities &= ~node.cities
    return found
