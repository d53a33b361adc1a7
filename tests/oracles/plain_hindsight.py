"""The best kingdom in hindsight, by laying every domino in every way. Slow, and shares no code with kingdice.

Kingdoms are {(row, column): "w0"} with the castle at (0, 0); dominoes are numbers, typed in by `plain_cuts`.
"""

from __future__ import annotations

from oracles.plain_cuts import DOMINOES, neighbours

# the list of plain_cuts is in the order of the numbers
Kingdom = dict[tuple[int, int], str]


def best_by_trying(
    numbers: list[int], *, size: int, middle_points: int = 0, of_box: bool = False, harmony_points: int = 0
) -> int:
    """Points and bonuses of the best of all kingdoms that can come of it."""
    positions: dict[object, tuple[Kingdom, bool]] = {None: ({}, False)}
    for number in numbers:
        after: dict[object, tuple[Kingdom, bool]] = {}
        for kingdom, lost in positions.values():
            grown = list(ways_to_lay(kingdom, DOMINOES[number - 1], size))
            for one in grown or [kingdom]:
                now = lost or not grown
                after[frozenset(one.items()), now] = (one, now)
        positions = after
    return max(
        points(kingdom) + middle_points * is_middle(kingdom, size, of_box) + harmony_points * (not lost)
        for kingdom, lost in positions.values()
    )


def ways_to_lay(kingdom: Kingdom, domino: str, size: int):
    """Every kingdom with a domino more: one half beside the castle or its terrain, the other one beside that half."""
    top, bottom, left, right = extent(kingdom)
    beside = {near for place in [(0, 0), *kingdom] for near in neighbours(place)} - {(0, 0), *kingdom}
    for place in beside:
        for half, other in ((domino[:2], domino[2:]), (domino[2:], domino[:2])):
            if not touches(kingdom, place, half):
                continue
            for near in neighbours(place):
                rows, columns = (top, bottom, place[0], near[0]), (left, right, place[1], near[1])
                fits = max(rows) - min(rows) < size and max(columns) - min(columns) < size
                if fits and near != (0, 0) and near not in kingdom:
                    yield {**kingdom, place: half, near: other}


def touches(kingdom: Kingdom, place: tuple[int, int], half: str) -> bool:
    """Whether a half lies beside the castle or its own terrain."""
    return any(near == (0, 0) or kingdom.get(near, "?")[0] == half[0] for near in neighbours(place))


def extent(kingdom: Kingdom) -> tuple[int, int, int, int]:
    """First and last row and column, the castle's among them."""
    rows, columns = zip(*[(0, 0), *kingdom], strict=True)
    return min(rows), max(rows), min(columns), max(columns)


def is_middle(kingdom: Kingdom, size: int, of_box: bool) -> bool:
    """Whether the castle is in the middle, by either reading."""
    top, bottom, left, right = extent(kingdom)
    if of_box:
        return -top == bottom and -left == right
    return max(-top, bottom, -left, right) <= size // 2


def points(kingdom: Kingdom) -> int:
    """Squares times crowns of all connected squares of a terrain."""
    total, waiting = 0, set(kingdom)
    while waiting:
        area = [waiting.pop()]
        for place in area:
            for near in neighbours(place):
                if near in waiting and kingdom[near][0] == kingdom[place][0]:
                    waiting.remove(near)
                    area.append(near)
        total += len(area) * sum(int(kingdom[place][1]) for place in area)
    return total
