"""What a simple strategy knows of the cards, small enough to stay in the processor's cache.

The chance of a citizen from a roll, and what to keep for it, depend on few things about the roll: for four 3s, on which
dice of each group are 3s. So the rolls of a group fall into kinds, one list of kinds for each citizen, and a roll's
*entry* in the citizen's table is found by adding up what the rolls of its groups contribute. All tables together
take 0.6 MB; the 16 MB of `CardPolicies` were read from main memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.games.king_of_dice.card_policies import card_policies
from kingdice.games.king_of_dice.edition import Edition
from kingdice.simulation.throws import Throws, throws_of

__all__ = ["ChaseTables", "chase_tables", "entry_of"]

Ints = NDArray[np.int64]


class ChaseTables(NamedTuple):
    """Chances and keeps of every citizen chased alone.

    Attributes
    ----------
    whole : array (citizens, rolls)
        Chance of meeting a citizen in a turn of 1, 2, … rolls.
    entry : array (citizens, groups, group rolls) of int32
        What a group's roll adds to the number of the entry.
    class_of_entry : array (entries,) of uint8 (uint32 for many)
        Entries of a citizen with the same chances share a class; there are few.
    class_start : array (citizens,)
        The citizen's first class in `chances`.
    chances : array (classes, rolls)
        Chance of meeting the citizen with 0, 1, … rolls left.
    keep_of_entry : array (rolls - 1, entries) of uint8, or uint32 for many dice
        Which of its dice each group keeps, `shifts` apart; 0 keeps all of them and stops.
    shifts : array (groups + 1,)
        First bit of each group in `keep_of_entry`.
    keep_parts : array (groups, group rolls, ways to keep)
        What that adds to the number of the keep.
    base_parts : array (groups, group rolls, ways to keep) of uint64
        What that adds to the keep's base, see `Throws`.
    """

    whole: NDArray[np.float64]
    entry: NDArray[np.int32]
    class_of_entry: NDArray[np.unsignedinteger]
    class_start: Ints
    chances: NDArray[np.float64]
    keep_of_entry: NDArray[np.unsignedinteger]
    shifts: Ints
    keep_parts: Ints
    base_parts: NDArray[np.uint64]


def chase_tables(edition: Edition) -> ChaseTables:
    """The tables of an edition, kept for the editions seen."""
    if edition.hash not in _KEPT:
        _KEPT[edition.hash] = _make(edition)
    return _KEPT[edition.hash]


_KEPT: dict[str, ChaseTables] = {}


def _make(edition: Edition) -> ChaseTables:
    rolls, lattice = edition.longest_turn, lattice_of(edition.pool)
    policies, shape = card_policies(edition, rolls=rolls), edition.pool.shape
    subsets = [axis.subsets for axis in lattice.axes]
    shifts = np.cumsum([0, *(int(one.shape[1] - 1).bit_length() for one in subsets)]).astype(np.int64)
    codes = _keep_codes(policies.keeps, lattice, subsets, shifts)
    entry = np.zeros((len(edition.citizens), len(shape), max(shape)), dtype=np.int32)
    class_of_entry: list[Ints] = []
    class_start: list[int] = []
    keep_of_entry: list[NDArray[np.unsignedinteger]] = []
    chances: list[NDArray[np.float64]] = []
    entries = classes = 0
    for card in range(len(edition.citizens)):
        chance = policies.chances[card].reshape(rolls, *shape)
        code = codes[card].reshape(rolls - 1, *shape)
        for group in range(len(shape)):
            first, kind = _kinds(chance, code, group + 1)
            chance, code = np.take(chance, first, axis=group + 1), np.take(code, first, axis=group + 1)
            entry[card, group, : shape[group]] = kind
        scale = np.cumprod([1, *reversed(chance.shape[2:])])[::-1]
        entry[card] *= scale[:, None].astype(np.int32)
        entry[card, 0] += entries
        flat = np.ascontiguousarray(chance.reshape(rolls, -1).T)
        as_bytes = flat.view(np.dtype((np.void, flat.itemsize * rolls))).ravel()
        _, first, which = np.unique(as_bytes, return_index=True, return_inverse=True)
        class_of_entry.append(which.ravel())
        class_start.append(classes)
        keep_of_entry.append(code.reshape(rolls - 1, -1))
        chances.append(flat[first])
        entries += len(flat)
        classes += len(first)
    most = max(map(len, chances))
    return ChaseTables(
        np.ascontiguousarray(policies.whole),
        entry,
        np.concatenate(class_of_entry).astype(np.uint8 if most <= 256 else np.uint32),
        np.array(class_start, dtype=np.int64),
        np.concatenate(chances),
        np.ascontiguousarray(np.concatenate(keep_of_entry, axis=1)),
        shifts,
        *_keep_parts(lattice, subsets, throws_of(edition.pool)),
    )


def _kinds(chance: NDArray[np.float64], code: NDArray[np.unsignedinteger], axis: int) -> tuple[Ints, Ints]:
    """Along one axis: the first of each kind, and the kind of each place; alike are those that nothing tells apart."""
    rows = zip(np.moveaxis(chance, axis, 0), np.moveaxis(code, axis, 0), strict=True)
    seen: dict[bytes, int] = {}
    kind, first = [], []
    for place, (chances, codes) in enumerate(rows):
        key = chances.tobytes() + codes.tobytes()
        if key not in seen:
            seen[key] = len(seen)
            first.append(place)
        kind.append(seen[key])
    return np.array(first), np.array(kind)


def _keep_codes(
    keeps: NDArray[np.int32], lattice: Lattice, subsets: list[Ints], shifts: Ints
) -> NDArray[np.unsignedinteger]:
    """Keeps (citizens, rolls left, rolls), lattice states, as the bits of `ChaseTables.keep_of_entry`."""
    codes = np.zeros(keeps.shape, dtype=np.uint8 if shifts[-1] <= 8 else np.uint32)
    shown = np.unravel_index(np.arange(keeps.shape[2]), lattice.pool.shape)
    states = np.unravel_index(keeps, lattice.shape)
    for roll, state, subset, shift in zip(shown, states, subsets, shifts, strict=False):
        place = np.zeros((len(subset), max(lattice.shape)), dtype=np.int64)
        for number in reversed(range(subset.shape[1])):
            place[np.arange(len(subset)), subset[:, number]] = number
        codes |= (place[roll, state] << shift).astype(codes.dtype)
    return codes


def _keep_parts(lattice: Lattice, subsets: list[Ints], throws: Throws) -> tuple[Ints, NDArray[np.uint64]]:
    most = max(len(one) for one in subsets), max(one.shape[1] for one in subsets)
    keep_parts = np.zeros((len(subsets), *most), dtype=np.int64)
    base_parts = np.zeros((len(subsets), *most), dtype=np.uint64)
    scale = lattice.size
    for group, subset in enumerate(subsets):
        scale //= lattice.shape[group]
        here = group, slice(len(subset)), slice(subset.shape[1])
        keep_parts[here] = subset * scale
        if throws.ways:
            base_parts[here] = throws.bases[subset * scale] & np.uint64(0xFFFF << 16 * group)
    return keep_parts, base_parts


@njit(inline="always")
def entry_of(card, shown, entry):
    """The entry of a citizen for the rolls that the groups show."""
    number = 0
    for group in range(entry.shape[1]):
        number += entry[card, group, shown[group]]
    return number
