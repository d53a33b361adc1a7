"""What to keep of a roll, in words for the table, and what such a rule of thumb costs against the best play.

Every kind of condition has a few rules that a person can follow without reckoning: "every red", "the largest set",
"one each of 2 to 5". Each is played exactly, roll by roll backwards; the one that costs least is kept. Where it leaves
a choice (two sets of a size), the worse one is reckoned with, so that a cost is never too small. Where dice are many or
a condition is of another kind, there is no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import tidy
from kingdice.dice.condition import And, Condition, Count, Groups, Same, Straight, Sum
from kingdice.dice.faces import Face
from kingdice.dice.lattice import Lattice
from kingdice.dice.pool import Pool
from kingdice.dice.steps import roll_step
from kingdice.dice.turn import solve_turn
from kingdice.games.king_of_dice.edition import Edition

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MOST_ROLLS_LISTED", "keep_rules"]

Choices = Callable[[Sequence[Face]], list[list[int]]]
Ints = NDArray[np.int64]
MOST_ROLLS_LISTED = 3000  # of a condition's own pool


@dataclass(frozen=True)
class Rule:
    """What to keep: in words; the dice, by their place in the roll, before the last reroll and earlier."""

    words: str
    last: Choices
    earlier: Choices


def keep_rules(edition: Edition) -> pd.DataFrame:
    """What to keep for each citizen, by a rule of thumb and by how many dice the best play keeps of a first roll.

    All is for a turn of the edition's rolls in which this citizen alone is chased, and exact.

    Returns
    -------
    DataFrame
        A row a citizen: citizen (id), rule (words; empty where there is none), chance (by the best play), cost (chance
        given away by the rule; NaN without one), met_1 (chance that the first roll meets it), keep_0, keep_1, …
        (chance of meeting it from a first roll of which the best play keeps so many dice; NaN where it never does).

    Examples
    --------
    >>> from kingdice.games.king_of_dice.edition import load_edition
    >>> table = keep_rules(load_edition()).set_index("citizen")
    >>> table.loc["orc-3", "rule"], table.loc["elf-4", "rule"], round(float(table.loc["elf-4", "cost"]), 4)
    ('the largest set', 'one each of 2 to 5', 0.01)
    """
    found: dict[str, dict[str, Any]] = {}
    rows = []
    for citizen, condition in zip(edition.citizens, edition.conditions, strict=True):
        small = edition.pool.project(condition.face_key)
        key = str(condition)
        if key not in found:
            found[key] = _row(condition, small, edition.rules.rolls, edition.pool.dice)
        rows.append({"citizen": citizen.id, **found[key]})
    about = {"edition": f"{edition.name} {edition.hash}", "method": "exact"}
    return tidy(rows, about, rolls=edition.rules.rolls)


def _row(condition: Condition, pool: Pool, rolls: int, dice: int) -> dict[str, Any]:
    met = condition.met(pool)
    solution = solve_turn(pool, met, rolls=rolls)
    row: dict[str, Any] = {"rule": "", "chance": solution.value, "cost": float("nan")}
    row["met_1"] = float(pool.roll_chances[met].sum())
    row |= {f"keep_{kept}": float("nan") for kept in range(dice)}
    if rolls < 2:
        return row
    keeps = solution.policy.keeps[rolls - 2]
    values, kept = solution.keep_values(rolls - 1)[keeps], solution.lattice.kept[keeps]
    for number in range(dice):
        here = ~met & (kept == number)
        chance = pool.roll_chances[here].sum()
        if chance > 0:
            row[f"keep_{number}"] = float((pool.roll_chances[here] * values[here]).sum() / chance)
    if pool.roll_count <= MOST_ROLLS_LISTED:
        shown = [pool.roll_faces(roll) for roll in range(pool.roll_count)]
        best, listed = -1.0, dict[Choices, Ints]()
        for rule in _rules(condition, pool, rolls):
            for choices in {rule.last, rule.earlier} - set(listed):
                listed[choices] = _states(solution.lattice, [choices(faces) for faces in shown])
            value = _value(solution.lattice, met, listed[rule.last], listed[rule.earlier], rolls)
            if value > best + 1e-9:
                best = value
                row["rule"], row["cost"] = rule.words, max(0.0, solution.value - value)
    return row


def _value(lattice: Lattice, met: NDArray[np.bool_], last: Ints, earlier: Ints, rolls: int) -> float:
    """Chance of meeting a condition by a rule whose keeps are given as `_states`; of several the worst."""
    values = met.astype(np.float64)
    for reroll in range(rolls - 1):
        stage = roll_step(lattice, values.reshape(lattice.pool.shape)).reshape(-1)
        values = np.where(met, 1.0, stage[earlier if reroll else last].min(axis=1))
    return float((values * lattice.pool.roll_chances).sum())


def _states(lattice: Lattice, keeps: list[list[list[int]]]) -> Ints:
    """Lattice states that keep these dice of each roll; array (rolls, most), filled up with repeats."""
    pool = lattice.pool
    states = np.empty((len(keeps), max(len(one) for one in keeps)), dtype=np.int64)
    for roll, ways in enumerate(keeps):
        where: list[tuple[int, int]] = []
        for group, number in enumerate(np.unravel_index(roll, pool.shape)):
            where += [(group, face) for face in pool.groups[group].rolls[int(number)]]
        for place in range(states.shape[1]):
            faces: list[list[int]] = [[] for _ in lattice.axes]
            for die in ways[min(place, len(ways) - 1)]:
                faces[where[die][0]].append(where[die][1])
            states[roll, place] = lattice.state_of(tuple(tuple(sorted(one)) for one in faces))
    return states


def _rules(condition: Condition, pool: Pool, rolls: int) -> Iterator[Rule]:
    """The rules that might do for a condition, the simplest first."""
    if isinstance(condition, Count) and not condition.exactly:
        yield _always(f"every {_thing(condition)}", lambda faces: [_matching(faces, condition)])
    elif isinstance(condition, And) and all(isinstance(one, Count) and not one.exactly for one in condition.parts):
        parts = [one for one in condition.parts if isinstance(one, Count)]
        words = " ".join(f"{one.dice} {_thing(one)}" for one in parts)
        yield _always(f"up to {words}", lambda faces: [_up_to(faces, parts)])
        yield _always(" or ".join(f"every {_thing(one)}" for one in parts), lambda faces: [_any(faces, parts)])
    elif isinstance(condition, Same) and not condition.exactly:
        of = condition.of
        yield _always(
            "the largest set" if of == "number" else "the commonest colour", lambda faces: _largest(faces, of)
        )
    elif isinstance(condition, Groups) and not condition.exactly:
        sizes, of = sorted(condition.sizes, reverse=True), condition.of
        pattern = "+".join(str(size) for size in sizes)
        yield _always(f"sets, up to {pattern}", lambda faces: _filling(faces, sizes, of, least=2))
        yield _always(f"up to {pattern}, singles too", lambda faces: _filling(faces, sizes, of, least=1))
    elif isinstance(condition, Straight):
        numbers = pool.numbers
        for first, last in product(numbers, numbers):
            if last - first >= condition.length - 1:
                words = (
                    f"one each of {first} to {last}" if (first, last) != (numbers[0], numbers[-1]) else "one of each"
                )
                yield _always(words, _one_each(range(first, last + 1)))
        yield _always(f"most of {condition.length} in a row", _best_run(condition.length, numbers))
    elif isinstance(condition, Sum) and condition.compare != "==":
        low = condition.compare in {"<=", "<"}
        limits = {one: _beyond(one, low) for one in pool.numbers}
        for last, earlier in product(limits, limits) if rolls > 2 else zip(limits, limits, strict=True):
            ways = [f"up to {one}" if low else f"{one} and up" for one in (earlier, last)]
            words = ways[0] if last == earlier else f"{ways[0]}, then {ways[1]}"
            yield Rule(words, limits[last], limits[earlier])


def _always(words: str, choices: Choices) -> Rule:
    return Rule(words, choices, choices)


def _thing(count: Count) -> str:
    """One die that counts, in words."""
    number = None if count.number is None else str(count.number)
    return " ".join(one for one in (count.colour, count.parity, number) if one) or "die"


def _matching(faces: Sequence[Face], count: Count) -> list[int]:
    return [place for place, face in enumerate(faces) if count.matches(face)]


def _up_to(faces: Sequence[Face], parts: Sequence[Count]) -> list[int]:
    return sorted({place for part in parts for place in _matching(faces, part)[: part.dice]})


def _any(faces: Sequence[Face], parts: Sequence[Count]) -> list[int]:
    return sorted({place for part in parts for place in _matching(faces, part)})


def _sets(faces: Sequence[Face], of: str) -> list[list[int]]:
    """Dice that show the same, the largest set first."""
    found: dict[Any, list[int]] = {}
    for place, face in enumerate(faces):
        shown = getattr(face, of)
        if shown is not None:
            found.setdefault(shown, []).append(place)
    return sorted(found.values(), key=len, reverse=True)


def _largest(faces: Sequence[Face], of: str) -> list[list[int]]:
    sets = _sets(faces, of)
    return [one for one in sets if len(one) == len(sets[0])] or [[]]


def _filling(faces: Sequence[Face], sizes: Sequence[int], of: str, *, least: int) -> list[list[int]]:
    sets = [one for one in _sets(faces, of) if len(one) >= least]
    return [sorted(place for size, one in zip(sizes, sets, strict=False) for place in one[:size])]


def _one_each(numbers: range) -> Choices:
    def keep(faces: Sequence[Face]) -> list[list[int]]:
        first = {face.number: place for place, face in reversed(list(enumerate(faces))) if face.number in numbers}
        return [sorted(first.values())]

    return keep


def _best_run(length: int, numbers: Sequence[int]) -> Choices:
    runs = [range(first, first + length) for first in range(numbers[0], numbers[-1] - length + 2)]

    def keep(faces: Sequence[Face]) -> list[list[int]]:
        keeps = [_one_each(run)(faces)[0] for run in runs]
        most = max(len(one) for one in keeps)
        return [one for one in keeps if len(one) == most]

    return keep


def _beyond(limit: int, low: bool) -> Choices:
    def keep(faces: Sequence[Face]) -> list[list[int]]:
        return [
            [
                place
                for place, face in enumerate(faces)
                if face.number is not None and (face.number <= limit if low else face.number >= limit)
            ]
        ]

    return keep
