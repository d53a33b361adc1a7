"""Random conditions for the property tests, and what each means in plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from hypothesis import strategies as st

from kingdice.dice.condition import And, Condition, Count, Groups, Not, Or, Same, Straight, Sum
from kingdice.dice.pool import Pool

Roll = tuple[tuple[int | None, str | None], ...]
SIGNS = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


def is_met(condition: Condition, roll: Roll) -> bool:
    """Whether a roll meets a condition, face by face."""
    match condition:
        case Count():
            found = sum(_counts(condition, number, colour) for number, colour in roll)
            return found == condition.dice if condition.exactly else found >= condition.dice
        case Same():
            often = _kinds(condition.of, roll).values()
            return any(n == condition.dice if condition.exactly else n >= condition.dice for n in often)
        case Groups():
            often = _kinds(condition.of, roll).values()
            return any(
                all(
                    n == size if condition.exactly else n >= size for n, size in zip(some, condition.sizes, strict=True)
                )
                for some in permutations(often, len(condition.sizes))
            )
        case Straight():
            seen = {number for number, _ in roll if number is not None}
            return any(all(low + step in seen for step in range(condition.length)) for low in seen)
        case Sum():
            return SIGNS[condition.compare](sum(number for number, _ in roll if number is not None), condition.value)
        case And():
            return all(is_met(part, roll) for part in condition.parts)
        case Or():
            return any(is_met(part, roll) for part in condition.parts)
        case Not():
            return not is_met(condition.part, roll)
    raise AssertionError(condition)


def _counts(condition: Count, number: int | None, colour: str | None) -> bool:
    if condition.number is not None and number != condition.number:
        return False
    if condition.colour is not None and colour != condition.colour:
        return False
    if condition.parity is not None:
        return number is not None and number in range(-99 if condition.parity == "odd" else -100, 100, 2)
    return True


def _kinds(of: str, roll: Roll) -> Counter[int | str]:
    shown = [number if of == "number" else colour for number, colour in roll]
    return Counter(kind for kind in shown if kind is not None)


def conditions(pool: Pool):
    """Conditions that can be written about the dice of a pool, some of which no roll meets."""
    dice = st.integers(1, pool.dice)
    exactly = st.booleans()
    of = st.sampled_from(["number", "colour"])
    things = [st.fixed_dictionaries({"parity": st.sampled_from(["even", "odd"])})]
    if pool.numbers:
        things.append(st.fixed_dictionaries({"number": st.sampled_from(pool.numbers)}))
    if pool.colours:
        things.append(st.fixed_dictionaries({"colour": st.sampled_from(pool.colours)}))
    if pool.numbers and pool.colours:
        both = {"number": st.sampled_from(pool.numbers), "colour": st.sampled_from(pool.colours)}
        things.append(st.fixed_dictionaries(both))
    thing = st.one_of(things)
    sizes = st.lists(dice, min_size=2, max_size=4).filter(lambda some: sum(some) <= pool.dice)
    leaves = [
        st.builds(lambda n, what, exact: Count(n, exactly=exact, **what), dice, thing, exactly),
        st.builds(lambda what: Count(0, exactly=True, **what), thing),
        st.builds(Same, dice, of, exactly),
        st.builds(lambda some, kind, exact: Groups(tuple(some), kind, exact), sizes, of, exactly),
        st.builds(Sum, st.sampled_from(sorted(SIGNS)), st.integers(-20, 50)),
    ]
    if pool.numbers:
        leaves.append(st.builds(Straight, st.integers(1, min(pool.dice, len(pool.numbers)))))
    return st.recursive(
        st.one_of(leaves),
        lambda inner: st.one_of(
            st.builds(lambda parts: And(tuple(parts)), st.lists(inner, min_size=2, max_size=3)),
            st.builds(lambda parts: Or(tuple(parts)), st.lists(inner, min_size=2, max_size=3)),
            st.builds(Not, inner),
        ),
        max_leaves=5,
    )
