"""Can squares be dominoes of a game? By trying every way to cut them and every order to lay them, slowly.

Squares are {(row, column): "w0"} with the castle at (0, 0) and not among them. Shares no code with kingdice; the
dominoes are typed in from the publisher's list.
"""

from __future__ import annotations

DOMINOES = """
w0w0 w0w0 f0f0 f0f0 f0f0 f0f0 l0l0 l0l0 l0l0 g0g0 g0g0 s0s0 w0f0 w0l0 w0g0 w0s0 f0l0 f0g0
w1f0 w1l0 w1g0 w1s0 w1m0 f1w0 f1w0 f1w0 f1w0 f1l0 f1g0 l1w0 l1w0 l1f0 l1f0 l1f0 l1f0
w0g1 l0g1 w0s1 g0s1 m1w0 w0g2 l0g2 w0s2 g0s2 m2w0 s0m2 s0m2 w0m3
""".split()  # noqa: SIM905


def neighbours(place):
    row, column = place
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def can_exist(squares: dict[tuple[int, int], str]) -> bool:
    """Whether there is a way, by exhaustion: take any square next to what lies, with any partner and any domino."""
    supply = {}
    for one in DOMINOES:
        key = tuple(sorted((one[:2], one[2:])))
        supply[key] = supply.get(key, 0) + 1
    return _lay(squares, frozenset(), supply, set())


def _lay(squares, laid, supply, seen) -> bool:
    if len(laid) == len(squares):
        return True
    state = (laid, tuple(sorted(supply.items())))
    if state in seen:
        return False
    seen.add(state)
    for place in sorted(set(squares) - laid):
        touches = any(
            near == (0, 0) or (near in laid and squares[near][0] == squares[place][0]) for near in neighbours(place)
        )
        if not touches:
            continue
        for near in neighbours(place):
            if near in squares and near not in laid:
                key = tuple(sorted((squares[place], squares[near])))
                if supply.get(key):
                    supply[key] -= 1
                    done = _lay(squares, laid | {place, near}, supply, seen)
                    supply[key] += 1
                    if done:
                        return True
    return False
